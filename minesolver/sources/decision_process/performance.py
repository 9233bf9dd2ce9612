"""How often an agent wins, measured by playing it; the notebook's ``measure_performance``."""

from __future__ import annotations

import random
from collections.abc import Callable
from dataclasses import dataclass
from statistics import mean, stdev

from ...board import Cell
from .environment import Environment

Policy = Callable[[Environment], Cell]
"""Gives the next cell to open. Every :class:`minesolver.sources.decision_process.Agent` is one."""

_ENDS = 5


@dataclass(frozen=True)
class Performance:
    """Results of episodes in the order played: 1 won, 0 not. ``str`` gives the notebook's summary."""

    results: tuple[int, ...]

    @property
    def mean(self) -> float:
        return mean(self.results)

    @property
    def sigma(self) -> float:
        """The sample standard deviation; 0 for one episode."""
        return stdev(self.results) if len(self.results) > 1 else 0.0

    def __str__(self) -> str:
        count = len(self.results)
        lines = [
            f"statistics over {count} episodes",
            f"mean: {self.mean:6.2f}, sigma: {self.sigma:6.2f}",
        ]
        numbered = [f"ep: {number:2d}, game result: {won:5.2f}" for number, won in enumerate(self.results, 1)]
        if count <= 2 * _ENDS:
            return "\n".join(lines + numbered)
        return "\n".join([*lines, *numbered[:_ENDS], "......", *numbered[-_ENDS:]])


def run_one_episode(policy: Policy, env: Environment) -> int:
    """Reset the environment and play to the end; 1 for a win, otherwise 0."""
    env.reset()
    done = False
    while not done:
        _, done, _, _ = env.step(policy(env))
    return int(env.getStatus() == 1)


def measure_performance(
    policy: Policy,
    nr_episodes: int = 100,
    *,
    env: Environment | None = None,
    seed: int | None = None,
    show: bool = True,
) -> Performance:
    """Play ``nr_episodes`` games of ``policy`` and print the summary, unless ``show`` is false.

    ``env``: where to play; default the notebook's: 3 rows, 2 columns, 1 bomb, a step worth -0.04.
    ``seed``: makes the default environment's bombs and the agent's draws reproducible; it cannot be given
    with ``env``, which has its own generator.
    """
    if nr_episodes < 1:
        raise ValueError(f"at least one episode is needed, not {nr_episodes}")
    if env is None:
        env = Environment(2, 3, 1, rng=None if seed is None else random.Random(seed))
    elif seed is not None:
        raise ValueError("give the environment its own rng instead of a seed")
    performance = Performance(tuple(run_one_episode(policy, env) for _ in range(nr_episodes)))
    if show:
        print(performance)
    return performance
