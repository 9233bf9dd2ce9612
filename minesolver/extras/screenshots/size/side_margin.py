"""What lies between a side of a board and the picture's edge: a page, a frame, a gap, or more cells."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array, evenly_spread
from ..lattice import CellRun, Grid, brightness_changes, pixels_to_the_edge, values_at

LEAST_LINE = 0.1
"""How clear the lines of a board that is cut are, 1 being the clearest."""
AS_CLEAR = 0.5
"""Of the clearness of a board's lines: how clear they are at least where they go on."""
LEAST_STEP = 0.3
"""How large the steps of colour at the lines beyond a board are at least, of those inside it: in published
pictures cut lines of cells have 0.5 and more, a frame in which the lines left traces has 0.17 at most."""
ABOUT_LINE = 3
"""Pixels on both sides of a line between which its step of colour is seen."""
BESIDE_LINE = 2
"""Pixels beside a line between cells that say nothing of the cells, and at the ends of a strip."""
MOST_GAP_PIXELS = 20_000
"""Pixels of gaps that are looked at, evenly spread."""
GAP_COLOURS, MOST_OFF_GAP = 12, 0.1
"""How far the pixels of a gap between cells are apart, of 255, and the share of those that may be farther."""
HARDLY_ANYTHING = (4.0, 0.12)
"""Pixels, and of a cell: less lies between a board and the picture's edge with which it ends."""


class BoardSide(NamedTuple):
    """A side of a board in a picture: that at which its rows (axis 0) or columns begin, or end (1)."""

    pixels: Array
    grid: Grid
    axis: int
    end: int

    @property
    def run(self) -> CellRun:
        """The cells from this side to the opposite one."""
        return self.grid.run(self.axis)

    @property
    def along(self) -> CellRun:
        """The cells along this side."""
        return self.grid.run(1 - self.axis)

    @property
    def margin(self) -> float:
        """Pixels up to the picture's edge; less than 0 where the board goes beyond it."""
        return pixels_to_the_edge(self.pixels, self.grid, self.axis, self.end)

    @property
    def pixels_by_line(self) -> Array:
        """uint8 (lines, places, 3): the picture in lines of pixels along this side."""
        return self.pixels if self.axis == 0 else self.pixels.swapaxes(0, 1)


def hardly_anything(side: BoardSide) -> float:
    """Pixels: what lies between a side of a board and the picture's edge with which it ends is less."""
    most_pixels, most_share = HARDLY_ANYTHING
    return max(most_pixels, most_share * side.run.pitch)


def ends_with_picture(side: BoardSide) -> bool:
    """Whether hardly anything lies between a side of a board and the picture's edge."""
    return side.margin < hardly_anything(side)


def is_same_all_along(side: BoardSide) -> bool:
    """Whether what lies between a side of a board and the picture's edge is the same all along the board, as
    a page or a frame is, and no cells are."""
    run = side.run
    end_before = max(0, round(run.start) - 1)
    first_behind = round(run.end) + 1
    lines = slice(first_behind, None) if side.end else slice(0, end_before)
    strip = side.pixels_by_line[lines, side.along.pixels]
    if not strip.size:
        return False
    usual_colours = np.median(strip, axis=1, keepdims=True)
    off_usual = np.abs(strip - usual_colours).max(axis=2)
    return bool((off_usual > GAP_COLOURS).mean() < MOST_OFF_GAP)


def is_gap_between_cells(side: BoardSide, width: float) -> bool:
    """Whether a strip of this width at an end of each cell is but a gap between cells: of one colour in all
    lines of a board. Where the picture's edge cuts that off the last line, the line is whole."""
    run = side.run
    strips = []
    for line in range(1, run.cells):
        boundary = run.start + run.pitch * line
        if side.end:
            begin, stop = boundary - width, boundary
        else:
            begin, stop = boundary, boundary + width
        inner_lines = slice(round(begin) + 1, round(stop) - 1)
        strips.append(side.pixels_by_line[inner_lines, side.along.pixels].reshape(-1, 3))
    in_strips = np.concatenate(strips)
    in_strips = in_strips[evenly_spread(len(in_strips), MOST_GAP_PIXELS)]
    if not len(in_strips):
        return False
    usual_colour = np.median(in_strips, axis=0)
    off_usual = np.abs(in_strips - usual_colour).max(axis=1)
    return bool((off_usual > GAP_COLOURS).mean() < MOST_OFF_GAP)


def do_lines_go_on(side: BoardSide) -> bool:
    """Whether the lines across the last row or column of a board are seen beyond it as well."""
    run = side.run

    # From the last line of cells to the picture's edge: the changes along it, by place.
    if side.end:
        start, stop = run.end - run.pitch, run.end + side.margin
    else:
        start, stop = run.start - side.margin, run.start + run.pitch
    start, stop = max(0, round(start)), round(stop)
    strip = side.pixels[start:stop] if side.axis == 0 else side.pixels[:, start:stop]
    changes_along = brightness_changes(strip)[side.axis]
    boundary = round(run.end if side.end else run.start) - start
    inside, outside = _parted(changes_along, boundary, side.end)
    if min(len(inside), len(outside)) < 2:
        return False

    # Beyond the board its lines may be fainter, but not by much.
    clear_inside = _clearness_of_lines(inside, side.along)
    clear_outside = _clearness_of_lines(outside, side.along)
    if clear_inside <= LEAST_LINE or clear_outside <= AS_CLEAR * clear_inside:
        return False

    # Faint and strong changes are equally clear: a frame may show traces of the lines.
    pixels_along = strip if side.axis == 0 else strip.swapaxes(0, 1)
    pixels_inside, pixels_outside = _parted(pixels_along, boundary, side.end)
    step_inside = _step_at_lines(pixels_inside, side.along)
    step_outside = _step_at_lines(pixels_outside, side.along)
    return step_outside > LEAST_STEP * step_inside


def _parted(lines: Array, boundary: int, end: int) -> tuple[Array, Array]:
    """What lies inside and outside a board, of lines of pixels on both sides of its boundary."""
    lines_before = lines[BESIDE_LINE : boundary - BESIDE_LINE]
    lines_behind = lines[boundary + BESIDE_LINE : -BESIDE_LINE]
    return (lines_before, lines_behind) if end else (lines_behind, lines_before)


def _step_at_lines(strip: Array, run: CellRun) -> float:
    """How much colours differ, of 255, about the lines between cells, in the mean of all lines.

    strip: uint8 (across, along, 3), with places along these cells second
    """
    colours = strip.mean(axis=0, dtype=np.float32)
    steps = []
    for line in range(1, run.cells):
        line_pixel = round(run.start + run.pitch * line)
        about_line = colours[max(0, line_pixel - ABOUT_LINE) : line_pixel + ABOUT_LINE]
        if len(about_line):
            steps.append(np.ptp(about_line, axis=0).max())
    return float(np.mean(steps)) if steps else 0.0


def _clearness_of_lines(changes: Array, run: CellRun) -> float:
    """How much more changes at the lines between cells than in their middles, 0 to 1; ``changes``: with
    places along these cells last."""
    line_places = run.start + run.pitch * np.arange(1, run.cells) - 0.5
    profile = changes.mean(axis=0, dtype=np.float64) / 255
    peaks = [values_at(profile, line_places + shift) for shift in (-1, 0, 1)]
    in_the_middle = values_at(profile, line_places - run.pitch / 2)
    return float(np.max(peaks, axis=0).mean() - in_the_middle.mean())
