"""One clue at a time: it has all its mines, or as many cells left as mines."""

from __future__ import annotations

from . import board_equation
from .knowledge import TOTAL, Agenda, Equation, KnowledgeBase
from .layer import DeductionRule, Finding, amount, of_rules


def _search(base: KnowledgeBase, agenda: Agenda) -> Finding | None:
    while agenda:
        equation, _ = agenda.popitem()
        if equation.mines in (0, len(equation.cells)) and base.holds(equation):
            return Finding(
                "baseline",
                tuple(sorted(equation.cells)),
                equation.mines > 0,
                equation.clues,
                why(base, equation),
            )
    return None


def why(base: KnowledgeBase, equation: Equation) -> str:
    """How an equation decides all its cells, in words."""
    name = base.stated(equation)
    count = len(equation.cells)
    if len(equation.clues) != 1 or equation.clues == (TOTAL,):
        return f"{name} leaves {amount(equation.mines, count)}"
    clue = base.state[equation.clues[0]]
    if equation.mines == 0:
        held = {1: "its mine", 2: "both its mines"}.get(clue, f"all its {clue} mines")
        return f"{name} already has {held}" if clue else f"{name} has no mine around it"
    if count == 1:
        return f"{name} has only 1 cell left for its {'' if clue == 1 else 'last '}mine"
    return f"{name} has only {count} cells left for {'its' if clue == count else 'its last'} {count} mines"


def _board(base: KnowledgeBase) -> Finding | None:
    board = board_equation.whole(base)
    if board is None or board.mines not in (0, len(board.cells)):
        return None
    text = f"{base.named((TOTAL,))} leaves {amount(board.mines, len(board.cells))}"
    return Finding("baseline", tuple(sorted(board.cells)), board.mines > 0, (TOTAL,), text)


RULE = DeductionRule("baseline", _search, _board)
LAYER = of_rules(
    "baseline",
    "one clue at a time, on a fringe of changed clues",
    "Lakra, Priya, Naik, MineSweeper, Inference-Informed Action (2019), section 2.1",
    (RULE,),
)
