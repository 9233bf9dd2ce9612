"""The oracle of :mod:`minesolver.testing`, for tests of this package."""

from minesolver.testing.brute_force import around, marginals, models

__all__ = ["around", "marginals", "models"]
