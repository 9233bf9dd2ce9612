"""Mines that are together, or apart, in a row or a ring: against the definition, by all engines."""

from __future__ import annotations

import json
from fractions import Fraction
from itertools import groupby, product
from random import Random

import pytest

import minesolver as ms
from minesolver.solver import analyze


def is_one_run(values, order, ring):
    """Whether the mines are one run: by reading the cells off, twice round where they are a ring."""
    signs = ["|" if cell is None else "x" if values[cell] else "." for cell in order]
    if ring and "".join(signs).strip("x"):
        gap = next(k for k, sign in enumerate(signs) if sign != "x")
        signs = signs[gap:] + signs[:gap]
    return sum(sign == "x" for sign, _ in groupby(signs)) <= 1


def layouts(cells, statements, mines):
    for row in product((0, 1), repeat=len(cells)):
        values = dict(zip(cells, row, strict=True))
        if mines is not None and sum(row) != mines:
            continue
        if all(
            sum(values[cell] for cell in order if cell is not None) in counts
            and is_one_run(values, order, ring) == together
            for order, counts, together, ring in statements
        ):
            yield values


@pytest.mark.parametrize("seed", range(12))
def test_all_engines_agree_with_the_definition(seed):
    random = Random(seed)
    cells = "abcdefg"
    while True:
        statements = []
        for _ in range(random.randint(1, 3)):
            order = random.sample(cells, random.randint(3, 6))
            for _ in range(random.randint(0, 2)):
                order.insert(random.randrange(len(order)), None)
            counts = random.sample(range(5), random.randint(1, 2))
            statements.append((order, counts, random.random() < 0.5, random.random() < 0.5))
        mines = random.choice([None, 3])
        expected = list(layouts(cells, statements, mines))
        if expected:
            break
    puzzle = ms.Puzzle(cells, mines)
    for order, counts, together, ring in statements:
        puzzle.add(order, counts, together=together, ring=ring)
    assert ms.Puzzle.from_json(puzzle.to_json()) == puzzle
    for engine in ("auto", "elimination", "pysat", "cpsat", "brute_force"):
        analysis = ms.analyze(puzzle, engine)
        assert analysis.solutions == len(expected), (engine, statements)
        for cell in cells:
            share = Fraction(sum(values[cell] for values in expected), len(expected))
            assert analysis.exact(cell) == share, (engine, statements)


def test_a_wide_row_is_counted_as_combinatorics_has_it():
    puzzle = ms.Puzzle(range(33))
    puzzle.add(range(33), 12, together=True)
    assert analyze(puzzle).solutions == 22
    puzzle = ms.Puzzle(range(33))
    puzzle.add(range(33), 12, together=False)
    assert analyze(puzzle).solutions == 354817320 - 22  # 33 over 12
    ring = ms.Puzzle(range(12))
    ring.add(range(12), 5, together=True, ring=True)
    assert analyze(ring).solutions == 12


def test_reasons_name_the_statement():
    puzzle = ms.Puzzle("abcde")
    puzzle.add("abcde", 3, together=True, name="{3}")
    analysis = ms.analyze(puzzle)
    assert analysis.mines == {"c"}
    assert "{3}" in analysis.hint().text


@pytest.mark.parametrize(
    "constraint, message",
    [
        ({"cells": ["a", "b"], "mines": 2, "apart": True}, "2 of 2 cells cannot be apart"),
        (
            {"cells": ["a", None, "b"], "mines": 2, "together": True},
            "2 of 2 cells cannot be together",
        ),
        (
            {"cells": ["a", "b"], "mines": 1, "apart": True, "together": True},
            "together or apart, not both",
        ),
        ({"cells": ["a", "b"], "mines": 1, "together": 1}, "together is true or false, not 1"),
        (
            {"cells": ["a", "b"], "mines": 1, "ring": True},
            "a ring is of mines that are together, or apart",
        ),
        ({"cells": ["a", None], "mines": 1}, "a cell's name is a text"),
        ({"cells": ["a", "b"], "table": ["01"], "apart": True}, "a table goes without apart"),
        ({"cells": ["a", "b"], "mines": 1, "at": "z"}, "z is no cell"),
        ({"cells": ["a", "b"], "mines": 1, "together": True, "weights": [1, 2]}, "have no weights"),
    ],
)
def test_what_cannot_be_is_named(constraint, message):
    with pytest.raises(ms.PuzzleError, match=message):
        ms.Puzzle.from_json(json.dumps({"cells": ["a", "b"], "constraints": [constraint]}))
