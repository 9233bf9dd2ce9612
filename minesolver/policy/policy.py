"""What a policy is: data for the compiled core, which chooses a guess."""

from __future__ import annotations

import threading
from dataclasses import dataclass, fields
from functools import lru_cache
from math import log
from typing import TYPE_CHECKING, Any

import numpy as np

from .. import kernel

if TYPE_CHECKING:
    from ..kernel.core import Chooser
    from ..model.lists import Lists

_KEPT_CHOOSERS = 6  # of a thread, those used last: a series has one or two
_LEAST_TREE_ROOM = 100  # layouts: playouts list some, too


@dataclass(frozen=True)
class Search:
    """How far a policy looks, and what counts.

    min_relative_safety: A candidate has at least this share of the best safety
    tree_layouts, tree_nodes: A position with at most so many layouts is played by its whole game tree, as
        long as that takes at most so many nodes (sets of layouts)
    tree_cells, tree_slots: Room for the tree: cells, and sets remembered (a power of two)
    skip_uninformative: Cells that can tell nothing wait till the end, and do not count as the next guess
    fifty_fifty_credit: How much of the chance to be a mine of an unavoidable 50/50 is given back to a cell's
        safety
    second_best_weight, third_best_weight: Of the second and the third safest cell in the worth of the next
        guess
    expected_errors_weight: How much that is worth less for each unit of the logarithm of the expected errors
        (cells that one would get wrong by calling each what it most likely is)
    lookahead_exponent: The score of a candidate is its safety times the worth of the next guess to this power
    frontier_bonus: So much greater (as a share) is the score of a cell beside a clue
    zero_bonus: Elsewhere it is greater by so much, times the chance that the cell shows its least number
    solve_regions: A region that has nothing to do with the others is played by its own game tree
    playouts, playout_layouts: Where there are at most ``playout_layouts`` layouts, the candidates close to
        the best are played out, on at most ``playouts`` layouts drawn at random, the same for all
    trees_weight: How much of what the boosted trees see of close candidates corrects their scores; 1 is all
        of it
    """

    min_relative_safety: float = 0.9
    tree_layouts: float = 0
    tree_nodes: int = 20_000
    tree_cells: int = 160
    tree_slots: int = 1 << 14
    skip_uninformative: bool = True
    fifty_fifty_credit: float = 0.0
    second_best_weight: float = 0.2
    third_best_weight: float = 0.0
    expected_errors_weight: float = 0.0
    lookahead_exponent: float = 1.0
    frontier_bonus: float = 0.0
    zero_bonus: float = 0.0
    solve_regions: bool = False
    playouts: int = 0
    playout_layouts: float = 0
    trees_weight: float = 0.0

    def parameters(self) -> dict[str, Any]:
        """The fields of ``Parameters`` of the compiled core by name: limits of layouts as logarithms."""
        values = {field.name: getattr(self, field.name) for field in fields(self)}
        values["tree_room"] = int(max(self.tree_layouts, _LEAST_TREE_ROOM)) + 1
        for name in ("tree", "playout"):
            layouts = values.pop(f"{name}_layouts")
            # Half a layout more, so that so many layouts are within the limit whatever the rounding.
            values[f"{name}_log_layouts"] = log(layouts + 0.5) if layouts else -1.0
        return values


@dataclass(frozen=True)
class Policy:
    """A registered policy.

    kind: How a position is valued: ``"safest"`` (not at all), ``"pseq"`` (by what is then proved) or
        ``"lookahead"`` (by the safety of the next guess)
    search, single: How far to look in games, and for one recommendation, which may take longer
    trees: The file of the boosted trees that tell close candidates apart, beside this one
    saves_clicks: Whether proved cells are opened by the click or chord that saves most clicks
        (:attr:`Recommendation.click <minesolver.Recommendation.click>`), on square boards only
    """

    name: str
    description: str
    source: str
    kind: str
    search: Search = Search()
    single: Search | None = None
    trees: str | None = None
    saves_clicks: bool = False

    def chooser(
        self, rows: int, cols: int, lists: Lists | None = None, *, single: bool = False
    ) -> Chooser:
        """This thread's search for a guess on boards of one size, or on some lists of cells.

        ``single``: for one recommendation. Raises :class:`minesolver.MissingDependencyError` without the
        compiled core.
        """
        return _of_thread.chooser(self, single, kernel.workspace_for(rows, cols, lists))


def _chooser(policy: Policy, single: bool, workspace: Any) -> Chooser:
    from ..kernel.core import Chooser
    from .boosted_trees import load

    trees = np.zeros((0, 1), np.uint8) if policy.trees is None else load(policy.trees)
    search = policy.single if single and policy.single else policy.search
    return Chooser(workspace, policy.kind, search.parameters(), trees)


class _OfThread(threading.local):
    """The choosers of a thread, which none may share."""

    def __init__(self) -> None:
        self.chooser = lru_cache(_KEPT_CHOOSERS)(_chooser)


_of_thread = _OfThread()
