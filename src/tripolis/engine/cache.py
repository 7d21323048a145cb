"""Where compiled rules are kept: a private folder per user, with one per driver named after the code it is made of."""

from __future__ import annotations

import builtins
import dis
import enum
import functools
import hashlib
import os
import shutil
import stat
import sys
import time
import types
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

LAYOUT = 2
"""Counted up when compiled code is kept differently."""

KEEP_DAYS = 30
"""Folders of older sources that nobody has used for so long are removed."""

CONSTANTS = (bool, int, float, complex, str, bytes, range, enum.Enum, np.generic, np.dtype)
"""Kinds of values whose `repr` says all about them."""


def root() -> Path:
    """The folder of all compiled rules: `TRIPOLIS_CACHE` or the user's cache folder."""
    named = os.environ.get("TRIPOLIS_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("tripolis")) / "compiled"


def digest_of(fn: types.FunctionType) -> str:
    """A hash over a function's code and all that compiled code takes over from outside of it, and in turn the rules
    that it calls.

    Numba looks only at a function's own file: after an edit in a callee's file it would go on using the old machine
    code. A folder named after all that was compiled cannot be stale, and an edit of a label leaves it as it is.
    """
    digest, functions = hashlib.sha256(), [fn]
    for function in functions:  # grows on the way
        # Numba keeps the name of the module too, and imports it when it loads the compiled function.
        digest.update(repr((function.__module__, *code_content(function.__code__, function.__doc__))).encode())
        for name, value in outside_values(function):
            digest.update(f"{name}=".encode() + content_of(value, functions, f"{function.__qualname__} reads {name}"))
    return digest.hexdigest()[:16]


def code_content(code: types.CodeType, doc: str | None = None) -> tuple[Any, ...]:
    """What a function does, wherever it stands and whatever its docstring says; functions inside of it too."""
    constants: list[Any] = []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            constants.append(code_content(constant))
        elif isinstance(constant, frozenset):
            constants.append(sorted(map(repr, constant)))  # its own order changes from process to process
        else:
            constants.append(None if constant == doc else constant)
    names = code.co_names, code.co_varnames, code.co_freevars, code.co_cellvars
    return code.co_code, code.co_exceptiontable, constants, names


def outside_values(function: types.FunctionType) -> Iterator[tuple[str, Any]]:
    """Defaults of arguments, and what a function reads of globals, closures and modules, by name."""
    yield "defaults", (*(function.__defaults__ or ()), *sorted((function.__kwdefaults__ or {}).items()))
    closure = {
        name: cell.cell_contents
        for name, cell in zip(function.__code__.co_freevars, function.__closure__ or (), strict=True)
    }
    for path, is_global in paths_read(function.__code__):
        if is_global:
            scope = function.__globals__
            value = scope[path[0]] if path[0] in scope else getattr(builtins, path[0], None)
        elif path[0] in closure:
            value = closure[path[0]]
        else:
            continue  # a variable of the function itself, read by a function inside of it
        name, *rest = path
        while rest and isinstance(value, types.ModuleType | type) and not isinstance(value, enum.EnumType):
            attribute = rest.pop(0)
            name, value = f"{name}.{attribute}", getattr(value, attribute)
        yield name, value


@functools.cache
def paths_read(code: types.CodeType) -> tuple[tuple[tuple[str, ...], bool], ...]:
    """Every name from outside with the attributes read of it at once, and whether it is a global one."""
    paths: dict[tuple[tuple[str, ...], bool], None] = {}
    path: list[str] = []
    is_global = True
    for step in (*dis.get_instructions(code), None):
        if step is not None and step.opname == "EXTENDED_ARG":
            continue
        if step is not None and path and step.opname in ("LOAD_ATTR", "LOAD_METHOD"):
            path.append(step.argval)
            continue
        if path:
            paths[tuple(path), is_global] = None
        is_global = step is not None and step.opname == "LOAD_GLOBAL"
        path = [step.argval] if step is not None and (is_global or step.opname == "LOAD_DEREF") else []
    for constant in code.co_consts:
        if isinstance(constant, types.CodeType):
            paths |= dict.fromkeys(paths_read(constant))
    return tuple(paths)


def content_of(value: Any, functions: list[types.FunctionType], place: str) -> bytes:
    """What compiled code takes over from a value; a function joins the list. `place` says who reads it."""
    called = getattr(value, "py_func", value)
    if isinstance(called, types.FunctionType):
        if called not in functions:
            functions.append(called)
        return b"function %d" % functions.index(called)
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}".encode() + value.tobytes()
    if isinstance(value, tuple):
        parts = [content_of(part, functions, place) for part in value]
        return type(value).__name__.encode() + b"(%d" % len(parts) + b",".join(parts) + b")"
    if isinstance(value, enum.EnumType):
        return repr(list(value.__members__.values())).encode()
    if isinstance(value, types.BuiltinFunctionType | type | np.ufunc):
        return f"{getattr(value, '__module__', '')}.{value.__name__}{getattr(value, '_fields', '')}".encode()
    if value is None or isinstance(value, CONSTANTS):
        return repr(value).encode()
    raise TypeError(
        f"{place}, which is a {type(value).__name__}: nobody could tell when it changes, "
        "and compiled code would keep its old value. "
        "A rule reads numbers, text, tuples, tables, enumerations and functions; of a module, by their names "
        "(module.NUMBER)."
    )


def folder_for(fn: types.FunctionType) -> Path:
    """The cache folder of a compiled function under the present settings."""
    import numba

    config: Any = numba.config
    settings = f"{LAYOUT}-py{sys.version_info[0]}{sys.version_info[1]}-numba{numba.__version__}"
    if config.BOUNDSCHECK:
        settings += "-checked"
    make_private(root())
    place = root() / settings / f"{fn.__name__}-{digest_of(fn)}"
    place.mkdir(parents=True, exist_ok=True)
    os.utime(place)
    prune_once(place.parent)
    return place


class ContentLocator:
    """Tells Numba to keep a driver in the folder of its content.

    Numba's own locators also ask for the path and the time of the source file: with them a copy, an update or a
    checkout would compile everything anew.
    """

    def __init__(self, fn: types.FunctionType, file: str) -> None:
        self._place, self._py_file = str(folder_for(fn)), file

    @classmethod
    def from_function(cls, fn: types.FunctionType, file: str) -> ContentLocator:
        """What Numba calls."""
        return cls(fn, file)

    def ensure_cache_path(self) -> None:
        """Make the folder."""
        os.makedirs(self._place, exist_ok=True)

    def get_cache_path(self) -> str:
        """The folder."""
        return self._place

    def get_source_stamp(self) -> str:
        """The folder's name says it all."""
        return ""

    def get_disambiguator(self) -> str:
        """There is one driver in a folder."""
        return "driver"


def is_cold(fn: types.FunctionType) -> bool:
    """Was this function never compiled as it is? (Then the first call takes a while.)"""
    return not any(folder_for(fn).rglob("*.nbi"))


def make_private(folder: Path) -> None:
    """Compiled code is run when it is loaded, so nobody else may write it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix":
        info = folder.stat()
        if info.st_uid != os.getuid():
            raise PermissionError(f"{folder} belongs to another user; set TRIPOLIS_CACHE to a folder of your own")
        if stat.S_IMODE(info.st_mode) & 0o077:
            folder.chmod(0o700)


@functools.cache
def prune_once(parent: Path) -> None:
    """Prune at most once in a process."""
    prune(parent)


def prune(parent: Path) -> None:
    """Remove folders of older code that have not been used for a month."""
    oldest = time.time() - KEEP_DAYS * 86_400
    for folder in parent.iterdir():
        try:
            if folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except FileNotFoundError:  # another process pruned it first
            continue
