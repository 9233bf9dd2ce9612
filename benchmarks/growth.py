"""How the time of an answer grows with the board: from 9x9 to 1000x1000, mines of several densities.

A position is a board of random mines, opened in one of two ways: `random` clicks on cells without a mine,
each with its cascade, up to a share of the cells, or a `game` of a player who opens what is proved, and else
the safest cell that is no mine (so that it goes on), for at most forty moves: of a large board that is the
beginning. Columns: positions, and how many of them were counted (of the others only the proved cells are
exact); processor time of the analysis in milliseconds, the median and the most; of the last position the
number of layouts as it is printed, and exactly. An analysis that takes longer than ``--seconds`` is refused,
and ends the rows of its density and way.

example:
  python benchmarks/growth.py
  python benchmarks/growth.py --sizes 50 100 --densities 0.25 --ways random --number 20
"""

from __future__ import annotations

import argparse
import statistics
import time
from collections.abc import Iterator

import numpy as np
import numpy.typing as npt
from run_facts import print_facts

import minesolver as ms

Cells = npt.NDArray[np.int64]
WAYS = ("random", "game")
_OPENED = (0.2, 0.5, 0.8)  # shares of the cells that are open in the positions
_MAX_STEPS = 40  # of a game: of a large board that is its beginning


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--sizes", type=int, nargs="+", default=[9, 30, 100, 300, 1000])
    parser.add_argument("--densities", type=float, nargs="+", default=[0.12, 0.16, 0.2, 0.25, 0.35])
    parser.add_argument("--ways", nargs="+", choices=WAYS, default=WAYS)
    parser.add_argument("--number", type=int, default=30, help="positions of a row (default: 30)")
    parser.add_argument(
        "--cells", type=int, default=2_000_000, help="of a row's positions together, at most"
    )
    parser.add_argument("--seconds", type=float, default=20.0, help="limit on one analysis")
    parser.add_argument("--seed", type=int, default=0)
    options = parser.parse_args()
    print_facts(options.seed)
    count_times(ms.analyze(ms.Board.parse("1#\n##", 1)))  # loads what is loaded once
    print(
        "| way | density | board | positions | counted | median ms | most ms | printed ms | exact ms |"
    )
    print(f"{'|---' * 9}|")
    for way in options.ways:
        for density in options.densities:
            for size in options.sizes:
                if not print_row(way, density, size, options):
                    break


def print_row(way: str, density: float, size: int, options: argparse.Namespace) -> bool:
    """Analyze positions of one kind, and print their row; whether none of them was refused."""
    number = max(3, min(options.number, options.cells // size**2))
    random = np.random.default_rng([options.seed, size, round(1000 * density)])
    times, counted, refused = [], 0, False
    last_counted = None
    for board in positions(way, density, size, number, options.seconds, random):
        began = time.process_time()
        try:
            analysis = ms.analyze(board, limit=options.seconds)
        except ms.EngineLimitError:
            refused = True
            break
        times.append(1000 * (time.process_time() - began))
        counted += analysis.is_exact and not analysis.note
        refused |= times[-1] > 1000 * options.seconds
        if not analysis.note:
            last_counted = analysis
    cells = [way, f"{density:g}", f"{size}x{size}", str(len(times)), str(counted)]
    if times:
        cells += [f"{statistics.median(times):.3g}", f"{max(times):.3g}"]
    cells += count_times(last_counted)
    print(f"| {' | '.join(cells)} |{' (one more refused)' if refused else ''}", flush=True)
    return not refused


def count_times(analysis: ms.Analysis | None) -> list[str]:
    """Processor time of the count as it is printed, and of the exact one, in milliseconds."""
    if analysis is None:
        return ["-", "-"]
    texts = []
    for name in ("solutions_in_words", "solutions"):
        fresh_analysis = ms.analyze(analysis.board)
        began = time.process_time()
        getattr(fresh_analysis, name)
        texts.append(f"{1000 * (time.process_time() - began):.3g}")
    return texts


def positions(
    way: str, density: float, size: int, number: int, seconds: float, random: np.random.Generator
) -> Iterator[ms.Board]:
    """So many positions of boards with random mines."""
    made = 0
    while made < number:
        clues = random_clues(size, density, random)
        opened_boards = opened_by_clicks if way == "random" else opened_by_play
        for opened in opened_boards(clues, density, seconds, random):
            if made < number:
                yield as_board(clues, opened, density)
                made += 1


def random_clues(size: int, density: float, random: np.random.Generator) -> Cells:
    """By cell the mines around it; -1 for a mine."""
    mines = np.zeros(size * size, bool)
    mines[random.permutation(size * size)[: mine_count(size, density)]] = True
    padded = np.pad(mines.reshape(size, size), 1).astype(int)
    clues = np.zeros((size, size), int)
    for down in range(3):
        for right in range(3):
            clues += padded[down : down + size, right : right + size]
    clues[mines.reshape(size, size)] = -1
    return clues


def mine_count(size: int, density: float) -> int:
    return round(density * size * size)


def as_board(clues: Cells, opened: npt.NDArray[np.bool_], density: float) -> ms.Board:
    return ms.Board.from_array(np.where(opened, clues, -1), mine_count(len(clues), density))


def opened_by_clicks(
    clues: Cells, density: float, seconds: float, random: np.random.Generator
) -> Iterator[npt.NDArray[np.bool_]]:
    """One board, opened as far as one of the shares."""
    share = random.choice(_OPENED)
    opened = np.zeros(clues.shape, bool)
    opened_count = 0
    for cell in random.permutation(clues.size).tolist():
        if opened_count >= share * clues.size:
            break
        row, column = divmod(cell, len(clues))
        if clues[row, column] >= 0 and not opened[row, column]:
            opened_count += open_cascade(clues, opened, row, column)
    yield opened


def opened_by_play(
    clues: Cells, density: float, seconds: float, random: np.random.Generator
) -> Iterator[npt.NDArray[np.bool_]]:
    """All positions of one game, from its first click on a zero."""
    opened = np.zeros(clues.shape, bool)
    zeros = np.argwhere(clues == 0)
    if not len(zeros):
        return
    open_cascade(clues, opened, *random.choice(zeros).tolist())
    for _ in range(_MAX_STEPS):
        yield opened
        analysis = ms.analyze(as_board(clues, opened, density), limit=seconds)
        cells = set(analysis.safe)
        if not cells:
            risks = np.where(opened | (clues < 0), np.inf, analysis.probability)
            cells = {divmod(int(np.argmin(risks)), len(clues))}
        for row, column in cells:
            if clues[row, column] >= 0 and not opened[row, column]:
                open_cascade(clues, opened, row, column)
        if (opened | (clues < 0)).all():
            return


def open_cascade(clues: Cells, opened: npt.NDArray[np.bool_], row: int, column: int) -> int:
    """Open a cell, and around each zero what is there; returns how many cells that are."""
    opened[row, column] = True
    opened_count = 1
    pending = [(row, column)]
    while pending:
        row, column = pending.pop()
        if clues[row, column]:
            continue
        for near_row in range(max(0, row - 1), min(len(clues), row + 2)):
            for near_column in range(max(0, column - 1), min(len(clues), column + 2)):
                if not opened[near_row, near_column]:
                    opened[near_row, near_column] = True
                    opened_count += 1
                    pending.append((near_row, near_column))
    return opened_count


if __name__ == "__main__":
    main()
