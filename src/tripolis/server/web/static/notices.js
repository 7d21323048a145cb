// It is your turn: title and icon of the page, a desktop notice if it was asked for, and how loud the table is.

import { $, memory, t } from "./page.js";
import { Speaker } from "./sound.js";

export class Notices {
  constructor() {
    this.title = document.title;
    this.was = false;
    this.speaker = new Speaker();
    $("#volume").addEventListener("input", () => this.set(Number($("#volume").value)));
    $("#mute").addEventListener("click", () => this.toggle());
    this.set(memory.get("volume", 5));
    const desk = $("#desktop");
    desk.disabled = !("Notification" in window);
    desk.checked = memory.get("desktop", false) && !desk.disabled && Notification.permission === "granted";
    desk.addEventListener("change", async () => {
      if (desk.checked && Notification.permission !== "granted") desk.checked = (await Notification.requestPermission()) === "granted";
      memory.set("desktop", desk.checked);
    });
  }

  set(volume) {
    this.speaker.volume = volume;
    memory.set("volume", volume);
    $("#volume").value = volume;
    $("#mute").setAttribute("aria-pressed", String(volume === 0));
  }

  /** Sound off, or as loud as before. */
  toggle() {
    const { volume } = this.speaker;
    if (volume) this.before = volume;
    this.set(volume ? 0 : (this.before ?? 5));
  }

  turn(mine, state) {
    document.title = mine ? `● ${t("your_turn")} · ${this.title}` : this.title;
    $("#icon").href = mine ? $("#icon").dataset.turn : $("#icon").dataset.rest;
    if (mine && !this.was && state.position.ply > 0) {
      this.speaker.play("turn");
      if ($("#desktop").checked && document.hidden) new Notification(t("your_turn"), { body: this.title, tag: state.table.id });
    }
    if (state.state.status === "over" && this.playing) this.speaker.play("end");
    this.playing = state.state.status === "playing";
    this.was = mine;
  }
}
