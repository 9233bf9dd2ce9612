"""Every rule there is: the inference report's three, then bounds; back to the simplest after each gain."""

from . import baseline, bounds, intersection, subset
from .layer import of_rules

LAYER = of_rules(
    "layered_bounds",
    "baseline, then subset, intersection and bounds, back to the simplest after each gain",
    "this project; the rules of Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), and "
    "bounds",
    (baseline.RULE, subset.RULE, intersection.RULE, bounds.RULE),
)
