"""Exact Minesweeper."""
