"""Games whose cells hold several mines: against all layouts, from the definition of the game."""

from __future__ import annotations

import json
from collections import Counter
from fractions import Fraction
from itertools import product
from typing import Any

import pytest
from command import run

import minesolver as ms
from minesolver.game.dealing import guess_risk
from minesolver.game.review import replay_of, review
from minesolver.io.replays import parse

Layout = dict[tuple[int, int], int]


def around(cell: Any, cells: list[Any]) -> list[Any]:
    """The cells beside one, by the distance of rows and of columns."""
    distances = {other: max(abs(cell[0] - other[0]), abs(cell[1] - other[1])) for other in cells}
    return [other for other, distance in distances.items() if distance == 1]


def all_layouts(cells: list[Any], capacity: int, mines: int) -> list[Layout]:
    """Every layout of so many mines, at most so many in a cell."""
    layouts = []
    for values in product(range(capacity + 1), repeat=len(cells)):
        if sum(values) == mines:
            layouts.append(dict(zip(cells, values, strict=True)))
    return layouts


def shows(layout: Layout, cell: Any) -> str:
    """What an opened cell shows, by the definition: its mines after a star, or the mines around it."""
    if layout[cell]:
        return "*" if layout[cell] == 1 else f"*{layout[cell]}"
    return str(sum(layout[neighbour] for neighbour in around(cell, list(layout))))


def opened_by(layout: Layout, cell: Any) -> set[Any]:
    """The cells that a click opens, by the definition: around a 0 all, and so on."""
    opened: set[Any] = set()
    cells = [cell]
    while cells:
        opened_cell = cells.pop()
        if opened_cell in opened:
            continue
        opened.add(opened_cell)
        if shows(layout, opened_cell) == "0":
            cells += around(opened_cell, list(layout))
    return opened


def signs(game: ms.Game[Any]) -> dict[Any, str]:
    """What the board shows, by cell, but for what is hidden."""
    board = game.board
    by_cell = {}
    for cell in board.cells:
        state = board[cell]
        if state != "#":
            by_cell[cell] = state if isinstance(state, str) else str(state.value)
    return by_cell


def truth_of(game: ms.Game[Any]) -> Layout:
    return {cell: game.mines_in(cell) for cell in game.board.cells}


@pytest.mark.parametrize("capacity, mines", [(2, 3), (3, 5)])
def test_a_game_is_played_by_its_definition(capacity, mines):
    """Every click of many games, and the exact chance of every hidden cell, against all layouts."""
    cells = list(product(range(2), range(3)))
    layouts = all_layouts(cells, capacity, mines)
    rules = ms.Rules("none", after_mine="continue", win="explore", board=f"multi-{capacity}")
    several_hit = 0
    for index in range(15):
        game: ms.Game[Any] = ms.Game(2, 3, mines, rules, seed=1, index=index)
        truth = truth_of(game)
        for cell in sorted(cells, key=lambda cell: hash((cell, index))):
            known = signs(game)
            if cell in known:
                continue
            agreeing = [
                layout
                for layout in layouts
                if all(shows(layout, other) == sign for other, sign in known.items())
            ]
            analysis = ms.analyze(game.board)
            assert analysis.solutions == len(agreeing)
            for hidden in set(cells) - known.keys():
                with_mine = sum(layout[hidden] > 0 for layout in agreeing)
                assert analysis.exact(hidden) == Fraction(with_mine, len(agreeing))
            shown = game.open(cell)
            assert set(shown) == opened_by(truth, cell) - known.keys()
            assert signs(game) == known | {other: shows(truth, other) for other in shown}
            several_hit += truth[cell] > 1
        assert game.over
        assert game.won
    assert several_hit


@pytest.mark.parametrize("first_click", ["none", "safe", "given"])
def test_all_layouts_of_a_first_click_are_drawn_alike(first_click):
    cells = list(product(range(1), range(3)))
    expected: dict[Any, float] = {}  # how often in 1 of all starts and layouts
    layouts = all_layouts(cells, 2, 3)
    drawn: Counter = Counter()
    games = 2000
    for index in range(games):
        game: ms.Game[Any] = ms.Game(
            1, 3, 3, ms.Rules(first_click, board="multi-2"), seed=7, index=index
        )
        start = game.start if first_click == "given" else (0, 1)
        game.open(start)
        drawn[start, tuple(truth_of(game).values())] += 1
    starts = cells if first_click == "given" else [(0, 1)]
    for start in starts:
        fitting = [layout for layout in layouts if first_click == "none" or not layout[start]]
        for layout in fitting:
            expected[start, tuple(layout.values())] = games / len(starts) / len(fitting)
    assert drawn.keys() == expected.keys()
    chi = sum((drawn[key] - expected[key]) ** 2 / expected[key] for key in expected)
    assert chi < 30  # at most 6 degrees of freedom, far below 0.1 %


def test_a_mine_loses_and_all_safe_cells_win():
    layout = {(0, 0): 2, (1, 2): 1}
    rules = ms.Rules(board="multi-2")
    game: ms.Game[Any] = ms.Game(2, 3, rules=rules, layout=layout)
    assert game.mines == 3
    for cell in ((0, 1), (0, 2), (1, 0)):
        game.open(cell)
        assert not game.over
    game.open((1, 1))
    assert game.won
    assert game.opened == 4
    lost: ms.Game[Any] = ms.Game(2, 3, rules=rules, layout=layout)
    assert lost.open((0, 0)) == {(0, 0): "*2"}
    assert lost.lost
    assert lost.mines_hit == 1
    lost.undo()
    assert not lost.lost
    assert lost.mines_hit == 0
    assert lost.board[0, 0] == "#"


def test_flags_are_numbers():
    game: ms.Game[Any] = ms.Game(
        2, 3, rules=ms.Rules(board="multi-2", win="flag"), layout={(0, 0): 2, (1, 2): 1}
    )
    assert [game.flag((0, 0)) for _ in range(3)] == [True, True, False]
    assert game.flags == set()
    game.open((0, 1))
    assert game.board[0, 1].value == 3
    game.flag((0, 0))
    with pytest.raises(ms.MoveError, match=r"the clue 3 at .* has 1 flag around it"):
        game.chord((0, 1))
    game.flag((0, 0))
    assert not game.won
    assert game.flag_counts == {(0, 0): 2}
    game.flag((1, 2))
    assert game.won
    assert str(game).endswith("flags: (0,0)*2 (1,2)")
    game.undo()
    game.undo()
    assert game.flag_counts == {(0, 0): 1}
    game.flag((0, 0))
    game.flag((1, 2))
    assert set(game.copy().flags) == {(0, 0), (1, 2)}


def test_a_chord_opens_what_the_flags_leave():
    game: ms.Game[Any] = ms.Game(
        1, 4, rules=ms.Rules(board="multi-2", reveal="single"), layout={(0, 0): 2}
    )
    game.open((0, 1))
    game.flag((0, 0))
    game.flag((0, 0))
    assert set(game.chord((0, 1))) == {(0, 2)}


@pytest.mark.parametrize(
    "layout, message",
    [
        ({(0, 0): 3}, "3 mines at .0,0., of at most 2"),
        ({(0, 0): -1}, "-1 mines"),
        ({(5, 5): 1}, "outside the 2x3 board"),
    ],
)
def test_layouts_that_cannot_be_are_refused(layout, message):
    with pytest.raises(ms.RuleError, match=message):
        ms.Game(2, 3, rules=ms.Rules(board="multi-2"), layout=layout)


@pytest.mark.parametrize("deal", ["fair", "forgiving", "cruel"])
def test_mines_that_are_dealt_agree_with_what_is_shown(deal: Any) -> None:
    """Whatever comes out is a layout that fits, and a guess is judged by its definition."""
    cells = list(product(range(2), range(3)))
    layouts = all_layouts(cells, 2, 3)
    for index in range(25):
        rules = ms.Rules("none", after_mine="continue", board="multi-2", deal=deal)
        game: ms.Game[Any] = ms.Game(2, 3, 3, rules, seed=3, index=index)
        for cell in sorted(cells, key=lambda cell: hash((cell, index))):
            known = signs(game)
            if cell in known or game.over:
                continue
            agreeing = [
                layout
                for layout in layouts
                if all(shows(layout, other) == sign for other, sign in known.items())
            ]
            with_mine = sum(layout[cell] > 0 for layout in agreeing)
            is_safe_cell_proved = any(
                not any(layout[other] for layout in agreeing) for other in set(cells) - known.keys()
            )
            risk = guess_risk(game.board, cell, deal)
            if with_mine == 0:
                assert risk == 0
            elif with_mine == len(agreeing) or is_safe_cell_proved:
                assert risk == 1
            elif deal == "fair":
                assert risk == Fraction(with_mine, len(agreeing))
            else:
                assert risk == (deal == "cruel")
            game.open(cell)
            assert (game.mines_in(cell) > 0) == (risk == 1) or 0 < risk < 1
            assert truth_of(game) in agreeing


def test_a_dealt_mine_is_one_or_several_by_the_layouts():
    """One cell that is no longer safe: it holds one mine in 2 of 3 layouts, two in the other."""
    times: Counter = Counter()
    for index in range(900):
        rules = ms.Rules("fixed:0,1", after_mine="continue", board="multi-2", deal="cruel")
        game: ms.Game[Any] = ms.Game(1, 4, 2, rules, seed=11, index=index)
        game.open((0, 1))
        if signs(game).get((0, 1)) != "1":
            continue
        shown = game.open((0, 0))  # cruel: a mine; then the other one is in (0,3)
        times[shown[0, 0]] += 1
    assert set(times) == {"*"}
    values: Counter = Counter()
    for index in range(900):
        rules = ms.Rules("none", after_mine="continue", board="multi-2", deal="cruel")
        first: ms.Game[Any] = ms.Game(1, 3, 2, rules, seed=12, index=index)
        values[first.open((0, 0))[0, 0]] += 1
    # With a mine in the first cell: 2 0 0, 1 1 0 and 1 0 1.
    assert abs(values["*2"] - 300) < 3 * (900 * 2 / 9) ** 0.5
    assert values["*"] + values["*2"] == 900


def test_games_are_saved_reviewed_and_scored(tmp_path):
    status, text, _ = run(
        "play", "--rules", "multi-2", "--shape", "5x5", "--mines", "6", "--seed", "4", "--json"
    )
    path = tmp_path / "game.jsonl"
    path.write_text(text)
    replay = parse(text)
    summary = json.loads(text.splitlines()[-1])
    assert replay.outcome == ("won" if summary["wins"] else "lost")
    assert run("review", str(path))[0] == status == 0
    game: ms.Game[Any] = ms.Game(4, 4, 6, ms.Rules("safe", board="multi-3"), seed=8)
    while not game.over:
        game.open(ms.analyze(game.board).best)
    again = parse(game.record())
    assert [step.shown for step in again.steps] == [step.shown for step in replay_of(game).steps]
    assert review(again).outcome == game.status == again.outcome
    assert review(again).mines_hit == game.mines_hit


def test_judge_plays_whole_layouts():
    """Which starts open all safe cells by proofs: against all layouts that agree, cell by cell."""
    cells = list(product(range(2), range(4)))
    layouts = all_layouts(cells, 2, 3)
    for truth in layouts[:: max(1, len(layouts) // 12)]:
        safe_cells = [cell for cell in cells if not truth[cell]]
        rows = [" ".join(shows(truth, (row, col)) for col in range(4)) for row in range(2)]
        board = ms.Board.parse("\n".join(["2x4x3 multi-2", *rows]))
        for start in safe_cells:
            opened = opened_by(truth, start)
            while True:
                agreeing = [
                    layout
                    for layout in layouts
                    if all(shows(layout, cell) == shows(truth, cell) for cell in opened)
                ]
                proved = {
                    cell
                    for cell in cells
                    if cell not in opened and not any(layout[cell] for layout in agreeing)
                }
                if not proved:
                    break
                for cell in proved:
                    opened |= opened_by(truth, cell)
            judgement = ms.judge(board, start)
            assert judgement.no_guess == (len(opened) == len(safe_cells))
