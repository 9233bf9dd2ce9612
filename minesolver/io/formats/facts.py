"""Facts of a logic program (answer-set programs, Prolog): ``boardl(3). number(1,1,1). number(2,3,2).``

A fact of three arguments is a clue: row, column, number. A fact or constant of one number tells the size
(``boardl(3)``, ``rows(1..4). cols(1..5)``, ``#const n=3``) or the mine count (``mines(10)``); ``mine(1,2)``
is a known mine. What stands behind % is passed over. Below a line ROWSxCOLS the format ``clues`` reads them.
"""

import re
from collections.abc import Iterator
from typing import NamedTuple

from ...base.errors import BoardFormatError, quoted
from ...model.board import HIDDEN, MAX_CELLS, MINE, Board
from ...model.cut import board_of
from .readings import Reading
from .source import Format, Source

_FACT = re.compile(r"([a-z_]\w{0,40})\s{0,9}\(([^()]{1,200})\)\s{0,9}\.")
_CONSTANT = re.compile(r"#const\s{1,9}(\w{1,40})\s{0,9}=\s{0,9}(\d{1,6})\s{0,9}\.")
_DIRECTIVE = re.compile(r"#(?:show|include|program)\b[^.]{0,200}\.")
_CLUE_FACT = re.compile(
    r"\b[a-z_]\w{0,40}\(\s{0,9}\d{1,4}\s{0,9},\s{0,9}\d{1,4}\s{0,9},\s{0,9}\w{1,20}\s{0,9}\)\s{0,9}\."
)
_RANGE = re.compile(r"(\d{1,6})\s{0,9}\.\.\s{0,9}(\d{1,6})")
_MINE_WORDS = ("mine", "bomb", "flag", "flagged", "marked", "known_mine")
_HIDDEN_WORDS = ("hidden", "unknown", "covered", "closed", "unopened", "u")
_COUNT_WORDS = ("mines", "bombs", "nmines", "num_mines", "mine_count", "total_mines", "minecount")


class _Fact(NamedTuple):
    name: str
    arguments: tuple[str, ...]
    line: int
    column: int

    @property
    def text(self) -> str:
        return f"{self.name}({','.join(self.arguments)})"

    def error(self, message: str) -> BoardFormatError:
        """What is wrong with it, where it stands."""
        return BoardFormatError(message, line=self.line, column=self.column, symbol=self.text)


def _is_program(source: Source) -> bool:
    if source.header is not None:
        return False
    if not any("(" in line for line in source.lines):
        return False
    text = "\n".join(_without_remarks(line) for line in source.lines)
    if _CLUE_FACT.search(text) is None:
        return False
    rest = _FACT.sub("", _CONSTANT.sub("", _DIRECTIVE.sub("", text)))
    return not rest.strip() or ":-" in rest


def _without_remarks(line: str) -> str:
    return line.partition("%")[0]


def _facts(source: Source) -> Iterator[_Fact]:
    """All facts; a constant is one of its number. Raises BoardFormatError: something else stands there."""
    for line_number, line in enumerate(source.lines, source.first_line):
        text = _without_remarks(line).rstrip()
        position = 0
        while position < len(text):
            if text[position].isspace():
                position += 1
                continue
            match = _FACT.match(text, position) or _CONSTANT.match(text, position)
            if match is not None:
                arguments = tuple(argument.strip() for argument in match[2].split(","))
                yield _Fact(match[1], arguments, line_number, position + 1)
            else:
                match = _DIRECTIVE.match(text, position)
            if match is None:
                symbol = text[position : position + 40]
                kind = "a rule" if ":-" in text[position:] else "something else"
                message = f"facts are read, such as number(1,2,3). and this is {kind}: give the facts alone"
                raise BoardFormatError(
                    message, line=line_number, column=position + 1, symbol=symbol
                )
            position = match.end()


def _interpret(source: Source) -> Reading:
    # What each fact says: a clue, a mine, or a number beside the board.
    clues: list[tuple[_Fact, int, int, int]] = []
    numbers: list[_Fact] = []
    for fact in _facts(source):
        if len(fact.arguments) == 1:
            numbers.append(fact)
        elif len(fact.arguments) == 2 and fact.name in (*_MINE_WORDS, *_HIDDEN_WORDS):
            clues.append((fact, *_coordinates(fact), MINE if fact.name in _MINE_WORDS else HIDDEN))
        elif len(fact.arguments) == 3:
            clues.append((fact, *_coordinates(fact), _code(fact)))
        else:
            raise fact.error(
                f"{quoted(fact.text)} says nothing of a board: a clue is number(ROW,COL,NUMBER)"
            )
    clue_names = {fact.name for fact, *_ in clues if len(fact.arguments) == 3}
    if len(clue_names) != 1:
        names = ", ".join(sorted(clue_names)) or "none"
        raise BoardFormatError(
            f"clues are facts of one name, not of {names}", line=source.first_line
        )

    rows, cols, first_index, mine_count = _stated(numbers, source)
    if first_index is None:
        first_index = _first_index(clues, rows, cols)
    board = _board(source, clues, (rows, cols), first_index, mine_count)
    (clue_name,) = clue_names
    return Reading(board, (f"{clue_name}(R,C,N) as clue N in row R, column C, from {first_index}",))


def _coordinates(fact: _Fact) -> tuple[int, int]:
    row, col = fact.arguments[:2]
    if not (row.isdecimal() and col.isdecimal() and len(row) < 5 and len(col) < 5):
        raise fact.error(f"{quoted(fact.text)} has no row and column: these are numbers")
    return int(row), int(col)


def _code(fact: _Fact) -> int:
    value = fact.arguments[2].strip("\"'").lower()
    if len(value) == 1 and value in "012345678":
        return int(value)
    if value in _MINE_WORDS:
        return MINE
    if value in _HIDDEN_WORDS:
        return HIDDEN
    raise fact.error(f"{quoted(fact.text)} is no clue: a number from 0 to 8, mine or hidden")


def _stated(facts: list[_Fact], source: Source) -> tuple[int, int, int | None, int | None]:
    """(rows, columns, from where they count if that is said, mine count) by facts of one number or range."""
    sizes: dict[str, tuple[int, int | None]] = {}
    mine_count = None
    for fact in facts:
        argument = fact.arguments[0]
        bounds = _RANGE.fullmatch(argument)
        if bounds is None and not (argument.isdecimal() and len(argument) < 7):
            raise fact.error(f"{quoted(fact.text)} tells no size: that is a number or a range")
        if fact.name in _COUNT_WORDS:
            mine_count = int(argument) if bounds is None else None
            continue
        first_index = None if bounds is None else int(bounds[1])
        size = int(argument) if bounds is None else int(bounds[2]) - int(bounds[1]) + 1
        for axis in _axes(fact):
            if sizes.setdefault(axis, (size, first_index)) != (size, first_index):
                raise fact.error(f"{quoted(fact.text)} tells another size than a fact before it")
    if sizes.keys() != {"rows", "cols"}:
        message = "these facts do not tell the size of the board: add rows(1..9). cols(1..9)."
        raise BoardFormatError(message, line=source.first_line)
    (rows, first_row), (cols, first_col) = sizes["rows"], sizes["cols"]
    if not 0 < rows * cols <= MAX_CELLS:
        raise BoardFormatError(f"{rows}x{cols} is no size of a board", line=source.first_line)
    if first_row != first_col:
        raise BoardFormatError(
            "rows and columns count from different numbers", line=source.first_line
        )
    return rows, cols, first_row, mine_count


def _axes(fact: _Fact) -> tuple[str, ...]:
    """Of what a fact tells how many there are."""
    name = fact.name.lower()
    if "row" in name or name in ("r", "h", "height", "y"):
        return ("rows",)
    if "col" in name or name in ("c", "w", "width", "x"):
        return ("cols",)
    return "rows", "cols"


def _first_index(clues: list[tuple[_Fact, int, int, int]], rows: int, cols: int) -> int:
    """From where coordinates count. Raises BoardFormatError: nothing tells."""
    for fact, row, col, _ in clues:
        if row > rows or col > cols:
            raise fact.error(f"{quoted(fact.text)} is not on the {rows}x{cols} board")
    if any(row == 0 or col == 0 for _, row, col, _ in clues):
        return 0
    if any(row == rows or col == cols for _, row, col, _ in clues):
        return 1
    message = "do these coordinates count from 0 or from 1? No clue tells: write "
    message += f"rows(1..{rows}). cols(1..{cols}). or rows(0..{rows - 1}). cols(0..{cols - 1})."
    raise clues[0][0].error(message)


def _board(
    source: Source,
    clues: list[tuple[_Fact, int, int, int]],
    size: tuple[int, int],
    first_index: int,
    mine_count: int | None,
) -> Board:
    rows, cols = size
    grid = [[HIDDEN] * cols for _ in range(rows)]
    fact_at: dict[tuple[int, int], _Fact] = {}
    for fact, row, col, code in clues:
        cell = row - first_index, col - first_index
        if not (0 <= cell[0] < rows and 0 <= cell[1] < cols):
            raise fact.error(
                f"{quoted(fact.text)} is not on the {rows}x{cols} board (counted from {first_index})"
            )
        if cell in fact_at and grid[cell[0]][cell[1]] != code:
            raise fact.error(
                f"{quoted(fact.text)} contradicts {fact_at[cell].text} in line {fact_at[cell].line}"
            )
        fact_at[cell] = fact
        grid[cell[0]][cell[1]] = code
    stated_count, density = source.stated_total
    if stated_count is None and density is None and source.left is None:
        stated_count = mine_count
    try:
        return board_of(grid, stated_count, density, source.cut)
    except BoardFormatError as error:
        if error.line is None or error.column is None:
            raise
        raise fact_at[error.line - 1, error.column - 1].error(error.message) from None


FORMAT = Format(
    "facts",
    "facts of a logic program: boardl(3). number(1,1,1). with row, column and number",
    lambda source: _interpret(source).subject,
    _is_program,
    rank=-1,
    interprets=_interpret,
)
