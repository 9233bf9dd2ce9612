"""Registry of geometries. A geometry is a :class:`Kind` in ``GEOMETRIES`` of a module of this package, with
its texts in ``declared.toml``, or an entry point of the group ``minesolver.geometries``.
"""

from ...base.registry import Registry
from ..declared import places
from .geometry import Geometry, Kind

__all__ = ["GEOMETRIES", "Geometry", "Kind"]

GEOMETRIES = Registry("geometry", Kind, places("geometries"), "minesolver.geometries")
