"""The same model in OR-Tools CP-SAT: groups as integer variables, clues as linear equalities.

Counts come from enumerating all solutions of each component; the forced cells from feasibility of each
polarity on the whole board, the mine count included.
"""

from functools import partial
from typing import Any

from ..base.errors import EngineLimitError, dependency
from ..base.interrupt import in_other_thread
from ..base.limits import Budget
from ..counting.joining import ComponentCount
from ..counting.problem import Component, Problem
from ..model.constraint import transitions
from .engine import SECONDS, SOLUTIONS, Engine, Proved, SolutionTally, by_counting, proved_by_asking

with dependency("ortools", "engine 'cpsat'"):
    from ortools.sat.python import cp_model


def _variables(
    component: Component, model: cp_model.CpModel, name: str, budget: Budget
) -> list[cp_model.IntVar]:
    """One variable a group, tied by one equality a clue and one automaton a rule."""
    variables = []
    for group in range(len(component.groups)):
        variables.append(model.new_int_var(0, component.most_of(group), f"{name}_{group}"))
    for mine_count, groups in component.constraints:
        budget.check_time()
        model.add(sum(variables[group] for group in groups) == mine_count)
    for rule in component.rules:
        if not rule.whole_board:
            capacities = [component.most_of(group) for group in rule.groups]
            allowed = []
            final_states = set()
            for level, state, value, target in transitions(rule.automaton(rule.groups), capacities):
                if target is not None:
                    allowed.append((state, value, target))
                    if level == len(capacities) - 1:
                        final_states.add(target)
            if final_states:
                rule_variables = [variables[group] for group in rule.groups]
                model.add_automaton(rule_variables, 0, [*final_states], allowed)
            else:
                model.add_bool_or([])  # no values meet the rule
    return variables


def _refuted(
    component: Component, variables: list[cp_model.IntVar], values: list[int]
) -> list[list[Any]]:
    """Clauses against some values, of the rules that the model leaves out; their groups are single cells."""
    clauses = []
    for rule in component.rules:
        nogoods = rule.broken(values) if rule.whole_board else []
        for nogood in nogoods:
            clause = []
            for group, value in nogood:
                clause.append(~variables[group] if value else variables[group])
            clauses.append(clause)
    return clauses


def _solver(has_rules: bool, budget: Budget) -> cp_model.CpSolver:
    """One thread; no presolve beside automata: on some, that of OR-Tools 9.15 aborts the process."""
    solver = cp_model.CpSolver()
    solver.parameters.num_workers = 1
    solver.parameters.cp_model_presolve = not has_rules
    solver.parameters.max_time_in_seconds = budget.remaining
    solver.parameters.catch_sigint_signal = False
    return solver


def _status(
    solver: cp_model.CpSolver,
    model: cp_model.CpModel,
    collector: cp_model.CpSolverSolutionCallback | None,
) -> Any:
    """What ``solver.solve`` returns; an interrupt stops it."""
    return in_other_thread(partial(solver.solve, model, collector), solver.stop_search)


class _Collector(cp_model.CpSolverSolutionCallback):
    def __init__(
        self, component: Component, variables: list[cp_model.IntVar], tally: SolutionTally
    ) -> None:
        super().__init__()
        self._component = component
        self._variables = variables
        self._tally = tally
        # What an automaton adds may give one solution several times.
        self._known_solutions: set[tuple[int, ...]] = set()
        self.stopped: EngineLimitError | None = None

    def on_solution_callback(self) -> None:
        try:
            values = [self.value(variable) for variable in self._variables]
            is_new = tuple(values) not in self._known_solutions
            if is_new and not _refuted(self._component, self._variables, values):
                self._known_solutions.add(tuple(values))
                self._tally.add(values)
        except EngineLimitError as error:  # an exception may not cross the solver
            self.stopped = error
            self.stop_search()


def count(component: Component, cols: int, budget: Budget) -> ComponentCount:
    """Models of one component, by enumerating the mine counts of its groups."""
    model = cp_model.CpModel()
    variables = _variables(component, model, "group", budget)
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


def forced(problem: Problem, budget: Budget) -> Proved:
    """(safe, mines): hidden cells that are the same in every layout, by feasibility of both polarities."""
    model = cp_model.CpModel()
    component_variables = []
    groups: list[tuple[int, ...]] = []
    variables: list[cp_model.IntVar] = []
    counted_variables = []
    capacities = []
    for number, component in enumerate(problem.components):
        group_variables = _variables(component, model, f"component_{number}", budget)
        component_variables.append((component, group_variables))
        groups += component.groups
        variables += group_variables
        for group, variable in enumerate(group_variables):
            capacities.append(component.most_of(group))
            if group not in component.uncounted:
                counted_variables.append(variable)
    if problem.free:
        groups.append(problem.free)
        variables.append(model.new_int_var(0, len(problem.free), "free"))
        counted_variables.append(variables[-1])
        capacities.append(len(problem.free))
    if problem.remaining is not None:
        model.add(sum(counted_variables) == problem.remaining)
    has_rules = any(component.rules for component in problem.components)

    def solve(group: int | None, low: int, high: int) -> list[int] | None:
        while True:
            trial = model
            if group is not None:
                trial = model.clone()
                trial.add_linear_constraint(variables[group], low, high)
            solver = _solver(has_rules, budget)
            status = _status(solver, trial, None)
            if status == cp_model.UNKNOWN:
                budget.exceeded(f"{budget.seconds:g} s")
            if status == cp_model.INFEASIBLE:
                return None
            # A rule that the model leaves out may be broken; with a clause against that, ask again.
            refuting_clauses = []
            for component, group_variables in component_variables:
                if component.rules:
                    values = list(map(solver.value, group_variables))
                    refuting_clauses += _refuted(component, group_variables, values)
            if not refuting_clauses:
                return list(map(solver.value, variables))
            for clause in refuting_clauses:
                model.add_bool_or(clause)

    return proved_by_asking(problem, groups, capacities, solve)


ENGINE = Engine(
    "cpsat",
    "linear equalities in OR-Tools CP-SAT: forced cells by feasibility, counts by enumeration",
    by_counting("cpsat", count, forced, solutions=SOLUTIONS, seconds=SECONDS),
    subjects="any",
    source="OR-Tools CP-SAT (Perron, Didier, Gay 2023)",
)
