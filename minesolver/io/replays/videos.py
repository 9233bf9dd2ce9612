"""Replay files of Minesweeper programs, read by ``ms_toollib`` (the extra ``replay``).

The reader aborts its whole process on a file that it does not understand, so it gets a process of its own.
"""

import json
import subprocess
import sys
from importlib.util import find_spec
from pathlib import Path
from tempfile import TemporaryDirectory
from typing import Any

from ...base.errors import BoardFormatError, extra
from ...game.replay import Replay, ReplayStep
from ...model.board import MINE, Board, Cell, neighbours

SUFFIXES = {".avf": "AvfVideo", ".rmv": "RmvVideo", ".mvf": "MvfVideo", ".evf": "EvfVideo"}
"""File names by which these formats are known, and their readers."""

_NUMBERS = {
    "3BV": "bbbv", "3BV/s": "bbbv_s", "openings": "op", "islands": "isl", "ZiNi": "zini", "HZiNi": "hzini",
    "clicks": "cl", "effective clicks": "ce", "IOE": "ioe", "correctness": "corr", "throughput": "thrp",
    "path": "path", "flags": "flag", "STNB": "stnb", "RQP": "rqp", "QG": "qg",
    "seconds": "rtime",
}  # fmt: skip
"""What players call it, and where ``ms_toollib`` has it."""
_MAX_SECONDS = 60
_LARGEST = 1e100  # of a number of a game; the reader says the largest float where there is none
# Codes of cells on the reader's boards.
_FLAGGED = 11
_CLOSED = (10, _FLAGGED, 12, 13, 14)  # closed, flagged, question mark, pressed, wrong flag
_EXPLODED = 15

_CHILD = """
import json, sys
import ms_toollib
video = getattr(ms_toollib, sys.argv[1])(sys.argv[2])
video.parse()
video.analyse()
moves = []
for event in video.events:
    if event.useful_level < 2:
        continue
    before, after = event.prior_game_board.game_board, event.next_game_board.game_board
    if before != after and event.event is not None and event.event.is_mouse():
        mouse = event.event.unwrap_mouse()
        moves.append([event.time, mouse.x, mouse.y, before, after])
# Numbers are those of a moment: of the last event, and rates of the time then, which is clamped to the end.
video.current_event_id = len(video.events) - 1
video.current_time = 1e9
def number(name):
    try:
        return float(getattr(video, name))
    except Exception:  # some are of finished games only
        return None
print(json.dumps({
    "numbers": {name: number(attribute) for name, attribute in json.loads(sys.argv[3]).items()},
    "rows": video.row, "cols": video.column, "mines": video.mine_num, "side": video.pix_size,
    "software": str(video.software), "board": [list(row) for row in video.board], "moves": moves,
}))
"""


def video(data: bytes, name: str) -> Replay:
    """The game in a video's bytes. Raises BoardFormatError: it is none; MissingDependencyError: no reader."""
    suffix = Path(name).suffix.lower()
    with extra("replay", f"{suffix} files need ms_toollib"):
        if find_spec("ms_toollib") is None:
            raise ImportError
    if not data:
        raise BoardFormatError(f"{name} is empty")
    # In a process of its own: a broken file can crash the reader, or keep it for ever.
    with TemporaryDirectory() as directory:  # a crash leaves its log there
        path = Path(directory, f"video{suffix}")
        path.write_bytes(data)
        try:
            run = subprocess.run(
                [sys.executable, "-c", _CHILD, SUFFIXES[suffix], str(path), json.dumps(_NUMBERS)],
                capture_output=True,
                timeout=_MAX_SECONDS,
                check=False,
                cwd=directory,
            )
        except subprocess.TimeoutExpired:
            raise BoardFormatError(f"{name}: ms_toollib did not come to an end with it") from None
    try:
        values = json.loads(run.stdout)
    except ValueError:
        raise BoardFormatError(f"{name} is not a {suffix} file that ms_toollib can read") from None
    steps = []
    for move in values["moves"]:
        step = _step(values, *move)
        if step is not None:
            steps.append(step)
    program = values["software"].strip(chr(0)) or "unknown program"
    return Replay(
        Board.hidden(values["rows"], values["cols"], values["mines"]),
        True,
        tuple(steps),
        f"{name} ({program})",
        {label: value for label, value in values["numbers"].items() if _is_number(value)},
        layout=_mines_of(values["board"]),
    )


def _mines_of(board: list[list[int]]) -> frozenset[Cell]:
    """The mines of a layout as the reader has it: -1 for each."""
    mine_cells: set[Cell] = set()
    for row_number, row in enumerate(board):
        mine_cells.update((row_number, column) for column, code in enumerate(row) if code == -1)
    return frozenset(mine_cells)


def _is_number(value: float | None) -> bool:
    return value is not None and abs(value) < _LARGEST


def _step(
    video: dict[str, Any],
    seconds: float,
    x: int,
    y: int,
    board_before: list[list[int]],
    board_after: list[list[int]],
) -> ReplayStep | None:
    """The cells that a click opened, from the boards before and after it; None where it opened none."""
    rows = video["rows"]
    cols = video["cols"]
    side = max(1, video["side"])
    # The reader does not tell what a click did: only cells that were closed can have been opened by it.
    closed_cells: set[Cell] = set()
    opened: dict[Cell, int] = {}
    for row in range(rows):
        for col in range(cols):
            if board_before[row][col] not in _CLOSED:
                continue
            closed_cells.add((row, col))
            code = board_after[row][col]
            if code <= 8:
                opened[row, col] = code
            elif code == _EXPLODED:
                opened[row, col] = MINE
    if not opened:
        return None

    # A click on a closed cell opens it; one on an open cell was a chord, which opens those around it.
    clicked_row = y // side
    clicked_col = x // side
    clicked = (clicked_row, clicked_col)
    if clicked in closed_cells:
        return ReplayStep((clicked,), opened, seconds) if clicked in opened else None
    chord_cells = []
    for cell_index in neighbours(rows, cols)[clicked_row * cols + clicked_col]:
        row, col = divmod(cell_index, cols)
        if (row, col) in opened and board_before[row][col] != _FLAGGED:
            chord_cells.append((row, col))
    if not chord_cells:
        return None
    return ReplayStep(tuple(chord_cells), dict(sorted(opened.items())), seconds)
