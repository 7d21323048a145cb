// Where an analysis begins: a position or a match file that is pasted.

import { $, api, ensureName, trying } from "./page.js";

$("#paste-form").addEventListener("submit", (event) => {
  event.preventDefault();
  trying(async () => {
    const text = $("#paste").value.trim();
    if (!text) return;
    if (!text.startsWith("[")) {
      await api("POST", "/api/analysis/moment", { position: text });
      location.href = `/analyse?position=${encodeURIComponent(text)}`;
      return;
    }
    await ensureName();
    const { match } = await api("POST", "/api/matches", { text });
    location.href = `/analyse?match=${match}`;
  });
});
