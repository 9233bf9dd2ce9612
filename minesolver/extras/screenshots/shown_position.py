"""The position that a board shows.

The mines of a game that is over were hidden before its last move, and what marks a hidden cell is none of its
symbols.
"""

from dataclasses import dataclass

import numpy as np

from .answer import LIKELY
from .appearance import CellAppearance
from .arrays import Array
from .fitting_symbols import Symbols
from .lattice import Grid
from .marks import lonely_zeros, marks_on_hidden, none_opened, shown_mines
from .size.sizes import has_game_size, has_usual_shape
from .symbols import FLAG, HIDDEN


@dataclass(frozen=True)
class Position:
    """The position that a board's cells show, before the last move of a game that is over.

    ``grid``, ``cells``: where they are, and uint8 (n, SIDE, SIDE, 3); ``chosen``: int (n,), their symbols;
    ``shown_symbols``: with flags as hidden cells, unless these are to be known mines; ``chances``: float
    (n, JUNK), how likely each symbol is then, and ``flag_chances``: float (n,), how likely a flag is;
    ``is_flag``: bool (n,); ``mines``: bool (n,), in which a mine is shown; ``is_marked``: bool (n,), hidden
    ones in which something is shown; ``was_changed``: bool (n,), in which something else was seen, which no
    layout allows; ``is_fresh``: whether none was opened yet
    """

    grid: Grid
    cells: Array
    chosen: Array
    shown_symbols: Array
    chances: Array
    flag_chances: Array
    is_flag: Array
    mines: Array
    is_marked: Array
    was_changed: Array
    is_fresh: bool

    def by_cell(self, values: Array) -> Array:
        """(rows, cols): values of the cells, (n,), each in its place."""
        return values.reshape(self.grid.rows, self.grid.cols)


def position_shown(
    grid: Grid, appearance: CellAppearance, symbols: Symbols, flags_are_mines: bool
) -> Position:
    """The position that a board shows whose cells were read as these symbols."""
    cells = appearance.cells
    chosen, chances = symbols.chosen.copy(), symbols.chances
    mines = shown_mines(appearance.plain, chosen, chances)
    is_marked = mines | marks_on_hidden(cells, chosen) | lonely_zeros(chosen)
    is_likely_size = has_usual_shape(grid) or has_game_size(grid)
    is_fresh = none_opened(cells, chosen, is_likely_size)
    if is_fresh:
        is_marked |= chosen != HIDDEN
        chances = _rather_hidden(chances)
    chosen[is_marked] = HIDDEN

    # Flags are hidden cells unless they are to be known mines.
    is_flag = (chances.argmax(axis=1) == FLAG) & (chosen == FLAG)
    flag_chances = chances[:, FLAG]
    shown_symbols = chosen
    if not flags_are_mines:
        chances = _flags_as_hidden(chances)
        shown_symbols = np.where(chosen == FLAG, HIDDEN, chosen)
    was_changed = (shown_symbols != chances.argmax(axis=1)) & ~is_marked
    return Position(
        grid=grid,
        cells=cells,
        chosen=chosen,
        shown_symbols=shown_symbols,
        chances=chances,
        flag_chances=flag_chances,
        is_flag=is_flag,
        mines=mines,
        is_marked=is_marked,
        was_changed=was_changed,
        is_fresh=is_fresh,
    )


def _flags_as_hidden(chances: Array) -> Array:
    """float (n, JUNK): how likely each symbol is where a flag is no more than a hidden cell."""
    merged = chances.copy()
    merged[:, HIDDEN] += merged[:, FLAG]
    merged[:, FLAG] = 0.0
    return merged


def _rather_hidden(chances: Array) -> Array:
    """float (n, JUNK): how likely each symbol is where all cells are likely hidden ones."""
    hidden_chance = np.maximum(chances[:, HIDDEN], LIKELY)
    other_chances = chances.copy()
    other_chances[:, HIDDEN] = 0.0
    sum_of_others = np.maximum(other_chances.sum(axis=1), 1e-9)
    other_chances *= ((1 - hidden_chance) / sum_of_others)[:, None]
    other_chances[:, HIDDEN] = hidden_chance
    return other_chances
