"""What questions to an oracle are made of."""

from __future__ import annotations

from collections.abc import Mapping

TOTAL = -1
"""Stands for the mine count among the numbers of constraints."""
Facts = Mapping[int, bool]
"""Cells by index: true for a mine."""
