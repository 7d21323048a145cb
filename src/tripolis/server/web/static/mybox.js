// My box: what is printed on the owner's own cards, tiles and tracks, where it differs from ours. Kept in this browser and in a file.

import { $, PAGE, Refusal, api, el, memory, say, t, trying } from "./page.js";
import { drawing } from "./glyphs.js";
import { loadArt } from "./stage.js";

const KEY = `box.${PAGE.game}`;
const MOST_BYTES = 256 * 1024;
let box = { values: {}, confirmed: [] };
let cards = [];
const open = new Set();

/** Have a box judged; a good one is kept and shown. */
async function take(wanted) {
  const found = await api("POST", `/api/box/${PAGE.game}`, wanted);
  box = { values: found.values, confirmed: found.confirmed };
  cards = found.cards;
  memory.set(KEY, Object.keys(box.values).length || box.confirmed.length ? box : null);
  draw();
}

const isSure = (card) => card.confirmed || (card.certain && card.values.every(({ certain }) => certain));
const changed = (card) => card.values.filter(({ value, standard }) => value !== standard).length;
const shown = (value, unit) => (unit > 1 ? String(value / unit) : String(value));
const said = (value, unit) => (typeof value === "number" ? (value / unit).toLocaleString(document.documentElement.lang) : value);

function confirm(ids, on = true) {
  return take({ ...box, confirmed: on ? [...new Set([...box.confirmed, ...ids])] : box.confirmed.filter((id) => !ids.includes(id)) });
}

/** A value that was typed in. What is refused is said beside its field, and not kept. */
async function change(value, text, field, wrong) {
  const number = value.most !== null;
  const given = number ? Math.round(Number(text) * value.unit) : text;
  const values = { ...box.values, [value.place]: given };
  if (given === value.standard) delete values[value.place];
  try {
    if (number && (text === "" || !Number.isFinite(given))) throw new Refusal({ detail: t("box_number") });
    await take({ ...box, values });
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    wrong.textContent = error.message;
    field.setAttribute("aria-invalid", "true");
  }
}

function fieldOf(value, number) {
  const id = `value-${number}`;
  const wrong = el("p", { class: "wrong small", id: `${id}-wrong`, role: "alert" });
  const common = { id, "data-place": value.place, "aria-describedby": `${id}-wrong ${id}-ours` };
  const [least, most] = [value.least / value.unit, value.most / value.unit];
  const field = value.choices.length
    ? el("select", common, ...value.choices.map(([key, name]) => el("option", { value: key, selected: key === value.value }, name)))
    : value.most !== null
      ? el("input", {
          ...common,
          type: "number",
          min: least,
          max: most,
          step: value.unit > 1 ? 0.01 : 1,
          value: shown(value.value, value.unit),
        })
      : el("input", { ...common, value: value.value, autocomplete: "off" });
  field.addEventListener("change", () => change(value, field.value, field, wrong));
  const differs = value.value !== value.standard;
  const ours = value.choices.length ? value.choices.find(([key]) => key === value.standard)?.[1] : said(value.standard, value.unit);
  const note = differs ? t("box_ours", { value: ours }) : value.certain ? "" : t("box_unsure");
  return el(
    "div",
    { class: `one${differs ? " differs" : ""}` },
    el("label", { for: id }, value.label),
    field,
    el("p", { class: "small", id: `${id}-ours` }, note),
    wrong,
  );
}

/** A card: its picture, its fields, and a button to confirm it; made when it is opened. */
function body(card, number) {
  const unsure = !isSure(card) || card.confirmed;
  const millions = card.values.some(({ unit }) => unit > 1);
  return el(
    "div",
    { class: "box-card" },
    card.picture ? el("div", { class: "picture" }, drawing(card.picture)) : null,
    el(
      "div",
      {},
      millions ? el("p", { class: "small" }, t("box_millions")) : null,
      el("div", { class: "group" }, ...card.values.map((value, i) => fieldOf(value, `${number}-${i}`))),
      unsure
        ? el(
            "p",
            {},
            el(
              "button",
              {
                type: "button",
                "data-confirm": card.id,
                "aria-pressed": String(card.confirmed),
                onclick: () => trying(() => confirm([card.id], !card.confirmed)),
              },
              t(card.confirmed ? "box_confirmed" : "box_confirm"),
            ),
          )
        : null,
    ),
  );
}

function draw() {
  const focused = document.activeElement?.dataset ?? {};
  const wanted = $("#find-card").value.trim().toLowerCase();
  const only = $("#only-unsure").checked;
  const groups = new Map();
  cards.forEach((card, number) => {
    if ((only && isSure(card)) || !`${card.title} ${card.group}`.toLowerCase().includes(wanted)) return;
    const n = changed(card);
    const badges = [
      n ? el("span", { class: "tag good" }, t("box_differs", { n })) : null,
      card.confirmed
        ? el("span", { class: "tag good" }, t("box_is_confirmed"))
        : isSure(card)
          ? null
          : el("span", { class: "tag" }, t("box_unsure")),
    ];
    const details = el(
      "details",
      { class: "card box-item", "data-card": card.id, open: open.has(card.id) },
      el("summary", {}, card.picture ? drawing(card.picture) : null, el("b", {}, card.title), ...badges),
    );
    const fill = () => details.children.length < 2 && details.append(body(card, number));
    if (open.has(card.id)) fill();
    details.addEventListener("toggle", () => {
      if (details.open) open.add(card.id);
      else open.delete(card.id);
      if (details.open) fill();
    });
    groups.set(card.group, [...(groups.get(card.group) ?? []), details]);
  });
  $("#cards").replaceChildren(
    ...[...groups].map(([title, items]) => el("section", {}, el("h2", {}, title), el("div", { class: "box-items" }, ...items))),
  );
  const [differ, unsure] = [Object.keys(box.values).length, cards.filter((card) => !isSure(card)).length];
  $("#box-sum").textContent = t("box_sum", { differ, confirmed: box.confirmed.length, unsure });
  const again = focused.place ? `[data-place="${focused.place}"]` : focused.confirm ? `[data-confirm="${focused.confirm}"]` : null;
  if (again) $(again)?.focus();
}

$("#save-box").addEventListener("click", () => {
  const text = JSON.stringify({ game: PAGE.game, ...box }, null, 1);
  const link = el("a", { href: URL.createObjectURL(new Blob([text], { type: "application/json" })), download: `${PAGE.game}-box.json` });
  link.click();
  setTimeout(() => URL.revokeObjectURL(link.href), 1000);
});
$("#open-box").addEventListener("change", (event) =>
  trying(async () => {
    const [file] = event.target.files;
    if (!file) return;
    let data = null;
    if (file.size <= MOST_BYTES)
      try {
        data = JSON.parse(await file.text());
      } catch {
        // said below
      }
    event.target.value = "";
    if (!data || typeof data !== "object") say(t("box_no_file"), "bad");
    else await take(data);
  }),
);
$("#confirm-all").addEventListener("click", () => trying(() => confirm(cards.filter((card) => !isSure(card)).map(({ id }) => id))));
$("#reset-box").addEventListener("click", () => trying(() => take({ values: {}, confirmed: [] })));
$("#find-card").addEventListener("input", draw);
$("#only-unsure").addEventListener("change", draw);
trying(async () => {
  await loadArt(PAGE.art);
  try {
    await take(memory.get(KEY) ?? box);
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message, "bad");
    await take({ values: {}, confirmed: [] });
  }
});
