"""Time of one exact analysis, contender by contender, on the same seeded positions in one run.

Each contender works in a process of its own, so that a crash, a hang or a leak is its own: it is recorded,
and the next position starts afresh. The board is made before the clock starts. An answer is compared with
that of the reference, which is asked in the same way; where there is none in time, it is checked against the
board (the chances around each clue sum to the clue, all of them to the mine total) and against the other
contenders: the column ``checked`` says which.

``median_ms`` is warm: the same position was asked just before, and forgotten; the others follow when all of a
set were asked so. ``cold_ms``: 64 MB were written in between, as when a bot works on other things between two
positions. ``array``: from the array of codes in hand, the board or the contender's own input made within the
time.

example:
  python benchmarks/positions.py
  python benchmarks/positions.py --sets grids --all-grids --engines kernel ms_toollib --memory 4
  python benchmarks/positions.py --sets expert grids --engines kernel elimination ms_toollib --number 50
"""

from __future__ import annotations

import argparse
import csv
import json
import platform
import resource
import sys
import time
from collections.abc import Callable
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from importlib.metadata import PackageNotFoundError, version
from pathlib import Path
from typing import Any

import contenders
import numpy as np
from boards import SIZES, isolated_clues, speed_board, stuck_positions

import minesolver as ms
from minesolver.base.intervals import quantile
from minesolver.base.workers import Pool, WorkerLateError
from minesolver.bench.running import processor
from minesolver.model.board import HIDDEN, MINE

LARGE = ("50x50", "100x100")


OTHER_WAYS = ("cold", "array", "cold_array", "text", "cold_text")
_QUICK = 0.1  # seconds: slower positions are asked in one way only


@dataclass
class Row:
    """What one contender did on one set."""

    set: str
    contender: str
    milliseconds: list[float] = field(default_factory=list)
    milliseconds_by_way: dict[str, list[float]] = field(
        default_factory=lambda: {way_name: [] for way_name in OTHER_WAYS}
    )
    refused: int = 0
    crashed: int = 0
    timed_out: int = 0
    wrong: int = 0
    compared: int = 0
    worst_error: float = 0.0
    megabytes: float = 0.0

    @property
    def positions(self) -> int:
        return len(self.milliseconds) + self.refused + self.crashed + self.timed_out


def sets(names: list[str], number: int, seed: int, all_grids: bool) -> dict[str, list[ms.Board]]:
    """The positions of each set; large boards are a tenth as many."""
    chosen: dict[str, list[ms.Board]] = {}
    for name in names:
        if name == "grids":
            widths, rows = (
                ((11, 21, 31, 41), range(1, 10)) if all_grids else ((11, 21, 31), range(2, 6))
            )
            for width in widths:
                for height in rows:
                    chosen[f"grid {width} x {height}"] = [
                        isolated_clues(width, height, seed, density=0.5)
                    ]
        elif name == "speed":
            chosen["speed board"] = [speed_board()]
        else:
            count = max(1, number // 10) if name in LARGE else number
            chosen[name] = stuck_positions(*SIZES[name], count, seed)
    return chosen


def _set_up(name: str, memory: float | None) -> None:
    if memory is not None:
        resource.setrlimit(resource.RLIMIT_AS, (int(memory * 2**30),) * 2)
    with suppress(Exception):  # warm up: imports, compilation, caches
        contenders.prepare(name, ms.Board.parse("1#\n##", 1))()


def _timed(name: str, call: contenders.Call, room: np.ndarray | None) -> float:
    """Seconds of a call, after ``room`` has taken the place of all else in the processor's caches."""
    call()
    contenders.forget(name)
    if room is not None:
        room += 1
    began = time.perf_counter()
    call()
    return time.perf_counter() - began


Asked = tuple[str, float, "np.ndarray | None", float]
"""("answered" | "refused" | "crashed" | "timed out", seconds, probabilities, MB)."""


def _work(name: str, board: ms.Board) -> Asked:
    """In the worker: a contender on a board."""
    call = contenders.prepare(name, board)
    if (board.grid == HIDDEN).mean() < 0.7 and name not in ("pysat", "cpsat"):
        with suppress(Exception):
            call()  # the first call on a size sets up tables; the wide grids are asked once
    contenders.forget(name)
    began = time.perf_counter()
    try:
        answer = call()
        seconds = time.perf_counter() - began
        kind = "refused" if answer is None else "answered"
    except Exception:
        answer, seconds, kind = None, time.perf_counter() - began, "refused"
    peak = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    children = resource.getrusage(resource.RUSAGE_CHILDREN).ru_maxrss / 1024
    return kind, seconds, answer, max(peak, children)


def _otherwise(name: str, board: ms.Board) -> tuple[float, ...]:
    """In the worker: the seconds of each of ``OTHER_WAYS``."""
    call, call_from_array = contenders.prepare(name, board), contenders.from_array(name, board)
    call_from_text = contenders.from_text(name, board)
    # All that is warm comes first.
    warm_array = _timed(name, call_from_array, None)
    warm_text = _timed(name, call_from_text, None) if call_from_text else float("nan")
    room = np.zeros(64 << 20, np.uint8)
    cold = _timed(name, call, room)
    cold_array = _timed(name, call_from_array, room)
    cold_text = _timed(name, call_from_text, room) if call_from_text else float("nan")
    return cold, warm_array, cold_array, warm_text, cold_text


class Contender:
    """A contender in a process of its own, which is started again after a crash or a time-out."""

    def __init__(self, name: str, memory: float | None) -> None:
        self.name = name
        self.pool = Pool(1, partial(_set_up, self.name, memory))

    def ask(self, board: ms.Board, timeout: float) -> Asked:
        try:
            return self.pool.submit(_work, self.name, board, seconds=timeout).result()
        except WorkerLateError:
            return "timed out", timeout, None, 0.0
        except Exception:  # its own, or WorkerDiedError
            return "crashed", timeout, None, 0.0

    def ask_otherwise(self, board: ms.Board) -> tuple[float, ...]:
        return self.pool.submit(_otherwise, self.name, board).result()

    def stop(self) -> None:
        self.pool.close()


def defect(board: ms.Board, answer: np.ndarray) -> float:
    """By how much an answer misses a clue or the mine total, at most."""
    chance = np.where(board.grid == HIDDEN, answer, board.grid == MINE)
    padded = np.pad(chance, 1)
    rows, cols = board.shape
    mines_around = (
        sum(padded[r : r + rows, c : c + cols] for r in range(3) for c in range(3)) - chance
    )
    clue = (board.grid >= 0) & (board.grid <= 8)
    worst = float(np.abs(mines_around - board.grid)[clue].max()) if clue.any() else 0.0
    return worst if board.mines is None else max(worst, abs(float(chance.sum()) - board.mines))


def measure(
    chosen: dict[str, list[ms.Board]],
    names: list[str],
    timeout: float,
    progress: Callable[..., None],
    reference: str | None = "elimination",
    memory: float | None = None,
) -> list[Row]:
    """A row for each set and contender; interrupting it keeps what is there.

    ``reference``: the engine that answers are compared with. ``memory``: GiB of address space a contender.
    """
    rows: list[Row] = []
    try:
        for label, boards in chosen.items():
            truths: list[np.ndarray | None] = [None] * len(boards)
            if reference is not None:
                process = Contender(reference, memory)
                truths = [process.ask(board, timeout)[2] for board in boards]
                process.stop()
            first_answers: list[np.ndarray | None] = [None] * len(boards)
            for name in names:
                row = Row(label, name)
                rows.append(row)
                process = Contender(name, memory)
                _ask_all(process, row, boards, timeout, truths, first_answers, progress)
                process.stop()
    except KeyboardInterrupt:
        print("interrupted: what is finished follows", file=sys.stderr)
    return rows


def _ask_all(
    process: Contender,
    row: Row,
    boards: list[ms.Board],
    timeout: float,
    truths: list[np.ndarray | None],
    first_answers: list[np.ndarray | None],
    progress: Callable[..., None],
) -> None:
    """Ask one contender all boards of a set and put what it does in its row.

    truths: The reference's answers; ``None`` where it has none in time
    first_answers: The first answer of any contender to each board, which the later ones are compared with
        where there is no truth; filled here
    """
    quick_boards = []
    for board_index, board in enumerate(boards):
        outcome, seconds, answer, megabytes = process.ask(board, timeout)
        row.megabytes = max(row.megabytes, megabytes)
        progress(row.set, row.contender)
        if outcome != "answered":
            counter_name = outcome.replace(" ", "_")
            setattr(row, counter_name, getattr(row, counter_name) + 1)
            # It will not get faster: what is left of the set counts as timed out, too.
            if row.timed_out >= 3:
                row.timed_out += len(boards) - row.positions
                break
            continue
        row.milliseconds.append(1000 * seconds)
        if seconds < _QUICK:
            quick_boards.append(board)

        # Without a truth the clues judge an answer, and the first answer that another contender gave.
        truth = truths[board_index]
        compared_answer = first_answers[board_index] if truth is None else truth
        error = defect(board, answer) if truth is None else 0.0
        is_hidden = board.grid == HIDDEN
        if compared_answer is not None and is_hidden.any():
            differences = np.abs(answer - compared_answer)[is_hidden]
            error = max(error, float(differences.max()))
        if first_answers[board_index] is None:
            first_answers[board_index] = answer
        row.compared += truth is not None
        row.worst_error = max(row.worst_error, error)
        row.wrong += error > contenders.TOLERANCE.get(row.contender, 1e-6)

    # The other ways come last: they empty the caches that the warm times above are measured with.
    for board in quick_boards:
        seconds_by_way = zip(OTHER_WAYS, process.ask_otherwise(board), strict=True)
        for way_name, seconds in seconds_by_way:
            row.milliseconds_by_way[way_name].append(1000 * seconds)


def _checked(row: Row, reference: str | None) -> str:
    """What the answers of a row were checked against."""
    if not row.milliseconds:
        return "-"
    if row.compared == len(row.milliseconds):
        return str(reference)
    return "clues" if row.compared == 0 else f"{reference}, clues"


COLUMNS = [
    "set", "contender", "median_ms", "cold_ms", "array_ms", "cold_array_ms", "text_ms", "cold_text_ms",
    "p95_ms", "slowest_ms",
    "times_ms_toollib", "times_elimination",
    "answered", "refused", "crashed", "timed_out", "checked", "wrong", "worst_error", "peak_mb",
]  # fmt: skip


def table(rows: list[Row], reference: str | None = "elimination") -> list[dict[str, Any]]:
    """Numbers for people and files. ``times_x``: how many times faster than x, by medians."""
    medians = {(row.set, row.contender): quantile(row.milliseconds, 0.5) for row in rows}
    lines = []
    for row in rows:
        median = medians[row.set, row.contender]
        way_medians = {
            f"{way_name}_ms": quantile(times, 0.5)
            for way_name, times in row.milliseconds_by_way.items()
        }
        lines.append(
            {
                "set": row.set,
                "contender": row.contender,
                "median_ms": median,
                **way_medians,
                "p95_ms": quantile(row.milliseconds, 0.95),
                "slowest_ms": max(row.milliseconds, default=float("nan")),
                "times_ms_toollib": medians.get((row.set, "ms_toollib"), float("nan")) / median,
                "times_elimination": medians.get((row.set, "elimination"), float("nan")) / median,
                "answered": f"{len(row.milliseconds)}/{row.positions}",
                "refused": row.refused,
                "crashed": row.crashed,
                "timed_out": row.timed_out,
                "checked": _checked(row, reference),
                "wrong": row.wrong,
                "worst_error": row.worst_error,
                "peak_mb": row.megabytes,
            }
        )
    return lines


def _text(value: object) -> str:
    if isinstance(value, float):
        return "-" if np.isnan(value) else f"{value:.3g}"
    return str(value)


def environment(arguments: list[str]) -> list[str]:
    """What ran, on what."""
    versions = []
    for package in ("minesolver", "numpy", "python-sat", "ortools", *contenders.PEERS):
        with suppress(PackageNotFoundError):
            versions.append(f"{package} {version(package)}")
    return [
        f"command: python benchmarks/positions.py {' '.join(arguments)}".rstrip(),
        f"Python {platform.python_version()}, {processor()}; one process at a time",
        ", ".join(versions),
    ]


def _parser() -> argparse.ArgumentParser:
    set_names = [*SIZES, "grids", "speed"]
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument(
        "--sets",
        nargs="+",
        default=set_names,
        choices=set_names,
        metavar="SET",
        help=", ".join(set_names),
    )
    parser.add_argument(
        "--engines", nargs="+", metavar="NAME", help="default: every one that is installed"
    )
    parser.add_argument(
        "--number", type=int, default=100, help="positions a set (large boards: a tenth)"
    )
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--timeout", type=float, default=20.0, help="seconds a position")
    parser.add_argument("--all-grids", action="store_true", help="11 to 41 wide, 1 to 9 clue rows")
    parser.add_argument(
        "--reference",
        default="elimination",
        metavar="ENGINE",
        help="whose answers are right, or 'none'",
    )
    parser.add_argument("--memory", type=float, metavar="GIB", help="address space of a contender")
    parser.add_argument("--json", type=Path, metavar="FILE")
    parser.add_argument("--csv", type=Path, metavar="FILE")
    return parser


def _print_table(lines: list[dict[str, Any]]) -> None:
    """A table of Markdown whose columns are as wide as their widest cell."""
    table_rows = [COLUMNS, *([_text(line[column]) for column in COLUMNS] for line in lines)]
    widths = [max(map(len, column_cells)) for column_cells in zip(*table_rows, strict=True)]
    for row_index, row_cells in enumerate(table_rows):
        padded_cells = [cell.ljust(width) for cell, width in zip(row_cells, widths, strict=True)]
        print(f"| {' | '.join(padded_cells)} |")
        if row_index == 0:
            print("|" + "|".join("-" * (width + 2) for width in widths) + "|")


def main(arguments: list[str] | None = None) -> int:
    arguments = sys.argv[1:] if arguments is None else arguments
    parser = _parser()
    options = parser.parse_args(arguments)

    # Names that are not there are refused at once, and not after an hour of the others.
    names = options.engines or [name for name in contenders.names() if name != "brute_force"]
    reference = None if options.reference == "none" else options.reference
    unknown = sorted(
        {*names, *([reference] if reference else [])} - {*contenders.names(), *contenders.PEERS}
    )
    if unknown:
        parser.error(
            f"unknown or not installed: {', '.join(unknown)}; here: {', '.join(contenders.names())}"
        )

    boards_by_set = sets(options.sets, options.number, options.seed, options.all_grids)
    total = len(names) * sum(map(len, boards_by_set.values()))
    done = 0

    def progress(label: str, name: str) -> None:
        nonlocal done
        done += 1
        if sys.stderr.isatty():
            print(f"\r{done}/{total} {label} {name}".ljust(60), end="", file=sys.stderr, flush=True)

    # What ran goes above the table, so that its figures can be judged and run again.
    header = environment(arguments)
    header.append(
        f"seed {options.seed}; time-out {options.timeout:g} s a position; medians of single calls"
    )
    if options.memory:
        header.append(
            f"address space of a contender: {options.memory:g} GiB, without which it crashes or refuses"
        )
    lines = table(
        measure(boards_by_set, names, options.timeout, progress, reference, options.memory),
        reference,
    )
    if sys.stderr.isatty():
        print(file=sys.stderr)
    print("\n".join(header), end="\n\n")
    _print_table(lines)
    if options.json:
        options.json.write_text(json.dumps({"environment": header, "rows": lines}, indent=1))
    if options.csv:
        with options.csv.open("w", newline="") as stream:
            writer = csv.DictWriter(stream, COLUMNS)
            writer.writeheader()
            writer.writerows(lines)
    return 0


if __name__ == "__main__":
    sys.exit(main())
