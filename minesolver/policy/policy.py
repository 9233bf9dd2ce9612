"""What a policy is: data for the compiled code that chooses a guess."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import cache
from importlib.resources import files
from math import log

import numpy as np
import numpy.typing as npt

SAFEST, PSEQ, BLEND, ESTIMATE = 0, 1, 2, 3
"""How a position is valued: not at all; by P-S-E-Q; by the next guess's safety; by its winning chance."""


@dataclass(frozen=True)
class Search:
    """How far a policy looks. The order of the fields is that of ``minesolver.compiled.choosing``.

    ``factor``: a candidate has at least this share of the best safety. ``layouts``: a position with at most
    so many layouts is played by the whole game tree, as long as that takes at most ``nodes`` sets;
    ``leaf_layouts`` and ``leaf_nodes``: the same for a position that is looked at, where winning chances are
    estimated. ``tree_cells`` and ``slots``: room for the tree: cells, and sets remembered (a power of two).
    """

    factor: float = 0.9
    layouts: float = 0
    nodes: float = 20_000
    leaf_layouts: float = 100
    leaf_nodes: float = 4_000
    tree_cells: int = 160
    slots: int = 1 << 14
    living: bool = True
    influence: float = 0.7
    second: float = 0.25
    next: float = 1.0
    beside: float = 0.02
    opening: float = 0.03
    regions: bool = True

    def array(self) -> npt.NDArray[np.float64]:
        """float64, layout limits as logarithms."""
        values = {field.name: float(getattr(self, field.name)) for field in fields(self)}
        room = max(values["layouts"], values["leaf_layouts"], 1.0)
        for name in ("layouts", "leaf_layouts"):
            values[name] = log(values[name] + 0.5) if values[name] else -1.0
        return np.array([*values.values(), room + 1.0])


@dataclass(frozen=True)
class Policy:
    """A registered policy. ``weights``: the file beside this one for the estimate of
    winning chances, which is shown and does not choose, but where ``kind`` is ESTIMATE."""

    name: str
    description: str
    source: str
    kind: int
    search: Search = Search()
    weights: str | None = None

    def arguments(self) -> tuple[int, npt.NDArray[np.float64], npt.NDArray[np.float64]]:
        """(kind, parameters, weights) for the compiled code."""
        return self.kind, self.search.array(), _weights(self.weights)


@cache
def _weights(name: str | None) -> npt.NDArray[np.float64]:
    if name is None:
        return np.zeros(1)
    with (files(__package__) / name).open("rb") as file:
        weights: npt.NDArray[np.float64] = np.load(file).astype(np.float64)
    return weights
