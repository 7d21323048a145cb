// The line to a table: a WebSocket that comes back by itself, and the state that its messages add up to.

import { LANG } from "./page.js";

const PATIENCE = 12000;

/** A message with all that it leaves out: what is as usual, and what is as it was in the message before. */
export function whole(message, before) {
  const usual = message.usual ?? before.usual;
  const marked = (sprite) => ({ ...usual.sprite, ...sprite, marks: (sprite.marks ?? []).map((mark) => ({ ...usual.mark, ...mark })) });
  const summed = (area) => ({ ...usual.area, ...area, summary: (area.summary ?? []).map((chip) => ({ ...usual.chip, ...chip })) });
  if (message.type === "snapshot") {
    const scene = message.scene && { areas: message.scene.areas.map(summed), sprites: message.scene.sprites.map(marked) };
    return { ...message, scene, areas: scene?.areas ?? [] };
  }
  const { position, state, sprites } = message;
  const named = (area) => (typeof area === "string" ? before.areas.find(({ name }) => name === area) : summed(area));
  const areas = sprites.areas?.map(named);
  return {
    ...message,
    usual,
    areas: areas ?? before.areas,
    state: { seats: before.state.seats, ...state },
    position: { ...position, accounts: position.accounts.map((account, seat) => account ?? before.position.accounts[seat]) },
    sprites: { ...sprites, put: sprites.put.map(marked), ...(areas && { areas }) },
  };
}

/** What a message makes of the state of a table. */
export function fold(state, message) {
  if (message.type === "snapshot") {
    const first = message.log[0]?.seq ?? Infinity;
    const log = [...(state?.log ?? []).filter((line) => line.seq < first), ...message.log];
    return { ...message, log };
  }
  return { ...state, ...message, table: message.table ?? state.table, log: [...state.log, ...message.log] };
}

export class Line {
  /** `told(message)` hears every message of the table, `link(state)` of "open", "lost" and "closed". */
  constructor(table, told, link) {
    this.table = table;
    this.told = told;
    this.link = link;
    this.seq = 0;
    /** The last message of the table. */
    this.last = null;
    this.waiting = new Map();
    this.offset = 0;
    this.number = 0;
    this.tries = 0;
    this.name = crypto.randomUUID().slice(0, 8);
    this.connect();
    addEventListener("online", () => this.reconnect());
    document.addEventListener("visibilitychange", () => document.hidden || this.ping());
    setInterval(() => this.ping(), PATIENCE);
  }

  connect() {
    const address = new URL(`/api/tables/${this.table}/stream`, location.href);
    address.protocol = location.protocol === "https:" ? "wss:" : "ws:";
    address.searchParams.set("after", this.seq);
    address.searchParams.set("lang", LANG);
    const socket = new WebSocket(address);
    this.socket = socket;
    this.heard = Date.now();
    socket.onmessage = (event) => {
      this.heard = Date.now();
      this.take(JSON.parse(event.data));
    };
    socket.onclose = (event) => {
      if (socket !== this.socket) return;
      if (event.reason === "quarantined") {
        location.reload(); // the page says what that means
        return;
      }
      if (event.code === 4404 || event.code === 4429) {
        this.link("closed");
        return;
      }
      this.link("lost");
      this.tries += 1;
      clearTimeout(this.again);
      this.again = setTimeout(() => this.connect(), Math.min(8000, 250 * 2 ** Math.min(this.tries, 5)) * (0.7 + Math.random() * 0.6));
    };
  }

  reconnect() {
    if (this.socket.readyState === WebSocket.OPEN) return;
    clearTimeout(this.again);
    this.connect();
  }

  take(message) {
    if (message.type === "pong") {
      this.offset = message.now - Date.now();
      return;
    }
    if (message.type === "done" || (message.type === "problem" && message.id)) {
      const asked = this.waiting.get(message.id);
      this.waiting.delete(message.id);
      asked?.answered(message);
      return;
    }
    if (message.type === "problem" || message.type === "house") {
      this.told(message);
      return;
    }
    this.seq = message.seq;
    this.last = whole(message, this.last);
    if (message.type === "snapshot") {
      this.tries = 0;
      this.link("open");
      this.socket.send(JSON.stringify({ do: "ping" }));
      // What was sent and not answered is sent again under the same id: it counts once.
      for (const { text } of this.waiting.values()) this.socket.send(text);
    }
    this.told(this.last);
  }

  ping() {
    if (this.socket.readyState === WebSocket.OPEN) {
      if (Date.now() - this.heard > 3 * PATIENCE) this.socket.close();
      else this.socket.send(JSON.stringify({ do: "ping" }));
    }
  }

  /** Do something at the table; resolves with the answer, however often the line was lost in between. */
  ask(deed, body = {}) {
    this.number += 1;
    const id = `${this.name}-${this.number}`;
    const text = JSON.stringify({ do: deed, ...body, id });
    return new Promise((answered) => {
      this.waiting.set(id, { text, answered });
      if (this.socket.readyState === WebSocket.OPEN) this.socket.send(text);
      else this.reconnect();
    });
  }

  /** The server's time. */
  now() {
    return Date.now() + this.offset;
  }
}
