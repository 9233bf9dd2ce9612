"""The distances at which a picture repeats itself: one of them is the side of its cells."""

import numpy as np

from ..arrays import Array
from .cell_grid import LARGEST_SIDE, SMALLEST_SIDE, Sides
from .changes import Changes

STRIP_LINES = 10
"""Lines of a picture that are added up to one profile, in which repetition is looked for."""
MOST_PITCHES = 6
"""Pitches of a picture that are tried."""
LEAST_REPETITION = 0.25
"""Of the clearest pitch: how much a picture repeats itself at another one that is tried."""
PITCH_TOLERANCE = 0.06
"""Of a pitch: how much it may differ down and across."""
MOST_OBLONG = 2.0
"""A cell's longer side is less than so many times its shorter one: cells twice as high as wide are mostly
those of a terminal, and no cells."""
CLEAR_REPETITION = 0.8
"""Of the clearest distance at which a picture repeats itself: the first as clear one is a cell's side."""
LEAST_REPETITION_OF_SIDES = 0.25
"""How much a picture repeats itself at the sides of its cells at least, 1 being exactly."""


def likely_pitches(changes: Changes) -> list[float]:
    """Distances at which the picture repeats itself both ways, the clearest first."""
    across, down = (_repetition(lines) for lines in changes)
    if across is None or down is None:
        return []
    both_ways = _both_ways(across, down)
    inner = both_ways[1:-1]
    is_clear = inner > LEAST_REPETITION * both_ways.max()
    is_peak = is_clear & (inner >= both_ways[:-2]) & (inner > both_ways[2:])
    peaks = np.flatnonzero(is_peak) + 1
    # A multiple of a clear pitch repeats as well: the least first.
    clearest = sorted(peaks, key=lambda pitch: -both_ways[pitch])[: MOST_PITCHES + 1]
    return sorted(map(float, clearest))[:MOST_PITCHES]


def _both_ways(across: Array, down: Array) -> Array:
    """float (pitches,): how much a picture repeats itself across and down, near distances counting for one
    another, as cells need not be quite square."""
    both_ways = np.zeros(int(LARGEST_SIDE) + 2)
    for pitch in range(int(SMALLEST_SIDE), len(both_ways)):
        reach = max(1, round(PITCH_TOLERANCE * pitch))
        window = slice(pitch - reach, pitch + reach + 1)
        most_across, most_down = across[window].max(), down[window].max()
        both_ways[pitch] = np.sqrt(most_across * most_down)
        both_ways[pitch] += 0.01 * (across[pitch] + down[pitch])
    return both_ways


def repeated_sides(changes: Changes) -> Sides | None:
    """The sides of a picture's cells, whether or not they are squares: the first distance at which it clearly
    repeats itself across, and the first one down; ``None``: there is none."""
    across, down = (_first_clear_distance(lines) for lines in changes)
    if across is None or down is None:
        return None
    return Sides(across, down) if max(across, down) < MOST_OBLONG * min(across, down) else None


def _first_clear_distance(lines: Array) -> float | None:
    """The first distance at which changes along one direction repeat themselves about as much as at any; of
    several times a cell's side they do so as well. ``None``: they hardly do at any."""
    repetition = _repetition(lines)
    if repetition is None:
        return None
    shortest, end = int(SMALLEST_SIDE), int(LARGEST_SIDE)
    inner = repetition[shortest:end]
    previous, following = repetition[shortest - 1 : end - 1], repetition[shortest + 1 : end + 1]
    is_peak = (inner >= previous) & (inner > following)
    is_clear = inner > max(LEAST_REPETITION_OF_SIDES, CLEAR_REPETITION * inner.max())
    clear_peaks = np.flatnonzero(is_peak & is_clear)
    return shortest + float(clear_peaks[0]) if len(clear_peaks) else None


def _repetition(lines: Array) -> Array | None:
    """float (pitches,): how much changes along one direction repeat themselves at each distance in pixels, 1
    at distance 0; ``None`` where there is too little of them."""
    size = lines.shape[1]
    strips = len(lines) // STRIP_LINES
    if strips < 1 or size < 3 * SMALLEST_SIDE:
        return None
    whole_strips = lines[: strips * STRIP_LINES].reshape(strips, STRIP_LINES, size)
    profile = whole_strips.mean(axis=1, dtype=np.float32)
    profile -= profile.mean(axis=1, keepdims=True)

    # The autocorrelation of all strips, by their spectrum (Wiener and Khinchin), padded so that it does not
    # go round.
    length = 1 << int(2 * size - 1).bit_length()
    power = np.zeros(length // 2 + 1)
    for strip_batch in np.array_split(profile, max(1, strips // 16)):
        spectrum = np.fft.rfft(strip_batch, length, axis=1)
        power += (np.abs(spectrum) ** 2).sum(axis=0)
    longest = int(LARGEST_SIDE) + 8
    correlation = np.fft.irfft(power)[:longest]

    # At longer distances less of the picture lies on itself.
    distances = np.arange(len(correlation))
    overlap = np.maximum(size - distances, 1)
    at_no_distance = max(correlation[0], 1e-9)
    correlation = correlation / overlap * size / at_no_distance
    correlation[distances >= size / 2] = 0
    padded = np.pad(correlation, (0, longest - len(correlation)))
    return np.maximum(padded, 0)
