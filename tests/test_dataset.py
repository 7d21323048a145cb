"""Datasets of what bots decide: written as Parquet, read back as examples and arrays."""

import json

import numpy as np
import pytest

pq = pytest.importorskip("pyarrow.parquet")

import tripolis  # noqa: E402
from tests.arena.house import House  # noqa: E402
from tripolis.dataset.loader import load  # noqa: E402
from tripolis.dataset.make import Recipe, make  # noqa: E402
from tripolis.engine.errors import BadOptions  # noqa: E402

SETTINGS = {"players": 2}


@pytest.fixture(scope="module")
def file(tmp_path_factory):
    """A small dataset: a search and a quick choice."""
    file = tmp_path_factory.mktemp("sets") / "small.parquet"
    make(Recipe("metropolys", SETTINGS, ("mcts:20", "greedy"), games=3), file)
    return file


def test_a_row_is_a_decision_of_a_match_that_can_be_played_again(file):
    data = load(file)
    assert data.game == tripolis.game("metropolys", **SETTINGS)
    matches = {}
    for one in data:
        match = matches.setdefault(one.match, data.game.new(one.seed))
        while len(match.legal_numbers()) == 1:
            match.play(match.legal_numbers()[0])  # what is forced is no decision
        assert (len(match), match.actor) == (one.ply, one.seat)
        assert one.position == match.seen_by(one.seat)
        assert match.position.move(one.action).text == one.move
        match.play(one.action)
        ends = {line.match: (line.points, line.places) for line in data}
    for number, match in matches.items():
        while not match.over:
            match.play(match.legal_numbers()[0])
        assert ends[number] == (tuple(account.total for account in match.scores()), tuple(match.ranks()))
    assert len(matches) == 3


def test_a_search_leaves_its_visits_and_bots_change_seats(file):
    data = load(file)
    assert {one.bot for one in data} == {"mcts:20", "greedy"}
    for one in data:
        assert bool(one.visits) == (one.bot == "mcts:20")
        assert not one.visits or max(one.visits.values()) == one.visits[one.action]
        assert one.bot == ("mcts:20", "greedy")[(one.seat + one.match) % 2]


def test_a_strength_that_searches_leaves_its_visits_too(tmp_path):
    make(Recipe("metropolys", SETTINGS, ("strong", "random"), games=1), tmp_path / "strong.parquet")
    visits = {one.bot: len(one.visits) for one in load(tmp_path / "strong.parquet")[:6]}
    assert visits["strong"] > 1 and visits["random"] == 0


def test_a_row_tells_what_the_seat_may_know_and_nothing_else(file):
    for one in load(file)[:40]:
        assert one.position.observer == one.seat
        assert one.position.seen_by(one.seat) == one.position
        assert "seed=" not in one.text


def test_batches_hold_every_decision_once_in_an_order_by_seed(file):
    data = load(file)
    plain, shuffled, again = (list(data.batches(50, seed)) for seed in (None, 7, 7))
    texts = [[one.text for batch in batches for one in batch.examples] for batches in (plain, shuffled, again)]
    assert texts[0] == [one.text for one in data] != texts[1] == texts[2]
    assert sorted(texts[0]) == sorted(texts[1])
    batch = plain[0]
    assert batch.features.shape == (50, data.game.n_features)
    assert (batch.features[3] == data[3].position.features()).all()
    assert np.allclose(batch.policy.sum(1), 1) and (batch.policy[batch.masks == 0] == 0).all()
    assert all(batch.masks[i, action] for i, action in enumerate(batch.actions))
    ends = {1: 1.0, 2: -1.0} | ({1: 0.0} if (1, 1) in {one.places for one in batch.examples} else {})
    assert all(worth in ends.values() for worth in batch.worth)


def test_features_are_written_on_demand_and_are_what_the_position_says(tmp_path):
    recipe = Recipe("quadropolis", SETTINGS, ("random",), games=1, features=True)
    make(recipe, tmp_path / "with.parquet")
    data = load(tmp_path / "with.parquet")
    (batch,) = data.batches(1000)
    assert data.about["features"] == data.game.features_version
    assert batch.features.dtype == np.int8
    assert (batch.features == [one.position.features() for one in data]).all()


@pytest.mark.parametrize(
    ("recipe", "sentence"),
    [
        ({"bots": ()}, "A dataset needs at least one bot."),
        ({"games": 0}, "A dataset needs at least one game."),
        ({"bots": ("nobody",)}, "There is no bot called nobody"),
    ],
)
def test_an_impossible_dataset_is_refused(recipe, sentence):
    with pytest.raises(BadOptions, match=sentence):
        Recipe(**{"game": "metropolys", "settings": SETTINGS, "bots": ("random",), "games": 1} | recipe)


def test_what_is_no_dataset_is_refused(tmp_path):
    (tmp_path / "text").write_text("match,move\n")
    for name, sentence in {"text": "is not a dataset of Tripolis", "nothing": "no such file"}.items():
        with pytest.raises(BadOptions, match=sentence):
            load(tmp_path / name)


def test_a_dataset_of_other_rules_is_refused(file, tmp_path):
    table = pq.read_table(file)
    about = json.loads(table.schema.metadata[b"tripolis"]) | {"rules": 99}
    pq.write_table(table.replace_schema_metadata({"tripolis": json.dumps(about)}), tmp_path / "old.parquet")
    with pytest.raises(BadOptions, match="rules version 99"):
        load(tmp_path / "old.parquet")


def test_the_command_makes_one_alike_with_one_process_or_two_and_shows_it(tmp_path):
    house = House(tmp_path)
    for jobs in (1, 2):
        arguments = ("toy", "--bots", "random", "--games", 2, "--jobs", jobs, "--out", f"{jobs}.parquet")
        made = house.tripolis("dataset", "make", *arguments)
    one, two = (pq.read_table(tmp_path / f"{jobs}.parquet") for jobs in (1, 2))
    assert one.equals(two) and f"2.parquet: {one.num_rows} decisions." in made
    shown = house.tripolis("dataset", "show", "1.parquet", "--rows", "1")
    assert shown.splitlines()[0].startswith("The Toy (players=3") and "Games: 2. Bots: random. Seed: 1." in shown
    assert len(shown.splitlines()) == 4
