"""Layered inference: sound deduction by fixed rules, from one clue at a time up, without counting layouts.

A layer is a row of ``_FIXPOINTS``, rules that are tried in this order, or a thing of its own in a module of
this package, with its name in ``LAYERS``. Names are listed without importing the layers.

>>> from minesolver.model.board import Board
>>> found = deduce(Board.parse("##\\n*2\\n*#"), "baseline")
>>> list(found.safe), found.mines
([(0, 0), (0, 1), (2, 1)], {})
>>> found.safe[0, 0].text
'Clue 2 at (1,1) already has both its mines, so (0,0) is safe.'
"""

from collections.abc import Iterator

from ..base.registry import Registry
from ..model.board import Board, Cell
from .knowledge import KnowledgeBase
from .layer import Inference, Layer, TraceStep, of_rules

__all__ = [
    "LAYERS", "Inference", "KnowledgeBase", "Layer", "TraceStep", "deduce", "proved", "weakest",
]  # fmt: skip

_REPORT = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019)"
_FIXPOINTS = {
    "baseline": (
        "baseline", "one clue at a time, on a fringe of changed clues", f"{_REPORT}, section 2.1",
    ),
    "subset": (
        "baseline subset", "differences of nested equations, in one knowledge base for the whole board",
        f"{_REPORT}, section 3.1 approach 2, 3.2 b",
    ),
    "intersection": (
        "intersection", "the document's rule on overlapping equations with different counts, which "
        "finds mines only", f"{_REPORT}, section 3.2 c",
    ),
    "bounds": (
        "baseline bounds", "lower and upper bounds on the overlap of two equations, which find mines and "
        "safe cells",
        "this project; it strengthens the intersection rule of Lakra, Priya, Naik (2019), section 3.2 c",
    ),
    "layered": (
        "baseline subset intersection", "baseline, then subset, then intersection, back to the simplest "
        "after each gain", f"{_REPORT}, section 2.2",
    ),
    "layered_bounds": (
        "baseline subset intersection bounds", "baseline, then subset, intersection and bounds, back to the "
        "simplest after each gain", f"this project; the rules of {_REPORT}, and bounds",
    ),
}  # fmt: skip
"""Rules, description and source of each layer that is a fixpoint of rules."""

LAYERS = Registry(
    "layer",
    Layer,
    {"baseline": f"{__name__}:_fixpoint"}
    | dict.fromkeys(("local_subset", "local_subset_worklist"), f"{__name__}.local_subset:LAYERS")
    | dict.fromkeys(_FIXPOINTS, f"{__name__}:_fixpoint"),
    "minesolver.layers",
)


def _fixpoint(name: str) -> Layer:
    from .overlap import RULES

    rules, description, source = _FIXPOINTS[name]
    return of_rules(name, description, source, tuple(map(RULES.__getitem__, rules.split())))


def deduce(board: Board, layer: str = "layered", *, total: bool = True, trace: bool = False) -> Inference:
    """All hidden cells that a layer proves on a board as it stands, proved cells feeding back as knowledge.
    Sound, but no layer is complete.

    total: Use the mine count as one more equation; no effect where it is unknown
    trace: Keep the log of every round
    Raises UnknownNameError: no such layer; InconsistentBoardError: the layer runs into a contradiction. It
        need not notice every inconsistent board, and the clues that it names may be more than a contradiction
        needs.
    """
    inference = LAYERS.get(layer).start(KnowledgeBase.of(board, total=total), trace)
    inference.run()
    return inference


def proved(board: Board, *, total: bool = True) -> Iterator[tuple[Cell, str]]:
    """The hidden cells that rules prove, as they are found, each with the weakest rule that it takes:
    ``baseline``, ``subset``, ``intersection`` or ``bounds``, one tried only where those before it find
    nothing more.
    """
    layer = LAYERS.get("layered_bounds")
    names, hardest = [rule.name for rule in layer.rules], 0
    for reason in layer.start(KnowledgeBase.of(board, total=total), False).steps():
        hardest = max(hardest, names.index(reason.rule))
        yield reason.cell, names[hardest]


def weakest(board: Board, cell: Cell, *, total: bool = True) -> str | None:
    """The weakest rule that proves a hidden cell, see :func:`proved`; ``None`` where none does."""
    return dict(proved(board, total=total)).get(cell)
