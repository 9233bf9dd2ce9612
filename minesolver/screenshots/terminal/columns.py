"""The glyphs of a picture in the lines and columns of its text.

Those that touch are parted at their columns' ends, parts of one sign are joined, and the signs of a cursor
are left out.
"""

from collections import Counter
from itertools import pairwise

import numpy as np

from ..arrays import Array
from ..lattice import Grid
from .glyphs import Box, Glyphs, is_digit_high
from .pitches import FIT_REACH, Pitch

OVERHANG = 0.3
"""Of a column: how far a sign reaches into the next one without being cut."""
BRACKETS_APART = 1.2
"""Of a column of the board: how far the two signs of a cursor around one place are apart at most."""


def split_at_columns(glyphs: Glyphs, across: Pitch) -> Glyphs:
    """The same with those cut at their columns' ends that touch their neighbours."""
    column_width, phase = across
    overhang = OVERHANG * column_width
    boxes: list[Box] = []
    lines: list[int] = []
    for box, line in zip(glyphs.each_box(), glyphs.lines.tolist(), strict=True):
        first_column = round((box.left + overhang - phase) / column_width)
        last_column = round((box.right - overhang - phase) / column_width)
        if box.width <= column_width:
            last_column = first_column  # it is one sign, wherever it stands
        edges = [box.left]
        for column in range(first_column, last_column):
            edges.append(round(phase + (column + 0.5) * column_width))
        edges.append(box.right)
        for left_edge, right_edge in pairwise(edges):
            boxes.append(box._replace(left=left_edge, right=right_edge))
            lines.append(line)
    return Glyphs.of(boxes, lines)


def joined_parts(glyphs: Glyphs, across: Pitch) -> Glyphs:
    """The same with parts of one sign as one: neighbours in a line that stand in one column together."""
    boxes: list[Box] = []
    lines: list[int] = []
    columns = np.rint(_column_places(glyphs, across)).astype(int)
    previous_column = None
    for box, line, column in zip(
        glyphs.each_box(), glyphs.lines.tolist(), columns.tolist(), strict=True
    ):
        is_in_same_place = bool(lines) and lines[-1] == line and column == previous_column
        if is_in_same_place:
            previous = boxes[-1]
            joined = Box(
                previous.left,
                min(box.top, previous.top),
                box.right,
                max(box.bottom, previous.bottom),
            )
            if joined.width <= across.distance:
                boxes[-1] = joined
                continue
        boxes.append(box)
        lines.append(line)
        previous_column = column
    return Glyphs.of(boxes, lines)


def without_cursor(glyphs: Glyphs, across: Pitch) -> Glyphs:
    """The same without the two signs of a cursor, as ``[1]`` or ``>1<``: the only two of their line that
    stand between the columns, at both sides of one, where no other line has such a pair."""
    column_places = _column_places(glyphs, across)
    stands_between = np.abs(column_places - np.rint(column_places)) > FIT_REACH
    pairs = []
    for line in np.unique(glyphs.lines):
        signs_between = np.flatnonzero(stands_between & (glyphs.lines == line))
        if len(signs_between) != 2:
            continue
        left_bracket, right_bracket = np.sort(column_places[signs_between])
        middle = (left_bracket + right_bracket) / 2
        is_around_a_column = abs(middle - round(middle)) < FIT_REACH
        if is_around_a_column and right_bracket - left_bracket < BRACKETS_APART:
            pairs.append(signs_between)

    # Where many cells have a pair, it is a part of their looks.
    if len(pairs) != 1:
        return glyphs
    brackets = pairs[0]
    boxes = np.delete(glyphs.boxes, brackets, axis=0)
    lines = np.delete(glyphs.lines, brackets)
    return Glyphs(boxes, lines)


def lines_and_columns(
    glyphs: Glyphs, digit_height: float, across: Pitch, down: Pitch
) -> tuple[Array, Array, Grid]:
    """int (n,): the line and the column of each glyph; and the place of line 0 and column 0."""
    columns = _columns_of(glyphs, across)

    # A line's signs lie where its high ones do, for dots and dashes lie above or below the middle.
    is_high = is_digit_high(glyphs.heights, digit_height)
    lines = np.empty(len(columns), int)
    for ink_line in np.unique(glyphs.lines):
        in_line = glyphs.lines == ink_line
        high_in_line = in_line & is_high
        deciding = high_in_line if high_in_line.any() else in_line
        middle = np.median(glyphs.middles[deciding, 1])
        lines[in_line] = round((middle - down.phase) / down.distance)

    # Lines and columns are counted from the picture's edge, or from the first sign where that lies before it.
    first_line = min(round(-down.phase / down.distance), lines.min())
    first_column = min(round(-across.phase / across.distance), columns.min())
    cell = Grid(
        across.phase + (first_column - 0.5) * across.distance,
        down.phase + (first_line - 0.5) * down.distance,
        across.distance,
        down.distance,
        1,
        1,
    )
    return lines - first_line, columns - first_column, cell


def _columns_of(glyphs: Glyphs, across: Pitch) -> Array:
    """int (n,): the column of each glyph. One that is two columns wide, as pictures in text are, has its
    middle between them: it takes that of the two in which more signs of one column stand."""
    column_places = _column_places(glyphs, across)
    columns = np.rint(column_places).astype(int)
    stands_between = np.abs(column_places - columns) > FIT_REACH
    sign_count = Counter(columns[~stands_between].tolist())
    for glyph in np.flatnonzero(stands_between).tolist():
        column_before = int(np.floor(column_places[glyph]))
        both_columns = column_before, column_before + 1
        columns[glyph] = max(both_columns, key=sign_count.__getitem__)
    return columns


def _column_places(glyphs: Glyphs, across: Pitch) -> Array:
    """float (n,): in which column of the text the middle of each is; no whole number between two."""
    return np.asarray((glyphs.middles[:, 0] - across.phase) / across.distance)
