"""Layered inference, under its earlier name; see :mod:`minesolver.deduction`."""

from .deduction import *  # noqa: F403
from .deduction import __all__  # noqa: F401
