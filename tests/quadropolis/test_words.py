"""Words of Quadropolis that random matches hardly tell. What they tell, names and catalogues the kit tries."""

from random import Random

import pytest

import tripolis
from tripolis.engine.testing.words import Speaker
from tripolis.games.quadropolis import GAME
from tripolis.games.quadropolis.face import labels
from tripolis.games.quadropolis.face.events import words_of
from tripolis.games.quadropolis.rules.state import Event, Kind


@pytest.mark.parametrize(("mode", "players"), [("classic", 2), ("classic", 4), ("expert", 2), ("expert", 3)])
def test_every_event_comes_up_in_random_matches(mode, players):
    codes = set()
    for seed in range(4):
        match, chance = tripolis.game("quadropolis", mode=mode, players=players).new(seed), Random(seed)
        while not match.over:
            match.play(chance.choice(match.position.legal_numbers()))
        codes |= {event.code for events in match.events for event in events}
    assert codes >= set(Event) - {Event.NO_PLACE}


def test_what_no_match_tells_can_be_said():
    speaker = Speaker(GAME)
    assert set(labels.KIND_NAMES) <= set(Kind)
    for name in labels.KIND_NAMES.values():
        speaker.check(None, "The kind", name, name.of(2))
    speaker.check(None, "The tower", labels.MAYORS_TOWER)
    speaker.check(None, "The event", words_of(GAME.box[0], Event.NO_PLACE, (0, 3, 0, 0)))
    for tile in (0, -3, -4):
        speaker.check(None, "The event", words_of(GAME.box[0], Event.LAID, (0, tile, 0, 0)))
