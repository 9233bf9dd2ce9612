"""95 % intervals for rates, means and paired differences."""

from __future__ import annotations

from collections.abc import Sequence
from math import sqrt

Z95 = 1.959963984540054
"""97.5 % quantile of the normal distribution."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Score interval of a rate (E. B. Wilson, 1927); (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    scale = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / scale
    half = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)) / scale
    # Exact at the ends, where rounding would leave 1e-17.
    return (middle - half if successes else 0.0), (middle + half if successes < trials else 1.0)


def mean_interval(total: float, squares: float, number: int, z: float = Z95) -> tuple[float, float, float]:
    """(mean, low, high) from a sum, a sum of squares and their number; NaN without numbers."""
    if number == 0:
        return float("nan"), float("nan"), float("nan")
    mean = total / number
    if number == 1:
        return mean, float("-inf"), float("inf")
    variance = max(0.0, squares - number * mean * mean) / (number - 1)
    half = z * sqrt(variance / number)
    return mean, mean - half, mean + half


def paired_difference(
    first: Sequence[float], second: Sequence[float], z: float = Z95
) -> tuple[float, float, float]:
    """(mean, low, high) of first - second, item by item: what the same boards have in common cancels."""
    differences = [a - b for a, b in zip(first, second, strict=True)]
    return mean_interval(sum(differences), sum(d * d for d in differences), len(differences), z)


def ratio_interval(parts: Sequence[tuple[float, float]], trials: int) -> tuple[float, float, float]:
    """(ratio, low, high) of sums of (part, whole), one pair a game: cells of one game are not independent.

    The interval is the linearised one of a ratio estimator, clipped to 0..1. Where no game, or each whole
    game, counts, that has no width; the Wilson interval of ``trials`` stands in.
    """
    whole = sum(w for _, w in parts)
    if not whole:
        return float("nan"), float("nan"), float("nan")
    ratio = sum(p for p, _ in parts) / whole
    if ratio in (0.0, 1.0) or len(parts) < 2:
        low, high = wilson(round(ratio * trials), trials)
        return ratio, low, high
    squares = sum((p - ratio * w) ** 2 for p, w in parts)
    half = Z95 * sqrt(squares * len(parts) / (len(parts) - 1)) / whole
    return ratio, max(0.0, ratio - half), min(1.0, ratio + half)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie, interpolated; NaN without values."""
    if not values:
        return float("nan")
    ordered = sorted(values)
    place = share * (len(ordered) - 1)
    below = int(place)
    above = min(below + 1, len(ordered) - 1)
    return ordered[below] + (ordered[above] - ordered[below]) * (place - below)
