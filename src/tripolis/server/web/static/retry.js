// A costly decision of a replay once more: the answer is hidden, what is clicked is compared with it, and a second wrong try shows it. Knows no game.

import { $, PAGE, api, el, t, trying } from "./page.js";
import { Picker } from "./picker.js";

const TRIES = 2;

export class Retry {
  /** `done()` shows the moment as it was judged; resolves when it is shown. `follow(ids)` brings into sight what may be clicked. */
  constructor(stage, follow, done) {
    this.stage = stage;
    this.follow = follow;
    this.done = done;
    this.judged = null;
    this.picker = new Picker(
      () => this.draw(),
      (move) => this.compare(move),
    );
  }

  get running() {
    return this.judged !== null;
  }

  /** `title` says which exercise it is, and `next(found)` goes on to the one after it. */
  begin(judged, seat, title = "", next = null) {
    return trying(async () => {
      const found = await api("GET", `${PAGE.source}/replay?ply=${judged.ply}&seat=${seat}&legal=true`);
      Object.assign(this, { judged, title, next, wrong: 0, hand: found.in_hand });
      this.sprites = new Map(found.scene.sprites.map((sprite) => [sprite.id, sprite]));
      this.verdict = t("retry_ask");
      this.stage.ghost([]);
      // Places whose names are shown would tell the answer.
      this.stage.coordinates = new Set();
      await this.stage.show(found.scene, false);
      this.picker.offer(found.legal);
      this.draw();
      this.follow(this.picker.next);
    });
  }

  /** A click on the board. */
  clicked(id) {
    if (this.running && this.picker.pick(id) && this.running) this.follow(this.picker.next);
  }

  /** A move is complete: the best one, the one that was played, or another. */
  async compare(move) {
    const { path, played_path: played } = this.judged;
    const same = (other) => (move.amount ? move.path[0] === other[0] : [...move.path].sort().join() === [...other].sort().join());
    if (same(path)) {
      await this.end(t("retry_right"), true);
      return;
    }
    const verdict = `${move.text}: ${same(played) ? t("retry_played") : t("retry_wrong")}`;
    this.wrong += 1;
    if (this.wrong >= TRIES) await this.end(verdict);
    else {
      this.verdict = verdict;
      this.picker.clear();
    }
  }

  /** What may be clicked glows; what lies on no board, such as rolling the dice, is a button. */
  draw() {
    const { next, picks } = this.picker;
    this.stage.light({ can: next, picked: picks, last: [] });
    const buttons = [...next].filter((id) => !this.stage.areas.get(this.sprites.get(id)?.area)?.shown);
    this.ask(
      this.title,
      this.verdict,
      ...buttons.map((id) =>
        el("button", { type: "button", "data-id": id, onclick: () => this.clicked(id) }, this.sprites.get(id)?.label || id),
      ),
      el("button", { type: "button", class: "quiet", onclick: () => this.end() }, t("retry_show")),
    );
    $("#in-hand").replaceChildren(...this.stage.apart(this.hand));
    $("#review-verdict").replaceChildren();
  }

  /** In the bar, in place of the reel; no words: nothing is asked. */
  ask(title = "", text = "", ...buttons) {
    $("#asked").hidden = !text;
    $("#in-hand").replaceChildren();
    $("#asked-title").textContent = title;
    $("#asked-text").textContent = text;
    $("#asked-acts").replaceChildren(...buttons);
  }

  /** How all exercises went. */
  finish(text) {
    this.ask("", text, el("button", { type: "button", class: "main", onclick: () => this.ask() }, t("close")));
    $("#review-verdict").replaceChildren(el("p", { class: "good" }, text));
  }

  /** The answer, with what was said of the last try, and the way to the next exercise. */
  async end(verdict = "", found = false) {
    const { next, title } = this;
    this.judged = null;
    await this.done();
    if (verdict) $("#review-verdict").prepend(el("p", { class: found ? "good" : null }, verdict));
    if (!next) return;
    this.ask(title, verdict || t("puzzle_best"), el("button", { type: "button", class: "main", onclick: () => next(found) }, t("retry_next")));
  }
}
