"""What may be taken off every line alike before it is cut: comment signs, quotes, prefixes, remarks, commas.

Each way is a candidate with its cost; the lines as they are is one of them. A cost below 0: what is left is
surely meant.
"""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise
from typing import NamedTuple

from .lines import counts_up, sign_of
from .outside import (
    BLOCK_COMMENTS,
    Facts,
    cells_in,
    excuse,
    facts_of,
    has_words,
    is_list_label,
    is_rule,
    is_ruler,
    legend_roles,
)
from .table import COSTS, TABLE, WORDS

_COMMENT = re.compile(
    r"^\s*(//+!?|--|;+|%+|#+|\*+|>+|'|!+|REM\b|\+(?=[│┌├└])|\|(?!\|))"
    r"(?:\s|$|(?=[│┌├└|+]))"
)
_BLANK_IN_BARS = re.compile(r"\s*\|\s+\|")
"""How a row begins whose first cell is blank."""
_FIRST_IS_NARROW = re.compile(r"\s*\|\s(?:\|[^|]{3,})+\|\s*")
"""A row whose first cell has one blank between its bars, and all others more."""
_WIDE_BLANK = re.compile(r"\|\s{3,}\|")
_OPENS_STARRED = "/**"
_STARRED = re.compile(r"^\s*\*(?:\s|$)")
"""How each line of a comment begins that ``/**`` opens."""
_TIGHT_COMMENT = re.compile(r"^([#+])")
"""A comment sign beside its line, or a sign of a change: it may be a cell as well."""
_COST_OF_TIGHT_COMMENT = 2.7
"""As much as nobody believes without a question."""
COMMENT_ALONE = " "
"""What is left of a comment sign alone in its line: blank cells may have been cut off behind it."""
_CELL_MARKS = "#*%!+'"
"""Comment signs that are signs of cells as well."""
_OTHER_HIDDEN = re.compile(r"[#?■█.-]")
_FEWEST_COMMENT_LINES = 6
"""Lines from which on ``*`` before each is a block comment, and not a column of cells."""
_QUOTED_ROW = re.compile(
    r"""[^"']*(["'])((?=[^"']*[^\s|,;"']|\s+["']|,(?: ,)+["'])[^"']{2,})\1[^"']*"""
)
_QUOTES = ('"""', "'''", '"', "'", "`")
_QUOTES_AND_BLANKS = " \n\"'`"
_GREP = re.compile(r"^[^\s:]*[A-Za-z][^\s:]*:\d+:")
"""What grep writes before each line: a file and a number."""
_SPEAKER = re.compile(r"^<[^<>]{3,20}>\s+")
_END_OF_PREFIX = re.compile(
    r"(?:[\]:|]|\s-|\d\d:\d\d[^\s]*|[A-Za-z]{2}[\w.,/)>-]*)\s+|[A-Za-z]{2}:(?=[^\s:\\/])"
)
"""Where what a log or a container writes before each line may end, also without a blank behind it."""
_BOXED_CELL = re.compile(r"\[.\]")
_BAR_OF_CELLS = re.compile(r"(?:^|[\s:\]])\S\s*\|$|[:\]]\s*\|$")
_IN_PREFIX = re.compile(r"\d\d:\d\d|[A-Za-z]{2}")
_LONGEST_PREFIX = 100
_COMMENT_SIGNS = "#/%;*>-"
"""Characters of a line that may be what a log writes before each."""
_MOST_OTHER_LINES = 3
"""Lines around those of a log that are none of it."""
_MOST_CELLS_IN_NAME = 2
_ROW_IN_NAME = re.compile(r"(?:(?<!\S)\S\s+){4}|(?<!\S)([^\s=_.:-])\1{3}")
"""Single signs, or one that comes again, as in a row of cells."""
_CLOCK = re.compile(r"\d:\d")
_MAY_BE_NAMED = re.compile("[A-Za-z:]")
_DIGITS = re.compile(r"\s*\d+")
_REMARK = re.compile(
    r"\s+(?:<-.*|←.*|//.*|(?<=\s\s)--\s.*|--\s.*[A-Za-z]{2}.*|#\s[A-Za-z]\w+.*|\([A-Za-z]{2,}\s[^()]*\)\s*)$"
    r"|(?<=[+|│┃])(?=.*[A-Za-z]{2})"
    r"(?:(?:\s\w)?\s{3,}(?:\w\S+|[A-Za-z]\s+[A-Za-z]{2,}).*|\s\w\s{3,}\w.*)$"
)
_COST_OF_REMARKS = -0.4
"""A drawn line behind which somebody remarks something is still one: no tie with what takes it for words."""
_LONGEST_LINE = 1000
"""Characters of a line behind which somebody remarks something."""
_LAST_MARK = re.compile(r"(?:[,;]|(?<![\s,;])\.)\s*$")
"""A full stop behind a comma is a cell."""
_LIST_END = re.compile(r"[\])}\"'|][,;]\s*$|\S[,;]\s*$")
_ROW_NAME = re.compile(
    r"^\s*(?:(?:row|line)\s*)?(?:\[(?=\w{1,2}\]\s))?([A-Za-z]|\d{1,2})"
    r"(?:[.]\s|\s*[:)|│┃\]]\s?|\s+)(?=\S|\s)",
    re.I,
)
_TENS = re.compile(r"\s+\d(?:\s*\d)*\s*")
_NUMBERS = re.compile(r"\s*\d{1,2}(?:[\s,]+\d{1,2}){0,2}\s*")
_ONE_SIGN = re.compile(r"\s*([^\s\w])\1{4,}\s*")
_FEWEST_LINES_OF_TALL_CELL = 3
_BARS = "|│┃║"
_MARK_BETWEEN = re.compile(r"[,;\t|│┃║]")
_BLANKS_BETWEEN = re.compile(r"[^\s,;|│┃║] +[^\s,;|│┃║]")
"""Two cells with blanks alone between them: then what marks there are are cells."""
DOUBT = 3.0
"""What a reading costs that takes off, or keeps, what could as well be cells."""
_MARKED_NAME = re.compile(r"[:.)|│┃\]]")


class Strip(NamedTuple):
    """The lines without something; words for what was taken off, empty: nothing."""

    cost: float
    lines: list[str]
    dropped: str = ""


def strips(lines: list[str]) -> list[Strip]:
    """Each way to take something off every line: what steps do one after another, each of them or not."""
    marks = [line.strip() for line in lines if line.strip() in BLOCK_COMMENTS]
    if len(marks) > 1:
        lines = ["" if line.strip() in BLOCK_COMMENTS else line for line in lines]
        if _OPENS_STARRED in marks and all(map(_STARRED.match, _filled(lines))):
            lines = [_STARRED.sub("", line) for line in lines]
    ways = [Strip(0, lines)]
    for step in _STEPS:
        for way in list(ways):
            for other in step(way.lines):
                dropped = "; ".join(filter(None, [way.dropped, other.dropped]))
                ways.append(Strip(way.cost + other.cost, other.lines, dropped))
    return ways


def _filled(lines: Sequence[str]) -> list[str]:
    return [line for line in lines if line.strip()]


def _without_comments(lines: list[str]) -> Iterator[Strip]:
    """The lines without a comment sign that stands before each."""
    for comment in (_COMMENT, _TIGHT_COMMENT):
        matches = [comment.match(line) for line in _filled(lines)]
        marks = {"" if match is None else match[1] for match in matches}
        if len(marks) != 1 or not all(marks):
            continue
        mark = marks.pop()
        is_tight = comment is _TIGHT_COMMENT
        separators = "\t" if all("\t" in line for line in _filled(lines)) else ",;\t"
        sheet_lines = [line for line in _filled(lines) if line[1:2] and line[1] in separators]
        if is_tight and len(sheet_lines) > 1:
            continue  # the sign is a cell
        if mark == "|" and not _may_be_comment_bar(_filled(lines)):
            continue
        # Semicolons behind a first one part cells, and that one is behind a blank cell.
        if mark == ";" and all(line[0] == " " and line.count(";") > 1 for line in _filled(lines)):
            continue
        bare = [comment.sub("", line, count=1) or COMMENT_ALONE[: len(line)] for line in lines]
        # Behind the first cell a bar parts cells, where no bar ends the line.
        if len(mark) == 1 and any(map(begins_with_open_bar, bare)):
            continue
        cost = _cost_of_comment(mark, bare, lines, is_tight=is_tight)
        yield Strip(cost, bare, f"without {mark} before each line")
        return


def begins_with_open_bar(line: str) -> bool:
    """Whether a bar begins a line and none ends it: a blank cell is before it, perhaps."""
    text = line.strip()
    return text != "" and text[0] in _BARS and text[-1] not in _BARS


def _may_be_comment_bar(lines: list[str]) -> bool:
    """Whether a bar before each line is no wall: no line ends in one, or only some that have others, or each
    row would have a blank cell first."""
    open_lines = [line for line in lines if not line.rstrip().endswith("|")]
    if len(open_lines) == len(lines):
        return True
    if open_lines:
        return all(line.count("|") == 1 for line in open_lines)
    return all(map(_BLANK_IN_BARS.match, lines))


def _cost_of_comment(mark: str, bare: list[str], lines: list[str], *, is_tight: bool) -> float:
    """What it costs to take a comment sign off. One that is a cell too, or could be the only hidden one, is
    a question."""
    text = "".join(bare)
    if mark == "|" and not any(line.rstrip().endswith("|") for line in bare) and "|" in text:
        return DOUBT  # or the first cell is blank
    if mark == "|" and all(map(_BLANK_IN_BARS.match, _filled(lines))):
        is_narrow = all(map(_FIRST_IS_NARROW.fullmatch, _filled(lines)))
        has_wide_blanks = any(map(_WIDE_BLANK.search, lines))
        return 0 if is_narrow and has_wide_blanks else _COST_OF_TIGHT_COMMENT
    if mark[0] not in _CELL_MARKS or all(line[:1] in "│┌├└" for line in bare):
        return -3
    rows = [line for line, rest in zip(lines, bare, strict=True) if excuse(rest) is None]
    are_apart = all(line.lstrip()[len(mark)] in " \t" and stands_apart(line, mark) for line in rows)
    if len(mark) > 1 and mark[0] in text and rows and are_apart:
        return DOUBT  # or it is a group of cells
    if (rows and are_apart) or any(map(is_ruler, bare)):
        return -0.7
    if is_tight:
        return _COST_OF_TIGHT_COMMENT
    if mark[0] in text:
        return 1.0 if len(mark) > 1 else _cost_of_first_column(lines)
    if mark in "*!+":
        return 0 if mark != "+" and len(_filled(lines)) >= _FEWEST_COMMENT_LINES else DOUBT
    return -0.7 if _OTHER_HIDDEN.search(text) else 0.1


def _cost_of_first_column(lines: list[str]) -> float:
    """What it costs to take off a first column that may be cells: little where the rest has a usual size."""
    bare_lines = [line for line in lines if not has_words(line)]
    rows = [line.rstrip() for line in _first_rows(bare_lines or lines)]
    widths = {len(row.split()) for row in rows}
    indentation = min(len(row) - len(row.lstrip()) for row in rows)
    width = widths.pop()
    if widths:  # some cells are blank
        cells = [[*re.finditer(r"\S+", row)] for row in rows]
        steps = [second.start() - first.start() for row in cells for first, second in pairwise(row)]
        step = min(steps, default=2)
        width = (max(map(len, rows)) - indentation + step - 1) // step
    # Groups of rows may be boards, or parts of one.
    row_count = len([line for line in _filled(bare_lines) if line.strip() not in BLOCK_COMMENTS])
    if is_usual_size(len(rows), width) or is_usual_size(row_count, width):
        return COSTS["question"]
    is_one_size = not widths or is_usual_size(len(rows), width - 1)
    return -0.2 if is_one_size or not indentation else COSTS["question"]


def _first_rows(lines: Sequence[str]) -> list[str]:
    """The lines that follow each other, where empty lines part as many again; else all lines with signs."""
    filled = [line for line in lines if line.strip() not in BLOCK_COMMENTS]
    parts = [list(part) for has_signs, part in groupby(filled, _has_signs) if has_signs]
    lengths = {len(part) for part in parts}
    are_boards = len(lengths) == 1 and min(lengths) > 1
    return parts[0] if are_boards else _filled(filled)


def _has_signs(line: str) -> bool:
    return bool(line.strip())


def stands_apart(line: str, sign: str) -> bool:
    """Whether a wider gap is behind the first sign of a line than behind others, or none of their marks."""
    match = re.match(rf"\s*{re.escape(sign)}(\s*)(\S.*\S)", line)
    if match is None:
        return False
    gap, rest = match[1], match[2]
    if rest[0] in _BARS:
        return rest[-1] in _BARS
    if not gap:
        return False
    gaps = re.findall(r"\s+", rest)
    has_marks = _MARK_BETWEEN.search(rest[:-1]) is not None and not _BLANKS_BETWEEN.search(rest)
    has_other_marks = has_marks and _MARK_BETWEEN.search(gap) is None
    return has_other_marks or len(gap) > max(map(len, gaps), default=0)


def is_usual_size(rows: int, cols: int) -> bool:
    """Whether a board is square, or of a size that games have."""
    return rows == cols or is_size_of_game(rows, cols)


def is_size_of_game(rows: int, cols: int) -> bool:
    """Whether a board has a size that games have."""
    return [rows, cols] in TABLE["usual_sizes"]


def _without_quotes(lines: list[str]) -> Iterator[Strip]:
    """The rows of texts in a program, or of what a log writes."""
    quoted = [_quoted_row(line) for line in lines]
    if sum(match is not None for match in quoted) > 1:
        rows = [
            line if match is None else match[2].removesuffix("\\n")
            for line, match in zip(lines, quoted, strict=True)
        ]
        yield Strip(-0.6, rows)
    yield from _in_quotes(lines)


def _quoted_row(line: str) -> re.Match[str] | None:
    """The text in quotes of a line that has one, where that is no word for a cell."""
    match = _QUOTED_ROW.fullmatch(line)
    if match is None:
        return None
    # A row of blank cells may have one other sign.
    word = match[2].strip()
    is_word = word.isalpha() and sign_of(word) is not None and len(match[2]) < len(word) + 3
    return None if is_word else match


def _without_frame(lines: list[str]) -> Iterator[Strip]:
    """The lines inside each frame of one sign: a line of it above and below, and one at each end."""
    drawn = [index for index, line in enumerate(lines) if _ONE_SIGN.fullmatch(line)]
    body = [*lines]
    frame_signs: dict[str, None] = {}
    for first, last in pairwise(drawn):
        sign = lines[first].strip()[0]
        inner = [line.strip() for line in lines[first + 1 : last]]
        is_frame = len(inner) > 1 and lines[last].strip() == lines[first].strip()
        if is_frame and all(
            line[:2] == f"{sign} " and line[-2:] == f" {sign}" and sign not in line[1:-1]
            for line in inner
        ):
            body[first : last + 1] = ["", *(line[1:-1] for line in inner), ""]
            frame_signs[sign] = None
    if frame_signs:
        yield Strip(-0.6, body, f"without the frame of {' and '.join(frame_signs)}")


def _without_tall_cells(lines: list[str]) -> Iterator[Strip]:
    """The lines that have cells, where each row is drawn in several: those of walls alone go."""
    walls = [line.count("|") > 1 and set(line) <= {" ", "|", "_"} for line in lines]
    rows = [index for index, line in enumerate(lines) if line.count("|") > 1 and not walls[index]]
    # Between two rows of one board there are walls alone.
    steps = {
        second - first
        for first, second in pairwise(rows)
        if all(walls[first + 1 : second]) and lines[first].count("|") == lines[second].count("|")
    }
    if len(steps) == 1 and min(steps) >= _FEWEST_LINES_OF_TALL_CELL:
        bare = ["" if is_wall else line for line, is_wall in zip(lines, walls, strict=True)]
        yield Strip(-0.6, bare)


def _without_remarks(lines: list[str]) -> Iterator[Strip]:
    if max(map(len, lines), default=0) <= _LONGEST_LINE:
        bare = [_without_remark(line) for line in lines]
        removed = [line[len(rest) :] for line, rest in zip(lines, bare, strict=True)]
        width = max(map(len, bare))
        # Where other rows keep the blanks at their ends, those before a remark are cells as well.
        has_blank_ends = any(rest.endswith(" ") for rest in bare)
        is_behind_blanks = not has_blank_ends and any(
            not rest and len(line) - len(line.lstrip()) >= width > 0
            for line, rest in zip(lines, bare, strict=True)
        )
        has_cells = max(map(cells_in, removed)) > _MOST_CELLS_IN_NAME
        if any(removed) and not has_cells and not is_behind_blanks:
            if has_blank_ends:
                pairs = zip(lines, bare, strict=True)
                bare = [_with_blanks_of(line, rest, width) for line, rest in pairs]
            yield Strip(_COST_OF_REMARKS, bare, "without remarks behind rows")


def _with_blanks_of(line: str, rest: str, width: int) -> str:
    """A line without its remark, with as many of the blanks before that as other lines are wide."""
    behind = line[len(rest) :]
    end_of_blanks = len(line) - len(behind.lstrip())
    return line[: max(len(rest), min(end_of_blanks, width))]


def _without_remark(line: str) -> str:
    """A line without what somebody remarks behind it; a legend, or a count alone in its line, as it is."""
    bare = _REMARK.sub("", line)
    if bare == line or excuse(line) is None:
        return bare
    return line if legend_roles(line) or (not bare and facts_of([line]) != Facts()) else bare


def _without_tens(lines: list[str]) -> Iterator[Strip]:
    """The lines without one that has the tens of the numbers of columns above their last digits."""
    for index, (tens, digits) in enumerate(pairwise(lines)):
        if _TENS.fullmatch(tens) and is_ruler(digits) and _are_tens(tens, digits):
            yield Strip(-0.6, [*lines[:index], "", *lines[index + 1 :]])
            return


def _are_tens(tens: str, digits: str) -> bool:
    """Whether the ten of its number stands above each column, or each from the tenth on, and nothing else."""
    columns = [place for place, sign in enumerate(digits) if sign.isdecimal()]
    expected: dict[int, str] = {}
    for number, place in enumerate(columns, int(digits[columns[0]]) if columns else 0):
        expected[place] = str(number // 10)
    shown = {place: sign for place, sign in enumerate(tens) if sign != " "}
    # Most leave the tens of 0 to 9 out.
    return shown in (expected, {place: ten for place, ten in expected.items() if ten != "0"})


def _without_list_ends(lines: list[str]) -> Iterator[Strip]:
    if any(map(_LIST_END.search, _filled(lines))):
        bare = [line if is_list_label(line) else _LAST_MARK.sub("", line) for line in lines]
        yield Strip(0.05, bare)


def _in_quotes(lines: list[str], texts_behind: int = 1) -> Iterator[Strip]:
    """The rows of one text of several lines in a program, or of more; the lines around keep their place."""
    joined = "\n".join(lines)
    for quote in _QUOTES:
        start = joined.find(quote)
        end = joined.find(quote, start + len(quote))
        if start < 0 or end < 0 or "\n" not in joined[start:end]:
            continue
        if all(line.lstrip().startswith(quote) for line in _filled(lines)):
            continue  # a comment sign
        before = joined[:start]
        inner = joined[start + len(quote) : end].removeprefix("\\")
        if inner.strip() and not inner.strip(_QUOTES_AND_BLANKS):
            continue  # signs of cells, and no rows
        # Blanks before the closing quote are its indentation, or a row, if they are as long as one.
        last_line = inner[inner.rindex("\n") + 1 :]
        has_row = len(last_line) >= max(map(len, inner.split("\n")[:-1]))
        texts = [inner] if last_line.strip() or has_row else []
        # Before the closing quote an editor leaves the blanks that it cuts off all other rows.
        other_lines = inner.split("\n")[:-1]
        have_one_length = {len(line) for line in other_lines} == {len(last_line)}
        is_cut_off = not have_one_length and not any(line.endswith(" ") for line in other_lines)
        if last_line.strip() and is_cut_off:
            texts = [inner.rstrip(" ")]
        texts += [] if last_line.strip() else [inner[: len(inner) - len(last_line)]]
        # What stands before the first row in its line goes; its line keeps its number.
        before_lines = before.split("\n")
        after_lines = joined[end + len(quote) :].split("\n")
        if excuse(after_lines[0]) is None:
            continue
        head = before_lines[-1].rstrip()
        if head and excuse(head) is None and excuse(head + quote) is None:
            continue
        # Where the closing quote is indented, the rows are indented twice as far, perhaps.
        indentation = " " * (2 * len(last_line))
        rows = inner.split("\n")[1:-1]
        if indentation.isspace() and all(row.startswith(indentation) for row in _filled(rows)):
            texts += ["\n".join(row[len(indentation) :] for row in inner.split("\n"))]
        for text in texts:
            body = [*before_lines[:-1], *text.split("\n"), *after_lines[1:]]
            if len(body) == len(lines):
                more = [*_in_quotes(body, texts_behind - 1)] if texts_behind else []
                yield from more or [Strip(-0.6, body)]


def _without_names_of_a_log(lines: list[str]) -> Iterator[Strip]:
    """The lines without what begins most of them alike, but for its numbers and names of speakers.

    It costs nothing where all begin so.
    """
    filled = _filled(lines)
    counts = Counter(kind for line in filled for kind in _prefixes(line))
    if not counts:
        return
    common = max(counts, key=lambda kind: (counts[kind], len(kind)))
    if counts[common] < max(2, len(filled) / 2, len(filled) - _MOST_OTHER_LINES):
        return
    prefixes = [_prefixes(line).get(common) for line in lines]
    # Where cells stand before the row, it is a board, and no name.
    first = next(filter(None, prefixes))
    has_cells = cells_in(first) > _MOST_CELLS_IN_NAME or _ROW_IN_NAME.search(first) is not None
    if has_cells:
        return
    letters = set(re.findall("[a-z]", first.lower()))
    if not _CLOCK.search(first) and len(letters) < 3 and not first.startswith("<"):
        return
    # Blanks behind it may be cells, but for the first.
    bodies = [
        line if prefix is None else line[len(prefix) :]
        for line, prefix in zip(lines, prefixes, strict=True)
    ]
    named = [body for body, prefix in zip(bodies, prefixes, strict=True) if prefix is not None]
    gap = int(all(body.startswith(" ") for body in _filled(named)))
    rows = [
        body if prefix is None else body[gap:]
        for body, prefix in zip(bodies, prefixes, strict=True)
    ]
    cost = 0 if counts[common] == len(filled) else 0.3
    yield Strip(cost, rows, "without what is before each row")


def _prefixes(line: str) -> dict[str, str]:
    """What a log, grep or a container may have written before a line, by its kind: without its numbers."""
    if line.isascii() and not _MAY_BE_NAMED.search(line):
        return {}
    head = f"{line[:_LONGEST_PREFIX]} "
    speaker = _SPEAKER.match(head)
    if speaker is not None:
        return {"<>": speaker[0].rstrip()}
    grep = _GREP.match(head)
    if grep is not None:
        return {_DIGITS.sub("0", grep[0]): grep[0]}
    prefixes: dict[str, str] = {}
    for end in _END_OF_PREFIX.finditer(head):
        prefix = head[: end.end()].rstrip()
        if prefix.split()[-1].lower().lstrip(_COMMENT_SIGNS) in WORDS:
            break  # a cell, such as null, behind a comment sign perhaps
        if _BOXED_CELL.fullmatch(prefix.split()[-1]):
            break
        # A bar behind a single sign, or behind the end of a prefix, parts cells.
        if _BAR_OF_CELLS.search(prefix):
            break
        # A dash may be a cell where it is not the only one.
        is_cell = prefix.endswith("-") and head.count(" -") > 1
        if _IN_PREFIX.search(prefix) and not is_cell:
            prefixes[_DIGITS.sub("0", prefix)] = prefix
    return prefixes


_STEPS = (
    _without_remarks,
    _without_comments,
    _without_names_of_a_log,
    _without_quotes,
    _without_tens,
    _without_frame,
    _without_tall_cells,
    _without_list_ends,
)
"""What may be taken off, in the order in which people and programs put it around a board, from outside in."""


def without_row_names(lines: list[str]) -> list[str] | None:
    """The lines without a name that counts up before each row, where a mark follows it or rows are tight."""
    row_lines = [index for index, line in enumerate(lines) if line.strip() and _may_be_row(line)]
    # A number alone above or below the rows, or a move, is no row.
    while row_lines and not _is_named(lines[row_lines[0]]):
        del row_lines[0]
    while row_lines and not _is_named(lines[row_lines[-1]]):
        del row_lines[-1]
    matches = [_ROW_NAME.match(lines[index]) for index in row_lines]
    named_rows = [match for match in matches if match is not None]
    if len(named_rows) < max(2, len(matches)):
        return None
    if not counts_up([match[1] for match in named_rows], 2):
        return None
    are_marked = all(_MARKED_NAME.search(match[0]) for match in named_rows)
    if not are_marked and not all(_is_tight(match) for match in named_rows):
        return None
    are_rows = set(row_lines)
    return [
        _ROW_NAME.sub("", line, count=1) if index in are_rows else line
        for index, line in enumerate(lines)
    ]


def _is_named(line: str) -> bool:
    """Whether a line may be a row behind its name, and no number, move or word around the rows."""
    return _ROW_NAME.match(line) is not None and not _NUMBERS.fullmatch(line)


def _may_be_row(line: str) -> bool:
    """Whether a line is no ruler, rule or prose behind its name."""
    return not (is_ruler(line) or is_rule(line) or has_words(_ROW_NAME.sub("", line, count=1)))


def _is_tight(match: re.Match[str]) -> bool:
    """Whether the cells behind a name stand without blanks."""
    cells = match.string[match.end() :].strip()
    return len(cells) > 1 and not re.search(r"\s|^-\d+$", cells)
