// The analysis room: a table that goes on from any position, with variations, and the best moves as they become known. Knows no game.

import { $, LANG, PAGE, api, copy, el, ensureName, t, tabMemory, tabs, trying } from "./page.js";
import { NOBODY } from "./compose.js";
import { Layout } from "./layout.js";
import { MiniMap } from "./minimap.js";
import { Picker } from "./picker.js";
import { Stage, loadArt } from "./stage.js";
import { Tree } from "./tree.js";
import { sheet, told } from "./panels.js";

/** Iterations of the search: each look is deeper than the one before. */
const LIMITS = [200, 800, 3200, 12800];
const MOST_LEGAL = 400;
const percent = (chance) => `${Math.round(100 * chance)} %`;
const OPEN = -2;
/** Pieces smaller than this are buttons once the rest of a move is chosen. */
const TINY = 24;

class Room {
  constructor() {
    const asked = new URLSearchParams(location.search);
    this.eyes = Number(asked.get("eyes") ?? PAGE.eyes);
    this.found = null;
    this.deepest = new Map();
    this.stage = new Stage(
      (area) => this.layout.home(area),
      (id) => this.picker.pick(id),
    );
    const overview = () => this.found && this.map.draw();
    this.layout = new Layout(this.stage, () => (this.eyes < 0 ? (this.found?.actor ?? NOBODY) : this.eyes), overview, overview);
    this.map = new MiniMap(this);
    this.picker = new Picker(
      () => this.draw(),
      (move) => (move.amount ? this.draw() : this.play(move.move, move.text)),
    );
    const step = (by) => () => this.step(by);
    $("#first").addEventListener("click", step(-Infinity));
    $("#before").addEventListener("click", step(-1));
    $("#after").addEventListener("click", step(1));
    $("#final").addEventListener("click", step(Infinity));
    $("#eyes").addEventListener("change", () => {
      this.eyes = Number($("#eyes").value);
      this.load();
    });
    $("#type-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("#type-move").value.trim();
      if (text) this.play(text, text);
    });
    $("#comment").addEventListener("change", () => {
      this.tree.comment = $("#comment").value;
      this.list();
    });
    $("#line-name").addEventListener("change", () => {
      this.tree.line.name = $("#line-name").value.trim();
      this.list();
    });
    $("#remove").addEventListener("click", () => {
      this.tree.remove();
      this.list();
      this.load();
    });
    $("#link").addEventListener("click", () => trying(() => this.link()));
    $("#download").addEventListener("click", () => trying(() => this.download()));
    $("#legal").addEventListener("toggle", () => this.legal());
    tabs("#panels", () => $("#moves .current")?.scrollIntoView({ block: "center" }));
    document.addEventListener("keydown", (event) => {
      if (event.defaultPrevented || event.target.matches("input, select, textarea, button, [role=tab]")) return;
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10, Home: -Infinity, End: Infinity }[event.key];
      if (!by) return;
      event.preventDefault();
      this.step(by);
    });
    document.addEventListener("visibilitychange", () => document.hidden || this.think());
    trying(async () => {
      await loadArt(PAGE.art);
      const found = await api("POST", "/api/analysis/moment", { ...PAGE.source, eyes: this.eyes, tree: true });
      this.plies = found.plies;
      this.tree = new Tree(found.tree, found.main);
      this.actors = found.actors;
      this.tree.place = asked.get("at") ?? asked.get("ply") ?? "0";
      const filled = tabMemory.get("filled", {})[PAGE.source.position] ?? [];
      $("#filled").hidden = !filled.length;
      $("#filled ul").replaceChildren(...filled.map((text) => el("li", {}, text)));
      this.list();
      await this.load();
    });
  }

  name(seat) {
    return this.found.names[seat] || t("seat", { number: seat + 1 });
  }

  step(by) {
    this.tree.step(by);
    this.load();
  }

  /** A move from here; one that the rules refuse changes nothing. */
  async play(move, text) {
    const before = this.tree.place;
    const { line, ply } = this.tree;
    const grew = ply === this.tree.end || line.moves[ply - line.start] !== move;
    this.tree.play(move, text);
    $("#type-move").value = "";
    if ((await this.load()) || !grew) {
      this.list();
      return;
    }
    if (this.tree.line === line) line.moves.length = ply - line.start;
    else this.tree.remove();
    this.tree.place = before;
    await this.load();
  }

  /** The moment of this place; true if there is one. Only the last wish counts. */
  async load() {
    const wish = Symbol("wish");
    this.wish = wish;
    const place = { ...PAGE.source, ...this.tree.path(this.plies), eyes: this.eyes };
    const found = await trying(() => api("POST", "/api/analysis/moment", place));
    if (!found || this.wish !== wish) return Boolean(found);
    await this.show(found, place);
    return true;
  }

  async show(found, place) {
    const first = this.found === null;
    this.found = found;
    this.asked = place;
    const { tree } = this;
    // What the moves of this line are called is known now.
    let n = found.said.length;
    for (const [one, ply] of [...tree.way].reverse())
      for (let i = ply - one.start - 1; i >= 0 && n > 0; i -= 1) one.said[i] = found.said[(n -= 1)];
    if (first) this.seats(found);
    $("#at").textContent = found.ply ? t("analysis_at", { ply: found.ply }) : t("analysis_at_start");
    $("#events").replaceChildren(...told(found.events, (about) => this.stage.light({ last: about })));
    $("#points").replaceChildren(sheet({ position: found, table: { categories: PAGE.categories } }, (seat) => this.name(seat)));
    $("#comment").value = tree.comment;
    $("#naming").hidden = !tree.line.parent;
    $("#line-name").value = tree.line.name;
    $("#remove").textContent = t(tree.line.parent ? "analysis_remove" : "analysis_cut");
    $("#position").value = found.position;
    $("#edit").hidden = !PAGE.editor || found.actor < 0;
    $("#edit").href = `${PAGE.editor}#${encodeURIComponent(found.position)}`;
    this.current();
    this.picker.offer(found.legal);
    this.stage.ghost([]);
    if (found.scene) {
      await this.stage.show(found.scene, !first);
      this.layout.arrange();
    }
    this.draw();
    this.layout.follow(found.last);
    this.map.draw();
    this.legal();
    const url = new URL(location.href);
    url.searchParams.delete("ply");
    url.searchParams.set("at", tree.place);
    url.searchParams.set("eyes", this.eyes);
    history.replaceState(null, "", url);
    this.think();
  }

  seats(found) {
    const choices = PAGE.eyes === OPEN ? [OPEN, -1, ...found.accounts.keys()] : [PAGE.eyes];
    const title = (seat) => (seat === OPEN ? t("eyes_open") : seat < 0 ? t("eyes_public") : this.name(seat));
    $("#eyes").replaceChildren(...choices.map((seat) => el("option", { value: seat, selected: seat === this.eyes }, title(seat))));
  }

  // ------------------------------------------------------------------ moves

  /** What may be clicked glows; what lies on no board is a button, a number is asked for in a field. */
  draw() {
    const { next, picks } = this.picker;
    const { found, stage } = this;
    const away = (id) => !stage.areas.get(stage.sprites.get(id)?.data.area)?.shown;
    const tiny = (id) => {
      const { role, area, width, height } = stage.sprites.get(id)?.data ?? {};
      return role === "piece" && Math.min(width, height) * (stage.areas.get(area)?.place?.scale ?? 1) < TINY;
    };
    const amount = this.picker.candidates().find((move) => move.amount);
    const typed = (id) => amount && away(id) && stage.sprites.get(id)?.data.kind === "amount";
    stage.light({ can: [...next].filter((id) => !tiny(id) && !typed(id)), picked: picks, last: picks.length ? [] : found.last });
    $("#status").textContent = found.prompt;
    $("#in-hand").replaceChildren(...stage.apart(found.in_hand));
    const buttons = [...next].filter((id) => (away(id) || (picks.length && tiny(id))) && !typed(id));
    const label = (id) => stage.sprites.get(id)?.data.label || this.picker.candidates([...picks, id])[0]?.text || id;
    $("#choices").replaceChildren(
      ...(amount && !picks.length ? [this.amount(amount)] : []),
      ...buttons.map((id) => el("button", { type: "button", "data-id": id, onclick: () => this.picker.pick(id) }, label(id))),
      ...(picks.length ? [el("button", { type: "button", class: "quiet", onclick: () => this.picker.back() }, t("analysis_back"))] : []),
    );
  }

  amount(move) {
    const { template, least, most, step, value } = move.amount;
    const input = el("input", { type: "number", min: least, max: most, step, value, "aria-label": move.text });
    const send = (event) => {
      event.preventDefault();
      this.play(template.replace("{}", input.value), move.text);
    };
    return el("form", { class: "pair", onsubmit: send }, input, el("button", {}, t("analysis_go")));
  }

  /** All legal moves as a list, when it is open. */
  legal() {
    const box = $("#legal");
    const moves = box.open ? this.found.legal.filter((move) => !move.amount).slice(0, MOST_LEGAL) : [];
    const button = ({ move, text }) => el("li", {}, el("button", { type: "button", onclick: () => this.play(move, text) }, text));
    $("ul", box).replaceChildren(...moves.map(button));
  }

  // ------------------------------------------------------------------- tree

  /** The moves with their variations; a click goes there. */
  list() {
    const row = (one, i) => {
      const ply = one.start + i;
      const note = one.comments[ply + 1];
      const others = i || one.parent === null ? this.tree.others(one, ply) : [];
      return [
        el(
          "li",
          { class: one === this.tree.main && this.actors[i] >= 0 ? `seat-${this.actors[i]}` : null },
          this.button(one, ply),
          note ? el("p", { class: "note" }, note) : null,
          ...others.map((other) => this.variation(other)),
        ),
      ];
    };
    this.rows = new Map();
    const first = this.tree.main.comments[0];
    $("#moves").replaceChildren(
      ...(first ? [el("li", {}, el("p", { class: "note" }, first))] : []),
      ...this.tree.main.moves.flatMap((_, i) => row(this.tree.main, i)),
    );
    this.current();
  }

  variation(one) {
    const parts = one.moves.flatMap((_, i) => {
      const ply = one.start + i;
      const note = one.comments[ply + 1];
      const others = i ? this.tree.others(one, ply).map((other) => this.variation(other)) : [];
      return [this.button(one, ply), ...(note ? [el("p", { class: "note" }, note)] : []), ...others];
    });
    return el("div", { class: "variation" }, one.name ? el("b", {}, one.name) : null, ...parts);
  }

  button(one, ply) {
    const i = ply - one.start;
    const go = () => {
      this.tree.go(one, ply + 1);
      this.load();
    };
    const made = el(
      "button",
      { type: "button", title: one.moves[i], onclick: go },
      el("span", { class: "number" }, String(ply + 1)),
      el("span", {}, one.said[i] || one.moves[i]),
    );
    this.rows.set(`${this.id(one)}:${ply}`, made);
    return made;
  }

  /** A number for each line, as long as the page is open. */
  id(one) {
    this.ids ??= new Map();
    if (!this.ids.has(one)) this.ids.set(one, this.ids.size);
    return this.ids.get(one);
  }

  current() {
    if (!this.rows) return;
    for (const made of this.rows.values()) {
      made.classList.remove("current");
      made.removeAttribute("aria-current");
    }
    const { line: one, ply } = this.tree;
    const made = this.rows.get(`${this.id(one)}:${ply - 1}`);
    made?.classList.add("current");
    made?.setAttribute("aria-current", "true");
    if (made && this.found?.said.length) made.lastElementChild.textContent = one.said[ply - 1 - one.start] || one.moves[ply - 1 - one.start];
    made?.scrollIntoView({ block: "nearest" });
  }

  // ------------------------------------------------------------ best moves

  /** Search deeper and deeper, as long as somebody looks at this place. */
  async think() {
    const place = this.asked;
    if (!place || document.hidden) return;
    const key = JSON.stringify(place);
    const known = this.deepest.get(key);
    this.lines(known ?? null);
    if (this.found.actor < 0) {
      $("#depth").textContent = t("analysis_over");
      return;
    }
    for (const limit of LIMITS.filter((one) => one > (known?.limit ?? 0))) {
      let best;
      try {
        best = await api("POST", "/api/analysis/best", { ...place, limit });
      } catch (error) {
        if (this.asked === place) $("#depth").textContent = error.message;
        return;
      }
      this.deepest.set(key, best);
      if (this.asked !== place || document.hidden) return;
      this.lines(best);
    }
  }

  /** The best moves; the pieces of each are drawn as ghosts where one looks at it, those of the first otherwise. */
  lines(best) {
    const box = $("#lines");
    const focused = [...box.children].findIndex((row) => row.contains(document.activeElement));
    const name = this.name(this.found.actor);
    $("#depth").textContent = best ? t("analysis_depth", { name, n: best.limit.toLocaleString(LANG) }) : t("analysis_thinking");
    const lines = best?.lines ?? [];
    const look = (one) => () => this.ghosts(one);
    const seat = (one, n) =>
      el(
        "span",
        { class: `prospect seat-${n}${n === this.found.actor ? " actor" : ""}` },
        el("span", { class: "emblem", "aria-hidden": "true" }),
        el("span", { class: "vh" }, `${this.name(n)}: `),
        el("b", {}, percent(one.chances[n])),
        " ",
        el("small", {}, t("analysis_lead_of", { lead: one.leads[n] })),
      );
    box.replaceChildren(
      ...lines.map((one) =>
        el(
          "li",
          {},
          el(
            "button",
            {
              type: "button",
              onclick: () => this.play(one.move, one.text),
              onpointerenter: look(one),
              onfocus: look(one),
              onpointerleave: () => this.ghosts(lines[0]),
              onblur: () => this.ghosts(lines[0]),
            },
            el("b", {}, one.text),
          ),
          this.shares(one),
          el("p", { class: "prospects" }, ...one.chances.map((_, n) => seat(one, n))),
          one.line.length > 1 ? el("p", { class: "small" }, t("analysis_then", { line: one.line.slice(1, 5).map(({ text }) => text).join(" · ") })) : null,
        ),
      ),
    );
    this.first(lines[0]);
    if (focused >= 0) box.children[focused]?.querySelector("button").focus();
    if (lines.length) this.ghosts(lines[0]);
  }

  /** Everybody's chance as a part of one bar. */
  shares(one) {
    const parts = one.chances.map((chance, n) => {
      const part = el("i", { class: `seat-${n}` });
      part.style.setProperty("--share", chance);
      return part;
    });
    return el("p", { class: "shares", "aria-hidden": "true" }, ...parts);
  }

  /** On a phone, where the best moves are a page of their own, the first one stands in the bar. */
  first(one) {
    $("#best").hidden = !one;
    if (!one) return;
    $("#best").replaceChildren(el("span", { class: "vh" }, `${t("analysis_best")}: `), el("span", {}, one.text), el("b", {}, percent(one.chances[this.found.actor])));
    $("#best").onclick = () => this.play(one.move, one.text);
  }

  ghosts(one) {
    if (this.picker.picks.length) return;
    this.stage.ghost(one.ghosts);
    this.stage.light({ hint: one.path });
  }

  // ------------------------------------------------------------------- keep

  async file() {
    const { position, match, table } = PAGE.source;
    return (await api("POST", "/api/analysis/file", { position, match, table, tree: this.tree.data() })).text;
  }

  /** A link to this place: to the position itself, or to the analysis, which is kept as a match. */
  async link() {
    const url = new URL(location.href);
    if (this.tree.noted || this.tree.main.moves.length !== this.plies) {
      await ensureName();
      const { match } = await api("POST", "/api/matches", { text: await this.file() });
      url.search = new URLSearchParams({ match, at: this.tree.place, eyes: this.eyes });
      history.replaceState(null, "", url);
    }
    await copy(url.href);
  }

  async download() {
    const address = URL.createObjectURL(new Blob([await this.file()], { type: "text/plain" }));
    el("a", { href: address, download: "analysis.tri" }).click();
    URL.revokeObjectURL(address);
  }
}

window.tripolis = new Room();
