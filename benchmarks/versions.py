"""The same analyses, recommendations and games by two installed versions, in turns: equal, and how fast?

    python -m venv /tmp/old && /tmp/old/bin/pip install 'minesolver @ git+file:///checkout@7aafa84'
    python benchmarks/versions.py /tmp/old/bin/python
    python benchmarks/versions.py /tmp/old/bin/python --pairs 60 --works analyze text --policies
    python benchmarks/versions.py /tmp/old/bin/python --games 10000 --policies lookahead strongest --works

Each version computes in a process of its own interpreter; both do each work once unmeasured and are then
asked in turns. A ratio is the new time by the old one of the same work, by the clock on the wall (below 1:
the new version is faster): the median over ``--pairs`` pairs, with the 95 % interval of the median by its
order statistics. Positions are those of random games, made here from ``--seed``; games are those of the
seed, with their outcome, guesses and cells opened compared one by one.
"""

from __future__ import annotations

import argparse
import json
import platform
import statistics
import subprocess
import sys
from collections.abc import Iterator
from typing import Any

import numpy as np
import scipy

from minesolver.game import Game, Rules
from minesolver.game.board_sizes import LEVELS

_SERVER = """
import json, sys, time
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

boards, variants = [], []

def work(task):
    what = task["what"]
    if what == "boards":
        boards[:] = [ms.Board.parse(text) for text in task["texts"]]
        variants[:] = [ms.Board.parse(text) for text in task["variants"]]
    elif what == "analyze":
        return [ms.analyze(board) for board in boards]
    elif what == "analyze_many":
        return ms.analyze_many(boards)
    elif what == "text":
        return [ms.analyze(ms.Board.parse(text)) for text in task["texts"]]
    elif what == "rules":
        return [ms.analyze(board) for board in variants]
    elif what == "recommend":
        return [ms.recommend(board, "pseq") for board in boards]
    elif what == "strongest":
        return [ms.recommend(board) for board in boards[:task["number"]]]
    elif what == "games":
        series = Series(task["policy"], *task["size"], Rules(task["rule"]), task["seed"])
        return play_compiled_games(series, task["first"], task["number"])

def summary(what, answer):
    if what in ("analyze", "text", "rules"):
        return [[str(a.solutions), sorted(map(list, a.safe)), sorted(map(list, a.mines))] for a in answer]
    if what == "analyze_many":
        return [answer.proof.tolist(), np.round(answer.probability, 9).tolist()]
    if what in ("recommend", "strongest"):
        return [list(map(int, a.cell)) for a in answer]
    return [list(map(int, game[:3])) for game in answer or ()]

print(json.dumps([ms.__version__, np.__version__]), flush=True)
for line in sys.stdin:
    task = json.loads(line)
    core.forget()
    began = time.perf_counter()
    answer = work(task)
    seconds = time.perf_counter() - began
    print(json.dumps([seconds, summary(task["what"], answer)]), flush=True)
"""

WORKS = ("analyze", "analyze_many", "text", "rules", "recommend", "strongest")


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
    size: tuple[int, int, int], number: int, rng: np.random.Generator, board: str = "square"
) -> Iterator[str]:
    """Texts of boards: of random games, a random number of their safe cells opened."""
    rows, cols, mines = size
    rules = Rules(first_click="none", board=board)
    for index in range(number):
        game: Any = Game(rows, cols, mines, rules, seed=int(rng.integers(2**31)), index=index)
        safe = sorted({(row, col) for row, col in np.ndindex(rows, cols)} - game.layout)
        share = rng.choice([0.02, 0.05, 0.1, 0.2, 0.3])
        opened: set[Any] = set()
        for chosen in rng.permutation(len(safe))[: max(1, int(share * len(safe)))]:
            cell = safe[chosen]
            if not game.over and cell not in opened:
                opened.update(game.open(cell))
        yield game.board.text()


def median_interval(ratios: list[float]) -> tuple[float, float, float]:
    """The median and the ends of its 95 % interval, by order statistics: no distribution is assumed."""
    ordered = sorted(ratios)
    below = int(scipy.stats.binom.ppf(0.025, len(ordered), 0.5))
    lowest = ordered[max(0, below - 1)]
    highest = ordered[min(len(ordered) - 1, len(ordered) - below)]
    return statistics.median(ordered), lowest, highest


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


def ratio_cells(ratios: list[float]) -> str:
    """The cells of a table: the median and its interval."""
    median, lowest, highest = median_interval(ratios)
    return f"{median:.3f} | {lowest:.3f} to {highest:.3f}"


def compare_works(versions: list[Version], options: argparse.Namespace) -> None:
    """Times of analyses and recommendations on the same positions, and whether the answers are equal."""
    rng = np.random.default_rng(options.seed)
    print(
        "| level | work | positions | answers differ | new / old | 95 % interval | new, ms each |"
    )
    print("|---|---|---|---|---|---|---|")
    for level, size in LEVELS.items():
        texts = list(positions(size, options.positions, rng))
        variants = list(positions(size, options.positions, rng, "hex"))
        boards = {"what": "boards", "texts": texts, "variants": variants}
        for version in versions:
            version.ask(boards)
        for work in options.works:
            number = min(options.guesses, len(texts)) if work == "strongest" else len(texts)
            task = {"what": work, "texts": texts, "number": number}
            for version in versions:
                version.ask(task)

            paired_answers = list(pairs(versions, task, options.pairs))
            ratios = [new / old for old, new, *_ in paired_answers]
            new_time = statistics.median(new for _, new, *_ in paired_answers)
            old_answers, new_answers = paired_answers[-1][2:]
            different = sum(old != new for old, new in zip(old_answers, new_answers, strict=True))
            print(
                f"| {level} | {work} | {number} | {different} | {ratio_cells(ratios)} | "
                f"{1e3 * new_time / number:.4f} |",
                flush=True,
            )


def compare_games(versions: list[Version], options: argparse.Namespace) -> None:
    """Times of whole games of policies, and whether they are equal move by move."""
    print("\n| level | rule | policy | games | differ | games/s new | new / old | 95 % interval |")
    print("|---|---|---|---|---|---|---|---|")
    for level, size in LEVELS.items():
        for rule in ("safe", "zero"):
            for policy in options.policies:
                games_per_pair = max(1, options.games // options.pairs)
                ratios, difference_count, new_time = [], 0, 0.0
                for turn in range(options.pairs):
                    task = {
                        "what": "games", "policy": policy, "size": size, "rule": rule, "seed": options.seed,
                        "first": turn * games_per_pair, "number": games_per_pair,
                    }  # fmt: skip
                    for old, new, old_games, new_games in pairs(versions, task, 1):
                        ratios.append(new / old)
                        new_time += new
                        difference_count += sum(
                            a != b for a, b in zip(old_games, new_games, strict=True)
                        )
                games = games_per_pair * options.pairs
                print(
                    f"| {level} | {rule} | {policy} | {games} | {difference_count} | "
                    f"{games / new_time:.0f} | {ratio_cells(ratios)} |",
                    flush=True,
                )


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("old", metavar="PYTHON", help="the interpreter that has the other version")
    parser.add_argument("--works", nargs="*", choices=WORKS, default=WORKS)
    parser.add_argument("--positions", type=int, default=1000, help="of each level")
    parser.add_argument("--guesses", type=int, default=20, help="positions of the work strongest")
    parser.add_argument("--games", type=int, default=400, help="of each policy, level and rule")
    parser.add_argument(
        "--policies", nargs="*", default=["safest", "pseq", "lookahead", "strongest"]
    )
    parser.add_argument("--pairs", type=int, default=30)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    versions = [Version(options.old), Version(sys.executable)]
    names = ["minesolver {}, numpy {}".format(*version.versions) for version in versions]
    print(f"old: {names[0]}; new: {names[1]}")
    print(f"Python {platform.python_version()}, seed {options.seed}, {options.pairs} pairs\n")
    compare_works(versions, options)
    compare_games(versions, options)
    return 0


if __name__ == "__main__":
    sys.exit(main())
