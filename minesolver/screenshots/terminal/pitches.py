"""The distances at which the glyphs of a terminal stand: those of its columns and of its lines."""

from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .glyphs import Glyphs, is_digit_high
from .ink import LEAST_GLYPHS

MOST_WIDTH = 1.0
"""Of a digit's height: how wide one sign is at most."""
LEAST_COLUMN, LEAST_LINE_HEIGHT = 0.4, 1.1
"""Of a digit's height: the least distance of columns, and of lines."""
COHERENCE, SHARE_OF_BEST, AS_GOOD = 0.6, 0.85, 0.95
"""How well the middles of signs agree with one distance: 1 is that all do; of the best, how well a multiple
of it does, and how well any other one does that is larger."""
FIT_REACH = 0.2
"""How far from its place a sign is that is not of the same text, of the distance."""
MULTIPLES, MULTIPLE_REACH = (2, 3, 4), 0.02
"""Multiples of a distance that are looked for, and how far around each of them, of itself."""
PHASE_STEP = 0.1
"""How finely distances are tried: by what share of one the last sign of a line is moved."""


class Pitch(NamedTuple):
    """Pixels: a distance at which signs stand again and again, and where the middle of one of them is."""

    distance: float
    phase: float


def pitches_of(glyphs: Glyphs, digit_height: float, widest: float) -> tuple[Pitch, Pitch] | None:
    """The distances of columns and of lines; ``None``: there are none."""
    is_narrow = glyphs.widths <= MOST_WIDTH * digit_height
    is_single = is_digit_high(glyphs.heights, digit_height) & is_narrow
    if is_single.sum() < LEAST_GLYPHS:
        return None
    middles = glyphs.middles[is_single]
    across = _pitch(middles[:, 0], LEAST_COLUMN * digit_height, widest)
    down = _pitch(middles[:, 1], LEAST_LINE_HEIGHT * digit_height, np.inf)
    if across is None or down is None:
        return None
    return across, down


def _pitch(middles: Array, least_distance: float, most_distance: float) -> Pitch | None:
    """The largest distance of which the differences of these places are multiples, and where one of them is;
    ``None``: there is none. The length of the mean of what they are on a circle of that length (Rayleigh)."""
    extent = float(np.ptp(middles))
    most_distance = min(most_distance, extent / 3)
    if most_distance <= least_distance:
        return None
    tried = _distances(least_distance, most_distance, extent)
    start = float(middles.min())
    # Of thousands of signs many stand at one place.
    distinct_places, sign_counts = np.unique(middles - start, return_counts=True)
    angles = 2j * np.pi * distinct_places / tried[:, None]
    circle = np.exp(angles) @ sign_counts / len(middles)
    coherence = np.abs(circle)
    if coherence.max() < COHERENCE:
        return None
    chosen = _largest_coherent(tried, coherence)
    distance = float(tried[chosen])
    phase = start + float(np.angle(circle[chosen])) / (2 * np.pi) * distance

    # More exactly, by a line through those that stand there (least squares).
    number = np.rint((middles - phase) / distance)
    fits = np.abs(middles - phase - number * distance) < FIT_REACH * distance
    if np.ptp(number[fits]) > 0:
        slope, intercept = np.polyfit(number[fits], middles[fits], 1)
        return Pitch(float(slope), float(intercept))
    return Pitch(distance, phase)


def _distances(least_distance: float, most_distance: float, extent: float) -> Array:
    """float (n,): distances that are tried, so close that no good one lies between two of them."""
    distances = [least_distance]
    while distances[-1] < most_distance:
        step = PHASE_STEP * distances[-1] ** 2 / extent
        distances.append(distances[-1] + step)
    return np.array(distances)


def _largest_coherent(tried: Array, coherence: Array) -> int:
    """The number of the distance that the signs agree with best, or of the largest multiple of it that they
    agree with nearly as well: signs at every distance stand at every half of it too."""
    # At a third and a quarter of their distance as well: the largest that is about as good.
    falls = coherence[:-1] > coherence[1:]
    is_peak = np.r_[True, ~falls] & np.r_[falls, True]
    is_as_good = coherence >= AS_GOOD * coherence.max()
    best = int(np.flatnonzero(is_peak & is_as_good)[-1])
    least_coherence = SHARE_OF_BEST * float(coherence[best])
    chosen = best
    for multiple in MULTIPLES:
        is_multiple = np.abs(tried / (multiple * tried[best]) - 1) < MULTIPLE_REACH
        if is_multiple.any() and coherence[is_multiple].max() >= least_coherence:
            chosen = int(np.where(is_multiple, coherence, 0).argmax())
    return chosen
