"""Puzzles of 14 Minesweeper Variants as a format; :mod:`.variant_lines` is loaded when there is one."""

import re
from typing import Any

from ...base.errors import BoardFormatError
from .source import Format, Source

_BEGINNING = re.compile(r"\s*(\[[^\[\]]+\])+!*\d+x\d+-")


def _read(source: Source) -> Any:
    from .variant_lines import read

    if len(source.lines) != 1:
        raise BoardFormatError("a puzzle of the game is one line", line=source.first_line)
    board = read(source.lines[0].strip(), source.first_line).board
    mine_count, density = source.stated_total
    if mine_count is not None or density is not None:
        board = board.replace(mines=mine_count, density=density)
    return board._plain or board


def _write(board: Any) -> str:
    from .variant_lines import write

    return write(board)


FORMAT = Format(
    "14mv",
    "puzzles of 14 Minesweeper Variants, a line each: [C][T]7x7-20-10013, the cells, the steps",
    _read,
    lambda source: len(source.lines) == 1 and _BEGINNING.match(source.lines[0]) is not None,
    _write,
    rank=-1,
    rules=True,
)
