"""Boards of chats: emoji or their names, and ``||1||`` where a reader has not looked yet.

A single cell between such bars is hidden, as it is to the reader. Where nothing else is, the text shows the
whole truth, and the mine count is that of its bombs and flags.
"""

import re
from dataclasses import replace

from ...model.board import HIDDEN, MINE, Board
from .source import DIGITS, Source, headed, signs, symbol_format, table

_HIDDEN, _MINES = "⬜🟦🟩🔲■#", "🚩⚑💣💥*"
_CODES = dict.fromkeys(_HIDDEN, HIDDEN) | dict.fromkeys(_MINES, MINE) | DIGITS | dict.fromkeys("🟫□.", 0)
_WORDS = ("zero", "one", "two", "three", "four", "five", "six", "seven", "eight")
_NAMES = dict(zip(_WORDS, DIGITS, strict=True)) | {
    "white_large_square": "⬜",
    "blue_square": "🟦",
    "green_square": "🟩",
    "triangular_flag_on_post": "🚩",
    "bomb": "💣",
    "boom": "💥",
}
_COVERED = re.compile(r"\|\|\s*[^\s|]\s*\|\|")
_WANTED = "emoji format (⬜ 🟦 🟩 hidden, 1️⃣ opened, 🟫 0, 🚩 💣 a known mine, ||1|| covered)"


def _plain(source: Source, covered: str | None = None) -> Source:
    """The text with a character a cell; ``covered``: what stands for a cell between bars."""
    lines = [re.sub(r":(\w+):", lambda name: _NAMES.get(name[1], name[0]), line) for line in source.lines]
    if covered is not None:
        lines = [_COVERED.sub(covered, line) for line in lines]
    return replace(source, lines=tuple(line.replace("||", "") for line in lines))


def _recognises(source: Source) -> bool:
    text = "".join(source.lines)
    dressed = "||" in text or ":" in text or not text.isascii()
    return dressed and _plain(source).characters <= _CODES.keys()


def _read(source: Source) -> Board:
    truth, rows = _plain(source), _plain(source, "⬜").symbols
    mines = sum(row.texts.count(sign) for row in truth.symbols for sign in _MINES)
    whole = truth.characters.isdisjoint(_HIDDEN) and "||" in "".join(source.lines)
    return table(source, rows, _CODES, _WANTED, shown=mines if whole else None)


def _write(board: Board) -> str:
    keycap = "\ufe0f\u20e3"
    return headed(
        board, signs(board, {HIDDEN: "⬜", MINE: "🚩"} | {n: f"{n}{keycap}" for n in range(9)}, "emoji")
    )


FORMAT = replace(
    symbol_format(
        "emoji", "⬜ hidden, 1️⃣ opened, 🚩 a known mine; what chats cover as ||1|| is hidden", _CODES, "", 6
    ),
    reads=_read,
    recognises=_recognises,
    writes=_write,
)
