import assert from "node:assert/strict";
import { test } from "node:test";

const { onlyMove } = await import(`${process.env.STATIC}/picker.js`);
const { between } = await import(`${process.env.STATIC}/motion.js`);
const { soundsOf } = await import(`${process.env.STATIC}/sound.js`);

const drop = { move: "drop", path: ["do-drop"], text: "Drop out" };
const table = (more = {}) => ({
  legal: [drop],
  state: { status: "playing", paused: false, seats: [{ bot: "" }, { bot: "greedy" }], ...more.state },
  position: { actor: 0 },
  you: { seat: 0, undo: null, ...more.you },
  ...more.top,
});

test("the only move is one that nobody has to choose", () => {
  assert.equal(onlyMove(table()), drop);
  assert.equal(onlyMove(table({ top: { legal: [drop, { ...drop, move: "bid:10k" }] } })), null);
  assert.equal(onlyMove(table({ top: { legal: [] } })), null);
});

test("nothing is played while the last move can be taken back, the match rests, or it is not one's own turn", () => {
  assert.equal(onlyMove(table({ you: { undo: "now" } })), null);
  assert.equal(onlyMove(table({ state: { paused: true } })), null);
  assert.equal(onlyMove(table({ state: { status: "over" } })), null);
  assert.equal(onlyMove(table({ state: { seats: [{ bot: "greedy" }, { bot: "" }] } })), null);
  assert.equal(onlyMove(table({ top: { position: { actor: 1 } } })), null);
  assert.equal(onlyMove(table({ you: { seat: -1 } })), null);
});

test("amounts and offers are put together by a person", () => {
  for (const more of [{ amount: {} }, { draft: "add" }]) assert.equal(onlyMove(table({ top: { legal: [{ ...drop, ...more }] } })), null);
});

test("a number counts from what it was to what it is, in its own writing", () => {
  assert.equal(between("10", "20", 0.5), "15");
  assert.equal(between("10", "20", 1), "20");
  assert.equal(between("3", "−1", 1), "−1");
  assert.equal(between("1.5M", "2.5M", 0.5), "2.0M");
  assert.equal(between("950k", "1.2M", 0.5), null);
  assert.equal(between("?", "4", 0.5), null);
});

test("dice, money and pieces are heard, and a line without any of them is silent", () => {
  const piece = [{ role: "piece" }];
  assert.deepEqual(soundsOf([{ icons: ["die-3", "die-4"] }], piece), ["dice"]);
  assert.deepEqual(soundsOf([{ icons: ["die-3"] }, { icons: ["money"], moves: ["seat-0", "bank"] }], piece), ["dice", "money"]);
  assert.deepEqual(soundsOf([{ icons: ["tile"] }], piece), ["laid"]);
  assert.deepEqual(soundsOf([{ icons: [] }], [{ role: "info" }]), []);
  assert.deepEqual(soundsOf([], piece), []);
});
