"""Games without a hidden layout: whether a guess meets a mine is settled when the cell is opened.

Opening a cell where another one was proved safe is punished. Where nothing is proved it is forgiven, dealt by
the exact chances, or always punished. Whatever comes out, the layouts that agree with it are equally likely.
"""

from bisect import bisect
from fractions import Fraction
from itertools import accumulate
from typing import Any

from ..base.errors import EngineLimitError
from ..base.splitmix import SplitMix64
from ..counting.layouts import LayoutSet
from ..counting.sampling import MineCounts
from ..model.reason import show
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
    # Of a cell that may hold several mines: first how many, by the layouts that there are of each number.
    values = range(1, board._capacity[cell] + 1) if is_mine else [0]
    layout_sets = [LayoutSet(board, None, [(cell, value)]) for value in values]
    cumulated = list(accumulate(sum(layouts.weights().values()) for layouts in layout_sets))
    if not cumulated[-1]:
        return None
    if len(layout_sets) == 1:
        return layout_sets[0].draw(random)
    return layout_sets[bisect(cumulated, random.below(cumulated[-1]))].draw(random)
