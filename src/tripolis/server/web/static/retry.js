// A costly decision of a replay once more: the answer is hidden, and what is clicked is compared with it. Knows no game.

import { $, PAGE, api, el, t, trying } from "./page.js";
import { Picker } from "./picker.js";

export class Retry {
  /** `done()` shows the moment as it was judged; resolves when it is shown. */
  constructor(stage, done) {
    this.stage = stage;
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

  begin(judged, seat) {
    return trying(async () => {
      const found = await api("GET", `${PAGE.source}/replay?ply=${judged.ply}&seat=${seat}&legal=true`);
      this.judged = judged;
      this.sprites = new Map(found.scene.sprites.map((sprite) => [sprite.id, sprite]));
      this.verdict = t("retry_ask");
      this.picker.offer(found.legal);
      this.draw();
    });
  }

  /** A click on the board. */
  clicked(id) {
    if (this.running) this.picker.pick(id);
  }

  /** A move is complete: the best one, the one that was played, or another. */
  async compare(move) {
    const { path, played_path: played } = this.judged;
    const same = (other) => (move.amount ? move.path[0] === other[0] : [...move.path].sort().join() === [...other].sort().join());
    if (same(path)) {
      await this.end();
      $("#review-verdict").prepend(el("p", { class: "good" }, t("retry_right")));
      return;
    }
    this.verdict = `${move.text}: ${same(played) ? t("retry_played") : t("retry_wrong")}`;
    this.picker.clear();
  }

  /** What may be clicked glows; what lies on no board, such as rolling the dice, is a button. */
  draw() {
    const { next, picks } = this.picker;
    this.stage.light({ can: next, picked: picks, last: [] });
    const buttons = [...next].filter((id) => !this.stage.areas.get(this.sprites.get(id)?.area)?.shown);
    $("#review-verdict").replaceChildren(
      el("p", {}, this.verdict),
      el(
        "div",
        { class: "row" },
        ...buttons.map((id) =>
          el("button", { type: "button", "data-id": id, onclick: () => this.clicked(id) }, this.sprites.get(id)?.label || id),
        ),
        el("button", { type: "button", class: "quiet", onclick: () => this.end() }, t("retry_show")),
      ),
    );
  }

  end() {
    this.judged = null;
    return this.done();
  }
}
