"""Layered inference: sound deduction by fixed rules, from one clue at a time up, without counting layouts.

One file a layer; the module's name is the layer's name. A layer is a module of this package with
``LAYER = Layer(...)`` and its name below. Names are listed without importing the layers; getting one
imports that module only.

>>> from minesolver.model.board import Board
>>> found = deduce(Board.parse("##\\n*2\\n*#"), "baseline")
>>> list(found.safe), found.mines
([(0, 0), (0, 1), (2, 1)], {})
>>> found.safe[0, 0].text
'Clue 2 at (1,1) already has both its mines, so (0,0) is safe.'
"""

from __future__ import annotations

from ..base.registry import Registry
from ..model.board import Board
from .deduction import Deduction, DeductionReason, TraceStep
from .knowledge import KnowledgeBase
from .layer import Inference, Layer

__all__ = [
    "LAYERS",
    "Deduction",
    "DeductionReason",
    "Inference",
    "KnowledgeBase",
    "Layer",
    "TraceStep",
    "deduce",
]

LAYERS = Registry(
    "layer",
    Layer,
    {
        name: f"{__name__}.{name}:LAYER"
        for name in (
            "baseline",
            "local_subset",
            "local_subset_worklist",
            "subset",
            "intersection",
            "bounds",
            "layered",
            "layered_bounds",
        )
    },
    "minesolver.layers",
)


def deduce(board: Board, layer: str = "layered", *, total: bool = True, trace: bool = False) -> Deduction:
    """All hidden cells that a layer proves on a board as it stands, proved cells feeding back as knowledge.
    Sound, but no layer is complete.

    total: Use the mine count as one more equation; no effect where it is unknown
    trace: Keep the log of every round
    Raises UnknownNameError: no such layer; InconsistentBoardError: the layer runs into a contradiction. It
        need not notice every inconsistent board, and the clues that it names may be more than a contradiction
        needs.
    """
    return LAYERS.get(layer).run(board, total, trace)
