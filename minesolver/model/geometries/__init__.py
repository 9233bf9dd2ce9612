"""Registry of geometries. A geometry is a :class:`Kind` in ``KINDS`` of one of these modules."""

from __future__ import annotations

from ...base.errors import UnknownNameError
from . import cube, hexagon, square, triangle
from .geometry import Geometry, Kind
from .graph import graph

_KINDS: dict[str, Kind] = {
    kind.name: kind for module in (square, hexagon, triangle, cube) for kind in module.KINDS
}


def names() -> tuple[str, ...]:
    """All geometry names, square first."""
    return tuple(_KINDS)


def get(name: str) -> Kind:
    """The geometry of this name. Raises :class:`UnknownNameError`."""
    if name not in _KINDS:
        raise UnknownNameError(f"unknown geometry {name!r}; known: {', '.join(_KINDS)}")
    return _KINDS[name]


__all__ = ["Geometry", "Kind", "get", "graph", "names"]
