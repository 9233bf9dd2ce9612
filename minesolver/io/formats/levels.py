"""Puzzles of 14 Minesweeper Variants, a line each: ``[C][T]7x7-20-10013``, the cells, the steps, in tabs.

Rules by tag, width x height, mine count, number. Of the cells, row by row, ``f`` is a mine, ``q`` shows ``?``
and another letter the clue of a rule; one in upper case is open from the beginning. The steps, such as
``4x3,1x9``, are how many take how many facts; they may be left out.
"""

import re
from collections import Counter
from collections.abc import Collection
from operator import attrgetter
from typing import Any, NamedTuple

from ...base.errors import BoardFormatError, InconsistentBoardError, counted
from ...model.board import MAX_CELLS, Board
from ...model.rules import RULES, PlacementRule
from ...model.variant import HIDDEN, MINE, OPENED, Clue, Field, RuleSet, State, VariantBoard
from ...solve import analyze
from .source import Format, Source

_STEP = r"-?\d+x\d+"
LINE = re.compile(
    rf"((?:\[[^\[\]]+\])+)!*(\d+)x(\d+)-(\d+)-([^\s-]+)\s+([A-Za-z]+)(?:\s+((?:V;)?{_STEP}(?:,{_STEP})*))?\s*"
)
_RULES = {
    "o": "vanilla", "m": "multiple", "g": "liar", "l": "liar", "t": "wall", "n": "negation",
    "z": "cross+vanilla", "s": "partition", "i": "eyesight", "y": "four+vanilla", "x": "knight+vanilla",
    "r": "longest-wall", "h": "eyesight-difference", "d": "multiple+liar", "e": "multiple+liar",
    "b": "cross+multiple", "c": "cross+negation", "a": "multiple+negation",
}  # fmt: skip
"""The rules of clues by their letters."""
_LESS = "le"
"""Letters of a liar that says one less; others say one more."""
_SEEN = ("four", "cross", "knight")
"""Rules that only say what a clue sees."""


class Level(NamedTuple):
    """A puzzle, and what it shows.

    solution: Every cell open: mines, clues, and ``?`` where there is none
    shown: The cells that are open from the beginning, by name
    steps: As they stand in the line
    """

    solution: VariantBoard
    shown: tuple[Any, ...]
    number: str = "0"
    steps: str = ""

    @property
    def board(self) -> VariantBoard:
        """What a player sees at the beginning."""
        found: VariantBoard = self.solution.replace(
            {cell: HIDDEN for cell in self.solution.cells if cell not in self.shown}
        )
        return found

    def __str__(self) -> str:
        """The line."""
        board, rules = self.solution, self.solution.rules
        if rules.geometry_name != "square" or len(board.geometry.shape) != 2:
            raise BoardFormatError(f"a line is of a square board, not of {board.title}")
        tags = [rule.tag for rule in rules.placements]
        letters = "".join(map(self._letter, range(len(board))))
        mixed = any(isinstance(state, Clue) and state.tag for state in board.states.values())
        parts = [RULES.get(part) for part in _name(rules, "").split("+") if part != "vanilla"]
        tags += ["#"] if mixed else sorted(part.tag for part in parts)
        rows, cols = board.geometry.shape
        head = "".join(f"[{tag}]" for tag in tags or ["V"])
        mines = sum(state == MINE for state in board.states.values())
        return "\t".join(filter(None, [f"{head}{cols}x{rows}-{mines}-{self.number}", letters, self.steps]))

    def _letter(self, i: int) -> str:
        state, board = self.solution.states[i], self.solution
        letter = "f" if state == MINE else "q"
        if isinstance(state, Clue):
            name = _name(board.rules, state.tag)
            letters = [letter for letter, other in _RULES.items() if RULES.get(other).name == name]
            layout = [int(board.states[j] == MINE) for j in range(len(board))]
            said = board.field.clues(i, layout, state.tag)
            if state not in said or not letters:
                raise BoardFormatError(f"a line has no letter for the clue {state.value} of {name}")
            less = len(letters) > 1 and len(said) > 1 and state == min(said, key=_VALUE)
            letter = letters[-1 if less else 0]
        return letter.upper() if board.cells[i] in self.shown else letter


_VALUE = attrgetter("value")


def _name(rules: RuleSet, tag: str) -> str:
    """Of the rule of clues with a tag, together with what they see."""
    near, clue = rules.rule_of(tag)
    alone = clue.near or near.name == "eight" or not clue.looks
    return clue.name if alone else RULES.get(f"{near.name}+{clue.name}").name


def read(line: str, number: int = 1) -> Level:
    """A puzzle of its line. Raises :class:`BoardFormatError`: it is none; ``number`` is that of the line."""
    match = LINE.fullmatch(line)
    if match is None:
        raise BoardFormatError("no line of a puzzle, such as [Q]5x5-10-1, cells", line=number)
    cols, rows, mines = (int(match[k]) for k in (2, 3, 4))
    letters = match[6]
    if len(letters) != rows * cols or not 0 < rows * cols <= MAX_CELLS:
        raise BoardFormatError(f"{counted(len(letters), 'cell')} of a {rows}x{cols} board", line=number)
    layout = [int(letter in "fF") for letter in letters]
    used = {letter: _RULES.get(letter.lower(), "") for letter in letters if letter not in "fFqQ"}
    for letter in [letter for letter, rule in used.items() if not rule]:
        column = match.start(6) + letters.index(letter) + 1
        raise BoardFormatError("no rule has this letter", line=number, column=column, symbol=letter)
    tags = re.findall(r"\[([^\]]+)\]", match[1])
    rules = [RULES.get(tag.lower()) for tag in tags if tag not in ("V", "#", "#'")]
    placed = [rule.name for rule in rules if isinstance(rule, PlacementRule)]
    own = [rule.name for rule in rules if rule.name not in placed]
    if {*tags} & {"#", "#'"}:
        names = ["vanilla", *dict.fromkeys(used.values())]
    else:
        names = ["+".join([*own, *["vanilla"] * all(name in _SEEN for name in own)])]
    field = Field.parse(",".join([*names, *placed]), (rows, cols))
    first = field.rules.clues[0].name
    states: dict[int, State] = {}
    for i, letter in enumerate(letters):
        if letter in "fFqQ":
            states[i] = MINE if letter in "fF" else OPENED
            continue
        rule = RULES.get(used[letter])
        said = field.clues(i, layout, "" if rule.name == first else rule.tag)
        states[i] = (min if letter.lower() in _LESS else max)(said, key=_VALUE)
    if sum(layout) != mines:
        raise BoardFormatError(f"{counted(sum(layout), 'mine')}, not {mines} as the line says", line=number)
    shown = tuple(field.geometry.cells[i] for i, letter in enumerate(letters) if letter.isupper())
    return Level(VariantBoard(field, field.rules, states, mines), shown, match[5], match[7] or "")


def steps(sizes: Collection[int]) -> str:
    """Steps by the facts that they take, as they stand in a line."""
    found = sorted(Counter(sizes).items(), reverse=True)
    return ",".join(f"{size}x{number}" for size, number in found)


def _read(source: Source) -> Any:
    if len(source.lines) != 1:
        raise BoardFormatError("a puzzle of the game is one line", line=source.first_line)
    board = read(source.lines[0].strip(), source.first_line).board
    return board.plain or board


def _write(board: Any) -> str:
    if isinstance(board, Board):
        field = Field.parse("square", board.shape)
        codes = {10: MINE} | {k: Clue(k) for k in range(9)}
        given = {i: codes[code] for i, (_, code) in enumerate(board.items()) if code >= 0}
        board = VariantBoard(field, field.rules, given, board.mines)
    if not isinstance(board, VariantBoard):
        raise BoardFormatError("a line is of a board, not of a puzzle of named cells")
    shown = tuple(cell for cell in board.cells if board[cell] != HIDDEN)
    if board.mines is None and len(shown) < len(board):
        raise BoardFormatError("a line gives the mine count, and this board has none")
    try:
        found = analyze(board)
    except InconsistentBoardError as error:
        raise BoardFormatError(f"a line holds the solution: {error}") from None
    if found.solutions != 1:
        raise BoardFormatError("a line holds the solution, and this board has several")
    hidden = {cell: MINE if cell in found.mines else OPENED for cell in board.where(HIDDEN)}
    return str(Level(board.replace(hidden), shown))


FORMAT = Format(
    "14mv",
    "puzzles of 14 Minesweeper Variants, a line each: [C][T]7x7-20-10013, the cells, the steps",
    _read,
    lambda source: len(source.lines) == 1 and LINE.fullmatch(source.lines[0].strip()) is not None,
    _write,
    rank=-1,
    rules=True,
)
