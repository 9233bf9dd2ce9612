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
from compare import ADJUSTED, PROTECTED, SIZES, contender, driver_of, play, versions

from minesolver import policies
from minesolver.base.intervals import Z95
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

    cell: str  # size:rule
    seed: int
    first: int
    number: int
    by: str
    players: tuple[str, ...]
    most: int
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
def _tools(cell: str, names: tuple[str, ...], by: str) -> tuple[Driver, list[Ask], Ask]:
    size, rule = cell.split(":")
    rows, cols, _ = SIZES[size]
    driver = driver_of(argparse.Namespace(size=size, rule=rule))
    return driver, [asker(name, rows, cols) for name in names], asker(by, rows, cols)


def collect(task: Task) -> tuple[list[list[float]], list[list[float]]]:
    """A row a position: game, weight, layouts, layouts won by the best play, and by each player's cell first.

    And of the positions that took too many nodes: game, weight, layouts.
    """
    driver, asks, by = _tools(task.cell, task.players, task.by)
    mines = SIZES[task.cell.split(":")[0]][2]
    rows: list[list[float]] = []
    refused: list[list[float]] = []
    for game in range(task.first, task.first + task.number):
        driver.begin(task.seed, game)
        rng = np.random.default_rng([task.seed, game])
        while driver.next_guess():
            layouts = round(math.exp(min(driver.log_models, 700.0)))
            if layouts <= task.most:
                kept, seed = rng.random(), int(rng.integers(2**32))
                if layouts > FEW or kept < task.keep:
                    weight = 1.0 if layouts > FEW else 1.0 / task.keep
                    values = value(driver.grid, [ask(driver.grid, mines, seed) for ask in asks], task)
                    rows += [[game, weight, *values]] if values else []
                    refused += [] if values else [[game, weight, layouts]]
            driver.choose(by(driver.grid, mines, game))
    return rows, refused


@lru_cache(maxsize=1)
def _tree(size: str, most: int, nodes: int) -> Chooser:
    name = f"strongest:tree_layouts={most + 2},tree_nodes={nodes},tree_slots={SLOTS}"
    return contender(name).policy.chooser(*SIZES[size][:2])


def value(grid: array[int], cells: list[int], task: Task) -> list[int]:
    """Layouts, layouts won by the best play, and by each cell first; nothing where the nodes ran out."""
    size, _ = task.cell.split(":")
    each = sorted(set(cells))
    won, layouts, first = _tree(size, task.most, task.nodes).values(grid, SIZES[size][2], each)
    won_by = dict(zip(each, first, strict=True))
    return [] if min(won, *first) < 0 else [layouts, won, *(won_by[cell] for cell in cells)]


class Found(NamedTuple):
    """Of one board and rule: games, and their rows."""

    games: int
    rows: np.ndarray  # float64 (positions, columns)
    refused: np.ndarray  # float64 (positions, 3)


def _band(found: Found, low: float, high: float) -> np.ndarray:
    return found.rows[(found.rows[:, LAYOUTS] > low) & (found.rows[:, LAYOUTS] <= high)]


def lost(rows: np.ndarray, which: int) -> np.ndarray:
    """The regret of a player at each position, in points."""
    result: np.ndarray = 100 * (rows[:, BEST] - rows[:, FIRST + which]) / rows[:, LAYOUTS]
    return result


def per_guess(parts: list[Found], which: int, low: float, high: float) -> tuple[float, float]:
    """Regret per guess and half its interval, as if one game of each part was played."""
    total = guesses = variance = 0.0
    sums = []
    for found in parts:
        rows = _band(found, low, high)
        game = rows[:, GAME].astype(np.int64)
        regrets = np.bincount(game, rows[:, WEIGHT] * lost(rows, which), found.games)
        counts = np.bincount(game, rows[:, WEIGHT], found.games)
        sums.append((regrets, counts))
        total += regrets.mean()
        guesses += counts.mean()
    if guesses == 0.0:
        return math.nan, math.nan
    for regrets, counts in sums:
        variance += float((regrets - total / guesses * counts).var()) / len(counts)
    return total / guesses, Z95 * math.sqrt(variance) / guesses


def per_game(parts: list[Found], which: int) -> tuple[float, float]:
    """Regret per game and half its interval: the mean over the parts."""
    means, variances = [], []
    for found in parts:
        regrets = np.bincount(
            found.rows[:, GAME].astype(np.int64),
            found.rows[:, WEIGHT] * lost(found.rows, which),
            found.games,
        )
        means.append(regrets.mean())
        variances.append(regrets.var() / found.games)
    return float(np.mean(means)), Z95 * math.sqrt(sum(variances)) / len(parts)


def _alike(parts: list[Found], names: list[str]) -> list[tuple[int, str]]:
    """(which, name) of the players; those that won and lost the same everywhere together."""
    kinds: dict[bytes, list[int]] = {}
    for k in range(len(names)):
        column = b"".join(found.rows[:, FIRST + k].tobytes() for found in parts)
        kinds.setdefault(column, []).append(k)
    short = [
        name.replace("strongest:tree_layouts=0,solve_regions=0", "strongest, no game trees") for name in names
    ]
    return [(same[0], ", ".join(short[k] for k in same)) for same in kinds.values()]


def _number(value: tuple[float, float]) -> str:
    mean, half = value
    return "" if math.isnan(mean) else f"{mean:.3g} ± {half:.2g}" if mean or half else "0"


def table(found: dict[str, Found], names: list[str]) -> Iterator[str]:
    """The lines of the table."""
    parts = list(found.values())
    bands = list(itertools.pairwise(BORDERS))
    heads = [f"{low + 1:,} to {high:,}" for low, high in bands]
    yield "Positions solved (of those met) and guesses a game, by layouts left:"
    yield ""
    yield f"| board, rule | games | {' | '.join(heads)} |"
    yield "|---" * (len(heads) + 2) + "|"
    for cell, own in found.items():
        columns = []
        for low, high in bands:
            rows = _band(own, low, high)
            refused = own.refused[(own.refused[:, 2] > low) & (own.refused[:, 2] <= high)]
            a_game = (rows[:, WEIGHT].sum() + refused[:, 1].sum()) / own.games
            columns.append(f"{len(rows)} of {len(rows) + len(refused)}; {a_game:.3g}")
        yield f"| {cell.replace(':', ' ')} | {own.games} | {' | '.join(columns)} |"
    yield ""
    yield "Regret per guess, in points, by layouts left, over all boards; and per game, in points:"
    yield ""
    yield f"| player | {' | '.join(heads)} | all | a game |"
    yield "|---" * (len(heads) + 3) + "|"
    for k, name in _alike(parts, names):
        cells = [per_guess(parts, k, low, high) for low, high in (*bands, (0, BORDERS[-1]))]
        yield f"| {name} | {' | '.join(map(_number, cells))} | {_number(per_game(parts, k))} |"
    yield ""
    yield "Regret per game, in points, by board and rule:"
    yield ""
    yield f"| player | {' | '.join(cell.replace(':', ' ') for cell in found)} |"
    yield "|---" * (len(found) + 1) + "|"
    for k, name in _alike(parts, names):
        yield f"| {name} | {' | '.join(_number(per_game([own], k)) for own in parts)} |"


def plot(found: dict[str, Found], names: list[str], file: Path) -> None:
    """Regret per guess against layouts left, a line a player."""
    from matplotlib.figure import Figure

    figure = Figure(figsize=(9.5, 5.2), layout="constrained")
    axes = figure.subplots()
    bands = list(itertools.pairwise(BORDERS))
    for k, name in _alike(list(found.values()), names):
        values = [per_guess(list(found.values()), k, low, high) for low, high in bands]
        policy = names[k].partition(":")[0] in policies.names()
        axes.errorbar(
            range(len(bands)),
            [mean for mean, _ in values],
            [half for _, half in values],
            fmt="o-" if policy and ":" not in names[k] else "o--" if policy else f"{'s^vD<>P'[k % 7]}:",
            color=f"C{k}" if policy else f"{0.35 + 0.04 * (k % 8):.2f}",
            markersize=4,
            linewidth=1.6 if policy else 0.8,
            elinewidth=0.8,
            capsize=2,
            label=name,
        )
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
    return [
        Task(
            cell, options.seed, first, min(BATCH, games - first),
            options.by, tuple(options.players), options.most, options.keep, options.nodes,
        )
        for cell in options.cells
        for games in [options.games or GAMES.get(cell, 1000)]
        for first in range(0, games, BATCH)
    ]  # fmt: skip


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
    return [*task, _digest((task.by, *task.players))]


def _read(path: Path) -> dict[str, Any]:
    found = {}
    for line in path.read_text().splitlines() if path.exists() else []:
        with suppress(json.JSONDecodeError):  # cut off
            key, *parts = json.loads(line)
            found[json.dumps(key)] = parts
    return found


def measure(options: argparse.Namespace) -> dict[str, Found] | None:
    """What the batches found, those that are in ``--out`` read from there; None on Ctrl-C."""
    tasks = {json.dumps(key_of(task)): task for task in _tasks(options)}
    done = _read(options.out)
    options.out.parent.mkdir(parents=True, exist_ok=True)
    missing = [task for key, task in tasks.items() if key not in done]
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
    found = {}
    for cell in options.cells:
        parts = [(task, done[key]) for key, task in tasks.items() if task.cell == cell]
        width = FIRST + len(options.players)
        found[cell] = Found(
            sum(task.number for task, _ in parts),
            np.array([row for _, (rows, _) in parts for row in rows]).reshape(-1, width),
            np.array([row for _, (_, refused) in parts for row in refused]).reshape(-1, 3),
        )
    return found


def _keep(results: Iterator[tuple[Task, Any]], done: dict[str, Any], file: Any, bar: Progress) -> None:
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


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument(
        "players",
        nargs="*",
        default=list(PLAYERS),
        metavar="PLAYER[:FIELD=VALUE,...]",
        help="policies, with other parameters or as they are, and agents",
    )
    cells = [f"{size}:{rule}" for size in SIZES for rule in PROTECTED]
    parser.add_argument("--cells", nargs="+", default=list(GAMES), choices=cells, help="boards and rules")
    parser.add_argument("--games", type=int, help="of each board and rule, default: enough of each")
    parser.add_argument("--by", default="lookahead", help="who plays the games (default: lookahead)")
    parser.add_argument("--most", type=int, default=BORDERS[-1], help="layouts (default: 20,000)")
    parser.add_argument("--keep", type=float, default=0.3, help="share of the positions to 60 layouts")
    parser.add_argument("--nodes", type=int, default=5_000_000, help="most sets of layouts of a search")
    parser.add_argument("--seed", type=int, default=4242)
    parser.add_argument("--jobs", type=int, default=1)
    parser.add_argument("--out", type=Path, default=Path("results/regret.jsonl"))
    parser.add_argument("--table", type=Path, metavar="FILE", help="write the table there, too")
    parser.add_argument("--plot", type=Path, metavar="FILE", help="draw the regrets, as a picture")
    options = parser.parse_args()
    for name in [*options.players, options.by]:
        try:
            _player(name)
        except (ValueError, argparse.ArgumentTypeError) as error:
            parser.error(str(error))
    found = measure(options)
    if found is None:
        return 130
    lines = [
        f"{versions()}, seed {options.seed}, games by {options.by}, to {options.nodes:,} sets of layouts.",
        "",
        *table(found, options.players),
    ]
    print("\n".join(lines))
    if options.table:
        command = " ".join(["python benchmarks/regret.py", *_given()])
        picture = f"![regret by layouts left](../../{options.plot.as_posix()})" if options.plot else ""
        text = ["# Regret", "", *_explained(), "", f"    {command}", "", *lines, "", picture]
        options.table.write_text("\n".join(text).rstrip() + "\n")
    if options.plot:
        plot(found, options.players, options.plot)
    return 0


def _given() -> list[str]:
    return [f"'{word}'" if " " in word else word for word in sys.argv[1:]]


def _explained() -> list[str]:
    paragraphs = (__doc__ or "").split("\n\n")
    return [paragraphs[0], "", *"\n\n".join(paragraphs[2:4]).split("\n")]


if __name__ == "__main__":
    sys.exit(main())
