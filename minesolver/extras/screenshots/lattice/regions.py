"""The parts of a picture in which lines repeat themselves at the distances of cells."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .cell_grid import Sides
from .changes import Changes

Region = tuple[slice, slice]
"""Rows and columns of a picture."""
LARGE_PICTURE = 250_000
"""Pixels of a picture that is looked at as a whole, if half of it will do."""
REGION_LEVELS = (0.4, 0.15, 0.05)
"""Clearness of the repetition by which regions are told apart: boards with clear lines, then faint ones."""
REGIONS_A_LEVEL = 2
"""Regions that are looked at for each of these, the largest."""
LEAST_BLOCKS = 12
"""Blocks, of half a cell, of a region with cells: six cells, if all were seen."""
REGION_MARGIN = 3
"""Blocks around a region that are looked at too."""
MOST_BLOCKS = 40_000
"""Blocks of a picture in which something repeats: no board has more, and joining them would take seconds."""


def regions_with_cells(changes: Changes, sides: Sides) -> list[Region]:
    """Parts of a picture, (rows, columns), in which both kinds of lines repeat at these distances."""
    height, width = changes[0].shape
    block_width = max(4, round(sides.width / 2))
    block_height = max(4, round(sides.height / 2))
    down = height // block_height
    across = width // block_width
    whole_picture = slice(0, height), slice(0, width)
    if down < 4 or across < 4:
        return [whole_picture]
    repeats_across = _block_repetition(
        changes[0], sides.width, (block_height, block_width), (down, across)
    )
    repeats_down = _block_repetition(
        changes[1], sides.height, (block_width, block_height), (across, down)
    ).T
    repeats_both = np.minimum(repeats_across, repeats_down)

    # The largest connected parts at each level: a board with faint lines may lie beside one with clear ones.
    regions: list[Region] = []
    for level in REGION_LEVELS:
        for component in connected_parts(repeats_both > level)[:REGIONS_A_LEVEL]:
            if component.size < LEAST_BLOCKS:
                continue
            rows = _with_margin(component.first_row, component.last_row, block_height, height)
            cols = _with_margin(component.first_col, component.last_col, block_width, width)
            region = rows, cols
            if region not in regions:
                regions.append(region)
    if height * width < LARGE_PICTURE and whole_picture not in regions:
        regions.append(whole_picture)
    return regions


def _with_margin(first_block: int, last_block: int, block: int, size: int) -> slice:
    """The pixels of some blocks and of those around them, up to the picture's ends."""
    begin = max(0, (first_block - REGION_MARGIN) * block)
    end = min(size, (last_block + 1 + REGION_MARGIN) * block)
    return slice(begin, end)


def _block_repetition(
    lines: Array, pitch: float, block: tuple[int, int], shape: tuple[int, int]
) -> Array:
    """float (rows, cols): how clearly lines stand at this distance from one another, in each block of
    pixels.

    block: The pixels of a block across the direction of change and along it; ``shape``: so many blocks
    """
    block_across, block_along = block
    rows, cols = shape
    in_strips = lines[: rows * block_across].reshape(rows, block_across, -1)
    mean = in_strips.mean(axis=1, dtype=np.float32) / 255

    # Lines are narrow: where there is change all the way from one to the next it is a texture.
    distance = round(pitch)
    padding = (0, 0), (distance // 2 + 1, (distance - 1) // 2)
    total = np.cumsum(np.pad(mean, padding, mode="edge"), axis=1)
    texture = (total[:, distance:] - total[:, :-distance]) / distance
    texture_weight = min(1.5, 0.2 * distance - 1.2)
    mean = np.maximum(mean - texture_weight * texture, 0)

    # A line has a partner before or after it, a pixel off at most.
    pixel_around = np.maximum(mean[:, 1:-1], mean[:, :-2])
    partner = np.maximum(mean[:, 2:], pixel_around)
    partner = np.pad(partner, ((0, 0), (1, 1)))
    paired = np.zeros_like(mean)
    paired[:, :-distance] = np.minimum(mean[:, :-distance], partner[:, distance:])
    paired_before = np.minimum(mean[:, distance:], partner[:, :-distance])
    paired[:, distance:] = np.maximum(paired[:, distance:], paired_before)
    by_block = paired[:, : cols * block_along].reshape(rows, cols, block_along)
    clearest = by_block.max(axis=2)

    # A cell is two blocks wide.
    next_block = np.pad(clearest[:, 1:], ((0, 0), (0, 1)))
    return np.asarray(np.maximum(clearest, next_block))


class Part(NamedTuple):
    """A connected part of a mask: where it lies, ends included, and how many cells it has."""

    first_row: int
    last_row: int
    first_col: int
    last_col: int
    size: int


def connected_parts(mask: Array) -> list[Part]:
    """Connected parts of a bool array, over gaps of one cell; the largest first."""
    if mask.sum() > MOST_BLOCKS:
        return []
    unvisited = {(int(row), int(col)) for row, col in np.argwhere(mask)}
    components = []
    while unvisited:
        pending = [unvisited.pop()]
        cells = []
        while pending:
            row, col = pending.pop()
            cells.append((row, col))
            for step in (-2, -1, 1, 2):
                for neighbour in ((row + step, col), (row, col + step)):
                    if neighbour in unvisited:
                        unvisited.remove(neighbour)
                        pending.append(neighbour)
        rows, cols = zip(*cells, strict=True)
        component = Part(
            first_row=min(rows),
            last_row=max(rows),
            first_col=min(cols),
            last_col=max(cols),
            size=len(cells),
        )
        components.append(component)
    return sorted(components, key=lambda component: -component.size)
