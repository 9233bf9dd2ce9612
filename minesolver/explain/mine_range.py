"""Which clues leave no room for the mine total, by the fewest and the most mines that they allow.

Made for boards on which the total, as one cardinality constraint over all cells, would swamp a SAT solver.
"""

from __future__ import annotations

from collections.abc import Iterable
from time import perf_counter

from ..board import HIDDEN, MINE, Board, neighbours
from ..counting.elimination import count
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Constraint, components_of
from ..limits import Budget, Limit


def total_conflict(board: Board, constraints: list[Constraint], seconds: float) -> list[int]:
    """Clue cells that contradict the mine total; clues are left out one by one for as long as ``seconds``.

    The clues must have a layout without the total, and none with it.
    """
    assert board.mines is not None
    deadline = perf_counter() + seconds
    hidden = len(board.cells(HIDDEN))
    rest = board.mines - len(board.cells(MINE))
    parts = _Parts(board, constraints)
    clues = {c.clue for c in constraints if c.cells}
    fewest, excluded = parts.totals(clues)
    # Either the clues want more mines than there are, or they exclude more cells than may be no mine.
    side, threshold = (0, rest) if fewest > rest else (1, hidden - rest)
    value = (fewest, excluded)[side]

    # Whole components first, those of least effect; then single clues.
    for clue_set, own in sorted(
        ((set(component.clues), parts.value(component)[side]) for component in parts.split(clues)),
        key=lambda pair: pair[1],
    ):
        if value - own > threshold:
            value -= own
            clues -= clue_set
    clues = {clue for component in parts.split(clues) for clue in component.clues}
    for component in parts.split(clues):
        kept = set(component.clues)
        for clue in component.clues:
            if perf_counter() > deadline:
                return sorted(clues)
            before, after = parts.totals(kept)[side], parts.totals(kept - {clue})[side]
            if value - before + after > threshold:
                value += after - before
                kept.discard(clue)
                clues.discard(clue)
    return sorted(clues)


class _Parts:
    """Components of any subset of the clues, with the mines that they can hold."""

    def __init__(self, board: Board, constraints: list[Constraint]) -> None:
        self._cols = board.cols
        self._flat: list[int] = board.grid.ravel().tolist()
        self._around = neighbours(board.rows, board.cols)
        self._need = {c.clue: c.mines for c in constraints}

    def split(self, clues: Iterable[int]) -> tuple[Component, ...]:
        return components_of(sorted(clues), self._need, self._flat, self._around)[0]

    def value(self, component: Component) -> tuple[int, int]:
        """(fewest mines, cells that are no mine at the most mines)."""
        counted: ComponentCount = count(component, self._cols, Budget(Limit(), "elimination"))
        possible = [k for k, models in enumerate(counted.models) if models]
        return counted.low + possible[0], component.cells - counted.low - possible[-1]

    def totals(self, clues: Iterable[int]) -> tuple[int, int]:
        values = [self.value(component) for component in self.split(clues)]
        return sum(v[0] for v in values), sum(v[1] for v in values)
