"""Which clues leave no room for the mine count, by the fewest and the most mines that they allow.

Made for boards on which the count, as one cardinality constraint over all cells, would swamp a SAT solver.
"""

from __future__ import annotations

from collections.abc import Iterable

from ..base.errors import EngineLimitError
from ..base.limits import Budget
from ..counting.elimination import count
from ..counting.ordering import elimination_order
from ..counting.problem import BoardConstraint, Component, ContradictionError, Sums, split
from ..model.board import HIDDEN, MINE, Board, neighbours

_COUNTED = 5_000  # predicted states up to which counting is faster than a search for the extremes


def total_conflict(
    board: Board, constraints: list[BoardConstraint], budget: Budget, assumed: tuple[int, bool] | None = None
) -> list[int]:
    """Clue cells that contradict the mine count; as few as the time suffices for, all where it is up.

    ``assumed``: a hidden cell taken to be a mine (true) or safe. The clues must have a layout without the
    count, and none with it.
    """
    assert board.mines is not None
    components = _Components(board, constraints, budget, assumed)
    clues = {c.clue for c in constraints if c.cells}
    try:
        return sorted(_needed(components, clues, board.mines))
    except (EngineLimitError, ContradictionError):
        return sorted(clues)


def _needed(components: _Components, clues: set[int], mines: int) -> set[int]:
    rest = mines - components.flat.count(MINE)
    apart = components.apart(rest)
    if apart:
        return apart
    bounds = {component: components.value(component) for component in components.split(clues)}
    fewest, excluded = (sum(value[side] for value in bounds.values()) for side in (0, 1))
    # Either the clues want more mines than there are, or they exclude more cells than may be no mine.
    side, threshold = (0, rest) if fewest > rest else (1, components.flat.count(HIDDEN) - rest)
    value = (fewest, excluded)[side]
    if value <= threshold:  # the count lies in a gap of what they allow: all of them make it
        return clues
    kept: set[int] = set()
    # Whole components first, those of least effect; then ever smaller parts of one.
    for component in sorted(bounds, key=lambda component: bounds[component][side]):
        if value - bounds[component][side] > threshold:
            value -= bounds[component][side]
        else:
            kept.update(component.clues)
    try:
        for component in bounds:
            if not kept.isdisjoint(component.clues):
                value = _thinned(components, list(component.clues), kept, side, value, threshold)
    except EngineLimitError:
        pass
    return kept


def _thinned(
    components: _Components, clues: list[int], kept: set[int], side: int, value: int, threshold: int
) -> int:
    """Take from ``kept`` what a component does not need; the value of what is left."""
    before = components.totals(clues)[side]
    size = len(clues)
    while size:
        start = 0
        while start < len(clues):
            trial = clues[:start] + clues[start + size :]
            after = components.totals(trial)[side]
            if value - before + after > threshold:
                kept.difference_update(clues[start : start + size])
                value += after - before
                clues, before = trial, after
            else:
                start += size
        size = min(size // 2, len(clues))
    return value


class _Components:
    """Components of any subset of the clues, with the mines that they can hold."""

    def __init__(
        self,
        board: Board,
        constraints: list[BoardConstraint],
        budget: Budget,
        assumed: tuple[int, bool] | None,
    ) -> None:
        self._cols = board.cols
        self._budget = budget
        self._around = neighbours(board.rows, board.cols)
        self._known: dict[tuple[object, ...], tuple[int, int]] = {}
        self._need = {c.clue: c.mines for c in constraints}
        self.flat: list[int] = board.grid.ravel().tolist()
        if assumed is not None:
            cell, is_mine = assumed
            self.flat[cell] = MINE if is_mine else 0
            for clue in self._around[cell]:
                if is_mine and clue in self._need:
                    self._need[clue] -= 1

    def apart(self, rest: int) -> set[int]:
        """Clues without a cell in common that want more than ``rest`` mines, or leave too many cells empty.

        The greediest ones, so that each is needed; empty where that is not enough.
        """
        hidden = self.flat.count(HIDDEN)
        near = {clue: [i for i in self._around[clue] if self.flat[i] == HIDDEN] for clue in self._need}
        for threshold, weight in (
            (rest, self._need),
            (hidden - rest, {clue: len(cells) - self._need[clue] for clue, cells in near.items()}),
        ):
            taken: set[int] = set()
            chosen: set[int] = set()
            total = 0
            for clue in sorted(near, key=lambda clue: -weight[clue]):
                if weight[clue] > 0 and taken.isdisjoint(near[clue]):
                    taken.update(near[clue])
                    chosen.add(clue)
                    total += weight[clue]
                    if total > threshold:
                        return chosen
        return set()

    def split(self, clues: Iterable[int]) -> tuple[Component, ...]:
        hidden = [code == HIDDEN for code in self.flat]
        return split(Sums(self._need, self._around, self._around, hidden), sorted(clues))[0]

    def value(self, component: Component) -> tuple[int, int]:
        """(fewest mines, cells that are no mine at the most mines)."""
        self._budget.check_time()
        key = (tuple(map(len, component.groups)), component.constraints)
        if key not in self._known:
            self._known[key] = self._extremes(component)
        return self._known[key]

    def totals(self, clues: Iterable[int]) -> tuple[int, int]:
        values = [self.value(component) for component in self.split(clues)]
        return sum(v[0] for v in values), sum(v[1] for v in values)

    def _extremes(self, component: Component) -> tuple[int, int]:
        if elimination_order(component, self._cols).cost > _COUNTED:
            return _optimised(component, self._budget)
        counted = count(component, self._cols, self._budget)
        possible = [k for k, models in enumerate(counted.models) if models]
        if not possible:
            raise ContradictionError
        return counted.low + possible[0], component.cells - counted.low - possible[-1]


def _optimised(component: Component, budget: Budget) -> tuple[int, int]:
    """The same by CP-SAT, whose linear relaxation of the clues is close."""
    from ortools.sat.python import cp_model

    model = cp_model.CpModel()
    mines = [model.new_int_var(0, len(g), f"group_{i}") for i, g in enumerate(component.groups)]
    for total, groups in component.constraints:
        model.add(sum(mines[g] for g in groups) == total)
    found = []
    for optimise in (model.minimize, model.maximize):
        optimise(sum(mines))
        solver = cp_model.CpSolver()
        solver.parameters.num_workers = 1
        solver.parameters.max_time_in_seconds = budget.remaining
        status = solver.solve(model)
        if status == cp_model.INFEASIBLE:
            raise ContradictionError
        if status != cp_model.OPTIMAL:
            budget.exceeded(f"{budget.seconds:g} s")
        found.append(round(solver.objective_value))
    return found[0], component.cells - found[1]
