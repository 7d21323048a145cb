// Where an analysis begins: a position or a match file, pasted or chosen, or a finished match of one's own.

import { $, api, el, ensureName, gameName, trying, when } from "./page.js";

const LISTED = 4;

async function open(text) {
  if (!text.startsWith("[")) {
    await api("POST", "/api/analysis/moment", { position: text });
    location.href = `/analyse?position=${encodeURIComponent(text)}`;
    return;
  }
  await ensureName();
  const { match } = await api("POST", "/api/matches", { text });
  location.href = `/analyse?match=${match}`;
}

/** The reader's finished matches, the latest first. */
async function finished() {
  const { tables } = await api("GET", "/api/home");
  const over = tables.filter((table) => table.status === "over").sort((a, b) => b.touched - a.touched);
  const row = (table) => {
    const who = table.seats.map((seat, i) => (table.totals ? `${seat.name} ${table.totals[i]}` : seat.name)).join(" · ");
    return el("li", {}, el("a", { href: `/analyse?table=${table.id}` }, gameName(table.game)), el("small", {}, when(table.touched)), el("span", {}, who));
  };
  $("#finished").replaceChildren(...over.slice(0, LISTED).map(row));
  $("#finished-card").hidden = !over.length;
}

$("#paste-form").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(() => open($("#paste").value.trim()));
});
$("#tri").addEventListener("change", (event) => {
  const [file] = event.target.files;
  if (file) trying(async () => open((await file.text()).trim()));
});
trying(finished);
