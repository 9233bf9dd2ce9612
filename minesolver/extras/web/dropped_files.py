"""Whatever a user drops on the page: boards in any format, screenshots, layouts to play, recorded games."""

from base64 import b64decode
from pathlib import Path
from typing import Any

from ...base.errors import BoardFormatError, MinesolverError, MoveError, counted
from ...game.replay import Replay, positions
from ...io import formats, replays
from ...io.formats import FORMATS
from ...io.formats.drawings import text_in_png
from ...io.formats.links import page_board
from ...io.readers import read_picture
from ...model.board import Board
from ...model.layout import Layout
from .page import MAX_CELLS, MAX_SIDE

_MAX_BOARDS = 1000  # of one file
_MAX_TEXT = 400_000  # characters
_PICTURE_SUFFIXES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")


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
    reading: int | None = None,
    whole: bool = False,
    board: int | None = None,
    shape: list[int] | None = None,
) -> dict[str, Any]:
    """What a text is, or a file (``data``: its bytes in base64): boards, a layout to play, or a replay.

    Under ``read`` of a board is what was taken for what; ``signs``, ``left``, ``flags_are_guesses`` and
    ``reading`` as for ``Board.parse``; ``board``: which one of a screenshot that has several, from 1;
    ``shape``: the rows and columns of its board, where they are known.
    Cells of a screenshot to look at again are ``uncertain``; ``picture`` is how it was read: where its first
    cell is (``box``: left, top, width, height), its flags, what else each doubtful cell may be, whether it is
    a question, why no layout fits it, what its mine counter shows, the sides on which the edge cuts it
    (``cut``), and, where it has several boards, the size and box of each (``boards``) and which one was read
    (``board``). Raises BoardFormatError: it is none of these.
    """
    # Files are told by their bytes and names, texts by what they say.
    text, content = _content(text, data, name)
    file_suffix = Path(name).suffix.lower()
    if content is not None:
        if file_suffix in _binary_suffixes():
            return {"kind": "layout", "layout": _layout_values(content, name)}
        # A picture of ours has its board as text, which is exact; others are read as screenshots.
        drawn_text = text_in_png(content)
        if drawn_text is not None:
            text = drawn_text
        elif file_suffix in _PICTURE_SUFFIXES:
            return _screenshot_values(content, board, shape)
    if _is_replay(text, file_suffix):
        return {"kind": "replay", "replay": _replay_values(text, content, name)}
    assert text is not None

    # Any number of boards, in any format that solve reads.
    readings = formats.interpret_many(
        text,
        format=format,
        signs=signs,
        left=left,
        flags_are_guesses=flags_are_guesses,
        reading=reading,
        whole=whole,
    )
    board_values = []
    for board_reading in readings:
        one_board = _board_values(board_reading.subject)
        if board_reading.taken:
            one_board["read"] = list(board_reading.taken)
        board_values.append(one_board)
    if not board_values:
        raise BoardFormatError("there is no board in this text")
    if len(board_values) > _MAX_BOARDS:
        raise BoardFormatError(
            f"{len(board_values)} boards are more than this page shows ({_MAX_BOARDS})"
        )
    return {"kind": "boards", "boards": board_values, "uncertain": []}


def _layout_values(content: bytes, name: str) -> dict[str, Any]:
    """The layout of a file, to be played."""
    layout = Layout.from_board(formats.parse(content, name, whole=True))
    check_size(layout.rows, layout.cols)
    mine_cells = sorted(layout.mine_cells)
    return {
        "rows": layout.rows,
        "cols": layout.cols,
        "mines": len(mine_cells),
        "layout": mine_cells,
    }


def _screenshot_values(
    content: bytes, board: int | None, shape: list[int] | None
) -> dict[str, Any]:
    """The answer about a picture: its board, how it was read, and the cells to look at again."""
    rows_and_cols = None if shape is None else (shape[0], shape[1])
    reading = read_picture(content, board=board, shape=rows_and_cols)
    return {
        "kind": "boards",
        "boards": [_board_values(reading.board)],
        "uncertain": reading.uncertain_cells,
        "picture": reading.picture_values,
    }


def _board_values(board: Any) -> dict[str, Any]:
    """A board as the page has it. Raises TooLargeError: it takes none of this size."""
    if not isinstance(board, Board):
        values = page_board(board)
        if len(board) > MAX_CELLS or max(board.shape) > MAX_SIDE:
            raise TooLargeError(
                f"{board._title} is more than this page takes: {MAX_CELLS} cells, {MAX_SIDE} in a row"
            )
        return values
    check_size(*board.shape)
    density = None if board.density is None else str(board.density)
    rows = str(board).splitlines()[-board.rows :]  # without the line of its size, where it has one
    values = {"rows": rows, "mines": board.mines, "density": density}
    return {**values, "cut": list(board.cut)} if board.cut else values


def _content(text: str | None, data: str, name: str) -> tuple[str | None, bytes | None]:
    """(text, bytes): the text, or None for a file that is not text by its name."""
    if (text is None) == (not data):
        raise BoardFormatError("give either text or data")
    if text is not None:
        if len(text) > _MAX_TEXT:
            raise TooLargeError(f"a text has at most {_MAX_TEXT} characters")
        return text, None
    try:
        file_bytes = b64decode(data, validate=True)
    except ValueError:  # also where it is not ASCII
        raise BoardFormatError("data is not base64") from None
    if Path(name).suffix.lower() in (*replays.SUFFIXES, *_PICTURE_SUFFIXES, *_binary_suffixes()):
        return None, file_bytes
    return formats.decode_text(file_bytes, name or "the file"), file_bytes


def _binary_suffixes() -> list[str]:
    """How the names of files end whose formats are bytes."""
    suffixes: list[str] = []
    for name in FORMATS:
        suffixes += FORMATS.get(name).suffixes
    return suffixes


def _is_replay(text: str | None, suffix: str) -> bool:
    if suffix in replays.SUFFIXES:
        return True
    if text is None or not text.lstrip().startswith("{"):
        return False
    return '"cell"' in text and '"board"' not in text


def _replay_values(text: str | None, content: bytes | None, name: str) -> dict[str, Any]:
    """A recorded game as the page has it. Raises MinesolverError: it cannot be, or the page shows no such."""
    file_name = Path(name).name
    replay: Replay
    if text is None:
        replay = replays.load(content or b"", file_name)
    else:
        replay = replays.parse(text, file_name or "replay")
    if not isinstance(replay.board, Board):
        raise BoardFormatError("this is a game under rules, which minesolver review grades")
    check_size(*replay.board.shape)
    if len(replay.steps) > MAX_CELLS:
        raise MoveError(f"{counted(len(replay.steps), 'move')} are more than this page shows")
    for _ in positions(replay):  # refuses what cannot be
        pass

    # Each step as the page plays it.
    step_values = []
    for replay_step in replay.steps:
        shown_cells = [(*cell, code) for cell, code in sorted(replay_step.shown.items())]
        step_values.append(
            {"cells": replay_step.cells, "shown": shown_cells, "seconds": replay_step.seconds}
        )
    return {
        "rows": replay.board.rows,
        "cols": replay.board.cols,
        "mines": replay.board.mines,
        "protected": replay.protected,
        "source": replay.source,
        "steps": step_values,
    }
