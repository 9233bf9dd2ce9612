"""Can these constraints hold together? A puzzle as CNF, each constraint behind a selector (PySAT)."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from itertools import pairwise
from math import inf

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..inference.cnf import exactly, followed, solve
from ..limits import Budget
from ..puzzle.constraint import Constraint, Sum, Variable
from ..puzzle.puzzle import Puzzle

TOTAL = -1
"""Stands for the mine count among the numbers of constraints."""


class PuzzleOracle:
    """One incremental solver for all questions about a puzzle; same face as the boards' oracle.

    ``selector``: the assumption that switches each constraint on, by its number; :data:`TOTAL` is the mine
    count.
    """

    def __init__(self, puzzle: Puzzle, budget: Budget) -> None:
        self.budget = budget
        self.calls = inf
        self._constraints = puzzle.constraints
        self._known = puzzle.values()
        pool = IDPool()
        self._ladders = {
            i: [pool.id() for _ in range(most)]
            for i, most in enumerate(puzzle.capacity)
            if i not in self._known
        }
        clauses = [[-upper, lower] for ladder in self._ladders.values() for lower, upper in pairwise(ladder)]
        parts = [(k, self._clauses(c, pool)) for k, c in enumerate(self._constraints)]
        if puzzle.mines is not None:
            cells = len(puzzle.cells)
            literals = [y for i, ladder in self._ladders.items() if i < cells for y in ladder]
            rest = puzzle.mines - sum(value for i, value in self._known.items() if i < cells)
            parts.append((TOTAL, exactly(literals, rest, pool)))
        self.selector: dict[int, int] = {}
        for name, own in parts:
            selector = self.selector[name] = pool.id()
            clauses += [[-selector, *clause] for clause in own]
        self.name = {selector: name for name, selector in self.selector.items()}
        self._lazy = [k for k, c in enumerate(self._constraints) if c.lazy]
        self._solver = Solver("minisat22", bootstrap_with=clauses)

    def _clauses(self, constraint: Constraint, pool: IDPool) -> list[list[int]]:
        self.budget.check_time()
        if constraint.lazy:
            return []
        known = {p: self._known[i] for p, i in enumerate(constraint.cells) if i in self._known}
        unknown = [(p, self._ladders[i]) for p, i in enumerate(constraint.cells) if i not in self._known]
        if not unknown:
            return [] if constraint.holds([self._known[i] for i in constraint.cells]) else [[]]
        if isinstance(constraint, Sum) and len(constraint.allowed) == 1 and set(constraint.weights) == {1}:
            need = next(iter(constraint.allowed)) - sum(known.values())
            return exactly([y for _, ladder in unknown for y in ladder], need, pool)
        automaton = constraint.automaton([Variable(p, len(ladder)) for p, ladder in unknown], known)
        return followed(automaton, [ladder for _, ladder in unknown], pool)

    def core(self, names: Iterable[int], given: Iterable[int] = ()) -> list[int] | None:
        """An unsatisfiable part of ``names``, or ``None`` if they hold together (with literals ``given``).

        Raises :class:`EngineLimitError` where the time is up, or as many calls as ``calls`` were made.
        """
        self.calls -= 1
        if self.calls < 0:
            self.budget.exceeded("questions")
        names = list(names)
        assumptions = [*given, *(self.selector[name] for name in names)]
        while solve(self._solver, assumptions, self.budget.check_time):
            model = self._solver.get_model()
            failed = [k for k in self._lazy if k in names and self._refute(k, model)]
            if not failed:
                return None
        return [self.name[s] for s in self._solver.get_core() or [] if s in self.name]

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
