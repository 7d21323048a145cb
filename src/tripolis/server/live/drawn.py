"""What has changed between two scenes of a table, found without keeping the first one, and said in few bytes."""

from __future__ import annotations

from array import array
from dataclasses import MISSING, dataclass, field, fields
from sys import intern
from typing import Any

import msgspec

from tripolis.engine.scene import Area, Chip, Mark, Scene, SharedSprite, Sprite
from tripolis.engine.words import Message, Plural


def message_key(message: Any) -> Any:
    """A message as data, in no language yet: equal for equal messages."""
    if isinstance(message, Message):
        return [message.text, message.args, message.many if isinstance(message, Plural) else None]
    raise TypeError(f"{type(message)} cannot be sent")


_KEYS = msgspec.json.Encoder(enc_hook=message_key)


def hash_of(thing: Any) -> int:
    """Equal for things that are sent alike."""
    return hash(_KEYS.encode(thing))


KINDS: tuple[type[Any], ...] = (Sprite, SharedSprite, Mark, Area, Chip)
NEEDED = {kind: [one.name for one in fields(kind) if one.default is MISSING] for kind in KINDS}
"""The fields that are always sent, of everything in a scene."""
OTHERS = {kind: {one.name: one.default for one in fields(kind) if one.default is not MISSING} for kind in KINDS}
"""The other fields, with the values that they have where they are left out."""
USUAL = {"sprite": OTHERS[Sprite], "mark": OTHERS[Mark], "area": OTHERS[Area], "chip": OTHERS[Chip]}


def brief(thing: Any) -> dict[str, Any]:
    """A sprite, an area, or a part of one, without the fields that have their usual value."""
    kind = type(thing)
    data = {name: getattr(thing, name) for name in NEEDED[kind]}
    for name, value in OTHERS[kind].items():
        if (own := getattr(thing, name)) != value:
            data[name] = list(map(brief, own)) if name in ("marks", "summary") else own
    return data


def brief_scene(scene: Scene | None) -> dict[str, Any] | None:
    """A whole scene without what is usual."""
    if scene is None:
        return None
    return {"areas": list(map(brief, scene.areas)), "sprites": list(map(brief, scene.sprites))}


@dataclass(slots=True)
class Signature:
    """What a viewer's scene was like: enough to see which sprites have changed. Shared sprites stand for themselves;
    the others are known by their ids and hashes."""

    shared: tuple[SharedSprite, ...] = ()
    ids: tuple[str, ...] = ()
    hashes: array[int] = field(default_factory=lambda: array("q"))
    areas: tuple[int, ...] = ()
    """The hash of each area, name and all."""

    @classmethod
    def of(cls, scene: Scene | None) -> Signature:
        """The signature of a scene."""
        if scene is None:
            return cls()
        shared = tuple([sprite for sprite in scene.sprites if type(sprite) is SharedSprite])
        own = [sprite for sprite in scene.sprites if type(sprite) is not SharedSprite]
        hashes = array("q", map(hash_of, own))
        return cls(shared, tuple([intern(sprite.id) for sprite in own]), hashes, tuple(map(hash_of, scene.areas)))

    @property
    def by_id(self) -> dict[str, int]:
        """The hash of each sprite that is not shared."""
        return dict(zip(self.ids, self.hashes, strict=True))


def scene_changes(old: Signature, new: Signature, scene: Scene | None) -> dict[str, Any]:
    """The sprites that came, changed or went, in the order of the scene; all areas if one of them is new."""
    if scene is None:
        return {"put": [], "gone": []}
    before, now = set(old.shared), set(new.shared)
    old_own, new_own = old.by_id, new.by_id
    went = {sprite.id: sprite for sprite in old.shared if sprite not in now}
    came = {sprite.id: sprite for sprite in new.shared if sprite not in before}
    put = {name for name, sprite in came.items() if went.get(name) != sprite}  # equal ones were only made again
    put.update(name for name, number in new_own.items() if old_own.get(name) != number)
    gone = [name for name in (*went, *old_own) if name not in came and name not in new_own]
    data: dict[str, Any] = {"put": [sprite for sprite in scene.sprites if sprite.id in put], "gone": gone}
    return data | ({"areas": scene.areas} if old.areas != new.areas else {})


def brief_changes(old: Signature, new: Signature, scene: Scene | None) -> dict[str, Any]:
    """The same without what is usual; areas that are as they were are only named."""
    data = scene_changes(old, new, scene)
    data["put"] = list(map(brief, data["put"]))
    if "areas" in data:
        areas = zip(data["areas"], new.areas, strict=True)
        data["areas"] = [area.name if number in old.areas else brief(area) for area, number in areas]
    return data
