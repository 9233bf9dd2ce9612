"""Ways to cut lines into cells: at bars, brackets, commas, blanks, at columns, or after each character.

A way returns the rows of a text, each with its line and the columns where its cells stand; a line that cannot
be cut so has no cells. Whether the rows make a board is asked elsewhere.
"""

import re
from typing import NamedTuple

from .lines import Line, is_named_count, is_prose, is_rule, numbers_of
from .table import CHOICES, ELEMENTS, NAMES

BARS = "|│┃║"
BLANK = ""
"""The sign of a cell in which nothing stands."""

_NUMERAL = re.compile(r"[+-]?(?:0?[0-9]|[1-9][0-9])(?:\.0{0,9})?$")
_BOX = re.compile(r"[\[(<{]([^\[\](){}<>,]?)[\])>}]")
_NAMED = re.compile(r":[a-z_]{1,30}:")


class TextRow(NamedTuple):
    """The cells of one line, and where each stands, both counted from 1 in the text."""

    line: int
    cells: list[str]
    columns: list[int]


def sign_of(text: str) -> str | None:
    """The sign that a piece of text is, if it is one: a character, a number, or a name such as ``null``."""
    piece = text.strip()
    if len(piece) > 1 and piece[0] == piece[-1] and piece[0] in "'\"":
        piece = piece[1:-1].strip()
    if len(piece) <= 1:
        return piece
    if piece in ("None", "undefined", "NaN", "nan", "nil", "Nil", "NULL", "NA", "<NA>"):
        return "null"
    if piece in ("True", "False"):
        return piece.lower()
    if _NUMERAL.match(piece):
        return str(int(piece.partition(".")[0]))
    if piece in CHOICES:
        return piece
    return NAMES.get(piece)


def cut_words(lines: list[Line]) -> list[TextRow]:
    """A cell is a word; commas, semicolons and bars part words as blanks do."""
    rows = []
    for line in lines:
        cells, columns, ended = [], [], False
        for start, word in _words_of(line.text):
            sign = sign_of(word)
            if sign is None:
                sign = ELEMENTS.get(word.lower())
            if sign is None and len(word) == 2 and word[0] == word[1]:
                sign = word[0]  # as wide as numbers of two digits
            if sign is None:
                ended = True
                break
            cells.append(sign)
            columns.append(line.start + start + 1)
        # A word alone in its line is a row of characters, or a number beside the board.
        ended = ended or (len(cells) == 1 and len(line.text.strip()) > 1)
        rows.append(_row(line, [] if ended else cells, columns))
    return rows


def _row(line: Line, cells: list[str], columns: list[int]) -> TextRow:
    return TextRow(line.number, cells, columns if cells else [])


def _words_of(text: str) -> list[tuple[int, str]]:
    """The words of a line, each with where it starts."""
    words: list[tuple[int, str]] = []
    start = -1
    for offset, sign in enumerate(text + " "):
        if sign in " \t,;":
            if start >= 0:
                words.append((start, text[start:offset]))
            start = -1
        elif start < 0:
            start = offset
    return words


def cut_characters(lines: list[Line]) -> list[TextRow]:
    """A cell is a character, in lines without a blank."""
    rows = []
    for line in lines:
        text = line.text.strip()
        blanks_before = line.start + len(line.text) - len(line.text.lstrip())
        is_row = " " not in text and "\t" not in text and not is_named_count(text)
        cells = list(text) if is_row else []
        rows.append(_row(line, cells, [blanks_before + offset + 1 for offset in range(len(cells))]))
    return rows


def cut_boxes(lines: list[Line]) -> list[TextRow]:
    """A cell is what stands in brackets: ``[1] [ ] [!]``."""
    rows = []
    for line in lines:
        cells, columns, box_end = [], [], 0
        outside = ""
        for box in _BOX.finditer(line.text):
            outside += line.text[box_end : box.start()]
            box_end = box.end()
            cells.append(box[1].strip())
            columns.append(line.start + box.start() + 2)
        outside += line.text[box_end:]
        if not cells:  # a heading, perhaps
            rows += cut_words([line])
            continue
        # What stands before or behind the boxes may number the row.
        label = sign_of(outside.strip(" \t,;:|"))
        if label is None:
            rows.append(_row(line, [], []))
        elif label:
            rows.append(_row(line, [label, *cells], [line.start + 1, *columns]))
        else:
            rows.append(_row(line, cells, columns))
    return rows


def has_boxes(lines: list[Line]) -> bool:
    """Whether most cells may stand in brackets of their own."""
    boxes = 0
    for line in lines:
        boxes += len(_BOX.findall(line.text))
    brackets = sum(line.text.count("[") + line.text.count("(") for line in lines)
    return boxes >= 2 and boxes >= brackets - 2


def _ends_with_cells(lines: list[Line]) -> bool:
    """Whether bars stand between cells only: as many in each line, and none before or behind all cells."""
    barred = [
        line.text
        for line in lines
        if any(bar in line.text for bar in BARS) and not is_prose(line.text)
    ]
    counts = {sum(text.count(bar) for bar in BARS) for text in barred}
    if len(counts) != 1 or min(counts) == 0:
        return False
    has_first = any(text.strip()[0] not in BARS for text in barred)
    has_last = any(text.strip()[-1] not in BARS for text in barred)
    return has_first and has_last


def cut_bars(lines: list[Line]) -> list[TextRow]:
    """A cell is what stands between two bars; one with nothing in it is blank."""
    rows = []
    is_open = _ends_with_cells(lines)
    for line in lines:
        if not any(bar in line.text for bar in BARS):
            rows += cut_words([line])
            continue
        pieces = _between(line.text, BARS)
        # Outside the first and the last bar nothing stands, or what numbers the row.
        if not pieces[0][1].strip() and not is_open:
            pieces = pieces[1:]
        if len(pieces) > 1 and not pieces[-1][1].strip() and not is_open:
            pieces = pieces[:-1]
        cells: list[str] = []
        columns: list[int] = []
        for start, piece in pieces:
            sign = sign_of(piece)
            if sign is None:
                cells = []
                break
            cells.append(sign)
            columns.append(line.start + start + 1 + len(piece) - len(piece.lstrip()))
        rows.append(_row(line, cells, columns))
    return rows


def _between(text: str, separators: str) -> list[tuple[int, str]]:
    """The pieces of a line between separators, each with where it starts."""
    pieces = []
    start = 0
    for offset, sign in enumerate(text):
        if sign in separators:
            pieces.append((start, text[start:offset]))
            start = offset + 1
    pieces.append((start, text[start:]))
    return pieces


def cut_fields(lines: list[Line], separator: str, is_ended: bool) -> list[TextRow]:
    """A cell is a field of a sheet: between commas, tabs or semicolons; one with nothing in it is blank.

    is_ended: Whether a separator stands behind the last field, too
    """
    rows = []
    for line in lines:
        if separator not in line.text:
            rows += cut_words([line])
            continue
        pieces = _between(line.text, separator)
        if is_ended:
            pieces = pieces[:-1]
        cells: list[str] = []
        columns = []
        for start, piece in pieces:
            sign = sign_of(piece)
            if sign is None:
                cells = []
                break
            cells.append(sign)
            columns.append(line.start + start + 1)
        rows.append(_row(line, cells, columns))
    return rows


def ends_with_separators(lines: list[Line], separator: str) -> bool:
    """Whether a separator stands at the end of every line that has one."""
    parted = [line.text for line in lines if separator in line.text]
    if separator != "\t":  # behind a tab a blank is a cell
        parted = [text.rstrip(" ") for text in parted]
    return bool(parted) and all(text.endswith(separator) for text in parted)


def has_blank_fields(lines: list[Line], separator: str) -> bool:
    """Whether a field but the last of its line has nothing in it."""
    return any(_has_blank_field(line.text, separator) for line in lines if separator in line.text)


def _has_blank_field(text: str, separator: str) -> bool:
    """Whether a field but the last has nothing in it."""
    return any(not piece.strip() for _, piece in _between(text, separator)[:-1])


def field_separator(lines: list[Line]) -> str:
    """Of a sheet: what stands between its fields in most lines; empty where there is none."""
    filled = [line for line in lines if line.text.strip()]
    for separator in "\t;,":
        parted = sum(separator in line.text for line in filled)
        if parted and 2 * parted >= len(filled):
            return separator
    return ""


def cut_below_heading(lines: list[Line]) -> list[TextRow]:
    """A cell is what stands below or above a number of the line that numbers the columns, or a blank."""
    heading_index = -1
    for line_index, line in enumerate(lines):
        column_names = _column_names(line.text)
        if column_names:
            heading_index = line_index
            break
    if heading_index < 0:
        return []
    first_column = column_names[0][0]
    ends = [start + len(name) - 1 for start, name in column_names]
    are_tight = column_names[1][0] == first_column + 1
    rows = []
    for line_index, line in enumerate(lines):
        if line_index == heading_index:
            names = [name for _, name in column_names]
            rows.append(TextRow(line.number, names, [end + 1 for end in ends]))
            continue
        label = sign_of(line.text[:first_column].strip(" \t|:.)"))
        # Names without blanks between them may be a row of clues.
        if are_tight and not label and line.text.strip() and not is_prose(line.text):
            return []
        rows.append(_row_below_names(line, label, first_column, ends, rows))
    return rows


def _row_below_names(
    line: Line, label: str | None, first_column: int, ends: list[int], rows_before: list[TextRow]
) -> TextRow:
    """The cells of a line that end at the same offsets as the names of the columns; none where it has others.

    label: The sign before the first column, which may be blank; None: it is no sign
    """
    text = line.text
    # What numbers the row in front may number it behind its last cell as well.
    if label and sign_of(text[ends[-1] + 1 :].strip(" \t|")) == label:
        text = text[: ends[-1] + 1]
    cells, starts = _cells_ending_at(text, ends)
    columns = [line.start + start + 1 for start in starts]
    # A number alone below the last row is a mine count, unless it goes on with what numbers the rows.
    is_alone = not any(cells) and len(text.rstrip()) == len(text)
    if label and is_alone and not _goes_on(rows_before, line, label):
        return _row(line, [], [])
    # Every sign of the line has to be one of its cells, or its label.
    body = "".join(text[max(first_column - 1, 0) :].split())
    for bar in BARS:
        body = body.replace(bar, "")
    if label is None or len(body) != len("".join(cells)):
        return _row(line, [], [])
    if label:
        return TextRow(line.number, [label, *cells], [line.start + 1, *columns])
    return TextRow(line.number, cells, columns)


def _cells_ending_at(text: str, ends: list[int]) -> tuple[list[str], list[int]]:
    """(the cells that end at some offsets of a line, where they start)."""
    cells = []
    starts = []
    for end in ends:
        sign = text[end : end + 1].strip()
        start = end
        # A number of two characters ends below the number of its column.
        if sign and end > 0 and text[end - 1] in "-1" and (end < 2 or text[end - 2] in " |"):
            sign = text[end - 1] + sign
            start = end - 1
        cells.append(BLANK if sign in BARS else sign)
        starts.append(start)
    return cells, starts


def _lone_numbers(lines: list[Line]) -> list[Line]:
    """The first and the last line, where they have one number and are not as long as the others."""
    numbers = []
    for end_line, other_lines in ((lines[:1], lines[1:]), (lines[-1:], lines[:-1])):
        lengths = {len(line.text) for line in other_lines}
        for line in end_line:
            if (
                len(line.text.split()) == 1
                and numbers_of(line.text)
                and len(line.text) not in lengths
            ):
                numbers.append(line)
    return numbers


def _goes_on(rows: list[TextRow], line: Line, label: str) -> bool:
    """Whether a label that has no cells beside it is the next after that of the row before it, below it."""
    if not rows or not rows[-1].cells:
        return False
    label_before = rows[-1].cells[0]
    end = line.start + len(line.text)
    width_before = len(label_before)
    is_next = counts_up([label_before, label]) or (
        label.isdecimal() and label_before.isdecimal() and int(label) == int(label_before) + 1
    )
    return is_next and end <= rows[-1].columns[1] - 1 and end != width_before - 1


def _column_names(text: str) -> list[tuple[int, str]]:
    """The names of columns with where each stands, where a line has nothing else: ``0 1 2``, ``  012345``."""
    words = _words_of(text.replace("|", " "))
    if len(words) == 1 and words[0][0] > 0 and counts_up(list(words[0][1])):
        start, word = words[0]
        words = [(start + offset, sign) for offset, sign in enumerate(word)]
    names = [word for _, word in words]
    if len(names) >= 3 and counts_up(names) and all(len(name) <= 2 for name in names):
        return words
    return []


PITCHES = (4, 3, 2, 1)
"""Columns from one cell to the next, from ``| 1 `` to a character a cell. The widest comes first: cells in
every fourth column stand in every second as well, where the columns between them would be blank cells."""


def cut_columns(
    lines: list[Line], pitch: int, with_left_blanks: bool, with_right_blanks: bool
) -> list[TextRow]:
    """A cell is each ``pitch``-th column; blanks there are cells.

    with_left_blanks, with_right_blanks: Whether blanks before the first sign of all rows are cells, too, and
        those behind the last
    """
    # A mine count above or below the rows need not stand in their columns.
    row_lines = [line for line in lines if _may_be_row(line.text)]
    counts = _lone_numbers(row_lines) if pitch > 1 else []
    row_texts = [line.text for line in row_lines if line not in counts]
    columns = _columns_of(row_texts, pitch, with_left_blanks, with_right_blanks)
    if not columns or any("\t" in line.text for line in row_lines):
        return []
    if pitch == 1 and _are_pairs(row_texts):
        return []
    rows = []
    for line in lines:
        text = line.text
        is_count = line in counts
        is_before_cells = is_count and text[: columns.start].strip()
        if not _may_be_row(text) or is_before_cells:
            rows.append(_row(line, [], []))
        elif not _has_signs_between(text, columns):
            cells = [text[column : column + 1].strip() for column in columns]
            rows.append(
                TextRow(line.number, cells, [line.start + column + 1 for column in columns])
            )
        elif is_count:
            rows.append(_row(line, [], []))
        else:
            return []
    return rows


_FEWEST_PAIRS = 4
"""Words of a row that are more than a board's cells beside blank ones."""


def _are_pairs(texts: list[str]) -> bool:
    """Whether all words of all lines are of two characters, and as many in each: bytes as 0F, no cells."""
    rows = [text.split() for text in texts]
    counts = {len(words) for words in rows}
    if len(counts) != 1 or counts.pop() < _FEWEST_PAIRS:
        return False
    return all(len(word) == 2 for words in rows for word in words)


def cut_each_column(lines: list[Line]) -> list[TextRow]:
    """A cell is each character, also a blank one."""
    return cut_columns(lines, 1, True, True)


def _columns_of(
    texts: list[str], pitch: int, with_left_blanks: bool, with_right_blanks: bool
) -> range:
    """The offsets at which the cells of rows stand; none where all rows are blank."""
    # They begin at the first sign of any row, or where blanks before it are cells at the pitch.
    starts = [len(text) - len(text.lstrip(" ")) for text in texts if text.strip()]
    if not starts:
        return range(0)
    first_column = min(starts)
    if with_left_blanks:
        first_column %= pitch
    width = max(len(text if with_right_blanks else text.rstrip()) for text in texts)
    return range(first_column, max(width, first_column + 1), pitch)


def _has_signs_between(text: str, columns: range) -> bool:
    """Whether something but blanks stands between the columns of a line, or behind the last."""
    for start in range(columns.start + 1, columns.start + columns.step):
        between = text[start :: columns.step]
        if between.strip(" "):
            return True
    return False


def has_blank_inside(rows: list[TextRow]) -> bool:
    """Whether a cell before a sign of its row is blank, or all cells of a row are."""
    for row in rows:
        filled = [cell_index for cell_index, cell in enumerate(row.cells) if cell != BLANK]
        if row.cells and (not filled or len(filled) <= filled[-1]):
            return True
    return False


def has_blank_ends(lines: list[Line]) -> bool:
    """Whether lines of one length end with blanks that may be cells: more in some than in others, or more
    than part the cells in a board without another sign of a 0."""
    row_lines = [line for line in lines if _may_be_row(line.text)]
    counts = _lone_numbers(row_lines)
    texts = [line.text for line in row_lines if line not in counts]
    if len({len(text) for text in texts}) != 1:
        return False
    ends = {len(text) - len(text.rstrip(" ")) for text in texts}
    has_zero = any("0" in text for text in texts)
    are_apart = any(" " in text.strip() for text in texts)
    return len(ends) > 1 or (len(texts) > 1 and not has_zero and min(ends) > int(are_apart))


def has_single_signs(lines: list[Line]) -> bool:
    """Whether all words of the lines that may be rows are single characters, and there are several."""
    several = False
    for line in lines:
        if not _may_be_row(line.text):
            continue
        words = line.text.split()
        if any(len(word) > 1 for word in words):
            return False
        several = several or len(words) > 1
    return several


def _may_be_row(text: str) -> bool:
    if not text or (is_rule(text) and "+" in text):
        return False
    return not is_prose(text)


def outer_blanks(lines: list[Line]) -> int:
    """How many columns at the left are blank in every line that may be a row."""
    row_lines = [line for line in lines if line.text.strip() and _may_be_row(line.text)]
    counts = _lone_numbers(row_lines)
    texts = [line.text for line in row_lines if line not in counts]
    return min((len(text) - len(text.lstrip(" ")) for text in texts), default=0)


_PREFIXED = re.compile(r"([A-Za-z_]{1,6})([0-9]{1,3})$")


def counts_up(names: list[str]) -> bool:
    """Whether names number something: 0, 1, 2, ... or 1, 2, 3, ..., also from the last, by their last digit,
    or by letters."""
    prefixed = [_PREFIXED.match(name) for name in names]
    if len(names) > 1 and all(prefixed) and len({match[1] for match in prefixed if match}) == 1:
        names = [match[2] for match in prefixed if match]  # V1 V2 V3
    return _counts_up(names) or _counts_up(names[::-1])


def _counts_up(names: list[str]) -> bool:
    if not names:
        return False
    first_name = names[0]
    if first_name in ("0", "1", "00", "01"):
        start = int(first_name)
        numbers = [str(start + steps) for steps in range(len(names))]
        stripped = [name.lstrip("0") or "0" for name in names]
        if stripped == numbers:
            return True
        return len(names) > 9 and names == [number[-1] for number in numbers]
    if first_name in ("a", "A", "а", "А"):  # of the Latin and the Cyrillic alphabet
        return len(names) <= 26 and names == [
            chr(ord(first_name) + steps) for steps in range(len(names))
        ]
    return False
