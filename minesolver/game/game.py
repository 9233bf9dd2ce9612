"""A game: the hidden layout, what is open, and the rules that move it."""

from __future__ import annotations

import json
from collections.abc import Iterable
from secrets import randbits
from typing import Literal, NamedTuple

import numpy as np

from ..base.errors import MoveError, RuleError, counted
from ..model.board import HIDDEN, MINE, Board, Cell, neighbours, on_board
from .levels import parse_size, size_text
from .rules import Rules
from .seeding import draw, game_key


class GameMove(NamedTuple):
    """A move as it was made. ``shown``: every cell that it opened, with its clue (10 for a mine)."""

    action: Literal["open", "flag", "chord"]
    cell: Cell
    shown: dict[Cell, int]

    def __str__(self) -> str:
        return f"{self.action} ({self.cell[0]},{self.cell[1]})"


class Game:
    """One game: the hidden truth, and the rules. All that a player may know of it is :attr:`board`.


    >>> import minesolver
    >>> game = Game(9, 9, 10)                       # a new game each time; seed=7 is the same game each time
    >>> while not game.over:
    ...     shown = game.open(minesolver.analyze(game.board).best)
    >>> game.won or game.lost
    True

    Parameters
    ----------
    rows, cols
        The size.
    mines
        The mine count; may be left out where a layout is given.
    rules
        The rules; by default those of :class:`Rules`.
    seed
        The layout is drawn uniformly among those that the first click allows, by ``(seed, index)`` as
        :mod:`minesolver.game.seeding` says. Without a seed each game is a new one, and :attr:`seed` tells
        which.
    index
        Which game of the seed.
    layout
        The cells of the mines, instead of drawing them; the first click then moves none.

    Raises
    ------
    RuleError
        These rules cannot be played on this board; with the reason.
    """

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: int | None = None,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        index: int = 0,
        layout: Iterable[Cell] | None = None,
    ) -> None:
        self.rules = rules or Rules()
        self.rows = rows
        self.cols = cols
        if seed is None:
            seed = randbits(32) if layout is None else 0  # with a layout there is nothing to draw
        self.seed = seed
        self.index = index
        given = None if layout is None else frozenset(layout)
        if given is not None:
            if any(not (0 <= row < rows and 0 <= col < cols) for row, col in given):
                raise RuleError(f"the layout has mines outside the {rows}x{cols} board")
            if mines not in (None, len(given)):
                raise RuleError(f"the layout has {counted(len(given), 'mine')}, not {mines}")
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
        self._moves: list[tuple[GameMove, frozenset[Cell], frozenset[int] | None]] = []
        if given is None and (self.rules.first_click == "none" or self.rules.start is not None):
            self._decide(self.rules.start or (0, 0))

    @classmethod
    def level(cls, name: str, rules: Rules | None = None, *, seed: int | None = None, index: int = 0) -> Game:
        """A game of a usual size.

        name: ``"beginner"``, ``"intermediate"``, ``"expert"``, or a size as text: rows x columns / mines,
            such as ``"16x30/99"``
        rules, seed, index: As for :class:`Game`
        Raises UnknownNameError: no such level, and no size; RuleError: A size that cannot be played under
            these rules.
        """
        return cls(*parse_size(name), rules, seed=seed, index=index)

    @property
    def board(self) -> Board:
        """What the player sees: opened cells, mines hit (as known mines), the mine count if known."""
        if self._board is None:
            self._board = Board(self._grid, self.mines if self.rules.mine_count_known else None)
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
        """Whether a mine ended the game."""
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
        """Whether the game is won or lost."""
        return self.lost or self.won

    @property
    def moves(self) -> tuple[GameMove, ...]:
        """The moves made so far, without those taken back."""
        return tuple(move for move, _, _ in self._moves)

    def is_mine(self, cell: Cell) -> bool:
        """The truth about a cell.

        cell: (row, column)
        Raises CellError: the cell is off the board; MoveError: the first click has not decided it yet.
        """
        row, col = on_board(cell, self.rows, self.cols)
        if self._layout is None:
            raise MoveError("the first click has not yet decided the layout")
        return row * self.cols + col in self._layout

    def open(self, cell: Cell) -> dict[Cell, int]:
        """Open a cell. Opening takes a flag away.

        cell: (row, column)
        Returns: Every cell that this shows, with its clue; 10 for a mine.
        Raises CellError: the cell is off the board; MoveError: the cell is open, or the game is over;
            RuleError: the rules let no game start at this cell.
        """
        cell = self._playable(cell)
        before = frozenset(self.flags), self._layout
        shown = self._open(cell)
        self._moves.append((GameMove("open", cell, shown), *before))
        return shown

    def flag(self, cell: Cell) -> bool:
        """Set a flag, or take it away. A flag is a player's mark, not knowledge on the board.

        cell: (row, column)
        Raises CellError: the cell is off the board; MoveError: the cell is open, or the game is over.
        """
        cell = self._playable(cell)
        self._moves.append((GameMove("flag", cell, {}), frozenset(self.flags), self._layout))
        self.flags ^= {cell}
        return cell in self.flags

    def chord(self, cell: Cell) -> dict[Cell, int]:
        """Open all unflagged cells around a clue that has as many flags as it says.

        cell: (row, column) of the clue
        Returns: Every cell that this shows, with its clue; 10 for a mine.
        Raises CellError: the cell is off the board; MoveError: the cell is no clue, its flags do not match,
            nothing is left to open around it, or the game is over.
        """
        cells = self.chord_cells(cell)
        cell = on_board(cell, self.rows, self.cols)
        if not cells:
            r, c = cell
            clue = int(self._grid[cell])
            _, marked = self._marked(cell)
            raise MoveError(
                f"the clue {clue} at ({r},{c}) has {counted(marked, 'flag')} around it"
                if marked != clue
                else f"all cells around the clue at ({r},{c}) are open"
            )
        before = frozenset(self.flags), self._layout
        shown: dict[Cell, int] = {}
        for other in cells:
            if other not in shown and not self.over:
                shown |= self._open(other)
        self._moves.append((GameMove("chord", cell, shown), *before))
        return shown

    def chord_cells(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells that a chord on a clue opens.

        cell: (row, column) of the clue
        Returns: The cells; none where the flags do not match.
        Raises CellError: the cell is off the board; MoveError: the cell is no clue.
        """
        if self.over:
            raise MoveError("the game is over")
        row, col = on_board(cell, self.rows, self.cols)
        if not 0 <= self._grid[row, col] <= 8:
            raise MoveError(f"a chord is on an open clue, and ({row},{col}) is none")
        near, marked = self._marked((row, col))
        if marked != self._grid[row, col]:
            return ()
        return tuple(other for other in near if self._grid[other] == HIDDEN and other not in self.flags)

    def _marked(self, cell: Cell) -> tuple[list[Cell], int]:
        """The neighbours, and how many of them are flagged or mines that were opened."""
        near = [divmod(i, self.cols) for i in self._around[cell[0] * self.cols + cell[1]]]
        return near, sum(other in self.flags or self._grid[other] == MINE for other in near)

    def undo(self) -> GameMove:
        """Take the last move back, and with the first one the layout that it decided.

        Raises MoveError: no move was made.
        """
        if not self._moves:
            raise MoveError("there is no move to take back")
        move, flags, layout = self._moves.pop()
        for cell, code in move.shown.items():
            self._grid[cell] = HIDDEN
            self.mines_hit -= code == MINE
            self.opened -= code != MINE
        self.flags = set(flags)
        self._layout = layout
        self._exploded = False
        self._board = None
        return move

    def record(self) -> str:
        """The game as JSON lines, the layout and the moves: a replay that ``minesolver review`` grades.

        Raises MoveError: no cell is open yet.
        """
        if self._layout is None:
            raise MoveError("the first click has not yet decided the layout")
        header = {
            "rows": self.rows,
            "cols": self.cols,
            "mines": self.mines,
            "first_click": self.rules.first_click,
            "layout": sorted(map(list, self.layout or ())),
        }
        moves = [{"cell": list(move.cell), "action": move.action} for move in self.moves]
        return "\n".join(map(json.dumps, [header, *moves]))

    def text(self, moves: Iterable[Cell] = ()) -> str:
        """The full truth in the search report's signs, one row a line.

        moves: Cells to be marked with ``*``
        Returns: ``U`` unvisited safe, ``M`` unvisited mine, ``T`` visited or flagged mine, digits visited
            safe cells. Before the first click every cell is ``U``.
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

    def _open(self, cell: Cell) -> dict[Cell, int]:
        """Open a hidden cell and what follows from it."""
        if self.rules.start is not None and not self.started:
            self.rules.check_click(self.rows, self.cols, self.mines, cell)
        index = cell[0] * self.cols + cell[1]
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

    def _playable(self, cell: Cell) -> Cell:
        if self.over:
            raise MoveError("the game is over")
        row, col = on_board(cell, self.rows, self.cols)
        if self._grid[row, col] != HIDDEN:
            raise MoveError(f"({row}, {col}) is already open")
        return row, col

    def _show(self, index: int, code: int) -> dict[Cell, int]:
        cell = divmod(index, self.cols)
        self._grid[cell] = code
        self.flags.discard(cell)
        return {cell: code}

    @property
    def status(self) -> Literal["in play", "won", "lost"]:
        """How the game stands."""
        return "lost" if self.lost else "won" if self.won else "in play"

    def __str__(self) -> str:
        """The player's view in canonical symbols, ``F`` for a flag."""
        lines = str(self.board).splitlines()
        if self.flags:
            head = len(lines) - self.rows
            for r, c in self.flags:
                line = lines[head + r]
                lines[head + r] = f"{line[:c]}F{line[c + 1 :]}"
        return "\n".join(lines)

    def __repr__(self) -> str:
        number = len(self._moves)
        return (
            f"<Game {size_text(self.rows, self.cols, self.mines)}, "
            f"seed {self.seed}: {counted(number, 'move')}, {self.status}>"
        )

    def _repr_svg_(self) -> str:
        """How a notebook shows a game."""
        return self.board._repr_svg_()
