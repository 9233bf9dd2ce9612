"""Registry of engines. One file an engine; the module's name is the engine's name.

An engine is a module of this package with ``ENGINE = Engine(...)`` and its name in ``_NAMES``. Names are
listed without importing anything; getting one imports that module only.
"""

from __future__ import annotations

from importlib import import_module

from ..errors import UnknownNameError
from .engine import Engine

_NAMES = ("auto", "elimination", "pysat", "cpsat", "brute_force")


def names() -> tuple[str, ...]:
    """All engine names."""
    return _NAMES


def get(name: str) -> Engine:
    """The engine of this name. Raises :class:`UnknownNameError`."""
    if name not in _NAMES:
        raise UnknownNameError(f"unknown engine {name!r}; known: {', '.join(_NAMES)}")
    engine = import_module(f".{name}", __name__).ENGINE
    assert isinstance(engine, Engine)
    return engine
