"""Counting where memory is short, and at the seams of its numbers, against a count in plain integers."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise
from math import comb

import numpy as np
import pytest

import minesolver as ms
from minesolver.counting import elimination, joining
from minesolver.kernel.core import Workspace
from minesolver.model.board import HIDDEN

STATES_OF_ANY_BOARD = 72 << 12  # bytes that the core has in any case, see kernel/memory.pyx
SHARED, SINGLE = 3, 2  # cells of the groups of a chain: between two clues, and of one clue alone


def chain(links, need, cut=0):
    """A board of one component: clues in the middle row, each of which sees a column of its own and two that
    it shares with the clues beside it. ``cut``: columns left out at its end, 0 or 1."""
    grid = np.full((3, 2 * links + 1 - cut), HIDDEN, np.int8)
    grid[1, 1::2] = need
    return ms.Board.from_array(grid)


def counted(links, need, cut=0):
    """(layouts, P(mine) of a cell of each shared group): sums over the mines of one group after the other."""
    sizes = range(SHARED + 1)

    def across(ways_before, with_group):
        """Ways of one more clue and the group behind it, by the mines of that; ``with_group``: whether it is
        there."""
        group_sizes = sizes if with_group else [0]
        ways_by_mines = []
        for mines_behind in group_sizes:
            clue_ways = 0
            for mines_before in sizes:
                if mines_before + mines_behind <= need:
                    clue_ways += ways_before[mines_before] * comb(
                        SINGLE, need - mines_before - mines_behind
                    )
            ways_by_mines.append(comb(SHARED, mines_behind) * clue_ways)
        return ways_by_mines if with_group else [*ways_by_mines, 0, 0, 0]

    end_group = [comb(SHARED, mines) for mines in sizes]
    from_left, from_right = [end_group], [[1, 0, 0, 0] if cut else end_group]
    for k in range(links):
        from_left.append(across(from_left[-1], with_group=not cut or k < links - 1))
        from_right.append(across(from_right[-1], with_group=True))
    layouts = sum(from_left[-1])
    # What both ends give a group counts its own layouts twice.
    chances = []
    for left_ways, right_ways in zip(
        from_left[: links + 1 - cut], reversed(from_right), strict=False
    ):
        joint_ways = [
            left_ways[mines] * right_ways[mines] // comb(SHARED, mines) for mines in sizes
        ]
        assert sum(joint_ways) == layouts
        mines_in_layouts = sum(mines * joint_ways[mines] for mines in sizes)
        chances.append(Fraction(mines_in_layouts, SHARED * layouts))
    return layouts, chances


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("links", range(92, 112))
def test_floats_where_not_all_layers_fit(links, cut):
    """The way back makes layers again that were written over, the last ones too: whatever the number of steps
    and the length of a block."""
    board = chain(links, 3, cut)
    probability, _, _, status = Workspace(*board.shape).analyze(board._sums(), None, states=4096)
    assert status == "done"
    risks = np.frombuffer(probability).reshape(board.shape)[0, ::2]
    assert np.abs(risks - np.array(counted(links, 3, cut)[1], float)).max() < 1e-9


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("links", range(20, 40))
def test_integers_where_not_all_layers_fit(links, cut):
    """The least memory that will do: far less than all layers take."""
    board = chain(links, 3, cut)
    workspace = Workspace(*board.shape)
    layouts, chances = counted(links, 3, cut)
    memory, status, tries = STATES_OF_ANY_BOARD, "limit", 0
    while status == "limit":
        memory += 1 << 12
        tries += 1
        solutions, pairs, pair_places, status = workspace.count(
            board._sums(), None, states=1, memory=memory
        )
    assert tries > 1
    assert solutions == layouts
    shared_places = np.frombuffer(pair_places, np.int32).reshape(board.shape)[0, ::2]
    assert [Fraction(*pairs[pair]) for pair in shared_places] == chances


def test_integers_where_floats_were_scaled_to_be_small():
    """A count of more than 400 bits is scaled down by 360; what is left of it may pass for an exact float."""
    sizes = []
    for links in range(1, 150):
        layouts, _ = counted(links, 3)
        sizes.append(layouts.bit_length())
        if 398 < sizes[-1] < 430:
            assert ms.analyze(chain(links, 3), "kernel").solutions == layouts
    assert sizes[-1] > 430
    assert max(b - a for a, b in pairwise(sizes)) < 12  # some end just above 400 bits


def test_the_memory_of_elimination_is_bounded(monkeypatch):
    monkeypatch.setattr(elimination, "_LAYER_BYTES", 1000)
    with pytest.raises(ms.EngineLimitError, match="GiB of states"):
        ms.analyze(chain(6, 3), "elimination")


@pytest.mark.parametrize("lengths", [(17, 17), (16, 40), (300, 3), (64, 64)])
def test_products_of_the_largest_numbers_of_some_bits(lengths):
    """Each coefficient of the product is as long as it can get."""
    terms = [min(k + 1, *lengths, sum(lengths) - 1 - k) for k in range(sum(lengths) - 1)]
    for bits in range(1, 34):
        largest = (1 << bits) - 1
        first_factor, second_factor = ([largest] * length for length in lengths)
        product = joining.multiply(first_factor, second_factor)
        assert product == [number * largest * largest for number in terms], bits
