// The page of all puzzles: only the names of days are made here.

import { LANG } from "./page.js";

const name = new Intl.DateTimeFormat(LANG, { weekday: "short", timeZone: "UTC" });
for (const day of document.querySelectorAll(".days time")) day.textContent = name.format(new Date(day.dateTime));
