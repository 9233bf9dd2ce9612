"""The fewest guesses where a guess is forgiven: where nothing is proved safe, it never opens a mine.

Layouts with a mine in the guessed cell are given up then, and the others stay equally likely, as
``Rules(deal="forgiving")`` has it. So what a set of layouts costs is a mean over those that remain, no sum
over all.
"""

from collections.abc import Iterator
from fractions import Fraction

import numpy as np
import numpy.typing as npt

from .expected_cost import MINE, Choice, Cost, Layouts, LeastCost

_LAYOUT_BYTES = np.dtype(np.int32).itemsize


class ForgivenGuesses(LeastCost[bytes]):
    """The fewest guesses of one board. A situation is a set of layouts, as the bytes of their numbers.

    shown_values: uint8 (layouts, cells), what each cell shows in each layout, 9 for a mine
    """

    def __init__(self, shown_values: npt.NDArray[np.uint8]) -> None:
        super().__init__()
        self._shown = shown_values

    def opening(self, layouts: Layouts, cell: int, bound: Fraction | None = None) -> Fraction:
        """As :meth:`CostSearch.opening`; it is a guess where the cell may be a mine in some layout."""
        survivors = layouts[self._shown[layouts, cell] != MINE]
        is_guess = len(survivors) < len(layouts)
        choice = Choice(int(is_guess), self._outcomes(survivors, [cell]))
        return Fraction(self.cost_of(choice))

    def choices(self, situation: bytes) -> Iterator[Choice[bytes]]:
        """What is safe, all at once, where that tells something; else each guess."""
        layouts = np.frombuffer(situation, np.int32)
        mine_counts = (self._shown[layouts] == MINE).sum(axis=0)
        safe_cells = np.flatnonzero(mine_counts == 0).tolist()
        if safe_cells:
            outcomes = list(self._outcomes(layouts, safe_cells))
            if len(outcomes) > 1:
                yield Choice(0, outcomes)
                return

        # The likeliest mines first: a guess there leaves the fewest layouts.
        uncertain = np.flatnonzero((mine_counts > 0) & (mine_counts < len(layouts))).tolist()
        for cell in sorted(uncertain, key=lambda cell: -int(mine_counts[cell])):
            survivors = layouts[self._shown[layouts, cell] != MINE]
            yield Choice(1, self._outcomes(survivors, [cell]))

    def is_over(self, situation: bytes) -> bool:
        """Whether one layout is left: no more guess is needed."""
        return len(situation) == _LAYOUT_BYTES

    def floor(self, situation: bytes) -> int:
        """Nothing: what is safe may settle all."""
        return 0

    def _outcomes(self, layouts: Layouts, cells: list[int]) -> Iterator[tuple[Cost, bytes]]:
        """Layouts by what cells show in them, each set with its share."""
        _, set_of_layout = np.unique(self._shown[layouts][:, cells], axis=0, return_inverse=True)
        set_of_layout = set_of_layout.reshape(-1)
        for number in range(set_of_layout.max() + 1):
            same_layouts = layouts[set_of_layout == number]
            yield Fraction(len(same_layouts), len(layouts)), same_layouts.tobytes()
