"""Compiled: what is known of each cell, and the single-clue rule."""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    MINE,
    OPEN,
    SAFE,
    UNKNOWN,
    Analyzer,
    Board,
    Knowledge,
    Status,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def load(
    a: cython.pointer(Analyzer),
    grid: cython.pointer(cython.const[int8_t]),
    marked: cython.pointer(int32_t),
    hidden: cython.pointer(int32_t),
) -> Status:
    """Set up from the codes of a grid; counts the known mines (``marked``) and the hidden cells."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    i: cython.int
    k: cython.int
    marked[0] = hidden[0] = 0
    known.agenda_size = 0
    for i in range(board.cells):
        known.queued[i] = 0
        known.unknown[i] = 0
        known.need[i] = grid[i]
        known.state[i] = OPEN
        if grid[i] == -1:
            known.state[i] = UNKNOWN
            hidden[0] += 1
        elif grid[i] == 10:
            known.state[i] = MINE
            marked[0] += 1
    # From the few cells that are not open to the clues around them.
    for i in range(board.cells):
        if known.state[i] == UNKNOWN:
            for k in range(board.degree[i]):
                known.unknown[board.around[i][k]] += 1
        elif known.state[i] == MINE:
            for k in range(board.degree[i]):
                known.need[board.around[i][k]] -= 1
    for i in range(board.cells):
        if known.state[i] == OPEN and (known.need[i] < 0 or known.need[i] > known.unknown[i]):
            return CONTRADICTION
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def enqueue_all(a: cython.pointer(Analyzer)) -> cython.void:
    """Put every clue that decides something on the agenda."""
    known: cython.pointer(Knowledge) = cython.address(a.known)
    i: cython.int
    known.agenda_size = 0
    for i in range(a.board.cells):
        if known.state[i] != OPEN or known.unknown[i] == 0:
            continue
        if known.need[i] == 0 or known.need[i] == known.unknown[i]:
            known.agenda[known.agenda_size] = i
            known.agenda_size += 1
            known.queued[i] = 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def settle(a: cython.pointer(Analyzer), cell: int32_t, is_mine: cython.bint) -> Status:
    """An unknown cell is known now: the clues around it want less, and may decide something."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    k: cython.int
    clue: int32_t
    known.state[cell] = MINE if is_mine else SAFE
    for k in range(board.degree[cell]):
        clue = board.around[cell][k]
        if known.state[clue] != OPEN:
            continue
        known.unknown[clue] -= 1
        known.need[clue] -= is_mine
        if known.need[clue] < 0 or known.need[clue] > known.unknown[clue]:
            return CONTRADICTION
        if known.queued[clue] or known.unknown[clue] == 0:
            continue
        if known.need[clue] == 0 or known.need[clue] == known.unknown[clue]:
            known.queued[clue] = 1
            known.agenda[known.agenda_size] = clue
            known.agenda_size += 1
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def propagate(a: cython.pointer(Analyzer)) -> Status:
    """The single-clue rule to its fixpoint; ``known.settled`` has the cells that it settled, in order."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    k: cython.int
    clue: int32_t
    cell: int32_t
    is_mine: cython.bint
    known.settled_size = known.settled_mines = 0
    while known.agenda_size > 0:
        known.agenda_size -= 1
        clue = known.agenda[known.agenda_size]
        known.queued[clue] = 0
        if known.unknown[clue] == 0:
            continue
        is_mine = known.need[clue] > 0
        if is_mine and known.need[clue] != known.unknown[clue]:
            continue
        for k in range(board.degree[clue]):
            cell = board.around[clue][k]
            if known.state[cell] != UNKNOWN:
                continue
            known.settled[known.settled_size] = cell
            known.settled_size += 1
            known.settled_mines += is_mine
            if settle(a, cell, is_mine) != DONE:
                return CONTRADICTION
    return DONE
