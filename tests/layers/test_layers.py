"""The layers against brute force over layouts, and against the source documents' worked examples."""

from __future__ import annotations

import doctest
import itertools
import math
from random import Random
from typing import Any, Literal

import numpy as np
import pytest
from hypothesis import given, settings
from oracle import around, models
from strategies import arbitrary_boards, played_boards

import minesolver.layers
from minesolver.base.errors import InconsistentBoardError, UnknownNameError
from minesolver.layers import LAYERS, Inference, KnowledgeBase, deduce, weakest
from minesolver.layers.likelihood import least_likely, likelihoods, pick, unexplored
from minesolver.model.board import Board
from minesolver.sources.inference import records

NAMES = LAYERS.names()


def grid_of(board):
    return board.grid.tolist()


def equations(cells, *sums):
    """A knowledge base over named cells, from (names, mines) pairs."""
    base = KnowledgeBase(1, len(cells))
    for names, mines in sums:
        base.add([cells.index(name) for name in names], mines)
    return base


def proved(cells, base, layer):
    """(safe, mines) that a layer's rules prove in such a base, as strings of names."""
    inference = Inference(base, LAYERS.get(layer).rules)
    inference.run()
    return tuple(
        "".join(sorted(cells[c] for _, c in cells_proved))
        for cells_proved in (inference.safe, inference.mines)
    )


def held(base, cells):
    return {"".join(sorted(cells[c] for _, c in names)): mines for names, mines in base.dump()}


# -- worked examples ------------------------------------------------------------------------------------

MID_GAME = [
    [-1, -1, 3, -1, 10],
    [-1, -1, -1, -1, -1],
    [-1, -1, -1, 3, 1],
    [-1, -1, 2, 1, 0],
    [-1, 2, 1, 0, 0],
]
"""The mid-game figure of the inference report."""


@pytest.mark.parametrize("name", ["layered", "bounds"])
def test_mid_game_figure(name):
    deduction = deduce(Board(MID_GAME), name)
    assert set(deduction.safe) == {(2, 1)}
    assert set(deduction.mines) == {(1, 2), (2, 2), (3, 1)}
    six_hidden = deduce(Board(MID_GAME, 7), name)
    assert set(six_hidden.safe) == {(2, 1), (0, 0), (1, 0), (2, 0), (1, 4)}
    assert set(six_hidden.mines) == {(1, 2), (2, 2), (3, 1), (1, 3)}
    for mines in (8, 9, 10):
        deduction = deduce(Board(MID_GAME, mines), name)
        assert set(deduction.safe) == {(2, 1)}
        assert set(deduction.mines) == {(1, 2), (2, 2), (3, 1)}


def test_mid_game_figure_with_ten_hidden_mines():
    """All forced cells, (1, 3) and (1, 4) by what the board equation leaves of its clues."""
    mines = {(1, 2), (2, 2), (3, 1), (0, 0), (1, 0), (2, 0), (1, 4)}
    for name in ("layered", "bounds"):
        deduction = deduce(Board(MID_GAME, 11), name)
        assert set(deduction.safe) == {(2, 1), (1, 3)}
        assert set(deduction.mines) == mines


def test_bounds_find_the_safe_cells_that_the_literal_rule_does_not():
    """At least one mine of the first lies in the overlap: it is the only one of the second."""
    sums = (("abc", 2), ("bcde", 1))
    assert proved("abcde", equations("abcde", *sums), "intersection") == ("", "a")
    assert proved("abcde", equations("abcde", *sums), "bounds") == ("de", "a")


def test_global_knowledge_base_figure():
    board = Board(
        [
            [-1, -1, -1, -1, -1],
            [-1, -1, 2, -1, -1],
            [10, -1, 2, -1, -1],
            [3, 10, -1, -1, 1],
            [-1, -1, -1, -1, -1],
        ]
    )
    assert set(KnowledgeBase.of(board).dump()) == {
        (((1, 1), (1, 3), (2, 1), (2, 3), (3, 2), (3, 3)), 1),
        (((0, 1), (0, 2), (0, 3), (1, 1), (1, 3), (2, 1), (2, 3)), 2),
        (((2, 1), (4, 0), (4, 1)), 1),
        (((2, 3), (2, 4), (3, 3), (4, 3), (4, 4)), 1),
    }
    for name in NAMES:
        deduction = deduce(board, name)
        assert not deduction.safe
        assert not deduction.mines


def test_local_form_misses_what_two_distant_clues_say():
    board = Board.parse("#3*\n##*\n2#4\n#**\n#**", mines=8)
    assert set(KnowledgeBase.of(board).dump()) == {
        (((0, 0), (1, 0), (1, 1)), 1),
        (((1, 0), (1, 1), (2, 1), (3, 0)), 1),
        (((1, 1), (2, 1)), 1),
    }
    for total in (False, True):
        assert not deduce(board, "local_subset", total=total).safe
        for name in ("local_subset_worklist", "subset", "layered", "bounds"):
            assert set(deduce(board, name, total=total).safe) == {(1, 0), (3, 0)}
    # with the board equation two layouts are left, so nothing more is certain
    deduction = deduce(board, "layered")
    assert not deduction.mines


def test_difference_of_nested_equations():
    cells = "abcd"
    base = equations(cells, ("abcd", 2), ("ab", 1))
    assert proved(cells, base, "subset") == ("", "")
    assert held(base, cells) == {"abcd": 2, "ab": 1, "cd": 1}


def test_intersection_example():
    cells = "ABCDEFG"
    sums = (("ABC", 2), ("BCD", 2), ("CDEFG", 1))
    assert proved(cells, equations(cells, *sums), "subset") == ("", "")
    assert proved(cells, equations(cells, *sums), "intersection") == ("", "B")
    for layer in ("layered", "bounds"):
        assert proved(cells, equations(cells, *sums), layer) == ("EFG", "B")


def test_intersection_on_a_board():
    grid = np.full((7, 9), 10)
    grid[5, 5], grid[5, 6] = 5, 6  # four known mines each, and one and two more among those below
    grid[6, 4:8] = -1
    board = Board(grid)
    assert set(KnowledgeBase.of(board).dump()) == {
        (((6, 4), (6, 5), (6, 6)), 1),
        (((6, 5), (6, 6), (6, 7)), 2),
    }
    assert set(deduce(board, "intersection").mines) == {(6, 7)}
    assert not deduce(board, "subset").mines
    deduction = deduce(board, "layered")
    assert set(deduction.mines) == {(6, 7)}
    assert set(deduction.safe) == {(6, 4)}


def test_discussion_example():
    board = Board.parse("1#2\n###\n#3#")
    a, b, c, d, e, f = (0, 1), (1, 0), (1, 1), (1, 2), (2, 0), (2, 2)
    deduction = deduce(board, "layered")
    assert (set(deduction.safe), set(deduction.mines)) == ({b}, {d})
    rules: list[tuple[Literal["max", "average"], float]] = [
        ("max", 3 / 5),
        ("average", (1 / 3 + 3 / 5) / 2),
    ]
    for rule, expected in rules:
        assert likelihoods(board, rule)[b] == pytest.approx(expected, abs=1e-12)
    with_three_mines = deduce(Board.parse("1#2\n###\n#3#", mines=3), "layered")
    assert (set(with_three_mines.safe), {c, d} <= set(with_three_mines.mines)) == ({a, b}, True)
    with_four_mines = deduce(Board.parse("1#2\n###\n#3#", mines=4), "layered")
    assert (set(with_four_mines.safe), set(with_four_mines.mines)) == ({b, c}, {a, d, e, f})


@pytest.mark.parametrize("name", NAMES)
def test_complete_inference_is_false(name):
    """(0, 0) is safe in all three layouts, and no layer finds it."""
    board = Board.parse("#1#\n1##\n##1")
    _, layouts = models(grid_of(board))
    assert len(layouts) == 3
    assert not any((0, 0) in layout for layout in layouts)
    deduction = deduce(board, name)
    assert not deduction.safe
    assert not deduction.mines


@pytest.mark.parametrize("name", ["subset", "layered", "bounds"])
def test_complete_inference_is_false_with_the_total(name):
    """Only one layout fits, and the layers find one cell of it."""
    board = Board.parse("112#\n####\n112#", mines=3)
    _, layouts = models(grid_of(board), 3)
    assert layouts == [frozenset({(0, 3), (1, 1), (2, 3)})]
    deduction = deduce(board, name)
    assert set(deduction.safe) == {(1, 2)}
    assert not deduction.mines


@pytest.mark.parametrize("name", ["baseline", "local_subset", "subset", "bounds", "layered"])
def test_total_alone_decides(name):
    assert len(deduce(Board.parse("##\n##", mines=4), name).mines) == 4
    assert len(deduce(Board.parse("##\n##", mines=0), name).safe) == 4
    assert not deduce(Board.parse("##\n##", mines=4), name, total=False).mines
    assert len(deduce(Board.parse("*#\n##", mines=1), name).safe) == 3  # a known mine is knowledge


def test_board_equation_takes_part_in_subtraction():
    board = Board.parse("1##\n###", mines=1)
    assert set(deduce(board, "subset").safe) == {(0, 2), (1, 2)}
    assert not deduce(board, "subset", total=False).safe
    assert not deduce(board, "baseline").safe


def test_board_equation_less_the_emptiest_equations():
    """{c,d,e}=1 leaves 4 mines for a, b, f, g; less {a,b,c}=2 instead, nothing would follow."""
    base = KnowledgeBase(1, 7, 5)
    base.add([0, 1, 2], 2)
    base.add([2, 3, 4], 1)
    assert proved("abcdefg", base, "subset") == ("c", "abfg")


def test_board_equation_takes_part_in_intersection():
    """With {a,b,c,d}=1 and {d,e,f,g}=1, two of four mines are left for h and i."""
    base = KnowledgeBase(1, 9, 4)
    base.add([0, 1, 2, 3], 1)
    base.add([3, 4, 5, 6], 1)
    assert proved("abcdefghi", base, "layered")[1][-2:] == "hi"
    without = KnowledgeBase(1, 9)
    without.add([0, 1, 2, 3], 1)
    without.add([3, 4, 5, 6], 1)
    assert proved("abcdefghi", without, "layered") == ("", "")


@pytest.mark.parametrize(
    "layer, known, new, safe, mines",
    [
        ("subset", [("abc", 2), ("abd", 1)], ("ab", 1), "d", "c"),
        ("intersection", [("abx", 2), ("cdy", 2)], ("abcd", 1), "", "xy"),
        ("bounds", [("abcd", 3)], ("abxy", 1), "xy", ""),
    ],
)
def test_a_new_equation_meets_all_its_partners(layer, known, new, safe, mines):
    cells = "abcdxy"
    base = equations(cells, *known)
    inference = Inference(base, LAYERS.get(layer).rules)
    assert inference.run() == []
    names, count = new
    base.add([cells.index(name) for name in names], count)
    proofs = [(cells[reason.cell[1]], reason.is_mine) for reason in inference.run()]
    assert {name for name, is_mine in proofs if not is_mine} >= set(safe)
    assert {name for name, is_mine in proofs if is_mine} >= set(mines)


@pytest.mark.parametrize("name", ["baseline", "local_subset", "subset"])
def test_a_gain_travels_back_along_the_clues(name):
    deduction = deduce(Board.parse("#1#1#1#0"), name)
    assert set(deduction.safe) == {(0, 6), (0, 2)}
    assert set(deduction.mines) == {(0, 4), (0, 0)}


# -- against brute force --------------------------------------------------------------------------------


@settings(max_examples=80)
@given(played_boards(max_hidden=9))
def test_sound(board):
    grid = grid_of(board)
    hidden, layouts = models(grid, board.mines)
    always_mined = frozenset(hidden).intersection(*layouts)
    never_mined = frozenset(hidden).difference(*layouts)
    for name in NAMES:
        for total in (False, True):
            deduction = deduce(board, name, total=total)
            assert set(deduction.safe) <= never_mined, name
            assert set(deduction.mines) <= always_mined, name


@settings(max_examples=60)
@given(played_boards(max_hidden=9))
def test_each_proof_needs_only_its_premises(board):
    """The named clues, and the total where it is named, force the cell once the earlier ones are known."""
    rows, cols = board.shape
    for name in ("layered", "bounds"):
        inference = Inference(KnowledgeBase.of(board), LAYERS.get(name).rules)
        earlier: dict[tuple[int, int], bool] = {}
        proofs = inference.run()
        for reason in proofs:
            cell, is_mine = reason.cell, reason.is_mine
            assert reason.text.endswith(
                f"({cell[0]},{cell[1]}) is {'a mine' if is_mine else 'safe'}."
            )
            # All layouts of the cells not yet proved: those that fit the premises agree about this cell.
            unknown = [c for c in board.where(-1) if c not in earlier]
            known_mines = {*board.where(10), *(c for c, mine in earlier.items() if mine)}
            for bits in itertools.product((False, True), repeat=len(unknown)):
                layout = known_mines | {c for c, bit in zip(unknown, bits, strict=True) if bit}
                fits = all(
                    len(layout & set(around(clue[0], clue[1], rows, cols))) == board[clue]
                    for clue in reason.clues
                ) and (not reason.total or len(layout) == board.mines)
                assert not fits or (cell in layout) == is_mine, (name, reason)
            earlier[cell] = is_mine
        assert len(earlier) == len(proofs)  # no cell is proved twice


@settings(max_examples=120)
@given(arbitrary_boards())
def test_contradictions_are_real(board):
    rows, cols = board.shape
    # What a layer proves, or that the clues it names conflict, must be so in every layout that fits them.
    for name in NAMES:
        clues, with_total, safe, mines = outcome(board, name)
        hidden = board.where(-1)
        for bits in itertools.product((False, True), repeat=len(hidden)):
            layout = {*board.where(10), *(c for c, bit in zip(hidden, bits, strict=True) if bit)}
            if with_total and len(layout) != board.mines:
                continue
            if all(len(layout & set(around(c[0], c[1], rows, cols))) == board[c] for c in clues):
                assert safe is not None, name  # else the named clues were said not to hold together
                assert layout.isdisjoint(safe)
                assert layout >= mines


def outcome(board, name):
    """(clues, whether the total counts, safe, mines): all clues and what is proved, or those in conflict."""
    try:
        deduction = deduce(board, name)
    except InconsistentBoardError as error:
        return error.clues, error.total, None, None
    clues = [cell for code in range(9) for cell in board.where(code)]
    return clues, board.mines is not None, set(deduction.safe), set(deduction.mines)


@settings(max_examples=60)
@given(played_boards())
def test_stronger_layers_find_all_that_weaker_ones_do(board):
    deductions = {name: deduce(board, name, total=False) for name in NAMES}
    for weak, strong in (
        ("baseline", "local_subset"),
        ("local_subset", "local_subset_worklist"),
        ("local_subset_worklist", "subset"),
        ("subset", "layered"),
        ("intersection", "layered"),
        ("layered", "bounds"),
    ):
        assert deductions[weak].safe.keys() <= deductions[strong].safe.keys(), (weak, strong)
        assert deductions[weak].mines.keys() <= deductions[strong].mines.keys(), (weak, strong)


@settings(max_examples=60)
@given(played_boards())
def test_reveal_by_reveal_is_the_same_as_all_at_once(board):
    grid = np.full(board.shape, -1)
    base = KnowledgeBase(*board.shape)
    inference = Inference(base, LAYERS.get("layered").rules)
    for cell in zip(*np.nonzero(board.grid != -1), strict=True):
        grid[cell] = board.grid[cell]
        base.update(Board(grid))
        inference.run()
    at_once = deduce(board, "layered", total=False)
    still_hidden = set(board.where(-1))
    assert {c for c in inference.safe if c in still_hidden} == at_once.safe.keys()
    assert {c for c in inference.mines if c in still_hidden} == at_once.mines.keys()


# -- the knowledge base ---------------------------------------------------------------------------------


def test_known_mines_and_merging():
    base = KnowledgeBase.of(Board.parse("1#*\n1##"))
    # both clues see the same two cells; nothing is kept twice
    assert base.dump() == ((((0, 1), (1, 1)), 1),)
    base.settle(1, True)
    assert base.dump() == ((((1, 1),), 0),)


def test_equal_sets_with_different_counts_are_a_contradiction():
    with pytest.raises(InconsistentBoardError) as caught:
        KnowledgeBase.of(Board.parse("1#\n2#"))
    assert caught.value.clues == ((0, 0), (1, 0))
    assert not caught.value.total
    assert not caught.value.smallest


def test_contradiction_names_the_clues_behind_earlier_proofs():
    """(0,1) is proved by the 0, and only then is the 1 at (0,2) impossible."""
    with pytest.raises(InconsistentBoardError) as caught:
        deduce(Board.parse("0#1"), "baseline")
    assert caught.value.clues == ((0, 0), (0, 2))


def test_contradiction_with_the_total():
    with pytest.raises(InconsistentBoardError) as caught:
        deduce(Board.parse("1#1#1#1", mines=1), "subset")
    assert caught.value.total
    assert set(deduce(Board.parse("1#1#1#1", mines=1), "subset", total=False).mines) == {
        (0, 1),
        (0, 5),
    }


def test_settling_twice_the_other_way_is_a_contradiction():
    base = KnowledgeBase(2, 2)
    base.settle(0, True)
    base.settle(0, True)
    with pytest.raises(InconsistentBoardError):
        base.settle(0, False)


def test_update_touches_only_what_changed():
    rows, cols = 3, 30
    grid = np.full((rows, cols), -1)
    grid[1, 1::6] = 2
    base = KnowledgeBase.of(Board(grid))
    (agenda,) = base.new_agendas(1)
    assert len(agenda) == 5
    agenda.clear()
    grid[0, 8] = 10
    base.update(Board(grid))
    assert [e.clues for e in agenda] == [(cols + 7,)]
    agenda.clear()
    base.update(Board(grid))
    assert not agenda


def test_pairs_share_a_cell():
    base = KnowledgeBase.of(Board.parse("1#1##1#\n#######"))
    for equation in base.equations.values():
        partners = base.overlapping(equation)
        assert equation not in partners
        expected = [
            e for e in base.equations.values() if e is not equation and e.cells & equation.cells
        ]
        assert set(partners) == set(expected)
    assert any(base.overlapping(e) for e in base.equations.values())


def test_update_refuses_another_game():
    base = KnowledgeBase.of(Board.parse("1#\n##"))
    with pytest.raises(ValueError, match="later view"):
        base.update(Board.parse("##\n##"))


# -- reasons, log, registry -----------------------------------------------------------------------------


def test_reasons_in_words():
    reasons = deduce(Board.parse("##\n*2\n*#"), "baseline").safe
    assert reasons[0, 0].text == "Clue 2 at (1,1) already has both its mines, so (0,0) is safe."
    assert reasons[0, 0].clues == ((1, 1),)
    assert reasons[0, 0].rule == "baseline"
    total = deduce(Board.parse("*#", mines=1), "baseline").safe[0, 1]
    assert total.total
    assert total.clues == ()
    assert total.text == "The mine count 1 leaves no mine for 1 cell, so (0,1) is safe."


@pytest.mark.parametrize(
    "text, why",
    [
        ("0#", "has no mine around it"),
        ("#1*", "already has its mine"),
        ("*2*/###", "already has both its mines"),
        ("***/#3#", "already has all its 3 mines"),
        ("1#", "has only 1 cell left for its mine"),
        ("*2#", "has only 1 cell left for its last mine"),
        ("#2#", "has only 2 cells left for its 2 mines"),
        ("3#/*#", "has only 2 cells left for its last 2 mines"),
    ],
)
def test_how_a_clue_decides_its_cells_in_words(text, why):
    deduction = deduce(Board.parse(text, format="canonical"), "baseline")
    reasons = {**deduction.safe, **deduction.mines}
    assert any(why in reason.text for reason in reasons.values())


def test_log_shows_rule_fringe_and_knowledge():
    deduction = deduce(Board.parse("1#2\n###\n#3#"), "layered", trace=True)
    rules = [step.rule for step in deduction.trace]
    assert rules[:3] == ["baseline", "subset", "intersection"]
    gain = next(step for step in deduction.trace if step.mines)
    assert gain.rule == "intersection"
    assert gain.mines == ((1, 2),)
    assert (((0, 1), (1, 0), (1, 1)), 1) in gain.knowledge
    assert deduction.trace[0].fringe == ((0, 0), (0, 2), (2, 1))
    assert rules[3] == "baseline"  # after a gain, back to the simplest
    assert "(1,2)" in str(gain)
    assert deduction.rounds == sum(bool(step.safe or step.mines) for step in deduction.trace) == 2
    assert deduce(Board.parse("1#2\n###\n#3#"), "layered").trace == []


def test_the_weakest_layer_that_proves_a_cell():
    board = Board.parse("##\n*2\n*#")
    assert weakest(board, (0, 0)) == "baseline"
    board = Board.parse("#1#\n1##\n##1")
    assert weakest(board, (0, 0)) is None
    board = Board.parse("1#2\n###\n#3#")
    assert weakest(board, (1, 2)) == "intersection"


def test_local_form_keeps_its_log_too():
    steps = deduce(Board.parse("11#\n###"), "local_subset", trace=True).trace
    assert steps[0].rule == "local_subset"
    assert steps[0].fringe == ((0, 0), (0, 1))
    assert any(step.safe for step in steps)


def test_registry():
    assert set(NAMES) == {LAYERS.get(name).name for name in NAMES}
    for name in NAMES:
        assert LAYERS.get(name).description
        assert LAYERS.get(name).source
    with pytest.raises(UnknownNameError, match="layered"):
        LAYERS.get("deep")


# -- cell records ---------------------------------------------------------------------------------------


def test_initial_cell_records():
    blank = records(Board(np.full((3, 4), -1)))
    assert [blank[c].no_of_neighbors for c in ((0, 0), (0, 1), (1, 1))] == [3, 5, 8]
    cell = blank[1, 1]
    assert (cell.value, cell.is_mine, cell.clue, cell.safe_cells, cell.mines) == (
        -1,
        False,
        0,
        0,
        0,
    )
    assert (cell.hidden_squares, cell.set_value, cell.probability) == (8, -1, -1.0)
    assert cell.set_of_unknown_neighbors == set(around(1, 1, 3, 4))
    line = records(Board(np.full((1, 3), -1)))
    assert [record.no_of_neighbors for record in line.values()] == [1, 2, 1]


@settings(max_examples=50)
@given(played_boards())
def test_cell_record_identity(board):
    rows, cols = board.shape
    for cell, record in records(board).items():
        neighbours = around(*cell, rows, cols)
        assert (
            record.safe_cells + record.mines + record.hidden_squares
            == record.no_of_neighbors
            == len(neighbours)
        )
        assert record.mines == sum(board[c] == 10 for c in neighbours)
        assert record.set_of_unknown_neighbors == {c for c in neighbours if board[c] == -1}
        if 0 <= board[cell] <= 8:
            assert record.clue == record.mines + record.set_value == board[cell]


def test_cell_records_with_proved_cells():
    record = records(Board.parse("1##"), {(0, 1): True, (0, 2): False})[0, 1]
    assert (record.value, record.is_mine, record.safe_cells, record.hidden_squares) == (
        1,
        True,
        2,
        0,
    )


# -- likelihoods ----------------------------------------------------------------------------------------


def test_likelihoods_by_hand():
    board = Board.parse("1##2#\n#####\n#####", mines=4)
    # {(0,1),(1,0),(1,1)}=1 and {(0,2),(0,4),(1,2),(1,3),(1,4)}=2: no cell is in both
    for rule in ("max", "average"):
        without_total = likelihoods(board, rule, total=False)
        assert without_total[0, 0] == 0
        assert without_total[1, 1] == pytest.approx(1 / 3)
        assert without_total[1, 2] == pytest.approx(2 / 5)
        assert np.isnan(without_total[2]).all()
        with_total = likelihoods(board, rule)
        assert with_total[1, 1] == pytest.approx(1 / 3)
        assert with_total[2] == pytest.approx(4 / 13)
    with_board_equation = likelihoods(board, "average", board_equation_in_average=True)
    assert with_board_equation[1, 1] == pytest.approx((1 / 3 + 4 / 13) / 2)
    assert likelihoods(board, "max", board_equation_in_average=True)[1, 1] == pytest.approx(1 / 3)
    crowded_board = Board.parse("1##2#\n#####\n#####", mines=12)
    assert likelihoods(crowded_board, "max", board_equation_in_average=True)[1, 1] == pytest.approx(
        12 / 13
    )
    assert likelihoods(crowded_board, "max", total=False)[1, 1] == pytest.approx(1 / 3)


def test_likelihoods_of_a_cell_under_two_clues():
    board = Board.parse("1#1#\n####")
    assert likelihoods(board, "max")[0, 1] == pytest.approx(1 / 3)
    board = Board.parse("1#2##\n#####")
    assert likelihoods(board, "max")[0, 1] == pytest.approx(2 / 5)
    assert likelihoods(board, "average")[0, 1] == pytest.approx((1 / 3 + 2 / 5) / 2)
    unknown: Any = "least"
    with pytest.raises(ValueError, match="average"):
        likelihoods(board, unknown)


def test_proved_cells_and_derived_equations_in_likelihoods():
    base = KnowledgeBase.of(Board.parse("11##\n####\n*###"))
    clues_alone = likelihoods(base, "average")
    Inference(base, LAYERS.get("subset").rules).run()
    with_derived = likelihoods(base, "average")
    assert clues_alone[2, 0] == with_derived[2, 0] == 1.0
    # {(0,2),(1,2)} is safe by subtraction; the derived equation itself adds no estimate
    assert with_derived[0, 2] == with_derived[1, 2] == 0.0
    assert with_derived[1, 0] == pytest.approx(1 / 2)


def test_a_derived_equation_is_no_further_estimate():
    base = equations("abcde", ("abcde", 2), ("ab", 1))
    Inference(base, LAYERS.get("subset").rules).run()
    assert held(base, "abcde")["cde"] == 1
    assert likelihoods(base, "average")[0, 2] == likelihoods(base, "max")[0, 2] == 2 / 5


def test_choice_without_the_total_takes_in_the_cells_without_estimate():
    base = KnowledgeBase.of(Board.parse("1##2#\n#####\n#####"))
    likely_third = {(0, 1), (1, 0), (1, 1)}
    bottom_row = {(2, c) for c in range(5)}
    assert set(least_likely(base, likelihoods(base, "max"))) == likely_third | bottom_row
    assert len(unexplored(base)) == 13
    base_with_total = KnowledgeBase.of(Board.parse("1##2#\n#####\n#####", mines=4))
    assert set(least_likely(base_with_total, likelihoods(base_with_total, "max"))) == bottom_row
    assert (
        set(least_likely(base_with_total, likelihoods(base_with_total, "max", total=False)))
        == likely_third | bottom_row
    )
    untouched = KnowledgeBase(2, 2)
    assert len(least_likely(untouched, likelihoods(untouched, "average"))) == 4


def test_equal_averages_tie():
    """Cells x and y are under 0.1, 0.2 and 0.3, met in opposite orders; rounding decides nothing."""
    x, y, other_cells = 0, 1, range(2, 50)
    base = KnowledgeBase(1, 50)
    one_in_ten, under_both, three_in_ten, two_in_ten = (
        list(other_cells[k : k + 9]) for k in (0, 9, 18, 27)
    )
    for cells, mines in (
        ([x, *one_in_ten], 1),
        ([x, *under_both], 2),
        ([x, y, *three_in_ten[:8]], 3),
        ([y, *two_in_ten], 2),
        ([y, *under_both], 1),
        (other_cells, 47),
    ):
        base.add(cells, mines)
    estimates = likelihoods(base, "average")
    # Also where sum() depends on the order.
    assert estimates[0, x] == estimates[0, y] == pytest.approx(0.2)
    estimates[0, y] = np.nextafter(estimates[0, y], 1.0)
    assert least_likely(base, estimates) == [(0, x), (0, y)]


def test_pick_is_uniform():
    rng = Random(5)
    cells = [(0, 0), (0, 1), (1, 0)]
    draws = 6000
    counts = dict.fromkeys(cells, 0)
    for _ in range(draws):
        counts[pick(cells, rng)] += 1
    error = math.sqrt(draws * (1 / 3) * (2 / 3))
    assert all(abs(n - draws / 3) < 4.5 * error for n in counts.values())


def test_the_package_docstring_is_true():
    assert doctest.testmod(minesolver.layers).attempted > 0
    assert doctest.testmod(minesolver.layers).failed == 0


@pytest.mark.parametrize("first_derived", [False, True])
def test_an_equation_that_a_clue_states_is_not_derived_whatever_else_led_to_it(first_derived):
    """The likelihoods are of the clues' own equations alone."""
    base = KnowledgeBase(1, 6)
    base.add([0, 1], 1, (5,), derived=first_derived)
    base.add([0, 1], 1, (4, 5), derived=not first_derived)
    base.add([2, 3], 1, (4, 5), derived=True)
    assert {cells: equation.derived for cells, equation in base.equations.items()} == {
        frozenset({0, 1}): False,
        frozenset({2, 3}): True,
    }
