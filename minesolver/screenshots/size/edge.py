"""The sides of a picture: where its edge cuts a board, or may cut it, and where a board ends with it."""

from typing import NamedTuple

import numpy as np

from ...model.board import Cell
from ..arrays import Array, evenly_spread
from ..lattice import Grid, brightness_changes, pixels_to_the_edge, shorter
from .sizes import has_game_size

BEYOND_EDGE = 0.08
"""Of a cell: how far a board that is cut lies beyond the picture's edge at least."""
PART_OF_CELL = (0.12, 0.95)
"""Of a cell: how much of another line of cells can be seen at the picture's edge."""
LEAST_LINE = 0.1
"""How clear the lines of a board that is cut are, 1 being the clearest."""
LEAST_STEP = 0.3
"""How large the steps of colour at the lines beyond a board are at least, of those inside it: in published
pictures cut lines of cells have 0.5 and more, a frame in which the lines left traces has 0.17 at most."""
MOSTLY_SEEN, HARDLY_SEEN = 0.65, 0.15
"""Of a line of cells that the edge cuts: how much of it is seen where its symbols can be read, and where it
may be no line at all."""
NARROW_MARGIN, LEAST_MARGIN, TIMES_NARROW = 0.25, 0.3, 2.0
"""Of a cell: what lies at most between a board that is most likely cut and the edge that cuts it; what lies
there at least on every other side, and how many times the narrow one that is. Of 229 published pictures that
are read rightly none has a board of an unusual size, no square, with such margins."""
MOST_GAP_PIXELS = 20_000
"""Pixels of gaps that are looked at, evenly spread."""
GAP_COLOURS, MOST_OFF_GAP = 12, 0.1
"""How far the pixels of a gap between cells are apart, of 255, and the share of those that may be farther."""


class CutSide(NamedTuple):
    """A side on which the picture's edge cuts a board: its axis and end, as "below" or "on the left", and
    whether the grid's own last line is cut, or the next one."""

    axis: int
    end: int
    name: str
    is_own_line: bool


SIDES = ((0, 0, "above"), (0, 1, "below"), (1, 0, "on the left"), (1, 1, "on the right"))
"""Axis, end and name of each side of a board."""


def cut_sides(pixels: Array, grid: Grid) -> tuple[CutSide, ...]:
    """The sides on which the picture's edge cuts cells of the board: its lines go on in what is left there of
    a line of cells. Where there are some, the board may go on at all others that end with the picture."""
    cut = []
    for axis, end, name in SIDES:
        run = grid.run(axis)
        margin = pixels_to_the_edge(pixels, grid, axis, end)
        is_beyond = margin < -max(2.0, BEYOND_EDGE * run.pitch)
        if is_beyond and not _is_gap(pixels, grid, axis, end, -margin):
            cut.append(CutSide(axis, end, name, True))
        least_part, most_part = (share * run.pitch for share in PART_OF_CELL)
        is_part = max(4.0, least_part) < margin < most_part
        if is_part and _lines_go_on(pixels, grid, axis, end, margin):
            cut.append(CutSide(axis, end, name, False))
    if not cut:
        return ()
    names = {side.name for side in cut}
    return (*cut, *(side for side in sides_at_the_edge(pixels, grid) if side.name not in names))


def sides_at_the_edge(pixels: Array, grid: Grid) -> tuple[CutSide, ...]:
    """The sides at which a board ends with the picture: there it may have been cut between two cells."""
    sides = []
    for axis, end, name in SIDES:
        if _ends_with_picture(pixels, grid, axis, end):
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
        margin = pixels_to_the_edge(pixels, grid, axis, end) / grid.run(axis).pitch
        is_narrow = margin < NARROW_MARGIN and not _is_margin(pixels, grid, axis, end)
        if is_narrow or _ends_with_picture(pixels, grid, axis, end):
            narrow_sides.append(CutSide(axis, end, name, False))
            widest_narrow = max(widest_narrow, margin)
        else:
            least_wide = min(least_wide, margin)
    axes = {side.axis for side in narrow_sides}
    if len(axes) < len(narrow_sides) or least_wide < max(
        LEAST_MARGIN, TIMES_NARROW * widest_narrow
    ):
        return ()
    return tuple(narrow_sides)


def whole_grids(pixels: Array, grid: Grid, cut: tuple[str, ...]) -> list[Grid]:
    """The grids that a board which the edge seems to cut may have if it is a whole one: with each last line
    there that is mostly seen, without each that is hardly seen.

    grid: With a line of cells on each side that is cut
    cut: The names of these sides
    """
    grids = [grid]
    for axis, end, name in SIDES:
        if name not in cut:
            continue
        run = grid.run(axis)
        hidden_share = max(0.0, -pixels_to_the_edge(pixels, grid, axis, end) / run.pitch)
        seen_share = 1 - hidden_share
        # What lies above may be a toolbar that is lower than a cell.
        may_be_none = seen_share < HARDLY_SEEN or name == "above"
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


def _ends_with_picture(pixels: Array, grid: Grid, axis: int, end: int) -> bool:
    """Whether hardly anything lies between a side of a board and the picture's edge."""
    margin = pixels_to_the_edge(pixels, grid, axis, end)
    return margin < max(4.0, PART_OF_CELL[0] * grid.run(axis).pitch)


def _is_margin(pixels: Array, grid: Grid, axis: int, end: int) -> bool:
    """Whether what lies between a side of a board and the picture's edge is the same all along the board, as
    a page or a frame is, and no cells are."""
    run, along = grid.run(axis), grid.run(1 - axis)
    pixels_along = pixels if axis == 0 else pixels.swapaxes(0, 1)
    lines_beside = (
        slice(round(run.end) + 1, None) if end else slice(0, max(0, round(run.start) - 1))
    )
    strip = pixels_along[lines_beside, max(0, round(along.start)) : round(along.end)]
    if not strip.size:
        return False
    off_usual = np.abs(strip - np.median(strip, axis=1, keepdims=True)).max(axis=2)
    return bool((off_usual > GAP_COLOURS).mean() < MOST_OFF_GAP)


def _is_gap(pixels: Array, grid: Grid, axis: int, end: int, width: float) -> bool:
    """Whether a strip of this width at an end of each cell is but a gap between cells: of one colour in all
    lines of a board. Where the picture's edge cuts that off the last line, the line is whole."""
    run = grid.run(axis)
    pixels_along = pixels if axis == 0 else pixels.swapaxes(0, 1)
    along = grid.run(1 - axis)
    across_board = slice(max(0, round(along.start)), round(along.end))
    strips = []
    for line in range(1, run.cells):
        boundary = run.start + run.pitch * line
        first, last = (boundary - width, boundary) if end else (boundary, boundary + width)
        strips.append(pixels_along[round(first) + 1 : round(last) - 1, across_board].reshape(-1, 3))
    in_strips = np.concatenate(strips)
    in_strips = in_strips[evenly_spread(len(in_strips), MOST_GAP_PIXELS)]
    if not len(in_strips):
        return False
    off_usual = np.abs(in_strips - np.median(in_strips, axis=0)).max(axis=1)
    return bool((off_usual > GAP_COLOURS).mean() < MOST_OFF_GAP)


def _lines_go_on(pixels: Array, grid: Grid, axis: int, end: int, margin: float) -> bool:
    """Whether the lines across the last row (axis 0) or column of a board are seen beyond it as well."""
    run = grid.run(axis)

    # From the last line of cells to the picture's edge: the changes along it, by place.
    if end:
        start, stop = run.end - run.pitch, run.end + margin
    else:
        start, stop = run.start - margin, run.start + run.pitch
    start, stop = max(0, round(start)), round(stop)
    strip = pixels[start:stop] if axis == 0 else pixels[:, start:stop]
    lines = brightness_changes(strip)[axis]  # (places across, places along)
    boundary = round(run.end if end else run.start) - start
    inside = lines[2 : boundary - 2]
    outside = lines[boundary + 2 : -2]
    if not end:
        inside, outside = outside, inside
    if min(len(inside), len(outside)) < 2:
        return False

    # Beyond the board its lines may be fainter, but not by much.
    clear_inside = _clearness_of_lines(inside, grid, 1 - axis)
    clear_outside = _clearness_of_lines(outside, grid, 1 - axis)
    if clear_inside <= LEAST_LINE or clear_outside <= 0.5 * clear_inside:
        return False

    # Faint and strong changes are equally clear: a frame may show traces of the lines.
    along_edge = strip if axis == 0 else strip.swapaxes(0, 1)
    pixels_inside = along_edge[2 : boundary - 2]
    pixels_outside = along_edge[boundary + 2 : -2]
    if not end:
        pixels_inside, pixels_outside = pixels_outside, pixels_inside
    step_inside = _step_at_lines(pixels_inside, grid, 1 - axis)
    step_outside = _step_at_lines(pixels_outside, grid, 1 - axis)
    return step_outside > LEAST_STEP * step_inside


def _step_at_lines(strip: Array, grid: Grid, axis: int) -> float:
    """How much colours differ, of 255, within three pixels of the lines of a grid, in the mean of all lines.

    strip: uint8 (across, along, 3), with places along this axis second
    """
    run = grid.run(axis)
    colours = strip.mean(axis=0, dtype=np.float32)
    steps = []
    for line in range(1, run.cells):
        place = round(run.start + run.pitch * line)
        near_line = colours[max(0, place - 3) : place + 3]
        if len(near_line):
            steps.append(np.ptp(near_line, axis=0).max())
    return float(np.mean(steps)) if steps else 0.0


def _clearness_of_lines(changes: Array, grid: Grid, axis: int) -> float:
    """How much more changes at the lines of a grid than between them, 0 to 1; ``changes``: with places along
    this axis last."""
    run = grid.run(axis)
    line_places = run.start + run.pitch * np.arange(1, run.cells) - 0.5
    profile = changes.mean(axis=0, dtype=np.float64) / 255
    last_place = len(profile) - 1
    peaks = []
    for shift in (-1, 0, 1):
        pixel_numbers = np.rint(line_places + shift).astype(int)
        peaks.append(profile[np.clip(pixel_numbers, 0, last_place)])
    middles = np.rint(line_places - run.pitch / 2).astype(int)
    between = profile[np.clip(middles, 0, last_place)]
    return float(np.max(peaks, axis=0).mean() - between.mean())
