// Before the match: who sits where, what will be played, who is ready.

import { $, PAGE, aboutBot, api, botChoices, copy, el, ensureName, gameName, memory, rememberSeat, seatLink, t, trying } from "./page.js";

export class Lobby {
  constructor(page) {
    this.page = page;
  }

  /** A seat lost with its cookie: taken again by what this browser remembers, or asked back from the table's owner. */
  seatBack() {
    const { state, you } = this.page;
    const { seats, claim, status } = state.state;
    const open = ["open", "playing"].includes(status);
    const people = seats.map((seat, number) => [seat, number]).filter(([seat]) => seat.kind === "person" && !seat.resigned);
    const token = memory.get(`seat.${PAGE.table}`);
    if (you < 0 && open && token && !this.returned) {
      this.returned = true;
      api("POST", "/api/keep", { secret: `${PAGE.table}.${token}` }).then(
        () => this.page.line.socket.close(),
        () => memory.set(`seat.${PAGE.table}`, null),
      );
    }
    $("#seat-lost").hidden = you >= 0 || !open || !people.length || (status === "open" && seats.some((seat) => seat.kind === "open"));
    if (!$("#seat-lost").hidden) {
      $("#seat-lost-seats").replaceChildren(
        ...people.map(([seat, number]) =>
          el(
            "button",
            {
              type: "button",
              onclick: () =>
                trying(async () => {
                  await ensureName();
                  await api("POST", `/api/tables/${PAGE.table}/claim`, { seat: number });
                  $("#seat-lost-said").textContent = t("seat_claimed", { name: seat.name });
                  if (!this.claimed) this.page.line.socket.close(); // listen as this guest from now on
                  this.claimed = true;
                }),
            },
            t("seat_claim", { name: seat.name }),
          ),
        ),
      );
    }
    const decides = claim && you >= 0 && claim.seat !== you && (state.you.owner || seats[claim.seat].name === state.table.host);
    $("#claim").hidden = !decides;
    if (decides) $("#claim-text").textContent = t("claim_asks", { name: seats[claim.seat].name });
    const link = you >= 0 ? seatLink(PAGE.table) : null;
    for (const offer of document.querySelectorAll(".seat-link")) offer.hidden = !link;
  }

  show() {
    const { state, you } = this.page;
    this.seatBack();
    const open = state.state.status === "open";
    $("#lobby").hidden = !open;
    $("#boards").hidden = open;
    $("#bar").hidden = open;
    if (!open) {
      this.openSeats();
      return;
    }
    const { seats } = state.state;
    const free = seats.filter((seat) => seat.kind === "open").length;
    const [seated, owner] = [you >= 0, state.you.owner];
    const title = gameName(state.table.game);
    $("#lobby-title").textContent =
      seated || owner || !free
        ? title
        : state.table.host
          ? t("invites", { name: state.table.host, game: title })
          : t("invites_nobody", { game: title });
    $("#lobby-count").textContent = t("seats_taken", { taken: seats.length - free, of: seats.length });
    $("#lobby-clock").textContent = [
      $(".brand small").textContent,
      t("players_range", { range: seats.length }),
      clockSaid(state.table.clock),
      ...(state.table.rated ? [t("rated")] : []),
    ].join(" · ");
    $("#lobby-seats").replaceChildren(...seats.map((seat, number) => this.seat(seat, number)));
    $("#lobby-options").replaceChildren(
      ...state.table.options_said.flatMap(({ name, value }) => [el("dt", {}, name), el("dd", {}, value)]),
    );
    $("#lobby-link").value = location.href.split("?")[0];
    $("#commitment").textContent = state.table.commitment;
    const waiting = seats.filter((seat) => !seat.ready && seat.kind !== "open").map((seat) => seat.name);
    $("#lobby-sit").hidden = seated || !free;
    $("#lobby-ready").hidden = !seated || seats[you].ready;
    $("#lobby-invite").hidden = !free || !(seated || owner);
    // As long as somebody is missing, that is what there is to do.
    $("#lobby-ready").classList.toggle("main", !free);
    $("#lobby-waiting").textContent = free
      ? seated || owner
        ? t("waiting_seats")
        : ""
      : waiting.length
        ? t("waiting_ready", { names: waiting.join(", ") })
        : t("all_ready");
    this.wire();
    if (seated && !free && !waiting.length) this.begin(owner ? 0 : 1500);
  }

  /** Everyone is ready: the match begins by itself. The page of the owner says so first; others follow if it is closed. */
  begin(after) {
    clearTimeout(this.beginning);
    this.beginning = setTimeout(() => this.page.state.state.status === "open" && this.page.line.ask("start", {}), after);
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
    const menu = $("#keep-seat");
    menu?.after(
      el(
        "button",
        { type: "button", class: "seat-link", hidden: !seatLink(PAGE.table), onclick: () => copy(seatLink(PAGE.table)) },
        t("copy_seat_link"),
      ),
    );
    for (const yes of [true, false]) $(yes ? "#claim-yes" : "#claim-no").addEventListener("click", () => this.page.deed("grant", { yes }));
    $("#lobby-keep").addEventListener("click", () => copy(seatLink(PAGE.table)));
    const sit = () => trying(() => this.join());
    $("#lobby-sit").addEventListener("submit", (event) => {
      event.preventDefault();
      trying(() => this.join(null, true));
    });
    $("#take-seat").addEventListener("click", sit);
    $("#lobby-ready").addEventListener("click", () => this.ready());
    $("#lobby-copy").addEventListener("click", () => copy($("#lobby-link").value));
    $("#lobby-share").hidden = !navigator.share;
    $("#lobby-share").addEventListener("click", () =>
      navigator
        .share({ text: t("share_text", { game: gameName(this.page.state.table.game) }), url: $("#lobby-link").value })
        .catch(() => {}),
    );
  }

  /** Sit down; from an invitation one is ready at once, having seen what is played. */
  async join(seat = null, ready = false) {
    await ensureName();
    rememberSeat(await api("POST", `/api/tables/${PAGE.table}/join`, { seat }));
    if (ready) await api("POST", `/api/tables/${PAGE.table}/ready`, { nonce: nonce(), commitment: this.page.state.table.commitment });
    this.page.line.socket.close(); // come back with the cookie of the seat
  }

  ready() {
    return this.page.deed("ready", { nonce: nonce(), commitment: this.page.state.table.commitment });
  }

  seat(seat, number) {
    const { state } = this.page;
    const row = el(
      "li",
      { class: `seat-row seat-${number}` },
      el(
        "span",
        { class: "who" },
        el("span", { class: "emblem", "aria-hidden": "true" }),
        seat.kind === "open" ? t("seat_open") : seat.name,
      ),
      seat.kind === "person"
        ? el("span", { class: `tag ${seat.ready ? "good" : ""}` }, seat.ready ? t("tag_ready") : t("tag_not_ready"))
        : null,
    );
    if (state.you.owner && seat.kind !== "person") {
      const choose = el(
        "select",
        {
          "aria-label": t("seat_choice", { number: number + 1 }),
          onchange: () => this.page.deed("set_seat", { seat: number, bot: choose.value || null }),
        },
        el("option", { value: "" }, t("seat_friend")),
        ...botChoices("", seat.bot),
      );
      row.append(choose);
    }
    if (seat.bot) row.append(el("p", { class: "small" }, aboutBot(seat.bot)));
    return row;
  }
}

const nonce = () => [...crypto.getRandomValues(new Uint8Array(16))].map((byte) => byte.toString(16).padStart(2, "0")).join("");

/** What the clock of a table means, as a sentence. */
export function clockSaid(clock) {
  if (clock.kind === "live") return t("clock_live_said", { minutes: clock.minutes, seconds: clock.increment });
  if (clock.kind !== "days") return t("no_clock");
  return clock.days === 1 ? t("clock_day_said") : t("clock_days_said", { days: clock.days });
}
