"""Boards from screenshots. See :mod:`minesolver.extras.screenshots`."""

from typing import TYPE_CHECKING

from .base.extras import attributes_of

if TYPE_CHECKING:
    from .extras.screenshots import *  # noqa: F403
else:
    __getattr__ = attributes_of("minesolver.extras.screenshots")
