// Motion: pieces are lifted and laid, tiles turn, dice roll, money goes from one to the other, numbers count up. Knows no game. Everything takes 150 to 300 ms, and nothing moves for somebody who wants no motion.

import { glyph } from "./glyphs.js";

const FAST = 150;
const MOVE = 220;
/** How long dice roll; what they lead to waits for them. */
export const ROLL = 300;
const COINS = 3;
const EASE = "cubic-bezier(0.2, 0.8, 0.2, 1)";
const LAID = "drop-shadow(0 0 0 transparent)";
const LIFTED = "drop-shadow(0 10px 7px rgb(0 0 0 / 0.38))";

export function calm() {
  return matchMedia("(prefers-reduced-motion: reduce)").matches;
}

/** A motion that has ended, or was cut short. */
export function settled(motion) {
  return motion.finished.catch(() => {});
}

/** Something new: a piece drops onto its place with its shadow, anything else appears. */
export function drop(node, piece, delay = 0) {
  const above = { opacity: 0, transform: "translateY(-14px) scale(1.14)", filter: LIFTED };
  const frames = piece
    ? [above, { opacity: 1, filter: LIFTED, offset: 0.5 }, { opacity: 1, transform: "none", filter: LAID }]
    : [{ opacity: 0 }, { opacity: 1 }];
  return settled(node.animate(frames, { duration: piece ? MOVE : FAST, easing: EASE, delay, fill: "backwards" }));
}

/** From another place and size to its own: it is lifted on the way. */
export function carry(node, dx, dy, grown, delay = 0) {
  const at = (left, scale) => `translate(${dx * left}px, ${dy * left}px) scale(${scale})`;
  const frames = [
    { transform: at(1, grown), filter: LAID },
    { transform: at(0.35, (1 + (grown - 1) * 0.35) * 1.1), filter: LIFTED, offset: 0.55 },
    { transform: "none", filter: LAID },
  ];
  return settled(node.animate(frames, { duration: ROLL, easing: "ease-in-out", delay, fill: "backwards" }));
}

/** What lay there turns away, and the other side comes up. */
export async function turn(node, old, delay = 0) {
  const half = { duration: FAST, easing: "ease-in", delay, fill: "both" };
  if (old) {
    node.after(old);
    settled(old.animate([{ transform: "none" }, { transform: "scaleX(0)" }], half)).then(() => old.remove());
  }
  await settled(
    node.animate([{ transform: "scaleX(0)" }, { transform: "none" }], {
      duration: FAST,
      easing: "ease-out",
      delay: delay + FAST,
      fill: "backwards",
    }),
  );
}

/** Every die in sight shows other faces for a moment, then its own. */
export function roll(root) {
  return Promise.all(
    [...root.querySelectorAll('use[href^="#die-"]')]
      .filter((die) => die.getClientRects().length)
      .map(async (die, n) => {
        const face = die.getAttribute("href");
        die.classList.add("die");
        const motion = die.animate(
          [{ transform: "rotate(-300deg) scale(0.8)" }, { transform: "rotate(-80deg) scale(1.2)", offset: 0.6 }, { transform: "none" }],
          { duration: ROLL, easing: EASE },
        );
        let shown = n;
        const other = setInterval(() => die.setAttribute("href", `#die-${1 + ((shown += 5) % 6)}`), 50);
        await settled(motion);
        clearInterval(other);
        die.setAttribute("href", face);
      }),
  );
}

/** Some of a symbol, such as money, flies from one box on the screen to another. */
export function pay(symbol, from, to) {
  const middle = (box) => [box.left + box.width / 2, box.top + box.height / 2];
  const [[x, y], [endX, endY]] = [middle(from), middle(to)];
  return Promise.all(
    [...Array(COINS).keys()].map(async (n) => {
      const coin = glyph(symbol);
      coin.classList.add("flight");
      document.body.append(coin);
      const at = (along, scale) =>
        `translate(${x + (endX - x) * along}px, ${y + (endY - y) * along - 40 * along * (1 - along)}px) translate(-50%, -50%) scale(${scale})`;
      const frames = [
        { transform: at(0, 0.6), opacity: 0 },
        { transform: at(0.5, 1.15), opacity: 1 },
        { transform: at(1, 0.8), opacity: 1 },
      ];
      await settled(coin.animate(frames, { duration: 240, delay: n * 30, easing: "ease-in-out", fill: "both" }));
      coin.remove();
    }),
  );
}

/** The value on the way from one written number to another; null where they are not written alike. */
export function between(from, to, along) {
  const parts = (text) => /^([-−+±]?)([\d.,]*\d)(\D*)$/.exec(text);
  const [a, b] = [parts(from), parts(to)];
  if (!a || !b || a[3] !== b[3]) return null;
  const value = ([, sign, digits]) => Number(digits.replace(",", ".")) * (sign === "-" || sign === "−" ? -1 : 1);
  const places = Math.max(...[a, b].map(([, , digits]) => (digits.split(/[.,]/)[1] ?? "").length));
  const now = value(a) + (value(b) - value(a)) * along;
  const written = Math.abs(now)
    .toFixed(places)
    .replace(".", (a[2] + b[2]).includes(",") ? "," : ".");
  return `${now < 0 && Number(written.replace(",", ".")) ? "−" : ""}${written}${b[3]}`;
}

/** A number counts from what it was to what it is. */
export function count(node, from, to) {
  const rises = between(from, to, 1) !== null && parseFloat(to.replace("−", "-")) > parseFloat(from.replace("−", "-"));
  node.classList.add(rises ? "rose" : "changed");
  if (between(from, to, 0) === null) return;
  const began = performance.now();
  const step = (now) => {
    const along = Math.min(1, Math.max(0, now - began) / ROLL);
    node.textContent = along < 1 ? between(from, to, 1 - (1 - along) ** 2) : to;
    if (along < 1 && node.isConnected) requestAnimationFrame(step);
    else node.textContent = to;
  };
  node.textContent = from;
  requestAnimationFrame(step);
}
