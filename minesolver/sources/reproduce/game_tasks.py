"""One game of one player as a task, and averages over the games of a point."""

import tracemalloc
from collections.abc import Sequence
from dataclasses import dataclass, replace
from math import inf, nan, sqrt
from statistics import stdev
from time import process_time
from typing import NamedTuple

from ...base.intervals import Z95, mean_interval
from ...bench.contenders import warm_player
from ...game import RULE_SETS, Game, play_episode
from ...game.series import Opening
from ...players import PLAYERS
from .reproduced_table import Results, TableRow

EXACT = "exact"
"""The exact agent without the mine count."""
EXACT_TOTAL = "exact_total"
"""The exact agent with the mine count."""


class GameResult(NamedTuple):
    """What one game contributes. ``picks``: cells opened without a proof. ``seconds``: the player's own
    processor time, the one field that varies from run to run.
    """

    score: float
    picks: int
    visited: int
    mines_hit: int
    seconds: float


@dataclass(frozen=True)
class PlayTask:
    """Game ``index`` of the seed, on a square board, under the rules of a name.

    ``player``: an agent's name, ``exact`` or ``exact_total``. Only players that use the mine count know
    it. All players of a game meet the same layout, and under the inference report's rules the same random
    first cell.
    """

    player: str
    rules: str
    size: int
    mines: int
    seed: int
    index: int

    def run(self) -> GameResult:
        is_exact = self.player in (EXACT, EXACT_TOTAL)
        name = "safest" if is_exact else self.player
        warm_player(name)
        agent = PLAYERS.get(name)
        knows_total = self.player == EXACT_TOTAL if is_exact else agent.uses_total
        player = agent.make()
        if is_exact and self.rules == "inference":
            player = Opening(player)
        rules = replace(RULE_SETS.get(self.rules), mine_count_known=knows_total)
        game = Game(self.size, self.size, self.mines, rules, seed=self.seed, index=self.index)
        episode = play_episode(game, player, keep_moves=False, clock=process_time)
        return GameResult(
            episode.score, episode.guesses, episode.visited, episode.mines_hit, episode.seconds
        )


@dataclass(frozen=True)
class MemoryTask:
    """(most bytes of Python objects held at a time, bytes held at the end) while a game is played."""

    game: PlayTask

    def run(self) -> tuple[int, int]:
        warm_player(self.game.player)  # imports are no part of it
        tracemalloc.start()
        try:
            bytes_before, _ = tracemalloc.get_traced_memory()
            tracemalloc.reset_peak()
            self.game.run()
            bytes_after, peak_bytes = tracemalloc.get_traced_memory()
        finally:
            tracemalloc.stop()
        return peak_bytes - bytes_before, bytes_after - bytes_before


def point(player: str, rules: str, size: int, mines: int, seed: int, boards: int) -> list[PlayTask]:
    """The tasks of one point: games 0 to ``boards - 1``."""
    return [PlayTask(player, rules, size, mines, seed, index) for index in range(boards)]


class Average(NamedTuple):
    """A mean with its 95 % interval, over ``number`` values of sample standard deviation ``spread``."""

    mean: float
    low: float
    high: float
    spread: float
    number: int

    def compatible(self, reported: float, runs: int) -> bool:
        """Whether a reported average of ``runs`` values differs by no more than sampling explains (95 %)."""
        error = self.spread * sqrt(1 / self.number + 1 / runs)
        return abs(reported - self.mean) <= Z95 * error + 5e-3  # reported figures are rounded

    def columns(
        self, name: str, prefix: str = "", *, number: str = "", times: float = 1
    ) -> TableRow:
        """The mean under a name, ``low`` and ``high`` (after ``prefix``), and perhaps their number."""
        columns: TableRow = {
            name: times * self.mean,
            f"{prefix}low": times * self.low,
            f"{prefix}high": times * self.high,
        }
        if number:
            columns[number] = self.number
        return columns


def average(values: Sequence[float], least: float = -inf, most: float = inf) -> Average:
    """The average of measured values, which can be from ``least`` to ``most``."""
    mean, low, high = mean_interval(values, least, most)
    number = len(values)
    return Average(mean, low, high, stdev(values) if number > 1 else nan, number)


def measured(results: Results, tasks: Sequence[PlayTask], field: str) -> Average:
    """The average of one field of the games of a point."""
    ends = (0.0, 100.0) if field == "score" else (-inf, inf)
    return average([float(getattr(results[task], field)) for task in tasks], *ends)
