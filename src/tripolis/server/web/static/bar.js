// The action bar: prompt, thing in hand, what a move would bring, choices that are no pieces on a board, amounts, confirm and back. Knows no game.

import { $, LANG, el, t } from "./page.js";
import { drawing, glyph } from "./glyphs.js";

export class Bar {
  constructor(page) {
    this.page = page;
    this.buttons = new Map();
    this.amount = null;
    const form = $("#amount");
    form.addEventListener("submit", (event) => {
      event.preventDefault();
      this.send();
    });
    $("#less").addEventListener("click", () => this.step(-1));
    $("#more").addEventListener("click", () => this.step(1));
    $("#amount-field").addEventListener("change", () => this.set(parsed($("#amount-field").value, this.amount) ?? this.value));
  }

  /** Sprites that are not clicked while a field asks for the number, or a row of a form takes something out. */
  isStep(id) {
    const { composing } = this.page.asked;
    const step = this.page.stage.sprites.get(id)?.data.kind === "amount";
    return composing ? step || this.removers.has(id) : step && Boolean(this.offered);
  }

  /** The first clicks of what rows and fields of a form take out: they need no button of their own, unless one has begun with what is taken out. */
  get removers() {
    const { composing } = this.page.asked;
    if (this.page.picker.picks.length) return new Set();
    return new Set([...(composing?.give ?? []), ...(composing?.get ?? [])].map(({ remove }) => remove[0]));
  }

  /** Everything that depends on what has been clicked. */
  draw({ prompt, who, mine, hand, played }) {
    const status = $("#status");
    if (status.textContent !== prompt) {
      status.textContent = prompt;
      status.classList.toggle("long", prompt.length > 90);
    }
    $("#who").textContent = played || who;
    $("#who").classList.toggle("played", Boolean(played));
    $("#bar").classList.toggle("mine", mine);
    this.hand(hand);
    this.amounts();
    this.choices();
  }

  /** Sprites on the boards that belong only to moves with a button, which says more: they are lit once it is chosen. */
  behindButtons(ids) {
    const { stage, picker } = this.page;
    const isButton = (id) => stage.areas.get(stage.sprites.get(id)?.data.area)?.role === "choices";
    const moves = picker.candidates();
    const waits = ({ path }) => path.some((one) => isButton(one) && !picker.picks.includes(one));
    return [...ids].filter((id) => {
      const own = moves.filter(({ path }) => path.includes(id));
      return !isButton(id) && own.length && own.every(waits);
    });
  }

  /** The thing in hand, or the two that change hands; one that does not come from a hand in the bar is shown in its place. */
  hand(ids) {
    const { stage, layout } = this.page;
    const things = ids.map((id) => stage.sprites.get(id)?.data).filter((data) => data?.symbol);
    const instead = Boolean(layout.held && things.length && stage.areas.get(things[0].area)?.role !== "hand");
    $("#bar").classList.toggle("holds", layout.held && !instead);
    $("#table").classList.toggle("hand-away", instead);
    const key = things.map(({ id, symbol, marks }) => `${id} ${symbol} ${JSON.stringify(marks)}`).join();
    if (this.held === key) return;
    this.held = key;
    $("#in-hand").replaceChildren(...things.map(drawing));
    $("#in-hand").classList.toggle("pair", things.length > 1);
  }

  /** Of the pieces to choose from, those that belong to no move now are dim. */
  hands() {
    const { stage, picker, myTurn } = this.page;
    const pieces = [...stage.sprites.values()].filter(
      ({ data }) => data.role === "piece" && stage.areas.get(data.area)?.role === "hand",
    );
    const barred = new Set(pieces.filter(({ data }) => !picker.candidates([data.id]).length));
    for (const piece of pieces) piece.node.classList.toggle("barred", myTurn && barred.has(piece) && barred.size < pieces.length);
  }

  /** On a phone: one's own pieces that may be picked up and lie on another page. */
  pieces() {
    const { stage, narrow, picker } = this.page;
    if (!narrow) return [];
    return [...stage.can, ...picker.picks]
      .map((id) => stage.sprites.get(id)?.data)
      .filter((data) => data?.role === "piece" && data.symbol && ["own", "hand"].includes(stage.areas.get(data.area)?.role))
      .filter((data) => stage.areas.get(data.area).figure.classList.contains("away"))
      .sort((a, b) => compare([a.y, a.x], [b.y, b.x]));
  }

  /** Sprites of areas with the role `choices` as buttons, each in its place; one that may not be clicked now stays there, but dim. */
  choices() {
    const { page } = this;
    const { stage, picker } = page;
    const found = [...stage.sprites.values()]
      .map(({ data }) => data)
      .filter((data) => data.role === "button" && stage.areas.get(data.area)?.role === "choices");
    const order = (data) => [{ main: 0, extra: 2, ends: 3, done: 3, cancel: 4 }[data.kind] ?? 1, data.y, data.x];
    found.sort((a, b) => compare(order(a), order(b)));
    const shown = [...this.pieces(), ...found.filter((data) => !this.isStep(data.id))];
    const wanted = new Set(shown.map((data) => data.id));
    for (const [id, button] of this.buttons) {
      if (wanted.has(id)) continue;
      button.remove();
      this.buttons.delete(id);
    }
    const box = $("#choices");
    for (const [n, data] of shown.entries()) {
      let button = this.buttons.get(data.id);
      if (!button) {
        button = el("button", { type: "button", "data-id": data.id });
        button.addEventListener("click", () => this.page.clicked(data.id));
        button.addEventListener("pointerenter", () => {
          this.page.look(data.id);
          this.page.cards.ask(data.id, "look");
        });
        button.addEventListener("focus", () => this.page.look(data.id));
        button.addEventListener("pointerleave", () => {
          this.page.look(null);
          this.page.cards.ask(null, "look");
        });
        this.buttons.set(data.id, button);
      }
      const can = stage.can.has(data.id);
      button.className = `choice ${data.role === "piece" ? "piece" : (data.kind ?? "")}${can ? " can" : ""}${picker.picks.includes(data.id) ? " picked" : ""}`;
      // A move that needs no piece is open to a changed mind.
      const instead = ["ends", "done"].includes(data.kind) && !page.asked.composing && !page.tour?.running && picker.complete([data.id]).length;
      button.disabled = !can && !instead && !picker.picks.includes(data.id);
      const sends = this.offered?.path.at(-1) === data.id;
      const text = sends
        ? this.title()
        : data.marks
            ?.map((mark) => mark.text)
            .filter(Boolean)
            .join(" ") || data.label;
      const gain = stage.gains[data.id]?.shown;
      const note = sends ? this.note : data.note || gain || "";
      const caught = data.role === "piece" ? stage.catches[data.id]?.symbol : "";
      const key = `${text}|${note}|${data.symbol}|${caught}`;
      if (button.dataset.key !== key) {
        button.dataset.key = key;
        if (data.role === "piece") button.replaceChildren(drawing(data), ...(caught ? [glyph(caught)] : []));
        else
          button.replaceChildren(
            ...(data.marks ?? [])
              .filter((mark) => mark.symbol)
              .slice(0, 1)
              .map((mark) => glyph(mark.symbol)),
            el("span", {}, text, note ? " " : null, note ? el("small", {}, note) : null),
          );
        const seen = note ? `${text} ${note}` : text;
        button.setAttribute("aria-label", sends || !data.label || data.label === text ? seen : `${seen}: ${data.label}`);
      }
      if (box.children[n] !== button) box.insertBefore(button, box.children[n] ?? null);
    }
  }

  // ------------------------------------------------------------------ amounts

  /** The entry of the legal moves that asks for a number, if there is one among what may follow. */
  get offered() {
    return this.page.picker.candidates().find((move) => move.amount) ?? null;
  }

  amounts() {
    const { offered } = this;
    const form = $("#amount");
    form.hidden = !offered;
    if (!offered) {
      this.amount = null;
      return;
    }
    const { amount } = offered;
    if (this.amount?.template !== amount.template || this.amount.least !== amount.least) this.value = amount.value ?? amount.least;
    this.amount = amount;
    this.value = Math.min(amount.most, Math.max(amount.least, this.value));
    $("#amount-field").value = written(this.value, amount);
    $("#amount-of").textContent = amount.of;
    $("#less").disabled = this.value <= amount.least;
    $("#more").disabled = this.value >= amount.most;
    $("#amount-steps").replaceChildren(
      ...amount.steps.map((step) =>
        el(
          "button",
          { type: "button", disabled: this.value + step > amount.most, onclick: () => this.set(this.value + step) },
          `+${written(step, amount)}`,
        ),
      ),
    );
  }

  step(by) {
    this.set(this.value + by * this.amount.step);
  }

  set(value) {
    this.value = value;
    this.page.draw();
  }

  /** The move with the number that stands in the field; what else it needs is in the path. */
  move() {
    const { offered } = this;
    return offered && { ...offered, text: this.title(), move: offered.amount.template.replace("{}", String(this.value)) };
  }

  /** The words of the button that sends the number, and its small second line. */
  title() {
    return (
      this.amount.title.replace("{amount}", written(this.value, this.amount)) ||
      t("send_amount", { amount: written(this.value, this.amount) })
    );
  }

  get note() {
    const { note, have } = this.amount;
    return have === null ? note : note.replace("{left}", written(have - this.value, this.amount));
  }

  send() {
    const move = this.move();
    if (move) this.page.complete(move);
  }

  // -------------------------------------------------------------------- gains

  /** What a move would bring: a signed number, its parts, and what it may become. */
  gain(preview) {
    const box = $("#gain");
    $("#bar").classList.toggle("gains", Boolean(preview));
    if (!preview) {
      box.replaceChildren();
      return;
    }
    if (preview.silent || (preview.gain === null && !preview.exchange)) {
      box.replaceChildren(el("div", { class: "out" }, el("small", {}, t("preview_silent"))));
      return;
    }
    const sign = preview.exchange ? "exchange" : preview.gain > 0 ? "up" : preview.gain < 0 ? "down" : "even";
    const shown = preview.gain_shown;
    const changed = preview.parts ?? [];
    // Many parts, or a second sentence above them: their symbols say enough.
    const brief = changed.every(({ symbol }) => symbol) && (changed.length > 2 || preview.later);
    const parts = changed.map((part) =>
      el(
        "span",
        { title: part.name },
        part.symbol ? glyph(part.symbol) : null,
        brief ? el("span", { class: "vh" }, part.name) : `${part.name} `,
        part.shown,
      ),
    );
    box.replaceChildren(
      el(
        "div",
        { class: `out ${sign}` },
        preview.exchange ? null : el("span", { class: "big" }, shown),
        el(
          "div",
          {},
          el("small", preview.later ? { class: "later" } : {}, [preview.note || t("preview_now"), preview.later].filter(Boolean).join("; ")),
          parts.length ? el("div", { class: "parts" }, ...parts) : null,
        ),
      ),
    );
  }
}

function compare(a, b) {
  for (let i = 0; i < a.length; i += 1) if (a[i] !== b[i]) return a[i] - b[i];
  return 0;
}

/** A number as people type it: 510k, 1.2M, 7, in German 510.000 or 1,2 Mio.; null if it is none. */
export function parsed(text, amount) {
  const bare = (words) => words.replace(/\s/g, "").toLowerCase();
  const typed = bare(text);
  const forms = [...amount.forms, ...amount.units].map(([size, form]) => [size, bare(form.replace("{n}", ""))]);
  const [size, ending] = forms.find(([, end]) => end && typed.endsWith(end) && typed !== end) ?? [1, ""];
  const before = typed.slice(0, typed.length - ending.length);
  // What ends with figures, as 1.200.000 does, has signs between its thousands.
  const number = /\d/.test(ending) ? before.replace(/[.,]/g, "") : before.replace(",", ".");
  return /^\d*\.?\d+\.?$/.test(number) ? Math.round(parseFloat(number) * size) : null;
}

/** A number as its game writes amounts in this language. */
export function written(value, amount) {
  if (!value) return "0";
  const forms = amount.forms.length ? amount.forms : [[1, "{n}"]];
  const [size, form] = forms.find(([least]) => Math.abs(value) >= least) ?? forms.at(-1);
  return form.replace("{n}", (value / size).toLocaleString(LANG, { maximumFractionDigits: 3, useGrouping: false }));
}
