// The stage: a scene as SVG, one element for each sprite's id. Knows no game.

import { FIGURE, GROWTH } from "./compose.js";
import { calm, carry, drop, turn } from "./motion.js";
import { drawing, lettering, make, use } from "./glyphs.js";
import { t } from "./page.js";
import { promisesIn, ringsIn } from "./rings.js";

const LONG = 450;

/** How long the mouse rests on a summary before it opens, in milliseconds. */
const PEEK = 450;

/** The symbols of a game, put into the page once. */
export async function loadArt(address) {
  const answer = await fetch(address);
  const sheet = new DOMParser().parseFromString(await answer.text(), "image/svg+xml").documentElement;
  sheet.setAttribute("class", "art");
  sheet.setAttribute("aria-hidden", "true");
  document.body.append(document.importNode(sheet, true));
}

export class Stage {
  /** `place(area)` says where an area goes: an element, or null to leave it out. `onPick(id)` hears of every click on a sprite. */
  constructor(place, onPick, onLook = () => {}) {
    this.place = place;
    this.onPick = onPick;
    this.onLook = onLook;
    this.areas = new Map();
    this.sprites = new Map();
    this.onTell = () => {};
    this.can = new Set();
    this.eyed = null;
    this.picked = new Set();
    this.last = new Set();
    this.since = new Set();
    this.hint = new Set();
    this.quiet = new Set();
    this.subject = null;
    this.shining = null;
    this.pinned = null;
    this.gains = {};
    this.catches = {};
    this.ghosts = [];
    /** Somebody wants to know what a sprite is: `onAsk(id, how)`, by "look", "touch" or "key"; null: not any more. */
    this.onAsk = () => {};
  }

  // ------------------------------------------------------------------ areas

  setAreas(areas) {
    const wanted = new Set(areas.map((area) => area.name));
    for (const [name, kept] of this.areas) {
      if (!wanted.has(name)) {
        kept.figure.remove();
        this.areas.delete(name);
      }
    }
    for (const area of areas) {
      let kept = this.areas.get(area.name);
      if (!kept) {
        const figure = document.createElement("figure");
        figure.className = "area";
        figure.dataset.area = area.name;
        const caption = document.createElement("figcaption");
        const svg = make("svg", { role: "group" });
        const body = make("g");
        const ghosts = make("g", { "aria-hidden": "true", class: "ghosts" });
        const rings = make("g", { "aria-hidden": "true", class: "rings" });
        svg.append(body, ghosts, rings);
        const frame = document.createElement("div");
        frame.className = "frame";
        frame.append(svg);
        const zoom = document.createElement("button");
        zoom.type = "button";
        zoom.className = "zoom";
        zoom.textContent = "⤢";
        zoom.addEventListener("click", () => this.zoom(kept));
        const chip = document.createElement("button");
        chip.type = "button";
        chip.className = "chip";
        chip.addEventListener("click", () => this.chipped(kept.figure.dataset.area));
        chip.addEventListener("pointerenter", (event) => this.peek(kept.figure, event));
        figure.addEventListener("pointerleave", () => this.peek(null));
        figure.append(caption, zoom, chip, frame);
        svg.addEventListener("click", (event) => this.clicked(event));
        svg.addEventListener("keydown", (event) => this.pressed(event));
        svg.addEventListener("pointerover", (event) => this.looked(event));
        svg.addEventListener("focusin", (event) => this.looked(event));
        svg.addEventListener("pointerleave", () => this.left());
        svg.addEventListener("focusout", () => this.left());
        svg.addEventListener("pointerdown", (event) => this.held(event));
        svg.addEventListener("contextmenu", (event) => event.pointerType === "touch" && event.preventDefault());
        const below = make("g", { "aria-hidden": "true", class: "rings" });
        kept = { figure, caption, zoom, chip, frame, svg, body, ghosts, rings, below };
        this.areas.set(area.name, kept);
      }
      kept.area = area;
      kept.caption.textContent = area.title;
      kept.zoom.setAttribute("aria-label", t("zoom", { area: area.title || area.name }));
      kept.zoom.setAttribute("aria-pressed", String(kept.figure.classList.contains("zoomed")));
      kept.svg.setAttribute("viewBox", `0 0 ${area.width} ${kept.place?.tall ?? area.height}`);
      kept.svg.setAttribute("aria-label", area.title || area.name);
      kept.figure.style.setProperty("--ratio", String(area.width / area.height));
      const home = this.place(area);
      if (home && kept.figure.parentElement !== home) home.append(kept.figure);
      if (!home) kept.figure.remove();
      kept.shown = Boolean(home);
      if (area.ground || area.stood_on) kept.body.append(kept.below);
    }
  }

  /** Put the areas where a composition says. */
  arrange({ places, narrow }) {
    this.narrow = narrow;
    for (const [name, kept] of this.areas) {
      const place = places.get(name);
      const { figure, svg, frame } = kept;
      kept.place = place ?? null;
      figure.classList.toggle("unplaced", !place);
      if (!place) continue;
      figure.dataset.how = place.how;
      figure.classList.toggle("in-bar", Boolean(place.bar));
      for (const [key, value] of Object.entries({ left: place.x, top: place.y, width: place.width, height: place.height }))
        figure.style[key] = `${value}px`;
      const panned = place.how === "panned";
      frame.style.marginBottom = place.more ? `${-place.more}px` : "";
      svg.setAttribute("viewBox", `0 0 ${kept.area.width} ${place.tall ?? kept.area.height}`);
      svg.style.width = panned ? `${kept.area.width * place.scale}px` : "";
      svg.style.height = panned ? `${kept.area.height * place.scale}px` : "";
      if (panned) {
        frame.tabIndex = 0;
        frame.setAttribute("role", "region");
        frame.setAttribute("aria-label", kept.area.title || name);
      } else for (const key of ["tabindex", "role", "aria-label"]) frame.removeAttribute(key);
      if (place.how !== "chip") figure.classList.remove("large");
    }
    this.redraw();
    this.relight();
  }

  /** The size of a text: figures that would be too small grow. */
  legible(text, size, area) {
    if (!area.place?.scale || String(text).length > FIGURE) return size;
    return Math.min(GROWTH * size, Math.max(size, (this.narrow ? 12.1 : 11.1) / area.place.scale));
  }

  /** Pixels for each unit of an area, as it is drawn now. */
  scale(kept) {
    return kept.place?.scale || kept.svg.getScreenCTM()?.a || 1;
  }

  /** A click on a summary: the one thing in it that may be clicked, or a look at all of it. */
  chipped(name) {
    const can = this.canIn(name);
    clearTimeout(this.peeking);
    const peeked = this.peeked === name;
    this.peeked = null;
    if (peeked && can.length !== 1) return; // it is open already, and stays so
    if (can.length === 1) this.onPick(can[0]);
    else this.enlarge(name);
  }

  /** What may be clicked in an area. */
  canIn(name) {
    return [...this.can].filter((id) => this.sprites.get(id)?.data.area === name);
  }

  /** A summary opens large; once more, and it is small again. */
  enlarge(name, large = !this.areas.get(name)?.figure.classList.contains("large")) {
    for (const [other, { figure, chip }] of this.areas) {
      const open = other === name && large;
      figure.classList.toggle("large", open);
      chip.setAttribute("aria-expanded", String(open));
    }
  }

  /** A summary under a resting mouse opens large as long as the mouse is there. */
  peek(figure, event) {
    clearTimeout(this.peeking);
    if (!figure && this.peeked) this.enlarge(this.peeked, false);
    this.peeked = null;
    if (event?.pointerType !== "mouse" || figure.classList.contains("large")) return;
    this.peeking = setTimeout(() => {
      this.peeked = figure.dataset.area;
      this.enlarge(this.peeked, true);
    }, PEEK);
  }

  /** A sprite that lies on no board that is shown, such as a tile in hand, as a picture of its own. */
  apart(id) {
    const data = this.sprites.get(id)?.data;
    return data?.symbol && !this.areas.get(data.area)?.shown ? [drawing(data)] : [];
  }

  /** An area that is moved about shows the middle of these sprites, above what covers its foot. */
  centre(ids, cover = null) {
    for (const [name, { place, frame, area }] of this.areas) {
      if (place?.how !== "panned") continue;
      const found = [...ids].map((id) => this.sprites.get(id)?.data).filter((data) => data?.area === name);
      if (!found.length) continue;
      const below = cover ? Math.max(0, frame.getBoundingClientRect().bottom - cover.getBoundingClientRect().top) : 0;
      const [wide, tall] = [frame.clientWidth, frame.clientHeight - below].map((length) => length / place.scale);
      const middle = (some, low, size) => (Math.min(...some.map((one) => one[low])) + Math.max(...some.map((one) => one[low] + one[size]))) / 2;
      const inside = (at, length, from, size) => Math.abs(from + size / 2 - at) <= (length - size) / 2;
      // Where not all of them fit, one is in the middle of as many as do.
      const views = [found, ...found.map((one) => [one])].map((some) => [middle(some, "x", "width"), middle(some, "y", "height")]);
      const seen = ([x, y]) => found.filter((one) => inside(x, wide, one.x, one.width) && inside(y, tall, one.y, one.height)).length;
      const [x, y] = views.reduce((best, view) => (seen(view) > seen(best) ? view : best));
      frame.scrollTo({
        left: (x - wide / 2) * place.scale,
        // Down to the foot of the area at most, even where a card leaves it room to go further.
        top: (Math.min(y, area.height - tall / 2) - tall / 2) * place.scale,
        behavior: calm() ? "auto" : "smooth",
      });
    }
  }

  /** An area larger than its place, to be moved about in; or as it was. */
  zoom({ figure, zoom, frame }) {
    const large = figure.classList.toggle("zoomed");
    zoom.setAttribute("aria-pressed", String(large));
    if (large) {
      frame.tabIndex = 0;
      frame.setAttribute("role", "region");
      frame.setAttribute("aria-label", zoom.getAttribute("aria-label"));
      frame.scrollTo((frame.scrollWidth - frame.clientWidth) / 2, 0);
    } else for (const name of ["tabindex", "role", "aria-label"]) frame.removeAttribute(name);
  }

  // ---------------------------------------------------------------- sprites

  /** Show a whole scene; sprites that were there move to their new places. */
  show(scene, moving = true) {
    const wanted = new Set(scene.sprites.map((sprite) => sprite.id));
    const gone = [...this.sprites.keys()].filter((id) => !wanted.has(id));
    return this.change({ put: scene.sprites, gone, areas: scene.areas }, moving);
  }

  /** Take changes in; resolves when everything has come to rest. Motion begins after `delay`. */
  async change(changes, moving = true, delay = 0) {
    const animate = moving && !calm();
    const focused = document.activeElement?.closest?.("[data-id]")?.dataset.id;
    const before = animate ? this.remembered(changes) : null;
    if (changes.areas) this.setAreas(changes.areas);
    for (const id of changes.gone) {
      this.sprites.get(id)?.node.remove();
      this.sprites.delete(id);
    }
    for (const sprite of changes.put) this.put(sprite);
    for (const area of new Set(changes.put.map((sprite) => sprite.area))) this.sort(area);
    for (const { figure, body } of this.areas.values()) figure.classList.toggle("empty", !body.children.length);
    this.relight();
    if (focused && this.sprites.has(focused)) this.sprites.get(focused).face.focus({ preventScroll: true });
    if (!animate) return;
    await Promise.all(changes.put.map((sprite) => this.move(sprite.id, before, delay)));
  }

  /** How things lie before a change: where each sprite is that will move, what it looks like if it will look otherwise, and what lies where something else will lie. */
  remembered({ put, gone }) {
    const before = new Map();
    const seen = (id) => {
      const kept = this.sprites.get(id);
      return kept && this.areas.get(kept.data.area)?.shown && kept.node.getClientRects().length ? kept : null;
    };
    const leaving = new Map();
    for (const id of gone) {
      const kept = seen(id);
      if (kept?.data.symbol) leaving.set(placeOf(kept.data), kept.node);
    }
    for (const sprite of put) {
      const kept = seen(sprite.id);
      const turned = kept
        ? kept.data.symbol !== sprite.symbol &&
          sprite.role === "piece" &&
          !sprite.symbol.startsWith("die-") &&
          placeOf(kept.data) === placeOf(sprite)
        : leaving.has(placeOf(sprite));
      const old = turned ? (kept?.node ?? leaving.get(placeOf(sprite))).cloneNode(true) : null;
      old?.removeAttribute("data-id");
      before.set(sprite.id, { box: kept?.node.getBoundingClientRect(), old });
    }
    return before;
  }

  put(sprite) {
    const area = this.areas.get(sprite.area);
    if (!area) return;
    let kept = this.sprites.get(sprite.id);
    if (!kept) {
      // The face is what can be clicked and has a name; what is written on it stands beside it, for eyes only where a label says it too.
      const node = make("g", { "data-id": sprite.id, class: "sprite" });
      kept = { node, face: make("g", { class: "face" }), writing: make("g") };
      node.append(kept.face, kept.writing);
      this.sprites.set(sprite.id, kept);
    }
    const { node, face, writing } = kept;
    const coordinates = this.coordinates?.has?.(sprite.id) ?? this.coordinates;
    const how = `${Boolean(coordinates)} ${area.place?.scale}`;
    if (kept.data === sprite && node.parentNode === area.body && kept.how === how) return;
    kept.how = how;
    kept.data = sprite;
    kept.lit = null;
    node.setAttribute("class", `sprite ${sprite.role}${sprite.owner >= 0 ? ` seat-${sprite.owner}` : ""}`);
    const parts = [];
    const texts = [];
    if (sprite.label) {
      const title = make("title");
      title.textContent = sprite.label;
      parts.push(title);
    }
    // A piece of one's own is hit anywhere in its box, however slender its picture is.
    if (!sprite.symbol || (sprite.role === "piece" && area.area.role !== "main"))
      parts.push(make("rect", { x: sprite.x, y: sprite.y, width: sprite.width, height: sprite.height, class: "touch" }));
    if (sprite.symbol) parts.push(use(sprite.symbol, sprite.x, sprite.y, sprite.width, sprite.height, sprite.turn));
    const unit = sprite.width / 100;
    for (const mark of sprite.marks ?? []) {
      const x = sprite.x + mark.x * unit;
      const y = sprite.y + mark.y * unit;
      const size = mark.size * unit;
      if (mark.coordinate && !coordinates) continue;
      if (mark.symbol) parts.push(use(mark.symbol, x - size / 2, y - size / 2, size, size));
      if (mark.text !== "") texts.push(lettering(mark, x, y, this.legible(mark.text, size, area), unit));
    }
    face.replaceChildren(...parts);
    writing.replaceChildren(...texts);
    writing.setAttribute("aria-hidden", String(Boolean(sprite.label)));
    if (node.parentNode !== area.body) area.body.append(node);
  }

  sort(name) {
    const area = this.areas.get(name);
    if (!area) return;
    const nodes = [...area.body.children];
    const z = (node) => (node === area.below ? this.ground(name) : (this.sprites.get(node.dataset.id)?.data.z ?? 0));
    const sorted = nodes.map((node, i) => [z(node), i, node]).sort((a, b) => a[0] - b[0] || a[1] - b[1]);
    if (sorted.some(([, i], n) => i !== n)) area.body.append(...sorted.map(([, , node]) => node));
  }

  /** Just above the targets of an area. */
  ground(name) {
    const heights = [...this.sprites.values()].filter(({ data }) => data.area === name && data.role === "target").map(({ data }) => data.z);
    return Math.max(0, ...heights) + 0.5;
  }

  async move(id, before, delay) {
    const kept = this.sprites.get(id);
    const area = kept && this.areas.get(kept.data.area);
    if (!area?.shown) return;
    const { node, data } = kept;
    const { box: from, old } = before.get(id);
    node.style.transformOrigin = `${data.x + data.width / 2}px ${data.y + data.height / 2}px`;
    if (old) {
      old.style.transformOrigin = node.style.transformOrigin;
      await turn(node, old, delay);
      return;
    }
    if (!from) {
      await drop(node, data.role === "piece", delay);
      return;
    }
    const to = node.getBoundingClientRect();
    const dx = from.left + from.width / 2 - to.left - to.width / 2;
    const dy = from.top + from.height / 2 - to.top - to.height / 2;
    if (Math.abs(dx) + Math.abs(dy) < 2 || !to.width || !from.width) return;
    const scale = area.svg.getScreenCTM()?.a || 1;
    area.figure.classList.add("moving");
    await carry(node, dx / scale, dy / scale, from.width / to.width, delay);
    area.figure.classList.remove("moving");
  }

  /** Everything that is moving arrives at once. */
  hurry() {
    for (const { svg } of this.areas.values())
      for (const motion of svg.getAnimations({ subtree: true })) if (!motion.animationName) motion.finish();
  }

  /** The box on the screen of a sprite, or of the summary of its area; null if neither is to be seen. */
  spot(id) {
    const kept = this.sprites.get(id);
    const seen = [kept?.node, this.areas.get(kept?.data.area)?.figure].find((node) => node?.getClientRects().length);
    return seen?.getBoundingClientRect() ?? null;
  }

  // ----------------------------------------------------------------- lights

  /** What may be clicked now, what has been clicked, what was last moved. */
  light({
    can = this.can,
    picked = this.picked,
    last = this.last,
    since = this.since,
    hint = this.hint,
    quiet = this.quiet,
    subject = this.subject,
  }) {
    this.can = new Set(can);
    this.quiet = new Set(quiet);
    this.subject = subject;
    this.picked = new Set(picked);
    this.last = new Set(last);
    this.since = new Set(since);
    this.hint = new Set(hint);
    this.relight();
  }

  /** What one more click would bring: a signed number on each sprite, and what a click would take. */
  promise(gains = {}, catches = {}) {
    this.gains = gains;
    this.catches = catches;
    this.relight();
  }

  /** Pieces as they would lie; `how`: "sent" if they are about to. */
  ghost(sprites, how = "") {
    if (!sprites.length && !this.ghosts.length) return;
    this.ghosts = sprites;
    for (const [name, area] of this.areas)
      area.ghosts.replaceChildren(
        ...sprites
          .filter((sprite) => sprite.area === name && sprite.symbol)
          .map((sprite) => {
            const drawn = use(sprite.symbol, sprite.x, sprite.y, sprite.width, sprite.height, sprite.turn);
            drawn.setAttribute("class", `ghost ${how}${sprite.owner >= 0 ? ` seat-${sprite.owner}` : ""}`);
            return drawn;
          }),
      );
  }

  /** Coordinates and notation on the boards, or not. */
  showCoordinates(shown) {
    this.coordinates = shown;
    this.redraw();
  }

  /** Draw every sprite once more whose writing has changed. */
  redraw() {
    for (const { data } of [...this.sprites.values()]) this.put(data);
    for (const name of this.areas.keys()) this.sort(name);
  }

  /** What is unchanged is left alone: drawing costs more than comparing. */
  relight() {
    for (const [id, kept] of this.sprites) {
      const { node, face, data } = kept;
      const [can, picked, about] = [this.can.has(id), this.picked.has(id), Boolean(data.about?.length)];
      const active = can || picked;
      const gain = this.gains[id]?.shown;
      const label = gain ? `${data.label || id}: ${gain}` : data.label || id;
      const pressed = active ? picked : this.pinned === id;
      const vain = can && this.catches[id]?.symbol === "";
      const last = this.last.has(id);
      const lit = active || about || last ? [can, picked, about, pressed, vain, last, label].join() : "";
      if (kept.lit === lit) continue;
      kept.lit = lit;
      if (active || about) {
        face.setAttribute("tabindex", "0");
        face.setAttribute("role", "button");
        face.setAttribute("aria-label", label);
        face.setAttribute("aria-pressed", String(pressed));
      } else {
        for (const name of ["tabindex", "role", "aria-label", "aria-pressed"]) face.removeAttribute(name);
      }
      for (const [name, on] of Object.entries({ about, can, picked, last, "in-vain": vain })) node.classList.toggle(name, on);
    }
    for (const [name, area] of this.areas) {
      area.chip.classList.toggle("can", this.canIn(name).some((id) => !this.quiet.has(id)));
      const { ground, stood_on: stoodOn } = area.area;
      area.figure.classList.toggle("choosing", Boolean(ground) && this.canIn(name).some((id) => this.sprites.get(id).data.role === "target"));
      const low = ground || stoodOn ? ringsIn(this, name, true) : [];
      const rings = [...ringsIn(this, name, ground || stoodOn ? false : null), ...promisesIn(this, name)];
      const key = [...low, ...rings].map((ring) => ring.outerHTML).join("");
      if (area.ringed === key) continue;
      area.ringed = key;
      area.below.replaceChildren(...low);
      area.rings.replaceChildren(...rings);
    }
  }

  // ----------------------------------------------------------------- clicks

  /** The sprite under the pointer: what may be clicked comes before what lies on it, such as a cell under its building. */
  under(event) {
    const ids = document
      .elementsFromPoint(event.clientX, event.clientY)
      .map((found) => found.closest?.("[data-id]")?.dataset.id)
      .filter(Boolean);
    return ids.find((id) => this.can.has(id)) ?? ids.find((id) => this.picked.has(id)) ?? ids[0];
  }

  clicked(event) {
    const id = this.under(event);
    if (this.asked) this.asked = false;
    else if (id) this.pick(id);
  }

  /** A long touch asks what something is. */
  held(event) {
    if (event.pointerType === "mouse") return;
    const id = this.under(event);
    this.asked = false;
    clearTimeout(this.holding);
    this.holding = setTimeout(() => {
      this.asked = true;
      this.onAsk(id, "touch");
    }, LONG);
    for (const end of ["pointerup", "pointercancel", "pointermove"])
      event.currentTarget.addEventListener(end, () => clearTimeout(this.holding), { once: true });
  }

  /** A click: a move's, or a wish to read what something is about, which stays lit until the next one. */
  pick(id) {
    const data = this.sprites.get(id)?.data;
    if (!data?.about?.length || this.can.has(id)) {
      this.onPick(id);
      return;
    }
    this.pinned = this.pinned === id ? null : id;
    if (this.pinned) this.onTell(id);
    this.relight();
  }

  pressed(event) {
    const node = event.target.closest("[data-id]");
    if (!node) return;
    if (event.key === "Enter" || event.key === " ") {
      event.preventDefault();
      this.pick(node.dataset.id);
    }
    const way = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[event.key];
    if (way) {
      event.preventDefault();
      this.focus(this.nearest(node, way));
    }
  }

  /** The nearest thing to click in a direction: arrow keys walk over the table. */
  nearest(node, [right, down]) {
    const centre = (other) => {
      const box = other.getBoundingClientRect();
      return [box.left + box.width / 2, box.top + box.height / 2];
    };
    const [x, y] = centre(node);
    let best = null;
    let shortest = Infinity;
    for (const id of this.can) {
      const other = this.sprites.get(id)?.node;
      if (!other || other === node || !this.areas.get(this.sprites.get(id).data.area)?.shown) continue;
      const [ox, oy] = centre(other);
      const along = (ox - x) * right + (oy - y) * down;
      const across = Math.abs((ox - x) * down) + Math.abs((oy - y) * right);
      if (along > 2 && along + 2 * across < shortest) {
        shortest = along + 2 * across;
        best = id;
      }
    }
    return best;
  }

  looked(event) {
    const id = event.type === "focusin" ? event.target.closest("[data-id]")?.dataset.id : this.under(event);
    const can = id && this.can.has(id);
    const about = this.sprites.get(id)?.data.about?.length ? id : null;
    event.currentTarget.style.cursor = can || about ? "pointer" : "";
    this.shine(about, can ? id : null);
    this.onLook(can ? id : null);
    this.onAsk(id ?? null, event.type === "focusin" ? "focus" : "look");
  }

  /** The pointer or the focus has gone; what the keyboard stands on stays lit. */
  left() {
    const focused = document.activeElement?.closest?.("[data-id] .face:focus-visible")?.parentNode.dataset.id;
    this.shine(this.sprites.get(focused)?.data.about?.length ? focused : null);
    this.onLook(null);
    this.onAsk(focused ?? null, "look");
  }

  /** Light what a sprite is about; `eyed` is what may be clicked where one looks. */
  shine(id, eyed = null) {
    if (id === this.shining && eyed === this.eyed) return;
    this.shining = id;
    this.eyed = eyed;
    this.relight();
  }

  /** The focus goes to a sprite, or to the summary of its area. */
  focus(id) {
    const kept = this.sprites.get(id);
    const node = kept?.face.getClientRects().length ? kept.face : this.areas.get(kept?.data.area)?.chip;
    node?.focus({ preventScroll: true });
  }
}

/** Where a sprite lies, to compare. */
function placeOf({ area, x, y }) {
  return `${area} ${x} ${y}`;
}
