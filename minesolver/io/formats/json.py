"""JSON: a list of rows, each a list of numbers (-1, 0-8, 10) or symbols, or a string of canonical symbols.

Signs of other programs are found out, as in pasted texts. An object ``{"board": [...], "mines": N}`` carries
the mine count along, or ``"left"``, or ``"density"``; what ``minesolver
solve --json`` and ``generate --format json`` tell beside the board is passed over. With the keys ``rules`` or
``neighbours`` it is a board under rules, with ``cells`` or ``constraints`` a puzzle.
"""

import json
from collections import Counter
from collections.abc import Sequence, Set
from dataclasses import replace
from typing import Any

from ...base.errors import BoardFormatError, OtherInputError, PuzzleError, quoted
from ...base.limits import json_value
from ...model.board import HIDDEN, MINE, Board
from ...model.cut import checked_cut
from .json_cells import board_key_of, rows_of, sign_of_object, size_in, stated_size
from .reading.lines import in_known_characters
from .reading.outside import NUMBERS, Facts
from .reading.search import count_cells
from .reading.table import HIDDEN as HIDDEN_ROLE
from .reading.table import KEYS, ROLE_COSTS, WORDS
from .readings import Reading, adjusted, read_values
from .source import BESIDE, DIGITS, PUZZLE_KEYS, Format, Row, Source, agreed_rules, signs, table

_CODES = {"#": HIDDEN, "-1": HIDDEN, "*": MINE, "10": MINE, **DIGITS, ".": 0}
_GAME_KEYS = {"layout", "games", "first_click", "policy"}
_HIDDEN_SIGNS = {"#", "-1"}
_CLUES_OF_MINES = {str(clue) for clue in range(1, 9)}
_WRITTEN_SIGNS = {"#", "*", *DIGITS}
_MAX_FREE_CELLS = 50_000
"""Cells of which the signs are found out."""
_SETTLED_SIGNS = {"#", "-1", *DIGITS}
"""Signs that mean the same on every board."""
_LONGEST_UNKNOWN_SIGN = 2  # characters


def _value(source: Source) -> Any:
    if source.value is not None:
        return source.value
    text = "\n".join(source.lines)
    try:
        return json_value(text)
    except json.JSONDecodeError as error:
        line = source.first_line + error.lineno - 1
        symbol = text[error.pos : error.pos + 1] or "end of input"
        raise BoardFormatError(
            f"not JSON: {error.msg}", line=line, column=error.colno, symbol=symbol
        ) from None
    except RecursionError:
        message = "not a board: the lists are nested too deeply"
        raise BoardFormatError(message, line=source.first_line) from None


def is_json(source: Source) -> bool:
    """Whether a text is JSON: an object, or a list that is no row of signs."""
    if not source.is_json:
        return False
    try:
        value = _value(source)
    except BoardFormatError:
        return False
    if not isinstance(value, list) or not value:
        return not value or isinstance(value, dict)
    return any(
        isinstance(item, (list, dict)) or len(str(item)) > 1
        for item in value
        if type(item) is not int
    )


def _read(source: Source) -> Any:
    return _interpret(source).subject


def _interpret(source: Source) -> Reading:
    data = _value(source)
    if isinstance(data, dict):
        return _interpret_object(source, _inner_object(_result(data, source.first_line), source))
    if source.rules is not None:
        return Reading(_puzzle(source, {"board": data}))
    return _interpret_rows(source, rows_of(data, None))


def _interpret_object(source: Source, values: dict[str, Any]) -> Reading:
    if source.rules is not None or _is_puzzle(values):
        return Reading(_puzzle(source, values))
    # Strings of the signs that we write, under the key that we give them: "*" is a mine, whatever clues say.
    # Of "*" without "#", or 0 and 1, others may mean something else, unless "mines" stands beside them.
    rows = values.get("board")
    is_ours = False
    if source.signs is None and isinstance(rows, list) and all(map(_is_text, rows)):
        signs_used = set("".join(rows))
        is_sure = "mines" in values or not _may_be_others(signs_used)
        is_ours = signs_used <= _WRITTEN_SIGNS and is_sure
    source, data, passed_over = _without_keys(source, values)
    reading = _interpret_rows(source, rows_of(data, size_in(values)), is_ours=is_ours)
    size = stated_size(values)
    shape = (reading.subject.rows, reading.subject.cols)
    if size is not None and size not in (shape, shape[::-1]):
        message = (
            f"the object says {size[0]}x{size[1]}, and its board has {shape[0]} rows of {shape[1]}"
        )
        raise BoardFormatError(message, line=source.first_line)
    if passed_over:
        taken = (*reading.taken, f"without the keys {', '.join(passed_over)}")
        reading = replace(reading, taken=taken)
    return reading


def _interpret_rows(source: Source, data: Any, *, is_ours: bool = False) -> Reading:
    rows = _rows_in(source, data)
    if is_ours:
        return _with_left(Reading(table(source, rows, _CELLS)), source)
    return _of_rows(source, rows)


def _rows_in(source: Source, data: Any) -> list[Row]:
    """The signs of rows. Raises BoardFormatError: these are none."""
    if not isinstance(data, list) or not all(isinstance(row, (list, str)) for row in data):
        message = "a board in JSON is a list of rows, each a list or a string"
        raise BoardFormatError(message, line=source.first_line)
    # JSON keeps no positions: line and column are the row and column of the board, from 1.
    pitch = 2 if _are_spaced(data) else 1
    rows = []
    for row_number, row in enumerate(data, 1):
        is_text = isinstance(row, str)
        cells = in_known_characters(row)[::pitch] if is_text else [*map(_symbol, row)]
        rows.append(Row(cells, row_number, (1).__add__))
    for row in rows:
        if not row.texts:
            raise BoardFormatError("a row has no cells", line=row.line)
    return rows


def with_signs_of_all(sources: list[Source]) -> list[Source]:
    """The boards of a text; those in JSON that share signs, each with the signs of all of these.

    So has a board without hidden cells that stands beside one other board.
    """
    is_of_json = [source.is_json for source in sources]
    if sum(is_of_json) < 2:
        return sources
    cells_of_source: dict[int, list[Sequence[str]]] = {}
    for index, source in enumerate(sources):
        cells = _cells_alone(source) if is_of_json[index] else []
        if cells:
            cells_of_source[index] = cells
    all_signs = {index: set().union(*cells) for index, cells in cells_of_source.items()}
    sign_sets = {index: signs - _SETTLED_SIGNS for index, signs in all_signs.items()}
    source_counts = Counter(sign for signs in sign_sets.values() for sign in signs)
    joined = {
        index
        for index, signs in sign_sets.items()
        if any(source_counts[sign] > 1 for sign in signs)
    }
    if len(all_signs) == 2 and not all(map(_may_have_hidden, all_signs.values())):
        joined = set(all_signs)
    if not joined:
        return sources
    sign_counts = count_cells(cells_of_source[index] for index in sorted(joined))
    return [
        replace(source, sign_counts=sign_counts) if index in joined else source
        for index, source in enumerate(sources)
    ]


def _may_have_hidden(signs: Set[str]) -> bool:
    """Whether one of the signs of a board is rather that of hidden cells, or nobody knows it."""
    for sign in signs - {*DIGITS}:
        costs = ROLE_COSTS.get(sign, {})
        if not costs or min(costs, key=costs.__getitem__) == HIDDEN_ROLE:
            return True
    return False


def check_facts(source: Source, facts: Facts) -> None:
    """Raises BoardFormatError: JSON tells other mines, or has another size, than the words beside it."""
    json_mines = _mines_in_json(source)
    counts = {*facts.mines, *([] if facts.lone_count is None else [facts.lone_count])}
    if json_mines is not None and counts - {json_mines}:
        other_count = min(counts - {json_mines})
        message = f"the text tells {json_mines} mines and {other_count} mines"
        raise BoardFormatError(message, line=source.first_line)
    if facts.size is None:
        return
    cells = _cells_alone(source)
    size = (len(cells), len(cells[0])) if cells else _size_in_json(source)
    if size is None:
        return
    are_numbers = facts.size_kind == NUMBERS
    is_size = not are_numbers or _may_be_size(facts.size, size)
    if is_size and facts.size not in (size, size[::-1]):
        height, width = facts.size
        message = f"the text says {height}x{width}, and the board has {size[0]} rows of {size[1]}"
        advice = "; numbers that are no size are to be left out" if are_numbers else ""
        raise BoardFormatError(message + advice, line=source.first_line)


def _may_be_size(numbers: tuple[int, int], size: tuple[int, int]) -> bool:
    """Whether two numbers beside a board of a size may tell another size, and are rather no move on it."""
    sizes = (size, size[::-1])
    is_near = any(
        abs(numbers[0] - height) <= 1 and abs(numbers[1] - width) <= 1 for height, width in sizes
    )
    is_place = any(numbers[0] <= height and numbers[1] <= width for height, width in sizes)
    has_side = not {*size}.isdisjoint(numbers)
    return 0 not in numbers and has_side and (is_near or not is_place)


def _object_alone(source: Source) -> dict[str, Any]:
    """The object that has a board in JSON and what is said beside it; empty: there is none."""
    try:
        data = _value(source)
        return _inner_object(_result(data, 1), source) if isinstance(data, dict) else {}
    except BoardFormatError:
        return {}


def _mines_in_json(source: Source) -> int | None:
    mine_count = _first_of(_object_alone(source), KEYS["mines"])
    return mine_count if type(mine_count) is int else None


def _size_in_json(source: Source) -> tuple[int, int] | None:
    return size_in(_object_alone(source))


def _cells_alone(source: Source) -> list[Sequence[str]]:
    """The signs of a board in JSON; nothing where it is another thing, or none."""
    try:
        data = _value(source)
        if isinstance(data, dict):
            values = _inner_object(_result(data, source.first_line), source)
            key = None if _is_puzzle(values) else board_key_of(values)
            data = None if key is None else rows_of(values[key], size_in(values))
        else:
            data = rows_of(data, None)
        return [row.texts for row in _rows_in(source, data)]
    except BoardFormatError:
        return []


def _are_spaced(rows: list[Any]) -> bool:
    """Whether rows are strings in which a blank stands after each cell but the last: ``"1 # #"``."""
    for row in rows:
        if not isinstance(row, str) or len(row) < 3 or len(row) % 2 == 0 or row[1::2].strip(" "):
            return False
    return bool(rows)


def _is_text(row: Any) -> bool:
    return isinstance(row, str)


def _may_be_others(signs_used: set[str]) -> bool:
    """Whether signs are ``*`` without ``#``, or 0 and 1: others may write hidden cells so, or a layout."""
    has_mines_alone = "*" in signs_used and signs_used.isdisjoint(_HIDDEN_SIGNS)
    return has_mines_alone or ("1" in signs_used and signs_used <= {"0", "1"})


def _of_rows(source: Source, rows: list[Row]) -> Reading:
    """The board of rows of signs: ours, or those of others."""
    signs_used = set().union(*(row.texts for row in rows))
    are_our_signs = source.signs is None and signs_used <= _CODES.keys()
    # Others use some of our signs otherwise, but with a hidden cell of ours among them they are ours.
    is_certain = bool(signs_used & _HIDDEN_SIGNS) or signs_used.isdisjoint(("*", ".", "10"))
    if "." in signs_used and signs_used.isdisjoint(_CLUES_OF_MINES):
        is_certain = False  # a layout, perhaps
    is_certain = is_certain and not _may_be_others(signs_used)
    if not rows or (are_our_signs and is_certain):
        return _with_left(Reading(table(source, rows, _CELLS)), source)
    # Where no meaning can be found out, the table names the sign that it does not know.
    cell_count = sum(len(row.texts) for row in rows)
    unknown_signs = signs_used - ROLE_COSTS.keys()
    if cell_count > _MAX_FREE_CELLS or any(
        len(sign) > _LONGEST_UNKNOWN_SIGN for sign in unknown_signs
    ):
        table(source, rows, _CELLS)
    return _with_left(read_values(source, [row.texts for row in rows]), source)


def _with_left(reading: Reading, source: Source) -> Reading:
    return reading if source.left is None else adjusted(reading, source)


def _is_puzzle(data: dict[str, Any]) -> bool:
    """Whether an object is a puzzle or a board under rules; rows under the key ``cells`` are a board."""
    cells = data.get("cells")
    has_other_keys = not data.keys().isdisjoint(PUZZLE_KEYS - {"cells"})
    if isinstance(cells, dict) and board_key_of(cells) is not None and not has_other_keys:
        return False
    if isinstance(cells, list) and cells and not has_other_keys:
        are_rows = all(isinstance(row, list) for row in cells)
        are_cells = all(isinstance(cell, dict) for cell in cells) or size_in(data) is not None
        return not are_rows and not are_cells
    return not data.keys().isdisjoint(PUZZLE_KEYS)


def _without_keys(source: Source, data: dict[str, Any]) -> tuple[Source, Any, list[str]]:
    """(the source with the mine count of an object, what stands under the key of its board, other keys).

    Raises BoardFormatError: it has no board, or a number of which nobody knows what it counts.
    """
    board_key = board_key_of(data)
    known_keys = {
        *KEYS["mines"],
        *KEYS["left"],
        *KEYS["other"],
        *KEYS["rows"],
        *KEYS["columns"],
        *BESIDE,
    }
    other_keys = sorted(data.keys() - known_keys - {board_key, "density", "cut"})
    if "flags" in data and "engine" not in data:
        other_keys.append("flags")  # in an answer of ours they stand beside a board that has them
    # A number may be the mine count, with a slip in its key; nothing else would change the board.
    unknown = [key for key in other_keys if board_key is None or type(data[key]) in (int, float)]
    if unknown or board_key is None:
        message = 'an object needs the key "board" and may have "mines", "left" or "density"'
        message += f", not {', '.join(map(repr, unknown))}" if unknown else ""
        raise BoardFormatError(
            message, line=source.first_line, symbol=unknown[0] if unknown else None
        )
    source = _under_cut_of(data, source)
    if source.stated_total == (None, None) and source.left is None:
        mine_count = _first_of(data, KEYS["mines"])
        mines_left = _first_of(data, KEYS["left"]) if mine_count is None else None
        if mines_left is not None and (
            isinstance(mines_left, bool) or not isinstance(mines_left, int)
        ):
            raise BoardFormatError(
                f"left is a whole number, not {quoted(mines_left)}", line=source.first_line
            )
        source = replace(source, mines=mine_count, left=mines_left, density=data.get("density"))
    return source, data[board_key], other_keys


def _under_cut_of(data: dict[str, Any], source: Source) -> Source:
    """The source with the cut that an object says.

    Raises BoardFormatError: it is none, or another one was asked for.
    """
    try:
        cut = checked_cut(data.get("cut"))
    except BoardFormatError as error:
        raise BoardFormatError(error.message, line=source.first_line, symbol=error.symbol) from None
    if cut and source.cut not in ((), cut):
        message = (
            f"the object says cut={','.join(cut)}, and cut={','.join(source.cut)} was asked for"
        )
        raise BoardFormatError(message, line=source.first_line)
    return replace(source, cut=cut or source.cut)


def _inner_object(values: dict[str, Any], source: Source) -> dict[str, Any]:
    """An object with the rows of its board and all that is said beside them, at whichever depth they stand.

    Of an object without a board: the one value that is an object with one, if there is one.
    Raises BoardFormatError: two of them say different mine counts.
    """
    if _is_puzzle(values):
        return values
    board_key = board_key_of(values)
    if board_key is None:
        inner_objects = []
        for value in values.values():
            if isinstance(value, dict) and board_key_of(value) is not None:
                inner_objects.append(value)
        return _inner_object(inner_objects[0], source) if len(inner_objects) == 1 else values
    # A board that is an object around its rows, {"grid": {"rows": [...]}, "mines": 3}: both say what it is.
    board = values[board_key]
    if not isinstance(board, dict) or board_key_of(board) is None:
        return values
    outer_values = {key: value for key, value in values.items() if key != board_key}
    mine_counts = (_first_of(outer_values, KEYS["mines"]), _first_of(board, KEYS["mines"]))
    if None not in mine_counts and mine_counts[0] != mine_counts[1]:
        message = f"the object says {mine_counts[0]!r} mines and {mine_counts[1]!r} mines"
        raise BoardFormatError(message, line=source.first_line)
    return _inner_object({**outer_values, **board}, source)


def _first_of(data: dict[str, Any], keys: list[str]) -> Any:
    for key in keys:
        if data.get(key) is not None:
            return data[key]
    return None


def _result(values: dict[str, Any], line: int) -> dict[str, Any]:
    """What says a board: of an answer of the protocol its result.

    Raises OtherInputError: it is something else that this package writes; what reads it.
    """
    # Each is known by keys that no board has; the message says which command it is for.
    if values.keys() >= {"id", "ok"}:
        result = values.get("result")
        if (
            isinstance(result, dict)
            and result.keys() & {"board", "cells"}
            and "candidates" not in result
        ):
            return result
        message = (
            "an answer of minesolver engine without a board: ask it to analyse or generate one"
        )
    elif values.keys() == {"error"}:
        message = f"solve --json could not answer there: {values['error']}"
    elif "cell" in values and "board" not in values:
        message = "a move of a saved game, which minesolver review reads"
    elif (
        "board" not in values
        and values.keys() >= {"rows", "cols", "mines"}
        and values.keys() & _GAME_KEYS
    ):
        message = (
            "a game, not a board: minesolver review reads what play --json and Save game write"
        )
    elif "verdicts" in values:
        message = "a review of a game, which is read by people; minesolver review makes it from a saved game"
    else:
        return values
    raise OtherInputError(message, line=line)


def _symbol(value: Any) -> str:
    """The sign that a value is: a text, a number, or a name such as ``null``."""
    if isinstance(value, str):
        sign = in_known_characters(value).strip()
        if len(sign) > _LONGEST_UNKNOWN_SIGN:
            return WORDS.get(sign.lower(), sign)
        return sign
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if isinstance(value, dict):
        sign_of_cell = sign_of_object(value)
        if sign_of_cell is not None:
            return sign_of_cell
    return str(value) if type(value) is int else json.dumps(value)


def _puzzle(source: Source, values: dict[str, Any]) -> Any:
    from .objects import read

    if source.rules is not None and isinstance(values.get("rules", ""), str):
        values["rules"] = agreed_rules(values.get("rules", source.rules), source.rules)
    if source.stated_total != (None, None):
        values |= {"mines": source.mines, "density": source.density}
    try:
        return read(values)
    except PuzzleError as error:
        raise PuzzleError(
            f"line {source.first_line}: {error}", cell=error.cell, constraint=error.constraint
        ) from None


def _write(board: Any) -> str:
    if not isinstance(board, Board):
        from .objects import write

        return write(board)
    density = None if board.density is None else str(board.density)
    values: dict[str, Any] = {
        "board": signs(board, _CELLS),
        "mines": board.mines,
        "density": density,
        "cut": list(board.cut) or None,
    }
    written = {key: value for key, value in values.items() if value is not None}
    if _may_be_others(set("".join(written["board"]))):
        written["mines"] = board.mines  # null says that these are our signs
    return json.dumps(written)


_CELLS = Format("json", '-1 or "#" hidden, 0-8 opened, 10 or "*" a mine', _read, codes=_CODES)
FORMAT = Format(
    "json",
    'a list of rows of -1, 0-8, 10 (or strings of canonical symbols), or {"board": [...], "mines": N}',
    _read,
    lambda source: source.is_json,
    _write,
    rank=0,
    rules=True,
    cuts=True,
    interprets=_interpret,
)
