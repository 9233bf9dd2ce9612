"""The lines around a board: why each is no row, and what it says of the board's size, mines and signs."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import NamedTuple, TypeVar

from .lines import counts_up
from .table import HIDDEN, MINE, ROLE_COSTS, TABLE, ZERO

_DRAWN = re.compile(r"[\s\-=+_|~*:\u2500-\u257f]*")
_SURELY_DRAWN = re.compile(r"[-=_─━═~*+]{3}|[\u2500-\u257f]|\+-")
_DRAWN_CELLS = re.compile(r"\s[-=_~*]\s[-=_~*]\s")
"""Single signs with blanks between: cells, if they are between walls."""
_BARRED_CELLS = re.compile(
    r"(?=\|)(?:[\s|]+[=_~*+](?=[\s|]))+[\s|]*|(?=[│┃║])(?:[\s│┃║]+[-=_~*+](?=[\s│┃║]))+[\s│┃║]*"
)
"""Single signs behind a bar, with blanks or bars between."""
_CELLS_FIRST = re.compile(r"(?:\S\s+){4}")
"""Single signs at the beginning of a line: cells, whatever words follow."""
_BRACKETS = re.compile(r"[\[\](){},;.\s'\"`+]*")
_DOTS_IN_BOXES = re.compile(r"(?:[\[({]\.[\])}]\s*){2}")
"""Cells in brackets of their own."""
_BRACKET = re.compile(r"[\[\](){};,\"'`]")
_FACT = re.compile(r"[^\W\d_]{2,}[\w ]{0,20}\s*[:=]\s*\d{1,4}\W?|[A-Za-z]\w* ?= ?\d{1,4};?|[$>]")
"""``Mines: 10``, ``rows = 9;``, a prompt."""
_CELL_IN_HEADING = re.compile(r"[\d#?■*]")
_LONGEST_SENTENCE = 300
"""Characters of a line in which facts are looked for; a longer one is a row, or prose."""
BLOCK_COMMENTS = {"/*", "*/", "/**", "**/", "<!--", "-->", "{-", "-}", "(*", "*)", "#=", "=#"}
"""What begins and ends a comment of several lines."""
_MARKS = {"$", ":", ">", ">>>", "...", "'''", '"""', "```", "%", "#"} | BLOCK_COMMENTS
_TEXT_QUOTES = ("# '''", '# """', "# ```")
"""What begins and ends a text in a comment."""
_NUMBERS = re.compile(r"(?:[>$] )?\d{1,4}(?:[ \t,]+\d{1,4}){0,2}")
"""Up to three numbers, behind a prompt perhaps."""
_STATUS = re.compile(r"(?:\d?[A-Za-z]{2,12}(?:/[a-z]{1,3})?: ?[\d.:/]+%?\s*){2,9}")
"""Numbers with a name each: ``3BV: 12  3BV/s: 0.8``."""
_TITLE = re.compile(r"\[[A-Za-z][A-Za-z ]{2,20}\]")
"""Words in brackets: ``[PLAYING]``."""
_ASSIGNMENT = re.compile(r"\w+ ?= ?\w+;?|[\w.\s]+[=:]+")
_OPENING = re.compile(r"[\[({|\\]$|(?:^|[\s=(+,:])[`\"']+$")
_WORD = re.compile(r"[A-Za-z]\w")
_COUNTER = re.compile(
    r"🚩\s*\d+(?:/\d+)?(?:\W{1,6}?[⏱⏰⏲⌛]\W{0,3}[\d:]+)?|(?:size\W*)?\d+\s*[x×X]\s*\d+.{0,12}",
    re.I,
)
_CELLS = set("012345678#?.*_-") | {
    sign for sign in ROLE_COSTS if len(sign) == 1 and not sign.isascii()
}
"""What may be a cell in a line of words: no letter."""
_HIDDEN_CELLS = set("#?") | {
    sign for sign in _CELLS if ROLE_COSTS.get(sign, {}).get(HIDDEN) == 0 and not sign.isascii()
}
_SIGNS = set("012345678") | {sign for sign in ROLE_COSTS if len(sign) == 1}
_CLUE_OR_RUN = re.compile(r"[1-8]|([A-Za-z*+])\1\1")
_RANGE = re.compile(r"(?<!\S)\d-\d(?!\S)")
"""``0-8`` among words."""
_BETWEEN_CELLS = str.maketrans(dict.fromkeys("[](){},;|│┃║", " "))
_NO_VALUES = {"null", "none", "nil", "nan", "-1", "-2"}
"""What programs print for a hidden cell."""
_DOTS = re.compile(r"\.+|[\d.]+")
_DATA = re.compile(r"\s*[\[{][^\",]*[\",].*[\]}][,;]?\s*")
_OPEN_DATA = ("{", "[", "[[")
"""How JSON over several lines begins."""
_LIST_ENTRY = re.compile(r"(?:[-*•]|\d{1,2}[.)](?=\s+\*\*))\s+(\W{0,2}[^\W\d_]{3}.*)")
"""What follows a bullet, or a number before bold words, where it begins with a word."""
_LIST_LABEL = re.compile(r"\(?\d{1,3}[).]")
PROSE = re.compile(r"[^\W\d_]{3,}|[\u3040-\u30ff\u4e00-\u9fff]{2,}")
"""Letters in a row, as words have them."""

_NAMED_COLUMNS = re.compile(r"\s*([A-Za-z_]{1,8})[01]\s*[,;\t]")
"""How a sheet names its columns: ``col0,col1``."""

_MINE_WORDS = "|".join(sorted(map(re.escape, TABLE["counts"]["mines"]), key=len, reverse=True))
_LEFT_WORDS = {word.lower() for word in TABLE["counts"]["left"]}
_OTHER_WORDS = {word.lower() for word in TABLE["counts"]["other"]}
_PART_WORDS = {word.lower() for word in TABLE["counts"]["of_a_part"]}
_WORDS_BESIDE_LEFT = {
    word.lower() for key in ("mines", "beside_left") for word in TABLE["counts"][key]
}
_MINE_COUNT = re.compile(
    rf"(?:(?<![^\W_])\w{{0,20}}(?:{_MINE_WORDS})\w{{0,12}}|💣)\W{{0,12}}?"
    r"(?:left|remaining|rest|count|total|in all)?\W{0,6}?(\d{1,4})(?!\s*[x×\d]|\.\d|\s*%)"
    rf"|(?<![\w.,])(\d{{1,4}})\s*(?:\w{{1,12}} )?(?:{_MINE_WORDS})(?![^\W\d_]|\s*(?:\w+\s*)?[=:]\s*\d)",
    re.I,
)
_LEFT_COUNT = re.compile(r"^(?:\W*)(\w[\w ]{0,20}?)\W{1,6}(\d{1,4})\W*$")
_CLAUSE_END = re.compile("[.;!?,]")
_OF_A_PART = re.compile(r"\d\s?/\s?\d|[=:]\s*[\[(]|#\d|\d\s*-\s*\d")
"""A share, a list of cells, the number of a thing, a range: no count of the mines."""
_LEFT_REACH = 12  # characters around a count in which a word such as "left" belongs to it
_SIZE = re.compile(
    r"(?:.*?\bsize\W*)?(\d{1,4})\s*[xX×*]\s*(\d{1,4})(?:\s*[x×X/,]\s*(\d{1,6}|\?))?\W*(?:\D.*)?",
    re.I,
)
_SIDE = r"(?:rows?|height|col(?:umn)?s?|width)"
_NAMED_SIDES = re.compile(
    rf"\W*{_SIDE}\W{{0,3}}(\d{{1,4}})\W{{1,4}}{_SIDE}\W{{0,3}}(\d{{1,4}})(?!\d)", re.I
)
"""``rows=8 cols=9``, ``Height: 8, Width: 9``."""
_COUNTED_SIDES = re.compile(
    rf"\W*(\d{{1,4}})\s*{_SIDE}\W{{1,4}}(?:and\s)?(\d{{1,4}})\s*{_SIDE}(?!\w)", re.I
)
"""``8 rows, 9 columns``."""
_SIZE_ALONE = re.compile(r"(?:size )?[\d\s]+[xX×*][\d\s]+(?:[xX×/,]\s*[\d?]+)?")
_SIZE_OF_NUMBERS = re.compile(r"(\d{1,4})[ \t,]+(\d{1,4})(?:[ \t,]+(\d{1,6}))?")
_FLAGS_OF_MINES = re.compile(r"🚩\s*\d+/(\d+)")
_LONE_COUNT = re.compile(r"(\d{1,4})(?:\s*-\s.*)?|\((\d{1,4})\)|\[(\d{1,4})\]")
_LEGEND = re.compile(
    r"(?:^|[\s,;(:|`'\"])([^\s\w,;()`'\"|]|[A-Za-z_])[`'\"]?"
    r"(?:\s{0,3}(?:=|:|->|=>|→|–|—|\bis\b|\bare\b|\bmeans\b|\bdenotes\b)\s{0,3}|\s-\s(?=[^\W\d_]{4}))"
    r"(?:an?\s+|the\s+)?((?:[^\W\d_]{1,20}[ -]?){1,4})",
    re.I,
)
"""A sign and up to four words for it."""
_DENIALS = frozenset(TABLE["legend"]["denials"])
_LEGEND_ROLES = {word: role for role in (HIDDEN, ZERO, MINE) for word in TABLE["legend"][role]}
_LEGEND_WORDS = "|".join(sorted(_LEGEND_ROLES, key=len, reverse=True))
_LISTED_ROLES = re.compile(
    rf"(?:^|[\s,;(])({_LEGEND_WORDS})\s?[=:]\s?(?=([^\s\w,;()|]|[A-Za-z_])(?:[\s,;)]|$))"
    rf"|(?:^|[,;:(])\s*(?=([^\s\w,;()|:=]|[A-Za-z_])\s)\S\s({_LEGEND_WORDS})(?=[\s,;.)]|$)",
    re.I,
)
"""Of a list of several: ``hidden = #``, or ``# hidden``."""


AnswerT = TypeVar("AnswerT")


def _kept(of_line: Callable[[str], AnswerT]) -> Callable[[str], AnswerT]:
    """A function that keeps its answers of short lines: each way to cut a text asks about all lines."""
    of_short_line = lru_cache(maxsize=2048)(of_line)

    def kept_of_line(line: str) -> AnswerT:
        return of_short_line(line) if len(line) <= _LONGEST_SENTENCE else of_line(line)

    return kept_of_line


ALONE, COUNTED, IN_WORDS, NUMBERS = "alone", "counted", "words", "numbers"
"""How a size is told: in a line of its own, 9x9; with a mine count, 9x9x10, as this package writes it; in a
sentence; as two or three numbers, which may be something else."""


class Facts(NamedTuple):
    """What the lines around a board say.

    size: (rows, columns), or the other way round; None: none is told
    size_kind: How it is told
    is_size_sure: Whether no other line tells another size
    mines, left: Every count that is told as that of the mines, or of those that are left
    lone_count: A number alone in its line; None: there is none, or several
    lone_counts: How many such lines there are
    legend: Roles of signs that a line tells
    ruler_widths: How many columns each line that numbers them may number; empty: there is none
    """

    size: tuple[int, int] | None = None
    size_kind: str = ""
    is_size_sure: bool = True
    mines: frozenset[int] = frozenset()
    left: frozenset[int] = frozenset()
    lone_count: int | None = None
    lone_counts: int = 0
    legend: tuple[tuple[str, str], ...] = ()
    ruler_widths: frozenset[int] = frozenset()


@_kept
def is_fact(line: str) -> bool:
    """Whether a line only names a number, as ``Mines: 10`` does."""
    return len(line) <= _LONGEST_SENTENCE and _FACT.fullmatch(line.strip()) is not None


def is_heading(line: str) -> bool:
    """Whether a line is words with a colon behind them and no clue or sign of a hidden cell."""
    text = line.strip()
    if not text.endswith(":") or len(text) > _LONGEST_SENTENCE:
        return False
    return not _CELL_IN_HEADING.search(text) and bool(re.search(r"[^\W\d_]", text))


def is_list_label(line: str) -> bool:
    """Whether a line is a number of a list alone: ``2.``, ``(3)``."""
    return _LIST_LABEL.fullmatch(line.strip()) is not None


def is_rule(line: str) -> bool:
    """Whether a line may be drawn between rows: of nothing but the signs of lines."""
    return _DRAWN.fullmatch(line) is not None


def may_be_drawn(line: str) -> bool:
    """Whether a line may be drawn between rows, and has no bars in which its signs would be cells."""
    return is_rule(line) and not any(bar in line for bar in "|│┃║")


def is_ruler(line: str) -> bool:
    """Whether a line numbers columns: 0 1 2 ..., A B C ..., with blanks or bars between, or nothing;
    c0,c1,c2 ... in a sheet."""
    return bool(numbered_columns(line))


@_kept
def numbered_columns(line: str) -> Sequence[str]:
    """The names of columns in a ruler; empty: the line is none."""
    tokens = re.findall(r"[^\s|│┃║]+", line)
    if counts_up(tokens, may_fall=False):
        return tokens
    tight = line.strip(" |│┃║\t")
    if counts_up(list(tight), may_fall=False):
        return tight
    named = _NAMED_COLUMNS.match(line)
    if named is None:
        return ()
    names = re.split(r"\s*[,;\t]\s*", line.strip())
    numbers = [name.removeprefix(named[1]) for name in names]
    return numbers if numbers != names and counts_up(numbers) else ()


@_kept
def excuse(line: str) -> float | None:
    """What it costs to leave a line out of the board; None: it may well be a row."""
    text = line.strip()
    if not text or is_of_brackets(text):
        return 0
    if is_drawn(text):
        return 0
    if is_ruler(line):
        return 0
    if len(text) > _LONGEST_SENTENCE:
        is_prose = bool(PROSE.search(text)) and cells_in(text) < 3 and " " in text
        return 0.1 if is_prose and _letters_in(text) > 2 else None
    if is_fact(text) or is_heading(text) or is_list_label(text):
        return 0.05
    if text in _MARKS or text in _TEXT_QUOTES:
        return 0.05
    if any(
        pattern.fullmatch(text) for pattern in (_NUMBERS, _STATUS, _TITLE, _ASSIGNMENT, _COUNTER)
    ):
        return 0.05
    if _OPENING.search(text) and _WORD.search(text) and text[0] != "|":
        return 0.05
    if has_words(text):
        return 0.1
    if _MINE_COUNT.search(text) or _LEGEND.search(text) or _listed_roles(text):
        return 0.05
    return None


def is_of_brackets(text: str) -> bool:
    """Whether a line only opens and closes lists and texts of a program, and is no row of dots or blanks."""
    if not _BRACKETS.fullmatch(text) or not _BRACKET.search(text):
        return False
    has_bracket = re.search(r"[\[\](){}]", text) is not None
    if _DOTS_IN_BOXES.search(text) or ("." in text and not has_bracket):
        return False
    return text.count(",") < 2 and text.count("+") < 2


def is_drawn(text: str) -> bool:
    """Whether a line of the signs of lines is surely drawn, and no row of such signs."""
    text = text.strip()
    if not is_rule(text) or _BARRED_CELLS.fullmatch(text):
        return False
    is_long = len(set(text)) == 2 and text.count(text[0]) > 3
    has_walls = text.startswith(("+", "|")) and not _DRAWN_CELLS.search(text)
    return bool(_SURELY_DRAWN.search(text)) or is_long or has_walls


def cells_in(text: str) -> int:
    """How many words of a line could be cells; a word of cells alone counts for two."""
    cell_count = 0
    for word in _RANGE.sub(" ", text).translate(_BETWEEN_CELLS).split():
        if word in _CELLS or word.lower() in _NO_VALUES:
            cell_count += 1
            continue
        is_of_cells = len(word) > 2 and set(word) <= _CELLS
        is_hidden = len(word) > 4 and not _HIDDEN_CELLS.isdisjoint(word)
        if is_of_cells and (len(set(word)) > 1 or is_hidden) and not _DOTS.fullmatch(word):
            cell_count += 2 if _HIDDEN_CELLS.isdisjoint(word) else 3
    return cell_count


def _letters_in(text: str) -> int:
    """How many different letters a text has."""
    return len(set(re.sub(r"[\W\d_]", "", text.lower())))


def facts_of(lines: Iterable[str]) -> Facts:
    """What the lines around a board say of it, all together."""
    facts = Facts()
    for line in lines:
        text = line.strip()
        if not text or len(text) > _LONGEST_SENTENCE:
            continue
        columns = numbered_columns(line)
        if columns:
            # A first 0 may stand above the names of rows.
            widths = {len(columns), len(columns) - (columns[0] == "0")}
            facts = facts._replace(ruler_widths=facts.ruler_widths | widths)
            continue
        size = size_in(text)
        if size is not None and (size.kind != NUMBERS or facts.size_kind in ("", NUMBERS)):
            is_other = size.kind != NUMBERS != facts.size_kind and facts.size not in (
                None,
                size.size,
                size.size[::-1],
            )
            is_size_sure = facts.is_size_sure and not is_other
            facts = facts._replace(size=size.size, size_kind=size.kind, is_size_sure=is_size_sure)
            text = text[size.end :]
            if size.mines is not None:
                facts = facts._replace(mines=facts.mines | {size.mines})
        facts = _with_counts(facts, text)
        if _is_far_number(line):
            # It may name a column as well, so that nobody knows a count.
            facts = facts._replace(lone_count=None, lone_counts=facts.lone_counts + 1)
        for sign, role in legend_roles(text).items():
            facts = facts._replace(legend=(*facts.legend, (sign, role)))
    return facts


@_kept
def tells_mines(line: str) -> bool:
    """Whether a line tells how many mines there are, and no size."""
    facts = facts_of([line])
    return facts.size is None and bool(facts.mines)


def _is_far_number(line: str) -> bool:
    """Whether a number alone stands as far from the margin as a column of cells may."""
    return line[:4].isspace() and _LONE_COUNT.fullmatch(line.strip()) is not None


class _Size(NamedTuple):
    size: tuple[int, int]
    kind: str
    mines: int | None
    end: int


def size_in(text: str) -> _Size | None:
    """The size that a line tells; None: it tells none."""
    match = _SIZE_OF_NUMBERS.fullmatch(text)
    if match is not None:
        mines = None if match[3] is None else int(match[3])
        return _Size((int(match[1]), int(match[2])), NUMBERS, mines, len(text))
    sides = _NAMED_SIDES.match(text) or _COUNTED_SIDES.match(text)
    if sides is not None:
        return _Size((int(sides[1]), int(sides[2])), IN_WORDS, None, sides.end())
    match = _SIZE.fullmatch(text)
    if match is None:
        return None
    size = (int(match[1]), int(match[2]))
    count = match[3]
    end = match.end(2 if count is None else 3)
    mines = None if count in (None, "?") else int(count)
    is_alone = _SIZE_ALONE.fullmatch(text) is not None
    if not is_alone:
        return _Size(size, IN_WORDS, mines, end)
    return _Size(size, ALONE if count is None else COUNTED, mines, end)


def _with_counts(facts: Facts, text: str) -> Facts:
    """With the mine counts that a line of words tells, or a number alone in its line."""
    flags = _FLAGS_OF_MINES.fullmatch(text)
    if flags is not None:
        return facts._replace(mines=facts.mines | {int(flags[1])})
    lone = _LONE_COUNT.fullmatch(text)
    if lone is not None:
        number = int(lone[1] or lone[2] or lone[3])
        lone_count = number if facts.lone_counts == 0 else None
        return facts._replace(lone_count=lone_count, lone_counts=facts.lone_counts + 1)

    counts = list(_MINE_COUNT.finditer(text))
    mines: set[int] = set()
    numbers_left: set[int] = set()
    for match in counts:
        number = int(match[1] or match[2])
        clause_start = max(text.rfind(mark, 0, match.start()) for mark in ".;!?,") + 1
        clause_end = min(
            (end.start() for end in _CLAUSE_END.finditer(text, match.end())), default=None
        )
        clause = text[clause_start:clause_end]
        if _has_word_of(_PART_WORDS, clause) or _OF_A_PART.search(clause):
            continue
        around = text[max(0, match.start() - _LEFT_REACH) : match.end() + _LEFT_REACH]
        if _has_word_of(_LEFT_WORDS, around):
            numbers_left.add(number)
        elif not _has_word_of(_OTHER_WORDS, match[0]):
            mines.add(number)
    # A sentence with several counts tells cases: 1 mine on the left, 2 mines on the right.
    if len(mines) < 2 and len(numbers_left) < 2:
        facts = facts._replace(mines=facts.mines | mines, left=facts.left | numbers_left)
    left = _LEFT_COUNT.fullmatch(text)
    if counts or left is None:
        return facts
    if _is_left_label(left[1]):
        facts = facts._replace(left=facts.left | {int(left[2])})
    return facts


def _is_left_label(label: str) -> bool:
    """Whether a label says that its number is how many are left, and names nothing but mines: no lives."""
    words = re.findall(r"[^\W\d]+", label)
    is_left = [_has_word_of(_LEFT_WORDS, word) for word in words]
    others = {word.lower() for word, says_left in zip(words, is_left, strict=True) if not says_left}
    return any(is_left) and others <= _WORDS_BESIDE_LEFT


def _has_word_of(words: set[str], text: str) -> bool:
    """Whether one of these words stands in a text; of scripts without blanks, anywhere."""
    words_in_text = {word.lower() for word in re.findall(r"[^\W\d]+", text)}
    if words_in_text & words:
        return True
    return any(word in text for word in words if not word.isascii())


def legend_roles(text: str) -> dict[str, str]:
    """What a legend in a line says of signs: ``# = mine, - = unknown``; digits are clues in any case."""
    roles: dict[str, str] = {}
    for match in _LEGEND.finditer(text):
        words = re.findall(r"[^\W\d_]+", match[2].lower())
        if not _DENIALS.isdisjoint(words):
            continue
        for word in words:
            if word in _LEGEND_ROLES:
                roles.setdefault(match[1], _LEGEND_ROLES[word])
                break
    return roles or _listed_roles(text)


def _listed_roles(text: str) -> dict[str, str]:
    """Roles of signs in a list, ``hidden = #, empty = .`` or ``# hidden, . empty``; of one alone none."""
    roles: dict[str, str] = {}
    for match in _LISTED_ROLES.finditer(text):
        roles.setdefault(match[2] or match[3], _LEGEND_ROLES[(match[1] or match[4]).lower()])
    return roles if len(set(roles.values())) > 1 else {}


def has_words(text: str) -> bool:
    """Whether letters in a row are words, and no cells such as ``xxx`` or ``null``."""
    # A letter that comes again and again is no word.
    if all(_letters_in(word) < 2 for word in PROSE.findall(text)):
        return False
    if _CELLS_FIRST.match(text) or _letters_in(text) < 3:
        return False
    if are_tight_cells(text.strip()):
        return False
    cell_count = cells_in(text)
    if cell_count < 3:
        return True
    # In an entry of a list numbers among words are no row.
    entry = _LIST_ENTRY.match(text)
    if entry is None or not _HIDDEN_CELLS.isdisjoint(text):
        return False
    return cells_in(entry[1]) <= len(PROSE.findall(entry[1]))


def are_tight_cells(text: str) -> bool:
    """Whether a word is signs of cells alone, with a clue or a sign three times in a row: ``EEM3B``."""
    return is_of_signs(text) and _CLUE_OR_RUN.search(text) is not None


def is_of_signs(text: str) -> bool:
    """Whether each character of a text may be a cell."""
    return set(text) <= _SIGNS


def is_words(lines: Sequence[str]) -> bool:
    """Whether no line of a text may be a row of a board, or JSON."""
    if any(_DATA.fullmatch(line) or line.strip() in _OPEN_DATA for line in lines):
        return False
    return all(excuse(line) is not None for line in lines)
