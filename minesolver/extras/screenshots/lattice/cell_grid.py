"""Where the cells of a board are in a picture: a grid, and its cells in one direction as a run."""

from dataclasses import dataclass, replace
from typing import NamedTuple

from ..arrays import Array

SMALLEST_SIDE = 9.0
LARGEST_SIDE = 120.0
"""Pixels of a cell's side, least and most."""
MOST_UNEQUAL = 0.25
"""Of the longer side of a cell: how much the other one may be shorter."""

GRID_ENDS = ((0, 0), (0, 1), (1, 0), (1, 1))
"""Axis and end of each side of a grid: above, below, on the left, on the right."""


@dataclass(frozen=True)
class Grid:
    """Where the cells are: left and top edge of the first one, width and height of each, in pixels; rows and
    columns."""

    left: float
    top: float
    width: float
    height: float
    rows: int
    cols: int

    @property
    def area(self) -> float:
        """The pixels that it covers."""
        return self.rows * self.height * self.cols * self.width

    def box(self, row: int, col: int) -> tuple[float, float, float, float]:
        """x0, y0, x1, y1 of a cell."""
        left = self.left + col * self.width
        top = self.top + row * self.height
        return left, top, left + self.width, top + self.height

    def moved(self, right: float, down: float) -> "Grid":
        """The grid so many pixels further to the right and down."""
        return replace(self, left=self.left + right, top=self.top + down)

    def overlaps(self, other: "Grid") -> bool:
        """Whether this grid and another have more than one line of pixels in common, both ways."""
        for axis in (0, 1):
            run, other_run = self.run(axis), other.run(axis)
            if run.end <= other_run.start + 1 or other_run.end <= run.start + 1:
                return False
        return True

    def run(self, axis: int) -> "CellRun":
        """Its cells down (axis 0) or across, as one run of them."""
        if axis == 0:
            return CellRun(self.top, self.height, self.rows)
        return CellRun(self.left, self.width, self.cols)

    def with_run(self, axis: int, run: "CellRun") -> "Grid":
        """The grid with other cells down (axis 0) or across."""
        if axis == 0:
            return replace(self, top=run.start, height=run.pitch, rows=run.cells)
        return replace(self, left=run.start, width=run.pitch, cols=run.cells)


class CellRun(NamedTuple):
    """Cells of one size beside one another: where the first begins, their size in pixels, and how many."""

    start: float
    pitch: float
    cells: int

    @property
    def end(self) -> float:
        """Where the last one ends."""
        return self.start + self.pitch * self.cells

    @property
    def pixels(self) -> slice:
        """The pixels of its cells, as far as they lie in the picture."""
        return slice(max(0, round(self.start)), round(self.end))


class Sides(NamedTuple):
    """The width and height of a cell, in pixels, about."""

    width: float
    height: float

    def unequal(self, width: float, height: float) -> float:
        """By which share of the longer side other cells are more or less oblong than these."""
        times_wider, times_higher = width / self.width, height / self.height
        return abs(times_wider - times_higher) / max(times_wider, times_higher)


def scaled(grid: Grid, times_wider: float, times_higher: float) -> Grid:
    """The grid in the picture made so many times wider and higher."""
    return replace(
        grid,
        left=times_wider * grid.left,
        top=times_higher * grid.top,
        width=times_wider * grid.width,
        height=times_higher * grid.height,
    )


def shorter(grid: Grid, axis: int, end: int) -> Grid:
    """The grid without its first row (axis 0) or column, or without its last (end 1)."""
    run = grid.run(axis)
    start = run.start + (0 if end else run.pitch)
    return grid.with_run(axis, CellRun(start, run.pitch, run.cells - 1))


def longer(grid: Grid, axis: int, end: int) -> Grid:
    """The grid with one more row (axis 0) or column, before it or at its end (1)."""
    run = grid.run(axis)
    start = run.start - (0 if end else run.pitch)
    return grid.with_run(axis, CellRun(start, run.pitch, run.cells + 1))


def pixels_to_the_edge(pixels: Array, grid: Grid, axis: int, end: int) -> float:
    """Pixels between a side of a board and the picture's edge; less than 0 where the board goes beyond."""
    run = grid.run(axis)
    return pixels.shape[axis] - run.end if end else run.start


def same_grid(grid: Grid, other_grid: Grid) -> bool:
    """Whether two grids are one, but for a row or a column at the ends, which are looked for later."""
    # In cells of the other grid: how far each of the four ends is moved.
    right = (grid.left - other_grid.left) / other_grid.width
    down = (grid.top - other_grid.top) / other_grid.height
    right_end = grid.cols + right - other_grid.cols
    lower_end = grid.rows + down - other_grid.rows
    ends_apart = max(abs(right), abs(down), abs(right_end), abs(lower_end))

    # A pitch that differs a little moves the last lines much.
    pitch_apart = abs(grid.width - other_grid.width)
    has_same_pitch = pitch_apart * grid.cols < 0.2 * other_grid.width
    lines_apart = abs(right - round(right)) + abs(down - round(down))
    return has_same_pitch and lines_apart < 0.15 and ends_apart < 1.2
