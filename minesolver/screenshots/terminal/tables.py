"""Boards that a terminal shows as tables: the signs that part cells stand below each other in all rows.

What lies between them is a cell, whatever stands in it: ``| 1 |   |``, ``[ ][1]``, ``|####| M1 |``. The
columns say where each cell is, a blank one too; the reader of pasted text then gets one sign for each.
"""

from collections import Counter
from collections.abc import Iterator
from typing import NamedTuple

import numpy as np

from ..arrays import Array
from .alphabet import PANEL_SIGNS, UNKNOWN_SIGNS
from .text_grid import TextGrid, are_labels

LEAST_ROWS = LEAST_COLUMNS = 4
"""Of a table that is a board."""
MOST_HIDDEN = 0.1
"""Of the signs that part the cells of a row, or of a column: how many a cursor may hide, one at least."""
WIDEST_CELL = 8
"""Columns of text from one cell to the next, at most."""
MOST_LINES_A_ROW = 4
"""Lines of text from one row to the next, at most."""
BLANK = " "
DIGITS, KNOWN_MARKS = "0123456789", ".-_"


class _Bars(NamedTuple):
    """Where a table is in a text: its lines, the columns of the sign that parts its cells, and of all signs
    that are the same in its lines."""

    lines: Array
    columns: Array
    is_bar: Array


def tables(text: TextGrid) -> Iterator[TextGrid]:
    """The boards that are tables in a text, the last one first: one sign for each cell. At first what a sign
    means is left to the clues, as in ``[_][ ]``; then ``_`` and ``.`` mean what they mostly do."""
    all_bars = []
    for sign in _possible_bars(text):
        bars = _bars_of(text, sign)
        if bars is not None:
            all_bars.append(bars)
    for bars in sorted(all_bars, key=lambda bars: -int(bars.lines[-1])):
        for known_signs in (DIGITS, DIGITS + KNOWN_MARKS):
            table = _table(text, bars, known_signs)
            if table is not None:
                yield table


def _possible_bars(text: TextGrid) -> list[str]:
    """The signs that may part cells: what is often in a line, and is no digit."""
    count = Counter(text.signs.ravel().tolist())
    least_count = LEAST_ROWS * LEAST_COLUMNS
    common_signs = {sign for sign, number in count.items() if number >= least_count}
    return sorted(common_signs - set(PANEL_SIGNS + DIGITS))


def _bars_of(text: TextGrid, sign: str) -> _Bars | None:
    """The last table whose cells this sign parts; ``None``: it parts none."""
    is_sign = text.signs == sign
    patterns = Counter(map(bytes, is_sign[is_sign.sum(axis=1) >= LEAST_COLUMNS]))
    if not patterns:
        return None
    commonest_pattern = patterns.most_common(1)[0][0]
    columns = _evenly_spaced(np.flatnonzero(np.frombuffer(commonest_pattern, bool)))
    if len(columns) < LEAST_COLUMNS or not 2 <= columns[1] - columns[0] <= WIDEST_CELL:
        return None

    # It is as far down as lines have the sign in these columns, at equal distances.
    hidden_count = (~is_sign[:, columns]).sum(axis=1)
    lines = _evenly_spaced(np.flatnonzero(hidden_count <= max(1, MOST_HIDDEN * len(columns))))
    if len(lines) < LEAST_ROWS or lines[1] - lines[0] > MOST_LINES_A_ROW:
        return None

    # Other signs that all cells have at the same place in all of these lines part cells as well: ``][``.
    is_bar = np.zeros(text.signs.shape[1], bool)
    is_bar[columns] = True
    width = int(columns[1] - columns[0])
    for offset in range(1, width):
        next_columns = columns + offset
        next_columns = next_columns[next_columns < len(is_bar)]
        signs_there = text.signs[np.ix_(lines, next_columns)]
        common_sign, sign_count = Counter(signs_there.ravel().tolist()).most_common(1)[0]
        other_count = signs_there.size - sign_count
        most_hidden = MOST_HIDDEN * len(lines) * len(next_columns)
        if common_sign not in PANEL_SIGNS and other_count <= most_hidden:
            is_bar[next_columns] = True
    return _Bars(lines, columns, is_bar)


def _evenly_spaced(numbers: Array) -> Array:
    """The longest part of rising numbers in which each is as far from the next as all others are, the last
    of several."""
    if len(numbers) < 2:
        return numbers
    steps = np.diff(numbers)
    changes = np.flatnonzero(np.diff(steps)) + 1
    starts, ends = np.r_[0, changes], np.r_[changes, len(steps)]
    lengths = ends - starts
    longest = len(starts) - 1 - int(np.argmax(lengths[::-1]))
    return np.asarray(numbers[starts[longest] : ends[longest] + 1])


def _table(text: TextGrid, bars: _Bars, known_signs: str) -> TextGrid | None:
    """The board of a table, without the labels of its rows and columns; ``None``: it is too small for one."""
    width = int(bars.columns[1] - bars.columns[0])
    cell_starts = [int(bars.columns[0]) - width, *bars.columns.tolist()]
    by_column = [_contents(text, bars, start, width) for start in cell_starts]
    contents = np.array(by_column, object).T
    cells = np.array(cell_starts)
    lines = bars.lines

    # Left of the first bar, and right of the last one, is a cell where the table has no border.
    if _is_no_cell(contents[:, 0]):
        contents, cells = contents[:, 1:], cells[1:]
    if _is_no_cell(contents[:, -1]):
        contents, cells = contents[:, :-1], cells[:-1]
    if are_labels(contents[:, 0]):
        contents, cells = contents[:, 1:], cells[1:]
    if are_labels(contents[0]):
        contents, lines = contents[1:], lines[1:]
    if len(contents) < LEAST_ROWS or contents.shape[1] < LEAST_COLUMNS:
        return None
    signs = _sign_of_each(contents, known_signs)

    middle_columns = np.minimum(cells + width // 2, text.ground.shape[1] - 1)
    ground = text.ground[np.ix_(lines, middle_columns)]
    chances = np.ones(signs.shape)
    for column, start in enumerate(cells):
        inside = slice(max(start + 1, 0), max(start + width, 0))
        chances[:, column] = text.chances[lines, inside].min(axis=1, initial=1)
    line_step = int(lines[1] - lines[0])
    middle_of_first = int(cells[0]) + width / 2
    first_cell = text.grid_of(int(lines[0]), middle_of_first, line_step, width, (1, 1))
    return TextGrid(signs, chances, ground, np.zeros(signs.shape), first_cell)


def _contents(text: TextGrid, bars: _Bars, start: int, width: int) -> list[str]:
    """What the cells behind one bar have in them: their signs without blanks around."""
    end = min(max(start + width, 0), text.signs.shape[1])
    columns = np.arange(max(start + 1, 0), end)
    columns = columns[~bars.is_bar[columns]]
    contents = []
    for line in bars.lines:
        signs = "".join(text.signs[line, columns].tolist())
        inner = signs.strip(PANEL_SIGNS)
        # A cell with nothing but its ground is of that ground.
        contents.append(inner or signs.strip(BLANK)[:1])
    return contents


def _is_no_cell(contents: Array) -> bool:
    """Whether a column beside a table's outer bar is none of its cells: blank, or labels, or text."""
    return not any(contents) or are_labels(contents)


def _sign_of_each(contents: Array, known_signs: str) -> Array:
    """One sign for each of a table's cells: its own where that is known, the digit of several such as ``M1``,
    or a letter."""
    kinds = sorted(set(contents.ravel().tolist()))
    used_signs = set("".join(kinds))
    free_letters = iter([sign for sign in UNKNOWN_SIGNS if sign not in used_signs])
    free_blanks = iter([sign for sign in PANEL_SIGNS[1:] if sign not in used_signs])

    # A digit beside a letter is a clue where other digits stand beside the same letter.
    digits_of_letter: dict[str, set[str]] = {}
    for kind in kinds:
        digits = [sign for sign in kind if sign in DIGITS]
        if len(digits) == 1:
            digits_of_letter.setdefault(kind.replace(digits[0], ""), set()).update(digits)
    sign_of = {}
    for kind in kinds:
        digit = "".join(sign for sign in kind if sign in DIGITS)
        if not kind:
            sign_of[kind] = next(free_blanks, "?")
        elif kind in (*known_signs, *UNKNOWN_SIGNS, *PANEL_SIGNS):
            sign_of[kind] = kind
        elif len(digit) == 1 and len(digits_of_letter[kind.replace(digit, "")]) > 1:
            sign_of[kind] = digit
        else:
            sign_of[kind] = next(free_letters, "?")
    return np.vectorize(sign_of.__getitem__, otypes=["U1"])(contents)
