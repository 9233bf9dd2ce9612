"""Links of the page to a board: ``#board=16x30x99:z120A3B``, a letter a cell, row by row, with repetitions.

Before the size stand the rules and, of more than two dimensions, all sizes: ``#board=hex,liar;6x6x14:z36``.
After the cells stand the groups of a puzzle, ``;0.1.2=1``: the places of their cells, and their mine counts.
The page writes and reads the same in ``toHash`` and ``fromHash`` of position.js.
"""

from __future__ import annotations

import re
from itertools import groupby
from math import prod
from typing import TYPE_CHECKING, Any

from ...base.errors import BoardFormatError, OtherInputError, counted
from ...model.board import HIDDEN, MAX_CELLS, MINE, Board
from .source import Format, Source

if TYPE_CHECKING:
    from ...model.variant import VariantBoard

HOLE, BLANK = -3, -4
"""The page's codes of a place without a cell, and of a cell that is open without a clue."""

_SPECIAL_LETTERS = {"z": HIDDEN, "m": MINE, "o": HOLE, "q": BLANK}
_CLUE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijk"
"""Of the clues 0 to 35."""
_LINK = re.compile(
    r"(?:(?P<rules>[^\s;:]+);(?:(?P<shape>\d+(?:x\d+)+);)?)?(?P<rows>\d+)x(?P<cols>\d+)"
    r"(?:x(?:~(?P<density>[\d./]+)|(?P<mines>\d+)))?:(?P<cells>(?:[A-Ya-kzmoq]\d*)*)"
    r"(?P<groups>(?:;[\d.]+=[\d.]+)*)"
)
_START = re.compile(r"\s*\S*#(board|play)=")
_CELLS = re.compile(r"([A-Ya-kzmoq])(\d*)")


def _is_link(source: Source) -> bool:
    return len(source.lines) == 1 and _START.match(source.lines[0]) is not None


def _read(source: Source) -> Board | VariantBoard:
    kind, _, address = source.lines[0].strip().partition("#")[2].partition("=")
    if kind == "play":
        raise OtherInputError(
            "a link to a game: open it in the page, and Save game there writes what minesolver review reads",
            line=source.first_line,
        )
    if "%" in address:  # as mail and chats write them
        from urllib.parse import unquote

        address = unquote(address)
    link = _LINK.fullmatch(address)
    if link is None:
        raise BoardFormatError("this link to a board is damaged or cut", line=source.first_line)
    rows, cols = int(link["rows"]), int(link["cols"])
    codes = _codes(link["cells"], rows * cols, source.first_line)
    mines, density = source.said
    if mines is None and density is None:
        mines, density = None if link["mines"] is None else int(link["mines"]), link["density"]
    if link["rules"] is None:
        if link["groups"] or not {HOLE, BLANK}.isdisjoint(codes):
            raise BoardFormatError("this link to a puzzle does not name its rules", line=source.first_line)
        grid = [codes[start : start + cols] for start in range(0, rows * cols, cols)]
        return Board(grid, mines, density)
    shape = (rows, cols) if link["shape"] is None else tuple(map(int, link["shape"].split("x")))
    board = _under_rules(link["rules"], shape, codes, mines, density)
    return _grouped(board, link["groups"], codes, source.first_line)


def _codes(letters: str, size: int, line: int) -> list[int]:
    """What each cell shows. Raises BoardFormatError: not as many cells as the size says."""
    if size > MAX_CELLS:
        raise BoardFormatError(f"{size:,} cells are more than a board may have ({MAX_CELLS:,})", line=line)
    codes: list[int] = []
    for letter, times in _CELLS.findall(letters):
        code = _SPECIAL_LETTERS.get(letter)
        if code is None:
            code = page_code(_CLUE_LETTERS.index(letter))
        repetitions = min(int(times or 1), size + 1) if len(times) < 9 else size + 1
        codes += [code] * repetitions
        if len(codes) > size:
            break
    if len(codes) != size:
        message = (
            f"this link has {'more' if len(codes) > size else 'fewer'} cells than the {size} of its size"
        )
        raise BoardFormatError(message, line=line)
    return codes


def _under_rules(
    rules: str, shape: tuple[int, ...], codes: list[int], mines: int | None, density: Any
) -> VariantBoard:
    from ...model.variant import MINE as MINE_SIGN
    from ...model.variant import OPENED, Clue, Field, State, VariantBoard

    field = Field.parse(rules, shape)
    if len(field.geometry.cells) != len(codes):
        size = "x".join(map(str, shape))
        raise BoardFormatError(f"this link has {counted(len(codes), 'cell')}, not those of {size} {rules}")
    if HOLE in codes:
        places = [place for place, code in zip(field.geometry.cells, codes, strict=True) if code != HOLE]
        if not places:
            raise BoardFormatError("the board of this link has no cell")
        field = Field(field.rules.kind.make(places, shape), field.rules)
    states: dict[int, State] = {}
    for index, code in enumerate(code for code in codes if code != HOLE):
        if code == HIDDEN:
            continue
        if code in (MINE, BLANK):
            states[index] = MINE_SIGN if code == MINE else OPENED
        else:
            states[index] = Clue(code if code < MINE else code - MINE)
    return VariantBoard(field, field.rules, states, mines, density=density)


def _grouped(board: VariantBoard, text: str, codes: list[int], line: int) -> VariantBoard:
    """The board with the groups of cells of a puzzle, ``;0.1.2=1`` each, as JSON would give them.

    Raises BoardFormatError: one has no such cell.
    """
    if not text:
        return board
    from ...model.puzzle import Puzzle

    places = [place for place, code in enumerate(codes) if code != HOLE]
    cell_of = dict(zip(places, board.cells, strict=True))
    statements = Puzzle(board.cells)
    for number, group in enumerate(text.split(";")[1:], 1):
        group_places, counts = ([int(part) for part in side.split(".") if part] for side in group.split("="))
        are_cells = group_places and counts and cell_of.keys() >= {*group_places}
        if not are_cells or len({*group_places}) < len(group_places):
            raise BoardFormatError(f"group {number} of this link has cells that are none", line=line)
        statements.add([cell_of[place] for place in group_places], counts)
    return board.constrained(statements.constraints)


def page_code(clue: int) -> int:
    """The page's code of a clue: those from 10 on lie beyond the mine (``clueCode`` in position.js)."""
    return clue if clue < MINE else clue + MINE


def page_board(board: Board | VariantBoard) -> dict[str, Any]:
    """A board as the page keeps it: ``rows``, ``cols``, ``codes`` (one a place, layer by layer), ``mines``,
    ``density``, ``rules`` and ``shape`` (null: rows and columns), and the ``groups`` of a puzzle.

    Raises BoardFormatError: the page cannot show it; it names the command that can.
    """
    density = None if board.density is None else str(board.density)
    if isinstance(board, Board):
        codes = board.grid.ravel().tolist()
        values: dict[str, Any] = {"rows": board.rows, "cols": board.cols, "rules": None, "shape": None}
    else:
        codes = _page_codes(board)
        rows, cols = prod(board.shape[:-1]), board.shape[-1]
        if len(codes) != rows * cols:  # a sphere, whose cells do not lie in rows
            rows, cols = len(codes), 1
        shape = None if len(board.shape) == 2 else list(board.shape)
        is_puzzle = bool(board.extra) or not {HOLE, BLANK}.isdisjoint(codes)
        rules = None if str(board.rules) == "square" and not is_puzzle else str(board.rules)
        values = {"rows": rows, "cols": cols, "rules": rules, "shape": shape}
        if board.extra:
            values["groups"] = _page_groups(board)
    return {**values, "codes": codes, "mines": board.mines, "density": density}


def _page_codes(board: VariantBoard) -> list[int]:
    from ...model.constraint import SumConstraint
    from ...model.variant import OPENED, Clue

    clues = [state for state in board.states.values() if isinstance(state, Clue)]
    problem = None
    if board.rules.geometry_name == "graph":
        problem = "boards on a graph"
    elif board.rules.capacity > 1:
        problem = "boards with several mines in a cell"
    elif board.printed:
        problem = "clues on cells that are not open"
    elif any(
        not isinstance(statement, SumConstraint) or {*statement.weights} > {1} for statement in board.extra
    ):
        problem = "constraints other than the mine counts of groups of cells"
    elif any(clue.tag or type(clue.value) is not int for clue in clues):
        problem = "clues of several rules, or of several numbers"
    elif any(type(clue.value) is int and clue.value < 0 for clue in clues):
        problem = "clues below 0"
    if problem is not None:
        raise BoardFormatError(f"the page does not show {problem}: minesolver solve reads this text")
    places = _places(board)
    codes = [HOLE] * (len(board) if board.rules.geometry_name == "geodesic" else prod(board.shape))
    for place in places:
        codes[place] = HIDDEN
    for index, state in board.states.items():
        if isinstance(state, Clue):
            assert isinstance(state.value, int)  # others were refused above
            codes[places[index]] = page_code(state.value)
        else:
            codes[places[index]] = BLANK if state == OPENED else MINE
    return codes


def _places(board: VariantBoard) -> list[int]:
    """Of each cell its place in the page's rows; a sphere's cells are counted, others lie in their shape."""
    if board.rules.geometry_name == "geodesic":
        return list(range(len(board)))
    places = []
    cells: Any = board.cells  # coordinates: a graph has been refused
    for cell in cells:
        place = 0
        for coordinate, size in zip(cell, board.shape, strict=True):
            place = place * size + coordinate
        places.append(place)
    return places


def _page_groups(board: VariantBoard) -> list[dict[str, list[int]]]:
    from ...model.constraint import SumConstraint

    places = _places(board)
    return [
        {"cells": [places[i] for i in constraint.cells], "counts": sorted(constraint.allowed)}
        for constraint in board.extra
        if isinstance(constraint, SumConstraint)
    ]


def _write(board: Board | VariantBoard) -> str:
    values = page_board(board)
    letters = {code: letter for letter, code in _SPECIAL_LETTERS.items()}
    letters |= {page_code(clue): letter for clue, letter in enumerate(_CLUE_LETTERS)}
    parts = []
    for code, run in groupby(values["codes"]):
        length = sum(1 for _ in run)
        if code not in letters:
            raise BoardFormatError(f"a link has no letter for the clue {code - MINE}")
        parts.append(letters[code] + (str(length) if length > 1 else ""))
    prior = "" if board.mines is None else f"x{board.mines}"
    if board.density is not None:
        prior = f"x~{board.density}"
    groups = ""
    for group in values.get("groups", ()):
        groups += f";{'.'.join(map(str, group['cells']))}={'.'.join(map(str, group['counts']))}"
    start = ""
    if values["rules"] is not None:
        sizes = "" if values["shape"] is None else f"{'x'.join(map(str, values['shape']))};"
        start = f"{values['rules']};{sizes}"
    link = f"#board={start}{values['rows']}x{values['cols']}{prior}:{''.join(parts)}{groups}"
    if groups and _read(Source((link,))) != board:
        raise BoardFormatError("a link has no names of constraints; JSON has them")
    return link


FORMAT = Format(
    "link",
    "what the page's links to a board end with: #board=16x30x99:z480, rules before the size",
    _read,
    _is_link,
    _write,
    rank=0,
    rules=True,
)
