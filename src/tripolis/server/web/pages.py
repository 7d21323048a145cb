"""The addresses of the pages."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias

from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, PathParameter, SkipValidation

from tripolis.engine.game import Game, find, game_names
from tripolis.engine.guide import draw_picture
from tripolis.engine.rooms import Book
from tripolis.engine.words import words

from ..api import queries
from ..api.dependencies import TheMatches, TheTables, Who
from ..api.identity import find_language
from ..domain.problems import Problem
from ..live.views import category_data, table_words
from ..storage import lists
from .render import STATIC, Reader, art, art_address, quick_table, summary_data, themes_css

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
MEDIA_TYPES = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}
TheReader: TypeAlias = NamedDependency[SkipValidation[Reader]]
Code = Annotated[str, PathParameter(max_length=16)]


def page_reader(request: Request[Any, Any, Any], who: Who) -> Reader:
    """Who reads a page."""
    return Reader(who.lang, request.cookies.get("theme"), who.name or None)


def missing_page(request: Request[Any, Any, Any]) -> Response[str]:
    """What a browser shows for an address that is not there."""
    return Reader(find_language(request), request.cookies.get("theme")).missing()


def installed(name: str) -> Game:
    """An installed game."""
    if name not in game_names():
        raise NotFoundException
    return find(name)


class Pages(Controller):
    """What browsers show."""

    include_in_schema = False
    dependencies = {"reader": Provide(page_reader, sync_to_thread=False)}  # noqa: RUF012

    @get("/")
    async def home(self, reader: TheReader) -> Response[str]:
        """Start, come back, find others."""
        games = []
        for game in map(find, game_names()):
            book = game.book or Book()
            summary = summary_data(book.summary, words(reader.lang, game).render)
            about = summary[0]["paragraphs"][0] if summary else ""
            data = {"name": game.name, "title": game.title, "about": about, "quick": quick_table(game)}
            games.append(data | {"tour": book.tour is not None, "builder": game.has_builder})
        return reader.page("home", games=games)

    @get("/new")
    async def new(self, reader: TheReader) -> Response[str]:
        """Set up a table."""
        return reader.page("new", reader.text("new_table"))

    @get("/table/{table_id:str}")
    async def table(
        self, request: Request[Any, Any, Any], tables: TheTables, who: Who, reader: TheReader, table_id: Code
    ) -> Response[str]:
        """Play or watch."""
        try:
            table = (await tables.find(table_id, fresh=True)).table
        except Problem as problem:
            if problem.status != 404:
                raise
            return reader.missing()
        if who.guest and who.seat_at(table) < 0:
            await lists.watch(tables.store, who.guest, table_id, True)
        game, steps = table.game, None
        if table.tour and "tour" in request.query_params:
            steps = queries.tour_steps(game, words(reader.lang, game))
        data = {"table": table_id, "art": art_address(game), "tour": steps}
        return reader.page("table", f"{game.title} · {table_id}", data, wide=True, table_id=table_id)

    @get("/table/{table_id:str}/replay")
    async def replay(self, tables: TheTables, reader: TheReader, table_id: Code) -> Response[str]:
        """A finished match, moment by moment."""
        try:
            game = (await tables.find(table_id, fresh=True)).table.game
        except Problem:
            return reader.missing()
        return replay_page(reader, game, f"/api/tables/{table_id}")

    @get("/match/{match_id:str}")
    async def match(self, matches: TheMatches, who: Who, reader: TheReader, match_id: Code) -> Response[str]:
        """An imported match, moment by moment."""
        try:
            game = (await matches.imported(match_id, who)).game
        except Problem:
            return reader.missing()
        return replay_page(reader, game, f"/api/matches/{match_id}")

    @get("/table/{table_id:str}/picture.svg")
    async def picture(self, tables: TheTables, reader: TheReader, table_id: Code) -> Response[str]:
        """The table as everybody sees it, as a picture that stands alone."""
        table = (await tables.find(table_id, fresh=True)).table
        return Response(queries.picture(table, table_words(reader.lang, table)), media_type="image/svg+xml")

    @get("/score/{name:str}")
    async def score(self, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """The score helper of a game."""
        game = installed(name)
        if not game.has_editor:
            raise NotFoundException
        say, options = words(reader.lang, game).render, {option.name: option for option in game.options}
        option = next((option for option in game.options if option.name in ("mode", "track")), None)
        modes = [{"key": mode, "name": say(option.name_of(mode)) if option else mode} for mode in game.editor.MODES]
        return reader.page(
            "score",
            reader.text("helper_title", game=game.title),
            {"game": name, "art": art_address(game)},
            wide=True,
            modes=modes,
            fewest=game.editor.FEWEST,
            most=max(options["players"].values),
            help=say(game.editor.HELP),
        )

    @get("/build/{name:str}")
    async def build(self, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """The builder of a game."""
        game = installed(name)
        if not game.has_builder:
            raise NotFoundException
        builder, say = game.builder, words(reader.lang, game).render
        option = next(option for option in game.options if option.name == builder.OPTION)
        modes = [{"key": mode, "name": say(option.name_of(mode))} for mode in builder.MODES]
        data = {"game": name, "art": art_address(game)}
        title = f"{reader.text('builder')} · {game.title}"
        return reader.page("build", title, data, wide=True, modes=modes, help=say(builder.HELP))

    @get("/rules/{name:str}")
    async def rules(self, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """The rules of a game in our own words."""
        game = installed(name)
        say, book = words(reader.lang, game).render, game.book or Book()
        sections = [
            {
                "title": say(section.title),
                "paragraphs": [say(text) for text in section.paragraphs],
                "picture": section.picture is not None,
                "caption": say(section.picture.caption) if section.picture else "",
            }
            for section in book.guide
        ]
        rulings = [
            {
                "number": one.number,
                "question": say(one.question),
                "answer": say(one.answer),
                "source": reader.text("rules_source", text=say(one.source)),
            }
            for one in book.rulings
        ]
        return reader.page(
            "rules",
            reader.text("rules_title", game=game.title),
            game=name,
            sections=sections,
            summary=summary_data(book.summary, say),
            tips=[say(tip) for tip in book.tips],
            rulings=rulings,
        )

    @get("/rules/{name:str}/picture/{number:int}/{theme:str}")
    async def rules_picture(
        self, reader: TheReader, name: FromPath[str], number: FromPath[int], theme: FromPath[str]
    ) -> Response[str]:
        """A picture of the rules."""
        game = installed(name)
        sections = (game.book or Book()).guide
        picture = sections[number - 1].picture if 1 <= number <= len(sections) else None
        if picture is None or theme not in ("light", "dark"):
            raise NotFoundException
        drawing = draw_picture(game, picture, theme, words(reader.lang, game).render)
        return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})

    @get(["/keep", "/mail"])
    async def secret(self, request: Request[Any, Any, Any], reader: TheReader) -> Response[str]:
        """The other end of a link with a secret: take a seat over on this device, or confirm a mail address."""
        purpose = request.url.path[1:]
        title, take = reader.text(f"{purpose}_title"), reader.text(f"{purpose}_take")
        return reader.page("keep", title, {"purpose": purpose}, take=take)

    @get("/static/{version:str}/{file:str}")
    async def static(self, version: FromPath[str], file: FromPath[str]) -> Response[bytes]:
        """Scripts, styles and icons. Only files that are there by name: no path ever comes from a client."""
        if file == "themes.css":
            return Response(themes_css().encode(), media_type="text/css; charset=utf-8", headers=FOREVER)
        known = {path.name: path for path in STATIC.iterdir()}.get(file)
        if known is None:
            raise NotFoundException
        media_type = f"{MEDIA_TYPES[known.suffix]}; charset=utf-8"
        return Response(known.read_bytes(), media_type=media_type, headers=FOREVER)

    @get("/static/{version:str}/art/{file:str}")
    async def sheet(self, version: FromPath[str], file: FromPath[str]) -> Response[str]:
        """The symbols of a game."""
        game = installed(file.removesuffix(".svg"))
        return Response(art(game.name), media_type="image/svg+xml", headers=FOREVER)


def replay_page(reader: Reader, game: Game, source: str) -> Response[str]:
    """A match, moment by moment; `source` is where the API has it."""
    categories = category_data(game, words(reader.lang, game))
    data = {"art": art_address(game), "source": source, "categories": categories}
    return reader.page("replay", f"{reader.text('replay')} · {game.title}", data, wide=True, source=source)
