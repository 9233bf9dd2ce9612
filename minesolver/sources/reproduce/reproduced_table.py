"""What a reproduced table is made of. Its texts, and what the documents report, are in ``tables.toml``."""

from collections.abc import Callable, Generator, Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import isnan
from operator import itemgetter
from pathlib import Path
from typing import Any, Literal, Protocol

from ...bench.figure import ChartLine, Figure, Panel, canvas
from ...bench.result_table import Table, TableValue, text
from .reproduction_plan import TEXTS as TEXTS
from .reproduction_plan import ReproductionPlan

LABELS: Mapping[str, str] = TEXTS["labels"]
TableRow = dict[str, Any]
Results = Mapping[Any, Any]
"""The result of each task."""
_SIGNS = {"U": "#8C8C8C", "M": "#E0453A", "T": "#F2D13B"}
_VISITED = "#DDDDDD"


class Task(Protocol):
    """One piece of work: hashable, can be sent to another process, its result a function of its fields."""

    def run(self) -> Any: ...


@dataclass(frozen=True)
class Boards:
    """States of a search side by side, with arrows from each to the next, in one file ``<name>.png``.

    states: (what led here, the rows of signs, the same with ``*`` on the available moves); the colours are
        those of the signs: U dark grey, digits light grey, M red, T yellow
    """

    name: str
    title: str
    states: Sequence[tuple[str, str, str]]

    def draw(self, path: Path) -> None:
        """Write the picture as PNG."""
        last_state = len(self.states) - 1
        with canvas(path, self.title, len(self.states), 5, (2.3, 2.6)) as all_axes:
            for number, (axes, (heading, plain, starred)) in enumerate(
                zip(all_axes, self.states, strict=True)
            ):
                size = _draw_state(axes, plain.split("\n"), starred.split("\n"))
                axes.set_title(f"{number}. {heading}", fontsize=9)
                if number != last_state:  # an arrow to the next state
                    head, tail = (size + 0.55, 1 - size / 2), (size + 0.08, 1 - size / 2)
                    axes.annotate("", head, tail, arrowprops={"arrowstyle": "->", "linewidth": 1.5})


def _draw_state(axes: Any, plain_rows: Sequence[str], starred_rows: Sequence[str]) -> int:
    """Draw one state, a cell a unit, with room for an arrow at the right; returns its rows."""
    from matplotlib.patches import Rectangle

    for row, (plain_row, starred_row) in enumerate(zip(plain_rows, starred_rows, strict=True)):
        for col, (plain_sign, sign) in enumerate(zip(plain_row, starred_row, strict=True)):
            colour = _SIGNS.get(plain_sign, _VISITED)
            square = Rectangle((col, -row), 1, 1, facecolor=colour, edgecolor="white", linewidth=2)
            axes.add_patch(square)
            axes.text(col + 0.5, 0.5 - row, sign, ha="center", va="center", fontsize=14)
    size = len(plain_rows)
    axes.set(xlim=(-0.1, size + 0.6), ylim=(0.9 - size, 1.1), aspect="equal")
    axes.set_axis_off()
    return size


@dataclass(frozen=True)
class Reproduced(Table):
    """A table as the report has it.

    shown_columns: Those that the report shows (``None``: all); a long table is left to its file and its plot
    appendix: Markdown for the end of the report
    """

    shown_columns: Sequence[str] | None = None
    figures: Sequence[Figure | Boards] = field(default=(), compare=False)
    appendix: Sequence[str] = ()

    def cells(self) -> list[list[str]]:
        """What the report shows: the names of the columns, then the rows."""
        columns = self.columns if self.shown_columns is None else self.shown_columns
        if not columns:
            return []
        lines = [list(columns)]
        column_indices = [self.columns.index(name) for name in columns]
        for row in self.rows:
            lines.append([_short(row[index]) for index in column_indices])
        return lines


def _short(value: TableValue) -> str:
    if isinstance(value, float) and not isnan(value):
        return f"{value:.2f}" if abs(value) >= 100 else f"{value:.4g}"
    return text(value) or "–"


Making = Generator[Iterable[Task], Results, Reproduced]
"""A table on its way: yields the work that it needs, is sent all results so far, and returns the table."""
Build = Callable[[ReproductionPlan], Making]


def table(
    name: str,
    rows: Sequence[TableRow],
    *figures: Figure | Boards,
    values: Mapping[str, object] | None = None,
    appendix: Sequence[str] = (),
) -> Reproduced:
    """The table of a name. ``values``: what its notes leave open."""
    texts = TEXTS[name]
    notes = tuple(note.format(**(values or {})) for note in texts["notes"])
    cells = [tuple(row.values()) for row in rows]
    return Reproduced(tuple(rows[0]), cells, notes, texts.get("shown"), figures, appendix)


def verdict(
    sample: str, inside: bool | None = None, fits: bool | None = None, otherwise: str | None = None
) -> TableRow:
    """Whether a reported figure lies in our interval, and differs by no more than its sample explains; why.

    sample: Its size, such as "5 boards"
    otherwise: What is to be said where it does not fit, or there is nothing to compare
    """
    why = otherwise
    if fits:
        why = "" if inside else f"noise of {sample.replace(' ', ' reported ')}"
    return {"inside": inside, f"fits {sample}": fits, "why": why}


def by(rows: Iterable[TableRow], *columns: str) -> dict[Any, list[TableRow]]:
    """The rows by their values of a column, or of several, in order."""
    key_of = itemgetter(*columns)
    rows_of: dict[Any, list[TableRow]] = {}
    for row in rows:
        rows_of.setdefault(key_of(row), []).append(row)
    return rows_of


def line(label: str, rows: Iterable[TableRow], *columns: str, **line_options: Any) -> ChartLine:
    """A line of a figure; ``columns``: of x, y, low and high, or, for one bar, of the last three."""
    points = []
    for row in rows:
        values = [row[column] for column in columns]
        if len(values) == 3:
            values.insert(0, 0.0)  # a bar of its own has no x
        x, y, low, high = values
        points.append((x, y, low, high))
    return ChartLine(label, points, **line_options)


def stars(label: str, points: Iterable[tuple[float, float]]) -> ChartLine:
    """What a document reports, (x, y) each."""
    return ChartLine(label, [(float(x), y, y, y) for x, y in points], reported=True)


def bars(
    name: str,
    title: str,
    x: str,
    y: str,
    rows: Sequence[TableRow],
    value: str = "ours",
    *,
    kind: Literal["bar", "dot"] = "bar",
    reported: bool = True,
) -> Figure:
    """A bar a player, with what the document reports beside it."""
    lines = [line(LABELS[row["player"]], [row], value, "low", "high") for row in rows]
    points = [(k, row["reported"]) for k, row in enumerate(rows) if row.get("reported") is not None]
    if reported and points:
        lines.append(stars("reported", points))
    return Figure(name, title, [Panel("", x, y, lines, kind=kind)])
