"""The door: every request passes here first. Which host was called, from which page, how often, how much."""

from __future__ import annotations

import json
import logging
import re
import secrets
import time
from collections import OrderedDict
from collections.abc import Callable
from typing import TYPE_CHECKING, Any
from urllib.parse import parse_qs, urlsplit

from litestar.datastructures import Headers

from tripolis.engine.words import Message

from ..domain.problems import Problem, too_many
from ..settings import Settings
from ..storage.guests import COOKIE

if TYPE_CHECKING:
    from litestar.types import ASGIApp, Receive, Scope, Send

LOG = logging.getLogger("tripolis.server.access")
SAFE = ("GET", "HEAD", "OPTIONS")
MAX_BODY = 512 * 1024
HEADERS = [
    (
        b"content-security-policy",
        b"default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self' data:; connect-src 'self'; font-src 'self'; "
        b"media-src 'self'; manifest-src 'self'; base-uri 'none'; form-action 'self'; frame-ancestors 'none'",
    ),
    (b"referrer-policy", b"no-referrer"),
    (b"x-content-type-options", b"nosniff"),
    (b"cross-origin-opener-policy", b"same-origin"),
    (b"cross-origin-resource-policy", b"same-origin"),
    (b"permissions-policy", b"camera=(), microphone=(), geolocation=(), payment=()"),
]
SECRET_PATH = re.compile(r"^(/api/feed/|/feed/)[^/]+")


class Buckets:
    """How often somebody may do something: a bucket of tokens each, refilled all the time."""

    def __init__(self, per_minute: float, burst: float | None = None, keep: int = 20_000) -> None:
        self.rate = per_minute / 60
        self.size = burst or max(5.0, per_minute / 4)
        self.keep = keep
        self._left: OrderedDict[str, tuple[float, float]] = OrderedDict()

    def take(self, who: str) -> bool:
        """Take a token; False if there is none."""
        at = time.monotonic()
        left, since = self._left.pop(who, (self.size, at))
        left = min(self.size, left + (at - since) * self.rate)
        self._left[who] = (left - 1 if left >= 1 else left, at)
        if len(self._left) > self.keep:
            self._left.popitem(last=False)
        return left >= 1


class Guard:
    """ASGI middleware round the whole application."""

    def __init__(self, app: ASGIApp, settings: Settings, count: Callable[[str, int, float], None]) -> None:
        self.app = app
        self.settings = settings
        self.count = count
        self.by_guest = Buckets(settings.requests_per_minute)
        self.by_address = Buckets(4 * settings.requests_per_minute)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let a request in, or send it away with a problem."""
        if scope["type"] not in ("http", "websocket"):
            await self.app(scope, receive, send)
            return
        began, status = time.perf_counter(), 0
        request_id = secrets.token_hex(8)
        headers = Headers.from_scope(scope)
        address = self.address(scope, headers)
        if scope.get("client") and self.settings.trusts(scope["client"][0]):  # type: ignore[index]
            if headers.get("x-forwarded-proto", "").strip().lower() == "https":
                scope["scheme"] = "wss" if "method" not in scope else "https"
        scope.setdefault("state", {})
        scope["state"] |= {"request_id": request_id, "address": address}

        async def answer(message: Any) -> None:
            nonlocal status
            if message["type"] in ("http.response.start", "websocket.http.response.start"):
                status = message["status"]
                message["headers"] = [*message.get("headers", []), *HEADERS, (b"x-request-id", request_id.encode())]
            elif message["type"] == "websocket.accept":
                status = 101
            await send(message)

        try:
            problem = self.judge(scope, headers, address)
            if problem is not None:
                await refuse(scope, receive, answer, problem, language_of(headers, scope.get("query_string", b"")))
            else:
                await self.app(scope, receive, answer)
        finally:
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
        return str(address)[:64]

    def judge(self, scope: Any, headers: Headers, address: str) -> Problem | None:
        """Why a request may not come in."""
        if scope["path"] in ("/health", "/ready"):
            return None
        host = headers.get("host", "")
        if "*" not in self.settings.hosts and host_name(host) not in self.settings.hosts:
            return Problem(
                421, "wrong_host", Message("This server does not answer to the name {name}.", name=host_name(host)[:80])
            )
        if problem := self.judge_origin(scope, headers, host):
            return problem
        length = headers.get("content-length", "0")
        if not (length.isascii() and length.isdigit()) or int(length) > MAX_BODY:
            return Problem(413, "too_large", Message("This is too large: at most {n} KiB.", n=MAX_BODY // 1024))
        cookie = re.search(rf"(?:^|;\s*){COOKIE}=([^;]+)", headers.get("cookie", ""))
        bearer = headers.get("authorization", "")
        who = bearer or (cookie[1] if cookie else "")
        if (who and not self.by_guest.take(who[:128])) or not self.by_address.take(address):
            return too_many(Message("Too many requests: wait a moment."))
        return None

    def judge_origin(self, scope: Any, headers: Headers, host: str) -> Problem | None:
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
            return Problem(
                403,
                "wrong_origin",
                Message("A request with a cookie needs an Origin header, or the header X-Tripolis."),
            )
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


def language_of(headers: Headers, query: bytes = b"") -> str:
    """The language that is asked for: by the address, or by the browser."""
    from tripolis.engine.words import LANGUAGES

    asked = parse_qs(query.decode("latin-1")).get("lang", [""])[0]
    if asked in LANGUAGES:
        return asked
    for part in headers.get("accept-language", "").split(","):
        found = part.split(";")[0].strip()[:2].lower()
        if found in LANGUAGES:
            return found
    return "en"


def problem_body(problem: Problem, lang: str, request_id: str = "") -> dict[str, Any]:
    """A problem as RFC 9457 wants it."""
    from tripolis.engine.words import words

    detail = words(lang).render(problem.message)
    body = {"type": f"urn:tripolis:{problem.code}", "title": problem.code, "status": problem.status}
    body |= {"code": problem.code, "detail": detail} | ({"reason": problem.reason} if problem.reason else {})
    return body | ({"request": request_id} if request_id else {})


async def refuse(scope: Any, receive: Any, send: Any, problem: Problem, lang: str) -> None:
    """Answer with a problem."""
    kind = "http.response"
    if scope["type"] == "websocket":
        await receive()  # websocket.connect
        if "websocket.http.response" not in (scope.get("extensions") or {}):
            await send({"type": "websocket.close", "code": 4000 + problem.status, "reason": problem.code})
            return
        kind = "websocket.http.response"
    body = json.dumps(problem_body(problem, lang, scope["state"]["request_id"])).encode()
    head = [(b"content-type", b"application/problem+json"), (b"content-length", str(len(body)).encode())]
    if problem.status == 429:
        head.append((b"retry-after", b"10"))
    await send({"type": f"{kind}.start", "status": problem.status, "headers": head})
    await send({"type": f"{kind}.body", "body": body})
