// An editor: something put together by clicking or drawing, judged after every step. Its whole state is in the address. Knows no game.

import { $, PAGE, api, copy, memory, say, t, trying } from "./page.js";
import { Picker } from "./picker.js";
import { Stage, loadArt } from "./stage.js";

export class Editor {
  /** `address` judges a step; `judged(found)` shows the verdict. */
  constructor(address, judged) {
    this.address = address;
    this.judged = judged;
    this.found = null;
    this.tool = null;
    this.cursor = null;
    this.byCell = false;
    this.history = [];
    this.clicks = Promise.resolve();
    this.playing = null;
    this.asked = 0;
    this.stage = new Stage(
      (area) => this.place(area),
      (id) => this.clicked(id),
    );
    // Nothing is asked about here: a slow touch is a click.
    this.stage.held = () => {};
    this.picker = new Picker(
      () => this.draw(),
      (move) => (this.playing = this.play(move.move)),
    );
    $("#undo").addEventListener("click", () => this.undo());
    $("#reset").addEventListener("click", () => this.load({ state: "", start: this.found?.start ?? {} }));
    $("#copy-link").addEventListener("click", () => copy(location.href));
    $("#print")?.addEventListener("click", () => print());
    for (const field of document.querySelectorAll("[data-start]")) field.addEventListener("change", () => this.restart(field));
    $("#type-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("#type-move").value.trim();
      if (text) this.queue(async () => (await this.play(text)) && ($("#type-move").value = ""));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.picker.clear();
    });
    this.paint($("#own"));
    trying(async () => {
      await loadArt(PAGE.art);
      if (this.asked) return;
      // A link that cannot be read is said to be so, and one begins anew.
      if (!(await this.load({ state: this.fromAddress(location.hash.slice(1)) }))) await this.load({ state: "" });
    });
  }

  /** Where an area goes; null: nowhere. */
  place(area) {
    return area.name === "panel:verdict" ? null : area.name === "hand" ? $("#hand") : $("#own");
  }

  fromAddress(text) {
    return decodeURIComponent(text);
  }

  toAddress(state) {
    return encodeURIComponent(state);
  }

  /** What is sent with every step: the owner's box, where there is one. */
  with() {
    const box = memory.get(`box.${PAGE.game}`);
    return box ? { box } : {};
  }

  /** Another mode begins anew; for another number of players what was put in is kept. */
  restart(field) {
    const start = Object.fromEntries([...document.querySelectorAll("[data-start]")].map((field) => [field.dataset.start, field.value]));
    return this.load({ state: field.dataset.start === "players" ? (this.found?.state ?? "") : "", start });
  }

  /** The answer to the latest question counts: one that was overtaken by another would bring back what was left behind. */
  async load(body, keep = false) {
    const number = ++this.asked;
    const found = await trying(() => api("POST", this.address, { ...body, ...this.with() }));
    if (!found || number !== this.asked) return false;
    if (!keep && this.found && this.found.state !== found.state) this.history.push(this.found.state);
    this.found = found;
    this.remember();
    const tool = this.picker.picks[0] ?? this.tool;
    this.picker.offer(found.moves);
    await this.stage.show(found.scene, false);
    // The tool stays in the hand: several cells are filled one after the other. Where a cell was chosen first, the next one is chosen.
    const kept = [this.cursor, this.isTool(tool) ? tool : null].find((id) => this.picker.next.has(id));
    if (kept) this.picker.picks = [kept];
    for (const field of document.querySelectorAll("[data-start]"))
      if (found.start[field.dataset.start] !== undefined) field.value = found.start[field.dataset.start];
    this.draw();
    this.judged(found);
    return true;
  }

  remember() {
    history.replaceState(null, "", `#${this.toAddress(this.found.state)}`);
  }

  isTool(id) {
    return Boolean(this.stage.sprites.get(id)?.data.area.startsWith("hand"));
  }

  /** Steps wait for one another: each is judged on what the one before has made. */
  queue(work) {
    this.clicks = this.clicks.then(work);
  }

  clicked(id) {
    this.queue(() => {
      if (!this.picker.pick(id)) say(t("helper_first"));
      return this.playing;
    });
  }

  play(...moves) {
    const [first, second] = this.picker.picks;
    if (first) {
      this.byCell = !this.isTool(first);
      this.tool = this.byCell ? null : first;
      this.cursor = this.byCell ? (second ? this.cellAfter(first) : first) : null;
    }
    this.picker.picks = [];
    return this.load({ state: this.found.state, moves });
  }

  /** The cells of somebody's own area, as they are read; of a common board there are none. */
  cells(seat) {
    const can = this.picker.after([]);
    return [...this.stage.sprites.values()]
      .map(({ data }) => data)
      .filter(({ id, area }) => can.has(id) && seat >= 0 && this.stage.areas.get(area)?.area.seat === seat && !this.isTool(id))
      .sort((one, other) => one.y - other.y || one.x - other.x)
      .map(({ id }) => id);
  }

  cellAfter(id) {
    const cells = this.cells(this.stage.areas.get(this.stage.sprites.get(id).data.area).area.seat);
    return cells[cells.indexOf(id) + 1] ?? null;
  }

  /** With a tool in the hand, places are drawn over; all of them are one step. */
  paint(board) {
    const lift = (draws) => {
      const { stroke } = this;
      this.stroke = null;
      this.drawn = Boolean(draws && stroke?.moved);
      if (!this.drawn) return;
      this.queue(() => {
        const moves = [...stroke.ids].map((id) => this.picker.ahead(id)?.move).filter(Boolean);
        return moves.length ? this.play(...moves) : this.draw();
      });
    };
    board.addEventListener("pointerdown", (event) => {
      this.drawn = false;
      if (event.button || !event.isPrimary || !this.isTool(this.tool ?? this.picker.picks[0]) || event.target.closest(".zoomed")) return;
      this.stroke = { start: this.stage.under(event), ids: new Set(), moved: false };
      this.brush(event);
    });
    board.addEventListener("pointermove", (event) => this.stroke && this.brush(event));
    // What was a drawing is no click.
    board.addEventListener(
      "click",
      (event) => {
        if (this.drawn) event.stopPropagation();
        this.drawn = false;
      },
      true,
    );
    addEventListener("pointerup", () => lift(true));
    addEventListener("pointercancel", () => lift(false));
  }

  brush(event) {
    const { stroke } = this;
    const points = event.getCoalescedEvents?.() ?? [];
    for (const point of points.length ? points : [event]) {
      const id = this.stage.under(point);
      if (id !== stroke.start) stroke.moved = true;
      if (id) stroke.ids.add(id);
    }
    if (stroke.moved) this.stage.light({ picked: [...this.picker.picks, ...[...stroke.ids].filter((id) => this.picker.ahead(id))] });
  }

  undo() {
    const state = this.history.pop();
    if (state !== undefined) this.load({ state }, true);
  }

  draw() {
    $("#own").classList.toggle("drawing", this.isTool(this.picker.picks[0]));
    this.stage.light({ can: this.picker.next, picked: this.picker.picks, last: [] });
    $("#undo").disabled = !this.history.length;
  }
}
