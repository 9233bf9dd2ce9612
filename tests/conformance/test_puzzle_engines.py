"""The same laws for every engine that knows puzzles: a new one is tested by being registered."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, product
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import minesolver as ms
from minesolver.engines import ENGINES

ANY = [name for name in ms.engines() if ENGINES.get(name).subjects == "any"]
FAST = {"auto", "elimination", "kernel", "brute_force"}
NAMES = "abcdefgh"


@st.composite
def specifications(draw):
    """Plain data of a puzzle: cells, capacities, known values, constraints, a mine count or a prior."""
    cells = NAMES[: draw(st.integers(1, 7))]
    capacity = {cell: draw(st.sampled_from([1, 1, 1, 1, 2, 3])) for cell in cells}
    known = {cell: draw(st.integers(0, capacity[cell])) for cell in cells if draw(st.integers(0, 9)) == 0}
    layout = {cell: known.get(cell, draw(st.integers(0, capacity[cell]))) for cell in cells}
    constraints = []
    for _ in range(draw(st.integers(0, 5))):
        chosen = draw(st.lists(st.sampled_from(cells), min_size=1, max_size=5, unique=True))
        weights = draw(
            st.just([1] * len(chosen))
            | st.lists(st.integers(-3, 3), min_size=len(chosen), max_size=len(chosen))
        )
        if draw(st.integers(0, 4)) == 0:
            rows = [tuple(layout[cell] for cell in chosen)]
            every = list(product(*(range(capacity[cell] + 1) for cell in chosen)))
            rows += draw(st.lists(st.sampled_from(every), max_size=6))
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
    return cells, capacity, known, constraints, mines, density


def build(specification):
    cells, capacity, known, constraints, mines, density = specification
    puzzle = ms.Puzzle(cells, mines, density=density, capacity=capacity, known=known)
    for chosen, weights, allowed in constraints:
        if weights is None:
            puzzle.add_table(chosen, allowed)
        else:
            puzzle.add(chosen, allowed, weights=weights)
    return puzzle


def marginals(specification):
    """(number of layouts, {cell: P(at least one mine)}), straight from the plain data."""
    cells, capacity, known, constraints, mines, density = specification
    count, total, with_mine = 0, 0, dict.fromkeys(cells, 0)
    p = density or Fraction(1, 2)
    mine, free = p.numerator, p.denominator - p.numerator
    for values in product(*(range(capacity[cell] + 1) for cell in cells)):
        layout = dict(zip(cells, values, strict=True))
        if any(layout[cell] != value for cell, value in known.items()):
            continue
        if mines is not None and sum(values) != mines:
            continue
        if not all(
            tuple(layout[cell] for cell in chosen) in allowed
            if weights is None
            else sum(w * layout[cell] for w, cell in zip(weights, chosen, strict=True)) in allowed
            for chosen, weights, allowed in constraints
        ):
            continue
        weight = 1
        for cell in cells:
            if mines is None and cell not in known:
                weight *= mine ** layout[cell] * free ** (capacity[cell] - layout[cell])
        count += 1
        total += weight
        for cell in cells:
            if layout[cell]:
                with_mine[cell] += weight
    return count, {cell: Fraction(part, total) for cell, part in with_mine.items()} if count else {}


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


@pytest.mark.parametrize("name", ANY)
def test_agrees_with_brute_force(name):
    @settings(max_examples=100 if name in FAST else 30)
    @given(specifications())
    def law(specification):
        if impossible(specification):
            with pytest.raises(ms.PuzzleError, match="is possible"):
                build(specification)
            return
        count, expected = marginals(specification)
        puzzle = build(specification)
        known = specification[2]
        if name == "kernel" and puzzle.sums() is None:
            with pytest.raises(ms.EngineLimitError, match="use 'elimination'"):
                ms.analyze(puzzle, name)
            return
        if not count:
            with pytest.raises(ms.InconsistentPuzzleError) as error:
                ms.analyze(puzzle, name)
            check_conflict(specification, puzzle, error.value)
            return
        analysis = ms.analyze(puzzle, name)
        assert analysis.safe == {cell for cell, p in expected.items() if p == 0 and cell not in known}
        assert analysis.mines == {cell for cell, p in expected.items() if p == 1 and cell not in known}
        if not ENGINES.get(name).exact:  # it proves, and estimates the rest
            assert analysis.is_exact == (
                len(analysis.safe | analysis.mines) + len(known) == len(puzzle.cells)
            )
            return
        assert analysis.solutions == count
        assert {cell: analysis.exact(cell) for cell in puzzle.cells} == expected
        assert analysis.probability == pytest.approx({cell: float(p) for cell, p in expected.items()})
        openable = {cell: p for cell, p in expected.items() if p < 1 and cell not in known}
        assert (expected[analysis.best] == min(openable.values())) if openable else analysis.best is None

    law()


def check_conflict(specification, puzzle, error):
    """The named constraints contradict each other, and none of them can be spared."""
    cells, capacity, known, constraints, mines, density = specification
    names = [c.name for c in puzzle.constraints]
    chosen = [constraints[names.index(name)] for name in error.constraints]

    def count(kept, total):
        return marginals((cells, capacity, known, kept, mines if total else None, density))[0]

    assert count(chosen, error.total) == 0
    for k in range(len(chosen)):
        assert count(chosen[:k] + chosen[k + 1 :], error.total) > 0
    if error.total:
        assert count(chosen, False) > 0


@settings(max_examples=60)
@given(specifications())
def test_reasons_are_proofs(specification):
    """What a reason names, with the proved cells that it rests on, leaves its cell no choice."""
    cells, capacity, known, constraints, mines, density = specification
    if impossible(specification) or not marginals(specification)[0]:
        return
    puzzle = build(specification)
    analysis = ms.analyze(puzzle)
    reasons = analysis.reasons
    assert reasons.keys() == analysis.safe | analysis.mines
    names = [c.name for c in puzzle.constraints]
    before: dict[str, Any] = {}
    for cell, reason in reasons.items():
        assert set(reason.after) <= before.keys()
        kept = [constraints[names.index(name)] for name in reason.constraints if name in names]
        # A proved mine is known to be at least one: forbid the value 0 by a table.
        facts = [
            ([c], None, frozenset((v,) for v in range(capacity[c] + 1) if (v > 0) == before[c]))
            for c in reason.after
        ]
        total = mines if len(kept) < len(reason.constraints) else None
        count, p = marginals((cells, capacity, known, kept + facts, total, density))
        assert count
        assert p[cell] == (1 if reason.is_mine else 0)
        before[cell] = reason.is_mine


@settings(max_examples=60)
@given(specifications())
def test_steps_are_of_the_fewest_constraints(specification):
    """No smaller set of constraints settles any cell that is still open, by all layouts."""
    cells, capacity, known, constraints, mines, density = specification
    if impossible(specification) or not marginals(specification)[0]:
        return
    analysis = ms.analyze(build(specification))
    left = dict.fromkeys(analysis.safe, False) | dict.fromkeys(analysis.mines, True)
    facts: list[Any] = []
    for step in analysis.steps():
        assert step.smallest
        every = [*range(len(constraints)), *(["total"] if mines is not None else [])]
        for size in range(1, len(step.constraints)):
            for chosen in combinations(every, size):
                kept = [constraints[k] for k in chosen if k != "total"]
                total = mines if "total" in chosen else None
                _, p = marginals((cells, capacity, known, kept + facts, total, density))
                assert not any(p[cell] == is_mine for cell, is_mine in left.items())
        for reason in step.reasons:
            cell = reason.cell
            values = [(v,) for v in range(capacity[cell] + 1) if (v > 0) == reason.is_mine]
            facts.append(([cell], None, frozenset(values)))
            assert left.pop(cell) is reason.is_mine
    assert not left


@given(specifications())
def test_json_round_trip(specification):
    if impossible(specification):
        return
    puzzle = build(specification)
    again = ms.Puzzle.from_json(puzzle.to_json())
    assert again.to_json() == puzzle.to_json()
    assert again.capacity == puzzle.capacity
    assert again.known == puzzle.known
    assert again.prior == puzzle.prior


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
        if name in ("kernel", "estimate"):  # one takes no hidden quantity without a value, one does not count
            continue
        puzzle = ms.Puzzle(cells, mines, capacity={"n": size}, hidden_quantities=["n"])
        for part in (cells[:size], cells[size:]):
            puzzle.add([*part, "n"], 0, weights=[1] * size + [-1])
        analysis = ms.analyze(puzzle, name)
        assert analysis.solutions == len(expected)
        assert set(analysis.probability) == set(cells)
        assert analysis.exact("a") == Fraction(sum(values[0] for values in expected), len(expected))
