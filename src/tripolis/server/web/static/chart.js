// Graphs over a match: points, chances.

import { t } from "./page.js";

const SVG = "http://www.w3.org/2000/svg";

/** The totals of all seats over the match, in so many pixels: letters are as large as elsewhere. */
export function lead(story, name, wide, tall) {
  const label = t(story.money ? "wealth_label" : "lead_label", {
    text: story.last.map((points, seat) => `${name(seat)} ${points}`).join(", "),
  });
  return lines(story, name, wide, label, [], tall);
}

/** A figure of every seat over the match, as lines that differ in dashes as well as in colour; `marks` are plies to be marked, and `pick` hears which ply is clicked. */
export function lines(story, name, width, label, marks = [], height = 220, pick = null) {
  const names = story.totals[0].map((_, seat) => name(seat).slice(0, 12));
  const [left, right, bottom] = [44, 14 + 7 * Math.max(...names.map(({ length }) => length)), 14];
  const plies = story.totals.length - 1 || 1;
  const all = story.totals.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (ply) => left + ((width - left - right) * ply) / plies;
  const y = (points) => 10 + ((height - bottom - 10) * (high - points)) / (high - low);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", label);
  const add = (tag, attributes, text) => {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    svg.append(made);
  };
  for (const [points, text] of story.ticks) {
    add("line", { x1: left, x2: width - right, y1: y(points), y2: y(points), class: "grid" });
    add("text", { x: left - 6, y: y(points) + 4, "text-anchor": "end", class: "axis" }, text);
  }
  const ends = story.totals
    .at(-1)
    .map((points, seat) => [y(points), seat])
    .sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < ends.length; i += 1) ends[i][0] = Math.max(ends[i][0], ends[i - 1][0] + 15);
  story.totals[0].forEach((_, seat) => {
    add("polyline", {
      points: story.totals.map((row, ply) => `${x(ply)},${y(row[seat])}`).join(" "),
      class: `lead seat-${seat} dash-${seat}`,
    });
  });
  for (const ply of marks) add("line", { x1: x(ply), x2: x(ply), y1: 10, y2: height - bottom, class: "mark" });
  for (const [at, seat] of ends) add("text", { x: width - right + 8, y: at + 4, class: `axis seat-${seat}` }, names[seat]);
  if (pick) {
    svg.classList.add("pickable");
    svg.addEventListener("click", (event) => {
      const { left: edge, width: drawn } = svg.getBoundingClientRect();
      const at = ((event.clientX - edge) * width) / drawn;
      pick(Math.round(Math.max(0, Math.min(1, (at - left) / (width - left - right))) * plies));
    });
  }
  return svg;
}

/** The totals of all seats as bare lines, as wide as the slider below them. */
export function course(svg, totals) {
  const all = totals.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  svg.setAttribute("viewBox", `0 0 ${totals.length - 1 || 1} 100`);
  const lines = totals[0].map((_, seat) => {
    const line = document.createElementNS(SVG, "polyline");
    const points = totals.map((row, ply) => `${ply},${100 - (100 * (row[seat] - low)) / (high - low)}`);
    line.setAttribute("points", points.join(" "));
    line.setAttribute("class", `lead seat-${seat} dash-${seat}`);
    return line;
  });
  svg.replaceChildren(...lines);
}
