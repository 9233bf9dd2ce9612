"""Sets of cells as integers: counted cell by cell, and single clues as the layer "baseline" has them."""

import numpy as np
import pytest

import minesolver as ms
from minesolver.layers import deduce
from minesolver.layers.single_clues import CellSets, proved_by_single_clues


@pytest.mark.parametrize("shape", [(1, 1), (1, 9), (7, 1), (2, 3), (9, 9), (16, 30)])
def test_neighbours_are_counted_and_masks_come_back(shape):
    rows, cols = shape
    random = np.random.default_rng(rows * cols)
    sets = CellSets(rows, cols)
    for density in (0.0, 0.3, 0.9, 1.0):
        mask = random.random(shape) < density
        cells = sets.of_mask(mask)
        assert cells == sets.of((row, col) for row, col in np.argwhere(mask).tolist())
        assert (sets.mask(cells) == mask).all()
        digit_masks = [sets.mask(digit & sets.all_cells) for digit in sets.counts_around(cells)]
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
            assert proved_by_single_clues(board) == len(proved_cells)
    assert len(proved_counts) > 3
