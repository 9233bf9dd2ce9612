"""Questions about constraints of any kind to an incremental SAT solver, each behind a selector (PySAT)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..base.limits import Budget
from ..engines.cnf import exactly, said, solve
from ..model.constraint import Constraint
from ..model.subject import Subject
from .facts import TOTAL, Facts

_SHARE = 5  # propagations that cost a microsecond, about


class Sat:
    """The same questions as :class:`.oracle.Oracle` answers."""

    def __init__(self, subject: Subject, constraints: Sequence[Constraint], budget: Budget) -> None:
        self._budget = budget
        self._spent = 0
        self._subject = subject
        self._constraints = constraints
        self._known = subject.values()
        self._pool = IDPool()
        self._ladders, always = ladders_of(subject, self._pool)
        self._selector: dict[int, int] = {}
        self._member_of: dict[int, int] = {}
        self._otherwise: dict[tuple[int, ...], int] = {}
        self._solver = Solver("minisat22", bootstrap_with=always)
        for k, constraint in enumerate(constraints):
            budget.check_time()
            self._add(k, clauses_of(constraint, self._ladders, self._known, self._pool))

    def _add(self, member: int, clauses: Iterable[list[int]]) -> None:
        selector = self._selector[member] = self._pool.id()
        self._member_of[selector] = member
        self._solver.append_formula([[-selector, *clause] for clause in clauses])

    def core(self, members: Sequence[int], facts: Facts, switch: Sequence[int] = ()) -> list[int] | None:
        """As the oracle's; ``switch``: one more assumption."""
        if TOTAL in members and TOTAL not in self._selector:
            self._add(TOTAL, total_of(self._subject, self._ladders, self._pool))
        assumed = [self._literal(i, is_mine) for i, is_mine in facts.items()]
        assumed += [*switch, *(self._selector[member] for member in members)]
        lazy = [k for k in members if k != TOTAL and self._constraints[k].lazy]
        while solve(self._solver, assumed, self._look):
            if not sum([self._refute(k, TOTAL in members) for k in lazy]):
                return None
        return [self._member_of[s] for s in self._solver.get_core() or [] if s in self._member_of]

    def _look(self) -> None:
        self._budget.check_time()
        done = self._solver.accum_stats()["propagations"] // _SHARE
        self._budget.spend_states(done - self._spent)
        self._spent = done

    def _refute(self, k: int, counted: bool) -> bool:
        """Whether a lazy constraint fails; the solver then knows why, by the mine count where it is asked."""
        true = {literal for literal in self._solver.get_model() if literal > 0}
        constraint = self._constraints[k]
        values = [
            self._known[i] if i in self._known else sum(y in true for y in self._ladders[i])
            for i in constraint.cells
        ]
        if constraint.holds(values):
            return False
        # The mine count says something of a statement about all cells, of one mine each at most.
        whole = counted and self._subject.capacity == (1,) * len(constraint.cells)
        for why in constraint.nogoods(values, (self._subject.mines or 0) if whole else 0):
            clause = [-self._selector[k]]
            for place, value in why:
                ladder = self._ladders.get(constraint.cells[place]) if place >= 0 else None
                if ladder is not None:
                    clause.append(-ladder[value - 1] if value else ladder[0])
                elif place < 0:
                    clause.append(-self._selector[TOTAL])
            self._solver.add_clause(clause)
        return True

    def settled(self, members: Sequence[int], facts: Facts, cells: Facts) -> Facts:
        left = dict(cells)
        while left:
            # Is any of them otherwise? What a model shows otherwise is not settled; ask again about the rest.
            switch = self._pool.id()
            others = {self._literal(i, not is_mine): i for i, is_mine in left.items()}
            self._solver.add_clause([-switch, *others])
            settled = self.core(members, facts, [switch]) is not None
            shown = () if settled else others.keys() & self._solver.get_model()
            self._solver.add_clause([-switch])
            if settled:
                break
            for literal in shown:
                del left[others[literal]]
        return left

    def settles(self, members: Sequence[int], facts: Facts, layout: Facts) -> bool:
        # One clause for all questions about a layout: what the solver learns by it stays of use.
        others = tuple([self._literal(i, not is_mine) for i, is_mine in layout.items()])
        if others not in self._otherwise:
            switch = self._otherwise[others] = self._pool.id()
            self._solver.add_clause([-switch, *others])
        return self.core(members, facts, [self._otherwise[others]]) is not None

    def _literal(self, cell: int, is_mine: bool) -> int:
        """The literal that says that a cell holds a mine, or none."""
        literal = self._ladders[cell][0]
        return literal if is_mine else -literal


def ladders_of(subject: Subject, pool: IDPool) -> tuple[dict[int, list[int]], list[list[int]]]:
    """The variables of each unknown cell, "at least 1 mine", "at least 2", ...; and their order."""
    known = subject.values()
    ladders = {
        i: [pool.id() for _ in range(most)] for i, most in enumerate(subject.capacity) if i not in known
    }
    return ladders, [[-upper, lower] for ladder in ladders.values() for lower, upper in pairwise(ladder)]


def total_of(subject: Subject, ladders: Mapping[int, list[int]], pool: IDPool) -> list[list[int]]:
    """The clauses of the mine count."""
    cells = len(subject.cells)
    rest = (subject.mines or 0) - sum([value for i, value in subject.values().items() if i < cells])
    return exactly([y for i, ladder in ladders.items() if i < cells for y in ladder], rest, pool)


def clauses_of(
    constraint: Constraint,
    ladders: Mapping[int, list[int]],
    values: Mapping[int, int],
    pool: IDPool,
    lazy: bool = True,
) -> list[list[int]]:
    """The clauses of a constraint; ``values``: what is known of its cells; ``lazy``: as for `said`."""
    places = list(enumerate(constraint.cells))
    read = {p: ladders[i] for p, i in places if i not in values}
    return said(constraint, read, {p: values[i] for p, i in places if i in values}, pool, lazy)
