"""Compiled: what is known of each cell, the single-clue rule, groups of cells under the same clues."""

from __future__ import annotations

from .jit import inlined

# What is known of a cell.
UNKNOWN, SAFE, DEAD, OPEN = 0, 1, 2, 3

CONTRADICTION = 1
LIMIT = 2


@inlined
def load(f, grid):
    """Set up from a flat grid; returns (number of mines known, number of hidden cells, status)."""
    n = grid.size
    known = hidden = 0
    for i in range(n):
        code = grid[i]
        f.queued[i] = 0
        f.left[i] = 0
        f.need[i] = code
        f.state[i] = OPEN
        if code == -1:
            f.state[i] = UNKNOWN
            hidden += 1
        elif code == 10:
            f.state[i] = DEAD
            known += 1
    # From the few cells that are not open to the clues around them.
    for i in range(n):
        if f.state[i] == UNKNOWN:
            for a in range(f.degree[i]):
                f.left[f.around[i, a]] += 1
        elif f.state[i] == DEAD:
            for a in range(f.degree[i]):
                f.need[f.around[i, a]] -= 1
    for i in range(n):
        if f.state[i] == OPEN and (f.need[i] < 0 or f.need[i] > f.left[i]):
            return known, hidden, CONTRADICTION
    return known, hidden, 0


@inlined
def enqueue_all(f):
    """Put every clue that decides something on the agenda; returns its length."""
    size = 0
    for i in range(f.state.size):
        if f.state[i] == OPEN and f.left[i] > 0 and (f.need[i] == 0 or f.need[i] == f.left[i]):
            f.agenda[size] = i
            f.queued[i] = 1
            size += 1
    return size


@inlined
def settle(f, cell, is_mine, size):
    """An unknown cell is known now; returns (length of the agenda, status)."""
    f.state[cell] = DEAD if is_mine else SAFE
    for a in range(f.degree[cell]):
        k = f.around[cell, a]
        if f.state[k] == OPEN:
            f.left[k] -= 1
            f.need[k] -= is_mine
            need = f.need[k]
            left = f.left[k]
            if need < 0 or need > left:
                return size, CONTRADICTION
            if left > 0 and (need == 0 or need == left) and f.queued[k] == 0:
                f.queued[k] = 1
                f.agenda[size] = k
                size += 1
    return size, 0


@inlined
def propagate(f, size, found):
    """The single-clue rule to its fixpoint; returns (cells in ``f.found``, mines settled, status)."""
    mines = 0
    while size > 0:
        size -= 1
        k = f.agenda[size]
        f.queued[k] = 0
        if f.left[k] == 0:
            continue
        is_mine = f.need[k] > 0
        if is_mine and f.need[k] != f.left[k]:
            continue
        for a in range(f.degree[k]):
            cell = f.around[k, a]
            if f.state[cell] == UNKNOWN:
                f.found[found] = cell
                found += 1
                mines += is_mine
                size, status = settle(f, cell, is_mine, size)
                if status != 0:
                    return found, mines, status
    return found, mines, 0


@inlined
def group(f):
    """Clues with unknown neighbours, groups of cells under the same ones; returns (clues, groups, status)."""
    n = f.state.size
    clues = 0
    for i in range(n):
        f.clue_of[i] = -1
        f.group_of[i] = -1
    for i in range(n):
        if f.state[i] == OPEN and f.left[i] > 0:
            f.clue_of[i] = clues
            f.clues[clues] = i
            f.clue_degree[clues] = 0
            f.clue_kept[clues] = 1
            clues += 1
    groups = 0
    for k in range(clues):
        i = f.clues[k]
        for a in range(f.degree[i]):
            cell = f.around[i, a]
            if f.state[cell] != UNKNOWN or f.group_of[cell] >= 0:
                continue
            # A new group, tentatively: the clues of this cell, in order of their cells.
            g = groups
            d = 0
            for b in range(f.degree[cell]):
                other = f.clue_of[f.around[cell, b]]
                if other >= 0:
                    f.group_clues[g, d] = other
                    d += 1
            same = -1
            for b in range(f.clue_degree[k]):  # cells of the same group share this clue
                h = f.clue_groups[k, b]
                if f.group_degree[h] != d:
                    continue
                equal = True
                for e in range(d):
                    if f.group_clues[h, e] != f.group_clues[g, e]:
                        equal = False
                        break
                if equal:
                    same = h
                    break
            if same >= 0:
                f.group_of[cell] = same
                f.group_size[same] += 1
                continue
            f.group_degree[g] = d
            f.group_cell[g] = cell
            f.group_size[g] = 1
            f.group_of[cell] = g
            for e in range(d):
                other = f.group_clues[g, e]
                f.clue_groups[other, f.clue_degree[other]] = g
                f.clue_degree[other] += 1
            groups += 1
    # Of two clues over the same groups only one counts, and they must agree.
    for k in range(clues):
        g = f.clue_groups[k, 0]
        for e in range(f.group_degree[g]):
            other = f.group_clues[g, e]
            if other >= k or f.clue_kept[other] == 0 or f.clue_degree[other] != f.clue_degree[k]:
                continue
            equal = True
            for b in range(f.clue_degree[k]):
                if f.clue_groups[k, b] != f.clue_groups[other, b]:
                    equal = False
                    break
            if equal:
                if f.need[f.clues[k]] != f.need[f.clues[other]]:
                    return clues, groups, CONTRADICTION
                f.clue_kept[k] = 0
                break
    for g in range(groups):
        d = 0
        for e in range(f.group_degree[g]):
            if f.clue_kept[f.group_clues[g, e]] == 1:
                f.group_clues[g, d] = f.group_clues[g, e]
                d += 1
        f.group_degree[g] = d
    return clues, groups, 0


@inlined
def split(f, groups):
    """Connected components: groups of one follow each other in ``f.order``; returns their number."""
    for g in range(groups):
        f.mark[g] = 0
    components = position = 0
    for start in range(groups):
        if f.mark[start]:
            continue
        f.first[components] = position
        components += 1
        f.mark[start] = 1
        f.order[position] = start
        ahead = position
        position += 1
        while ahead < position:
            g = f.order[ahead]
            ahead += 1
            for e in range(f.group_degree[g]):
                k = f.group_clues[g, e]
                for b in range(f.clue_degree[k]):
                    h = f.clue_groups[k, b]
                    if not f.mark[h]:
                        f.mark[h] = 1
                        f.order[position] = h
                        position += 1
    f.first[components] = position
    return components
