"""The frontier as CNF cardinality constraints, for an incremental SAT solver (PySAT).

A group of s interchangeable cells is s ordered booleans (the j-th says "at least j mines"), so that one
solution stands for all its permutations. Components are enumerated with blocking clauses; the forced cells
come from a second, independent road: the backbone, each polarity asked by assumptions with the mine count in.
"""

from __future__ import annotations

from collections.abc import Sequence
from itertools import chain, pairwise

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..base.limits import Budget
from ..counting.joining import ComponentCount
from ..counting.problem import Component, ContradictionError, Problem
from .cnf import between, exactly, followed, solve
from .engine import SECONDS, SOLUTIONS, Engine, Proved, SolutionTally, by_counting

_SOLVER = "minisat22"


def _ladders(component: Component, pool: IDPool) -> tuple[list[list[int]], list[list[int]]]:
    """The ordered booleans of each group, and the clauses of the component."""
    ladders = [[pool.id() for _ in range(component.most_of(g))] for g in range(len(component.groups))]
    clauses = [[-upper, lower] for ladder in ladders for lower, upper in pairwise(ladder)]
    for mines, groups in component.constraints:
        clauses += exactly([y for g in groups for y in ladders[g]], mines, pool)
    for rule in component.rules:
        if not rule.whole_board:
            clauses += followed(rule.automaton(rule.groups), [ladders[g] for g in rule.groups], pool)
    return ladders, clauses


def _refuted(component: Component, ladders: list[list[int]], solution: list[int]) -> list[list[int]]:
    """Clauses against a solution, of the rules that the solver does not have."""
    clauses = []
    for rule in component.rules:
        broken = rule.broken(solution) if rule.whole_board else None
        if broken is not None:
            clauses.append([-ladders[g][value - 1] if value else ladders[g][0] for g, value in broken])
    return clauses


def _values(ladders: list[list[int]], model: Sequence[int]) -> list[int]:
    """The mines of each group in a model; variables in no clause may be missing from it."""
    true = {literal for literal in model if literal > 0}
    return [sum(y in true for y in ladder) for ladder in ladders]


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component, by listing the mine counts of its groups."""
    pool = IDPool()
    ladders, clauses = _ladders(component, pool)
    tally = SolutionTally(component, budget)
    with Solver(_SOLVER, bootstrap_with=clauses) as solver:
        while solve(solver, (), budget.check_time):
            solution = _values(ladders, solver.get_model())
            refuted = _refuted(component, ladders, solution)
            if refuted:
                solver.append_formula(refuted)
                continue
            tally.add(solution)
            blocking = []
            for ladder, mines in zip(ladders, solution, strict=True):
                if mines > 0:
                    blocking.append(-ladder[mines - 1])
                if mines < len(ladder):
                    blocking.append(ladder[mines])
            solver.add_clause(blocking)
    return tally.result()


def backbone(given: Problem, budget: Budget) -> Proved:
    """(safe, mines): hidden cells that are the same in every layout, by assumptions on both polarities."""
    pool = IDPool()
    parts = [_ladders(component, pool) for component in given.components]
    ladders = [ladder for part, _ in parts for ladder in part]
    clauses = list(chain.from_iterable(part for _, part in parts))
    literals = [
        y
        for component, (part, _) in zip(given.components, parts, strict=True)
        for g, ladder in enumerate(part)
        if g not in component.uncounted
        for y in ladder
    ]
    free = len(given.free)
    safe = list(given.safe)
    mines = list(given.mines)
    empty_free = full_free = None
    if given.remaining is not None:
        least, most = given.remaining - free, given.remaining
        clauses += between(literals, least, most, pool)
        if free:
            # Selectors for "some unconstrained cell is a mine" and "some is none".
            empty_free, full_free = pool.id(), pool.id()
            clauses += [[-empty_free, *c] for c in between(literals, least, most - 1, pool)]
            budget.check_time()
            clauses += [[-full_free, *c] for c in between(literals, least + 1, most, pool)]
            budget.check_time()
    with Solver(_SOLVER, bootstrap_with=clauses) as solver:

        def solved(*assumptions: int) -> bool:
            while solve(solver, assumptions, budget.check_time):
                model = solver.get_model()
                refuted = [
                    clause
                    for component, (own, _) in zip(given.components, parts, strict=True)
                    if component.rules
                    for clause in _refuted(component, own, _values(own, model))
                ]
                if not refuted:
                    return True
                solver.append_formula(refuted)
            return False

        if not solved():
            raise ContradictionError
        witness = set(solver.get_model())

        def possible(literal: int) -> bool:
            nonlocal witness
            if literal in witness:
                return True
            if solved(literal):
                witness = set(solver.get_model())
                return True
            return False

        groups = (group for component in given.components for group in component.groups)
        for group, ladder in zip(groups, ladders, strict=True):
            if not possible(ladder[0]):
                safe += group
            # All cells have a mine where the group has more than all but one can hold.
            elif not possible(-ladder[len(ladder) - len(ladder) // len(group)]):
                mines += group
        if empty_free is not None and full_free is not None:
            if not solved(empty_free):
                safe += given.free
            elif not solved(full_free):
                mines += given.free
    return safe, mines


ENGINE = Engine(
    "pysat",
    "CNF cardinality constraints: backbone by SAT assumptions, counts by enumeration",
    by_counting("pysat", count, backbone, solutions=SOLUTIONS, seconds=SECONDS),
    subjects="any",
    source="PySAT (Ignatiev, Morgado, Marques-Silva 2018), totalizer of Bailleux and Boufkhad 2003",
)
