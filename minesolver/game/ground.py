"""What a game is played on: its cells, how mines are drawn on them, what an opened cell shows and proves."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple

from ..base.errors import MinesolverError, RuleError
from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.layout import Layout
from .seeding import SplitMix64, draw

_NO_CLUES: Mapping[int, Any] = {}


class Deal(NamedTuple):
    """A layout: the cells with mines, by index, and what the others show where chance has a say in that."""

    mines: frozenset[int]
    clues: Mapping[int, Any] = _NO_CLUES


class Ground:
    """Minesweeper's: cells by index, in rows and columns; each clue is the mines around it.

    ``hidden`` and ``mine`` are codes of the board's cells, ``title`` the rules in a few words. ``uniform``:
    mines may lie anywhere, and the compiled core draws the same layouts.
    """

    title = "square"
    hidden: Any = HIDDEN
    mine: Any = MINE
    uniform = True
    chance_in_clues = False
    """Whether a clue may be shown in several ways, so that it makes some layouts likelier than others."""

    def __init__(self, shape: tuple[int, ...], mines: int) -> None:
        self.shape = shape
        self.rows, self.cols = shape[-2:] if len(shape) > 1 else (1, *shape)
        self.cells = self.rows * self.cols
        self.mines = mines
        self._around = neighbours(self.rows, self.cols)

    def blank(self, mines: int | None) -> Any:
        """The board with every cell hidden."""
        return Board.hidden(self.rows, self.cols, mines)

    def name(self, cell: int) -> Any:
        """A cell's name."""
        return divmod(cell, self.cols)

    def index_of(self, start: Any) -> int:
        """The index of a start cell. Raises RuleError: it is not on the board."""
        try:
            index: int = self.blank(None).index(start)
        except MinesolverError:
            size = "x".join(map(str, self.shape))
            raise RuleError(f"the start cell {start} is not on the {size} board") from None
        return index

    def clue_cells(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        """The cells that a clue on a cell speaks of; by default one of the board's own rule."""
        return self._around[cell]

    def deal(self, random: SplitMix64, free: Collection[int] = ()) -> Deal:
        """Draw a layout without mines at ``free``, each equally likely. Raises RuleError: there is none."""
        return self.deal_of(random, self._mines(random, free))

    def _mines(self, random: SplitMix64, free: Collection[int]) -> frozenset[int]:
        return draw([cell for cell in range(self.cells) if cell not in free], self.mines, random)

    def _ways(self, random: SplitMix64) -> list[int]:
        """In which way each cell shows its clue."""
        return [0] * self.cells

    def draw_codes(self, random: SplitMix64, free_cells: Collection[int]) -> list[int]:
        """A layout as `read` takes it, and `deal` draws it."""
        mines = self._mines(random, free_cells)
        return [(cell in mines) + 2 * way for cell, way in enumerate(self._ways(random))]

    def read(self, layout: Iterable[int]) -> Deal:
        """A layout of the core: 1 for a mine, and above that in which way the cell shows its clue."""
        return Deal(frozenset(cell for cell, code in enumerate(layout) if code & 1))

    def layout_codes(self, deal: Deal) -> list[int] | None:
        """The layout as `read` takes it; ``None`` where the core would show other clues."""
        return [int(cell in deal.mines) for cell in range(self.cells)]

    def deal_of(self, random: SplitMix64, mines: frozenset[int]) -> Deal:
        """The layout with these mines."""
        return Deal(mines)

    def fitting(self, board: Any, random: SplitMix64, mines: frozenset[int]) -> Deal:
        """The layout with these mines, of which the board shows a part."""
        return Deal(mines)

    def solution(self, deal: Deal) -> Any:
        """The board with every cell open."""
        return Layout(self.rows, self.cols, frozenset(map(self.name, deal.mines))).board

    def shows(self, cell: int, deal: Deal) -> Any:
        """What a cell shows when it is opened: the code of a mine, or a clue."""
        return MINE if cell in deal.mines else len(deal.mines.intersection(self._around[cell]))

    def clears(self, cell: int, clue: Any, known_values: Mapping[int, int]) -> tuple[int, ...]:
        """The cells that a clue proves safe where these known values are what it says; none unless all."""
        return self._around[cell] if sum(known_values.values()) == clue else ()
