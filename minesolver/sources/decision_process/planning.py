"""Value iteration on an environment's states, without discount unless one is given.

After Russell and Norvig, Artificial Intelligence: A Modern Approach, 4th edition, section 17.2:
U(s) <- max over actions of the sum over s' of P(s' | s, a) (R(s') + discount * U(s')).
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from fractions import Fraction
from typing import Generic, TypeVar

from ...board import Cell
from .environment import Environment

Number = TypeVar("Number", float, Fraction)

TIE = 1e-9
"""Actions this close to the best one count as equally good, unless the values are exact."""


@dataclass(frozen=True)
class Plan(Generic[Number]):
    """What value iteration found.

    ``utilities``: by state id; 0 for a state that is done, since nothing follows it.
    ``best``: the actions of greatest value for each state that is not done, in row-major order.
    ``sweeps``: passes over all states until no utility changed by more than the error.
    """

    utilities: dict[int, Number]
    best: dict[int, tuple[Cell, ...]]
    sweeps: int

    @property
    def policy(self) -> dict[int, Cell]:
        """The first of the best actions for each state that is not done."""
        return {state: actions[0] for state, actions in self.best.items()}


def value_iteration(mdp: Environment, error: float = 1e-5, *, discount: float = 1) -> Plan[float]:
    """Utilities and the greedy policy, in floating point.

    Sweeps start from the rewards and stop when no utility changes by more than ``error``. They always
    stop: each action adds to the state, so nothing is left to change after one sweep more than there are
    safe cells, and one to see it. An opened cell is no action (in the notebook it is one, worth 0, that
    leads nowhere; with its rewards that is never the best).
    """
    return _iterate(_model(mdp, float), discount, error, TIE)


def exact_value_iteration(mdp: Environment, *, discount: int | Fraction = 1) -> Plan[Fraction]:
    """:func:`value_iteration` in rationals, until nothing changes.

    Rewards are read by their decimal digits: -0.04 is -1/25.
    """
    return _iterate(_model(mdp, _fraction), Fraction(discount), Fraction(0), Fraction(0))


def q_value(mdp: Environment, state_id: int, action: Cell, utilities: Mapping[int, float]) -> float:
    """Q(s, a): the expected reward of an action and of what follows it; 0 from a done state."""
    return sum(
        float(chance) * (mdp.getReward(mdp.getStateById(after), action) + utilities[after])
        for after, chance in mdp.successors(state_id, action).items()
    )


Outcomes = Sequence[tuple[Number, int]]
"""(probability, state id) of what an action can lead to."""


@dataclass(frozen=True)
class _Model(Generic[Number]):
    rewards: list[Number]
    actions: dict[int, Sequence[tuple[Cell, Outcomes[Number]]]]


def _fraction(number: float | Fraction) -> Fraction:
    return Fraction(str(number))


def _model(mdp: Environment, convert: Callable[[float | Fraction], Number]) -> _Model[Number]:
    actions: dict[int, Sequence[tuple[Cell, Outcomes[Number]]]] = {}
    rewards = []
    for state_id, state in enumerate(mdp.get_possible_states()):
        rewards.append(convert(mdp.getReward(state)))
        if mdp.isDone(state):
            continue
        opened = set(mdp.state_coords(state))
        options: list[tuple[Cell, Outcomes[Number]]] = []
        for action in mdp.get_actions():
            if action not in opened and (successors := mdp.successors(state_id, action)):
                outcomes = [(convert(chance), after) for after, chance in successors.items()]
                options.append((action, outcomes))
        if options:
            actions[state_id] = options
    return _Model(rewards, actions)


def _iterate(model: _Model[Number], discount: Number, error: Number, tie: Number) -> Plan[Number]:
    rewards = model.rewards

    def value(outcomes: Outcomes[Number], utilities: list[Number]) -> Number:
        return sum(
            (chance * (rewards[after] + discount * utilities[after]) for chance, after in outcomes),
            start=discount * 0,
        )

    utilities, sweeps = rewards, 0
    while True:
        previous, utilities = utilities, [discount * 0] * len(rewards)
        for state_id, options in model.actions.items():
            utilities[state_id] = max(value(outcomes, previous) for _, outcomes in options)
        sweeps += 1
        if all(abs(new - old) <= error for new, old in zip(utilities, previous, strict=True)):
            break
    best = {}
    for state_id, options in model.actions.items():
        values = {action: value(outcomes, utilities) for action, outcomes in options}
        least = max(values.values()) - tie
        best[state_id] = tuple(action for action, this in values.items() if this >= least)
    return Plan(dict(enumerate(utilities)), best, sweeps)
