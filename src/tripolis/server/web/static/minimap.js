// On a small screen, where the main area is moved about: the whole of it as a small picture, with a frame around what is seen. Knows no game.

import { $, el } from "./page.js";
import { make, use } from "./glyphs.js";

/** How far the frame stays from the edges of the picture, in units of the area. */
const EDGE = 12;
/** How much of the area has to be out of sight. */
const MORE = 1.15;
/** How much more it counts to cover what may be clicked, or was last moved. */
const MATTERS = 20;

export class MiniMap {
  constructor(page) {
    this.page = page;
    this.box = el("div", { id: "minimap", "aria-hidden": "true", hidden: true });
    $("#table").append(this.box);
    this.seen = make("rect", { class: "seen", rx: 20 });
    this.frames = new WeakSet();
  }

  /** Show it if the main area is on the screen and larger than that, else hide it. */
  draw() {
    const { stage, layout } = this.page;
    const kept = [...stage.areas.values()].find(
      ({ role, place, area }) => role === "main" && place?.how === "panned" && area.width * place.scale > MORE * place.width,
    );
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
    this.stand(sprites);
  }

  /** Down to where something is seen: a card or a form may cover the rest. */
  bottom(seen) {
    const covers = [$("#decision"), $("#deal")].map((one) => one?.getBoundingClientRect()).filter((one) => one?.height);
    return Math.min(seen.bottom, ...covers.map(({ top }) => top));
  }

  /** In the corner where it covers the least of what lies there; the first one belongs to what is one's own. */
  stand(sprites) {
    const { frame, place } = this.kept;
    const { stage, layout } = this.page;
    const table = $("#table").classList;
    const beside = table.contains("deciding") || table.contains("composing") ? null : layout.beside;
    this.box.classList.toggle("beside", Boolean(beside));
    layout.put(this.box, beside);
    this.box.style.transform = "";
    if (beside) return;
    // Within the part of the screen where the main area is: a hand below it stays free.
    const [seen, own] = [frame.getBoundingClientRect(), this.box.getBoundingClientRect()];
    const [wide, tall] = [seen.width - own.width - 16, this.bottom(seen) - seen.top - own.height - 16];
    const { left: aside, top: above } = frame.getBoundingClientRect();
    const covered = (x, y) =>
      sprites.reduce((sum, one) => {
        const [left, top] = [one.x * place.scale - frame.scrollLeft + aside - seen.left - 8, one.y * place.scale - frame.scrollTop + above - seen.top - 8];
        const across = Math.min(x + own.width, left + one.width * place.scale) - Math.max(x, left);
        const down = Math.min(y + own.height, top + one.height * place.scale) - Math.max(y, top);
        const counts = stage.can.has(one.id) || stage.picked.has(one.id) || stage.last.has(one.id) ? MATTERS : 1;
        return sum + counts * Math.max(0, across) * Math.max(0, down);
      }, 0);
    const places = [[1, 0], [1, 1], [0, 1]].map(([across, down]) => [across * wide, down * Math.max(0, tall)]);
    const [x, y] = places.reduce((best, at) => (covered(...at) < covered(...best) ? at : best));
    // Moved, not laid out again.
    this.box.style.transform = `translate(${x - wide}px, ${y + seen.top - $("#boards").getBoundingClientRect().top}px)`;
  }

  follow() {
    const { area, frame, place } = this.kept;
    // What a card covers below is not seen; the frame stays within the picture.
    const shown = frame.getBoundingClientRect();
    const below = shown.bottom - this.bottom(shown);
    const span = (from, length, all) => {
      const [start, end] = [from, from + length].map((at) => Math.min(all - EDGE, Math.max(EDGE, at / place.scale)));
      return [start, Math.max(0, end - start)];
    };
    const [x, width] = span(frame.scrollLeft, frame.clientWidth, area.width);
    const [y, height] = span(frame.scrollTop, frame.clientHeight - below, area.height);
    for (const [name, value] of Object.entries({ x, y, width, height })) this.seen.setAttribute(name, value);
  }
}
