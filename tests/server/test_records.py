"""One's own record: results, ratings of rated matches, answers to puzzles; opt-in, exported and deleted."""

import asyncio
import random

import pytest
import sqlalchemy as sa

from tests.server.in_process import in_process, new_guest, new_table
from tests.server.people import play_on, set_up, until
from tests.server.test_guests import guest
from tripolis.engine.game import game_names
from tripolis.puzzles.puzzle import puzzles_of
from tripolis.server.api.requests import TableRequest
from tripolis.server.domain.journal import encode
from tripolis.server.storage.answers import note_answer, solver_of, streak_of
from tripolis.server.storage.ratings import SHOWN, Rating, Ratings, rated
from tripolis.server.storage.records import LISTED, RECENT, delete_record, record_of
from tripolis.server.storage.results import latest_of, places_of
from tripolis.server.storage.schema import GUESTS, RATINGS, RESULTS


def test_ratings_find_planted_strengths():
    """Eight players, matches of four with a chance that follows from how strong they are."""
    rng = random.Random(3)
    strength = {f"p{n}": 0.45 * n for n in range(8)}
    ratings = dict.fromkeys(strength, Rating())
    for _ in range(500):
        players = rng.sample(sorted(strength), 4)
        scores = [strength[name] + rng.gauss(0, 0.6) for name in players]
        places = [1 + sum(other > score for other in scores) for score in scores]
        ratings |= rated(ratings, players, places)
    order = sorted(ratings, key=lambda name: ratings[name].shown)
    assert order == sorted(strength, key=strength.__getitem__), {name: one.shown for name, one in ratings.items()}
    assert all(one.give < Rating().give / 2 for one in ratings.values())
    assert sum(one.matches for one in ratings.values()) == 4 * 500


def test_a_bot_on_two_seats_has_one_rating():
    after = rated({"ada": Rating(), "bot:strong": Rating()}, ["bot:strong", "ada", "bot:strong"], [1, 2, 3])
    assert set(after) == {"ada", "bot:strong"} and after["bot:strong"].matches == 1
    assert after["ada"].mu == pytest.approx(Rating().mu, abs=1.0)


def result_row(table, seat, place, total, guest="", bot="", rated="waits", ended=1000, game="quadropolis"):
    points = encode({"tower": total, "shop": 0})
    about = {"table_id": table, "seat": seat, "game": game, "mode": "classic", "players": 2, "guest": guest}
    return about | {
        "bot": bot, "place": place, "total": total, "points": points, "seconds": 60, "rated": rated, "ended": ended,
    }  # fmt: skip


@pytest.mark.both_databases
def test_matches_are_counted_once_whoever_counts(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database()) as server:
            ada = await new_guest(server)
            rows = [
                result_row(f"t{n}", seat, place, total, guest, bot, ended=n)
                for n in range(5)
                for seat, (place, total, guest, bot) in enumerate(((1, 50, ada.guest, ""), (2, 40, "", "regular")))
            ]
            await server.store.write(*(sa.insert(RESULTS).values(**row) for row in rows))
            counting = [Ratings(server.store) for _ in range(3)]
            await asyncio.gather(*(one.count() for one in counting))
            known = await counting[0].of_guest(ada.guest)
            assert known["quadropolis"].matches == 5 and known["quadropolis"].shown > Rating().shown
            waiting = await server.store.rows(sa.select(RESULTS).where(RESULTS.c.rated == "waits"))
            assert not waiting
            alone = dict.fromkeys((ada.guest, "bot:regular"), Rating())
            for _ in range(5):
                alone |= rated(alone, [ada.guest, "bot:regular"], [1, 2])
            assert known["quadropolis"].mu == pytest.approx(alone[ada.guest].mu)

    asyncio.run(run())


@pytest.mark.both_databases
def test_a_record_adds_up_and_can_be_deleted(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database()) as server:
            ada, ben = await new_guest(server), await new_guest(server, "Ben")
            pairs = [
                result_row("t1", 0, 1, 50, ada.guest, ended=1), result_row("t1", 1, 2, 40, ben.guest, ended=1),
                result_row("t2", 0, 2, 30, ada.guest, ended=2), result_row("t2", 1, 1, 60, bot="strong", ended=2),
            ]  # fmt: skip
            await server.store.write(*(sa.insert(RESULTS).values(**row) for row in pairs))
            ratings = Ratings(server.store)
            await ratings.count()
            name = next(name for name in game_names() if puzzles_of(name))
            puzzle = next(iter(puzzles_of(name).values()))
            await note_answer(server.store, ada.guest, name, puzzle, True)
            await note_answer(server.store, ada.guest, name, puzzle, False)
            assert (await solver_of(server.store, ada.guest, name)).answered == {puzzle.name: True}, "the first counts"
            assert await streak_of(server.store, ben.guest) == 0
            person = await server.guests.load(ada.guest)
            found = (await record_of(server.store, ratings, person))["games"]["quadropolis"]
            assert (found["matches"], found["won"], found["places"]) == (2, 1, {"1": 1, "2": 1})
            [strong] = found["bots"]
            assert (strong["bot"], strong["met"], strong["ahead"], strong["par"]) == ("strong", 1, 0, 60)
            towers = next(one for one in found["categories"] if one["key"] == "tower")
            assert (towers["mine"], towers["winners"]) == (40, 55)
            assert found["seconds"] == 120 and found["rating"]["matches"] == 2
            assert [one["table"] for one in found["latest"]] == ["t2", "t1"]

            assert [line.name for line in await ratings.board("quadropolis") if line.name] == [], "nobody has asked"
            await server.store.write(sa.update(GUESTS).where(GUESTS.c.id == ben.guest).values(board=True))
            assert [line.name for line in await ratings.board("quadropolis") if line.name] == ["Ben"]
            assert {line.bot for line in await ratings.board("quadropolis") if line.bot} == {"strong"}

            await delete_record(server.store, ada.guest)
            assert await places_of(server.store, ada.guest) == {}
            assert not await server.store.rows(sa.select(RATINGS).where(RATINGS.c.player == ada.guest))
            assert (await record_of(server.store, ratings, person))["games"] == {}
            [theirs] = await latest_of(server.store, ben.guest, "quadropolis", 50)
            assert len(theirs) == 2, "the others keep their results"

    asyncio.run(run())


@pytest.mark.both_databases
def test_a_record_of_many_matches_counts_them_all_and_reads_the_latest(tmp_path, database):
    """However many there are, no more rows are read than one look at the event loop takes."""

    async def run():
        async with in_process(tmp_path, database()) as server:
            ada = await new_guest(server)
            rows = [
                row
                for n in range(RECENT + 3)
                for row in (
                    result_row(f"t{n}", 0, 1 + n % 2, 50 if n > 2 else 5000, ada.guest, ended=n),
                    result_row(f"t{n}", 1, 2 - n % 2, 40, bot="regular", ended=n),
                )
            ]
            rows.append(result_row("t0", 2, 3, 10, ada.guest, ended=0))  # the same guest on another seat
            await server.store.write(*(sa.insert(RESULTS).values(**row) for row in rows))
            person = await server.guests.load(ada.guest)
            found = (await record_of(server.store, Ratings(server.store), person))["games"]["quadropolis"]
            assert (found["matches"], sum(found["places"].values())) == (RECENT + 3, RECENT + 3)
            assert found["won"] == found["bots"][0]["ahead"] == (RECENT + 4) // 2
            assert found["bots"][0]["met"] == RECENT + 3 and found["bots"][0]["par"] == 40
            assert [one["table"] for one in found["latest"]] == [f"t{RECENT + 2 - n}" for n in range(LISTED)]
            towers = next(one for one in found["categories"] if one["key"] == "tower")
            assert towers["mine"] == 50, "of the latest ones alone"

    asyncio.run(run())


@pytest.mark.both_databases
def test_the_board_has_the_best_in_their_order(tmp_path, database):
    async def run():
        async with in_process(tmp_path, database()) as server:
            values = [(25 + n % 7, 1 + n % 3) for n in range(SHOWN + 20)]
            rows = [
                {"player": f"bot:{n}", "game": "quadropolis", "mu": mu, "sigma": sigma, "matches": 1}
                for n, (mu, sigma) in enumerate(values)
            ]
            await server.store.write(*(sa.insert(RATINGS).values(**row) for row in rows))
            lines = [line.rating.shown for line in await Ratings(server.store).board("quadropolis")]
            assert lines == sorted((Rating(*one).shown for one in values), reverse=True)[:SHOWN]

    asyncio.run(run())


def test_a_rated_match_of_an_own_kind_is_refused_and_consent_is_a_part_of_the_table(tmp_path):
    async def run():
        async with in_process(tmp_path) as server:
            ada = await new_guest(server)
            live = await new_table(server, ada, TableRequest("quadropolis", {"players": 2}, rated=True))
            assert live.table.rated and not live.table.seats[0].ready
            with pytest.raises(Exception, match="no hints"):
                await new_table(server, ada, TableRequest("quadropolis", hints=True, rated=True))

    asyncio.run(run())


def test_a_rated_match_and_a_puzzle_are_in_the_record(server):
    name = next(name for name in game_names() if puzzles_of(name))
    puzzle = max(puzzles_of(name).values(), key=lambda one: len(one.solution))  # nothing else reads so by chance
    with guest(server, "Ada") as ada:
        person = set_up(ada, "me", "bot:random", start=True, rated=True)
        play_on([person])

        def counted():
            games = ada.get("/api/me/record").json()["games"]
            return games.get("quadropolis", {}).get("rating")

        until(counted, "the match is counted")
        [latest] = ada.get("/api/me/record").json()["games"]["quadropolis"]["latest"]
        assert latest["table"] == person.table and latest["rated"]
        assert ada.put("/api/me/board", json={"board": True}).json() == {"board": True}
        assert "Ada" in [one["name"] for one in ada.get("/api/board/quadropolis").json()["lines"]]

        shown = ada.get(f"/api/puzzles/{name}/{puzzle.name}").json()
        assert shown["you"] == puzzle.seen().actor and puzzle.solution in [one["move"] for one in shown["legal"]]
        assert puzzle.solution not in str({key: value for key, value in shown.items() if key not in ("legal", "scene")})
        wrong = next(one["move"] for one in shown["legal"] if one["move"] != puzzle.solution and not one.get("amount"))

        def searched():
            answer = ada.post(f"/api/puzzles/{name}/{puzzle.name}", json={"move": wrong})
            return answer.json() if answer.status_code == 200 and answer.json()["chance"] is not None else None

        verdict = until(searched, "a bot's process has had the time to search")
        assert not verdict["right"] and verdict["best"] is None and verdict["moments"][0]["by"] == shown["you"]
        assert 0 <= verdict["chance"] <= 1 and verdict["solver"]["rating"] < 1200
        verdict = ada.post(f"/api/puzzles/{name}/{puzzle.name}", json={"move": puzzle.solution}).json()
        assert verdict["right"] and verdict["best"] == puzzle.solution and verdict["solver"]["solved"] == 0
        refused = ada.post(f"/api/puzzles/{name}/{puzzle.name}", json={"move": "nonsense"})
        assert refused.status_code == 422
        assert ada.get(f"/api/puzzles/{name}/00000000").status_code == 404
        assert ada.delete("/api/me/record").json() == {"deleted": True}
        assert ada.get("/api/me/record").json()["games"] == {}


def test_strangers_may_look_at_puzzles_and_have_no_record(client):
    assert client.get("/api/me/record").status_code == 401
    found = client.get("/api/puzzles").json()["games"]
    assert set(found) == {name for name in game_names() if puzzles_of(name)}
