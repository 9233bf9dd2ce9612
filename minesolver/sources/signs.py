"""The search report's view of a game: the whole truth in its signs and colours, for terminals."""

from collections.abc import Iterable

from ..base.errors import RuleError
from ..game import Game
from ..model.board import HIDDEN, MINE, Board, Cell
from .search import move_gen

_STYLES = {"U": "white on grey39", "M": "white on red3", "T": "black on yellow3"}
_VISITED = "black on grey82"
_LEGEND = (
    "U unvisited safe, M unvisited mine, T visited mine, 0-8 visited, * a move that the search may make next"
)


def rows(game: Game, moves: Iterable[Cell] = ()) -> list[str]:
    """The full truth, one text a row: ``U`` unvisited safe, ``M`` unvisited mine, ``T`` visited or flagged
    mine, digits visited safe cells. Before the first click every cell is ``U``.

    moves: Cells to be marked with ``*``
    """
    starred, layout = set(moves), game.layout or ()

    def sign(cell: Cell, code: int) -> str:
        if cell in starred:
            return "*"
        if cell in layout:
            return "T" if code == MINE or cell in game.flags else "M"
        return "U" if code == HIDDEN else str(code)

    signs = "".join(sign(cell, code) for cell, code in game.board.items())
    return [signs[k : k + game.cols] for k in range(0, len(signs), game.cols)]


def signs(game: Game, *, colour: bool = False, legend: bool = False) -> str:
    """The state in signs, one row a line: U dark grey, M red, T yellow, visited cells light grey.

    ``*`` stands on the available moves, in the colour of what it hides. ``legend``: what they mean, before.
    """
    if not isinstance(game.board, Board):
        raise RuleError("the search report's signs are of square boards with Minesweeper's own clues")
    if legend:
        return f"{_LEGEND}\n{signs(game, colour=colour)}"
    state, starred = rows(game), rows(game, move_gen(game.board))
    if not colour:
        return "\n".join(" ".join(row) for row in starred)
    from rich.console import Console
    from rich.text import Text

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR
    with console.capture() as captured:
        for kinds, marks in zip(state, starred, strict=True):
            cells = [
                (f" {mark} ", _STYLES.get(kind, _VISITED)) for kind, mark in zip(kinds, marks, strict=True)
            ]
            console.print(Text.assemble(*cells), soft_wrap=True)
    return captured.get().removesuffix("\n")
