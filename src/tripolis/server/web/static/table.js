// The table page: one client for every game. It shows what the server says, and sends what was clicked.

import { $, PAGE, api, copy, memory, say, t, trying } from "./page.js";
import { Draft } from "./draft.js";
import { Line, fold } from "./line.js";
import { Picker } from "./picker.js";
import { Stage, calm, loadArt, place } from "./stage.js";
import { Lobby } from "./lobby.js";
import { Panels } from "./panels.js";
import { Ending } from "./ending.js";
import { Notices } from "./notices.js";
import { Tour } from "./tour.js";

const PAUSE = 350;

class TablePage {
  constructor() {
    this.state = null;
    this.queue = [];
    this.busy = false;
    this.stage = new Stage((area) => this.place(area), (id) => this.clicked(id), (id) => this.look(id));
    this.stage.onTell = (text) => say(text);
    this.picker = new Picker(() => this.picked(), (move) => this.complete(move));
    this.draft = new Draft(this);
    this.panels = new Panels(this);
    this.lobby = new Lobby(this);
    this.ending = new Ending(this);
    this.notices = new Notices();
    this.confirm = memory.get("confirm", matchMedia("(pointer: coarse)").matches);
    this.chosen = null;
    this.preview = null;
    this.controls();
    this.art = loadArt(PAGE.art);
    this.line = new Line(PAGE.table, (message) => this.told(message), (link) => this.linked(link));
    this.tour = PAGE.tour ? new Tour(this, PAGE.tour) : null;
    setInterval(() => this.panels.clocks(), 500);
  }

  // ---------------------------------------------------------------- messages

  told(message) {
    if (message.type === "problem") {
      $("#status").textContent = message.detail;
      say(message.detail, "bad");
      return;
    }
    this.queue.push(message);
    this.run();
  }

  /** Messages one after the other, so that others' moves can be followed; what has piled up goes quickly. */
  async run() {
    if (this.busy) return;
    this.busy = true;
    await this.art;
    while (this.queue.length) {
      const message = this.queue.shift();
      const before = this.state;
      this.state = fold(before, message);
      const moving = before !== null && !document.hidden && this.queue.length < 8;
      const same = this.sameMoves(before);
      if (!same) {
        this.picker.offer([]);
        this.stage.light({ can: [], picked: [], last: this.state.position.last });
      }
      await this.draft.take(message, same, moving);
      this.refresh(before, message, same);
      const mine = message.log?.every((line) => line.seat === this.you);
      if (this.queue.length && moving && !calm() && !mine) await new Promise((rest) => setTimeout(rest, PAUSE));
    }
    this.busy = false;
  }

  /** Does the one who looks decide the same as before? Then a message, such as a line of the chat, takes nothing out of their hands. */
  sameMoves(before) {
    return before?.state.position_seq === this.state.state.position_seq && before.legal.length === this.state.legal.length;
  }

  refresh(before, message, same) {
    const { state } = this;
    document.body.dataset.status = state.state.status;
    if (!same) {
      this.chosen = this.preview = null;
      this.picker.offer(state.legal);
    }
    this.lobby.show();
    this.panels.show(before, message);
    this.ending.show(before);
    this.tour?.show();
    this.draw();
    this.notices.turn(this.myTurn, state);
  }

  linked(link) {
    document.body.dataset.link = link;
    $("#link").textContent = link === "open" ? "" : t(`link_${link}`);
    if (link === "open") this.run();
  }

  // ------------------------------------------------------------------ looking

  get you() {
    return this.state?.you.seat ?? -1;
  }

  get myTurn() {
    return this.state?.state.status === "playing" && this.you >= 0 && this.state.position.actor === this.you;
  }

  name(seat) {
    return this.state.state.seats[seat]?.name || t("seat", { number: seat + 1 });
  }

  /** Where an area of the scene goes: the board in the middle, one's own things beside it, the others' small. */
  place(area) {
    return place(area, this.you);
  }

  /** Redraw what depends on what has been clicked. */
  draw() {
    const { state, picker } = this;
    if (!state) return;
    const allowed = this.tour?.filter(picker.next) ?? picker.next;
    this.stage.light({ can: allowed, picked: picker.picks, last: state.position.last });
    const complete = this.chosen ?? picker.ready;
    const begun = Boolean(picker.picks.length || this.draft.moves.length);
    const status = $("#status");
    const text = this.statusText(complete);
    if (status.textContent !== text) status.textContent = text;
    $("#gain").textContent = this.preview?.text ?? "";
    $("#send").hidden = !complete;
    $("#back").hidden = !begun;
    const undo = state.you.undo;
    $("#undo").hidden = begun || !undo;
    $("#undo").textContent = undo === "ask" ? t("undo_ask") : t("undo");
    $("#hint").hidden = !(this.myTurn && state.table.hints && !begun);
    this.panels.moves();
  }

  statusText(complete) {
    const { state, picker } = this;
    const { status, paused, reason } = state.state;
    if (status === "open") return t("status_open");
    if (status === "over") return reason ?? t("status_over");
    if (status === "closed" || status === "stopped") return reason ?? "";
    if (paused) return t("status_paused");
    if (state.state.seats[this.you]?.bot && this.you >= 0) return t("status_bot_plays");
    if (this.myTurn && !state.legal.length) return t("status_wait");
    if (!this.myTurn) return t("status_thinking", { name: this.name(state.position.actor) });
    if (complete) return complete.text;
    if (!picker.picks.length) return this.draft.moves.length ? t("status_draft", { text: this.draft.moves.at(-1).text }) : t("status_your_turn");
    return picker.picks.map((id) => this.stage.sprites.get(id)?.data.label || id).join(" · ");
  }

  // ----------------------------------------------------------------- clicking

  async clicked(id) {
    if (this.busy) this.stage.hurry();
    if (this.tour && !this.tour.allows(id)) return;
    await this.draft.settled();
    if (!this.myTurn) return;
    this.chosen = null;
    if (this.picker.pick(id)) return;
    const asked = new URLSearchParams({ path: [...this.picker.picks, id].join(","), after: this.draft.texts().join(",") });
    const found = await trying(() => api("GET", `/api/tables/${PAGE.table}/why-not?${asked}`));
    if (found && !found.legal) say(found.text, "why");
  }

  /** Something was picked or dropped. */
  picked() {
    this.draw();
    if (this.picker.open && !this.picker.complete().length) this.draft.extend();
  }

  /** A path is complete: send it, or show first what it would bring. */
  async complete(move) {
    if (move.draft && !PAGE.tour) {
      await this.draft.put(move);
      return;
    }
    if (!this.confirm) {
      await this.send(move);
      return;
    }
    this.chosen = move;
    await this.ask(move);
    $("#send").focus();
  }

  async send(move) {
    clearTimeout(this.looking);
    this.chosen = this.preview = null;
    this.stage.light({ can: [], picked: [] });
    const sent = performance.now();
    const answer = await this.line.ask("moves", { moves: this.draft.texts(move), seq: this.line.seq });
    document.body.dataset.lag = String(Math.round(performance.now() - sent));
    if (answer.type === "problem") {
      say(answer.detail, "bad");
      this.picker.clear();
    }
  }

  /** What a click would bring, while the pointer or the focus is on it. */
  look(id) {
    clearTimeout(this.looking);
    if (!id || !this.myTurn || this.chosen) {
      if (!this.chosen && this.preview) {
        this.preview = null;
        this.draw();
      }
      return;
    }
    const move = this.picker.ahead(id);
    if (move) this.askSoon(move);
  }

  askSoon(move) {
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.ask(move), 120);
  }

  async ask(move) {
    const { seq } = this.line;
    if (!this.myTurn || this.line.waiting.size) return;
    // A look ahead that comes too late is refused: nobody needs to hear of it.
    const found = await api("POST", `/api/tables/${PAGE.table}/preview`, { moves: this.draft.texts(move) }).catch(() => null);
    if (!found || seq !== this.line.seq || this.line.waiting.size) return;
    this.preview = { text: found.silent || found.gain === null ? t("preview_silent") : t(found.amount ? "preview_amount" : "preview_gain", { gain: found.gain_shown }) };
    this.draw();
  }

  // ----------------------------------------------------------------- controls

  async deed(name, body = {}) {
    const answer = await this.line.ask(name, body);
    if (answer.type === "problem") say(answer.detail, "bad");
    return answer.type === "done";
  }

  controls() {
    const on = (id, work) => $(id)?.addEventListener("click", work);
    on("#send", () => this.send(this.chosen ?? this.picker.ready));
    on("#back", () => this.stepBack());
    on("#undo", () => this.deed("undo", { seq: this.line.seq }));
    on("#hint", () => trying(() => this.hint()));
    on("#pause", () => this.deed(this.state.state.paused ? "resume" : "pause"));
    on("#come-back", () => this.deed("back"));
    on("#resign", () => this.sure(t("resign_sure"), () => this.deed("resign")));
    on("#leave", () => this.sure(t("leave_sure"), () => this.deed("leave")));
    on("#close-table", () => this.sure(t("close_sure"), () => this.deed("close")));
    on("#keep-seat", () => trying(() => this.keep()));
    on("#copy-link", () => copy(location.href.split("#")[0]));
    const confirm = $("#confirm-moves");
    confirm.checked = this.confirm;
    confirm.addEventListener("change", () => {
      this.confirm = confirm.checked;
      memory.set("confirm", this.confirm);
    });
    document.addEventListener("keydown", (event) => this.key(event));
    $("#boards").addEventListener("click", (event) => {
      if (this.busy && !event.target.closest("[data-id].can")) this.stage.hurry();
    });
  }

  stepBack() {
    if (this.chosen) this.chosen = this.preview = null;
    if (!this.picker.back()) this.draft.back();
  }

  key(event) {
    if (event.target.matches("input, textarea, select") || event.ctrlKey || event.metaKey || event.altKey) return;
    if (event.key === "Escape" || event.key === "Backspace") {
      if (document.querySelector("dialog[open]")) return;
      if (this.picker.picks.length || this.draft.moves.length) {
        event.preventDefault();
        this.stepBack();
      } else if (document.body.classList.contains("drawer-open")) this.panels.drawer(false);
    } else if (event.key === "?" || event.key === "a") this.panels.open("aid");
    else if (event.key === "m") this.panels.open("moves");
    else if (event.key === "l") this.panels.open("log");
    else if (event.key === "p") this.panels.open("points");
    else if (event.key === "g") this.stage.focus([...this.picker.next][0]);
  }

  async hint() {
    const found = await api("GET", `/api/tables/${PAGE.table}/hint`);
    say(found.chance === null ? t("hint_says", { text: found.text }) : t("hint_chance", { text: found.text, chance: Math.round(100 * found.chance) }));
    this.stage.light({ last: found.path });
  }

  async keep() {
    const found = await api("POST", `/api/tables/${PAGE.table}/keep`, {});
    const address = new URL(found.path, location.href).href;
    const box = $("#keep-dialog");
    $("#keep-address").value = address;
    box.showModal();
  }

  sure(question, work) {
    const box = $("#sure");
    $("#sure-question").textContent = question;
    box.onclose = () => box.returnValue === "yes" && work();
    box.showModal();
  }
}

$("#copy-keep")?.addEventListener("click", () => copy($("#keep-address").value));
for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());

window.tripolis = new TablePage();
