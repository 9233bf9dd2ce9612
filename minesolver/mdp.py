"""Minesweeper as a Markov decision process; see :mod:`minesolver.sources.decision_process`."""

from .sources.decision_process import *  # noqa: F403
from .sources.decision_process import __all__  # noqa: F401
