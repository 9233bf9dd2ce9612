"""Compiled: which cell to guess."""
