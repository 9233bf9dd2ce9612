"""The same model in OR-Tools CP-SAT: groups as integer variables, clues as linear equalities.

Counts come from enumerating all solutions of each component; the forced cells from feasibility of each
polarity on the whole board, the mine total included.
"""

from __future__ import annotations

from ortools.sat.python import cp_model

from ..analysis import Analysis, from_marginals
from ..board import Board, Cell
from ..counting import joining, problem
from ..counting.joining import ComponentCount
from ..counting.problem import Component, ContradictionError, Problem
from ..errors import EngineLimitError
from ..limits import Budget, Limit
from .engine import Engine
from .enumeration import SECONDS, SOLUTIONS, Tally, check_forced


def _variables(component: Component, model: cp_model.CpModel, name: str) -> list[cp_model.IntVar]:
    """One variable a group, tied by one equality a clue."""
    mines = [model.new_int_var(0, len(g), f"{name}_{i}") for i, g in enumerate(component.groups)]
    for total, groups in component.constraints:
        model.add(sum(mines[g] for g in groups) == total)
    return mines


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, variables: list[cp_model.IntVar], tally: Tally) -> None:
        super().__init__()
        self._variables = variables
        self._tally = tally
        self.stopped: EngineLimitError | None = None

    def on_solution_callback(self) -> None:
        try:
            self._tally.add([self.value(v) for v in self._variables])
        except EngineLimitError as error:  # an exception may not cross the solver
            self.stopped = error
            self.stop_search()


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component, by enumerating the mine counts of its groups."""
    model = cp_model.CpModel()
    variables = _variables(component, model, "group")
    tally = Tally(component, budget)
    collector = _Collector(variables, tally)
    solver = cp_model.CpSolver()
    solver.parameters.enumerate_all_solutions = True
    solver.parameters.num_workers = 1
    if budget.remaining < float("inf"):
        solver.parameters.max_time_in_seconds = budget.remaining
    status = solver.solve(model, collector)
    if collector.stopped is not None:
        raise collector.stopped
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        budget.exceeded(f"{budget.seconds:g} s")
    return tally.result()


def forced(given: Problem, budget: Budget) -> tuple[frozenset[Cell], frozenset[Cell]]:
    """(safe, mines): hidden cells that are the same in every layout, by feasibility of both polarities."""
    model = cp_model.CpModel()
    cells = [(group, None) for component in given.components for group in component.groups]
    variables = [
        variable
        for i, component in enumerate(given.components)
        for variable in _variables(component, model, f"component_{i}")
    ]
    groups = [group for group, _ in cells]
    if given.free:
        groups.append(given.free)
        variables.append(model.new_int_var(0, len(given.free), "free"))
    if given.remaining is not None:
        model.add(sum(variables) == given.remaining)
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1

    def solve(extra: cp_model.BoundedLinearExpression | bool | None = None) -> list[int] | None:
        trial = model
        if extra is not None:
            trial = model.clone()
            trial.add(extra)
        if budget.remaining < float("inf"):
            solver.parameters.max_time_in_seconds = budget.remaining
        status = solver.solve(trial)
        if status == cp_model.UNKNOWN:
            budget.exceeded(f"{budget.seconds:g} s")
        if status == cp_model.INFEASIBLE:
            return None
        return [solver.value(v) for v in variables]

    witness = solve()
    if witness is None:
        raise ContradictionError
    least, most = list(witness), list(witness)

    def widen(values: list[int] | None) -> bool:
        if values is None:
            return False
        for i, value in enumerate(values):
            least[i], most[i] = min(least[i], value), max(most[i], value)
        return True

    safe, mines = list(given.safe), list(given.mines)
    for i, (group, variable) in enumerate(zip(groups, variables, strict=True)):
        if most[i] == 0 and not widen(solve(variable >= 1)):
            safe += group
        elif least[i] == len(group) and not widen(solve(variable <= len(group) - 1)):
            mines += group
    cols = given.board.cols
    return (
        frozenset(divmod(i, cols) for i in safe),
        frozenset(divmod(i, cols) for i in mines),
    )


def _run(board: Board, limit: Limit) -> Analysis:
    if limit.seconds is None:
        limit = Limit(SECONDS, limit.states, limit.solutions)
    budget = Budget(limit, "cpsat", solutions=SOLUTIONS)
    given = problem.build(board)
    safe, mines = forced(given, budget)
    counted = [count(component, board.cols, budget) for component in given.components]
    analysis = from_marginals("cpsat", given, counted, joining.join(given, counted), budget.elapsed)
    return check_forced(analysis, safe, mines)


ENGINE = Engine(
    "cpsat",
    "linear equalities in OR-Tools CP-SAT: forced cells by feasibility, counts by enumeration",
    _run,
    source="OR-Tools CP-SAT (Perron, Didier, Gay 2023)",
)
