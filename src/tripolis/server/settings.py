"""What a host can set: by flags of `tripolis serve`, or by variables such as `TRIPOLIS_SERVER_PORT`."""

from __future__ import annotations

import os
import secrets
from dataclasses import dataclass, field, fields
from ipaddress import ip_address, ip_network
from pathlib import Path
from typing import Any

import platformdirs

from tripolis.engine.errors import BadOptions
from tripolis.engine.words import Message

PREFIX = "TRIPOLIS_SERVER_"
LOOPBACK = ("127.0.0.1", "localhost", "::1")


@dataclass(frozen=True)
class Settings:
    """The configuration of a server process."""

    host: str = "127.0.0.1"
    port: int = 8600
    database: str = ""
    """A URL of SQLAlchemy; empty for a SQLite file in the data folder."""
    data: Path = field(default_factory=lambda: Path(platformdirs.user_data_dir("tripolis")))
    allowed_hosts: tuple[str, ...] = ()
    """Names that browsers may call this server by, beside those of the loopback; `*` for any (then put a proxy
    before it that checks)."""
    public_url: str = ""
    """How the server is reached from outside, as https://games.example.org: for links in notices, and for Secure
    cookies."""
    trusted_proxies: tuple[str, ...] = ()
    """Addresses or networks whose X-Forwarded-For and X-Forwarded-Proto are believed."""
    debug: bool = False
    bot_workers: int = 0
    """Processes in which bots think; 0: cores - 1, at least one."""
    bot_seconds: float = 10.0
    bot_megabytes: int = 1024
    tables: int = 20_000
    """Open tables in all."""
    tables_per_guest: int = 50
    tables_per_address: int = 200
    thinking_tables: int = 300
    """Tables at which it is a bot's turn, in all, for a further one to begin."""
    thinking_tables_per_guest: int = 10
    thinking_tables_per_address: int = 40
    spectators_per_table: int = 50
    streams_per_seat: int = 10
    imports_per_hour: int = 20
    reviews_per_hour: int = 10
    """Reviews that one guest may ask for."""
    review_iterations: int = 2000
    """How long each decision is searched in a review."""
    hint_milliseconds: int = 200
    cpu_seconds_per_minute: float = 20.0
    """What one guest may have computed (score helper, imports, replays, pictures, hints): three times as much at once,
    and an address four times as much."""
    computing_seconds: float = 30.0
    """How long one computation may take."""
    requests_per_minute: int = 600
    """By cookie; an address may have four times as many."""
    open_requests: int = 2000
    """Requests that are being answered at once, in all."""
    open_requests_per_address: int = 100
    connections: int = 20_000
    """In all, and never more than the system gives the process."""
    connections_per_address: int = 400
    streams_per_address: int = 200
    """WebSockets from one address."""
    head_seconds: float = 10.0
    """How long the head of a request may take."""
    body_seconds: float = 30.0
    guests_per_hour: int = 60
    """New guests from one address."""
    session_days: float = 400.0
    """A guest who stays away for longer than this is nobody."""
    close_open_days: float = 7.0
    """A table that never started is closed after so many days without a sign of life."""
    close_idle_days: float = 60.0
    """The same for a match without a clock."""
    smtp_url: str = ""
    """smtp://user:password@host:587 or smtps://..., for notices by mail."""
    mail_from: str = ""
    webhook: str = ""
    """An address that gets a JSON message for every notice."""
    metrics: bool = True
    log_level: str = "info"

    @property
    def database_url(self) -> str:
        """Where the journal is kept."""
        return self.database or f"sqlite+aiosqlite:///{self.data / 'tripolis.sqlite'}"

    @property
    def secure(self) -> bool:
        """Is the server reached by https?"""
        return self.public_url.startswith("https://")

    @property
    def hosts(self) -> frozenset[str]:
        """All names that a request may be addressed to."""
        named = {*LOOPBACK, *self.allowed_hosts}
        if self.host not in ("0.0.0.0", "::"):  # noqa: S104 - compared, not bound to
            named.add(self.host)
        if self.public_url:
            named.add(self.public_url.split("://", 1)[-1].split("/")[0].rsplit(":", 1)[0])
        return frozenset(name.lower() for name in named)

    @property
    def beyond_loopback(self) -> bool:
        """Can other machines reach the server?"""
        return self.host not in LOOPBACK

    @property
    def workers(self) -> int:
        """How many processes bots think in."""
        return self.bot_workers or max(1, (os.cpu_count() or 2) - 1)

    def trusts(self, address: str) -> bool:
        """Does this address belong to a proxy of the host?"""
        try:
            client = ip_address(address)
        except ValueError:
            return False
        return any(client in ip_network(proxy, strict=False) for proxy in self.trusted_proxies)

    def signing_key(self) -> bytes:
        """The key that cookies are signed with; made on first use, readable by the host alone."""
        given = os.environ.get(f"{PREFIX}KEY", "")
        if given:
            if len(given) < 32:
                raise BadOptions(Message("{name} needs at least {n} characters.", name=f"{PREFIX}KEY", n=32))
            return given.encode()
        file = self.data / "signing.key"
        self.data.mkdir(mode=0o700, parents=True, exist_ok=True)
        try:
            handle = os.open(file, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600)
        except FileExistsError:
            key = file.read_bytes()
            if len(key) < 32:
                raise BadOptions(
                    Message("{file} is not a signing key. Remove it, and a new one will be made.", file=file)
                ) from None
            return key
        key = secrets.token_bytes(32)
        with os.fdopen(handle, "wb") as stream:
            stream.write(key)
        return key


def from_environment(**given: Any) -> Settings:
    """Settings from flags (those that are not None) over the environment over the defaults."""
    values: dict[str, Any] = {}
    for known in fields(Settings):
        name = f"{PREFIX}{known.name.upper()}"
        if given.get(known.name) is not None:
            values[known.name] = given[known.name]
        elif name in os.environ:
            values[known.name] = _parse(name, str(known.type), os.environ[name])
    settings = Settings(**values)
    check(settings)
    for proxy in settings.trusted_proxies:
        try:
            ip_network(proxy, strict=False)
        except ValueError:
            raise BadOptions(Message("{text} is not the address or network of a proxy.", text=proxy)) from None
    return settings


SCHEMES = {
    "public_url": ("http://", "https://"),
    "webhook": ("http://", "https://"),
    "smtp_url": ("smtp://", "smtps://"),
}


def check(settings: Settings) -> None:
    """Values that cannot be meant are refused before anything starts."""
    for known in fields(Settings):
        value = getattr(settings, known.name)
        number = isinstance(value, int | float) and not isinstance(value, bool)
        schemes = SCHEMES.get(known.name)
        wrong = (number and not 0 <= value < 1e9) or (known.name == "port" and not 0 <= value <= 65535)
        if wrong or (schemes and value and not value.startswith(schemes)):
            raise BadOptions(Message("{name} cannot be {text}.", name=known.name, text=value))


def _parse(name: str, kind: str, text: str) -> Any:
    """A variable of the environment as the type of its setting."""
    try:
        if kind == "bool":
            return {"1": True, "true": True, "yes": True, "0": False, "false": False, "no": False, "": False}[
                text.lower()
            ]
        if kind.startswith("tuple"):
            return tuple(part.strip() for part in text.split(",") if part.strip())
        return {"int": int, "float": float, "Path": Path}.get(kind, str)(text)
    except (KeyError, ValueError):
        raise BadOptions(Message("{name} cannot be {text}.", name=name, text=text)) from None
