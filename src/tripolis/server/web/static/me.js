// One's own record: what the server knows of one's play, a game at a time; the board of ratings; saved as a file, or deleted.

import { $, LANG, PAGE, api, el, memory, say, t, trying, when } from "./page.js";

const LISTED = 8;
const number = (value) => (typeof value === "number" ? value.toLocaleString(LANG, { maximumFractionDigits: 1 }) : value);

let found = { games: {}, board: false };

/** A bar that is as long as its share of the longest. */
function bar(kind, value, most) {
  const made = el("i", { class: kind });
  made.style.setProperty("--share", most > 0 ? Math.max(0, value) / most : 0);
  return made;
}

/** Two bars, one's own above the other's. */
const pair = (mine, theirs, most) => el("span", { class: "bars", "aria-hidden": "true" }, bar("mine", mine, most), bar("theirs", theirs, most));

/** A table of figures; cells are texts or nodes, and a head of null belongs to a picture. */
function figures(title, heads, rows, name = "") {
  if (!rows.length) return null;
  const head = el("tr", {}, ...heads.map((text) => (text === null ? el("td") : el("th", { scope: "col" }, text))));
  const body = rows.map(({ cells: [first, ...cells], mine }) =>
    el("tr", { class: mine ? "mine" : null }, el("th", { scope: "row" }, first), ...cells.map((cell) => el("td", {}, cell))),
  );
  return el("section", { class: `card ${name}` }, el("h2", {}, title), el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)));
}

const tile = (name, value, note = "") => el("div", { class: "tile" }, el("dt", {}, name), el("dd", {}, el("b", {}, value), el("span", {}, note)));

/** Minutes, or hours. */
function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? t("minutes_short", { n: minutes }) : t("hours_short", { n: number(minutes / 60) });
}

/** How often one took each place, the first one first. */
function places({ places: counts, matches }) {
  const parts = Object.entries(counts).map(([place, n]) => {
    const part = el("li", { class: `place-${Math.min(4, place)}` }, el("b", {}, `${place}.`), ` ${n}×`);
    part.style.setProperty("--share", n / matches);
    return part;
  });
  return el("section", { class: "card places" }, el("h2", {}, t("record_places")), el("ol", { class: "plain" }, ...parts));
}

function latest(matches) {
  const rows = matches.map((one) => ({
    cells: [
      el("a", { href: `/table/${one.table}` }, when(one.ended)),
      [one.mode_name, t("players_range", { range: one.players })].filter(Boolean).join(" · "),
      el("span", { class: `place place-${Math.min(4, one.place)}` }, `${one.place}.`),
      number(one.total_shown),
      number(one.best_shown),
      one.rated ? el("span", {}, "✓", el("span", { class: "vh" }, t("record_counts"))) : "",
    ],
  }));
  const heads = [t("record_when"), t("record_played"), t("place"), t("record_mine"), t("record_best"), t("record_counts")];
  const made = figures(t("record_latest"), heads, rows, "latest");
  const hidden = made ? [...made.querySelectorAll("tbody tr")].slice(LISTED) : [];
  for (const row of hidden) row.hidden = true;
  if (hidden.length) {
    const more = el("button", { type: "button", class: "quiet" }, `${t("show_all")} (${matches.length})`);
    more.addEventListener("click", () => {
      for (const row of hidden) row.hidden = false;
      $("a", hidden[0]).focus();
      more.remove();
    });
    made.append(more);
  }
  return made;
}

function game(one) {
  const { rating, puzzles } = one;
  const most = (lines, ...names) => Math.max(0, ...lines.flatMap((line) => names.map((name) => line[name])));
  const bots = most(one.bots, "total", "par");
  const points = most(one.categories, "mine", "winners");
  const losses = most(one.costly, "loss");
  const key = (theirs) => el("p", { class: "legend", "aria-hidden": "true" }, el("i", { class: "mine" }), t("record_mine"), el("i", { class: "theirs" }), theirs);
  const against = figures(
    t("record_bots"),
    [t("record_bot"), null, t("record_mine"), t("record_par"), t("record_ahead")],
    one.bots.map((bot) => ({
      cells: [bot.name, pair(bot.total, bot.par, bots), number(bot.total_shown), number(bot.par_shown), t("record_of", { n: bot.ahead, of: bot.met })],
    })),
    "against",
  );
  const sources = figures(
    t("record_categories"),
    [t("record_category"), null, t("record_mine"), t("record_winners")],
    one.categories.map((line) => ({ cells: [line.name, pair(line.mine, line.winners, points), number(line.mine_shown), number(line.winners_shown)] })),
    "sources",
  );
  against?.append(key(t("record_par")));
  sources?.append(key(t("record_winners")));
  const costly = figures(
    t("record_costly"),
    [t("record_kind"), null, t("record_loss"), t("record_times")],
    one.costly.map((line) => ({
      cells: [line.name, el("span", { class: "bars", "aria-hidden": "true" }, bar("loss", line.loss, losses)), number(line.loss_shown), `${line.times}×`],
    })),
    "costly",
  );
  const tiles = el(
    "dl",
    { class: "tiles" },
    tile(t("record_matches"), String(one.matches), t("record_won", { n: one.won })),
    tile(t("record_rating"), rating ? String(rating.shown) : "–", rating ? t("record_give", { give: rating.give, n: rating.matches }) : t("record_unrated")),
    tile(t("puzzles"), String(puzzles.rating), t("puzzle_solved", puzzles)),
    tile(t("record_time"), duration(one.seconds), one.matches ? t("record_time_each", { time: duration(one.seconds / one.matches) }) : ""),
  );
  return [tiles, ...(one.matches ? [places(one)] : []), sources, against, costly, latest(one.latest)].filter(Boolean);
}

const chosen = () => $("#which :checked").value;

/** The game that was chosen: one's record in it, and the board. */
async function show() {
  const key = chosen();
  memory.set("record", key);
  const one = found.games[key];
  $("#record-none").hidden = Boolean(one);
  $("#none-art").dataset.game = key;
  $("#none-play").href = `/new?game=${key}`;
  $("#none-puzzle").href = `/puzzles/${key}/today`;
  $("#one").replaceChildren(...(one ? game(one) : []));
  await board(key);
}

async function board(key) {
  const { lines } = await api("GET", `/api/board/${key}`);
  if (key !== chosen()) return;
  const rows = lines.map((one, i) => ({
    mine: one.you,
    cells: [
      String(i + 1),
      el("span", {}, el("span", { class: "board-name" }, one.name), one.bot ? el("span", { class: "tag" }, t("board_bot")) : null, one.you ? el("span", { class: "tag" }, t("record_mine")) : null),
      el("span", {}, el("b", {}, String(one.shown)), el("small", {}, ` ± ${one.give}`)),
      String(one.matches),
    ],
  }));
  const made = figures(t("board"), [t("board_rank"), t("record_name"), t("record_rating"), t("record_matches")], rows);
  $("#board-of").replaceChildren(made ? $("table", made) : el("p", { class: "board-none" }, t("board_none")));
}

async function load() {
  if (PAGE.name) found = await api("GET", "/api/me/record");
  const games = Object.entries(found.games).sort(([, a], [, b]) => b.matches - a.matches);
  const wish = memory.get("record");
  const first = wish in PAGE.game_names ? wish : (games[0]?.[0] ?? Object.keys(PAGE.game_names)[0]);
  $(`#which [value="${first}"]`).checked = true;
  $("#on-board").checked = found.board;
  $("#on-board").disabled = !PAGE.name;
  $("#data").hidden = !games.length;
  await show();
}

$("#which").addEventListener("change", () => trying(show));
$("#on-board").addEventListener("change", () =>
  trying(async () => {
    await api("PUT", "/api/me/board", { board: $("#on-board").checked });
    await board(chosen());
  }),
);
$("#forget").addEventListener("click", () => $("#sure").showModal());
$("#sure").addEventListener("close", () => {
  if ($("#sure").returnValue !== "yes") return;
  trying(async () => {
    await api("DELETE", "/api/me/record");
    say(t("record_deleted"));
    await load();
  });
});
trying(load);
