"""The reason of one cell of a board from the clues near it, where clues by themselves prove it.

The search for all reasons (:mod:`minesolver.explain.reasons`) goes by rounds: each clue settles what it can,
and then sees what the others have settled. So what a round says of a cell depends on nothing further away
than two cells for each round before it: a window of the board gives the same reason in a fraction of the
time.
"""

from __future__ import annotations

from typing import Any

from ..base.limits import NO_LIMIT, Budget
from ..model.analysis import Analysis
from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.constraint import SumConstraint
from ..model.reason import Reason, chain
from .reasons import ReasonSearch

_ROUNDS = 3  # in a window of five cells on each side; further away the whole search is as quick


class _Window:
    """A square of a board as the search for reasons takes a subject: its clues, and their cells.

    numbers: Of the board's cells that are in it, by index there, those that they have here
    """

    mines = None
    by_count: frozenset[int] = frozenset()

    def __init__(self, board: Board, center: int, distance: int) -> None:
        neighbour_lists = neighbours(*board.shape)
        codes = _codes_around(board, center, distance + 1)
        inner_codes = _codes_around(board, center, distance)
        clues = {}
        for index, code in inner_codes.items():
            cells_around = neighbour_lists[index]
            if 0 <= code <= 8 and any(codes[cell] == HIDDEN for cell in cells_around):
                clues[index] = code

        # In the order of the board: of clues that say the same the first counts.
        indices = sorted({*clues, *(cell for clue in clues for cell in neighbour_lists[clue])})
        self.numbers = {index: number for number, index in enumerate(indices)}
        self.cells = tuple(board.named(indices))
        self.capacity = (1,) * len(indices)
        self._codes = [codes[index] for index in indices]
        self.constraints = []
        for clue, code in clues.items():
            row, col = divmod(clue, board.cols)
            cells = [self.numbers[cell] for cell in neighbour_lists[clue]]
            name = f"clue {code} at ({row},{col})"
            self.constraints.append(SumConstraint(cells, (code,), name, self.numbers[clue]))

    def values(self) -> dict[int, int]:
        """The known cells; 1 for a mine."""
        return {cell: int(code == MINE) for cell, code in enumerate(self._codes) if code != HIDDEN}

    def index(self, cell: tuple[int, int]) -> int:
        return self.cells.index(cell)


def _codes_around(board: Board, center: int, distance: int) -> dict[int, int]:
    """The codes of the cells of a square by their indices, in their order."""
    center_row, center_col = divmod(center, board.cols)
    first_col = max(0, center_col - distance)
    codes: dict[int, int] = {}
    for row in range(max(0, center_row - distance), min(board.rows, center_row + distance + 1)):
        row_codes = board.grid[row, first_col : center_col + distance + 1].tolist()
        codes.update(enumerate(row_codes, row * board.cols + first_col))
    return codes


def nearby_reasons(analysis: Analysis[Any], index: int) -> list[Reason[Any]]:
    """The reason of a proved cell, after those that it rests on; empty where single clues do not prove it
    within a few rounds. They are those of :attr:`Analysis.reasons`.
    """
    board = analysis.board
    if type(board) is not Board:
        return []
    proof = analysis._proof
    for rounds in range(1, _ROUNDS + 1):
        window: Any = _Window(board, index, 2 * rounds - 1)
        proved = {
            number: bool(proof[cell] == 2) for cell, number in window.numbers.items() if proof[cell]
        }
        search = ReasonSearch(window, proved, Budget(NO_LIMIT, "explain"))
        (cell_name,) = board.named([index])
        reason_of: dict[Any, Reason[Any]] = {}
        for _ in range(rounds):
            for step in search.single_clue_steps():
                search.take(step)
                reason_of |= {reason.cell: reason for reason in step.reasons}
        if cell_name in reason_of:
            return chain(reason_of, cell_name)
    return []
