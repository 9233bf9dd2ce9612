"""The oracle of :mod:`minesolver.testing`, for tests of this package."""

from minesolver.testing.oracle import around, marginals, models

__all__ = ["around", "marginals", "models"]
