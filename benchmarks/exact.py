"""Counts and fractions of every position in ``positions/``: the core's integers against elimination."""

from __future__ import annotations

import argparse
import sys
import time
from fractions import Fraction
from pathlib import Path

import numpy as np
from run_facts import print_facts

import minesolver as ms
from minesolver import kernel

POSITIONS = Path(__file__).parent / "positions"


def boards() -> list[ms.Board]:
    perft = (POSITIONS / "expert.perft").read_text().splitlines()
    grids = (POSITIONS / "grids.mines").read_text().split("\n\n")
    return [ms.Board.parse(text) for text in [line.split(maxsplit=1)[1] for line in perft] + grids]


def main(seconds: float) -> int:
    wrong = 0
    for board in boards():
        began = time.process_time()
        solutions, pairs, pair_numbers, status = kernel.count_grid(
            board._sums(), board.mines, board.density
        )
        core_seconds = time.process_time() - began
        text = f"{board.rows}x{board.cols}x{board.mines}: {status} in {1000 * core_seconds:.1f} ms"
        try:
            reference = ms.analyze(board, "elimination", limit=ms.Limit(seconds=seconds))
        except ms.EngineLimitError:
            print(f"{text}; elimination did not finish")
            continue
        equal = status == "done" and solutions == reference.solutions
        equal = equal and reference.fractions.ravel().tolist() == [
            Fraction(*pairs[number]) for number in np.frombuffer(pair_numbers, np.int32)
        ]
        text = f"{text}; elimination {1000 * reference.statistics.seconds:.1f} ms"
        print(text, "equal" if equal else "DIFFERENT", sep="; ", flush=True)
        wrong += not equal
    return wrong


if __name__ == "__main__":
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument(
        "seconds", nargs="?", type=float, default=60.0, help="that elimination gets (60)"
    )
    options = parser.parse_args()
    print_facts()
    sys.exit(main(options.seconds))
