"""What Python calls of the compiled core."""

from array import array
from collections.abc import Callable, Iterable
from fractions import Fraction
from typing import Any, TypeVar

import numpy as np
import numpy.typing as npt

from ..model.lists import CorePosition
from . import Lists

Cells = npt.NDArray[np.int8]
Codes = Cells | array[int]
Floats = npt.NDArray[np.float64]
AllowedSums = npt.NDArray[np.uint64] | None
Trees = npt.NDArray[np.uint8]
Layouts = npt.NDArray[np.int32]

T = TypeVar("T")
OutcomeT = TypeVar("OutcomeT", bound=tuple[Any, ...])

score_scale: float

Analyzed = tuple[bytes, bytes, tuple[int, int, int, float], str]
Counted = tuple[int, list[tuple[int, int]], bytes, str]
ClueLeft = tuple[int, frozenset[int], int]
Models = tuple[list[tuple[int, tuple[int, ...]]], int, int, str]

def analyze_grid(
    position: CorePosition,
    mines: int | None,
    log_odds: float = 0.0,
    seconds: float | None = None,
    states: float | None = None,
    memory: int = ...,
) -> Analyzed: ...
def outcome_of_grid(
    position: CorePosition,
    mines: int | None,
    log_odds: float,
    seconds: float | None,
    states: float | None,
    make_outcomes: Callable[
        [list[tuple[bytes, bytes, bytes]], tuple[int, int] | None], list[OutcomeT]
    ],
    memory: int = ...,
) -> tuple[OutcomeT, str]: ...
def best_of_grid(
    position: CorePosition, probability: Floats | bytes, proof: Cells | bytes
) -> int: ...
def count_grid(
    position: CorePosition,
    mines: int | None,
    density: Fraction | None = None,
    seconds: float | None = None,
    states: float | None = None,
    memory: int = ...,
) -> Counted: ...
def models_of_grid(
    position: CorePosition,
    seconds: float | None = None,
    states: float | None = None,
    memory: int = ...,
) -> Models: ...
def left_by_single_clues(
    position: CorePosition,
) -> tuple[list[int], list[int], list[int], list[ClueLeft]] | None: ...
def first_images(
    positions: list[bytes], rows: int, cols: int, upright: bool, turned: bool
) -> list[bytes]: ...
def shuffle_first(items: Iterable[T], number: int, state: int) -> tuple[list[T], int]: ...

BUILD: str

class Workspace:
    def __init__(self, rows: int, cols: int, lists: Lists | None = None) -> None: ...
    def analyze(
        self,
        position: CorePosition,
        mines: int | None,
        log_odds: float = 0.0,
        seconds: float | None = None,
        states: float | None = None,
        memory: int = ...,
    ) -> Analyzed: ...
    def best(
        self, grid: Codes | bytes, probability: Floats | bytes, proof: Cells | bytes
    ) -> int: ...
    def count(
        self,
        position: CorePosition,
        mines: int | None,
        density: Fraction | None = None,
        seconds: float | None = None,
        states: float | None = None,
        memory: int = ...,
    ) -> Counted: ...
    def models(
        self,
        position: CorePosition,
        seconds: float | None = None,
        states: float | None = None,
        memory: int = ...,
    ) -> Models: ...
    def analyze_many(
        self,
        grids: Cells,
        mines: npt.NDArray[np.int64],
        log_odds: Floats,
        probability: Floats,
        proof: Cells,
        report: npt.NDArray[np.int64],
        seconds: float,
        states: float,
        memory: int,
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
        layout: Cells,
    ) -> tuple[str, int, int]: ...
    def left_by_single_clues(
        self, position: CorePosition
    ) -> tuple[list[int], list[int], list[int], list[ClueLeft]] | None: ...
    def open_by_single_clues(
        self, layout: Cells | memoryview[int], codes: Cells, cells: list[int]
    ) -> tuple[list[bytes], bool]: ...
    def judge(self, layout: Cells, opened: Cells, cells: Cells, seconds: float = ...) -> str: ...

class Chooser:
    workspace: Workspace
    def __init__(
        self, workspace: Workspace, kind: str, parameters: dict[str, Any], trees: Trees
    ) -> None: ...
    def advise(
        self, grid: Codes, mines: int, log_odds: float, seconds: float, allowed: AllowedSums = None
    ) -> dict[str, Any]: ...
    def play(
        self,
        mines: int,
        protected_: int,
        first_cell: int,
        seed: int,
        first_game: int,
        worth: float,
        results: Floats,
        seconds: float,
        layouts: npt.NDArray[np.int8] | None = None,
    ) -> int: ...
    def guess(self, grid: Codes, mines: int) -> int: ...
    def see(self, grid: Codes, mines: int, candidate_indices: list[int]) -> list[list[float]]: ...
    def draw(self, grid: Codes, mines: int, layouts: Cells, key: int) -> None: ...
    def play_on(
        self,
        grid: Codes,
        mines: int,
        cells: list[int],
        layouts: Cells,
        worth: float,
        results: Floats,
    ) -> None: ...
    def race(
        self, grid: Codes, mines: int, cells: list[int], scores: list[float]
    ) -> tuple[int, list[float], list[float]]: ...
    def values(self, grid: Codes, mines: int, cells: list[int]) -> tuple[int, int, list[int]]: ...

class LayoutTree:
    cells: int
    solved: int
    def __init__(
        self,
        shown: Trees,
        images: Layouts,
        slots: int,
        grouped: bool,
        costs: tuple[int, int] | None = None,
    ) -> None: ...
    def opening(self, layouts: Layouts, cell: int, alpha: int, nodes: int) -> tuple[int, int]: ...
    def best(self, layouts: Layouts) -> tuple[int, int]: ...

def feature_names() -> tuple[str, ...]: ...
