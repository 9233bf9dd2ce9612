"""Files that are whole or not there, and files that anybody may have made: endless ones, or arrays."""

import os
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from os import PathLike
from pathlib import Path
from typing import Any, BinaryIO

import numpy as np
import numpy.typing as npt

from .errors import MinesolverError, check_type, quoted

# At most, of a file or a stream that is read whole: twice the longest text of a board.
_MAX_INPUT_BYTES = 1 << 26
# At most, of the arrays of one file: far more than any of this package, and no bomb.
_MAX_ARRAY_BYTES = 1 << 28


def check_path(path: object) -> None:
    """Whether a file is given by its path: a number would be a file that is open already.

    Raises ArgumentTypeError: it is none.
    """
    check_type(path, (str, PathLike), "a file is given by its path")


@contextmanager
def replacing(path: str | Path, *, keep: type[BaseException] | tuple[()] = ()) -> Iterator[Path]:
    """Where to write a file that takes the place of ``path`` at the end; else what was there before stays.

    keep: An exception that leaves what is written so far in its place, too
    Raises OSError: with the file's name; ArgumentTypeError: what is given is no path.
    """
    check_path(path)
    target_path = Path(path)
    if target_path.is_file():
        target_path = target_path.resolve()  # the file behind a link, which stays a link
    is_device = target_path.exists() and not target_path.is_file()  # or a pipe: it stays what it is
    new_path = target_path
    if not is_device:
        new_path = target_path.with_name(f".{target_path.name}.new")

    # A file that is not written to its end goes, and the error names the file that was meant.
    try:
        try:
            yield new_path
        except keep:
            os.replace(new_path, target_path)
            raise
        os.replace(new_path, target_path)
    except BaseException as error:
        if not is_device:
            new_path.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def write_whole(path: str | Path, data: bytes) -> None:
    """Write all of a file, or leave what was there before. Raises OSError: with the file's name."""
    with replacing(path) as new_path:
        new_path.write_bytes(data)


def read_file(path: str | Path, error: type[MinesolverError]) -> bytes:
    """All of a file.

    error: Raised where it holds more than 64 MiB, or never ends, as devices may
    Raises OSError: it cannot be read; ArgumentTypeError: what is given is no path.
    """
    with _opened(path, error) as file:
        try:
            return read_stream(file, str(path), error)
        except OSError as failure:
            failure.filename = str(path)  # which errors of reading do not have
            raise


def _opened(path: str | Path, error: type[MinesolverError]) -> BinaryIO:
    """A file to read. ``error``: raised where no file can have this path."""
    check_path(path)
    try:
        return open(path, "rb")
    except ValueError:  # a null, or half a character
        raise error(f"{quoted(path)} is no path") from None


def read_stream(stream: BinaryIO, name: str, error: type[MinesolverError]) -> bytes:
    """All that comes from a stream, likewise; ``name``: what the error calls it."""
    data = stream.read(_MAX_INPUT_BYTES + 1)
    if len(data) > _MAX_INPUT_BYTES:
        raise error(f"{name} holds more than {_MAX_INPUT_BYTES >> 20} MiB, the most that is read")
    return data


def write_arrays(path: str | Path, **arrays: Any) -> None:
    """Write arrays by name, compressed, under exactly this name."""
    memory_file = BytesIO()
    np.savez_compressed(memory_file, **arrays)
    write_whole(path, memory_file.getvalue())


def read_arrays(
    path: str | Path, error: type[MinesolverError], file_description: str
) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a file by name.

    error, file_description: Raised where the file holds none, is damaged or takes more than 256 MB:
        "FILE is no DESCRIPTION"
    Raises OSError: the file cannot be opened; ArgumentTypeError: what is given is no path.
    """
    with _opened(path, error) as file:
        try:
            from zipfile import ZipFile  # few files are archives

            with ZipFile(file) as archive:
                total_bytes = sum(member.file_size for member in archive.infolist())
                if total_bytes > _MAX_ARRAY_BYTES:
                    raise ValueError("too large")
            file.seek(0)
            with np.load(file, allow_pickle=False) as stored_arrays:
                return dict(stored_arrays)
        except Exception as damage:  # zlib, zipfile and NumPy have a dozen kinds for a damaged file
            raise error(f"{path} is no {file_description}") from damage
