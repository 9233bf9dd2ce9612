"""Rows as programming languages and markup write them -> rows as anybody writes them, before a text is cut.

What one sign of a language becomes is a row of ``rewrites`` in ``signs.json``; what needs more than one
line, or makes several lines of one, is here: tables of HTML, LaTeX, MediaWiki and Polars, line breaks as
``\\n``, rows parted by ``;``.
"""

import re
from collections.abc import Iterable, Iterator

from .table import REWRITES

_PATTERNS = [
    (re.compile(pattern), re.sub(r"\$(\d)", r"\\\1", replacement))
    for _, pattern, replacement in REWRITES
]
_TRIGGERS = [signs for signs, _, _ in REWRITES]
_OTHER_TRIGGERS = (
    "<td",
    "<TD",
    "<br",
    "<BR",
    "</div><",
    "</p><",
    "</li><",
    "\\\\",
    "\\begin{",
    "{|",
    "shape: (",
    "\\n",
    ";",
)
_ALL_TRIGGERS = (*_OTHER_TRIGGERS, *_TRIGGERS)

_CELL = re.compile(r"<t[dh]\b[^>]{0,400}>(.*?)(?=</?t[dhr]\b|</?table|</tbody|$)", re.I | re.S)
_ROW = re.compile(r"<tr\b", re.I)
_TABLE_END = re.compile(r"</table\s*>", re.I)
_TAG = re.compile(r"<[^<>]{0,400}>")
_BREAK = re.compile(r"<br\s{0,3}/?>|(?<=</div>)(?=<)|(?<=</p>)(?=<)|(?<=</li>)(?=<)", re.I)
_MOST_TABLE_LINES = 20_000

_WIKI_CELLS = re.compile(r"\|\||!!")
_WIKI_STYLE = re.compile(r"^[^|\[{]{0,400}\|(?!\|)")
_FRAME_SIZE = re.compile(r"\s*shape: \(\d+, \d+\)\s*$")
_MOST_HEAD_LINES = 20

_LATEX_ROW = re.compile(r"\s*[^&]{0,9}(?:&[^&]{0,9})+$")
_LATEX_END = re.compile(r"\s*\\\\(?:\[[^\]]{0,9}\])?\s*(?:\\hline)?\s*$")
_LATEX_COMMAND = re.compile(
    r"\\(?:begin|end)\{[^}]{0,20}\}(?:\[[^\]]{0,9}\])?(?:\{[^}]{0,99}\})?|\\[a-z]*(?:line|rule)\b"
)

_ESCAPED_END = re.compile(r"\\n(?=[\"'])")
_ESCAPED_BREAK = re.compile(r"(?:\\r)?\\n")
_TEXT_HEAD = re.compile(r"^\s*(?:[\w. ]{1,40}=\s*)?[A-Za-z]?[\"'`]|[\"'`]\s*[;,)]*\s*$")
_MATRIX_HEAD = re.compile(r"^\s*(?:[\w.]{1,40}\s*=\s*)?\[?|\]?\s*;?\s*$")
_LINK = re.compile(r"\b(?:board|play)=|://")
_NUMBER = re.compile(r"[-+]?[0-9]{1,2}$")


def has_markup(text: str) -> bool:
    """Whether a text may have something of this: most have not."""
    return any(sign in text for sign in _ALL_TRIGGERS)


def plain_lines(lines: Iterable[str]) -> Iterator[str]:
    """The lines of a text, with rows as anybody writes them."""
    remaining_lines = iter(lines)
    is_latex = False
    for original in remaining_lines:
        line = original
        for (pattern, replacement), sign in zip(_PATTERNS, _TRIGGERS, strict=True):
            if sign in line:
                line = pattern.sub(replacement, line)
        if "<t" in line.lower() and _is_table(line):
            yield from _rows_of_html(line, remaining_lines)
            continue
        if line.lstrip().startswith("{|"):
            yield from _rows_of_wiki(line, remaining_lines)
            continue
        if "shape: (" in line and _FRAME_SIZE.match(line):
            yield ""
            yield from _head_of_frame(remaining_lines)
            continue
        if "\\begin{" in line or "\\end{" in line:
            is_latex = True
        if "&" in line and (is_latex or "\\\\" in line):
            row = _row_of_latex(line)
            is_latex = is_latex or row != line
            line = row
        elif is_latex:
            line = _LATEX_COMMAND.sub("", line)
        if "<" in line and _BREAK.search(line):
            parts = [part for part in _BREAK.split(line) if _TAG.sub("", part).strip()]
            yield from parts or [line]
        elif "\\n" in line:
            yield from _broken(line)
        elif ";" in line:
            yield from _parted(line)
        else:
            yield line


def _is_table(line: str) -> bool:
    lowered = line.lower()
    return any(tag in lowered for tag in ("<table", "<tr", "<td"))


def _rows_of_html(first_line: str, remaining_lines: Iterator[str]) -> Iterator[str]:
    """The rows of a table, its cells between bars; empty lines for the others, so that later ones keep their
    number."""
    # A table goes on to its end tag.
    lines = [first_line]
    if _TABLE_END.search(first_line) is None:
        for line in remaining_lines:
            lines.append(line)
            if _TABLE_END.search(line) or len(lines) > _MOST_TABLE_LINES:
                break
    rows = []
    for row_html in _ROW.split("\n".join(lines)):
        cells = []
        for match in _CELL.finditer(row_html):
            content = (
                _TAG.sub("", match[1])
                .replace("&nbsp;", " ")
                .replace("&#160;", " ")
                .replace("\n", " ")
            )
            cells.append(content.strip() or " ")
        if cells:
            rows.append("|" + "|".join(cells) + "|")
    yield from rows
    for _ in range(len(lines) - len(rows)):
        yield ""


def _rows_of_wiki(first_line: str, remaining_lines: Iterator[str]) -> Iterator[str]:
    """The rows of a table of MediaWiki, its cells between bars; empty lines for the others, likewise."""
    line_count = 1
    rows: list[list[str]] = [[]]
    caption = ""
    for line in remaining_lines:
        line_count += 1
        marked = line.strip()
        if marked.startswith("|}") or line_count > _MOST_TABLE_LINES:
            break
        if marked.startswith("|-"):
            rows.append([])
        elif marked.startswith("|+"):
            caption = marked[2:].strip()
        elif marked.startswith(("|", "!")):
            for cell in _WIKI_CELLS.split(marked[1:]):
                content = _WIKI_STYLE.sub("", cell)
                rows[-1].append(content.strip() or " ")
    table_lines = [caption] if caption else []
    table_lines += ["|" + "|".join(cells) + "|" for cells in rows if cells]
    yield from table_lines
    for _ in range(line_count - len(table_lines)):
        yield ""


def _head_of_frame(remaining_lines: Iterator[str]) -> Iterator[str]:
    """Empty lines for the names and types of the columns that Polars prints above a frame's rows."""
    head_lines = []
    for line in remaining_lines:
        head_lines.append(line)
        if not line.lstrip().startswith(("┌", "│")) or len(head_lines) > _MOST_HEAD_LINES:
            break
    # They end with a double line; a text without one is no such frame.
    is_frame = head_lines[-1:] != [] and head_lines[-1].lstrip().startswith("╞")
    for line in head_lines:
        yield "" if is_frame else line


def _row_of_latex(line: str) -> str:
    """A row of a LaTeX table with bars between its cells; any other line as it is."""
    row = _LATEX_END.sub("", line)
    row = _LATEX_COMMAND.sub("", row)
    if _LATEX_ROW.match(row) is None:
        return line
    return "|" + row.replace("&", "|").replace("$", " ") + "|"


def _broken(line: str) -> Iterator[str]:
    """The lines of a text that a program writes in one: ``"1#\\n##"``."""
    line = _ESCAPED_END.sub("", line)
    if "\\n" not in line or line.lstrip().startswith(("[", "{")):
        yield line
        return
    yield from _ESCAPED_BREAK.split(_TEXT_HEAD.sub("", line))


def _parted(line: str) -> Iterator[str]:
    """The rows of a line in which ``;`` parts them: ``0,1,?;0,1,?`` or ``[0 1 -1; 0 1 -1]``."""
    if _LINK.search(line):
        yield line
        return
    body = _MATRIX_HEAD.sub("", line)
    rows = [row.strip() for row in body.split(";")]
    are_rows = len(rows) > 1 and not any(sign in body for sign in "[](){}\"'")
    widths = {len(row.replace(",", " ").split()) for row in rows}
    if widths == {1}:
        # Tight rows, not numbers that the sign parts: -1;10;2.
        widths = {len(row) for row in rows}
        are_rows = are_rows and not all(map(_NUMBER.match, rows))
    if are_rows and len(widths) == 1 and min(widths) > 1:
        yield from rows
    else:
        yield line
