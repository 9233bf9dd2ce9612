"""The search report's view of a game: the whole truth in its signs and colours, for terminals."""

from collections.abc import Iterable

from ..base.errors import RuleError
from ..game import Game
from ..model.board import HIDDEN, MINE, Board, Cell
from .search import move_gen

_STYLES = {"U": "white on grey39", "M": "white on red3", "T": "black on yellow3"}
_VISITED = "black on grey82"
_LEGEND = (
    "U unvisited safe, M unvisited mine, T visited mine, 0-8 visited, "
    "* a move that the search may make next"
)


def rows(game: Game, moves: Iterable[Cell] = ()) -> list[str]:
    """The full truth, one text a row: ``U`` unvisited safe, ``M`` unvisited mine, ``T`` visited or flagged
    mine, digits visited safe cells. Before the first click every cell is ``U``.

    moves: Cells to be marked with ``*``
    """
    starred_cells = set(moves)
    layout = game.layout or frozenset()

    def sign(cell: Cell) -> str:
        """How one cell is drawn."""
        code = game.board[cell]
        if cell in starred_cells:
            return "*"
        if cell in layout:
            return "T" if code == MINE or cell in game.flags else "M"
        return "U" if code == HIDDEN else str(code)

    return ["".join(sign((row, col)) for col in range(game.cols)) for row in range(game.rows)]


def signs(game: Game, *, colour: bool = False, legend: bool = False) -> str:
    """The state in signs, one row a line: U dark grey, M red, T yellow, visited cells light grey.

    ``*`` stands on the available moves, in the colour of what it hides. ``legend``: what they mean, before.
    """
    if not isinstance(game.board, Board):
        raise RuleError(
            "the search report's signs are of square boards with Minesweeper's own clues"
        )
    if legend:
        return f"{_LEGEND}\n{signs(game, colour=colour)}"
    plain_rows = rows(game)
    starred_rows = rows(game, move_gen(game.board))
    starred_text = "\n".join(" ".join(row) for row in starred_rows)
    if not colour:
        return starred_text
    try:
        from rich.console import Console
        from rich.text import Text
    except ImportError:  # without Rich there are no colours
        return starred_text

    console = Console(highlight=False)  # it knows what the terminal can show, and NO_COLOR
    with console.capture() as captured:
        for plain_row, starred_row in zip(plain_rows, starred_rows, strict=True):
            # The colour says what is there, the sign that it may be visited next.
            cells = []
            for plain_sign, sign in zip(plain_row, starred_row, strict=True):
                cells.append((f" {sign} ", _STYLES.get(plain_sign, _VISITED)))
            console.print(Text.assemble(*cells), soft_wrap=True)
    return captured.get().removesuffix("\n")
