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
    // The form of a deal stays where it is.
    if ($("#deal").hidden) $("#side").classList.remove("over");
  }

  draw(card, data, reason) {
    const sprite = card.sprite ?? (data.symbol ? data : null);
    $("#info").replaceChildren(
      el(
        "div",
        { class: "top" },
        sprite?.symbol ? drawing(sprite) : null,
        el("div", {}, el("h2", {}, card.title), card.subtitle ? el("p", { class: "sub" }, card.subtitle) : null),
      ),
      el("button", { type: "button", class: "icon", "aria-label": t("close"), onclick: () => this.hide() }, "✕"),
      ...(reason ? [el("p", { class: "no" }, reason)] : []),
      ...(card.reach ? [el("p", { class: "reach" }, card.reach)] : []),
      ...facts(card.facts),
      ...(card.lines ?? []).map((line) => el("p", {}, line)),
      ...table(card.table),
      ...(card.rules ? [el("p", {}, el("a", { href: card.rules, target: "_blank" }, t("rules")))] : []),
    );
    $("#info").hidden = false;
    $("#side").classList.toggle("over", this.page.narrow && $("#side").classList.contains("away"));
  }

  /** On a phone without room for a card, where the turn stands comes into view all the same, once. */
  bring(id) {
    const { narrow, layout, asked, line, stage } = this.page;
    const key = narrow && !layout.decides && id === asked.open_card ? `${id} ${line.seq}` : "";
    if (key && key !== this.brought) stage.centre([id]);
    this.brought = key;
  }

  /** The card of what is decided about, in the free part of the board. */
  async decide(id) {
    const box = $("#decision");
    this.bring(id);
    const key = id && this.page.layout.decides ? `${id} ${this.page.line.seq}` : "";
    if (this.decided === key) return;
    this.decided = key;
    const asked = new URLSearchParams({ sprite: id ?? "", clicks: "", after: this.page.draft.texts().join(",") });
    const card = key && (await api("GET", `/api/tables/${PAGE.table}/card?${asked}`).catch(() => null));
    if (this.decided !== key) return;
    // Where one stands, and there is nothing to weigh up, a sentence of the rules is no help.
    const tells = card && (id !== this.page.asked.open_card || card.table || card.facts?.length);
    box.hidden = !tells;
    $("#table").classList.toggle("deciding", Boolean(tells));
    if (!tells) {
      if (key && this.page.narrow) this.page.stage.centre([id]);
      return;
    }
    const [first, ...others] = card.facts ?? [];
    const band = el(
      "header",
      {},
      el("div", {}, el("h2", {}, card.title), card.subtitle ? el("p", {}, card.subtitle) : null),
      first ? el("p", { class: "first" }, el("small", {}, first.label), first.text) : null,
    );
    band.style.background = card.colour ? `var(--${card.colour})` : "";
    band.style.color = card.colour ? `var(--on-${card.colour})` : "";
    const lines = card.table ? [] : (card.lines ?? []).map((line) => el("p", {}, line));
    box.classList.toggle("brief", !card.table);
    box.replaceChildren(band, ...table(card.table, card.colour), ...lines, ...facts(others.filter(({ symbol }) => symbol)));
    if (!this.page.narrow) return;
    this.page.stage.centre([id], box);
    this.page.overview(); // which leaves the card free
  }
}

const facts = (list) =>
  list?.length
    ? [
        el(
          "dl",
          {},
          ...list.map((fact) => el("div", {}, el("dt", {}, fact.label), el("dd", {}, fact.symbol ? glyph(fact.symbol) : null, fact.text))),
        ),
      ]
    : [];

/** A scoring table, with the column that holds now; as bars, where it says how high they are. */
function table(found, colour = "") {
  if (!found) return [];
  const now = (n) => (found.now === n ? { class: "now" } : {});
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
  const body = found.rows.map((cells) => row(cells, false));
  const most = Math.max(...found.bars);
  for (const [n, value] of found.bars.entries()) {
    const bar = el("i");
    bar.style.setProperty("--part", value / most);
    if (colour) bar.style.background = `var(--${colour})`;
    body[0].cells[n + 1].append(bar);
  }
  const title = found.bars.length
    ? [el("p", { class: "bars-title", "aria-hidden": "true" }, `${found.rows[0][0]} ${found.head[0]}`)]
    : [];
  return [
    ...title,
    el("table", { class: found.bars.length ? "bars" : "" }, el("thead", {}, row(found.head, true)), el("tbody", {}, ...body)),
  ];
}
