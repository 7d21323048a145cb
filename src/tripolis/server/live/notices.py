"""Notices for tables by days: by mail, to a webhook of the host, and in an Atom feed with a secret address."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import smtplib
import ssl
import urllib.request
from datetime import UTC, datetime
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.sax.saxutils import escape

import sqlalchemy as sa

from tripolis.engine.game import title_of
from tripolis.engine.words import Message, words

from ..domain.clock import MINUTE
from ..domain.problems import Problem, bad_value, too_many
from ..domain.table import Table
from ..now import now
from ..rate_limit import RateLimit
from ..settings import Settings
from ..storage.guests import Guest, Guests, hashed
from ..storage.schema import GUESTS, NOTICES, TABLES
from ..storage.store import Store

LOG = logging.getLogger("tripolis.server.notices")
TRIES = 5
SHOWN = 50
QUIET = 10 * MINUTE
"""A guest is told of turns at one table no more often than this: whoever plays fast is there."""
ADDRESS = re.compile(r"(?!.*=\?)[^@\s<>\",;:\\()\[\]]{1,64}@[A-Za-z0-9](?:[A-Za-z0-9.-]{0,188}[A-Za-z0-9])?")


def due(before: Table, after: Table) -> list[dict[str, Any]]:
    """The notices of a change: to the person to move, and at the end to all. Only where time is counted in days."""
    if after.clock.rule.kind != "days":
        return []
    seats, what = [], "turn"
    if after.status == "over" and before.status != "over":
        seats, what = after.people, "end"
    elif (seat := awaited(after)) >= 0 and seat != awaited(before) and not before.seats[seat].late:
        seats = [seat]
    about = {"table_id": after.id, "seq": after.seq, "what": what, "at": after.updated_ms, "tries": 0}
    return [about | {"guest": after.seats[seat].guest} for seat in seats]


def awaited(table: Table) -> int:
    """The person who has to move now, -1 if nobody: what a bot or an automatic move does, needs no person."""
    actor = table.actor
    return actor if actor >= 0 and table.clock.running == actor and actor not in table.orders else -1


class Notices:
    """Sends what is due."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings
        self._confirmations = RateLimit(5 / 60, 5)

    @property
    def wanted(self) -> bool:
        """Has the host set anything up?"""
        return bool(self.settings.smtp_url or self.settings.webhook)

    def address(self, path: str) -> str:
        """The address of a page of this server."""
        base = self.settings.public_url or f"http://{self.settings.host}:{self.settings.port}"
        return f"{base.rstrip('/')}/{path}"

    def table_address(self, row: Any) -> str:
        """The address of the table of a notice."""
        return self.address(f"table/{row.table_id}")

    async def send(self) -> None:
        """Send what is waiting; what fails is tried again later, a few times, unless there is something newer."""
        if not self.wanted:
            return
        at = now()
        other = NOTICES.alias()
        same = sa.and_(other.c.table_id == NOTICES.c.table_id, other.c.guest == NOTICES.c.guest)
        newer = sa.exists().where(same, other.c.seq > NOTICES.c.seq)
        await self.store.write(sa.update(NOTICES).where(NOTICES.c.sent.is_(None), newer).values(sent=at))
        recent = sa.or_(other.c.posted > at - QUIET, other.c.mailed > at - QUIET)
        quiet = sa.and_(NOTICES.c.what == "turn", sa.exists().where(same, other.c.seq != NOTICES.c.seq, recent))
        later = NOTICES.c.at + sa.cast(NOTICES.c.tries, sa.BigInteger) * MINUTE
        waiting = (
            sa.select(NOTICES, GUESTS.c.name, GUESTS.c.lang, GUESTS.c.mail, GUESTS.c.mail_confirmed, TABLES.c.game)
            .join(GUESTS, GUESTS.c.id == NOTICES.c.guest)
            .join(TABLES, TABLES.c.id == NOTICES.c.table_id)
            .where(NOTICES.c.sent.is_(None), NOTICES.c.tries < TRIES, later <= at, sa.not_(quiet))
            .limit(SHOWN)
        )
        for row in await self.store.rows(waiting):
            sent = {}
            for way, send in (("posted", self._post), ("mailed", self._mail)):
                try:
                    if getattr(row, way) is None:
                        await asyncio.to_thread(send, row)
                        sent[way] = now()
                except (OSError, smtplib.SMTPException, ValueError) as error:
                    LOG.warning("a notice could not be %s: %s", way, error)
            done = all(way in sent or getattr(row, way) is not None for way in ("posted", "mailed"))
            key = (NOTICES.c.table_id == row.table_id, NOTICES.c.seq == row.seq, NOTICES.c.guest == row.guest)
            sent |= {"sent": now()} if done else {"tries": row.tries + 1}
            await self.store.write(sa.update(NOTICES).where(*key).values(**sent))

    def _post(self, row: Any) -> None:
        """Hand a notice to the webhook, if the host has one."""
        if self.settings.webhook:
            body = {"text": self._text(row), "what": row.what, "table": row.table_id, "game": row.game}
            self.post(body | {"name": row.name, "address": self.table_address(row)})

    def _mail(self, row: Any) -> None:
        """Mail a notice, if the host sends mail and the guest wants it."""
        if self.settings.smtp_url and row.mail and row.mail_confirmed:
            self.mail(row.mail, self._text(row), self.table_address(row))

    def _text(self, row: Any) -> str:
        return words(row.lang).render(notice_text(row))

    async def confirm(self, guests: Guests, guest: Guest, mail: str) -> None:
        """Send the link by which a guest confirms an address."""
        if not self.settings.smtp_url:
            raise Problem(409, "no_mail", Message("This server does not send email."))
        if not ADDRESS.fullmatch(mail):
            raise bad_value(Message("{text} is not a mail address.", text=mail[:80]))
        if not self._confirmations.take(guest.id) or not self._confirmations.take(mail.lower()):
            raise too_many(Message("Too many emails: wait a while."))
        secret, _ = await guests.make_link("mail", guest.id, data=mail)
        say = words(guest.lang).render
        link = self.address(f"mail#{secret}")
        text = say(Message("Follow this link to get notices about your tables: {link}", link=link))
        try:
            await asyncio.to_thread(self.mail, mail, say(Message("Tripolis: is this your address?")), text)
        except (OSError, ValueError) as error:
            LOG.warning("a mail could not be sent: %s", error)
            raise Problem(503, "no_mail", Message("Something went wrong here; the error was logged.")) from None

    def post(self, body: dict[str, Any]) -> None:
        """Hand a notice to the host's webhook."""
        if not self.settings.webhook.startswith(("http://", "https://")):
            raise ValueError("a webhook is named by http:// or https://")
        request = urllib.request.Request(  # noqa: S310 - checked above
            self.settings.webhook, json.dumps(body).encode(), {"Content-Type": "application/json"}
        )
        with urllib.request.urlopen(request, timeout=10):  # noqa: S310
            pass

    def mail(self, to: str, subject: str, text: str) -> None:
        """Send a mail."""
        url = urlsplit(self.settings.smtp_url)
        message = EmailMessage()
        message["From"], message["To"], message["Subject"] = (
            self.settings.mail_from or "tripolis@localhost",
            to,
            subject,
        )
        message["Date"], message["Message-ID"] = formatdate(), make_msgid(domain="tripolis")
        message.set_content(text + "\n")
        if url.scheme == "smtps":
            server: smtplib.SMTP = smtplib.SMTP_SSL(
                url.hostname or "localhost", url.port or 465, timeout=10, context=ssl.create_default_context()
            )
        else:
            server = smtplib.SMTP(url.hostname or "localhost", url.port or 25, timeout=10)
        with server:
            server.ehlo()
            if url.scheme != "smtps" and server.has_extn("starttls"):
                server.starttls(context=ssl.create_default_context())
            if url.username:
                server.login(unquote(url.username), unquote(url.password or ""))
            server.send_message(message, to_addrs=[to])

    # ------------------------------------------------------------------- feed

    async def feed(self, secret: str, address: str) -> str | None:
        """The Atom feed behind a secret address; None if there is no such."""
        guest = await self.store.row(sa.select(GUESTS).where(GUESTS.c.feed == hashed(secret)))
        if guest is None:
            return None
        chosen = (
            sa.select(NOTICES, TABLES.c.game)
            .join(TABLES, TABLES.c.id == NOTICES.c.table_id)
            .where(NOTICES.c.guest == guest.id)
            .order_by(NOTICES.c.at.desc())
            .limit(SHOWN)
        )
        rows = await self.store.rows(chosen)
        say = words(guest.lang).render
        title = say(Message("Tripolis: {name}'s turns", name=guest.name))
        updated = atom_time(rows[0].at if rows else guest.created)
        entries = [
            f"<entry><id>urn:tripolis:{row.table_id}:{row.seq}</id><updated>{atom_time(row.at)}</updated>"
            f"<title>{escape(say(notice_text(row)))}</title>"
            f'<link href="{escape(self.table_address(row))}"/></entry>'
            for row in rows
        ]
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
            f"<id>urn:tripolis:feed:{hashed(guest.id)[:16]}</id><title>{escape(title)}</title><updated>{updated}</updated>"
            f'<link rel="self" href="{escape(address)}"/><author><name>Tripolis</name></author>'
            f"{''.join(entries)}</feed>\n"
        )


def notice_text(row: Any) -> Message:
    """A notice in words."""
    about = {"game": title_of(row.game), "table": row.table_id}
    if row.what == "end":
        return Message("The match is over: {game}, table {table}", **about)
    return Message("It is your turn: {game}, table {table}", **about)


def atom_time(at: int) -> str:
    """Milliseconds as RFC 3339."""
    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
