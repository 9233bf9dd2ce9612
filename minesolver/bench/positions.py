"""The positions that engines are asked about: met in games of the exact player, with the exact answer.

Game ``i`` starts at a random cell. The player opens all cells that are proved safe, else the cell of least
mine probability, and a mine hit is knowledge: so each game shows every share of its board. Where it is to
``survive``, it opens the least dangerous cell that holds no mine: for peers that do not take known
mines. That choice knows the layout, so the layout is not kept to judge probabilities by. All choices
depend on exact risks and the seed alone, so that every machine meets the same positions.
"""

from dataclasses import dataclass, replace
from functools import lru_cache
from pathlib import Path
from random import Random
from typing import Any

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError
from ..base.limits import Limit
from ..counting.ordering import elimination_order
from ..counting.problem import build
from ..game import Game
from ..game.seeding import agent_seed
from ..model.analysis import TIE, Analysis
from ..model.board import Board
from ..model.subject import Subject
from ..solver import analyze
from .experiment import PATH, Experiment, Setting


@dataclass(frozen=True)
class ReferencePosition:
    """``exact``: the exact answer, ``None`` past the limit of states; ``layout``: the mines, where known."""

    board: Any
    exact: Analysis[Any] | None
    layout: frozenset[Any] | None

    @property
    def width(self) -> int:
        """Most clues open at once in the order by which the position is counted, whether it was or not."""
        if self.exact is not None:
            return self.exact.statistics.width
        components = build(self.board).components
        return max(
            (elimination_order(component, self.board._columns).width for component in components),
            default=0,
        )


@lru_cache(maxsize=32)
def positions(
    experiment: Experiment, setting: Setting, seed: int, index: int
) -> tuple[ReferencePosition, ...]:
    """The positions of game ``index`` of a seed, or board ``index`` of a file."""
    if setting.file:
        return tuple(
            _position(experiment, board) for board in _boards(setting.file)[index : index + 1]
        )
    rules = replace(PATH, board=setting.board)
    game = Game(
        setting.rows,
        setting.cols,
        setting.mines,
        rules,
        seed=seed,
        index=index,
        layers=setting.layers,
    )
    boards = _boards_of_game(experiment, game, Random(agent_seed(seed, index)))
    if len(boards) > experiment.snapshots:  # stuck positions: spread over the game
        boards = [
            boards[snapshot_number * len(boards) // experiment.snapshots]
            for snapshot_number in range(experiment.snapshots)
        ]
    layout = None if experiment.survive else game.layout
    return tuple(_position(experiment, board, layout) for board in boards)


def _boards_of_game(experiment: Experiment, game: Game, random: Random) -> list[Subject]:
    """Play a game, and keep the boards that are asked about."""
    # The first cell is random; where no mine may become known, it is one without.
    cell_names = game.board.cells
    cell_count = len(cell_names)
    known_mines: frozenset[Any] = game.layout or frozenset() if experiment.survive else frozenset()
    start_cell = cell_names[random.randrange(cell_count)]
    while start_cell in known_mines and len(known_mines) < cell_count:
        start_cell = cell_names[random.randrange(cell_count)]
    game.open(start_cell)

    boards: list[Subject] = []
    shares_taken = 0  # of the game, in parts of snapshots + 1
    while game.opened < cell_count - game.mines:
        board = game.board
        try:
            analysis = _analysis_to_continue(board, experiment.states)
        except EngineLimitError:  # under rules, of which only counting knows
            boards.append(board)
            break
        share_known = (game.opened + game.mines_hit) / cell_count
        if experiment.positions == "snapshots":
            is_asked = share_known * (experiment.snapshots + 1) >= shares_taken + 1
        else:
            is_asked = not analysis.safe
        if is_asked:
            shares_taken = int(share_known * (experiment.snapshots + 1))
            boards.append(board)

        # A cascade may open what was still to be opened.
        shown_cells: set[Any] = set()
        for cell in sorted(analysis.safe) or [_least(analysis, known_mines)]:
            if cell not in shown_cells:
                shown_cells.update(game.open(cell))
    return boards


def boards_of(file: str) -> list[Any]:
    """The boards of a file."""
    # Few experiments have one, and whatever reads boards takes long to load.
    from ..io.formats import parse_many

    return parse_many(Path(file))


_boards = lru_cache(maxsize=8)(boards_of)


def _analysis_to_continue(board: Subject, states: int) -> Analysis[Any]:
    """An analysis to play by, exact unless the position is out of reach: then what deduction finds."""
    if not isinstance(board, Board):
        return analyze(board, "elimination", limit=Limit(states=states))
    try:
        return analyze(board, "kernel" if kernel.available() else "elimination")
    except EngineLimitError:
        return analyze(board, "layered_total")


def _position(
    experiment: Experiment, board: Subject, layout: frozenset[Any] | None = None
) -> ReferencePosition:
    try:
        exact = analyze(board, "elimination", limit=Limit(states=experiment.states))
    except EngineLimitError:
        exact = None
    return ReferencePosition(board, exact, layout)


def _least(analysis: Analysis[Any], avoided: frozenset[Any]) -> Any:
    """The cell of least risk that is not ``avoided``, the first in reading order among equals."""
    board = analysis.board
    cell_risks = np.where(board._unknown, np.nan_to_num(analysis.risks, nan=1.0), np.inf)
    cell_risks[list(map(board.index, analysis.mines | avoided))] = np.inf
    return board.cells[int(np.argmax(cell_risks <= cell_risks.min() + TIE))]
