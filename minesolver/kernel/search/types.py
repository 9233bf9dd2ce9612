"""Enumerations of the search, as Python sees them; the structs are in ``types.pxd``."""
