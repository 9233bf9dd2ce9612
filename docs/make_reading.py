# ruff: noqa: E501 (the lines of a page)
"""Write docs/reading.md out of the table of signs and of examples: ``python docs/make_reading.py``.

The table is ``minesolver/io/formats/reading/signs.json``; what an example is read as, the reader says.
"""

from __future__ import annotations

import json
from pathlib import Path

import minesolver as ms
from minesolver.io import formats

DOCS = Path(__file__).resolve().parent
PAGE = DOCS / "reading.md"
TABLE = DOCS.parent / "minesolver" / "io" / "formats" / "reading" / "signs.json"
ROLES = {"hidden": "hidden", "zero": "0", "mine": "a mine"}
SURE = 0.4
"""A sign is asked about where another role costs no more than this: the tie of the table."""

EXAMPLES = (
    ("signs of any kind, a mine count alone in its line", "3\nx x x\n1 2 x\n0 1 x"),
    ("numbered rows and columns, words", "Mines left: 2\n  0 1 2\n0 . . .\n1 1 2 .\n2 0 1 ."),
    (
        "frames; a cell may be blank",
        "+---+---+---+\n| 1 |   |   |\n+---+---+---+\n| 1 | 2 |   |\n+---+---+---+",
    ),
    ("a legend", "# = mine, - = unknown\n\n1#-\n22-\n---"),
    ("lines of a log", "12:00:01 main.py:7] 1 ? ?\n12:00:02 main.py:7] 1 2 ?"),
    ("rows in a frame", "+---+\n|01x|\n|12x|\n|xxx|\n+---+"),
    ("cells in brackets", "[1] [ ] [ ]\n[1] [2] [ ]"),
    ("NumPy, as printed", "[[ 1 -1 -1]\n [ 1  2 -1]]"),
    ("lists of Python, C, Rust", "game = [\n    [1, 'X', 'X'],\n    [1, 2, 'X'],\n]"),
    ("sheets", "1,#,#\n1,2,#"),
    (
        "JSON of others",
        '{"width": 3, "height": 2, "num_mines": 2, "grid": [[1, null, null], [1, 2, "?"]]}',
    ),
    ("a whole layout", "4 3\n*...\n.*..\n...."),
    ("clues by their coordinates, below the size", "3x3\n{(0, 0): 1, (1, 1): 2, (2, 1): 1}"),
    ("a game ID of Simon Tatham's Mines", "9x9:4,4,m00b7d48a3e0231c419200"),
)

QUESTION = "* 1 .\n1 1 ."
TEXT = """\
# What can be read

What people paste is read, by `Board.parse`, `Board.from_file`, `minesolver solve`, the protocol and the page: text
in one of the [formats](files.md), or a board in whatever signs, with titles, prompts, quotes, frames, numbered rows
and columns, brackets and commas around it. This page is made by `python docs/make_reading.py`.

**It never guesses.** What a sign means is settled by the table below and by what else stands in the text, before anything
is counted; the exact counter has no part in it. So a board with one mistyped clue is called impossible, and not taken for
another board. Where two meanings are about as usual, that is the question: it lists at most three readings, each drawn,
with what to say for it. `error.readings` and `error.boards` have them. It is asked as well where one mistyped cell would
decide what all others mean, and where a single cell shows a zero beside hidden cells, which no game leaves.

```pycon
>>> import minesolver as ms
>>> ms.Board.parse("* 1 .\\n1 1 .")
Traceback (most recent call last):
minesolver.base.errors.BoardFormatError: {question}
>>> print(ms.Board.parse("* 1 .\\n1 1 .", signs="hidden=* zero=."))
#10
110
>>> print(ms.Board.parse("* 1 .\\n1 1 .", reading=2))
{second}

```

What goes, goes from all rows alike: prompts and words, quotes, frames, comment signs before each row that are not cells
elsewhere, numbers and letters that count up around the rows. Where it could as well be cells, and where two boards stand
beside or below each other, it is asked (`--board N`, or `reading=N`: of several boards the number is always that of a
board, also where what the signs mean is asked first, and answered by `signs`). Where blanks are cells, editors may have cut them off
at the ends of rows, and left of a row its name or a comment sign: the question then names a board of a usual size too.
What was taken for what, and what went, is the first line of the answer, `read` in JSON, `board.taken` and `analysis.taken`. If no layout of mines fits, the error names the clues, and says
what other reading would fit. A text without a digit from 1 to 8 is a layout, or a question. A number that a sentence
tells of a part of the board, or as a guess ("2 mines around (1,1)", "at least 6 mines"), is no mine count, and a legend that
denies or doubts ("# is not a mine") says nothing.

| said beside the text | in Python | command, protocol |
| --- | --- | --- |
| mines on the whole board | `mines=10` | `--mines 10`, `"mines"` |
| mines left, the known ones not counted | `left=8` | `--left 8`, `"left"` |
| what signs stand for: hidden, zero, mine; safe in a layout; `blank` for a blank | `signs="hidden=x mine=!"` | `--signs`, `"signs"` |
| flags are somebody's guesses: they are hidden, and checked | `flags_are_guesses=True` | `--flags-are-guesses` |
| it is a part of a board, which goes on beyond these edges: [cut-outs](howto/cut-outs.md) | `cut=("left", "top")` | `--cut left,top`, `"cut"` |
| which reading of a question | `reading=2` | `--reading 2`, `"reading"` |
| the format, where it is not recognised | `format="grid"` | `--format grid`, `"format"` |

In Python, rows may come in lists: `Board.parse(["1#", "##"])`, `Board.parse([[1, -1], [None, "F"]])`; arrays of
numbers by `Board.from_array`. `minesolver.io.formats.interpret_many(text)` gives boards with what was taken for what.

## Examples

{examples}

Also read: sentences of CS50's course (`{{(0, 0), (0, 1)}} = 1`, a puzzle of named cells), links of the PTTACG ZiNi
calculator (a whole layout: `minesolver judge` tells whether it needs a guess), what `minesolver play` shows,
`print(board.grid)`, emoji and their names in chats.

## Signs

What each sign is; in brackets what it is only beside others, or if it is said. Digits are clues.

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
    for group in json.loads(TABLE.read_text(encoding="utf-8"))["signs"]:
        costs = {role: group[role] for role in ROLES if role in group}
        usual_cost = min(costs.values())
        usual = [ROLES[role] for role in costs if costs[role] <= usual_cost + SURE]
        other = [ROLES[role] for role in costs if costs[role] > usual_cost + SURE]
        words = " or ".join(usual) + (f" ({', '.join(other)})" if other else "")
        by_roles.setdefault(words, []).extend(group["signs"])
    lines = ["| is | signs |", "| --- | --- |"]
    for words, signs_of_words in by_roles.items():
        lines.append(f"| {words} | {' '.join(map(_code, signs_of_words))} |")
    return "\n".join(lines)


def _code(sign: str) -> str:
    if not sign:
        return "blank"
    return f"`` {sign} ``" if sign == "`" else f"`{sign}`"


def page() -> str:
    """The text of the page."""
    try:
        ms.Board.parse(QUESTION)
    except ms.BoardFormatError as error:
        question = str(error)
    second = ms.Board.parse(QUESTION, reading=2)
    return TEXT.format(question=question, second=second, examples=examples(), signs=signs())


if __name__ == "__main__":
    PAGE.write_text(page(), encoding="utf-8")
