"""Puzzles whose cells hold several mines: as :mod:`.generate` makes those of one mine a cell."""

from __future__ import annotations

from collections.abc import Sequence

from ..base.errors import EngineLimitError, RuleError, counted
from ..base.limits import Limit
from ..model.variant import MINE, OPENED, Field, State, VariantBoard
from ..solve import analyze
from .seeding import SplitMix64

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
        self.cells, self.capacity = len(field.geometry.cells), field.rules.capacity
        self.mines = round(_SHARE * self.cells) if mine_count is None else mine_count
        self.total, self.clues, self.hardest = total, clues, hardest
        self.limit, self.tries = Limit.of(limit), tries
        if not 0 <= self.mines <= self.capacity * (self.cells - 1):
            what = f"{counted(self.cells, 'cell')}, {self.capacity} a cell and one cell without any"
            raise RuleError(f"{counted(self.mines, 'mine')} do not fit on {what}")

    def first_unique(self, random: SplitMix64) -> tuple[VariantBoard, VariantBoard, int]:
        """(puzzle, solution, layouts drawn). Raises EngineLimitError: none of so many layouts makes one."""
        for tried in range(1, self.tries + 1):
            layout = _draw(self.cells, self.mines, self.capacity, random)
            states = {cell: _state(self.field, layout, cell, random) for cell in range(self.cells)}
            solution = VariantBoard(self.field, self.field.rules, states, self.mines)
            shown = self._fewest_clues(solution, random)
            if shown is None:
                continue
            board = self._with_clues(solution, shown)
            hardest = analyze(board).difficulty().hardest
            if self.hardest[0] <= hardest <= self.hardest[1]:
                return board, solution, tried
        what = f"{counted(self.tries, 'layout')} under {self.field.rules}"
        raise EngineLimitError(f"none of {what} makes such a puzzle; no answer is given")

    def _with_clues(self, solution: VariantBoard, shown: Sequence[int]) -> VariantBoard:
        states = {cell: solution.states[cell] for cell in shown}
        mine_count = self.mines if self.total else None
        return VariantBoard(self.field, self.field.rules, states, mine_count)

    def _is_unique(self, solution: VariantBoard, shown: Sequence[int]) -> bool:
        return analyze(self._with_clues(solution, shown), limit=self.limit).solutions == 1

    def _fewest_clues(self, solution: VariantBoard, random: SplitMix64) -> list[int] | None:
        """Clues that leave one layout, none to be spared but for those that are wished for; ``None``: none
        do."""
        shown = [cell for cell, state in solution.states.items() if not isinstance(state, str)]
        if not self._is_unique(solution, shown):
            return None
        order = list(shown)
        for k in range(len(order) - 1):  # Fisher and Yates
            other = k + random.below(len(order) - k)
            order[k], order[other] = order[other], order[k]
        for cell in order:
            fewer = [other for other in shown if other != cell]
            if len(shown) > self.clues[0] and self._is_unique(solution, fewer):
                shown = fewer
        return shown if self.clues[0] <= len(shown) <= self.clues[1] else None


def _draw(cells: int, mines: int, capacity: int, random: SplitMix64) -> list[int]:
    """The mines of each cell, each layout of so many equally likely."""
    # How many layouts there are of so many cells, by their mines.
    ways = [[1] + [0] * mines]
    for _ in range(cells):
        fewer = ways[-1]
        ways.append([sum(fewer[max(0, total - capacity) : total + 1]) for total in range(mines + 1)])
    layout = []
    left = mines
    for others in range(cells - 1, -1, -1):
        number = random.below(ways[others + 1][left])
        value = 0
        while number >= ways[others][left - value]:
            number -= ways[others][left - value]
            value += 1
        layout.append(value)
        left -= value
    return layout


def _state(field: Field, layout: Sequence[int], cell: int, random: SplitMix64) -> State:
    """What a cell shows where it is known."""
    if layout[cell]:
        return MINE if layout[cell] == 1 else f"{MINE}{layout[cell]}"
    clues: list[State] = []
    for tag in field.tags:
        clues += field.clues(cell, layout, tag)
    return clues[random.below(len(clues))] if clues else OPENED
