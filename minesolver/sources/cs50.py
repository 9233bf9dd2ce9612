"""The three classes of the CS50 AI Minesweeper project, with the names and signatures it documents.

``from minesolver.cs50 import Minesweeper, MinesweeperAI`` stands in for a student's ``minesweeper.py``
under the project's ``runner.py`` and under a checker. Behaviour follows the published specification;
mines and random moves are drawn from the module :mod:`random`, so ``random.seed`` reproduces a game.

Here a game is won when all mines are flagged (``Minesweeper.won``), not when all safe cells are open.
Subset inference is sound but incomplete; :func:`minesolver.analyze` decides what it cannot.
"""

from __future__ import annotations

import random
from collections import defaultdict, deque
from collections.abc import Iterable

from ..base.errors import InconsistentBoardError, RuleError, counted
from ..model.board import Cell

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
        """Whether a cell holds a mine.

        cell: (i, j)
        """
        i, j = cell
        return self.board[i][j]

    def nearby_mines(self, cell: Cell) -> int:
        """Mines among the up to eight neighbours; the cell itself does not count.

        cell: (i, j)
        Returns: 0 to 8.
        """
        return sum(self.board[i][j] for i, j in _neighbours(cell, self.height, self.width))

    def won(self) -> bool:
        """Whether exactly the mines are flagged."""
        return self.mines_found == self.mines


class Sentence:
    """The statement that exactly ``count`` of ``cells`` are mines.

    cells: (i, j) of each
    """

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
        """Take a known mine out of the sentence; no effect where it is not in it.

        cell: (i, j)
        """
        if cell in self.cells:
            self.cells.remove(cell)
            self.count -= 1

    def mark_safe(self, cell: Cell) -> None:
        """Take a known safe cell out of the sentence; no effect where it is not in it.

        cell: (i, j)
        """
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
        # What the last inference ended with: all its pairs are compared already.
        self._settled: set[_Key] = set()

    def mark_mine(self, cell: Cell) -> None:
        """Record a mine and take it out of every sentence.

        cell: (i, j)
        """
        self.mines.add(cell)
        for sentence in self.knowledge:
            sentence.mark_mine(cell)

    def mark_safe(self, cell: Cell) -> None:
        """Record a safe cell and take it out of every sentence.

        cell: (i, j)
        """
        self.safes.add(cell)
        for sentence in self.knowledge:
            sentence.mark_safe(cell)

    def add_knowledge(self, cell: Cell, count: int) -> None:
        """Learn that a cell is opened, and draw every inference to a fixpoint. Afterwards no sentence is
        empty, holds a decided cell, equals another, or contains another without their difference being
        known too.

        cell: (i, j) of the opened cell
        Raises InconsistentBoardError: what is known cannot all be true; RuleError: the cell is off the board.
        """
        i, j = cell
        if not (0 <= i < self.height and 0 <= j < self.width):
            raise RuleError(f"cell {cell} is not on a board of {self.height} x {self.width}")
        inference = _Inference(self.mines, self.safes, self.knowledge, settled=self._is_settled())
        self.moves_made.add(cell)
        inference.mark(cell, is_mine=False)
        inference.add(Sentence(_neighbours(cell, self.height, self.width), count))
        inference.run()
        self.knowledge[:] = inference.sentences()
        self._settled = {_key(sentence) for sentence in self.knowledge}

    def _is_settled(self) -> bool:
        """Whether nothing was changed from outside since the last inference."""
        decided = self.mines | self.safes
        return all(decided.isdisjoint(sentence.cells) for sentence in self.knowledge) and self._settled == {
            _key(sentence) for sentence in self.knowledge
        }

    def make_safe_move(self) -> Cell | None:
        """The first cell, row by row, that is proved safe and not opened.

        Returns: (i, j); ``None`` without one.
        """
        return min(self.safes - self.moves_made, default=None)

    def make_random_move(self) -> Cell | None:
        """A uniformly random cell neither opened nor known to be a mine.

        Returns: (i, j); ``None`` without one.
        """
        candidates = [
            (i, j)
            for i in range(self.height)
            for j in range(self.width)
            if (i, j) not in self.moves_made and (i, j) not in self.mines
        ]
        return random.choice(candidates) if candidates else None


_Key = tuple[frozenset[Cell], int]


def _key(sentence: Sentence) -> _Key:
    return frozenset(sentence.cells), sentence.count


def _neighbours(cell: Cell, height: int, width: int) -> list[Cell]:
    i, j = cell
    return [
        (r, c)
        for r in range(max(0, i - 1), min(height, i + 2))
        for c in range(max(0, j - 1), min(width, j + 2))
        if (r, c) != (i, j)
    ]


class _Inference:
    """One run to the fixpoint, with the sentences indexed by cell.

    Only a new or changed sentence is compared with others, and only with those that share a cell with it:
    a subset always does. ``settled`` says that the sentences given are a fixpoint already.
    """

    def __init__(
        self, mines: set[Cell], safes: set[Cell], knowledge: Iterable[Sentence], *, settled: bool
    ) -> None:
        self._mines = mines
        self._safes = safes
        self._numbered: dict[int, Sentence] = {}
        self._by_cell: defaultdict[Cell, set[int]] = defaultdict(set)
        self._count_of: dict[frozenset[Cell], int] = {}
        self._pending: deque[int] = deque()
        self._next = 0
        for sentence in knowledge:
            self.add(sentence)
        if settled:
            self._pending.clear()

    def sentences(self) -> list[Sentence]:
        return list(self._numbered.values())

    def add(self, sentence: Sentence) -> None:
        """Take a sentence in, less the cells that are decided, unless it says nothing new."""
        for cell in sentence.cells & self._mines:
            sentence.mark_mine(cell)
        for cell in sentence.cells & self._safes:
            sentence.mark_safe(cell)
        number, self._next = self._next, self._next + 1
        if self._register(number, sentence):
            for cell in sentence.cells:
                self._by_cell[cell].add(number)

    def mark(self, cell: Cell, *, is_mine: bool) -> None:
        """Decide a cell; the sentences that hold it shrink and are looked at again."""
        known, opposite = (self._mines, self._safes) if is_mine else (self._safes, self._mines)
        if cell in opposite:
            raise InconsistentBoardError(f"cell {cell} would be both a mine and safe")
        known.add(cell)
        for number in sorted(self._by_cell.pop(cell, ())):
            sentence = self._numbered.pop(number)
            del self._count_of[frozenset(sentence.cells)]
            if is_mine:
                sentence.mark_mine(cell)
            else:
                sentence.mark_safe(cell)
            if not self._register(number, sentence):
                for other in sentence.cells:
                    self._by_cell[other].discard(number)

    def run(self) -> None:
        while self._pending:
            sentence = self._numbered.get(self._pending.popleft())
            if sentence is None:
                continue
            mines, safes = sentence.known_mines(), sentence.known_safes()
            for cell in mines:
                self.mark(cell, is_mine=True)
            for cell in safes:
                self.mark(cell, is_mine=False)
            if not (mines or safes):
                self._compare(sentence)

    def _register(self, number: int, sentence: Sentence) -> bool:
        """Whether the sentence is worth keeping: it has cells, and no other says the same."""
        cells = frozenset(sentence.cells)
        if (
            not 0 <= sentence.count <= len(cells)
            or self._count_of.get(cells, sentence.count) != sentence.count
        ):
            raise InconsistentBoardError(
                f"the sentences contradict each other: {_text(cells, sentence.count)}"
            )
        if not cells or cells in self._count_of:
            return False
        self._numbered[number] = sentence
        self._count_of[cells] = sentence.count
        self._pending.append(number)
        return True

    def _compare(self, sentence: Sentence) -> None:
        near = set().union(*(self._by_cell[cell] for cell in sentence.cells))
        for number in sorted(near):
            other = self._numbered[number]
            for small, large in ((sentence, other), (other, sentence)):
                if small.cells < large.cells:
                    self.add(Sentence(large.cells - small.cells, large.count - small.count))


def _text(cells: frozenset[Cell], count: int) -> str:
    return f"{counted(count, 'mine')} among {sorted(cells) if cells else 'no cells'}"
