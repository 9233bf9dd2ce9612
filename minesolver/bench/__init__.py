"""Experiments as data: any players and engines over the same boards, results that survive, a report.

``Experiment`` (options or TOML) -> batches -> workers -> ``Store`` (SQLite) -> tables -> report.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

if TYPE_CHECKING:
    from .experiment import Contender, Experiment, Setting, from_mapping, load
    from .running import facts, missing, run, total
    from .store import Store
    from .workers import Workers, processes

__all__ = [
    "Contender", "Experiment", "Setting", "Store", "Workers", "facts", "from_mapping", "load", "missing",
    "processes", "run", "total",
]  # fmt: skip

_MODULE_OF_NAME = {
    "Contender": "experiment",
    "Experiment": "experiment",
    "Setting": "experiment",
    "Store": "store",
    "Workers": "workers",
    "facts": "running",
    "from_mapping": "experiment",
    "load": "experiment",
    "missing": "running",
    "processes": "workers",
    "run": "running",
    "total": "running",
}


def __getattr__(name: str) -> Any:
    """A public name, loaded when it is first used: a data set needs no database, and no experiments."""
    if name not in _MODULE_OF_NAME:
        raise AttributeError(f"module {__name__!r} has no attribute {name!r}")
    value = globals()[name] = getattr(import_module(f".{_MODULE_OF_NAME[name]}", __name__), name)
    return value
