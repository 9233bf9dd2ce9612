"""What best play may be the best at: more wins, or less of what a game costs.

An objective is data. What costs are sums over layouts, of those that are lost or of what is spent in them,
has the core's game tree (``minesolver/kernel/search/whole_board.pyx``); for the two others
:mod:`minesolver.policy.expected_cost` is told the moves.
"""

from dataclasses import dataclass
from typing import Literal

from ..base.errors import check_type
from ..base.registry import unknown


@dataclass(frozen=True)
class Objective:
    """What is greatest, or least, in best play.

    description: In a line
    unit: What is counted in a game; empty where games are won or lost, and nothing else counts
    mine: What an opened mine does. ``"ends"``: the game is lost; ``"is shown"``: it goes on, as with
        ``Rules(after_mine="continue")``; ``"is forgiven"``: a guess is never one where nothing is proved
        safe, as with ``Rules(deal="forgiving")``
    costs: Where a mine is shown: (of a guess, besides of a mine that it opens). A guess opens a cell that is
        not proved safe.
    """

    name: str
    description: str
    unit: str = ""
    mine: Literal["ends", "is shown", "is forgiven"] = "ends"
    costs: tuple[int, int] | None = None


_OBJECTIVES = (
    Objective("wins", "the most games won"),
    Objective(
        "clicks",
        "the fewest clicks, flags and chords counted, in the games won by moves that lose no winning chance",
        "clicks",
    ),
    Objective(
        "guesses",
        "the fewest guesses where a mine is shown and the game goes on",
        "guesses",
        "is shown",
        (1, 0),
    ),
    Objective(
        "hits",
        "the fewest mines opened where a mine is shown and the game goes on",
        "mines opened",
        "is shown",
        (0, 1),
    ),
    Objective(
        "forgiven",
        "the fewest guesses where a guess is forgiven: no mine where nothing is proved safe",
        "guesses",
        "is forgiven",
    ),
)
OBJECTIVES = {objective.name: objective for objective in _OBJECTIVES}
"""By name."""


def objective_of(name: str) -> Objective:
    """The objective of a name. Raises UnknownNameError: there is none; with those that there are."""
    check_type(name, str, "the name of an objective is a text")
    if name not in OBJECTIVES:
        raise unknown("objective", name, OBJECTIVES)
    return OBJECTIVES[name]
