"""The first compile of a machine, by two processes at a time: what is compiled meets on the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from typing import Any

from numba import types

from .counting import count
from .frontier import group
from .joining import join
from .ordering import choose
from .solving import solve_frontier
from .workspace import bind

_HALF = f"from {__name__} import compile_half; compile_half()"
_PATIENCE = 300.0  # seconds; what the other process has not finished by then is compiled here
_WORD = types.int64


def ensure() -> None:
    """Have ``solve_frontier`` compiled, or loaded from the disk."""
    if getattr(solve_frontier, "_library", None) is not None:
        return
    # Where this much is on the disk, all of it is or will be soon.
    if not os.path.exists(join._cache._cache_file._index_path) and (os.cpu_count() or 1) > 1:
        _together()
    solve_frontier.compile()


def compile_half() -> None:
    """Compile what the other process does not begin with: groups, their order, the join."""
    f, p = _views()
    choose.compile((f, _WORD, _WORD, _WORD))
    group.compile((f,))
    join.compile((f, p, _WORD, _WORD, _WORD, types.float64))


def _together() -> None:
    path = os.pathsep.join(filter(None, sys.path))
    try:
        other = subprocess.Popen(
            [sys.executable, "-c", _HALF], env={**os.environ, "PYTHONPATH": path},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:  # then all of it here
        return
    try:
        f, p = _views()
        count.compile((f, p, *[_WORD] * 5))
        other.wait(_PATIENCE)
    except subprocess.TimeoutExpired:
        pass
    finally:
        other.kill()
        other.wait()


def _views() -> tuple[Any, Any]:
    """The types of the bundles of views that compiled code hands about."""
    table = (types.int64[::1],)
    bind.compile(table)
    f, p, _ = bind.overloads[table].signature.return_type
    return f, p
