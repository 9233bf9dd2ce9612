"""A game: the hidden layout, what is open, and the rules that move it."""

from __future__ import annotations

from collections.abc import Iterable

import numpy as np

from ..board import HIDDEN, MINE, Board, Cell, neighbours
from ..errors import RuleError
from .rules import Rules
from .seeding import draw, game_key


class Game:
    """One game on a (rows, cols) board; all that a player may know of it is :attr:`board`.

    The layout is drawn uniformly among those that the first click allows, by ``(seed, index)`` as
    :mod:`minesolver.game.seeding` says, or given as ``layout`` (the cells of the mines; the first click then
    moves none). ``mines`` may be left out where a layout is given.

    Raises :class:`RuleError`, with the reason, for what cannot be played.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: int | None = None,
        rules: Rules | None = None,
        *,
        seed: int = 0,
        index: int = 0,
        layout: Iterable[Cell] | None = None,
    ) -> None:
        self.rules = rules or Rules()
        self.rows = rows
        self.cols = cols
        self.seed = seed
        self.index = index
        given = None if layout is None else frozenset(layout)
        if given is not None:
            if any(not (0 <= row < rows and 0 <= col < cols) for row, col in given):
                raise RuleError(f"the layout has mines outside the {rows}x{cols} board")
            if mines not in (None, len(given)):
                raise RuleError(f"the layout has {len(given)} mines, not {mines}")
            if self.rules.start in given:
                raise RuleError(f"the layout has a mine at the first cell {self.rules.start}")
            mines = len(given)
        if mines is None:
            raise RuleError("a game needs a number of mines, or a layout")
        self.mines = mines
        self.rules.check(rows, cols, mines)
        self.flags: set[Cell] = set()
        self.mines_hit = 0
        self.opened = 0
        self._around = neighbours(rows, cols)
        self._grid = np.full((rows, cols), HIDDEN, np.int8)
        self._layout = None if given is None else frozenset(row * cols + col for row, col in given)
        self._board: Board | None = None
        self._exploded = False
        if given is None and (self.rules.first_click == "none" or self.rules.start is not None):
            self._decide(self.rules.start or (0, 0))

    @property
    def board(self) -> Board:
        """What the player sees: opened cells, mines hit (as known mines), the mine total if it is told."""
        if self._board is None:
            self._board = Board(self._grid, self.mines if self.rules.total_told else None)
        return self._board

    @property
    def layout(self) -> frozenset[Cell] | None:
        """The hidden mines; ``None`` while the first click is still to decide them."""
        if self._layout is None:
            return None
        return frozenset(divmod(i, self.cols) for i in self._layout)

    @property
    def started(self) -> bool:
        """Whether a cell has been opened."""
        return self.opened + self.mines_hit > 0

    @property
    def lost(self) -> bool:
        return self._exploded

    @property
    def won(self) -> bool:
        """Whether the goal of the rules is met."""
        if self._exploded:
            return False
        if self.rules.win == "open":
            return self.opened == self.rows * self.cols - self.mines
        if self._layout is None:
            return False
        if self.rules.win == "explore":
            return self.opened + self.mines_hit + len(self.flags) == self.rows * self.cols
        return len(self.flags) + self.mines_hit == self.mines and all(map(self.is_mine, self.flags))

    @property
    def over(self) -> bool:
        return self.lost or self.won

    def is_mine(self, cell: Cell) -> bool:
        """The truth about a cell. Raises ``ValueError`` before the first click has decided it."""
        if self._layout is None:
            raise ValueError("the first click has not yet decided the layout")
        return cell[0] * self.cols + cell[1] in self._layout

    def open(self, cell: Cell) -> dict[Cell, int]:
        """Open a cell; every cell that this shows, with its clue (10 for a mine). Opening takes a flag away.

        Raises ``ValueError`` for a cell that is off the board or open, or when the game is over, and
        :class:`RuleError` for a first cell at which the rules do not let this game start.
        """
        index = self._playable(cell)
        if self.rules.start is not None and not self.started:
            self.rules.check_click(self.rows, self.cols, self.mines, cell)
        layout = self._layout if self._layout is not None else self._decide(cell)
        self._board = None
        if index in layout:
            self.mines_hit += 1
            self._exploded = self.rules.after_mine == "lose"
            return self._show(index, MINE)
        shown: dict[Cell, int] = {}
        pending = [index]
        while pending:
            index = pending.pop()
            if self._grid.flat[index] != HIDDEN:
                continue
            near = self._around[index]
            clue = len(layout.intersection(near))
            shown |= self._show(index, clue)
            self.opened += 1
            if clue == 0 and self.rules.reveal == "cascade":
                pending.extend(near)
        return shown

    def flag(self, cell: Cell) -> bool:
        """Set a flag, or take it away; whether it is set now. A player's mark, not knowledge on the board.

        Raises ``ValueError`` for a cell that is off the board or open, or when the game is over.
        """
        self._playable(cell)
        self.flags ^= {cell}
        return cell in self.flags

    def text(self, moves: Iterable[Cell] = ()) -> str:
        """The full truth in the search report's signs, one row a line.

        ``U`` unvisited safe, ``M`` unvisited mine, ``T`` visited or flagged mine, digits visited safe cells;
        ``*`` the cells in ``moves``. Before the first click every cell is ``U``.
        """
        starred = set(moves)
        rows = []
        for row in range(self.rows):
            signs = []
            for col in range(self.cols):
                code = int(self._grid[row, col])
                mine = self._layout is not None and self.is_mine((row, col))
                if mine:
                    sign = "T" if code == MINE or (row, col) in self.flags else "M"
                else:
                    sign = "U" if code == HIDDEN else str(code)
                signs.append("*" if (row, col) in starred else sign)
            rows.append("".join(signs))
        return "\n".join(rows)

    def _decide(self, first: Cell) -> frozenset[int]:
        """Draw the layout for a first click at this cell."""
        self.rules.check_click(self.rows, self.cols, self.mines, first)
        allowed = self.rules.allowed(self.rows, self.cols, first)
        self._layout = draw(allowed, self.mines, game_key(self.seed, self.index))
        return self._layout

    def _playable(self, cell: Cell) -> int:
        if self.over:
            raise ValueError("the game is over")
        row, col = cell
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            raise ValueError(f"{cell} is not on the {self.rows}x{self.cols} board")
        if self._grid[cell] != HIDDEN:
            raise ValueError(f"{cell} is already open")
        return row * self.cols + col

    def _show(self, index: int, code: int) -> dict[Cell, int]:
        cell = divmod(index, self.cols)
        self._grid[cell] = code
        self.flags.discard(cell)
        return {cell: code}
