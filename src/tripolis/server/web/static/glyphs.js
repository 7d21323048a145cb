// Elements of SVG, and symbols of a game's art: on boards, in lines of text, on buttons, in cards.

const SVG = "http://www.w3.org/2000/svg";

const NARROWEST = 0.72;
/** The distance between two lines, of their size. */
const LINE = 1.2;
let pen = null;

/** How wide a text is, in a size. */
function wide(text, size) {
  if (!pen) {
    pen = new OffscreenCanvas(1, 1).getContext("2d");
    pen.font = "600 100px Figtree, system-ui, sans-serif";
  }
  return (pen.measureText(text).width * size) / 100;
}

/** The size in which a text fits a width, and the width to squeeze it into (0: it fits): first it gets narrower, then smaller. */
function fitted(text, size, width) {
  const wanted = width ? wide(text, size) : 0;
  if (wanted <= width) return [size, 0];
  return [Math.min(1, width / wanted / NARROWEST) * size, width];
}

/** A text in at most so many lines, each as long as the width allows. */
function broken(text, size, width, most) {
  const lines = [""];
  for (const word of String(text).split(/\s+/)) {
    const longer = `${lines.at(-1)} ${word}`.trim();
    if (lines.at(-1) && wide(longer, size) > width && lines.length < most) lines.push(word);
    else lines[lines.length - 1] = longer;
  }
  return lines;
}

export function make(tag, attributes = {}) {
  const made = document.createElementNS(SVG, tag);
  for (const [name, value] of Object.entries(attributes)) made.setAttribute(name, value);
  return made;
}

/** A symbol at a place, turned by some degrees. */
export function use(symbol, x, y, width, height, turn = 0) {
  const made = make("use", { href: `#${symbol}`, x, y, width, height });
  if (turn) made.setAttribute("transform", `rotate(${turn} ${x + width / 2} ${y + height / 2})`);
  return made;
}

/** The text of a mark at a place, in a size; `unit` is a hundredth of its sprite's width. */
export function lettering(mark, x, y, size, unit) {
  const width = (mark.width ?? 0) * unit;
  if (!(mark.lines > 1)) return line(make("text"), mark, mark.text, x, y, size, width);
  const lines = broken(mark.text, size, width, mark.lines);
  const text = make("text");
  text.append(...lines.map((one, n) => line(make("tspan"), mark, one, x, y + LINE * size * n, size, width)));
  return text;
}

function line(made, mark, words, x, y, size, width) {
  const [tall, squeezed] = fitted(words, size, width);
  const look = { x, y: y + tall * 0.36, "font-size": tall, "text-anchor": mark.anchor ?? "middle" };
  for (const [name, value] of Object.entries(look)) made.setAttribute(name, value);
  if (squeezed) {
    made.setAttribute("textLength", squeezed);
    made.setAttribute("lengthAdjust", "spacingAndGlyphs");
  }
  made.style.fill = `var(--${mark.colour})`;
  made.textContent = words;
  return made;
}

/** A symbol of the game's art, as large as a line. */
export function glyph(symbol, owner = -1) {
  const svg = make("svg", { class: `glyph${owner >= 0 ? ` seat-${owner}` : ""}`, "aria-hidden": "true" });
  svg.append(make("use", { href: `#${symbol}`, width: "100%", height: "100%" }));
  return svg;
}

/** A sprite by itself, with what is written on it. */
export function drawing(sprite) {
  const width = sprite.width ?? 100;
  const height = sprite.height ?? width;
  const svg = make("svg", {
    class: `drawn${sprite.owner >= 0 ? ` seat-${sprite.owner}` : ""}`,
    viewBox: `0 0 ${width} ${height}`,
    "aria-hidden": "true",
  });
  svg.append(make("use", { href: `#${sprite.symbol}`, width, height }));
  // What stands beside a piece on the table, such as how many there are, has no room beside its picture.
  for (const mark of (sprite.marks ?? []).filter(({ coordinate, x }) => !coordinate && x <= 100)) {
    const [x, y, size] = [mark.x, mark.y, mark.size].map((value) => (value * width) / 100);
    if (mark.symbol) svg.append(make("use", { href: `#${mark.symbol}`, x: x - size / 2, y: y - size / 2, width: size, height: size }));
    if (mark.text) svg.append(lettering(mark, x, y, size, width / 100));
  }
  return svg;
}
