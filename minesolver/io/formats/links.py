"""Links of the page to a board: ``#board=16x30x99:z120A3B``, a letter a cell, row by row, with repetitions.

Before the size stand the rules and, of more than two dimensions, all sizes: ``#board=hex,liar;6x6x14:z36``.
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

_HIDDEN_LETTER, _MINE_LETTER = "z", "m"
_CLUE_LETTERS = "ABCDEFGHIJKLMNOPQRSTUVWXYabcdefghijk"
"""Of the clues 0 to 35."""
_LINK = re.compile(
    r"(?:(?P<rules>[^\s;:]+);(?:(?P<shape>\d+(?:x\d+)+);)?)?(?P<rows>\d+)x(?P<cols>\d+)"
    r"(?:x(?:~(?P<density>[\d./]+)|(?P<mines>\d+)))?:(?P<cells>(?:[A-Ya-kzm]\d*)*)"
)
_START = re.compile(r"\s*\S*#(board|play)=")
_CELLS = re.compile(r"([A-Ya-kzm])(\d*)")


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
        grid = [codes[start : start + cols] for start in range(0, rows * cols, cols)]
        return Board(grid, mines, density)
    shape = (rows, cols) if link["shape"] is None else tuple(map(int, link["shape"].split("x")))
    return _under_rules(link["rules"], shape, codes, mines, density)


def _codes(letters: str, size: int, line: int) -> list[int]:
    """What each cell shows. Raises BoardFormatError: not as many cells as the size says."""
    if size > MAX_CELLS:
        raise BoardFormatError(f"{size:,} cells are more than a board may have ({MAX_CELLS:,})", line=line)
    codes: list[int] = []
    for letter, times in _CELLS.findall(letters):
        special = {_HIDDEN_LETTER: HIDDEN, _MINE_LETTER: MINE}
        code = special[letter] if letter in special else page_code(_CLUE_LETTERS.index(letter))
        repetitions = min(int(times or 1), size + 1) if len(times) < 9 else size + 1
        codes += [code] * repetitions
        if len(codes) > size:
            break
    if len(codes) != size:
        what = f"this link has {'more' if len(codes) > size else 'fewer'} cells than the {size} of its size"
        raise BoardFormatError(what, line=line)
    return codes


def _under_rules(
    rules: str, shape: tuple[int, ...], codes: list[int], mines: int | None, density: Any
) -> VariantBoard:
    from ...model.variant import MINE as MINE_SIGN
    from ...model.variant import Clue, Field, State, VariantBoard

    field = Field.parse(rules, shape)
    if len(field.geometry.cells) != len(codes):
        size = "x".join(map(str, shape))
        raise BoardFormatError(f"this link has {counted(len(codes), 'cell')}, not those of {size} {rules}")
    states: dict[int, State] = {}
    for index, code in enumerate(codes):
        if code != HIDDEN:
            states[index] = MINE_SIGN if code == MINE else Clue(code if code < MINE else code - MINE)
    return VariantBoard(field, field.rules, states, mines, density=density)


def page_code(clue: int) -> int:
    """The page's code of a clue: those from 10 on lie beyond the mine (``clueCode`` in position.js)."""
    return clue if clue < MINE else clue + MINE


def page_board(board: Board | VariantBoard) -> dict[str, Any]:
    """A board as the page keeps it: ``rows``, ``cols``, ``codes`` (one a cell, layer by layer), ``mines``,
    ``density``, and ``rules`` and ``shape`` (null: rows and columns).

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
        values = {"rows": rows, "cols": cols, "rules": str(board.rules), "shape": shape}
    return {**values, "codes": codes, "mines": board.mines, "density": density}


def _page_codes(board: VariantBoard) -> list[int]:
    from ...model.variant import OPENED, Clue

    missing = prod(board.shape) - len(board)
    clues = [state for state in board.states.values() if isinstance(state, Clue)]
    problem = None
    if board.rules.geometry_name == "graph":
        problem = "boards on a graph"
    elif missing and board.rules.geometry_name != "geodesic":
        problem = f"boards with holes ({counted(missing, 'place')} without a cell here)"
    elif board.extra:
        problem = "boards with constraints of their own"
    elif board.printed:
        problem = "clues on cells that are not open"
    elif OPENED in board.states.values():
        problem = "cells that are open without a clue"
    elif any(clue.tag or type(clue.value) is not int for clue in clues):
        problem = "clues of several rules, or of several numbers"
    if problem is not None:
        raise BoardFormatError(f"the page does not show {problem}: minesolver solve reads this text")
    codes = [HIDDEN] * len(board)
    for index, state in board.states.items():
        # A clue that is no whole number was refused above.
        codes[index] = page_code(int(state.value)) if isinstance(state, Clue) else MINE  # type: ignore[arg-type]
    return codes


def _write(board: Board | VariantBoard) -> str:
    values = page_board(board)
    letters = {HIDDEN: _HIDDEN_LETTER, MINE: _MINE_LETTER}
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
    start = ""
    if values["rules"] is not None:
        sizes = "" if values["shape"] is None else f"{'x'.join(map(str, values['shape']))};"
        start = f"{values['rules']};{sizes}"
    return f"#board={start}{values['rows']}x{values['cols']}{prior}:{''.join(parts)}"


FORMAT = Format(
    "link",
    "what the page's links to a board end with: #board=16x30x99:z480, rules before the size",
    _read,
    _is_link,
    _write,
    rank=0,
    rules=True,
)
