"""The notebook's own planning functions, under their names and with their arguments.

``ValueIteration`` prints the utilities before each sweep, as the notebook does to show how they settle; an
opened cell, which the notebook counts among the actions, is worth 0 and never the best.
:func:`~minesolver.sources.decision_process.value_iteration` plans in silence, and gives the policy too. The
two printing functions take the environment that gives a state its text; without it they use the one that was
planned last, as the notebook's use its variable ``mdp``.
"""

from collections.abc import Mapping

from ...base.errors import ArgumentError, check_type, quoted, truth
from ...model.board import Cell
from .environment import Environment, check_environment
from .planning import q_value, value_iteration
from .states import State

Utilities = dict[int, float]
"""The utility of each state, by its id."""

_planned: list[Environment] = []  # the environment of the last call that planned


def get_initial_U(mdp: Environment) -> Utilities:
    """The utilities that value iteration starts from: the reward of each state."""
    check_environment(mdp)
    _planned[:] = [mdp]
    return {number: mdp.getReward(state) for number, state in enumerate(mdp.get_possible_states())}


def Q_Value(mdp: Environment, s: State, a: Cell, U: Mapping[int, float]) -> float:
    """The expected reward of an action and of what follows it; 0 where it leads nowhere.

    Raises ValueError: the state cannot occur.
    """
    check_environment(mdp)
    number = mdp.getIdByState(s)
    if number is None:
        raise ArgumentError(f"{quoted(s)} is not a state of this environment")
    return q_value(mdp, number, a, U)


def ValueIteration(mdp: Environment, error: float = 0.00001, *, show: bool = True) -> Utilities:
    """Utilities, without discount; printed before each sweep. The result is that of the last sweep but one,
    as in the notebook: from it to the last, no utility changed by more than ``error``. States that are
    done are worth 0 from the first sweep on.

    error: The greatest change of a utility in the last sweep
    """
    show = truth(show, "show is True or False")
    swept: list[Utilities] = []
    start = get_initial_U(mdp)

    def note(sweep: int, utilities: object) -> None:
        assert isinstance(utilities, list)
        swept.append(start if not sweep else dict(enumerate(utilities)))
        if show:
            print_U(swept[-1], mdp)

    value_iteration(mdp, error, on_sweep=note)
    return swept[-1]


def print_U(U: Mapping[int, float], mdp: Environment | None = None) -> None:
    """Print each state with its utility."""
    _print("Utilities:", U, mdp)


def print_policy(pi: Mapping[int, Cell], mdp: Environment | None = None) -> None:
    """Print each state that is not done with its action; ``pi``: a cell by state id."""
    _print("Policy:", pi, mdp)


def _print(title: str, values: Mapping[int, object], mdp: Environment | None) -> None:
    if mdp is None:
        if not _planned:
            raise ArgumentError(
                "which environment are these states of? Pass it as the second argument"
            )
        mdp = _planned[0]
    check_environment(mdp)
    check_type(values, Mapping, "what is printed is a mapping of state ids to values")
    print(title)
    for number, value in values.items():
        print(mdp.getStateById(number), "->", value)
