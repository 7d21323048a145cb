"""Guests: a name and a signed cookie, no account. Secrets are stored as hashes only."""

from __future__ import annotations

import base64
import hashlib
import hmac
import secrets
from dataclasses import dataclass
from functools import cached_property
from typing import Any

import sqlalchemy as sa

from tripolis.engine.words import Message

from ..domain.clock import DAY, MINUTE, SECOND
from ..domain.problems import Problem, too_many
from ..now import now
from ..rate_limit import RateLimit
from ..settings import Settings
from .house import House
from .schema import GUESTS, LINKS
from .store import Must, Store

COOKIE = "tripolis"
HOST_COOKIE = f"__Host-{COOKIE}"
"""Its name on https: browsers take it from this very host alone, and never from another or without https."""
COOKIE_SECONDS = 400 * 86_400
REMEMBERED = 5 * SECOND
"""How long a guest is remembered without a look at the database: another process may have changed the name."""
LINK_TIME = 15 * MINUTE


def new_secret() -> str:
    """128 bits that nobody can guess, for a URL."""
    return secrets.token_urlsafe(16)


def hashed(secret: str) -> str:
    """What is stored of a secret. It has 128 bits, so that a fast hash is enough."""
    return hashlib.sha256(secret.encode()).hexdigest()


def used_link() -> Problem:
    """A link that was used, is too old, or never was."""
    return Problem(404, "used_link", Message("This link is not valid: it works once, and for 15 minutes."))


@dataclass(slots=True)
class Guest:
    """Somebody who has told a name."""

    id: str
    name: str
    lang: str
    mail: str | None = None
    mail_confirmed: bool = False
    seen: int = 0
    session: int = 0
    """Counts how often the guest has logged out everywhere."""


class Guests:
    """All guests of a server."""

    def __init__(self, store: Store, settings: Settings, house: House | None = None) -> None:
        self.store, self.settings, self.house = store, settings, house or House(store)
        self._new = RateLimit(settings.guests_per_hour / 60, settings.guests_per_hour)
        self._known: dict[str, tuple[int, Guest]] = {}

    # ---------------------------------------------------------------- cookies

    @cached_property
    def _key(self) -> bytes:
        return self.settings.signing_key()

    def _mac(self, text: str, length: int = 32) -> str:
        mac = hmac.new(self._key, text.encode(), hashlib.sha256).digest()[:length]
        return base64.urlsafe_b64encode(mac).decode().rstrip("=")

    def sign(self, guest: str, session: int = 0) -> str:
        """The value of a guest's cookie; that of the first session is as it has always been."""
        text = f"{guest}.{session}" if session else guest
        return f"{text}.{self._mac(f'guest {text}')}"

    def derive_secret(self, purpose: str) -> str:
        """A secret that only this server can make, and always makes again."""
        return self._mac(purpose, 16)

    def signed(self, cookie: str | None) -> tuple[str, int]:
        """The guest and the session that a cookie names, if we have signed it; otherwise nobody."""
        text, _, signature = (cookie or "").rpartition(".")
        if not hmac.compare_digest(signature.encode("utf-8", "replace"), self._mac(f"guest {text}").encode()):
            return "", 0
        guest, _, session = text.partition(".")
        return guest, int(session or 0)

    async def of_cookie(self, cookie: str | None) -> Guest | None:
        """The guest whose cookie this is; nobody, if they have logged out everywhere since or stayed away too long."""
        guest_id, session = self.signed(cookie)
        guest = await self.load(guest_id) if guest_id else None
        away = now() - guest.seen if guest is not None else 0
        if guest is None or guest.session != session or away > self.settings.session_days * DAY:
            return None
        await self._note_visit(guest)
        return guest

    # ---------------------------------------------------------------- people

    async def create(self, name: str, lang: str, address: str) -> Guest:
        """A new guest; not too many from one address."""
        self.house.check_new(address)
        if not self._new.take(address):
            raise too_many(Message("Too many new guests from your address: wait a while."), MINUTE // 1000)
        at = now()
        guest = Guest(secrets.token_hex(16), name, lang, seen=at)
        row = {"id": guest.id, "name": name, "created": at, "seen": at, "lang": lang, "mail_confirmed": False}
        await self.store.write(sa.insert(GUESTS).values(**row))
        self._remember(guest)
        return guest

    def _remember(self, guest: Guest) -> None:
        if len(self._known) > 20_000:
            self._known.clear()
        self._known[guest.id] = now() + REMEMBERED, guest

    async def load(self, guest_id: str, fresh: bool = False) -> Guest | None:
        """A guest by their id."""
        until, guest = self._known.get(guest_id, (0, None))
        if guest is None or fresh or until < now():
            row = await self.store.row(sa.select(GUESTS).where(GUESTS.c.id == guest_id))
            if row is None:
                return None
            guest = Guest(row.id, row.name, row.lang, row.mail, row.mail_confirmed, row.seen, row.session)
            self._remember(guest)
        return guest

    async def _note_visit(self, guest: Guest) -> None:
        """Write down once a day that a guest was here: then they are not purged."""
        if now() - guest.seen > DAY and self.store.writable.is_set():
            guest.seen = now()
            await self.store.write(sa.update(GUESTS).where(GUESTS.c.id == guest.id).values(seen=guest.seen))

    async def change(self, guest: Guest, *extra_statements: Any, **values: Any) -> Guest:
        """Another name, language or address."""
        change = sa.update(GUESTS).where(GUESTS.c.id == guest.id).values(**values, seen=now())
        await self.store.write(change, *extra_statements)
        changed = await self.load(guest.id, fresh=True)
        assert changed is not None
        return changed

    async def end_sessions(self, guest: Guest) -> Guest:
        """Make all cookies and links of a guest worthless, and cut the connections that came with them; returns the
        guest of the new session."""
        links = sa.delete(LINKS).where(LINKS.c.guest == guest.id)
        changed = await self.change(guest, links, session=GUESTS.c.session + 1)
        await self.house.decide(f"logout {guest.id}", "")
        return changed

    # ----------------------------------------------------------------- links

    async def make_link(self, purpose: str, guest: str, **about: Any) -> tuple[str, int]:
        """A secret that works once and not for long; returns it and when it expires. `about`: further columns."""
        secret, expires = new_secret(), now() + LINK_TIME
        row = {"secret": hashed(secret), "purpose": purpose, "guest": guest, "expires": expires, "data": ""}
        await self.store.write(sa.insert(LINKS).values(**row | about))
        return secret, expires

    async def find_link(self, purpose: str, secret: str) -> Any:
        """What a secret stands for, without using it up."""
        row = await self.store.row(sa.select(LINKS).where(LINKS.c.secret == hashed(secret), LINKS.c.purpose == purpose))
        if row is None or row.expires < now():
            raise used_link()
        return row

    def use_link(self, link: Any) -> Must:
        """The statement that uses a link up, in the transaction of what it is used for."""
        return Must(sa.delete(LINKS).where(LINKS.c.secret == link.secret), used_link())

    async def new_feed(self, guest: Guest) -> str:
        """A new secret address of a guest's feed; an older one no longer works."""
        secret = new_secret()
        await self.store.write(sa.update(GUESTS).where(GUESTS.c.id == guest.id).values(feed=hashed(secret)))
        return secret
