// What a player sets on this device, and the buttons of the table: send, back, undo, hint, menu.

import { $, PAGE, api, memory, t, trying } from "./page.js";
import { onKey, stepBack } from "./keys.js";

/** What a player has set on this device. */
export function settings(page) {
  const keep = (id, key, otherwise, changed) => {
    const field = $(id);
    const box = field.type === "checkbox";
    const known = memory.get(key, otherwise);
    if (box) field.checked = known;
    else field.value = known;
    changed(known);
    field.addEventListener("change", () => {
      const value = box ? field.checked : field.value;
      memory.set(key, value);
      changed(value);
    });
  };
  keep("#confirm-moves", "confirm-moves", "final", (value) => (page.confirm = value));
  keep("#forced", "forced", true, (value) => (page.forced = value));
  keep("#pace", "pace", "normal", (value) => (page.pace = value));
  keep("#coordinates", "coordinates", false, (value) => page.stage.showCoordinates(value));
}

/** What the buttons do, and clicks beside the sprites. */
export function controls(page) {
  const on = (id, work) => $(id)?.addEventListener("click", work);
  on("#send", () => page.send(page.chosen));
  on("#back", () => stepBack(page));
  on("#undo", () => page.deed("undo", { seq: page.line.seq }));
  on("#hint", () => trying(() => hint(page)));
  on("#again", () => page.since.again());
  on("#menu-open", async () => {
    // What the menu does is loaded when it is first opened.
    page.menu ??= import("./menu.js").then(({ wire }) => wire(page));
    await page.menu;
    $("#menu").showModal();
    page.seats(true);
  });
  on("#come-back", () => page.deed("back"));
  document.addEventListener("keydown", (event) => onKey(page, event));
  document.addEventListener("pointerdown", () => (page.byKey = false));
  $("#boards").addEventListener("click", (event) => {
    if (page.busy && !event.target.closest("[data-id].can")) {
      page.stage.hurry();
      page.hurry?.();
    }
    if (!event.target.closest("[data-id], .chip, .large")) {
      page.cards.hide();
      page.stage.enlarge(null);
    }
  });
}

/** A hint is drawn on the board and stays until something is clicked. */
async function hint(page) {
  const found = await api("GET", `/api/tables/${PAGE.table}/hint`);
  const ahead = await api("POST", `/api/tables/${PAGE.table}/preview`, { moves: [found.move] }).catch(() => null);
  const why = [
    found.chance === null ? "" : t("hint_chance", { chance: Math.round(100 * found.chance) }),
    ahead?.gain ? t("hint_gain", { gain: ahead.gain_shown }) : "",
    ahead?.later ?? "",
  ].filter(Boolean);
  page.hinted = [t("hint_says", { text: found.text }), ...why].join(" · ");
  page.stage.light({ hint: found.path });
  page.draw();
  page.layout.follow(new Set(found.path));
}
