"""Why a subject has no layout: a smallest set of constraints that cannot hold together."""

from contextlib import closing
from typing import Any

from ..base.errors import (
    BoardFormatError,
    InconsistentBoardError,
    InconsistentPuzzleError,
)
from ..base.limits import Budget, Limit
from ..model.board import Board, edges_at, in_question
from ..model.constraint import SumConstraint
from ..model.cut import CutBoard, cuts
from ..model.reason import show
from ..model.subject import Position, Subject
from .oracle import UNANSWERED, Oracle, smallest, thinned
from .oracle_facts import TOTAL, grounds
from .reasons import listed

# Microseconds or so, for finding a conflict and proving that it is a smallest one.
_WORK = 2_000_000
_QUESTIONS = 10_000  # for that proof
_MAX_FLAGS = 200  # known mines, for telling which of them a conflict needs
_MAX_CUT_CELLS = 1000  # of a board for which it is found out whether it is a part of one
_CUT_WORK = 100_000  # microseconds or so, for each cut that is tried
_MIN_SECONDS = 0.2  # whatever little a limit leaves


def conflict(
    subject: Subject, seconds: float | None = None, work: int = _WORK, *, tries_cuts: bool = True
) -> InconsistentBoardError:
    """The error to raise for a subject without a layout.

    ``seconds``: what the search may take, at least 0.2; by default only its ``work`` is bounded, in
    microseconds or so. Where that is not enough, more constraints are named than a contradiction needs, and
    ``smallest`` is ``False``. ``tries_cuts``: whether the error says beyond which edges the board may go on,
    which takes longer to find out than the contradiction.
    """
    limit = Limit(None if seconds is None else max(seconds, _MIN_SECONDS))
    core, is_smallest = _search(subject, Budget(limit, "conflict", states=work))

    # A conflict over a hidden quantity rests on all that settles this quantity as well.
    members = grounds(subject, core)
    all_constraints = subject.constraints  # a board makes them anew each time
    constraints = [all_constraints[number] for number in members if number != TOTAL]
    names = [constraint.name for constraint in constraints]
    uses_total = TOTAL in members
    verb = "cannot be met" if len(members) == 1 else "cannot hold together"
    contradiction = f"{listed(names, subject.mines if uses_total else None)} {verb}"

    # Wrong flags are as likely as wrong clues.
    known_mines = _known_mines(subject, members, limit)
    if known_mines:
        mines = "mine" if len(known_mines) == 1 else "mines"
        places_text = listed([show(cell) for cell in known_mines])
        contradiction += f" with the {mines} known at {places_text}"

    # What is impossible as a whole board may be a part of one, unless its mine count says that it is whole.
    if tries_cuts and isinstance(subject, Board) and subject.mines is None:
        cut = _mending_cut(subject, {c.clue for c in constraints if c.clue is not None}, limit)
        contradiction += in_question(cut) if cut else ""

    # Callers that read boards and callers that read puzzles expect an error of their own.
    if isinstance(subject, Board):
        error_type = InconsistentBoardError
        subject_kind = "board"
    else:
        error_type = InconsistentPuzzleError
        subject_kind = "puzzle"
    cells = subject.cells  # likewise
    clue_cells = {
        cells[constraint.clue] for constraint in constraints if constraint.clue is not None
    }
    return error_type(
        f"no mine layout fits this {subject_kind}: {contradiction}",
        clues=sorted(clue_cells),
        total=uses_total,
        smallest=is_smallest and len(members) == len(core),
        constraints=names,
        known_mines=known_mines,
    )


def _known_mines(subject: Subject, members: list[int], limit: Limit) -> list[Any]:
    """Known mines without which these constraints can hold together: perhaps somebody's wrong flags."""
    if not isinstance(subject, Position) or not members:
        return []
    flags = [subject.index(cell) for cell in subject.where(subject._MINE)]
    if TOTAL not in members:
        all_constraints = subject.constraints
        scope = {cell for number in members for cell in all_constraints[number].cells}
        flags = [flag for flag in flags if flag in scope]
    if not flags or len(flags) > _MAX_FLAGS:
        return []
    cells = subject.cells
    flagged_cells = [cells[flag] for flag in flags]
    try:
        # The same constraints over hidden cells, that some of them are mines being one more thing to assume.
        without_flags = subject.replace(dict.fromkeys(flagged_cells, subject._HIDDEN))
        with closing(Oracle(without_flags, Budget(limit, "conflict", states=_WORK))) as flag_oracle:
            needed_flags = thinned(flags, lambda trial: _contradictory(flag_oracle, members, trial))
    except (*UNANSWERED, BoardFormatError):
        return []
    return [cells[flag] for flag in sorted(needed_flags)]


def _mending_cut(board: Board, clue_indices: set[int], limit: Limit) -> tuple[str, ...]:
    """The fewest edges beyond which a board has to go on for its clues to hold together; perhaps none, or not
    found out.

    clue_indices: Those that cannot hold together: one of them has to get more cells
    """
    if len(board) > _MAX_CUT_CELLS:
        return ()
    cells = [divmod(index, board.cols) for index in clue_indices]
    at_clues = {side for cell in cells for side in edges_at(cell, board.shape)}
    for cut in cuts():
        added_sides = set(cut).difference(board.cut)
        if not set(board.cut) <= set(cut) or at_clues.isdisjoint(added_sides):
            continue
        try:
            cut_board = CutBoard(board.grid, cut)
            everything = range(len(cut_board.constraints))
            with closing(Oracle(cut_board, Budget(limit, "conflict", states=_CUT_WORK))) as oracle:
                if oracle.core(everything, {}) is None:
                    return cut
        except UNANSWERED:
            return ()
    return ()


def _contradictory(oracle: Oracle, members: list[int], mines: list[int]) -> list[int] | None:
    """These mines, where they contradict the constraints."""
    facts = dict.fromkeys(mines, True)
    return None if oracle.core(members, facts) is None else mines


def _search(subject: Subject, budget: Budget) -> tuple[list[int], bool]:
    """(a conflict, whether it is proved to be of least size)."""
    everything = list(range(len(subject.constraints)))
    with_total = everything if subject.mines is None else [*everything, TOTAL]
    oracle = Oracle(subject, budget)
    try:
        # Any conflict, the cheapest question first.
        core = oracle.core(everything, {})
        core = core or _disjoint_sums(subject)
        core = core or oracle.core(with_total, {})
        assert core is not None
        takes_total = oracle.takes(with_total)
        core = oracle.shrunk(core, {})

        # The mine count is blamed only where no clues as few contradict each other: these come first. Without
        # one both searches are the same.
        if TOTAL not in core and takes_total and subject.mines is not None:
            core, _ = smallest(oracle, core, {}, everything, questions=_QUESTIONS)
        candidates = with_total if takes_total else everything
        core, is_smallest = smallest(oracle, core, {}, candidates, questions=_QUESTIONS)
        return core, is_smallest and takes_total
    except UNANSWERED:  # all that is known is that there is no layout
        return _disjoint_sums(subject) or with_total, False
    finally:
        oracle.close()


def _disjoint_sums(subject: Subject) -> list[int]:
    """The mine count, and sums without a cell in common that want too many mines or too few; perhaps none."""
    has_single_mines = set(subject._capacity) == {1}
    if subject.mines is None or not has_single_mines or subject._hidden_quantities:
        return []
    known_values = subject._values()
    scopes: dict[int, set[int]] = {}
    mines_wanted: dict[int, int] = {}
    safe_wanted: dict[int, int] = {}
    for number, constraint in enumerate(subject.constraints):
        if isinstance(constraint, SumConstraint) and constraint.plain:
            known_mines = sum(
                [known_values[cell] for cell in constraint.cells if cell in known_values]
            )
            scopes[number] = {cell for cell in constraint.cells if cell not in known_values}
            mines_wanted[number] = min(constraint.allowed) - known_mines
            safe_wanted[number] = len(scopes[number]) - mines_wanted[number]

    # Sums without a cell in common share no mine either, so that what they want adds up.
    mines_left = subject.mines - sum(known_values.values())
    unknown_count = len(subject.cells) - len(known_values)
    safe_left = unknown_count - mines_left
    too_many = _more_than(mines_left, mines_wanted, scopes)
    too_many = too_many or _more_than(safe_left, safe_wanted, scopes)
    return [*too_many, TOTAL] if too_many else []


def _more_than(bound: int, cells_wanted: dict[int, int], scopes: dict[int, set[int]]) -> list[int]:
    """Sums without a cell in common that want more cells together than there are; perhaps none."""
    taken_cells: set[int] = set()
    chosen: list[int] = []
    # Those that want most come first: they need fewest others to be too many.
    for number in sorted(cells_wanted, key=lambda number: -cells_wanted[number]):
        if cells_wanted[number] > 0 and taken_cells.isdisjoint(scopes[number]):
            taken_cells |= scopes[number]
            chosen.append(number)
            bound -= cells_wanted[number]
            if bound < 0:
                return chosen
    return []
