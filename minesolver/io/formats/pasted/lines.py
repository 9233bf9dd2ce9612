"""A pasted text as lines, without what mail, chats and terminals put around it; what lines of words say."""

import re
import unicodedata
from collections.abc import Iterable
from functools import lru_cache
from itertools import pairwise
from json import loads
from typing import NamedTuple

from .table import (
    COUNT_WORDS,
    DIGITS,
    ELEMENTS,
    LEFT_WORDS,
    LEGEND,
    NAMES,
    OTHER_WORDS,
    TITLE_WORDS,
)

_COLOURS = re.compile(
    r"\x1b(?:\[[0-?]{0,20}[A-Za-z]|[()][0-9A-B]|[=>78]|\][^\x07\x1b]{0,200}(?:\x07|\x1b\\))"
)
"""What tells a terminal colours, letters, the title of its window, ...: all but signs."""
_CONTROL = re.compile(rf"{_COLOURS.pattern}|([\x00-\x08\x0e-\x1f\x7f-\x9f])")
"""A character that moves a cursor, rings a bell, ...: of files that are no text, or pasted by a slip."""
_INVISIBLE = re.compile("[\ufe0e\ufe0f\u20e3\u200b-\u200f\u202a-\u202c\u2060\u2066-\u2069\ufeff]")
_TAGS = re.compile(
    r"\[/?(?:code|spoiler|pre|quote)[^\]\n]{0,40}\]|</?(?:pre|code|p|div|br)\s{0,3}/?>", re.I
)
_FENCE = re.compile(r"\s{0,9}(?:```\s{0,9}\w{0,20}|~~~\s{0,9}(?:text|txt|plain|python|py)?)\s*$")
_TILDE_CELLS = re.compile(r"~[ \t]*[^~ \t]|[^~ \t][ \t]*~")
"""A tilde beside another sign: then no row of tildes is a fence."""
_PROMPT = re.compile(
    r"\s{0,9}(?:>>>|\.\.\.(?=\s+\S)|In \[\d{0,6}\]:|Out\[\d{0,6}\]:|\$\s{1,9}(?=[\w./~-]{2}))\s{0,9}"
)
_CALL = re.compile(
    r"\s{0,9}[\w.]{1,60}\((?!.{0,60}\d\s*,\s*-?\d)(?!\s*['\"].?['\"]\s*,)(?!(?:[^,]{0,60},){2})[^\[\]{}]{0,60}\)\s{0,9}$"
)
"""What is typed at a prompt to have a board shown: ``print(board)``; no row, ``Array('#', '1', '#')``."""
_QUOTE = re.compile(r"[> \t]{0,40}>[ \t]?")
_NUMBER = re.compile(r"[0-9]+")
_NUMBERS = re.compile(r"[0-9]+(?:\s{0,9}[xX,;\s]\s{0,9}[0-9]+)*$")
_WORD = re.compile(r"[^\W\d]+|[0-9]+")
_NAME_OF_A_SIGN = re.compile(r":[a-z_]{1,30}:")
_NUMBER_OF_ROW = re.compile(r"\s{0,40}(?:row|line)\s{0,3}\d{1,3}\s{0,3}[:=]?", re.I)
_NAMES_WITH_DIGITS = re.compile(r"[^\W\d]\w{0,40}\d\w{0,40}")
"""Names such as ``python3`` and ``b2``, whose digits count nothing."""
_LEGEND = re.compile(
    r"(?:^|(?<=[\s,;(|`'\"]))([^\s\w,;()`'\"|]|[A-Za-z])[`'\"]?"
    r"\s{0,3}(?:=|:|->|=>|→|–|—|\bis\b|\bmeans\b)\s{0,3}((?:[^\W\d]{1,20}[ -]?){1,4})"
)
"""A sign and up to four words for it."""
_FIELD_ENDS = re.compile(r"[|;,\t()]|\s{2,40}|\s-\s")
"""What parts the things that one line tells: ``Game 3 | Mines: 5 | Time: 034``."""
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_QUOTE_ENDS = re.compile(r"\s{0,99}(?:(?:\"{3}|'{3}|`)\s{0,9}[;)\],]{0,3}|;)\s{0,9}$")
_QUOTE_BEGINS = re.compile(r".{0,99}[=(,]\s{0,9}[a-zA-Z]?(?:\"{3}|'{3}|`)\\?\s{0,9}$")
"""Lines before and after a text of several lines in a program."""
_TEXT_BEGINS = re.compile(
    r"(?:[^\"'`]{0,99}[=(]\s{0,9}[@$a-zA-Z]{0,2}|\s{0,9}(?=\"))(\"{3}|'{3}|[\"'`])\\?"
)
_TEXT_ENDS = re.compile(r"(\"{3}|'{3}|[\"'`])\s{0,9}[;,)]{0,3}\s{0,9}$")
"""Where such a text has rows in the lines of its quotes, too."""
_SIZES = re.compile(r"\s{0,40}(\d{1,6})\s{0,9}[xX×*]\s{0,9}(\d{1,6})\b")
_NO_COUNTS = re.compile(
    r"^\s{0,9}\d{1,6}[.)]\s|\(\d{1,6}(?:, ?\d{1,6}){1,4}\)|\d{1,6}(?:[.,]\d{1,9})? ?%|\d{1,6}\.\d{1,9}"
)
"""Numbers of sentences that count nothing: that of a list's item, cells, shares."""
_LIST_LABEL = re.compile(r"\s*\d{1,3}\)\s*$")
"""What numbers an item of a list and stands alone in its line: ``1)``."""
MOST_CAPTION_WORDS = 8
"""Words and numbers of a line that captions a board; with more it is a sentence."""
_NAMED_COUNT = re.compile(r"[^\W\d_]{2,20}\s?[:：=]\s?\d{1,6}$")
_NARROW = re.compile(r"[ 0-9]")
_LETTERS = re.compile(r"[^\W\d_]{2}")
_LINES_REMEMBERED = 256
"""Lines of which is known whether they are prose: as many as a text of a usual board has."""

LONGEST_PREFIX = 100
"""Characters of a line that may be what a log writes before each."""
_EQUALS_APART = re.compile(r"=(?: +=){2,99}")
_DIGIT = re.compile(r"[0-9]")
_PREFIX = re.compile(
    r".*[^\W\d_]{2}[:.\])>\[_-]*(?:[0-9]{1,9}(?:[:\])>-]+|(?= *\|)))*[ \t]*(?:\|[ \t]*)?"
)
_PREFIX_MARKS = ":]>|"
_CLOCK = re.compile(
    r"\[?(?:0000[-/]00[-/]00[T ])?00:00(?::00)?(?:[.,]0{1,9})?(?:Z|[+-]00:?00)?\]?[ \t]+(?=\S)"
)
"""The time before a line, of a shape of zeros."""
_LAST_SIGN_OF_LOG = re.compile(r"[ \t]*[:-][ \t]+(?=\S)")
_OF_LOGS = ("00:00", " - ")
"""What a prefix has that programs write of themselves; then a sign between it and the row is none of it."""
_NO_PREFIX_WORDS = ("row", "line", "null", "none", "nil", "nan", "undefined")
_OF_LISTS = "{(\"'|"

RULE_SIGNS = "+-=_|─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰┄┅┈┉┏┓┗┛┣┫┳┻╋: \t"
"""What lines between rows are drawn with."""
_CORNERS = "+─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰┏┓┗┛┣┫┳┻╋"


class Line(NamedTuple):
    """A line: its number in the text, from 1; what is left of it; how many characters were cut off."""

    number: int
    text: str
    start: int


class ForeignCharacter(NamedTuple):
    """A character that no board has: its column, from 1; the character, with the sign that it stands on."""

    column: int
    symbol: str
    message: str


def foreign_character(line: str) -> ForeignCharacter | None:
    """The first control character of a line, or accent on a sign that is no letter; None: it has none."""
    if line.isascii() and line.isprintable():
        return None
    for match in _CONTROL.finditer(line):
        control = match[1]
        if control is not None:
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
    if character.isascii() or _INVISIBLE.match(character):
        return False
    return unicodedata.category(character).startswith("M")


def clean_lines(lines: list[str], first_number: int) -> list[Line]:
    """The lines without quote marks, fences, prompts, colours and characters that nobody sees."""
    cleaned = []
    has_tilde_cells = sum(line.count("~~~") for line in lines) > 2 or any(
        map(_TILDE_CELLS.search, lines)
    )
    for line_number, original in enumerate(lines, first_number):
        text = _in_plain_characters(original)
        # Columns are counted in the text as it was pasted, so what is cut off in front is kept.
        start = _length_of_prompt(text)
        text = _without_program(text[start:])
        if "`" in text or "~" in text:
            text = _without_fence(text, has_tilde_cells)
        cleaned.append(Line(line_number, text.rstrip("\r\n"), start))
    return _without_shared_prefix(_without_quotes(_without_last_tabs(cleaned)))


def _without_last_tabs(lines: list[Line]) -> list[Line]:
    """The lines without a tab that ends each row of several signs, where no other tab parts them."""
    filled = [line.text for line in lines if line.text.strip()]
    if not all(text.endswith("\t") for text in filled):
        return lines
    bodies = {text.rstrip() for text in filled}
    widths = {len(body) for body in bodies}
    if len(widths) != 1 or min(widths) < 2 or any("\t" in body for body in bodies):
        return lines
    return [line._replace(text=line.text.rstrip()) for line in lines]


def _without_quotes(lines: list[Line]) -> list[Line]:
    """The lines without the quotes of a text of several lines in a program: ``x = @"1#`` and ``##";``."""
    filled = [line for line in lines if line.text.strip()]
    if len(filled) < 2:
        return lines
    head = _TEXT_BEGINS.match(filled[0].text)
    end = _TEXT_ENDS.search(filled[-1].text)
    if head is None or end is None or head[1] != end[1]:
        return lines
    if sum(line.text.count(head[1]) for line in filled) != 2:
        return lines
    unquoted = []
    for line in lines:
        text, start = line.text, line.start
        if line is filled[-1]:
            text = text[: end.start()]
        elif line is filled[0]:
            text, start = text[head.end() :], start + head.end()
        unquoted.append(Line(line.number, text, start))
    return unquoted


def _without_shared_prefix(lines: list[Line]) -> list[Line]:
    """The lines without what stands before each row, alike but for numbers: ``12:00:01 a.py] #1``."""
    texts = [line.text for line in lines if line.text.strip()]
    if len(texts) < 2:
        return lines
    # Numbers count on from line to line; a prefix ends behind its last word and the marks that follow it.
    shapes = [_DIGIT.sub("0", text[:LONGEST_PREFIX]) for text in texts]
    shared = _common_beginning(shapes)
    match = _PREFIX.match(shared) or _CLOCK.match(shared)
    if match is None or not any(mark in match[0] for mark in _PREFIX_MARKS):
        return _without_signs_of_a_diff(lines, texts)
    length = match.end()
    last_sign = _LAST_SIGN_OF_LOG.match(shared, len(match[0].rstrip()))
    if last_sign is not None and any(sign in match[0] for sign in _OF_LOGS):
        length = last_sign.end()
    words = [word.lower() for word in _WORD.findall(match[0])]
    are_cells = any(word in ELEMENTS or word in _NO_PREFIX_WORDS for word in words)
    # A bar may stand at the end, as programs part their names from what they write.
    head = match[0].rstrip(" |") if match[0].count("|") == 1 else match[0]
    if are_cells or _NAME_OF_A_SIGN.search(head) or any(sign in head for sign in _OF_LISTS):
        return lines
    if any(not text[length:].strip() for text in texts):
        return lines
    return [
        Line(line.number, line.text[length:], line.start + length) if line.text.strip() else line
        for line in lines
    ]


def _without_signs_of_a_diff(lines: list[Line], texts: list[str]) -> list[Line]:
    """The lines without the ``+`` that a diff writes before each, where there is no other in the text."""
    if not all(text.startswith("+") and text.count("+") == 1 and len(text) > 2 for text in texts):
        return lines
    if any(is_rule(text) for text in texts):
        return lines
    return [
        Line(line.number, line.text[1:], line.start + 1) if line.text.strip() else line
        for line in lines
    ]


def _common_beginning(texts: list[str]) -> str:
    """What all texts begin with."""
    # What the first and the last in order share, all share.
    first_text, last_text = min(texts), max(texts)
    length = 0
    while length < len(first_text) and first_text[: length + 1] == last_text[: length + 1]:
        length += 1
    return first_text[:length]


def _in_plain_characters(text: str) -> str:
    """A line without colours, tags and characters that nobody sees, with signs for their names."""
    # Each step looks for its sign first: most lines have none of them.
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if not text.isascii():
        # Beside digits that are as wide, a wide blank is one cell.
        wide_blank = "  " if _NARROW.search(text) else " "
        text = _INVISIBLE.sub("", text).replace("\u00a0", " ").replace("\u3000", wide_blank)
        text = "".join([DIGITS.get(sign, sign) for sign in text])
    if text.count(":") > 1:
        text = _NAME_OF_A_SIGN.sub(_sign_named, text)
    if "[" in text or "<" in text:
        untagged = _TAGS.sub("", text)
        text = untagged if untagged.strip() or not text.strip() else ""
    return text


def _length_of_prompt(text: str) -> int:
    """How many characters of a line are a prompt or marks of a quotation in front of it."""
    if not (">" in text or "." in text or "$" in text or ":" in text):
        return 0
    mark = _PROMPT.match(text)
    if mark is None and ">" in text:
        mark = _QUOTE.match(text)
    return 0 if mark is None else mark.end()


def _without_program(text: str) -> str:
    """A line without what is of a program: calls, lists of Rust, escapes, the ends of texts in several
    lines."""
    if "(" in text and _CALL.match(text):
        text = ""
    if "vec![" in text:  # lists of Rust
        text = text.replace("vec![", "    [")
    if "\\u" in text:
        text = _ESCAPES.sub(_unescaped, text)
    if ("`" in text or '"' in text or "'" in text or ";" in text) and _is_end_of_a_text(text):
        text = ""
    return text


def _without_fence(text: str, has_tilde_cells: bool) -> str:
    """A line without the fence of a block of code, or the marks around it all.

    has_tilde_cells: Some rows are made of tildes, so that a line of them is no fence
    """
    is_fence = _FENCE.match(text) is not None and not ("~" in text and has_tilde_cells)
    text = "" if is_fence else text.replace("```", "")
    if text.count("`") == 2 and text.strip().startswith("`") and text.strip().endswith("`"):
        text = text.replace("`", "")
    return text


def _sign_named(match: re.Match[str]) -> str:
    """The sign whose name chats show, such as ``:one:``."""
    return NAMES.get(match[0], match[0])


def _unescaped(match: re.Match[str]) -> str:
    """The characters that JSON writes as their numbers."""
    characters: str = loads(f'"{match[0]}"')
    return characters if characters.isprintable() else match[0]


def _is_end_of_a_text(text: str) -> bool:
    """Whether a text of several lines begins or ends in this line of a program, which has nothing else."""
    return _QUOTE_BEGINS.match(text) is not None or _QUOTE_ENDS.match(text) is not None


def is_rule(text: str) -> bool:
    """Whether a line is only drawn between rows: ``+---+``, ``├───┤``, ``|---|``, ``=====``."""
    drawn = text.strip()
    if len(drawn) < 2 or any(sign not in RULE_SIGNS for sign in drawn):
        return False
    if is_frame(drawn) or _EQUALS_APART.fullmatch(drawn):
        return True
    return "--" in drawn or "==" in drawn or "__" in drawn


def is_frame(text: str) -> bool:
    """Whether a line of these signs has corners or is drawn: such a line is never one of cells."""
    drawn = text.strip()
    if any(sign not in RULE_SIGNS for sign in drawn):
        return False
    boxed = any(sign in _CORNERS and sign != "+" for sign in drawn)
    return boxed or (drawn[:1] == "+" and "+-" in drawn) or "-+-" in drawn or "=+=" in drawn


def has_words(text: str) -> bool:
    """Whether two letters stand together: it may be prose."""
    return _LETTERS.search(text) is not None


def is_list(text: str) -> bool:
    """Whether a line has a list in square brackets, which no sentence has."""
    return "," in text.partition("[")[2]


def is_named_count(text: str) -> bool:
    """Whether a line is a word and its number, without a blank: ``雷数：10``."""
    return _NAMED_COUNT.match(text.strip()) is not None


# Each way to cut a text asks this of its lines again.
@lru_cache(maxsize=_LINES_REMEMBERED)
def is_prose(text: str) -> bool:
    """Whether a line is surely words and no cells: one of three different letters, and blanks or a stop."""
    stripped = _NUMBER_OF_ROW.sub(" ", _NAME_OF_A_SIGN.sub(" ", text)).strip()
    if is_named_count(stripped):
        return True
    words = _WORD.findall(stripped)[:60]
    if any(word.lower() in TITLE_WORDS for word in words):
        return True
    if " " not in stripped and stripped[-1:] not in (":", ".", "?", "!"):
        return False
    return any(len(set(word.lower())) > 2 and not word.isdecimal() for word in words)


class TextFacts(NamedTuple):
    """What words beside a board say: the mine count, or how many mines are left; the rows and columns.

    is_bare: Whether the mine count is a number alone in its line, without a word
    """

    mines: int | None = None
    left: int | None = None
    sizes: tuple[int, int] | None = None
    is_bare: bool = False


def facts_of(text: str) -> TextFacts:
    """What a line of words says of the mines: ``Mines: 10``, ``3 bombs left``, ``Rest: 17``."""
    sizes = None
    size_match = _SIZES.search(text)
    if size_match is not None:
        sizes = (int(size_match[1]), int(size_match[2]))
        text = text[: size_match.start()] + " , " + text[size_match.end() :]
    text = _NAMES_WITH_DIGITS.sub(" ", _NO_COUNTS.sub(" ", text))
    # A line may tell several things; each number belongs to the words of its own field.
    counts = [_count_in(field) for field in _FIELD_ENDS.split(text)]
    for kind in ("mines", "left"):
        numbers = {number for number, counted in counts if counted == kind}
        # A sentence with several counts tells cases: 1 mine on the left, 2 mines on the right.
        if len(numbers) > 1:
            return TextFacts(sizes=sizes)
        if numbers:
            number = numbers.pop()
            if kind == "mines":
                return TextFacts(mines=number, sizes=sizes)
            return TextFacts(left=number, sizes=sizes)
    if len(_NUMBER.findall(text)) > 1:
        return TextFacts(sizes=sizes)
    number, kind = _count_in(text)
    return TextFacts(number if kind == "mines" else None, number if kind == "left" else None, sizes)


def _count_in(text: str) -> tuple[int, str]:
    """The number of a piece of text that counts mines, and what it counts: ``mines``, ``left`` or nothing."""
    words = [word.lower() for word in _WORD.findall(text)][:60]
    for word_index, word in enumerate(words):
        if not word.isdecimal() or len(word) > 6:
            continue
        # The words around a number, up to the next number on either side, say what it counts.
        words_before = _words_up_to_a_number(reversed(words[:word_index]))
        words_after = _words_up_to_a_number(words[word_index + 1 :])
        # In a long sentence only what stands beside a number is counted by it.
        words_beside = [*words_before[:1], *words_after[:1]]
        if len(words) > MOST_CAPTION_WORDS and not _names_mines(words_beside):
            continue
        kind = _counted_by(words_before, words_after, text)
        if kind:
            return int(word), kind
    return 0, ""


def _words_up_to_a_number(words: Iterable[str]) -> list[str]:
    """The first words, three at most."""
    words_read: list[str] = []
    for word in words:
        if word.isdecimal() or len(words_read) == 3:
            break
        words_read.append(word)
    return words_read


def _names_mines(words: list[str]) -> bool:
    return any(word in COUNT_WORDS or word in LEFT_WORDS for word in words)


def _counted_by(words_before: list[str], words_after: list[str], text: str) -> str:
    """What a number counts, by the words before it (the nearest first) and after it."""
    # "mines: 10" has the word before the number, "10 mines" after it; the other side comes second.
    has_sign_between = ":" in text or "=" in text or "：" in text
    is_named_before = bool(words_before) and (has_sign_between or not words_after)
    words = words_before if is_named_before else words_after
    if not _names_mines(words):
        words = words_after if is_named_before else words_before
    if any(word in OTHER_WORDS for word in words):
        return ""
    if any(word in LEFT_WORDS for word in [*words, *words_before[:1]]):
        return "left"
    if any(word in COUNT_WORDS for word in words):
        return "mines"
    return ""


def roles_told(text: str) -> dict[str, str]:
    """What a legend in a line says of signs: ``# = mine, - = unknown``; digits are clues in any case."""
    if not has_words(text):
        return {}
    roles: dict[str, str] = {}
    for match in _LEGEND.finditer(text):
        words = [word.lower() for word in _WORD.findall(match[2])]
        role = next((LEGEND[word] for word in words if word in LEGEND), "")
        if role:
            roles.setdefault(match[1], role)
    return roles


def merged(facts: TextFacts, fallback: TextFacts) -> TextFacts:
    """Both; what the first say goes before what the others say."""
    return TextFacts(
        fallback.mines if facts.mines is None else facts.mines,
        fallback.left if facts.left is None else facts.left,
        fallback.sizes if facts.sizes is None else facts.sizes,
        facts.is_bare or fallback.is_bare,
    )


def numbers_of(text: str) -> list[int]:
    """The numbers of a line that has nothing else, such as ``10``, ``4 4`` or ``[10]``; else none."""
    if _LIST_LABEL.match(text):
        return []
    bare = text.strip().strip("[](){};,.")
    if len(bare) > 40 or _NUMBERS.match(bare) is None:
        return []
    numbers = [int(digits) for digits in _NUMBER.findall(bare)]
    return numbers if max(numbers, default=0) < 1_000_000 else []
