"""The cells of a grid cut out of a picture, with and without what blank cells show.

Numbers that name no source were set by hand on the programs of ``benchmarks/screenshots/programs.toml``:
``programs.py score`` beside it says what another value reads. The networks are fitted to what
comes out here, so after a change ``fit_symbols.py`` there has to run again.
"""

from dataclasses import replace
from math import ceil
from typing import NamedTuple

import numpy as np

from .arrays import Array
from .lattice import LARGE_PICTURE, Grid
from .symbols import SIDE, frames_of

FINE_SIDE = 2 * SIDE
"""Side of the square in which borders are taken away from a cell."""
SAMPLED_CELLS = 250
"""Cells of a board, evenly spread, among which the looks of blank ones are sought."""

ALIKE_MEAN, ALIKE_LARGEST, ALIKE_RIM = 6.0, 40.0, 10.0
"""How far cells of one look are apart, of 255: their insides on the average and at most, and their rims."""
ALIKE_RIM_PARTS, SAME_RIM_PARTS = 51, 48
"""Parts of a rim, of 64, that are compared, without those that differ most: a sign may reach into them."""
MOST_ROUGH, MOST_ROUGH_OF_MANY = 25.0, 60.0
"""The largest step within a blank cell, of 255: where few cells have its look, and where at least a sixteenth
have, as a gloss may be strong, and a sign that so many cells have is none."""
SAME_RIM, OTHER_RIM = 12.0, 12.0
"""How far rims of one kind are apart at most; cells whose rim is farther from all blank ones have none."""

LINE_CONTRAST, LINE_SHARE, MOST_LINE_DEPTH = 25.0, 0.35, 8
"""Where a border is looked for in cells that are like no blank ones: how far it is from the ground, the share
of a ring that is, and pixels from the edge."""
LEAST_INK, INK_SHARE, OUTER_PIXELS = 25.0, 0.4, 2
"""How far a sign's pixels are from the ground, of 255, and of the strongest; and pixels at the edge that
are no sign."""
INK_AREAS = (0.01, 0.4)
"""Shares of a cell that a sign may take."""
CENTRE_MARGIN = 7
"""Pixels around the middle of a cell, in which most signs are."""
SIGN_SHARE, LEAST_SIGN_SIDE = 0.62, 12
"""Of the part that is cut out: what signs take of it; and its least side."""


def cells_of(image: Array, grid: Grid) -> Array:
    """Each cell of a grid as uint8 (n, SIDE, SIDE, 3): means over its parts, by sums along either side."""
    if grid.rows > 1 and grid.area > LARGE_PICTURE:
        half = grid.rows // 2
        lower = replace(grid, top=grid.top + half * grid.height, rows=grid.rows - half)
        return np.concatenate([cells_of(image, replace(grid, rows=half)), cells_of(image, lower)])
    pixels, top, left = _part_around(image, grid)
    pixels = _resampled(pixels, 0, grid.top - top, grid.height / SIDE, grid.rows * SIDE)
    pixels = _resampled(pixels, 1, grid.left - left, grid.width / SIDE, grid.cols * SIDE)
    cells = pixels.reshape(grid.rows, SIDE, grid.cols, SIDE, 3).swapaxes(1, 2)
    return np.clip(np.rint(cells), 0, 255).astype(np.uint8).reshape(-1, SIDE, SIDE, 3)


def _part_around(image: Array, grid: Grid) -> tuple[Array, int, int]:
    """The part of a picture with a grid, float32, and where it begins down and across. Beyond the picture it
    goes on as at its edge."""
    left, top = max(0, int(grid.left) - 1), max(0, int(grid.top) - 1)
    right = int(grid.left + grid.cols * grid.width) + 2
    bottom = int(grid.top + grid.rows * grid.height) + 2
    pixels: Array = image[top:bottom, left:right].astype(np.float32)
    rows_above, rows_below = max(0, ceil(-grid.top)), max(0, ceil(bottom - image.shape[0]))
    columns_before, columns_after = max(0, ceil(-grid.left)), max(0, ceil(right - image.shape[1]))
    if rows_above or rows_below or columns_before or columns_after:
        pixels = np.pad(
            pixels, ((rows_above, rows_below), (columns_before, columns_after), (0, 0)), mode="edge"
        )
    return pixels, top - rows_above, left - columns_before


def _resampled(pixels: Array, axis: int, start: float, step: float, number: int) -> Array:
    """Means over so many pieces of this length along an axis, by differences of a running sum."""
    total = np.cumsum(pixels, axis=axis, dtype=np.float64)
    total = np.concatenate([np.zeros_like(total.take([0], axis=axis)), total], axis=axis)
    edges = np.clip(start + step * np.arange(number + 1), 0, pixels.shape[axis] - 1e-6)
    pixel_before = edges.astype(int)
    along_axis = (-1, 1, 1) if axis == 0 else (1, -1, 1)
    share_after = (edges - pixel_before).reshape(along_axis)
    sums = (
        total.take(pixel_before, axis=axis) * (1 - share_after)
        + total.take(pixel_before + 1, axis=axis) * share_after
    )
    lengths = np.maximum(np.diff(edges), 1e-6).reshape(along_axis)
    return np.asarray(np.diff(sums, axis=axis) / lengths)


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
    blank = _blank_looks(_looks(cells, rims))
    ground = np.median(fine[:, 8:32, 8:32].reshape(len(cells), -1, 3), axis=1)

    # What the blank cells of a cell's rim show is taken away from it.
    distances = [np.full(len(cells), OTHER_RIM)]
    for look in blank:
        distances.append(_rims_apart(rims, look.rim, SAME_RIM_PARTS))
    nearest = np.array(distances).argmin(axis=0) - 1
    for number, look in enumerate(blank):
        usual = np.median(fine[look.smoothest], axis=0)
        like_it = nearest == number
        ground[like_it] = np.median(usual[6:34, 6:34].reshape(-1, 3), axis=0)
        fine[like_it] += ground[like_it][:, None, None] - usual

    ink = _ink(fine, ground, nearest < 0)
    return _cut_to_signs(fine, ground, ink)


def _fine_cells(image: Array, grid: Grid) -> Array:
    """float32 (n, FINE_SIDE, FINE_SIDE, 3): the cells at twice the size."""
    halves = replace(
        grid, width=grid.width / 2, height=grid.height / 2, rows=2 * grid.rows, cols=2 * grid.cols
    )
    quarters = cells_of(image, halves).reshape(grid.rows, 2, grid.cols, 2, SIDE, SIDE, 3)
    joined = quarters.transpose(0, 2, 1, 4, 3, 5, 6).reshape(-1, FINE_SIDE, FINE_SIDE, 3)
    return joined.astype(np.float32)


def _rims_apart(rims: Array, rim: Array, part_count: int) -> Array:
    """float (n,): how unlike a rim others are, on the average of the parts that are least so."""
    return np.asarray(np.sort(np.abs(rims - rim).max(axis=2), axis=1)[:, :part_count].mean(axis=1))


def _looks(cells: Array, rims: Array) -> list[_Look]:
    """What at least three cells of a board look like, where these may be blank."""
    sampled = np.linspace(0, len(cells) - 1, min(len(cells), SAMPLED_CELLS)).astype(int)
    inside = cells[sampled, 3:17, 3:17].astype(np.float32)
    blocks = inside.reshape(-1, 7, 2, 7, 2, 3).mean(axis=(2, 4)).reshape(-1, 147)
    sampled_rims = rims[sampled]
    looks = []
    unsorted = np.ones(len(sampled), bool)
    while unsorted.any():
        first_cell = int(unsorted.argmax())
        unlike = np.abs(blocks - blocks[first_cell])
        is_alike = (
            unsorted & (unlike.mean(axis=1) < ALIKE_MEAN) & (unlike.max(axis=1) < ALIKE_LARGEST)
        )
        is_alike &= _rims_apart(sampled_rims, sampled_rims[first_cell], ALIKE_RIM_PARTS) < ALIKE_RIM
        unsorted &= ~is_alike
        unsorted[first_cell] = False
        if is_alike.sum() <= 2:
            continue
        # Its smoothest cells, as faint signs may be among them.
        contrast = np.where(is_alike, inside.std(axis=(1, 2)).max(axis=1), np.inf)
        smoothest = np.argsort(contrast, kind="stable")[: 3 + is_alike.sum() // 4]
        usual = np.median(inside[smoothest], axis=0)
        roughness = max(float(np.abs(np.diff(usual, axis=axis)).max()) for axis in (0, 1))
        has_many = 16 * is_alike.sum() >= len(sampled)
        if roughness <= (MOST_ROUGH_OF_MANY if has_many else MOST_ROUGH):
            looks.append(
                _Look(roughness, sampled[smoothest], np.median(sampled_rims[is_alike], axis=0))
            )
    return looks


def _blank_looks(looks: list[_Look]) -> list[_Look]:
    """Those without a sign: of each rim the smoothest, and others that are about as smooth."""
    blank: list[_Look] = []
    for look in sorted(looks, key=lambda look: look.roughness):
        rims = np.array([known_look.rim for known_look in blank]).reshape(-1, 64, 3)
        same_rim = _rims_apart(rims, look.rim, SAME_RIM_PARTS) < SAME_RIM
        smoother = [
            known_look for known_look, is_same in zip(blank, same_rim, strict=True) if is_same
        ]
        if not any(look.roughness > 3 + 1.5 * known_look.roughness for known_look in smoother):
            blank.append(look)
    return blank


def _ink(fine: Array, ground: Array, unknown: Array) -> Array:
    """bool (n, FINE_SIDE, FINE_SIDE): where the signs of cells are. Borders in ``fine`` become ground.

    unknown: bool (n,): cells that are like no blank ones
    """
    to_edge = np.minimum(np.arange(FINE_SIDE), np.arange(FINE_SIDE)[::-1])
    depth = np.minimum(to_edge[:, None], to_edge)
    contrast = np.abs(fine - ground[:, None, None]).max(axis=3)

    # Nothing is known of what lies under these: their borders at least are no signs.
    border_depth = 1
    if unknown.any():
        for ring in range(MOST_LINE_DEPTH):
            if (contrast[unknown][:, depth == ring] > LINE_CONTRAST).mean() > LINE_SHARE:
                border_depth = max(border_depth, ring + 1)
    for group, border in ((unknown, depth <= border_depth), (~unknown, depth < OUTER_PIXELS)):
        fine[group] = np.where(border[..., None], ground[group][:, None, None], fine[group])
        contrast[group] = np.where(border, 0, contrast[group])
    strongest = np.partition(contrast.reshape(len(fine), -1), -24, axis=1)[:, -24:].mean(axis=1)
    strong_enough = np.maximum(LEAST_INK, INK_SHARE * strongest)[:, None, None]
    return np.asarray((contrast > strong_enough) & (depth > OUTER_PIXELS))


def _cut_to_signs(fine: Array, ground: Array, ink: Array) -> tuple[Array, float]:
    """The part of all cells in which their signs are, uint8 (n, SIDE, SIDE, 3), and its share of a side."""
    ends = _sign_ends(ink)
    longest = max(end - begin for begin, end in ends)
    side = float(np.clip(longest / SIGN_SHARE, LEAST_SIGN_SIDE, FINE_SIDE + 8))
    for axis, (begin, end) in enumerate(ends, 1):
        sampled_places = (begin + end - side) / 2 + side / FINE_SIDE * (np.arange(FINE_SIDE) + 0.5)
        is_beyond = np.abs(sampled_places - SIDE) > SIDE
        fine = fine.take(np.clip(np.floor(sampled_places).astype(int), 0, FINE_SIDE - 1), axis=axis)
        # A view: what is set in it is set in ``fine``.
        turned = fine if axis == 1 else fine.swapaxes(1, 2)
        turned[:, is_beyond] = ground[:, None, None]
    halved = fine.reshape(-1, SIDE, 2, SIDE, 2, 3).mean(axis=(2, 4))
    return np.clip(np.rint(halved), 0, 255).astype(np.uint8), side / FINE_SIDE


def _sign_ends(ink: Array) -> list[tuple[float, float]]:
    """Where the signs of a board begin and end, down and across; the whole cell where there are few."""
    everywhere = (0.0, float(FINE_SIDE))
    pixel_numbers = np.arange(FINE_SIDE)
    to_edge = np.minimum(pixel_numbers, pixel_numbers[::-1])
    depth = np.minimum(to_edge[:, None], to_edge)
    share = ink.mean(axis=(1, 2))
    is_sign = (share > INK_AREAS[0]) & (share < INK_AREAS[1])
    central = is_sign & ((ink & (depth > CENTRE_MARGIN)).mean(axis=(1, 2)) > INK_AREAS[0])

    # Where many signs are in the middle of their cells, those alone count.
    if central.sum() > max(2, is_sign.sum() / 8):
        middle = to_edge > CENTRE_MARGIN
        signs = ink[central]
    else:
        middle = np.ones(FINE_SIDE, bool)
        signs = ink[is_sign]
    if len(signs) <= 2:
        return [everywhere, everywhere]

    # From the middle of each cell up to the first lines without ink: what lies apart from that is no sign.
    ends = []
    for axis in (0, 1):
        in_the_middle = signs & (middle[:, None] if axis else middle)
        lines = in_the_middle.any(axis=2 - axis)
        inner = lines & middle
        start = inner.argmax(axis=1)[:, None]
        stop = FINE_SIDE - 1 - inner[:, ::-1].argmax(axis=1)[:, None]
        blank_before = ~lines & (pixel_numbers < start)
        blank_after = ~lines & (pixel_numbers > stop)
        first_pixels = np.where(blank_before, pixel_numbers, -1).max(axis=1) + 1
        last_pixels = np.where(blank_after, pixel_numbers, FINE_SIDE).min(axis=1)
        # A tenth of the signs may reach farther at each end.
        ends.append((float(np.percentile(first_pixels, 10)), float(np.percentile(last_pixels, 90))))
    return ends


def one_way_changes(cells: Array) -> Array:
    """bool (n,): what changes one way only: a frame looks like a column of ones."""
    down = cells.std(axis=1, dtype=np.float32).mean(axis=(1, 2))
    across = cells.std(axis=2, dtype=np.float32).mean(axis=(1, 2))
    larger, lesser = np.maximum(down, across), np.minimum(down, across)
    return np.asarray((lesser < 0.2 * larger) & (larger > 5))
