"""The positions that engines are asked about: met in games of the exact player, with the exact answer.

Game ``i`` starts at a random cell. The player opens all cells that are proved safe, else the cell of least
mine probability, and a mine hit is knowledge: so each game shows every share of its board. The choices depend
on exact fractions and the seed alone, so that every machine meets the same positions.
"""

from __future__ import annotations

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
from ...solve import analyze
from .experiment import PATH, Experiment, Setting

_DIGITS = 9  # risks are compared to these, so that rounding decides nothing


@dataclass(frozen=True)
class Position:
    """``exact``: the exact answer, ``None`` past the limit of states; ``layout``: the mines, where known."""

    board: Board
    exact: Analysis | None
    layout: frozenset[Cell] | None


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
    start = Random(agent_seed(experiment.seed, index)).randrange(cells)
    game.open(divmod(start, setting.cols))
    found: list[Position] = []
    looks = 0
    while game.opened < cells - setting.mines:
        board = game.board
        analysis, exact = _analyse(board, experiment.states)
        known = (game.opened + game.mines_hit) / cells
        stuck = not analysis.safe
        if stuck if experiment.positions == "stuck" else known * (experiment.looks + 1) >= looks + 1:
            looks = int(known * (experiment.looks + 1))
            found.append(Position(board, exact, game.layout))
        for cell in sorted(analysis.safe) or [_least(board, analysis)]:
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


def _least(board: Board, analysis: Analysis) -> Cell:
    """The cell of least risk, the first in reading order among equals."""
    hidden = [(r, c) for r, c in board.cells(HIDDEN) if (r, c) not in analysis.mines]
    risk = np.nan_to_num(analysis.probability, nan=1.0)
    return min(hidden, key=lambda cell: (round(float(risk[cell]), _DIGITS), cell))
