"""A recorded game."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Literal

from ..base.errors import BoardFormatError, MinesolverError
from ..model.board import MINE
from ..model.numbers import measures as measures
from ..model.variant import mines_in

ReplayOutcome = Literal["won", "lost", "in play"]


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
        return [cell for cell, state in self.shown.items() if state == MINE or mines_in(state)]


@dataclass(frozen=True)
class Replay:
    """A recorded game.

    board: Before the first move
    protected: Whether its rules keep the first click from a mine
    source: What it was read from
    numbers: What the file's reader says of the game: 3BV, 3BV/s, IOE, ...
    idle: The cells of moves that opened nothing: flags, and chords without theirs
    outcome: How it ended by its own rules, where these are known
    layout: The cells with mines, of a square board and where the file says them
    """

    board: Any
    protected: bool
    steps: tuple[ReplayStep, ...]
    source: str
    numbers: Mapping[str, float] = field(default_factory=dict)
    idle: tuple[Any, ...] = ()
    outcome: ReplayOutcome | None = None
    layout: frozenset[Any] | None = None

    @property
    def mine_cells(self) -> frozenset[Any] | None:
        """The cells with mines: as the file says, or what a won game left closed; ``None``: not known."""
        if self.layout is not None:
            return self.layout
        shown_states: dict[Any, Any] = {}
        for step in self.steps:
            shown_states |= step.shown
        hit_mines = {cell for step in self.steps for cell in step.hit}
        mines = hit_mines | {cell for cell in self.board.cells if cell not in shown_states}
        if self.board._is_multi_mine:  # a count of mines is no count of cells
            return None
        return frozenset(mines) if len(mines) == self.board.mines else None


def positions(replay: Replay) -> Iterator[tuple[Any, ReplayStep]]:
    """Each step of a game with the board before it. Raises BoardFormatError: A step that cannot be."""
    board = replay.board
    for move_number, step in enumerate(replay.steps, 1):
        if not step.cells or any(cell not in step.shown for cell in step.cells):
            raise BoardFormatError(f"move {move_number} does not show the cell that it opens")
        try:
            board_after = board.open(step.shown)
        except MinesolverError as error:
            raise BoardFormatError(f"move {move_number}: {error}") from None
        yield board, step
        board = board_after
