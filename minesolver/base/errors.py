"""Typed errors. Everything that minesolver raises on purpose derives from :class:`MinesolverError`."""

from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

_MESSAGE = 600  # characters of a message; what a text holds may be any length
_SHOWN = 40


def quoted(value: object) -> str:
    """``repr`` for a message, cut where it is long."""
    text = repr(value[: 2 * _SHOWN] if isinstance(value, str) else value)
    return text if len(text) <= _SHOWN else f"{text[:_SHOWN]}..."


def counted(number: int, noun: str) -> str:
    """``1 mine``, ``2 mines``, ``1 guess``, ``2 guesses``."""
    return f"{number} {noun}{'' if number == 1 else 'es' if noun.endswith('s') else 's'}"


class MinesolverError(Exception):
    """Base of all errors that a caller may want to catch; a long message is cut in its middle."""

    kind = "rule"
    """What other programs are told that it is."""
    _places: tuple[str, ...] = ()

    def __init__(self, message: str = "") -> None:
        if len(message) > _MESSAGE:
            message = f"{message[: _MESSAGE - 100]} ... {message[-95:]}"
        super().__init__(message)

    def to_dict(self) -> dict[str, Any]:
        """Its kind, its message and where it is, as JSON has them."""
        return {"kind": self.kind, "message": str(self)} | {
            name: getattr(self, name) for name in self._places
        }


class BoardFormatError(MinesolverError, ValueError):
    """The input is not a board.

    line, column: Where, counted from 1 in the text as given (for arrays: row + 1, column + 1); ``None`` where
        there is no single place, as for an impossible mine count
    symbol: The offending piece of input, or ``None``
    readings: Where a text can be read in several ways, these, as ``signs=`` takes them
    """

    kind = "board"
    _places = ("line", "column", "symbol")

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        symbol: str | None = None,
        readings: Iterable[str] = (),
    ) -> None:
        place = [f"line {line}"] if line is not None else []
        if column is not None:
            place.append(f"column {column}")
        super().__init__(f"{', '.join(place)}: {message}" if place else message)
        self.message = message
        self.line = line
        self.column = column
        self.symbol = symbol
        self.readings = tuple(readings)

    def to_dict(self) -> dict[str, Any]:
        return super().to_dict() | ({"readings": list(self.readings)} if self.readings else {})


class OtherInputError(BoardFormatError):
    """The input is no board but something else that this package writes; the message names what reads it."""


class InconsistentBoardError(MinesolverError):
    """No mine layout agrees with the board.

    clues: Opened cells, by their names, whose clues cannot hold together; leaving any one out makes the rest
        possible
    total: Whether the contradiction needs the mine count as well
    smallest: Whether the set was proved to be one of least size; ``False``: it is only minimal
    constraints: Names of the constraints, those of the clues among them
    known_mines: Known mines without which these can hold together; somebody's flags may be wrong
    """

    kind = "inconsistent"

    def __init__(
        self,
        message: str,
        *,
        clues: Iterable[Any] = (),
        total: bool = False,
        smallest: bool = True,
        constraints: Iterable[str] = (),
        known_mines: Iterable[Any] = (),
    ) -> None:
        super().__init__(message)
        self.known_mines = tuple(known_mines)
        self.clues = tuple(sorted(clues))
        self.total = total
        self.smallest = smallest
        self.constraints = tuple(constraints)

    def to_dict(self) -> dict[str, Any]:
        clues = [list(cell) if isinstance(cell, tuple) else cell for cell in self.clues]
        return super().to_dict() | {
            "clues": clues,
            "mine_count_needed": self.total,
            "smallest": self.smallest,
            "known_mines": [list(cell) if isinstance(cell, tuple) else cell for cell in self.known_mines],
        }


class InconsistentPuzzleError(InconsistentBoardError):
    """No layout satisfies the puzzle."""


class CellError(MinesolverError, IndexError, ValueError):
    """What was given is no cell of the board, or not one for which this can be done."""

    kind = "board"


class MoveError(MinesolverError, ValueError):
    """A move that the game does not allow, with the reason."""


class PuzzleError(MinesolverError, ValueError):
    """What is given makes no puzzle: an unknown cell, an impossible count, a rule that does not fit the
    geometry.

    cell: Name of the offending cell, or ``None``
    constraint: Name of the offending constraint, or ``None``
    """

    kind = "board"

    def __init__(self, message: str, *, cell: Any = None, constraint: str | None = None) -> None:
        super().__init__(message)
        self.cell = cell
        self.constraint = constraint


class EngineLimitError(MinesolverError):
    """An engine stopped at its limit, or cannot hold this board. No partial answer is given."""

    kind = "limit"


class UnknownNameError(MinesolverError, ValueError):
    """A name (engine, agent, policy, format) that no registry holds."""

    kind = "name"


class MissingDependencyError(MinesolverError, ImportError):
    """An optional part is not installed; the message says how to install it."""

    kind = "missing"


@contextmanager
def extra(name: str, what: str) -> Iterator[None]:
    """For imports of what an extra brings: one that fails is told: ``what``, its name for {}, the command."""
    try:
        yield
    except ImportError as error:
        tree = Path(__file__).parents[2]  # by its path: no index needs to know the package
        place = f"-e '{tree}[{name}]'" if (tree / "setup.py").exists() else f"'minesolver[{name}]'"
        raise MissingDependencyError(f"{what.format(error.name)}: pip install {place}") from None


class RuleError(MinesolverError, ValueError):
    """A combination of game rules that cannot be played, with the reason."""


class ExperimentError(MinesolverError, ValueError):
    """A description of an experiment that cannot be run, with the reason."""


class ResultsError(MinesolverError):
    """A results file that cannot be used or written, or workers that cannot be reached."""


class WeightsError(MinesolverError, ValueError):
    """Fitted weights that do not belong to this version of the compiled core."""
