"""The frontier as CNF cardinality constraints, for an incremental SAT solver (PySAT).

A group of s interchangeable cells is s ordered booleans (the j-th says "at least j mines"), so that one
solution stands for all its permutations. Components are enumerated with blocking clauses; the forced cells
come from a second, independent road: the backbone, each polarity asked by assumptions with the mine count in.
"""

from ..base.interrupt import let_go
from ..base.limits import Budget
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Problem
from .backbone import SOLVER, backbone, ladders_of, refuted, values_of
from .cnf import solve
from .engine import SECONDS, SOLUTIONS, Engine, Proved, SolutionTally, by_counting
from .sat_library import IDPool, Solver


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component, by listing the mine counts of its groups."""
    pool = IDPool()
    ladders, clauses = ladders_of(component, pool, budget.check_time)
    tally = SolutionTally(component, budget)
    solver = Solver(SOLVER, bootstrap_with=clauses)
    try:
        while solve(solver, (), budget.check_time):
            solution = values_of(ladders, solver.get_model())
            against = refuted(component, ladders, solution)
            if against:
                solver.append_formula(against)
                continue
            tally.add(solution)
            blocking = []
            for ladder, mines in zip(ladders, solution, strict=True):
                if mines > 0:
                    blocking.append(-ladder[mines - 1])
                if mines < len(ladder):
                    blocking.append(ladder[mines])
            solver.add_clause(blocking)
    finally:
        let_go(solver)
    return tally.result()


def forced(problem: Problem, budget: Budget) -> Proved:
    """(safe, mines): hidden cells that are the same in every layout. Raises EngineLimitError: not all are
    proved within the limit."""
    proofs = backbone(problem, budget)
    if not proofs.complete:
        budget.exceeded(f"{budget.seconds:g} s")
    return proofs.safe, proofs.mines


listed = by_counting("pysat", count, solutions=SOLUTIONS)
"""The same of a board of which the proved cells are known already."""
ENGINE = Engine(
    "pysat",
    "CNF cardinality constraints: backbone by SAT assumptions, counts by enumeration",
    by_counting("pysat", count, forced, solutions=SOLUTIONS, seconds=SECONDS),
    subjects="any",
    source="PySAT (Ignatiev, Morgado, Marques-Silva 2018), totalizer of Bailleux and Boufkhad 2003",
)
