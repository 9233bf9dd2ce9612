"""The environment for language models. See :mod:`minesolver.extras.env.text`."""

from typing import TYPE_CHECKING

from ..base.extras import attributes_of

if TYPE_CHECKING:
    from ..extras.env.text import *  # noqa: F403
else:
    __getattr__ = attributes_of("minesolver.extras.env.text")
