"""The player's view of a game: an immutable rectangle of opened and hidden cells."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from threading import Lock
from typing import Any, TypedDict, Unpack, overload

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, CellError, counted, quoted
from ..base.render import render
from .constraint import Constraint, SumConstraint
from .lists import Grid
from .state import BoardUnderRules
from .subject import Position

Cell = tuple[int, int]
"""(row, col), both counted from 0."""

CodeGrid = np.ndarray[tuple[int, int], np.dtype[np.int8]]
FloatGrid = np.ndarray[tuple[int, int], np.dtype[np.float64]]
FractionGrid = np.ndarray[tuple[int, int], np.dtype[np.object_]]
"""(rows, cols)."""

HIDDEN = -1
"""Grid code of a hidden cell."""
MINE = 10
"""Grid code of a known mine."""
MAX_CELLS = 1_000_000
"""Cells that a board read from a text, or a game, may have. Arrays are taken as large as they are."""

_ONE, _CODE, _FLOAT, _array, _new = np.int8(1), np.dtype(np.int8), np.dtype(float), np.ndarray, tuple.__new__
_COVERED, _CLUES = b"\xff", bytes(range(9))
_ANYWHERE = bytes([0, 1, 2, 3, MINE]) + _COVERED  # what any cell can be, with two rows and two columns
_DENSITY_BITS = 2000
_CELLS = "-1 is hidden, 0 to 8 a clue, 10 a known mine"

_SYMBOLS = {HIDDEN: "#", MINE: "*", **{n: str(n) for n in range(9)}}


_around: dict[tuple[int, int], tuple[tuple[int, ...], ...]] = {}
_around_lock = Lock()
_AROUND = 400_000  # cells of all boards together whose neighbours are kept: some 60 MB


def neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    """Neighbours of each cell by flat index ``row * cols + col``, in row-major order."""
    found = _around.get((rows, cols))
    if found is None:
        found = _neighbours(rows, cols)
        with _around_lock:
            _around[rows, cols] = found
            while len(_around) > 1 and sum(map(len, _around.values())) > _AROUND:
                del _around[next(iter(_around))]  # the oldest
    return found


def _neighbours(rows: int, cols: int) -> tuple[tuple[int, ...], ...]:
    index = list(range(rows * cols))  # one object for each number, shared by the cells that it is next to
    return tuple(
        tuple(
            index[rr * cols + cc]
            for rr in range(max(0, r - 1), min(rows, r + 2))
            for cc in range(max(0, c - 1), min(cols, c + 2))
            if rr != r or cc != c
        )
        for r in range(rows)
        for c in range(cols)
    )


class _Options(TypedDict, total=False):
    density: float | str | Fraction | None
    format: str | None
    left: int | None
    signs: str | Mapping[str, str] | None
    flags_are_guesses: bool


class Board(Position[Cell, FloatGrid, FractionGrid, int]):
    """What a player sees: opened clues, hidden cells, known mines, and the mine count if it is known.
    Immutable.

    grid: The codes, int8 (rows, cols), kept read-only: -1 hidden, 0 to 8 an opened clue, 10 a known mine
    mines: Mines on the whole board, known ones included; ``None`` where the mine count is unknown
    density: Only with ``mines=None``: each hidden cell is a mine independently with this probability.
        ``None`` means 1/2, under which all solutions weigh the same. A float is read by its decimal digits
        (0.2 is 1/5).
    Raises BoardFormatError: the arguments describe no board.
    """

    __slots__ = ("_density", "_grid", "_mines", "_sums")
    _HIDDEN, _MINE = HIDDEN, MINE

    def __init__(
        self,
        grid: npt.ArrayLike,
        mines: int | None = None,
        density: float | str | Fraction | None = None,
    ) -> None:
        given: Any = grid
        if type(given) is not _array or given.dtype != _CODE or given.ndim != 2 or not given.size:
            given = numbers(grid, 2)
        kind, shape = given.dtype, given.shape
        cells = given if kind == _CODE else _cast(given)
        codes = cells.tobytes()
        # Of bytes, for arrays take longer: only what may be wrong is looked at in full.
        rest, cols = codes.translate(None, _CLUES), shape[1]
        known, hidden = 0, len(rest)
        if rest != _COVERED * hidden:
            known, hidden = rest.count(MINE), rest.count(_COVERED)
        ends = codes[:cols] + codes[-cols:] + codes[::cols] + codes[cols - 1 :: cols]
        if (
            known + hidden < len(rest)
            or ends.translate(None, _ANYWHERE)
            or 1 in shape
            or (kind != _CODE and (kind.kind == "u" or cells.astype(kind).tobytes() != given.tobytes()))
        ):
            checked_codes(given)
        self._grid = _array(shape, _CODE, codes)  # read-only, as bytes are
        self._sums = _new(Grid, (self._grid, None, None))  # quicker than by name
        self._density = None
        self._mines = checked_mines(mines, known, hidden)
        if density is not None:
            self._density = checked_density(density)
            if mines is not None:
                raise BoardFormatError("a board takes a mine count or a mine density, not both")

    @overload
    @classmethod
    def parse(
        cls, text: str | Sequence[Any], mines: int | None = ..., **options: Unpack[_Options]
    ) -> Board: ...
    @overload
    @classmethod
    def parse(
        cls,
        text: str | Sequence[Any],
        mines: int | None = ...,
        *,
        rules: str | None,
        **options: Unpack[_Options],
    ) -> Board | BoardUnderRules: ...

    @classmethod
    def parse(
        cls,
        text: str | Sequence[Any],
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
        format: str | None = None,
        rules: str | None = None,
        left: int | None = None,
        signs: str | Mapping[str, str] | None = None,
        flags_are_guesses: bool = False,
    ) -> Board | BoardUnderRules:
        """Read one board from text.

        text: The board, in any format of ``minesolver.io.formats.FORMATS``, or as people paste it: see the
            page "What can be read"; or its rows in a list, each a text or a list of signs or numbers
        mines, density: As for :class:`Board`; they take precedence over what the text says
        format: Name of the format, where it is not recognised
        rules: Names of a geometry and of rules, with commas between them, such as ``"hex"`` or
            ``"torus,liar"``, where the text does not name them
        left: In place of ``mines``: how many mines are left besides the known ones
        signs: What signs stand for, where that is not found out: ``"hidden=x mine=! zero=."``
        flags_are_guesses: Known mines of the text are somebody's flags, and hidden cells here
        Returns: A :class:`Board`; under rules that it does not know, given or in the text, a
            :class:`~minesolver.model.variant.VariantBoard`, of which type checkers know where ``rules`` is
            given.
        Raises BoardFormatError: the text is no board; the error has line, column and symbol;
            UnknownNameError: no such format or rule.
        """
        options = {"density": density, "format": format, "rules": rules}
        more = {"left": left, "signs": signs, "flags_are_guesses": flags_are_guesses}
        board: Board | BoardUnderRules = render("read", text, mines=mines, **options, **more)
        return board

    @classmethod
    def from_array(
        cls, array: npt.ArrayLike, mines: int | None = None, *, density: float | str | Fraction | None = None
    ) -> Board:
        """A board from a (rows, cols) array of integers: -1 hidden, 0..8 clues, 10 known mines.

        array: Numbers (rows, cols), or nested lists of them; ``None`` and NaN stand for hidden cells, too
        mines, density: As for :class:`Board`
        Raises BoardFormatError: the array is no board; the error has row + 1 and column + 1.
        """
        return cls(array, mines, density)

    @overload
    @classmethod
    def from_file(cls, path: str | Path, mines: int | None = ..., **options: Unpack[_Options]) -> Board: ...
    @overload
    @classmethod
    def from_file(
        cls, path: str | Path, mines: int | None = ..., *, rules: str | None, **options: Unpack[_Options]
    ) -> Board | BoardUnderRules: ...

    @classmethod
    def from_file(
        cls,
        path: str | Path,
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
        format: str | None = None,
        rules: str | None = None,
        left: int | None = None,
        signs: str | Mapping[str, str] | None = None,
        flags_are_guesses: bool = False,
    ) -> Board | BoardUnderRules:
        """Read one board from a file: text in UTF-8 or UTF-16, or bytes (``.mbf``).

        mines, density, format, rules, left, signs, flags_are_guesses: As for :meth:`parse`
        Raises BoardFormatError: the text is no board; OSError: the file cannot be read.
        """
        options = {"density": density, "format": format, "rules": rules}
        more = {"left": left, "signs": signs, "flags_are_guesses": flags_are_guesses}
        board: Board | BoardUnderRules = render("read", Path(path), mines=mines, **options, **more)
        return board

    @classmethod
    def hidden(
        cls, rows: int, cols: int, mines: int | None = None, *, density: float | str | Fraction | None = None
    ) -> Board:
        """A board with every cell hidden.

        >>> print(Board.hidden(2, 3, 1))
        2x3x1
        ###
        ###

        mines, density: As for :class:`Board`
        Raises BoardFormatError: the size or the mine count cannot be.
        """
        for name, number in (("rows", rows), ("cols", cols)):
            if isinstance(number, bool) or not isinstance(number, (int, np.integer)) or number < 1:
                raise BoardFormatError(f"{name} is a whole number from 1 on, not {number!r}")
        return cls(np.full((rows, cols), HIDDEN, np.int8), mines, density)

    @property
    def grid(self) -> CodeGrid:
        """int8 (rows, cols), read-only: ``HIDDEN`` (-1), clues 0 to 8, ``MINE`` (10) for a known mine."""
        return self._grid

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._grid.shape[0]

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self._grid.shape[1]

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return self._grid.shape

    @property
    def cells(self) -> tuple[Cell, ...]:
        return tuple(product(range(self.rows), range(self.cols)))

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        rows, cols = self.shape
        around = neighbours(rows, cols)
        return tuple(
            [
                SumConstraint(around[i], (clue,), f"clue {clue} at ({i // cols},{i % cols})", i)
                for i, clue in enumerate(self._grid.ravel().tolist())
                if 0 <= clue <= 8
            ]
        )

    @property
    def columns(self) -> int:
        return self.cols

    @property
    def title(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def unknown(self) -> npt.NDArray[np.bool_]:
        return self._grid.ravel() == HIDDEN

    @property
    def plain(self) -> Board:
        return self

    def sums(self) -> Grid:
        return self._sums

    def named(self, indices: Sequence[int]) -> list[Cell]:
        cols = self.cols
        return [divmod(i, cols) for i in indices]

    def preferred(self, indices: Sequence[int]) -> int:
        """Of several equally good cells to open one next to an opened one, with fewest neighbours, with
        fewest hidden ones, the first."""
        around = neighbours(*self.shape)
        flat = self._grid.ravel().tolist()

        def rank(i: int) -> tuple[bool, int, int, int]:
            codes = [flat[j] for j in around[i]]
            touches = any(0 <= code <= 8 for code in codes)
            return (not touches, len(codes), codes.count(HIDDEN), i)

        return min(indices, key=rank)

    def values(self) -> dict[int, int]:
        known = np.flatnonzero(self._grid != HIDDEN)
        return dict(
            zip(known.tolist(), (self._grid.ravel()[known] == MINE).astype(int).tolist(), strict=True)
        )

    def index(self, cell: Cell) -> int:
        row, col = self._on_board(cell)
        return row * self._grid.shape[1] + col

    def arranged(self, values: npt.NDArray[Any] | bytes) -> FloatGrid:
        """One number a cell, by index, as an array (rows, cols)."""
        shape = self._grid.shape
        if isinstance(values, bytes):
            return _array(shape, _FLOAT, values)
        in_rows: Any = values.reshape(shape)
        return in_rows

    def listed(self, values: Sequence[Any]) -> list[list[Any]]:
        return [list(values[i : i + self.cols]) for i in range(0, len(self), self.cols)]

    def described(self) -> dict[str, Any]:
        board = str(self).splitlines()[-self.rows :]
        return {"rows": self.rows, "cols": self.cols, "mines": self.mines, "board": board}

    def where(self, state: int) -> tuple[Cell, ...]:
        return tuple(self.named(np.flatnonzero(self._grid == state).tolist()))

    def items(self) -> Iterator[tuple[Cell, int]]:
        return zip(self, self._grid.ravel().tolist(), strict=True)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells around one. Raises CellError: the cell is off the board."""
        row, col = self._on_board(cell)
        return tuple(divmod(i, self.cols) for i in neighbours(*self.shape)[row * self.cols + col])

    def _replaced(self, changes: Mapping[Cell, int], mines: int | None, density: Any) -> Board:
        grid = self._grid.copy()
        for cell, code in changes.items():
            place = self._on_board(cell)
            if isinstance(code, bool) or not isinstance(code, (int, np.integer)):
                raise BoardFormatError(f"{quoted(code)} is not a cell: {_CELLS}", symbol=quoted(code))
            if not (-1 <= code <= 8 or code == MINE):
                raise _no_cell(int(code), place)
            grid[place] = code
        return Board(grid, mines, density)

    def _on_board(self, cell: Cell) -> Cell:
        """The cell, as plain integers. Raises :class:`CellError` for what is no cell of the board."""
        if (
            type(cell) is tuple
            and len(cell) == 2
            and type(cell[0]) is int
            and type(cell[1]) is int
            and 0 <= cell[0] < self._grid.shape[0]
            and 0 <= cell[1] < self._grid.shape[1]
        ):
            return cell
        row: Any
        col: Any
        try:
            row, col = cell
        except (TypeError, ValueError):
            raise CellError(f"a cell is (row, col), not {cell!r}") from None
        if any(isinstance(i, bool) or not isinstance(i, (int, np.integer)) for i in (row, col)):
            raise CellError(f"a cell is two whole numbers (row, col), not {cell!r}")
        if not (0 <= row < self.rows and 0 <= col < self.cols):
            what = f"({row}, {col}) is not on the {self.title} board (rows and columns count from 0)"
            raise CellError(what)
        return int(row), int(col)

    def __getitem__(self, cell: Cell) -> int:
        return int(self._grid[self._on_board(cell)])

    def __len__(self) -> int:
        return self._grid.size

    def __array__(self, dtype: npt.DTypeLike | None = None, copy: bool | None = None) -> npt.NDArray[Any]:
        """The grid: ``np.asarray(board)``."""
        return np.array(self._grid, dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self._mines == other._mines
            and self._density == other._density
            and np.array_equal(self._grid, other._grid)
        )

    def __hash__(self) -> int:
        return hash((self.shape, self._grid.tobytes(), self._mines, self._density))

    def __reduce__(self) -> tuple[Any, ...]:
        return Board, (np.array(self._grid), self._mines, self._density)

    def __str__(self) -> str:
        """Canonical text; :meth:`parse` gives the same board back."""
        rows = ["".join(_SYMBOLS[int(v)] for v in row) for row in self._grid]
        if self._mines is not None:
            rows.insert(0, f"{self.rows}x{self.cols}x{self._mines}")
        elif self._density is not None:
            rows.insert(0, f"{self.rows}x{self.cols}x~{self._density}")
        elif MINE in self._grid and HIDDEN not in self._grid:
            # People write hidden cells as "*" as well: only the first line says that these are mines.
            rows.insert(0, f"{self.rows}x{self.cols}x?")
        return "\n".join(rows)

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"


def _no_cell(code: object, place: Sequence[int], neighbours: int = 8) -> BoardFormatError:
    row, col = place[-2:]
    where = f"at row {row}, column {col} (from 0)" + (f" of board {place[0]}" if len(place) > 2 else "")
    text = f"{quoted(code)} {where} is not a cell: {_CELLS}"
    if code in range(9):
        text = f"clue {code} {where} is impossible: the cell has {counted(neighbours, 'neighbour')}"
    return BoardFormatError(text, line=row + 1, column=col + 1, symbol=quoted(code))


def numbers(array: npt.ArrayLike, dimensions: int) -> npt.NDArray[Any]:
    """What may be the codes of one board (2 dimensions) or of several of one shape (3).

    array: Integers; whole floats with NaN, or objects with ``None``, for what is hidden
    Raises BoardFormatError: it is no such array.
    """
    try:
        given = np.asarray(array)
        if given.dtype.kind == "O":
            codes = [HIDDEN if code is None or code != code else code for code in given.flat]
            given = np.array(codes).reshape(given.shape)
    except ValueError:
        raise BoardFormatError("the rows of the array are not all of one length") from None
    if given.ndim != dimensions or (given.size == 0 and 0 in given.shape[-2:]):
        what = "a board is a rectangle of at least 1x1 cells"
        if dimensions > 2:
            what = "an array of boards has shape (n, rows, cols)"
        raise BoardFormatError(f"{what}, not of shape {given.shape}")
    if given.dtype.kind not in "iuf":
        raise BoardFormatError(f"a board is an array of integers, not of {given.dtype}")
    return np.where(np.isnan(given), HIDDEN, given) if given.dtype.kind == "f" else given


def checked_codes(given: npt.NDArray[Any], which: Sequence[int] = ()) -> npt.NDArray[np.int8]:
    """A copy, as codes, of what :func:`numbers` returned; ``which``: their numbers, of several boards.
    Raises BoardFormatError: one is no code, at row + 1 and column + 1."""
    grid = _cast(given)
    # Hidden is 0 here; a known mine, and what is below -1, more than any clue.
    clues = _clues(*grid.shape[-2:])
    wrong = (grid + _ONE).view(np.uint8) > clues
    if given.dtype != np.int8:
        wrong |= given != grid
    if np.count_nonzero(wrong):
        wrong &= given != MINE
        if wrong.any():
            place = np.argwhere(wrong)[0].tolist()
            code, most = given[tuple(place)].item(), int(clues[*place[-2:]]) - 1
            raise _no_cell(code, [*map(which.__getitem__, place[:-2]), *place[-2:]], most)
    return grid


def _cast(given: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    return (given.clip(-99, 99) if given.dtype.kind == "f" else given).astype(np.int8, order="C")


@lru_cache(maxsize=64)
def _clues(rows: int, cols: int) -> npt.NDArray[np.uint8]:
    """How many clues each cell can show: 0, and 1 to the number of cells around it."""
    # In each direction a cell reaches itself and what lies beside it, less what lies off the board.
    reach = [3 - (np.arange(n) == 0) - (np.arange(n) == n - 1) for n in (rows, cols)]
    return np.outer(*reach).astype(np.uint8)


def checked_mines(mines: int | None, known: int, hidden: int) -> int | None:
    """The mine count of a board of so many known mines and hidden cells. Raises BoardFormatError: none."""
    if mines is None or (type(mines) is int and known <= mines <= known + hidden):
        return mines
    if isinstance(mines, bool) or not isinstance(mines, (int, np.integer)):
        raise BoardFormatError(f"the mine count is a whole number, not {mines!r}", symbol=str(mines))
    if not known <= mines <= known + hidden:
        raise BoardFormatError(
            f"mine count {mines} is impossible: the board has {known} known mines and "
            f"{counted(hidden, 'hidden cell')}",
            symbol=str(mines),
        )
    return int(mines)


def checked_density(density: float | str | Fraction | None) -> Fraction | None:
    """A mine density as a fraction. Raises :class:`BoardFormatError` where it is none."""
    if density is None:
        return None
    try:
        value = density if isinstance(density, Fraction) else Fraction(_plain(str(density)))
    except (ValueError, ZeroDivisionError):
        raise BoardFormatError(f"{quoted(density)} is not a mine density", symbol=quoted(density)) from None
    if value.denominator.bit_length() > _DENSITY_BITS:
        raise BoardFormatError(f"the mine density has more than {_DENSITY_BITS} binary digits")
    if not 0 < value < 1:
        raise BoardFormatError(
            f"the mine density must lie between 0 and 1, not {quoted(density)}", symbol=quoted(density)
        )
    return value


def _plain(text: str) -> str:
    """The text of a density as it is, if its value can be written down: ``1e-999999999`` could not."""
    exponent = text.lower().partition("e")[2]
    if len(text) > 200 or (exponent and abs(int(exponent)) > 400):
        raise ValueError
    return text
