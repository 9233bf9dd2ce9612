"""The notebook's game: a grid of ``#`` (unopened), ``_`` (no bomb near), digits and ``B``."""

from __future__ import annotations

import random
from collections.abc import Iterable, Sequence
from typing import Any, Protocol

from ...base.errors import RuleError
from ...model.board import Cell, neighbours
from . import placement

UNOPENED = "#"
BOMB = "B"


class Draws(Protocol):
    """What is needed of a random generator; the module :mod:`random` and ``random.Random`` both have it."""

    def randint(self, a: int, b: int) -> int: ...

    def choice(self, seq: Sequence[Any]) -> Any: ...


def symbol(value: int) -> str:
    """How an opened cell with this many bombs around it is shown."""
    return str(value) if value else "_"


class Game:
    """One game on a board of ``m`` rows and ``n`` columns. Cells are (x, y) = (row, column). ``status`` is 0
    while the game runs, 1 won, -1 lost. There are no flags: a game is won when exactly the bombs are
    unopened.

    Parameters
    ----------
    n, m, bombs
        Columns, rows and mines.
    seed
        The bombs are placed at once, the same ones as ``random.seed(seed)`` gives, and no click is protected.
        Without a seed they are placed at the first open.
    first_click
        What the first open protects.
    stop_at_win
        ``False`` lets a won game go on, as the notebook does, where it can still be lost.
    rng
        Draws the bombs; by default the module ``random``.

    Raises
    ------
    RuleError
        The bombs have no room.
    """

    def __init__(
        self,
        n: int,
        m: int,
        bombs: int,
        seed: int | None = None,
        *,
        first_click: str = "cell",
        stop_at_win: bool = True,
        rng: Draws | None = None,
    ) -> None:
        placement.check("none" if seed is not None else first_click, m, n, bombs)
        self.bombsCount = bombs
        self.status = 0
        self.board = [[UNOPENED] * n for _ in range(m)]
        self.bombs: list[Cell] = []
        self.first_click = first_click if seed is None else "none"
        self.stop_at_win = stop_at_win
        self._shape = m, n
        self._rng: Draws = random if rng is None else rng
        if seed is not None:
            self._place_bombs(random.Random(seed), frozenset())

    def openCell(self, x: int, y: int) -> None:
        """Open a cell, and around a cell without bombs near all its neighbours, and so on.

        Raises RuleError: the cell is off the board, or the game is over.
        """
        rows, cols = self._shape
        if not (0 <= x < rows and 0 <= y < cols):
            raise RuleError(f"cell {(x, y)} is not on a board of {rows} rows and {cols} columns")
        if self.status == -1 or (self.status == 1 and self.stop_at_win):
            raise RuleError(f"the game is {'won' if self.status == 1 else 'lost'}; no cell can be opened")
        if not self.bombs:
            if not self.permits((x, y)):
                raise RuleError(
                    f"first-click rule {self.first_click!r} has no room for {self.bombsCount} bombs "
                    f"if {(x, y)} is opened first"
                )
            self._place_bombs(self._rng, placement.protected(self.first_click, (x, y), rows, cols))
        if (x, y) in self.bombs:
            self.status = -1
            self.board[x][y] = BOMB
        else:
            self._open_safe((x, y))
            self.checkWin()

    def checkWin(self) -> None:
        """Set the status to 1 if only the bombs are unopened."""
        if len(self.getUnopenedCells()) == self.bombsCount:
            self.status = 1

    def getUnopenedCells(self) -> list[Cell]:
        """The unopened cells, row by row."""
        return [
            (x, y) for x, row in enumerate(self.board) for y, shown in enumerate(row) if shown == UNOPENED
        ]

    def getBoardConfig(self, bombsList: Iterable[Cell]) -> list[list[str]]:
        """Take over these bombs and show every cell. The status stays as it is.

        bombsList: (row, column) of each bomb
        Returns: The board, a row of texts for each row.
        """
        rows, cols = self._shape
        self.bombs = list(bombsList)
        for x in range(rows):
            for y in range(cols):
                self.board[x][y] = BOMB if (x, y) in self.bombs else symbol(self._bombs_near((x, y)))
        return self.board

    def permits(self, cell: Cell) -> bool:
        """Whether a cell may be opened now as far as the first-click rule goes.

        cell: (row, column)
        """
        rows, cols = self._shape
        return bool(self.bombs) or placement.permits(self.first_click, cell, rows, cols, self.bombsCount)

    def _place_bombs(self, rng: Draws, free: frozenset[Cell]) -> None:
        rows, cols = self._shape
        while len(self.bombs) < self.bombsCount:
            # The column is drawn before the row: seeds then give the notebook's layouts.
            y = rng.randint(0, cols - 1)
            x = rng.randint(0, rows - 1)
            if (x, y) not in free and (x, y) not in self.bombs:
                self.bombs.append((x, y))

    def _around(self, cell: Cell) -> list[Cell]:
        rows, cols = self._shape
        return [divmod(k, cols) for k in neighbours(rows, cols)[cell[0] * cols + cell[1]]]

    def _bombs_near(self, cell: Cell) -> int:
        return sum(other in self.bombs for other in self._around(cell))

    def _open_safe(self, cell: Cell) -> None:
        pending = [cell]
        while pending:
            x, y = pending.pop()
            near = self._bombs_near((x, y))
            self.board[x][y] = symbol(near)
            if not near:
                pending += [(r, c) for r, c in self._around((x, y)) if self.board[r][c] == UNOPENED]
