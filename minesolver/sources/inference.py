"""What a reader of the inference report (Lakra, Priya, Naik 2019) looks for: its knowledge, rules and game.

The local form of knowledge, in which every cell carries its own counts and its own set of undecided
neighbours, is here; the global one and its rules are those of :mod:`minesolver.layers`.
"""

from collections.abc import Mapping
from dataclasses import dataclass

from ..base.errors import check_type, truth
from ..layers import LAYERS, KnowledgeBase, deduce
from ..layers.likelihood import likelihoods
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from .document_rules import INFERENCE

__all__ = ["INFERENCE", "LAYERS", "CellRecord", "KnowledgeBase", "deduce", "likelihoods", "records"]


@dataclass
class CellRecord:
    """What the local form keeps of a cell; the field names are the source document's.

    value: -1 unknown, 0 safe, 1 a mine
    is_mine: Whether it is known to be one
    clue: Its clue if opened, else 0
    safe_cells, mines, hidden_squares: Numbers of its neighbours in each state
    no_of_neighbors: How many neighbours it has
    set_value: Mines among these, -1 while the clue is not known; so ``clue == mines + set_value`` once it is
    probability: P(mine), -1 while not estimated
    """

    value: int
    is_mine: bool
    clue: int
    safe_cells: int
    mines: int
    hidden_squares: int
    no_of_neighbors: int
    set_of_unknown_neighbors: frozenset[Cell]
    set_value: int
    probability: float = -1.0


def records(board: Board, proved: Mapping[Cell, bool] | None = None) -> dict[Cell, CellRecord]:
    """The record of every cell, row by row.

    proved: Hidden cells that are known otherwise; true for a mine
    """
    check_type(board, Board, "records are those of a Board")
    proved_cells = {} if proved is None else proved
    check_type(proved_cells, Mapping, "proved is a mapping of cells to whether they are mines")
    cols = board.cols
    codes = board.grid.ravel().tolist()
    values = [-1 if code == HIDDEN else int(code == MINE) for code in codes]
    for cell, is_mine in proved_cells.items():
        values[board.index(cell)] = int(
            truth(is_mine, "a cell is proved a mine, True, or safe, False")
        )
    record_of: dict[Cell, CellRecord] = {}
    for index, neighbour_indices in enumerate(neighbours(board.rows, cols)):
        # Each cell looks at its neighbours afresh: the local form shares nothing between cells.
        neighbour_values = [values[neighbour] for neighbour in neighbour_indices]
        unknown = [neighbour for neighbour in neighbour_indices if values[neighbour] == -1]
        is_open = 0 <= codes[index] <= 8
        clue = codes[index] if is_open else 0
        record_of[divmod(index, cols)] = CellRecord(
            value=values[index],
            is_mine=values[index] == 1,
            clue=clue,
            safe_cells=neighbour_values.count(0),
            mines=neighbour_values.count(1),
            hidden_squares=len(unknown),
            no_of_neighbors=len(neighbour_indices),
            set_of_unknown_neighbors=frozenset(divmod(neighbour, cols) for neighbour in unknown),
            set_value=clue - neighbour_values.count(1) if is_open else -1,
        )
    return record_of
