"""The advanced agent under each way to combine the likelihoods of a cell."""

from __future__ import annotations

from functools import partial

from ..layers.likelihood import LikelihoodRule
from .knowledge_player import KnowledgePlayer
from .player import Agent

_SOURCE = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 3.3"


def _agent(name: str, rule: LikelihoodRule, *, total: bool = False, board: bool = False) -> Agent:
    known = "known" if total else "unknown"
    counted = ", the board equation counting as one more equation of every cell" if board else ""
    return Agent(
        name,
        f"all layered rules, mine count {known}; stuck: least {rule} likelihood{counted}",
        _SOURCE,
        partial(KnowledgePlayer, "layered", total=total, likelihood=rule, board_equation_in_average=board),
        uses_total=total,
    )


AGENTS = {
    agent.name: agent
    for agent in (
        _agent("likelihood_max", "max"),
        _agent("likelihood_average", "average"),
        _agent("likelihood_max_total", "max", total=True),
        _agent("likelihood_average_total", "average", total=True),
        _agent("likelihood_max_total_board", "max", total=True, board=True),
        _agent("likelihood_average_total_board", "average", total=True, board=True),
    )
}
