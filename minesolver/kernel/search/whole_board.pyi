import numpy as np
import numpy.typing as npt

class LayoutTree:
    cells: int
    def __init__(
        self, shown: npt.NDArray[np.uint8], images: npt.NDArray[np.int32], slots: int, grouped: bool
    ) -> None: ...
    def opening(
        self, layouts: npt.NDArray[np.int32], cell: int, least: int, nodes: int
    ) -> tuple[int, int]: ...
    def best(self, layouts: npt.NDArray[np.int32]) -> tuple[int, int]: ...
