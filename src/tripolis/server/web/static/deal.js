// Something that is put together before it is sent: two columns, what is given and what is got, rows that can be removed, sums, and what it would bring. Knows no game.

import { $, el, styled, t } from "./page.js";
import { glyph } from "./glyphs.js";
import { parsed, written } from "./bar.js";

await styled("deal");

/** The room that the form needs among the pieces of the main area, what it takes at most, and how finely it is looked for, in pixels. */
const LEAST = { width: 290, height: 212 };
const MOST = { width: 460, height: 340 };
const GRID = 8;
/** What one press of a button adds to a sum, as a part of the unit below. */
const PRESS = 10;

export class Deal {
  constructor(page) {
    this.page = page;
    this.columns = [1, -1].map((sign) => this.column(sign));
    this.effects = el("p", { class: "effects", "aria-live": "polite" });
    $("#deal").replaceChildren(
      el("div", { class: "sides" }, ...this.columns.map(({ side }) => side)),
      el("div", { class: "swap", "aria-hidden": "true" }, "⇌"),
      this.effects,
    );
    this.help = el("p", { class: "deal-help", hidden: true }, t("deal_help"));
    $("#prompt").append(this.help);
    addEventListener("resize", () => this.draw());
  }

  /** A column with its parts: `sign` 1 is what is given, -1 what is got. */
  column(sign) {
    const title = sign > 0 ? t("you_give") : t("you_get");
    const field = el("input", { "aria-label": `${title}: ${t("amount")}`, autocomplete: "off" });
    field.addEventListener("change", () => this.become(sign, parsed(field.value, this.page.asked.composing)));
    const press = (by, words, text) =>
      el("button", { type: "button", "aria-label": `${title}: ${words}`, onclick: () => this.press(sign, by) }, text);
    const cash = el("div", { class: "cash" }, press(-1, t("less"), "−"), el("label", {}, el("small", {}, t("deal_money")), field), press(1, t("more"), "+"));
    const add = el("select", { class: "add", "aria-label": title });
    add.addEventListener("change", () => this.click(add.value.split(",")));
    const list = el("ul");
    const total = el("b");
    const head = el("h2");
    const sum = el("p", { class: "sum" }, el("span", {}, t("list_value")), total);
    const side = el("div", {}, head, list, add, cash, sum);
    return { sign, title, side, head, list, add, cash, field, total };
  }

  draw() {
    const { page } = this;
    const { composing } = page.asked;
    const box = $("#deal");
    box.hidden = !composing;
    $("#table").classList.toggle("composing", Boolean(composing));
    $("#side").classList.toggle("over", Boolean(composing) && page.narrow && $("#side").classList.contains("away"));
    this.help.hidden = !composing?.cancel.length;
    if (!composing) {
      this.centred = null;
      return;
    }
    this.place(box);
    const open = composing.cancel.length > 0;
    const sides = [
      [composing.give, composing.more_give, composing.total_give, page.you],
      [composing.get, composing.more_get, composing.total_get, composing.seat],
    ];
    for (const [n, [rows, more, total, seat]] of sides.entries()) {
      const { sign, title, head, list, add, cash, field, total: sum } = this.columns[n];
      head.className = `seat-${seat}`;
      head.replaceChildren(el("span", { class: "emblem", "aria-hidden": "true" }), sign > 0 ? title : t("deal_gives", { name: page.name(seat) }));
      // A sum stands in its field.
      list.replaceChildren(...rows.filter(({ typed }) => !typed).map((one) => this.row(one)));
      const things = more.filter(({ amount }) => !amount);
      add.hidden = !open || !things.length;
      add.replaceChildren(
        el("option", { value: "" }, composing.add),
        ...things.map(({ text, path }) => el("option", { value: path.join() }, text)),
      );
      const value = Math.max(0, sign * composing.balance);
      const can = more.some(({ amount }) => amount);
      cash.hidden = !open;
      field.value = written(value, composing);
      field.disabled = !value && !can;
      cash.firstChild.disabled = !value;
      cash.lastChild.disabled = !can;
      sum.textContent = total;
    }
    const said = composing.effects.map(({ text, sign }) => el("span", { class: sign > 0 ? "up" : sign < 0 ? "down" : "" }, text));
    if (page.narrow) this.centre(box, [...composing.get, ...composing.give].filter(({ typed }) => !typed));
    this.effects.replaceChildren(...(said.length || !open ? said : [t("deal_even")]));
  }

  /** On a small screen: the first thing of the offer comes into view above the form. */
  centre(box, parts) {
    const first = parts.find(({ id }) => this.page.stage.sprites.has(id))?.id;
    const key = `${first} ${this.page.asked.composing.balance}`;
    if (key === this.centred) return;
    this.centred = key;
    if (first) this.page.stage.centre([first], box);
  }

  row(one) {
    const strip = one.colour ? el("i") : one.symbol ? glyph(one.symbol) : null;
    if (one.colour) strip.style.background = `var(--${one.colour})`;
    const remove =
      one.remove.length &&
      el("button", { type: "button", "aria-label": t("remove", { what: one.text }), onclick: () => this.click(one.remove) }, "✕");
    return el("li", {}, strip, el("span", {}, one.text, one.note ? el("small", {}, one.note) : null), remove || null);
  }

  /** Among the pieces of the main area where there is room, else in the column beside the boards. */
  place(box) {
    const room = this.page.narrow ? null : this.room();
    const home = room ? $("#table") : $("#side");
    if (box.parentElement !== home) home.prepend(box);
    box.classList.toggle("centred", Boolean(room));
    this.page.layout.put(box, room && { x: room.x, y: room.y + room.height / 2, width: room.width });
    box.style.maxHeight = room ? `${room.height}px` : "";
  }

  /** The largest box round the middle of what the main area keeps free that covers no space of the board. */
  room() {
    const { stage } = this.page;
    const main = [...stage.areas.values()].find(({ role, area }) => role === "main" && area.free?.length);
    if (!main?.place || main.place.how !== "whole") return null;
    const { x, y, scale } = main.place;
    const taken = [...stage.sprites.values()]
      .map(({ data }) => data)
      .filter(({ area, role, shape }) => area === main.area.name && (role === "target" || (shape && role !== "piece")))
      .flatMap((one) => [
        // as hexes are
        [one.x, one.y + one.height / 4, one.x + one.width, one.y + (3 * one.height) / 4],
        [one.x + one.width / 4, one.y, one.x + (3 * one.width) / 4, one.y + one.height],
      ])
      .map((edges) => edges.map((value) => value * scale));
    const [left, top, width, height] = main.area.free.map((value) => value * scale);
    const middle = { x: left + width / 2, y: top + height / 2 };
    let best = null;
    // From each top to each bottom: as far to both sides as nothing lies there.
    for (let up = middle.y - GRID; up > 0; up -= GRID)
      for (let down = middle.y + GRID; down < main.place.height; down += GRID) {
        const beside = taken.filter(([, above, , below]) => above < down && up < below);
        if (beside.some(([from, , to]) => from < middle.x && middle.x < to)) break;
        const from = Math.max(0, ...beside.filter(([, , to]) => to <= middle.x).map(([, , to]) => to)) + 6;
        const to = Math.min(main.place.width, ...beside.filter(([first]) => first >= middle.x).map(([first]) => first)) - 6;
        const [wide, tall] = [Math.min(to - from, MOST.width), Math.min(down - up, MOST.height)];
        const score = wide < LEAST.width || tall < LEAST.height ? 0 : Math.min(wide / 1.35, tall) + wide / 100;
        if (score > (best?.score ?? 0))
          best = { score, x: x + (from + to - wide) / 2, y: y + (up + down - tall) / 2, width: wide, height: tall };
      }
    return best;
  }

  /** A button was pressed: a round step more or less. */
  press(sign, by) {
    const { composing } = this.page.asked;
    const value = Math.max(0, sign * composing.balance);
    const largest = composing.units[0]?.[0] ?? 1;
    const step = value + Math.min(by, 0) >= largest ? largest / 2 : largest / PRESS;
    this.become(sign, Math.max(0, value + by * step));
  }

  /** A sum is wanted: the steps that lead there, the largest first, as far as they are allowed. */
  async become(sign, wanted) {
    const { composing } = this.page.asked;
    const value = wanted === null ? null : Math.min(wanted, composing.most[sign > 0 ? 0 : 1]);
    let rest = value === null ? 0 : sign * value - composing.balance;
    const moves = [];
    const legal = (path) => this.page.picker.legal.find((one) => one.path.join() === path.join());
    const whole = [...composing.give, ...composing.get].find(({ typed }) => typed);
    const removed = sign * rest < 0 && whole?.remove.length ? legal(whole.remove) : null;
    if (removed) {
      // Less than before: first nothing, then what is left.
      moves.push(removed);
      rest = sign * value;
    }
    const steps = rest > 0 ? composing.more_give : composing.more_get;
    for (const { path, amount } of [...steps].sort((a, b) => b.amount - a.amount)) {
      const move = legal(path);
      for (; move && amount > 0 && Math.abs(rest) >= amount; rest -= Math.sign(rest) * amount) moves.push(move);
    }
    if (moves.length) await this.page.draft.become([...this.page.draft.moves, ...moves]);
    else this.draw();
  }

  async click(path) {
    for (const id of path) await this.page.clicked(id);
  }
}
