"""Calculators, the score helper and the track builder: steps, clicks, state, verdict."""

import pytest

import tripolis
from tests.editors import assert_fields_are_steps, assert_kept_for_others, assert_refused
from tripolis import BadCity, BadNotation, BadOptions
from tripolis.games.ubuild import rent_of, score_table
from tripolis.games.ubuild.box.files import read_box
from tripolis.games.ubuild.box.freestyle import CONDITIONS
from tripolis.games.ubuild.face.labels import amount_text
from tripolis.games.ubuild.helper.builder import TrackBuilder
from tripolis.games.ubuild.helper.editor import TableEditor
from tripolis.games.ubuild.helper.score import count_by_hand
from tripolis.games.ubuild.rules.state import DISTRICT_IDS


def test_the_rulebook_example_of_rent_by_calculator():
    """p. 12: 7M by our reading."""
    rent = rent_of("p3", 2, 4, hazard=True, skyscraper=True)
    assert rent.total == 700 and rent.plain == 350
    assert [str(reason) for reason in rent.reasons()] == [
        "A hazard touches it: only industrial blocks count.",
        "4 blocks count: 3.5M",
        "The colour has a skyscraper: doubled.",
    ]
    assert rent_of("p3", 2, 4, hazard=True, skyscraper=True, tower=True).total == 700
    assert rent_of("p3", 2, mortgaged=True).total == 0
    with pytest.raises(BadCity):
        rent_of("p3", 5, 4)
    with pytest.raises(BadCity):
        rent_of("p9")


def test_a_table_given_as_data():
    data = {
        "players": [
            {"cash": "3.5M", "districts": {"p3": {"residential": 2, "industrial": 4, "hazard": True}, "p1": {}}},
            {"cash": "10.5M", "districts": {"l1": {"mortgaged": True}, "o1": {"residential": 1}}},
        ],
        "skyscrapers": ["pink"],
        "tower": "o1",
    }
    accounts = score_table(data)
    assert [account.points for account in accounts] == [{"cash": 350, "rents": 720}, {"cash": 1050, "rents": 140}]
    assert [account.place for account in accounts] == [2, 1]
    for wrong in (
        {},
        {"players": []},
        {"players": [{"cash": 5}]},
        {"players": [{"cash": "5M", "districts": {"p3": {"residential": 9}}}]},
        {"players": [{"districts": {"p3": {}}}, {"districts": {"p3": {}}}]},
        {"players": [{}], "tower": "p3"},
        {"players": [{}], "skyscrapers": ["mauve"]},
        {"players": [{"districts": {"p9": {}}}]},
    ):
        with pytest.raises(BadCity):
            score_table(wrong)


def test_places_are_those_of_the_rules():
    """R34: worth, then cash, then districts, then a shared place; a single player is first."""
    base, poor = {"p1": {}}, {"p1": {"mortgaged": True}}
    players = [{"cash": "1M"}, {"cash": "900k", "districts": {"p2": {}}}, {"cash": "1M", "districts": poor}]
    assert [account.total for account in score_table({"players": players})] == [100, 100, 100]
    assert [account.place for account in score_table({"players": players})] == [2, 3, 1]
    assert [account.place for account in score_table({"players": [{"cash": "1M"}, {"cash": "1M"}, {}]})] == [1, 1, 3]
    data, lines = count_by_hand({"players": [{"districts": base}]}, str)
    assert data["ranks"] == [1] and lines == ["Player 1: cash 0, worth 100k, place 1"]


def test_a_mortgage_put_in_by_hand_is_what_the_bank_lends():
    """p. 13: the rent not doubled, beside a hazard without residential blocks."""
    editor = TableEditor.from_state("classic.0_0.p3-1r2i4hm.sky-p")
    assert editor.position().record.mortgage[DISTRICT_IDS.index("p3")] == 350


def test_worth_agrees_with_the_rules_at_the_end_of_matches():
    """The same table, once scored by the rules and once by the calculator."""
    for seed in range(4):
        game = tripolis.game("ubuild", track="classic", players=3)
        match = game.new(seed)
        while not match.over:
            match.play(int(game.call("call_choose")(match.seen_by(match.actor).records, game.box, game.work)))
        s = match.position.plain
        editor = TableEditor("classic", 3)
        for seat in range(3):
            editor.play(f"{seat + 1}c={amount_text(s.cash[seat])}")
        for d, name in enumerate(DISTRICT_IDS):
            if s.owner[d] >= 0:
                editor.play(f"{name}={s.owner[d] + 1}")
                editor.play(f"{name}r={s.blocks[d][0]}")
                editor.play(f"{name}i={s.blocks[d][1]}")
                if s.beside_hazard >> d & 1:
                    editor.play(f"{name}h")
                if s.mortgaged >> d & 1:
                    editor.play(f"{name}m")
                if s.tower[1] == d:
                    editor.play(f"tower:{name}")
        for _, home in s.skyscraper:
            if home >= 0:
                editor.play(f"sky:{DISTRICT_IDS[home]}")
        assert [account.total for account in editor.verdict()] == [account.total for account in match.scores()]
        again = TableEditor.from_state(editor.state)
        assert again.state == editor.state and again.table == editor.table


@pytest.mark.parametrize(
    ("step", "error"),
    [
        ("hello", BadNotation),
        ("7c=1M", BadNotation),
        ("3c=1M", BadCity),
        ("1c=15k", BadCity),
        ("b1=1", BadCity),
        ("p3=3", BadCity),
        ("p3r=2", BadCity),
        ("p3r=9", BadNotation),
        ("tower:p3", BadCity),
    ],
)
def test_wrong_steps_of_the_score_helper_change_nothing(step, error):
    assert_refused(TableEditor("classic", 2), step, error)


@pytest.mark.parametrize(
    "text", ["", "classic", "classic.1", "classic.1_2.p9-1", "classic.1_2.p3-4", "moon.1_2", "classic.1_2.tower-p3"]
)
def test_wrong_states_of_the_score_helper_are_refused(text):
    with pytest.raises(BadCity):
        TableEditor.from_state(text)


def test_fields_hold_cash_blocks_marks_skyscrapers_and_the_tower():
    editor = TableEditor("classic", 2)
    for step in ("1c=12.5M", "p3=1", "p3r=2", "l1=2"):
        editor.play(step)
    fields = {field.step: field for field in editor.fields()}
    assert fields["1c={}M"].value == "12.5" and fields["p3r={}"].most == 8 and fields["p3i={}"].most == 6
    assert (fields["p3r={}"].seat, fields["l1h"].seat, fields["sky:l1"].seat) == (0, 1, -1)
    assert [value for value, _ in fields["tower:{}"].choices] == ["", "l1", "p3"]
    assert_fields_are_steps(editor)
    editor.play("tower:p3")
    editor.play("tower:")
    assert editor.table.tower == ""
    assert not [field for field in TableEditor("starter").fields() if "tower" in field.step]


# ---------------------------------------------------------------------- builder


def test_a_track_is_built_tile_by_tile():
    """The Starter track, step by step; at the end nothing is wrong and it can be played."""
    builder = TrackBuilder("starter")
    plan = read_box().standard["starter"]
    assert not builder.playable
    steps = iter(plan.text.split(":")[2])
    for n, tile in enumerate(plan.tiles):
        size = 2 if tile.name in read_box().doubles else 1
        way = "".join(next(steps) for _ in range(size - (n == 0)))
        builder.play(f"{tile.text}@{way}")
    assert builder.state == plan.text and builder.playable
    assert [verdict.level for verdict in builder.verdict()] == ["ok"] * len(CONDITIONS)
    tripolis.game("ubuild", track=builder.state)
    builder.play("undo")
    assert {v.code for v in builder.verdict() if v.level == "error"} == {"H4"}
    builder.play("turn:2")
    assert "-BB" in builder.state
    builder.play("clear")
    assert builder.plan.tiles == ()


def test_templates_random_tracks_and_railroads():
    builder = TrackBuilder()
    for kind in ("starter", "classic", "pro"):
        builder.play(f"template:{kind}")
        assert builder.state == read_box().standard[kind].text
        builder.play(f"random:{kind}:7")
        assert builder.playable
        builder.play(f"random:{kind}:7:broken")
        assert builder.playable and len(builder.plan.railroads) == 2
        rail = builder.plan.railroads[0]
        builder.play(f"rail:x{rail[0]}y{rail[1]}z")
        assert not builder.playable
    builder.play("kind:starter")
    assert {v.code for v in builder.verdict() if v.level == "error"} >= {"S1", "K4"}


@pytest.mark.parametrize(
    "step", ["ZZ@0", "GO@", "-GO@0", "LL@0", "turn:1", "LL", "BRIDGE@9", "rail:x1", "random:moon:1"]
)
def test_wrong_steps_of_the_builder_change_nothing(step):
    builder = TrackBuilder()
    builder.play("GO@")
    before = builder.state
    with pytest.raises((BadNotation, BadOptions)):
        builder.play(step)
    assert builder.state == before


def test_a_place_holds_one_tile():
    builder = TrackBuilder()
    builder.play("GO@")
    builder.play("JAIL@0")
    with pytest.raises(BadNotation):
        builder.play("LL@30")


def test_another_number_of_players_keeps_what_was_put_in():
    assert_kept_for_others(TableEditor("classic", 2), "1c=3M", "p1=1", "p1r=2", "p2=2", "sky:p1")
