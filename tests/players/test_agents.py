"""The agents at play: lawful, honest, reproducible, and as good as their documents say."""

from __future__ import annotations

import ast
import math
import statistics
import subprocess
import sys
from itertools import pairwise, product
from pathlib import Path

import depth
import numpy as np
import pytest

import minesolver as ms
from minesolver import policies
from minesolver.base.errors import InconsistentBoardError, UnknownNameError
from minesolver.game import Game, Rules, play_episode
from minesolver.layers import LAYERS, deduce
from minesolver.model.board import Board
from minesolver.players import PLAYERS
from minesolver.players.knowledge_player import KnowledgePlayer
from minesolver.sources import search
from minesolver.sources.document_rules import DECISION, FLAGGING, INFERENCE, SEARCH
from minesolver.sources.search import Evidence, evidence_at, goal_test, infer, move_gen

NAMES = PLAYERS.names()
ORDINARY = Rules()
UNTOLD = Rules("safe", "continue", "open", "cascade", mine_count_known=False)


def episodes(name, size, mines, rules, games, seed=1, keep_moves=False):
    return [
        play_episode(
            Game(size, size, mines, rules, seed=seed, index=index),
            PLAYERS.get(name).make(),
            keep_moves=keep_moves,
        )
        for index in range(games)
    ]


def mean_and_error(values):
    return statistics.mean(values), statistics.stdev(values) / math.sqrt(len(values))


# -- registry -------------------------------------------------------------------------------------------


def run_python(code):
    return subprocess.run(
        [sys.executable, "-c", code], capture_output=True, text=True, check=True
    ).stdout.strip()


def test_listing_imports_no_agent():
    code = (
        "import sys; from minesolver.players import PLAYERS; PLAYERS.names(); "
        "print([m for m in sys.modules if m.startswith('minesolver.players.')])"
    )
    assert run_python(code) == "['minesolver.players.player']"


def test_hidden_mines_are_out_of_reach():
    """No agent's module names the game."""
    modules = {type(PLAYERS.get(name).make()).__module__ for name in NAMES}
    assert "minesolver.players.safest" in modules
    for name in modules:
        imported = [
            node.module or ""
            for node in ast.walk(ast.parse(Path(sys.modules[name].__file__).read_text()))
            if isinstance(node, ast.ImportFrom)
        ]
        assert imported
        assert not [module for module in imported if "game" in module.split(".")], name


@pytest.mark.parametrize("name", NAMES)
def test_declared(name):
    agent = PLAYERS.get(name)
    assert agent.name == name
    assert agent.description
    assert agent.source


def test_unknown_name():
    with pytest.raises(UnknownNameError, match="advanced_total"):
        PLAYERS.get("cheater")


# -- laws of every agent --------------------------------------------------------------------------------


def players_and_rules():
    """Each player under all rules: in a quick run under two of the six, the next player under two others."""
    all_rules = (ORDINARY, INFERENCE, SEARCH, FLAGGING, DECISION, UNTOLD)
    for (player_number, name), (rules_number, rules) in product(
        enumerate(NAMES), enumerate(all_rules)
    ):
        is_quick = (player_number + rules_number) % 3 == 0
        case = pytest.param if is_quick else depth.thorough
        yield case(name, rules)


@pytest.mark.parametrize("name, rules", list(players_and_rules()), ids=str)
def test_plays_by_any_rules_and_proves_only_what_is_true(name, rules):
    for index in range(2):
        game = Game(4, 6, 5, rules, seed=8, index=index)
        episode = play_episode(game, PLAYERS.get(name).make())
        if rules.after_mine == "continue":
            assert episode.outcome == "won"
            if rules.win == "open":
                assert episode.opened == 19
        assert episode.deduced_mines + episode.mines_hit <= 5
        assert episode.guesses >= 1 or rules.start is not None
        for move in episode.moves:
            if move.proved:
                assert game.is_mine(move.cell) == (move.action == "flag"), move
                assert move.probability == float(move.action == "flag")
            assert move.reason
            assert move.engine
            assert move.rule
            assert move.action == "open" or move.proved
        flags = [move.cell for move in episode.moves if move.action == "flag"]
        assert len(flags) == len(set(flags))


@pytest.mark.parametrize("name", NAMES)
def test_reproducible(name):
    def play(seed):
        game = Game(6, 6, 9, INFERENCE, seed=seed)
        return [(m.cell, m.action) for m in play_episode(game, PLAYERS.get(name).make()).moves]

    assert play(5) == play(5)
    without_chance = ("bfs", "dfs", "best_first", "best_first_literal", "efficient")
    if name not in (*without_chance, *policies.names()):  # these start at a corner
        board, first_cells = Board(np.full((6, 6), -1), 9), set()
        for seed in range(20):
            player = PLAYERS.get(name).make()
            player.start(6, 6, 9, seed)
            first_cells.add(player.move(board).cell)
        assert len(first_cells) > 1


@pytest.mark.parametrize("name", NAMES)
def test_a_player_can_play_again(name):
    player = PLAYERS.get(name).make()
    first_game = play_episode(Game(4, 5, 5, INFERENCE, seed=2), player)
    play_episode(Game(3, 6, 4, INFERENCE, seed=3), player)
    third_game = play_episode(Game(4, 5, 5, INFERENCE, seed=2), player)
    assert [m.cell for m in third_game.moves] == [m.cell for m in first_game.moves]


@pytest.mark.parametrize("name", NAMES)
def test_the_agents_choices_do_not_depend_on_the_hidden_layout(name):
    """Where two games look alike so far, the agent moves alike: it has nothing else to go by."""
    first_game = Game(
        2, 6, rules=Rules(after_mine="continue", reveal="single"), layout=[(0, 2), (1, 5)]
    )
    second_game = Game(
        2, 6, rules=Rules(after_mine="continue", reveal="single"), layout=[(0, 2), (0, 5)]
    )
    players = [PLAYERS.get(name).make(), PLAYERS.get(name).make()]
    for player in players:
        player.start(2, 6, 2, 77)
    while first_game.board == second_game.board and not first_game.over:
        moves = [player.move(first_game.board) for player in players]
        assert moves[0] == moves[1]
        for game in (first_game, second_game):
            getattr(game, moves[0].action)(moves[0].cell)


@pytest.mark.parametrize("name", NAMES)
def test_no_move_on_a_finished_board(name):
    player = PLAYERS.get(name).make()
    player.start(1, 2, 1, 0)
    board = Board([[1, 10]], 1)
    assert player.move(board) is None


# -- the inference report's agents ----------------------------------------------------------------------


@pytest.mark.parametrize("size", [5, 10])
def test_all_mines(size):
    """Density 1: nothing without the total; with it, all but the first cell."""
    everywhere = size * size
    for name in ("baseline", "basic", "advanced"):
        (episode,) = episodes(name, size, everywhere, INFERENCE, 1)
        assert episode.score == 0
        assert (episode.mines_hit, episode.guesses) == (everywhere, everywhere)
    (episode,) = episodes("advanced_total", size, everywhere, INFERENCE, 1)
    assert episode.score == 100 * (everywhere - 1) / everywhere
    assert (episode.mines_hit, episode.guesses) == (1, 1)


@pytest.mark.parametrize(
    "name, reported, deviation",
    [
        ("baseline", 54.35, 2.9),
        ("basic", 62, 2.3),
        ("advanced", 63.95, 2.0),
        ("advanced_total", 78.225, 1.5),
    ],
)
def test_reported_scores_at_density_one_half(name, reported, deviation, thorough):
    """40x40; the reported means fit averages of 5 boards. ``deviation``: of one board's score, over 16."""
    games = 2 if thorough else 1
    mean = statistics.mean(e.score for e in episodes(name, 40, 800, INFERENCE, games))
    assert abs(mean - reported) < 4 * deviation * math.sqrt(1 / games + 1 / 5)


@pytest.mark.slow
def test_more_inference_scores_more_and_guesses_less():
    games = 10
    played = {
        name: episodes(name, 14, 80, INFERENCE, games)
        for name in ("uniform_random", "baseline", "basic", "advanced", "advanced_total", "safest")
    }
    order = list(played.values())
    assert not any(e.score for e in played["uniform_random"])
    for weaker, stronger in pairwise(order):
        gain, error = mean_and_error(
            [b.score - a.score for a, b in zip(weaker, stronger, strict=True)]
        )
        assert gain > -2 * error
        fewer_guesses, error = mean_and_error(
            [a.guesses - b.guesses for a, b in zip(weaker, stronger, strict=True)]
        )
        assert fewer_guesses > -2 * error
    for weaker, stronger in (
        ("uniform_random", "baseline"),
        ("baseline", "advanced"),
        ("advanced", "safest"),
    ):
        gain, error = mean_and_error(
            [b.score - a.score for a, b in zip(played[weaker], played[stronger], strict=True)]
        )
        assert gain > 3 * error


@pytest.mark.slow
def test_average_likelihood_beats_the_maximum_only_where_the_board_equation_counts():
    """The maximum with the board equation in it says nothing below the overall density."""
    games = 12
    played = {
        name: [e.score for e in episodes(name, 15, 112, INFERENCE, games)]
        for name in ("likelihood_max_total_board", "likelihood_average_total_board")
    }
    gain, error = mean_and_error([b - a for a, b in zip(*played.values(), strict=True)])
    assert gain > 3 * error


@pytest.mark.parametrize(
    "name, total",
    [("likelihood_max", False), ("likelihood_average_total", True), ("advanced_total", True)],
)
def test_stuck_choice_is_among_the_least(name, total):
    board = Board.parse("1##2#\n#####\n#####", mines=4)
    likely_third, bottom_row = {(0, 1), (1, 0), (1, 1)}, {(2, c) for c in range(5)}
    chosen = set()
    for seed in range(120):
        player = PLAYERS.get(name).make()
        player.start(3, 5, 4, seed)
        move = player.move(board)
        assert not move.proved
        assert move.random == (move.probability is None)
        if move.cell in bottom_row and not total:
            assert move.random
        else:
            assert move.probability == pytest.approx(4 / 13 if total else 1 / 3)
        chosen.add(move.cell)
    assert chosen == (bottom_row if total else likely_third | bottom_row)


def test_first_cell_is_picked_before_anything_is_inferred():
    player = PLAYERS.get("advanced_total").make()
    player.start(2, 2, 4, 0)
    move = player.move(Board(np.full((2, 2), -1), 4))
    assert (move.action, move.proved) == ("open", False)


@pytest.mark.parametrize("layer", list(LAYERS))
def test_a_player_of_any_layer_plays_what_that_layer_proves(layer):
    """Never a guess where the layer proves a safe cell on the board as it is seen."""
    proved = 0
    for index in range(6):
        game = Game(8, 8, 10, UNTOLD, seed=12, index=index)
        player = KnowledgePlayer(layer)
        player.start(8, 8, None, index)
        while not game.over:
            board = game.board
            deduction = deduce(board, layer, total=False)
            move = player.move(board)
            if move.action == "flag":
                assert game.is_mine(move.cell)
                game.flag(move.cell)
                continue
            if (board.grid != -1).any() and deduction.safe:
                assert move.proved
            proved += move.proved
            if move.proved:
                assert not game.is_mine(move.cell)
            game.open(move.cell)
    assert proved > 0 or layer == "intersection"  # which concludes mines only


def test_local_form_goes_on_with_what_it_knew():
    """The 0 comes last; the sets of the earlier clues then give all but (0,0) and (1,0)."""
    player = KnowledgePlayer("local_subset")
    player.start(2, 6, None, 0)
    player.move(Board.parse("##1###\n######"))
    move = player.move(Board.parse("##11##\n######"))
    assert not move.proved
    assert player.move(Board.parse("##1110\n######")).proved
    assert set(player.inference.mines) == {(1, 3)}
    assert set(player.inference.safe) == {(0, 1), (1, 1), (1, 2), (1, 4), (1, 5)}


def test_moves_name_their_engine_and_rule():
    moves = {}
    for name in ("advanced_total", "safest", "bfs", "cs50", "strongest"):
        (episode,) = episodes(name, 8, 12, INFERENCE, 1, seed=3, keep_moves=True)
        moves[name] = {(m.engine, m.rule, m.proved) for m in episode.moves}
    proofs = {("layered", rule, True) for rule in ("baseline", "subset", "intersection")}
    assert moves["advanced_total"] <= proofs | {("layered", "least average likelihood", False)}
    assert len(moves["advanced_total"] & proofs) >= 2
    assert moves["safest"] == {("auto", "every layout", True), ("auto", "least probability", False)}
    assert moves["bfs"] <= {("breadth first", rule, False) for rule in ("oldest first", "uniform")}
    assert moves["cs50"] == {("cs50", "sentences", True), ("cs50", "uniform", False)}
    assert ("auto", "strongest", False) in moves["strongest"]


def test_log_of_a_player():
    player = PLAYERS.get("advanced").make(trace=True)
    play_episode(Game(4, 4, 5, INFERENCE, seed=6), player)
    assert isinstance(player, KnowledgePlayer)
    rules = {step.rule for step in player.inference.trace}
    assert rules == {"baseline", "subset", "intersection"}
    assert any(step.knowledge for step in player.inference.trace)


# -- the search report's agents -------------------------------------------------------------------------


def test_move_gen_and_goal_by_hand():
    assert move_gen(Board.parse("UU\nUM", format="umt")) == set()
    assert move_gen(Board.parse("1U\nUM", format="umt")) == {(0, 1), (1, 0), (1, 1)}
    assert move_gen(Board.parse("1U\nUT", format="umt")) == {
        (0, 1),
        (1, 0),
    }  # a mine that was hit is no move
    assert move_gen(Board.parse("1UU\nUMU\nUUU", format="umt")) == {(0, 1), (1, 0), (1, 1)}
    # And leads nowhere.
    assert move_gen(Board.parse("TUU\nUUU\nUU0", mines=1, format="umt")) == {(1, 1), (1, 2), (2, 1)}
    for text, reached in (("UU\nUM", False), ("11\n1M", True), ("11\n1T", True), ("11\nUT", False)):
        assert goal_test(Board.parse(text, mines=1, format="umt")) is reached
    assert not goal_test(Board.parse("111\n1M1\n11U", format="umt"))
    assert goal_test(Board.parse("111\n1M1\n111", format="umt"))
    with pytest.raises(ValueError, match="mine count"):
        goal_test(Board.parse("11\n1#"))


def test_evidence_with_two_mines():
    """(1,0) shows two mines, (0,0) two: unique."""
    around_second_cell = Evidence(frozenset({(0, 0), (2, 0), (1, 1), (0, 1), (2, 1)}), 2)
    opened = Evidence(frozenset({(1, 0)}), 0)
    around_corner = Evidence(frozenset({(0, 1), (1, 0), (1, 1)}), 2)
    assert (len(around_second_cell), len(opened)) == (5, 1)
    safe, mines = infer([around_second_cell, opened, around_corner])
    assert mines == {(0, 1), (1, 1)}
    assert safe == {(0, 0), (1, 0), (2, 0), (2, 1)}


def test_evidence_written_as_in_the_report():
    """Its example, e1 to e4, in its own spelling: lists of cells and a mineCount."""
    e1 = Evidence(cells=[(0, 0), (2, 0), (1, 1), (0, 1), (2, 1)], mineCount=2)
    e2 = Evidence(cells=[(1, 0)], mineCount=0)
    e3 = Evidence(cells=[(0, 1), (1, 0), (1, 1)], mineCount=2)
    e4 = Evidence(cells=[(0, 1), (1, 1)], mineCount=2)
    assert (len(e1), len(e2), len(e3)) == (5, 1, 3)
    assert e2.isSubset(e3)
    assert not e3.isSubset(e1)
    assert Evidence(e3.cells - e2.cells, e3.mines - e2.mines) == e4 == Evidence({(1, 1), (0, 1)}, 2)
    # Its pseudo-code keeps a set of them.
    assert len({e4, Evidence([(1, 1), (0, 1)], mineCount=2), e1}) == 2
    assert (e4.mines, e4.mineCount) == (2, 2)
    assert infer([e1, e2, e3]) == infer([e1, e2, e3, e4])
    safe, mines = infer([e1, e2, e3])
    assert mines == set(e4.cells)
    assert safe == {(0, 0), (1, 0), (2, 0), (2, 1)}
    for wrong in ({}, {"mines": 1, "mineCount": 1}):
        with pytest.raises(TypeError, match="one mine count"):
            Evidence([(0, 0)], **wrong)


def test_evidence_with_three_mines():
    """With the stated clue 3 one of (2,0), (2,1) is a mine, so neither may be called safe."""
    around_second_cell = Evidence(frozenset({(0, 0), (2, 0), (1, 1), (0, 1), (2, 1)}), 3)
    visited = [Evidence(frozenset({cell}), 0) for cell in ((0, 0), (1, 0))]
    around_corner = Evidence(frozenset({(0, 1), (1, 0), (1, 1)}), 2)
    safe, mines = infer([around_second_cell, *visited, around_corner])
    assert mines == {(0, 1), (1, 1)}
    assert safe == {(0, 0), (1, 0)}


def test_evidence_of_equal_sets_ends():
    evidence = Evidence(frozenset({(0, 0), (0, 1)}), 1)
    assert infer([evidence, evidence, Evidence(frozenset(), 0)]) == (set(), set())
    assert infer([]) == (set(), set())
    with pytest.raises(InconsistentBoardError):
        infer([evidence, Evidence(evidence.cells, 2)])


def test_evidence_of_an_opened_cell():
    board = Board.parse("2T\nUU", mines=2)
    assert evidence_at(board, (0, 0)) == (
        Evidence(frozenset({(1, 0), (1, 1)}), 1),
        Evidence(frozenset({(0, 0)}), 0),
    )
    with pytest.raises(ValueError, match="not an opened"):
        evidence_at(board, (0, 1))


def test_search_orders():
    """On a 3x3 board without mines around the start: the queue keeps rings, the stack dives."""
    rules = Rules("fixed:0,0", "continue", "open", "single")
    orders = {
        name: [
            m.cell
            for m in play_episode(
                Game(3, 3, rules=rules, layout=[(2, 2)]), PLAYERS.get(name).make()
            ).moves
        ]
        for name in ("bfs", "dfs")
    }
    assert orders["bfs"] == [(0, 0), (0, 1), (1, 0), (1, 1), (0, 2), (1, 2), (2, 0), (2, 1)]
    assert orders["dfs"][:3] == [(0, 0), (1, 1), (2, 2)]


@pytest.mark.parametrize("name", ["bfs", "dfs"])
def test_search_starts_at_the_corner_and_jumps_when_enclosed(name):
    rules = Rules("none", "continue", "open", "single")
    layout = [(0, 1), (1, 0), (1, 1)]
    episode = play_episode(Game(3, 3, rules=rules, layout=layout, seed=4), PLAYERS.get(name).make())
    assert episode.moves[0].cell == (0, 0)
    assert {m.cell for m in episode.moves[1:4]} == set(layout)
    assert episode.moves[4].random
    assert episode.random_picks == 1
    assert (episode.opened, episode.mines_hit) == (6, 3)


@pytest.mark.slow
@pytest.mark.parametrize("size, mines, games", [(6, 8, 150), (20, 40, 30)])
@pytest.mark.parametrize("name", ["bfs", "dfs"])
def test_blind_search_visits_what_chance_says(name, size, mines, games):
    """In an order that has nothing to do with the mines, m / (safe cells but the start + 1) are left over."""
    played = episodes(name, size, mines, SEARCH, games)
    mean, error = mean_and_error([e.visited for e in played])
    cells = size * size
    assert abs(mean - (cells - mines / (cells - mines))) < 5 * error
    assert all(e.opened == cells - mines <= e.visited <= cells for e in played)


@pytest.mark.slow
@pytest.mark.parametrize(
    "name, size, mines, games, expected, margin",
    [
        ("best_first", 6, 8, 150, 29.03, 0.02),
        ("best_first_literal", 6, 8, 150, 29.66, 0.05),
        ("best_first", 20, 40, 10, 360.08, 0.05),
    ],
)
def test_best_first_visits_little_more_than_the_safe_cells(
    name, size, mines, games, expected, margin
):
    """``expected``: from a separate simulation, itself with an error of about ``margin``."""
    played = episodes(name, size, mines, SEARCH, games)
    mean, error = mean_and_error([e.visited for e in played])
    assert abs(mean - expected) < 4 * error + 2 * margin
    assert mean >= size * size - mines


def test_literal_best_first_steps_on_proved_mines():
    literal = episodes("best_first_literal", 6, 12, SEARCH, 60, keep_moves=True)
    flagged_then_opened = 0
    for episode in literal:
        flags = {m.cell for m in episode.moves if m.action == "flag"}
        flagged_then_opened += sum(m.cell in flags for m in episode.moves if m.action == "open")
    assert flagged_then_opened > 0
    for episode in episodes("best_first", 6, 12, SEARCH, 60, keep_moves=True):
        flags = {m.cell for m in episode.moves if m.action == "flag"}
        assert not any(m.cell in flags for m in episode.moves if m.action == "open")


def test_best_first_is_no_worse_than_blind_search():
    best = statistics.mean(e.mines_hit for e in episodes("best_first", 8, 12, SEARCH, 60))
    blind = statistics.mean(e.mines_hit for e in episodes("bfs", 8, 12, SEARCH, 60))
    assert best < blind - 3


def test_best_first_starts_at_the_corner():
    player = search.BestFirstPlayer()
    player.start(3, 3, 2, 5)
    assert player.move(Board(np.full((3, 3), -1), 2)).cell == (0, 0)


# -- the others -----------------------------------------------------------------------------------------


def test_safest_takes_the_least_exact_risk():
    """The discussion example with four mines is decided; one mine beside a 1 is a guess of 1/3."""
    player = PLAYERS.get("safest").make()
    player.start(3, 3, 4, 0)
    board = Board.parse("1#2\n###\n#3#", mines=4)
    moves = [player.move(board) for _ in range(6)]
    assert {m.cell for m in moves if m.action == "flag"} == {(0, 1), (1, 2), (2, 0), (2, 2)}
    assert {m.cell for m in moves if m.action == "open"} == {(1, 0), (1, 1)}
    guess = Board.parse("1#\n##", mines=1)
    player.start(2, 2, 1, 0)
    move = player.move(guess)
    assert (move.proved, move.probability) == (False, pytest.approx(1 / 3))


def test_safest_wins_more_than_chance():
    games = 60
    safest = sum(e.outcome == "won" for e in episodes("safest", 8, 10, ORDINARY, games))
    chance = sum(e.outcome == "won" for e in episodes("uniform_random", 8, 10, ORDINARY, games))
    assert safest > 0.5 * games
    assert chance < 0.2 * games


def test_cs50_flags_its_way_to_a_win():
    rules = Rules("safe", "continue", "flag", "single")
    for episode in episodes("cs50", 5, 4, rules, 10, keep_moves=True):
        assert episode.outcome == "won"
        assert episode.deduced_mines + episode.mines_hit == 4
    solved = [e for e in episodes("cs50", 5, 4, rules, 10) if e.mines_hit == 0]
    assert solved


def test_agents_that_guess_by_likelihoods_say_which():
    description = PLAYERS.get("likelihood_max").description
    assert description == "all layered rules, mine count unknown; stuck: least max likelihood"
    assert KnowledgePlayer("layered", likelihood="average").board_equation_in_average is False


@pytest.mark.parametrize("engine", ["auto", "elimination"])
def test_where_counting_takes_too_much_the_game_goes_on_by_estimates_unless_an_engine_is_named(
    engine, monkeypatch
):
    asked_engines = []

    def analyze_by_estimate_alone(board, engine_name):
        asked_engines.append(engine_name)
        if engine_name != "estimate":
            raise ms.EngineLimitError
        return ms.analyze(board, engine_name)

    monkeypatch.setattr("minesolver.players.safest.analyze", analyze_by_estimate_alone)
    player = PLAYERS.get("safest").make(engine=engine)
    if engine == "auto":
        assert player.move(ms.Board.hidden(2, 2, 1)).engine == "estimate"
        assert asked_engines == ["auto", "estimate"]
    else:
        with pytest.raises(ms.EngineLimitError):
            player.move(ms.Board.hidden(2, 2, 1))
