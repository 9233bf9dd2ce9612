"""What cells show beside the game's symbols: mines of a game that is over, crosses, a pointer.

The numbers come from 52 pictures that people published, with their truth written by eye first, and from games
of gnome-mines that were lost on purpose; what each was measured on stands beside it.
"""

import numpy as np

from .arrays import Array, largest_of_colours, median_colours, strongest_mean
from .symbols import FLAG, HIDDEN, SIDE, ZERO, frames_of

SURE = 0.98
"""Cells held with less are named."""
LONELY_ZEROS = 0.05
"""Of a board's cells: fewer 0s without any clue are none."""
BORDER, FLAT_CONTRAST = 3, 10.0
"""Pixels of a cell's border, of SIDE; and how far the eight most different pixels inside it are from its
colour, of 255, where nothing is there: the faintest number of 38 published pictures has 31, blank cells 0."""
MIDDLE, ONE_COLOUR = slice(SIDE // 4, 3 * SIDE // 4), 6.0
"""The middle of a cell, where a number would be; and how far its colours are apart at most, of 255, where
nothing is in it."""
LEAST_CHROMA, ONE_HUE = 30.0, 0.25
"""How far the colours of a pixel are apart at least, of 255, where it is no grey; and how far the shares that
each colour has of the strongest one are apart at most in shades of one hue."""
MINE_LIKENESS, MINE_LIKENESS_SUM = 0.7, 1.56
"""How like itself a mine's sign is at least in a mirror, upside down, and turned by a right angle; and the
sum of the last and the lesser of the others. Of 170 mines of published pictures and of gnome-mines the least
sum is 1.58; of 600 flags and marks of 52 published pictures the largest is 1.54."""
MINE_AREA, MINE_STRENGTH = (0.08, 0.45), 60.0
"""The share of a cell that a mine's sign takes, and how far its colour is from its ground's, of 255."""
MOST_SHOWN_MINES = 0.4
"""Of a board's cells: more are a pattern of hidden cells."""
RAISED_RIM, SAME_RIM = 40.0, 13.0
"""How far the colours of a raised rim go from light to dark at least, and how far those of rims that are the
same are apart at most, of 255."""
LEAST_HIDDEN, MOST_MARKS = 9, 0.1
"""Hidden cells whose rims are known well enough; and of the opened cells, how many are marks at most."""
OTHER_COLOUR, RARE_COLOUR, MOST_COLOURS = 60, 0.1, 500
"""How far the colour of a blank hidden cell is from that of another kind, of 255; the share of the hidden
cells that has it at most where these may be opened ones that are lit up; and colours that are compared at
most."""


def flat_cells(cells: Array) -> Array:
    """bool (n,): which cells, uint8 (n, SIDE, SIDE, 3), are of one colour inside their borders: without a
    number, wherever in the cell that would be."""
    inside = cells[:, BORDER:-BORDER, BORDER:-BORDER].astype(np.float32)
    difference = inside - median_colours(inside)[:, None, None]
    contrast = largest_of_colours(np.abs(difference)).reshape(len(cells), -1)
    return np.asarray(strongest_mean(contrast, 8) < FLAT_CONTRAST)


def shown_mines(plain: Array, chosen: Array, chances: Array) -> Array:
    """bool (n,): in which cells a mine is shown, as when a game is over: a round sign that is none of the
    symbols, and looks the same in a mirror, upside down, and turned. A flag looks so in none of these.

    plain: uint8 (n, SIDE, SIDE, 3), the signs alone; ``chosen``, ``chances``: as what they were read
    """
    none_shown = np.zeros(len(chosen), bool)
    candidates = np.isin(chosen, (HIDDEN, ZERO, FLAG))
    chance_of_chosen = chances[np.arange(len(chosen)), chosen]
    candidates &= (chosen != ZERO) | (chance_of_chosen < SURE)
    if not candidates.any():
        return none_shown

    # A mine's sign is dark or bright on its ground, and takes some part of the cell.
    pixels = plain.astype(np.float32)
    ground = median_colours(pixels)[:, None, None]
    ink = largest_of_colours(np.abs(pixels - ground))
    strength = strongest_mean(ink.reshape(len(ink), -1), 8)
    is_ink = ink > 0.5 * strength[:, None, None]
    area = is_ink.mean(axis=(1, 2))
    least_area, largest_area = MINE_AREA
    is_mine = candidates & (strength > MINE_STRENGTH)
    is_mine &= (area > least_area) & (area < largest_area)

    # It is round: like itself in both mirrors and turned.
    mirrored_across = _likeness(ink, ink[:, :, ::-1])
    mirrored_down = _likeness(ink, ink[:, ::-1])
    mirrored = np.minimum(mirrored_across, mirrored_down)
    turned = _likeness(ink, ink.transpose(0, 2, 1))
    is_mine &= np.minimum(mirrored, turned) > MINE_LIKENESS
    is_mine &= mirrored + turned > MINE_LIKENESS_SUM
    return is_mine if is_mine.sum() < MOST_SHOWN_MINES * len(is_mine) else none_shown


def of_rare_colour(cells: Array, chosen: Array) -> Array:
    """bool (n,): the blank hidden cells of a colour that hardly any other hidden cell has: a game may light
    up opened cells so, for a hint.

    cells: uint8 (n, SIDE, SIDE, 3); ``chosen``: int (n,), as what they were read
    """
    is_rare = np.zeros(len(chosen), bool)
    hidden = np.flatnonzero(chosen == HIDDEN)
    if not len(hidden):
        return is_rare
    of_each = median_colours(cells[hidden].astype(np.float32)).astype(np.int16)

    # How many hidden cells have about the colour of each.
    colours, number, counts = np.unique(of_each, axis=0, return_inverse=True, return_counts=True)
    if len(colours) > MOST_COLOURS:
        return is_rare
    colour_distance = np.abs(colours[:, None] - colours[None]).max(axis=2)
    alike_count = ((colour_distance < OTHER_COLOUR) * counts).sum(axis=1)
    is_rare_colour = alike_count < RARE_COLOUR * len(hidden)
    is_rare[hidden] = is_rare_colour[number.ravel()]
    return is_rare & flat_cells(cells)


def lonely_zeros(chosen: Array) -> Array:
    """bool (n,): the few opened 0s of a board without any clue: hidden cells under the mouse pointer, which
    are drawn lighter. A 0 that was opened has opened its neighbours, up to clues."""
    zeros = chosen == ZERO
    are_few = zeros.sum() < LONELY_ZEROS * len(chosen)
    are_lonely = are_few and not _has_clues(chosen)
    return zeros if are_lonely else np.zeros(len(chosen), bool)


def none_opened(cells: Array, chosen: Array, has_usual_shape: bool) -> bool:
    """Whether a board has nothing in any of its cells, so that none was opened yet: an opened one without a
    number has some with numbers around it. They look alike, as with one gradient, however their borders
    differ; or each has a shade of one colour, as in a pattern, where the board is of a usual shape.

    cells: uint8 (n, SIDE, SIDE, 3); ``chosen``: int (n,), as what they were read
    """
    if _has_clues(chosen):
        return False
    middles = cells[:, MIDDLE, MIDDLE].astype(np.float32)
    middles = middles.reshape(len(cells), -1, 3)
    cell_colours = np.median(middles, axis=1)
    usual_middle = np.median(middles, axis=0)
    if has_usual_shape and _are_of_one_hue(cell_colours):
        usual_middle = cell_colours[:, None]
    return bool(np.abs(middles - usual_middle).max() < ONE_COLOUR)


def _are_of_one_hue(colours: Array) -> bool:
    """Whether colours, float (n, 3), are shades of one, which is no grey."""
    chroma = colours - colours.min(axis=1, keepdims=True)
    strength = chroma.max(axis=1, keepdims=True)
    if strength.min() <= LEAST_CHROMA:
        return False
    hue_range = np.ptp(chroma / strength, axis=0)
    return bool(hue_range.max() < ONE_HUE)


def _has_clues(chosen: Array) -> bool:
    """Whether some cells were read as clues."""
    return bool(((chosen > ZERO) & (chosen < FLAG)).any())


def marks_on_hidden(cells: Array, chosen: Array) -> Array:
    """bool (n,): which of the clues that were read are marks on hidden cells, such as a cross where to start:
    they have the raised rim that hidden cells have, and no opened cell.

    cells: uint8 (n, SIDE, SIDE, 3); ``chosen``: int (n,), as what they were read
    """
    rims = frames_of(cells)
    hidden = chosen == HIDDEN
    clues = (chosen > ZERO) & (chosen < FLAG)
    no_marks = np.zeros(len(chosen), bool)
    if hidden.sum() < LEAST_HIDDEN or not clues.any():
        return no_marks
    usual_rim = np.median(rims[hidden], axis=0)
    if np.ptp(usual_rim, axis=0).max() < RAISED_RIM:
        return no_marks

    # Those with the rim of hidden cells, where no other opened cell has nearly the same.
    rim_distance = largest_of_colours(np.abs(rims - usual_rim)).mean(axis=1)
    like_hidden = clues & (rim_distance < SAME_RIM)
    opened = (clues | (chosen == ZERO)) & ~like_hidden
    if (
        like_hidden.sum() > MOST_MARKS * max(opened.sum(), 10)
        or (opened & (rim_distance < 2 * SAME_RIM)).any()
    ):
        return no_marks
    return like_hidden


def _likeness(signs: Array, changed_signs: Array) -> Array:
    """float (n,): the correlation of pictures, float (n, height, width)."""
    signs = signs - signs.mean(axis=(1, 2), keepdims=True)
    changed_signs = changed_signs - changed_signs.mean(axis=(1, 2), keepdims=True)
    square_sum = (signs * signs).sum(axis=(1, 2))
    changed_square_sum = (changed_signs * changed_signs).sum(axis=(1, 2))
    product_sum = (signs * changed_signs).sum(axis=(1, 2))
    return np.asarray(product_sum / np.sqrt(square_sum * changed_square_sum + 1e-9))
