"""A screenshot of a board, read: the grid by its period, symbols by small networks, exactness to mend them.

``reading.py`` goes through the steps:

1. The lattice (``lattice/``): brightness changes at the borders of cells; what repeats at one distance both
   ways, and where, gives the pitch of the cells and the part of the picture to look at. No theme is assumed.
2. The board (``finding/``): cells of that lattice are looked at by a network that also knows what is no cell
   (titles, counters); the board is the rectangle that gains most. Others may lie beside it.
3. Its size (``board.py``, ``size/``): lines of cells at its ends, numbers of rows and columns, the picture's
   edge.
4. The symbols: each is seen in its cell (``cells.py``), in its sign without what blank cells show
   (``plain.py``, ``blank_appearance.py``), and in both by a third network (``symbols.py``,
   ``appearance.py``); all kinds of cells are then read at once (``kinds.py``, ``groups.py``,
   ``cheapest_readings.py``, ``blanks.py``), and each cell is trusted as far as what speaks against it allows
   (``doubts.py``).
5. Exactness (``fitting_symbols.py``, ``consistency.py``): where no layout of mines fits, single cells are
   changed, the least costly change first. Every changed or doubtful cell is named; a reading that no change
   mends is given with its contradiction.
6. The answer (``one_board.py``, ``answer.py``): the position before the last move (``position.py``,
   ``marks.py``), how far each cell is trusted (``trust.py``), the mine count (``mine_count.py``,
   ``counter.py``), what is strange about it (``strangeness.py``), what lies beyond the picture's edge
   (``margin.py``), and what of it a reader has to know, in sentences (``words.py``).
7. A second reading (``rereading/``) where that is a question: other sizes, a title, a part of a board.

What the caller says of a board, and what reading it may cost, is in ``task.py`` and ``work.py``: that is
counted, and not timed.
``fit_symbols.py`` and ``fit_readings.py`` of ``benchmarks/screenshots`` fit the networks and weights in
``weights.npz``; ``programs.py`` there measures what is read.
"""

from .answer import ScreenshotReading, UncertainCell
from .any_picture import read
from .lattice import Grid

__all__ = ["Grid", "ScreenshotReading", "UncertainCell", "read"]
