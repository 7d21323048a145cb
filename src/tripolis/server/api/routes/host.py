"""For the host alone: what goes on, and what can be done about it."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Request, Response
from litestar.di import NamedDependency, Provide
from litestar.params import JSONBody, QueryParameter

from tripolis.engine.words import words

from ..dependencies import READING, TheHost, Who
from ..requests import (
    CloseTableRequest,
    HostMessageRequest,
    MaintenanceRequest,
    ReportDoneRequest,
    RestrictRequest,
)
from ..responses import get_route, json_response, post_route

HEADER = "x-tripolis-host"
Checked: TypeAlias = NamedDependency[None]
"""The host's secret was shown."""
OVERVIEW = {"read_only": False, "message": "", "load": {"cpu": 3, "lag": 0}, "counts": {"playing": 2}, "tables": []}


def check_host(request: Request[Any, Any, Any], host: TheHost) -> None:
    """Only with the secret of the host's link, in the header X-Tripolis-Host."""
    host.check(request.headers.get(HEADER, ""))


class HostRoutes(Controller):
    """What the host's page asks for."""

    path = "/api/host"
    tags = ("Host",)
    dependencies = {"checked": Provide(check_host, sync_to_thread=False)}  # noqa: RUF012 - Litestar's way

    @get_route("/", "What goes on here", OVERVIEW, "Everything.", dependencies=READING)
    async def overview(
        self,
        host: TheHost,
        checked: Checked,
        who: Who,
        search: Annotated[str, QueryParameter(max_length=40, description="Part of a code or a name.")] = "",
    ) -> Response[bytes]:
        """Tables, guests, load, errors, bots and reports. All of this class needs the header X-Tripolis-Host with the
        secret of the link that the server prints at its start."""
        return json_response(await host.overview(search.strip()), say=words(who.lang).render)

    @post_route("/close", "Close any table", {"table": "k3fq8w2mzr7p"}, "Closed.")
    async def close(self, host: TheHost, checked: Checked, data: JSONBody[CloseTableRequest]) -> Response[bytes]:
        """Whatever happens there."""
        await host.close(data.table)
        return json_response({"table": data.table})

    @post_route("/restrict", "Mute or ban a guest", {"kind": "mute", "on": True}, "Done.")
    async def restrict(self, host: TheHost, checked: Checked, data: JSONBody[RestrictRequest]) -> Response[bytes]:
        """One who is muted cannot chat anywhere; one who is banned can do nothing, and is cut off at once."""
        await host.restrict(data.guest, data.kind, data.on)
        return json_response({"kind": data.kind, "on": data.on})

    @post_route("/message", "Say something to all", {"text": "We restart at 20:00."}, "As it is shown.")
    async def message(self, host: TheHost, checked: Checked, data: JSONBody[HostMessageRequest]) -> Response[bytes]:
        """On every page and at every table, until it is replaced; an empty text takes it back."""
        return json_response({"text": await host.say(data.text)})

    @post_route("/maintenance", "Read-only, or not", {"on": True}, "Done.")
    async def maintenance(self, host: TheHost, checked: Checked, data: JSONBody[MaintenanceRequest]) -> Response[bytes]:
        """While it is on, nothing is written: requests that would are answered with 503, bots wait, clocks stand."""
        await host.maintain(data.on)
        return json_response({"on": data.on})

    @post_route("/settle", "A report is dealt with", {"report": "k3fq8w2mzr7p"}, "Done.")
    async def settle(self, host: TheHost, checked: Checked, data: JSONBody[ReportDoneRequest]) -> Response[bytes]:
        """It leaves the list."""
        await host.settle(data.report)
        return json_response({"report": data.report})
