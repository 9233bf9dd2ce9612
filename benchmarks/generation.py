"""How long a board that needs no guess takes: minesolver beside ms_toollib.

    python benchmarks/generation.py [--number 200] [--seed 1] [--json FILE]
    python benchmarks/generation.py --difficulty 2-3 --number 10000 --judge 10000 --levels beginner \
        --methods uniform

Both are asked for single boards, after a warm-up, with the same start cell (the middle). ms_toollib's
``laymine_solvable`` draws layouts until its solver finishes one; ``laymine_solvable_adjust`` repairs. Every
board of both is then judged by minesolver's ``elimination`` engine, an implementation that shares nothing
with the compiled one: opened with proved cells only, does it come to its end? With ``--difficulty`` all
are boards of that hardness, and each is judged once more: how many facts does its hardest step take? Times
are the processor's.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Callable, Iterator, Sequence
from importlib.util import find_spec
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np
from boards import SIZES, reveal
from run_facts import print_facts

import minesolver as ms
from minesolver.cli.progress import Progress
from minesolver.game.board_sizes import LEVELS
from minesolver.game.generate import ANY, Method, Range, generate
from minesolver.model.board import HIDDEN, MINE
from minesolver.protocol.parameters import range_of

METHODS: tuple[Method, ...] = ("uniform", "repair")
Mines = list[bool]
Contender = tuple[Callable[..., Iterator[Any]], Callable[[Any], Mines]]
"""Gives boards of its own kind without end, and the conversion of one, which is not timed."""


def needs_no_guess(layout: list[bool], rows: int, cols: int, start: int) -> bool:
    """Whether proved cells alone open every safe cell, by the ``elimination`` engine."""
    grid = [HIDDEN] * (rows * cols)
    reveal(layout, grid, rows, cols, start)
    while grid.count(HIDDEN) > sum(layout):
        board = ms.Board(np.array(grid, np.int8).reshape(rows, cols), sum(layout))
        safe = ms.analyze(board, "elimination").safe
        if not safe:
            return False
        for r, c in safe:
            reveal(layout, grid, rows, cols, r * cols + c)
    return True


def own(method: Method, hardest: Range) -> Contender:
    def boards(rows: int, cols: int, mines: int, seed: int) -> Iterator[Any]:
        return generate(rows, cols, mines, seed=seed, method=method, hardest=hardest)

    return boards, lambda generated: (generated.layout.board.grid == MINE).ravel().tolist()


def peer(name: str, *tries: int) -> Contender:
    def boards(rows: int, cols: int, mines: int, seed: int) -> Iterator[Any]:
        import ms_toollib

        make = getattr(ms_toollib, name)
        while True:
            board, solved = make(rows, cols, mines, rows // 2, cols // 2, *tries)
            if solved:
                yield board

    return boards, lambda board: [code == -1 for row in board for code in row]


def contenders(hardest: Range, methods: Sequence[Method] = METHODS) -> dict[str, Contender]:
    by_name = {f"minesolver {method}": own(method, hardest) for method in methods}
    if hardest == ANY and find_spec("ms_toollib"):  # which has no boards of a chosen hardness
        by_name |= {
            "ms_toollib laymine_solvable": peer("laymine_solvable", 1_000_000),
            "ms_toollib laymine_solvable_adjust": peer("laymine_solvable_adjust"),
        }
    return by_name


def measure(
    level: str, name: str, number: int, seed: int, judged: int, hardest: Range
) -> dict[str, Any]:
    rows, cols, mines = SIZES[level]
    make, convert = contenders(hardest)[name]
    boards = make(rows, cols, mines, seed)
    next(boards)
    start = rows // 2 * cols + cols // 2
    seconds = []
    good = 0
    with Progress(f"{level}, {name}", number) as progress:
        for index in range(number):
            began = process_time()
            board = next(boards)
            seconds.append(process_time() - began)
            if index < judged:
                good += needs_no_guess(convert(board), rows, cols, start)
                if hardest != ANY:
                    facts = ms.judge(board.layout, board.start).facts
                    assert hardest[0] <= facts <= hardest[1], f"{board} takes {facts} facts"
            progress.update(index + 1)
    return {
        "level": level,
        "contender": name,
        "boards": number,
        "ms_per_board": 1000 * sum(seconds) / number,
        "ms_of_slowest": 1000 * max(seconds),
        "judged": min(judged, number),
        "need_no_guess": good,
    }


def compare(rows: list[dict[str, Any]]) -> None:
    """Add to our rows of one level how many times faster than the quickest peer they are, and print it."""
    peers = [row["ms_per_board"] for row in rows if "minesolver" not in row["contender"]]
    for row in rows:
        if peers and "minesolver" in row["contender"]:
            row["times_faster"] = min(peers) / row["ms_per_board"]
            print(
                f"{row['level']:13}{row['contender']}: {row['times_faster']:.1f} times the quickest peer"
            )


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--number", type=int, default=200, help="boards of each")
    parser.add_argument("--judge", type=int, default=20, help="boards of each that are judged")
    parser.add_argument("--levels", nargs="+", choices=LEVELS, default=list(LEVELS))
    parser.add_argument(
        "--methods", nargs="+", choices=METHODS, default=METHODS, help="our methods"
    )
    parser.add_argument("--difficulty", type=range_of, default=ANY, metavar="A-B")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--json", type=Path)
    options = parser.parse_args(arguments)
    print_facts(options.seed)
    rows = []
    for level in options.levels:
        for name in contenders(options.difficulty, options.methods):
            row = measure(
                level, name, options.number, options.seed, options.judge, options.difficulty
            )
            rows.append(row)
            print(
                f"{level:13}{name:36}{row['ms_per_board']:9.3f} ms a board, "
                f"{row['ms_of_slowest']:.1f} the slowest; "
                f"{row['need_no_guess']} of {row['judged']} judged need no guess",
                flush=True,
            )
        compare([row for row in rows if row["level"] == level])
    if options.json:
        options.json.write_text(json.dumps(rows, indent=1) + "\n", encoding="utf-8")
    return 0


if __name__ == "__main__":
    raise SystemExit(main())
