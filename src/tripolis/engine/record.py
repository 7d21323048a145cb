"""Records and rules: one source, run compiled, bounds-checked or plain.

A position is one fixed-size record, and rules are functions over it. `rule` compiles such a function with Numba;
with `TRIPOLIS_PLAIN=1` it leaves the function alone, and records become *twins*: objects with the same
fields whose arrays are nested Python lists. Rules therefore write `a[i][j]`, never `a[i, j]`, and copy whole rows and
records only through `copy_row` and `copy_record`.
"""

from __future__ import annotations

import os
import re
import types
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from enum import EnumType, IntEnum
from functools import cached_property
from pathlib import Path
from typing import Any, TypedDict, TypeVar, Unpack, cast

import numpy as np

PLAIN = os.environ.get("TRIPOLIS_PLAIN", "") not in ("", "0")
"""Run every rule as ordinary Python (slow, needs no Numba)."""

WHOLE = -2
"""`s.observer` of a position that nobody has looked at through a seat's eyes; -1 is the public, 0.. a seat."""

Rule = Callable[..., Any]
F = TypeVar("F", bound=Rule)
Records = Any
"""An array of records, or in plain runs a list of twins; a single position is such an array of length one."""


# ---------------------------------------------------------------- compiling


def compile_driver(fn: types.FunctionType) -> Rule:
    """Compile a function with all the rules it calls, kept on disk."""
    import numba

    from .cache import ContentLocator

    # Numba picks a function's cache folder when it is decorated; the user's own setting is put back at once.
    config: Any = numba.config
    users_own = config.CACHE_LOCATOR_CLASSES
    config.CACHE_LOCATOR_CLASSES = f"{ContentLocator.__module__}.{ContentLocator.__qualname__}"
    try:
        compiled: Rule = numba.njit(cache=True, nogil=True, error_model="numpy")(fn)
    finally:
        config.CACHE_LOCATOR_CLASSES = users_own
    return compiled


def rule(fn: F) -> F:
    """Make a function a rule: compiled, or left as it is in plain runs.

    Only drivers are kept on disk, each with the rules it calls. A rule of the engine kept by itself would remember
    the types of the game that called it first, and nobody could load it after that game was removed.
    """
    if PLAIN:
        return fn
    import numba

    return cast(F, numba.njit(nogil=True, error_model="numpy")(fn))


def inlined(fn: F) -> F:
    """Make a function part of the rule that calls it.

    Compiled by itself, it would be optimised with all rules that it calls, and so would its caller: a third more time.
    """
    if PLAIN:
        return fn
    import numba

    return cast(F, numba.njit(inline="always", error_model="numpy")(fn))


def source_of(fn: Rule) -> types.FunctionType:
    """The Python function behind a rule."""
    source = getattr(fn, "py_func", fn)
    assert isinstance(source, types.FunctionType)
    return source


_in_python: dict[types.FunctionType, Rule] = {}


def in_python(fn: Rule) -> Rule:
    """A rule as ordinary Python, with the rules it calls: for plain records and for rare calls."""
    source = source_of(fn)
    if source not in _in_python:
        scope = dict(source.__globals__)
        _in_python[source] = types.FunctionType(source.__code__, scope, source.__name__, source.__defaults__)
        for name in source.__code__.co_names:
            if hasattr(scope.get(name), "py_func"):
                scope[name] = in_python(scope[name])
    return _in_python[source]


def put_rules(fn: Rule, rules: dict[str, Rule]) -> Rule:
    """A rule of the engine in which the names of `rules` mean one game's functions."""
    source = source_of(fn)
    return rule(types.FunctionType(source.__code__, {**source.__globals__, **rules}, source.__name__))


def bind(driver: Rule, name: str, rules: dict[str, Any]) -> Rule:
    """A copy of a driver in which the names of `rules` mean one game's functions.

    Passing functions as arguments or through a closure would miss Numba's disk cache on every start; a copy with
    its own globals and its own name hits it, and keeps games apart.
    """
    bound = with_rules(driver, name, rules)
    return bound if PLAIN else compile_driver(bound)


def with_rules(
    driver: Rule, name: str, rules: dict[str, Any], compiled: Callable[[Rule], Rule] = inlined
) -> types.FunctionType:
    """A copy of a function with the names of `rules` put in, here and in the functions of its module that it calls.

    These are `compiled` too. What is a rule already calls no rules of a game and stays what it is.
    """
    fn = source_of(driver)
    scope = {**fn.__globals__, **rules}
    for called in fn.__code__.co_names:
        part = scope.get(called)
        if isinstance(part, types.FunctionType) and part.__module__ == fn.__module__:
            scope[called] = compiled(with_rules(part, name, rules, compiled))
    copy = types.FunctionType(fn.__code__, scope, f"{fn.__name__}_{name}", fn.__defaults__)
    copy.__qualname__ = copy.__name__
    copy.__doc__ = fn.__doc__
    return copy


def define(source: str, name: str, scope: dict[str, Any], home: Path) -> Rule:
    """A rule from generated source; `home` is the file that its description stands in."""
    code = compile(source, str(home), "exec")
    exec(code, scope)
    defined: types.FunctionType = scope[name]
    return defined if PLAIN else compile_driver(defined)


def define_rule(source: str, name: str, module: str) -> Rule:
    """A rule of a module from generated source; like all rules it is compiled into the drivers that call it."""
    scope: dict[str, Any] = {"__name__": module}
    exec(source, scope)
    defined: Rule = scope[name]
    return rule(defined)


def table(values: Any) -> Any:
    """A read-only table of whole numbers that no box can change."""
    array = np.array(values, dtype=np.int64)
    if PLAIN:
        return array.tolist()
    array.setflags(write=False)
    return array


# ------------------------------------------------------------------- fields

TEXT_NAME = re.compile(r"(?!-?[0-9]+$)[A-Za-z0-9_.-]+")
"""A name that can stand in a position as text, and is no number."""


@dataclass(frozen=True)
class Field:
    """One field of a record. `sight` says who may know it: public, owner, nobody, or a predicate's name.

    An `owner` field has a row for each seat; a predicate `f(s, b, seat, i)` is asked for each index of the first
    axis and may look only at public fields. What a seat may not know reads `blank` in its observation.
    """

    name: str
    kind: str
    shape: tuple[int, ...] = ()
    sight: str | Rule = "public"
    blank: int = 0
    at: tuple[str, ...] = ()
    """In positions as text (`position_text.py`): names of the indexes of the last axis."""
    rows: tuple[str, ...] = ()
    """Names of the indexes of the first axis, where there are two."""
    values: Mapping[int, str] = field(default_factory=dict, hash=False)
    """Names of the numbers."""
    bits: tuple[str, ...] = ()
    """Names of the bits of a number that is a set."""
    derived: bool = False
    """It follows from other fields (`Rules.derive`)."""

    def __post_init__(self) -> None:
        for name in (*self.at, *self.rows, *self.values.values(), *self.bits):
            if not TEXT_NAME.fullmatch(name):
                raise ValueError(
                    f"the field {self.name} has the name {name!r}; use letters, digits, _ . and -, not digits alone"
                )
        for names in (self.values.values(), self.bits):
            if len(set(names)) != len(names):
                raise ValueError(f"the field {self.name} has one name twice")
        for names, axis in ((self.at, -1), (self.rows, 0)):
            if names and len(set(names)) != self.shape[axis]:
                raise ValueError(f"the field {self.name} has {self.shape[axis]} places and {len(names)} names for them")

    @cached_property
    def numbers(self) -> dict[str, int]:
        """The numbers by their names."""
        return {name: number for number, name in self.values.items()}


class Names(TypedDict, total=False):
    """How a field is written in positions as text."""

    at: Iterable[str]
    rows: Iterable[str]
    values: Iterable[str] | Mapping[int, str] | type[IntEnum]
    bits: Iterable[str]
    derived: bool


def _field(name: str, kind: str, shape: int | Iterable[int], sight: str | Rule, blank: int, names: Names) -> Field:
    values = names.get("values", ())
    if isinstance(values, EnumType):
        members: Iterable[IntEnum] = list(values)
        values = {int(member): member.name.lower() for member in members}
    elif not isinstance(values, Mapping):
        values = {number: word for number, word in enumerate(values) if word}
    return Field(
        name,
        kind,
        (shape,) if isinstance(shape, int) else tuple(shape),
        sight,
        blank,
        at=tuple(names.get("at", ())),
        rows=tuple(names.get("rows", ())),
        values=values,
        bits=tuple(names.get("bits", ())),
        derived=names.get("derived", False),
    )


def public(name: str, kind: str, shape: int | Iterable[int] = (), **names: Unpack[Names]) -> Field:
    """Everybody knows it."""
    return _field(name, kind, shape, "public", 0, names)


def owner(name: str, kind: str, shape: int | Iterable[int], blank: int = 0, **names: Unpack[Names]) -> Field:
    """Each row is known to its own seat alone."""
    return _field(name, kind, shape, "owner", blank, names)


def nobody(name: str, kind: str, shape: int | Iterable[int] = (), blank: int = 0, **names: Unpack[Names]) -> Field:
    """No seat knows it."""
    return _field(name, kind, shape, "nobody", blank, names)


def seen_if(
    predicate: Rule, name: str, kind: str, shape: int | Iterable[int], blank: int = 0, **names: Unpack[Names]
) -> Field:
    """Known where the predicate `f(s, b, seat, i)` says so."""
    return _field(name, kind, shape, predicate, blank, names)


class Layout:
    """The fields of a record, and ways to make, copy and store records of it."""

    def __init__(self, name: str, fields: Iterable[Field]) -> None:
        # The widest fields first: an aligned record then has no holes between its fields.
        self.name = name
        self.declared = tuple(fields)
        self.fields = tuple(sorted(self.declared, key=lambda f: -np.dtype(f.kind).itemsize))
        self.by_name = {f.name: f for f in self.fields}
        if len(self.by_name) != len(self.fields):
            raise ValueError(f"the layout {name} names a field twice")
        for f in self.fields:
            if hasattr(np.record, f.name):
                raise ValueError(f"the layout {name} has a field {f.name!r}, which NumPy's records use for themselves")

    @cached_property
    def dtype(self) -> np.dtype[Any]:
        """Aligned (CUDA insists), and a record, so that `s.field` works outside compiled code too."""
        plain = np.dtype([(f.name, f.kind, f.shape) for f in self.fields], align=True)
        return np.dtype((np.record, plain))

    @property
    def size(self) -> int:
        """Bytes of one record."""
        return int(self.dtype.itemsize)

    @cached_property
    def twin(self) -> type:
        """The class of this record's plain twin."""
        names = [f.name for f in self.fields]
        return type(f"{self.name.title()}Twin", (), {"__slots__": names, "__doc__": f"{self.name} with lists."})

    def make(self, n: int = 1) -> Records:
        """New records, all zero."""
        if not PLAIN:
            return np.zeros(n * self.size, np.uint8).view(self.dtype)
        twins = []
        for _ in range(n):
            twin = self.twin()
            for f in self.fields:
                setattr(twin, f.name, np.zeros(f.shape, np.int64).tolist())
            twins.append(twin)
        return twins

    def copy(self, records: Records) -> Records:
        """The same records, independent of the first ones."""
        if not PLAIN:
            return records.view(np.uint8).copy().view(self.dtype)
        twins = self.make(len(records))
        for to, source in zip(twins, records, strict=True):
            copy_twin(to, source)
        return twins

    def snapshot(self, records: Records) -> Any:
        """The records as something that can be kept: bytes, or in plain runs a copy."""
        return self.copy(records) if PLAIN else records.tobytes()

    def from_snapshot(self, snapshot: Any) -> Records:
        """New records from a snapshot."""
        return self.copy(snapshot) if PLAIN else np.frombuffer(bytearray(snapshot), np.uint8).view(self.dtype)

    def put(self, records: Records, snapshot: Any) -> None:
        """Copy a snapshot over a record."""
        if PLAIN:
            copy_twin(records[0], snapshot[0])
        else:
            records.view(np.uint8).data[:] = snapshot

    def plain(self, records: Records) -> Any:
        """The first record with Python's own numbers and lists: reading a NumPy record number by number is slow."""
        if PLAIN:
            return records[0]
        twin = self.twin()
        for f, value in zip(self.fields, records[0].item(), strict=True):
            setattr(twin, f.name, value.tolist() if f.shape else value)
        return twin

    def from_plain(self, twin: Any) -> Records:
        """A record with the numbers of a twin."""
        records = self.make()
        for f in self.fields:
            setattr(records[0], f.name, getattr(twin, f.name))
        return records

    def to_bytes(self, records: Records) -> bytes:
        """The records as bytes; a twin's number that does not fit its field is an error."""
        if not PLAIN:
            return bytes(records.view(np.uint8))
        out = np.zeros(len(records), self.dtype)
        for i, twin in enumerate(records):
            for f in self.fields:
                try:
                    out[f.name][i] = np.array(getattr(twin, f.name), dtype=f.kind)
                except OverflowError as error:
                    raise OverflowError(f"{self.name}.{f.name}: {error}") from None
        return out.tobytes()

    def from_bytes(self, data: bytes) -> Records:
        """Records from their bytes."""
        array = np.frombuffer(bytearray(data), np.uint8).view(self.dtype)
        if not PLAIN:
            return array
        twins = self.make(len(array))
        for twin, row in zip(twins, array, strict=True):
            for f in self.fields:
                setattr(twin, f.name, row[f.name].tolist())
        return twins


def as_list(row: Any, n: int | None = None) -> list[Any]:
    """The first n numbers (or rows) of a field as Python's own, whether it is an array or a list."""
    numbers: list[Any] = row[:n] if PLAIN else row[:n].tolist()
    return numbers


def plain_value(value: Any) -> Any:
    """A copy of a field with Python's own numbers and lists."""
    return _copied(value) if PLAIN else value.tolist()


def copy_twin(to: Any, source: Any) -> None:
    """Copy all fields of a twin."""
    for name in type(source).__slots__:
        setattr(to, name, _copied(getattr(source, name)))


def _copied(value: Any) -> Any:
    return [_copied(v) for v in value] if isinstance(value, list) else value


# ---------------------------------------------------------------- observing


def make_observe(state: Layout, home: Path, name: str = "observe") -> Rule:
    """`observe(s, b, seat)`, from the declared sight of fields: it blanks what the seat may not know until the end."""
    scope: dict[str, Any] = {"__name__": __name__}
    lines = [f"def {name}(s, b, seat):", "    s.observer = seat", "    if s.actor < 0:", "        return"]
    for f, loop, pad, place in hidden_places(state, scope):
        lines += [*loop, f"{pad}s.{place} = {f.blank}"]
    return define("\n".join(lines), name, scope, home)


def hidden_places(state: Layout, scope: dict[str, Any]) -> Iterator[tuple[Field, list[str], str, str]]:
    """For each hidden field: the lines of a loop over what `seat` may not know, the indent in it, and the place as
    `field[i0]`.

    Predicates are put into the scope.
    """
    for f in state.fields:
        if f.sight == "public":
            continue
        if not f.shape:
            if f.sight != "nobody":
                raise ValueError(f"the field {f.name} is one number; only `public` and `nobody` fit it")
            yield f, [], "    ", f.name
            continue
        lines = [f"    for i0 in range({f.shape[0]}):"]
        pad = " " * 8
        if f.sight == "owner":
            lines.append(f"{pad}if i0 != seat:")
        elif callable(f.sight):
            predicate = source_of(f.sight).__name__
            scope[predicate] = f.sight
            lines.append(f"{pad}if not {predicate}(s, b, seat, i0):")
        elif f.sight == "nobody":
            lines.append(f"{pad}if True:")
        else:
            raise ValueError(f"the field {f.name} has the unknown sight {f.sight!r}")
        pad += "    "
        for axis, n in enumerate(f.shape[1:], start=1):
            lines.append(f"{pad}for i{axis} in range({n}):")
            pad += "    "
        yield f, lines, pad, f.name + "".join(f"[i{axis}]" for axis in range(len(f.shape)))


def row(*shape: int) -> Any:
    """A row (or a table) of whole numbers that drivers can write to."""
    zeros = np.zeros(shape, np.int64)
    return zeros.tolist() if PLAIN else zeros
