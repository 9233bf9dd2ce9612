"""For the documentation's generator: a page and a drawing for each geometry and rule, which are not kept.

Every example is made from a seed and solved exactly; the text does not depend on the machine.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from functools import cache
from typing import Any

import minesolver as ms
from minesolver.game.generate import generate
from minesolver.io.pictures import svg
from minesolver.model.constraint import OneOf, SightConstraint, SumConstraint, TableConstraint
from minesolver.model.geometries import GEOMETRIES, Kind
from minesolver.model.rules import RULES, ClueRule, Neighbourhood, PlacementRule, Rule
from minesolver.model.variant import VariantBoard

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
GALLERY = (("hex", "triangle", "cube", "geodesic"), ("liar", "wall", "eyesight", "snake"))
"""The rules whose drawings stand on the first page, a row each."""
_INDEX = "rules/index.md"
_ROW = re.compile(r"^\| ([^|\n]+?) \|(?= [^|]* \| \w)", re.MULTILINE)
"""A row of the first page's tables up to its tag: the name."""


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


def files_of(entry: Kind | Rule) -> dict[str, str]:
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

| kind | {KINDS[type(entry)].split(":")[0].lower().replace("ies", "ys").removesuffix("s")} |
|---|---|
| from | {entry.source or "Minesweeper"} |
| needs | {"; ".join(needs) or "nothing"} |
| counted by | {counted(position)} |

## An example

The exact odds on [{name}.txt]({name}.txt), {analysis.solutions} layouts
(`minesolver solve --rules {name} {name}.txt --svg {name}.svg`):

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


def on_config(config: Any) -> Any:
    """The menu leads to each page, below the kind of its rule."""
    pages_by_kind: dict[str, list[dict[str, str]]] = {}
    for entry in entries():
        heading = KINDS[type(entry)].split(":")[0]
        pages_by_kind.setdefault(heading, []).append({entry.name: f"rules/{entry.name}.md"})
    menu: list[Any] = [_INDEX]
    menu += [{heading: pages} for heading, pages in pages_by_kind.items()]
    for item in config["nav"]:
        if item == {"Rules": _INDEX}:
            item["Rules"] = menu
    return config


def on_files(files: Any, *, config: Any) -> Any:
    """Adds the pages, their boards and their drawings."""
    from mkdocs.structure.files import File

    for name, content in _all_files().items():
        files.append(File.generated(config, f"rules/{name}", content=content))
    return files


@cache
def _all_files() -> dict[str, str]:
    """The files of all pages, by name; made once, though a site that is served is built again and again."""
    files: dict[str, str] = {}
    for entry in entries():
        files |= files_of(entry)
    return files


def on_page_markdown(markdown: str, *, page: Any, **_: Any) -> str:
    """On the site the first page shows some drawings, and its rows lead to the other pages."""
    if page.file.src_uri != _INDEX:
        return markdown
    linked = {entry.name for entry in entries()}
    markdown = _ROW.sub(
        lambda row: f"| [{row[1]}]({row[1]}.md) |" if row[1] in linked else row[0], markdown
    )
    return markdown.replace("<!-- gallery -->", "\n".join(_gallery()))


def _gallery() -> Iterator[str]:
    """A table of drawings that lead to their pages."""
    columns = len(GALLERY[0])
    yield "| " * columns + "|"
    yield "|:---:" * columns + "|"
    for names in GALLERY:
        pictures = [f"[![{name}]({name}.svg){{ width=150 }}]({name}.md)" for name in names]
        yield f"| {' | '.join(pictures)} |"
        yield f"| {' | '.join(f'[{name}]({name}.md)' for name in names)} |"
