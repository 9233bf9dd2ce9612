"""The agents that the inference report compares, and its best one under each way to combine likelihoods."""

from functools import partial
from typing import Any

from .knowledge_player import KnowledgePlayer
from .player import Agent

_SOURCE = "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section"
_STUCK = "stuck: any undecided cell"
# By name: (description, section of the source, layer, options of the player).
_AGENTS: dict[str, tuple[str, str, str, dict[str, Any]]] = {
    "baseline": (f"one clue at a time; {_STUCK}", " 2.1", "baseline", {}),
    "basic": (f"nested equations after one clue at a time; {_STUCK}", " 3.2 b", "subset", {}),
    "advanced": (f"overlapping equations after the simpler rules; {_STUCK}", " 3.2 c", "layered", {}),
    "advanced_total": ("the advanced agent with the mine count; stuck: least average likelihood",
                       "s 3.2 c, 3.3 and improvements", "layered", {"total": True, "likelihood": "average"}),
}  # fmt: skip


def agent(name: str) -> Agent:
    """The agent of a name; ``likelihood_RULE``, with ``_total`` and ``_board`` after it, says its options."""
    # Names in the table, or such as are made of the words of their options.
    if name in _AGENTS:
        description, source_section, layer_name, options = _AGENTS[name]
    else:
        description, source_section, layer_name, options = _likelihood_agent(name)
    make_player = partial(KnowledgePlayer, layer_name, **options)
    return Agent(
        name,
        description,
        _SOURCE + source_section,
        make_player,
        uses_total=options.get("total", False),
    )


def _likelihood_agent(name: str) -> tuple[str, str, str, dict[str, Any]]:
    """The same as a row of ``_AGENTS``, by the words of the name."""
    _, rule_name, *option_words = name.split("_")
    knows_total = "total" in option_words
    counts_board_equation = "board" in option_words
    description = f"all layered rules, mine count {'known' if knows_total else 'unknown'}; "
    description += f"stuck: least {rule_name} likelihood"
    if counts_board_equation:
        description += ", the board equation counting as one more equation of every cell"
    options = {
        "total": knows_total,
        "likelihood": rule_name,
        "board_equation_in_average": counts_board_equation,
    }
    return description, " 3.3", "layered", options
