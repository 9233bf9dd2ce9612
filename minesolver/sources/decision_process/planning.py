"""Value iteration on an environment's states, without discount unless one is given.

After Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, section 17.2:
U(s) <- max over actions of the sum over s' of P(s' | s, a) (R(s') + discount * U(s')).
"""

from collections.abc import Callable, Iterable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from itertools import chain, pairwise
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ...base.errors import ArgumentError, check_callable, check_type
from ...base.limits import real_number, whole_number
from ...base.workers import Pool
from ...model.analysis import TIE
from ...model.board import Cell
from .environment import Environment, check_environment

Number = TypeVar("Number", float, Fraction)

OnSweep = Callable[[int, Sequence[Number]], None]


@dataclass(frozen=True)
class Plan(Generic[Number]):
    """What value iteration found.

    utilities: By state id; 0 for a state that is done, since nothing follows it
    best: The actions of greatest value for each state that is not done, row by row
    sweeps: Passes over all states until no utility changed by more than the error
    """

    utilities: dict[int, Number]
    best: dict[int, tuple[Cell, ...]]
    sweeps: int

    @property
    def policy(self) -> dict[int, Cell]:
        """The first of the best actions for each state that is not done."""
        return {state: actions[0] for state, actions in self.best.items()}


def value_iteration(
    mdp: Environment,
    error: float = 1e-5,
    *,
    discount: float = 1,
    jobs: int = 1,
    on_sweep: OnSweep[float] | None = None,
) -> Plan[float]:
    """Utilities and the greedy policy, in floating point.

    Sweeps start from the rewards and stop when no utility changes by more than ``error``. They always stop:
    each action adds to the state, so nothing is left to change after one sweep more than there are safe
    cells, and one to see it. An opened cell is no action (in the notebook it is one, worth 0, that leads
    nowhere; with its rewards that is never the best).

    error: The greatest change of a utility in the last sweep
    discount: Worth of a utility one step later
    jobs: Processes that share the states, each to work out what its own can lead to, which takes nearly all
        of the time; the plan is the same for any number
    on_sweep: Called with the number of each sweep, 0 for the rewards it starts from, and the utilities by
        state id
    Raises ArgumentError: ``jobs`` is less than 1, or ``error`` less than 0.
    """
    check_environment(mdp)
    error = real_number(error, "the error of a utility")
    if error < 0:
        raise ArgumentError(f"the error of a utility is at least 0, not {error}")
    discount = real_number(discount, "the discount")
    check_callable(on_sweep, "on_sweep is a function")
    jobs = whole_number(jobs, "the number of processes")
    if jobs < 1:
        raise ArgumentError(f"at least one process is needed, not {jobs}")
    state_count = len(mdp.space.codes)
    bounds = [state_count * job // jobs for job in range(jobs + 1)]
    shares = [range(first_state, end_state) for first_state, end_state in pairwise(bounds)]
    transitions_of = partial(_transitions, mdp.settings(), mdp.get_actions(), float)
    with Pool(jobs) as pool:
        transitions_of_share = dict(pool.run(transitions_of, shares))
    return _iterate(
        mdp, [transitions_of_share[share] for share in shares], discount, error, TIE, on_sweep
    )


def exact_value_iteration(mdp: Environment, *, discount: int | Fraction = 1) -> Plan[Fraction]:
    """:func:`value_iteration` in rationals, until nothing changes. Rewards go by their digits."""
    check_environment(mdp)
    real_number(discount, "the discount")
    transitions = _transitions(
        mdp.settings(), mdp.get_actions(), _fraction, range(len(mdp.space.codes))
    )
    return _iterate(mdp, [transitions], Fraction(discount), Fraction(0), Fraction(0), None)


def q_value(mdp: Environment, state_id: int, action: Cell, utilities: Mapping[int, float]) -> float:
    """Q(s, a): the expected reward of an action and of what follows it; 0 from a state that is done."""
    check_environment(mdp)
    check_type(utilities, Mapping, "utilities are a mapping of state ids to numbers")
    value = 0.0
    for next_id, chance in mdp.successors(state_id, action).items():
        if next_id not in utilities:
            raise ArgumentError(f"the utilities have none of state {next_id}")
        utility = real_number(utilities[next_id], "a utility")
        value += float(chance) * (mdp.getReward(mdp.getStateById(next_id), action) + utility)
    return value


def _fraction(number: float | Fraction) -> Fraction:
    return Fraction(str(number))


class _Transitions(NamedTuple):
    """Some of the states, and each action in each of them that can lead anywhere, in order.

    rewards: What each state is worth to come to
    states, actions, outcomes: Of each action: its state, its place among all, how much it can lead to
    chances, next_states: Of each outcome: its probability and the state that it leads to
    """

    rewards: list[Any]
    states: list[int]
    actions: list[int]
    outcomes: list[int]
    chances: list[Any]
    next_states: list[int]


def _transitions(
    settings: dict[str, Any], actions: Sequence[Cell], convert: Callable[[Any], Any], numbers: range
) -> _Transitions:
    """The transitions from some states, by number. ``convert``: to the numbers computed with."""
    mdp = Environment(**settings)
    transitions = _Transitions([], [], [], [], [], [])
    for number in numbers:
        # Of an end only the reward counts: nothing can be done there.
        state = mdp.getStateById(number)
        transitions.rewards.append(convert(mdp.getReward(state)))
        if mdp.isDone(state):
            continue
        opened_cells = set(mdp.state_coords(state))
        for action_number, action in enumerate(actions):
            if action in opened_cells:
                continue
            successors = mdp.successors(number, action)
            if successors:
                transitions.states.append(number)
                transitions.actions.append(action_number)
                transitions.outcomes.append(len(successors))
                transitions.next_states.extend(successors)
                transitions.chances.extend(map(convert, successors.values()))
    return transitions


def _joined(lists: Iterable[list[Any]], dtype: type[int] | None = None) -> Any:
    return np.array(list(chain.from_iterable(lists)), dtype)


def _iterate(
    mdp: Environment,
    shares: Sequence[_Transitions],
    discount: Number,
    error: Number,
    tie: Number,
    on_sweep: OnSweep[Number] | None,
) -> Plan[Number]:
    """Sweep over all states until no utility changes by more than ``error``.

    tie: Actions whose values differ by no more are equally good
    """
    # All shares one after the other. Fractions are kept as they are, in arrays of objects.
    rewards = _joined(share.rewards for share in shares)
    states = _joined((share.states for share in shares), int)
    actions = _joined((share.actions for share in shares), int)
    outcomes = _joined((share.outcomes for share in shares), int)
    chances = _joined(share.chances for share in shares)
    next_states = _joined((share.next_states for share in shares), int)

    # The states that have a choice, with the first action of each; and the action of each outcome.
    deciding_states, first_actions = np.unique(states, return_index=True)
    action_of_outcome = np.repeat(np.arange(len(states)), outcomes)

    def action_values(utilities: Any) -> Any:
        """Of every action; summed in order, as the notebook does."""
        values = np.zeros(len(states), rewards.dtype)
        worth = rewards + discount * utilities
        np.add.at(values, action_of_outcome, chances * worth[next_states])
        return values

    # Each sweep reads the utilities of the one before, so that the order of states makes no difference.
    utilities = rewards
    sweeps = 0
    while True:
        if on_sweep is not None:
            on_sweep(sweeps, utilities.tolist())
        previous = utilities
        utilities = rewards * 0
        if deciding_states.size:
            utilities[deciding_states] = np.maximum.reduceat(action_values(previous), first_actions)
        sweeps += 1
        if (abs(utilities - previous) <= error).all():
            break

    # The actions that are as good as the best one of their state.
    best_actions: dict[int, tuple[Cell, ...]] = {}
    if deciding_states.size:
        values = action_values(utilities)
        best_of_state = np.maximum.reduceat(values, first_actions)
        best_values = best_of_state[np.searchsorted(deciding_states, states)]
        cells = mdp.get_actions()
        for number in np.flatnonzero(values >= best_values - tie):
            state: int = states[number].item()
            best_actions[state] = (*best_actions.get(state, ()), cells[actions[number]])
    return Plan(dict(enumerate(utilities.tolist())), best_actions, sweeps)
