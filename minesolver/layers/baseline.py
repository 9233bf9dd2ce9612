"""One clue at a time: it has all its mines, or as many cells left as mines."""

from . import board_equation
from .knowledge import TOTAL, Agenda, Equation, KnowledgeBase
from .layer import DeductionRule, Finding, amount, finding


def _search(base: KnowledgeBase, agenda: Agenda) -> Finding | None:
    while agenda:
        equation, _ = agenda.popitem()
        if equation.decided and base.holds(equation):
            return finding("baseline", equation, why(base, equation))
    return None


def why(base: KnowledgeBase, equation: Equation) -> str:
    """How an equation decides all its cells, in words."""
    name = base.stated(equation)
    count = len(equation.cells)
    if len(equation.clues) != 1 or equation.clues == (TOTAL,):
        return f"{name} leaves {amount(equation.mines, count)}"
    return in_words(name, base.state[equation.clues[0]], count, equation.mines)


def in_words(name: str, value: int, cells: int, mines: int) -> str:
    """How a clue decides its cells. ``mines``: how many of ``cells`` undecided ones are."""
    if mines == 0:
        held = {1: "its mine", 2: "both its mines"}.get(value, f"all its {value} mines")
        return f"{name} already has {held}" if value else f"{name} has no mine around it"
    if cells == 1:
        return f"{name} has only 1 cell left for its {'' if value == 1 else 'last '}mine"
    return f"{name} has only {cells} cells left for {'its' if value == mines else 'its last'} {mines} mines"


def _board(base: KnowledgeBase) -> Finding | None:
    board = board_equation.whole(base)
    return finding("baseline", board, why(base, board)) if board is not None and board.decided else None


RULE = DeductionRule("baseline", _search, _board)
