"""Boards that stand side by side: before and after, a board and its solution."""

import re
from collections.abc import Sequence

from .outside import PROSE, is_rule

_WALL = re.compile(r"^\s*[|│┃+┌└├].*[|│┃+┐┘┤]\s*$")
_BETWEEN_WALLS = re.compile(r"(?<=[|│┃+┐┘┤])( +)(?=[|│┃+┌└├])")
_WALL_SIGNS = re.compile("[|│┃+]")
_END_OF_WALL = "|│┃+┐┘┤"
_GAP = re.compile(r"(?<=\S)(?:\s*(?:->|=>|→)\s*|\s{3,}|\t+)(?=\S)")
_BLANKS = re.compile(r"(?<=\S) +(?=\S)")


def side_by_side(lines: Sequence[str]) -> list[list[str]]:
    """The lines of each of two boards side by side; none where there is one board."""
    return _between_walls(lines) or _at_gaps(lines)


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
    """Two boards with an arrow in every row, or a gap that is much wider than those between cells."""
    rows = [line for line in lines if line.strip() and not PROSE.search(line) and not is_rule(line)]
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
        is_other_sign = "\t" not in left + right and ("\t" in gap[0] or not gap[0].isspace())
        if not is_wider and not (is_other_sign and widest_blank == 1):
            return []
        if min(_cell_count(left), _cell_count(right)) < 2:
            return []
        left_part.append(left)
        right_part.append(right)
    return [left_part, right_part]


def _cell_count(text: str) -> int:
    return len(text.split()) if " " in text.strip() else len(text)
