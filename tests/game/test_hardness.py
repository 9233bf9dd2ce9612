"""How hard a no-guess board is, counted here from the rules as they are worded, and beside what was made."""

from __future__ import annotations

import json
from itertools import combinations, islice, product
from math import inf
from typing import Any

import pytest
from oracle import around

from minesolver.base.errors import EngineLimitError, RuleError
from minesolver.cli import main
from minesolver.game.generate import generate
from minesolver.game.judge import judge
from minesolver.game.score import LAYERS_NEEDED


class OwnPlay:
    """A layout played with some way to conclude, which is asked for proved cells until it has none."""

    def __init__(self, layout, start):
        self.rows, self.cols, self.mines = layout.rows, layout.cols, layout.mine_cells
        self.cells = set(product(range(self.rows), range(self.cols)))
        self.proved_mines = set()
        self.opened = set()
        self.open(start)

    def open(self, cell):
        pending = [cell]
        while pending:
            cell = pending.pop()
            assert cell not in self.mines, "a proved cell is safe"
            if cell not in self.opened:
                self.opened.add(cell)
                neighbours = around(cell[0], cell[1], self.rows, self.cols)
                if not self.mines.intersection(neighbours):
                    pending += neighbours

    def equations(self):
        """Those of the clues, and that of the mine count."""
        undecided = self.cells - self.opened - self.proved_mines
        clues = {}
        for cell in self.opened:
            neighbours = set(around(cell[0], cell[1], self.rows, self.cols))
            if neighbours & undecided:
                need = len(neighbours & self.mines) - len(neighbours & self.proved_mines)
                clues[frozenset(neighbours & undecided)] = need
        return clues, (frozenset(undecided), len(self.mines) - len(self.proved_mines))

    def run(self, conclude):
        """Whether all safe cells are open in the end."""
        while len(self.opened) < len(self.cells) - len(self.mines):
            decided = conclude(*self.equations())
            if not decided:
                return False
            for cell, is_mine in decided.items():
                if is_mine:
                    assert cell in self.mines
                    self.proved_mines.add(cell)
                else:
                    self.open(cell)
        return True


def decided_by(cells, mines):
    """What an equation decides by itself."""
    return dict.fromkeys(cells, mines > 0) if mines in (0, len(cells)) else {}


def families(equations):
    """All sets of disjoint equations, each as the cells and the mines that they take away."""
    found: list[tuple[frozenset, int]] = [(frozenset(), 0)]
    for cells, mines in equations.items():
        found += [(taken | cells, count + mines) for taken, count in found if not taken & cells]
    return found


def pair_decides(layer, first, second):
    """What two overlapping equations decide by the rules up to ``intersection`` or ``bounds``."""
    (cells, mines), (other_cells, other_mines) = first, second
    if layer == "intersection":
        decided: dict[Any, bool] = {}
        for (a, k), (b, m) in ((first, second), (second, first)):
            if k - m > 0 and len(a - b) == k - m:
                decided |= dict.fromkeys(a - b, True)
        return decided
    shared = cells & other_cells
    low = max(0, mines - len(cells - shared), other_mines - len(other_cells - shared))
    high = min(len(shared), mines, other_mines)
    decided = {}
    for part, least, most in (
        (shared, low, high),
        (cells - shared, mines - high, mines - low),
        (other_cells - shared, other_mines - high, other_mines - low),
    ):
        if most == 0 or least == len(part):
            decided |= dict.fromkeys(part, least > 0)
    return decided


def layer_conclusions(layer, total):
    """What the rules up to a layer decide, ``total``: with the mine count."""
    level = LAYERS_NEEDED.index(layer)

    def conclude(clues, board_equation):
        equations = dict(clues)
        decided: dict[Any, bool] = {}
        while True:
            for cells, mines in equations.items():
                decided |= decided_by(cells, mines)
            if total:
                decided |= decided_by(*board_equation)
            if decided or level == 0:
                return decided
            # Differences of nested equations, and bounds that meet, are knowledge.
            derived = {}
            for (cells, mines), (more_cells, more_mines) in product(equations.items(), repeat=2):
                if cells < more_cells:
                    derived[more_cells - cells] = more_mines - mines
                if level >= 3 and cells & more_cells and cells != more_cells:
                    shared = cells & more_cells
                    low = max(0, mines - len(cells - shared), more_mines - len(more_cells - shared))
                    high = min(len(shared), mines, more_mines)
                    if low == high:
                        derived[shared] = low
                        for a, k in ((cells, mines), (more_cells, more_mines)):
                            if a - shared:
                                derived[a - shared] = k - low
            remainders = {}
            if total:
                everywhere, mines_left = board_equation
                for taken, count in families(equations) if len(equations) < 14 else ():
                    if everywhere - taken:
                        remainders[everywhere - taken] = mines_left - count
                for cells, mines in remainders.items():
                    decided |= decided_by(cells, mines)
                    if len(cells) <= 8:
                        derived[cells] = mines
            for layer_name in LAYERS_NEEDED[2 : level + 1]:
                for first in equations.items():
                    for second in [*equations.items(), *remainders.items()]:
                        if first[0] & second[0] and first[0] != second[0]:
                            decided |= pair_decides(layer_name, first, second)
            if decided or derived.keys() <= equations.keys():
                return decided
            equations = derived | equations

    return conclude


def own_layer(layout, start, *, total):
    """The weakest layer that solves a no-guess layout."""
    for layer in LAYERS_NEEDED[:-1]:
        if OwnPlay(layout, start).run(layer_conclusions(layer, total)):
            return layer
    return "counting"


def fact_conclusions(most):
    """What sets of up to so many constraints decide, by trying all mine counts of the parts they cut out."""

    def conclude(clues, board_equation):
        facts = [*clues.items(), board_equation]
        for size in range(1, most + 1):
            for chosen in combinations(facts, size):
                parts: dict[frozenset, set] = {}
                for cell in frozenset().union(*(cells for cells, _ in chosen)):
                    owners = frozenset(n for n, (cells, _) in enumerate(chosen) if cell in cells)
                    parts.setdefault(owners, set()).add(cell)
                limits = [
                    range(1 + min(len(part), *(chosen[n][1] for n in owners), 99))
                    for owners, part in parts.items()
                ]
                fits = [
                    counts
                    for counts in product(*limits)
                    if all(
                        mines
                        == sum(
                            count
                            for count, owners in zip(counts, parts, strict=True)
                            if n in owners
                        )
                        for n, (_, mines) in enumerate(chosen)
                    )
                ]
                decided: dict[Any, bool] = {}
                for (_, part), counts in zip(parts.items(), zip(*fits, strict=True), strict=True):
                    if max(counts) == 0 or min(counts) == len(part):
                        decided |= dict.fromkeys(part, max(counts) > 0)
                if decided:
                    return decided
        return {}

    return conclude


def strength(layer):
    return LAYERS_NEEDED.index(layer)


@pytest.mark.parametrize("size", [(6, 6, 8), (9, 9, 10), (7, 8, 12)])
@pytest.mark.parametrize("layer", LAYERS_NEEDED)
def test_a_board_takes_the_layer_that_was_asked_for(layer, size):
    try:
        boards = list(islice(generate(*size, layer=layer, seed=11, tries=3000), 6))
    except EngineLimitError:
        assert layer == "bounds"  # what the rules before it leave to it is rare
        return
    for generated in boards:
        assert judge(generated.layout, generated.start).layer == layer
        # Our layers use the mine count where few families of equations are disjoint: between not at all and
        # everywhere.
        without_total = own_layer(generated.layout, generated.start, total=False)
        with_total = own_layer(generated.layout, generated.start, total=True)
        assert strength(with_total) <= strength(layer) <= strength(without_total)


def test_the_mine_count_settles_few_boards():
    # So that the test before this one holds both ways.
    boards = list(islice(generate(9, 9, 10, seed=11), 60))
    layers = [
        (own_layer(g.layout, g.start, total=True), own_layer(g.layout, g.start, total=False))
        for g in boards
        if g.judgement.layer
    ]
    assert sum(a == b for a, b in layers) > 0.9 * len(layers)
    assert {a for a, _ in layers} >= {"baseline", "subset"}


@pytest.mark.parametrize(("least", "most"), [(1, 1), (2, 2), (2, 3), (3, inf), (0, 0)])
@pytest.mark.parametrize("size", [(6, 6, 8), (9, 9, 10)])
def test_the_hardest_step_takes_as_many_facts_as_was_asked_for(size, least, most):
    if (least, most) == (0, 0):
        size = (9, 9, 2)  # of the first click nothing is left
    for generated in islice(generate(*size, hardest=(least, most), seed=12), 6):
        facts = judge(generated.layout, generated.start).facts
        assert least <= facts <= most
        for enough in range(3):
            solved = OwnPlay(generated.layout, generated.start).run(fact_conclusions(enough))
            assert solved == (facts <= enough)


def test_the_easiest_steps_are_those_that_the_search_counts():
    # Every board, hard or not: what is skipped as too easy without being counted is too easy.
    all_boards = list(islice(generate(9, 9, 10, seed=13), 80))
    hard_boards = [generated for generated in all_boards if generated.judgement.facts >= 2]
    assert 0 < len(hard_boards) < 80
    for generated in all_boards:
        hard_board = next(generate(9, 9, 10, seed=13, hardest=(2, inf), first=generated.index))
        assert (hard_board == generated) == (generated in hard_boards)
        assert hard_board.tries >= generated.tries


def test_boards_under_rules_and_repaired_ones_have_a_hardness_too():
    choices: list[dict[str, Any]] = [{"board": "hex"}, {"board": "torus"}, {"method": "repair"}]
    for arguments in choices:
        for generated in islice(generate(6, 6, 7, hardest=(2, 3), seed=3, **arguments), 2):
            judgement = judge(generated.solution, generated.start)
            assert judgement.no_guess
            assert 2 <= judgement.facts <= 3


def test_what_is_not_there_is_said():
    message = "none of 40 layouts of 5x5/3 square needs no guess and has such a hardest step"
    with pytest.raises(EngineLimitError, match=message):
        next(generate(5, 5, 3, hardest=(9, 9), tries=40))
    with pytest.raises(EngineLimitError, match="is solved by bounds and nothing weaker"):
        next(generate(5, 5, 3, layer="bounds", tries=40))
    with pytest.raises(
        EngineLimitError, match=r"as hard as is wanted stopped at its limit \(0.01 s\)"
    ):
        next(generate(9, 9, 10, hardest=(20, 20), tries=10**9, limit=0.01))
    with pytest.raises(
        RuleError, match="no step takes 24 facts: there are 22 clues and the mine count"
    ):
        generate(5, 5, 3, hardest=(24, 30))
    with pytest.raises(EngineLimitError, match="none of 3000 layouts"):  # the same one, 3000 times
        next(generate(1, 5, 0, hardest=(2, 3), tries=3000))
    wrong_choices: list[dict[str, Any]] = [
        {"layer": "magic"},
        {"layer": "subset", "board": "hex"},
        {"layer": "subset", "unique": True},
        {"layer": "subset", "no_guess": False},
        {"hardest": (2, 3), "no_guess": False},
    ]
    for wrong in wrong_choices:
        with pytest.raises(RuleError):
            generate(5, 5, 4, **wrong)


def test_the_command_makes_and_tells_them(capsys):
    arguments = [
        "generate",
        "--level",
        "9x9/10",
        "--seed",
        "4",
        "--no-guess",
        "--difficulty",
        "2-3",
    ]
    assert main(arguments) == 0
    assert "start (4,4), hardest step: " in capsys.readouterr().err
    assert main([*arguments, "--layer", "subset", "--format", "json"]) == 0
    values = json.loads(capsys.readouterr().out)
    assert 2 <= values["facts"] <= 3
    assert values["layer"] == "subset"
    assert main(["generate", "--difficulty", "2"]) == 2
    assert "difficulty is of no-guess boards" in capsys.readouterr().err
