"""Compiled: what a position becomes by one more open cell, and what that leaves to guess."""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t
from cython.cimports.libc.string import memcpy, memset
from cython.cimports.minesolver.kernel.analysis.knowledge import propagate
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.search.types import Risks, Snapshot, Supposition
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    MINE,
    NOT_PROVED,
    OPEN,
    PROVED_SAFE,
    SAFE,
    UNKNOWN,
    Analyzer,
    Board,
    Knowledge,
    Marginals,
    Prior,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def keep(a: cython.pointer(Analyzer), snapshot: cython.pointer(Snapshot)) -> cython.void:
    cells: cython.size_t = a.board.cells
    memcpy(snapshot.state, a.known.state, cells * cython.sizeof(int8_t))
    memcpy(snapshot.need, a.known.need, cells * cython.sizeof(int32_t))
    memcpy(snapshot.unknown, a.known.unknown, cells * cython.sizeof(int32_t))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def restore(a: cython.pointer(Analyzer), snapshot: cython.pointer(cython.const[Snapshot])) -> cython.void:
    cells: cython.size_t = a.board.cells
    memcpy(a.known.state, snapshot.state, cells * cython.sizeof(int8_t))
    memcpy(a.known.need, snapshot.need, cells * cython.sizeof(int32_t))
    memcpy(a.known.unknown, snapshot.unknown, cells * cython.sizeof(int32_t))
    memset(a.known.queued, 0, cells * cython.sizeof(int8_t))
    a.known.agenda_size = 0


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _enqueue(known: cython.pointer(Knowledge), clue: int32_t) -> cython.void:
    """Put a clue on the agenda, if it decides something."""
    if known.unknown[clue] == 0 or known.queued[clue]:
        return
    if known.need[clue] == 0 or known.need[clue] == known.unknown[clue]:
        known.queued[clue] = 1
        known.agenda[known.agenda_size] = clue
        known.agenda_size += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _open(a: cython.pointer(Analyzer), cell: int32_t, value: int32_t) -> cython.bint:
    """Open an unknown cell that shows ``value``; False where a clue cannot hold."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    mines: int32_t = 0
    unknown: int32_t = 0
    k: cython.int
    near: int32_t
    known.state[cell] = OPEN
    for k in range(board.degree[cell]):
        near = board.around[cell][k]
        if known.state[near] == MINE:
            mines += 1
        elif known.state[near] == UNKNOWN:
            unknown += 1
        elif known.state[near] == OPEN:
            known.unknown[near] -= 1
            if known.need[near] > known.unknown[near]:
                return False
            _enqueue(known, near)
    known.need[cell] = value - mines
    known.unknown[cell] = unknown
    if known.need[cell] < 0 or known.need[cell] > unknown:
        return False
    _enqueue(known, cell)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def suppose(
    a: cython.pointer(Analyzer), prior: Prior, cell: int32_t, value: int32_t, out: cython.pointer(Marginals)
) -> Supposition:
    """Open an unknown cell that shows ``value``, with all that follows by deduction.

    The frontier and ``out`` are then those of the new position.
    """
    new: Supposition
    new.prior = prior
    new.log_models = 0.0
    new.status = CONTRADICTION
    if not _open(a, cell, value):
        return new
    new.status = propagate(a)
    if new.status != DONE:
        return new
    if prior.mines >= 0:
        new.prior.mines -= a.known.settled_mines
        if new.prior.mines < 0:
            new.status = CONTRADICTION
            return new
    mines: int32_t = a.known.settled_mines
    new.status = analyze_frontier(a, new.prior, out)
    new.log_models = a.summary.log_models
    if prior.mines < 0 and mines > 0:  # the weight of the mines by the prior
        new.log_models += mines * prior.log_odds
    return new


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _uncertain(
    a: cython.pointer(Analyzer), m: cython.pointer(cython.const[Marginals]), cell: int32_t
) -> cython.bint:
    return a.known.state[cell] == UNKNOWN and m.proof[cell] == NOT_PROVED


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _safe(
    a: cython.pointer(Analyzer), m: cython.pointer(cython.const[Marginals]), cell: int32_t
) -> cython.bint:
    if a.known.state[cell] == UNKNOWN:
        return m.proof[cell] == PROVED_SAFE
    return a.known.state[cell] == SAFE


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _touch(one: int32_t, other: int32_t, cols: int32_t) -> cython.bint:
    down: int32_t = one // cols - other // cols
    right: int32_t = one % cols - other % cols
    return down >= -1 and down <= 1 and right >= -1 and right <= 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def informative(
    a: cython.pointer(Analyzer), m: cython.pointer(cython.const[Marginals]), cell: int32_t
) -> cython.bint:
    """Whether opening ``cell`` can tell anything, as far as the clues around it show.

    It cannot where no cell around it is uncertain, or where these are just those of one clue: then what it
    would show is known, if it is no mine.
    """
    board: cython.pointer(Board) = cython.address(a.board)
    uncertain: int32_t = 0
    last: int32_t = -1
    k: cython.int
    c: cython.int
    clue: int32_t
    other: int32_t
    same: int32_t
    for k in range(board.degree[cell]):
        if _uncertain(a, m, board.around[cell][k]):
            uncertain += 1
            last = board.around[cell][k]
    if uncertain == 0:
        return False
    for k in range(board.degree[last]):
        clue = board.around[last][k]
        if a.known.state[clue] != OPEN:
            continue
        same = 0
        for c in range(board.degree[clue]):
            other = board.around[clue][c]
            if other != cell and _uncertain(a, m, other):
                if not _touch(other, cell, board.cols):
                    same = -1
                    break
                same += 1
        if same == uncertain:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def safe_cells(a: cython.pointer(Analyzer), m: cython.pointer(cython.const[Marginals])) -> int32_t:
    """How many cells are proved safe and not yet open."""
    safe: int32_t = 0
    i: cython.int
    for i in range(a.board.cells):
        safe += _safe(a, m, i)
    return safe


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _insert(risks: cython.pointer(Risks), risk: cython.double) -> cython.void:
    """Sort a risk in among the three least."""
    if risk < risks.first:
        risks.third = risks.second
        risks.second = risks.first
        risks.first = risk
    elif risk < risks.second:
        risks.third = risks.second
        risks.second = risk
    elif risk < risks.third:
        risks.third = risk


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def least_risks(
    a: cython.pointer(Analyzer), m: cython.pointer(cython.const[Marginals]), only_informative: cython.bint
) -> Risks:
    """The three least risks of a guess, 0 for a cell proved safe.

    With ``only_informative`` a cell that can tell nothing does not count, as long as there is another.
    """
    none: Risks = Risks(first=0.0, second=0.0, third=0.0)
    risks: Risks = Risks(first=1.0, second=1.0, third=1.0)
    idle: Risks = risks  # of cells that can tell nothing
    safe: int32_t = 0
    i: cython.int
    k: cython.int
    for i in range(a.board.cells):
        if _safe(a, m, i):
            safe += not only_informative or informative(a, m, i)
            if safe > 2:
                return none
        elif _uncertain(a, m, i) and m.probability[i] < risks.third:
            if not only_informative or informative(a, m, i):
                _insert(cython.address(risks), m.probability[i])
            else:
                _insert(cython.address(idle), m.probability[i])
    if risks.first >= 1.0:
        risks = idle
    if risks.first >= 1.0:  # nothing is uncertain
        return none
    for k in range(safe):
        risks.third = risks.second
        risks.second = risks.first
        risks.first = 0.0
    return risks


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def expected_errors(a: cython.pointer(Analyzer), m: cython.pointer(cython.const[Marginals])) -> cython.double:
    """Expected number of cells that are wrong if each is called what it most likely is."""
    total: cython.double = 0.0
    i: cython.int
    for i in range(a.board.cells):
        if _uncertain(a, m, i):
            total += min(m.probability[i], 1.0 - m.probability[i])
    return total
