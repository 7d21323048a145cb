// Before the match: who sits where, what will be played, who is ready.

import { $, PAGE, api, botChoices, copy, el, ensureName, t, trying } from "./page.js";

export class Lobby {
  constructor(page) {
    this.page = page;
  }

  show() {
    const { state, you } = this.page;
    const open = state.state.status === "open";
    $("#lobby").hidden = !open;
    $("#boards").hidden = open;
    $("#bar").hidden = open;
    if (!open) {
      this.openSeats();
      return;
    }
    $("#lobby-seats").replaceChildren(...state.state.seats.map((seat, number) => this.seat(seat, number)));
    $("#lobby-options").replaceChildren(...state.table.options_said.flatMap(({ name, value }) => [el("dt", {}, name), el("dd", {}, value)]));
    $("#lobby-link").value = location.href.split("?")[0];
    $("#commitment").textContent = state.table.commitment;
    const seated = you >= 0;
    const ready = seated && state.state.seats[you].ready;
    const free = state.state.seats.some((seat) => seat.kind === "open");
    const all = state.state.seats.every((seat) => seat.ready);
    $("#lobby-join").hidden = seated || !free;
    $("#lobby-ready").hidden = !seated || ready;
    $("#lobby-start").hidden = !state.you.owner;
    $("#lobby-start").disabled = free || !all;
    $("#lobby-waiting").textContent = free ? t("waiting_seats") : all ? (state.you.owner ? "" : t("waiting_start")) : t("waiting_ready");
    this.wire();
  }

  /** Open seats of a match that is going on can be taken, too. */
  openSeats() {
    const { state, you } = this.page;
    const free = state.state.status === "playing" && you < 0 && state.state.seats.some((seat) => seat.kind === "open");
    $("#take-seat").hidden = !free;
    this.wire();
  }

  wire() {
    if (this.wired) return;
    this.wired = true;
    const sit = () => trying(() => this.join());
    $("#lobby-join").addEventListener("click", sit);
    $("#take-seat").addEventListener("click", sit);
    $("#lobby-ready").addEventListener("click", () => this.ready());
    $("#lobby-start").addEventListener("click", () => this.page.deed("start"));
    $("#lobby-copy").addEventListener("click", () => copy($("#lobby-link").value));
  }

  async join(seat = null) {
    await ensureName();
    await api("POST", `/api/tables/${PAGE.table}/join`, { seat });
    this.page.line.socket.close(); // come back with the cookie of the seat
  }

  ready() {
    const nonce = [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");
    return this.page.deed("ready", { nonce, commitment: this.page.state.table.commitment });
  }

  seat(seat, number) {
    const { state } = this.page;
    const state_ = seat.kind === "open" ? t("seat_open") : seat.name;
    const row = el("li", { class: `player seat-${number}` }, el("span", { class: "emblem", "aria-hidden": "true" }), el("span", { class: "who" }, state_),
      seat.bot ? el("span", { class: "tag" }, t("tag_bot")) : null,
      seat.kind === "person" ? el("span", { class: "tag" }, seat.ready ? t("tag_ready") : t("tag_not_ready")) : null);
    if (state.you.owner && seat.kind !== "person") {
      const choose = el("select", { "aria-label": t("seat_choice", { number: number + 1 }), onchange: () => this.page.deed("set_seat", { seat: number, bot: choose.value || null }) },
        el("option", { value: "" }, t("seat_friend")), ...botChoices("", seat.bot));
      row.append(choose);
    }
    return row;
  }
}
