"""Games without a hidden layout: whether a guess meets a mine is settled when the cell is opened.

Opening a cell where another one was proved safe is punished. Where nothing is proved it is forgiven, dealt by
the exact chances, or always punished. Whatever comes out, the layouts that agree with it are equally likely.
"""

from bisect import bisect
from fractions import Fraction
from itertools import accumulate
from typing import Any

from ..base.errors import EngineLimitError, InconsistentBoardError, PuzzleError
from ..base.splitmix import SplitMix64
from ..counting.layouts import LayoutSet
from ..counting.sampling import MineCounts
from ..model.board import Board
from ..model.reason import show
from ..model.variant import MINE, OPENED, Clue, State, VariantBoard
from ..solver import analyze

DEALS = ("hidden", "fair", "forgiving", "cruel")
"""How mines are dealt: as a hidden layout at the beginning, or one of the ways here."""


def guess_risk(board: Any, cell: Any, deal: str) -> Fraction:
    """The chance that a mine is met by opening a hidden cell of a board where mines are dealt so.

    deal: ``"fair"``, ``"forgiving"`` or ``"cruel"``
    Raises EngineLimitError: nobody can tell what is proved on this board.
    """
    analysis = analyze(board)
    if not analysis.is_exact and not analysis.proved_complete:
        raise EngineLimitError(f"whether {show(cell)} is proved cannot be told: {analysis.note}")
    if cell in analysis.safe:
        return Fraction(0)
    if cell in analysis.mines or analysis.safe:
        return Fraction(1)  # a guess that nobody needed
    if deal == "fair":
        return analysis.exact(cell)
    return Fraction(deal == "cruel")


def layout_with(board: Any, cell: int, is_mine: bool, random: SplitMix64) -> MineCounts | None:
    """A layout of the board in which a cell, by index, is a mine or none, each equally likely: how many mines
    its cells hold; ``None`` where there is none.
    """
    if isinstance(board, Board):
        board = VariantBoard.of(board)
    if board._is_multi_mine or board.field.placed:
        return _layout_drawn_at_once(board, cell, is_mine, random)
    try:
        return _layout_drawn_by_cells(board, cell, is_mine, random)
    except (InconsistentBoardError, PuzzleError):  # of clues, or of the mine count alone
        return None


def _layout_drawn_by_cells(
    board: VariantBoard, cell: int, is_mine: bool, random: SplitMix64
) -> MineCounts | None:
    """A layout drawn cell by cell, each by its exact chance given those before it: whatever counts, the same
    numbers draw the same layout. The page deals so.
    """
    board = board.replace({board.cells[cell]: MINE if is_mine else OPENED})
    while (next_cell := _hidden_cell_of_a_clue(board)) is not None:
        analysis = analyze(board)
        if not analysis.is_exact:
            raise EngineLimitError(f"the layouts that are left cannot be counted: {analysis.note}")
        drawn_states: dict[Any, State] = dict.fromkeys(analysis.safe, OPENED)
        drawn_states |= dict.fromkeys(analysis.mines, MINE)
        name = board.cells[next_cell]
        if name not in drawn_states:
            drawn_states[name] = MINE if happens(analysis.exact(name), random) else OPENED
        board = board.replace(drawn_states)

    # The cells that no clue is about: any is as likely a mine as any other.
    layout = {index: 1 for index, state in board.states.items() if state == MINE}
    free_cells = [index for index in range(len(board.cells)) if index not in board.states]
    assert board.mines is not None, "who deals knows the mine count"
    mines_left = board.mines - len(layout)
    if not 0 <= mines_left <= len(free_cells):
        return None
    for _ in range(mines_left):
        layout[free_cells.pop(random.below(len(free_cells)))] = 1
    return layout


def happens(chance: Fraction, random: SplitMix64) -> bool:
    """Whether something happens that has this chance."""
    return random.below(chance.denominator) < chance.numerator


def _hidden_cell_of_a_clue(board: VariantBoard) -> int | None:
    """The first hidden cell of the first clue that is about one."""
    for index in range(len(board.cells)):
        if isinstance(board.states.get(index), Clue):
            for seen_cell in sorted(board.field.view(index)[0].sees):
                if seen_cell not in board.states:
                    return seen_cell
    return None


def _layout_drawn_at_once(
    board: Any, cell: int, is_mine: bool, random: SplitMix64
) -> MineCounts | None:
    """The same where cells hold several mines, or rules are of the whole board: no games of the page."""
    # Of a cell that may hold several mines: first how many, by the layouts that there are of each number.
    values = range(1, board._capacity[cell] + 1) if is_mine else [0]
    layout_sets = [LayoutSet(board, None, [(cell, value)]) for value in values]
    cumulated = list(accumulate(sum(layouts.weights().values()) for layouts in layout_sets))
    if not cumulated[-1]:
        return None
    if len(layout_sets) == 1:
        return layout_sets[0].draw(random)
    return layout_sets[bisect(cumulated, random.below(cumulated[-1]))].draw(random)
