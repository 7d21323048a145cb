// The home page: start in two clicks, come back to one's tables, find others.

import { $, PAGE, api, el, ensureName, gameName, say, t, trying, when } from "./page.js";

function row(table) {
  const who = table.seats.map((seat, i) => {
    const name = seat.kind === "open" ? t("seat_open") : seat.name;
    return el("span", { class: `who seat-${i}${i === table.actor ? " current" : ""}` }, el("span", { class: "emblem", "aria-hidden": "true" }), name);
  });
  const state = table.your_turn ? el("strong", { class: "turn" }, t("your_turn")) : el("span", { class: "small" }, t(`table_${table.status}`));
  return el("li", { class: table.your_turn ? "mine" : "" },
    el("a", { href: `/table/${table.id}` }, el("b", {}, gameName(table.game)), " ", state),
    el("span", { class: "seats" }, ...who), el("span", { class: "small" }, when(table.touched)));
}

function fill(id, tables) {
  $(id).replaceChildren(...tables.map(row));
  $(`${id}-none`).hidden = tables.length > 0;
}

async function load() {
  const home = await api("GET", "/api/home");
  home.tables.sort((a, b) => Number(b.your_turn) - Number(a.your_turn) || b.touched - a.touched);
  fill("#mine", home.tables);
  fill("#public", home.public);
  fill("#watching", home.watching);
  document.title = home.turns.length ? `(${home.turns.length}) Tripolis` : "Tripolis";
}

for (const button of document.querySelectorAll("[data-quick]")) {
  button.addEventListener("click", () => trying(async () => {
    button.disabled = true;
    try {
      await ensureName();
      const found = await api("POST", "/api/tables", { ...JSON.parse(button.dataset.quick), start: true });
      location.href = `/table/${found.table}`;
    } finally {
      button.disabled = false;
    }
  }));
}

for (const button of document.querySelectorAll("[data-tour]")) {
  button.addEventListener("click", () => trying(async () => {
    await ensureName();
    const found = await api("POST", `/api/tours/${button.dataset.tour}`, {});
    location.href = `/table/${found.table}?tour`;
  }));
}

$("#join-form").addEventListener("submit", (event) => {
  event.preventDefault();
  const code = $("#join-code").value.trim().split("/").filter(Boolean).at(-1)?.split(/[?#]/)[0].toLowerCase().replace(/[^a-z0-9]/g, "");
  if (code) location.href = `/table/${code}`;
});

$("#import-file").addEventListener("change", (event) => trying(async () => {
  const [file] = event.target.files;
  if (!file) return;
  if (file.size > 256 * 1024) {
    say(t("import_large"), "bad");
    return;
  }
  await ensureName();
  const found = await api("POST", "/api/matches", { text: await file.text() });
  location.href = `/match/${found.match}`;
}));

$("#name-form")?.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    const name = $("#your-name").value.trim();
    if (!name) return;
    PAGE.name = (await api("POST", "/api/guest", { name })).name;
    $("#your-name").value = PAGE.name;
    say(t("hello", { name: PAGE.name }));
  });
});

trying(load);
setInterval(() => document.hidden || load().catch(() => {}), 15000);
