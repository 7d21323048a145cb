// The score helper: finished boards, with the exact account after every click.

import { $, PAGE, el, t } from "./page.js";
import { Editor } from "./editor.js";

function sheet({ accounts, categories, ranks, questions }) {
  const head = el(
    "tr",
    {},
    el("td", {}),
    ...accounts.map((_, seat) =>
      el(
        "th",
        { scope: "col", class: `seat-${seat}` },
        el("span", { class: "emblem", "aria-hidden": "true" }),
        t("seat", { number: seat + 1 }),
      ),
    ),
  );
  const rows = categories.map(({ key, name }) =>
    el("tr", {}, el("th", { scope: "row" }, name), ...accounts.map((account) => el("td", {}, account.shown[key] ?? "?"))),
  );
  rows.push(
    el("tr", { class: "sum" }, el("th", { scope: "row" }, t("total")), ...accounts.map((account) => el("td", {}, account.shown.total))),
  );
  if (accounts.length > 1) {
    rows.push(
      el("tr", {}, el("th", { scope: "row" }, t("place")), ...ranks.map((place) => el("td", {}, questions.length ? "?" : String(place)))),
    );
  }
  $("#points").replaceChildren(el("table", { class: "sheet" }, el("thead", {}, head), el("tbody", {}, ...rows)));
  $("#winner").textContent = questions.length ? questions.join(" ") : winner(accounts, ranks);
}

/** Who wins; nobody does alone, or before anything was put in. */
function winner(accounts, ranks) {
  if (accounts.length < 2 || accounts.every((account) => account.total === 0)) return "";
  const names = ranks.flatMap((place, seat) => (place === 1 ? [t("seat", { number: seat + 1 })] : []));
  return names.length === 1 ? t("winner", { name: names[0] }) : t("winners", { names: names.join(", ") });
}

new Editor(`/api/score/${PAGE.game}`, sheet);
