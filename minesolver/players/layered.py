"""The agents that the inference report compares, and its best one under each way to combine likelihoods."""

from __future__ import annotations

from functools import partial

from ..layers.likelihood import LikelihoodRule
from .knowledge_player import KnowledgePlayer
from .player import Agent

_SOURCE = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section"


def _likelihood(rule: LikelihoodRule, *, total: bool = False, board: bool = False) -> Agent:
    known = "known" if total else "unknown"
    counted = ", the board equation counting as one more equation of every cell" if board else ""
    return Agent(
        f"likelihood_{rule}" + "_total" * total + "_board" * board,
        f"all layered rules, mine count {known}; stuck: least {rule} likelihood{counted}",
        f"{_SOURCE} 3.3",
        partial(KnowledgePlayer, "layered", total=total, likelihood=rule, board_equation_in_average=board),
        uses_total=total,
    )


AGENTS = {
    agent.name: agent
    for agent in (
        Agent(
            "baseline",
            "one clue at a time; stuck: any undecided cell",
            f"{_SOURCE} 2.1",
            partial(KnowledgePlayer, "baseline"),
        ),
        Agent(
            "basic",
            "nested equations after one clue at a time; stuck: any undecided cell",
            f"{_SOURCE} 3.2 b",
            partial(KnowledgePlayer, "subset"),
        ),
        Agent(
            "advanced",
            "overlapping equations after the simpler rules; stuck: any undecided cell",
            f"{_SOURCE} 3.2 c",
            partial(KnowledgePlayer, "layered"),
        ),
        Agent(
            "advanced_total",
            "the advanced agent with the mine count; stuck: least average likelihood",
            f"{_SOURCE}s 3.2 c, 3.3 and improvements",
            partial(KnowledgePlayer, "layered", total=True, likelihood="average"),
            uses_total=True,
        ),
        _likelihood("max"),
        _likelihood("average"),
        _likelihood("max", total=True),
        _likelihood("average", total=True),
        _likelihood("max", total=True, board=True),
        _likelihood("average", total=True, board=True),
    )
}
