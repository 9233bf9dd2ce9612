"""The games of the documents, each with its own rules."""

from ..game import Rules

INFERENCE = Rules("none", "continue", "explore", "single")
"""The inference report's game (Lakra, Priya, Naik 2019): no protection, mines are knowledge, to the end."""
SEARCH = Rules("fixed:0,0", "continue", "open", "single")
"""The search report's game (Lodha, Jalan 2024): from (0, 0), mines counted, until all safe cells are open."""
FLAGGING = Rules("none", "lose", "flag", "single")
"""The CS50 project's game: won by flagging all mines, lost by opening one."""
DECISION = Rules("row-col", "lose", "open", "cascade")
"""The decision-process notebook's game, with the mine placement of its code."""
