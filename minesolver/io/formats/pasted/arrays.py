"""Rows out of what programming languages write: lists of lists, arrays, terms, lists of texts."""

from .cutting import TextRow, sign_of
from .lines import Line, has_words, numbers_of
from .table import ELEMENTS

_OPENING = "[({"
_CLOSING = "])}"
_SEPARATORS = " \t,;|" + _OPENING + _CLOSING
_ENDS_OF_ELEMENTS = _SEPARATORS + "'\""


class _Group:
    """What stands in one innermost pair of brackets: its elements (text, column, quoted?), row by row."""

    def __init__(self) -> None:
        self.rows: list[tuple[int, list[tuple[str, int, bool]]]] = []
        self.elements: list[tuple[str, int, bool]] = []
        self.rows_with_comma: list[int] = []
        self.innermost = True

    def end_row(self, line: int) -> None:
        if self.elements:
            self.rows.append((line, self.elements))
            self.elements = []


def has_arrays(lines: list[Line]) -> bool:
    """Whether there are brackets or quotes that may hold rows."""
    return any(sign in line.text for line in lines for sign in "[({'\"")


def cut_arrays(lines: list[Line]) -> list[TextRow]:
    """A row is what stands in an innermost pair of brackets; of a flat array, in one line of it; texts are
    rows as well."""
    if any(_is_sentence(line.text) for line in lines):
        return []
    groups = _groups(lines)
    _add_blank_ends(groups)
    groups_of_cells = [
        group for group in groups if group.rows and _row_of_elements(_as_one_row(group)[1], 0).cells
    ]
    has_row_brackets = len(groups_of_cells) > 1
    rows: list[TextRow] = []
    for group in groups:
        # Where each row has brackets of its own, it may be broken at the end of a line.
        element_rows = group.rows
        if has_row_brackets and not _holds_texts(group):
            element_rows = [_as_one_row(group)]
        for line, elements in element_rows:
            if _are_rows(elements):
                for text, column, _ in elements:
                    rows.append(_row_of_text(text, line, column))
            else:
                rows.append(_row_of_elements(elements, line))
    return rows


def _are_rows(elements: list[tuple[str, int, bool]]) -> bool:
    """Whether each element is a row of characters or words, as in ``"##1", "#21"``; else it is a cell."""
    if not all(quoted for _, _, quoted in elements):
        return False
    texts = [text for text, _, _ in elements]
    if all(len(text.strip()) <= 2 for text in texts):
        return False
    # The names of signs, as in ``"FLAG", "1"``, are cells, however long they are.
    return any(_sign_of_name(text) is None for text in texts)


def _is_sentence(text: str) -> bool:
    """Whether words stand between two brackets of a line, or a number after ``=``: ``clue 2 at (1,1)``."""
    depth = 0
    between = ""  # of the text outside all brackets, what follows the last closing one
    has_closed = False
    for sign in text:
        if sign in _OPENING:
            if depth == 0 and has_closed and has_words(between) and "=" not in between:
                return True
            depth += 1
        elif sign in _CLOSING:
            depth = max(depth - 1, 0)
            if depth == 0:
                has_closed = True
                between = ""
        elif depth == 0 and has_closed:
            between += sign
            if sign.isdecimal() and between[:-1].strip() in ("=", ":", "=>", "->"):
                return True
    return False


def _row_of_elements(elements: list[tuple[str, int, bool]], line: int) -> TextRow:
    """A cell is an element; there is none where one is no sign."""
    cells: list[str] = []
    columns: list[int] = []
    for text, column, _ in elements:
        sign = _sign_of_name(text)
        if sign is None:
            return TextRow(line, [], [])
        cells.append(sign)
        columns.append(column)
    return TextRow(line, cells, columns)


def _as_one_row(group: _Group) -> tuple[int, list[tuple[str, int, bool]]]:
    """All elements of a group as one row, in its first line."""
    elements: list[tuple[str, int, bool]] = []
    for _, row_elements in group.rows:
        elements += row_elements
    return group.rows[0][0], elements


def _holds_texts(group: _Group) -> bool:
    """Whether all elements are texts that may be rows."""
    for _, elements in group.rows:
        for text, _, quoted in elements:
            if not quoted or len(text.strip()) < 2:
                return False
    return True


def _add_blank_ends(groups: list[_Group]) -> None:
    """A comma before a closing bracket ends a list, unless lists of this text have blank elements."""
    has_blanks = False
    for group in groups:
        for _, elements in group.rows:
            has_blanks = has_blanks or any(not text and not quoted for text, _, quoted in elements)
    if not has_blanks:
        return
    for group in groups:
        for row_index in group.rows_with_comma:
            line, elements = group.rows[row_index]
            group.rows[row_index] = (line, [*elements, ("", elements[-1][1] + 1, False)])


def lines_outside(lines: list[Line]) -> list[Line]:
    """The lines outside all brackets that have words or numbers, which may tell the mine count."""
    outside = []
    depth = 0
    for line in lines:
        if depth == 0 and (has_words(line.text) or numbers_of(line.text)):
            outside.append(line)
        depth += sum(line.text.count(sign) for sign in _OPENING)
        depth -= sum(line.text.count(sign) for sign in _CLOSING)
        depth = max(depth, 0)
    return outside


def quoted_lines(lines: list[Line]) -> list[Line]:
    """The texts in quotes, where these are rows: several, of more than two characters; else none."""
    texts = []
    for group in _groups(lines):
        for line_number, elements in group.rows:
            for text, column, quoted in elements:
                if not quoted or len(text) < 3 or not text.strip("'\""):
                    return []
                texts.append(Line(line_number, text, column - 1))
    return texts if len(texts) > 1 else []


def _sign_of_name(text: str) -> str | None:
    """The sign that an element is: variables such as ``_12`` are one, names such as ``FLAG`` their letter."""
    if text.startswith("_"):
        return "_"
    sign = sign_of(text)
    if sign is None and text.lower() in ELEMENTS:
        return ELEMENTS[text.lower()]
    if sign is None and text.isascii() and text.isupper() and text.isalpha():
        return text[0]
    return sign


def _row_of_text(text: str, line: int, column: int) -> TextRow:
    if " " in text.strip():
        signs = [sign_of(word) for word in text.replace(",", " ").split()]
        if all(sign is not None for sign in signs):
            words = [sign for sign in signs if sign is not None]
            return TextRow(line, words, [column] * len(words))
        return TextRow(line, [], [])
    cells = list(text.strip())
    return TextRow(line, cells, [column + offset for offset in range(len(cells))])


def _groups(lines: list[Line]) -> list[_Group]:
    """The innermost brackets with their elements; a bar or the end of a line ends a row of a flat array."""
    reader = _BracketReader()
    for line in lines:
        reader.read_line(line)
    return reader.groups()


class _BracketReader:
    """What reads lines sign by sign: quotes and brackets are kept apart from the elements between them."""

    def __init__(self) -> None:
        self._closed_groups: list[_Group] = []
        self._outside = _Group()  # texts in lines of their own, without brackets
        self._open_groups = [self._outside]
        self._sign_before = " "  # the last one that is no blank, where there is one

    def groups(self) -> list[_Group]:
        """The innermost brackets; where there are none, the texts outside."""
        if not self._closed_groups and self._outside.rows:
            return [self._outside]
        return self._closed_groups

    def read_line(self, line: Line) -> None:
        offset = 0
        while offset < len(line.text):
            sign = line.text[offset]
            if sign in "'\"":
                end = self._read_quoted(line, offset)
            elif sign in _SEPARATORS:
                self._read_separator(line, offset)
                end = offset + 1
            else:
                end = self._read_element(line, offset)
            if sign not in " \t":
                self._sign_before = sign
            offset = end
        for group in self._open_groups:
            group.end_row(line.number)

    def _read_quoted(self, line: Line, offset: int) -> int:
        """Read an element in quotes; where the next begins."""
        end = line.text.find(line.text[offset], offset + 1)
        if end < 0:
            end = len(line.text)
        element = (line.text[offset + 1 : end], line.start + offset + 2, True)
        self._open_groups[-1].elements.append(element)
        return end + 1

    def _read_element(self, line: Line, offset: int) -> int:
        """Read an element without quotes, which counts within brackets; where the next begins."""
        end = offset
        while end < len(line.text) and line.text[end] not in _ENDS_OF_ELEMENTS:
            end += 1
        if len(self._open_groups) > 1:
            element = (line.text[offset:end], line.start + offset + 1, False)
            self._open_groups[-1].elements.append(element)
        return end

    def _read_separator(self, line: Line, offset: int) -> None:
        sign = line.text[offset]
        group = self._open_groups[-1]
        if sign in _OPENING:
            group.innermost = False
            self._open_groups.append(_Group())
        elif sign in _CLOSING and len(self._open_groups) > 1:
            self._close_group(line, offset)
        elif sign == "|":
            group.end_row(line.number)
            if self._sign_before == "," and group.rows:
                group.rows_with_comma.append(len(group.rows) - 1)
        elif sign == "," and len(self._open_groups) > 1 and self._sign_before in "[({,|":
            # Nothing stands between this comma and the comma or bracket before it.
            group.elements.append(("", line.start + offset + 1, False))

    def _close_group(self, line: Line, offset: int) -> None:
        """End the last open group, which is kept where it is an innermost one."""
        closed = self._open_groups.pop()
        closed.end_row(line.number)
        # A comma at the end of the line before ends that row alone.
        if self._sign_before == "," and closed.rows and line.text[:offset].strip():
            closed.rows_with_comma.append(len(closed.rows) - 1)
        if closed.innermost and closed.rows:
            self._closed_groups.append(closed)
