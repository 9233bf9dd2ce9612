"""What hardly a game in course shows, though a layout may fit it: a misread kind of cells, mostly.

The numbers come from 52 pictures that people published, with their truth written by eye first.
"""

import numpy as np

from .arrays import Array, beside_any
from .symbols import FLAG, HIDDEN, ZERO, broken

NARROWEST = 5
"""A board's longer side at most, in shorter ones."""
LEAST_CELLS, LEAST_BLANK_CELLS = 16, 25
"""A board's cells at least, with clues and without."""
TWO_APPEARANCES = 25
"""How far the colours of hidden cells are apart where some are opened ones, of 255."""
PUZZLE_CLUES, PUZZLE_CELLS = 12, 49
"""So many clues on more cells than that are a game, in which hardly ever no 0 was opened."""
MOST_FLAGS, MOST_LONELY_FLAGS = 0.25, 0.1
"""Of a board's cells: more flags are a pattern of hidden cells, if of them more than the second share lie
beside no clue: those beside clues are counted by these."""
MOST_CLUES_AGAINST = 3
"""Clues with more flags around them than they say that a player's wrong flag explains; of more, a kind of
cells is misread."""


def strangeness(
    symbols: Array,
    hidden: Array,
    is_over: bool,
    changed: Array,
    is_size_known: bool = False,
    is_fresh: bool = False,
) -> str | None:
    """What hardly a game in course shows; ``None``: nothing.

    symbols: int (rows, cols); ``hidden``: the hidden cells, uint8 (n, SIDE, SIDE, 3); ``is_over``: whether
        mines are shown; ``changed``: bool (rows, cols), the cells of which exactness forbade what was seen;
        ``is_size_known``: whether the caller has given the size; ``is_fresh``: whether no cell was opened
    """
    clue_count = int(_is_clue(symbols).sum())
    zero_count = int((symbols == ZERO).sum())
    flag_count = int((symbols == FLAG).sum())
    if not is_size_known and _is_narrow_or_small(symbols, clue_count):
        return "a board is hardly as narrow or as small as this"
    if not len(hidden) and not flag_count and not is_over:
        return "no hidden cell was seen"
    if not clue_count and (flag_count or zero_count):
        return "no clues were seen"

    # Hidden cells that look in two ways may be opened, and so many clues hardly ever lie beside no 0.
    if not zero_count and not is_fresh:
        is_game = clue_count > PUZZLE_CLUES and symbols.size > PUZZLE_CELLS
        if is_game or _has_two_appearances(hidden):
            return "no opened cell without a clue was seen"

    # Flags are crossed out when a game is over, and look in many ways.
    if not is_over and _has_too_many_flags(symbols, changed):
        return "more flags than the clues allow were seen"
    return None


def _is_clue(symbols: Array) -> Array:
    """bool (rows, cols): which cells are read as clues."""
    return np.asarray((symbols > ZERO) & (symbols < FLAG))


def _is_narrow_or_small(symbols: Array, clue_count: int) -> bool:
    """Whether a board has sides that games hardly have."""
    least_cells = LEAST_CELLS if clue_count else LEAST_BLANK_CELLS
    longer_side, shorter_side = max(symbols.shape), min(symbols.shape)
    return longer_side > NARROWEST * shorter_side or symbols.size < least_cells


def _has_two_appearances(hidden: Array) -> bool:
    """Whether the mean colours of hidden cells, uint8 (n, SIDE, SIDE, 3), are far apart."""
    if not len(hidden):
        return False
    mean_colours = hidden.mean(axis=(1, 2))
    return bool(np.ptp(mean_colours, axis=0).max() > TWO_APPEARANCES)


def _has_too_many_flags(symbols: Array, changed: Array) -> bool:
    """Whether flags are a pattern of hidden cells, or more than a player's error puts beside clues."""
    is_flag = symbols == FLAG
    flag_count = int(is_flag.sum())
    lonely_flag_count = int((is_flag & ~beside_any(_is_clue(symbols))).sum())
    are_many = flag_count > MOST_FLAGS * symbols.size
    are_many_lonely = lonely_flag_count > MOST_LONELY_FLAGS * flag_count
    if are_many and are_many_lonely:
        return True
    return bool(clues_against_flags(symbols, changed).sum() > MOST_CLUES_AGAINST)


def clues_against_flags(symbols: Array, changed: Array) -> Array:
    """bool (rows, cols): the clues with more flags around them than they say.

    changed: bool (rows, cols), the cells of which exactness forbade what was seen
    """
    # A pointer hides what one cell shows, and what it covers of the cells around may look like a flag.
    may_be_no_flag = (symbols == FLAG) & beside_any(changed)
    is_impossible, _ = broken(np.where(may_be_no_flag, HIDDEN, symbols))
    return is_impossible
