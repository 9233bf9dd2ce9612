"""Minesweeper as a Gymnasium environment. Importing this package registers:

``minesolver/Minesweeper-v0`` (sizes by keyword; 9x9/10 if none are given),
``minesolver/Minesweeper-beginner-v0`` (9x9/10), ``minesolver/Minesweeper-intermediate-v0`` (16x16/40) and
``minesolver/Minesweeper-expert-v0`` (16x30/99). ``gymnasium.make_vec`` of each gives a
:class:`VectorMinesweeper`.

Needs the extra: ``pip install 'minesolver[gym]'``.
"""

from ..base.errors import MissingDependencyError

try:
    import gymnasium
except ImportError:
    raise MissingDependencyError("the environment needs Gymnasium: pip install 'minesolver[gym]'") from None

from .config import EnvConfig
from .registration import IDS, register
from .single import MinesweeperEnv
from .vector import VectorMinesweeper

__all__ = ["IDS", "EnvConfig", "MinesweeperEnv", "VectorMinesweeper", "register"]

register(gymnasium)
