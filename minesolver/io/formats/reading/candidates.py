"""Each way to read a text as boards, with its cost: what is taken off, how rows are cut, what signs mean."""

import re
from bisect import bisect
from collections.abc import Collection, Iterable, Iterator, Sequence
from functools import lru_cache
from itertools import islice
from typing import NamedTuple

from .blocks import RULE, UNEVEN, Cutting, Refusal, Row, Run, boards_of, cut_to_boards, signs_of
from .cuts import (
    ColumnCut,
    Cut,
    below_ruler,
    by_bars,
    by_bars_before,
    by_bars_behind,
    by_bars_inside,
    by_blanks,
    by_boxes,
    by_characters,
    by_columns,
    by_lists,
    by_open_bars,
    by_separator,
    by_tight_commas,
    has_open_bars,
    has_wide_signs,
    in_usual_sizes,
    inside_walls,
)
from .lines import PlainText, sign_of
from .outside import (
    PROSE,
    are_tight_cells,
    excuse,
    facts_of,
    is_of_signs,
    is_rule,
    numbered_columns,
)
from .strips import strips, without_row_names
from .table import CLUES, COSTS
from .trims import Trim, trims

_LONGEST_COLUMNS = 200_000
"""Characters of a text of which columns are looked for: those of a board of 100x100 in drawn boxes."""
_LONGEST_KEPT = 10_000
"""Characters of a text of which the cuts are kept for a while: several expert boards in most notations."""
_SIZE_LINE = re.compile(r"\s*\d{1,4}\s*[xX×*]\s*\d{1,4}(?:\s*[xX×/,]\s*(?:\d{1,6}|\?))?\s*")
_SIZE_AND_ROWS = re.compile(r"\s*(\d{1,4}[xX]\d{1,4}(?:[xX](?:\d{1,6}|\?))?)\s+(\S.*/.*)")
_SIZE_IS_SURE = -0.7
"""A first line such as 9x9 or 9x9x10 is a size, and no row of clues and x."""
_COMMENT_OF_ROWS = re.compile(r"^(?://+!?|--|;{1,3}|%{1,3}|#|\*|>|'|!|\||REM)\s+")
_ROW_OF_NUMBERS = re.compile(r"\s*\d(?:\s+\d)+\s*")
"""A row of clues as well as numbers of columns."""
_SIZE_AND_COUNT = re.compile(r"\s*\d{1,4}(?:\s+\d{1,4}){1,2}\s*")
_ROWS_IN_QUOTES = re.compile(r"""(["'])[^"',]{2,}\1(?:\s*,\s*\1[^"',]{2,}\1)+""")
_QUOTE = re.compile("[\"']")
_COMMA_AT_END = re.compile(r"^\s*[,;]|\s[,;]\s*$")
_LETTER = re.compile("[A-Za-z]")
_TIGHT_COMMENT = re.compile(r"([#+])[A-Za-z]{2}")
"""A line of words behind a comment sign."""
_UNEVEN_SEPARATORS = ("|", ",", ";")
_SLASHES = (" / ", "/")
_ROW_SEPARATORS = ("|", "/", ", ", ",", " ", ";")
_ZERO_SIGNS = frozenset("._·")
_SURELY_LESS = 0.5
_COST_OF_JOINED = 1.0
"""Groups of rows are several boards; where one is expected, all rows as one board are named as well."""
_COST_OF_NAMED_LINE = 1.3
"""A line behind a name that is no row, and not blank: that is rather a slip."""
_INDENTATION = 4
_COMMA_BLANKS = str.maketrans(",;", "  ")
_WALLS_AND_BLANKS = " \t|│┃║"
_NAME_AND_BLANKS = re.compile(r"\s*\w{1,2}\s{3,}")
"""A row of cells that are blank behind its name."""


class Parts(NamedTuple):
    """The boards that a text may be, before its signs are named.

    boards: The ways to trim each
    outside: The lines around the boards, each with the board that it is beside
    bonus: What the cost would be more without what was surely taken off: that settles no doubt of the rest
    lines: Those that were cut
    """

    cost: float
    boards: list[list[Trim]]
    outside: list[list[str]]
    dropped: str = ""
    bonus: float = 0
    lines: Sequence[str] = ()


def candidates(lines: list[str]) -> Iterable[Parts | Refusal]:
    """Each way to cut lines into boards, and why others fail."""
    # Each answer to a question cuts the same lines, and names other signs.
    if sum(map(len, lines)) > _LONGEST_KEPT:
        return _candidates(lines)
    return _kept_candidates(tuple(lines))


@lru_cache(maxsize=8)
def _kept_candidates(lines: tuple[str, ...]) -> tuple[Parts | Refusal, ...]:
    return tuple(_candidates(list(lines)))


def _candidates(lines: list[str]) -> Iterator[Parts | Refusal]:
    for size_cost, sized_lines in _with_size(lines):
        for part in _of_stripped(sized_lines):
            if isinstance(part, Refusal):
                yield part
            else:
                yield part._replace(cost=size_cost + part.cost)


def _of_stripped(lines: list[str]) -> Iterator[Parts | Refusal]:
    """The boards of lines, each way to take off what is around them."""
    ways = strips(lines)
    least_cost = min(strip.cost for strip in ways)
    for strip in ways:
        for part in _of_lines(strip.lines):
            if isinstance(part, Refusal):
                # Where something surely goes, rows that have it are none.
                if strip.cost < least_cost + _SURELY_LESS:
                    yield part
            else:
                dropped = "; ".join(filter(None, [strip.dropped, part.dropped]))
                cost = strip.cost + part.cost
                bonus = max(0, -strip.cost)
                cut_lines = part.lines or strip.lines
                yield part._replace(cost=cost, dropped=dropped, bonus=bonus, lines=cut_lines)


def with_rows_apart(text: PlainText) -> PlainText:
    """A text of which one line has all rows, each of them in a line of its own; else the text."""
    may_have_rows = (index for index, line in enumerate(text.texts) if _may_have_rows(line))
    row_lines = list(islice(may_have_rows, 3))
    if len(row_lines) not in (1, 2):
        return text
    # Numbers in a line may be a row as long as the other, or a move above the rows.
    move = text.texts[row_lines[0]]
    has_length = len(move.split()) == len(text.texts[row_lines[-1]].split())
    is_of_numbers = _ROW_OF_NUMBERS.fullmatch(move) or _SIZE_AND_COUNT.fullmatch(move)
    if len(row_lines) == 2 and (has_length or not is_of_numbers):
        return text
    index = row_lines[-1]
    line = text.texts[index]
    comments = [_TIGHT_COMMENT.match(other) for other in text.texts[:index] if other]
    marks = {"" if comment is None else comment[1] for comment in comments}
    is_comment = marks == {line[:1]}
    rows = _rows_in(line[1:] if is_comment else line)
    # Two marks behind a comment sign are no rows.
    if len(rows[0]) < 3 and not any(map(str.isdecimal, line)):
        return text
    texts, numbers = text.texts.copy(), text.numbers.copy()
    texts[index : index + 1] = rows
    numbers[index : index + 1] = [numbers[index]] * len(rows)
    return text._replace(texts=texts, numbers=numbers)


def _may_have_rows(line: str) -> bool:
    if not line.strip():
        return False
    if _ROW_OF_NUMBERS.fullmatch(line):
        return True
    if _SIZE_AND_ROWS.fullmatch(line) or _ROWS_IN_QUOTES.search(line) or excuse(line) is None:
        return True
    rows = _rows_in(line)
    return len(rows) > 2 and all(map(is_of_signs, rows)) and any(map(are_tight_cells, rows))


def _rows_in(line: str) -> list[str]:
    """The rows of a line, where a sign parts rows of one length, or each is in quotes; else the line."""
    in_quotes = _ROWS_IN_QUOTES.search(line)
    if in_quotes is not None and in_quotes[1] not in line[in_quotes.end() :]:
        rows = [row.strip(" \"'") for row in in_quotes[0].split(",")]
        are_words = any(sign_of(row) is not None and not row[:1].isdecimal() for row in rows)
        return rows if len({len(row) for row in rows}) == 1 and not are_words else [line]
    # The line as it is, or without a comment sign: whichever has rows of one length.
    whole_rows = _parted_rows(line)
    rows = _parted_rows(_COMMENT_OF_ROWS.sub("", line.strip()))
    has_one_length = len({len(row) for row in whole_rows}) == 1
    return whole_rows if has_one_length else rows or [line]


def _parted_rows(text: str) -> list[str]:
    """The rows that a sign parts in a text; none where they are none."""
    head = _SIZE_AND_ROWS.fullmatch(text)
    size_lines = [] if head is None else [head[1]]
    rest = text if head is None else head[2]
    for separator in _SLASHES:
        # Blanks at the ends of rows that are as long as each other are cells.
        parts = rest.split(separator)
        if len(parts) > 1 and len({len(part) for part in parts}) == 1 and not _QUOTE.search(rest):
            return [*size_lines, *parts]
    for separator in _ROW_SEPARATORS:
        # Behind a row a comma may be its last cell.
        rows_text = rest.strip(separator) if len(separator) == 1 else rest
        parts = [part.strip() for part in rows_text.split(separator)]
        name, _, row = parts[0].rpartition(":")
        if _LETTER.search(name) and len(row.strip()) == len(parts[-1]):
            parts[0] = row.strip()  # the first of several rows, behind a name
        if len(parts) > 1 and len(parts[0]) > 1 and len({len(part) for part in parts}) == 1:
            return [*size_lines, *parts]
    # Rows may differ in length by a slip, of which the refusal tells.
    for separator in _UNEVEN_SEPARATORS:
        parts = [part.strip() for part in rest.strip(separator).split(separator)]
        lengths = {len(part) for part in parts}
        are_uneven = len(parts) > 2 and min(lengths) > 2 and max(lengths) == min(lengths) + 1
        if are_uneven and all(map(is_of_signs, parts)):
            return [*size_lines, *parts]
    if "/" in rest and not _QUOTE.search(rest):
        return [*size_lines, *(part.strip() for part in rest.split("/"))]
    return []


def _with_size(lines: list[str]) -> Iterator[tuple[float, list[str]]]:
    """The lines, and the lines with a first one that is a size and surely no row."""
    filled_count = sum(bool(line.strip()) for line in lines)
    if filled_count > 1 or not any(map(_SIZE_LINE.fullmatch, lines)):
        yield 0, lines
    for line_index, line in enumerate(lines):
        if line.strip():
            if _SIZE_LINE.fullmatch(line):
                named = [*lines[:line_index], f"size {line.strip()}", *lines[line_index + 1 :]]
                yield _SIZE_IS_SURE, named
            return


def _of_lines(lines: list[str]) -> Iterator[Parts | Refusal]:
    """The boards of lines from which everything was taken that is taken off alike."""
    yield from _of_lists(lines)
    cuts: list[tuple[float, Cut, bool]] = [
        (0, by_boxes, False),
        (0, by_bars, False),
        (0.1, inside_walls(by_blanks), True),
        (0.1, inside_walls(by_characters), True),
        (0.3, by_separator("\t"), False),
        (0.3, by_separator(","), False),
        (0.3, by_separator(";"), False),
        (0.5, by_blanks, True),
        (0.5, by_characters, True),
    ]
    for cost, cut, by_signs in cuts:
        yield from _of_cut(lines, cut, cost, by_signs)
    # Some programs write a tab behind the last cell too.
    filled = [line for line in lines if line.strip() and excuse(line) is None]
    if filled and all(line.endswith("\t") and line.count("\t") > 1 for line in filled):
        bare = [line.removesuffix("\t") for line in lines]
        yield from _of_cut(bare, by_separator("\t"), 0.3, by_signs=False)
    # A bar behind each row may close it, or a blank cell follows, where others are blank.
    cutting = cut_to_boards(lines, by_bars_behind, by_signs=False)
    if not isinstance(cutting, Refusal) and _has_blank_inside(cutting):
        yield from _of_cut(lines, by_bars_behind, 0, by_signs=False)
    if has_open_bars(lines):
        yield from _of_cut(lines, by_open_bars, 0, by_signs=False)
        yield from _of_cut(lines, by_bars_before, 0, by_signs=False)
    # Blanks before the first bar and behind the last may be a column of blank cells.
    has_rules = any(
        line.strip() and is_rule(line) and by_bars_inside(line) is None for line in lines
    )
    if not has_rules:
        yield from _of_cut(lines, by_bars_inside, 0, by_signs=False)
    # Blanks and commas both, as in a sheet that was typed; or commas that are cells.
    if any(",," in line for line in lines):
        yield from _of_cut(lines, by_separator(", "), 0.3, by_signs=False)
        yield from _of_cut(lines, by_tight_commas, 0.3, by_signs=False)
    if any("," in line or ";" in line for line in lines):
        # A comma before the first cell or far behind the last may be a cell, or go on with the row above.
        cost = COSTS["question"] if any(map(_COMMA_AT_END.search, lines)) else 0.6
        # Rows of other lengths say nothing then: commas may be cells.
        for part in _of_cut(lines, _by_commas_and_blanks, cost, by_signs=True):
            if not isinstance(part, Refusal):
                yield part

    named = without_row_names(lines)
    if named is not None:
        pairs = zip(lines, named, strict=True)
        named_lines = {index for index, (line, bare) in enumerate(pairs) if line != bare}
        for cost, cut in (
            (0.8, by_blanks),
            (0.8, by_characters),
            (0.1, inside_walls(by_blanks)),
            (0.1, inside_walls(by_characters)),
            (0.1, by_boxes),
        ):
            yield from _of_cut(named, cut, cost, by_signs=True, named_lines=named_lines)
    if sum(map(len, lines)) <= _LONGEST_COLUMNS:
        yield from _of_columns(lines)


def _has_blank_inside(cutting: Cutting) -> bool:
    return any("" in row.signs[:-1] for board in cutting.boards for row in board)


def _by_commas_and_blanks(line: str) -> list[str] | None:
    return line.translate(_COMMA_BLANKS).split() or None


def _of_cut(
    lines: list[str], cut: Cut, cost: float, by_signs: bool, *, named_lines: Collection[int] = ()
) -> Iterator[Parts | Refusal]:
    """The boards of lines by one cut.

    named_lines: Where a name was taken off, so that they surely are rows
    """
    cutting = cut_to_boards(lines, cut, by_signs=by_signs)
    if isinstance(cutting, Refusal):
        yield cutting
        return
    if not cutting.boards:
        return
    has_names = bool(named_lines)
    row_lines = {row.line_index for board in cutting.boards for row in board}
    left_lines = [lines[line_index] for line_index in named_lines if line_index not in row_lines]
    if left_lines:
        cost += _COST_OF_NAMED_LINE if all(map(str.strip, left_lines)) else COSTS["question"]
    if cut is by_blanks and _stand_in_columns([lines[line_index] for line_index in row_lines]):
        cost += COSTS["question"]
    blank_row_count = _count_rows_of_blanks(lines, row_lines) if by_signs else 0
    if blank_row_count:
        cost += COSTS["question"]
        # Drawn lines with walls between them are boxes of blank cells.
        are_drawn = all(is_rule(lines[line_index]) for line_index in row_lines)
        cost += COSTS["question"] if are_drawn or blank_row_count > 2 else 0
    dropped = "without what numbers the rows" if has_names else ""
    outside = _lines_beside(lines, cutting)
    is_tight = cut is by_characters
    # A tab before each row of a sheet indents it, or is behind a blank cell.
    is_indented = all(lines[line_index].startswith("\t") for line_index in row_lines)
    has_blank_edge = is_indented and not any(
        row.signs[0] for board in cutting.boards for row in board
    )
    boards = [
        trims(
            board,
            lines,
            has_names=has_names,
            has_blank_edge=has_blank_edge,
            is_tight=is_tight,
        )
        for board in cutting.boards
    ]
    yield Parts(cost + cutting.cost, boards, outside, dropped)
    if cutting.joined:
        rows = list(cutting.joined)
        joined = trims(rows, lines, has_names=has_names, is_tight=is_tight)
        outside_joined = _lines_beside(lines, Cutting([rows], []))
        yield Parts(cost + cutting.cost + _COST_OF_JOINED, [joined], outside_joined, dropped)

    # Blanks before or behind tight rows may be opened cells that are blank.
    if cut is by_characters and len(cutting.boards) == 1 and _has_blank_edges(lines):
        is_before = any(line.startswith(" ") for line in lines)
        rows = []
        for row in cutting.boards[0]:
            signs = ["", *row.signs] if is_before else [*row.signs, ""]
            rows.append(Row(signs, row.line_index))
        cost_of_rows = min(trim.cost for trim in boards[0])
        yield Parts(cost + cutting.cost, [[Trim(cost_of_rows, rows)]], outside, dropped)


def _stand_in_columns(lines: Sequence[str]) -> bool:
    """Whether rows that are as long as each other begin and end at different places: blanks are cells."""
    first_signs = {len(line) - len(line.lstrip(" ")) for line in lines}
    ends = {len(line.rstrip(" ")) for line in lines}
    have_one_length = len({len(line) for line in lines}) == 1
    return have_one_length and len(first_signs) > 1 and len(ends) > 1


def _count_rows_of_blanks(lines: list[str], row_lines: Collection[int]) -> int:
    """How many lines of blanks, between walls or behind a name, are as long as the rows, and beside one or
    another line of this length: they may be rows of blank cells."""
    row_lengths = {len(lines[line_index]) for line_index in row_lines}
    filled = [index for index, line in enumerate(lines) if line.strip(_WALLS_AND_BLANKS)]
    count = 0
    for line_index, line in enumerate(lines):
        if len(line) < 3 or len(line) not in row_lengths:
            continue
        place = bisect(filled, line_index)
        beside = filled[max(0, place - 1) : place + 1]
        is_beside = any(index in row_lines or _is_as_long(lines[index], line) for index in beside)
        is_blank = not line.strip(_WALLS_AND_BLANKS)
        count += (is_blank and is_beside) or _NAME_AND_BLANKS.fullmatch(line) is not None
    return count


def _is_as_long(line: str, blank_line: str) -> bool:
    """Whether a line is as long as one of blanks, and no ruler, above which there may be one."""
    return len(line) == len(blank_line) and len(numbered_columns(line)) < 3


def _lines_beside(lines: list[str], cutting: Cutting) -> list[list[str]]:
    """The lines that are no rows, by the board that each is beside: the next, or the last above it."""
    row_lines = {row.line_index for board in cutting.boards for row in board}
    last_lines = [board[-1].line_index for board in cutting.boards]
    outside: list[list[str]] = [[] for _ in cutting.boards]
    for line_index, line in enumerate(lines):
        if line_index in row_lines:
            continue
        boards_above = sum(last_line < line_index for last_line in last_lines)
        board_index = min(boards_above, len(cutting.boards) - 1)
        if 0 < boards_above < len(cutting.boards) and _belongs_above(lines, line_index):
            board_index = boards_above - 1
        outside[board_index].append(line)
    return outside


def _belongs_above(lines: list[str], line_index: int) -> bool:
    """Whether a line follows a board at once, and an empty line follows the line."""
    follows_row = line_index > 0 and bool(lines[line_index - 1].strip())
    is_followed = line_index + 1 < len(lines) and bool(lines[line_index + 1].strip())
    return follows_row and not is_followed


def _has_blank_edges(lines: Sequence[str]) -> bool:
    """Whether tight rows all have as many blanks before or behind them, which could be cells."""
    rows = [
        line for line in lines if line.strip() and not PROSE.search(line) and excuse(line) is None
    ]
    signs = set("".join(rows)) - CLUES - {" "}
    if not rows or (not signs.isdisjoint(_ZERO_SIGNS) and not signs <= _ZERO_SIGNS):
        return False
    before = {len(line) - len(line.lstrip(" ")) for line in rows}
    behind = {len(line) - len(line.rstrip(" ")) for line in rows}
    is_indented = len(before) == 1 and min(before) % _INDENTATION == 0
    return (len(before) == 1 and not is_indented) or (len(behind) == 1 and min(behind) > 0)


def _of_lists(lines: list[str]) -> Iterator[Parts | Refusal]:
    lists = by_lists(lines)
    if lists is None:
        return
    known: dict[str, str | None] = {}
    boards: list[list[Row]] = []
    for list_rows in lists.boards:
        rows: list[Row] = []
        for list_row in list_rows:
            signs = signs_of(list_row.cells, known)
            if signs is None:
                unknown = next(token for token in list_row.cells if known.get(token) is None)
                message = f"{unknown[:40]!r} is no cell that is known"
                yield Refusal(message, list_row.line_index, unknown[:40], rank=UNEVEN)
                return
            rows.append(Row(signs, list_row.line_index))
        width = len(rows[0].signs)
        for row in rows:
            if len(row.signs) != width:
                message = f"this row has {len(row.signs)} cells, where the first row has {width}"
                yield Refusal(message, row.line_index, None, rank=UNEVEN)
                return
        boards.append(rows)
    outside = _lines_beside(lists.around, Cutting(boards, []))
    yield Parts(-0.5, [[Trim(0, rows)] for rows in boards], outside, lines=lists.rest)


def _of_columns(lines: list[str]) -> Iterator[Parts]:
    for cut in by_columns(lines):
        yield from _of_column_cut(lines, cut)
    if has_wide_signs(lines):
        for cut in by_columns(lines, wide_signs=True):
            yield from _of_column_cut(lines, cut)
    for cut in in_usual_sizes(lines):
        yield from _of_column_cut(lines, cut)
    named_columns = below_ruler(lines)
    if named_columns is not None:
        yield from _of_column_cut(lines, named_columns)


def _of_column_cut(lines: list[str], cut: ColumnCut) -> Iterator[Parts]:
    outside = [line for line_index, line in enumerate(lines) if line_index not in cut.rows]
    if any(excuse(line) is None for line in outside):
        return
    signs = {sign for cells in cut.rows.values() for sign in cells}
    for line in outside:
        is_of_one_sign = is_rule(line) and len(set(line.split())) == 1
        if is_of_one_sign and not cut.has_walls and set(line.strip()) <= signs | {" "}:
            return
    known: dict[str, str | None] = {}
    rows = []
    for line_index, cells in cut.rows.items():
        row_signs = signs_of(cells, known)
        if row_signs is None:
            return
        rows.append(Row(row_signs, line_index))
    if "" not in signs:
        return
    boards = _boards_of_columns(lines, rows)
    # A ruler shows which blanks at the ends of rows are cells.
    ruler_widths = facts_of(outside).ruler_widths
    has_width = len(rows[0].signs) in ruler_widths
    has_blank_edge = not cut.has_walls or (bool(ruler_widths) and not has_width)
    ends_early = any(
        cells[-1] == "" and lines[line_index] == lines[line_index].rstrip()
        for line_index, cells in cut.rows.items()
    )
    may_be_cut_off = has_blank_edge or cut.doubt > 0 or (ends_early and not ruler_widths)
    trimmed = [
        trims(board, lines, has_blank_edge=has_blank_edge, may_be_cut_off=may_be_cut_off)
        for board in boards
    ]
    outsides = [outside] if len(boards) == 1 else _lines_beside(lines, Cutting(boards, outside))
    doubt = cut.doubt
    if not (ruler_widths or cut.has_walls) and _has_lone_blank_row(rows):
        doubt += COSTS["question"]
    yield Parts(cut.cost + doubt, trimmed, outsides)


def _has_lone_blank_row(rows: Sequence[Row]) -> bool:
    """Whether a row is all blank, and no other cell: it parts two boards, perhaps."""
    filled_rows = [row.signs for row in rows if any(row.signs)]
    columns = zip(*filled_rows, strict=True)
    has_other_blank = any("" in column and any(column) for column in columns)
    return 0 < len(filled_rows) < len(rows) and not has_other_blank


def _boards_of_columns(lines: list[str], rows: list[Row]) -> list[list[Row]]:
    """Rows whose columns stand below each other: words or empty lines among them may part two boards."""
    row_of_line = {row.line_index: row for row in rows}
    runs: list[Run] = [[]]
    for line_index in range(rows[0].line_index, rows[-1].line_index + 1):
        line = lines[line_index]
        if line_index in row_of_line:
            runs[-1].append(row_of_line[line_index])
        elif not line.strip():
            runs[-1].append(None)
        elif is_rule(line):
            runs[-1].append(RULE)
        else:
            runs.append([])
    return boards_of(runs)
