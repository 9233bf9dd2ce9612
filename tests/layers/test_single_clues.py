"""Sets of cells as integers: counted cell by cell, and single clues as the layer "baseline" has them, by the
sets and by the core.
"""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from oracle import around
from strategies import played_boards

import minesolver as ms
from minesolver import kernel
from minesolver.layers import deduce, proved
from minesolver.layers.single_clues import CellSets, rounds


def mask_of(sets, cells):
    """bool (rows, cols), bit by bit."""
    mask = np.zeros((sets.rows, sets.cols), bool)
    for index in range(mask.size):
        mask.flat[index] = bool(cells & sets.of_index(index))
    return mask


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (7, 1), (2, 3), (9, 9), (16, 30)])
def test_neighbours_are_counted_and_masks_come_back(shape):
    rows, cols = shape
    random = np.random.default_rng(rows * cols)
    sets = CellSets(rows, cols)
    for density in (0.0, 0.3, 0.9, 1.0):
        mask = random.random(shape) < density
        cells = sets.of_mask(mask)
        assert (mask_of(sets, cells) == mask).all()
        digit_masks = [mask_of(sets, digit) for digit in sets.counts_around(cells)]
        for row in range(rows):
            for col in range(cols):
                block = mask[max(0, row - 1) : row + 2, max(0, col - 1) : col + 2]
                count = sum(digit[row, col] << bit for bit, digit in enumerate(digit_masks))
                assert count == block.sum() - mask[row, col]


@pytest.mark.parametrize("size", ["5x5/5", "9x9/12", "16x30/99", "3x20/9"])
def test_as_many_cells_as_the_layer_baseline_proves_without_the_mine_count(size):
    proved_counts = set()
    for index in range(30):
        game = ms.Game.level(size, ms.Rules("safe"), seed=1, index=index)
        game.open((0, 0))
        random = np.random.default_rng(index)
        for cell in map(tuple, random.permutation(game.board.cells).tolist()[:9]):
            if game.board[cell] == ms.HIDDEN and not game.is_mine(cell) and not game.over:
                game.open(cell)
        some_mines = [cell for cell in sorted(game.layout) if game.board[cell] == ms.HIDDEN][::3]
        for board in (game.board, game.board.flag(*some_mines)):
            proved_cells = deduce(board, "baseline", total=False).reasons
            proved_counts.add(len(proved_cells))
            proved_in_rounds = [cells.bit_count() for cells in rounds(board)]
            assert max(proved_in_rounds, default=0) == len(proved_cells)
    assert len(proved_counts) > 3


@given(played_boards(max_cells=25, max_hidden=20))
def test_the_core_proves_what_the_layer_does_and_leaves_the_rest_of_each_clue(board):
    safe_cells, mine_cells, unknown_cells, clues = kernel.left_by_single_clues(board._core_position)
    inference = deduce(board, "baseline", total=False)
    name = [*board]
    assert {name[index] for index in safe_cells} == inference.safe.keys()
    assert {name[index] for index in mine_cells} == {*inference.mines, *board.where(ms.MINE)}
    unknown_names = {name[index] for index in unknown_cells}
    assert unknown_names == {*board.where(ms.HIDDEN)} - inference.reasons.keys()
    clues_left = {}
    for clue, cells, mines in clues:
        clues_left[name[clue]] = ({name[index] for index in cells}, mines)
    expected = {}
    for cell, code in board.items():
        neighbours = set(board.neighbours(cell))
        if 0 <= code <= 8 and neighbours & unknown_names:
            known_mines = neighbours & {*inference.mines, *board.where(ms.MINE)}
            expected[cell] = (neighbours & unknown_names, code - len(known_mines))
    assert clues_left == expected


@given(played_boards(), st.booleans())
def test_rules_prove_the_same_after_single_clues_as_from_the_first(board, total):
    weakest = dict(proved(board, total=total))
    rule_names = ["baseline", "subset", "intersection", "bounds"]
    for number, layer in enumerate(["baseline", "subset", "layered", "layered_bounds"]):
        by_layer = deduce(board, layer, total=total).reasons.keys()
        assert by_layer == {
            cell for cell, rule in weakest.items() if rule_names.index(rule) <= number
        }


TEXTS_WITHOUT_LAYOUT = [
    "2x2x1\n*#\n2#",
    "1x3x1\n#2#",
    "1x4x1\n1#0#",
    "2x3x2\n1#1\n2#2",
    "3x3x6\n*3*\n###\n*4*",  # two clues, of which none decides a cell, about the same ones
]


@pytest.mark.parametrize("text", TEXTS_WITHOUT_LAYOUT)
def test_boards_that_no_layout_fits_are_told_as_by_the_layers(text):
    board = ms.Board.parse(text)
    with pytest.raises(ms.InconsistentBoardError) as by_layer:
        deduce(board, "layered_bounds")
    with pytest.raises(ms.InconsistentBoardError) as after_single_clues:
        list(proved(board))
    assert str(after_single_clues.value) == str(by_layer.value)


def opened_by_hand(game, opened):
    """A position with every zero all around it."""
    pending, opened = list(opened), set(opened)
    while pending:
        cell = pending.pop()
        neighbours = set(around(cell[0], cell[1], game.rows, game.cols))
        if not neighbours & game.layout:
            pending += neighbours - opened
            opened |= neighbours
    return opened


@pytest.mark.parametrize("size", ["4x4/3", "5x5/5", "9x9/12", "4x20/14"])
def test_a_game_that_opens_what_single_clues_prove_by_hand(size):
    """Round by round, by the words of the docstring."""
    endings = set()
    for seed in range(40):
        game = ms.Game.level(size, ms.Rules("zero"), seed=seed)
        start = (game.rows // 2, game.cols // 2)
        game.open(start)
        layout, shape = set(game.layout), (game.rows, game.cols)
        cells = {(row, col) for row in range(game.rows) for col in range(game.cols)}
        opened = opened_by_hand(game, {start})
        positions = []
        to_open = {start}
        while to_open and opened != cells - layout:
            positions.append(opened)
            neighbours_of_clues = [
                set(around(clue[0], clue[1], game.rows, game.cols)) for clue in opened
            ]
            proved_mines = set()
            for neighbours in neighbours_of_clues:
                if len(neighbours - opened) == len(neighbours & layout):
                    proved_mines |= neighbours - opened
            to_open = set()
            for neighbours in neighbours_of_clues:
                if len(neighbours & proved_mines) == len(neighbours & layout):
                    to_open |= neighbours - opened - proved_mines
            opened = opened_by_hand(game, opened | to_open)

        mine_codes = np.array(
            [[int((r, c) in layout) for c in range(game.cols)] for r in range(game.rows)]
        )
        codes = np.full(mine_codes.size, ms.HIDDEN, np.int8)
        workspace = kernel.workspace_for(*shape)
        ours, is_over = workspace.open_by_single_clues(
            mine_codes.astype(np.int8).ravel(), codes, [start[0] * game.cols + start[1]]
        )
        endings.add(is_over)
        assert is_over == (opened == cells - layout)
        assert len(ours) == len(positions)
        for position, by_hand in zip(ours, positions, strict=True):
            board = ms.Board(np.frombuffer(position, np.int8).reshape(shape))
            assert {*board} - {*board.where(ms.HIDDEN)} == by_hand
            assert all(
                board[cell] == len(set(around(cell[0], cell[1], game.rows, game.cols)) & layout)
                for cell in by_hand
            )
    assert endings == {False, True}


def test_a_mine_that_is_opened_ends_the_game():
    codes = np.full(4, ms.HIDDEN, np.int8)
    workspace = kernel.workspace_for(1, 4)
    layout = np.array([0, 0, 1, 0], np.int8)
    assert workspace.open_by_single_clues(layout, codes, [2]) == ([], True)
    with pytest.raises(IndexError):
        workspace.open_by_single_clues(layout, codes, [4])
    with pytest.raises(ValueError, match="not of this board"):
        workspace.open_by_single_clues(layout[:3], codes, [0])
