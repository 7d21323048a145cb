// Puts the areas of a stage where compose.js says; on a phone shows one page of them at a time, and goes by itself to where the next click lies.

import { $, el, t } from "./page.js";
import { FIGURE, compose, hole, roleOf, seatOf } from "./compose.js";
import { glyph, make } from "./glyphs.js";

/** Windows that are laid out as on a phone; the style sheet has the same rule. */
const SMALL = matchMedia("(max-width: 43.74rem), (max-height: 30rem)");
/** How far a finger goes sideways to turn a page of the phone, in pixels. */
const SWIPE = 60;

/** So many pieces of one's own have room as buttons of the action bar. */
const FEW = 4;

/** The room that a flat card of what is decided about takes, in pixels. */
const FOOT = 88;

/** How high a line about a seat is at least, in pixels. */
const LINE = 44;

/** A small picture for each page of the phone, by the role of what is on it. */
const PICTURES = {
  main: "M10 2.5L16.5 6.2V13.8L10 17.5L3.5 13.8V6.2Z",
  own: "M3 5H17V15.5H3ZM3 8.7H17M6 12.2H9",
  hand: "M4 6L10 4.5L12.5 15L6.5 16.5ZM11 5.5L16 7L13.6 15.4",
  rival: "M7.5 9.5A2.8 2.8 0 1 1 7.6 9.5ZM2.5 16.5A5 4.6 0 0 1 12.5 16.5M12.6 4.3A2.8 2.8 0 0 1 13 9.4M14.3 11.9A4.6 4.6 0 0 1 17.5 16.5",
  info: "M3.5 3.5H8.5V8.5H3.5ZM11.5 3.5H16.5V8.5H11.5ZM3.5 11.5H8.5V16.5H3.5ZM11.5 11.5H16.5V16.5H11.5Z",
  log: "M3 5H4M7 5H17M3 10H4M7 10H17M3 15H4M7 15H17",
};

/** Such a picture as an element. */
function picture(role) {
  const drawn = make("svg", { class: "ico", viewBox: "0 0 20 20", "aria-hidden": "true" });
  drawn.append(make("path", { d: PICTURES[role] ?? PICTURES.info }));
  return drawn;
}

/** A figure of a summary with its symbol; readers of screens hear what it is. */
const brief = ({ symbol, owner, text, label }) =>
  el("span", { title: label || null }, symbol ? glyph(symbol, owner ?? -1) : null, text, el("span", { class: "vh" }, ` (${label}) `));

export class Layout {
  /** `you()` is the seat whose things lie nearest; -1: the first one's. `changed()` hears of a new composition, `turned()` of another page of the phone. */
  constructor(stage, you, changed = () => {}, turned = () => {}) {
    this.stage = stage;
    this.changed = changed;
    this.turned = turned;
    this.you = you;
    this.narrow = false;
    this.page = 0;
    this.key = "";
    this.sizes = new Map();
    this.known = new Map();
    // Measured when it changes: to ask for it with every message would lay the page out once more.
    new ResizeObserver(() => {
      this.measure();
      this.arrange();
    }).observe($("#boards"));
    if ($("#sheets")) this.swipes();
  }

  /** Where an area of the scene is drawn; null: nowhere, such as choices, which are buttons of the action bar. */
  home(area) {
    const role = roleOf(area, this.you());
    return role === "none" || role === "choices" ? null : $("#boards");
  }

  /** The room that the boards have, and how high the action bar is that may hold a hand. */
  measure() {
    this.room = { width: $("#boards").clientWidth, height: $("#boards").clientHeight, bar: $("#prompt") && $("#bar").clientHeight };
  }

  /** Compose what is there for the room that there is; nothing happens if neither has changed. */
  arrange() {
    if (!this.room?.width) this.measure();
    const viewport = { ...this.room, narrow: SMALL.matches };
    const lying = Map.groupBy([...this.stage.sprites.values()].map(({ data }) => data), ({ area }) => area);
    const areas = [...this.stage.areas.values()].map(({ area }) => {
      const sprites = lying.get(area.name) ?? [];
      const used = Math.max(0, ...sprites.map(({ y, height }) => y + height));
      return { ...area, target: this.target(area, sprites), words: this.words(area, sprites), used: Math.min(area.height, used) };
    });
    this.summaries();
    if (this.pages) this.strip();
    if (!areas.length || !viewport.width || !viewport.height) return;
    const you = this.you();
    const key = JSON.stringify([
      viewport,
      you,
      areas.map(({ name, width, height, role, seat, text, target, words, used }) => [name, width, height, role, seat, text, target, words, used]),
    ]);
    if (key === this.key) return;
    this.key = key;
    if (!this.known.has(key)) this.known.set(key, compose(areas, viewport, you));
    const made = this.known.get(key);
    for (const [name, kept] of this.stage.areas) kept.figure.dataset.role = kept.role = made.roles.get(name) ?? roleOf(kept.area, you);
    this.narrow = made.narrow;
    document.body.classList.toggle("narrow", made.narrow);
    this.stage.arrange(made);
    this.put($("#side"), made.narrow ? null : made.log);
    this.held = Boolean(made.held);
    $("#bar").classList.toggle("with-hand", this.held);
    $("#bar").style.setProperty("--held", `${made.held ?? 0}px`);
    this.middle = made.middle;
    this.spot = made.middle ?? hole(made, viewport);
    const middle = $("#middle");
    if (middle) {
      this.put(middle, made.middle);
      this.free = Boolean(made.beside) || areas.some(({ name, free }) => free?.length && made.roles.get(name) === "main");
      middle.hidden = !(made.middle || made.narrow);
    }
    this.pages = made.pages;
    this.spare = made.spare ?? null;
    this.beside = made.beside ?? null;
    $("#table")?.classList.toggle("desk", Boolean(this.beside || (this.spare && areas.some((area) => area.stood_on))));
    this.tabs();
    this.summaries();
    this.followed = null;
    this.changed();
  }

  /** An element of the page at a place; none: where the style sheet says. */
  put(element, place) {
    if (!element) return;
    for (const [name, value] of Object.entries({ left: place?.x, top: place?.y, width: place?.width, height: place?.height }))
      element.style[name] = value === undefined ? "" : `${value}px`;
  }

  /** Is there a place for the card of what is decided about? */
  get decides() {
    return Boolean(this.middle) || (this.narrow && (this.page === 0 ? this.free : this.foot));
  }

  /** Has a page of the phone with one's own things room for such a card at its foot? */
  get foot() {
    const shown = (this.page && this.pages?.[this.page]) || [];
    const places = shown.map((name) => this.stage.areas.get(name)).filter(({ role, place }) => role === "own" && place);
    const down = Math.max(...places.map(({ place }) => place.y + place.height));
    return places.length > 0 && places.length === shown.length && this.room.height - down >= FOOT;
  }

  /** The smallest thing to be clicked that has been seen in the main area or in one's own: it has to be large enough for a finger, and nothing moves when it goes. */
  target(area, sprites) {
    const roles = { main: ["target"], own: ["target"], hand: ["piece", "target"] }[roleOf(area, this.you())];
    if (!roles) return 0;
    const sizes = sprites.filter(({ role }) => roles.includes(role)).map(({ width, height }) => Math.min(width, height));
    return this.smallest(`target ${area.name}`, sizes) ?? 0;
  }

  /** The smallest text in an area that is more than a figure. */
  words(area, sprites) {
    const sizes = sprites.flatMap(({ marks, width }) =>
      (marks ?? []).filter((mark) => String(mark.text).length > FIGURE && !mark.coordinate).map((mark) => (mark.size * width) / 100),
    );
    return this.smallest(`words ${area.name}`, sizes);
  }

  /** The smallest of sizes and of those seen before; undefined if there were none. */
  smallest(key, sizes) {
    const least = Math.min(this.sizes.get(key) ?? Infinity, ...sizes);
    if (!Number.isFinite(least)) return undefined;
    this.sizes.set(key, least);
    return least;
  }

  /** On the first page of a phone: a line about each seat below the board, or what is one's own in the corner of a map. */
  strip() {
    const box = $("#strip");
    if (!box) return;
    const pinned = !this.spare && !this.beside && [...this.stage.areas.values()].some(({ role, place }) => role === "main" && place?.how === "panned");
    box.hidden = !this.narrow || this.page !== 0 || !(this.spare || pinned);
    if (box.hidden) return;
    this.put(box, this.spare);
    box.classList.toggle("pinned", pinned);
    const order = (role) => ["rival", "own"].indexOf(role);
    const found = [...this.stage.areas.values()]
      .filter(({ role, area }) => order(role) >= (pinned ? 1 : 0) && seatOf(area) >= 0 && area.summary?.length)
      .slice(0, pinned ? 1 : undefined)
      .sort((a, b) => order(a.role) - order(b.role));
    const lines = this.spare ? found.slice(0, Math.floor(this.spare.height / LINE)) : found;
    const key = JSON.stringify(lines.map(({ area }) => [area.name, area.title, area.summary]));
    if (box.dataset.key === key) return;
    box.dataset.key = key;
    const page = ({ area }) => this.pages.findIndex((names) => names.includes(area.name));
    box.replaceChildren(
      ...lines.map((kept) =>
        el(
          "button",
          { type: "button", class: `seat-${seatOf(kept.area)}`, onclick: () => this.go(page(kept), true) },
          pinned ? null : el("span", { class: "emblem", "aria-hidden": "true" }),
          el("b", {}, kept.area.title),
          el("span", { class: "chips" }, ...kept.area.summary.map(brief)),
        ),
      ),
    );
  }

  /** Chips of areas for which there is no room. */
  summaries() {
    for (const { area, chip, place } of this.stage.areas.values()) {
      if (place?.how !== "chip") continue;
      const key = JSON.stringify([area.title, area.summary]);
      if (chip.dataset.key === key) continue;
      chip.dataset.key = key;
      chip.replaceChildren(
        el("span", { class: "vh" }, `${t("zoom", { area: area.title || area.name })} `),
        el("span", { class: "chips" }, ...(area.summary ?? []).map(brief)),
      );
    }
  }

  // -------------------------------------------------------------------- phone

  tabs() {
    const nav = $("#sheets");
    if (!nav) return;
    nav.hidden = !this.narrow;
    if (!this.narrow) {
      this.strip();
      for (const { figure } of this.stage.areas.values()) figure.classList.remove("away");
      $("#side").classList.remove("away");
      $("#boards").classList.remove("scrolls");
      $("#table").classList.remove("slim");
      return;
    }
    const title = (names) => {
      const { area, role } = this.stage.areas.get(names[0]);
      const all = names.some((name) => this.stage.areas.get(name).role === "rival");
      return role === "own" && seatOf(area) >= 0
        ? t(all ? "players" : "sheet_own")
        : role === "rival" && names.length > 1
          ? t("sheet_rivals")
          : role === "hand"
            ? t("sheet_hand")
            : role === "info" && names.length > 1
              ? t("sheet_more")
              : area.title || names[0];
    };
    const roles = (names) => names.map((name) => this.stage.areas.get(name).role);
    const buttons = this.pages.map((names, n) =>
      el(
        "button",
        { type: "button", "data-page": n, onclick: () => this.go(n, true) },
        picture(n && roles(names).includes("rival") ? "rival" : roles(names)[0]),
        el("span", { class: "name" }, title(names)),
      ),
    );
    buttons.push(
      el(
        "button",
        { type: "button", "data-page": this.pages.length, onclick: () => this.go(this.pages.length, true) },
        picture("log"),
        el("span", { class: "name" }, $("#side").dataset.sheet ?? t("log")),
        el("span", { class: "badge", hidden: true }),
      ),
    );
    nav.replaceChildren(...buttons);
    this.go(Math.min(this.page, this.pages.length));
    this.turned();
  }

  /** Show a page of the phone; the last one is log, points, chat and aid. */
  go(number, chosen = false) {
    if (!this.narrow || !this.pages) return;
    this.page = number;
    if (chosen) this.wish = number;
    const shown = new Set(this.pages[number] ?? []);
    for (const [name, { figure }] of this.stage.areas) figure.classList.toggle("away", !shown.has(name));
    $("#side").classList.toggle("away", number !== this.pages.length);
    if ($("#deal")?.hidden !== false) $("#side").classList.remove("over");
    this.strip();
    $("#boards").classList.toggle("scrolls", number !== 0);
    $("#table").classList.toggle("slim", this.foot);
    $("#boards").tabIndex = number === 0 ? -1 : 0; // what scrolls can be scrolled by keys
    for (const button of $("#sheets").children) button.setAttribute("aria-pressed", String(Number(button.dataset.page) === number));
    if (chosen) this.turned();
  }

  /** A finger that goes sideways turns the page, unless what it moves can be moved sideways itself. */
  swipes() {
    let from = null;
    const table = $("#table");
    const sideways = (node) => node && node !== table && (node.scrollWidth > node.clientWidth + 1 || sideways(node.parentElement));
    const begin = ({ touches, target }) => {
      from =
        this.narrow && touches.length === 1 && !target.closest("input") && !sideways(target.closest(".frame, #side, #bar"))
          ? touches[0]
          : null;
    };
    const end = ({ changedTouches: [to] }) => {
      if (!from) return;
      const [right, down] = [to.clientX - from.clientX, to.clientY - from.clientY];
      from = null;
      if (Math.abs(right) < SWIPE || Math.abs(right) < 2 * Math.abs(down)) return;
      const page = this.page - Math.sign(right);
      if (page >= 0 && page <= this.pages.length) this.go(page, true);
    };
    table.addEventListener("touchstart", begin, { passive: true });
    table.addEventListener("touchend", end, { passive: true });
  }

  /** Go to where these sprites are, unless one of them is in sight or nothing has changed; a summary opens if something in it has to be clicked, or as long as it is told what happens there. `held`: pieces of one's own are buttons, too. */
  follow(ids, { click = false, tell = false, held = false } = {}) {
    const key = [...ids].sort().join();
    if (key === this.followed) return;
    this.followed = key;
    const chip = this.narrow
      ? null
      : [...ids].map((id) => this.stage.sprites.get(id)?.data.area).find((name) => this.stage.areas.get(name)?.place?.how === "chip");
    const seen = [...ids].some((id) =>
      ["whole", "panned"].includes(this.stage.areas.get(this.stage.sprites.get(id)?.data.area)?.place?.how),
    );
    if (!this.narrow) {
      if (this.telling) this.stage.enlarge(this.telling, false);
      this.telling = chip && !seen && tell ? chip : null;
      if (this.telling || (chip && !seen && click && this.stage.canIn(chip).length > 1)) this.stage.enlarge(chip, true);
      return;
    }
    const areas = new Set([...(held ? this.elsewhere(ids) : ids)].map((id) => this.stage.sprites.get(id)?.data.area));
    const roles = new Set([...areas].map((name) => this.stage.areas.get(name)?.role));
    const pages = [...areas].map((name) => this.pages.findIndex((names) => names.includes(name))).filter((page) => page >= 0);
    // Buttons are in sight everywhere: for them and somebody else's things one stays where one is.
    const stay = roles.has("choices") && [...roles].every((role) => role === "choices" || role === "rival");
    if (pages.length && !stay && !pages.includes(this.page)) this.go(Math.min(...pages));
    this.stage.centre([...ids, ...this.stage.picked]);
    // Of several areas below each other that one is shown.
    if (this.page) this.reveal(this.stage.areas.get([...areas][0])?.figure);
  }

  /** Of what may be clicked, that for which one has to go somewhere: a few pieces of one's own are buttons of the action bar on every other page. */
  elsewhere(ids) {
    const own = ({ data } = {}) => data?.role === "piece" && data.symbol && ["own", "hand"].includes(this.stage.areas.get(data.area)?.role);
    const pieces = new Set([...ids].filter((id) => own(this.stage.sprites.get(id))));
    return pieces.size <= FEW ? [...ids].filter((id) => !pieces.has(id)) : ids;
  }

  /** Only the boards are moved for it: what the page shows above them, such as the end of a match, stays in sight. */
  reveal(figure) {
    if (!figure) return;
    const boards = $("#boards");
    const last = figure.offsetTop + figure.offsetHeight - boards.clientHeight;
    boards.scrollTop = Math.min(figure.offsetTop, Math.max(last, boards.scrollTop));
  }
}
