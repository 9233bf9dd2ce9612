"""The search report's agents: breadth first, depth first, and best first with evidence.

Source: Lodha, Jalan, Search Methods in AI, Minesweeper (2024). Its pseudo-code is followed in intent where it
could not run as written: evidence is never subtracted from its equal, nothing is removed while it is
iterated, evidence comes from opened cells and their own clues only, known mines reduce all of it.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable
from collections.abc import Set as AbstractSet
from functools import partial
from random import Random

import numpy as np
import numpy.typing as npt

from ..base.errors import (
    ArgumentError,
    ArgumentTypeError,
    check_hashable,
    check_iterable,
    check_type,
)
from ..base.limits import whole_number
from ..layers import LAYERS
from ..layers.knowledge import KnowledgeBase
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours
from ..model.reason import show
from ..players.knowledge_player import KnowledgePlayer
from ..players.player import Agent, Move, check_board, checked_game, unproved
from ..players.uniform_random import any_hidden
from .document_rules import SEARCH as SEARCH

_SOURCE = "Lodha, Jalan, Search Methods in AI, Minesweeper (2024)"
_START = (0, 0)
_EVIDENCE_EXPECTED = "what something follows from is a list of Evidence"


def move_gen(board: Board) -> set[Cell]:
    """The hidden neighbours of all opened cells; mines that were hit lead nowhere."""
    check_type(board, Board, "moves are those of a Board")
    neighbour_table = neighbours(board.rows, board.cols)
    codes = board.grid.ravel().tolist()
    moves = set()
    for index, code in enumerate(codes):
        if not 0 <= code <= 8:
            continue
        for neighbour in neighbour_table[index]:
            if codes[neighbour] == HIDDEN:
                moves.add(divmod(neighbour, board.cols))
    return moves


def goal_test(board: Board) -> bool:
    """Whether all safe cells are open. Raises ValueError: the board's mine count is unknown."""
    check_type(board, Board, "the goal is that of a Board")
    if board.mines is None:
        raise ArgumentError(
            "whether the goal is reached depends on the mine count, which this board does not tell"
        )
    opened = int(((board.grid != HIDDEN) & (board.grid != MINE)).sum())
    return opened == board.rows * board.cols - board.mines


class Evidence:
    """So many of these cells are mines. Its length is the number of cells; equal ones are one in a set.
    Written as the report does, ``Evidence(cells=[(0, 1), (1, 1)], mineCount=2)``, or with ``mines`` as in
    its pseudo-code, which also assigns to both.

    mines: How many of them are mines
    """

    def __init__(
        self, cells: Iterable[Cell], mines: int | None = None, *, mineCount: int | None = None
    ) -> None:
        if (mines is None) == (mineCount is None):
            raise ArgumentTypeError(
                "evidence takes its cells and one mine count: mines, or mineCount"
            )
        check_iterable(cells, "the cells of evidence are a list of cells")
        listed_cells = list(cells)
        for cell in listed_cells:
            check_hashable(cell, "a cell can be kept in a set")
        self.cells: AbstractSet[Cell] = frozenset(listed_cells)
        self.mines = whole_number(mines if mineCount is None else mineCount, "the mine count")

    @property
    def mineCount(self) -> int:
        """The same as ``mines``."""
        return self.mines

    def __len__(self) -> int:
        return len(self.cells)

    def __eq__(self, other: object) -> bool:
        return isinstance(other, Evidence) and (self.cells, self.mines) == (
            other.cells,
            other.mines,
        )

    def __hash__(self) -> int:
        return hash((frozenset(self.cells), self.mines))

    def __repr__(self) -> str:
        return f"Evidence(cells={sorted(self.cells)}, mineCount={self.mines})"

    def isSubset(self, other: Evidence) -> bool:
        """Whether all cells of this evidence are among those of the other."""
        check_type(other, Evidence, "evidence is held against other Evidence")
        return self.cells <= other.cells


# As the report spells them.
MoveGen = move_gen
GoalTest = goal_test


def evidence_at(board: Board, cell: Cell) -> tuple[Evidence, Evidence]:
    """What an opened cell is evidence of: its hidden neighbours hold its clue less known mines; it is safe.

    Raises ValueError: the cell is not open.
    """
    check_type(board, Board, "evidence is that of a Board")
    clue = board[cell]
    if not 0 <= clue <= 8:
        raise ArgumentError(f"{cell} is not an opened cell")
    row, col = divmod(board.index(cell), board.cols)
    hidden_cells = []
    known_mines = 0
    for neighbour in neighbours(board.rows, board.cols)[row * board.cols + col]:
        code = int(board.grid.flat[neighbour])
        if code == HIDDEN:
            hidden_cells.append(divmod(neighbour, board.cols))
        elif code == MINE:
            known_mines += 1
    return Evidence(hidden_cells, clue - known_mines), Evidence([(row, col)], 0)


def infer(evidence: Iterable[Evidence]) -> tuple[set[Cell], set[Cell]]:
    """What follows from evidence by subtracting nested evidence until nothing changes.

    Returns: (safe cells, mines).
    Raises InconsistentBoardError: the subtraction meets a contradiction.
    """
    check_iterable(evidence, _EVIDENCE_EXPECTED)
    statements = list(evidence)
    all_cells: set[Cell] = set()
    for statement in statements:
        check_type(statement, Evidence, _EVIDENCE_EXPECTED)
        all_cells.update(statement.cells)
    # The rule does not ask where cells lie: they are numbered along one row.
    cells = sorted(all_cells, key=show)
    number_of = {cell: number for number, cell in enumerate(cells)}
    base = KnowledgeBase(1, max(1, len(cells)))
    for statement in statements:
        base.add([number_of[cell] for cell in statement.cells], statement.mines)
    inference = LAYERS.get("subset").start(base, False)
    inference.run()
    safe_cells = {cells[number] for _, number in inference.safe}
    mine_cells = {cells[number] for _, number in inference.mines}
    return safe_cells, mine_cells


class FrontierPlayer:
    """Opens the neighbours of opened cells, oldest first or newest first, whatever the clues say.

    ``newest_first``: a stack, for depth-first search; else a queue, for breadth-first. Starts at (0, 0) and,
    when the frontier is empty, at any hidden cell.
    """

    def __init__(self, *, newest_first: bool) -> None:
        self.newest_first = newest_first
        self.name = "depth first" if newest_first else "breadth first"

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        rows, cols, seed = checked_game(rows, cols, seed)
        self.rng = Random(seed)
        self.frontier: deque[Cell] = deque([_START])
        self.seen: npt.NDArray[np.int8] = np.full((rows, cols), HIDDEN, np.int8)

    def move(self, board: Board) -> Move | None:
        check_board(board, Board)
        # The neighbours of what was opened since the last move; mines lead nowhere.
        neighbour_table = neighbours(board.rows, board.cols)
        codes = board.grid.ravel()
        for index in np.flatnonzero(board.grid != self.seen):
            if codes[index] == MINE:
                continue
            for neighbour in neighbour_table[index]:
                if codes[neighbour] == HIDDEN:
                    self.frontier.append(divmod(neighbour, board.cols))
        self.seen = board.grid

        # The next one that is still hidden; a cell may be on the frontier more than once.
        order = "newest" if self.newest_first else "oldest"
        while self.frontier:
            cell = self.frontier.pop() if self.newest_first else self.frontier.popleft()
            if board.grid[cell] == HIDDEN:
                return unproved(cell, f"{order} on the frontier", self.name, f"{order} first")
        random_cell = any_hidden(board, self.rng)
        if random_cell is None:
            return None
        reason = "the frontier is empty: any hidden cell"
        return unproved(random_cell, reason, self.name, "uniform", random=True)


class BestFirstPlayer(KnowledgePlayer):
    """Opens a cell that the evidence proves safe, else a naive one: any that is not proved a mine.

    ``keep_literal``: naive moves as documented, over all unvisited cells, proved mines among them.
    """

    def __init__(self, *, keep_literal: bool = False) -> None:
        super().__init__("subset")
        self.keep_literal = keep_literal

    def guess(self, board: Board) -> Move | None:
        if (board.grid == HIDDEN).all():
            return unproved(_START, "the search starts here", self.layer.name, "start")
        if not self.keep_literal:
            return super().guess(board)
        cell = any_hidden(board, self.rng)
        if cell is None:
            return None
        reason = "nothing is proved safe: any unvisited cell"
        return unproved(cell, reason, self.layer.name, "uniform", random=True)


BreadthFirstSearch = partial(FrontierPlayer, newest_first=False)
DepthFirstSearch = partial(FrontierPlayer, newest_first=True)
BestFirstSearch = BestFirstPlayer
AGENTS = {
    "bfs": Agent(
        "bfs",
        "breadth-first search from (0, 0), blind to clues",
        f"{_SOURCE}, section 5",
        BreadthFirstSearch,
    ),
    "dfs": Agent(
        "dfs",
        "depth-first search from (0, 0), blind to clues",
        f"{_SOURCE}, section 6",
        DepthFirstSearch,
    ),
    "best_first": Agent(
        "best_first",
        "what nested evidence proves safe; stuck: any cell not proved a mine",
        f"{_SOURCE}, section 7",
        BestFirstSearch,
    ),
    "best_first_literal": Agent(
        "best_first_literal",
        "what nested evidence proves safe; stuck: any unvisited cell, proved mines too",
        f"{_SOURCE}, section 7, as written",
        partial(BestFirstPlayer, keep_literal=True),
    ),
}
