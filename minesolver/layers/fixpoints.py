"""The layers that are a fixpoint of rules: each is tried only where those before it find nothing more."""

from . import baseline
from .layer import of_rules
from .overlap import BOUNDS, INTERSECTION, SUBSET

_REPORT = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019)"

LAYERS = (
    of_rules(
        "baseline",
        "one clue at a time, on a fringe of changed clues",
        f"{_REPORT}, section 2.1",
        (baseline.RULE,),
    ),
    of_rules(
        "subset",
        "differences of nested equations, in one knowledge base for the whole board",
        f"{_REPORT}, section 3.1 approach 2, 3.2 b",
        (baseline.RULE, SUBSET),
    ),
    of_rules(
        "intersection",
        "the document's rule on overlapping equations with different counts, which finds mines only",
        f"{_REPORT}, section 3.2 c",
        (INTERSECTION,),
    ),
    of_rules(
        "bounds",
        "lower and upper bounds on the overlap of two equations, which find mines and safe cells",
        "this project; it strengthens the intersection rule of Lakra, Priya, Naik (2019), section 3.2 c",
        (baseline.RULE, BOUNDS),
    ),
    of_rules(
        "layered",
        "baseline, then subset, then intersection, back to the simplest after each gain",
        f"{_REPORT}, section 2.2",
        (baseline.RULE, SUBSET, INTERSECTION),
    ),
    of_rules(
        "layered_bounds",
        "baseline, then subset, intersection and bounds, back to the simplest after each gain",
        f"this project; the rules of {_REPORT}, and bounds",
        (baseline.RULE, SUBSET, INTERSECTION, BOUNDS),
    ),
)
