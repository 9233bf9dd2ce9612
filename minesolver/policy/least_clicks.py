"""The least clicks that win a small board: every position, with its flags, that play can come to.

A click opens a cell, sets a flag, or chords on a clue that has all its flags. What the game tree of
:mod:`minesolver.policy.optimal` values are sets of layouts, because to open what is safe costs it nothing.
Clicks depend on what is open and flagged besides, so positions are valued here; that tree says of each move
whether it loses winning chance. A flag tells nothing and is of use to chords only, so it is set with the
first chord that needs it; a game that survives this chord has proved it right.
"""

from collections.abc import Callable, Iterator, Sequence
from fractions import Fraction
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from .expected_cost import MINE, Choice, Layouts, LeastCost


class _Position(NamedTuple):
    """What a player knows and has done: bits of layouts, of open cells and of flagged ones."""

    layouts: int
    opened: int
    flags: int


class LeastClicks(LeastCost[_Position]):
    """The least clicks of one board, summed over the layouts that are won.

    shown_values: uint8 (layouts, cells), what each cell shows in each layout, 9 for a mine
    neighbour_lists: The neighbours of each cell
    wins: The layouts that best play wins of some, by their numbers
    """

    searched_things = "positions"

    def __init__(
        self,
        shown_values: npt.NDArray[np.uint8],
        neighbour_lists: Sequence[Sequence[int]],
        wins: Callable[[Layouts], int],
    ) -> None:
        super().__init__()
        layout_count, self._cells = shown_values.shape
        self._neighbour_lists = neighbour_lists
        self._wins_of_layouts = wins
        self._wins: dict[int, int] = {}
        # The layouts in which a cell shows a value, a bit each.
        self._showing: list[list[tuple[int, int]]] = []
        self._mined: list[int] = []
        bit_of_layout = [1 << number for number in range(layout_count)]
        for cell in range(self._cells):
            bits = [0] * (MINE + 1)
            for bit, value in zip(bit_of_layout, shown_values[:, cell].tolist(), strict=True):
                bits[value] |= bit
            self._mined.append(bits[MINE])
            self._showing.append([(value, bits[value]) for value in range(MINE) if bits[value]])

    def opening(self, layouts: Layouts, cell: int, bound: Fraction | None = None) -> Fraction:
        """As :meth:`CostSearch.opening`, of a game that is won."""
        bits = sum(1 << number for number in layouts.tolist())
        positions = list(self._opened(_Position(bits, 0, 0), [cell]))
        won = sum(self._won(position.layouts) for position in positions)
        clicks = self.cost_of(Choice(won, [(1, position) for position in positions]))
        return Fraction(clicks) / (won or 1)

    def _won(self, layouts: int) -> int:
        """How many of some layouts, the bits of a number, are won."""
        if layouts not in self._wins:
            numbers = np.array(_numbers(layouts), np.int32)
            self._wins[layouts] = self._wins_of_layouts(numbers) if len(numbers) > 1 else 1
        return self._wins[layouts]

    def _opened(self, position: _Position, cells: Sequence[int]) -> Iterator[_Position]:
        """The positions after opening cells, by what they show; mines end the game, and zeros open more."""
        pending = [(position.layouts, position.opened, list(cells))]
        while pending:
            layouts, opened, to_open = pending.pop()
            while to_open and opened >> to_open[-1] & 1:
                to_open.pop()
            if not to_open:
                yield _Position(layouts, opened, position.flags)
                continue
            cell = to_open.pop()
            for value, showing in self._showing[cell]:
                if layouts & showing:
                    beside_zero = [] if value else self._neighbour_lists[cell]
                    pending.append(
                        (layouts & showing, opened | 1 << cell, [*to_open, *beside_zero])
                    )

    def choices(self, situation: _Position) -> Iterator[Choice[_Position]]:
        """The moves that lose no winning chance."""
        won = self._won(situation.layouts)
        for clicks, positions in self._moves(situation):
            if sum(self._won(position.layouts) for position in positions) == won:
                yield Choice(clicks * won, [(1, position) for position in positions])

    def floor(self, situation: _Position) -> int:
        """A click of each game that goes on."""
        return self._won(situation.layouts)

    def is_over(self, situation: _Position) -> bool:
        """Whether all safe cells are open; then there is one layout."""
        layouts, opened, _ = situation
        if layouts & (layouts - 1):
            return False
        return all(opened >> cell & 1 or self._mined[cell] & layouts for cell in range(self._cells))

    def _moves(self, position: _Position) -> Iterator[tuple[int, list[_Position]]]:
        """(clicks, the positions that they lead to) of each move, the chords first: a bound then cuts
        more.
        """
        layouts, opened, flags = position
        some_layout = layouts & -layouts
        for clue_cell in range(self._cells):
            if not opened >> clue_cell & 1:
                continue
            neighbours = self._neighbour_lists[clue_cell]
            unmarked = [cell for cell in neighbours if not (opened | flags) >> cell & 1]
            # The clue, of which each layout says the same, less its flags.
            missing = sum(bool(self._mined[cell] & some_layout) for cell in unmarked)
            if missing == len(unmarked):
                continue
            for flagged in combinations(unmarked, missing):
                survivors = layouts
                for cell in flagged:
                    survivors &= self._mined[cell]
                if survivors:
                    flag_bits = sum(1 << cell for cell in flagged)
                    with_flags = _Position(survivors, opened, flags | flag_bits)
                    cells = [cell for cell in unmarked if cell not in flagged]
                    yield missing + 1, list(self._opened(with_flags, cells))
        for cell in range(self._cells):
            if not (opened | flags) >> cell & 1 and layouts & ~self._mined[cell]:
                yield 1, list(self._opened(position, [cell]))


def _numbers(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    numbers: list[Any] = []
    while bits:
        lowest = bits & -bits
        numbers.append(lowest.bit_length() - 1)
        bits ^= lowest
    return numbers
