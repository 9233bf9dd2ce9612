"""Registry of geometries. A geometry is a :class:`Kind` in ``KINDS`` of a module of this package, with its
name below, or an entry point of the group ``minesolver.geometries``.
"""

from __future__ import annotations

from ...base.registry import Registry
from .geometry import Geometry, Kind

__all__ = ["GEOMETRIES", "Geometry", "Kind"]

_MODULES = {
    **dict.fromkeys(("square", "torus", "cylinder", "moebius", "klein", "projective"), "square"),
    "hex": "hexagon",
    "triangle": "triangle",
    **dict.fromkeys(("3d", "4d", "boards", "cube"), "cube"),
}

GEOMETRIES = Registry(
    "geometry",
    Kind,
    {name: f"{__name__}.{module}:KINDS" for name, module in _MODULES.items()},
    "minesolver.geometries",
)
