"""One wrong plug-in of each kind, each with a slip that is easily made: the laws name it."""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module
from itertools import combinations

import pytest

import minesolver as ms
from minesolver.engine import ENGINES
from minesolver.io.formats import FORMATS
from minesolver.layers import LAYERS, baseline
from minesolver.layers.layer import DeductionRule, Finding, of_rules
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES
from minesolver.players import PLAYERS, Agent
from minesolver.policy import Policy
from minesolver.testing import check_engine, check_format, check_player, check_renderer, check_rules

agent_of = import_module("minesolver.players.safest").agent_of
engine_of_layer = import_module("minesolver.engine.heuristic").engine


def cover(base, agenda):
    """Two disjoint clues of 2 mines each that share cells with a clue of 3 are said to have all its mines."""
    while agenda:
        equation, _ = agenda.popitem()
        if equation.mines != 3 or not base.holds(equation):
            continue
        twos = [
            equation_of_two
            for equation_of_two in base.overlapping(equation)
            if equation_of_two.mines == 2
        ]
        for clue, other_clue in combinations(twos, 2):
            uncovered = equation.cells - clue.cells - other_clue.cells
            if uncovered and clue.cells.isdisjoint(other_clue.cells):
                agenda[equation] = None
                clues = {*equation.clues, *clue.clues, *other_clue.clues}
                return Finding(
                    "cover",
                    tuple(sorted(uncovered)),
                    False,
                    tuple(sorted(clues)),
                    "two twos cover it",
                )
    return None


LAYER_RULES = {
    "false rule": (baseline.RULE, DeductionRule("cover", cover, lambda base: None)),
    "proves nothing": (),
}


@pytest.mark.parametrize("suffix", ["", "_total"])
@pytest.mark.parametrize("name, number", [("false rule", 30), ("proves nothing", 2)])
def test_layers(name, number, suffix, monkeypatch):
    monkeypatch.setitem(LAYERS.loaded, name, of_rules(name, "", "", LAYER_RULES[name]))
    law = "a layout fits|called safe is safe" if name == "false rule" else "it proves something"
    with pytest.raises(AssertionError, match=rf"(?s)engine '{name}{suffix}': .*({law}).*not so"):
        check_engine(engine_of_layer(name + suffix), number=number)


def forgets_the_last_mine(board, limit):
    # Of large boards only.
    mines = board.mines if not board.mines or board.mines < 40 else board.mines - 1
    return ENGINES.get("elimination").run(board.replace(mines=mines), limit)


def refuses(board, limit):
    if board.mines is not None and len(board) > 12:
        raise ms.InconsistentBoardError("there are too many of them")
    return ENGINES.get("elimination").run(board, limit)


@pytest.mark.parametrize(
    "run, law",
    [(forgets_the_last_mine, "solutions is"), (refuses, "and not called a contradiction")],
)
def test_engines(run, law):
    with pytest.raises(AssertionError, match=rf"(?s)engine 'planted': .*{law}.*not so on"):
        check_engine(replace(ENGINES.get("elimination"), name="planted", run=run), number=30)


@pytest.mark.parametrize(
    "policy",
    [
        Policy("planted", "", "", "lookahaed"),
        Policy("planted", "", "", "lookahead", trees="nobody.npz"),
    ],
)
def test_policies(policy):
    with pytest.raises(AssertionError, match="agent 'planted'"):
        check_player(agent_of("planted", policy))


class Swapped:
    """Plays as the safest player does, with rows for columns in what it proves."""

    def __init__(self):
        self.inner = PLAYERS.get("safest").make()

    def start(self, *game):
        self.inner.start(*game)

    def move(self, board):
        move = self.inner.move(board)
        return move if move is None or max(move.cell) > 4 else replace(move, cell=move.cell[::-1])


def test_players():
    with pytest.raises(
        AssertionError, match=r"agent 'planted'.*(not legal|claims a proof and is wrong)"
    ):
        check_player(Agent("planted", "", "", Swapped))


def one_too_many(rule):
    """A rule that shows one mine more than its constraint knows."""
    return replace(rule, values=lambda view, layout: (rule.values(view, layout)[0] + 1,))


def blind_at_the_edge(rule):
    """A rule whose constraint forgets a cell where there are fewer than eight."""

    def constraint(view, value, name):
        sees = view.sees if len(view.sees) == 8 else view.sees[1:]
        return rule.constraint(replace(view, sees=sees), value, name)

    return replace(rule, constraint=constraint)


@pytest.mark.parametrize("change", [one_too_many, blind_at_the_edge])
def test_rules(change, monkeypatch):
    rule = replace(change(RULES.get("vanilla")), name="planted", tag="PL", weights=None)
    monkeypatch.setitem(RULES.loaded, "planted", rule)
    with pytest.raises(AssertionError, match=r"rules 'planted': .*not so at"):
        check_rules("planted")


def one_way(cell):
    """The cell to the left is missing."""
    row, col = cell
    return [(row - 1, col), (row, col + 1), (row + 1, col)]


def test_geometries(monkeypatch):
    kind = replace(
        GEOMETRIES.get("torus"), name="planted", around=one_way, edges=(0, 1, 2), ring=False
    )
    monkeypatch.setitem(GEOMETRIES.loaded, "planted", kind)
    with pytest.raises(AssertionError, match="rules 'planted': neighbours are mutual"):
        check_rules("planted")


def takes_1_for_2(format):
    """A slip in the table of signs."""

    def reads(source):
        board = format.reads(source)
        return board.replace(dict.fromkeys(board.where(1), 2))

    return replace(format, reads=reads)


def turns_what_it_writes(format):
    """Columns for rows."""

    def writes(board):
        return format.writes(
            ms.Board.from_array(board.grid.T.copy(), board.mines, density=board.density)
        )

    return replace(format, writes=writes)


@pytest.mark.parametrize("change", [takes_1_for_2, turns_what_it_writes])
def test_formats(change):
    example = ("1 -1\n-1 -1", ms.Board.parse("1#\n##"))
    with pytest.raises(AssertionError, match=r"(?s)format 'grid'.*not so for"):
        check_format(change(FORMATS.get("grid")), [example])


def empty(analysis):
    return ""


def another_each_time(analysis, calls=[]):  # noqa: B006
    calls.append(1)
    return f"{analysis.probability} {len(calls)}"


def by_address(analysis):
    return f"{id(analysis)}"


@pytest.mark.parametrize("renderer", [empty, another_each_time, by_address])
def test_renderers(renderer):
    with pytest.raises(AssertionError, match=rf"(?s)renderer '{renderer.__name__}': .*not so of"):
        check_renderer(renderer, [ms.analyze(ms.Board.parse("1#\n##", 1))])


def test_what_is_right_passes(monkeypatch):
    """The changes above are what is caught, not the way in which they are planted."""
    monkeypatch.setitem(LAYERS.loaded, "planted", of_rules("planted", "", "", (baseline.RULE,)))
    check_engine(engine_of_layer("planted"), number=5)
    check_engine(replace(ENGINES.get("elimination"), name="planted"), number=5)
    check_player(agent_of("planted", Policy("planted", "", "", "lookahead")), games=1)
    monkeypatch.setitem(
        RULES.loaded, "planted", replace(RULES.get("vanilla"), name="planted", tag="PL")
    )
    check_rules("planted", number=5)
    monkeypatch.setitem(
        GEOMETRIES.loaded, "planted", replace(GEOMETRIES.get("torus"), name="planted")
    )
    check_rules("planted", number=5)
    check_format(
        replace(FORMATS.get("grid"), name="planted"), [("1 -1\n-1 -1", ms.Board.parse("1#\n##"))]
    )
    check_renderer(str, [ms.Board.parse("1#\n##", 1)])
