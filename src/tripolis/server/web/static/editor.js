// An editor: something put together by clicking, judged after every click. Its whole state is in the address. Knows no game.

import { $, PAGE, api, copy, say, t, trying } from "./page.js";
import { Picker } from "./picker.js";
import { Stage, loadArt } from "./stage.js";

export class Editor {
  /** `address` judges a step; `judged(found)` shows the verdict. */
  constructor(address, judged) {
    this.address = address;
    this.judged = judged;
    this.found = null;
    this.tool = null;
    this.history = [];
    this.clicks = Promise.resolve();
    this.playing = null;
    this.asked = 0;
    this.stage = new Stage(
      (area) => (["panel:account", "panel:verdict"].includes(area.name) ? null : area.name === "hand" ? $("#hand") : $("#own")),
      (id) => this.clicked(id),
    );
    this.picker = new Picker(
      () => this.draw(),
      (move) => (this.playing = this.play(move.move)),
    );
    $("#undo").addEventListener("click", () => this.undo());
    $("#reset").addEventListener("click", () => this.load({ state: "" }));
    $("#copy-link").addEventListener("click", () => copy(location.href));
    $("#print").addEventListener("click", () => print());
    for (const field of document.querySelectorAll("[data-start]")) field.addEventListener("change", () => this.restart(field));
    $("#type-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("#type-move").value.trim();
      if (text) this.play(text).then((done) => done && ($("#type-move").value = ""));
    });
    document.addEventListener("keydown", (event) => {
      if (event.key === "Escape") this.picker.clear();
    });
    trying(async () => {
      await loadArt(PAGE.art);
      if (!this.asked) await this.load({ state: decodeURIComponent(location.hash.slice(1)) });
    });
  }

  /** Another mode begins anew; for another number of players what was put in is kept. */
  restart(field) {
    const start = Object.fromEntries([...document.querySelectorAll("[data-start]")].map((field) => [field.dataset.start, field.value]));
    return this.load({ state: field.dataset.start === "players" ? (this.found?.state ?? "") : "", start });
  }

  /** The answer to the latest question counts: one that was overtaken by another would bring back what was left behind. */
  async load(body, keep = false) {
    const number = ++this.asked;
    const found = await trying(() => api("POST", this.address, body));
    if (!found || number !== this.asked) return false;
    if (!keep && this.found) this.history.push(this.found.state);
    this.found = found;
    history.replaceState(null, "", `#${encodeURIComponent(found.state)}`);
    const tool = this.picker.picks[0] ?? this.tool;
    this.picker.offer(found.moves);
    await this.stage.show(found.scene, false);
    // The tool stays in the hand: several cells are filled one after the other.
    if (tool && this.picker.next.has(tool) && this.stage.sprites.get(tool)?.data.area === "hand") this.picker.picks = [tool];
    for (const field of document.querySelectorAll("[data-start]"))
      if (found.start[field.dataset.start] !== undefined) field.value = found.start[field.dataset.start];
    this.draw();
    this.judged(found);
    return true;
  }

  /** Clicks wait for one another: each is judged on what the one before has made. */
  clicked(id) {
    this.clicks = this.clicks.then(() => {
      if (!this.picker.pick(id)) say(t("helper_first"));
      return this.playing;
    });
  }

  play(move) {
    this.tool = this.picker.picks.find((id) => this.stage.sprites.get(id)?.data.area === "hand") ?? null;
    this.picker.picks = [];
    return this.load({ state: this.found.state, move });
  }

  undo() {
    const state = this.history.pop();
    if (state !== undefined) this.load({ state }, true);
  }

  draw() {
    this.stage.light({ can: this.picker.next, picked: this.picker.picks, last: [] });
    $("#undo").disabled = !this.history.length;
  }
}
