"""Who is measured: every exact engine of minesolver, and peers where they are installed.

A contender is a function that takes a board once, in its own input format, and gives the call to be timed. To
add a peer, add a function to ``PEERS``; a program that reads standard input fits in the same way (see
``piped``). Peers in C, C++ and Rust are shared objects that an environment variable names: ``minesolve`` by
its own ``make lib``, MineSweeperProb and demine by the wrappers in ``peers``, which say how they are built.
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
from minesolver.engine import ENGINES
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
        # It takes a known mine for one more hidden cell, and answers all the same.
        return lambda: None
    grid = [[10 if v == HIDDEN else int(v) for v in row] for row in board.grid]
    mines = board.mines
    return lambda: np.array(ms_toollib.cal_probability_onboard(grid, mines)[0])


def zig_minesolver(board: ms.Board) -> Call:
    import zig_minesolver

    text = "\n".join(" ".join(row) for row in str(board).splitlines() if "x" not in row)
    known_mines = int((board.grid == MINE).sum())
    # It wants those that are still to be found.
    mines_left = None if board.mines is None else board.mines - known_mines
    return lambda: np.array(zig_minesolver.get_board_probs(text, mines=mines_left))


def _library(variable: str) -> c.CDLL:
    """The shared object that an environment variable names."""
    if variable not in os.environ:
        raise RuntimeError(f"{variable} must name the shared object, see benchmarks/README.md")
    return c.CDLL(os.environ[variable])


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

    return _library("MINESOLVE_LIBRARY"), Board


def minesolve(board: ms.Board) -> Call:
    library, board_type = _minesolve()
    if board.grid.size > 1024 or board.mines is None or (board.grid == MINE).any():
        return lambda: None  # it refuses larger boards, and takes no known mines
    state = board_type()
    library.ms_board_init(c.byref(state), board.cols, board.rows, board.mines, False)
    codes = board.grid.ravel().tolist()
    text = "".join("." if code == HIDDEN else str(code) for code in codes).encode()
    library.ms_board_parse(c.byref(state), text, len(text))
    probabilities = np.zeros(board.shape)
    pointer = probabilities.ctypes.data_as(c.c_void_p)
    hidden = board.grid == HIDDEN

    def call() -> np.ndarray | None:
        status = library.ms_probabilities(c.byref(state), pointer)
        return None if status else np.where(hidden, probabilities, 0.0)

    return call


def minesolve_from_text(text: str) -> Call:
    """From the canonical text, whose rows it takes without line breaks."""
    library, board_type = _minesolve()

    def call() -> np.ndarray | None:
        header, *rows = text.splitlines()
        row_count, column_count, mine_count = map(int, header.split("x"))
        state = board_type()
        library.ms_board_init(c.byref(state), column_count, row_count, mine_count, False)
        cells = "".join(rows).replace("#", ".").encode()
        library.ms_board_parse(c.byref(state), cells, len(cells))
        probabilities = np.zeros((row_count, column_count))
        status = library.ms_probabilities(c.byref(state), probabilities.ctypes.data_as(c.c_void_p))
        hidden = np.frombuffer(cells, np.uint8).reshape(probabilities.shape) == ord(".")
        return None if status else np.where(hidden, probabilities, 0.0)

    return call


def zig_minesolver_from_text(text: str) -> Call:
    """From the canonical text, whose rows it takes with blanks between the cells."""
    import zig_minesolver

    def call() -> np.ndarray:
        header, *rows = text.splitlines()
        cells = "\n".join(map(" ".join, rows))
        return np.array(zig_minesolver.get_board_probs(cells, mines=int(header.split("x")[-1])))

    return call


@cache
def _peer_function(variable: str) -> Callable[..., int]:
    """The one function of a wrapper in ``peers``: rows, columns, mines, codes, probabilities to fill in."""
    function = _library(variable).probabilities
    function.argtypes = [c.c_int, c.c_int, c.c_int, c.c_void_p, c.c_void_p]
    return function


def wrapped(variable: str) -> Callable[[ms.Board], Call]:
    """A peer behind one function, in the shared object that an environment variable names. It makes a solver
    for each call, so that it has seen no board before."""

    def prepare(board: ms.Board) -> Call:
        function = _peer_function(variable)
        if board.mines is None or (board.grid == MINE).any():
            return lambda: None  # what the wrappers have no word for
        codes = np.where(board.grid == HIDDEN, -1, board.grid).astype(np.int8)
        probability = np.zeros(board.shape)
        arguments = (
            *board.shape,
            board.mines,
            codes.ctypes.data_as(c.c_void_p),
            probability.ctypes.data_as(c.c_void_p),
        )

        def call() -> np.ndarray | None:
            refused = function(*arguments)  # pointers that keep what they point to
            return None if refused else probability.copy()

        return call

    return prepare


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


LIBRARIES = {
    "minesolve": "MINESOLVE_LIBRARY",
    "MineSweeperProb": "MINESWEEPERPROB_LIBRARY",
    "demine": "DEMINE_LIBRARY",
}
"""Peers that are shared objects, by the environment variable that says where each is."""
minesweeperprob = wrapped(LIBRARIES["MineSweeperProb"])
demine = wrapped(LIBRARIES["demine"])
PEERS: dict[str, Callable[[ms.Board], Call]] = {
    "ms_toollib": ms_toollib,
    "zig-minesolver": zig_minesolver,
    "minesolve": minesolve,
    "MineSweeperProb": minesweeperprob,
    "demine": demine,
}
"""Peers by their name in the package index or their repository's. Each answers to its own precision, see
``TOLERANCE``."""
PEERS_FROM_TEXT: dict[str, Callable[[str], Call]] = {
    "minesolve": minesolve_from_text,
    "zig-minesolver": zig_minesolver_from_text,
}
"""Peers that read text themselves."""
TOLERANCE = {"zig-minesolver": 2e-5, "demine": 1e-6}  # five decimals are printed; floats of 32 bits


def names() -> list[str]:
    """All contenders that this machine has."""
    exact_engines = [name for name in ms.engines() if ENGINES.get(name).exact]
    return [*exact_engines, "fractions", *filter(_is_here, PEERS)]


def _is_here(peer: str) -> bool:
    """Whether a peer is installed, or a shared object of it is named."""
    if peer in LIBRARIES:
        return LIBRARIES[peer] in os.environ
    return find_spec(peer.replace("-", "_")) is not None


def prepare(name: str, board: ms.Board) -> Call:
    """The call to be timed."""
    if name == "fractions":
        return fractions(board)
    if name in PEERS:
        return PEERS[name](board)
    return engine(name)(board)


def from_array(name: str, board: ms.Board) -> Call:
    """The same, from the array of codes: what a contender takes is made within the call."""
    if name in PEERS:
        return lambda: PEERS[name](board)()
    contender = fractions if name == "fractions" else engine(name)
    return lambda: contender(ms.Board(board.grid, board.mines, board.density))()


def forget(name: str) -> None:
    """Empty what a contender remembers of positions seen before: each one is to be counted anew."""
    if name in ("auto", "kernel", "fractions"):
        kernel.forget()


def from_text(name: str, board: ms.Board) -> Call | None:
    """The same, from the canonical text, read within the call; None for a peer that reads no text."""
    text = str(board)
    if name in PEERS:
        is_plain = board.mines is not None and not (board.grid == MINE).any()
        return PEERS_FROM_TEXT[name](text) if name in PEERS_FROM_TEXT and is_plain else None
    contender = fractions if name == "fractions" else engine(name)
    return lambda: contender(ms.Board.parse(text))()
