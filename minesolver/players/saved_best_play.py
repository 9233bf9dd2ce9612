"""The best play of a small board, out of a file that ``minesolver optimal --save`` wrote."""

from functools import partial

from ..base.errors import RuleError
from ..model.analysis import Analysis
from ..model.board import HIDDEN, Board
from ..policy.saved import SavedPolicy
from .player import Agent, Move, check_board, checked_game, unproved
from .safest import Safest


class Optimal(Safest):
    """Proved cells as ``safest`` takes them, and guesses out of a file.

    explain: Give each proof in words
    Raises BoardFormatError: the file holds no policy; RuleError: the game is not the one that the file is
        for.
    """

    def __init__(self, path: str, *, explain: bool = False) -> None:
        saved_policy = SavedPolicy.load(path)
        self._saved = saved_policy
        self._path = path
        board_size = f"{saved_policy.rows}x{saved_policy.cols}/{saved_policy.mines}"
        self._name = f"{board_size}, first_click={saved_policy.first_click!r}"
        super().__init__(explain=explain)

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        rows, cols, seed = checked_game(rows, cols, seed)
        super().start(rows, cols, mines, seed)
        if rows and (rows, cols, mines) != (self._saved.rows, self._saved.cols, self._saved.mines):
            raise RuleError(f"{self._path} is for {self._name}")

    def move(self, board: Board) -> Move | None:
        """The first cell before anything is looked at: no rule for it is known to an analysis."""
        check_board(board, Board)
        if (board.grid == HIDDEN).all():
            return self._guess(board, None)
        return super().move(board)

    def _guess(self, board: Board, analysis: Analysis | None) -> Move:
        cell = self._saved.move(board.grid)
        if cell is None:
            raise RuleError(
                f"{self._path} has no move for this position: it is for games of {self._name}, "
                "from its own first cell on"
            )
        mine_risk = None if analysis is None else float(analysis.probability[cell])
        return unproved(cell, "the best play of this board", "table", "optimal", mine_risk)


def agent(path: str) -> Agent:
    """The agent that plays a file."""
    description = "the best play of a small board, out of a file"
    return Agent(
        f"optimal:{path}", description, "this project", partial(Optimal, path), uses_total=True
    )
