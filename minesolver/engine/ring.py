"""What an engine says of a cut board: of the board with a ring of hidden cells, that of its own cells."""

from functools import partial
from typing import Any

import numpy as np

from ..model.analysis import Analysis, Fractions, LayoutCount, Outcome
from ..model.cut import CutBoard


def without_ring(board: CutBoard, whole_outcome: Outcome) -> Outcome:
    """The outcome of a cut board from that of the board with the ring.

    The engine's own reasons are left out, as they rest on cells of the ring: others are found.
    """
    places = board.places
    probability = np.frombuffer(whole_outcome.probability)[places]
    proof = np.frombuffer(whole_outcome.proof, np.int8)[places]
    kept_outcome = whole_outcome._replace(in_rows=None)
    counts = layout_count = None
    if whole_outcome.counts is not None:
        counts = partial(_counts, kept_outcome)
    if whole_outcome.layout_count is not None:
        layout_count = partial(_layout_count, kept_outcome)
    return whole_outcome._replace(
        probability=probability,
        proof=proof,
        counts=counts,
        best=None,  # the best cell of the board, not of the ring
        fractions=_of_cells(board, whole_outcome.fractions),
        reasons=None,
        in_rows=None,
        layout_count=layout_count,
    )


def _layout_count(whole_outcome: Outcome, analysis: Analysis[Any]) -> LayoutCount | None:
    """The layouts of board and ring alone."""
    assert whole_outcome.layout_count is not None
    board: CutBoard = analysis.board
    return whole_outcome.layout_count(Analysis(board.whole, analysis.engine, whole_outcome))


def _counts(whole_outcome: Outcome, analysis: Analysis[Any]) -> tuple[int, Fractions]:
    """The layouts of board and ring, and the fractions of the board's cells."""
    assert whole_outcome.counts is not None
    board: CutBoard = analysis.board
    solutions, fractions = whole_outcome.counts(
        Analysis(board.whole, analysis.engine, whole_outcome)
    )
    cell_fractions = _of_cells(board, fractions)
    assert cell_fractions is not None
    return solutions, cell_fractions


def _of_cells(board: CutBoard, fractions: Fractions | None) -> Fractions | None:
    if fractions is None:
        return None
    pair_numbers = np.frombuffer(fractions.places, np.int32)[board.places]
    return Fractions(fractions.pairs, pair_numbers.tobytes())
