"""A text -> the texts of its boards: cut at empty lines, at the last bracket of JSON, and where a level ends.

What mail and chats put around lines goes first; words and numbers beside a board go with it where they tell
its mine count.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import replace

from ...base.errors import BoardFormatError
from ...base.limits import json_value
from ...model.board import MAX_CELLS
from .drawings import without_markup
from .others import beginning
from .pasted.cutting import counts_up
from .pasted.lines import TextFacts, facts_of, is_list, is_prose, merged, numbers_of, roles_told
from .pasted.markup import has_markup, plain_lines
from .source import Source

LONGEST = 1 << 25
"""Characters of the longest text of a board; an input may go on for ever."""
_MOST_BLANK_ROWS = 100
_SHORTEST_BLANK_ROW = 3
"""Blanks that are as long as a row without blanks, and no white space that is left over."""
_MAX_LINES = 4 * MAX_CELLS
_DRESS = re.compile(r"^(?:[ \t]*>){1,40}[ \t]?(?:```\w*[ \t]*$)?|^[ \t]*```\w*[ \t]*$|`+")
"""What mail and chats put around a text: ``> `` before its lines, and fences."""
_UNSEEN = (
    "\ufe0f\u20e3\u200b\u200d\u2060\ufeff\u200e\u200f\u202a\u202b\u202c\u2066\u2067\u2068\u2069"
)
"""Characters that only say how others look, or in which direction a text runs."""
_UNBROKEN_BLANK = "\u00a0"
_ELEMENT = r"""(?:"[^"]?"|'[^']?'|[-+]?\w{1,12}|[?#*.!~])"""
_ROW_IN_BRACKETS = re.compile(
    rf"\s*[\[{{]\s*{_ELEMENT}(?:\s*,\s*{_ELEMENT}|\s+{_ELEMENT})+\s*,?\s*[\]}}]"
)
"""A line that is a list of signs, as a program prints its rows one after another."""
_LEVEL = re.compile(r"\s*(?:\[[^\[\]]+\])+!*\d+x\d+-\d+-\S+\s+\w")
"""How a line begins that is a board by itself; see :mod:`.levels`."""
_FIRST_LINE_OF_A_GAME = "!!CLEARED"
_BOXES = re.compile(r"\s*(?:\[[^\[\],]?\][ \t]*)+")
"""A line of cells in brackets of their own: ``[1] [ ] [!]``."""
_SENTENCE = re.compile(r"\s*\{[^{}]*\}\s*=\s*\d+\s*,?\s*")
"""A line that is a sentence of CS50's course; see :mod:`.sentences`."""
_FEWEST_PARTED_ROWS = 3
"""Rows of as many cells, with an empty line between each, that are one board."""
_MOST_PARTED_ROWS = 100
"""More of them are as many boards of one row."""
_LONGEST_PARTED_ROW = 500  # characters
_ROW_OF_SIGNS = re.compile(r"(?:[^a-zA-Z]|([a-zA-Z])\1*(?![a-zA-Z])){2,}")
"""A row without blanks; words have letters beside other letters."""
_ENDS = " \t;,.)"
"""What may follow the last bracket of lists in other languages."""
_BRACKETS = re.compile(r'([\[{])|([\]}])|"(?:[^"\\]|\\.)*+"?')
_SPECIAL_SIGNS = "[{<!>`"
"""Signs without which a text has neither lists, levels and drawings nor what chats put around lines."""


def split(text: str) -> list[Source]:
    """The boards' texts, each remembering the line at which it starts."""
    # Most texts are one board: rows without an empty line, or JSON as a whole.
    whole_text = _whole_rows(text) or _whole_json(text)
    if whole_text is not None:
        return [whole_text]
    lines: Iterable[str] = text.splitlines()
    if has_markup(text):
        lines = plain_lines(lines)
    return _without_prose([source for source, _ in _pieces(lines)])


def _whole_rows(text: str) -> Source | None:
    """A text that is surely one piece, in which nothing has to be looked for."""
    has_special_sign = any(sign in text for sign in _SPECIAL_SIGNS)
    if has_special_sign or has_markup(text) or len(text) > LONGEST:
        return None
    lines = _without_unseen(text).splitlines()
    if (
        not lines
        or not all(map(str.strip, lines))
        or len(lines) > _MAX_LINES
        or beginning(lines[0])
    ):
        return None
    return Source(tuple(lines))


def _whole_json(text: str) -> Source | None:
    """A text that is JSON from its first sign to its last."""
    if not text.startswith(("[", "{")) or len(text) > LONGEST or _BOXES.match(text):
        return None
    try:
        value = json_value(text)
    except (ValueError, RecursionError, BoardFormatError):
        return None  # several of them, or lists of another language
    lines = tuple(_without_unseen(text).splitlines())
    return Source(lines, value=value if text.isascii() else None)


def pieces_of_lines(lines: Iterable[str]) -> Iterator[tuple[Source, bool]]:
    """Each board's text once it has come, and whether more may follow."""
    return _pieces(plain_lines(lines))


def _pieces(lines: Iterable[str]) -> Iterator[tuple[Source, bool]]:
    """Each board's text once it has come, and whether more may follow; lists line by line are rows."""
    rows: list[Source] = []
    last_row: Source | None = (
        None  # the last of these, or of boards of one row of which there are many
    )
    for source, may_follow in _separate_pieces(lines):
        if last_row is not None and _is_next_row(last_row, source):
            last_row = source
            if rows:
                rows.append(source)
            else:
                yield source, may_follow
            if len(rows) > _MOST_PARTED_ROWS and not _is_list_in_brackets(source):
                for board in rows:
                    yield board, True
                rows = []
            continue
        for board in _of_rows(rows):
            yield board, True
        rows = []
        last_row = None
        if _is_list_in_brackets(source) or _cells_of_row(source):
            rows = [source]
            last_row = source
        else:
            yield source, may_follow
    boards = _of_rows(rows)
    for number, board in enumerate(boards, 1):
        yield board, number < len(boards)


def _is_list_in_brackets(source: Source) -> bool:
    return len(source.lines) == 1 and _ROW_IN_BRACKETS.fullmatch(source.lines[0]) is not None


def _cells_of_row(source: Source) -> int:
    """How many cells a line by itself has; 0 where it is no row of signs."""
    if len(source.lines) != 1 or source.is_json or len(source.lines[0]) > _LONGEST_PARTED_ROW:
        return 0
    signs = source.lines[0].split()
    if len(signs) == 1:
        return len(signs[0]) if _ROW_OF_SIGNS.fullmatch(signs[0]) else 0
    return len(signs) if all(len(sign) <= 2 for sign in signs) else 0


def _is_next_row(row: Source, source: Source) -> bool:
    """Whether a piece is the next row of a board whose rows come one by one: lists line by line, or rows of
    as many cells with an empty line between them."""
    lines_on = source.first_line - row.first_line
    if _is_list_in_brackets(row):
        return lines_on == 1 and _is_list_in_brackets(source)
    return lines_on == 2 and _cells_of_row(row) == _cells_of_row(source)


def _of_rows(rows: Sequence[Source]) -> list[Source]:
    """The board of rows that came one by one; two that are parted by an empty line are boards themselves."""
    if not rows or (len(rows) < _FEWEST_PARTED_ROWS and not _is_list_in_brackets(rows[0])):
        return list(rows)
    lines: list[str] = []
    for row in rows:
        empty_count = row.first_line - rows[0].first_line - len(lines)
        lines += [*[""] * empty_count, *row.lines]
    return [replace(rows[0], lines=tuple(lines))]


def _separate_pieces(lines: Iterable[str]) -> Iterator[tuple[Source, bool]]:
    """As :func:`_pieces`, each of several lists line by line by itself."""
    cutter = _Cutter()
    for line_number, line in enumerate(without_markup(lines), 1):
        for source in cutter.take(line_number, line):
            yield source, True
    last_source = cutter.rest()
    if last_source is not None:
        yield last_source, False


class _Cutter:
    """Takes a text line by line, and gives each piece with the line that ends it."""

    def __init__(self) -> None:
        self._piece: list[str] = []  # the lines of a text that is not at its end
        self._first_line = 0  # its number
        self._length = 0  # its characters
        self._open_brackets = 0
        self._is_json = False
        self._blank_rows: list[str] = []  # of one length, which the first row of a board may follow
        self._level_goes_on: Callable[[Sequence[str], str], bool] | None = None

    def take(self, line_number: int, line: str) -> list[Source]:
        """The pieces that are at their end once this line has come."""
        sources = []
        # A level of another game may have empty lines: only its reader knows where it ends.
        if self._level_goes_on is not None:
            if self._is_of_level(line):
                self._piece.append(line)
                return []
            sources.append(self._end())
        if not self._piece:
            self._level_goes_on = beginning(line)
            if self._level_goes_on is not None:
                self._begin([line], line_number)
                return sources

        line = _undressed(line)
        if not self._piece and (line == _FIRST_LINE_OF_A_GAME or _LEVEL.match(line)):
            if line != _FIRST_LINE_OF_A_GAME:
                sources.append(Source((line,), line_number))
            return sources

        self._begin_with_blank_rows(line_number, line)
        self._check_length(line_number, line)
        remaining_text = line
        if self._is_json if self._piece else _begins_as_json(line):
            ended_sources, remaining_text = self._cut_json(line_number, line)
            sources += ended_sources
        # JSON ends at its last bracket, whatever stands behind that; other texts at an empty line.
        has_text = remaining_text.strip(None if remaining_text is line else _ENDS)
        if (
            self._open_brackets
            or has_text
            or (self._piece and _is_blank_row(line, self._piece[-1]))
        ):
            if not self._piece:
                self._begin([], line_number)
                self._is_json = _begins_as_json(line)
            self._piece.append(remaining_text)
        elif self._piece:
            sources.append(self._end())
        self._keep_blank_row(line)
        return sources

    def rest(self) -> Source | None:
        """The piece that the end of the text ends."""
        return self._end() if self._piece else None

    def _begin(self, lines: list[str], line_number: int) -> None:
        self._piece = lines
        self._first_line = line_number
        self._length = sum(map(len, lines))

    def _end(self) -> Source:
        source = Source(tuple(self._piece), self._first_line)
        self._piece = []
        self._length = 0
        self._level_goes_on = None
        return source

    def _is_of_level(self, line: str) -> bool:
        self._length += len(line)
        is_of_level = self._level_goes_on is not None and self._level_goes_on(self._piece, line)
        return is_of_level and self._length <= LONGEST

    def _begin_with_blank_rows(self, line_number: int, line: str) -> None:
        """A board whose opened cells are blank may begin with rows of blanks."""
        if not self._blank_rows or not line.strip():
            return
        if not self._piece and _is_blank_row(self._blank_rows[-1], line):
            self._begin(self._blank_rows, line_number - len(self._blank_rows))
            self._is_json = False
        self._blank_rows = []

    def _keep_blank_row(self, line: str) -> None:
        """A line of blanks between two boards may be the first row of the second."""
        if self._piece or not line or line.strip() or len(self._blank_rows) >= _MOST_BLANK_ROWS:
            self._blank_rows = []
        elif not self._blank_rows or len(self._blank_rows[-1]) == len(line):
            self._blank_rows = [*self._blank_rows, line]
        else:
            self._blank_rows = [line]

    def _check_length(self, line_number: int, line: str) -> None:
        self._length = len(line) + (self._length if self._piece else 0)
        if self._length > LONGEST or len(self._piece) > _MAX_LINES:
            raise BoardFormatError(
                "no board is as long as this text",
                line=self._first_line if self._piece else line_number,
            )

    def _cut_json(self, line_number: int, line: str) -> tuple[list[Source], str]:
        """(the pieces that end in a line of JSON, what stands behind the last of them)."""
        sources = []
        start = 0
        for sign in _BRACKETS.finditer(line):
            if sign[1] is not None:
                self._open_brackets += 1
            elif sign[2] is not None:
                self._open_brackets -= 1
                if self._open_brackets <= 0:
                    if not self._piece:
                        self._begin([], line_number)
                    self._piece.append(line[start : sign.end()])
                    sources.append(self._end())
                    self._open_brackets = 0
                    start = sign.end()
        return sources, line[start:] if start else line


def _undressed(line: str) -> str:
    """A line without what mail and chats put around it; that is no part of any format."""
    line = _without_unseen(line)
    if ">" in line or "`" in line:
        line = _DRESS.sub("", line)
    return line


def _without_unseen(text: str) -> str:
    """A text without characters that nobody sees."""
    if not text.isascii():
        for sign in _UNSEEN:
            text = text.replace(sign, "")
        text = text.replace(_UNBROKEN_BLANK, " ")
    return text


def _begins_as_json(line: str) -> bool:
    """Whether a text that begins with this line is JSON; cells in brackets of their own are not."""
    if not line.lstrip().startswith(("[", "{")):
        return False
    return _BOXES.fullmatch(line) is None and _SENTENCE.fullmatch(line) is None


def _is_blank_row(line: str, adjacent_line: str) -> bool:
    """Whether a line of blanks is a row of a board whose opened cells are blank, as the line beside it is."""
    if "\t" in line:
        return line.count("\t") == adjacent_line.count("\t")
    are_cells = " " in adjacent_line or len(line) >= _SHORTEST_BLANK_ROW
    return bool(line) and len(line) == len(adjacent_line) and are_cells


# Words and numbers beside a board.


def _without_prose(pieces: list[Source]) -> list[Source]:
    """The boards' texts, each with words and numbers beside it that tell its mine count."""
    boards: list[Source] = []
    words: Source | None = None  # that tell the mine count of the board that follows
    for piece in pieces:
        if len(pieces) == 1 or not is_beside_a_board(piece):
            boards.append(piece if words is None else joined(words, piece))
            words = None
        elif not tells_mines(piece):
            continue
        elif boards and piece is pieces[-1]:
            boards[-1] = joined(boards[-1], piece)
        else:
            words = piece
    if words is not None and len(boards) == 1:
        boards[0] = joined(boards[0], words)  # between the board and the last words
    return boards or pieces


def joined(piece: Source, next_piece: Source) -> Source:
    """Two pieces of a text as one, with the empty lines between them; JSON with what the other says."""
    for board, words in ((piece, next_piece), (next_piece, piece)):
        if board.is_json:
            facts = TextFacts()
            mine_count = None
            for line in words.lines:
                facts = merged(facts, facts_of(line))
                numbers = numbers_of(line)
                if mine_count is None and numbers:
                    mine_count = numbers[0]
            if mine_count is None:
                mine_count = facts.mines
            return replace(board, mines=mine_count, left=facts.left)
    empty_count = next_piece.first_line - piece.first_line - len(piece.lines)
    empty_lines = [""] * empty_count
    return replace(piece, lines=(*piece.lines, *empty_lines, *next_piece.lines))


def is_beside_a_board(source: Source) -> bool:
    """Whether a piece of a text is words, or a single number, and no board."""
    is_code = bool(source.lines) and all(map(_CODE.fullmatch, filter(str.strip, source.lines)))
    if source.is_json or not source.lines or (any(map(is_list, source.lines)) and not is_code):
        return False
    lines = [line for line in source.lines if line.strip() and not line.startswith("~~~")]
    if lines and all(map(_is_drawn, lines)):
        return True
    lines = [line for line in lines if not _is_drawn(line)]
    counts = []
    for line in lines:
        numbers = numbers_of(line)
        if len(numbers) == 1:
            counts.append(numbers[0])
    words = [line for line in lines if is_prose(line) or _is_word(line) or _is_heading(line)]
    if len(counts) > 1 or len(counts) + len(words) < len(lines):
        return False
    # A row of zeros alone is a board; of other digits, without a hidden cell, none.
    return bool(words) or any(number > 0 for number in counts)


def _is_drawn(line: str) -> bool:
    """Whether a line parts texts, ``-----`` or ``=====``, or numbers what follows, ``1)``."""
    return _DRAWN.fullmatch(line.strip()) is not None


def _is_word(line: str) -> bool:
    """Whether a line is one word, such as a greeting: letters, three of them different; or ``n = 6``."""
    word = line.strip()
    if _ASSIGNMENT.fullmatch(line) or _CODE.fullmatch(line):
        return True
    return word.isalpha() and len(set(word.lower())) > 2


_ASSIGNMENT = re.compile(r"\s*[A-Za-z]\w{0,30}\s*=\s*\d{1,6}\s*;?\s*")
_CODE = re.compile(
    r"\s*(?:(?:from|import|def|return|print|const|let|var)\b.*|[A-Za-z_]\w{0,30}\s*=\s*[A-Za-z_][\w.]{0,40}\(.{0,60}\);?)\s*"
)
"""A line of a program without cells: ``import sys``, ``width = len(rows[0])``."""
_DRAWN = re.compile(r"-{3,}|={3,}|\d{1,3}\)")
_LEAST_NAMES = 3


def _is_heading(line: str) -> bool:
    """Whether a line names the columns of the rows below an empty line."""
    names = line.split()
    return len(names) >= _LEAST_NAMES and counts_up(names)


def tells_mines(source: Source) -> bool:
    """Whether words or numbers say how many mines there are, name the columns, or tell what signs mean."""
    if any(map(_is_heading, source.lines)):
        return True
    facts = [facts_of(line) for line in source.lines]
    says_a_count = any(fact.mines is not None or fact.left is not None for fact in facts)
    return says_a_count or any(map(numbers_of, source.lines)) or any(map(roles_told, source.lines))
