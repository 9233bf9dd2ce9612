"""Sizes of boards: the three standard ones by name, and any other as text such as ``16x30/99``."""

import re
from collections.abc import Sequence
from fractions import Fraction
from math import prod
from typing import Any

from ..base.errors import BoardFormatError, check_type
from ..base.registry import unknown

LEVELS = {"beginner": (9, 9, 10), "intermediate": (16, 16, 40), "expert": (16, 30, 99)}
"""The three standard sizes, as (rows, columns, mines)."""

SIZE = "ROWSxCOLS/MINES"
"""The form of a size, for help texts and messages."""

_NUMBER = r"\d{1,18}"  # no board has more cells
_DIMENSIONS = rf"{_NUMBER}(?:x{_NUMBER}){{1,7}}"
_MINES = rf"{_NUMBER}(?:\.{_NUMBER})?%|{_NUMBER}"
_SIZE = re.compile(rf"({_DIMENSIONS})/({_MINES})|({_NUMBER}x{_NUMBER})x({_NUMBER})")
_SHAPE = re.compile(rf"({_DIMENSIONS})(?:/({_MINES}))?")


def parse_size(text: str) -> tuple[int, ...]:
    """(rows, columns, mines) of a size by name or as text; before them further sizes, if it has some.

    text: ``beginner``, ``intermediate``, ``expert``, or rows x columns / mines, such as ``16x30/99``, or a
        share of mines, ``9x9/15%``. The first line of a board text, ``16x30x99``, is understood as well.
    Raises UnknownNameError: where the text is neither; BoardFormatError: where the mine count is missing.
    """
    check_type(text, str, f"a level is a name, or a size {SIZE} in a text")
    if text in LEVELS:
        return LEVELS[text]
    match = _SIZE.fullmatch(text)
    if match is None:
        if shape_match := _SHAPE.fullmatch(text):
            # As many mines as beginner has on its cells.
            usual_mines = max(1, round(prod(_dimensions(shape_match[1])) * 10 / 81))
            raise BoardFormatError(f"{text} has no mine count: {text}/{usual_mines}, say")
        raise unknown("level", text, LEVELS, f", or a size {SIZE} such as 16x30/99")
    dimensions = _dimensions(match[1] or match[3])
    return *dimensions, mine_count(match[2] or match[4], dimensions)


def parse_shape(text: str) -> tuple[tuple[int, ...], int | None]:
    """The sizes of a board, rows and columns last, and its mine count where the text gives it.

    text: A level's name, or sizes such as ``16x30``, with mines or without, ``16x30/99``
    Raises UnknownNameError: the text is neither; BoardFormatError: a board of that size has no cells.
    """
    if text in LEVELS:
        *dimensions, mines = LEVELS[text]
        return tuple(dimensions), mines
    match = _SHAPE.fullmatch(text)
    if match is None:
        raise unknown("size", text, LEVELS, ", or ROWSxCOLS such as 16x30")
    shape = _dimensions(match[1])
    if 0 in shape:
        raise BoardFormatError(f"a board of {match[1]} has no cells")
    return shape, None if match[2] is None else mine_count(match[2], shape)


def _dimensions(text: str) -> tuple[int, ...]:
    """The numbers of a text such as ``16x30``."""
    return tuple(map(int, text.split("x")))


def mine_count(text: str, dimensions: Sequence[int]) -> int:
    """The mines that a number says, or a share of the cells such as ``15%``, rounded to the nearest."""
    if not text.endswith("%"):
        return int(text)
    return round(Fraction(text[:-1]) / 100 * prod(dimensions))


def size_text(*sizes: int) -> str:
    """A size as it is written everywhere, such as ``16x30/99``; the mine count comes last."""
    return f"{'x'.join(map(str, sizes[:-1]))}/{sizes[-1]}"


def size_of(options: Any, default: str | None = "beginner") -> tuple[Any, ...]:
    """What the options ask for: all sizes, rows and columns last, and the mine count; ``None``: left out.

    Raises BoardFormatError: the size is given twice, or in part; UnknownNameError: ``--level`` is no size;
        PuzzleError: the rules are none.
    """
    has_rows_or_cols = options.rows is not None or options.cols is not None
    if options.level is not None and has_rows_or_cols:
        raise BoardFormatError("--level gives the whole size: leave --rows and --cols out")
    usual_shape = _usual_shape(options)
    if usual_shape is not None:
        if options.level is None:
            return *_shape_under_rules(options, usual_shape), options.mines
        if options.level not in LEVELS and (match := _SHAPE.fullmatch(options.level)):
            return _size_under_rules(match, options.mines)
    if options.level is not None:
        if options.mines is not None:
            raise BoardFormatError("--level gives the whole size: leave --mines out")
        return parse_size(options.level)
    if has_rows_or_cols and options.mines is None:
        raise BoardFormatError("a size of your own needs --mines too")
    return _size_of_parts(options, default)


def _shape_under_rules(options: Any, usual_shape: tuple[int, ...]) -> tuple[int, ...]:
    """The sizes of a board under rules without ``--level``.

    usual_shape: Of its geometry; empty where rows and columns are a matter of choice
    """
    has_rows_or_cols = options.rows is not None or options.cols is not None
    if len(usual_shape) > 2 and has_rows_or_cols:
        raise BoardFormatError(f"the board has {len(usual_shape)} sizes: give --shape, as 3x3x3")
    if usual_shape:
        return usual_shape
    # A square where one of them is given; 5x5 is the usual size of such puzzles.
    return options.rows or options.cols or 5, options.cols or options.rows or 5


def _size_under_rules(match: re.Match[str], mines: int | None) -> tuple[Any, ...]:
    """The sizes and the mine count of a board under rules, whose ``--level`` may leave out the latter."""
    if match[2] is not None and mines is not None:
        raise BoardFormatError("--level gives the mine count already: leave --mines out")
    dimensions = _dimensions(match[1])
    return *dimensions, mines if match[2] is None else mine_count(match[2], dimensions)


def _size_of_parts(options: Any, default: str | None) -> tuple[Any, ...]:
    """Rows, columns and mine count, each as the options or else the default say."""
    rows, cols, mines = options.rows, options.cols, options.mines
    if default is None and (rows is None or cols is None):
        raise BoardFormatError("no size: give --level 4x4/4, or --rows, --cols and --mines")
    default_rows, default_cols, default_mines = parse_size(default) if default else (0, 0, 0)
    return (
        default_rows if rows is None else rows,
        default_cols if cols is None else cols,
        default_mines if mines is None else mines,
    )


def _usual_shape(options: Any) -> tuple[int, ...] | None:
    """The usual sizes of a board under rules, as its geometry has them; ``None`` for Minesweeper's own."""
    if getattr(options, "rules", None) is None:
        return None
    from ..model.variant import RuleSet  # few play under rules

    rule_set = RuleSet.parse(options.rules)
    if options.level is None and not rule_set.names:
        return None
    return rule_set.kind.usual
