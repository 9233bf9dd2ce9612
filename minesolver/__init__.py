"""Exact Minesweeper: mine probabilities as rationals, proved cells with reasons, and the best move.

>>> import minesolver as ms
>>> analysis = ms.analyze(ms.Board.parse("1#\\n##", mines=1))
>>> analysis.solutions, str(analysis.exact(0, 1))
(3, '1/3')
"""

import importlib as _importlib
import typing as _typing

from .analysis import Analysis
from .batch import Batch, analyze_many
from .board import HIDDEN, MINE, Board, Cell
from .errors import (
    BoardFormatError,
    CellError,
    EngineLimitError,
    InconsistentBoardError,
    InconsistentPuzzleError,
    MinesolverError,
    MissingDependencyError,
    MoveError,
    PuzzleError,
    RuleError,
    UnknownNameError,
)
from .inference import names as engines
from .limits import Limit
from .reason import Reason
from .solve import analyze

if _typing.TYPE_CHECKING:
    from .game import Game, GameMove, Rules, play_episode
    from .game.layout import Layout
    from .policies.recommend import Candidate, Recommendation, recommend
    from .puzzle import Puzzle

__version__ = "0.1.0"

__all__ = [
    "HIDDEN",
    "MINE",
    "Analysis",
    "Batch",
    "Board",
    "BoardFormatError",
    "Candidate",
    "Cell",
    "CellError",
    "EngineLimitError",
    "Game",
    "GameMove",
    "InconsistentBoardError",
    "InconsistentPuzzleError",
    "Layout",
    "Limit",
    "MinesolverError",
    "MissingDependencyError",
    "MoveError",
    "Puzzle",
    "PuzzleError",
    "Reason",
    "Recommendation",
    "RuleError",
    "Rules",
    "UnknownNameError",
    "analyze",
    "analyze_many",
    "engines",
    "play_episode",
    "recommend",
]

_LATER = {
    ".game": ("Game", "GameMove", "Rules", "play_episode"),
    ".game.layout": ("Layout",),
    ".policies.recommend": ("Candidate", "Recommendation", "recommend"),
    ".puzzle": ("Puzzle",),
}
"""Loaded when they are first used: an analysis needs none of them."""


def __getattr__(name: str) -> _typing.Any:
    for module, names in _LATER.items():
        if name in names:
            found = globals()[name] = getattr(_importlib.import_module(module, __name__), name)
            return found
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})
