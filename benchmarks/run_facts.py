"""What a script prints above its figures, so that they can be judged and made again."""

from __future__ import annotations

import platform
import shlex
import sys
from pathlib import Path
from typing import TextIO

import numpy as np

import minesolver


def versions() -> str:
    return (
        f"minesolver {minesolver.__version__}, Python {platform.python_version()}, numpy {np.__version__}, "
        f"{platform.machine()}"
    )


def print_facts(seed: int | None = None, file: TextIO | None = None) -> None:
    """The command, the versions and, where anything is drawn at random, the seed."""
    script = Path(sys.argv[0]).name
    print(f"command: {shlex.join(['python', f'benchmarks/{script}', *sys.argv[1:]])}", file=file)
    print(versions() if seed is None else f"{versions()}; seed {seed}", end="\n\n", file=file)
    if file is None:
        sys.stdout.flush()
