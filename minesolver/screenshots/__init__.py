"""A screenshot of a board, read: the grid by its period, symbols by small networks, exactness to mend them.

1. Grid (``lattice.py``): brightness changes at the borders of cells; what repeats at one distance both
   ways, and where, gives the pitch of the cells and the part of the picture to look at. No theme is assumed.
2. Board (``board.py``): cells of that grid are looked at by a network that also knows what is no cell
   (titles, counters); the board is the rectangle that gains most.
3. Symbols: each is seen in its cell, without what blank cells show (borders, gloss; ``cells.py``), and in
   both by a third network (``symbols.py``); all kinds of cells are then read at once (``kinds.py``), and each
   cell is trusted as far as what speaks against it allows (``doubts.py``).
4. Exactness (``consistency.py``): where no layout of mines fits, single cells are changed, the least costly
   change first. Every changed or doubtful cell is named; a reading that no change mends is given with its
   contradiction.

``reading.py`` goes through these. What it may cost is counted in ``work.py``.
``fit_symbols.py`` and ``fit_readings.py`` of ``benchmarks/screenshots`` fit the networks and weights in
``weights.npz``; ``programs.py`` there measures what is read.
"""

from .lattice import Grid
from .reading import ScreenshotReading, UncertainCell, read

__all__ = ["Grid", "ScreenshotReading", "UncertainCell", "read"]
