"""The environment for language models. See :mod:`minesolver.extras.env.text`."""

from typing import TYPE_CHECKING

from ..base.extras import names_of

if TYPE_CHECKING:
    from ..extras.env.text import *  # noqa: F403
else:
    __getattr__, __dir__ = names_of("minesolver.extras.env.text")
