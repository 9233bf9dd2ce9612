"""Value iteration on an environment's states, without discount unless one is given.

After Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, section 17.2:
U(s) <- max over actions of the sum over s' of P(s' | s, a) (R(s') + discount * U(s')).
"""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, NamedTuple, TypeVar

import numpy as np

from ...base.workers import Pool
from ...model.analysis import TIE
from ...model.board import Cell
from .environment import Environment

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
    on_sweep: OnSweep[float] = lambda sweep, utilities: None,
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
    Raises ValueError: ``jobs`` is less than 1.
    """
    if jobs < 1:
        raise ValueError(f"at least one process is needed, not {jobs}")
    number = len(mdp.space.codes)
    shares = [range(number * k // jobs, number * (k + 1) // jobs) for k in range(jobs)]
    with Pool(jobs) as pool:
        parts = dict(pool.run(partial(_transitions, mdp.settings(), mdp.get_actions(), float), shares))
    return _iterate(mdp, [parts[share] for share in shares], discount, error, TIE, on_sweep)


def exact_value_iteration(mdp: Environment, *, discount: int | Fraction = 1) -> Plan[Fraction]:
    """:func:`value_iteration` in rationals, until nothing changes. Rewards go by their digits."""
    part = _transitions(mdp.settings(), mdp.get_actions(), _fraction, range(len(mdp.space.codes)))
    return _iterate(mdp, [part], Fraction(discount), Fraction(0), Fraction(0), lambda sweep, found: None)


def q_value(mdp: Environment, state_id: int, action: Cell, utilities: Mapping[int, float]) -> float:
    """Q(s, a): the expected reward of an action and of what follows it; 0 from a state that is done."""
    return sum(
        float(chance) * (mdp.getReward(mdp.getStateById(after), action) + utilities[after])
        for after, chance in mdp.successors(state_id, action).items()
    )


def _fraction(number: float | Fraction) -> Fraction:
    return Fraction(str(number))


class _Part(NamedTuple):
    """Some of the states, and each action in each of them that can lead anywhere, in order.

    rewards: What each state is worth to come to
    states, actions, outcomes: Of each action: its state, its place among all, how much it can lead to
    chances, after: Of each outcome: its probability and the state that it leads to
    """

    rewards: list[Any]
    states: list[int]
    actions: list[int]
    outcomes: list[int]
    chances: list[Any]
    after: list[int]


def _transitions(
    settings: dict[str, Any], actions: Sequence[Cell], convert: Callable[[Any], Any], numbers: range
) -> _Part:
    mdp = Environment(**settings)
    part = _Part([], [], [], [], [], [])
    for number in numbers:
        state = mdp.getStateById(number)
        part.rewards.append(convert(mdp.getReward(state)))
        opened = set(mdp.state_coords(state))
        for place, action in enumerate(() if mdp.isDone(state) else actions):
            if action not in opened and (successors := mdp.successors(number, action)):
                part.states.append(number)
                part.actions.append(place)
                part.outcomes.append(len(successors))
                part.after.extend(successors)
                part.chances.extend(map(convert, successors.values()))
    return part


def _iterate(
    mdp: Environment,
    parts: Sequence[_Part],
    discount: Number,
    error: Number,
    tie: Number,
    on_sweep: OnSweep[Number],
) -> Plan[Number]:
    rewards, states, actions, outcomes, chances, after = (
        np.array([value for values in column for value in values], None if k in (0, 4) else int)
        for k, column in enumerate(zip(*parts, strict=True))
    )
    deciding, starts = np.unique(states, return_index=True)
    owners = np.repeat(np.arange(len(states)), outcomes)

    def values(utilities: Any) -> Any:
        """Of every action; summed in order, as the notebook does."""
        found = np.zeros(len(states), rewards.dtype)
        np.add.at(found, owners, chances * (rewards + discount * utilities)[after])
        return found

    utilities, sweeps = rewards, 0
    while True:
        on_sweep(sweeps, utilities.tolist())
        previous, utilities = utilities, rewards * 0
        if deciding.size:
            utilities[deciding] = np.maximum.reduceat(values(previous), starts)
        sweeps += 1
        if (abs(utilities - previous) <= error).all():
            break
    best: dict[int, tuple[Cell, ...]] = {}
    if deciding.size:
        worth, every = values(utilities), mdp.get_actions()
        most = np.maximum.reduceat(worth, starts)[np.searchsorted(deciding, states)]
        for k in np.flatnonzero(worth >= most - tie):
            number: int = states[k].item()
            best[number] = (*best.get(number, ()), every[actions[k]])
    return Plan(dict(enumerate(utilities.tolist())), best, sweeps)
