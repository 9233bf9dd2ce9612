"""Typed errors. Everything that minesolver raises on purpose derives from :class:`MinesolverError`."""

from collections.abc import Hashable, Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path
from typing import Any

from .json_values import Json

_MESSAGE_LENGTH = 600  # characters; what a text holds may be any length
_MESSAGE_END = 95  # of a longer one, what is kept of its end
_QUOTED_LENGTH = 40  # characters of a value in a message


def quoted(value: object) -> str:
    """``repr`` for a message, cut where it is long."""
    if isinstance(value, str):
        value = value[: 2 * _QUOTED_LENGTH]  # a text may be very long
    try:
        text = repr(value)
    except ValueError:  # an integer of more digits than Python writes
        return "a number of thousands of digits"
    except Exception:  # lists in lists without end, or a class of somebody's that cannot be written
        return f"a value of the type {type(value).__name__}"
    return text if len(text) <= _QUOTED_LENGTH else f"{text[:_QUOTED_LENGTH]}..."


def counted(number: int, noun: str) -> str:
    """``1 mine``, ``2 mines``, ``1 guess``, ``2 guesses``."""
    if number == 1:
        return f"1 {noun}"
    plural_ending = "es" if noun.endswith("s") else "s"
    return f"{number} {noun}{plural_ending}"


def check_type(value: object, expected_type: type | tuple[type, ...], expectation: str) -> None:
    """Whether a caller of the library gave what an entry point takes, before it fails deep inside.

    expectation: What it takes, as the beginning of the message: "a player's file is a text"
    Raises ArgumentTypeError: it is of none of these types.
    """
    if not isinstance(value, expected_type):
        raise ArgumentTypeError(f"{expectation}, not {quoted(value)}")


def is_iterable(value: Any) -> bool:
    """Whether a value can be gone through: an array without dimensions looks as if it could be."""
    try:
        iter(value)
    except TypeError:
        return False
    return True


def check_iterable(value: object, expectation: str) -> None:
    """As :func:`check_type`, of what can be gone through."""
    if not is_iterable(value):
        raise ArgumentTypeError(f"{expectation}, not {quoted(value)}")


def check_hashable(value: object, expectation: str) -> None:
    """As :func:`check_type`, of what is kept in sets and looked up in dictionaries."""
    try:
        hash(value)
    except Exception:  # a list, or a tuple of lists in lists without end
        raise ArgumentTypeError(f"{expectation}, not {quoted(value)}") from None


def check_callable(value: object, expectation: str) -> None:
    """As :func:`check_type`, of what is called now and then, or None."""
    if value is not None and not callable(value):
        raise ArgumentTypeError(f"{expectation}, not {quoted(value)}")


def truth(value: object, expectation: str) -> bool:
    """What a yes or no of a caller says: arrays say neither. Raises as :func:`check_type`."""
    try:
        return bool(value)
    except Exception:
        raise ArgumentTypeError(f"{expectation}, not {quoted(value)}") from None


class MinesolverError(Exception):
    """Base of all errors that a caller may want to catch; a long message is cut in its middle.

    >>> import minesolver as ms
    >>> try:
    ...     ms.Board.parse("1#\\n##", mines=9)
    ... except ms.MinesolverError as error:
    ...     print(error)
    mine count 9 is impossible: the board has 0 known mines and 3 hidden cells
    """

    kind = "rule"
    """What other programs are told that it is."""
    _location_names: tuple[str, ...] = ()
    """Attributes that say where in the input it is."""

    def __init__(self, message: str = "") -> None:
        if len(message) > _MESSAGE_LENGTH:
            beginning = message[: _MESSAGE_LENGTH - _MESSAGE_END - len(" ... ")]
            message = f"{beginning} ... {message[-_MESSAGE_END:]}"
        super().__init__(message)

    def to_dict(self) -> dict[str, Json]:
        """Its kind, its message and where it is, as JSON has them."""
        values: dict[str, Json] = {"kind": self.kind, "message": str(self)}
        for name in self._location_names:
            values[name] = getattr(self, name)
        return values


class BoardFormatError(MinesolverError, ValueError):
    """The input is not a board.

    >>> import minesolver as ms
    >>> ms.Board.parse("1#\\n9#", format="canonical")
    Traceback (most recent call last):
    minesolver.base.errors.BoardFormatError: ...

    line, column: Where, counted from 1 in the text as given (for arrays: row + 1, column + 1); ``None`` where
        there is no single place, as for an impossible mine count
    symbol: The offending piece of input, or ``None``
    readings: Where a text can be read in several ways, how to say each: ``signs="hidden=x"``, ``reading=2``
    boards: The board of each of these readings, as canonical text
    """

    kind = "board"
    _location_names = ("line", "column", "symbol")

    def __init__(
        self,
        message: str,
        *,
        line: int | None = None,
        column: int | None = None,
        symbol: str | None = None,
        readings: Iterable[str] = (),
        boards: Iterable[str] = (),
    ) -> None:
        location = []
        if line is not None:
            location.append(f"line {line}")
        if column is not None:
            location.append(f"column {column}")
        super().__init__(f"{', '.join(location)}: {message}" if location else message)
        self.message = message
        self.line = line
        self.column = column
        self.symbol = symbol
        self.readings = tuple(readings)
        self.boards = tuple(boards)

    def to_dict(self) -> dict[str, Json]:
        values = super().to_dict()
        if self.readings:
            values["readings"] = list(self.readings)
        if self.boards:
            values["boards"] = list(self.boards)
        return values


class OtherInputError(BoardFormatError):
    """The input is no board but something else that this package writes; the message names what reads it."""


class InconsistentBoardError(MinesolverError):
    """No mine layout agrees with the board.

    >>> import minesolver as ms
    >>> ms.analyze(ms.Board.parse("2#\\n00"))
    Traceback (most recent call last):
    minesolver.base.errors.InconsistentBoardError: ...

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
        clues: Iterable[Hashable] = (),
        total: bool = False,
        smallest: bool = True,
        constraints: Iterable[str] = (),
        known_mines: Iterable[Hashable] = (),
    ) -> None:
        super().__init__(message)
        # Of boards the names are rows and columns; puzzles, whose error is a class of its own, have any.
        self.clues: tuple[tuple[int, int], ...] = tuple(sorted(clues))  # type: ignore
        self.known_mines: tuple[tuple[int, int], ...] = tuple(known_mines)  # type: ignore
        self.total = total
        self.smallest = smallest
        self.constraints = tuple(constraints)

    def to_dict(self) -> dict[str, Json]:
        values = super().to_dict()
        values["clues"] = [_json_name(cell) for cell in self.clues]
        values["mine_count_needed"] = self.total
        values["smallest"] = self.smallest
        values["known_mines"] = [_json_name(cell) for cell in self.known_mines]
        return values


def _json_name(cell: Hashable) -> Json:
    """A cell's name as JSON has it: coordinates are a list; other names are texts or numbers."""
    if isinstance(cell, tuple):
        return list(cell)
    return cell  # type: ignore[return-value]


class InconsistentPuzzleError(InconsistentBoardError):
    """No layout satisfies the puzzle; its cells have any names."""

    clues: tuple[Hashable, ...]  # type: ignore[assignment]
    known_mines: tuple[Hashable, ...]  # type: ignore[assignment]


class CellError(MinesolverError, IndexError, ValueError):
    """What was given is no cell of the board, or not one for which this can be done.

    >>> import minesolver as ms
    >>> ms.Board.hidden(2, 2)[2, 0]
    Traceback (most recent call last):
    minesolver.base.errors.CellError: (2, 0) is not on the 2x2 board (rows and columns count from 0)
    """

    kind = "board"


class MoveError(MinesolverError, ValueError):
    """A move that the game does not allow, with the reason.

    >>> import minesolver as ms
    >>> game = ms.Game(2, 2, 1, layout=[(0, 0)])
    >>> game.open((1, 1)), game.open((1, 1))
    Traceback (most recent call last):
    minesolver.base.errors.MoveError: (1, 1) is already open
    """


class PuzzleError(MinesolverError, ValueError):
    """What is given makes no puzzle: an unknown cell, an impossible count, a rule that does not fit the
    geometry.

    cell: Name of the offending cell, or ``None``
    constraint: Name of the offending constraint, or ``None``
    """

    kind = "board"

    def __init__(
        self, message: str, *, cell: Hashable = None, constraint: str | None = None
    ) -> None:
        super().__init__(message)
        self.cell = cell
        self.constraint = constraint


class EngineLimitError(MinesolverError):
    """An engine stopped at its limit, or cannot hold this board. No partial answer is given.

    >>> import minesolver as ms
    >>> ms.analyze(ms.Board.hidden(16, 30, 99), "brute_force")
    Traceback (most recent call last):
    minesolver.base.errors.EngineLimitError: ...
    """

    kind = "limit"
    seconds = 0.0
    """What the engine had taken by then, where it says so."""


class ArgumentError(MinesolverError, ValueError):
    """A value that an argument cannot have: a limit of no time, fewer layouts than none."""


class ArgumentTypeError(MinesolverError, TypeError):
    """A value of a type that an argument cannot have."""


class UnknownNameError(MinesolverError, ValueError):
    """A name (engine, agent, policy, format) that no registry holds."""

    kind = "name"


class MissingDependencyError(MinesolverError, ImportError):
    """An optional part is not installed; the message says how to install it."""

    kind = "missing"


@contextmanager
def extra(name: str, message: str) -> Iterator[None]:
    """Around imports of what an extra brings: one that fails is an error with the command that installs it.

    message: What the error says, with {} for the name of the package that is missing
    """
    try:
        yield
    except ImportError as error:
        source_tree = Path(__file__).parents[2]
        if (source_tree / "setup.py").exists():
            # By its path: no index needs to know the package.
            requirement = f"-e '{source_tree}[{name}]'"
        else:
            requirement = f"'minesolver[{name}]'"
        raise MissingDependencyError(
            f"{message.format(error.name)}: pip install {requirement}"
        ) from None


@contextmanager
def dependency(package: str, user: str) -> Iterator[None]:
    """Around imports of a package that an installation may lack though the project depends on it, as that of
    conda does: one that fails is an error with the command that installs it.

    package: Its name for pip
    user: What needs it, as the beginning of the message
    """
    try:
        yield
    except ImportError:
        raise MissingDependencyError(
            f"{user} needs {package}, which is not installed: pip install {package}"
        ) from None


class RuleError(MinesolverError, ValueError):
    """A combination of game rules that cannot be played, with the reason."""


class ExperimentError(MinesolverError, ValueError):
    """A description of an experiment that cannot be run, with the reason."""


class ResultsError(MinesolverError):
    """A results file that cannot be used or written, or workers that cannot be reached."""


class WeightsError(MinesolverError, ValueError):
    """Fitted weights that do not belong to this version of the compiled core."""
