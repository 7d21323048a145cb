// What the others did since one's own last move: marked until the next one, and shown again on demand.

import { $, PAGE, tabMemory } from "./page.js";

/** How long a move of others is looked at, in milliseconds. */
export const PACES = { calm: 1600, normal: 700, quick: 220, instant: 0 };

export class Since {
  constructor(page) {
    this.page = page;
    this.key = `since.${PAGE.table}`;
    /** The sprites that others have changed; they outlive a reload. */
    this.marks = new Set(tabMemory.get(this.key, []));
    this.story = null;
  }

  /** Others have moved. */
  remember({ position, sprites }) {
    const { page } = this;
    const [put, gone] = [sprites?.put ?? [], sprites?.gone ?? []];
    this.story ??= { start: page.draft.scene(), steps: [] };
    this.story.steps.push({ put, gone, last: position.last });
    const changed = put.filter((sprite) => sprite.role === "piece" && page.moved(sprite));
    for (const id of [...position.last, ...changed.map((sprite) => sprite.id)]) this.marks.add(id);
    tabMemory.set(this.key, [...this.marks]);
    $("#again").hidden = false;
  }

  /** One moves oneself: what was before is known. */
  clear() {
    this.marks.clear();
    tabMemory.set(this.key, []);
    this.story = null;
    $("#again").hidden = true;
  }

  /** The last turns of the others once more, step by step. */
  async again() {
    const { page } = this;
    if (page.busy || !this.story) return;
    page.busy = true;
    const { start, steps } = this.story;
    page.stage.light({ can: [], picked: [], last: [], since: [] });
    await page.stage.show(start, false);
    const sprites = new Map(start.sprites.map((sprite) => [sprite.id, sprite]));
    for (const { put, gone, last } of steps) {
      for (const id of gone) sprites.delete(id);
      for (const sprite of put) sprites.set(sprite.id, sprite);
      await page.rest(Math.max(400, PACES[page.pace]));
      await page.stage.show({ areas: start.areas, sprites: [...sprites.values()] });
      page.stage.light({ last });
      page.layout.follow(last, { tell: true });
    }
    await page.rest(Math.max(600, PACES[page.pace]));
    await page.stage.show(page.draft.scene(), false);
    page.busy = false;
    page.draw();
    page.run();
  }
}
