"""The player's view of a game: an immutable rectangle of opened and hidden cells."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping, Sequence
from copy import copy
from fractions import Fraction
from functools import lru_cache
from itertools import product
from pathlib import Path
from threading import Lock
from typing import Any, TypedDict, Unpack, overload

import numpy as np
import numpy.typing as npt

from ..base.errors import BoardFormatError, CellError, counted, quoted, truth
from ..base.files import check_path
from ..base.render import render
from .constraint import Constraint, SumConstraint
from .lists import CorePosition
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
"""Cells that a board by its size or text, or a game, may have. Arrays are taken as large as they are."""

# Every board that is made asks for these: a global name is found sooner than an attribute of numpy.
_INT8_ONE = np.int8(1)
_CODE_TYPE = np.dtype(np.int8)
_FLOAT_TYPE = np.dtype(float)
_new_array = np.ndarray
_new_tuple = tuple.__new__

# The codes as bytes, in which -1 is 255.
_HIDDEN_BYTE = b"\xff"
_CLUE_BYTES = bytes(range(9))
_CORNER_BYTES = bytes([0, 1, 2, 3, MINE]) + _HIDDEN_BYTE
"""What every cell may be, a corner too, where there are two rows and two columns."""

_DENSITY_BITS = 2000  # of the denominator, so that powers of it stay small enough to compute with
_CODES_IN_WORDS = "-1 is hidden, 0 to 8 a clue, 10 a known mine"
_SYMBOL_OF_BYTE = bytes.maketrans(_CLUE_BYTES + bytes([MINE]) + _HIDDEN_BYTE, b"012345678*#")

_NeighbourLists = tuple[tuple[int, ...], ...]
_neighbours_by_shape: dict[tuple[int, int], _NeighbourLists] = {}
_neighbours_lock = Lock()
_MAX_KEPT_CELLS = 400_000  # of all shapes together whose neighbours are kept: some 60 MB


def neighbours(rows: int, cols: int) -> _NeighbourLists:
    """Neighbours of each cell by flat index ``row * cols + col``, in row-major order."""
    neighbour_lists = _neighbours_by_shape.get((rows, cols))
    if neighbour_lists is None:
        neighbour_lists = _list_neighbours(rows, cols)
        with _neighbours_lock:
            _neighbours_by_shape[rows, cols] = neighbour_lists
            _drop_oldest_shapes()
    return neighbour_lists


def _drop_oldest_shapes() -> None:
    kept_cells = sum(map(len, _neighbours_by_shape.values()))
    while kept_cells > _MAX_KEPT_CELLS and len(_neighbours_by_shape) > 1:
        oldest_shape = next(iter(_neighbours_by_shape))
        kept_cells -= len(_neighbours_by_shape.pop(oldest_shape))


def _list_neighbours(rows: int, cols: int) -> _NeighbourLists:
    # One object for each number, which the lists of all its neighbours share: large boards take less memory.
    cell_indices = list(range(rows * cols))
    neighbour_lists: list[tuple[int, ...]] = []
    for row, col in product(range(rows), range(cols)):
        first_col, end_col = max(0, col - 1), min(cols, col + 2)
        block_cells: list[int] = []
        for block_row in range(max(0, row - 1), min(rows, row + 2)):
            row_start = block_row * cols
            block_cells += cell_indices[row_start + first_col : row_start + end_col]
        block_cells.remove(row * cols + col)
        neighbour_lists.append(tuple(block_cells))
    return tuple(neighbour_lists)


class _ReadOptions(TypedDict, total=False):
    density: float | str | Fraction | None
    format: str | None
    left: int | None
    signs: str | Mapping[str, str] | None
    flags_are_guesses: bool
    cut: str | Iterable[str] | None
    reading: int | None


class Board(Position[Cell, FloatGrid, FractionGrid, int]):
    """What a player sees: opened clues, hidden cells, known mines, and the mine count if it is known.
    Immutable. A part of a board, which goes on beyond some edges, is made by :meth:`parse` or
    :meth:`from_array`.

    >>> import minesolver as ms
    >>> board = ms.Board([[1, -1], [-1, -1]], mines=1)
    >>> board[0, 0], board.where(ms.HIDDEN)
    (1, ((0, 1), (1, 0), (1, 1)))

    grid: The codes, int8 (rows, cols), kept read-only: -1 hidden, 0 to 8 an opened clue, 10 a known mine
    mines: Mines on the whole board, known ones included; ``None`` where the mine count is unknown
    density: Only with ``mines=None``: each hidden cell is a mine independently with this probability.
        ``None`` means 1/2, under which all solutions weigh the same. A float is read by its decimal digits
        (0.2 is 1/5).
    Raises BoardFormatError: the arguments describe no board.
    """

    _taken: tuple[str, ...]

    __slots__ = ("_core_position", "_density", "_grid", "_mines", "_shape", "_taken")
    _HIDDEN = HIDDEN
    _MINE = MINE

    def __init__(
        self,
        grid: npt.ArrayLike,
        mines: int | None = None,
        density: float | str | Fraction | None = None,
    ) -> None:
        # Most boards are made of an array of codes; what may be anything else is looked at first.
        number_array: Any = grid
        is_array = type(number_array) is _new_array
        is_codes = is_array and number_array.dtype == _CODE_TYPE and number_array.ndim == 2
        if not is_codes or not number_array.size:
            number_array = numbers(grid, 2)

        # Numbers of other types are turned into codes, and back, to see whether they are the same.
        code_array, shape = number_array, number_array.shape
        may_differ = False
        if number_array.dtype != _CODE_TYPE:
            code_array = _as_codes(number_array)
            as_numbers = code_array.astype(number_array.dtype)
            is_unsigned = number_array.dtype.kind == "u"
            may_differ = is_unsigned or as_numbers.tobytes() != number_array.tobytes()
        code_bytes = code_array.tobytes()

        # The mine count is checked against known mines and hidden cells: all that are no clues. They are
        # counted in bytes, in which that takes a fraction of the time that it takes in arrays.
        non_clue_bytes = code_bytes.translate(None, _CLUE_BYTES)
        known_mines = 0
        hidden_cells = len(non_clue_bytes)
        if non_clue_bytes != _HIDDEN_BYTE * hidden_cells:
            known_mines = non_clue_bytes.count(MINE)
            hidden_cells = non_clue_bytes.count(_HIDDEN_BYTE)

        # A quick look at what may be wrong: codes that are none, clues too large for the edge, numbers that
        # are no int8. Only where something may be is each cell compared with what it can show.
        cols = shape[1]
        top_and_bottom = code_bytes[:cols] + code_bytes[-cols:]
        left_and_right = code_bytes[::cols] + code_bytes[cols - 1 :: cols]
        edge_bytes = top_and_bottom + left_and_right
        if (
            known_mines + hidden_cells < len(non_clue_bytes)
            or edge_bytes.translate(None, _CORNER_BYTES)
            or 1 in shape
            or may_differ
        ):
            checked_codes(number_array)

        # The tuple is made more quickly so than by its fields' names.
        self._core_position = _new_tuple(CorePosition, (code_bytes, shape, None, None))
        self._shape = shape
        self._grid: CodeGrid | None = None
        self._density = None
        self._mines = checked_mines(mines, known_mines, hidden_cells)
        if density is not None:
            self._density = checked_density(density)
            if mines is not None:
                raise BoardFormatError("a board takes a mine count or a mine density, not both")

    @overload
    @classmethod
    def parse(
        cls, text: str | Sequence[Any], mines: int | None = ..., **options: Unpack[_ReadOptions]
    ) -> Board: ...
    @overload
    @classmethod
    def parse(
        cls,
        text: str | Sequence[Any],
        mines: int | None = ...,
        *,
        rules: str | None,
        **options: Unpack[_ReadOptions],
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
        cut: str | Iterable[str] | None = None,
        reading: int | None = None,
    ) -> Board | BoardUnderRules:
        """Read one board from text.

        >>> Board.parse("1#\\n##", mines=1).shape
        (2, 2)

        text: The board, in any format of ``minesolver.io.formats.FORMATS``, or as people paste it: see the
            page "What can be read"; or its rows in a list, each a text or a list of signs or numbers
        mines, density: As for :class:`Board`; they take precedence over what the text says
        format: Name of the format, where it is not recognised
        rules: Names of a geometry and of rules, with commas between them, such as ``"hex"`` or
            ``"torus,liar"``, where the text does not name them
        left: In place of ``mines``: how many mines are left besides the known ones
        signs: What signs stand for, where that is not found out: ``"hidden=x mine=! zero=."``
        flags_are_guesses: Known mines of the text are somebody's flags, and hidden cells here
        cut: Where the text is a part of a board, the edges beyond which this goes on: some of ``"left"``,
            ``"top"``, ``"right"`` and ``"bottom"``. What is proved holds whatever lies there; probabilities
            and ``solutions`` are of layouts of the board and the hidden cells next to those edges. No mine
            count goes with it
        reading: Which of the readings of a text is meant, as the error numbers them that asks; of several
            boards always which board, also where that asks first what signs mean
        Returns: A :class:`Board`; under rules that it does not know, given or in the text, a
            :class:`~minesolver.model.variant.VariantBoard`, of which type checkers know where ``rules`` is
            given.
        Raises BoardFormatError: the text is no board; the error has line, column and symbol;
            UnknownNameError: no such format or rule.
        """
        board: Board | BoardUnderRules = render(
            "read",
            text,
            mines=mines,
            density=density,
            format=format,
            rules=rules,
            left=left,
            signs=signs,
            flags_are_guesses=flags_are_guesses,
            cut=cut,
            reading=reading,
        )
        return board

    @classmethod
    def from_array(
        cls,
        array: npt.ArrayLike,
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
        cut: str | Iterable[str] | None = None,
    ) -> Board:
        """A board from a (rows, cols) array of integers: -1 hidden, 0..8 clues, 10 known mines.

        >>> print(Board.from_array([[1, -1], [-1, 10]]))
        1#
        #*

        array: Numbers (rows, cols), or nested lists of them; ``None`` and NaN stand for hidden cells, too
        mines, density: As for :class:`Board`
        cut: As for :meth:`parse`
        Raises BoardFormatError: the array is no board; the error has row + 1 and column + 1.
        """
        if not truth(cut, "cut is names of edges"):
            return cls(array, mines, density)
        cut_board: Board = render("cut", array, mines, density, cut)
        return cut_board

    @overload
    @classmethod
    def from_file(
        cls, path: str | Path, mines: int | None = ..., **options: Unpack[_ReadOptions]
    ) -> Board: ...
    @overload
    @classmethod
    def from_file(
        cls,
        path: str | Path,
        mines: int | None = ...,
        *,
        rules: str | None,
        **options: Unpack[_ReadOptions],
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
        cut: str | Iterable[str] | None = None,
        reading: int | None = None,
    ) -> Board | BoardUnderRules:
        """Read one board from a file: text in UTF-8 or UTF-16, or bytes (``.mbf``).

        mines, density, format, rules, left, signs, flags_are_guesses, cut, reading: As for
            :meth:`parse`
        Raises BoardFormatError: the text is no board; OSError: the file cannot be read.
        """
        check_path(path)
        board: Board | BoardUnderRules = render(
            "read",
            Path(path),
            mines=mines,
            density=density,
            format=format,
            rules=rules,
            left=left,
            signs=signs,
            flags_are_guesses=flags_are_guesses,
            cut=cut,
            reading=reading,
        )
        return board

    @classmethod
    def hidden(
        cls,
        rows: int,
        cols: int,
        mines: int | None = None,
        *,
        density: float | str | Fraction | None = None,
    ) -> Board:
        """A board with every cell hidden.

        >>> print(Board.hidden(2, 3, 1))
        2x3x1
        ###
        ###

        mines, density: As for :class:`Board`
        Raises BoardFormatError: the size or the mine count cannot be.
        """
        for size_name, size in (("rows", rows), ("cols", cols)):
            if not is_whole(size) or size < 1:
                raise BoardFormatError(
                    f"{size_name} is a whole number from 1 on, not {quoted(size)}"
                )
        if int(rows) * int(cols) > MAX_CELLS:
            raise BoardFormatError(
                f"{quoted(rows)}x{quoted(cols)} are more cells than a board may have ({MAX_CELLS:,})"
            )
        return cls(np.full((rows, cols), HIDDEN, np.int8), mines, density)

    @property
    def grid(self) -> CodeGrid:
        """int8 (rows, cols), read-only: ``HIDDEN`` (-1), clues 0 to 8, ``MINE`` (10) for a known mine."""
        # Few boards that are analysed are asked for it, and it takes as long as the rest of the board.
        if self._grid is None:
            codes = self._core_position.codes
            self._grid = _new_array(self._shape, _CODE_TYPE, codes)  # read-only, as bytes are
        return self._grid

    @property
    def rows(self) -> int:
        """Number of rows."""
        return self._shape[0]

    @property
    def cols(self) -> int:
        """Number of columns."""
        return self._shape[1]

    @property
    def shape(self) -> tuple[int, int]:
        """(rows, cols)."""
        return self._shape

    @property
    def cut(self) -> tuple[str, ...]:
        """The edges beyond which the board goes on, where it is a part of one."""
        return ()

    @property
    def cells(self) -> tuple[Cell, ...]:
        """(row, col) of every cell, row by row."""
        return tuple(product(range(self.rows), range(self.cols)))

    @property
    def constraints(self) -> tuple[Constraint, ...]:
        """What each opened clue says, row by row."""
        codes = self.grid.ravel().tolist()
        return tuple([self._constraint(i, code) for i, code in enumerate(codes) if 0 <= code <= 8])

    def _constraint(self, clue_cell: int, clue: int) -> SumConstraint:
        """What the clue at a cell says, by its index."""
        row, col = divmod(clue_cell, self.cols)
        cells = neighbours(*self.shape)[clue_cell]
        return SumConstraint(cells, (clue,), f"clue {clue} at ({row},{col})", clue_cell)

    @property
    def _columns(self) -> int:
        return self.cols

    @property
    def _title(self) -> str:
        return f"{self.rows}x{self.cols}"

    @property
    def _unknown(self) -> npt.NDArray[np.bool_]:
        return self.grid.ravel() == HIDDEN

    @property
    def _plain(self) -> Board:
        return self

    def _sums(self) -> CorePosition:
        return self._core_position

    def _named(self, indices: Sequence[int]) -> list[Cell]:
        cols = self.cols
        return [divmod(index, cols) for index in indices]

    def _preferred(self, indices: Sequence[int]) -> int:
        """Of several equally good cells to open one next to an opened one, with fewest neighbours, with
        fewest hidden ones, the first."""
        neighbour_lists = neighbours(*self.shape)
        codes = self.grid.ravel().tolist()

        def rank(index: int) -> tuple[bool, int, int, int]:
            codes_around = [codes[neighbour] for neighbour in neighbour_lists[index]]
            touches_clue = any(0 <= code <= 8 for code in codes_around)
            return (not touches_clue, len(codes_around), codes_around.count(HIDDEN), index)

        return min(indices, key=rank)

    def _values(self) -> dict[int, int]:
        known_cells = np.flatnonzero(self.grid != HIDDEN)
        mine_counts = (self.grid.ravel()[known_cells] == MINE).astype(int)
        return dict(zip(known_cells.tolist(), mine_counts.tolist(), strict=True))

    def index(self, cell: Cell) -> int:
        """``row * cols + col``. Raises CellError: the cell is off the board."""
        row, col = self._on_board(cell)
        return row * self.cols + col

    def _arranged(self, values: npt.NDArray[Any] | bytes) -> FloatGrid:
        """One number a cell, by index, as an array (rows, cols)."""
        if type(values) is bytes:  # what is made of them is read-only, as they are
            return _new_array(self._shape, _FLOAT_TYPE, values)
        number_array: Any = values
        number_array.setflags(write=False)
        in_rows: FloatGrid = number_array.reshape(self._shape)
        return in_rows

    def _listed(self, values: Sequence[Any]) -> list[list[Any]]:
        flat_values, cols = list(values), self.cols
        return [
            flat_values[row_start : row_start + cols] for row_start in range(0, len(self), cols)
        ]

    def _described(self) -> dict[str, Any]:
        board_lines = str(self).splitlines()[-self.rows :]
        return {"rows": self.rows, "cols": self.cols, "mines": self.mines, "board": board_lines}

    def where(self, state: int) -> tuple[Cell, ...]:
        """All cells in a state: ``HIDDEN``, ``MINE`` or a clue. Raises BoardFormatError: it is none.

        >>> Board.parse("1#\\n1*").where(MINE)
        ((1, 1),)
        """
        if not is_whole(state) or not (-1 <= state <= 8 or state == MINE):
            raise _no_code(state)
        return tuple(self._named(np.flatnonzero(self.grid == state).tolist()))

    def items(self) -> Iterator[tuple[Cell, int]]:
        """Every cell with its code: ``for (row, col), code in board.items()``."""
        return zip(self, self.grid.ravel().tolist(), strict=True)

    def neighbours(self, cell: Cell) -> tuple[Cell, ...]:
        """The cells around one. Raises CellError: the cell is off the board.

        >>> Board.hidden(9, 9).neighbours((0, 0))
        ((0, 1), (1, 0), (1, 1))
        """
        return tuple(self._named(neighbours(*self.shape)[self.index(cell)]))

    def _replaced(self, changes: Mapping[Cell, int], mines: int | None, density: Any) -> Board:
        return Board(self._changed_grid(changes), mines, density)

    def _changed_grid(self, changes: Mapping[Cell, int]) -> CodeGrid:
        """A copy of the grid with some codes changed."""
        grid = self.grid.copy()
        for cell, code in changes.items():
            row_and_col = self._on_board(cell)
            if not is_whole(code):
                raise _no_code(code)
            if not (-1 <= code <= 8 or code == MINE):
                raise _wrong_code(int(code), row_and_col)
            grid[row_and_col] = code
        return grid

    def _on_board(self, cell: Cell) -> Cell:
        """The cell, as plain integers. Raises :class:`CellError` for what is no cell of the board."""
        if (
            type(cell) is tuple
            and len(cell) == 2
            and type(cell[0]) is int
            and type(cell[1]) is int
            and 0 <= cell[0] < self.rows
            and 0 <= cell[1] < self.cols
        ):
            return cell
        return checked_cell(cell, self.rows, self.cols, self._title)

    def __getitem__(self, cell: Cell) -> int:
        return int(self.grid[self._on_board(cell)])

    def __len__(self) -> int:
        return len(self._core_position.codes)

    def __array__(
        self, dtype: npt.DTypeLike | None = None, copy: bool | None = None
    ) -> npt.NDArray[Any]:
        """The grid: ``np.asarray(board)``."""
        return np.array(self.grid, dtype, copy=copy)

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Board):
            return NotImplemented
        return (
            self._mines == other._mines
            and self._density == other._density
            and self._core_position == other._core_position
        )

    def __hash__(self) -> int:
        return hash((self.shape, self._core_position.codes, self._mines, self._density))

    def __reduce__(self) -> tuple[Any, ...]:
        values = (np.array(self.grid), self._mines, self._density)
        return (_with_taken, (*values, self.taken)) if self.taken else (Board, values)

    @property
    def taken(self) -> tuple[str, ...]:
        """What the reader of a text took for what, in words: ``x as hidden``. No part of what a board is."""
        return getattr(self, "_taken", ())

    def _with_taken(self, taken: tuple[str, ...]) -> Board:
        """The same board, with what its text was taken for."""
        board = copy(self)
        board._taken = taken
        return board

    def __str__(self) -> str:
        """Canonical text; :meth:`parse` gives the same board back."""
        symbols = self.grid.tobytes().translate(_SYMBOL_OF_BYTE).decode()
        cols = self.cols
        text_lines = [
            symbols[row_start : row_start + cols] for row_start in range(0, len(self), cols)
        ]
        if self._mines is not None:
            text_lines.insert(0, f"{self.rows}x{self.cols}x{self._mines}")
        elif self._density is not None:
            text_lines.insert(0, f"{self.rows}x{self.cols}x~{self._density}")
        elif HIDDEN not in self.grid and (MINE in self.grid or self.grid.max() == 1):
            # People write hidden cells as "*" as well, and mines as 1 where all else is 0: only a first line
            # says that "*" is a mine and 1 a clue.
            text_lines.insert(0, f"{self.rows}x{self.cols}x?")
        return "\n".join(text_lines)

    def __repr__(self) -> str:
        return f"Board.parse({str(self)!r})"


def checked_cell(cell: Any, rows: int, cols: int, title: str = "") -> Cell:
    """A cell of a board of this size, as plain integers.

    title: What the board is called in the message, where its size does not say all
    Raises CellError: it is none.
    """
    try:
        row, col = cell
    except (TypeError, ValueError):
        raise CellError(f"a cell is (row, col), not {quoted(cell)}") from None
    if not is_whole(row) or not is_whole(col):
        raise CellError(f"a cell is two whole numbers (row, col), not {quoted(cell)}")
    if not (0 <= row < rows and 0 <= col < cols):
        raise CellError(
            f"{quoted((int(row), int(col)))} is not on the {title or f'{rows}x{cols}'} board "
            "(rows and columns count from 0)"
        )
    return int(row), int(col)


def is_whole(number: object) -> bool:
    """Whether it is a whole number, of Python or numpy; true and false are none."""
    return isinstance(number, (int, np.integer)) and not isinstance(number, bool)


def _no_code(value: object) -> BoardFormatError:
    """The error for a value that no cell has."""
    message = f"{quoted(value)} is not a cell: {_CODES_IN_WORDS}"
    return BoardFormatError(message, symbol=quoted(value))


def in_question(sides: Sequence[str]) -> str:
    """The end of a message on a board that would be possible if it went on beyond some edges."""
    edges = f"{sides[0]} edge"
    if len(sides) > 1:
        edges = f"{', '.join(sides[:-1])} and {sides[-1]} edges"
    return f"; or does the board go on beyond its {edges} (cut={','.join(sides)})?"


def edges_at(position: Sequence[int], shape: tuple[int, ...]) -> list[str]:
    """The edges of a board that a cell lies at."""
    row, col = position[-2:]
    rows, cols = shape[-2:]
    is_at = {"left": col == 0, "top": row == 0, "right": col == cols - 1, "bottom": row == rows - 1}
    return [side for side, is_there in is_at.items() if is_there]


def _wrong_code(
    code: object, position: Sequence[int], max_clue: int = 8, edges: Sequence[str] = ()
) -> BoardFormatError:
    """The error for what no cell shows, or not this one.

    position: Row and column; of several boards the board's number before them
    max_clue: How many neighbours the cell has
    edges: Those of the board that it lies at
    """
    row, col = position[-2:]
    position_text = f"at row {row}, column {col} (from 0)"
    if len(position) > 2:
        position_text += f" of board {position[0]}"
    message = f"{quoted(code)} {position_text} is not a cell: {_CODES_IN_WORDS}"
    if code in range(9):
        message = f"clue {code} {position_text} is impossible: the cell has {counted(max_clue, 'neighbour')}"
        if edges:
            message += in_question(edges)
    return BoardFormatError(message, line=row + 1, column=col + 1, symbol=quoted(code))


def numbers(array: npt.ArrayLike, dimensions: int) -> npt.NDArray[Any]:
    """What may be the codes of one board (2 dimensions) or of several of one shape (3).

    array: Integers; whole floats with NaN, or objects with ``None``, for what is hidden
    Raises BoardFormatError: it is no such array.
    """
    try:
        number_array = np.asarray(array)
        if number_array.dtype.kind == "O":
            codes = []
            for number in number_array.flat:
                is_missing = (
                    number is None or number != number
                )  # NaN is the value that is not itself
                codes.append(HIDDEN if is_missing else number)
            number_array = np.array(codes).reshape(number_array.shape)
    except ValueError:
        raise BoardFormatError("the rows of the array are not all of one length") from None
    has_no_cells = number_array.size == 0 and 0 in number_array.shape[-2:]
    if number_array.ndim != dimensions or has_no_cells:
        wanted_shape = "a board is a rectangle of at least 1x1 cells"
        if dimensions > 2:
            wanted_shape = "an array of boards has shape (n, rows, cols)"
        raise BoardFormatError(f"{wanted_shape}, not of shape {number_array.shape}")
    if number_array.dtype.kind not in "iuf":
        hint = "; Board.parse(rows) reads signs" if number_array.dtype.kind in "US" else ""
        raise BoardFormatError(
            f"a board is an array of integers, not of {number_array.dtype}{hint}"
        )
    if number_array.dtype.kind == "f":
        return np.where(np.isnan(number_array), HIDDEN, number_array)
    return number_array


def checked_codes(
    number_array: npt.NDArray[Any],
    board_numbers: Sequence[int] = (),
    limits: npt.NDArray[np.uint8] | None = None,
) -> npt.NDArray[np.int8]:
    """A copy, as codes, of what :func:`numbers` returned.

    board_numbers: What errors call the boards, of several
    limits: How many clues each cell can show, where that is not as :func:`clue_limits` says
    Raises BoardFormatError: one is no code, at row + 1 and column + 1.
    """
    grid = _as_codes(number_array)
    # One added, and read without a sign, hidden is 0 and clues are 1 to 9; a known mine, and what is below
    # -1, is more than any clue.
    is_whole_board = limits is None
    if limits is None:
        limits = clue_limits(*grid.shape[-2:])
    is_wrong = (grid + _INT8_ONE).view(np.uint8) > limits
    if number_array.dtype != np.int8:
        is_wrong |= number_array != grid

    # Only where something may be wrong are known mines told from what is no code.
    if np.count_nonzero(is_wrong):
        is_wrong &= number_array != MINE
        if is_wrong.any():
            *board_index, row, col = np.argwhere(is_wrong)[0].tolist()
            code = number_array[(*board_index, row, col)].item()
            board_number = [board_numbers[index] for index in board_index]
            max_clue = int(limits[row, col]) - 1
            position = [*board_number, row, col]
            edges = edges_at(position, grid.shape) if is_whole_board else ()
            raise _wrong_code(code, position, max_clue, edges)
    return grid


def _as_codes(number_array: npt.NDArray[Any]) -> npt.NDArray[np.int8]:
    in_range = number_array.clip(-99, 99) if number_array.dtype.kind == "f" else number_array
    return in_range.astype(np.int8, order="C")


@lru_cache(maxsize=64)
def clue_limits(rows: int, cols: int) -> npt.NDArray[np.uint8]:
    """How many clues each cell can show: 0, and 1 to the number of cells around it."""
    # In each direction a cell reaches itself and what lies beside it, less what lies off the board.
    return np.outer(_reach(rows), _reach(cols)).astype(np.uint8)


def _reach(size: int) -> npt.NDArray[np.int_]:
    """How many of the rows, or columns, each touches, itself among them."""
    places = np.arange(size)
    is_first = places == 0
    is_last = places == size - 1
    return 3 - is_first.astype(int) - is_last.astype(int)


def _with_taken(
    grid: npt.ArrayLike, mines: int | None, density: Any, taken: tuple[str, ...]
) -> Board:
    return Board(grid, mines, density)._with_taken(taken)


def checked_mines(mines: int | None, known_mines: int, hidden_cells: int) -> int | None:
    """The mine count of a board of so many known mines and hidden cells. Raises BoardFormatError: none."""
    if mines is None or (type(mines) is int and known_mines <= mines <= known_mines + hidden_cells):
        return mines
    if not is_whole(mines):
        raise BoardFormatError(
            f"the mine count is a whole number, not {quoted(mines)}", symbol=quoted(mines)
        )
    if not known_mines <= mines <= known_mines + hidden_cells:
        shown_count = quoted(int(mines))
        raise BoardFormatError(
            f"mine count {shown_count} is impossible: the board has {known_mines} known mines and "
            f"{counted(hidden_cells, 'hidden cell')}",
            symbol=shown_count,
        )
    return int(mines)


def checked_density(density: float | str | Fraction | None) -> Fraction | None:
    """A mine density as a fraction. Raises :class:`BoardFormatError` where it is none."""
    if density is None:
        return None
    try:
        exact_density = density if isinstance(density, Fraction) else _short_number(str(density))
        density_fraction = Fraction(exact_density)
    except Exception:  # whatever the text of somebody's value raises
        raise BoardFormatError(
            f"{quoted(density)} is not a mine density", symbol=quoted(density)
        ) from None

    # It must be a probability that can be computed with.
    if density_fraction.denominator.bit_length() > _DENSITY_BITS:
        raise BoardFormatError(f"the mine density has more than {_DENSITY_BITS} binary digits")
    if not 0 < density_fraction < 1:
        raise BoardFormatError(
            f"the mine density must lie strictly between 0 and 1, not {quoted(density)}",
            symbol=quoted(density),
        )
    return density_fraction


def _short_number(density_text: str) -> str:
    """The text of a density as it is. Raises ValueError: its value could not be written down, as that of
    ``1e-999999999`` could not."""
    exponent_text = density_text.lower().partition("e")[2]
    if len(density_text) > 200 or (exponent_text and abs(int(exponent_text)) > 400):
        raise ValueError
    return density_text
