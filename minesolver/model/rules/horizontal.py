"""H: no two side by side."""

from __future__ import annotations

from .rule import PlacementRule, at_most

RULE = PlacementRule(
    "horizontal",
    "H",
    "No two mines lie side by side in a row.",
    needs=("offset",),
    constraints=lambda geometry, _: at_most(
        [(i, j) for i in range(len(geometry.cells)) if (j := geometry.at(i, 0, 1)) not in (-1, i)],
        1,
        "horizontal",
        geometry,
    ),
)
