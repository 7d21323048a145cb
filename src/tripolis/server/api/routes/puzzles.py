"""Puzzles: that of the day, the next one, an answer and what it leads to."""

from __future__ import annotations

from typing import Annotated, Any

from litestar import Controller, Response
from litestar.exceptions import NotFoundException
from litestar.params import JSONBody, PathParameter

from tripolis.engine.game import game_names
from tripolis.engine.words import words
from tripolis.puzzles.puzzle import Puzzle, puzzle_of_day, puzzles_of
from tripolis.puzzles.solver import next_puzzle

from ...domain.identity import Identity
from ...live.computing import decoded
from ...storage import answers
from ...storage.store import Store
from ..dependencies import READING, TheComputing, TheGuests, TheOutcomes, TheStore, Who
from ..identity import need_guest
from ..requests import AnswerPuzzleRequest
from ..responses import get_route, json_response, post_route

GameName = Annotated[str, PathParameter(max_length=40, description="The name of a game.")]
PuzzleName = Annotated[str, PathParameter(max_length=8, description="The name of a puzzle, `next` or `today`.")]
SOLVER = {"rating": 1200, "answered": 3, "solved": 2, "of": 150, "streak": 2}
PUZZLE = {"name": "3f2a9c01", "rating": 1540, "today": False, "seat": 1, "legal": [], "solver": SOLVER}
VERDICT: dict[str, Any] = {
    "right": False,
    "best": None,
    "chance": 0.41,
    "best_chance": 0.56,
    "moments": [],
    "solver": SOLVER,
}


class PuzzleRoutes(Controller):
    """Puzzles of the games, and how a guest gets on with them."""

    path = "/api/puzzles"
    tags = ("Puzzles",)
    dependencies = READING

    @get_route("/", "Games with puzzles", {"games": {"quadropolis": SOLVER}}, "How you get on.")
    async def games(self, store: TheStore, who: Who) -> Response[bytes]:
        """Every game that has puzzles, your rating in it, and whether you have solved its puzzle of the day."""
        games = {name: await about(store, who, name) for name in game_names() if puzzles_of(name)}
        return json_response({"games": games})

    @get_route("/{game:str}/{name:str}", "A puzzle", PUZZLE, "The puzzle.")
    async def puzzle(
        self, store: TheStore, computing: TheComputing, who: Who, game: GameName, name: PuzzleName
    ) -> Response[bytes]:
        """A position as a seat sees it, with its legal moves; one of them is clearly the best."""
        puzzle = await find_puzzle(store, who, game, name)
        found = decoded(await computing.run(who, "puzzle", position=puzzle.position))
        solver = await answers.solver_of(store, who.guest, game)
        known = {"name": puzzle.name, "rating": puzzle.rating, "answered": solver.answered.get(puzzle.name)}
        known["today"] = puzzle == puzzle_of_day(game, answers.today())
        return json_response(found | known | {"solver": await about(store, who, game)})

    @post_route("/{game:str}/{name:str}", "Answer a puzzle", VERDICT, "What the answer leads to.")
    async def answer(
        self,
        store: TheStore,
        guests: TheGuests,
        computing: TheComputing,
        outcomes: TheOutcomes,
        who: Who,
        game: GameName,
        name: PuzzleName,
        data: JSONBody[AnswerPuzzleRequest],
    ) -> Response[bytes]:
        """Your first answer to a puzzle moves your rating. A wrong one shows what it would have led to; without a move
        you are shown the best one."""
        guest, puzzle = await need_guest(who, guests), await find_puzzle(store, who, game, name)
        given = decoded(
            await computing.run(who, "puzzle_move", position=puzzle.position, move=data.move or puzzle.solution)
        )
        right = bool(data.move) and given["text"] == puzzle.solution
        verdict = await outcomes.of_answer(who, puzzle, given["number"], bool(data.move) and not right)
        await answers.note_answer(store, guest.id, game, puzzle, right)
        solver = await about(store, who, game)
        return json_response({"right": right, **verdict, "solver": solver}, say=words(who.lang).render)


async def find_puzzle(store: Store, who: Identity, game: str, name: str) -> Puzzle:
    """A puzzle by its name, that of the day, or the next one for the guest."""
    puzzles = puzzles_of(game) if game in game_names() else {}
    if name == "today":
        puzzle = puzzle_of_day(game, answers.today()) if puzzles else None
    elif name == "next":
        solver = await answers.solver_of(store, who.guest, game)
        puzzle = next_puzzle(puzzles, solver.answered, solver.rating)
    else:
        puzzle = puzzles.get(name)
    if puzzle is None:
        raise NotFoundException
    return puzzle


async def about(store: Store, who: Identity, game: str) -> dict[str, Any]:
    """How a guest gets on with the puzzles of a game."""
    solver, of_day = await answers.solver_of(store, who.guest, game), puzzle_of_day(game, answers.today())
    return {
        "rating": solver.rating,
        "answered": len(solver.answered),
        "solved": solver.solved,
        "of": len(puzzles_of(game)),
        "today": solver.answered.get(of_day.name) if of_day else None,
        "streak": await answers.streak_of(store, who.guest),
    }
