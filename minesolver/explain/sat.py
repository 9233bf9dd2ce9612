"""Questions about constraints of any kind to an incremental SAT solver, each behind a selector (PySAT)."""

from collections.abc import Iterable, Mapping, Sequence
from itertools import pairwise

from ..base.interrupt import let_go
from ..base.limits import Budget
from ..engine.cnf import constraint_clauses, exactly, solve
from ..engine.sat_library import IDPool, Solver
from ..model.constraint import Constraint
from ..model.subject import Subject
from .oracle_facts import TOTAL, Facts

_PROPAGATIONS_PER_COST = 5  # in a microsecond or so


class Sat:
    """The same questions as :class:`.oracle.Oracle` answers."""

    def __init__(self, subject: Subject, constraints: Sequence[Constraint], budget: Budget) -> None:
        self._budget = budget
        self._spent = 0
        self._subject = subject
        self._constraints = constraints
        self._known_values = subject._values()
        self._pool = IDPool()
        self._ladders, order_clauses = ladders_of(subject, self._pool)
        self._selector: dict[int, int] = {}  # of each constraint
        self._member_of: dict[int, int] = {}  # the constraint of each selector
        # Of a clause that a question is about.
        self._question_selectors: dict[tuple[int, ...], int] = {}
        self._solver = Solver("minisat22", bootstrap_with=order_clauses)
        for number, constraint in enumerate(constraints):
            budget.check_time()
            self._add(number, clauses_of(constraint, self._ladders, self._known_values, self._pool))

    def close(self) -> None:
        """Nothing is asked any more."""
        let_go(self._solver)

    def _add(self, member: int, clauses: Iterable[list[int]]) -> None:
        selector = self._pool.id()
        self._selector[member] = selector
        self._member_of[selector] = member
        self._solver.append_formula([[-selector, *clause] for clause in clauses])

    def core(
        self, members: Sequence[int], facts: Facts, question_selector: int | None = None
    ) -> list[int] | None:
        """As the oracle's.

        question_selector: Of a clause that holds as well, for this question alone
        """
        if TOTAL in members and TOTAL not in self._selector:
            self._add(TOTAL, total_of(self._subject, self._ladders, self._pool))
        assumed = [self._literal(cell, is_mine) for cell, is_mine in facts.items()]
        if question_selector is not None:
            assumed.append(question_selector)
        assumed += [self._selector[member] for member in members]
        lazy_members = [
            member for member in members if member != TOTAL and self._constraints[member].lazy
        ]

        # A model may break what the solver was not told; with the reason against it, it is asked again.
        while solve(self._solver, assumed, self._check_budget):
            refuted = [self._refute(member, TOTAL in members) for member in lazy_members]
            if not any(refuted):
                return None
        failed_literals = self._solver.get_core() or []
        return [
            self._member_of[literal] for literal in failed_literals if literal in self._member_of
        ]

    def _check_budget(self) -> None:
        self._budget.check_time()
        cost = self._solver.accum_stats()["propagations"] // _PROPAGATIONS_PER_COST
        self._budget.spend_states(cost - self._spent)
        self._spent = cost

    def _refute(self, member: int, with_total: bool) -> bool:
        """Whether a lazy constraint fails; the solver then knows why, by the mine count where it is asked."""
        true_variables = {literal for literal in self._solver.get_model() if literal > 0}
        constraint = self._constraints[member]
        values = []
        known_positions = []
        for position, cell in enumerate(constraint.cells):
            if cell in self._known_values:
                known_positions.append(position)
                values.append(self._known_values[cell])
            else:
                values.append(sum(variable in true_variables for variable in self._ladders[cell]))
        if constraint.holds(values):
            return False

        # The mine count says something of a statement about all cells, of one mine each at most.
        is_about_all = self._subject._capacity == (1,) * len(constraint.cells)
        mine_count = 0
        if with_total and is_about_all:
            mine_count = self._subject.mines or 0
        for nogood in constraint.nogoods(values, mine_count, known_positions):
            clause = [-self._selector[member]]
            for index, value in nogood:
                if index < 0:  # the mine count
                    clause.append(-self._selector[TOTAL])
                    continue
                ladder = self._ladders.get(constraint.cells[index])
                if ladder is not None:
                    clause.append(-ladder[value - 1] if value else ladder[0])
            self._solver.add_clause(clause)
        return True

    def settled(self, members: Sequence[int], facts: Facts, cells: Facts) -> Facts:
        candidates = dict(cells)
        while candidates:
            # Is any of them otherwise? What a model shows otherwise is not settled; ask again about the rest.
            selector = self._pool.id()
            cell_of = {
                self._literal(cell, not is_mine): cell for cell, is_mine in candidates.items()
            }
            self._solver.add_clause([-selector, *cell_of])
            all_settled = self.core(members, facts, selector) is not None
            refuted_literals = () if all_settled else cell_of.keys() & self._solver.get_model()
            self._solver.add_clause([-selector])  # the clause is asked about no more
            if all_settled:
                break
            for literal in refuted_literals:
                del candidates[cell_of[literal]]
        return candidates

    def settles(self, members: Sequence[int], facts: Facts, layout: Facts) -> bool:
        # One clause for all questions about a layout: what the solver learns by it stays of use.
        another_layout = tuple(
            [self._literal(cell, not is_mine) for cell, is_mine in layout.items()]
        )
        if another_layout not in self._question_selectors:
            selector = self._pool.id()
            self._question_selectors[another_layout] = selector
            self._solver.add_clause([-selector, *another_layout])
        return self.core(members, facts, self._question_selectors[another_layout]) is not None

    def _literal(self, cell: int, is_mine: bool) -> int:
        """The literal that says that a cell holds a mine, or none."""
        literal = self._ladders[cell][0]
        return literal if is_mine else -literal


def ladders_of(subject: Subject, pool: IDPool) -> tuple[dict[int, list[int]], list[list[int]]]:
    """The variables of each unknown cell, "at least 1 mine", "at least 2", ...; and their order."""
    known_values = subject._values()
    ladders = {}
    order_clauses = []
    for cell, max_mines in enumerate(subject._capacity):
        if cell not in known_values:
            ladder = [pool.id() for _ in range(max_mines)]
            ladders[cell] = ladder
            order_clauses += [[-upper, lower] for lower, upper in pairwise(ladder)]
    return ladders, order_clauses


def total_of(subject: Subject, ladders: Mapping[int, list[int]], pool: IDPool) -> list[list[int]]:
    """The clauses of the mine count."""
    cell_count = len(subject.cells)  # hidden quantities come after the cells
    known_mines = sum([value for cell, value in subject._values().items() if cell < cell_count])
    variables: list[int] = []
    for cell, ladder in ladders.items():
        if cell < cell_count:
            variables += ladder
    return exactly(variables, (subject.mines or 0) - known_mines, pool)


def clauses_of(
    constraint: Constraint,
    ladders: Mapping[int, list[int]],
    values: Mapping[int, int],
    pool: IDPool,
    lazy: bool = True,
) -> list[list[int]]:
    """The clauses of a constraint.

    values: What is known of its cells
    lazy: As for :func:`~minesolver.engine.cnf.constraint_clauses`
    """
    ladder_at = {}
    value_at = {}
    for index, cell in enumerate(constraint.cells):
        if cell in values:
            value_at[index] = values[cell]
        else:
            ladder_at[index] = ladders[cell]
    return constraint_clauses(constraint, ladder_at, value_at, pool, lazy)
