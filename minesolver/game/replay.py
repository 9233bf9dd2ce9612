"""A recorded game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..base.errors import BoardFormatError, MinesolverError
from ..model.board import MINE, Cell, neighbours
from ..model.connected import components
from ..model.variant import MINE as OTHER_MINE

Outcome = Literal["won", "lost", "in play"]


@dataclass(frozen=True)
class ReplayStep:
    """A move that opened something.

    cells: The cells that were opened on purpose: one, or those around a clue that was chorded, row by row
    shown: All cells that it showed, as the board has them: with 0 to 8, or 10 for a mine
    seconds: Time since the first move, if the file has it
    """

    cells: tuple[Any, ...]
    shown: dict[Any, Any]
    seconds: float | None = None

    @property
    def hit(self) -> list[Any]:
        """The mines among the cells that it showed."""
        return [cell for cell, shown in self.shown.items() if shown in (MINE, OTHER_MINE)]


@dataclass(frozen=True)
class Replay:
    """A recorded game.

    board: Before the first move
    protected: Whether its rules keep the first click from a mine
    source: What it was read from
    numbers: What the file's reader says of the game: 3BV, 3BV/s, IOE, ...
    idle: The cells of moves that opened nothing: flags, and chords without theirs
    outcome: How it ended by its own rules, where these are known
    """

    board: Any
    protected: bool
    steps: tuple[ReplayStep, ...]
    source: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    idle: tuple[Any, ...] = ()
    outcome: Outcome | None = None


def positions(replay: Replay) -> Iterator[tuple[Any, ReplayStep]]:
    """Each step of a game with the board before it. Raises BoardFormatError: A step that cannot be."""
    board = replay.board
    for number, step in enumerate(replay.steps, 1):
        if not step.cells or any(cell not in step.shown for cell in step.cells):
            raise BoardFormatError(f"move {number} does not show the cell that it opens")
        try:
            after = board.open(step.shown)
        except MinesolverError as error:
            raise BoardFormatError(f"move {number}: {error}") from None
        yield board, step
        board = after


def measures(rows: int, cols: int, clues: Mapping[Cell, int]) -> dict[str, int]:
    """3BV, openings, islands and ZiNi (the clicks of its greedy form, with flags and chords) of a board, by
    the clues of all its safe cells.
    """
    around = neighbours(rows, cols)
    clue = {row * cols + col: clue for (row, col), clue in clues.items()}
    openings = components(around, [clue.get(i) == 0 for i in range(rows * cols)])
    shows = {i: {*part, *(j for k in part for j in around[k])} for part in openings for i in part}
    bare = clue.keys() - set().union(*shows.values())
    # What 3BV counts, by the cells that show it, and what is still hidden of it.
    left = {i: n for n, part in enumerate([*openings, *([i] for i in bare)]) for i in part}
    units, closed, flagged, clicks = len(openings) + len(bare), set(clue), set[int](), 0

    def gain(i: int) -> int:  # by all flags around a clue and a chord, which cost a click each
        mines = sum(j not in clue and j not in flagged for j in around[i])
        return len({left[j] for j in (i, *around[i]) if j in left}) - mines - (i in closed) - 1

    places = sorted(clue, key=lambda i: (i % cols, i))  # of equal ones the first, as other programs have it
    gains = {i: gain(i) for i in places}
    while left and gains[best := max(places, key=gains.__getitem__)] >= 0:
        changed = mines = set(around[best]) - clue.keys() - flagged
        clicks += (best in closed) + len(mines) + 1
        flagged |= mines
        for j in {best, *around[best]} & clue.keys():
            changed = changed.union(shown := shows.get(j, (j,)))
            for k in shown:
                closed.discard(k)
                left.pop(k, None)
        gains |= {i: gain(i) for i in {i for k in changed for i in (k, *around[k])} & clue.keys()}
    islands = len(components(around, [i in bare for i in range(rows * cols)]))
    zini = clicks + len(set(left.values()))
    return {"3BV": units, "openings": len(openings), "islands": islands, "ZiNi": zini}
