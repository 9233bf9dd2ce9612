"""How far past its ``limit=`` each public function goes, on work that takes a minute or never ends.

A row a function: what came of it, and by how much it passed the limit, in seconds of wall clock, and of the
processor's time in these; the most of some runs. Of a busy machine the second says what an idle one would do.
What stops is an error, or an answer that says that it is not complete.

example:
  python benchmarks/limits.py --seconds 1 --runs 3
"""

from __future__ import annotations

import argparse
import os
from collections.abc import Callable
from functools import cache
from threading import Timer
from time import perf_counter, process_time
from typing import Any, NamedTuple

import numpy as np
from run_facts import print_facts
from wide import random_board

import minesolver as ms
from minesolver.certificates import certify
from minesolver.game.generate import generate
from minesolver.game.judge import judge_starts
from minesolver.game.replay import Replay, ReplayStep
from minesolver.game.review import review
from minesolver.model.variant import MINE


@cache
def wide_board(size: int = 100) -> ms.Board:
    return random_board(size, 0.35, 0, True)[0]


@cache
def analysis_of_wide_board() -> ms.Analysis:
    return ms.analyze(wide_board())


@cache
def blank_board() -> ms.Board:
    """Of which there are more layouts than anybody can list."""
    return ms.Board.parse("#" * 200, mines=60)


@cache
def board_to_guess_on() -> ms.Board:
    """A large board in its beginning, where a look-ahead has much to weigh."""
    grid = np.full((60, 60), ms.HIDDEN)
    grid[::6, ::6] = 2
    return ms.Board.from_array(grid, 700)


@cache
def layout_under_a_rule() -> Any:
    """A layout that is played in Python, as the core does not know the rule, with all its cells open."""
    boards = generate(60, 60, 120, board="eyesight", no_guess=False, seed=1)
    return next(boards).solution


def listed_layouts(limit: float) -> int:
    return sum(1 for _ in ms.analyze(blank_board()).layouts(limit=limit))


def judged_starts(limit: float) -> int:
    return sum(1 for _ in judge_starts(layout_under_a_rule(), limit=limit))


def reviewed_move(limit: float) -> Any:
    """A game whose one move is a guess on a wide board."""
    cell = next(cell for cell, state in wide_board().items() if state == ms.HIDDEN)
    step = ReplayStep((cell,), {cell: ms.MINE})
    return review(Replay(wide_board(), False, (step,), "made here"), limit=limit)


def start_of(solution: Any) -> Any:
    """A safe cell in the middle, from where there is much to prove."""
    safe_cells = [cell for cell in solution.cells if solution[cell] != MINE]
    return safe_cells[len(safe_cells) // 2]


WORK: dict[str, Callable[[float], Any]] = {
    "analyze": lambda limit: ms.analyze(wide_board(), limit=limit),
    "analyze, elimination": lambda limit: ms.analyze(wide_board(), "elimination", limit=limit),
    "analyze, kernel": lambda limit: ms.analyze(wide_board(), "kernel", limit=limit),
    "analyze, pysat": lambda limit: ms.analyze(wide_board(), "pysat", limit=limit),
    "analyze, cpsat": lambda limit: ms.analyze(wide_board(), "cpsat", limit=limit),
    "analyze, brute_force": lambda limit: ms.analyze(
        ms.Board.parse("######\n" * 4, mines=5), "brute_force", limit=limit
    ),
    "analyze, proofs_only": lambda limit: ms.analyze(
        wide_board(200), proofs_only=True, limit=limit
    ),
    "analyze, layered_total": lambda limit: ms.analyze(
        wide_board(200), "layered_total", limit=limit
    ),
    "analyze_many": lambda limit: ms.analyze_many([wide_board()], limit=limit),
    "recommend": lambda limit: ms.recommend(board_to_guess_on(), "thorough", limit=limit),
    "grade": lambda limit: ms.grade(board_to_guess_on(), (1, 1), limit=limit),
    "judge": lambda limit: ms.judge(
        layout_under_a_rule(), start_of(layout_under_a_rule()), limit=limit
    ),
    "judge_starts": judged_starts,
    "generate": lambda limit: next(
        generate(16, 16, 90, board="connected", unique=True, seed=1, limit=limit)
    ),
    "review": reviewed_move,
    "Analysis.layouts": listed_layouts,
    "Analysis.sample": lambda limit: ms.analyze(blank_board()).sample(10_000_000, limit=limit),
    "Analysis.chance": lambda limit: analysis_of_wide_board().chance({(0, 0): True}, limit=limit),
    "Analysis.certificate": lambda limit: analysis_of_wide_board().certificate(limit=limit),
    "certify": lambda limit: certify(wide_board(), limit=limit),
}
"""By the name of a public function that takes a limit: the work, within so many seconds."""


class Outcome(NamedTuple):
    """What came of some work, and by how much it passed its limit, in seconds of each clock."""

    what: str
    excess: float
    processor_excess: float


def outcome(work: Callable[[float], Any], seconds: float) -> Outcome:
    """What comes of work that has so many seconds."""
    processor_times: list[float] = []
    timer = Timer(seconds, lambda: processor_times.append(process_time()))
    timer.daemon = True
    timer.start()
    start = perf_counter()
    try:
        answer = work(seconds)
        end, processor_end = perf_counter(), process_time()
        what = "an answer" if is_complete(answer) else "an answer that says it is not complete"
    except ms.EngineLimitError:
        end, processor_end = perf_counter(), process_time()
        what = "EngineLimitError"
    timer.cancel()
    processor_excess = processor_end - processor_times[0] if processor_times else 0.0
    return Outcome(what, end - start - seconds, max(0.0, processor_excess))


def is_complete(answer: Any) -> bool:
    """Whether an answer is passed off as the whole."""
    if isinstance(answer, ms.Batch):
        return bool(answer.finished.all())
    if isinstance(answer, ms.Analysis):
        return answer.is_exact and answer.proved_complete
    if isinstance(answer, ms.Grade):
        return answer.regret is not None
    return not isinstance(answer, ms.Recommendation) or "time" not in answer.reason


def main() -> None:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--seconds", type=float, default=1.0, help="the limit (default: 1)")
    parser.add_argument("--runs", type=int, default=1)
    parser.add_argument("--only", nargs="+", choices=list(WORK), default=list(WORK))
    options = parser.parse_args()
    for make in (analysis_of_wide_board, blank_board, board_to_guess_on, layout_under_a_rule):
        make()
    print_facts()
    print("| function | what came of it | seconds past the limit | of these on the processor |")
    print("|---|---|---|---|")
    for name in options.only:
        outcome(WORK[name], 0.01)  # what it needs is loaded then: OR-Tools takes half a second
        outcomes = [outcome(WORK[name], options.seconds) for _ in range(options.runs)]
        what = max(run.what for run in outcomes)
        excess = max(run.excess for run in outcomes)
        processor_excess = max(run.processor_excess for run in outcomes)
        print(f"| {name} | {what} | {excess:+.2f} | {processor_excess:.2f} |", flush=True)
    if hasattr(os, "getloadavg"):
        print(f"\nload of the machine: {os.getloadavg()[0]:.1f} for {os.cpu_count()} cores")


if __name__ == "__main__":
    main()
