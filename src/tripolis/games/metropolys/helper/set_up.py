"""The editor of positions: a board at the beginning of a call for tender, step by step."""

from __future__ import annotations

import re
from collections.abc import Iterator
from itertools import combinations
from typing import Any

from tripolis.engine.errors import BadCity
from tripolis.engine.moves import Move
from tripolis.engine.parts import InputField
from tripolis.engine.scene import Area as Part
from tripolis.engine.scene import Mark, Scene, Sprite
from tripolis.engine.set_up import WHO_DECIDES, SetUpEditor, in_range, seat_field
from tripolis.engine.words import Message, listed

from ..face.labels import AREA_NAMES, CARD_NAMES, DISTRICT_LABELS, HEIGHT_NAMES, KIND_NAMES, TOKEN_NAMES
from ..face.scene import TableDrawing
from ..rules.state import (
    CENTRE,
    DISTRICT_NAMES,
    FIELD_NAMES,
    FIELDS,
    HEIGHT,
    KIND_WORDS,
    NUMBERS,
    SEAT_STEP,
    SITE,
    SUBWAY,
    TOKENS,
    Area,
    Token,
)

STEP = re.compile(
    r"(?P<player>[1-4])(?:(?P<field>[neswc][0-9]{1,2})=(?P<building>[0-9]{1,2})?|(?P<goal>[gk])=(?P<word>[a-z]+))"
    r"|(?P<where>[neswc][0-9]{1,2})=(?P<token>[tsa])?"
    r"|(?P<what>decides|subway|site)=(?P<which>[1-4])|unused=(?P<unused>[a-z+]*)|(?P<bids>bids=)"
)
LETTERS = {"t": Token.TRENDY, "s": Token.SUBWAY, "a": Token.SITE}
NOBODY = -1
TOOL = 80


class PositionEditor(SetUpEditor):
    """Any position before a call for tender; bids are moves of the analysis."""

    NAME = "metropolys"
    MODES = ("family", "expert")
    FEWEST = 2
    HELP = Message(
        "Steps: 1c4=11 puts the building 11 of player 1 on c4, 1c4= clears the field; c5=t lays a trendy neighbourhood "
        "on c5 (s subway station, a archaeological site), c5= takes it away; 1g=bridges is an area goal, 1k=parks a "
        "neighbourhood goal; unused=north the districts out of play (north+east with two players); subway=1 and site=2 "
        "say who has the cards, bids= takes the bids back, decides=2 says who opens."
    )

    def clear(self, s: Any) -> None:
        """A new match as it is: nothing is built."""

    # --------------------------------------------------------------- steps

    def change(self, s: Any, text: str) -> bool:
        """One step."""
        step = STEP.fullmatch(text)
        if step is None:
            return False
        seat = in_range(int(step["player"]), 1, self.players) - 1 if step["player"] else 0
        if step["field"]:
            self.build(s, seat, self.field(step["field"]), int(step["building"] or 0))
        elif step["goal"]:
            self.give_goal(s, seat, step["goal"], step["word"])
        elif step["where"]:
            self.lay_token(s, self.field(step["where"]), int(LETTERS[step["token"]]) if step["token"] else 0)
        elif step["what"] == "decides":
            self.take_back(s)
            s.actor = in_range(int(step["which"]), 1, self.players) - 1
        elif step["what"] == "subway":
            s.subway_card = in_range(int(step["which"]), 1, self.players) - 1
        elif step["what"] == "site":
            s.site_card = in_range(int(step["which"]), 1, self.players) - 1
        elif step["bids"]:
            self.take_back(s)
        else:
            self.leave_out(s, step["unused"])
        self.give_cards(s)
        return True

    def field(self, name: str) -> int:
        """A field by its name."""
        if name not in FIELD_NAMES:
            raise BadCity(Message("There is no field {name}.", name=name))
        return FIELD_NAMES.index(name)

    def build(self, s: Any, seat: int, field: int, value: int) -> None:
        """A building comes to a field from wherever it stood; 0 clears the field, or takes back the bids on it."""
        if not value and not s.built[field]:
            if field not in self.bid_fields(s):
                raise BadCity(Message("Nothing stands on {field}.", field=FIELD_NAMES[field]))
            return self.take_back(s)
        if value:
            building = SEAT_STEP * seat + in_range(value, 1, NUMBERS)
            if building in s.bid or field in self.bid_fields(s):
                self.take_back(s)
            s.built = [0 if there == building else there for there in s.built]
            s.built[field] = building
        else:
            s.built[field] = 0
        return None

    def bid_fields(self, s: Any) -> list[int]:
        """Where bids lie."""
        return [field for field, building in zip(s.bid_field, s.bid, strict=True) if building]

    def take_back(self, s: Any) -> None:
        """All bids go back; whoever opened opens again."""
        if any(s.bid):
            s.actor = s.bid[0] // SEAT_STEP
        s.bid, s.bid_field, s.passed = [0] * NUMBERS, [0] * NUMBERS, 0

    def lay_token(self, s: Any, field: int, token: int) -> None:
        """A token from the box, or where none is left from the last field on which it lies untaken."""
        if token and not (self.b.token_fields & s.fields) >> field & 1:
            raise BadCity(Message("No token can lie on {field}.", field=FIELD_NAMES[field]))
        if token and s.token.count(token) - (s.token[field] == token) >= self.b.tokens[token - 1]:
            able = [f for f in range(FIELDS) if s.token[f] == token and not s.built[f] and f != field]
            if not able:
                raise BadCity(Message("All tokens of this kind are taken: {token}", token=TOKEN_NAMES[Token(token)]))
            s.token[able[-1]] = s.token[field]
        s.token[field] = token

    def give_goal(self, s: Any, seat: int, letter: str, word: str) -> None:
        """A goal; whoever had it gets the one that becomes free."""
        names = self.goal_words(letter)
        if word not in names:
            raise BadCity(
                Message("{name} is not a goal of this game; choose from {names}.", name=word, names=", ".join(names))
            )
        sort, card = "gk".index(letter), names[word]
        for goal in s.goal:
            if goal[sort] == card:
                goal[sort] = s.goal[seat][sort]
        s.goal[seat][sort] = card

    def goal_words(self, letter: str) -> dict[str, int]:
        """The goals in play by their words."""
        if letter == "k":
            return {word: i for i, word in enumerate(KIND_WORDS, 1)} if self.b.expert else {}
        return {Area(card).name.lower(): int(card) for card in self.b.card[: self.b.n_cards]}

    def leave_out(self, s: Any, text: str) -> None:
        """Other districts are out of play, as many as the rules say; their tokens go back to the box."""
        sets = {"+".join(DISTRICT_NAMES[d] for d in districts): districts for districts in self.unused_sets()}
        if text not in sets:
            raise BadCity(Message("Districts out of play: choose from {names}.", names=", ".join(sets)))
        s.fields = sum(self.b.district_fields[d] for d in range(len(DISTRICT_NAMES)) if d not in sets[text])
        s.token = [token if s.fields >> field & 1 else 0 for field, token in enumerate(s.token)]

    def unused_sets(self) -> list[tuple[int, ...]]:
        """Districts that can be out of play together: two are neighbours (rulebook: fewer players)."""
        found = combinations(range(CENTRE), 4 - self.players)
        return [districts for districts in found if len(districts) < 2 or districts[1] - districts[0] in (1, 3)]

    def give_cards(self, s: Any) -> None:
        """The special cards go to somebody who can have them: where they are, if that is right."""
        taken = [[0] * (TOKENS + 1) for _ in range(self.players)]
        for field, building in enumerate(s.built):
            if building:
                taken[building // SEAT_STEP][s.token[field]] += 1
        for name, token in (("subway_card", SUBWAY), ("site_card", SITE)):
            counts = [row[token] for row in taken]
            least = max(1, max(counts)) if token == SUBWAY else 1
            able = [seat for seat, n in enumerate(counts) if n >= least]
            if getattr(s, name) not in able:
                setattr(s, name, able[0] if able else NOBODY)

    # --------------------------------------------------------------- moves

    def moves(self) -> Iterator[Move]:
        """A building, a token or an eraser, then a field."""
        s, bids = self.now.plain, set(self.bid_fields(self.now.plain))
        for field in range(FIELDS):
            if not s.fields >> field & 1:
                continue
            name = FIELD_NAMES[field]
            for seat in range(self.players):
                for value in range(1, NUMBERS + 1):
                    if s.built[field] != SEAT_STEP * seat + value:
                        what = {"height": HEIGHT_NAMES[HEIGHT[value]], "value": value}
                        words = Message("Put on {field}: {height} {value}", field=name, **what)
                        yield Move(-1, f"{seat + 1}{name}={value}", (f"tool-{seat}-{value}", f"field-{name}"), words)
            if s.built[field] or field in bids:
                words = Message("Clear {field}", field=name)
                yield Move(-1, f"1{name}=", ("tool-clear", f"field-{name}"), words)
            if not self.b.token_fields >> field & 1:
                continue
            for letter, token in LETTERS.items():
                if s.token[field] != token:
                    words = Message("{field}: {token}", field=name, token=TOKEN_NAMES[token])
                    yield Move(-1, f"{name}={letter}", (f"tool-token-{int(token)}", f"field-{name}"), words)
            if s.token[field]:
                words = Message("No token on {field}", field=name)
                yield Move(-1, f"{name}=", ("tool-no-token", f"field-{name}"), words)

    def fields(self) -> list[InputField]:
        """Goals of everybody; who decides, who has the cards, the districts out of play."""
        s = self.now.plain
        found = []
        for seat in range(self.players):
            areas = tuple((word, AREA_NAMES[Area(card)]) for word, card in self.goal_words("g").items())
            now = Area(s.goal[seat][0]).name.lower()
            found.append(InputField(f"{seat + 1}g={{}}", Message("Area goal"), now, seat, choices=areas))
            if self.b.expert:
                kinds = tuple(zip(KIND_WORDS, KIND_NAMES, strict=True))
                now, label = KIND_WORDS[s.goal[seat][1] - 1], Message("Neighbourhood goal")
                found.append(InputField(f"{seat + 1}k={{}}", label, now, seat, choices=kinds))
        found.append(seat_field(self, "decides={}", WHO_DECIDES, s.actor))
        for word, card, holder in (("subway", Token.SUBWAY, s.subway_card), ("site", Token.SITE, s.site_card)):
            if holder != NOBODY:
                label = Message("Card: {card}", card=CARD_NAMES[card])
                found.append(seat_field(self, f"{word}={{}}", label, holder, f"card-{int(card)}"))
        if self.players < CENTRE:
            out = [d for d in range(CENTRE) if not s.fields & self.b.district_fields[d]]
            sets = tuple(
                ("+".join(DISTRICT_NAMES[d] for d in districts), listed([DISTRICT_LABELS[d] for d in districts]))
                for districts in self.unused_sets()
            )
            now = "+".join(DISTRICT_NAMES[d] for d in out)
            found.append(InputField("unused={}", Message("Districts out of play"), now, choices=sets))
        return found

    # --------------------------------------------------------------- scene

    def scene(self) -> Scene:
        """The map, everybody's buildings and the tokens."""
        table = TableDrawing(self.now, self.titles())
        areas = [area for area in table.areas() if area.name == "board"]
        sprites = [sprite for sprite in table.scene().sprites if sprite.area == "board"]
        for seat in table.seats:
            areas.append(Part(f"hand:{seat}", 0, 0, TOOL * NUMBERS, 90, Message("Buildings"), "hand", seat))
        areas.append(Part("hand", 0, 0, TOOL * 5, 90, Message("Tokens"), "hand"))
        return Scene(tuple(areas), (*sprites, *self.tools()))

    def tools(self) -> Iterator[Sprite]:
        """Everybody's buildings, tokens, erasers."""
        for seat in range(self.players):
            for value in range(1, NUMBERS + 1):
                height = int(HEIGHT[value])
                label = Message("{height} {value}", height=HEIGHT_NAMES[height], value=value)
                looks: dict[str, Any] = {"owner": seat, "shape": "building", "label": label}
                marks = (Mark(50, 99, 46, text=str(value), colour="on-seat"),)
                place = (f"hand:{seat}", TOOL * (value - 1), 0, 66, 86)
                yield Sprite(f"tool-{seat}-{value}", f"building-{height}", *place, role="button", marks=marks, **looks)
        cross = (Mark(50, 50, 60, text="×", colour="on-button"),)
        for i, token in enumerate(LETTERS.values()):
            place = ("hand", TOOL * i, 0, 66, 66)
            name = f"token-{int(token)}"
            yield Sprite(f"tool-{name}", name, *place, role="button", label=TOKEN_NAMES[token])
        for i, (name, label) in enumerate((("no-token", Message("No token")), ("clear", Message("Clear a field"))), 3):
            place = ("hand", TOOL * i, 0, 66, 66)
            symbol = "token-1" if name == "no-token" else ""
            yield Sprite(f"tool-{name}", symbol, *place, role="button", label=label, marks=cross)
