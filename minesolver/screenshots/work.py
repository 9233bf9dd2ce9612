"""What reading a picture may cost, counted and not timed: a busy machine reads what an idle one reads."""

from dataclasses import dataclass


@dataclass
class Work:
    """A clock that goes by what is done: ``seconds`` of the processor on an idle machine, about.

    Each step says what it costs by its size. The costs below are means over 26 published pictures, measured
    with one thread on an idle core of a server of 2021.
    """

    seconds: float = 0.0

    def spend(self, seconds: float) -> None:
        """Say that a step of this cost has been taken."""
        self.seconds += seconds


PIXEL_CHANGES = 0.15e-6
"""Seconds a pixel to find where brightness changes, and grids that fill the picture."""
PIXEL_PITCHES = 0.02e-6
"""Seconds a pixel to find at which distances a picture repeats itself, or in which regions it does at one."""
CELL_SEEN = 90e-6
"""Seconds a cell to cut it out and look at it with the first network."""
LINE_SEEN = 10e-3
"""Seconds to look at one more line beside a board."""
CELL_SIGNS = 950e-6
"""Seconds a cell to free its sign from its borders, look at both with the other two networks, and find its
kind."""
CELL_WEIGHED = 0.07e-6
"""Seconds a cell to weigh what speaks for one reading of a board."""
ANALYSIS = 0.5e-3
"""Seconds to ask whether a reading has a layout."""
CONFLICT = 15e-3
"""Seconds to find clues that cannot hold together, where it has none."""
