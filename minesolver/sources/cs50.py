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

from ..base.errors import RuleError
from ..layers import LAYERS, Inference, KnowledgeBase
from ..model.board import HIDDEN, MINE, Cell

__all__ = ["Minesweeper", "MinesweeperAI", "Sentence"]


class Minesweeper:
    """The hidden field. ``board[i][j]`` is true for a mine; ``mines`` is the same as a set of (i, j). The
    player's flags go to ``mines_found``.

    Raises RuleError: the mines do not fit.
    """

    def __init__(self, height: int = 8, width: int = 8, mines: int = 8) -> None:
        if not 0 <= mines <= height * width:
            raise RuleError(f"{mines} mines do not fit on {height} x {width} = {height * width} cells")
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
        i, j = cell
        return self.board[i][j]

    def nearby_mines(self, cell: Cell) -> int:
        """Mines among the up to eight neighbours; the cell itself does not count."""
        return sum(self.board[i][j] for i, j in _neighbours(cell, self.height, self.width))

    def won(self) -> bool:
        """Whether exactly the mines are flagged."""
        return self.mines_found == self.mines


class Sentence:
    """The statement that exactly ``count`` of ``cells`` are mines."""

    def __init__(self, cells: Iterable[Cell], count: int) -> None:
        self.cells = set(cells)
        self.count = count

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Sentence):
            return NotImplemented
        return self.cells == other.cells and self.count == other.count

    def __str__(self) -> str:
        return f"{self.cells} = {self.count}"

    def known_mines(self) -> set[Cell]:
        """All cells where the count says that each is a mine, otherwise none; a new set each time."""
        return set(self.cells) if self.count == len(self.cells) else set()

    def known_safes(self) -> set[Cell]:
        """All cells where the count is 0, otherwise none; a new set each time."""
        return set(self.cells) if self.count == 0 else set()

    def mark_mine(self, cell: Cell) -> None:
        """Take a known mine out of the sentence; no effect where it is not in it."""
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Take a known safe cell out of the sentence; no effect where it is not in it."""
        self.cells.discard(cell)


class MinesweeperAI:
    """A player that knows ``moves_made``, ``mines``, ``safes`` (sets of cells) and ``knowledge`` (sentences).
    All four may be read and changed from outside between calls, as a checker does.
    """

    def __init__(self, height: int = 8, width: int = 8) -> None:
        self.height = height
        self.width = width
        self.moves_made: set[Cell] = set()
        self.mines: set[Cell] = set()
        self.safes: set[Cell] = set()
        self.knowledge: list[Sentence] = []
        self._inference: Inference | None = None  # the last one, and what it ended with
        self._settled: object = None

    def mark_mine(self, cell: Cell) -> None:
        """Record a mine and take it out of every sentence."""
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Record a safe cell and take it out of every sentence."""
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that a cell is opened, and draw every inference to a fixpoint. Afterwards no sentence is
        empty, holds a decided cell, equals another, or contains another without their difference being
        known too.

        Raises InconsistentBoardError: what is known cannot all be true; RuleError: the cell is off the board.
        """
        i, j = cell
        if not (0 <= i < self.height and 0 <= j < self.width):
            raise RuleError(f"cell {cell} is not on a board of {self.height} x {self.width}")
        inference = self._inference if self._settled == self._known() else None
        self._settled = None
        inference = self._inference = inference or self._begun()
        self.moves_made.add(cell)
        base = inference.base
        base.settle(i * self.width + j, False)
        self._tell(base, _neighbours(cell, self.height, self.width), count)
        inference.run()
        for index, code in enumerate(base.state):
            if code != HIDDEN:
                (self.mines if code == MINE else self.safes).add(base.cell(index))
        self.knowledge[:] = [Sentence(map(base.cell, e.cells), e.mines) for e in base.equations.values()]
        self._settled = self._known()

    def _known(self) -> object:
        """All that may be changed from outside between two inferences."""
        sentences = {(frozenset(sentence.cells), sentence.count) for sentence in self.knowledge}
        return sentences, set(self.mines), set(self.safes)

    def _begun(self) -> Inference:
        """The inference of all that is known."""
        base = KnowledgeBase(self.height, self.width)
        for cells, is_mine in ((self.mines, True), (self.safes, False)):
            for i, j in cells:
                base.settle(i * self.width + j, is_mine)
        for sentence in self.knowledge:
            self._tell(base, sentence.cells, sentence.count)
        return LAYERS.get("subset").start(base, False)

    def _tell(self, base: KnowledgeBase, cells: Iterable[Cell], count: int) -> None:
        """A sentence, less the cells that are decided."""
        codes = {i * self.width + j: base.state[i * self.width + j] for i, j in cells}
        undecided = [index for index, code in codes.items() if code == HIDDEN]
        base.add(undecided, count - list(codes.values()).count(MINE))

    def make_safe_move(self) -> Cell | None:
        """The first cell, row by row, that is proved safe and not opened; ``None`` without one."""
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """A uniformly random cell neither opened nor known to be a mine; ``None`` without one."""
        candidates = [
            (i, j)
            for i in range(self.height)
            for j in range(self.width)
            if (i, j) not in self.moves_made and (i, j) not in self.mines
        ]
        return random.choice(candidates) if candidates else None


def _neighbours(cell: Cell, height: int, width: int) -> list[Cell]:
    i, j = cell
    return [
        (r, c)
        for r in range(max(0, i - 1), min(height, i + 2))
        for c in range(max(0, j - 1), min(width, j + 2))
        if (r, c) != (i, j)
    ]
