"""``minesolver mdp``: the decision process of a small board, planned by value iteration, or learned."""

import argparse
import json
from contextlib import suppress
from dataclasses import replace
from fractions import Fraction
from time import perf_counter
from typing import Any

from ...base.errors import EngineLimitError, counted
from ...cli.arguments import add
from ...cli.progress import Progress
from ...protocol.parameters import COUNT, FILE, FLAG, JOBS, JSON, NUMBER, SEED, TEXT, Parameter
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
    add(
        plan,
        Parameter(
            "discount", NUMBER, "what a reward is worth one step later", default=1.0, metavar="G"
        ),
        Parameter(
            "error",
            NUMBER,
            "largest change of a utility at which the iteration ends",
            default=1e-5,
            metavar="E",
        ),
        JOBS,
        Parameter("sweeps", FLAG, "print the utilities before each sweep"),
        Parameter("policy", FLAG, "print the action of each state"),
    )

    learn = actions.add_parser(
        "learn", help="train a network by Q-learning, and compare it with the plan"
    )
    _add_process(learn)
    add(
        learn,
        Parameter("episodes", COUNT, "games that are learned from", default=6000, metavar="N"),
        Parameter("hidden", COUNT, "hidden units of the network", default=64, metavar="N"),
        replace(SEED, default=0),
        Parameter("out", FILE, "keep the network's weights as .npz", metavar="FILE"),
    )


def _add_process(parser: argparse.ArgumentParser) -> None:
    """Add what both actions take: the size and rules of the decision process."""
    add(
        parser,
        Parameter("rows", COUNT, "rows of the board", default=3, metavar="R"),
        Parameter("cols", COUNT, "columns of the board", default=2, metavar="C"),
        Parameter("bombs", COUNT, "mines of the board", default=1, metavar="B"),
        Parameter(
            "first_click",
            TEXT,
            "what the first click keeps free of mines",
            default="cell",
            choices=_RULES,
        ),
        JSON,
    )


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
