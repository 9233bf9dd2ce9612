"""Games of others as a line: IDs of Simon Tatham's Mines, and links of the PTTACG ZiNi calculator.

Both say where all mines are. An ID, ``9x9:4,4,m00b7...``, has width x height, the cell that is opened first
(column, row) and a bit for each cell as hexadecimal digits: as they are after ``u``; after ``m`` masked, as
the puzzle collection describes it, by SHA-1 of one half over the other and back. It is read as the position
after the first click. A link, ``...?b=1616&m=46c0...``, has width and height (1, 2 and 3 are the usual
levels) and five cells in each digit of base 32. It is read as the whole layout.
"""

import hashlib
import re

from ...base.errors import BoardFormatError
from ...model.board import HIDDEN, MAX_CELLS, Board, Cell, neighbours
from ...model.layout import Layout
from .pasting import Reading
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
    around = neighbours(layout.rows, layout.cols)
    seen = {start[0] * layout.cols + start[1]}
    waiting = list(seen)
    while waiting:
        index = waiting.pop()
        if codes[index] == 0:
            fresh = [other for other in around[index] if other not in seen]
            seen.update(fresh)
            waiting += fresh
    shown = [code if index in seen else HIDDEN for index, code in enumerate(codes)]
    rows = [shown[k : k + layout.cols] for k in range(0, len(shown), layout.cols)]
    return Board(rows, layout.mines)


def _layout_of(bits: list[int], rows: int, cols: int) -> Layout:
    return Layout(rows, cols, frozenset(divmod(k, cols) for k in range(rows * cols) if bits[k]))


def _is_id(source: Source) -> bool:
    line = source.lines[0] if len(source.lines) == 1 else ""
    return _ID.fullmatch(line) is not None or _UNBEGUN.match(line) is not None


def _read_id(source: Source) -> Reading:
    line = source.lines[0] if len(source.lines) == 1 else ""
    match = _ID.fullmatch(line)
    if match is None:
        what = "no game ID such as 9x9:4,4,m00b7..."
        if _UNBEGUN.match(line):
            what = "this game ID has no mines yet: its first click draws them; take the ID after that"
        raise BoardFormatError(what, line=source.first_line)
    cols = int(match[1])
    rows = int(match[2] or cols)
    if not 0 < rows * cols <= MAX_CELLS or len(match[6]) != -(-rows * cols // 4):
        what = f"a game ID of {rows}x{cols} cells has {-(-rows * cols // 4)} digits, not {len(match[6])}"
        raise BoardFormatError(what, line=source.first_line, column=match.start(6) + 1)
    size = -(-rows * cols // 8)
    data = bytearray.fromhex(match[6].ljust(2 * size, "0"))
    if match[5] == "m":
        _unmask(data, rows * cols)
    bits = [data[k // 8] >> (7 - k % 8) & 1 for k in range(rows * cols)]
    layout = _layout_of(bits, rows, cols)
    if match[3] is None:
        return Reading(layout.board, ("a whole layout",), layout)
    start = int(match[4]), int(match[3])
    if start[0] >= rows or start[1] >= cols or start in layout.mine_cells:
        what = "the cell that this game ID opens first is no cell without a mine"
        raise BoardFormatError(what, line=source.first_line, column=match.start(3) + 1)
    taken = f"a game after its first click on ({start[0]},{start[1]})"
    return Reading(opened_from(layout, start), (taken,), layout, start)


def _unmask(data: bytearray, bits: int) -> None:
    """Take the mask off: each half was mixed with digests of the other, the second half last."""
    half = len(data) // 2
    first, second = data[:half], data[half:]
    second = _mixed(second, first)
    if bits % 8:
        second[-1] &= 0xFF00 >> bits % 8 & 0xFF
    first = _mixed(first, second)
    data[:] = first + second


def _mixed(target: bytearray, seed: bytearray) -> bytearray:
    stream = b""
    for number in range(-(-len(target) // hashlib.sha1().digest_size)):
        stream += hashlib.sha1(bytes(seed) + str(number).encode()).digest()
    return bytearray(a ^ b for a, b in zip(target, stream, strict=False))


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
        what = f"a link to {rows}x{cols} cells has {digits} digits, not {len(match[2])}"
        raise BoardFormatError(what, line=source.first_line, column=match.start(2) + 1)
    bits = [int(digit, 32) >> (4 - k) & 1 for digit in match[2] for k in range(5)]
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
