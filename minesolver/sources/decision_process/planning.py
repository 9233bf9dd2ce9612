"""Value iteration on an environment's states, without discount unless one is given.

After Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, section 17.2:
U(s) <- max over actions of the sum over s' of P(s' | s, a) (R(s') + discount * U(s')).
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from fractions import Fraction
from functools import partial
from typing import Any, Generic, Protocol, TypeVar

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
    jobs: Processes that share the states: each works out the transitions of its own and sweeps over them. The
        plan is the same for any number, to the last bit.
    on_sweep: Called with the number of each sweep, 0 for the rewards it starts from, and the utilities by
        state id
    Raises ValueError: ``jobs`` is less than 1.
    """
    if jobs < 1:
        raise ValueError(f"at least one process is needed, not {jobs}")
    with _shares(mdp, jobs) as shares:
        return _iterate(shares, discount, error, TIE, on_sweep)


def exact_value_iteration(mdp: Environment, *, discount: int | Fraction = 1) -> Plan[Fraction]:
    """:func:`value_iteration` in rationals, until nothing changes. Rewards are read by their decimal digits:
    -0.04 is -1/25.

    discount: Worth of a utility one step later
    """
    share = _Share(mdp, _fraction, range(len(mdp.space.codes)))
    return _iterate(share, Fraction(discount), Fraction(0), Fraction(0), lambda sweep, found: None)


def q_value(mdp: Environment, state_id: int, action: Cell, utilities: Mapping[int, float]) -> float:
    """Q(s, a): the expected reward of an action and of what follows it.

    action: (row, column)
    Returns: 0 from a state that is done.
    """
    return sum(
        float(chance) * (mdp.getReward(mdp.getStateById(after), action) + utilities[after])
        for after, chance in mdp.successors(state_id, action).items()
    )


Outcomes = Sequence[tuple[Number, int]]
"""(probability, state id) of what an action can lead to."""


def _fraction(number: float | Fraction) -> Fraction:
    return Fraction(str(number))


class _Share(Generic[Number]):
    """Some of the states: what they are worth to come to, and what each of their actions can lead to."""

    def __init__(
        self, mdp: Environment, convert: Callable[[float | Fraction], Number], numbers: range
    ) -> None:
        self.numbers = numbers
        self._rewards: list[Number] = []
        self._actions: dict[int, list[tuple[Cell, Outcomes[Number]]]] = {}
        for number in numbers:
            state = mdp.getStateById(number)
            self._rewards.append(convert(mdp.getReward(state)))
            if not mdp.isDone(state):
                self._add(mdp, convert, number, set(mdp.state_coords(state)))

    def _add(
        self,
        mdp: Environment,
        convert: Callable[[float | Fraction], Number],
        number: int,
        opened: set[Cell],
    ) -> None:
        options: list[tuple[Cell, Outcomes[Number]]] = []
        for action in mdp.get_actions():
            if action not in opened and (successors := mdp.successors(number, action)):
                outcomes = [(convert(chance), after) for after, chance in successors.items()]
                options.append((action, outcomes))
        if options:
            self._actions[number] = options

    def rewards(self) -> list[Number]:
        return self._rewards

    def sweep(self, worth: list[Number]) -> list[Number]:
        """New utilities. ``worth``: reward and discounted utility of every state, by id."""
        nothing = worth[0] * 0
        return [
            max((_value(outcomes, worth) for _, outcomes in self._actions[number]), default=nothing)
            if number in self._actions
            else nothing
            for number in self.numbers
        ]

    def best(self, worth: list[Number], tie: Number) -> dict[int, tuple[Cell, ...]]:
        """The actions of greatest value."""
        found = {}
        for number, options in self._actions.items():
            values = {action: _value(outcomes, worth) for action, outcomes in options}
            least = max(values.values()) - tie
            found[number] = tuple(action for action, this in values.items() if this >= least)
        return found


def _value(outcomes: Outcomes[Number], worth: list[Number]) -> Number:
    return sum((chance * worth[after] for chance, after in outcomes), start=worth[0] * 0)


class _Shares(Protocol[Number]):
    """All states, in one share or several."""

    def rewards(self) -> list[Number]: ...
    def sweep(self, worth: list[Number]) -> list[Number]: ...
    def best(self, worth: list[Number], tie: Number) -> dict[int, tuple[Cell, ...]]: ...


@contextmanager
def _shares(mdp: Environment, jobs: int) -> Iterator[_Shares[float]]:
    if jobs == 1:
        yield _Share(mdp, float, range(len(mdp.space.codes)))
        return
    team = _Team(mdp, jobs)
    try:
        yield team
    finally:
        team.close()


class _Team:
    """Shares in processes of their own."""

    def __init__(self, mdp: Environment, jobs: int) -> None:
        settings, actions = mdp.settings(), tuple(mdp.get_actions())
        self._pools = [Pool(1, partial(_prepare, settings, actions, place, jobs)) for place in range(jobs)]

    def rewards(self) -> list[float]:
        return [reward for part in self._all("rewards") for reward in part]

    def sweep(self, worth: list[float]) -> list[float]:
        return [utility for part in self._all("sweep", worth) for utility in part]

    def best(self, worth: list[float], tie: float) -> dict[int, tuple[Cell, ...]]:
        return {state: cells for part in self._all("best", worth, tie) for state, cells in part.items()}

    def _all(self, method: str, *arguments: object) -> list[Any]:
        calls = [pool.submit(_call, method, arguments) for pool in self._pools]
        return [call.result() for call in calls]

    def close(self) -> None:
        for pool in self._pools:
            pool.kill()


_mine: list[_Share[float]] = []  # in a worker: its share


def _prepare(settings: dict[str, Any], actions: tuple[Cell, ...], place: int, jobs: int) -> None:
    """In a worker: work out share ``place`` of ``jobs``."""
    mdp = Environment(**settings)
    for action in set(mdp.get_actions()).difference(actions):
        mdp.removeAction(action)
    number = len(mdp.space.codes)
    _mine[:] = [_Share(mdp, float, range(number * place // jobs, number * (place + 1) // jobs))]


def _call(method: str, arguments: tuple[object, ...]) -> Any:
    return getattr(_mine[0], method)(*arguments)


def _iterate(
    shares: _Shares[Number], discount: Number, error: Number, tie: Number, on_sweep: OnSweep[Number]
) -> Plan[Number]:
    rewards = shares.rewards()
    utilities, sweeps = rewards, 0
    while True:
        on_sweep(sweeps, utilities)
        previous = utilities
        worth = [reward + discount * utility for reward, utility in zip(rewards, previous, strict=True)]
        utilities = shares.sweep(worth)
        sweeps += 1
        if all(abs(new - old) <= error for new, old in zip(utilities, previous, strict=True)):
            break
    worth = [reward + discount * utility for reward, utility in zip(rewards, utilities, strict=True)]
    return Plan(dict(enumerate(utilities)), shares.best(worth, tie), sweeps)
