"""The borders of a grid's cells: how clear they are, and where exactly its lines lie."""

from dataclasses import replace

import numpy as np

from ..arrays import Array
from .cell_grid import CellRun, Grid
from .changes import Changes

MARGIN = 0.3
"""Of a cell: how far beyond a grid's ends its lines are looked at."""
MOST_STRETCH, STRETCHES = 0.3, 61
"""Of a cell: by how much the whole of a grid is longer or shorter at most; and how many lengths are tried."""
HARMONICS = 6
"""Waves of a pitch, its half, its third, ... that are added up: a line is narrow."""
SHIFT_REACH = 0.15
"""Of a cell: how far lines are moved at most."""
SURELY_SQUARE = 0.003
"""Of a cell's width: by how much its height differs at most where nothing is asked."""
AS_CLEAR = 0.9
"""Of the clearness of lines at their own pitch: how clear those at one pitch both ways are then."""


def border_clearness(changes: Changes, grid: Grid) -> Array:
    """float (rows, cols): how clear the weakest three of the four borders of each cell are, 0 to 1."""
    down = grid.run(0)
    across = grid.run(1)
    upright = _line_clearness(changes[0], down, across)
    level = _line_clearness(changes[1], across, down).T
    left_borders, right_borders = upright[:, :-1], upright[:, 1:]
    upper_borders, lower_borders = level[:-1], level[1:]
    borders = np.stack([left_borders, right_borders, upper_borders, lower_borders])
    weakest_first = np.sort(borders, axis=0)
    return np.asarray(weakest_first[:3].mean(axis=0))


def _line_clearness(lines: Array, along: CellRun, across: CellRun) -> Array:
    """float32 (cells along, lines): how clear each piece of a line is that borders a cell, the clearest of
    three neighbouring pixels; a line at the picture's own end is fairly clear.

    along, across: The cells that a line passes, and those between lines
    """
    # A piece is looked at in nine places, without its ends, where other lines cross.
    shares = np.linspace(0.2, 0.8, 9)
    cell_numbers = np.arange(along.cells)[:, None]
    sample_places = along.start + along.pitch * (cell_numbers + shares)
    last_sample = len(lines) - 1
    samples = np.clip(np.rint(sample_places), 0, last_sample).astype(int)
    line_numbers = np.arange(across.cells + 1)
    line_places = np.rint(across.start + across.pitch * line_numbers - 0.5)
    last_place = lines.shape[1] - 1
    is_at_end = (line_places < 1) | (line_places > last_place - 2)
    clearest = np.zeros((along.cells, len(line_numbers)), np.float32)
    for shift in (-1, 0, 1):
        shifted = np.clip(line_places + shift, 0, last_place).astype(int)
        pieces = lines[samples[:, :, None], shifted[None, None, :]]
        value = pieces.mean(axis=1) / 255
        clearest = np.maximum(clearest, np.where(is_at_end, 0.6, value))
    return clearest


class _Direction:
    """One direction of a grid: its lines' profile, and how clear lines of some pitch are in it."""

    def __init__(
        self, lines: Array, crossing: tuple[float, float], ends: tuple[float, float], cells: int
    ):
        """lines: Where brightness changes along this direction, of the whole picture
        crossing, ends: Where the grid begins and ends the other way, and this way
        """
        start, end = ends
        self.cells = cells
        self.middle = (start + end) / 2
        self.side = (end - start) / cells
        self.picture_size = lines.shape[1]
        margin = MARGIN * self.side
        self.begin = max(0, round(start - margin))
        stop = max(self.begin + 2, round(end + margin))
        first_line = max(0, round(crossing[0]))
        end_line = max(1, round(crossing[1]))
        strip = lines[first_line:end_line, self.begin : stop]
        profile = strip.mean(axis=0, dtype=np.float32)
        padded = np.pad(profile, 1, mode="edge")
        previous, following = padded[:-2], padded[2:]
        self.smooth_profile = (previous + 2 * profile + following) / 4
        self.best_pitch = self._best_pitch(profile)

    def _best_pitch(self, profile: Array) -> float:
        """The pitch of the strongest waves: the sum over the first harmonics, a line being narrow."""
        from_middle = self.begin + 1 + np.arange(len(profile)) - self.middle
        stretches = np.linspace(-MOST_STRETCH, MOST_STRETCH, STRETCHES) / self.cells
        pitches = self.side * (1 + stretches)
        turns = np.exp(2j * np.pi * from_middle / pitches[:, None])
        weighted = (profile - profile.mean())[None, :] * turns
        waves = [weighted.sum(axis=1)]
        for _ in range(HARMONICS - 1):
            weighted = weighted * turns
            waves.append(weighted.sum(axis=1))
        power = (np.abs(waves) ** 2).sum(axis=0)
        return float(pitches[int(power.argmax())])

    def clearest(self, pitch: float) -> tuple[float, float]:
        """How clear the lines of this pitch are, at most, and where their middle is then."""
        reach = SHIFT_REACH * self.side
        shifts = np.arange(-reach, reach + 0.5, 0.5)
        from_middle = pitch * (np.arange(self.cells + 1) - self.cells / 2)
        line_places = self.middle + shifts[:, None] + from_middle - self.begin - 1
        profile = self.smooth_profile
        values = np.interp(line_places, np.arange(len(profile)), profile)
        nearness = 1 - 0.3 * np.abs(shifts) / self.side
        clearness = values.mean(axis=1) * nearness
        best_shift = float(shifts[clearness.argmax()])
        return float(clearness.max()), self.middle + best_shift

    def ends(self, pitch: float) -> tuple[float, float]:
        """Where the lines of this pitch begin and end; at the picture's ends where they nearly do."""
        clearness, middle = self.clearest(pitch)
        start = middle - self.cells * pitch / 2
        end = middle + self.cells * pitch / 2
        off_picture = abs(start) + abs(end - self.picture_size)
        if off_picture < 0.4 * pitch:
            filling_clearness, _ = self.clearest(self.picture_size / self.cells)
            if filling_clearness > 0.97 * clearness:
                return 0.0, float(self.picture_size)
        return start, end


def refined(changes: Changes, grid: Grid) -> Grid:
    """The grid at the pitch at which the changes stand out most, with its lines where these are."""
    left, top = grid.box(0, 0)[:2]
    right, bottom = grid.box(grid.rows - 1, grid.cols - 1)[2:]
    across = _Direction(changes[0], (top, bottom), (left, right), grid.cols)
    down = _Direction(changes[1], (left, right), (top, bottom), grid.rows)
    width = across.best_pitch
    height = down.best_pitch

    # Cells are square, unless the lines say no.
    if abs(width - height) > SURELY_SQUARE * width:
        clear_across = across.clearest(width)[0] + 1e-6
        clear_down = down.clearest(height)[0] + 1e-6
        shares = []
        for pitch in (width, height):
            share_across = across.clearest(pitch)[0] / clear_across
            share_down = down.clearest(pitch)[0] / clear_down
            shares.append((min(share_across, share_down), pitch))
        share, pitch = max(shares)
        if share > AS_CLEAR:
            width = height = pitch
    left, right = across.ends(width)
    top, bottom = down.ends(height)
    return replace(
        grid,
        left=left,
        top=top,
        width=(right - left) / grid.cols,
        height=(bottom - top) / grid.rows,
    )


def between_cells(changes: Changes, grid: Grid) -> Grid:
    """The grid with its lines in the middle between cells, where they are one of the two sides of a gap."""
    down, across = grid.run(0), grid.run(1)
    gap_right = _half_gap(changes[0][down.pixels], across)
    gap_down = _half_gap(changes[1][across.pixels], down)
    return grid.moved(gap_right, gap_down)


def _half_gap(changes_along: Array, run: CellRun) -> float:
    """Half of the distance from a board's lines to those of the other side of a gap between its cells; 0:
    there is no gap."""
    # The lines of most cells: not a raised edge of the hidden ones.
    every_so_many = len(changes_along) // 60 + 1
    profile = np.median(changes_along[::every_so_many], axis=0)

    # How clear lines are that are moved by shares of a cell, as far as they are inside the picture.
    shares = np.arange(-25, 26) * 0.02
    line_numbers = np.arange(run.cells + 1) + shares[:, None]
    line_places = np.rint(run.start - 1 + run.pitch * line_numbers).astype(int)
    is_inside = (line_places >= 0) & (line_places < len(profile))
    values = profile[line_places * is_inside] * is_inside
    inside_count = np.maximum(is_inside.sum(axis=1), 1)
    clearness = values.sum(axis=1) / inside_count

    # The other side of a gap is a quarter to a third of a cell away, is as clear as the lines themselves, and
    # no number's strokes, which are less; and it is a peak, not the slope of a raised edge.
    is_gap = (abs(shares) > 0.23) & (abs(shares) < 0.33)
    far_side = int(np.where(is_gap, clearness, 0).argmax())
    clear_there = clearness[far_side]
    at_lines = clearness[22:29].max()
    in_the_middle = clearness[:5].mean()
    is_clear = clear_there > max(64, 0.6 * at_lines, 2 * in_the_middle)
    is_peak = clear_there >= clearness[max(0, far_side - 3) : far_side + 4].max()
    clearness_mirrored = clearness[::-1]
    mirrored = clearness_mirrored[max(0, far_side - 2) : far_side + 3].max()
    if is_peak and is_clear and mirrored < 0.6 * clear_there:
        return run.pitch * float(shares[far_side]) / 2
    return 0.0
