"""Each argument of each public function in turn is nonsense: what comes is an answer or an error of ours."""

from __future__ import annotations

import math
import random
from collections.abc import Callable
from contextlib import suppress
from functools import partial
from typing import Any

import numpy as np
import pytest

import minesolver as ms
from minesolver import cs50, explain, mdp, testing
from minesolver.engine import ENGINES
from minesolver.layers import deduce
from minesolver.layers.likelihood import likelihoods
from minesolver.players import PLAYERS
from minesolver.sources import inference, search

HUGE = 10**5000
"""Python writes no integer of so many digits."""
DEEP: list[Any] = []
for _ in range(3000):
    DEEP = [DEEP]


class Unwritable:
    """What can be neither written nor asked whether it is true."""

    def __repr__(self) -> str:
        raise RuntimeError

    def __bool__(self) -> bool:
        raise RuntimeError


NONSENSE: list[Any] = [
    None, 5, -1, HUGE, 0.5, math.nan, True, "nonsense", "", b"x", object(), DEEP, Unwritable(),
    np.arange(2), np.array(2), (), (0,), (0, 9), (-1, 0), ("a", "b"), (0.5, 0), (0, 0, 0), (None, None),
    [], [0, 0], [[]], [None], ["x"], [(1, 2, 3)], [((0, 0), "x")], {}, {1: 2}, {(0, 1): "x"}, {(0, 0)}, {5},
]  # fmt: skip

BOARD = ms.Board.parse("1#/##", 1)
HEX = ms.Board.parse("1#/##", 1, rules="hex")
PROVED = ms.Board.parse("01#1#/0111#", 1)
LAYOUT = ms.Layout(2, 2, frozenset({(0, 0)}))
ENV = mdp.Environment(2, 3, 1)
SMALL_ENV = mdp.Environment(2, 2, 1)
PLAN = mdp.value_iteration(ENV)
SOLVER = mdp.OptimalSolver(2, 2, 1)
NETWORK = mdp.QNetwork.fresh(2, 2, 3, np.random.default_rng(1))
ENTRIES = [((0, 0), "1")]
EVIDENCE = search.Evidence([(0, 0), (0, 1)], 1)
RNG = random.Random(1)

Call = tuple[Callable[..., Any], tuple[Any, ...], dict[str, Any]]
CALLS: dict[str, Call] = {}
"""By name: a function, and arguments that it takes."""


def add(label: str, function: Callable[..., Any], /, *values: Any, **options: Any) -> None:
    CALLS[label] = function, values, options


def add_methods(name: str, make: Callable[[], Any], **values_by_method: tuple[Any, ...]) -> None:
    """Methods of an object that is made anew for each call; a dictionary at the end has options."""
    for method, values in values_by_method.items():
        options: dict[str, Any] = {}
        if values and isinstance(values[-1], dict) and "options" in values[-1]:
            *values_before, last = values
            values, options = tuple(values_before), last["options"]

        def call(*arguments: Any, _method: str = method, **named: Any) -> Any:
            return getattr(make(), _method)(*arguments, **named)

        add(f"{name}.{method}", call, *values, **options)


def always(thing: Any) -> Callable[[], Any]:
    return lambda: thing


def options(**values: Any) -> dict[str, Any]:
    return {"options": values}


def begun_game() -> ms.Game:
    game = ms.Game(3, 3, layout=[(2, 0), (2, 1)])
    game.open((0, 0))
    return game


def student() -> cs50.MinesweeperAI:
    ai = cs50.MinesweeperAI(3, 3)
    ai.add_knowledge((0, 0), 1)
    return ai


def knowing(attribute: str, value: Any) -> None:
    """What a checker has changed is nonsense, and the next inference meets it."""
    ai = student()
    with suppress(TypeError):  # what no set holds
        getattr(ai, attribute).add(value)
    ai.add_knowledge((2, 2), 1)


def played(player: str, board: Any) -> Any:
    made_player = PLAYERS.get(player).make()
    made_player.start(2, 2, 1, 0)
    return made_player.move(board)


def played_by_plan(env: Any, *values: Any) -> int:
    if isinstance(env, mdp.Environment):
        env.reset()  # from an earlier call its game may be over
    return mdp.RationalAgentPlay(env, *values)


# The CS50 project
add("Minesweeper", cs50.Minesweeper, 3, 3, 2)
add_methods(
    "Minesweeper", lambda: cs50.Minesweeper(3, 3, 2), is_mine=((0, 0),), nearby_mines=((0, 0),)
)
add("Sentence", cs50.Sentence, {(0, 0)}, 1)
add_methods(
    "Sentence", lambda: cs50.Sentence({(0, 0)}, 1), mark_mine=((0, 0),), mark_safe=((0, 0),)
)
add("MinesweeperAI", lambda *size: cs50.MinesweeperAI(*size).make_random_move(), 3, 3)
add_methods(
    "MinesweeperAI", student, mark_mine=((0, 1),), mark_safe=((0, 1),), add_knowledge=((2, 2), 1)
)
add("MinesweeperAI.mines", partial(knowing, "mines"), (0, 1))
add("MinesweeperAI.safes", partial(knowing, "safes"), (0, 1))

# The decision process
GAME_OPTIONS = {"first_click": "cell", "stop_at_win": True, "rng": RNG}
ENV_OPTIONS = GAME_OPTIONS | {
    "observation": "literal",
    "transitions": "literal",
    "win_reward": 10,
    "loss_reward": -1,
}
add("mdp.Game", lambda *v, **o: mdp.Game(*v, **o).openCell(0, 0), 2, 3, 1, None, **GAME_OPTIONS)
add_methods(
    "mdp.Game",
    lambda: mdp.Game(2, 3, 1),
    openCell=(0, 0),
    permits=((0, 0),),
    getBoardConfig=([(0, 0)],),
)
add(
    "mdp.Environment",
    lambda *v, **o: mdp.Environment(*v, **o).step((0, 0)),
    2, 3, 1, -0.04, None, **ENV_OPTIONS,
)  # fmt: skip
add_methods(
    "mdp.Environment",
    lambda: mdp.Environment(2, 3, 1),
    step=((0, 0),),
    render=(True,),
    removeAction=((0, 0),),
    getIdByState=(ENTRIES,),
    getStateById=(1,),
    state_coords=(ENTRIES,),
    isDone=(ENTRIES,),
    getReward=(ENTRIES, (0, 0)),
    get_transition_prob=((0, 1), ENTRIES, []),
    successors=(0, (0, 1)),
)
VIEW = mdp.Environment(2, 2, 1).view()
for name, agent in (
    ("RandomAgent", mdp.RandomAgent()),
    ("RandomUnopenedAgent", mdp.RandomUnopenedAgent()),
    ("RationalAgent", mdp.RationalAgent(ENV, PLAN)),
    ("OptimalAgent", mdp.OptimalAgent(SOLVER)),
    ("LearnedAgent", mdp.LearnedAgent(NETWORK)),
):
    add(f"mdp.{name}.choices", agent.choices, VIEW)
    add(f"mdp.{name}()", agent, mdp.Environment(2, 2, 1))
add("mdp.RationalAgent", mdp.RationalAgent, ENV, PLAN, ties="first")
add("mdp.OptimalAgent", mdp.OptimalAgent, SOLVER, "cell", random_first=False)
add("mdp.LearnedAgent", mdp.LearnedAgent, NETWORK)
add("mdp.RationalAgentPlay", played_by_plan, mdp.Environment(2, 3, 1), PLAN.policy, False)
add("mdp.evaluate", mdp.evaluate, mdp.RandomAgent(), ENV)
add("mdp.QNetwork", mdp.QNetwork, 2, 2, NETWORK.weights)
add("mdp.QNetwork.fresh", mdp.QNetwork.fresh, 2, 2, 3, np.random.default_rng(1))
add("mdp.QNetwork.load", mdp.QNetwork.load, "no such file")
INPUTS = NETWORK.inputs([])
add_methods(
    "mdp.QNetwork",
    lambda: NETWORK,
    inputs=(ENTRIES,),
    values=(INPUTS,),
    gradient=(INPUTS[None], np.zeros((1, 4))),
)
add("mdp.train", mdp.train, 2, 2, 1, episodes=1, hidden=2, first_click="cell", seed=0)
add("mdp.OptimalSolver", mdp.OptimalSolver, 2, 2, 1, most_beliefs=100)
add_methods(
    "mdp.OptimalSolver",
    lambda: SOLVER,
    solve=("cell",),
    choices=(ENTRIES, options(first_click="row-col", first=(0, 0))),
)
add("mdp.notebook_environment", mdp.notebook_environment, "text", RNG)
add("mdp.run_one_episode", mdp.run_one_episode, mdp.policy_random, mdp.Environment(2, 3, 1))
add(
    "mdp.measure_performance",
    mdp.measure_performance,
    mdp.policy_random, 2, reading="text", env=None, seed=1, show=False,
)  # fmt: skip
add("mdp.value_iteration", mdp.value_iteration, ENV, 1e-5, discount=1, on_sweep=None)
add("mdp.exact_value_iteration", mdp.exact_value_iteration, SMALL_ENV, discount=1)
add("mdp.q_value", mdp.q_value, ENV, 0, (0, 0), PLAN.utilities)
add("mdp.Q_Value", mdp.Q_Value, ENV, ENTRIES, (0, 1), PLAN.utilities)
add("mdp.ValueIteration", mdp.ValueIteration, SMALL_ENV, 1e-5, show=False)
add("mdp.get_initial_U", mdp.get_initial_U, ENV)
add("mdp.print_U", mdp.print_U, PLAN.utilities, ENV)
add("mdp.print_policy", mdp.print_policy, PLAN.policy, ENV)

# The other documents, and deduction
add("search.move_gen", search.move_gen, BOARD)
add("search.goal_test", search.goal_test, BOARD)
add("search.Evidence", search.Evidence, [(0, 0)], 1)
add("search.Evidence.isSubset", EVIDENCE.isSubset, EVIDENCE)
add("search.evidence_at", search.evidence_at, BOARD, (0, 0))
add("search.infer", search.infer, [EVIDENCE])
add("search.infer cells", lambda cell: search.infer([EVIDENCE, search.Evidence([cell], 0)]), "a")
add("inference.records", inference.records, BOARD, {(0, 1): True})
add("deduce", deduce, BOARD)
add("likelihoods", likelihoods, BOARD, "max")

# Reasons, and the laws of plug-ins
REASONS = ms.analyze(PROVED).reasons
add("explain.chain", explain.chain, REASONS, (0, 2))
add(
    "Analysis.certificate",
    ms.analyze(PROVED).certificate,
    (0, 2), proofs=True, counts=False, limit=1,
)  # fmt: skip
add("explain.steps", lambda analysis: list(explain.steps(analysis)), ms.analyze(PROVED))
add("testing.check_engine", testing.check_engine, "kernel", number=1, seed=0)
add("testing.check_format", testing.check_format, "canonical")
add("testing.check_player", testing.check_player, "safest", games=1, seed=0)
add("testing.check_renderer", testing.check_renderer, "svg", [BOARD])
add("testing.check_rules", testing.check_rules, "hex", number=1, seed=0)

# Engines and players by themselves
for name in ms.engines():
    add(f"engine {name}", ENGINES.get(name).analyze, BOARD, ms.Limit(seconds=1))
for name in ("safest", "efficient", "uniform_random", "advanced", "bfs", "best_first", "cs50"):
    add(f"player {name}.start", lambda *v, p=name: PLAYERS.get(p).make().start(*v), 2, 2, 1, 0)
    add(f"player {name}.move", partial(played, name), ms.Board.hidden(2, 2, 1))

# What `minesolver` itself exports
for name, board, cell in (("Board", BOARD, (0, 1)), ("Board hex", HEX, (0, 1))):
    analysis = ms.analyze(board)
    add_methods(
        name,
        always(board),
        index=(cell,),
        neighbours=(cell,),
        flag=(cell,),
        open=(cell, 1),
        replace=({cell: 1}, options(mines=1, density=None)),
        text=("canonical",),
        where=(board[cell],),
        __getitem__=(cell,),
    )
    add_methods(
        f"Analysis of {name}",
        always(analysis),
        exact=(cell,),
        reason=(cell,),
        reason_chain=(cell,),
        chance=({cell: True}, options(limit=1)),
        sample=(1, options(seed=1, limit=1)),
        to_dict=(options(exact=True, reasons=True),),
        __getitem__=(cell,),
    )
READ_OPTIONS = dict.fromkeys(
    ("density", "format", "rules", "left", "signs", "flags_are_guesses", "cut", "reading")
)
add("Board.parse", ms.Board.parse, "1#/##", 1, **READ_OPTIONS)
add("Board.from_array", ms.Board.from_array, [[1, -1]], 1, density=None, cut=None)
add("Board.hidden", ms.Board.hidden, 2, 2, 1, density=None)
add("Layout", lambda *values: ms.Layout(*values).board, 2, 2, frozenset({(0, 0)}))
add("Limit", ms.Limit, 1, 1, 1)
add("Puzzle", ms.Puzzle, "ab", 1, density=None, capacity=1, known=None, hidden_quantities=())
add_methods(
    "Puzzle",
    lambda: ms.Puzzle("ab", 1),
    add=("ab", 1, options(weights=None, name=None, together=None, ring=False, at=None)),
    add_table=("ab", [(0, 1)], options(name=None)),
    index=("a",),
)
add("Puzzle.from_json", ms.Puzzle.from_json, ms.Puzzle("ab").to_json())
add("analyze", ms.analyze, BOARD, "auto", limit=None, proofs_only=False)
add("analyze_many", ms.analyze_many, [BOARD], None, density=None, limit=None)
add("recommend", ms.recommend, BOARD, "strongest", limit=1, objective="wins")
add("grade", ms.grade, BOARD, (0, 1), flag=False, regret=False, policy="safest", limit=1)
add("judge", ms.judge, LAYOUT, (1, 1), limit=1)
add("Rules", ms.Rules, "safe", "lose", "open", "cascade", True, "square", "hidden")
add("Rules.allowed", ms.Rules().allowed, 3, 3, (0, 0))
add("Game", ms.Game, 3, 3, 2, None, seed=1, index=0, layout=None, layers=())
add("Game.of", ms.Game.of, LAYOUT, ((1, 1),), None)
HIDDEN = ((2, 2),)
add_methods(
    "Game",
    begun_game,
    open=HIDDEN, flag=HIDDEN, unflag=HIDDEN, is_mine=HIDDEN, mines_in=HIDDEN, chord_cells=((1, 1),),
)  # fmt: skip

OURS = (ValueError, TypeError, ms.EngineLimitError, ms.InconsistentBoardError)
"""What the errors of the package are besides."""


def error_of(name: str, values: tuple[Any, ...], options: dict[str, Any]) -> Exception | None:
    try:
        CALLS[name][0](*values, **options)
    except Exception as error:
        return error
    return None


def is_expected(name: str, error: Exception | None) -> bool:
    """Whether somebody who catches the errors of the package can expect this."""
    if isinstance(error, OSError):  # a path that is one may be that of no file
        return name.endswith(".load")
    if isinstance(error, AssertionError):  # a plug-in that is none breaks a law
        return name.startswith("testing.")
    return error is None or (isinstance(error, ms.MinesolverError) and isinstance(error, OURS))


@pytest.mark.parametrize("name", CALLS)
def test_nonsense_is_answered_or_refused_by_an_error_of_ours(name, capsys):
    _, values, options = CALLS[name]
    for slot in range(len(values)):
        for nonsense in NONSENSE:
            error = error_of(name, (*values[:slot], nonsense, *values[slot + 1 :]), options)
            assert is_expected(name, error), (slot, error)
    for option in options:
        for nonsense in NONSENSE:
            error = error_of(name, values, {**options, option: nonsense})
            assert is_expected(name, error), (option, error)


@pytest.mark.parametrize("name", CALLS)
def test_the_calls_themselves_are_answered(name, capsys):
    """Else what is refused above may be refused for something else."""
    _, values, options = CALLS[name]
    error = error_of(name, values, options)
    assert error is None or (isinstance(error, OSError) and is_expected(name, error))
