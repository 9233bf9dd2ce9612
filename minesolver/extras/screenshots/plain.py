"""The signs of cells alone: what blank cells show as well is taken away from them.

Numbers that name no source were set by hand on the programs of ``benchmarks/screenshots/programs.toml``:
``programs.py score`` beside it says what another value reads. The networks are fitted to what comes out here,
so after a change ``fit_symbols.py`` there has to run again.
"""

from dataclasses import replace

import numpy as np

from .arrays import Array, block_means, depth_in_square, strongest_mean
from .blank_appearance import SAME_RIM_PARTS, blank_appearances, rims_apart
from .cells import as_bytes, cells_of
from .lattice import Grid
from .symbols import SIDE, frames_of

FINE_SIDE = 2 * SIDE
"""Side of the square in which borders are taken away from a cell."""
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


def plain_cells(image: Array, grid: Grid, cells: Array) -> tuple[Array, float]:
    """Each cell's sign alone, uint8 (n, SIDE, SIDE, 3), without what blank cells of its rim show (borders,
    shades, gloss), all cut to the part where signs are; and that part's share of a cell's side."""
    rims = frames_of(cells)
    fine = _fine_cells(image, grid)
    appearances = blank_appearances(cells, rims)
    middles = fine[:, 8:32, 8:32]
    ground = np.median(middles.reshape(len(cells), -1, 3), axis=1)

    # What the blank cells of a cell's rim show is taken away from it.
    distances = [np.full(len(cells), OTHER_RIM)]
    for appearance in appearances:
        distances.append(rims_apart(rims, appearance.rim, SAME_RIM_PARTS))
    nearest_appearance = np.array(distances).argmin(axis=0) - 1
    for number, appearance in enumerate(appearances):
        usual = np.median(fine[appearance.smoothest], axis=0)
        is_like_it = nearest_appearance == number
        middle = usual[6:34, 6:34].reshape(-1, 3)
        ground[is_like_it] = np.median(middle, axis=0)
        fine[is_like_it] += ground[is_like_it][:, None, None] - usual

    ink = _ink(fine, ground, nearest_appearance < 0)
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
    quarters = cells_of(image, halves)
    in_places = quarters.reshape(grid.rows, 2, grid.cols, 2, SIDE, SIDE, 3)
    by_cell = in_places.transpose(0, 2, 1, 4, 3, 5, 6)
    joined = by_cell.reshape(-1, FINE_SIDE, FINE_SIDE, 3)
    return joined.astype(np.float32)


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
        is_outside = np.abs(pixel_places - SIDE) > SIDE
        lines = fine if axis == 1 else fine.swapaxes(1, 2)
        lines[:, is_outside] = ground[:, None, None]
    return as_bytes(block_means(fine, 2)), side / FINE_SIDE


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
    lines_after = inner[:, ::-1].argmax(axis=1)
    stop = FINE_SIDE - 1 - lines_after[:, None]
    is_blank_before = ~has_ink & (pixel_numbers < start)
    is_blank_after = ~has_ink & (pixel_numbers > stop)
    first_pixels = np.where(is_blank_before, pixel_numbers, -1).max(axis=1) + 1
    last_pixels = np.where(is_blank_after, pixel_numbers, FINE_SIDE).min(axis=1)
    # A tenth of the signs may reach farther at each end.
    begin = float(np.percentile(first_pixels, 10))
    end = float(np.percentile(last_pixels, 90))
    return begin, end
