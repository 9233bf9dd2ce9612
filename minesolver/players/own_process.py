"""A player of a Python file in a process of its own: what it does to its process ends nothing else."""

from __future__ import annotations

import sys
from typing import Any

from ..base.errors import ExperimentError
from ..base.workers import Pool, WorkerDiedError, WorkerLateError
from .player import Move, Player


class OwnProcess:
    """A player whose file runs in another process, each move within a limit. A context: leaving it ends that.

    name: The player's name, ``FILE.py``
    square: Whether it is to play square boards with Minesweeper's own clues
    seconds: For each move, and for what is done before a game; ``None`` for no limit
    Raises ExperimentError: the file has no player; from ``start`` and ``move`` also where it ends its process
        or takes too long.
    """

    def __init__(self, name: str, seconds: float | None = None, *, square: bool = True) -> None:
        self.name = name
        self._seconds = seconds
        self._pool = Pool(1)
        try:
            self.chooses_guesses: bool = self._ask(_make, name, square)
            """Whether the guesses are the file's: a class of CS50's form may have no method for them."""
        except BaseException:
            self.close()
            raise

    def __enter__(self) -> OwnProcess:
        return self

    def __exit__(self, *_: object) -> None:
        self.close()

    def close(self) -> None:
        """End the process."""
        self._pool.close()

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self._ask(_start, rows, cols, mines, seed)

    def move(self, board: Any) -> Move | None:
        move: Move | None = self._ask(_move, board)
        return move

    def _ask(self, function: Any, *arguments: Any) -> Any:
        """What a function gives there."""
        try:
            return self._pool.submit(function, *arguments, seconds=self._seconds).result()
        except WorkerDiedError as error:
            raise ExperimentError(
                f"{self.name} ended its process (exit code {error.exitcode})"
            ) from None
        except WorkerLateError:
            raise ExperimentError(
                f"{self.name} took longer than the {self._seconds:g} s that a move may take"
            ) from None


_player_there: Player | None = None
"""The player of this process, where it is such a process."""


def _make(name: str, square: bool) -> bool:
    """Have a player, in its process; returns whether it chooses its guesses."""
    global _player_there
    from . import PLAYERS

    # What the file prints is for its author: standard output is for results.
    sys.stdout = sys.stderr
    _player_there = PLAYERS.get(name).on(square).make()
    return getattr(_player_there, "chooses_guesses", True)


def _start(rows: int, cols: int, mines: int | None, seed: int) -> None:
    assert _player_there is not None, "it was made before"
    _player_there.start(rows, cols, mines, seed)


def _move(board: Any) -> Move | None:
    assert _player_there is not None, "it was made before"
    return _player_there.move(board)
