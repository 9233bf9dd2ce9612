"""Levels of other games as formats: Hexcells and Tametsi. Their readers are loaded when there is a level."""

from collections.abc import Callable, Sequence
from typing import Any

from ...base.errors import BoardFormatError
from .readings import Reading
from .source import Format, Source


def beginning(line: str) -> Callable[[Sequence[str], str], bool] | None:
    """Of a line with which a level begins: what tells from its lines so far if it goes on with another."""
    if line.strip() == "Hexcells level v1":
        from .hexcells import goes_on

        return goes_on
    if line.lstrip().startswith("<PUZZLE"):
        from .tametsi import goes_on as goes_on_in_xml

        return goes_on_in_xml
    return None


def _reading(game: str, source: Source) -> Reading:
    from . import hexcells, tametsi

    reader = hexcells.read if game == "hexcells" else tametsi.read
    level = reader(source.lines, source.first_line)
    if source.mines is not None or source.density is not None:
        raise BoardFormatError("a level tells its mine count: leave it out", line=source.first_line)
    title = f" {level.title!r}" if level.title else ""
    return Reading(level.board, (f"the level{title} of {game.capitalize()}",), level=level)


def _read_hexcells(source: Source) -> Reading:
    return _reading("hexcells", source)


def _read_tametsi(source: Source) -> Reading:
    return _reading("tametsi", source)


def _write_hexcells(board: Any) -> str:
    from .hexcells import write_board

    return write_board(board)


def _write_tametsi(board: Any) -> str:
    from .tametsi import write_board

    return write_board(board)


def _begins(source: Source, first_words: str) -> bool:
    return bool(source.lines) and source.lines[0].lstrip().startswith(first_words)


FORMATS = (
    Format(
        "hexcells",
        "levels of Hexcells (.hexcells), as the game and SixCells have them: Hexcells level v1, 33 rows",
        lambda source: _read_hexcells(source).subject,
        lambda source: _begins(source, "Hexcells level v1"),
        _write_hexcells,
        rank=-1,
        rules=True,
        interprets=_read_hexcells,
    ),
    Format(
        "tametsi",
        "levels of Tametsi (.puz): XML with tiles, their neighbours, and the sums of lines and colours",
        lambda source: _read_tametsi(source).subject,
        lambda source: _begins(source, "<PUZZLE"),
        _write_tametsi,
        rank=-1,
        rules=True,
        interprets=_read_tametsi,
    ),
)
