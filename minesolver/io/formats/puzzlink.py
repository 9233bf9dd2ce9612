"""Minesweeper puzzles of puzz.link: its addresses, and the text that it saves.

An address, ``https://puzz.link/p?mines/5/5/g2m13l13g0j``, has columns, rows and the cells row by row: a clue
as a hexadecimal digit (from 16 on two after ``-``), ``.`` a cell that is no mine and shows nothing, a letter
from g to z for one to twenty hidden cells. The saved text, ``pzprv3/mines/ROWS/COLS/``, has a row after each
slash, its cells apart by blanks, ``.`` hidden and ``-`` shown without a number; then as many rows of what a
player has marked: ``#`` a mine, read as a flag; ``+`` no mine, passed over, as nothing proves it.
"""

import re
from collections.abc import Sequence
from typing import Any, NamedTuple

from ...base.errors import BoardFormatError, counted, quoted
from ...model.board import HIDDEN, MAX_CELLS, MINE
from ...model.cut import board_of
from .readings import Reading
from .source import Format, Source

_ADDRESS = re.compile(r"\s*<?(?:https?://)?[\w./-]*\?mines(?:_edit|_play)?/(\d{1,4})/(\d{1,4})/")
_SAVED = re.compile(r"\s*pzprv3(?:\.\d)?/mines/(\d{1,4})/(\d{1,4})/")
_OTHER_ADDRESS = re.compile(
    r"\s*<?(?:https?://)?[\w.-]*(?:puzz\.link|pzv\.jp|pzprxs\.vercel\.app)/p(?:\.html)?\?(\w{1,40})/"
)
_SHOWN = -2
"""In place of a code: a cell without a mine that shows no number."""
_RUN_LETTERS = "ghijklmnopqrstuvwxyz"
_HEXADECIMAL = "0123456789abcdef"
_ENDS = "/>"
"""What may stand behind the cells of an address."""


class _Sign(NamedTuple):
    """What stands for cells: their codes, and its place in the line, from 1."""

    codes: tuple[int, ...]
    column: int
    text: str


def _is_puzzle(source: Source) -> bool:
    text = source.lines[0] if source.lines else ""
    return any(pattern.match(text) for pattern in (_ADDRESS, _SAVED, _OTHER_ADDRESS))


def _interpret(source: Source) -> Reading:
    text = "".join(source.lines)
    address = _ADDRESS.match(text)
    if address is not None:
        cols, rows = int(address[1]), int(address[2])
        signs = _signs_of_address(text, address.end(), source.first_line)
        marks: list[_Sign] = []
    else:
        saved = _SAVED.match(text)
        if saved is None:
            message = "no puzzle of puzz.link such as https://puzz.link/p?mines/5/5/g2m13l13g0j"
            other = _OTHER_ADDRESS.match(text)
            if other is not None:
                message = (
                    f"an address of the puzzle {other[1]}, of which only those of mines are read"
                )
            raise BoardFormatError(message, line=source.first_line)
        rows, cols = int(saved[1]), int(saved[2])
        all_signs = _signs_of_saved(text, saved.end(), source.first_line)
        signs, marks = all_signs[: rows * cols], all_signs[rows * cols :]
    codes = _codes_of(signs, rows, cols, source.first_line)
    flagged, passed_over = _marked(marks, rows * cols, source.first_line)
    for cell_index in flagged:
        codes[cell_index] = MINE
    return Reading(_board(source, codes, rows, cols), _taken(flagged, passed_over))


def _signs_of_address(text: str, start: int, line: int) -> list[_Sign]:
    signs = []
    position = start
    while position < len(text) and text[position] not in _ENDS and not text[position].isspace():
        sign = text[position].lower()
        length = 1
        if sign in _HEXADECIMAL:
            codes: tuple[int, ...] = (int(sign, 16),)
        elif sign in _RUN_LETTERS:
            codes = (HIDDEN,) * (1 + _RUN_LETTERS.index(sign))
        elif sign == ".":
            codes = (_SHOWN,)
        elif sign == "-" and re.fullmatch("[0-9a-f]{2}", text[position + 1 : position + 3].lower()):
            codes = (int(text[position + 1 : position + 3], 16),)
            length = 3
        else:
            message = f"{quoted(text[position])} is no cell of a puzz.link address: "
            message += "0-8, ., or g-z for hidden ones"
            raise BoardFormatError(message, line=line, column=position + 1, symbol=text[position])
        signs.append(_Sign(codes, position + 1, text[position : position + length]))
        position += length
    return signs


def _signs_of_saved(text: str, start: int, line: int) -> list[_Sign]:
    signs = []
    for word in re.finditer(r"[^\s/]+", text[start:]):
        sign = word[0]
        column = start + word.start() + 1
        if sign in "#+":
            code = MINE if sign == "#" else _SHOWN
        elif sign == ".":
            code = HIDDEN
        elif sign == "-":
            code = _SHOWN
        elif sign.isdecimal() and len(sign) < 4:
            code = int(sign)
        else:
            message = f"{quoted(sign)} is no cell of a saved puzzle: "
            message += "a number, . hidden, - shown, # and + marks"
            raise BoardFormatError(message, line=line, column=column, symbol=sign)
        signs.append(_Sign((code,), column, sign))
    return signs


def _codes_of(signs: Sequence[_Sign], rows: int, cols: int, line: int) -> list[int]:
    """The code of each cell. Raises BoardFormatError: they are more or fewer, or a clue cannot be."""
    size = rows * cols
    if not 0 < size <= MAX_CELLS:
        raise BoardFormatError(f"{rows}x{cols} is no size of a board", line=line)
    codes: list[int] = []
    for sign in signs:
        if max(sign.codes) > 8:
            message = (
                f"{quoted(sign.text)} is a clue of {sign.codes[0]}, and a cell has 8 neighbours"
            )
            raise BoardFormatError(message, line=line, column=sign.column, symbol=sign.text)
        codes += sign.codes
        if len(codes) > size:
            message = f"from here on there are more cells than the {size} of a {rows}x{cols} board"
            raise BoardFormatError(message, line=line, column=sign.column, symbol=sign.text)
    if len(codes) < size:
        message = f"the puzzle is cut off: {counted(len(codes), 'cell')} of {size} ({rows}x{cols})"
        raise BoardFormatError(message, line=line)
    return codes


def _marked(marks: Sequence[_Sign], size: int, line: int) -> tuple[list[int], int]:
    """(the cells that a player has marked as mines, how many as safe)."""
    if len(marks) > size:
        sign = marks[size]
        message = f"from here on there are more marks than the board has cells ({size})"
        raise BoardFormatError(message, line=line, column=sign.column, symbol=sign.text)
    flagged = [index for index, mark in enumerate(marks) if mark.codes == (MINE,)]
    return flagged, sum(mark.codes == (_SHOWN,) for mark in marks)


def _taken(flagged: Sequence[int], passed_over: int) -> tuple[str, ...]:
    taken = []
    if flagged:
        taken.append(f"{counted(len(flagged), 'mark')} # as known mines")
    if passed_over:
        taken.append(f"nothing of {counted(passed_over, 'mark')} +, which nothing proves")
    return tuple(taken)


def _board(source: Source, codes: list[int], rows: int, cols: int) -> Any:
    """The board; a :class:`~minesolver.model.variant.VariantBoard` where cells show no number."""
    mine_count, density = source.stated_total
    if _SHOWN not in codes:
        grid = [codes[start : start + cols] for start in range(0, rows * cols, cols)]
        return board_of(grid, mine_count, density, source.cut)
    from ...model.variant import MINE as MINE_SIGN
    from ...model.variant import OPENED, Clue, Field, State, VariantBoard  # which few texts need

    states: dict[int, State] = {}
    for index, code in enumerate(codes):
        if code == _SHOWN:
            states[index] = OPENED
        elif code == MINE:
            states[index] = MINE_SIGN
        elif code != HIDDEN:
            states[index] = Clue(code)
    field = Field.parse("square", (rows, cols))
    return VariantBoard(field, field.rules, states, mine_count, density=density)


FORMAT = Format(
    "puzzlink",
    "a Minesweeper puzzle of puzz.link: https://puzz.link/p?mines/5/5/g2m13l13g0j, or pzprv3/mines/...",
    lambda source: _interpret(source).subject,
    _is_puzzle,
    rank=-1,
    interprets=_interpret,
)
