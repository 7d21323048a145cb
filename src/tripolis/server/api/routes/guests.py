"""Guests: who you are, where it is your turn, how you hear of it."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, Response, get, put
from litestar.params import JSONBody, PathParameter

from tripolis.engine.words import Message, words

from ...domain.problems import Problem, bad_value
from ...domain.requests import PlainRequest
from ...domain.user_text import clean_name
from ...storage.guests import Guest, used_link
from ...storage.lists import tables_of
from ..dependencies import READING, TheGuests, TheNotices, ThePreparation, TheSeats, Who
from ..identity import guest_cookies, need_guest
from ..requests import GuestRequest, LogoutRequest, MailRequest, SecretRequest
from ..responses import get_route, json_response, post_route, responds, responds_with_text
from .tables import SEATED


class GuestRoutes(Controller):
    """Everything that belongs to a guest."""

    path = "/api"
    tags = ("Guests",)

    @post_route("/guest", "Tell your name", {"name": "Ada", "lang": "en"}, "Welcome.")
    async def guest(
        self,
        request: Request[Any, Any, Any],
        guests: TheGuests,
        who: Who,
        data: JSONBody[GuestRequest],
    ) -> Response[bytes]:
        """A new guest gets a cookie; one who has it may change name and language."""
        name = clean_name(data.name)
        if not name:
            raise bad_value(Message("A name needs at least one letter."))
        if who.guest:
            known = await need_guest(who, guests)
            guest = await guests.change(known, name=name, lang=data.lang or known.lang)
        else:
            guest = await guests.create(name, data.lang or who.lang, who.address)
        response = json_response({"name": guest.name, "lang": guest.lang})
        response.cookies.extend(guest_cookies(request, guests, guest))
        return response

    @post_route("/guest/logout", "Log out", {"where": "elsewhere"}, "Done.")
    async def logout(
        self,
        request: Request[Any, Any, Any],
        guests: TheGuests,
        seats: TheSeats,
        who: Who,
        data: JSONBody[LogoutRequest],
    ) -> Response[bytes]:
        """Here: this browser forgets you. Elsewhere: all other browsers and devices do, and tokens and links of your
        seats no longer work."""
        guest: Guest | None = await need_guest(who, guests)
        assert guest is not None
        if data.where == "elsewhere":
            guest = await guests.end_sessions(guest)
            await seats.revoke_tokens(guest.id)
        else:
            guest = None
        response = json_response({"where": data.where})
        response.cookies.extend(guest_cookies(request, guests, guest))
        return response

    @get_route("/home", "Your tables and public ones", {"tables": [], "public": []}, "Lists.", dependencies=READING)
    async def home(self, guests: TheGuests, preparation: ThePreparation, who: Who) -> Response[bytes]:
        """My tables, where it is my turn, tables that I watch, public tables; how far compiling is at the first
        start."""
        about = {"name": who.name or None, "lang": who.lang, "message": guests.house.message}
        lists = about | await tables_of(guests.store, who.guest)
        preparing = None
        if not preparation.finished.is_set() and preparation.of:
            preparing = {"done": preparation.done, "of": preparation.of}
        lists["preparing"] = preparing
        return json_response(lists, say=words(who.lang).render)

    @post_route("/keep", "Take your seat on this device", SEATED, "Your seat.")
    async def take(
        self,
        request: Request[Any, Any, Any],
        guests: TheGuests,
        seats: TheSeats,
        who: Who,
        data: JSONBody[SecretRequest],
    ) -> Response[bytes]:
        """The other end of a "keep your seat" link: the seat is yours here, and no longer on the other device."""
        seat, guest_id = await seats.claim(who, data)
        response = json_response(seat)
        response.cookies.extend(guest_cookies(request, guests, await guests.load(guest_id)))
        return response

    @put("/guest/mail", summary="Notices by mail", responses=responds({"sent": True}, "A link was sent there."))
    async def mail(
        self, guests: TheGuests, notices: TheNotices, who: Who, data: JSONBody[MailRequest]
    ) -> Response[bytes]:
        """An address for notices of tables by days, where the host sends mail. It counts once its link was followed."""
        guest = await need_guest(who, guests)
        if data.mail:
            await notices.confirm(guests, guest, data.mail)
        else:
            await guests.change(guest, mail=None, mail_confirmed=False)
        return json_response({"sent": bool(data.mail)})

    @post_route("/mail", "Confirm a mail address", {"mail": "…"}, "Confirmed.")
    async def confirm(self, guests: TheGuests, data: JSONBody[SecretRequest]) -> Response[bytes]:
        """The link of the mail was followed."""
        link = await guests.find_link("mail", data.secret)
        guest = await guests.load(link.guest)
        if guest is None:
            raise used_link()
        await guests.change(guest, guests.use_link(link), mail=link.data, mail_confirmed=True)
        return json_response({"mail": link.data})

    @post_route("/guest/feed", "A feed of your turns", {"path": "/api/feed/…"}, "A path.")
    async def new_feed(self, guests: TheGuests, who: Who, data: JSONBody[PlainRequest]) -> Response[bytes]:
        """A secret address of an Atom feed; an older one no longer works."""
        return json_response({"path": f"/api/feed/{await guests.new_feed(await need_guest(who, guests))}"})

    @get(
        "/feed/{secret:str}",
        summary="The feed behind a secret address",
        responses=responds_with_text("Atom.", "application/atom+xml"),
    )
    async def feed(
        self, request: Request[Any, Any, Any], notices: TheNotices, secret: Annotated[str, PathParameter(max_length=64)]
    ) -> Response[str]:
        """Turns and ends at your tables by days."""
        feed = await notices.feed(secret, str(request.url))
        if feed is None:
            raise Problem(404, "no_feed", Message("There is no such feed."))
        return Response(feed, media_type="application/atom+xml; charset=utf-8", headers={"cache-control": "private"})
