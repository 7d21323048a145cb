// The review of a match: asked for once, made in the background, then stepped through decision by decision.

import { $, api, el, ensureName, t, trying } from "./page.js";
import { lines } from "./chart.js";

const LOOK = 1000;
const percent = (chance) => `${Math.round(100 * chance)} %`;

export class Review {
  /** `name(seat)` says who sits where; `link(ply)` leads to a moment; where the page itself can, `go(ply)` shows it, `retry(decision, n, of)` asks for it once more, `finished(text)` tells how all of them went, and `judged(decisions)` hears of all. */
  constructor(source, { name, link, go = null, retry = null, finished = null, judged = () => {} }) {
    Object.assign(this, { source, name, go, link, retry, finished, judged, found: null, ply: null });
    $("#retry-all").addEventListener("click", () => this.exercise(0));
    $("#review-start").addEventListener("click", () => trying(() => this.start()));
    $("#review-before").addEventListener("click", () => this.step(-1));
    $("#review-after").addEventListener("click", () => this.step(1));
    trying(async () => this.show(await api("GET", `${source}/review`)));
  }

  async start() {
    $("#review-start").disabled = true;
    try {
      await ensureName();
      this.asked = true;
      this.show(await api("POST", `${this.source}/review`, {}));
    } finally {
      $("#review-start").disabled = false;
    }
  }

  /** Whatever is known: a button, a bar, or the review. A review that was left behind is asked for again. */
  show(found) {
    $("#review-start").hidden = found.status !== "none" || Boolean(this.asked);
    $("#review-progress").hidden = found.status !== "running";
    if ($("#review-card")) $("#review-card").hidden = found.status === "none";
    $(".ending-cards")?.classList.toggle("reviewed", found.status !== "none");
    $("#review-found").hidden = found.status !== "done";
    if (found.status === "done") return this.done(found);
    if (found.status === "running") {
      $("#review-bar").max = found.of;
      $("#review-bar").value = found.done;
      $("#review-count").textContent = t("review_progress", { done: found.done, of: found.of });
    }
    if (found.status === "running" || this.asked) {
      const again = found.status === "running" ? () => api("GET", `${this.source}/review`) : () => api("POST", `${this.source}/review`, {});
      setTimeout(() => trying(async () => this.show(await again())), LOOK);
    }
    return undefined;
  }

  done(found) {
    this.found = found;
    const text = found.chances
      .at(-1)
      .map((chance, seat) => `${this.name(seat)} ${percent(found.chances[0][seat])} → ${percent(chance)}`)
      .join(", ");
    const ticks = [0, 0.25, 0.5, 0.75, 1].map((chance) => [chance, percent(chance)]);
    const wide = Math.min(760, Math.max(240, $("#chances").clientWidth));
    $("#chances").replaceChildren(
      lines({ totals: found.chances, ticks }, (seat) => this.name(seat), wide, t("review_label", { text }), found.costliest, 220, this.go),
      ...(this.go ? [el("p", { class: "small" }, t("review_graph"))] : []),
    );
    $("#review-summary").replaceChildren(...found.summary.map((sentence, i) => el("li", {}, this.leading(found.costliest[i], sentence))));
    this.costly = found.decisions.filter((one) => one.loss > 0);
    for (const id of ["#review-before", "#review-after"]) $(id).disabled = !this.costly.length;
    this.judged(found.decisions);
    const whose = [...new Set(this.costly.map((one) => one.seat))].sort();
    $("#retry-row").hidden = !this.retry || !whose.length;
    $("#retry-whose").replaceChildren(...whose.map((seat) => el("option", { value: seat }, this.name(seat))));
    this.at(this.ply ?? found.costliest[0] ?? null);
  }

  /** A sentence that leads to its moment. */
  leading(ply, sentence) {
    if (ply === undefined) return sentence;
    const link = el("a", { href: this.link(ply) }, sentence);
    if (!this.go) return link;
    link.addEventListener("click", (event) => {
      event.preventDefault();
      this.go(ply);
    });
    return link;
  }

  /** To the next decision that cost something, or the one before. */
  step(by) {
    const plies = this.costly.map((one) => one.ply);
    const next = by > 0 ? plies.find((ply) => ply > (this.ply ?? -1)) : plies.findLast((ply) => ply < (this.ply ?? Infinity));
    const ply = next ?? (by > 0 ? plies[0] : plies.at(-1));
    if (this.go) this.go(ply);
    else this.at(ply);
  }

  /** The mistakes of one seat, one after the other. */
  async exercise(n, right = 0) {
    const seat = Number($("#retry-whose").value);
    const own = this.costly.filter((one) => one.seat === seat);
    if (n >= own.length) {
      this.finished(t("retry_done", { right, of: own.length }));
      return;
    }
    await this.go(own[n].ply);
    await this.retry(own[n], t("retry_exercise", { n: n + 1, of: own.length }), (found) => this.exercise(n + 1, right + (found ? 1 : 0)));
  }

  /** What was decided at this moment, in words; returns it. */
  at(ply) {
    this.ply = ply;
    const one = this.found?.decisions.find((decision) => decision.ply === ply);
    if (!this.found) return undefined;
    const parts = one
      ? [el("p", {}, one.text), ...one.why.map((reason) => el("p", { class: "why" }, reason)), el("p", { class: "small" }, t("review_chance", { before: percent(one.before), after: percent(one.after) }))]
      : ply < this.found.chances.length - 1
        ? [el("p", { class: "small" }, t("review_no_choice"))]
        : [];
    if (one && !this.go) parts.push(el("p", {}, el("a", { href: this.link(ply) }, t("review_see"))));
    if (one?.loss && this.retry) parts.push(el("button", { type: "button", onclick: () => this.retry(one) }, t("retry")));
    $("#review-verdict").replaceChildren(...parts);
    $("#panel-review")?.scrollTo(0, 0);
    return one;
  }
}
