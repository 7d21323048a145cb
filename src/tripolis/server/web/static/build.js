// The builder: what is played on, put together from tiles, with a verdict for each condition.

import { $, PAGE, el, memory, t } from "./page.js";
import { Editor } from "./editor.js";

/** What is wrong, in words, comes first; what is met is one line to open. */
function verdict({ verdict: conditions, playable, option, state }) {
  const of = (level) => conditions.filter((condition) => condition.level === level);
  const rows = ["error", "warning"].flatMap((level) =>
    of(level).flatMap(({ problems }) =>
      problems.map((text) => el("li", { class: `verdict ${level}` }, el("b", {}, t(`level_${level}`)), " ", text)),
    ),
  );
  const met = of("ok");
  const fine = el(
    "details",
    { class: "verdict ok" },
    el("summary", {}, t("build_met", { n: met.length, of: conditions.length })),
    el("ul", {}, ...met.map(({ text }) => el("li", {}, text))),
  );
  $("#points").replaceChildren(el("ul", { class: "plain" }, ...rows), fine);
  $("#winner").textContent = playable ? t("build_playable") : t("build_not_playable");
  const start = $("#start-here");
  start.disabled = !playable;
  start.onclick = () => {
    const last = memory.get("table", {});
    memory.set("table", {
      ...last,
      game: PAGE.game,
      options: { ...last.options, [PAGE.game]: { ...last.options?.[PAGE.game], [option]: state } },
    });
    location.href = `/new?game=${PAGE.game}`;
  };
}

new Editor(`/api/build/${PAGE.game}`, verdict);
