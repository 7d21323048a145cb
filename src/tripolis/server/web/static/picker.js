// The picker: a move is a path of sprites to click, in any order. It walks the tree of legal paths. Knows no game.

export class Picker {
  /** `changed()` is called when something was picked or dropped, `done(move)` instead when a path is complete. */
  constructor(changed, done) {
    this.changed = changed;
    this.done = done;
    this.legal = [];
    this.picks = [];
  }

  /** New legal moves: what was picked is dropped. */
  offer(legal) {
    this.legal = legal;
    this.picks = [];
  }

  /** The moves that what was picked may still become. */
  candidates(picks = this.picks) {
    return this.legal.filter((move) => contains(move.path, picks));
  }

  /** What may be clicked next. */
  get next() {
    return this.after(this.picks);
  }

  /** What may be clicked instead of the last click. */
  get instead() {
    const found = this.after(this.picks.slice(0, -1));
    for (const id of this.picks) found.delete(id);
    return found;
  }

  after(picks) {
    const found = new Set();
    for (const move of this.candidates(picks)) for (const id of left(move.path, picks)) found.add(id);
    return found;
  }

  /** The moves that are complete with what was picked. */
  complete(picks = this.picks) {
    return this.candidates(picks).filter((move) => move.path.length === picks.length);
  }

  /** What one more click would complete, for a look ahead; null if nothing, or more than one thing. */
  ahead(id) {
    const found = this.complete([...this.picks, id]);
    return found.length === 1 ? found[0] : null;
  }

  /** A click. True if it was a legal one. */
  pick(id) {
    if (this.picks.includes(id) && !this.next.has(id)) {
      this.picks = this.picks.slice(0, this.picks.indexOf(id));
      this.changed();
      return true;
    }
    if (!this.next.has(id)) {
      // Another first click instead of the last one: a changed mind needs no extra step.
      for (let n = this.picks.length - 1; n >= 0; n -= 1) {
        const kept = this.picks.slice(0, n);
        if (this.candidates([...kept, id]).length) {
          this.picks = kept;
          return this.pick(id);
        }
      }
      return false;
    }
    this.picks = [...this.picks, id];
    const complete = this.complete();
    if (complete.length === 1 && this.candidates().length === 1) this.done(complete[0]);
    else this.changed();
    return true;
  }

  /** The last click is taken back. True if there was one. */
  back() {
    if (!this.picks.length) return false;
    this.picks = this.picks.slice(0, -1);
    this.changed();
    return true;
  }

  clear() {
    this.picks = [];
    this.changed();
  }
}

/** The only move of a player, where there is nothing to choose and nothing to put together; null while the last move can still be taken back, the match rests, or a bot plays for them. */
export function onlyMove({ legal, state, position, you }) {
  const [move] = legal;
  if (legal.length !== 1 || state.status !== "playing" || state.paused || you.seat < 0 || position.actor !== you.seat) return null;
  if (state.seats[you.seat].bot || you.undo === "now" || move.amount || move.draft) return null;
  return move;
}

function contains(path, picks) {
  return left(path, picks).length === path.length - picks.length;
}

/** What is left of a path when some of it was picked; a sprite may stand in a path more than once. */
function left(path, picks) {
  const rest = [...path];
  for (const id of picks) {
    const at = rest.indexOf(id);
    if (at >= 0) rest.splice(at, 1);
  }
  return rest;
}
