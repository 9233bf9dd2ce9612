"""Layouts (where the mines are) as files.

Files: ``canonical`` and ``mine`` text with every cell open, ``json``, and binary ``.mbf``: width and height
(a byte each), the number of mines (two bytes, high byte first), then column and row (a byte each) of every
mine.
Arbiter's ``.abf`` is read as the same: JSMinesweeper, which opens both, makes no difference between them.
"""

from __future__ import annotations

import json
from collections.abc import Iterable
from pathlib import Path

from ..base.errors import BoardFormatError, UnknownNameError
from ..base.limits import json_value
from ..model.board import HIDDEN, MINE, Board
from ..model.layout import Layout

FORMATS = ("canonical", "mine", "mbf", "json")
TEXTS = ("canonical", "grid", "indexed", "framed", "mine", "json")


def write_text(board: Board, format: str = "canonical") -> str:
    """A board, which may be a position or a whole layout, as text that :meth:`Board.parse` reads back.

    format: ``canonical``; ``grid`` (-1 hidden, 10 a mine; without the mine count); ``indexed``, the same with
        the row's number before each row; ``framed``, with the column numbers below as well, both by tabs as
        the inference report prints its boards; ``mine``, which needs the mine count; ``json``, which has no
        place for a density
    Returns: The text, without a newline at its end.
    Raises BoardFormatError: the format has no sign for something on the board; UnknownNameError: no such
        format.
    """
    if format == "canonical":
        return str(board)
    if format == "grid":
        return "\n".join(" ".join(f"{code:2d}" for code in row) for row in board.grid.tolist())
    if format in ("indexed", "framed"):
        lines = ["\t".join(map(str, (number, *row))) for number, row in enumerate(board.grid.tolist())]
        footer = "\t".join(["", *map(str, range(board.cols))])
        return "\n".join(lines + [footer] * (format == "framed"))
    if format == "mine":
        if board.mines is None:
            raise BoardFormatError("a .mine text needs the mine count")
        signs = {HIDDEN: "H", MINE: "F"}
        rows = ["".join(signs.get(code, str(code)) for code in row) for row in board.grid.tolist()]
        return "\n".join([f"{board.cols}x{board.rows}x{board.mines}", *rows])
    if format == "json":
        if board.density is not None:
            raise BoardFormatError("the json format has no place for a mine density")
        signs = {HIDDEN: "#", MINE: "*"}
        rows = ["".join(signs.get(code, str(code)) for code in row) for row in board.grid.tolist()]
        return json.dumps({"board": rows} if board.mines is None else {"board": rows, "mines": board.mines})
    raise UnknownNameError(f"cannot write text in format {format!r}; known: {', '.join(TEXTS)}")


def encode(layouts: Iterable[Layout], format: str) -> bytes:
    """A file of layouts: texts separated by blank lines, JSON a line each; ``mbf`` holds one.

    format: One of ``FORMATS``
    Returns: The bytes of the file.
    Raises BoardFormatError: A layout that the format cannot hold, or several for ``mbf``; UnknownNameError:
        no such format.
    """
    layouts = list(layouts)
    if format not in FORMATS:
        raise UnknownNameError(f"unknown layout format {format!r}; known: {', '.join(FORMATS)}")
    if format == "mbf":
        if len(layouts) != 1:
            raise BoardFormatError(f"a .mbf file holds one board, not {len(layouts)}")
        return layouts[0].to_mbf()
    between = "\n" if format == "json" else "\n\n"
    return (between.join(layout.text(format) for layout in layouts) + "\n").encode()


def read(path: str | Path) -> list[Layout]:
    """All layouts of a file: ``.mbf`` and ``.abf`` by their names, else any text format with all safe cells
    open, such as ``minesolver generate`` writes.

    Raises BoardFormatError: it holds no layouts; OSError: it cannot be read.
    """
    from .formats import parse_many, read_text

    path = Path(path)
    if path.suffix.lower() in (".mbf", ".abf"):
        return [Layout.from_mbf(path.read_bytes())]
    return [Layout.from_board(board) for board in parse_many(_only_boards(read_text(path)))]


def _only_boards(text: str) -> str:
    """JSON lines without what ``minesolver generate`` writes beside the board; other text as it is."""
    kept = []
    for line in text.splitlines():
        try:
            values = json_value(line)
        except (json.JSONDecodeError, RecursionError, BoardFormatError):
            return text
        if not isinstance(values, dict):
            return text
        kept.append(json.dumps({name: values[name] for name in ("board", "mines") if name in values}))
    return "\n".join(kept)
