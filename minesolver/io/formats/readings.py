"""What a text was read as; the reader of pasted texts (:mod:`.reading`) as a format of formats."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache
from typing import TYPE_CHECKING, Any, TypeVar

from ...base.errors import (
    BoardFormatError,
    EngineLimitError,
    MinesolverError,
    check_type,
    quoted,
)
from ...base.limits import Limit
from ...counting.problem import ContradictionError
from ...engine import ENGINES
from ...model.board import HIDDEN, MAX_CELLS, MINE, Board, Cell
from ...model.cut import board_of
from ...model.layout import Layout
from ...solver import find_steps
from .reading.blocks import Refusal
from .reading.lines import PlainText
from .reading.places import column_of
from .reading.search import (
    Answer,
    BoardReading,
    Outcome,
    Question,
    Stated,
    TextReading,
    asked_readings,
    boards_to_choose,
    by_board,
    differing_signs,
    distinguishing_roles,
    may_be_joined,
    read_cells,
    read_text,
    roles_in,
    signs_in,
    which_board,
)
from .reading.table import TABLE
from .reading.words import signs_text
from .source import Source

if TYPE_CHECKING:
    from ...model.level import Level

BoardT = TypeVar("BoardT")
Roles = tuple[tuple[str, str], ...]
_RIVAL_LIMIT = Limit(seconds=0.5, states=200_000)
"""For one rival: a hint is worth no more waiting."""
_ROLES: dict[str, str] = TABLE["roles"]
_MOST_GROUPS = 50
"""Groups that the rows of one board may stand in."""
_BLANKS = ("blank", "space")
_NAMED_SIGNS = ("null", "None", "nan", "true", "false")


@dataclass(frozen=True)
class Rival:
    """Another way to read a text, which costs more than the one that was taken.

    board: What the text would then be
    way: How to say it, ``signs="hidden=."``
    question: The same as a question: ``or is . hidden?``
    """

    board: Board
    way: str
    question: str


@dataclass(frozen=True)
class Reading:
    """What a text was read as.

    subject: The board or puzzle
    taken: What was taken for what, in words: ``x as hidden``; nothing where a format says it all
    layout: The whole layout, where the text is one; the board then has every cell open
    start: The cell from which the layout is played, where the text says one
    flags: Cells that the text shows as mines and ``flags_are_guesses`` made hidden
    level: The level of another game, where the text is one; the board is what it shows at the beginning
    rivals: Other ways to read the text, the likeliest first
    """

    subject: Any
    taken: tuple[str, ...] = ()
    layout: Layout | None = None
    start: Cell | None = None
    flags: tuple[Any, ...] = ()
    level: Level | None = None
    rivals: tuple[Rival, ...] = ()

    def __str__(self) -> str:
        return f"read {'; '.join(self.taken)}" if self.taken else ""


def parse_signs(signs: str | Mapping[str, str] | None) -> dict[str, str]:
    """Roles by sign of what was said: ``"hidden=x mine=!"``, or of the same as a mapping.

    Raises BoardFormatError: it cannot be understood.
    """
    if signs is None:
        return {}
    pairs: list[tuple[str, str]] = []
    if isinstance(signs, Mapping):
        pairs = [(str(left_side), str(right_side)) for left_side, right_side in signs.items()]
    else:
        check_type(signs, str, "signs are a text, such as 'hidden=x mine=!', or a mapping")
        for item in signs.split():
            left_side, equals, right_side = item.partition("=")
            if not equals or not left_side or not right_side:
                message = f"{quoted(item)} tells no sign: write such as hidden=x mine=! zero=blank"
                raise BoardFormatError(message, symbol=item)
            pairs.append((left_side, right_side))

    # Either side may be the role: "hidden=x" and "x=hidden" say the same.
    roles: dict[str, str] = {}
    for left_side, right_side in pairs:
        word, names = right_side, left_side
        is_sign = left_side == "0" and right_side.lower() in _ROLES  # 0=safe
        if left_side.lower() in _ROLES and not is_sign:
            word, names = left_side, right_side
        role = _ROLES.get(word.lower())
        if role is None:
            message = (
                f"{quoted(f'{left_side}={right_side}')} has no role: hidden, zero, mine or safe"
            )
            raise BoardFormatError(message, symbol=word)
        for sign in _signs_of(names):
            if roles.setdefault(sign, role) != role:
                raise BoardFormatError(f"{quoted(sign)} was said to be two things", symbol=sign)
    return roles


def _signs_of(names: str) -> list[str]:
    """The signs of one part: words between commas, numbers and words as they are, else each character."""
    signs: list[str] = []
    for name in names.split(",") if len(names) > 1 else [names]:
        if name in _BLANKS or not name.strip():
            signs.append("")
        elif name.lstrip("-").isdecimal() and len(name) > 1:
            signs.append(str(int(name)))
        elif name in _NAMED_SIGNS:
            signs.append(name if name in ("true", "false") else "null")
        else:
            signs += list(name)
    return signs


# A text is looked at once to see how many boards it has, once for each of them, and once for each answer of a
# question.
@lru_cache(maxsize=8)
def _searched(
    lines: tuple[str, ...], roles: tuple[tuple[str, str], ...], has_count: bool, board: int | None
) -> tuple[Outcome, PlainText]:
    return read_text(lines, Stated(dict(roles), has_count, board))


def _search(source: Source, answered: Roles = ()) -> tuple[Outcome, PlainText]:
    """What is seen in a text; answered: roles that a question was answered with."""
    roles = tuple(sorted({**parse_signs(source.signs), **dict(answered)}.items()))
    counts = source.mines, source.left, source.density
    has_count = any(count is not None for count in counts)
    beside = source.board if source.board_count == 1 else None
    return _searched(source.plain_lines, roles, has_count, beside)


def board_count(source: Source) -> int:
    """How many boards a text is; 0 where it is none; 1 where it is asked about as a whole."""
    outcome, _ = _search(source)
    if isinstance(outcome, Refusal):
        return 0
    return 1 if isinstance(outcome, Question) else len(outcome.reading.boards)


def joined_source(sources: Sequence[Source]) -> Source | None:
    """The text of several boards that may be one, or groups of its rows, as one source; else ``None``."""
    if not 1 < len(sources) <= _MOST_GROUPS:
        return None
    first, *others = sources
    lines = list(first.lines)
    for source in others:
        # Of one text that was read as several boards each source has all lines.
        if source.first_line > first.first_line:
            lines += [""] * (source.first_line - first.first_line - len(lines))
            lines += source.lines
    joined = replace(first, lines=tuple(lines), board=None, board_count=1)
    outcome, _ = _search(joined)
    if isinstance(outcome, Refusal):
        return None
    has_one_board = all(len(reading.boards) == 1 for reading in asked_readings(outcome))
    is_asked = isinstance(outcome, Question) and has_one_board
    return joined if is_asked or may_be_joined(outcome) else None


def read_freely(source: Source) -> Reading:
    """What a text says, whatever its signs are. Raises BoardFormatError: nothing; with its place."""
    outcome, text = _search(source)

    def searched(answered: Roles) -> Outcome:
        return _search(source, answered)[0]

    if source.is_single:
        outcome = _asked_by_signs_or_board(outcome, searched)
    # Of several boards in one reading the number is that of a board.
    if source.board is None and _has_several_boards(outcome):
        source = replace(source, board=source.reading, reading=None)
    chosen = _chosen(
        _whole_of(outcome) if source.whole else outcome, source.reading, source.first_line
    )
    if isinstance(chosen, Question):
        count = max(reading.beside for reading in chosen.readings)
        if source.board is not None and 0 < count < source.board:
            raise BoardFormatError(f"there is no board {source.board}: the text has {count}")
        raise _question_error(chosen, source, text, searched)
    if isinstance(chosen, Refusal):
        raise _refusal_error(chosen, source, text)
    boards = chosen.reading.boards
    # Of boards side by side the one that was asked for is the only one of its reading.
    board_number = 1 if source.board is None else source.board
    if board_number == chosen.reading.beside:
        board_number = 1
    if len(boards) > 1 and source.board is None:
        raise several_boards(boards, _drawn)
    if not 1 <= board_number <= len(boards):
        raise BoardFormatError(f"there is no board {board_number}: the text has {len(boards)}")
    reading = _made(boards[board_number - 1], source, text)
    dropped = chosen.reading.dropped
    taken = (*reading.taken, *dropped.split("; ")) if dropped else reading.taken
    return replace(reading, taken=taken, rivals=_rivals(chosen, board_number - 1))


def _asked_by_signs_or_board(outcome: Outcome, searched: Callable[[Roles], Outcome]) -> Outcome:
    """A question of several boards: what signs mean, where they settle it; else which board is meant."""
    by_signs = by_board(outcome)
    if not isinstance(by_signs, Question) or not _has_several_boards(by_signs):
        return by_signs
    is_settled = _signs_to_say(by_signs.readings, searched) is not None
    return by_signs if is_settled or isinstance(outcome, Refusal) else which_board(outcome)


def _has_several_boards(outcome: Outcome) -> bool:
    """Whether an answer, or each reading of a question, has several boards."""
    if isinstance(outcome, Refusal):
        return False
    return all(len(reading.boards) > 1 for reading in asked_readings(outcome))


def read_values(source: Source, rows: Sequence[Sequence[str]]) -> Reading:
    """The board of signs that stand in lists, such as those of JSON; places are row and column, from 1."""
    source = replace(source, lines=(), first_line=1)  # places are row and column
    has_count = source.mines is not None or source.left is not None
    stated_roles = parse_signs(source.signs)

    def searched(answered: Roles = ()) -> Outcome:
        stated = Stated({**stated_roles, **dict(answered)}, has_count)
        return read_cells(rows, stated, source.sign_counts)

    outcome = searched()
    text = PlainText([], list(range(len(rows))))
    chosen = _chosen(outcome, source.reading, 1)
    if isinstance(chosen, Question):
        raise _question_error(chosen, source, text, searched)
    if isinstance(chosen, Refusal):
        cell = None if chosen.cell is None else chosen.cell + 1
        line = None if chosen.line_index is None else chosen.line_index + 1
        raise BoardFormatError(chosen.message, line=line, column=cell, symbol=chosen.symbol)
    reading = _made(chosen.reading.boards[0], source, text)
    return replace(reading, rivals=_rivals(chosen, 0))


def _whole_of(outcome: Outcome) -> Outcome:
    """Of a question the only reading that has no hidden cell; else the question."""
    if not isinstance(outcome, Question):
        return outcome
    whole = [reading for reading in outcome.readings if not _has_hidden(reading)]
    return Answer(whole[0]) if len(whole) == 1 else outcome


def _has_hidden(reading: TextReading) -> bool:
    return any(HIDDEN in row for board in reading.boards for row in board.codes)


def _chosen(outcome: Outcome, number: int | None, first_line: int) -> Outcome:
    """The reading of a number, as the question counts them; without one what was found."""
    if number is None or isinstance(outcome, Refusal):
        return outcome
    readings = asked_readings(outcome)
    if not 1 <= number <= len(readings):
        count = "1 reading" if len(readings) == 1 else f"{len(readings)} readings"
        raise BoardFormatError(
            f"there is no reading {number}: this text has {count}", line=first_line
        )
    others = tuple(reading for reading in readings if reading is not readings[number - 1])
    return Answer(readings[number - 1], others)


def _made(board_reading: BoardReading, source: Source, text: PlainText) -> Reading:
    """The board of a reading. Raises BoardFormatError: its clues or its mine count are impossible."""
    codes = board_reading.codes
    cell_count = len(codes) * len(codes[0])
    if cell_count > MAX_CELLS:
        message = f"{cell_count:,} cells are more than a board may have ({MAX_CELLS:,})"
        raise BoardFormatError(message, line=source.first_line)

    # A layout has no hidden cells: it is a board that is solved, and a game that can be played.
    if board_reading.is_layout:
        layout = _layout_of(codes)
        if board_reading.mines not in (None, layout.mines):
            message = (
                f"the layout has {layout.mines} mines, and the text says {board_reading.mines}"
            )
            raise BoardFormatError(message, line=source.first_line)
        return Reading(layout.board, board_reading.taken, layout)

    mines, density = _prior(board_reading, source)
    taken = board_reading.taken
    if mines != board_reading.mines:
        taken = tuple(words for words in taken if " as the mine" not in words)
    try:
        board = board_of(codes, mines, density, source.cut)
    except BoardFormatError as error:
        if error.line is None or error.column is None:
            counts = [words for words in taken if " as the mine" in words]
            if counts:
                message = f"{error.message}; read {counts[0]}"
                raise BoardFormatError(message, symbol=error.symbol) from None
            line = None if source.has_stated_total else source.first_line
            raise BoardFormatError(error.message, line=line, symbol=error.symbol) from None
        row = board_reading.rows[error.line - 1]
        raise BoardFormatError(
            error.message, **_place(source, text, row.line_index, row.signs, error.column - 1)
        ) from None
    return Reading(board, taken)


def _layout_of(codes: Sequence[Sequence[int]]) -> Layout:
    mine_cells = set()
    for row_number, row in enumerate(codes):
        for column_number, code in enumerate(row):
            if code == MINE:
                mine_cells.add((row_number, column_number))
    return Layout(len(codes), len(codes[0]), frozenset(mine_cells))


def _prior(board_reading: BoardReading, source: Source) -> tuple[int | None, Any]:
    """(mine count, density): what the caller says, else what the text says."""
    if source.density is not None:
        return None, source.density
    if source.mines is not None:
        return source.mines, None
    if source.left is not None:
        known_mines = sum(list(row).count(MINE) for row in board_reading.codes)
        return source.left + known_mines, None
    header = source.header
    if header is not None and header.density is not None and board_reading.mines is None:
        return None, header.density
    return board_reading.mines, None


def _place(
    source: Source, text: PlainText, line_index: int, signs: Sequence[str], cell: int
) -> dict[str, Any]:
    """What an error says of a cell: its line and column in the text as it was pasted, and its sign."""
    number = text.numbers[min(line_index, len(text.numbers) - 1)]
    symbol = signs[min(cell, len(signs) - 1)]
    if not source.lines:
        return {"line": number + 1, "column": cell + 1, "symbol": symbol}
    column = column_of(source.lines[number], signs, cell)
    return {"line": source.first_line + number, "column": column, "symbol": symbol}


def _refusal_error(refusal: Refusal, source: Source, text: PlainText) -> BoardFormatError:
    if refusal.line_index is None:
        column = None if refusal.symbol is None else 1
        return BoardFormatError(
            refusal.message, line=source.first_line, column=column, symbol=refusal.symbol
        )
    number = text.numbers[min(refusal.line_index, len(text.numbers) - 1)]
    line = source.lines[number]
    column = None
    if refusal.cell is not None and refusal.signs:
        column = column_of(line, refusal.signs, refusal.cell)
    elif refusal.symbol and refusal.symbol in line:
        column = line.index(refusal.symbol) + 1
    return BoardFormatError(
        refusal.message, line=source.first_line + number, column=column, symbol=refusal.symbol
    )


# Questions.


def several_boards(boards: Sequence[BoardT], drawn: Callable[[BoardT], str]) -> BoardFormatError:
    """What is wrong with a text of several boards where one is expected: the first three are drawn."""
    drawings = [drawn(board) for board in boards[:3]]
    options = [f"board {number}: reading={number}" for number in range(1, len(drawings) + 1)]
    message = f"{len(boards)} boards in the input where one is expected; say which: "
    return BoardFormatError(
        message + ", ".join(options), line=1, readings=_numbered(len(options)), boards=drawings
    )


def _numbered(count: int) -> list[str]:
    return [f"reading={number}" for number in range(1, count + 1)]


def _question_error(
    question: Question, source: Source, text: PlainText, searched: Callable[[Roles], Outcome]
) -> BoardFormatError:
    """The error that lists the readings of a text, each drawn, with the way to say which is meant.

    searched: What is seen in the text once the question is answered with these roles
    """
    readings = question.readings
    options = _ways_to_say(readings, searched)
    # Where the board was told, and what signs mean is asked, that board is drawn.
    if source.board is not None and _has_several_boards(question):
        readings = tuple(_board_of(reading, question, source.board) for reading in readings)
    drawings = ["\n\n".join(map(_drawn, reading.boards)) for reading in readings]
    numbered_readings = []
    for number, (reading, option) in enumerate(zip(readings, options, strict=True), 1):
        numbered_readings.append(f"{number}. {_described(reading, readings)} ({option})")
    if len(readings) == 1:
        message = f"is this meant? {numbered_readings[0]}"
    else:
        message = (
            f"this may be read in {len(readings)} ways; say which: {'; '.join(numbered_readings)}"
        )
    error_position = _place_of_question(readings, source, text)
    return BoardFormatError(message, **error_position, readings=options, boards=drawings)


def _board_of(reading: TextReading, question: Question, number: int) -> TextReading:
    """One board of a reading, as the question which of them is meant numbers them.

    Raises BoardFormatError: it has no such board.
    """
    boards = boards_to_choose(reading, question.rivals)
    if not 1 <= number <= len(boards):
        raise BoardFormatError(f"there is no board {number}: the text has {len(boards)}")
    return boards[number - 1]


def _place_of_question(
    readings: Sequence[TextReading], source: Source, text: PlainText
) -> dict[str, Any]:
    """The first cell whose sign has several roles; the first line, where the readings differ otherwise."""
    differing = differing_signs(readings)
    have_same_rows = len({signs_in(reading) for reading in readings}) == 1
    for board in readings[0].boards if have_same_rows else ():
        for row in board.rows:
            for cell, sign in enumerate(row.signs):
                if sign in differing:
                    return _place(source, text, row.line_index, row.signs, cell)
    return {"line": source.first_line}


def _ways_to_say(
    readings: Sequence[TextReading], searched: Callable[[Roles], Outcome]
) -> list[str]:
    """How to say each reading: by its signs, or else by its number."""
    return _signs_to_say(readings, searched) or _numbered(len(readings))


def _signs_to_say(
    readings: Sequence[TextReading], searched: Callable[[Roles], Outcome]
) -> list[str] | None:
    """How to say each reading by the signs that differ, or by all; None: neither settles it."""
    differing_roles = distinguishing_roles(readings)
    if differing_roles is None:
        return None
    all_roles = [tuple(sorted(roles_in(reading).items())) for reading in readings]
    for sign_roles in (differing_roles, all_roles):
        outcomes = map(searched, sign_roles)
        if all(map(_leads_to, outcomes, readings)):
            return [f'signs="{signs_text(dict(roles))}"' for roles in sign_roles]
    return None


def _leads_to(outcome: Outcome, reading: TextReading) -> bool:
    """Whether an outcome is a reading, or a question which of its boards is meant."""
    if isinstance(outcome, Refusal):
        return False
    if isinstance(outcome, Question):
        is_of_boards = all(len(other.boards) == 1 for other in outcome.readings)
        if len(reading.boards) == 1 or not is_of_boards:
            return False
    listed = {board.key for other in asked_readings(outcome) for board in other.boards}
    return listed >= {board.key for board in reading.boards}


def _described(reading: TextReading, readings: Sequence[TextReading]) -> str:
    """What a reading takes for what, in a few words."""
    board = reading.boards[0]
    words = [*board.taken]
    if reading.beside:
        words.insert(0, f"board {reading.beside}")
    if len(reading.boards) > 1:
        words.insert(0, f"{len(reading.boards)} boards")
    if reading.dropped:
        words.append(reading.dropped)
    size = f"{len(board.codes)}x{len(board.codes[0])}"
    return f"{size}: {'; '.join(words)}" if words else f"{size}, all cells as they stand"


def _drawn(board: BoardReading) -> str:
    """The canonical text of a reading, with its first line where the mine count is known."""
    sign_of_code = {HIDDEN: "#", MINE: "*"}
    codes = board.codes
    if board.is_layout:
        return str(_layout_of(codes).board)
    rows = ["".join(sign_of_code.get(code, str(code)) for code in row) for row in codes]
    if board.mines is not None:
        rows.insert(0, f"{len(codes)}x{len(codes[0])}x{board.mines}")
    return "\n".join(rows)


def _rivals(answer: Answer, board_index: int) -> tuple[Rival, ...]:
    """Other readings of the same cells, in which signs have other roles."""
    chosen = answer.reading.boards[board_index]
    rivals = []
    for reading in answer.rivals:
        if len(reading.boards) <= board_index:
            continue
        board = reading.boards[board_index]
        changed = {
            sign: role for sign, role in board.roles.items() if chosen.roles.get(sign) != role
        }
        has_same_cells = [row.signs for row in board.rows] == [row.signs for row in chosen.rows]
        if not changed or not has_same_cells or board.is_layout:
            continue
        words = " and ".join(
            f"is {sign or 'a blank'} {_ROLE_WORDS[role]}" for sign, role in changed.items()
        )
        try:
            rival_board = Board(board.codes, board.mines)
        except MinesolverError:
            continue
        rivals.append(Rival(rival_board, f'signs="{signs_text(changed)}"', f"or {words}?"))
    return tuple(rivals)


_ROLE_WORDS = {"hidden": "hidden", "zero": "an opened 0", "mine": "a mine"}


def fitting_rival(reading: Reading) -> Rival | None:
    """The likeliest other reading that has a layout of mines; to be named beside one without.

    It is only told: no reading is chosen by what fits.
    """
    for rival in reading.rivals:
        try:
            ENGINES.get("auto").analyze(rival.board, _RIVAL_LIMIT, find_steps)
        except (ContradictionError, EngineLimitError, MemoryError):
            continue
        return rival
    return None


def adjusted(reading: Reading, source: Source) -> Reading:
    """A reading with the mines that are left in its mine count, and with flags that are guesses hidden."""
    board = reading.subject
    if source.left is not None and hasattr(board, "where"):
        known_mines = len(board.where(MINE if isinstance(board, Board) else "*"))
        board = board.replace(mines=source.left + known_mines, density=None)
    flags: tuple[Any, ...] = ()
    if source.flags_are_guesses and hasattr(board, "where"):
        plain = isinstance(board, Board)
        flags = board.where(MINE if plain else "*")
        board = board.replace(dict.fromkeys(flags, -1 if plain else "#"))
    return replace(reading, subject=board, flags=flags)
