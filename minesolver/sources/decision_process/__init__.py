"""Minesweeper as a Markov decision process: value iteration, its agents, and what they are worth exactly.

The classes ``Game`` and ``Environment`` and the functions ``policy_random``, ``RationalAgentPlay`` and
``measure_performance`` carry the names of the notebook *Decision Theory Project. AI System for
Minesweeper* (Tymofieienko and Hilgert, 2022). Beside its transitions there are true posteriors, beside its
states full observations, and beside its agent the player that wins most (:class:`OptimalSolver`).

>>> from minesolver.mdp import Environment, OptimalSolver, RationalAgent, evaluate, value_iteration
>>> env = Environment(2, 3, 1, -0.04)
>>> str(evaluate(RationalAgent(env, value_iteration(env)), env).win_probability)
'3/5'
>>> str(OptimalSolver(3, 2, 1).solve("cell").best_first)
'3/5'
"""

from .agents import (
    Agent,
    OptimalAgent,
    RandomAgent,
    RandomUnopenedAgent,
    RationalAgent,
    RationalAgentPlay,
    policy_random,
    policy_random_unopened,
)
from .environment import Environment, View
from .evaluation import Evaluation, evaluate
from .game import FIRST_CLICKS, Game
from .learning import LearnedAgent, QNetwork, train
from .notebook import Q_Value, ValueIteration, get_initial_U, print_policy, print_U
from .optimal_solver import OptimalChances, OptimalSolver
from .performance import (
    READINGS,
    Performance,
    measure_performance,
    notebook_environment,
    run_one_episode,
)
from .planning import Plan, exact_value_iteration, q_value, value_iteration

__all__ = [
    "FIRST_CLICKS", "READINGS", "Agent", "Environment", "Evaluation", "Game", "LearnedAgent", "OptimalAgent",
    "OptimalChances", "OptimalSolver", "Performance", "Plan", "QNetwork", "Q_Value", "RandomAgent",
    "RandomUnopenedAgent", "RationalAgent", "RationalAgentPlay", "ValueIteration", "View", "evaluate",
    "exact_value_iteration", "get_initial_U", "measure_performance", "notebook_environment", "policy_random",
    "policy_random_unopened", "print_U", "print_policy", "q_value", "run_one_episode", "train",
    "value_iteration",
]  # fmt: skip
