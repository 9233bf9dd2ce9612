"""The states of exact counting, cell by cell: what each sum has counted so far, and what can follow.

It is the elimination of docs/counting.md with groups taken apart into cells. A state is how many literals of
each open sum are true; equal states are one. The states of a level are those that some layout completes, and
those that come up and lead to none (dead ends), which a proof has to rule out.
"""

from __future__ import annotations

from collections.abc import Sequence

from ...base.limits import Budget
from ...counting.ordering import elimination_order
from ...counting.problem import build
from .counters import Clause, Counter
from .statements import Statement, Sum

SumState = tuple[int, ...]
"""How many literals of each open sum are true."""


def reading_order(statement: Statement) -> list[int]:
    """The variables in an order in which few sums are open at once: settled cells, components, all others."""
    subject = statement.subject
    problem = build(subject)
    cells = [*problem.safe, *problem.mines]
    largest_first = sorted(
        problem.components,
        key=lambda component: -component.cells,
    )
    for component in largest_first:
        chosen = elimination_order(component, subject._columns)
        for group in chosen.order:
            cells += component.groups[group]
    cells += problem.free
    return [statement.variable_of[cell] for cell in cells]


class Diagram:
    """The clauses of a board, and the states of its exact count.

    statement: The board
    budget: How many states there may be
    """

    def __init__(self, statement: Statement, budget: Budget) -> None:
        self.order = reading_order(statement)
        self.clauses: list[Clause] = []
        self.variables = len(statement.cells)  # and those that count
        level_of = {variable: level for level, variable in enumerate(self.order)}
        self.counters = []
        for total in statement.sums:
            counter = Counter(
                total,
                level_of,
                self._new_variable,
                self._add_clause,
            )
            self.counters.append(counter)
        self._find_levels(statement.sums, level_of)
        self._explore(budget)
        self._find_live_states()

    def _new_variable(self) -> int:
        self.variables += 1
        return self.variables

    def _add_clause(self, clause: Clause) -> int:
        self.clauses.append(clause)
        return len(self.clauses)

    def _find_levels(self, sums: Sequence[Sum], level_of: dict[int, int]) -> None:
        """Which counters are open before each cell, which of them read it, and how much each has read."""
        level_count = len(self.order)
        self.readers: list[list[int]] = [[] for _ in range(level_count)]
        self.open_counters: list[list[int]] = [[] for _ in range(level_count + 1)]
        for number, total in enumerate(sums):
            levels_read = [level_of[variable] for variable, _ in total.weights]
            for level in levels_read:
                self.readers[level].append(number)

            # A counter is open after the first cell that it reads, up to the last.
            first_level = min(levels_read)
            last_level = max(levels_read)
            for level in range(first_level + 1, last_level + 1):
                self.open_counters[level].append(number)

        # How many literals each counter has read before each cell.
        weights_of_sums = [dict(total.weights) for total in sums]
        read_counts = dict.fromkeys(range(len(sums)), 0)
        self.read_counts = [dict(read_counts)]
        for level, variable in enumerate(self.order):
            for number in self.readers[level]:
                weight = weights_of_sums[number][variable]
                read_counts[number] += abs(weight)
            self.read_counts.append(dict(read_counts))

    def newly_read(self, level: int, number: int) -> range:
        """The literals of a counter, by number, that stand for the cell of a level."""
        count_before = self.read_counts[level][number]
        count_after = self.read_counts[level + 1][number]
        return range(count_before, count_after)

    def true_counts(self, level: int, state: SumState) -> dict[int, int]:
        """How many of the literals read are true, by open counter."""
        open_counters = self.open_counters[level]
        return dict(zip(open_counters, state, strict=True))

    def bits(self, level: int, number: int, true_count: int) -> list[int]:
        """The literals by which a counter says, before the cell of a level, how many literals are true."""
        counter = self.counters[number]
        read_count = self.read_counts[level][number]
        return counter.state(read_count, true_count)

    def next_state(self, level: int, state: SumState, is_mine: bool) -> SumState | None:
        """The state after the next cell; ``None`` where a clause forbids this value of it."""
        true_counts = self.true_counts(level, state)
        for number in self.readers[level]:
            counter = self.counters[number]
            true_count = true_counts.get(number, 0)
            for read_count in self.newly_read(level, number):
                is_true = counter.is_true(read_count, is_mine)
                if counter.forbidden(read_count, true_count, is_true):
                    return None
                true_count += is_true
            true_counts[number] = true_count

        # Only the counters that are still open are remembered.
        counters_after = self.open_counters[level + 1]
        return tuple([true_counts[number] for number in counters_after])

    def _explore(self, budget: Budget) -> None:
        """All states that come up, level by level, with what follows each cell value."""
        self.following: list[dict[SumState, list[SumState | None]]] = []
        states: dict[SumState, None] = {(): None}
        for level in range(len(self.order)):
            budget.check_time()
            budget.spend_states(len(states))
            layer: dict[SumState, list[SumState | None]] = {}
            new_states: dict[SumState, None] = {}
            for state in states:
                state_if_safe = self.next_state(level, state, False)
                state_if_mine = self.next_state(level, state, True)
                pair = [state_if_safe, state_if_mine]
                layer[state] = pair
                for following in pair:
                    if following is not None:
                        new_states[following] = None
            self.following.append(layer)
            states = new_states

    def _find_live_states(self) -> None:
        """Which states of each level some layout completes, from the last cell back to the first."""
        # After the last cell no sum is open: its one state, (), is a layout.
        self.live_states: list[set[SumState]] = [set() for _ in self.following]
        self.live_states.append({()})
        for level in reversed(range(len(self.following))):
            live_after = self.live_states[level + 1]
            live_states = self.live_states[level]
            for state, pair in self.following[level].items():
                state_if_safe, state_if_mine = pair
                if state_if_safe in live_after or state_if_mine in live_after:
                    live_states.add(state)
