// A guided first game on the real table: a text and a place for each step, and at some steps the one move to make.

import { $, t } from "./page.js";

export class Tour {
  constructor(page, steps) {
    this.page = page;
    this.steps = steps;
    this.at = -1;
    this.box = $("#tour");
    this.box.hidden = false;
    $("#tour-next").addEventListener("click", () => this.next());
    $("#tour-end").addEventListener("click", () => this.end());
  }

  get step() {
    return this.steps[this.at];
  }

  /** Where the tour stands follows from how many of its moves have been made. */
  show() {
    if (this.box.hidden) return;
    const { ply } = this.page.state.position;
    if (this.at < 0) {
      const found = this.steps.findIndex((step) => step.ply >= ply);
      this.at = found < 0 ? this.steps.length - 1 : found;
    }
    while (this.at < this.steps.length - 1 && this.steps[this.at].until <= ply && this.steps[this.at].move) this.at += 1;
    this.draw();
  }

  draw() {
    const { step } = this;
    $("#tour-text").textContent = step.text;
    $("#tour-count").textContent = t("tour_count", { at: this.at + 1, of: this.steps.length });
    $("#tour-next").hidden = Boolean(step.move);
    $("#tour-next").textContent = this.at === this.steps.length - 1 ? t("tour_done") : t("tour_next");
    for (const shown of document.querySelectorAll(".tour-mark")) shown.classList.remove("tour-mark");
    for (const id of step.sprites) this.page.stage.sprites.get(id)?.node.classList.add("tour-mark");
    if (step.sprites.some((id) => this.page.stage.sprites.get(id)?.data.area === "panel:account")) this.page.panels.open("points");
    if (!step.move) $("#tour-next").focus({ preventScroll: true });
  }

  /** At a step with a move only that move can be clicked. */
  filter(next) {
    if (this.box.hidden || !this.step) return null;
    if (!this.step.move) return new Set();
    const wanted = this.page.picker.candidates().filter((move) => move.move === this.step.move);
    return new Set([...next].filter((id) => wanted.some((move) => move.path.includes(id))));
  }

  allows(id) {
    if (this.box.hidden || !this.step) return true;
    return this.filter(this.page.picker.next).has(id);
  }

  next() {
    if (this.at === this.steps.length - 1) {
      this.end();
      return;
    }
    this.at += 1;
    this.draw();
    this.page.draw();
  }

  end() {
    this.box.hidden = true;
    this.page.draw();
  }
}
