// A new table: game, options, seats, and how it is played. The last choice is remembered.

import { $, PAGE, api, botChoices, el, ensureName, memory, t, trying } from "./page.js";

const form = $("#new-form");
const last = memory.get("table", {});
let games = [];

const chosen = () => games.find((game) => game.name === $("#game").value);
const players = () => Number($("#option-players")?.value ?? 2);

function options() {
  const game = chosen();
  const kept = last.options?.[game.name] ?? {};
  const rows = game.options.map((option) => {
    const value = kept[option.name] ?? option.default;
    const field = option.values.length
      ? el("select", { id: `option-${option.name}`, "data-option": option.name }, ...option.values.map((known) => el("option", { value: known.value, selected: known.value === value }, known.name)))
      : el("input", { id: `option-${option.name}`, "data-option": option.name, value, maxlength: 4000 });
    field.setAttribute("aria-describedby", `help-${option.name}`);
    return el("div", { class: "field" }, el("label", { for: field.id }, option.title), field, el("p", { class: "small", id: `help-${option.name}` }, option.help));
  });
  const main = rows.filter((_, i) => ["players", "mode", "track"].includes(game.options[i].name));
  $("#main-options").replaceChildren(...main);
  $("#more-options").replaceChildren(...rows.filter((rowEl) => !main.includes(rowEl)));
  $("#option-players").addEventListener("change", seats);
  seats();
}

function seats() {
  const kept = last.seats?.[chosen().name] ?? ["me"];
  const choice = (number) => {
    const value = kept[number] ?? "bot:regular";
    const field = el("select", { id: `seat-${number}`, "data-seat": number },
      el("option", { value: "me", selected: value === "me" }, t("seat_me")), el("option", { value: "open", selected: value === "open" }, t("seat_friend")),
      ...botChoices("bot:", value));
    field.addEventListener("change", () => {
      if (field.value !== "me") return;
      for (const other of document.querySelectorAll("[data-seat]")) if (other !== field && other.value === "me") other.value = "open";
    });
    return el("div", { class: `field player seat-${number}` }, el("label", { for: field.id }, el("span", { class: "emblem", "aria-hidden": "true" }), t("seat", { number: number + 1 })), field);
  };
  $("#seats").replaceChildren(...Array.from({ length: players() }, (_, number) => choice(number)));
}

function clockFields() {
  const kind = $("#clock").value;
  $("#clock-live").hidden = kind !== "live";
  $("#clock-days").hidden = kind !== "days";
  $("#timeout-field").hidden = kind === "none";
}

async function boxFiles() {
  const files = [...$("#box-files").files];
  if (!files.length) return null;
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await file.text()])));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    const game = chosen().name;
    const picked = Object.fromEntries([...document.querySelectorAll("[data-option]")].map((field) => [field.dataset.option, field.value]));
    const wishes = [...document.querySelectorAll("[data-seat]")].map((field) => field.value);
    const kind = $("#clock").value;
    const clock = { kind };
    if (kind === "live") Object.assign(clock, { minutes: Number($("#minutes").value), increment: Number($("#increment").value) });
    if (kind === "days") clock.days = Number($("#days").value);
    const how = { public: $("#public").checked, undo: $("#undo-policy").value, on_timeout: $("#on-timeout").value, chat: $("#chat").checked, hints: $("#hints").checked };
    memory.set("table", { game, options: { ...last.options, [game]: picked }, seats: { ...last.seats, [game]: wishes }, how, clock });
    await ensureName();
    const waiting = wishes.includes("open") || !wishes.includes("me");
    const found = await api("POST", "/api/tables", { game, options: picked, seats: wishes, clock, box: await boxFiles(), ...how, start: !waiting });
    location.href = `/table/${found.table}`;
  });
});

trying(async () => {
  ({ games } = await api("GET", "/api/games"));
  const asked = new URLSearchParams(location.search).get("game") ?? last.game;
  $("#game").replaceChildren(...games.map((game) => el("option", { value: game.name, selected: game.name === asked }, PAGE.game_names[game.name] ?? game.name)));
  $("#game").addEventListener("change", options);
  $("#clock").addEventListener("change", clockFields);
  const { how = {}, clock = {} } = last;
  if (how.undo) $("#undo-policy").value = how.undo;
  if (how.on_timeout) $("#on-timeout").value = how.on_timeout;
  for (const [id, value] of Object.entries({ public: how.public, chat: how.chat, hints: how.hints })) if (value !== undefined) $(`#${id}`).checked = value;
  if (clock.kind) $("#clock").value = clock.kind;
  for (const name of ["minutes", "increment", "days"]) if (clock[name]) $(`#${name}`).value = clock[name];
  options();
  clockFields();
  $("#create").disabled = false;
});
