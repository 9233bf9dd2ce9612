"""A player of a Python file in a process of its own: what it does to its process ends nothing else."""

from __future__ import annotations

import sys
from typing import Any

from ..base.errors import ExperimentError
from ..base.workers import Pool, WorkerDiedError, WorkerLateError
from .player import Move, Player

_LOADING_SECONDS = 20
"""What starting the process and importing the file may take beyond the limit of a move."""


class OwnProcess:
    """A player whose file runs in another process, each move within a limit. A context: leaving it ends that.

    name: The player's name, ``FILE.py``
    square: Whether it is to play square boards with Minesweeper's own clues
    seconds: For each move, and for what is done before a game; loading the file may take longer. ``None``: no
        limit
    Raises ExperimentError: the file has no player; from ``start`` and ``move`` also where it ends its process
        or takes too long.
    """

    def __init__(self, name: str, seconds: float | None = None, *, square: bool = True) -> None:
        self.name = name
        self._seconds = seconds
        self._pool = Pool(1)
        try:
            self.chooses_guesses: bool = self._ask_to_load(square)
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
        self._ask_to_play(_start, rows, cols, mines, seed)

    def move(self, board: Any) -> Move | None:
        move: Move | None = self._ask_to_play(_move, board)
        return move

    def _ask_to_load(self, is_square: bool) -> bool:
        """Have the player there; whether its guesses are the file's."""
        if self._seconds is None:
            return self._ask(_make, self.name, is_square)
        # A process and what it imports take a second or more, which is not the player's.
        loading_seconds = self._seconds + _LOADING_SECONDS
        return self._ask(_make, self.name, is_square, seconds=loading_seconds, work="loading it")

    def _ask_to_play(self, function: Any, *arguments: Any) -> Any:
        return self._ask(function, *arguments, seconds=self._seconds, work="a move")

    def _ask(
        self, function: Any, *arguments: Any, seconds: float | None = None, work: str = ""
    ) -> Any:
        """What a function gives there; ``work`` is what it takes its time for, in words."""
        try:
            return self._pool.submit(function, *arguments, seconds=seconds).result()
        except WorkerDiedError as error:
            raise ExperimentError(
                f"{self.name} ended its process (exit code {error.exitcode})"
            ) from None
        except WorkerLateError:
            raise ExperimentError(
                f"{self.name} took longer than the {seconds:g} s that {work} may take"
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
