"""The formats of one sign a cell: canonical, underscore, umt, letters, mine, emoji."""

import re
from collections.abc import Sequence
from dataclasses import replace
from string import ascii_uppercase
from typing import Any

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MINE, Board
from .source import DIGITS, Source, headed, signs, symbol_format, table

_CANONICAL = symbol_format(
    "canonical",
    "# hidden, 0-8 or . opened, * a known mine; optional first line ROWSxCOLSxMINES",
    {"#": HIDDEN, "*": MINE, **DIGITS, ".": 0},
)
_UNDERSCORE = symbol_format(
    "underscore",
    "# hidden, _ opened zero, 1-8 clues, B a bomb that was opened",
    {"#": HIDDEN, "B": MINE, "_": 0, **DIGITS},
    only="_B",
)
_UMT = symbol_format(
    "umt",
    "U unvisited safe, M unvisited mine (both hidden to the solver), T visited mine, * a move, 0-8 visited",
    {"U": HIDDEN, "M": HIDDEN, "*": HIDDEN, "T": MINE, **DIGITS},
    only="UMT",
)
_LETTERS = symbol_format(
    "letters",
    "hidden cells named by distinct letters A-Z, or ?; 0-8 or . opened",
    {"?": HIDDEN, **dict.fromkeys(ascii_uppercase, HIDDEN), **DIGITS, ".": 0},
)
_MINE = symbol_format(
    "mine",
    "first line WIDTHxHEIGHTxMINES; H hidden, F flag (a known mine), ? exploded mine, 0-8 opened",
    {"H": HIDDEN, "F": MINE, "?": MINE, **DIGITS},
)


# Canonical: also for boards under rules.


def _read_canonical(source: Source) -> Any:
    if source.is_json:  # as a board is written whose cells do not lie in rows
        from .json import FORMAT

        return FORMAT.reads(source)
    if source.rules is None:
        return _CANONICAL.reads(source)
    from .ruled_boards import parse  # with all that it needs of the rules

    return parse(source)


def _write_canonical(board: Any) -> str:
    if isinstance(board, Board):
        return str(board)
    if board.rules.geometry_name == "graph" or board.extra:  # of which rows of cells do not tell
        from .objects import write as to_json

        return to_json(board)
    from .ruled_boards import write

    return write(board)


# The search methods' board shows the whole truth. The player's view keeps of it what a player knows: U, M and
# the available-move mark * are hidden, T is a known mine, and the mine count is that of M and T (unless a *
# hides what its cell is, or the text holds no M: then U may stand for any hidden cell).


def _read_umt(source: Source) -> Board:
    mine_count = None
    if "M" in source.characters and "*" not in source.characters:
        mine_count = _count_signs(source, "MT")
    return table(source, source.symbols, _UMT, shown=mine_count)


def _count_signs(source: Source, counted_signs: str) -> int:
    """How many cells have one of these signs."""
    count = 0
    for row in source.symbols:
        count += sum(map(row.texts.count, counted_signs))
    return count


# An underscore is an opened zero in the format underscore, and no cell on a board under rules. Where every
# cell beside it is open both say the same of the hidden cells, and a zero is meant.


def _is_underscore(source: Source) -> bool:
    if not _UNDERSCORE.recognises(source):
        return False
    rows = [row.texts for row in source.symbols]
    if "B" in source.characters or len({len(row) for row in rows}) != 1:
        return True
    for row_number, row in enumerate(rows):
        for column, sign in enumerate(row):
            if sign == "_" and _is_beside_hidden(rows, row_number, column):
                message = (
                    "'_' beside a hidden cell is an opened zero in the format underscore, and no cell where "
                    f"the first line names rules (such as {len(rows)}x{len(row)}x? square): "
                    "name the format or the rules"
                )
                raise BoardFormatError(message, **source.symbols[row_number].at(column))
    return True


def _is_beside_hidden(rows: Sequence[Sequence[str]], row_number: int, column: int) -> bool:
    for row in rows[max(0, row_number - 1) : row_number + 2]:
        if "#" in row[max(0, column - 1) : column + 2]:
            return True
    return False


# Textbook figures.


_LETTERS_OF_OTHERS = "UMTBHFXOPEC"
"""Letters that other formats have, and that many write for any hidden cell or flag."""


def _is_letters(source: Source) -> bool:
    letters = source.characters & set(ascii_uppercase)
    has_other_letters = bool(letters - set(_LETTERS_OF_OTHERS))
    is_all_unnamed = "?" in source.characters and not letters
    return (has_other_letters or is_all_unnamed) and _LETTERS.recognises(source)


def may_name_rows(source: Source) -> bool:
    """Whether A, B, C, ... stand one a row in front of cells that are apart: these may name the rows."""
    rows = [row.texts for row in source.symbols]
    are_apart = all(len(text.split()) > 1 for _, _, text in source.rows)
    firsts = "".join(texts[0] for texts in rows)
    return are_apart and len(rows) > 1 and firsts == ascii_uppercase[: len(rows)]


def _read_letters(source: Source) -> Board:
    board: Board = _LETTERS.reads(source)
    letters: set[str] = set()
    for row in source.symbols:
        for column, sign in enumerate(row.texts):
            if sign not in ascii_uppercase:
                continue
            if sign in letters:
                raise BoardFormatError(f"letter {sign!r} names two cells", **row.at(column))
            letters.add(sign)
    return board


def _write_letters(board: Board) -> str:
    rows = "\n".join(signs(board, _LETTERS))
    # More hidden cells than there are letters all stay "?".
    if rows.count("?") <= len(ascii_uppercase):
        for letter in ascii_uppercase:
            rows = rows.replace("?", letter, 1)
    return headed(board, [rows])


# The .mine position text. A flag is read as a known mine, as the analysers that write these files do.


def _is_mine(source: Source) -> bool:
    header = source.header
    if header is None or "-" in "".join(source.lines[1:]):
        return False  # at sight: numbers such as -1 are none of its signs
    if not _MINE.recognises(source):
        return False
    if source.characters & {"H", "F"}:
        return True
    if "?" in source.characters:
        raise BoardFormatError(
            "'?' is an exploded mine in the format mine, hidden in the format letters; name the format",
            line=source.first_line + 1,
            symbol="?",
        )
    # Digits alone fit the canonical text too: only the order of the two sizes tells them apart.
    row_count = len(source.symbols)
    column_count = len(source.symbols[0].texts) if source.symbols else 0
    return row_count != column_count and header.sizes == (column_count, row_count)


def _read_mine(source: Source) -> Board:
    if source.header is None:
        raise BoardFormatError(
            "a .mine text starts with a line WIDTHxHEIGHTxMINES", line=source.first_line, column=1
        )
    return table(source, source.symbols, _MINE, turned=True)


def _write_mine(board: Board) -> str:
    if board.mines is None:
        raise BoardFormatError("a .mine text needs the mine count")
    return "\n".join([f"{board.cols}x{board.rows}x{board.mines}", *signs(board, _MINE)])


# Chats: emoji or their names, and ||1|| where a reader has not looked yet. A single cell between such bars is
# hidden, as it is to the reader; where nothing else is, the text shows the whole truth, and the mine count is
# that of its bombs and flags.

_HIDDEN_EMOJI = "⬜🟦🟩🔲■#"
_MINE_EMOJI = "🚩⚑💣💥*"
_EMOJI = symbol_format(
    "emoji",
    "⬜ hidden, 1️⃣ opened, 🚩 or 💣 a known mine; what chats cover as ||1|| is hidden",
    {
        **dict.fromkeys(_HIDDEN_EMOJI, HIDDEN),
        **dict.fromkeys(_MINE_EMOJI, MINE),
        **DIGITS,
        **dict.fromkeys("🟫□.", 0),
    },
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_EMOJI_OF_NAME = dict(zip(_WORDS, DIGITS, strict=True)) | {
    "white_large_square": "⬜",
    "blue_square": "🟦",
    "green_square": "🟩",
    "triangular_flag_on_post": "🚩",
    "bomb": "💣",
    "boom": "💥",
}


def _plain(source: Source, covered: str = r"\1") -> Source:
    """The text with a character a cell; ``covered``: what stands for a cell between bars."""
    lines = []
    for line in source.lines:
        line = re.sub(r":(\w+):", _named_emoji, line)
        line = re.sub(r"\|\|\s*([^\s|])\s*\|\|", covered, line)
        lines.append(line.replace("||", ""))  # of bars around several cells
    return replace(source, lines=tuple(lines))


_DOUBLE_BARS = re.compile(r"\s*(?::\w+:|[^\s|])(?:\s*\|\|\s*(?::\w+:|[^\s|]))+\s*")
"""A row in which double bars part the cells: ``1||#||1``."""


def without_double_bars(source: Source) -> Source | None:
    """The text with blanks for double bars that part the cells of all rows; None: they do not."""
    rows = [text for _, _, text in source.rows]
    if not rows or "||" not in rows[0] or not all(map(_DOUBLE_BARS.fullmatch, rows)):
        return None
    return replace(source, lines=tuple(line.replace("||", "  ") for line in source.lines))


def with_covered_cells(source: Source) -> Source | None:
    """The text with ⬜ for what chats cover, whatever its signs are; None: nothing is covered."""
    rows = [text for _, _, text in source.rows if "||" in text]
    if not rows or any(row.count("||") % 2 for row in rows):
        return None
    covered = _plain(source, "⬜")
    return None if "|" in "".join(covered.lines) else covered


def _named_emoji(match: re.Match[str]) -> str:
    """What ``:name:`` stands for; itself, where it is no such name."""
    return _EMOJI_OF_NAME.get(match[1], match[0])


def _is_emoji(source: Source) -> bool:
    text = "".join(source.lines)
    may_be_chat = "||" in text or ":" in text or not text.isascii()
    return may_be_chat and _EMOJI.recognises(_plain(source))


def _read_emoji(source: Source) -> Board:
    uncovered = _plain(source)
    is_whole_truth = uncovered.characters.isdisjoint(_HIDDEN_EMOJI) and "||" in "".join(
        source.lines
    )
    mine_count = _count_signs(uncovered, _MINE_EMOJI) if is_whole_truth else None
    return table(source, _plain(source, "⬜").symbols, _EMOJI, shown=mine_count)


def _write_emoji(board: Board) -> str:
    rows = "\n".join(signs(board, _EMOJI))
    return headed(board, [re.sub(r"(\d)", "\\1\ufe0f\u20e3", rows)])


FORMATS = (
    replace(_CANONICAL, reads=_read_canonical, writes=_write_canonical, rules=True, cuts=True,
            recognises=lambda source: source.rules is not None or _CANONICAL.recognises(source)),
    replace(_UNDERSCORE, recognises=_is_underscore),
    replace(_UMT, reads=_read_umt, writes=None),
    replace(_LETTERS, reads=_read_letters, recognises=_is_letters, writes=_write_letters, rank=7),
    replace(_MINE, reads=_read_mine, recognises=_is_mine, writes=_write_mine, rank=1),
    replace(_EMOJI, reads=_read_emoji, recognises=_is_emoji, writes=_write_emoji, rank=6),
)  # fmt: skip
