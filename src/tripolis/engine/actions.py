"""Actions, declared once as verbs with axes: their numbers, what rules, texts, clicks and learners make of them.

    ACTIONS = Actions(Verb("lay", slot=20, number=range(1, 6)), Verb("build", cell=20), Verb("discard"))

Numbers count through the verbs in order, and within a verb through its axes, the last of them fastest. Rules, which
are compiled, use `act = ACTIONS.rules(__name__)`; all the rest of a game uses `ACTIONS.split(number)` and
`ACTIONS.number(verb, ...)`.
"""

from __future__ import annotations

import re
import string
import types
from bisect import bisect_right
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .errors import BadNotation
from .record import define_rule
from .words import Message

MOST_SPLIT = 4096
"""Actions with smaller numbers are taken apart once."""


class Verb:
    """One kind of action. An axis is a range of numbers, or how many there are from 0."""

    def __init__(self, name: str, /, *, listed: bool = True, **axes: int | range) -> None:
        """`listed=False`: its actions may be legal without being listed (the many possible bids of an auction)."""
        self.name, self.listed = name, listed
        self.axes = {axis: range(n) if isinstance(n, int) else n for axis, n in axes.items()}
        self.count = prod(map(len, self.axes.values()))
        self.first = 0

    @property
    def stop(self) -> int:
        """The first number after this verb's."""
        return self.first + self.count

    def __repr__(self) -> str:
        return f"Verb({self.name!r}, {', '.join(f'{axis}={numbers}' for axis, numbers in self.axes.items())})"

    def number(self, *parts: int) -> int:
        """The number of an action from where it stands on each axis."""
        number = 0
        for numbers, part in zip(self.axes.values(), parts, strict=True):
            if part not in numbers:
                raise ValueError(f"{self}: {part} is outside of {numbers}")
            number = number * len(numbers) + part - numbers.start
        return self.first + number

    def parts(self, number: int) -> tuple[int, ...]:
        """Where an action stands on each axis."""
        rest, parts = number - self.first, []
        for numbers in reversed(self.axes.values()):
            rest, at = divmod(rest, len(numbers))
            parts.append(numbers.start + at)
        return tuple(reversed(parts))

    def rules(self) -> Iterator[tuple[str, str]]:
        """What `Actions.rules` makes of the axes, as Python: heads of functions, and what they return."""
        names, sizes = list(self.axes), [len(numbers) for numbers in self.axes.values()]
        strides = [prod(sizes[i + 1 :]) for i in range(len(sizes))]
        starts = [numbers.start for numbers in self.axes.values()]
        offset = self.first - sum(start * stride for start, stride in zip(starts, strides, strict=True))
        terms = [f"{name} * {stride}" for name, stride in zip(names, strides, strict=True)]
        yield f"{self.name}({', '.join(names)})", f"{' + '.join(terms)} + {offset}"
        for name, size, stride, start in zip(names, sizes, strides, starts, strict=True):
            turn = f" % {size}" if name != names[0] else ""
            yield f"{self.name}_{name}(action)", f"(action - {self.first}) // {stride}{turn} + {start}"


class Actions:
    """All actions of a game."""

    def __init__(self, *verbs: Verb, **groups: str) -> None:
        """Groups name verbs that rules treat alike: `piece="bonus hazard"` makes `act.is_piece(action)`."""
        self.verbs = {verb.name: verb for verb in verbs}
        if len(self.verbs) != len(verbs):
            raise ValueError(f"a verb is declared twice: {', '.join(verb.name for verb in verbs)}")
        self.count = 0
        for verb in verbs:
            verb.first = self.count
            self.count += verb.count
        self._split: dict[int, tuple[Any, ...]] = {}
        self._order, self._firsts = verbs, [verb.first for verb in verbs]
        self.groups = {name: frozenset(members.split()) for name, members in groups.items()}
        for name, members in self.groups.items():
            if unknown := members - self.verbs.keys():
                raise ValueError(f"the group {name} names verbs that are not declared: {', '.join(sorted(unknown))}")
        hidden = [verb for verb in verbs if not verb.listed]
        if len(hidden) > 1:
            raise ValueError(f"only one verb can be unlisted, not {', '.join(verb.name for verb in hidden)}")
        self.unlisted = range(hidden[0].first, hidden[0].stop) if hidden else range(0)

    def number(self, verb: str, *parts: int) -> int:
        """The number of an action: `number("lay", slot, 3)`."""
        return self.verbs[verb].number(*parts)

    def verb_of(self, number: int) -> Verb:
        """The verb of an action."""
        if not 0 <= number < self.count:
            raise ValueError(f"there is no action {number}")
        return self._order[bisect_right(self._firsts, number) - 1]

    def split(self, number: int) -> tuple[Any, ...]:
        """An action as its verb's name and where it stands on each axis: `("lay", slot, 3)`, for `match`."""
        parts = self._split.get(number)
        if parts is None:
            verb = self.verb_of(number)
            parts = verb.name, *verb.parts(number)
            if number < MOST_SPLIT:
                self._split[number] = parts
        return parts

    def rules(self, module: str) -> Any:
        """The same for the rules of a module, under one name: `act.lay(slot, number)`, `act.is_lay(action)`,
        `act.lay_slot(action)`.

        A verb without axes is a number, `act.DISCARD`. All constants stand in the functions, so that compiled code
        is as fast as arithmetic written by hand. They never look whether a number is in range: that is what
        `act.exists(action)` is for.
        """
        act = types.ModuleType(f"{module}.act", "What rules make of the numbers of actions.")
        values: list[tuple[str, Any]] = [("exists(action)", f"0 <= action < {self.count}")]
        for verb in self._order:
            values += [(f"is_{verb.name}(action)", self._among([verb])), *verb.rules()] if verb.axes else []
        for name, members in self.groups.items():
            values.append((f"is_{name}(action)", self._among([self.verbs[member] for member in members])))
        constants = [(verb.name.upper(), verb.first) for verb in self._order if not verb.axes]
        for head, value in values + constants:
            name = head.partition("(")[0]
            if hasattr(act, name):
                raise ValueError(f"two verbs, axes or groups both need the name {name}")
            is_rule = isinstance(value, str)
            setattr(act, name, define_rule(f"def {head}:\n    return {value}", name, module) if is_rule else value)
        return act

    def _among(self, verbs: Iterable[Verb]) -> str:
        """Is an action one of these verbs? As Python: one range for neighbours, no bound where numbers end."""
        ranges: list[list[int]] = []
        for verb in sorted(verbs, key=lambda verb: verb.first):
            if ranges and ranges[-1][1] == verb.first:
                ranges[-1][1] = verb.stop
            else:
                ranges.append([verb.first, verb.stop])
        terms = []
        for first, stop in ranges:
            bounds = [f"action >= {first}"] * (first > 0) + [f"action < {stop}"] * (stop < self.count)
            terms.append(" and ".join(bounds) or "True")
        return " or ".join(f"({term})" if len(terms) > 1 else term for term in terms)


# -------------------------------------------------------------------- notation


@dataclass(frozen=True)
class Spelling:
    """How an axis is written and read where that depends on the position, or a number has several spellings."""

    write: Callable[[Any, int], str]
    read: Callable[[Any, str], int | None]
    fixed: bool = False
    """Is a number written alike in every position?"""


class Spelled(str):
    """A number of an axis as text; click paths may also name its `number`."""

    __slots__ = ("number",)
    number: int


Clicks = str | Callable[..., list[str]]
"""Ids of sprites with a space between them, or a function of the record, the box and the action's parts."""


class Notation:
    """Actions as text and as clicks, from a pattern for each verb: `lay="{number}{slot}"` and `lay="architect-{number}
    slot-{slot}"`.

    An axis is written by its words, by a `Spelling`, or as a number; a verb without a pattern by its name and its
    axes with colons between them. Upper and lower case are read alike. Patterns of clicks may name the `{actor}`,
    and the `{slot.number}` of an axis.
    """

    def __init__(
        self,
        actions: Actions,
        *,
        texts: Mapping[str, str],
        clicks: Mapping[str, Clicks],
        axes: Mapping[str, Sequence[str] | Spelling] = {},
        wrong: Callable[[str], Message],
    ) -> None:
        """`wrong` says what is wrong with a text that is no action, and how one is written."""
        self.actions, self._clicks, self._wrong = actions, clicks, wrong
        for name in (*texts, *clicks):
            if name not in actions.verbs:
                raise ValueError(f"there is no verb {name}")
        if missing := actions.verbs.keys() - clicks.keys():
            raise ValueError(f"there are no clicks for {', '.join(sorted(missing))}")
        self._texts = {
            name: texts.get(name) or ":".join([name, *(f"{{{axis}}}" for axis in verb.axes)])
            for name, verb in actions.verbs.items()
        }
        self._spellings = {
            (name, axis): given if isinstance(given := axes.get(axis), Spelling) else words_for(axis, numbers, given)
            for name, verb in actions.verbs.items()
            for axis, numbers in verb.axes.items()
        }
        self._groups: dict[str, tuple[int, list[str]]] = {}
        self._pattern = re.compile("|".join(map(self._pattern_of, actions.verbs)), re.IGNORECASE | re.ASCII)
        self._written: dict[int, str] = {}
        self._read: dict[str, int] = {}
        self._paths: dict[tuple[int, int], list[str]] = {}

    def _pattern_of(self, name: str) -> str:
        """The texts of a verb as a regular expression: a group named after it, and in it one for each axis."""
        pattern, order = "", []
        for literal, axis, _, _ in string.Formatter().parse(self._texts[name]):
            pattern += re.escape(literal)
            if axis is not None:
                spelling = self._spellings.get((name, axis))
                pattern += (
                    f"({'|'.join(map(re.escape, spelling.longest_first)) if isinstance(spelling, Words) else '[^:]+'})"
                )
                order.append(axis)
        if sorted(order) != sorted(self.actions.verbs[name].axes):
            raise ValueError(f"the pattern {self._texts[name]} does not name each axis of {name} once")
        self._groups[name] = 1 + sum(1 + len(axes) for _, axes in self._groups.values()), order
        return f"(?P<{name}>{pattern})"

    def _spell(self, s: Any, verb: Verb, action: int) -> tuple[dict[str, Spelled], bool]:
        """The axes of an action as text, and whether they are the same in every position."""
        spelled, fixed = {}, True
        for axis, number in zip(verb.axes, verb.parts(action), strict=True):
            spelling = self._spellings[verb.name, axis]
            spelled[axis] = Spelled(spelling.write(s, number))
            spelled[axis].number = number
            fixed = fixed and spelling.fixed
        return spelled, fixed

    def fixed_text(self, action: int) -> str | None:
        """An action as text if it is written alike in every position and was written before."""
        return self._written.get(action)

    def write(self, s: Any, b: Any, action: int) -> str:
        """An action as text."""
        text = self._written.get(action)
        if text is None:
            verb = self.actions.verb_of(action)
            spelled, fixed = self._spell(s, verb, action)
            text = self._texts[verb.name].format(**spelled)
            if fixed:
                self._written[action] = text
        return text

    def read(self, s: Any, b: Any, text: str) -> int:
        """The action of a text."""
        if (action := self._read.get(text)) is not None:
            return action
        match = self._pattern.fullmatch(text)
        if match and match.lastgroup:
            verb = self.actions.verbs[match.lastgroup]
            before, order = self._groups[verb.name]
            parts = dict(zip(order, match.groups()[before:], strict=False))
            numbers = [self._spellings[verb.name, axis].read(s, parts[axis]) for axis in verb.axes]
            known = [n for n, axis in zip(numbers, verb.axes.values(), strict=True) if n is not None and n in axis]
            if len(known) == len(verb.axes):
                action = verb.number(*known)
                if self._written.get(action) == text:
                    self._read[text] = action
                return action
        raise BadNotation(self._wrong(text))

    def path(self, s: Any, b: Any, action: int) -> list[str]:
        """The sprites to click."""
        key = action, int(s.actor)
        if key in self._paths:
            return self._paths[key].copy()
        name, *parts = self.actions.split(action)
        clicks = self._clicks[name]
        if callable(clicks):
            return clicks(s, b, *parts)
        verb = self.actions.verbs[name]
        spelled, fixed = self._spell(s, verb, action)
        path = clicks.format(actor=key[1], **spelled).split()
        if fixed:
            self._paths[key] = path.copy()
        return path

    def name(self, action: int) -> str:
        """What learners call an action, whatever the position: `lay slot N2 number 3`."""
        verb = self.actions.verb_of(action)
        words = verb.name.split("_")
        for axis, number in zip(verb.axes, verb.parts(action), strict=True):
            spelling = self._spellings[verb.name, axis]
            words += [axis, spelling.write(None, number) if spelling.fixed else str(number)]
        return " ".join(words)


class Words:
    """An axis that is written in the same words in every position."""

    fixed = True

    def __init__(self, words: Sequence[str], numbers: range) -> None:
        self._words = dict(zip(numbers, words, strict=True))
        self._numbers = {word.lower(): number for number, word in self._words.items()}
        self.longest_first = sorted(words, key=len, reverse=True)

    def write(self, s: Any, number: int) -> str:
        """A number as its word."""
        return self._words[number]

    def read(self, s: Any, text: str) -> int | None:
        """The number of a word."""
        return self._numbers.get(text.lower())


def words_for(axis: str, numbers: range, words: Sequence[str] | None) -> Words:
    """The words of an axis; digits if none are given."""
    if words is not None and len(words) != len(numbers):
        raise ValueError(f"the axis {axis} has {len(numbers)} numbers, but {len(words)} words")
    return Words(words or [str(number) for number in numbers], numbers)
