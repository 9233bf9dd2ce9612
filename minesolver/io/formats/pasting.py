"""What stands in a text that no format recognises: the reader of pasted texts, and its counter."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from functools import partial
from typing import TYPE_CHECKING, Any

from ...base.errors import BoardFormatError, EngineLimitError, check_type, quoted
from ...base.limits import Limit
from ...counting.problem import ContradictionError
from ...engines import ENGINES
from ...model.board import MAX_CELLS, MINE, Board, Cell
from ...model.cut import board_of
from ...model.layout import Layout
from ...solve import find_steps
from .pasted import Options, Pasted, Unread, read_pasted, read_rows
from .pasted.cutting import TextRow
from .pasted.lines import TextFacts
from .source import Source

if TYPE_CHECKING:
    from ...model.level import Level

_LIMIT = Limit(seconds=1.0, states=200_000)
"""For one reading; one that cannot be counted within it may be consistent."""
_ROLES = {
    "hidden": "h", "closed": "h", "covered": "h", "unknown": "h",
    "zero": "0", "0": "0", "opened": "0", "empty": "0",
    "mine": "m", "mines": "m", "flag": "m", "flags": "m", "bomb": "m",
    "safe": "s",
}  # fmt: skip
"""Words of ``signs=``; ``safe``: a cell without a mine of a whole layout."""
_BLANKS = ("blank", "space")


@dataclass(frozen=True)
class Reading:
    """What a text was read as.

    subject: The board or puzzle
    taken: What was taken for what, in words: ``x as hidden``; nothing where a format says it all
    layout: The whole layout, where the text is one; the board then has every cell open
    start: The cell from which the layout is played, where the text says one
    flags: Cells that the text shows as mines and ``flags_are_guesses`` made hidden
    level: The level of another game, where the text is one; the board is what it shows at the beginning
    """

    subject: Any
    taken: tuple[str, ...] = ()
    layout: Layout | None = None
    start: Cell | None = None
    flags: tuple[Any, ...] = ()
    level: Level | None = None

    def __str__(self) -> str:
        return f"read {'; '.join(self.taken)}" if self.taken else ""


def is_consistent(board: Board) -> bool:
    """Whether a board has a layout of mines; also where that takes too long to find out."""
    return _proved(board) is not None


def _proved(board: Board) -> list[Cell] | None:
    """The proved mines of a board; none where they take too long to find; None: it has no layout."""
    try:
        analysis = ENGINES.get("auto").analyze(board, _LIMIT, find_steps)
    except ContradictionError:
        return None
    except (EngineLimitError, MemoryError):
        return []
    return sorted(analysis.mines)


def _proved_mines(
    cut: tuple[str, ...], codes: list[list[int]], mine_count: int | None
) -> list[Cell] | None:
    try:
        return _proved(board_of(codes, mine_count, None, cut))
    except BoardFormatError:
        return None


def parse_signs(signs: str | Mapping[str, str] | None) -> dict[str, str]:
    """Roles by sign of what was said: ``"hidden=x mine=!"``, or of the same as a mapping.

    Raises BoardFormatError: it cannot be understood.
    """
    if signs is None:
        return {}
    pairs: list[tuple[str, str]] = []
    if isinstance(signs, Mapping):
        pairs = [(str(left_side), str(right_side)) for left_side, right_side in signs.items()]
    else:
        check_type(signs, str, "signs are a text, such as 'hidden=x mine=!', or a mapping")
        for item in signs.split():
            left_side, equals, right_side = item.partition("=")
            if not equals or not left_side or not right_side:
                message = f"{quoted(item)} tells no sign: write such as hidden=x mine=! zero=blank"
                raise BoardFormatError(message, symbol=item)
            pairs.append((left_side, right_side))

    # Either side may be the role: "hidden=x" and "x=hidden" say the same.
    roles: dict[str, str] = {}
    for left_side, right_side in pairs:
        word, names = right_side, left_side
        if left_side.lower() in _ROLES:
            word, names = left_side, right_side
        role = _ROLES.get(word.lower())
        if role is None:
            message = (
                f"{quoted(f'{left_side}={right_side}')} has no role: hidden, zero, mine or safe"
            )
            raise BoardFormatError(message, symbol=word)
        for sign in _signs_of(names):
            if roles.setdefault(sign, role) != role:
                raise BoardFormatError(f"{quoted(sign)} was said to be two things", symbol=sign)
    return roles


def _signs_of(names: str) -> list[str]:
    """The signs of one part: words between commas, numbers and words as they are, else each character."""
    signs: list[str] = []
    for name in names.split(",") if len(names) > 1 else [names]:
        if name in _BLANKS or not name.strip():
            signs.append("")
        elif name.lstrip("-").isdecimal() and len(name) > 1:
            signs.append(str(int(name)))
        elif name in ("null", "None", "nan", "true", "false"):
            signs.append(name)
        else:
            signs += list(name)
    return signs


def read_freely(source: Source) -> Reading:
    """What a text says, whatever its signs are. Raises BoardFormatError: nothing; with its place."""
    lines = list(source.lines)
    header = source.header
    header_facts = TextFacts()
    if header is not None:
        text_after = lines[0][header.end :]
        lines[0] = " " * header.end + text_after if text_after.strip() else ""
        header_facts = TextFacts(header.mines, None, (header.sizes[0], header.sizes[1]))
    options = Options(parse_signs(source.signs), source.mines, source.left, header_facts)
    return _made(
        read_pasted(lines, source.first_line, options, partial(_proved_mines, source.cut)), source
    )


def read_values(source: Source, rows: Sequence[Sequence[str]]) -> Reading:
    """The board of signs that stand in lists, such as those of JSON; places are row and column, from 1."""
    cells = [
        TextRow(row_number, list(row), list(range(1, len(row) + 1)))
        for row_number, row in enumerate(rows, 1)
    ]
    mine_count = source.said[0] if source.left is None else None
    options = Options(parse_signs(source.signs), mine_count, source.left)
    return _made(read_rows(cells, options, partial(_proved_mines, source.cut)), source)


def _made(pasted: Pasted | Unread, source: Source) -> Reading:
    # Where nothing explains the text, the places and the possible readings go on to who can ask.
    if isinstance(pasted, Unread):
        readings = tuple(pasted.readings)
        raise BoardFormatError(
            pasted.message,
            line=pasted.line,
            column=pasted.column,
            symbol=pasted.symbol,
            readings=readings,
        )
    if sum(len(row) for row in pasted.codes) > MAX_CELLS:
        raise BoardFormatError(
            f"more cells than a board may have ({MAX_CELLS:,})", line=source.first_line
        )

    # A layout has no hidden cells: it is a board that is solved, and a game that can be played.
    if pasted.is_layout:
        mine_cells = set()
        for row_number, codes in enumerate(pasted.codes):
            for column_number, code in enumerate(codes):
                if code == MINE:
                    mine_cells.add((row_number, column_number))
        layout = Layout(len(pasted.codes), len(pasted.codes[0]), frozenset(mine_cells))
        return Reading(layout.board, tuple(pasted.taken), layout)

    # A density takes the place of any count that the words around the board tell.
    density = source.said[1]
    mine_count = pasted.mines if density is None else None
    if pasted.left is not None:
        mine_count = pasted.left + sum(row.count(MINE) for row in pasted.codes)

    # The board counts rows and columns of its own; people look for them in what they pasted.
    try:
        board = board_of(pasted.codes, mine_count, density, source.cut)
    except BoardFormatError as error:
        if error.line is None or error.column is None:
            read_counts = [
                words for words in pasted.taken if "the mine" in words and " in line " in words
            ]
            if read_counts and source.mines is None and source.left is None:
                message = f"{error.message}; read {read_counts[0]}"
                raise BoardFormatError(message, symbol=error.symbol) from None
            raise
        row = pasted.rows[error.line - 1]
        column = row.columns[error.column - 1]
        symbol = row.cells[error.column - 1]
        raise BoardFormatError(error.message, line=row.line, column=column, symbol=symbol) from None
    return Reading(board, tuple(pasted.taken))


def adjusted(reading: Reading, source: Source) -> Reading:
    """A reading with the mines that are left in its mine count, and with flags that are guesses hidden."""
    board = reading.subject
    if source.left is not None and hasattr(board, "where"):
        known_mines = len(board.where(MINE if isinstance(board, Board) else "*"))
        board = board.replace(mines=source.left + known_mines, density=None)
    flags: tuple[Any, ...] = ()
    if source.flags_are_guesses and hasattr(board, "where"):
        plain = isinstance(board, Board)
        flags = board.where(MINE if plain else "*")
        board = board.replace(dict.fromkeys(flags, -1 if plain else "#"))
    return replace(reading, subject=board, flags=flags)
