"""A layout with a mask beside it: rows of 0 and 1 that tell which cells are open, and rows of all numbers, in
which mines are -1, 9, * or x.

One stands above the other, below lines that tell the size of one of them: ``xdim 4``, ``ydim 3``, or ``4 3``.
It is such a text only where each number is that of the mines around it. Which of 0 and 1 is open is told by
the mines, as none is.
"""

import re
from collections.abc import Sequence
from typing import NamedTuple

from ...base.errors import BoardFormatError, counted
from ...model.board import HIDDEN, MAX_CELLS
from ...model.cut import board_of
from ...model.layout import Layout
from .readings import Reading
from .source import Format, Source

_MINE_SIGNS = ("-1", "9", "*", "x", "X", "M", "B")
_HEADING = re.compile(r"\s*([A-Za-z][\w ]{0,40}?)(?:\s*[:=])?\s*(\d{1,6})\s*")
_SIZES = re.compile(r"\s*(\d{1,4})(?:\s*[x,]\s*|\s+)(\d{1,4})(?:(?:\s*[x,]\s*|\s+)(\d{1,6}))?\s*")
_MAX_HEADINGS = 6
_APART = frozenset(" ,\t")
"""What parts the numbers of a row."""
_DIGITS = tuple("012345678")


class _MaskedLayout(NamedTuple):
    """The layout, its mask as it is written, which of the two comes first, and the lines above both with
    their numbers."""

    layout: Layout
    mask: list[list[str]]
    is_mask_first: bool
    headings: list[tuple[str, int]]


def _masked_layout(source: Source) -> _MaskedLayout | None:
    """What the text is; None: something else."""
    # Nearly all texts are none, and some are long: they are told at sight.
    has_numbers_apart = bool(source.lines) and not _APART.isdisjoint(source.lines[-1].strip())
    if not has_numbers_apart or not _headings(source.lines):
        return None
    lines = [line for line in source.lines if line.strip()]
    headings = _headings(lines)
    first_row = len({words for words, _ in headings})
    rows = [line.replace(",", " ").split() for line in lines[first_row:]]
    half = len(rows) // 2
    are_two = half > 0 and len(rows) == 2 * half and len({len(row) for row in rows}) == 1
    # Two boards of one row may look so as well, or one of two: only a size tells.
    tells_size = {half, len(rows[0])} <= {number for _, number in headings} if are_two else False
    if not tells_size or half * len(rows[0]) > MAX_CELLS:
        return None
    for mask, layout_rows, is_mask_first in (
        (rows[:half], rows[half:], True),
        (rows[half:], rows[:half], False),
    ):
        if {sign for row in mask for sign in row} == {"0", "1"}:
            layout = exact_layout(layout_rows)
            if layout is not None:
                return _MaskedLayout(layout, mask, is_mask_first, headings)
    return None


def _headings(lines: Sequence[str]) -> list[tuple[str, int]]:
    """The lines above the rows, each with every number in it."""
    sizes = _SIZES.fullmatch(lines[0]) if lines else None
    if sizes is not None:
        return [(lines[0], int(number)) for number in sizes.groups() if number is not None]
    headings = []
    for line in lines[:_MAX_HEADINGS]:
        heading = _HEADING.fullmatch(line)
        if heading is None:
            break
        headings.append((line, int(heading[2])))
    return headings


def exact_layout(rows: Sequence[Sequence[str]]) -> Layout | None:
    """The layout of rows in which every number is that of the mines around it; None: they are none."""
    mine_cells = set()
    for row_number, row in enumerate(rows):
        for column, sign in enumerate(row):
            if sign in _MINE_SIGNS:
                mine_cells.add((row_number, column))
            elif sign not in _DIGITS:
                return None
    layout = Layout(len(rows), len(rows[0]), frozenset(mine_cells))
    is_layout = bool(mine_cells)
    for (row_number, column), clue in layout.board.items():
        if (row_number, column) not in mine_cells and rows[row_number][column] != str(clue):
            is_layout = False
    return layout if is_layout else None


def _interpret(source: Source) -> Reading:
    masked = _masked_layout(source)
    line = source.first_line
    if masked is None:
        raise BoardFormatError("no mask of 0 and 1 above or below a layout of its size", line=line)
    layout = masked.layout
    signs_of_mines = {masked.mask[row][col] for row, col in layout.mine_cells}
    if len(signs_of_mines) > 1:
        message = (
            "the mask shows some mines and covers others: which of 0 and 1 is open cannot be told"
        )
        raise BoardFormatError(message, line=line)
    open_sign = "1" if signs_of_mines == {"0"} else "0"

    # The numbers above are the sizes and the mine count, in whatever words.
    known_numbers = {layout.rows, layout.cols, layout.mines}
    for words, number in masked.headings:
        if number not in known_numbers:
            message = f"{words.strip()}: {number} is no size and no mine count of {layout.rows}x{layout.cols}"
            raise BoardFormatError(f"{message}, {counted(layout.mines, 'mine')}", line=line)
    grid: list[list[int]] = []
    for row in range(layout.rows):
        grid.append([])
        for col in range(layout.cols):
            is_open = masked.mask[row][col] == open_sign
            grid[-1].append(layout.board[row, col] if is_open else HIDDEN)
    mine_count, density = source.stated_total
    if mine_count is None and density is None and source.left is None and not source.cut:
        mine_count = layout.mines
    board = board_of(grid, mine_count, density, source.cut)
    mask_row = "first" if masked.is_mask_first else "last"
    taken = f"the {mask_row} {counted(layout.rows, 'row')} as a mask of the others, {open_sign} as opened"
    return Reading(board, (taken,))


FORMAT = Format(
    "mask",
    "a layout, and rows of 0 and 1 above or below it that tell which cells are open",
    lambda source: _interpret(source).subject,
    lambda source: source.rules is None and _masked_layout(source) is not None,
    rank=-1,
    interprets=_interpret,
)
