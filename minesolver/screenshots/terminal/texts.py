"""The texts that a picture of a terminal may show: its ink, set in lines and columns, sign by sign."""

from collections.abc import Iterator
from itertools import product

import numpy as np

from ..arrays import Array
from ..lattice import Grid
from ..work import Work
from .alphabet import PAGE, PANEL_SIGNS
from .columns import joined_parts, lines_and_columns, split_at_columns, without_cursor
from .glyphs import Glyphs
from .ink import INK_CONTRAST, MOST_GROUNDS, Ink, ink_of
from .pitches import Pitch, pitches_of
from .signs import signs_of
from .text_grid import TextGrid

ONE_COLUMN = 1.25, 1.0
"""Of a digit's height: how wide one column of a typeface is at most, and of most of them; signs may have more
between them."""
LOW_DASH = 0.3
"""Of a digit's height: how far below a line's middle a dash is that is a low one."""
CORNER = 0.15
"""Of a place: how far from its edges its ground is looked at, across and down."""
GROUND_REACH = 0.6
"""Of a digit's height: how far above and below its middle that is at most."""
STRAY_CONTRAST = 12
"""How far from every ground what is no sign is, of 255."""


def texts_in(pixels: Array, work: Work) -> Iterator[TextGrid]:
    """The texts that a picture of a terminal may show: where all signs have gaps between them a column of a
    board is taken for one of the text, at first, and for several then. None: its signs do not stand in lines
    and columns."""
    ink = ink_of(pixels, work)
    if ink is None:
        return
    pitches_tried = []
    for widest in (np.inf, *ONE_COLUMN):
        pitches = pitches_of(ink.glyphs, ink.digit_height, widest * ink.digit_height)
        if pitches is None or pitches in pitches_tried:
            continue
        pitches_tried.append(pitches)
        text = _text_at(pixels, ink, *pitches, work)
        if text is not None:
            yield text


def _text_at(pixels: Array, ink: Ink, across: Pitch, down: Pitch, work: Work) -> TextGrid | None:
    """The text whose columns and lines stand at these distances; ``None``: its signs cannot be told."""
    glyphs = without_cursor(ink.glyphs, across)
    glyphs = split_at_columns(glyphs, across)
    glyphs = joined_parts(glyphs, across)
    lines, columns, cell = lines_and_columns(glyphs, ink.digit_height, across, down)
    signs = signs_of(pixels, ink, glyphs, work)
    if signs is None:
        return None

    # A table of the signs: blanks where there are none, up to the picture's end.
    picture_height, picture_width = ink.ground_distances.shape[1:]
    lines_to_edge = int((picture_height - cell.top) / cell.height)
    columns_to_edge = int((picture_width - cell.left) / cell.width)
    line_count = max(int(lines.max()) + 1, lines_to_edge)
    column_count = max(int(columns.max()) + 1, columns_to_edge)
    shape = line_count, column_count
    ground = _ground_table(ink, cell, shape)
    table = np.array(list(PANEL_SIGNS))[ground]
    chances = np.ones(shape)

    # A dash that lies low is another sign than one in the middle: one may be hidden cells, the other 0s.
    middle_of_line = cell.top + (lines + 0.5) * cell.height
    is_low = glyphs.middles[:, 1] - middle_of_line > LOW_DASH * ink.digit_height
    for line, column, lies_low, (sign, chance) in zip(lines, columns, is_low, signs, strict=True):
        table[line, column] = "_" if sign == "-" and lies_low else sign
        chances[line, column] = chance
    return TextGrid(table, chances, ground, _stray_shares(ink, glyphs, cell, shape), cell)


def _ground_table(ink: Ink, cell: Grid, shape: tuple[int, int]) -> Array:
    """int (lines, columns): the number of each place's ground, by its corners, where hardly a sign is; that
    of the page where they differ. Where lines are far apart a ground ends not far above and below a digit."""
    picture_height, picture_width = ink.ground_distances.shape[1:]
    line_count, column_count = shape
    smallest = np.full(shape, MOST_GROUNDS)
    largest = np.full(shape, -1)
    above_middle = min(0.5 - CORNER, GROUND_REACH * ink.digit_height / cell.height)
    for down, across in product((0.5 - above_middle, 0.5 + above_middle), (CORNER, 1 - CORNER)):
        corner_tops = cell.top + (np.arange(line_count) + down) * cell.height
        corner_lefts = cell.left + (np.arange(column_count) + across) * cell.width
        rows = np.clip(np.rint(corner_tops).astype(int), 0, picture_height - 1)
        columns = np.clip(np.rint(corner_lefts).astype(int), 0, picture_width - 1)
        corners = ink.ground_distances[:, rows[:, None], columns]
        ground = corners.argmin(axis=0)
        is_ground = corners.min(axis=0) <= INK_CONTRAST
        smallest = np.where(is_ground, np.minimum(smallest, ground), smallest)
        largest = np.where(is_ground, np.maximum(largest, ground), largest)
    return np.where(smallest == largest, smallest, PAGE)


def _stray_shares(ink: Ink, glyphs: Glyphs, cell: Grid, shape: tuple[int, int]) -> Array:
    """float (lines, columns): the share of each place that is neither a ground nor about a sign."""
    is_stray = ink.ground_distances.min(axis=0) > STRAY_CONTRAST
    for box in glyphs.each_box():
        is_stray[box.surrounding] = False

    # How many lie above and before each pixel: those of a place are the difference of four such numbers.
    height, width = is_stray.shape
    stray_before = np.zeros((height + 1, width + 1), np.int32)
    stray_before[1:, 1:] = is_stray
    np.cumsum(stray_before, axis=0, out=stray_before)
    np.cumsum(stray_before, axis=1, out=stray_before)
    tops, bottoms = _ends_of_places(cell.top, cell.height, shape[0], height)
    lefts, rights = _ends_of_places(cell.left, cell.width, shape[1], width)
    upper = stray_before[tops]
    lower = stray_before[bottoms]
    up_to_bottom = lower[:, rights] - lower[:, lefts]
    above_top = upper[:, rights] - upper[:, lefts]
    stray_count = up_to_bottom - above_top
    area = (bottoms - tops)[:, None] * (rights - lefts)
    return np.asarray(stray_count / np.maximum(area, 1))


def _ends_of_places(
    start: float, pitch: float, number: int, picture_size: int
) -> tuple[Array, Array]:
    """int (number,) each: the pixels at which places of a text begin and end, within the picture."""
    begins = start + pitch * np.arange(number)
    edges = np.rint([begins, begins + pitch]).astype(int)
    first_pixels, end_pixels = np.clip(edges, 0, picture_size)
    return first_pixels, end_pixels
