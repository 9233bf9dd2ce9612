"""A player in a Python file of somebody's own, such as a student's: ``--policy FILE.py``."""

import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from functools import cache, partial
from numbers import Real
from pathlib import Path
from runpy import run_path
from traceback import extract_tb
from typing import Any

from ..base.errors import ExperimentError, MinesolverError, MoveError, quoted
from ..model.reason import show
from .player import ACTIONS, Agent, Move, as_move

SUFFIX = ".py"
"""What the name of such a player ends with."""


def agent(name: str, cs50: Callable[[], Agent]) -> Agent:
    """The player of a file: its class ``Player``, or ``MinesweeperAI`` as CS50's project has it.

    cs50: Gives the agent that plays by such a class
    Raises ExperimentError: the file cannot be run, or has neither class.
    """
    return _agent(name, Path(name).resolve(), cs50)


@cache
def _agent(name: str, path: Path, cs50: Callable[[], Agent]) -> Agent:
    # The file runs with the name of a module that is imported: its `if __name__ == "__main__"` stays still.
    try:
        module_names = run_file(path, "minesolver_student")
    except OSError as error:
        raise ExperimentError(f"{name}: {error.strerror or error}") from None
    except SystemExit:
        raise ExperimentError(f"{name}: the file ends the program where it is imported") from None
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        raise ExperimentError(_message(name, path, error)) from None

    # One of two classes, whose instances are the players.
    make_player: Callable[[], Any]
    if "MinesweeperAI" in module_names:
        cs50_agent = cs50()
        student_class = module_names["MinesweeperAI"]

        def make_player() -> Any:
            return cs50_agent.make(ai=student_class)

        under_rules = cs50_agent.under_rules
    elif "Player" in module_names:
        make_player = module_names["Player"]
        under_rules = True
    else:
        raise ExperimentError(f"{name} has no class MinesweeperAI or Player")
    return Agent(
        name,
        "a player in a file",
        name,
        partial(_Guarded, name, path, make_player),
        uses_total=True,
        under_rules=under_rules,
    )


def run_file(path: Path, run_name: str) -> dict[str, Any]:
    """The names that a Python file defines. It may import the modules beside it, at its top.

    Those are forgotten afterwards: the next file has modules of its own beside it, perhaps of the same names.
    Raises whatever the file raises.
    """
    folder = path.resolve().parent
    modules_before = set(sys.modules)
    sys.path.insert(0, str(folder))
    try:
        return run_path(str(path), run_name=run_name)
    finally:
        sys.path.remove(str(folder))
        for module_name in set(sys.modules) - modules_before:
            module_file = getattr(sys.modules[module_name], "__file__", None)
            if module_file is not None and folder in Path(module_file).resolve().parents:
                del sys.modules[module_name]


class _Guarded:
    """The file's player; what goes wrong in it is an error of one line that names the file."""

    def __init__(self, name: str, path: Path, make: Callable[[], Any]) -> None:
        self.name = name
        self.path = path
        self.flags_in_a_row = 0
        with self._errors_named():
            self.player: Any = make()

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        self.flags_in_a_row = 0
        if hasattr(self.player, "start"):
            with self._errors_named():
                self.player.start(rows, cols, mines, seed)

    def move(self, board: Any) -> Move | None:
        with self._errors_named():
            answer: Any = self.player.move(board)
        if answer is None:
            return None
        try:
            move = as_move(answer)
        except TypeError as error:
            raise ExperimentError(f"{self.name}: {error}") from None
        self._check(move, board)
        return move

    @contextmanager
    def _errors_named(self) -> Iterator[None]:
        """Around code of the file: what it raises, or an end of the program, is an error that names it."""
        try:
            yield
        except KeyboardInterrupt:
            raise
        except BaseException as error:
            raise ExperimentError(_message(self.name, self.path, error)) from None

    def _check(self, move: Move, board: Any) -> None:
        """Raises ExperimentError: a move that cannot be made, or that can never end the game."""
        if move.action not in ACTIONS:
            raise ExperimentError(
                f"{self.name}: an action is open, flag or chord, not {quoted(move.action)}"
            )
        if not (move.probability is None or isinstance(move.probability, Real)):
            raise ExperimentError(
                f"{self.name}: a probability is a number or None, not {quoted(move.probability)}"
            )
        try:
            is_hidden = board._unknown[board.index(move.cell)]
        except (MinesolverError, TypeError) as error:
            raise ExperimentError(f"{self.name}: {error}") from None
        if move.action == "chord":
            if is_hidden:
                raise ExperimentError(
                    f"{self.name}: a chord is on an open clue, and {show(move.cell)} is hidden"
                )
        elif not is_hidden:
            raise ExperimentError(f"{self.name}: {show(move.cell)} is already open")

        # Who only sets flags and takes them away would play on for ever.
        self.flags_in_a_row = self.flags_in_a_row + 1 if move.action == "flag" else 0
        if self.flags_in_a_row > 2 * len(board.cells):
            raise ExperimentError(
                f"{self.name}: {self.flags_in_a_row} flags in a row without a cell opened: it would not end"
            )

    def __getattr__(self, name: str) -> Any:
        if name == "player":  # asked for while an object is copied, before it has one
            raise AttributeError(name)
        return getattr(self.player, name)


def _message(name: str, path: Path, error: BaseException) -> str:
    """What went wrong, and in which line of the file."""
    # The last line of the file on the way to the error; of a syntax error the line that it names.
    line_numbers = [
        frame.lineno for frame in extract_tb(error.__traceback__) if Path(frame.filename) == path
    ]
    if isinstance(error, SyntaxError) and error.lineno is not None:
        line_numbers = [error.lineno]
        error_text = error.msg
    else:
        error_text = str(error)
    error_place = f"{name}, line {line_numbers[-1]}" if line_numbers else name
    if isinstance(error, SystemExit):
        return f"{error_place}: the player's file ended the program (exit code {error.code or 0})"
    if isinstance(error, MoveError):  # in the words of whoever drives the file's class
        return f"{error_place}: {error_text}"
    return f"{error_place}: {type(error).__name__}: {error_text}".rstrip(": ")
