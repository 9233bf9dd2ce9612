"""The player of DavidNHill/JSMinesweeper (JavaScript), as a player of ours: it needs Node and a checkout.

    git clone https://github.com/DavidNHill/JSMinesweeper
    export JSMINESWEEPER=JSMinesweeper
    minesolver play --policy benchmarks/peers/jsminesweeper.py --level 9x9/10 --games 20

Its first cell is the corner, as in its author's own runs.
"""

import json
import os
import subprocess
from collections import deque
from functools import cache
from pathlib import Path

from minesolver import Board
from minesolver.model.board import HIDDEN
from minesolver.players import Move

SCRIPT = Path(__file__).with_suffix(".mjs")


@cache
def solver() -> "subprocess.Popen[str]":
    """Its process, one for all games: it takes a second to begin, and ends when its input does."""
    folder = os.environ.get("JSMINESWEEPER", "")
    if not (Path(folder) / "Minesweeper" / "client").is_dir():
        raise RuntimeError(
            "JSMINESWEEPER must name a checkout of github.com/DavidNHill/JSMinesweeper"
        )
    return subprocess.Popen(
        ["node", str(SCRIPT), folder], stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True
    )


def send(message: dict[str, object]) -> None:
    stream = solver().stdin
    assert stream is not None
    stream.write(json.dumps(message) + "\n")
    stream.flush()


def receive() -> list[tuple[int, int, float]]:
    """(row, column, chance of being safe) of each cell to open."""
    stream = solver().stdout
    assert stream is not None
    answer = stream.readline()
    if not answer:
        status = solver().wait()
        solver.cache_clear()  # the next game has a new one
        raise RuntimeError(f"JSMinesweeper ended with status {status}")
    return [(row, col, safety) for row, col, safety in json.loads(answer)]


class Player:
    def start(self, rows: int, cols: int, mines: int, seed: int) -> None:
        self.moves: deque[tuple[int, int, float]] = deque()
        send({"rows": rows, "cols": cols, "mines": mines})

    def move(self, board: Board) -> Move | None:
        if (board.grid == HIDDEN).all():
            return Move((0, 0))

        # Cells that it has proved safe before, unless a cascade has opened them meanwhile.
        while self.moves:
            row, col, safety = self.moves.popleft()
            if board.grid[row, col] == HIDDEN:
                return Move((row, col), proved=safety == 1, probability=1 - safety)

        send({"cells": board.grid.ravel().tolist()})
        (row, col, safety), *later_moves = receive()
        self.moves.extend(later_moves)
        return Move((row, col), proved=safety == 1, probability=1 - safety)
