"""The npm package, which reads for the page without a server too, takes a text for what Python takes it for.

The same board, the same words for what was taken for what, the same question with the same readings, the
same refusal at the same place: for texts of the generator of ``benchmarks/pasted_texts``, and for those that
are kept.
"""

from __future__ import annotations

import json
import shutil
from collections.abc import Callable, Iterator
from dataclasses import replace
from random import Random
from typing import Any

import pytest
from depth import thorough
from notations import NOTATIONS
from pasted_texts import pasted_texts
from paths import ROOT
from text_readers import Outcome, javascript_reader, read_by_python

import minesolver as ms
from minesolver.game import Game, Rules

pytestmark = pytest.mark.skipif(
    shutil.which("node") is None or not (ROOT / "bindings/js/dist/signs.js").exists(),
    reason="needs Node, and python bindings/build.py js",
)
READING_CASES = json.loads((ROOT / "tests/reading_cases.json").read_text(encoding="utf-8"))
SMALL = [(5, 5, 4), (6, 8, 8), (9, 9, 10)]
"""Sizes of games of which texts are soon read: what a text may be hardly hangs on its size."""
TEXTS_A_SEED = 1000


@pytest.fixture(scope="module")
def read_by_js() -> Iterator[Callable[..., Outcome]]:
    with javascript_reader() as read:
        yield read


@pytest.mark.parametrize("seed", [*range(5), *map(thorough, range(5, 20))])
def test_generated_texts_are_read_alike(seed, read_by_js):
    levels = SMALL if seed else [*SMALL, (16, 30, 99)]
    for number, pasted in enumerate(pasted_texts(seed, TEXTS_A_SEED, levels)):
        assert as_text(read_by_js(pasted.text)) == as_text(read_by_python(pasted.text)), (
            number,
            pasted,
        )


def as_text(outcome: Outcome) -> Outcome:
    """What both languages say: of broken JSON each has its own words, and npm has no cut-outs."""
    if outcome.message.startswith("not JSON"):
        return Outcome(error=outcome.error)
    return replace(outcome, message=outcome.message.partition("; or does the board go on")[0])


def positions() -> list[list[list[int]]]:
    """Positions of games, codes by rows, some with marked mines."""
    positions_read = []
    for seed, size in enumerate([(4, 5, 4), (6, 6, 6), (9, 9, 10)]):
        game = Game(*size, Rules("zero"), seed=seed)
        game.open((1, 1))
        codes = game.board.grid.tolist()
        marked = sorted(ms.analyze(game.board).mines)
        for row, col in Random(seed).sample(marked, min(2, len(marked))):
            codes[row][col] = 10
        positions_read.append(codes)
    return positions_read


def test_all_notations_are_read_as_python_reads_them(read_by_js):
    for codes in positions():
        for name, write in dict(NOTATIONS).items():
            text = write(codes)
            assert as_text(read_by_js(text)) == as_text(read_by_python(text)), (name, text)


def test_the_cases_of_all_hosts_are_read_alike(read_by_js):
    for case in READING_CASES:
        text = case["text"]
        assert as_text(read_by_js(text)) == as_text(read_by_python(text)), case


@pytest.mark.parametrize(
    "text", ["1#\n##\0", "##\n1\x07#", "##\n\x1b[1m1\x7f#", "🚩1\n#1\u0301", "1\x1a#"]
)
def test_a_character_that_no_board_has_is_named_alike(text, read_by_js):
    outcome = read_by_js(text)
    assert outcome == read_by_python(text)
    assert outcome.column is not None


CASES: list[dict[str, Any]] = [
    {"text": "2x2x1\n1#\n##"},
    {"text": "1🚩\n.#"},
    {"text": "> 2x2x1\n> 1️⃣⬜\n> ⬜⬜"},
    {"text": "```\n2x2x1\n1 #\n# #\n```"},
    {"text": "x1\nxx", "signs": "hidden=x"},
    {"text": "x1\nxx", "mines": 2},
    {"text": "1*#\n###", "left": 1},
    {"text": '{"board": [[-1, 1], [1, null]], "minesLeft": 1}'},
    {"text": '{"board": ["#1", "1#"], "what": 1}'},
    {"text": "Rest: 2\n\n#1\n##"},
    {"text": "*.*\n...\n..."},
    {"text": "1#\n#"},
    {"text": "1_#\n#_#\n###"},
    {"text": "hello there"},
    {"text": "1 x 1\n2 x 2\nx x x"},
    {"text": "#board=2x2x1:Bz3"},
    {"text": "2x3x2\n0\t10\t2\t1\n1\t2\t10\t1"},
    {"text": "0\t1\t2\n1\t-1\t-1"},
    {"text": "0\t1\t1\n1\t-1\t-1\n\t0\t1"},
    {"text": "  0 1\n0 1 -1\n1 -1 -1"},
    {"text": "3x1x1\n-1\n 1\n 0"},
    {"text": "1x4x1\nA10B"},
    {"text": "12\nAB"},
    {"text": "1 2 1\nA B C"},
    {"text": "1 ?\n? ?"},
    {"text": "1UM\n1UU"},
    {"text": "001M\n0011\n0000\n1100\nM100"},
    {"text": '{"board": ["1h", "h."]}\n---\n{"board": ["1F", "1."]}'},
    {"text": '1 2\n\n{"board": ["1#", "##"]}'},
    {"text": "000Z...\n0001...\n0001...\n0001...\n0001..."},
    {
        "text": '{"id": 1, "ok": true, "result": {"board": ["1#", "##"], "mines": 1, "seconds": 0.1}}'
    },
]


def test_what_is_said_beside_a_text_counts_alike(read_by_js):
    for case in CASES:
        assert as_text(read_by_js(**case)) == as_text(read_by_python(**case)), case


@pytest.mark.parametrize("indent", [2, 4, 8])
def test_blank_cells_behind_an_indent_are_asked_about_alike(indent, read_by_js):
    text = "\n".join(" " * indent + row for row in (" 1#", " 1#", " 11"))
    outcome = read_by_js(text)
    assert outcome == read_by_python(text)
    assert {len(board.rows[0]) for board in outcome.readings if board is not None} == {2, 3}
    # The size tells which of them it is.
    board = read_by_js(f"3x3x1\n{text}").board
    assert board is not None
    assert board.rows == ("01#", "01#", "011")
    assert ms.Board.parse(f"3x3x1\n{text}") == ms.Board.parse("3x3x1\n01#\n01#\n011")
