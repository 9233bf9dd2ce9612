"""Registry of engines. One file an engine; the module's name is the engine's name.

An engine is a module of this package with ``ENGINE = Engine(...)`` and its name below, or an entry point of
the group ``minesolver.engines`` of any installed package. Names are listed without importing the engines;
getting one imports that module only. The layers of :mod:`minesolver.layers` are engines as well, see
:mod:`minesolver.engine.heuristic`.
"""

from collections.abc import Iterable

from ..base.registry import Registry
from ..layers import LAYERS
from .engine import Engine

ESTIMATE = "estimate"
"""The engine for what no exact one can hold."""


def _of_layers(layers: Iterable[str]) -> tuple[str, ...]:
    return tuple(name + suffix for name in layers for suffix in ("", "_total"))


def _layered(name: str) -> Engine | None:
    """The engine of a layer of another package."""
    if name not in _of_layers(LAYERS):
        return None
    from .heuristic import engine

    return engine(name)


ENGINES = Registry(
    "engine",
    Engine,
    {
        "auto": f"{__name__}.auto:ENGINE",
        "elimination": f"{__name__}.elimination:ENGINE",
        "kernel": f"{__name__}.kernel:ENGINE",
        "pysat": f"{__name__}.pysat:ENGINE",
        "cpsat": f"{__name__}.cpsat:ENGINE",
        "brute_force": f"{__name__}.brute_force:ENGINE",
        ESTIMATE: f"{__name__}.estimate:ENGINE",
    }
    | dict.fromkeys(_of_layers(LAYERS.own), f"{__name__}.heuristic:engine"),
    "minesolver.engines",
    fallback=_layered,
    other_names=lambda: _of_layers(LAYERS),
)
engines = ENGINES
"""As :mod:`minesolver` exports it."""
