"""Python, C and WebAssembly are one engine: the same answers, reasons, boards and games.

``python bindings/build.py c`` and ``js`` make what is tested here; without it these tests are skipped.
``MINESOLVER_AGREEMENT=20000`` asks about so many positions, and a twentieth as many boards and games: 20,000
take about ten minutes.
"""

from __future__ import annotations

import ctypes as c
import importlib.util
import json
import math
import os
import re
import shutil
import subprocess
import sys
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from pathlib import Path
from random import Random
from typing import Any

import numpy as np
import pytest
from law import random_board
from many_families import MANY_FAMILIES
from paths import ROOT

import minesolver as ms
from minesolver import kernel, layers
from minesolver.game.generate import generate
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.lists import CorePosition, Lists
from minesolver.policy import POLICIES, Search

LIBRARY = ROOT / "bindings/c/build"
MODULE = ROOT / "bindings/js/dist/engine.js"
NUMBER = int(os.environ.get("MINESOLVER_AGREEMENT", "300"))
PARTS = range(-(-NUMBER // 1000))
PLAYED = ("safest", "pseq", "lookahead", "strongest")
SILENT = 2**64 - 1

needs_c = pytest.mark.skipif(not LIBRARY.exists(), reason="python bindings/build.py c was not run")
needs_js = pytest.mark.skipif(
    not MODULE.exists() or shutil.which("node") is None,
    reason="python bindings/build.py js was not run",
)
core = pytest.importorskip("minesolver.kernel.core")
SHAPES = {
    "square": lambda rng: tuple(rng.integers(1, 13, size=2)),
    "hex": lambda rng: tuple(rng.integers(1, 11, size=2)),
    "torus": lambda rng: tuple(rng.integers(3, 10, size=2)),
    "cylinder": lambda rng: tuple(rng.integers(3, 10, size=2)),
    "triangle": lambda rng: tuple(rng.integers(2, 9, size=2)),
    "3d": lambda rng: tuple(rng.integers(2, 5, size=3)),
    "4d": lambda rng: (2, *rng.integers(2, 4, size=3)),
}
KINDS = (*SHAPES, "graph", "sums")
Given = dict[str, Any]


@cache
def neighbours(kind: str, shape: tuple[int, ...]) -> list[list[int]]:
    """Of each cell, in an order of the geometry's own."""
    cells = list(product(*map(range, shape)))
    return [
        list(neighbour_cells)
        for neighbour_cells in GEOMETRIES.get(kind).make(cells, shape).neighbours
    ]


def sum_of(layout: Any, cells: Any, weights: Any) -> int:
    return int(sum(w * layout[cell] for cell, w in zip(cells, weights, strict=True)))


def position(rng: Any, kind: str, k: int) -> Given:
    """A random one: mine count known or not, known mines, some inconsistent."""
    if kind in SHAPES:
        shape = tuple(map(int, SHAPES[kind](rng)))
        lists = neighbours(kind, shape)
    else:
        shape = 1, int(rng.integers(4, 30))
        pairs = rng.integers(0, shape[1], size=(2 * shape[1], 2)).tolist()
        lists = [
            sorted({b for a, b in (*pairs, *(p[::-1] for p in pairs)) if a == i != b})
            for i in range(shape[1])
        ]
    size = math.prod(shape)
    layout = rng.random(size) < rng.choice([0.1, 0.2, 0.3])
    cells = np.array(
        [sum_of(layout, list_cells, [1] * len(list_cells)) for list_cells in lists], np.int8
    )
    known = 10 if kind == "square" else -2
    cells[rng.random(size) > rng.choice([0.3, 0.6, 0.9])] = -1
    cells[layout] = np.where(rng.random(size) < 0.1, known, -1)[layout]
    if k % 20 < 2 and (cells >= 0).any():
        cells[np.argmax(cells >= 0)] = rng.integers(0, 2) if lists[np.argmax(cells >= 0)] else 0
    question: Given = {
        "rows": shape[0],
        "cols": size // shape[0],
        "mines": int(layout.sum()) if k % 3 else None,
    }
    if kind != "square":
        question["neighbours"] = lists
    if kind == "sums":
        lists = [
            *lists,
            *(
                sorted(rng.choice(size, rng.integers(1, size), replace=False).tolist())
                for _ in range(3)
            ),
        ]
        values = ([1, 2], [1, -1], [1, 2, -3])[k // 9 % 3]
        weights = [rng.choice(values, size=len(list_cells)).tolist() for list_cells in lists]
        shown_sums = [
            sum_of(layout, list_cells, list_weights)
            for list_cells, list_weights in zip(lists, weights, strict=True)
        ]
        allowed = [
            sorted({s, *rng.integers(-3, 6, size=2).tolist()}) if rng.random() < 0.9 else None
            for s in shown_sums
        ]
        question |= {"neighbours": lists, "weights": weights, "allowed": allowed}
    return {**question, "cells": cells.tolist()}


def positions(part: int) -> list[Given]:
    rng = np.random.default_rng(20261122 + part)
    return [position(rng, KINDS[k % len(KINDS)], k // len(KINDS)) for k in range(min(1000, NUMBER))]


def lists_of(question: Given) -> Lists | None:
    return (
        Lists.of(question["neighbours"], question.get("weights"))
        if "neighbours" in question
        else None
    )


def masks(question: Given) -> Any:
    """The sums that each clue allows as bits: from the least on."""
    if "allowed" not in question:
        return None
    least = [sum(w for w in list_weights if w < 0) for list_weights in question["weights"]]
    bits = [
        SILENT if sums is None else sum(1 << s - low for s in sums if s >= low)
        for sums, low in zip(question["allowed"], least, strict=True)
    ]
    return np.array(bits, np.uint64)


def python(question: Given) -> Any:
    """Probability and proof by cell, layouts, and P(mine) as fractions; None without a layout."""
    size = question["rows"], question["cols"]
    cells = np.array(question["cells"], np.int8)
    workspace = core.Workspace(*size, lists_of(question))
    grid = CorePosition.of(cells, None, masks(question))
    *values, _, status = workspace.analyze(grid, question["mines"])
    solutions, pairs, places, again = workspace.count(grid, question["mines"])
    assert status == again
    if status == "contradiction":
        return None
    assert status == "done"
    fractions = [Fraction(*pairs[k]) for k in np.frombuffer(places, np.int32)]
    return np.frombuffer(values[0]).tolist(), list(values[1]), solutions, fractions


class Engine:
    """The C library."""

    library: Any = None

    def __init__(self, rows: int, cols: int, lists: Lists | None = None) -> None:
        if Engine.library is None:
            Engine.library = c.CDLL(str(next(LIBRARY.glob("libminesolver.[sd]*"))))
            Engine.library.minesolver_open.restype = c.c_void_p
            Engine.library.minesolver_open_lists.restype = c.c_void_p
            Engine.library.minesolver_part.restype = c.c_int64
        self.size = rows * cols
        if lists is None:
            self.handle = c.c_void_p(self.library.minesolver_open(rows, cols))
        else:
            struct = lists_struct(lists)
            self.handle = c.c_void_p(
                self.library.minesolver_open_lists(rows, cols, c.byref(struct))
            )
        assert self.handle

    def __getattr__(self, name: str) -> Any:
        return lambda *arguments: getattr(self.library, f"minesolver_{name}")(
            self.handle, *arguments
        )

    def __del__(self) -> None:
        self.close()

    def array(self, kind: Any, size: int = 0) -> Any:
        return (kind * (size or self.size))()

    def answer(self, question: Given) -> Any:
        cells, mines = (
            (c.c_int8 * self.size)(*question["cells"]),
            c.c_int64(-1 if question["mines"] is None else question["mines"]),
        )
        allowed = masks(question)
        if allowed is not None:
            self.allow(allowed.ctypes.data_as(c.c_void_p))
        probability, proof = self.array(c.c_double), self.array(c.c_int8)
        status = self.analyze(cells, mines, c.c_double(0), c.c_double(math.inf), probability, proof)
        part, sizes = self.array(c.c_int32), self.array(c.c_int64, 3)
        assert status == self.count(cells, mines, 1, 1, c.c_double(math.inf), part, sizes)
        if status == 1:
            return None
        assert status == 0
        limbs = self.array(c.c_uint32, sizes[0])
        self.solutions(limbs)
        fractions = []
        for which in range(sizes[2]):
            held, total = self.array(c.c_uint32, sizes[1]), self.array(c.c_uint32, sizes[1])
            among = self.part(which, held, total)
            fractions.append(Fraction(whole(held), whole(total) * among) if among else None)
        fractions += [Fraction(0), Fraction(1)]
        return list(probability), list(proof), whole(limbs), [fractions[p] for p in part]

    def why(self, question: Given, cell: int) -> tuple[list[int], bool]:
        cells, mines = (
            (c.c_int8 * self.size)(*question["cells"]),
            c.c_int64(-1 if question["mines"] is None else question["mines"]),
        )
        clues, needed = self.array(c.c_int32, self.size + 3), c.c_int()
        status = self.reason(cells, mines, cell, c.c_double(math.inf), clues, c.byref(needed))
        assert status >= 0
        return clues[:status], bool(needed.value)

    def policy_of(self, name: str, use: str) -> None:
        policy_values = build().policies()[name]
        values = policy_values[use]
        packed, count, size = build().trees() if policy_values["trees"] else (None, 0, 0)
        self.kept = packed
        parameters = (c.c_double * len(values))(*values.values())
        assert self.policy(policy_values["kind"], parameters, packed, count, size) == 0


def whole(limbs: Any) -> int:
    return sum(limb << 32 * k for k, limb in enumerate(limbs))


class Struct(c.Structure):
    _fields_ = (
        ("sites", c.c_int32), ("starts", c.c_void_p), ("cells", c.c_void_p), ("weights", c.c_void_p),
        ("symbols", c.c_int32), ("ways", c.c_int32), ("sums", c.c_int32),
        ("kinds", c.c_void_p), ("symbol", c.c_void_p), ("symbol_sums", c.c_void_p),
    )  # fmt: skip


def lists_struct(lists: Lists) -> Struct:
    struct = Struct(sites=len(lists.starts) - 1)
    if lists.symbol is not None:
        struct.symbols, (struct.sums, struct.ways) = (
            lists.symbol_sums.shape[1],
            lists.symbol.shape[1:],
        )
    for name in ("starts", "cells", "weights", "kinds", "symbol", "symbol_sums"):
        array = getattr(lists, name)
        setattr(struct, name, None if array is None else array.ctypes.data)
    return struct


@cache
def build() -> Any:
    """bindings/build.py, which knows the policies' values."""
    spec = importlib.util.spec_from_file_location("build_bindings", ROOT / "bindings/build.py")
    build_module = importlib.util.module_from_spec(spec)
    sys.path.insert(0, str(ROOT / "bindings"))  # build.py imports what lies beside it
    try:
        spec.loader.exec_module(build_module)
    finally:
        sys.path.remove(str(ROOT / "bindings"))
    return build_module


def by_javascript(tmp_path: Path, **questions: Any) -> Any:
    question_file, answer_file = tmp_path / "questions.json", tmp_path / "answers.json"
    question_file.write_text(json.dumps(questions))
    subprocess.run(
        ["node", ROOT / "tests/bindings/agreement.mjs", question_file, answer_file], check=True
    )
    return json.loads(answer_file.read_text())


def proved(answer: Any) -> list[int]:
    """The first cell proved safe and the first proved mine."""
    return [answer[1].index(kind) for kind in (1, 2) if kind in answer[1]]


@pytest.mark.parametrize("part", PARTS)
def test_python_is_right(part):
    """By the independent engine, on square boards."""
    for question in positions(part)[:: len(KINDS)]:
        board = ms.Board(
            np.array(question["cells"]).reshape(question["rows"], question["cols"]),
            question["mines"],
        )
        answer = python(question)
        if answer is None:
            with pytest.raises(ms.InconsistentBoardError):
                ms.analyze(board, engine="elimination")
            continue
        expected = ms.analyze(board, engine="elimination")
        assert answer[2] == expected.solutions
        assert answer[3] == [expected.exact(cell) for cell in board]
        assert max(abs(p - float(q)) for p, q in zip(answer[0], answer[3], strict=True)) < 1e-12


@needs_c
@pytest.mark.parametrize("part", PARTS)
def test_the_library_answers_as_python_does(part):
    for question in positions(part):
        answer = python(question)
        assert (
            Engine(question["rows"], question["cols"], lists_of(question)).answer(question)
            == answer
        )
        if answer and "neighbours" not in question:
            engine = Engine(question["rows"], question["cols"])
            cells = (c.c_int8 * engine.size)(*question["cells"])
            best = engine.best(
                cells, (c.c_double * engine.size)(*answer[0]), (c.c_int8 * engine.size)(*answer[1])
            )
            board = ms.Board(
                np.array(question["cells"]).reshape(question["rows"], question["cols"]),
                question["mines"],
            )
            expected_best = ms.analyze(board, engine="kernel").best
            assert (None if best < 0 else divmod(best, question["cols"])) == expected_best


@needs_c
@needs_js
@pytest.mark.parametrize("part", PARTS)
def test_the_module_answers_as_python_does(part, tmp_path):
    questions = positions(part)
    expected = [python(question) for question in questions]
    cells = [proved(answer) if answer else [] for answer in expected]
    module_answers = by_javascript(
        tmp_path,
        positions=[
            {**question, "why": why} for question, why in zip(questions, cells, strict=True)
        ],
    )
    for question, answer, module_answer in zip(
        questions, expected, module_answers["positions"], strict=True
    ):
        engine = Engine(question["rows"], question["cols"], lists_of(question))
        if answer is None:
            engine.answer(question)  # has the sums of the position
            clues, needed = engine.why(question, -1)
            assert module_answer == {
                "error": "InconsistentBoardError",
                "clues": clues,
                "mineCount": needed,
            }
            continue
        probability, proof, solutions, fractions = answer
        assert np.abs(np.array(module_answer["probability"]) - probability).max() < 1e-12
        assert module_answer["proof"] == proof
        assert int(module_answer["solutions"]) == solutions
        assert [Fraction(int(n), int(d)) for n, d in module_answer["exact"]] == fractions
        engine.answer(question)
        assert module_answer["reasons"] == [
            list(engine.why(question, cell)) for cell in proved(answer)
        ]


@needs_js
def test_of_equally_good_cells_the_module_takes_the_same_as_python(tmp_path):
    """Under each rule and geometry that it has, of random clues: most boards have several such cells."""
    bests = {}
    names = by_javascript(tmp_path)["rules"]
    for rules, seed in product(names, range(6)):
        try:
            board = random_board(rules, seed)
            best = ms.analyze(board).best
        except ms.MinesolverError:  # no layout, or rules that want others beside them
            continue
        if best is not None:
            bests[str(board)] = list(best)
    answers = by_javascript(tmp_path, texts=list(bests))["bests"]
    answered = [
        (text, best, answer)
        for (text, best), answer in zip(bests.items(), answers, strict=True)
        if isinstance(answer, list)  # some texts have what only Python counts
    ]
    assert len(answered) > 100
    assert [question for question in answered if question[1] != question[2]] == []


HEXAGONS = neighbours("hex", (8, 8))
COLOURED = [[1 + (i // 8 + i % 8) % 2 for i in own] for own in neighbours("square", (8, 8))]
# Clues that show the sum modulo 3 of mines that count once or twice.
SUMS: Given = {
    "neighbours": neighbours("square", (8, 8)),
    "weights": COLOURED,
    "kinds": [0] * 64,
    "shows": [[s % 3 for s in range(17)]],
}
SIZES: list[Given] = [
    {"rows": 9, "cols": 9, "mines": 10},
    {"rows": 6, "cols": 7, "mines": 12},
    {"rows": 16, "cols": 30, "mines": 99},
    {"rows": 8, "cols": 8, "mines": 10, "neighbours": HEXAGONS},
    {"rows": 8, "cols": 8, "mines": 10, **SUMS},
]
BOARDS: list[Given] = [
    {
        **size,
        "start": [size["rows"] // 2, size["cols"] // 2],
        "seed": 5,
        "index": index,
        "noGuess": "shows" not in size,
    }
    for index in range(max(2, NUMBER // 80))
    for size in SIZES
]
GAMES: list[Given] = [
    {**size, "policy": policy, "seed": 9, "index": index}
    for index in range(max(1, NUMBER // 400))
    for size in SIZES
    for policy in PLAYED
]


def game_lists(game_question: Given) -> Lists | None:
    lists = lists_of(game_question)
    if lists is None or "shows" not in game_question:
        return lists
    shown_symbols = np.array(game_question["shows"], np.int8)
    sums = np.array(
        [
            [
                sum(1 << s for s, y in enumerate(row) if y == symbol)
                for symbol in range(shown_symbols.max() + 1)
            ]
            for row in shown_symbols
        ],
        np.uint64,
    )
    kinds = np.array(game_question["kinds"], np.int32)
    return replace(lists, kinds=kinds, symbol=shown_symbols[..., None], symbol_sums=sums)


def layout_of(board_question: Given) -> str:
    """The board by Python."""
    rows, cols, start = (
        board_question["rows"],
        board_question["cols"],
        tuple(board_question["start"]),
    )
    if "neighbours" not in board_question:
        board = next(
            iter(
                generate(
                    rows,
                    cols,
                    board_question["mines"],
                    start,
                    seed=board_question["seed"],
                    first=board_question["index"],
                    method="repair",
                )
            )
        )
        return "".join(
            str(int(cell in board.layout.mine_cells)) for cell in product(range(rows), range(cols))
        )
    layout = np.zeros(rows * cols, np.int8)
    workspace = core.Workspace(rows, cols, lists_of(board_question))
    workspace.find_no_guess(
        board_question["mines"],
        start[0] * cols + start[1],
        board_question["seed"],
        board_question["index"],
        0,
        100_000,
        50,
        layout,
    )
    return "".join(map(str, layout))


def game_of(game_question: Given) -> list[float]:
    """The game by Python: outcome, guesses, cells opened, guesses survived."""
    policy, lists = POLICIES.get(game_question["policy"]), game_lists(game_question)
    results = np.zeros((1, 5))
    policy.chooser(game_question["rows"], game_question["cols"], lists).play(
        game_question["mines"],
        1,
        0,
        game_question["seed"],
        game_question["index"],
        0.0,
        results,
        math.inf,
    )
    return results[0].tolist()


@needs_c
def test_the_library_makes_the_boards_and_games_of_python():
    for board_question in BOARDS:
        engine = Engine(
            board_question["rows"],
            board_question["cols"],
            lists_of(board_question) if board_question["noGuess"] else game_lists(board_question),
        )
        layout, first_game = (
            engine.array(c.c_int8),
            board_question["start"][0] * board_question["cols"] + board_question["start"][1],
        )
        key = c.c_uint64(board_question["seed"]), c.c_int64(board_question["index"])
        if board_question["noGuess"]:
            assert (
                engine.no_guess(
                    board_question["mines"],
                    first_game,
                    *key,
                    c.c_int64(100_000),
                    50,
                    c.c_double(math.inf),
                    c.byref(c.c_int64(0)),
                    layout,
                )
                == 0
            )
            assert "".join(map(str, layout)) == layout_of(board_question)
        else:
            assert engine.layout(board_question["mines"], 2, first_game, *key, layout) == 0
            assert sum(layout) == board_question["mines"]
    for board_question in GAMES:
        engine = Engine(board_question["rows"], board_question["cols"], game_lists(board_question))
        engine.policy_of(board_question["policy"], "game")
        result = engine.array(c.c_double, 5)
        key = c.c_uint64(board_question["seed"]), c.c_int64(board_question["index"])
        assert (
            engine.play(
                board_question["mines"], 1, 0, *key, c.c_double(0), c.c_double(math.inf), result
            )
            == 0
        )
        assert list(result) == game_of(board_question), board_question


@needs_js
def test_the_module_makes_the_boards_and_games_of_python(tmp_path):
    module_answers = by_javascript(tmp_path, boards=BOARDS, games=GAMES)
    for board_question, layout in zip(BOARDS, module_answers["boards"], strict=True):
        if board_question["noGuess"]:
            assert layout == layout_of(board_question), board_question
    for board_question, played in zip(GAMES, module_answers["games"], strict=True):
        outcome, guesses, opened, survived, adjusted = game_of(board_question)
        assert played[:4] == [outcome == 1, guesses, opened, survived], board_question
        assert played[4] == pytest.approx(adjusted, abs=1e-9)


@needs_js
def test_the_module_judges_layouts_as_python_does(thorough, tmp_path):
    """Guesses, the hardest layer and step, and the numbers of players."""
    layouts = []
    judgements = []
    number = NUMBER if thorough else NUMBER // 2
    for seed in range(number // 10):
        dealt = generate(7, 7, 8 + seed % 7, seed=seed, no_guess=False)
        layout = next(iter(dealt)).layout
        layouts.append({"rows": 7, "cols": 7, "layout": layout_codes(layout), "start": [3, 3]})
        judgements.append(ms.judge(layout, (3, 3)).to_dict())
    for shape in ("hex", "torus", "hex,modulo"):
        for seed in range(number // 60):
            game = ms.Game(6, 6, 9, rules=ms.Rules(board=shape), seed=seed)
            game.open((3, 3))
            mines = game.layout
            codes = [int((row, col) in mines) for row in range(6) for col in range(6)]
            solved = game._ground.solution(game._deal)
            layouts.append({"rules": shape, "rows": 6, "cols": 6, "layout": codes, "start": [3, 3]})
            judgements.append(ms.judge(solved, (3, 3)).to_dict())
    assert sum(judgement["guesses"] for judgement in judgements) > 10
    assert {"baseline", "subset", "intersection"} <= {
        judgement["layer"] for judgement in judgements
    }
    assert max(judgement["facts"] for judgement in judgements) >= 3
    answers = by_javascript(tmp_path, layouts=layouts)["judgements"]
    for judgement in (*answers, *judgements):
        if judgement["stuck"]:  # Python indents every second row of hexagons
            judgement["stuck"] = judgement["stuck"].replace("\n ", "\n")
    assert answers == judgements


@needs_js
def test_rules_prove_the_same_where_not_all_families_of_equations_are_tried(tmp_path):
    boards = [ms.Board.parse(text) for text in MANY_FAMILIES]
    questions = [
        {"rows": board.rows, "cols": board.cols, "mines": board.mines, "cells": board.grid.ravel().tolist()}
        for board in boards
    ]  # fmt: skip
    answers = by_javascript(tmp_path, ruled=questions)["proved"]
    for board, cells_with_rules in zip(boards, answers, strict=True):
        expected = {board.index(cell): rule for cell, rule in layers.proved(board)}
        assert dict(cells_with_rules) == expected


def layout_codes(layout: ms.Layout) -> list[int]:
    """1 for a mine, row by row."""
    mines = layout.mine_cells
    return [int((row, col) in mines) for row in range(layout.rows) for col in range(layout.cols)]


@needs_c
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
@pytest.mark.parametrize("seed", range(4))
def test_the_library_judges_layouts_as_the_oracle_does(seed):
    """Safe cells that a player opens who opens what all fitting layouts have no mine on, and nothing else."""
    rng = Random(seed)
    cells = [(r, col) for r in range(4) for col in range(4)]
    mines = set(rng.sample(cells, 4))
    around = {
        cell: [
            neighbour
            for neighbour in cells
            if 0 < max(abs(cell[0] - neighbour[0]), abs(cell[1] - neighbour[1])) < 2
        ]
        for cell in cells
    }
    start = rng.choice([cell for cell in cells if cell not in mines])
    opened = {start}
    while True:
        fitting = []
        for choice in combinations([cell for cell in cells if cell not in opened], 4):
            if all(
                len(mines.intersection(around[cell])) == len(set(choice) & set(around[cell]))
                for cell in opened
            ):
                fitting.append(set(choice))
        fresh = {
            cell
            for cell in cells
            if cell not in opened and not any(cell in layout for layout in fitting)
        }
        if not fresh:
            break
        opened |= fresh
    engine = Engine(4, 4)
    layout = (c.c_int8 * 16)(*(cell in mines for cell in cells))
    begin = (c.c_int8 * 16)(*(cell == start for cell in cells))
    shown_codes = (c.c_int8 * 16)()
    assert engine.judge(layout, begin, c.c_double(math.inf), shown_codes) == 0
    expected = [len(mines.intersection(around[cell])) if cell in opened else -1 for cell in cells]
    assert list(shown_codes) == expected
    judgement = ms.judge(ms.Layout(4, 4, frozenset(mines)), start)
    assert judgement.no_guess == (len(opened) == 12)


@needs_c
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_arguments_out_of_range_are_statuses():
    """No board of 3x3 has ten mines, a tenth cell or a third kind of protection; nothing dies of it."""
    engine = Engine(3, 3)
    layout, seed = (c.c_int8 * 9)(), (c.c_uint64(1), c.c_int64(0))
    answers = {
        (1, 2, 4): 2,  # no room beside the middle and all around it
        (99, 0, 0): 2,
        (8, 1, 4): 0,
        (2, 1, 9): 4,
        (2, 3, 0): 4,
        (-1, 0, 0): 4,
    }
    assert {arguments: engine.layout(*arguments, *seed, layout) for arguments in answers} == answers
    engine.library.minesolver_close(None)
    for name in ("version", "status_text"):
        getattr(engine.library, f"minesolver_{name}").restype = c.c_char_p
    assert engine.library.minesolver_version().decode() == ms.__version__
    assert (
        f'MINESOLVER_HEADER_VERSION "{ms.__version__}"'
        in (ROOT / "bindings/c/minesolver.h").read_text()
    )
    assert engine.library.minesolver_status_text(4) == b"an argument is out of its range"


@needs_c
def test_there_are_no_other_parts_than_a_count_has():
    """Nor after something else was done, when what was counted is gone."""
    engine = Engine(3, 3)
    cells = (c.c_int8 * 9)(-1, 1, 0, -1, 1, 0, -1, 1, 0)
    part, sizes = engine.array(c.c_int32), engine.array(c.c_int64, 3)
    limbs = (c.c_uint32 * 8)(), (c.c_uint32 * 8)()
    assert engine.part(0, *limbs) == -1
    assert engine.count(cells, c.c_int64(1), 1, 1, c.c_double(math.inf), part, sizes) == 0
    assert [engine.part(number, *limbs) >= 0 for number in range(sizes[2])] == [True] * sizes[2]
    for number in (-1, sizes[2], 2**31 - 1, -(2**31)):
        assert engine.part(number, *limbs) == -1
    probability, proof = engine.array(c.c_double), engine.array(c.c_int8)
    engine.analyze(cells, c.c_int64(1), c.c_double(0), c.c_double(math.inf), probability, proof)
    assert engine.part(0, *limbs) == -1


WRONG_LISTS = {
    "fewer clues than cells": {"sites": 8},
    "a first start that is not 0": {"starts": [1, 3, *range(3, 10)]},
    "starts that fall": {"starts": [0, 2, 1, *range(3, 10)]},
    "a cell beyond the board": {"cells": [9] * 9},
    "a cell below 0": {"cells": [-1] * 9},
    "cells that do not rise": {"starts": [0, 2, *[2] * 8], "cells": [1, 1] + [0] * 7},
    "weights beyond a set of sums": {"weights": [63] * 9},
    "symbols without kinds": {"symbols": 3, "weights": [1] * 9, "sums": 2, "ways": 1},
    "more sums than bits": {
        "symbols": 3,
        "weights": [1] * 9,
        "sums": 65,
        "ways": 1,
        "kinds": [0] * 9,
    },
    "a kind below 0": {"symbols": 3, "weights": [1] * 9, "sums": 2, "ways": 1, "kinds": [-1] * 9},
    "a kind beyond the clues": {
        "symbols": 3,
        "weights": [1] * 9,
        "sums": 2,
        "ways": 1,
        "kinds": [9] * 9,
    },
}
TYPES = {"starts": np.int32, "cells": np.int32, "kinds": np.int32, "weights": np.int8}


@needs_c
@pytest.mark.parametrize("changes", WRONG_LISTS.values(), ids=WRONG_LISTS)
def test_lists_out_of_range_open_nothing(changes):
    """Nine clues of a cell each are a board of 3x3; each of these is none, and nothing dies of it."""
    values = {"sites": 9, "starts": [*range(10)], "cells": [*range(9)]} | changes
    struct, arrays = Struct(), []
    if "kinds" in values:
        struct.symbol = np.zeros(2000, np.int8).ctypes.data
        struct.symbol_sums = np.zeros(2000, np.uint64).ctypes.data
    for name, value in values.items():
        if name in TYPES:
            arrays.append(np.array(value, TYPES[name]))
            value = arrays[-1].ctypes.data
        setattr(struct, name, value)
    Engine(3, 3)
    assert Engine.library.minesolver_open_lists(3, 3, c.byref(struct)) is None


@needs_c
@pytest.mark.parametrize(
    "kind, count, size",
    [(-1, 0, 0), (3, 0, 0), (2**31 - 1, 0, 0), (2, -1, 0), (2, 1, 0), (2, 1, 7)],
)
def test_policies_out_of_range_are_a_status(kind, count, size):
    engine = Engine(3, 3)
    values, nodes = (c.c_double * 18)(), (c.c_char * 64)()
    assert engine.policy(kind, values, nodes, count, size) == 4


@needs_c
@pytest.mark.parametrize(
    ("code", "mine_count"),
    [*product((9, 11, 101, 127, -2, -128), (-1, 3)), (-1, -2), (-1, -(2**31))],
)
def test_what_is_no_code_or_mine_count_is_a_status(code, mine_count):
    engine = Engine(3, 3)
    cells = (c.c_int8 * 9)(*[-1] * 9)
    choice = (c.c_int32 * 5)()
    assert engine.recommend(cells, 3, c.c_double(0), c.c_double(math.inf), choice) == 4  # no policy
    engine.policy_of("pseq", "game")
    cells[4] = code
    probability, proof, part_sizes, clues = (
        (c.c_double * 9)(),
        (c.c_int8 * 9)(),
        (c.c_int32 * 9)(),
        (c.c_int32 * 9)(),
    )
    sizes, counted = (c.c_int64 * 3)(), c.c_int()
    no_limit, mines, even_odds = c.c_double(math.inf), c.c_int64(mine_count), c.c_uint32(1)
    assert engine.analyze(cells, mines, c.c_double(0), no_limit, probability, proof) == 4
    assert engine.count(cells, mines, even_odds, even_odds, no_limit, part_sizes, sizes) == 4
    assert engine.recommend(cells, mine_count, c.c_double(0), no_limit, choice) == 4
    for cell in (0, 4, -1):
        assert engine.reason(cells, mines, cell, no_limit, clues, c.byref(counted)) == -1


@needs_c
@pytest.mark.thorough
@pytest.mark.skipif(shutil.which("cc") is None, reason="no C compiler")
def test_nonsense_is_a_status_and_does_no_harm(tmp_path):
    """2,000 calls under sanitizers for addresses and undefined behaviour, which end it at a fault."""
    program = tmp_path / "nonsense"
    sanitizers = ["-fsanitize=address,undefined", "-fno-sanitize-recover=undefined"]
    sources = [ROOT / "tests/bindings/nonsense.c", LIBRARY / "minesolver.c"]
    compiler = [
        "cc",
        "-std=c11",
        "-g",
        "-O1",
        "-w",
        "-ffp-contract=off",
        *sanitizers,
        f"-I{LIBRARY}",
    ]
    subprocess.run([*compiler, *sources, "-lm", "-o", program], check=True)
    run = subprocess.run(
        [program, LIBRARY / "minesolver_trees.bin", "1", "2000"],
        capture_output=True,
        text=True,
        env=os.environ | {"ASAN_OPTIONS": "detect_leaks=0"},
    )
    assert run.returncode == 0, run.stderr[-3000:]
    assert min(map(int, run.stdout.split())) > 0  # each status, and boards


def read_by_c(text: str) -> tuple[int, list[int], Any]:
    """Status, where the defect is, and (rows, cols, mines, cells)."""
    library = Engine(1, 1).library
    size, where, mines = (c.c_int32 * 2)(), (c.c_int32 * 2)(), c.c_int64()
    room = 1000
    cells = (c.c_int8 * room)()
    status = library.minesolver_read_board(text.encode(), size, c.byref(mines), cells, room, where)
    rows, cols = size
    return status, list(where), (rows, cols, mines.value, cells[: rows * cols])


@needs_c
@pytest.mark.parametrize("seed", range(20))
def test_c_reads_and_writes_the_text_of_python(seed):
    random = Random(seed)
    rows, cols = random.randint(3, 6), random.randint(3, 6)
    codes = [[random.choice([-1, -1, 10]) for _ in range(cols)] for _ in range(rows)]
    codes[1][1] = random.randint(3, 8)
    codes[0][0] = 0
    codes[0][1] = codes[1][0] = -1
    marked = sum(row.count(10) for row in codes)
    hidden = sum(row.count(-1) for row in codes)
    mines = random.choice([None, marked, marked + hidden])
    text = str(ms.Board(codes, mines))
    c_mines = -1 if mines is None else mines
    flat = [code for row in codes for code in row]
    *header, body = text.split("\n", 1) if mines is not None else [text]
    dotted = "\n".join([*header, body.replace("0", ".")])
    for variant in (text, text.replace("\n", "\r\n"), f"\n{text}  \n\n", dotted):
        assert read_by_c(variant) == (0, [0, 0], (rows, cols, c_mines, flat))
    library = Engine(1, 1).library
    library.minesolver_write_board.restype = c.c_int64
    room = len(text) + 2
    written = c.create_string_buffer(room)
    board = rows, cols, c.c_int64(c_mines), (c.c_int8 * len(flat))(*flat)
    assert library.minesolver_write_board(*board, written, c.c_int64(room)) == room
    assert written.value.decode() == f"{text}\n"
    assert library.minesolver_write_board(*board, written, c.c_int64(room - 1)) == room
    assert written.value == b""


@needs_c
@pytest.mark.parametrize(
    "text, where",
    [
        ("", [1, 1]),
        ("1#\n#x", [2, 2]),
        ("1#\n###", [2, 3]),
        ("1##\n##", [2, 3]),
        ("2x3x1\n1#\n##", [1, 1]),
        ("2x2x9\n1#\n##", [1, 1]),
        ("2x2x0\n1*\n##", [1, 1]),
        ("2x2x1 hex\n1#\n##", [1, 6]),
        ("2x2x99999999999999999999\n##\n##", [1, 15]),
        ("9#", [1, 1]),
    ],
)
def test_c_says_where_a_text_is_no_board(text, where):
    assert read_by_c(text)[:2] == (4, where)
    if "hex" not in text:
        with pytest.raises(ms.BoardFormatError):
            ms.Board.parse(text, format="canonical")


@needs_c
@pytest.mark.skipif(
    shutil.which("nm") is None or sys.platform != "linux", reason="no nm, or other names"
)
def test_what_the_library_takes_of_the_system_is_what_android_has():
    """``build.py android`` links against these names alone."""
    command = ["nm", "-u", str(LIBRARY / "libminesolver.a")]
    names = subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()
    taken = {
        name for name in names if name.islower() and not name.startswith("_") and len(name) > 1
    }
    android = set(" ".join(build().ANDROID_SYMBOLS.values()).split())
    assert taken <= android | {"minesolver.o:"}
    assert "calloc" in taken


@needs_c
@pytest.mark.slow
def test_one_file_of_c_is_the_library(tmp_path):
    """It needs no header of Python's, and answers as the library does."""
    flags = ["-std=c11", "-O0", "-ffp-contract=off", f"-I{LIBRARY}"]
    sources = [LIBRARY / "minesolver.c", ROOT / "bindings/c/examples/solve.c"]
    assert "Python.h" not in sources[0].read_text()
    subprocess.run(["cc", *flags, *sources, "-lm", "-o", tmp_path / "solve"], check=True)
    expert = (ROOT / "examples/expert.mines").read_text()
    process = subprocess.run(
        [tmp_path / "solve"], input=expert, capture_output=True, text=True, check=True
    ).stdout
    best = ms.analyze(ms.Board.parse(expert)).best
    assert process.endswith(f"open row {best[0]}, column {best[1]}\n")


@needs_c
def test_the_examples(tmp_path):
    examples, expert = ROOT / "bindings/c/examples", (ROOT / "examples/expert.mines").read_text()
    for name in ("solve", "play"):
        command: list[str | Path] = [
            "cc",
            "-Wall",
            "-Wextra",
            "-Werror",
            f"-I{LIBRARY}",
            examples / f"{name}.c",
            LIBRARY / "libminesolver.a",
        ]
        subprocess.run([*command, "-lm", "-o", tmp_path / name], check=True)
    process = subprocess.run(
        [tmp_path / "solve"], input=expert, capture_output=True, text=True, check=True
    ).stdout
    best = ms.analyze(ms.Board.parse(expert)).best
    assert process.endswith(f"open row {best[0]}, column {best[1]}\n")
    process = subprocess.run(
        [tmp_path / "play", LIBRARY / "minesolver_trees.bin"],
        capture_output=True,
        text=True,
        check=True,
    ).stdout
    wins = sum(
        game_of({"rows": 9, "cols": 9, "mines": 10, "policy": "strongest", "seed": 1, "index": k})[
            0
        ]
        for k in range(20)
    )
    assert process == f"20 games of 9x9 with 10 mines: {int(wins)} won\n"
    process = subprocess.run(
        [sys.executable, examples / "solve.py"], capture_output=True, text=True, check=True
    ).stdout
    assert process.endswith("open (1, 4)\n")


def test_every_host_names_the_parameters_of_policies():
    header = (ROOT / "bindings/c/minesolver.h").read_text()
    library = (Path(kernel.__file__).parent / "library.pyx").read_text()
    in_header = re.search(r"typedef struct minesolver_parameters \{(.*?)\}", header, re.DOTALL)[1]
    in_core = re.search(r"cdef struct PolicyParameters:\n((?:    .*\n)+)", library)[1]
    names = re.findall(r"double (\w+);", in_header)
    assert names == re.findall(r"^    double (\w+)$", in_core, re.MULTILINE)
    assert set(names) == Search().parameters().keys()
    taken = dict(re.findall(r"^        (\w+)=.*values\.(\w+)", library, re.MULTILINE))
    assert taken == {name: name for name in names}
