// The home page: start in two clicks, come back to one's tables, find others. What is empty is not shown.

import { $, PAGE, api, el, ensureName, gameName, hostSays, rememberSeat, t, trying, when } from "./page.js";

/** Tables that are shown at first: as many as fit below the games. */
const FIRST = innerWidth < 1101 || innerHeight >= 1000 ? 6 : innerHeight < 820 ? 2 : 4;
let all = false;

const order = (table) => (table.your_turn ? 0 : table.status === "playing" ? 1 : table.status === "open" ? 2 : 3);

/** How a table stands for the one who reads: words and a kind for the eye. */
function standing(table) {
  if (table.your_turn) return [t("your_turn"), "turn"];
  if (table.status === "playing") return [t("thinking", { name: table.seats[table.actor]?.name ?? "" }), "wait"];
  if (table.status === "open") return [t(table.open_seats ? "table_open" : "table_full"), "wait"];
  if (table.status !== "over" || !table.ranks) return [t(`table_${table.status}`), "wait"];
  const first = table.seats.filter((_, seat) => table.ranks[seat] === 1).map((seat) => seat.name);
  if (first.length > 1) return [t("tie", { names: first.join(", ") }), "wait"];
  return table.ranks[table.seat] === 1 ? [t("you_won"), "won"] : [t("winner", { name: first[0] }), "wait"];
}

function card(table) {
  const [text, kind] = standing(table);
  const over = ["over", "closed", "stopped"].includes(table.status);
  const who = table.seats.map((seat, i) =>
    el(
      "span",
      { class: `who seat-${i}${i === table.actor ? " current" : ""}` },
      el("span", { class: "emblem", "aria-hidden": "true" }),
      `${seat.kind === "open" ? t("seat_open") : seat.name}${table.totals ? ` ${table.totals[i]}` : ""}`,
    ),
  );
  const go = table.your_turn
    ? "continue"
    : over
      ? "look_back"
      : table.seat >= 0
        ? "to_table"
        : table.open_seats && table.status === "open"
          ? "join_go"
          : "watch";
  const picture = PAGE.covers.includes(table.game)
    ? ["light", "dark"].map((look) =>
        el("img", { class: `only-${look}`, src: `${PAGE.static}/cover-${table.game}-${look}.svg`, alt: "", loading: "lazy" }),
      )
    : [];
  return el(
    "li",
    { class: `table-card ${kind}` },
    el("span", { class: `thumb g-${table.game}`, "aria-hidden": "true" }, ...picture),
    el(
      "div",
      {},
      el("p", { class: "standing" }, el("b", { class: `badge ${kind}` }, text), " ", when(table.touched)),
      el("h3", {}, gameName(table.game)),
      table.progress ? el("p", {}, table.progress) : null,
      el("p", { class: "seats" }, ...who),
    ),
    el(
      "a",
      {
        class: "button",
        href: `/table/${table.id}`,
        "aria-label": `${t(go)}: ${gameName(table.game)}, ${text}`,
      },
      t(go),
    ),
  );
}

function fill(list, section, tables) {
  $(list).replaceChildren(...tables.map(card));
  $(section).hidden = !tables.length;
}

async function load() {
  const home = await api("GET", "/api/home");
  home.tables.sort((a, b) => order(a) - order(b) || b.touched - a.touched);
  const mine = home.tables.filter((table) => table.status !== "closed");
  fill("#mine", "#continue", all ? mine : mine.slice(0, FIRST));
  /** The first start: what is compiled meanwhile, and how far it is. */
  function prepared(preparing) {
    $("#preparing").hidden = !preparing;
    if (!preparing) return;
    $("#preparing progress").max = preparing.of;
    $("#preparing progress").value = preparing.done;
    setTimeout(() => document.hidden || load().catch(() => {}), 1500);
  }

  $("#more-mine").hidden = all || mine.length <= FIRST;
  const ids = new Set(home.tables.map((table) => table.id));
  fill(
    "#public",
    "#open-tables",
    home.public.filter((table) => !ids.has(table.id)),
  );
  fill("#watching", "#watched", home.watching);
  $("#lower").classList.toggle("alone", $("#continue").hidden);
  prepared(home.preparing);
  hostSays(home.message);
  document.title = home.turns.length ? `(${home.turns.length}) Tripolis` : "Tripolis";
}

$("#more-mine").addEventListener("click", () => {
  all = true;
  trying(load);
});

for (const button of document.querySelectorAll("[data-quick], [data-tour]")) {
  button.addEventListener("click", () =>
    trying(async () => {
      button.disabled = true;
      try {
        await ensureName();
        const tour = button.dataset.tour;
        const created = tour
          ? await api("POST", `/api/tours/${tour}`, {})
          : await api("POST", "/api/tables", { ...JSON.parse(button.dataset.quick), start: true });
        rememberSeat(created);
        location.href = `/table/${created.table}${tour ? "?tour" : ""}`;
      } finally {
        button.disabled = false;
      }
    }),
  );
}

$("#join-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = $("#join-code")
    .value.trim()
    .split("/")
    .filter(Boolean)
    .at(-1)
    ?.split(/[?#]/)[0]
    .toLowerCase()
    .replace(/[^a-z0-9]/g, "");
  if (code) location.href = `/table/${code}`;
});

trying(load);
setInterval(() => document.hidden || load().catch(() => {}), 15000);
