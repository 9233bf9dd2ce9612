"""Whatever a user drops on the page: boards in any format, screenshots, layouts to play, recorded games."""

from base64 import b64decode
from pathlib import Path
from typing import Any

from ..base.errors import BoardFormatError, MinesolverError, MoveError, counted
from ..game.replay import Replay, positions
from ..io import formats, replays
from ..io.formats import FORMATS
from ..io.formats.drawings import text_in_png
from ..io.formats.links import page_board
from ..io.formats.pasting import Reading
from ..model.board import Board
from ..model.layout import Layout
from .page import MAX_CELLS, MAX_SIDE

_BOARDS = 1000  # of one file
_TEXT = 400_000
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")


class TooLargeError(MinesolverError):
    """A board beyond what the page takes."""

    kind = "too-large"


def check_size(rows: int, cols: int) -> None:
    if rows * cols > MAX_CELLS or max(rows, cols) > MAX_SIDE:
        raise TooLargeError(
            f"{rows}x{cols} is more than this page takes: {MAX_CELLS} cells, {MAX_SIDE} in a row or column"
        )


def read(
    *,
    text: str | None = None,
    data: str = "",
    name: str = "",
    format: str | None = None,
    signs: str | None = None,
    left: int | None = None,
    flags_are_guesses: bool = False,
) -> dict[str, Any]:
    """What a text is, or a file (``data``: its bytes in base64): boards, a layout to play, or a replay.

    Under ``read`` of a board is what was taken for what; ``signs``, ``left`` and ``flags_are_guesses`` as for
    ``Board.parse``.
    Cells of a screenshot to look at again are ``uncertain``; ``picture`` is how it was read: where its first
    cell is (``box``: left, top, width, height), its flags, what else each doubtful cell may be, whether it is
    a question, why no layout fits it, and what its mine counter shows. Raises BoardFormatError: it is none of
    these.
    """
    text, content = _content(text, data, name)
    suffix = Path(name).suffix.lower()
    if content is not None and suffix in _of_bytes():
        layout = Layout.from_board(formats.parse(content, name))
        check_size(layout.rows, layout.cols)
        cells = sorted(layout.mine_cells)
        size = {"rows": layout.rows, "cols": layout.cols, "mines": len(cells)}
        return {"kind": "layout", "layout": size | {"layout": cells}}
    if content is not None and (drawn := text_in_png(content)) is not None:
        text = drawn
    elif content is not None and suffix in _PICTURES:
        from ..io import screenshots
        from ..screenshots.words import sentences

        seen = screenshots.read(content)
        picture = {
            "box": (seen.grid.left, seen.grid.top, seen.grid.width, seen.grid.height),
            "flags": seen.flags,
            "instead": [(cell.cell, cell.instead) for cell in seen.uncertain],
            "doubtful": seen.doubtful,
            "contradiction": seen.contradiction,
            "counter": seen.counter,
            "notes": sentences(seen)[1:],
        }
        uncertain = [*dict.fromkeys([*(cell.cell for cell in seen.uncertain), *seen.against])]
        return {
            "kind": "boards",
            "boards": [_written(seen.board)],
            "uncertain": uncertain,
            "picture": picture,
        }
    if _is_replay(text, suffix):
        return {"kind": "replay", "replay": _recording(text, content, name)}
    assert text is not None
    readings = formats.interpret_many(
        text, format=format, signs=signs, left=left, flags_are_guesses=flags_are_guesses
    )
    boards = [_written(reading.subject) | _as_read(reading) for reading in readings]
    if not boards:
        raise BoardFormatError("there is no board in this text")
    if len(boards) > _BOARDS:
        raise BoardFormatError(f"{len(boards)} boards are more than this page shows ({_BOARDS})")
    return {"kind": "boards", "boards": boards, "uncertain": []}


def _as_read(reading: Reading) -> dict[str, Any]:
    """What was taken for what, where there is something to say."""
    return {"read": list(reading.taken)} if reading.taken else {}


def _written(board: Any) -> dict[str, Any]:
    if not isinstance(board, Board):
        found = page_board(board)
        if len(board) > MAX_CELLS or max(board.shape) > MAX_SIDE:
            raise TooLargeError(
                f"{board.title} is more than this page takes: {MAX_CELLS} cells, {MAX_SIDE} in a row"
            )
        return found
    check_size(*board.shape)
    density = None if board.density is None else str(board.density)
    return {"rows": str(board).splitlines()[-board.rows :], "mines": board.mines, "density": density}


def _content(text: str | None, data: str, name: str) -> tuple[str | None, bytes | None]:
    """(text, bytes): the text, or None for a file that is not text by its name."""
    if (text is None) == (not data):
        raise BoardFormatError("give either text or data")
    if text is not None:
        if len(text) > _TEXT:
            raise TooLargeError(f"a text has at most {_TEXT} characters")
        return text, None
    try:
        content = b64decode(data, validate=True)
    except ValueError:  # also where it is not ASCII
        raise BoardFormatError("data is not base64") from None
    if Path(name).suffix.lower() in (*replays.SUFFIXES, *_PICTURES, *_of_bytes()):
        return None, content
    return formats.decode_text(content, name or "the file"), content


def _of_bytes() -> tuple[str, ...]:
    return tuple(suffix for name in FORMATS for suffix in FORMATS.get(name).suffixes)


def _is_replay(text: str | None, suffix: str) -> bool:
    return suffix in replays.SUFFIXES or (
        text is not None and text.lstrip().startswith("{") and '"cell"' in text and '"board"' not in text
    )


def _recording(text: str | None, content: bytes | None, name: str) -> dict[str, Any]:
    short = Path(name).name
    found: Replay = (
        replays.load(content or b"", short) if text is None else replays.parse(text, short or "replay")
    )
    if not isinstance(found.board, Board):
        raise BoardFormatError("this is a game under rules, which minesolver review grades")
    check_size(*found.board.shape)
    if len(found.steps) > MAX_CELLS:
        raise MoveError(f"{counted(len(found.steps), 'move')} are more than this page shows")
    for _ in positions(found):  # refuses what cannot be
        pass
    steps = [
        {
            "cells": step.cells,
            "shown": [(*cell, code) for cell, code in sorted(step.shown.items())],
            "seconds": step.seconds,
        }
        for step in found.steps
    ]
    size = {"rows": found.board.rows, "cols": found.board.cols, "mines": found.board.mines}
    return size | {"protected": found.protected, "source": found.source, "steps": steps}
