"""Explanations: why cells are proved, and why a board contradicts itself."""

from .reasons import chain, steps

__all__ = ["chain", "steps"]
