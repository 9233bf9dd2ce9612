"""Explanations: why cells are proved, and why a board contradicts itself."""

from ..model.reason import Reason, conclude
from .reasons import chain, explain

__all__ = ["Reason", "chain", "conclude", "explain"]
