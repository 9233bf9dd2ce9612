"""``minesolver generate --rules`` and ``minesolver play --rules``: boards of any geometry under any rules."""

from __future__ import annotations

import argparse
import json
import sys
import time
from contextlib import nullcontext
from itertools import islice

from ..base.errors import PuzzleError, counted
from ..base.intervals import wilson
from ..game import Rules
from ..game.generate import Generated
from ..game.generate import generate as boards_of
from ..game.levels import size_text
from ..game.series import Series, Tally, play_series
from ..model.board import Board
from ..model.variant import RuleSet
from ..solve import analyze
from .progress import Progress


def add_arguments(parser: argparse.ArgumentParser, *, unique: bool) -> None:
    """The options of boards under rules."""
    parser.add_argument(
        "--rules",
        metavar="NAMES",
        help="geometry and rules other than Minesweeper's, such as hex or torus,liar (see minesolver rules)",
    )
    parser.add_argument(
        "--shape",
        type=_shape,
        metavar="RxC[/M]",
        help="with --rules, instead of --rows, --cols and --mines: the sizes, such as 5x5, 3x3x4, or with a "
        "mine count 5x5/10 (default: 5x5)",
    )
    if unique:
        parser.add_argument(
            "--unique",
            action="store_true",
            help="with --rules: puzzles with one solution, proved, from which no clue can be spared",
        )


def _shape(text: str) -> tuple[tuple[int, ...], int | None]:
    sizes, slash, mines = text.lower().partition("/")
    return tuple(map(int, sizes.split("x"))), int(mines) if slash else None


_shape.__name__ = "shape (numbers with x between them, mines after a slash)"


def _rules_and_shape(options: argparse.Namespace) -> tuple[RuleSet, tuple[int, ...], int | None]:
    rules = RuleSet.parse(options.rules)
    if options.level is not None:
        raise PuzzleError("--level is a size of Minesweeper: give --shape with --rules")
    dimensions = rules.kind.dimensions if rules.kind else 2
    if options.shape is not None:
        if options.rows or options.cols:
            raise PuzzleError("--shape or --rows and --cols, not both")
        shape, mines = options.shape
        if None not in (mines, options.mines):
            raise PuzzleError("--shape gives the mine count already: leave --mines out")
        return rules, shape, options.mines if mines is None else mines
    if dimensions == 2:
        shape = options.rows or options.cols or 5, options.cols or options.rows or 5
    else:
        shape = (3,) * dimensions if dimensions == 3 else (2, 2, 3, 3)
    return rules, shape, options.mines


def _seed(options: argparse.Namespace) -> int:
    if options.seed is not None:
        return int(options.seed)
    seed = time.time_ns() % 2**32
    print(f"seed {seed}", file=sys.stderr)
    return seed


def generate(options: argparse.Namespace) -> int:
    """Layouts under rules, or puzzles with one solution, as text or JSON."""
    if options.format not in (None, "canonical", "json") or options.no_guess or options.start:
        raise PuzzleError(
            "boards under rules take the formats canonical and json, and no start or --no-guess"
        )
    rules, shape, mines = _rules_and_shape(options)
    *layers, rows, cols = shape
    seed = _seed(options)
    as_json = options.format == "json" or (options.out and options.out.suffix in (".json", ".jsonl"))
    out = options.out.open("w", encoding="utf-8", newline="\n") if options.out else sys.stdout
    one = Progress("looking for a puzzle") if options.number == 1 else nullcontext()
    try:
        with one, Progress("boards", options.number) as progress:
            boards = boards_of(
                rows,
                cols,
                mines,
                board=str(rules),
                layers=layers,
                no_guess=False,
                unique=options.unique,
                seed=seed,
                tries=options.tries,
            )
            for number, found in enumerate(islice(boards, options.number), 1):
                board = found.board if options.unique else found.solution
                text = _json(found, options.unique) if as_json else str(board)
                print(("\n" if number > 1 and not as_json else "") + text, file=out, flush=True)
                if options.unique and not as_json:
                    name = f"board {number}: " if options.number > 1 else ""
                    print(f"{name}{analyze(board).difficulty()}", file=sys.stderr)
                progress.update(number)
    finally:
        if options.out:
            out.close()
    return 0


def _json(found: Generated, unique: bool) -> str:
    board = found.board if unique else found.solution
    answer = json.loads(board.text("json") if isinstance(board, Board) else board.to_json())
    if unique:
        difficulty = analyze(board).difficulty()
        answer["solution"] = json.loads(found.solution.to_json())["board"]
        answer["difficulty"] = {
            "steps": list(difficulty.steps),
            "hardest": difficulty.hardest,
            "workload": difficulty.workload,
        }
    answer |= {"seed": found.seed, "index": found.index}
    return json.dumps(answer | ({"tries": found.tries} if unique else {}))


def play(options: argparse.Namespace) -> int:
    """Many games under rules."""
    rules, shape, mines = _rules_and_shape(options)
    played = Rules("given", board=str(rules))
    *layers, rows, cols = shape
    mines = played.check(rows, cols, mines, layers).mines
    seed = _seed(options)
    began = time.perf_counter()
    series = Series(options.policy, rows, cols, mines, played, seed, layers=tuple(layers))
    tally = Tally()
    with Progress("games", options.games) as progress:
        for part in play_series(series, options.games, jobs=options.jobs):
            tally.add(part)
            progress.update(tally.games, f"{100 * tally.win_rate:.1f} % won")
    wins = tally.wins
    low, high = wilson(wins, options.games)
    answer = {
        "policy": options.policy,
        "rules": str(rules),
        "shape": list(shape),
        "mines": mines,
        "games": options.games,
        "wins": wins,
        "win_rate": wins / options.games,
        "interval": [low, high],
        "guesses": tally.guesses / options.games,
        "seed": seed,
        "seconds": round(time.perf_counter() - began, 3),
    }
    if options.json:
        print(json.dumps(answer))
    else:
        print(
            f"{options.policy} on {size_text(*shape, mines)} {rules}: {wins} of "
            f"{counted(options.games, 'game')} won, "
            f"{100 * wins / options.games:.1f} % [{100 * low:.1f}, {100 * high:.1f}], "
            f"{tally.guesses / options.games:.2f} guesses a game"
        )
    return 0
