"""Whatever a user drops on the page: boards in any format, screenshots, layouts to play, recorded games."""

from __future__ import annotations

from base64 import b64decode
from pathlib import Path

from ..base.errors import BoardFormatError, MoveError, counted
from ..game.replay import Replay, positions
from ..io import formats, replays
from ..io.formats import FORMATS
from ..model.layout import Layout
from .boards import check_size
from .games import recorded
from .models import (
    MAX_CELLS,
    LayoutModel,
    ReadAnswer,
    ReadRequest,
    ReplayAnswer,
    ReviewRequest,
    model_of,
)

_BOARDS = 1000  # of one file
_PICTURES = (".png", ".jpg", ".jpeg", ".webp", ".bmp", ".gif")


def read(request: ReadRequest, seconds: float) -> ReadAnswer:
    """What a text or a file is: boards, a layout to play, or a replay. Raises :class:`BoardFormatError`."""
    text, data = _content(request)
    suffix = Path(request.name).suffix.lower()
    if data is not None and suffix in _of_bytes():
        layout = Layout.from_board(formats.parse(data, request.name))
        check_size(layout.rows, layout.cols)
        cells = sorted(layout.mine_cells)
        model = LayoutModel(rows=layout.rows, cols=layout.cols, mines=len(cells), layout=cells)
        return ReadAnswer(kind="layout", layout=model)
    if data is not None and suffix in _PICTURES:
        from ..io import screenshots

        seen = screenshots.read(data)
        check_size(*seen.board.shape)
        uncertain = [cell.cell for cell in seen.uncertain]
        return ReadAnswer(kind="boards", boards=[model_of(seen.board)], uncertain=uncertain)
    if _is_replay(text, suffix):
        return ReadAnswer(
            kind="replay", replay=ReplayAnswer.model_validate(_recording(text, data, request.name))
        )
    assert text is not None
    boards = formats.parse_many(text, format=request.format)
    if not boards:
        raise BoardFormatError("there is no board in this text")
    if len(boards) > _BOARDS:
        raise BoardFormatError(f"{len(boards)} boards are more than this page shows ({_BOARDS})")
    for board in boards:
        check_size(*board.shape)
    return ReadAnswer(kind="boards", boards=[model_of(board) for board in boards])


def replay(request: ReviewRequest, seconds: float) -> ReplayAnswer:
    """The moves of a recorded game, or of a game played here."""
    return ReplayAnswer.model_validate(recorded(request) if request.game is not None else load(request))


def load(request: ReadRequest) -> Replay:
    """The recorded game in a text or a file. Raises :class:`BoardFormatError`."""
    text, data = _content(request)
    return _recording(text, data, request.name)


def _content(request: ReadRequest) -> tuple[str | None, bytes | None]:
    """(text, bytes): the text, or None for a file that is not text by its name."""
    if (request.text is None) == (request.data is None):
        raise BoardFormatError("give either text or data")
    if request.text is not None:
        return request.text, None
    try:
        data = b64decode(request.data or "", validate=True)
    except ValueError:  # also where it is not ASCII
        raise BoardFormatError("data is not base64") from None
    if Path(request.name).suffix.lower() in (*replays.SUFFIXES, *_PICTURES, *_of_bytes()):
        return None, data
    return formats.decode_text(data, request.name or "the file"), data


def _of_bytes() -> tuple[str, ...]:
    return tuple(suffix for name in FORMATS for suffix in FORMATS.get(name).suffixes)


def _is_replay(text: str | None, suffix: str) -> bool:
    return suffix in replays.SUFFIXES or (
        text is not None and text.lstrip().startswith("{") and '"cell"' in text and '"board"' not in text
    )


def _recording(text: str | None, data: bytes | None, name: str) -> Replay:
    short = Path(name).name
    found = replays.load(data or b"", short) if text is None else replays.parse(text, short or "replay")
    check_size(found.rows, found.cols)
    if len(found.steps) > MAX_CELLS:
        raise MoveError(f"{counted(len(found.steps), 'move')} are more than this page shows")
    for _ in positions(found):  # refuses what cannot be
        pass
    return found
