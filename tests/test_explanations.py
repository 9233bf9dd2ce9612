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
from depth import thorough

import minesolver as ms
from minesolver import kernel
from minesolver.game.generate import generate

LINES = [
    line.split("\t")
    for line in Path(__file__).with_name("explanations.txt").read_text().splitlines()
]


def subject(kind: str, text: str) -> Any:
    """The board or puzzle of a line."""
    if kind == "rules":
        return ms.Puzzle.from_json(text)
    board = ms.Board.parse(text)
    return ms.Puzzle.from_board(board) if kind == "puzzle" else board


def answer(board: Any) -> str:
    """The sets of constraints that settle cells, in order of the steps; or those that contradict each other.

    An exclamation mark: proved to be smallest.
    """
    number = {c.name: k for k, c in reversed(list(enumerate(board.constraints)))}

    def used(names: Any) -> str:
        return ",".join(str(number.get(name, "T")) for name in names)

    try:
        settled = []
        for step in ms.analyze(board).steps():
            cells = ",".join(str(board.index(reason.cell)) for reason in step.reasons)
            mark = "!" if step.smallest else ""
            settled.append(f"{used(step.constraints)}>{cells}{mark}")
        return " ".join(settled)
    except ms.InconsistentBoardError as error:
        names = [*error.constraints, "T"] if error.total else error.constraints
        mark = "!" if error.smallest else ""
        return f"conflict {used(names)}{mark}"


@pytest.mark.skipif(
    not kernel.available(), reason="without the core, other sets of the same size are found"
)
@pytest.mark.parametrize("part", [0, 1, 2, thorough(3), thorough(4)])
def test_the_same_sets_are_named(part):
    for kind, text, expected in LINES[part::16]:
        assert answer(subject(kind, text)) == expected, text


LINES_WITH_STEPS = [line for line in LINES if not line[2].startswith("conflict")]


@pytest.mark.parametrize("line", range(0, len(LINES_WITH_STEPS), 12))
def test_each_step_follows_from_what_it_names(line):
    """Elimination on a puzzle of these constraints alone, and the cells that are known before."""
    kind, text, _ = LINES_WITH_STEPS[line]
    board = subject(kind, text)
    values = {board.cells[i]: value for i, value in board.values().items() if i < len(board.cells)}
    proved: dict[Any, int] = {}
    for step in ms.analyze(board).steps():
        used = set(step.constraints)
        proved_before = {cell: proved[cell] for cell in step.reasons[0].after}
        named_constraints = [c for c in board.constraints if c.name in used]
        quantities = dict(
            zip(board.hidden_quantities, board.capacity[len(board.cells) :], strict=True)
        )
        puzzle = ms.Puzzle(
            board.cells,
            board.mines if len(named_constraints) < len(used) else None,
            known=values | proved_before,
            hidden_quantities=quantities,
            capacity=quantities,
        )
        for constraint in named_constraints:
            puzzle.constrain(constraint)
        analysis = ms.analyze(puzzle, "elimination")
        for reason in step.reasons:
            assert reason.cell in (analysis.mines if reason.is_mine else analysis.safe), (
                text,
                step,
            )
            assert set(reason.after) <= proved.keys()
        proved |= {reason.cell: int(reason.is_mine) for reason in step.reasons}
    assert proved.keys() == ms.analyze(board).safe | ms.analyze(board).mines


@pytest.mark.parametrize("rules", ["unary", "dual", "snake", "hex,connected", "liar,quad"])
def test_a_placement_rule_is_one_fact(rules):
    """At each step no fewer facts settle any cell, over all mines: clues, each rule as a whole, the count."""
    for generated in islice(generate(3, 4, board=rules, unique=True, seed=3), 3):
        board = generated.board
        hidden = [i for i, unknown in enumerate(board.unknown.tolist()) if unknown]
        layouts = np.zeros((2 ** len(hidden), len(board)), np.uint8)
        layouts[:, hidden] = np.arange(2 ** len(hidden))[:, None] >> np.arange(len(hidden)) & 1
        facts = {"T": layouts.sum(axis=1) == board.mines}
        for c in board.constraints:
            fact_name = c.name if c.name.startswith("clue") else c.name.split()[0]
            holding = np.array([c.holds(row) for row in layouts[:, c.cells].tolist()])
            facts[fact_name] = facts.get(fact_name, True) & holding
        possible = np.ones(len(layouts), bool)

        def settled(sets, possible=possible, facts=facts, layouts=layouts, hidden=hidden):
            fitting = layouts[possible & np.logical_and.reduce([facts[name] for name in sets])]
            constant_cells = {i for i in hidden if fitting[:, i].min() == fitting[:, i].max()}
            return constant_cells - {
                i for i in hidden if len({*layouts[possible, i].tolist()}) == 1
            }

        for step in ms.analyze(board).steps():
            assert step.smallest
            assert not any(
                settled(sets, possible)
                for n in range(step.facts)
                for sets in combinations(facts, n)
            )
            cells = {board.index(reason.cell): reason.is_mine for reason in step.reasons}
            assert any(
                cells.keys() <= settled(sets, possible) for sets in combinations(facts, step.facts)
            )
            for i, is_mine in cells.items():
                possible &= layouts[:, i] == is_mine


if __name__ == "__main__":
    for kind, text, _ in LINES:
        print(kind, text, answer(subject(kind, text)), sep="\t")
