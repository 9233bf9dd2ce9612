"""What Python calls of ``told_classes.pyx``, which is compiled where it is first needed."""

import numpy as np
import numpy.typing as npt

Bytes = npt.NDArray[np.int8]

TOLD_COMPONENT: int

class ToldClasses:
    def __init__(
        self,
        rows: int,
        cols: int,
        zeros_told: bool = True,
        solutions: int = 2000,
        nodes: int = 20000,
        cells: int = 34,
        searched_set: int = 300,
        depth: int = 2,
    ) -> None: ...
    def evaluate(
        self,
        layouts: Bytes,
        known: Bytes,
        values: npt.NDArray[np.float64],
        first: npt.NDArray[np.float32] | None = None,
        position: Bytes | None = None,
        answers: npt.NDArray[np.int16] | None = None,
        sizes: npt.NDArray[np.float64] | None = None,
        safe: npt.NDArray[np.float32] | None = None,
    ) -> None: ...
    def regions(self, layouts: Bytes, numbers: npt.NDArray[np.int16]) -> None: ...

def most_after_clicks(
    worth: npt.NDArray[np.float32],
    answers: npt.NDArray[np.int16],
    rows: npt.NDArray[np.int32],
    first_cell: int,
    safe_cells: int,
    depth: int,
    enough: float = 0.0,
) -> float: ...
