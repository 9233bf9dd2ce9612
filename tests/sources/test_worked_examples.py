"""The worked examples of the source documents, with their exact numbers, for every exact engine.

The names T0.2 ... are those of docs/requirements.md.
"""

from __future__ import annotations

from fractions import Fraction as F
from itertools import product

import pytest

import minesolver as ms
from minesolver.engine import ENGINES
from minesolver.model.board import neighbours

EXACT = [name for name in ms.engines() if ENGINES.get(name).exact]
RATIONAL = [name for name in EXACT if ENGINES.get(name).rational]
ANY = [name for name in RATIONAL if name != "brute_force"]

T02 = "##3#*\n#####\n###31\n##210\n#2100"
T03 = "#####\n##2##\n*#2##\n3*##1\n#####"
T03_UNIFORM = {
    F(2, 25): {(2, 3), (3, 3)},
    F(3, 25): {(2, 1)},
    F(6, 25): {(1, 1), (1, 3), (3, 2)},
    F(7, 25): {(2, 4), (4, 3), (4, 4)},
    F(11, 25): {(0, 1), (0, 2), (0, 3), (4, 0), (4, 1)},
}


def analyze(text, mines, name):
    return ms.analyze(ms.Board.parse(text, mines), name)


def test_t01_clues_of_the_full_figure():
    rows = [
        [0, 1, 2, 10, 1],
        [1, 3, 10, 4, 2],
        [10, 4, 10, 3, 10],
        [10, 4, 2, 4, 2],
        [1, 2, 10, 2, 10],
    ]
    board = ms.Board.from_array(rows, 8)
    flat = board.grid.ravel().tolist()
    for i, cell_neighbours in enumerate(neighbours(5, 5)):
        if flat[i] != 10:
            assert flat[i] == sum(flat[j] == 10 for j in cell_neighbours)
    assert ms.analyze(board).solutions == 1
    wrong = board.replace({(0, 0): 1})
    with pytest.raises(ms.InconsistentBoardError):
        ms.analyze(wrong)


@pytest.mark.parametrize("name", RATIONAL)
def test_t02_without_total(name):
    a = analyze(T02, None, name)
    assert a.mines == {(1, 2), (2, 2), (3, 1)}
    assert a.safe == {(2, 1)}
    assert a.solutions == 12 * 2**3  # 12 on the frontier, times the three interior cells
    for cell in ((0, 1), (0, 3), (1, 1), (1, 3), (1, 4), (3, 0), (4, 0), (0, 0)):
        assert a.exact(*cell) == F(1, 2)


@pytest.mark.parametrize("name", RATIONAL)
@pytest.mark.parametrize("hidden_mines, count", [(6, 6), (7, 24), (8, 36), (9, 24), (10, 6)])
def test_t02_with_total(name, hidden_mines, count):
    a = analyze(T02, hidden_mines + 1, name)
    assert a.solutions == count
    extra = {(0, 0), (1, 0), (2, 0), (1, 4)}
    if hidden_mines == 6:
        assert a.safe == {(2, 1)} | extra
        assert a.mines == {(1, 2), (2, 2), (3, 1), (1, 3)}
    elif hidden_mines == 10:
        assert a.mines == {(1, 2), (2, 2), (3, 1)} | extra
        assert a.safe == {(2, 1), (1, 3)}
    else:
        assert a.safe == {(2, 1)}
        assert a.mines == {(1, 2), (2, 2), (3, 1)}


@pytest.mark.parametrize("name", ANY)
def test_t03_uniform_prior(name):
    a = analyze(T03, None, name)
    assert a.solutions == 75 * 2 ** (len(a.board.where(-1)) - 14)
    assert not a.safe
    assert not a.mines
    for p, cells in T03_UNIFORM.items():
        assert {a.exact(*cell) for cell in cells} == {p}


@pytest.mark.parametrize("name", ANY)
@pytest.mark.parametrize(
    "hidden_mines, count, safe, best",
    [
        (3, 15, None, None),
        (4, 117, {(3, 2)}, F(0)),
        (5, 378, set(), F(1, 21)),
        (6, 660, set(), F(1, 11)),
        (7, 675, set(), F(2, 45)),
        (8, 405, set(), F(2, 135)),
        (9, 132, {(2, 1), (2, 3)}, F(0)),
        (10, 18, None, None),
    ],
)
def test_t03_with_total(name, hidden_mines, count, safe, best):
    a = analyze(T03, hidden_mines + 2, name)
    assert a.solutions == count
    if safe is not None:
        assert a.safe == safe
        assert a.exact(*a.best) == best
    if hidden_mines == 5:
        assert a.best == (3, 2)


@pytest.mark.parametrize("name", ANY)
@pytest.mark.parametrize("hidden_mines", [2, 11])
def test_t03_impossible_totals(name, hidden_mines):
    with pytest.raises(ms.InconsistentBoardError, match="mine count"):
        analyze(T03, hidden_mines + 2, name)


@pytest.mark.parametrize("name", RATIONAL)
def test_t07_two_overlapping_clues(name):
    # The document's (6,4) to (6,7) are the lower row; the known mines make the clues want 1 and 2 of it.
    a = analyze("*23*\n####", None, name)
    assert a.mines == {(1, 3)}
    assert a.safe == {(1, 0)}
    assert a.exact(1, 1) == a.exact(1, 2) == F(1, 2)
    assert a.solutions == 2


@pytest.mark.parametrize("name", RATIONAL)
def test_t08_three_models(name):
    text = "1 A 2/B C D/E 3 F"
    a = analyze(text, None, name)
    assert a.solutions == 3
    assert a.safe == {(1, 0)}
    assert a.mines == {(1, 2)}
    assert a.exact(0, 1) == F(1, 3)
    assert a.exact(1, 1) == a.exact(2, 0) == a.exact(2, 2) == F(2, 3)
    three = analyze(text, 3, name)
    assert three.exact(0, 1) == 0
    assert three.exact(1, 1) == 1
    assert three.exact(2, 0) == three.exact(2, 2) == F(1, 2)
    four = analyze(text, 4, name)
    assert [four.exact(*c) for c in ((0, 1), (2, 0), (2, 2), (1, 1))] == [1, 1, 1, 0]
    for mines in (0, 1, 2, 5):
        with pytest.raises(ms.InconsistentBoardError):
            analyze(text, mines, name)


@pytest.mark.parametrize("name", RATIONAL)
def test_l01_what_layered_inference_misses(name):
    analysis = analyze("#1#\n1##\n##1", None, name)
    assert analysis.solutions == 3
    assert analysis.safe == {(0, 0)}
    second = analyze("112#\n####\n112#", 3, name)
    assert second.solutions == 1
    assert second.mines == {(0, 3), (1, 1), (2, 3)}


@pytest.mark.parametrize("name", RATIONAL)
def test_l04_prior_by_density(name):
    # Models with 4, 3 and 3 mines: weights p^4 (1-p)^2 and p^3 (1-p)^3, so A is (p : 2 (1-p)).
    a = ms.analyze(ms.Board.parse("1 A 2/B C D/E 3 F", density="1/5"), name)
    assert a.exact(0, 1) == F(1, 9)
    assert a.prior == "each hidden cell a mine with probability 1/5"


@pytest.mark.parametrize("name", RATIONAL)
def test_t11_and_t12_search_evidence(name):
    # (1,0) opened with three mines around it, of which (0,0) is opened with two.
    a = analyze("2#\n3#\n##", None, name)
    assert a.mines == {(0, 1), (1, 1)}
    assert a.exact(2, 0) == a.exact(2, 1) == F(1, 2)
    assert a.solutions == 2
    unique = analyze("2#\n2#\n##", None, name)
    assert unique.mines == {(0, 1), (1, 1)}
    assert unique.safe == {(2, 0), (2, 1)}
    assert unique.solutions == 1


@pytest.mark.parametrize("name", RATIONAL)
def test_t22_and_t46_exactly_one_of_eight(name):
    a = analyze("A B C\nD 1 E\nF G H", None, name)
    assert a.solutions == 8
    assert {a.exact(r, c) for r in range(3) for c in range(3) if (r, c) != (1, 1)} == {F(1, 8)}
    # The disjunctive normal form has the same eight models; "at least one" has 255.
    letters = range(8)
    terms = [{i} for i in letters]
    models = [
        bits for bits in product((0, 1), repeat=8) if {i for i in letters if bits[i]} in terms
    ]
    assert len(models) == a.solutions
    assert sum(any(bits) for bits in product((0, 1), repeat=8)) == 255


@pytest.mark.parametrize("name", RATIONAL)
def test_t41_three_by_three(name):
    a = analyze("? 0 0 / 0 1 1 / 0 1 ?", None, name)
    assert (a.safe, a.mines, a.solutions) == ({(0, 0)}, {(2, 2)}, 1)


@pytest.mark.parametrize("name", RATIONAL)
def test_t42_and_t43_single_clues(name):
    assert analyze("A B C\nD E F\n0 G H", None, name).safe == {(1, 0), (1, 1), (2, 1)}
    assert analyze("A B C\nD E F\nG H 3", None, name).mines == {(1, 1), (1, 2), (2, 1)}


@pytest.mark.parametrize("name", RATIONAL)
def test_t45_subset(name):
    # {A,B,C} = 1 in the middle row, {A,B,C,D,E} = 2 with the bottom corners; the top corners are known mines.
    a = analyze("*3*\n###\n#2#", None, name)
    assert a.solutions == 6
    assert {a.exact(1, c) for c in range(3)} == {F(1, 3)}
    assert a.exact(2, 0) == a.exact(2, 2) == F(1, 2)
