"""Games without hidden mines: what a guess meets, against brute force over all layouts."""

from __future__ import annotations

import json
import pickle
from collections import Counter
from fractions import Fraction
from functools import lru_cache
from itertools import combinations, product
from math import log10
from typing import Any

import pytest
from command import run
from depth import thorough
from oracle import around, models

import minesolver as ms
from minesolver.game.dealing import DEALS, guess_risk
from minesolver.game.review import replay_of, review
from minesolver.game.score import judged
from minesolver.game.series import Series
from minesolver.io.replays import parse


def _all_positions(rows: int, cols: int, mines: int) -> dict:
    """Every position of safe cells that some layout shows, with the layouts that agree with it."""
    cells = list(product(range(rows), range(cols)))
    agreeing: dict = {}
    for layout in map(frozenset, combinations(cells, mines)):
        clues = {cell: len(layout.intersection(around(*cell, rows, cols))) for cell in cells}
        safe = [cell for cell in cells if cell not in layout]
        for number in range(len(safe) + 1):
            for opened in combinations(safe, number):
                codes = dict.fromkeys(cells, -1) | {cell: clues[cell] for cell in opened}
                grid = tuple(tuple(codes[r, c] for c in range(cols)) for r in range(rows))
                agreeing.setdefault(grid, []).append(layout)
    return agreeing


def _risk(cell: tuple, mine_counts: dict, layout_count: int, deal: str) -> Fraction:
    """The rules of the game, from their definition, by the layouts in which each hidden cell is a mine."""
    with_mine = mine_counts[cell]
    if with_mine == 0:
        return Fraction(0)
    if with_mine == layout_count or 0 in mine_counts.values():
        return Fraction(1)
    return {
        "fair": Fraction(with_mine, layout_count),
        "forgiving": Fraction(0),
        "cruel": Fraction(1),
    }[deal]


@pytest.fixture
def analyzed_once(monkeypatch):
    """Each question about a position is asked of the same analysis of it."""
    monkeypatch.setattr("minesolver.game.dealing.analyze", lru_cache(maxsize=1)(ms.analyze))


def _compare(rows: int, cols: int, mines: int) -> int:
    positions = _all_positions(rows, cols, mines)
    for grid, layouts in positions.items():
        board = ms.Board.from_array([list(row) for row in grid], mines=mines)
        hidden = list(board.where(ms.HIDDEN))
        mine_counts = {cell: sum(cell in layout for layout in layouts) for cell in hidden}
        for cell, deal in product(hidden, DEALS[1:]):
            risk = _risk(cell, mine_counts, len(layouts), deal)
            assert guess_risk(board, cell, deal) == risk, (grid, cell, deal)
    return len(positions)


@pytest.mark.parametrize(("rows", "cols"), [(1, 4), (2, 2), (2, 3), thorough(3, 3)])
def test_every_guess_on_every_small_position_is_judged_as_by_brute_force(rows, cols, analyzed_once):
    assert sum(_compare(rows, cols, mines) for mines in range(1, rows * cols)) > 20


@pytest.mark.thorough
@pytest.mark.parametrize("mines", [1, 2])
def test_every_guess_on_every_position_of_three_by_four(mines, analyzed_once):
    assert _compare(3, 4, mines) > 4000


def _agrees(game: ms.Game) -> bool:
    """Whether the layout that goes on shows what the player was shown."""
    hits = {cell for cell in game.board.cells if game.board[cell] == ms.MINE}
    _, layouts = models(game.board.grid.tolist(), game.mines)
    return frozenset(game.layout) - hits in layouts


@pytest.mark.parametrize("deal", DEALS[1:])
def test_whatever_comes_out_some_layout_agrees(deal: Any) -> None:
    for index in range(12):
        rules = ms.Rules("none", after_mine="continue", deal=deal)
        game = ms.Game(3, 4, 4, rules, seed=2, index=index)
        for cell in sorted(game.board.cells, key=lambda cell: hash((cell, index))):
            if game.over or game.board[cell] != ms.HIDDEN:
                continue
            board, risk = game.board, guess_risk(game.board, cell, deal)
            game.open(cell)
            assert (game.board[cell] == ms.MINE) == (risk == 1) or 0 < risk < 1, (board, cell)
            assert _agrees(game)


@pytest.mark.parametrize("deal", ["fair", "forgiving", "cruel"])
def test_layouts_that_agree_stay_equally_likely(deal: Any) -> None:
    # After the corner, a guess at its side; the cells that are left are compared with all layouts.
    drawn: Counter = Counter()
    for index in range(1200):
        game = ms.Game(2, 3, 2, ms.Rules("none", "continue", deal=deal), seed=9, index=index)
        game.open((0, 0))
        if not game.over and game.board[0, 1] == ms.HIDDEN:
            game.open((0, 1))
        drawn[game.board, game.layout] += 1
    for board in {board for board, _ in drawn}:
        known_mines = frozenset(board.where(ms.MINE))
        layouts = [known_mines | layout for layout in models(board.grid.tolist(), 2)[1]]
        times_drawn = [drawn[board, layout] for layout in layouts]
        expected = max(1, sum(times_drawn) / len(layouts))
        chi = sum((number - expected) ** 2 / expected for number in times_drawn)
        assert chi < len(layouts) - 1 + 3.9 * (2 * len(layouts)) ** 0.5, board


def test_fair_guesses_hit_by_their_chance():
    hits = 0
    for index in range(2000):
        game = ms.Game(1, 4, 1, ms.Rules("none", deal="fair"), seed=4, index=index)
        game.open((0, 1))
        hits += game.lost
    assert abs(hits - 500) < 3 * (2000 * 0.25 * 0.75) ** 0.5


def test_a_fair_guess_beside_a_liar_hits_by_its_chance():
    """A 1 says 0 or 2 of the cells beside it, one layout each. That a liar shows it more often in one of them
    is no evidence for the player: were the layout kept from which it was drawn, a third would be hit."""
    guesses = hits = 0
    for index in range(900):
        rules = ms.Rules("fixed:0,1", "continue", board="liar", deal="fair")
        game: ms.Game[Any] = ms.Game(1, 5, 2, rules, seed=6, index=index)
        game.open((0, 1))
        if game.board[0, 1].value == 1:
            game.open((0, 0))
            guesses += 1
            hits += game.board[0, 0] == "*"
    assert guesses > 150
    assert abs(hits - guesses / 2) < 3 * (guesses / 4) ** 0.5


@pytest.mark.parametrize("deal", DEALS[1:])
def test_mines_are_as_many_as_there_are_whether_the_player_knows_it_or_not(deal: Any) -> None:
    for index in range(4):
        rules = ms.Rules("none", "continue", mine_count_known=False, deal=deal)
        game = ms.Game(3, 4, 4, rules, seed=2, index=index)
        for cell in game.board.cells:
            if not game.over and game.board[cell] == ms.HIDDEN:
                game.open(cell)
                assert _agrees(game)


def test_a_forgiving_game_is_won_by_who_proves_all():
    for index in range(30):
        game = ms.Game(9, 9, 20, ms.Rules("safe", deal="forgiving"), seed=1, index=index)
        while not game.over:
            game.open(ms.analyze(game.board).best)
        assert game.won


def test_a_needless_guess_is_punished():
    deal: Any
    for deal in DEALS[1:]:
        punished = 0
        for index in range(10):
            game = ms.Game(4, 4, 4, ms.Rules("fixed:0,0", deal=deal), seed=3, index=index)
            game.open((0, 0))
            analysis = ms.analyze(game.board)
            proved = analysis.safe | analysis.mines
            doubtful = [cell for cell in game.board.where(ms.HIDDEN) if cell not in proved]
            if analysis.safe and doubtful:
                game.open(doubtful[0])
                assert game.lost
                punished += 1
        assert punished


def test_a_move_taken_back_and_made_again_has_the_same_outcome():
    game = ms.Game(4, 4, 5, ms.Rules("none", "continue", deal="cruel"), seed=3)
    first_outcome = game.open((0, 0))
    second = game.open((2, 2))
    game.undo()
    assert game.open((2, 2)) == second
    game.undo()
    game.undo()
    assert game.open((0, 0)) == first_outcome


@pytest.mark.parametrize("rules", ["hex", "torus", "liar", "connected", "quad"])
@pytest.mark.parametrize("deal", DEALS[1:])
def test_under_rules(rules: str, deal: Any) -> None:
    game = ms.Game(4, 4, 5, ms.Rules("given", deal=deal, board=rules), seed=3)
    game.open(game.start)
    while not game.over:
        cell = ms.analyze(game.board).best
        risk = guess_risk(game.board, cell, deal)
        game.open(cell)
        assert game.is_mine(cell) == (risk == 1) or 0 < risk < 1
        assert game.layout in set(ms.analyze(game.board).layouts())
    assert deal != "forgiving" or game.won
    assert review(parse(game.record())).won == game.won


def test_saved_games_name_the_deal():
    game = ms.Game(4, 4, 3, ms.Rules("safe", deal="cruel"), seed=3)
    game.open((0, 0))
    assert json.loads(game.record().splitlines()[0])["deal"] == "cruel"
    assert "deal" not in ms.Rules().play_keys()
    parse(game.record())
    with pytest.raises(ms.BoardFormatError, match="deal is one of"):
        parse(game.record().replace("cruel", "kind"))


def test_what_cannot_be_dealt_is_refused():
    with pytest.raises(ms.RuleError, match="deal is one of"):
        ms.Rules(deal="kind")  # type: ignore[arg-type]
    with pytest.raises(ms.RuleError, match="needs hidden mines"):
        ms.Rules(deal="fair", win="flag")
    with pytest.raises(ms.RuleError, match="a layout is given"):
        ms.Game(1, 3, rules=ms.Rules(deal="fair"), layout=[(0, 1)])


def test_score_tells_the_luck_spent():
    # Four cells and a mine: three guesses of chances 3/4, 2/3 and 1/2, which are all survived.
    rules = ms.Rules("none", deal="forgiving")
    series = Series("safest", 1, 4, 1, rules, seed=1)
    score = judged(series.player(), [series.game(0)])
    summary = score.summary()
    assert summary["games won"].value == 1
    board, chance = ms.Board.hidden(1, 4, 1), 1.0
    game = series.game(0)
    while not game.over:
        cell = ms.analyze(board).best
        chance *= float(1 - ms.analyze(board).exact(cell))
        game.open(cell)
        board = game.board
    assert abs(10 ** -summary["luck spent, a game"].value - chance) < 1e-12
    assert summary["- needlessly"].value == 0
    assert summary["games won, luck removed"].value == 1


def test_command_deals():
    for deal, won in (("forgiving", 5), ("cruel", 0)):
        _, out, _ = run(
            "play", "--level", "6x6/15", "--deal", deal, "--games", "5", "--seed", "1", "--json"
        )
        assert json.loads(out.splitlines()[-1])["wins"] == won


def test_mines_is_a_number_and_deal_one_of_four():
    for words, message in (
        (("--mines", "fair"), "--mines"),
        (("--deal", "unfair"), "did you mean fair"),
    ):
        code, _, err = run("play", *words)
        assert code == 2
        assert message in err


def test_play_tells_the_luck_of_a_game():
    # (0, 0) is no mine in three of four layouts, and what it shows proves the rest: one guess of chance 3/4.
    rules = ("--level", "1x4/1", "--first-click", "none", "--deal", "forgiving", "--seed", "1")
    _, out, _ = run("play", *rules, "--luck")
    assert "luck 0.12 (one game in 1.33 survives these guesses)" in out
    _, out, _ = run("play", *rules, "--luck", "--json")
    assert json.loads(out.splitlines()[-1])["luck"] == pytest.approx(log10(4 / 3))
    code, _, err = run("play", *rules, "--luck", "--games", "2")
    assert code == 2
    assert "--luck shows one game" in err


def test_a_game_is_reviewed_as_its_record_is():
    for seed in range(8):
        game = ms.Game(5, 5, 6, ms.Rules("none", after_mine="continue"), seed=seed)
        game.open((2, 2))
        game.flag((0, 0))
        while not game.over:
            game.open(ms.analyze(game.board).best)
            for cell in list(game.board.cells):
                if not game.over and game.board[cell] in range(1, 9) and game.chord_cells(cell):
                    game.chord(cell)
        played, recorded = review(replay_of(game)), review(parse(game.record()))
        assert (played.luck, played.moves, played.proved) == (
            recorded.luck,
            recorded.moves,
            recorded.proved,
        )
        assert [guess.cells for guess in played.guesses] == [
            guess.cells for guess in recorded.guesses
        ]
        assert played.outcome == game.status


def test_games_in_play_are_pickled_with_their_deal():
    game = ms.Game(4, 4, 5, ms.Rules("safe", deal="fair"), seed=3)
    game.open((0, 0))
    copy = pickle.loads(pickle.dumps(game))
    cell = ms.analyze(game.board).best
    assert copy.open(cell) == game.open(cell)
