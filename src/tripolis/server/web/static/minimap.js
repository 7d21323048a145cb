// On a small screen, where the main area is moved about: the whole of it as a small picture, with a frame around what is seen. Knows no game.

import { $, el } from "./page.js";
import { make, use } from "./glyphs.js";

export class MiniMap {
  constructor(page) {
    this.page = page;
    this.box = el("div", { id: "minimap", "aria-hidden": "true" });
    $("#table").append(this.box);
    this.seen = make("rect", { class: "seen", rx: 20 });
    this.frames = new WeakSet();
  }

  /** Show it if the main area is on the screen and larger than that, else hide it. */
  draw() {
    const { stage, layout } = this.page;
    const kept = [...stage.areas.values()].find(({ role, place }) => role === "main" && place?.how === "panned");
    this.box.hidden = !kept || layout.page !== 0;
    if (this.box.hidden) return;
    this.kept = kept;
    const { area, frame } = kept;
    if (!this.frames.has(frame)) {
      this.frames.add(frame);
      frame.addEventListener("scroll", () => this.follow(), { passive: true });
    }
    const svg = make("svg", { viewBox: `0 0 ${area.width} ${area.height}` });
    const sprites = [...stage.sprites.values()].map(({ data }) => data).filter((data) => data.area === area.name && data.symbol);
    for (const { symbol, x, y, width, height, turn, owner } of sprites.sort((a, b) => a.z - b.z)) {
      const drawn = make("g", owner >= 0 ? { class: `seat-${owner}` } : {});
      drawn.append(use(symbol, x, y, width, height, turn));
      svg.append(drawn);
    }
    svg.append(this.seen);
    this.box.replaceChildren(svg);
    this.follow();
  }

  follow() {
    const { frame, place } = this.kept;
    const at = {
      x: frame.scrollLeft / place.scale,
      y: frame.scrollTop / place.scale,
      width: frame.clientWidth / place.scale,
      height: frame.clientHeight / place.scale,
    };
    for (const [name, value] of Object.entries(at)) this.seen.setAttribute(name, value);
  }
}
