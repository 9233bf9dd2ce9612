"""Many games of one policy under one set of rules, the same by the seed whatever the number of processes."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf, nan, sqrt
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np

from .. import kernel
from ..base.intervals import Z95, wilson
from ..model.board import Cell
from ..players import PLAYERS, Agent, Move, Player
from ..players.player import unproved
from ..policies import POLICIES
from . import Episode, Game, Rules, play_episode
from .seeding import SplitMix64, game_key

_PROTECTED = {"none": 0, "safe": 1, "zero": 2, "given": 1}
_DENSE = 0.18  # mines a cell: from there the first click of a zero is better a cell further in
_WON, _UNFINISHED = map(kernel.OUTCOMES.index, ("won", "unfinished"))


@dataclass(frozen=True)
class Series:
    """The games of one policy under one seed.

    policy: Name of the agent
    rows, cols, mines, rules, seed, layers: As for :class:`Game`
    puzzles: Games that are there, see :func:`puzzles`, of which number seed + i is played as game i
    start: The first cell, opened for the policy; ``None`` leaves it to the policy
    """

    policy: str
    rows: int
    cols: int
    mines: int
    rules: Rules = field(default_factory=Rules)
    seed: int = 0
    start: Cell | None = None
    layers: tuple[int, ...] = ()
    puzzles: tuple[tuple[Any, tuple[Any, ...]], ...] = ()

    def check(self) -> None:
        """Check that the games can be played. Raises UnknownNameError, RuleError; with the reason."""
        self.agent(self.policy)
        if self.puzzles:
            return
        ground = self.rules.check(self.rows, self.cols, self.mines, self.layers)
        if self.start is not None:
            self.rules.check_click(ground, ground.index_of(self.start))

    def agent(self, policy: str) -> Agent:
        """Who plays these boards by a policy. Raises as :meth:`check`."""
        return PLAYERS.get(policy).on(not self.puzzles and self.rules.board == "square")

    def episode(self, index: int, *, keep_moves: bool = False) -> Episode:
        """Play one game to its end."""
        return play_episode(self.game(index), self.player(), keep_moves=keep_moves)

    def game(self, index: int) -> Game:
        """One game of the series, before its first move."""
        if self.puzzles:
            solution, shown = self.puzzles[(self.seed + index) % len(self.puzzles)]
            return Game.of(solution, shown, replace(self.rules, board=str(solution.rules)))
        size = self.rows, self.cols, self.mines
        return Game(*size, self.rules, seed=self.seed, index=index, layers=self.layers)

    def player(self, *, explain: bool = False) -> Player:
        """A new player of the policy; ``explain``: it gives each proof in words, where it can."""
        start = self.start
        if start is None and self.policy in POLICIES:
            start = good_start(self.rules, self.rows, self.cols, self.mines)
            if start is None and self.rules.first_click in ("safe", "zero"):
                start = _first_cell(self)
        explained = {"explain": True} if explain and self.policy in POLICIES else {}
        player = PLAYERS.get(self.policy).make(**explained)
        if start is None:
            return player
        protected = self.rules.first_click != "none"
        why = "the rules protect the first cell" if protected else "the start cell of this series"
        rule = "first click" if protected else "start cell"
        risk = (
            0.0
            if protected
            else self.mines / self.rules.check(self.rows, self.cols, self.mines, self.layers).cells
        )
        return Opening(player, Move(start, "open", protected, risk, why, engine="rules", rule=rule))


def puzzles(policy: str, given: Iterable[tuple[Any, tuple[Any, ...]]], seed: int | None) -> Series:
    """A policy on puzzles that are there, by default from the first: their solutions, and the cells open."""
    found = tuple(given)
    board = found[0][0]
    *layers, rows, cols = board.geometry.shape
    rules = Rules("given", board=str(board.rules))
    return Series(policy, rows, cols, board.mines, rules, seed or 0, None, tuple(layers), found)


class Opening:
    """A player whose first move is given, or is a random cell of the game's seed."""

    def __init__(self, player: Player, first: Move | None = None) -> None:
        self.player, self._first = player, first
        self._next: Move | None = None

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        cell = divmod(Random(seed).randrange(rows * cols), cols)
        self._next = self._first or unproved(
            cell, "the first cell is random", "rules", "uniform", random=True
        )
        self.player.start(rows, cols, mines, seed)

    def move(self, board: Any) -> Move | None:
        move, self._next = self._next, None
        return move or self.player.move(board)

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


def good_start(rules: Rules, rows: int, cols: int, mines: int) -> Cell | None:
    """The start that wins most on the usual sizes: a corner; where the first click opens a zero (2, 2), or
    (3, 3) with more mines than 18 in 100 cells. Measured with ``strongest``, see ``benchmarks/README.md``.
    """
    if rules.start is not None or rules.first_click == "given" or rules.board != "square":
        return None
    if rules.first_click == "zero":
        far = 3 if mines > _DENSE * rows * cols else 2
        return min(far, (rows - 1) // 2), min(far, (cols - 1) // 2)
    return 0, 0


@dataclass
class Tally:
    """Counts over games; tallies of parts add up.

    games, wins: Games played and won
    opened, mines_hit, guesses, random_picks, estimates, deduced_mines, seconds: Sums of those of
        :class:`Episode`
    adjusted, adjusted_squares: Sums, over ``adjusted_games`` games, of the variance-reduced results and of
        their squares. From each result the luck of its guesses is subtracted (a martingale control variate,
        after AIVAT: Burch et al., AAAI 2018), so that their mean estimates the same win rate with less
        scatter.
    adjusted_games: Games that have such a result
    """

    games: int = 0
    wins: int = 0
    opened: int = 0
    mines_hit: int = 0
    guesses: int = 0
    random_picks: int = 0
    estimates: int = 0
    deduced_mines: int = 0
    seconds: float = 0.0
    adjusted: float = 0.0
    adjusted_squares: float = 0.0
    adjusted_games: int = 0

    def add(self, other: Tally | Episode) -> None:
        """Add a game, or the counts of other games."""
        if isinstance(other, Episode):
            self.games += 1
            self.wins += other.outcome == "won"
        for name in vars(self):
            setattr(self, name, getattr(self, name) + getattr(other, name, 0))

    @property
    def win_rate(self) -> float:
        """Games won of games played; NaN without games."""
        return self.wins / self.games if self.games else float("nan")

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the win rate (Wilson)."""
        return wilson(self.wins, self.games)

    @property
    def variance_reduced(self) -> tuple[float, float]:
        """The variance-reduced win rate and the half-width of its 95 % interval; NaN without such results."""
        if not self.adjusted_games or self.adjusted_games < self.games:
            return nan, nan
        mean = self.adjusted / self.games
        variance = max(0.0, self.adjusted_squares / self.games - mean**2)
        return mean, Z95 * sqrt(variance / self.games)


def fits_kernel(series: Series) -> bool:
    """Whether the compiled loop plays these rules and this policy, and is installed."""
    rules = series.rules
    if not (
        not series.puzzles
        and series.policy in POLICIES
        and rules.first_click in _PROTECTED
        and (series.start is None or rules.first_click != "given")
        and rules == Rules(first_click=rules.first_click, board=rules.board)
        and kernel.available()
    ):
        return False
    ground = rules.check(series.rows, series.cols, series.mines, series.layers)
    grid = ground.blank(ground.mines).sums()
    return grid is not None and grid.playable


@lru_cache(maxsize=16)
def _first_cell(series: Series) -> Any:
    """The name of the cell that the policy opens first by itself."""
    ground = series.rules.check(series.rows, series.cols, series.mines, series.layers)
    board, player = ground.blank(ground.mines), PLAYERS.get(series.policy).make()
    move = player.move(board)
    while move is not None and move.action != "open":
        move = player.move(board)
    assert move is not None
    return move.cell


class PlayedGame(NamedTuple):
    """A game that the compiled core played. ``adjusted``: its variance-reduced result, see `Tally`."""

    won: bool
    guesses: int
    opened: int
    adjusted: float
    estimates: int = 0


@lru_cache(maxsize=16)
def _prepared(series: Series) -> tuple[Any, Any, int, frozenset[int]]:
    """(ground, the first position as the core takes it, index of the first cell, what that click frees).

    A first cell that is drawn with the layout is none.
    """
    ground = series.rules.check(series.rows, series.cols, series.mines, series.layers)
    blank = ground.blank(ground.mines)
    if series.rules.first_click == "given":
        return ground, blank.sums(), -1, frozenset()
    first_cell = series.start or good_start(series.rules, series.rows, series.cols, series.mines)
    start = blank.index(first_cell or _first_cell(series))
    return ground, blank.sums(), start, series.rules.check_click(ground, start)


def play_compiled_games(series: Series, first: int, number: int) -> list[PlayedGame]:
    """Games ``first`` to ``first + number - 1``, by the compiled core."""
    ground, grid, start, free = _prepared(series)
    given = start < 0
    starts, layouts = [start] * number, None
    if given or not ground.uniform:
        draws = [SplitMix64(game_key(series.seed, first + k)) for k in range(number)]
        layouts = np.array([ground.draw_codes(random, free) for random in draws], np.int8)
    if given and layouts is not None:  # as `Game` draws it
        safe = [np.flatnonzero(codes & 1 == 0) for codes in layouts]
        starts = [int(own[random.below(len(own))]) for own, random in zip(safe, draws, strict=True)]
    rows, cols = grid.cells.shape
    chooser = POLICIES.get(series.policy).chooser(rows, cols, grid.lists)
    results = np.zeros((number, 5))

    def play(at: int, end: int) -> None:
        own = None if layouts is None else layouts[at:end]
        protected, seed = _PROTECTED[series.rules.first_click], series.seed % 2**64
        chooser.play(
            ground.mines,
            protected,
            starts[at],
            seed,
            first + at,
            kernel.GUESS_WORTH,
            results[at:end],
            inf,
            own,
        )

    for k in range(0, number, 1 if given else number):
        play(k, k + 1 if given else number)
    for k in np.flatnonzero(results[:, 0] == _UNFINISHED).tolist():  # a position was too wide
        while results[k, 0] == _UNFINISHED and chooser.workspace.grow(inf, kernel.MEMORY):
            play(k, k + 1)
        chooser.workspace.shrink()
    # What chance has told a clue is no evidence for the analysis, and so the risk of a guess is not exact.
    reduced = grid.lists is None or grid.lists.symbol is None or grid.lists.symbol.shape[2] == 1
    outcome, guesses, opened, _, adjusted = results.T
    won = outcome == _WON
    columns = won, guesses.astype(int), opened.astype(int), adjusted if reduced else won.astype(float)
    games = list(map(PlayedGame, *[column.tolist() for column in columns]))
    for k in np.flatnonzero(outcome == _UNFINISHED).tolist():  # too wide for the core: play it out in Python
        episode = series.episode(first + k)
        own = episode.outcome == "won"
        result = adjusted[k].item() + own if reduced else float(own)
        games[k] = PlayedGame(own, episode.guesses, episode.opened, result, episode.estimates)
    return games


def play_compiled(series: Series, first: int, number: int) -> Tally:
    """The same as :func:`play_batch`, by the compiled core. No mines are flagged: none count as deduced."""
    began = perf_counter()
    games = play_compiled_games(series, first, number)
    wins = sum(game.won for game in games)
    return Tally(
        len(games),
        wins,
        sum(game.opened for game in games),
        len(games) - wins,
        sum(game.guesses for game in games),
        estimates=sum(game.estimates for game in games),
        seconds=perf_counter() - began,
        adjusted=sum(game.adjusted for game in games),
        adjusted_squares=sum(game.adjusted**2 for game in games),
        adjusted_games=len(games),
    )


def play_batch(series: Series, first: int, number: int) -> Tally:
    """Play games ``first`` to ``first + number - 1``."""
    tally = Tally()
    for index in range(first, first + number):
        tally.add(series.episode(index))
    return tally


def play_series(
    series: Series, games: int, *, jobs: int = 1, batch: int | None = None
) -> Generator[Tally, None, None]:
    """Play games 0 to ``games - 1``. Closing the generator, or an exception where it is consumed, stops the
    processes; what was yielded stays valid.

    jobs: Processes, or threads where the compiled core plays
    batch: Games a batch; by default few enough for steady progress
    Yields: The tally of each batch as it is finished.
    """
    series.check()
    if fits_kernel(series):
        parts = kernel.shares(games, batch or (500 if series.policy == "safest" else 50))
        yield from kernel.in_threads(lambda at, end: play_compiled(series, at, end - at), parts, jobs)
        return
    from ..base.workers import Pool  # slow to import, and the core needs none

    if batch is None:
        batch = max(1, min(50, games // (8 * jobs)))
    starts = range(0, games, batch)
    with Pool(jobs) as pool:
        for _, tally in pool.run(_play, ((series, first, min(batch, games - first)) for first in starts)):
            yield tally


def _play(work: tuple[Series, int, int]) -> Tally:
    return play_batch(*work)
