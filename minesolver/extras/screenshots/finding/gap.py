"""Two boards of one size that were taken for one: the gap between them breaks the distances of their lines.

The numbers were set by hand on drawn pairs of boards; in none of 146 published pictures is such a gap seen.
"""

from itertools import product
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from ..lattice import CellRun, Grid, brightness_changes, values_at

LEAST_SIDE = 8
"""Rows or columns of each board at least."""
GAP_SHARES = np.arange(0.08, 0.9, 0.04)
"""Of a cell: how wide a gap may be; wider ones are columns or rows of their own."""
LEAST_GAIN = 1.05
"""How much clearer the lines of two boards are than those of one."""
LEAST_CLEARNESS = (0.35, 0.5)
"""How clear the lines of one board are at least, and those of two, 1 being the clearest: fainter ones tell
nothing."""


class _Gap(NamedTuple):
    """How clear the lines are with a gap, and the cells before and after it."""

    clearness: float
    run_before: CellRun
    run_after: CellRun


def boards_beside_a_gap(pixels: Array, grid: Grid) -> tuple[Grid, Grid] | None:
    """The two boards of which a grid's cells are; ``None``: its lines stand at one distance."""
    for axis in (1, 0):
        run = grid.run(axis)
        if run.cells < 2 * LEAST_SIDE:
            continue
        profile = _profile_of_lines(pixels, grid, axis)
        clearness_of_one = _clearness(profile, run)
        gap = _clearest_gap(profile, run)
        least_of_one, least_of_two = LEAST_CLEARNESS
        is_clear = clearness_of_one > least_of_one and gap.clearness > least_of_two
        is_clearer = gap.clearness > LEAST_GAIN * clearness_of_one
        # One lattice over both has cells that are too wide; with the gap they are nearly square.
        side = grid.run(1 - axis).pitch
        is_squarer = abs(gap.run_before.pitch - side) < abs(run.pitch - side)
        if is_clear and is_clearer and is_squarer:
            board_before = grid.with_run(axis, gap.run_before)
            board_after = grid.with_run(axis, gap.run_after)
            return board_before, board_after
    return None


def _profile_of_lines(pixels: Array, grid: Grid, axis: int) -> Array:
    """float (places,): how much changes at each place along an axis, the mean over the board."""
    across = grid.run(1 - axis)
    first_line = max(0, round(across.start))
    end_line = max(1, round(across.end))
    lines = slice(first_line, end_line)
    strip = pixels[lines] if axis == 1 else pixels[:, lines]
    changes = brightness_changes(strip)[1 - axis]
    profile = changes.mean(axis=0, dtype=np.float64) / 255
    padded = np.pad(profile, 1, mode="edge")
    return np.maximum.reduce([padded[:-2], profile, padded[2:]])


def _clearness(profile: Array, run: CellRun) -> float:
    """How much more changes at the lines of cells than in their middles."""
    lines = run.start + run.pitch * np.arange(run.cells + 1) - 0.5
    middles = lines[:-1] + run.pitch / 2
    at_lines = values_at(profile, lines)
    at_middles = values_at(profile, middles)
    return float(at_lines.mean() - at_middles.mean())


def _clearest_gap(profile: Array, run: CellRun) -> _Gap:
    """The gap with which the lines of the cells before and after it are clearest together."""
    gaps = []
    whole_length = run.end - run.start
    # Both have as many cells, of which one line may not have been seen yet.
    splits = range(run.cells // 2 - 1, (run.cells + 1) // 2 + 2)
    for share, cells_before in product(GAP_SHARES.tolist(), splits):
        pitch = whole_length / (run.cells + share)
        cells_after = run.cells - cells_before
        run_before = CellRun(run.start, pitch, cells_before)
        run_after = CellRun(run.end - pitch * cells_after, pitch, cells_after)
        total = _clearness(profile, run_before) * cells_before
        total += _clearness(profile, run_after) * cells_after
        gaps.append(_Gap(total / run.cells, run_before, run_after))
    return max(gaps)
