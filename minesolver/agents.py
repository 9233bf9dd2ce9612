"""Players, under their earlier name; see :mod:`minesolver.players`."""

from .players import *  # noqa: F403
from .players import __all__  # noqa: F401
