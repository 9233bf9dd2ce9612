"""The positions that engines are asked about: met in games of the exact player, with the exact answer.

Game ``i`` starts at a random cell. The player opens all cells that are proved safe, else the cell of least
mine probability, and a mine hit is knowledge: so each game shows every share of its board. Where it is to
``survive``, it opens the least dangerous cell that holds no mine: for peers that do not take known
mines. That choice knows the layout, so the layout is not kept to judge probabilities by. All choices
depend on exact risks and the seed alone, so that every machine meets the same positions.
"""

from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import Limit
from ..counting.ordering import elimination_order
from ..counting.problem import build
from ..game import Game
from ..game.seeding import agent_seed
from ..io import formats
from ..model.analysis import TIE, Analysis
from ..model.board import HIDDEN, Board, Cell
from ..solve import analyze
from .experiment import PATH, Experiment, Setting


@dataclass(frozen=True)
class Position:
    """``exact``: the exact answer, ``None`` past the limit of states; ``layout``: the mines, where known."""

    board: Board
    exact: Analysis | None
    layout: frozenset[Cell] | None

    @property
    def width(self) -> int:
        """Most clues open at once in the order by which the position is counted, whether it was or not."""
        if self.exact is not None:
            return self.exact.statistics.width
        parts = build(self.board).components
        return max((elimination_order(part, self.board.cols).width for part in parts), default=0)


@lru_cache(maxsize=32)
def positions(experiment: Experiment, setting: Setting, seed: int, index: int) -> tuple[Position, ...]:
    """The positions of game ``index`` of a seed, or board ``index`` of a file."""
    if setting.file:
        return tuple(_position(experiment, board) for board in _boards(setting.file)[index : index + 1])
    game = Game(setting.rows, setting.cols, setting.mines, PATH, seed=seed, index=index)
    cells = setting.rows * setting.cols
    mines: frozenset[Cell] = game.layout or frozenset() if experiment.survive else frozenset()
    rng = Random(agent_seed(seed, index))
    start = divmod(rng.randrange(cells), setting.cols)
    while start in mines and len(mines) < cells:
        start = divmod(rng.randrange(cells), setting.cols)
    game.open(start)
    found: list[Board] = []
    snapshots = 0
    while game.opened < cells - setting.mines:
        board = game.board
        analysis = _analysis_to_continue(board)
        known = (game.opened + game.mines_hit) / cells
        even = known * (experiment.snapshots + 1) >= snapshots + 1
        if even if experiment.positions == "snapshots" else not analysis.safe:
            snapshots = int(known * (experiment.snapshots + 1))
            found.append(board)
        shown: set[Cell] = set()
        for cell in sorted(analysis.safe) or [_least(board, analysis, mines)]:
            if cell not in shown:
                shown.update(game.open(cell))
    if len(found) > experiment.snapshots:  # stuck positions: spread over the game
        found = [found[i * len(found) // experiment.snapshots] for i in range(experiment.snapshots)]
    layout = None if experiment.survive else game.layout
    return tuple(_position(experiment, board, layout) for board in found)


@lru_cache(maxsize=8)
def _boards(file: str) -> list[Any]:
    return formats.parse_many(Path(file))


def _analysis_to_continue(board: Board) -> Analysis:
    """An analysis to play by, exact unless the position is out of reach: then what deduction finds."""
    try:
        return analyze(board, "kernel" if kernel.available() else "elimination")
    except EngineLimitError:
        return analyze(board, "layered_total")


def _position(experiment: Experiment, board: Board, layout: frozenset[Cell] | None = None) -> Position:
    try:
        exact = analyze(board, "elimination", limit=Limit(states=experiment.states))
    except EngineLimitError:
        exact = None
    return Position(board, exact, layout)


def _least(board: Board, analysis: Analysis, avoided: frozenset[Cell]) -> Cell:
    """The cell of least risk that is not ``avoided``, the first in reading order among equals."""
    risk = np.where(board.grid == HIDDEN, np.nan_to_num(analysis.probability, nan=1.0), np.inf)
    for cells in (analysis.mines, avoided):
        if cells:
            risk[tuple(np.array(list(cells)).T)] = np.inf
    row, col = divmod(int(np.argmax(risk <= risk.min() + TIE)), board.cols)
    return row, col
