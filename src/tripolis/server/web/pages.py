"""The addresses of the pages."""

from __future__ import annotations

import asyncio
import gzip
import re
from collections.abc import Callable
from functools import cache, lru_cache
from io import BytesIO
from typing import Annotated, Any, TypeAlias
from urllib.parse import urlencode

import brotli
from litestar import Controller, Request, Response, get
from litestar.di import NamedDependency, Provide
from litestar.exceptions import NotFoundException
from litestar.params import FromPath, PathParameter, SkipValidation

from tripolis.engine.editor import DRAWN
from tripolis.engine.game import Game, find, game_names
from tripolis.engine.position_text import check_head
from tripolis.engine.record import WHOLE
from tripolis.engine.rooms import Book
from tripolis.engine.words import words
from tripolis.puzzles.puzzle import puzzle_of_day, puzzles_of

from ..api import queries
from ..api.dependencies import TheComputing, TheHouse, TheMatches, TheSettings, TheStore, TheTables, Who
from ..api.identity import find_language
from ..domain.problems import Problem
from ..domain.table import Table
from ..live.computing import decoded
from ..live.views import category_data, table_words
from ..settings import Settings
from ..storage import answers, lists
from ..storage.store import Store
from .book import guide_data, ruling_data, section_data
from .render import STATIC, Reader, art, art_address, covers, quick_table, themes_css, version
from .sheets import modes_of, sheet_data, sheets_of

FOREVER = {"cache-control": "public, max-age=31536000, immutable"}
MEDIA_TYPES = {
    ".js": "text/javascript; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".svg": "image/svg+xml; charset=utf-8",
    ".png": "image/png",
    ".txt": "text/plain; charset=utf-8",
    ".woff2": "font/woff2",
}
PACKED = {media_type for media_type in MEDIA_TYPES.values() if media_type.startswith(("text/", "image/svg"))}
"""What becomes smaller when it is packed."""
PACKERS: dict[str, Callable[[bytes], bytes]] = {
    "br": brotli.compress,
    "gzip": lambda content: gzip.compress(content, mtime=0),
}
"""Ways to pack a file, the tightest first."""
FOR_MAKERS = re.compile(rb"^[ \t]*(?://.*|/\*(?:[^*]|\*(?!/))*\*/[ \t]*)\n|^[ \t]+", re.MULTILINE)
"""What only those read who change a script or a style sheet: comments in lines of their own, and indents."""
ICONS = {
    "menu": "M2 5H18M2 10H18M2 15H18",
    "sound": "M3 8V12H6L10 16V4L6 8ZM13 7Q15 10 13 13M15.5 5Q19 10 15.5 15",
    "back": "M7 4L3 8L7 12M3 8H12A5 4.5 0 0 1 12 17H8",
    "hint": "M7.5 14.5A6 6 0 1 1 12.5 14.5V16H7.5ZM8 18.5H12",
    "list": "M3 5H4M7 5H17M3 10H4M7 10H17M3 15H4M7 15H17",
    "again": "M4 4V9H9M4.5 8.5A6.5 6.5 0 1 1 4 12",
    "close": "M5 5L15 15M15 5L5 15",
    "first": "M5 4V16M15 4L8 10L15 16Z",
    "before": "M13 4L6 10L13 16Z",
    "run": "M6 4L16 10L6 16Z",
    "pause": "M7 4V16M13 4V16",
    "after": "M7 4L14 10L7 16Z",
    "final": "M15 4V16M5 4L12 10L5 16Z",
}
"""Lines of small pictures, in a square of 20 units."""
TheReader: TypeAlias = NamedDependency[SkipValidation[Reader]]
Code = Annotated[str, PathParameter(max_length=16)]


def page_reader(request: Request[Any, Any, Any], who: Who, house: TheHouse) -> Reader:
    """Who reads a page."""
    return Reader(who.lang, request.cookies.get("theme"), who.name or None, house.message)


def problem_page(request: Request[Any, Any, Any], problem: Problem, number: str) -> Response[str]:
    """What a browser shows where it asked for a page and there is none: what happened, what it means, what to do."""
    reader = Reader(find_language(request), request.cookies.get("theme"))
    status, here = problem.status, request.url.path
    if status == 404:
        return reader.missing()
    if status == 429:
        return reader.notice(reader.text("busy_title"), [words(reader.lang).render(problem.message)], status, here)
    if problem.code in ("quarantined", "damaged_table"):
        lines = [words(reader.lang).render(problem.message), reader.text("quarantine_means")]
        return reader.notice(reader.text("quarantine_title"), lines, status, here)
    if status == 503:
        return reader.notice(reader.text("error_title"), [words(reader.lang).render(problem.message)], status, here)
    if status >= 500:
        lines = [reader.text("error_means"), reader.text("error_do", number=number)]
        return reader.notice(reader.text("error_title"), lines, status, here)
    return reader.notice(reader.text("refused_title"), [words(reader.lang).render(problem.message)], status)


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
    async def home(self, request: Request[Any, Any, Any], settings: TheSettings, reader: TheReader) -> Response[str]:
        """Start, come back, find others."""
        games = [home_card(game, reader) for game in map(find, game_names())]
        return reader.page("home", games=games, origin=origin(request, settings))

    @get("/new")
    async def new(self, reader: TheReader) -> Response[str]:
        """Set up a table."""
        cards = [home_card(find(name), reader) for name in game_names()]
        return reader.page("new", reader.text("new_table"), cards=cards)

    @get("/table/{table_id:str}")
    async def table(
        self,
        request: Request[Any, Any, Any],
        settings: TheSettings,
        tables: TheTables,
        who: Who,
        reader: TheReader,
        table_id: Code,
    ) -> Response[str]:
        """Play or watch."""
        try:
            table = (await tables.visit(table_id)).table
        except Problem as problem:
            if problem.status != 404:
                raise
            return reader.missing()
        game, steps = table.game, None
        if table.tour and "tour" in request.query_params:
            steps = queries.tour_steps(game, words(reader.lang, game))
        watched = bool(who.guest) and await lists.is_watched(tables.store, who.guest, table_id)
        data = {"table": table_id, "art": art_address(game), "tour": steps, "game": game.name, "watched": watched}
        about: dict[str, Any] = {
            "origin": origin(request, settings),
            "invitation": invitation(table, reader),
        }
        look = game_look(game, reader)
        return reader.page("table", f"{game.title} · {table_id}", data, **look, **about, table_id=table_id)

    @get("/table/{table_id:str}/qr.svg")
    async def qr(
        self, request: Request[Any, Any, Any], settings: TheSettings, tables: TheTables, table_id: Code
    ) -> Response[bytes]:
        """The link of a table for the camera of a phone."""
        import segno

        table = (await tables.find(table_id)).table
        out = BytesIO()
        code = segno.make(f"{origin(request, settings)}/table/{table.id}", error="m")
        code.save(out, kind="svg", border=2, dark="#1b2430", light="#ffffff", xmldecl=False, scale=4)
        return Response(out.getvalue(), media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})

    @get("/table/{table_id:str}/replay")
    async def replay(self, tables: TheTables, reader: TheReader, table_id: Code) -> Response[str]:
        """A finished match, moment by moment."""
        try:
            game = (await tables.visit(table_id)).table.game
        except Problem as problem:
            if problem.status != 404:
                raise
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
    async def picture(
        self, tables: TheTables, computing: TheComputing, who: Who, reader: TheReader, table_id: Code
    ) -> Response[str]:
        """The table as everybody sees it, as a picture that stands alone."""
        table = (await tables.visit(table_id)).table
        source = queries.picture_source(table, table_words(reader.lang, table))
        drawing = decoded(await computing.run(who, "picture", **source))
        return Response(drawing, media_type="image/svg+xml")

    @get("/puzzles")
    async def puzzles(self, store: TheStore, who: Who, reader: TheReader) -> Response[str]:
        """The puzzle of the day of every game, and how the reader gets on."""
        cards = [await puzzle_card(store, who.guest, find(name), reader) for name in game_names() if puzzles_of(name)]
        days = await answers.streak_of(store, who.guest)
        week = [
            {"date": day.isoformat(), "marks": [(card, known.get(card["name"])) for card in cards]}
            for day, known in await answers.week_of(store, who.guest)
        ]
        return reader.page(
            "puzzles",
            reader.text("puzzles"),
            games=cards,
            streak=reader.text("puzzle_streak", days=str(days)),
            week=week,
            sheets=("pages", "start", "puzzle"),
        )

    @get("/puzzles/{name:str}/picture/{theme:str}")
    async def puzzle_picture(
        self, computing: TheComputing, who: Who, name: FromPath[str], theme: FromPath[str]
    ) -> Response[str]:
        """The board of the puzzle of the day."""
        of_day = puzzle_of_day(installed(name).name, answers.today())
        if of_day is None or theme not in ("light", "dark"):
            raise NotFoundException
        drawing = decoded(await computing.run(who, "puzzle_picture", position=of_day.position, theme=theme))
        return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "private, max-age=3600"})

    @get("/puzzles/{name:str}/{puzzle:str}")
    async def puzzle(self, reader: TheReader, name: FromPath[str], puzzle: Code) -> Response[str]:
        """A puzzle of a game: that of the day, the next one, or one by its name."""
        game = installed(name)
        if not puzzles_of(name) or (puzzle not in ("next", "today") and puzzle not in puzzles_of(name)):
            return reader.missing()
        look = game_look(game, reader) | {"sheets": ("pages", "table", "replay", "puzzle")}
        data = {"art": art_address(game), "game": name, "puzzle": puzzle}
        return reader.page("puzzle", f"{reader.text('puzzle')} · {game.title}", data, **look)

    @get("/me")
    async def me(self, reader: TheReader) -> Response[str]:
        """The reader's own record, and the board of ratings."""
        return reader.page("me", reader.text("record"), sheets=("pages", "start", "record"))

    @get("/analyse")
    async def analyse(
        self, request: Request[Any, Any, Any], matches: TheMatches, tables: TheTables, who: Who, reader: TheReader
    ) -> Response[str]:
        """The analysis room: of a match, a table or a position; without any, where to begin."""
        asked = {name: request.query_params.get(name, "") for name in ("match", "table", "position")}
        if not any(asked.values()):
            for name in game_names():
                await tables.prepared(name)
            starts = [(name, await asyncio.to_thread(new_match, name)) for name in game_names()]
            editors = [name for name in game_names() if find(name).has_set_up]
            sheets = ("pages", "start", "study")
            return reader.page("study", reader.text("analysis"), starts=starts, editors=editors, sheets=sheets)
        try:
            if asked["match"]:
                game = (await matches.imported(asked["match"], who)).game
            elif asked["table"]:
                game = (await tables.visit(asked["table"])).table.game
            else:
                game = game_of_text(asked["position"])
        except Problem:
            return reader.missing()
        data = {
            "art": art_address(game),
            "source": {name: text for name, text in asked.items() if text},
            "categories": category_data(game, words(reader.lang, game)),
            "eyes": eyes_of_text(asked["position"]),
            "editor": f"/analyse/{game.name}" if game.has_set_up else "",
        }
        look = game_look(game, reader) | {"sheets": ("pages", "table", "replay", "analyse")}
        return reader.page("analyse", f"{reader.text('analysis')} · {game.title}", data, **look)

    @get("/analyse/{name:str}")
    async def set_up(self, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """The editor of positions of a game."""
        game = installed(name)
        if not game.has_set_up:
            raise NotFoundException
        say, editor = words(reader.lang, game).render, game.set_up
        options = {option.name: option for option in game.options}
        option = options.get(getattr(editor, "KIND", "mode"))
        modes = [{"key": mode, "name": say(option.name_of(mode)) if option else mode} for mode in editor.MODES]
        return reader.page(
            "setup",
            reader.text("setup_of", game=game.title),
            {"game": name, "art": art_address(game)},
            wide=True,
            sheets=("pages", "start", "score"),
            modes=modes,
            fewest=editor.FEWEST,
            most=max(options["players"].values),
            help=say(editor.HELP),
        )

    @get("/score/{name:str}")
    async def score(self, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """The score helper of a game."""
        game = installed(name)
        if not game.has_editor:
            raise NotFoundException
        say, options = words(reader.lang, game).render, {option.name: option for option in game.options}
        option = game.mode_option
        modes = [{"key": mode, "name": say(option.name_of(mode)) if option else mode} for mode in game.editor.MODES]
        return reader.page(
            "score",
            reader.text("helper_title", game=game.title),
            {"game": name, "art": art_address(game)},
            wide=True,
            sheets=("pages", "start", "score"),
            game=name,
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
        return reader.page("build", title, data, wide=True, modes=modes, help=say(builder.HELP), game=name)

    @get("/box/{name:str}")
    async def box(self, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """What an owner's own box says."""
        game = installed(name)
        if game.helper is None or game.helper.cards is None:
            raise NotFoundException
        data = {"game": name, "art": art_address(game)}
        title = f"{reader.text('box_title')} · {game.title}"
        sheets = ("pages", "start", "score")
        return reader.page("mybox", title, data, wide=True, sheets=sheets, game=name, builds=game.has_builder)

    @get("/rules/{name:str}")
    async def rules(self, tables: TheTables, reader: TheReader, name: FromPath[str]) -> Response[str]:
        """The rules of a game in our own words."""
        game = installed(name)
        say, book = words(reader.lang, game).render, game.book or Book()
        await tables.prepared(name)
        placed = any(section.rulings for section in book.guide)
        return reader.page(
            "rules",
            reader.text("rules_title", game=game.title),
            game=name,
            sections=await asyncio.to_thread(guide_data, game, say),
            summary=[section_data(game, part, say) for part in book.summary],
            tips=[say(tip) for tip in book.tips],
            rulings=[] if placed else [ruling_data(ruling, say) for ruling in book.rulings],
            modes=modes_of(game, say),
            prints=sheets_of(game),
            sheets=("pages", "start", "rules"),
            mood=name,
        )

    @get("/print/{name:str}/{mode:str}/{sheet:str}")
    async def print_sheet(
        self, tables: TheTables, reader: TheReader, name: FromPath[str], mode: FromPath[str], sheet: FromPath[str]
    ) -> Response[str]:
        """A sheet for the table at home, one side of A4."""
        game = installed(name)
        say = words(reader.lang, game).render
        mode_names = {one["key"]: one["name"] for one in modes_of(game, say)}
        if mode not in mode_names or sheet not in sheets_of(game):
            raise NotFoundException
        await tables.prepared(name)
        kind = reader.text(f"sheet_{sheet}")
        return reader.page(
            "print",
            " · ".join(filter(None, (game.title, mode_names[mode], kind))),
            game=game,
            mode=mode_names[mode],
            kind=kind,
            art=art(name) if game.art_file.is_file() else "",
            sheets=("pages", "print"),
            mood=name,
            **sheet_data(game, mode, sheet, say),
        )

    @get("/rules/{name:str}/picture/{number:int}/{theme:str}")
    async def rules_picture(
        self, computing: TheComputing, who: Who, name: FromPath[str], number: FromPath[int], theme: FromPath[str]
    ) -> Response[str]:
        """A picture of the rules."""
        game = installed(name)
        pictures = (game.book or Book()).pictures
        if not 1 <= number <= len(pictures) or theme not in ("light", "dark"):
            raise NotFoundException
        drawing = decoded(await computing.run(who, "rules_picture", game=name, number=number, theme=theme))
        return Response(drawing, media_type="image/svg+xml", headers={"cache-control": "public, max-age=3600"})

    @get(["/keep", "/mail"])
    async def secret(self, request: Request[Any, Any, Any], reader: TheReader) -> Response[str]:
        """The other end of a link with a secret: take a seat over on this device, or confirm a mail address."""
        purpose = request.url.path[1:]
        title, take = reader.text(f"{purpose}_title"), reader.text(f"{purpose}_take")
        return reader.page("keep", title, {"purpose": purpose}, take=take)

    @get("/host")
    async def host(self, reader: TheReader) -> Response[str]:
        """For the one who runs the server: the secret of the link stands behind its #, and never reaches a log."""
        return reader.page("host", reader.text("host_title"), sheets=("pages", "host"))

    @get("/manifest.webmanifest")
    async def manifest(self, reader: TheReader) -> Response[dict[str, Any]]:
        """How the pages are installed as an app."""
        static = f"/static/{version()}"
        icons = [
            {"src": f"{static}/icon-{n}.png", "sizes": f"{n}x{n}", "type": "image/png", "purpose": "any maskable"}
            for n in (192, 512)
        ]
        about = {
            "name": "Tripolis",
            "short_name": "Tripolis",
            "description": reader.text("home_lead"),
            "lang": reader.lang,
            "start_url": "/",
            "scope": "/",
            "display": "standalone",
            "background_color": "#eeece3",
            "theme_color": "#1f3be0",
            "icons": [*icons, {"src": f"{static}/icon.svg", "sizes": "any", "type": "image/svg+xml"}],
        }
        return Response(about, media_type="application/manifest+json", headers={"vary": "cookie"})

    @get("/worker.js")
    async def worker(self) -> Response[bytes]:
        """The service worker; its address is fixed, so that it serves all pages and is looked at anew each time."""
        text = (STATIC / "worker.js").read_bytes()
        return Response(text, media_type=MEDIA_TYPES[".js"], headers={"cache-control": "no-cache"})

    @get("/offline")
    async def offline(self, reader: TheReader) -> Response[str]:
        """What an installed app shows without a connection."""
        return reader.notice(reader.text("no_connection_title"), [reader.text("offline")], retry="/")

    @get("/static/{version:str}/{file:str}")
    async def static(
        self, request: Request[Any, Any, Any], version: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        """Scripts, styles and icons. Only files that are there by name: no path ever comes from a client."""
        if file == "themes.css":
            return await kept_file(themes_css().encode(), MEDIA_TYPES[".css"], request)
        known = {path.name: path for path in STATIC.iterdir()}.get(file)
        if known is None:
            raise NotFoundException
        content = known.read_bytes()
        if known.suffix in (".js", ".css"):
            content = FOR_MAKERS.sub(b"", content)
        return await kept_file(content, MEDIA_TYPES[known.suffix], request)

    @get("/static/{version:str}/art/{file:str}")
    async def sheet(
        self, request: Request[Any, Any, Any], version: FromPath[str], file: FromPath[str]
    ) -> Response[bytes]:
        """The symbols of a game."""
        game = installed(file.removesuffix(".svg"))
        return await kept_file(art(game.name).encode(), MEDIA_TYPES[".svg"], request)


async def kept_file(content: bytes, media_type: str, request: Request[Any, Any, Any]) -> Response[bytes]:
    """A file that browsers keep for ever, packed as tightly as this one can unpack."""
    headers = FOREVER | {"vary": "accept-encoding"}
    accepted = request.headers.get("accept-encoding", "")
    if media_type in PACKED and (coding := next((name for name in PACKERS if name in accepted), "")):
        content, headers = await asyncio.to_thread(packed, content, coding), headers | {"content-encoding": coding}
    return Response(content, media_type=media_type, headers=headers)


@lru_cache(maxsize=128)
def packed(content: bytes, coding: str) -> bytes:
    """A file as it is sent; each is packed once, which takes up to half a second."""
    return PACKERS[coding](content)


def origin(request: Request[Any, Any, Any], settings: Settings) -> str:
    """How this server is reached, for links that leave it."""
    return settings.public_url.rstrip("/") or f"{request.url.scheme}://{request.headers.get('host', '')}"


def invitation(table: Table, reader: Reader) -> str:
    """Who invites to what, as a preview of a table's link says it."""
    host = next((seat.name for seat in table.seats if seat.kind == "person" and seat.guest == table.owner), "")
    key = "invites" if host else "invites_nobody"
    return reader.text(key, name=host, game=table.game.title)


def home_card(game: Game, reader: Reader) -> dict[str, Any]:
    """What the home page says of a game."""
    say, book, title = words(reader.lang, game).render, game.book or Book(), game.title
    about = game.about
    return {
        "name": game.name,
        "title": title,
        "pitch": say(about.pitch) if about.pitch else "",
        "players": reader.text("players_range", range=about.players),
        "weight": about.weight,
        "cover": game.name in covers(),
        "quick": quick_table(game),
        "tour": book.tour is not None,
        "builder": game.has_builder,
        "play": reader.text("play_game", game=title),
        "with_friends": reader.text("with_friends_game", game=title),
    }


async def puzzle_card(store: Store, guest: str, game: Game, reader: Reader) -> dict[str, Any]:
    """What the page of puzzles says of a game."""
    solver = await answers.solver_of(store, guest, game.name)
    of_day = puzzle_of_day(game.name, answers.today())
    answered = solver.answered.get(of_day.name) if of_day else None
    key = "puzzle_today_open" if answered is None else "puzzle_known_right" if answered else "puzzle_known_wrong"
    return {
        "name": game.name,
        "title": game.title,
        "rating": reader.text("puzzle_rating", rating=str(solver.rating)),
        "solved": reader.text("puzzle_solved", solved=str(solver.solved), of=str(len(puzzles_of(game.name)))),
        "share": solver.solved / len(puzzles_of(game.name)),
        "difficulty": reader.text("puzzle_difficulty", rating=str(of_day.rating)) if of_day else "",
        "state": {None: "open", True: "right", False: "wrong"}[answered],
        "day": answers.today().isoformat(),
        "today": reader.text(key),
    }


@cache
def new_match(name: str) -> str:
    """The address of the analysis of a new match; what it takes is loaded at first use."""
    return "/analyse?" + urlencode({"position": find(name).new(DRAWN).position.text()})


def game_of_text(position: str) -> Game:
    """The game that a position names, with its options."""
    return check_head((position.split() or [""])[0].split("&")[0], 1, None)


def eyes_of_text(position: str) -> int:
    """The seat that a position is seen by, -1 for the public; else all is open."""
    observer = re.search(r"(?:^|[\s&])observer=(-?[0-9])(?![0-9])", position)
    return int(observer[1]) if observer else WHOLE


def replay_page(reader: Reader, game: Game, source: str) -> Response[str]:
    """A match, moment by moment; `source` is where the API has it."""
    categories = category_data(game, words(reader.lang, game))
    kind = "match" if source.startswith("/api/matches/") else "table"
    analyse = f"/analyse?{kind}={source.rsplit('/', 1)[1]}"
    data = {"art": art_address(game), "source": source, "categories": categories, "analyse": analyse}
    look = game_look(game, reader) | {"sheets": ("pages", "table", "replay"), "analyse": analyse}
    return reader.page("replay", f"{reader.text('replay')} · {game.title}", data, **look, source=source)


def game_look(game: Game, reader: Reader) -> dict[str, Any]:
    """What a page with a game's boards knows of it: names, mood, style sheets."""
    say = words(reader.lang, game).render
    mode = game.mode_option
    return {
        "wide": True,
        "mood": game.name,
        "game_key": game.name,
        "game_title": game.title,
        "mode": say(mode.name_of(game.settings[mode.name])) if mode else "",
        "icons": ICONS,
        "sheets": ("pages", "table"),
    }
