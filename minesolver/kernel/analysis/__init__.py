"""Compiled: a position from clues to exact probabilities."""
