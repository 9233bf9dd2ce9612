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

    def across(fewer, groups):
        """Ways of one more clue and the group behind it; ``groups``: whether that is there."""
        ways = [sum(fewer[x] * comb(SINGLE, need - x - y) for x in sizes if need >= x + y) for y in sizes]
        return [
            comb(SHARED, y) * way if groups else way * (y == 0) for y, way in zip(sizes, ways, strict=True)
        ]

    first = [comb(SHARED, x) for x in sizes]
    before, after = [first], [[1, 0, 0, 0] if cut else first]
    for k in range(links):
        before.append(across(before[-1], groups=not cut or k < links - 1))
        after.append(across(after[-1], groups=True))
    layouts = sum(before[-1])
    # What both ends give a group counts its own layouts twice.
    chances = []
    for one, other in zip(before[: links + 1 - cut], reversed(after), strict=False):
        both = [a * b // comb(SHARED, x) for x, a, b in zip(sizes, one, other, strict=True)]
        assert sum(both) == layouts
        chances.append(Fraction(sum(x * ways for x, ways in zip(sizes, both, strict=True)), SHARED * layouts))
    return layouts, chances


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("links", range(92, 112))
def test_floats_where_not_all_layers_fit(links, cut):
    """The way back makes layers again that were written over, the last ones too: whatever the number of steps
    and the length of a block."""
    board = chain(links, 3, cut)
    probability, _, _, status = Workspace(*board.shape).analyze(board.sums(), None, states=4096)
    assert status == "done"
    found = np.frombuffer(probability).reshape(board.shape)[0, ::2]
    assert np.abs(found - np.array(counted(links, 3, cut)[1], float)).max() < 1e-9


@pytest.mark.parametrize("cut", [0, 1])
@pytest.mark.parametrize("links", range(20, 40))
def test_integers_where_not_all_layers_fit(links, cut):
    """The least memory that will do: far less than all layers take."""
    board = chain(links, 3, cut)
    workspace = Workspace(*board.shape)
    layouts, chances = counted(links, 3, cut)
    memory, status, tried = STATES_OF_ANY_BOARD, "limit", 0
    while status == "limit":
        memory += 1 << 12
        tried += 1
        solutions, pairs, places, status = workspace.count(board.sums(), None, states=1, memory=memory)
    assert tried > 1
    assert solutions == layouts
    own = np.frombuffer(places, np.int32).reshape(board.shape)[0, ::2]
    assert [Fraction(*pairs[place]) for place in own] == chances


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


@pytest.mark.parametrize("bits", range(1, 34))
@pytest.mark.parametrize("lengths", [(17, 17), (16, 40), (300, 3), (64, 64)])
def test_products_of_the_largest_numbers_of_some_bits(bits, lengths):
    """Each coefficient of the product is as long as it can get."""
    largest = (1 << bits) - 1
    one, other = ([largest] * length for length in lengths)
    terms = [min(k + 1, *lengths, sum(lengths) - 1 - k) for k in range(sum(lengths) - 1)]
    assert joining.multiply(one, other) == [number * largest * largest for number in terms]
