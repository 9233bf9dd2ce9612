# ruff: noqa: E501 (the lines of a page)
"""Write docs/reading.md out of the table of signs and of examples: ``python docs/make_reading.py``.

The table is ``minesolver/io/formats/pasted/signs.json``; what an example is read as, the reader says.
"""

from __future__ import annotations

import json
from pathlib import Path

import minesolver as ms
from minesolver.io import formats

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "reading.md"
TABLE = DOCS.parent / "minesolver" / "io" / "formats" / "pasted" / "signs.json"
ROLES = {"h": "hidden", "0": "0", "m": "a mine"}

EXAMPLES = (
    ("signs of any kind, a mine count alone in its line", "3\nx x x\n1 2 x\n! 1 0"),
    ("numbered rows and columns, words", "Mines left: 2\n  0 1 2\n0 . . .\n1 1 2 .\n2 0 1 ."),
    (
        "frames; a cell may be blank",
        "+---+---+---+\n| 1 |   |   |\n+---+---+---+\n| 1 | 2 |   |\n+---+---+---+",
    ),
    ("a legend", "# = mine, - = unknown\n\n1#-\n22-\n---"),
    ("lines of a log", "12:00:01 main.py:7] 1 ? ?\n12:00:02 main.py:7] 1 2 ?"),
    ("rows in a frame", " |123|\n-|---|\n1|/1.|\n2|12.|\n3|...|\n-|---|"),
    ("cells in brackets", "[1] [ ] [ ]\n[1] [2] [ ]"),
    ("NumPy, as printed", "[[ 1 -1 -1]\n [ 1  2 -1]]"),
    (
        "lists of Python, MiniZinc, Prolog, C",
        "game = array2d(1..r, 1..c, [\n    1,X,X,\n    1,2,X,\n]);",
    ),
    ("sheets", "1,#,#\n1,2,#"),
    (
        "JSON of others",
        '{"width": 3, "height": 2, "num_mines": 2, "grid": [[1, null, null], [1, 2, "?"]]}',
    ),
    ("a whole layout", "4 3\n*...\n..*.\n...."),
    ("clues by their coordinates, below the size", "3x3\n{(0, 0): 1, (1, 1): 2, (2, 1): 1}"),
    ("a game ID of Simon Tatham's Mines", "9x9:4,4,m00b7d48a3e0231c419200"),
)

TEXT = """\
# What can be read

What people paste is read, by `Board.parse`, `Board.from_file`, `minesolver solve`, the protocol and the page: text
in one of the [formats](files.md), or a board in whatever signs, with titles, prompts, quotes, frames, numbered rows
and columns, brackets and commas around it. This page is made by `python docs/make_reading.py`.

It goes in three steps. What is no cell is taken off. The signs are named: a sign has the role that a legend beside
the board tells (`# = mine, - = unknown`), else the one that it has nearly everywhere, or, of those that it may have,
the one with which the exact counter finds a layout of mines and no 0 touches a hidden cell; where several are left,
the one with most different roles. Then it is said: `solve` tells in one line what was taken for what (with `--json`
under the key `read`), the page below the text.

Where two readings are left, nothing is guessed: the error lists them, `error.readings` has them, and `signs=` says
which is meant:

```pycon
>>> import minesolver as ms
>>> ms.Board.parse("1Z\\n##")
Traceback (most recent call last):
minesolver.base.errors.BoardFormatError: line 1, column 2: {question}
>>> print(ms.Board.parse("1Z\\n##", signs="mine=Z"))
1*
##

```

| said beside the text | in Python | command, protocol |
| --- | --- | --- |
| mines on the whole board | `mines=10` | `--mines 10`, `"mines"` |
| mines left, the known ones not counted | `left=8` | `--left 8`, `"left"` |
| what signs stand for: hidden, zero, mine; safe in a layout; `blank` for a blank | `signs="hidden=x mine=!"` | `--signs`, `"signs"` |
| flags are somebody's guesses: they are hidden, and checked | `flags_are_guesses=True` | `--flags-are-guesses` |
| it is a part of a board, which goes on beyond these edges: [cut-outs](howto/cut-outs.md) | `cut=("left", "top")` | `--cut left,top`, `"cut"` |
| the format, where it is not recognised | `format="grid"` | `--format grid`, `"format"` |

In Python, rows may come in lists: `Board.parse(["1#", "##"])`, `Board.parse([[1, -1], [None, "F"]])`; arrays of
numbers by `Board.from_array`. `minesolver.io.formats.interpret_many(text)` gives boards with what was taken for what.

## Examples

{examples}

Also read: sentences of CS50's course (`{{(0, 0), (0, 1)}} = 1`, a puzzle of named cells), links of the PTTACG ZiNi
calculator (a whole layout: `minesolver judge` tells whether it needs a guess), what `minesolver play` shows,
`print(board.grid)`, emoji and their names in chats, tables of HTML, LaTeX and MediaWiki, frames of pandas and Polars.

## Signs

What each sign may be, the usual first; any other sign may be all three. Digits are clues.

{signs}
"""


def examples() -> str:
    """Each example, and what is made of it."""
    parts = []
    for title, text in EXAMPLES:
        reading = formats.interpret(formats.sources(text)[0])
        shown = str(reading.subject)
        taken_text = str(reading) or "read as it stands"
        parts.append(
            f"{title[0].upper()}{title[1:]}: {taken_text}.\n\n```text\n{text}\n```\n\n```text\n{shown}\n```"
        )
    return "\n\n".join(parts)


def signs() -> str:
    """The table of signs, by what they may be."""
    by_roles: dict[str, list[str]] = {}
    for sign, roles in json.loads(TABLE.read_text(encoding="utf-8"))["signs"].items():
        by_roles.setdefault(roles, []).append(sign)
    lines = ["| may be | signs |", "| --- | --- |"]
    for roles, written in sorted(by_roles.items()):
        names = [_code(sign) for sign in written]
        lines.append(f"| {', else '.join(ROLES[role] for role in roles)} | {' '.join(names)} |")
    return "\n".join(lines)


def _code(sign: str) -> str:
    if not sign:
        return "blank"
    return f"`` {sign} ``" if sign == "`" else f"`{sign}`"


def page() -> str:
    """The text of the page."""
    try:
        ms.Board.parse("1Z\n##")
    except ms.BoardFormatError as error:
        question = error.message
    return TEXT.format(question=question, examples=examples(), signs=signs())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
