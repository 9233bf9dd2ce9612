"""The cells of a grid cut out of a picture: each as a square of one size.

Numbers that name no source were set by hand on the programs of ``benchmarks/screenshots/programs.toml``:
``programs.py score`` beside it says what another value reads. The networks are fitted to what comes out here,
so after a change ``fit_symbols.py`` there has to run again.
"""

from dataclasses import replace
from math import ceil

import numpy as np

from .arrays import Array
from .lattice import Grid
from .symbols import SIDE

SUMMED_AT_ONCE = 30_000
"""Pixels of a part of the picture in which cells are cut out together: sums over it stay in the cache of the
processor, which is twice as fast as over all."""


def cells_of(image: Array, grid: Grid) -> Array:
    """Each cell of a grid as uint8 (n, SIDE, SIDE, 3): means over its parts, down and then across."""
    if grid.rows > 1 and grid.area > SUMMED_AT_ONCE:
        upper, lower = _upper_and_lower(grid)
        return np.concatenate([cells_of(image, upper), cells_of(image, lower)])
    pixels, first_row, first_column = _part_around(image, grid)
    start_down = grid.top - first_row
    start_across = grid.left - first_column
    lines = _means_along(pixels, start_down, grid.height / SIDE, grid.rows * SIDE)
    columns = np.ascontiguousarray(lines.swapaxes(0, 1))
    means = _means_along(columns, start_across, grid.width / SIDE, grid.cols * SIDE)
    by_cell = as_bytes(means).reshape(grid.cols, SIDE, grid.rows, SIDE, 3)
    return by_cell.transpose(2, 0, 3, 1, 4).reshape(-1, SIDE, SIDE, 3)


def _upper_and_lower(grid: Grid) -> tuple[Grid, Grid]:
    """A grid in two: sums over all of a large one would take too much room and time."""
    half = grid.rows // 2
    upper = replace(grid, rows=half)
    lower = replace(grid.moved(0, half * grid.height), rows=grid.rows - half)
    return upper, lower


def as_bytes(pixels: Array) -> Array:
    """The pixels, float, as uint8."""
    return np.clip(np.rint(pixels), 0, 255).astype(np.uint8)


def _part_around(image: Array, grid: Grid) -> tuple[Array, int, int]:
    """The part of a picture with a grid, uint8, and where it begins down and across. Beyond the picture it
    goes on as at its edge, of which a pixel is always taken: a line of cells may lie beyond it altogether."""
    height, width = image.shape[:2]
    first_row = min(max(0, int(grid.top) - 1), height - 1)
    end_row = int(grid.top + grid.rows * grid.height) + 2
    first_column = min(max(0, int(grid.left) - 1), width - 1)
    end_column = int(grid.left + grid.cols * grid.width) + 2
    rows = slice(first_row, max(end_row, 1))
    columns = slice(first_column, max(end_column, 1))
    pixels: Array = image[rows, columns]
    rows_above = max(0, ceil(-grid.top))
    rows_below = max(0, ceil(end_row - height))
    columns_before = max(0, ceil(-grid.left))
    columns_after = max(0, ceil(end_column - width))
    if rows_above or rows_below or columns_before or columns_after:
        padding = (rows_above, rows_below), (columns_before, columns_after), (0, 0)
        pixels = np.pad(pixels, padding, mode="edge")
    return pixels, first_row - rows_above, first_column - columns_before


def _means_along(pixels: Array, start: float, length: float, piece_count: int) -> Array:
    """float (pieces, width, 3): means over so many pieces of one length down a picture (height, width, 3)."""
    edges = start + length * np.arange(piece_count + 1)
    edges = np.clip(edges, 0, len(pixels) - 1e-6)
    begins, ends = edges[:-1], edges[1:]

    # A piece begins within its first pixel, and ends within its last one.
    lines = pixels.reshape(len(pixels), -1)
    means = np.zeros((len(begins), lines.shape[1]))
    first_pixels = begins.astype(int)
    for number in range(ceil(length) + 1):
        pixel_numbers = first_pixels + number
        overlap = np.minimum(ends, pixel_numbers + 1) - np.maximum(begins, pixel_numbers)
        shares = np.maximum(overlap, 0) / np.maximum(ends - begins, 1e-6)
        of_pieces = lines[np.minimum(pixel_numbers, len(lines) - 1)]
        means += of_pieces * shares[:, None]
    return means.reshape(piece_count, *pixels.shape[1:])


def one_way_changes(cells: Array) -> Array:
    """bool (n,): what changes one way only: a frame looks like a column of ones."""
    down = _mean_deviation(cells)
    across = _mean_deviation(cells.swapaxes(1, 2))
    larger = np.maximum(down, across)
    lesser = np.minimum(down, across)
    return np.asarray((lesser < 0.2 * larger) & (larger > 5))


def _mean_deviation(cells: Array) -> Array:
    """float (n,): the standard deviation down each cell, uint8 (n, height, width, 3), the mean of its
    columns and colours. In whole numbers, which are exact."""
    cell_count, height, width, depth = cells.shape
    pixels = cells.astype(np.int32, order="C").reshape(cell_count, height, width * depth)
    total = pixels.sum(axis=1)
    pixels *= pixels
    squares = pixels.sum(axis=1)
    deviation = np.sqrt(height * squares - total * total) / height
    return np.asarray(deviation.mean(axis=1))
