"""The fewest guesses where a guess is forgiven: where nothing is proved safe, it never opens a mine.

Layouts with a mine in the guessed cell are given up then, and the others stay equally likely, as
``Rules(deal="forgiving")`` has it. So what a set of layouts costs is a mean over those that remain, no sum
over all.
"""

from collections.abc import Callable
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from ..base.errors import EngineLimitError

_MINE = 9  # what a mine shows
_PROGRESS_EVERY = 1_000  # sets

_Layouts = npt.NDArray[np.int32]


class ForgivenGuesses:
    """The fewest guesses of one board, with the sets of layouts valued so far.

    shown: uint8 (layouts, cells), what each cell shows in each layout, 9 for a mine
    most_sets: The most sets to value; ``None``: as many as it takes
    progress: Called with the number of sets now and then
    """

    def __init__(
        self,
        shown: npt.NDArray[np.uint8],
        most_sets: int | None = None,
        progress: Callable[[int], None] | None = None,
    ) -> None:
        self._shown = shown
        self._most_sets = most_sets
        self._progress = progress
        self._guesses: dict[bytes, Fraction] = {}

    @property
    def sets(self) -> int:
        """How many have been valued."""
        return len(self._guesses)

    def opening(self, layouts: _Layouts, cell: int) -> Fraction:
        """Expected guesses by opening a cell first, which is one itself where it may be a mine in some
        layout.

        Raises EngineLimitError: there are more sets than are to be valued.
        """
        survivors = layouts[self._shown[layouts, cell] != _MINE]
        cost = Fraction(len(survivors) < len(layouts))
        for part in self._parts(survivors, [cell]):
            cost += Fraction(len(part), len(survivors)) * self._least(part)
        return cost

    def _parts(self, layouts: _Layouts, cells: list[int]) -> list[_Layouts]:
        """Layouts by what cells show in them."""
        _, part_of_layout = np.unique(self._shown[layouts][:, cells], axis=0, return_inverse=True)
        parts = part_of_layout.reshape(-1)
        return [layouts[parts == part] for part in range(parts.max() + 1)]

    def _least(self, layouts: _Layouts) -> Fraction:
        """Expected guesses of best play, with what is safe opened before."""
        if len(layouts) == 1:
            return Fraction(0)
        key = layouts.tobytes()
        if key in self._guesses:
            return self._guesses[key]
        shown = self._shown[layouts]
        mine_counts = (shown == _MINE).sum(axis=0)
        safe_cells = np.flatnonzero(mine_counts == 0).tolist()
        parts = self._parts(layouts, safe_cells) if safe_cells else [layouts]
        if len(parts) > 1:
            least = sum(
                (Fraction(len(part), len(layouts)) * self._least(part) for part in parts),
                Fraction(0),
            )
        else:
            least = self._least_guess(layouts, mine_counts)
        self._keep(key, least)
        return least

    def _least_guess(self, layouts: _Layouts, mine_counts: npt.NDArray[np.int_]) -> Fraction:
        """The same where nothing that is safe tells anything: of all guesses the best."""
        uncertain = np.flatnonzero((mine_counts > 0) & (mine_counts < len(layouts))).tolist()
        least: Fraction | None = None
        for cell in sorted(uncertain, key=lambda cell: -int(mine_counts[cell])):
            survivors = layouts[self._shown[layouts, cell] != _MINE]
            cost = Fraction(1)
            for part in self._parts(survivors, [cell]):
                if least is not None and cost >= least:
                    break
                cost += Fraction(len(part), len(survivors)) * self._least(part)
            if least is None or cost < least:
                least = cost
            if least == 1:  # no guess is free
                break
        assert least is not None, "layouts differ in some cell"
        return least

    def _keep(self, key: bytes, guesses: Fraction) -> None:
        """Remember a set. Raises as :meth:`opening`."""
        self._guesses[key] = guesses
        count = len(self._guesses)
        if self._progress is not None and count % _PROGRESS_EVERY == 0:
            self._progress(count)
        if self._most_sets is not None and count > self._most_sets:
            raise EngineLimitError(
                f"the search was not over after {self._most_sets:,} sets of layouts"
            )
