"""One clue at a time: it has all its mines, or as many cells left as mines."""

from functools import partial

from . import board_equation
from .knowledge import TOTAL, Agenda, Equation, KnowledgeBase
from .layer import DeductionRule, Finding, finding, leaves


def _search(base: KnowledgeBase, agenda: Agenda) -> Finding | None:
    while agenda:
        equation, _ = agenda.popitem()
        if equation.mines in (0, len(equation.cells)) and base.holds(equation):
            return finding("baseline", equation, partial(why, base, equation))
    return None


def why(base: KnowledgeBase, equation: Equation) -> str:
    """How an equation decides all its cells, in words."""
    if len(equation.clues) != 1 or equation.clues == (TOTAL,):
        return leaves(base, equation)
    clue_value = base.state[equation.clues[0]]
    return in_words(base.stated(equation), clue_value, len(equation.cells), equation.mines)


def in_words(name: str, value: int, cells: int, mines: int) -> str:
    """How a clue decides its cells. ``mines``: how many of ``cells`` undecided ones are."""
    if mines == 0:
        if value == 0:
            return f"{name} has no mine around it"
        all_mines = {1: "its mine", 2: "both its mines"}.get(value, f"all its {value} mines")
        return f"{name} already has {all_mines}"
    if cells == 1:
        return f"{name} has only 1 cell left for its {'' if value == 1 else 'last '}mine"
    return f"{name} has only {cells} cells left for {'its' if value == mines else 'its last'} {mines} mines"


def _search_board(base: KnowledgeBase) -> Finding | None:
    if base.remaining not in (0, base.undecided):
        return None
    equation = board_equation.whole(base)
    if equation is None:
        return None
    return finding("baseline", equation, partial(why, base, equation))


RULE = DeductionRule("baseline", _search, _search_board)
