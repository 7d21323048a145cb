"""The kit's checks of scenes, words, book, helper and catalogues: a toy with all rooms passes, and broken ones go
red with a sentence."""

import itertools
import random
from dataclasses import replace

import pytest

from tests.toy import TOY
from tests.toy.furnished import BOOK, PICTURE, CoinEditor, changed, furnished, scene, with_area, without_passing
from tripolis.engine.cards import Card, CardTable, Fact
from tripolis.engine.choices import Composing
from tripolis.engine.errors import BadNotation
from tripolis.engine.guide import AidTable, Ruling, Section, Step
from tripolis.engine.moves import Move
from tripolis.engine.prompts import click_sets, prompt
from tripolis.engine.rooms import Helper, Icons, Outlook
from tripolis.engine.scene import Chip
from tripolis.engine.testing import GameFault, check_book, check_helper, check_names
from tripolis.engine.testing.book import check_aid
from tripolis.engine.testing.matches import random_match
from tripolis.engine.testing.scenes import check_looks, check_scene
from tripolis.engine.testing.steps import check_steps
from tripolis.engine.testing.words import Speaker, check_catalogue
from tripolis.engine.words import Message, update

EMPTY = Message(" ")


def check_scenes(game):
    """Scenes and aid of a random match."""
    speaker, rng = Speaker(game), random.Random(1)
    for match in random_match(game, 1):
        check_scene(match, speaker, rng)
        check_aid(match, speaker)
    check_looks(match.seen_by(-1), speaker)


def test_a_toy_with_all_rooms_passes():
    game = furnished()
    for check in (check_names, check_book, check_helper, check_all_steps):
        check(game)


# -------------------------------------------------------------------- scenes


CALLS = itertools.count()

SCENES = {
    "two sprites share an id": (changed(lambda card: replace(card, id="card-1")), "Two sprites have the id card-1"),
    "a role is unknown": (changed(lambda card: replace(card, role="hero")), "has the role 'hero'"),
    "an area is not there": (changed(lambda card: replace(card, area="moon")), "area 'moon', which does not exist"),
    "a symbol is not there": (changed(lambda card: replace(card, symbol="ace")), "needs the symbol ace"),
    "a ring is not there": (changed(lambda card: replace(card, shape="star")), "needs the symbol ring-can-star"),
    "a kind of button is unknown": (changed(lambda card: replace(card, kind="huge")), "has the kind 'huge'"),
    "a button has no label": (changed(lambda card: replace(card, role="button", label="")), "button card-0 has no label"),
    "a label leaves an argument open": (changed(lambda card: replace(card, label=Message("{n}", n="{x}"))), "open in en"),
    "a path leads nowhere": (without_passing, "leads over button--, which is not in the scene"),
    "a scene depends on more than is seen": (changed(lambda card: replace(card, x=next(CALLS))), "shows what it may not know"),
}  # fmt: skip


@pytest.mark.parametrize("what", SCENES)
def test_a_broken_scene_goes_red(what):
    broken, sentence = SCENES[what]
    with pytest.raises(GameFault, match=sentence):
        check_scenes(furnished(face=replace(TOY.face, scene=broken)))


AREAS = {
    "an area has an unknown role": ({"role": "sea"}, "area board has the role 'sea'"),
    "a summary needs a symbol that is not there": ({"summary": (Chip("ace", "1"),)}, "summary of board needs the symbol ace"),
    "a summary leaves an argument open": ({"summary": (Chip("card", Message("{n}", n="{x}")),)}, "open in en"),
}  # fmt: skip


@pytest.mark.parametrize("what", AREAS)
def test_a_broken_area_goes_red(what):
    changes, sentence = AREAS[what]
    with pytest.raises(GameFault, match=sentence):
        check_all_steps(furnished(face=replace(furnished().face, scene=with_area(**changes))))


# --------------------------------------------------------------------- steps


def check_all_steps(game):
    """Scenes, prompts and cards of a random match."""
    check_scenes(game)
    speaker = Speaker(game)
    for match in random_match(game, 1):
        check_steps(match, speaker, AlwaysFirst())


class AlwaysFirst(random.Random):
    """Chance that never leaves a check out."""

    def random(self):
        return 0.0


def one_card(**changes):
    """The card of every sprite, with something else in it."""
    return lambda position, sprite: replace(Card(Message("Card")), **changes)


def table_of(rows, now=None):
    return CardTable(("a", "b"), rows, now)


STEPS = {
    "a prompt is empty": ({"prompt": lambda p, clicks: EMPTY}, "A prompt has no words"),
    "a prompt leaves an argument open": ({"prompt": lambda p, clicks: Message("{n}", n="{x}")}, "open in en"),
    "what is in hand is not there": ({"in_hand": lambda p, clicks: "moon"}, "moon in hand, which is not in the scene"),
    "what lies open is not there": ({"open_card": lambda p: "moon"}, "card of moon is open, which is not in the scene"),
    "a catch is not there": ({"catches": lambda p, clicks: {"moon": None}}, "moon would take something"),
    "an icon is not there": ({"icons": lambda b, code, args: Icons(("ace",))}, "needs the symbol ace"),
    "a card has no title": ({"card": one_card(title=" ")}, "card of card-0 has no title"),
    "a card needs a symbol that is not there": ({"card": one_card(facts=(Fact("a", "b", "ace"),))}, "needs the symbol ace"),
    "a table of a card is not whole": ({"card": one_card(table=table_of((("1",),)))}, "rows that are not as long"),
    "a table of a card marks nothing": ({"card": one_card(table=table_of((("1", "2"),), 2))}, "marks column 2"),
    "a card points at no section": ({"card": one_card(section="moon")}, "points at the section moon, which the guide does not have"),
    "a card leaves an argument open": ({"card": one_card(lines=(Message("{n}", n="{x}"),))}, "open in en"),
    "a card depends on more than is seen": ({"card": lambda p, s: Card(str(next(CALLS)))}, "what it may not know"),
    "an outlook cannot be said": ({"outlook": lambda p, n: Outlook(EMPTY)}, "The outlook of .* has no words"),
    "an offer cannot be said": ({"composing": lambda p: Composing((), (), EMPTY, "1")}, "put together has no words"),
}  # fmt: skip


@pytest.mark.parametrize("what", STEPS)
def test_a_broken_step_goes_red(what):
    changes, sentence = STEPS[what]
    with pytest.raises(GameFault, match=sentence):
        check_all_steps(furnished(face=replace(furnished().face, **changes)))


def test_a_sprite_without_card_and_label_goes_red():
    silent = changed(lambda card: replace(card, label="", role="info"))
    with pytest.raises(GameFault, match="card-0 has neither a card nor a label"):
        check_all_steps(furnished(face=replace(TOY.face, scene=silent)))


def test_a_game_without_prompts_is_asked_for_plainly():
    game = furnished(face=replace(TOY.face, scene=scene))
    check_all_steps(game)
    match = game.new(1)
    assert str(prompt(match.seen_by(match.actor))) == "Your turn: choose a move"
    assert str(prompt(match.seen_by(-1))) == f"Player {match.actor + 1} is thinking"


def test_clicks_on_the_way_are_all_sets_of_a_path_but_the_whole():
    moves = [Move(0, "a", ("x", "y"), EMPTY), Move(1, "b", ("z",), EMPTY), Move(2, "c", ("x", "z", "z"), EMPTY)]
    assert sorted(click_sets(moves)) == [(), ("x",), ("x", "z"), ("y",), ("z",), ("z", "z")]


# ---------------------------------------------------------------------- book


def book(**changes):
    return furnished(book=replace(BOOK, **changes))


def section(**changes):
    return (Section(Message("Cards"), (Message("One."), replace(PICTURE, **changes)), name="cards"),)


def tour(*steps, **changes):
    return replace(BOOK.tour, steps=steps or tuple(replace(step, **changes) for step in BOOK.tour.steps))


def table(*rows, **more):
    return lambda position: (AidTable(Message("Coins"), (Message("Seat"),), rows, **more),)


BOOKS = {
    "a text is empty": ({"tips": (EMPTY,)}, "A text of the tips has no words"),
    "a picture cannot be played": ({"guide": section(moves=("??",))}, "Two cards cannot be shown"),
    "a picture has an area that is not there": ({"guide": section(areas=("moon",))}, "Two cards cannot be shown"),
    "a picture marks nothing that is there": ({"guide": section(marked=("moon",))}, "marks moon, which is not in it"),
    "a picture has a number at nothing": ({"guide": section(numbered=((), ("moon",)))}, "has a number at moon, which is not in it"),
    "a picture marks something twice": ({"guide": section(marked=("card-0", "card-0"))}, "has 1 rings and marks 2"),
    "a ruling has no source": ({"rulings": (Ruling("1", Message("?"), Message("!"), EMPTY),)}, "rulings has no words"),
    "a tour speaks of nothing": ({"tour": tour(sprites=())}, "speaks of no sprite"),
    "a tour speaks of what is not there": ({"tour": tour(sprites=("moon",))}, r"speaks of \['moon'\]"),
    "a tour does not show what to click": ({"tour": tour(sprites=("card-0",))}, "does not point out"),
    "a tour has a move that is not legal": ({"tour": tour(Step(Message("!"), ("card-0",), "??"))}, "cannot be shown"),
    "a tour ends at another's turn": ({"tour": tour(replies=())}, "ends when it is seat 1's turn"),
    "a tour answers nothing": ({"tour": tour(Step(Message("!"), ("card-0",), "", ("1",)))}, "replies to no move"),
}  # fmt: skip


@pytest.mark.parametrize("what", BOOKS)
def test_a_broken_book_goes_red(what):
    changes, sentence = BOOKS[what]
    with pytest.raises(GameFault, match=sentence):
        check_book(book(**changes))


def test_a_fault_of_a_book_names_file_and_line():
    with pytest.raises(GameFault, match=r"^toy/book/guide\.md, line 10: The picture Two cards marks moon"):
        check_book(book(guide=section(marked=("moon",))))
    with pytest.raises(GameFault, match=r"^toy/book/tour\.md, line 6: The tour speaks of \['moon'\]"):
        check_book(book(tour=tour(sprites=("moon",))))


AIDS = {
    "rows are too long": (table(("a", "b")), "rows of Coins are not of one length"),
    "symbols are missing": (table(("a",), ("b",), symbols=("card",)), "1 symbols and 2 rows"),
    "a symbol is not there": (table(("a",), symbols=("ace",)), "needs the symbol ace"),
    "a cell leaves an argument open": (table((Message("{n}", n="{x}"),)), "leaves an argument open"),
    "the aid depends on more than is seen": (lambda position: table((str(next(CALLS)),))(position), "may not know"),
}


@pytest.mark.parametrize("what", AIDS)
def test_a_broken_aid_goes_red(what):
    broken, sentence = AIDS[what]
    with pytest.raises(GameFault, match=sentence):
        check_scenes(book(aid=broken))


# -------------------------------------------------------------------- helper


def editor(**changes):
    return type("Broken", (CoinEditor,), changes)


def moves(change):
    return lambda self: (change(move) for move in CoinEditor.moves(self))


def one_more(kind, text):
    """Comes back with a coin too many."""
    found = CoinEditor.from_state(text)
    found.coins[0] += 1
    return found


def refuse_second(self, text):
    if text == "2+":
        raise BadNotation(Message("Not today."))
    CoinEditor.play(self, text)


def take_anything(self, text):
    """Whatever is said, it is fine."""


HELPERS = {
    "two steps share a path": (editor(moves=moves(lambda m: Move(m.number, m.text, ("card-0",), m.words))), "have the same path"),
    "a path leads nowhere": (editor(moves=moves(lambda m: Move(m.number, m.text, (*m.path, "moon"), m.words))), "leads nowhere"),
    "a step has no words": (editor(moves=moves(lambda m: Move(m.number, m.text, m.path, EMPTY))), "has no words"),
    "the help is empty": (editor(HELP=EMPTY), "Broken.HELP has no words"),
    "a state does not come back": (editor(from_state=classmethod(one_more)), "comes back as"),
    "a state does not fit into an address": (editor(state=property(lambda self: f"plain {self.coins}")), "into an address"),
    "nonsense is taken": (editor(play=take_anything), "is taken by Broken.take_anything"),
    "an account is missing": (editor(verdict=lambda self: CoinEditor.verdict(self)[1:]), "has 1 accounts"),
    "there are no lines": (editor(lines=lambda self, say: iter(())), "no lines for a terminal"),
    "an offered step is refused": (editor(play=refuse_second), r"The step 2\+ is offered and refused"),
}  # fmt: skip


@pytest.mark.parametrize("what", HELPERS)
def test_a_broken_helper_goes_red(what):
    broken, sentence = HELPERS[what]
    with pytest.raises(GameFault, match=sentence):
        check_helper(furnished(helper=Helper(editor=broken)))


# --------------------------------------------------------------------- names


def test_names_that_do_not_fit_the_rules_go_red():
    face = replace(TOY.face, category_names={"prizes": Message("Prizes"), "moons": Message("Moons")})
    with pytest.raises(GameFault, match="category_names names"):
        check_names(furnished(face=face))
    with pytest.raises(GameFault, match="notation has no words"):
        check_names(furnished(face=replace(TOY.face, notation=EMPTY)))


# ---------------------------------------------------------------- catalogues


CATALOGUES = {
    "a text is not in the catalogue": ("game.py", '"One {thing}."', '"Another {thing}."', "lacks texts of the sources"),
    "a text is no longer there": ("game.py", "b = Message", "b = str", "no longer in the sources: 'Two.'"),
    "a text is not translated": ("words/fr.po", 'msgstr "Deux."', 'msgstr ""', "not translated: 'Two.'"),
    "a text is only guessed": ("words/fr.po", 'msgid "Two."', '#, fuzzy\nmsgid "Two."', "only guessed: 'Two.'"),
    "an argument is another": ("words/fr.po", "Un {thing}.", "Un {chose}.", "has other arguments"),
    "an edge is another": ("words/fr.po", 'msgstr "Deux."', 'msgstr "Deux. "', "begins or ends with other spaces"),
    "an apostrophe is straight": ("words/fr.po", "Deux.", "D'eux.", "straight apostrophe"),
    "French breaks off": ("words/fr.po", "Deux.", "Deux !", "needs no-break spaces"),
}


@pytest.fixture
def home(tmp_path):
    """A folder with a source and its French catalogue."""
    (tmp_path / "words").mkdir()
    (tmp_path / "game.py").write_text('a = Message("One {thing}.", thing=1)\nb = Message("Two.")\n')
    update(tmp_path, "fr")
    file = tmp_path / "words" / "fr.po"
    text = file.read_text().replace('"One {thing}."\nmsgstr ""', '"One {thing}."\nmsgstr "Un {thing}."')
    file.write_text(text.replace('"Two."\nmsgstr ""', '"Two."\nmsgstr "Deux."'))
    check_catalogue(tmp_path, "fr")
    return tmp_path


@pytest.mark.parametrize("what", CATALOGUES)
def test_a_broken_catalogue_goes_red(home, what):
    name, old, new, sentence = CATALOGUES[what]
    file = home / name
    assert file.read_text().count(old) == 1
    file.write_text(file.read_text().replace(old, new))
    with pytest.raises(GameFault, match=sentence):
        check_catalogue(home, "fr")
