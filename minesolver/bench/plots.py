"""Figures out of the tables of a run: what depends on density, on size, on width, and speed against wins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping
from typing import Any

from .figure import Figure, Line, Panel
from .table import Table

Point = tuple[float, float, float, float]
Style = Mapping[str, int]
_PANELS = 6  # more of them in one picture are too small to read


def figures(tables: Mapping[str, Table]) -> list[Figure]:
    """Every figure that the tables have at least two points, or two contenders, for."""
    empty = Table((), [])
    players, engines = tables.get("players", empty), tables.get("engines", empty)
    style = _styles([row["player"] for row in _rows(players)], [row["engine"] for row in _rows(engines)])
    found = [
        _by_density(players, style, "win-rate", "Win rate", "games won (share)", "player", "win"),
        _by_density(players, style, "score", "Score", "mines proved (%)", "player", "score"),
        _by_density(engines, style, "recall", "Provable cells found", "recall (share)", "engine", "recall"),
        _by_density(
            engines, style, "brier", "Brier score", "mean squared error of P(mine)", "engine", "brier"
        ),
        _calibration(tables.get("calibration", empty), style),
        _speed(players, style),
        _growth(engines, tables.get("growth", empty), style),
        _widths(tables.get("widths", empty), style),
    ]
    return [figure for figure in found if figure is not None]


def _styles(players: Iterable[str], engines: Iterable[str]) -> Style:
    """A contender has the same colour in all pictures, and no two in one picture have the same."""
    style = {name: number for number, name in enumerate(dict.fromkeys(players))}
    named = list(dict.fromkeys(engines))
    free = iter(
        sorted(set(range(len(style) + len(named))) - {style[name] for name in named if name in style})
    )
    return style | {name: next(free) for name in named if name not in style}


def _by_density(
    table: Table, style: Style, name: str, title: str, y: str, who: str, prefix: str
) -> Figure | None:
    """One panel a size and rule, one line a contender. ``prefix``: of the columns."""
    value = {"win": "win_rate"}.get(prefix, prefix)
    panels: dict[str, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(table):
        if row["density"] is not None and _number(row[value]):
            place = _without_mines(row["setting"])
            low, high = row[f"{prefix}_low"], row[f"{prefix}_high"]
            panels[place][row[who]].append(
                (row["density"], row[value], _value_or(low, row[value]), _value_or(high, row[value]))
            )
    panels = {
        place: lines
        for place, lines in panels.items()
        if len({point[0] for points in lines.values() for point in points}) >= 2
    }
    return _figure(
        name,
        f"{title} against density",
        [
            Panel(place, "mine density (mines / cells)", y, _lines(lines, style))
            for place, lines in panels.items()
        ],
    )


def _calibration(table: Table, style: Style) -> Figure | None:
    lines: dict[str, list[Point]] = defaultdict(list)
    for row in _rows(table):
        if row["cells"] >= 20:  # fewer say nothing
            lines[row["engine"]].append(
                (row["mean_estimate"], row["share_of_mines"], row["low"], row["high"])
            )
    drawn = _lines(lines, style)
    panels = [
        Panel(
            "cells that are not provable",
            "estimated mine probability",
            "share of mines",
            drawn[start : start + 4],
            diagonal=True,
        )
        for start in range(0, len(drawn), 4)
    ]
    return _figure("calibration", "Calibration of the engines' probabilities", panels)


def _speed(table: Table, style: Style) -> Figure | None:
    """Games a second against win rate: nothing beats a point that has none above it and to its right."""
    panels: dict[str, list[Line]] = defaultdict(list)
    for row in _rows(table):
        if _number(row["games/s"]) and _number(row["win_rate"]):
            point = (row["games/s"], 100 * row["win_rate"], 100 * row["win_low"], 100 * row["win_high"])
            panels[row["setting"]].append(Line(row["player"], [point], style=style[row["player"]]))
    return _figure(
        "speed",
        "Speed against win rate",
        [
            Panel(setting, "games a second, one process", "games won (%)", lines, log_x=True)
            for setting, lines in panels.items()
            if len(lines) >= 2
        ],
    )


def _growth(table: Table, growth: Table, style: Style) -> Figure | None:
    """Median time against cells, one panel a density; the legend has the fitted exponent."""
    exponents = {(row["engine"], row["density"]): row["exponent"] for row in _rows(growth)}
    panels: dict[float, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for row in _rows(table):
        if row["density"] is not None and _number(row["median_ms"]):
            rows, cols = map(int, row["setting"].split()[0].split("/")[0].split("x"))
            point = (float(rows * cols), row["median_ms"], row["median_ms"], row["p95_ms"])
            panels[row["density"]][row["engine"]].append(point)
    drawn = []
    for density, lines in sorted(panels.items()):
        if len({point[0] for points in lines.values() for point in points}) < 2:
            continue
        legend = {
            name: f"{name} ~ n^{exponents[name, density]:.2f}"
            for name in lines
            if (name, density) in exponents
        }
        title = f"density {density:g}; median to 95th percentile"
        drawn.append(
            Panel(
                title,
                "cells of the board, n",
                "ms a position",
                _lines(lines, style, legend),
                log=True,
                log_x=True,
            )
        )
    return _figure("time", "Time of one answer against the size of the board", drawn)


def _widths(table: Table, style: Style) -> Figure | None:
    lines: dict[str, list[Point]] = defaultdict(list)
    factors: dict[str, float] = {}
    for row in _rows(table):
        if _number(row["ms"]):
            lines[row["engine"]].append((row["width"], row["ms"], row["ms"], row["ms"]))
            if _number(row["factor"]):
                factors[row["engine"]] = row["factor"]
    if len({point[0] for points in lines.values() for point in points}) < 3:
        return None
    legend = {name: f"{name}, x{factor:.2f} a clue" for name, factor in factors.items()}
    panel = Panel(
        "median of the answers in time, by width",
        "width: clues open at once",
        "ms a position",
        _lines(lines, style, legend),
        log=True,
    )
    return _figure("width", "Time of one answer against the width of the elimination order", [panel])


def _figure(name: str, title: str, panels: list[Panel]) -> Figure | None:
    if not panels:
        return None
    if len(panels) > _PANELS:
        # From small boards to large ones: those at even places.
        shown = [panels[k * (len(panels) - 1) // (_PANELS - 1)] for k in range(_PANELS)]
        return Figure(name, f"{title} ({_PANELS} of {len(panels)}; the table has all)", shown)
    return Figure(name, title, panels)


def _lines(
    points: Mapping[str, Iterable[Point]], style: Style, legend: Mapping[str, str] | None = None
) -> list[Line]:
    """One line for each contender; those that coincide share one. ``legend``: what it calls them."""
    together: dict[tuple[tuple[float, ...], ...], list[str]] = defaultdict(list)
    for name, found in points.items():
        together[tuple(tuple(round(v, 9) for v in point) for point in sorted(found))].append(name)
    return [
        Line(
            ", ".join((legend or {}).get(name, name) for name in names),
            sorted(points[names[0]]),
            style=style[names[0]],
        )
        for names in together.values()
    ]


def _rows(table: Table) -> list[dict[str, Any]]:
    return [dict(zip(table.columns, row, strict=True)) for row in table.rows]


def _without_mines(label: str) -> str:
    size, *rules = label.split()
    return " ".join([size.split("/")[0], *rules])


def _number(value: Any) -> bool:
    return value is not None and value == value


def _value_or(value: Any, otherwise: float) -> float:
    return float(value) if _number(value) else otherwise
