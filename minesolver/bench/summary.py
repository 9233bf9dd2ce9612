"""Tables out of a results file, by SQL: rates with 95 % intervals, paired differences, how time grows.

Intervals are over games: cells and positions of one game are not independent.
"""

import re
from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, log, nan, sqrt
from typing import Any

import numpy as np

from ..base.errors import ResultsError
from ..base.intervals import mean_interval, quantile, ratio, ratio_interval, wilson
from .experiment import Setting
from .store import TEXTS, Store
from .table import Table

Interval = tuple[float, float, float]


def _raised(values: Interval) -> Interval:
    first, low, high = (exp(min(value, 700)) for value in values)
    return first, low, high


def _percent(mean: float, low: float, high: float) -> Interval:
    return mean, max(0.0, low), min(100.0, high)


_OF_SUMS: dict[str, Callable[..., Interval]] = {
    "mean": mean_interval,
    "whole": lambda *sums: mean_interval(*sums[:3]) if sums[2] == sums[3] else (nan, nan, nan),
    "factor": lambda *sums: _raised(mean_interval(*sums)),
    "percent": lambda *sums: _percent(*mean_interval(*sums)),
    "rate": lambda part, _, whole: (part / whole, *wilson(part, whole)),
}
"""Of a sum, a sum of squares and a number."""


def _expanded(sql: re.Match[str]) -> str:
    """What stands in a query for a statistic and the ends of its interval, or for who is compared."""
    call, name, stem = sql.groups()
    if name is None:
        return str(TEXTS["compared"] % call.removeprefix("compared "))
    function, given = call.split("(", 1)
    if function in _OF_SUMS:  # which SQL is quicker at
        x, *more = given.removesuffix(")").split(", ")
        given = ", ".join([f"SUM({x}), SUM(1.0 * {x} * {x}), COUNT({x})", *more]) + ")"
    names = [name, *(f"{name if stem is None else stem}_{end}".lstrip("_") for end in ("low", "high"))]
    ends = ("", "_low", "_high")
    return ", ".join(f"{function}{end}({given} AS {column}" for end, column in zip(ends, names, strict=True))


@dataclass(frozen=True)
class Question:
    """A table: its columns are those of the query. ``folded``: long, and drawn: not shown at once; ``shown``
    and ``remark``: what a terminal shows."""

    name: str
    title: str
    sql: str
    note: str = ""
    folded: bool = False
    shown: Sequence[str] = ()
    remark: str = ""


QUESTIONS = {question["name"]: Question(**question) for question in TEXTS["questions"]}


def tables(store: Store, against: str | None = None) -> dict[str, Table]:
    """Every table that has rows, by name.

    against: The contender that the others are compared with; by default the first that was named
    Raises ResultsError: no such contender.
    """
    known: dict[str, int] = dict(map(tuple, store.query("SELECT name, id FROM contenders ORDER BY id")))
    if against is not None and against not in known:
        raise ResultsError(f"{store.path}: no contender {against!r}; there are {', '.join(known)}")
    nominal = store.experiment.nominal
    store.extend(
        _FUNCTIONS | {"density": lambda r, c, m, file: nominal(Setting(r, c, m, "", file))}, _AGGREGATES
    )
    store.query(TEXTS["shown"])
    found = {}
    for question in QUESTIONS.values():
        sql = re.sub(r"\{([^{};]+)(?:; (\w+)(?:, (\w*))?)?\}", _expanded, question.sql)
        rows = store.query(sql, {"against": known.get(against or "")})
        if rows:
            found[question.name] = Table(
                tuple(rows[0].keys()), [tuple(row) for row in rows], (question.note,)
            )
    return found


def _slope(rows: Sequence[tuple[float, ...]]) -> Interval:
    """(slope, low, high) of the least-squares line, 95 % by Student's t; without SciPy the slope alone."""
    if len({row[0] for row in rows}) < 3:
        return nan, nan, nan
    x, y = np.array(rows, np.float64).T
    slope = float(np.polyfit(x, y, 1)[0])
    try:
        from scipy.special import stdtrit
    except ImportError:
        return slope, nan, nan
    half = float(stdtrit(len(x) - 2, 0.975) * ((y - slope * x).var() / x.var() / (len(x) - 2)) ** 0.5)
    return slope, slope - half, slope + half


def _number(value: float) -> float | None:
    """Nothing in place of what is no number."""
    return value if abs(value) < inf else None


def _function(of: Callable[..., float]) -> Callable[..., float | None]:
    return lambda *values: None if None in values else _number(of(*values))


def _aggregate(of: Callable[[Any], float]) -> type:
    """An aggregate of SQL: ``of`` is given the rows without a NULL."""

    class Aggregate:
        def __init__(self) -> None:
            self.rows: list[tuple[float | None, ...]] = []

        def step(self, *values: float | None) -> None:
            if None not in values:
                self.rows.append(values)

        def finalize(self) -> float | None:
            return _number(of(self.rows))

    return Aggregate


def _ends(of: Callable[..., Interval]) -> Iterator[tuple[str, Callable[..., float]]]:
    for k, end in enumerate(("", "_low", "_high")):
        yield end, lambda *values, k=k: of(*values)[k]


_OF_ROWS: dict[str, Callable[[Any], Interval]] = {
    "share": lambda rows: ratio_interval(rows, int(sum(whole for _, whole in rows))),
    "ratio": ratio,
    "slope": _slope,
    "growth": lambda rows: _raised(_slope(rows)),
}
_FUNCTIONS = {"ln": _function(log), "root": _function(sqrt)} | {
    name + end: _function(part) for name, of in _OF_SUMS.items() for end, part in _ends(of)
}
_AGGREGATES = {
    "quantile": _aggregate(lambda rows: quantile([v for v, _ in rows], rows[0][1]) if rows else nan)
} | {name + end: _aggregate(part) for name, of in _OF_ROWS.items() for end, part in _ends(of)}
