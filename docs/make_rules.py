"""Write docs/rules, a page and a drawing for each geometry and rule: ``python docs/make_rules.py``.

Every example is made from a seed and solved exactly; the text does not depend on the machine.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from itertools import groupby
from pathlib import Path
from typing import Any

import minesolver as ms
from minesolver.game.generate import generate
from minesolver.io.pictures import svg
from minesolver.model.constraint import OneOf, SightConstraint, SumConstraint, TableConstraint
from minesolver.model.geometries import GEOMETRIES, Kind
from minesolver.model.rules import RULES, ClueRule, Neighbourhood, PlacementRule, Rule
from minesolver.model.variant import VariantBoard

FOLDER = Path(__file__).resolve().parent / "rules"
SEED = 1
SHAPES = {
    "triangle": (4, 7),
    "3d": (3, 3, 3),
    "4d": (2, 2, 3, 3),
    "boards": (2, 3, 4),
    "cube": (6, 2, 2),
    "geodesic": (6, 2, 4),
}
KINDS = {
    Kind: "Geometries: cells and their neighbours",
    Neighbourhood: "Neighbourhoods: which cells a clue sees",
    ClueRule: "Clue rules: what a clue says",
    PlacementRule: "Placement rules: where mines may lie",
}
STATES = {
    SightConstraint: "rays: the state of an open clue is the nearest mine seen on each ray",
    TableConstraint: "tables: the state of an open clue is what its cells still to come may be",
    OneOf: "choices: the state of an open clue is that of each statement that may hold",
}
WORDS = {
    "ring": "a ring of neighbours round each cell (squares, hexagons)",
    "rays": "straight lines through edges (squares, hexagons, more dimensions; none joined upside down)",
    "colour": "cells of two colours (one board of squares, triangles, more dimensions)",
    "border": "an edge of the board (which a torus, klein, projective, a cube and a sphere have not)",
    "offset": "rows and columns of squares (one board)",
}
INDEX = """\
# Rules

Any Minesweeper: hexagons, tori, liars, walls, connected mines, and what can be made of them. Every answer is
exact: the number of layouts, each cell's probability as a fraction, what is proved and by which clues.

| | | | |
|:---:|:---:|:---:|:---:|
| [![hex](hex.svg){ width=150 }](hex.md) | [![triangle](triangle.svg){ width=150 }](triangle.md) | \
[![cube](cube.svg){ width=150 }](cube.md) | [![geodesic](geodesic.svg){ width=150 }](geodesic.md) |
| [hex](hex.md) | [triangle](triangle.md) | [cube](cube.md) | [geodesic](geodesic.md) |
| [![liar](liar.svg){ width=150 }](liar.md) | [![wall](wall.svg){ width=150 }](wall.md) | \
[![eyesight](eyesight.svg){ width=150 }](eyesight.md) | [![snake](snake.svg){ width=150 }](snake.md) |
| [liar](liar.md) | [wall](wall.md) | [eyesight](eyesight.md) | [snake](snake.md) |

Name what you want, with commas: at most one geometry and one neighbourhood, and any rules. Tags are names,
too: `--rules c,l+m`.

```console
$ minesolver solve --rules hex,liar board.txt
$ minesolver generate --rules torus,wall,quad --unique --shape 6x6 --seed 7
$ minesolver play --rules hex --shape 8x8 --mines 10 --games 100
```

```pycon
>>> import minesolver as ms
>>> board = ms.Board.parse("#1#\\n###", mines=2, rules="hex,liar")
>>> ms.analyze(board).solutions
6

```

## Several clue rules

With a comma, each clue follows one of the rules and says which: `liar,wall` makes boards on which `3` is a
liar's 3 and `W1+2` a wall's. `#` is short for all clue rules of the first game's mixed boards, and `#'` for
those of the others. With a plus, each clue follows all of them:

| rules | a clue |
|---|---|
| `liar+multiple` (LM) | is one more or one less than the multiple value |
| `multiple+negation` (MN) | is the difference between the coloured mines, which count twice, and the others |
| `cross,multiple` (MX), `cross,negation` (NX) | is multiple, or a difference, over the cross |
| `liar+partition`, `liar+eyesight`, `liar+area`, ... | is one more or one less than that number |
| `cross+vanilla,liar` | sees a cross, or lies about its eight neighbours |
| `connected,dual` (CD), `outside,quad` (OQ), `unary,wall` (UW), ... | is what it was; the mines obey both |

Some rules hide something besides the mines: the code of `encrypted`, which clues of `one-liar` lie, the
direction that `incomplete` leaves out. They can be combined with another clue rule too: `encrypted+eyesight`,
`deviation+one-liar`, `one-liar+encrypted`. What is hidden is counted with the mines. So two layouts may have
the same mines and differ in what is hidden; a puzzle made by `--unique` settles every mine, but not always
the whole code.

The steps of a puzzle are counted as 14 Minesweeper Variants counts its own: a placement rule is one fact.

## A board as text

One row a line. `#` is hidden, `?` opened without a clue, `*` a known mine, `_` no cell at all, `.` the same
as `0`. Where a clue takes more than one character, cells stand apart by blanks: `1+3`, `12`. A clue of
another rule than the board's first clue rule comes after its tag: `L3` is a liar's 3 on a board of walls.
Such a rule need not be named, unless it hides something (`one-liar`, a code, a direction).
A clue on a cell that is not open has its state behind it: `3*` on a known mine, `3#` on a hidden cell. Under
`mosaic`, whose clues are printed on cells that may be mines, `3` is hidden, and `3?` open.
Rows of hexagons may be indented; layers of three dimensions are apart by a line `-`. A first line tells the
shape and the mine count: `5x5x10`.

## Holes, joined edges, small boards

A place without a cell is no part of a pair, a row of three or a block, ends a view, and is outside of the
board as what lies beyond an edge. Where edges are joined, copies of the board lie beside it: what lies beyond
is what they show. A row of three or a block of which two squares show one cell is none, and a cell is never
its own neighbour. What a rule says beyond that is on its page; `tests/conformance/test_rules_on_surfaces.py`
holds each against every layout of small boards.

## Any cells, any sums

Puzzles without a board are cells by name and constraints on them, in Python
([`Puzzle`](../reference/puzzles.md)) or as JSON that `minesolver solve` reads. The keys of a constraint:
`cells`, one of `mines` (a number), `counts` (a list), `range` ([least, most]) or `table` (rows of values),
and, if wanted, `weights` and `name`, `together` or `apart`, `ring` and `at`
([levels of Hexcells](../files.md#levels-of-hexcells-and-tametsi) are made of these).

```json
{"cells": ["a", "b", "c", "d"], "mines": 2,
 "constraints": [{"cells": ["a", "b"], "mines": 1}, {"cells": ["b", "c", "d"], "counts": [0, 2]},
                 {"cells": ["a", "c"], "range": [0, 1], "weights": [1, 2]}]}
```

Other keys: `density` instead of `mines`, `capacity` (the most mines in a cell), `known` (values of cells),
and `hidden_quantities` (unknowns that are no cells). A graph has every cell among the keys of `neighbours`:

```json
{"rules": "liar", "neighbours": {"a": ["b", "c"], "b": ["c"], "c": []}, "board": {"a": "1"}}
```

## What works, and what is refused

Everything that works on a square board works under every rule and on every geometry: analysis,
recommendations, games by people and policies, review, grading, puzzles, the engine protocol, `bench`,
Gymnasium. The exceptions, each refused in one sentence:

| refused | where |
|---|---|
| `optimal` | a cell shows what depends on chance or a code (liars, 2X', 2I, 2E, mixed boards) |
| `optimal` | a cell may show too many values (2P) |
| the Gymnasium environment | a clue is neither a number nor a letter (W, 2X, E', 2P, mixed boards) |
| games stepped together in one array; a saved policy | any rules |
| no-guess boards | a first click that opens a zero leaves no room for the mines |
| lines of 14 Minesweeper Variants | the game has no letter for a rule |
| no-guess boards, lines of 14 Minesweeper Variants | several mines in a cell (`multi-2` to `multi-9`) |
| the page without a server | graphs, printed clues (`mosaic`), clues of several rules or numbers |
| `liar+wall` and its like | a wall's clue is several numbers, so there is no single number to lie about |
| a neighbourhood with `wall` | a wall's clue always sees the ring of cells around it |

"""


def entries() -> Iterator[Kind | Rule]:
    """Every geometry and rule, in the order of the pages."""
    yield from map(GEOMETRIES.get, GEOMETRIES)
    for kind in (Neighbourhood, ClueRule, PlacementRule):
        yield from (rule for name in RULES if isinstance(rule := RULES.get(name), kind))


def example(name: str) -> tuple[VariantBoard, VariantBoard]:
    """A puzzle with one solution, and the same with a clue or more hidden, so that some cells stay open."""
    *layers, rows, cols = SHAPES.get(name, (5, 5))
    puzzle = next(generate(rows, cols, board=name, layers=layers, unique=True, seed=SEED))
    board = puzzle.board
    shown, printed = dict(board.states), dict(board.printed)
    while True:
        clues: dict[int, Any] = printed or shown
        clues.pop(next(iter(clues)))
        fewer = VariantBoard(board.geometry, board.rules, shown, board.mines, printed=printed)
        if ms.analyze(fewer).solutions >= 6:
            return board, fewer


def counted(board: VariantBoard) -> str:
    """How exact counting follows the board's constraints."""
    parts = []
    for constraint in board.constraints:
        if constraint.lazy:
            whole = "groups" if constraint.clue is not None else "whole board"
            parts.append(
                f"{whole}: cell by cell, the state is how the cells at the frontier hang together"
            )
        elif type(constraint) in STATES:
            parts.append(STATES[type(constraint)])
        elif isinstance(constraint, SumConstraint) and (
            set(constraint.weights) != {1} or len(constraint.allowed) > 1
        ):
            parts.append(
                "sums: the state of an open constraint is the set of sums that are still allowed"
            )
        else:
            parts.append("counts: the state of an open clue is the mines that it still wants")
    return "; ".join(dict.fromkeys(parts))


def page(entry: Kind | Rule) -> dict[str, str]:
    """The files of one page, by name."""
    name = entry.name
    unique, position = example(name)
    analysis = ms.analyze(position)
    hint = ms.analyze(unique).hint()
    assert hint is not None
    shape = "x".join(map(str, unique.geometry.shape))
    tag = f" ({entry.tag})" if isinstance(entry, Rule) and entry.tag else ""
    needs = [WORDS[part] for part in entry.needs] if isinstance(entry, Rule) else []
    also = f"\n\nAlso called `{entry.also}`." if isinstance(entry, Rule) and entry.also else ""
    surfaces = ""
    if isinstance(entry, Rule) and entry.surfaces:
        surfaces = f"\n\nWith holes and joined edges: {entry.surfaces}"
    text = f"""\
# {name}{tag}

{entry.definition}{also}{surfaces}

| | |
|---|---|
| kind | {KINDS[type(entry)].split(":")[0].lower().replace("ies", "ys").removesuffix("s")} |
| from | {entry.source or "Minesweeper"} |
| needs | {"; ".join(needs) or "nothing"} |
| counted by | {counted(position)} |

## An example

The exact odds on `{name}.txt`, {analysis.solutions} layouts
(`minesolver solve --rules {name} docs/rules/{name}.txt --svg {name}.svg`):

![{name}: a board with the mine probability of each cell]({name}.svg)

A puzzle with one solution (`minesolver generate --rules {name} --shape {shape} --unique --seed {SEED}`):

```text
{unique}
```

Its first step: {hint.text}
"""
    return {
        f"{name}.md": text,
        f"{name}.txt": f"{position}\n",
        f"{name}.svg": svg(ms.analyze(ms.Board.parse(str(position), rules=name))),
    }


def index() -> str:
    """The first page, with a line for each other."""
    text = INDEX
    for kind, of_kind in groupby(entries(), type):
        text += f"## {KINDS[kind]}\n\n| name | tag | |\n|---|---|---|\n"
        for entry in of_kind:
            tag = entry.tag if isinstance(entry, Rule) else ""
            text += f"| [{entry.name}]({entry.name}.md) | {tag} | {entry.definition} |\n"
        if kind is Kind:
            text += "| [graph](#any-cells-any-sums) |  | Any cells, each with any neighbours, as JSON. |\n"
        text += "\n"
    return text.rstrip() + "\n"


def main() -> int:
    FOLDER.mkdir(exist_ok=True)
    for files in ({"index.md": index()}, *map(page, entries())):
        for name, text in files.items():
            (FOLDER / name).write_text(text, encoding="utf-8", newline="\n")
    return 0


if __name__ == "__main__":
    sys.exit(main())
