"""Policies: the game tree against expectimax written anew, published optima, laws, determinism."""

from __future__ import annotations

import json
from dataclasses import replace
from fractions import Fraction
from functools import cache
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
import rules_oracle
from hypothesis import given, settings
from hypothesis import strategies as st

import minesolver as ms
from minesolver import policies
from minesolver.cli import main
from minesolver.game import Rules
from minesolver.game.series import Series, good_start, play_compiled, play_series
from minesolver.kernel.core import LayoutTree
from minesolver.model.board import HIDDEN
from minesolver.policy.optimal import optimal
from minesolver.policy.policy import Search
from minesolver.policy.recommend import advise

NAMES = policies.names()


def around(rows, cols, r, c):
    beside_rows = range(max(0, r - 1), min(rows, r + 2))
    beside_cols = range(max(0, c - 1), min(cols, c + 2))
    return [cell for cell in product(beside_rows, beside_cols) if cell != (r, c)]


def layouts_of(rows, cols, mines):
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    for chosen in combinations(cells, mines):
        laid = set(chosen)
        yield tuple(
            9 if cell in laid else sum(neighbour in laid for neighbour in around(rows, cols, *cell))
            for cell in cells
        )


def expectimax(layouts):
    """Layouts won by the best play: every unopened cell tried, with no bound, order or merging at all."""
    n = len(layouts[0])

    @cache
    def best(indices, opened):
        if len(indices) == 1:
            return 1  # known to the last cell
        best_wins = 0
        for cell in range(n):
            if cell in opened:
                continue
            layouts_by_value: dict[Any, Any] = {}
            for i in indices:
                if layouts[i][cell] != 9:
                    layouts_by_value.setdefault(layouts[i][cell], []).append(i)
            best_wins = max(
                best_wins,
                sum(best(tuple(group), opened | {cell}) for group in layouts_by_value.values()),
            )
        return best_wins

    return best(tuple(range(len(layouts))), frozenset())


@settings(max_examples=40)
@given(st.data())
def test_game_tree_is_expectimax(data):
    rows, cols = data.draw(st.sampled_from([(1, 5), (2, 3), (3, 3), (2, 4)]))
    mines = data.draw(st.integers(1, 3))
    everything = list(layouts_of(rows, cols, mines))
    layouts = data.draw(st.lists(st.sampled_from(everything), min_size=1, max_size=7, unique=True))
    assert max(openings(layouts)) == expectimax(tuple(layouts))


def openings(layouts, wins_to_beat=-1, nodes=10**9):
    """Layouts won by the best play, by the cell that is opened first: by the game tree of a whole board."""
    shown_values = np.array(layouts, np.uint8)
    all_layouts = np.arange(len(shown_values), dtype=np.int32)
    tree = LayoutTree(shown_values, all_layouts[None, :], 1 << 8, False)
    return [
        tree.opening(all_layouts, cell, wins_to_beat, nodes)[0]
        for cell in range(shown_values.shape[1])
    ]


def test_bound_only_where_it_is_asked_for():
    layouts = list(layouts_of(3, 3, 2))
    won = max(openings(layouts))
    assert max(openings(layouts, won - 1)) == won
    assert max(openings(layouts, won)) <= won
    assert openings(layouts, nodes=1)[0] == -1


# Published, see README: nothing protected, only the first cell safe, the first cell a zero.
@pytest.mark.parametrize(
    ("rows", "cols", "mines", "none", "safe", "zero"),
    [
        (4, 4, 2, Fraction(102, 120), 0.971429, 1.0),
        (4, 4, 4, Fraction(961, 1820), 0.704029, 0.971429),
        (5, 4, 3, Fraction(864, 1140), 0.891641, 0.957576),
        (5, 5, 2, Fraction(266, 300), 0.963768, 0.971429),
        (6, 6, 2, Fraction(592, 630), 0.994958, 1.0),
    ],
)
def test_published_optima(rows, cols, mines, none, safe, zero):
    assert optimal(rows, cols, mines, "none").win_probability == none
    assert float(optimal(rows, cols, mines, "safe").win_probability) == pytest.approx(
        safe, abs=5e-7
    )
    assert float(optimal(rows, cols, mines, "zero").win_probability) == pytest.approx(
        zero, abs=5e-7
    )


def test_optimal_first_cells_are_all_and_only_the_best():
    optimum = optimal(3, 4, 2, "none")
    layouts = list(layouts_of(3, 4, 2))
    # By the other game tree, that of the policies.
    chooser = replace(
        policies.get("safest"), search=Search(tree_layouts=len(layouts), tree_nodes=10**6)
    ).chooser(3, 4)
    won = chooser.values(np.full((3, 4), -1, np.int8), 2, list(range(12)))[2]
    by_cell = {divmod(cell, 4): Fraction(count, len(layouts)) for cell, count in enumerate(won)}
    most_wins = max(by_cell.values())
    assert optimum.win_probability == most_wins
    assert set(optimum.best_first) == {
        cell for cell, chance in by_cell.items() if chance == most_wins
    }


def test_optimal_command(capsys):
    assert (
        main(
            [
                "optimal",
                "--rows",
                "4",
                "--cols",
                "4",
                "--mines",
                "4",
                "--first-click=none",
                "--json",
            ]
        )
        == 0
    )
    answer = json.loads(capsys.readouterr().out)
    assert answer["win_probability"] == "961/1820"
    assert {"best_first", "nodes", "seconds"} <= set(answer)


@pytest.mark.parametrize(
    ("words", "status", "says"),
    [
        ("--rows 30 --cols 16 --mines 99", 3, "layouts"),
        ("--rows 3 --cols 3 --mines 10", 2, "do not fit"),
        ("--rows 2 --cols 2 --mines 2 --first-click zero", 2, "no first click fits"),
        ("--rows 5 --cols 5 --mines 4 --nodes 10", 3, "not over"),
    ],
)
def test_optimal_says_what_is_wrong(capsys, words, status, says):
    assert main(["optimal", *words.split()]) == status
    output = capsys.readouterr()
    assert says in output.err
    assert output.err.count("\n") == 1
    assert output.out == ""


@cache
def stuck_boards(rows, cols, mines, number, first_click="safe", seed=4):
    """Positions of real games at their guesses."""
    boards: list[Any] = []
    for index in range(1000):
        game = Series("safest", rows, cols, mines, Rules(first_click=first_click), seed).game(index)
        game.open((0, 0))
        while not game.over and len(boards) < number:
            analysis = ms.analyze(game.board, "kernel")
            if not analysis.safe:
                boards.append(game.board)
                game.open(analysis.best)
                continue
            for cell in analysis.safe:
                if game.board[cell] == -1 and not game.over:
                    game.open(cell)
        if len(boards) >= number:
            return boards
    raise AssertionError("too few")


@pytest.mark.slow
@pytest.mark.parametrize("name", NAMES)
def test_recommend_is_lawful(name):
    for board in stuck_boards(9, 9, 10, 12) + stuck_boards(16, 16, 40, 3):
        analysis = ms.analyze(board, "elimination")
        recommendation = ms.recommend(board, name)
        assert not recommendation.proved
        assert recommendation.cell == recommendation.candidates[0].cell
        assert recommendation.cell not in analysis.mines
        for candidate in recommendation.candidates:
            assert board[candidate.cell] == -1
            assert candidate.safety == pytest.approx(
                1 - analysis.probability[candidate.cell], abs=1e-9
            )
            if candidate.outcomes:
                total = sum(outcome.chance for outcome in candidate.outcomes)
                assert total == pytest.approx(candidate.safety, abs=1e-9)
        if name in ("safest", "pseq") and not recommendation.exact:
            hidden = [c for c in board.where(-1) if c not in analysis.mines]
            assert 1 - recommendation.candidates[0].safety == pytest.approx(
                min(analysis.probability[c] for c in hidden), abs=1e-9
            )


def test_outcomes_are_what_opening_shows():
    """Chance and safe cells of each value, against the exact engine on the board with that value put in."""
    outcomes_compared = 0
    for board in stuck_boards(9, 9, 10, 12):
        base = ms.analyze(board, "elimination")
        recommendation = ms.recommend(board, "lookahead")
        if recommendation.exact:
            continue
        for candidate in recommendation.candidates[:3]:
            chance_of_a_clue = sum(outcome.chance for outcome in candidate.outcomes)
            assert chance_of_a_clue == pytest.approx(1 - base.probability[candidate.cell], abs=1e-9)
            outcomes_compared += len(candidate.outcomes)
            for outcome in candidate.outcomes:
                grid = np.array(board.grid)
                grid[candidate.cell] = outcome.value
                analysis_after = ms.analyze(
                    ms.Board.from_array(grid, mines=board.mines), "elimination"
                )
                assert outcome.chance == pytest.approx(
                    analysis_after.solutions / base.solutions, abs=1e-9
                )
                assert outcome.safe_cells == len(analysis_after.safe)
    assert outcomes_compared > 20


@pytest.mark.slow
def test_exact_recommendation_is_the_game_tree():
    """On a few layouts: each candidate's fraction against expectimax over the layouts that remain."""
    checked = 0
    for board in stuck_boards(4, 4, 4, 40):
        hidden = board.where(-1)
        if len(hidden) > 7:
            continue
        mines = board.mines - len(board.where(10))
        layouts = []
        for chosen in combinations(hidden, mines):
            laid = set(chosen) | set(board.where(10))
            clues = ((r, c) for r in range(4) for c in range(4) if 0 <= board[r, c] <= 8)
            if all(sum(k in laid for k in around(4, 4, *cell)) == board[cell] for cell in clues):
                layouts.append(
                    tuple(
                        9 if k in laid else sum(j in laid for j in around(4, 4, *k)) for k in hidden
                    )
                )
        if len(layouts) > 6:
            continue
        recommendation = ms.recommend(board, "strongest")
        if recommendation.proved or not recommendation.exact:
            continue
        checked += 1
        assert recommendation.candidates[0].exact == Fraction(
            expectimax(tuple(layouts)), len(layouts)
        )
        assert all(c.exact <= recommendation.candidates[0].exact for c in recommendation.candidates)
    assert checked >= 3


def variant(**search):
    """``strongest`` with parameters of its own."""
    strongest = policies.get("strongest")
    return replace(strongest, search=replace(strongest.search, **search))


def fitting(board):
    """All sets of mines that agree with a board."""
    hidden_cells, known_mines = board.where(-1), board.where(10)
    clues = [
        (cell, around(board.rows, board.cols, *cell))
        for value in range(9)
        for cell in board.where(value)
    ]
    for chosen in combinations(hidden_cells, board.mines - len(known_mines)):
        laid = {*chosen, *known_mines}
        if all(
            sum(k in laid for k in counted_cells) == board[cell] for cell, counted_cells in clues
        ):
            yield laid


def fifty_fifties(board, laid):
    """Cells of coin flips in a layout, with the other half and the mines that enclose them, by definition."""
    rows, cols = board.shape
    hidden = set(board.where(-1))

    def alone(flip):
        """Cells that touch an odd share of the flip: they would tell its sides apart."""
        sides = [flip[: len(flip) // 2], flip[len(flip) // 2 :]]
        for cell in ((r, c) for r in range(rows) for c in range(cols)):
            if cell not in flip:
                neighbour_cells = around(rows, cols, *cell)
                if sum(k in neighbour_cells for k in sides[0]) != sum(
                    k in neighbour_cells for k in sides[1]
                ):
                    yield cell

    for r, c in hidden:
        for flip in (
            [(r, c), (r, c + 1)],
            [(r, c), (r + 1, c)],
            [(r, c), (r + 1, c + 1), (r, c + 1), (r + 1, c)],
        ):
            half = len(flip) // 2
            if not (
                laid.issuperset(flip[:half])
                and hidden.issuperset(flip)
                and laid.isdisjoint(flip[half:])
            ):
                continue
            mines = set(alone(flip))
            if laid.issuperset(mines):
                yield flip, mines


def test_coin_flips_are_those_of_the_definition():
    """Their chances against all layouts; and no clue tells the two sides of one apart."""
    plain = variant(tree_layouts=0, min_relative_safety=0.5, solve_regions=False)
    cells_in_flips = 0
    for board in [
        *stuck_boards(4, 4, 4, 20),
        *stuck_boards(4, 5, 5, 20),
        *stuck_boards(3, 5, 5, 20),
    ]:
        layouts = list(fitting(board))
        if len(layouts) > 100:
            continue
        certain = set.intersection(*layouts)
        pairs: dict[Any, Any] = {}
        squares: dict[Any, Any] = {}
        for laid in layouts:
            for flip, walls in fifty_fifties(board, laid):
                swapped = laid ^ set(flip)
                assert swapped in layouts
                for cell in set(board.where(-1)) - laid - set(flip):
                    neighbour_cells = around(*board.shape, *cell)
                    assert sum(k in laid for k in neighbour_cells) == sum(
                        k in swapped for k in neighbour_cells
                    )
                enclosing = walls - certain
                if certain.intersection(flip) or len(enclosing) > 3:
                    continue
                if len(flip) == 2:
                    for cell in [*flip, *(enclosing if len(enclosing) == 1 else [])]:
                        pairs[cell] = pairs.get(cell, 0) + 1
                else:
                    chances = squares.setdefault(flip[0], {})
                    for cell in flip:
                        chances[cell] = chances.get(cell, 0) + 1
        for candidate in advise(board, plain).candidates:
            cell = candidate.cell
            chance = pairs.get(cell, 0) + max(
                (chances.get(cell, 0) for chances in squares.values()), default=0
            )
            chance = min(chance / len(layouts), candidate.safety, 1 - candidate.safety)
            assert candidate.fifty_fifty_risk == pytest.approx(chance, abs=0.01)
            cells_in_flips += chance > 0
    assert cells_in_flips > 20


def test_regions_by_themselves_are_their_game_tree():
    """Where a region is played by itself: it is one, and its values are those of expectimax."""
    by_region = variant(tree_layouts=0)
    checked = 0
    for board in stuck_boards(8, 8, 14, 60, seed=6):
        recommendation = advise(board, by_region)
        if recommendation is None or recommendation.candidates[0].region is None:
            continue
        mines = ms.analyze(board, "elimination").mines
        cells = [candidate.cell for candidate in recommendation.candidates]
        hidden = set(board.where(-1)) - mines
        clues = {k for cell in cells for k in around(8, 8, *cell) if 0 <= board[k] <= 8}
        assert all(set(around(8, 8, *cell)) & hidden <= set(cells) for cell in [*cells, *clues])
        known_cells = {*mines, *board.where(10)}
        layouts = []
        for laid in (set(chosen) for k in range(len(cells)) for chosen in combinations(cells, k)):
            if all(
                sum(k in laid or k in known_cells for k in around(8, 8, *cell)) == board[cell]
                for cell in clues
            ):
                layouts.append(laid)
        assert len({len(laid) for laid in layouts}) == 1
        if len(layouts) > 6 or len(cells) > 7:
            continue
        values = [
            tuple(
                9 if k in laid else sum(j in laid or j in known_cells for j in around(8, 8, *k))
                for k in cells
            )
            for laid in layouts
        ]
        assert recommendation.candidates[0].region == Fraction(
            expectimax(tuple(values)), len(layouts)
        )
        assert all(
            candidate.region <= recommendation.candidates[0].region
            for candidate in recommendation.candidates
        )
        checked += 1
    assert checked >= 3


@pytest.mark.parametrize("name", ["lookahead", "strongest"])
def test_proved_cells_before_any_guess(name):
    """In whole games: no proved mine is opened, and none guesses while a cell is proved safe."""
    for index in range(12):
        game = Series(name, 8, 8, 12, Rules(first_click="safe"), seed=21).game(index)
        player = Series(name, 8, 8, 12, Rules(first_click="safe"), seed=21).player()
        player.start(8, 8, 12, 0)
        while not game.over:
            move = player.move(game.board)
            if game.started and move.action == "open":
                analysis = ms.analyze(game.board, "elimination")
                assert move.cell not in analysis.mines
                assert (move.cell in analysis.safe) == bool(analysis.safe)
            (game.open if move.action == "open" else game.flag)(move.cell)


def test_recommend_where_nothing_is_to_guess():
    board = ms.Board.parse("##\n11\n00", mines=1)
    assert not ms.recommend(board).proved
    board = ms.Board.parse("01#\n01#\n01#", mines=1)  # the middle one: the others are safe
    recommendation = ms.recommend(board)
    assert recommendation.proved
    assert recommendation.cell in ms.analyze(board).safe
    assert recommendation.reason
    assert ms.recommend(ms.Board.parse("2x2x1\n1*\n11")).cell is None
    with pytest.raises(ms.UnknownNameError):
        ms.recommend(ms.Board.parse("##", mines=1), "cleverest")
    with pytest.raises(ms.InconsistentBoardError):
        ms.recommend(ms.Board.parse("2#\n##", mines=1))


def test_recommend_without_a_mine_total():
    recommendation = ms.recommend(ms.Board.parse("#####\n#111#\n#101#\n#111#\n#####", density=0.2))
    assert recommendation.cell is not None


@pytest.mark.parametrize("name", NAMES)
@pytest.mark.parametrize("first_click", ["none", "safe", "zero"])
def test_compiled_games_are_those_of_the_agent(name, first_click):
    series = Series(name, 9, 9, 12, Rules(first_click=first_click), seed=11)
    for index in range(12):
        fast, slow = play_compiled(series, index, 1), series.episode(index)
        assert (fast.wins, fast.guesses, fast.opened) == (
            slow.outcome == "won",
            slow.guesses,
            slow.opened,
        )


@pytest.mark.slow
@pytest.mark.parametrize("name", ["lookahead", "strongest"])
def test_same_result_for_any_jobs(name):
    series = Series(name, 8, 8, 10, Rules(first_click="safe"), seed=3)
    totals = []
    for jobs, batch in ((1, 50), (2, 7)):
        tallies = list(play_series(series, 80, jobs=jobs, batch=batch))
        totals.append(
            [sum(getattr(p, name) for p in tallies) for name in ("games", "wins", "guesses")]
        )
    assert totals[0] == totals[1]
    assert totals[0][0] == 80


@pytest.mark.slow
def test_looking_ahead_wins_more():
    """Paired on the same games; the gap is some seven standard errors."""
    rates = {}
    for name in ("safest", "lookahead"):
        series = Series(name, 8, 8, 12, Rules(first_click="safe"), seed=8)
        rates[name] = play_compiled(series, 0, 3000).win_rate
    assert rates["lookahead"] > rates["safest"]


def test_play_explains(capsys):
    assert main(["play", "--policy", "strongest", "--seed", "5", "--explain", "--json"]) == 0
    moves = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert moves[-1]["policy"] == "strongest"
    guesses = [move for move in moves[1:-1] if not move["proved"]]
    assert all(move["candidates"] for move in guesses)
    proved = [move for move in moves[:-1] if move["proved"] and move["action"] == "open"]
    assert not any("every layout that fits" in move["reason"] for move in proved)


def test_solve_recommends(capsys, tmp_path):
    path = tmp_path / "board.txt"
    path.write_text(str(stuck_boards(9, 9, 10, 1)[0]))
    assert main(["solve", str(path), "--recommend", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["recommend"]["candidates"][0]["cell"] == answer["recommend"]["cell"]
    assert main(["solve", str(path), "--recommend", "pseq"]) == 0
    assert "pseq: guess" in capsys.readouterr().out
    assert main(["solve", str(path), "--recommend", "cleverest"]) == 2


@pytest.mark.parametrize(
    ("size", "first_click", "start"),
    [
        ((16, 30, 99), "safe", (0, 0)),
        ((16, 30, 99), "zero", (3, 3)),  # measured: 0.3 points more than (2, 2)
        ((16, 16, 40), "zero", (2, 2)),  # and here 0.4 points more than (3, 3)
        ((9, 9, 10), "zero", (2, 2)),
        ((4, 4, 4), "zero", (1, 1)),
        ((16, 30, 99), "none", (0, 0)),
    ],
)
def test_the_start_is_the_one_that_wins_most(size, first_click, start):
    rules = Rules(first_click=first_click)
    assert good_start(rules, *size) == start
    rows, cols, mines = size
    player = Series("safest", rows, cols, mines, rules).player()
    player.start(rows, cols, mines, 0)
    grid = np.full(size[:2], HIDDEN, np.int8)
    assert player.move(ms.Board.from_array(grid, size[2])).cell == start


# -- boards under rules ---------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rules",
    ["wall", "negation", "knight", "modulo", "eyesight", "vanilla,unary", "partition,quad", "liar"],
)
def test_recommend_under_rules_is_the_game_tree(rules):
    size, mines = (3, 3), 3
    clue, *placements = rules.split(",")
    show = rules_oracle.CLUES[clue]
    everywhere = set(rules_oracle.cells(size))
    layouts = [
        laid
        for laid in map(set, combinations(sorted(everywhere), mines))
        if all(rules_oracle.PLACEMENTS[name](laid, size) for name in placements)
    ]
    for laid in layouts[:: max(1, len(layouts) // 4)]:
        start = min(everywhere - laid)
        text = min(show(start, laid, size))
        rows = [[text if (r, c) == start else "#" for c in range(3)] for r in range(3)]
        board = ms.Board.parse("\n".join(map(" ".join, rows)), mines, rules=rules)
        fits = [laid for laid in layouts if start not in laid and text in show(start, laid, size)]
        recommendation = ms.recommend(board, "strongest")
        if recommendation.proved:
            assert not any(recommendation.cell in laid for laid in fits)
            continue
        assert recommendation.exact == (clue != "liar")
        if not recommendation.exact:
            continue
        cells = sorted(everywhere - {start})
        table = [
            tuple(9 if c in laid else min(show(c, laid, size)) for c in cells) for laid in fits
        ]
        for candidate in recommendation.candidates:
            layouts_by_value: dict[Any, Any] = {}
            for row in table:
                layouts_by_value.setdefault(row[cells.index(candidate.cell)], []).append(row)
            won = sum(
                expectimax(tuple(group)) for value, group in layouts_by_value.items() if value != 9
            )
            assert candidate.exact == Fraction(won, len(fits)), (laid, candidate)
        assert recommendation.candidates[0].exact == max(
            candidate.exact for candidate in recommendation.candidates
        )


def test_where_only_probabilities_are_known_the_candidates_carry_them():
    board = ms.Board.parse("1##\n###\n##1", mines=3)
    recommendation = ms.recommend(board, policy="safest")
    risk = ms.analyze(board, engine="brute_force").probability
    for candidate in recommendation.candidates:
        assert candidate.safety == pytest.approx(1 - risk[candidate.cell])
        assert candidate.score == candidate.safety


def test_by_safety_the_safest_cells_come_first_and_proved_mines_are_none():
    # One mine is beside the clue, the other one in the last three cells.
    move = ms.recommend(ms.Board.parse("1x6x2\n#1####"), "safest")
    assert (move.cell, move.proved, move.exact) == ((0, 5), False, False)  # it has one neighbour
    assert [candidate.cell for candidate in move.candidates] == [(0, k) for k in (5, 3, 4, 0, 2)]
    safeties = [candidate.safety for candidate in move.candidates]
    assert safeties == pytest.approx([2 / 3] * 3 + [1 / 2] * 2)
    assert move.reason == "least mine probability, 0.333"
    # The clue has its mine; two of the other four cells hold the rest.
    move = ms.recommend(ms.Board.parse("1x6x3\n1#####"), "safest")
    assert {candidate.cell for candidate in move.candidates} == {(0, k) for k in (2, 3, 4, 5)}
    assert {candidate.safety for candidate in move.candidates} == {0.5}
    # No more than anybody reads.
    assert len(ms.recommend(ms.Board.hidden(5, 5, 4), "safest").candidates) == 20


def test_where_nothing_is_left_no_cell_is_recommended():
    for board in (ms.Board.parse("1x2x1\n1*"), ms.Board.parse("1#", mines=1)):
        move = ms.recommend(board)
        assert (move.cell, move.proved, move.exact) == (None, False, True)
        assert (move.candidates, move.reason) == ((), "no cell is left to open")
