"""Ctrl-C at random moments, from another process, over every command that asks a SAT solver, CP-SAT or the
core for long: ``python tests/interrupts.py 300``.

Each has to end within a second with status 130 and one line, and a program that uses the library has to get
``KeyboardInterrupt``. A signal that a thread of the same process sends does not show this: it cannot arrive
within a call that holds Python's lock.
"""

from __future__ import annotations

import argparse
import os
import signal
import subprocess
import sys
import tempfile
from collections import Counter
from pathlib import Path
from random import Random
from select import select
from time import monotonic, sleep

MINESOLVER = [sys.executable, "-m", "minesolver"]
WIDE = "\n".join(["###########", "#3#3#3#3#3#"] * 5 + ["###########"])
"""A board that takes an enumerating engine minutes."""
PROVED = "6x6x14 liar\n13##0#\n######\n###11#\n#2#42#\n#4##3#\n#5###0\n"
"""A board whose proofs ask a SAT solver, again and again."""
LIBRARY = """
import sys
import minesolver as ms
from minesolver.game.generate import generate
board = next(generate(5, 5, board="encrypted", unique=True, seed=1)).board
while True:
    try:
        print("ready", flush=True)
        while True:
            len(ms.analyze(board.replace({})).reasons)
    except KeyboardInterrupt:
        print("interrupted", flush=True)
"""
COMMANDS = {
    "generate wall": ["generate", "--rules", "wall", "--shape", "7x7", "--unique", "-n", "500"],
    "generate liar": ["generate", "--rules", "liar", "--shape", "6x6", "--unique", "-n", "500"],
    "generate product": [
        "generate",
        "--rules",
        "product",
        "--shape",
        "5x5",
        "--unique",
        "-n",
        "500",
    ],
    "generate connected": [
        "generate",
        "--rules",
        "connected,quad",
        "--shape",
        "6x6",
        "--unique",
        "-n",
        "500",
    ],
    "generate encrypted": [
        "generate",
        "--rules",
        "encrypted",
        "--shape",
        "5x5",
        "--unique",
        "-n",
        "500",
    ],
    "generate no-guess": ["generate", "--no-guess", "--level", "expert", "-n", "100000"],
    "solve pysat": ["solve", "--engine", "pysat", "--seconds", "60", "{board}"],
    "solve cpsat": ["solve", "--engine", "cpsat", "--seconds", "60", "{board}"],
    "solve explain": ["solve", "--explain", "{boards}"],
    "solve estimate": ["solve", "--engine", "estimate", "{boards}"],
    "certify": ["certify", "{boards}", "--out", "{folder}"],
    "optimal": ["optimal", "--rows", "5", "--cols", "5", "--mines", "6"],
    "optimal rules": ["optimal", "--rules", "torus,quad", "--shape", "4x5/8"],
    "dataset": ["dataset", "--out", "{folder}", "-n", "100000", "--sizes", "9x9/10"],
    "play": ["play", "--games", "100000000", "--level", "expert"],
}


_PATIENCE = 20.0
"""Seconds after which an interrupt is lost."""
_LAST_LINES = ("minesolver: interrupted", "no line")
"""On standard error; play says on standard output that what is finished is counted."""


def interrupted(arguments: list[str], delay: float) -> tuple[str, float]:
    """What came of a command that was interrupted after so many seconds, and how long it took to end."""
    process = subprocess.Popen(
        [*MINESOLVER, *arguments], stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True
    )
    sleep(delay)
    if process.poll() is not None:
        return "over before", 0.0
    sent = monotonic()
    process.send_signal(signal.SIGINT)
    try:
        _, error = process.communicate(timeout=_PATIENCE)
    except subprocess.TimeoutExpired:
        process.kill()
        return "hangs", _PATIENCE
    seconds = monotonic() - sent
    last_line = (error.splitlines() or ["no line"])[-1]
    if process.returncode == 130 and "Traceback" not in error and (last_line in _LAST_LINES):
        return "right" if seconds < 1 else "right, but late", seconds
    return f"status {process.returncode}: {last_line}", seconds


def library(random: Random, number: int, patience: float = _PATIENCE) -> Counter[str]:
    """What a program gets that goes on after each interrupt. ``patience``: as :data:`_PATIENCE`."""
    process = subprocess.Popen([sys.executable, "-c", LIBRARY], stdout=subprocess.PIPE, text=True)
    assert process.stdout is not None
    outcomes: Counter[str] = Counter()
    for _ in range(number):
        # It is ready again when it is where an interrupt ends nothing but an analysis.
        if process.stdout.readline() != "ready\n":
            return outcomes + Counter({"does not start": 1})
        sleep(random.uniform(0.02, 0.3))
        process.send_signal(signal.SIGINT)
        # An interrupt that was lost would be waited for without end.
        if not select([process.stdout], [], [], patience)[0]:
            process.kill()
            outcomes["lost"] += 1
            return outcomes
        line = process.stdout.readline()
        if line != "interrupted\n":
            outcomes[f"no KeyboardInterrupt, status {process.wait()}"] += 1
            return outcomes
        outcomes["right"] += 1
    process.kill()
    return outcomes


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int, nargs="?", default=300)
    parser.add_argument("--seed", type=int, default=0)
    parser.add_argument(
        "--latest", type=float, default=2.5, help="seconds; more where others compute, too"
    )
    parser.add_argument("--only", default="", help="commands with this in their name")
    options = parser.parse_args()
    # A shell's background job has it ignored.
    signal.signal(signal.SIGINT, signal.default_int_handler)
    random = Random(options.seed)
    wrong = 0
    chosen = [name for name in COMMANDS if options.only in name]
    print(f"library: {dict(library(random, max(1, options.number // 10)))}", flush=True)
    with tempfile.TemporaryDirectory() as folder:
        board = Path(folder, "board.txt")
        board.write_text(WIDE)
        boards = Path(folder, "boards.txt")
        boards.write_text("\n".join([PROVED] * 2000))
        for name in chosen:
            outcomes: Counter[str] = Counter()
            slowest = 0.0
            for k in range(-(-options.number // len(chosen))):
                places = {
                    "board": str(board),
                    "boards": str(boards),
                    "folder": os.path.join(folder, f"{name}-{k}"),
                }
                arguments = [word.format(**places) for word in COMMANDS[name]]
                outcome, seconds = interrupted(arguments, random.uniform(0.5, options.latest))
                outcomes[outcome] += 1
                slowest = max(slowest, seconds)
            wrong += outcomes.total() - outcomes["right"]
            print(f"{name}: {dict(outcomes)}, the slowest {slowest:.2f} s", flush=True)
    print(f"{wrong} not right")
    return 1 if wrong else 0


if __name__ == "__main__":
    sys.exit(main())
