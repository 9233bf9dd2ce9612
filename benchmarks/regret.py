"""How far each player's late guesses are from the best play, exactly, by the whole game tree.

    python benchmarks/regret.py --jobs 2                        # every cell and player: about an hour
    python benchmarks/regret.py --cells 16x30/99:S --games 500 strongest strongest:tree_layouts=0 cs50
    python benchmarks/regret.py --table benchmarks/results/regret.md --plot docs/images/regret.png

Positions are those of real games: the games of a seed are played by ``--by``, and each of its guesses with
at most 20,000 layouts is a position (of those with at most 60 layouts, which are many, a random share
``--keep``, which then count for all). There the game tree tells how many of the layouts the best play wins,
and how many are won when the cell that a player would open is opened first and played out best from there.
The difference is the regret, in points: per cent of the winning chance. All players are asked at the same
positions: policies as they play games, with their game trees (``strongest:tree_layouts=0,solve_regions=0``:
without), other agents through their own interface, with the position as a board; those that pick at random
pick once. Players that open the same cells everywhere share a row.

The table has the regret per guess by layouts left, and what that comes to per game. All boards together count
as if one game of each was played in turn. Intervals are 95 %, with games as the units. Positions that take
more than ``--nodes`` sets of layouts are not in it; they are counted.

Results are appended to ``--out``, a line a batch of games; what is there is not computed again, as long as
the policies play as they did. Ctrl-C loses at most the batch.
"""

from __future__ import annotations

import argparse
import hashlib
import itertools
import json
import math
import sys
from array import array
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import lru_cache
from pathlib import Path
from typing import Any, NamedTuple

import numpy as np
from boards import Driver
from compare import ADJUSTED, PROTECTED, SIZES, contender, driver_of, play
from run_facts import versions

from minesolver import policies
from minesolver.base.intervals import Z95
from minesolver.base.palette import plot_style
from minesolver.base.workers import Pool
from minesolver.cli.progress import Progress
from minesolver.kernel.core import Chooser
from minesolver.model.board import Board
from minesolver.players import PLAYERS as AGENTS

BORDERS = (0, 60, 400, 1000, 4000, 20_000)  # of layouts
FEW = BORDERS[1]
BATCH = 100  # games
SLOTS = 1 << 21
PLAYERS = (
    *policies.names(),
    "strongest:tree_layouts=0,solve_regions=0",
    "advanced_total",
    "likelihood_max",
    "likelihood_average",
    "likelihood_max_total",
    "likelihood_max_total_board",
    "likelihood_average_total_board",
    "baseline",
    "basic",
    "advanced",
    "cs50",
)
# Games: on small boards late guesses are rare.
GAMES = {
    "16x30/99:S": 3000,
    "16x30/99:Z": 3000,
    "16x16/40:S": 8000,
    "16x16/40:Z": 16_000,
    "9x9/10:S": 24_000,
    "9x9/10:Z": 48_000,
}
GAME, WEIGHT, LAYOUTS, BEST, FIRST = range(5)  # columns of a row; from FIRST on the players

Ask = Callable[["array[int]", int, int], int]


class Task(NamedTuple):
    """Some games of one board and rule, and what is asked there."""

    setting: str  # size:rule
    seed: int
    first_game: int
    game_count: int
    game_player: str  # who plays the games on
    players: tuple[str, ...]
    most_layouts: int
    keep: float
    nodes: int


def asker(name: str, rows: int, cols: int) -> Ask:
    """The cell that a player would open, given (codes of a position, mines on the board, seed)."""
    if name.partition(":")[0] in policies.names():
        chooser = contender(name).policy.chooser(rows, cols)
        return lambda grid, mines, seed: chooser.guess(grid, mines)

    def ask(grid: array[int], mines: int, seed: int) -> int:
        board = Board.from_array(np.array(grid, np.int8).reshape(rows, cols), mines)
        player = AGENTS.get(name).make()
        player.start(rows, cols, mines, seed)
        move = player.move(board)
        if move is None or move.action != "open":
            raise RuntimeError(f"{name} opens no cell of\n{board}")
        return move.cell[0] * cols + move.cell[1]

    return ask


@lru_cache(maxsize=1)
def _tools(setting: str, names: tuple[str, ...], game_player: str) -> tuple[Driver, list[Ask], Ask]:
    size, rule = setting.split(":")
    rows, cols, _ = SIZES[size]
    driver = driver_of(argparse.Namespace(size=size, rule=rule))
    return driver, [asker(name, rows, cols) for name in names], asker(game_player, rows, cols)


def collect(task: Task) -> tuple[list[list[float]], list[list[float]]]:
    """A row a position: game, weight, layouts, layouts won by the best play, and by each player's cell first.

    And of the positions that took too many nodes: game, weight, layouts.
    """
    driver, askers, ask_player = _tools(task.setting, task.players, task.game_player)
    mines = SIZES[task.setting.split(":")[0]][2]
    rows: list[list[float]] = []
    refused: list[list[float]] = []
    for game in range(task.first_game, task.first_game + task.game_count):
        driver.begin(task.seed, game)
        rng = np.random.default_rng([task.seed, game])
        while driver.next_guess():
            layouts = round(math.exp(min(driver.log_models, 700.0)))
            if layouts <= task.most_layouts:
                # Positions with few layouts are many, and take as long: a share of them weighs as all.
                draw = rng.random()
                seed = int(rng.integers(2**32))
                weight = 1.0 if layouts > FEW else 1.0 / task.keep
                if layouts > FEW or draw < task.keep:
                    cells = [ask(driver.grid, mines, seed) for ask in askers]
                    values = value(driver.grid, cells, task)
                    if values:
                        rows.append([game, weight, *values])
                    else:
                        refused.append([game, weight, layouts])
            driver.choose(ask_player(driver.grid, mines, game))
    return rows, refused


@lru_cache(maxsize=1)
def _tree(size: str, most_layouts: int, nodes: int) -> Chooser:
    name = f"strongest:tree_layouts={most_layouts + 2},tree_nodes={nodes},tree_slots={SLOTS}"
    return contender(name).policy.chooser(*SIZES[size][:2])


def value(grid: array[int], cells: list[int], task: Task) -> list[int]:
    """Layouts, layouts won by the best play, and by each cell first; nothing where the nodes ran out."""
    size, _ = task.setting.split(":")
    different_cells = sorted(set(cells))
    tree = _tree(size, task.most_layouts, task.nodes)
    won_at_best, layouts, won = tree.values(grid, SIZES[size][2], different_cells)
    if min(won_at_best, *won) < 0:
        return []
    won_by = dict(zip(different_cells, won, strict=True))
    return [layouts, won_at_best, *(won_by[cell] for cell in cells)]


class Measured(NamedTuple):
    """Of one board and rule: games, and their rows."""

    games: int
    rows: np.ndarray  # float64 (positions, columns)
    refused: np.ndarray  # float64 (positions, 3)


def _band(measured: Measured, low: float, high: float) -> np.ndarray:
    layouts = measured.rows[:, LAYOUTS]
    return measured.rows[(layouts > low) & (layouts <= high)]


def lost(rows: np.ndarray, player: int) -> np.ndarray:
    """The regret of a player, by its number, at each position, in points."""
    result: np.ndarray = 100 * (rows[:, BEST] - rows[:, FIRST + player]) / rows[:, LAYOUTS]
    return result


def per_guess(boards: list[Measured], player: int, low: float, high: float) -> tuple[float, float]:
    """Regret per guess and half its interval, as if one game of each board was played."""
    total_regret = total_guesses = 0.0
    sums_by_game = []
    for measured in boards:
        rows = _band(measured, low, high)
        game = rows[:, GAME].astype(np.int64)
        regrets = np.bincount(game, rows[:, WEIGHT] * lost(rows, player), measured.games)
        counts = np.bincount(game, rows[:, WEIGHT], measured.games)
        sums_by_game.append((regrets, counts))
        total_regret += regrets.mean()
        total_guesses += counts.mean()
    if total_guesses == 0.0:
        return math.nan, math.nan

    # Of a ratio of two sums, with games as clusters.
    ratio = total_regret / total_guesses
    variance = 0.0
    for regrets, counts in sums_by_game:
        variance += float((regrets - ratio * counts).var()) / len(counts)
    return ratio, Z95 * math.sqrt(variance) / total_guesses


def per_game(boards: list[Measured], player: int) -> tuple[float, float]:
    """Regret per game and half its interval: the mean over the boards."""
    means, variances = [], []
    for measured in boards:
        game = measured.rows[:, GAME].astype(np.int64)
        weighted = measured.rows[:, WEIGHT] * lost(measured.rows, player)
        regrets = np.bincount(game, weighted, measured.games)
        means.append(regrets.mean())
        variances.append(regrets.var() / measured.games)
    return float(np.mean(means)), Z95 * math.sqrt(sum(variances)) / len(boards)


def _alike(boards: list[Measured], names: list[str]) -> list[tuple[int, str]]:
    """(number, name) of the players; those that won and lost the same everywhere together."""
    groups: dict[bytes, list[int]] = {}
    for player in range(len(names)):
        column = b"".join(measured.rows[:, FIRST + player].tobytes() for measured in boards)
        groups.setdefault(column, []).append(player)
    no_trees = "strongest:tree_layouts=0,solve_regions=0"
    short_names = [name.replace(no_trees, "strongest, no game trees") for name in names]
    return [
        (players[0], ", ".join(short_names[player] for player in players))
        for players in groups.values()
    ]


def _number(value: tuple[float, float]) -> str:
    mean, half_width = value
    if math.isnan(mean):
        return ""
    return f"{mean:.3g} ± {half_width:.2g}" if mean or half_width else "0"


def table(measured_by_setting: dict[str, Measured], names: list[str]) -> Iterator[str]:
    """The lines of the table."""
    boards = list(measured_by_setting.values())
    bands = list(itertools.pairwise(BORDERS))
    band_heads = " | ".join(f"{low + 1:,} to {high:,}" for low, high in bands)

    # How much there is to measure: positions that were too large are counted, and left out of the regret.
    yield "Positions solved (of those met) and guesses a game, by layouts left:"
    yield ""
    yield f"| board, rule | games | {band_heads} |"
    yield "|---" * (len(bands) + 2) + "|"
    for setting, measured in measured_by_setting.items():
        columns = []
        for low, high in bands:
            rows = _band(measured, low, high)
            refused_layouts = measured.refused[:, 2]
            refused = measured.refused[(refused_layouts > low) & (refused_layouts <= high)]
            guesses_a_game = (rows[:, WEIGHT].sum() + refused[:, 1].sum()) / measured.games
            columns.append(f"{len(rows)} of {len(rows) + len(refused)}; {guesses_a_game:.3g}")
        yield f"| {setting.replace(':', ' ')} | {measured.games} | {' | '.join(columns)} |"
    yield ""

    yield "Regret per guess, in points, by layouts left, over all boards; and per game, in points:"
    yield ""
    yield f"| player | {band_heads} | all | a game |"
    yield "|---" * (len(bands) + 3) + "|"
    for player, name in _alike(boards, names):
        all_bands = (0, BORDERS[-1])
        cells = [per_guess(boards, player, low, high) for low, high in (*bands, all_bands)]
        cells.append(per_game(boards, player))
        yield f"| {name} | {' | '.join(map(_number, cells))} |"
    yield ""

    yield "Regret per game, in points, by board and rule:"
    yield ""
    setting_heads = " | ".join(setting.replace(":", " ") for setting in measured_by_setting)
    yield f"| player | {setting_heads} |"
    yield "|---" * (len(boards) + 1) + "|"
    for player, name in _alike(boards, names):
        cells = [per_game([measured], player) for measured in boards]
        yield f"| {name} | {' | '.join(map(_number, cells))} |"


def plot(measured_by_setting: dict[str, Measured], names: list[str], file: Path) -> None:
    """Regret per guess against layouts left, a line a player."""
    import matplotlib.style
    from matplotlib.figure import Figure

    matplotlib.style.use(plot_style())

    figure = Figure(figsize=(9.5, 5.2), layout="constrained")
    axes = figure.subplots()
    bands = list(itertools.pairwise(BORDERS))
    boards = list(measured_by_setting.values())
    for player, name in _alike(boards, names):
        values = [per_guess(boards, player, low, high) for low, high in bands]
        # Policies in colour, dashed where a parameter is not theirs; agents dotted in grey, by their signs.
        is_policy = names[player].partition(":")[0] in policies.names()
        line_format = f"{'s^vD<>P'[player % 7]}:"
        if is_policy:
            line_format = "o--" if ":" in names[player] else "o-"
        axes.errorbar(
            range(len(bands)),
            [mean for mean, _ in values],
            [half_width for _, half_width in values],
            fmt=line_format,
            color=f"C{player}" if is_policy else f"{0.35 + 0.04 * (player % 8):.2f}",
            markersize=4,
            linewidth=1.6 if is_policy else 0.8,
            elinewidth=0.8,
            capsize=2,
            label=name,
        )

    # Regret spans four powers of ten and may be none: logarithmic from 0.03 points on, straight below.
    axes.set_yscale("symlog", linthresh=0.03)
    axes.set_ylim(0, None)
    ticks = [0, 0.01, 0.03, 0.1, 0.3, 1, 3, 10, 30]
    axes.set_yticks(ticks, [f"{tick:g}" for tick in ticks])
    axes.set_yticks([], minor=True)
    axes.set_xticks(range(len(bands)), [f"{low + 1:,} to {high:,}" for low, high in bands])
    axes.set_xlabel("layouts left")
    axes.set_ylabel("regret, points a guess (bars: 95 % interval)")
    axes.set_title("What a guess loses against the best play")
    axes.grid(axis="y", linewidth=0.3)
    figure.legend(loc="outside right upper", fontsize="small", frameon=False)
    file.parent.mkdir(parents=True, exist_ok=True)
    figure.savefig(file, dpi=110)


def _tasks(options: argparse.Namespace) -> list[Task]:
    tasks = []
    for setting in options.cells:
        games = options.games or GAMES.get(setting, 1000)
        for first_game in range(0, games, BATCH):
            task = Task(
                setting,
                options.seed,
                first_game,
                min(BATCH, games - first_game),
                options.by,
                tuple(options.players),
                options.most,
                options.keep,
                options.nodes,
            )
            tasks.append(task)
    return tasks


@lru_cache
def _digest(names: tuple[str, ...]) -> str:
    """Of how some games of another seed go with these players: it changes where a policy does."""
    games = hashlib.sha256()
    setting = argparse.Namespace(size="8x8/10", rule="S", start=(0, 0), jobs=1)
    for name in names:
        if name.partition(":")[0] in policies.names():
            results = play(contender(name), setting, 1, 0, 200, 0.5)
            games.update(results[:, :ADJUSTED].astype(np.int32).tobytes())
    return games.hexdigest()[:16]


def key_of(task: Task) -> list[Any]:
    """What a batch's results depend on."""
    return [*task, _digest((task.game_player, *task.players))]


def _read(path: Path) -> dict[str, Any]:
    """By key, what the batches of a file found: (rows, refused)."""
    results: dict[str, Any] = {}
    if not path.exists():
        return results
    for line in path.read_text().splitlines():
        with suppress(json.JSONDecodeError):  # cut off
            key, *rows_and_refused = json.loads(line)
            results[json.dumps(key)] = rows_and_refused
    return results


def measure(options: argparse.Namespace) -> dict[str, Measured] | None:
    """What the batches found, those that are in ``--out`` read from there; None on Ctrl-C."""
    tasks = {json.dumps(key_of(task)): task for task in _tasks(options)}
    done = _read(options.out)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    missing = [task for key, task in tasks.items() if key not in done]

    # Each batch is written as soon as it is there, so that a run that is stopped goes on where it was.
    try:
        with Progress("batches", len(missing)) as bar, options.out.open("a") as file:
            file.write("\n" if file.tell() else "")  # a last line that was cut off ends here
            if options.jobs == 1 or len(missing) < 2:
                results: Iterator[tuple[Task, Any]] = ((task, collect(task)) for task in missing)
                _keep(results, done, file, bar)
            elif missing:
                with Pool(options.jobs) as pool:
                    _keep(pool.run(collect, missing), done, file, bar)
    except KeyboardInterrupt:
        print("interrupted; the same command goes on from here", file=sys.stderr)
        return None

    measured_by_setting = {}
    for setting in options.cells:
        game_count = 0
        all_rows = []
        all_refused = []
        for key, task in tasks.items():
            if task.setting == setting:
                rows, refused = done[key]
                game_count += task.game_count
                all_rows += rows
                all_refused += refused
        measured_by_setting[setting] = Measured(
            game_count,
            np.array(all_rows).reshape(-1, FIRST + len(options.players)),
            np.array(all_refused).reshape(-1, 3),
        )
    return measured_by_setting


def _keep(
    results: Iterator[tuple[Task, Any]], done: dict[str, Any], file: Any, bar: Progress
) -> None:
    for count, (task, (rows, refused)) in enumerate(results, 1):
        done[json.dumps(key_of(task))] = [rows, refused]
        file.write(json.dumps([key_of(task), rows, refused], separators=(",", ":")) + "\n")
        file.flush()
        bar.update(count, f"{len(rows)} positions")


def _player(name: str) -> str:
    if name.partition(":")[0] in policies.names():
        contender(name)
    else:
        AGENTS.get(name)
    return name


def _parser() -> argparse.ArgumentParser:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument(
        "players",
        nargs="*",
        default=list(PLAYERS),
        metavar="PLAYER[:FIELD=VALUE,...]",
        help="policies, with other parameters or as they are, and agents",
    )
    settings = [f"{size}:{rule}" for size in SIZES for rule in PROTECTED]
    parser.add_argument(
        "--cells", nargs="+", default=list(GAMES), choices=settings, help="boards and rules"
    )
    parser.add_argument("--games", type=int, help="of each board and rule, default: enough of each")
    parser.add_argument(
        "--by", default="lookahead", help="who plays the games (default: lookahead)"
    )
    parser.add_argument("--most", type=int, default=BORDERS[-1], help="layouts (default: 20,000)")
    parser.add_argument(
        "--keep", type=float, default=0.3, help="share of the positions to 60 layouts"
    )
    parser.add_argument(
        "--nodes", type=int, default=5_000_000, help="most sets of layouts of a search"
    )
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("results/regret.jsonl"))
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the table there, too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the regrets, as a picture")
    return parser


def main() -> int:
    parser = _parser()
    options = parser.parse_args()

    # A name that is none is refused before the first game.
    for name in [*options.players, options.by]:
        try:
            _player(name)
        except (ValueError, argparse.ArgumentTypeError) as error:
            parser.error(str(error))
    measured_by_setting = measure(options)
    if measured_by_setting is None:
        return 130

    conditions = (
        f"{versions()}, seed {options.seed}, games by {options.by}, "
        f"to {options.nodes:,} sets of layouts."
    )
    lines = [conditions, "", *table(measured_by_setting, options.players)]
    print("\n".join(lines))
    if options.table:
        options.table.write_text(_page(lines, options.plot))
    if options.plot:
        plot(measured_by_setting, options.players, options.plot)
    return 0


def _page(lines: list[str], plot_file: Path | None) -> str:
    """The table as a page that says what it is, with the command that made it."""
    words = [f"'{word}'" if " " in word else word for word in sys.argv[1:]]
    command = " ".join(["python benchmarks/regret.py", *words])
    page = ["# Regret", "", *_explained(), "", f"    {command}", "", *lines, ""]
    if plot_file is not None:
        page.append(f"![regret by layouts left](../../{plot_file.as_posix()})")
    return "\n".join(page).rstrip() + "\n"


def _explained() -> list[str]:
    paragraphs = (__doc__ or "").split("\n\n")
    return [paragraphs[0], "", *"\n\n".join(paragraphs[2:4]).split("\n")]


if __name__ == "__main__":
    sys.exit(main())
