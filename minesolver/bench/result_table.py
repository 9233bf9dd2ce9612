"""What a result table is, and how it becomes CSV."""

from __future__ import annotations

import csv
import io
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from math import isnan
from typing import Any

TableValue = str | int | float | Fraction | bool | None


@dataclass(frozen=True)
class Table:
    """Rows under named columns; ``None`` is an empty field. ``notes``: paragraphs under the table."""

    columns: tuple[str, ...]
    rows: Sequence[tuple[TableValue, ...]]
    notes: tuple[str, ...] = ()

    def csv(self) -> str:
        """The whole table: floats to 10 digits, ``yes``/``no``, rationals as ``p/q``."""
        out = io.StringIO()
        writer = csv.writer(out, lineterminator="\n")
        writer.writerow(self.columns)
        writer.writerows([[text(value) for value in row] for row in self.rows])
        return out.getvalue()

    def without_empty_columns(self) -> Table:
        """The same table without the columns that have no value in any row."""
        kept_indices = []
        for index in range(len(self.columns)):
            if any(text(row[index]) for row in self.rows):
                kept_indices.append(index)
        rows = [tuple(row[index] for index in kept_indices) for row in self.rows]
        return Table(tuple(self.columns[index] for index in kept_indices), rows, self.notes)

    def dicts(self) -> list[dict[str, Any]]:
        """The rows by the names of the columns."""
        return [dict(zip(self.columns, row, strict=True)) for row in self.rows]


def text(value: TableValue) -> str:
    """A value in full."""
    if value is None or (isinstance(value, float) and isnan(value)):
        return ""
    if isinstance(value, bool):
        return "yes" if value else "no"
    return f"{value:.10g}" if isinstance(value, float) else str(value)
