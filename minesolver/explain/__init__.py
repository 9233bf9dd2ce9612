"""Explanations: why cells are proved, and why a board contradicts itself."""

from .reasons import Reason, chain, conclude, explain

__all__ = ["Reason", "chain", "conclude", "explain"]
