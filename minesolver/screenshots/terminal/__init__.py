"""The text of a terminal in a picture: its signs, in the lines and columns in which a terminal sets them.

Where a board is printed as text there are no borders of cells. The signs of such a picture stand at equal
distances all the same, and equal signs look equal. What stands on the grounds of the picture is parted into
glyphs (``ink.py``, ``glyphs.py``); the distances at which they stand (``pitches.py``) say in which line and
column each is (``columns.py``). Digits are told by the networks (``evidence.py``), a dot and a dash by their
shape, and any other sign becomes a letter of its own (``signs.py``, ``alphabet.py``). The text so read
(``texts.py``, ``text_grid.py``) has parts that may be a board (``boards_of_text.py``), or is a table with
bars between its cells (``tables.py``). What a letter means is left to the reader of pasted text, which tries
what the rules of the game allow.

Numbers that name no source were set by hand on pictures of eight fonts at 9 to 40 pixels a line
(``tests/test_screenshots.py`` draws such ones) and on three published ones.
"""

from .alphabet import PAGE, PANEL_SIGNS, UNKNOWN_SIGNS
from .signs import HIDDEN_BY_CURSOR
from .tables import tables
from .text_grid import TextGrid
from .texts import texts_in

__all__ = [
    "HIDDEN_BY_CURSOR",
    "PAGE",
    "PANEL_SIGNS",
    "UNKNOWN_SIGNS",
    "TextGrid",
    "tables",
    "texts_in",
]
