"""The same analyses and games by two installed versions, in turns: do they agree, and how fast is each?

    python -m venv /tmp/old && /tmp/old/bin/pip install 'minesolver @ git+file:///checkout@7aafa84'
    python benchmarks/versions.py /tmp/old/bin/python
    python benchmarks/versions.py /tmp/old/bin/python --games 10000 --policies lookahead strongest

Each version computes in a process of its own interpreter; both are warmed up and then asked in turns. A ratio
is the median over ``--pairs`` pairs of the old processor time to the new one of the same work (above 1: the
new version is faster). Positions are those of random games, made here from ``--seed``; games are those of
the seed, with their outcome, guesses and cells opened compared one by one.
"""

from __future__ import annotations

import argparse
import base64
import io
import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterator
from itertools import product
from typing import Any

import numpy as np

from minesolver.game.board_sizes import LEVELS

_SERVER = """
import base64, io, json, sys, time
import numpy as np
import minesolver as ms
try:
    from minesolver.game.series import Series, play_compiled_games
except ImportError:
    from minesolver.experiments.series import Series, play_compiled_games
from minesolver.game import Rules
try:
    from minesolver import kernel as core
except ImportError:
    from minesolver import compiled as core

def answer(task):
    if task["what"] == "many":
        grids = np.load(io.BytesIO(base64.b64decode(task["grids"])))
        core.forget()
        began = time.process_time()
        batch = ms.analyze_many(grids, task["mines"])
        seconds = time.process_time() - began
        return seconds, [batch.probability.tolist(), batch.proof.tolist(), batch.consistent.tolist()]
    if task["what"] == "one":
        grids = np.load(io.BytesIO(base64.b64decode(task["grids"])))
        boards = [ms.Board.from_array(grid, mines=task["mines"]) for grid in grids]
        core.forget()
        began = time.process_time()
        for board in boards:
            ms.analyze(board, task["engine"])
        return time.process_time() - began, None
    series = Series(task["policy"], *task["size"], Rules(task["rule"]), task["seed"])
    core.forget()
    began = time.process_time()
    games = play_compiled_games(series, task["first"], task["number"])
    return time.process_time() - began, [list(map(int, game[:3])) for game in games]

print(json.dumps([ms.__version__, np.__version__]), flush=True)
for line in sys.stdin:
    print(json.dumps(answer(json.loads(line))), flush=True)
"""


class Version:
    """An installed version of minesolver in its own process."""

    def __init__(self, python: str) -> None:
        self._process = subprocess.Popen(
            [python, "-P", "-c", _SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
        )
        self.versions = self._read()

    def ask(self, task: dict[str, Any]) -> tuple[float, Any]:
        """(seconds, the answer)"""
        assert self._process.stdin is not None
        self._process.stdin.write(json.dumps(task) + "\n")
        self._process.stdin.flush()
        seconds, answer = self._read()
        return seconds, answer

    def _read(self) -> Any:
        assert self._process.stdout is not None
        line = self._process.stdout.readline()
        if not line:
            raise SystemExit("one of the versions ended early")
        return json.loads(line)


def positions(
    rows: int, cols: int, mines: int, number: int, rng: np.random.Generator
) -> np.ndarray:
    """int8 (number, rows, cols): random layouts with random safe cells opened, zeros with what is around."""
    grids = np.full((number, rows, cols), -1, np.int8)
    for grid in grids:
        is_mine = np.zeros((rows, cols), bool)
        is_mine.flat[rng.choice(rows * cols, mines, replace=False)] = True
        padded = np.pad(is_mine.astype(np.int8), 1)
        clues = np.zeros((rows, cols), np.int8)
        for a, b in product((0, 1, 2), repeat=2):
            clues += padded[a : rows + a, b : cols + b]
        safe = np.argwhere(~is_mine)
        rng.shuffle(safe)
        share = rng.choice([0.02, 0.05, 0.1, 0.2, 0.3])
        stack = [tuple(cell) for cell in safe[: max(1, int(share * len(safe)))].tolist()]
        while stack:
            r, c = stack.pop()
            if grid[r, c] == -1:
                grid[r, c] = clues[r, c]
                if clues[r, c] == 0:
                    block = [(x, y) for x in range(r - 1, r + 2) for y in range(c - 1, c + 2)]
                    stack += [(x, y) for x, y in block if 0 <= x < rows and 0 <= y < cols]
    return grids


def packed(grids: np.ndarray) -> str:
    """As a .npy file in base64."""
    file = io.BytesIO()
    np.save(file, grids)
    return base64.b64encode(file.getvalue()).decode()


def pairs(
    versions: list[Version], task: dict[str, Any], number: int
) -> Iterator[tuple[float, float, Any, Any]]:
    """The same task ``number`` times; who begins changes."""
    for turn in range(number):
        answers: list[Any] = [None, None]
        order = (0, 1) if turn % 2 else (1, 0)
        for k in order:
            answers[k] = versions[k].ask(task)
        yield answers[0][0], answers[1][0], answers[0][1], answers[1][1]


def compare_positions(versions: list[Version], options: argparse.Namespace) -> None:
    rng = np.random.default_rng(options.seed)
    print(
        "| level | positions | greatest difference | proofs differ | analyze_many | one, kernel | one, auto |"
    )
    print("|---|---|---|---|---|---|---|")
    for level, (rows, cols, mines) in LEVELS.items():
        grids = positions(rows, cols, mines, options.positions, rng)
        task = {"what": "many", "grids": packed(grids), "mines": mines}
        paired_answers = list(pairs(versions, task, options.pairs))
        ratios = [old / new for old, new, *_ in paired_answers]
        old_batch, new_batch = paired_answers[-1][2:]
        difference = np.abs(np.array(old_batch[0]) - np.array(new_batch[0])).max()
        proofs = int((np.array(old_batch[1]) != np.array(new_batch[1])).any(axis=(1, 2)).sum())
        cells = [f"{statistics.median(ratios):.2f}"]
        packed_few = packed(grids[: max(1, options.positions // 10)])
        for engine in ("kernel", "auto"):
            task = {"what": "one", "grids": packed_few, "mines": mines, "engine": engine}
            engine_ratios = [old / new for old, new, *_ in pairs(versions, task, options.pairs)]
            cells.append(f"{statistics.median(engine_ratios):.2f}")
        print(
            f"| {level} | {len(grids)} | {difference:.1e} | {proofs} | {' | '.join(cells)} |",
            flush=True,
        )


def compare_games(versions: list[Version], options: argparse.Namespace) -> None:
    print("\n| level | rule | policy | games | differ | games/s old | games/s new | ratio |")
    print("|---|---|---|---|---|---|---|---|")
    for level, size in LEVELS.items():
        for rule in ("safe", "zero"):
            for policy in options.policies:
                games_per_pair = max(1, options.games // options.pairs)
                ratios, difference_count, times = [], 0, [0.0, 0.0]
                for turn in range(options.pairs):
                    task = {
                        "what": "games", "policy": policy, "size": size, "rule": rule, "seed": options.seed,
                        "first": turn * games_per_pair, "number": games_per_pair,
                    }  # fmt: skip
                    for old, new, old_games, new_games in pairs(versions, task, 1):
                        ratios.append(old / new)
                        times = [times[0] + old, times[1] + new]
                        difference_count += sum(
                            a != b for a, b in zip(old_games, new_games, strict=True)
                        )
                games = games_per_pair * options.pairs
                print(
                    f"| {level} | {rule} | {policy} | {games} | {difference_count} | "
                    f"{games / times[0]:.0f} | {games / times[1]:.0f} | {statistics.median(ratios):.2f} |",
                    flush=True,
                )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", metavar="PYTHON", help="the interpreter that has the other version")
    parser.add_argument("--positions", type=int, default=2000, help="of each level")
    parser.add_argument("--games", type=int, default=400, help="of each policy, level and rule")
    parser.add_argument(
        "--policies", nargs="+", default=["safest", "pseq", "lookahead", "strongest"]
    )
    parser.add_argument("--pairs", type=int, default=7)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    versions = [Version(options.old), Version(sys.executable)]
    names = ["minesolver {}, numpy {}".format(*version.versions) for version in versions]
    print(
        f"old: {names[0]}; new: {names[1]}; Python {platform.python_version()}, seed {options.seed}\n"
    )
    compare_positions(versions, options)
    compare_games(versions, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
