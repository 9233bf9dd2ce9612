"""A recorded game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field

import numpy as np

from ..base.errors import BoardFormatError
from ..model.board import HIDDEN, MINE, Board, Cell


@dataclass(frozen=True)
class ReplayStep:
    """A move that opened something.

    cells: The cells that were opened on purpose: one, or those around a clue that was chorded, row by row
    shown: All cells that it showed, with 0 to 8, or 10 for a mine
    seconds: Time since the first move, if the file has it
    """

    cells: tuple[Cell, ...]
    shown: dict[Cell, int]
    seconds: float | None = None


@dataclass(frozen=True)
class Replay:
    """A recorded game.

    protected: Whether its rules keep the first click from a mine
    source: What it was read from
    numbers: What the file's reader says of the game: 3BV, 3BV/s, IOE, ...
    """

    rows: int
    cols: int
    mines: int
    protected: bool
    steps: tuple[ReplayStep, ...]
    source: str
    numbers: Mapping[str, float] = field(default_factory=dict)


def positions(replay: Replay) -> Iterator[tuple[Board, ReplayStep]]:
    """Each step of a game with the board before it.

    Raises BoardFormatError: A step that cannot be.
    """
    grid = np.full((replay.rows, replay.cols), HIDDEN, np.int8)
    for number, step in enumerate(replay.steps, 1):
        for cell in (*step.cells, *step.shown):
            if not (0 <= cell[0] < replay.rows and 0 <= cell[1] < replay.cols):
                raise BoardFormatError(
                    f"move {number}: {cell} is not on the {replay.rows}x{replay.cols} board"
                )
            if grid[cell] != HIDDEN:
                raise BoardFormatError(f"move {number}: {cell} is already open")
        if not step.cells or any(cell not in step.shown for cell in step.cells):
            raise BoardFormatError(f"move {number} does not show the cell that it opens")
        if any(code not in range(9) and code != MINE for code in step.shown.values()):
            raise BoardFormatError(f"move {number} shows something that is no clue (0 to 8) and no mine (10)")
        yield Board(grid, replay.mines), step
        for cell, code in step.shown.items():
            grid[cell] = code
    Board(grid, replay.mines)


def measures(clues: Mapping[Cell, int]) -> dict[str, float]:
    """3BV, openings and islands of a board, by the clues of all its safe cells."""
    near = {(r, c): [(r + i, c + j) for i in (-1, 0, 1) for j in (-1, 0, 1)] for r, c in clues}

    def groups(cells: set[Cell]) -> int:
        left, number = set(cells), 0
        while left:
            pending, number = [left.pop()], number + 1
            while pending:
                found = left.intersection(near[pending.pop()])
                left -= found
                pending.extend(found)
        return number

    zeros = {cell for cell, clue in clues.items() if clue == 0}
    rest = {cell for cell in clues if zeros.isdisjoint(near[cell])}
    openings = groups(zeros)
    return {"3BV": openings + len(rest), "openings": openings, "islands": groups(rest)}
