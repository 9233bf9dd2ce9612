"""Plots: lines with 95 % bands or whiskers, bars with whiskers. Needs matplotlib, the ``plot`` extra."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

from ..base.errors import MissingDependencyError
from ..io.files import write_whole

# Okabe and Ito's colours, distinct with any colour vision; so are the markers.
_COLOURS = ("#0072B2", "#D55E00", "#009E73", "#CC79A7", "#E69F00", "#56B4E9", "#000000", "#7F7F7F")
_SLANTED = {"rotation": 20, "ha": "right", "rotation_mode": "anchor"}
_BANDS = 3  # lines of a panel that can have bands
_THIN = {"markersize": 4, "linewidth": 1.4, "elinewidth": 0.7, "capsize": 2}
_MARKERS = ("o", "s", "^", "D", "v", "P", "X", "*")


@dataclass(frozen=True)
class Line:
    """Points (x, y, low, high). ``reported``: points of a document, drawn without a line.

    ``style``: number of its colour and marker, by default its place in the panel.
    """

    label: str
    points: Sequence[tuple[float, float, float, float]]
    reported: bool = False
    style: int | None = None


@dataclass(frozen=True)
class Panel:
    """One pair of axes; ``log`` and ``log_x``: a logarithmic scale.

    Bars and dots take their names from the lines' labels and have one point a line.

    Bars start at 0; dots are for values whose distance from 0 says nothing.
    """

    title: str
    x: str
    y: str
    lines: Sequence[Line]
    kind: Literal["line", "bar", "dot"] = "line"
    log: bool = False
    log_x: bool = False
    diagonal: bool = False


@dataclass(frozen=True)
class Figure:
    """Panels side by side, two in a row, in one file ``<name>.png``."""

    name: str
    title: str
    panels: Sequence[Panel]


@dataclass(frozen=True)
class Boards:
    """States of a search side by side, with arrows from each to the next, in one file ``<name>.png``.

    ``states``: (what led here, the rows of signs, the same with ``*`` on the available moves). The colours
    are those of the signs: U dark grey, digits light grey, M red, T yellow.
    """

    name: str
    title: str
    states: Sequence[tuple[str, str, str]]


_SIGNS = {"U": "#8C8C8C", "M": "#E0453A", "T": "#F2D13B"}
_VISITED = "#DDDDDD"
_IN_A_ROW = 5


def require_matplotlib() -> None:
    """Raises :class:`MissingDependencyError` where there is no matplotlib."""
    try:
        import matplotlib
    except ImportError:
        raise MissingDependencyError("plots need matplotlib: pip install 'minesolver[plot]'") from None
    matplotlib.use("Agg")


def draw(figure: Figure | Boards, path: Path) -> None:
    """Write a figure as PNG."""
    require_matplotlib()
    if isinstance(figure, Boards):
        _draw_boards(figure, path)
        return
    from matplotlib import pyplot

    columns = min(2, len(figure.panels))
    rows = -(-len(figure.panels) // columns)
    canvas, axes = pyplot.subplots(
        rows, columns, figsize=(6.4 * columns, 4.6 * rows), squeeze=False, layout="constrained"
    )
    for place, panel in zip(axes.flat, figure.panels, strict=False):
        (_lines if panel.kind == "line" else _bars)(place, panel)
        place.set_title(panel.title, fontsize=11)
        place.set_xlabel(panel.x)
        place.set_ylabel(panel.y)
        place.grid(True, alpha=0.3, linewidth=0.6)
        place.set_axisbelow(True)
    for place in list(axes.flat)[len(figure.panels) :]:
        place.set_visible(False)
    canvas.suptitle(figure.title, fontsize=12)
    _save(canvas, path)
    pyplot.close(canvas)


def _draw_boards(figure: Boards, path: Path) -> None:
    from matplotlib import pyplot
    from matplotlib.patches import Rectangle

    rows = -(-len(figure.states) // _IN_A_ROW)
    canvas, axes = pyplot.subplots(
        rows, _IN_A_ROW, figsize=(2.3 * _IN_A_ROW, 2.5 * rows + 0.4), squeeze=False, layout="constrained"
    )
    for number, place in enumerate(axes.flat):
        place.set_axis_off()
        if number >= len(figure.states):
            continue
        what, state, starred = figure.states[number]
        for r, (signs, marks) in enumerate(zip(state.split("\n"), starred.split("\n"), strict=True)):
            for c, (sign, mark) in enumerate(zip(signs, marks, strict=True)):
                colour = _SIGNS.get(sign, _VISITED)
                place.add_patch(Rectangle((c, -r), 1, 1, facecolor=colour, edgecolor="white", linewidth=2))
                place.text(c + 0.5, 0.5 - r, mark, ha="center", va="center", fontsize=14)
        size = len(state.split("\n"))
        place.set_xlim(-0.1, size + 0.6)
        place.set_ylim(0.9 - size, 1.1)
        place.set_aspect("equal")
        place.set_title(f"{number}. {what}", fontsize=9)
        if number + 1 < len(figure.states):
            place.annotate(
                "",
                (size + 0.55, 1 - size / 2),
                (size + 0.08, 1 - size / 2),
                arrowprops={"arrowstyle": "->", "linewidth": 1.5},
            )
    canvas.suptitle(figure.title, fontsize=12)
    _save(canvas, path)
    pyplot.close(canvas)


def _lines(place: Any, panel: Panel) -> None:
    if panel.diagonal:
        place.plot([0, 1], [0, 1], color="#7F7F7F", linestyle="--", linewidth=1, label="perfect")
    crowded = len(panel.lines) > _BANDS
    for number, line in enumerate(panel.lines):
        x = [p[0] for p in line.points]
        y = [p[1] for p in line.points]
        style = (number if line.style is None else line.style) % 8
        colour, marker = _COLOURS[style], _MARKERS[style]
        if line.reported:
            place.plot(x, y, "*", color="black", markersize=11, markerfacecolor="none", label=line.label)
            continue
        low = [_finite(p[2], p[1]) for p in line.points]
        high = [_finite(p[3], p[1]) for p in line.points]
        if len(x) == 1 or crowded:  # a band of one point has no width, those of many lines hide each other
            whiskers = [
                [max(0.0, a - b) for a, b in zip(y, low, strict=True)],
                [max(0.0, b - a) for a, b in zip(y, high, strict=True)],
            ]
            look = (
                {"fmt": marker, "markersize": 6, "capsize": 4} if len(x) == 1 else _THIN | {"marker": marker}
            )
            place.errorbar(x, y, yerr=whiskers, color=colour, label=line.label, **look)
            continue
        place.plot(x, y, color=colour, marker=marker, markersize=4, linewidth=1.4, label=line.label)
        place.fill_between(x, low, high, color=colour, alpha=0.18, linewidth=0)
    if panel.log:
        _logarithmic(place.yaxis)
    if panel.log_x:
        _logarithmic(place.xaxis)
    place.legend(fontsize=8, framealpha=0.85)


def _logarithmic(axis: Any) -> None:
    """Ticks in plain numbers; between the powers of ten too where there are few of those."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis._set_axes_scale("log")
    low, high = axis.get_view_interval()
    plain = FuncFormatter(lambda value, _: f"{value:,.10g}")
    axis.set_major_formatter(plain)
    few = low > 0 and high / low < 60
    axis.set_minor_locator(LogLocator(subs=(2, 5)))
    axis.set_minor_formatter(plain if few else NullFormatter())


def _bars(place: Any, panel: Panel) -> None:
    ours = [line for line in panel.lines if not line.reported]
    names = [line.label for line in ours]
    for number, line in enumerate(ours):
        y, low, high = line.points[0][1:]
        if panel.kind == "bar":
            place.bar(number, y, color=_COLOURS[number % 8], width=0.65)
        else:
            place.plot(number, y, _MARKERS[number % 8], color=_COLOURS[number % 8], markersize=8)
        whiskers = [[max(0.0, y - _finite(low, y))], [max(0.0, _finite(high, y) - y)]]
        place.errorbar(number, y, yerr=whiskers, fmt="none", ecolor="black", capsize=4)
    for line in panel.lines:
        if line.reported:
            xs, ys = [p[0] + 0.22 for p in line.points], [p[1] for p in line.points]  # beside ours
            place.plot(xs, ys, "*", color="black", markersize=10, markerfacecolor="white", label=line.label)
            place.legend(fontsize=8)
    place.set_xticks(range(len(names)), names, fontsize=8, **(_SLANTED if len(names) > 3 else {}))
    place.margins(x=0.12)
    if panel.log:
        place.set_yscale("log")


def _finite(value: float, otherwise: float) -> float:
    return value if abs(value) < float("inf") else otherwise


def _save(canvas: Any, path: Path) -> None:
    """A picture of few colours, a third of the size of one with all that smoothed edges have."""
    from PIL import Image

    full, small = BytesIO(), BytesIO()
    canvas.savefig(full, dpi=100)
    Image.open(full).convert("RGB").quantize(64, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    write_whole(path, small.getvalue())
