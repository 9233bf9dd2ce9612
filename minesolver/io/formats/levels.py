"""Puzzles of 14 Minesweeper Variants, a line each: ``[C][T]7x7-20-10013``, the cells, the steps, in tabs.

Rules by tag, width x height, mine count, number. Of the cells, row by row, ``f`` is a mine, ``q`` shows ``?``
and another letter the clue of a rule; one in upper case is open from the beginning. The steps, such as
``4x3,1x9``, are how many take how many facts; they may be left out.

Of the second game, ``[2A]!5x5-10-(V;5x1,1x5)-6457``, the cells are words: ``2a3`` is a clue of 2A. ``5x10``
are five rows and columns, and beside each row five cells of its code, of which nothing may be open.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from operator import attrgetter
from typing import Any, NamedTuple

from ...base.errors import BoardFormatError, InconsistentBoardError, counted
from ...model.board import MAX_CELLS, Board
from ...model.rules import RULES, Neighbourhood, PlacementRule, Value
from ...model.variant import HIDDEN, MINE, OPENED, Clue, Field, RuleSet, State, VariantBoard
from ...solve import analyze

_STEP = r"-?\d+x\d+"
LINE = re.compile(
    rf"((?:\[[^\[\]]+\])+)!*(\d+)x(\d+)-(\d+)-(?:\(([^()\s]+)\)-)?([^\s-]+)\s+"
    rf"(?:([A-Za-z]+)(?:\s+((?:V;)?{_STEP}(?:,{_STEP})*))?|([\w'^-]+(?: [\w'^-]+)+))\s*"
)
_WORD = re.compile(r"(v|(?:\d?[a-z]['^]?)+)(-?)(\d+)")
_TAG = re.compile(r"2?[A-Z]['^]?")
_BESIDE: dict[str, Callable[[int, int], str]] = {
    "encrypted": lambda row, mark: f"{chr(ord('A') + mark)} is {row}",
    "one-liar": lambda row, mark: f"liar at ({row},{mark})",
    "one-honest": lambda row, mark: f"honest clue at ({row},{mark})",
}
"""What a mark beside a row says, of the codes of which public descriptions tell."""
_RULES = {
    "o": "vanilla", "m": "multiple", "g": "liar", "l": "liar", "t": "wall", "n": "negation",
    "z": "cross+vanilla", "s": "partition", "i": "eyesight", "y": "four+vanilla", "x": "knight+vanilla",
    "r": "longest-wall", "h": "eyesight-difference", "d": "multiple+liar", "e": "multiple+liar",
    "b": "cross+multiple", "c": "cross+negation", "a": "multiple+negation",
}  # fmt: skip
"""The rules of clues by their letters."""
_LESS = "le"
"""Letters of a liar that says one less; others say one more."""


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
        hidden = (cell for cell in self.solution.cells if cell not in self.shown)
        return self.solution.replace(dict.fromkeys(hidden, HIDDEN))

    def __str__(self) -> str:
        """The line."""
        board, rules = self.solution, self.solution.rules
        if rules.geometry_name != "square" or len(board.geometry.shape) != 2:
            raise BoardFormatError(f"a line is of a square board, not of {board.title}")
        tags = [rule.tag for rule in rules.placements]
        letters = (" " if self._second else "").join(map(self._letter, range(len(board))))
        mixed = any(isinstance(state, Clue) and state.tag for state in board.states.values())
        parts = [RULES.get(part) for part in _name(rules, "").split("+") if part != "vanilla"]
        tags += ["#"] if mixed else sorted(part.tag for part in parts)
        rows, cols = board.geometry.shape
        second = " " in letters
        if second:
            if rows != cols:
                raise BoardFormatError("a line of the second game has as many rows as columns")
            tags = [tag if tag[0] == "2" else f"{2 if tag == '#' else 1}{tag}" for tag in tags]
        head = "".join(f"[{tag}]" for tag in tags or ["V"])
        mines = sum(state == MINE for state in board.states.values())
        steps = f"({self.steps})-" if second and self.steps else ""
        last = [] if second else [self.steps]
        return "\t".join(filter(None, [f"{head}{cols}x{rows}-{mines}-{steps}{self.number}", letters, *last]))

    @property
    def _second(self) -> bool:
        """Whether it is one of the second game."""
        rules = self.solution.rules
        own = (rules.neighbourhood, *rules.clues, *rules.placements)
        return any("2" in rule.tag for rule in own if rule)

    def _word(self, state: Clue) -> str:
        """A clue in a line of the second game."""
        board = self.solution
        name = _name(board.rules, state.tag)
        tags = [RULES.get(part).tag for part in name.split("+") if part != "vanilla"]
        if board.field.secret or not all(map(_TAG.fullmatch, tags)):
            raise BoardFormatError(f"a line has no word for the clue {state.value} of {name}")
        word = "".join(tag if tag[0] == "2" else f"1{tag}" for tag in tags).lower() or "v"
        return word[:1] + word[1:].replace(word[0], "") + _digits(state.value)

    def _letter(self, i: int) -> str:
        state, board = self.solution.states[i], self.solution
        letter = "f" if state == MINE else "q"
        if isinstance(state, Clue) and self._second:
            letter = self._word(state)
        elif isinstance(state, Clue):
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


def _digits(value: Value) -> str:
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _name(rules: RuleSet, tag: str) -> str:
    """Of the rule of clues with a tag, together with what they see."""
    near, clue = rules.rule_of(tag)
    alone = clue.near or near.name == "eight" or not clue.looks
    return clue.name if alone else RULES.get(f"{near.name}+{clue.name}").name


def read(line: str, number: int = 1) -> Level:
    """A puzzle of its line. Raises :class:`BoardFormatError`: it is none; ``number`` is that of the line."""
    match = LINE.fullmatch(line)
    if match is None:
        raise BoardFormatError(
            "no line of a puzzle, such as [Q]5x5-10-1, cells, which generate --format 14mv writes",
            line=number,
        )
    cols, rows, mines = (int(match[k]) for k in (2, 3, 4))
    second, size = match[9] is not None, rows * cols
    signs: Sequence[str] = match[9].split() if second else match[7]
    if len(signs) != size or not 0 < size <= MAX_CELLS:
        raise BoardFormatError(f"{counted(len(signs), 'cell')} of a {rows}x{cols} board", line=number)
    beside: list[Sequence[str]] = []
    if second:
        lines = [signs[k : k + rows] for k in range(0, size, rows)]
        rows, cols = cols, min(rows, cols)
        signs, beside = [sign for own in lines for sign in own[:cols]], [own[cols:] for own in lines]
    layout = [int(sign in "fF") for sign in signs]
    clues = {sign: sign.lower() for sign in signs if sign not in "fFqQ"}
    used = {sign: _of_word(low) if second else _RULES.get(low, "") for sign, low in clues.items()}
    for sign in [sign for sign, rule in used.items() if not rule]:
        column = match.start(9 if second else 7) + len((" " * second).join(signs[: signs.index(sign) + 1]))
        raise BoardFormatError("no rule has this letter", line=number, column=column, symbol=sign)
    tags = [tag.removeprefix("1") for tag in re.findall(r"\[([^\]]+?)\+?\]", match[1])]
    rules = [RULES.get(tag.lower()) for tag in tags if tag not in ("V", "R", "@c") and "#" not in tag]
    placed = [rule.name for rule in rules if isinstance(rule, PlacementRule)]
    near = [rule.name for rule in rules if isinstance(rule, Neighbourhood)]
    own = [rule.name for rule in rules if rule.name not in (*placed, *near)]
    names = [*near, "+".join(own)]
    if any("#" in tag for tag in tags):
        names = [*["vanilla"] * (not second), *dict.fromkeys(used.values())]
    field = Field.parse(",".join([*names, *placed]), (rows, cols))
    code = _code(field, beside, number)
    layout += [int(name in code) for name, _, _ in field.quantities(mines)]
    first = _name(field.rules, "")
    states: dict[int, State] = {}
    for i, sign in enumerate(signs):
        if sign in "fFqQ":
            states[i] = MINE if sign in "fF" else OPENED
            continue
        rule = RULES.get(used[sign])
        said = field.clues(i, layout, "" if rule.name == first else rule.tag)
        if second:
            states[i] = _meant(clues[sign], rule.name, said)
        else:
            states[i] = (min if clues[sign] in _LESS else max)(said, key=_VALUE)
    if sum(layout[: len(signs)]) != mines:
        raise BoardFormatError(
            f"{counted(sum(layout[: len(signs)]), 'mine')}, not {mines} as the line says", line=number
        )
    shown = tuple(field.geometry.cells[i] for i, sign in enumerate(signs) if not sign.islower())
    return Level(VariantBoard(field, field.rules, states, mines), shown, match[6], match[8] or match[5] or "")


def _of_word(word: str) -> str:
    """The rule of a clue in a line of the second game; empty where there is none."""
    match = _WORD.fullmatch(word)
    game, tags = "", []
    for digit, tag in re.findall(r"(\d?)([a-z]['^]?)", match[1]) if match and match[1] != "v" else ():
        game = digit or game
        tags.append(tag if game == "1" else game + tag)
    found = [RULES.get(tag) for tag in tags]
    if all(isinstance(rule, Neighbourhood) for rule in found):
        found.append(RULES.get("vanilla"))
    return RULES.get("+".join(rule.name for rule in found)).name if match else ""


def _code(field: Field, beside: Sequence[Sequence[str]], number: int) -> set[str]:
    """The hidden quantities that are 1, from the cells beside the rows: a mark in each row and column."""
    if not field.secret and not any(beside):
        return set()
    parts = {part for rule in field.rules.clues for part in rule.name.split("+")}
    hidden = [part for part in parts if RULES.get(part).quantities(field.geometry, None)]
    marks = [own.index("f") if "f" in own else -1 for own in beside]
    if len(hidden) != 1 or hidden[0] not in _BESIDE:
        what = " and ".join(hidden) or "a board"
        raise BoardFormatError(f"what a line of the game has beside {what} is not known", line=number)
    if any(sign not in ("f", "q") for own in beside for sign in own):
        raise BoardFormatError("a part of the code is open, which no board here can show", line=number)
    if sorted(marks) != list(range(len(marks))):
        raise BoardFormatError("the code has one mark in each row and column", line=number)
    return {_BESIDE[hidden[0]](row, mark) for row, mark in enumerate(marks)}


def _meant(word: str, rule: str, said: Sequence[Clue]) -> Clue:
    """The clue of a word among those that the rule shows. A liar's word has -1 less what it shows."""
    match = _WORD.fullmatch(word)
    assert match
    wanted = {match[3], str(int(match[3]) - 1)} if match[2] else {match[3]}
    for clue in said:
        if _digits(clue.value) in wanted:
            return clue
    raise BoardFormatError(f"{word!r} is no clue of {rule} there")


def steps(sizes: Collection[int]) -> str:
    """Steps by the facts that they take, as they stand in a line."""
    found = sorted(Counter(sizes).items(), reverse=True)
    return ",".join(f"{size}x{number}" for size, number in found)


def write(board: Any) -> str:
    """The line of a board with one solution. Raises BoardFormatError: it has none, or several."""
    if isinstance(board, Board):
        board = VariantBoard.of(board)
    if not isinstance(board, VariantBoard):
        raise BoardFormatError("a line is of a board, not of a puzzle of named cells")
    if board.rules.capacity > 1:
        raise BoardFormatError("a line has no place for several mines in a cell")
    if board.printed:
        raise BoardFormatError("a line has no place for clues on cells that are not open")
    if board.extra:
        raise BoardFormatError("a line has no place for constraints of the board's own")
    shown = tuple(cell for cell in board.cells if board[cell] != HIDDEN)
    if board.mines is None and len(shown) < len(board):
        raise BoardFormatError("a line gives the mine count, and this board has none")
    try:
        found = analyze(board)
    except InconsistentBoardError as error:
        raise BoardFormatError(f"a line holds the solution: {error}") from None
    if not found.is_exact or found.solutions != 1:
        raise BoardFormatError("a line holds the solution, and this board has several")
    hidden = {cell: MINE if cell in found.mines else OPENED for cell in board.where(HIDDEN)}
    return str(Level(board.replace(hidden), shown))
