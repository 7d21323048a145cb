// The end of a match: score sheet, lead over time, replay, files, rematch, proof of the shuffle.

import { $, PAGE, api, el, t, trying } from "./page.js";
import { sheet } from "./panels.js";

const SVG = "http://www.w3.org/2000/svg";

export class Ending {
  constructor(page) {
    this.page = page;
    this.drawn = false;
  }

  show(before) {
    const { state } = this.page;
    const over = state.state.status === "over";
    $("#ending").hidden = !over;
    if (!over) return;
    $("#ending-sheet").replaceChildren(sheet(state, (seat) => this.page.name(seat)));
    const first = state.position.ranks.map((place, seat) => [place, seat]).filter(([place]) => place === 1).map(([, seat]) => this.page.name(seat));
    $("#winner").textContent = first.length === 1 ? t("winner", { name: first[0] }) : t("winners", { names: first.join(", ") });
    $("#tie-break").textContent = this.tieBreak();
    $("#ending-reason").textContent = state.state.reason ?? "";
    const next = state.table.successor;
    $("#rematch").textContent = next ? t("rematch_go") : t("rematch");
    $("#rematch").hidden = this.page.you < 0 && !next;
    $("#verify").hidden = state.table.tour;
    if (this.drawn) return;
    this.drawn = true;
    $("#replay-link").href = `/table/${PAGE.table}/replay`;
    $("#tri-link").href = `/api/tables/${PAGE.table}/tri`;
    $("#rematch").addEventListener("click", () => trying(async () => {
      const found = this.page.state.table.successor ?? (await api("POST", `/api/tables/${PAGE.table}/rematch`, {})).table;
      location.href = `/table/${found}`;
    }));
    $("#verify").addEventListener("click", () => trying(() => this.verify()));
    trying(async () => $("#lead").replaceChildren(lead(await api("GET", `/api/tables/${PAGE.table}/story`), (seat) => this.page.name(seat))));
    if (before && before.state.status === "playing") $("#ending").scrollIntoView({ behavior: "auto" });
  }

  /** What decided between equal totals, if anything had to. */
  tieBreak() {
    const { accounts, ranks } = this.page.state.position;
    if (this.page.state.state.reason) return "";
    const winners = ranks.map((place, seat) => [place, seat]).sort((a, b) => a[0] - b[0]).map(([, seat]) => seat);
    if (winners.length < 2 || accounts[winners[0]].total !== accounts[winners[1]].total) return "";
    const parts = Object.keys(accounts[winners[0]].ties).map((key) => `${this.page.state.table.ties?.[key] ?? key}: ${winners.slice(0, 2).map((seat) => `${this.page.name(seat)} ${Math.abs(accounts[seat].ties[key])}`).join(", ")}`);
    return `${t("tie_break")} ${parts.join("; ")}`;
  }

  async verify() {
    const found = await api("GET", `/api/tables/${PAGE.table}/verify`);
    $("#verdict").replaceChildren(el("p", { class: found.holds ? "good" : "bad" }, found.holds ? t("verify_holds") : t("verify_fails")), el("p", { class: "small" }, t("verify_limits")), el("code", {}, found.commitment));
  }
}

/** The totals of all seats over the match, as lines that differ in dashes as well as in colour. */
export function lead(story, name) {
  const [width, height, left, bottom] = [640, 220, 36, 24];
  const plies = story.totals.length - 1 || 1;
  const all = story.totals.flat();
  const [low, high] = [Math.min(0, ...all), Math.max(1, ...all)];
  const x = (ply) => left + ((width - left - 90) * ply) / plies;
  const y = (points) => 10 + ((height - bottom - 10) * (high - points)) / (high - low);
  const svg = document.createElementNS(SVG, "svg");
  svg.setAttribute("viewBox", `0 0 ${width} ${height}`);
  svg.setAttribute("role", "img");
  svg.setAttribute("aria-label", t("lead_label", { text: story.last.map((points, seat) => `${name(seat)} ${points}`).join(", ") }));
  const add = (tag, attributes, text) => {
    const made = document.createElementNS(SVG, tag);
    for (const [key, value] of Object.entries(attributes)) made.setAttribute(key, value);
    if (text !== undefined) made.textContent = text;
    svg.append(made);
  };
  for (const [points, text] of story.ticks) {
    add("line", { x1: left, x2: width - 90, y1: y(points), y2: y(points), class: "grid" });
    add("text", { x: left - 6, y: y(points) + 4, "text-anchor": "end", class: "axis" }, text);
  }
  const ends = story.totals.at(-1).map((points, seat) => [y(points), seat]).sort((a, b) => a[0] - b[0]);
  for (let i = 1; i < ends.length; i += 1) ends[i][0] = Math.max(ends[i][0], ends[i - 1][0] + 15);
  story.totals[0].forEach((_, seat) => {
    add("polyline", { points: story.totals.map((row, ply) => `${x(ply)},${y(row[seat])}`).join(" "), class: `lead seat-${seat} dash-${seat}` });
  });
  for (const [at, seat] of ends) add("text", { x: width - 84, y: at + 4, class: `axis seat-${seat}` }, name(seat).slice(0, 12));
  return svg;
}
