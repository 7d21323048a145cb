"""The addresses of the pages."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Request, Response, get
from litestar.exceptions import NotFoundException
from litestar.params import Parameter

from tripolis.engine.game import Game, find, game_names
from tripolis.engine.guide import draw_picture
from tripolis.engine.rooms import Book
from tripolis.engine.words import words

from ..api import queries as study
from ..api.desk import Caller, Desk
from ..api.responses import lang_of
from ..domain.problems import Problem
from ..live.views import categories
from .render import STATIC, art, page, quick, said_parts, themes_css, ui_words, version

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
KINDS = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml"}


def the_game(name: str) -> Game:
    """An installed game."""
    if name not in game_names():
        raise NotFoundException
    return find(name)


class Pages(Controller):
    """What browsers show."""

    include_in_schema = False

    @get("/")
    async def home(self, request: Request[Any, Any, Any], caller: Caller) -> Response[str]:
        """Start, come back, find others."""
        lang = caller.lang
        games = []
        for name in game_names():
            game = find(name)
            summary = said_parts((game.book or Book()).summary, words(lang, game).render)
            about = summary[0]["paragraphs"][0] if summary else ""
            tour = game.book is not None and game.book.tour is not None
            games.append(
                {
                    "name": name,
                    "title": game.title,
                    "about": about,
                    "quick": quick(game),
                    "tour": tour,
                    "builder": game.has_builder,
                }
            )
        return page(request, "home.html", "home", games=games, caller=caller)

    @get("/new")
    async def new(self, request: Request[Any, Any, Any], caller: Caller) -> Response[str]:
        """Set up a table."""
        return page(request, "new.html", "new", ui_words(caller.lang)["new_table"], caller=caller)

    @get("/table/{table_id:str}")
    async def table(
        self,
        request: Request[Any, Any, Any],
        desk: Desk,
        caller: Caller,
        table_id: Annotated[str, Parameter(max_length=16)],
    ) -> Response[str]:
        """Play or watch."""
        try:
            room = await desk.hall.room(table_id, fresh=True)
        except Problem:
            return missing(request, caller)
        if caller.guest is not None and caller.at(room.table).seat < 0:
            await desk.watch(room, caller, True)
        game = room.table.game
        tour = None
        if room.table.tour and "tour" in request.query_params:
            tour = study.tour_steps(game, words(caller.lang, game).render)
        data = {"table": table_id, "art": f"/static/{version()}/art/{game.name}.svg", "tour": tour}
        title = f"{game.title} · {table_id}"
        return page(request, "table.html", "table", title, data, wide=True, caller=caller, table_id=table_id)

    @get("/table/{table_id:str}/replay")
    async def replay(
        self,
        request: Request[Any, Any, Any],
        desk: Desk,
        caller: Caller,
        table_id: Annotated[str, Parameter(max_length=16)],
    ) -> Response[str]:
        """A finished match, moment by moment."""
        try:
            game = (await desk.hall.room(table_id, fresh=True)).table.game
        except Problem:
            return missing(request, caller)
        return self._replay(request, caller, game, f"/api/tables/{table_id}")

    @get("/match/{match_id:str}")
    async def match(
        self,
        request: Request[Any, Any, Any],
        desk: Desk,
        caller: Caller,
        match_id: Annotated[str, Parameter(max_length=16)],
    ) -> Response[str]:
        """An imported match, moment by moment."""
        try:
            game = (await desk.brought(match_id, caller)).game
        except Problem:
            return missing(request, caller)
        return self._replay(request, caller, game, f"/api/matches/{match_id}")

    def _replay(self, request: Request[Any, Any, Any], caller: Caller, game: Game, source: str) -> Response[str]:
        lang = caller.lang
        shown = categories(game, words(lang, game))
        data = {"art": f"/static/{version()}/art/{game.name}.svg", "source": source, "categories": shown}
        title = f"{ui_words(lang)['replay']} · {game.title}"
        return page(request, "replay.html", "replay", title, data, wide=True, caller=caller, source=source)

    @get("/table/{table_id:str}/picture.svg")
    async def picture(
        self,
        request: Request[Any, Any, Any],
        desk: Desk,
        caller: Caller,
        table_id: Annotated[str, Parameter(max_length=16)],
    ) -> Response[str]:
        """The table as everybody sees it, as a picture that stands alone."""
        room = await desk.hall.room(table_id, fresh=True)
        return Response(study.picture(room.table, caller.lang), media_type="image/svg+xml")

    @get("/score/{name:str}")
    async def score(self, request: Request[Any, Any, Any], caller: Caller, name: str) -> Response[str]:
        """The score helper of a game."""
        game = the_game(name)
        if not game.has_editor:
            raise NotFoundException
        editor = game.editor
        lang = caller.lang
        say = words(lang, game).render
        known = next((option for option in game.options if option.name in ("mode", "track")), None)
        modes = [{"key": mode, "name": say(known.name_of(mode)) if known else mode} for mode in editor.MODES]
        title = ui_words(lang)["helper_title"].format(game=game.title)
        data = {"game": name, "art": f"/static/{version()}/art/{name}.svg"}
        most = max(next(option for option in game.options if option.name == "players").values)
        fewest = editor.FEWEST
        more = {"modes": modes, "fewest": fewest, "most": most, "help": say(editor.HELP), "caller": caller}
        return page(request, "score.html", "score", title, data, wide=True, **more)

    @get("/build/{name:str}")
    async def build(self, request: Request[Any, Any, Any], caller: Caller, name: str) -> Response[str]:
        """The builder of a game."""
        game = the_game(name)
        if not game.has_builder:
            raise NotFoundException
        builder = game.builder
        lang = caller.lang
        say = words(lang, game).render
        option = next(option for option in game.options if option.name == builder.OPTION)
        modes = [{"key": mode, "name": say(option.name_of(mode))} for mode in builder.MODES]
        title = f"{ui_words(lang)['builder']} · {game.title}"
        data = {"game": name, "art": f"/static/{version()}/art/{name}.svg"}
        return page(
            request,
            "build.html",
            "build",
            title,
            data,
            wide=True,
            modes=modes,
            help=say(builder.HELP),
            caller=caller,
        )

    @get("/rules/{name:str}")
    async def rules(self, request: Request[Any, Any, Any], caller: Caller, name: str) -> Response[str]:
        """The rules of a game in our own words."""
        game = the_game(name)
        lang = caller.lang
        say = words(lang, game).render
        book = game.book or Book()
        sections = [
            {
                "title": say(section.title),
                "paragraphs": [say(text) for text in section.paragraphs],
                "picture": section.picture is not None,
                "caption": say(section.picture.caption) if section.picture else "",
            }
            for section in book.guide
        ]
        sourced = ui_words(lang)["rules_source"]
        rulings = [
            {
                "number": one.number,
                "question": say(one.question),
                "answer": say(one.answer),
                "source": sourced.format(text=say(one.source)),
            }
            for one in book.rulings
        ]
        more: dict[str, Any] = {
            "game": name,
            "sections": sections,
            "summary": said_parts(book.summary, say),
            "tips": [say(tip) for tip in book.tips],
            "rulings": rulings,
            "caller": caller,
        }
        return page(request, "rules.html", "rules", ui_words(lang)["rules_title"].format(game=game.title), **more)

    @get("/rules/{name:str}/picture/{number:int}/{theme:str}")
    async def rules_picture(self, caller: Caller, name: str, number: int, theme: str) -> Response[str]:
        """A picture of the rules."""
        game = the_game(name)
        sections = (game.book or Book()).guide
        picture = sections[number - 1].picture if 1 <= number <= len(sections) else None
        if picture is None or theme not in ("light", "dark"):
            raise NotFoundException
        drawn = draw_picture(game, picture, theme, words(caller.lang, game).render)
        return Response(drawn, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})

    @get("/keep")
    async def keep(self, request: Request[Any, Any, Any], caller: Caller) -> Response[str]:
        """Take a seat over on this device."""
        return secret_page(request, caller, "keep")

    @get("/mail")
    async def mail(self, request: Request[Any, Any, Any], caller: Caller) -> Response[str]:
        """Confirm a mail address."""
        return secret_page(request, caller, "mail")

    @get("/static/{held:str}/{file:str}")
    async def static(self, held: str, file: str) -> Response[bytes]:
        """Scripts, styles and icons. Only files that are there by name: no path ever comes from a client."""
        if file == "themes.css":
            return Response(themes_css().encode(), media_type="text/css; charset=utf-8", headers=FOREVER)
        found = {known.name: known for known in STATIC.iterdir()}.get(file)
        if found is None:
            raise NotFoundException
        return Response(found.read_bytes(), media_type=f"{KINDS[found.suffix]}; charset=utf-8", headers=FOREVER)

    @get("/static/{held:str}/art/{file:str}")
    async def sheet(self, held: str, file: str) -> Response[str]:
        """The symbols of a game."""
        game = the_game(file.removesuffix(".svg"))
        return Response(art(game.name), media_type="image/svg+xml", headers=FOREVER)


def secret_page(request: Request[Any, Any, Any], caller: Caller, purpose: str) -> Response[str]:
    """The other end of a link with a secret: `keep` or `mail`."""
    t = ui_words(caller.lang)
    title, take = t[f"{purpose}_title"], t[f"{purpose}_take"]
    return page(request, "keep.html", "keep", title, {"purpose": purpose}, take=take, caller=caller)


def missing(request: Request[Any, Any, Any], caller: Caller | None = None) -> Response[str]:
    """A page that is not there."""
    t = ui_words(caller.lang if caller else lang_of(request))
    return page(request, "missing.html", "rules", t["not_found"], status=404, detail=t["not_found_help"], caller=caller)
