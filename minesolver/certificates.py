"""Certificates of what an analysis says. See :mod:`minesolver.extras.certificates`."""

from typing import TYPE_CHECKING

from .base.extras import names_of

if TYPE_CHECKING:
    from .extras.certificates import *  # noqa: F403
else:
    __getattr__, __dir__ = names_of("minesolver.extras.certificates")
