"""A training run as one HTML file: what was trained, how strong it became, and which nets were accepted."""

from __future__ import annotations

import json
from collections.abc import Callable
from html import escape
from pathlib import Path
from typing import Any

from tripolis import html_report
from tripolis.arena.page import style
from tripolis.engine.game import Game, all_kinds
from tripolis.engine.words import Message, words
from tripolis.html_report import line_chart

LOG, REPORT = "log.jsonl", "report.html"
Line = dict[str, Any]


def write_report(game: Game, folder: Path, lang: str = "en") -> Path:
    """Write the report of a run beside its log."""
    lines = [json.loads(line) for line in (folder / LOG).read_text(encoding="utf-8").splitlines()]
    file = folder / REPORT
    file.write_text(Report(game, lines, lang).html(), encoding="utf-8")
    return file


class Report:
    """The report of a run, which may have been gone on with several times."""

    def __init__(self, game: Game, lines: list[Line], lang: str) -> None:
        self.runs = [line["run"] for line in lines if "run" in line]
        self.lines = [line for line in lines if "updates" in line]
        self.measured = [line for line in self.lines if "pairs_against_greedy" in line]
        self.search = next((line["against_search"] for line in reversed(lines) if "against_search" in line), None)
        self.game, self.lang = game, lang
        self.say: Callable[[Any], str] = words(lang, self.game).render
        names = self.runs[-1]["kinds"]
        known = {repr(kind): kind for kind in all_kinds(self.game)}
        self.kinds = [self.kind_name(known[name]) if name in known else ("", name) for name in names]

    def kind_name(self, kind: Game) -> tuple[str, str]:
        """The mode and the number of seats of a kind of match."""
        option = kind.mode_option
        mode = kind.settings_text().get(option.name, "") if option else ""
        return str(mode).capitalize(), self.say(Message("{n} players", n=kind.players))

    def text(self, message: Message) -> str:
        """A text, safe for HTML."""
        return escape(self.say(message))

    def head(self) -> str:
        """What was trained, and how."""
        title = self.text(Message("Training: {game}", game=self.game.title))
        run, last = self.runs[-1], self.lines[-1]
        chips = [f"{name}: {run[name]}" for name in ("seed", "commit", "version", "features", "device", "rows")]
        chips += [f"{name}: {value}" for part in ("shape", "settings") for name, value in run[part].items()]
        done = Message(
            "{decisions} decisions in {seconds} s.", decisions=f"{last['decisions']:,}", seconds=last["seconds"]
        )
        items = "".join(f"<li>{escape(chip)}</li>" for chip in chips)
        return f'<h1>{title}</h1><p>{self.text(done)}</p><ul class="chips">{items}</ul>'

    def curves(self) -> str:
        """Pairs won against the quick choice over the run: a chart for each mode, a line for each number of seats."""
        caption = self.text(
            Message("Pairs that one seat of the net wins against quick choices on all others, by measurement.")
        )
        html = f"<h2>{self.text(Message('Strength'))}</h2>"
        for mode in dict.fromkeys(mode for mode, _ in self.kinds):
            rows = [(n, seats) for n, (one, seats) in enumerate(self.kinds) if one == mode]
            lines = [(seats, [line["pairs_against_greedy"][n] for line in self.measured]) for n, seats in rows]
            chart = line_chart(mode or self.game.title, self.say(Message("Strength")), lines, ())
            html += f"<h3>{escape(mode)}</h3><figure>{chart}<figcaption>{caption}</figcaption></figure>"
        return html

    def judgements(self) -> str:
        """Which nets were accepted."""
        heads = (Message("Decisions"), Message("Accepted"), Message("Share of pairs"), Message("Interval"),
                 Message("Played"), Message("Loss of outcomes"), Message("Variety of moves"))  # fmt: skip
        rows = []
        for line in self.measured:
            found, yes = line.get("against_accepted"), self.say(Message("yes") if line["accepted"] else Message("no"))
            cells = ["", "", ""]
            if found:
                cells = [f"{found['share']:.0%}", f"{found['low']:.0%} – {found['high']:.0%}", str(found["matches"])]
            cells = [f"{line['decisions']:,}", yes, *cells, f"{line['outcome']:.3f}", f"{line['variety']:.3f}"]
            rows.append([f"<td>{escape(cell)}</td>" for cell in cells])
        lead = Message(
            "A net is accepted if a sequential test over matches with the last accepted one calls it better."
        )
        title, table = Message("Accepted nets"), html_report.table(map(self.say, heads), rows)
        return f"<h2>{self.text(title)}</h2><p>{self.text(lead)}</p>{table}"

    def against_search(self) -> str:
        """How the accepted net did against search."""
        if self.search is None or not self.search["kinds"]:
            return ""
        rows = [
            [
                f"<td>{escape(cell)}</td>"
                for cell in (f"{mode} {seats}".strip(), f"{found['share']:.0%}", str(found["matches"]))
            ]
            for (mode, seats), found in zip(self.kinds, self.search["kinds"], strict=True)
        ]
        heads = map(self.say, (Message("Match"), Message("Share of pairs"), Message("Played")))
        title = Message("The last accepted net against {bot}", bot=self.search["bot"])
        return f"<h2>{self.text(title)}</h2>{html_report.table(heads, rows)}"

    def html(self) -> str:
        """The whole page."""
        parts = (self.head, self.curves, self.judgements, self.against_search)
        title = self.say(Message("Training: {game}", game=self.game.title))
        return html_report.page(self.lang, title, style(), f"<main>{''.join(part() for part in parts)}</main>")
