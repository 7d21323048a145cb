// A new table: game, options, seats, and how it is played. The last choice is remembered.

import { $, aboutBot, api, botChoices, el, ensureName, memory, rememberSeat, t, trying } from "./page.js";

const form = $("#new-form");
const last = memory.get("table", {});
let games = [];

const radio = (name) => $(`input[name="${name}"]:checked`)?.value;
const chosen = () => games.find((game) => game.name === radio("game"));
/** The value of an option, whether it is a list or a row of buttons. */
const optionValue = (name) => radio(`option-${name}`) ?? $(`#option-${name}`)?.value;
const players = () => Number(optionValue("players") ?? 2);
/** So many signs of words fit into a row of buttons. */
const SHORT = 36;

function options() {
  const game = chosen();
  const kept = last.options?.[game.name] ?? {};
  const rows = game.options.map((option) => {
    const value = kept[option.name] ?? option.default;
    // A track of one's own stands beside the standard ones.
    const choices = option.values.length
      ? option.values
      : option.known?.length
        ? [...option.known, ...(option.known.some((known) => known.value === value) ? [] : [{ value, name: t("own_track") }])]
        : [];
    const help = el("p", { class: "small", id: `help-${option.name}`, hidden: option.name === "players" }, option.help);
    const id = `option-${option.name}`;
    if (choices.length && choices.length < 7 && choices.reduce((sum, { name }) => sum + name.length, 0) <= SHORT)
      return el(
        "fieldset",
        { class: "segments", "aria-describedby": help.id, "data-option": option.name },
        el("legend", {}, option.title),
        ...choices.map((known) =>
          el(
            "label",
            {},
            el("input", { type: "radio", name: id, value: known.value, checked: String(known.value) === String(value) }),
            el("span", {}, known.name),
          ),
        ),
        help,
      );
    const field = choices.length
      ? el("select", { id }, ...choices.map((known) => el("option", { value: known.value, selected: known.value === value }, known.name)))
      : el("input", { id, value, maxlength: 4000 });
    field.setAttribute("aria-describedby", help.id);
    return el("div", { class: "field", "data-option": option.name }, el("label", { for: id }, option.title), field, help);
  });
  const main = rows.filter((_, i) => ["players", "mode", "track"].includes(game.options[i].name));
  $("#main-options").replaceChildren(...main);
  $("#more-options").replaceChildren(...rows.filter((rowEl) => !main.includes(rowEl)));
  $("#own-box-field").hidden = !ownBox(game.name);
  $("#own-box-link").href = `/box/${game.name}`;
  $("#own-box-link").hidden = !game.box.own;
  $("#main-options").onchange = ({ target }) => (target.name === "option-players" ? seats() : sum());
  $("#chosen-title").textContent = game.title;
  $("#chosen-pitch").textContent = game.about.pitch;
  for (const cover of document.querySelectorAll("[data-cover]")) cover.hidden = cover.dataset.cover !== game.name;
  seats();
}

/** A sentence about each kind of player, below all seats. */
function explain() {
  const kinds = new Map([...document.querySelectorAll("[data-seat]")].map(({ value, selectedOptions }) => [value, selectedOptions[0].textContent]));
  kinds.delete("me");
  const about = ([value, name]) => el("p", { class: "small" }, el("b", {}, name), ` – ${value === "open" ? t("friend_help") : aboutBot(value.slice(4))}`);
  $("#about-seats").replaceChildren(...[...kinds].map(about));
  sum();
}

/** What was chosen, beside the button; against bots alone the match begins with it. */
function sum() {
  $("#create").textContent = radio("company") === "friends" ? t("create") : t("create_bots");
  const named = [...document.querySelectorAll("#main-options [data-option]:not([data-option='players'])")].map(
    (field) => (field.querySelector("input:checked + span") ?? field.querySelector("select")?.selectedOptions[0])?.textContent,
  );
  const seated = [...document.querySelectorAll("[data-seat]")].map((field) => field.selectedOptions[0].textContent);
  const kinds = [...new Set(seated)].map((name) => [name, seated.filter((other) => other === name).length]);
  const facts = [
    t("players_range", { range: players() }),
    ...named.filter(Boolean),
    ...kinds.map(([name, number]) => (number > 1 ? `${number} × ${name}` : name)),
  ];
  $("#chosen-facts").replaceChildren(...facts.map((fact) => el("li", {}, fact)));
}

/** Seats with who plays there, and a sentence about each choice. */
function seats() {
  const friends = radio("company") === "friends";
  const kept = last.seats?.[chosen().name] ?? ["me"];
  const fits = kept.includes("open") === friends;
  const choice = (number) => {
    const value = (fits ? kept[number] : number ? undefined : "me") ?? (friends ? "open" : "bot:regular");
    const field = el(
      "select",
      { id: `seat-${number}`, "data-seat": number, "aria-describedby": "about-seats" },
      el("option", { value: "me", selected: value === "me" }, t("seat_me")),
      el("option", { value: "open", selected: value === "open" }, t("seat_friend")),
      ...botChoices("bot:", value),
    );
    field.addEventListener("change", () => {
      explain();
      if (field.value !== "me") return;
      for (const other of document.querySelectorAll("[data-seat]"))
        if (other !== field && other.value === "me") {
          other.value = "open";
          other.dispatchEvent(new Event("change"));
        }
    });
    return el(
      "div",
      { class: `seat-row seat-${number}` },
      el("label", { for: field.id }, el("span", { class: "emblem", "aria-hidden": "true" }), t("seat", { number: number + 1 })),
      field,
    );
  };
  $("#seats").replaceChildren(...Array.from({ length: players() }, (_, number) => choice(number)));
  explain();
}

function clockFields() {
  const kind = $("#clock").value;
  $("#clock-live").hidden = kind !== "live";
  $("#clock-days").hidden = kind !== "days";
  $("#timeout-field").hidden = kind === "none";
}

/** What this browser keeps of the owner's box, where it differs from ours. */
function ownBox(game) {
  const box = memory.get(`box.${game}`);
  return Object.keys(box?.values ?? {}).length ? box : null;
}

async function boxFiles(game) {
  const files = [...$("#box-files").files];
  if (!files.length) return ownBox(game) && $("#own-box").checked ? (await api("POST", `/api/box/${game}`, ownBox(game))).files : null;
  return Object.fromEntries(await Promise.all(files.map(async (file) => [file.name, await file.text()])));
}

form.addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    const game = chosen().name;
    const picked = Object.fromEntries(
      [...document.querySelectorAll("[data-option]")].map(({ dataset: { option } }) => [option, optionValue(option)]),
    );
    const wishes = [...document.querySelectorAll("[data-seat]")].map((field) => field.value);
    const kind = $("#clock").value;
    const clock = { kind };
    if (kind === "live") Object.assign(clock, { minutes: Number($("#minutes").value), increment: Number($("#increment").value) });
    if (kind === "days") clock.days = Number($("#days").value);
    const how = {
      public: $("#public").checked,
      undo: $("#undo-policy").value,
      on_timeout: $("#on-timeout").value,
      chat: $("#chat").checked,
      hints: $("#hints").checked && !$("#rated").checked,
      rated: $("#rated").checked,
    };
    memory.set("table", { game, options: { ...last.options, [game]: picked }, seats: { ...last.seats, [game]: wishes }, how, clock });
    await ensureName();
    const waiting = wishes.includes("open") || !wishes.includes("me");
    const found = await api("POST", "/api/tables", {
      game,
      options: picked,
      seats: wishes,
      clock,
      box: await boxFiles(game),
      ...how,
      start: !waiting,
    });
    rememberSeat(found);
    location.href = `/table/${found.table}`;
  });
});

trying(async () => {
  ({ games } = await api("GET", "/api/games"));
  const search = new URLSearchParams(location.search);
  const asked = search.get("game") ?? last.game;
  const game = games.find((one) => one.name === asked) ?? games[0];
  for (const field of document.querySelectorAll('input[name="game"]')) {
    field.checked = field.value === game.name;
    field.addEventListener("change", options);
  }
  const friends = search.has("friends") || (!search.has("game") && (last.seats?.[game.name] ?? []).includes("open"));
  for (const field of document.querySelectorAll('input[name="company"]')) {
    field.checked = (field.value === "friends") === friends;
    field.addEventListener("change", seats);
  }
  $("#clock").addEventListener("change", clockFields);
  const noHints = () => ($("#hints").disabled = $("#rated").checked);
  $("#rated").addEventListener("change", noHints);
  const { how = {}, clock = {} } = last;
  if (how.undo) $("#undo-policy").value = how.undo;
  if (how.on_timeout) $("#on-timeout").value = how.on_timeout;
  for (const [id, value] of Object.entries({ public: how.public, chat: how.chat, hints: how.hints, rated: how.rated }))
    if (value !== undefined) $(`#${id}`).checked = value;
  noHints();
  if (clock.kind) $("#clock").value = clock.kind;
  for (const name of ["minutes", "increment", "days"]) if (clock[name]) $(`#${name}`).value = clock[name];
  options();
  clockFields();
  $("#create").disabled = false;
});
