// The host's page: what goes on, looked at every few seconds, and what the host decides. The secret of its link stands behind the #,
// is kept for this tab, and is sent in a header, so that no other page can use it.

import { $, LANG, Refusal, el, gameName, say, t, tabMemory, trying, when } from "./page.js";

const EVERY = 4000;
const given = decodeURIComponent(location.hash.slice(1));
if (given) tabMemory.set("host", given);
const secret = given || tabMemory.get("host", "");

async function ask(path, body) {
  const url = new URL(`/api/host/${path}`, location.origin);
  url.searchParams.set("lang", LANG);
  const how = { headers: { "X-Tripolis-Host": secret } };
  if (body !== undefined) {
    how.method = "POST";
    how.headers["Content-Type"] = "application/json";
    how.body = JSON.stringify(body);
  }
  const response = await fetch(url, how).catch(() => {
    throw new Refusal({ code: "no_connection", detail: t("no_connection") });
  });
  const data = await response.json();
  if (!response.ok) throw new Refusal(data);
  return data;
}

/** Is the host sure? */
function sure(question) {
  $("#sure-question").textContent = question;
  $("#sure").showModal();
  return new Promise((done) => {
    $("#sure").addEventListener("close", () => done($("#sure").returnValue === "yes"), { once: true });
  });
}

/** Decide something, and look at once what has become of it. */
const decide = (path, body, question = "") =>
  trying(async () => {
    if (question && !(await sure(question))) return false;
    const done = await ask(path, body);
    await look();
    return done;
  });

const button = (key, name, label, click) => el("button", { type: "button", "data-key": key, "aria-label": label, onclick: click }, name);
const cell = (...content) => el("td", {}, ...content);
const labelled = (label, ...content) => el("td", { "data-label": label }, ...content);
const tableLink = (id) => el("a", { href: `/table/${id}` }, el("code", {}, id));

function tile(name, value, more, kind = "") {
  return el("div", { class: `tile ${kind}` }, el("dt", {}, name), el("dd", {}, el("b", {}, String(value)), more ? el("span", {}, more) : null));
}

function tiles({ counts, load, bots, errors }) {
  $("#tiles").replaceChildren(
    tile(t("host_playing"), counts.playing, counts.stopped ? `${counts.stopped} ${t("host_state_stopped")}` : "", counts.stopped ? "bad" : ""),
    tile(t("host_open"), counts.open),
    tile(t("host_connected"), counts.listeners, t("host_of_guests", { n: counts.guests })),
    tile(t("host_cpu"), `${load.cpu} %`, load.megabytes ? t("host_memory", { n: load.megabytes }) : "", load.cpu > 90 ? "bad" : ""),
    tile(t("host_lag"), `${load.lag} ms`, t("host_requests", { n: load.requests }), load.lag > 250 ? "bad" : ""),
    tile(t("host_bots"), `${bots.busy}/${bots.workers}`, t("host_waiting", { n: bots.waiting }), bots.ready ? "" : "bad"),
    tile(t("host_errors"), errors.length, "", errors.length ? "bad" : ""),
  );
  $("#up").textContent = t("host_up", { time: new Date(Date.now() - 1000 * load.up).toLocaleString(LANG, { dateStyle: "medium", timeStyle: "short" }) });
}

function tableRow(table) {
  const state = t(`host_state_${table.status}`, { n: table.ply + 1 });
  const players = table.seats.map((seat, i) =>
    el("span", { class: `who seat-${i}` }, el("span", { class: "emblem", "aria-hidden": "true" }), seat.kind === "open" ? t("seat_open") : seat.name),
  );
  const close = () => decide("close", { table: table.id }, t("host_close_sure"));
  return el(
    "tr",
    {},
    el("th", { scope: "row" }, el("a", { href: `/table/${table.id}` }, gameName(table.game)), el("code", {}, table.id)),
    el("td", { class: "seats" }, ...players),
    cell(state, table.public ? null : el("span", { class: "tag" }, t("host_private"))),
    labelled(t("host_watchers"), String(table.listeners)),
    labelled(t("host_last"), when(table.touched)),
    cell(button(`close ${table.id}`, t("host_close"), t("host_close_table", { table: table.id }), close)),
  );
}

function guestRow(guest) {
  const act = (kind, on, name) => {
    const question = kind === "ban" && on ? t("host_ban_sure", { name: guest.name }) : "";
    const key = `host_${name}`;
    return button(`${kind} ${guest.id}`, t(key), t(`${key}_name`, { name: guest.name }), () => decide("restrict", { guest: guest.id, kind, on }, question));
  };
  return el(
    "tr",
    {},
    el(
      "th",
      { scope: "row" },
      guest.name,
      guest.muted ? el("span", { class: "tag" }, t("host_muted")) : null,
      guest.banned ? el("span", { class: "tag bad" }, t("host_banned")) : null,
    ),
    labelled(t("host_seats"), ...guest.tables.map(tableLink)),
    labelled(t("host_seen"), guest.here ? el("b", { class: "good" }, t("host_now")) : when(guest.seen)),
    cell(
      el("div", { class: "acts" }, guest.muted ? act("mute", false, "unmute") : act("mute", true, "mute"), guest.banned ? act("ban", false, "unban") : act("ban", true, "ban")),
    ),
  );
}

function reportItem(report) {
  const about = report.about_name ? ` · ${t("host_about", { name: report.about_name })}` : "";
  return el(
    "li",
    { class: "report" },
    el("p", {}, report.text),
    el(
      "p",
      { class: "small" },
      tableLink(report.table),
      ` · ${t("host_report_by", { name: report.by ?? t("guest") })}${about} · ${when(report.at)}`,
    ),
    button(`report ${report.id}`, t("host_settle"), t("host_settle"), () => decide("settle", { report: report.id })),
  );
}

function fill(list, none, rows) {
  $(list).replaceChildren(...rows);
  $(none).hidden = rows.length > 0;
}

function show(data) {
  const key = document.activeElement?.dataset?.key;
  tiles(data);
  fill("#tables tbody", "#tables-none", data.tables.map(tableRow));
  $("#tables").hidden = !data.tables.length;
  fill("#guests tbody", "#guests-none", data.guests.map(guestRow));
  $("#guests").hidden = !data.guests.length;
  fill("#reports", "#reports-none", data.reports.map(reportItem));
  const error = (line) =>
    el("li", {}, el("span", { class: "small" }, when(line.at)), " ", line.text, line.request ? el("code", {}, ` ${line.request}`) : null);
  fill("#errors", "#errors-none", data.errors.map(error));
  $("#read-only").hidden = !data.read_only;
  $("#maintenance").textContent = t(data.read_only ? "host_writable" : "host_read_only");
  $("#maintenance").dataset.on = String(!data.read_only);
  $("#maintenance").className = data.read_only ? "main" : "";
  if (document.activeElement !== $("#message") && !$("#message").dataset.changed) $("#message").value = data.message;
  if (key) document.querySelector(`[data-key="${CSS.escape(key)}"]`)?.focus();
  $("#host").hidden = false;
}

const look = async () => show(await ask(`?search=${encodeURIComponent($("#search").value)}`));

$("#message").addEventListener("input", () => ($("#message").dataset.changed = "1"));
$("#message-form").addEventListener("submit", async (event) => {
  event.preventDefault();
  const done = await decide("message", { text: $("#message").value });
  if (!done) return;
  delete $("#message").dataset.changed;
  $("#message").value = done.text;
  say(t(done.text ? "host_message_shown" : "host_message_gone"));
});
$("#maintenance").addEventListener("click", () => decide("maintenance", { on: $("#maintenance").dataset.on === "true" }));
let typing;
$("#search").addEventListener("input", () => {
  clearTimeout(typing);
  typing = setTimeout(() => trying(look), 250);
});

if (secret) {
  trying(look).then(() => ($("#no-secret").hidden = !$("#host").hidden));
  setInterval(() => document.hidden || $("#sure").open || look().catch(() => {}), EVERY);
} else $("#no-secret").hidden = false;
