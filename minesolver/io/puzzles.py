"""Puzzles as text: which inputs are puzzles, and reading them."""

from __future__ import annotations

import json
from fractions import Fraction
from typing import Any

from ..errors import PuzzleError
from ..puzzle.puzzle import Puzzle
from .formats.source import Source


def parse(
    source: Source, *, mines: int | None = None, density: float | str | Fraction | None = None
) -> Puzzle | None:
    """The puzzle that a piece of input holds as JSON, or ``None`` where it is something else.

    ``mines`` and ``density`` override what the text says. Raises :class:`PuzzleError` for a puzzle that is
    none.
    """
    text = "\n".join(source.lines)
    if not text.lstrip().startswith("{"):
        return None
    try:
        values: Any = json.loads(text)
    except (json.JSONDecodeError, RecursionError):
        return None
    if not isinstance(values, dict) or not values.keys() & {"cells", "rules", "constraints"}:
        return None
    if mines is not None or density is not None:
        values = {key: value for key, value in values.items() if key not in ("mines", "density")}
        values |= {"mines": mines} if mines is not None else {"density": density}
    try:
        return Puzzle.from_json(values)
    except PuzzleError as error:
        raise PuzzleError(
            f"line {source.first_line}: {error}", cell=error.cell, constraint=error.constraint
        ) from None
