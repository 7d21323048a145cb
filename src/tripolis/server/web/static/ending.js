// The end of a match: score sheet, lead over time, replay, files, rematch, proof of the shuffle.

import { $, PAGE, api, el, t, trying } from "./page.js";
import { lead } from "./chart.js";
import { sheet } from "./panels.js";
import { Review } from "./review.js";

export class Ending {
  constructor(page) {
    this.page = page;
    this.drawn = false;
  }

  show(before) {
    const { state } = this.page;
    const over = state.state.status === "over";
    $("#ending").hidden = !over;
    if (!over) return;
    $("#ending-sheet").replaceChildren(sheet(state, (seat) => this.page.name(seat)));
    const first = state.position.ranks.map((place, seat) => [place, seat]).filter(([place]) => place === 1).map(([, seat]) => this.page.name(seat));
    $("#winner").textContent = first.length === 1 ? t("winner", { name: first[0] }) : t("winners", { names: first.join(", ") });
    $("#tie-break").textContent = this.tieBreak();
    $("#ending-reason").textContent = state.state.reason ?? "";
    const next = state.table.successor;
    $("#rematch").textContent = next ? t("rematch_go") : t("rematch");
    $("#rematch").hidden = this.page.you < 0 && !next;
    $("#verify").hidden = state.table.tour;
    if (this.drawn) return;
    this.drawn = true;
    $("#replay-link").href = `/table/${PAGE.table}/replay`;
    $("#tri-link").href = `/api/tables/${PAGE.table}/tri`;
    $("#rematch").addEventListener("click", () => trying(async () => {
      const found = this.page.state.table.successor ?? (await api("POST", `/api/tables/${PAGE.table}/rematch`, {})).table;
      location.href = `/table/${found}`;
    }));
    $("#verify").addEventListener("click", () => trying(() => this.verify()));
    new Review(`/api/tables/${PAGE.table}`, { name: (seat) => this.page.name(seat), link: (ply) => `/table/${PAGE.table}/replay?ply=${ply}` });
    trying(async () => $("#lead").replaceChildren(lead(await api("GET", `/api/tables/${PAGE.table}/story`), (seat) => this.page.name(seat))));
    if (before && before.state.status === "playing") $("#ending").scrollIntoView({ behavior: "auto" });
  }

  /** What decided between equal totals, if anything had to. */
  tieBreak() {
    const { accounts, ranks } = this.page.state.position;
    if (this.page.state.state.reason) return "";
    const winners = ranks.map((place, seat) => [place, seat]).sort((a, b) => a[0] - b[0]).map(([, seat]) => seat);
    if (winners.length < 2 || accounts[winners[0]].total !== accounts[winners[1]].total) return "";
    const parts = Object.keys(accounts[winners[0]].ties).map((key) => `${this.page.state.table.ties?.[key] ?? key}: ${winners.slice(0, 2).map((seat) => `${this.page.name(seat)} ${Math.abs(accounts[seat].ties[key])}`).join(", ")}`);
    return `${t("tie_break")} ${parts.join("; ")}`;
  }

  async verify() {
    const found = await api("GET", `/api/tables/${PAGE.table}/verify`);
    $("#verdict").replaceChildren(el("p", { class: found.holds ? "good" : "bad" }, found.holds ? t("verify_holds") : t("verify_fails")), el("p", { class: "small" }, t("verify_limits")), el("code", {}, found.commitment));
  }
}
