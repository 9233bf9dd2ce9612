"""The guess that costs least where a game goes on after a mine, or forgives it: by the whole game tree from
here.
"""

from __future__ import annotations

from math import inf
from time import perf_counter
from typing import Any

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError
from ..model.analysis import TIE, Analysis
from ..model.board import HIDDEN, Board
from ..model.reason import show
from ..model.variant import HIDDEN as HIDDEN_STATE
from .analysed import NoGameTree, list_layouts, shown_values
from .expected_cost import CostSearch, TreeCost
from .forgiven_guesses import ForgivenGuesses
from .objectives import Objective
from .optimal import MOST_CELLS, shown
from .recommendation import Candidate, Recommendation

# What takes some seconds at most: layouts, and sets of them.
_TREE_LAYOUTS = 5_000
_TREE_SETS = 1_000_000
_TREE_SLOTS = 1 << 20
_FORGIVEN_LAYOUTS = 500
_FORGIVEN_SETS = 20_000

_Shown = npt.NDArray[np.uint8]


def cheapest_guess(
    analysis: Analysis[Any], objective: Objective, policy: str, seconds: float = inf
) -> Recommendation[Any]:
    """The guess of least cost where no cell is proved safe, and what each other one costs.

    objective: Of a game that goes on after a mine, or forgives it
    policy: The name that the recommendation bears
    Raises NoGameTree: there are too many layouts, or the search takes too long.
    """
    end = perf_counter() + seconds
    cells, shown_by_layout = _position(analysis, objective, end)
    layouts = np.arange(len(shown_by_layout), dtype=np.int32)
    search = _search(shown_by_layout, objective)
    candidates = []
    for column, cell in enumerate(cells):
        safety = 1.0 - float(analysis.probability[cell])
        if safety <= 0.0:  # a proved mine
            continue
        try:
            cost = search.opening(layouts, column)
        except EngineLimitError as error:
            raise NoGameTree(str(error)) from None
        if perf_counter() > end:
            raise NoGameTree("the search takes too long")
        assert cost is not None, "every cost is asked for"
        candidates.append(Candidate(cell, safety, None, None, -float(cost), expected=cost))
    index_of = analysis.board.index

    def rank(candidate: Candidate[Any]) -> tuple[Any, ...]:
        """The cheapest first, equals by safety and then in the order of the board."""
        return candidate.expected, -candidate.safety, index_of(candidate.cell)

    ranked = sorted(candidates, key=rank)
    return Recommendation(
        policy, ranked[0].cell, False, True, _sentence(ranked, objective), tuple(ranked)
    )


def _position(
    analysis: Analysis[Any], objective: Objective, end: float
) -> tuple[list[Any], _Shown]:
    """(the hidden cells, what each shows in each layout). Raises NoGameTree."""
    board = analysis.board
    most_layouts = _TREE_LAYOUTS if objective.costs is not None else _FORGIVEN_LAYOUTS
    cells = list(board.where(HIDDEN if isinstance(board, Board) else HIDDEN_STATE))
    if analysis.solutions > most_layouts or len(cells) > MOST_CELLS:
        raise NoGameTree(f"more than {most_layouts:,} layouts, or {MOST_CELLS} cells")
    if board.density is not None:
        raise NoGameTree("under a density layouts do not weigh the same")
    if not kernel.available():
        raise NoGameTree("the compiled core was not built")
    if not isinstance(board, Board):
        layouts = list(list_layouts(board, end))
        if len(layouts) != analysis.solutions:
            raise NoGameTree("listing the layouts takes too long")
        return cells, shown_values(board, layouts)
    mined = np.zeros((analysis.solutions, board.rows * board.cols), np.uint8)
    for number, layout in enumerate(analysis.layouts()):
        mined[number, [board.index(cell) for cell in layout]] = 1
    columns = [board.index(cell) for cell in cells]
    return cells, np.ascontiguousarray(shown(mined, board.rows, board.cols)[:, columns])


def _search(shown_by_layout: _Shown, objective: Objective) -> CostSearch:
    """What values a guess, within its limit."""
    if objective.costs is None:
        search: CostSearch = ForgivenGuesses(shown_by_layout)
        search.allow(_FORGIVEN_SETS)
        return search
    from ..kernel.core import LayoutTree

    images = np.arange(len(shown_by_layout), dtype=np.int32)[None, :]
    search = TreeCost(LayoutTree(shown_by_layout, images, _TREE_SLOTS, False, objective.costs))
    search.allow(_TREE_SETS)
    return search


def _sentence(ranked: list[Candidate[Any]], objective: Objective) -> str:
    """Why the first candidate, against the safest one."""
    best = ranked[0]
    safest = max(ranked, key=lambda candidate: candidate.safety)
    text = (
        f"{100 * (1.0 - best.safety):.1f} % mine; by the whole game tree the best play from here comes to "
        f"{best.expected} {objective.unit} on average"
    )
    if best.safety < safest.safety - TIE:
        text += f", from the safest cell {show(safest.cell)} {safest.expected}"
    return text
