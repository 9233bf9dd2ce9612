"""Exact counting of the layouts that agree with a board."""
