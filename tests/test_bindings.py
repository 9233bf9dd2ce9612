"""Python, C and WebAssembly are one engine: the same answers, boards and games.

``python bindings/build.py c`` and ``js`` make what is tested here; without it these tests are skipped.
``MINESOLVER_AGREEMENT=20000`` asks about so many positions, and a twentieth as many boards and games.
"""

from __future__ import annotations

import ctypes
import json
import math
import os
import shutil
import subprocess
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minesolver as ms
from minesolver import kernel
from minesolver.game.generate import generate
from minesolver.policies import POLICIES

ROOT = Path(__file__).parents[1]
LIBRARY = ROOT / "bindings/c/build"
MODULE = ROOT / "bindings/js/dist/engine.js"
NUMBER = int(os.environ.get("MINESOLVER_AGREEMENT", "2000"))
PLAYED = ("safest", "pseq", "lookahead", "strongest")

needs_c = pytest.mark.skipif(not LIBRARY.exists(), reason="python bindings/build.py c was not run")
needs_js = pytest.mark.skipif(
    not MODULE.exists() or shutil.which("node") is None, reason="python bindings/build.py js was not run"
)
pytestmark = pytest.mark.skipif(not kernel.available(), reason="the core was not built")


def positions(number: int) -> list[dict[str, Any]]:
    """Random positions of many sizes: mine count known or not, known mines, some inconsistent."""
    rng = np.random.default_rng(20261122)
    found = []
    for k in range(number):
        rows, cols = (int(n) for n in rng.integers(1, 13, size=2))
        layout = rng.random((rows, cols)) < rng.choice([0.1, 0.2, 0.3])
        around = sum(np.roll(np.pad(layout, 1), (r, c), (0, 1)) for r in (-1, 0, 1) for c in (-1, 0, 1))
        counts = np.asarray(around)[1:-1, 1:-1].astype(np.int8) - layout
        grid = np.where(~layout & (rng.random(layout.shape) < rng.choice([0.3, 0.6, 0.9])), counts, -1)
        grid[layout & (rng.random(layout.shape) < 0.1)] = 10
        if k % 20 == 0 and (grid >= 0).any():
            grid[tuple(np.argwhere((grid >= 0) & (grid <= 8))[0])] = (
                rng.integers(0, 2) if layout.size > 1 else 0
            )
        mines = int(layout.sum()) if k % 3 else None
        found.append({"rows": rows, "cols": cols, "mines": mines, "cells": grid.ravel().tolist()})
    return found


def board_of(given: dict[str, Any]) -> ms.Board:
    grid = np.array(given["cells"], np.int8).reshape(given["rows"], given["cols"])
    return ms.Board(grid, given["mines"])


BOARDS: list[dict[str, Any]] = [
    {"rows": rows, "cols": cols, "mines": mines, "start": [rows // 2, cols // 2], "seed": 5, "index": index}
    for index in range(max(1, NUMBER // 80))
    for rows, cols, mines in ((9, 9, 10), (16, 16, 40), (16, 30, 99), (6, 7, 12))
]
GAMES: list[dict[str, Any]] = [
    {"rows": rows, "cols": cols, "mines": mines, "policy": policy, "seed": 9, "index": index}
    for index in range(max(1, NUMBER // 240))
    for rows, cols, mines in ((9, 9, 10), (8, 8, 10), (16, 30, 99))
    for policy in PLAYED
]


def layouts() -> list[str]:
    """The no-guess boards by Python."""
    found = []
    for given in BOARDS:
        size = (given["rows"], given["cols"], given["mines"], tuple(given["start"]))
        board = next(iter(generate(*size, seed=given["seed"], first=given["index"], method="repair")))
        text = ["0"] * (given["rows"] * given["cols"])
        for row, col in board.layout.mine_cells:
            text[row * given["cols"] + col] = "1"
        found.append("".join(text))
    return found


@needs_c
def test_the_library_answers_as_python_does():
    library = ctypes.CDLL(str(next(LIBRARY.glob("libminesolver.[sd]*"))))
    library.minesolver_open.restype = ctypes.c_void_p
    for given in positions(NUMBER):
        size = given["rows"] * given["cols"]
        engine = ctypes.c_void_p(library.minesolver_open(given["rows"], given["cols"]))
        cells = (ctypes.c_int8 * size)(*given["cells"])
        probability, proof = (ctypes.c_double * size)(), (ctypes.c_int8 * size)()
        mines = -1 if given["mines"] is None else given["mines"]
        rest = (ctypes.c_int64(mines), ctypes.c_double(0), ctypes.c_double(math.inf), probability, proof)
        status = library.minesolver_analyze(engine, cells, *rest)
        best = library.minesolver_best(engine, cells, probability, proof)
        library.minesolver_close(engine)
        try:
            wanted = ms.analyze(board_of(given), engine="kernel")
        except ms.InconsistentBoardError:
            assert status == 1
            continue
        assert status == 0
        shape = (given["rows"], given["cols"])
        assert np.array_equal(np.array(probability).reshape(shape), wanted.probability)
        found = np.array(proof).reshape(shape)
        assert set(map(tuple, np.argwhere(found == 1).tolist())) == wanted.safe
        assert set(map(tuple, np.argwhere(found == 2).tolist())) == wanted.mines
        assert (None if best < 0 else divmod(best, given["cols"])) == wanted.best


@needs_js
def test_the_module_answers_as_python_does(tmp_path):
    asked = positions(NUMBER)
    questions, answers = tmp_path / "questions.json", tmp_path / "answers.json"
    questions.write_text(json.dumps({"positions": asked, "boards": BOARDS, "games": GAMES}))
    subprocess.run(["node", ROOT / "tests/bindings/agreement.mjs", questions, answers], check=True)
    found = json.loads(answers.read_text())
    for k, (given, answer) in enumerate(zip(asked, found["positions"], strict=True)):
        try:
            wanted = ms.analyze(board_of(given), engine="kernel")
        except ms.InconsistentBoardError:
            assert answer == "InconsistentBoardError"
            continue
        assert np.abs(np.array(answer["probability"]) - wanted.probability.ravel()).max() < 1e-12
        assert set(map(tuple, answer["safe"])) == wanted.safe
        assert set(map(tuple, answer["mines"])) == wanted.mines
        assert answer["best"] == (list(wanted.best) if wanted.best else None)
        if k % 4 == 0:
            second = ms.analyze(board_of(given), engine="elimination")
            assert int(answer["solutions"]) == second.solutions
            exact = [Fraction(int(n), int(d)) for n, d in answer["exact"]]
            assert exact == [second.exact(cell) for cell in second.board]
    assert found["boards"] == layouts()
    for given, played in zip(GAMES, found["games"], strict=True):
        results = np.zeros((1, 5))
        chooser = POLICIES.get(given["policy"]).chooser(given["rows"], given["cols"])
        chooser.play(given["mines"], 1, 0, given["seed"], given["index"], 0.0, results, math.inf)
        outcome, guesses, opened, survived = (int(n) for n in results[0, :4])
        assert played == [outcome == 1, guesses, opened, survived], given
