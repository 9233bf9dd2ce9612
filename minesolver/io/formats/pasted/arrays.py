"""Rows out of what programming languages write: lists of lists, arrays, terms, lists of texts."""

from .cutting import Row, sign_of
from .lines import Line

_OPENING, _CLOSING = "[({", "])}"


class _Group:
    """What stands in one innermost pair of brackets: its elements, by lines."""

    def __init__(self) -> None:
        self.rows: list[list[tuple[str, int, bool]]] = [[]]
        self.lines: list[int] = []
        self.innermost = True

    def add(self, text: str, line: int, column: int, quoted: bool) -> None:
        if not self.lines:
            self.lines.append(line)
        self.rows[-1].append((text, column, quoted))

    def end_row(self, line: int) -> None:
        if self.rows[-1]:
            self.rows.append([])
            self.lines.append(line)
        elif self.lines:
            self.lines[-1] = line
        else:
            self.lines.append(line)


def has_arrays(lines: list[Line]) -> bool:
    """Whether there are brackets or quotes that may hold rows."""
    return any(sign in line.text for line in lines for sign in "[({'\"")


def cut_arrays(lines: list[Line]) -> list[Row]:
    """A row is what stands in an innermost pair of brackets, or in one line of it; texts are rows as well."""
    groups = _groups(lines)
    rows: list[Row] = []
    for group in groups:
        parts = [
            (line, elements) for line, elements in zip(group.lines, group.rows, strict=False) if elements
        ]
        for line, elements in parts:
            texts = [text for text, _, quoted in elements if quoted]
            if len(texts) == len(elements) and any(len(text.strip()) > 2 for text in texts):
                # Each text is a row: a character a cell, or words.
                for text, column, _ in elements:
                    rows.append(_row_of_text(text, line, column))
                continue
            cells, columns = [], []
            for text, column, _ in elements:
                sign = _sign_of_name(text)
                if sign is None:
                    cells = []
                    break
                cells.append(sign)
                columns.append(column)
            rows.append(Row(line, cells, columns if cells else []))
    return rows


def _sign_of_name(text: str) -> str | None:
    """The sign that an element is: variables such as ``_12`` are one, names such as ``FLAG`` their letter."""
    if text.startswith("_"):
        return "_"
    sign = sign_of(text)
    if sign is None and text.isascii() and text.isupper() and text.isalpha():
        return text[0]
    return sign


def _row_of_text(text: str, line: int, column: int) -> Row:
    if " " in text.strip():
        signs = [sign_of(word) for word in text.replace(",", " ").split()]
        if all(sign is not None for sign in signs):
            words = [sign for sign in signs if sign is not None]
            return Row(line, words, [column] * len(words))
        return Row(line, [], [])
    cells = list(text.strip())
    return Row(line, cells, [column + k for k in range(len(cells))])


def _groups(lines: list[Line]) -> list[_Group]:
    """The innermost brackets with their elements; a bar or the end of a line ends a row of a flat array."""
    found: list[_Group] = []
    outside = _Group()  # texts in lines of their own, without brackets
    open_groups: list[_Group] = [outside]
    for line in lines:
        text = line.text
        place = 0
        while place < len(text):
            sign = text[place]
            group = open_groups[-1]
            if sign in "'\"":
                end = text.find(sign, place + 1)
                if end < 0:
                    end = len(text)
                group.add(text[place + 1 : end], line.number, line.start + place + 2, True)
                place = end + 1
            elif sign in _OPENING:
                group.innermost = False
                open_groups.append(_Group())
                place += 1
            elif sign in _CLOSING:
                if len(open_groups) > 1:
                    closed = open_groups.pop()
                    if closed.innermost and any(closed.rows):
                        found.append(closed)
                place += 1
            elif sign == "|":
                group.end_row(line.number)
                place += 1
            elif sign in " \t,;":
                empty = sign == "," and _is_empty_element(text, place)
                if empty and len(open_groups) > 1:
                    group.add("", line.number, line.start + place + 1, False)
                place += 1
            else:
                end = place
                while end < len(text) and text[end] not in " \t,;|'\"[](){}":
                    end += 1
                if len(open_groups) > 1:
                    group.add(text[place:end], line.number, line.start + place + 1, False)
                place = end
        for group in open_groups:
            group.end_row(line.number)
    if not found and any(outside.rows):
        found.append(outside)
    return found


def _is_empty_element(text: str, comma: int) -> bool:
    """Whether nothing stands between a comma and the comma or bracket before it."""
    before = text[:comma].rstrip(" \t")
    return before[-1:] in ("[", "(", "{", ",")
