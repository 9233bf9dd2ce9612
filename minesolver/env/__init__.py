"""Learning environments; importing this registers Gymnasium's ids. See :mod:`minesolver.extras.env`."""

from typing import TYPE_CHECKING

from ..base.extras import names_of

if TYPE_CHECKING:
    from ..extras.env import *  # noqa: F403
else:
    __getattr__, __dir__ = names_of("minesolver.extras.env")
