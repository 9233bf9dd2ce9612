"""Sizes of boards: the three standard ones by name, and any other as text such as ``16x30/99``."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from ..base.errors import BoardFormatError
from ..base.registry import unknown

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
"""The three standard sizes, as (rows, columns, mines)."""

SIZE = "ROWSxCOLS/MINES"
"""The form of a size, for help texts and messages."""

_SHARE = r"\d+(?:\.\d+)?%"
_SIZE = re.compile(rf"(\d+(?:x\d+)+)/(\d+|{_SHARE})|(\d+x\d+)x(\d+)")
_SHAPE = re.compile(rf"(\d+(?:x\d+)+)(?:/(\d+|{_SHARE}))?")


def parse_size(text: str) -> tuple[int, ...]:
    """(rows, columns, mines) of a size by name or as text; before them further sizes, if it has some.

    text: ``beginner``, ``intermediate``, ``expert``, or rows x columns / mines, such as ``16x30/99``, or a
        share of mines, ``9x9/15%``. The first line of a board text, ``16x30x99``, is understood as well.
    Raises UnknownNameError: where the text is neither; BoardFormatError: where the mine count is missing.
    """
    if text in LEVELS:
        return LEVELS[text]
    match = _SIZE.fullmatch(text)
    if match is None:
        if shape := _SHAPE.fullmatch(text):
            # As many mines as beginner has on its cells.
            mines = max(1, round(prod(map(int, shape[1].split("x"))) * 10 / 81))
            raise BoardFormatError(f"{text} has no mine count: {text}/{mines}, say")
        raise unknown("level", text, LEVELS, f", or a size {SIZE} such as 16x30/99")
    sizes = tuple(map(int, (match[1] or match[3]).split("x")))
    return *sizes, mine_count(match[2] or match[4], sizes)


def mine_count(text: str, sizes: Sequence[int]) -> int:
    """The mines that a number says, or a share of the cells such as ``15%``, rounded to the nearest."""
    if not text.endswith("%"):
        return int(text)
    return round(Fraction(text[:-1]) / 100 * prod(sizes))


def size_text(*sizes: int) -> str:
    """A size as it is written everywhere, such as ``16x30/99``; the mine count comes last."""
    return f"{'x'.join(map(str, sizes[:-1]))}/{sizes[-1]}"


def size_of(options: Any, default: str | None = "beginner") -> tuple[Any, ...]:
    """What the options ask for: all sizes, rows and columns last, and the mine count; ``None``: left out.

    Raises BoardFormatError: the size is given twice, or in part; UnknownNameError: ``--level`` is no size;
        PuzzleError: the rules are none.
    """
    level, rows, cols, mines = options.level, options.rows, options.cols, options.mines
    if level is not None and not rows is cols is None:
        raise BoardFormatError("--level gives the whole size: leave --rows and --cols out")
    if (usual_shape := _usual_shape(options)) is not None:
        if level is None:
            if len(usual_shape) > 2 and not rows is cols is None:
                raise BoardFormatError(f"the board has {len(usual_shape)} sizes: give --shape, as 3x3x3")
            return (*(usual_shape or (rows or cols or 5, cols or rows or 5)), mines)
        if level not in LEVELS and (match := _SHAPE.fullmatch(level)):
            if match[2] is not None and mines is not None:
                raise BoardFormatError("--level gives the mine count already: leave --mines out")
            sizes = tuple(map(int, match[1].split("x")))
            return (*sizes, mines if match[2] is None else mine_count(match[2], sizes))
    if level is not None:
        if mines is not None:
            raise BoardFormatError("--level gives the whole size: leave --mines out")
        return parse_size(level)
    if not rows is cols is None and mines is None:
        raise BoardFormatError("a size of your own needs --mines too")
    if default is None and None in (rows, cols):
        raise BoardFormatError("no size: give --level 4x4/4, or --rows, --cols and --mines")
    usual = parse_size(default) if default else (0, 0, 0)
    return tuple(
        asked if asked is not None else standard
        for asked, standard in zip((rows, cols, mines), usual, strict=True)
    )


def _usual_shape(options: Any) -> tuple[int, ...] | None:
    """Of a board under rules; None for Minesweeper's own."""
    if getattr(options, "rules", None) is None:
        return None
    from ..model.variant import RuleSet  # few play under rules

    rules = RuleSet.parse(options.rules)
    if options.level is None and not rules.names:
        return None
    return rules.kind.usual
