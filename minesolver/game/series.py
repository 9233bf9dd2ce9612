"""Many games of one policy under one set of rules, the same by the seed whatever the number of processes."""

from __future__ import annotations

from collections.abc import Generator, Iterable
from dataclasses import dataclass, field, replace
from functools import lru_cache
from math import inf, nan
from random import Random
from time import perf_counter
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import ExperimentError, check_type
from ..base.intervals import mean_interval_of_sums, rate_interval
from ..base.limits import whole_number
from ..model.board import Cell
from ..players import PLAYERS, Agent, Move, Player
from ..players.from_file import SUFFIX
from ..players.player import unproved
from ..policy import POLICIES
from . import Episode, Game, Rules, play_episode
from .seeding import SplitMix64, game_key

_PROTECTED = {"none": 0, "safe": 1, "zero": 2, "given": 1}
"""First clicks by what the core protects: 0 nothing, 1 the first cell, 2 its neighbours as well."""
_DENSE = 0.18  # mines a cell: from there the first click of a zero is better a cell further in
_WON = kernel.OUTCOMES.index("won")
_UNFINISHED = kernel.OUTCOMES.index("unfinished")


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
        check_type(self.rules, Rules, "the rules of a series are minesolver.Rules")
        whole_number(self.seed, "a seed")
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
            solution, shown_cells = self.puzzles[(self.seed + index) % len(self.puzzles)]
            return Game.of(solution, shown_cells, replace(self.rules, board=str(solution.rules)))
        return Game(
            self.rows,
            self.cols,
            self.mines,
            self.rules,
            seed=self.seed,
            index=index,
            layers=self.layers,
        )

    def player(self, *, explain: bool = False, own_process: bool = False) -> Player:
        """A new player of the policy.

        explain: It gives each proof in words, where it can
        own_process: The player of a file is an :class:`~minesolver.players.own_process.OwnProcess`
        """
        agent = PLAYERS.get(self.policy)
        is_policy = self.policy in POLICIES
        if own_process and self.policy.endswith(SUFFIX):
            from ..players.own_process import OwnProcess  # slow to import

            player: Player = OwnProcess(self.policy)
        else:
            player = agent.make(explain=True) if explain and is_policy else agent.make()

        # A policy begins where it wins most, or where the core would begin, so that both play the same games.
        start_cell = self.start
        if start_cell is None and is_policy:
            start_cell = good_start(self.rules, self.rows, self.cols, self.mines)
            if start_cell is None and self.rules.first_click in ("safe", "zero"):
                start_cell = _first_cell(self)
        return player if start_cell is None else Opening(player, self._first_move(start_cell))

    def _first_move(self, start: Any) -> Move:
        """The move that opens the start cell."""
        if self.rules.first_click != "none":
            reason_text = "the rules protect the first cell"
            return Move(start, "open", True, 0.0, reason_text, engine="rules", rule="first click")
        ground = self.rules.check(self.rows, self.cols, self.mines, self.layers)
        reason_text = "the start cell of this series"
        return Move(
            start,
            "open",
            False,
            self.mines / ground.cells,
            reason_text,
            engine="rules",
            rule="start cell",
        )


def puzzles(
    policy: str, solutions_and_cells: Iterable[tuple[Any, tuple[Any, ...]]], seed: int | None
) -> Series:
    """A policy on puzzles that are there, by default from the first: their solutions, and the cells open."""
    puzzle_list = tuple(solutions_and_cells)
    first_solution = puzzle_list[0][0]
    *layers, rows, cols = first_solution.geometry.shape
    rules = Rules("given", board=str(first_solution.rules))
    return Series(
        policy, rows, cols, first_solution.mines, rules, seed or 0, None, tuple(layers), puzzle_list
    )


class Opening:
    """A player whose first move is given, or is a random cell of the game's seed."""

    def __init__(self, player: Player, first_move: Move | None = None) -> None:
        self.player = player
        self._first_move = first_move
        self._pending_move: Move | None = None

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self._pending_move = self._first_move
        if self._pending_move is None:
            random_cell = divmod(Random(seed).randrange(rows * cols), cols)
            reason_text = "the first cell is random"
            self._pending_move = unproved(random_cell, reason_text, "rules", "uniform", random=True)
        self.player.start(rows, cols, mines, seed)

    def move(self, board: Any) -> Move | None:
        if self._pending_move is None:
            return self.player.move(board)
        move = self._pending_move
        self._pending_move = None
        return move

    def __getattr__(self, name: str) -> Any:
        return getattr(self.player, name)


def good_start(rules: Rules, rows: int, cols: int, mines: int) -> Cell | None:
    """The start that wins most on the usual sizes: a corner; where the first click opens a zero (2, 2), or
    (3, 3) with more mines than 18 in 100 cells. Measured with ``strongest``, see ``benchmarks/README.md``.
    """
    if rules.start is not None or rules.first_click == "given" or rules.board != "square":
        return None
    if rules.first_click != "zero":
        return 0, 0
    edge_distance = 3 if mines > _DENSE * rows * cols else 2
    return min(edge_distance, (rows - 1) // 2), min(edge_distance, (cols - 1) // 2)


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

    def add(self, counts: Tally | Episode) -> None:
        """Add a game, or the counts of other games."""
        if isinstance(counts, Episode):
            self.games += 1
            self.wins += counts.outcome == "won"
        for count_name in vars(self):
            setattr(self, count_name, getattr(self, count_name) + getattr(counts, count_name, 0))

    @property
    def win_rate(self) -> float:
        """Games won of games played; NaN without games."""
        return self.wins / self.games if self.games else nan

    @property
    def interval(self) -> tuple[float, float]:
        """Exact 95 % interval of the win rate (Clopper and Pearson)."""
        return rate_interval(self.wins, self.games)

    @property
    def variance_reduced(self) -> tuple[float, float, float]:
        """The variance-reduced win rate and its 95 % interval; NaN where not each game has such a result."""
        if not self.adjusted_games or self.adjusted_games < self.games:
            return nan, nan, nan
        return mean_interval_of_sums(self.games, self.adjusted, self.adjusted_squares, 0.0, 1.0)


def fits_kernel(series: Series) -> bool:
    """Whether the compiled loop plays these rules and this policy, and is installed."""
    rules = series.rules
    if series.puzzles or series.policy not in POLICIES or not kernel.available():
        return False

    # First clicks that the core knows, and no other switch of the rules.
    if rules.first_click not in _PROTECTED or (
        series.start is not None and rules.first_click == "given"
    ):
        return False
    # The other switches as usual.
    if rules != Rules(first_click=rules.first_click, board=rules.board):
        return False
    ground = rules.check(series.rows, series.cols, series.mines, series.layers)
    core_position = ground.blank(ground.mines)._sums()
    return core_position is not None and core_position.playable


@lru_cache(maxsize=16)
def _first_cell(series: Series) -> Any:
    """The name of the cell that the policy opens first by itself."""
    ground = series.rules.check(series.rows, series.cols, series.mines, series.layers)
    board = ground.blank(ground.mines)
    player = PLAYERS.get(series.policy).make()
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


class _Prepared(NamedTuple):
    """What all games of a series have in common, as the core takes it.

    start: The index of the first cell; ``None`` where it is drawn with each layout
    free_cells: What that click keeps free of mines, by index
    """

    ground: Any
    grid: Any
    start: int | None
    free_cells: frozenset[int]


@lru_cache(maxsize=16)
def _prepared(series: Series) -> _Prepared:
    ground = series.rules.check(series.rows, series.cols, series.mines, series.layers)
    blank = ground.blank(ground.mines)
    if series.rules.first_click == "given":
        return _Prepared(ground, blank._sums(), None, frozenset())
    first_cell = series.start or good_start(series.rules, series.rows, series.cols, series.mines)
    start_index = blank.index(first_cell or _first_cell(series))
    return _Prepared(
        ground, blank._sums(), start_index, series.rules.check_click(ground, start_index)
    )


def play_compiled_games(series: Series, first_game: int, game_count: int) -> list[PlayedGame]:
    """Games ``first_game`` to ``first_game + game_count - 1``, by the compiled core."""
    batch = _CompiledBatch(series, first_game, game_count)
    batch.play_all()
    batch.play_wide_games_again()
    return batch.games()


class _CompiledBatch:
    """Games of a series that the compiled core plays."""

    def __init__(self, series: Series, first_game: int, game_count: int) -> None:
        self._series = series
        self._first_game = first_game
        self._game_count = game_count
        self._ground, grid, self._start, free_cells = _prepared(series)
        rows, cols = grid.shape
        self._chooser = POLICIES.get(series.policy).chooser(rows, cols, grid.lists)
        self._results = np.zeros((game_count, 5))

        # The core draws uniform layouts itself. Others, and drawn start cells, are drawn here as `Game` does.
        self._layouts: npt.NDArray[np.int8] | None = None
        self._drawn_starts: list[int] = []
        if self._start is None or not self._ground.uniform:
            randoms = [
                SplitMix64(game_key(series.seed, first_game + game)) for game in range(game_count)
            ]
            layout_codes = [self._ground.draw_codes(random, free_cells) for random in randoms]
            self._layouts = np.array(layout_codes, np.int8)
            if self._start is None:
                for layout, random in zip(self._layouts, randoms, strict=True):
                    safe_cells = np.flatnonzero(layout & 1 == 0)
                    self._drawn_starts.append(int(safe_cells[random.below(len(safe_cells))]))

        # Where chance chooses among clues, that is no evidence for the analysis: a guess's risk is not exact.
        symbols = None if grid.lists is None else grid.lists.symbol
        self._risks_exact = symbols is None or symbols.shape[2] == 1

    def play_all(self) -> None:
        """Play every game: at once where they have one start cell."""
        if self._start is not None:
            self._play(0, self._game_count)
            return
        for game in range(self._game_count):
            self._play(game, game + 1)

    def play_wide_games_again(self) -> None:
        """Play the games again that came to too wide a position, with more and more memory."""
        workspace = self._chooser.workspace
        for game in self._unfinished():
            while self._results[game, 0] == _UNFINISHED and workspace.grow(inf, kernel.MEMORY):
                self._play(game, game + 1)
            workspace.shrink()

    def games(self) -> list[PlayedGame]:
        """What came of them; those too wide for the core are played in Python now."""
        outcomes, guesses, opened, _, adjusted = self._results.T
        is_win = outcomes == _WON
        adjusted_results = adjusted if self._risks_exact else is_win.astype(float)
        games = list(
            map(
                PlayedGame,
                is_win.tolist(),
                guesses.astype(int).tolist(),
                opened.astype(int).tolist(),
                adjusted_results.tolist(),
            )
        )
        for game in self._unfinished():
            python_game = self._series.episode(self._first_game + game)
            is_won = python_game.outcome == "won"
            game_result = float(is_won)
            if self._risks_exact:
                game_result += adjusted[
                    game
                ].item()  # the luck of the guesses that the core had made
            games[game] = PlayedGame(
                is_won, python_game.guesses, python_game.opened, game_result, python_game.estimates
            )
        return games

    def _play(self, first_number: int, end_number: int) -> None:
        """Play some of the games, which have one start cell."""
        self._chooser.play(
            self._ground.mines,
            _PROTECTED[self._series.rules.first_click],
            self._drawn_starts[first_number] if self._start is None else self._start,
            self._series.seed % 2**64,
            self._first_game + first_number,
            kernel.GUESS_WORTH,
            self._results[first_number:end_number],
            inf,
            None if self._layouts is None else self._layouts[first_number:end_number],
        )

    def _unfinished(self) -> list[int]:
        """The games that came to a position too wide for the core."""
        game_numbers: list[int] = np.flatnonzero(self._results[:, 0] == _UNFINISHED).tolist()
        return game_numbers


def play_compiled(series: Series, first_game: int, game_count: int) -> Tally:
    """The same as :func:`play_batch`, by the compiled core. No mines are flagged: none count as deduced."""
    start_time = perf_counter()
    games = play_compiled_games(series, first_game, game_count)
    win_count = sum(game.won for game in games)
    return Tally(
        len(games),
        win_count,
        sum(game.opened for game in games),
        len(games) - win_count,
        sum(game.guesses for game in games),
        estimates=sum(game.estimates for game in games),
        seconds=perf_counter() - start_time,
        adjusted=sum(game.adjusted for game in games),
        adjusted_squares=sum(game.adjusted**2 for game in games),
        adjusted_games=len(games),
    )


def play_batch(series: Series, first_game: int, game_count: int) -> Tally:
    """Play games ``first_game`` to ``first_game + game_count - 1``.

    Raises ExperimentError: a player of a file fails; the message names the game.
    """
    tally = Tally()
    for index in range(first_game, first_game + game_count):
        try:
            tally.add(series.episode(index))
        except ExperimentError as error:  # of the player of a file
            raise ExperimentError(f"{error} (game {index})") from None
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

        def play_range(first_game: int, end_game: int) -> Tally:
            return play_compiled(series, first_game, end_game - first_game)

        if batch is None:  # few enough for steady progress, many enough to keep threads busy
            batch = 500 if series.policy == "safest" else 50
        yield from kernel.in_threads(play_range, kernel.shares(games, batch), jobs)
        return
    from ..base.workers import Pool, WorkerDiedError  # slow to import, and the core needs none

    if batch is None:  # eight or more for each process, so that all end at about the same time
        batch = max(1, min(50, games // (8 * jobs)))
    batch_tasks = (
        (series, first_game, min(batch, games - first_game))
        for first_game in range(0, games, batch)
    )
    # A player of a file may end its process, which must not be this one.
    with Pool(jobs, here=not series.policy.endswith(SUFFIX)) as pool:
        try:
            for _, tally in pool.run(_play_task, batch_tasks):
                yield tally
        except WorkerDiedError as error:
            process_name = f"a process that played {series.policy}"
            raise WorkerDiedError(error.exitcode, process_name) from None


def _play_task(task: tuple[Series, int, int]) -> Tally:
    """`play_batch` of one argument, as a pool of processes calls it."""
    return play_batch(*task)
