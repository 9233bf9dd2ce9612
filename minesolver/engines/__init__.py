"""Registry of engines. One file an engine; the module's name is the engine's name.

An engine is a module of this package with ``ENGINE = Engine(...)`` and its name below, or an entry point of
the group ``minesolver.engines`` of any installed package. Names are listed without importing the engines;
getting one imports that module only. The layers of :mod:`minesolver.layers` are engines as well, see
:mod:`minesolver.engines.heuristic`.
"""

from __future__ import annotations

from ..base.registry import Registry
from ..layers import LAYERS
from .engine import Engine

_COUNTING = ("auto", "elimination", "kernel", "pysat", "cpsat", "brute_force")

ENGINES = Registry(
    "engine",
    Engine,
    {name: f"{__name__}.{name}:ENGINE" for name in _COUNTING}
    | {name + suffix: f"{__name__}.heuristic:engine" for name in LAYERS.own for suffix in ("", "_total")},
    "minesolver.engines",
)
