"""The arrays in this folder, and what is asked of many of them: parts of cells, even samples, pixels inside.

Their shapes, and what is in them, is said where they are used.
"""

from typing import Any

import numpy as np
import numpy.typing as npt

Array = npt.NDArray[Any]


def evenly_spread(count: int, most_numbers: int) -> Array:
    """int (k,): so many of the numbers from 0 to before ``count`` at most, evenly spread."""
    return np.linspace(0, count - 1, min(count, most_numbers)).astype(int)


def block_means(cells: Array, side: int, dtype: Any = None) -> Array:
    """float (n, height / side, width / side, k): the mean of each square of a cell.

    cells: (n, height, width, k), k being its colours mostly; ``side``: of a square, in pixels; ``dtype``: in
        which the mean is taken, that of the cells where they are float, else float64
    """
    height = cells.shape[1] // side
    width = cells.shape[2] // side
    is_bytes = cells.dtype == np.uint8
    mean_type = np.dtype(dtype or (np.float64 if is_bytes else cells.dtype))

    # Whole lines are added, which is many times as fast as a mean along two short axes.
    depth = cells.shape[3]
    lines = cells.reshape(len(cells), height, side, width * side * depth)
    of_lines = lines[:, :, 0].astype(np.uint16 if is_bytes else cells.dtype)
    for number in range(1, side):
        of_lines += lines[:, :, number]
    columns = of_lines.reshape(len(cells), height, width, side, depth)
    of_squares = columns[:, :, :, 0].astype(mean_type)
    for number in range(1, side):
        of_squares += columns[:, :, :, number]
    return of_squares / mean_type.type(side * side)


def distinct_cells(cells: Array) -> tuple[Array, Array]:
    """int (k,): one of each set of cells, uint8, that are equal; and int (n,): which of these each one is."""
    number_of: dict[bytes, int] = {}
    numbers = [number_of.setdefault(cell.tobytes(), len(number_of)) for cell in cells]
    _, examples = np.unique(numbers, return_index=True)
    return examples, np.array(numbers, int)


def largest_of_colours(values: Array) -> Array:
    """The largest of the three values of each pixel, (..., 3): numpy is slow along so short an axis."""
    red, green, blue = values[..., 0], values[..., 1], values[..., 2]
    return np.asarray(np.maximum(np.maximum(red, green), blue))


def median_colours(cells: Array) -> Array:
    """float (n, 3): the colour of most of each cell, (n, height, width, 3), which is that of its ground."""
    pixels = cells.reshape(len(cells), -1, 3)
    return np.asarray(np.median(pixels, axis=1))


def strongest_mean(values: Array, number: int) -> Array:
    """float (n,): the mean of the so many largest values of each row, float (n, values)."""
    largest = np.partition(values, -number, axis=1)[:, -number:]
    return np.asarray(largest.mean(axis=1))


def depth_in_square(side: int) -> Array:
    """int (side, side): how many pixels lie between each pixel of a square and its nearest edge."""
    pixel_numbers = np.arange(side)
    to_edge = np.minimum(pixel_numbers, pixel_numbers[::-1])
    return np.minimum(to_edge[:, None], to_edge)


def with_ring(boards: Array) -> Array:
    """Values of cells, int8 or bool (n, rows, cols), with a ring of zeros around each board: on small ones
    that is several times as fast as ``numpy.pad``."""
    count, rows, cols = boards.shape
    padded = np.zeros((count, rows + 2, cols + 2), boards.dtype)
    padded[:, 1:-1, 1:-1] = boards
    return padded


def neighbour_counts(flags: Array) -> Array:
    """int8 (n, rows, cols): how many of the eight around each cell are one of these, bool (n, rows, cols)."""
    padded = with_ring(flags.astype(np.int8))
    above, level, below = padded[:, :-2], padded[:, 1:-1], padded[:, 2:]
    of_three = above + level + below
    of_nine = of_three[:, :, :-2] + of_three[:, :, 1:-1]
    of_nine += of_three[:, :, 2:]
    return np.asarray(of_nine - flags)


def shares_side_with_any(flags: Array) -> Array:
    """bool (n, rows, cols): which cells are above, below, left or right of one of these."""
    padded = with_ring(flags)
    is_below = padded[:, :-2, 1:-1]
    is_above = padded[:, 2:, 1:-1]
    is_right_of = padded[:, 1:-1, :-2]
    is_left_of = padded[:, 1:-1, 2:]
    return np.asarray(is_below | is_above | is_right_of | is_left_of)


def beside_any(flags: Array) -> Array:
    """bool (rows, cols): which cells are one of these, bool (rows, cols), or one of the eight around one."""
    padded = with_ring(flags[None])[0]
    of_three = padded[:-2] | padded[1:-1] | padded[2:]
    previous_column, next_column = of_three[:, :-2], of_three[:, 2:]
    return np.asarray(previous_column | of_three[:, 1:-1] | next_column)
