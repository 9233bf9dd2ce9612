"""95 % intervals for rates, means, shares and paired differences, also of few games.

``benchmarks/interval_coverage.py`` measures how often they hold the truth: at least 93 % of the time in
each cell of its table, from two games on, on boards that are nearly always won as on hard ones. The usual
interval of a mean does not: where one game in fifty differs, most samples of twenty show no scatter at
all, and an interval without width. So a quantity that has a least and a greatest value is judged as if
two further games had been seen, one at each end. For a paired difference of won games that is the
interval of Bonett and Price. Of few games it is as wide as all that the quantity can be.
"""

from collections.abc import Sequence
from functools import lru_cache
from math import cos, exp, inf, isfinite, lgamma, log, log1p, nan, pi, sin, sqrt

import numpy as np

Interval = tuple[float, float, float]
"""A value and the two ends of its interval."""
Z95 = 1.959963984540054
"""97.5 % quantile of the normal distribution."""
LEAST_NUMBER = 20
"""Of fewer games a mean is anything that it can be: skewed sums, as of risks, need more."""
LEAST_SHARED = 10
"""Of fewer games in which there was something to share a share is anything that it can be."""
LEAST_UNBOUNDED = 50
"""Fewer values of a quantity without bounds have no interval: what is skewed needs more than a few."""
_CLOSED_FORM_UP_TO = 100  # degrees of freedom; beyond, the series is right to nine digits
_HALVINGS = 60  # of an interval of width 1: down to the precision of a float


@lru_cache(maxsize=1000)
def rate_interval(successes: int, trials: int) -> tuple[float, float]:
    """Exact interval of a rate (C. J. Clopper, E. S. Pearson, Biometrika 26, 1934); (0, 1) without trials."""
    failures = trials - successes
    low = _beta_quantile(0.025, successes, failures + 1) if successes else 0.0
    high = _beta_quantile(0.975, successes + 1, failures) if failures else 1.0
    return low, high


def paired_rate_interval(gained: int, lost: int, pairs: int) -> Interval:
    """The difference of two rates on the same games, by the games where the two differ.

    Interval of D. G. Bonett and R. M. Price (J. Educ. Behav. Stat. 37, 2012, 479-488), with Student's t.

    gained, lost: Games that only the first, and only the second, has won
    """
    if not pairs:
        return _unknown_within(-1.0, 1.0)
    return _bounded(pairs, gained - lost, gained + lost, -1.0, 1.0)


def mean_interval(values: Sequence[float], minimum: float = -inf, maximum: float = inf) -> Interval:
    """(mean, low, high) of values, by Student's t; NaN where there is too little to say.

    minimum, maximum: What the mean can be at all
    """
    # Sums about a first value: large values with little scatter keep their digits.
    if not len(values):
        return _unknown_within(minimum, maximum)
    shift = float(values[0])
    deviations = [float(value) - shift for value in values]
    total = sum(deviations)
    squares = sum(deviation * deviation for deviation in deviations)
    lowest, highest = minimum - shift, maximum - shift
    if not (isfinite(minimum) and isfinite(maximum)):
        mean, low, high = mean_interval_of_sums(len(values), total, squares, lowest, highest)
        return mean + shift, low + shift, high + shift
    if len(values) < LEAST_NUMBER:
        return min(maximum, max(minimum, total / len(values) + shift)), minimum, maximum

    # The two further games: at these ends, or beyond them where single games were.
    ends = min(lowest, *deviations), max(highest, *deviations)
    mean, low, high = _bounded(len(values), total, squares, *ends)
    mean, low, high = (min(maximum, max(minimum, end + shift)) for end in (mean, low, high))
    return mean, low, high


def mean_interval_of_sums(
    number: int, total: float, squares: float, minimum: float = -inf, maximum: float = inf
) -> Interval:
    """The same of a number of values, from their sum and the sum of their squares.

    Both are of values about as large as their scatter, so that the difference of the squares has digits left.
    """
    if number == 0:
        return _unknown_within(minimum, maximum)
    if isfinite(minimum) and isfinite(maximum):
        return _bounded(number, total, squares, minimum, maximum)
    mean = total / number
    variance = max(0.0, squares - number * mean * mean) / max(1, number - 1)
    if number < LEAST_UNBOUNDED or variance == 0.0:
        return mean, nan, nan
    half_width = student_quantile(number - 1) * sqrt(variance / number)
    return mean, max(minimum, mean - half_width), min(maximum, mean + half_width)


def ratio_interval(
    pairs: Sequence[tuple[float, float]], minimum: float = 0.0, maximum: float = 1.0
) -> Interval:
    """(ratio, low, high) of two sums, of one pair of terms a game: cells of one game are not independent.

    The linearised interval of a ratio estimator (W. G. Cochran, Sampling Techniques, 1977, section 6.3).
    Games whose second term is 0 say nothing.

    minimum, maximum: What the ratio can be; without bounds few games have no interval, as with a mean
    """
    pairs = [pair for pair in pairs if pair[1]]
    number = len(pairs)
    if not number:
        return _unknown_within(minimum, maximum)
    total = sum(denominator for _, denominator in pairs)
    ratio = sum(numerator for numerator, _ in pairs) / total
    is_bounded = isfinite(minimum) and isfinite(maximum)
    if is_bounded and number < LEAST_SHARED:
        return ratio, minimum, maximum
    if is_bounded:
        # Two further games as long as the longest, one at each end.
        length = max(denominator for _, denominator in pairs)
        pairs += [(minimum * length, length), (maximum * length, length)]
        total += 2 * length
    middle = sum(numerator for numerator, _ in pairs) / total
    squared_residuals = sum(
        (numerator - middle * denominator) ** 2 for numerator, denominator in pairs
    )
    if not is_bounded:
        if number < LEAST_UNBOUNDED or squared_residuals == 0.0:
            return ratio, nan, nan
        squared_residuals *= number / (number - 1)
    half_width = student_quantile(number - 1) * sqrt(squared_residuals) / total
    return ratio, max(minimum, middle - half_width), min(maximum, middle + half_width)


def _bounded(number: int, total: float, squares: float, minimum: float, maximum: float) -> Interval:
    """The mean of values between two ends, judged as if a further one had been seen at each of them."""
    all_number = number + 2
    middle = (total + minimum + maximum) / all_number
    all_squares = squares + minimum * minimum + maximum * maximum
    variance = max(0.0, all_squares / all_number - middle * middle)
    half_width = student_quantile(number - 1) * sqrt(variance / all_number)
    mean = min(maximum, max(minimum, total / number))
    return mean, max(minimum, middle - half_width), min(maximum, middle + half_width)


def _unknown_within(minimum: float, maximum: float) -> Interval:
    """Of nothing: any value that there can be."""
    return nan, minimum if isfinite(minimum) else nan, maximum if isfinite(maximum) else nan


@lru_cache(maxsize=1000)
def student_quantile(degrees_of_freedom: int) -> float:
    """97.5 % quantile of Student's t; infinite without degrees of freedom.

    From M. Abramowitz and I. A. Stegun, Handbook of Mathematical Functions, 26.7.3 to 26.7.5.
    """
    if degrees_of_freedom < 1:
        return inf
    if degrees_of_freedom > _CLOSED_FORM_UP_TO:
        z, n = Z95, float(degrees_of_freedom)
        return (
            z
            + (z**3 + z) / (4 * n)
            + (5 * z**5 + 16 * z**3 + 3 * z) / (96 * n**2)
            + (3 * z**7 + 19 * z**5 + 17 * z**3 - 15 * z) / (384 * n**3)
        )

    # The probability within +-t grows with the angle atan(t / sqrt(n)), which is halved down to 95 %.
    low_angle, high_angle = 0.0, pi / 2
    for _ in range(_HALVINGS):
        angle = (low_angle + high_angle) / 2
        if _student_within(angle, degrees_of_freedom) < 0.95:
            low_angle = angle
        else:
            high_angle = angle
    return sqrt(degrees_of_freedom) * sin(high_angle) / cos(high_angle)


def _student_within(angle: float, degrees_of_freedom: int) -> float:
    """The probability that Student's t lies within +-sqrt(degrees) * tan(angle)."""
    is_odd = degrees_of_freedom % 2 == 1
    power = cos(angle) if is_odd else 1.0
    series = 0.0
    for step in range(1 + is_odd, degrees_of_freedom, 2):
        series += power
        power *= step / (step + 1) * cos(angle) ** 2
    if is_odd:
        return 2 / pi * (angle + sin(angle) * series)
    return sin(angle) * series


def _beta_quantile(share: float, alpha: float, beta: float) -> float:
    """The value below which a beta distribution has a share of its weight."""
    low, high = 0.0, 1.0
    for _ in range(_HALVINGS):
        value = (low + high) / 2
        if _beta_below(value, alpha, beta) < share:
            low = value
        else:
            high = value
    return (low + high) / 2


def _beta_below(value: float, alpha: float, beta: float) -> float:
    """The regularised incomplete beta function.

    Continued fraction of W. H. Press et al., Numerical Recipes, section 6.4, by the method of Lentz.
    """
    if not 0.0 < value < 1.0:
        return value
    if value > (alpha + 1) / (alpha + beta + 2):  # where the fraction converges quickly
        return 1.0 - _beta_below(1.0 - value, beta, alpha)
    log_front = lgamma(alpha + beta) - lgamma(alpha) - lgamma(beta)
    log_front += alpha * log(value) + beta * log1p(-value)
    denominator = 1.0 / (1.0 - (alpha + beta) * value / (alpha + 1))
    numerator = 1.0
    fraction = denominator
    step = 0
    change = 0.0
    while abs(change - 1.0) > 1e-14:
        step += 1
        change = 1.0
        index = alpha + 2 * step
        for term in (
            step * (beta - step) * value / ((index - 1) * index),
            -(alpha + step) * (alpha + beta + step) * value / (index * (index + 1)),
        ):
            denominator = 1.0 / (1.0 + term * denominator)
            numerator = 1.0 + term / numerator
            change *= denominator * numerator
        fraction *= change
    return exp(log_front) * fraction / alpha


def quantile(values: Sequence[float], share: float) -> float:
    """The value below which ``share`` of the values lie, interpolated; NaN without values."""
    return float(np.quantile(values, share)) if values else nan
