"""The number of layouts without the fractions: exact, and in bounds from floats."""

import json
from decimal import Decimal, localcontext
from fractions import Fraction
from itertools import chain
from math import comb, prod

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

import minesolver as ms
from minesolver.counting import layout_count as module
from minesolver.counting.layout_count import LayoutCount
from minesolver.engine import kernel as engine
from minesolver.model import analysis as analysis_module

COMPONENTS = st.lists(
    st.tuples(
        st.integers(0, 3),
        st.lists(st.integers(0, 10**12), min_size=1, max_size=6)
        .filter(lambda models: models[0] and models[-1])
        .map(tuple),
    ),
    max_size=12,
)


def layouts_of(components, free_cells, mines):
    """The definition: so many mines in each component, the others in the free cells."""
    ways = {0: 1}
    for fewest_mines, models in components:
        ways_with_component: dict[int, int] = {}
        for mines_before, number in ways.items():
            for more_mines, models_with_so_many in enumerate(models):
                total = mines_before + fewest_mines + more_mines
                ways_with_component[total] = (
                    ways_with_component.get(total, 0) + number * models_with_so_many
                )
        ways = ways_with_component
    if mines is None:
        return sum(ways.values()) * 2**free_cells
    return sum(
        number * comb(free_cells, mines - in_components)
        for in_components, number in ways.items()
        if 0 <= mines - in_components <= free_cells
    )


@given(COMPONENTS, st.integers(0, 60), st.none() | st.integers(0, 80))
def test_count_is_that_of_the_definition(components, free_cells, mines):
    fewest_mines = sum(fewest for fewest, _ in components)
    if mines is not None:
        mines += fewest_mines  # a position with fewer is no position
    counted = LayoutCount(components, free_cells, mines)
    expected = layouts_of(components, free_cells, mines)
    assert counted.exact() == expected
    if expected:
        bounds = counted.bounds()
        # Where mines just fit, floats may not tell: then they say so.
        assert bounds is None or bounds[0] <= expected <= bounds[1]


@pytest.mark.parametrize("mines", [150, 300, 900, 2_000, 2_200])
def test_bounds_are_narrow_on_a_large_board(mines):
    random = np.random.default_rng(1)
    components = []
    for _ in range(300):
        models = random.integers(1, 2 ** int(random.integers(1, 40)), random.integers(1, 7))
        components.append((int(random.integers(0, 2)), tuple(models.tolist())))
    mines += sum(fewest for fewest, _ in components)
    counted = LayoutCount(components, 1_500, mines)
    exact = layouts_of(components, 1_500, mines)
    assert counted.exact() == exact
    low, high = counted.bounds()
    assert low <= exact <= high
    assert (high - low) / low < Decimal("1e-10")


def test_bounds_hold_where_models_are_longer_than_floats():
    components = [(0, (3**900, 5**800, 7**700)), (1, (1, 2**2_000)), (0, (2**3_000,))]
    counted = LayoutCount(components, 40, 12)
    low, high = counted.bounds()
    assert low <= layouts_of(components, 40, 12) <= high


def test_binomials_by_the_series():
    for number, chosen in ((300, 7), (5_000, 2_345), (100_000, 40_000), (10**6, 3)):
        exact = comb(number, chosen)
        with localcontext(module._LONG_DECIMALS):
            error = abs(module._binomial(number, chosen) / Decimal(exact) - 1)
        assert error < module._DECIMAL_ERROR


def test_long_factors_are_multiplied_by_gmp():
    gmpy2 = pytest.importorskip("gmpy2")
    number, other = 3**40_000, 7**30_000
    assert min(number.bit_length(), other.bit_length()) > module._GMP_BITS
    assert module._times(number, other) == int(gmpy2.mpz(number)) * other
    assert type(module._times(number, other)) is int


def random_board(rows, cols, density, seed, mine_count=True):
    """A position with some cells open, mines at random."""
    random = np.random.default_rng(seed)
    mines = random.random((rows, cols)) < density
    padded = np.pad(mines, 1).astype(int)
    clues = np.zeros((rows, cols), int)
    for down in range(3):
        for right in range(3):
            clues += padded[down : down + rows, right : right + cols]
    is_open = (random.random((rows, cols)) < 0.3) & ~mines
    text = "\n".join(
        "".join(
            str(clues[cell]) if is_open[cell] else "#"
            for cell in zip([row] * cols, range(cols), strict=True)
        )
        for row in range(rows)
    )
    return ms.Board.parse(text, mines=int(mines.sum()) if mine_count else None)


@pytest.mark.parametrize("mine_count", [True, False])
@pytest.mark.parametrize("seed", range(6))
def test_models_of_the_core_give_the_count_of_elimination(seed, mine_count):
    board = random_board(7, 8, 0.25, seed, mine_count)
    analysis = ms.analyze(board, "elimination")
    counted = engine.layout_count(analysis)
    assert counted.exact() == analysis.solutions
    low, high = counted.bounds()
    assert low <= analysis.solutions <= high


def test_models_longer_than_floats_come_from_the_count_in_integers():
    """Five clues that share one cell, each with 50 of its own."""
    groups = [[f"{group}-{cell}" for cell in range(50)] for group in range(5)]
    puzzle = ms.Puzzle(["shared", *chain.from_iterable(groups)], mines=None)
    for group in groups:
        puzzle.add(["shared", *group], 25)
    exact = comb(50, 25) ** 5 + comb(50, 24) ** 5
    assert exact > 2**200
    analysis = ms.analyze(puzzle, "kernel")
    assert engine.layout_count(analysis).exact() == exact == analysis.solutions


@pytest.mark.parametrize("rules", ["hex", "torus", "liar", "knight"])
def test_counts_of_boards_under_rules(rules):
    board = ms.Board.parse("1###\n####\n##2#\n####", mines=5, rules=rules)
    analysis = ms.analyze(board, "elimination")
    assert engine.layout_count(analysis).exact() == analysis.solutions


@pytest.fixture
def large_analysis(monkeypatch):
    """Of a board that counts as large."""
    monkeypatch.setattr(analysis_module, "_FIRST_COUNTED_APART", 100)
    return ms.analyze(random_board(60, 60, 0.16, 3))


def test_a_large_board_is_printed_without_its_exact_count(large_analysis, monkeypatch):
    exact = ms.analyze(large_analysis.board, "elimination").solutions
    monkeypatch.setattr(LayoutCount, "exact", lambda self: pytest.fail("counted exactly"))
    expected = f"~{Decimal(exact):.3e}".replace("e+", "e")
    assert large_analysis.solutions_in_words == expected
    assert f"{expected} layouts" in large_analysis.summary()


def test_its_exact_count_and_fractions_are_those_of_elimination(large_analysis):
    exact = ms.analyze(large_analysis.board, "elimination")
    assert large_analysis.solutions == exact.solutions
    assert (large_analysis.fractions == exact.fractions).all()


def test_digits_that_floats_cannot_tell_are_counted_exactly(large_analysis, monkeypatch):
    exact = large_analysis.solutions
    del large_analysis.__dict__["solutions"]
    monkeypatch.setattr(
        LayoutCount, "bounds", lambda self: (Decimal("1.0005e500"), Decimal("1.00051e500"))
    )
    assert analysis_module._common_digits(Decimal("1.0004e500"), Decimal("1.0006e500")) is None
    monkeypatch.setattr(LayoutCount, "bounds", lambda self: None)
    assert large_analysis.solutions_in_words == analysis_module.readable(exact)


def test_json_of_a_count_with_more_digits_than_str_takes(monkeypatch):
    board = ms.Board.parse("\n".join(["#" * 150] * 150), mines=7_000)
    values = ms.analyze(board).to_dict(exact=True)
    assert len(values["solutions"]) > 4_300
    assert Decimal(values["solutions"]) == comb(22_500, 7_000)
    assert Fraction(values["exact"][0][0]) == Fraction(7_000, 22_500)
    json.dumps(values)


def test_time_is_over_between_two_products():
    components = [(0, (1, number)) for number in range(2, 40)]
    counted = LayoutCount(components, 100, 50, lambda: pytest.fail("over"))
    with pytest.raises(pytest.fail.Exception):
        counted.exact()
    assert prod(sum(models) for _, models in components) == LayoutCount(components, 0, None).exact()
