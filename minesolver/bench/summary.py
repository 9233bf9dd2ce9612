"""Tables out of a results file, by SQL: rates with 95 % intervals, paired differences, how time grows.

Intervals are over games: cells and positions of one game are not independent.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from math import exp, inf, log, nan, sqrt
from typing import Any

import numpy as np

from ..base.errors import ResultsError
from ..base.intervals import mean_interval, quantile, ratio, ratio_interval, wilson
from .experiment import Setting
from .store import Store
from .table import Table

_REFERENCES = """
WITH pairs AS (SELECT DISTINCT setting, contender FROM {table}),
    first AS (SELECT setting, MIN(contender) AS other FROM pairs
        WHERE :against IS NULL OR contender = :against GROUP BY setting),
    compared AS (SELECT setting, contender, other FROM pairs JOIN first USING (setting)
        WHERE contender <> other)"""
"""Each contender of a setting beside the one to compare with: the first, or the one that is asked for."""


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


def _three(call: str, name: str, stem: str | None = None) -> str:
    """A statistic and the ends of its interval as columns ``name``, ``stem_low``, ``stem_high``."""
    function, given = call.split("(", 1)
    if function in _OF_SUMS:  # which SQL is quicker at
        x, *more = given.removesuffix(")").split(", ")
        given = ", ".join([f"SUM({x}), SUM(1.0 * {x} * {x}), COUNT({x})", *more]) + ")"
    names = [name, *(f"{name if stem is None else stem}_{end}".lstrip("_") for end in ("low", "high"))]
    ends = ("", "_low", "_high")
    return ", ".join(f"{function}{end}({given} AS {column}" for end, column in zip(ends, names, strict=True))


@dataclass(frozen=True)
class Question:
    """A table: its columns are those of the query. ``folded``: long, and drawn: not shown at once."""

    name: str
    title: str
    sql: str
    note: str = ""
    folded: bool = False


QUESTIONS = (
    Question(
        "players",
        "Players",
        f"""
SELECT label AS setting, density, name AS player, COUNT(outcome) AS games, COUNT(error) AS errors,
    COUNT(*) FILTER (WHERE outcome = 'won') AS wins,
    {_three("rate((outcome = 'won'))", "win_rate", "win")},
    {_three("whole(adjusted, COUNT(outcome))", "variance_reduced", "reduced")},
    {_three("percent(score)", "score")},
    AVG(opened) AS opened, AVG(mines_hit) AS mines_hit, AVG(guesses) AS guesses,
    AVG(random_picks) AS random_picks, 1000 * SUM(seconds) / COUNT(outcome) AS "ms/game",
    COUNT(outcome) / SUM(seconds) AS "games/s",
    1000 * SUM(seconds) FILTER (WHERE moves) / SUM(moves) AS "ms/move",
    1000 * MAX(slowest) AS slowest_move_ms, MAX(megabytes) FILTER (WHERE error IS NULL) AS mb
FROM games JOIN shown USING (setting, contender) GROUP BY line ORDER BY line""",
        "Win rate: share of games won, 95 % interval by Wilson. Variance-reduced: the same win rate with "
        "the luck of the guesses subtracted (a control variate), where the core plays whole games. "
        "Score: share of mines flagged with a proof, in per cent; empty where the kernel plays whole "
        "games, which flags nothing. Opened, mines hit, guesses, random picks: means a game. Time is the "
        "player's own; mb: by how much the memory of its process grew while it played, at most.",
    ),
    Question(
        "player-differences",
        "Players, paired: the same games",
        _REFERENCES.format(table="games")
        + f""",
    differences AS (SELECT c.setting, c.contender, c.other, (y.outcome = 'won') - (x.outcome = 'won') AS won,
            y.score - x.score AS score FROM compared c
        LEFT JOIN games x ON x.setting = c.setting AND x.contender = c.other
        LEFT JOIN games y ON y.setting = c.setting AND y.contender = c.contender
            AND y.seed = x.seed AND y.game = x.game)
SELECT label AS setting, shown.name AS player, contenders.name AS against, COUNT(won) AS games,
    COUNT(*) FILTER (WHERE won > 0) AS won_more, COUNT(*) FILTER (WHERE won < 0) AS won_less,
    {_three("mean(won)", "win_difference", "win")}, {_three("mean(score)", "score_difference", "score")}
FROM differences JOIN shown USING (setting, contender) JOIN contenders ON contenders.id = other
GROUP BY line ORDER BY line""",
        "The same games for both, so that what they have in common cancels. Won more: games that the "
        "player won and the other did not. Differences of win rate as shares, of score in points.",
    ),
    Question(
        "engines",
        "Engines",
        f"""
WITH sums AS (SELECT setting, contender, seed, game, COUNT(*) AS answers, COUNT(error) AS wrong,
        COUNT(found) AS compared, SUM(found) AS found,
        SUM(provable) FILTER (WHERE found NOT NULL) AS provable,
        SUM(unsound) AS unsound, SUM(NOT safe_found) FILTER (WHERE safe_exists) AS missed,
        COUNT(safe_found) FILTER (WHERE safe_exists) AS safe, SUM(squared) AS squared,
        SUM(estimated) FILTER (WHERE squared NOT NULL) AS judged, SUM(estimated) AS estimated,
        SUM(distance) AS distance
    FROM positions GROUP BY setting, contender, seed, game),
  answered AS (SELECT * FROM positions WHERE error IS NULL)
SELECT label AS setting, density, name AS engine, IFNULL(SUM(answers), 0) AS positions,
    COUNT(error) + IFNULL(SUM(wrong), 0) AS errors, IFNULL(SUM(answers - wrong - compared), 0) AS no_truth,
    IFNULL(SUM(provable), 0) AS provable, {_three("share(found, provable)", "recall")},
    IFNULL(SUM(unsound), 0) AS unsound, {_three("share(missed, safe)", "needless_guess", "guess")},
    {_three("share(squared, judged)", "brier")}, root(SUM(distance) / SUM(estimated)) AS distance,
    (SELECT quantile(1000 * seconds, 0.5) FROM answered a
        WHERE a.setting = e.setting AND a.contender = e.contender) AS median_ms,
    (SELECT quantile(1000 * seconds, 0.95) FROM answered a
        WHERE a.setting = e.setting AND a.contender = e.contender) AS p95_ms,
    (SELECT 1000 * MAX(seconds) FROM answered a
        WHERE a.setting = e.setting AND a.contender = e.contender) AS slowest_ms,
    MAX(megabytes) AS mb
FROM engine_games e LEFT JOIN sums USING (setting, contender, seed, game)
JOIN shown USING (setting, contender) GROUP BY line ORDER BY line""",
        "Recall: cells proved, of those that the exact engine proves. Unsound: cells claimed that are "
        "not provable. Needless guess: positions with a provable safe cell where the engine finds none. "
        "Brier: mean squared error of P(mine) against what the cell held, over cells that are not "
        "provable and have an estimate (less is better). Distance: root mean square difference from the "
        "exact probability. Intervals: 95 %, over games. No truth: positions past the limit of the exact "
        "analysis, only timed. Errors: refused, crashed or timed out.",
    ),
    Question(
        "engine-differences",
        "Engines, paired: the same positions",
        # Squared errors are comparable where both estimate the same cells.
        _REFERENCES.format(table="engine_games")
        + f""",
    answered AS (SELECT * FROM positions WHERE error IS NULL),
    both AS (SELECT c.setting, c.contender, c.other, x.seed, x.game, y.seed AS paired,
            y.found, x.found AS other_found, x.provable,
            CASE WHEN x.estimated = y.estimated THEN y.squared - x.squared END AS squared, x.estimated,
            CASE WHEN x.seconds > 0 AND y.seconds > 0 THEN ln(y.seconds / x.seconds) END AS slower
        FROM compared c
        LEFT JOIN answered x ON x.setting = c.setting AND x.contender = c.other
        LEFT JOIN answered y ON y.setting = c.setting AND y.contender = c.contender
            AND y.seed = x.seed AND y.game = x.game AND y.place = x.place),
    games AS (SELECT setting, contender, other, COUNT(paired) AS answers,
            TOTAL(found) - TOTAL(other_found) FILTER (WHERE paired NOT NULL) AS found,
            SUM(IFNULL(provable, 0)) FILTER (WHERE paired NOT NULL) AS provable, SUM(squared) AS squared,
            SUM(estimated) FILTER (WHERE squared NOT NULL) AS estimated
        FROM both GROUP BY setting, contender, seed, game),
    times AS (SELECT setting, contender, {_three("factor(slower)", "time_ratio", "ratio")}
        FROM both GROUP BY setting, contender)
SELECT label AS setting, shown.name AS engine, contenders.name AS against,
    IFNULL(SUM(answers), 0) AS positions,
    {_three("ratio(found, provable)", "recall_difference", "recall")},
    {_three("ratio(squared, estimated)", "brier_difference", "brier")}, time_ratio, ratio_low, ratio_high
FROM games JOIN times USING (setting, contender) JOIN shown USING (setting, contender)
JOIN contenders ON contenders.id = other GROUP BY line ORDER BY line""",
        "The same positions for both. Time ratio: geometric mean of this engine's time over the other's, "
        "position by position. Brier difference: over positions where both estimate the same cells.",
    ),
    Question(
        "calibration",
        "Calibration",
        f"""
SELECT name AS engine, bin / 20.0 AS "from", (bin + 1) / 20.0 AS "to", SUM(number) AS cells,
    SUM(estimate) / SUM(number) AS mean_estimate, {_three("share(mines, number)", "share_of_mines", "")}
FROM (SELECT contender, bin, number, estimate, mines FROM calibration) JOIN contenders ON id = contender
GROUP BY contender, bin ORDER BY contender, bin""",
        "Cells that are not provable, all settings together. An estimate that says what happens has its "
        "share of mines equal to it.",
        folded=True,
    ),
    Question(
        "growth",
        "Growth with the size of the board",
        f"""
WITH medians AS (SELECT name, density, area, line, quantile(seconds, 0.5) AS middle
    FROM positions JOIN shown USING (setting, contender)
    WHERE error IS NULL AND density NOT NULL GROUP BY line)
SELECT name AS engine, density, COUNT(*) AS sizes, MIN(area) AS cells_from, MAX(area) AS cells_to,
    {_three("slope(ln(area), ln(middle))", "exponent")}
FROM medians GROUP BY name, density HAVING COUNT(DISTINCT area) >= 3 ORDER BY MIN(line)""",
        "Median time of an answer ~ cells^exponent, by least squares on logarithms; from three sizes. "
        "The intervals, by Student's t, need SciPy (pip install 'minesolver[plot]').",
    ),
    Question(
        "widths",
        "Growth with the width",
        # From width 4 on: below it the fixed cost of a call is what is measured.
        f"""
WITH medians AS (SELECT name, width, COUNT(seconds) AS positions, COUNT(error) AS errors,
        1000 * quantile(seconds, 0.5) AS ms
    FROM positions JOIN contenders ON id = contender WHERE width NOT NULL GROUP BY name, width),
  fits AS (SELECT name, {_three("growth(width, ln(ms))", "factor")}
    FROM medians WHERE width >= 4 AND positions GROUP BY name HAVING COUNT(*) >= 4)
SELECT name AS engine, width, positions, errors, ms, factor, factor_low, factor_high
FROM medians LEFT JOIN fits USING (name) ORDER BY name, width""",
        "Width: most clues open at once in the order by which elimination counts the position. Factor: "
        "by how much the median time grows with each further one, fitted from width 4 on.",
        folded=True,
    ),
    Question(
        "errors",
        "What went wrong",
        """
SELECT label AS setting, name AS contender, error, COUNT(*) AS times, seed, MIN(game) AS first_game
FROM (SELECT setting, contender, seed, game, error FROM games
    UNION ALL SELECT setting, contender, seed, game, error FROM engine_games
    UNION ALL SELECT setting, contender, seed, game, error FROM positions) e
JOIN shown USING (setting, contender) WHERE error NOT NULL
GROUP BY e.setting, e.contender, seed, error ORDER BY e.setting, e.contender""",
    ),
)
_SHOWN = """
CREATE TEMP VIEW IF NOT EXISTS shown AS SELECT s.id AS setting, c.id AS contender, label, name,
    s.rows * s.cols AS area, density(s.rows, s.cols, s.mines, file) AS density,
    ROW_NUMBER() OVER (ORDER BY s.rows * s.cols, s.mines, s.id, c.id) AS line
FROM settings s, contenders c"""
"""Settings by size, contenders as they were named."""


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
    store.query(_SHOWN)
    found = {}
    for question in QUESTIONS:
        rows = store.query(question.sql, {"against": known.get(against or "")})
        if rows:
            found[question.name] = Table(
                tuple(rows[0].keys()), [tuple(row) for row in rows], (question.note,)
            )
    return found


def _slope(rows: Sequence[tuple[float, ...]]) -> Interval:
    """(slope, low, high) of the least-squares line, 95 % by Student's t; without SciPy the slope alone."""
    if len(rows) < 3:
        return nan, nan, nan
    x, y = zip(*rows, strict=True)
    try:
        from scipy import stats
    except ImportError:
        return float(np.polyfit(x, y, 1)[0]), nan, nan
    fit = stats.linregress(x, y)
    half = fit.stderr * stats.t.ppf(0.975, len(x) - 2)
    return float(fit.slope), float(fit.slope - half), float(fit.slope + half)


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
