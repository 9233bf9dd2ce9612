"""Long runs with an eye on memory: ``python tests/soak.py analyses|page|protocol --count 100000``.

Positions of games of many shapes go to :func:`minesolver.analyze`, to the page's server or to the engine
protocol. A line of JSON now and then tells the resident memory of the process and of its workers; the run
fails where it grows by more than a quarter (and 64 MB) from the first fifth to the end.
"""

from __future__ import annotations

import argparse
import json
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from random import Random

ROOT = Path(__file__).resolve().parent.parent
sys.path[:0] = [str(ROOT)]

import minesolver as ms  # noqa: E402

SECONDS = 2.0
COMMAND = [sys.executable, "-m", "minesolver"]


def position(seed: int, number: int, longest_side: int = 40) -> ms.Board:
    """A position after the first click of a game, of a shape drawn from the seed and the number."""
    rng = Random(f"{seed}/soak/{number}")
    rows, cols = rng.randint(2, longest_side), rng.randint(2, longest_side)
    game = ms.Game(rows, cols, rows * cols // rng.randint(5, 8), seed=seed, index=number)
    game.open((rng.randrange(rows), rng.randrange(cols)))
    return game.board


def resident(process: int | None = None) -> float:
    """Resident MB of a process (this one) and of all that it started."""
    folder = Path(f"/proc/{process or 'self'}")
    total = 0.0
    with suppress(OSError):
        lines = (folder / "status").read_text().splitlines()
        total += (
            next((int(line.split()[1]) for line in lines if line.startswith("VmRSS")), 0) / 1024
        )
        for thread in (folder / "task").iterdir():
            total += sum(
                resident(int(child)) for child in (thread / "children").read_text().split()
            )
    return total


@contextmanager
def analyses() -> Iterator[tuple[Callable[[ms.Board], None], int | None]]:
    def ask(board: ms.Board) -> None:
        with suppress(ms.EngineLimitError):
            analysis = ms.analyze(board, limit=ms.Limit(seconds=SECONDS))
            assert analysis.best is None or analysis.probability[analysis.best] <= 1.0

    yield ask, None


@contextmanager
def page() -> Iterator[tuple[Callable[[ms.Board], None], int | None]]:
    arguments = [*COMMAND, "web", "--port", "0", "--seconds", str(SECONDS)]
    server = subprocess.Popen(arguments, stdout=subprocess.PIPE, text=True, cwd=ROOT)
    assert server.stdout is not None
    address = server.stdout.readline().split()[1]

    def ask(board: ms.Board) -> None:
        body = json.dumps({"board": str(board)}).encode()
        headers = {"content-type": "application/json"}
        request = urllib.request.Request(f"{address}api/analyse", body, headers)
        with suppress(urllib.error.HTTPError), urllib.request.urlopen(request) as answer:
            assert "probability" in json.load(answer)

    try:
        yield ask, server.pid
    finally:
        server.terminate()
        server.wait()


@contextmanager
def protocol() -> Iterator[tuple[Callable[[ms.Board], None], int | None]]:
    arguments = [*COMMAND, "engine"]
    engine = subprocess.Popen(
        arguments, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, cwd=ROOT
    )
    assert engine.stdin is not None
    assert engine.stdout is not None

    def ask(board: ms.Board) -> None:
        assert engine.stdin is not None
        assert engine.stdout is not None
        request = {"id": 1, "command": "analyze", "board": str(board), "seconds": SECONDS}
        print(json.dumps(request), file=engine.stdin, flush=True)
        assert json.loads(engine.stdout.readline())["id"] == 1

    try:
        yield ask, engine.pid
    finally:
        engine.stdin.close()
        engine.wait()


KINDS = {"analyses": analyses, "page": page, "protocol": protocol}


def soak(kind: str, count: int, seed: int = 1, *, longest_side: int = 40) -> list[float]:
    """The resident MB, twenty times on the way."""
    resident_sizes = []
    with KINDS[kind]() as (ask, process):
        for number in range(count):
            ask(position(seed, number, longest_side))
            if (number + 1) % max(1, count // 20) == 0:
                resident_sizes.append(resident(process))
                print(
                    json.dumps({kind: number + 1, "resident_MB": round(resident_sizes[-1])}),
                    flush=True,
                )
    return resident_sizes


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("kind", choices=list(KINDS))
    parser.add_argument("--count", type=int, default=100_000)
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    resident_sizes = soak(options.kind, options.count, options.seed)
    early = max(resident_sizes[: max(1, len(resident_sizes) // 5)])
    if resident_sizes[-1] > max(1.25 * early, early + 64):
        sys.exit(f"memory grew from {early:.0f} to {resident_sizes[-1]:.0f} MB")


if __name__ == "__main__":
    main()
