// One's own record: what the server knows of one's play, game by game; saved as a file, or deleted.

import { $, LANG, PAGE, api, el, gameName, say, t, trying, when } from "./page.js";

const number = (value) => (typeof value === "number" ? value.toLocaleString(LANG, { maximumFractionDigits: 1 }) : value);

function table(title, heads, rows) {
  if (!rows.length) return [];
  const head = el("tr", {}, ...heads.map((text) => el("th", { scope: "col" }, text)));
  const body = rows.map(([first, ...cells]) => el("tr", {}, el("th", { scope: "row" }, first), ...cells.map((cell) => el("td", {}, cell))));
  return [
    el("h3", {}, title),
    el(
      "div",
      { class: "scroll", tabindex: 0, role: "group", "aria-label": title },
      el("table", {}, el("thead", {}, head), el("tbody", {}, ...body)),
    ),
  ];
}

const tile = (name, value, note = "") => el("div", { class: "tile" }, el("dt", {}, name), el("dd", {}, el("b", {}, value), el("span", {}, note)));

/** Hours and minutes. */
function duration(seconds) {
  const minutes = Math.round(seconds / 60);
  return minutes < 60 ? t("minutes_short", { n: minutes }) : t("hours_short", { n: number(minutes / 60) });
}

function game(key, found) {
  const { rating, puzzles } = found;
  const tiles = [
    tile(t("record_matches"), String(found.matches), t("record_won", { n: found.won })),
    tile(t("record_rating"), rating ? String(rating.shown) : "–", rating ? t("record_give", { give: rating.give, n: rating.matches }) : t("record_unrated")),
    tile(t("puzzles"), String(puzzles.rating), t("puzzle_solved", puzzles)),
    tile(t("record_time"), duration(found.seconds)),
  ];
  const latest = found.latest.map((one) => [
    el("a", { href: `/table/${one.table}` }, when(one.ended)),
    [one.mode_name, t("players_range", { range: one.players })].filter(Boolean).join(" · "),
    String(one.place),
    number(one.total_shown),
    number(one.best_shown),
    one.rated ? "✓" : "",
  ]);
  return el(
    "section",
    { class: "card", "aria-labelledby": `record-${key}` },
    el("h2", { id: `record-${key}` }, gameName(key)),
    el("dl", { class: "tiles" }, ...tiles),
    ...table(
      t("record_bots"),
      [t("record_bot"), t("record_met"), t("record_ahead"), t("record_mine"), t("record_par")],
      found.bots.map((one) => [one.name, String(one.met), String(one.ahead), number(one.total_shown), number(one.par_shown)]),
    ),
    ...table(
      t("record_categories"),
      [t("record_category"), t("record_mine"), t("record_winners")],
      found.categories.map((one) => [one.name, number(one.mine_shown), number(one.winners_shown)]),
    ),
    ...table(
      t("record_costly"),
      [t("record_kind"), t("record_times"), t("record_loss")],
      found.costly.map((one) => [one.name, String(one.times), number(one.loss_shown)]),
    ),
    ...table(
      t("record_latest"),
      [t("record_when"), t("record_played"), t("place"), t("record_mine"), t("record_best"), t("record_counts")],
      latest,
    ),
  );
}

async function boards() {
  const found = await Promise.all(Object.keys(PAGE.game_names).map(async (key) => [key, (await api("GET", `/api/board/${key}`)).lines]));
  $("#boards-of").replaceChildren(
    ...found.flatMap(([key, lines]) =>
      table(
        gameName(key),
        [t("record_name"), t("record_rating"), t("record_matches")],
        lines.map((one) => [one.bot ? t("board_bot", { name: one.name }) : one.name, `${one.shown} ± ${one.give}`, String(one.matches)]),
      ),
    ),
  );
}

async function load() {
  const found = PAGE.name ? await api("GET", "/api/me/record") : { games: {}, board: false };
  const games = Object.entries(found.games);
  $("#record-none").hidden = games.length > 0;
  $("#games").replaceChildren(...games.map(([key, one]) => game(key, one)));
  $("#on-board").checked = found.board;
  $("#on-board").disabled = $("#forget").disabled = !PAGE.name;
  $("#export").hidden = !PAGE.name;
  await boards();
}

$("#on-board").addEventListener("change", () =>
  trying(async () => {
    await api("PUT", "/api/me/board", { board: $("#on-board").checked });
    await boards();
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
