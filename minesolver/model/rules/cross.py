"""X: a cross of two cells each way."""

from __future__ import annotations

from .rule import Neighbourhood

RULE = Neighbourhood(
    "cross",
    "X",
    "A clue sees two cells straight on through each of its edges.",
    needs=("rays",),
    sees=lambda geometry: [
        tuple(dict.fromkeys(j for ray in rays for j in ray[:2])) for rays in geometry.rays
    ],
)
