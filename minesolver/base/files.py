"""Files that are whole or not there, and arrays from files that anybody may have made."""

import os
import zipfile
from collections.abc import Iterator
from contextlib import contextmanager
from io import BytesIO
from pathlib import Path
from typing import Any

import numpy as np
import numpy.typing as npt

from .errors import MinesolverError

# At most, of the arrays of one file: far more than any of this package, and no bomb.
_ARRAY_BYTES = 1 << 28


@contextmanager
def replacing(path: str | Path, *, keep: type[BaseException] | tuple[()] = ()) -> Iterator[Path]:
    """Where to write a file that takes the place of ``path`` at the end; else what was there before stays.

    keep: An exception that leaves what is written so far in its place, too
    Raises OSError: with the file's name.
    """
    real = Path(path)
    if real.is_file():
        real = real.resolve()  # the file behind a link, which stays a link
    is_device = real.exists() and not real.is_file()  # or a pipe: it stays what it is
    new = real if is_device else real.with_name(f".{real.name}.new")
    try:
        try:
            yield new
        except keep:
            os.replace(new, real)
            raise
        os.replace(new, real)
    except BaseException as error:
        if not is_device:
            new.unlink(missing_ok=True)
        if isinstance(error, OSError):
            raise OSError(error.errno, error.strerror, str(path)) from None
        raise


def write_whole(path: str | Path, data: bytes) -> None:
    """Write all of a file, or leave what was there before. Raises OSError: with the file's name."""
    with replacing(path) as new:
        new.write_bytes(data)


def write_arrays(path: str | Path, **arrays: Any) -> None:
    """Write arrays by name, compressed, under exactly this name."""
    packed = BytesIO()
    np.savez_compressed(packed, **arrays)
    write_whole(path, packed.getvalue())


def read_arrays(
    path: str | Path, error: type[MinesolverError], file_description: str
) -> dict[str, npt.NDArray[Any]]:
    """The arrays of a file by name.

    error, file_description: Raised where the file holds none, is damaged or takes more than 256 MB:
        "FILE is no DESCRIPTION"
    Raises OSError: the file cannot be opened.
    """
    with open(path, "rb") as file:
        try:
            with zipfile.ZipFile(file) as archive:
                if sum(member.file_size for member in archive.infolist()) > _ARRAY_BYTES:
                    raise ValueError("too large")
            file.seek(0)
            with np.load(file, allow_pickle=False) as stored:
                return dict(stored)
        except Exception as damage:  # zlib, zipfile and NumPy have a dozen kinds for a damaged file
            raise error(f"{path} is no {file_description}") from damage
