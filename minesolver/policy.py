"""Policies, under their earlier name; see :mod:`minesolver.policies`."""

from .policies import *  # noqa: F403
from .policies import __all__  # noqa: F401
