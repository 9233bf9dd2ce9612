"""Statistics that the queries of a results file call: rates and means with their 95 % intervals, and slopes.

SQLite gives one value a call, so what has an interval is three functions: ``rate``, ``rate_low`` and
``rate_high``.
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


def _slope(points: Sequence[tuple[float, ...]]) -> float:
    """The slope of the least-squares line; without an interval, for no line is true of all sizes."""
    if len({point[0] for point in points}) < 3:
        return nan
    x, y = np.array(points, np.float64).T
    return float(np.polyfit(x, y, 1)[0])


def _growth(points: Sequence[tuple[float, ...]]) -> float:
    """The factor by which e^y grows where x grows by 1."""
    return exp(min(_slope(points), _LARGEST_EXPONENT))


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
}
"""Aggregates: functions of a group's rows."""
_WITHOUT_INTERVAL: dict[str, Callable[[Any], float]] = {
    "quantile": _quantile,
    "slope": _slope,
    "growth": _growth,
}
"""Aggregates of which there is one value only."""


def functions() -> dict[str, Callable[..., float | None]]:
    """By the name that SQL calls it by; NULL where an argument is NULL or the value is no finite number."""
    sql_functions = {"ln": _nullable(log), "root": _nullable(sqrt)}
    for name, interval_function in _OF_COUNTS.items():
        for index, name_suffix in enumerate(_SUFFIXES):
            sql_functions[name + name_suffix] = _nullable(_end(interval_function, index))
    return sql_functions


def aggregates() -> dict[str, type]:
    """By the name that SQL calls it by; rows with a NULL are left out."""
    sql_aggregates = {name: _aggregate(value) for name, value in _WITHOUT_INTERVAL.items()}
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
