"""Laws of whatever is analysed, and of the answers: values that compare, print and pickle."""

from __future__ import annotations

import pickle
import subprocess
import sys
from itertools import product
from typing import Any

import pytest

import minesolver as ms
from minesolver.engine import ENGINES
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES
from minesolver.model.variant import HIDDEN, MINE, OPENED, Field, VariantBoard

NAMES = [name for name in (*GEOMETRIES, *RULES) if name not in ("square", "eight", "vanilla")]


def subject(kind):
    if kind == "puzzle":
        puzzle = ms.Puzzle("abcd", 2)
        puzzle.add("ab", 1)
        puzzle.add("bcd", {0, 2}, weights=[1, 2, 1])
        return puzzle
    return ms.Board.parse("1##\n###\n##1", 3, rules=None if kind == "board" else kind)


KINDS = ["board", "puzzle", "hex", "wall"]


def is_taken(name, kind):
    """Whether an engine takes this kind of subject."""
    if kind == "board":
        return True
    return ENGINES.get(name).subjects == "any" and (name, kind) != ("kernel", "wall")


ASKED = [(name, kind) for name, kind in product(ms.engines(), KINDS) if is_taken(name, kind)]


def answer(analysis):
    """What an analysis says that leaves something for later, after a journey."""
    engine = ENGINES.get(analysis.engine)
    exact = (
        [str(analysis.exact(cell)) for cell in analysis.board.cells] if engine.rational else None
    )
    counted = analysis.solutions if engine.exact else None
    return exact, counted, list(analysis.reasons), analysis.best, analysis.to_dict()


def test_answers_of_every_engine_travel_between_processes():
    """There this file is run as a script, see its end."""
    analyses = [ms.analyze(subject(kind), name) for name, kind in ASKED]
    child = subprocess.run(
        [sys.executable, __file__], input=pickle.dumps(analyses), capture_output=True, check=True
    )
    returned, answers = pickle.loads(child.stdout)
    assert returned == analyses
    assert answers == [answer(analysis) for analysis in analyses]


@pytest.mark.parametrize("name, kind", ASKED)
def test_an_answer_pickles_before_and_after_it_was_asked(name, kind):
    analysis = ms.analyze(subject(kind), name)
    fresh = pickle.loads(pickle.dumps(analysis))
    asked_answer = answer(analysis)
    assert fresh == analysis == pickle.loads(pickle.dumps(analysis))
    assert answer(fresh) == asked_answer
    assert hash(fresh) == hash(analysis)
    with pytest.raises((TypeError, ValueError)):
        fresh.probability[analysis.board.cells[0]] = 0.5


def played(name):
    """A board without mines, two of its cells open."""
    shape = (2, 2, 3, 3)[-GEOMETRIES.get(name).dimensions :] if name in GEOMETRIES else (4, 4)
    shape = GEOMETRIES.get(name).usual if name in ("cube", "geodesic") else shape
    field = Field.parse(name, shape)
    cells = field.geometry.cells
    blank = VariantBoard(field, field.rules, {}, 3)
    no_mines = [0] * len(cells)
    clues: dict[int, Any] = {}
    for i in (0, len(cells) - 1):  # where the rule shows nothing, the cell is open without a clue
        clues[i] = [*field.clues(i, no_mines), OPENED][0]
    return blank.open({cells[i]: clue for i, clue in clues.items()})


@pytest.mark.parametrize("name", NAMES)
def test_a_board_under_rules_is_a_value_as_a_board_is(name):
    board = played(name)
    hidden = board.where(HIDDEN)
    assert len(hidden) == len(board) - 2
    assert list(board) == list(board.cells)
    assert dict(board.items()) == {cell: board[cell] for cell in board.cells}
    assert all(neighbour in board for cell in board for neighbour in board.neighbours(cell))
    for copy in (
        pickle.loads(pickle.dumps(board)),
        ms.Puzzle.from_json(board.to_json()),
        board.flag(hidden[0]).replace({hidden[0]: HIDDEN}),
        board.replace(mines=4).replace(mines=3),
    ):
        assert copy == board
        assert hash(copy) == hash(board)
        assert str(copy) == str(board)
    flagged = board.flag(hidden[0])
    assert flagged != board
    assert flagged.where(MINE) == hidden[:1]
    assert flagged._values() == board._values() | {board.index(hidden[0]): 1}
    assert board.open(hidden[0], OPENED)[hidden[0]] == OPENED
    with pytest.raises(ms.CellError, match="not hidden"):
        flagged.flag(hidden[0])
    with pytest.raises(ms.CellError, match="no cell"):
        board.open((9, 9), 0)
    with pytest.raises(ms.BoardFormatError, match="a clue or a mine"):
        board.open(hidden[0], HIDDEN)
    assert not hasattr(board, "add")
    assert board.field is flagged.field  # nothing is made again


@pytest.mark.parametrize("rules", ["square", "vanilla", "eight", "square,vanilla"])
def test_minesweepers_own_rules_make_a_board(rules):
    assert ms.Board.parse("3x3x2\n1##\n#2*\n###", rules=rules) == ms.Board.parse(
        "3x3x2\n1##\n#2*\n###"
    )


def test_a_board_with_more_than_a_board_has_is_none():
    for text in ("1 # _\n# # #", "1 ?\n# #", "L1 #\n# #"):
        board = ms.Board.parse(text, 1, rules="square")
        assert isinstance(board, VariantBoard)
        assert board._plain is None


if __name__ == "__main__":
    analyses = pickle.load(sys.stdin.buffer)
    sys.stdout.buffer.write(
        pickle.dumps(
            (
                [ms.analyze(analysis.board, analysis.engine) for analysis in analyses],
                [*map(answer, analyses)],
            )
        )
    )
