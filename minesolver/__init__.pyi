"""The public names: for type checkers, and for the package, which loads each when it is first used.

``__all__`` has the names that programs type. The others are types of results and errors, for annotations and
``except``.
"""

from .base.errors import BoardFormatError as BoardFormatError
from .base.errors import CellError as CellError
from .base.errors import EngineLimitError as EngineLimitError
from .base.errors import InconsistentBoardError as InconsistentBoardError
from .base.errors import InconsistentPuzzleError as InconsistentPuzzleError
from .base.errors import MinesolverError as MinesolverError
from .base.errors import MissingDependencyError as MissingDependencyError
from .base.errors import MoveError as MoveError
from .base.errors import PuzzleError as PuzzleError
from .base.errors import RuleError as RuleError
from .base.errors import UnknownNameError as UnknownNameError
from .base.limits import Limit as Limit
from .base.version import __version__ as __version__
from .batch import Batch as Batch
from .batch import analyze_many as analyze_many
from .engine import engines as engines
from .game import Game as Game
from .game import GameMove as GameMove
from .game import Rules as Rules
from .game import play_episode as play_episode
from .game.generate import generate as generate
from .game.grade import Grade as Grade
from .game.grade import grade as grade
from .game.judge import Judgement as Judgement
from .game.judge import judge as judge
from .model.analysis import Analysis as Analysis
from .model.board import HIDDEN as HIDDEN
from .model.board import MINE as MINE
from .model.board import Board as Board
from .model.board import Cell as Cell
from .model.layout import Layout as Layout
from .model.puzzle import Puzzle as Puzzle
from .model.reason import Reason as Reason
from .policy import policies as policies
from .policy.recommend import recommend as recommend
from .policy.recommendation import Candidate as Candidate
from .policy.recommendation import Recommendation as Recommendation
from .solver import analyze as analyze

__all__ = [
    "HIDDEN",
    "MINE",
    "Analysis",
    "Batch",
    "Board",
    "BoardFormatError",
    "CellError",
    "EngineLimitError",
    "Game",
    "InconsistentBoardError",
    "Layout",
    "Limit",
    "MinesolverError",
    "MoveError",
    "Puzzle",
    "Reason",
    "Rules",
    "analyze",
    "analyze_many",
    "engines",
    "generate",
    "grade",
    "judge",
    "play_episode",
    "policies",
    "recommend",
]
