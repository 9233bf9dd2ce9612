"""What a game is played on: its cells, how mines are drawn on them, what an opened cell shows and proves."""

from collections.abc import Collection, Iterable, Mapping
from typing import Any, NamedTuple, Self

from ..base.errors import MinesolverError, RuleError, quoted
from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.layout import Layout
from .seeding import SplitMix64, draw

_NO_CLUES: Mapping[int, Any] = {}
_NONE_MORE: Mapping[int, int] = {}


class Deal(NamedTuple):
    """A layout: the cells with mines, by index, and what the others show where chance has a say in that.

    more_mines: Of cells that hold several mines, how many there are beyond the first
    """

    mines: frozenset[int]
    clues: Mapping[int, Any] = _NO_CLUES
    more_mines: Mapping[int, int] = _NONE_MORE

    @classmethod
    def of(cls, mine_counts: Mapping[int, int], clues: Mapping[int, Any] = _NO_CLUES) -> Self:
        """The layout of so many mines in each cell; a cell that is left out has none."""
        mines = frozenset(cell for cell, count in mine_counts.items() if count)
        more_mines = {cell: count - 1 for cell, count in mine_counts.items() if count > 1}
        return cls(mines, clues, more_mines)

    def mines_in(self, cell: int) -> int:
        """How many mines a cell holds."""
        return int(cell in self.mines) + self.more_mines.get(cell, 0)

    @property
    def mine_count(self) -> int:
        """How many mines there are."""
        return len(self.mines) + sum(self.more_mines.values())


class Ground:
    """Minesweeper's: cells by index, in rows and columns; each clue is the mines around it.

    ``hidden`` and ``mine`` are codes of the board's cells, ``title`` the rules in a few words. ``uniform``:
    mines may lie anywhere, and the compiled core draws the same layouts.
    """

    title = "square"
    hidden: Any = HIDDEN
    mine: Any = MINE
    uniform = True
    capacity = 1
    """The most mines that a cell may hold."""
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
            size_text = "x".join(map(str, self.shape))
            raise RuleError(
                f"the start cell {quoted(start)} is not on the {size_text} board"
            ) from None
        return index

    def clue_cells(self, cell: int, clue: Any = None) -> tuple[int, ...]:
        """The cells that a clue on a cell speaks of; by default one of the board's own rule."""
        return self._around[cell]

    def deal(self, random: SplitMix64, free_cells: Collection[int] = ()) -> Deal:
        """Draw a layout without mines at ``free``, each equally likely. Raises RuleError: there is none."""
        return self.deal_of(random, self._mines(random, free_cells))

    def _mines(self, random: SplitMix64, free_cells: Collection[int]) -> Mapping[int, int]:
        """How many mines each cell holds; those without any are left out."""
        cells = [cell for cell in range(self.cells) if cell not in free_cells]
        return dict.fromkeys(draw(cells, self.mines, random), 1)

    def _ways(self, random: SplitMix64) -> list[int]:
        """In which way each cell shows its clue."""
        return [0] * self.cells

    def draw_codes(self, random: SplitMix64, free_cells: Collection[int]) -> list[int]:
        """A layout as `read` takes it, and `deal` draws it."""
        mine_cells = self._mines(random, free_cells)
        return [
            (cell in mine_cells) + 2 * way_number
            for cell, way_number in enumerate(self._ways(random))
        ]

    def read(self, layout: Iterable[int]) -> Deal:
        """A layout of the core: 1 for a mine, and above that in which way the cell shows its clue."""
        return Deal(frozenset(cell for cell, code in enumerate(layout) if code & 1))

    def layout_codes(self, deal: Deal) -> list[int] | None:
        """The layout as `read` takes it; ``None`` where the core would show other clues."""
        return [int(cell in deal.mines) for cell in range(self.cells)]

    def deal_of(self, random: SplitMix64, mine_counts: Mapping[int, int]) -> Deal:
        """The layout with so many mines in each cell."""
        return Deal.of(mine_counts)

    def fitting(self, board: Any, random: SplitMix64, mine_counts: Mapping[int, int]) -> Deal:
        """The layout with so many mines in each cell, of which the board shows a part."""
        return Deal.of(mine_counts)

    def solution(self, deal: Deal) -> Any:
        """The board with every cell open."""
        return Layout(self.rows, self.cols, frozenset(map(self.name, deal.mines))).board

    def shows(self, cell: int, deal: Deal) -> Any:
        """What a cell shows when it is opened: the code of a mine, or a clue."""
        return MINE if cell in deal.mines else len(deal.mines.intersection(self._around[cell]))

    def mines_shown(self, state: Any) -> int:
        """How many mines an opened cell shows."""
        return int(state == self.mine)

    def clears(self, cell: int, clue: Any, known_values: Mapping[int, int]) -> tuple[int, ...]:
        """The cells that a clue proves safe where these known values are what it says; none unless all."""
        return self._around[cell] if sum(known_values.values()) == clue else ()
