"""The version, where every floor may read it."""

__version__ = "1.0.0"
