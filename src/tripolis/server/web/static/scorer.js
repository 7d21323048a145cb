// Boards put in one player after the other, with the exact account after every step: what the score helper and the editor of positions share. Knows no game.

import { $, LANG, PAGE, api, el, memory, t, tabMemory, trying } from "./page.js";
import { Editor } from "./editor.js";
import { drawing, glyph } from "./glyphs.js";

const MOST = 24;
/** How long nothing more is typed before it counts, in milliseconds. */
const PATIENCE = 250;

export class Scorer extends Editor {
  constructor(address) {
    super(address, (found) => this.sheet(found));
    $("#analyse").addEventListener("click", () => trying(() => this.analyse()));
    $("#next-player").addEventListener("click", () => this.turnTo((this.active + 1) % this.players));
  }

  place(area) {
    return area.name.startsWith("hand") ? null : $("#own");
  }

  // ------------------------------------------------------------------ names

  /** The state and everybody's names. Names of this browser stand in for those that a link does not have. */
  fromAddress(text) {
    const [state, ...names] = text.split("/").map(decodeURIComponent);
    this.names = names.length ? names.map((name) => name.slice(0, MOST)) : memory.get("names", []);
    return state;
  }

  toAddress(state) {
    return [state, ...this.nameList()].map(encodeURIComponent).join("/");
  }

  nameList() {
    const names = Array.from({ length: this.players }, (_, seat) => this.names[seat] ?? "");
    return names.some(Boolean) ? names : [];
  }

  with() {
    return { ...super.with(), names: Array.from(this.names, (name) => name ?? "") };
  }

  get players() {
    return this.found?.accounts.length ?? 0;
  }

  name(seat) {
    return this.names[seat] || t("seat", { number: seat + 1 });
  }

  rename(seat, name) {
    this.names[seat] = name.trim().slice(0, MOST);
    memory.set("names", this.names);
    this.queue(() => this.load({ state: this.found.state }, true));
  }

  // ---------------------------------------------------------------- players

  /** Another player's board and fields; their own tool comes into the hand. */
  turnTo(seat) {
    this.hurry();
    this.active = seat;
    if (this.byCell) this.picker.picks = this.cells(seat).slice(0, 1);
    this.takeTool();
    this.draw();
    this.form();
    $("#tools").scrollIntoView({ block: "start" });
  }

  takeTool() {
    const own = [...this.stage.sprites.values()].find(({ data }) => data.area.startsWith("hand") && data.owner === this.active);
    if (own && this.picker.after([]).has(own.data.id)) this.picker.picks = [own.data.id];
  }

  draw() {
    super.draw();
    this.active = Math.min(this.active ?? 0, Math.max(0, this.players - 1));
    if (!this.picker.picks.length && this.found) this.takeTool();
    for (const { figure, area } of this.stage.areas.values()) figure.classList.toggle("other", area.seat >= 0 && area.seat !== this.active);
    this.stage.light({ picked: this.picker.picks });
    const can = this.picker.after([]);
    const tools = [...this.stage.sprites.values()]
      .filter(({ data }) => this.offers(data.area))
      .sort((one, other) => other.data.owner - one.data.owner);
    const focused = document.activeElement?.dataset?.tool;
    $("#hand").replaceChildren(
      ...tools.map(({ data }) =>
        el(
          "button",
          {
            type: "button",
            "data-tool": data.id,
            "aria-pressed": String(this.picker.picks.includes(data.id)),
            "aria-label": data.label,
            title: data.label,
            disabled: !can.has(data.id),
            onclick: () => this.clicked(data.id),
          },
          data.symbol ? drawing(data) : "×",
        ),
      ),
    );
    if (focused) $(`[data-tool="${focused}"]`)?.focus();
  }

  /** Are the tools of this area offered now? */
  offers(area) {
    return area === "hand" || area === `hand:${this.active}`;
  }

  seats({ accounts }) {
    $("#seats").hidden = accounts.length < 2;
    const focused = document.activeElement?.dataset?.turn;
    $("#turns").replaceChildren(
      ...accounts.map((account, seat) =>
        el(
          "button",
          {
            type: "button",
            class: `turn-to seat-${seat}`,
            "data-turn": seat,
            "aria-pressed": String(seat === this.active),
            onclick: () => this.turnTo(seat),
          },
          el("span", { class: "emblem", "aria-hidden": "true" }),
          el("span", { class: "who" }, this.name(seat)),
          el("b", {}, account.shown.total),
        ),
      ),
    );
    if (focused) $(`[data-turn="${focused}"]`)?.focus();
  }

  // ----------------------------------------------------------------- fields

  /** The fields of the player and of the table. One that is being typed in is left alone. */
  form() {
    const { found, active } = this;
    this.seats(found);
    const kept = new Map([...$("#fields").querySelectorAll("[data-step]")].map((node) => [node.dataset.step, node]));
    const typing = document.activeElement;
    const one = (field) => {
      const id = `field-${field.step.replace(/\W/g, "-")}`;
      let input = kept.get(field.step);
      const kind = field.most !== null ? "number" : field.choices.length ? "pick" : "tick";
      if (!input || kind === "pick") input = this.input(field, kind, id, input);
      if (kind === "number") input.max = field.most;
      if (kind === "tick") input.checked = field.value === "yes";
      else if (input !== typing) input.value = field.value;
      const label = el("label", { for: id }, field.symbol ? glyph(field.symbol, field.seat) : null, field.label);
      return el("div", { class: `one ${kind}` }, ...(kind === "tick" ? [input, label] : [label, input]));
    };
    const groups = new Map();
    for (const field of found.fields)
      if (field.seat === active || field.seat < 0) {
        const key = field.seat < 0 ? "" : field.group || "own";
        groups.set(key, [...(groups.get(key) ?? []), field]);
      }
    $("#fields").replaceChildren(
      el("div", { class: "group person" }, this.nameField(), ...(groups.get("own") ?? []).map(one)),
      ...[...groups]
        .filter(([key]) => key && key !== "own")
        .map(([key, fields]) => el("fieldset", { class: "group" }, el("legend", {}, key), ...fields.map(one))),
      ...(groups.has("")
        ? [el("fieldset", { class: "group table" }, el("legend", {}, t("helper_table")), ...groups.get("").map(one))]
        : []),
    );
    if (typing?.dataset?.step && $("#fields").contains(typing)) typing.focus();
    else if (typing?.id === "player-name") {
      const again = $("#player-name");
      again.focus();
      again.setSelectionRange(typing.selectionStart, typing.selectionEnd);
    }
  }

  nameField() {
    const seat = this.active;
    const old = $("#player-name");
    const typing = old && old === document.activeElement && Number(old.dataset.seat) === seat;
    const input = el("input", {
      id: "player-name",
      "data-seat": seat,
      maxlength: MOST,
      autocomplete: "off",
      placeholder: t("seat", { number: seat + 1 }),
      value: typing ? old.value : (this.names[seat] ?? ""),
    });
    input.addEventListener("input", () => this.later(seat, () => this.rename(seat, input.value)));
    return el("div", { class: "one name" }, el("label", { for: "player-name" }, t("helper_name")), input);
  }

  input(field, kind, id, old) {
    const attributes = { id, "data-step": field.step };
    const send = (value) => {
      const now = this.found.fields.find(({ step }) => step === field.step)?.value;
      if (String(value) !== now) this.queue(() => this.play(field.step.replace("{}", value)));
    };
    if (kind === "pick") {
      const options = field.choices.map(([value, name]) => el("option", { value }, name.charAt(0).toLocaleUpperCase(LANG) + name.slice(1)));
      if (old) {
        old.replaceChildren(...options);
        return old;
      }
      return el("select", { ...attributes, onchange: (event) => send(event.target.value) }, ...options);
    }
    if (kind === "tick")
      return el("input", { type: "checkbox", ...attributes, onchange: (event) => send(event.target.checked ? "yes" : "no") });
    const input = el("input", { type: "number", min: 0, step: field.by, inputmode: field.by < 1 ? "decimal" : "numeric", ...attributes });
    input.addEventListener("focus", () => input.select());
    input.addEventListener("input", () => this.later(input, () => input.value && input.checkValidity() && send(input.value)));
    input.addEventListener("change", () => {
      this.hurry();
      if (input.reportValidity()) send(input.value || 0);
    });
    return input;
  }

  /** What is typed counts when nothing more is typed, or something else begins. */
  later(field, work) {
    if (this.typed?.field !== field) this.hurry();
    clearTimeout(this.typed?.timer);
    this.typed = { field, work, timer: setTimeout(() => this.hurry(), PATIENCE) };
  }

  hurry() {
    const { typed } = this;
    clearTimeout(typed?.timer);
    this.typed = null;
    typed?.work();
  }

  /** To the analysis of this table, with what was filled in. */
  async analyse() {
    this.hurry();
    const asked = { ...this.with(), state: this.found.state, first: Number($("#goes-on").value) };
    const { position, filled } = await api("POST", `/api/analysis/table/${PAGE.game}`, asked);
    tabMemory.set("filled", { [position]: filled });
    location.href = `/analyse?position=${encodeURIComponent(position)}`;
  }

  // ------------------------------------------------------------------ sheet

  sheet({ accounts, categories, ranks, questions, spread, settled }) {
    const head = el(
      "tr",
      {},
      el("td", {}),
      ...accounts.map((_, seat) =>
        el("th", { scope: "col", class: `seat-${seat}` }, el("span", { class: "emblem", "aria-hidden": "true" }), this.name(seat)),
      ),
    );
    // A number that rests on values which are not certain has its range beside it.
    const cell = (account, seat, key) => {
      const range = spread[seat][key];
      return el(
        "td",
        {},
        account.shown[key] ?? "?",
        range ? el("small", { class: "unsure" }, t("helper_range", { low: range[0], high: range[1] })) : null,
      );
    };
    const row = (key, name, attributes = {}) =>
      el("tr", attributes, el("th", { scope: "row" }, name), ...accounts.map((account, seat) => cell(account, seat, key)));
    const rows = [...categories.map(({ key, name }) => row(key, name)), row("total", t("total"), { class: "sum" })];
    const open = questions.length || !settled;
    if (ranks.length > 1)
      rows.push(el("tr", {}, el("th", { scope: "row" }, t("place")), ...ranks.map((place) => el("td", {}, open ? "?" : String(place)))));
    $("#points").replaceChildren(el("table", { class: "sheet" }, el("thead", {}, head), el("tbody", {}, ...rows)));
    $(".score").classList.toggle("many", accounts.length > 3);
    // What can be scrolled can be reached with the keyboard.
    if ($("#points").scrollWidth > $("#points").clientWidth) $("#points").tabIndex = 0;
    else $("#points").removeAttribute("tabindex");
    this.whoGoesOn(accounts);
    $("#winner").textContent = questions.length ? questions.join(" ") : settled ? this.winner(accounts, ranks) : t("helper_unsettled");
    $("#unsure").hidden = !spread.some((unsure) => Object.keys(unsure).length);
    this.form();
  }

  /** Who decides if this table is analysed. */
  whoGoesOn(accounts) {
    const goes = $("#goes-on").value;
    $("#goes-on").replaceChildren(...accounts.map((_, seat) => el("option", { value: seat, selected: String(seat) === goes }, this.name(seat))));
  }

  /** Who wins; nobody does alone, or before anything was put in. */
  winner(accounts, ranks) {
    if (accounts.length < 2 || accounts.every((account) => account.total === 0)) return "";
    const names = ranks.flatMap((place, seat) => (place === 1 ? [this.name(seat)] : []));
    return names.length === 1 ? t("winner", { name: names[0] }) : t("winners", { names: names.join(", ") });
  }
}
