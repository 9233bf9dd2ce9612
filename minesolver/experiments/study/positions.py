"""The positions that engines are asked about: met in games of the exact player, with the exact answer.

Game ``i`` starts at a random cell. The player opens all cells that are proved safe, else the cell of least
mine probability, and a mine hit is knowledge: so each game shows every share of its board. Where positions
are to be ``survived``, it opens the least dangerous cell that holds no mine: for peers that cannot be told
of known mines. That choice knows the layout, so the layout is not kept to judge probabilities by. All choices
depend on exact fractions and the seed alone, so that every machine meets the same positions.
"""

from __future__ import annotations

from collections.abc import Container
from dataclasses import dataclass
from functools import lru_cache
from random import Random

import numpy as np

from ... import formats
from ...analysis import Analysis
from ...board import HIDDEN, Board, Cell
from ...errors import EngineLimitError
from ...game import Game
from ...game.layout import agent_seed
from ...limits import Limit
from ...ordering import plan
from ...problem import build
from ...solve import analyze
from .experiment import PATH, Experiment, Setting

_DIGITS = 9  # risks are compared to these, so that rounding decides nothing


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
        return max((plan(part, self.board.cols).width for part in parts), default=0)


def positions(experiment: Experiment, setting: Setting, index: int) -> tuple[Position, ...]:
    """The positions of game ``index``, or board ``index`` of a file."""
    return (
        of_file(experiment, setting.file)[index : index + 1]
        if setting.file
        else met(experiment, setting, index)
    )


@lru_cache(maxsize=32)
def met(experiment: Experiment, setting: Setting, index: int) -> tuple[Position, ...]:
    """The positions of game ``index``."""
    game = Game(setting.rows, setting.cols, setting.mines, PATH, seed=experiment.seed, index=index)
    cells = setting.rows * setting.cols
    survived = experiment.positions == "survived"
    mines = game.layout or frozenset() if survived else frozenset()
    rng = Random(agent_seed(experiment.seed, index))
    start = divmod(rng.randrange(cells), setting.cols)
    while start in mines and len(mines) < cells:
        start = divmod(rng.randrange(cells), setting.cols)
    game.open(start)
    found: list[Position] = []
    looks = 0
    while game.opened < cells - setting.mines:
        board = game.board
        analysis, exact = _analyse(board, experiment.states)
        known = (game.opened + game.mines_hit) / cells
        even = known * (experiment.looks + 1) >= looks + 1
        if even if experiment.positions == "looks" else not analysis.safe:
            looks = int(known * (experiment.looks + 1))
            found.append(Position(board, exact, None if survived else game.layout))
        for cell in sorted(analysis.safe) or [_least(board, analysis, mines)]:
            if board.grid[cell] == HIDDEN and game.board.grid[cell] == HIDDEN:
                game.open(cell)
    if len(found) > experiment.looks:  # stuck positions: spread over the game
        found = [found[i * len(found) // experiment.looks] for i in range(experiment.looks)]
    return tuple(found)


@lru_cache(maxsize=8)
def of_file(experiment: Experiment, file: str) -> tuple[Position, ...]:
    """The boards of a file, in its order."""
    boards = formats.parse_many(formats.read_text(file))
    return tuple(Position(board, _analyse(board, experiment.states)[1], None) for board in boards)


def _analyse(board: Board, states: int) -> tuple[Analysis, Analysis | None]:
    """An analysis to go on with, and the exact one where the limit allows it."""
    try:
        analysis = analyze(board, "elimination", limit=Limit(states=states))
    except EngineLimitError:
        return analyze(board, "layered_total"), None
    return analysis, analysis


def _least(board: Board, analysis: Analysis, avoided: Container[Cell]) -> Cell:
    """The cell of least risk that is not ``avoided``, the first in reading order among equals."""
    hidden = [cell for cell in board.cells(HIDDEN) if cell not in analysis.mines and cell not in avoided]
    risk = np.nan_to_num(analysis.probability, nan=1.0)
    return min(hidden, key=lambda cell: (round(float(risk[cell]), _DIGITS), cell))
