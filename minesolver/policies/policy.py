"""What a policy is: data for the compiled code that chooses a guess."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from math import log

import numpy as np
import numpy.typing as npt

from ..compiled import Weights

SAFEST, PSEQ, BLEND, ESTIMATE = 0, 1, 2, 3
"""How a position is valued: not at all; by P-S-E-Q; by the next guess's safety; by its winning chance."""


@dataclass(frozen=True)
class Search:
    """How far a policy looks, and what counts. The order of the fields is that of
    ``minesolver.compiled.choosing``.

    ``factor``: a candidate has at least this share of the best safety. ``layouts``: a position with at most
    so many layouts is played by the whole game tree, as long as that takes at most ``nodes`` sets;
    ``leaf_layouts`` and ``leaf_nodes``: the same for a position that is looked at, where winning chances are
    estimated. ``tree_cells`` and ``slots``: room for the tree: cells, and sets remembered (a power of two).

    The score of a candidate is its safety, times the worth of the next guess to the power ``next``.
    ``living``: cells that can tell nothing wait till the end, and do not count as the next guess. ``second``:
    the weight of the second safest cell in the next guess. ``influence``: how much of the chance to be a mine
    of a coin flip that comes anyway is given back to a cell's safety. ``beside`` a clue a score is so much
    greater (as a share); elsewhere by ``opening`` times the chance to show the least number. ``regions``: a
    region that has nothing to do with the others is played by its own game tree. ``playouts``: where there
    are at most ``playout_layouts`` layouts, the candidates close to the best are played out, each on the
    same layouts, drawn at random, at most so many. ``third``: the weight of the third safest cell in the next
    guess. ``doubt``: how much that is worth less for each unit of the logarithm of the cells that one would
    then get wrong by the likelier guess. ``ranking``: how much of what boosted trees see of the close
    candidates corrects their scores, 1 all of it.
    """

    factor: float = 0.9
    layouts: float = 0
    nodes: float = 20_000
    leaf_layouts: float = 100
    leaf_nodes: float = 4_000
    tree_cells: int = 160
    slots: int = 1 << 14
    living: bool = True
    influence: float = 0.0
    second: float = 0.2
    next: float = 1.0
    beside: float = 0.0
    opening: float = 0.0
    regions: bool = False
    playouts: int = 0
    playout_layouts: float = 0
    third: float = 0.0
    doubt: float = 0.0
    ranking: float = 0.0

    def array(self) -> npt.NDArray[np.float64]:
        """float64, layout limits as logarithms."""
        values = {field.name: float(getattr(self, field.name)) for field in fields(self)}
        room = max(values["layouts"], values["leaf_layouts"], 1.0)
        for name in ("layouts", "leaf_layouts", "playout_layouts"):
            values[name] = log(values[name] + 0.5) if values[name] else -1.0
        return np.array([*values.values(), room + 1.0])


@dataclass(frozen=True)
class Policy:
    """A registered policy. ``estimate``: the file beside this one for the estimate of
    winning chances, which is shown and does not choose, but where ``kind`` is ESTIMATE.
    ``single``: how far to look for one recommendation, which may take longer than a move of many games.
    ``ranking``: the file of the boosted trees that tell close candidates apart."""

    name: str
    description: str
    source: str
    kind: int
    search: Search = Search()
    single: Search | None = None
    estimate: str | None = None
    ranking: str | None = None

    def arguments(self, *, single: bool = False) -> tuple[int, npt.NDArray[np.float64], Weights]:
        """(kind, parameters, weights) for the compiled code."""
        search = self.single if single and self.single is not None else self.search
        return self.kind, search.array(), _weights(self.estimate, self.ranking)


@cache
def _weights(estimate: str | None, ranking: str | None) -> Weights:
    weights = Weights()
    if estimate is not None:
        with (files(__package__) / estimate).open("rb") as file:
            weights = weights._replace(estimate=np.load(file).astype(np.float64))
    if ranking is not None:
        with (files(__package__) / ranking).open("rb") as file:
            weights = weights._replace(ranking=np.load(file)["trees"])
    return weights
