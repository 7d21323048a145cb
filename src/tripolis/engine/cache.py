"""Where compiled rules are kept: a private folder per user, in it one for each driver, named after all the code it was made from."""

from __future__ import annotations

import enum
import functools
import hashlib
import os
import shutil
import stat
import sys
import time
import types
from pathlib import Path
from typing import Any

import numpy as np
import platformdirs

KEEP_DAYS = 30
"""Folders of older sources that nobody has used for so long are removed."""


def root() -> Path:
    """The folder of all compiled rules: `TRIPOLIS_CACHE` or the user's cache folder."""
    named = os.environ.get("TRIPOLIS_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("tripolis")) / "compiled"


def digest_of(fn: types.FunctionType) -> str:
    """A hash over a function's code and everything it names: constants, tables, and in turn the rules it calls.

    Numba looks only at a function's own file: after an edit in a callee's file it would go on using the old machine code.
    A folder named after all that was compiled cannot be stale, and an edit of a label leaves it as it is.
    """
    digest, waiting, seen = hashlib.sha256(), [fn], {fn}
    while waiting:
        function = waiting.pop()
        code = function.__code__
        constants = [None if c == function.__doc__ else getattr(c, "co_code", c) for c in code.co_consts]
        # Numba keeps the name of the module too, and imports it when it loads the compiled function.
        kept = (function.__module__, code.co_code, constants, code.co_names, code.co_varnames, function.__defaults__)
        digest.update(repr(kept).encode())
        for name in code.co_names:
            value = function.__globals__.get(name)
            called = getattr(value, "py_func", value)
            if isinstance(called, types.FunctionType):
                if called not in seen:
                    seen.add(called)
                    waiting.append(called)
            else:
                digest.update(name.encode() + content_of(value))
    return digest.hexdigest()[:16]


def content_of(value: Any) -> bytes:
    """What compiled code may have taken over from a global name."""
    if isinstance(value, np.ndarray):
        return f"{value.dtype}{value.shape}".encode() + value.tobytes()
    if isinstance(value, enum.EnumType):
        return repr(list(value.__members__.values())).encode()
    if isinstance(value, types.ModuleType | types.BuiltinFunctionType | type):
        return value.__name__.encode()
    return repr(value).encode()


def folder_for(fn: types.FunctionType) -> Path:
    """The cache folder of a compiled function under the present settings."""
    import numba

    config: Any = numba.config
    settings = f"py{sys.version_info[0]}{sys.version_info[1]}-numba{numba.__version__}"
    if config.BOUNDSCHECK:
        settings += "-checked"
    make_private(root())
    place = root() / settings / f"{fn.__name__}-{digest_of(fn)}"
    place.mkdir(parents=True, exist_ok=True)
    os.utime(place)
    prune_once(place.parent)
    return place


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
