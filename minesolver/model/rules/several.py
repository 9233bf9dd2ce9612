"""Rules of how many mines a cell may hold."""

from ..declared import described
from .rule import PlacementRule

RULES = {
    "multi-2": PlacementRule(**described("multi-2"), capacity=2),
    "multi-3": PlacementRule(**described("multi-3"), capacity=3),
}
