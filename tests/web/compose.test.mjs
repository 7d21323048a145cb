// compose.js by itself, with the areas of every game (AREAS: a file with them, written by test_compose.py).

import assert from "node:assert/strict";
import { readFileSync } from "node:fs";
import { test } from "node:test";

const { COMPOSE, AREAS } = process.env;
const { NOBODY, compose, hole, leastScale, roleOf } = await import(COMPOSE);
const tables = JSON.parse(readFileSync(AREAS, "utf-8"));
const BAR = 92;
const HEAD = 48;
const WIDE = [[1280, 720], [1440, 900], [1920, 1080], [820, 1180]].map(([width, height]) => ({ width, height: height - HEAD - BAR, bar: width > 1000 ? BAR : 0 }));
const PHONE = { width: 390, height: 844 - HEAD - 172 - 52 };
const toy = (name, role, width, height, more = {}) => ({ name, role, seat: -1, width, height, text: 14, summary: [], ...more });
const city = (seat) => toy(`panel:city-${seat}`, "own", 440, 500, { seat, summary: [{ symbol: "point", text: "3" }] });
const TOY = [toy("board", "main", 700, 700), city(0), city(1), city(2)];

const boxes = ({ places, log }) => [...places].map(([name, place]) => ({ name, ...place })).concat(log ? [{ name: "log", ...log }] : []);

function inside(box, { width, height }, what) {
  assert.ok(box.x >= -0.5 && box.y >= -0.5 && box.x + box.width <= width + 0.5 && box.y + box.height <= height + 0.5, `${what}: ${box.name} lies outside: ${JSON.stringify(box)}`);
}

function apart(all, what) {
  all.forEach((a, i) => all.slice(i + 1).forEach((b) => {
    const meet = a.x < b.x + b.width - 0.5 && b.x < a.x + a.width - 0.5 && a.y < b.y + b.height - 0.5 && b.y < a.y + a.height - 0.5;
    assert.ok(!meet, `${what}: ${a.name} and ${b.name} overlap`);
  }));
}

for (const { what, areas } of tables) {
  test(`${what}: everything lies inside, apart and legible on wide screens`, () => {
    for (const viewport of WIDE) {
      const made = compose(areas, viewport, 0);
      const at = `${what} at ${viewport.width}`;
      assert.equal(made.narrow, false, at);
      assert.ok(made.log && made.log.width >= 240 && made.log.height >= 180, `${at}: the log has room`);
      for (const box of boxes(made)) inside(box, box.bar ? { ...viewport, height: viewport.height + BAR } : viewport, at);
      apart(boxes(made).filter(({ name }) => made.roles.get(name) !== "open"), at);
      for (const box of boxes(made).filter(({ name }) => made.roles.get(name) === "open")) {
        const [main] = areas.filter(({ name }) => made.roles.get(name) === "main");
        const { x, y, scale } = made.places.get(main.name);
        const [left, top, width, height] = main.free.map((value) => value * scale);
        const within = box.x >= x + left - 0.5 && box.y >= y + top - 0.5 && box.x + box.width <= x + left + width + 0.5 && box.y + box.height <= y + top + height + 0.5;
        assert.ok(within, `${at}: ${box.name} lies in the free part of the board`);
      }
      for (const area of areas) {
        const role = made.roles.get(area.name);
        if (!role) continue;
        const place = made.places.get(area.name);
        assert.ok(place, `${at}: ${area.name} has a place`);
        if (["main", "own", "hand"].includes(role)) {
          assert.equal(place.how, "whole", `${at}: ${area.name} is whole`);
          assert.ok(place.scale >= leastScale(area) - 1e-3, `${at}: ${area.name} is legible: ${place.scale.toFixed(2)} of ${leastScale(area).toFixed(2)}`);
        } else if (place.how === "whole") assert.ok(place.scale >= leastScale(area) - 1e-3, `${at}: ${area.name} is legible`);
      }
    }
  });

  test(`${what}: on a phone every area is on one page`, () => {
    const made = compose(areas, PHONE, 0);
    assert.equal(made.narrow, true);
    const shown = made.pages.flat();
    assert.equal(new Set(shown).size, shown.length);
    assert.deepEqual([...made.places.keys()].sort(), [...shown].sort());
    assert.equal(made.roles.get(made.pages[0][0]), "main");
    const main = made.places.get(made.pages[0][0]);
    assert.ok(main.width >= 0.9 * PHONE.width || main.height >= 0.9 * PHONE.height, "main fills the screen");
    for (const name of shown) assert.ok(made.places.get(name).width <= PHONE.width, `${name} is not wider than the screen`);
    for (const names of made.pages) apart(names.map((name) => ({ name, ...made.places.get(name) })), `${what}: a page`);
  });
}

test("on a phone a board that leaves room has a line about each seat below it", () => {
  const made = compose(TOY, PHONE, 0);
  const { y, height } = made.places.get("board");
  assert.ok(made.spare.y > y + height && made.spare.y + made.spare.height <= PHONE.height && made.spare.height >= 2 * 44);
  assert.equal(compose(TOY, { ...PHONE, height: 420 }, 0).spare, null);
});

test("on a phone short lists of one's own and of others share a page", () => {
  const list = (seat) => ({ ...city(seat), width: 460, height: 94, text: 15 });
  const pages = (areas) => compose(areas, PHONE, 0).pages.map((names) => names.join());
  assert.deepEqual(pages([TOY[0], list(0), list(1), list(2)]), ["board", "panel:city-0,panel:city-1,panel:city-2"]);
  assert.deepEqual(pages(TOY), ["board", "panel:city-0", "panel:city-1,panel:city-2"]);
});

test("on a phone one's own list lies below a track, and the track stays where it is when the list grows", () => {
  const track = { ...toy("board", "main", 1100, 640, { text: 18 }), stood_on: true };
  const lists = (used) => [track, ...[0, 1].map((seat) => ({ ...city(seat), width: 312, height: 282, text: 19, used }))];
  const [short, long] = [90, 282].map((used) => compose(lists(used), PHONE, 0));
  assert.deepEqual(short.pages[0], ["board", "panel:city-0"]);
  const [{ more, ...first }, { more: less, ...second }] = [short, long].map(({ places }) => places.get("board"));
  assert.deepEqual(first, second);
  assert.ok(more > less && more <= PHONE.height - first.height, "a short list leaves more of the track to be seen");
  for (const { places, beside } of [short, long]) {
    const own = places.get("panel:city-0");
    assert.ok(own.y >= places.get("board").height && own.y + own.height <= PHONE.height);
    assert.ok(beside.x >= own.x + own.width && beside.x + beside.width <= PHONE.width);
  }
  assert.equal(compose(lists(90), { ...PHONE, height: 360 }, 0).beside, null, "a low screen has no room for it");
});

test("on a phone a track has a line about each seat below it where one looks at all alike", () => {
  const track = { ...toy("board", "main", 1100, 640, { text: 18 }), stood_on: true };
  const made = compose([track, city(0), city(1)], PHONE, -2);
  assert.ok(made.spare.y >= made.places.get("board").height && made.spare.height >= 2 * 44);
});

test("main is as high as there is room", () => {
  const made = compose(TOY, { width: 1920, height: 924 }, 0);
  assert.ok(made.places.get("board").height > 0.95 * 900);
});

test("rivals are whole where there is room, else summaries", () => {
  const large = compose(TOY, { width: 1920, height: 924 }, 0);
  const small = compose(TOY, { width: 1280, height: 580 }, 0);
  for (const name of ["panel:city-1", "panel:city-2"]) {
    assert.equal(large.places.get(name).how, "whole");
    assert.equal(small.places.get(name).how, "chip");
  }
});

test("own and rival are turned round for the viewer, and spectators look over the first one's shoulder", () => {
  assert.equal(roleOf(city(1), 1), "own");
  assert.equal(roleOf(city(0), 1), "rival");
  assert.equal(roleOf(city(0), -1), "own");
  assert.equal(roleOf(city(1), -1), "rival");
});

test("choices are no area of the boards", () => {
  const made = compose([...TOY, toy("choices", "choices", 300, 100)], { width: 1280, height: 580 }, 0);
  assert.equal(made.places.has("choices"), false);
});

test("a flat hand lies in the action bar where that has room for it", () => {
  const areas = [toy("board", "main", 1270, 880), toy("choices", "choices", 160, 60), toy("hand", "hand", 600, 76, { seat: 0, text: 20 })];
  const [with_, without] = [BAR, 0].map((bar) => compose(areas, { width: 1280, height: 580, bar }, 0));
  const hand = with_.places.get("hand");
  assert.ok(hand.y > 580 && hand.y + hand.height < 580 + BAR && hand.scale >= leastScale(areas.at(-1)));
  assert.equal(with_.held, hand.width);
  assert.ok(with_.places.get("board").scale >= without.places.get("board").scale);
  assert.ok(without.places.get("hand").y < 580 && !without.held);
  const narrow = compose(areas, { width: 900, height: 580, bar: BAR }, 0);
  assert.ok(!narrow.held, "too narrow for it");
});

test("short lists of players stand close to each other, and the board stays where it is", () => {
  const lists = (used) => [toy("board", "main", 700, 700), ...[0, 1].map((seat) => ({ ...city(seat), width: 312, height: 200, text: 19, used }))];
  const [short, long] = [90, 200].map((used) => compose(lists(used), { width: 1280, height: 580 }, 0).places);
  assert.deepEqual(short.get("board"), long.get("board"));
  assert.ok(short.get("panel:city-1").y < long.get("panel:city-1").y);
});

test("a map that would be too small to read on a phone is larger than the screen", () => {
  const map = toy("board", "main", 1270, 880, { text: 16 });
  const place = compose([map], PHONE, 0).places.get("board");
  assert.equal(place.how, "panned");
  assert.ok(place.scale >= leastScale(map, true));
});

test("three cities in two columns leave room to tell what happened, and nothing lies there", () => {
  const viewport = { width: 1280, height: 560 };
  const small = (seat) => ({ ...city(seat), width: 220, height: 280, text: 20 });
  const made = compose([TOY[0], small(0), small(1), small(2)], viewport, NOBODY);
  const box = hole(made, viewport);
  assert.ok(box && box.width >= 170 && box.height >= 150);
  inside({ name: "hole", ...box }, viewport, "hole");
  apart([...boxes(made), { name: "hole", ...box }], "hole");
  assert.equal(hole(compose(TOY, PHONE, 0), PHONE), null);
});

test("the same areas and window give the same places", () => {
  const once = compose(TOY, WIDE[0], 0);
  assert.deepEqual(boxes(once), boxes(compose(structuredClone(TOY), { ...WIDE[0] }, 0)));
});
