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
from ...solver import analyze

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


class VariantLevel(NamedTuple):
    """A puzzle, and what it shows.

    solution: Every cell open: mines, clues, and ``?`` where there is none
    shown_cells: The cells that are open from the beginning, by name
    steps: As they stand in the line
    """

    solution: VariantBoard
    shown_cells: tuple[Any, ...]
    number: str = "0"
    steps: str = ""

    @property
    def board(self) -> VariantBoard:
        """What a player sees at the beginning."""
        hidden = (cell for cell in self.solution.cells if cell not in self.shown_cells)
        return self.solution.replace(dict.fromkeys(hidden, HIDDEN))

    def __str__(self) -> str:
        """The line."""
        board = self.solution
        if board.rules.geometry_name != "square" or len(board.geometry.shape) != 2:
            raise BoardFormatError(f"a line is of a square board, not of {board._title}")
        rows, cols = board.geometry.shape
        signs = [self._sign(cell_index) for cell_index in range(len(board))]
        # One word alone would be read as a letter.
        is_second = self._is_second and len(signs) > 1
        if is_second and rows != cols:
            raise BoardFormatError("a line of the second game has as many rows as columns")
        tags = self._second_tags() if is_second else self._tags()
        head = "".join(f"[{tag}]" for tag in tags or ["V"])
        mine_count = sum(state == MINE for state in board.states.values())
        line_start = f"{head}{cols}x{rows}-{mine_count}"

        # In the second game the steps stand before the number, else behind the cells.
        if is_second:
            steps = f"({self.steps})-" if self.steps else ""
            return f"{line_start}-{steps}{self.number}\t{' '.join(signs)}"
        line = f"{line_start}-{self.number}\t{''.join(signs)}"
        return f"{line}\t{self.steps}" if self.steps else line

    @property
    def _is_second(self) -> bool:
        """Whether it is one of the second game."""
        rules = self.solution.rules
        named_rules = [*rules.clues, *rules.placements]
        if rules.neighbourhood is not None:
            named_rules.append(rules.neighbourhood)
        return any("2" in rule.tag for rule in named_rules)

    def _tags(self) -> list[str]:
        """The tags of the rules; of a board with clues of several rules ``#`` for them all."""
        board, rules = self.solution, self.solution.rules
        tags = [rule.tag for rule in rules.placements]
        if any(isinstance(state, Clue) and state.tag for state in board.states.values()):
            return [*tags, "#"]
        clue_rules = [RULES.get(name) for name in _parts_with_tag(_name(rules, ""))]
        return tags + sorted(rule.tag for rule in clue_rules)

    def _second_tags(self) -> list[str]:
        """The tags in a line of the second game, where those of the first have a 1 before them."""
        tags = []
        for tag in self._tags():
            if tag == "#":
                tag = "2#"
            elif tag[0] != "2":
                tag = f"1{tag}"
            tags.append(tag)
        return tags

    def _word(self, state: Clue) -> str:
        """A clue in a line of the second game."""
        board = self.solution
        name = _name(board.rules, state.tag)
        tags = [RULES.get(rule_name).tag for rule_name in _parts_with_tag(name)]
        if board.field.secret or not all(map(_TAG.fullmatch, tags)):
            raise BoardFormatError(f"a line has no word for the clue {state.value} of {name}")
        word = "".join(tag if tag[0] == "2" else f"1{tag}" for tag in tags).lower() or "v"
        return word[:1] + word[1:].replace(word[0], "") + _digits(state.value)

    def _sign(self, cell_index: int) -> str:
        """What stands for a cell: small where it is hidden at the beginning."""
        state = self.solution.states[cell_index]
        if not isinstance(state, Clue):
            sign = "f" if state == MINE else "q"
        elif self._is_second:
            sign = self._word(state)
        else:
            sign = self._clue_letter(cell_index, state)
        return sign.upper() if self.solution.cells[cell_index] in self.shown_cells else sign

    def _clue_letter(self, index: int, clue: Clue) -> str:
        """The letter of a clue in a line of the first game: it tells the rule, the layout the number."""
        board = self.solution
        name = _name(board.rules, clue.tag)
        letters = [
            letter for letter, rule_name in _RULES.items() if RULES.get(rule_name).name == name
        ]
        layout = [int(board.states[cell_index] == MINE) for cell_index in range(len(board))]
        possible_clues = board.field.clues(index, layout, clue.tag)
        if clue not in possible_clues or not letters:
            raise BoardFormatError(f"a line has no letter for the clue {clue.value} of {name}")
        # A liar has two letters: the last one where it shows one less.
        if len(letters) > 1 and len(possible_clues) > 1 and clue == min(possible_clues, key=_VALUE):
            return letters[-1]
        return letters[0]


_VALUE = attrgetter("value")
_MINE_SIGNS = ("f", "F")
_NO_CLUE_SIGNS = ("q", "Q")
_TAGS = re.compile(r"\[([^\]]+?)\+?\]")
_TAGS_WITHOUT_RULE = ("V", "R", "@c")
"""Tags of the plain game, of a mine count that is told, and of one kind of the second game."""


def _parts_with_tag(rule_name: str) -> list[str]:
    """The names in that of a rule, but for the plain game, which has no tag."""
    return [name for name in rule_name.split("+") if name != "vanilla"]


def _digits(value: Value) -> str:
    return "".join(map(str, value)) if isinstance(value, tuple) else str(value)


def _name(rules: RuleSet, tag: str) -> str:
    """Of the rule of clues with a tag, together with what they see."""
    neighbourhood, clue_rule = rules.rule_of(tag)
    if clue_rule.near or neighbourhood.name == "eight" or not clue_rule.sees_neighbours:
        return clue_rule.name
    return RULES.get(f"{neighbourhood.name}+{clue_rule.name}").name


class _Line(NamedTuple):
    """The parts of a line, as they stand in it.

    line_number: Of the line in its text
    rows, cols: Of the board, without the cells beside it that a line of the second game may have
    signs: A letter or a word of each cell, row by row
    code_signs: The signs to the right of each row
    is_second: Whether it is a line of the second game
    tags: Of the rules
    columns: Where each sign ends, from 1
    """

    line_number: int
    rows: int
    cols: int
    mine_count: int
    signs: list[str]
    code_signs: list[list[str]]
    is_second: bool
    tags: list[str]
    columns: list[int]
    name: str
    steps: str


def read(text: str, line_number: int = 1) -> VariantLevel:
    """A puzzle of its line. Raises :class:`BoardFormatError`: it is none; ``line_number`` is its own."""
    line = _parts(text, line_number)
    rule_names = _rule_names(line)
    field = Field.parse(_field_name(line, rule_names), (line.rows, line.cols))

    # Clues are told by a rule alone, so they follow from the layout and from what the board hides besides.
    layout = [int(sign in _MINE_SIGNS) for sign in line.signs]
    mine_count = sum(layout)
    code = _code(field, line.code_signs, line_number)
    layout += [int(quantity in code) for quantity, _, _ in field.quantities(line.mine_count)]

    states: dict[int, State] = {}
    for cell_index, sign in enumerate(line.signs):
        if sign in _MINE_SIGNS:
            states[cell_index] = MINE
        elif sign in _NO_CLUE_SIGNS:
            states[cell_index] = OPENED
        else:
            states[cell_index] = _clue(
                field, cell_index, sign.lower(), rule_names[sign], layout, line.is_second
            )

    # Not before the clues: a wrong one among them is the likelier slip, and has a place to name.
    if mine_count != line.mine_count:
        message = f"{counted(mine_count, 'mine')}, not {line.mine_count} as the line says"
        raise BoardFormatError(message, line=line_number)

    shown_cells = []
    for cell_index, sign in enumerate(line.signs):
        if not sign.islower():
            shown_cells.append(field.geometry.cells[cell_index])
    solution = VariantBoard(field, field.rules, states, line.mine_count)
    return VariantLevel(solution, tuple(shown_cells), line.name, line.steps)


def _parts(text: str, line_number: int) -> _Line:
    """The parts of a line. Raises BoardFormatError: it is none, or has not as many cells as its size says."""
    match = LINE.fullmatch(text)
    if match is None:
        raise BoardFormatError(
            "no line of a puzzle, such as [Q]5x5-10-1, cells, which generate --format 14mv writes",
            line=line_number,
        )
    cols, rows, mine_count = int(match[2]), int(match[3]), int(match[4])
    is_second = match[9] is not None
    signs = match[9].split() if is_second else list(match[7])
    if len(signs) != rows * cols or not 0 < len(signs) <= MAX_CELLS:
        raise BoardFormatError(
            f"{counted(len(signs), 'cell')} of a {rows}x{cols} board", line=line_number
        )

    # The words of the second game stand apart by one blank, the letters of the first do not.
    columns = []
    column = match.start(9 if is_second else 7) + 1
    for sign in signs:
        columns.append(column + len(sign) - 1)
        column += len(sign) + is_second

    # In the second game lines are as long as the board is high; what is more than a square is a code.
    code_signs: list[list[str]] = []
    if is_second:
        width = min(rows, cols)
        board_signs: list[str] = []
        board_columns: list[int] = []
        for start in range(0, rows * cols, rows):
            row_signs = signs[start : start + rows]
            board_signs += row_signs[:width]
            board_columns += columns[start : start + width]
            code_signs.append(row_signs[width:])
        signs, columns = board_signs, board_columns
        rows, cols = cols, width
    tags = [tag.removeprefix("1") for tag in _TAGS.findall(match[1])]
    steps = match[8] or match[5] or ""
    return _Line(
        line_number,
        rows,
        cols,
        mine_count,
        signs,
        code_signs,
        is_second,
        tags,
        columns,
        match[6],
        steps,
    )


def _rule_names(line: _Line) -> dict[str, str]:
    """The rule of each sign that is a clue. Raises BoardFormatError: there is none."""
    names: dict[str, str] = {}
    for cell_index, sign in enumerate(line.signs):
        if sign in _MINE_SIGNS or sign in _NO_CLUE_SIGNS or sign in names:
            continue
        name = _of_word(sign.lower()) if line.is_second else _RULES.get(sign.lower(), "")
        if not name:
            column = line.columns[cell_index]
            raise BoardFormatError(
                "no rule has this letter", line=line.line_number, column=column, symbol=sign
            )
        names[sign] = name
    return names


def _field_name(line: _Line, rule_names: dict[str, str]) -> str:
    """The rules of a line, with commas between them; of a mixed one those of its clues."""
    placements: list[str] = []
    neighbourhoods: list[str] = []
    clue_rules: list[str] = []
    for tag in line.tags:
        if tag in _TAGS_WITHOUT_RULE or "#" in tag:
            continue
        rule = RULES.get(tag.lower())
        if isinstance(rule, PlacementRule):
            placements.append(rule.name)
        elif isinstance(rule, Neighbourhood):
            neighbourhoods.append(rule.name)
        else:
            clue_rules.append(rule.name)
    if not any("#" in tag for tag in line.tags):
        return ",".join([*neighbourhoods, "+".join(clue_rules), *placements])
    names = list(dict.fromkeys(rule_names.values()))
    if not line.is_second:
        names.insert(0, "vanilla")
    return ",".join([*names, *placements])


def _clue(
    field: Field, cell_index: int, word: str, rule_name: str, layout: Sequence[int], is_second: bool
) -> Clue:
    """The clue that a sign stands for, of those that its rule shows in a cell of the layout."""
    rule = RULES.get(rule_name)
    tag = "" if rule.name == _name(field.rules, "") else rule.tag
    clues = field.clues(cell_index, layout, tag)
    if is_second:
        return _meant(word, rule.name, clues)
    # A liar shows one more or one less, by its letter; of other rules there is one clue.
    return min(clues, key=_VALUE) if word in _LESS else max(clues, key=_VALUE)


def _of_word(word: str) -> str:
    """The rule of a clue in a line of the second game; empty where there is none."""
    match = _WORD.fullmatch(word)
    if match is None:
        return ""
    # A digit says of which game the tags after it are.
    game = ""
    rules = []
    if match[1] != "v":
        for digit, tag in re.findall(r"(\d?)([a-z]['^]?)", match[1]):
            game = digit or game
            rules.append(RULES.get(tag if game == "1" else game + tag))
    if all(isinstance(rule, Neighbourhood) for rule in rules):
        rules.append(RULES.get("vanilla"))
    return RULES.get("+".join(rule.name for rule in rules)).name


def _code(field: Field, code_signs: Sequence[Sequence[str]], line_number: int) -> set[str]:
    """The hidden quantities that are 1, from the cells beside the rows: a mark in each row and column."""
    if not field.secret and not any(code_signs):
        return set()
    rule_names: set[str] = set()
    for rule in field.rules.clues:
        rule_names.update(rule.name.split("+"))
    coded_rules = [name for name in rule_names if RULES.get(name).quantities(field.geometry, None)]
    if len(coded_rules) != 1 or coded_rules[0] not in _BESIDE:
        subject = " and ".join(coded_rules) or "a board"
        raise BoardFormatError(
            f"what a line of the game has beside {subject} is not known", line=line_number
        )
    marks = []
    for signs in code_signs:
        if not set(signs) <= {"f", "q"}:
            raise BoardFormatError(
                "a part of the code is open, which no board here can show", line=line_number
            )
        marks.append(signs.index("f") if "f" in signs else -1)
    if sorted(marks) != list(range(len(marks))):
        raise BoardFormatError("the code has one mark in each row and column", line=line_number)
    quantity_name = _BESIDE[coded_rules[0]]
    return {quantity_name(row, mark) for row, mark in enumerate(marks)}


def _meant(word: str, rule: str, clues: Sequence[Clue]) -> Clue:
    """The clue of a word among those that the rule shows. A liar's word has -1 less what it shows."""
    match = _WORD.fullmatch(word)
    assert match
    digits = {match[3]}
    if match[2]:
        digits.add(str(int(match[3]) - 1))
    for clue in clues:
        if _digits(clue.value) in digits:
            return clue
    raise BoardFormatError(f"{word!r} is no clue of {rule} there")


def steps(sizes: Collection[int]) -> str:
    """Steps by the facts that they take, as they stand in a line."""
    counts = sorted(Counter(sizes).items(), reverse=True)
    return ",".join(f"{fact_count}x{step_count}" for fact_count, step_count in counts)


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
    shown_cells = tuple(cell for cell in board.cells if board[cell] != HIDDEN)
    if board.mines is None and len(shown_cells) < len(board):
        raise BoardFormatError("a line gives the mine count, and this board has none")
    try:
        # To count a wide board may take long, and is in vain where a cell is not proved.
        analysis = analyze(board, proofs_only=True)
        proved_count = len(analysis.safe) + len(analysis.mines)
        if not analysis.proved_complete or proved_count == len(board.where(HIDDEN)):
            analysis = analyze(board)
    except InconsistentBoardError as error:
        raise BoardFormatError(f"a line holds the solution: {error}") from None
    if not analysis.is_exact or analysis.solutions != 1:
        raise BoardFormatError("a line holds the solution, and this board has several")
    solved_states: dict[Any, State] = {}
    for cell in board.where(HIDDEN):
        solved_states[cell] = MINE if cell in analysis.mines else OPENED
    line = str(VariantLevel(board.replace(solved_states), shown_cells))
    # A line names its rules by tags, and a mixed one by its clues: not all sets of rules can be told so.
    rules = str(read(line).solution.rules)
    if rules != str(board.rules):
        raise BoardFormatError(
            f"a line cannot tell the rules {board.rules}: it would be read as {rules}"
        )
    return line
