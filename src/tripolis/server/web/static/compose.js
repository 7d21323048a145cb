// The composition of a table: which area lies where, and how large. Pure: no document, no window; knows no game.
//
// Areas have a role (main, own, hand, choices, rival, open, info), a natural size in their own units and the size of their smallest text. Several arrangements are tried; the one
// with the largest main area wins, as long as main, own and hand are whole and legible. Rivals and info are whole where there is room, else chips that open large.

export const NARROW = 700;
/** The viewer who has no seat and looks at all of them alike. */
export const NOBODY = -2;
/** How much figures on pieces may grow on a small screen, and how long a text is that still counts as a figure. */
export const GROWTH = 1.56;
export const FIGURE = 3;
const GAP = 12;
const CAPTION = 28;
const CHIP = { width: 142, head: 34, row: 24, each: 46, number: 6, fewest: 2, info: 44, least: 124 };
const LEAST = { wide: 11, narrow: 12, target: 28.5 };
const LARGEST = 2.4;
const COMFORTABLE = 1.4;
const ROOMY = 1.35;
/** A map of small pieces is nearer by this. */
const CLOSER = 1.2;
const FLAT = 120;
/** On a small screen: by how much a track is nearer than it must be to be read; how much of the width one's own list below it takes; how high the track is at least, and how high the track in small beside the list. */
const DESK = { closer: 1.3, share: 0.6, least: 270, low: 96 };
/** How high a line about a seat is, below a board that leaves room. */
const LINE = 44;
const LOG = { height: 180, wanted: 420, listed: 300, widths: [272, 304, 340, 400] };
/** What is open now goes into the free part of the main area, if that is so large. */
const MIDDLE = { width: 250, height: 180 };
/** The least room in which what has happened is told beside the players. */
const HOLE = { width: 170, height: 150 };
/** A flat hand lies in the action bar, between the prompt and the choices, if it is legible in what they leave. */
const BAR = { prompt: 300, tools: 345, edge: 8 };
const WHOLE = { own: 0, rival: 0, info: CAPTION, hand: 0, main: 0 };

/** The role of an area for a viewer; without a declared one, what its name says. */
export function roleOf(area, you = -1) {
  const seat = seatOf(area);
  const turned = seat < 0 ? null : you !== NOBODY && seat === Math.max(0, you) ? "own" : "rival";
  if (area.name === "panel:account") return "none";
  if (declared(area)) return area.role === "own" || area.role === "rival" ? (turned ?? area.role) : area.role;
  if (area.name === "board") return "main";
  return area.name === "hand" ? "hand" : (turned ?? "info");
}

/** The seat that an area belongs to; -1: nobody's. */
export function seatOf(area) {
  return declared(area) ? (area.seat ?? -1) : Number(/-(\d+)$/.exec(area.name)?.[1] ?? -1);
}

const declared = (area) => Boolean(area.role) && (area.role !== "main" || area.name === "board");

/** The least scale at which the smallest text of an area is legible, and its smallest `target` can be hit. On a small screen, and where much is to be seen at once (`grown`), figures grow, but `words` do not. */
export function leastScale(area, narrow = false, grown = narrow) {
  const least = narrow ? LEAST.narrow : LEAST.wide;
  const text = grown ? Math.max(least / (GROWTH * area.text), least / (area.words ?? Infinity)) : least / area.text;
  // Fields of a map are not as large as their boxes; on a small screen that can be moved about there is room for it.
  const target = narrow && area.role === "main" ? 1.25 * LEAST.target : LEAST.target;
  return Math.max(area.text ? text : 0.5, area.target ? target / area.target : 0);
}

/**
 * Where everything goes. `viewport` is the space between head and action bar, in pixels; `narrow` in it: as on a phone, whatever its width; `bar`: how high the action bar below is, if
 * it may hold a hand. Returns `roles` (by name), `narrow`, `places` (by name: x, y, width, height of the figure, `scale`, `how`: whole or chip), `log` (a box, or null) and, on a narrow screen, `pages`: lists of
 * names that are shown together, the main one first, `spare`: room below the main one for a line about each seat, and `beside`: a place for the whole board in small.
 */
export function compose(areas, viewport, you = -1) {
  const parts = areas
    .map((area) => ({ ...area, area, role: roleOf(area, you) }))
    .filter(({ role }) => role !== "none" && role !== "choices");
  if (parts.length && !parts.some(({ role }) => role === "main"))
    parts.reduce((a, b) => (a.width * a.height >= b.width * b.height ? a : b)).role = "main";
  const held = inBar(areas, parts, viewport);
  if (held) {
    const made = compose(
      areas.filter(({ name }) => name !== held.name),
      { ...viewport, bar: 0 },
      you,
    );
    if (!made.narrow) {
      made.places.set(held.name, held.place);
      made.roles.set(held.name, "hand");
      return { ...made, held: held.place.width };
    }
  }
  const open = parts.filter(({ role }) => role === "open");
  const main = parts.find(({ role }) => role === "main");
  const small = viewport.narrow || viewport.width < NARROW;
  if (open.length && !small && main?.free?.length) {
    const made = compose(
      areas.filter(({ name }) => !open.some((part) => part.name === name)),
      viewport,
      you,
    );
    const middle = made.narrow ? null : inside(main, made.places.get(main.name));
    if (middle) {
      for (const part of open) {
        made.places.set(part.name, fitting(part, middle));
        made.roles.set(part.name, "open");
      }
      return { ...made, middle };
    }
  }
  for (const part of open) part.role = "info";
  parts.sort((a, b) => open.includes(a) - open.includes(b)); // often empty, then nothing is seen of it
  const roles = new Map(parts.map(({ name, role }) => [name, role]));
  if (small) return { ...phone(parts, viewport), roles };
  for (const strict of [true, false]) {
    const best = solve(parts, viewport, strict);
    if (best) return { narrow: false, ...best.lay(), pages: null, roles };
  }
  const fewer = areas.filter(({ name }) => ["main", "own", "hand"].includes(roles.get(name)));
  return fewer.length < parts.length ? compose(fewer, viewport, you) : { ...phone(parts, viewport), roles };
}

/** The hand in the action bar: its name and place; null where there is none, or no room for it. */
function inBar(areas, parts, { width, height, narrow, bar }) {
  const [hand, ...more] = parts.filter(({ role }) => role === "hand");
  if (!bar || narrow || !hand || more.length) return null;
  const choices = areas.filter((area) => roleOf(area) === "choices").reduce((sum, area) => sum + area.width, 0);
  const room = width - BAR.prompt - BAR.tools - choices;
  const scale = Math.min(room / hand.width, (bar - BAR.edge) / hand.height);
  if (scale < leastScale(hand.area)) return null;
  return { name: hand.name, place: { ...box(BAR.prompt, height + (bar - hand.height * scale) / 2, hand, scale, 0), bar: true } };
}

/** The free part of the main area in pixels, if a card or a form fits in there. */
function inside(main, { x, y, scale }) {
  const [left, top, width, height] = main.free.map((value) => value * scale);
  return width >= MIDDLE.width && height >= MIDDLE.height ? { x: x + left, y: y + top, width, height } : null;
}

/** An area in the middle of a box, as large as it fits. */
function fitting(part, { x, y, width, height }) {
  const scale = Math.min(width / part.width, height / part.height);
  return box(x + (width - part.width * scale) / 2, y + (height - part.height * scale) / 2, part, scale, 0);
}

/** The largest box below or beside what belongs to the players in which nothing lies, if something can be told there; else null. */
export function hole({ places, roles, log, narrow }, viewport) {
  if (narrow) return null;
  const all = [...places.values(), ...(log ? [log] : [])];
  const free = ({ x, y, width, height }) =>
    !all.some((at) => at.x < x + width && x < at.x + at.width && at.y < y + height && y < at.y + at.height);
  return [...places]
    .filter(([name]) => roles.get(name) === "rival")
    .map(([, { x, width }]) => {
      const y = Math.max(...all.filter((at) => at.x < x + width && x < at.x + at.width).map((at) => at.y + at.height)) + GAP;
      return { x, y, width, height: viewport.height - GAP - y };
    })
    .filter((box) => box.width >= HOLE.width && box.height >= HOLE.height && free(box))
    .reduce((best, box) => (best && best.width * best.height >= box.width * box.height ? best : box), null);
}

/** How high a summary is, in a width: a heading and rows of chips. The number of chips now does not count, so that nothing moves when one comes or goes. */
function chipHeight(width, number) {
  return CHIP.head + CHIP.row * Math.ceil(number / Math.max(1, Math.floor((width - 24) / CHIP.each)));
}

/** Summaries side by side, so many in a row that they are the least high: those of rivals with a heading and chips, those of information in one line each. */
function rowsOfChips(parts, role, width, number) {
  const ways = Array.from({ length: Math.max(1, Math.floor((width + GAP) / ((role === "info" ? CHIP.least : CHIP.width) + GAP))) }, (_, n) =>
    rowsBy(n + 1, parts, role, width, number),
  );
  const high = (rows) => rows.reduce((sum, { tall }) => sum + tall + GAP, 0);
  return ways.reduce((best, way) => (high(way) < high(best) ? way : best));
}

function rowsBy(perRow, parts, role, width, number) {
  const rows = Array.from({ length: Math.ceil(parts.length / perRow) }, (_, n) => parts.slice(n * perRow, (n + 1) * perRow));
  const across = Math.min(perRow, parts.length);
  const wide = (width - GAP * (across - 1)) / across;
  return rows.map((row) => ({ row, wide, tall: role === "info" ? CHIP.info : chipHeight(wide, number) }));
}

/** The best arrangement: first by coarse widths of the columns, then by finer ones near the best of these. */
function solve(parts, viewport, strict) {
  const rivals = parts.filter(({ role }) => role === "rival").length;
  const alike = rivals > 0 && !parts.some(({ role, seat }) => role === "own" && seat >= 0);
  const ways = (
    rivals > 3 ? [...(alike ? ["whole"] : []), "pairs", "chip", "brief"] : rivals > 1 ? ["whole", "pairs", "chip"] : rivals ? ["whole", "chip"] : ["whole"]
  ).flatMap((way) =>
    (parts.some(({ role }) => role === "info") ? ["whole", "chip"] : ["whole"]).map((info) => ({
      rivals: way,
      info,
      strict,
      alike,
    })),
  );
  let best = null;
  const search = (templates, found, widths) => {
    for (const template of templates)
      for (const how of found)
        for (const made of arrangements(parts, viewport, template, how, widths)) if (!best || made.score > best.score) best = made;
  };
  search(TEMPLATES, ways, null);
  if (best?.widths) search([best.template], [best.how], best.widths);
  return best;
}

// ------------------------------------------------------------------- columns

/** Columns from left to right: what stands in them, from top to bottom. */
const TEMPLATES = [
  [["main"], ["own", "hand", "rival", "info"], ["log"]],
  [["main"], ["own", "hand", "rival", "info", "log"]],
  [["main"], ["hand", "own", "rival", "info", "log"]],
  [["own", "hand", "rival", "info"], ["main"], ["log"]],
  [["own", "rival", "info"], ["main", "hand"], ["log"]],
  [["main", "hand"], ["own", "rival", "info"], ["log"]],
  [
    ["main", "hand"],
    ["own", "rival", "info", "log"],
  ],
  [["main"], ["own", "hand", "rival"], ["info", "log"]],
  [
    ["main", "hand"],
    ["own", "rival"],
    ["info", "log"],
  ],
  [["own", "hand", "rival"], ["main"], ["info", "log"]],
  [["main"], ["own", "hand"], ["rival", "info", "log"]],
  [["main"], ["own"], ["hand", "rival", "info", "log"]],
  [
    ["main", "own", "hand"],
    ["rival", "info", "log"],
  ],
];
const STACKED = [
  [["own"], ["hand", "rival", "info", "log"]],
  [
    ["own", "hand"],
    ["rival", "info", "log"],
  ],
  [["own", "hand", "rival", "info"], ["log"]],
  [["own", "hand", "rival", "info", "log"]],
];

function* arrangements(parts, { width, height }, template, how, near) {
  const of = (roles) =>
    roles.flatMap((role) => (role === "log" ? [{ role: "log", name: "log" }] : parts.filter((part) => part.role === role)));
  const [main] = of(["main"]);
  const inner = { width: width - 2 * GAP, height: height - 2 * GAP };
  const columns = template.map(of).filter((column) => column.length);
  const at = columns.findIndex((column) => column.includes(main));
  const others = columns.filter((_, i) => i !== at);
  const most = Math.min(0.5 * inner.width, 760);
  const tried = others.map((column, i) =>
    widthsFor(column, most, near?.[i])
      .map((w) => [w, fill(column, w, inner.height, how)])
      .filter(([, filled]) => filled),
  );
  for (const chosen of product(tried)) {
    const widths = chosen.map(([w]) => w);
    const rest = inner.width - widths.reduce((sum, w) => sum + w + GAP, 0);
    if (rest < 240) continue;
    const centre = fillMain(columns[at], main, rest, inner.height, how);
    if (!centre) continue;
    const filled = chosen.map(([, column]) => column);
    const lost = (rest - main.width * centre.scale) / inner.width;
    // Where all else is equal, a board that is a ring stands in the middle.
    const ring = main.free?.length && at > 0 && at < columns.length - 1 ? 0.1 : 0;
    const score = judge(centre.scale, filled, how, centre.grade) - 0.4 * lost + ring;
    yield { score, template, how, widths, lay: () => laid(columns, at, centre, filled, widths, inner) };
  }
  if (template === TEMPLATES[0] && height > width && !near) yield* stacked(of, main, inner, how);
}

function widthsFor(column, most, near) {
  const bare = column.length === 1 && column[0].role === "log";
  if (bare) return LOG.widths;
  const tried = near ? Array.from({ length: 9 }, (_, i) => near + 7 * (i - 4)) : Array.from({ length: 22 }, (_, i) => 208 + 28 * i);
  return tried.filter((w) => w >= 200 && w <= most);
}

function* product(lists) {
  if (!lists.length) {
    yield [];
    return;
  }
  for (const one of lists[0]) for (const more of product(lists.slice(1))) yield [one, ...more];
}

/** Upright: main above, the others below it. */
function* stacked(of, main, inner, how) {
  for (const below of STACKED) {
    const columns = below.map(of).filter((column) => column.length);
    const full = inner.width / main.width;
    const least = how.strict ? leastScale(main.area) : 0.3 * full;
    const scales = Array.from({ length: 40 }, (_, i) => full * 0.97 ** i).filter((scale) => scale > least);
    for (const scale of full < least ? [] : [...scales, least]) {
      const tall = main.height * scale;
      const space = inner.height - tall - GAP;
      let found = null;
      for (const share of columns.length === 1
        ? [[1]]
        : [
            [0.5, 0.5],
            [0.6, 0.4],
            [0.4, 0.6],
          ]) {
        const widths = share.map((part) => part * (inner.width - GAP * (columns.length - 1)));
        const filled = columns.map((column, i) => fill(column, widths[i], space, how));
        if (space < 160 || filled.includes(null)) continue;
        const lay = () => {
          const places = new Map([[main.name, box(GAP + (inner.width - main.width * scale) / 2, GAP, main, scale, 0)]]);
          const starts = widths.map((_, i) => [GAP + widths.slice(0, i).reduce((sum, w) => sum + w + GAP, 0), GAP + tall + GAP]);
          return { places, log: put(places, starts, filled, widths, space) };
        };
        const score = judge(scale, filled, how);
        if (!found || score > found.score) found = { score, lay };
      }
      if (found) {
        yield found;
        break;
      }
    }
  }
}

/** A column of a width: each part as large as the height allows, at least legible. Null where it does not fit. */
function fill(column, width, height, how) {
  let fixed = GAP * (column.length - 1);
  const sized = [];
  const chips = [];
  let log = false;
  const rivals = column.filter(({ role }) => role === "rival").length;
  for (const part of column) {
    if (part.role === "log") {
      log = true;
      fixed += LOG.height;
    } else if (
      (part.role === "rival" && (how.rivals === "chip" || how.rivals === "brief")) ||
      (part.role === "info" && how.info === "chip")
    ) {
      chips.push(part);
    } else sized.push(part);
  }
  if (log && width < LOG.widths[0]) return null;
  const across = how.rivals === "pairs" && rivals > 1 ? 2 : 1;
  const chipRows = ["rival", "info"].flatMap((role) =>
    rowsOfChips(
      chips.filter((part) => part.role === role),
      role,
      width,
      how.rivals === "brief" ? CHIP.fewest : CHIP.number,
    ),
  );
  if (chips.length) fixed += chipRows.reduce((sum, row) => sum + row.tall + GAP, 0) - GAP * chips.length;
  const wide = (part) => (part.role === "rival" ? (width - GAP * (across - 1)) / across : width);
  let counted = 0;
  const rowsOf = [];
  for (const part of sized) {
    if (part.role === "rival" && across === 2 && counted++ % 2) rowsOf.at(-1).push(part);
    else rowsOf.push([part]);
  }
  fixed += sized.length ? rowsOf.reduce((sum, [part]) => sum + WHOLE[part.role], 0) - GAP * (sized.length - rowsOf.length) : 0;
  const least = (part) => leastScale(part.area, false, how.alike && part.role === "rival");
  const scaleOf = (part, factor) => Math.min(wide(part) / part.width, LARGEST, factor * least(part));
  const need = (factor) => rowsOf.reduce((sum, row) => sum + Math.max(...row.map((part) => part.height * scaleOf(part, factor))), 0);
  const room = height - fixed;
  if (room < 0) return null;
  let factor = 6;
  if (need(factor) > room) {
    let [low, high] = [0.2, 6];
    for (let i = 0; i < 24; i += 1) {
      factor = (low + high) / 2;
      if (need(factor) > room) high = factor;
      else low = factor;
    }
    factor = low;
  }
  const legible = (part) => scaleOf(part, factor) >= least(part) - 1e-6;
  if (!sized.every((part) => legible(part) || (!how.strict && (part.role === "own" || part.role === "hand")))) return null;
  if (!how.strict && need(factor) > room + 1) return null;
  const seen = how.alike ? ["rival", "hand"] : ["own", "hand"];
  const grade = sized.filter(({ role }) => seen.includes(role)).map((part) => scaleOf(part, factor) / least(part));
  return {
    rowsOf,
    chipRows,
    log,
    scaleOf: (part) => scaleOf(part, factor),
    wide,
    grade,
    spare: room - need(factor),
    waste: rowsOf.length
      ? 1 -
        rowsOf.reduce((sum, row) => sum + row.reduce((used, part) => used + part.width * scaleOf(part, factor), 0), 0) /
          (width * rowsOf.length)
      : 0,
    whole: (role) => sized.filter((part) => part.role === role).length,
    dropped: (role) => chips.filter((part) => part.role === role).length,
  };
}

/** The main column: what stands below main is legible, main takes the rest. */
function fillMain(column, main, width, height, how) {
  const below = column.filter((part) => part !== main);
  const scaleOf = (part) => Math.min(width / part.width, LARGEST, 1.25 * leastScale(part.area));
  if (how.strict && below.some((part) => scaleOf(part) < leastScale(part.area) - 1e-6)) return null;
  const used = below.reduce((sum, part) => sum + part.height * scaleOf(part) + GAP + WHOLE[part.role], 0);
  const scale = Math.min(width / main.width, (height - used) / main.height, LARGEST);
  // In a replay nothing is clicked there, and figures may grow.
  if (scale <= 0 || (how.strict && scale < leastScale(main.area, false, how.alike) - 1e-6)) return null;
  return { below, scale, scaleOf, used, grade: below.map((part) => scaleOf(part) / leastScale(part.area)) };
}

function laid(columns, at, centre, filled, widths, inner) {
  const [main] = columns[at];
  const mainWidth = inner.width - widths.reduce((sum, w) => sum + w + GAP, 0);
  const places = new Map();
  const starts = [];
  let x = GAP;
  columns.forEach((_, i) => {
    if (i === at) {
      const wide = main.width * centre.scale;
      const tall = main.height * centre.scale;
      const top = GAP + Math.max(0, (inner.height - tall - centre.used) / 2);
      places.set(main.name, box(x + (mainWidth - wide) / 2, top, main, centre.scale, 0));
      let y = top + tall + GAP;
      for (const part of centre.below) {
        const scale = centre.scaleOf(part);
        places.set(part.name, box(x + (mainWidth - part.width * scale) / 2, y, part, scale, WHOLE[part.role]));
        y += part.height * scale + GAP + WHOLE[part.role];
      }
      x += mainWidth + GAP;
    } else {
      x += widths[starts.push([x, GAP]) - 1] + GAP;
    }
  });
  return { places, log: put(places, starts, filled, widths, inner.height) };
}

/** Put filled columns down; returns where the log is. */
function put(places, starts, filled, widths, height) {
  let log = null;
  filled.forEach((column, i) => {
    const [x, top] = starts[i];
    let y = top;
    for (const row of column.rowsOf) {
      let tallest = 0;
      row.forEach((part, n) => {
        const scale = column.scaleOf(part);
        const wide = column.wide(part);
        const made = box(x + n * (wide + GAP) + (wide - part.width * scale) / 2, y, part, scale, WHOLE[part.role]);
        places.set(part.name, made);
        // Short lists of players stand close to each other; the room for long ones is there already.
        if (["own", "rival"].includes(part.role) && part.used < part.height) {
          made.tall = part.used;
          made.height -= (part.height - part.used) * scale;
        }
        tallest = Math.max(tallest, made.height);
      });
      y += tallest + GAP;
    }
    for (const { row, wide, tall } of column.chipRows) {
      // What has several chips takes the room of what has none, or one.
      const all = row[0].role === "info" ? widths[i] - GAP * (row.length - 1) : row.length * wide;
      const weight = (part) => (part.role === "info" && part.summary?.length > 1 ? 3 : 2);
      const share = all / row.reduce((sum, part) => sum + weight(part), 0);
      let left = x;
      for (const part of row) {
        const width = share * weight(part);
        places.set(part.name, { x: left, y, width, height: tall, scale: 0, how: "chip" });
        left += width + GAP;
      }
      y += tall + GAP;
    }
    if (column.log) log = { x, y, width: widths[i], height: top + height - y };
  });
  return log;
}

function box(x, y, part, scale, caption) {
  return { x, y, width: part.width * scale, height: part.height * scale + caption, scale, how: "whole" };
}

/** Main first; then own and hand, up to comfortable; then rivals, unless one looks at all seats alike, and info as wholes; then columns that are filled, and a log that is worth reading. */
function judge(scale, filled, how, below = []) {
  const grades = [...filled.flatMap(({ grade }) => grade), ...below];
  const small = grades.length ? Math.min(...grades) : 1;
  const share = (role) => {
    const [whole, dropped] = ["whole", "dropped"].map((how) => filled.reduce((sum, column) => sum + column[how](role), 0));
    return whole + dropped ? whole / (whole + dropped) : 0;
  };
  const log = filled.find((column) => column.log);
  // In a replay the list of moves is read, not only glanced at.
  const room = log ? Math.min(1, (LOG.height + log.spare) / (how.alike ? LOG.listed : LOG.wanted)) : 0;
  return (
    (how.alike ? 8 : 12) * Math.log(scale) +
    (small < 1 ? 16 : how.alike ? 5 : 2) * Math.log(Math.min(small, COMFORTABLE)) +
    0.2 * Math.log(small) +
    (how.alike ? 10 : 2.5) * share("rival") +
    0.5 * share("info") -
    3 * Math.max(0, ...filled.map(({ waste }) => waste)) +
    (how.alike ? 6 : 1) * room
  );
}

// --------------------------------------------------------------------- phone

/** One's own things and those of others on one page, if it has room for both. */
function together(parts, pages, places, height) {
  const of = (role) => pages.findIndex(([name]) => parts.find((part) => part.name === name).role === role);
  const [own, rival] = [of("own"), of("rival")];
  if (own < 0 || rival < 0) return;
  const end = (names) => Math.max(...names.map((name) => places.get(name).y + places.get(name).height));
  const down = end(pages[own]);
  if (down + end(pages[rival]) > height) return;
  for (const name of pages[rival]) places.get(name).y += down;
  pages[own].push(...pages[rival]);
  pages.splice(rival, 1);
}

/** Below a track that pieces stand on: one's own list, with its scale, or where one looks at all seats alike a line about each; `tall`: the height that is kept for it, however short it is. Null where there is no room. */
function onDesk(main, parts, width, height) {
  if (!main.area.stood_on || main.width * leastScale(main.area, true) <= width) return null;
  const [own] = parts.filter(({ role, seat }) => role === "own" && seat >= 0);
  const seats = parts.filter(({ role, seat }) => role === "rival" && seat >= 0).length;
  const least = own ? leastScale(own.area, true) : 0;
  const tall = own ? own.height * least : seats * (LINE + GAP / 2);
  if (!tall || height - tall - 2 * GAP < DESK.least) return null;
  const high = own ? Math.min(own.used ?? own.height, own.height) : 0;
  const scale = own ? Math.max(least, Math.min((DESK.share * (width - 2 * GAP)) / own.width, tall / high)) : 0;
  return { own, high, scale, tall };
}

/**
 * One page for main with the hand below it, where that is flat; a page for each of the others. An area is as wide as the screen, or larger where its text would be too small:
 * then it is moved about.
 */
function phone(parts, { width, height }) {
  const places = new Map();
  const inner = width - 2 * GAP;
  const pages = [];
  let spare = null;
  const sized = (part, most) => {
    const least = leastScale(part.area, true);
    const all = Math.min(inner / part.width, most / part.height, LARGEST);
    if (all >= least) return { scale: all, wide: part.width * all, how: "whole" };
    // A board that is moved sideways anyway is as high as its place; of a ring, as much is seen round its empty middle as can be read.
    const room = part.free?.length ? least : Math.min(most / part.height, ROOMY * least);
    const whole = part.area.ground ? (CLOSER * most) / part.height : room;
    const scale = part.role === "main" && part.width * least > width ? Math.max(least, whole) : least;
    return { scale, wide: Math.min(width, part.width * scale), how: "panned" };
  };
  const put = (part, y, most) => {
    const { scale, wide, how } = sized(part, most - WHOLE[part.role]);
    const tall = Math.min(part.height * scale + WHOLE[part.role], how === "panned" ? most : Infinity);
    const place = { x: (width - wide) / 2, y, width: wide, height: tall, scale, how };
    places.set(part.name, place);
    // Short lists of players stand close to each other.
    if (how === "whole" && ["own", "rival"].includes(part.role) && part.used < part.height) {
      place.tall = part.used;
      place.height -= (part.height - part.used) * scale;
    }
    return place.height;
  };
  const main = parts.find(({ role }) => role === "main");
  const flat = parts.filter((part) => part.role === "hand" && part.height * sized(part, height).scale <= FLAT);
  let below = height;
  for (const part of flat) {
    const { scale } = sized(part, height);
    below -= part.height * scale + GAP;
    put(part, below, part.height * scale);
  }
  const desk = main && onDesk(main, parts, width, below);
  let beside = null;
  if (desk) {
    const { own, high, scale, tall } = desk;
    const y = below - GAP - tall;
    places.set(main.name, { x: 0, y: 0, width, height: y - GAP, scale: DESK.closer * leastScale(main.area, true), how: "panned" });
    pages.push([main.name, ...flat.map(({ name }) => name), ...(own ? [own.name] : [])]);
    if (own) {
      const free = 2 * GAP + own.width * scale;
      const used = Math.min(tall, Math.max(high * scale, DESK.low));
      // A short list leaves the track more to be seen of; its place, and what is seen already, stays.
      places.get(main.name).more = tall - used;
      places.set(own.name, { ...box(GAP, below - GAP - (used + high * scale) / 2, { ...own, height: high }, scale, 0), tall: high });
      beside = { x: free, y: below - GAP - used, width: width - GAP - free, height: used };
    } else spare = { x: GAP, y, width: inner, height: tall };
  } else if (main) {
    const panned = sized(main, below - 2 * GAP).how === "panned";
    const edge = panned ? 0 : GAP;
    const tall = put(main, edge, below - 2 * edge);
    const left = below - tall - 2 * edge;
    const seats = (role) => parts.filter((part) => part.role === role && part.seat >= 0).length;
    const room = Math.floor((left + GAP / 2) / (LINE + GAP / 2));
    const lines = main.free?.length || room < seats("rival") ? 0 : Math.min(room, seats("rival") + Math.min(1, seats("own")));
    // What is decided about, or the others in a line each, is shown below: the board stands at the top then, or below what is one's own.
    places.get(main.name).y = main.free?.length ? Math.min(edge + GAP + (panned ? LINE : 0), below - tall) : lines ? edge : Math.max(edge, left / 2 + edge);
    if (lines) spare = { x: GAP, y: edge + tall + GAP, width: inner, height: lines * (LINE + GAP / 2) };
    pages.push([main.name, ...flat.map(({ name }) => name)]);
  }
  for (const role of ["hand", "own", "rival", "info"]) {
    let page = null;
    let y = GAP;
    for (const part of parts.filter((one) => one.role === role && !places.has(one.name))) {
      y += put(part, y, Math.max(height - 2 * GAP, FLAT)) + GAP;
      if (page) page.push(part.name);
      else pages.push((page = [part.name]));
    }
  }
  together(parts, pages, places, height);
  return { narrow: true, places, log: null, pages, spare, beside };
}
