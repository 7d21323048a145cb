"""The report of a league as one HTML file: tables, charts, and how to read them."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from tripolis import html_report
from tripolis.engine.game import title_of
from tripolis.engine.words import Message, Plural, words
from tripolis.html_report import Span, bar_chart, interval_chart, stacked_chart, ticks

from .report import amount_of, evidence_text, failures_of, game_of, percent, rating_of, signed, verdict
from .table import LeagueTable, Pairing

# Ten hues, as far apart as ten can be for colour-blind eyes too; lighter in the dark. Tables give the same figures.
LIGHT = "#2f6fb0 #d9822b #3a8f5c #b04a8b #8a6d3b #5b5fc7 #c23b3b #2f9aa0 #7a7f36 #6b7280"
DARK = "#6aa8e8 #f0a657 #66c08d #dd86bd #c3a46c #9a9dff #f07b7b #62cdd3 #b5bb62 #a3abb8"

STYLE = """
:root { color-scheme: light dark; --paper: #fdfcf8; --ink: #23211d; --soft: #5c564b; --line: #d9d3c5; --card: #fffefb;
  --accent: #1f5fa8; --up: 46, 125, 80; --down: 178, 60, 50; LIGHTS }
@media (prefers-color-scheme: dark) { :root { --paper: #17181b; --ink: #ece9e2; --soft: #a9a498; --line: #3a3b40;
  --card: #1f2024; --accent: #7fb4f0; --up: 80, 180, 120; --down: 225, 110, 100; DARKS } }
* { box-sizing: border-box; }
body { margin: 0; background: var(--paper); color: var(--ink); font: 16px/1.5 system-ui, sans-serif; }
main { max-width: 64rem; margin: 0 auto; padding: 2.5rem 1.25rem 4rem; }
h1 { font-size: 2rem; line-height: 1.2; margin: 0 0 .25rem; }
h2 { font-size: 1.25rem; margin: 2.75rem 0 .5rem; }
p { max-width: 44rem; }
.soft, figcaption { color: var(--soft); font-size: .9rem; }
ul.chips { list-style: none; display: flex; flex-wrap: wrap; gap: .4rem; padding: 0; margin: .75rem 0 0; }
ul.chips li { border: 1px solid var(--line); border-radius: 1rem; padding: .05rem .7rem; font-size: .85rem;
  color: var(--soft); }
.scroll { overflow-x: auto; }
table { border-collapse: collapse; font-variant-numeric: tabular-nums; margin: .75rem 0; }
th, td { padding: .35rem .8rem; text-align: right; border-bottom: 1px solid var(--line); white-space: nowrap; }
th { font-weight: 600; font-size: .85rem; color: var(--soft); }
th:first-child, td:first-child { text-align: left; padding-left: 0; }
tbody th { color: var(--ink); font-size: 1rem; max-width: 22rem; overflow: hidden; text-overflow: ellipsis; }
table.matrix td { text-align: center; min-width: 4.5rem; border: 2px solid var(--paper); }
table.matrix th { text-align: center; } table.matrix tbody th { text-align: left; }
figure { margin: 1rem 0; background: var(--card); border: 1px solid var(--line); border-radius: .6rem;
  padding: 1rem 1rem .75rem; }
.plot { width: 100%; min-width: 32rem; height: auto; display: block; font: 13px system-ui, sans-serif; }
.plot text { fill: var(--soft); } .plot text.label { fill: var(--ink); }
.plot line { stroke: var(--line); } .plot line.zero { stroke: var(--soft); }
.plot line.span { stroke: var(--accent); stroke-width: 2; opacity: .75; }
.plot line.inner { stroke: var(--accent); stroke-width: 6; opacity: .45; }
.plot circle { fill: var(--accent); stroke: var(--card); stroke-width: 1.5; }
.plot line.fair { stroke: var(--ink); stroke-dasharray: 3 3; }
.key { display: flex; flex-wrap: wrap; gap: .2rem 1rem; font-size: .85rem; color: var(--soft);
  margin: .25rem 0 0; padding: 0; list-style: none; }
.key svg { width: .8rem; height: .8rem; margin-right: .4rem; vertical-align: -.08rem; }
dt { font-weight: 600; margin-top: .6rem; } dd { margin: 0; max-width: 44rem; color: var(--soft); }
"""


class Page:
    """A report in one language."""

    def __init__(self, table: LeagueTable, lang: str) -> None:
        self.table = table
        self.lang = lang
        self.game = game_of(table)
        self.say = words(lang, self.game).render
        self.amount = amount_of(self.game, self.say)

    def text(self, message: Message | str) -> str:
        """A text, safe for HTML."""
        return escape(self.say(message))

    def categories(self) -> dict[str, str]:
        """The categories that count in this match, with their names."""
        counted = [*dict.fromkeys(name for line in self.table.lines for name in line.categories)]
        if self.game is None:
            return {name: name for name in counted}
        shown = self.game.shown_categories()
        return {name: self.say(self.game.category_name(name)) for name in counted if name in shown}

    # ------------------------------------------------------------------ parts

    def heading(self, message: Message) -> str:
        """The title of a section."""
        return f"<h2>{self.text(message)}</h2>"

    def grid(self, heads: Iterable[Message | str], rows: Iterable[tuple[str, ...]], style: str = "") -> str:
        """A table: the first cell of a row is its head, and is text; the others are HTML."""
        cells = (
            [
                f'<th scope="row" title="{escape(first)}">{escape(first)}</th>',
                *(cell if cell.startswith("<td") else f"<td>{cell}</td>" for cell in others),
            ]
            for first, *others in rows
        )
        return html_report.table(map(self.say, heads), cells, style)

    def figure(self, chart: str, caption: Message, key: Iterable[str] = ()) -> str:
        """A chart with its caption, and what its colours mean."""
        swatch = '<svg viewBox="0 0 8 8" aria-hidden="true"><rect class="c{k}" width="8" height="8" rx="2"/></svg>'
        items = "".join(f"<li>{swatch.format(k=k)}{escape(name)}</li>" for k, name in enumerate(key))
        listed = f'<ul class="key">{items}</ul>' if items else ""
        scroll = f'<div class="scroll" tabindex="0">{chart}</div>'
        return f"<figure>{scroll}{listed}<figcaption>{self.text(caption)}</figcaption></figure>"

    def title(self) -> str:
        """The title of the page."""
        return self.say(Message("Arena: {game}", game=title_of(self.table.game)))

    def head(self) -> str:
        """What was played."""
        table = self.table
        chips = [f"{name}: {value}" for name, value in table.options.items()]
        seeds = ", ".join(map(str, table.seeds))
        chips.append(self.say(Message("league seed {seeds}", seeds=seeds)))
        chips += [f"{name}: {', '.join(versions)}" for name, versions in table.versions.items()]
        lead = Plural("{n} game among {bots} bots.", "{n} games among {bots} bots.", table.games, bots=len(table.lines))
        items = "".join(f"<li>{escape(chip)}</li>" for chip in chips)
        return f'<h1>{escape(self.title())}</h1><p>{self.text(lead)}</p><ul class="chips">{items}</ul>'

    def standings(self) -> str:
        """The bots, best first."""
        lines = self.table.lines
        heads = (Message("Bot"), Message("Rating"), Message("Played"), Message("Wins"), Message("Mean place"))
        rows = []
        for line in lines:
            points = "–" if line.points is None else self.amount(line.points)
            cells = (rating_of(line), str(line.games), percent(line.win_rate), f"{line.place:.2f}", points)
            rows.append((line.bot, *cells, f"{line.milliseconds:.2f}", str(line.failures)))
        more = (Message("Points"), Message("ms per move"), Message("Failures"))
        html = self.heading(Message("Standings")) + self.grid((*heads, *more), rows)
        spans = [
            Span(line.bot, r.mu, r.mu - r.give, r.mu + r.give, f"{line.bot}: {rating_of(line)}")
            for line in lines
            if (r := line.rating) is not None
        ]
        if spans:
            caption = Message(
                "Ratings (openskill, Plackett-Luce; everybody starts at 25), give or take 1.96 standard deviations."
            )
            html += self.figure(interval_chart(self.say(Message("Ratings")), spans, lambda x: f"{x:g}"), caption)
        return html

    def pairings(self) -> str:
        """Which bot is better than which, and how certain that is."""
        table = self.table
        rate = f"{100 * table.error:g}\u00a0%"
        html = self.heading(Message("Who beats whom"))
        if len(table.lines) > 2:
            html += self.matrix()
        spans = []
        for each in table.pairings:
            e, name = each.evidence, f"{each.a} – {each.b}"
            tip = f"{name}: {signed(e.mean)} ({signed(e.low)} … {signed(e.high)})"
            spans.append(Span(name, e.mean, e.low, e.high, tip, (e.plain_low, e.plain_high)))
        scale = ticks(min(0.0, *(row.low for row in spans)), max(0.0, *(row.high for row in spans)))
        caption = Message(
            "How much the first of two comes out ahead of the second: 1 always, 0 as often as not, −1 never. Thin: "
            "the interval that holds at all times at once; thick: that for a number of games fixed beforehand. The "
            "thin one misses the truth at most {rate} of the time, the thick one about as often.",
            rate=rate,
        )
        title = self.say(Message("Differences"))
        chart = interval_chart(title, spans, lambda x: f"{x:+g}".replace("-", "−") if x else "0", scale)
        html += self.figure(chart, caption)
        heads = (
            Message("Pairing"),
            Message("Played"),
            Message("Score"),
            Message("Difference"),
            Message("At all times"),
        )
        more = (Message("Fixed number"), Message("Evidence"), Message("Better"))
        return html + self.grid((*heads, *more), (self.pairing_row(each) for each in table.pairings))

    def pairing_row(self, each: Pairing) -> tuple[str, ...]:
        """The numbers of one pairing."""
        e = each.evidence
        cells = (str(each.games), percent(each.wins), signed(e.mean), f"{signed(e.low)} … {signed(e.high)}")
        plain = f"{signed(e.plain_low)} … {signed(e.plain_high)}"
        return f"{each.a} – {each.b}", *cells, plain, evidence_text(e.e_value), self.text(verdict(each))

    def matrix(self) -> str:
        """The score of every bot against every other."""
        bots = [line.bot for line in self.table.lines]
        score = {(each.a, each.b): each.wins for each in self.table.pairings}
        score |= {(each.b, each.a): 1 - each.wins for each in self.table.pairings}
        rows = []
        for a in bots:
            cells = []
            for b in bots:
                share = score.get((a, b))
                if share is None:
                    cells.append("<td>–</td>" if a != b else "<td></td>")
                    continue
                tone = "up" if share >= 0.5 else "down"
                depth = abs(share - 0.5) * 1.1
                cells.append(f'<td style="background: rgba(var(--{tone}), {depth:.2f})">{percent(share)}</td>')
            rows.append((a, *cells))
        caption = self.text(
            Message("How often the bot in the row finished ahead of the bot in the column; a tie counts half.")
        )
        return self.grid(["", *bots], rows, "matrix") + f'<p class="soft">{caption}</p>'

    def seats(self) -> str:
        """How often each bot won on each seat."""
        table = self.table
        names = [self.say(Message("Seat {number}", number=seat + 1)) for seat in range(table.players)]
        bars = {line.bot: line.by_seat for line in table.lines}
        top = max(0.1, *(value for values in bars.values() for value in values if value is not None))
        chart = bar_chart(self.say(Message("Wins by seat")), bars, names, percent, top, 1 / table.players)
        caption = Message("How often a seat held by the bot won; the dashed line is what a seat wins among equals.")
        html = self.heading(Message("Wins by seat")) + self.figure(chart, caption, names)
        cells = [(line.bot, *map(percent, line.by_seat)) for line in table.lines]
        return html + self.grid([Message("Bot"), *names], cells)

    def points(self) -> str:
        """Where the points come from."""
        totals = {line.bot: line.points for line in self.table.lines if line.points is not None}
        names = self.categories()
        if not totals or not names:
            return ""
        shown = [line for line in self.table.lines if line.bot in totals]
        bars = {line.bot: [line.categories.get(name, 0.0) for name in names] for line in shown}
        titles, title = list(names.values()), Message("Points by category")
        caption = Message("Mean points of a seat by category, games lost by a failure left out.")
        chart = self.figure(stacked_chart(self.say(title), bars, titles, self.amount), caption, titles)
        rows = (
            (bot, *map(self.amount, values), f"<td><b>{self.amount(totals[bot])}</b></td>")
            for bot, values in bars.items()
        )
        return self.heading(title) + chart + self.grid([Message("Bot"), *titles, Message("Total")], rows)

    def failures(self) -> str:
        """Games that a bot forfeited."""
        items = "".join(f"<li>{n} × {self.text(message)}</li>" for message, n in failures_of(self.table))
        return f"{self.heading(Message('Games lost by failure'))}<ul>{items}</ul>" if items else ""

    def notes(self) -> str:
        """What the words mean."""
        rate, needed = f"{100 * self.table.error:g}\u00a0%", f"{1 / self.table.error:g}"
        meanings = {
            Message("Round"): Message(
                "One shuffle, played once on every seating of a pairing, so that nobody has the better seat or the "
                "better luck. Every pairing gets the same shuffles."
            ),
            Message("Wins"): Message(
                "Share of first places; a shared place is shared out. With several seats at a table a bot may hold "
                "more than one."
            ),
            Message("Score"): Message(
                "Share of the other bot's seats that this bot's seats finished ahead of; a tie counts half."
            ),
            Message("Evidence"): Message(
                "An e-value, counted by rounds: if the two were equally good, it would reach {needed} with a chance "
                "of at most {rate}, however long you play and whenever you stop. At {needed} a pairing is decided.",
                needed=needed,
                rate=rate,
            ),
            Message("Better"): Message(
                "Which of the two is better, once that is decided; in brackets, after how many rounds."
            ),
            Message("Failures"): Message(
                "Games lost because the bot crashed, answered against the rules or took too long."
            ),
        }
        items = "".join(
            f"<dt>{self.text(word)}</dt><dd>{self.text(meaning)}</dd>" for word, meaning in meanings.items()
        )
        return f"{self.heading(Message('How to read this'))}<dl>{items}</dl>"

    def html(self) -> str:
        """The whole page."""
        parts = (self.head, self.standings, self.pairings, self.seats, self.points, self.failures, self.notes)
        return html_report.page(self.lang, self.title(), style(), f"<main>{''.join(part() for part in parts)}</main>")


def style() -> str:
    """The style sheet."""
    colours = [[f"--c{k}: {colour};" for k, colour in enumerate(row.split())] for row in (LIGHT, DARK)]
    rules = "".join(f".c{k} {{ fill: var(--c{k % 10}); }}\n" for k in range(20))
    return STYLE.replace("LIGHTS", " ".join(colours[0])).replace("DARKS", " ".join(colours[1])) + rules


def as_html(table: LeagueTable, lang: str) -> str:
    """The report as one HTML file."""
    return Page(table, lang).html()
