"""What may be taken off around the cells of a board: names of rows and columns, a frame, marks, blank edges.

Where what would go could be cells as well, both ways cost the same: that is a question.
"""

from collections.abc import Iterator, Sequence
from string import ascii_uppercase
from typing import NamedTuple

from .blocks import Row
from .lines import counts_up
from .outside import excuse, is_drawn, is_ruler, may_be_drawn, numbered_columns
from .strips import COMMENT_ALONE, DOUBT, is_usual_size
from .table import CLUES, HIDDEN, MINE, ROLE_COSTS, TABLE

_MARKS = frozenset("+-/\\*|:!=~>,;'\"`$")
_MARKS_BETWEEN = frozenset(".·,_-|:")
_ALPHABET = ascii_uppercase
_MARKS_AMONG_CELLS = frozenset(",_")
"""Marks between cells that are cells as well."""
_RULE_SIGNS = frozenset("-=_~+*")
_COMMENT_SIGNS = frozenset("*%")
_HIDDEN_FRAMES = frozenset("#?■█")
_COST_OF_HIDDEN_FRAME = 1.2
_COST_OF_RULE = 0.8
_COST_OF_INDENTATION = -0.1
_COST_OF_USUAL_SIZE = -0.05
_COST_OF_FEWER_COLUMNS = 0.03
_COST_OF_FILLED = 0.01
"""In a usual size with as many blank rows as there are lines for them."""
_COST_OF_LARGER = 0.02
"""In a usual size with blank cells that may have been cut off."""
_COST_AS_WRITTEN = -0.15
"""Rows in a usual size with all their blank columns are rather not indented."""
_COST_OF_LESS_LIKELY = 2.9
"""What nobody believes without a question, and what a question still names."""
_MOST_BLANK_COLUMNS = 12
"""An indentation is no wider than so many cells."""
_GAME_HEIGHT = 8
"""Rows from which on a board is rather of a game: then it has a usual size."""
_USUAL_HEIGHT = 9
"""Rows from which on numbers before each that count up are names: clues do not count so far."""


class Trim(NamedTuple):
    """The rows without something.

    dropped: Words for what was taken off, empty: nothing
    cost_with_size: What it costs where a line of the text tells the size of these rows; None: the same
    marks: Signs that are cells here, and may be none
    has_fewer_columns: Whether columns of blanks were taken off
    has_more_rows: Whether rows of blanks were added
    """

    cost: float
    rows: list[Row]
    dropped: str = ""
    cost_with_size: float | None = None
    marks: frozenset[str] = frozenset()
    has_fewer_columns: bool = False
    has_more_rows: bool = False


def trims(
    rows: list[Row],
    lines: Sequence[str],
    *,
    has_names: bool = False,
    has_blank_edge: bool = False,
    may_be_cut_off: bool = False,
    is_tight: bool = False,
) -> list[Trim]:
    """Each way to take off what stands around the cells.

    lines: The text that the rows were cut from
    has_names: Whether names of rows were taken off before
    has_blank_edge: Whether blanks before and behind the rows were cut as cells
    may_be_cut_off: Whether blank cells at the ends of rows may be missing
    is_tight: Whether nothing stands between the cells: then names of rows come with those of columns only
    """
    text_lines = lines
    # What stands among the rows is no ruler beside them.
    line_indices = {row.line_index for row in rows}
    lines = [line for index, line in enumerate(lines) if index not in line_indices]
    rows = _with_blank_corner(rows)
    height, width = len(rows), len(rows[0].signs)
    has_ruler = height > 2 and width > 2 and _is_row_of_names(rows[0].signs, width)
    has_ruler = has_ruler and not _go_on(rows)
    body = rows[1:] if has_ruler else rows
    are_named = len(body) > 1 and width > 2 and counts_up(_firsts(body), 2)
    if is_tight and not has_ruler and not any(map(is_ruler, lines)):
        are_named = False
    if has_ruler and height > 3 and counts_up(_filled(rows[-1].signs)):
        body = body[:-1]
        are_named = are_named or counts_up(_firsts(body), 2)
    if not has_ruler and not are_named and height > 2:
        below = _with_ruler_below(rows)
        if below is not None:
            return below
    cells = _without_first(body) if are_named else body
    has_both_names = are_named and width > 3 and _firsts(body) == _lasts(body)
    if has_both_names:
        cells = _without_last(cells)
    if not are_named and len(body) > 2 and _are_named_behind(body, lines):
        return [Trim(0, _without_last(body), "without what numbers the rows")]

    if has_ruler and are_named:
        return [Trim(0, cells, "without what numbers the columns; without what numbers the rows")]
    if has_ruler:
        dropped = "without what numbers the columns"
        without = Trim(0, cells, dropped)
        if len(cells) > 2 and not has_names and _is_drawn_row(cells, 0):
            # The line below the names of columns is mostly drawn, as in Markdown.
            return [Trim(0, cells[1:], f"{dropped}; without a drawn line"), without]
        are_clues = _are_clues(rows[0].signs) and not has_names
        return [without, Trim(0, rows)] if are_clues else [without]
    if are_named:
        return _without_row_names(rows, cells, lines, has_both_names)
    if _have_later_letters(rows):
        dropped = "without what numbers the rows"
        return [Trim(DOUBT, rows), Trim(DOUBT, _without_first(rows), dropped)]
    # Behind blank columns what counts up names the rows, where there are many.
    first_column = _first_filled_column(rows)
    is_indented = has_blank_edge and first_column > 0 and height >= _USUAL_HEIGHT
    if is_indented and counts_up([row.signs[first_column] for row in rows], 2):
        return [Trim(DOUBT, rows)]
    edges = list(
        _without_edges(
            rows,
            text_lines,
            has_names=has_names,
            has_blank_edge=has_blank_edge,
            is_tight=is_tight,
        )
    )
    return [*edges, *_in_usual_sizes(rows, text_lines)] if may_be_cut_off else edges


def _with_blank_corner(rows: list[Row]) -> list[Row]:
    """The rows without what stands between 0 1 2 ... above and 0 1 2 ... before them: no cell is there, as
    it would be beside a cell without any mine around it."""
    first = rows[0]
    columns, names = first.signs[1:], _firsts(rows[1:])
    are_names = min(len(columns), len(names)) > 1 and columns[0] == names[0] == "0"
    if not (are_names and counts_up(columns) and counts_up(names, 2)):
        return rows
    return [Row(["", *columns], first.line_index), *rows[1:]]


def _are_named_behind(rows: Sequence[Row], lines: Sequence[str]) -> bool:
    """Whether what counts up behind the rows is beyond the columns that a ruler numbers."""
    widths = {len(columns) for line in lines if (columns := numbered_columns(line))}
    return widths == {len(rows[0].signs) - 1} and counts_up(_lasts(rows))


def _have_later_letters(rows: Sequence[Row]) -> bool:
    """Whether letters before the rows follow each other, but the first is not A: a part of a board."""
    letters = "".join(_firsts(rows)).upper()
    is_part = len(rows) > 2 and len(letters) == len(rows) and letters in _ALPHABET[1:]
    cells = {sign for row in rows for sign in row.signs[1:]}
    return is_part and cells.isdisjoint(_firsts(rows))


def _is_above_rule(rows: Sequence[Row], lines: Sequence[str]) -> bool:
    """Whether the only drawn line is right below the first row, as below the heading of a table."""
    first_line = rows[0].line_index
    row_lines = {row.line_index for row in rows}
    drawn_lines = [
        index
        for index, line in enumerate(lines[first_line:], first_line)
        if index not in row_lines and line.strip() and is_drawn(line)
    ]
    return drawn_lines == [first_line + 1]


def _filled(signs: Sequence[str]) -> list[str]:
    return [sign for sign in signs if sign]


def _is_row_of_names(signs: Sequence[str], width: int) -> bool:
    filled = _filled(signs)
    return counts_up(filled) and len(filled) >= width - 2


def _go_on(rows: Sequence[Row]) -> bool:
    """Whether the letters of the first row go on below it, A B C / D E F: then they are names of cells."""
    letters = _filled(rows[0].signs)
    last_letter = letters[-1]
    if len(last_letter) != 1 or not last_letter.isascii() or not last_letter.isalpha():
        return False
    signs_below = {sign for row in rows[1:] for sign in row.signs}
    # A letter that may be a mine, such as F, is none of them without the one behind it.
    next_letters = [chr(ord(last_letter) + 1), chr(ord(last_letter) + 2)]
    is_one_enough = MINE not in ROLE_COSTS.get(next_letters[0], {})
    go_on = signs_below.issuperset(next_letters[: 1 if is_one_enough else 2])
    return go_on and signs_below.isdisjoint(letters)


def _are_clues(signs: Sequence[str]) -> bool:
    return all(sign in CLUES for sign in signs if sign)


def _firsts(rows: Sequence[Row]) -> list[str]:
    return [row.signs[0] for row in rows]


def _lasts(rows: Sequence[Row]) -> list[str]:
    return [row.signs[-1] for row in rows]


def _without_first(rows: Sequence[Row]) -> list[Row]:
    return [Row(row.signs[1:], row.line_index) for row in rows]


def _without_last(rows: Sequence[Row]) -> list[Row]:
    return [Row(row.signs[:-1], row.line_index) for row in rows]


def _with_ruler_below(rows: list[Row]) -> list[Trim] | None:
    """Names before the rows and a last row that names the columns, as some print their figures."""
    last = rows[-1].signs
    body = rows[:-1]
    if last[0] or not counts_up(last[1:], 2) or not counts_up(_firsts(body), 2):
        return None
    cells = _without_first(body)
    return [Trim(0, cells, "without what numbers the columns; without what numbers the rows")]


def _without_row_names(
    rows: list[Row], cells: list[Row], lines: Sequence[str], has_both_names: bool
) -> list[Trim]:
    """The rows without the names before each, which may be cells where nothing else is numbered."""
    dropped = "without what numbers the rows"
    names = _firsts(rows)
    are_letters = all(map(str.isalpha, names))
    is_sure = has_both_names or any(map(is_ruler, lines))
    if not _are_clues(names) and (len(rows) > 4 or not are_letters):
        is_sure = True
    if is_sure:
        return [Trim(0, cells, dropped)]
    if are_letters:
        return [Trim(DOUBT, cells, dropped), Trim(DOUBT, rows)]
    without = Trim(0, cells, dropped)
    return [without] if len(rows) >= _USUAL_HEIGHT else [without, Trim(0, rows)]


def _without_edges(
    rows: list[Row],
    lines: Sequence[str],
    *,
    has_names: bool,
    has_blank_edge: bool,
    is_tight: bool,
) -> Iterator[Trim]:
    """The rows as they are, and without marks, a frame, a drawn row or a blank column."""
    height, width = len(rows), len(rows[0].signs)
    marked_sides = [side for side in (0, -1) if width > 2 and _has_mark_at(rows, side)]
    has_marks_between = _has_marks_between(rows)
    has_comments = is_tight and _has_comment_column(rows)
    # A line that is drawn between rows may part two boards.
    drawn_rows = []
    if height > 2 and not has_names:
        drawn_rows = [
            index
            for index, row in enumerate(rows)
            if _is_drawn_row(rows, index) and may_be_drawn(lines[row.line_index])
        ]
    drawn_between = [index for index in drawn_rows if 1 < index < height - 1]
    is_heading = height > 2 and not any(rows[0].signs) and _is_above_rule(rows, lines)
    has_other_blank = any("" in row.signs for row in rows[1:])
    is_doubtful = marked_sides or has_marks_between or drawn_between
    doubt_of_marks = DOUBT if is_doubtful or (is_heading and not has_other_blank) else 0
    doubt = DOUBT if has_comments else doubt_of_marks
    # A size line says that a first column of comment signs is cells, as in a board of ours.
    marks = {rows[0].signs[side] for side in marked_sides}
    marks |= {rows[0].signs[1]} if has_marks_between else set()
    marks |= {rows[0].signs[0]} if has_comments else set()
    is_whole = has_blank_edge and not any(_firsts(rows)) and is_usual_size(height, width)
    bonus = _COST_AS_WRITTEN if is_whole else 0
    yield Trim(doubt + bonus, rows, cost_with_size=doubt_of_marks + bonus, marks=frozenset(marks))
    for side in marked_sides:
        mark = rows[0].signs[side]
        where = "before" if side == 0 else "behind"
        yield Trim(doubt, _without_side(rows, side), f"without {mark} {where} each row")
    if len(marked_sides) > 1:
        mark = rows[0].signs[0]
        inner = _without_first(_without_last(rows))
        yield Trim(doubt, inner, f"without {mark} before and behind each row")
    if has_marks_between:
        mark = rows[0].signs[1]
        parted = [Row(row.signs[::2], row.line_index) for row in rows]
        yield Trim(doubt, parted, f"without {mark} between cells")

    # A comment sign before tight rows is a column of cells as well.
    if has_comments:
        yield Trim(doubt, _without_first(rows), f"without {rows[0].signs[0]} before each row")

    frame_sign = _frame_sign(rows)
    if frame_sign is not None:
        inner = [Row(row.signs[1:-1], row.line_index) for row in rows[1:-1]]
        cost = _COST_OF_HIDDEN_FRAME if frame_sign in _HIDDEN_FRAMES else 0
        yield Trim(cost, inner, f"without the frame of {frame_sign or 'blanks'}")
    for row_index in drawn_rows:
        others = [row for index, row in enumerate(rows) if index != row_index]
        cost = DOUBT if row_index in drawn_between else _COST_OF_RULE
        yield Trim(cost, others, "without a drawn line")
    if is_heading:
        yield Trim(0, rows[1:], "without a heading that is blank")
    has_drawn_ends = rows[0].signs == rows[-1].signs and not has_names
    if height > 3 and has_drawn_ends and _is_drawn_row(rows[:-1], 0):
        yield Trim(_COST_OF_RULE, rows[1:-1], "without drawn lines")
    for side in (0, -1):
        if has_blank_edge and width > 2 and not any(row.signs[side] for row in rows):
            yield from _without_blank_columns(rows, side)


def _without_blank_columns(rows: Sequence[Row], side: int) -> Iterator[Trim]:
    """The rows without one blank column at a side, without all of them, and without each number between."""
    bare = _without_side(rows, side)
    # With a last column less rows may have a size that is a slip.
    cost_with_size = DOUBT if side else None
    dropped = "without a blank column"
    cost = _COST_OF_FEWER_COLUMNS
    without = Trim(cost, list(bare), dropped, cost_with_size, has_fewer_columns=True)
    yield without
    fewer: list[list[Row]] = []
    while len(bare[0].signs) > 2 and not any(row.signs[side] for row in bare):
        bare = _without_side(bare, side)
        fewer.insert(0, bare)
    for number, cells in enumerate(fewer[:_MOST_BLANK_COLUMNS]):
        # Blank columns on the left are mostly how far the board is indented.
        cost = _COST_OF_INDENTATION if side == 0 and number == 0 else _COST_OF_FEWER_COLUMNS
        yield without._replace(cost=cost, rows=cells, dropped="without blank columns")


def _in_usual_sizes(rows: Sequence[Row], lines: Sequence[str]) -> Iterator[Trim]:
    """The rows in usual sizes: with fewer blank columns before them, or with more blank rows and columns.

    Blank cells at the edge may have been cut off with the blanks at the ends of lines.
    """
    height, width = len(rows), len(rows[0].signs)
    indentation = _first_filled_column(rows)
    first_line, last_line = rows[0].line_index, rows[-1].line_index
    empty_above = _first_filled(lines[:first_line][::-1])
    empty_below = _first_filled(lines[last_line + 1 :])
    is_usual = is_usual_size(height, width) or is_usual_size(height, width - indentation)
    are_cut_off = not any(lines[row.line_index][-1:] == " " for row in rows)
    may_grow = not is_usual and ("" in _lasts(rows) or empty_above + empty_below)
    # Where no row ends early, or rows keep their blanks, an empty line alone says little.
    ends_early = are_cut_off and "" in _lasts(rows)
    cost_of_larger = 0 if ends_early else _COST_OF_LESS_LIKELY
    # Where nothing else is hidden, the most cells of a board are blank: empty lines, or comment signs alone,
    # are blank rows where they are as many as the size needs.
    blank_rows: dict[int, int] = {}
    if not any(map(_is_hidden_first, {sign for row in rows for sign in row.signs if sign})):
        blank_rows = _blank_rows_beside(lines, first_line, last_line)
        cost_of_larger = _COST_OF_LARGER if ends_early else _COST_OF_LESS_LIKELY
    # The wider a board, the fewer blank columns before it are an indentation.
    widest_first = sorted(TABLE["usual_sizes"], key=lambda size: -size[1])
    for usual_height, usual_width in widest_first:
        more_rows, more_columns = usual_height - height, usual_width - width
        # A text may begin or end with one line that is empty.
        is_near = 0 <= more_rows <= max(1, empty_above + empty_below)
        is_filled = more_rows in blank_rows
        is_larger = more_rows > 0 or more_columns > 0
        has_size = (more_rows, more_columns) == (0, 0)
        if has_size or more_columns < -indentation or (more_columns > 0 and not are_cut_off):
            continue
        if not is_filled and (not is_near or (is_larger and not may_grow)):
            continue
        # A block of code has an empty line at both ends.
        around_block = min(empty_above, empty_below)
        rows_above = blank_rows.get(more_rows, min(more_rows, empty_above - around_block))
        blank_row = [""] * usual_width
        cells = [Row(blank_row, first_line - number) for number in range(rows_above, 0, -1)]
        for row in rows:
            signs = [*row.signs[max(0, -more_columns) :], *[""] * more_columns]
            cells.append(Row(signs, row.line_index))
        cells += [Row(blank_row, last_line)] * (more_rows - rows_above)
        dropped = "with blank cells at the edge" if is_larger else "without blank columns"
        cost = cost_of_larger if is_larger else _COST_OF_USUAL_SIZE
        if is_filled:
            cost = _COST_OF_FILLED
        yield Trim(
            cost,
            cells,
            dropped,
            has_fewer_columns=more_columns < 0,
            has_more_rows=more_rows > 0,
        )


def _first_filled_column(rows: Sequence[Row]) -> int:
    """How many columns of blanks stand before the first that has a sign."""
    columns = zip(*(row.signs for row in rows), strict=True)
    return next((index for index, column in enumerate(columns) if any(column)), 0)


def _is_hidden_first(sign: str) -> bool:
    """Whether a sign is rather a hidden cell than anything else."""
    costs = ROLE_COSTS.get(sign, {})
    return HIDDEN in costs and costs[HIDDEN] == min(costs.values())


def _blank_rows_beside(lines: Sequence[str], first_line: int, last_line: int) -> dict[int, int]:
    """How many blank rows all lines without a sign beside the rows may be, and how many of them are above."""
    above, below = lines[:first_line][::-1], lines[last_line + 1 :]
    beyond = [*above[_first_filled(above) :], *below[_first_filled(below) :]]
    if any(excuse(line) is None for line in beyond):
        return {}  # another board
    above, below = above[: _first_filled(above)], below[: _first_filled(below)]
    counts = [(above.count(COMMENT_ALONE), below.count(COMMENT_ALONE)), (len(above), len(below))]
    # The end of a text takes the end of its last line with it.
    if last_line + 1 + len(below) == len(lines):
        counts.append((len(above), len(below) + 1))
    # A block of code, or a text in quotes, has one more at both ends.
    if above and below:
        counts.append((len(above) - 1, len(below) - 1))
    return {
        rows_above + rows_below: rows_above
        for rows_above, rows_below in counts
        if rows_above + rows_below > 1
    }


def _first_filled(lines: Sequence[str]) -> int:
    """How many empty lines stand before the first that is not."""
    return next((index for index, line in enumerate(lines) if line.strip()), len(lines))


def _without_side(rows: Sequence[Row], side: int) -> list[Row]:
    return _without_first(rows) if side == 0 else _without_last(rows)


def _has_comment_column(rows: Sequence[Row]) -> bool:
    """Whether each row begins with one comment sign, without which the board has a usual size."""
    height, width = len(rows), len(rows[0].signs)
    sign = rows[0].signs[0]
    if height < 3 or any(row.signs[0] != sign for row in rows):
        return False
    is_alone = not any(sign in row.signs[1:] for row in rows)
    is_comment = sign in _COMMENT_SIGNS or (sign == "#" and (is_alone or height >= _GAME_HEIGHT))
    if not is_comment:
        return False
    return is_usual_size(height, width - 1) and not is_usual_size(height, width)


def _has_mark_at(rows: Sequence[Row], side: int) -> bool:
    """Whether one mark stands at an end of every row, and nowhere else but at the other end of each."""
    mark = rows[0].signs[side]
    if mark not in _MARKS or any(row.signs[side] != mark for row in rows):
        return False
    others = _without_side(rows, side)
    is_at_both_ends = rows[0].signs[0] == rows[0].signs[-1] and len(rows[0].signs) > 3
    if is_at_both_ends and all(row.signs[0] == row.signs[-1] for row in rows):
        others = _without_side(others, -1 - side)
    return not any(mark in row.signs for row in others)


def _has_marks_between(rows: Sequence[Row]) -> bool:
    """Whether one mark stands at every second place of all rows, and mostly nowhere else."""
    if len(rows) < 2 or len(rows[0].signs) < 4:
        return False
    between = {sign for row in rows for sign in row.signs[1::2]}
    cells = {sign for row in rows for sign in row.signs[::2]}
    is_mark = len(between) == 1 and between <= _MARKS_BETWEEN
    return is_mark and (between.isdisjoint(cells) or between <= _MARKS_AMONG_CELLS)


def _frame_sign(rows: Sequence[Row]) -> str | None:
    """The sign that all cells at the edge have and none inside; None: there is none."""
    if len(rows) < 3 or len(rows[0].signs) < 3:
        return None
    edge = {*rows[0].signs, *rows[-1].signs, *_firsts(rows), *_lasts(rows)}
    if len(edge) != 1:
        return None
    sign = edge.pop()
    inner = [row.signs[1:-1] for row in rows[1:-1]]
    return None if any(sign in signs for signs in inner) else sign


def _is_drawn_row(rows: Sequence[Row], row_index: int) -> bool:
    """Whether a row is of one sign that lines are drawn with, and no other row has it."""
    sign = rows[row_index].signs[0]
    if sign not in _RULE_SIGNS or len(set(rows[row_index].signs)) > 1:
        return False
    return not any(sign in row.signs for index, row in enumerate(rows) if index != row_index)
