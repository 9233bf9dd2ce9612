"""Experiments as data: any players and engines over the same boards, results that survive, a report.

``Experiment`` (options or TOML) -> batches -> workers -> ``Store`` (SQLite) -> tables -> report.
"""

from .experiment import Contender, Experiment, Setting, from_mapping, load
from .running import facts, missing, run, total
from .store import Store
from .workers import Workers, processes

__all__ = [
    "Contender", "Experiment", "Setting", "Store", "Workers", "facts", "from_mapping", "load", "missing",
    "processes", "run", "total",
]  # fmt: skip
