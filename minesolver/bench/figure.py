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
from ..base.palette import LIGHT, plot_style
from .digits import with_interval

_STYLE = Path(__file__).with_name("plots.mplstyle")
_PAPER_STYLE = Path(__file__).with_name("paper.mplstyle")
_SCREEN_PANEL = (6.4, 4.6)  # inches
# Inches: of one column of a page and of two, as IEEE's and ACM's have them.
_PAPER_WIDTHS = {1: 3.5, 2: 7.16}
_PAPER_HEIGHT = 2.5
_ROW_HEIGHT = 0.19  # inches that a name and its interval take
_BANDS = 3  # lines of a panel that can have bands
_MARKERS = "os^DvPX*"
_STAR = {"marker": "*", "linestyle": "none", "color": LIGHT["ink"], "markersize": 11}
_LEGEND_LETTERS = 60  # of all entries in one line below a panel
_LABEL_LINES = 3.4  # heights of a letter that numbers and label of an axis take
ChartPoint = tuple[float, float, float, float]
"""(x, y, low, high)."""


@dataclass(frozen=True)
class ChartLine:
    """Points with whiskers or a band; those ``reported`` by a document are stars without a line.

    style: Number of its colour and marker, by default its place in the panel
    """

    label: str
    points: Sequence[ChartPoint]
    reported: bool = False
    style: int | None = None


@dataclass(frozen=True)
class Panel:
    """One pair of axes; ``log`` and ``log_x``: a logarithmic scale.

    kind: Bars, dots and intervals take their names from the lines' labels and have one point a line. Bars
        start at 0; dots are for values whose distance from 0 says nothing; intervals lie, below each other,
        with their values in words
    """

    title: str
    x: str
    y: str
    lines: Sequence[ChartLine]
    kind: Literal["line", "bar", "dot", "interval"] = "line"
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
    path: Path,
    title: str,
    panel_count: int,
    columns: int,
    size: tuple[float, float],
    **subplot_options: Any,
) -> Iterator[Any]:
    """Axes to draw so many panels of a size (inches) on; written as PNG afterwards."""
    from matplotlib import pyplot

    with _axes(panel_count, columns, size, [_STYLE], **subplot_options) as (figure, axes):
        yield axes
        figure.suptitle(title)
        figure.canvas.draw()  # savefig would draw all of it twice
        write_whole(path, _small_png(np.asarray(figure.canvas.buffer_rgba())))
        pyplot.close(figure)


@contextmanager
def _axes(
    panel_count: int,
    columns: int,
    size: tuple[float, float],
    styles: list[Path],
    **subplot_options: Any,
) -> Iterator[tuple[Any, Any]]:
    """A figure and the axes of its panels."""
    require_matplotlib()
    from matplotlib import pyplot

    row_count = -(-panel_count // columns)
    with pyplot.style.context([plot_style(), *styles]):
        figure, axes = pyplot.subplots(
            row_count,
            columns,
            figsize=(size[0] * columns, size[1] * row_count),
            squeeze=False,
            **subplot_options,
        )
        for unused_axes in axes.flat[panel_count:]:
            unused_axes.set_visible(False)
        yield figure, axes.flat[:panel_count]


def _small_png(pixels: Any, dots_an_inch: float | None = None) -> bytes:
    """A picture as PNG in a third of the size: of all that smoothed edges have, 256 colours, those of the
    lines among them.
    """
    from PIL import Image

    full_image, small_file = Image.fromarray(pixels), BytesIO()
    png_options: dict[str, Any] = (
        {} if dots_an_inch is None else {"dpi": (dots_an_inch, dots_an_inch)}
    )
    palette_image = full_image.convert("RGB").quantize(256, dither=Image.Dither.NONE)
    palette_image.save(small_file, "PNG", optimize=True, **png_options)
    return small_file.getvalue()


def draw(figure: Figure, path: Path) -> None:
    """Write a figure as PNG, in a size for the screen."""
    columns = min(2, len(figure.panels))
    with canvas(
        path, figure.title, len(figure.panels), columns, _SCREEN_PANEL, sharey=figure.shared
    ) as axes:
        _draw_panels(figure, axes)


def draw_for_paper(figure: Figure, folder: Path, source: str) -> list[Path]:
    """Write a figure as ``<name>.svg``, ``.pdf`` and ``.png`` (300 dots an inch), in the size of print and
    without its title, which a paper has below it.

    source: What made it, in a line; kept in the files
    Returns: The paths of the three files, SVG first.
    """
    from matplotlib import pyplot
    from matplotlib.backends.backend_pdf import FigureCanvasPdf
    from matplotlib.backends.backend_svg import FigureCanvasSVG

    panel_count = len(figure.panels)
    columns = min(2, panel_count)
    panel_height = _PAPER_HEIGHT
    if figure.panels[0].kind == "interval":
        panel_height = 0.6 + _ROW_HEIGHT * max(len(panel.lines) for panel in figure.panels)
    panel_size = _PAPER_WIDTHS[columns] / columns, panel_height

    # Drawn once, written three times.
    styles = [_STYLE, _PAPER_STYLE]
    with _axes(panel_count, columns, panel_size, styles, sharey=figure.shared) as (
        paper_figure,
        axes,
    ):
        _draw_panels(figure, axes)
        paths = [folder / f"{figure.name}{suffix}" for suffix in (".svg", ".pdf", ".png")]
        # Without their dates, so that the same run gives the same files.
        file_metadata: list[dict[str, Any]] = [
            {"Title": figure.title, "Description": source, "Date": None},
            {"Title": figure.title, "Subject": source, "CreationDate": None},
        ]
        # The picture first: where things stand, which takes as long as the drawing, is then settled for all
        # three. savefig would settle it anew for each, by one more drawing.
        dots_an_inch = pyplot.rcParams["savefig.dpi"]
        paper_figure.set_dpi(dots_an_inch)
        paper_figure.canvas.draw()
        picture = _small_png(np.asarray(paper_figure.canvas.buffer_rgba()), dots_an_inch)
        write_whole(paths[2], picture)
        paper_figure.set_layout_engine("none")

        # A canvas sets the dots an inch to those of its kind of file.
        printers: list[Any] = [
            FigureCanvasSVG(paper_figure).print_svg,
            FigureCanvasPdf(paper_figure).print_pdf,
        ]
        for path, print_figure, entries in zip(paths, printers, file_metadata, strict=False):
            paper_figure.set_dpi(dots_an_inch)
            file_content = BytesIO()
            print_figure(file_content, metadata=entries)
            write_whole(path, file_content.getvalue())
        pyplot.close(paper_figure)
    return paths


def _draw_panels(figure: Figure, axes: Sequence[Any]) -> None:
    for ax, panel in zip(axes, figure.panels, strict=True):
        if panel.kind == "line":
            _draw_lines(ax, panel)
        elif panel.kind == "interval":
            _draw_intervals(ax, panel)
        else:
            _draw_bars(ax, panel)
        ax.set(title=panel.title, xlabel=panel.x, ylabel=panel.y)
        if figure.shared:
            ax.tick_params(labelleft=True)
    line_axes = [ax for ax, panel in zip(axes, figure.panels, strict=True) if panel.kind == "line"]
    if line_axes:
        _add_legends(line_axes)


def _draw_lines(ax: Any, panel: Panel) -> None:
    # The values of a document are stars, all others lines.
    if panel.diagonal:
        ax.plot(
            [0, 1], [0, 1], color=LIGHT["frame-dark"], linestyle="--", linewidth=1, label="perfect"
        )
    is_crowded = len(panel.lines) > _BANDS
    for line_number, line in enumerate(panel.lines):
        x, y, below, above = _arrays(line.points)
        if line.reported:
            ax.plot(x, y, **_STAR, markerfacecolor="none", label=line.label)
            continue
        line_style = _line_style(line_number if line.style is None else line.style)
        # A band of one point has no width, those of many lines hide each other.
        if len(x) == 1:
            ax.errorbar(
                x,
                y,
                yerr=(below, above),
                label=line.label,
                **line_style | {"markersize": 6, "capsize": 4},
            )
        elif is_crowded:
            ax.errorbar(
                x, y, yerr=(below, above), label=line.label, **line_style | {"elinewidth": 0.7}
            )
        else:
            ax.plot(x, y, label=line.label, **line_style)
            ax.fill_between(
                x, y - below, y + above, color=line_style["color"], alpha=0.18, linewidth=0
            )

    # Axes last: their ticks depend on what is drawn.
    if panel.log:
        _logarithmic(ax.yaxis)
    if panel.log_x:
        _logarithmic(ax.xaxis)


def _add_legends(axes: Sequence[Any]) -> None:
    """Legends below their panels, where they hide nothing; one for all panels that have the same."""
    from matplotlib import pyplot
    from matplotlib.transforms import ScaledTranslation

    figure = axes[0].figure
    legend_entries = [ax.get_legend_handles_labels() for ax in axes]
    label_lists = [label_lists for _, label_lists in legend_entries]
    if len(axes) > 1 and all(of_panel == label_lists[0] for of_panel in label_lists):
        handles = legend_entries[0][0]
        columns = _legend_columns(label_lists[0], min(2, len(axes)))
        figure.legend(
            handles, label_lists[0], loc="outside lower center", ncols=columns, frameon=False
        )
        return
    # Below the axes are their numbers and their label, of this height in points.
    points_below = _LABEL_LINES * pyplot.rcParams["font.size"]
    for ax in axes:
        below_axes = ax.transAxes + ScaledTranslation(0, -points_below / 72, figure.dpi_scale_trans)
        ax.legend(
            loc="upper center",
            bbox_to_anchor=(0.5, 0),
            bbox_transform=below_axes,
            ncols=_legend_columns(ax.get_legend_handles_labels()[1], 1),
            frameon=False,
            borderaxespad=0,
        )


def _legend_columns(labels: Sequence[str], panels: int) -> int:
    """As many columns as the widest entry leaves room for, below so many panels."""
    widest_label = max(map(len, labels), default=1) + 6  # and the line before it
    return max(1, min(len(labels), panels * _LEGEND_LETTERS // widest_label))


def _line_style(style: int) -> dict[str, Any]:
    return {"color": f"C{style % 8}", "marker": _MARKERS[(style + style // 8) % 8]}  # 64 pairs


def _arrays(points: Sequence[ChartPoint]) -> Any:
    """x, y, and how far the interval reaches below and above; nothing where it is endless."""
    x, y, interval_low, interval_high = np.array(points, np.float64).T
    interval_reaches = np.array([y - interval_low, interval_high - y])
    below, above = np.where(np.isfinite(interval_reaches), interval_reaches, 0).clip(0)
    return x, y, below, above


def _logarithmic(axis: Any) -> None:
    """Ticks in plain numbers; between the powers of ten too where there are few of those."""
    from matplotlib.ticker import FuncFormatter, LogLocator, NullFormatter

    axis._set_axes_scale("log")
    view_low, view_high = axis.get_view_interval()

    def plain_text(value: float, _: object) -> str:
        return f"{value:,.10g}"

    plain_numbers = FuncFormatter(plain_text)
    axis.set_major_formatter(plain_numbers)
    few_powers = view_low > 0 and view_high / view_low < 60
    axis.set_minor_locator(LogLocator(subs=(2, 5)))
    axis.set_minor_formatter(plain_numbers if few_powers else NullFormatter())


def _draw_bars(ax: Any, panel: Panel) -> None:
    """Bars, or dots, and the values of a document beside them."""
    # What was measured, with its intervals.
    measured_lines = [line for line in panel.lines if not line.reported]
    for bar_number, line in enumerate(measured_lines):
        _, y, *whiskers = _arrays(line.points)
        if panel.kind == "bar":
            ax.bar(bar_number, y, color=f"C{bar_number % 8}", width=0.65)
        else:
            ax.plot(bar_number, y, **_line_style(bar_number), markersize=8)
        ax.errorbar(bar_number, y, yerr=whiskers, fmt="none", ecolor=LIGHT["ink"], capsize=4)

    # What a document says, as stars beside it.
    for line in panel.lines:
        if line.reported:
            x, y, *_ = _arrays(line.points)
            ax.plot(x + 0.22, y, **_STAR, markerfacecolor="white", label=line.label)
            ax.legend()

    # Names of more than three would run into each other.
    slanted_labels: dict[str, Any] = {}
    if len(measured_lines) > 3:
        slanted_labels = {"rotation": 20, "ha": "right", "rotation_mode": "anchor"}
    ax.set_xticks(
        range(len(measured_lines)),
        [line.label for line in measured_lines],
        fontsize=8,
        **slanted_labels,
    )
    ax.margins(x=0.12)
    if panel.log:
        ax.set_yscale("log")


def _draw_intervals(ax: Any, panel: Panel) -> None:
    """A point and its interval in each row, the first at the top, and what they are in words at the right."""
    for row, line in enumerate(panel.lines):
        _, point_value, interval_low, interval_high = line.points[0]
        below, above = max(0.0, point_value - interval_low), max(0.0, interval_high - point_value)
        line_style = _line_style(row if line.style is None else line.style)
        ax.errorbar(point_value, row, xerr=([below], [above]), linestyle="none", **line_style)
        ax.annotate(
            with_interval(point_value, interval_low, interval_high),
            (1.02, row),
            xycoords=("axes fraction", "data"),
            va="center",
            fontsize="small",
        )
    ax.set_yticks(range(len(panel.lines)), [line.label for line in panel.lines])
    ax.set_ylim(len(panel.lines) - 0.5, -0.5)
    ax.grid(visible=False, axis="y")
