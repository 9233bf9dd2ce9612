"""Exact Minesweeper: mine probabilities as rationals, proved cells with reasons, and the best move.

>>> import minesolver as ms
>>> analysis = ms.analyze(ms.Board.parse("1#\\n##", mines=1))
>>> analysis.solutions, str(analysis.exact((0, 1)))
(3, '1/3')
"""

from .base import signals as _signals  # noqa: F401, before anything that takes time

# isort: split
import importlib as _importlib
import sys as _sys
import types as _types
import typing as _typing

from . import sources as _sources
from .base.errors import (
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
from .base.limits import Limit
from .base.registry import declare as _declare
from .base.version import __version__ as __version__

if _typing.TYPE_CHECKING:
    from .batch import Batch, analyze_many
    from .engines import ENGINES as engines
    from .game import Game, GameMove, Rules, play_episode
    from .game.grade import Grade, grade
    from .game.judge import Judgement, judge
    from .model import Puzzle
    from .model.analysis import Analysis
    from .model.board import HIDDEN, MINE, Board, Cell
    from .model.layout import Layout
    from .model.reason import Reason
    from .policies import POLICIES as policies
    from .policies.recommend import recommend
    from .policies.recommendation import Candidate, Recommendation
    from .solve import analyze

__all__ = [
    "HIDDEN", "MINE", "Analysis", "Batch", "Board", "BoardFormatError", "Candidate", "Cell", "CellError",
    "EngineLimitError", "Game", "GameMove", "Grade", "InconsistentBoardError", "InconsistentPuzzleError",
    "Judgement", "Layout", "Limit", "MinesolverError", "MissingDependencyError", "MoveError", "Puzzle",
    "PuzzleError", "Reason", "Recommendation", "RuleError", "Rules", "UnknownNameError", "analyze",
    "analyze_many", "engines", "grade", "judge", "play_episode", "policies", "recommend",
]  # fmt: skip

_declare(
    "minesolver.renderers",
    {
        "chance": "minesolver.counting.layouts:chance",
        "cut": "minesolver.model.cut:board_of",
        "layouts": "minesolver.counting.layouts:each_layout",
        "lost_causes": "minesolver.policies.lost_causes:lost_causes",
        "nearby_reasons": "minesolver.explain.nearby:nearby_reasons",
        "read": "minesolver.io.formats:parse",
        "sample": "minesolver.counting.layouts:sample",
        "svg": "minesolver.io.pictures:svg",
        "text": "minesolver.io.drawing:text",
        "write": "minesolver.io.formats:write",
    },
)
"""How the models are read, drawn and listed."""
for _group, _places in _sources.DECLARED.items():
    _declare(f"minesolver.{_group}", _places)

_LATER = {
    ".batch": ("Batch", "analyze_many"),
    ".engines": ("engines",),
    ".game": ("Game", "GameMove", "Rules", "play_episode"),
    ".game.grade": ("Grade", "grade"),
    ".game.judge": ("Judgement", "judge"),
    ".model.analysis": ("Analysis",),
    ".model.board": ("HIDDEN", "MINE", "Board", "Cell"),
    ".model.layout": ("Layout",),
    ".model.puzzle": ("Puzzle",),
    ".model.reason": ("Reason",),
    ".policies": ("policies",),
    ".policies.recommend": ("recommend",),
    ".policies.recommendation": ("Candidate", "Recommendation"),
    ".solve": ("analyze",),
}
"""Loaded when they are first used: ``minesolver --help`` needs none of them, nor NumPy."""


class _Package(_types.ModuleType):
    """This package: ``engines`` and ``policies`` are the registries, not the folders of these names."""

    def __setattr__(self, name: str, value: object) -> None:
        if name in ("engines", "policies") and isinstance(value, _types.ModuleType):
            value = getattr(value, name.upper())
        super().__setattr__(name, value)


_sys.modules[__name__].__class__ = _Package


def __getattr__(name: str) -> _typing.Any:
    for module, names in _LATER.items():
        if name in names:
            found = _importlib.import_module(module, __name__)
            if name not in globals():
                globals()[name] = getattr(found, name)
            return globals()[name]
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def __dir__() -> list[str]:
    return sorted({*filter(lambda name: name.startswith("__"), globals()), *__all__})
