"""Figures out of the tables of a run: what depends on density, on size, on width, and speed against wins."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .figure import Figure, Line, Panel, Point
from .store import TEXTS
from .table import Table

Row = dict[str, Any]
Lines = Mapping[str, list[Point]]
_PANELS = 6  # more of them in one picture are too small to read
_LINES = 4  # of a panel with a diagonal


@dataclass(frozen=True)
class Plot:
    """A figure of the rows of a table, a line a contender; ``results.toml`` says what each field is."""

    name: str
    title: str
    table: str
    x: str
    y: str
    columns: Sequence[str]
    panel: str = "{size}"
    least: int = 2
    log: bool = False
    log_x: bool = False
    diagonal: bool = False


PLOTS = [Plot(**plot) for plot in TEXTS["plots"]]


def figures(tables: Mapping[str, Table]) -> list[Figure]:
    """Every figure that the tables have enough points for."""
    rows = defaultdict(list, {name: table.dicts() for name, table in tables.items()})
    exponents = {(row["engine"], row["density"], row["board"]): row["exponent"] for row in rows["growth"]}
    for row in rows["engines"]:
        row["cells"] = None
        if row["density"] is not None:
            size, space, board = row["setting"].partition(" ")
            row["board"] = space + board
            row["cells"] = float(prod(map(int, size.split("/")[0].split("x"))))
            exponent = exponents.get((row["engine"], row["density"], board))
            row["legend"] = row["engine"] if exponent is None else f"{row['engine']} ~ n^{exponent:.2f}"
    for row in rows["widths"]:
        if row["factor"] is not None:
            row["legend"] = f"{row['engine']}, x{row['factor']:.2f} a clue"
    rows["calibration"] = [row for row in rows["calibration"] if row["cells"] >= 20]  # fewer say nothing
    style = _styles([r["player"] for r in rows["players"]], [r["engine"] for r in rows["engines"]])
    drawn = [(plot, _panels(plot, rows[plot.table], style)) for plot in PLOTS]
    return [_figure(plot, panels) for plot, panels in drawn if panels]


def _styles(players: Iterable[str], engines: Iterable[str]) -> Mapping[str, int]:
    """A contender has the same colour in all pictures, and no two in one picture have the same."""
    style = {name: number for number, name in enumerate(dict.fromkeys(players))}
    named = list(dict.fromkeys(engines))
    taken = {style[name] for name in named if name in style}
    free = iter(sorted(set(range(len(style) + len(named))) - taken))
    return style | {name: next(free) for name in named if name not in style}


def _panels(plot: Plot, rows: Iterable[Row], style: Mapping[str, int]) -> list[Panel]:
    points: dict[str, dict[str, list[Point]]] = defaultdict(lambda: defaultdict(list))
    legend: dict[str, dict[str, str]] = defaultdict(dict)
    for row in rows:
        x, y, low, high = (row[column] for column in plot.columns)
        if x is not None and y is not None:
            size, *rules = str(row.get("setting", "/")).split()
            title = plot.panel.format_map(row | {"size": " ".join([size.partition("/")[0], *rules])})
            name = str(row.get("player") or row["engine"])
            points[title][name].append((x, y, y if low is None else low, y if high is None else high))
            if plot.name in ("time", "width"):
                legend[title][name] = str(row.get("legend", legend[title].get(name, name)))
    found = []
    for title, lines in sorted(points.items()) if plot.name == "time" else points.items():
        if len({point[0] for own in lines.values() for point in own}) >= plot.least:
            drawn = _lines(lines, style, legend[title])
            step = _LINES if plot.diagonal else len(drawn)
            for start in range(0, len(drawn), step):
                some, axes = drawn[start : start + step], (plot.log, plot.log_x, plot.diagonal)
                found.append(Panel(title, plot.x, plot.y, some, "line", *axes))
    return found


def _lines(points: Lines, style: Mapping[str, int], legend: Mapping[str, str]) -> list[Line]:
    """One line for each contender; those that coincide share one."""
    together: dict[tuple[tuple[float, ...], ...], list[str]] = defaultdict(list)
    for name, found in points.items():
        together[tuple(tuple(round(v, 9) for v in point) for point in sorted(found))].append(name)
    return [
        Line(", ".join(legend.get(n, n) for n in names), sorted(points[names[0]]), style=style[names[0]])
        for names in together.values()
    ]


def _figure(plot: Plot, panels: list[Panel]) -> Figure:
    if len(panels) <= _PANELS:
        return Figure(plot.name, plot.title, panels)
    # From small boards to large ones: those at even places.
    shown = [panels[k * (len(panels) - 1) // (_PANELS - 1)] for k in range(_PANELS)]
    return Figure(plot.name, f"{plot.title} ({_PANELS} of {len(panels)}; the table has all)", shown)
