"""Puzzles whose cells hold several mines: as :mod:`.generate` makes those of one mine a cell."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import EngineLimitError, RuleError, counted
from ..base.limits import Limit
from ..model.variant import OPENED, Field, State, VariantBoard, mine_sign
from ..solver import analyze
from .seeding import SplitMix64, draw_counts, shuffle_first

_SHARE = 0.4  # mines for each cell where no number is given, as of other puzzles


class MultiMinePuzzles:
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
            room_text = (
                f"{counted(self.cells, 'cell')}, {self.capacity} a cell and one cell without any"
            )
            raise RuleError(f"{counted(self.mines, 'mine')} do not fit on {room_text}")

    def first_unique(self, random: SplitMix64) -> tuple[VariantBoard, VariantBoard, int]:
        """(puzzle, solution, layouts drawn). Raises EngineLimitError: none of so many layouts makes one."""
        # Each layout gets as few clues as leave it the only one, and is kept if it is as hard as wished.
        for drawn_layouts in range(1, self.tries + 1):
            layout = draw_counts(self.cells, self.mines, self.capacity, random)
            shown_states = {
                cell: _state(self.field, layout, cell, random) for cell in range(self.cells)
            }
            solution = VariantBoard(self.field, self.field.rules, shown_states, self.mines)
            clue_cells = self._fewest_clues(solution, random)
            if clue_cells is None:
                continue
            board = self._with_clues(solution, clue_cells)
            hardest_step = analyze(board).difficulty().hardest
            if self.hardest[0] <= hardest_step <= self.hardest[1]:
                return board, solution, drawn_layouts
        layout_count = f"{counted(self.tries, 'layout')} under {self.field.rules}"
        raise EngineLimitError(f"none of {layout_count} makes such a puzzle; no answer is given")

    def _with_clues(self, solution: VariantBoard, clue_cells: Sequence[int]) -> VariantBoard:
        """The puzzle with the clues of some cells."""
        shown_states = {cell: solution.states[cell] for cell in clue_cells}
        mine_count = self.mines if self.total else None
        return VariantBoard(self.field, self.field.rules, shown_states, mine_count)

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


def _state(field: Field, layout: Sequence[int], cell: int, random: SplitMix64) -> State:
    """What a cell shows where it is known."""
    if layout[cell]:
        return mine_sign(layout[cell])
    clues: list[State] = []
    for tag in field.tags:
        clues += field.clues(cell, layout, tag)
    return clues[random.below(len(clues))] if clues else OPENED
