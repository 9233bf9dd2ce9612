"""The player that saves clicks: it loses no winning chance, and stays close to the least on small boards."""

from __future__ import annotations

from fractions import Fraction
from itertools import combinations, pairwise, product

import pytest
from depth import thorough

import minesolver as ms
from minesolver.base.errors import RuleError
from minesolver.cli import main
from minesolver.cli.human import _hint
from minesolver.game import Game, Rules, play_episode
from minesolver.game.score import judged
from minesolver.game.series import Opening, Series, fits_kernel, play_compiled_games
from minesolver.model.layout import Layout
from minesolver.players import PLAYERS, Move
from minesolver.players.from_file import agent as agent_of_file
from minesolver.policy.clicks import click_plan
from minesolver.policy.optimal import optimal


def plan(rows, flags=()):
    board = ms.Board.parse("\n".join(rows))
    return click_plan(ms.analyze(board), flags)


# -- one position -----------------------------------------------------------------------------------------


ONE_FLAG = ["4x5x4", "01###", "011##", "001##", "001##"]
"""The 1 at (0,1) says that (0,2) is a mine, and the 1 at (1,2) then has three safe cells beside it."""


def test_a_flag_that_pays_is_set_for_its_chord():
    chosen = plan(ONE_FLAG)
    assert (chosen.is_chord, chosen.cell) == (True, (1, 2))
    assert chosen.flags == ((0, 2),)
    assert chosen.opens == ((0, 3), (1, 3), (2, 3))
    assert chosen.clicks == 2


def test_a_flag_that_is_set_costs_nothing_more():
    chosen = plan(ONE_FLAG, [(0, 2)])
    assert (chosen.is_chord, chosen.cell, chosen.flags) == (True, (1, 2), ())
    assert chosen.clicks == 1


def test_a_single_cell_is_opened_without_a_flag():
    chosen = plan(["1x3x1", "1##"])
    assert (chosen.is_chord, chosen.cell, chosen.flags) == (False, (0, 2), ())


def test_nothing_is_planned_where_nothing_is_safe():
    assert plan(["2x2x1", "1#", "##"]) is None


@pytest.mark.parametrize("index", range(12))
def test_a_plan_opens_safe_cells_and_flags_mines_only(index):
    game = Game(8, 8, 12, Rules("zero", after_mine="continue"), seed=5, index=index)
    player = PLAYERS.get("efficient").make()
    flagged: set[tuple[int, int]] = set()
    player.start(8, 8, 12, 0)
    chords = 0
    while not game.over:
        analysis = ms.analyze(game.board)
        chosen = click_plan(analysis, flagged) if game.started else None
        if chosen is None:
            game.open(analysis.best)
            continue
        assert set(chosen.opens) <= analysis.safe
        assert set(chosen.flags) <= analysis.mines - flagged
        for cell in chosen.flags:
            game.flag(cell)
            flagged.add(cell)
        before = game.opened
        if chosen.is_chord:
            assert set(game.chord_cells(chosen.cell)) == set(chosen.opens)
            game.chord(chosen.cell)
            chords += 1
        else:
            assert not chosen.flags
            game.open(chosen.cell)
        assert game.opened > before
    assert chords > 0


# -- a recommendation -------------------------------------------------------------------------------------


def test_a_recommendation_opens_a_safe_cell_and_says_how_to_click():
    advice = ms.recommend(ms.Board.parse("\n".join(ONE_FLAG)), "efficient")
    assert advice.proved
    assert advice.cell == (0, 3)
    assert advice.click == plan(ONE_FLAG)
    assert advice.move_text == "flag (0,2), then chord on (1,2)"
    assert advice.to_dict()["click"] == {
        "action": "chord",
        "cell": [1, 2],
        "flags": [[0, 2]],
        "opens": [[0, 3], [1, 3], [2, 3]],
    }


def test_known_mines_of_a_board_are_flags():
    flagged = [row.replace("01###", "01*##") for row in ONE_FLAG]
    advice = ms.recommend(ms.Board.parse("\n".join(flagged)), "efficient")
    assert advice.move_text == "chord on (1,2)"


def test_a_single_opening_has_its_proof_for_a_reason():
    advice = ms.recommend(ms.Board.parse("1##", mines=1), "efficient")
    assert advice.move_text == "open (0,2)"
    assert "(0,2)" in advice.reason


def test_a_guess_is_that_of_strongest():
    board = ms.Board.hidden(4, 4, 3)
    advice, strongest = ms.recommend(board, "efficient"), ms.recommend(board, "strongest")
    assert (advice.cell, advice.candidates) == (strongest.cell, strongest.candidates)
    assert advice.click is None
    assert "click" not in advice.to_dict()


def test_no_chord_opens_what_lies_beyond_a_cut_edge():
    rows = ["011##", "001##", "001##"]
    inside = ms.Board.parse("\n".join(["01*##", *rows]), cut="left,top")
    assert ms.recommend(inside, "efficient").move_text == "chord on (1,2)"
    at_the_edge = ms.Board.parse("\n".join(rows), cut="top")
    click = ms.recommend(at_the_edge, "efficient").click
    assert click is not None
    assert not click.is_chord


def test_under_rules_it_is_refused():
    board = ms.Board.parse("4x4x3 hex\n####\n ####\n####\n ####")
    with pytest.raises(RuleError, match="square boards"):
        ms.recommend(board, "efficient")


def test_the_command_says_what_to_click(capsys):
    assert main(["solve", "/".join(ONE_FLAG), "--recommend", "efficient"]) == 0
    assert "efficient: flag (0,2), then chord on (1,2): " in capsys.readouterr().out


def test_the_core_plays_the_same_games():
    series = Series("efficient", 9, 9, 12, Rules("safe"), seed=7)
    assert fits_kernel(series)
    compiled = [(game.won, game.guesses) for game in play_compiled_games(series, 0, 12)]
    episodes = [series.episode(index) for index in range(12)]
    assert compiled == [(episode.outcome == "won", episode.guesses) for episode in episodes]


# -- games ------------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows, cols, mines, most_above",
    [
        (3, 3, 2, 0.0),
        (3, 3, 3, 0.02),
        (3, 4, 3, 0.04),
        thorough(4, 4, 2, 0.04),
        thorough(4, 4, 3, 0.04),
    ],
)
def test_it_wins_what_best_play_wins_with_few_more_clicks(rows, cols, mines, most_above):
    """Every layout is played; the yardstick is the exact least."""
    best = optimal(rows, cols, mines, "safe", objective="clicks")
    start = best.best_first[0]
    player = PLAYERS.get("efficient").make()
    won = clicks = 0
    for layout in combinations(product(range(rows), range(cols)), mines):
        if start not in layout:
            game = Game(rows, cols, rules=Rules("safe"), layout=layout)
            won += play_episode(game, Opening(player, Move(start))).outcome == "won"
            clicks += game.won * len(game.moves)
    assert won == best.wins
    assert best.expected is not None
    assert best.expected <= Fraction(clicks, won) <= best.expected * (1 + Fraction(most_above))


def efficiency(name, games):
    """3BV / clicks over games that go on after a mine, so that all are played to their end."""
    series = Series(name, 9, 9, 10, Rules("safe", after_mine="continue"), seed=3)
    three_bv = clicks = 0
    for index in range(games):
        game = series.game(index)
        assert play_episode(game, series.player()).outcome == "won"
        assert game.layout is not None
        three_bv += Layout(9, 9, game.layout).numbers["3BV"]
        clicks += sum(move.action != "flag" or name == "efficient" for move in game.moves)
    return three_bv / clicks


def test_it_takes_far_fewer_clicks_than_opening_cell_by_cell():
    """Flags of the other player are not counted."""
    assert efficiency("efficient", 25) > 1.2 * efficiency("safest", 25)


def test_every_flag_is_followed_by_its_chord():
    series = Series("efficient", 16, 16, 40, Rules("zero", after_mine="continue"), seed=2)
    moves = series.episode(0, keep_moves=True).moves
    assert {move.action for move in moves} == {"open", "flag", "chord"}
    for move, following in pairwise(moves):
        if move.action == "flag":
            assert following.action in ("flag", "chord")
        if move.action == "chord":
            assert move.proved
            assert move.shown
            assert not set(move.shown.values()) & {10}


def test_its_guesses_are_those_of_strongest():
    rules = Rules("safe")
    for index in range(6):
        efficient = Series("efficient", 8, 8, 14, rules, seed=4).episode(index, keep_moves=True)
        strongest = Series("strongest", 8, 8, 14, rules, seed=4).episode(index, keep_moves=True)
        guesses = [
            [move.cell for move in episode.moves if not move.proved]
            for episode in (efficient, strongest)
        ]
        assert guesses[0] == guesses[1]
        assert efficient.outcome == strongest.outcome


def test_all_cells_that_a_chord_opens_are_judged():
    series = Series("efficient", 9, 9, 10, Rules("safe"), seed=1)
    score = judged(series.player(), [series.game(index) for index in range(4)])
    assert not score.false_claims
    assert score.summary()["proved moves found"].value == 1.0


# -- players of others that chord -------------------------------------------------------------------------

CHORDER = """
import minesolver as ms
from minesolver.players import Move

class Player:
    def start(self, rows, cols, mines, seed):
        self.moves = [MOVES]

    def move(self, board):
        return self.moves.pop(0) if self.moves else None
"""


def test_a_player_of_a_file_may_chord(tmp_path):
    file = tmp_path / "chorder.py"
    moves = 'Move((0, 0)), Move((0, 1), "flag"), Move((0, 0), "chord")'
    file.write_text(CHORDER.replace("MOVES", moves))
    game = Game(2, 2, rules=Rules("none"), layout=[(0, 1)])
    episode = play_episode(game, agent_of_file(str(file), lambda: PLAYERS.get("cs50")).make())
    assert episode.outcome == "won"
    assert episode.guesses == 2  # nobody said that the chord was proved


@pytest.mark.parametrize(
    "moves, message",
    [
        ('Move((0, 0), "chord")', "a chord is on an open clue, and (0,0) is hidden"),
        ('Move((0, 0)), Move((0, 0), "chord")', "the clue 1 at (0,0) has 0 flags around it"),
    ],
)
def test_a_chord_that_cannot_be_is_one_line(moves, message, tmp_path, capsys):
    file = tmp_path / "wrong.py"
    file.write_text(CHORDER.replace("MOVES", moves))
    words = ["play", "--policy", str(file), "--level=2x2/1", "--games=9"]
    assert main([*words, "--seed=1"]) == 2
    assert message in capsys.readouterr().err


# -- a person's hint --------------------------------------------------------------------------------------


def test_the_hint_names_the_chord_that_saves_clicks():
    game = Game(4, 5, rules=Rules("none"), layout=[(0, 2), (1, 4), (3, 3), (3, 4)])
    game.open((0, 0))
    opened = "chord on (1,2), which opens (0,3) (1,3) (2,3)"
    assert _hint(game).splitlines()[-1] == f"fewest clicks: flag (0,2), then {opened}"
    game.flag((0, 2))
    assert _hint(game).splitlines()[-1] == f"fewest clicks: {opened}"
    game.flag((1, 3))  # a wrong flag, which keeps the chord from opening
    assert "chord" not in _hint(game)
