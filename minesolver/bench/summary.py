"""Tables out of a results file: rates with 95 % intervals, paired differences, how time grows."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from math import exp, log, nan, sqrt
from typing import Any

import numpy as np

from ..base.errors import ResultsError
from ..base.intervals import mean_interval, paired_difference, quantile, ratio, ratio_interval, wilson
from .experiment import Setting
from .store import Store
from .table import Table, Value

_SECONDS = frozenset(
    [
        "ms/game",
        "games/s",
        "ms/move",
        "slowest_move_ms",
        "mb",
        "median_ms",
        "p95_ms",
        "slowest_ms",
        "time_ratio",
        "ratio_low",
        "ratio_high",
        "exponent",
        "exponent_low",
        "exponent_high",
        "ms",
        "factor",
        "factor_low",
        "factor_high",
    ]
)
"""Columns that differ from run to run."""


def players(store: Store) -> Table:
    """A row a setting and player: how it played, with intervals over games."""
    rows: list[tuple[Value, ...]] = []
    nominal = store.experiment.nominal
    for setting, name, ids in _pairs(store, "games"):
        data = store.query("SELECT * FROM games WHERE setting = ? AND contender = ?", ids)
        good = [row for row in data if row["error"] is None]
        number = len(good)
        wins = sum(row["outcome"] == "won" for row in good)
        adjusted = [row["adjusted"] for row in good]
        timed = [(row["seconds"], row["moves"]) for row in good if row["moves"]]
        seconds = sum(row["seconds"] for row in good)
        means = ("opened", "mines_hit", "guesses", "random_picks")
        rows.append(
            (
                setting.label,
                nominal(setting),
                name,
                number,
                len(data) - number,
                wins,
                wins / number if number else None,
                *wilson(wins, number),
                *((None,) * 3 if None in adjusted else _mean(adjusted)),
                *_clamped(_mean([row["score"] for row in good]), 0.0, 100.0),
                *(_mean([row[column] for row in good])[0] for column in means),
                1000 * _share(seconds, number),
                _share(number, seconds),
                1000 * _share(sum(t for t, _ in timed), sum(m for _, m in timed)),
                _scaled(max((row["slowest"] for row in good if row["slowest"] is not None), default=None)),
                max((row["megabytes"] for row in good if row["megabytes"] is not None), default=None),
            )
        )
    columns = (
        "setting density player games errors wins win_rate win_low win_high variance_reduced reduced_low "
        "reduced_high score score_low score_high opened mines_hit guesses random_picks ms/game games/s "
        "ms/move slowest_move_ms mb"
    )
    return Table(
        tuple(columns.split()),
        rows,
        seconds=_SECONDS,
        notes=(
            "Win rate: share of games won, 95 % interval by Wilson. Variance-reduced: "
            "the same win rate with the luck of the guesses subtracted (a control variate), where the core "
            "plays whole games. Score: share of mines flagged with a "
            "proof, in per cent; empty where the kernel plays whole games, which flags nothing. "
            "Opened, mines hit, guesses, random picks: means a game. Time is the player's own; mb: by how "
            "much the memory of its process grew while it played, at most.",
        ),
    )


def differences(store: Store, against: str | None = None) -> Table:
    """Each player less another one on the same games. ``against``: by default the first that was named.

    Raises :class:`ResultsError` for a name that did not play.
    """
    rows: list[tuple[Value, ...]] = []
    for setting, names in _by_setting(store, "games", against):
        reference, games = None, {}
        for name, ids in names:
            values = {
                game: (float(outcome == "won"), score)
                for game, outcome, score in store.query(
                    "SELECT seed << 32 | game, outcome, score FROM games WHERE setting = ? AND contender = ? "
                    "AND error IS NULL",
                    ids,
                )
            }
            if reference is None:
                reference, games = name, values
                continue
            both = [(games[game], value) for game, value in values.items() if game in games]
            won = paired_difference([b[0] for _, b in both], [a[0] for a, _ in both])
            scored = [(a[1], b[1]) for a, b in both if a[1] is not None and b[1] is not None]
            score = paired_difference([b for _, b in scored], [a for a, _ in scored])
            more = sum(b[0] > a[0] for a, b in both)
            fewer = sum(b[0] < a[0] for a, b in both)
            rows.append((setting.label, name, reference, len(both), more, fewer, *won, *_empty(score)))
    columns = (
        "setting player against games won_more won_less win_difference win_low win_high score_difference "
        "score_low score_high"
    )
    return Table(
        tuple(columns.split()),
        rows,
        notes=(
            "The same games for both, so that what they have in common cancels. Won more: games that the "
            "player won and the other did not. Differences of win rate as shares, of score in points.",
        ),
    )


def engines(store: Store) -> Table:
    """A row a setting and engine: what it proved and estimated on the same positions, and its time."""
    rows: list[tuple[Value, ...]] = []
    nominal = store.experiment.nominal
    for setting, name, ids in _pairs(store, "engine_games"):
        data = _answers(store, ids)
        counts = store.query(
            "SELECT error, megabytes FROM engine_games WHERE setting = ? AND contender = ?", ids
        )
        good = [row for row in data if row["error"] is None]
        compared = [row for row in good if row["found"] is not None]
        by_game = _sums(compared, ("found", "provable"))
        safe = _sums([row for row in compared if row["safe_exists"]], ("safe_missed", "one"))
        brier = _sums([row for row in compared if row["squared"] is not None], ("squared", "estimated"))
        estimated = sum(row["estimated"] for row in compared)
        times = [1000 * row["seconds"] for row in good]
        rows.append(
            (
                setting.label,
                nominal(setting),
                name,
                len(data),
                len(data) - len(good) + sum(error is not None for error, _ in counts),
                len(good) - len(compared),
                sum(row["provable"] for row in compared),
                *ratio_interval(by_game, sum(row["provable"] for row in compared)),
                sum(row["unsound"] for row in compared),
                *ratio_interval(safe, sum(row["safe_exists"] for row in compared)),
                *ratio_interval(brier, int(sum(w for _, w in brier))),
                sqrt(sum(row["distance"] for row in compared) / estimated) if estimated else None,
                quantile(times, 0.5),
                quantile(times, 0.95),
                max(times, default=nan),
                max((mb for _, mb in counts if mb is not None), default=None),
            )
        )
    columns = (
        "setting density engine positions errors no_truth provable recall recall_low recall_high unsound "
        "needless_guess guess_low guess_high brier brier_low brier_high distance median_ms p95_ms "
        "slowest_ms mb"
    )
    return Table(
        tuple(columns.split()),
        rows,
        seconds=_SECONDS,
        notes=(
            "Recall: cells proved, of those that the exact engine proves. Unsound: cells claimed that are "
            "not provable. Needless guess: positions with a provable safe cell where the engine finds none. "
            "Brier: mean squared error of P(mine) against what the cell held, over cells that are not "
            "provable and have an estimate (less is better). Distance: root mean square difference from the "
            "exact probability. Intervals: 95 %, over games. No truth: positions past the limit of the exact "
            "analysis, only timed. Errors: refused, crashed or timed out.",
        ),
    )


def engine_differences(store: Store, against: str | None = None) -> Table:
    """Each engine beside another one on the positions that both answer; see :func:`differences`."""
    rows: list[tuple[Value, ...]] = []
    for setting, names in _by_setting(store, "engine_games", against):
        reference, held = None, {}
        for name, ids in names:
            answers = {(r["game"], r["place"]): r for r in _answers(store, ids) if r["error"] is None}
            if reference is None:
                reference, held = name, answers
                continue
            both = [(held[key], answer) for key, answer in answers.items() if key in held]
            games = defaultdict(list)
            for a, b in both:
                games[a["game"]].append((a, b))
            recall = [
                (
                    sum(b["found"] for _, b in pairs if b["found"] is not None)
                    - sum(a["found"] for a, _ in pairs if a["found"] is not None),
                    sum(a["provable"] for a, _ in pairs if a["provable"]),
                )
                for pairs in games.values()
            ]
            # Squared errors are comparable where both estimate the same cells.
            errors = [
                (sum(b["squared"] - a["squared"] for a, b in same), sum(a["estimated"] for a, _ in same))
                for pairs in games.values()
                if (
                    same := [
                        (a, b)
                        for a, b in pairs
                        if a["squared"] is not None and a["estimated"] == b["estimated"]
                    ]
                )
            ]
            ratios = [log(b["seconds"] / a["seconds"]) for a, b in both if a["seconds"] and b["seconds"]]
            middle, low, high = mean_interval(sum(ratios), sum(r * r for r in ratios), len(ratios))
            rows.append(
                (
                    setting.label,
                    name,
                    reference,
                    len(both),
                    *_empty(ratio(recall)),
                    *_empty(ratio(errors)),
                    *(None if value != value else exp(min(value, 700)) for value in (middle, low, high)),
                )
            )
    columns = (
        "setting engine against positions recall_difference recall_low recall_high brier_difference "
        "brier_low brier_high time_ratio ratio_low ratio_high"
    )
    return Table(
        tuple(columns.split()),
        rows,
        seconds=_SECONDS,
        notes=(
            "The same positions for both. Time ratio: geometric mean of this engine's time over the other's, "
            "position by position. Brier difference: over positions where both estimate the same cells.",
        ),
    )


def calibration(store: Store) -> Table:
    """Estimated probability against the share of mines, by bin, with intervals over games."""
    names = {key: name for name, key in store.query("SELECT name, id FROM contenders")}
    sums: dict[tuple[int, int], list[tuple[int, float, int]]] = defaultdict(list)
    for contender, place, number, estimate, mines in store.query(
        "SELECT contender, bin, SUM(number), SUM(estimate), SUM(mines) FROM calibration "
        "GROUP BY contender, bin, setting, seed, game ORDER BY contender, bin"
    ):
        sums[contender, place].append((number, estimate, mines))
    rows: list[tuple[Value, ...]] = []
    for (contender, place), games in sums.items():
        number = sum(n for n, _, _ in games)
        share = ratio_interval([(m, n) for n, _, m in games], number)
        mean = sum(e for _, e, _ in games) / number
        rows.append((names[contender], place / 20, (place + 1) / 20, number, mean, *share))
    return Table(
        ("engine", "from", "to", "cells", "mean_estimate", "share_of_mines", "low", "high"),
        rows,
        notes=(
            "Cells that are not provable, all settings together. An estimate that says what happens has its "
            "share of mines equal to it.",
        ),
    )


def growth(store: Store) -> Table:
    """How the median time grows with the number of cells: the exponent of a power law, by density."""
    points: dict[tuple[str, float], list[tuple[float, float]]] = defaultdict(list)
    for setting, name, ids in _pairs(store, "engine_games"):
        times = [row["seconds"] for row in _answers(store, ids) if row["error"] is None]
        density = store.experiment.nominal(setting)
        if density is not None and times:
            points[name, density].append((setting.rows * setting.cols, quantile(times, 0.5)))
    rows: list[tuple[Value, ...]] = []
    for (name, density), found in points.items():
        if len({cells for cells, _ in found}) >= 3:
            slope = _slope([log(cells) for cells, _ in found], [log(t) for _, t in found])
            sizes = [cells for cells, _ in found]
            rows.append((name, density, len(found), min(sizes), max(sizes), *slope))
    return Table(
        ("engine", "density", "sizes", "cells_from", "cells_to", "exponent", "exponent_low", "exponent_high"),
        rows,
        seconds=_SECONDS,
        notes=(
            "Median time of an answer ~ cells^exponent, by least squares on logarithms; from three "
            "sizes. The intervals, by Student's t, need SciPy (pip install 'minesolver[plot]').",
        ),
    )


def widths(store: Store) -> Table:
    """Time against the width of the elimination order, the most clues open at once."""
    times: dict[tuple[str, int], list[float]] = defaultdict(list)
    failed: dict[tuple[str, int], int] = defaultdict(int)
    for _, name, ids in _pairs(store, "engine_games"):
        for row in _answers(store, ids):
            if row["width"] is not None:
                if row["error"] is None:
                    times[name, row["width"]].append(row["seconds"])
                else:
                    failed[name, row["width"]] += 1
    fits: dict[str, tuple[float | None, ...]] = {}
    for name in {name for name, _ in times}:
        # From width 4 on: below it the fixed cost of a call is what is measured.
        points = [(w, quantile(found, 0.5)) for (n, w), found in times.items() if n == name and w >= 4]
        if len(points) >= 4:
            fits[name] = _slope([w for w, _ in points], [log(t) for _, t in points])
    rows: list[tuple[Value, ...]] = []
    for name, width in sorted({*times, *failed}):
        found = times.get((name, width), [])
        factor = (
            [None if value is None else exp(value) for value in fits[name]] if name in fits else [None] * 3
        )
        rows.append(
            (name, width, len(found), failed.get((name, width), 0), 1000 * quantile(found, 0.5), *factor)
        )
    return Table(
        ("engine", "width", "positions", "errors", "ms", "factor", "factor_low", "factor_high"),
        rows,
        seconds=_SECONDS,
        notes=(
            "Width: most clues open at once in the order by which elimination counts the position. Factor: "
            "by how much the median time grows with each further one, fitted from width 4 on.",
        ),
    )


def errors(store: Store) -> Table:
    """What went wrong, as often as it did."""
    rows = store.query(
        "SELECT s.label, c.name, e.error, COUNT(*), e.seed, MIN(e.game) FROM ("
        "SELECT setting, contender, seed, game, error FROM games UNION ALL "
        "SELECT setting, contender, seed, game, error FROM engine_games UNION ALL "
        "SELECT setting, contender, seed, game, error FROM positions) e "
        "JOIN settings s ON s.id = e.setting JOIN contenders c ON c.id = e.contender "
        "WHERE e.error IS NOT NULL GROUP BY s.id, c.id, e.seed, e.error ORDER BY s.id, c.id"
    )
    return Table(
        ("setting", "contender", "error", "times", "seed", "first_game"), [tuple(row) for row in rows]
    )


def tables(store: Store, against: str | None = None) -> dict[str, Table]:
    """Every table that has rows, by name. ``against``: see :func:`differences`."""
    if against is not None and not store.query("SELECT 1 FROM contenders WHERE name = ?", (against,)):
        known = ", ".join(name for (name,) in store.query("SELECT name FROM contenders ORDER BY id"))
        raise ResultsError(f"{store.path}: no contender {against!r}; there are {known}")
    found = {
        "players": players(store),
        "player-differences": differences(store, against),
        "engines": engines(store),
        "engine-differences": engine_differences(store, against),
        "calibration": calibration(store),
        "growth": growth(store),
        "widths": widths(store),
        "errors": errors(store),
    }
    return {name: table for name, table in found.items() if table.rows}


def _pairs(store: Store, table: str) -> list[tuple[Setting, str, tuple[int, int]]]:
    """(setting, contender, their numbers) with rows in a table; settings by size, contenders as named."""
    found = store.query(
        "SELECT s.rows, s.cols, s.mines, s.rules, s.file, c.name, s.id, c.id FROM settings s, contenders c "
        f"WHERE EXISTS (SELECT 1 FROM {table} t WHERE t.setting = s.id AND t.contender = c.id) "
        "ORDER BY s.rows * s.cols, s.mines, s.id, c.id"
    )
    return [(Setting(*row[:5]), row[5], (row[6], row[7])) for row in found]


def _by_setting(
    store: Store, table: str, against: str | None
) -> list[tuple[Setting, list[tuple[str, tuple[int, int]]]]]:
    """The contenders of each setting, the one to compare with first."""
    found: dict[Setting, list[tuple[str, tuple[int, int]]]] = defaultdict(list)
    for setting, name, ids in _pairs(store, table):
        found[setting].append((name, ids))
    if against is not None:
        for names in found.values():
            names.sort(key=lambda pair: pair[0] != against)
        found = {s: names for s, names in found.items() if names[0][0] == against}
    return list(found.items())


def _answers(store: Store, ids: tuple[int, int]) -> list[dict[str, Any]]:
    rows = store.query(
        "SELECT *, seed << 32 | game AS played FROM positions WHERE setting = ? AND contender = ?", ids
    )
    found = [dict(row) | {"game": row["played"]} for row in rows]
    for row in found:
        row["one"] = 1
        row["safe_missed"] = int(not row["safe_found"])
    return found


def _sums(rows: Iterable[dict[str, Any]], columns: tuple[str, str]) -> list[tuple[float, float]]:
    """(part, whole) a game: cells and positions of one game are not independent."""
    found: dict[int, list[float]] = defaultdict(lambda: [0.0, 0.0])
    for row in rows:
        for k, column in enumerate(columns):
            found[row["game"]][k] += row[column]
    return [(part, whole) for part, whole in found.values()]


def _slope(x: Sequence[float], y: Sequence[float]) -> tuple[float | None, float | None, float | None]:
    """(slope, low, high) of the least-squares line, 95 % by Student's t; without SciPy the slope alone."""
    try:
        from scipy import stats
    except ImportError:
        return float(np.polyfit(x, y, 1)[0]), None, None
    fit = stats.linregress(x, y)
    half = fit.stderr * stats.t.ppf(0.975, len(x) - 2) if len(x) > 2 else nan
    return _empty((float(fit.slope), float(fit.slope - half), float(fit.slope + half)))


def _mean(values: Iterable[float | None]) -> tuple[Value, Value, Value]:
    known = [value for value in values if value is not None]
    return _empty(mean_interval(sum(known), sum(v * v for v in known), len(known)))


def _clamped(values: tuple[Value, Value, Value], least: float, most: float) -> tuple[Value, Value, Value]:
    """An interval of what cannot lie outside of these."""
    first, low, high = (min(most, max(least, v)) if isinstance(v, float) else v for v in values)
    return first, low, high


def _empty(values: tuple[float, float, float]) -> tuple[float | None, float | None, float | None]:
    """Nothing in place of what is no number."""
    first, low, high = (None if value != value or abs(value) == float("inf") else value for value in values)
    return first, low, high


def _share(part: float, whole: float) -> float:
    return part / whole if whole else nan


def _scaled(seconds: float | None) -> float | None:
    return None if seconds is None else 1000 * seconds
