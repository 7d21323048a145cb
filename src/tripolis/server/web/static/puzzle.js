// A puzzle: the table as a seat sees it, one move to be found, and what another one would have led to. Knows no game.

import { $, PAGE, api, el, ensureName, t, trying } from "./page.js";
import { glyph } from "./glyphs.js";
import { Layout } from "./layout.js";
import { MiniMap } from "./minimap.js";
import { sheet } from "./panels.js";
import { Picker } from "./picker.js";
import { Stage, loadArt } from "./stage.js";

const STEP = 1300;
const percent = (chance) => Math.round(100 * chance);

class Puzzle {
  constructor() {
    this.found = null;
    /** Asking for a move, waiting for the answer, showing what follows, or over. */
    this.phase = "ask";
    this.stage = new Stage(
      (area) => this.layout.home(area),
      (id) => this.clicked(id),
    );
    this.stage.held = () => {};
    const overview = () => this.found && this.map.draw();
    this.layout = new Layout(this.stage, () => this.found?.you ?? -1, overview, overview);
    this.map = new MiniMap(this);
    this.picker = new Picker(
      () => this.draw(),
      (move) => this.answer(move),
    );
    $("#back").addEventListener("click", () => this.picker.back());
    $("#again").addEventListener("click", () => this.ask());
    $("#next").addEventListener("click", () => this.load("next"));
    $("#solution").addEventListener("click", () => this.answer(null));
    document.addEventListener("keydown", (event) => {
      if (event.target.matches("input, select, textarea") || event.ctrlKey || event.metaKey || event.altKey) return;
      if (event.key !== "Escape" && event.key !== "Backspace") return;
      if (this.phase === "shown") this.ask();
      else if (!this.picker.back()) return;
      event.preventDefault();
    });
    trying(async () => {
      await loadArt(PAGE.art);
      await this.load(PAGE.puzzle);
    });
  }

  name(seat) {
    return t("seat", { number: seat + 1 });
  }

  load(name) {
    return trying(async () => {
      this.found = await api("GET", `/api/puzzles/${PAGE.game}/${name}`);
      history.replaceState(null, "", `/puzzles/${PAGE.game}/${this.found.name}`);
      $("#puzzle-title").textContent = `${t(this.found.today ? "puzzle_today" : "puzzle")} · ${this.found.rating}`;
      this.solver(this.found.solver);
      await this.ask();
    });
  }

  /** How the solver gets on, and by how much the first answer has moved the rating. */
  solver({ rating, streak }) {
    const change = rating - (this.rated ?? rating);
    this.rated = rating;
    const signed = change ? el("b", { class: change > 0 ? "good" : "bad" }, ` ${change > 0 ? "+" : "−"}${Math.abs(change)}`) : null;
    const days = streak ? el("span", { class: "days" }, t("puzzle_streak", { days: streak })) : null;
    $("#solver").replaceChildren(el("span", {}, t("puzzle_rating", { rating }), ...(signed ? [signed] : [])), ...(days ? [days] : []));
  }

  /** The position once more, with nothing clicked. */
  async ask() {
    this.phase = "ask";
    this.picker.offer(this.found.legal);
    this.tell(this.found.prompt, `${t("puzzle_find")} · ${this.name(this.found.you)}`);
    const known = this.found.answered;
    $("#about").replaceChildren(
      el("p", {}, t("puzzle_help")),
      ...(known === null || known === undefined ? [] : [el("p", { class: "small" }, t(known ? "puzzle_known_right" : "puzzle_known_wrong"))]),
    );
    $("#verdict").replaceChildren();
    $("#odds").textContent = "";
    this.follows([]);
    await this.show(this.found);
    this.draw();
    this.layout.follow(this.picker.next, { click: true });
  }

  tell(status, who, mood = "") {
    $("#who").textContent = who;
    $("#who").className = mood;
    $("#status").textContent = status;
  }

  /** The chances to win after the move that was made, and after the best one. */
  verdict({ chance, best_chance: best, best: over }) {
    const line = (name, value, kind) => {
      const bar = el("i", { class: kind, "aria-hidden": "true" });
      bar.style.setProperty("--share", value);
      return el("p", { class: "chance" }, el("span", {}, name), el("b", {}, `${percent(value)} %`), bar);
    };
    const lines = [
      over || chance === null ? null : line(t("puzzle_your_move"), chance, "mine"),
      best === null ? null : line(t("puzzle_best_move"), best, "best"),
    ].filter(Boolean);
    const [here, there] = [chance, best].map((one) => one !== null && percent(one));
    $("#odds").textContent = !lines.length ? "" : over ? t("puzzle_odds", { chance: there }) : t("puzzle_odds_both", { chance: here, best: there });
    $("#about").replaceChildren();
    $("#verdict").replaceChildren(...(lines.length ? [el("h2", {}, t("puzzle_verdict")), ...lines] : []));
  }

  async show(moment) {
    $("#points").replaceChildren(
      sheet({ position: moment, table: { categories: this.found.categories } }, (seat) => this.name(seat)),
    );
    if (!moment.scene) return;
    await this.stage.show(moment.scene, moment !== this.found);
    this.layout.arrange();
    this.map.draw();
  }

  /** What may be clicked glows; what lies on no board is a button. */
  draw() {
    const asking = this.phase === "ask";
    const next = asking ? this.picker.next : new Set();
    if (asking || this.phase === "waits") this.stage.light({ can: next, picked: this.picker.picks, last: [] });
    const sprites = new Map((this.found.scene?.sprites ?? []).map((sprite) => [sprite.id, sprite]));
    const buttons = [...next].filter((id) => !this.stage.areas.get(sprites.get(id)?.area)?.shown);
    $("#choices").replaceChildren(
      ...buttons.map((id) =>
        el("button", { type: "button", "data-id": id, onclick: () => this.clicked(id) }, sprites.get(id)?.label || id),
      ),
    );
    $("#in-hand").replaceChildren(...(asking && !this.layout.held ? this.stage.apart(this.found.in_hand) : []));
    $("#back").disabled = !asking || !this.picker.picks.length;
    $("#back").hidden = !asking;
    $("#again").hidden = this.phase !== "shown";
    $("#next").hidden = this.phase !== "over";
    $("#solution").hidden = this.phase === "over" || this.phase === "waits";
  }

  clicked(id) {
    if (this.phase === "ask" && this.picker.pick(id)) this.layout.follow(this.picker.next, { click: true });
  }

  /** A whole move, or none to be shown the best one. */
  answer(move) {
    return trying(async () => {
      await ensureName();
      const text = move?.amount ? move.amount.template.replace("{}", String(move.amount.value)) : move?.move;
      this.phase = "waits";
      this.tell(move?.text ?? $("#status").textContent, t("puzzle_waits"));
      this.draw();
      let found;
      try {
        found = await api("POST", `/api/puzzles/${PAGE.game}/${this.found.name}`, { move: text ?? null });
      } catch (error) {
        await this.ask();
        throw error;
      }
      this.found.answered ??= found.right;
      this.solver(found.solver);
      const said = found.moments[0].text;
      this.phase = found.best ? "over" : "shown";
      this.tell(said, t(found.right ? "puzzle_right" : found.best ? "puzzle_best" : "puzzle_wrong"), found.right ? "good" : found.best ? "" : "bad");
      this.verdict(found);
      this.picker.picks = [];
      this.draw();
      await this.play(found.moments);
    });
  }

  /** What is likely to follow, one move after the other; each can be looked at again. */
  async play(moments) {
    this.follows(moments);
    $(this.phase === "over" ? "#next" : "#again").focus();
    const playing = (this.playing = {});
    for (const moment of moments) {
      if (this.playing !== playing) return;
      await this.moment(moment);
      await new Promise((done) => setTimeout(done, STEP));
    }
  }

  async moment(moment) {
    for (const row of $("#moves").children) row.classList.toggle("current", row.moment === moment);
    await this.show(moment);
    this.stage.light({ can: [], picked: [], last: moment.last });
    this.layout.follow(moment.last, { tell: true });
  }

  follows(moments) {
    this.playing = null;
    $("#follows").hidden = !moments.length;
    $("#moves").replaceChildren(
      ...moments.map((moment, i) => {
        const look = () => {
          this.playing = null;
          this.moment(moment);
        };
        const row = el(
          "li",
          { class: `seat-${moment.by}` },
          moment.by === moments[i - 1]?.by ? null : el("b", {}, glyph(`seat-${moment.by}`), this.name(moment.by)),
          el("button", { type: "button", onclick: look }, el("span", { class: "number" }, String(i + 1)), el("span", {}, moment.text)),
        );
        row.moment = moment;
        return row;
      }),
    );
  }
}

window.tripolis = new Puzzle();
