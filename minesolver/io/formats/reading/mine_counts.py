"""How many mines a text says that a board has."""

from collections.abc import Collection, Sequence

from .blocks import Row
from .outside import COUNTED, Facts
from .roles import Roles
from .table import COVERED, HIDDEN, MINE

MineCount = tuple[int | None, list[str]]
"""The mine count, known mines included, and words for it."""

_UMT = "umt"
_UMT_MOVE = "*"


def mine_counts(
    rows: Sequence[Row],
    facts: Facts,
    roles: Roles,
    *,
    is_layout: bool = False,
    format_name: str = "",
    covered_mines: int | None = 0,
) -> list[MineCount]:
    """Each mine count that a text may tell: a number alone is that of all mines, or of those left."""
    marked = _count_signs(rows, [sign for sign, role in roles.items() if role == MINE])
    if facts.mines:
        mine_count = min(facts.mines)
        is_of_size = facts.size_kind == COUNTED
        return [(mine_count, [] if is_of_size else [f"{mine_count} as the mine count"])]
    if facts.left:
        left = min(facts.left)
        return [(left + marked, [f"{left} as the mines that are left"])]
    if facts.lone_count is not None:
        return _of_lone_count(facts.lone_count, marked)
    if is_layout:
        return [(marked, [])]

    # What chats cover, and the notation of the documents, tell it where nothing else is hidden.
    hidden_signs = {sign for sign, role in roles.items() if role == HIDDEN}
    if hidden_signs == {COVERED} and covered_mines is not None:
        return [(marked + covered_mines, [])]
    if format_name == _UMT and "M" in roles and _UMT_MOVE not in roles:
        return [(_count_signs(rows, ["M", "T"]), [])]
    return [(None, [])]


def _of_lone_count(lone_count: int, marked: int) -> list[MineCount]:
    as_left: MineCount = (
        lone_count + marked,
        [f"{lone_count} in a line of its own as the mines that are left"],
    )
    as_all: MineCount = (lone_count, [f"{lone_count} in a line of its own as the mine count"])
    if not marked:
        return [as_all]
    return [as_left] if lone_count < marked else [as_all, as_left]


def _count_signs(rows: Sequence[Row], signs: Collection[str]) -> int:
    return sum(row.signs.count(sign) for row in rows for sign in signs)
