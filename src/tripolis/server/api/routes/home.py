"""Guests and lists: who you are, what can be played, where it is your turn."""

from __future__ import annotations

import re
from typing import Annotated, Any

from litestar import Controller, Request, Response, get, post, put
from litestar.datastructures import Cookie
from litestar.openapi.datastructures import ResponseSpec
from litestar.params import Parameter

from tripolis.bots import BOTS
from tripolis.engine.game import find, game_names
from tripolis.engine.words import Message, words

from ...domain.problems import Problem, bad_value, too_many
from ...domain.user_text import clean_name
from ...storage.guests import COOKIE, COOKIE_SECONDS, Guest, used_link
from .. import queries as study
from .. import requests as asks
from ..desk import Caller, Desk
from ..responses import PROBLEMS, answer, answers, told
from .tables import SEATED, Lang

GameName = Annotated[str, Parameter(max_length=40, description="The name of a game.")]
ADDRESS = re.compile(r"[^@\s<>\",;:\\()\[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?")


def with_cookie(
    response: Response[bytes], desk: Desk, guest: Guest, request: Request[Any, Any, Any]
) -> Response[bytes]:
    """Let the browser remember who this is."""
    secure = desk.settings.secure or request.url.scheme == "https"
    response.cookies.append(
        Cookie(
            COOKIE,
            value=desk.guests.sign(guest.id),
            max_age=COOKIE_SECONDS,
            httponly=True,
            samesite="lax",
            secure=secure,
        )
    )
    return response


def need_guest(caller: Caller) -> Guest:
    """One who has told a name."""
    if caller.guest is None:
        raise Problem(401, "no_name", Message("Tell your name first."))
    return caller.guest


class HomeRoutes(Controller):
    """Everything that belongs to no single table."""

    path = "/api"
    tags = ("Guests",)

    @post(
        "/guest",
        status_code=200,
        summary="Tell your name",
        responses=answers({"name": "Ada", "lang": "en"}, "Welcome."),
    )
    async def guest(
        self, request: Request[Any, Any, Any], desk: Desk, caller: Caller, data: asks.GuestAsk
    ) -> Response[bytes]:
        """A new guest gets a cookie; one who has it may change name and language."""
        name = clean_name(data.name)
        if not name:
            raise bad_value(Message("A name needs at least one letter."))
        if caller.guest is not None:
            guest = await desk.guests.change(caller.guest, name=name, lang=data.lang or caller.guest.lang)
        else:
            guest = await desk.new_guest(caller, name, data.lang)
        return with_cookie(answer({"name": guest.name, "lang": guest.lang}), desk, guest, request)

    @get("/home", summary="Your tables and public ones", responses=answers({"tables": [], "public": []}, "Lists."))
    async def home(self, desk: Desk, caller: Caller, lang: Lang = None) -> Response[bytes]:
        """My tables, where it is my turn, tables that I watch, public tables."""
        return answer(await desk.home(caller), say=words(caller.lang).render)

    @get("/games", summary="What can be played", responses=answers({"games": [], "bots": ["random"]}, "Games."))
    async def games(self, caller: Caller, lang: Lang = None) -> Response[bytes]:
        """The games with their options, and the bots."""
        return answer({"games": [describe(name, caller.lang) for name in game_names()], "bots": list(BOTS)})

    @post("/tours/{name:str}", summary="A guided first game", responses=answers(SEATED, "The table.", 201))
    async def tour(self, desk: Desk, caller: Caller, name: GameName, data: asks.PlainAsk) -> Response[bytes]:
        """A table with a known shuffle, where bots follow a script."""
        return answer(await desk.tour(caller, name), 201)

    @post(
        "/score/{name:str}",
        status_code=200,
        summary="The score helper",
        responses=answers({"state": "classic.----------------_0_0", "accounts": []}, "The helper after the step."),
    )
    async def score(
        self, desk: Desk, caller: Caller, name: GameName, data: asks.ScoreAsk, lang: Lang = None
    ) -> Response[bytes]:
        """A finished game put together step by step; its whole state is one text that you keep."""
        game = find(name)
        found = await desk.background.run(
            caller.address, lambda: study.put_together(game, data.state, data.start, data.move, caller.lang)
        )
        return answer(found, say=words(caller.lang, game).render)

    @post(
        "/build/{name:str}",
        status_code=200,
        summary="The builder",
        responses=answers({"state": "classic:GO@0", "playable": False}, "The builder after the step."),
    )
    async def build(
        self, desk: Desk, caller: Caller, name: GameName, data: asks.ScoreAsk, lang: Lang = None
    ) -> Response[bytes]:
        """What is played on (a track), put together step by step; its state is the value of an option."""
        game = find(name)
        found = await desk.background.run(
            caller.address, lambda: study.build(game, data.state, data.start, data.move, caller.lang)
        )
        return answer(found, say=words(caller.lang, game).render)

    @post("/keep", status_code=200, summary="Take your seat on this device", responses=answers(SEATED, "Your seat."))
    async def take(
        self, request: Request[Any, Any, Any], desk: Desk, caller: Caller, data: asks.SecretAsk
    ) -> Response[bytes]:
        """The other end of a "keep your seat" link: the seat is yours here, and no longer on the other device."""
        found, guest = await desk.take(caller, data)
        return with_cookie(answer(found), desk, guest, request)

    @put("/guest/mail", summary="Notices by mail", responses=answers({"sent": True}, "A link was sent there."))
    async def mail(
        self, request: Request[Any, Any, Any], desk: Desk, caller: Caller, data: asks.MailAsk
    ) -> Response[bytes]:
        """An address for notices of tables by days, where the host sends mail. It counts once its link was followed."""
        guest = need_guest(caller)
        if not data.mail:
            await desk.guests.change(guest, mail=None, mail_confirmed=False)
            return answer({"sent": False})
        if not desk.settings.smtp_url:
            raise Problem(409, "no_mail", Message("This server sends no mail."))
        if not ADDRESS.fullmatch(data.mail):
            raise bad_value(Message("{text} is no mail address.", text=data.mail[:80]))
        if not request.app.state.new_mails.take(guest.id) or not request.app.state.new_mails.take(data.mail.lower()):
            raise too_many(Message("Too many mails: wait a while."))
        secret, _ = await desk.guests.make_link("mail", guest.id, None, None, data.mail)
        await request.app.state.confirm(data.mail, secret, guest.lang)
        return answer({"sent": True})

    @post("/mail", status_code=200, summary="Confirm a mail address", responses=answers({"mail": "…"}, "Confirmed."))
    async def confirm(self, desk: Desk, caller: Caller, data: asks.SecretAsk) -> Response[bytes]:
        """The link of the mail was followed."""
        row = await desk.guests.use_link("mail", data.secret)
        guest = await desk.guests.load(row.guest)
        if guest is None:
            raise used_link()
        await desk.guests.change(guest, mail=row.data, mail_confirmed=True)
        return answer({"mail": row.data})

    @post(
        "/guest/feed",
        status_code=200,
        summary="A feed of your turns",
        responses=answers({"path": "/api/feed/…"}, "A path."),
    )
    async def new_feed(self, desk: Desk, caller: Caller, data: asks.PlainAsk) -> Response[bytes]:
        """A secret address of an Atom feed; an older one no longer works."""
        return answer({"path": f"/api/feed/{await desk.guests.new_feed(need_guest(caller))}"})

    @get(
        "/feed/{secret:str}",
        summary="The feed behind a secret address",
        responses={
            200: ResponseSpec(str, description="Atom.", media_type="application/atom+xml", generate_examples=False),
            **PROBLEMS,
        },
    )
    async def feed(
        self, request: Request[Any, Any, Any], desk: Desk, secret: Annotated[str, Parameter(max_length=64)]
    ) -> Response[str]:
        """Turns and ends at your tables by days."""
        found = await request.app.state.notices.feed(secret, str(request.url))
        if found is None:
            raise Problem(404, "no_feed", Message("There is no such feed."))
        return Response(found, media_type="application/atom+xml; charset=utf-8", headers={"cache-control": "private"})


def describe(name: str, lang: str) -> dict[str, Any]:
    """A game with its options, for a page that sets up tables."""
    game = find(name)
    say = words(lang, game).render
    return {
        "name": name,
        "rules": game.version,
        "options": [
            {
                "name": option.name,
                "title": say(option.title),
                "help": say(option.help),
                "default": option.show(option.default),
                "values": [
                    {"value": option.show(value), "name": say(option.name_of(value))} for value in option.values
                ],
            }
            for option in game.options
        ],
        "box": {"files": sorted(game.rules.standard_box()), "note": told(Message("The standard box."), lang)},
    }
