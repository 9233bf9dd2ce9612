"""The names under which Gymnasium makes the environments."""

from __future__ import annotations

from typing import Any

from ..game.levels import LEVELS

IDS: dict[str, dict[str, Any]] = {"minesolver/Minesweeper-v0": {}} | {
    f"minesolver/Minesweeper-{level}-v0": {"rows": rows, "cols": cols, "mines": mines}
    for level, (rows, cols, mines) in LEVELS.items()
}


def register(gymnasium: Any) -> None:
    """Register all of ``IDS`` that are not yet registered."""
    for name, size in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="minesolver.env.single:MinesweeperEnv",
                vector_entry_point="minesolver.env.vector:VectorMinesweeper",
                kwargs=size,
            )
