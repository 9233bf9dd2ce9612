"""Boards that go on beyond some of their edges.

The oracle lists the mines of board and ring with loops of its own; no code of the package counts here.
"""

import json
import pickle
import subprocess
import sys
from fractions import Fraction
from itertools import combinations, product
from random import Random

import numpy as np
import pytest

import minesolver as ms
from minesolver.io import formats
from minesolver.layers import deduce
from minesolver.model.analysis import readable
from minesolver.model.cut import SIDES, CutBoard
from minesolver.protocol.requests import board_of

ALL_CUTS = [cut for count in range(1, 5) for cut in combinations(SIDES, count)]
EXACT = ["auto", "elimination", "kernel", "pysat", "brute_force"]
SOUND = ["baseline", "subset", "local_subset_worklist", "layered_bounds_total"]


def around(cell):
    row, col = cell
    steps = product((-1, 0, 1), repeat=2)
    return [(row + down, col + right) for down, right in steps if (down, right) != (0, 0)]


def window_of_game(seed, rows, cols, cut):
    """The cells of a part of a game as a player sees them, and the mines of the game as the part counts rows
    and columns: at a cut edge the game goes on for three cells."""
    random = Random(seed)
    first_row, end_row = (-3 if "top" in cut else 0), rows + (3 if "bottom" in cut else 0)
    first_col, end_col = (-3 if "left" in cut else 0), cols + (3 if "right" in cut else 0)
    everywhere = list(product(range(first_row, end_row), range(first_col, end_col)))
    mines = {cell for cell in everywhere if random.random() < 0.3}
    codes: list[list[int]] = []
    for row in range(rows):
        codes.append([])
        for col in range(cols):
            is_open = (row, col) not in mines and random.random() < 0.5
            clue = sum(cell in mines for cell in around((row, col)))
            codes[-1].append(clue if is_open else -1)
    return codes, mines


def layouts_with_ring(codes, cut, used=None):
    """Each set of mines in the hidden cells and in one more line beyond each cut edge that fits the clues.

    used: The only clues that count, and only cells beside them are listed then; the others are open cells
    """
    rows, cols = len(codes), len(codes[0])
    all_rows = range(-1 if "top" in cut else 0, rows + ("bottom" in cut))
    all_cols = range(-1 if "left" in cut else 0, cols + ("right" in cut))
    clues = {}
    for row, col in product(range(rows), range(cols)):
        if codes[row][col] >= 0:
            clues[row, col] = codes[row][col]
    free_cells = [cell for cell in product(all_rows, all_cols) if cell not in clues]
    if used is not None:
        clues = {cell: clues[cell] for cell in used}
        free_cells = [cell for cell in free_cells if not clues.keys().isdisjoint(around(cell))]

    def extended(index, mines, missing, room):
        if any(missing[clue] < 0 or missing[clue] > room[clue] for clue in clues):
            return
        if index == len(free_cells):
            yield frozenset(mines)
            return
        cell = free_cells[index]
        seen_by = [clue for clue in around(cell) if clue in clues]
        for clue in seen_by:
            room[clue] -= 1
        yield from extended(index + 1, mines, missing, room)
        for clue in seen_by:
            missing[clue] -= 1
        yield from extended(index + 1, [*mines, cell], missing, room)
        for clue in seen_by:
            missing[clue] += 1
            room[clue] += 1

    room = {clue: sum(cell in free_cells for cell in around(clue)) for clue in clues}
    return extended(0, [], dict(clues), room)


def cases(number, sizes=((1, 3), (2, 2), (2, 3), (3, 2))):
    for seed in range(number):
        cut = ALL_CUTS[seed % len(ALL_CUTS)]
        rows, cols = sizes[seed // len(ALL_CUTS) % len(sizes)]
        codes, mines = window_of_game(seed, rows, cols, cut)
        yield codes, cut, mines


def test_probabilities_are_those_of_all_layouts_of_board_and_ring():
    proved = 0
    for codes, cut, game_mines in cases(60):
        layouts = list(layouts_with_ring(codes, cut))
        board = ms.Board.from_array(codes, cut=cut)
        shares = {}
        for cell in board:
            shares[cell] = Fraction(sum(cell in layout for layout in layouts), len(layouts))
        hidden_cells = set(board.where(ms.HIDDEN))
        for engine in EXACT:
            analysis = ms.analyze(board, engine)
            assert analysis.solutions == len(layouts)
            assert {cell: analysis.exact(cell) for cell in board} == shares, (codes, cut)
            for cell in board:
                assert analysis.probability[cell] == pytest.approx(float(shares[cell]), abs=1e-12)
            # Proofs are complete, and hold in the game that goes on.
            assert analysis.safe == {cell for cell in hidden_cells if shares[cell] == 0}
            assert analysis.mines == {cell for cell in hidden_cells if shares[cell] == 1}
            assert analysis.safe.isdisjoint(game_mines)
            assert analysis.mines <= game_mines
            assert analysis.is_exact
            assert analysis.proved_complete
            proved += len(analysis.safe) + len(analysis.mines)
    assert proved > 20


@pytest.mark.parametrize("engine", SOUND)
def test_layers_prove_nothing_that_the_game_contradicts(engine):
    proved = 0
    for codes, cut, game_mines in cases(200, sizes=((3, 3), (4, 5))):
        analysis = ms.analyze(ms.Board.from_array(codes, cut=cut), engine)
        assert analysis.safe.isdisjoint(game_mines)
        assert analysis.mines <= game_mines
        proved += len(analysis.safe) + len(analysis.mines)
        for cell in analysis.safe | analysis.mines:
            assert analysis.reason(cell) is not None
    assert proved > 20


def test_a_density_goes_for_the_cells_beyond_the_edges_too():
    for codes, cut, _ in cases(40, sizes=((1, 2), (2, 2))):
        layouts = list(layouts_with_ring(codes, cut))
        board = ms.Board.from_array(codes, cut=cut, density="1/5")
        analysis = ms.analyze(board)
        weights = [Fraction(1, 4) ** len(layout) for layout in layouts]
        for cell in board:
            with_mine = sum(
                weight for layout, weight in zip(layouts, weights, strict=True) if cell in layout
            )
            assert analysis.exact(cell) == with_mine / sum(weights)
            assert analysis.chance({cell: True}) == with_mine / sum(weights)
        assert "1/5" in analysis.prior


def test_layouts_have_the_mines_beyond_the_edges():
    for codes, cut, _ in cases(30, sizes=((1, 2), (2, 2))):
        analysis = ms.analyze(ms.Board.from_array(codes, cut=cut))
        expected = list(layouts_with_ring(codes, cut))
        listed = list(analysis.layouts())
        assert sorted(map(sorted, listed)) == sorted(map(sorted, expected))
        assert set(analysis.sample(5, seed=1)) <= set(expected)


def test_reasons_name_clues_that_prove_the_cell():
    checked = 0
    for codes, cut, _ in cases(45):
        analysis = ms.analyze(ms.Board.from_array(codes, cut=cut))
        for step in analysis.steps():
            for reason in step.reasons:
                if not reason.after:
                    layouts = layouts_with_ring(codes, cut, reason.clues)
                    assert {reason.cell in layout for layout in layouts} == {reason.is_mine}
                    checked += 1
    assert checked > 10


def test_a_large_cut_board_is_counted_by_the_core():
    codes, _ = window_of_game(3, 16, 30, SIDES)
    analysis = ms.analyze(ms.Board.from_array(codes, cut="all"))
    whole = np.pad(np.array(codes), 1, constant_values=-1)
    expected = ms.analyze(ms.Board.from_array(whole), "elimination")
    assert analysis.solutions == expected.solutions
    assert np.allclose(analysis.probability, expected.probability[1:-1, 1:-1])
    assert readable(expected.solutions) in analysis.summary()


def test_text_json_pickle_and_hash_keep_the_cut():
    whole = ms.Board.parse("1#\n##")
    for cut in ALL_CUTS:
        for density in (None, "1/3"):
            board = ms.Board.parse("1#\n#*", cut=cut, density=density)
            assert board.cut == cut
            assert ms.Board.parse(board.text()) == board
            assert ms.Board.parse(board.text("json")) == board
            assert eval(repr(board), {"Board": ms.Board}) == board
            assert pickle.loads(pickle.dumps(board)) == board
            assert hash(pickle.loads(pickle.dumps(board))) == hash(board)
            assert board != whole != board
            assert len({board, whole, ms.Board.parse("1#\n#*", cut=cut, density=density)}) == 2
    board = ms.Board.parse("1#\n##", cut="left")
    assert pickle.loads(pickle.dumps(ms.analyze(board))).solutions == ms.analyze(board).solutions
    assert board.open((0, 1), 1).cut == board.flag((0, 1)).cut == ("left",)


@pytest.mark.parametrize(
    "text",
    ["2x2x? cut=left,top\n1#\n##", "cut=top,left\n1#\n##", "2x2x? CUT = left,top / 1# / ##"],
)
def test_the_first_line_says_the_cut(text):
    assert ms.Board.parse(text) == ms.Board.parse("1#\n##", cut=("top", "left"))
    assert ms.Board.parse(text, cut="left top") == ms.Board.parse(text)


@pytest.mark.parametrize(
    ("text", "options", "words"),
    [
        ("1#", {"cut": "lft"}, "'lft' is no side"),
        ("1#", {"cut": [3]}, "3 is no side"),
        ("1#", {"cut": "left", "mines": 1}, "no mine count"),
        ("1#", {"cut": "left", "left": 1}, "no mine count"),
        ("1x2x1\n1#", {"cut": "left"}, "no mine count"),
        ("1x2x? cut=left\n1#", {"cut": "top"}, "cut=top was asked for"),
        ("1x2x? cut=lft\n1#", {}, "line 1, column 7"),
        ('{"board": ["1#"], "cut": ["left"], "mines": 1}', {}, "no mine count"),
        ('{"board": ["1#"], "cut": ["lft"]}', {}, "no side"),
        ("6#\n##", {"cut": "left"}, "has 5 neighbours"),
    ],
)
def test_what_cannot_be_cut_so(text, options, words):
    with pytest.raises(ms.BoardFormatError, match=words):
        ms.Board.parse(text, **options)


def test_doors_that_need_a_whole_board_say_so():
    board = ms.Board.parse("2x2x?\n1*\n11", cut="top")
    with pytest.raises(ms.RuleError, match="square boards"):
        ms.Board.parse("1#\n##", rules="hex", cut="left")
    with pytest.raises(ms.BoardFormatError, match="whole board"):
        ms.Layout.from_board(board)
    with pytest.raises(ms.RuleError, match="whole board"):
        ms.Game.of(board)
    with pytest.raises(ms.RuleError, match="whole board"):
        ms.judge(board, (0, 0))
    with pytest.raises(ms.RuleError, match="whole board"):
        deduce(board)
    for name in formats.FORMATS.own:
        written = formats.FORMATS.get(name)
        if written.writes is not None and not written.cuts:
            with pytest.raises(ms.BoardFormatError, match="beyond its edges"):
                board.text(name)


def test_recommend_grade_and_batches_take_a_cut_board():
    board = ms.Board.parse("1#\n##", cut="left")
    recommendation = ms.recommend(board)
    assert recommendation.cell == ms.analyze(board).best
    assert "beyond its edges" in recommendation.reason
    assert ms.grade(board, (0, 1)).risk == Fraction(1, 5)
    batch = ms.analyze_many([board, ms.Board.parse("1#\n##")])
    assert batch.probability[0].ravel()[1] == pytest.approx(0.2)
    assert batch.probability[1].ravel()[1] == pytest.approx(1 / 3)
    assert ms.analyze(ms.Puzzle.from_board(board)).exact((0, 1)) == Fraction(1, 5)
    assert ms.analyze(board).lost_causes == ()


def test_the_protocol_takes_a_cut():
    for cut in ("left,top", ["left", "top"]):
        request = {"board": "1#\n##", "cut": cut}
        assert board_of(request, {}) == ms.Board.parse("1#\n##", cut="left,top")
    answer = ms.analyze(ms.Board.parse("1#\n##", cut="left")).to_dict()
    assert answer["cut"] == ["left"]
    assert ms.Board.parse(json.dumps(answer)).cut == ("left",)


def test_an_impossible_board_that_a_cut_would_mend_says_so():
    mended = 0
    for codes, _cut, _ in cases(150, sizes=((3, 4), (4, 4))):
        try:
            ms.analyze(ms.Board.from_array(codes))
        except ms.BoardFormatError as error:
            message, is_mended = str(error), True
        except ms.InconsistentBoardError as error:
            message, is_mended = str(error), any(layouts_fit(codes, cut) for cut in ALL_CUTS)
        else:
            continue
        sides = tuple(message.partition("(cut=")[2].partition(")")[0].split(","))
        assert ("does the board go on beyond its" in message) == is_mended
        if "no mine layout" in message and is_mended:
            assert layouts_fit(codes, sides)
            assert not any(layouts_fit(codes, cut) for cut in ALL_CUTS if len(cut) < len(sides))
            mended += 1
    assert mended > 10


def test_a_part_that_more_sides_would_mend_says_so():
    with pytest.raises(ms.InconsistentBoardError, match=r"\(cut=left,top\)\?"):
        ms.analyze(ms.Board.parse("##1\n311", cut="top"))
    with pytest.raises(ms.InconsistentBoardError) as caught:
        ms.analyze(ms.Board.parse("2x3x2\n##1\n311"))  # whole: it has a mine count
    assert "cut=" not in str(caught.value)


def layouts_fit(codes, cut):
    try:
        CutBoard(codes, cut)
    except ms.BoardFormatError:
        return False
    clues = [cell for cell in np.ndindex(np.shape(codes)) if codes[cell[0]][cell[1]] >= 0]
    return next(layouts_with_ring(codes, cut, clues), None) is not None


def test_the_command_takes_and_proposes_a_cut():
    def solved(text, *options):
        command = [sys.executable, "-m", "minesolver", "solve", *options]
        return subprocess.run(command, input=text, capture_output=True, text=True, check=False)

    answer = solved("##1#\n211#\n", "--cut", "left,top", "--json", "--list", "2")
    assert json.loads(answer.stdout)["cut"] == ["left", "top"]
    assert json.loads(answer.stdout)["is_exact"] is True
    refused = solved("##1\n311\n")
    assert refused.returncode == 1
    assert "--cut left)?" in refused.stderr
    assert solved("##1\n311\n", "--cut", "left").returncode == 0
    assert solved("##1\n311\n", "--cut", "left", "--mines", "2").returncode == 2
