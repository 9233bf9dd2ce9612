"""Puzzles as text: which inputs are puzzles, and reading them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from ..base.errors import PuzzleError
from ..base.limits import json_value
from ..model.puzzle import Puzzle
from .formats import variant as text_form
from .formats.source import Source


def parse(
    source: Source,
    rules: str | None = None,
    *,
    mines: int | None = None,
    density: float | str | Fraction | None = None,
) -> Puzzle | None:
    """The puzzle that a piece of input holds, or ``None`` where it is something else.

    That is JSON that says so, or the text of a board where ``rules`` are given. ``mines`` and ``density``
    override what the text says. Raises :class:`PuzzleError` for a puzzle that is none.
    """
    text = "\n".join(source.lines)
    if not text.lstrip().startswith("{"):
        if rules is None:
            return None
        return text_form.parse(text, rules, mines, density=density, first_line=source.first_line)
    try:
        values: Any = json_value(text)
    except (json.JSONDecodeError, RecursionError):
        return None
    keys = {"cells", "rules", "constraints", "neighbours"}
    if not isinstance(values, dict) or (rules is None and not values.keys() & keys):
        return None
    if rules is not None:
        values["rules"] = rules
    if mines is not None or density is not None:
        values = {key: value for key, value in values.items() if key not in ("mines", "density")}
        values |= {"mines": mines} if mines is not None else {"density": density}
    try:
        return Puzzle.from_json(values)
    except PuzzleError as error:
        raise PuzzleError(
            f"line {source.first_line}: {error}", cell=error.cell, constraint=error.constraint
        ) from None
