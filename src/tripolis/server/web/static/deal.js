// Something that is put together before it is sent: two columns, what is given and what is got, rows that can be removed, totals. Knows no game.

import { $, el, t } from "./page.js";
import { glyph } from "./glyphs.js";

export class Deal {
  constructor(page) {
    this.page = page;
    /** Buttons that change a sum, in the column of what they change; the action bar fills them. */
    this.give = el("div", { role: "group", "aria-label": t("you_give") });
    this.get = el("div", { role: "group", "aria-label": t("you_get") });
    this.steps = el("div", { id: "deal-steps" }, this.give, this.get);
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
    const column = (title, rows, total) =>
      el(
        "div",
        {},
        el("h2", {}, title),
        el("ul", {}, ...(rows.length ? rows.map(row) : [el("li", { class: "none" }, t("deal_nothing"))])),
        total ? el("p", { class: "sum" }, el("span", {}, t("total")), el("b", {}, total)) : null,
      );
    box.replaceChildren(
      el(
        "div",
        { class: "sides" },
        column(t("you_give"), composing.give, composing.total_give),
        column(t("you_get"), composing.get, composing.total_get),
      ),
      this.steps,
    );
  }

  async click(path) {
    for (const id of path) await this.page.clicked(id);
  }
}
