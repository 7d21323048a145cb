"""The analysis room: any position, variations, the best moves, files."""

from __future__ import annotations

import hashlib
from typing import Any

import msgspec
from litestar import Controller, Response
from litestar.params import JSONBody

from tripolis.engine.game import find
from tripolis.engine.words import Message

from ...domain.identity import Identity
from ...domain.problems import bad_value
from ...live.tables import LiveTables
from ..dependencies import READING, TheComputing, TheMatches, TheTables, Who
from ..matches import Matches, finished
from ..requests import EditorRequest, PlaceRequest, SetUpRequest, TreeRequest
from ..responses import json_response, post_route
from .games import GameName

LINES = {"lines": [{"move": "3N2", "chances": [0.6, 0.4], "leads": ["+3", "−3"], "line": []}]}


class AnalysisRoutes(Controller):
    """Analyses: nothing of them is kept here but what is saved as a match."""

    path = "/api/analysis"
    tags = ("Analysis",)
    dependencies = READING

    @post_route("/moment", "A place in an analysis", {"ply": 3, "legal": []}, "The place.")
    async def moment(
        self, computing: TheComputing, matches: TheMatches, tables: TheTables, who: Who, data: JSONBody[PlaceRequest]
    ) -> Response[bytes]:
        """The table after some moves of a match, or from a position, and further moves; `tree` asks for the variations
        of the match too. A match of a table has to be over."""
        match = await source_of(matches, tables, who, data)
        asked = {"ply": data.ply, "moves": data.moves, "eyes": data.eyes, "tree": data.tree}
        return json_response(await computing.run(who, "moment", match=match, **asked))

    @post_route("/best", "The best moves", LINES, "The best moves.")
    async def best(
        self, computing: TheComputing, matches: TheMatches, tables: TheTables, who: Who, data: JSONBody[PlaceRequest]
    ) -> Response[bytes]:
        """The best three moves at a place by a search with `limit` iterations, with everybody's chance and lead. The
        search uses what the deciding seat sees, or only what `eyes` see of it."""
        match = await source_of(matches, tables, who, data)
        asked = {"ply": data.ply, "moves": data.moves, "eyes": data.eyes, "limit": data.limit}
        return json_response(await computing.run(who, "best", match=match, **asked))

    @post_route("/file", "An analysis as a match file", {"text": "[Game ..."}, "The file.")
    async def file(
        self, computing: TheComputing, matches: TheMatches, tables: TheTables, who: Who, data: JSONBody[TreeRequest]
    ) -> Response[bytes]:
        """The tree with its names and comments; every move is checked by the rules. To keep it, bring it as a match."""
        match = await source_of(matches, tables, who, data)
        return json_response(await computing.run(who, "tree_file", match=match, tree=data.tree))

    @post_route("/set-up/{name:str}", "The editor of positions", {"state": "...", "moves": []}, "The editor.")
    async def set_up(
        self, computing: TheComputing, who: Who, name: GameName, data: JSONBody[EditorRequest]
    ) -> Response[bytes]:
        """A position put together step by step; its state is the position as text. A step that the rules do not allow
        is refused with the reason."""
        return json_response(await computing.run(who, "set_up", game=find(name).name, request=data))

    @post_route("/table/{name:str}", "A table put in by hand", {"position": "...", "filled": []}, "The position.")
    async def table(
        self, computing: TheComputing, who: Who, name: GameName, data: JSONBody[SetUpRequest]
    ) -> Response[bytes]:
        """The table of a score helper as a position to go on from; `filled` says what nobody can know, and how it was
        filled in."""
        given = {name: getattr(data, name) for name in EditorRequest.__struct_fields__}
        request = msgspec.to_builtins(given)
        return json_response(await computing.run(who, "table", game=find(name).name, request=request, first=data.first))


async def source_of(
    matches: Matches, tables: LiveTables, who: Identity, data: PlaceRequest | TreeRequest
) -> dict[str, Any]:
    """What an analysis begins with, as another process makes the match of it."""
    if data.match:
        return (await matches.imported(data.match, who)).data
    if data.table:
        return finished((await tables.visit(data.table)).table).data
    if not data.position:
        raise bad_value(Message("Say what to analyse: a position, a match or a table."))
    key = hashlib.sha256(data.position.encode()).hexdigest()
    return {"key": key, "position": data.position}
