"""A text as lines of plain signs: what hosts, chats and terminals add is taken off, and names become signs.

Nothing is chosen here: what is done to a text is the same whatever its board is.
"""

import re
import unicodedata
from collections.abc import Iterator, Sequence
from itertools import pairwise
from typing import NamedTuple

from .table import CHARACTERS, NAMES, UNSEEN, WORDS

_TERMINAL = re.compile(
    r"\x1b(?:\[[0-9;]*m|\[\?[0-9]+[hl]|[()][0-9A-B]|[=>78]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\))"
)
"""What tells a terminal colours and letters. Moves of its cursor stay: such a text has no rows."""
_LOST_COLOURS = re.compile(r"\[[0-9]{1,3}(?:;[0-9]{1,3}){0,4}m")
_CONTROL = re.compile(rf"{_TERMINAL.pattern}|([\x00-\x08\x0e-\x1f\x7f-\x9f])")
"""A character that moves a cursor, rings a bell, ...: of files that are no text, or pasted by a slip."""
_BOLD_CELL = re.compile(r"\|(\s*)\*\*(\w{1,2})\*\*(?=\s*\|)")
_NAME = re.compile(r":[a-z_]{1,30}:")
_SPOILERS = (
    re.compile(r">!([^!<>\n]{1,40})!<"),
    re.compile(r"\|\|([^|\n]{1,200}?)\|\|"),
)
_PARTED_BY_BARS = re.compile(r"[\s\"'\[(]*(?:\|(?!\|))?[^|]{1,3}(?:\|\|[^|]{1,3})+\|?[\s\"'\]),]*")
"""A row whose cells double bars part: ``1||#||1``, ``|1||#||1|``; a chat would have four bars between two
covered cells."""
_TIGHT_BARS = re.compile(r"(?:^|[^|])\|{3}(?!\|)|\|{5}|[^|\s]\|(?=[^|\s])")
"""Bars between cells of which some are blank: a chat covers cells with two bars at each end."""
_COVERED_HIDDEN = re.compile("[⬜⬛🟦🟩🔲■#?]")
_COVERED_MINE = re.compile("[💣💥*]")
_BREAKS = re.compile(r"<br\s*/?>|</?div>|</p>\s*<p>|</?pre>|</?code>", re.I)
_INDEX = "(index)"
"""What Node's ``console.table`` writes above the numbers of rows."""
_TAGS = re.compile(r"\[/?(?:code|quote|spoiler)[^\]\n]{0,60}\]", re.I)
_FENCE = re.compile(r"\s*(?:```|~~~)\s*\w*\s*")
_QUOTE = re.compile(r"(?:\s*>)+ ?(?![<>]|\S<)")
_TIGHT_QUOTE = re.compile(r"(?:\s*>)+(?![<>\s]|\S<)")
"""A mark of quotation without a blank behind it: then a blank behind others is a cell."""
_QUOTES = "`'\""
_CODE = re.compile(r"`([^`]*)`")
_ESCAPED = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_ESCAPED_END = re.compile(r"\\n\\?\s*$")
_JOINED_END = re.compile(r"\\\s*$")
_CURSOR = re.compile(r"\[(\S)\]|>([^\s<>!])<")
_IN_CURSOR = r"(?:\[|>)(\S)(?:\]|<)"
_CURSOR_INSIDE = re.compile(rf"(\S)[ ]?{_IN_CURSOR}[ ]?(?=\S)")
_CURSOR_LAST = re.compile(rf"(\S)[ ]?{_IN_CURSOR}(\s*)$")
_CURSOR_FIRST = re.compile(rf"^(\s*){_IN_CURSOR}[ ]?(?=\S)")
COVERED_CELL = "\ue000"
"""One character for a cell that a chat covers."""
_WIDEST_BLANK = 3  # in quotes
_COMMA_CELL = "\ue001"
"""One character for a comma in quotes, which is a cell and parts none."""
_QUOTED_COMMA = re.compile(r"""((?:^|[\[({,;\t])[ ]*)(["']),\2(?=[ ]*(?:[\])},;\t]|$))""", re.M)


class PlainText(NamedTuple):
    """The lines of a text, each with the number of the line of the input that it comes from.

    covered_mines: How many mines a chat covers; None: not all that it covers is shown
    bare_lines: The numbers of lines that have a mark of quotation alone, as all others have it before them,
        and of empty lines at the ends of a block of code or of a text in quotes
    """

    texts: list[str]
    numbers: list[int]
    covered_mines: int | None = 0
    bare_lines: frozenset[int] = frozenset()


class ForeignCharacter(NamedTuple):
    """A character that no board has: its column, from 1; the character, with the sign that it stands on."""

    column: int
    symbol: str
    message: str


def foreign_character(line: str) -> ForeignCharacter | None:
    """The first control character of a line, or accent on a sign that is no letter; None: it has none."""
    if line.isascii() and line.isprintable():
        return None
    line = line.rstrip("\x1a")  # with which a file of DOS ends
    for match in _CONTROL.finditer(line):
        control = match[1]
        if control is not None and control not in UNSEEN:
            name = " (NUL)" if control == "\0" else ""
            message = f"a character of number {ord(control)}{name}, which no text has: is this a text file?"
            return ForeignCharacter(match.start() + 1, control, message)

    # On letters there are accents in titles, and marks on marks in other scripts.
    for column, (sign, mark) in enumerate(pairwise(line), 1):
        if _is_mark(mark) and not sign.isalpha() and not unicodedata.category(sign).startswith("M"):
            message = f"{sign!r} has an accent (a character of number {ord(mark)}), as no sign of a cell has"
            return ForeignCharacter(column, sign + mark, message)
    return None


def _is_mark(character: str) -> bool:
    """Whether a character is an accent or the like of the one before it, and says not only how that looks."""
    if character.isascii() or character in UNSEEN:
        return False
    return unicodedata.category(character).startswith("M")


def plain_text(lines: Sequence[str], first_number: int = 1) -> PlainText:
    """The lines without what is no part of any board, in the characters that the table knows."""
    text = in_known_characters("\n".join([line.rstrip("\x1a") for line in lines]))
    if "','" in text or '","' in text:
        text = _QUOTED_COMMA.sub(rf"\1\2{_COMMA_CELL}\2", text)
    text = "\n".join(without_cursor(text.split("\n")))
    text, covered_mines = _uncovered(text)
    lines = text.split("\n")
    bare_lines = _bare_lines(lines)
    # Of a board with cells of ~ a line of three is a row.
    has_tilde_cells = any("~" in line and not _FENCE.fullmatch(line) for line in lines)
    has_tight_quotes = any(map(_TIGHT_QUOTE.match, lines))
    texts: list[str] = []
    numbers: list[int] = []
    for number, line in enumerate(lines, first_number):
        for part in _parts_of_line(line, has_tilde_cells, has_tight_quotes):
            texts.append(part)
            numbers.append(number)
    if any(line.count("\\n") > 1 for line in texts) or (len(texts) == 1 and "\\n" in texts[0]):
        parts_of_lines = [line.replace("\\r", "").split("\\n") for line in texts]
        pairs = zip(parts_of_lines, numbers, strict=True)
        numbers = [number for parts, number in pairs for _ in parts]
        texts = [part for parts in parts_of_lines for part in parts]
    if any(_ESCAPED_END.search(line) for line in texts):
        texts = [_ESCAPED_END.sub("", line) for line in texts]
    if any('"' in line for line in texts) or sum(line.endswith("\\") for line in texts) > 2:
        texts = [_JOINED_END.sub("", line) for line in texts]
    return PlainText(
        texts, numbers, covered_mines, frozenset(index + first_number for index in bare_lines)
    )


def _bare_lines(lines: Sequence[str]) -> Iterator[int]:
    """The indices of lines of nothing but a mark of quotation, where all lines have one; of empty lines
    behind the begin of a block of code or of a text in quotes, and before its end."""
    filled = [index for index, line in enumerate(lines) if line.strip()]
    if all(_QUOTE.match(lines[index]) for index in filled):
        yield from (index for index in filled if lines[index].strip() == ">")
    for above, below in pairwise(filled):
        if below - above > 1 and (_begins_quotation(lines[above]) or _ends_quotation(lines[below])):
            yield from range(above + 1, below)


def _begins_quotation(line: str) -> bool:
    """Whether a block of code or a text in quotes begins at the end of a line."""
    text = line.strip()
    return text.startswith("```") or (text[-1] in _QUOTES and text.count(text[-1]) % 2 == 1)


def _ends_quotation(line: str) -> bool:
    """Whether a block of code or a text in quotes ends at the begin of a line."""
    text = line.strip()
    return text[0] in _QUOTES and text.count(text[0]) % 2 == 1


def in_known_characters(text: str) -> str:
    """A text without colours and what nobody sees; other digits, wide signs and names as the usual signs."""
    if "\\u" in text:
        text = _ESCAPED.sub(_unescaped, text)
    if "**" in text:
        text = _BOLD_CELL.sub(r"|\1\2", text)
    if "\x1b" in text:
        text = _TERMINAL.sub("", text)
    elif "[0m" in text:
        text = _LOST_COLOURS.sub("", text)
    if ":" in text:
        text = _NAME.sub(lambda match: NAMES.get(match[0], match[0]), text)
    if text.isascii() and "\r" not in text:
        return text
    # Beside digits that are as wide, a wide blank is one cell.
    text = text.replace("\u3000", "  " if re.search("[ 0-9]", text) else " ")
    return "".join(map(_known_character, text))


def _unescaped(match: re.Match[str]) -> str:
    """The characters of ``\\u25a0`` and the like; those beyond 16 bits are written as two."""
    units = bytes.fromhex(match[0].replace("\\u", ""))
    return units.decode("utf-16-be", "replace")


def _known_character(character: str) -> str:
    if character.isascii() and character != "\r":
        return character
    if character in UNSEEN:
        return ""
    if character in CHARACTERS:
        return CHARACTERS[character]
    digit = unicodedata.decimal(character, None)
    return character if digit is None else str(digit)


def _uncovered(text: str) -> tuple[str, int | None]:
    """(the text with a sign for each cell that a chat covers, how many mines it covers, if it shows all)."""
    has_covering_bars = "||" in text and _TIGHT_BARS.search(text) is None
    if not has_covering_bars and ">!" not in text:
        return text, 0
    rows = [line.strip() for line in text.split("\n") if line.strip()]
    if all(row.startswith("||") and row.endswith("||") for row in rows):
        rows = [row.removeprefix("||").removesuffix("||") for row in rows]
    barred_rows = [row for row in rows if "||" in row]
    are_most = 2 * len(barred_rows) > len(rows) and len(barred_rows) > 1
    if are_most and all(map(_PARTED_BY_BARS.fullmatch, barred_rows)):
        return text.replace("||", "|"), 0
    covered_mines: int | None = 0
    for pattern in _SPOILERS:
        for match in pattern.finditer(text):
            if covered_mines is not None:
                covered_mines += len(_COVERED_MINE.findall(match[1]))
            if _COVERED_HIDDEN.search(match[1]):
                covered_mines = None
        text = pattern.sub(_as_covered, text)
    # Covered cells stand beside each other without blanks, and others of the same board with some.
    if COVERED_CELL * 2 in text and f" {COVERED_CELL}" in text:
        text = "\n".join(
            line.replace(" ", "") if COVERED_CELL in line else line for line in text.split("\n")
        )
    return text, covered_mines


def _as_covered(match: re.Match[str]) -> str:
    """A covered cell for each sign; blanks beside the signs go with what covers them."""
    return re.sub(r"\S", COVERED_CELL, match[1].strip())


def without_cursor(lines: list[str]) -> list[str]:
    """Lines without what a program shows its cursor by: brackets or arrows around one cell of all."""
    cursors = [len(_CURSOR.findall(line)) for line in lines]
    if sum(cursors) != 1:
        return lines
    index = cursors.index(1)
    line = lines[index]
    if _CURSOR.fullmatch(line.strip()):
        return lines
    line = _CURSOR_INSIDE.sub(r"\1 \2 ", line)
    line = _CURSOR_LAST.sub(r"\1 \2\3", line)
    line = _CURSOR_FIRST.sub(r"\1\2 ", line)
    return [*lines[:index], line, *lines[index + 1 :]]


def _parts_of_line(line: str, has_tilde_cells: bool, has_tight_quotes: bool) -> list[str]:
    """A line without fences, tags and marks of a quotation; the lines that breaks of HTML make of it."""
    if "<" in line and _BREAKS.search(line):
        # Several blanks are a row of blank cells, perhaps.
        return [part for part in _BREAKS.split(line) if part.strip() or len(part) > 2] or [""]
    if _INDEX in line:
        line = line.replace(_INDEX, " " * len(_INDEX))
    if "[" in line:
        line = _TAGS.sub("", line)
    has_fence = "```" in line or ("~~~" in line and not has_tilde_cells)
    if has_fence and _FENCE.fullmatch(line):
        return [""]
    if ">" in line and not line.startswith(">>>"):
        quote = _QUOTE.match(line)
        mark = "" if quote is None else quote[0]
        line = line[len(mark.rstrip() if has_tight_quotes else mark) :]
    if "`" in line:
        line = _CODE.sub(r"\1", line)
    return [line]


_LATIN = "abcdefghijklmnopqrstuvwxyz"
_ALPHABETS = (_LATIN, "абвгдежзиклмнопрстуфхцчшщ")
_FIRST_NAMES = {"0", "1", "00", "01", *(alphabet[0] for alphabet in _ALPHABETS)}
_DIGITS = "0123456789" + _LATIN
"""Numbers of one character: letters go on behind 9, as in hexadecimal ones."""
_TWO_CASES = (_LATIN.upper() + _LATIN, _LATIN + _LATIN.upper())
_COLUMNS_OF_SHEET = [first + second for first in ("", "A") for second in _LATIN.upper()]
"""A, B, ..., Z, AA, AB, ..., AZ."""


def counts_up(tokens: Sequence[str], fewest: int = 3, *, may_fall: bool = True) -> bool:
    """Whether texts count: 0 1 2 ..., 1 2 3 ..., a b c ..., or down; perhaps only the last digit of each.

    may_fall: Whether they may count down, as rows do that are numbered from below
    """
    if len(tokens) < fewest or not (
        _may_begin(tokens[0].strip()) or _may_begin(tokens[-1].strip())
    ):
        return False
    names = [token.strip() for token in tokens]
    if not all(names):
        return False
    return _counts(names) or (may_fall and _counts(names[::-1]))


def _may_begin(name: str) -> bool:
    """Whether a text is one with which names count up."""
    return name.lower() in _FIRST_NAMES


def _counts(names: list[str]) -> bool:
    first_name = names[0]
    if first_name in ("0", "1", "00", "01"):
        first = int(first_name)
        are_numbers = all(
            name in (str(number), str(number % 10), f"{number:02}")
            for number, name in enumerate(names, first)
        )
        return are_numbers or [name.lower() for name in names] == [*_DIGITS[first:]][: len(names)]
    for alphabet in _ALPHABETS:
        if first_name.lower() == alphabet[0] and len(names) <= len(alphabet):
            return all(
                name.lower() == letter for name, letter in zip(names, alphabet, strict=False)
            )
    return any(names == [*letters][: len(names)] for letters in _TWO_CASES) or (
        names == _COLUMNS_OF_SHEET[: len(names)]
    )


def sign_of(token: str) -> str | None:
    """The sign that the text of a cell stands for; None: it is no cell."""
    text = token.strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"":
        inner = text[1:-1]
        text = inner.strip()
        if not text and len(inner) > _WIDEST_BLANK:
            return None  # a row of blanks
    if text == COVERED_CELL:
        return "covered"
    if text == _COMMA_CELL:
        return ","
    if len(text) <= 1:
        return text
    number = re.fullmatch(r"[+-]?(\d{1,3})(?:\.0*)?", text)
    if number is not None:
        digits = str(int(number[1]))
        return f"-{digits}" if text.startswith("-") and digits != "0" else digits
    last_word = re.split(r"[.:]+", text)[-1].lower()
    return WORDS.get(last_word)
