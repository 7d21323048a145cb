// What is that? A card for every sprite, docked where it covers nothing that may be clicked: by hover, focus and `i`, or a long touch. Knows no game.

import { $, PAGE, api, el, t } from "./page.js";
import { drawing, glyph } from "./glyphs.js";

const PATIENCE = 350;

export class Cards {
  constructor(page) {
    this.page = page;
    this.known = new Map();
    this.pinned = false;
    $("#info").addEventListener("pointerenter", () => clearTimeout(this.waiting));
    $("#info").addEventListener("pointerleave", () => this.ask(null, "look"));
  }

  /** New things on the table: what was known is old. */
  forget() {
    this.known.clear();
  }

  /** Somebody looks at a sprite for a while, by pointer or focus, or asks by touch or key. */
  ask(id, how) {
    clearTimeout(this.waiting);
    if (how === "look" || how === "focus") {
      if (this.pinned || (how === "focus" && !this.page.byKey)) return;
      if (id) this.waiting = setTimeout(() => this.show(id), PATIENCE);
      else this.waiting = setTimeout(() => this.hide(), PATIENCE);
      return;
    }
    if (!id) return;
    this.pinned = true;
    this.show(id);
  }

  async show(id, reason = null) {
    const data = this.page.stage.sprites.get(id)?.data;
    if (!data || (!data.label && !reason)) return;
    this.shown = id;
    const asked = new URLSearchParams({ sprite: id, clicks: this.page.picker.picks.join(","), after: this.page.draft.texts().join(",") });
    const card = reason ? null : this.known.get(`${asked}`);
    const found = card ??
      (await api("GET", `/api/tables/${PAGE.table}/card?${asked}`).catch(() => null)) ?? { title: data.label, facts: [], lines: [] };
    if (!card) this.known.set(`${asked}`, found);
    const says = reason ?? found.why_not;
    if (this.shown !== id) return;
    // A button whose card would say no more than the button is left alone.
    if (data.role === "button" && !says && !found.facts?.length && !found.lines?.length && !found.table) this.hide();
    else this.draw(found, data, says);
  }

  /** Why something may not be clicked: the same card, with the reason on top. */
  why(id, reason) {
    this.pinned = true;
    return this.show(id, reason);
  }

  hide() {
    this.shown = null;
    this.pinned = false;
    clearTimeout(this.waiting);
    $("#info").hidden = true;
    $("#side").classList.remove("over");
  }

  draw(card, data, reason) {
    const sprite = card.sprite ?? (data.symbol ? data : null);
    const { table } = card;
    const now = (n) => (table.now === n ? { class: "now" } : {});
    const row = (cells, head) =>
      el(
        "tr",
        {},
        ...cells.map((text, n) =>
          n
            ? el(head ? "th" : "td", { ...now(n), ...(head ? { scope: "col" } : {}) }, text)
            : el("th", { scope: head ? "col" : "row" }, text),
        ),
      );
    $("#info").replaceChildren(
      el(
        "div",
        { class: "top" },
        sprite?.symbol ? drawing(sprite) : null,
        el("div", {}, el("h2", {}, card.title), card.subtitle ? el("p", { class: "sub" }, card.subtitle) : null),
      ),
      el("button", { type: "button", class: "icon", "aria-label": t("close"), onclick: () => this.hide() }, "✕"),
      ...(reason ? [el("p", { class: "no" }, reason)] : []),
      ...(card.facts?.length
        ? [
            el(
              "dl",
              {},
              ...card.facts.map((fact) =>
                el("div", {}, el("dt", {}, fact.label), el("dd", {}, fact.symbol ? glyph(fact.symbol) : null, fact.text)),
              ),
            ),
          ]
        : []),
      ...(card.lines ?? []).map((line) => el("p", {}, line)),
      ...(table
        ? [el("table", {}, el("thead", {}, row(table.head, true)), el("tbody", {}, ...table.rows.map((cells) => row(cells, false))))]
        : []),
      ...(card.reach ? [el("p", { class: "sub" }, card.reach)] : []),
      ...(card.rules ? [el("p", {}, el("a", { href: card.rules, target: "_blank" }, t("rules")))] : []),
    );
    $("#info").hidden = false;
    $("#side").classList.toggle("over", this.page.narrow && $("#side").classList.contains("away"));
  }
}
