"""What a user waits for: imports, whole commands of a small task, and the first call against the second.

    python benchmarks/startup.py
    python benchmarks/startup.py --old OLD/bin/python     # beside the Python of another installed version

A command is a process from its start to its end, wall-clock and (in brackets) processor time, medians of
``--runs``. The first call of each function in a fresh process is set against its second, there. With
``--old`` both interpreters are measured in turns.
"""

from __future__ import annotations

import argparse
import os
import statistics
import subprocess
import sys
import time
from pathlib import Path

from run_facts import print_facts

EXPERT = str(Path(__file__).resolve().parent.parent / "examples" / "expert.mines")
PROGRAMS = {
    "python": ["-c", "pass"],
    "import numpy": ["-c", "import numpy"],
    "import minesolver": ["-c", "import minesolver"],
    "solve": ["-m", "minesolver", "solve", EXPERT],
    "solve --engine kernel": ["-m", "minesolver", "solve", "--engine", "kernel", EXPERT],
    "solve --recommend": ["-m", "minesolver", "solve", EXPERT, "--recommend", "strongest"],
    "play strongest": ["-m", "minesolver", "play", "--policy", "strongest", "--seed", "7"],
    "generate --no-guess": [
        "-m",
        "minesolver",
        "generate",
        "--no-guess",
        "--level",
        "expert",
        "--seed",
        "2",
    ],
    "optimal": ["-m", "minesolver", "optimal", "--rows", "3", "--cols", "3", "--mines", "2"],
}
_BOARD = f"import minesolver as ms; board = ms.Board.from_file({EXPERT!r}); "
CALLS = {
    "analyze": (_BOARD, "ms.analyze(board).best"),
    "analyze, kernel": (_BOARD, "ms.analyze(board, 'kernel').best"),
    "recommend": (_BOARD, "ms.recommend(board)"),
    "play strongest": (
        "from minesolver.game.series import Series, play_compiled; ",
        "play_compiled(Series('strongest', 16, 30, 99, seed=7), 0, 5)",
    ),
    "generate": (
        "from itertools import islice; from minesolver.game.generate import generate; ",
        "list(islice(generate(16, 30, 99, seed=2), 1))",
    ),
    "optimal": ("from minesolver.policy.optimal import optimal; ", "optimal(4, 4, 4)"),
}
_TWICE = """
import time
{before}
times = []
for _ in range(2):
    began = time.perf_counter()
    {call}
    times.append(time.perf_counter() - began)
print(*times)
"""


def process(python: str, arguments: list[str]) -> tuple[float, float]:
    """(wall-clock, processor time) of a process, in seconds."""
    began = time.perf_counter()
    child = subprocess.Popen(
        [python, "-P", *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
    )
    _, exit_code, usage = os.wait4(child.pid, 0)
    child.returncode = exit_code
    if exit_code:
        raise SystemExit(f"failed: {' '.join(arguments)}")
    return time.perf_counter() - began, usage.ru_utime + usage.ru_stime


def two_calls(python: str, preparation: str, call: str) -> tuple[float, float]:
    """Seconds of the first and of the second call in a fresh process."""
    program = _TWICE.format(before=preparation, call=call)
    output = subprocess.run(
        [python, "-P", "-c", program], capture_output=True, text=True, check=True
    ).stdout
    first_seconds, second_seconds = map(float, output.split())
    return first_seconds, second_seconds


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=7, help="of each; medians are shown")
    parser.add_argument(
        "--old", metavar="PYTHON", help="the interpreter of another installed version"
    )
    options = parser.parse_args()
    pythons = [sys.executable] + ([options.old] if options.old else [])
    print_facts()
    print(f"{os.cpu_count()} cores, {options.runs} runs in turns\n")
    print("| whole command | " + " | ".join(["seconds", "old"][: len(pythons)]) + " |")
    print("|---" * (1 + len(pythons)) + "|")
    for name, arguments in PROGRAMS.items():
        times_by_python: list[list[tuple[float, float]]] = [[] for _ in pythons]
        for _ in range(options.runs):
            for python, python_times in zip(pythons, times_by_python, strict=True):
                python_times.append(process(python, arguments))
        cells = [
            "{:.2f} ({:.2f})".format(*map(statistics.median, zip(*python_times, strict=True)))
            for python_times in times_by_python
        ]
        print(f"| {name} | {' | '.join(cells)} |", flush=True)
    print("\n| call | first, ms | second, ms | first / second |")
    print("|---|---|---|---|")
    for name, (preparation, call) in CALLS.items():
        pairs = [two_calls(sys.executable, preparation, call) for _ in range(options.runs)]
        first_time, second_time = (
            1000 * statistics.median(column) for column in zip(*pairs, strict=True)
        )
        print(
            f"| {name} | {first_time:.1f} | {second_time:.2f} | {first_time / second_time:.1f} |",
            flush=True,
        )
    return 0


if __name__ == "__main__":
    sys.exit(main())
