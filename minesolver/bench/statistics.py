"""Statistics that the queries of a results file call: rates, means and slopes, each with its 95 % interval.

SQLite gives one value a call, so each of them is three functions: ``rate``, ``rate_low`` and ``rate_high``.
"""

from collections.abc import Callable, Sequence
from math import exp, inf, log, nan, sqrt
from typing import Any

import numpy as np

from ..base.intervals import (
    Interval,
    mean_interval,
    paired_rate_interval,
    quantile,
    rate_interval,
    ratio_interval,
    student_quantile,
)

_UNKNOWN: Interval = (nan, nan, nan)
_LARGEST_EXPONENT = 700.0  # of e, that a float holds


def _rate(successes: int, trials: int) -> Interval:
    if trials == 0:
        return _UNKNOWN
    return (successes / trials, *rate_interval(successes, trials))


def _paired(gained: int, lost: int, pairs: int) -> Interval:
    return paired_rate_interval(gained, lost, pairs) if pairs else _UNKNOWN


def _mean(rows: Sequence[tuple[float, float, float]]) -> Interval:
    """Of (value, least, most): the ends of what the mean can be are the same in all rows."""
    if not rows:
        return _UNKNOWN
    return mean_interval([value for value, _, _ in rows], rows[0][1], rows[0][2])


def _factor(rows: Sequence[tuple[float, float]]) -> Interval:
    """The geometric mean, of (sum of logarithms, their number), a row a game."""
    return _exponential(ratio_interval(rows, -inf, inf))


def _exponential(logarithms: Interval) -> Interval:
    mean_value, interval_low, interval_high = (
        exp(min(logarithm, _LARGEST_EXPONENT)) for logarithm in logarithms
    )
    return mean_value, interval_low, interval_high


def _ratio(rows: Sequence[tuple[float, float, float, float]]) -> Interval:
    """Of (numerator, denominator, least, most), a row a game."""
    if not rows:
        return _UNKNOWN
    pairs = [(numerator, denominator) for numerator, denominator, _, _ in rows]
    return ratio_interval(pairs, rows[0][2], rows[0][3])


def _slope(points: Sequence[tuple[float, ...]]) -> Interval:
    """The slope of the least-squares line, 95 % by Student's t."""
    if len({point[0] for point in points}) < 3:
        return _UNKNOWN
    x, y = np.array(points, np.float64).T
    slope = float(np.polyfit(x, y, 1)[0])

    # The interval, by the scatter of the points about the line.
    degrees_of_freedom = len(x) - 2
    half_width = float(
        student_quantile(degrees_of_freedom)
        * ((y - slope * x).var() / x.var() / degrees_of_freedom) ** 0.5
    )
    return slope, slope - half_width, slope + half_width


def _growth(points: Sequence[tuple[float, ...]]) -> Interval:
    """The factor by which e^y grows where x grows by 1."""
    return _exponential(_slope(points))


def _quantile(rows: Sequence[tuple[float, float]]) -> float:
    """Of (value, share), where the share is the same in all rows."""
    if not rows:
        return nan
    return quantile([value for value, _ in rows], rows[0][1])


_OF_COUNTS: dict[str, Callable[..., Interval]] = {"rate": _rate, "paired": _paired}
"""Functions of counts: see each for its arguments."""
_OF_ROWS: dict[str, Callable[[Any], Interval]] = {
    "mean": _mean,
    "factor": _factor,
    "ratio": _ratio,
    "slope": _slope,
    "growth": _growth,
}
"""Aggregates: functions of a group's rows."""


def functions() -> dict[str, Callable[..., float | None]]:
    """By the name that SQL calls it by; NULL where an argument is NULL or the value is no finite number."""
    sql_functions = {"ln": _nullable(log), "root": _nullable(sqrt)}
    for name, interval_function in _OF_COUNTS.items():
        for index, name_suffix in enumerate(_SUFFIXES):
            sql_functions[name + name_suffix] = _nullable(_end(interval_function, index))
    return sql_functions


def aggregates() -> dict[str, type]:
    """By the name that SQL calls it by; rows with a NULL are left out."""
    sql_aggregates = {"quantile": _aggregate(_quantile)}
    for name, interval_function in _OF_ROWS.items():
        for index, name_suffix in enumerate(_SUFFIXES):
            sql_aggregates[name + name_suffix] = _aggregate(_end(interval_function, index))
    return sql_aggregates


_SUFFIXES = ("", "_low", "_high")


def _end(interval: Callable[..., Interval], index: int) -> Callable[..., float]:
    def end(*values: Any) -> float:
        return interval(*values)[index]

    return end


def _finite(value: float) -> float | None:
    return value if abs(value) < inf else None


def _nullable(function: Callable[..., float]) -> Callable[..., float | None]:
    def called(*values: float | None) -> float | None:
        if None in values:
            return None
        return _finite(function(*values))

    return called


def _aggregate(function: Callable[[Any], float]) -> type:
    class Aggregate:
        def __init__(self) -> None:
            self.rows: list[tuple[float | None, ...]] = []

        def step(self, *values: float | None) -> None:
            if None not in values:
                self.rows.append(values)

        def finalize(self) -> float | None:
            return _finite(function(self.rows))

    return Aggregate
