// It is your turn: title and icon of the page, a desktop notice if it was asked for; and the sounds of the table, made by the page itself.

import { $, memory, t } from "./page.js";

/** Sounds: tones one after the other, as pitch in Hz, start and length in seconds. */
const SOUNDS = {
  turn: [[523, 0, 0.3], [659, 0.14, 0.32]],
  laid: [[196, 0, 0.07], [147, 0.02, 0.09]],
  end: [[523, 0, 0.2], [659, 0.16, 0.2], [784, 0.32, 0.45]],
};

export class Notices {
  constructor() {
    this.title = document.title;
    this.was = false;
    this.volume = memory.get("volume", 5);
    $("#volume").value = this.volume;
    $("#volume").addEventListener("input", () => this.set(Number($("#volume").value)));
    $("#mute").addEventListener("click", () => this.toggle());
    this.set(this.volume);
    const desk = $("#desktop");
    desk.disabled = !("Notification" in window);
    desk.checked = memory.get("desktop", false) && !desk.disabled && Notification.permission === "granted";
    desk.addEventListener("change", async () => {
      if (desk.checked && Notification.permission !== "granted") desk.checked = (await Notification.requestPermission()) === "granted";
      memory.set("desktop", desk.checked);
    });
  }

  set(volume) {
    this.volume = volume;
    memory.set("volume", volume);
    $("#volume").value = volume;
    $("#mute").setAttribute("aria-pressed", String(volume === 0));
  }

  /** Sound off, or as loud as before. */
  toggle() {
    if (this.volume) this.before = this.volume;
    this.set(this.volume ? 0 : this.before ?? 5);
  }

  turn(mine, state) {
    document.title = mine ? `● ${t("your_turn")} · ${this.title}` : this.title;
    $("#icon").href = mine ? $("#icon").dataset.turn : $("#icon").dataset.rest;
    if (mine && !this.was && state.position.ply > 0) {
      this.play("turn");
      if ($("#desktop").checked && document.hidden) new Notification(t("your_turn"), { body: this.title, tag: state.table.id });
    }
    if (state.state.status === "over" && this.playing) this.play("end");
    this.playing = state.state.status === "playing";
    this.was = mine;
  }

  /** A soft sound. A browser that has not been clicked in yet stays silent. */
  play(name) {
    if (!this.volume || document.hidden && name === "laid") return;
    try {
      this.audio ??= new AudioContext();
      if (this.audio.state !== "running") return;
      for (const [pitch, start, length] of SOUNDS[name]) {
        const tone = this.audio.createOscillator();
        const volume = this.audio.createGain();
        const at = this.audio.currentTime + start;
        tone.frequency.value = pitch;
        if (name === "laid") tone.type = "triangle";
        volume.gain.setValueAtTime(0, at);
        volume.gain.linearRampToValueAtTime(0.016 * this.volume, at + 0.015);
        volume.gain.exponentialRampToValueAtTime(0.0005, at + length);
        tone.connect(volume).connect(this.audio.destination);
        tone.start(at);
        tone.stop(at + length + 0.02);
      }
    } catch {
      // no sound is no loss
    }
  }
}
