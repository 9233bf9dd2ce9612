"""Can these constraints hold together? A puzzle as CNF, each constraint behind a selector (PySAT)."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping, Sequence
from itertools import pairwise
from math import inf

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..base.limits import Budget
from ..engines.cnf import exactly, followed, solve
from ..model.constraint import Constraint, SumConstraint, Variable
from ..model.subject import Subject

TOTAL = -1
"""Stands for the mine count among the numbers of constraints."""


def encoded(
    puzzle: Subject, pool: IDPool, check: Callable[[], None] = lambda: None, *, whole_boards: bool = False
) -> tuple[dict[int, list[int]], list[list[int]], list[tuple[int, list[list[int]]]]]:
    """A puzzle as CNF: its cells' variables, the clauses that hold anyway, and those of each constraint.

    The variables of an unknown cell say "at least 1 mine", "at least 2", ... Constraints go by their numbers,
    the mine count by :data:`TOTAL`. ``whole_boards``: also those that a solver is usually asked again about.
    ``check`` is called now and then, and may raise.
    """
    known = puzzle.values()
    ladders = {
        i: [pool.id() for _ in range(most)] for i, most in enumerate(puzzle.capacity) if i not in known
    }
    always = [[-upper, lower] for ladder in ladders.values() for lower, upper in pairwise(ladder)]
    parts = []
    for k, constraint in enumerate(puzzle.constraints):
        check()
        encoded_now = whole_boards or not constraint.lazy
        parts.append((k, _clauses(constraint, ladders, known, pool) if encoded_now else []))
    if puzzle.mines is not None:
        cells = len(puzzle.cells)
        literals = [y for i, ladder in ladders.items() if i < cells for y in ladder]
        rest = puzzle.mines - sum(value for i, value in known.items() if i < cells)
        parts.append((TOTAL, exactly(literals, rest, pool)))
    return ladders, always, parts


def _clauses(
    constraint: Constraint, ladders: Mapping[int, list[int]], values: Mapping[int, int], pool: IDPool
) -> list[list[int]]:
    known = {p: values[i] for p, i in enumerate(constraint.cells) if i in values}
    unknown = [(p, ladders[i]) for p, i in enumerate(constraint.cells) if i not in values]
    if not unknown:
        return [] if constraint.holds([values[i] for i in constraint.cells]) else [[]]
    if (
        isinstance(constraint, SumConstraint)
        and len(constraint.allowed) == 1
        and set(constraint.weights) == {1}
    ):
        need = next(iter(constraint.allowed)) - sum(known.values())
        return exactly([y for _, ladder in unknown for y in ladder], need, pool)
    automaton = constraint.automaton([Variable(p, len(ladder)) for p, ladder in unknown], known)
    return followed(automaton, [ladder for _, ladder in unknown], pool)


class PuzzleOracle:
    """One incremental solver for all questions about a puzzle; same face as the boards' oracle.

    ``selector``: the assumption that switches each constraint on, by its number; :data:`TOTAL` is the mine
    count.
    """

    def __init__(self, puzzle: Subject, budget: Budget) -> None:
        self.budget = budget
        self.calls = inf
        self._constraints = puzzle.constraints
        self._known = puzzle.values()
        pool = self._pool = IDPool()
        self._ladders, clauses, parts = encoded(puzzle, pool, budget.check_time)
        self.selector: dict[int, int] = {}
        for name, own in parts:
            selector = self.selector[name] = pool.id()
            clauses += [[-selector, *clause] for clause in own]
        self.member_of = {selector: member for member, selector in self.selector.items()}
        self._lazy = [k for k, c in enumerate(self._constraints) if c.lazy]
        self._solver = Solver("minisat22", bootstrap_with=clauses)

    def core(self, members: Iterable[int], assumed: Iterable[int] = ()) -> list[int] | None:
        """An unsatisfiable part of ``members``, or ``None`` if they hold together under ``assumed`` literals.

        Raises :class:`EngineLimitError` where the time is up, or as many calls as ``calls`` were made.
        """
        self.calls -= 1
        if self.calls < 0:
            self.budget.exceeded("questions")
        members = list(members)
        assumptions = [*assumed, *(self.selector[member] for member in members)]
        while solve(self._solver, assumptions, self.budget.check_time):
            model = self._solver.get_model()
            failed = [k for k in self._lazy if k in members and self._refute(k, model)]
            if not failed:
                return None
        return [self.member_of[s] for s in self._solver.get_core() or [] if s in self.member_of]

    def _refute(self, k: int, model: list[int]) -> bool:
        """Whether a lazy constraint fails; the solver then knows why."""
        constraint = self._constraints[k]
        true = {literal for literal in model if literal > 0}
        values = [
            self._known[i] if i in self._known else sum(y in true for y in self._ladders[i])
            for i in constraint.cells
        ]
        if constraint.holds(values):
            return False
        clause = [-self.selector[k]]
        for place, value in constraint.nogood(values):
            ladder = self._ladders.get(constraint.cells[place])
            if ladder is not None:
                clause.append(-ladder[value - 1] if value else ladder[0])
        self._solver.add_clause(clause)
        return True

    def forced(self, members: Sequence[int], facts: Sequence[int], cells: Mapping[int, bool]) -> list[int]:
        """Those of some proved cells that these constraints settle by themselves, given some facts.

        ``cells``: whether each is proved a mine.
        """
        left = dict(cells)
        while left:
            # Is any of them otherwise? What a model shows otherwise is not settled; ask again about the rest.
            switch = self._pool.id()
            self._solver.add_clause([-switch, *(self.fact(i, not is_mine) for i, is_mine in left.items())])
            settled = self.core(members, [*facts, switch]) is not None
            shown = set() if settled else set(self._solver.get_model())
            self._solver.add_clause([-switch])
            if settled:
                return list(left)
            left = {i: is_mine for i, is_mine in left.items() if self.fact(i, not is_mine) not in shown}
        return []

    def forbid(self, values: Mapping[int, int]) -> None:
        """From now on the cells do not all have these values."""
        clause = []
        for i, value in values.items():
            ladder = self._ladders[i]
            clause += [-ladder[value - 1]] if value else []
            clause += [ladder[value]] if value < len(ladder) else []
        self._solver.add_clause(clause)

    def fact(self, cell: int, is_mine: bool) -> int:
        """The literal that says that a cell holds a mine, or none."""
        literal: int = self._ladders[cell][0]
        return literal if is_mine else -literal

    def __enter__(self) -> PuzzleOracle:
        return self

    def __exit__(self, *_: object) -> None:
        self._solver.delete()
