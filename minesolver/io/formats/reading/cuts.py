"""Ways to cut a line into its cells; None where the line cannot be a row cut so."""

import re
import unicodedata
from collections.abc import Callable, Iterator, Sequence
from itertools import groupby, pairwise
from math import gcd
from typing import NamedTuple

from .lines import counts_up, sign_of
from .outside import (
    PROSE,
    excuse,
    has_words,
    is_fact,
    is_heading,
    is_list_label,
    is_of_brackets,
    is_rule,
    is_ruler,
    numbered_columns,
    tells_mines,
)
from .strips import COMMENT_ALONE, is_size_of_game, is_usual_size
from .table import CLUES, TABLE

Cells = list[str]
Cut = Callable[[str], Cells | None]

_BOX = re.compile(
    r"[\[(<{](,|[^\[\](){}<>,]?|\s*(?:-?\d{1,2}|[A-Za-z]{4}|[^\s\[\](){}<>,])\s*)[\])>}]"
)
BAR = re.compile("[|│┃║]")
_OTHER_RULE = re.compile("[-=+\u2500-\u257f]{2}")
_BARRED_BLANKS = re.compile(r"\s+[|│┃║].*[|│┃║]\s+")
_PLUSES = re.compile(r"\s*[|│┃║]\++[|│┃║]\s*")
"""A row of hidden cells between walls, where other lines are of dashes."""
_WALLED = re.compile(r"\s*(?:\w{1,2}\s*)?[|│┃║](.*)[|│┃║]\s*(?:\w{1,2}\s*)?")
_STRUCTURE = re.compile(r"^[,\s]*[\[\](){};][\[\](){},;\s]*$|[\[({`\"'=]\s*$")
_END_OF_ROW = re.compile(r"\s*[|│┃║]\s*|\s+\w{1,2}\s*")
_AROUND_NAME = re.compile(r"[Rr]ow |\W")
_LONGEST_NAME = 4  # characters before the first bar that may name a row


def by_blanks(line: str) -> Cells | None:
    """Cells with blanks between; where tabs are, no cell between two may be blank."""
    if "\t" in line:
        parts = [part.strip() for part in line.lstrip().split("\t")]
        if "" in parts[:-1] or (len(parts) > 2 and not parts[-1]):
            return None
    return line.split() or None


def by_characters(line: str) -> Cells | None:
    """A cell a character, without any blank."""
    row = line.strip()
    is_sheet = row.count(";") > 2 or row.count("','") > 1
    return list(row) if row and not is_sheet and not re.search(r"\s", row) else None


def by_boxes(line: str) -> Cells | None:
    """Each cell in brackets of its own: ``[1] [ ] [!]``."""
    cells: Cells = _BOX.findall(line)
    return cells if len(cells) > 1 and not _BOX.sub("", line).strip() else None


def by_bars(line: str) -> Cells | None:
    """Bars between cells, and perhaps at both ends; what stands before the first may name the row."""
    parts = [part.strip() for part in BAR.split(line)]
    if len(parts) < 3:
        return None
    if not parts[0]:
        parts = parts[1:]
    elif len(parts[0]) >= _LONGEST_NAME and sign_of(parts[0]) is None:
        return None
    if parts and not parts[-1]:
        parts = parts[:-1]
    return parts or None


def by_bars_behind(line: str) -> Cells | None:
    """Bars between cells, where the last cell is blank: ``1|#|`` has three."""
    if not BAR.search(line.rstrip()[-1:]) or BAR.match(line.lstrip()):
        return None
    return [part.strip() for part in BAR.split(line)]


def by_bars_before(line: str) -> Cells | None:
    """A bar before each cell, the last of which may be blank: ``|1|#|`` has three."""
    parts = [part.strip() for part in BAR.split(line)]
    return parts[1:] if len(parts) > 3 and not parts[0] else None


def by_bars_inside(line: str) -> Cells | None:
    """Bars between cells, where the first cell and the last are blank."""
    return [part.strip() for part in BAR.split(line)] if _BARRED_BLANKS.fullmatch(line) else None


def by_open_bars(line: str) -> Cells | None:
    """Bars between cells and at neither end: the first cell and the last may be blank."""
    parts = [part.strip() for part in BAR.split(line)]
    return parts if len(parts) > 2 else None


def has_open_bars(lines: Sequence[str]) -> bool:
    """Whether rows have as many bars each, and in some alone a sign before, or behind, all of them; or none
    before and one behind; or cells without any width; or blanks before the first, and else no usual size."""
    rows = [
        cells for line in lines if not _OTHER_RULE.search(line) and (cells := by_open_bars(line))
    ]
    if len({len(cells) for cells in rows}) != 1:
        return False
    begin, end = [bool(cells[0]) for cells in rows], [bool(cells[-1]) for cells in rows]
    has_no_width = any("||" in line for line in lines)
    are_closed_behind = all(end) and not any(begin)
    cell_count = len(rows[0])
    is_usual = is_usual_size(len(rows), cell_count)
    are_walled = is_usual_size(len(rows), cell_count - 2) or not any(
        by_open_bars(line) and line[:1] == " " for line in lines
    )
    if is_usual and not are_walled:
        return True
    return len(set(begin)) > 1 or len(set(end)) > 1 or are_closed_behind or has_no_width


def inside_walls(cut: Cut) -> Cut:
    """The cut of what stands between a bar at each end, beside which the row may have its name."""

    def cut_inside(line: str) -> Cells | None:
        match = _WALLED.fullmatch(line)
        if match is None or BAR.search(match[1]):
            return None
        # More blanks at one end than at the other are cells, where as many stand from one cell to the next.
        inner = match[1]
        blanks_before = len(inner) - len(inner.lstrip())
        blanks_behind = len(inner) - len(inner.rstrip())
        step = 1 if cut is by_characters else _widest_step(inner)
        if abs(blanks_before - blanks_behind) >= step:
            return None
        return cut(inner)

    return cut_inside


def _widest_step(text: str) -> int:
    """How many characters it is at most from one cell of a row to the next."""
    starts = [cell.start() for cell in re.finditer(r"\S+", text)]
    return max((second - first for first, second in pairwise(starts)), default=2)


def by_separator(separator: str) -> Cut:
    """A sign between cells, as in sheets: there a cell may be blank."""

    def cut_at_separator(line: str) -> Cells | None:
        if separator not in line:
            return None
        return [cell.strip() for cell in line.rstrip("\n ").split(separator)]

    return cut_at_separator


def by_tight_commas(line: str) -> Cells | None:
    """Cells of one sign with a comma between, where commas are cells as well: ``#,1,,,1``."""
    row = line.strip()
    return [*row[::2]] if len(row) % 2 and set(row[1::2]) == {","} else None


class ColumnCut(NamedTuple):
    """Cells of one width, blanks among them, by the line that they stand in.

    has_walls: Whether bars or names show where the rows begin
    doubt: What it costs besides that cells may be cut off at the ends of rows, unless a ruler shows them
    """

    cost: float
    rows: dict[int, Cells]
    has_walls: bool
    doubt: float = 0


_CUT_OFF = 3.0  # a question, whatever else is likely
_TWO_BOARDS = 2.2
_UNSHOWN_STEP = 2.6
_COST_OF_USUAL_SIZE = 0.4
_INDENTATIONS = (0, 2, 4, 8)
_COUNT_ALONE = re.compile(r"[1-9]\d+")
_COST_BELOW_RULER = 0.3  # surer than columns that only the cells show


class _Frame(NamedTuple):
    """Where rows stand in their lines: the part of ``pattern`` that is the third group.

    has_bare_names: Whether nothing but a blank stands behind the names of rows
    """

    pattern: re.Pattern[str]
    has_walls: bool = True
    has_names: bool = False
    has_bare_names: bool = False
    has_both_walls: bool = False


class _Body(NamedTuple):
    """The part of a line that has its cells."""

    line_index: int
    text: str


_FRAMES = (
    _Frame(re.compile(r"^()()(.*)$"), has_walls=False),
    _Frame(
        re.compile(
            r"^(\s*(?:[Rr]ow )?\[?\w{1,2}(?:\s*[|│┃║:)]|\]|\.))()(.*?)(?:[|│┃║]\s*\w{0,2}\s*)?$"
        ),
        has_names=True,
    ),
    _Frame(re.compile(r"^(\s*)([|│┃║])(.*)[|│┃║]\s*$"), has_both_walls=True),
    _Frame(
        re.compile(r"^(\s*[|│┃║]\s*\w{1,2}\s)()(.*)[|│┃║]\s*$"), has_names=True, has_both_walls=True
    ),
    _Frame(re.compile(r"^(\s*\w{1,2}(?:\s|$))()(.*)$"), has_names=True, has_bare_names=True),
    _Frame(re.compile(r"^(\s*(\w{1,2})\s)(.*)\s\2\s*$"), has_names=True),
)


def by_columns(lines: Sequence[str], *, wide_signs: bool = False) -> Iterator[ColumnCut]:
    """Cells of one width where every sign of every row stands in a column of its own.

    wide_signs: Signs such as 🚩 take two columns
    """
    if any("\t" in line.lstrip("\t") for line in lines):
        return
    lines = [line.lstrip("\t") for line in lines]
    may_be_rows = list(map(_may_be_row, lines))
    _mark_other_rows(lines, may_be_rows)
    # A line of three tildes begins and ends a text, unless they are cells of other rows.
    fences = [line_index for line_index, line in enumerate(lines) if line.strip() == "~~~"]
    if sum("~" in line for line in lines) == len(fences):
        for line_index in fences:
            may_be_rows[line_index] = False
    if wide_signs:
        lines = [_with_wide_signs(line) for line in lines]
    for frame in _FRAMES:
        bodies = _bodies(lines, may_be_rows, frame)
        if bodies is not None:
            # Behind a name without a bar blanks in all rows are cells, or stand between it and them.
            are_barred = all(map(BAR.search, _parts_before(lines, bodies, frame)))
            for cut in _cut_at_columns(bodies, frame):
                begins_blank = frame.has_names and not any(row[0] for row in cut.rows.values())
                yield cut._replace(has_walls=cut.has_walls and (are_barred or not begins_blank))
            if _are_parted_boards(bodies):
                yield from _cut_at_columns([body for body in bodies if body.text], frame)
            # A number alone below the rows names a blank row, or is a mine count.
            if frame.has_bare_names and not bodies[-1].text and len(bodies) > 2:
                yield from _cut_at_columns(bodies[:-1], frame)


def in_usual_sizes(lines: Sequence[str]) -> Iterator[ColumnCut]:
    """Cells of one width in lines of one length, that follow each other, where both make a usual size: then
    each of them is a row, also one of blanks alone, or of clues that count up.
    """
    lines = [line.lstrip("\t") for line in lines]
    usual_heights = {height for height, _ in TABLE["usual_sizes"]}
    line_index = 0
    for length, group in groupby(map(len, lines)):
        first_index = line_index
        line_index += len(list(group))
        # The names of columns may stand above.
        heights = {line_index - first_index, line_index - first_index - 1}
        block = [(index, lines[index]) for index in range(first_index, line_index)]
        if heights.isdisjoint(usual_heights) or any("\t" in line for _, line in block):
            continue
        others = [*lines[:first_index], *lines[line_index:]]
        if any(line and not _is_beside_rows(line, length) for line in others):
            continue
        cuts: list[ColumnCut] = []
        for indentation in _INDENTATIONS:
            bodies = [_Body(index, line[indentation:]) for index, line in block]
            if indentation < length and not any(line[:indentation].strip() for _, line in block):
                cuts += _in_usual_size(bodies)
        # Blanks before all rows may be blank cells, or how far they are indented; so may those behind all.
        # Empty lines at an end of the text may be rows that were cut off. A drawn line is no row, perhaps.
        begins_empty = lines[0] == "" and not any(lines[:first_index])
        ends_empty = lines[-1] == "" and not any(lines[line_index:])
        has_drawn_edge = any(line.strip() and is_rule(line) for _, line in (block[0], block[-1]))
        has_blank_edge = any(
            all(line[place] == " " for _, line in block) for place in (0, -1) if length
        )
        is_doubtful = begins_empty or ends_empty or has_drawn_edge or has_blank_edge
        for cut in cuts:
            yield cut._replace(doubt=_CUT_OFF if is_doubtful else cut.doubt)


def _is_beside_rows(line: str, length: int) -> bool:
    """Whether a line is surely no row of this length: words, a drawn line, a bracket or a count."""
    is_behind_blanks = len(line) - len(line.lstrip()) >= length
    is_other = has_words(line) or is_rule(line) or is_of_brackets(line.strip())
    return not is_behind_blanks and (is_other or _COUNT_ALONE.fullmatch(line) is not None)


def _in_usual_size(bodies: list[_Body]) -> Iterator[ColumnCut]:
    """The cells of lines of one length, if they have a usual size."""
    length = len(bodies[0].text)
    for step in (4, 3, 2, 1):
        width = (length + step - 1) // step
        # The names of columns may stand above.
        has_ruler = len(numbered_columns(bodies[0].text)) > width - 2
        row_bodies = bodies[has_ruler:]
        if not is_size_of_game(len(row_bodies), width):
            continue
        # Each cell has its column of the text: blanks may stand before all signs, or behind all.
        places = {
            place for body in row_bodies for place, sign in enumerate(body.text) if sign != " "
        }
        start = min(places, default=0) % step
        distance = gcd(*(place - start for place in places))
        rows = {
            body.line_index: [sign.strip() for sign in body.text[start::step]]
            for body in row_bodies
        }
        has_blanks = any("" in row for row in rows.values())
        have_width = all(len(row) == width for row in rows.values())
        if places and distance % step == 0 and has_blanks and have_width:
            # Cells may be as far from each other as their signs are.
            doubt = 0 if distance == step else _CUT_OFF
            yield ColumnCut(_COST_OF_USUAL_SIZE + 0.1 * step, rows, has_walls=True, doubt=doubt)


def _mark_other_rows(lines: Sequence[str], may_be_rows: list[bool]) -> None:
    """Mark the rows that look like something else: clues that count up, names with a mark and blank cells."""
    sign_counts = [len(line.split()) for line in lines]
    pairs = zip(sign_counts, may_be_rows, strict=True)
    highest_count = max((count for count, may_be_row in pairs if may_be_row), default=0)
    for line_index in range(1, len(lines)):
        line, above = lines[line_index], lines[line_index - 1]
        below = lines[line_index + 1] if line_index + 1 < len(lines) else above
        # Names of columns are as many as another row has signs, behind its name perhaps.
        is_between = len(above) == len(line) == len(below)
        is_row = is_between or sign_counts[line_index] < highest_count - 1
        if is_ruler(line) and is_row:
            may_be_rows[line_index] = True
        goes_on = line_index + 1 < len(lines) and (
            may_be_rows[line_index + 1] or is_list_label(below)
        )
        if is_list_label(line) and may_be_rows[line_index - 1] and goes_on:
            may_be_rows[line_index] = True


def has_wide_signs(lines: Sequence[str]) -> bool:
    """Whether a text has signs that take two columns."""
    return any(not line.isascii() and any(map(_is_wide, line)) for line in lines)


def _is_wide(sign: str) -> bool:
    return unicodedata.east_asian_width(sign) in "WF"


def _with_wide_signs(line: str) -> str:
    return "".join(sign + " " if _is_wide(sign) else sign for sign in line)


def _are_parted_boards(bodies: Sequence[_Body]) -> bool:
    """Whether empty lines part groups of as many rows, each of a usual size if its cells are apart."""
    groups = [
        list(group) for has_text, group in groupby(bodies, lambda body: bool(body.text)) if has_text
    ]
    heights = {len(group) for group in groups}
    if len(groups) < 2 or len(heights) > 1:
        return False
    length = max(len(body.text.rstrip()) for body in bodies)
    return is_usual_size(min(heights), (length + 1) // 2)


def _bodies(lines: Sequence[str], may_be_rows: Sequence[bool], frame: _Frame) -> list[_Body] | None:
    """The parts of all rows that have cells; None: they do not stand so."""
    bodies: list[_Body] = []
    for line_index, line in enumerate(lines):
        match = frame.pattern.match(line)
        if match is not None and line.strip() and may_be_rows[line_index]:
            bodies.append(_Body(line_index, match[3]))

    # Numbers alone below the rows are a count, or a size: they are much shorter than the rows.
    longest = max((len(body.text) for body in bodies), default=0)
    last_text = bodies[-1].text if bodies else ""
    if last_text and 2 * len(last_text) < longest and _is_count(last_text, frame):
        bodies = bodies[:-1]
    # A number alone above or below the rows is a count, unless it begins with the name of the next row.
    row_count = bodies[-1].line_index - bodies[0].line_index + 1 if bodies else 0
    are_together = len(bodies) == row_count
    if not (frame.has_names and are_together and counts_up(_names(lines, bodies, frame), 2)):
        if bodies and _is_count(bodies[0].text, frame):
            bodies = bodies[1:]
        if bodies and _is_count(bodies[-1].text, frame):
            bodies = bodies[:-1]
    if len(bodies) < 2 or all(is_rule(body.text) for body in bodies):
        return None
    if frame.has_names:
        if not counts_up(_names(lines, bodies, frame), 2):
            return None
        # Between walls no row ends before its last cell.
        are_closed = all(_is_closed(lines[body.line_index].rstrip(), frame) for body in bodies)
        if are_closed and len({len(body.text) for body in bodies}) > 1:
            return None

    # Between rows a line of blanks is a row of blank cells, behind which there may be a remark.
    if not frame.has_walls:
        width = max(len(body.text.rstrip()) for body in bodies)
        for line, may_be_row in zip(lines, may_be_rows, strict=True):
            if not may_be_row and line.strip() and len(line) - len(line.lstrip()) >= width:
                return None
        first_line, last_line = bodies[0].line_index, bodies[-1].line_index
        lengths = {len(body.text) for body in bodies}
        for line_index, line in enumerate(lines):
            is_between = first_line < line_index < last_line
            is_blank_row = line_index > first_line - 2 or len(line) in lengths
            if line in ("", COMMENT_ALONE):
                is_blank_row = is_between  # it was cut off
            if not line.strip() and is_blank_row:
                bodies.append(_Body(line_index, line))
        bodies.sort()
    return bodies


def _names(lines: Sequence[str], bodies: Sequence[_Body], frame: _Frame) -> list[str]:
    """The names of rows; empty: a row has none."""
    return [_AROUND_NAME.sub("", part) for part in _parts_before(lines, bodies, frame)]


def _parts_before(lines: Sequence[str], bodies: Sequence[_Body], frame: _Frame) -> list[str]:
    """What stands before the cells of rows."""
    matches = [frame.pattern.match(lines[body.line_index]) for body in bodies]
    return ["" if match is None else match[1] for match in matches]


def _is_closed(line: str, frame: _Frame) -> bool:
    """Whether a wall stands behind the cells of a row."""
    match = frame.pattern.match(line)
    # Other digits than those of ASCII may be wider than one column.
    end = match.end(3) if match is not None and line.isascii() else len(line) - 1
    return BAR.search(line[end:]) is not None


def _may_be_row(line: str) -> bool:
    if PROSE.search(line) or is_ruler(line) or _STRUCTURE.search(line):
        return False
    if is_fact(line) or is_heading(line):
        return False
    is_label = (is_list_label(line) and line == line.strip()) or line == ":"
    is_drawn = is_rule(line) and re.search("[-=+─━═]{2}", line) and not _PLUSES.fullmatch(line)
    return not (is_label or is_drawn)


def _is_count(text: str, frame: _Frame) -> bool:
    """Whether behind the name of a line stand numbers alone, or how many mines there are, or nothing."""
    if frame.has_bare_names and not text:
        return True
    return re.fullmatch(r"\d+( \d+){0,2}", text) is not None or tells_mines(text)


def _cut_at_columns(bodies: list[_Body], frame: _Frame) -> Iterator[ColumnCut]:
    has_blank_ends = any(body.text != body.text.rstrip() for body in bodies)
    # An empty line between rows may be a row of blank cells that was cut off, or part two boards.
    has_empty_row = any(body.text in ("", COMMENT_ALONE) for body in bodies)
    cost_of_empty_rows = _TWO_BOARDS if has_empty_row and not frame.has_walls else 0
    # Behind a comment sign a row of blanks is cut off, where all others keep their blanks.
    lengths = {len(body.text) for body in bodies if body.text != COMMENT_ALONE}
    if has_blank_ends and len(lengths) == 1:
        full_length = min(lengths)
        bodies = [body._replace(text=body.text.ljust(full_length)) for body in bodies]
    lengths = {len(body.text) for body in bodies}
    width = max(len(body.text.rstrip()) for body in bodies)
    has_one_length = len(lengths) == 1
    if not has_one_length and (frame.has_both_walls or (not frame.has_walls and has_blank_ends)):
        return  # blanks kept at some ends, and rows of several lengths
    if has_one_length:
        width = len(bodies[0].text)
    # Blanks at an end alone are no cells: some row needs one inside.
    may_be_padded = not frame.has_walls or not has_one_length
    first_signs = {len(body.text) - len(body.text.lstrip()) for body in bodies if body.text.strip()}
    has_blank_rows = has_one_length and has_blank_ends and len(first_signs) > 1
    if (
        may_be_padded
        and not has_blank_rows
        and sum(" " in body.text.strip() for body in bodies) < 2
    ):
        return

    places = {place for body in bodies for place, sign in enumerate(body.text) if sign != " "}
    has_numbers = any(re.search(r"(^|\s)-\d\b", body.text) for body in bodies)
    for step in (4, 3, 2, 1):
        starts = {place % step for place in places}
        if len(starts) == 1 and not (step == 1 and has_numbers):
            cut = _cut_at_step(bodies, frame, step, starts.pop(), width, has_one_length)
            if cut is not None:
                yield cut._replace(cost=cut.cost + cost_of_empty_rows)
            # A few signs that are far apart may stand at a smaller step.
            if cut is None or any(_shows_step(body.text, step) for body in bodies):
                return


def _cut_at_step(
    bodies: list[_Body], frame: _Frame, step: int, start: int, width: int, has_one_length: bool
) -> ColumnCut | None:
    """The cells at every ``step``-th column from ``start`` on."""
    if has_one_length and frame.has_walls and step > 1:
        width = max(width, len(bodies[0].text) - (step - 1 - start))
    if step == 1 and frame.has_names and all(body.text[:1] == " " for body in bodies):
        start = 1  # behind the blank that follows a name
    rows: dict[int, Cells] = {}
    for body in bodies:
        places = range(start, width, step)
        rows[body.line_index] = [body.text[place : place + 1].strip() for place in places]
    cost = 0.6 + 0.1 * step
    if not any(_shows_step(body.text, step) for body in bodies):
        cost += _UNSHOWN_STEP  # signs so far apart may have cells of another width between them
    if frame.has_walls and has_one_length:
        return ColumnCut(cost, rows, has_walls=True)

    # One row that ends early among whole ones lacks a cell.
    uneven_rows = [row for row in rows.values() if "" in row]
    if len(uneven_rows) == 1 and len(rows) > 2 and _lacks_one_cell(uneven_rows[0]):
        return None

    # Without walls blank cells are cells only where they stand between others in some rows.
    drawn_rows = ["".join(cell or " " for cell in row) for row in rows.values()]
    inside = [row[1:-1] for row in drawn_rows]
    may_be_cut_off = any(
        _may_be_cut_off(body.text, row) for body, row in zip(bodies, rows.values(), strict=True)
    )
    if frame.has_walls:
        has_blank_cell = any("" in row for row in rows.values())
        doubt = _CUT_OFF if may_be_cut_off else 0
        return ColumnCut(cost, rows, has_walls=True, doubt=doubt) if has_blank_cell else None
    has_padding = has_one_length and any(body.text != body.text.strip() for body in bodies)
    rows_with_blanks = sum(" " in row.strip() for row in drawn_rows)
    # A single blank among cells of rows that all end below each other is a cell, perhaps.
    ends = {len(body.text.rstrip()) for body in bodies}
    is_single_blank = rows_with_blanks == 1 and step > 1 and len(ends) == 1 and not has_padding
    are_shown = rows_with_blanks > 1 or is_single_blank
    may_be_cut_off |= is_single_blank
    if not are_shown and not (has_padding and len(bodies) > 2):
        if step == 1 or not (
            _begin_in_blanks(drawn_rows) or _end_in_opened_cells([*rows.values()])
        ):
            return None
        may_be_cut_off = True
    if len(inside) > 2 and _has_blank_columns(inside, 1 if step > 1 else 2):
        cost += _TWO_BOARDS
    doubt = 0.0
    if may_be_cut_off:
        doubt = _CUT_OFF if is_single_blank else 2 * _CUT_OFF
    return ColumnCut(cost, rows, has_walls=False, doubt=doubt)


def _lacks_one_cell(row: Cells) -> bool:
    """Whether the last cell of a row alone is blank."""
    return row[-1] == "" and row.count("") == 1


def _begin_in_blanks(rows: Sequence[str]) -> bool:
    """Whether a blank stands before a sign of a row where another row has a sign, or between two signs."""
    indentation = min(len(row) - len(row.lstrip()) for row in rows if row.strip())
    return any(" " in row[indentation:].rstrip() for row in rows)


def _end_in_opened_cells(rows: Sequence[Cells]) -> bool:
    """Whether rows without 0 have only clues before blanks that may be cut off, and some have other signs."""
    cells = [cell for row in rows for cell in row if cell]
    ends = ["".join(row)[-1:] for row in rows if row[-1] == "" and any(row)]
    return "0" not in cells and not CLUES.issuperset(cells) and CLUES.issuperset(ends)


def _has_blank_columns(rows: Sequence[str], together: int) -> bool:
    """Whether between signs so many columns that are blank in all rows stand side by side, or two apart."""
    columns = ["".join(column).strip() for column in zip(*rows, strict=False)]
    signed = [index for index, column in enumerate(columns) if column]
    is_blank = [not column for column in columns[signed[0] : signed[-1]]] if signed else []
    if together == 1:
        return any(is_blank)
    are_two = any(first and second for first, second in pairwise(is_blank))
    return are_two or sum(is_blank) > 1


def _shows_step(text: str, step: int) -> bool:
    """Whether two signs of a row stand beside each other at this distance."""
    places = [place for place, sign in enumerate(text) if sign != " "]
    return any(second - first == step for first, second in pairwise(places))


def _may_be_cut_off(text: str, row: Cells) -> bool:
    """Whether a row ends before its last cells at a sign that is no clue: one of them may be missing."""
    ends_early = text != "" and text == text.rstrip() and row[-1:] == [""]
    signs = "".join(row)
    return ends_early and signs[-1:] not in CLUES


# Rows below a line that names their columns.


def below_ruler(lines: Sequence[str]) -> ColumnCut | None:
    """Cells below the names of their columns, also blank ones that were cut off at the ends of rows."""
    rulers = [line_index for line_index, line in enumerate(lines) if is_ruler(line)]
    # The names of columns may stand below the rows as well.
    if len({lines[line_index].strip() for line_index in rulers}) != 1:
        return None
    places = _places_of_names(lines[rulers[0]])
    rows: dict[int, Cells] = {}
    names: dict[int, str] = {}
    for line_index, line in enumerate(lines[rulers[0] + 1 :], rulers[0] + 1):
        if line_index in rulers:
            break
        if not line[places[0] :].strip() or _signs_stand_at(line, places):
            rows[line_index] = [line[place : place + 1].strip() for place in places]
            names[line_index] = _AROUND_NAME.sub("", line[: places[0]])
        elif not is_rule(line):
            break

    # Where rows have names, a line without one is no row; else an empty line is one between others.
    has_names = any(names.values())
    last_line = max((index for index, row in rows.items() if any(row)), default=0)
    for line_index in [*rows]:
        is_row = names[line_index] if has_names else lines[line_index] or line_index < last_line
        if not is_row:
            del rows[line_index]
    if len(rows) < 2 or (has_names and not counts_up([names[index] for index in rows], 2)):
        return None

    # Blanks kept at some ends, and rows of several lengths: cells are missing.
    ending_early = [row for index, row in rows.items() if len(lines[index]) <= places[-1]]
    if ending_early and any(lines[line_index][-1:] == " " for line_index in rows):
        return None
    are_shown = any(not any(row) or _has_blank_before_sign(row) for row in rows.values())
    lacks_cells = sum(map(any, ending_early)) == 1
    # A last row of blanks may have been cut off as a whole, with the end of its line or without.
    sizes = [(len(rows) + more_rows, len(places)) for more_rows in (0, 1)]
    would_be_usual = not is_usual_size(*sizes[0]) and is_usual_size(*sizes[1])
    is_followed = would_be_usual or lines[last_line + 1 : last_line + 2] == [""]
    may_be_followed = bool(ending_early) and not has_names and is_followed
    # A number alone at the end names a blank row, or is a mine count.
    last_row = max(rows)
    has_bare_name = has_names and lines[last_row].strip() == names[last_row]
    ends_in_number = has_bare_name and not is_usual_size(*sizes[0])
    is_doubtful = not are_shown or lacks_cells or may_be_followed or ends_in_number
    doubt = _CUT_OFF if is_doubtful else 0
    return ColumnCut(_COST_BELOW_RULER, rows, has_walls=True, doubt=doubt)


def _places_of_names(ruler: str) -> list[int]:
    """The columns of a line in which the names end that number the columns of a board."""
    names = [*re.finditer(r"[^\s|│┃║]+", ruler)]
    if len(names) == 1:
        return [*range(names[0].start(), names[0].end())]
    return [name.end() - 1 for name in names]


def _signs_stand_at(line: str, places: Sequence[int]) -> bool:
    """Whether all signs from the first of these columns on stand in them, but for a wall or a name behind."""
    cells = line[places[0] : places[-1] + 1]
    behind = line[places[-1] + 1 :]
    is_closed = not behind.strip() or _END_OF_ROW.fullmatch(behind) is not None
    return is_closed and all(
        sign == " " or place in places for place, sign in enumerate(cells, places[0])
    )


def _has_blank_before_sign(cells: Cells) -> bool:
    """Whether a blank cell stands before another one of a row, so that blanks surely are cells."""
    return any(not cell and any(cells[index:]) for index, cell in enumerate(cells))


# Lists of programming languages, whose rows may go over line ends.

_LIST_TYPES = re.compile(r"\b(?=\w*(?:[Aa]rray|[Ll]ist))\w+(?:\.of)?\s*(?=\()")
_LIST_NAMES = re.compile(r"\[\d{1,4}\]\s*(?=[\[=;{])|\b\w+!(?=\[)|'(?=\()")
_VALUE = re.compile(r"\b(?:Some|[A-Z][a-z]{2,12})(?:\(\s*(-?\w+|'.')\s*\)| ([0-8])(?=\s*[,\])]))")
"""A clue that a language wraps: ``Some(1)``, ``Revealed(1)``, ``Just 1``."""
_ONE_NAME = re.compile(r"\s*[A-Za-z_]\w*(?:\.+\w+)*(?:\s*[=:]+)?[\s.]*")
_INNER_LISTS = (
    re.compile(r"\[([^\[\](){}]*)\]"),
    re.compile(r"\{([^\[\](){}]*)\}"),
    re.compile(r"(?:(?<=Array)|(?<!\w))\(([^\[\](){}]*)\)"),
)
_QUOTED_BLANK = re.compile(r"""(["'])\s+\1""")
_CELL_OF_LIST = re.compile(r"""'[^']*'|"[^"]*"|[^\s'"]+""")
"""Of a list whose cells blanks part: a blank in quotes is one."""
_ENDS_BOARD = re.compile(r"[^\s,;]|\n\s*\n")
_MATRICES = (
    (re.compile(r"\[\|([^\[\]]*?)\|?\s*\]"), re.compile(r"\|")),
    (
        re.compile(r"^[^\[\](){}]*\[(?!\s*\n)([^\[\](){}'\"|]*)\][^\[\](){}]*$"),
        re.compile(r";\s*|(?<!,)\n"),
    ),
)
"""All rows in one pair of brackets, as MiniZinc and MATLAB have them, and what stands between two rows."""


class ListRow(NamedTuple):
    """The texts of the cells of one list, and the lines where it begins and ends."""

    cells: Cells
    line_index: int
    last_line: int


class _InnerList(NamedTuple):
    """What one list of a text holds, from where its bracket opens to where it closes."""

    start: int
    end: int
    content: str


class ListBoards(NamedTuple):
    """The rows in brackets of each board, whatever lines they go over.

    around: The lines around them, empty where rows are
    rest: What is left of all lines
    """

    boards: list[list[ListRow]]
    around: list[str]
    rest: list[str]


def by_lists(lines: Sequence[str]) -> ListBoards | None:
    """The boards of lists; None: there are none."""
    text = "\n".join(lines)
    if not re.search(r"[\[{(]", text):
        return None
    text = _LIST_TYPES.sub("", text)
    text = _LIST_NAMES.sub("", text)
    text = _VALUE.sub(lambda match: match[1] or match[2], text)
    inner_lists: list[_InnerList] = []
    rest = text
    rows_of_matrix = _rows_of_matrix(text)
    if rows_of_matrix:
        inner_lists = rows_of_matrix
        start, end = rows_of_matrix[0].start, rows_of_matrix[-1].end
        rest = text[:start] + "\n" * text.count("\n", start, end) + text[end:]
    else:
        for pattern in _INNER_LISTS:
            inner_lists = [
                _InnerList(match.start(), match.end(), match[1]) for match in pattern.finditer(text)
            ]
            rest = pattern.sub(_line_ends, text)
            if sum(len(inner.content.strip()) > 2 for inner in inner_lists) > 1:
                break
    has_round_brackets = not rows_of_matrix and not re.search(r"[\[{]", text)
    outside = re.sub(r"[\[\](){},;]", " ", rest).split("\n")
    for line, original in zip(outside, rest.split("\n"), strict=True):
        is_of_a_program = line != original and _ONE_NAME.fullmatch(line) is not None
        # A comma may part the entries of a legend.
        if excuse(line) is None and excuse(original) is None and not is_of_a_program:
            return None
        if len(_QUOTED_BLANK.findall(original)) > 1:
            return None  # cells of a row without its bracket

    # What stands between two rows of a board is a comma; a bracket or a word ends the board.
    boards: list[list[ListRow]] = [[]]
    lines_between: list[int] = []  # line ends between two boards
    has_blanks = any(re.search(r",\s*,|^\s*,", inner.content) for inner in inner_lists)
    # Of lists in several lines each is a board of its own, unless they are one of a list, or others are rows.
    may_wrap = re.search(r"\[\s*\[", text) is not None or any(
        len(inner.content.split()) > 1 and "\n" not in inner.content.strip()
        for inner in inner_lists
    )
    end_of_last = None
    for inner in inner_lists:
        if len(inner.content) > 1 and not inner.content.strip():
            return None  # a row of blank cells, perhaps
        cells = _cells_of_list(inner.content, has_blanks, may_wrap)
        if len(cells) < (1 if rows_of_matrix else 2):
            continue
        between = "" if end_of_last is None else text[end_of_last : inner.start]
        if not rows_of_matrix and _ENDS_BOARD.search(between):
            boards.append([])
            lines_between.append(between.count("\n"))
        first_line, last_line = (text.count("\n", 0, place) for place in (inner.start, inner.end))
        boards[-1].append(ListRow(cells, first_line, last_line))
        end_of_last = inner.end
    # Numbers in round brackets may be of a sentence.
    if has_round_brackets:
        rows_alone = [board for board in boards if len(board) == 1]
        widths = {len(board[0].cells) for board in boards if len(board) > 1}
        boards = [
            board for board in boards if len(board) > 1 or (board and len(board[0].cells) in widths)
        ]
        if rows_alone and min(len(board[0].cells) for board in boards or rows_alone) < 3:
            return None
    rows = [row for board in boards for row in board]
    if len(rows) < 2:
        return None
    if all(len(board) == 1 for board in boards) and len(boards) == len(lines_between) + 1:
        boards = _boards_of_rows_alone(rows, lines_between)
        if not boards:
            return None
    if any(len(board) < 2 for board in boards):
        boards = [rows]
    around = ["" if re.search(r"[\[{]", line) else line for line in lines]
    for row in rows:
        for line_index in range(row.line_index, row.last_line + 1):
            around[line_index] = ""
    return ListBoards(boards, around, outside)


def _boards_of_rows_alone(
    rows: Sequence[ListRow], lines_between: Sequence[int]
) -> list[list[ListRow]]:
    """The boards of rows with a name each, parted by further lines; none: two stand side by side."""
    if 0 in lines_between and max(lines_between) > 0:
        return []
    boards = [[rows[0]]]
    for row, line_count in zip(rows[1:], lines_between, strict=True):
        if line_count > 1:
            boards.append([])
        boards[-1].append(row)
    return boards


def _rows_of_matrix(text: str) -> list[_InnerList]:
    """The rows that stand in one pair of brackets; none where a text is written otherwise."""
    for matrix, separator in _MATRICES:
        match = matrix.search(text)
        if match is None:
            continue
        ends = [*separator.finditer(match[1])]
        starts = [0, *(end.end() for end in ends)]
        stops = [*(end.start() for end in ends), len(match[1])]
        rows = []
        for start, stop in zip(starts, stops, strict=True):
            row = match[1][start:stop]
            rows.append(_InnerList(match.start(1) + start, match.start(1) + stop, row))
        return rows if len(rows) > 1 else []
    return []


def _line_ends(match: re.Match[str]) -> str:
    return "\n" * match[0].count("\n")


def _cells_of_list(inner: str, has_blanks: bool, may_wrap: bool) -> Cells:
    """The texts between commas, or blanks; a comma at the end is none, unless cells are blank.

    may_wrap: Whether a second line that is as long may go on with the row
    """
    inner = inner.strip()
    if "," not in inner:
        # A long row is wrapped: only its last line is shorter.
        *row_lengths, last_length = [len(_CELL_OF_LIST.findall(line)) for line in inner.split("\n")]
        is_wrapped = len(set(row_lengths)) == 1 and last_length < row_lengths[0]
        # Of two lines that are as long the second may be a row of its own.
        is_wrapped |= may_wrap and len(row_lengths) == 1
        return _CELL_OF_LIST.findall(inner) if is_wrapped or not row_lengths else []
    if not has_blanks:
        inner = inner.removesuffix(",")
    return [cell.strip() for cell in inner.split(",")]
