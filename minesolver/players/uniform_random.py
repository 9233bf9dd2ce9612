"""Opens any hidden cell, each with equal chance: what every other agent should beat."""

from random import Random
from typing import Any

import numpy as np

from .player import Agent, Move, check_board, checked_game, unproved


class UniformRandom:
    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        rows, cols, seed = checked_game(rows, cols, seed)
        self.rng = Random(seed)

    def move(self, board: Any) -> Move | None:
        check_board(board)
        cell = any_hidden(board, self.rng)
        if cell is None:
            return None
        return unproved(cell, "any hidden cell", "uniform_random", "uniform", random=True)


def any_hidden(board: Any, rng: Random) -> Any:
    """A hidden cell, each with equal chance; ``None`` without one."""
    hidden_cells = np.flatnonzero(board._unknown)
    if not hidden_cells.size:
        return None
    index = int(hidden_cells[rng.randrange(hidden_cells.size)])
    return board._named([index])[0]


AGENT = Agent(
    "uniform_random",
    "any hidden cell, with equal chance",
    "common baseline; the random agent of the decision-process notebook, over hidden cells only",
    UniformRandom,
    under_rules=True,
)
