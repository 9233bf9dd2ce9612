"""The lines of a cut text as boards: rows that follow each other, and an excuse for every other line."""

import re
from collections import Counter
from collections.abc import Sequence
from typing import NamedTuple

from .cuts import Cells, Cut, by_characters
from .lines import counts_up, sign_of
from .outside import PROSE, excuse, has_words, is_drawn, is_fact, is_heading, is_rule
from .strips import is_usual_size
from .table import CLUES, ROLE_COSTS

_DRAWN_SIGNS = set("-=_~+*'`")
_SEPARATOR = re.compile(r"[\t;]")
_WORD = re.compile(r"[a-z]{4}|^\s*\[[A-Za-z]{3}")
RULE = "rule"
"""In a run, a drawn line between two rows."""


class Row(NamedTuple):
    """The signs of a row of cells, and the line that it stands in, counted from 0."""

    signs: Cells
    line_index: int


class Refusal(NamedTuple):
    """Why a text is no board: a sentence, and where.

    symbol: What stands there
    cell: Which cell of the row, counted from 0; its ``signs`` tell where that is in the line
    rank: Of several refusals the one of the highest rank says most
    """

    message: str
    line_index: int | None = None
    symbol: str | None = None
    cell: int | None = None
    rank: int = 0
    signs: Sequence[str] = ()


class Cutting(NamedTuple):
    """The boards of a text, the lines around them, and what it costs to leave those out.

    joined: The rows of all boards as one, where they may be groups of its rows; else none
    """

    boards: list[list[Row]]
    outside: list[str]
    cost: float = 0
    joined: Sequence[Row] = ()


NO_ROW, UNEVEN = 1, 2
"""Ranks of refusals: a line is no row; a row is shorter or longer than the others."""


def signs_of(tokens: Sequence[str], known: dict[str, str | None]) -> Cells | None:
    """The signs of a row's cells; None: one of them is no cell. ``known``: of texts that were seen before."""
    signs: Cells = []
    for token in tokens:
        if token not in known:
            known[token] = sign_of(token)
        sign = known[token]
        if sign is None:
            return None
        signs.append(sign)
    return signs


def _is_caption(line: str) -> bool:
    """Whether a line is a word, and no row of letters that stand for cells."""
    return _WORD.search(line) is not None and has_words(line)


Run = list[Row | str | None]


class _Blocks:
    """Takes the lines of a text one after another: rows that follow each other go into one run."""

    def __init__(self, cut: Cut, lines: Sequence[str]) -> None:
        self.cut = cut
        self.runs: list[Run] = []
        self.run: Run = []  # None: an empty line
        self.last: Row | None = None  # the last row of the run
        self.row_count = 0  # of the run
        self.outside: list[str] = []
        self.rules: list[str] = []  # drawn lines of one sign
        self.cost = 0.0
        self.usual_rule = _usual_rule(lines)
        self._known: dict[str, str | None] = {}
        lines_with_colon = [line for line in lines if ":" in line]
        self._may_have_headings = all(
            is_heading(line) or is_fact(line) or PROSE.search(line) for line in lines_with_colon
        )

    def signs_in(self, line: str) -> Cells | None:
        if is_fact(line) or (self._may_have_headings and is_heading(line)):
            return None
        tokens = self.cut(line)
        if tokens is None or (self.cut is by_characters and _is_caption(line)):
            return None
        signs = signs_of(tokens, self._known)
        if signs is not None and len(signs) == 1 and not signs[0]:
            return None
        return signs

    def add(self, row: Row) -> None:
        self.run.append(row)
        self.last = row
        self.row_count += 1

    def end_run(self) -> None:
        if self.row_count:
            self.runs.append(self.run)
        self.run = []
        self.last = None
        self.row_count = 0

    def leave_out(self, line: str, cost: float) -> None:
        self.cost += cost
        self.outside.append(line)
        if is_rule(line) and len(set("".join(line.split()))) == 1:
            self.rules.append(line.strip())


def cut_to_boards(lines: Sequence[str], cut: Cut, *, by_signs: bool = True) -> Cutting | Refusal:
    """The boards of a text by one cut of its lines, or the line that fits nowhere.

    by_signs: Rows are cut by their signs alone, so that a drawn line of one sign could be a row
    """
    blocks = _Blocks(cut, lines)
    for line_index, line in enumerate(lines):
        signs = blocks.signs_in(line)
        if signs is None:
            refusal = _leave_out(blocks, line_index, line)
        elif blocks.last is not None and len(blocks.last.signs) != len(signs):
            refusal = _take_uneven_row(blocks, Row(signs, line_index), lines)
        else:
            refusal = None
            blocks.add(Row(signs, line_index))
        if refusal is not None:
            return refusal
    blocks.end_run()

    boards = boards_of([run for run in blocks.runs if not _is_drawn_line(run, lines)])
    joined = _joined(boards) if len(blocks.runs) == 1 else []
    if any(len(board) > 1 for board in boards):
        # A number or a mark alone beside rows is no board of one row.
        boards = [
            board
            for board in boards
            if len(board) > 1 or excuse(lines[board[0].line_index]) is None
        ]
    if by_signs and any(_may_be_row(rule, blocks, boards) for rule in blocks.rules):
        return Refusal("a line of one sign may be a row or a drawn line", rank=NO_ROW)
    return Cutting(boards, blocks.outside, blocks.cost, joined)


def _may_be_row(rule: str, blocks: _Blocks, boards: Sequence[Sequence[Row]]) -> bool:
    """Whether a drawn line of one sign is cut as a row of a board that has this sign, give or take a cell."""
    used_signs = {sign for board in boards for row in board for sign in row.signs}
    # A blank among tight signs is a slip, or parts groups of columns.
    signs = blocks.signs_in(rule) or [*"".join(rule.split())]
    if not set(signs) <= used_signs:
        return False
    widths = {len(board[0].signs) for board in boards}
    return any(abs(len(signs) - width) < 2 for width in widths) or " " in rule


def _usual_rule(lines: Sequence[str]) -> str:
    """The drawn line that stands between most rows; empty: there is none. A much shorter one parts boards."""
    counts = Counter(line.strip() for line in lines if line.strip() and is_rule(line))
    if not counts:
        return ""
    usual, count = counts.most_common(1)[0]
    return usual if count > 1 and 2 * count > counts.total() else ""


def _leave_out(blocks: _Blocks, line_index: int, line: str) -> Refusal | None:
    """Leave a line out that is no row: an empty line and a drawn one go on with the run, others end it."""
    cost = excuse(line)
    if cost is None:
        return Refusal("this line is no row of cells", line_index, line.strip()[:40], rank=NO_ROW)
    if not line.strip():
        blocks.run.append(None)
    elif is_rule(line):
        blocks.run.append(RULE)
        blocks.leave_out(line, 0)
        if blocks.usual_rule and len(line.strip()) < len(blocks.usual_rule) // 2:
            blocks.end_run()
    else:
        blocks.leave_out(line, cost)
        blocks.end_run()
    return None


def _take_uneven_row(blocks: _Blocks, row: Row, lines: Sequence[str]) -> Refusal | None:
    """A row of another length than the one above: one of the two is a line of facts, or it is a slip."""
    last = blocks.last
    assert last is not None
    line = lines[row.line_index]
    before = excuse(lines[last.line_index]) if blocks.row_count == 1 else None
    is_slip = _is_slip(last, row) or _is_slip(row, last) or _lacks_cell(blocks, row)
    row_line = lines[last.line_index]
    is_tight = blocks.cut is by_characters
    is_slip = is_slip or (is_tight and _begins_in_blanks(row_line, line))
    is_parted = len(_SEPARATOR.findall(line)) > 1 and len(_SEPARATOR.findall(row_line)) > 1
    is_slip = is_slip or (is_parted and abs(len(row.signs) - len(last.signs)) == 1)
    if before is not None and not is_slip:
        blocks.leave_out(lines[last.line_index], before)
        blocks.run = []
        blocks.row_count = 0
        blocks.add(row)
        return None
    cost = excuse(line)
    is_short_row = (
        blocks.cut is by_characters
        and len(row.signs) >= len(last.signs) - 1
        and set(row.signs) <= CLUES
    )
    begins_later = is_tight and _begins_in_blanks(line, row_line)
    if cost is not None and not (is_short_row or is_slip or begins_later):
        blocks.leave_out(line, cost)
        blocks.end_run()
        return None
    width = len(last.signs)
    cells = "1 cell" if len(row.signs) == 1 else f"{len(row.signs)} cells"
    message = f"this row has {cells}, where the first row has {width}"
    cell = min(width, len(row.signs))
    symbol = row.signs[min(width, len(row.signs) - 1)]
    return Refusal(message, row.line_index, symbol, cell, UNEVEN, row.signs)


def _is_slip(row: Row, other: Row) -> bool:
    """Whether a row of one sign, as lines are drawn, or of blanks is a row of cells with one too many or too
    few."""
    if len(row.signs) < 3 or abs(len(row.signs) - len(other.signs)) != 1:
        return False
    is_drawn_sign = len(set(row.signs)) == 1 and row.signs[0] in _DRAWN_SIGNS
    return not any(row.signs) or (is_drawn_sign and row.signs[0] in other.signs)


def _begins_in_blanks(line: str, row_line: str) -> bool:
    """Whether a line ends where a row does and begins farther right: blank cells are first, perhaps."""
    indentation = len(line) - len(line.lstrip())
    is_farther = indentation > len(row_line) - len(row_line.lstrip())
    return is_farther and len(line.rstrip()) == len(row_line.rstrip())


def _lacks_cell(blocks: _Blocks, row: Row) -> bool:
    """Whether of a row and the one right above it one has two cells, and one a single sign of the board."""
    above = blocks.run[-1]
    if not isinstance(above, Row):
        return False
    short, whole = (above, row) if len(above.signs) < len(row.signs) else (row, above)
    if len(short.signs) != 1 or len(whole.signs) != 2:
        return False
    used_signs = {*whole.signs}
    if short is row:
        used_signs = {
            sign for other in blocks.run if isinstance(other, Row) for sign in other.signs
        }
    return short.signs[0] not in CLUES and short.signs[0] in used_signs


def _is_drawn_line(run: Run, lines: Sequence[str]) -> bool:
    """Whether a run is one line, which underlines a title."""
    rows = [row for row in run if isinstance(row, Row)]
    return len(rows) == 1 and is_drawn(lines[rows[0].line_index])


def boards_of(runs: Sequence[Run]) -> list[list[Row]]:
    """The boards of runs of rows: rows with an empty line between all of them are one; groups of rows are
    several boards, or one where only all together have a usual size. Drawn lines part boards likewise, unless
    one parts a single row, which may be a heading."""
    boards: list[list[Row]] = []
    for run in _parted_runs(runs):
        groups = _parted(run, RULE)
        rows_of_groups = [[row for row in group if isinstance(row, Row)] for group in groups]
        whole = [row for rows in rows_of_groups for row in rows]
        has_single_row = any(len(rows) < 2 for rows in rows_of_groups)
        if has_single_row or _are_one_board(rows_of_groups, whole):
            groups = [[row for row in run if row != RULE]]
        for group in groups:
            boards += _boards_of_group(group)
    # A letter, a number or a dash by itself is a board only where there is nothing else.
    larger = [board for board in boards if not _is_one_character(board)]
    return larger or boards[:1]


def _is_one_character(board: Sequence[Row]) -> bool:
    sign = board[0].signs[0]
    is_single = len(board) == 1 and len(board[0].signs) == 1
    return is_single and (sign.isalnum() or is_rule(sign) or sign not in ROLE_COSTS)


def _parted_runs(runs: Sequence[Run]) -> list[Run]:
    """The runs, cut where a board ends: between two drawn lines, and where names of columns come again."""
    parts: list[Run] = []
    for run in runs:
        first_signs = next((item.signs for item in run if isinstance(item, Row)), None)
        starts = [0]
        row_count = 0  # since the last start
        rule_count = 0  # since the last row
        for index, item in enumerate(run):
            if not isinstance(item, Row):
                rule_count += item == RULE
                continue
            is_heading = item.signs == first_signs and counts_up(item.signs)
            if row_count > 1 and (rule_count > 1 or is_heading):
                starts.append(index)
                row_count = 0
            row_count += 1
            rule_count = 0
        # A last line of names is below the rows that it names.
        if row_count < 2:
            starts = starts[:-1] or [0]
        parts += [
            run[start:end] for start, end in zip(starts, [*starts[1:], len(run)], strict=True)
        ]
    return parts


def _boards_of_group(group: Run) -> list[list[Row]]:
    """The boards of rows that only empty lines part."""
    parts = [[row for row in part if isinstance(row, Row)] for part in _parted(group, None)]
    whole = [row for part in parts for row in part]
    if len(parts) < 2 or _are_one_board(parts, whole):
        return [whole] if whole else []
    return parts


def _parted(run: Run, separator: str | None) -> list[Run]:
    """The parts of a run between separators that have any row."""
    parts: list[Run] = [[]]
    for item in run:
        if item == separator:
            parts.append([])
        else:
            parts[-1].append(item)
    return [part for part in parts if any(isinstance(item, Row) for item in part)]


def _are_one_board(parts: list[list[Row]], whole: list[Row]) -> bool:
    if len({len(row.signs) for row in whole}) > 1:
        return False
    if all(len(part) == 1 for part in parts):
        return len(parts) > 2
    return is_usual_size(len(whole), len(whole[0].signs)) and not _has_usual_size(parts)


def _joined(boards: Sequence[list[Row]]) -> list[Row]:
    """The rows of boards that may be groups of one board's rows: none of them has a usual size."""
    rows = [row for board in boards for row in board]
    has_one_width = len({len(row.signs) for row in rows}) == 1
    may_be_groups = len(boards) > 1 and has_one_width and not _has_usual_size(boards)
    return rows if may_be_groups else []


def _has_usual_size(boards: Sequence[list[Row]]) -> bool:
    """Whether any board has a usual size."""
    return any(is_usual_size(len(board), len(board[0].signs)) for board in boards)
