"""What a player is asked for and told: every step of a move has a prompt, every sprite a card, and all of it can be
said."""

from __future__ import annotations

import random
from collections.abc import Iterable
from dataclasses import replace

from ..cards import Card
from ..match import Match
from ..prompts import click_sets, in_hand, open_card, prompt
from ..scene import Scene, art
from .faults import fault
from .words import Speaker, messages

OFTEN = 0.1
"""The share of positions whose prompts are all read, and all cards of one viewer."""
SOME = 4
"""How many sets of clicks are tried in the other positions."""


def check_steps(match: Match, speaker: Speaker, rng: random.Random) -> None:
    """Prompts after some sets of clicks on the way of legal moves; now and then after all of them, and all cards."""
    face, often = match.game.face, match.over or rng.random() < OFTEN
    for viewer in (-1, match.actor) if not match.over else (-1,):
        seen = match.seen_by(viewer)
        speaker.check(match, "A prompt", prompt(seen))
    if not match.over:
        check_prompts(match, speaker, None if often else rng)
    if face.icons is not None:
        check_icons(match)
    if often:
        check_cards(match, rng.randrange(-1, match.game.players), speaker)
        if not match.over:
            check_moves_told(match, speaker, rng)


def check_prompts(match: Match, speaker: Speaker, rng: random.Random | None) -> None:
    """An incomplete set of clicks is answered by a sentence, and what is in hand lies in the scene: of some sets, or
    without a generator of all."""
    seen = match.seen_by(match.actor)
    sprites, sets = seen.scene().by_id, list(click_sets(seen.legal()))
    if (shown := open_card(seen)) is not None and shown not in sprites:
        raise fault(match, f"The card of {shown} is open, which is not in the scene.")
    for clicks in sets if rng is None else rng.sample(sets, min(SOME, len(sets))):
        speaker.check(match, f"The prompt after {clicks}", prompt(seen, clicks))
        held = in_hand(seen, clicks)
        if held is not None and held not in sprites:
            raise fault(match, f"After {clicks} there is {held} in hand, which is not in the scene.")
        caught = seen.game.face.catches(seen, clicks) if seen.game.face.catches is not None else {}
        for target in caught:
            if target not in sprites:
                raise fault(match, f"After {clicks} {target} would take something; it is not in the scene.")


def check_icons(match: Match) -> None:
    """The symbols of events are in the art."""
    game = match.game
    assert game.face.icons is not None
    for event in match.events[-1]:
        check_symbols(match, f"The event {event}", game.face.icons(game.plain_box, event.code, event.args).symbols)


def check_cards(match: Match, seat: int, speaker: Speaker) -> None:
    """Every sprite that a viewer sees has a card that is whole, can be said, and tells no secret."""
    seen = match.seen_by(seat)
    scene, make = seen.scene(), seen.game.face.card
    other = None if match.over else seen.imagine(len(match.moves)).seen_by(seat)
    for sprite in scene.sprites:
        card = make(seen, sprite.id) if make is not None else None
        if card is None and not str(sprite.label):
            raise fault(match, f"The sprite {sprite.id} has neither a card nor a label.")
        if card is None:
            continue
        check_card(match, sprite.id, card, speaker)
        if other is not None and make is not None and make(other, sprite.id) != card:
            raise fault(match, f"The card of {sprite.id} tells seat {seat} what it may not know.")
    check_summaries(match, scene)


def check_card(match: Match, name: str, card: Card, speaker: Speaker) -> None:
    """A card: it has a title, its table is whole, its symbols and its section are there."""
    if not str(card.title).strip():
        raise fault(match, f"The card of {name} has no title.")
    speaker.check(match, f"The card of {name}", *messages(card))
    check_symbols(match, f"The card of {name}", (fact.symbol for fact in card.facts))
    table = card.table
    if table and any(len(row) != len(table.head) for row in table.rows):
        raise fault(match, f"The table of the card of {name} has rows that are not as long as its head.")
    if table and table.now is not None and not 0 < table.now < len(table.head):
        raise fault(match, f"The table of the card of {name} marks column {table.now}, which it does not have.")
    guide = match.game.book.guide if match.game.book else ()
    if card.section and card.section not in {section.name for section in guide}:
        raise fault(match, f"The card of {name} points at the section {card.section}, which the guide does not have.")


def check_summaries(match: Match, scene: Scene) -> None:
    """The symbols of summaries are in the art."""
    for area in scene.areas:
        check_symbols(match, f"The summary of {area.name}", (chip.symbol for chip in area.summary))


def check_symbols(match: Match, what: str, symbols: Iterable[str]) -> None:
    """What is drawn is in the art; no symbol at all is fine."""
    for symbol in symbols:
        if symbol and symbol not in art(match.game.art_file):
            raise fault(match, f"{what} needs the symbol {symbol}, which is not in art.svg.")


def check_moves_told(match: Match, speaker: Speaker, rng: random.Random) -> None:
    """What a preview says of some moves, and what is asked for or put together, can be said."""
    seen, face = match.seen_by(match.actor), match.game.face
    legal = seen.legal_numbers()
    for number in rng.sample(legal, min(3, len(legal))) if face.outlook is not None else ():
        assert face.outlook is not None
        speaker.check(match, f"The outlook of {number}", *messages(tuple(face.outlook(seen, number)[:2])))
    offer = face.composing(seen) if face.composing is not None else None
    if offer is not None:
        # The page puts numbers into the forms of amounts: they are to leave {n} open.
        speaker.check(match, "What is put together", *messages(replace(offer, forms=())))
        for _, form in offer.forms:
            if "{n}" not in str(form):
                raise fault(match, f"The form {form} of an amount has no place for a number.")
