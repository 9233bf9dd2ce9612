"""Who is measured: every exact engine of minesolver, and peers where they are installed.

A contender is a function that takes a board once, in its own input format, and gives the call to be timed. To
add a peer, add a function to ``PEERS``; a program that reads standard input fits in the same way (see
``piped``). ``minesolve`` is a C library: ``MINESOLVE_LIBRARY`` names its shared object, made by its
``make lib``.
"""

from __future__ import annotations

import ctypes as c
import json
import os
import subprocess
from collections.abc import Callable
from functools import cache
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


@cache
def _minesolve() -> tuple[c.CDLL, type[c.Structure]]:
    """The library, and its board (minesolve.h, version 0.2)."""

    class Board(c.Structure):
        _fields_ = (
            *((name, c.c_int32) for name in ("w", "h", "mine_count", "unrevealed_c")),
            ("hint", c.c_int32 * 1024),
            ("revealed", c.c_bool * 1024),
            ("mines", c.c_bool * 1024),
            ("wrapping", c.c_bool),
        )

    return c.CDLL(os.environ["MINESOLVE_LIBRARY"]), Board


def minesolve(board: ms.Board) -> Call:
    library, board_type = _minesolve()
    if board.grid.size > 1024 or board.mines is None or (board.grid == MINE).any():
        return lambda: None  # it refuses larger boards, and takes no known mines
    state = board_type()
    library.ms_board_init(c.byref(state), board.cols, board.rows, board.mines, False)
    codes = board.grid.ravel().tolist()
    text = "".join("." if code == HIDDEN else str(code) for code in codes).encode()
    library.ms_board_parse(c.byref(state), text, len(text))
    found = np.zeros(board.shape)
    pointer = found.ctypes.data_as(c.c_void_p)
    hidden = board.grid == HIDDEN

    def call() -> np.ndarray | None:
        status = library.ms_probabilities(c.byref(state), pointer)
        return None if status else np.where(hidden, found, 0.0)

    return call


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

    def call() -> np.ndarray:
        analysis = ms.analyze(board, "kernel")
        analysis.solutions  # noqa: B018
        return analysis.fractions

    return call


PEERS = {"ms_toollib": ms_toollib, "zig-minesolver": zig_minesolver, "minesolve": minesolve}
"""Peers by their name in the package index. Each answers to its own precision, see ``TOLERANCE``."""
TOLERANCE = {"zig-minesolver": 2e-5}  # it prints five decimals


def names() -> list[str]:
    """All contenders that this machine has."""
    own = [name for name in ms.engines() if ENGINES.get(name).exact]
    here = {"minesolve"} if "MINESOLVE_LIBRARY" in os.environ else set()
    return [*own, "fractions"] + [p for p in PEERS if p in here or find_spec(p.replace("-", "_"))]


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
