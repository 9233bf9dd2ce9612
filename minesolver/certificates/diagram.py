"""The states of exact counting, cell by cell: what each sum has counted so far, and what can follow.

It is the elimination of docs/counting.md with groups taken apart into cells. A state is how many literals of
each open sum are true; equal states are one. The states of a level are those that some layout completes, and
those that come up and lead to none (dead ends), which a proof has to rule out.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import count

from ..base.limits import Budget
from ..counting.ordering import elimination_order
from ..counting.problem import build
from .counters import Clause, Counter
from .sums import Statement, Sum

SumState = tuple[int, ...]
"""How many literals of each open sum are true."""


def reading_order(statement: Statement) -> list[int]:
    """The variables in an order in which few sums are open at once: settled cells, components, all others."""
    subject = statement.subject
    problem = build(subject)
    cells = [*problem.safe, *problem.mines]
    largest_first = sorted(problem.components, key=lambda component: -component.cells)
    for component in largest_first:
        for group in elimination_order(component, subject.columns).order:
            cells += component.groups[group]
    cells += problem.free
    return [statement.variable_of[i] for i in cells]


class Diagram:
    """The clauses of a board, and the states of its exact count.

    statement: The board
    budget: How many states there may be
    """

    def __init__(self, statement: Statement, budget: Budget) -> None:
        self.order = reading_order(statement)
        self.clauses: list[Clause] = []
        names = count(len(statement.cells) + 1)
        self._made = len(statement.cells)
        place = {variable: k for k, variable in enumerate(self.order)}
        self.counters = [
            Counter(total, place, lambda: self._variable(next(names)), self._clause)
            for total in statement.sums
        ]
        self.variables = self._made
        self._levels(statement.sums, place)
        self._explore(budget)
        self._prune()

    def _variable(self, name: int) -> int:
        self._made = name
        return name

    def _clause(self, clause: Clause) -> int:
        self.clauses.append(clause)
        return len(self.clauses)

    def _levels(self, sums: Sequence[Sum], place: dict[int, int]) -> None:
        """Which counters are open before each cell, and which of them read it."""
        self.open: list[list[int]] = [[] for _ in range(len(self.order) + 1)]
        self.read: list[dict[int, int]] = []  # of each open counter: how many literals it has read
        first = [min(place[variable] for variable, _ in total.weights) for total in sums]
        last = [max(place[variable] for variable, _ in total.weights) for total in sums]
        for k in range(len(sums)):
            for level in range(first[k] + 1, last[k] + 1):
                self.open[level].append(k)
        self.reads: list[list[int]] = [[] for _ in self.order]
        for k, total in enumerate(sums):
            for variable, _ in total.weights:
                self.reads[place[variable]].append(k)
        have = dict.fromkeys(range(len(sums)), 0)
        self.have = [dict(have)]
        for level, variable in enumerate(self.order):
            for k in self.reads[level]:
                have[k] += abs(dict(sums[k].weights)[variable])
            self.have.append(dict(have))

    def after(self, level: int, state: SumState, is_mine: bool) -> SumState | None:
        """The state after the next cell; ``None`` where a clause forbids this value of it."""
        counted = dict(zip(self.open[level], state, strict=True))
        variable = self.order[level]
        for k in self.reads[level]:
            counter = self.counters[k]
            true = counted.get(k, 0)
            for read in range(self.have[level][k], self.have[level + 1][k]):
                is_true = is_mine is (counter.literals[read] == variable)
                if counter.forbidden(read, true, is_true):
                    return None
                true += is_true
            counted[k] = true
        return tuple([counted[k] for k in self.open[level + 1]])

    def _explore(self, budget: Budget) -> None:
        """All states that come up, level by level, with what follows each cell value."""
        self.following: list[dict[SumState, list[SumState | None]]] = []
        states: dict[SumState, None] = {(): None}
        for level in range(len(self.order)):
            budget.check_time()
            budget.spend_states(len(states))
            layer = {state: [self.after(level, state, value) for value in (False, True)] for state in states}
            self.following.append(layer)
            states = {state: None for pair in layer.values() for state in pair if state is not None}

    def _prune(self) -> None:
        """Which states lead to a layout; those that do not stay only where one that does leads to them."""
        self.alive: list[set[SumState]] = [set() for _ in self.following] + [{()}]
        for level in reversed(range(len(self.following))):
            after = self.alive[level + 1]
            for state, pair in self.following[level].items():
                if any(following in after for following in pair):
                    self.alive[level].add(state)
