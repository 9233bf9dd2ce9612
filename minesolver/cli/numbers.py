"""Types of arguments: numbers that a command can use."""

from __future__ import annotations


def positive(text: str) -> int:
    """A whole number from 1 on. Raises ``ValueError``, which argparse puts into words."""
    value = int(text)
    if value < 1:
        raise ValueError
    return value


positive.__name__ = "positive whole number"


def positive_number(text: str) -> float:
    """A number above 0. Raises ``ValueError``, which argparse puts into words."""
    value = float(text)
    if not value > 0:
        raise ValueError
    return value


positive_number.__name__ = "positive number"
