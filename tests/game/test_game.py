"""The game: its switches, its layouts, its episodes."""

from __future__ import annotations

import doctest
import math
import pickle
from collections import Counter
from dataclasses import dataclass
from itertools import combinations
from typing import Any

import numpy as np
import pytest
from oracle import around

import minesolver.game as game_package
from minesolver.base.errors import MinesolverError, RuleError
from minesolver.game import Game, Rules, agent_seed, play_episode
from minesolver.game.seeding import SplitMix64, draw
from minesolver.model.board import MINE, Board
from minesolver.players import Move
from minesolver.sources.document_rules import DECISION, FLAGGING, INFERENCE, SEARCH
from minesolver.sources.signs import rows

FIGURE = [
    [0, 1, 2, 10, 1],
    [1, 3, 10, 4, 2],
    [10, 4, 10, 3, 10],
    [10, 4, 2, 4, 2],
    [1, 2, 10, 2, 10],
]
"""The underlying board of the inference report."""
FIGURE_MINES = [(r, c) for r in range(5) for c in range(5) if FIGURE[r][c] == 10]


@dataclass
class Script:
    """An agent that makes given moves."""

    moves: list[Move]

    def start(self, rows, cols, mines, seed):
        self.told = mines
        self.seed = seed
        self.boards = []

    def move(self, board):
        self.boards.append(board)
        return self.moves.pop(0) if self.moves else None


def opening(cell, *, proved=False, probability=None, random=False):
    return Move(cell, "open", proved, probability, "", random)


def flagging(cell, *, proved=True):
    return Move(cell, "flag", proved, None, "")


# -- layouts --------------------------------------------------------------------------------------------


def test_splitmix64_reference_values():
    """The published first outputs for state 1234567."""
    stream = SplitMix64(1234567)
    assert [stream.next() for _ in range(3)] == [
        6457827717110365317,
        3203168211198807973,
        9817491932198370423,
    ]


def test_layouts_follow_the_documented_mapping():
    def mix(z):
        z = (z ^ (z >> 30)) * 0xBF58476D1CE4E5B9 % 2**64
        z = (z ^ (z >> 27)) * 0x94D049BB133111EB % 2**64
        return z ^ (z >> 31)

    for seed, index in ((0, 0), (7, 3), (2**63 + 5, 1000)):
        state = mix((mix(seed) + index) % 2**64)
        assert agent_seed(seed, index) == mix((state + 1) % 2**64)
        cells = [(r, c) for r in range(4) for c in range(5) if (r, c) != (1, 2)]
        for k in range(6):
            cells_left = len(cells) - k
            while True:
                state = (state + 0x9E3779B97F4A7C15) % 2**64
                if mix(state) < 2**64 - 2**64 % cells_left:
                    break
            swapped = k + mix(state) % cells_left
            cells[k], cells[swapped] = cells[swapped], cells[k]
        game = Game(4, 5, 6, Rules("safe"), seed=seed, index=index)
        game.open((1, 2))
        assert game.layout == set(cells[:6])


def protected(rule, rows, cols, click):
    """The cells that the rule keeps free of mines, from its wording."""
    cells = [(r, c) for r in range(rows) for c in range(cols)]
    return {
        "none": set(),
        "safe": {click},
        "fixed:0,0": {click},
        "zero": {click, *around(click[0], click[1], rows, cols)},
        "row-col": {(r, c) for r, c in cells if r == click[0] or c == click[1]},
    }[rule]


@pytest.mark.parametrize(
    "rule, rows, cols, mines, click",
    [
        ("none", 2, 3, 2, (0, 1)),
        ("safe", 2, 3, 2, (0, 1)),
        ("zero", 3, 3, 2, (0, 0)),
        ("row-col", 3, 3, 2, (1, 1)),
        ("fixed:0,0", 2, 3, 3, (0, 0)),
        ("zero", 1, 5, 1, (0, 2)),
    ],
)
def test_layouts_are_uniform_among_those_allowed(rule, rows, cols, mines, click):
    games = 2000
    counts: Counter[object] = Counter()
    for index in range(games):
        game = Game(rows, cols, mines, Rules(rule, after_mine="continue"), seed=11, index=index)
        game.open(click)
        counts[game.layout] += 1
    cells = {(r, c) for r in range(rows) for c in range(cols)} - protected(rule, rows, cols, click)
    expected = {frozenset(layout) for layout in combinations(sorted(cells), mines)}
    assert counts.keys() == expected
    share = 1 / len(expected)
    error = math.sqrt(games * share * (1 - share))
    assert all(abs(n - games * share) < 5 * error + 1e-9 for n in counts.values())


def test_same_seed_same_game_and_different_index_another():
    def layouts(seed):
        return [Game(9, 9, 10, Rules("none"), seed=seed, index=i).layout for i in range(20)]

    assert layouts(3) == layouts(3)
    assert len(set(layouts(3))) == 20
    assert set(layouts(3)).isdisjoint(layouts(4))
    assert layouts(3)[5] == Game(9, 9, 10, Rules("none"), seed=3, index=5).layout
    assert agent_seed(3, 5) != agent_seed(3, 6)


def test_numbers_of_numpy_are_numbers():
    """Seeds and sizes often come out of arrays; NumPy's overflow where a seed is mixed, and JSON has none."""
    sizes: list[Any] = [np.int64(9), np.int32(9), np.uint8(10)]
    series: dict[str, Any] = {"seed": np.int64(3), "index": np.uint8(5)}
    game = Game(*sizes, **series)
    same_game = Game(9, 9, 10, seed=3, index=5)
    game.open((0, 0))
    same_game.open((0, 0))
    assert game.layout == same_game.layout
    assert game.record() == same_game.record()


def test_what_is_no_seed_is_refused_before_the_first_move():
    wrong_seeds: list[Any] = ["x", 1.5, (1, 2)]
    for seed in wrong_seeds:
        with pytest.raises(TypeError, match="a seed is a whole number"):
            Game(9, 9, 10, seed=seed)
    with pytest.raises(TypeError, match="the index of a game is a whole number"):
        Game(9, 9, 10, seed=1, index=wrong_seeds[0])


def test_layout_waits_for_the_first_click():
    game = Game(4, 4, 3)
    assert game.layout is None
    assert not game.started
    with pytest.raises(ValueError, match="decided"):
        game.is_mine((0, 0))
    game.open((2, 2))
    assert game.layout is not None
    assert len(game.layout) == 3
    assert draw([5, 6, 7], 3, SplitMix64(99)) == {5, 6, 7}


# -- rules ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    "rows, cols, mines, rules, reason",
    [
        (0, 3, 0, Rules(), "at least one row"),
        ("3", 3, 1, Rules(), "a board's size is a whole number, not '3'"),
        (3, 3, "1", Rules(), "the mine count is a whole number, not '1'"),
        (2, 2, 5, Rules("none"), "do not fit"),
        (2, 2, -1, Rules("none"), "do not fit"),
        (2, 2, 4, Rules("safe", win="explore"), "room for 3"),
        (3, 3, 6, Rules("zero"), "room for 5"),
        (1, 4, 3, Rules("zero"), "room for 2"),
        (1, 6, 1, Rules("row-col"), "room for 0"),
        (3, 3, 5, Rules("row-col"), "room for 4"),
        (3, 3, 1, Rules("fixed:3,0"), "not on a 3x3 board"),
        (2, 2, 4, Rules("none"), "win='explore'"),
        (2, 2, 0, Rules(win="flag"), "nothing to flag"),
    ],
)
def test_unplayable_combinations_are_refused(rows, cols, mines, rules, reason):
    with pytest.raises(RuleError, match=reason):
        Game(rows, cols, mines, rules)


@pytest.mark.parametrize(
    "change",
    [
        {"first_click": "corner"},
        {"first_click": "fixed:1"},
        {"first_click": 3},
        {"after_mine": "retry"},
        {"win": "all"},
        {"reveal": "some"},
    ],
)
def test_unknown_rules_are_refused(change):
    with pytest.raises(RuleError, match=next(iter(change))) as caught:
        Rules(**change)
    assert isinstance(caught.value, MinesolverError)


def test_start_without_room_is_refused():
    """On 3x2 a zero needs a corner: the other cells touch all."""
    for click in ((1, 0), (1, 1)):
        game = Game(3, 2, 1, Rules("zero"))
        with pytest.raises(RuleError, match="cannot start"):
            game.open(click)
        assert game.open((0, 0))[0, 0] == 0


def test_fixed_start():
    game = Game(3, 3, 8, Rules("fixed:1,2", win="open"))
    assert game.layout == {(r, c) for r in range(3) for c in range(3)} - {(1, 2)}
    with pytest.raises(RuleError, match="first cell"):
        game.open((0, 0))
    assert game.open((1, 2)) == {(1, 2): 5}
    assert game.won


def test_given_layouts():
    assert Game(2, 2, layout=[(0, 0)]).mines == 1
    with pytest.raises(RuleError, match="outside"):
        Game(2, 2, layout=[(2, 0)])
    with pytest.raises(RuleError, match="has 1 mine, not 2"):
        Game(2, 2, 2, layout=[(0, 0)])
    with pytest.raises(RuleError, match="number of mines"):
        Game(2, 2)
    with pytest.raises(RuleError, match="first cell"):
        Game(2, 2, rules=SEARCH, layout=[(0, 0)])


# -- play -----------------------------------------------------------------------------------------------


def test_clues_of_the_figure():
    game = Game(5, 5, rules=INFERENCE, layout=FIGURE_MINES)
    assert game.mines == 8
    for r in range(5):
        for c in range(5):
            assert game.open((r, c)) == {(r, c): FIGURE[r][c]}
    assert game.board.grid.tolist() == FIGURE
    assert game.over
    assert game.mines_hit == 8


def test_cascade_and_single_reveal():
    layout = [(0, 3), (3, 0)]
    cascade = Game(4, 4, rules=Rules(reveal="cascade"), layout=layout)
    assert cascade.open((3, 3)) == {
        (r, c): sum(n in layout for n in around(r, c, 4, 4))
        for r in range(4)
        for c in range(4)
        if (r, c) not in (*layout, (0, 0))
    } | {(0, 0): 0}
    single = Game(4, 4, rules=Rules(reveal="single"), layout=layout)
    assert single.open((3, 3)) == {(3, 3): 0}
    assert single.opened == 1


def test_cascade_stops_at_clues():
    game = Game(1, 7, layout=[(0, 3)])
    assert game.open((0, 0)) == {(0, 0): 0, (0, 1): 0, (0, 2): 1}
    assert str(game.board) == "1x7x1\n001####"
    assert not game.over
    game.open((0, 6))
    assert game.won


def test_a_mine_loses_or_is_knowledge():
    lose = Game(2, 2, layout=[(0, 0)])
    assert lose.open((0, 0)) == {(0, 0): 10}
    assert lose.lost
    assert lose.over
    assert not lose.won
    with pytest.raises(ValueError, match="over"):
        lose.open((0, 1))
    go_on = Game(2, 2, rules=Rules(after_mine="continue"), layout=[(0, 0)])
    go_on.open((0, 0))
    assert not go_on.over
    assert go_on.board == Board([[10, -1], [-1, -1]], 1)
    for cell in ((0, 1), (1, 0), (1, 1)):
        go_on.open(cell)
    assert go_on.won
    assert (go_on.opened, go_on.mines_hit) == (3, 1)


def test_win_by_flags():
    game = Game(2, 2, rules=FLAGGING, layout=[(0, 0), (1, 1)])
    game.flag((0, 0))
    game.flag((0, 1))
    assert not game.won
    game.flag((0, 1))
    assert not game.won
    assert game.flag((1, 1))
    assert game.won
    open_wins = Game(2, 2, layout=[(0, 0), (1, 1)])
    open_wins.flag((0, 0))
    open_wins.flag((1, 1))
    assert not open_wins.over


def test_win_by_exploring():
    game = Game(1, 3, rules=INFERENCE, layout=[(0, 0), (0, 1)])
    game.open((0, 0))
    game.open((0, 2))
    assert not game.over  # all safe cells are open, but not all is explored
    game.flag((0, 1))
    assert game.won


def test_flags_are_no_knowledge():
    game = Game(2, 2, layout=[(0, 0)])
    game.flag((1, 1))
    assert game.board == Board([[-1, -1], [-1, -1]], 1)
    game.open((1, 1))
    assert game.flags == set()
    with pytest.raises(ValueError, match="already open"):
        game.flag((1, 1))
    with pytest.raises(ValueError, match="already open"):
        game.open((1, 1))
    with pytest.raises(ValueError, match="not on"):
        game.open((2, 0))


def test_the_total_is_told_or_not():
    assert Game(2, 2, layout=[(0, 0)]).board.mines == 1
    assert Game(2, 2, rules=Rules(mine_count_known=False), layout=[(0, 0)]).board.mines is None


def test_boards_are_snapshots():
    game = Game(1, 3, rules=Rules(reveal="single"), layout=[(0, 0)])
    first_board = game.board
    assert game.board is first_board
    game.open((0, 2))
    assert first_board[0, 2] == -1
    assert game.board[0, 2] == 0


def test_text_of_the_whole_state():
    """The search report's signs; every state change that its flow chart has."""
    game = Game(3, 3, rules=Rules(after_mine="continue", reveal="single"), layout=[(0, 1), (2, 2)])
    assert rows(game) == ["UMU", "UUU", "UUM"]
    game.open((0, 0))
    assert rows(game) == ["1MU", "UUU", "UUM"]
    assert rows(game, [(0, 1), (1, 0), (1, 1)]) == ["1*U", "**U", "UUM"]
    game.open((0, 1))
    assert rows(game) == ["1TU", "UUU", "UUM"]
    game.flag((2, 2))
    assert rows(game) == ["1TU", "UUU", "UUT"]
    view = Board.parse("1TU\nUUU\nUUT")
    assert view.where(10) == ((0, 1), (2, 2))


# -- episodes -------------------------------------------------------------------------------------------


def test_counters_and_score_when_play_goes_on_after_a_mine():
    game = Game(1, 5, rules=INFERENCE, layout=[(0, 0), (0, 1), (0, 3)])
    agent = Script(
        [
            opening((0, 0), random=True),
            flagging((0, 1)),
            opening((0, 2), probability=0.25),
            opening((0, 4), proved=True),
            flagging((0, 3), proved=False),
        ]
    )
    calls = []
    episode = play_episode(
        game, agent, on_move=lambda state, move: calls.append((state.opened, move.cell))
    )
    assert episode.outcome == "won"
    assert (episode.opened, episode.mines_hit, episode.visited) == (2, 1, 3)
    assert (episode.guesses, episode.random_picks) == (2, 1)
    assert episode.deduced_mines == 1
    assert episode.score == pytest.approx(100 / 3)
    assert [move.shown for move in episode.moves] == [
        {(0, 0): 10},
        {},
        {(0, 2): 2},
        {(0, 4): 1},
        {},
    ]
    assert calls == [(0, (0, 0)), (0, (0, 1)), (1, (0, 2)), (2, (0, 4)), (2, (0, 3))]
    assert agent.told == 3
    assert agent.seed == agent_seed(0, 0)
    assert [board[0, 0] for board in agent.boards[:2]] == [-1, 10]
    assert pickle.loads(pickle.dumps(episode)) == episode


def test_a_wrong_or_withdrawn_flag_deduces_nothing():
    game = Game(1, 3, rules=Rules(after_mine="continue"), layout=[(0, 0)])
    moves = [flagging((0, 1)), flagging((0, 0)), flagging((0, 0)), flagging((0, 0), proved=False)]
    episode = play_episode(game, Script(moves))
    assert episode.outcome == "stopped"
    assert game.flags == {(0, 0), (0, 1)}
    assert (episode.deduced_mines, episode.score) == (0, 0.0)


def test_episode_ends_at_a_mine_or_when_the_agent_stops():
    lost = play_episode(Game(2, 2, layout=[(0, 0)]), Script([opening((0, 0)), opening((0, 1))]))
    assert lost.outcome == "lost"
    assert len(lost.moves) == 1
    stopped = play_episode(Game(2, 2, layout=[(0, 0)]), Script([opening((1, 1))]), keep_moves=False)
    assert stopped.outcome == "stopped"
    assert stopped.moves == ()
    assert stopped.opened == 1
    with pytest.raises(ValueError, match="already open"):
        play_episode(Game(2, 2, layout=[(0, 0)]), Script([opening((1, 1)), opening((1, 1))]))


def test_the_rules_open_a_fixed_first_cell():
    agent = Script([])
    episode = play_episode(Game(3, 3, 2, SEARCH, seed=1), agent)
    assert [move.cell for move in episode.moves] == [(0, 0)]
    assert (episode.guesses, episode.opened, episode.mines_hit) == (0, 1, 0)
    assert agent.boards[0][0, 0] != -1


def test_score_without_mines():
    episode = play_episode(Game(1, 1, 0), Script([opening((0, 0))]))
    assert episode.score == 100
    assert episode.outcome == "won"


def test_agents_are_told_no_total_that_the_rules_withhold():
    agent = Script([])
    play_episode(Game(2, 2, 1, Rules(mine_count_known=False)), agent)
    assert agent.told is None
    assert agent.boards[0].mines is None


def test_the_decision_process_places_mines_off_row_and_column():
    game = Game(3, 2, 1, DECISION, seed=2)
    game.open((1, 0))
    assert game.layout <= {(0, 1), (2, 1)}


def test_the_package_docstring_is_true():
    assert doctest.testmod(game_package).attempted > 0
    assert doctest.testmod(game_package).failed == 0


def test_no_cell_is_given_where_all_are_mines():
    game = Game(2, 2, 4, Rules("given", after_mine="continue", win="explore"))
    assert game.start is None
    game.open((0, 0))
    assert (game.board[0, 0], game.mines_hit) == (MINE, 1)


def test_a_flag_is_a_move_that_can_be_undone():
    game = Game(3, 3, 2, Rules("none"), layout=[(0, 0), (2, 2)])
    game.open((1, 1))
    game.flag((0, 0))
    game.flag((2, 1))
    assert [(move.action, move.cell) for move in game.moves] == [
        ("open", (1, 1)),
        ("flag", (0, 0)),
        ("flag", (2, 1)),
    ]
    assert game.undo().cell == (2, 1)
    assert game.flags == {(0, 0)}
    assert game.undo().action == "flag"
    assert game.flags == set()
    assert game.board[1, 1] == 2
