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

_ROUNDS = 2  # what needs more of them is proved by pairs of clues nearly always: the whole search
_DISTANCE = 2 * _ROUNDS - 1  # how far away the clues are that these rounds read


class _Window:
    """A square of a board as the search for reasons takes a subject: its clues, and their cells.

    numbers: Of the board's cells that are in it, by index there, those that they have here
    """

    mines = None
    _by_count: frozenset[int] = frozenset()

    def __init__(self, board: Board, center: int) -> None:
        neighbour_lists = neighbours(*board.shape)
        codes = _codes_around(board, center, _DISTANCE + 1)
        clues = []
        for index in _codes_around(board, center, _DISTANCE):
            has_hidden = any(codes[cell] == HIDDEN for cell in neighbour_lists[index])
            if 0 <= codes[index] <= 8 and has_hidden:
                clues.append(index)

        # In the order of the board: of clues that say the same the first counts.
        indices = sorted({*clues, *(cell for clue in clues for cell in neighbour_lists[clue])})
        self.numbers = {index: number for number, index in enumerate(indices)}
        self.cells = tuple(board._named(indices))
        self._capacity = (1,) * len(indices)
        self._codes = [codes[index] for index in indices]
        self.constraints = []
        for clue in clues:
            row, col = divmod(clue, board.cols)
            cells = [self.numbers[cell] for cell in neighbour_lists[clue]]
            name = f"clue {codes[clue]} at ({row},{col})"
            clue_cell = self.numbers[clue]
            self.constraints.append(SumConstraint(cells, (codes[clue],), name, clue_cell))

    def _values(self) -> dict[int, int]:
        """The known cells; 1 for a mine."""
        return {cell: int(code == MINE) for cell, code in enumerate(self._codes) if code != HIDDEN}

    def index(self, cell: tuple[int, int]) -> int:
        return self.cells.index(cell)


def _codes_around(board: Board, center: int, distance: int) -> dict[int, int]:
    """The codes of the cells of a square by their indices, in their order."""
    center_row, center_col = divmod(center, board.cols)
    first_row = max(0, center_row - distance)
    first_col = max(0, center_col - distance)
    square = board.grid[
        first_row : center_row + distance + 1, first_col : center_col + distance + 1
    ]
    codes: dict[int, int] = {}
    for row, row_codes in enumerate(square.tolist(), first_row):
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
    window: Any = _Window(board, index)
    proved = {
        number: bool(proof[cell] == 2) for cell, number in window.numbers.items() if proof[cell]
    }
    search = ReasonSearch(window, proved, Budget(NO_LIMIT, "explain"))
    (cell_name,) = board._named([index])
    reason_of: dict[Any, Reason[Any]] = {}
    for _ in range(_ROUNDS):
        for step in search.single_clue_steps():
            search.take(step)
            reason_of |= {reason.cell: reason for reason in step.reasons}
        if cell_name in reason_of:
            return chain(reason_of, cell_name)
    return []
