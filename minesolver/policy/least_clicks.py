"""The least clicks that win a small board: every position, with its flags, that play can come to.

A click opens a cell, sets a flag, or chords on a clue that has all its flags. What the game tree of
:mod:`minesolver.policy.optimal` values are sets of layouts, because to open what is safe costs it nothing.
Clicks depend on what is open and flagged besides, so positions are valued here; that tree says of each move
whether it loses winning chance. A flag tells nothing and is of use to chords only, so it is set with the
first chord that needs it; a game that survives this chord has proved it right.
"""

from collections.abc import Callable, Iterator, Sequence
from itertools import combinations
from typing import Any, NamedTuple

import numpy as np
import numpy.typing as npt

from ..base.errors import EngineLimitError

_MINE = 9  # what a mine shows
_PROGRESS_EVERY = 5_000  # positions


class _Position(NamedTuple):
    """What a player knows and has done: bits of layouts, of open cells and of flagged ones."""

    layouts: int
    opened: int
    flags: int


class LeastClicks:
    """The least clicks of one board, with the positions valued so far.

    shown: uint8 (layouts, cells), what each cell shows in each layout, 9 for a mine
    neighbour_lists: The neighbours of each cell
    wins: The layouts that best play wins of some, by their numbers
    positions: The most positions to value; ``None``: as many as it takes
    progress: Called with the number of positions now and then
    """

    def __init__(
        self,
        shown: npt.NDArray[np.uint8],
        neighbour_lists: Sequence[Sequence[int]],
        wins: Callable[[npt.NDArray[np.int32]], int],
        positions: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        layout_count, self._cells = shown.shape
        self._neighbour_lists = neighbour_lists
        self._wins_of_layouts = wins
        self._most_positions = positions
        self._progress = progress
        self._wins: dict[int, int] = {}
        self._clicks: dict[_Position, int] = {}
        # The layouts in which a cell shows a value, a bit each.
        self._showing: list[list[tuple[int, int]]] = []
        self._mined: list[int] = []
        bit_of_layout = [1 << number for number in range(layout_count)]
        for cell in range(self._cells):
            bits = [0] * (_MINE + 1)
            for bit, value in zip(bit_of_layout, shown[:, cell].tolist(), strict=True):
                bits[value] |= bit
            self._mined.append(bits[_MINE])
            self._showing.append([(value, bits[value]) for value in range(_MINE) if bits[value]])

    @property
    def positions(self) -> int:
        """How many have been valued."""
        return len(self._clicks)

    def opening(self, layouts: npt.NDArray[np.int32], cell: int) -> tuple[int, int]:
        """(layouts won, the least clicks in all of these together) by opening a cell first.

        Raises EngineLimitError: there are more positions than are to be valued.
        """
        bits = sum(1 << number for number in layouts.tolist())
        won = clicks = 0
        for after in self._opened(_Position(bits, 0, 0), [cell]):
            won += self._won(after.layouts)
            clicks += self._won(after.layouts) + self._least(after)
        return won, clicks

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
                    more = [] if value else self._neighbour_lists[cell]
                    pending.append((layouts & showing, opened | 1 << cell, [*to_open, *more]))

    def _moves(self, position: _Position) -> Iterator[tuple[int, list[_Position]]]:
        """(clicks, the positions that they lead to) of each move, the chords first: a bound then cuts
        more.
        """
        layouts, opened, flags = position
        some_layout = layouts & -layouts
        for clue_cell in range(self._cells):
            if not opened >> clue_cell & 1:
                continue
            around = self._neighbour_lists[clue_cell]
            unmarked = [cell for cell in around if not (opened | flags) >> cell & 1]
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
                    before = _Position(survivors, opened, flags | flag_bits)
                    cells = [cell for cell in unmarked if cell not in flagged]
                    yield missing + 1, list(self._opened(before, cells))
        for cell in range(self._cells):
            if not (opened | flags) >> cell & 1 and layouts & ~self._mined[cell]:
                yield 1, list(self._opened(position, [cell]))

    def _least(self, position: _Position) -> int:
        """The least clicks from here on, summed over the layouts that are won, among moves that lose none."""
        if position in self._clicks:
            return self._clicks[position]
        won = self._won(position.layouts)
        least: int | None = 0 if self._is_over(position) else None
        if least is None:
            for clicks, following in self._moves(position):
                if sum(self._won(after.layouts) for after in following) < won:
                    continue
                # Each game that goes on takes a click more at least.
                total = clicks * won
                pending = []
                for after in following:
                    known = 0 if self._is_over(after) else self._clicks.get(after)
                    total += self._won(after.layouts) if known is None else known
                    if known is None:
                        pending.append(after)
                for after in pending:
                    if least is not None and total >= least:
                        break
                    total += self._least(after) - self._won(after.layouts)
                if least is None or total < least:
                    least = total
        assert least is not None, "some move loses no winning chance"
        self._keep(position, least)
        return least

    def _is_over(self, position: _Position) -> bool:
        """Whether all safe cells are open; then there is one layout."""
        layouts, opened, _ = position
        if layouts & (layouts - 1):
            return False
        return all(opened >> cell & 1 or self._mined[cell] & layouts for cell in range(self._cells))

    def _keep(self, position: _Position, clicks: int) -> None:
        """Remember a position. Raises as :meth:`opening`."""
        self._clicks[position] = clicks
        count = len(self._clicks)
        if self._progress is not None and count % _PROGRESS_EVERY == 0:
            self._progress(count)
        if self._most_positions is not None and count > self._most_positions:
            raise EngineLimitError(
                f"the search was not over after {self._most_positions:,} positions"
            )


def _numbers(bits: int) -> list[int]:
    """The numbers of the bits that are set."""
    numbers: list[Any] = []
    while bits:
        lowest = bits & -bits
        numbers.append(lowest.bit_length() - 1)
        bits ^= lowest
    return numbers
