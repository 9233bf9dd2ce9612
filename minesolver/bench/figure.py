"""Plots: lines with 95 % bands or whiskers, bars with whiskers. Needs matplotlib, the ``plot`` extra."""

from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from io import BytesIO
from pathlib import Path
from typing import Any, Literal

import numpy as np

from ..base.errors import extra
from ..base.files import write_whole

_STYLE = Path(__file__).with_name("plots.mplstyle")
_BANDS = 3  # lines of a panel that can have bands
_MARKERS = "os^DvPX*"
_STAR = {"marker": "*", "linestyle": "none", "color": "black", "markersize": 11}
Point = tuple[float, float, float, float]
"""(x, y, low, high)."""


@dataclass(frozen=True)
class Line:
    """Points with whiskers or a band; those ``reported`` by a document are stars without a line.

    style: Number of its colour and marker, by default its place in the panel
    """

    label: str
    points: Sequence[Point]
    reported: bool = False
    style: int | None = None


@dataclass(frozen=True)
class Panel:
    """One pair of axes; ``log`` and ``log_x``: a logarithmic scale. Bars and dots take their names from the
    lines' labels and have one point a line. Bars start at 0; dots are for values whose distance from 0 says
    nothing.
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
    """Panels side by side, two in a row, in one file ``<name>.png``; ``shared``: all with one y axis."""

    name: str
    title: str
    panels: Sequence[Panel]
    shared: bool = False


def require_matplotlib() -> None:
    """Raises :class:`MissingDependencyError` where there is no matplotlib."""
    with extra("plot", "plots need matplotlib"):
        import matplotlib
    matplotlib.use("Agg")


@contextmanager
def canvas(
    path: Path, title: str, number: int, columns: int, size: tuple[float, float], **more: Any
) -> Iterator[Any]:
    """Axes to draw ``number`` panels of a size (inches) on; written as PNG afterwards."""
    require_matplotlib()
    from matplotlib import pyplot
    from PIL import Image

    rows = -(-number // columns)
    with pyplot.style.context(_STYLE):
        figure, axes = pyplot.subplots(
            rows, columns, figsize=(size[0] * columns, size[1] * rows), squeeze=False, **more
        )
        for place in axes.flat[number:]:
            place.set_visible(False)
        yield axes.flat[:number]
        figure.suptitle(title)
        figure.canvas.draw()  # savefig would draw all of it twice
        full, small = Image.fromarray(np.asarray(figure.canvas.buffer_rgba())), BytesIO()
        pyplot.close(figure)
    # A third of the size: of all that smoothed edges have, 256 colours, those of the lines among them.
    full.convert("RGB").quantize(256, dither=Image.Dither.NONE).save(small, "PNG", optimize=True)
    write_whole(path, small.getvalue())


def draw(figure: Figure, path: Path) -> None:
    """Write a figure as PNG."""
    columns = min(2, len(figure.panels))
    with canvas(path, figure.title, len(figure.panels), columns, (6.4, 4.6), sharey=figure.shared) as axes:
        for place, panel in zip(axes, figure.panels, strict=True):
            (_lines if panel.kind == "line" else _bars)(place, panel)
            place.set(title=panel.title, xlabel=panel.x, ylabel=panel.y)
            if figure.shared:
                place.tick_params(labelleft=True)


def _lines(place: Any, panel: Panel) -> None:
    if panel.diagonal:
        place.plot([0, 1], [0, 1], color="C7", linestyle="--", linewidth=1, label="perfect")
    crowded = len(panel.lines) > _BANDS
    for number, line in enumerate(panel.lines):
        x, y, below, above = _parts(line.points)
        if line.reported:
            place.plot(x, y, **_STAR, markerfacecolor="none", label=line.label)
            continue
        look = _look(number if line.style is None else line.style)
        if len(x) == 1 or crowded:  # a band of one point has no width, those of many lines hide each other
            look |= {"markersize": 6, "capsize": 4} if len(x) == 1 else {"elinewidth": 0.7}
            place.errorbar(x, y, yerr=(below, above), label=line.label, **look)
            continue
        place.plot(x, y, label=line.label, **look)
        place.fill_between(x, y - below, y + above, color=look["color"], alpha=0.18, linewidth=0)
    for axis, wanted in ((place.yaxis, panel.log), (place.xaxis, panel.log_x)):
        if wanted:
            _logarithmic(axis)
    place.legend()


def _look(style: int) -> dict[str, Any]:
    return {"color": f"C{style % 8}", "marker": _MARKERS[(style + style // 8) % 8]}  # 64 pairs


def _parts(points: Sequence[Point]) -> Any:
    """x, y, and how far the interval reaches below and above; nothing where it is endless."""
    x, y, low, high = np.array(points, np.float64).T
    ends = np.array([y - low, high - y])
    return x, y, *np.where(np.isfinite(ends), ends, 0).clip(0)


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
    for number, line in enumerate(ours):
        _, y, *whiskers = _parts(line.points)
        if panel.kind == "bar":
            place.bar(number, y, color=f"C{number % 8}", width=0.65)
        else:
            place.plot(number, y, **_look(number), markersize=8)
        place.errorbar(number, y, yerr=whiskers, fmt="none", ecolor="black", capsize=4)
    for line in panel.lines:
        if line.reported:
            x, y, *_ = _parts(line.points)
            place.plot(x + 0.22, y, **_STAR, markerfacecolor="white", label=line.label)
            place.legend()
    slanted = {"rotation": 20, "ha": "right", "rotation_mode": "anchor"} if len(ours) > 3 else {}
    place.set_xticks(range(len(ours)), [line.label for line in ours], fontsize=8, **slanted)
    place.margins(x=0.12)
    if panel.log:
        place.set_yscale("log")
