"""The notebook's game: a grid of ``#`` (unopened), ``_`` (no bomb near), digits and ``B``."""

import random
from collections.abc import Iterable, Sequence
from typing import Any, Protocol, runtime_checkable

from ... import game as library
from ...base.errors import RuleError, check_iterable, check_type, truth
from ...base.limits import whole_number
from ...base.registry import check_known
from ...model.board import MINE, Cell, checked_cell
from ...model.layout import Layout

UNOPENED, BOMB = "#", "B"
SYMBOLS = {0: "_"} | {value: str(value) for value in range(1, 9)} | {MINE: BOMB}
"""How an opened cell is shown, by the code that a board has for it."""
_FIRST_CLICKS = {"cell": "safe", "none": "none", "neighbourhood": "zero", "row-col": "row-col"}
FIRST_CLICKS = tuple(_FIRST_CLICKS)
"""What a first click protects: the cell, nothing, its neighbours as well, or, as the notebook's code does,
its row and its column. ``safe`` and ``zero``, as the rest of this package has them, are understood too."""


@runtime_checkable
class Draws(Protocol):
    """What is needed of a random generator; the module :mod:`random` and ``random.Random`` both have it."""

    def randint(self, a: int, b: int) -> int: ...

    def choice(self, seq: Sequence[Any]) -> Any: ...


def generator(rng: Draws | None) -> Draws:
    """What draws; by default the module :mod:`random`. Raises ArgumentTypeError: it is no generator."""
    if rng is None:
        return random
    check_type(rng, Draws, "a random generator has the methods randint and choice")
    return rng


def rules(first_click: str) -> library.Rules:
    """The rules of a first click. Raises UnknownNameError: there is none of this name."""
    check_known("first-click rule", first_click, (*FIRST_CLICKS, *_FIRST_CLICKS.values()))
    return library.Rules(_FIRST_CLICKS.get(first_click, first_click), win="explore")


_PLAIN = rules("none")


class Game:
    """One game on a board of ``m`` rows and ``n`` columns. Cells are (x, y) = (row, column). ``status`` is 0
    while the game runs, 1 won, -1 lost. There are no flags: a game is won when exactly the bombs are
    unopened.

    n, m, bombs: Columns, rows and mines
    seed: The bombs are placed at once, the same ones as ``random.seed(seed)`` gives, and no click is
        protected. Without a seed they are placed at the first open.
    first_click: What the first open protects
    stop_at_win: ``False`` lets a won game go on, as the notebook does, where it can still be lost
    rng: Draws the bombs; by default the module ``random``
    Raises RuleError: the bombs have no room.
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
        rules(first_click)
        self.first_click = first_click if seed is None else "none"
        self._rules = rules(self.first_click)
        n = whole_number(n, "the number of columns")
        m = whole_number(m, "the number of rows")
        bombs = whole_number(bombs, "the number of bombs")
        self._ground = self._rules.check(m, n, bombs)
        self.bombsCount = bombs
        self.status = 0
        self.board = [[UNOPENED] * n for _ in range(m)]
        self.bombs: list[Cell] = []
        self.stop_at_win = truth(stop_at_win, "stop_at_win is True or False")
        self._shape = m, n
        self._rng = generator(rng)
        if seed is not None:
            self._place_bombs(random.Random(whole_number(seed, "a seed")), frozenset())

    def openCell(self, x: int, y: int) -> None:
        """Open a cell, and around a cell without bombs near all its neighbours, and so on.

        Raises CellError: the cell is off the board; RuleError: no game can start at it, or the game is over.
        """
        rows, cols = self._shape
        x, y = checked_cell((x, y), rows, cols)
        if self.status == -1 or (self.status == 1 and self.stop_at_win):
            raise RuleError(
                f"the game is {'won' if self.status == 1 else 'lost'}; no cell can be opened"
            )

        # Bombs are placed by the first click, which the rules may protect.
        if not self.bombs:
            free = self._rules.check_click(self._ground, x * cols + y)
            self._place_bombs(self._rng, frozenset(divmod(i, cols) for i in free))
        if (x, y) in self.bombs:
            self.status = -1
            self.board[x][y] = BOMB
        else:
            if self.board[x][y] == UNOPENED:
                hidden = library.Game(rows, cols, rules=_PLAIN, layout=self.bombs)
                for (row, col), code in hidden.open((x, y)).items():
                    self.board[row][col] = SYMBOLS[code]
            self.checkWin()

    def checkWin(self) -> None:
        """Set the status to 1 if only the bombs are unopened."""
        if len(self.getUnopenedCells()) == self.bombsCount:
            self.status = 1

    def getUnopenedCells(self) -> list[Cell]:
        """The unopened cells, row by row."""
        return [
            (x, y)
            for x, row in enumerate(self.board)
            for y, sign in enumerate(row)
            if sign == UNOPENED
        ]

    def getBoardConfig(self, bombsList: Iterable[Cell]) -> list[list[str]]:
        """Take over these bombs and show every cell. The status stays as it is."""
        check_iterable(bombsList, "the bombs are a list of cells")
        bombs = [checked_cell(cell, *self._shape) for cell in bombsList]
        codes = Layout(*self._shape, frozenset(bombs)).board.grid.tolist()
        self.bombs = bombs
        self.board = [[SYMBOLS[code] for code in row] for row in codes]
        return self.board

    def permits(self, cell: Cell) -> bool:
        """Whether a cell may be opened now as far as the first-click rule goes."""
        rows, cols = self._shape
        x, y = checked_cell(cell, rows, cols)
        free = () if self.bombs else self._rules.protected(self._ground, x * cols + y)
        return self.bombsCount + len(free) <= rows * cols

    def _place_bombs(self, rng: Draws, free: frozenset[Cell]) -> None:
        rows, cols = self._shape
        while len(self.bombs) < self.bombsCount:
            # The column is drawn before the row: seeds then give the notebook's layouts.
            y = rng.randint(0, cols - 1)
            x = rng.randint(0, rows - 1)
            if (x, y) not in free and (x, y) not in self.bombs:
                self.bombs.append((x, y))
