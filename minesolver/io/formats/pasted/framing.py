"""The board among the rows of a text: its block of equal rows, without what numbers rows and columns.

What is left over of the text has to be explained: words, a mine count, the size, a heading. A line that could
be a row and does not fit is a slip, which is told; nothing is left out in silence.
"""

from typing import NamedTuple

from .cutting import BARS, BLANK, TextRow, counts_up
from .lines import Line, TextFacts, facts_of, has_words, is_list, merged, numbers_of
from .table import OTHER_WORDS

NO_COLUMN_NUMBERS = "without what numbers the columns"
NO_ROW_NUMBERS = "without what numbers the rows"
_NO_CELLS = '[](){}<>"' + BARS


class Slip(NamedTuple):
    """Why the rows of a text are no board: where, and the words for it."""

    line: int
    column: int
    message: str
    symbol: str | None


class FrameCandidate(NamedTuple):
    """What may be the board of a text.

    rows: Its cells, row by row
    facts: What the text says of the mines and the size
    taken: What was left out or taken for something, in words
    doubt: Where another candidate of the same doubt is as good, what has to be asked; else empty
    """

    rows: list[TextRow]
    facts: TextFacts
    taken: list[str]
    doubt: str


def candidates_of(
    rows: list[TextRow], lines: list[Line], header_facts: TextFacts
) -> tuple[list[FrameCandidate], Slip | None]:
    """The boards that the rows of a text may be, the likeliest first; or what is wrong with them."""
    block = _largest_block(rows)
    if not block:
        return [], None
    for row in block:
        if any(sign and sign in _NO_CELLS for sign in row.cells):
            return [], None

    # Numbers on a line of their own may be no cells: the board without them is tried as well.
    heading, variants = _without_heading(block)
    doubt = ""
    shorter_variants: list[list[TextRow]] = []
    for variant in variants:
        shorter_variants += reversed(_without_lone_numbers(variant, lines))
    if shorter_variants:
        variants = [*shorter_variants, *variants]
        doubt = "a line of numbers may tell the mine count or be a row whose other cells are blank"

    # Each variant has to explain all lines outside it, and to have the size that the text says.
    candidates: list[FrameCandidate] = []
    slip: Slip | None = None
    for variant in variants:
        is_headed = heading is not None and not any(row is heading for row in variant)
        outside = _said_outside(variant, rows, lines, header_facts)
        # Names of columns in quotes are those of a heading only as cells.
        if heading is not None and is_headed and isinstance(outside, Slip):
            other_lines = [line for line in lines if line.number != heading.line]
            outside = _said_outside(variant, rows, other_lines, header_facts)
        if isinstance(outside, Slip):
            slip = slip or outside
            continue
        if heading is not None and is_headed:
            blanks = heading.cells.count(BLANK)
            heading_width = max(outside.heading_width, len(heading.cells) - (blanks or 1))
            outside = Outside(outside.facts, heading_width, [*outside.taken, NO_COLUMN_NUMBERS])
        for candidate in _without_labels(variant, outside):
            wrong = _wrong_size(candidate)
            if wrong is None:
                candidates.append(candidate._replace(doubt=doubt) if doubt else candidate)
            slip = slip or wrong
    return candidates, None if candidates else slip


def _without_heading(block: list[TextRow]) -> tuple[TextRow | None, list[list[TextRow]]]:
    """(the row that names the columns, the block without it and, where it may be one of clues, with it)."""
    # A heading is as long as the rows where these have a number in front.
    if len(block) > 3 and block[0].cells == block[-1].cells:
        filled = [cell for cell in block[0].cells if cell != BLANK]
        if len(filled) > 2 and counts_up(filled):
            return block[0], [block[1:-1]]
    if len(block) > 2:
        for heading, other_rows in ((block[0], block[1:]), (block[-1], block[:-1])):
            names = heading.cells if counts_up(heading.cells) else heading.cells[1:]
            if len(names) > 2 and counts_up(names):
                return heading, [other_rows] if _is_sure(names) else [other_rows, block]
    return None, [block]


def _without_lone_numbers(block: list[TextRow], lines: list[Line]) -> list[list[TextRow]]:
    """The block without its first or last row, where that is made of numbers and of blanks behind them."""
    text_of = {line.number: line.text for line in lines}
    variants = []
    for end_row, other_rows in ((block[0], block[1:]), (block[-1], block[:-1])):
        if other_rows and end_row.cells[-1] == BLANK and numbers_of(text_of.get(end_row.line, "")):
            variants.append(other_rows)
    return variants


def _wrong_size(candidate: FrameCandidate) -> Slip | None:
    """What to say where a board has not the size that its text says."""
    sizes = candidate.facts.sizes
    rows = candidate.rows
    board_size = (len(rows), len(rows[0].cells))
    if sizes is None or sorted(sizes) == sorted(board_size):
        return None
    message = (
        f"the text says {sizes[0]}x{sizes[1]}, and the board is {board_size[0]}x{board_size[1]}"
    )
    return Slip(rows[0].line, rows[0].columns[0], message, None)


def _largest_block(rows: list[TextRow]) -> list[TextRow]:
    """Of all runs of rows of one length the one with most cells; of equals the last."""
    best: list[TextRow] = []
    current: list[TextRow] = []
    for row in rows:
        if current and len(row.cells) != len(current[0].cells):
            current = []
        if row.cells:
            current.append(row)
            if len(current) * len(row.cells) >= len(best) * (len(best[0].cells) if best else 0):
                best = current
    return best


def _is_sure(names: list[str]) -> bool:
    """Whether names that count up cannot be clues."""
    return any(not ("0" <= name <= "8" and len(name) == 1) for name in names) and len(names) > 1


class Outside(NamedTuple):
    """What the lines outside a block of rows, or one of them, say.

    heading_width: How many columns they name; 0: none
    taken: What was left out or taken for something, in words
    """

    facts: TextFacts
    heading_width: int
    taken: list[str]


def _said_outside(
    block: list[TextRow], rows: list[TextRow], lines: list[Line], header_facts: TextFacts
) -> Outside | Slip:
    """What the lines outside a block say; or which of them says nothing, and is no row."""
    stray_part = _stray_part(block, rows)
    if stray_part is not None:
        return stray_part
    facts = header_facts
    heading_width = 0
    taken: list[str] = []

    # All that is not the block is looked at line by line, and has to be explained.
    inside = {row.line for row in block}
    row_of_line = {row.line: row for row in rows if row.cells}
    signs = {sign for row in block for sign in row.cells}
    for line in lines:
        if line.number in inside or not line.text.strip():
            continue
        row = row_of_line.get(line.number)
        said = _said_by_line(line, row, block, signs, facts.mines is not None)
        if isinstance(said, Slip):
            return said
        facts = merged(facts, said.facts)
        heading_width = max(heading_width, said.heading_width)
        taken += [words for words in said.taken if words not in taken]
    return Outside(facts, heading_width, taken)


def _said_by_line(
    line: Line, row: TextRow | None, block: list[TextRow], signs: set[str], has_mine_count: bool
) -> Outside | Slip:
    """What a line outside a block says: it names the columns, tells the size or the mine count, or is words.

    row: The line, cut into cells as the block is, where it could be
    signs: Those of the block
    has_mine_count: Whether something else has told the mine count
    """
    text = line.text.strip()
    width = len(block[0].cells)
    if not block[0].line < line.number < block[-1].line:
        names = _heading_of(text)
        if len(names) > 1 and width - 2 <= len(names) <= width:
            return Outside(TextFacts(), len(names), [NO_COLUMN_NUMBERS])
        numbers = numbers_of(text)
        if numbers and len(numbers) <= 3 and len(numbers) < max(width, 2):
            return _said_by_numbers(line, numbers, block, has_mine_count)
    if _is_caption(text, row, signs, width):
        return Outside(facts_of(text), 0, _taken_of_caption(text, line.number))
    is_drawn = not any(sign in signs or sign.isalnum() for sign in text)
    if row is None and is_drawn:  # brackets, dots and the like
        return Outside(TextFacts(), 0, [])
    return _slip_at(line, row, width)


def _said_by_numbers(
    line: Line, numbers: list[int], block: list[TextRow], has_mine_count: bool
) -> Outside | Slip:
    """What a line of one to three numbers outside a block says."""
    facts = None
    if len(numbers) > 1 or not has_mine_count:  # one line is the mine count, not two
        facts = _facts_of_numbers(numbers, len(block), len(block[0].cells))
    if facts is None:
        text = line.text.strip()[:40]
        message = f"{text!r} is no row of the board; if it is the mine count, give mines="
        return Slip(line.number, line.start + 1, message, text)
    taken = []
    if facts.mines is not None:
        taken.append(f"{facts.mines} in line {line.number} as the mine count")
    return Outside(facts, 0, taken)


def _stray_part(block: list[TextRow], rows: list[TextRow]) -> Slip | None:
    """What shares a line with a row of the board and is none: it is one, too, or the board is not whole."""
    inside = {row.line for row in block}
    in_block = {id(row) for row in block}
    for row in rows:
        if row.line in inside and id(row) not in in_block:
            first_column = row.columns[0] if row.columns else 1
            return Slip(row.line, first_column, "a part of this line is no row of the board", None)
    return None


def _is_caption(text: str, row: TextRow | None, signs: set[str], width: int) -> bool:
    """Whether a line outside the board is words, and no row that has slipped out of it."""
    if not has_words(text) or is_list(text):
        return False
    return facts_of(text) != TextFacts() or not _is_slip(text, row, signs, width)


def _taken_of_caption(text: str, line_number: int) -> list[str]:
    """What was taken of a line of words, for whoever pasted it; nothing where it says nothing."""
    facts = facts_of(text)
    if facts.mines is not None:
        return [f"{facts.mines} in line {line_number} as the mine count"]
    if facts.left is not None:
        return [f"{facts.left} in line {line_number} as the mines that are left"]
    if _is_unknown_count(text):
        return [f"nothing of {text!r} in line {line_number}"]
    return []


def _is_unknown_count(text: str) -> bool:
    """Whether a line is a word or two with a number, of which nobody here knows what it counts."""
    words = text.replace(":", " ").replace("：", " ").replace("=", " ").split()
    if len(words) not in (2, 3) or facts_of(text) != TextFacts():
        return False
    numbers = [word for word in words if word.isdecimal()]
    are_known = any(word.lower() in OTHER_WORDS for word in words)
    return len(numbers) == 1 and not are_known and words[0] != numbers[0]


def _heading_of(text: str) -> list[str]:
    """The names of the columns, where a line has nothing else: words or, without blanks, characters."""
    for bar in BARS:
        text = text.replace(bar, " ")
    words = text.replace(",", " ").split()
    if len(words) > 1 and counts_up(words):
        return words
    if len(words) > 2 and counts_up(words[1:]) and (len(words[0]) > 1 or not words[0].isalnum()):
        return words[1:]
    if len(words) == 1 and len(words[0]) > 2 and counts_up(list(words[0])):
        return list(words[0])
    return []


def _facts_of_numbers(numbers: list[int], height: int, width: int) -> TextFacts | None:
    """What a line of one to three numbers says: the mine count, the size, or both; None: nothing."""
    if len(numbers) == 1:
        return TextFacts(mines=numbers[0], is_bare=True)
    # What names rows and columns may be a row and one or two columns of the block; the size is checked later.
    for rows in (height, height - 1):
        for columns in (width, width - 1, width - 2):
            if sorted(numbers[:2]) == sorted((rows, columns)):
                return TextFacts(
                    mines=numbers[2] if len(numbers) == 3 else None, sizes=(rows, columns)
                )
    return None


def _is_slip(text: str, row: TextRow | None, signs: set[str], width: int) -> bool:
    """Whether a line with letters is rather a row with a slip: all its signs are those of the board."""
    if row is not None and abs(len(row.cells) - width) <= 1 and len(row.cells) > 2:
        return True
    return all(sign in signs or sign in " \t,;" for sign in text)


def _slip_at(line: Line, row: TextRow | None, width: int) -> Slip:
    """The words for a line that could be a row and is not."""
    if row is None:
        text = line.text.strip()[:40]
        return Slip(line.number, line.start + 1, f"{text!r} is no row of the board", text)
    length = len(row.cells)
    if length == width:
        return Slip(line.number, row.columns[0], "a second board begins here", row.cells[0])
    cell_index = min(width, length - 1)
    column = row.columns[cell_index] + (1 if length < width else 0)
    cells = "1 cell" if length == 1 else f"{length} cells"
    return Slip(
        line.number,
        column,
        f"this row has {cells}, where the others have {width}",
        row.cells[cell_index],
    )


def _may_number(names: list[str], heading_width: int) -> bool:
    """Whether names number rows; digits may be clues, unless three or more of them count up."""
    if len(names) < 2 or not counts_up(names):
        return False
    return heading_width > 0 or _is_sure(names) or (len(names) > 2 and names[0] < names[-1])


def _without_labels(block: list[TextRow], outside: Outside) -> list[FrameCandidate]:
    """A block without what numbers its rows, and with it where that may be clues."""
    width = len(block[0].cells)
    heading_width = outside.heading_width
    as_it_is = FrameCandidate(block, outside.facts, outside.taken, "")
    if heading_width == width:
        return [as_it_is]
    sides = _sides_of_labels(block, heading_width)
    if sides is None:
        return []
    is_on_the_left, is_on_the_right = sides
    is_labelled = is_on_the_left or is_on_the_right
    if outside.facts.sizes == (len(block), width) or not is_labelled:
        return [as_it_is]

    # Numbers that cannot be clues are taken off; of others both boards are kept, and asked about.
    start = 1 if is_on_the_left else 0
    end = width - 1 if is_on_the_right else width
    rows = [TextRow(row.line, row.cells[start:end], row.columns[start:end]) for row in block]
    stripped = FrameCandidate(rows, outside.facts, [*outside.taken, NO_ROW_NUMBERS], "")
    labels = [row.cells[0 if is_on_the_left else -1] for row in block]
    if heading_width or _is_sure(labels) or (is_on_the_left and is_on_the_right):
        return [stripped]
    column_name = "first" if is_on_the_left else "last"
    doubt = f"the {column_name} column counts up: it may number the rows or be clues"
    return [stripped._replace(doubt=doubt), as_it_is._replace(doubt=doubt)]


def _sides_of_labels(block: list[TextRow], heading_width: int) -> tuple[bool, bool] | None:
    """Whether the first column and the last one number the rows; None: the last number does not go on."""
    width = len(block[0].cells)
    if heading_width and heading_width == width - 2:
        return True, True
    first_column = [row.cells[0] for row in block]
    last_column = [row.cells[-1] for row in block]
    is_first = width > 1 and _may_number(first_column, heading_width)
    is_last = width > 1 and _may_number(last_column, heading_width)
    if heading_width and heading_width == width - 1:
        # The heading tells that each row has one number; it is where they count up, else in front.
        if is_last and not is_first:
            return False, True
        is_broken = len(first_column) > 2 and counts_up(first_column[:-1])
        return None if is_broken and not is_first else (True, False)
    if is_first and is_last:
        return True, first_column == last_column and width > 2
    return is_first, is_last
