// Something that is put together before it is sent: two columns, what is given and what is got, rows that can be removed, totals. Knows no game.

import { $, el, t } from "./page.js";
import { glyph } from "./glyphs.js";
import { parsed, written } from "./bar.js";

export class Deal {
  constructor(page) {
    this.page = page;
    /** Buttons that change a sum, in the column of what they change; the action bar fills them. */
    this.give = el("div", { role: "group", "aria-label": t("you_give") });
    this.get = el("div", { role: "group", "aria-label": t("you_get") });
    const field = (title, sign) =>
      el("input", { "aria-label": `${title}: ${t("amount")}`, autocomplete: "off", onchange: ({ target }) => this.become(sign, target) });
    /** Fields with the sum of each column. */
    this.fields = [field(t("you_give"), 1), field(t("you_get"), -1)];
    this.steps = el("div", { id: "deal-steps" }, el("div", {}, this.fields[0], this.give), el("div", {}, this.fields[1], this.get));
    this.known = new Map();
  }

  /** The column of every step that was ever possible in this deal, and its words there. */
  columns() {
    const { more_give, more_get } = this.page.asked.composing;
    for (const { path, text } of more_give) this.known.set(path.at(-1), { box: this.give, text });
    for (const { path, text } of more_get) this.known.set(path.at(-1), { box: this.get, text });
    return this.known;
  }

  draw() {
    const { page } = this;
    const { composing } = page.asked;
    const box = $("#deal");
    box.hidden = !composing;
    $("#table").classList.toggle("composing", Boolean(composing));
    $("#side").classList.toggle("over", Boolean(composing) && page.narrow && $("#side").classList.contains("away"));
    if (!composing) {
      this.known.clear();
      return;
    }
    const row = (one) =>
      el(
        "li",
        {},
        one.symbol ? glyph(one.symbol) : null,
        el("span", {}, one.text, one.note ? el("small", {}, one.note) : null),
        one.remove
          ? el(
              "button",
              { type: "button", class: "icon", "aria-label": t("remove", { what: one.text }), onclick: () => this.click(one.remove) },
              "✕",
            )
          : null,
      );
    // A sum stands in its field.
    const listed = (rows) => rows.filter((one) => !one.typed).map(row);
    const none = () => [el("li", { class: "none" }, t("deal_nothing"))];
    const column = (title, rows) => el("div", {}, el("h2", {}, title), el("ul", {}, ...(listed(rows).length ? listed(rows) : none())));
    const sum = (total) => el("p", { class: "sum" }, el("span", {}, t("list_value")), el("b", {}, total));
    box.replaceChildren(
      el("div", { class: "sides" }, column(t("you_give"), composing.give), column(t("you_get"), composing.get)),
      this.steps,
      el("div", { class: "sums" }, ...[composing.total_give, composing.total_get].map((total) => (total ? sum(total) : null))),
    );
    for (const [n, input] of this.fields.entries()) {
      const sum = Math.max(0, n ? -composing.balance : composing.balance);
      input.disabled = !sum && !(n ? composing.more_get : composing.more_give).some(({ amount }) => amount);
      input.hidden = !composing.cancel.length;
      input.value = written(sum, composing);
    }
  }

  /** A sum was typed in: the steps that lead there, the largest first, as far as they are allowed. */
  async become(sign, field) {
    const { composing } = this.page.asked;
    const value = parsed(field.value, composing);
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
