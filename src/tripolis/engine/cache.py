"""Where compiled rules are kept: a private folder per user, named after the sources it was made from."""

from __future__ import annotations

import functools
import hashlib
import os
import shutil
import stat
import sys
import time
from pathlib import Path
from typing import Any

import platformdirs

KEEP_DAYS = 30
"""Folders of older sources that nobody has used for so long are removed."""


def root() -> Path:
    """The folder of all compiled rules: `TRIPOLIS_CACHE` or the user's cache folder."""
    named = os.environ.get("TRIPOLIS_CACHE")
    return Path(named) if named else Path(platformdirs.user_cache_dir("tripolis")) / "compiled"


@functools.cache
def digest_of_sources(folders: tuple[Path, ...]) -> str:
    """A hash over the Python files of some folders.

    Numba looks only at a function's own file: after an edit in a callee's file it would go on using
    the old machine code. A folder named after all sources that may be involved cannot be stale.
    """
    digest = hashlib.sha256()
    for folder in sorted(set(folders)):
        for file in sorted(folder.glob("*.py")):
            digest.update(f"{file.name}\0".encode())
            digest.update(file.read_bytes())
    return digest.hexdigest()[:16]


@functools.cache
def folder_for(folders: tuple[Path, ...]) -> Path:
    """The cache folder for code made from these source folders under the present settings."""
    import numba

    config: Any = numba.config
    settings = f"py{sys.version_info[0]}{sys.version_info[1]}-numba{numba.__version__}"
    if config.BOUNDSCHECK:
        settings += "-checked"
    place = root() / settings / digest_of_sources(folders)
    make_private(root())
    place.mkdir(parents=True, exist_ok=True)
    os.utime(place)
    prune(place.parent, keep=place)
    return place


def is_cold(folders: tuple[Path, ...]) -> bool:
    """Is nothing compiled yet from these sources? (Then the first call takes a while.)"""
    return not any(folder_for(folders).rglob("*.nbi"))


def make_private(folder: Path) -> None:
    """Compiled code is run when it is loaded, so nobody else may write it."""
    folder.mkdir(parents=True, exist_ok=True, mode=0o700)
    if os.name == "posix":
        info = folder.stat()
        if info.st_uid != os.getuid():
            raise PermissionError(f"{folder} belongs to another user; set TRIPOLIS_CACHE to a folder of your own")
        if stat.S_IMODE(info.st_mode) & 0o077:
            folder.chmod(0o700)


def prune(parent: Path, keep: Path) -> None:
    """Remove folders of older sources that have not been used for a month."""
    oldest = time.time() - KEEP_DAYS * 86_400
    for folder in parent.iterdir():
        try:
            if folder != keep and folder.is_dir() and folder.stat().st_mtime < oldest:
                shutil.rmtree(folder, ignore_errors=True)
        except FileNotFoundError:  # another process pruned it first
            continue
