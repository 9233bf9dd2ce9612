"""The grid in a part of a picture: lines at one distance, like the teeth of a comb, both ways."""

import numpy as np

from ..arrays import Array
from .cell_grid import MOST_UNEQUAL, SMALLEST_SIDE, CellRun, Grid, Sides
from .changes import Changes, values_at
from .regions import Region

LEAST_COMB_SCORE = 0.02
"""What less is scored by is no comb: a picture without lines has about 0."""
TOOTH_SHARE = 0.35
"""Of the clearer half of a comb's teeth: how clear a tooth is that belongs to the board."""
LEAST_TOOTH = 0.04
"""How clear it is at least."""
BETWEEN_TEETH = (0.35, 0.5, 0.65)
"""Shares of a pitch at which a comb has no lines."""
TOOTH_COST = 0.06
"""How clear a tooth has to be for a longer comb to be better."""


def grid_in_region(changes: Changes, region: Region, sides: Sides) -> Grid | None:
    """The regular grid of cells of about these sides in a part of a picture."""
    rows, cols = region
    lines_across = changes[0][rows, cols]
    lines_down = changes[1][cols, rows]
    across = CellRun(0.0, sides.width, 0)
    down = CellRun(0.0, sides.height, 0)
    rows_looked_at = slice(None)
    for _ in range(2):  # each direction's extent makes the other's profile clearer
        comb_across = _comb_in(lines_across[rows_looked_at], across.pitch)
        if comb_across is None:
            return None
        across = comb_across
        comb_down = _comb_in(lines_down[_extent(across)], down.pitch)
        if comb_down is None:
            return None
        down = comb_down
        rows_looked_at = _extent(down)
    if sides.unequal(across.pitch, down.pitch) > MOST_UNEQUAL:
        return None
    return Grid(
        left=across.start + cols.start,
        top=down.start + rows.start,
        width=across.pitch,
        height=down.pitch,
        rows=down.cells,
        cols=across.cells,
    )


def _comb_in(lines: Array, pitch: float) -> CellRun | None:
    """The regular lines in the mean over a part of a picture, at about this distance."""
    profile = lines.mean(axis=0, dtype=np.float32) / 255
    return regular_peaks(profile, pitch)


def _extent(comb: CellRun) -> slice:
    """The pixels of its cells."""
    return slice(max(0, round(comb.start)), max(2, round(comb.end)))


def regular_peaks(profile: Array, side: float) -> CellRun | None:
    """The regular peaks of a profile, at about this distance, or None."""
    size = len(profile)
    pixel_beside = np.maximum(np.roll(profile, 1), np.roll(profile, -1))
    peak = np.maximum(profile, pixel_beside)

    # The clearest comb of the pitches that differ enough to be another one at the profile's end.
    shortest = max(0.92 * side - 0.3, SMALLEST_SIDE - 1)
    longest = 1.08 * side + 0.3
    step = max(0.02, side * side / size / 6)
    pitches = np.arange(shortest, longest, step)
    combs = [(comb_score(peak, pitch), pitch) for pitch in pitches.tolist()]
    (score, offset), pitch = max(combs)
    tooth_places = np.rint(np.arange(offset, size - 1, pitch)).astype(int)
    teeth = peak[np.minimum(tooth_places, size - 1)]
    if score <= LEAST_COMB_SCORE or len(teeth) < 2:
        return None

    # Its best run of teeth is the board.
    clearer_half = np.sort(teeth)[len(teeth) // 2 :]
    least_tooth = max(TOOTH_SHARE * float(clearer_half.mean()), LEAST_TOOTH)
    gain = teeth - least_tooth
    total = np.concatenate([[0.0], np.cumsum(gain)])
    best_run = total - np.minimum.accumulate(total)
    end = int(best_run.argmax())
    begin = int(total[: end + 1].argmin())
    if end - begin <= 2:
        return None
    return CellRun(offset + begin * pitch + 0.5, pitch, end - begin - 1)


def comb_score(peak: Array, pitch: float) -> tuple[float, float]:
    """(score, offset) of the comb of this pitch: its mean above that of the places between its teeth."""
    size = len(peak)
    offsets = np.arange(0.0, pitch, 1.0)
    number = int((size - 1) / pitch)
    if number < 2:
        return 0.0, 0.0
    tooth_places = offsets[:, None] + pitch * np.arange(number)[None, :]
    teeth = values_at(peak, tooth_places)
    gaps = [values_at(peak, tooth_places + share * pitch) for share in BETWEEN_TEETH]

    # The best run counts: the page around the board has no teeth. Long runs weigh more, with the square root.
    gain = teeth - np.minimum(np.mean(gaps, axis=0), 0.9)
    total = np.zeros((len(offsets), number + 1), gain.dtype)
    np.cumsum(gain - TOOTH_COST, axis=1, out=total[:, 1:])
    best_runs = (total - np.minimum.accumulate(total, axis=1)).max(axis=1)
    best = int(best_runs.argmax())
    score = best_runs[best] / np.sqrt(number)
    return float(score), float(offsets[best])
