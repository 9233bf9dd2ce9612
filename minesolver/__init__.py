"""Exact Minesweeper: mine probabilities as rationals, proved cells with reasons, and the best move.

>>> import minesolver as ms
>>> analysis = ms.analyze(ms.Board.parse("1#\\n##", mines=1))
>>> analysis.solutions, str(analysis.exact(0, 1))
(3, '1/3')
"""

from .analysis import Analysis
from .batch import Batch, analyze_many
from .board import Board
from .errors import (
    BoardFormatError,
    EngineLimitError,
    InconsistentBoardError,
    MinesolverError,
    MissingDependencyError,
    UnknownNameError,
)
from .inference import names as engines
from .limits import Limit
from .policies import recommend
from .solve import analyze

__version__ = "0.1.0"

__all__ = [
    "Analysis",
    "Batch",
    "Board",
    "BoardFormatError",
    "EngineLimitError",
    "InconsistentBoardError",
    "Limit",
    "MinesolverError",
    "MissingDependencyError",
    "UnknownNameError",
    "analyze",
    "analyze_many",
    "engines",
    "recommend",
]
