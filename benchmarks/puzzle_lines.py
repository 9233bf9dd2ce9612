"""Puzzle lines of 14 Minesweeper Variants, each played to its end by proofs alone; the time of its steps.

A step is one analysis of what is open: every cell that it proves safe is opened, every proved mine is marked.
A line that comes to a point where nothing more is proved is named; so is a step that proves a cell wrong. The
lines of one file are a row of the table: processor time of their steps, the median
and the most, and how many steps could be counted as well.

Public lines of the game's own puzzles: the folder ``public/puzzles`` of the repository ``tonsky/sapper``.

example:
  python benchmarks/puzzle_lines.py sapper/public/puzzles/*.txt
  python benchmarks/puzzle_lines.py --every 20 --proofs-only "sapper/public/puzzles/[T']8x8-26.txt"
"""

from __future__ import annotations

import argparse
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import minesolver as ms
from minesolver.cli.progress import Progress
from minesolver.io.formats.levels import VariantLevel, read
from minesolver.model.variant import HIDDEN, MINE


@dataclass
class Figures:
    """What was measured of the lines of one file.

    steps: Seconds of processor time of each step
    counted: How many steps had exact chances too, not proofs alone
    unfinished: The lines that were not played to their end, with what stopped them
    """

    lines: int = 0
    steps: list[float] = field(default_factory=list)
    counted: int = 0
    unfinished: list[str] = field(default_factory=list)


def main(arguments: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("files", nargs="+", type=Path, help="texts with a puzzle a line")
    parser.add_argument(
        "--every", type=int, default=1, help="play each N-th line only (default: 1)"
    )
    parser.add_argument(
        "--proofs-only",
        action="store_true",
        help="count nothing, as analyze(..., proofs_only=True)",
    )
    options = parser.parse_args(arguments)
    print("| lines | number | played to the end | steps | counted too | median ms | most ms |")
    print(f"{'|---' * 7}|")
    unfinished = []
    for path in options.files:
        # A row of the table as soon as it is known: all lines of the game take half an hour.
        lines = path.read_text().splitlines()[:: options.every]
        figures = Figures()
        with Progress(path.stem, len(lines)) as progress:
            for number, line in enumerate(lines, 1):
                play(line, figures, options.proofs_only)
                progress.update(number)
        show(path.stem, figures)
        unfinished += figures.unfinished
    print(*unfinished, sep="\n")
    return int(bool(unfinished))


def play(line: str, figures: Figures, proofs_only: bool) -> None:
    """Play a line to its end, or note where it stops."""
    level = read(line)
    board = level.board
    figures.lines += 1
    while board.where(HIDDEN):
        began = time.process_time()
        try:
            analysis = ms.analyze(board, proofs_only=proofs_only)
        except ms.MinesolverError as error:
            figures.unfinished.append(f"{line.split()[0]}: {error}")
            return
        figures.steps.append(time.process_time() - began)
        figures.counted += analysis.is_exact
        wrong = list(wrong_proofs(level, analysis))
        if wrong or not (analysis.safe or analysis.mines):
            stop = f"{wrong} are proved wrongly" if wrong else "nothing more is proved"
            figures.unfinished.append(
                f"{line.split()[0]}: {stop}, {len(board.where(HIDDEN))} hidden"
            )
            return
        board = board.replace(
            {cell: level.solution[cell] for cell in analysis.safe | analysis.mines}
        )


def wrong_proofs(level: VariantLevel, analysis: ms.Analysis[Any]) -> Iterator[object]:
    """The cells that are proved to be what they are not."""
    for cell in analysis.safe | analysis.mines:
        if (level.solution[cell] == MINE) is not (cell in analysis.mines):
            yield cell


def show(name: str, figures: Figures) -> None:
    """Print one row of the table."""
    played = figures.lines - len(figures.unfinished)
    step_seconds = figures.steps or [0.0]
    median_milliseconds = 1000 * statistics.median(step_seconds)
    slowest_milliseconds = 1000 * max(step_seconds)
    print(
        f"| {name} | {figures.lines} | {played} | {len(figures.steps)} | {figures.counted} "
        f"| {median_milliseconds:.1f} | {slowest_milliseconds:.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
