"""The guide of Metropolys: what it counts is in the box and in the docs. That it can be shown, played and said the
kit tries."""

import json
import random
import re
from functools import partial

import pytest

import tripolis
from tests.books import match_of, picture_of
from tests.metropolys.positions import names
from tripolis.engine.guide import Items, Table, start, walk
from tripolis.engine.testing.words import messages
from tripolis.engine.words import LANGUAGES, words
from tripolis.games.metropolys import GAME
from tripolis.games.metropolys.book import facts
from tripolis.games.metropolys.box.reader import EXPERT_CARDS
from tripolis.games.metropolys.face.goals import goal_fields, groups, highest_holders
from tripolis.games.metropolys.face.labels import CATEGORY_NAMES
from tripolis.games.metropolys.rules.state import FIELD_NAMES, HEIGHT, SEAT_STEP, Area, Reason, Token

GUIDE, RULINGS, TOUR, aid = GAME.book.guide, GAME.book.rulings, GAME.book.tour, GAME.book.aid
FACTS = facts()
TABLES = [(mode, players) for mode in ("family", "expert") for players in (2, 3, 4)]


picture = partial(picture_of, GAME)
at = partial(match_of, GAME)
TABLE = picture("The city")
NEIGHBOURS = picture("Neighbours")
BUILDINGS = picture("Buildings and goals")
OUTBID = picture("A call for tender")
ENCLOSED = picture("The end of a call")
CARDS = picture("Tokens and cards")
FAMILY = picture("Family: the goal")
STATUES = picture("Expert: two goals")
HIGHEST = picture("Expert: the highest building")


def marked(picture):
    return {sprite.removeprefix("field-") for sprite in picture.marked}


def targets(match):
    """The fields on which a building can be put."""
    return {re.sub(r"^\d+", "", move.text) for move in match.legal()} - {"-"}


# --------------------------------------------------------------------- rules


@pytest.mark.parametrize(("picture", "least"), [(NEIGHBOURS, 6), (OUTBID, 10)], ids=["neighbours", "outbid"])
def test_the_marked_fields_are_those_of_the_next_bid(picture, least):
    match = at(picture)
    assert marked(picture) == targets(match)
    assert min(int(re.match(r"\d+", move.text)[0]) for move in match.legal() if move.text != "-") == least


def test_marked_pieces_are_what_the_captions_say():
    s = at(TABLE).position.record
    lying = {name: Token(int(s.token[FIELD_NAMES.index(name)])) for name in ("w1", "w2", "w3", "w10")}
    assert lying == {"w1": Token.SUBWAY, "w2": Token.SITE, "w3": Token.TRENDY, "w10": Token.NONE}
    firsts = [next(value for value in range(1, 14) if HEIGHT[value] == height) for height in (1, 2, 3)]
    assert BUILDINGS.marked == tuple(f"building-0-{value}" for value in firsts)
    assert at(OUTBID).position.record.passed == 1 << 2


def test_the_enclosed_field_is_won_at_once():
    match = at(ENCLOSED)
    neighbours = names(match.game.plain_box.neighbours[FIELD_NAMES.index("n10")])
    assert neighbours == {"n8"} and match.position.record.built[FIELD_NAMES.index("n8")]
    match.play("1n10")
    assert match.position.record.n_bids == 0 and match.position.record.own[0] >> FIELD_NAMES.index("n10") & 1


def test_cards_and_tokens_are_with_whom_the_caption_says():
    s = at(CARDS).position.record
    assert [list(map(int, s.tokens[seat])) for seat in (0, 1)] == [[1, 1, 0], [0, 0, 1]]
    assert (s.subway_card, s.site_card) == (0, 1)


def test_goals_of_the_pictures_count_as_the_account_does():
    family = at(FAMILY)
    near, _ = goal_fields(family.seen_by(0).plain, family.game.plain_box, 0)
    own = names(family.position.record.own[0])
    assert family.position.record.goal[0][0] == Area.LAKES
    assert marked(FAMILY) == own <= {FIELD_NAMES[field] for field in near}
    assert family.scores()[0]["area"] == FAMILY.caption.args["points"]
    expert = at(STATUES)
    found = groups(expert.position, expert.position.plain, 0)
    assert expert.over and {group.area for group in found} == {Area.STATUES}
    assert marked(STATUES) == {name for group in found for name in group.fields} and len(found) == 3
    assert expert.scores()[0]["area"] == STATUES.caption.args["points"]


def test_the_east_belongs_to_who_has_two_large_buildings():
    position = at(HIGHEST).position
    assert HIGHEST.caption.args["points"] == position.game.plain_box.highest_points
    assert highest_holders(position.plain, position.game.plain_box)[1] == [2]
    heights = {0: [], 1: [], 2: []}
    for field, name in enumerate(FIELD_NAMES):
        building = int(position.record.built[field])
        if building and name[0] == "e":
            heights[building // SEAT_STEP].append(int(HEIGHT[building % SEAT_STEP]))
            assert (name in marked(HIGHEST)) == (building // SEAT_STEP == 2)
    assert {seat: sorted(found) for seat, found in heights.items()} == {0: [1, 2, 3], 1: [3], 2: [3, 3]}


def test_numbers_of_the_rules_are_those_of_the_box():
    pieces = json.loads(GAME.rules.standard_box()["pieces.json"])
    points = dict(pieces["points"])
    family, expert = points.pop("family"), points.pop("expert")
    assert set(family.values()) == {FACTS["points"]["family"]}
    assert {name: abs(n) for name, n in {**points, **expert, "family": 3}.items()} == FACTS["points"]
    (args,) = (text.args for text in steps("setup") if "centre" in text.args)
    assert args == pieces["places"]
    for players, shown in zip((4, 3, 2), picture_args(), strict=True):
        assert shown == sum(GAME.configure(players=players).plain_box.tokens)
        assert shown == args["centre"] + players * args["outer"]


def steps(name):
    """The items of the lists of a section."""
    return [item for block in section(name).blocks if isinstance(block, Items) for item in block.items]


def section(name):
    return next(section for section in GUIDE if section.name == name)


def rows(name):
    """The rows of the table of a section by their first cell."""
    (table,) = (block for block in section(name).blocks if isinstance(block, Table))
    return {str(first): [str(cell).replace("−", "-") for cell in others] for first, *others in table.rows}


def picture_args():
    """How many tokens the pictures of the set-up show."""
    return [next(iter(picture.caption.args.values())) for picture in section("setup").pictures[:3]]


def test_the_set_up_is_drawn_for_every_number_of_players():
    for players, picture in zip((4, 3, 2), section("setup").pictures, strict=False):
        match = at(picture)
        assert match.game.players == players and not match.moves
        assert sum(1 for token in match.position.record.token if token) == next(iter(picture.caption.args.values()))


def test_the_box_is_listed_as_it_is():
    pieces = json.loads(GAME.rules.standard_box()["pieces.json"])
    tokens = list(map(int, GAME.configure(players=4).plain_box.tokens))
    numbers = [list(map(int, re.findall(r"\d+", str(item)))) for item in steps("box")]
    assert numbers[0] == [1, FACTS["fields"], FACTS["districts"]]
    assert numbers[1] == [4 * FACTS["buildings"], FACTS["buildings"], 4, 1, FACTS["buildings"]]
    assert numbers[2] == [sum(tokens), *tokens]
    assert numbers[4:6] == [[len(pieces["points"]["family"])], [len(EXPERT_CARDS), FACTS["kinds"], FACTS["districts"]]]


def test_fewer_players_take_out_what_the_rules_take_out():
    table = rows("fewer")
    full = list(map(int, GAME.configure(players=4).plain_box.tokens))
    names = ("Trendy neighbourhoods", "Subway stations", "Archaeological sites")
    for column, players in enumerate((4, 3, 2)):
        game = GAME.configure(players=players, mode="family")
        left = list(map(int, game.plain_box.tokens))
        out = [int(table[f"{name} to take out"][column]) for name in names]
        assert out == [all_of - some for all_of, some in zip(full, left, strict=True)]
        assert int(table["Tokens left"][column]) == sum(left)
        assert int(table["Unused outer districts"][column][0]) == 4 - players
        assert int(table["Family goal cards"][column][0]) == game.plain_box.n_cards


def test_the_worked_score_is_that_of_the_match():
    match, table = at(HIGHEST), rows("example")
    scores = match.scores()
    named = {str(name): key for key, name in CATEGORY_NAMES.items()}
    named |= {"Subway card": "subway_card", "Archaeological site card": "site_card"}
    for name, cells in table.items():
        counted = [score.total if name == "Total" else score[named[name]] for score in scores]
        assert list(map(int, cells)) == counted, name
    assert (
        match.over
        and len(table) == 9
        and highest_holders(match.position.plain, match.game.plain_box) == [[], [2], [1], [0], [1]]
    )
    s = match.position.record
    assert [tuple(map(int, s.goal[seat])) for seat in range(3)] == [
        (Area.STATUES, 1),
        (Area.DISTRICTS, 3),
        (Area.BRIDGES, 2),
    ]
    assert [int(s.tokens[seat][Token.SUBWAY - 1]) for seat in (1, 2)] == [2, 2] and s.subway_card == 2


def test_the_goals_are_worth_what_the_tables_say():
    points = FACTS["points"]
    named = {"Bridges": "bridges", "Statues": "statues", "Lakes": "lakes", "Districts": "districts", "Chains": "chains"}
    assert {name: int(cells[1]) for name, cells in rows("goals").items()} == {
        n: points[key] for n, key in named.items()
    }
    assert [int(cells[0]) for cells in rows("tokens").values()] == [
        points["trendy"],
        points["subway"],
        points["subway_card"],
        -points["site"],
        -points["site_card"],
    ]


# ------------------------------------------------------------------- rulings


def test_every_ruling_is_there():
    assert [ruling.number for ruling in RULINGS] == [str(n) for n in range(1, 27)]


# ----------------------------------------------------------------------- aid


@pytest.mark.parametrize(("mode", "players"), TABLES)
def test_the_aid_counts_what_is_left(mode, players):
    match, chance = tripolis.game("metropolys", mode=mode, players=players).new(players), random.Random(1)
    while not match.over:
        match.play(chance.choice(match.position.legal_numbers()))
        if len(match.moves) % 9 and not match.over:
            continue
        s = match.position.record
        *others, buildings, tokens = aid(match.seen_by(0))
        assert len(others) == (5 if mode == "expert" else 3)
        for seat, (_, built, left) in enumerate(buildings.rows):
            lying = [int(s.bid[i]) % SEAT_STEP for i in range(int(s.n_bids)) if int(s.bid[i]) // SEAT_STEP == seat]
            supply = [value for value in range(1, 14) if int(s.supply[seat]) >> (value - 1) & 1]
            assert int(built) == s.n_built[seat]
            assert left.replace("–", "").split() == [str(value) for value in sorted(supply + lying)]
        lie = [int(s.token[field]) for field in range(len(FIELD_NAMES)) if not s.built[field]]
        for token, row in zip((Token.TRENDY, Token.SUBWAY, Token.SITE), tokens.rows, strict=True):
            in_all, on_map, *taken = map(int, row[1:])
            assert in_all == match.game.plain_box.tokens[token - 1] == on_map + sum(taken)
            assert on_map == lie.count(token)
            assert taken == [int(s.tokens[seat][token - 1]) for seat in range(players)]


# ---------------------------------------------------------------------- tour


def tour_at_its_end():
    match = start(GAME, TOUR.options, TOUR.seed)
    for step in TOUR.steps:
        match.play(*filter(None, (step.move, *step.replies)))
    return match


def test_the_tour_ends_in_the_middle_of_the_match():
    assert not tour_at_its_end().over


def test_the_tour_tells_the_truth():
    steps = [(step, match.position.copy(), match.scores()) for step, match in walk(GAME, TOUR)]
    for step, position, (mine, theirs) in steps:
        args = step.text.args
        if "total" in args:
            assert args["total"] == mine.total
        if "area" in args:
            assert (args["area"], args["subway"], args["card"]) == (mine["area"], mine["subway"], mine["subway_card"])
        elif "card" in args:
            assert (args["site"], args["card"]) == (-theirs["site"], -theirs["site_card"])
        elif "trendy" in args:
            worth = {name: FACTS["points"][name] for name in ("trendy", "subway", "site")}
            assert {name: args[name] for name in worth} == worth
        if "goal-0-area" in step.sprites:
            assert position.record.goal[0][0] == Area.LAKES and args["points"] == FACTS["points"]["family"]
    first = steps[0][1].record
    assert {FIELD_NAMES[field][0] for field in range(len(FIELD_NAMES)) if not int(first.fields) >> field & 1} == {*"es"}
    outbid = next(position for step, position, _ in steps if step.move == "8c12")
    assert outbid.why_not("5c12").code == Reason.TOO_LOW and outbid.why_not("8c6").code == Reason.NOT_BESIDE
    lakes = outbid.game.plain_box.lake
    assert sum(int(lake) >> FIELD_NAMES.index("c12") & 1 for lake in lakes) == 2


# --------------------------------------------------------------------- words


@pytest.mark.parametrize("lang", LANGUAGES[1:])
def test_translations_name_the_same_fields_and_numbers(lang):
    """A tour that says another field than the one to be clicked would mislead."""
    spoken = words(lang, GAME)
    for message in messages((GUIDE, RULINGS, TOUR)):
        numbers = sorted(re.findall(r"\b[neswc]?\d+", str(message)))
        assert sorted(re.findall(r"\b[neswc]?\d+", spoken.render(message))) == numbers, message
