"""Compiled: groups of unknown cells under the same clues, and the components that share no clue."""

import cython
from cython.cimports.libc.stdint import int32_t
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    OPEN,
    UNKNOWN,
    Analyzer,
    Board,
    Frontier,
    Knowledge,
    Status,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_groups(a: cython.pointer(Analyzer)) -> Status:
    """The clues with unknown neighbours, and the groups under them."""
    board: cython.pointer(Board) = cython.address(a.board)
    known: cython.pointer(Knowledge) = cython.address(a.known)
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    i: cython.int
    clue: cython.int
    k: cython.int
    cell: int32_t
    f.clue_count = f.group_count = 0
    for i in range(board.cells):
        f.clue_of[i] = f.group_of[i] = -1
        if known.state[i] == OPEN and known.unknown[i] > 0:
            f.clue_of[i] = f.clue_count
            f.clue_cell[f.clue_count] = i
            f.clue_degree[f.clue_count] = 0
            f.clue_kept[f.clue_count] = 1
            f.clue_count += 1
    for clue in range(f.clue_count):
        i = f.clue_cell[clue]
        for k in range(board.degree[i]):
            cell = board.around[i][k]
            if known.state[cell] == UNKNOWN and f.group_of[cell] < 0:
                _enter(board, f, clue, cell)
    return _drop_repeated_clues(known, f)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enter(
    board: cython.pointer(Board), f: cython.pointer(Frontier), clue: cython.int, cell: int32_t
) -> cython.void:
    """Put a cell under ``clue`` into its group, a new one if there is none."""
    fresh: int32_t = f.group_count
    degree: cython.int = 0
    k: cython.int
    other: int32_t
    group: int32_t
    for k in range(board.degree[cell]):
        other = f.clue_of[board.around[cell][k]]
        if other >= 0:
            f.group_clues[fresh][degree] = other
            degree += 1
    for k in range(f.clue_degree[clue]):  # cells of the same group share this clue
        group = f.clue_groups[clue][k]
        if f.group_degree[group] == degree and _same(f.group_clues[group], f.group_clues[fresh], degree):
            f.group_of[cell] = group
            f.group_size[group] += 1
            return
    f.group_of[cell] = fresh
    f.group_degree[fresh] = degree
    f.group_cell[fresh] = cell
    f.group_size[fresh] = 1
    for k in range(degree):
        other = f.group_clues[fresh][k]
        f.clue_groups[other][f.clue_degree[other]] = fresh
        f.clue_degree[other] += 1
    f.group_count += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _same(one: cython.pointer(int32_t), other: cython.pointer(int32_t), length: cython.int) -> cython.bint:
    k: cython.int
    for k in range(length):
        if one[k] != other[k]:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _drop_repeated_clues(known: cython.pointer(Knowledge), f: cython.pointer(Frontier)) -> Status:
    """Of two clues over the same groups only one counts, and they must agree."""
    clue: cython.int
    group: cython.int
    k: cython.int
    other: int32_t
    degree: cython.int
    for clue in range(f.clue_count):
        group = f.clue_groups[clue][0]
        for k in range(f.group_degree[group]):
            other = f.group_clues[group][k]
            if other >= clue or not f.clue_kept[other] or f.clue_degree[other] != f.clue_degree[clue]:
                continue
            if _same(f.clue_groups[clue], f.clue_groups[other], f.clue_degree[clue]):
                if known.need[f.clue_cell[clue]] != known.need[f.clue_cell[other]]:
                    return CONTRADICTION
                f.clue_kept[clue] = 0
                break
    for group in range(f.group_count):
        degree = 0
        for k in range(f.group_degree[group]):
            if f.clue_kept[f.group_clues[group][k]]:
                f.group_clues[group][degree] = f.group_clues[group][k]
                degree += 1
        f.group_degree[group] = degree
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def find_components(a: cython.pointer(Analyzer)) -> cython.void:
    """Connected components: their groups follow each other in ``order``, breadth first."""
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    first: cython.int
    ahead: cython.int
    end: cython.int = 0
    e: cython.int
    k: cython.int
    clue: int32_t
    group: int32_t
    for first in range(f.group_count):
        f.group_seen[first] = 0
    f.component_count = 0
    for first in range(f.group_count):
        if f.group_seen[first]:
            continue
        f.start[f.component_count] = end
        f.component_count += 1
        f.group_seen[first] = 1
        f.order[end] = first
        ahead = end
        end += 1
        while ahead < end:
            group = f.order[ahead]
            ahead += 1
            for e in range(f.group_degree[group]):
                clue = f.group_clues[group][e]
                for k in range(f.clue_degree[clue]):
                    if not f.group_seen[f.clue_groups[clue][k]]:
                        f.group_seen[f.clue_groups[clue][k]] = 1
                        f.order[end] = f.clue_groups[clue][k]
                        end += 1
    f.start[f.component_count] = end
