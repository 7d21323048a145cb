// A tree of variations, and a place in it. A line's moves follow those of the line that it leaves, from `start` on.

export class Tree {
  /** `data` as the server has it: moves, comments, name, and variations by the moves before them. */
  constructor(data, said = []) {
    this.main = line(data, null, 0);
    this.main.said = said;
    this.line = this.main;
    this.ply = 0;
  }

  /** Where this line ends. */
  get end() {
    return this.line.start + this.line.moves.length;
  }

  /** The lines from the main one to this, each with how many moves belong to the way to here. */
  get way() {
    const found = [];
    for (let [one, ply] = [this.line, this.ply]; one; [one, ply] = [one.parent, one.start]) found.unshift([one, ply]);
    return found;
  }

  /** How many moves of a match that is `plies` long lead here, and the moves after them. */
  path(plies) {
    const moves = this.way.flatMap(([one, ply]) => one.moves.slice(0, ply - one.start));
    const ply = Math.min(plies, this.way[0][1]);
    return { ply, moves: moves.slice(ply) };
  }

  /** To a place; before the first move of a line lies the line that it left. */
  go(one, ply) {
    this.line = one;
    this.ply = Math.max(0, Math.min(ply, one.start + one.moves.length));
    while (this.line.parent && this.ply <= this.line.start) this.line = this.line.parent;
  }

  step(by) {
    this.go(this.line, this.ply + by);
  }

  /** Lines that go on from here otherwise. */
  others(one = this.line, ply = this.ply) {
    return one.variations.get(ply) ?? [];
  }

  /** A move from here: along a line that makes it, at the end of this one, or as a new variation. */
  play(move, text) {
    const { line: here, ply } = this;
    if (here.moves[ply - here.start] === move) this.step(1);
    else if (ply === this.end) {
      here.moves.push(move);
      here.said[ply - here.start] = text;
      this.step(1);
    } else {
      let other = this.others().find(({ moves }) => moves[0] === move);
      if (!other) {
        other = line({ moves: [move] }, here, ply);
        other.said = [text];
        here.variations.set(ply, [...this.others(), other]);
      }
      this.go(other, ply + 1);
    }
  }

  /** This variation goes; in the main line, the moves that follow. */
  remove() {
    const { line: gone, ply } = this;
    if (gone.parent) {
      const { parent, start } = gone;
      parent.variations.set(start, this.others(parent, start).filter((other) => other !== gone));
      this.go(parent, start);
    } else {
      gone.moves.length = ply;
      for (const key of [...gone.variations.keys()]) if (key >= ply) gone.variations.delete(key);
    }
  }

  get comment() {
    return this.line.comments[this.ply] ?? "";
  }

  set comment(text) {
    if (text.trim()) this.line.comments[this.ply] = text.trim();
    else delete this.line.comments[this.ply];
  }

  /** The place as a text for addresses: `4:0,9` is after move 9 of the first variation at move 4. */
  get place() {
    const turns = this.way.slice(1).map(([one]) => `${one.start}:${this.others(one.parent, one.start).indexOf(one)}`);
    return [...turns, this.ply].join();
  }

  set place(text) {
    const turns = text.split(",");
    const ply = Number(turns.pop());
    let one = this.main;
    for (const [start, n] of turns.map((turn) => turn.split(":").map(Number))) one = this.others(one, start)[n] ?? one;
    this.go(one, Number.isInteger(ply) ? ply : 0);
  }

  /** As the server wants it. */
  data(one = this.main) {
    const variations = Object.fromEntries([...one.variations].map(([ply, lines]) => [ply, lines.map((other) => this.data(other))]));
    return { moves: one.moves, comments: one.comments, name: one.name, variations };
  }

  /** Has somebody put something in? */
  get noted() {
    return this.main.variations.size > 0 || Object.keys(this.main.comments).length > 0;
  }
}

function line({ moves, comments = {}, name = "", variations = {} }, parent, start) {
  const made = { moves: [...moves], said: [], comments: { ...comments }, name, parent, start, variations: new Map() };
  for (const [ply, lines] of Object.entries(variations))
    made.variations.set(
      Number(ply),
      lines.map((other) => line(other, made, Number(ply))),
    );
  return made;
}
