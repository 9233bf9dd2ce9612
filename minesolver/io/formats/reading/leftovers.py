"""Whether anything that a reading leaves out could be cells of its boards as well: then it is asked about.

This looks at what was chosen, whichever way it was cut: a slip of any step is then no board without a word.
"""

import re
from collections.abc import Collection, Mapping, Sequence

from .beside import side_by_side
from .blocks import Row
from .lines import PlainText, counts_up, sign_of
from .outside import NUMBERS, is_of_brackets, is_rule, is_ruler, size_in
from .strips import begins_with_open_bar, is_usual_size, stands_apart
from .table import CLUES

_NAME_WITH_MARK = re.compile(r"\s*\[?(\w{1,2})[:.)\]]\s*")
_BETWEEN_CELLS = str.maketrans(dict.fromkeys("[](){},;|│┃║\"'", " "))
_ROW_NUMBER = re.compile(r"\s*\d{1,3}\s*")
_LETTER = re.compile(r"[^\W\d_]")
_BARS = "|│┃║"
_BAR = re.compile("[|│┃║]")
_BLANKS_BESIDE_BARS = re.compile(r" +[|│┃║].*[|│┃║] +")
_LACKS_LAST_MARK = re.compile(r"[,;].*\w\s+\S$")
_GAP = re.compile(r"(?<=\S)\s+(?=\S)")
_EMPTY_BOX = re.compile(r"[\[(]\s+[\])]")
_ENDS_IN_TIGHT_CELL = re.compile(r"[^\s|│┃║][|│┃║] +$")
"""How a row of tight cells ends whose last one is blank."""
_DIGIT = re.compile("[0-9]")
_ENDS_CELLS = re.compile(r"[\s\[\](){},;|│┃║\"']$")
"""Of a line that has its last cells, blank ones too."""
_TIGHT_COMMENT = re.compile(r"\s*[#+][A-Za-z]")
_LONGEST_NUMBER = 3
"""Digits of a number in a line of words, which are no row."""
_COMMENT_SIGNS = frozenset("#*%!+-;>")


def leaves_cells(
    boards: Sequence[Sequence[Row]],
    lines: Sequence[str],
    text: PlainText,
    stated_signs: Collection[str] = (),
    *,
    has_zero: bool,
) -> bool:
    """Whether something beside the rows could be cells too.

    lines: What the rows were cut from; empty where that are parts of lines
    text: The same lines with all that was taken off before
    stated_signs: Signs that the caller states to be cells
    has_zero: Whether a cell is opened without a mine around it
    """
    if not lines:
        return False
    rows = [row for board in boards for row in board]
    row_lines = {row.line_index: lines[row.line_index] for row in rows}
    signs = {sign for row in rows for sign in row.signs}
    others = {
        index: line for index, line in enumerate(lines) if index not in row_lines and line.strip()
    }
    # A tight comment sign before words may have gone with what is around a text in quotes.
    comments = [
        line
        for index, line in enumerate(text.texts)
        if index not in row_lines and _TIGHT_COMMENT.match(line)
    ]
    is_all = len(row_lines) == sum(bool(line.strip()) for line in text.texts)
    return (
        any(_may_be_row(line, signs, boards, row_lines.values()) for line in others.values())
        or any(_is_within(line, index, boards) for index, line in others.items())
        or any(_goes_on(line, index, row_lines) for index, line in others.items())
        or (not is_all and "" not in signs and any(_stand_beside(board, lines) for board in boards))
        or (
            rows[0].signs[0] not in stated_signs
            and _may_be_no_cells(rows, [*row_lines.values()], [*others.values(), *comments])
        )
        or (
            ("" in signs or _are_far_indented(row_lines.values()))
            and _is_bare(row_lines, lines, text)
        )
        or ("" in signs and all(map(begins_with_open_bar, row_lines.values())))
        or ("" in signs and all(map(_has_blanks_beside_bars, row_lines.values())))
        or ("0" not in signs and all(map(_ends_in_blank_cell, row_lines.values())))
        or ("" not in signs and all(map(_ENDS_IN_TIGHT_CELL.search, row_lines.values())))
        or (CLUES.issuperset(signs) and _are_far_indented(row_lines.values()))
        or any(_may_lack_last_column(board, lines, text.texts) for board in boards)
        or ("" in signs and any(_may_lack_row(board, lines, text.texts) for board in boards))
        or any(_is_name_beside(board, text.texts) for board in boards)
        or any(_is_size_or_drawn(row, lines, rows) for row in rows)
        or _stands_last_apart(rows, lines)
        or (not has_zero and all(_ends_with_bar(row, lines) for row in rows))
        or all(line.startswith("//") for line in row_lines.values())
        or any(map(_has_other_bars, row_lines.values()))
        or ("" not in signs and _are_walled_unevenly(row_lines.values()))
        or ("" not in signs and _are_indented_by_tabs(row_lines.values()))
    )


def _may_be_row(
    line: str, signs: set[str], boards: Sequence[Sequence[Row]], row_lines: Collection[str]
) -> bool:
    """Whether a line has about as many cells together as a row, or numbers more or fewer columns."""
    widths = {len(board[0].signs) for board in boards}
    tokens = line.translate(_BETWEEN_CELLS).split()
    if counts_up(tokens) or is_ruler(line):
        names = tokens if len(tokens) > 2 else "".join(tokens)
        # A first 0 stands above numbers of rows that begin with 1.
        row_names = _first_tokens(row_lines)
        are_numbered = names[0] == "0" and row_names[:1] == ["1"] and counts_up(row_names, 2)
        return widths.isdisjoint((len(names), len(names) - are_numbered))
    sizes = {(len(board), len(board[0].signs)) for board in boards}
    size_line = size_in(line.strip())
    if size_line is not None and not sizes.isdisjoint((size_line.size, size_line.size[::-1])):
        return False
    if any(_is_row_with_slip(token, signs, widths) for token in line.split()):
        return True
    # A row of clues before words.
    first_word, *other_words = line.split()
    is_first = line.startswith(first_word) and len(first_word) > _LONGEST_NUMBER
    if other_words and is_first and len(first_word) in widths and set(first_word) <= CLUES:
        return True
    # A row behind a name, or one of signs that also part cells.
    if any(_ends_in_row(token, signs, widths) for token in line.split()):
        return True
    together, has_other = _cells_together(tokens, signs, is_drawn=is_rule(line))
    if not has_other and _LETTER.search(line):
        return False
    # So is a pair of brackets as long as the rows, or several.
    boxes = _EMPTY_BOX.findall(line)
    is_as_long = any(len(line) == len(row_line) for row_line in row_lines)
    if boxes and is_of_brackets(line.strip()) and (len(boxes) > 1 or is_as_long):
        return True
    # Bars or commas with nothing between are a row of blanks, of which some may be lost.
    marks = "".join(line.split())
    if len(marks) > 1 and set(marks) == {marks[0]} and marks[0] in f"{_BARS},;":
        return all(marks[0] in row_line for row_line in row_lines)
    # Of a line as long as the rows the other cells may be blank.
    has_blanks = "" in signs or line != line.strip()
    if has_blanks and together and all(len(line) == len(row_line) for row_line in row_lines):
        return True
    is_indented = all(_indentation(line) > _indentation(row_line) for row_line in row_lines)
    if is_indented and (together > 1 or (together and has_other)):
        return True
    width = min(widths)
    fewest = width - 1 if width < 5 else (width + 1) // 2
    return max(2, fewest) <= together <= max(widths) + 2


def _indentation(line: str) -> int:
    return len(line) - len(line.lstrip())


def _is_row_with_slip(token: str, signs: set[str], widths: Collection[int]) -> bool:
    """Whether all signs of a tight row but one are cells, and the other is no letter."""
    others = [sign for sign in token if sign not in signs and sign not in CLUES]
    is_as_long = not {len(token), len(token) - 1}.isdisjoint(widths)
    has_slip = len(others) == 1 and not others[0].isalnum()
    has_other_cell = any(sign in signs and sign not in CLUES for sign in token)
    return is_as_long and has_slip and has_other_cell and len(token) > 3 and not is_rule(token)


def _ends_in_row(token: str, signs: set[str], widths: Collection[int]) -> bool:
    """Whether a word, or what is behind its colon, is as long as a row and of its signs."""
    name, _, tail = token.rpartition(":")
    known_signs = signs | CLUES if name else signs
    if len(tail) < 3 or len(tail) not in widths or not set(tail) <= known_signs:
        return False
    return bool(name) or not set(tail) <= CLUES


def _first_tokens(lines: Collection[str]) -> list[str]:
    tokens_of_lines = [line.translate(_BETWEEN_CELLS).split() for line in lines]
    return [tokens[0] for tokens in tokens_of_lines if tokens]


def _cells_together(tokens: Sequence[str], signs: set[str], *, is_drawn: bool) -> tuple[int, bool]:
    """(the most cells that stand together in a line, whether any of them is no clue)."""
    known = signs | CLUES
    longest = length = 0  # of the cells that stand together
    has_other = has_other_together = False
    for token in tokens:
        if len(token) > 1 and set(token) <= known and not is_drawn:
            length += len(token)
            has_other_together |= not set(token) <= CLUES
        elif (sign := sign_of(token)) in known:
            length += 1
            has_other_together |= sign not in CLUES
        else:
            length, has_other_together = 0, False
        if length > longest:
            longest, has_other = length, has_other_together
    return longest, has_other


def _is_within(line: str, index: int, boards: Sequence[Sequence[Row]]) -> bool:
    """Whether a line that is neither drawn nor of brackets stands between two rows of one board."""
    is_inside = any(board[0].line_index < index < board[-1].line_index for board in boards)
    return is_inside and not (is_rule(line) or is_of_brackets(line.strip()) or is_ruler(line))


def _has_blanks_beside_bars(line: str) -> bool:
    """Whether blanks stand before the first bar of a line and behind the last: two blank cells, perhaps."""
    return _BLANKS_BESIDE_BARS.fullmatch(line) is not None


def _ends_in_blank_cell(line: str) -> bool:
    """Whether more blanks are behind the cells of a line than between two of them."""
    gaps = [*map(len, _GAP.findall(line))]
    return bool(gaps) and len(line) - len(line.rstrip(" ")) > min(gaps)


def _are_far_indented(row_lines: Collection[str]) -> bool:
    """Whether more blanks stand before the first cell of all rows than between two: blank cells, perhaps."""
    gaps = [len(gap) for line in row_lines for gap in _GAP.findall(line)]
    return bool(gaps) and min(map(_indentation, row_lines)) > max(gaps) + 1


def _is_bare(row_lines: Mapping[int, str], lines: Sequence[str], text: PlainText) -> bool:
    """Whether a line beside a row has no more than what was taken off each: a row of blanks, perhaps."""
    beside = {index + step for index in row_lines for step in (-1, 1)} - row_lines.keys()
    for index in beside & set(range(len(lines))):
        if text.numbers[index] in text.bare_lines and not lines[index].strip():
            return True
        mark = "" if lines[index].strip() else _without_digits(text.texts[index]).strip()
        is_of_all = all(
            _without_digits(text.texts[row_line]).lstrip().startswith(mark)
            for row_line in row_lines
        )
        if mark and is_of_all and not is_of_brackets(mark):
            return True
    return False


def _without_digits(line: str) -> str:
    """A line with one sign for all digits: times in a log differ from line to line."""
    return _DIGIT.sub("0", line)


def _may_lack_row(board: Sequence[Row], lines: Sequence[str], texts: Sequence[str]) -> bool:
    """Whether a comment sign alone stands above or below a board that has a usual size with one row more:
    blank cells may have been cut off behind it."""
    height, width = len(board), len(board[0].signs)
    if is_usual_size(height, width) or not is_usual_size(height + 1, width):
        return False
    indices = (board[0].line_index - 1, board[-1].line_index + 1)
    beside = [index for index in indices if 0 <= index < min(len(lines), len(texts))]
    return any(texts[index].strip() and not lines[index].strip() for index in beside)


def _is_name_beside(board: Sequence[Row], texts: Sequence[str]) -> bool:
    """Whether a name with a mark stands alone above or below the rows, and goes on with theirs: all its cells
    are blank, perhaps."""
    first, last = board[0].line_index, board[-1].line_index
    if last >= len(texts):
        return False
    names = [_NAME_WITH_MARK.match(texts[index]) for index in (first, last)]
    beside = [
        _NAME_WITH_MARK.fullmatch(texts[index]) if 0 <= index < len(texts) else None
        for index in (first - 1, last + 1)
    ]
    above = beside[0] and names[0] and counts_up([beside[0][1], names[0][1]], 2)
    below = names[1] and beside[1] and counts_up([names[1][1], beside[1][1]], 2)
    return bool(above or below)


def _may_lack_last_column(
    board: Sequence[Row], lines: Sequence[str], others: Sequence[str]
) -> bool:
    """Whether a last column of blank cells may have been cut off with the blanks at the ends of all rows.

    others: The lines beside the rows, of which none numbers the columns or tells the size
    """
    row_lines = [lines[row.line_index] for row in board]
    last_cells = [row.signs[-1] for row in board]
    are_cut = "" in last_cells and not any(_ENDS_CELLS.search(line) for line in row_lines)
    are_opened = all(not sign or sign in CLUES for sign in last_cells)
    return are_cut and are_opened and not any(map(_tells_width, others))


def _tells_width(line: str) -> bool:
    """Whether a line says how many columns a board has."""
    return is_ruler(line) or size_in(line.strip()) is not None


def _is_size_or_drawn(row: Row, lines: Sequence[str], rows: Sequence[Row]) -> bool:
    """Whether a row may be a size, with a sign that no other has, or a drawn line among rows with bars."""
    line = lines[row.line_index]
    if line.strip() and is_rule(line) and not _BAR.search(line):
        return any(_BAR.search(lines[other.line_index]) for other in rows)
    size = size_in(line.strip())
    if size is None or size.kind == NUMBERS:
        return False
    others = (other for other in rows if other.line_index != row.line_index)
    signs_of_others = {sign for other in others for sign in other.signs}
    return not set(row.signs) - CLUES <= signs_of_others


def _stands_last_apart(rows: Sequence[Row], lines: Sequence[str]) -> bool:
    """Whether the last sign of all rows is one, and stands farther from the others than they do, or without
    the mark that is between them."""
    last_signs = {row.signs[-1] for row in rows}
    sign = last_signs.pop()
    if last_signs or len(sign) != 1 or len(rows) < 2:
        return False
    row_lines = [lines[row.line_index] for row in rows]
    if all(map(_LACKS_LAST_MARK.search, row_lines)):
        return True
    gaps = [[*map(len, _GAP.findall(line))] for line in row_lines]
    return all(
        len(gaps_of_row) > 1 and gaps_of_row[-1] > max(gaps_of_row[:-1]) for gaps_of_row in gaps
    )


def _ends_with_bar(row: Row, lines: Sequence[str]) -> bool:
    """Whether a bar stands behind each cell of a row: a blank cell is behind the last bar, perhaps."""
    line = lines[row.line_index].strip()
    return line[-1:] in _BARS and len(_BAR.findall(line)) == len(row.signs)


def _has_other_bars(line: str) -> bool:
    """Whether the bars inside a line differ from each other, or the one at its end from the first."""
    bars: list[str] = _BAR.findall(line)
    is_closed_otherwise = line.rstrip().endswith(tuple(_BARS)) and bars[0] != bars[-1]
    return is_closed_otherwise or len({*bars[1:-1]}) > 1


def _are_walled_unevenly(row_lines: Collection[str]) -> bool:
    """Whether some rows have a bar at both ends, and others at one: one row in two lines, perhaps."""
    bars = tuple(_BARS)
    ends = [(line.strip().startswith(bars), line.strip().endswith(bars)) for line in row_lines]
    has_walled_row = (True, True) in ends
    return has_walled_row and any(begins != closes for begins, closes in ends)


def _are_indented_by_tabs(row_lines: Collection[str]) -> bool:
    """Whether more tabs stand before some rows than before others: blank cells, perhaps."""
    tabs = {len(line) - len(line.lstrip("\t")) for line in row_lines}
    return len(tabs) > 1 and all("\t" in line.strip() for line in row_lines)


def _goes_on(line: str, index: int, row_lines: Mapping[int, str]) -> bool:
    """Whether a number alone goes on with the numbers of rows: its row has blanks, perhaps."""
    if not _ROW_NUMBER.fullmatch(line):
        return False
    number = int(line)
    above, below = row_lines.get(index - 1, "").split(), row_lines.get(index + 1, "").split()
    return above[:1] == [str(number - 1)] or below[:1] == [str(number + 1)]


def _stand_beside(board: Sequence[Row], lines: Sequence[str]) -> bool:
    """Whether the lines of the rows alone are two boards side by side."""
    indices = sorted({row.line_index for row in board})
    return len(indices) > 1 and bool(side_by_side([lines[index] for index in indices]))


def _may_be_no_cells(rows: Sequence[Row], row_lines: Sequence[str], others: Sequence[str]) -> bool:
    """Whether the first sign of all rows may be that of a comment, or of a frame."""
    sign = rows[0].signs[0]
    if not sign or len(rows) < 2 or any(row.signs[0] != sign for row in rows):
        return False
    has_rule = any(set(line.strip()) == {sign} for line in others)
    if has_rule and all(row.signs[-1] == sign for row in rows):
        return True
    if all(stands_apart(line, sign) for line in row_lines):
        return True
    if sign not in _COMMENT_SIGNS:
        return False
    return any(line.lstrip().startswith(sign) and not is_rule(line) for line in others)
