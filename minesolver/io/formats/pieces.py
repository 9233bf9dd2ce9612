"""A text -> its pieces: cut at empty lines, at the last bracket of JSON, and where a level of a game ends."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence

from ...base.errors import BoardFormatError
from ...base.limits import json_value
from ...model.board import MAX_CELLS
from .drawings import without_markup
from .others import beginning
from .source import WORD_IN_BRACKETS, Source

LONGEST = 1 << 25
"""Characters of the longest text of a board; an input may go on for ever."""
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
_LEVEL = re.compile(r"\s*(?:\[[^\[\]]+\])+!*\d+x\d+-")
"""How a line begins that is a board by itself; see :mod:`.variant_lines`."""
_FIRST_LINE_OF_A_GAME = "!!CLEARED"
_BOXES = re.compile(r"\s*(?:(?:\[[^\[\],]?\][ \t]*)+|(?:\[[^\[\],]{1,5}\][ \t]*){2,})")
"""A line of cells in brackets of their own: ``[1] [ ] [!]``."""
_TWO_BOXES = re.compile(r"\s*\[[^\[\],]?\][ \t]*\[[^\[\],]?\]")
_BLANK_BOXES = re.compile(r"\s*\[ +\][ \t]*\[ +\]")
_SENTENCE = re.compile(r"\s*\{[^{}]*\}\s*=\s*\d+\s*,?\s*")
"""A line that is a sentence of CS50's course; see :mod:`.sentences`."""
_OBJECT = re.compile(r'\s*\{\s*"\w{1,40}"\s*:')
_LISTS = re.compile(r"\s*\[\s*\[")
_ENDS = " \t;,.)"
"""What may follow the last bracket of lists in other languages."""
_BRACKETS = re.compile(r'([\[{])|([\]}])|"(?:[^"\\]|\\.)*+"?')
_DRAWN_LINE = re.compile(r"\s*([-=_~*])\1{2,}\s*")
"""What parts two boards in JSON."""
_SPECIAL_SIGNS = "[{<!>`"
"""Signs without which a text has neither lists, levels and drawings nor what chats put around lines."""


def pieces_of(text: str) -> list[Source]:
    """The pieces of a text, each remembering the line at which it starts."""
    # Most texts are one board: rows without an empty line, or JSON as a whole.
    whole_text = _whole_rows(text) or _whole_json(text)
    if whole_text is not None:
        return [whole_text]
    return [source for source, _ in pieces_of_lines(text.splitlines())]


def _whole_rows(text: str) -> Source | None:
    """A text that is surely one piece, in which nothing has to be looked for."""
    has_special_sign = any(sign in text for sign in _SPECIAL_SIGNS)
    if has_special_sign or len(text) > LONGEST:
        return None
    lines = without_unseen(text).splitlines()
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
    lines = tuple(without_unseen(text).splitlines())
    return Source(lines, value=value if text.isascii() else None)


def pieces_of_lines(lines: Iterable[str]) -> Iterator[tuple[Source, bool]]:
    """Each piece of a text once it has come, and whether more may follow."""
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
        self._follows_json = False  # the last piece was JSON
        self._has_json = False  # one of the pieces was
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
            if self._follows_json and _DRAWN_LINE.fullmatch(line):
                return sources
            self._level_goes_on = beginning(line)
            if self._level_goes_on is not None:
                self._begin([line], line_number)
                return sources

        line = _undressed(line)
        if not self._piece and (line == _FIRST_LINE_OF_A_GAME or _LEVEL.match(line)):
            if line != _FIRST_LINE_OF_A_GAME:
                sources.append(Source((line,), line_number))
            return sources

        # An object of JSON begins a piece, whatever words stand above it, and so do its lists behind others.
        if self._piece and not self._is_json:
            begins_list = self._has_json and _LISTS.match(line)
            if begins_list or _OBJECT.match(line):
                sources.append(self._end())
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
        self._follows_json = self._is_json
        self._has_json |= self._is_json
        self._is_json = False
        self._length = 0
        self._level_goes_on = None
        return source

    def _is_of_level(self, line: str) -> bool:
        self._length += len(line)
        is_of_level = self._level_goes_on is not None and self._level_goes_on(self._piece, line)
        return is_of_level and self._length <= LONGEST

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
                        self._is_json = True
                    self._piece.append(line[start : sign.end()])
                    sources.append(self._end())
                    self._open_brackets = 0
                    start = sign.end()
        return sources, line[start:] if start else line


def _undressed(line: str) -> str:
    """A line without what mail and chats put around it; that is no part of any format."""
    line = without_unseen(line)
    if ">" in line or "`" in line:
        line = _DRESS.sub("", line)
    return line


def without_unseen(text: str) -> str:
    """A text without characters that nobody sees."""
    if not text.isascii():
        for sign in _UNSEEN:
            text = text.replace(sign, "")
        text = text.replace(_UNBROKEN_BLANK, " ")
    return text


def _begins_as_json(line: str) -> bool:
    """Whether a text that begins with this line is JSON; cells in brackets of their own are not."""
    text = line.strip()
    if not text.startswith(("[", "{")) or text == "{-":
        return False
    if _TWO_BOXES.match(line) or _BLANK_BOXES.match(line):
        return False
    patterns = (_BOXES, _SENTENCE, _ROW_IN_BRACKETS, WORD_IN_BRACKETS)
    return not any(pattern.fullmatch(line) for pattern in patterns)


def _is_blank_row(line: str, adjacent_line: str) -> bool:
    """Whether a line of blanks is a row of a board whose opened cells are blank, as the line beside it is."""
    if "\t" in line:
        return line.count("\t") == adjacent_line.count("\t")
    are_cells = " " in adjacent_line or len(line) >= _SHORTEST_BLANK_ROW
    return bool(line) and len(line) == len(adjacent_line) and are_cells
