"""The sides on which a picture's edge cuts a board, or may cut it."""

from typing import NamedTuple

import numpy as np

from ....model.board import Cell
from ..arrays import Array
from ..lattice import Grid, longer, pixels_to_the_edge, shorter
from .side_margin import (
    BoardSide,
    do_lines_go_on,
    ends_with_picture,
    hardly_anything,
    is_gap_between_cells,
    is_same_all_along,
)
from .sizes import has_game_size

OUTSIDE_PICTURE = (2.0, 0.08)
"""Pixels, and of a cell: how far a board that is cut lies beyond the picture's edge at least."""
MOST_OF_CELL = 0.95
"""Of a cell: how much of another line of cells can be seen at the picture's edge at most."""
MOSTLY_SEEN, HARDLY_SEEN = 0.65, 0.15
"""Of a line of cells that the edge cuts: how much of it is seen where its symbols can be read, and where it
may be no line at all."""
NARROW_MARGIN, LEAST_MARGIN, TIMES_NARROW = 0.25, 0.3, 2.0
"""Of a cell: what lies at most between a board that is most likely cut and the edge that cuts it; what lies
there at least on every other side, and how many times the narrow one that is. Of 229 published pictures that
are read rightly none has a board of an unusual size, no square, with such margins."""


class CutSide(NamedTuple):
    """A side on which the picture's edge cuts a board: its axis and end, as "bottom" or "left", and
    whether the grid's own last line is cut, or the next one."""

    axis: int
    end: int
    name: str
    is_own_line: bool


SIDES = ((0, 0, "top"), (0, 1, "bottom"), (1, 0, "left"), (1, 1, "right"))
"""Axis, end and name of each side of a board."""


def cut_sides(pixels: Array, grid: Grid) -> tuple[CutSide, ...]:
    """The sides on which the picture's edge cuts cells of the board: its lines go on in what is left there of
    a line of cells. Where there are some, the board may go on at all others that end with the picture."""
    cut = []
    for axis, end, name in SIDES:
        side = BoardSide(pixels, grid, axis, end)
        margin, pitch = side.margin, side.run.pitch
        least_pixels, least_share = OUTSIDE_PICTURE
        is_outside = margin < -max(least_pixels, least_share * pitch)
        if is_outside and not is_gap_between_cells(side, -margin):
            cut.append(CutSide(axis, end, name, True))
        is_part_of_cell = hardly_anything(side) < margin < MOST_OF_CELL * pitch
        if is_part_of_cell and do_lines_go_on(side):
            cut.append(CutSide(axis, end, name, False))
    if not cut:
        return ()
    names = {side.name for side in cut}
    for cut_side in sides_at_the_edge(pixels, grid):
        if cut_side.name not in names:
            cut.append(cut_side)
    return tuple(cut)


def sides_at_the_edge(pixels: Array, grid: Grid) -> tuple[CutSide, ...]:
    """The sides at which a board ends with the picture: there it may have been cut between two cells."""
    sides = []
    for axis, end, name in SIDES:
        if ends_with_picture(BoardSide(pixels, grid, axis, end)):
            sides.append(CutSide(axis, end, name, False))
    return tuple(sides)


def may_go_on(pixels: Array, grid: Grid) -> tuple[CutSide, ...]:
    """The sides at which a board of a size that no usual game has ends with the picture: nothing shows that
    it does not go on there."""
    return () if has_game_size(grid) else sides_at_the_edge(pixels, grid)


def sides_likely_cut(pixels: Array, grid: Grid) -> tuple[CutSide, ...]:
    """The sides on which a board is most likely cut between two cells, or through cells without lines: it is
    of a size that no usual game has, no square, and ends with the picture on one side, or on two that meet,
    while all others have a far wider margin. A frame is about as wide on all sides, and a board that fills a
    window ends with it at opposite ones. A narrow margin that is the same all along the board is one."""
    if has_game_size(grid) or grid.rows == grid.cols:
        return ()
    narrow_sides = []
    widest_narrow, least_wide = 0.0, np.inf
    for axis, end, name in SIDES:
        side = BoardSide(pixels, grid, axis, end)
        margin = side.margin / side.run.pitch
        is_narrow = margin < NARROW_MARGIN and not is_same_all_along(side)
        if is_narrow or ends_with_picture(side):
            narrow_sides.append(CutSide(axis, end, name, False))
            widest_narrow = max(widest_narrow, margin)
        else:
            least_wide = min(least_wide, margin)
    axes = {side.axis for side in narrow_sides}
    are_opposite = len(axes) < len(narrow_sides)
    if are_opposite or least_wide < max(LEAST_MARGIN, TIMES_NARROW * widest_narrow):
        return ()
    return tuple(narrow_sides)


def whole_grids(pixels: Array, grid: Grid, cut: tuple[str, ...]) -> list[Grid]:
    """The grids that a board which the edge seems to cut may have if it is a whole one: with each last line
    there that is mostly seen, without each that is hardly seen.

    grid: Without the lines that are cut
    cut: The names of the sides that are
    """
    cut_ends = [(axis, end, name) for axis, end, name in SIDES if name in cut]
    for axis, end, _ in cut_ends:
        grid = longer(grid, axis, end)
    grids = [grid]
    for axis, end, name in cut_ends:
        run = grid.run(axis)
        hidden_share = max(0.0, -pixels_to_the_edge(pixels, grid, axis, end) / run.pitch)
        seen_share = 1 - hidden_share
        # What lies above may be a toolbar that is lower than a cell.
        may_be_none = seen_share < HARDLY_SEEN or name == "top"
        with_choice = []
        for known_grid in grids:
            if seen_share > MOSTLY_SEEN:
                with_choice.append(known_grid)
            if may_be_none:
                with_choice.append(shorter(known_grid, axis, end))
        grids = with_choice
    return grids


def lies_at(sides: tuple[CutSide, ...], grid: Grid, cells: set[Cell]) -> bool:
    """Whether some of these cells lie in the last two lines at one of the sides: a clue that cannot be is in
    the last one, and what was changed for it may be in the next."""
    for side in sides:
        last_line = grid.run(side.axis).cells - 1 if side.end else 0
        if any(abs(cell[side.axis] - last_line) <= 1 for cell in cells):
            return True
    return False
