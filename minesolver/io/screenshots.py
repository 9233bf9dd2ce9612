"""What reads screenshots, under the name that it had at first. See ``minesolver.screenshots``."""

from ..base.extras import names_of
from .readers import READERS

__getattr__, __dir__ = names_of(READERS.get("screenshot").module)
