// The builder: what is played on, put together from tiles, with a verdict for each condition.

import { $, PAGE, el, memory, t } from "./page.js";
import { Editor } from "./editor.js";

function verdict({ verdict: conditions, playable, option, state }) {
  const rank = ["error", "warning"];
  const ordered = [...conditions].sort((a, b) => (rank.indexOf(a.level) + 3) % 3 - (rank.indexOf(b.level) + 3) % 3);
  const rows = ordered.map(({ level, text, problems }) =>
    el("li", { class: `verdict ${level}` }, el("b", {}, t(`level_${level}`)), " ", text, ...problems.map((problem) => el("p", { class: "small" }, problem))));
  $("#points").replaceChildren(el("ul", { class: "plain" }, ...rows));
  $("#winner").textContent = playable ? t("build_playable") : t("build_not_playable");
  const start = $("#start-here");
  start.disabled = !playable;
  start.onclick = () => {
    const last = memory.get("table", {});
    memory.set("table", { ...last, game: PAGE.game, options: { ...last.options, [PAGE.game]: { ...last.options?.[PAGE.game], [option]: state } } });
    location.href = `/new?game=${PAGE.game}`;
  };
}

new Editor(`/api/build/${PAGE.game}`, verdict);
