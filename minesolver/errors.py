"""Typed errors. Everything that minesolver raises on purpose derives from :class:`MinesolverError`."""

from __future__ import annotations

from collections.abc import Iterable
from typing import Any

_MESSAGE = 600  # characters of a message; what a text holds may be any length
_SHOWN = 40


def quoted(value: object) -> str:
    """``repr`` for a message, cut where it is long."""
    text = repr(value[: 2 * _SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def counted(number: int, noun: str) -> str:
    """``1 mine``, ``2 mines``."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


class MinesolverError(Exception):
    """Base of all errors that a caller may want to catch. A long message is cut in its middle."""

    def __init__(self, message: str = "") -> None:
        if len(message) > _MESSAGE:
            message = f"{message[: _MESSAGE - 100]} ... {message[-95:]}"
        super().__init__(message)


class BoardFormatError(MinesolverError, ValueError):
    """The input is not a board.

    ``line`` and ``column`` count from 1 in the text as given (for arrays: row + 1, column + 1);
    each is ``None`` where the defect has no single place (an impossible mine count, say).
    ``symbol`` is the offending piece of input, or ``None``.
    """

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        symbol: str | None = None,
    ) -> None:
        place = [f"line {line}"] if line is not None else []
        if column is not None:
            place.append(f"column {column}")
        super().__init__(f"{', '.join(place)}: {message}" if place else message)
        self.message = message
        self.line = line
        self.column = column
        self.symbol = symbol


class InconsistentBoardError(MinesolverError):
    """No mine layout satisfies the board.

    ``clues``: (row, col) of opened cells, counted from 0, that cannot hold together; leaving any one out
    makes the rest possible. ``total``: whether the mine count is needed for the contradiction as well.
    ``smallest``: whether the set was proved to be one of least size (``False``: only minimal).
    """

    def __init__(
        self,
        message: str,
        *,
        clues: Iterable[tuple[int, int]] = (),
        total: bool = False,
        smallest: bool = True,
    ) -> None:
        super().__init__(message)
        self.clues = tuple(sorted(clues))
        self.total = total
        self.smallest = smallest


class CellError(MinesolverError, IndexError, ValueError):
    """What was given is no cell of the board, or not one for which this can be done."""


class MoveError(MinesolverError, ValueError):
    """A move that the game does not allow, with the reason."""


class PuzzleError(MinesolverError, ValueError):
    """Something that makes no puzzle: a cell that it does not have, a count that cannot be, a rule that does
    not fit the geometry.

    ``cell``: the offending cell's name, ``constraint``: the offending constraint's, or ``None``.
    """

    def __init__(self, message: str, *, cell: Any = None, constraint: str | None = None) -> None:
        super().__init__(message)
        self.cell = cell
        self.constraint = constraint


class InconsistentPuzzleError(InconsistentBoardError):
    """No layout satisfies the puzzle.

    ``constraints``: names of constraints that cannot hold together; leaving any one out makes the rest
    possible. ``clues``, ``total``, ``smallest``: as for boards; ``clues`` are the cells that clues stand on.
    """

    def __init__(
        self,
        message: str,
        *,
        constraints: Iterable[str] = (),
        clues: Iterable[Any] = (),
        total: bool = False,
        smallest: bool = True,
    ) -> None:
        super().__init__(message, clues=clues, total=total, smallest=smallest)
        self.constraints = tuple(constraints)


class EngineLimitError(MinesolverError):
    """An engine stopped at its limit, or cannot hold this board. No partial answer is given."""


class UnknownNameError(MinesolverError, ValueError):
    """A name (engine, agent, policy, format) that no registry holds."""


class MissingDependencyError(MinesolverError, ImportError):
    """An optional part is not installed; the message says how to install it."""


class RuleError(MinesolverError, ValueError):
    """A combination of game rules that cannot be played, with the reason."""


class ExperimentError(MinesolverError, ValueError):
    """A description of an experiment that cannot be run, with the reason."""


class ResultsError(MinesolverError):
    """A results file that cannot be used or written, or workers that cannot be reached."""


class WeightsError(MinesolverError, ValueError):
    """Fitted weights that do not belong to this version of the compiled core."""
