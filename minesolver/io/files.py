"""Files that are whole or not there."""

from __future__ import annotations

import os
from pathlib import Path


def write_whole(path: Path, data: bytes) -> None:
    """Write all of a file; whoever stops it half-way leaves what was there before."""
    new = path.with_name(f".{path.name}.new")
    new.write_bytes(data)
    os.replace(new, path)
