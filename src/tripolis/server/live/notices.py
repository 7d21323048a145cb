"""Notices for tables by days: by mail, to a webhook of the host, and in an Atom feed with a secret address."""

from __future__ import annotations

import asyncio
import json
import logging
import smtplib
import ssl
import urllib.request
from email.message import EmailMessage
from email.utils import formatdate, make_msgid
from typing import Any
from urllib.parse import unquote, urlsplit
from xml.sax.saxutils import escape

import sqlalchemy as sa

from tripolis.engine.game import title_of
from tripolis.engine.words import Message, words

from ..domain.clock import MINUTE
from ..domain.journal import now
from ..domain.table import Table
from ..settings import Settings
from ..storage.schema import GUESTS, NOTICES, TABLES
from ..storage.store import Store

LOG = logging.getLogger("tripolis.server.notices")
TRIES = 5
SHOWN = 50
TEXTS = {
    "turn": Message("It is your turn: {game}, table {table}"),
    "end": Message("The match is over: {game}, table {table}"),
}


def due(before: Table, after: Table) -> list[dict[str, Any]]:
    """Who has to be told of what: the person to move, and at the end all of them. Only where time is counted in days."""
    if after.clock.rule.kind != "days":
        return []
    told: list[tuple[str, str]] = []
    if after.status == "over" and before.status != "over":
        told = [(after.seats[seat].guest, "end") for seat in after.people]
    elif (seat := awaited(after)) >= 0 and seat != awaited(before) and not before.seats[seat].late:
        told = [(after.seats[seat].guest, "turn")]
    return [
        {"table_id": after.id, "seq": after.seq, "guest": guest, "what": what, "at": after.touched, "tries": 0}
        for guest, what in told
    ]


def awaited(table: Table) -> int:
    """The person who has to move now, -1 if nobody: what a bot or a standing order does, needs no person."""
    actor = table.actor
    return actor if actor >= 0 and table.clock.running == actor and actor not in table.orders else -1


class Notices:
    """Sends what is due."""

    def __init__(self, store: Store, settings: Settings) -> None:
        self.store, self.settings = store, settings

    @property
    def wanted(self) -> bool:
        """Has the host set anything up?"""
        return bool(self.settings.smtp_url or self.settings.webhook)

    def address(self, table: str) -> str:
        """Where a table is found."""
        base = self.settings.public_url or f"http://{self.settings.host}:{self.settings.port}"
        return f"{base.rstrip('/')}/table/{table}"

    async def send(self) -> None:
        """Send what is waiting; what fails is tried again later, a few times."""
        if not self.wanted:
            return
        at = now()
        later = NOTICES.c.at + sa.cast(NOTICES.c.tries, sa.BigInteger) * MINUTE
        waiting = (
            sa.select(NOTICES, GUESTS.c.name, GUESTS.c.lang, GUESTS.c.mail, GUESTS.c.mail_confirmed, TABLES.c.game)
            .join(GUESTS, GUESTS.c.id == NOTICES.c.guest)
            .join(TABLES, TABLES.c.id == NOTICES.c.table_id)
            .where(NOTICES.c.sent.is_(None), NOTICES.c.tries < TRIES, later <= at)
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
            self.post(body | {"name": row.name, "address": self.address(row.table_id)})

    def _mail(self, row: Any) -> None:
        """Mail a notice, if the host sends mail and the guest wants it."""
        if self.settings.smtp_url and row.mail and row.mail_confirmed:
            self.mail(row.mail, self._text(row), self.address(row.table_id))

    def _text(self, row: Any) -> str:
        return words(row.lang).render(said(row.what, row.game, row.table_id))

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
            server.send_message(message)

    # ------------------------------------------------------------------- feed

    async def feed(self, secret: str, address: str) -> str | None:
        """The Atom feed behind a secret address; None if there is no such."""
        from ..storage.guests import hashed

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
        title = say(Message("Tripolis: turns of {name}", name=guest.name))
        updated = atom_time(rows[0].at if rows else guest.created)
        entries = [
            f"<entry><id>urn:tripolis:{row.table_id}:{row.seq}</id><updated>{atom_time(row.at)}</updated>"
            f"<title>{escape(say(said(row.what, row.game, row.table_id)))}</title>"
            f'<link href="{escape(self.address(row.table_id))}"/></entry>'
            for row in rows
        ]
        return (
            '<?xml version="1.0" encoding="utf-8"?>\n<feed xmlns="http://www.w3.org/2005/Atom">'
            f"<id>urn:tripolis:feed:{hashed(guest.id)[:16]}</id><title>{escape(title)}</title><updated>{updated}</updated>"
            f'<link rel="self" href="{escape(address)}"/><author><name>Tripolis</name></author>{"".join(entries)}</feed>\n'
        )


def said(what: str, game: str, table: str) -> Message:
    """A notice in words."""
    text = TEXTS[what]
    return type(text)(text.text, game=title_of(game), table=table)


def atom_time(at: int) -> str:
    """Milliseconds as RFC 3339."""
    from datetime import UTC, datetime

    return datetime.fromtimestamp(at / 1000, UTC).isoformat(timespec="seconds")
