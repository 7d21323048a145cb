// The keys of a table: back, panels, cards, coordinates, sound.

import { $ } from "./page.js";

/** A key was pressed at a table. */
export function onKey(page, event) {
  page.byKey = true;
  if (
    event.target.matches("input, textarea, select") ||
    event.ctrlKey ||
    event.metaKey ||
    event.altKey ||
    document.querySelector("dialog[open]")
  )
    return;
  const focused = document.activeElement?.closest?.("[data-id]")?.dataset.id;
  if (event.key === "Escape" || event.key === "Backspace") {
    if (page.cards.pinned && event.key === "Escape") page.cards.hide();
    else if ($("#boards .large")) page.stage.enlarge(null);
    else if (page.chosen || page.picker.picks.length || page.draft.moves.length) {
      event.preventDefault();
      page.cards.hide();
      stepBack(page);
    } else if (!$("#info").hidden) page.cards.hide();
    else if (page.narrow) page.layout.go(0);
  } else if (event.key === "?" || event.key === "a") page.panels.open("aid");
  else if (event.key === "m") page.panels.open("moves");
  else if (event.key === "l") page.panels.open("log");
  else if (event.key === "p") page.panels.open("points");
  else if (event.key === "g") page.focusNext();
  else if (event.key === "i" && focused) page.cards.ask(focused, "key");
  else if (event.key === "s") page.notices.toggle();
  else if (event.key === "c") {
    $("#coordinates").checked = !$("#coordinates").checked;
    $("#coordinates").dispatchEvent(new Event("change"));
  }
}

/** One step back: the chosen move, a click, or a part of what was put together. */
export function stepBack(page) {
  if (page.chosen) {
    page.chosen = page.preview = null;
    page.stage.ghost([]);
  }
  if (!page.picker.back()) page.draft.back();
  page.draw();
}
