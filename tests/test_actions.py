"""Declared actions: numbers count through verbs and axes, and everything else is made from the declaration."""

from types import FunctionType, SimpleNamespace

import numpy as np
import pytest

import tripolis
from tripolis.engine.actions import Actions, Notation, Spelling, Verb
from tripolis.engine.cache import digest_of
from tripolis.engine.errors import BadNotation
from tripolis.engine.record import PLAIN, compile_driver
from tripolis.engine.words import Message

ACTIONS = Actions(
    Verb("lay", slot=3, number=range(1, 6)),
    Verb("pass"),
    Verb("move", piece=2, to=3, by=range(2, 4)),
    Verb("bid", listed=False, amount=range(1, 30)),
    free="pass bid",
    placing="lay move",
)
MOVES = Notation(
    ACTIONS,
    texts={"lay": "{number}{slot}", "pass": "-"},
    clicks={
        "lay": "mine-{actor}-{number} at-{slot.number}",
        "pass": "pass",
        "move": "piece-{piece} at-{to} by-{by}",
        "bid": lambda s, b, amount: ["more"] * amount,
    },
    axes={
        "slot": ("n1", "N2", "w10"),
        "piece": Spelling(lambda s, piece: s.at[piece], lambda s, text: s.at.index(text) if text in s.at else None),
        "to": ("a", "ab", "b"),
        "amount": Spelling(lambda s, n: f"{n}k", lambda s, text: int(text[:-1]) if text[:-1].isdecimal() else None),
    },
    wrong=lambda text: Message("{text} is no move.", text=text),
)
HERE = SimpleNamespace(actor=1, at=["x", "y"])
act = ACTIONS.rules(__name__)


def test_numbers_count_through_verbs_and_axes():
    assert [ACTIONS.split(n) for n in (0, 4, 5, 14, 15, 16, 27, 28, 56)] == [
        ("lay", 0, 1), ("lay", 0, 5), ("lay", 1, 1), ("lay", 2, 5), ("pass",),
        ("move", 0, 0, 2), ("move", 1, 2, 3), ("bid", 1), ("bid", 29),
    ]  # fmt: skip
    assert ACTIONS.count == 57 and ACTIONS.unlisted == range(28, 57)
    for number in range(ACTIONS.count):
        assert ACTIONS.number(*ACTIONS.split(number)) == number


@pytest.mark.parametrize("number", [-1, 57])
def test_numbers_outside_are_refused(number):
    with pytest.raises(ValueError, match="no action"):
        ACTIONS.split(number)


@pytest.mark.parametrize("parts", [("lay", 3, 1), ("lay", 0, 0), ("bid", 30), ("bid",), ("pass", 1)])
def test_parts_outside_of_their_axes_are_refused(parts):
    with pytest.raises(ValueError, match=r"outside|zip"):
        ACTIONS.number(*parts)


def rules_agree(numbers):
    """As a rule uses it: the number, verb and parts of each action, made again."""
    for action in range(len(numbers)):
        if act.is_lay(action):
            numbers[action] = act.lay(act.lay_slot(action), act.lay_number(action))
        elif action == act.PASS:
            numbers[action] = act.PASS
        elif act.is_move(action):
            numbers[action] = act.move(act.move_piece(action), act.move_to(action), act.move_by(action))
        elif act.is_bid(action):
            numbers[action] = act.bid(act.bid_amount(action))


def test_rules_make_the_same_of_every_number():
    numbers = np.full(ACTIONS.count, -1)
    (rules_agree if PLAIN else compile_driver(rules_agree))(numbers)
    assert numbers.tolist() == list(range(ACTIONS.count))


def test_another_declaration_is_other_compiled_code():
    def digest(actions):
        names = {**globals(), "act": actions.rules(__name__)}
        return digest_of(FunctionType(rules_agree.__code__, names, "rules_agree"))

    verbs = [Verb("lay", slot=3, number=range(1, 6)), Verb("pass"), Verb("move", piece=2, to=3, by=range(2, 4))]
    assert digest(ACTIONS) == digest(Actions(*verbs, Verb("bid", listed=False, amount=range(1, 30))))
    assert digest(ACTIONS) != digest(Actions(*verbs, Verb("bid", listed=False, amount=range(30))))


def test_rules_find_the_same_parts():
    of = {name: getattr(rule, "py_func", rule) for name, rule in vars(act).items() if callable(rule)}
    for number in range(ACTIONS.count):
        name, *parts = ACTIONS.split(number)
        verb = ACTIONS.verbs[name]
        assert [of[f"{name}_{axis}"](number) for axis in verb.axes] == parts
        assert [group for group in ACTIONS.groups if of[f"is_{group}"](number)] == [
            "free" if name in ("pass", "bid") else "placing"
        ]
        assert [one for one, its in ACTIONS.verbs.items() if its.axes and of[f"is_{one}"](number)] == [name] * bool(
            parts
        )


def test_texts_and_clicks_lead_to_one_action_each():
    texts = [MOVES.write(HERE, None, number) for number in range(ACTIONS.count)]
    assert (
        texts[:2] == ["1n1", "2n1"]
        and texts[14:18] == ["5w10", "-", "move:x:a:2", "move:x:a:3"]
        and texts[28] == "bid:1k"
    )
    for number, text in enumerate(texts):
        for spelled in (text, text.upper()):
            at = SimpleNamespace(actor=1, at=HERE.at if spelled == text else ["X", "Y"])
            assert MOVES.read(at, None, spelled) == number
    paths = [tuple(MOVES.path(HERE, None, number)) for number in range(ACTIONS.count)]
    assert len(set(paths)) == ACTIONS.count
    assert paths[0] == ("mine-1-1", "at-0") and paths[16] == ("piece-x", "at-a", "by-2") and len(paths[30]) == 3


def test_what_depends_on_the_position_is_asked_every_time():
    moved, other = SimpleNamespace(actor=0, at=["y", "z"]), ACTIONS.number("move", 0, 0, 2)
    assert MOVES.write(HERE, None, other) == "move:x:a:2" and MOVES.write(moved, None, other) == "move:y:a:2"
    assert MOVES.read(HERE, None, "move:y:b:3") != MOVES.read(moved, None, "move:y:b:3")
    assert MOVES.path(moved, None, 0)[0] == "mine-0-1" and MOVES.path(HERE, None, 0)[0] == "mine-1-1"


@pytest.mark.parametrize(
    "text", ["", "6n1", "0n1", "1n", "1n1 ", "move:z:a:2", "move:x:c:2", "bid:30k", "bid:0k", "bid:k", "pass", "1N1\n"]
)
def test_other_texts_are_no_moves(text):
    with pytest.raises(BadNotation, match="is no move"):
        MOVES.read(HERE, None, text)


def test_learners_have_a_name_for_every_action():
    names = [MOVES.name(number) for number in range(ACTIONS.count)]
    assert len(set(names)) == ACTIONS.count
    assert names[5] == "lay slot N2 number 1" and names[15] == "pass" and names[27] == "move piece 1 to b by 3"


@pytest.mark.parametrize(
    ("wrong", "sentence"),
    [
        (lambda: Actions(Verb("a"), Verb("a")), "declared twice"),
        (lambda: Actions(Verb("a", listed=False), Verb("b", listed=False)), "only one verb"),
        (lambda: Actions(Verb("a", b=2), Verb("a_b", c=2)).rules("x"), "both need the name a_b"),
        (lambda: Actions(Verb("a"), b="a c"), "not declared: c"),
        (lambda: Actions(Verb("a", x=2), a="a").rules("x"), "both need the name is_a"),
        (lambda: notation(Verb("a"), clicks={}), "no clicks for a"),
        (lambda: notation(Verb("a"), texts={"b": "b"}, clicks={"a": "a"}), "no verb b"),
        (lambda: notation(Verb("a", x=2), texts={"a": "a"}, clicks={"a": "a"}), "each axis of a once"),
        (lambda: notation(Verb("a", x=2), clicks={"a": "a"}, axes={"x": ("one",)}), "2 numbers, but 1 words"),
    ],
)
def test_a_wrong_declaration_gets_a_sentence(wrong, sentence):
    with pytest.raises(ValueError, match=sentence):
        wrong()


def notation(verb, clicks, texts=(), axes=()):
    return Notation(Actions(verb), texts=dict(texts), clicks=clicks, axes=dict(axes), wrong=Message)


@pytest.mark.parametrize("name", tripolis.game_names())
def test_learners_have_a_name_for_every_action_of_every_game(name):
    game = tripolis.game(name)
    names = [game.action_name(number) for number in range(game.n_actions)]
    assert len(set(names)) == game.n_actions


def test_names_of_actions_are_those_of_the_game():
    assert tripolis.game("quadropolis").action_name(7) == "lay slot N2 number 3"
    assert tripolis.game("metropolys").action_name(715) == "pass"
    ubuild = tripolis.game("ubuild")
    assert ubuild.action_name(ubuild.n_actions - 1) == "bid amount 300M"
