"""Figures out of the tables of a run: who won how often on which board, what depends on density, on size, on
width, and speed against wins.
"""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import prod
from typing import Any

from .figure import ChartLine, ChartPoint, Figure, Panel
from .result_table import Table

SummaryRow = dict[str, Any]
_PANELS = 6  # more of them in one picture are too small to read
_INTERVAL_PANELS = 10  # low ones, with a line a player
_DIAGONAL_LINES = 4  # of a panel with a diagonal, around which they all lie
_LEAST_CELLS = 20  # of a bin of probability: a share of fewer says nothing


@dataclass(frozen=True)
class Plot:
    """A figure of the rows of a table, a line a contender.

    columns: Of x, y, low and high; a row without x or y gives no point
    panel: The title of the panel that a row belongs to, with what the row has, and the size of its boards
    least: Different x that a panel needs
    percent: y is a share, shown in per cent
    for_all: Left out where one contender has no value at all: the others alone would look like all
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
    percent: bool = False
    for_all: bool = False


PLOTS = (
    Plot(
        name="win-rate",
        title="Win rate against density",
        table="players",
        x="mine density (mines / cells)",
        y="games won (%)",
        columns=("density", "win_rate", "win_low", "win_high"),
        percent=True,
    ),
    Plot(
        name="score",
        title="Score against density",
        table="players",
        x="mine density (mines / cells)",
        y="mines proved (%)",
        columns=("density", "score", "score_low", "score_high"),
        for_all=True,
    ),
    Plot(
        name="recall",
        title="Provable cells found against density",
        table="engines",
        x="mine density (mines / cells)",
        y="provable cells found (%)",
        columns=("density", "recall", "recall_low", "recall_high"),
        percent=True,
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
        y="games won (%)",
        columns=("games/s", "win_rate", "win_low", "win_high"),
        panel="{setting}",
        log_x=True,
        percent=True,
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
    """Every figure that the tables have enough points for; the games won on each board come first."""
    rows_of_table = {name: table.dicts() for name, table in tables.items()}
    player_rows, engine_rows = rows_of_table.get("players", []), rows_of_table.get("engines", [])
    _describe_engines(engine_rows, rows_of_table.get("growth", []))
    for row in rows_of_table.get("widths", []):
        if row["factor"] is not None:
            row["legend"] = f"{row['engine']}, x{row['factor']:.2f} a clue"
    rows_of_table["calibration"] = [
        row for row in rows_of_table.get("calibration", []) if row["cells"] >= _LEAST_CELLS
    ]

    styles = _styles([row["player"] for row in player_rows], [row["engine"] for row in engine_rows])
    drawn_figures = []
    if player_rows:
        drawn_figures.append(_games_won(player_rows, styles))
    for plot in PLOTS:
        panels = _panels(plot, rows_of_table.get(plot.table, []), styles)
        if panels:
            drawn_figures.append(_limited(plot.name, plot.title, panels, _PANELS))
    return drawn_figures


def _describe_engines(engines: Iterable[SummaryRow], growth: Iterable[SummaryRow]) -> None:
    """Add to each row the cells of its boards, their rules, and the legend with how its time grows."""
    exponent_of = {(row["engine"], row["density"], row["board"]): row["exponent"] for row in growth}
    for row in engines:
        row["cells"] = None
        if row["density"] is None:  # the boards of a file, of any size
            continue
        size_text, space_text, board_text = row["setting"].partition(" ")
        row["board"] = space_text + board_text
        row["cells"] = float(prod(map(int, size_text.split("/")[0].split("x"))))
        exponent = exponent_of.get((row["engine"], row["density"], board_text))
        row["legend"] = row["engine"] if exponent is None else f"{row['engine']} ~ n^{exponent:.2f}"


def _games_won(players: Iterable[SummaryRow], styles: Mapping[str, int]) -> Figure:
    """A panel for each board, a line for each player: what share of its games it won, with the interval."""
    lines_of_setting: dict[str, list[ChartLine]] = defaultdict(list)
    for row in players:
        if row["win_rate"] is not None:
            value, interval_low, interval_high = (
                100 * row[player_name] for player_name in ("win_rate", "win_low", "win_high")
            )
            player_name = row["player"]
            lines_of_setting[row["setting"]].append(
                ChartLine(
                    player_name,
                    [(0.0, value, interval_low, interval_high)],
                    style=styles[player_name],
                )
            )
    panels = [
        Panel(setting, "games won (%)", "", of_board, "interval")
        for setting, of_board in lines_of_setting.items()
    ]
    return _limited(
        "games-won", "Games won on each board, with 95 % intervals", panels, _INTERVAL_PANELS
    )


def _styles(players: Iterable[str], engines: Iterable[str]) -> Mapping[str, int]:
    """A contender has the same colour in all pictures, and no two in one picture have the same."""
    style_of = {name: number for number, name in enumerate(dict.fromkeys(players))}
    engine_names = list(dict.fromkeys(engines))
    taken_styles = {style_of[name] for name in engine_names if name in style_of}
    every_style = range(len(style_of) + len(engine_names))
    free_styles = iter([style for style in every_style if style not in taken_styles])
    for name in engine_names:
        if name not in style_of:
            style_of[name] = next(free_styles)
    return style_of


def _panels(plot: Plot, rows: Sequence[SummaryRow], styles: Mapping[str, int]) -> list[Panel]:
    points_of: dict[str, dict[str, list[ChartPoint]]] = defaultdict(lambda: defaultdict(list))
    legends: dict[str, dict[str, str]] = defaultdict(dict)
    without_values = {_contender(row) for row in rows}
    percent_factor = 100.0 if plot.percent else 1.0

    # The points of each contender, by panel.
    for row in rows:
        x, y, interval_low, interval_high = (row[column] for column in plot.columns)
        if x is None or y is None:
            continue
        contender = _contender(row)
        without_values.discard(contender)
        size_text, *rule_names = str(row.get("setting", "/")).split()
        panel_title = plot.panel.format_map(
            row | {"size": " ".join([size_text.partition("/")[0], *rule_names])}
        )
        interval_low, interval_high = (
            y if end is None else end for end in (interval_low, interval_high)
        )
        points_of[panel_title][contender].append(
            (x, percent_factor * y, percent_factor * interval_low, percent_factor * interval_high)
        )
        # Only where the fit of a line is its legend: elsewhere one contender has many rows.
        if plot.name in ("time", "width"):
            legends[panel_title][contender] = str(
                row.get("legend", legends[panel_title].get(contender, contender))
            )
    if plot.for_all and without_values:
        return []

    # A panel for each title that has points enough.
    titles = sorted(points_of) if plot.name == "time" else list(points_of)
    panels = []
    for panel_title in titles:
        by_contender = points_of[panel_title]
        x_values = {point[0] for line_points in by_contender.values() for point in line_points}
        if len(x_values) < plot.least:
            continue
        lines = _lines(by_contender, styles, legends[panel_title])
        for line_chunk in _chunks(lines, _DIAGONAL_LINES if plot.diagonal else len(lines)):
            axes = plot.log, plot.log_x, plot.diagonal
            panels.append(Panel(panel_title, plot.x, plot.y, line_chunk, "line", *axes))
    return panels


def _contender(row: SummaryRow) -> str:
    return str(row.get("player") or row["engine"])


def _chunks(lines: list[ChartLine], size: int) -> list[list[ChartLine]]:
    return [lines[start : start + size] for start in range(0, len(lines), size)]


def _lines(
    by_contender: Mapping[str, list[ChartPoint]],
    styles: Mapping[str, int],
    legends: Mapping[str, str],
) -> list[ChartLine]:
    """One line for each contender; those that coincide share one."""
    names_of_course: dict[tuple[tuple[float, ...], ...], list[str]] = defaultdict(list)
    for name, points in by_contender.items():
        line_course = tuple(tuple(round(value, 9) for value in point) for point in sorted(points))
        names_of_course[line_course].append(name)
    lines = []
    for contender_names in names_of_course.values():
        line_label = ", ".join(legends.get(name, name) for name in contender_names)
        lines.append(
            ChartLine(
                line_label,
                sorted(by_contender[contender_names[0]]),
                style=styles[contender_names[0]],
            )
        )
    return lines


def _limited(name: str, title: str, panels: list[Panel], max_panels: int) -> Figure:
    """The figure of so many panels at most: from small boards to large ones, those at even places."""
    if len(panels) <= max_panels:
        return Figure(name, title, panels)
    chosen_panels = [
        panels[panel_number * (len(panels) - 1) // (max_panels - 1)]
        for panel_number in range(max_panels)
    ]
    return Figure(
        name, f"{title} ({max_panels} of {len(panels)}; the table has all)", chosen_panels
    )
