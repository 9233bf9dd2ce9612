"""Boards that stand side by side: before and after, a board and its solution."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise, product
from math import gcd

from .lines import counts_up
from .outside import has_words, is_of_brackets, is_rule
from .table import TABLE

_WALL = re.compile(r"^\s*(?:[|│┃┌└├]|\+-).*(?:[|│┃┐┘┤]|-\+)\s*$")
_BETWEEN_WALLS = re.compile(r"(?<=[|│┃+┐┘┤])( +)(?=[|│┃┌└├]|\+-)")
_WALL_SIGNS = re.compile(r"[|│┃]|\+(?=-)|(?<=-)\+")
_END_OF_WALL = "|│┃┐┘┤"
_BAR_IN_SPACE = re.compile(r"(?<=\s{2})[|│┃║](?=\s{2})")
_MARKS_BETWEEN_BOARDS = (
    re.compile("->|=>|→"),
    re.compile(r"(?<![:\t])\t+"),  # behind a colon it parts a name and its row
    _BAR_IN_SPACE,
)
"""What stands between two boards, once in every row, whatever blanks are between cells."""
_TWO_HEADINGS = re.compile(r"\s*(\S+(?: \S+){0,2})\s{3,}(\S+(?: \S+){0,2})\s*")
_GAP = re.compile(r"(?<=\S)\s{3,}(?=\S)")
_BLANKS = re.compile(r"(?<=\S)[ \t]+(?=\S)")
_BLANKS_ALONE = re.compile(r"(?<=\S) {2,}(?=\S)")
_BARS = re.compile("[|│┃║]")
_CELL = re.compile(r"\S+")
_BLANK_RUN = re.compile(" +")
_GAP_BEFORE_NAME = re.compile(
    r"(?<=\S)\s{2,}(?=\[?\d\d:\d\d:\d\d|\d{4}-\d\d-\d\d\s|[A-Z]{4,}:\s"
    r"|(?:[Rr]ow )?\[?(?P<number>\d{1,2})(?:[:)|\]]|[. ](?=[|\s]))\s?)"
)
"""What stands before a second board whose rows a log, or a name with a mark, begins."""
_NARROWEST_GAP = 3
_FEWEST_NUMBERS = 4
"""Rows from which on numbers in a column are names."""
_COMMENT_SIGN = re.compile(r"//+!?|--|;+|%+|#+|\*+|>+|!+|REM")
_BRACKETS = re.compile(r"[\[\](){}]")
_PROMPTS = {"$", ">", ">>>", "->", "=>", "→"}
"""What a program waits with, and what stands between two of them."""

Cuts = dict[int, tuple[int, int]]
"""By the index of a line: where the left board ends in it, and where the right one begins."""


def side_by_side(lines: Sequence[str]) -> list[list[str]]:
    """The lines of each of two boards side by side, as many as in the text; none: there is one board."""
    rows = _rows(lines)
    if len(rows) < 2:
        cuts = _at_names(lines)
        return _halves(lines, cuts) if cuts else []
    cuts = (
        _at_half_of_cells(lines, rows)
        or _at_usual_size(lines)
        or _at_marks(lines, rows)
        or _at_names(lines)
        or _at_rulers(lines)
        or _at_headings(lines, rows)
        or _at_space_between_bars(rows)
        or _between_walls(lines)
        or _at_numbers(rows)
        or _at_wide_cell(rows)
        or _at_gaps(rows)
        or _at_bars(rows)
        or _at_tabs(rows)
        or _at_blanks_among_tabs(rows)
        or _at_wider_step(rows)
    )
    return _halves(lines, cuts) if cuts and not _are_inside_quotes(lines, cuts) else []


def _are_inside_quotes(lines: Sequence[str], cuts: Cuts) -> bool:
    """Whether every cut is between two quotes: then what is cut is one text of a program."""
    lefts = [lines[index][:end] for index, (end, _) in cuts.items()]
    return any(all(left.count(quote) % 2 for left in lefts) for quote in "'\"")


def beside_blank_columns(lines: Sequence[str]) -> list[list[str]]:
    """The lines of each of two boards of one width with blank columns between them; none: there are none.

    One board may have these columns as well, with opened cells that are blank.
    """
    rows = _rows(lines)
    width = max(map(len, rows.values()), default=0)
    if len(rows) < 3 or any("\t" in row for row in rows.values()):
        return []
    signed = {place for row in rows.values() for place, sign in enumerate(row) if sign != " "}
    middle = width // 2
    left_end = max((place + 1 for place in signed if place < middle), default=0)
    right_start = min((place for place in signed if place >= middle), default=width)
    left_start = min(signed, default=width)
    gaps = [len(gap) for row in rows.values() for gap in _BLANKS.findall(row)]
    is_wider = right_start - left_end > 2 * min(gaps, default=width) + 1
    if left_end - left_start != width - right_start or not is_wider or left_end - left_start < 3:
        return []
    return _halves(lines, dict.fromkeys(rows, (left_end, right_start)))


def _halves(lines: Sequence[str], cuts: Cuts) -> list[list[str]]:
    """The lines cut in two: those of the cuts, and others where all rows are cut at one place."""
    left_end = max(end for end, _ in cuts.values())
    right_start = min(start for _, start in cuts.values())
    left_texts = {lines[index][:end].strip() for index, (end, _) in cuts.items()}
    if len(left_texts) == 1 and _may_be_comment_sign(*left_texts):
        return []
    if counts_up([lines[index][:end].strip() for index, (end, _) in cuts.items()], 3):
        return []  # names of rows
    # Behind a comment sign alone a wide gap is blank cells.
    comment_signs = [text for text in left_texts if _COMMENT_SIGN.fullmatch(text)]
    if any(all(text.startswith(sign) for text in left_texts) for sign in comment_signs):
        return []

    # Where all rows are cut at one place, a line of words is cut there too.
    is_aligned = left_end <= right_start and not any(
        lines[index][end:left_end].strip() or lines[index][right_start:start].strip()
        for index, (end, start) in cuts.items()
    )
    gaps = {
        len(gap) for index, (end, _) in cuts.items() for gap in _BLANKS.findall(lines[index][:end])
    }
    has_blanks = len(gaps) > 1

    left_part: list[str] = []
    right_part: list[str] = []
    for line_index, line in enumerate(lines):
        left = right = line  # what tells of both boards
        before_right = line[max(0, right_start - 2) : right_start]
        if is_aligned and (line_index in cuts or not line[left_end:right_start].strip()):
            left, right = line[:left_end], line[right_start:]
        elif line_index in cuts:
            end, start = cuts[line_index]
            left, right = line[:end], line[start:]
        elif is_aligned and not before_right.strip():
            left, right = line[:right_start].rstrip(), line[right_start:]
        if line_index not in cuts and right.strip():
            right = right.lstrip()  # words may stand far behind the rows
        is_row = line_index in cuts and right != ""  # perhaps of blank cells
        is_blank = set(right.split()) <= _PROMPTS and not has_blanks and not is_row
        if not left.strip() and (len(line) < right_start or is_blank):
            left = right = ""
        left_part.append(left)
        right_part.append(right)
    return [left_part, right_part]


def _may_be_comment_sign(text: str) -> bool:
    """Whether a text that is the same before all rows is no board, but one sign or that of a comment."""
    return _cell_count(text) < 2 or _COMMENT_SIGN.fullmatch(text) is not None


def _names_twice(line: str) -> list[re.Match[str]]:
    """The names of columns in a line that has them twice; else none."""
    texts = line.split()
    half = len(texts) // 2
    # One board may have the last digits of the other's numbers.
    last_signs = [text[-1] for text in texts]
    if not texts or len(texts) != 2 * half or last_signs[:half] != last_signs[half:]:
        return []
    are_names = counts_up(texts[:half], may_fall=False) and counts_up(texts[half:], may_fall=False)
    return [*_CELL.finditer(line)] if are_names else []


def _at_usual_size(lines: Sequence[str]) -> Cuts:
    """Two boards of one usual size, of which blank cells may stand beside the gap."""
    length, _ = Counter(len(line) for line in lines).most_common(1)[0]
    block = {index: line for index, line in enumerate(lines) if len(line) == length}
    others = [line for index, line in enumerate(lines) if line.strip() and index not in block]
    if not all(has_words(line) or is_rule(line) or _names_twice(line) for line in others):
        return {}
    first_signs = [words[0] for line in block.values() if (words := line.split())]
    if counts_up(first_signs, 2):
        return {}  # names of rows
    sizes = [size for size in TABLE["usual_sizes"] if size[0] == len(block)]
    for step, (_, width) in product((4, 3, 2, 1), sizes):
        for board_length in (step * (width - 1) + 1, step * width):
            right_start = length - board_length
            gaps = {row[board_length:right_start] for row in block.values()}
            if right_start <= board_length or len(gaps) > 1:
                continue
            # All signs stand in the columns of the cells of either board.
            places = {
                place
                for row in block.values()
                for part in (row[:board_length], row[right_start:])
                for place, sign in enumerate(part)
                if sign != " "
            }
            start = min(places, default=0) % step
            has_step = gcd(*(place - start for place in places)) == step
            has_tabs = any("\t" in row[:board_length] for row in block.values())
            if has_step and not has_tabs and _is_gap_of_boards(gaps.pop()):
                return dict.fromkeys(block, (board_length, right_start))
    return {}


def _is_gap_of_boards(gap: str) -> bool:
    """Whether three blanks or more, tabs, or one mark of those between boards make a gap."""
    if not gap.strip(" "):
        return len(gap) >= _NARROWEST_GAP
    return any(mark.fullmatch(gap.strip(" ")) for mark in _MARKS_BETWEEN_BOARDS)


def _at_rulers(lines: Sequence[str]) -> Cuts:
    """Two boards whose columns have the same names in one line."""
    for line in lines:
        names = _names_twice(line)
        half = len(names) // 2
        if not names:
            continue
        # As far before its first name begins the second board as the first one.
        start = names[half].start() - names[0].start()
        ends = [len(row[:start].rstrip()) for row in lines]
        if start > names[half - 1].end() and max(ends) < start - 1:
            return {index: (max(ends), start) for index, row in enumerate(lines) if row}
    return {}


def _at_headings(lines: Sequence[str], rows: Mapping[int, str]) -> Cuts:
    """Two boards with a heading each in one line: the second begins with its board, behind blanks alone."""
    for line in lines:
        headings = _TWO_HEADINGS.fullmatch(line)
        if headings is None or not has_words(line):
            continue
        start = headings.start(2)
        are_parted = all(not row[start - 2 : start].strip() for row in rows.values())
        left_end = max(len(row[:start].rstrip()) for row in rows.values())
        # Boards that keep their blanks are as wide as each other.
        lengths = {len(row) for row in rows.values()}
        right_width = max(lengths) - start
        if len(lengths) == 1 and left_end < right_width < start - 1:
            left_end = right_width
        if are_parted and left_end and any(row[start : start + 1].strip() for row in rows.values()):
            return dict.fromkeys(rows, (left_end, start))
    return {}


def _at_half_of_cells(lines: Sequence[str], rows: Mapping[int, str]) -> Cuts:
    """Two boards whose columns have the same names in one line, and each row as many cells in both."""
    column_count = max(len(_names_twice(line)) for line in lines)
    cells = {index: [*_CELL.finditer(row)] for index, row in rows.items()}
    bodies = [cells[index] for index, row in rows.items() if not _names_twice(row)]
    counts = {len(body) for body in bodies}
    if not column_count or len(counts) != 1:
        return {}
    # Names may stand before the rows of both.
    are_named = counts_up([body[0][0] for body in bodies], 2)
    if counts != {column_count + 2 * are_named}:
        return {}
    cuts: Cuts = {}
    for index, row_cells in cells.items():
        middle = len(row_cells) // 2
        cuts[index] = (row_cells[middle - 1].end(), row_cells[middle].start())
    return cuts


def _at_names(lines: Sequence[str]) -> Cuts:
    """Two boards whose rows have names with marks, or what a log writes before them."""
    names: dict[int, re.Match[str]] = {}
    for index, line in enumerate(lines):
        gaps = [*_GAP_BEFORE_NAME.finditer(line)]
        if len(gaps) == 1:
            names[index] = gaps[0]
        elif gaps or not (is_rule(line) or has_words(line) or _names_twice(line)):
            return {}
    numbers = [name["number"] for name in names.values()]
    are_stamps = len(numbers) > 1 and set(numbers) == {None}
    if not are_stamps and not counts_up(numbers if None not in numbers else [], 2):
        return {}
    cuts = _before_names({index: name.span() for index, name in names.items()})
    for index, line in enumerate(lines):
        columns = _names_twice(line)
        if columns:
            half = len(columns) // 2
            cuts[index] = (columns[half - 1].end(), columns[half].start())
    return cuts


def _before_names(gaps: Mapping[int, tuple[int, int]]) -> Cuts:
    """Where boards end that have as many blanks behind them as the narrowest gap; others may be cells."""
    narrowest = min(end - start for start, end in gaps.values())
    return {index: (end - narrowest, end) for index, (_, end) in gaps.items()}


def _at_numbers(rows: Mapping[int, str]) -> Cuts:
    """Two boards whose rows are numbered: numbers that count up end at one column of all rows."""
    tokens = {
        index: {cell.end(): cell for cell in _CELL.finditer(row)} for index, row in rows.items()
    }
    ends = set.intersection(*(set(cells) for cells in tokens.values()))
    first_ends = {min(cells) for cells in tokens.values()}
    for end in sorted(ends - first_ends):
        numbers = [cells[end] for cells in tokens.values()]
        if not counts_up([number[0] for number in numbers], _FEWEST_NUMBERS):
            continue
        gaps = {}
        for (index, row), number in zip(rows.items(), numbers, strict=True):
            gaps[index] = (len(row[: number.start()].rstrip()), number.start())
        if min(stop - start for start, stop in gaps.values()) > 2:
            return _before_names(gaps)
    return {}


def _at_marks(lines: Sequence[str], rows: Mapping[int, str]) -> Cuts:
    """Two boards with an arrow, a tab, or a bar in much space between them in every row."""
    for mark in _MARKS_BETWEEN_BOARDS:
        marks = {index: [*mark.finditer(line)] for index, line in enumerate(lines)}
        # Walls before blank cells may be such bars as well: the one between the boards is in every row.
        places = [{match.start() for match in marks[index]} for index in rows]
        common_places = set.intersection(*places)
        if mark is _BAR_IN_SPACE and len(common_places) == 1:
            marks = {
                index: [match for match in line_marks if match.start() in common_places]
                for index, line_marks in marks.items()
            }
        first_marks = {index: line_marks[0] for index, line_marks in marks.items() if line_marks}
        if any(len(marks[index]) != 1 for index in rows):
            continue
        left_part = [row[: first_marks[index].start()] for index, row in rows.items()]
        right_part = [row[first_marks[index].end() :] for index, row in rows.items()]
        if min(max(map(_cell_count, left_part)), max(map(_cell_count, right_part))) < 3:
            continue
        # As many blanks stand on both sides of the mark; others may be cells, or how wide the rows are.
        behind_left = min(len(left) - len(left.rstrip(" ")) for left in left_part)
        before_right = min(len(right) - len(right.lstrip(" ")) for right in right_part)
        gap = min(behind_left, before_right)
        return {
            index: (match.start() - gap, match.end() + gap)
            for index, match in first_marks.items()
            if len(marks[index]) == 1
        }
    return {}


def _between_walls(lines: Sequence[str]) -> Cuts:
    """Two boards with walls around each, a gap between them at the same place of every line."""
    walls = {index: line for index, line in enumerate(lines) if _WALL.match(line)}
    lengths = Counter(len(line.rstrip()) for line in walls.values())
    length = max(lengths, key=lengths.__getitem__, default=0)
    walls = {index: line for index, line in walls.items() if len(line.rstrip()) == length}
    if len(walls) < 3 or 2 * len(walls) <= sum(bool(line.strip()) for line in lines):
        return {}
    first_wall = next(iter(walls.values()))
    widths = [len(part) for part in _WALL_SIGNS.split(first_wall.strip())[1:-1]]
    is_drawn = any("-" in line or "─" in line for line in walls.values())
    for gap in _BETWEEN_WALLS.finditer(first_wall):
        start, end = gap.span()
        is_gap = all(
            not line[start:end].strip() and _ends_wall(line[:start].strip() or "|")
            for line in walls.values()
        )
        is_wider = bool(widths) and end - start != max(sorted(set(widths)), key=widths.count)
        if is_gap and (is_drawn or is_wider):
            return dict.fromkeys(walls, (start, end))
    return {}


def _ends_wall(text: str) -> bool:
    """Whether a wall ends where a text does; ``+`` is a corner of it beside a dash."""
    return text.endswith("-+") or text[-1:] in _END_OF_WALL


def _at_gaps(rows: Mapping[int, str]) -> Cuts:
    """Two boards with a gap in every row that is much wider than those between cells."""
    cuts: Cuts = {}
    for index, row in rows.items():
        gaps = sorted(_GAP.finditer(row), key=lambda gap: gap.end() - gap.start())
        if not gaps:
            return {}
        start, end = gaps[-1].span()
        left, right = row[:start], row[end:]
        widest_blank = max(map(len, _BLANKS.findall(f"{left}\t{right}")), default=1)
        is_wider = end - start >= widest_blank + 2
        if not is_wider or min(_cell_count(left), _cell_count(right)) < 2:
            return {}
        cuts[index] = (start, end)
    return cuts


def _rows(lines: Sequence[str]) -> dict[int, str]:
    """The lines that may be rows, by their index: neither words nor drawn nor prompts nor brackets."""
    return {
        index: line
        for index, line in enumerate(lines)
        if not (is_rule(line) or has_words(line) or set(line.split()) <= _PROMPTS)
        and not is_of_brackets(line.strip())
    }


def _at_bars(rows: Mapping[int, str]) -> Cuts:
    """Two boards whose cells bars part, with more blanks around one bar of every row than around others."""
    bars = {index: [bar.start() for bar in _BARS.finditer(row)] for index, row in rows.items()}
    bar_counts = {len(places) for places in bars.values()}
    if len(bar_counts) != 1 or min(bar_counts) < 3:
        return {}
    # Of blank cells nobody knows how many blanks are around the bar.
    widths: list[list[int]] = []
    for number in range(bar_counts.pop()):
        blanks = [_blanks_around(row, bars[index], number) for index, row in rows.items()]
        widths.append([width for width in blanks if width is not None])
    narrowest = [min(column, default=0) for column in widths]
    widest = [max(column, default=0) for column in widths]
    gap = narrowest.index(max(narrowest))
    others = widest[:gap] + widest[gap + 1 :]
    if gap in (0, len(widths) - 1) or narrowest[gap] < 4 or narrowest[gap] <= max(others):
        return {}
    # One number before each row is its name.
    left_parts = [_BARS.sub(" ", row[: bars[index][gap]]) for index, row in rows.items()]
    if max(len(part.split()) for part in left_parts) < 2:
        return {}
    return {index: (places[gap], places[gap] + 1) for index, places in bars.items()}


def _at_tabs(rows: Mapping[int, str]) -> Cuts:
    """Two boards with nothing between two tabs of every row, and between no others."""
    cells_of_rows = {index: row.split("\t") for index, row in rows.items()}
    first_cells = next(iter(cells_of_rows.values()))
    if len({len(cells) for cells in cells_of_rows.values()}) != 1:
        return {}
    gap = first_cells.index("") if "" in first_cells else 0
    if gap in (0, len(first_cells) - 1):
        return {}
    if any(cells[gap] or cells.count("") > 1 for cells in cells_of_rows.values()):
        return {}
    ends = {index: len("\t".join(cells[:gap])) for index, cells in cells_of_rows.items()}
    return {index: (end, end + 2) for index, end in ends.items()}


def _at_blanks_among_tabs(rows: Mapping[int, str]) -> Cuts:
    """Two boards whose cells tabs part, with blanks alone between them in every row."""
    gaps = {index: [*_BLANKS_ALONE.finditer(row)] for index, row in rows.items()}
    if not all("\t" in row and len(gaps[index]) == 1 for index, row in rows.items()):
        return {}
    return {index: row_gaps[0].span() for index, row_gaps in gaps.items()}


def _at_space_between_bars(rows: Mapping[int, str]) -> Cuts:
    """Two boards with bars at both ends, and between them more space in every row than any cell has."""
    cells_of_rows = [_BARS.split(row.strip()) for row in rows.values()]
    count = len(cells_of_rows[0])
    if count < 5 or any(len(cells) != count or cells[0] or cells[-1] for cells in cells_of_rows):
        return {}
    gap = count // 2
    cuts: Cuts = {}
    for index, row in rows.items():
        bars = [bar.start() for bar in _BARS.finditer(row)]
        widths = [_widest_blank(cell) for cell in _BARS.split(row)[1:-1]]
        space = widths.pop(gap - 1)
        start, end = bars[gap - 1] + 1, bars[gap]
        if space != end - start or space < max(widths) + 2:
            return {}
        cuts[index] = (start, end)
    return cuts


def _at_wide_cell(rows: Mapping[int, str]) -> Cuts:
    """Two boards whose cells a mark parts, and much space one cell of every row, at the same place."""
    for separator in ("\t", ",", ";"):
        cells_of_rows = [row.split(separator) for row in rows.values()]
        count = len(cells_of_rows[0])
        if count < 4 or any(len(cells) != count for cells in cells_of_rows):
            continue
        widths = [[_widest_blank(cell) for cell in cells] for cells in cells_of_rows]
        columns = [*zip(*widths, strict=True)]
        gap = max(range(count), key=lambda column: min(columns[column]))
        others = [width for column in range(count) if column != gap for width in columns[column]]
        if gap in (0, count - 1) or min(columns[gap]) < max(others) + 3:
            continue
        cuts: Cuts = {}
        for (index, row), cells in zip(rows.items(), cells_of_rows, strict=True):
            start = sum(len(cell) + 1 for cell in cells[:gap])
            blanks = max(_BLANK_RUN.finditer(row, start, start + len(cells[gap])), key=_length_of)
            # A blank at either end of the gap is a cell.
            left_end = blanks.start() + (blanks.start() == start)
            right_start = blanks.end() - (blanks.end() == start + len(cells[gap]))
            cuts[index] = (left_end, right_start)
        return cuts
    return {}


def _widest_blank(text: str) -> int:
    return max(map(len, _BLANK_RUN.findall(text)), default=0)


def _length_of(match: re.Match[str]) -> int:
    return match.end() - match.start()


def _at_wider_step(rows: Mapping[int, str]) -> Cuts:
    """Two boards whose cells end, or begin, in columns that are equally far apart, but for one of them."""
    cells = {index: [*_CELL.finditer(row)] for index, row in rows.items()}
    if any("\t" in row for row in rows.values()):
        return {}
    for edge_of in (re.Match.end, re.Match.start):
        columns = {tuple(map(edge_of, cells_of_row)) for cells_of_row in cells.values()}
        steps = [second - first for first, second in pairwise(max(columns))]
        if len(columns) != 1 or len(set(steps)) != 2 or steps.count(max(steps)) != 1:
            continue
        number = steps.index(max(steps)) + 1
        cuts = {
            index: (cells_of_row[number - 1].end(), cells_of_row[number].start())
            for index, cells_of_row in cells.items()
        }
        # One blank parts cells of several signs as well.
        if 1 < number < len(steps) and min(start - end for end, start in cuts.values()) > 1:
            return cuts
    return {}


def _blanks_around(row: str, bars: Sequence[int], index: int) -> int | None:
    """How many blanks are before and behind a bar; None: one of its cells is blank."""
    start = bars[index - 1] + 1 if index else 0
    end = bars[index + 1] if index + 1 < len(bars) else len(row)
    before, behind = row[start : bars[index]], row[bars[index] + 1 : end]
    if not before.strip() or not behind.strip():
        return None
    return len(before) - len(before.rstrip()) + len(behind) - len(behind.lstrip())


def _cell_count(text: str) -> int:
    if " " in text.strip():
        return len(text.split())
    # A time is no row, and a number in brackets is a name.
    return 0 if ":" in text else len(_BRACKETS.sub("", text))
