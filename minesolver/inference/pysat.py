"""The frontier as CNF cardinality constraints, for an incremental SAT solver (PySAT).

A group of s interchangeable cells is s ordered booleans (the j-th says "at least j mines"), so that one
solution stands for all its permutations. Components are enumerated with blocking clauses; the forced cells
come from a second, independent road: the backbone, each polarity asked by assumptions with the mine total in.
"""

from __future__ import annotations

from itertools import chain, pairwise

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..analysis import Analysis, from_marginals
from ..board import Board, Cell
from ..counting import joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component, ContradictionError, Problem
from ..limits import Budget, Limit
from .cnf import between, exactly, solve
from .engine import Engine
from .enumeration import SECONDS, SOLUTIONS, Tally, check_forced

_SOLVER = "minisat22"


def _ladders(component: Component, pool: IDPool) -> tuple[list[list[int]], list[list[int]]]:
    """The ordered booleans of each group, and the clauses of the component."""
    ladders = [[pool.id() for _ in group] for group in component.groups]
    clauses = [[-upper, lower] for ladder in ladders for lower, upper in pairwise(ladder)]
    for mines, groups in component.constraints:
        clauses += exactly([y for g in groups for y in ladders[g]], mines, pool)
    return ladders, clauses


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component, by listing the mine counts of its groups."""
    pool = IDPool()
    ladders, clauses = _ladders(component, pool)
    tally = Tally(component, budget)
    with Solver(_SOLVER, bootstrap_with=clauses) as solver:
        while solve(solver, (), budget.check_time):
            model = solver.get_model()
            solution = [sum(model[y - 1] > 0 for y in ladder) for ladder in ladders]
            tally.add(solution)
            blocking = []
            for ladder, mines in zip(ladders, solution, strict=True):
                if mines > 0:
                    blocking.append(-ladder[mines - 1])
                if mines < len(ladder):
                    blocking.append(ladder[mines])
            solver.add_clause(blocking)
    return tally.result()


def backbone(given: Problem, budget: Budget) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """(safe, mines): hidden cells that are the same in every layout, by assumptions on both polarities."""
    cols = given.board.cols
    pool = IDPool()
    parts = [_ladders(component, pool) for component in given.components]
    ladders = [ladder for part, _ in parts for ladder in part]
    clauses = list(chain.from_iterable(part for _, part in parts))
    literals = list(chain.from_iterable(ladders))
    free = len(given.free)
    safe = list(given.safe)
    mines = list(given.mines)
    empty_free = full_free = None
    if given.remaining is not None:
        least, most = given.remaining - free, given.remaining
        clauses += between(literals, least, most, pool)
        if free:
            # Selectors for "some mine is free" and "some free cell is no mine".
            empty_free, full_free = pool.id(), pool.id()
            clauses += [[-empty_free, *c] for c in between(literals, least, most - 1, pool)]
            budget.check_time()
            clauses += [[-full_free, *c] for c in between(literals, least + 1, most, pool)]
            budget.check_time()
    with Solver(_SOLVER, bootstrap_with=clauses) as solver:
        if not solve(solver, (), budget.check_time):
            raise ContradictionError
        witness = set(solver.get_model())

        def possible(literal: int) -> bool:
            nonlocal witness
            if literal in witness:
                return True
            if solve(solver, [literal], budget.check_time):
                witness = set(solver.get_model())
                return True
            return False

        groups = (group for component in given.components for group in component.groups)
        for group, ladder in zip(groups, ladders, strict=True):
            if not possible(ladder[0]):
                safe += group
            elif not possible(-ladder[-1]):
                mines += group
        if empty_free is not None and full_free is not None:
            if not solve(solver, [empty_free], budget.check_time):
                safe += given.free
            elif not solve(solver, [full_free], budget.check_time):
                mines += given.free
    return (
        frozenset(divmod(i, cols) for i in safe),
        frozenset(divmod(i, cols) for i in mines),
    )


def _run(board: Board, limit: Limit) -> Analysis:
    if limit.seconds is None:
        limit = Limit(SECONDS, limit.states, limit.solutions)
    budget = Budget(limit, "pysat", solutions=SOLUTIONS)
    given = problem.build(board)
    safe, mines = backbone(given, budget)
    counted = [count(component, board.cols, budget) for component in given.components]
    analysis = from_marginals("pysat", given, counted, joining.join(given, counted), budget.elapsed)
    return check_forced(analysis, safe, mines)


ENGINE = Engine(
    "pysat",
    "CNF cardinality constraints: backbone by SAT assumptions, counts by enumeration",
    _run,
    source="PySAT (Ignatiev, Morgado, Marques-Silva 2018), totalizer of Bailleux and Boufkhad 2003",
)
