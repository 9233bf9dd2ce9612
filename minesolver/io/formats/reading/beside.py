"""Boards that stand side by side: before and after, a board and its solution."""

import re
from collections.abc import Sequence
from itertools import pairwise
from operator import sub

from .outside import has_words, is_rule

_WALL = re.compile(r"^\s*[|│┃+┌└├].*[|│┃+┐┘┤]\s*$")
_BETWEEN_WALLS = re.compile(r"(?<=[|│┃+┐┘┤])( +)(?=[|│┃+┌└├])")
_WALL_SIGNS = re.compile("[|│┃+]")
_END_OF_WALL = "|│┃+┐┘┤"
_MARKS_BETWEEN_BOARDS = (
    re.compile("->|=>|→"),
    re.compile(r"\t+"),
    re.compile(r"(?<=\s{2})[|│┃║](?=\s{2})"),
)
"""What stands between two boards, once in every row, whatever blanks are between cells."""
_GAP = re.compile(r"(?<=\S)\s{3,}(?=\S)")
_BLANKS = re.compile(r"(?<=\S) +(?=\S)")
_BARS = re.compile("[|│┃║]")
_CELL = re.compile(r"\S+")


def side_by_side(lines: Sequence[str]) -> list[list[str]]:
    """The lines of each of two boards side by side; none where there is one board."""
    return (
        _at_marks(lines)
        or _between_walls(lines)
        or _at_gaps(lines)
        or _at_bars(lines)
        or _at_tabs(lines)
        or _at_wider_step(lines)
    )


def _at_marks(lines: Sequence[str]) -> list[list[str]]:
    """Two boards with an arrow, a tab, or a bar in much space between them in every row."""
    rows = _rows(lines)
    if len(rows) < 2:
        return []
    for mark in _MARKS_BETWEEN_BOARDS:
        marks = [[*mark.finditer(row)] for row in rows]
        if any(len(marks_of_row) != 1 for marks_of_row in marks):
            continue
        left_part = [row[: found.start()] for row, (found,) in zip(rows, marks, strict=True)]
        right_part = [row[found.end() :] for row, (found,) in zip(rows, marks, strict=True)]
        if min(max(map(_cell_count, left_part)), max(map(_cell_count, right_part))) < 3:
            continue
        # As many blanks stand on both sides of the mark; others may be cells, or how wide the rows are.
        behind_left = min(len(left) - len(left.rstrip(" ")) for left in left_part)
        before_right = min(len(right) - len(right.lstrip(" ")) for right in right_part)
        gap = min(behind_left, before_right)
        return [
            [left[: len(left) - gap] for left in left_part],
            [right[gap:] for right in right_part],
        ]
    return []


def _between_walls(lines: Sequence[str]) -> list[list[str]]:
    """Two boards with walls around each, a gap between them at the same place of every line."""
    walls = [line for line in lines if line.strip() and _WALL.match(line)]
    if len(walls) < 3 or len({len(line.rstrip()) for line in walls}) != 1:
        return []
    widths = [len(part) for part in _WALL_SIGNS.split(walls[0].strip())[1:-1]]
    is_drawn = any("-" in line or "─" in line for line in walls)
    for gap in _BETWEEN_WALLS.finditer(walls[0]):
        start, end = gap.span()
        is_gap = all(
            not line[start:end].strip() and line[start - 1] in _END_OF_WALL for line in walls
        )
        is_wider = bool(widths) and end - start != max(sorted(set(widths)), key=widths.count)
        if is_gap and (is_drawn or is_wider):
            return [[line[:start] for line in walls], [line[end:] for line in walls]]
    return []


def _at_gaps(lines: Sequence[str]) -> list[list[str]]:
    """Two boards with a gap in every row that is much wider than those between cells."""
    rows = _rows(lines)
    if len(rows) < 2:
        return []
    left_part: list[str] = []
    right_part: list[str] = []
    for row in rows:
        gaps = sorted(_GAP.finditer(row), key=lambda gap: gap.end() - gap.start())
        if not gaps:
            return []
        gap = gaps[-1]
        left, right = row[: gap.start()], row[gap.end() :]
        widest_blank = max(map(len, _BLANKS.findall(f"{left}\t{right}")), default=1)
        is_wider = gap.end() - gap.start() >= widest_blank + 2
        if not is_wider or min(_cell_count(left), _cell_count(right)) < 2:
            return []
        left_part.append(left)
        right_part.append(right)
    return [left_part, right_part]


def _rows(lines: Sequence[str]) -> list[str]:
    """The lines that may be rows: neither words nor drawn."""
    return [line for line in lines if line.strip() and not is_rule(line) and not has_words(line)]


def _at_bars(lines: Sequence[str]) -> list[list[str]]:
    """Two boards whose cells bars part, with more blanks around one bar of every row than around others."""
    rows = _rows(lines)
    bars = [[bar.start() for bar in _BARS.finditer(row)] for row in rows]
    if len(rows) < 2 or len({len(places) for places in bars}) != 1 or len(bars[0]) < 3:
        return []
    # Of blank cells nobody knows how many blanks are around the bar.
    widths: list[list[int]] = []
    for index in range(len(bars[0])):
        blanks = [
            _blanks_around(row, places, index) for row, places in zip(rows, bars, strict=True)
        ]
        widths.append([width for width in blanks if width is not None])
    narrowest = [min(column, default=0) for column in widths]
    widest = [max(column, default=0) for column in widths]
    gap = narrowest.index(max(narrowest))
    others = widest[:gap] + widest[gap + 1 :]
    if gap in (0, len(widths) - 1) or narrowest[gap] < 4 or narrowest[gap] <= max(others):
        return []
    left = [row[: places[gap]] for row, places in zip(rows, bars, strict=True)]
    right = [row[places[gap] + 1 :] for row, places in zip(rows, bars, strict=True)]
    return [left, right]


def _at_tabs(lines: Sequence[str]) -> list[list[str]]:
    """Two boards with nothing between two tabs of every row, where blank cells are blanks between tabs."""
    rows = [row.split("\t") for row in _rows(lines)]
    if len(rows) < 2 or len({len(cells) for cells in rows}) != 1:
        return []
    gap = rows[0].index("") if "" in rows[0] else 0
    if gap in (0, len(rows[0]) - 1) or any(cells[gap] or cells.count("") > 1 for cells in rows):
        return []
    if not any(cell.isspace() for cells in rows for cell in cells):
        return []
    return [
        ["\t".join(cells[:gap]) for cells in rows],
        ["\t".join(cells[gap + 1 :]) for cells in rows],
    ]


def _at_wider_step(lines: Sequence[str]) -> list[list[str]]:
    """Two boards whose cells end, or begin, in columns that are equally far apart, but for one of them."""
    rows = _rows(lines)
    cells = [[*_CELL.finditer(row)] for row in rows]
    if len(rows) < 2 or "\t" in "".join(rows):
        return []
    for edge_of in (re.Match.end, re.Match.start):
        columns = {tuple(map(edge_of, cells_of_row)) for cells_of_row in cells}
        steps = [second - first for first, second in pairwise(max(columns))]
        if len(columns) != 1 or len(set(steps)) != 2 or steps.count(max(steps)) != 1:
            continue
        index = steps.index(max(steps)) + 1
        ends = [cells_of_row[index - 1].end() for cells_of_row in cells]
        starts = [cells_of_row[index].start() for cells_of_row in cells]
        # One blank parts cells of several signs as well.
        if 1 < index < len(steps) and min(map(sub, starts, ends)) > 1:
            return [
                [row[:end] for row, end in zip(rows, ends, strict=True)],
                [row[end:] for row, end in zip(rows, ends, strict=True)],
            ]
    return []


def _blanks_around(row: str, bars: Sequence[int], index: int) -> int | None:
    """How many blanks are before and behind a bar; None: one of its cells is blank."""
    start = bars[index - 1] + 1 if index else 0
    end = bars[index + 1] if index + 1 < len(bars) else len(row)
    before, behind = row[start : bars[index]], row[bars[index] + 1 : end]
    if not before.strip() or not behind.strip():
        return None
    return len(before) - len(before.rstrip()) + len(behind) - len(behind.lstrip())


def _cell_count(text: str) -> int:
    return len(text.split()) if " " in text.strip() else len(text)
