"""``minesolver mdp``: the decision process of a small board, planned by value iteration, or learned."""

import argparse
import json
from contextlib import suppress
from fractions import Fraction
from pathlib import Path
from time import perf_counter
from typing import Any

from ...base.errors import EngineLimitError, counted
from ...cli.arguments import add_jobs, add_seed, positive
from ...cli.progress import Progress
from . import (
    FIRST_CLICKS,
    Agent,
    Environment,
    OptimalSolver,
    RationalAgent,
    evaluate,
    policy_random_unopened,
    print_policy,
    print_U,
    value_iteration,
)

_RULES = (*FIRST_CLICKS, "safe", "zero")


_EPILOG = """\
examples:
  minesolver mdp plan --rows 3 --cols 2 --bombs 1 --sweeps --policy
  minesolver mdp plan --rows 3 --cols 4 --bombs 2 --jobs 2
  minesolver mdp learn --rows 3 --cols 3 --bombs 2 --seed 1 --out policy.npz

Winning chances are exact, over every layout and draw that the first-click rule leaves."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    parser.epilog = _EPILOG
    actions = parser.add_subparsers(title="what", dest="what", required=True)

    plan = actions.add_parser("plan", help="value iteration: utilities and the greedy policy")
    _add_process(plan)
    plan.add_argument("--discount", type=float, default=1.0, metavar="G", help="default: 1")
    plan.add_argument("--error", type=float, default=1e-5, metavar="E", help="default: 1e-5")
    add_jobs(plan)
    plan.add_argument("--sweeps", action="store_true", help="print the utilities before each sweep")
    plan.add_argument("--policy", action="store_true", help="print the action of each state")

    learn = actions.add_parser(
        "learn", help="train a network by Q-learning, and compare it with the plan"
    )
    _add_process(learn)
    learn.add_argument("--episodes", type=positive, default=6000, metavar="N", help="default: 6000")
    learn.add_argument(
        "--hidden", type=positive, default=64, metavar="N", help="hidden units (default: 64)"
    )
    add_seed(learn, default=0)
    learn.add_argument(
        "--out", type=Path, metavar="FILE", help="keep the network's weights as .npz"
    )


def _add_process(parser: argparse.ArgumentParser) -> None:
    """Add what both actions take: the size and rules of the decision process."""
    parser.add_argument("--rows", type=positive, default=3, metavar="R", help="default: 3")
    parser.add_argument("--cols", type=positive, default=2, metavar="C", help="default: 2")
    parser.add_argument("--bombs", type=positive, default=1, metavar="B", help="default: 1")
    parser.add_argument("--first-click", default="cell", choices=_RULES, help="default: cell")
    parser.add_argument("--json", action="store_true", help="the result as one JSON object")


def run(options: argparse.Namespace) -> int:
    return _plan(options) if options.what == "plan" else _learn(options)


def _environment(options: argparse.Namespace, observation: str = "literal") -> Environment:
    size = options.cols, options.rows, options.bombs
    return Environment(*size, first_click=options.first_click, observation=observation)


def _chance(agent: Agent, env: Environment) -> Fraction:
    return evaluate(agent, env).win_probability


def _plan(options: argparse.Namespace) -> int:
    env = _environment(options)
    show = not options.json

    # The sweeps in the notebook's own words, to be laid beside what it printed.
    def sweep(number: int, utilities: Any) -> None:
        if options.sweeps and show:
            print(f"Sweep {number}.", end=" ")
            print_U(dict(enumerate(utilities)), env)

    began = perf_counter()
    plan = value_iteration(
        env, options.error, discount=options.discount, jobs=options.jobs, on_sweep=sweep
    )
    seconds = perf_counter() - began
    if options.policy and show:
        print_policy(plan.policy, env)
    states, decisions = len(plan.utilities), len(plan.best)

    # A utility is no winning chance, as steps cost something: it is told apart.
    start_id = env.getIdByState([]) or 0
    start = plan.utilities[start_id]
    chance = _chance(RationalAgent(env, plan), env)
    if show:
        print(
            f"{counted(states, 'state')}, {decisions} with a choice, {counted(plan.sweeps, 'sweep')}, "
            f"{seconds:.2f} s; the start is worth {start:.5f}\n"
            f"the plan wins {chance} = {100 * float(chance):.2f} % after a random first cell"
        )
    else:
        answer: dict[str, Any] = {"states": states, "decisions": decisions, "sweeps": plan.sweeps}
        answer |= {
            "utility_of_the_start": start,
            "win_probability": str(chance),
            "seconds": seconds,
        }
        print(json.dumps(answer))
    return 0


def _learn(options: argparse.Namespace) -> int:
    from . import train

    with Progress(f"learn, seed {options.seed}", options.episodes) as bar:
        agent = train(
            options.rows,
            options.cols,
            options.bombs,
            episodes=options.episodes,
            hidden=options.hidden,
            first_click=options.first_click,
            seed=options.seed,
            on_episode=lambda number: bar.update(number, "episodes"),
        )
    # What is too large to be planned or evaluated is left out: that is what a network is for.
    full, literal = _environment(options, "full"), _environment(options)
    rows: dict[str, Fraction] = {}
    with suppress(EngineLimitError):
        rows["random over unopened"] = _chance(policy_random_unopened, literal)
    with suppress(EngineLimitError):
        rows["learned"] = _chance(agent, full)
    with suppress(EngineLimitError):
        planned = RationalAgent(literal, value_iteration(literal))
        rows["value iteration, random first"] = _chance(planned, literal)
    with suppress(EngineLimitError):
        solver = OptimalSolver(full.rows, full.columns, full.bombsCount)
        rows["best play"] = solver.solve(options.first_click).best_first

    # What took long to learn is kept before anything is printed.
    if options.out is not None:
        agent.network.save(options.out)
    if options.json:
        json_values = {
            "episodes": options.episodes,
            "seed": options.seed,
            "win_probability": {name: str(chance) for name, chance in rows.items()},
        }
        print(json.dumps(json_values))
        return 0
    for name, chance in rows.items():
        print(f"{name:30} wins {100 * float(chance):6.2f} %")
    return 0
