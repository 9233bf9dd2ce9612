"""What explanations name, on a golden file; ``python tests/test_explanations.py > new.txt`` makes it anew.

A line a subject, in tabs: the kind, the text, the answer; cells and constraints go by number, T is the mine
count. The boards are of games in which rules on one clue proved nothing safe any more; some of them have
another clue or mine count, and contradict themselves.
"""

from __future__ import annotations

from itertools import combinations, islice
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import minesolver as ms
from minesolver import kernel
from minesolver.game.generate import generate

LINES = [line.split("\t") for line in Path(__file__).with_name("explanations.txt").read_text().splitlines()]


def subject(kind: str, text: str) -> Any:
    """The board or puzzle of a line."""
    if kind == "rules":
        return ms.Puzzle.from_json(text)
    board = ms.Board.parse(text)
    return ms.Puzzle.from_board(board) if kind == "puzzle" else board


def answer(given: Any) -> str:
    """The sets of constraints that settle cells, in order of the steps; or those that contradict each other.

    An exclamation mark: proved to be smallest.
    """
    number = {c.name: k for k, c in reversed(list(enumerate(given.constraints)))}

    def used(names: Any) -> str:
        return ",".join(str(number.get(name, "T")) for name in names)

    try:
        return " ".join(
            f"{used(step.constraints)}>{','.join(str(given.index(reason.cell)) for reason in step.reasons)}"
            + "!" * step.smallest
            for step in ms.analyze(given).steps()
        )
    except ms.InconsistentBoardError as error:
        return f"conflict {used([*error.constraints, *['T'] * error.total])}{'!' * error.smallest}"


@pytest.mark.skipif(not kernel.available(), reason="without the core, other sets of the same size are found")
@pytest.mark.parametrize("part", range(5))
def test_the_same_sets_are_named(part):
    for kind, text, expected in LINES[part::16]:
        assert answer(subject(kind, text)) == expected, text


@pytest.mark.parametrize("line", range(0, len(LINES), 12))
def test_each_step_follows_from_what_it_names(line):
    """Elimination on a puzzle of these constraints alone, and the cells that are known before."""
    kind, text, expected = LINES[line]
    if expected.startswith("conflict"):
        return
    given = subject(kind, text)
    values = {given.cells[i]: value for i, value in given.values().items() if i < len(given.cells)}
    proved: dict[Any, int] = {}
    for step in ms.analyze(given).steps():
        used = set(step.constraints)
        before = {cell: proved[cell] for cell in step.reasons[0].after}
        kept = [c for c in given.constraints if c.name in used]
        quantities = dict(zip(given.hidden_quantities, given.capacity[len(given.cells) :], strict=True))
        puzzle = ms.Puzzle(
            given.cells,
            given.mines if len(kept) < len(used) else None,
            known=values | before,
            hidden_quantities=quantities,
            capacity=quantities,
        )
        for constraint in kept:
            puzzle.constrain(constraint)
        found = ms.analyze(puzzle, "elimination")
        for reason in step.reasons:
            assert reason.cell in (found.mines if reason.is_mine else found.safe), (text, step)
            assert set(reason.after) <= proved.keys()
        proved |= {reason.cell: int(reason.is_mine) for reason in step.reasons}
    assert proved.keys() == ms.analyze(given).safe | ms.analyze(given).mines


@pytest.mark.parametrize("rules", ["unary", "dual", "snake", "hex,connected", "liar,quad"])
def test_a_placement_rule_is_one_fact(rules):
    """At each step no fewer facts settle any cell, over all mines: clues, each rule as a whole, the count."""
    for made in islice(generate(3, 4, board=rules, unique=True, seed=3), 3):
        board = made.board
        hidden = [i for i, unknown in enumerate(board.unknown.tolist()) if unknown]
        layouts = np.zeros((2 ** len(hidden), len(board)), np.uint8)
        layouts[:, hidden] = np.arange(2 ** len(hidden))[:, None] >> np.arange(len(hidden)) & 1
        facts = {"T": layouts.sum(axis=1) == board.mines}
        for c in board.constraints:
            own = c.name if c.name.startswith("clue") else c.name.split()[0]
            held = np.array([c.holds(row) for row in layouts[:, c.cells].tolist()])
            facts[own] = facts.get(own, True) & held
        known = np.ones(len(layouts), bool)

        def settled(sets, known=known, facts=facts, layouts=layouts, hidden=hidden):
            found = layouts[known & np.logical_and.reduce([facts[one] for one in sets])]
            own = {i for i in hidden if found[:, i].min() == found[:, i].max()}
            return own - {i for i in hidden if len({*layouts[known, i].tolist()}) == 1}

        for step in ms.analyze(board).steps():
            assert step.smallest
            assert not any(settled(sets, known) for n in range(step.facts) for sets in combinations(facts, n))
            cells = {board.index(reason.cell): reason.is_mine for reason in step.reasons}
            assert any(cells.keys() <= settled(sets, known) for sets in combinations(facts, step.facts))
            for i, is_mine in cells.items():
                known &= layouts[:, i] == is_mine


if __name__ == "__main__":
    for kind, text, _ in LINES:
        print(kind, text, answer(subject(kind, text)), sep="\t")
