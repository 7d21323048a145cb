// What every page shares: words, theme, language, requests, short messages to the reader.

const WORDS = JSON.parse(document.getElementById("words").textContent);
export const PAGE = JSON.parse(document.getElementById("page").textContent);
export const LANG = document.documentElement.lang;

/** A text of this page in the reader's language; names in braces are replaced. */
export function t(key, args = {}) {
  const text = WORDS[key];
  if (text === undefined) throw new Error(`no words for ${key}`);
  return text.replace(/\{(\w+)\}/g, (_, name) => String(args[name]));
}

/** What a bot is like; bots of other packages have no words here. */
export function aboutBot(name) {
  return WORDS[`bot_${name}`] ?? "";
}

/** An element: el("button", {class: "main", onclick: f}, "text", child, ...). */
export function el(tag, attributes = {}, ...children) {
  const made = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes)) {
    if (name.startsWith("on")) made.addEventListener(name.slice(2), value);
    else if (value === true) made.setAttribute(name, "");
    else if (value !== false && value != null) made.setAttribute(name, value);
  }
  made.append(...children.flat().filter((child) => child != null));
  return made;
}

export const $ = (selector, root = document) => root.querySelector(selector);

/** Ask the server; a refusal throws an error with the problem's code and its words. */
export async function api(method, path, body) {
  const url = new URL(path, location.origin);
  url.searchParams.set("lang", LANG);
  const how = { method, headers: {} };
  if (body !== undefined) {
    how.headers["Content-Type"] = "application/json";
    how.body = JSON.stringify(body);
  }
  let answer;
  try {
    answer = await fetch(url, how);
  } catch {
    throw new Refusal({ code: "no_connection", detail: t("no_connection") });
  }
  const kind = answer.headers.get("Content-Type") ?? "";
  const data = kind.includes("json") ? await answer.json() : await answer.text();
  if (!answer.ok) throw new Refusal(data);
  return data;
}

export class Refusal extends Error {
  constructor(problem) {
    super(problem.detail ?? String(problem));
    this.code = problem.code;
    this.problem = problem;
  }
}

/** Say something short, for eyes and ears; what went wrong stays until it is closed or something else goes wrong. */
export function say(text, kind = "info") {
  const note = el("p", { class: `say ${kind}` }, text);
  if (kind === "info") setTimeout(() => note.remove(), 6000);
  else {
    for (const old of $("#says").querySelectorAll(".say:not(.info)")) old.remove();
    note.append(el("button", { type: "button", class: "icon", "aria-label": t("close"), onclick: () => note.remove() }, "✕"));
  }
  $("#says").append(note);
}

/** What went wrong before is no longer of interest. */
export function hush() {
  for (const old of $("#says")?.querySelectorAll(".say.bad, .say.why") ?? []) old.remove();
}

/** Put a text on the clipboard; where that is not allowed, show it. */
export async function copy(text) {
  try {
    await navigator.clipboard.writeText(text);
    say(t("copied"));
  } catch {
    say(text, "stays");
  }
}

/** Run something; what goes wrong is told. */
export async function trying(work) {
  try {
    return await work();
  } catch (error) {
    if (!(error instanceof Refusal)) throw error;
    say(error.message, "bad");
    return undefined;
  }
}

/** Small things that are kept in a storage of the browser; private windows may refuse, and nothing is lost but comfort. */
const keptIn = (storage) => ({
  get(key, otherwise = null) {
    try {
      return JSON.parse(storage().getItem(`tripolis.${key}`)) ?? otherwise;
    } catch {
      return otherwise;
    }
  },
  set(key, value) {
    try {
      storage().setItem(`tripolis.${key}`, JSON.stringify(value));
    } catch {
      // see above
    }
  },
});

/** What this browser remembers. */
export const memory = keptIn(() => localStorage);
/** What a tab remembers until it is closed. */
export const tabMemory = keptIn(() => sessionStorage);

function setCookie(name, value) {
  document.cookie = `${name}=${value}; path=/; max-age=34560000; SameSite=Lax`;
}

/** The reader has a name on this server, from now on. */
export async function ensureName() {
  if (PAGE.name) return PAGE.name;
  const typed = ($("#your-name") ?? $("#me-name"))?.value.trim();
  const guest = await api("POST", "/api/guest", { name: typed || t("guest"), lang: LANG });
  PAGE.name = guest.name;
  return guest.name;
}

/** Where the token of a seat is kept: it brings one back if the cookie is lost. */
export function rememberSeat({ table, token }) {
  if (token) memory.set(`seat.${table}`, token);
}

/** The link of one's own seat, where this browser knows it. */
export function seatLink(table) {
  const token = memory.get(`seat.${table}`);
  return token ? `${location.origin}/keep#${table}.${token}` : null;
}

/** The bots as groups of options, the weakest first. */
export function botChoices(prefix, chosen) {
  const group = (key) =>
    el(
      "optgroup",
      { label: t(key) },
      ...PAGE.bots
        .filter((bot) => bot.group === key)
        .map((bot) => el("option", { value: prefix + bot.name, selected: prefix + bot.name === chosen }, bot.title)),
    );
  return [group("bots_by_strength"), group("bots_other")];
}

/** A style sheet that only a part of a page needs, loaded with the script of that part. */
export const styled = (name) =>
  new Promise((done) =>
    document.head.append(el("link", { rel: "stylesheet", href: `${PAGE.static}/${name}.css`, onload: done, onerror: done })),
  );

/** When a time was, in the reader's own way. */
export function when(at) {
  const seconds = Math.round((at - Date.now()) / 1000);
  const steps = [
    [60, "second"],
    [60, "minute"],
    [24, "hour"],
    [10000, "day"],
  ];
  let value = seconds;
  for (const [size, unit] of steps) {
    if (Math.abs(value) < size) return new Intl.RelativeTimeFormat(LANG, { numeric: "auto" }).format(Math.round(value), unit);
    value /= size;
  }
  return "";
}

/** The name of a game as people write it. */
export const gameName = (key) => PAGE.game_names?.[key] ?? key;

const language = $("#language");
language?.addEventListener("change", () => {
  setCookie("lang", language.value);
  const url = new URL(location.href);
  url.searchParams.delete("lang");
  if (url.href === location.href) location.reload();
  else location.replace(url);
});

const theme = $("#theme");
theme?.addEventListener("change", () => {
  setCookie("theme", theme.value);
  document.documentElement.dataset.theme = theme.value;
});

// ------------------------------------------------------------------- the host

/** What the host says to all stays until it is closed, and is not said again in this tab. */
export function hostSays(text) {
  if (!text || tabMemory.get("house") === text) return;
  tabMemory.set("house", text);
  say(t("host_says", { text }), "stays");
}
hostSays(PAGE.message);

// ------------------------------------------------------- the menu of every page

const me = $("#me");
if (me) {
  document.addEventListener("click", (event) => {
    if (me.open && !me.contains(event.target)) me.open = false;
  });
  document.addEventListener("keydown", (event) => {
    if (event.key !== "Escape" || !me.open) return;
    me.open = false;
    $("summary", me).focus();
  });
  $("#name-form").addEventListener("submit", (event) => {
    event.preventDefault();
    trying(async () => {
      const name = $("#me-name").value.trim();
      if (!name) return;
      PAGE.name = (await api("POST", "/api/guest", { name })).name;
      $("#me-name").value = $("#me-shown").textContent = PAGE.name;
      me.open = false;
      say(t("name_saved", { name: PAGE.name }));
    });
  });
  $("#logout").addEventListener("click", () => $("#logout-dialog").showModal());
  $("#logout-dialog").addEventListener("close", () =>
    trying(async () => {
      if ($("#logout-dialog").returnValue !== "yes") return;
      await api("POST", "/api/guest/logout", { where: "here" });
      location.href = "/";
    }),
  );
  $("#logout-elsewhere").addEventListener("click", () =>
    trying(async () => {
      await api("POST", "/api/guest/logout", { where: "elsewhere" });
      me.open = false;
      say(t("logged_out_elsewhere"));
    }),
  );
  $("#import-file").addEventListener("change", (event) =>
    trying(async () => {
      const [file] = event.target.files;
      if (!file) return;
      if (file.size > 256 * 1024) {
        say(t("import_large"), "bad");
        return;
      }
      await ensureName();
      const match = await api("POST", "/api/matches", { text: await file.text() });
      location.href = `/match/${match.match}`;
    }),
  );
}

// ------------------------------------------------------------------ installable

if ("serviceWorker" in navigator) navigator.serviceWorker.register("/worker.js").catch(() => {});
const offline = () => document.documentElement.classList.toggle("offline", !navigator.onLine);
addEventListener("online", offline);
addEventListener("offline", offline);

/** Tabs with their panels: a click or an arrow opens one, and `opened` hears its name. Returns a function that opens one by name. */
export function tabs(box, opened) {
  const all = [...document.querySelectorAll(`${box} [role=tab]`)];
  const open = (name) => {
    for (const tab of all) {
      const chosen = tab.dataset.panel === name;
      tab.setAttribute("aria-selected", String(chosen));
      tab.tabIndex = chosen ? 0 : -1;
      $(`#panel-${tab.dataset.panel}`).hidden = !chosen;
    }
    opened(name);
  };
  for (const [n, tab] of all.entries()) {
    tab.addEventListener("click", () => open(tab.dataset.panel));
    tab.addEventListener("keydown", ({ key }) => {
      const step = { ArrowRight: 1, ArrowLeft: -1 }[key];
      if (!step) return;
      const next = all[(n + step + all.length) % all.length];
      open(next.dataset.panel);
      next.focus();
    });
  }
  return open;
}
