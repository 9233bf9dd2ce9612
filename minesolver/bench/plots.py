"""Figures out of the tables of a run: what depends on density, on size, on width, and speed against wins."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Hashable, Iterable, Mapping
from typing import Any

from .figure import Figure, Line, Panel, Point
from .table import Table

Row = dict[str, Any]
Lines = Mapping[str, list[Point]]
Style = Mapping[str, int]
_PANELS = 6  # more of them in one picture are too small to read
_DENSITY = "mine density (mines / cells)"


def figures(tables: Mapping[str, Table]) -> list[Figure]:
    """Every figure that the tables have at least two points, or two contenders, for."""
    rows = {name: table.dicts() for name, table in tables.items()}
    players, engines = rows.get("players", []), rows.get("engines", [])
    style = _styles([row["player"] for row in players], [row["engine"] for row in engines])
    found = [
        _by_density(players, style, "win-rate", "Win rate", "games won (share)", "win_rate", "win"),
        _by_density(players, style, "score", "Score", "mines proved (%)", "score", "score"),
        _by_density(engines, style, "recall", "Provable cells found", "recall (share)", "recall", "recall"),
        _by_density(
            engines, style, "brier", "Brier score", "mean squared error of P(mine)", "brier", "brier"
        ),
        _calibration(rows.get("calibration", []), style),
        _speed(players, style),
        _growth(engines, rows.get("growth", []), style),
        _widths(rows.get("widths", []), style),
    ]
    return [figure for figure in found if figure is not None]


def _styles(players: Iterable[str], engines: Iterable[str]) -> Style:
    """A contender has the same colour in all pictures, and no two in one picture have the same."""
    style = {name: number for number, name in enumerate(dict.fromkeys(players))}
    named = list(dict.fromkeys(engines))
    taken = {style[name] for name in named if name in style}
    free = iter(sorted(set(range(len(style) + len(named))) - taken))
    return style | {name: next(free) for name in named if name not in style}


def _grouped(
    rows: Iterable[Row], panel: Callable[[Row], Hashable], line: str, point: Callable[[Row], Point]
) -> dict[Any, dict[str, list[Point]]]:
    """The points of each line of each panel."""
    panels: dict[Any, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    for row in rows:
        panels[panel(row)][row[line]].append(point(row))
    return panels


def _by_density(
    rows: list[Row], style: Style, name: str, title: str, y: str, value: str, ends: str
) -> Figure | None:
    """One panel a size and rule, one line a contender. ``ends``: the prefix of the interval's columns."""

    def point(row: Row) -> Point:
        low, high = (row[f"{ends}_{end}"] for end in ("low", "high"))
        return row["density"], row[value], *(row[value] if end is None else end for end in (low, high))

    shown = [row for row in rows if row["density"] is not None and row[value] is not None]
    panels = _grouped(shown, _without_mines, "player" if "player" in (rows or [{}])[0] else "engine", point)
    drawn = [
        Panel(place, _DENSITY, y, _lines(lines, style))
        for place, lines in panels.items()
        if _places(lines) >= 2
    ]
    return _figure(name, f"{title} against density", drawn)


def _calibration(rows: list[Row], style: Style) -> Figure | None:
    said = [row for row in rows if row["cells"] >= 20]  # fewer say nothing
    points = _grouped(
        said,
        lambda _: "",
        "engine",
        lambda row: (row["mean_estimate"], row["share_of_mines"], row["low"], row["high"]),
    )
    drawn = _lines(points.get("", {}), style)
    axes = "cells that are not provable", "estimated mine probability", "share of mines"
    panels = [Panel(*axes, drawn[start : start + 4], diagonal=True) for start in range(0, len(drawn), 4)]
    return _figure("calibration", "Calibration of the engines' probabilities", panels)


def _speed(rows: list[Row], style: Style) -> Figure | None:
    """Games a second against win rate: nothing beats a point that has none above it and to its right."""
    panels = _grouped(
        [row for row in rows if row["games/s"] is not None and row["win_rate"] is not None],
        lambda row: row["setting"],
        "player",
        lambda row: (row["games/s"], 100 * row["win_rate"], 100 * row["win_low"], 100 * row["win_high"]),
    )
    drawn = [
        Panel(
            setting,
            "games a second, one process",
            "games won (%)",
            [Line(name, points, style=style[name]) for name, points in lines.items()],
            log_x=True,
        )
        for setting, lines in panels.items()
        if len(lines) >= 2
    ]
    return _figure("speed", "Speed against win rate", drawn)


def _growth(rows: list[Row], growth: list[Row], style: Style) -> Figure | None:
    """Median time against cells, one panel a density; the legend has the fitted exponent."""

    def point(row: Row) -> Point:
        rows, cols = map(int, row["setting"].split()[0].split("/")[0].split("x"))
        return float(rows * cols), row["median_ms"], row["median_ms"], row["p95_ms"]

    timed = [row for row in rows if row["density"] is not None and row["median_ms"] is not None]
    drawn = []
    for density, lines in sorted(_grouped(timed, lambda row: row["density"], "engine", point).items()):
        fits = [row for row in growth if row["density"] == density]
        legend = {row["engine"]: f"{row['engine']} ~ n^{row['exponent']:.2f}" for row in fits}
        title = f"density {density:g}; median to 95th percentile"
        if _places(lines) >= 2:
            shown = _lines(lines, style, legend)
            drawn.append(Panel(title, "cells of the board, n", "ms a position", shown, log=True, log_x=True))
    return _figure("time", "Time of one answer against the size of the board", drawn)


def _widths(rows: list[Row], style: Style) -> Figure | None:
    timed = [row for row in rows if row["ms"] is not None]
    points = _grouped(timed, lambda _: "", "engine", lambda row: (row["width"], *(row["ms"],) * 3))
    legend = {
        row["engine"]: f"{row['engine']}, x{row['factor']:.2f} a clue"
        for row in timed
        if row["factor"] is not None
    }
    drawn = [
        Panel(
            "median of the answers in time, by width",
            "width: clues open at once",
            "ms a position",
            _lines(lines, style, legend),
            log=True,
        )
        for lines in points.values()
        if _places(lines) >= 3
    ]
    return _figure("width", "Time of one answer against the width of the elimination order", drawn)


def _figure(name: str, title: str, panels: list[Panel]) -> Figure | None:
    if len(panels) > _PANELS:
        # From small boards to large ones: those at even places.
        shown = [panels[k * (len(panels) - 1) // (_PANELS - 1)] for k in range(_PANELS)]
        return Figure(name, f"{title} ({_PANELS} of {len(panels)}; the table has all)", shown)
    return Figure(name, title, panels) if panels else None


def _lines(points: Lines, style: Style, legend: Mapping[str, str] | None = None) -> list[Line]:
    """One line for each contender; those that coincide share one. ``legend``: what it calls them."""
    together: dict[tuple[tuple[float, ...], ...], list[str]] = defaultdict(list)
    for name, found in points.items():
        together[tuple(tuple(round(v, 9) for v in point) for point in sorted(found))].append(name)
    called = legend or {}
    return [
        Line(
            ", ".join(called.get(name, name) for name in names),
            sorted(points[names[0]]),
            style=style[names[0]],
        )
        for names in together.values()
    ]


def _places(lines: Lines) -> int:
    """How many different places the lines have points at."""
    return len({point[0] for points in lines.values() for point in points})


def _without_mines(row: Row) -> str:
    size, *rules = row["setting"].split()
    return " ".join([size.split("/")[0], *rules])
