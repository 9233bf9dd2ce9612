"""Games under rules: the hidden truth, and players that need only an analysis."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any

from ..base.errors import MoveError, UnknownNameError
from ..base.limits import Limit
from ..model.puzzle_analysis import PuzzleAnalysis
from ..model.reason import show
from ..model.variant import MINE, VariantBoard
from ..solve import analyze
from .puzzles import LayoutSampler
from .seeding import SplitMix64, game_key

CellChooser = Callable[[PuzzleAnalysis, SplitMix64], Any]
"""Which hidden cell to open, by name, from an analysis; the second argument is the player's own randomness.
"""


class VariantGame:
    """A game on a board under rules: safe cells show their clues when opened, a mine ends it.

    solution: The board with every cell open: mines, and clues on all other cells
    start: A cell that is open from the beginning, by name
    Raises MoveError: where the start cell is a mine.
    """

    def __init__(self, solution: VariantBoard, start: Any = None) -> None:
        self._solution = solution
        self._board = VariantBoard(solution.geometry, solution.rules, {}, solution.mines)
        self.lost = False
        if start is not None:
            if solution.state(start) == MINE:
                raise MoveError(f"the start cell {show(start)} is a mine")
            self.open(start)

    @property
    def board(self) -> VariantBoard:
        """What a player sees."""
        return self._board

    @property
    def won(self) -> bool:
        """Whether every cell without a mine is open."""
        assert self._solution.mines is not None
        return not self.lost and len(self._board.states) == len(self._board.cells) - self._solution.mines

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.lost or self.won

    def open(self, cell: Any) -> bool:
        """Open a hidden cell.

        Raises MoveError: the game is over or the cell is open; PuzzleError: the cell is off the board.
        """
        if self.lost:
            raise MoveError("the game is over")
        i = self._board.index(cell)
        if i in self._board.states:
            raise MoveError(f"{show(cell)} is open")
        state = self._solution.states[i]
        self.lost = state == MINE
        self._board = self._board.changed({i: state})
        return not self.lost


def safest(analysis: PuzzleAnalysis, random: SplitMix64) -> Any:
    """A cell of least mine probability, the first of equals."""
    return analysis.best


def uniform_random(analysis: PuzzleAnalysis, random: SplitMix64) -> Any:
    """Any hidden cell: what luck alone is worth."""
    known = analysis.puzzle.known
    hidden = [cell for cell in analysis.puzzle.cells if cell not in known]
    return hidden[random.below(len(hidden))]


CHOOSERS: dict[str, CellChooser] = {"safest": safest, "uniform_random": uniform_random}


def chooser(name: str) -> CellChooser:
    """The player of this name. Raises :class:`UnknownNameError`."""
    if name not in CHOOSERS:
        raise UnknownNameError(f"no policy {name!r} plays under rules; known: {', '.join(CHOOSERS)}")
    return CHOOSERS[name]


@dataclass(frozen=True)
class VariantResult:
    """The result of one game.

    won: Whether every safe cell was opened
    guesses: Moves with a risk
    survival: The probability that all of its guesses went well
    """

    won: bool
    moves: int
    guesses: int
    survival: float


def play_variant(
    sampler: LayoutSampler, choose: CellChooser, *, seed: int = 0, index: int = 0, limit: Limit | None = None
) -> VariantResult:
    """Play one game: a layout is drawn, and one cell without a mine is open from the beginning, each equally
    likely. The same seed and index give the same game for every player.

    limit: What one analysis may spend
    Raises EngineLimitError: an analysis needs more than the limit.
    """
    random = SplitMix64(game_key(seed, index))
    solution = sampler.draw(random)
    safe = [name for name, i in sampler.geometry.index.items() if solution.states[i] != MINE]
    game = VariantGame(solution, safe[random.below(len(safe))] if safe else None)
    own = SplitMix64(random.next())
    moves = guesses = 0
    survival = 1.0
    while not game.over:
        analysis = analyze(game.board, limit=limit)
        # All that is proved safe can be opened without asking again.
        cells = [c for c in game.board.cells if c in analysis.safe] if choose is safest else []
        for cell in cells or [choose(analysis, own)]:
            risk = analysis.probability[cell]
            moves += 1
            guesses += risk > 0
            survival *= 1 - risk
            game.open(cell)
    return VariantResult(game.won, moves, guesses, survival)
