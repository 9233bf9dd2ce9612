"""Minesweeper as a Gymnasium environment. Importing this package registers ``minesolver/Minesweeper-v0``
(sizes by keyword; 9x9/10 if none are given) and, of the standard sizes, ``Minesweeper-beginner-v0`` and so
on. ``gymnasium.make_vec`` of each gives a :class:`VectorMinesweeper`. They need the extra:
``pip install 'minesolver[gym]'``.

:mod:`.text`, the environment for language models, needs nothing.
"""

from typing import Any

from ...base.errors import extra
from ...game.board_sizes import LEVELS

__all__ = ["IDS", "EnvConfig", "MinesweeperEnv", "VectorMinesweeper"]

try:
    import gymnasium
except ImportError:  # text needs none

    def __getattr__(name: str) -> Any:
        if name in __all__:
            with extra("gym", "the environment needs Gymnasium"):
                raise ImportError
        raise AttributeError(name)
else:
    from .config import EnvConfig
    from .single import MinesweeperEnv
    from .vector import VectorMinesweeper

    IDS: dict[str, dict[str, Any]] = {"minesolver/Minesweeper-v0": {}} | {
        f"minesolver/Minesweeper-{level}-v0": {"rows": rows, "cols": cols, "mines": mines}
        for level, (rows, cols, mines) in LEVELS.items()
    }
    """The names under which Gymnasium makes the environments, and their sizes."""

    for _name in IDS.keys() - gymnasium.registry.keys():
        gymnasium.register(
            _name,
            entry_point=f"{__name__}.single:MinesweeperEnv",
            vector_entry_point=f"{__name__}.vector:VectorMinesweeper",
            kwargs=IDS[_name],
        )
