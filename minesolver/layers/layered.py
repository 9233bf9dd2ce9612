"""The document's loop: one clue, nested equations, overlapping equations; after a gain, back to the first."""

from . import baseline, intersection, subset
from .layer import of_rules

LAYER = of_rules(
    "layered",
    "baseline, then subset, then intersection, back to the simplest after each gain",
    "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 2.2",
    (baseline.RULE, subset.RULE, intersection.RULE),
)
