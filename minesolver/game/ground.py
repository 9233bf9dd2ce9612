"""What a game is played on: its cells, how mines are drawn on them, what an opened cell shows and proves."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from functools import lru_cache
from types import MappingProxyType
from typing import Any, NamedTuple, Protocol

from ..base.errors import RuleError
from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.layout import Layout
from .seeding import SplitMix64, draw


class Deal(NamedTuple):
    """A layout: the cells with mines, by index, and what the others show where chance has a say in that."""

    mines: frozenset[int]
    clues: Mapping[int, Any] = MappingProxyType({})


class Ground(Protocol):
    """Cells by index, and the rules of what they show. ``hidden`` and ``mine``: codes of a board's cells;
    ``title``: the rules in a few words."""

    shape: tuple[int, ...]
    cells: int
    mines: int
    title: str
    hidden: Any
    mine: Any

    def blank(self, mines: int | None) -> Any:
        """The board with every cell hidden."""

    def name(self, cell: int) -> Any:
        """A cell's name."""

    def near(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        """The cells that a clue on a cell speaks of; by default one of the board's own rule."""

    def deal(self, random: SplitMix64, free: Collection[int], start: bool) -> tuple[Deal, int | None]:
        """Draw a layout, each that is allowed equally likely, and a cell without a mine.

        free: Cells that hold no mine
        start: Whether to draw a cell as well; else it is None
        """

    def given(self, random: SplitMix64, mines: frozenset[int]) -> Deal:
        """The layout with these mines."""

    def solution(self, deal: Deal) -> Any:
        """The board with every cell open."""

    def shows(self, cell: int, deal: Deal) -> Any:
        """What a cell shows when it is opened: the code of a mine, or a clue."""

    def clears(self, cell: int, clue: Any, known: Mapping[int, int]) -> tuple[int, ...]:
        """The cells that a clue proves safe where those of ``known`` hold what it says; none unless all."""


class Squares:
    """Minesweeper's: rows and columns, each clue the mines around it."""

    title = "square"
    hidden = HIDDEN
    mine = MINE

    def __init__(self, rows: int, cols: int, mines: int) -> None:
        self.shape: tuple[int, ...] = (rows, cols)
        self._cols = cols
        self.cells = rows * cols
        self.mines = mines
        self._around = neighbours(rows, cols)

    def blank(self, mines: int | None) -> Board:
        return Board.hidden(self.cells // self._cols, self._cols, mines)

    def name(self, cell: int) -> Any:
        return divmod(cell, self._cols)

    def near(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        return self._around[cell]

    def deal(self, random: SplitMix64, free: Collection[int], start: bool) -> tuple[Deal, int | None]:
        mines = draw([i for i in range(self.cells) if i not in free], self.mines, random)
        return Deal(mines), safe_cell(random, self.cells, mines) if start else None

    def solution(self, deal: Deal) -> Board:
        mines = frozenset(map(self.name, deal.mines))
        return Layout(self.cells // self._cols, self._cols, mines).board

    def given(self, random: SplitMix64, mines: frozenset[int]) -> Deal:
        return Deal(mines)

    def shows(self, cell: int, deal: Deal) -> int:
        return MINE if cell in deal.mines else len(deal.mines.intersection(self._around[cell]))

    def clears(self, cell: int, clue: int, known: Mapping[int, int]) -> tuple[int, ...]:
        return self._around[cell] if sum(known.values()) == clue else ()


def safe_cell(random: SplitMix64, cells: int, mines: frozenset[int]) -> int | None:
    """A cell without a mine, each equally likely."""
    safe = [i for i in range(cells) if i not in mines]
    return safe[random.below(len(safe))] if safe else None


@lru_cache(maxsize=16)
def ground(board: str, shape: tuple[int, ...], mines: int | None) -> Ground:
    """The ground of a size under rules by name; "square" is Minesweeper's.

    Raises PuzzleError: as :class:`UnderRules`; RuleError: Minesweeper's without a mine count.
    """
    if board != "square":
        from ..model.variant import Field
        from .variant import UnderRules

        return UnderRules(Field.parse(board, shape), mines)
    if mines is None:
        raise RuleError("a game needs a number of mines, or a layout")
    rows, cols = shape
    return Squares(rows, cols, mines)
