"""The four agents that the inference report compares."""

from __future__ import annotations

from functools import partial

from .knowledge_player import KnowledgePlayer
from .player import Agent

_SOURCE = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019)"

AGENTS = {
    "baseline": Agent(
        "baseline",
        "one clue at a time; stuck: any undecided cell",
        f"{_SOURCE}, section 2.1",
        partial(KnowledgePlayer, "baseline"),
    ),
    "basic": Agent(
        "basic",
        "nested equations after one clue at a time; stuck: any undecided cell",
        f"{_SOURCE}, section 3.2 b",
        partial(KnowledgePlayer, "subset"),
    ),
    "advanced": Agent(
        "advanced",
        "overlapping equations after the simpler rules; stuck: any undecided cell",
        f"{_SOURCE}, section 3.2 c",
        partial(KnowledgePlayer, "layered"),
    ),
    "advanced_total": Agent(
        "advanced_total",
        "the advanced agent with the mine count; stuck: least average likelihood",
        f"{_SOURCE}, sections 3.2 c, 3.3 and improvements",
        partial(KnowledgePlayer, "layered", total=True, likelihood="average"),
        uses_total=True,
    ),
}
