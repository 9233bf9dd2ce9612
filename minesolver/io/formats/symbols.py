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
    from .variant import parse  # with all that it needs of the rules

    return parse(source)


def _write_canonical(board: Any) -> str:
    if isinstance(board, Board):
        return str(board)
    if board.rules.geometry_name == "graph" or board.extra:  # of which rows of cells do not tell
        from .objects import write as to_json

        return to_json(board)
    from .variant import write

    return write(board)


# The search methods' board shows the whole truth. The player's view keeps of it what a player knows: U, M and
# the available-move mark * are hidden, T is a known mine, and the mine count is that of M and T (unless a *
# hides what its cell is, or the text holds no M: then U may stand for any hidden cell).


def _read_umt(source: Source) -> Board:
    counts = "M" in source.characters and "*" not in source.characters
    mines = sum(row.texts.count(sign) for row in source.symbols for sign in "MT") if counts else None
    return table(source, source.symbols, _UMT, shown=mines)


# An underscore is an opened zero in the format underscore, and no cell on a board under rules. Where every
# cell beside it is open both say the same of the hidden cells, and a zero is meant.


def _is_underscore(source: Source) -> bool:
    if not _UNDERSCORE.recognises(source):
        return False
    rows = [row.texts for row in source.symbols]
    if "B" in source.characters or len({len(row) for row in rows}) != 1:
        return True
    for r, row in enumerate(rows):
        for c, sign in enumerate(row):
            beside = [other[max(0, c - 1) : c + 2] for other in rows[max(0, r - 1) : r + 2]]
            if sign == "_" and any("#" in signs for signs in beside):
                sizes = "x".join(map(str, (len(rows), len(row), "?")))
                message = (
                    "'_' beside a hidden cell is an opened zero in the format underscore, and no cell where "
                    f"the first line names rules (such as {sizes} square): name the format or the rules"
                )
                raise BoardFormatError(message, **source.symbols[r].at(c))
    return True


# Textbook figures.


def _is_letters(source: Source) -> bool:
    named = source.characters & set(ascii_uppercase)
    sure = bool(named - set("UMTBHF")) or ("?" in source.characters and not named)  # of no other format
    return sure and _LETTERS.recognises(source)


def _read_letters(source: Source) -> Board:
    board: Board = _LETTERS.reads(source)
    seen: set[str] = set()
    letters = [sign for row in source.symbols for sign in row.texts if sign in ascii_uppercase]
    for row in source.symbols if len(letters) > len(set(letters)) else ():
        for i, sign in enumerate(row.texts):
            if sign in seen:
                raise BoardFormatError(f"letter {sign!r} names two cells", **row.at(i))
            seen.update(sign if sign in ascii_uppercase else ())
    return board


def _write_letters(board: Board) -> str:
    rows = "\n".join(signs(board, _LETTERS))
    for letter in ascii_uppercase if rows.count("?") <= len(ascii_uppercase) else "":
        rows = rows.replace("?", letter, 1)
    return headed(board, [rows])


# The .mine position text. A flag is read as a known mine, as the analysers that write these files do.


def _is_mine(source: Source) -> bool:
    header = source.header
    if header is None or any("-" in line for line in source.lines[1:]):
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
    shape = (len(source.symbols), len(source.symbols[0].texts) if source.symbols else 0)
    return header.sizes != shape and header.sizes == shape[::-1]


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

_HIDDEN, _MINES = "⬜🟦🟩🔲■#", "🚩⚑💣💥*"
_EMOJI = symbol_format(
    "emoji",
    "⬜ hidden, 1️⃣ opened, 🚩 or 💣 a known mine; what chats cover as ||1|| is hidden",
    dict.fromkeys(_HIDDEN, HIDDEN) | dict.fromkeys(_MINES, MINE) | DIGITS | dict.fromkeys("🟫□.", 0),
)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_NAMES = dict(zip(_WORDS, DIGITS, strict=True)) | {
    "white_large_square": "⬜",
    "blue_square": "🟦",
    "green_square": "🟩",
    "triangular_flag_on_post": "🚩",
    "bomb": "💣",
    "boom": "💥",
}


def _plain(source: Source, covered: str = r"\1") -> Source:
    """The text with a character a cell; ``covered``: what stands for a cell between bars."""
    lines = (re.sub(r":(\w+):", lambda name: _NAMES.get(name[1], name[0]), line) for line in source.lines)
    lines = (re.sub(r"\|\|\s*([^\s|])\s*\|\|", covered, line).replace("||", "") for line in lines)
    return replace(source, lines=tuple(lines))


def _is_emoji(source: Source) -> bool:
    text = "".join(source.lines)
    return ("||" in text or ":" in text or not text.isascii()) and _EMOJI.recognises(_plain(source))


def _read_emoji(source: Source) -> Board:
    truth = _plain(source)
    mines = sum(row.texts.count(sign) for row in truth.symbols for sign in _MINES)
    whole = truth.characters.isdisjoint(_HIDDEN) and "||" in "".join(source.lines)
    return table(source, _plain(source, "⬜").symbols, _EMOJI, shown=mines if whole else None)


def _write_emoji(board: Board) -> str:
    rows = "\n".join(signs(board, _EMOJI))
    return headed(board, [re.sub(r"(\d)", "\\1\ufe0f\u20e3", rows)])


FORMATS = (
    replace(_CANONICAL, reads=_read_canonical, writes=_write_canonical, rules=True,
            recognises=lambda source: source.rules is not None or _CANONICAL.recognises(source)),
    replace(_UNDERSCORE, recognises=_is_underscore),
    replace(_UMT, reads=_read_umt, writes=None),
    replace(_LETTERS, reads=_read_letters, recognises=_is_letters, writes=_write_letters, rank=7),
    replace(_MINE, reads=_read_mine, recognises=_is_mine, writes=_write_mine, rank=1),
    replace(_EMOJI, reads=_read_emoji, recognises=_is_emoji, writes=_write_emoji, rank=6),
)  # fmt: skip
