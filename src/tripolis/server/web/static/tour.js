// A guided first game on the real table: a bubble at the place that each step speaks of, and at some steps the one move to make.

import { $, el, say, t } from "./page.js";
import { make } from "./glyphs.js";

const GAP = 14;
const EDGE = 8;
const CORNER = 12;
/** How near the tail of the bubble comes to a corner. */
const TAIL = 28;
/** A bubble that is not beside its subject has to cover so much less, in square pixels: half a space of a board. */
const FAR = 4000;
/** The corners of shapes that are not boxes, in hundredths of their box. */
const CORNERS = { hex: [[50, -3], [102, 24], [102, 76], [50, 103], [-2, 76], [-2, 24]] };

export class Tour {
  constructor(page, steps) {
    this.page = page;
    this.steps = steps;
    this.at = -1;
    this.box = $("#tour");
    this.box.hidden = false;
    $("#tour-next").addEventListener("click", () => this.next());
    $("#tour-end").addEventListener("click", () => this.end());
    for (const event of ["resize", "scroll"]) addEventListener(event, () => this.soon(), { passive: true, capture: true });
  }

  get step() {
    return this.steps[this.at];
  }

  get running() {
    return !this.box.hidden && Boolean(this.step);
  }

  /** Where the tour stands follows from how many of its moves have been made. */
  show() {
    if (this.box.hidden) return;
    const { ply } = this.page.state.position;
    if (this.at < 0) {
      const first = this.steps.findIndex((step) => step.ply >= ply);
      this.at = first < 0 ? this.steps.length - 1 : first;
    }
    while (this.at < this.steps.length - 1 && this.steps[this.at].until <= ply && this.steps[this.at].move) this.at += 1;
    this.draw();
  }

  /** The move of this step has been made, and the others' answers to it are under way. */
  get waiting() {
    const { step } = this;
    return Boolean(step.move) && this.page.state.position.ply > step.ply && this.page.state.position.ply < step.until;
  }

  draw() {
    const { step, page } = this;
    const actor = page.state.position.actor;
    const text = this.waiting && actor >= 0 ? t("tour_wait", { name: page.name(actor) }) : step.text;
    const [, first, more] = /^(.*?[.!?:])\s+(.*)$/s.exec(text) ?? [null, text, ""];
    $("#tour-text").replaceChildren(el("strong", {}, first), more ? ` ${more}` : "");
    this.box.style.setProperty("--done", (this.at + 1) / this.steps.length);
    $("#tour-count").textContent = t("tour_count", { at: this.at + 1, of: this.steps.length });
    $("#tour-next").hidden = Boolean(step.move);
    $("#tour-next").textContent = this.at === this.steps.length - 1 ? t("tour_done") : t("tour_next");
    this.mark(this.waiting ? [] : step.sprites);
    if (step.sprites.some((id) => page.stage.sprites.get(id)?.data.area === "panel:account")) page.panels.open("points");
    else if (!this.waiting) page.layout.follow(step.sprites);
    this.soon();
    if (!step.move) $("#tour-next").focus({ preventScroll: true });
  }

  mark(ids) {
    for (const shown of document.querySelectorAll(".tour-mark")) shown.classList.remove("tour-mark");
    for (const id of ids) this.node(id)?.classList.add("tour-mark");
  }

  /** The element that a sprite is shown as: on a board, or as a button of the action bar. */
  node(id) {
    const nodes = [this.page.stage.sprites.get(id)?.node, ...document.querySelectorAll(`#bar [data-id="${CSS.escape(id)}"]`)];
    return nodes.find((node) => node?.getClientRects().length) ?? nodes[0];
  }

  soon() {
    if (this.frame || !this.running) return;
    this.frame = requestAnimationFrame(() => {
      this.frame = 0;
      if (this.running) this.place();
    });
  }

  /** Put the bubble beside what it speaks of, where it covers neither that nor the action bar, else over the log; it floats, so that nothing moves under it. */
  place() {
    const marked = this.waiting ? [] : this.step.sprites.map((id) => [id, this.node(id)]).filter(([, node]) => node?.getClientRects().length);
    const boxes = marked.map(([, node]) => node.getBoundingClientRect());
    const { box } = this;
    const [width, height] = this.size();
    const bar = $("#bar")?.getBoundingClientRect();
    const needed = bar?.height && bar.top > innerHeight / 2 && (!this.page.narrow || this.inBar);
    const bottom = (needed ? bar.top : innerHeight) - EDGE;
    box.classList.toggle("free", !boxes.length);
    this.light(marked);
    if (!boxes.length) {
      this.put((innerWidth - width) / 2, bottom - height - EDGE, "");
      return;
    }
    if (this.seen !== this.at && boxes.every((at) => at.bottom < 0 || at.top > bottom || at.right < 0 || at.left > innerWidth)) {
      this.seen = this.at;
      marked[0][1].scrollIntoView({ block: "center", inline: "center", behavior: "auto" });
      this.soon();
      return;
    }
    const left = Math.min(...boxes.map((at) => at.left));
    const right = Math.max(...boxes.map((at) => at.right));
    const top = Math.min(...boxes.map((at) => at.top));
    const low = Math.max(...boxes.map((at) => at.bottom));
    const along = (from, to, size, end) =>
      [(from + to - size) / 2, from - TAIL, to + TAIL - size].map((at) => Math.min(Math.max(at, EDGE), end - size));
    const [across, down] = [along(left, right, width, innerWidth - EDGE), along(top, low, height, bottom)];
    const places = [
      ...across.map((x) => [x, top - height - GAP, "above"]),
      ...across.map((x) => [x, low + GAP, "below"]),
      ...down.map((y) => [right + GAP, y, "right"]),
      ...down.map((y) => [left - width - GAP, y, "left"]),
      ...this.apart(boxes, width, height, bottom),
    ];
    const things = this.things();
    const covered = ([x, y, side]) =>
      things.reduce((sum, at) => sum + common(at, { left: x, top: y, right: x + width, bottom: y + height }), side ? 0 : FAR);
    const found = places
      .filter(([x, y]) => x >= EDGE && y >= EDGE && x + width <= innerWidth - EDGE && y + height <= bottom)
      .map((at) => [covered(at), at])
      .reduce((best, one) => (best && best[0] <= one[0] ? best : one), null);
    if (!(found?.[0] <= FAR) && this.dock(boxes)) return;
    const [x, y, side] = found?.[1] ?? [across[0], between(boxes, height, bottom) ?? (low > innerHeight / 2 ? EDGE : bottom - height), ""];
    const [at, size] = ["above", "below"].includes(side) ? [(left + right) / 2 - x, width] : [(top + low) / 2 - y, height];
    // A tail that cannot point at its subject, or points between two of them, would point at something else.
    const [tip, first, last] = ["above", "below"].includes(side) ? [x + at, "left", "right"] : [y + at, "top", "bottom"];
    const points = at > 0 && at < size && boxes.some((one) => one[first] <= tip && tip <= one[last]);
    this.put(x, y, points ? side : "");
    box.style.setProperty("--tail", `${Math.round(Math.min(Math.max(at, TAIL), size - TAIL))}px`);
  }

  /** Is something of the action bar pressed now? If not, the bubble may lie there on a small screen, and covers no board. */
  get inBar() {
    const next = this.waiting ? [] : [...(this.filter(this.page.picker.next) ?? []), ...this.step.sprites];
    return next.some((id) => document.querySelector(`#bar [data-id="${CSS.escape(id)}"]`));
  }

  /** How large the bubble is with a width, or with its own. */
  size(width = 0) {
    this.box.style.width = width ? `${width}px` : "";
    return [this.box.offsetWidth, this.box.offsetHeight];
  }

  /** Over the log, which nobody reads meanwhile; false where it has no room for that, or is what the step speaks of. */
  dock(boxes) {
    const at = this.page.narrow ? null : $("#panels").getBoundingClientRect();
    if (!at?.width || boxes.some((one) => common(one, at))) return false;
    if (this.size(at.width)[1] > at.height) {
      this.size();
      return false;
    }
    this.put(at.left, at.top, "");
    return true;
  }

  /** What lies on the boards and is seen, and what stands above them: the bubble covers as little of it as can be. */
  things() {
    const nodes = [...this.page.stage.sprites.values()].filter(({ data }) => data.label && data.symbol).map(({ node }) => node);
    return [...nodes, $("#decision"), $(".head")].filter((node) => node?.getClientRects().length).map((node) => node.getBoundingClientRect());
  }

  /** Places that are not beside what is marked, but leave it free: the middle of the main area, which is empty in a ring, and the foot of all. */
  apart(boxes, width, height, bottom) {
    const found = [[(innerWidth - width) / 2, bottom - height, ""]];
    const main = [...this.page.stage.areas.values()].find(({ role, place }) => role === "main" && place);
    if (main?.frame.getClientRects().length) {
      const { area, place } = main;
      const [left, top, wide, tall] = (area.free?.length ? area.free : [0, 0, area.width, area.height]).map((value) => value * place.scale);
      const at = main.frame.getBoundingClientRect();
      const x = at.left - main.frame.scrollLeft + left + (wide - width) / 2;
      found.push([x, at.top - main.frame.scrollTop + top + (tall - height) / 2, ""]);
    }
    const own = ([x, y]) => ({ left: x - EDGE / 2, top: y - EDGE / 2, right: x + width + EDGE / 2, bottom: y + height + EDGE / 2 });
    return found.filter((one) => !boxes.some((at) => common(at, own(one))));
  }

  /** What the step speaks of stays bright in its shape and has a ring, the rest is dimmed. */
  light(marked) {
    const spot = $("#tour-spot");
    spot.toggleAttribute("hidden", !marked.length);
    const { stage } = this.page;
    const boxes = marked.map(([id, node]) => {
      const { shape } = stage.sprites.get(id)?.data ?? {};
      const face = node.querySelector?.(".face > use");
      return [(face && shape ? face : node).getBoundingClientRect(), shape];
    });
    const shapes = boxes.map(([box, shape]) => outline(box, shape));
    // Where nothing is to be clicked, pieces that stand on a ground of the step are bright with it, in one ring.
    const role = ([id]) => stage.sprites.get(id)?.data.role;
    const stands = (n) => !this.step.move && role(marked[n]) === "piece" && marked.some((one, m) => role(one) !== "piece" && common(boxes[n][0], boxes[m][0]));
    const rings = shapes.filter((_, n) => !stands(n));
    const all = { width: "100%", height: "100%" };
    const mask = make("mask", { id: "tour-holes", maskUnits: "userSpaceOnUse", x: 0, y: 0, ...all });
    // The action bar says what to do: it stays as it is.
    const height = $("#bar")?.getBoundingClientRect().top || innerHeight;
    mask.append(make("rect", { width: "100%", height, fill: "#fff" }), ...shapes.map((d) => make("path", { d, fill: "#000" })));
    spot.replaceChildren(mask, make("rect", { ...all, class: "dim", mask: "url(#tour-holes)" }), ...rings.map((d) => make("path", { d })));
    // Of several clicks one sees which comes first.
    const path = this.page.picker.legal.find(({ move }) => move === this.step.move)?.path ?? [];
    for (const [n, [id]] of marked.entries()) if (path.length > 1 && path.includes(id)) spot.append(numbered(path.indexOf(id) + 1, boxes[n][0]));
  }

  /** `side`: on which side of its subject the bubble is. */
  put(x, y, side) {
    this.box.dataset.side = side;
    this.box.style.left = `${Math.round(Math.max(EDGE, x))}px`;
    this.box.style.top = `${Math.round(Math.max(EDGE, y))}px`;
  }

  /** At a step with a move only that move can be clicked. */
  filter(next) {
    if (!this.running) return null;
    if (!this.step.move) return new Set();
    const wanted = this.page.picker.candidates().filter((move) => move.move === this.step.move);
    return new Set([...next].filter((id) => wanted.some((move) => move.path.includes(id))));
  }

  /** May this be clicked now? If not, the reader hears what the tour asks for. */
  allows(id) {
    if (!this.running || this.filter(this.page.picker.next).has(id)) return true;
    say(t("tour_asked", { text: this.waiting ? $("#tour-text").textContent : this.step.text }), "why");
    return false;
  }

  next() {
    if (this.at === this.steps.length - 1) {
      this.end();
      return;
    }
    this.at += 1;
    this.draw();
    this.page.draw();
  }

  /** Leaving leaves nothing behind. */
  end() {
    this.box.hidden = true;
    $("#tour-spot").toggleAttribute("hidden", true);
    this.mark([]);
    const url = new URL(location.href);
    url.searchParams.delete("tour");
    history.replaceState(null, "", url);
    this.page.draw();
    this.page.promise();
  }
}

/** How much of two boxes is the same. */
const common = (a, b) =>
  Math.max(0, Math.min(a.right, b.right) - Math.max(a.left, b.left)) * Math.max(0, Math.min(a.bottom, b.bottom) - Math.max(a.top, b.top));

/** The middle of the largest gap between boxes, from top to bottom, if something so high fits in. */
function between(boxes, height, bottom) {
  const sorted = [...boxes].sort((a, b) => a.top - b.top);
  const edges = [EDGE, ...sorted.map((at) => at.bottom + EDGE)];
  const gaps = edges.map((_, i) => [Math.max(...edges.slice(0, i + 1)), Math.min(bottom, sorted[i] ? sorted[i].top - EDGE : bottom)]);
  const [from, to] = gaps.reduce((best, gap) => (gap[1] - gap[0] > best[1] - best[0] ? gap : best));
  return to - from >= height ? (from + to - height) / 2 : null;
}

/** A number at the upper left corner of a box. */
function numbered(number, { left, top }) {
  const [x, y] = [Math.max(left, 2 * EDGE), Math.max(top, 2 * EDGE)];
  const text = make("text", { x, y: y + 5 });
  text.textContent = number;
  const drawn = make("g", { class: "number" });
  drawn.append(make("circle", { cx: x, cy: y, r: 12 }), text);
  return drawn;
}

/** The line round a box, as a path: in its shape, and with round corners where it has none. */
function outline({ left, top, width, height }, shape) {
  if (shape === "round") {
    const r = Math.max(width, height) / 2 + EDGE / 2;
    return `M${left + width / 2 - r} ${top + height / 2}a${r} ${r} 0 1 1 ${2 * r} 0a${r} ${r} 0 1 1 ${-2 * r} 0Z`;
  }
  if (CORNERS[shape]) return `M${CORNERS[shape].map(([x, y]) => `${left + (width * x) / 100} ${top + (height * y) / 100}`).join("L")}Z`;
  const [x, y, wide, tall] = [left - EDGE / 2, top - EDGE / 2, width + EDGE, height + EDGE];
  const r = Math.min(CORNER, wide / 2, tall / 2);
  const arc = (right, down) => `a${r} ${r} 0 0 1 ${right} ${down}`;
  return `M${x + r} ${y}h${wide - 2 * r}${arc(r, r)}v${tall - 2 * r}${arc(-r, r)}h${2 * r - wide}${arc(-r, -r)}v${2 * r - tall}${arc(r, -r)}Z`;
}
