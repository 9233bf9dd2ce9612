"""How often an agent wins, measured by playing it; the notebook's ``measure_performance``."""

import random
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from statistics import mean, stdev
from typing import Any

from ...base.errors import ArgumentError, check_type, truth
from ...base.limits import whole_number
from ...base.registry import check_known
from ...model.board import Cell
from .environment import Environment, check_environment
from .game import Draws

CellChooser = Callable[[Environment], Cell]
"""Gives the next cell to open. Every :class:`minesolver.sources.decision_process.Agent` is one."""

_ENDS = 5
_POLICY_EXPECTED = "a policy is a function of an environment that gives a cell"


@dataclass(frozen=True)
class Performance:
    """Results of episodes; ``str`` gives the notebook's summary.

    results: 1 won, 0 not, in the order played
    """

    results: tuple[int, ...]

    @property
    def mean(self) -> float:
        """Episodes won of episodes played."""
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
        numbered = [
            f"ep: {number:2d}, game result: {won:5.2f}"
            for number, won in enumerate(self.results, 1)
        ]

        # As the notebook prints it: of many episodes the first and the last.
        if count <= 2 * _ENDS:
            return "\n".join(lines + numbered)
        first_episodes = numbered[:_ENDS]
        last_episodes = numbered[-_ENDS:]
        return "\n".join([*lines, *first_episodes, "......", *last_episodes])


READINGS: Mapping[str, Mapping[str, Any]] = {
    "text": {},
    "coded": {"first_click": "row-col", "stop_at_win": False},
    "stopped": {"first_click": "row-col"},
}
"""The games that the notebook can mean, by what differs from an environment's defaults.

``text``: its text, where the first cell alone is safe, and a won game ends; the default everywhere.
``coded``: its code, where no bomb is in the first cell's row or column and an episode goes on after a win
until as many cells are clicked as are safe. ``stopped``: the same, but a won game ends.
"""


def notebook_environment(reading: str = "text", rng: Draws | None = None) -> Environment:
    """3 rows, 2 columns, 1 bomb, a step worth -0.04: ``Environment(2, 3, 1, -0.04)``, or as coded.

    reading: What the notebook is taken to mean, a name in ``READINGS``
    Raises UnknownNameError: no such reading.
    """
    check_known("reading of the notebook", reading, READINGS)
    return Environment(2, 3, 1, -0.04, rng=rng, **READINGS[reading])


def run_one_episode(policy: CellChooser, env: Environment | None = None) -> int:
    """Play one game to its end.

    policy: Called with the environment, gives the next cell
    env: Where to play, after a reset; without it in the notebook's game, by its text
    Returns: 1 for a win, otherwise 0.
    """
    check_type(policy, Callable, _POLICY_EXPECTED)  # type: ignore[arg-type]
    env = notebook_environment() if env is None else env
    check_environment(env)
    env.reset()
    done = False
    while not done:
        _, done, _, _ = env.step(policy(env))
    return int(env.getStatus() == 1)


def measure_performance(
    policy: CellChooser,
    nr_episodes: int = 100,
    *,
    reading: str | None = None,
    env: Environment | None = None,
    seed: int | None = None,
    show: bool = True,
) -> Performance:
    """Play ``nr_episodes`` games of ``policy`` and print the summary.

    The chance of a win depends on what the notebook is taken to mean (exact values, see :func:`evaluate`; its
    own figures, 0.13 and 0.57 of 100 games, are of its code):

    ========= =============== ================ ======
    reading   policy_random   random, unopened plan
    ========= =============== ================ ======
    text      265/972 (.273)  2/5              3/5
    coded     697/3888 (.179) 1/15             1/2
    stopped   457/1944 (.235) 67/180           1/2
    ========= =============== ================ ======

    policy: Called with the environment, gives the next cell
    reading: The game, a name in ``READINGS``; by default its text, as ``Environment(2, 3, 1, -0.04)`` is
    env: Another game in its place
    seed: Makes the bombs and the agent's draws reproducible; cannot be given with ``env``, which has its own
        generator
    show: Whether to print the summary
    Raises ValueError: both ``env`` and a seed or a reading, or no episodes.
    """
    nr_episodes = whole_number(nr_episodes, "the number of episodes")
    show = truth(show, "show is True or False")
    if nr_episodes < 1:
        raise ArgumentError(f"at least one episode is needed, not {nr_episodes}")
    # An environment has its generator and its rules already: what would contradict them is refused.
    if env is None:
        rng = None if seed is None else random.Random(whole_number(seed, "a seed"))
        env = notebook_environment("text" if reading is None else reading, rng)
    elif seed is not None:
        raise ArgumentError("give the environment its own rng instead of a seed")
    elif reading is not None:
        raise ArgumentError("give a reading or an environment, not both")
    results = tuple(run_one_episode(policy, env) for _ in range(nr_episodes))
    performance = Performance(results)
    if show:
        print(performance)
    return performance
