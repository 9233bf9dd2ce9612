"""What a result table is, and how it becomes CSV and Markdown."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass, field
from fractions import Fraction
from math import isnan

from .figure import Boards, Figure

Value = str | int | float | Fraction | bool | None


@dataclass(frozen=True)
class Table:
    """Rows under named columns; ``None`` is an empty field.

    ``seconds``: columns that hold times and so differ from run to run. ``notes``: paragraphs of Markdown
    under the table. ``shown``: the columns that the report shows (all, where empty; none, where ``None``):
    a long table is left to its CSV file and its plot. ``appendix``: Markdown for the end of a report.
    """

    columns: tuple[str, ...]
    rows: Sequence[tuple[Value, ...]]
    notes: tuple[str, ...] = ()
    seconds: frozenset[str] = frozenset()
    shown: tuple[str, ...] | None = ()
    figures: tuple[Figure | Boards, ...] = field(default=(), compare=False)
    appendix: tuple[str, ...] = ()

    def csv(self) -> str:
        """The whole table: floats to 10 digits, ``yes``/``no``, rationals as ``p/q``."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([[_full(value) for value in row] for row in self.rows])
        return out.getvalue()

    def markdown(self) -> str:
        """The columns that the report shows."""
        if self.shown is None:
            return ""
        places = [self.columns.index(name) for name in self.shown or self.columns]
        lines = ["| " + " | ".join(self.columns[i] for i in places) + " |", "|" + "---|" * len(places)]
        lines += ["| " + " | ".join(_short(row[i]) for i in places) + " |" for row in self.rows]
        return "\n".join(lines) + "\n"


def _full(value: Value) -> str:
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)


def _short(value: Value) -> str:
    if isinstance(value, float) and not isnan(value):
        return f"{value:.2f}" if abs(value) >= 100 else f"{value:.4g}"
    return _full(value) or "–"
