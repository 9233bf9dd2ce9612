"""The three classes of the CS50 AI Minesweeper project, with the names and signatures it documents.

``from minesolver.cs50 import Minesweeper, MinesweeperAI`` stands in for a student's ``minesweeper.py``
under the project's ``runner.py`` and under a checker. Behaviour follows the published specification;
mines and random moves are drawn from the module :mod:`random`, so ``random.seed`` reproduces a game. A cell
is (i, j): row, column.

Here a game is won when all mines are flagged (``Minesweeper.won``), not when all safe cells are open.
Subset inference is sound but incomplete; :func:`minesolver.analyze` decides what it cannot.
"""

import random
from collections.abc import Iterable
from itertools import product

from ..base.errors import RuleError, check_hashable, check_iterable
from ..base.limits import whole_number
from ..layers import LAYERS, Inference, KnowledgeBase
from ..model.board import HIDDEN, MAX_CELLS, MINE, Cell, checked_cell

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]

_CELLS_EXPECTED = "the cells of a sentence are a set of cells"
_CELL_EXPECTED = "a cell can be kept in a set"


class Minesweeper:
    """The hidden field. ``board[i][j]`` is true for a mine; ``mines`` is the same as a set of (i, j). The
    player's flags go to ``mines_found``.

    Raises RuleError: the mines do not fit. Methods raise CellError for what is no cell of the field.
    """

    def __init__(self, height: int = 8, width: int = 8, mines: int = 8) -> None:
        height, width = _size(height, width)
        mines = whole_number(mines, "the mine count")
        if not 0 <= mines <= height * width:
            raise RuleError(
                f"{mines} mines do not fit on {height} x {width} = {height * width} cells"
            )
        self.height = height
        self.width = width
        self.mines: set[Cell] = set()
        self.board = [[False] * width for _ in range(height)]
        # One row, then one column a draw, whether or not the cell is taken: the draws of the original.
        while len(self.mines) != mines:
            i = random.randrange(height)
            j = random.randrange(width)
            self.mines.add((i, j))
            self.board[i][j] = True
        self.mines_found: set[Cell] = set()

    def print(self) -> None:
        """Print the field, an X for each mine."""
        rule = "--" * self.width + "-"
        for row in self.board:
            print(rule)
            print("".join("|X" if mine else "| " for mine in row) + "|")
        print(rule)

    def is_mine(self, cell: Cell) -> bool:
        """Whether a cell holds a mine."""
        i, j = checked_cell(cell, self.height, self.width)
        return self.board[i][j]

    def nearby_mines(self, cell: Cell) -> int:
        """Mines among the up to eight neighbours; the cell itself does not count."""
        on_board = checked_cell(cell, self.height, self.width)
        neighbours = _neighbours(on_board, self.height, self.width)
        return sum(self.board[row][col] for row, col in neighbours)

    def won(self) -> bool:
        """Whether exactly the mines are flagged."""
        return self.mines_found == self.mines


class Sentence:
    """The statement that exactly ``count`` of ``cells`` are mines. Its cells may have any names."""

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        check_iterable(cells, _CELLS_EXPECTED)
        listed_cells = list(cells)
        for cell in listed_cells:
            check_hashable(cell, _CELL_EXPECTED)
        self.cells = set(listed_cells)
        self.count = whole_number(count, "the count of a sentence")

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def known_mines(self) -> set[Cell]:
        """All cells where the count says that each is a mine, otherwise none; a new set each time."""
        all_are_mines = self.count == len(self.cells)
        return set(self.cells) if all_are_mines else set()

    def known_safes(self) -> set[Cell]:
        """All cells where the count is 0, otherwise none; a new set each time."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Take a known mine out of the sentence; no effect where it is not in it."""
        check_hashable(cell, _CELL_EXPECTED)
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Take a known safe cell out of the sentence; no effect where it is not in it."""
        check_hashable(cell, _CELL_EXPECTED)
        self.cells.discard(cell)


class MinesweeperAI:
    """A player that knows ``moves_made``, ``mines``, ``safes`` (sets of cells) and ``knowledge`` (sentences).
    All four may be read and changed from outside between calls, as a checker does.

    Raises RuleError: the size is that of no board. Methods raise CellError for what is no cell of the board.
    """

    def __init__(self, height: int = 8, width: int = 8) -> None:
        self.height, self.width = _size(height, width)
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []
        self._inference: Inference | None = None  # the last one
        self._after_inference: object = None  # what was known when it ended

    def mark_mine(self, cell: Cell) -> None:
        """Record a mine and take it out of every sentence."""
        mine = checked_cell(cell, self.height, self.width)
        self.mines.add(mine)
        for sentence in self.knowledge:
            sentence.mark_mine(mine)

    def mark_safe(self, cell: Cell) -> None:
        """Record a safe cell and take it out of every sentence."""
        safe_cell = checked_cell(cell, self.height, self.width)
        self.safes.add(safe_cell)
        for sentence in self.knowledge:
            sentence.mark_safe(safe_cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that a cell is opened, and draw every inference to a fixpoint. Afterwards no sentence is
        empty, holds a decided cell, equals another, or contains another without their difference being
        known too.

        Raises InconsistentBoardError: what is known cannot all be true.
        """
        opened_cell = checked_cell(cell, self.height, self.width)
        mine_count = whole_number(count, "the count of a cell")
        # The last inference goes on, but where somebody has changed what is known it begins anew.
        if self._inference is None or self._after_inference != self._snapshot():
            self._inference = self._new_inference()
        inference = self._inference
        # Until this one is over: an error must not leave half of it behind.
        self._after_inference = None

        # What is new, and all that follows from it.
        self.moves_made.add(opened_cell)
        base = inference.base
        base.settle(self._index(opened_cell), False)
        self._add_sentence(base, _neighbours(opened_cell, self.height, self.width), mine_count)
        inference.run()

        # The same in the project's own terms.
        for index, code in enumerate(base.state):
            if code == MINE:
                self.mines.add(base.cell(index))
            elif code != HIDDEN:
                self.safes.add(base.cell(index))
        self.knowledge[:] = [
            Sentence(map(base.cell, equation.cells), equation.mines)
            for equation in base.equations.values()
        ]
        self._after_inference = self._snapshot()

    def _snapshot(self) -> object:
        """All that may be changed from outside between two inferences."""
        sentences = {(frozenset(sentence.cells), sentence.count) for sentence in self.knowledge}
        return sentences, set(self.mines), set(self.safes)

    def _new_inference(self) -> Inference:
        """The inference of all that is known."""
        base = KnowledgeBase(self.height, self.width)
        for mine in self.mines:
            base.settle(self._index(mine), True)
        for safe_cell in self.safes:
            base.settle(self._index(safe_cell), False)
        for sentence in self.knowledge:
            self._add_sentence(base, sentence.cells, sentence.count)
        return LAYERS.get("subset").start(base, False)

    def _add_sentence(self, base: KnowledgeBase, cells: Iterable[Cell], count: int) -> None:
        """Add a sentence, less the cells that are decided."""
        undecided = []
        known_mines = 0
        for index in set(map(self._index, cells)):
            if base.state[index] == HIDDEN:
                undecided.append(index)
            elif base.state[index] == MINE:
                known_mines += 1
        base.add(undecided, count - known_mines)

    def _index(self, cell: Cell) -> int:
        row, col = checked_cell(cell, self.height, self.width)
        return row * self.width + col

    def make_safe_move(self) -> Cell | None:
        """The first cell, row by row, that is proved safe and not opened; ``None`` without one."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """A uniformly random cell neither opened nor known to be a mine; ``None`` without one."""
        cells = product(range(self.height), range(self.width))
        candidates = [
            cell for cell in cells if cell not in self.moves_made and cell not in self.mines
        ]
        return random.choice(candidates) if candidates else None


def _size(height: int, width: int) -> tuple[int, int]:
    """Rows and columns of a field. Raises :class:`RuleError` where no field can have them."""
    height = whole_number(height, "the height")
    width = whole_number(width, "the width")
    if min(height, width) < 0 or height * width > MAX_CELLS:
        raise RuleError(f"{height} x {width} are not 0 to {MAX_CELLS:,} cells")
    return height, width


def _neighbours(cell: Cell, height: int, width: int) -> list[Cell]:
    """The up to eight cells around one, row by row."""
    row, col = cell
    block = product(
        range(max(0, row - 1), min(height, row + 2)),
        range(max(0, col - 1), min(width, col + 2)),
    )
    return [neighbour for neighbour in block if neighbour != cell]
