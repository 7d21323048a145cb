"""Every request passes here first: which host was called, from which page, how often, how much."""

from __future__ import annotations

import asyncio
import json
import logging
import re
import secrets
import time
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import urlsplit

from litestar.connection import ASGIConnection
from litestar.datastructures import Headers

from tripolis.engine.words import Message

from ..domain.problems import Problem, too_large, too_many
from ..rate_limit import RateLimit
from ..settings import Settings
from ..storage.guests import COOKIE
from .connections import Places, network_of
from .identity import find_language
from .responses import RETRY_AFTER, problem_body

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

LOG = logging.getLogger("tripolis.server.access")
SAFE = ("GET", "HEAD", "OPTIONS")
MAX_BODY = 512 * 1024
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; "
        b"connect-src 'self'; font-src 'self'; "
        b"media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
HSTS = (b"strict-transport-security", b"max-age=31536000")
"""Browsers that have come by https once never come without it again."""
PROBES = ("/health", "/ready")
"""Answered to whoever asks, and always."""
TOO_MANY = Message("Too many requests: wait a moment.")
TOO_MANY_STREAMS = Message("Too many connections from your address.")
SECRET_PATH = re.compile(r"^(/api/feed/|/feed/)[^/]+")


class Guard:
    """ASGI middleware round the whole application."""

    def __init__(
        self, app: ASGIApp, settings: Settings, count: Callable[[str, int, float], None], streams: Places
    ) -> None:
        self.app = app
        self.settings = settings
        self.count = count
        self.streams = streams
        self.requests = Places(settings.open_requests, settings.open_requests_per_address)
        self.by_guest = RateLimit(settings.requests_per_minute)
        self.by_address = RateLimit(4 * settings.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or send it away with a problem."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        request_id = secrets.token_hex(8)
        headers = Headers.from_scope(scope)
        address = self.address(scope, headers)
        if (client := scope.get("client")) and self.settings.trusts(client[0]):
            if headers.get("x-forwarded-proto", "").strip().lower() == "https":
                scope["scheme"] = "wss" if "method" not in scope else "https"
        if (task := asyncio.current_task()) is not None:  # for the watchdog: who holds the loop
            path = SECRET_PATH.sub(r"\1...", scope["path"])[:100]
            task.set_name(f"{scope.get('method', 'WS')} {path} from {address}")
        scope.setdefault("state", {})
        secure = self.settings.secure or scope.get("scheme") in ("https", "wss")
        scope["state"] |= {"request_id": request_id, "address": address, "secure": secure}
        more = [*HEADERS, HSTS] if secure else HEADERS

        async def respond(message: Any) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                cookies = scope["state"].pop("cookies", [])
                number = (b"x-request-id", request_id.encode())
                message["headers"] = [*message.get("headers", []), *more, *cookies, number]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        held: Places | None = None
        try:
            problem = self.problem(scope, headers, address)
            if problem is None and scope["path"] not in PROBES:
                places = self.requests if "method" in scope else self.streams
                held = places if places.take(address) else None
                problem = None if held else too_many(TOO_MANY if "method" in scope else TOO_MANY_STREAMS, 1)
            if problem is not None:
                if "method" not in scope:
                    await receive()  # websocket.connect
                await refuse(scope, respond, problem)
            else:
                await self.app(scope, receive, respond)
        except asyncio.CancelledError:  # the server ends, and has waited for this long enough
            if not status:
                await refuse(scope, respond, ending())
        finally:
            if held is not None:
                held.leave(address)
            seconds = time.perf_counter() - began
            self.count(scope["type"], status, seconds)
            if LOG.isEnabledFor(logging.INFO):
                LOG.info(
                    "%s %s %s",
                    scope.get("method", "WS"),
                    SECRET_PATH.sub(r"\1...", scope["path"]),
                    status,
                    extra={"request": request_id, "ms": round(1000 * seconds, 1), "address": address},
                )

    def address(self, scope: Any, headers: Headers) -> str:
        """Where a request comes from; what a proxy says is believed only if the host trusts it."""
        client = scope.get("client")
        address = client[0] if client else "unknown"
        forwarded = headers.get("x-forwarded-for", "")
        for hop in reversed([part.strip() for part in forwarded.split(",") if part.strip()]):
            if not self.settings.trusts(address):
                break
            address = hop
        return network_of(str(address)[:64])

    def problem(self, scope: Any, headers: Headers, address: str) -> Problem | None:
        """Why a request may not come in."""
        if scope["path"] in PROBES:
            return None
        host = headers.get("host", "")
        if "*" not in self.settings.hosts and host_name(host) not in self.settings.hosts:
            message = Message("This server does not answer to the name {name}.", name=host_name(host)[:80])
            return Problem(421, "wrong_host", message)
        if problem := self.origin_problem(scope, headers, host):
            return problem
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > MAX_BODY:
            return too_large(MAX_BODY)
        cookie = re.search(rf"(?:^|;\s*)(?:__Host-)?{COOKIE}=([^;]+)", headers.get("cookie", ""))
        bearer = headers.get("authorization", "")
        who = bearer or (cookie[1] if cookie else "")
        if (who and not self.by_guest.take(who[:128])) or not self.by_address.take(address):
            return too_many(TOO_MANY)
        return None

    def origin_problem(self, scope: Any, headers: Headers, host: str) -> Problem | None:
        """Pages of other sites may neither change anything in a guest's name nor listen."""
        if scope["type"] == "http" and scope["method"] in SAFE:
            return None
        foreign = Problem(403, "wrong_origin", Message("This request comes from a page of another site."))
        origin = headers.get("origin")
        if origin is not None:
            same = netloc(origin) == host.lower() or origin == self.settings.public_url.rstrip("/")
            return None if same else foreign
        if headers.get("sec-fetch-site", "none") not in ("same-origin", "none"):
            return foreign
        named = COOKIE in headers.get("cookie", "") and not headers.get("authorization")
        if named and "x-tripolis" not in headers and "sec-fetch-site" not in headers:
            message = Message("A request with a cookie needs an Origin header, or the header X-Tripolis.")
            return Problem(403, "wrong_origin", message)
        return None


def netloc(origin: str) -> str:
    """Host and port of an origin; nothing if it is malformed."""
    try:
        return urlsplit(origin).netloc.lower()
    except ValueError:
        return ""


def host_name(host: str) -> str:
    """A Host header without its port."""
    if host.startswith("["):
        return host[1:].partition("]")[0].lower()
    return host.rpartition(":")[0].lower() if host.count(":") == 1 else host.lower()


def ending() -> Problem:
    """The server ends; what is sent again reaches the next one, and counts once."""
    message = Message("The server is being maintained: nothing is lost, and play goes on soon.")
    return Problem(503, "ending", message, wait=RETRY_AFTER)


async def refuse(scope: Any, send: Any, problem: Problem) -> None:
    """Respond with a problem."""
    kind = "http.response"
    if scope["type"] == "websocket":
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.code})
            return
        kind = "websocket.http.response"
    about = problem_body(problem, find_language(ASGIConnection(scope)))
    body = json.dumps(about | {"request": scope["state"]["request_id"]}).encode()
    head = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if problem.wait:
        head.append((b"retry-after", str(problem.wait).encode()))
    await send({"type": f"{kind}.start", "status": problem.status, "headers": head})
    await send({"type": f"{kind}.body", "body": body})
