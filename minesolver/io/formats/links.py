"""Links of the page to a board: ``#board=16x30x99:z120A3B``, a letter a cell, row by row, with repetitions.

Before the size stand the rules and, of more than two dimensions, all sizes: ``#board=hex,liar;6x6x14:z36``.
After the cells stand the groups of a puzzle, ``;0.1.2=1``: the places of their cells, and their mine counts;
or the edges beyond which a board goes on, ``;cut=left.top``.
A board that needs more than that (a graph, several mines in a cell, clues printed on hidden cells, ...) is
there as its JSON in base64: ``#board=json:eyJydW...``.
The page writes and reads the same in ``toHash`` of position.js and ``checkedPosition`` of doors.js.
"""

from __future__ import annotations

import json
import re
from base64 import urlsafe_b64decode, urlsafe_b64encode
from itertools import groupby
from math import prod
from typing import TYPE_CHECKING, Any

from ...base.errors import BoardFormatError, OtherInputError, counted
from ...model.board import HIDDEN, MAX_CELLS, MINE, Board
from ...model.cut import board_of, checked_cut
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
    r"(?P<groups>(?:;[\d.]+=[\d.]+)*)(?:;cut=(?P<cut>[a-z.]+))?"
)
_JSON = "json:"  # before a board as JSON in base64, without = at its end
_START = re.compile(r"\s*\S*#(board|play)=")
_CELLS = re.compile(r"([A-Ya-kzmoq])(\d*)")


def _is_link(source: Source) -> bool:
    return len(source.lines) == 1 and _START.match(source.lines[0]) is not None


def _read(source: Source) -> Board | VariantBoard:
    link_kind, _, address = source.lines[0].strip().partition("#")[2].partition("=")
    if link_kind == "play":
        raise OtherInputError(
            "a link to a game: open it in the page, and Save game there writes what minesolver review reads",
            line=source.first_line,
        )
    if "%" in address:  # as mail and chats write them
        from urllib.parse import unquote

        address = unquote(address)
    if address.startswith(_JSON):
        return _from_json(address.removeprefix(_JSON), source)
    link = _LINK.fullmatch(address)
    if link is None:
        raise BoardFormatError("this link to a board is damaged or cut", line=source.first_line)
    rows, cols = int(link["rows"]), int(link["cols"])
    codes = _codes(link["cells"], rows * cols, source.first_line)
    mine_count, density = source.stated_total
    if mine_count is None and density is None:
        density = link["density"]
        if link["mines"] is not None:
            mine_count = int(link["mines"])
    # Without rules it is a square board with Minesweeper's own clues.
    if link["rules"] is None:
        if link["groups"] or not {HOLE, BLANK}.isdisjoint(codes):
            raise BoardFormatError(
                "this link to a puzzle does not name its rules", line=source.first_line
            )
        grid = [codes[start : start + cols] for start in range(0, rows * cols, cols)]
        cut = checked_cut(link["cut"] and link["cut"].split("."))
        if cut and source.cut not in ((), cut):
            message = f"this link says cut={','.join(cut)}, and another one was asked for"
            raise BoardFormatError(message, line=source.first_line)
        return board_of(grid, mine_count, density, cut or source.cut)
    if link["cut"] is not None:
        message = "this link is damaged: only square boards without rules can be cut"
        raise BoardFormatError(message, line=source.first_line)
    shape = (rows, cols) if link["shape"] is None else tuple(map(int, link["shape"].split("x")))
    board = _under_rules(link["rules"], shape, codes, mine_count, density)
    return _grouped(board, link["groups"], codes, source.first_line)


def _from_json(data: str, source: Source) -> Board | VariantBoard:
    """The board of JSON in base64. Raises BoardFormatError: there is none."""
    from .objects import read

    try:
        values = json.loads(urlsafe_b64decode(data + "=" * (-len(data) % 4)))
    except (ValueError, RecursionError):
        values = None
    if not isinstance(values, dict):
        raise BoardFormatError("this link to a board is damaged or cut", line=source.first_line)
    mine_count, density = source.stated_total
    if (mine_count, density) != (None, None):
        values |= {"mines": mine_count, "density": density}
    board: Board | VariantBoard = read(values)
    return board


def _codes(letters: str, cell_count: int, line: int) -> list[int]:
    """What each cell shows. Raises BoardFormatError: not as many cells as the size says."""
    if cell_count > MAX_CELLS:
        raise BoardFormatError(
            f"{cell_count:,} cells are more than a board may have ({MAX_CELLS:,})", line=line
        )
    codes: list[int] = []
    for letter, times in _CELLS.findall(letters):
        code = _SPECIAL_LETTERS.get(letter)
        if code is None:
            code = page_code(_CLUE_LETTERS.index(letter))
        # However many are repeated, no more are made than show that there are too many.
        repetitions = cell_count + 1
        if len(times) < 9:
            repetitions = min(int(times or 1), repetitions)
        codes += [code] * repetitions
        if len(codes) > cell_count:
            break
    if len(codes) != cell_count:
        difference = "more" if len(codes) > cell_count else "fewer"
        raise BoardFormatError(
            f"this link has {difference} cells than the {cell_count} of its size", line=line
        )
    return codes


def _under_rules(
    rules: str, shape: tuple[int, ...], codes: list[int], mine_count: int | None, density: Any
) -> VariantBoard:
    from ...model.variant import MINE as MINE_SIGN
    from ...model.variant import OPENED, Clue, Field, RuleSet, State, VariantBoard

    rule_set = RuleSet.parse(rules)
    # A board that closes upon itself has a border only beside its holes, and rules may need one.
    field = Field.parse(rule_set.geometry_name if HOLE in codes else rule_set, shape)
    if len(field.geometry.cells) != len(codes):
        size_text = "x".join(map(str, shape))
        raise BoardFormatError(
            f"this link has {counted(len(codes), 'cell')}, not those of {size_text} {rules}"
        )
    if HOLE in codes:
        cells = [
            cell for cell, code in zip(field.geometry.cells, codes, strict=True) if code != HOLE
        ]
        if not cells:
            raise BoardFormatError("the board of this link has no cell")
        field = Field(rule_set.kind.make(cells, shape), rule_set)

    # The cells of the geometry are numbered without the holes.
    cell_codes = [code for code in codes if code != HOLE]
    states: dict[int, State] = {}
    for cell_index, code in enumerate(cell_codes):
        if code == HIDDEN:
            continue
        if code in (MINE, BLANK):
            states[cell_index] = MINE_SIGN if code == MINE else OPENED
        else:
            states[cell_index] = Clue(code if code < MINE else code - MINE)
    return VariantBoard(field, rule_set, states, mine_count, density=density)


def _grouped(board: VariantBoard, text: str, codes: list[int], line: int) -> VariantBoard:
    """The board with the groups of cells of a puzzle, ``;0.1.2=1`` each, as JSON would give them.

    Raises BoardFormatError: one has no such cell.
    """
    if not text:
        return board
    from ...model.puzzle import Puzzle

    page_indices = [cell_index for cell_index, code in enumerate(codes) if code != HOLE]
    cell_of = dict(zip(page_indices, board.cells, strict=True))
    statements = Puzzle(board.cells)
    for number, group in enumerate(text.split(";")[1:], 1):
        indices_text, counts_text = group.split("=")
        indices, counts = _numbers(indices_text), _numbers(counts_text)
        are_cells = indices and counts and cell_of.keys() >= set(indices)
        if not are_cells or len(set(indices)) < len(indices):
            raise BoardFormatError(
                f"group {number} of this link has cells that are none", line=line
            )
        statements.add([cell_of[cell_index] for cell_index in indices], counts)
    return board.constrained(statements.constraints)


def _numbers(text: str) -> list[int]:
    """The numbers of ``0.1.2``."""
    return [int(digits) for digits in text.split(".") if digits]


def page_code(clue: int) -> int:
    """The page's code of a clue: those from 10 on lie beyond the mine (``clueCode`` in position.js)."""
    return clue if clue < MINE else clue + MINE


def page_board(board: Board | VariantBoard) -> dict[str, Any]:
    """A board as the page keeps it: ``rows``, ``cols``, ``codes`` (one a place, layer by layer), ``mines``,
    ``density``, ``rules`` and ``shape`` (null: rows and columns), and the ``groups`` of a puzzle. A
    board that needs more than that is there as it is written in JSON, under the one key ``json``.
    """
    if not isinstance(board, Board) and needs_json(board):
        return {"json": json.loads(board.to_json())}
    density = None if board.density is None else str(board.density)
    if isinstance(board, Board):
        codes = board.grid.ravel().tolist()
        values: dict[str, Any] = {
            "rows": board.rows,
            "cols": board.cols,
            "rules": None,
            "shape": None,
        }
    else:
        codes = _page_codes(board)
        rows, cols = prod(board.shape[:-1]), board.shape[-1]
        if board.rules.geometry_name == "geodesic":  # the cells of a sphere do not lie in rows
            rows, cols = len(codes), 1
        shape = None if len(board.shape) == 2 else list(board.shape)
        is_puzzle = bool(board.extra) or not {HOLE, BLANK}.isdisjoint(codes)
        rules = None if str(board.rules) == "square" and not is_puzzle else str(board.rules)
        values = {"rows": rows, "cols": cols, "rules": rules, "shape": shape}
        if board.extra:
            values["groups"] = _page_groups(board)
    return {**values, "codes": codes, "mines": board.mines, "density": density}


def _page_codes(board: VariantBoard) -> list[int]:
    """What each place shows."""
    from ...model.variant import OPENED, Clue

    page_indices = _page_indices(board)
    codes = [HOLE] * (len(board) if board.rules.geometry_name == "geodesic" else prod(board.shape))
    for page_index in page_indices:
        codes[page_index] = HIDDEN
    for cell_index, state in board.states.items():
        if isinstance(state, Clue):
            assert isinstance(state.value, int)  # others need JSON
            code = page_code(state.value)
        else:
            code = BLANK if state == OPENED else MINE
        codes[page_indices[cell_index]] = code
    return codes


def needs_json(board: VariantBoard) -> bool:
    """Whether the board has more than a code for each place, and groups of cells."""
    from ...model.constraint import SumConstraint
    from ...model.variant import HIDDEN as HIDDEN_SIGN
    from ...model.variant import MINE as MINE_SIGN
    from ...model.variant import OPENED

    if board.rules.geometry_name == "graph" or board.printed or board.field.prints:
        return True
    for statement in board.extra:
        if not isinstance(statement, SumConstraint) or set(statement.weights) > {1}:
            return True
    for state in board.states.values():
        if isinstance(state, str):
            if state not in (HIDDEN_SIGN, MINE_SIGN, OPENED):
                return True
        elif state.tag or type(state.value) is not int or state.value < 0:
            return True
    return False


def _page_indices(board: VariantBoard) -> list[int]:
    """Of each cell its place in the page's rows; a sphere's cells are counted, others lie in their shape."""
    if board.rules.geometry_name == "geodesic":
        return list(range(len(board)))
    page_indices = []
    cells: Any = board.cells  # coordinates: a graph has been refused
    for cell in cells:
        page_index = 0
        for coordinate, size in zip(cell, board.shape, strict=True):
            page_index = page_index * size + coordinate
        page_indices.append(page_index)
    return page_indices


def _page_groups(board: VariantBoard) -> list[dict[str, list[int]]]:
    from ...model.constraint import SumConstraint

    page_indices = _page_indices(board)
    groups = []
    for constraint in board.extra:
        if isinstance(constraint, SumConstraint):
            cells = [page_indices[index] for index in constraint.cells]
            groups.append({"cells": cells, "counts": sorted(constraint.allowed)})
    return groups


def _write(board: Board | VariantBoard) -> str:
    # What the short form has no letters for goes into the link as JSON.
    values = page_board(board)
    if "json" in values:
        data = json.dumps(values["json"], separators=(",", ":")).encode()
        return f"#board={_JSON}{urlsafe_b64encode(data).decode().rstrip('=')}"

    # Runs keep the link of an empty board short, which is what people send most.
    letters = {code: letter for letter, code in _SPECIAL_LETTERS.items()}
    letters |= {page_code(clue): letter for clue, letter in enumerate(_CLUE_LETTERS)}
    cells = ""
    for code, run in groupby(values["codes"]):
        if code not in letters:
            raise BoardFormatError(f"a link has no letter for the clue {code - MINE}")
        cells += letters[code]
        run_length = len(list(run))
        if run_length > 1:
            cells += str(run_length)
    prior = "" if board.mines is None else f"x{board.mines}"
    if board.density is not None:
        prior = f"x~{board.density}"
    groups = ""
    for group in values.get("groups", ()):
        indices = ".".join(map(str, group["cells"]))
        counts = ".".join(map(str, group["counts"]))
        groups += f";{indices}={counts}"
    rules = ""
    if values["rules"] is not None:
        rules = f"{values['rules']};"
        if values["shape"] is not None:
            rules += f"{'x'.join(map(str, values['shape']))};"
    cut = f";cut={'.'.join(board.cut)}" if isinstance(board, Board) and board.cut else ""
    link = f"#board={rules}{values['rows']}x{values['cols']}{prior}:{cells}{groups}{cut}"
    # Groups have no names in a link: constraints that have names of their own would lose them.
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
    cuts=True,
)
