"""What can be asked, in one table: the parameters of questions, their values and defaults, a line of help.

The options of the command, the keys of the engine protocol and of the page's server, their JSON Schema, and
the errors about values that a parameter cannot have are all made from it. A parameter that only one command
has stands in that command's module, as an object of the same class.
"""

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from math import inf
from pathlib import Path
from typing import Any

MOST_WORKERS = 64  # more processes than a machine of today has cores are a slip
_MOST = 10**18  # nothing is counted so far, and the core counts in 64 bits


@dataclass(frozen=True)
class Kind:
    """What the values of a parameter are.

    words: The end of "NAME is ...", for messages
    schema: JSON Schema of the values in requests, of which ``anyOf``, ``type``, ``enum``, ``minimum``,
        ``exclusiveMinimum``, ``maximum``, ``items``, ``minItems`` and ``maxItems`` are
        known; an empty one takes any value
    from_text: The value that a word of the command line stands for. Raises ValueError: it stands for none
    typed_words: The same as ``words``, where a value is typed otherwise than in requests
    """

    words: str
    schema: Mapping[str, Any]
    from_text: Callable[[str], Any] = str
    typed_words: str = ""

    def accepts(self, value: object) -> bool:
        """Whether a value out of JSON is one of these."""
        return fits_schema(value, self.schema)

    def or_null(self) -> "Kind":
        """The same values, and null."""
        types = self.schema["type"]
        type_names = [types] if isinstance(types, str) else [*types]
        schema = {**self.schema, "type": [*type_names, "null"]}
        return Kind(f"{self.words} or null", schema, self.from_text, self.typed_words or self.words)


@dataclass(frozen=True)
class Parameter:
    """One parameter of a question.

    name: The key in requests; the option is the same with dashes
    kind: What its values are
    help: One line of ``--help``, without the default
    default: What holds where it is not said
    metavar: What stands for the value in ``--help``; by default choices, or nothing for a flag
    choices: All values, where they are few names
    flags: Spellings of the option, by default ``--name``
    is_argument: Whether it is no option but stands by its place
    count: How many words the option takes, as argparse's ``nargs``: ``?``, ``*``, ``+``; or ``again`` for an
        option that may be repeated
    constant: What the option means without a word, where it takes one or none
    required: Whether the command cannot do without
    is_rare: Whether the short help leaves it out
    """

    name: str
    kind: Kind
    help: str
    default: Any = None
    metavar: str = ""
    choices: Iterable[str] = ()
    flags: tuple[str, ...] = ()
    is_argument: bool = False
    count: str = ""
    constant: str | None = None
    required: bool = False
    is_rare: bool = False


_PYTHON_TYPES: dict[str, tuple[type, ...]] = {
    "string": (str,),
    "integer": (int,),
    "number": (int, float),
    "boolean": (bool,),
    "array": (list,),
    "object": (dict,),
    "null": (type(None),),
}


def fits_schema(value: object, schema: Mapping[str, Any]) -> bool:
    """Whether a value out of JSON is as a schema of :class:`Kind` says. ``True`` is no number."""
    if "anyOf" in schema:
        return any(fits_schema(value, choice) for choice in schema["anyOf"])
    if "type" in schema:
        types = schema["type"]
        type_names = [types] if isinstance(types, str) else types
        if not any(type(value) in _PYTHON_TYPES[name] for name in type_names):
            return False
    if "enum" in schema and value not in schema["enum"]:
        return False

    # Bounds of numbers, and what is in lists.
    if isinstance(value, (int, float)):
        above_minimum = value >= schema.get("minimum", value)
        above_bound = "exclusiveMinimum" not in schema or value > schema["exclusiveMinimum"]
        return above_minimum and above_bound and value <= schema.get("maximum", value)
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return False
        return all(fits_schema(item, schema.get("items", {})) for item in value)
    return True


def _positive(text: str) -> int:
    number = int(text)
    if not 1 <= number <= _MOST:
        raise ValueError
    return number


def _positive_number(text: str) -> float:
    number = float(text)
    if not 0 < number < float("inf"):
        raise ValueError
    return number


def _cell(text: str) -> tuple[int, ...]:
    return tuple(map(int, text.split(",")))


def range_of(range_text: str) -> tuple[float, float]:
    """The lowest and the highest value of "A", "A-B", "A-" or "-B". Raises ValueError: it is no range."""
    low_text, dash, high_text = range_text.partition("-")
    lowest: float = int(low_text or 0)
    highest: float = lowest
    if dash:
        highest = int(high_text) if high_text else inf
    elif not low_text:
        raise ValueError
    if not 0 <= lowest <= highest:
        raise ValueError
    return lowest, highest


_PLACE_SCHEMA = {"type": "array", "items": {"type": "integer"}, "minItems": 1}
_CELL_SCHEMA = {"anyOf": [{"type": "string"}, _PLACE_SCHEMA]}

_TYPED_CELL = "a cell: ROW,COL from 0"

TEXT = Kind("a text", {"type": "string"})
NAME = Kind("a name", {"type": "string"})
FLAG = Kind("true or false", {"type": "boolean"})
ANYTHING = Kind("any value", {})
WHOLE = Kind("a whole number", {"type": "integer"}, int)
NATURAL = Kind("a whole number from 0", {"type": "integer", "minimum": 0}, int)
COUNT = Kind("a positive whole number", {"type": "integer", "minimum": 1}, _positive)
NUMBER = Kind("a number", {"type": "number"}, float)
POSITIVE = Kind("a positive number", {"type": "number", "exclusiveMinimum": 0}, _positive_number)
PLACE = Kind("a cell: a list of whole numbers", _PLACE_SCHEMA, _cell, _TYPED_CELL)
CELL = Kind("a cell: a list of whole numbers, or a name", _CELL_SCHEMA, _cell, _TYPED_CELL)
CELLS = Kind("a list of [row, col]", {"type": "array", "items": _CELL_SCHEMA})
OPENED_CELLS = Kind(
    "a list of [row, col, clue]",
    {
        "type": "array",
        "items": {"type": "array", "items": {"type": ["integer", "string"]}, "minItems": 2},
    },
)
RANGE = Kind("a range of whole numbers: A, A-B, A- or -B", {"type": "string"}, range_of)
FILE = Kind("a file", {"type": "string"}, Path)


# A board, and what is said of it beside its text.
BOARD = Parameter(
    "board",
    Kind("a text or a list of rows", {"type": ["string", "array"]}),
    "the board: a text in any format, or its rows",
)
POSITION = Parameter("position", NAME, "the name of a board that was set before")
MINES = Parameter(
    "mines", WHOLE.or_null(), "mines on the whole board, known ones included", metavar="N"
)
LEFT = Parameter(
    "left", WHOLE.or_null(), "mines left, known ones not counted", metavar="N", is_rare=True
)
DENSITY = Parameter(
    "density",
    Kind("a number or a text such as 1/5", {"type": ["string", "number"]}).or_null(),
    "mine count unknown; each hidden cell is a mine with this probability",
    metavar="P",
    is_rare=True,
)
RULES = Parameter(
    "rules",
    NAME.or_null(),
    "geometry and rules, such as hex or torus,liar (see minesolver rules; default: square)",
    metavar="NAMES",
)
SIGNS = Parameter(
    "signs",
    Kind("a text such as hidden=x mine=!", {"type": "string"}).or_null(),
    'what signs stand for: "hidden=x mine=! zero=."',
    metavar="SIGNS",
    is_rare=True,
)
FLAGS_ARE_GUESSES = Parameter(
    "flags_are_guesses",
    FLAG,
    "take known mines for hidden cells, and check them",
    default=False,
    is_rare=True,
)
CUT = Parameter(
    "cut",
    Kind(
        "a text such as left,top or a list of sides",
        {"type": ["string", "array"], "items": {"type": "string"}},
    ).or_null(),
    "edges where the board goes on, such as left,top; some of left,top,right,bottom, or all",
    metavar="SIDES",
)
READING_NUMBER = Parameter(
    "reading",
    COUNT.or_null(),
    "which of the readings that a question lists",
    metavar="N",
    is_rare=True,
)
FORMAT = Parameter(
    "format",
    NAME.or_null(),
    "the input's format, where it is not recognised",
    metavar="NAME",
    is_rare=True,
)

# Who answers, and what it may take.
ENGINE = Parameter(
    "engine",
    NAME,
    "auto, or pysat, cpsat, layered, ...; the first two check it by other means, the third proves "
    "by rules and estimates",
    default="auto",
    metavar="NAME",
)
POLICY = Parameter("policy", NAME, "who moves", default="strongest", metavar="NAME")
OBJECTIVE = Parameter(
    "objective",
    NAME,
    "what the guess is the best at: wins, or what it costs where the game goes on after a mine or forgives "
    "it: guesses, hits, forgiven",
    default="wins",
    metavar="NAME",
    is_rare=True,
)
SEED = Parameter("seed", NATURAL, "of what is drawn", metavar="S")
SECONDS = Parameter("seconds", POSITIVE.or_null(), "time limit of one board", metavar="S")
STATES = Parameter(
    "states", COUNT.or_null(), "limit on the states that counting stores", metavar="N", is_rare=True
)
WORKERS = Parameter(
    "workers",
    Kind(
        f"a whole number from 1 to {MOST_WORKERS}",
        {"type": "integer", "minimum": 1, "maximum": MOST_WORKERS},
    ),
    "how many boards are worked on at a time",
    default=1,
)


# Positions that go on, and single cells of a board.
OPEN = Parameter("open", OPENED_CELLS, "hidden cells of a position that are open now")
FLAGGED = Parameter("flag", CELLS, "hidden cells of a position that are known mines now")
FORGET = Parameter("forget", FLAG, "forget the position of this name", default=False)
ASKED_CELL = Parameter("cell", CELL, "the cell that is asked about", metavar="R,C")
MOVE = Parameter(
    "move",
    Kind("open or flag", {"enum": ["open", "flag"]}),
    "what is done with the cell",
    default="open",
)
JSON = Parameter("json", FLAG, "the result as one JSON object", default=False)
EXACT = Parameter("exact", FLAG, "probabilities as fractions", default=False)
REASONS = Parameter("reasons", FLAG, "say why each proved cell is proved", default=False)
START = Parameter("start", PLACE, "the first cell", metavar="R,C")
QUICK = Parameter("quick", FLAG, "only whether and where a guess is needed", default=False)

# Boards that are made.
LEVEL = Parameter(
    "level",
    Kind("a text such as 16x30/99", {"type": "string"}),
    "size and mine count",
    metavar="SIZE",
)
ROWS = Parameter("rows", COUNT, "rows, with cols and mines", metavar="R", is_rare=True)
COLS = Parameter("cols", COUNT, "columns", metavar="C", is_rare=True)
NO_GUESS = Parameter(
    "no_guess", FLAG, "only no-guess boards, each proved by the exact engine", default=False
)
UNIQUE = Parameter(
    "unique",
    FLAG,
    "puzzles with one solution, proved, from which no clue can be spared",
    default=False,
)
METHOD = Parameter(
    "method",
    NAME,
    "uniform: every no-guess board equally likely (default); repair: faster on dense boards, "
    "where they are rare, but not equally likely",
    default="uniform",
    choices=("uniform", "repair"),
    is_rare=True,
)
TRIES = Parameter(
    "tries",
    COUNT.or_null(),
    "layouts drawn for one board before giving up",
    metavar="T",
    is_rare=True,
)
DIFFICULTY = Parameter(
    "difficulty",
    RANGE,
    "facts that the hardest step of a puzzle or a no-guess board takes: A, A-B, A- or -B",
    metavar="A-B",
)
LAYER = Parameter(
    "layer",
    NAME,
    "only square no-guess boards that this deduction layer solves, and no weaker one",
    choices=("baseline", "subset", "intersection", "bounds", "counting"),
)
INDEX = Parameter("index", NATURAL, "which board of the seed", default=0, is_rare=True)

# How work is shared.
JOBS = Parameter("jobs", COUNT, "processes", default=1, metavar="J")
DASK = Parameter(
    "dask",
    TEXT,
    "address of a Dask scheduler, instead of local processes",
    metavar="ADDRESS",
    is_rare=True,
)
DASK_WAIT = Parameter(
    "dask_wait",
    NUMBER,
    "end when the cluster has had no workers for S seconds",
    default=60.0,
    metavar="S",
    is_rare=True,
)
AGAINST = Parameter(
    "against",
    NAME,
    "the contender that the others are compared with (default: the first)",
    metavar="NAME",
)

# A session.
OPTIONS = Parameter(
    "set", Kind("an object of options and their values", {"type": "object"}), "options from now on"
)
REQUEST_ID = Parameter("of", ANYTHING, "the id of the request that is stopped; all without it")

READING = (MINES, DENSITY, FORMAT, RULES, LEFT, SIGNS, FLAGS_ARE_GUESSES, CUT, READING_NUMBER)
"""What is said of a board beside its text."""
LIMITS = (SECONDS, STATES)
_ON_A_BOARD = (BOARD, POSITION, *READING)

QUESTIONS: dict[str, tuple[Parameter, ...]] = {
    "identify": (),
    "options": (OPTIONS,),
    "position": (*_ON_A_BOARD, OPEN, FLAGGED, FORGET),
    "analyse": (*_ON_A_BOARD, *LIMITS, ENGINE, EXACT, REASONS, ASKED_CELL),
    "best_move": (*_ON_A_BOARD, *LIMITS, POLICY, OBJECTIVE, SEED),
    "grade": (*_ON_A_BOARD, *LIMITS, ASKED_CELL, MOVE),
    "judge": (*_ON_A_BOARD, *LIMITS, START, QUICK),
    "generate": (
        LEVEL, ROWS, COLS, MINES, RULES, *LIMITS, START, NO_GUESS, UNIQUE, DIFFICULTY, LAYER, METHOD, TRIES,
        SEED, INDEX,
    ),
    "stop": (REQUEST_ID,),
    "ready": (),
    "quit": (),
}  # fmt: skip
"""The questions of the engine protocol and their parameters; the page asks those that need work."""
SESSION = (ENGINE, POLICY, SECONDS, STATES, WORKERS)
"""The options of a session, which hold for all requests that do not say otherwise."""


def schema_of(parameters: tuple[Parameter, ...]) -> dict[str, Any]:
    """JSON Schema of a request with these parameters, without its ``id`` and ``command``."""
    properties: dict[str, Any] = {}
    for parameter in parameters:
        property_schema = {**parameter.kind.schema, "description": parameter.help}
        if parameter.default is not None:
            property_schema["default"] = parameter.default
        properties[parameter.name] = property_schema
    return {"type": "object", "properties": properties, "additionalProperties": False}


def unfit(parameters: tuple[Parameter, ...], values: Mapping[str, Any]) -> Parameter | None:
    """The first parameter of which a value cannot be had, else nothing; unknown names are not looked at."""
    for parameter in parameters:
        if parameter.name in values and not parameter.kind.accepts(values[parameter.name]):
            return parameter
    return None
