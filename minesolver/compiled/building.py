"""The first compile of a machine, by two processes at a time: what is compiled meets on the disk."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from typing import Any

from numba import typeof, types

from .counting import count
from .frontier import group
from .joining import join
from .ordering import choose
from .solving import solve_frontier
from .workspace import bind

_PATIENCE = 300.0  # seconds; what the other process has not finished by then is compiled here
_WORD = types.int64


def alongside(function: Any, arguments: tuple[Any, ...]) -> None:
    """Compile an entry for these arguments, and the analysis that it calls in another process."""
    if not _begun():
        with _other("compile_analysis"):
            function.compile(tuple(map(typeof, arguments)))


def ensure() -> None:
    """Have ``solve_frontier`` compiled, or loaded from the disk."""
    if getattr(solve_frontier, "_library", None) is not None:
        return
    if not _begun():
        with _other("compile_half"):
            f, p = _views()
            count.compile((f, p, *[_WORD] * 5))
    solve_frontier.compile()


def compile_analysis() -> None:
    """Compile, by this process alone, what :func:`ensure` does by two."""
    solve_frontier.compile()


def compile_half() -> None:
    """Compile what the other process does not begin with: groups, their order, the join."""
    f, p = _views()
    choose.compile((f, _WORD, _WORD, _WORD))
    group.compile((f,))
    join.compile((f, p, _WORD, _WORD, _WORD, types.float64))


def _begun() -> bool:
    """Whether another process is at it or has done it, or there is one processor only."""
    return os.path.exists(bind._cache._cache_file._index_path) or (os.cpu_count() or 1) == 1


@contextmanager
def _other(name: str) -> Iterator[None]:
    """Run a function of this module in a process besides, as far as one can be had."""
    try:
        other = subprocess.Popen(
            [sys.executable, "-c", f"from {__name__} import {name}; {name}()"],
            env={**os.environ, "PYTHONPATH": os.pathsep.join(filter(None, sys.path))},
            stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL,
        )  # fmt: skip
    except OSError:
        yield
        return
    try:
        yield
        with suppress(subprocess.TimeoutExpired):
            other.wait(_PATIENCE)
    finally:
        other.kill()
        other.wait()


def _views() -> tuple[Any, Any]:
    """The types of the bundles of views that compiled code hands about."""
    table = (types.int64[::1],)
    bind.compile(table)
    f, p, _ = bind.overloads[table].signature.return_type
    return f, p
