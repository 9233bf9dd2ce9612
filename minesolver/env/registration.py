"""The names under which Gymnasium makes the environments."""

from __future__ import annotations

from typing import Any

IDS: dict[str, dict[str, Any]] = {
    "minesolver/Minesweeper-v0": {},
    "minesolver/Minesweeper-beginner-v0": {"rows": 9, "cols": 9, "mines": 10},
    "minesolver/Minesweeper-intermediate-v0": {"rows": 16, "cols": 16, "mines": 40},
    "minesolver/Minesweeper-expert-v0": {"rows": 16, "cols": 30, "mines": 99},
}


def register(gymnasium: Any) -> None:
    """Register all of ``IDS`` that are not yet."""
    for name, size in IDS.items():
        if name not in gymnasium.registry:
            gymnasium.register(
                name,
                entry_point="minesolver.env.single:MinesweeperEnv",
                vector_entry_point="minesolver.env.vector:VectorMinesweeper",
                kwargs=size,
            )
