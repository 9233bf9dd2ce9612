"""What reads boards out of pictures: nothing that is here, where they are only drawn. Readers are added."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base.registry import Registry
from ..model.board import Board, Cell


@dataclass(frozen=True)
class PictureReading:
    """The board in a picture, and what has to be known of how it was read.

    sentences: How it was read, a line each
    json_values: The same as JSON values, for programs
    picture_values: The same for who shows the picture beside its board: also where in it the cells are
    is_question: Whether it is a question and no answer
    contradiction: Why no layout fits the board; None: one does, or it was not asked
    has_mine_count: Whether the picture shows the mine count, which the board then has
    is_part: Whether the picture shows a part of a board, so that no mine count of the whole holds for it
    uncertain_cells: The cells that may be misread
    """

    board: Board
    sentences: list[str]
    json_values: dict[str, Any]
    picture_values: dict[str, Any]
    is_question: bool = False
    contradiction: str | None = None
    has_mine_count: bool = False
    is_part: bool = False
    uncertain_cells: tuple[Cell, ...] = ()


@dataclass(frozen=True)
class Reader:
    """What reads boards out of pictures.

    recognises: Whether bytes are a picture of its kind
    read: The board of a picture's bytes, with the keywords ``mines``, ``density``, ``limit`` (seconds),
        ``board`` (which one of several, from 1) and ``shape`` (rows and columns), each None where it is not
        known; and with ``cut``, the edges beyond which the board goes on, where that was said. Raises
        BoardFormatError: there is no board in it
    module: The name of the module for programs that want more than that
    """

    name: str
    recognises: Callable[[bytes], bool]
    read: Callable[..., PictureReading]
    module: str


READERS = Registry("reader of pictures", Reader, {}, "minesolver.readers")
_USUAL = "screenshot"


def read_picture(picture: bytes, **options: Any) -> PictureReading:
    """The board in a picture, by a reader that recognises it; ``options`` as in :class:`Reader`.

    Those of other packages are asked first: this package's takes whatever is a picture.

    Raises BoardFormatError: there is no board in it; MissingDependencyError: nothing here reads pictures.
    """
    for name in reversed(READERS.names()):
        reader = READERS.get(name)
        if reader.recognises(picture):
            return reader.read(picture, **options)
    return READERS.get(_USUAL).read(picture, **options)
