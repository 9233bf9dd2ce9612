"""A pasted text as lines, without what mail, chats and terminals put around it; what lines of words say."""

import re
from collections.abc import Iterable
from functools import lru_cache
from json import loads
from typing import NamedTuple

from .table import COUNT_WORDS, DIGITS, LEFT_WORDS, NAMES, OTHER_WORDS, TITLE_WORDS

_COLOURS = re.compile(r"\x1b\[[0-9;]{0,20}[A-Za-z]")
_INVISIBLE = re.compile("[\ufe0e\ufe0f\u20e3\u200b-\u200d\u2060\ufeff]")
_TAGS = re.compile(
    r"\[/?(?:code|spoiler|pre|quote)[^\]\n]{0,40}\]|</?(?:pre|code|p|div|br)\s{0,3}/?>", re.I
)
_FENCE = re.compile(r"\s{0,9}(?:```\s{0,9}\w{0,20}|~~~\s{0,9}(?:text|txt|plain|python|py)?)\s*$")
_TILDE_CELLS = re.compile(r"~[ \t]*[^~ \t]|[^~ \t][ \t]*~")
"""A tilde beside another sign: then no row of tildes is a fence."""
_PROMPT = re.compile(
    r"\s{0,9}(?:>>>|\.\.\.(?=\s+\S)|In \[\d{0,6}\]:|Out\[\d{0,6}\]:|\$\s{1,9}(?=[\w./~-]{2}))\s{0,9}"
)
_CALL = re.compile(r"\s{0,9}[\w.]{1,60}\((?!.{0,60}\d\s*,\s*-?\d)[^\[\]{}]{0,60}\)\s{0,9}$")
"""What is typed at a prompt to have a board shown: ``print(board)``."""
_QUOTE = re.compile(r"[> \t]{0,40}>[ \t]?")
_NUMBER = re.compile(r"[0-9]+")
_NUMBERS = re.compile(r"[0-9]+(?:\s{0,9}[xX,;\s]\s{0,9}[0-9]+)*$")
_WORD = re.compile(r"[^\W\d]+|[0-9]+")
_NAME_OF_A_SIGN = re.compile(r":[a-z_]{1,30}:")
_NUMBER_OF_ROW = re.compile(r"\s{0,40}(?:row|line)\s{0,3}\d{1,3}\s{0,3}[:=]?", re.I)
_NAMES_WITH_DIGITS = re.compile(r"[^\W\d]\w{0,40}\d\w{0,40}")
"""Names such as ``python3`` and ``b2``, whose digits count nothing."""
_FIELD_ENDS = re.compile(r"[|;,\t()]|\s{2,40}|\s-\s")
"""What parts the things that one line tells: ``Game 3 | Mines: 5 | Time: 034``."""
_ESCAPES = re.compile(r"(?:\\u[0-9a-fA-F]{4})+")
_QUOTE_ENDS = re.compile(r"\s{0,99}(?:(?:\"{3}|'{3}|`)\s{0,9}[;)\],]{0,3}|;)\s{0,9}$")
_QUOTE_BEGINS = re.compile(r".{0,99}[=(,]\s{0,9}[a-zA-Z]?(?:\"{3}|'{3}|`)\\?\s{0,9}$")
"""Lines before and after a text of several lines in a program."""
_SIZES = re.compile(r"\s{0,40}(\d{1,6})\s{0,9}[xX×*]\s{0,9}(\d{1,6})\b")
_NO_COUNTS = re.compile(
    r"^\s{0,9}\d{1,6}[.)]\s|\(\d{1,6}(?:, ?\d{1,6}){1,4}\)|\d{1,6}(?:[.,]\d{1,9})? ?%|\d{1,6}\.\d{1,9}"
)
"""Numbers of sentences that count nothing: that of a list's item, cells, shares."""
MOST_CAPTION_WORDS = 8
"""Words and numbers of a line that captions a board; with more it is a sentence."""
_LETTERS = re.compile(r"[^\W\d_]{2}")
_LINES_REMEMBERED = 256
"""Lines of which is known whether they are prose: as many as a text of a usual board has."""

RULE_SIGNS = "+-=_|─━═│┃║┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰┄┅┈┉: \t"
"""What lines between rows are drawn with."""
_CORNERS = "+─━═┌┐└┘├┤┬┴┼╔╗╚╝╠╣╦╩╬╒╕╘╛╞╡╤╧╪╭╮╯╰"


class Line(NamedTuple):
    """A line: its number in the text, from 1; what is left of it; how many characters were cut off."""

    number: int
    text: str
    start: int


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
    return cleaned


def _in_plain_characters(text: str) -> str:
    """A line without colours, tags and characters that nobody sees, with signs for their names."""
    # Each step looks for its sign first: most lines have none of them.
    if "\x1b" in text:
        text = _COLOURS.sub("", text)
    if not text.isascii():
        text = _INVISIBLE.sub("", text).replace("\u00a0", " ").replace("\u3000", "  ")
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
    if is_frame(drawn):
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


# Each way to cut a text asks this of its lines again.
@lru_cache(maxsize=_LINES_REMEMBERED)
def is_prose(text: str) -> bool:
    """Whether a line is surely words and no cells: one of three different letters, and blanks or a stop."""
    stripped = _NUMBER_OF_ROW.sub(" ", _NAME_OF_A_SIGN.sub(" ", text)).strip()
    words = _WORD.findall(stripped)[:60]
    if any(word.lower() in TITLE_WORDS for word in words):
        return True
    if " " not in stripped and stripped[-1:] not in (":", ".", "?", "!"):
        return False
    return any(len(set(word.lower())) > 2 and not word.isdigit() for word in words)


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
    for field in _FIELD_ENDS.split(text):
        number, kind = _count_in(field)
        if kind == "mines":
            return TextFacts(mines=number, sizes=sizes)
        if kind == "left":
            return TextFacts(left=number, sizes=sizes)
    if len(_NUMBER.findall(text)) > 1:
        return TextFacts(sizes=sizes)
    number, kind = _count_in(text)
    return TextFacts(number if kind == "mines" else None, number if kind == "left" else None, sizes)


def _count_in(text: str) -> tuple[int, str]:
    """The number of a piece of text that counts mines, and what it counts: ``mines``, ``left`` or nothing."""
    words = [word.lower() for word in _WORD.findall(text)][:60]
    for word_index, word in enumerate(words):
        if not word.isdigit() or len(word) > 6:
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
        if word.isdigit() or len(words_read) == 3:
            break
        words_read.append(word)
    return words_read


def _names_mines(words: list[str]) -> bool:
    return any(word in COUNT_WORDS or word in LEFT_WORDS for word in words)


def _counted_by(words_before: list[str], words_after: list[str], text: str) -> str:
    """What a number counts, by the words before it (the nearest first) and after it."""
    # "mines: 10" has the word before the number, "10 mines" after it; the other side comes second.
    is_named_before = bool(words_before) and (":" in text or "=" in text or not words_after)
    words = words_before if is_named_before else words_after
    if not _names_mines(words):
        words = words_after if is_named_before else words_before
    if any(word in OTHER_WORDS for word in words):
        return ""
    if any(word in LEFT_WORDS for word in words):
        return "left"
    if any(word in COUNT_WORDS for word in words):
        return "mines"
    return ""


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
    bare = text.strip().strip("[](){};,.")
    if len(bare) > 40 or _NUMBERS.match(bare) is None:
        return []
    numbers = [int(digits) for digits in _NUMBER.findall(bare)]
    return numbers if max(numbers, default=0) < 1_000_000 else []
