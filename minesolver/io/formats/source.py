"""What the formats share: a text's rows, whose symbols know their places, and boards made of them."""

from __future__ import annotations

import re
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from itertools import islice
from json import JSONDecodeError
from typing import TYPE_CHECKING, Any, NamedTuple

import numpy as np

from ...base.errors import (
    BoardFormatError,
    MinesolverError,
    PuzzleError,
    UnknownNameError,
    counted,
    quoted,
)
from ...base.limits import json_value, whole
from ...model.board import HIDDEN, MAX_CELLS, MINE, Board
from ...model.cut import board_of

if TYPE_CHECKING:
    import numpy.typing as npt

    from .reading.roles import SignCounts

_SIZES = r"\s*(\d+(?:\s*[xX]\s*\d+){1,4})(?:\s*[xX]\s*(\?|~\d+/\d+|~[^\s/]+))?"
# The first has a letter. Runs that give nothing back: else a long word would be tried to its end from each of
# its letters.
_RULE_NAMES = r"(?=[^\s/,]*[^\W\d_])[^\s/,]++(?:\s*+,\s*+[^\s/,]++)*+"
_HEADER = re.compile(rf"{_SIZES}(?:\s+({_RULE_NAMES}))?\s*(?:/|$)")
_ONLY_RULES = re.compile(rf"\s*+(?:rules:?\s+)?(?=.*[a-z]{{3}})({_RULE_NAMES})\s*$")
"""A first line without sizes; tags and names of two letters are too much like rows of cells."""
_WORD = re.compile(r"[^\s,;]+")
WORD_IN_BRACKETS = re.compile(r"\s*\[(?!(?:true|false|null)\])[A-Za-z][A-Za-z ]*\]\s*")
"""What programs print above a board: ``[PLAYING]``."""
_SYMBOL = re.compile(r"\S")
_TOKEN = re.compile(r"\S+")
_BLANK = str.maketrans(",;", "  ")

_NO_CODE = 127
_LEAST_WIDTH = 4  # of rows that are translated at once: of narrower ones it gains nothing
DIGITS = {str(clue): clue for clue in range(9)}
"""The clues."""

PUZZLE_KEYS = {
    *("cells", "rules", "constraints", "neighbours", "holes"),
    *("row_sums", "column_sums", "regions", "region_sums"),
}
"""Keys of a JSON object that is a puzzle, or a board with more than its cells."""
BESIDE = {
    "rows", "cols", "shape", "engine", "is_exact", "solutions", "probability", "safe", "mine_cells", "best",
    "prior", "note", "exact", "reasons", "recommend", "solution", "difficulty", "start", "no_guess", "seed",
    "index", "tries", "uncertain", "read", "flags", "chances", "doubtful", "counter", "strange", "seconds",
    "proved_complete", "layouts", "numbers",
}  # fmt: skip
"""Keys: what our own commands and the protocol tell of a board in the same JSON object."""


class Row(NamedTuple):
    """The symbols of one line, one a cell: a string, or words. ``column``: where the i-th stands, from 1.

    A row may have a million cells, so places are found where they are asked for.
    """

    texts: Sequence[str]
    line: int
    column: Callable[[int], int]

    def at(self, index: int) -> dict[str, Any]:
        """What an error says of a symbol: ``line``, ``column`` and ``symbol``."""
        return {
            "line": self.line,
            "column": self.column(index),
            "symbol": self.texts[index],
        }

    def without_first(self) -> Row:
        """The row from its second symbol on."""
        return Row(self.texts[1:], self.line, lambda cell_index: self.column(cell_index + 1))


class Header(NamedTuple):
    """A first line such as ``16x30x99`` or ``6x6x14 hex,liar``, but for the names of rules.

    sizes: In the order of the format
    end: Where it ends in the line; rows may follow
    """

    sizes: tuple[int, ...]
    mines: int | None
    density: str | None
    end: int


@dataclass(frozen=True)
class Source:
    """One board's text, and what was said of the board beside it, which takes precedence.

    lines: The text; none for a file of bytes
    first_line: Number of the first line within the whole input
    mines, density: As for :class:`~minesolver.model.board.Board`
    rules: Names of a geometry and of rules; :func:`under_named_rules` adds those that the text names
    data: The file, for a format with ``suffixes``
    format: Name of the format, where that is known
    dimensions: How many sizes a header has
    left: How many mines are left besides the known ones
    signs: What signs stand for, such as ``hidden=x mine=!``
    flags_are_guesses: Whether known mines of the text are taken for hidden cells
    value: What a text of JSON says, where that was found out before
    cut: The edges beyond which the board goes on
    board, board_count: Which of the boards of the text it is, from 1, and how many these are
    reading: Which of the readings of a question is meant, from 1
    is_single: Whether one board is expected: of several a question lists each
    whole: Whether a whole layout is asked for: of several readings that without a hidden cell is meant
    sign_counts: Of JSON the signs of all boards of its text, where they share some
    """

    lines: tuple[str, ...]
    first_line: int = 1
    mines: int | None = None
    density: float | str | Fraction | None = None
    rules: str | None = None
    data: bytes = b""
    format: str | None = None
    dimensions: int = 2
    left: int | None = None
    signs: str | Mapping[str, str] | None = None
    flags_are_guesses: bool = False
    value: Any = None
    cut: tuple[str, ...] = ()
    board: int | None = None
    board_count: int = 1
    reading: int | None = None
    is_single: bool = False
    whole: bool = False
    sign_counts: SignCounts | None = None

    @property
    def has_stated_total(self) -> bool:
        """Whether a mine count or a density was said beside the text."""
        return self.mines is not None or self.left is not None or self.density is not None

    def json(self) -> Any:
        """What the text says as JSON, else nothing."""
        if self.value is not None:
            return self.value
        try:
            return json_value("\n".join(self.lines))
        except (JSONDecodeError, BoardFormatError, RecursionError):
            return None

    @property
    def is_json(self) -> bool:
        """Whether it begins as JSON does."""
        if not self.lines or WORD_IN_BRACKETS.fullmatch(self.lines[0]):
            return False
        return self.lines[0].lstrip().startswith(("[", "{"))

    @cached_property
    def header(self) -> Header | None:
        """The first line, where it has as many sizes, and perhaps a mine count, a density or ``?``."""
        match = _HEADER.match(self.lines[0]) if self.lines else None
        if match is None or _is_row(match, self.lines):
            return None
        numbers = [whole(number.strip(), self.first_line) for number in re.split("[xX]", match[1])]
        sizes = tuple(numbers[: self.dimensions])
        mine_counts = numbers[self.dimensions :]
        prior = match[2]  # "?", or a density with its "~"
        if (
            len(sizes) < self.dimensions
            or len(mine_counts) > 1
            or (mine_counts and prior is not None)
        ):
            return None
        mine_count = mine_counts[0] if mine_counts else None
        density = None
        if prior is not None and prior != "?":
            density = prior[1:]
        return Header(sizes, mine_count, density, match.end())

    @property
    def plain_lines(self) -> tuple[str, ...]:
        """The lines, without a density in the first: what is left is read as any text."""
        header = self.header
        if header is None or header.density is None:
            return self.lines
        first_line = self.lines[0]
        sizes = "x".join(map(str, header.sizes))
        return (f"{sizes}x?{first_line[header.end :]}", *self.lines[1:])

    @property
    def stated_total(self) -> tuple[int | None, Any]:
        """(mines, density), as they were said beside the text, else as its header says."""
        if self.header is None or self.mines is not None or self.density is not None:
            return self.mines, self.density
        return self.header.mines, self.header.density

    @cached_property
    def rows(self) -> list[tuple[int, int, str]]:
        """(line, columns before it, text) of each row; ``/`` ends one. Raises BoardFormatError: too many."""
        rows = []
        for line_number, line in enumerate(self.lines, self.first_line):
            # A density such as ~1/5 has a slash of its own.
            column = self.header.end if line_number == self.first_line and self.header else 0
            if column == 0 and "/" not in line:
                if line.strip():
                    rows.append((line_number, 0, line))
                if len(rows) > MAX_CELLS:
                    break
                continue
            for row_text in line[column:].split("/"):
                if row_text.strip():
                    rows.append((line_number, column, row_text))
                    if len(rows) > MAX_CELLS:
                        break
                column += len(row_text) + 1
        if len(rows) > MAX_CELLS:
            raise BoardFormatError(f"more rows than a board may have cells ({MAX_CELLS:,})")
        return rows

    @cached_property
    def words(self) -> list[Row]:
        """The rows, split at white space, commas and semicolons."""
        rows = []
        for line, columns_before, text in self.rows:
            words = text.translate(_BLANK).split()
            if words:
                rows.append(Row(words, line, _column_finder(text, columns_before, _WORD)))
        return rows

    @cached_property
    def symbols(self) -> list[Row]:
        """The rows, one character each; white space only where it separates all symbols of a row."""
        return [_symbols(*row) for row in self.rows]

    @cached_property
    def characters(self) -> frozenset[str]:
        """The distinct symbols."""
        return frozenset().union(*(row.texts for row in self.symbols))

    @cached_property
    def cells(self) -> list[Row]:
        """The rows, split at white space; one character each where there is none, but of one column."""
        token_rows = []
        for line, columns_before, text in self.rows:
            token_rows.append(Row(text.split(), line, _column_finder(text, columns_before, _TOKEN)))
        if self.header and self.header.sizes[-1] == 1:
            return token_rows
        cell_rows = []
        for token_row, symbol_row in zip(token_rows, self.symbols, strict=True):
            cell_rows.append(token_row if len(token_row.texts) > 1 else symbol_row)
        return cell_rows


def _symbols(line: int, columns_before: int, text: str) -> Row:
    stripped = text.strip()
    words = stripped.split() if stripped[1:2].isspace() else []
    if words and all(len(word) == 1 for word in words):
        return Row("".join(words), line, _column_finder(text, columns_before, _SYMBOL))
    start = columns_before + text.index(stripped[0]) + 1
    return Row(stripped, line, start.__add__)


def _column_finder(
    text: str, columns_before: int, pattern: re.Pattern[str]
) -> Callable[[int], int]:
    """The function that finds the column of a symbol by its index, where it is asked for."""

    def column(symbol_index: int) -> int:
        match = next(islice(pattern.finditer(text), symbol_index, None))
        return columns_before + match.start() + 1

    return column


def _is_row(header: re.Match[str], lines: Sequence[str]) -> bool:
    """Whether what looks like sizes is a row of clues and of x that are hidden cells: ``1 x 2``."""
    numbers = [number.strip() for number in re.split("[xX]", header[1])]
    are_clues = all(len(number) == 1 and number != "9" for number in numbers)
    is_plain = header[2] is None and header[3] is None
    line_length = len(header.string)
    if not are_clues and not (is_plain and line_length in map(len, lines[1:3])):
        return False  # as in nearly all first lines
    rows_below = [line for line in lines if line.strip() and line != header.string]
    if not are_clues:
        return _is_row_of_length(numbers, line_length, rows_below)
    if "\t" in header[1]:
        return True
    return _is_row_of_clues(header, int(numbers[0]), rows_below)


def _is_row_of_length(numbers: list[str], line_length: int, rows_below: list[str]) -> bool:
    """Whether all rows are as long as a first line, and other than it says: ``12x1/`` with 12 and 1 as
    clues."""
    # In .mine text the second number is that of the rows. As text: a number may have thousands of digits, of
    # which Python makes no integer.
    is_of_size = str(len(rows_below)) in [number.lstrip("0") for number in numbers[:2]]
    return {len(line) for line in rows_below} == {line_length} and not is_of_size


def _is_row_of_clues(header: re.Match[str], first_number: int, rows_below: list[str]) -> bool:
    """Whether a first line of clues with x between them is a row, by its blanks and the rows below it."""
    # Sizes have no blanks between them, rules have longer names, and as many rows follow as the first says.
    is_spaced = " " in header[1]
    is_of_size = len(rows_below) == first_number
    if any("x" in line.lower() for line in rows_below):
        has_short_name = header[3] is not None and len(header[3]) < 3
        return is_spaced or has_short_name or not is_of_size
    word_count = len(header.string.split())
    are_alike = all(len(line.split()) == word_count for line in rows_below)
    return is_spaced and not is_of_size and len(rows_below) > 0 and are_alike


def names_rules(line: str, lines: Sequence[str]) -> bool:
    """Whether a line of a text is a first line with the names of rules, such as ``6x6x14 hex,liar``."""
    header = _HEADER.match(line)
    if header is None or header[3] is None or _is_row(header, lines):
        return False
    return _are_rules(header[3])


def under_named_rules(source: Source) -> Source:
    """The source with the rules that its first line names: ``6x6x14 hex,liar``, or ``hex,liar`` alone.

    Raises BoardFormatError: there are no such rules, or others were asked for.
    """
    first_line = source.lines[0] if source.lines else ""
    header = _HEADER.match(first_line)
    if header is not None and not header[3]:
        return source
    if header is not None and not _is_row(header, source.lines):
        return replace(source, rules=_agreed_rules(source, header[3]))
    only_rules = _ONLY_RULES.match(first_line) if len(source.lines) > 1 else None
    if only_rules is None or not _are_rules(only_rules[1]):
        return source
    rules = _agreed_rules(source, only_rules[1])
    return replace(source, lines=source.lines[1:], first_line=source.first_line + 1, rules=rules)


def _are_rules(names: str) -> bool:
    from ...model.variant import RuleSet  # with all the rules, which few texts need

    try:
        RuleSet.parse(names)
    except UnknownNameError:
        return False
    except PuzzleError:  # of rules that do not go together
        return True
    return True


def _agreed_rules(source: Source, named_rules: str) -> str:
    try:
        return agreed_rules(named_rules, source.rules)
    except MinesolverError as error:
        raise BoardFormatError(str(error), line=source.first_line, symbol=named_rules) from None


def agreed_rules(named_rules: str, rules: str | None) -> str:
    """The rules that a text names, which must be those that were asked for, if any were.

    Raises UnknownNameError, PuzzleError: there are no such rules, or others were asked for.
    """
    from ...model.variant import RuleSet  # with all the rules, which few texts need

    rule_set = str(RuleSet.parse(named_rules))
    if rules is not None and str(RuleSet.parse(rules)) != rule_set:
        raise PuzzleError(f"the board names the rules {rule_set}, and {rules} were asked for")
    return rule_set


@dataclass(frozen=True)
class Format:
    """A way to write boards down; a package adds its own under the group ``minesolver.formats``.

    description: One line for lists of formats, and for the message at a symbol that it does not have
    reads: The board of a :class:`Source`; :func:`table` makes it of rows of symbols. It raises
        :class:`~minesolver.BoardFormatError`, with line, column and symbol, where there is none
    recognises: Whether a text is surely of this format. It may raise, where two formats fit
    writes: The text of a board, without a line break at its end, or bytes; it raises
        :class:`~minesolver.BoardFormatError` for what the format has no sign for. ``None``: it is only read
    codes: The code of each sign of a cell; the first of a code is written. They also tell which format is the
        nearest to a text that none recognises, to name its defect
    rank: Formats are asked in this order whether they recognise a text. This package's own below 5 come first
        in any case: other packages are looked for only where none of them fits
    suffixes: Of a format of bytes: how the names of its files end (".mbf"); ``reads`` has ``source.data``
    rules: Whether it has boards under rules too; ``reads`` then has ``source.rules``
    cuts: Whether it writes that a board goes on beyond its edges
    interprets: As ``reads``, for a format that tells besides what was taken for what: a
        :class:`~minesolver.io.formats.readings.Reading`
    """

    name: str
    description: str
    reads: Callable[[Source], Any]
    recognises: Callable[[Source], bool] = lambda source: False
    writes: Callable[[Any], str | bytes] | None = None
    codes: Mapping[str, int] = field(default_factory=dict)
    rank: int = 5
    suffixes: tuple[str, ...] = ()
    rules: bool = False
    cuts: bool = False
    interprets: Callable[[Source], Any] | None = None

    def read(self, source: Source) -> Any:
        """The board of a source. Raises BoardFormatError: there is none, or not in this format."""
        self.check(source)
        return self.reads(source)

    def check(self, source: Source) -> None:
        """Raises BoardFormatError: the format cannot be read from this."""
        if self.suffixes and source.format is None:
            raise BoardFormatError(f"the format {self.name} is read from files, not from text")
        self._check_rules(source.rules is None)

    def write(self, board: Any) -> Any:
        """The text of a board, or bytes. Raises BoardFormatError: the format cannot write it."""
        if self.writes is None:
            raise BoardFormatError(f"the format {self.name} is read only")
        is_square_board = isinstance(board, Board)
        self._check_rules(is_square_board)
        if is_square_board and board.cut and not self.cuts:
            raise BoardFormatError(
                f"the format {self.name} does not say that a board goes on beyond its edges; "
                "canonical, json and link do"
            )
        return self.writes(board)

    def _check_rules(self, is_square_board: bool) -> None:
        if not is_square_board and not self.rules:
            raise BoardFormatError(f"the format {self.name} has no boards under rules")

    @cached_property
    def code_of_byte(self) -> bytes:
        """The code of each byte as an ASCII character; 127: it is no sign of the format."""
        # Codes are kept in bytes of int8: -1 is 255.
        return bytes(self.codes.get(chr(byte), _NO_CODE) & 255 for byte in range(256))

    def foreign(self, source: Source) -> int:
        """How many symbols of a text the format does not have."""
        rows = source.words if any(len(sign) > 1 for sign in self.codes) else source.symbols
        return sum(len(row.texts) - sum(map(row.texts.count, self.codes)) for row in rows)


def table(
    source: Source,
    rows: Sequence[Row],
    format: Format,
    *,
    turned: bool = False,
    shown: int | None = None,
) -> Board:
    """The board of rows of symbols, with the mine count or density that was said, or ``shown``.

    turned: The header has the width first
    shown: A mine count that follows from the cells: nothing else may be said
    Raises BoardFormatError: at the first defect, with its line, column and symbol.
    """
    line = source.first_line
    cell_count = sum(len(row.texts) for row in rows)
    if not cell_count:
        raise BoardFormatError("no row of cells in the input", line=line)
    if cell_count > MAX_CELLS:
        message = f"{cell_count:,} cells are more than a board may have ({MAX_CELLS:,})"
        raise BoardFormatError(message, line=line)
    # Signs become codes at once; only where one has none is its place looked for.
    codes = format.codes
    grid: Any = _grid_of_characters(rows, format)
    if grid is None:
        try:
            grid = [list(map(codes.__getitem__, row.texts)) for row in rows]
        except KeyError:
            raise _unknown_symbol(rows, format) from None
    # The size and the mine count are those that were said, else of the first line, else of the cells.
    sizes = source.header and source.header.sizes
    check_shape(rows, sizes[::-1] if sizes and turned else sizes, line)
    mine_count, density = source.stated_total
    if shown is not None and mine_count not in (None, shown):
        stated_mines = counted(mine_count, "mine")
        message = f"{stated_mines} were said, which contradicts the {shown} that the cells show"
        raise BoardFormatError(message, line=line, symbol=str(mine_count))
    if density is None and mine_count is None:
        mine_count = shown
    try:
        return board_of(grid, mine_count, density, source.cut)
    except BoardFormatError as error:
        if error.line is not None and error.column is not None:
            position = rows[error.line - 1].at(error.column - 1)
            raise BoardFormatError(error.message, **position) from None
        # What was said beside the text is to blame, and no line of it; else its first one.
        is_stated_beside = source.mines is not None or source.density is not None
        error_line = None if is_stated_beside else line
        raise BoardFormatError(error.message, line=error_line, symbol=error.symbol) from None


def _grid_of_characters(rows: Sequence[Row], format: Format) -> npt.NDArray[np.int8] | None:
    """The codes of rows of ASCII characters, translated at once; None: others, or something is wrong."""
    # Of narrow rows there may be very many, and each would be held once more.
    width = len(rows[0].texts)
    if width < _LEAST_WIDTH:
        return None
    texts = [row.texts for row in rows if isinstance(row.texts, str)]
    text = "".join(texts)
    if len(texts) < len(rows) or not text.isascii() or set(map(len, texts)) != {width}:
        return None
    cells = text.encode().translate(format.code_of_byte)
    if _NO_CODE in cells:
        return None
    return np.frombuffer(cells, np.int8).reshape(len(rows), width)


def _unknown_symbol(rows: Sequence[Row], format: Format) -> BoardFormatError:
    """The error at the first symbol that a format does not have."""
    for row in rows:
        for cell_index, sign in enumerate(row.texts):
            if sign not in format.codes:
                message = f"is no symbol of the {format.name} format ({format.description})"
                return BoardFormatError(f"{quoted(sign)} {message}", **row.at(cell_index))
    raise AssertionError("the format has all the symbols")


def check_shape(rows: Sequence[Row], sizes: Sequence[int] | None, line: int) -> None:
    """All rows of one length, and as many of them and as long as the header says."""
    height, width = sizes or (len(rows), len(rows[0].texts))
    for row in rows:
        length = len(row.texts)
        if length != width:
            # A long row is marked at its first cell too many, a short one behind its last.
            position = row.at(min(width, length - 1))
            if length < width:
                position["column"] += 1
            expected_by = "the header" if sizes else "the first row"
            message = f"this row has {counted(length, 'cell')}, where {expected_by} has {width}"
            raise BoardFormatError(message, **position)
    if len(rows) != height:
        message = f"the header promises {counted(height, 'row')}, and {len(rows)} follow"
        raise BoardFormatError(message, line=line, column=1, symbol=str(height))


def signs(board: Board, format: Format) -> list[str]:
    """The rows of a board, a sign a cell. Raises BoardFormatError: a cell has none."""
    # The first sign of a code is written: what comes later in this dictionary replaces what came before.
    sign_of = {code: sign for sign, code in reversed(list(format.codes.items()))}
    try:
        return ["".join(map(sign_of.__getitem__, row)) for row in board.grid.tolist()]
    except KeyError as error:
        code = error.args[0]
        cell_kind = {HIDDEN: "a hidden cell", MINE: "a known mine"}.get(code, f"a {code}")
        raise BoardFormatError(f"the format {format.name} has no sign for {cell_kind}") from None


def headed(board: Board, rows: list[str]) -> str:
    """The text of rows, with a first line where the mine count or a density is known."""
    prior: Any = board.mines
    if board.density is not None:
        prior = f"~{board.density}"
    lines = list(rows)
    if prior is not None:
        lines.insert(0, f"{board.rows}x{board.cols}x{prior}")
    return "\n".join(lines)


def symbol_format(
    name: str,
    description: str,
    codes: Mapping[str, int],
    *,
    only: Collection[str] = (),
    rank: int = 4,
) -> Format:
    """A format of one character a cell, with an optional line ``ROWSxCOLSxMINES``.

    only: Symbols that no other format has: a text with one of them is surely of this one; default: any is
    """

    def recognises(source: Source) -> bool:
        if not source.characters <= codes.keys():
            return False
        return not only or not source.characters.isdisjoint(only)

    def reads(source: Source) -> Board:
        return table(source, source.symbols, new_format)

    def writes(board: Board) -> str:
        return headed(board, signs(board, new_format))

    new_format = Format(name, description, reads, recognises, writes, codes, rank)
    return new_format
