"""Boards under rules: time of an analysis and of a hint, against CP-SAT cell by cell and an exact counter.

    python benchmarks/rules.py                              # all rules on 5x5 and 6x6
    python benchmarks/rules.py --rules liar wall connected --sizes 5 6 7 8
    python benchmarks/rules.py --games 400                  # games and analyses of expert's size and others
    python benchmarks/rules.py --puzzles --sizes 8          # one unique puzzle, and its hint, by each rule
    python benchmarks/rules.py --puzzles --rules cube --sizes 6x4x4
    python benchmarks/rules.py --ganak --rules vanilla liar # counted by pyganak as well (the bench extra)

Positions: a layout that the rules allow, each equally likely, 40 % of the cells mines, half of the other
cells opened at random. "analysis" is everything: the solution count and each cell's probability as a fraction
(``elimination``). "cell by cell" is what the existing tools do for the proved cells alone: one CP-SAT solve a
cell for the opposite of a first solution. "hint" is the next step with a smallest set of constraints, on a
generated puzzle with one solution. Medians over ``--boards`` boards of ``--seed``; all contenders see the
same boards, one after the other, and must agree. A time with ">" is a limit that a contender met.

``--puzzles``: processor time of one unique puzzle, from its rules to its clues, and of an analysis and hint:
medians and most of ``--boards`` seeds from ``--seed`` on, and of how many there is a puzzle.
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Callable, Iterator
from functools import partial
from itertools import islice
from typing import Any

from instances import count
from run_facts import print_facts

import minesolver as ms
from minesolver.base.limits import Budget, Limit
from minesolver.cli.progress import Progress
from minesolver.counting.problem import build
from minesolver.engine import cpsat
from minesolver.explain.export import dimacs
from minesolver.game import Rules
from minesolver.game.generate import generate
from minesolver.game.seeding import SplitMix64, game_key
from minesolver.game.series import Series, play_compiled_games
from minesolver.game.under_rules import UnderRules
from minesolver.model.rules import RULES
from minesolver.model.subject import Subject
from minesolver.model.variant import Field, VariantBoard


def position(ground: UnderRules, seed: int, index: int, share: float = 0.5) -> VariantBoard:
    """A layout with some of its safe cells opened."""
    random = SplitMix64(game_key(seed, index))
    clues = ground.deal(random).clues
    hidden_cells = list(clues)
    states = {}
    for _ in range(round(share * len(hidden_cells))):
        cell = hidden_cells.pop(random.below(len(hidden_cells)))
        states[ground.name(cell)] = clues[cell]
    return ground.blank(ground.mines).replace(states)


def ganak(board: Subject) -> int:
    """The solution count by pyganak, projected on the cells."""
    return count(dimacs(board))


def timed(work: Callable[[], Any]) -> tuple[float, Any]:
    """(milliseconds, answer)."""
    began = time.perf_counter()
    answer = work()
    return 1000 * (time.perf_counter() - began), answer


def proved_alone(board: VariantBoard, budget: Budget) -> Any:
    """What CP-SAT proves, a question for each cell."""
    return cpsat.forced(build(board), budget)


def shape_of(text: str) -> tuple[int, ...]:
    """The sizes that a text such as 8 or 6x3x3 says."""
    sizes = tuple(map(int, text.split("x")))
    return 2 * sizes if len(sizes) == 1 else sizes


def measure(rules: str, shape: tuple[int, ...], options: argparse.Namespace) -> dict[str, Any]:
    """One line of the table."""
    limit = ms.Limit(seconds=options.seconds)
    ground = UnderRules(Field.parse(rules, shape))

    # All contenders see each board, and must agree; one that meets the limit counts with the limit.
    times: dict[str, list[float]] = {"analysis": [], "cell by cell": [], "ganak": [], "hint": []}
    capped = set()
    for index in range(options.boards):
        board = position(ground, options.seed, index)
        spent, analysis = timed(partial(ms.analyze, board, "elimination", limit=limit))
        times["analysis"].append(spent)
        try:
            budget = Budget(Limit(options.seconds), "cpsat")
            spent, proved = timed(partial(proved_alone, board, budget))
            proved_safe = {board.cells[i] for i in proved[0] if i < len(board.cells)}
            assert proved_safe == analysis.safe, (
                f"{rules}: CP-SAT and elimination differ on\n{board}"
            )
        except ms.EngineLimitError:
            spent = 1000 * options.seconds
            capped.add("cell by cell")
        times["cell by cell"].append(spent)
        if options.ganak:
            spent, count = timed(partial(ganak, board))
            assert count == analysis.solutions, f"{rules}: pyganak counts {count} on\n{board}"
            times["ganak"].append(spent)

    # Hints are timed on puzzles, where there always is a next step to explain.
    *layers, rows, cols = shape
    puzzles = generate(rows, cols, board=rules, layers=layers, unique=True, seed=options.seed)
    for puzzle in islice(puzzles, min(3, options.boards)):
        analysis = ms.analyze(puzzle.board)
        times["hint"].append(timed(analysis.hint)[0])

    medians = {name: statistics.median(spent) for name, spent in times.items() if spent}
    median_columns = {
        f"{name.replace(' ', '_')}_ms": round(median, 2) for name, median in medians.items()
    }
    return {
        "rules": rules,
        "size": "x".join(map(str, shape)),
        "mines": ground.mines,
        "boards": options.boards,
        **median_columns,
        "times_cell_by_cell": round(medians["cell by cell"] / medians["analysis"], 1),
        "capped": sorted(capped),
    }


GAMES = (
    ("square", (16, 30), 99),
    ("hex", (16, 30), 99),
    ("torus", (16, 30), 99),
    ("modulo", (16, 30), 99),
    ("multiple", (16, 30), 99),
    ("liar", (16, 30), 50),
    ("3d", (8, 8, 8), 50),
)


def played(options: argparse.Namespace) -> Iterator[dict[str, Any]]:
    """Games a second by the compiled core, and one analysis: processor time, and against the square board."""
    square: dict[str, float] = {}
    for rules, shape, mines in GAMES:
        *layers, rows, cols = shape
        row: dict[str, Any] = {"rules": rules, "size": "x".join(map(str, shape)), "mines": mines}

        # Games a second; the first game makes what is made once, and is not timed.
        game_counts = {"safest": options.games, "strongest": max(1, options.games // 20)}
        for policy, game_count in game_counts.items():
            series = Series(
                policy, rows, cols, mines, Rules(board=rules), options.seed, layers=tuple(layers)
            )
            series.check()
            play_compiled_games(series, 0, 1)
            began = time.process_time()
            games_won = sum(game.won for game in play_compiled_games(series, 1, game_count))
            row[policy] = game_count / (time.process_time() - began)
            row[f"{policy}_won"] = f"{games_won} of {game_count}"

        # One analysis, of positions after a click in the middle and one in a corner.
        middle_cell = tuple(extent // 2 for extent in shape)
        corner_cell = (0,) * len(shape)
        times = []
        for game_index in range(1, 41):
            game: Any = series.game(game_index)
            for cell in (middle_cell, corner_cell):
                if not game.over:
                    game.open(cell)
            board = game.board
            ms.analyze(board)
            began = time.process_time()
            for _ in range(20):
                ms.analyze(board)
            times.append(1e6 * (time.process_time() - began) / 20)
        row["analysis_us"] = statistics.median(times)

        # The first row is the square board, which all are compared with.
        square = square or {name: row[name] for name in ("safest", "strongest", "analysis_us")}
        for name, square_figure in square.items():
            row[f"{name}_of_square"] = round(row[name] / square_figure, 3)
            row[name] = round(row[name], 1)
        yield row


def made(rules: str, shape: tuple[int, ...], options: argparse.Namespace) -> dict[str, Any]:
    """One line of the table of puzzles."""
    *layers, rows, cols = shape
    puzzles, hints = [], []
    failed = ""
    for seed in range(options.seed, options.seed + options.boards):
        began = time.process_time()
        try:
            board = next(
                generate(rows, cols, board=rules, layers=layers, unique=True, seed=seed)
            ).board
        except ms.MinesolverError as error:
            failed = str(error)
            puzzles.append(time.process_time() - began)
            continue
        puzzles.append(time.process_time() - began)
        began = time.process_time()
        ms.analyze(board).hint()
        hints.append(time.process_time() - began)
    row: dict[str, Any] = {"rules": rules, "size": "x".join(map(str, shape)), "puzzles": len(hints)}
    for name, times in (("puzzle", puzzles), ("hint", hints)):
        row[f"{name}_s"] = round(statistics.median(times), 4) if times else None
        row[f"{name}_most_s"] = round(max(times), 4) if times else None
    return {**row, "failed": failed}


def _parser() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    names = [name for name in RULES if name != "eight"]
    parser.add_argument(
        "--rules", nargs="+", default=names, metavar="NAMES", help="default: each rule alone"
    )
    parser.add_argument(
        "--sizes",
        nargs="+",
        type=shape_of,
        default=[(5, 5), (6, 6)],
        metavar="N",
        help="default: 5 6",
    )
    parser.add_argument(
        "--boards", type=int, default=5, metavar="N", help="boards a line (default: 5)"
    )
    parser.add_argument("--seed", type=int, default=1, metavar="S")
    parser.add_argument(
        "--seconds", type=float, default=20.0, metavar="S", help="limit of one answer"
    )
    parser.add_argument("--ganak", action="store_true", help="count by pyganak as well")
    parser.add_argument(
        "--games", type=int, metavar="N", help="only games (N by safest, N / 20 by strongest)"
    )
    parser.add_argument("--puzzles", action="store_true", help="only puzzles and their hints")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")
    return parser


def _print_puzzles(
    settings: list[tuple[str, tuple[int, ...]]], options: argparse.Namespace
) -> None:
    print("| rules | board | puzzles | puzzle s | most | hint s | most | |")
    print("|---|---|---:|---:|---:|---:|---:|---|")
    for rules, shape in settings:
        figures = made(rules, shape, options).values()
        print(f"| {' | '.join(map(str, figures))} |", flush=True)


def _print_analyses(
    settings: list[tuple[str, tuple[int, ...]]], options: argparse.Namespace
) -> None:
    if not options.json:
        print(
            "| rules | board | analysis ms | CP-SAT cell by cell ms | times | pyganak ms | hint ms |"
        )
        print("|---|---|---:|---:|---:|---:|---:|")
    with Progress("rules", len(settings)) as progress:
        for settings_done, (rules, shape) in enumerate(settings, 1):
            row = measure(rules, shape, options)
            if options.json:
                print(json.dumps(row), flush=True)
            else:
                print(_table_line(row), flush=True)
            progress.update(settings_done)


def _table_line(row: dict[str, Any]) -> str:
    # Where a contender met its limit, its time is the least that it can be.
    prefix = ">" if row["capped"] else ""
    cells = [
        row["rules"],
        f"{row['size']}/{row['mines']}",
        f"{row['analysis_ms']:.1f}",
        f"{prefix}{row['cell_by_cell_ms']:.0f}",
        f"{prefix}{row['times_cell_by_cell']:.0f}",
        str(row.get("ganak_ms", "")),
        f"{row['hint_ms']:.1f}",
    ]
    return f"| {' | '.join(cells)} |"


def main() -> int:
    options = _parser().parse_args()
    has_json = options.json or options.games
    print_facts(options.seed, sys.stderr if has_json else None)
    settings = [(rules, shape) for rules in options.rules for shape in options.sizes]
    if options.games:
        for row in played(options):
            print(json.dumps(row), flush=True)
    elif options.puzzles:
        _print_puzzles(settings, options)
    else:
        _print_analyses(settings, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
