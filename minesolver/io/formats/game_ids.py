"""Games of others as a line: IDs of Simon Tatham's Mines, and links of the PTTACG ZiNi calculator.

Both say where all mines are. An ID, ``9x9:4,4,m00b7...``, has width x height, the cell that is opened first
(column, row) and a bit for each cell as hexadecimal digits: as they are after ``u``; after ``m`` masked, as
the puzzle collection describes it, by SHA-1 of one half over the other and back. It is read as the position
after the first click. A link, ``...?b=1616&m=46c0...``, has width and height (1, 2 and 3 are the usual
levels) and five cells in each digit of base 32. It is read as the whole layout.
"""

import hashlib
import re
from math import ceil

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MAX_CELLS, Board, Cell, neighbours
from ...model.layout import Layout
from .readings import Reading
from .source import Format, Source

_ID = re.compile(
    r"\s*(\d{1,3})(?:x(\d{1,3}))?(?:n\d{1,6})?a?:(?:(\d{1,3}),(\d{1,3}),)?([mu])([0-9a-fA-F]+)\s*"
)
_UNBEGUN = re.compile(r"\s*\d{1,3}(?:x\d{1,3})?n\d{1,6}a?(?::r\d|#\d)")
_LINK = re.compile(
    r"\s*<?(?:https?://)?[\w.-]+/Minesweeper-ZiNi-Calculator/?\?b=(\d+)&m=([0-9a-vA-V]+)\S*\s*"
)
_LEVELS = {"1": (9, 9), "2": (16, 16), "3": (30, 16)}
"""Width and height of the levels of links."""


def opened_from(layout: Layout, start: Cell) -> Board:
    """What a player sees after the first click: the start cell, and all around cells without mines near."""
    solved = layout.board
    codes = solved.grid.ravel().tolist()
    neighbours_of = neighbours(layout.rows, layout.cols)
    opened = {start[0] * layout.cols + start[1]}
    waiting = list(opened)
    while waiting:
        cell_index = waiting.pop()
        if codes[cell_index] == 0:
            closed_neighbours = [
                neighbour for neighbour in neighbours_of[cell_index] if neighbour not in opened
            ]
            opened.update(closed_neighbours)
            waiting += closed_neighbours
    shown_codes = [
        code if cell_index in opened else HIDDEN for cell_index, code in enumerate(codes)
    ]
    rows = [
        shown_codes[row_start : row_start + layout.cols]
        for row_start in range(0, len(shown_codes), layout.cols)
    ]
    return Board(rows, layout.mines)


def _layout_of(bits: list[int], rows: int, cols: int) -> Layout:
    mines = [divmod(cell_index, cols) for cell_index in range(rows * cols) if bits[cell_index]]
    return Layout(rows, cols, frozenset(mines))


def _is_id(source: Source) -> bool:
    line = source.lines[0] if len(source.lines) == 1 else ""
    return _ID.fullmatch(line) is not None or _UNBEGUN.match(line) is not None


def _read_id(source: Source) -> Reading:
    line = source.lines[0] if len(source.lines) == 1 else ""
    match = _ID.fullmatch(line)
    if match is None:
        message = "no game ID such as 9x9:4,4,m00b7..."
        if _UNBEGUN.match(line):
            message = (
                "this game ID has no mines yet: its first click draws them; take the ID after that"
            )
        raise BoardFormatError(message, line=source.first_line)
    # A digit holds four cells: of the wrong number of digits part of the layout would be made up.
    cols = int(match[1])
    rows = int(match[2] or cols)
    cell_count = rows * cols
    digits = match[6]
    digit_count = ceil(cell_count / 4)
    if not 0 < cell_count <= MAX_CELLS or len(digits) != digit_count:
        message = f"a game ID of {rows}x{cols} cells has {digit_count} digits, not {len(digits)}"
        raise BoardFormatError(message, line=source.first_line, column=match.start(6) + 1)

    # Masks are of whole bytes, so that an odd last digit is filled up.
    byte_count = ceil(cell_count / 8)
    data = bytearray.fromhex(digits.ljust(2 * byte_count, "0"))
    if match[5] == "m":
        _unmask(data, cell_count)
    bits = []
    for bit_index in range(cell_count):
        byte_index, bits_before = divmod(bit_index, 8)
        bits.append(data[byte_index] >> (7 - bits_before) & 1)
    layout = _layout_of(bits, rows, cols)

    # Without a first click nothing is open, and all that there is to look at is the layout.
    if match[3] is None:
        return Reading(layout.board, ("a whole layout",), layout)
    start = int(match[4]), int(match[3])
    if start[0] >= rows or start[1] >= cols or start in layout.mine_cells:
        message = "the cell that this game ID opens first is no cell without a mine"
        raise BoardFormatError(message, line=source.first_line, column=match.start(3) + 1)
    taken = f"a game after its first click on ({start[0]},{start[1]})"
    return Reading(opened_from(layout, start), (taken,), layout, start)


def _unmask(data: bytearray, bits: int) -> None:
    """Take the mask off: each half was mixed with digests of the other, the second half last."""
    half = len(data) // 2
    second_half = _mixed(data[half:], data[:half])
    if bits % 8:
        second_half[-1] &= 0xFF00 >> bits % 8 & 0xFF  # the bits of the last byte that are used
    first_half = _mixed(data[:half], second_half)
    data[:] = first_half + second_half


def _mixed(target: bytearray, seed: bytearray) -> bytearray:
    stream = b""
    for block_number in range(-(-len(target) // hashlib.sha1().digest_size)):
        stream += hashlib.sha1(bytes(seed) + str(block_number).encode()).digest()
    return bytearray(
        target_byte ^ stream_byte for target_byte, stream_byte in zip(target, stream, strict=False)
    )


def _is_link(source: Source) -> bool:
    return len(source.lines) == 1 and _LINK.fullmatch(source.lines[0]) is not None


def _read_link(source: Source) -> Reading:
    match = _LINK.fullmatch(source.lines[0]) if len(source.lines) == 1 else None
    if match is None:
        raise BoardFormatError("no link such as ...?b=1616&m=46c0...", line=source.first_line)
    half = len(match[1]) // 2
    cols, rows = _LEVELS.get(match[1]) or (int(match[1][:half] or 0), int(match[1][half:]))
    digits = -(-rows * cols // 5)
    if not 0 < rows * cols <= MAX_CELLS or len(match[2]) != digits:
        message = f"a link to {rows}x{cols} cells has {digits} digits, not {len(match[2])}"
        raise BoardFormatError(message, line=source.first_line, column=match.start(2) + 1)
    bits = []
    for digit in match[2]:
        bits += [int(digit, 32) >> (4 - bit_index) & 1 for bit_index in range(5)]
    layout = _layout_of(bits, rows, cols)
    return Reading(layout.board, ("a whole layout",), layout)


def _subject_of_id(source: Source) -> Board:
    board: Board = _read_id(source).subject
    return board


def _subject_of_link(source: Source) -> Board:
    board: Board = _read_link(source).subject
    return board


FORMATS = (
    Format(
        "tatham",
        "game IDs of Simon Tatham's Mines, after the first click: 9x9:4,4,m00b7...",
        _subject_of_id,
        _is_id,
        rank=-1,
        interprets=_read_id,
    ),
    Format(
        "pttacg",
        "links to whole layouts of the PTTACG ZiNi calculator: ...?b=1616&m=46c0...",
        _subject_of_link,
        _is_link,
        rank=-1,
        interprets=_read_link,
    ),
)
