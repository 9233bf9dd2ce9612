"""What the blank cells of a board look like: borders, shades and gloss that are no signs.

Numbers that name no source were set by hand on the programs of ``benchmarks/screenshots/programs.toml``:
``programs.py score`` beside it says what another value reads. The networks are fitted to what comes out here,
so after a change ``fit_symbols.py`` there has to run again.
"""

from typing import NamedTuple

import numpy as np

from .arrays import Array, block_means, evenly_spread, largest_of_colours

SAMPLED_CELLS = 250
"""Cells of a board, evenly spread, among which the looks of blank ones are sought."""
LEAST_ALIKE = 3
"""Cells that look alike, of which it is asked whether they are blank."""
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


class BlankAppearance(NamedTuple):
    """What several cells look like, whose smoothest ones may be blank: their roughest step, which cells these
    are, and the rim of all of them, float (64, 3)."""

    roughness: float
    smoothest: Array
    rim: Array


def blank_appearances(cells: Array, rims: Array) -> list[BlankAppearance]:
    """What blank cells of a board look like: of each rim the smoothest look, and others that are about as
    smooth.

    cells: uint8 (n, SIDE, SIDE, 3); ``rims``: float (n, 64, 3)
    """
    blank: list[BlankAppearance] = []
    for appearance in sorted(
        _common_appearances(cells, rims), key=lambda appearance: appearance.roughness
    ):
        rims = np.array([blank_appearance.rim for blank_appearance in blank]).reshape(-1, 64, 3)
        has_same_rim = rims_apart(rims, appearance.rim, SAME_RIM_PARTS) < SAME_RIM
        roughness = np.array([blank_appearance.roughness for blank_appearance in blank])
        is_rougher = appearance.roughness > 3 + 1.5 * roughness
        if not (has_same_rim & is_rougher).any():
            blank.append(appearance)
    return blank


def _common_appearances(cells: Array, rims: Array) -> list[BlankAppearance]:
    """What several cells of a board look like, where these may be blank."""
    sampled = evenly_spread(len(cells), SAMPLED_CELLS)
    inside = cells[sampled, 3:17, 3:17].astype(np.float32)
    blocks = block_means(inside, 2).reshape(-1, 147)
    sampled_rims = rims[sampled]
    roughness_of_cells = inside.std(axis=(1, 2)).max(axis=1)
    appearances = []
    is_unsorted = np.ones(len(sampled), bool)
    while is_unsorted.any():
        # All that look like the first cell of which nothing is known yet.
        first_cell = int(is_unsorted.argmax())
        is_alike = _are_like(first_cell, np.flatnonzero(is_unsorted), blocks, sampled_rims)
        is_unsorted &= ~is_alike
        is_unsorted[first_cell] = False
        if is_alike.sum() < LEAST_ALIKE:
            continue

        # Its smoothest cells, as faint signs may be among them.
        contrast = np.where(is_alike, roughness_of_cells, np.inf)
        smoothest_first = np.argsort(contrast, kind="stable")
        smoothest = smoothest_first[: 3 + is_alike.sum() // 4]
        roughness = _largest_step(np.median(inside[smoothest], axis=0))
        has_many = 16 * is_alike.sum() >= len(sampled)
        if roughness <= (MOST_ROUGH_OF_MANY if has_many else MOST_ROUGH):
            rim = np.median(sampled_rims[is_alike], axis=0)
            appearances.append(BlankAppearance(roughness, sampled[smoothest], rim))
    return appearances


def _are_like(cell: int, near_cells: Array, blocks: Array, rims: Array) -> Array:
    """bool (n,): which of these cells look like one of them.

    near_cells: int (k,), that are asked about; ``blocks``: float (n, 147), parts of all cells' insides;
        ``rims``: float (n, 64, 3)
    """
    difference = np.abs(blocks[near_cells] - blocks[cell])
    is_near = difference.mean(axis=1) < ALIKE_MEAN
    is_near &= difference.max(axis=1) < ALIKE_LARGEST

    # Rims take longest: they come last.
    near_cells = near_cells[is_near]
    rim_difference = rims_apart(rims[near_cells], rims[cell], ALIKE_RIM_PARTS)
    is_alike = np.zeros(len(blocks), bool)
    is_alike[near_cells[rim_difference < ALIKE_RIM]] = True
    return is_alike


def rims_apart(rims: Array, rim: Array, part_count: int) -> Array:
    """float (n,): how unlike a rim others are, on the average of the parts that are least so."""
    difference = largest_of_colours(np.abs(rims - rim))
    least_first = np.sort(difference, axis=1)
    return np.asarray(least_first[:, :part_count].mean(axis=1))


def _largest_step(pixels: Array) -> float:
    """The largest difference of neighbouring pixels, float (height, width, 3)."""
    steps = (np.abs(np.diff(pixels, axis=axis)) for axis in (0, 1))
    return max(float(step.max()) for step in steps)
