"""Explanations: why cells are proved, and why a board contradicts itself."""

from ..model.reason import chain
from .reasons import steps

__all__ = ["chain", "steps"]
