"""Enumerations of the compiled core, as Python sees them; the structs are in ``types.pxd``."""
