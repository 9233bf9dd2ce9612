"""Random boards that are too wide to be counted in one piece: the time of an analysis, and what it finds.

Mines are placed at random with a density, and 40 % of all cells are asked for a clue. The columns: how many
boards were counted, of how many every proved cell was found, the proved cells of all of them, and processor
time, the median and the most. A cell proved wrongly ends the run.

example:
  python benchmarks/wide.py
  python benchmarks/wide.py --sizes 200 --densities 0.35 --number 3 --without-mine-count
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time

import numpy as np
from run_facts import print_facts

import minesolver as ms
from minesolver.counting.problem import count_around

ASKED = 0.4  # of all cells, those that hold a mine included


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[50, 100, 200])
    parser.add_argument("--densities", type=float, nargs="+", default=[0.2, 0.25, 0.3, 0.35])
    parser.add_argument("--number", type=int, default=3, help="boards of each kind (default: 3)")
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument("--without-mine-count", action="store_true")
    options = parser.parse_args()
    print_facts(options.seed)
    print("| board | density | boards | counted | all proved | proved cells | seconds | most |")
    print(f"{'|---' * 8}|")
    for size in options.sizes:
        for density in options.densities:
            seeds = range(options.seed, options.seed + options.number)
            print(row(size, density, seeds, not options.without_mine_count), flush=True)


def row(size: int, density: float, seeds: range, has_mine_count: bool) -> str:
    """Analyze random boards of one kind; a row of the table."""
    times = []
    counted = complete = proved_cells = 0
    for seed in seeds:
        board, mines = random_board(size, density, seed, has_mine_count)
        start = time.process_time()
        analysis = ms.analyze(board)
        times.append(time.process_time() - start)

        has_wrong_safe_cell = any(mines[cell] for cell in analysis.safe)
        if has_wrong_safe_cell or not all(mines[cell] for cell in analysis.mines):
            sys.exit(f"a cell is proved wrongly: {size}x{size}, density {density}, seed {seed}")
        counted += analysis.is_exact
        complete += analysis.proved_complete
        proved_cells += len(analysis.safe) + len(analysis.mines)
    figures = [len(times), counted, complete, proved_cells]
    figures_text = " | ".join(map(str, figures))
    seconds_text = f"{statistics.median(times):.2f} | {max(times):.2f}"
    return f"| {size}x{size} | {density:.2f} | {figures_text} | {seconds_text} |"


def random_board(
    size: int, density: float, seed: int, has_mine_count: bool
) -> tuple[ms.Board, np.ndarray]:
    """A board, and where its mines are."""
    rng = np.random.default_rng(seed)
    mines = rng.random((size, size)) < density
    is_asked = rng.random((size, size)) < ASKED
    grid = np.where(is_asked & ~mines, count_around(mines), -1)
    mine_count = int(mines.sum()) if has_mine_count else None
    return ms.Board.from_array(grid, mine_count), mines


if __name__ == "__main__":
    main()
