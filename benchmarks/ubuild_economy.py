"""How the reconstructed economy of U-Build plays: length of games, bankruptcies, income by kind, for each track and
seat count.

`python benchmarks/ubuild_economy.py --games 200` plays matches among greedy bots and writes
`results/ubuild_economy.json` and a plot beside it. The figures are those of our bots, not of people; they say
whether the three tracks differ as the rulebook says (30, 60, 90 minutes).
"""

from __future__ import annotations

import argparse
import json
import statistics
from collections import Counter
from pathlib import Path
from xml.sax.saxutils import escape

import tripolis
from tripolis.bots import bot
from tripolis.games.ubuild.rules.state import Event

HERE = Path(__file__).parent / "results"
TRACKS = ("starter", "classic", "pro")
SEATS = (2, 3, 4, 5, 6)
KINDS = ("salary", "rent", "cards", "mortgages", "deals")
COLOURS = {"salary": "#0b78c4", "rent": "#b03a80", "cards": "#957000", "mortgages": "#6e6a63", "deals": "#0d703a"}
LIMIT = 300


def play(game: tripolis.Game, seed: int) -> dict[str, object]:
    """One match of greedy bots, and what came in by kind (in units of 10k)."""
    match, greedy = game.new(seed), bot("greedy")
    while not match.over:
        match.play(greedy.choose(match.seen_by(match.actor), len(match.moves)))
    income: Counter[str] = Counter()
    deals = Counter()
    rent_due = False
    for events in match.events:
        traded = next((event.args for event in events if event.code == Event.ACCEPTED), None)
        for event in events:
            code, args = event.code, event.args
            if code == Event.SALARY:
                income["salary"] += args[1]
            elif code == Event.RENT:
                rent_due = True
            elif code == Event.PAID and args[1] >= 0:
                if traded and (not rent_due or args[0] == traded[0]):
                    income["deals"] += args[2]
                    continue
                income["rent" if rent_due else "cards"] += args[2]
                rent_due = False
            elif code == Event.GOT:
                income["cards"] += args[1]
            elif code == Event.MORTGAGED:
                income["mortgages"] += args[2]
            elif code in (Event.SENT, Event.ACCEPTED):
                deals[Event(code).name] += 1
            elif code == Event.TURN:
                rent_due = False
    s = match.position.record
    accounts = sorted((account.total for account in match.scores()), reverse=True)
    return {
        "rounds": int(s.rounds) + 1,
        "plies": len(match.moves),
        "bankrupt": int(s.bankrupt >= 0),
        "income": {kind: income[kind] for kind in KINDS},
        "offers": deals["SENT"],
        "accepted": deals["ACCEPTED"],
        "winner": accounts[0],
        "start_won": int(match.ranks()[int(s.start)] == 1),
    }


def measure(track: str, seats: int, games: int) -> dict[str, object]:
    """The figures of one track and seat count."""
    game = tripolis.game("ubuild", track=track, players=seats, round_limit=LIMIT)
    rows = [play(game, seed) for seed in range(games)]
    rounds = sorted(row["rounds"] for row in rows)
    turns = sum(rounds) * seats
    income = Counter()
    for row in rows:
        income.update(row["income"])
    return {
        "track": track,
        "players": seats,
        "games": games,
        "rounds_p10": rounds[games // 10],
        "rounds_median": statistics.median(rounds),
        "rounds_p90": rounds[games * 9 // 10],
        "decisions_mean": round(statistics.mean(row["plies"] for row in rows), 1),
        "bankrupt_share": round(sum(row["bankrupt"] for row in rows) / games, 3),
        "start_wins_share": round(sum(row["start_won"] for row in rows) / games, 3),
        "offers_per_game": round(sum(row["offers"] for row in rows) / games, 2),
        "accepted_per_game": round(sum(row["accepted"] for row in rows) / games, 2),
        "winner_worth_median_M": round(statistics.median(row["winner"] for row in rows) / 100, 1),
        "income_per_turn_k": {kind: round(10 * income[kind] / turns) for kind in KINDS},
    }


def plot(rows: list[dict]) -> str:
    """Two rows of bars: rounds (median, 10th to 90th percentile), and income per turn by kind."""
    step, left, top, height = 56, 70, 60, 220
    width = left + step * (len(rows) + 2) + 20
    out = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {width} {2 * height + 205}" font-family="system-ui, sans-serif" font-size="13">',
        f'<rect width="{width}" height="{2 * height + 205}" fill="#fcfaf5"/>',
        f'<text x="{left}" y="28" font-size="17" font-weight="600">U-Build among greedy bots, {rows[0]["games"]} matches each</text>',
        f'<text x="{left}" y="50" fill="#5c564b">Rounds until the first bankruptcy: median, 10th to 90th percentile</text>',
    ]
    most = max(row["rounds_p90"] for row in rows)
    incomes = [sum(row["income_per_turn_k"].values()) for row in rows]
    base1, base2 = top + height, top + 2 * height + 70
    for i, row in enumerate(rows):
        x = left + step * (i + TRACKS.index(row["track"])) + 8

        def y(n: float) -> float:
            return base1 - (height - 20) * n / most

        out.append(
            f'<line x1="{x + 16}" x2="{x + 16}" y1="{y(row["rounds_p10"]):.1f}" y2="{y(row["rounds_p90"]):.1f}" stroke="#7d7565" stroke-width="2"/>'
        )
        out.append(
            f'<rect x="{x}" y="{y(row["rounds_median"]):.1f}" width="32" height="{base1 - y(row["rounds_median"]):.1f}" fill="#0b78c4" opacity="0.75"/>'
        )
        out.append(
            f'<text x="{x + 16}" y="{y(row["rounds_p90"]) - 5:.1f}" text-anchor="middle">{row["rounds_median"]:g}</text>'
        )
        out.append(f'<text x="{x + 16}" y="{base1 + 16}" text-anchor="middle">{row["players"]}</text>')
        done = 0.0
        for kind in KINDS:
            n = row["income_per_turn_k"][kind]
            tall = (height - 20) * n / max(incomes)
            out.append(
                f'<rect x="{x}" y="{base2 - done - tall:.1f}" width="32" height="{tall:.1f}" fill="{COLOURS[kind]}"><title>{kind} {n}k</title></rect>'
            )
            done += tall
        out.append(
            f'<text x="{x + 16}" y="{base2 - done - 5:.1f}" text-anchor="middle">{sum(row["income_per_turn_k"].values())}k</text>'
        )
        out.append(f'<text x="{x + 16}" y="{base2 + 16}" text-anchor="middle">{row["players"]}</text>')
    for i, track in enumerate(TRACKS):
        x = left + step * (i * (len(SEATS) + 1) + len(SEATS) / 2)
        for base in (base1, base2):
            out.append(
                f'<text x="{x}" y="{base + 36}" text-anchor="middle" font-weight="600">{escape(track.title())}</text>'
            )
    out.append(f'<text x="{left}" y="{base1 + 62}" fill="#5c564b">Income of a player in one turn, by kind</text>')
    for i, kind in enumerate(KINDS):
        x = left + 290 + 100 * i
        out.append(f'<rect x="{x}" y="{base1 + 51}" width="13" height="13" fill="{COLOURS[kind]}"/>')
        out.append(f'<text x="{x + 19}" y="{base1 + 62}">{kind}</text>')
    out.append(f'<text x="{left}" y="{base2 + 60}" fill="#5c564b">Numbers below the bars: players</text></svg>')
    return "\n".join(out) + "\n"


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--games", type=int, default=200)
    parser.add_argument("--out", type=Path, default=HERE)
    args = parser.parse_args()
    rows = []
    for track in TRACKS:
        for seats in SEATS:
            rows.append(measure(track, seats, args.games))
            print(json.dumps(rows[-1]), flush=True)
    args.out.mkdir(parents=True, exist_ok=True)
    (args.out / "ubuild_economy.json").write_text(json.dumps(rows, indent=1) + "\n")
    (args.out / "ubuild_economy.svg").write_text(plot(rows))


if __name__ == "__main__":
    main()
