// A finished or imported match, moment by moment, through anybody's eyes.

import { $, PAGE, api, el, t, tabs, trying } from "./page.js";
import { glyph } from "./glyphs.js";
import { NOBODY } from "./compose.js";
import { Layout } from "./layout.js";
import { MiniMap } from "./minimap.js";
import { Stage, loadArt } from "./stage.js";
import { course, lead } from "./chart.js";
import { sheet, told } from "./panels.js";
import { Retry } from "./retry.js";
import { Review } from "./review.js";

const STEP = 1100;

class Replay {
  constructor() {
    this.ply = 0;
    this.seat = -1;
    this.found = null;
    this.playing = null;
    this.stage = new Stage(
      (area) => this.layout.home(area),
      (id) => this.retry.clicked(id),
    );
    this.retry = new Retry(
      this.stage,
      (ids) => this.layout.follow(ids, { click: true }),
      () => this.show(this.found),
    );
    // Through everybody's eyes, one looks at all seats alike.
    const placed = () => {
      if (this.found) this.map.draw();
      this.spot();
    };
    this.layout = new Layout(this.stage, () => (this.seat < 0 ? NOBODY : this.seat), placed, placed);
    this.map = new MiniMap(this);
    this.slider = $("#ply");
    this.slider.addEventListener("input", () => this.go(Number(this.slider.value)));
    const step = (by) => () => this.go(this.beside(by));
    $("#first").addEventListener("click", () => this.go(0));
    $("#before").addEventListener("click", step(-1));
    $("#after").addEventListener("click", step(1));
    $("#final").addEventListener("click", () => this.go(Infinity));
    $("#run").addEventListener("click", () => this.run());
    // On a phone the reasons are on a page of their own.
    $("#told").addEventListener("click", () => {
      $("#tab-review").click();
      $("#sheets").lastElementChild?.click();
    });
    $("#eyes").addEventListener("change", () => {
      this.seat = Number($("#eyes").value);
      this.load();
    });
    tabs("#panels", () => $("#moves .current")?.scrollIntoView({ block: "center" }));
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea, button")) return;
      const by = { ArrowLeft: -1, ArrowRight: 1, PageUp: -10, PageDown: 10 }[event.key];
      if (by) this.go(Math.abs(by) > 1 ? this.ply + by : this.beside(by));
      else if (event.key === "Home") this.go(0);
      else if (event.key === "End") this.go(Infinity);
      else if (event.key === " ") this.run();
      else return;
      event.preventDefault();
    });
    trying(async () => {
      await loadArt(PAGE.art);
      this.ply = Number(new URLSearchParams(location.search).get("ply") ?? 0);
      await this.load();
      // The address of a hidden step leads to the line that it belongs to.
      if (this.folded?.[this.ply - 1]) {
        this.ply = this.beside(1);
        await this.load();
      }
      this.review = new Review(PAGE.source, {
        name: (seat) => this.name(seat),
        link: (ply) => `?ply=${ply}`,
        go: (ply) => this.judged(ply),
        retry: (judged, title, next) => this.retry.begin(judged, judged.seat, title, next),
        finished: (text) => this.retry.finish(text),
        judged: (decisions) => this.marks(decisions),
      });
      this.review.ply = this.ply;
      const story = await api("GET", `${PAGE.source}/story`);
      this.parts(story);
      course($("#course"), story.totals);
      this.changes(story);
      $("#lead-title").textContent = story.money ? t("wealth_over") : t("lead");
      $("#lead").replaceChildren(lead(story, (seat) => this.name(seat), Math.max(240, $("#panels").clientWidth - 24)));
    });
  }

  /** Where rounds begin, marked above the slider. */
  parts({ parts, totals }) {
    const marks = parts.map((ply, n) => {
      const text = n ? String(n + 1) : t("round_mark", { number: 1 });
      const mark = el("button", { type: "button", tabindex: -1, onclick: () => this.go(ply) }, text);
      mark.style.setProperty("--at", ply / (totals.length - 1 || 1));
      return mark;
    });
    $("#parts").replaceChildren(...marks);
  }

  /** What each move changed in its player's account, beside it. */
  changes({ totals, money }) {
    if (money) return; // there it goes up and down all the time
    for (const [i, row] of [...$("#moves").children].entries()) {
      const seat = this.found.actors[i];
      const change = totals[i + 1]?.[seat] - totals[i][seat];
      if (change) row.lastElementChild.append(el("b", { class: change > 0 ? "up" : "down" }, change > 0 ? `+${change}` : `−${-change}`));
    }
  }

  /** Who plays, and how many points everybody had then. */
  players({ accounts, actor }) {
    const rows = accounts.map((account, seat) =>
      el(
        "li",
        { class: `player seat-${seat}`, "aria-current": seat === actor ? "true" : null },
        el("span", { class: "emblem", "aria-hidden": "true" }),
        el("span", { class: "who" }, this.name(seat)),
        el("span", { class: "total" }, account.shown.total),
      ),
    );
    $("#players").replaceChildren(...rows);
  }

  /** The moves, a line each; where another player goes on, their name stands before it. What was put together in several steps, such as an offer, is one line, below which its steps can be seen. */
  list(found) {
    const { actors, drafts } = found;
    this.folded = drafts.map((kind, i) => kind === "keep" && actors[i + 1] === actors[i]);
    return found.said.map((text, i) => {
      const seat = actors[i];
      const steps = this.folded[i] || !i ? 0 : i - 1 - this.folded.lastIndexOf(false, i - 1);
      const begins = seat !== actors[i - 1 - steps];
      return el(
        "li",
        { class: `seat-${seat}${this.folded[i] ? " step" : ""}` },
        steps
          ? el("button", { type: "button", class: "steps", "aria-expanded": "false", onclick: ({ target }) => this.unfold(i - steps, i, target) }, t("replay_steps", { n: steps }))
          : null,
        el(
          "button",
          { type: "button", title: `${this.name(seat)}: ${text} (${found.moves[i]})`, onclick: () => this.go(i + 1) },
          el("span", { class: "number" }, String(i + 1)),
          glyph(`seat-${seat}`),
          el("span", { class: "icons", "aria-hidden": "true" }, found.icons[i] ? glyph(found.icons[i]) : null),
          el("span", { class: "words" }, begins ? el("b", {}, this.name(seat)) : null, begins ? " " : null, text),
        ),
      );
    });
  }

  /** The steps of an offer, shown or hidden again. */
  unfold(from, to, button) {
    const open = button.ariaExpanded !== "true";
    button.ariaExpanded = String(open);
    for (let i = from; i < to; i += 1) {
      this.folded[i] = !open;
      $("#moves").children[i].classList.toggle("step", !open);
    }
  }

  /** What happened is told among the boards where they leave room, else below the list of moves. */
  spot() {
    const box = $("#happened");
    const { spot } = this.layout;
    const home = spot ? $("#table") : $("#panel-moves");
    if (box.parentElement !== home) home.append(box);
    box.classList.toggle("panel", Boolean(spot));
    this.layout.put(box, spot);
    box.style.maxHeight = spot ? `${spot.height}px` : "";
  }

  /** The moment before or after this one; hidden steps are passed. */
  beside(by) {
    let ply = this.ply + by;
    while (this.folded?.[ply - 1]) ply += by;
    return ply;
  }

  /** The move that has just been made, in a line: for a screen on which the list is on another page. */
  now({ ply, plies, actors, said }) {
    const seat = actors[ply - 1];
    const made = ply
      ? [el("span", { class: "number" }, `${ply}/${plies}`), glyph(`seat-${seat}`), el("b", {}, this.name(seat)), " ", said[ply - 1]]
      : [t("replay_at", { ply, plies })];
    $("#now").replaceChildren(...made);
    $("#now").className = `seat-${seat ?? -1}`;
  }

  name(seat) {
    return this.found.names[seat] || t("seat", { number: seat + 1 });
  }

  /** The moment before a judged decision, through the eyes of the one who decided. */
  judged(ply) {
    this.seat = this.found.actors[ply];
    $("#eyes").value = this.seat;
    this.ply = ply;
    return this.load();
  }

  /** What a review says of each move, as a mark beside it. */
  marks(decisions) {
    for (const one of decisions) {
      const row = $("#moves").children[one.ply]?.lastElementChild;
      if (!row || (!one.loss && one.played !== one.best)) continue;
      row.querySelector(".mark")?.remove();
      const [kind, sign, label] = one.loss
        ? ["bad", one.lost, t("review_lost", { loss: one.lost })]
        : ["good", "✓", t("review_best")];
      row.append(el("span", { class: `mark ${kind}` }, el("span", { "aria-hidden": "true" }, sign), el("span", { class: "vh" }, label)));
    }
  }

  go(ply) {
    const wanted = Math.max(0, Math.min(ply, this.found?.plies ?? 0));
    if (wanted === this.ply && this.found) return;
    this.ply = wanted;
    this.load();
  }

  /** Only the last wish counts, however fast the slider moves. */
  async load() {
    if (this.loading) {
      this.again = true;
      return;
    }
    this.loading = true;
    do {
      this.again = false;
      const found = await trying(() => api("GET", `${PAGE.source}/replay?ply=${this.ply}&seat=${this.seat}`));
      if (found) await this.show(found);
    } while (this.again);
    this.loading = false;
  }

  async show(found) {
    const first = this.found === null;
    this.retry.judged = null;
    this.retry.ask();
    this.found = found;
    this.slider.max = found.plies;
    this.slider.value = found.ply;
    this.slider.style.setProperty("--done", found.ply / (found.plies || 1));
    this.slider.setAttribute("aria-valuetext", t("replay_at", { ply: found.ply, plies: found.plies }));
    $("#at").textContent = t("replay_at", { ply: found.ply, plies: found.plies });
    if (first) {
      $("#eyes").replaceChildren(
        el("option", { value: -1 }, t("eyes_public")),
        ...found.accounts.map((_, seat) =>
          el("option", { value: seat }, this.name(seat), found.strengths[seat] ? ` (${found.strengths[seat]})` : null),
        ),
      );
      $("#moves").replaceChildren(...this.list(found));
    }
    this.players(found);
    this.now(found);
    $("#events").className = `seat-${found.actors[found.ply - 1] ?? -1}`;
    $("#events").replaceChildren(...told(found.events, (about) => this.stage.light({ last: about })));
    // A hidden step stands for the line that it belongs to.
    const at = found.ply + Math.max(0, this.folded.slice(found.ply - 1).indexOf(false)) * Boolean(found.ply);
    for (const [i, row] of [...$("#moves").children].entries()) {
      row.classList.toggle("current", i + 1 === at);
      row.lastElementChild.toggleAttribute("aria-current", i + 1 === at);
    }
    $("#points").replaceChildren(sheet({ position: found, table: { categories: PAGE.categories } }, (seat) => this.name(seat)));
    const judged = this.review?.at(found.ply);
    $("#told").textContent = judged?.loss ? judged.text : "";
    const paths = judged?.loss ? [...judged.path, ...judged.played_path] : [];
    // The list of moves names places: those of the move that is shown have their names on the board.
    this.stage.coordinates = new Set([...found.last, ...paths]);
    if (found.scene) {
      await this.stage.show(found.scene, !first);
      this.layout.arrange();
      this.layout.follow(paths.length ? paths : found.last);
      this.map.draw();
    }
    $("#moves .current")?.scrollIntoView({ block: "center" });
    this.stage.ghost(judged?.loss ? judged.ghosts : []);
    this.stage.light({ can: judged?.loss ? judged.path : [], picked: judged?.loss ? judged.played_path : [], last: found.last });
    $("#analyse").href = `${PAGE.analyse}&ply=${found.ply}`;
    const url = new URL(location.href);
    url.searchParams.set("ply", found.ply);
    history.replaceState(null, "", url);
  }

  run() {
    if (this.playing) {
      clearInterval(this.playing);
      this.playing = null;
    } else {
      if (this.ply >= this.found.plies) this.go(0);
      this.playing = setInterval(() => (this.ply >= this.found.plies ? this.run() : this.go(this.beside(1))), STEP);
    }
    $("#run").classList.toggle("playing", Boolean(this.playing));
    $("#run span").textContent = this.playing ? t("replay_pause") : t("replay_play");
  }
}

window.tripolis = new Replay();
