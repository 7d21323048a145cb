// The table page: one client for every game. It shows what the server says, and sends what was clicked.

import { $, PAGE, api, el, hostSays, hush, say, t, trying } from "./page.js";
import { Bar } from "./bar.js";
import { Cards } from "./cards.js";
import { Draft } from "./draft.js";
import { controls, settings } from "./controls.js";
import { Layout } from "./layout.js";
import { Line, fold } from "./line.js";
import { Picker, onlyMove } from "./picker.js";
import { ROLL, calm, pay, roll } from "./motion.js";
import { isRoll, soundsOf } from "./sound.js";
import { Stage, loadArt } from "./stage.js";
import { Panels, clockText } from "./panels.js";
import { Notices } from "./notices.js";
import { Reactions } from "./reactions.js";
import { PACES, Since } from "./since.js";

/** How long one waits before the page says since when, in milliseconds. */
const PATIENCE = 4000;

/** Messages that wait from which on nobody can follow them one by one. */
const MANY = 8;

/** What was drawn is on the screen. */
const painted = () => new Promise((done) => requestAnimationFrame(() => setTimeout(done)));

class TablePage {
  constructor() {
    this.state = null;
    this.queue = [];
    this.readOnly = false;
    this.busy = false;
    this.stage = new Stage(
      (area) => this.layout.home(area),
      (id) => this.clicked(id),
      (id) => this.look(id),
    );
    this.stage.onAsk = (id, how) => this.cards.ask(id, how);
    this.stage.onTell = (id) => this.cards.ask(id, "touch");
    this.layout = new Layout(
      this.stage,
      () => this.you,
      () => this.busy || this.draw(),
      () => {
        this.panels.read();
        this.overview();
        if (this.state) this.decide();
        this.tour?.soon();
      },
    );
    this.picker = new Picker(
      () => this.picked(),
      (move) => this.complete(move),
    );
    this.draft = new Draft(this);
    this.bar = new Bar(this);
    this.cards = new Cards(this);
    this.deal = null;
    this.panels = new Panels(this);
    this.reactions = new Reactions(this);
    this.ending = null;
    this.tour = null;
    this.notices = new Notices();
    settings(this);
    this.chosen = null;
    this.preview = null;
    this.prompts = {};
    this.hands = {};
    this.since = new Since(this);
    controls(this);
    this.ready = Promise.all([loadArt(PAGE.art), PAGE.tour ? this.guide() : null]);
    this.line = new Line(
      PAGE.table,
      (message) => this.told(message),
      (link) => this.linked(link),
    );
    setInterval(() => this.tick(), 500);
  }

  /** Clocks go on, and who waits sees since when. */
  tick() {
    this.panels.clocks();
    if (!this.state || this.myTurn || this.state.state.status !== "playing" || $("#who").classList.contains("played")) return;
    const waited = performance.now() - this.turnBegan;
    $("#who").textContent = waited < PATIENCE ? "" : t("since_time", { time: clockText(waited) });
  }

  /** Somebody who learns the game has a guide. */
  async guide() {
    const { Tour } = await import("./tour.js");
    this.tour = new Tour(this, PAGE.tour);
  }

  // ---------------------------------------------------------------- messages

  told(message) {
    if (message.type === "problem") {
      $("#status").textContent = message.detail;
      say(message.detail, "bad");
      return;
    }
    if (message.type === "house") {
      hostSays(message.message);
      if (message.read_only !== this.readOnly) say(t(message.read_only ? "maintenance_on" : "maintenance_off"));
      this.readOnly = message.read_only;
      return;
    }
    this.queue.push(message);
    this.run();
  }

  /** Messages one after the other, so that others' moves can be followed; what has piled up goes quickly. */
  async run() {
    if (this.busy) return;
    this.busy = true;
    await this.ready;
    while (this.queue.length) {
      const message = this.queue.shift();
      const before = this.state;
      this.state = fold(before, message);
      const moving = before !== null && !document.hidden && this.queue.length < MANY && this.pace !== "instant";
      const same = this.sameMoves(before);
      const others = Boolean(message.log?.some((line) => line.kind === "moves" && line.seat !== this.you));
      if (!same) {
        this.picker.offer([]);
        this.stage.ghost([]);
        this.stage.promise();
        this.stage.light({ can: [], picked: [], hint: [], last: this.state.position.last });
      }
      if (before !== null && message.log?.some((line) => line.kind === "moves" && line.seat === this.you)) this.since.clear();
      if (others) this.since.remember(message);
      const motion = moving && !calm();
      if (others && motion) this.layout.follow(this.state.position.last, { tell: true });
      const events = before === null ? [] : (message.log ?? []).flatMap((line) => line.events ?? []);
      const rolled = events.some((event) => isRoll(event));
      const taken = this.draft.take(message, same, moving, rolled ? ROLL : 0);
      this.layout.summaries();
      for (const sound of before === null ? [] : soundsOf(events, message.sprites?.put ?? [])) this.notices.speaker.play(sound);
      if (motion) await Promise.all([taken, rolled ? roll($("#boards")) : null, this.payments(events, rolled ? ROLL : 0)]);
      else await taken;
      this.layout.arrange();
      if (this.state.position.composing) await this.loadDeal();
      // What only the end needs is loaded then.
      if (this.state.state.status === "over") this.ending ??= new (await import("./ending.js")).Ending(this);
      this.refresh(before, message, same);
      if (message.sprites && !document.hidden && this.queue.length < MANY) await painted();
      const seen = !message.sprites || message.position.last.length > 0 || rolled;
      if (others && seen && motion && (this.queue.length || !this.myTurn)) await this.rest(PACES[this.pace]);
    }
    this.busy = false;
    this.draw();
    this.force();
  }

  /** What events move from one to the other, such as money, flies there. */
  async payments(events, delay) {
    const paid = events.filter((event) => event.moves?.length === 2);
    if (!paid.length) return;
    if (delay) await this.rest(delay);
    const box = (id) =>
      this.stage.spot(id) ??
      $(`#players .player:nth-child(${1 + (this.stage.sprites.get(id)?.data.owner ?? -1)})`)?.getBoundingClientRect() ??
      $("#bar").getBoundingClientRect();
    await Promise.all(paid.map(({ icons, moves: [from, to] }) => pay(icons.at(-1), box(from), box(to))));
  }

  /** The only move that there is, where nothing can be chosen, is played without a click: unless it reveals something, such as a throw of dice, ends the match, or takes away the chance to take the last move back. */
  async force() {
    const { line } = this;
    const move = this.state && this.forced && !this.tour?.running && this.confirm !== "always" ? onlyMove(this.state) : null;
    if (!move || this.busy || this.queue.length) return;
    const { seq } = line;
    if (this.tried === seq) return;
    this.tried = seq;
    const found = await api("POST", `/api/tables/${PAGE.table}/preview`, { moves: [move.move] }).catch(() => null);
    if (!found || found.silent || found.over || seq !== line.seq || line.waiting.size || this.picker.picks.length) return;
    this.forcedText = move.text;
    await this.send(move);
  }

  /** A rest that a click ends. */
  rest(time) {
    return new Promise((over) => {
      this.hurry = over;
      setTimeout(over, time);
    });
  }

  /** Does the one who looks decide the same as before? Then a message, such as a line of the chat, takes nothing out of their hands. */
  sameMoves(before) {
    return before?.state.position_seq === this.state.state.position_seq && before.legal.length === this.state.legal.length;
  }

  refresh(before, message, same) {
    const { state } = this;
    document.body.dataset.status = state.state.status;
    if (!same) {
      hush();
      this.turnBegan = performance.now();
      this.chosen = this.preview = null;
      this.picker.offer(state.legal);
      this.cards.forget();
      this.askPrompts();
    }
    this.reactions.show();
    this.seats();
    this.panels.show(before, message);
    this.ending?.show(before);
    this.tour?.show();
    this.layout.arrange();
    this.draw();
    if (!same) this.promise();
    this.notices.turn(this.myTurn, state);
  }

  /** Who sits where: before the match, for those without a seat, where one is asked back, and in the menu. Else it is not even loaded. */
  async seats(wanted = false) {
    const { status, claim } = this.state.state;
    if (!this.lobby && !wanted && status !== "open" && this.you >= 0 && !claim) return;
    this.lobby ??= import("./lobby.js").then(({ Lobby }) => new Lobby(this));
    (await this.lobby).show();
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

  get narrow() {
    return this.layout.narrow;
  }

  get myTurn() {
    return this.state?.state.status === "playing" && this.you >= 0 && this.state.position.actor === this.you;
  }

  name(seat) {
    return this.state.state.seats[seat]?.name || t("seat", { number: seat + 1 });
  }

  /** Redraw what depends on what has been clicked. */
  draw() {
    const { state, picker } = this;
    if (!state) return;
    // Before a move is confirmed, a changed mind needs no way back.
    const open = this.chosen && !this.chosen.amount ? picker.instead : picker.next;
    const next = new Set([...open].filter((id) => !this.bar.isStep(id)));
    const free = this.tour?.filter(next) ?? next;
    const quiet = new Set(this.bar.behindButtons(free));
    // An empty place behind a button is not seen before that is pressed.
    const allowed = new Set([...free].filter((id) => !quiet.has(id) || this.stage.sprites.get(id)?.data.role !== "place"));
    const subject = this.asked.composing || picker.picks.length ? null : (this.inHand() ?? this.asked.open_card);
    this.stage.light({
      can: allowed,
      picked: [...picker.picks, ...this.offered],
      last: state.position.last,
      since: this.since.marks,
      quiet,
      subject: this.stage.sprites.get(subject)?.data.role === "target" ? subject : null,
    });
    this.bar.hands();
    this.layout.follow(this.busy ? state.position.last : allowed, { click: !this.busy, held: !this.busy });
    const complete = this.chosen;
    const lies = this.stage.gains[complete?.path?.at(-1)]?.ghost;
    const begun = Boolean(picker.picks.length || this.draft.moves.length || this.chosen);
    const { actor } = state.position;
    const playing = state.state.status === "playing";
    this.bar.draw({
      prompt: this.statusText(complete),
      mine: this.myTurn,
      hand: this.inHands(),
      played: playing && this.forcedText && !begun ? t("forced_played", { text: this.forcedText }) : "",
      who: lies
        ? (this.asked.prompts?.[picker.picks.slice(0, -1).sort().join()] ?? "")
        : playing && begun && !complete && !this.asked.prompts?.[this.clicks]
          ? picker.picks.map((id) => this.stage.sprites.get(id)?.data.label || id).join(" · ")
          : "",
    });
    this.bar.gain(this.asked.composing ? null : this.preview);
    this.sendButton(complete, lies);
    $("#back").disabled = !begun;
    const undo = state.you.undo;
    $("#undo").hidden = begun || !undo;
    $("#back").hidden = !$("#undo").hidden || !playing || this.you < 0;
    $("#undo span").textContent = undo === "ask" ? t("undo_ask") : t("undo");
    $("#hint").hidden = !(playing && this.you >= 0 && state.table.hints);
    $("#hint").disabled = !this.myTurn || begun;
    $("#progress").textContent = playing ? state.position.progress : "";
    const whose = $("#whose");
    whose.textContent = !playing ? "" : this.myTurn ? t("your_turn") : this.name(actor);
    whose.className = this.myTurn ? "" : `other seat-${actor}`;
    this.deal?.draw();
    this.decide();
    this.panels.moves();
    this.overview();
    this.tour?.soon();
    this.keepFocus(allowed);
  }

  /** The card of what is decided about: what is in hand, or what lies open. */
  decide() {
    const { asked, picker } = this;
    this.cards.decide(asked.composing || this.busy ? null : (this.inHand() ?? (picker.picks.length ? null : asked.open_card)));
  }

  /** The button that sends what was clicked; where its game says what it is called, it is always there, and says what is missing. */
  sendButton(complete, lies) {
    const submits = (this.myTurn && !this.tour?.running && this.asked.submits) || {};
    // Of what was clicked, that counts which says the most: a building, not its field.
    const known = this.picker.picks.map((id) => submits[id]).filter(Boolean);
    const first = this.myTurn && !this.clicks && !this.tour?.running ? this.asked.submit : null; // known before all others
    const named = complete ? known.sort((a, b) => b.title.length - a.title.length)[0] : (submits[this.clicks] ?? first);
    $("#send").hidden = !complete;
    $("#unsent").hidden = Boolean(complete) || !named;
    if (!complete && !named) return;
    const button = $(complete ? "#send" : "#unsent");
    const gain = this.stage.gains[complete?.path?.at(-1)]?.shown;
    const title = named ? named.title : [t("send"), gain].filter(Boolean).join(" ");
    // Where the piece lies on the board already, one sees where: codes of places are for those who have them shown.
    const note = !complete ? named.note : lies && !this.stage.coordinates ? (named && gain ? gain : "") : complete.text;
    button.replaceChildren(title, ...(note ? [" ", el("small", {}, note)] : []));
    const seen = note ? `${title} ${note}` : title;
    button.ariaLabel = complete && note !== complete.text ? `${seen}: ${complete.text}` : seen;
  }

  /** The form of an offer is loaded before the first one is shown. */
  async loadDeal() {
    const { Deal } = await import("./deal.js");
    this.deal ??= new Deal(this);
  }

  /** The whole board in small, on a screen that shows only a part of it. */
  async overview() {
    if (!this.narrow && !this.minimap) return;
    this.minimap ??= import("./minimap.js").then(({ MiniMap }) => new MiniMap(this));
    if (!this.busy) (await this.minimap).draw();
  }

  /** After a click by key the focus goes to where the next choice is. */
  keepFocus(allowed) {
    if (!this.byKey || this.busy || !this.myTurn || !(this.chosen || allowed.size)) return;
    const at = document.activeElement;
    const lost =
      !at || at === document.body || at.disabled || (at.closest("[data-id]") && !at.closest(".can")) || !at.getClientRects().length;
    if (this.chosen || lost || at.id === "send") this.focusNext(allowed);
  }

  focusNext(allowed = this.stage.can) {
    const id = [...allowed].find((one) => this.stage.areas.get(this.stage.sprites.get(one)?.data.area)?.shown);
    if (this.chosen) $("#send").focus({ preventScroll: true });
    else if (id) this.stage.focus(id);
    else $("#choices .can")?.focus({ preventScroll: true });
  }

  /** The sprite that is drawn large in the action bar: what the game says, or what was last picked up. */
  inHand() {
    if (!this.myTurn) return null;
    return (
      this.asked.in_hands?.[this.clicks] ??
      this.asked.in_hand ??
      this.picker.picks.findLast((id) => this.stage.sprites.get(id)?.data.role === "piece") ??
      null
    );
  }

  /** What is in the offer that is put together. */
  get offered() {
    const { composing } = this.asked;
    return this.myTurn && composing ? [...composing.give, ...composing.get].map(({ id }) => id).filter((id) => this.stage.sprites.has(id)) : [];
  }

  /** All that is drawn large in the action bar: of an offer, where there is room, the first thing of each side. */
  inHands() {
    const { composing } = this.asked;
    if (!this.myTurn || !composing?.cancel.length) return [this.inHand()];
    if (this.narrow) return [];
    return [composing.give, composing.get].map((things) => things.find(({ id }) => this.stage.sprites.has(id))?.id);
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
    if (this.tour?.running && !this.tour.step.move) return t("tour_read");
    if (!this.myTurn) return state.position.prompt || t("status_thinking", { name: this.name(state.position.actor) });
    if (complete) return this.stage.gains[complete.path?.at(-1)]?.ghost ? t("confirm_or_other") : complete.text;
    if (this.hinted) return this.hinted;
    const { prompts, prompt } = this.asked;
    const said = prompts?.[this.clicks] ?? (picker.picks.length ? null : prompt);
    if (said) return said;
    if (!picker.picks.length)
      return this.draft.moves.length ? t("status_draft", { text: this.draft.moves.at(-1).text }) : t("status_your_turn");
    return picker.picks.map((id) => this.stage.sprites.get(id)?.data.label || id).join(" · ");
  }

  /** What the game asks for now: after moves that were put together, what it asks for then. */
  get asked() {
    return this.draft.moves.length
      ? this.draft.found
      : { prompts: this.prompts, in_hands: this.hands, submits: this.submits, ...this.state.position };
  }

  /** What has been clicked, as the prompts are keyed. */
  get clicks() {
    return [...this.picker.picks].sort().join();
  }

  // ----------------------------------------------------- what the server knows

  /** The prompts of every step of this turn. */
  async askPrompts() {
    this.prompts = {};
    this.hands = {};
    this.submits = {};
    if (!this.myTurn || !this.state.legal.length) return;
    const { seq } = this.line;
    const found = await api("GET", `/api/tables/${PAGE.table}/prompts`).catch(() => null);
    if (!found || seq !== this.line.seq) return;
    this.prompts = found.prompts;
    this.hands = found.in_hands;
    this.submits = found.submits;
    this.draw();
  }

  /** What each next click would bring, drawn on it. */
  async promise() {
    this.stage.promise();
    if (!this.myTurn || this.tour?.running || !this.state.legal.length) return;
    const { seq } = this.line;
    const { picks } = this.picker;
    const found = await api("POST", `/api/tables/${PAGE.table}/gains`, { after: this.draft.texts(), clicks: picks }).catch(() => null);
    if (!found || seq !== this.line.seq || picks !== this.picker.picks) return;
    this.stage.promise(found.gains, found.catches);
    this.bar.choices();
  }

  // ----------------------------------------------------------------- clicking

  async clicked(id) {
    if (this.busy) {
      this.stage.hurry();
      this.hurry?.();
    }
    if (this.tour && !this.tour.allows(id)) return;
    await this.draft.settled();
    if (!this.myTurn) {
      this.cards.ask(id, "touch");
      return;
    }
    this.chosen = this.preview = this.hinted = this.forcedText = null;
    this.stage.ghost([]);
    this.stage.light({ hint: [] });
    if (id === this.bar.offered?.path.at(-1)) {
      this.bar.send();
      return;
    }
    if (this.picker.pick(id)) {
      this.cards.hide();
      return;
    }
    const asked = new URLSearchParams({ path: [...this.picker.picks, id].join(","), after: this.draft.texts().join(",") });
    const found = await trying(() => api("GET", `/api/tables/${PAGE.table}/why-not?${asked}`));
    if (found && !found.legal) this.cards.why(id, found.text);
    this.draw();
  }

  /** Something was picked or dropped. */
  picked() {
    this.draw();
    this.promise();
  }

  /** A path is complete: send it, or show first what it would bring. */
  async complete(move) {
    if (move.draft && !this.tour?.running) {
      await this.draft.put(move);
      return;
    }
    if (this.judging) return; // a second click on the same thing
    this.judging = true;
    const ask = !this.tour?.running && (this.confirm === "always" || (this.confirm === "final" && (await this.isFinal(move))));
    this.judging = false;
    if (!ask) {
      await this.send(move);
      return;
    }
    this.chosen = move;
    this.draw();
    await this.ask(move);
  }

  /** Does a move end the turn, or can it not be taken back? */
  async isFinal(move) {
    if (move.ends !== undefined) return move.ends;
    const gain = this.stage.gains[move.path.at(-1)];
    if (gain?.ends !== undefined) return gain.ends;
    if (move.path.some((id) => this.stage.sprites.get(id)?.data.kind === "ends")) return true;
    const found = await api("POST", `/api/tables/${PAGE.table}/preview`, { moves: this.draft.texts(move) }).catch(() => null);
    return found?.ends ?? false;
  }

  async send(move) {
    clearTimeout(this.looking);
    this.chosen = this.preview = this.hinted = null;
    this.cards.hide();
    // The piece lies where it will lie, before anybody has answered; the answer puts it there for good, or takes it away.
    const promised = this.stage.gains[move.path?.at(-1)]?.ghost;
    this.stage.ghost(promised ? [promised] : [], "sent");
    this.stage.promise();
    this.since.clear();
    this.stage.light({ can: [], picked: [], since: [], hint: [] });
    const sent = performance.now();
    const answer = await this.line.ask("moves", { moves: this.draft.texts(move), seq: this.line.seq });
    document.body.dataset.lag = String(Math.round(performance.now() - sent));
    if (answer.type === "problem") {
      this.stage.ghost([]);
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
        this.stage.ghost([]);
        this.bar.gain(null);
      }
      return;
    }
    const move = this.picker.ahead(id);
    if (move) this.askSoon(move, id);
  }

  askSoon(move, id = null) {
    clearTimeout(this.looking);
    this.looking = setTimeout(() => this.ask(move, id), 120);
  }

  async ask(move, id = move.path.at(-1)) {
    const { seq } = this.line;
    if (!this.myTurn || this.line.waiting.size) return;
    const promised = this.stage.gains[id]?.ghost;
    if (promised) this.stage.ghost([promised]);
    // A look ahead that comes too late is refused: nobody needs to hear of it.
    const found = await api("POST", `/api/tables/${PAGE.table}/preview`, { moves: this.draft.texts(move) }).catch(() => null);
    if (!found || seq !== this.line.seq || this.line.waiting.size) return;
    this.preview = found;
    if (!promised) this.stage.ghost((found.sprites?.put ?? []).filter((sprite) => sprite.role === "piece" && this.moved(sprite)));
    this.bar.gain(this.asked.composing ? null : found);
  }

  /** Would a piece lie elsewhere than now? */
  moved(sprite) {
    const now = this.stage.sprites.get(sprite.id)?.data;
    return !now || now.area !== sprite.area || now.x !== sprite.x || now.y !== sprite.y || now.symbol !== sprite.symbol;
  }

  // ------------------------------------------------------------------- deeds

  async deed(name, body = {}) {
    const answer = await this.line.ask(name, body);
    if (answer.type === "problem") say(answer.detail, "bad");
    return answer.type === "done";
  }
}

for (const button of document.querySelectorAll("[data-close]")) button.addEventListener("click", () => button.closest("dialog").close());

window.tripolis = new TablePage();
