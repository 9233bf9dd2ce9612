from typing import Any

import numpy as np
import numpy.typing as npt

from .workspace import Workspace

class Chooser:
    workspace: Workspace
    def __init__(
        self, workspace: Workspace, kind: str, parameters: dict[str, Any], trees: npt.NDArray[np.uint8]
    ) -> None: ...
    def advise(
        self, grid: npt.NDArray[np.int8], mines: int, log_odds: float, seconds: float
    ) -> dict[str, Any]: ...
    def play(
        self,
        mines: int,
        protected_: int,
        first_cell: int,
        seed: int,
        first: int,
        worth: float,
        results: npt.NDArray[np.float64],
        seconds: float,
    ) -> int: ...

def play_layouts(
    shown: npt.NDArray[np.int8],
    first: int = -1,
    nodes: int = ...,
    slots: int = ...,
    least: int = -1,
) -> tuple[int, int, int]: ...
