"""What a user waits for: imports, the kernel's first compile, a process with a warm cache, two at a time.

    python benchmarks/startup.py

Every figure is of processes from their start to the end of the last, wall-clock and (in brackets) processor
time of one: they differ where something else runs. The compiled code goes to a temporary folder
(``NUMBA_CACHE_DIR``), so that each run starts from nothing and leaves nothing behind.
"""

from __future__ import annotations

import argparse
import os
import platform
import statistics
import subprocess
import sys
import tempfile
import time

BOARD = "import minesolver as ms; board = ms.Board.parse('1#\\n##', 1); "
KERNEL = BOARD + "assert ms.analyze(board, 'kernel').probability[0, 1] == 1 / 3"
PROGRAMS = {
    "python": "pass",
    "import numpy": "import numpy",
    "import minesolver": "import minesolver, sys; assert 'numba' not in sys.modules",
    "one board, auto": BOARD + "import sys; ms.analyze(board).best; assert 'numba' not in sys.modules",
    "import numba": "import numba",
    "one board, kernel": KERNEL,
    "games, safest": (
        "from minesolver import compiled, policies; "
        "compiled.play_games(9, 9, 10, 1, 0, 1, 0, 10, policies.get('safest').arguments())"
    ),
}
COMPILED = ("one board, kernel", "games, safest")


def start(program: str, cache: str) -> subprocess.Popen[str]:
    environment = {**os.environ, "NUMBA_CACHE_DIR": cache}
    return subprocess.Popen([sys.executable, "-c", program], env=environment, text=True)


def seconds(program: str, cache: str, together: int = 1) -> tuple[float, float]:
    """(wall-clock, greatest processor time) of ``together`` processes that start at the same time."""
    began = time.perf_counter()
    busy = []
    for process in [start(program, cache) for _ in range(together)]:
        _, code, usage = os.wait4(process.pid, 0)
        process.returncode = code
        if code:
            raise SystemExit(f"failed: {program}")
        busy.append(usage.ru_utime + usage.ru_stime)
    return time.perf_counter() - began, max(busy)


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--runs", type=int, default=5, help="runs of what is warm; the median is shown")
    runs = parser.parse_args().runs
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores; seconds\n")
    print("| what | first, nothing compiled | two at a time, nothing compiled | warm |")
    print("|---|---|---|---|")
    with tempfile.TemporaryDirectory() as cache:
        for name, program in PROGRAMS.items():
            first = both = "-"
            if name in COMPILED:
                with tempfile.TemporaryDirectory() as empty:
                    both = "{:.1f} ({:.1f})".format(*seconds(program, empty, 2))
                with tempfile.TemporaryDirectory() as empty:
                    first = "{:.1f} ({:.1f})".format(*seconds(program, empty))
            seconds(program, cache)
            measured = [seconds(program, cache) for _ in range(runs)]
            warm = "{:.2f} ({:.2f})".format(*map(statistics.median, zip(*measured, strict=True)))
            print(f"| {name} | {first} | {both} | {warm} |", flush=True)
    return 0


if __name__ == "__main__":
    sys.exit(main())
