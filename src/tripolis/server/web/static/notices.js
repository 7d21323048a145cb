// It is your turn: title and icon of the page, a soft sound, and a desktop notice if it was asked for.

import { $, memory, t } from "./page.js";

export class Notices {
  constructor() {
    this.title = document.title;
    this.was = false;
    this.sound = memory.get("sound", true);
    const box = $("#sound");
    box.checked = this.sound;
    box.addEventListener("change", () => {
      this.sound = box.checked;
      memory.set("sound", this.sound);
    });
    const desk = $("#desktop");
    desk.disabled = !("Notification" in window);
    desk.checked = memory.get("desktop", false) && !desk.disabled && Notification.permission === "granted";
    desk.addEventListener("change", async () => {
      if (desk.checked && Notification.permission !== "granted") desk.checked = (await Notification.requestPermission()) === "granted";
      memory.set("desktop", desk.checked);
    });
  }

  turn(mine, state) {
    document.title = mine ? `● ${t("your_turn")} · ${this.title}` : this.title;
    $("#icon").href = mine ? $("#icon").dataset.turn : $("#icon").dataset.rest;
    if (mine && !this.was && state.position.ply > 0) {
      if (this.sound) this.ring();
      if ($("#desktop").checked && document.hidden) new Notification(t("your_turn"), { body: this.title, tag: state.table.id });
    }
    this.was = mine;
  }

  /** Two soft tones. A browser that has not been clicked in yet stays silent. */
  ring() {
    try {
      this.audio ??= new AudioContext();
      if (this.audio.state !== "running") return;
      [523, 659].forEach((pitch, i) => {
        const tone = this.audio.createOscillator();
        const volume = this.audio.createGain();
        const at = this.audio.currentTime + i * 0.14;
        tone.frequency.value = pitch;
        volume.gain.setValueAtTime(0, at);
        volume.gain.linearRampToValueAtTime(0.08, at + 0.02);
        volume.gain.exponentialRampToValueAtTime(0.001, at + 0.3);
        tone.connect(volume).connect(this.audio.destination);
        tone.start(at);
        tone.stop(at + 0.32);
      });
    } catch {
      // no sound is no loss
    }
  }
}
