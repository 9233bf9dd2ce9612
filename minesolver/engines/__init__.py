"""Registry of engines. One file an engine; the module's name is the engine's name.

An engine is a module of this package with ``ENGINE = Engine(...)`` and its name below, or an entry point of
the group ``minesolver.engines`` of any installed package. Names are listed without importing the engines;
getting one imports that module only. The layers of :mod:`minesolver.layers` are engines as well, see
:mod:`minesolver.engines.heuristic`.
"""

from __future__ import annotations

from .. import layers
from ..base.registry import Registry
from .engine import Engine

_COUNTING = ("auto", "elimination", "kernel", "pysat", "cpsat", "brute_force")

ENGINES = Registry(
    "engine",
    Engine,
    {name: f"{__name__}.{name}:ENGINE" for name in _COUNTING}
    | {
        name + suffix: f"{__name__}.heuristic:engine"
        for name in layers.LAYERS.own
        for suffix in ("", "_total")
    },
    "minesolver.engines",
)


def names() -> tuple[str, ...]:
    """All engine names, the exact ones first."""
    return ENGINES.names()


def get(name: str) -> Engine:
    """The engine of a name.

    name: One of :func:`names`
    Raises UnknownNameError: no such engine.
    """
    return ENGINES.get(name)
