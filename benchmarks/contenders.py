"""Who is measured: every exact engine of minesolver, and peers where they are installed.

A contender is a function that takes a board once, in its own input format, and gives the call to be timed. To
add a peer, add a function to ``PEERS``; a program that reads standard input fits in the same way (see
``piped``).
"""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from importlib.util import find_spec

import numpy as np

import minesolver as ms
from minesolver import kernel
from minesolver.engines import ENGINES
from minesolver.model.board import HIDDEN, MINE

Call = Callable[[], "np.ndarray | None"]
"""Gives float64 (rows, cols) mine probabilities of the hidden cells, or None where it refuses the board."""


def engine(name: str) -> Callable[[ms.Board], Call]:
    def prepare(board: ms.Board) -> Call:
        return lambda: ms.analyze(board, name).probability

    return prepare


def ms_toollib(board: ms.Board) -> Call:
    import ms_toollib

    if (board.grid == MINE).any():
        return lambda: None  # it takes a known mine for one more hidden cell, and answers all the same
    grid = [[10 if v == HIDDEN else int(v) for v in row] for row in board.grid]
    mines = board.mines
    return lambda: np.array(ms_toollib.cal_probability_onboard(grid, mines)[0])


def zig_minesolver(board: ms.Board) -> Call:
    import zig_minesolver

    text = "\n".join(" ".join(row) for row in str(board).splitlines() if "x" not in row)
    known = int((board.grid == MINE).sum())
    mines = None if board.mines is None else board.mines - known  # it wants those that are still to be found
    return lambda: np.array(zig_minesolver.get_board_probs(text, mines=mines))


def piped(command: list[str]) -> Callable[[ms.Board], Call]:
    """A program that reads the canonical text and prints one JSON object with "probability"."""

    def prepare(board: ms.Board) -> Call:
        text = str(board)

        def call() -> np.ndarray | None:
            run = subprocess.run(command, input=text, capture_output=True, text=True, check=False)
            return np.array(json.loads(run.stdout)["probability"]) if run.returncode == 0 else None

        return call

    return prepare


def fractions(board: ms.Board) -> Call:
    """The solution count and the fraction of every hidden cell."""
    cells = board.where(HIDDEN)

    def call() -> np.ndarray:
        analysis = ms.analyze(board, "kernel")
        analysis.solutions  # noqa: B018
        found = np.zeros(board.shape, object)
        for cell in cells:
            found[cell] = analysis.exact(cell)
        return found

    return call


PEERS = {"ms_toollib": ms_toollib, "zig-minesolver": zig_minesolver}
"""Peers by their name in the package index. Each answers to its own precision, see ``TOLERANCE``."""
TOLERANCE = {"zig-minesolver": 2e-5}  # it prints five decimals


def names() -> list[str]:
    """All contenders that this machine has."""
    own = [name for name in ms.engines() if ENGINES.get(name).exact]
    return [*own, "fractions"] + [peer for peer in PEERS if find_spec(peer.replace("-", "_"))]


def prepare(name: str, board: ms.Board) -> Call:
    """The call to be timed."""
    return (fractions if name == "fractions" else PEERS[name] if name in PEERS else engine(name))(board)


def from_array(name: str, board: ms.Board) -> Call:
    """The same, from the array of codes: what a contender takes is made within the call."""
    if name in PEERS:
        return lambda: PEERS[name](board)()
    own = fractions if name == "fractions" else engine(name)
    return lambda: own(ms.Board(board.grid, board.mines, board.density))()


def forget(name: str) -> None:
    """Empty what a contender remembers of positions seen before: each one is to be counted anew."""
    if name in ("auto", "kernel", "fractions"):
        kernel.forget()
