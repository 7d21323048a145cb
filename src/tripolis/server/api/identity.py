"""Who sends a request, and in which language it is answered. Both are found here, and nowhere else."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Request
from litestar.connection import ASGIConnection
from litestar.datastructures import Cookie
from litestar.di import NamedDependency
from litestar.params import QueryParameter

from tripolis.engine.words import LANGUAGES, Message

from ..domain.identity import Identity
from ..domain.problems import Problem
from ..domain.user_text import clean_name
from ..storage.guests import COOKIE, COOKIE_SECONDS, HOST_COOKIE, Guest, Guests, hashed
from .requests import Lang

Connection = ASGIConnection[Any, Any, Any, Any]


def find_language(connection: Connection, stored: str | None = None) -> str:
    """The language of the address, chosen in a page, stored with the guest, or wanted by the browser."""
    state = connection.scope["state"]
    for asked in (connection.query_params.get("lang"), connection.cookies.get("lang"), stored, state.get("lang")):
        if asked in LANGUAGES:
            return str(asked)
    for part in connection.headers.get("accept-language", "").split(","):
        wanted = part.split(";")[0].strip()[:2].lower()
        if wanted in LANGUAGES:
            return wanted
    return "en"


async def find_identity(connection: Connection, guests: Guests) -> Identity:
    """Who asks. A token counts alone: the cookie beside it is not looked at."""
    scheme, _, token = connection.headers.get("authorization", "").partition(" ")
    address = connection.scope["state"]["address"]
    if token:
        if scheme.lower() != "bearer":
            raise Problem(401, "bad_token", Message("Prove your seat with Authorization: Bearer TOKEN."))
        return Identity(token=hashed(token.strip()), lang=find_language(connection), address=address)
    cookies = connection.cookies
    guest = await guests.of_cookie(cookies.get(HOST_COOKIE) or cookies.get(COOKIE))
    if guest is None:
        return Identity(lang=find_language(connection), address=address)
    guests.house.check_guest(guest.id, address)
    if connection.scope["state"]["secure"] and HOST_COOKIE not in cookies:  # one from before: it gets its new name
        renewed = guest_cookies(connection, guests, guest)
        connection.scope["state"]["cookies"] = [cookie.to_encoded_header() for cookie in renewed]
    lang = connection.scope["state"]["lang"] = find_language(connection, guest.lang)  # for problems, too
    return Identity(guest.id, guest.name, lang=lang, address=address)


def guest_cookies(connection: Connection, guests: Guests, guest: Guest | None) -> list[Cookie]:
    """The cookie by which a browser remembers a guest (nobody: it forgets); on https under a name that only this host
    can set, and one of the plain name goes."""
    secure = connection.scope["state"]["secure"]
    name, value = HOST_COOKIE if secure else COOKIE, guests.sign(guest.id, guest.session) if guest else ""
    cookie = Cookie(
        name, value=value, max_age=COOKIE_SECONDS if guest else 0, httponly=True, samesite="lax", secure=secure
    )
    old = Cookie(COOKIE, value="", max_age=0, httponly=True, samesite="lax", secure=True)
    return [cookie, old] if secure and COOKIE in connection.cookies else [cookie]


async def identity(request: Request[Any, Any, Any], guests: NamedDependency[Guests]) -> Identity:
    """Who asks, for routes."""
    return await find_identity(request, guests)


async def reader(
    request: Request[Any, Any, Any],
    guests: NamedDependency[Guests],
    lang: Annotated[Lang | None, QueryParameter(description="The language of all words.", required=False)] = None,
) -> Identity:
    """Who asks, for routes that document their language."""
    return await find_identity(request, guests)


async def need_guest(who: Identity, guests: Guests) -> Guest:
    """The guest who asks; a name must have been told."""
    guest = await guests.load(who.guest) if who.guest else None
    if guest is None:
        raise no_name()
    return guest


async def named(who: Identity, name: str, guests: Guests) -> Identity:
    """The guest of the cookie, or a new one for a program that has none."""
    if who.guest:
        return who
    cleaned = clean_name(name)
    if not cleaned:
        raise no_name()
    guest = await guests.create(cleaned, who.lang, who.address)
    return who.as_guest(guest.id, guest.name)


def no_name() -> Problem:
    """Only for those who have told a name."""
    return Problem(401, "no_name", Message("Enter your name first."))
