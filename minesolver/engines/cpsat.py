"""The same model in OR-Tools CP-SAT: groups as integer variables, clues as linear equalities.

Counts come from enumerating all solutions of each component; the forced cells from feasibility of each
polarity on the whole board, the mine count included.
"""

from functools import partial
from typing import Any

from ortools.sat.python import cp_model

from ..base.errors import EngineLimitError
from ..base.interrupt import in_other_thread
from ..base.limits import Budget
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Problem
from ..model.constraint import transitions
from .engine import SECONDS, SOLUTIONS, Engine, Proved, SolutionTally, always, by_counting


def _variables(component: Component, model: cp_model.CpModel, name: str) -> list[cp_model.IntVar]:
    """One variable a group, tied by one equality a clue and one automaton a rule."""
    mines = [model.new_int_var(0, component.most_of(g), f"{name}_{g}") for g in range(len(component.groups))]
    for total, groups in component.constraints:
        model.add(sum(mines[g] for g in groups) == total)
    for rule in component.rules:
        if not rule.whole_board:
            mosts = [component.most_of(g) for g in rule.groups]
            steps = list(transitions(rule.automaton(rule.groups), mosts))
            if final := {b for level, _, _, b in steps if b is not None and level == len(mosts) - 1}:
                allowed = [(a, value, b) for _, a, value, b in steps if b is not None]
                model.add_automaton([mines[g] for g in rule.groups], 0, [*final], allowed)
            else:
                model.add_bool_or([])
    return mines


def _refuted(component: Component, variables: list[cp_model.IntVar], values: list[int]) -> list[list[Any]]:
    """Clauses against some values, of the rules that the model leaves out; their groups are single cells."""
    clauses = []
    for rule in component.rules:
        broken = rule.broken(values) if rule.whole_board else None
        if broken is not None:
            clauses.append([~variables[g] if value else variables[g] for g, value in broken])
    return clauses


def _solver(rules: bool, budget: Budget) -> cp_model.CpSolver:
    """One thread; no presolve beside automata: on some, that of OR-Tools 9.15 aborts the process."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = not rules
    solver.parameters.max_time_in_seconds = budget.remaining
    solver.parameters.catch_sigint_signal = False
    return solver


def _status(
    solver: cp_model.CpSolver, model: cp_model.CpModel, collector: cp_model.CpSolverSolutionCallback | None
) -> Any:
    """What ``solver.solve`` returns; an interrupt stops it."""
    return in_other_thread(partial(solver.solve, model, collector), solver.stop_search)


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(self, component: Component, variables: list[cp_model.IntVar], tally: SolutionTally) -> None:
        super().__init__()
        self._component = component
        self._variables = variables
        self._tally = tally
        self._met: set[tuple[int, ...]] = set()  # what an automaton adds may give one solution several times
        self.stopped: EngineLimitError | None = None

    def on_solution_callback(self) -> None:
        try:
            values = [self.value(v) for v in self._variables]
            if tuple(values) not in self._met and not _refuted(self._component, self._variables, values):
                self._met.add(tuple(values))
                self._tally.add(values)
        except EngineLimitError as error:  # an exception may not cross the solver
            self.stopped = error
            self.stop_search()


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component, by enumerating the mine counts of its groups."""
    model = cp_model.CpModel()
    variables = _variables(component, model, "group")
    tally = SolutionTally(component, budget)
    collector = _Collector(component, variables, tally)
    solver = _solver(bool(component.rules), budget)
    solver.parameters.enumerate_all_solutions = True
    status = _status(solver, model, collector)
    if collector.stopped is not None:
        raise collector.stopped
    if status not in (cp_model.OPTIMAL, cp_model.INFEASIBLE):
        budget.exceeded(f"{budget.seconds:g} s")
    return tally.result()


def forced(given: Problem, budget: Budget) -> Proved:
    """(safe, mines): hidden cells that are the same in every layout, by feasibility of both polarities."""
    model = cp_model.CpModel()
    parts = [(part, _variables(part, model, f"component_{i}")) for i, part in enumerate(given.components)]
    groups = [group for part, _ in parts for group in part.groups]
    variables = [variable for _, own in parts for variable in own]
    counted = [v for part, own in parts for g, v in enumerate(own) if g not in part.uncounted]
    mosts = [part.most_of(g) for part, _ in parts for g in range(len(part.groups))]
    if given.free:
        groups.append(given.free)
        variables.append(model.new_int_var(0, len(given.free), "free"))
        counted.append(variables[-1])
        mosts.append(len(given.free))
    if given.remaining is not None:
        model.add(sum(counted) == given.remaining)
    rules = any(part.rules for part, _ in parts)

    def solve(group: int | None, least: int, most: int) -> list[int] | None:
        while True:
            trial = model
            if group is not None:
                trial = model.clone()
                trial.add_linear_constraint(variables[group], least, most)
            solver = _solver(rules, budget)
            status = _status(solver, trial, None)
            if status == cp_model.UNKNOWN:
                budget.exceeded(f"{budget.seconds:g} s")
            if status == cp_model.INFEASIBLE:
                return None
            refuted = [
                clause
                for part, own in parts
                if part.rules
                for clause in _refuted(part, own, list(map(solver.value, own)))
            ]
            if not refuted:
                return list(map(solver.value, variables))
            for clause in refuted:
                model.add_bool_or(clause)

    return always(given, groups, mosts, solve)


ENGINE = Engine(
    "cpsat",
    "linear equalities in OR-Tools CP-SAT: forced cells by feasibility, counts by enumeration",
    by_counting("cpsat", count, forced, solutions=SOLUTIONS, seconds=SECONDS),
    subjects="any",
    source="OR-Tools CP-SAT (Perron, Didier, Gay 2023)",
)
