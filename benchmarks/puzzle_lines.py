"""Puzzle lines of 14 Minesweeper Variants, each played to its end by proofs alone; the time of its steps.

A step is one analysis of what is open: every cell that it proves safe is opened, every proved mine is marked.
A line that comes to a point where nothing more is proved is named; so is a step that proves a cell wrong. The
lines of one file are a row of the table: processor time of their steps, the median
and the most, and how many steps could be counted as well.

Public lines of the game's own puzzles: the folder ``public/puzzles`` of the repository ``tonsky/sapper``.

example:
  python benchmarks/puzzle_lines.py --recorded lines.jsonl sapper/public/puzzles/*.txt
  python benchmarks/puzzle_lines.py --every 20 --proofs-only "sapper/public/puzzles/[T']8x8-26.txt"
"""

from __future__ import annotations

import argparse
import json
import statistics
import sys
import time
from collections.abc import Iterator, Sequence
from dataclasses import asdict, dataclass, field
from pathlib import Path
from typing import Any

from run_facts import print_facts

import minesolver as ms
from minesolver.cli.progress import Progress
from minesolver.io.formats.variant_lines import VariantLevel, read
from minesolver.model.variant import HIDDEN, MINE


@dataclass
class PlayedLine:
    """What was measured of one line.

    steps: Milliseconds of processor time of each step
    counted: How many steps had exact chances too, not proofs alone
    stop: What stopped it before its end; empty where nothing did
    """

    name: str
    steps: list[float] = field(default_factory=list)
    counted: int = 0
    stop: str = ""


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
    parser.add_argument(
        "--recorded",
        type=Path,
        metavar="FILE",
        help="note each line there that is played (JSON, a line each); what it has is not played again",
    )
    options = parser.parse_args(arguments)
    print_facts()
    recorded = read_recorded(options.recorded)
    print("| lines | number | played to the end | steps | counted too | median ms | most ms |")
    print(f"{'|---' * 7}|")
    unfinished = []
    for path in options.files:
        # A row of the table as soon as it is known: all lines of the game take an hour.
        lines = path.read_text().splitlines()[:: options.every]
        played_lines = []
        with Progress(path.stem, len(lines)) as progress:
            for number, line in enumerate(lines, 1):
                played = recorded.get(line.split()[0])
                if played is None:
                    played = play(line, options.proofs_only)
                    record(options.recorded, played)
                played_lines.append(played)
                progress.update(number)
        show(path.stem, played_lines)
        unfinished += [f"{played.name}: {played.stop}" for played in played_lines if played.stop]
    print(*unfinished, sep="\n")
    return int(bool(unfinished))


def read_recorded(path: Path | None) -> dict[str, PlayedLine]:
    """The lines that were played before, by name."""
    if path is None or not path.exists():
        return {}
    played_lines = [PlayedLine(**json.loads(text)) for text in path.read_text().splitlines()]
    return {played.name: played for played in played_lines}


def record(path: Path | None, played: PlayedLine) -> None:
    if path is not None:
        with path.open("a") as file:
            print(json.dumps(asdict(played)), file=file)


def play(line: str, proofs_only: bool) -> PlayedLine:
    """Play a line to its end, or to where it stops."""
    level = read(line)
    board = level.board
    played = PlayedLine(line.split()[0])
    while board.where(HIDDEN):
        began = time.process_time()
        try:
            analysis = ms.analyze(board, proofs_only=proofs_only)
        except ms.MinesolverError as error:
            played.stop = str(error)
            break
        played.steps.append(round(1000 * (time.process_time() - began), 2))
        played.counted += analysis.is_exact
        wrong = list(wrong_proofs(level, analysis))
        if wrong or not (analysis.safe or analysis.mines):
            stop = f"{wrong} are proved wrongly" if wrong else "nothing more is proved"
            played.stop = f"{stop}, {len(board.where(HIDDEN))} hidden"
            break
        board = board.replace(
            {cell: level.solution[cell] for cell in analysis.safe | analysis.mines}
        )
    return played


def wrong_proofs(level: VariantLevel, analysis: ms.Analysis[Any]) -> Iterator[object]:
    """The cells that are proved to be what they are not."""
    for cell in analysis.safe | analysis.mines:
        if (level.solution[cell] == MINE) is not (cell in analysis.mines):
            yield cell


def show(name: str, played_lines: Sequence[PlayedLine]) -> None:
    """Print one row of the table."""
    steps = [step for played in played_lines for step in played.steps]
    counted = sum(played.counted for played in played_lines)
    at_the_end = sum(not played.stop for played in played_lines)
    print(
        f"| {name} | {len(played_lines)} | {at_the_end} | {len(steps)} | {counted} "
        f"| {statistics.median(steps or [0.0]):.1f} | {max(steps, default=0.0):.0f} |",
        flush=True,
    )


if __name__ == "__main__":
    sys.exit(main())
