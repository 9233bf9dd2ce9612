"""A text as somebody pastes it -> rows of cells, the roles of their signs, and what was taken for what."""

import re
from collections.abc import Iterable, Sequence
from itertools import pairwise, product
from typing import NamedTuple

from .arrays import cut_arrays, has_arrays, lines_outside, quoted_lines
from .cutting import (
    BARS,
    PITCHES,
    TextRow,
    counts_up,
    cut_bars,
    cut_below_heading,
    cut_boxes,
    cut_characters,
    cut_columns,
    cut_each_column,
    cut_fields,
    cut_words,
    ends_with_separators,
    field_separator,
    has_blank_ends,
    has_blank_fields,
    has_blank_inside,
    has_boxes,
    has_single_signs,
    outer_blanks,
    sign_of,
)
from .framing import NO_ROW_NUMBERS, FrameCandidate, Slip, candidates_of
from .lines import (
    RULE_SIGNS,
    Line,
    TextFacts,
    clean_lines,
    facts_of,
    has_words,
    is_frame,
    is_list,
    is_prose,
    is_rule,
    numbers_of,
    roles_told,
)
from .naming import CLUES, ROLE_WORDS, LayoutProver, codes_of, layout_signs, name_signs
from .table import CHOICES, ELEMENTS


class Options(NamedTuple):
    """What was said of a text beside it.

    signs: Roles of signs: ``h`` hidden, ``0`` opened, ``m`` a mine, ``s`` a cell without a mine in a layout
    mines, left: The mine count, or how many mines are left
    header_facts: What the text says of the mines and the size in a line that was read before
    legend: Roles of signs that a legend in the text tells
    """

    signs: dict[str, str]
    mines: int | None = None
    left: int | None = None
    header_facts: TextFacts = TextFacts()
    legend: dict[str, str] = {}  # noqa: RUF012


class Pasted(NamedTuple):
    """A board that was read.

    codes: -1 hidden, 0 to 8 clues, 10 a known mine, by rows; of a whole layout 10 and 0 alone
    rows: The cells, with their lines and columns
    mines, left: What the text says of the mines
    taken: What was taken for what, in words: ``x as hidden``
    is_layout: Whether it tells where all mines are, and nothing else
    is_consistent: Whether the exact counter finds a layout
    is_strict: Whether no 0 touches a hidden cell
    """

    codes: list[list[int]]
    rows: list[TextRow]
    mines: int | None
    left: int | None
    taken: list[str]
    is_layout: bool
    is_consistent: bool
    is_strict: bool


class Unread(NamedTuple):
    """Why a text is no board: the words, and where; the readings, where there are several.

    kind: ``slip`` a row does not fit; ``sign`` a sign has no role; ``ask`` there are several readings;
        ``nothing`` there is no row of cells
    """

    kind: str
    message: str
    line: int | None
    column: int | None
    symbol: str | None
    readings: list[str]


def read_pasted(
    lines: list[str], first_number: int, options: Options, prover: LayoutProver
) -> Pasted | Unread:
    """The board in the lines of a text, or why there is none."""
    for line_number, line_text in enumerate(lines, first_number):
        if len(_CURSOR_MOVE.findall(line_text)) > 1:
            message = "this line moves the cursor about: what the screen then shows is not known"
            return Unread("slip", message, line_number, None, None, [])
    cleaned = _without_empty_lines_between(clean_lines(lines, first_number))
    legend: dict[str, str] = {}
    for line in cleaned:
        legend = {**roles_told(line.text), **legend}
    options = options._replace(legend=legend)
    search = _Search(options, prover)
    for group in _candidate_groups(cleaned, options.header_facts):
        if isinstance(group, Slip):
            search.slip = search.slip or group
            continue
        answer = search.answer_of(group)
        if answer is not None:
            return _row_with_words(cleaned, answer) or answer
    failure = search.best_failure()
    if failure is None:
        return _nothing_in(cleaned)
    return _row_with_words(cleaned, failure) or failure


_CURSOR_MOVE = re.compile(r"\x1b\[\d{1,4};\d{1,4}[Hf]")
_BETWEEN_WORDS = re.compile(r"[\s,]+")
_NARROWEST_ROW = 3
"""Cells of a row that are surely no signs of a legend or a sentence."""


def _row_with_words(lines: list[Line], pasted: Pasted | Unread) -> Unread | None:
    """That a line was taken for words which begins with as many cells as a row of the board has."""
    if isinstance(pasted, Unread):
        return None
    width = len(pasted.codes[0])
    signs = {cell for row in pasted.rows for cell in row.cells}
    line_numbers = {row.line for row in pasted.rows}
    if width < _NARROWEST_ROW:
        return None
    for line in lines:
        words = _BETWEEN_WORDS.split(line.text.strip())
        # A cell of a sheet may hold words as well.
        has_words = is_prose(line.text.replace("\t", " "))
        if line.number in line_numbers or len(words) < 2 or not has_words:
            continue
        # A number in front may be that of the row.
        beginnings: list[Sequence[str]] = [words[0], words[:width], words[1 : width + 1]]
        are_cells = any(len(cells) == width and signs.issuperset(cells) for cells in beginnings)
        if len(words) == width:
            are_cells = are_cells or 2 * sum(word in signs for word in words) > width
        if are_cells and any(word not in CLUES and word in signs for word in [*words, *words[0]]):
            message = "cells and words stand in one line: take the words off"
            return Unread("slip", message, line.number, None, None, [])
    return None


def _without_empty_lines_between(lines: list[Line]) -> list[Line]:
    """The rows of a board that has an empty line between each two; else all lines."""
    rows, lines_between = lines[::2], lines[1::2]
    are_rows = len(rows) > 2 and all(line.text.strip() for line in rows)
    are_parted = not any(line.text for line in lines_between)
    return rows if are_rows and are_parted else lines


class _Search:
    """The way from candidates to one board, and what is to be said where none is.

    slip: Of the first way to cut the text that leaves something unexplained
    hopeless: The first board that no reading makes consistent
    problem: Of the first candidate that is no board; a question goes before other problems
    question: Which reading of the likeliest board is meant
    """

    def __init__(self, options: Options, prover: LayoutProver) -> None:
        self.options = options
        self.prover = prover
        self.slip: Slip | None = None
        self.hopeless: Pasted | None = None
        self.problem: Unread | None = None
        self.question: Unread | None = None

    def answer_of(self, group: list[FrameCandidate]) -> Pasted | Unread | None:
        """The board of candidates that have to be told apart, a question about them, or nothing."""
        readings: list[Pasted] = []
        is_hopeless = False  # whether the likeliest board has a contradiction
        sizes_in_question: list[str] = []  # of boards whose signs have several readings
        for candidate in group:
            # Once there is a board of signs that are known, nobody means a board of brackets and bars.
            if self.hopeless is not None and not _is_known(candidate, self.options):
                continue
            reading = read_cells(candidate, self.options, self.prover)
            if isinstance(reading, Unread):
                if reading.kind == "ask" and candidate.doubt:
                    sizes_in_question.append(_size_of(candidate.rows))
                self._note_problem(reading, is_hopeless)
            elif not reading.is_consistent:
                self.hopeless = self.hopeless or reading
                is_hopeless = True
            elif all(reading.codes != earlier_reading.codes for earlier_reading in readings):
                readings.append(reading)

        # What is read by strict rules goes before what is guessed at.
        if any(reading.is_strict for reading in readings):
            readings = [reading for reading in readings if reading.is_strict]
        if len(readings) > 1 or (readings and sizes_in_question):
            return _asked_about(group[0].doubt, readings, sizes_in_question)
        return readings[0] if readings else self.question

    def _note_problem(self, reading: Unread, is_hopeless: bool) -> None:
        """Keep the first problem; and the first question, unless a likelier board has a contradiction."""
        if reading.kind == "ask" and not is_hopeless:
            self.question = self.question or reading
        if self.problem is None or (reading.kind == "ask" and self.problem.kind != "ask"):
            self.problem = reading

    def best_failure(self) -> Pasted | Unread | None:
        """What is said where nothing fits: a board with a contradiction says more than a slip, and that more
        than a sign."""
        if self.hopeless is not None and (self.problem is None or self.slip is not None):
            return self.hopeless
        if self.slip is not None and (self.problem is None or self.problem.kind != "sign"):
            return Unread(
                "slip", self.slip.message, self.slip.line, self.slip.column, self.slip.symbol, []
            )
        return self.problem


def _nothing_in(lines: list[Line]) -> Unread:
    """That a text has no row of cells."""
    first_line = next((line for line in lines if line.text.strip()), None)
    if first_line is None:
        return Unread("nothing", "no board", None, None, None, [])
    return Unread(
        "nothing", "there is no row of cells in this text", first_line.number, None, None, []
    )


def _is_known(candidate: FrameCandidate, options: Options) -> bool:
    """Whether the table, or what was said, has each sign of a board."""
    for row in candidate.rows:
        for sign in row.cells:
            if sign not in CLUES and sign not in CHOICES and sign not in options.signs:
                return False
    return True


class _CandidateGroups:
    """What may be the board, way by way to cut the text; those of one group have to be told apart.

    has_size: Whether a first line says the size, which then tells them apart
    """

    def __init__(self, header_facts: TextFacts) -> None:
        self.groups: list[list[FrameCandidate] | Slip] = []
        self.has_size = header_facts.sizes is not None
        self._header_facts = header_facts

    def add(
        self,
        rows: list[TextRow],
        used: list[Line],
        doubt: str = "",
        other_readings: Sequence[list[TextRow]] = (),
    ) -> None:
        """Add the boards of one way to cut lines, or what is wrong with it.

        doubt: Why the same lines have other readings, which make one group with this
        """
        candidates, slip = candidates_of(rows, used, self._header_facts)
        if slip is not None:
            self.groups.append(slip)
        for other_rows in other_readings:
            candidates += candidates_of(other_rows, used, self._header_facts)[0]
        if other_readings:
            candidates = [candidate._replace(doubt=doubt) for candidate in candidates]
        if candidates:
            self.groups.append(candidates)

    def note_row_names(self, first_group: int) -> None:
        """Say of the groups from this one on that names of rows were cut off."""
        for group_index, group in enumerate(self.groups):
            if group_index >= first_group and not isinstance(group, Slip):
                self.groups[group_index] = [
                    candidate._replace(taken=[*candidate.taken, NO_ROW_NUMBERS])
                    for candidate in group
                ]


def _candidate_groups(
    lines: list[Line], header_facts: TextFacts
) -> list[list[FrameCandidate] | Slip]:
    """The groups of candidates of a text, the likeliest way to cut it first."""
    candidates = _CandidateGroups(header_facts)
    lines = _without_tens(lines)
    padded = _with_wide_signs_padded(lines)
    if padded:
        candidates.add(cut_columns(padded, 2, True, True), padded)
        return candidates.groups
    undoubled = _undoubled(lines)
    if undoubled:
        candidates.add(cut_columns(undoubled, 1, True, True), undoubled)
        return candidates.groups
    parted_rows = _rows_at_blanks(lines)
    if parted_rows:
        candidates.add(cut_characters(parted_rows), parted_rows)
        return candidates.groups
    dotless = without_dots(lines)
    if dotless:
        _add_parted_by_dots(candidates, dotless, lines)
    if not has_arrays(lines):
        _add_drawn(candidates, lines)
    else:
        _add_quoted(candidates, lines)
        if has_boxes(lines):
            nameless = _without_row_names(lines) or lines
            candidates.add(cut_boxes(nameless), nameless)
        _add_arrays(candidates, lines)
        _add_drawn(candidates, lines)
    return candidates.groups


def _without_tens(lines: list[Line]) -> list[Line]:
    """The lines without the first of two that number the columns, which has the tens of 10, 11, ... alone."""
    for line, next_line in pairwise(lines):
        tens, names = line.text.split(), next_line.text.split()
        numbers = [str(number) for number in range(len(names) + 1)]
        for first_number in (0, 1):
            numbered = numbers[first_number:][: len(names)]
            expected_tens = [number[0] for number in numbered if len(number) == 2]
            is_numbered = len(names) > 10 and names == [number[-1] for number in numbered]
            if is_numbered and tens and tens == expected_tens:
                return [other_line for other_line in lines if other_line is not line]
    return lines


_FIRST_WIDE = 0x1F000
"""Pictures such as a flag, from this character on, are as wide as two others."""


def _with_wide_signs_padded(lines: list[Line]) -> list[Line]:
    """The lines with a blank behind each picture, where every two characters are then a cell: ``. 1 🚩. ``.

    Else none.
    """
    padded_lines: list[Line] = []
    has_wide = has_narrow = False
    for line in lines:
        if is_prose(line.text) or len(numbers_of(line.text)) == 1:
            padded_lines.append(line)
            continue
        padded = "".join([sign + " " if ord(sign) >= _FIRST_WIDE else sign for sign in line.text])
        if padded[1::2].strip(" "):
            return []
        has_wide = has_wide or len(padded) > len(line.text)
        has_narrow = has_narrow or padded.count(" ") > len(padded) - len(line.text)
        padded_lines.append(Line(line.number, padded, line.start))
    return padded_lines if has_wide and has_narrow else []


def _rows_at_blanks(lines: list[Line]) -> list[Line]:
    """The rows of a text that has them all in one line, ``##1 ##2 ###``, and lines of words; else none."""
    parted_rows: list[Line] = []
    lines_beside: list[Line] = []
    for line in lines:
        if is_prose(line.text) or not line.text or len(numbers_of(line.text)) == 1:
            lines_beside.append(line)
            continue
        words = [word for word in _BETWEEN_ROWS.split(line.text) if word]
        is_row_each = len(words) > 1 and len({len(word) for word in words}) == 1
        if parted_rows or not is_row_each or any(sign in line.text for sign in _NO_ROW_IN_A_LINE):
            return []
        # Words that all have a meaning are cells: -1, 10, :one:, or a sign written twice.
        if all(
            sign_of(word) is not None or word.lower() in ELEMENTS or word[:1] * 2 == word
            for word in words
        ):
            return []
        offset = 0
        for word in words:
            offset = line.text.index(word, offset)
            parted_rows.append(Line(line.number, word, line.start + offset))
            offset += len(word)
    return [*lines_beside, *parted_rows] if parted_rows else []


_BETWEEN_ROWS = re.compile(r"[\s,|]+")
_NO_ROW_IN_A_LINE = "[](){}<>\"';:/│┃║"
_DOTS = ".·•∙⋅"


def without_dots(lines: list[Line]) -> list[Line]:
    """The lines with blanks for the dots that part all signs of all rows, ``#.#.1``; else none."""
    blanked: list[Line] = []
    dots: set[str] = set()
    signs: set[str] = set()
    for line in lines:
        text = line.text.strip()
        if not text or is_prose(text) or numbers_of(text):
            blanked.append(line)
            continue
        separators = set(text[1::2])
        if len(text) % 2 == 0 or len(text) < 3 or len(separators) > 1:
            return []
        dots |= separators
        signs |= set(text[0::2])
        start = line.text.index(text[0])
        blanked.append(Line(line.number, " ".join(text[0::2]), line.start + start))
    is_parted = len(dots) == 1 and dots <= set(_DOTS)
    # Dots among mines alone are a whole layout.
    are_cells = dots.isdisjoint(signs) and " " not in signs and not signs.isdisjoint(CLUES)
    return blanked if is_parted and are_cells else []


def _add_parted_by_dots(
    candidates: _CandidateGroups, dotless: list[Line], lines: list[Line]
) -> None:
    """Cells between dots; without another sign of a hidden cell the dots may be the hidden ones."""
    signs = {sign for row in cut_words(dotless) for sign in row.cells}
    if any(CHOICES.get(sign, "0")[0] == "h" for sign in signs):
        candidates.add(cut_words(dotless), dotless)
        return
    doubt = "every second sign of each row is a dot: it may part the cells or be one"
    candidates.add(cut_words(dotless), dotless, doubt, [cut_characters(lines)])


def _add_quoted(candidates: _CandidateGroups, lines: list[Line]) -> None:
    """Rows in quotes: ``"##1", "#21"``."""
    texts = quoted_lines(lines)
    if not texts:
        return
    quoted = {line.number for line in texts}
    lines_beside = [line for line in lines_outside(lines) if line.number not in quoted]
    used = [*texts, *lines_beside]
    # Blanks in texts of one length are cells, but for those that stand after each cell.
    if len({len(line.text) for line in texts}) == 1:
        for pitch in PITCHES:
            columns = cut_columns(texts, pitch, True, True)
            if columns:
                candidates.add(columns, used)
                break
    candidates.add(cut_words(texts), used)


def _add_arrays(candidates: _CandidateGroups, lines: list[Line]) -> None:
    """Rows in brackets, unless these belong to a sentence beside rows without any."""
    arrays = cut_arrays(lines)
    if not any(cell for row in arrays for cell in row.cells):
        return
    rows_inside = {row.line for row in arrays if len(row.cells) > 1}
    if not rows_inside or _are_of_sentences(rows_inside, lines):
        return

    # Of the lines without brackets only what tells the mine count is of interest.
    outside = [line for line in lines_outside(lines) if line.number not in rows_inside]
    is_alone = all(_has_no_cells(line.text) for line in outside)
    if len(rows_inside) == 1 and not is_alone:
        return

    # A list with an element that is no sign of a cell is a slip, not to be left out.
    unread = {row.line for row in arrays if not row.cells} - {line.number for line in outside}
    lines_of_arrays = [line for line in lines if line.number in rows_inside | unread]
    candidates.add(arrays, [*lines_of_arrays, *outside])


def _are_of_sentences(rows_inside: set[int], lines: list[Line]) -> bool:
    """Whether all brackets are those of sentences, above or below rows without any.

    rows_inside: Numbers of the lines that have brackets with cells
    """
    sentences = {line.number for line in lines if has_words(line.text) and not is_list(line.text)}
    has_other_rows = any(
        line.text.strip(_BRACKETS_AND_ENDS) and line.number not in sentences for line in lines
    )
    return has_other_rows and rows_inside <= sentences


def _add_drawn(candidates: _CandidateGroups, lines: list[Line]) -> None:
    """Rows of signs, with the frame or the names of rows that may stand around them."""
    named = _without_row_names(lines)
    if named is not None:
        first_group = len(candidates.groups)
        framed, _ = _without_frame(named)
        if framed:
            _add_ways(candidates, framed, is_framed=True)
        _add_ways(candidates, named, has_row_names=True)
        candidates.note_row_names(first_group)
        return

    # A frame of one sign around all rows, which may be that of hidden cells.
    rows_within, is_surely_framed = _without_uniform_frame(lines)
    if rows_within and is_surely_framed:
        _add_ways(candidates, rows_within)
        return
    if rows_within:
        doubt = "# stands around the cells: it may be a frame or be hidden cells"
        has_blanks = any(" " in line.text for line in rows_within if not is_prose(line.text))
        cut = cut_each_column if has_blanks else cut_characters
        candidates.add(cut(rows_within), rows_within, doubt, [cut(lines)])

    # A last row of dashes alone, or what ends the drawing.
    undrawn = _without_drawn_end(lines)
    if undrawn:
        doubt = "a line of one sign at the end of the rows may be drawn or be cells"
        candidates.add(cut_characters(undrawn), undrawn, doubt, [cut_characters(lines)])

    # A frame of bars; then the lines as they are, in case it is none.
    framed, has_row_names = _without_frame(lines)
    if framed:
        first_group = len(candidates.groups)
        _add_ways(candidates, framed, is_framed=True)
        if has_row_names:
            candidates.note_row_names(first_group)
    _add_ways(candidates, lines)


def _without_drawn_end(lines: list[Line]) -> list[Line]:
    """The lines without their last one, where that is as long as all rows, of one sign such as a dash, and
    there is no other line like it; else none."""
    filled = [line for line in lines if line.text.strip()]
    rows = [line for line in filled if not is_prose(line.text)]
    if len(rows) < 3 or rows[-1] is not filled[-1]:
        return []
    last_text = rows[-1].text.strip()
    is_drawn = (
        last_text[0] in "-=_" and last_text == last_text[0] * len(last_text) and is_rule(last_text)
    )
    texts = [line.text.strip() for line in rows[:-1]]
    are_rows = all(
        len(text) == len(last_text) and not is_rule(text) and last_text[0] not in text
        for text in texts
    )
    are_tight = not any(" " in text or "\t" in text for text in texts)
    if not (is_drawn and are_rows and are_tight):
        return []
    return [line for line in lines if line is not rows[-1]]


_BRACKETS_AND_ENDS = " \t()[]{};,"


def _undoubled(lines: list[Line]) -> list[Line]:
    """The lines with a character a cell, where two stand for each: ``## 1  FF``; else none."""
    single_lines = []
    has_double = has_clue = False
    for line in lines:
        is_count = line.text == line.text.strip() and len(numbers_of(line.text)) == 1
        if is_prose(line.text) or is_count:
            single_lines.append(line)
            continue
        if len(line.text) % 2 or not line.text:
            return []
        signs = []
        for left_sign, right_sign in zip(line.text[::2], line.text[1::2], strict=True):
            is_double = left_sign == right_sign and left_sign not in " 0123456789"
            is_clue = left_sign == " " and right_sign in CLUES
            if not (is_double or is_clue or left_sign == right_sign == " "):
                return []
            has_double = has_double or is_double
            has_clue = has_clue or is_clue
            signs.append(right_sign)
        single_lines.append(Line(line.number, "".join(signs), line.start))
    return single_lines if has_double and has_clue else []


def _has_no_cells(text: str) -> bool:
    """Whether a line outside brackets is words, a call or a number: it is no row beside those in brackets."""
    return is_prose(text) or "(" in text or bool(numbers_of(text))


def _add_ways(
    candidates: _CandidateGroups,
    lines: list[Line],
    *,
    is_framed: bool = False,
    has_row_names: bool = False,
) -> None:
    """The ways to cut lines at bars, separators, blanks, columns, slashes, or after each character.

    is_framed: Whether blanks at the ends of lines stand within a frame, and so are cells or beside cells
    """
    used = lines if has_row_names else _undrawn(lines)
    if any(bar in line.text for line in used if not is_prose(line.text) for bar in BARS):
        candidates.add(cut_bars(used), used)
    separator = field_separator(used)
    if separator:
        _add_fields(candidates, used, separator)
    has_blank_rows = any(line.text and not line.text.strip() for line in used)
    if has_single_signs(used) and (outer_blanks(used) or has_blank_rows or has_blank_ends(used)):
        _add_columns(candidates, used, is_framed)
    words = cut_words(used)
    has_numbers = any(len(cell) > 1 for row in words for cell in row.cells)
    aligned = has_numbers or _are_aligned(words)
    if aligned:
        candidates.add(words, used)
    candidates.add(cut_below_heading(used), used)
    _add_columns(candidates, used, is_framed)
    if not aligned:
        candidates.add(words, used)
    _add_slashes(candidates, used)


_ROW_NAME = re.compile(
    r"\s{0,20}(?:(?:row|line)\s{0,3}([0-9]{1,2}|[A-Za-z])\s{0,3}[:=.)]?"
    r"|([0-9]{1,2}|[A-Za-z])(?:[:.)](?=\s|:?\S\S)|\s{0,3}[|│┃║](?=\s{0,3}[|│┃║][^|│┃║]*[|│┃║]\s*$)))\s?(.*)$",
    re.IGNORECASE,
)
"""What names a row before its cells: ``row 3: # # 1``, ``A) ##1``."""
_TIGHT_ROW_NAME = re.compile(r"\s{0,20}([0-9]{1,2}|[A-Za-z])\s{1,9}(\S{2,999})\s{0,99}$")
"""A row of characters after its name: ``0 ##12``."""


def _without_row_names(lines: list[Line]) -> list[Line] | None:
    """The lines without what names their rows; None: not every row has its number or letter."""
    for pattern in (_ROW_NAME, _TIGHT_ROW_NAME):
        names: list[str] = []
        bodies: list[Line] = []
        lengths: set[int] = set()
        for line in lines:
            match = pattern.match(line.text)
            if match is None:
                if not is_rule(line.text):
                    bodies.append(line)
                continue
            names.append(next(name for name in match.groups()[:-1] if name is not None))
            start = match.start(match.lastindex or 0)
            bodies.append(Line(line.number, line.text[start:], line.start + start))
            lengths.add(len(bodies[-1].text.rstrip()))
        if len(names) < 3 or not counts_up(names):
            continue
        if pattern is _ROW_NAME or len(lengths) == 1:
            return bodies
    return None


MOST_OUTER_BLANKS = 3
"""Blanks before all rows that may be cells; more of them set a text apart from prose or code."""
INDENTATIONS = (2, 4, 8, 12)
"""Blanks by which code and lists are set apart."""


def _add_fields(candidates: _CandidateGroups, used: list[Line], separator: str) -> None:
    """Cells between separators; one at the end of each line ends it, or the last column is blank."""
    # Behind a tab stands a cell, and where no 0 is written it may be one that is blank.
    may_be_blank = separator == "\t" and not any("0" in line.text for line in used)
    if not ends_with_separators(used, separator):
        candidates.add(cut_fields(used, separator, False), used)
    elif not has_blank_fields(used, separator) and not may_be_blank:
        candidates.add(cut_fields(used, separator, True), used)
    else:
        doubt = "every row ends with a separator: it may end the row, or a blank cell follows"
        candidates.add(
            cut_fields(used, separator, True), used, doubt, [cut_fields(used, separator, False)]
        )


def _add_columns(candidates: _CandidateGroups, used: list[Line], is_framed: bool) -> None:
    """Cells every so many columns; blanks before all rows or behind them may be cells, too."""
    ends_may_be_cells = is_framed or has_blank_ends(used)
    left_may_be_cells = candidates.has_size or _left_blanks_may_be_cells(
        used, is_framed, ends_may_be_cells
    )
    columns = {column for line in used for column, sign in enumerate(line.text) if sign != " "}
    pitches = PITCHES if len(columns) > 1 else (1,)
    for pitch in pitches:
        inner = cut_columns(used, pitch, False, False)
        if not inner:
            continue
        if not (has_blank_inside(inner) or ends_may_be_cells or left_may_be_cells):
            return
        # Where blanks are cells inside the board, those before it may be, too, however many there are.
        if outer_blanks(used) > 0 and has_blank_inside(inner):
            left_may_be_cells = True
        # A size tells how far the text is indented; else it is as far as code usually is.
        indentations = range(1, max(INDENTATIONS)) if candidates.has_size else INDENTATIONS
        other_cuts = _cuts_of_other_widths(
            used, pitch, inner, left_may_be_cells, ends_may_be_cells, indentations
        )
        doubt = "every row begins or ends with a blank: it may be white space or a column of opened cells"
        if other_cuts or has_blank_inside(inner) or ends_may_be_cells:
            candidates.add(inner, used, doubt if other_cuts else "", other_cuts)
        return


def _left_blanks_may_be_cells(used: list[Line], is_framed: bool, ends_may_be_cells: bool) -> bool:
    """Whether blanks before all rows may be cells: there are few, or something tells that edges are."""
    outer = outer_blanks(used)
    # Rows of blanks alone are as long as the others, and so tell that blanks at the edges may be cells.
    is_padded = ends_may_be_cells and any(line.text and not line.text.strip() for line in used)
    if outer > 0 and (outer <= MOST_OUTER_BLANKS or is_padded or is_framed):
        return True
    if outer > MOST_OUTER_BLANKS and outer not in INDENTATIONS:
        return not any("0" in line.text for line in used)
    return False


def _cuts_of_other_widths(
    used: list[Line],
    pitch: int,
    inner: list[TextRow],
    left_may_be_cells: bool,
    ends_may_be_cells: bool,
    indentations: Iterable[int],
) -> list[list[TextRow]]:
    """The ways to cut the same lines into boards of other widths, with blanks at their edges as cells."""
    cuts = [inner]
    # Few signs may stand in columns of several widths: 0, 6 and 12 are every second and every third.
    pitches = [pitch, *(divisor for divisor in (3, 2) if divisor < pitch and pitch % divisor)]
    cut_arguments: list[tuple[list[Line], int, bool, bool]] = []
    for other_pitch, with_left, with_right in product(pitches, (False, True), (False, True)):
        if (with_left and not left_may_be_cells) or (with_right and not ends_may_be_cells):
            continue
        cut_arguments.append((used, other_pitch, with_left, with_right))
    # Behind the blanks that set code apart there may be blank cells.
    outer = outer_blanks(used) if left_may_be_cells else 0
    for indentation in indentations:
        if indentation < outer:
            moved = [_cut_before(line, indentation) for line in used]
            cut_arguments += [
                (moved, pitch, True, with_right) for with_right in {False, ends_may_be_cells}
            ]
    for arguments in cut_arguments:
        rows = cut_columns(*arguments)
        if rows and all(_width(rows) != _width(other_rows) for other_rows in cuts):
            cuts.append(rows)
    return cuts[1:]


def _width(rows: list[TextRow]) -> int:
    return max(len(row.cells) for row in rows)


def _add_slashes(candidates: _CandidateGroups, used: list[Line]) -> None:
    """A cell a character; a slash ends a row in a text of one line, and may do so at the end of each line."""
    slashed = [line for line in used if "/" in line.text]
    if not slashed:
        candidates.add(cut_characters(used), used)
        return
    rows_at_slashes = _rows_at_slashes(used)
    if len([line for line in used if line.text.strip()]) == 1:
        candidates.add(cut_characters(rows_at_slashes), rows_at_slashes)
        candidates.add(cut_words(rows_at_slashes), rows_at_slashes)
        return
    if all(line.text.rstrip().endswith("/") for line in slashed) and len(rows_at_slashes) == len(
        slashed
    ):
        doubt = "every row ends with a slash: it may end the row or be a column of opened cells"
        candidates.add(cut_characters(used), used, doubt, [cut_characters(rows_at_slashes)])
        return
    candidates.add(cut_characters(used), used)
    candidates.add(cut_characters(rows_at_slashes), rows_at_slashes)


def _undrawn(lines: list[Line]) -> list[Line]:
    """The lines that are not only drawn between rows; dashes are cells where they stand beside digits."""
    signs_beside_digits = ""
    for line in lines:
        if any(clue in line.text for clue in CLUES) and not has_words(line.text):
            signs_beside_digits += line.text
    has_barred_rows = sum(_has_bar(line.text) for line in lines) > 1
    heading_rule = _heading_rule(lines)
    texts = [line.text for line in lines]
    undrawn = []
    for line_index, line in enumerate(lines):
        if line_index == heading_rule:
            continue
        # Two lines that are drawn alike, one below the other, are rows.
        texts_beside = (
            texts[max(0, line_index - 1) : line_index] + texts[line_index + 1 : line_index + 2]
        )
        is_repeated = line.text in texts_beside and not is_frame(line.text)
        if is_repeated or not _is_drawn(line.text, signs_beside_digits, has_barred_rows):
            undrawn.append(line)
    return undrawn


def _is_drawn(text: str, signs_beside_digits: str, has_barred_rows: bool) -> bool:
    """Whether a line is drawn between rows, and none of dashes that are cells.

    has_barred_rows: Whether cells lie between bars: a line without a bar is then no row of theirs
    """
    if not is_rule(text):
        return False
    if has_barred_rows and not _has_bar(text):
        return True
    are_cells = any(sign in text and sign in signs_beside_digits for sign in "-=_")
    return not are_cells or is_frame(text) or _has_wide_dashes(text)


def _has_bar(text: str) -> bool:
    return any(bar in text for bar in BARS)


_HEADING_RULE = re.compile(r"\s*\|?(?:\s*:?-+:?\s*\|)+(?:\s*:?-+:?\s*)?$")


def _heading_rule(lines: list[Line]) -> int:
    """The line that Markdown has below the names of the columns, ``|-|-|``; -1: there is none."""
    barred = [line_index for line_index, line in enumerate(lines) if "|" in line.text]
    if len(barred) < 3 or _HEADING_RULE.match(lines[barred[1]].text) is None:
        return -1
    names = [name.strip() for name in lines[barred[0]].text.strip().strip("|").split("|")]
    is_named = counts_up(names) or (len(names) > 2 and counts_up(names[1:]))
    has_dashes = any("-" in lines[line_index].text for line_index in (barred[0], *barred[2:]))
    return barred[1] if is_named or not has_dashes else -1


def _has_wide_dashes(text: str) -> bool:
    """Whether dashes fill the room between several bars: ``|---|---|``."""
    return "--" in text and sum(text.count(bar) for bar in BARS) > 2


def _are_aligned(rows: list[TextRow]) -> bool:
    """Whether the cells of each column start in the same place in all rows, or end there."""
    block = [row for row in rows if row.cells]
    if not block:
        return False
    width = max(len(row.cells) for row in block)
    block = [row for row in block if len(row.cells) == width]
    for cell_index in range(width):
        starts = {row.columns[cell_index] for row in block}
        ends = {row.columns[cell_index] + len(row.cells[cell_index]) for row in block}
        if len(starts) > 1 and len(ends) > 1:
            return False
    return True


def _without_frame(lines: list[Line]) -> tuple[list[Line], bool]:
    """(the lines within a frame of bars around whole rows, ``1|.1///1...|``; whether the rows have names);
    no lines where there is no such frame."""
    row_numbers = {line.number for line in _undrawn(lines)}
    inside: list[Line] = []
    framed_numbers: set[int] = set()
    lengths_before: set[int] = set()  # of what stands before the rows, up to the first bar
    labels: list[str] = []
    for line in lines:
        bar_offsets = [offset for offset, sign in enumerate(line.text) if sign in BARS]
        # Words, such as Level 3 | Flags: 2/10, and numbers may stand beside the frame.
        if line.number not in row_numbers or not bar_offsets or is_prose(line.text):
            if _is_worth_keeping(line.text):
                inside.append(line)
            continue
        # Between several bars are cells, not rows; but a line of facts, Mines:5|Time:034, may have bars, too.
        if len(bar_offsets) > 2:
            if facts_of(line.text) == TextFacts():
                return [], False
            inside.append(line)
            continue
        label, row = _within_bars(line, bar_offsets)
        if len(row.text) < 2:
            return [], False
        if _is_of_the_frame(label, row.text):
            continue
        labels.append(label)
        inside.append(row)
        framed_numbers.add(line.number)
        lengths_before.add(row.start - line.start)
    if not labels or (any(labels) and not counts_up(labels)):
        return [], False
    # What names the columns stands above them: it loses as many blanks as the rows lose signs.
    if len(lengths_before) == 1:
        length = min(lengths_before)
        inside = [
            line if line.number in framed_numbers else _cut_before(line, length) for line in inside
        ]
    return inside, any(labels)


def _is_worth_keeping(text: str) -> bool:
    """Whether a line beside the rows has words or numbers, which may tell the size or the mine count."""
    return not is_rule(text) and (has_words(text) or bool(numbers_of(text)))


def _within_bars(line: Line, bar_offsets: list[int]) -> tuple[str, Line]:
    """(what stands outside the one or two bars of a line, which numbers the row; what stands within)."""
    first_bar = bar_offsets[0]
    last_bar = bar_offsets[-1] if len(bar_offsets) == 2 else len(line.text)
    label = line.text[:first_bar].strip() or line.text[last_bar + 1 :].strip()
    body = line.text[first_bar + 1 : last_bar]
    return label, Line(line.number, body, line.start + first_bar + 1)


def _is_of_the_frame(label: str, body: str) -> bool:
    """Whether a line with a bar names the columns, or is drawn, and so is no row."""
    if not label:
        return _names_columns(body)
    return all(sign in RULE_SIGNS for sign in label)


def _names_columns(text: str) -> bool:
    """Whether what stands in a line counts up: ``1 2 3`` or ``abc``."""
    words = text.split()
    names = words if len(words) > 1 else list(text.strip())
    return len(names) > 2 and counts_up(names)


def _without_uniform_frame(lines: list[Line]) -> tuple[list[Line], bool]:
    """(the lines within a frame of one sign around all rows, whether it is surely a frame); else no lines."""
    rows = [line for line in lines if line.text.strip() and not is_prose(line.text)]
    sign = _frame_sign(rows)
    inside = _within_signs(rows, sign) if sign else []
    if not inside:
        return [], False
    # Cells without a hidden one among them are a whole board with those around them.
    signs_inside = set("".join(line.text for line in inside)) - set(CLUES) - {" "}
    if not any(CHOICES.get(sign_inside, "h")[0] == "h" for sign_inside in signs_inside):
        return [], False
    are_apart = all(" " in line.text.strip() for line in inside)
    inside_numbers = {line.number for line in inside}
    for line in lines:
        is_beside = is_prose(line.text) or numbers_of(line.text)
        if is_beside and line.number not in inside_numbers:
            inside.append(line)
    return sorted(inside), are_apart or sign != "#"


def _frame_sign(rows: list[Line]) -> str:
    """The sign of which the first and the last row are made, where it may be that of a frame; else empty."""
    if len(rows) < 3:
        return ""
    first_text, last_text = rows[0].text.strip(), rows[-1].text.strip()
    sign = first_text[0]
    is_drawn = len(first_text) > 2 and first_text == last_text == sign * len(first_text)
    may_be_clue = sign in CLUES or CHOICES.get(sign, "h")[0] == "0"
    return sign if is_drawn and not may_be_clue and sign not in BARS else ""


def _within_signs(rows: list[Line], sign: str) -> list[Line]:
    """What stands between the first sign and the last of each row but the outer two, where all rows are as
    long as those and have this sign there and nowhere else; else none."""
    width = len(rows[0].text.strip())
    inside = []
    for row in rows[1:-1]:
        text = row.text.strip()
        body = text[1:-1]
        is_framed = text[0] == sign and text[-1] == sign and sign not in body
        if len(text) != width or not is_framed:
            return []
        start = len(row.text) - len(row.text.lstrip())
        inside.append(Line(row.number, body, row.start + start + 1))
    return inside


def _cut_before(line: Line, length: int) -> Line:
    """A line without blanks at its beginning, as many of them; as it is, where it has not so many."""
    if line.text[:length].strip() or is_prose(line.text):
        return line
    return Line(line.number, line.text[length:], line.start + length)


def _rows_at_slashes(lines: list[Line]) -> list[Line]:
    """The rows of lines in which a slash ends each row."""
    parted_rows: list[Line] = []
    for line in lines:
        start = 0
        for row_text in line.text.split("/"):
            if row_text.strip():
                parted_rows.append(Line(line.number, row_text, line.start + start))
            start += len(row_text) + 1
    return parted_rows


def read_cells(
    candidate: FrameCandidate, options: Options, prover: LayoutProver
) -> Pasted | Unread:
    """The board of rows of cells, or why it is none."""
    rows = [row.cells for row in candidate.rows]
    layout = _as_layout(candidate, options)
    if layout is not None:
        return layout
    facts = _facts(candidate.facts, options)
    said_roles = {sign: role for sign, role in options.signs.items() if role != "s"}
    # A legend names the signs where they then make a board; else it tells of something else.
    told_roles = {**options.legend, **said_roles}
    naming = name_signs(rows, told_roles, facts.mines, facts.left, prover)
    if options.legend and not naming.readings:
        naming = name_signs(rows, said_roles, facts.mines, facts.left, prover)
    if not naming.readings and facts.is_bare:
        # A number alone in its line may be how many mines are left as well.
        facts = TextFacts(None, facts.mines, facts.sizes)
        naming = name_signs(rows, said_roles, None, facts.left, prover)
        if naming.readings:
            taken_number = f"{facts.left} in a line of its own as the mines that are left"
            words_taken = [words for words in candidate.taken if "as the mine count" not in words]
            candidate = candidate._replace(taken=[*words_taken, taken_number])
        else:
            facts = TextFacts(facts.left, None, facts.sizes, True)
    if naming.roles or naming.readings:
        if not naming.roles and len(naming.readings) > 1:
            return _several(candidate, naming.readings)
        codes = codes_of(rows, naming.roles)
        taken = [*_named(naming.roles, options.signs), *dict.fromkeys(candidate.taken)]
        return Pasted(
            codes, candidate.rows, facts.mines, facts.left, taken, False, True, naming.is_strict
        )
    if {sign for row in rows for sign in row} == {"0", "1"} and not options.signs:
        # As clues no mine would be left for them: this is how programs write mines.
        return _layout_of(candidate, ["1"], ["1"])
    return _inconsistent(candidate, facts, said_roles)


def _as_layout(candidate: FrameCandidate, options: Options) -> Pasted | None:
    """The board, where it is a whole layout: this has signs of its own and needs no counter."""
    rows = [row.cells for row in candidate.rows]
    is_said_to_be_layout = any(role == "s" for role in options.signs.values())
    if options.signs and not is_said_to_be_layout:
        return None
    mine_signs, safe_signs = layout_signs(rows)
    if is_said_to_be_layout:
        mine_signs = [sign for sign, role in options.signs.items() if role == "m"]
        safe_signs = [sign for row in rows for sign in row if sign not in mine_signs]
    if not mine_signs and not safe_signs:
        return None
    return _layout_of(candidate, mine_signs, list(map(shown, mine_signs)))


def _layout_of(candidate: FrameCandidate, mine_signs: list[str], shown_signs: list[str]) -> Pasted:
    """A whole layout, in which some signs are mines and all others safe cells."""
    codes = [[10 if sign in mine_signs else 0 for sign in row.cells] for row in candidate.rows]
    taken = [*candidate.taken, f"a whole layout: {', '.join(shown_signs)} a mine"]
    return Pasted(codes, candidate.rows, None, None, taken, True, True, True)


def _facts(text_facts: TextFacts, options: Options) -> TextFacts:
    """What is known of the mines: what was said beside the text goes before what the text says."""
    if options.mines is not None or options.left is not None:
        return TextFacts(options.mines, options.left, text_facts.sizes, False)
    return text_facts


def _inconsistent(
    candidate: FrameCandidate, facts: TextFacts, said_roles: dict[str, str]
) -> Pasted | Unread:
    """A board that no reading makes consistent: by the table, else where the first sign is that it lacks."""
    roles = dict(said_roles)
    for row in candidate.rows:
        for cell_index, sign in enumerate(row.cells):
            if sign in CLUES or sign in roles:
                continue
            if sign not in CHOICES:
                message = (
                    f"{sign!r} is no sign of a cell that is known here, "
                    "and no role of it fits the clues"
                )
                return Unread("sign", message, row.line, row.columns[cell_index], sign, [])
            roles[sign] = CHOICES[sign][0]
    codes = codes_of([row.cells for row in candidate.rows], roles)
    taken = [*_named(roles, said_roles), *candidate.taken]
    return Pasted(codes, candidate.rows, facts.mines, facts.left, taken, False, False, False)


def shown(sign: str) -> str:
    """A sign in words and for ``--signs``."""
    return sign if sign else "blank"


_EVERYWHERE = [("#", "h"), ("-1", "h"), ("null", "h"), ("*", "m")]
"""Roles of which nobody has to be told."""


def _named(roles: dict[str, str], said_roles: dict[str, str]) -> list[str]:
    """What was taken for what, but for signs of which it was said, and that have one meaning everywhere."""
    by_role: dict[str, list[str]] = {}
    for sign, role in roles.items():
        if sign not in said_roles and (sign, role) not in _EVERYWHERE:
            by_role.setdefault(role, []).append(shown(sign))
    return [f"{' '.join(signs)} as {ROLE_WORDS[role]}" for role, signs in by_role.items()]


def said_as(roles: dict[str, str]) -> str:
    """Roles as ``--signs`` takes them: ``hidden=x mine=!``."""
    names = {"h": "hidden", "0": "zero", "m": "mine"}
    signs_of_role: dict[str, list[str]] = {}
    for sign, role in roles.items():
        signs_of_role.setdefault(role, []).append(shown(sign))
    written = []
    for role, signs in signs_of_role.items():
        separator = "," if any(len(sign) > 1 for sign in signs) else ""
        written.append(f"{names[role]}={separator.join(signs)}")
    return " ".join(written)


def _several(candidate: FrameCandidate, readings: list[dict[str, str]]) -> Unread:
    """The question which of several readings is meant, at the first sign that they read differently."""
    differing = [
        sign
        for sign in readings[0]
        if any(reading[sign] != readings[0][sign] for reading in readings[1:])
    ]
    unknown = [sign for sign in differing if sign not in CHOICES] or differing
    for row in candidate.rows:
        for cell_index, sign in enumerate(row.cells):
            if sign in unknown:
                choices = [
                    said_as({differing_sign: roles[differing_sign] for differing_sign in differing})
                    for roles in readings
                ]
                message = f"{shown(sign)!r} may be read in {len(readings)} ways; say which: "
                message += " or ".join(f'signs="{choice}"' for choice in choices)
                return Unread("ask", message, row.line, row.columns[cell_index], sign, choices)
    raise AssertionError("the readings are the same")


def _asked_about(doubt: str, readings: list[Pasted], other_sizes: list[str]) -> Unread:
    """The question which of several boards is meant."""
    first_row = readings[0].rows[0]
    sizes = [*(_size_of(reading.rows) for reading in readings), *other_sizes]
    message = f"{doubt}; say the size in a first line: {' or '.join(dict.fromkeys(sizes))}"
    return Unread("ask", message, first_row.line, first_row.columns[0], first_row.cells[0], sizes)


def _size_of(rows: list[TextRow]) -> str:
    return f"{len(rows)}x{len(rows[0].cells)}"


def read_rows(rows: list[TextRow], options: Options, prover: LayoutProver) -> Pasted | Unread:
    """The board of rows of signs, such as lists hold them, or why it is none."""
    width = len(rows[0].cells)
    for row in rows:
        length = len(row.cells)
        if length != width:
            message = f"this row has {length} cells, where the first row has {width}"
            return Unread("slip", message, row.line, min(length, width) + 1, None, [])
    return read_cells(FrameCandidate(rows, options.header_facts, [], ""), options, prover)
