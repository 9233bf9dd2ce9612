"""What reading a picture may cost, counted and not timed: a busy machine reads what an idle one reads."""

import math
from dataclasses import dataclass


@dataclass
class Work:
    """A clock that goes by what is done: ``seconds`` of the processor on an idle machine, about.

    Each step says what it costs by its size. The costs below are means over 26 published pictures, measured
    with one thread on an idle core of a server of 2021.
    """

    seconds: float = 0.0
    most: float = math.inf
    """What all steps together may cost: a large step is asked about before it is taken."""

    def spend(self, seconds: float) -> None:
        """Say that a step of this cost has been taken."""
        self.seconds += seconds

    def affords(self, seconds: float) -> bool:
        """Whether a step of this cost may still be taken."""
        return self.seconds + seconds <= self.most


PIXEL_CHANGES = 0.15e-6
"""Seconds a pixel to find where brightness changes, and grids that fill the picture."""
PIXEL_REPEATS = 0.05e-6
"""Seconds a pixel to find where brightness changes, and at which distances that repeats itself first: less
than with the grids that fill the picture."""
PIXEL_PITCHES = 0.02e-6
"""Seconds a pixel to find at which distances a picture repeats itself, or in which regions it does at one."""
CELL_SEEN = 90e-6
"""Seconds a cell to cut it out and look at it with the first network."""
LINE_SEEN = 10e-3
"""Seconds to look at one more line beside a board."""
CELL_FREED = 450e-6
"""Seconds a cell to free its sign from its borders, and find its kind."""
CELL_SIGNS = 500e-6
"""Seconds a cell, of those that look exactly alike one, to look at it and its sign with the other two
networks."""
CELL_WEIGHED = 0.07e-6
"""Seconds a cell to weigh what speaks for one reading of a board."""
ANALYSIS = 0.5e-3
"""Seconds to ask whether a reading has a layout."""
CONFLICT, CONFLICT_STEPS = 15e-3, 6_000
"""Seconds to find clues that cannot hold together, where it has none; and how much of the solver's work that
may take: after it more clues are named than need be."""
