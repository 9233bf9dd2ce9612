"""Grids that fill a picture from end to end, as where the board was cut out of it."""

from collections.abc import Iterator
from functools import cache, partial

import numpy as np

from ..arrays import Array
from .cell_grid import LARGEST_SIDE, MOST_UNEQUAL, SMALLEST_SIDE, Grid
from .changes import Changes, values_at

MOST_FILLING_COLUMNS = 60
"""Columns of a board that fills the picture, tried first."""
LEAST_FILLING_SCORE = 0.15
MOST_FILLING_GRIDS = 3
"""Of grids that fill the picture: what one scores at least, and how many are looked at."""
NEARLY_SQUARE = 0.12
"""Of a cell's side: by how much its height differs where that counts half."""


def grids_that_fill(changes: Changes) -> list[Grid]:
    """Grids that fill the picture from end to end, those in which it repeats itself most first."""
    height, width = changes[0].shape
    across, down = (lines.mean(axis=0, dtype=np.float64) for lines in changes)
    # Most numbers of rows and of columns are tried together with several of the others.
    repeats_across = cache(partial(_repeats, across))
    repeats_down = cache(partial(_repeats, down))
    scored: list[tuple[float, Grid]] = []
    for rows, cols in _likely_shapes(height, width):
        side = width / cols
        tall = height / rows
        unequal = abs(side - tall) / side
        penalty = (0.5 if unequal < NEARLY_SQUARE else 1.0) * unequal
        score = min(repeats_across(cols), repeats_down(rows)) - penalty
        if score <= LEAST_FILLING_SCORE:
            continue
        if _lacks_lines(across, cols) and _lacks_lines(down, rows):
            continue
        if not _repeats_in_parts(across, cols):
            scored.append((score, Grid(0.0, 0.0, side, tall, rows, cols)))
    scored.sort(key=lambda pair: -pair[0])
    return [grid for _, grid in scored[:MOST_FILLING_GRIDS]]


def _likely_shapes(height: int, width: int) -> Iterator[tuple[int, int]]:
    """Rows and columns of nearly square cells that fill a picture of this size."""
    most_cols = min(MOST_FILLING_COLUMNS, int(width / SMALLEST_SIDE))
    for cols in range(4, most_cols + 1):
        fewest_rows = round(0.8 * height * cols / width)
        most_rows = round(1.25 * height * cols / width) + 1
        for rows in range(max(fewest_rows, 4), most_rows + 1):
            side = width / cols
            tall = height / rows
            is_square = abs(side - tall) < MOST_UNEQUAL * side
            if is_square and tall >= SMALLEST_SIDE and side <= LARGEST_SIDE:
                yield rows, cols


def _repeats(profile: Array, number: int) -> float:
    """The share of a profile's variance that lies in its mean over so many cells, above chance."""
    place_in_cell = (np.arange(len(profile)) + 0.5) * number / len(profile) % 1
    bins = max(4, min(16, len(profile) // number // 2))
    bin_of = np.minimum((place_in_cell * bins).astype(int), bins - 1)
    pixel_count = np.bincount(bin_of, minlength=bins)
    means = np.bincount(bin_of, profile, bins) / np.maximum(pixel_count, 1)
    squares = (profile - means[bin_of]) ** 2
    unexplained = squares.sum() / max(len(profile) - bins, 1)
    variance = profile.var()
    return float(1 - unexplained / variance) if variance > 1 else 0.0


def _lacks_lines(profile: Array, number: int) -> bool:
    """Whether lines are missing at regular distances: those are parts of cells."""
    line_places = np.rint(np.arange(1, number) * len(profile) / number - 1)
    shifted = [values_at(profile, line_places + shift) for shift in (-1, 0, 1)]
    lines = np.max(shifted, axis=0)
    for divisor in (2, 3):
        if number % divisor == 0:
            means = [lines[first_line::divisor].mean() for first_line in range(divisor)]
            if min(means) < 0.4 * max(means):
                return True
    return False


def _repeats_in_parts(profile: Array, number: int) -> bool:
    """Whether parts of these cells repeat themselves as much: it has more cells than are tried."""
    whole_score = _repeats(profile, number)
    for divisor in range(2, 8):
        side = len(profile) / number / divisor
        untried = number * divisor > MOST_FILLING_COLUMNS and side >= SMALLEST_SIDE
        if untried and _repeats(profile, number * divisor) > 0.8 * whole_score:
            return True
    return False
