"""Nets as files: reading and checking one, and the weights as rules use them."""

from __future__ import annotations

import io
import json
import zipfile
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any

import numpy as np

from tripolis.engine.errors import BadOptions
from tripolis.engine.game import Game
from tripolis.engine.record import PLAIN
from tripolis.engine.words import Message

from .forward import LOGIT, ONE, STEP, Net, Scratch

LAYERS = ("first", "second", "third", "tokens", "values")
"""The matrices of a net, in order."""


def single_name(layer: str) -> str:
    """What biases and shifts of a layer are called after."""
    return layer.removesuffix("s") if layer in ("tokens", "values") else layer


def powers() -> list[int]:
    """e**(-i * STEP / LOGIT) times ONE for every i, until it is 0; found by whole numbers alone."""
    fraction = 4162825044  # round(2**32 * e**(-8 / 256))
    assert STEP == 8 and LOGIT == 256
    row = [ONE]
    while row[-1]:
        row.append(row[-1] * fraction >> 32)
    return row


@dataclass
class Weights:
    """A net of a game as it stands in a file: whole numbers, and a card that says where they come from."""

    card: dict[str, Any]
    arrays: dict[str, Any] = field(repr=False)

    def save(self, path: Path) -> None:
        """Write a file; equal nets give equal bytes."""
        with zipfile.ZipFile(path, "w", zipfile.ZIP_DEFLATED) as file:
            entries = {"card.json": json.dumps(self.card, indent=1, sort_keys=True).encode()}
            for name, array in sorted(self.arrays.items()):
                data = io.BytesIO()
                np.save(data, array)
                entries[f"{name}.npy"] = data.getvalue()
            for name, content in entries.items():
                file.writestr(zipfile.ZipInfo(name), content, zipfile.ZIP_DEFLATED)

    @classmethod
    def load(cls, path: Path) -> Weights:
        """Read a file."""
        with zipfile.ZipFile(path) as file:
            card = json.loads(file.read("card.json"))
            names = [name for name in file.namelist() if name.endswith(".npy")]
            arrays = {name[:-4]: np.load(io.BytesIO(file.read(name)), allow_pickle=False) for name in names}
        return cls(card, arrays)

    def check(self, game: Game) -> None:
        """Refuse a net of another game, or of other features."""
        if self.card["game"] != game.name or self.card["features"] != game.features_version:
            args = {"game": game.title, "version": game.features_version, "other": self.card["features"]}
            raise BadOptions(
                Message("This net was not trained for {game} with the features {version}, but with {other}.", **args)
            )

    @cached_property
    def net(self) -> Net:
        """The weights as rules use them."""
        parts: dict[str, Any] = {
            "powers": np.array(powers(), np.int64),
            "table": self.arrays["table"],
            "gain": self.arrays["gain"],
        }
        for name in LAYERS:
            single = single_name(name)
            parts[name] = self.arrays[name]
            parts[f"{single}_bias"] = self.arrays[f"{single}_bias"].astype(np.int32)
            parts[f"{single}_shift"] = self.arrays[f"{single}_shift"].astype(np.int32)
        if PLAIN:
            parts = {name: array.tolist() for name, array in parts.items()}
        return Net(**parts)

    def scratch(self, game: Game) -> Scratch:
        """Memory for forward passes."""
        arrays, work = self.arrays, game.work_layout.make()[0]
        seats, actions = len(work.place), len(work.actions)
        features, one = arrays["first"].shape
        two, three = arrays["third"].shape
        tokens = len(arrays["tokens"])
        zeros: dict[str, Any] = {
            "row": np.zeros(features, np.int8),
            "last": np.zeros((seats, features), np.int8),
            "sums": np.tile(arrays["first_bias"].astype(np.int32), (seats, 1)),
            "one": np.zeros(one, np.int32),
            "two": np.zeros(two, np.int32),
            "three": np.zeros(three, np.int32),
            "rest": np.zeros(max(two, three), np.int32),
            "active": np.zeros(max(features, one, two) + 3, np.int64),
            "amount": np.zeros(max(features, one, two) + 3, np.int32),
            "token": np.zeros(tokens, np.int32),
            "stamp": np.zeros(tokens, np.int64),
            "passes": np.zeros(1, np.int64),
            "logits": np.zeros(actions, np.int64),
            "shares": np.zeros(actions, np.int64),
            "values": np.zeros((3, seats)),
        }
        if PLAIN:
            zeros = {name: array.tolist() for name, array in zeros.items()}
        return Scratch(**zeros)


def net_file(game: Game) -> Path | None:
    """The file of the net that comes with a game for its mode."""
    files = game.advice.nets if game.advice else {}
    return files.get(game.mode, files.get(""))


def has_net(game: Game) -> bool:
    """Does a net come with a game?"""
    return net_file(game) is not None


def net_of(game: Game) -> Weights:
    """The net that comes with a game; a game without one says so."""
    file = net_file(game)
    if file is None:
        raise BadOptions(Message("There is no trained net of {game}.", game=game.title))
    weights = load_net(file)
    weights.check(game)
    return weights


@cache
def load_net(path: Path) -> Weights:
    """A net from a file, read once."""
    return Weights.load(path)
