// What stands beside the boards: players with their clocks, log, chat, points, legal moves, aid.

import { $, LANG, PAGE, api, el, say, t, tabs, trying } from "./page.js";
import { glyph } from "./glyphs.js";
import { calm, count } from "./motion.js";

/** A number on a badge. */
const few = (number) => (number > 99 ? "99+" : String(number));

/** The most letters of what led to this decision, for two short lines. */
const STORY = 80;

export class Panels {
  constructor(page) {
    this.page = page;
    this.shown = 0;
    this.aidFor = null;
    this.unread = { log: 0, chat: 0 };
    /** Opens a panel by its name. */
    this.open = tabs("#panels", (name) => this.opened(name));
    $("#chat-form").addEventListener("submit", (event) => {
      event.preventDefault();
      const text = $("#chat-text").value.trim();
      if (text) this.page.deed("chat", { text }).then((done) => done && ($("#chat-text").value = ""));
    });
    $("#moves-filter").addEventListener("input", () => this.moves());
    $("#log-new").addEventListener("click", () => this.follow());
    $("#log").addEventListener("keydown", (event) => this.walk(event));
    $("#panel-log").addEventListener("keydown", (event) => event.target.id === "panel-log" && this.walk(event));
    $("#panel-log").addEventListener("scroll", () => {
      // What this page scrolled itself is no wish of the reader's, however late the news of it comes.
      if (this.following && $("#panel-log").scrollTop === this.scrolled) return;
      this.following = this.near;
      if (this.following) this.read();
    });
    new ResizeObserver(() => this.following && this.follow()).observe($("#panel-log"));
  }

  /** Arrows walk over the lines of the log that light something up. */
  walk(event) {
    const step = { ArrowUp: -1, ArrowDown: 1 }[event.key];
    const lines = step ? [...document.querySelectorAll("#log .said[tabindex]")] : [];
    if (!lines.length) return;
    event.preventDefault();
    event.stopPropagation();
    const at = lines.indexOf(event.target);
    lines[at < 0 ? lines.length - 1 : Math.max(0, Math.min(lines.length - 1, at + step))].focus();
  }

  opened(name) {
    const { layout } = this.page;
    this.page.cards.hide();
    if (layout.narrow) layout.go(layout.pages.length, true);
    if (name === "aid") this.aid();
    if (name === "moves") this.moves();
    if (name === "log") this.follow();
    this.read();
  }

  /** Is a panel to be seen? Told by what is hidden: to measure it would lay the page out. */
  seen(name) {
    return !$(`#panel-${name}`).hidden && !(this.page.narrow && $("#side").classList.contains("away"));
  }

  /** What is in sight has been read; badges say how much is not. */
  read() {
    if (this.seen("chat")) this.unread.chat = 0;
    if (this.seen("log") && this.following) this.unread.log = 0;
    for (const name of ["log", "chat"]) {
      const badge = $(`#tab-${name} .badge`);
      badge.hidden = !this.unread[name] || (name === "log" && this.seen("log"));
      badge.textContent = few(this.unread[name]);
    }
    $("#log-new").hidden = !(this.unread.log && this.seen("log"));
    $("#log-new").textContent = t("log_new", { number: this.unread.log });
    const sheet = $("#sheets button:last-child .badge");
    if (sheet) {
      const number = this.unread.chat || this.unread.log;
      sheet.hidden = !number;
      // Of words that wait one hears how many; that something has happened is only marked.
      sheet.textContent = this.unread.chat ? few(number) : "";
    }
  }

  /** Does the log stand at its end? */
  get near() {
    const box = $("#panel-log");
    return box.scrollHeight - box.scrollTop - box.clientHeight < 60;
  }

  follow() {
    const box = $("#panel-log");
    box.scrollTop = box.scrollHeight;
    this.scrolled = box.scrollTop;
    this.following = true;
    this.read();
  }

  show(before, message) {
    this.players(before);
    this.log(message);
    this.points();
    this.offer();
    this.menu();
    if (!$("#panel-aid").hidden) this.aid();
  }

  // ------------------------------------------------------------------ players

  players(before) {
    const { state } = this.page;
    const rows = state.state.seats.map((seat, number) => {
      const account = state.position.accounts[number];
      const marks = [];
      if (seat.bot) marks.push(el("span", { class: "tag", title: t("tag_bot") }, seat.strength || t("tag_bot")));
      if (seat.resigned) marks.push(el("span", { class: "tag" }, t("tag_resigned")));
      else if (seat.late) marks.push(el("span", { class: "tag" }, t("tag_late")));
      const row = el(
        "li",
        { class: `player seat-${number}` },
        el("span", { class: "emblem", "aria-hidden": "true" }),
        el("span", { class: "who" }, seat.name || t("seat_open")),
        ...marks,
        account
          ? el("span", { class: "total", title: t(state.state.status === "over" ? "points_end" : "points_now") }, account.shown.total)
          : null,
        el("span", { class: "clock", "data-seat": number }),
      );
      if (state.position.actor === number && state.state.status === "playing") row.setAttribute("aria-current", "true");
      return row;
    });
    $("#players").replaceChildren(...rows);
    rows.forEach((row, seat) => {
      const [was, now] = [before, state].map((one) => one?.position.accounts[seat]?.shown.total);
      if (was !== undefined && now !== undefined && was !== now && !calm()) count($(".total", row), String(was), String(now));
    });
    this.clocks();
  }

  clocks() {
    const { state, line } = this.page;
    if (!state || state.table.clock.kind === "none") return;
    const { left, running, since, deadline } = state.state.clocks;
    for (const shown of document.querySelectorAll("#players .clock")) {
      const seat = Number(shown.dataset.seat);
      let rest = left[seat] ?? 0;
      if (seat === running) rest = deadline - line.now();
      else if (state.table.clock.kind === "days") {
        shown.textContent = "";
        continue;
      }
      shown.textContent = since === 0 ? "" : clockText(Math.max(0, rest));
      shown.classList.toggle("short", seat === running && rest < 20000);
    }
  }

  // ---------------------------------------------------------------------- log

  /** The log follows unless somebody has scrolled up; then it says how many lines are new. */
  log(message) {
    const { page } = this;
    const { state, you } = page;
    if (message.type === "snapshot") {
      $("#log").replaceChildren();
      $("#chat").replaceChildren();
      this.shown = 0;
    }
    const lines = state.log.filter((line) => line.seq > this.shown);
    if (message.type === "snapshot") this.following = true;
    for (const line of lines) {
      this.shown = line.seq;
      this.row(line);
      if (message.type !== "snapshot" && line.seat !== you) this.unread[line.kind === "chat" ? "chat" : "log"] += 1;
    }
    // How it came to this: what the last one to move did, in short.
    const moved = state.log.filter((line) => line.events?.length);
    const begun = moved.findLastIndex((line) => line.seat !== moved.at(-1).seat) + 1;
    const own = moved.at(-1)?.seat === you;
    const texts = moved.slice(begun).flatMap((line) => line.events.filter(({ quiet }) => !quiet).map((event) => inBrief(event, own ? you : -1, page.name(you))));
    while (texts.length > 1 && texts.join(" · ").length > STORY) texts.shift();
    // Of one's own moves one knows; what dice and cards made of them is told while one goes on.
    const story = own && !(page.myTurn && moved.at(-1).kind === "moves") ? "" : texts.join(" · ");
    $("#story").textContent = story.charAt(0).toUpperCase() + story.slice(1);
    $("#chat-none").hidden = $("#chat").children.length > 0;
    // With the next frame: to scroll now would lay the page out before it is complete.
    if (this.following) requestAnimationFrame(() => this.follow());
    this.read();
  }

  row(line) {
    const { page } = this;
    const name = line.seat >= 0 ? page.name(line.seat) : "";
    const when = { title: new Date(line.at).toLocaleString(LANG) };
    const seat = line.seat >= 0 ? ` seat-${line.seat}` : "";
    if (line.kind === "chat") {
      $("#chat").append(el("li", { class: `chat${seat}`, ...when }, el("b", {}, name), " ", line.data.text, this.muteButton(line.seat)));
      return;
    }
    const list = $("#log");
    if (line.kind === "moves" && !line.events?.length) return;
    if (line.events?.length) {
      if (line.events.every(({ quiet }) => quiet)) return;
      let turn = list.lastElementChild;
      if (turn?.dataset.seat !== String(line.seat)) {
        turn = el(
          "li",
          { class: `turn${seat}`, "data-seat": line.seat, ...when },
          el("h2", {}, name || t("table_itself"), name && line.seat === page.you ? el("small", { class: "tag" }, t("you")) : null),
        );
        list.append(turn);
      }
      const steps = line.events.every(({ step }) => step);
      for (const said of told(line.events, (about) => this.light(about), line.seat, name)) {
        if (steps && goesOn(turn.lastElementChild, said)) continue;
        said.classList.toggle("steps", steps);
        // The same again and again, such as steps of a sum, is one line with a number.
        const last = turn.lastElementChild;
        const text = said.textContent;
        const words = last.querySelector(".icons + span");
        if (last.dataset.text === text && words) words.dataset.times = Number(words.dataset.times ?? 1) + 1;
        else turn.append(said);
        said.dataset.text = text;
      }
      return;
    }
    const key =
      {
        seat: `log_seat_${line.data.do}`,
        offer: `log_offer_${line.data.what}`,
        answer: line.data.yes ? "log_yes" : "log_no",
        ready: line.data.ready ? "log_ready" : "log_not_ready",
        order: line.data.move ? "log_order" : "log_order_over",
      }[line.kind] ?? `log_${line.kind}`;
    const who = line.kind === "seat" ? line.data.name || page.name(line.data.seat) : name;
    list.append(el("li", { class: `note${seat}`, ...when }, t(key, { name: who, move: line.data.move ?? "" })));
  }

  /** A line of the log lights up what it speaks of. */
  light(about) {
    const { stage, layout } = this.page;
    for (const { node } of stage.sprites.values()) node.classList.remove("lit");
    for (const id of about) stage.sprites.get(id)?.node.classList.add("lit");
    layout.followed = null;
    if (layout.narrow) layout.follow(about);
    stage.light({ last: about });
  }

  muteButton(seat) {
    const { page } = this;
    if (page.you < 0 || seat === page.you) return null;
    const muted = page.state.you.muted.includes(seat);
    return el(
      "button",
      { class: "quiet", type: "button", onclick: () => page.deed("mute", { seat, mute: !muted }) },
      muted ? t("unmute") : t("mute"),
    );
  }

  // ------------------------------------------------------------------- points

  points() {
    const { state } = this.page;
    const box = $("#points");
    if (!state.position.accounts.length) {
      box.replaceChildren();
      return;
    }
    box.replaceChildren(sheet(state, (seat) => this.page.name(seat)));
  }

  // -------------------------------------------------------------------- moves

  moves() {
    const { page } = this;
    if ($("#panel-moves").hidden && !page.picker.legal.length) return;
    const wanted = $("#moves-filter").value.trim().toLowerCase();
    const found = page.picker.candidates().filter((move) => !wanted || `${move.text} ${move.move}`.toLowerCase().includes(wanted));
    const rows = found.map((move) =>
      el(
        "li",
        {},
        el(
          "button",
          { type: "button", onclick: () => page.complete(move), onfocus: () => page.askSoon(move) },
          el("code", {}, move.move),
          ` ${move.text}`,
        ),
      ),
    );
    $("#moves").replaceChildren(...rows);
    $("#moves-none").hidden = rows.length > 0;
    $("#moves-none").textContent = page.picker.legal.length ? t("moves_unfit") : t("moves_none");
  }

  // ------------------------------------------------------------------- offers

  offer() {
    const { page } = this;
    const { offer } = page.state.state;
    const box = $("#offer");
    box.hidden = !offer;
    if (!offer) return;
    const mine = offer.agreed.includes(page.you) || page.you < 0;
    const text = t(`offer_${offer.what}`, { name: page.name(offer.seat) });
    const answer = (yes) => () => page.deed("answer", { yes });
    box.replaceChildren(
      el("p", {}, text),
      ...(page.you < 0
        ? []
        : mine
          ? [el("p", {}, t("offer_waiting")), el("button", { type: "button", onclick: answer(false) }, t("offer_withdraw"))]
          : [
              el("button", { type: "button", class: "main", onclick: answer(true) }, t("yes")),
              el("button", { type: "button", onclick: answer(false) }, t("no")),
            ]),
    );
  }

  menu() {
    const { state, you } = this.page;
    const playing = state.state.status === "playing";
    const seat = state.state.seats[you];
    const shown = {
      "#pause": playing && you >= 0,
      "#resign": playing && you >= 0 && !seat.resigned,
      "#leave": you >= 0 && ["open", "playing"].includes(state.state.status) && !seat?.resigned,
      "#close-table":
        state.you.owner &&
        (state.state.status === "open" || (playing && !state.state.seats.some((one) => one.kind === "person" && !one.resigned))),
      "#keep-seat": you >= 0,
      "#watch": you < 0 && Boolean(PAGE.name),
      "#report": you >= 0 || Boolean(PAGE.name),
      "#come-back": playing && you >= 0 && !seat.resigned && (seat.late || Boolean(seat.bot)),
    };
    for (const [id, visible] of Object.entries(shown)) $(id).hidden = !visible;
    $("#watch").textContent = PAGE.watched ? t("watch_off") : t("watch_on");
    $("#pause").textContent = state.state.paused ? t("resume") : t("pause");
    $("#chat-form").hidden = you < 0 || !state.table.chat;
    $("#custom-box").hidden = !state.table.custom_box;
  }

  // ---------------------------------------------------------------------- aid

  async aid() {
    const { state } = this.page;
    if (this.aidFor === state.position.ply && $("#aid").children.length) return;
    this.aidFor = state.position.ply;
    const found = await trying(() => api("GET", `/api/tables/${PAGE.table}/aid`));
    if (!found) return;
    $("#aid").replaceChildren(
      ...found.tables.map(aidTable),
      el("h2", {}, t("aid_rules")),
      ...found.summary.flatMap((part) => [el("h3", {}, part.title), ...part.paragraphs.map((text) => el("p", {}, text))]),
    );
    if (!found.tables.length && !found.summary.length) say(t("aid_none"));
  }
}

export function aidTable(table) {
  return el(
    "section",
    {},
    el("h2", {}, table.title),
    el(
      "div",
      { class: "scroll", tabindex: "0", role: "region", "aria-label": table.title },
      el(
        "table",
        {},
        table.columns.length
          ? el("thead", {}, el("tr", {}, ...table.columns.map((text) => (text ? el("th", { scope: "col" }, text) : el("td", {})))))
          : null,
        el(
          "tbody",
          {},
          ...table.rows.map((row, n) =>
            el(
              "tr",
              {},
              ...row.map((text, i) =>
                i
                  ? el("td", /^[^a-z]*$/i.test(text) || text.length < 9 ? {} : { class: "said" }, text)
                  : el("th", { scope: "row" }, table.symbols?.[n] ? glyph(table.symbols[n]) : null, text),
              ),
            ),
          ),
        ),
      ),
    ),
    table.note ? el("p", { class: "small" }, table.note) : null,
  );
}

/** The score sheet: categories down, players across, as on the pad in the box. */
export function sheet(state, name) {
  const { accounts, ranks } = state.position;
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...accounts.map((_, seat) =>
      el("th", { scope: "col", class: `seat-${seat}` }, el("span", { class: "emblem", "aria-hidden": "true" }), name(seat)),
    ),
  );
  // Who has the most of something stands out.
  const best = (key) => {
    const values = accounts.map(({ points }) => points[key] ?? 0);
    const most = Math.max(...values);
    return values.map((value) => (value === most && most > Math.min(...values) ? { class: "best" } : {}));
  };
  const rows = state.table.categories.map(({ key, name: words, symbol }) => {
    const looks = best(key);
    return el(
      "tr",
      {},
      el("th", { scope: "row" }, symbol ? glyph(symbol) : null, words),
      ...accounts.map((account, seat) => el("td", looks[seat], account.shown[key] ?? "?")),
    );
  });
  rows.push(
    el("tr", { class: "sum" }, el("th", { scope: "row" }, t("total")), ...accounts.map((account) => el("td", {}, account.shown.total))),
  );
  if (ranks) rows.push(el("tr", {}, el("th", { scope: "row" }, t("place")), ...ranks.map((place) => el("td", {}, String(place)))));
  return el(
    "div",
    { class: "scroll", tabindex: "0", role: "region", "aria-label": t("score_sheet") },
    el("table", { class: "sheet" }, el("thead", {}, head), el("tbody", {}, ...rows)),
  );
}

/** An event in a few words; of one's own (`seat`) without the name, and with what it brought. */
function inBrief({ text, short, change, seat: whose }, seat, name) {
  const said = text.replace(/\.$/, "");
  if (seat < 0) return said;
  if (short && whose === seat) return [short, change].filter(Boolean).join(" ");
  return said.startsWith(`${name} `) ? said.slice(name.length + 1) : said;
}

/** What is put together in several steps, such as an offer, is one line, which goes on with each of them. */
function goesOn(line, said) {
  if (!line.classList.contains("steps")) return false;
  const [words, more] = [line, said].map((one) => one.querySelector(".icons + span"));
  if (!words.children.length) words.replaceChildren(el("span", {}, words.textContent));
  const last = words.lastElementChild;
  if (last.textContent === more.textContent) last.dataset.times = Number(last.dataset.times ?? 1) + 1;
  else words.append(" · ", el("span", {}, more.textContent));
  return true;
}

/** Events as lines with their icons, below the name of a seat in few words; many of one kind, such as the tiles of a new round, are folded up behind the first. */
export function told(all, light, seat = -1, name = "") {
  const events = all.filter(({ quiet }) => !quiet);
  const rows = [];
  const line = (event) => {
    const short = event.short && event.seat === seat;
    const text = short ? event.short : name && event.text.startsWith(`${name} `) ? event.text.slice(name.length + 1).replace(/\.$/, "") : event.text;
    const icons = short && event.icons.length > 1 && event.moves ? event.icons.slice(0, -1) : (event.icons ?? []);
    const row = el(
      "p",
      { class: "said" },
      el("span", { class: "icons", "aria-hidden": "true" }, ...icons.map((symbol) => glyph(symbol))),
      el("span", {}, text),
      short && event.change ? el("b", { class: event.change.startsWith("+") ? "up" : "down" }, event.change) : null,
    );
    if (event.about?.length) {
      row.dataset.about = event.about.join();
      row.tabIndex = -1;
      row.addEventListener("click", () => light(event.about));
      row.addEventListener("focus", () => light(event.about));
      row.addEventListener("pointerenter", (pointer) => pointer.pointerType === "mouse" && light(event.about));
    }
    return row;
  };
  for (let i = 0; i < events.length;) {
    let end = i + 1;
    while (end < events.length && events[end].code === events[i].code) end += 1;
    const lines = events.slice(i, end).map(line);
    if (lines.length < 5) rows.push(...lines);
    else {
      // What shows nothing, such as each tile that is laid out, is only counted.
      const first = events[i].icons?.length ? 1 : 0;
      const said = first ? `${events[i].text} … (+${lines.length - 1})` : t("log_folded", { number: lines.length });
      rows.push(el("details", {}, el("summary", {}, said), ...lines.slice(first)));
    }
    i = end;
  }
  return rows;
}

export function clockText(rest) {
  const seconds = Math.ceil(rest / 1000);
  if (seconds >= 86400) return t("clock_days", { days: Math.floor(seconds / 86400), hours: Math.floor((seconds % 86400) / 3600) });
  const two = (n) => String(n).padStart(2, "0");
  if (seconds >= 3600) return `${Math.floor(seconds / 3600)}:${two(Math.floor((seconds % 3600) / 60))}:${two(seconds % 60)}`;
  return `${Math.floor(seconds / 60)}:${two(seconds % 60)}`;
}
