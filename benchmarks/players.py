r"""Win rates and speed of the policies, on the boards and rules of the published figures.

    python benchmarks/players.py                          # 200,000 games a cell of strongest
    python benchmarks/players.py --games 1000000 --sizes 16x30/99 --rules S            # an hour or more
    python benchmarks/players.py --games 100000 --seeds 2026 2027  # of each seed, and of both
    python benchmarks/players.py --games 2000 --policies safest pseq lookahead strongest
    python benchmarks/players.py --recorded               # what the file holds, also of earlier versions
    python benchmarks/players.py --speed                  # games a second on one core and on two
    python benchmarks/players.py --plot docs/images/players.png --games 40000 --sizes 16x30/99 --rules S \
        --policies safest pseq lookahead balanced strongest careful  # thorough would take an hour

Game ``i`` of a seed is the same for all policies. Results are appended to ``--out`` as they come, a line for
5000 games; a run that was stopped goes on where it was, on this machine or another, as long as the policy
plays the same: 150 other games are played first, and candidates' scores and playouts written down at some of
their guesses; lines of a policy for which any of it was otherwise do not count. ``--recorded`` prints all
lines of the file, those of each such player in a row of its own, and plays nothing.

Win rates have exact 95 % intervals; the variance-reduced one (control variate, after AIVAT, see
``minesolver/kernel/play/games.pyx``) is an estimate of the same win rate, without bias and less scattered;
the difference to other players is its, with the interval of both.
"""

from __future__ import annotations

import argparse
import hashlib
import json
import math
import statistics
import sys
import time
from collections.abc import Iterable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import numpy
from compare import (
    ADJUSTED,
    LOST,
    OUTCOME,
    SIZES,
    SURVIVED,
    UNFINISHED,
    Contender,
    contender,
    driver_of,
    versions,
    worth_of_surviving,
)
from compare import play as play_games

from minesolver import kernel, policies
from minesolver.base.intervals import Z95, rate_interval
from minesolver.base.palette import plot_style
from minesolver.cli.progress import Progress
from minesolver.game import Rules
from minesolver.game.series import Series, Tally, good_start, play_compiled

HEADER = """\
| board | rule, start | policy | games | won % | 95 % interval | variance-reduced | other players % | \
difference | guesses | by seed |
|---|---|---|---|---|---|---|---|---|---|---|"""
RULES = {"S": "safe", "Z": "zero"}
STEP = 5000  # games of a line of results
CHECKED = 150  # games that tell whether a line is of the same player, of this seed,
CHECK_SEED = 2028
ASKED = 60  # and guesses of games of it, at which candidates are looked at


@dataclass(frozen=True)
class Published:
    """A win rate of another player, %, with the half-width of its 95 % interval.

    ``measured``: by its program on layouts of ours, variance-reduced; else as its author gives it.
    """

    player: str
    rate: float
    half: float
    games: int
    measured: bool = False

    def __str__(self) -> str:
        games = f"{self.games // 1_000_000} M" if self.games >= 1_000_000 else f"{self.games:,}"
        method = ", variance-reduced" if self.measured else ""
        return f"{self.rate} +- {self.half} ({self.player}, {games} games{method})"


def _java(rate: float, half: float, games: int) -> Published:
    """DavidNHill's solver of commit 0806bb8 in its bulk settings, run on uniform layouts."""
    return Published("DavidNHill", rate, half, games, True)


def _pseq(rate: float) -> Published:
    """MineSweeperProb's PSEQ with game trees to 256 layouts; the interval is that of so many games."""
    games = 100_000_000
    return Published(
        "PSEQ-D256", rate, round(Z95 * math.sqrt(rate * (100 - rate) / games), 3), games
    )


# The best two other players known to us.
PUBLISHED = {
    ("8x8/10", "S"): (_java(82.066, 0.179, 50_000), _pseq(81.77)),
    ("8x8/10", "Z"): (_java(90.388, 0.175, 50_000), _pseq(90.34)),
    ("9x9/10", "S"): (_java(91.662, 0.079, 100_000), _pseq(91.69)),
    ("9x9/10", "Z"): (_java(97.212, 0.069, 100_000), _pseq(97.17)),
    ("16x16/40", "S"): (_java(78.492, 0.29, 25_000), _pseq(78.23)),
    ("16x16/40", "Z"): (Published("DavidNHill, at least", 89.19, 0.56, 12_000), _pseq(89.08)),
    ("16x30/99", "S"): (Published("DavidNHill", 41.132, 0.03, 10_000_000), _pseq(40.05)),
    ("16x30/99", "Z"): (_java(54.496, 0.55, 15_000), _pseq(53.45)),
}


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument(
        "--policies",
        nargs="+",
        choices=policies.names(),
        help="default: strongest; with --plot all of them",
    )
    parser.add_argument("--sizes", nargs="+", default=list(SIZES), choices=SIZES)
    parser.add_argument("--rules", nargs="+", default=list(RULES), choices=RULES)
    parser.add_argument("--games", type=int, default=200_000)
    parser.add_argument(
        "--seeds", nargs="+", type=int, default=[2026], help="so many games of each, for win rates"
    )
    parser.add_argument("--jobs", type=int, default=2)
    parser.add_argument("--out", type=Path, default=Path(__file__).parent / "results/players.jsonl")
    parser.add_argument("--recorded", action="store_true", help="print the file's lines, by player")
    parser.add_argument("--speed", action="store_true", help="measure games a second instead")
    parser.add_argument(
        "--plot", type=Path, metavar="FILE", help="win rate against speed on one core, as a picture"
    )
    options = parser.parse_args()
    options.policies = options.policies or (
        list(policies.names()) if options.plot else ["strongest"]
    )
    if options.recorded:
        return _recorded(options)
    print(f"{versions()}, seeds {' '.join(map(str, options.seeds))}")
    if options.plot:
        return _plot(options)
    return _speed(options) if options.speed else _win_rates(options)


def _cells(options: argparse.Namespace) -> list[tuple[str, str, str]]:
    return [
        (p, size, rule)
        for size in options.sizes
        for rule in options.rules
        for p in options.policies
    ]


def _series(name: str, size: str, rule: str, seed: int) -> Series:
    return Series(name, *SIZES[size], Rules(first_click=RULES[rule]), seed)


def _start(series: Series) -> list[int]:
    """Row and column of the first cell."""
    return list(good_start(series.rules, series.rows, series.cols, series.mines) or ())


def _win_rates(options: argparse.Namespace) -> int:
    print(HEADER)
    for policy_name, size, rule in _cells(options):
        totals_by_seed = _seeds(options, policy_name, size, rule)
        if totals_by_seed is None:
            return 130
        _row(policy_name, size, rule, _start(_series(policy_name, size, rule, 0)), totals_by_seed)
    return 0


def _recorded(options: argparse.Namespace) -> int:
    """Print the rows that the file has, each by the digest of its player."""
    # A block of games that was played twice counts once, with its last sums.
    blocks: dict[tuple[str, str, str, str], dict[int, dict[int, list[float]]]] = {}
    starts = {}
    for key, first_game, block_sums in _lines(options.out):
        policy_name, size, rule, start, seed, player = key
        if size in options.sizes and rule in options.rules and policy_name in options.policies:
            row_key = policy_name, size, rule, player
            blocks.setdefault(row_key, {}).setdefault(seed, {})[first_game] = block_sums
            starts[row_key] = start

    print(HEADER)
    size_order = list(SIZES)
    for row_key in sorted(blocks, key=lambda row_key: size_order.index(row_key[1])):
        policy_name, size, rule, player = row_key
        totals_by_seed = {seed: _sum(sums.values()) for seed, sums in blocks[row_key].items()}
        _row(f"{policy_name} ({player[:6]})", size, rule, starts[row_key], totals_by_seed)
    return 0


def _row(
    policy_name: str, size: str, rule: str, start: list[int], totals_by_seed: dict[int, list[float]]
) -> None:
    """Print the row of a player, from the totals of each seed."""
    totals = _sum(totals_by_seed.values())
    games, wins, guesses = totals[:3]
    low, high = rate_interval(int(wins), int(games))
    mean, half_width = _reduced(totals)
    published = PUBLISHED[size, rule]
    rates = {seed: _reduced(seed_totals) for seed, seed_totals in totals_by_seed.items()}
    by_seed = "; ".join(
        f"{seed}: {100 * seed_totals:.3f} +- {100 * seed_half_width:.3f}"
        for seed, (seed_totals, seed_half_width) in rates.items()
    )
    differences = (
        f"{100 * mean - player.rate:+.2f} +- {math.hypot(100 * half_width, player.half):.2f}"
        for player in published
    )
    print(
        f"| {size} | {rule} ({start[0]}, {start[1]}) | {policy_name} | {int(games)} | "
        f"{100 * wins / games:.3f} | "
        f"{100 * low:.2f} to {100 * high:.2f} | {100 * mean:.3f} +- {100 * half_width:.3f} | "
        f"{'; '.join(map(str, published))} | {'; '.join(differences)} | "
        f"{guesses / games:.2f} | {by_seed} |",
        flush=True,
    )


def _sum(rows: Iterable[list[float]]) -> list[float]:
    return [sum(column) for column in zip(*rows, strict=True)]


def _reduced(totals: list[float]) -> tuple[float, float]:
    """The variance-reduced win rate and half its interval."""
    games, _, _, adjusted_sum, squared_sum = totals
    mean = adjusted_sum / games
    return mean, Z95 * math.sqrt((squared_sum / games - mean**2) / games)


def _seeds(
    options: argparse.Namespace, name: str, size: str, rule: str
) -> dict[int, list[float]] | None:
    """The totals of each seed; None on Ctrl-C."""
    totals_by_seed: dict[int, list[float]] = {}
    for seed in options.seeds:
        totals = _totals(options, name, size, rule, seed)
        if totals is None:
            return None
        totals_by_seed[seed] = totals
    return totals_by_seed


def _totals(
    options: argparse.Namespace, name: str, size: str, rule: str, seed: int
) -> list[float] | None:
    """[games, wins, guesses, variance-reduced results, their squares], summed; played where they are not
    yet in ``--out``. None on Ctrl-C."""
    options.out.parent.mkdir(parents=True, exist_ok=True)
    series = _series(name, size, rule, seed)
    player = contender(name)
    setting = argparse.Namespace(
        size=size, rule=rule, start=_start(series), jobs=options.jobs, seed=series.seed
    )
    key = [name, size, rule, _start(series), seed, _player(player, setting)]
    sums_by_game = _read(options.out, key)
    worth = -1.0
    try:
        with Progress(f"{name} {size} {rule}", options.games) as bar, options.out.open("a") as file:
            for first_game in range(0, options.games, STEP):
                game_count = min(STEP, options.games - first_game)
                if first_game in sums_by_game and sums_by_game[first_game][0] == game_count:
                    continue
                if worth < 0.0:
                    worth = worth_of_surviving(player, setting)
                block_sums = _sums(
                    play_games(player, setting, series.seed, first_game, game_count, worth)
                )
                sums_by_game[first_game] = block_sums
                file.write(json.dumps([key, first_game, block_sums]) + "\n")
                file.flush()
                bar.update(
                    first_game + block_sums[0], f"{100 * block_sums[1] / block_sums[0]:.2f} % won"
                )
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return None
    all_sums = [
        block_sums for first_game, block_sums in sums_by_game.items() if first_game < options.games
    ]  # an earlier run may be longer
    return _sum(all_sums)


def _sums(results: numpy.ndarray) -> list[float]:
    """As :func:`_totals`, of some games, a row each."""
    outcome, adjusted = results[:, OUTCOME], results[:, ADJUSTED]
    if (outcome == UNFINISHED).any():
        raise RuntimeError("a game did not fit the core's memory")
    lost = int((outcome == LOST).sum())
    guesses = results[:, SURVIVED].sum() + lost
    return [len(results), len(results) - lost, float(guesses), adjusted.sum(), (adjusted**2).sum()]


def _player(player: Contender, setting: argparse.Namespace) -> str:
    """A digest of how some other games go: each with its outcome, guesses and cells opened; and of what is
    made of the candidates of some guesses, which shows more than the cells that are opened."""
    # What is won or lost says little of a player: two that differ in some guesses often end alike.
    results = play_games(player, setting, CHECK_SEED, 0, CHECKED, 0.5)
    digest = hashlib.sha256(results[:, :ADJUSTED].astype(numpy.int32).tobytes())
    rows, cols, mines = SIZES[setting.size]
    driver, chooser = driver_of(setting), player.policy.chooser(rows, cols)
    guess_count = 0
    for game in range(10 * CHECKED):
        if guess_count == ASKED:
            break
        driver.begin(CHECK_SEED, game)
        while guess_count < ASKED and driver.next_guess():
            advice = chooser.advise(driver.grid, mines, 0.0, math.inf)
            if advice["decision"] != "lookahead":  # a tree's candidates are not played out
                break
            candidate_values = [
                (candidate["cell"], round(candidate["score"], 5), round(candidate["playouts"], 5))
                for candidate in advice["candidates"]
            ]
            digest.update(repr(candidate_values).encode())

            # A player that plays out is known by its playouts: guesses without any do not count.
            is_played_out = any(playouts >= 0 for _, _, playouts in candidate_values)
            guess_count += is_played_out or not player.policy.search.playouts
            driver.choose(advice["cell"])
    return digest.hexdigest()[:16]


def _play(series: Series, first_game: int, game_count: int, jobs: int) -> list[float]:
    """[games, wins, guesses, seconds of wall-clock] of games ``first_game`` and on, nothing kept before."""
    kernel.forget()
    began = time.perf_counter()
    tally = Tally()
    shares = kernel.shares(game_count, 100)
    for share_tally in kernel.in_threads(
        lambda begin, end: play_compiled(series, first_game + begin, end - begin), shares, jobs
    ):
        tally.add(share_tally)
    return [tally.games, tally.wins, tally.guesses, time.perf_counter() - began]


def _lines(path: Path) -> list[Any]:
    text = path.read_text() if path.exists() else ""
    return [json.loads(line) for line in text.splitlines() if line.endswith("]")]


def _read(path: Path, key: list[object]) -> dict[int, list[float]]:
    return {
        first_game: block_sums
        for line_key, first_game, block_sums in _lines(path)
        if line_key == key
    }


def _speed(options: argparse.Namespace) -> int:
    """Medians over alternating runs of one and of two threads on the same games."""
    print("| board | rule | policy | games/s, one core | two cores | ratio | won % |")
    print("|---|---|---|---|---|---|---|")
    for name, size, rule in _cells(options):
        series = _series(name, size, rule, options.seeds[0])
        games = _some_seconds(series)
        seconds_on_one = []
        seconds_on_two = []
        for _ in range(5):
            _, wins, _, seconds = _play(series, 0, games, 1)
            seconds_on_one.append(seconds)
            seconds_on_two.append(_play(series, 0, games, 2)[3])
        rate_on_one = games / statistics.median(seconds_on_one)
        rate_on_two = games / statistics.median(seconds_on_two)
        pairs = zip(seconds_on_one, seconds_on_two, strict=True)
        ratio = statistics.median(single / double for single, double in pairs)
        print(
            f"| {size} | {rule} | {name} | {rate_on_one:.0f} | {rate_on_two:.0f} | "
            f"{ratio:.2f} | {100 * wins / games:.1f} of {games} |"
        )
        sys.stdout.flush()
    return 0


def _some_seconds(series: Series) -> int:
    """How many games take some ten seconds on one core, 1200 at least: some are a hundred times as long."""
    trial = _play(series, 0, 400, 1)
    return max(1200, int(10 * trial[0] / trial[3]))


def _pace(series: Series, games: int) -> float:
    """Games a second of processor time, on one thread: other work on the machine does not count."""
    began = time.process_time()
    _play(series, 0, games, 1)
    return games / (time.process_time() - began)


def _plot(options: argparse.Namespace) -> int:
    """Draw the win rate of each policy, with its interval, against its games a second on one core."""
    import matplotlib.style
    from matplotlib.figure import Figure

    matplotlib.style.use(plot_style())

    (size,), (rule,) = options.sizes[:1], options.rules[:1]
    figure = Figure(figsize=(7.5, 4.5), layout="constrained")
    axes = figure.add_subplot()
    speeds: list[float] = []
    print(
        "| policy | games/s of processor time | won % | 95 % interval | variance-reduced | games |"
    )
    print("|---|---|---|---|---|---|")
    for name in options.policies:
        totals = _totals(options, name, size, rule, options.seeds[0])
        if totals is None:
            return 130
        games, wins = int(totals[0]), int(totals[1])
        series = _series(name, size, rule, options.seeds[0])
        game_count = _some_seconds(series)
        speed = statistics.median(_pace(series, game_count) for _ in range(3))
        low, high = (100 * end for end in rate_interval(wins, games))
        rate, half_width = (100 * value for value in _reduced(totals))
        speeds.append(speed)
        print(
            f"| {name} | {speed:.0f} | {100 * wins / games:.2f} | {low:.2f} to {high:.2f} | "
            f"{rate:.2f} +- {half_width:.2f} | {games} |",
            flush=True,
        )
        axes.errorbar(speed, rate, half_width, fmt="o", color="C0", capsize=4)
        axes.annotate(name, (speed, rate), (8, 5), textcoords="offset points")
    _dress(axes, size, rule, speeds)
    options.plot.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(options.plot, dpi=120)
    source = "; ".join(map(str, PUBLISHED[size, rule]))
    print(f"{options.plot} (published: {source})")
    return 0


def _dress(axes: Any, size: str, rule: str, speeds: list[float]) -> None:
    """What stands around the points: the best published rate, the axes, and what they are called."""
    best_published = max(player.rate for player in PUBLISHED[size, rule])
    axes.axhline(best_published, color="0.5", linestyle="--", linewidth=1)
    axes.annotate(
        f"best published, {best_published} %",
        (0.99, best_published),
        xycoords=("axes fraction", "data"),
        ha="right",
        va="bottom",
    )

    # The slowest player and the quickest are up to a thousand times apart; names stand right of their points.
    axes.set_xscale("log")
    ticks = [50, 100, 200, 500, 1000, 2000, 5000, 10_000, 20_000, 50_000]
    axes.set_xticks(ticks, [str(tick) for tick in ticks])
    axes.set_xticks([], minor=True)
    axes.set_xlim(min(speeds) / 1.5, 2 * max(speeds))
    axes.margins(y=0.15)
    axes.set_xlabel("games a second of processor time, one core (logarithmic)")
    axes.set_ylabel("games won, %, variance-reduced (bars: 95 % interval)")
    first_click = "only the first cell is safe" if rule == "S" else "the first click opens a zero"
    axes.set_title(f"Policies on {size}, {first_click}")


if __name__ == "__main__":
    sys.exit(main())
