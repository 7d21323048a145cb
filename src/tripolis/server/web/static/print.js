// A sheet of paper: the largest letters with which everything fits on one side.

import { $ } from "./page.js";

const LARGEST = 13;
const ROOMY = 10;
const SMALLEST = 6;
const STEP = 0.125;

$("#print").addEventListener("click", () => print());

// What does not fit flows into further columns, beside or below the sheet.
function fits(leaf) {
  const edge = leaf.getBoundingClientRect();
  const parts = [...leaf.children, ...leaf.querySelectorAll("table")].flatMap((part) => [...part.getClientRects()]);
  return parts.every((part) => part.bottom <= edge.bottom + 0.5 && part.right <= edge.right + 0.5);
}

function fit(paper, least) {
  for (let size = LARGEST; size >= least; size -= STEP) {
    paper.style.setProperty("--size", `${size}pt`);
    if (fits($("#leaf"))) return size;
  }
  return 0;
}

// Tips are there only if the letters stay large beside them.
document.fonts.ready.then(() => {
  const [paper, tips] = [$("#paper"), $("#optional")];
  let size = tips ? fit(paper, ROOMY) : 0;
  if (!size) {
    tips?.remove();
    size = fit(paper, SMALLEST);
  }
  paper.dataset.size = size;
});
