"""Whether anything that a reading leaves out could be cells of its boards as well: then it is asked about.

This looks at what was chosen, whichever way it was cut: a slip of any step is then no board without a word.
"""

import re
from collections.abc import Sequence

from .beside import side_by_side
from .blocks import Row
from .lines import counts_up, sign_of
from .outside import is_of_brackets, is_rule, is_ruler, size_in
from .table import CLUES

_BETWEEN_CELLS = str.maketrans(dict.fromkeys("[](){},;|│┃║\"'", " "))
_LETTER = re.compile(r"[^\W\d_]")
_COMMENT_SIGNS = frozenset("#*%!+-;>")


def leaves_cells(boards: Sequence[Sequence[Row]], lines: Sequence[str]) -> bool:
    """Whether something in the lines that the rows were cut from, beside the cells, could be cells too."""
    rows = [row for board in boards for row in board]
    row_lines = {row.line_index for row in rows}
    signs = {sign for row in rows for sign in row.signs}
    outside = [index for index, line in enumerate(lines) if index not in row_lines and line.strip()]
    return (
        any(_may_be_row(lines[index], signs, boards) for index in outside)
        or any(_is_within(lines[index], index, boards) for index in outside)
        or (
            bool(outside)
            and "" not in signs
            and any(_stand_beside(board, lines) for board in boards)
        )
        or _may_be_no_cells(rows, [lines[index] for index in outside])
    )


def _may_be_row(line: str, signs: set[str], boards: Sequence[Sequence[Row]]) -> bool:
    """Whether a line has about as many cells together as a row, or numbers more or fewer columns."""
    widths = {len(board[0].signs) for board in boards}
    tokens = line.translate(_BETWEEN_CELLS).split()
    if counts_up(tokens) or is_ruler(line):
        names = tokens if len(tokens) > 2 else "".join(tokens)
        return len(names) not in widths
    sizes = {(len(board), len(board[0].signs)) for board in boards}
    told = size_in(line.strip())
    if told is not None and not sizes.isdisjoint((told.size, told.size[::-1])):
        return False
    together, has_other = _cells_together(tokens, signs, is_drawn=is_rule(line))
    if not has_other and _LETTER.search(line):
        return False
    width = min(widths)
    fewest = width - 1 if width < 5 else (width + 1) // 2
    return max(2, fewest) <= together <= max(widths) + 2


def _cells_together(tokens: Sequence[str], signs: set[str], *, is_drawn: bool) -> tuple[int, bool]:
    """(the most cells that stand together in a line, whether any of them is no clue)."""
    known = signs | CLUES
    most = count = 0
    has_other = has_other_together = False
    for token in tokens:
        if len(token) > 1 and set(token) <= known and not is_drawn:
            count += len(token)
            has_other_together |= not set(token) <= CLUES
        elif (sign := sign_of(token)) in known:
            count += 1
            has_other_together |= sign not in CLUES
        else:
            count, has_other_together = 0, False
        if count > most:
            most, has_other = count, has_other_together
    return most, has_other


def _is_within(line: str, index: int, boards: Sequence[Sequence[Row]]) -> bool:
    """Whether a line that is neither drawn nor of brackets stands between two rows of one board."""
    is_inside = any(board[0].line_index < index < board[-1].line_index for board in boards)
    return is_inside and not (is_rule(line) or is_of_brackets(line.strip()) or is_ruler(line))


def _stand_beside(board: Sequence[Row], lines: Sequence[str]) -> bool:
    """Whether the lines of the rows alone are two boards side by side."""
    indices = sorted({row.line_index for row in board})
    return len(indices) > 1 and bool(side_by_side([lines[index] for index in indices]))


def _may_be_no_cells(rows: Sequence[Row], others: Sequence[str]) -> bool:
    """Whether the first sign of all rows begins all lines around them, or ends all rows too, as a frame does."""
    sign = rows[0].signs[0]
    if not sign or any(row.signs[0] != sign for row in rows):
        return False
    has_rule = any(set(line.strip()) == {sign} for line in others)
    if has_rule and all(row.signs[-1] == sign for row in rows):
        return True
    is_of_comments = sign in _COMMENT_SIGNS and not all(map(is_rule, others))
    return is_of_comments and all(line.startswith(sign) for line in others)
