"""The decision-process notebook (Tymofieienko, Hilgert 2022): 3 rows by 2 columns, 1 bomb."""

import random
from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from itertools import chain
from math import sqrt

import numpy as np

from ...base.intervals import rate_interval
from ...bench.figure import Figure, Panel
from ...game.seeding import agent_seed
from ...model.board import HIDDEN, Board, Cell
from ...solver import analyze
from .. import decision_process as mdp
from ..decision_process.states import CODES
from .reproduced_table import TEXTS, Build, Making, TableRow, by, line, stars, table, verdict
from .reproduction_plan import ReproductionPlan

ROWS, COLS, BOMBS = 3, 2, 1
_SAMPLE = "100 games"
_RULE_TEXT: dict[str, str] = TEXTS["B3.1"]["rules"]
_LABELS: dict[str, str] = TEXTS["B3.1"]["agents"]
REPORTED: dict[str, tuple[float, float]] = TEXTS["B3.1"]["reported"]
RULES, AGENTS = tuple(_RULE_TEXT), tuple(_LABELS)


def environment(agent: str, rule: str, seed: int = 0) -> mdp.Environment:
    """Where an agent of the notebook plays. As coded, its random agent's game goes on after a win."""
    return mdp.Environment(
        COLS,
        ROWS,
        BOMBS,
        first_click=rule,
        stop_at_win=agent != "random",
        observation="full" if agent.startswith(("optimal", "exact")) else "literal",
        rng=random.Random(seed),
    )


class ExactAgent(mdp.Agent):
    """A random first cell, then what the exact engine proves safe, or thinks least likely a mine."""

    def choices(self, view: mdp.View) -> Sequence[Cell]:
        if not view.shown:
            return view.actions
        board = Board(np.full((ROWS, COLS), HIDDEN), BOMBS)
        shown_codes = {cell: CODES[sign] for cell, sign in view.shown}
        best = analyze(board.replace(shown_codes)).best
        return [] if best is None else [best]


def _agent(name: str, rule: str) -> mdp.Agent:
    if name == "exact":
        return ExactAgent()
    if name == "rational":
        planned = mdp.Environment(COLS, ROWS, BOMBS)
        return mdp.RationalAgent(planned, mdp.value_iteration(planned))
    if name.startswith("optimal"):
        random_first = name == "optimal_random_first"
        return mdp.OptimalAgent(
            mdp.OptimalSolver(ROWS, COLS, BOMBS), rule, random_first=random_first
        )
    return mdp.policy_random if name == "random" else mdp.policy_random_unopened


@dataclass(frozen=True)
class WinTask:
    """An agent under a first-click rule: (exact winning chance, wins in ``episodes`` games)."""

    agent: str
    rule: str
    episodes: int
    seed: int

    def run(self) -> tuple[Fraction, int]:
        # A stream of its own for each, so that one more agent or rule changes nobody's games.
        agent = _agent(self.agent, self.rule)
        stream_number = 100 * RULES.index(self.rule) + AGENTS.index(self.agent)
        draws = agent_seed(self.seed, stream_number)
        env = environment(self.agent, self.rule, draws)
        chance = mdp.evaluate(agent, env).win_probability
        played = mdp.measure_performance(agent, self.episodes, env=env, show=False)
        return chance, sum(played.results)


def tasks(plan: ReproductionPlan) -> list[WinTask]:
    """All agents under all first-click rules."""
    return [WinTask(agent, rule, plan.episodes, plan.seed) for rule in RULES for agent in AGENTS]


def _wins(plan: ReproductionPlan) -> Making:
    # The exact chance under each rule tells which rule a reported rate can come from, within its noise.
    results = yield tasks(plan)
    rows = []
    exact: dict[tuple[str, str], float] = {}
    for task in tasks(plan):
        chance, wins = results[task]
        low, high = rate_interval(wins, task.episodes)
        reported = REPORTED.get(task.agent, (None, None))[0]
        judged = verdict(_SAMPLE, otherwise="not in the document")
        if reported is not None:
            standard_error = sqrt(float(chance * (1 - chance)) / 100)  # of the document's 100 games
            fits = abs(reported - float(chance)) <= 1.96 * standard_error
            why = "more than noise: not the rule that was played"
            judged = verdict(_SAMPLE, low <= reported <= high, fits, why)
        exact[task.rule, task.agent] = float(chance)
        row: TableRow = {
            "reported of": None if reported is None else task.agent,
            "first click": task.rule,
            "agent": task.agent,
            "reported": reported,
            "exact": chance,
            "exact value": float(chance),
            "ours": wins / task.episodes,
            "low": low,
            "high": high,
            "games": task.episodes,
            **judged,
        }
        rows.append(row)

    # The document's text and its code have different first clicks: the gain that it claims is under both.
    rules = "; ".join(f"*{rule}*: {text}" for rule, text in _RULE_TEXT.items())
    gain_by_text = _gain(exact["cell", "rational"], exact["cell", "random_unopened"])
    gain_as_coded = _gain(exact["row-col", "rational"], exact["row-col", "random_unopened"])
    return table(
        "B3.1", rows, values={"rules": rules, "text": gain_by_text, "coded": gain_as_coded}
    )


def _gain(chance: float, compared_with: float) -> str:
    """How many times as often one agent wins as another one."""
    return f"{chance:.3g} / {compared_with:.3g} = {chance / compared_with:.3g}"


def _sigma(plan: ReproductionPlan) -> Making:
    results = yield tasks(plan)
    rows = []
    for task in tasks(plan):
        if task.agent in REPORTED and task.rule != "none":
            chance, wins = results[task]
            game_count = task.episodes
            mean = wins / game_count

            # With n - 1 below, as of a sample.
            sigma = 0.0
            if game_count > 1:
                sigma = sqrt(mean * (1 - mean) * game_count / (game_count - 1))
            exact_sigma = sqrt(float(chance * (1 - chance)))
            row: TableRow = {"first click": task.rule, "agent": task.agent}
            row |= {"reported mean": REPORTED[task.agent][0], "mean": mean}
            row |= {"reported sigma": REPORTED[task.agent][1], "sigma": sigma}
            rows.append(row | {"exact sigma": exact_sigma, "games": game_count})
    return table("R3.11", rows)


def _bars(plan: ReproductionPlan) -> Making:
    results = yield tasks(plan)
    rows: list[TableRow] = []
    for task in tasks(plan):
        if task.rule != "none":
            chance, wins = results[task]
            row: TableRow = {
                "first click": task.rule,
                "agent": task.agent,
                "win rate": wins / plan.episodes,
            }
            row |= zip(("low", "high"), rate_interval(wins, plan.episodes), strict=True)
            rows.append(row | {"exact value": float(chance)})
    reported = [(k, REPORTED[agent][0]) for k, agent in enumerate(AGENTS) if agent in REPORTED]
    panels = []
    for rule, rule_rows in by(rows, "first click").items():
        lines = [line(_LABELS[row["agent"]], [row], "win rate", "low", "high") for row in rule_rows]
        lines.append(stars("reported", reported))
        panels.append(Panel(_RULE_TEXT[rule], "agent", "share of games won", lines, kind="bar"))
    title = f"3x2 with 1 bomb, {plan.episodes} games an agent, 95 % intervals"
    return table("R3.12", rows, Figure("R3.12", title, panels))


@dataclass(frozen=True)
class LearnTask:
    """The exact winning chance of a network trained on one board, the first cell safe."""

    rows: int
    cols: int
    bombs: int
    episodes: int
    seed: int

    def run(self) -> Fraction:
        # Trained and judged on whole boards, which is what a network has as its input.
        agent = mdp.train(self.rows, self.cols, self.bombs, episodes=self.episodes, seed=self.seed)
        env = mdp.Environment(self.cols, self.rows, self.bombs, observation="full")
        return mdp.evaluate(agent, env).win_probability


@dataclass(frozen=True)
class PlannedTask:
    """(random over unopened cells, value iteration, best play) on one board: exact winning chances."""

    rows: int
    cols: int
    bombs: int

    def run(self) -> tuple[Fraction, Fraction, Fraction]:
        env = mdp.Environment(self.cols, self.rows, self.bombs)
        planned = mdp.RationalAgent(env, mdp.value_iteration(env))
        return (
            mdp.evaluate(mdp.policy_random_unopened, env).win_probability,
            mdp.evaluate(planned, env).win_probability,
            mdp.OptimalSolver(self.rows, self.cols, self.bombs).solve("cell").best_first,
        )


def _learned(plan: ReproductionPlan) -> Making:
    texts = TEXTS["L3.7"]
    # Several seeds for each board: what one network learned may be its luck.
    boards: dict[PlannedTask, list[LearnTask]] = {}
    for rows_of_board, cols, bombs, episodes in texts["quick" if plan.quick else "boards"]:
        seeds = range(plan.seed, plan.seed + texts["seeds"])
        boards[PlannedTask(rows_of_board, cols, bombs)] = [
            LearnTask(rows_of_board, cols, bombs, episodes, seed) for seed in seeds
        ]
    results = yield [*boards, *chain.from_iterable(boards.values())]
    rows = []
    for board, learned in boards.items():
        random_chance, planned, best = (float(chance) for chance in results[board])
        size = f"{board.rows}x{board.cols}, {board.bombs}"
        for task in learned:
            row: TableRow = {"board, bombs": size, "episodes": task.episodes, "seed": task.seed}
            row |= {"random, unopened": random_chance, "learned": float(results[task])}
            rows.append(row | {"value iteration": planned, "best play": best})
    return table("L3.7", rows)


SPECS: dict[str, Build] = {"B3.1": _wins, "R3.11": _sigma, "R3.12": _bars, "L3.7": _learned}
