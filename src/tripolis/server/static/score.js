// The score helper: boards put together by clicking, with the exact account after every click. Its state is in the address.

import { $, PAGE, api, el, copy, say, t, trying } from "./page.js";
import { Picker } from "./picker.js";
import { Stage, loadArt } from "./stage.js";

class Helper {
  constructor() {
    this.found = null;
    this.tool = null;
    this.history = [];
    this.clicks = Promise.resolve();
    this.playing = null;
    this.stage = new Stage((area) => (area.name === "panel:account" ? null : area.name === "hand" ? $("#hand") : $("#own")), (id) => this.clicked(id));
    this.picker = new Picker(() => this.draw(), (move) => (this.playing = this.play(move.move)));
    $("#undo").addEventListener("click", () => this.undo());
    $("#reset").addEventListener("click", () => this.load({ state: "" }));
    $("#copy-link").addEventListener("click", () => copy(location.href));
    $("#print").addEventListener("click", () => print());
    for (const field of document.querySelectorAll("[data-start]")) field.addEventListener("change", () => this.restart());
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
      await this.load({ state: decodeURIComponent(location.hash.slice(1)) });
    });
  }

  restart() {
    const start = Object.fromEntries([...document.querySelectorAll("[data-start]")].map((field) => [field.dataset.start, field.value]));
    return this.load({ state: "", start });
  }

  async load(body, keep = false) {
    const found = await trying(() => api("POST", `/api/score/${PAGE.game}`, body));
    if (!found) return false;
    if (!keep && this.found) this.history.push(this.found.state);
    this.found = found;
    history.replaceState(null, "", `#${encodeURIComponent(found.state)}`);
    const tool = this.picker.picks[0] ?? this.tool;
    this.picker.offer(found.moves);
    await this.stage.show(found.scene, false);
    // The tool stays in the hand: several cells are filled one after the other.
    if (tool && this.picker.next.has(tool) && this.stage.sprites.get(tool)?.data.area === "hand") this.picker.picks = [tool];
    for (const field of document.querySelectorAll("[data-start]")) if (found.start[field.dataset.start] !== undefined) field.value = found.start[field.dataset.start];
    this.draw();
    this.sheet();
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

  sheet() {
    const { accounts, categories, ranks } = this.found;
    const head = el("tr", {}, el("td", {}), ...accounts.map((_, seat) => el("th", { scope: "col", class: `seat-${seat}` }, el("span", { class: "emblem", "aria-hidden": "true" }), t("seat", { number: seat + 1 }))));
    const rows = categories.map(({ key, name }) => el("tr", {}, el("th", { scope: "row" }, name), ...accounts.map((account) => el("td", {}, String(account.points[key] ?? "?")))));
    rows.push(el("tr", { class: "sum" }, el("th", { scope: "row" }, t("total")), ...accounts.map((account) => el("td", {}, String(account.total)))));
    if (accounts.length > 1) {
      for (const { key, name } of this.found.ties) rows.push(el("tr", { class: "small" }, el("th", { scope: "row" }, name), ...accounts.map((account) => el("td", {}, String(account.ties[key] ?? "")))));
      rows.push(el("tr", {}, el("th", { scope: "row" }, t("place")), ...ranks.map((place) => el("td", {}, String(place)))));
    }
    $("#points").replaceChildren(el("table", { class: "sheet" }, el("thead", {}, head), el("tbody", {}, ...rows)));
    const winners = ranks.map((place, seat) => [place, seat]).filter(([place]) => place === 1).map(([, seat]) => t("seat", { number: seat + 1 }));
    $("#winner").textContent = accounts.length > 1 ? (winners.length === 1 ? t("winner", { name: winners[0] }) : t("winners", { names: winners.join(", ") })) : "";
  }
}

new Helper();
