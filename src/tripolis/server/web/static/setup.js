// The editor of positions: any table that the rules allow, put together by clicking, drawing or typing, to be analysed. Knows no game.

import { $, PAGE, el, t, tabMemory } from "./page.js";
import { Scorer } from "./scorer.js";

class SetUp extends Scorer {
  constructor() {
    super(`/api/analysis/set-up/${PAGE.game}`);
  }

  // The whole state is a position as text; nobody has a name in it, and it is of the box that everybody has.

  fromAddress(text) {
    return decodeURIComponent(text);
  }

  toAddress(state) {
    return encodeURIComponent(state);
  }

  with() {
    return {};
  }

  nameField() {
    return null;
  }

  name(seat) {
    return t("seat", { number: seat + 1 });
  }

  whoGoesOn() {}

  // ------------------------------------------------------------------ tools

  /** The kinds of tools that there are for this player, each an area of its own. */
  get kinds() {
    const mine = ({ area }) => area.name.startsWith("hand") && (area.seat < 0 || area.seat === this.active);
    return [...this.stage.areas.values()].filter(mine).map(({ area }) => area);
  }

  get kind() {
    return this.kinds.find((area) => area.name === this.chosen || area.name === this.chosen?.replace(/\d$/, this.active)) ?? this.kinds[0];
  }

  offers(area) {
    return area === this.kind?.name;
  }

  turnTo(seat) {
    this.picker.picks = [];
    super.turnTo(seat);
  }

  /** The first tool of a kind comes into the hand with it. */
  takeTool() {
    const can = this.picker.after([]);
    const first = [...this.stage.sprites.values()].find(({ data }) => this.offers(data.area) && can.has(data.id));
    if (first) this.picker.picks = [first.data.id];
  }

  draw() {
    const held = this.stage.sprites.get(this.picker.picks[0]);
    if (held && this.isTool(held.data.id) && !this.offers(held.data.area)) this.picker.picks = [];
    super.draw();
    this.stage.light({ can: this.picker.next });
    const focused = document.activeElement?.dataset?.kind;
    const { kind } = this;
    $("#kinds").hidden = this.kinds.length < 2;
    $("#kinds").replaceChildren(
      ...this.kinds.map((area) =>
        el("button", { type: "button", "data-kind": area.name, "aria-pressed": String(area === kind), onclick: () => this.choose(area.name) }, area.title),
      ),
    );
    if (focused) $(`[data-kind="${focused}"]`)?.focus();
    const reached = this.reached();
    for (const { figure, area } of this.stage.areas.values()) figure.classList.toggle("elsewhere", !reached.has(area.name));
  }

  choose(name) {
    this.chosen = name;
    this.picker.picks = [];
    this.draw();
  }

  /** The areas on which the tools of the chosen kind are used. */
  reached() {
    const area = (id) => this.stage.sprites.get(id)?.data.area;
    const found = new Set();
    for (const { path } of this.found?.moves ?? [])
      if (this.offers(area(path[0]))) for (const id of path.slice(1)) found.add(area(id));
    return found;
  }

  /** To the analysis, with what was filled in. */
  async analyse() {
    this.hurry();
    await this.clicks;
    const { state, filled } = this.found;
    tabMemory.set("filled", { [state]: filled });
    location.href = `/analyse?position=${encodeURIComponent(state)}`;
  }
}

new SetUp();
