"""The formats of one sign a cell: canonical, underscore, umt, letters, mine, emoji."""

import re
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
)
_UMT = symbol_format(
    "umt",
    "U unvisited safe, M unvisited mine (both hidden to the solver), T visited mine, * a move, 0-8 visited",
    {"U": HIDDEN, "M": HIDDEN, "*": HIDDEN, "T": MINE, **DIGITS},
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
    if not hasattr(board, "rules"):
        raise BoardFormatError("rows of cells are a board's: what has none is written as json")
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


# Textbook figures.


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


def _named_emoji(match: re.Match[str]) -> str:
    """What ``:name:`` stands for; itself, where it is no such name."""
    return _EMOJI_OF_NAME.get(match[1], match[0])


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


def _never(source: Source) -> bool:
    """Not by itself: what people paste in these signs, the reader of all signs reads."""
    return False


FORMATS = (
    replace(_CANONICAL, reads=_read_canonical, writes=_write_canonical, rules=True, cuts=True,
            recognises=lambda source: source.rules is not None),
    replace(_UNDERSCORE, recognises=_never),
    replace(_UMT, reads=_read_umt, writes=None, recognises=_never),
    replace(_LETTERS, reads=_read_letters, recognises=_never, writes=_write_letters),
    replace(_MINE, reads=_read_mine, recognises=_never, writes=_write_mine),
    replace(_EMOJI, reads=_read_emoji, recognises=_never, writes=_write_emoji),
)  # fmt: skip
