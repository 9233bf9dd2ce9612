"""Boards from screenshots. See :mod:`minesolver.extras.screenshots`."""

from typing import TYPE_CHECKING

from .base.extras import names_of

if TYPE_CHECKING:
    from .extras.screenshots import *  # noqa: F403
else:
    __getattr__, __dir__ = names_of("minesolver.extras.screenshots")
