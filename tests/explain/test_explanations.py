"""Each reason follows from the clues that it names, by an enumeration that shares nothing with the package.

The boards are of games in which rules on one clue proved nothing safe any more; some have another clue, and
contradict themselves. Boards under rules are held against ``rules_oracle.py``.
"""

from __future__ import annotations

import re
from itertools import combinations, islice, product
from random import Random
from typing import Any

import numpy as np
import pytest
import rules_oracle
from depth import thorough

import minesolver as ms
from minesolver.game.generate import generate

Cell = tuple[int, int]
Rows = list[str]
CELL = re.compile(r"\((\d+),(\d+)\)")


# ------------------------------------------------------------ positions, and what fits some of their facts


def cells_around(cell: Cell, rows: Rows) -> list[Cell]:
    """The neighbours of a cell."""
    row_range = range(max(0, cell[0] - 1), min(len(rows), cell[0] + 2))
    col_range = range(max(0, cell[1] - 1), min(len(rows[0]), cell[1] + 2))
    return [other for other in product(row_range, col_range) if other != cell]


def hidden_cells(rows: Rows) -> list[Cell]:
    return [(r, c) for r, row in enumerate(rows) for c, sign in enumerate(row) if sign == "#"]


def stuck_game(rows: int, cols: int, mine_count: int, seed: int) -> Rows:
    """A position of a random game: all that one clue at a time proves safe is open, and some lucky cells."""
    rng = Random(seed)
    layout = set(rng.sample(list(product(range(rows), range(cols))), mine_count))
    shown = ["#" * cols for _ in range(rows)]
    for _ in range(rng.randint(2, 6)):
        safe_cells = sorted(set(hidden_cells(shown)) - layout)
        to_open = [rng.choice(safe_cells)] if safe_cells else []
        while to_open:
            for cell in to_open:
                clue = str(len(layout & {*cells_around(cell, shown)}))
                row = shown[cell[0]]
                shown[cell[0]] = row[: cell[1]] + clue + row[cell[1] + 1 :]
            to_open = proved_by_one_clue(shown)
    return shown


def proved_by_one_clue(rows: Rows) -> list[Cell]:
    """The hidden cells that are safe because the clue beside them has its mines."""
    clues = clues_of(rows)
    mines: set[Cell] = set()
    hidden_beside = {
        clue: [cell for cell in cells_around(clue, rows) if sign(rows, cell) == "#"]
        for clue in clues
    }
    for clue in clues:
        if len(hidden_beside[clue]) == int(sign(rows, clue)):
            mines |= {*hidden_beside[clue]}
    safe: set[Cell] = set()
    for clue in clues:
        if len(mines & {*hidden_beside[clue]}) == int(sign(rows, clue)):
            safe |= {*hidden_beside[clue]} - mines
    return sorted(safe)


def clues_of(rows: Rows) -> list[Cell]:
    cells = product(range(len(rows)), range(len(rows[0])))
    return [cell for cell in cells if sign(rows, cell) != "#"]


def sign(rows: Rows, cell: Cell) -> str:
    return rows[cell[0]][cell[1]]


def can_hold(rows: Rows, clues: Any, mine_count: int | None, known: dict[Cell, bool]) -> bool:
    """Whether some layout agrees with these clues, with the mine count if there is one, and with known cells.

    Cell by cell: a state is what each clue still wants, and the mines so far.
    """
    clues = sorted(set(clues))
    hidden = set(hidden_cells(rows))
    hidden_beside = [hidden & {*cells_around(clue, rows)} for clue in clues]
    counted = sorted(
        set().union(*hidden_beside) | (known.keys() if mine_count is not None else set())
    )
    states = {(tuple(int(sign(rows, clue)) for clue in clues), 0)}
    for number, cell in enumerate(counted):
        cells_left = set(counted[number + 1 :])
        after: set[tuple[tuple[int, ...], int]] = set()
        for (wanted, mines), mine in product(states, (0, 1)):
            if known.get(cell, mine) != mine:
                continue
            still_wanted = tuple(
                want - mine * (cell in beside)
                for want, beside in zip(wanted, hidden_beside, strict=True)
            )
            if all(
                0 <= want <= len(beside & cells_left)
                for want, beside in zip(still_wanted, hidden_beside, strict=True)
            ):
                after.add((still_wanted, mines + mine if mine_count is not None else 0))
        states = after
    elsewhere = len(hidden) - len(counted)
    return any(
        not any(wanted) and (mine_count is None or 0 <= mine_count - mines <= elsewhere)
        for wanted, mines in states
    )


# ---------------------------------------------------------------- Minesweeper's own boards

Size = tuple[int, int, int]
GAMES: list[tuple[Size, int]] = [((9, 9, 10), 40), ((16, 16, 40), 12), ((16, 30, 99), 6)]
POSITIONS: list[tuple[Size, int]] = [
    (size, seed) for size, number in GAMES for seed in range(number)
]


@pytest.mark.parametrize("as_puzzle", [False, thorough(True)])
@pytest.mark.parametrize("size", [size for size, _ in GAMES], ids=str)
def test_each_step_follows_from_what_it_names_and_from_no_less(size, as_puzzle):
    """The opposite of each cell fits no layout; without one of the facts, where these are said to be the
    fewest, it does."""
    row_count, col_count, mine_count = size
    set_sizes = set()
    for seed in range(dict(GAMES)[size]):
        rows = stuck_game(row_count, col_count, mine_count, seed)
        board: Any = ms.Board.parse("\n".join(rows), mines=mine_count)
        analysis = ms.analyze(ms.Puzzle.from_board(board) if as_puzzle else board)
        proved: dict[Cell, bool] = {}
        for step in analysis.steps():
            clues = [(int(row), int(col)) for row, col in CELL.findall(" ".join(step.constraints))]
            uses_count = len(clues) < len(step.constraints)
            count = mine_count if uses_count else None
            for reason in step.reasons:
                assert (set(reason.clues), reason.total) == (set(clues), uses_count)
                after = {cell: proved[cell] for cell in reason.after}
                assert can_hold(rows, clues, count, after | {reason.cell: reason.is_mine})
                assert not can_hold(rows, clues, count, after | {reason.cell: not reason.is_mine})
            if step.smallest:
                needed = [[clue for clue in clues if clue != left_out] for left_out in clues]
                fewer_facts = [(fewer, count) for fewer in needed]
                fewer_facts += [(clues, None)] if uses_count else []
                for (fewer, fewer_count), reason in product(fewer_facts, step.reasons):
                    opposite = proved | {reason.cell: not reason.is_mine}
                    assert can_hold(rows, fewer, fewer_count, opposite)
                set_sizes.add(step.facts)
            proved |= {reason.cell: reason.is_mine for reason in step.reasons}
        assert {cell for cell, is_mine in proved.items() if is_mine} == set(analysis.mines)
        assert {cell for cell, is_mine in proved.items() if not is_mine} == set(analysis.safe)
    assert set_sizes >= {1, 2}


def test_no_clue_alone_settles_a_cell_where_two_facts_are_said_to_be_the_fewest():
    pairs_tried = 0
    for seed in range(12):
        rows = stuck_game(9, 9, 10, seed)
        clues = clues_of(rows)
        proved: dict[Cell, bool] = {}
        for step in ms.analyze(ms.Board.parse("\n".join(rows), mines=10)).steps():
            if step.facts == 2 and step.smallest:
                for clue in clues:
                    for cell in {*cells_around(clue, rows)} & {*hidden_cells(rows)} - proved.keys():
                        assert can_hold(rows, [clue], None, proved | {cell: True})
                        assert can_hold(rows, [clue], None, proved | {cell: False})
                        pairs_tried += 1
            proved |= {reason.cell: reason.is_mine for reason in step.reasons}
    assert pairs_tried > 100


def contradiction_of(rows: Rows, mine_count: int) -> ms.InconsistentBoardError | None:
    try:
        ms.analyze(ms.Board.parse("\n".join(rows), mines=mine_count))
    except ms.InconsistentBoardError as error:
        return error
    return None


def test_clues_that_contradict_each_other_fit_no_layout_and_all_but_one_do():
    rng = Random(5)
    conflicts = conflicts_with_count = 0
    for size, seed in POSITIONS:
        rows = stuck_game(*size, seed)
        row, col = rng.choice(clues_of(rows))
        hidden_beside = {*cells_around((row, col), rows)} & {*hidden_cells(rows)}
        numbers = {*map(str, range(len(hidden_beside) + 1))} - {rows[row][col]}
        if numbers:
            changed = rng.choice(sorted(numbers))
            rows[row] = rows[row][:col] + changed + rows[row][col + 1 :]
        mine_count = size[2] if numbers else rng.choice((1, 2))
        error = contradiction_of(rows, mine_count)
        if error is not None:
            count = mine_count if error.total else None
            assert not can_hold(rows, error.clues, count, {})
            for left_out in error.clues:
                assert can_hold(rows, set(error.clues) - {left_out}, count, {})
            assert not error.total or can_hold(rows, error.clues, None, {})
            conflicts += 1
            conflicts_with_count += error.total
    assert conflicts > len(POSITIONS) // 2
    assert conflicts_with_count


# ---------------------------------------------------------------- boards under rules


def layouts_of(hidden: list[Cell]) -> list[set[Cell]]:
    """All sets of hidden cells."""
    return [
        {cell for number, cell in enumerate(hidden) if bits >> number & 1}
        for bits in range(2 ** len(hidden))
    ]


@pytest.mark.parametrize(
    "rule",
    [
        "liar",
        "modulo",
        "wall",
        "eyesight",
        thorough("multiple"),
        thorough("cross"),
        thorough("queen"),
    ],
)
def test_each_step_under_a_clue_rule_follows_from_what_it_names(rule):
    says = rules_oracle.CLUES[rule]
    step_count = 0
    for generated in islice(generate(4, 4, board=rule, unique=True, seed=2), 3):
        board = generated.board
        rows = [row.split() for row in str(board).splitlines()[1:]]
        if len(rows[0]) == 1:
            rows = [list(row[0]) for row in rows]
        clues = {(r, c): rows[r][c] for r, c in product(range(4), range(4)) if rows[r][c] != "#"}
        hidden = sorted(set(product(range(4), range(4))) - clues.keys())
        layouts = layouts_of(hidden)

        def fitting_layouts(chosen, count, known, clues=clues, layouts=layouts):
            return [
                layout
                for layout in layouts
                if all(clues[clue] in says(clue, layout, (4, 4)) for clue in chosen)
                and (count is None or len(layout) == count)
                and all((cell in layout) == is_mine for cell, is_mine in known.items())
            ]

        proved: dict[Cell, bool] = {}
        for step in ms.analyze(board).steps():
            reason = step.reasons[0]
            known = {cell: proved[cell] for cell in reason.after}
            count = board.mines if reason.total else None
            fitting = fitting_layouts(reason.clues, count, known)
            assert fitting
            for settled in step.reasons:
                assert {settled.cell in layout for layout in fitting} == {settled.is_mine}
            for left_out in reason.clues if step.smallest else ():
                fewer = [clue for clue in reason.clues if clue != left_out]
                still_fitting = fitting_layouts(fewer, count, proved)
                for settled in step.reasons:
                    assert {settled.cell in layout for layout in still_fitting} == {True, False}
            proved |= {settled.cell: settled.is_mine for settled in step.reasons}
            step_count += 1
        assert proved.keys() == set(hidden)
    assert step_count > 3


def check_that_no_fewer_facts_settle_a_cell(board):
    """At each step, over all mines of the board: clues, each rule as a whole, the count."""
    hidden = [i for i, unknown in enumerate(board._unknown.tolist()) if unknown]
    layouts = np.zeros((2 ** len(hidden), len(board)), np.uint8)
    layouts[:, hidden] = np.arange(2 ** len(hidden))[:, None] >> np.arange(len(hidden)) & 1
    facts = {"T": layouts.sum(axis=1) == board.mines}
    for c in board.constraints:
        fact_name = c.name if c.name.startswith("clue") else c.name.split()[0]
        holding = np.array([c.holds(row) for row in layouts[:, c.cells].tolist()])
        facts[fact_name] = facts.get(fact_name, True) & holding
    possible = np.ones(len(layouts), bool)

    def constant_cells(rows):
        values = rows[:, hidden]
        return {hidden[k] for k in np.flatnonzero(values.min(axis=0) == values.max(axis=0))}

    for step in ms.analyze(board).steps():
        fitting_layouts = layouts[possible]
        fitting_facts = {name: holding[possible] for name, holding in facts.items()}
        known_cells = constant_cells(fitting_layouts)

        def settled(sets, layouts=fitting_layouts, facts=fitting_facts, known_cells=known_cells):
            agreeing = np.ones(len(layouts), bool)
            for name in sets:
                agreeing &= facts[name]
            return constant_cells(layouts[agreeing]) - known_cells

        assert step.smallest
        assert not any(settled(sets) for n in range(step.facts) for sets in combinations(facts, n))
        cells = {board.index(reason.cell): reason.is_mine for reason in step.reasons}
        assert any(cells.keys() <= settled(sets) for sets in combinations(facts, step.facts))
        for i, is_mine in cells.items():
            possible &= layouts[:, i] == is_mine


@pytest.mark.parametrize("rules", ["unary", "dual", "snake", "hex,connected", "liar,quad"])
def test_a_placement_rule_is_one_fact(rules):
    for generated in islice(generate(3, 4, board=rules, unique=True, seed=3), 3):
        check_that_no_fewer_facts_settle_a_cell(generated.board)


@pytest.mark.parametrize(
    "text",
    [
        "4x5x7\n#2###\n2##53\n2####\n##3##",
        "5x5x5\n#2##1\n#2##1\n1#1#2\n001##\n#####",
        "5x5x6\n00##1\n1####\n###3#\n3#4##\n##21#",
        "4x6x4\n##1###\n##1#3#\n##2121\n##1###",
    ],
)
def test_no_fewer_facts_settle_a_cell_where_the_mine_count_is_one_of_three_or_four(text):
    check_that_no_fewer_facts_settle_a_cell(ms.Board.parse(text))
