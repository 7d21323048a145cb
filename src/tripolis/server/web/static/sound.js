// The sounds of the table, made by the page itself. Knows no game: what is heard follows from the symbols of what happened.

/** Tones one after the other, as pitch in Hz, start and length in seconds; before them the shape of their waves. */
const SOUNDS = {
  turn: ["sine", [523, 0, 0.3], [659, 0.14, 0.32]],
  laid: ["triangle", [196, 0, 0.07], [147, 0.02, 0.09]],
  dice: ["square", [310, 0, 0.03], [240, 0.06, 0.03], [350, 0.11, 0.03], [200, 0.17, 0.03], [270, 0.24, 0.05]],
  money: ["sine", [1568, 0, 0.09], [2093, 0.07, 0.16]],
  end: ["sine", [523, 0, 0.2], [659, 0.16, 0.2], [784, 0.32, 0.45]],
};
/** What is heard even while the page is not in sight. */
const CALLS = ["turn", "end"];

/** Does an event tell of dice? Their symbols are called die-1 to die-6. */
export function isRoll({ icons }) {
  return Boolean(icons?.some((symbol) => symbol.startsWith("die-")));
}

/** What is to be heard of events, and of the sprites that were put elsewhere with them. */
export function soundsOf(events, put) {
  const heard = [];
  if (events.some(isRoll)) heard.push("dice");
  if (events.some(({ moves }) => moves?.length)) heard.push("money");
  if (!heard.length && events.length && put.some(({ role }) => role === "piece")) heard.push("laid");
  return heard;
}

export class Speaker {
  constructor() {
    this.volume = 0;
  }

  /** A soft sound. A page that nobody has clicked in yet stays silent: browsers do not allow more. */
  play(name) {
    if (!this.volume || !navigator.userActivation?.hasBeenActive || (document.hidden && !CALLS.includes(name))) return;
    try {
      this.audio ??= new AudioContext();
      if (this.audio.state === "suspended") this.audio.resume();
      const [wave, ...tones] = SOUNDS[name];
      for (const [pitch, start, length] of tones) this.tone(wave, pitch, this.audio.currentTime + start, length);
    } catch {
      // no sound is no loss
    }
  }

  tone(wave, pitch, at, length) {
    const tone = this.audio.createOscillator();
    const volume = this.audio.createGain();
    tone.type = wave;
    tone.frequency.value = pitch;
    volume.gain.setValueAtTime(0, at);
    volume.gain.linearRampToValueAtTime((wave === "square" ? 0.006 : 0.016) * this.volume, at + 0.015);
    volume.gain.exponentialRampToValueAtTime(0.0005, at + length);
    tone.connect(volume).connect(this.audio.destination);
    tone.start(at);
    tone.stop(at + length + 0.02);
  }
}
