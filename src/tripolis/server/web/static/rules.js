// The rules page: search as one types, contents that show where one is, rulings that unfold, and paper.

import { $, t } from "./page.js";

const rules = $(".rules");
const links = [...document.querySelectorAll(".toc a")];
const sections = links.map((link) => document.getElementById(link.hash.slice(1)));

// ---------------------------------------------------------------------- search

const LETTERS = { ß: "ss", œ: "oe", æ: "ae", "’": "'" };
const fold = (text) =>
  text
    .toLowerCase()
    .normalize("NFD")
    .replace(/\p{M}/gu, "")
    .replace(/[ßœæ’]/g, (sign) => LETTERS[sign]);

/** Where words stand in a text, whatever their accents and case: pairs of begin and end, in order and apart. */
function places(text, words) {
  let folded = "";
  const from = [];
  for (let i = 0; i < text.length; i += 1) {
    const sign = fold(text[i]);
    folded += sign;
    for (let k = 0; k < sign.length; k += 1) from.push(i);
  }
  const found = [];
  for (const word of words) {
    for (let at = folded.indexOf(word); at >= 0; at = folded.indexOf(word, at + word.length)) {
      found.push([from[at], from[at + word.length - 1] + 1]);
    }
  }
  let last = 0;
  return found.sort(([a], [b]) => a - b).filter(([begin, end]) => begin >= last && (last = end));
}

/** Lights words in one text node. */
function light(node, words) {
  for (const [begin, end] of places(node.data, words).reverse()) {
    const mark = document.createElement("mark");
    const hit = node.splitText(begin);
    hit.splitText(end - begin);
    hit.replaceWith(mark);
    mark.append(hit);
  }
}

/** The texts in an element. */
function texts(passage) {
  const walker = document.createTreeWalker(passage, NodeFilter.SHOW_TEXT);
  const found = [];
  while (walker.nextNode()) found.push(walker.currentNode);
  return found;
}

/** What is found: a heading, a paragraph, an item, a row, a caption, a ruling with its answer. */
const PASSAGES = "h2, h3, p, li, tr, figcaption, .ruling";
/** What is shown or not: lists and tables stay whole, so that steps keep their numbers and rows their head. */
const BLOCKS = "section > p, .part > p, ul, ol, .scroll, figure, .ruling, .rulings, .part";
const opened = new Set();
let place = 0;
let now = -1;

/** Everything is shown again, as it was. */
function restore() {
  for (const mark of rules.querySelectorAll("mark")) mark.replaceWith(...mark.childNodes);
  rules.normalize();
  for (const ruling of opened) ruling.open = false;
  opened.clear();
  for (const hidden of rules.querySelectorAll("[hidden]")) hidden.hidden = false;
  for (const link of links) link.parentElement.hidden = false;
  now = -1;
}

/** Lights all passages of a section that have all words, and hides what has none; returns how many there are. */
function find(section, words) {
  let hits = 0;
  for (const passage of section.querySelectorAll(PASSAGES)) {
    const text = fold(passage.textContent);
    if (passage.parentElement.closest(".ruling") || !words.every((word) => text.includes(word))) continue;
    hits += 1;
    for (const node of texts(passage)) light(node, words);
    if (passage.matches(".ruling:not([open])") && $("p mark", passage)) {
      passage.open = true;
      opened.add(passage);
    }
  }
  const whole = hits > 0 && $("mark", section).matches("h2 mark") && !$(":not(h2) > mark", section);
  for (const block of section.querySelectorAll(BLOCKS)) block.hidden = !whole && !$("mark", block);
  return hits;
}

/** Shows only what has all words. */
function search(query) {
  const words = fold(query).split(/\s+/).filter(Boolean);
  const begins = !rules.classList.contains("searching") && words.length > 0;
  if (begins) place = scrollY;
  restore();
  rules.classList.toggle("searching", words.length > 0);
  let hits = 0;
  for (const [i, section] of words.length > 0 ? sections.entries() : []) {
    const here = find(section, words);
    section.hidden = links[i].parentElement.hidden = here === 0;
    hits += here;
  }
  const said = hits === 0 ? t("rules_no_hits", { text: query.trim() }) : hits === 1 ? t("rules_hit") : t("rules_hits", { n: hits });
  $("#hits").textContent = words.length > 0 ? said : "";
  scrollTo(0, words.length > 0 ? 0 : place);
}

/** Ends the search. */
function clear() {
  query.value = "";
  search("");
}

/** Goes to the next lit word, or to the one before. */
function step(by) {
  const marks = [...rules.querySelectorAll("mark")].filter((mark) => mark.checkVisibility());
  if (marks.length === 0) return;
  marks[now]?.classList.remove("now");
  now = (now + by + marks.length) % marks.length;
  marks[now].classList.add("now");
  marks[now].scrollIntoView({ block: "center" });
}

const query = $("#query");
query?.addEventListener("input", () => search(query.value));
$("#search")?.addEventListener("submit", (event) => event.preventDefault());
query?.addEventListener("keydown", (event) => {
  if (event.key === "Enter") step(event.shiftKey ? -1 : 1);
  if (event.key !== "Escape") return;
  event.preventDefault();
  if (query.value === "") query.blur();
  else clear();
});
addEventListener("keydown", (event) => {
  if (!query || event.key !== "/" || event.ctrlKey || event.metaKey || event.altKey || event.target.closest("input, select, textarea"))
    return;
  event.preventDefault();
  query.select();
  query.focus();
});

// -------------------------------------------------------------- where one is

const narrow = matchMedia("(max-width: 64rem)");
const contents = $("#contents");

/** The last section that begins above a third of the window is the one being read. */
function locate() {
  const shown = sections.filter((section) => !section.hidden);
  const here = shown.findLast((section) => section.getBoundingClientRect().top < innerHeight / 3) ?? shown[0];
  links.forEach((link, i) => {
    if (sections[i] !== here) link.removeAttribute("aria-current");
    else if (!link.hasAttribute("aria-current")) {
      link.setAttribute("aria-current", "location");
      $("#here").textContent = link.textContent;
      if (!narrow.matches) contents.scrollTop = link.offsetTop - contents.clientHeight / 2;
    }
  });
}

/** A ruling that a link leads to unfolds. */
function unfold() {
  const target = location.hash && document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (target && target.matches(".ruling")) target.open = true;
}

if (rules) {
  let waiting = false;
  const later = () => {
    if (waiting) return;
    waiting = true;
    requestAnimationFrame(() => {
      waiting = false;
      locate();
    });
  };
  addEventListener("scroll", later, { passive: true });
  query.addEventListener("input", later);
  addEventListener("hashchange", unfold);
  contents.open = !narrow.matches;
  narrow.addEventListener("change", () => (contents.open = !narrow.matches));
  contents.addEventListener("click", (event) => {
    if (!event.target.closest("a")) return;
    if (query.value) clear();
    if (narrow.matches) contents.open = false;
  });
  unfold();
  locate();
}

// ----------------------------------------------------------------------- paper

// Answers unfold on paper, and pictures that were not scrolled to yet are fetched before the page is printed.
const unfolded = [];
addEventListener("beforeprint", () => {
  for (const picture of document.querySelectorAll("img[loading=lazy]")) picture.loading = "eager";
  unfolded.push(...document.querySelectorAll(".ruling:not([open])"));
  for (const ruling of unfolded) ruling.open = true;
});
addEventListener("afterprint", () => {
  for (const ruling of unfolded.splice(0)) ruling.open = false;
});
$("#print")?.addEventListener("click", async () => {
  const pictures = [...document.querySelectorAll("img.only-light")];
  for (const picture of pictures) picture.loading = "eager";
  await Promise.allSettled(pictures.map((picture) => picture.decode()));
  print();
});
