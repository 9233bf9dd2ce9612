"""Puzzles whose cells hold several mines: as :mod:`.generate` makes those of one mine a cell."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import EngineLimitError, RuleError, counted
from ..base.limits import Limit
from ..model.variant import MINE, OPENED, Field, State, VariantBoard
from ..solve import analyze
from .seeding import SplitMix64, shuffle_first

_SHARE = 0.4  # mines for each cell where no number is given, as of other puzzles


class PuzzlesOfSeveral:
    """Layouts drawn until one makes a puzzle that is wished for; the arguments are those of ``generate``.

    Raises RuleError: so many mines do not fit.
    """

    def __init__(
        self,
        field: Field,
        mine_count: int | None,
        total: bool,
        clues: tuple[float, float],
        hardest: tuple[float, float],
        limit: Limit | float | None,
        tries: int,
    ) -> None:
        self.field = field
        self.cells = len(field.geometry.cells)
        self.capacity = field.rules.capacity
        self.mines = round(_SHARE * self.cells) if mine_count is None else mine_count
        self.total = total
        self.clues = clues
        self.hardest = hardest
        self.limit = Limit.of(limit)
        self.tries = tries
        if not 0 <= self.mines <= self.capacity * (self.cells - 1):
            room = f"{counted(self.cells, 'cell')}, {self.capacity} a cell and one cell without any"
            raise RuleError(f"{counted(self.mines, 'mine')} do not fit on {room}")

    def first_unique(self, random: SplitMix64) -> tuple[VariantBoard, VariantBoard, int]:
        """(puzzle, solution, layouts drawn). Raises EngineLimitError: none of so many layouts makes one."""
        for tried in range(1, self.tries + 1):
            layout = _draw(self.cells, self.mines, self.capacity, random)
            states = {cell: _state(self.field, layout, cell, random) for cell in range(self.cells)}
            solution = VariantBoard(self.field, self.field.rules, states, self.mines)
            clue_cells = self._fewest_clues(solution, random)
            if clue_cells is None:
                continue
            board = self._with_clues(solution, clue_cells)
            hardest_step = analyze(board).difficulty().hardest
            if self.hardest[0] <= hardest_step <= self.hardest[1]:
                return board, solution, tried
        layouts = f"{counted(self.tries, 'layout')} under {self.field.rules}"
        raise EngineLimitError(f"none of {layouts} makes such a puzzle; no answer is given")

    def _with_clues(self, solution: VariantBoard, clue_cells: Sequence[int]) -> VariantBoard:
        """The puzzle with the clues of some cells."""
        states = {cell: solution.states[cell] for cell in clue_cells}
        mine_count = self.mines if self.total else None
        return VariantBoard(self.field, self.field.rules, states, mine_count)

    def _is_unique(self, solution: VariantBoard, clue_cells: Sequence[int]) -> bool:
        """Whether the clues of some cells leave one layout."""
        return analyze(self._with_clues(solution, clue_cells), limit=self.limit).solutions == 1

    def _fewest_clues(self, solution: VariantBoard, random: SplitMix64) -> list[int] | None:
        """Clues that leave one layout, none to be spared but for those that are wished for; ``None``: none
        do."""
        fewest_clues, most_clues = self.clues
        clue_cells = [cell for cell, state in solution.states.items() if not isinstance(state, str)]
        if not self._is_unique(solution, clue_cells):
            return None
        for cell in shuffle_first(clue_cells, len(clue_cells) - 1, random):
            fewer_cells = [clue_cell for clue_cell in clue_cells if clue_cell != cell]
            if len(clue_cells) > fewest_clues and self._is_unique(solution, fewer_cells):
                clue_cells = fewer_cells
        return clue_cells if fewest_clues <= len(clue_cells) <= most_clues else None


def _draw(cells: int, mines: int, capacity: int, random: SplitMix64) -> list[int]:
    """The mines of each cell, each layout of so many equally likely."""
    # How many layouts there are of so many cells (the list), with so many mines (the place in it).
    layout_counts = [[1] + [0] * mines]
    for _ in range(cells):
        counts = layout_counts[-1]  # of one cell less, which leaves up to the capacity for this one
        next_counts = [
            sum(counts[max(0, total - capacity) : total + 1]) for total in range(mines + 1)
        ]
        layout_counts.append(next_counts)

    # Cell by cell, a value by the share of the layouts that go on with it.
    layout = []
    mines_left = mines
    for cells_left in range(cells - 1, -1, -1):
        number = random.below(layout_counts[cells_left + 1][mines_left])
        value = 0
        while number >= layout_counts[cells_left][mines_left - value]:
            number -= layout_counts[cells_left][mines_left - value]
            value += 1
        layout.append(value)
        mines_left -= value
    return layout


def _state(field: Field, layout: Sequence[int], cell: int, random: SplitMix64) -> State:
    """What a cell shows where it is known."""
    if layout[cell]:
        return MINE if layout[cell] == 1 else f"{MINE}{layout[cell]}"
    clues: list[State] = []
    for tag in field.tags:
        clues += field.clues(cell, layout, tag)
    return clues[random.below(len(clues))] if clues else OPENED
