"""Learning environments; importing this registers Gymnasium's ids. See :mod:`minesolver.extras.env`."""

from typing import TYPE_CHECKING

from ..base.extras import attributes_of

if TYPE_CHECKING:
    from ..extras.env import *  # noqa: F403
else:
    __getattr__ = attributes_of("minesolver.extras.env")
