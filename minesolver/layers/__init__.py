"""Layered inference: sound deduction by fixed rules, from one clue at a time up, without counting layouts.

A layer is a ``LAYER`` of a module of this package, with its name in ``LAYERS``. Names are listed without
importing the layers.

>>> from minesolver.model.board import Board
>>> inference = deduce(Board.parse("##\\n*2\\n*#"), "baseline")
>>> list(inference.safe), inference.mines
([(0, 0), (0, 1), (2, 1)], {})
>>> inference.safe[0, 0].text
'Clue 2 at (1,1) already has both its mines, so (0,0) is safe.'
"""

from collections.abc import Iterator, Sequence

from ..base.registry import Registry
from ..model.board import Board, Cell
from .knowledge import KnowledgeBase
from .layer import Inference, Layer, TraceStep

__all__ = [
    "LAYERS", "Inference", "KnowledgeBase", "Layer", "TraceStep", "deduce", "proved", "proved_in_turn",
    "weakest",
]  # fmt: skip

LAYERS = Registry(
    "layer",
    Layer,
    {
        "baseline": f"{__name__}.fixpoints:LAYERS",
        "local_subset": f"{__name__}.local_subset:LAYERS",
        "local_subset_worklist": f"{__name__}.local_subset:LAYERS",
        "subset": f"{__name__}.fixpoints:LAYERS",
        "intersection": f"{__name__}.fixpoints:LAYERS",
        "bounds": f"{__name__}.fixpoints:LAYERS",
        "layered": f"{__name__}.fixpoints:LAYERS",
        "layered_bounds": f"{__name__}.fixpoints:LAYERS",
    },
    "minesolver.layers",
)


def deduce(
    board: Board, layer: str = "layered", *, total: bool = True, trace: bool = False
) -> Inference:
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
    for indices, rule_name in proved_in_turn(board, total=total):
        for index in indices:
            yield divmod(index, board.cols), rule_name


def proved_in_turn(board: Board, *, total: bool = True) -> Iterator[tuple[Sequence[int], str]]:
    """The same by index, as many cells at once as are found together."""
    layer = LAYERS.get("layered_bounds")
    rule_names = [rule.name for rule in layer.rules]
    proved_cells, knowledge = KnowledgeBase.after_single_clues(board, total=total)
    if proved_cells:
        yield proved_cells, rule_names[0]

    # What the rules find in the rest, by the hardest that was needed so far.
    hardest = 0
    for finding in layer.start(knowledge(), False).findings():
        hardest = max(hardest, rule_names.index(finding.rule))
        yield finding.cells, rule_names[hardest]


def weakest(board: Board, cell: Cell, *, total: bool = True) -> str | None:
    """The weakest rule that proves a hidden cell, see :func:`proved`; ``None`` where none does."""
    return dict(proved(board, total=total)).get(cell)
