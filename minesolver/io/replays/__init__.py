"""Recorded games, move by move: our own JSON lines, RawVF, and avf, rmv, mvf, evf through ``ms_toollib``.

>>> lines = ['{"rows": 1, "cols": 4, "mines": 1, "layout": [[0, 3]]}', '{"cell": [0, 0]}']
>>> replay = parse("\\n".join(lines))
>>> [(step.cells, step.shown) for step in replay.steps]
[(((0, 0),), {(0, 0): 0, (0, 1): 0, (0, 2): 1})]
"""

from pathlib import Path

from ...base.errors import BoardFormatError
from ...base.files import read_file
from ...game.replay import Replay
from ..formats import decode_text
from .rawvf import is_rawvf, parse_rawvf, write_rawvf
from .saved_games import parse
from .videos import SUFFIXES, video

__all__ = ["OTHER_KINDS", "SUFFIXES", "TEXT_SUFFIXES", "load", "parse", "read", "write_rawvf"]

TEXT_SUFFIXES = (".jsonl", ".rawvf")
"""File names of replays that are text: what is in them tells the two apart."""
OTHER_KINDS = {
    ".mvr": "Minesweeper X",
    ".evfs": "Metasweeper, several games",
    ".fsvf": "FreeSweeper",
    ".umf": "Universal Minesweeper Format",
}
"""Kinds of videos that nothing here reads, and whose they are: converters write them as RawVF."""
_BEGINNINGS = {b"*rmv": ".rmv", b"\x11M": ".mvf"}
"""How videos begin whose kind can be told."""


def load(data: bytes, name: str) -> Replay:
    """The game in the bytes of a file: a video by its name (``SUFFIXES``), or by how it begins; RawVF; else
    JSON lines.

    Raises BoardFormatError: it is none; MissingDependencyError: a video without ``ms_toollib``.
    """
    if name.lower().endswith(tuple(SUFFIXES)):
        return video(data, name)
    suffix = Path(name).suffix.lower()
    if suffix in OTHER_KINDS:
        video_kind = f"a video of {OTHER_KINDS[suffix]}: a converter to RawVF makes a text of it that is read"
        raise BoardFormatError(f"{name} is {video_kind}")
    for beginning, kind in _BEGINNINGS.items():
        if data.startswith(beginning):
            return video(data, name + kind)
    text = decode_text(data, name)
    return parse_rawvf(text, name) if is_rawvf(text) else parse(text, name)


def read(path: str | Path) -> Replay:
    """The game in a file; see :func:`load`. Raises OSError: it cannot be read."""
    return load(read_file(path, BoardFormatError), str(path))
