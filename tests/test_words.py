"""Words: every text that a person sees is a literal that can be found, and is there in four languages."""

from __future__ import annotations

import os
import re
import subprocess
import tomllib
from pathlib import Path

import pytest

import tripolis
from tests.fork_server import python
from tripolis.engine.match import Match
from tripolis.engine.testing.faults import GameFault
from tripolis.engine.testing.words import check_catalogue, check_english, check_terms, forms
from tripolis.engine.words import (
    FOLDER,
    LANGUAGES,
    PACKAGE,
    Message,
    Plural,
    SharedMessage,
    Words,
    extract,
    homes,
    language,
    read_catalogue,
    seat_name,
    texts_in,
    update,
    words,
)
from tripolis.games.quadropolis import GAME
from tripolis.games.quadropolis.face import labels
from tripolis.games.quadropolis.rules.state import Kind

OTHERS = LANGUAGES[1:]
CATALOGUES = [(home, lang) for home in homes() for lang in OTHERS]
NAMES = [f"{home.name}-{lang}" for home, lang in CATALOGUES]


# ---------------------------------------------------------------- catalogues


def test_the_package_and_every_game_have_catalogues():
    assert homes() == [PACKAGE, *sorted(tripolis.game(name).folder for name in tripolis.game_names())]


@pytest.mark.parametrize(("home", "lang"), CATALOGUES, ids=NAMES)
def test_a_catalogue_has_every_text_of_its_sources_translated(home, lang):
    """If this fails: run `python -m tripolis.engine.words`, then translate what it names."""
    check_catalogue(home, lang)


# ------------------------------------------------------ English and termbase

TERMS = tomllib.loads((Path(__file__).parent / "terms.toml").read_text(encoding="utf-8"))
JUSTIFIED = (
    "Who beats whom",
    "Who plays on seat",
    "Who starts with the mayor",
    "Who holds the cards and, in Expert,",
    "Whoever takes an archaeological site gets",
    "A bridge that is down: raise it and draw a card. One that is up:",
)
"""Beginnings of English texts that have a pattern and are good English all the same."""


@pytest.mark.parametrize("home", homes(), ids=lambda home: home.name)
def test_no_english_text_reads_as_if_it_were_translated(home):
    check_english(home, JUSTIFIED)


def test_what_is_justified_is_still_there():
    texts = [forms(entry.id)[0] for home in homes() for entry in extract(home)]
    assert [begins for begins in JUSTIFIED if not any(text.startswith(begins) for text in texts)] == []


@pytest.mark.parametrize(
    "text",
    [
        "{text} is no number.",
        "Who has passed is out.",
        "It is your turn. Who lands here pays.",
        "The cash of one's own.",
        "Two are printed. One that stands bare is ours.",
        "The most points win.",
        "In the end: count. The most wins.",
        "Whoever owns the tower gets the rent.",
        "What form has a deal?",
        "Free is a field on which nothing stands.",
        "Something new comes to light.",
        "That is to be decided now.",
        "It ends after so many rounds.",
    ],
)
def test_a_stiff_text_is_noticed(text, tmp_path):
    (tmp_path / "some.py").write_text(f"a = Message({text!r})\n")
    with pytest.raises(GameFault, match=re.escape(repr(text))):
        check_english(tmp_path)
    check_english(tmp_path, (text[:6],))


@pytest.mark.parametrize(
    "text", ["There is no such table.", "It is no longer there.", "Who starts?", "The one that was drawn"]
)
def test_a_good_text_is_left_alone(text, tmp_path):
    (tmp_path / "some.py").write_text(f"a = Message({text!r})\n")
    check_english(tmp_path)


@pytest.mark.parametrize(("home", "lang"), CATALOGUES, ids=NAMES)
def test_translations_use_the_words_of_the_rulebooks(home, lang):
    terms = TERMS["tripolis"] if home == PACKAGE else [*TERMS["tripolis"], *TERMS[home.name]]
    check_terms(home, lang, terms)


def test_the_termbase_has_every_language_and_its_exceptions_are_still_there():
    for home in homes():
        texts = [forms(entry.id)[0] for entry in extract(home)]
        for term in TERMS[home.name]:
            assert all(term[lang] for lang in OTHERS), term["en"]
            unused = [one for one in term.get("except", ()) if not any(text.startswith(one) for text in texts)]
            assert unused == [], term["en"]


@pytest.mark.parametrize(
    ("text", "said", "fault"),
    [
        ("The urbanist moves.", "Der Mann zieht.", "does not say Stadtplaner for urbanist"),
        ("Two Urbanists move.", "Zwei Urbanisten ziehen.", "says Urbanist for urbanist"),
        ("The {urbanist} moves.", "{urbanist} zieht.", ""),
        ("The urbanist stays.", "Der Mann bleibt.", ""),
        ("Suburbanists move.", "Leute ziehen.", ""),
    ],
)
def test_a_wrong_term_is_noticed(text, said, fault, tmp_path):
    (tmp_path / "some.py").write_text(f"a = Message({text!r}, urbanist=1)\n")
    (tmp_path / FOLDER).mkdir()
    update(tmp_path, "de")
    file = tmp_path / FOLDER / "de.po"
    file.write_text(file.read_text().replace(f'msgid "{text}"\nmsgstr ""', f'msgid "{text}"\nmsgstr "{said}"'))
    term = {"en": "urbanists?", "de": ["Stadtplaner"], "not": {"de": ["Urbanist"]}, "except": ["The urbanist stays"]}
    if not fault:
        check_terms(tmp_path, "de", [term])
        return
    with pytest.raises(GameFault, match=fault):
        check_terms(tmp_path, "de", [term])


# ------------------------------------------------------------------- sources


@pytest.mark.parametrize(
    "call", ["Message(text)", 'Message(f"{a}")', 'Message("a" + b)', 'words.Plural("a", b, 3)', "Message()"]
)
def test_what_is_no_literal_is_refused(call, tmp_path):
    (tmp_path / "some.py").write_text(f"x = 1\ny = {call}\n")
    with pytest.raises(ValueError, match=r"some\.py, line 2: the text of a \w+ must be a literal"):
        list(texts_in(tmp_path / "some.py"))


def test_catalogues_follow_the_sources(tmp_path):
    """New texts are asked for, unused ones go, reworded ones are kept as a guess that is not used."""
    (tmp_path / FOLDER).mkdir()
    source, file = tmp_path / "game.py", tmp_path / FOLDER / "fr.po"
    source.write_text(
        'a = Message("One {thing}.", thing=f(Message("Deep inside.")))\nb = Plural("{n} cat", "{n} cats", n)\n'
    )
    assert update(tmp_path, "fr") == ["One {thing}.", "Deep inside.", "{n} cat"]
    text = file.read_text()
    assert "plural=(n > 1)" in text
    text = text.replace('"One {thing}."\nmsgstr ""', '"One {thing}."\nmsgstr "Un {thing}."')
    text = text.replace('msgstr[0] ""\nmsgstr[1] ""', 'msgstr[0] "{n} chat"\nmsgstr[1] "{n} chats"')
    file.write_text(text)
    assert update(tmp_path, "fr") == ["Deep inside."]
    french = Words("fr", tmp_path / FOLDER)
    assert french.render(Plural("{n} cat", "{n} cats", 2)) == "2 chats"
    source.write_text('a = Message("One {thing}!", thing=1)\n')
    assert update(tmp_path, "fr") == ["One {thing}!"]
    assert "fuzzy" in file.read_text() and "chat" not in file.read_text()
    assert Words("fr", tmp_path / FOLDER).render(Message("One {thing}!", thing=1)) == "One 1!"
    source.write_text('a = Message("cat")\nb = Plural("cat", "cats", n)\n')
    with pytest.raises(ValueError, match="'cat' has another plural elsewhere, or none"):
        update(tmp_path, "fr")


# ----------------------------------------------------------------- rendering


def test_a_message_is_english_by_itself():
    message = Message("{seat} places architect {number} at {slot}.", seat=seat_name(0), number=3, slot="N2")
    assert str(message) == "Player 1 places architect 3 at N2." == words("en", GAME).render(message)
    assert message == Message(message.text, **message.args) != Message("{seat}", seat=1)
    assert words("en").render("as it is") == "as it is"


@pytest.mark.parametrize(
    ("lang", "said"), [("en", "−1 point, −2 points"), ("de", "−1 Punkt, −2 Punkte"), ("fr", "−1 point, −2 points")]
)
def test_a_number_below_zero_has_a_minus_sign_and_the_form_of_its_size(lang, said):
    assert ", ".join(words(lang, GAME).render(Plural("{n} point", "{n} points", n)) for n in (-1, -2)) == said


def test_an_argument_that_is_a_message_is_said_in_the_same_language():
    message = Message("{seat} discards: {tile}.", seat=seat_name(1), tile=labels.KIND_NAMES[Kind.PUBLIC])
    assert [words(lang, GAME).render(message) for lang in LANGUAGES] == [
        "Player 2 discards: public service.",
        "Spieler 2 wirft ab: Bürgeramt.",
        "Joueur 2 défausse\u00a0: service public.",
        "Speler 2 legt af: openbaar gebouw.",
    ]


@pytest.mark.parametrize(
    ("lang", "said"),
    [
        ("en", ["0 points", "1 point", "2 points"]),
        ("de", ["0 Punkte", "1 Punkt", "2 Punkte"]),
        ("fr", ["0 point", "1 point", "2 points"]),
        ("nl", ["0 punten", "1 punt", "2 punten"]),
    ],
)
def test_plurals_follow_the_language(lang, said):
    """French counts nothing as one."""
    assert [words(lang, GAME).render(labels.points(n)) for n in range(3)] == said


def test_a_plural_for_another_number():
    tower = labels.KIND_NAMES[Kind.TOWER]
    assert [str(tower), str(tower.of(3)), str(tower)] == ["tower", "towers", "tower"]
    assert [words(lang, GAME).render(tower.of(2)) for lang in OTHERS] == ["Hochhäuser", "habitations", "flatgebouwen"]
    assert tower != tower.of(2) and tower == tower.of(1) and tower != Message("tower", n=1)


def test_a_shared_message_is_said_like_any_other_and_remembered_by_each_language():
    tile = SharedMessage("{seat} discards: {tile}.", seat="Ada", tile=labels.KIND_NAMES[Kind.PUBLIC])
    assert [words(lang, GAME).render(tile) for lang in ("en", "de", "en")] == [
        "Ada discards: public service.", "Ada wirft ab: Bürgeramt.", "Ada discards: public service.",
    ]  # fmt: skip
    german = words("de", GAME).naming(("Ben",))
    assert german.render(tile) is words("de", GAME).render(tile), "with whatever names of seats"
    assert str(tile) == "Ada discards: public service." and tile == SharedMessage(tile.text, **tile.args)


def test_a_message_that_names_a_seat_cannot_be_shared():
    """It would be said with the names of another table."""
    who = Message("{name} has the mayor", name=seat_name(0))
    for args in ({"seat": seat_name(0)}, {"seat": who}):
        with pytest.raises(ValueError, match="names a seat"):
            SharedMessage("{seat}", **args)


def test_what_no_catalogue_has_is_english_and_noted():
    german = Words("de", PACKAGE / FOLDER, PACKAGE / "nowhere")
    assert german.render(Message("{seat} flies away.", seat=seat_name(0))) == "Spieler 1 flies away."
    assert german.missing == {"{seat} flies away."}


def test_without_a_game_the_words_of_all_games_are_known():
    assert words("de").render(labels.MAYORS_TOWER) == "Bürgermeister-Hochhaus"
    assert words("de") is words("de") and words("de", GAME) is words("de", GAME.configure(players=2))


@pytest.mark.parametrize(
    ("choice", "environment", "found"),
    [
        ("de", {"LANG": "fr_FR.UTF-8"}, "de"),
        ("nl-BE", {}, "nl"),
        ("tlh", {"LANG": "fr_FR.UTF-8"}, "en"),
        (None, {"LANG": "de_DE.UTF-8"}, "de"),
        (None, {"LANG": "de_DE.UTF-8", "LC_ALL": "fr_CH"}, "fr"),
        (None, {"LANG": "de_DE.UTF-8", "LC_MESSAGES": "nl_NL"}, "nl"),
        (None, {"LANG": "de", "LC_ALL": "", "TRIPOLIS_LANG": "nl"}, "nl"),
        (None, {"LANG": "C.UTF-8"}, "en"),
        (None, {"LANG": "pt_BR.UTF-8"}, "en"),
        (None, {}, "en"),
    ],
)
def test_the_language_is_chosen_or_that_of_the_environment(choice, environment, found, monkeypatch):
    for name in ("TRIPOLIS_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)
    for name, value in environment.items():
        monkeypatch.setenv(name, value)
    assert language(choice) == found


# ---------------------------------------------------------------- whole games


def test_option_values_have_names():
    options = {option.name: option for option in GAME.options}
    german = words("de", GAME)
    assert [german.render(options["mode"].name_of(mode)) for mode in ("classic", "expert")] == [
        "Standardspiel",
        "Expertenspiel",
    ]
    assert [german.render(options["first"].name_of(seat)) for seat in ("drawn", 0)] == ["ausgelost", "Spieler 1"]
    assert [german.render(options["office_cap"].name_of(value)) for value in (True, False)] == ["ja", "nein"]
    assert german.render(options["players"].name_of(3)) == "3"


# -------------------------------------------------------------------- errors


def test_errors_are_said_in_every_language():
    """File, line and reason, one message within the other."""
    match = tripolis.game("quadropolis", players=2).new(seed=1)
    taking = next(move for move in match.legal() if "nothing" not in str(move.words))
    text = str(match).replace("*", f"{taking} 1N2 *")
    with pytest.raises(tripolis.BadMatch) as error:
        Match.parse(text)
    said = [words(lang, GAME).render(error.value.message).split(": ")[0] for lang in LANGUAGES]
    line = error.value.line
    assert said[:2] == [f"line {line}, column 5", f"Zeile {line}, Spalte 5"]
    assert "Errichte zuerst das Gebäude" in words("de", GAME).render(error.value.reason)


def test_the_command_line_speaks_the_language_of_its_user():
    def ran(*arguments, lang):
        environment = {**os.environ, "TRIPOLIS_PLAIN": "1", "LC_ALL": lang}
        environment.pop("TRIPOLIS_LANG", None)
        command = [python(plain=True), "-m", "tripolis.cli", *arguments]
        return subprocess.run(command, env=environment, capture_output=True, encoding="utf-8", check=False)

    failed = ran("score", "quadropolis", "nowhere.json", lang="de_DE.UTF-8")
    assert (failed.returncode, failed.stderr) == (
        2,
        "tripolis: nowhere.json ist nicht lesbar: Diese Datei gibt es nicht.\n",
    )
    failed = ran("score", "quadropolis", "nowhere.json", "--lang", "nl", lang="de_DE.UTF-8")
    assert "kan niet worden gelezen" in failed.stderr
    failed = ran("box", "check", "nowhere", lang="fr_FR.UTF-8")
    assert failed.stderr == "tripolis: nowhere\u00a0: ce dossier n’existe pas\n"
    assert "spricht kein tlh" in ran("score", "quadropolis", "-", "--lang", "tlh", lang="de_DE.UTF-8").stderr
    assert "In de browser spelen, tegen bots" in ran("--help", lang="nl_BE.UTF-8").stdout


# ------------------------------------------------------- what players call it


TAKEN_OVER = (
    "Join", "Enter", "Confirm", "Leave seat", "Clear all", "End turn", "Current deal or auction", "Score now",
    "Leave the table? Your seat becomes free.", "Resign this match?", "Scoring & tiles", "Wealth over the match",
    "Tie: {names}", "Analyse my game", "Open a saved game", "{name} is thinking …",
)  # fmt: skip
GIVEN_UP = (
    "click on something that glows", "is to move", "if the game ended now", "tell a name", "Go there", "Put in", "Do it",
    "Stand up", "Start anew", "What is open", "Nothing is open", "End this step", "Give this match up", "They win together",
    "Have every decision reviewed", "Look at a match file",
)  # fmt: skip
"""Words that new players stumbled over."""


def said(lang):
    """Every text of the package and of its games, English and as a language says it."""
    catalogues = [read_catalogue(home / FOLDER / f"{lang}.po") for home in homes()]
    return {one.id: one.string for catalogue in catalogues for one in catalogue if isinstance(one.id, str)}


@pytest.mark.parametrize("lang", OTHERS)
def test_words_that_players_understand_are_said_in_every_language(lang):
    known = said(lang)
    assert not [text for text in TAKEN_OVER if known.get(text, text) == text]


@pytest.mark.parametrize("text", GIVEN_UP)
def test_words_that_players_stumbled_over_are_gone(text):
    assert not [one for one in said("de") if text in one]


def test_german_calls_bots_and_boxes_as_germans_do():
    known = said("de")
    titles = ["Newcomer", "Learner", "Regular", "Skilled", "Strong", "Master"]
    assert [known[title] for title in titles] == [
        "Anfänger",
        "Lernender",
        "Stammspieler",
        "Geübter",
        "Starker",
        "Meister",
    ]
    assert not [
        text
        for text in known.values()
        if re.search("Schachtel|[a-z]schachtel\\b", text) or "Wegebauer" in text or "Gehen Sie" in text
    ]
