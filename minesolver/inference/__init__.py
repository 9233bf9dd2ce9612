"""Registry of engines. One file an engine; the module's name is the engine's name.

An engine is a module of this package with ``ENGINE = Engine(...)`` and its name in ``_NAMES``. Names are
listed without importing anything; getting one imports that module only. The layers of
:mod:`minesolver.deduction` are engines as well, see :mod:`minesolver.inference.heuristic`.
"""

from __future__ import annotations

from functools import cache
from importlib import import_module

from ..errors import UnknownNameError
from . import heuristic
from .engine import Engine

_NAMES = ("auto", "elimination", "kernel", "pysat", "cpsat", "brute_force")


def names() -> tuple[str, ...]:
    """All engine names, the exact ones first."""
    return _NAMES + heuristic.names()


@cache
def get(name: str) -> Engine:
    """The engine of this name. Raises :class:`UnknownNameError`."""
    if name in heuristic.names():
        return heuristic.engine(name)
    if name not in _NAMES:
        raise UnknownNameError(f"unknown engine {name!r}; known: {', '.join(names())}")
    engine = import_module(f".{name}", __name__).ENGINE
    assert isinstance(engine, Engine)
    return engine
