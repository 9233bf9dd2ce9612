"""The same laws for every engine that knows puzzles: a new one is tested by being registered."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from operator import mul
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minesolver as ms
from minesolver.engine import ENGINES

ANY = [name for name in ms.engines() if ENGINES.get(name).subjects == "any"]
FAST = ["auto", "elimination", "kernel", "brute_force"]
NAMES = "abcdefgh"


@st.composite
def specifications(draw):
    """Plain data of a puzzle: cells, capacities, known values, constraints, a mine count or a prior."""
    cells = NAMES[: draw(st.integers(1, 7))]
    capacity = {cell: draw(st.sampled_from([1, 1, 1, 1, 2, 3])) for cell in cells}
    known_values = {
        cell: draw(st.integers(0, capacity[cell])) for cell in cells if draw(st.integers(0, 9)) == 0
    }
    layout = {cell: known_values.get(cell, draw(st.integers(0, capacity[cell]))) for cell in cells}
    constraints = []
    for _ in range(draw(st.integers(0, 5))):
        chosen = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=5, unique=True))
        weights = draw(
            st.just([1] * len(chosen))
            | st.lists(st.integers(-3, 3), min_size=len(chosen), max_size=len(chosen))
        )
        if draw(st.integers(0, 4)) == 0:
            rows = [tuple(layout[cell] for cell in chosen)]
            all_rows = list(product(*(range(capacity[cell] + 1) for cell in chosen)))
            rows += draw(st.lists(st.sampled_from(all_rows), max_size=6))
            constraints.append((chosen, None, frozenset(rows)))
            continue
        value = sum(w * layout[cell] for w, cell in zip(weights, chosen, strict=True))
        allowed = {value} | draw(st.sets(st.integers(value - 3, value + 3), max_size=2))
        constraints.append((chosen, weights, frozenset(allowed)))
    if constraints and draw(st.integers(0, 5)) == 0:  # often without any layout
        chosen, weights, allowed = constraints[0]
        if weights is not None:
            constraints.append((chosen, weights, frozenset({min(allowed) + 1})))
    kind = draw(st.sampled_from(["mines", "none", "density"]))
    mines = sum(layout.values()) if kind == "mines" else None
    density = Fraction(draw(st.integers(1, 9)), 10) if kind == "density" else None
    return cells, capacity, known_values, constraints, mines, density


def build(specification):
    cells, capacity, known_values, constraints, mines, density = specification
    puzzle = ms.Puzzle(cells, mines, density=density, capacity=capacity, known=known_values)
    for chosen, weights, allowed in constraints:
        if weights is None:
            puzzle.add_table(chosen, allowed)
        else:
            puzzle.add(chosen, allowed, weights=weights)
    return puzzle


class Layouts:
    """All layouts of plain data, each a bit: those that fit some constraints are an ``and`` of numbers."""

    def __init__(self, specification):
        cells, capacity, known_values, constraints, mines, density = specification
        possible_values = [
            [known_values[cell]] if cell in known_values else range(capacity[cell] + 1)
            for cell in cells
        ]
        layouts = [dict(zip(cells, values, strict=True)) for values in product(*possible_values)]

        def bits_of(fits):
            return sum(1 << number for number, layout in enumerate(layouts) if fits(layout))

        self.all_bits = (1 << len(layouts)) - 1
        self.mine_count_bits = self.all_bits
        if mines is not None:
            self.mine_count_bits = bits_of(lambda layout: sum(layout.values()) == mines)
        self.constraint_bits = [bits_of(definition(*constraint)) for constraint in constraints]
        self.mine_bits = {
            cell: bits_of(lambda layout, cell=cell: layout[cell] > 0) for cell in cells
        }

        # Without a mine count, a layout weighs as many mines as it has by the density.
        self.weights = [1] * len(layouts)
        if mines is None:
            chance = density or Fraction(1, 2)
            mine_weight, free_weight = chance.numerator, chance.denominator - chance.numerator
            open_cells = [cell for cell in cells if cell not in known_values]
            max_mines = sum(capacity[cell] for cell in open_cells)
            mine_counts = [sum(layout[cell] for cell in open_cells) for layout in layouts]
            self.weights = [
                mine_weight**count * free_weight ** (max_mines - count) for count in mine_counts
            ]

    def fitting(self, constraint_numbers, mine_count=True):
        """Those that the constraints of these numbers allow, and the mine count unless it is left out."""
        bits = self.mine_count_bits if mine_count else self.all_bits
        for number in constraint_numbers:
            bits &= self.constraint_bits[number]
        return bits

    def settled(self, bits, cell):
        """Whether there is a mine in all (True) or none (False) of these layouts; else None."""
        bits_with_mine = bits & self.mine_bits[cell]
        return bits_with_mine == bits if bits_with_mine in (0, bits) else None

    def marginals(self):
        """(number of layouts, {cell: P(at least one mine)})."""
        bits = self.fitting(range(len(self.constraint_bits)))
        total_weight = self._weight(bits)
        if not bits:
            return 0, {}
        chances = {}
        for cell, bits_with_mine in self.mine_bits.items():
            chances[cell] = Fraction(self._weight(bits & bits_with_mine), total_weight)
        return bits.bit_count(), chances

    def _weight(self, bits):
        return sum(weight for number, weight in enumerate(self.weights) if bits >> number & 1)


def definition(chosen, weights, allowed):
    """Whether a layout satisfies a constraint, straight from what it says."""

    def holds(layout):
        values = [layout[cell] for cell in chosen]
        if weights is None:
            return tuple(values) in allowed
        return sum(map(mul, weights, values)) in allowed

    return holds


def impossible(specification):
    """Whether a constraint cannot even be stated: no allowed count within what its cells can hold."""
    _, capacity, _, constraints, _, _ = specification
    for chosen, weights, allowed in constraints:
        if weights is not None:
            low = sum(min(0, w * capacity[c]) for w, c in zip(weights, chosen, strict=True))
            high = sum(max(0, w * capacity[c]) for w, c in zip(weights, chosen, strict=True))
            if not any(low <= value <= high for value in allowed):
                return True
    return False


@pytest.mark.parametrize("names", [FAST, ANY], ids=["fast", "all"])
def test_agrees_with_brute_force(names):
    @settings(max_examples=60 if names is FAST else 20)
    @given(specifications())
    def law(specification):
        if impossible(specification):
            with pytest.raises(ms.PuzzleError, match="is possible"):
                build(specification)
            return
        layouts = Layouts(specification)
        count, expected = layouts.marginals()
        for name in names:
            check(name, specification, layouts, count, expected)

    law()


def check(name, specification, layouts, count, expected):
    puzzle, known_values = build(specification), specification[2]
    if name == "kernel" and puzzle._sums() is None:
        with pytest.raises(ms.EngineLimitError, match="use 'elimination'"):
            ms.analyze(puzzle, name)
        return
    if not count:
        with pytest.raises(ms.InconsistentPuzzleError) as error:
            ms.analyze(puzzle, name)
        check_conflict(layouts, puzzle, error.value)
        return
    analysis = ms.analyze(puzzle, name)
    assert analysis.safe == {
        cell for cell, p in expected.items() if p == 0 and cell not in known_values
    }
    assert analysis.mines == {
        cell for cell, p in expected.items() if p == 1 and cell not in known_values
    }
    if not ENGINES.get(name).exact:  # it proves, and estimates the rest
        assert analysis.is_exact == (
            len(analysis.safe | analysis.mines) + len(known_values) == len(puzzle.cells)
        )
        return
    assert analysis.solutions == count
    assert {cell: analysis.exact(cell) for cell in puzzle.cells} == expected
    assert analysis.probability == pytest.approx({cell: float(p) for cell, p in expected.items()})
    openable = {cell: p for cell, p in expected.items() if p < 1 and cell not in known_values}
    assert (
        (expected[analysis.best] == min(openable.values())) if openable else analysis.best is None
    )


def check_conflict(layouts, puzzle, error):
    """The named constraints contradict each other, and none of them can be spared."""
    names = [c.name for c in puzzle.constraints]
    chosen = [names.index(name) for name in error.constraints]
    assert not layouts.fitting(chosen, error.total)
    for k in range(len(chosen)):
        assert layouts.fitting(chosen[:k] + chosen[k + 1 :], error.total)
    if error.total:
        assert layouts.fitting(chosen, False)


@settings(max_examples=40)
@given(specifications())
def test_reasons_are_proofs(specification):
    """What a reason names, with the proved cells that it rests on, leaves its cell no choice."""
    if impossible(specification) or not Layouts(specification).marginals()[0]:
        return
    layouts, puzzle = Layouts(specification), build(specification)
    analysis = ms.analyze(puzzle)
    reasons = analysis.reasons
    assert reasons.keys() == analysis.safe | analysis.mines
    names = [c.name for c in puzzle.constraints]
    proved_before: dict[str, Any] = {}
    for cell, reason in reasons.items():
        assert set(reason.after) <= proved_before.keys()
        numbers = [names.index(name) for name in reason.constraints if name in names]
        bits = layouts.fitting(numbers, len(numbers) < len(reason.constraints))
        for premise in reason.after:
            bits &= (
                layouts.mine_bits[premise]
                if proved_before[premise]
                else ~layouts.mine_bits[premise]
            )
        assert bits
        assert layouts.settled(bits, cell) is reason.is_mine
        proved_before[cell] = reason.is_mine


@settings(max_examples=40)
@given(specifications())
def test_steps_are_of_the_fewest_constraints(specification):
    """No smaller set of constraints settles any cell that is still open, by all layouts."""
    if impossible(specification) or not Layouts(specification).marginals()[0]:
        return
    layouts = Layouts(specification)
    analysis = ms.analyze(build(specification))
    unsettled = dict.fromkeys(analysis.safe, False) | dict.fromkeys(analysis.mines, True)
    known_bits = layouts.all_bits
    statements = [*range(len(layouts.constraint_bits))]
    if specification[4] is not None:
        statements.append("mine count")
    for step in analysis.steps():
        assert step.smallest
        for size in range(1, len(step.constraints)):
            for chosen in combinations(statements, size):
                numbers = [statement for statement in chosen if statement != "mine count"]
                bits = known_bits & layouts.fitting(numbers, "mine count" in chosen)
                for cell, is_mine in unsettled.items():
                    assert layouts.settled(bits, cell) is not is_mine
        for reason in step.reasons:
            mine_bits = layouts.mine_bits[reason.cell]
            known_bits &= mine_bits if reason.is_mine else ~mine_bits
            assert unsettled.pop(reason.cell) is reason.is_mine
    assert not unsettled


@given(specifications())
def test_json_round_trip(specification):
    if impossible(specification):
        return
    puzzle = build(specification)
    read_back = ms.Puzzle.from_json(puzzle.to_json())
    assert read_back.to_json() == puzzle.to_json()
    assert read_back._capacity == puzzle._capacity
    assert read_back.known == puzzle.known
    assert read_back.prior == puzzle.prior


@given(st.data())
@settings(max_examples=30)
def test_hidden_quantities_count_in_constraints_only(data):
    """Two groups of cells hold equally many mines, whatever that number is."""
    size = data.draw(st.integers(1, 4))
    cells = list(NAMES[: 2 * size])
    mines = data.draw(st.none() | st.integers(0, size).map(lambda k: 2 * k))
    expected = [
        values
        for values in product((0, 1), repeat=2 * size)
        if sum(values[:size]) == sum(values[size:]) and mines in (None, sum(values))
    ]
    for name in ANY:
        # One takes no hidden quantity without a value, one does not count.
        if name in ("kernel", "estimate"):
            continue
        puzzle = ms.Puzzle(cells, mines, capacity={"n": size}, hidden_quantities=["n"])
        for half in (cells[:size], cells[size:]):
            puzzle.add([*half, "n"], 0, weights=[1] * size + [-1])
        analysis = ms.analyze(puzzle, name)
        assert analysis.solutions == len(expected)
        assert set(analysis.probability) == set(cells)
        assert analysis.exact("a") == Fraction(sum(values[0] for values in expected), len(expected))
