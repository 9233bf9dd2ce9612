"""Figures out of the tables of a run: what depends on density, on size, on width, and speed against wins."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .figure import Figure, Line, Panel, Point
from .table import Table

Row = dict[str, Any]
Lines = Mapping[str, list[Point]]
_PANELS = 6  # more of them in one picture are too small to read
_LINES = 4  # of a panel with a diagonal


@dataclass(frozen=True)
class Plot:
    """A figure of the rows of a table, a line a contender.

    columns: Of x, y, low and high; a row without x or y gives no point
    panel: The title of the panel that a row belongs to, with what the row has, and the size of its boards
    least: Different x that a panel needs
    """

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


PLOTS = (
    Plot(
        name="win-rate",
        title="Win rate against density",
        table="players",
        x="mine density (mines / cells)",
        y="games won (share)",
        columns=("density", "win_rate", "win_low", "win_high"),
    ),
    Plot(
        name="score",
        title="Score against density",
        table="players",
        x="mine density (mines / cells)",
        y="mines proved (%)",
        columns=("density", "score", "score_low", "score_high"),
    ),
    Plot(
        name="recall",
        title="Provable cells found against density",
        table="engines",
        x="mine density (mines / cells)",
        y="recall (share)",
        columns=("density", "recall", "recall_low", "recall_high"),
    ),
    Plot(
        name="brier",
        title="Brier score against density",
        table="engines",
        x="mine density (mines / cells)",
        y="mean squared error of P(mine)",
        columns=("density", "brier", "brier_low", "brier_high"),
    ),
    Plot(
        name="calibration",
        title="Calibration of the engines' probabilities",
        table="calibration",
        x="estimated mine probability",
        y="share of mines",
        columns=("mean_estimate", "share_of_mines", "low", "high"),
        panel="cells that are not provable",
        least=1,
        diagonal=True,
    ),
    Plot(
        name="speed",
        title="Speed against win rate",
        table="players",
        x="games a second, one process",
        y="games won (share)",
        columns=("games/s", "win_rate", "win_low", "win_high"),
        panel="{setting}",
        log_x=True,
    ),
    Plot(
        name="time",
        title="Time of one answer against the size of the board",
        table="engines",
        x="cells of the board, n",
        y="ms a position",
        columns=("cells", "median_ms", "median_ms", "p95_ms"),
        panel="density {density:g}{board}; median to 95th percentile",
        log=True,
        log_x=True,
    ),
    Plot(
        name="width",
        title="Time of one answer against the width of the elimination order",
        table="widths",
        x="width: clues open at once",
        y="ms a position",
        columns=("width", "ms", "ms", "ms"),
        panel="median of the answers in time, by width",
        least=3,
        log=True,
    ),
)


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
