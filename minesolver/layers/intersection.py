"""Two overlapping equations: what the smaller count cannot hold must lie outside the overlap. Mines only."""

from functools import partial

from ..base.errors import counted
from . import board_equation
from .knowledge import Equation, KnowledgeBase
from .layer import DeductionRule, Finding, of_rules, search_pairs
from .subset import others


def _compare(base: KnowledgeBase, first: Equation, second: Equation) -> Finding | None:
    if first.mines < second.mines:
        first, second = second, first
    surplus = first.mines - second.mines
    alone = first.cells - second.cells
    if not surplus or len(alone) != surplus:
        return None
    why = (
        f"at most {second.mines} of the {counted(first.mines, 'mine')} of {base.stated(first)} "
        "fit into the cells "
        f"shared with {base.stated(second)}, and {others(alone, surplus)}"
    )
    clues = tuple(sorted({*first.clues, *second.clues}))
    return Finding("intersection", tuple(sorted(alone)), True, clues, why)


def _board(base: KnowledgeBase) -> Finding | None:
    for board in board_equation.remainders(base):
        for equation in base.equations.values():
            if not board.cells.isdisjoint(equation.cells):
                found = _compare(base, board, equation)
                if found is not None:
                    return found
    return None


RULE = DeductionRule("intersection", partial(search_pairs, _compare), _board)
LAYER = of_rules(
    "intersection",
    "the document's rule on overlapping equations with different counts, which finds mines only",
    "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 3.2 c",
    (RULE,),
)
