"""The edges beyond which a board goes on: in the first line of its text, such as ``9x9x? cut=left,top``."""

import re
from dataclasses import replace
from typing import Any

from ...base.errors import BoardFormatError, RuleError
from ...model.board import Board
from ...model.cut import CutBoard, checked_cut
from .readings import Reading
from .source import Source

_CUT = re.compile(r"(?:^|(?<=\s))cut\s*=\s*([a-z,]*)\s*(?=/|$)", re.IGNORECASE)


def under_stated_cut(source: Source) -> Source:
    """The source with the cut that its first line says, which is taken out of that line.

    Raises BoardFormatError: it names no side, or others than were asked for.
    """
    if not source.lines or "cut" not in source.lines[0].lower():
        return source
    first_line = source.lines[0]
    match = _CUT.search(first_line)
    if match is None:
        return source
    column = match.start() + 1
    try:
        cut = checked_cut(match[1])
    except BoardFormatError as error:
        raise BoardFormatError(
            error.message, line=source.first_line, column=column, symbol=error.symbol
        ) from None
    if source.cut not in ((), cut):
        message = f"the text says {match[0].strip()}, and cut={','.join(source.cut)} was asked for"
        raise BoardFormatError(message, line=source.first_line, column=column, symbol=match[1])

    # Blanks in its place keep the columns of what may follow in the line.
    rest = first_line[: match.start()] + " " * len(match[0]) + first_line[match.end() :]
    if rest.strip():
        return replace(source, lines=(rest.rstrip(), *source.lines[1:]), cut=cut)
    return replace(source, lines=source.lines[1:], first_line=source.first_line + 1, cut=cut)


def cut_reading(reading: Reading, source: Source) -> Reading:
    """The reading with a board that is cut where that was said.

    Raises RuleError: it is no square board with Minesweeper's own rules; BoardFormatError: it is a whole
        layout, has a mine count, or says itself that it is cut elsewhere.
    """
    board: Any = reading.subject
    if not source.cut or getattr(board, "cut", ()) == source.cut:
        return reading
    if not isinstance(board, Board):
        raise RuleError("only square boards with Minesweeper's own rules can be cut")
    if reading.layout is not None:
        message = "a whole layout is not cut: it has nothing that could be found out"
        raise BoardFormatError(message, line=source.first_line)
    if board.cut:
        message = f"the board says cut={','.join(board.cut)}, and cut={','.join(source.cut)} was asked for"
        raise BoardFormatError(message, line=source.first_line)
    cut_board = CutBoard(board.grid, source.cut, board.mines, board.density)
    return replace(reading, subject=cut_board)
