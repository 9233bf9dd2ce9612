"""95 % intervals for rates, means and paired differences."""

from collections.abc import Sequence
from math import inf, nan, sqrt

import numpy as np

Z95 = 1.959963984540054
"""97.5 % quantile of the normal distribution."""


def wilson(successes: int, trials: int, z: float = Z95) -> tuple[float, float]:
    """Score interval of a rate (E. B. Wilson, 1927); (0, 1) without trials."""
    if trials == 0:
        return 0.0, 1.0
    rate = successes / trials
    scale = 1 + z * z / trials
    middle = (rate + z * z / (2 * trials)) / scale
    half_width = z * sqrt(rate * (1 - rate) / trials + z * z / (4 * trials * trials)) / scale
    # Exact at the ends, where rounding would leave 1e-17.
    low = middle - half_width if successes else 0.0
    high = middle + half_width if successes < trials else 1.0
    return low, high


def mean_interval(
    total: float, squares: float, number: int, z: float = Z95
) -> tuple[float, float, float]:
    """(mean, low, high) from a sum, a sum of squares and their number; NaN without numbers."""
    if number == 0:
        return nan, nan, nan
    mean = total / number
    if number == 1:
        return mean, -inf, inf
    variance = max(0.0, squares - number * mean * mean) / (number - 1)
    half_width = z * sqrt(variance / number)
    return mean, mean - half_width, mean + half_width


def paired_difference(
    minuends: Sequence[float], subtrahends: Sequence[float]
) -> tuple[float, float, float]:
    """(mean, low, high) of minuend - subtrahend, pair by pair: what the same boards share cancels."""
    differences = [a - b for a, b in zip(minuends, subtrahends, strict=True)]
    return mean_interval(sum(differences), sum(d * d for d in differences), len(differences))


def ratio(pairs: Sequence[tuple[float, float]]) -> tuple[float, float, float]:
    """(ratio, low, high) of two sums, of one pair of terms a game: cells of one game are not independent.

    The interval is the linearised one of a ratio estimator. NaN for what there is too little for.
    """
    total = sum(denominator for _, denominator in pairs)
    if not total:
        return nan, nan, nan
    share = sum(numerator for numerator, _ in pairs) / total
    if len(pairs) < 2:
        return share, nan, nan
    squared_residuals = sum(
        (numerator - share * denominator) ** 2 for numerator, denominator in pairs
    )
    half_width = Z95 * sqrt(squared_residuals * len(pairs) / (len(pairs) - 1)) / total
    return share, share - half_width, share + half_width


def ratio_interval(pairs: Sequence[tuple[float, float]], trials: int) -> tuple[float, float, float]:
    """The same of a share, clipped to 0..1.

    Where no game, or each whole game, counts, the interval has no width; the Wilson interval of ``trials``
    stands in.
    """
    share, low, high = ratio(pairs)
    is_single_game = share == share and len(pairs) < 2
    if share in (0.0, 1.0) or is_single_game:
        return share, *wilson(round(share * trials), trials)
    return share, max(0.0, low), min(1.0, high)


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie, interpolated; NaN without values."""
    return float(np.quantile(values, share)) if values else nan
