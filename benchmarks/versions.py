"""Games a second of this version against another one, on the same games by turns.

    python benchmarks/versions.py OLD/bin/python
    python benchmarks/versions.py OLD/bin/python --policies strongest --boards 9x9/10 --runs 9

``OLD/bin/python`` is the interpreter of an environment in which the other version is installed. Each board
and policy is played by one process of each version, in turns, on the same new games each time; the figures
are of processor time, the ratio is the median over the turns, and the outcomes of all games are compared.
"""

from __future__ import annotations

import argparse
import json
import os
import statistics
import subprocess
import sys
from pathlib import Path

from compare import SIZES, versions

GAMES = {"safest": 60.0, "pseq": 15.0, "lookahead": 10.0, "strongest": 1.0}  # of a turn, relative
RATE = {"8x8/10": 200, "9x9/10": 250, "16x16/40": 120, "30x16/99": 40}  # games of `strongest` in a turn
WORKER = """
import json, sys, time
try:
    from minesolver.game.series import Series, play_compiled
except ImportError:  # before the tree was moved
    from minesolver.experiments.series import Series, play_compiled
from minesolver.game import Rules
for line in sys.stdin:
    policy, rows, cols, mines, rule, first, number = json.loads(line)
    series = Series(policy, rows, cols, mines, Rules(first_click=rule), 5)
    began = time.process_time()
    tally = play_compiled(series, first, number)
    print(json.dumps([time.process_time() - began, tally.wins, tally.guesses, tally.opened]), flush=True)
"""


class Version:
    """A process that plays games."""

    def __init__(self, python: str, path: str | None) -> None:
        environment = {key: value for key, value in os.environ.items() if key != "PYTHONPATH"}
        if path is not None:
            environment["PYTHONPATH"] = path
        self.process = subprocess.Popen(
            [python, "-c", WORKER],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
            env=environment,
            cwd="/",
        )

    def play(self, *task: object) -> tuple[float, list[int]]:
        """(seconds, [wins, guesses, cells opened])"""
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self.process.stdin.write(json.dumps(task) + "\n")
        self.process.stdin.flush()
        line = self.process.stdout.readline()
        if not line:
            raise SystemExit(f"{self.process.args[0]} stopped")  # type: ignore[index]
        seconds, *counts = json.loads(line)
        return seconds, counts


def main() -> int:
    raw = argparse.RawDescriptionHelpFormatter
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=raw)
    parser.add_argument("old", help="the Python of the other version")
    parser.add_argument("--policies", nargs="+", choices=GAMES, default=list(GAMES))
    parser.add_argument("--boards", nargs="+", choices=SIZES, default=["9x9/10", "16x16/40", "30x16/99"])
    parser.add_argument("--rule", choices=("safe", "zero"), default="safe")
    parser.add_argument("--runs", type=int, default=7)
    options = parser.parse_args()
    root = str(Path(__file__).resolve().parent.parent)
    new, old = Version(sys.executable, root), Version(options.old, None)
    print(f"{versions()}, first click {options.rule}, seed 5, {options.runs} turns")
    print("| board | policy | games a turn | old, games/s | new, games/s | ratio | games alike |")
    print("|---|---|---|---|---|---|---|")
    for board in options.boards:
        for policy in options.policies:
            number = int(GAMES[policy] * RATE[board])
            turns = []
            for turn in range(-1, options.runs):  # the first one to warm up
                task = policy, *SIZES[board], options.rule, (turn + 1) * number, number
                turns.append((old.play(*task), new.play(*task)))
            before, now = ([turn[k][0] for turn in turns[1:]] for k in range(2))
            ratio = statistics.median(b / n for b, n in zip(before, now, strict=True))
            alike = all(turn[0][1] == turn[1][1] for turn in turns)
            print(
                f"| {board} | {policy} | {number} | {number / statistics.median(before):.0f} | "
                f"{number / statistics.median(now):.0f} | {ratio:.2f} | {'all' if alike else 'NO'} |",
                flush=True,
            )
    return 0


if __name__ == "__main__":
    sys.exit(main())
