"""Boards from screenshots: what :mod:`minesolver.screenshots` reads, by the name that users know."""

from ..screenshots import Grid, ScreenshotReading, UncertainCell, read

__all__ = ["Grid", "ScreenshotReading", "UncertainCell", "read"]
