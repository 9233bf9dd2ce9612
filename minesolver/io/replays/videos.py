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
_SECONDS = 60
_LARGEST = 1e100  # of a number of a game; the reader says the largest float where there is none
_CLOSED = (10, 11, 12, 13, 14)  # closed, flagged, question mark, pressed, wrong flag
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
    "numbers": {name: number(own) for name, own in json.loads(sys.argv[3]).items()},
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
    with TemporaryDirectory() as directory:  # a crash leaves its log there
        path = Path(directory, f"video{suffix}")
        path.write_bytes(data)
        try:
            run = subprocess.run(
                [sys.executable, "-c", _CHILD, SUFFIXES[suffix], str(path), json.dumps(_NUMBERS)],
                capture_output=True,
                timeout=_SECONDS,
                check=False,
                cwd=directory,
            )
        except subprocess.TimeoutExpired:
            raise BoardFormatError(f"{name}: ms_toollib did not come to an end with it") from None
    try:
        found = json.loads(run.stdout)
    except ValueError:
        raise BoardFormatError(f"{name} is not a {suffix} file that ms_toollib can read") from None
    steps = (_step(found, *move) for move in found["moves"])
    program = found["software"].strip(chr(0)) or "unknown program"
    return Replay(
        Board.hidden(found["rows"], found["cols"], found["mines"]),
        True,
        tuple(step for step in steps if step is not None),
        f"{name} ({program})",
        {name: value for name, value in found["numbers"].items() if _is_number(value)},
        layout=_mines_of(found["board"]),
    )


def _mines_of(board: list[list[int]]) -> frozenset[Cell]:
    """The mines of a layout as the reader has it: -1 for each."""
    return frozenset((r, c) for r, row in enumerate(board) for c, code in enumerate(row) if code == -1)


def _is_number(value: float | None) -> bool:
    return value is not None and abs(value) < _LARGEST


def _step(
    video: dict[str, Any], seconds: float, x: int, y: int, before: list[list[int]], after: list[list[int]]
) -> ReplayStep | None:
    """The cells that a click opened, from the boards around it; None where it opened none."""
    rows, cols, side = video["rows"], video["cols"], max(1, video["side"])
    closed = {(r, c) for r in range(rows) for c in range(cols) if before[r][c] in _CLOSED}
    shown: dict[Cell, int] = {}
    for r, c in closed:
        if after[r][c] <= 8:
            shown[r, c] = after[r][c]
        elif after[r][c] == _EXPLODED:
            shown[r, c] = MINE
    if not shown:
        return None
    clicked = (y // side, x // side)
    if clicked in closed:
        return ReplayStep((clicked,), shown, seconds) if clicked in shown else None
    near = neighbours(rows, cols)[clicked[0] * cols + clicked[1]]
    chorded = [divmod(i, cols) for i in near if before[i // cols][i % cols] in _CLOSED]
    cells = tuple(cell for cell in chorded if before[cell[0]][cell[1]] != 11 and cell in shown)
    return ReplayStep(cells, dict(sorted(shown.items())), seconds) if cells else None
