"""Recorded games; see :mod:`minesolver.io.replays`."""

from .io.replays import *  # noqa: F403
from .io.replays import __all__  # noqa: F401
