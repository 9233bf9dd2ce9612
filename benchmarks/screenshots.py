"""How many drawn screenshots are read without a wrong cell, by theme.

    python benchmarks/screenshots.py --boards 100 --seed 7

Each theme gets so many boards of all sizes, at 16 to 48 pixels a cell, half of them rescaled, half of them
saved as JPEG of quality 60 to 95, on pages with random margins. The reader was fitted to random themes only
(``novel``, here with other seeds), never to a named one. Needs the extra ``screenshot``.
"""

from __future__ import annotations

import argparse
import random
import time

import numpy as np
from themes import THEMES, random_board, random_shot, random_theme, shoot

from minesolver.base.errors import BoardFormatError
from minesolver.io.screenshots import read


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--boards", type=int, default=100, help="a theme (default: 100)")
    parser.add_argument("--seed", type=int, default=7)
    options = parser.parse_args()
    rng = random.Random(options.seed)
    print("| theme | boards | without a wrong cell | wrong, and no wrong cell named | refused | median ms |")
    print("|---|---|---|---|---|---|")
    totals = np.zeros(4, int)
    for theme in (*THEMES, None):
        right = silent = refused = 0
        times = []
        for _ in range(options.boards):
            board = random_board(rng)
            data = shoot(board, theme or random_theme(rng), random_shot(rng), rng)
            began = time.perf_counter()
            try:
                found = read(data)
            except BoardFormatError:
                refused += 1
                continue
            finally:
                times.append(1000 * (time.perf_counter() - began))
            grid = found.board.grid
            if grid.shape == board.shape and (grid == board).all():
                right += 1
                continue
            named = {uncertain.cell for uncertain in found.uncertain}
            wrong = (
                set(map(tuple, np.argwhere(grid != board).tolist())) if grid.shape == board.shape else set()
            )
            silent += not wrong & named
        name = theme.name if theme else "novel"
        totals += options.boards, right, silent, refused
        share = 100 * right / options.boards
        print(
            f"| {name} | {options.boards} | {share:.0f} % | {silent} | {refused} | {np.median(times):.0f} |"
        )
    number, right, silent, refused = totals.tolist()
    print(f"| all | {number} | {100 * right / number:.1f} % | {silent} | {refused} | |")


if __name__ == "__main__":
    main()
