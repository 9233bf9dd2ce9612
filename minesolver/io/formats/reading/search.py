"""The search: every way to take off, cut, trim and name the signs, added up; the cheapest is the board.

If another is as cheap, both are the question. No reading is chosen by whether a layout of mines fits it.
"""

from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from itertools import product
from typing import NamedTuple

from .below import parted_below
from .beside import beside_blank_columns, side_by_side
from .blocks import NO_ROW, UNEVEN, Refusal, Row
from .candidates import Parts, candidates, with_rows_apart
from .leftovers import leaves_cells
from .lines import PlainText, plain_text, without_cursor
from .mine_counts import mine_counts
from .outside import ALONE, COUNTED, IN_WORDS, NUMBERS, Facts, facts_of
from .roles import RoleReading, SignCounts, read_signs, unknown_sign
from .strips import DOUBT, is_usual_size
from .table import CLUES, COSTS, HIDDEN, MINE, ROLE_COSTS, SAFE, ZERO
from .trims import Trim
from .words import name_of, taken_for

HIDDEN_CODE = -1
MINE_CODE = 10
_CODE_OF_ROLE = {HIDDEN: HIDDEN_CODE, ZERO: 0, MINE: MINE_CODE, SAFE: 0}
_UNKNOWN_SIGN, _OTHER_SIZE = 3, 4
"""Ranks of refusals: a sign that nobody knows; rows of another size than the text says."""
_AROUND_CELLS = frozenset('|[](){}"')
_COMMENT_SIGNS = frozenset("#*%;>!+")
_ONE_ROW = 6.0  # a board of one row in a text of several lines
_ONE_COLUMN = 1.0
_DEAREST_BESIDE = 4 * DOUBT  # of two boards side by side not each is doubted twice
_MOST_READINGS = 3
"""Readings of a question: nobody compares more."""
_MOST_ROLE_READINGS = 12
_FEWEST_OF_GAME = 16
"""Cells from which on a board is rather of a game than an example."""
_FEWEST_CELLS = 25
"""Cells from which on it says something that most are alike."""


class Stated(NamedTuple):
    """What the caller says beside a text; it wins over what the text says.

    has_count: Whether a mine count, the mines left or a density is stated
    board: Which of the boards that stand side by side
    """

    roles: Mapping[str, str] = {}
    has_count: bool = False
    board: int | None = None


_NOTHING_STATED = Stated()


@dataclass(frozen=True)
class BoardReading:
    """A board that a text may be.

    codes: -1 hidden, 0 to 8 a clue, 10 a known mine, row by row; of a layout 10 and 0
    mines: The mine count that the text tells, known mines included; None: it tells none
    taken: What was taken for what, and what was left out, in words
    rows: The signs of the cells, with the line of each row, counted from 0
    roles: What each sign that is no clue stands for
    """

    codes: tuple[tuple[int, ...], ...]
    mines: int | None
    is_layout: bool
    taken: tuple[str, ...]
    rows: tuple[Row, ...] = field(compare=False)
    roles: Mapping[str, str] = field(compare=False)

    @property
    def key(self) -> tuple[object, ...]:
        """What makes two readings the same board."""
        return (self.codes, self.mines, self.is_layout)


@dataclass(frozen=True)
class TextReading:
    """A way to read a whole text: its boards, and what it costs.

    beside: The number of this one of several boards; 0: the text is all of these boards
    dropped: Words for what is left out
    is_doubtful: Whether the text says something else as well: it is asked about, however cheap it is
    has_stated_roles: Whether the text or the caller says what signs are
    cut: How its boards were cut and trimmed, before their signs were named; None: they stand in lists
    """

    cost: float
    boards: tuple[BoardReading, ...]
    beside: int = 0
    dropped: str = ""
    is_doubtful: bool = False
    has_stated_roles: bool = False
    cut: Parts | None = field(default=None, compare=False)

    @property
    def key(self) -> tuple[object, ...]:
        return tuple(board.key for board in self.boards)


@dataclass(frozen=True)
class Question:
    """Readings of which none is surely meant, three at most, the likeliest first; others that cost more."""

    readings: tuple[TextReading, ...]
    rivals: tuple[TextReading, ...] = ()


@dataclass(frozen=True)
class Answer:
    """The boards of a text, and other ways to read it that cost more."""

    reading: TextReading
    rivals: tuple[TextReading, ...] = ()


Outcome = Answer | Question | Refusal


def read_text(lines: Sequence[str], stated: Stated = _NOTHING_STATED) -> tuple[Outcome, PlainText]:
    """What a text says, and its lines as they were read."""
    text = with_rows_apart(plain_text(lines, 0))
    halves = side_by_side(text.texts)
    beside = _readings_by_part(halves, text, stated, are_beside=True) if halves else []
    if beside and all(map(_has_lone_row, beside)):
        halves, beside = [], []  # parts of the rows of one board
    beside_cost = min((reading.cost for reading in beside), default=_DEAREST_BESIDE)
    are_boards = beside_cost < _DEAREST_BESIDE
    are_surely_boards = are_boards and _is_of_usual_size(beside[0]) and not _has_blanks(beside[0])
    if are_boards and (stated.board is not None or are_surely_boards):
        return _of_beside(beside, stated), text
    readings, refusals = _readings_in(text, stated)
    # Blank columns may part two boards, or a board of a usual size has them.
    usual_readings = [reading for reading in readings if _is_of_usual_size(reading)]
    if are_boards and not any(reading.cost + DOUBT < beside_cost for reading in usual_readings):
        least_cost = min((reading.cost for reading in readings), default=0)
        are_likely = any(reading.cost < least_cost + DOUBT / 2 for reading in usual_readings)
        likely_readings = usual_readings if are_likely else readings
        return _with_whole(_of_beside(beside, stated), decide(likely_readings, [])), text
    if halves:
        readings = [replace(reading, cost=reading.cost + DOUBT) for reading in readings]
    if stated.roles:
        readings = _with_cells_of(stated.roles, readings)
    outcome = _settled(decide(readings, refusals), text, stated)
    parts = [] if halves or stated.board is not None else beside_blank_columns(text.texts)
    part_readings = _readings_by_part(parts, text, stated, are_beside=True) if parts else []
    if part_readings and not all(map(_has_lone_row, part_readings)):
        return _with_whole(_of_beside(part_readings, stated), outcome), text
    cost = outcome.readings[0].cost if isinstance(outcome, Question) else None
    if isinstance(outcome, Answer):
        return outcome, text
    # Two lines that have all rows of a board each may be boards of one row as well.
    are_rows = isinstance(outcome, Question) and _are_rows_alone(outcome.readings[0])
    if cost is not None and cost <= COSTS["believed"] and not are_rows:
        return outcome, text

    # Boards that are written in different ways are each read by themselves.
    for parted in parted_below(text):
        readings = [
            reading
            for reading in _readings_by_part(parted.parts, parted.text, stated, are_beside=False)
            if all(len(board.rows) > 1 for board in reading.boards)
        ]
        is_cheaper = cost is None or any(reading.cost < cost for reading in readings)
        if readings and is_cheaper:
            whole = [] if isinstance(outcome, Refusal) else asked_readings(outcome)
            return decide([*readings, *whole], []), parted.text
    return outcome, text


def _is_of_usual_size(reading: TextReading) -> bool:
    """Whether each board of a reading has a usual size."""
    return all(is_usual_size(len(board.rows), len(board.rows[0].signs)) for board in reading.boards)


def _are_rows_alone(reading: TextReading) -> bool:
    """Whether a reading has several boards of one row each."""
    return len(reading.boards) > 1 and all(len(board.rows) == 1 for board in reading.boards)


def _has_lone_row(reading: TextReading) -> bool:
    """Whether one of two boards has a single row beside several of the other: it is a part of their rows."""
    heights = [len(board.rows) for board in reading.boards]
    return min(heights) == 1 < max(heights)


def _of_beside(readings: Sequence[TextReading], stated: Stated) -> Outcome:
    """The question which of the boards side by side is meant, and before it that of their signs."""
    if stated.board is not None:
        readings = _of_board(_each_board(readings), stated.board)
    if stated.roles:
        readings = _with_cells_of(stated.roles, readings)
    outcome = decide(readings, [])
    if not isinstance(outcome, Answer) or stated.board is not None:
        return by_board(outcome)
    boards = _each_board((outcome.reading, *outcome.rivals))
    return Question(tuple(boards[:_MOST_READINGS]))


def _with_whole(outcome: Outcome, whole: Outcome) -> Outcome:
    """The question which of two boards is meant, or one with all that is between them."""
    if isinstance(whole, Refusal) or not isinstance(outcome, Question):
        return outcome
    reading_of_board: dict[int, TextReading] = {}
    for reading in outcome.readings:
        reading_of_board.setdefault(reading.beside, reading)
    is_of_boards = all(len(reading.boards) == 1 for reading in outcome.readings)
    if len(reading_of_board) != 2 or not is_of_boards:
        return outcome
    readings = asked_readings(whole)
    reading = next((reading for reading in readings if not reading.dropped), readings[0])
    return Question((*reading_of_board.values(), reading))


def _settled(outcome: Outcome, text: PlainText, stated: Stated) -> Outcome:
    """The outcome; the question whether it is meant, where it leaves out what could be cells as well."""
    if not isinstance(outcome, Answer):
        return outcome
    reading = outcome.reading
    if not reading.has_stated_roles and any(map(_has_lone_zero, reading.boards)):
        return Question((reading, *outcome.rivals)[:_MOST_READINGS], outcome.rivals)
    boards = [board.rows for board in reading.boards]
    has_zero = any(0 in codes for board in reading.boards for codes in board.codes)
    if reading.cut is None or not leaves_cells(
        boards, reading.cut.lines, text, stated.roles.keys(), has_zero=has_zero
    ):
        return outcome
    return Question((reading, *outcome.rivals)[:_MOST_READINGS], outcome.rivals)


def _has_lone_zero(board: BoardReading) -> bool:
    """Whether a sign of a single cell is a zero beside a hidden cell, which no game leaves: a slip."""
    counts = Counter(sign for row in board.rows for sign in row.signs)
    if counts.total() < _FEWEST_OF_GAME:
        return False
    lone_signs = {sign for sign, role in board.roles.items() if role == ZERO and counts[sign] == 1}
    for row_index, row in enumerate(board.rows):
        for column, sign in enumerate(row.signs):
            if sign in lone_signs:
                around = board.codes[max(0, row_index - 1) : row_index + 2]
                if any(HIDDEN_CODE in codes[max(0, column - 1) : column + 2] for codes in around):
                    return True
    return False


def _readings_in(text: PlainText, stated: Stated) -> tuple[list[TextReading], list[Refusal]]:
    """The readings of all boards of a text that are written alike, and why others fail."""
    readings: list[TextReading] = []
    refusals: list[Refusal] = []
    for parts in candidates(text.texts):
        outcome = parts if isinstance(parts, Refusal) else _readings_of(parts, stated, text)
        if isinstance(outcome, Refusal):
            refusals.append(outcome)
        else:
            readings += outcome
    return readings, refusals


def _cuts_of_parts(parts: Sequence[list[str]], text: PlainText, stated: Stated) -> Iterator[Parts]:
    """The boards of all parts of a text, each part cut by itself; none where one of them is no board."""
    cuts_of_parts: list[list[Parts]] = []
    for lines in parts:
        outcome = decide(*_readings_in(text._replace(texts=without_cursor(lines)), stated))
        if isinstance(outcome, Refusal):
            return
        cuts: list[Parts] = []
        for reading in asked_readings(outcome):
            cuts += [reading.cut] if reading.cut is not None and reading.cut not in cuts else []
        cuts_of_parts.append(cuts)
    for choice in product(*cuts_of_parts):
        boards = [trims for cut in choice for trims in cut.boards]
        outside = [lines for cut in choice for lines in cut.outside]
        dropped = "; ".join(dict.fromkeys(filter(None, [cut.dropped for cut in choice])))
        yield Parts(sum(cut.cost for cut in choice), boards, outside, dropped)


def _with_equal_widths(parts: Parts) -> Iterator[Parts]:
    """Boards side by side, and before them the same as wide as each other, where blanks are cells: the one at
    the left may have lost blank cells to the space between them."""
    rows_of_boards = [trims[0].rows for trims in parts.boards]
    widths = [len(rows[0].signs) for rows in rows_of_boards]
    has_blanks = any("" in row.signs for row in rows_of_boards[0])
    have_one_height = len({len(rows) for rows in rows_of_boards}) == 1
    if len(widths) == 2 and widths[0] < widths[1] and have_one_height and has_blanks:
        more_cells = [""] * (widths[1] - widths[0])
        wider = [Row([*row.signs, *more_cells], row.line_index) for row in rows_of_boards[0]]
        trim = parts.boards[0][0]._replace(rows=wider)
        yield parts._replace(boards=[[trim], *parts.boards[1:]])
    yield parts


def _readings_by_part(
    parts: Sequence[list[str]], text: PlainText, stated: Stated, *, are_beside: bool
) -> list[TextReading]:
    """The readings of all parts of a text, each cut by itself; none where one of them is no board."""
    readings: list[TextReading] = []
    for cut in _cuts_of_parts(parts, text, stated):
        for boards in _with_equal_widths(cut) if are_beside else [cut]:
            outcome = _readings_of(boards, stated, text)
            readings += outcome if isinstance(outcome, list) else []
    return readings


def by_board(outcome: Outcome) -> Outcome:
    """A question of readings that have several boards, as a question which of the boards is meant.

    What signs stand for is asked before that, where it is all that differs. Boards that may be groups of one
    board's rows are such a question too.
    """
    if isinstance(outcome, Refusal) or (isinstance(outcome, Answer) and not may_be_joined(outcome)):
        return outcome
    readings = asked_readings(outcome)
    if all(len(reading.boards) == 1 for reading in readings):
        return outcome
    # Other cells that a reading may have are asked about once the signs are told.
    signs = signs_in(readings[0])
    alike = tuple(reading for reading in readings if signs_in(reading) == signs)
    if len(readings[0].boards) > 1 and distinguishing_roles(alike) is not None:
        return Question(alike, outcome.rivals)
    return which_board(outcome)


def which_board(outcome: Answer | Question) -> Question:
    """The question which of all boards of the readings is meant."""
    reading_of_board: dict[tuple[object, ...], TextReading] = {}
    for reading in asked_readings(outcome):
        for board in boards_to_choose(reading, outcome.rivals):
            reading_of_board.setdefault(board.key, board)
    return Question(tuple(reading_of_board.values())[:_MOST_READINGS])


def boards_to_choose(reading: TextReading, rivals: Sequence[TextReading]) -> list[TextReading]:
    """Each board of a reading, and first the one that all its rows may be."""
    joined = _joined(reading, rivals)
    return _each_board([reading] if joined is None else [joined, reading])


def asked_readings(outcome: Answer | Question) -> tuple[TextReading, ...]:
    """The readings that a question asks about; that of an answer."""
    return outcome.readings if isinstance(outcome, Question) else (outcome.reading,)


def may_be_joined(outcome: Answer | Question) -> bool:
    """Whether several boards of an outcome may be groups of one board's rows."""
    readings = asked_readings(outcome)
    return any(_joined(reading, outcome.rivals) is not None for reading in readings)


def _joined(reading: TextReading, rivals: Sequence[TextReading]) -> TextReading | None:
    """The reading of the rows of several boards as one board; ``None``: there is none."""
    for rival in rivals:
        is_one_of_several = len(rival.boards) == 1 < len(reading.boards)
        has_all_rows = _row_lines(rival) >= _row_lines(reading)
        if is_one_of_several and has_all_rows and roles_in(rival) == roles_in(reading):
            return rival
    return None


def _row_lines(reading: TextReading) -> set[int]:
    """The lines that the rows of a reading stand in."""
    return {row.line_index for board in reading.boards for row in board.rows}


def distinguishing_roles(
    readings: Sequence[TextReading],
) -> list[tuple[tuple[str, str], ...]] | None:
    """The roles that tell each reading of the same cells from the others; None: they differ otherwise."""
    differing = differing_signs(readings)
    sign_roles = [
        tuple(sorted((sign, role) for sign, role in roles_in(reading).items() if sign in differing))
        for reading in readings
    ]
    have_same_cells = len(set(map(signs_in, readings))) == 1
    are_distinguished = len(set(sign_roles)) == len(readings) and () not in sign_roles
    return sign_roles if len(readings) > 1 and have_same_cells and are_distinguished else None


def differing_signs(readings: Sequence[TextReading]) -> set[str]:
    """The signs that have not the same role in all readings."""
    roles = list(map(roles_in, readings))
    signs = {sign for reading_roles in roles for sign in reading_roles}
    return {sign for sign in signs if len({reading_roles.get(sign) for reading_roles in roles}) > 1}


def roles_in(reading: TextReading) -> dict[str, str]:
    """The roles of the signs of all boards of a reading."""
    roles: dict[str, str] = {}
    for board in reading.boards:
        roles.update(board.roles)
    return roles


def signs_in(reading: TextReading) -> tuple[tuple[str, ...], ...]:
    """The signs of all rows of a reading."""
    return tuple(tuple(row.signs) for board in reading.boards for row in board.rows)


def _each_board(readings: Iterable[TextReading]) -> list[TextReading]:
    """Each of the boards of readings alone, the boards of the first reading first."""
    boards: list[TextReading] = []
    for reading in readings:
        if len(reading.boards) == 1:
            boards.append(reading)
            continue
        words = "without the other board" + ("s" if len(reading.boards) > 2 else "")
        dropped = f"{words}; {reading.dropped}" if reading.dropped else words
        for number, board in enumerate(reading.boards, 1):
            boards.append(replace(reading, boards=(board,), beside=number, dropped=dropped))
    return boards


def _of_board(readings: Sequence[TextReading], number: int) -> list[TextReading]:
    """The readings of one of the boards side by side; all, where there is one board."""
    chosen = [reading for reading in readings if reading.beside == number]
    return chosen or list(readings)


def _with_cells_of(signs: Collection[str], readings: Sequence[TextReading]) -> list[TextReading]:
    """The readings in which most of these signs are cells: what the caller names is not left out."""
    counts: list[int] = []
    for reading in readings:
        used = {sign for board in reading.boards for row in board.rows for sign in row.signs}
        counts.append(len(used.intersection(signs)))
    highest_count = max(counts, default=0)
    pairs = zip(readings, counts, strict=True)
    return [reading for reading, count in pairs if count == highest_count]


Cells = Sequence[Sequence[str]]
"""Rows of signs."""


def count_cells(boards: Iterable[Cells]) -> SignCounts:
    """The signs of boards that stand in lists."""
    return _count_signs(list(map(_rows_of_cells, boards)), Facts())


def _rows_of_cells(rows: Cells) -> list[Row]:
    return [Row(list(signs), row_index) for row_index, signs in enumerate(rows)]


def read_cells(
    rows: Cells, stated: Stated = _NOTHING_STATED, sign_counts: SignCounts | None = None
) -> Outcome:
    """The board of signs that stand in lists, such as those of JSON: only their roles are found out.

    sign_counts: The signs of all boards of its text, as one sign has one role in all of them
    """
    board_rows = _rows_of_cells(rows)
    counts = _count_signs([board_rows], Facts())
    role_readings = read_signs(sign_counts, stated.roles) if sign_counts else []
    role_readings = role_readings or read_signs(counts, stated.roles)
    if not role_readings:
        return _refusal_of_signs([board_rows], counts, stated)
    readings = []
    for role_reading in role_readings[:_MOST_ROLE_READINGS]:
        board = _board_reading(board_rows, role_reading)
        readings.append(TextReading(role_reading.cost, (board,)))
    return decide(readings, [])


def decide(readings: Iterable[TextReading], refusals: Sequence[Refusal]) -> Outcome:
    """The cheapest reading, if no other board is nearly as cheap; else the question."""
    cheapest_of_board: dict[tuple[object, ...], TextReading] = {}
    for reading in sorted(readings, key=lambda reading: reading.cost):
        cheapest_of_board.setdefault(reading.key, reading)
    ranked = list(cheapest_of_board.values())
    worst_first = sorted(refusals, key=lambda refusal: -refusal.rank)
    if not ranked:
        return worst_first[0] if worst_first else Refusal("no row of cells")

    # A text whose rows differ in length is broken, unless something else is surely meant.
    cheapest = ranked[0]
    is_doubtful = cheapest.cost > COSTS["believed"]
    uneven = [refusal for refusal in refusals if refusal.rank == UNEVEN]
    if cheapest.cost > COSTS["broken"] and uneven and not _has_blanks(cheapest):
        return uneven[0]
    dearest_of_tie = round(cheapest.cost + COSTS["tie"], 3)
    near = [reading for reading in ranked if reading.cost <= dearest_of_tie]
    rivals = [reading for reading in ranked[1:] if reading.cost < cheapest.cost + COSTS["rival"]]
    if len(near) > 1:
        # A question names the other role that blank cells may have as well.
        dearest_named = round(cheapest.cost + COSTS["named"], 3)
        cells = signs_in(cheapest)
        roles_of_blank = {roles_in(reading).get("") for reading in near}
        named = [
            reading
            for reading in ranked[len(near) :]
            if reading.cost <= dearest_named
            and signs_in(reading) == cells
            and roles_in(reading).get("") not in roles_of_blank
        ]
        return Question(_listed([*near, *named]), tuple(rivals))
    if is_doubtful or cheapest.is_doubtful:
        return Question(tuple(ranked[:_MOST_READINGS]), tuple(rivals))
    return Answer(cheapest, tuple(rivals))


def _listed(readings: Sequence[TextReading]) -> tuple[TextReading, ...]:
    """Three readings at most: where there are more, those of other roles rather than those of other cells."""
    role_sets: set[frozenset[tuple[str, str]]] = set()
    of_other_roles: list[TextReading] = []
    of_other_cells: list[TextReading] = []
    for reading in readings:
        roles = frozenset((sign, role) for sign, role in roles_in(reading).items() if sign)
        group = of_other_cells if roles in role_sets else of_other_roles
        group.append(reading)
        role_sets.add(roles)
    listed = [*of_other_roles, *of_other_cells][:_MOST_READINGS]
    return tuple(sorted(listed, key=lambda reading: reading.cost))


def _has_blanks(reading: TextReading) -> bool:
    """Whether there are blank cells: other cuts find rows of several lengths there. One at an end is none."""
    rows = [row.signs for board in reading.boards for row in board.rows]
    return any("" in signs[:-1] for signs in rows) or sum(signs.count("") for signs in rows) > 1


def _readings_of(parts: Parts, stated: Stated, text: PlainText) -> list[TextReading] | Refusal:
    """The readings of boards that are cut out of a text: each way to trim them, each role of their signs."""
    facts = [facts_of(lines) for lines in parts.outside]
    line_count = sum(bool(line.strip()) for line in text.texts)
    widths = {len(row.signs) for trims in parts.boards for row in trims[0].rows[:1]}
    if len(parts.boards) > 1 and len(widths) == 1:
        line_count = 1  # of groups of rows one may have one row
    readings: list[TextReading] = []
    refusal: Refusal | None = None
    for trim_index in range(max(map(len, parts.boards))):
        # Several boards are trimmed alike.
        trimmed = [trims[min(trim_index, len(trims) - 1)] for trims in parts.boards]
        boards = [trim.rows for trim in trimmed]
        if not all(rows and rows[0].signs for rows in boards):
            continue
        sizes = map(_refusal_of_size, boards, facts)
        wrong_size = next((size for size in sizes if size is not None), None)
        if wrong_size is not None:
            refusal = wrong_size
            continue
        all_facts = _merged(facts)
        counts = _count_signs(boards, all_facts)
        roles = {**dict(all_facts.legend), **stated.roles}
        role_readings = read_signs(counts, roles)
        if not role_readings:
            refusal = refusal or _refusal_of_signs(boards, counts, stated)
        trim_cost = max(map(partial(_cost_of_trim, stated), trimmed, facts))
        dropped = "; ".join(dict.fromkeys(filter(None, [parts.dropped, trimmed[0].dropped])))
        cut = parts._replace(boards=[[trim] for trim in trimmed])
        for role_reading in role_readings[:_MOST_ROLE_READINGS]:
            cost = parts.cost + trim_cost + role_reading.cost
            doubts = [
                _doubts(rows, board_facts, role_reading.roles, stated, line_count)
                for rows, board_facts in zip(boards, facts, strict=True)
            ]
            cost = round(cost + sum(doubts), 3)
            is_doubtful = max(doubts) >= COSTS["question"] or cost + parts.bonus > COSTS["believed"]
            has_roles = bool(roles) or all_facts.size_kind == COUNTED
            for chosen in _with_counts(boards, facts, role_reading, text.covered_mines):
                reading = TextReading(cost, chosen, 0, dropped, is_doubtful, has_roles, cut)
                readings.append(reading)
    return readings if readings or refusal is None else refusal


def _merged(facts: Sequence[Facts]) -> Facts:
    """The legends of all boards of a text, and whether any has a whole size."""
    legend = tuple(item for board_facts in facts for item in board_facts.legend)
    kinds = {board_facts.size_kind for board_facts in facts}
    return Facts(size_kind=COUNTED if COUNTED in kinds else "", legend=legend)


def _count_signs(boards: Sequence[Sequence[Row]], facts: Facts) -> SignCounts:
    """The signs of all boards together: one sign has one role in all of them."""
    signs: set[str] = set()
    for board in boards:
        for row in board:
            signs.update(row.signs)
    capitals = {sign for sign in signs if len(sign) == 1 and "A" <= sign <= "Z"}
    unknown = {sign for sign in signs - ROLE_COSTS.keys() if len(sign) == 1 and "a" <= sign <= "z"}
    repeated_letters = {sign for sign in capitals | unknown if not _is_single(sign, boards)}
    return SignCounts(
        frozenset(signs),
        frozenset(capitals - repeated_letters),
        frozenset(repeated_letters),
        facts.size_kind == COUNTED,
        _most_frequent(boards),
    )


def _most_frequent(boards: Sequence[Sequence[Row]]) -> str | None:
    """The sign of more than half of all cells; None: there is none, or the boards are small."""
    counts = Counter(sign for board in boards for row in board for sign in row.signs)
    sign, count = counts.most_common(1)[0]
    return sign if 2 * count > counts.total() >= _FEWEST_CELLS else None


def _is_single(sign: str, boards: Sequence[Sequence[Row]]) -> bool:
    """Whether a sign stands in one cell of each board at most."""
    return all(sum(row.signs.count(sign) for row in board) <= 1 for board in boards)


def _refusal_of_signs(
    boards: Sequence[Sequence[Row]], counts: SignCounts, stated: Stated
) -> Refusal:
    """Where the sign stands that nobody knows."""
    sign = unknown_sign(counts, stated.roles)
    if sign is None:
        message = "no digit from 1 to 8, so no board; say what the signs are: --signs"
        return Refusal(message, boards[0][0].line_index, rank=_UNKNOWN_SIGN)
    for board in boards:
        for row in board:
            if sign in row.signs:
                message = f"{sign!r} is no sign that is known; say what it is, such as"
                message += f" --signs hidden={name_of(sign)}"
                if sign in counts.repeated_letters:
                    message = f"letter {sign!r} names two cells"
                cell = row.signs.index(sign)
                # What stands around cells is rather the mark of a slip in how they are parted.
                rank = NO_ROW if sign in _AROUND_CELLS else _UNKNOWN_SIGN
                return Refusal(message, row.line_index, sign, cell, rank, row.signs)
    raise AssertionError("the sign stands on a board")


def _has_size(rows: Sequence[Row], facts: Facts) -> bool:
    """Whether rows have the size that the text tells, if it tells one; some tell the columns first."""
    size = (len(rows), len(rows[0].signs))
    return facts.size is None or facts.size in (size, size[::-1])


def _has_one_size(rows: Sequence[Row], facts: Facts) -> bool:
    """Whether a line tells the width of rows, or how many there are, and another number with it."""
    if facts.size is None or min(facts.size) < 2:
        return False
    return not {len(rows), len(rows[0].signs)}.isdisjoint(facts.size)


def _is_place(numbers: tuple[int, int] | None, height: int, width: int) -> bool:
    """Whether two numbers may name a cell of a board, counted from 0 or 1, in either order."""
    if numbers is None:
        return False
    first, second = numbers
    return (first <= height and second <= width) or (first <= width and second <= height)


def _refusal_of_size(rows: Sequence[Row], facts: Facts) -> Refusal | None:
    """Where rows differ from the size in a line above them."""
    if facts.size_kind not in (ALONE, COUNTED) or _has_size(rows, facts) or facts.size is None:
        return None
    height, width = facts.size
    if len(rows[0].signs) == width:
        promised = "1 row" if height == 1 else f"{height} rows"
        message = f"the first line promises {promised}, and {len(rows)} follow"
        return Refusal(message, None, str(height), rank=_OTHER_SIZE)
    cell_count = len(rows[0].signs)
    cells = "1 cell" if cell_count == 1 else f"{cell_count} cells"
    message = f"this row has {cells}, where the first line says {width}"
    cell = min(width, cell_count)
    symbol = rows[0].signs[min(width, cell_count - 1)]
    return Refusal(message, rows[0].line_index, symbol, cell, _OTHER_SIZE, rows[0].signs)


def _cost_of_trim(stated: Stated, trim: Trim, facts: Facts) -> float:
    """What a trim costs beside what the caller says of its marks, and the text of the size of its rows."""
    if trim.marks and stated.roles.keys() >= trim.marks:
        return 0
    # Two numbers that are the size of fewer columns may be a move; where rows are missing a text tells the
    # size of more than there are.
    is_told = facts.size is not None and _has_size(trim.rows, facts)
    may_be_move = trim.has_fewer_columns and facts.size_kind == NUMBERS
    if is_told and (may_be_move or trim.has_more_rows):
        return trim.cost + COSTS["question"]
    has_size_line = facts.size_kind in (ALONE, COUNTED)
    return trim.cost_with_size if has_size_line and trim.cost_with_size is not None else trim.cost


def _doubts(
    rows: Sequence[Row], facts: Facts, roles: Mapping[str, str], stated: Stated, line_count: int
) -> float:
    """What speaks against rows as a board: another size or ruler, two counts, a gap, a single row."""
    cost = 0.0
    height, width = len(rows), len(rows[0].signs)
    # Two numbers that are no size of the board are something else, such as the last move.
    if not _has_size(rows, facts):
        is_size = facts.size_kind == IN_WORDS or bool(facts.mines)
        is_size = is_size or _has_one_size(rows, facts) or not _is_place(facts.size, height, width)
        cost += COSTS["question"] if is_size else 0
    if not facts.is_size_sure:
        cost += COSTS["question"]
    has_two_counts = len(facts.mines) > 1 or len(facts.left) > 1 or facts.lone_counts > 1
    if has_two_counts and not stated.has_count:
        cost += COSTS["question"]
    if facts.ruler_widths and width not in facts.ruler_widths:
        cost += COSTS["question"]
    if height > 2 and (_has_gap(rows) or _has_comment_before_gap(rows)):
        cost += COSTS["question"]
    is_stated = facts.size is not None and _has_size(rows, facts)
    if height == 1 and line_count > 1 and not is_stated:
        cost += _ONE_ROW
    if width == 1 and not is_stated:
        cost += _ONE_COLUMN
    return cost


def _has_gap(rows: Sequence[Row]) -> bool:
    """Whether blanks stand in whole columns only, between others: two boards, perhaps."""
    columns = list(zip(*(row.signs for row in rows), strict=False))
    blank_columns = [not any(column) for column in columns]
    signed = [index for index, is_blank in enumerate(blank_columns) if not is_blank]
    is_inside = any(blank_columns[signed[0] : signed[-1]]) if signed else False
    has_other_blank = any("" in column and any(column) for column in columns)
    return is_inside and not has_other_blank


def _has_comment_before_gap(rows: Sequence[Row]) -> bool:
    """Whether each row begins with one comment sign and a blank: the sign may be no cell."""
    first_signs = {row.signs[0] for row in rows}
    are_parted = len(rows[0].signs) > 2 and not any(row.signs[1] for row in rows)
    return are_parted and len(first_signs) == 1 and first_signs <= _COMMENT_SIGNS


def _with_counts(
    boards: Sequence[Sequence[Row]],
    facts: Sequence[Facts],
    role_reading: RoleReading,
    covered_mines: int | None,
) -> list[tuple[BoardReading, ...]]:
    """The boards with each mine count that the text may tell."""
    choices: list[list[BoardReading]] = []
    for rows, board_facts in zip(boards, facts, strict=True):
        counts = mine_counts(
            rows,
            board_facts,
            role_reading.roles,
            is_layout=role_reading.is_layout,
            format_name=role_reading.format_name,
            covered_mines=covered_mines,
        )
        choices.append([_board_reading(rows, role_reading, *count) for count in counts])
    readings = []
    for index in range(max(map(len, choices))):
        readings.append(tuple(ways[min(index, len(ways) - 1)] for ways in choices))
    return readings


def _board_reading(
    rows: Sequence[Row],
    role_reading: RoleReading,
    mines: int | None = None,
    words_of_count: Sequence[str] = (),
) -> BoardReading:
    roles = role_reading.roles
    code_of_sign = {sign: _CODE_OF_ROLE[role] for sign, role in roles.items()}
    for clue in CLUES:
        code_of_sign.setdefault(clue, int(clue))
    codes = tuple(tuple([code_of_sign[sign] for sign in row.signs]) for row in rows)
    used = {sign for row in rows for sign in row.signs}
    used_roles = {sign: role for sign, role in roles.items() if sign in used}
    words = taken_for(used_roles, is_layout=role_reading.is_layout)
    return BoardReading(
        codes, mines, role_reading.is_layout, (*words, *words_of_count), tuple(rows), used_roles
    )
