// The end of a match: who wins, the account counted up category by category beside the city, the lead over time, and what one may want next.

import { $, PAGE, api, copy, el, gameName, styled, t, trying } from "./page.js";
import { lead } from "./chart.js";
import { sheet } from "./panels.js";
import { Review } from "./review.js";
import { Stage } from "./stage.js";

await styled("ending");

const STEP = 420;
/** Pieces of confetti. */
const PIECES = 48;
/** An area that is smaller than this part of the main one is a panel, no city. */
const PANEL = 0.4;

export class Ending {
  constructor(page) {
    this.page = page;
    this.drawn = false;
  }

  get over() {
    return this.page.state.state.status === "over";
  }

  show(before) {
    const { state } = this.page;
    $("#ending").hidden = !this.over;
    if (!this.over) return;
    const heading = $("#panel-points > p.small");
    if (heading) heading.textContent = t("points_end");
    $("#winner").textContent = this.headline();
    $("#place-yours").textContent = this.place();
    $("#tie-break").textContent = this.tieBreak() || this.decided();
    $("#ending-reason").textContent = state.state.reason ?? "";
    this.again();
    $("#verify").hidden = state.table.tour;
    if (this.drawn) return;
    this.drawn = true;
    const fresh = before?.state.status === "playing";
    this.podium();
    $("#ending-sheet").replaceChildren(sheet(state, (seat) => this.page.name(seat)));
    this.bars();
    $("#account-card h3").textContent = state.table.amounts ? t("wealth_end") : t("points_end");
    $("#lead-title").textContent = state.table.amounts ? t("wealth_over") : t("lead");
    $("#replay-link").href = `/table/${PAGE.table}/replay`;
    $("#tri-link").href = `/api/tables/${PAGE.table}/tri`;
    this.wire();
    this.cities();
    if (fresh) this.countUp();
    new Review(`/api/tables/${PAGE.table}`, {
      name: (seat) => this.page.name(seat),
      link: (ply) => `/table/${PAGE.table}/replay?ply=${ply}`,
    });
    trying(async () =>
      $("#lead").replaceChildren(
        lead(await api("GET", `/api/tables/${PAGE.table}/story`), (seat) => this.page.name(seat), ...this.room()),
      ),
    );
    if (fresh) $("#ending").scrollIntoView({ behavior: "auto" });
  }

  /** The width and the height that the graph has beside the account. */
  room() {
    const card = $("#lead").parentElement;
    return [$("#lead").clientWidth, Math.min(440, Math.max(220, card.clientHeight - 2 * card.firstElementChild.clientHeight - 60))];
  }

  wire() {
    $("#rematch").addEventListener("click", () =>
      trying(async () => {
        const next = this.page.state.table.successor ?? (await api("POST", `/api/tables/${PAGE.table}/rematch`, {})).table;
        location.href = `/table/${next}`;
      }),
    );
    $("#verify").addEventListener("click", () => trying(() => this.verify()));
    $("#share-result").addEventListener("click", async () => {
      const text = t("share_result", { game: gameName(this.page.state.table.game), text: this.headline() });
      const url = `${location.origin}/table/${PAGE.table}/replay`;
      if (navigator.share) await navigator.share({ text, url }).catch(() => {});
      else await copy(`${text} ${url}`);
    });
  }

  /** All players by their places, a crown in the winner's colour and, where one has won, confetti. */
  podium() {
    const { accounts, ranks } = this.page.state.position;
    const places = ranks.map((place, seat) => ({ place, seat })).sort((a, b) => a.place - b.place);
    const rows = places.map(({ place, seat }) =>
      el(
        "li",
        { class: `seat-${seat}` },
        `${place}.`,
        el("span", { class: "emblem", "aria-hidden": "true" }),
        this.page.name(seat),
        el("b", {}, accounts[seat].shown.total),
      ),
    );
    $("#podium").replaceChildren(...rows);
    $(".crown").classList.add(`seat-${this.winners[0]}`);
    if (!this.winners.includes(this.page.you)) return;
    const pieces = Array.from({ length: PIECES }, (_, n) => {
      const piece = el("i");
      // Spread evenly over the room beside the words.
      const [across, down] = [(n * 75.5) % 100, (n * 57) % 100];
      piece.style.cssText = `left:${across}%;top:${down}%;--turn:${(n * 47) % 180}deg;animation-delay:${(n % 9) * 60}ms;background:var(--${n % 3 ? `seat-${n % 4}` : "gold"})`;
      return piece;
    });
    $(".confetti").replaceChildren(...pieces);
  }

  get winners() {
    return this.page.state.position.ranks
      .map((place, seat) => [place, seat])
      .filter(([place]) => place === 1)
      .map(([, seat]) => seat);
  }

  /** "You win 52 : 50" among two, else "You win with 52 points". */
  headline() {
    const { accounts, ranks } = this.page.state.position;
    const [first, ...more] = this.winners;
    if (more.length) return t("tie", { names: this.winners.map((seat) => this.page.name(seat)).join(", ") });
    const mine = first === this.page.you;
    const { reason } = this.page.state.state;
    const total = accounts[first].shown.total;
    const said = { name: this.page.name(first), points: reason ? "" : total };
    if (reason || ranks.length === 2) {
      if (!reason) said.points = `${total} : ${accounts[1 - first].shown.total}`;
      return (mine ? t("win_two", said) : t("lose_two", said)).trim();
    }
    if (this.page.state.table.amounts) return mine ? t("win_amount", said) : t("lose_amount", said);
    return mine ? t("win_points", said) : t("lose_points", said);
  }

  place() {
    const place = this.page.state.position.ranks[this.page.you];
    return place > 1 && this.page.state.state.seats.length > 2 ? t("place_yours", { place }) : "";
  }

  /** "Play again" is offered to the others as soon as one wants it. */
  again() {
    const { state } = this.page;
    const next = state.table.successor;
    const asked = state.log.findLast((line) => line.kind === "rematch");
    $("#rematch").textContent = next ? t("again_join") : t("rematch");
    $("#rematch").hidden = this.page.you < 0 && !next;
    $("#again-offer").hidden = !next || !asked || asked.seat === this.page.you;
    if (next && asked) $("#again-offer").textContent = t("again_offer", { name: this.page.name(asked.seat) });
  }

  /** How much of the most that anybody has in a category each number is, as a bar below it. */
  bars() {
    const { accounts } = this.page.state.position;
    const { categories } = this.page.state.table;
    const most = Math.max(1, ...categories.flatMap(({ key }) => accounts.map(({ points }) => points[key] ?? 0)));
    const rows = [...document.querySelectorAll("#ending-sheet tbody tr")];
    categories.forEach(({ key, symbol }, i) => {
      accounts.forEach(({ points }, seat) => {
        const cell = rows[i].cells[seat + 1];
        cell.classList.add(`seat-${seat}`);
        cell.style.setProperty("--part", Math.max(0, points[key] ?? 0) / most);
      });
      rows[i].addEventListener("pointerenter", () => this.tell(symbol));
      rows[i].addEventListener("pointerleave", () => this.tell(null));
    });
  }

  /** The pieces of a category stand out on the board that is shown. */
  tell(symbol) {
    for (const { node, data } of this.stage.sprites.values()) node.classList.toggle("told", Boolean(symbol) && data.symbol === symbol);
  }

  /** Category by category, as one counts at a table, with the pieces that are counted; a click or reduced motion shows everything. */
  countUp() {
    if (matchMedia("(prefers-reduced-motion: reduce)").matches) return;
    const { categories } = this.page.state.table;
    const rows = [...document.querySelectorAll("#ending-sheet tbody tr")];
    const ending = $("#ending");
    const done = () => {
      clearInterval(beat);
      rows.forEach((row) => row.classList.remove("still-to-count"));
      ending.classList.remove("counting");
      this.tell(null);
    };
    let at = 0;
    const beat = setInterval(() => {
      if (at === rows.length) {
        done();
        return;
      }
      rows[at].classList.replace("still-to-count", "counted");
      this.tell(categories[at]?.symbol);
      at += 1;
    }, STEP);
    rows.forEach((row) => row.classList.add("still-to-count"));
    ending.classList.add("counting");
    $("#account-card").addEventListener("click", done, { once: true });
  }

  /** The board of the one who looks, or the winner's, beside the account; those of the others one click away. */
  cities() {
    const { areas, sprites } = this.page.draft.scene();
    const size = ({ width, height }) => width * height;
    const main = areas.find(({ role }) => role === "main") ?? areas[0];
    const own = (seat) =>
      areas
        .filter((area) => area.seat === seat && ["own", "rival"].includes(area.role) && size(area) >= PANEL * size(main))
        .sort((a, b) => size(b) - size(a))[0];
    const box = $("#ending-board");
    this.stage = new Stage(
      () => box,
      () => {},
    );
    const first = this.page.you >= 0 ? this.page.you : this.winners[0];
    const seats = own(first) ? this.page.state.position.accounts.map((_, seat) => seat) : [];
    const show = (seat) => {
      const shown = own(seat) ?? main;
      box.setAttribute("aria-label", t("city_of", { name: this.page.name(seat) }));
      this.stage.show({ areas: [shown], sprites: sprites.filter(({ area }) => area === shown.name) }, false);
      for (const [n, button] of [...$("#ending-seats").children].entries()) button.setAttribute("aria-pressed", String(n === seat));
    };
    $(".ending-cards").classList.toggle("of-all", !seats.length);
    $("#ending-seats").hidden = seats.length < 2;
    $("#ending-seats").replaceChildren(
      ...seats.map((seat) =>
        el(
          "button",
          { type: "button", class: `seat-${seat}`, onclick: () => show(seat) },
          el("span", { class: "emblem", "aria-hidden": "true" }),
          el("span", {}, this.page.name(seat)),
        ),
      ),
    );
    show(first);
  }

  /** What decided between equal totals, if anything had to. */
  tieBreak() {
    const { accounts, ranks } = this.page.state.position;
    if (this.page.state.state.reason) return "";
    const winners = ranks
      .map((place, seat) => [place, seat])
      .sort((a, b) => a[0] - b[0])
      .map(([, seat]) => seat);
    if (winners.length < 2 || accounts[winners[0]].total !== accounts[winners[1]].total) return "";
    const parts = Object.keys(accounts[winners[0]].ties).map(
      (key) =>
        `${this.page.state.table.ties?.[key] ?? key}: ${winners
          .slice(0, 2)
          .map((seat) => `${this.page.name(seat)} ${Math.abs(accounts[seat].ties[key])}`)
          .join(", ")}`,
    );
    return `${t("tie_break")} ${parts.join("; ")}`;
  }

  /** In what the winner was ahead most of whoever comes next; sums of money stand in the account. */
  decided() {
    const { accounts, ranks } = this.page.state.position;
    const [first, second] = ranks.map((_, seat) => seat).sort((a, b) => ranks[a] - ranks[b]);
    if (this.page.state.state.reason || this.winners.length > 1 || second === undefined) return "";
    const { categories, amounts } = this.page.state.table;
    const ahead = categories
      .map(({ key, name }) => [(accounts[first].points[key] ?? 0) - (accounts[second].points[key] ?? 0), name])
      .filter(([by]) => by > 0)
      .sort(([a], [b]) => b - a)
      .slice(0, 2);
    const what = ahead.map(([by, name]) => (amounts ? name : `${name} +${by}`)).join(", ");
    return what && t("decided", { name: this.page.name(second), what });
  }

  async verify() {
    const proof = await api("GET", `/api/tables/${PAGE.table}/verify`);
    $("#verdict").replaceChildren(
      el("p", { class: proof.holds ? "good" : "bad" }, proof.holds ? t("verify_holds") : t("verify_fails")),
      el("p", { class: "small" }, t("verify_limits")),
      el("code", {}, proof.commitment),
    );
  }
}
