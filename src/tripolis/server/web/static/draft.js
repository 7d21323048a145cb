// The draft: moves that are put together here before anybody hears of them, such as the parts of an offer, and sent as one list. Knows no game.

import { PAGE, api, trying } from "./page.js";

export class Draft {
  constructor(page) {
    this.page = page;
    this.moves = [];
    this.working = null;
    this.found = null;
    this.base = { areas: [], sprites: new Map() };
  }

  /** The draft as it is sent, with the move that ends it. */
  texts(...more) {
    return [...this.moves, ...more].map((move) => move.move);
  }

  /** A message of the table: what lies there for all is taken in; the draft stays as long as one decides the same. */
  async take(message, same, moving, delay = 0) {
    const { stage } = this.page;
    const { base } = this;
    const drawn = this.moves.length > 0;
    if (!same) this.moves = [];
    if (message.type === "snapshot") {
      if (!message.scene) return;
      this.base = { areas: message.scene.areas, sprites: byId(message.scene.sprites) };
    } else {
      if (!message.sprites) return;
      for (const id of message.sprites.gone) base.sprites.delete(id);
      for (const sprite of message.sprites.put) base.sprites.set(sprite.id, sprite);
      base.areas = message.sprites.areas ?? base.areas;
    }
    if (drawn || message.type === "snapshot") await stage.show(this.scene(), moving);
    else await stage.change(message.sprites, moving, delay);
  }

  /** What lies on the table, with the draft on it. */
  scene() {
    const { base, found } = this;
    if (!this.moves.length) return { areas: base.areas, sprites: [...base.sprites.values()] };
    const sprites = new Map(base.sprites);
    for (const id of found.sprites.gone) sprites.delete(id);
    for (const sprite of found.sprites.put) sprites.set(sprite.id, sprite);
    return { areas: found.sprites.areas, sprites: [...sprites.values()] };
  }

  /** One move more. A move that throws the draft away is made only if there was something to throw away before the draft. */
  async put(move) {
    if (move.draft !== "drop") {
      await this.become([...this.moves, move]);
      return;
    }
    await this.become([]);
    const same = this.page.picker.legal.find((other) => other.move === move.move);
    if (same) await this.page.send(same);
  }

  back() {
    if (this.moves.length) this.become(this.moves.slice(0, -1));
  }

  /** Another draft: ask what may follow it, and show it. */
  become(moves) {
    return this.work(async () => {
      const { page } = this;
      const found = moves.length ? await trying(() => this.ask({ moves: moves.map((move) => move.move) })) : { legal: page.state.legal };
      if (!found) {
        page.picker.clear();
        return;
      }
      if (found.composing) await page.loadDeal();
      this.moves = moves;
      this.found = found;
      page.picker.offer(found.legal);
      page.stage.show(this.scene());
      page.draw();
    });
  }

  ask(body) {
    return api("POST", `/api/tables/${PAGE.table}/draft`, body);
  }

  async work(task) {
    const working = task().finally(() => {
      if (this.working === working) this.working = null;
    });
    this.working = working;
    await working;
  }

  /** Clicks wait until what the last one led to is known. */
  async settled() {
    while (this.working) await this.working;
  }
}

function byId(sprites) {
  return new Map(sprites.map((sprite) => [sprite.id, sprite]));
}
