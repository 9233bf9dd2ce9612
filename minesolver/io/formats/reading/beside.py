"""Boards that stand side by side: before and after, a board and its solution."""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from itertools import pairwise

from .lines import counts_up
from .outside import has_words, is_rule

_WALL = re.compile(r"^\s*(?:[|│┃┌└├]|\+-).*(?:[|│┃┐┘┤]|-\+)\s*$")
_BETWEEN_WALLS = re.compile(r"(?<=[|│┃+┐┘┤])( +)(?=[|│┃┌└├]|\+-)")
_WALL_SIGNS = re.compile(r"[|│┃]|\+(?=-)|(?<=-)\+")
_END_OF_WALL = "|│┃┐┘┤"
_MARKS_BETWEEN_BOARDS = (
    re.compile("->|=>|→"),
    re.compile(r"(?<![:\t])\t+"),  # behind a colon it parts a name and its row
    re.compile(r"(?<=\s{2})[|│┃║](?=\s{2})"),
)
"""What stands between two boards, once in every row, whatever blanks are between cells."""
_GAP = re.compile(r"(?<=\S)\s{3,}(?=\S)")
_BLANKS = re.compile(r"(?<=\S)[ \t]+(?=\S)")
_BARS = re.compile("[|│┃║]")
_CELL = re.compile(r"\S+")
_PROMPTS = {"$", ">", ">>>", "->", "=>", "→"}
"""What a program waits with, and what stands between two of them."""

Cuts = dict[int, tuple[int, int]]
"""By the index of a line: where the left board ends in it, and where the right one begins."""


def side_by_side(lines: Sequence[str]) -> list[list[str]]:
    """The lines of each of two boards side by side, as many as in the text; none: there is one board."""
    rows = _rows(lines)
    if len(rows) < 2:
        return []
    cuts = (
        _at_rulers(lines)
        or _at_marks(lines, rows)
        or _between_walls(lines)
        or _at_gaps(rows)
        or _at_bars(rows)
        or _at_tabs(rows)
        or _at_wider_step(rows)
    )
    return _halves(lines, cuts) if cuts else []


def _halves(lines: Sequence[str], cuts: Cuts) -> list[list[str]]:
    """The lines cut in two: those of the cuts, and others where all rows are cut at one place."""
    left_end = max(end for end, _ in cuts.values())
    right_start = min(start for _, start in cuts.values())
    left_texts = {lines[index][:end].strip() for index, (end, _) in cuts.items()}
    if len(left_texts) == 1:
        return []  # a comment sign before each row

    # Where all rows are cut at one place, a line of words is cut there too.
    is_aligned = left_end <= right_start and not any(
        lines[index][end:left_end].strip() or lines[index][right_start:start].strip()
        for index, (end, start) in cuts.items()
    )
    gaps = {len(gap) for index in cuts for gap in _BLANKS.findall(lines[index][:left_end])}
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
        is_blank = set(right.split()) <= _PROMPTS and not has_blanks
        if not left.strip() and (len(line) < right_start or is_blank):
            left = right = ""
        left_part.append(left)
        right_part.append(right)
    return [left_part, right_part]


def _at_rulers(lines: Sequence[str]) -> Cuts:
    """Two boards whose columns have the same names in one line."""
    for line in lines:
        names = [*_CELL.finditer(line)]
        half = len(names) // 2
        texts = [name[0] for name in names]
        is_twice = len(names) == 2 * half and texts[:half] == texts[half:]
        if not (is_twice and counts_up(texts[:half], may_fall=False)):
            continue
        # As far before its first name begins the second board as the first one.
        start = names[half].start() - names[0].start()
        ends = [len(row[:start].rstrip()) for row in lines]
        if start > names[half - 1].end() and max(ends) < start:
            return {index: (max(ends), start) for index, row in enumerate(lines) if row.strip()}
    return {}


def _at_marks(lines: Sequence[str], rows: Mapping[int, str]) -> Cuts:
    """Two boards with an arrow, a tab, or a bar in much space between them in every row."""
    for mark in _MARKS_BETWEEN_BOARDS:
        marks = {index: [*mark.finditer(line)] for index, line in enumerate(lines)}
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
    """The lines that may be rows, by their index: neither words nor drawn nor prompts."""
    return {
        index: line
        for index, line in enumerate(lines)
        if not (is_rule(line) or has_words(line) or set(line.split()) <= _PROMPTS)
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
    return 0 if ":" in text else len(text)  # a time is no row
