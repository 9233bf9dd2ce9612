import numpy as np
import numpy.typing as npt

class Workspace:
    def __init__(self, rows: int, cols: int) -> None: ...
    def analyze(
        self,
        grid: npt.NDArray[np.int8],
        mines: int,
        log_odds: float,
        probability: npt.NDArray[np.float64],
        proof: npt.NDArray[np.int8],
        seconds: float,
    ) -> tuple[int, int, int, int]: ...
    def analyze_many(
        self,
        grids: npt.NDArray[np.int8],
        mines: npt.NDArray[np.int64],
        log_odds: npt.NDArray[np.float64],
        probability: npt.NDArray[np.float64],
        proof: npt.NDArray[np.int8],
        report: npt.NDArray[np.int64],
        seconds: float,
    ) -> None: ...
    def grow(self, states: float, memory: int) -> bool: ...
    def shrink(self) -> None: ...
    def stop(self) -> None: ...
    def forget(self) -> None: ...
    def find_no_guess(
        self,
        mines: int,
        first_cell: int,
        seed: int,
        index: int,
        drawn: int,
        tries: int,
        repairs: int,
        layout: npt.NDArray[np.int8],
    ) -> tuple[str, int, int]: ...
