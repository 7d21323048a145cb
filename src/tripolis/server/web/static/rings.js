// What lies over the sprites of an area: rings around what may be clicked, was picked or has changed, what a click would bring, what it would take.

import { make, use } from "./glyphs.js";

const SMALL = 12;
/** From so many things to choose from on, numbers stand only where one looks. */
const MANY = 12;

/** The rings of an area: all of them, or only those of targets, or only those of what stands on none that has the same ring. */
export function ringsIn(stage, name, targets = null) {
  const all = (ids) => [...ids].map((id) => stage.sprites.get(id)?.data).filter((data) => data?.area === name);
  const here = (ids) => {
    const found = all(ids);
    const grounds = found.filter(({ role }) => role === "target");
    if (targets === null) return found;
    return targets ? grounds : found.filter((data) => data.role !== "target" && !grounds.some((ground) => standsOn(data, ground)));
  };
  const ring = (kind, ids, like = kind) => here(ids).map((data) => ringAround(data, kind, like));
  const spoken = stage.sprites.get(stage.shining ?? stage.pinned)?.data.about ?? [];
  // Things that are smaller than a ring is thick are left alone.
  const large = (ids) => [...ids].filter((id) => Math.min(stage.sprites.get(id)?.data.width, stage.sprites.get(id)?.data.height) > SMALL);
  const before = large(stage.since).filter((id) => !stage.last.has(id) && stage.sprites.get(id).data.area === name);
  // Where nearly everything is new, or has only come back to its supply, that is no news of single pieces.
  const news = before.length > MANY || stage.areas.get(name)?.area.role === "hand" ? [] : before;
  // Where nearly everything is free to choose, what is not stands out: the rings are quiet.
  const open = [...stage.can].filter((id) => !stage.quiet.has(id) && stage.sprites.get(id)?.data.area === name);
  const quiet = open.length > MANY ? open.filter((id) => id !== stage.eyed) : [];
  return [
    ...ring("ring-since", news, "ring-last"),
    ...ring("ring-last", large(stage.last)),
    ...ring("ring-can many", quiet, "ring-can"),
    ...ring(
      "ring-can",
      open.filter((id) => !quiet.includes(id)),
    ),
    ...ring("ring-subject", stage.subject ? [stage.subject] : [], "ring-can"),
    ...ring("ring-hint", stage.hint, "ring-last"),
    ...ring("ring-about", spoken, "ring-can"),
    ...here(stage.picked).map((data) =>
      data.shape && document.getElementById(`ring-picked-${data.shape}`)
        ? ringAround(data, "picked", "ring-picked")
        : make("rect", { x: data.x + 3, y: data.y + 3, width: data.width - 6, height: data.height - 6, rx: 10, class: "ring-picked" }),
    ),
  ];
}

/** Is the middle of a sprite within the box of another? */
function standsOn({ x, y, width, height }, ground) {
  const [right, down] = [x + width / 2 - ground.x, y + height / 2 - ground.y];
  return right > 0 && down > 0 && right < ground.width && down < ground.height;
}

/** A ring of the shape of a sprite. */
function ringAround({ id, x, y, width, height, shape, turn }, kind, like) {
  if (!shape && Math.abs(width - height) > 2) return make("rect", { x, y, width, height, rx: 10, class: `ring-plain ${kind}` });
  const drawn = use(shape ? `${like}-${shape}` : like, x, y, width, height, turn);
  drawn.setAttribute("class", kind);
  drawn.dataset.round = id;
  return drawn;
}

/** The signed numbers and the catches of an area. */
export function promisesIn(stage, name) {
  const entries = (found) =>
    Object.entries(found)
      .map(([id, what]) => [stage.sprites.get(id)?.data, what, id])
      .filter(([data, , id]) => data?.area === name && (stage.can.has(id) || stage.picked.has(id)));
  const caught = entries(stage.catches).filter(([, { symbol }]) => symbol);
  const told = entries(stage.gains).filter(([, { shown }]) => shown);
  // Where no piece is laid, a number that is the same everywhere tells nothing; the action bar says it.
  const alike = told.length > 1 && told.every(([, { shown, ghost }]) => !ghost && shown === told[0][1].shown);
  const pills = told.length > MANY ? told.filter(([, , id]) => id === stage.eyed || stage.picked.has(id)) : alike ? [] : told;
  // Only asked for where it is needed: to know the scale may mean to lay the page out.
  const px = pills.length ? 1 / stage.scale(stage.areas.get(name)) : 1;
  return [
    ...caught.map(([data, { symbol }]) => catchOf(data, symbol)),
    ...pills
      .filter(([, { sign }, id]) => sign || !stage.catches[id])
      .map(([data, { shown, sign, ghost }, id]) =>
        pill(data, shown, sign, px, ghost, stage.areas.get(name).area, id === stage.eyed || stage.picked.has(id)),
      ),
  ];
}

/** What a click on a sprite would take. */
function catchOf({ x, y, width, height }, symbol) {
  const size = Math.min(width, height) * 0.62;
  return use(symbol, x + (width - size) / 2, y + (height - size) / 2, size, size);
}

/** A signed number in the middle of a sprite, or at the foot of the piece that would lie there, beside a small one that is drawn there now (`lies`); `px` is a pixel of the screen in units of the area. */
function pill(data, shown, sign, px, ghost, area, lies) {
  const piece = ghost?.height < 80 * px;
  const tall = Math.max(17 * px, Math.min((piece ? 24 : 28) * px, data.height * 0.5));
  const wide = Math.max(tall * 1.5, shown.length * tall * 0.52 + tall * 0.5);
  const { x: left, y: top, width, height } = ghost ?? data;
  // At the foot of a ground that is written on, its name and its figures can still be read.
  if (area.stood_on && data.role === "target") return drawnPill(data.x + data.width / 2, data.y + data.height, wide, tall, shown, sign);
  // A small piece is not covered: the number stands beside it.
  const small = ghost && (area.ground || height < 2.2 * tall);
  const beside = small && lies;
  const outside = left + width + wide > area.width;
  // Left of the piece lies what its place brings.
  const x = !beside ? left + width / 2 + (small ? 0.35 * tall : 0) : outside ? left - wide / 2 : left + width + wide / 2;
  const y = top + (ghost && !small ? height - tall * 0.6 : height / 2);
  return drawnPill(x, y, wide, tall, shown, sign);
}

/** A signed number round a point. */
function drawnPill(x, y, wide, tall, shown, sign) {
  const text = make("text", { x, y: y + tall * 0.27, "font-size": tall * 0.74, "text-anchor": "middle" });
  text.textContent = shown;
  const drawn = make("g", { class: `gain ${sign > 0 ? "up" : sign < 0 ? "down" : "even"}` });
  drawn.append(make("rect", { x: x - wide / 2, y: y - tall / 2, width: wide, height: tall, rx: tall / 2 }), text);
  return drawn;
}
