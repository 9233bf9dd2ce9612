"""The decision process: the document's figures, published optima, and brute force over layouts."""

from __future__ import annotations

import random
from fractions import Fraction
from functools import cache
from inspect import ismodule, signature
from itertools import combinations, product
from typing import Any

import numpy as np
import pytest
from depth import thorough

from minesolver import mdp
from minesolver.base import errors
from minesolver.mdp import (
    Environment,
    Game,
    OptimalAgent,
    OptimalSolver,
    RationalAgent,
    RationalAgentPlay,
    evaluate,
    exact_value_iteration,
    measure_performance,
    notebook_environment,
    policy_random,
    policy_random_unopened,
    run_one_episode,
    value_iteration,
)
from minesolver.sources.decision_process.states import raw_states

HALF = Fraction(1, 2)

# A second game, on plain sets, that shares nothing with the package.


def cells_of(rows, cols):
    return list(product(range(rows), range(cols)))


def neighbours_of(cell, rows, cols):
    return [
        c
        for c in cells_of(rows, cols)
        if c != cell and max(abs(c[0] - cell[0]), abs(c[1] - cell[1])) == 1
    ]


def shown_value(layout, cell, rows, cols):
    if cell in layout:
        return "B"
    return str(sum(c in layout for c in neighbours_of(cell, rows, cols))).replace("0", "_")


def opened_by(layout, cell, rows, cols):
    """Every cell that a click shows."""
    opened, pending = set(), [cell]
    while pending:
        shown_cell = pending.pop()
        if shown_cell not in opened:
            opened.add(shown_cell)
            if shown_value(layout, shown_cell, rows, cols) == "_":
                pending += neighbours_of(shown_cell, rows, cols)
    return opened


def all_placements(rows, cols, bombs):
    return [frozenset(layout) for layout in combinations(cells_of(rows, cols), bombs)]


def may_be(layout, rule, first_cell, rows, cols):
    """Whether a layout can be placed after this first click."""
    if rule == "none":
        return True
    if rule == "cell":
        return first_cell not in layout
    if rule == "row-col":
        return all(x != first_cell[0] and y != first_cell[1] for x, y in layout)
    return first_cell not in layout and not layout & set(neighbours_of(first_cell, rows, cols))


def best_chance(rows, cols, bombs, rule):
    """Winning chance of best play for each first click, by trying every move on every observation."""

    @cache
    def wins(state, layouts):
        if len(state) == rows * cols - bombs:
            return len(layouts)
        opened = {cell for cell, _ in state}
        return max(
            wins_of(cell, state, layouts) for cell in cells_of(rows, cols) if cell not in opened
        )

    def wins_of(cell, state, layouts):
        layouts_by_state: dict[Any, Any] = {}
        for layout in layouts:
            if cell not in layout:
                opened = opened_by(layout, cell, rows, cols)
                next_state = state | {(c, shown_value(layout, c, rows, cols)) for c in opened}
                layouts_by_state.setdefault(frozenset(next_state), set()).add(layout)
        return sum(
            wins(next_state, frozenset(state_layouts))
            for next_state, state_layouts in layouts_by_state.items()
        )

    result = {}
    for first_cell in cells_of(rows, cols):
        layouts = [
            m for m in all_placements(rows, cols, bombs) if may_be(m, rule, first_cell, rows, cols)
        ]
        if layouts:
            result[first_cell] = Fraction(
                wins_of(first_cell, frozenset(), frozenset(layouts)), len(layouts)
            )
    return result


def notebook_env(**options):
    return Environment(2, 3, 1, -0.04, **options)


def state_set(state):
    return frozenset(state)


class TestGame:
    def test_r3_2_seed_1032_gives_the_layout_of_the_demo(self):
        assert Game(3, 3, 2, 1032).bombs == [(2, 1), (1, 2)]

    def test_r3_2_seeds_draw_column_then_row_as_the_module_random_does(self):
        for seed in range(20):
            random.seed(seed)
            expected: list[Any] = []
            while len(expected) < 4:
                y = random.randint(0, 4)
                x = random.randint(0, 2)
                if (x, y) not in expected:
                    expected.append((x, y))
            assert Game(5, 3, 4, seed).bombs == expected

    def test_r3_2_a_seed_leaves_the_module_random_alone(self):
        random.seed(1)
        expected = random.random()
        random.seed(1)
        Game(3, 3, 2, 1032)
        assert random.random() == expected

    def test_r3_1_board_has_m_rows_of_n_columns(self):
        game = Game(2, 3, 1)
        assert game.board == [["#", "#"]] * 3
        assert (game.status, game.bombs, game.bombsCount) == (0, [], 1)
        assert game.getUnopenedCells() == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]

    def test_r3_3_cascade_opens_the_numbers_around_and_wins(self):
        game = Game(3, 3, 1, seed=None, first_click="none")
        game.bombs = [(2, 2)]
        game.openCell(0, 0)
        assert game.board == [["_", "_", "_"], ["_", "1", "1"], ["_", "1", "#"]]
        assert game.status == 1

    def test_r3_3_cascade_stops_at_numbers(self):
        game = Game(4, 1, 1)
        game.bombs = [(0, 3)]
        game.openCell(0, 0)
        assert game.board == [["_", "_", "1", "#"]]
        game = Game(5, 1, 1)
        game.bombs = [(0, 2)]
        game.openCell(0, 0)
        assert game.board == [["_", "1", "#", "#", "#"]]
        assert game.status == 0

    def test_r3_3_bomb_loses_and_shows(self):
        game = Game(3, 3, 2, 1032)
        game.openCell(2, 1)
        assert game.status == -1
        assert game.board[2] == ["#", "B", "#"]
        with pytest.raises(errors.RuleError, match="lost"):
            game.openCell(0, 0)

    def test_x3_6_a_won_game_stops_unless_told_otherwise(self):
        for stop in (True, False):
            game = Game(2, 1, 1, 0, stop_at_win=stop)
            bomb = game.bombs[0]
            game.openCell(0, 1 - bomb[1])
            assert game.status == 1
            if stop:
                with pytest.raises(errors.RuleError, match="won"):
                    game.openCell(*bomb)
            else:
                game.openCell(*bomb)
                assert game.status == -1

    def test_x3_10_board_config_shows_every_cell_and_no_result(self):
        game = Game(3, 2, 1)
        assert game.getBoardConfig([(0, 0)]) == [["B", "1", "_"], ["1", "1", "_"]]
        assert game.status == 0

    @pytest.mark.parametrize("rule", mdp.FIRST_CLICKS)
    def test_first_click_protects_what_the_rule_says_and_nothing_else(self, rule):
        rows, cols, rng = 3, 4, random.Random(7)
        for first_cell in cells_of(rows, cols):
            bombs_seen = set()
            for _ in range(150):
                game = Game(cols, rows, 1, first_click=rule, rng=rng)
                game.openCell(*first_cell)
                bombs_seen.update(game.bombs)
            expected = {
                c
                for c in cells_of(rows, cols)
                if may_be(frozenset({c}), rule, first_cell, rows, cols)
            }
            assert bombs_seen == expected

    @pytest.mark.parametrize(
        "n, m, bombs, rule",
        [
            (5, 1, 1, "row-col"),
            (3, 3, 5, "row-col"),
            (3, 3, 9, "cell"),
            (2, 2, 1, "neighbourhood"),
            (3, 3, 10, "none"),
            (3, 3, -1, "none"),
            (0, 3, 0, "none"),
        ],
    )
    def test_x3_2_what_would_loop_for_ever_is_refused(self, n, m, bombs, rule):
        with pytest.raises(errors.RuleError):
            Game(n, m, bombs, first_click=rule)

    def test_x3_2_limits_are_exact(self):
        for n, m, bombs, rule in [
            (3, 3, 4, "row-col"),
            (3, 3, 8, "cell"),
            (3, 3, 9, "none"),
            (2, 3, 2, "neighbourhood"),
        ]:
            game = Game(n, m, bombs, first_click=rule)
            game.openCell(0, 0)
            assert len(game.bombs) == bombs

    def test_a_first_click_without_room_is_refused(self):
        game = Game(2, 3, 1, first_click="neighbourhood")
        with pytest.raises(errors.RuleError, match=r"cannot start at \(1, 0\)"):
            game.openCell(1, 0)
        assert game.bombs == []

    def test_off_the_board_and_unknown_rules(self):
        with pytest.raises(errors.CellError, match="not on the 3x2 board"):
            Game(2, 3, 1).openCell(-1, 0)
        with pytest.raises(errors.UnknownNameError, match="neighbourhood"):
            Game(2, 3, 1, first_click="corner")

    def test_a_large_board_cascades_without_recursion(self):
        game = Game(60, 60, 0)
        game.openCell(30, 30)
        assert game.status == 1


class TestEnvironmentPlay:
    @pytest.mark.parametrize("step_reward, total", [(0.04, -0.96), (-0.04, -1.04)])
    def test_t3_2_demo(self, step_reward, total):
        env = Environment(3, 3, 2, step_reward, 1032)
        state, done, first_reward, info = env.step((0, 1))
        assert (state, done, first_reward) == ([((0, 1), "1")], False, step_reward)
        assert info.board == [["#", "1", "#"], ["#", "#", "#"], ["#", "#", "#"]]
        state, done, last_reward, info = env.step((2, 1))
        assert (state, done, last_reward) == ([((0, 1), "1"), ((2, 1), "B")], True, -1)
        assert info.board == [["#", "1", "#"], ["#", "#", "#"], ["#", "B", "#"]]
        assert (info.status, env.getStatus(), env.isGameOver()) == (-1, -1, True)
        assert info.bombs == [(2, 1), (1, 2)]
        assert first_reward + last_reward == pytest.approx(total)

    def test_x3_1_step_reward_default(self):
        assert Environment(2, 3, 1).getReward([]) == -0.04

    def test_r3_5_rewards(self):
        env = notebook_env()
        safe = [((0, 0), "1"), ((0, 1), "1"), ((1, 0), "1"), ((1, 1), "1"), ((2, 0), "_")]
        assert env.getReward(safe[:4]) == -0.04
        assert env.getReward(safe) == 10
        assert env.getReward([*safe[:2], ((2, 1), "B")]) == -1
        assert env.getReward([*safe[:4], ((2, 1), "B")]) == -1
        assert [env.isDone(s) for s in ([], safe[:4], safe, [((2, 1), "B")])] == [
            False,
            False,
            True,
            True,
        ]

    def test_r3_5_a_win_by_cascade_pays_and_ends(self):
        env = Environment(2, 3, 1, seed=2)
        bomb = env.step((0, 0))[3].bombs[0]
        assert bomb == (0, 0)
        env.reset()
        _, done, reward, info = env.step((2, 0))
        assert (done, reward, info.status) == (False, -0.04, 0)
        assert env.getCurrentState() == [((2, 0), "_")]
        _, done, reward, info = env.step((0, 1))
        assert (done, reward, info.status) == (True, 10, 1)
        assert len(env.getCurrentState()) == 2

    def test_x3_5_reset_clears_the_state_and_keeps_the_seed(self):
        env = Environment(3, 3, 2, 0.04, 1032)
        start = env.getCurrentState()
        env.step((0, 1))
        assert start == []
        assert env.reset() == []
        assert env.getCurrentState() == []
        assert (env.getStatus(), len(env.view().unopened)) == (0, 9)
        assert env.step((2, 1))[3].bombs == [(2, 1), (1, 2)]

    def test_x3_4_states_literal_and_full(self):
        for observation, state in [
            ("literal", [((2, 0), "_")]),
            ("full", [((1, 0), "1"), ((1, 1), "1"), ((2, 0), "_"), ((2, 1), "_")]),
        ]:
            env = Environment(2, 3, 1, seed=2, observation=observation)
            assert env.step((2, 0))[0] == state
            assert env.view().shown == (((1, 0), "1"), ((1, 1), "1"), ((2, 0), "_"), ((2, 1), "_"))
            assert env.view().unopened == ((0, 0), (0, 1))
            assert env.getStateById(env.getIdByState(state)) == state

    def test_r3_4_render(self, capsys):
        env = Environment(2, 1, 1, seed=0)
        bomb = env.step((0, 0))[3].bombs
        env.render()
        plain = capsys.readouterr().out
        assert plain.splitlines() == [
            "['1', '#']",
            "State:  [((0, 0), '1')]",
            "Status:  1",
            "Bombs:  1",
        ]
        env.render(True)
        assert capsys.readouterr().out == f"{plain}Bombs:  {bomb}\n"

    def test_r3_4_actions_are_row_major_and_removable(self):
        env = notebook_env()
        assert env.get_actions() == [(0, 0), (0, 1), (1, 0), (1, 1), (2, 0), (2, 1)]
        env.removeAction((0, 1))
        assert env.get_actions() == [(0, 0), (1, 0), (1, 1), (2, 0), (2, 1)]
        assert env.state_coords([((0, 0), "1"), ((2, 1), "B")]) == [(0, 0), (2, 1)]

    def test_a_repeated_click_uses_up_a_step_but_wins_nothing(self):
        env = notebook_env(seed=2)
        rewards = [env.step((1, 0))[1:3] for _ in range(5)]
        assert rewards == [(False, -0.04)] * 4 + [(True, -0.04)]
        assert env.getStatus() == 0

    def test_unknown_names_and_rules(self):
        with pytest.raises(errors.UnknownNameError, match="literal, posterior"):
            notebook_env(transitions="true")
        with pytest.raises(errors.UnknownNameError, match="literal, full"):
            notebook_env(observation="all").get_possible_states()
        with pytest.raises(errors.RuleError, match="opened first"):
            notebook_env(transitions="posterior", first_click="row-col")

    def test_too_many_states_are_refused_before_they_are_listed(self):
        with pytest.raises(errors.EngineLimitError, match="layouts"):
            Environment(30, 16, 99).get_possible_states()
        with pytest.raises(errors.EngineLimitError, match="states"):
            Environment(5, 5, 2).get_possible_states()


class TestStates:
    def test_r3_10_counts(self):
        assert len(all_placements(3, 2, 1)) * 2**6 == 384 == raw_states(6, 1)
        env = notebook_env()
        states = env.get_possible_states()
        assert len(states) == len(set(map(state_set, states))) == 317
        assert sum(map(env.isDone, states)) == 198
        assert sum(not env.isDone(s) for s in states) == 119

    @pytest.mark.parametrize(
        "rows, cols, bombs", [(3, 2, 1), (2, 3, 2), (2, 3, 3), thorough(3, 3, 3), (1, 4, 2)]
    )
    def test_literal_states_are_the_subsets_of_the_layouts_with_at_most_one_bomb(
        self, rows, cols, bombs
    ):
        expected = set()
        for layout, size in product(all_placements(rows, cols, bombs), range(rows * cols + 1)):
            for subset in combinations(cells_of(rows, cols), size):
                if len(layout & set(subset)) <= 1:
                    state = frozenset((c, shown_value(layout, c, rows, cols)) for c in subset)
                    expected.add(state)
        states = Environment(cols, rows, bombs, first_click="none").get_possible_states()
        assert {state_set(s) for s in states} == expected
        assert len(states) == len(expected)

    @pytest.mark.parametrize("rows, cols, bombs", [(3, 2, 1), (2, 3, 2), thorough(3, 3, 2)])
    def test_full_states_are_those_that_play_can_reach(self, rows, cols, bombs):
        reached: set[Any] = set()
        pending: list[Any] = [(frozenset(), layout) for layout in all_placements(rows, cols, bombs)]
        while pending:
            state, layout = pending.pop()
            if (state, layout) in reached:
                continue
            reached.add((state, layout))
            if len(state) == rows * cols - bombs or any(value == "B" for _, value in state):
                continue  # the game is over
            for cell in set(cells_of(rows, cols)) - {c for c, _ in state}:
                new = {
                    (c, shown_value(layout, c, rows, cols))
                    for c in opened_by(layout, cell, rows, cols)
                }
                pending.append((state | new, layout))
        env = Environment(cols, rows, bombs, observation="full")
        assert {state_set(s) for s in env.get_possible_states()} == {state for state, _ in reached}

    def test_ids_come_in_the_notebooks_order(self):
        env = notebook_env()
        assert [env.getStateById(i) for i in range(4)] == [
            [],
            [((0, 0), "B")],
            [((0, 1), "1")],
            [((0, 0), "B"), ((0, 1), "1")],
        ]
        assert env.getStateById(64) == [((0, 0), "1")]

    def test_id_of_a_state_ignores_order_and_repeats(self):
        env = notebook_env()
        for number, state in enumerate(env.get_possible_states()):
            assert env.getIdByState(state[::-1] + state[:1]) == number

    @pytest.mark.parametrize(
        "state", [[((0, 0), "8")], [((0, 0), "x")], [((3, 0), "1")], [((0, 0), "1"), ((0, 0), "B")]]
    )
    def test_a_state_that_cannot_occur_has_no_id(self, state):
        assert notebook_env().getIdByState(state) is None


class TestTransitions:
    def test_t3_1_two_successors(self):
        env = Environment(2, 2, 1, -0.04)
        old = [((0, 0), "1"), ((0, 1), "1")]
        for value, reward in (("1", 10), ("B", -1)):
            new = [*old, ((1, 0), value)]
            assert env.get_transition_prob((1, 0), new, old) == 0.5
            assert env.getReward(new, (1, 0)) == reward

    def test_t3_3_literal_and_exact_from_the_start(self):
        expected = {"literal": [1 / 3] * 3, "posterior": [2 / 6, 3 / 6, 1 / 6]}
        for transitions, chances in expected.items():
            env = notebook_env(first_click="none", transitions=transitions)
            assert [
                env.get_transition_prob((0, 0), [((0, 0), value)], []) for value in "_1B"
            ] == chances

    def test_posterior_at_the_start_follows_the_first_click_rule(self):
        env = notebook_env(transitions="posterior")
        assert [env.get_transition_prob((0, 0), [((0, 0), v)]) for v in "_1B"] == [2 / 5, 3 / 5, 0]
        env = notebook_env(transitions="posterior", first_click="neighbourhood")
        assert [env.get_transition_prob((0, 0), [((0, 0), v)]) for v in "_1B"] == [1, 0, 0]
        assert env.successors(0, (1, 0)) == {}

    def test_r3_6_literal_is_one_over_the_distinct_successors(self):
        env = notebook_env()
        states = env.get_possible_states()
        for old in states[::17]:
            for action in env.get_actions():
                expected = [
                    new
                    for new in states
                    if not env.isDone(old)
                    and len(new) == len(old) + 1
                    and state_set(old) < state_set(new)
                    and {c for c, _ in state_set(new) - state_set(old)} == {action}
                ]
                chances = {
                    env.getIdByState(new): env.get_transition_prob(action, new, old)
                    for new in states
                }
                possible = {number: chance for number, chance in chances.items() if chance}
                assert possible == {env.getIdByState(new): 1 / len(expected) for new in expected}

    @pytest.mark.parametrize("observation", ["literal", "full"])
    @pytest.mark.parametrize("rows, cols, bombs", [(3, 2, 1), (3, 2, 2)])
    def test_posterior_counts_the_layouts(self, rows, cols, bombs, observation):
        env = Environment(
            cols, rows, bombs, observation=observation, transitions="posterior", first_click="none"
        )
        checked = 0
        for number, old in enumerate(env.get_possible_states()):
            fitting = [
                layout
                for layout in all_placements(rows, cols, bombs)
                if all(shown_value(layout, c, rows, cols) == v for c, v in old)
            ]
            for action in env.get_actions():
                expected: dict[frozenset, int] = {}
                if not env.isDone(old) and action not in env.state_coords(old):
                    for layout in fitting:
                        opened = (
                            {action}
                            if observation == "literal"
                            else opened_by(layout, action, rows, cols)
                        )
                        new = state_set(old) | {
                            (c, shown_value(layout, c, rows, cols)) for c in opened
                        }
                        expected[new] = expected.get(new, 0) + 1
                chances = {
                    state_set(env.getStateById(i)): p
                    for i, p in env.successors(number, action).items()
                }
                assert chances == {new: Fraction(n, len(fitting)) for new, n in expected.items()}
                checked += len(chances)
        assert checked > 100

    def test_nothing_follows_from_the_end_from_nowhere_or_by_an_opened_cell(self):
        env = notebook_env()
        assert env.get_transition_prob((0, 0), [((0, 1), "B"), ((0, 0), "1")], [((0, 1), "B")]) == 0
        assert env.get_transition_prob((0, 0), [((0, 0), "1")], [((0, 0), "1")]) == 0
        assert env.get_transition_prob((0, 0), [((0, 0), "8")], []) == 0
        assert env.get_transition_prob((0, 0), [((0, 0), "1")], [((0, 1), "8")]) == 0


class TestValueIteration:
    def test_r3_10_seven_sweeps_and_the_value_of_the_start(self):
        env = notebook_env()
        plan = value_iteration(env)
        assert plan.sweeps == 7
        assert plan.utilities[env.getIdByState([])] == pytest.approx(3.50333333333, abs=1e-9)
        exact = exact_value_iteration(env)
        assert exact.sweeps == 7
        assert exact.utilities[env.getIdByState([])] == Fraction(1051, 300)
        assert exact.best == plan.best

    def test_t3_4_ties_in_95_of_119_states(self):
        plan = exact_value_iteration(notebook_env())
        assert (len(plan.best), sum(len(actions) > 1 for actions in plan.best.values())) == (
            119,
            95,
        )

    def test_the_documented_methods_are_enough_to_plan_with(self):
        """Sweeps over every action and every pair of states, as someone writes them who knows only those."""
        env = Environment(2, 2, 1, -0.04)
        ids = {env.getIdByState(s): s for s in env.get_possible_states()}
        worth = {i: env.getReward(s) for i, s in ids.items()}
        change, sweeps = 1.0, 0
        while change > 1e-5:
            new = {
                i: max(
                    sum(
                        env.get_transition_prob(a, t, s) * (env.getReward(t, a) + worth[j])
                        for j, t in ids.items()
                    )
                    for a in env.get_actions()
                )
                for i, s in ids.items()
            }
            change = max(abs(new[i] - worth[i]) for i in ids)
            worth, sweeps = new, sweeps + 1
        plan = value_iteration(env)
        assert plan.sweeps == sweeps
        assert plan.utilities == pytest.approx(worth)

    def test_floating_point_finds_the_same_ties_as_rationals(self):
        env = notebook_env(observation="full", transitions="posterior")
        assert value_iteration(env).best == exact_value_iteration(env).best

    def test_r3_7_done_states_are_worth_nothing_and_have_no_policy(self):
        env = notebook_env()
        plan = value_iteration(env)
        done = {i for i, s in enumerate(env.get_possible_states()) if env.isDone(s)}
        assert {plan.utilities[i] for i in done} == {0}
        assert set(plan.policy) == set(plan.utilities) - done
        assert all(plan.policy[i] == min(plan.best[i]) for i in plan.policy)

    @pytest.mark.parametrize("options", [{}, {"observation": "full", "transitions": "posterior"}])
    @pytest.mark.parametrize("rows, cols, bombs", [(3, 2, 1), (2, 3, 2)])
    def test_utilities_solve_the_bellman_equation(self, rows, cols, bombs, options):
        env = Environment(cols, rows, bombs, -0.04, **options)
        plan = exact_value_iteration(env)
        for number, state in enumerate(env.get_possible_states()):
            if env.isDone(state):
                continue
            opened = env.state_coords(state)
            q = {
                a: sum(
                    p * (Fraction(str(env.getReward(env.getStateById(i)))) + plan.utilities[i])
                    for i, p in env.successors(number, a).items()
                )
                for a in env.get_actions()
                if a not in opened
            }
            assert plan.utilities[number] == max(q.values())
            assert plan.best[number] == tuple(a for a in q if q[a] == max(q.values()))
            for action, value in q.items():
                floats = {i: float(u) for i, u in plan.utilities.items()}
                assert mdp.q_value(env, number, action, floats) == pytest.approx(float(value))

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "rows, cols, bombs, rule",
        [
            (3, 2, 1, "cell"),
            (3, 2, 1, "none"),
            (2, 3, 2, "cell"),
            (2, 3, 2, "none"),
            (3, 3, 1, "cell"),
        ],
    )
    def test_posterior_with_full_states_and_a_win_as_the_only_reward_is_the_best_winning_chance(
        self, rows, cols, bombs, rule
    ):
        env = Environment(
            cols,
            rows,
            bombs,
            0,
            first_click=rule,
            observation="full",
            transitions="posterior",
            win_reward=1,
            loss_reward=0,
        )
        plan = exact_value_iteration(env)
        assert plan.utilities[env.getIdByState([])] == max(
            best_chance(rows, cols, bombs, rule).values()
        )

    def test_discount(self):
        env = Environment(2, 1, 1, -0.04, first_click="none")
        assert exact_value_iteration(env).utilities[0] == Fraction(9, 2)
        env = Environment(3, 1, 2, -0.04, first_click="none", win_reward=8)
        plain, discounted = exact_value_iteration(env), exact_value_iteration(env, discount=HALF)
        assert plain.utilities[0] == discounted.utilities[0] == Fraction(7, 2)
        env = Environment(3, 1, 1, 0, first_click="none", win_reward=8, transitions="posterior")
        # An end first: 0 opens the middle too, 1 makes the other end safe, or it is the bomb.
        assert exact_value_iteration(env).utilities[0] == Fraction(2, 3) * 8 - Fraction(1, 3)
        assert exact_value_iteration(env, discount=HALF).utilities[0] == Fraction(
            2, 3
        ) * 4 - Fraction(1, 3)

    def test_removed_actions_are_not_planned(self):
        env = Environment(2, 1, 1)
        env.removeAction((0, 0))
        assert set(value_iteration(env).policy.values()) == {(0, 1)}


# rule: seed policy, optimum with the best and with a random first cell, random agent, over unopened cells
TABLE = {
    "row-col": (HALF, 1, 1, Fraction(697, 3888), Fraction(67, 180)),
    "cell": (Fraction(3, 5), Fraction(3, 5), Fraction(3, 5), Fraction(65, 324), Fraction(2, 5)),
    "none": (HALF, HALF, HALF, Fraction(325, 1944), Fraction(1, 3)),
}


class TestExactWinningChances:
    @pytest.mark.parametrize("rule", TABLE)
    @pytest.mark.parametrize("ties", ["first", "last", "uniform"])
    def test_t3_4_seed_policy_whatever_the_ties(self, rule, ties):
        env = notebook_env(first_click=rule)
        agent = RationalAgent(env, value_iteration(env), ties=ties)
        assert evaluate(agent, env).win_probability == TABLE[rule][0]

    def test_t3_4_seed_policy_by_first_cell_as_coded(self):
        env = notebook_env(first_click="row-col")
        plan = value_iteration(env)
        by_ties: dict[str, list[Any]] = {
            "first": [1, 0] * 3,
            "last": [0, 1] * 3,
            "uniform": [HALF] * 6,
        }
        for ties, expected in by_ties.items():
            result = evaluate(RationalAgent(env, plan, ties=ties), env)
            assert result.by_first_click == dict(zip(cells_of(3, 2), expected, strict=True))

    @pytest.mark.parametrize("rule", TABLE)
    def test_t3_4_optimum(self, rule):
        optimum = OptimalSolver(3, 2, 1).solve(rule)
        assert (optimum.best_first, optimum.random_first) == TABLE[rule][1:3]

    def test_t3_4_optimum_where_only_corners_may_be_opened_first(self):
        optimum = OptimalSolver(3, 2, 1).solve("neighbourhood")
        assert optimum.by_first_click == dict.fromkeys([(0, 0), (0, 1), (2, 0), (2, 1)], HALF)

    @pytest.mark.parametrize("rule", TABLE)
    def test_t3_4_random_agent_literal(self, rule):
        env = notebook_env(first_click=rule, stop_at_win=False)
        assert evaluate(policy_random, env).win_probability == TABLE[rule][3]

    @pytest.mark.parametrize("rule", TABLE)
    def test_t3_4_random_over_unopened(self, rule):
        assert (
            evaluate(policy_random_unopened, notebook_env(first_click=rule)).win_probability
            == TABLE[rule][4]
        )

    def test_x3_6_stopping_at_a_win_helps_the_random_agent(self):
        """By hand on 1 x 3 with a bomb in the middle or at an end, two clicks long."""
        # Bomb at an end (2 of 3 layouts): the far end wins at once, 1/3; the middle first, 1/3, then the far
        # end, 1/3. Bomb in the middle: an end, 2/3, then the other, 1/3.
        expected = Fraction(2, 3) * Fraction(4, 9) + Fraction(1, 3) * Fraction(2, 9)
        env = Environment(3, 1, 1, first_click="none")
        assert evaluate(policy_random, env).win_probability == expected
        # As coded, the far end has to be followed by a second click that is not the bomb: 1/3 * 2/3.
        expected = Fraction(2, 3) * Fraction(3, 9) + Fraction(1, 3) * Fraction(2, 9)
        env = Environment(3, 1, 1, first_click="none", stop_at_win=False)
        assert evaluate(policy_random, env).win_probability == expected

    def test_clicks_on_opened_cells_cost_nothing_in_full_states(self):
        env = notebook_env(observation="full")
        assert evaluate(policy_random, env).win_probability == Fraction(2, 5)

    def test_an_agent_that_never_moves_on_never_wins(self):
        class Stuck(mdp.Agent):
            def choices(self, view):
                return [(0, 0)]

        env = Environment(3, 1, 1, observation="full", first_click="none")
        # (0, 0) alone wins nothing: the nearest win needs a second cell unless the far end is the bomb.
        assert evaluate(Stuck(), env).win_probability == Fraction(1, 3)

    def test_a_cell_named_twice_is_drawn_twice_as_often(self):
        class Weighted(mdp.Agent):
            def choices(self, view):
                return [(0, 1), (0, 1), (0, 0)] if not view.state else [(0, 2)]

        env = Environment(3, 1, 1, first_click="none", observation="full")
        # The middle, then the right end: won where the left end is the bomb. The left end, then the right
        # one: won where it is enough at once, and where the middle is the bomb.
        assert evaluate(Weighted(), env).win_probability == Fraction(2, 3) * Fraction(
            1, 3
        ) + Fraction(1, 3) * Fraction(2, 3)

    def test_an_agent_that_opens_what_it_may_not_is_refused(self):
        class Middle(mdp.Agent):
            def choices(self, view):
                return [(1, 0)]

        with pytest.raises(errors.RuleError, match=r"may not open \(1, 0\) first"):
            evaluate(Middle(), notebook_env(first_click="neighbourhood"))

    @pytest.mark.parametrize("rows, cols, bombs", [(3, 2, 1), (2, 3, 2), (3, 3, 2), (3, 3, 4)])
    @pytest.mark.parametrize("rule", mdp.FIRST_CLICKS)
    def test_the_optimal_agent_wins_what_the_solver_promises(self, rows, cols, bombs, rule):
        try:
            env = Environment(cols, rows, bombs, first_click=rule)
        except errors.RuleError:
            assert (rows, cols, bombs, rule) == (2, 3, 2, "neighbourhood") or rule == "row-col"
            return
        solver = OptimalSolver(rows, cols, bombs)
        optimum = solver.solve(rule)
        assert evaluate(OptimalAgent(solver, rule), env).win_probability == optimum.best_first
        random_start = evaluate(OptimalAgent(solver, rule, random_first=True), env)
        assert random_start.win_probability == optimum.random_first
        assert random_start.by_first_click == optimum.by_first_click


class TestOptimalSolver:
    @pytest.mark.parametrize(
        "rows, cols, bombs", [(3, 2, 1), (2, 3, 2), (2, 3, 3), (1, 5, 2), (3, 3, 2), (3, 3, 3)]
    )
    @pytest.mark.parametrize("rule", mdp.FIRST_CLICKS)
    def test_equals_search_over_every_move(self, rows, cols, bombs, rule):
        expected = best_chance(rows, cols, bombs, rule)
        if not expected:
            with pytest.raises(errors.RuleError):
                OptimalSolver(rows, cols, bombs).solve(rule)
        else:
            assert OptimalSolver(rows, cols, bombs).solve(rule).by_first_click == expected

    @pytest.mark.slow
    @pytest.mark.parametrize(
        "rows, cols, bombs, none, cell, neighbourhood",
        [
            (4, 4, 2, Fraction(102, 120), 0.971429, 1),
            thorough(4, 4, 4, Fraction(961, 1820), 0.704029, 0.971429),
            (5, 5, 2, Fraction(266, 300), 0.963768, 0.971429),
        ],
    )
    def test_known_optima(self, rows, cols, bombs, none, cell, neighbourhood):
        solver = OptimalSolver(rows, cols, bombs)
        assert solver.solve("none").best_first == none
        assert float(solver.solve("cell").best_first) == pytest.approx(cell, abs=1e-6)
        assert float(solver.solve("neighbourhood").best_first) == pytest.approx(
            neighbourhood, abs=1e-6
        )

    @pytest.mark.parametrize("bombs", range(13))
    def test_3x4_with_any_bombs(self, bombs):
        solver = OptimalSolver(3, 4, bombs)
        unprotected = solver.solve("none")
        assert 0 <= unprotected.random_first <= unprotected.best_first <= 1
        if bombs < 12:
            # A layout without a bomb on the cell is as likely to be won whether or not that was promised.
            assert unprotected.by_first_click == {
                cell: chance * Fraction(12 - bombs, 12)
                for cell, chance in solver.solve("cell").by_first_click.items()
            }

    def test_a_full_board_is_lost_and_an_empty_one_won(self):
        assert OptimalSolver(2, 2, 4).solve("none").best_first == 0
        assert OptimalSolver(2, 2, 0).solve("none").best_first == 1

    def test_choices_take_safe_cells_before_guesses(self):
        shown_cells = [((0, 0), "_"), ((0, 1), "_"), ((1, 0), "1"), ((1, 1), "1")]
        assert OptimalSolver(3, 2, 1).choices(shown_cells) == (((2, 0), (2, 1)), HALF)
        # The only neighbour of the 1 is the bomb, so the rest is safe.
        assert OptimalSolver(1, 4, 1).choices([((0, 0), "1")]) == (((0, 2), (0, 3)), Fraction(1))
        assert OptimalSolver(3, 2, 1).choices() == (tuple(cells_of(3, 2)), Fraction(3, 5))

    def test_choices_use_the_placement_rule(self):
        solver = OptimalSolver(3, 2, 1)
        state = [((0, 0), "1")]
        # As coded the bomb is in the other row and column: at (1, 1), the only such neighbour.
        assert solver.choices(state, first_click="row-col", first=(0, 0)) == (
            ((0, 1), (1, 0), (2, 0), (2, 1)),
            1,
        )
        with pytest.raises(errors.RuleError, match="must be told"):
            solver.choices(state, first_click="row-col")

    def test_positions_without_a_choice(self):
        solver = OptimalSolver(1, 3, 1)
        with pytest.raises(errors.RuleError, match="lost"):
            solver.choices([((0, 0), "B")])
        with pytest.raises(errors.RuleError, match="no safe cell"):
            solver.choices([((0, 0), "1"), ((0, 2), "1")])
        with pytest.raises(errors.InconsistentBoardError):
            solver.choices([((0, 0), "1"), ((0, 2), "_")])

    def test_limits(self):
        with pytest.raises(errors.EngineLimitError, match="layouts"):
            OptimalSolver(16, 30, 99)
        with pytest.raises(errors.EngineLimitError, match="more than 10 sets"):
            OptimalSolver(3, 4, 5, most_beliefs=10).solve()

    def test_beliefs_are_reported(self):
        assert OptimalSolver(3, 4, 1).solve("cell").beliefs == 0
        assert OptimalSolver(3, 3, 3).solve("cell").beliefs > 50


class TestNotebookPlanning:
    """R3.13: the notebook's own functions, which show how value iteration settles."""

    def test_utilities_of_each_sweep_are_printed(self, capsys):
        env = notebook_env()
        utilities = mdp.ValueIteration(env)
        blocks = capsys.readouterr().out.split("Utilities:\n")[1:]
        assert len(blocks) == 7
        first_sweep = [float(line.rpartition(" -> ")[2]) for line in blocks[0].splitlines()]
        assert first_sweep == [env.getReward(state) for state in env.get_possible_states()]
        last_sweep = [line.rpartition(" -> ")[2] for line in blocks[-1].splitlines()]
        assert last_sweep == [str(utility) for utility in utilities.values()]
        assert [line.rpartition(" -> ")[0] for line in blocks[-1].splitlines()] == [
            str(state) for state in env.get_possible_states()
        ]
        exact = exact_value_iteration(env).utilities
        assert all(
            utilities[state] == pytest.approx(float(exact[state]), abs=1e-5) for state in exact
        )
        assert utilities[env.getIdByState([])] == pytest.approx(1051 / 300)

    def test_the_plan_is_made_as_the_notebook_makes_it(self, capsys):
        """First action of greatest Q for each state that is not done, then printed."""
        env = notebook_env()
        utilities = mdp.ValueIteration(env, show=False)
        assert capsys.readouterr().out == ""
        pi = {}
        for state in env.get_possible_states():
            if not env.isDone(state):
                q = {
                    action: mdp.Q_Value(env, state, action, utilities)
                    for action in env.get_actions()
                }
                pi[env.getIdByState(state)] = max(q, key=q.get)
        plan = value_iteration(env)
        assert all(pi[state] in plan.best[state] for state in plan.best)
        assert len(pi) == 119
        mdp.print_policy(pi)
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "Policy:"
        assert len(lines) == 120
        assert lines[1] == f"[] -> {pi[env.getIdByState([])]}"
        mdp.print_U({0: 1.5}, env)
        assert capsys.readouterr().out == "Utilities:\n[] -> 1.5\n"

    def test_q_by_its_definition(self):
        """Sum over all states of P (R + U), by the environment's documented methods alone."""
        env = notebook_env()
        start_utilities = mdp.get_initial_U(env)
        assert start_utilities == {
            i: env.getReward(s) for i, s in enumerate(env.get_possible_states())
        }
        for state in env.get_possible_states()[::60]:
            for action in env.get_actions():
                expected = sum(
                    env.get_transition_prob(action, next_state, state)
                    * (
                        env.getReward(next_state, action)
                        + start_utilities[env.getIdByState(next_state)]
                    )
                    for next_state in env.get_possible_states()
                )
                assert mdp.Q_Value(env, state, action, start_utilities) == pytest.approx(expected)
        with pytest.raises(ValueError, match="not a state"):
            mdp.Q_Value(env, [((0, 0), "8")], (0, 1), start_utilities)


class TestFurtherWork:
    """L3.7: parallel sweeps and a learned policy."""

    @pytest.mark.parametrize("settings", [{}, {"transitions": "posterior", "observation": "full"}])
    def test_any_number_of_processes_gives_the_same_plan(self, settings):
        env = notebook_env(**settings)
        env.removeAction((2, 1))
        assert value_iteration(env, discount=0.5, jobs=2) == value_iteration(env, discount=0.5)
        with pytest.raises(ValueError, match="one process"):
            value_iteration(env, jobs=0)

    def test_sweeps_are_told(self):
        env = notebook_env()
        sweeps_told: list[Any] = []
        plan = value_iteration(
            env, on_sweep=lambda sweep, utilities: sweeps_told.append((sweep, list(utilities)))
        )
        assert [sweep for sweep, _ in sweeps_told] == list(range(plan.sweeps))
        assert sweeps_told[0][1] == [env.getReward(state) for state in env.get_possible_states()]

    def test_a_learned_policy_is_kept_in_a_file(self, tmp_path):
        """How good one is: test_cli_mdp.py."""
        agent = mdp.train(3, 2, 1, episodes=100, seed=1)
        full = notebook_env(observation="full")
        agent.network.save(tmp_path / "policy.npz")
        loaded = mdp.LearnedAgent(mdp.QNetwork.load(tmp_path / "policy.npz"))
        assert evaluate(loaded, full) == evaluate(agent, full)

    def test_a_seed_gives_one_network(self):
        episodes_told: list[Any] = []

        def trained(seed):
            run = mdp.train(2, 2, 1, episodes=30, seed=seed, on_episode=episodes_told.append)
            return run.network.weights

        weights, same_seed, another_seed = trained(3), trained(3), trained(4)
        assert all((a == b).all() for a, b in zip(weights, same_seed, strict=True))
        assert not all((a == b).all() for a, b in zip(weights, another_seed, strict=True))
        assert episodes_told[:30] == list(range(1, 31))
        with pytest.raises(ValueError, match="at least one episode"):
            mdp.train(2, 2, 1, episodes=0)

    def test_gradient_by_differences(self):
        """Of half the squared errors, against a central difference in every weight."""
        rng = np.random.default_rng(2)
        network = mdp.QNetwork.fresh(1, 2, 3, rng)
        inputs = rng.random((4, 20))
        targets = rng.random((4, 2))

        def loss():
            return ((network.values(inputs) - targets) ** 2).sum() / 2

        slopes = network.gradient(inputs, network.values(inputs) - targets)
        for weight, slope in zip(network.weights, slopes, strict=True):
            for index in np.ndindex(weight.shape):
                old_weight = weight[index]
                weight[index] = old_weight + 1e-6
                above = loss()
                weight[index] = old_weight - 1e-6
                difference = (above - loss()) / 2e-6
                weight[index] = old_weight
                assert slope[index] == pytest.approx(difference, abs=1e-5)


class TestPlay:
    def test_r3_8_rational_play_loses_and_wins_as_often_as_computed(self):
        env = notebook_env(first_click="cell", rng=random.Random(4))
        policy = value_iteration(env).policy
        results = []
        for _ in range(2000):
            env.reset()
            results.append(RationalAgentPlay(env, policy))
        assert set(results) == {-1, 1}
        # 0.6 within 5 standard errors of 0.011
        assert results.count(1) / 2000 == pytest.approx(0.6, abs=0.055)

    def test_r3_8_rational_play_renders_every_move(self, capsys):
        env = notebook_env(seed=2, rng=random.Random(4))
        RationalAgentPlay(env, value_iteration(env).policy, render=True)
        assert capsys.readouterr().out.count("Status:") == len(env.getCurrentState())

    def test_r3_8_random_agent_draws_from_all_cells_and_the_other_from_the_unopened(self):
        env = notebook_env(seed=2, rng=random.Random(1))
        env.step((1, 1))
        assert {policy_random(env) for _ in range(200)} == set(cells_of(3, 2))
        assert {policy_random_unopened(env) for _ in range(200)} == set(cells_of(3, 2)) - {(1, 1)}

    def test_random_agents_open_first_only_what_the_rule_permits(self):
        env = notebook_env(first_click="neighbourhood", rng=random.Random(1))
        corners = {(0, 0), (0, 1), (2, 0), (2, 1)}
        assert {policy_random(env) for _ in range(100)} == corners
        assert {policy_random_unopened(env) for _ in range(100)} == corners

    @pytest.mark.parametrize(
        "make, rule, stop, expected",
        [
            (lambda env: policy_random, "row-col", False, 697 / 3888),
            (lambda env: policy_random_unopened, "cell", True, 2 / 5),
            (lambda env: RationalAgent(env, value_iteration(env)), "cell", True, 3 / 5),
            (lambda env: OptimalAgent(OptimalSolver(3, 2, 1), "row-col"), "row-col", True, 1),
        ],
    )
    def test_r3_11_measured_as_computed(self, make, rule, stop, expected):
        env = notebook_env(first_click=rule, stop_at_win=stop, rng=random.Random(9))
        measured = measure_performance(make(env), 600, env=env, show=False)
        error = (expected * (1 - expected) / 600) ** 0.5
        assert measured.mean == pytest.approx(expected, abs=5 * error)

    def test_r3_11_reported_figures_are_within_the_sampling_error_of_the_exact_ones(self):
        for reported, exact in [(0.13, Fraction(697, 3888)), (0.57, HALF), (0.57, Fraction(3, 5))]:
            assert abs(reported - exact) < 2 * (float(exact * (1 - exact)) / 100) ** 0.5

    def test_r3_9_summary(self, capsys):
        env = Environment(2, 1, 1, first_click="none", rng=random.Random(3))
        measured = measure_performance(policy_random, env=env)
        assert len(measured.results) == 100
        assert measured.mean == sum(measured.results) / 100
        variance = sum((r - measured.mean) ** 2 for r in measured.results) / 99
        assert measured.sigma == pytest.approx(variance**0.5)
        lines = capsys.readouterr().out.splitlines()
        assert lines[0] == "statistics over 100 episodes"
        assert lines[1] == f"mean: {measured.mean:6.2f}, sigma: {measured.sigma:6.2f}"
        numbers = [
            int(line[4:6]) if line[6] == "," else int(line[4:7])
            for line in lines[2:]
            if line != "......"
        ]
        assert numbers == [1, 2, 3, 4, 5, 96, 97, 98, 99, 100]
        assert lines[2] == f"ep:  1, game result: {measured.results[0]:5.2f}"
        assert lines[-1] == f"ep: 100, game result: {measured.results[-1]:5.2f}"

    def test_r3_9_called_as_in_the_notebook(self, capsys):
        assert list(signature(measure_performance).parameters)[:2] == ["policy", "nr_episodes"]
        assert signature(measure_performance).parameters["nr_episodes"].default == 100
        random.seed(4)
        measure_performance(policy_random)
        out = capsys.readouterr().out.splitlines()
        assert out[0] == "statistics over 100 episodes"
        assert len(out) == 13
        random.seed(4)
        results = [run_one_episode(policy_random) for _ in range(400)]
        assert set(results) == {0, 1}
        # 265/972 = 0.273: within 5 standard errors.
        assert sum(results) / 400 == pytest.approx(265 / 972, abs=5 * (0.198 / 400) ** 0.5)

    @pytest.mark.parametrize("agent", [policy_random, policy_random_unopened])
    def test_r3_9_there_is_one_game_whoever_makes_it(self, agent):
        """The notebook's own loop over ``Environment(2, 3, 1, -0.04)`` plays what its functions play here."""
        env = Environment(2, 3, 1, -0.04, rng=random.Random(9))
        notebook_results = []
        for _ in range(60):
            env.reset()
            done = False
            while not done:
                _, done, _, _ = env.step(agent(env))
            notebook_results.append(int(env.getStatus() == 1))
        assert measure_performance(agent, 60, seed=9, show=False).results == tuple(notebook_results)

    def test_r3_9_a_random_game_as_coded_against_a_second_one(self):
        """The notebook's loop over every layout and click, on plain sets."""
        cells = cells_of(3, 2)

        @cache
        def chance(bomb, clicks, opened):
            """Of a win: five clicks or the bomb end it; whoever has won may still click the bomb."""
            if clicks == 5:
                return Fraction(len(opened) == 5)
            safe = (cell for cell in cells if cell != bomb)
            next_opened = (opened | frozenset(opened_by({bomb}, cell, 3, 2)) for cell in safe)
            return (
                sum(
                    (chance(bomb, clicks + 1, opened_then) for opened_then in next_opened),
                    Fraction(0),
                )
                / 6
            )

        total = Fraction(0)
        for first_cell in cells:
            bombs = [b for b in cells if b[0] != first_cell[0] and b[1] != first_cell[1]]
            for bomb in bombs:
                total += (
                    chance(bomb, 1, frozenset(opened_by({bomb}, first_cell, 3, 2))) / len(bombs) / 6
                )
        assert total == Fraction(697, 3888)
        assert evaluate(policy_random, notebook_environment("coded")).win_probability == total

    @pytest.mark.parametrize(
        "reading, literal, unopened, plan",
        [
            ("coded", "697/3888", "1/15", "1/2"),
            ("stopped", "457/1944", "67/180", "1/2"),
            ("text", "265/972", "2/5", "3/5"),
        ],
    )
    def test_r3_9_the_other_readings_are_named(self, reading, literal, unopened, plan):
        env = notebook_environment(reading)
        planned = notebook_env()
        rational = RationalAgent(planned, value_iteration(planned))
        agents = {policy_random: literal, policy_random_unopened: unopened, rational: plan}
        for agent, expected in agents.items():
            assert str(evaluate(agent, env).win_probability) == expected
            assert expected in measure_performance.__doc__
        assert reading in mdp.READINGS
        with pytest.raises(errors.UnknownNameError, match="text, coded, stopped"):
            measure_performance(policy_random, reading="meant")
        with pytest.raises(ValueError, match="not both"):
            measure_performance(policy_random, env=env, reading="text")

    def test_x3_7_the_policy_that_is_given_is_measured(self):
        class Far(mdp.Agent):
            def choices(self, view):
                return [(0, 1)]

        env = Environment(2, 1, 1, seed=0)
        env.step((0, 0))
        assert env.getStatus() == 1
        assert measure_performance(Far(), 20, env=env, show=False).results == (0,) * 20

    def test_a_seed_reproduces_and_few_episodes_are_all_listed(self):
        runs = [
            measure_performance(policy_random_unopened, 8, seed=5, show=False) for _ in range(2)
        ]
        assert runs[0] == runs[1]
        assert len(str(runs[0]).splitlines()) == 10
        assert measure_performance(policy_random, 1, seed=5, show=False).sigma == 0

    def test_measuring_refuses_what_makes_no_sense(self):
        with pytest.raises(ValueError):
            measure_performance(policy_random, 0)
        with pytest.raises(ValueError):
            measure_performance(policy_random, 5, env=notebook_env(), seed=1)

    def test_a_plan_for_another_board_is_refused(self):
        env = Environment(2, 2, 1)
        agent = RationalAgent(env, value_iteration(env))
        with pytest.raises(errors.RuleError, match="no action for the state"):
            evaluate(agent, notebook_env())
        with pytest.raises(errors.RuleError, match="no action for the state"):
            RationalAgentPlay(notebook_env(first_click="cell"), {})
        with pytest.raises(errors.UnknownNameError, match="uniform"):
            RationalAgent(env, value_iteration(env), ties="any")

    def test_the_public_surface_is_what_the_package_has(self):
        public = {
            name for name, value in vars(mdp).items() if name[0] != "_" and not ismodule(value)
        }
        assert public == set(vars(mdp)["__all__"])
