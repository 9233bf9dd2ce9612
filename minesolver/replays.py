"""Recorded games; see :mod:`minesolver.io.replays`."""

from .io.replays import *  # noqa: F403
from .io.replays import ReplayStep
from .io.replays import __all__ as _names

Step = ReplayStep
"""The earlier name."""
__all__ = [*_names, "Step"]
