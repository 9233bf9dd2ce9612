"""The frontier as CNF cardinality constraints, for an incremental SAT solver (PySAT).

A group of s interchangeable cells is s ordered booleans (the j-th says "at least j mines"), so that one
solution stands for all its permutations. Components are enumerated with blocking clauses; the forced cells
come from a second, independent road: the backbone, each polarity asked by assumptions with the mine count in.
"""

from collections.abc import Sequence
from itertools import chain, pairwise
from math import inf

from pysat.formula import IDPool
from pysat.solvers import Solver

from ..base.limits import Budget
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Problem
from .cnf import between, exactly, said, solve
from .engine import SECONDS, SOLUTIONS, Engine, Proved, SolutionTally, always, by_counting

_SOLVER = "minisat22"
_AT_ONCE = 2000  # clauses given to a solver between two looks at the clock


def _ladders(component: Component, pool: IDPool, budget: Budget) -> tuple[list[list[int]], list[list[int]]]:
    """The ordered booleans of each group, and the clauses of the component."""
    ladders = [[pool.id() for _ in range(component.most_of(g))] for g in range(len(component.groups))]
    clauses = [[-upper, lower] for ladder in ladders for lower, upper in pairwise(ladder)]
    for mines, groups in component.constraints:
        budget.check_time()
        clauses += exactly([y for g in groups for y in ladders[g]], mines, pool)
    for rule in component.rules:
        at = {p: ladders[g] for g, p in zip(rule.groups, rule.places, strict=True)}
        clauses += said(rule.constraint, at, rule.values, pool)
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
    ladders, clauses = _ladders(component, pool, budget)
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


def backbone(given: Problem, budget: Budget, propagations: float = inf) -> Proved:
    """(safe, mines): hidden cells that are the same in every layout, by assumptions on both polarities."""
    pool = IDPool()
    parts = [_ladders(component, pool, budget) for component in given.components]
    ladders = [ladder for part, _ in parts for ladder in part]
    clauses = list(chain.from_iterable(part for _, part in parts))
    literals = [
        y
        for component, (part, _) in zip(given.components, parts, strict=True)
        for g, ladder in enumerate(part)
        if g not in component.uncounted
        for y in ladder
    ]
    groups = [group for component in given.components for group in component.groups]
    free = len(given.free)
    selectors: list[int] = []
    if given.remaining is not None:
        least, most = given.remaining - free, given.remaining
        clauses += between(literals, least, most, pool)
        if free:
            groups.append(given.free)
            # Selectors for "some unconstrained cell is a mine" and "some is none".
            for low, high in ((least, most - 1), (least + 1, most)):
                selectors.append(pool.id())
                budget.check_time()
                own = between(literals, low, high, pool)
                budget.check_time()
                clauses += [[-selectors[-1], *c] for c in own]
    with Solver(_SOLVER) as solver:
        for at in range(0, len(clauses), _AT_ONCE):
            budget.check_time()
            solver.append_formula(clauses[at : at + _AT_ONCE])

        def look() -> None:
            budget.check_time()
            if solver.accum_stats()["propagations"] > propagations:
                budget.exceeded("propagations")

        def solved(group: int | None, low: int, high: int) -> list[int] | None:
            assumed: list[int] = []
            if group is not None and group < len(ladders):
                assumed = [ladders[group][0] if low else -ladders[group][high]]
            elif group is not None:
                assumed = [selectors[0 if low else 1]]
            while solve(solver, assumed, look):
                model = solver.get_model()
                refuted = [
                    clause
                    for component, (own, _) in zip(given.components, parts, strict=True)
                    if component.rules
                    for clause in _refuted(component, own, _values(own, model))
                ]
                if not refuted:
                    rest = (given.remaining or 0) - len({*literals}.intersection(model))
                    return [*_values(ladders, model), *[rest] * bool(selectors)]
                solver.append_formula(refuted)
            return None

        mosts = [*map(len, ladders), *[free] * bool(selectors)]
        return always(given, groups, mosts, solved)


ENGINE = Engine(
    "pysat",
    "CNF cardinality constraints: backbone by SAT assumptions, counts by enumeration",
    by_counting("pysat", count, backbone, solutions=SOLUTIONS, seconds=SECONDS),
    subjects="any",
    source="PySAT (Ignatiev, Morgado, Marques-Silva 2018), totalizer of Bailleux and Boufkhad 2003",
)
