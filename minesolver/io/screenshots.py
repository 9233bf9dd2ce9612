"""What reads screenshots, under the name that it had at first. See ``minesolver.screenshots``."""

from ..base.extras import attributes_of
from .readers import READERS

__getattr__ = attributes_of(READERS.get("screenshot").module)
