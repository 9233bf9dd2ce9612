"""The cells of a grid cut out of a picture, with and without what blank cells show.

Numbers that name no source were set by hand on the programs of ``benchmarks/screenshots/programs.toml``:
``programs.py score`` beside it says what another value reads. The networks are fitted to what
comes out here, so after a change ``fit_symbols.py`` there has to run again.
"""

from dataclasses import replace
from math import ceil
from typing import NamedTuple

import numpy as np

from .arrays import (
    Array,
    block_means,
    depth_in_square,
    evenly_spread,
    largest_of_colours,
    strongest_mean,
)
from .lattice import Grid
from .symbols import SIDE, frames_of

FINE_SIDE = 2 * SIDE
"""Side of the square in which borders are taken away from a cell."""
SUMMED_AT_ONCE = 30_000
"""Pixels of a part of the picture in which cells are cut out together: sums over it stay in the cache of the
processor, which is twice as fast as over all."""
SAMPLED_CELLS = 250
"""Cells of a board, evenly spread, among which the looks of blank ones are sought."""

ALIKE_MEAN = 6.0
"""How far the insides of cells of one look are apart on the average, of 255."""
ALIKE_LARGEST = 40.0
"""The same at most, in any part."""
ALIKE_RIM = 10.0
"""How far the rims of cells of one look are apart."""
ALIKE_RIM_PARTS, SAME_RIM_PARTS = 51, 48
"""Parts of a rim, of 64, that are compared, without those that differ most: a sign may reach into them."""
MOST_ROUGH = 25.0
"""The largest step within a blank cell, of 255, where few cells have its look."""
MOST_ROUGH_OF_MANY = 60.0
"""The same where at least a sixteenth have, as a gloss may be strong, and a sign that so many cells have is
none."""
SAME_RIM = 12.0
"""How far rims of one kind are apart at most."""
OTHER_RIM = 12.0
"""Cells whose rim is farther than this from all blank ones have none."""

LINE_CONTRAST = 25.0
"""How far a border is from the ground in cells that are like no blank ones."""
LINE_SHARE = 0.35
"""The share of a ring of pixels that is so, where the ring is a border."""
MOST_LINE_DEPTH = 8
"""How many pixels from the edge a border is looked for."""
LEAST_INK = 25.0
"""How far a sign's pixels are from the ground at least, of 255."""
INK_SHARE = 0.4
"""The same, of the strongest ones."""
OUTER_PIXELS = 2
"""Pixels at the edge that are no sign."""
INK_AREAS = (0.01, 0.4)
"""Shares of a cell that a sign may take."""
CENTRE_MARGIN = 7
"""Pixels around the middle of a cell, in which most signs are."""
SIGN_SHARE = 0.62
"""Of the part that is cut out: what signs take of it."""
LEAST_SIGN_SIDE = 12
"""The least side of that part."""


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
    by_cell = _as_bytes(means).reshape(grid.cols, SIDE, grid.rows, SIDE, 3)
    return by_cell.transpose(2, 0, 3, 1, 4).reshape(-1, SIDE, SIDE, 3)


def _upper_and_lower(grid: Grid) -> tuple[Grid, Grid]:
    """A grid in two: sums over all of a large one would take too much room and time."""
    half = grid.rows // 2
    upper = replace(grid, rows=half)
    lower = replace(grid, top=grid.top + half * grid.height, rows=grid.rows - half)
    return upper, lower


def _as_bytes(pixels: Array) -> Array:
    """The pixels, float, as uint8."""
    return np.clip(np.rint(pixels), 0, 255).astype(np.uint8)


def _part_around(image: Array, grid: Grid) -> tuple[Array, int, int]:
    """The part of a picture with a grid, uint8, and where it begins down and across. Beyond the picture it
    goes on as at its edge, of which a pixel is always taken: a line of cells may lie beyond it altogether."""
    first_row = min(max(0, int(grid.top) - 1), image.shape[0] - 1)
    end_row = int(grid.top + grid.rows * grid.height) + 2
    first_column = min(max(0, int(grid.left) - 1), image.shape[1] - 1)
    end_column = int(grid.left + grid.cols * grid.width) + 2
    pixels: Array = image[first_row : max(end_row, 1), first_column : max(end_column, 1)]
    rows_above = max(0, ceil(-grid.top))
    rows_below = max(0, ceil(end_row - image.shape[0]))
    columns_before = max(0, ceil(-grid.left))
    columns_after = max(0, ceil(end_column - image.shape[1]))
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


# -- the signs of cells, without what blank cells show -----------------------------------------------------


class _Look(NamedTuple):
    """What several cells look like, whose smoothest ones may be blank: their roughest step, which cells these
    are, and the rim of all of them, float (64, 3)."""

    roughness: float
    smoothest: Array
    rim: Array


def plain_cells(image: Array, grid: Grid, cells: Array) -> tuple[Array, float]:
    """Each cell's sign alone, uint8 (n, SIDE, SIDE, 3), without what blank cells of its rim show (borders,
    shades, gloss), all cut to the part where signs are; and that part's share of a cell's side."""
    rims = frames_of(cells)
    fine = _fine_cells(image, grid)
    blank_looks = _blank_looks(_looks(cells, rims))
    middles = fine[:, 8:32, 8:32].reshape(len(cells), -1, 3)
    ground = np.median(middles, axis=1)

    # What the blank cells of a cell's rim show is taken away from it.
    distances = [np.full(len(cells), OTHER_RIM)]
    for look in blank_looks:
        distances.append(_rims_apart(rims, look.rim, SAME_RIM_PARTS))
    nearest_look = np.array(distances).argmin(axis=0) - 1
    for number, look in enumerate(blank_looks):
        usual = np.median(fine[look.smoothest], axis=0)
        is_like_it = nearest_look == number
        middle = usual[6:34, 6:34].reshape(-1, 3)
        ground[is_like_it] = np.median(middle, axis=0)
        fine[is_like_it] += ground[is_like_it][:, None, None] - usual

    ink = _ink(fine, ground, nearest_look < 0)
    return _cut_to_signs(fine, ground, ink)


def _fine_cells(image: Array, grid: Grid) -> Array:
    """float32 (n, FINE_SIDE, FINE_SIDE, 3): the cells at twice the size."""
    halves = replace(
        grid,
        width=grid.width / 2,
        height=grid.height / 2,
        rows=2 * grid.rows,
        cols=2 * grid.cols,
    )
    quarters = cells_of(image, halves).reshape(grid.rows, 2, grid.cols, 2, SIDE, SIDE, 3)
    by_cell = quarters.transpose(0, 2, 1, 4, 3, 5, 6)
    joined = by_cell.reshape(-1, FINE_SIDE, FINE_SIDE, 3)
    return joined.astype(np.float32)


def _rims_apart(rims: Array, rim: Array, part_count: int) -> Array:
    """float (n,): how unlike a rim others are, on the average of the parts that are least so."""
    difference = largest_of_colours(np.abs(rims - rim))
    least_first = np.sort(difference, axis=1)
    return np.asarray(least_first[:, :part_count].mean(axis=1))


def _looks(cells: Array, rims: Array) -> list[_Look]:
    """What at least three cells of a board look like, where these may be blank."""
    sampled = evenly_spread(len(cells), SAMPLED_CELLS)
    inside = cells[sampled, 3:17, 3:17].astype(np.float32)
    blocks = block_means(inside, 2).reshape(-1, 147)
    sampled_rims = rims[sampled]
    roughness_of_cells = inside.std(axis=(1, 2)).max(axis=1)
    looks = []
    is_unsorted = np.ones(len(sampled), bool)
    while is_unsorted.any():
        # All that look like the first cell that is left; rims, which take longest, come last.
        first_cell = int(is_unsorted.argmax())
        near_cells = np.flatnonzero(is_unsorted)
        difference = np.abs(blocks[near_cells] - blocks[first_cell])
        is_near = difference.mean(axis=1) < ALIKE_MEAN
        is_near &= difference.max(axis=1) < ALIKE_LARGEST
        near_cells = near_cells[is_near]
        near_rims = sampled_rims[near_cells]
        rim_difference = _rims_apart(near_rims, sampled_rims[first_cell], ALIKE_RIM_PARTS)
        is_alike = np.zeros(len(sampled), bool)
        is_alike[near_cells[rim_difference < ALIKE_RIM]] = True
        is_unsorted &= ~is_alike
        is_unsorted[first_cell] = False
        if is_alike.sum() <= 2:
            continue

        # Its smoothest cells, as faint signs may be among them.
        contrast = np.where(is_alike, roughness_of_cells, np.inf)
        smoothest_first = np.argsort(contrast, kind="stable")
        smoothest = smoothest_first[: 3 + is_alike.sum() // 4]
        roughness = _largest_step(np.median(inside[smoothest], axis=0))
        has_many = 16 * is_alike.sum() >= len(sampled)
        if roughness <= (MOST_ROUGH_OF_MANY if has_many else MOST_ROUGH):
            rim = np.median(sampled_rims[is_alike], axis=0)
            looks.append(_Look(roughness, sampled[smoothest], rim))
    return looks


def _largest_step(pixels: Array) -> float:
    """The largest difference of neighbouring pixels, float (height, width, 3)."""
    steps = (np.abs(np.diff(pixels, axis=axis)) for axis in (0, 1))
    return max(float(step.max()) for step in steps)


def _blank_looks(looks: list[_Look]) -> list[_Look]:
    """Those without a sign: of each rim the smoothest, and others that are about as smooth."""
    blank: list[_Look] = []
    for look in sorted(looks, key=lambda look: look.roughness):
        rims = np.array([blank_look.rim for blank_look in blank]).reshape(-1, 64, 3)
        has_same_rim = _rims_apart(rims, look.rim, SAME_RIM_PARTS) < SAME_RIM
        roughness = np.array([blank_look.roughness for blank_look in blank])
        is_rougher = look.roughness > 3 + 1.5 * roughness
        if not (has_same_rim & is_rougher).any():
            blank.append(look)
    return blank


def _ink(fine: Array, ground: Array, is_unknown: Array) -> Array:
    """bool (n, FINE_SIDE, FINE_SIDE): where the signs of cells are. Borders in ``fine`` become ground.

    is_unknown: bool (n,): cells that are like no blank ones
    """
    depth = depth_in_square(FINE_SIDE)
    contrast = _contrast(fine, ground)

    # Nothing is known of what lies under these: their borders at least are no signs.
    border_width = 2
    if is_unknown.any():
        for ring in range(MOST_LINE_DEPTH):
            is_line = contrast[is_unknown][:, depth == ring] > LINE_CONTRAST
            if is_line.mean() > LINE_SHARE:
                border_width = max(border_width, ring + 2)
    for group, width in ((is_unknown, border_width), (~is_unknown, OUTER_PIXELS)):
        group_ground = ground[group][:, None, None]
        for side in _outermost(width):
            fine[(group, *side)] = group_ground
            contrast[(group, *side)] = 0

    # Ink differs from the ground about as much as the strongest of the cell's pixels.
    strongest = strongest_mean(contrast.reshape(len(fine), -1), 24)
    least_contrast = np.maximum(LEAST_INK, INK_SHARE * strongest)[:, None, None]
    return np.asarray((contrast > least_contrast) & (depth > OUTER_PIXELS))


def _contrast(fine: Array, ground: Array) -> Array:
    """float32 (n, FINE_SIDE, FINE_SIDE): how far pixels are from the ground of their cell."""
    contrast = np.zeros(fine.shape[:3], np.float32)
    for colour in range(3):
        difference = fine[..., colour] - ground[:, colour, None, None]
        np.maximum(contrast, np.abs(difference, out=difference), out=contrast)
    return contrast


def _outermost(width: int) -> list[tuple[slice, slice]]:
    """Rows and columns of the four strips of a cell that are nearest to its edges."""
    all_lines = slice(None)
    outer_lines = slice(None, width), slice(-width, None)
    rows = [(lines, all_lines) for lines in outer_lines]
    columns = [(all_lines, lines) for lines in outer_lines]
    return rows + columns


def _cut_to_signs(fine: Array, ground: Array, ink: Array) -> tuple[Array, float]:
    """The part of all cells in which their signs are, uint8 (n, SIDE, SIDE, 3), and its share of a side."""
    ends = _sign_ends(ink)
    longest = max(end - begin for begin, end in ends)
    side = float(np.clip(longest / SIGN_SHARE, LEAST_SIGN_SIDE, FINE_SIDE + 8))
    for axis, (begin, end) in enumerate(ends, 1):
        first_place = (begin + end - side) / 2
        pixel_places = first_place + side / FINE_SIDE * (np.arange(FINE_SIDE) + 0.5)
        pixel_numbers = np.clip(np.floor(pixel_places).astype(int), 0, FINE_SIDE - 1)
        fine = fine.take(pixel_numbers, axis=axis)

        # Beyond the cell there is ground. What is set in the view is set in ``fine``.
        is_beyond = np.abs(pixel_places - SIDE) > SIDE
        lines = fine if axis == 1 else fine.swapaxes(1, 2)
        lines[:, is_beyond] = ground[:, None, None]
    return _as_bytes(block_means(fine, 2)), side / FINE_SIDE


def _sign_ends(ink: Array) -> list[tuple[float, float]]:
    """Where the signs of a board begin and end, down and across; the whole cell where there are few."""
    everywhere = (0.0, float(FINE_SIDE))
    depth = depth_in_square(FINE_SIDE)
    share = ink.mean(axis=(1, 2))
    is_sign = (share > INK_AREAS[0]) & (share < INK_AREAS[1])
    central_ink = ink & (depth > CENTRE_MARGIN)
    is_central = is_sign & (central_ink.mean(axis=(1, 2)) > INK_AREAS[0])

    # Where many signs are in the middle of their cells, those alone count.
    is_middle = np.ones(FINE_SIDE, bool)
    signs = ink[is_sign]
    if is_central.sum() > max(2, is_sign.sum() / 8):
        is_middle[: CENTRE_MARGIN + 1] = False
        is_middle[-CENTRE_MARGIN - 1 :] = False
        signs = ink[is_central]
    if len(signs) <= 2:
        return [everywhere, everywhere]
    down = (signs & is_middle).any(axis=2)
    across = (signs & is_middle[:, None]).any(axis=1)
    return [_usual_ends(down, is_middle), _usual_ends(across, is_middle)]


def _usual_ends(has_ink: Array, is_middle: Array) -> tuple[float, float]:
    """Where signs begin and end, by which lines of their cells have ink, bool (signs, FINE_SIDE): from the
    middle of each cell up to the first lines without, for what lies apart from that is no sign."""
    pixel_numbers = np.arange(FINE_SIDE)
    inner = has_ink & is_middle
    start = inner.argmax(axis=1)[:, None]
    stop = FINE_SIDE - 1 - inner[:, ::-1].argmax(axis=1)[:, None]
    is_blank_before = ~has_ink & (pixel_numbers < start)
    is_blank_after = ~has_ink & (pixel_numbers > stop)
    first_pixels = np.where(is_blank_before, pixel_numbers, -1).max(axis=1) + 1
    last_pixels = np.where(is_blank_after, pixel_numbers, FINE_SIDE).min(axis=1)
    # A tenth of the signs may reach farther at each end.
    begin = float(np.percentile(first_pixels, 10))
    end = float(np.percentile(last_pixels, 90))
    return begin, end


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
