"""Compiled: all layouts that agree with a position, for the game tree, where these are few.

The cells of the components in elimination order, then the unconstrained ones, each first a mine and then
not; a choice is taken back as soon as a clue cannot hold, or the mines of what follows cannot add up.
"""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.search.types import PLACES_OF_WORD, SHOWN_MINE, Tree
from cython.cimports.minesolver.kernel.types import MINE, SAFE, UNKNOWN, Analyzer, Board, Frontier, Knowledge

_NOT_TRIED = cython.declare(int8_t, 2)
_STEPS_PER_LAYOUT = cython.declare(int64_t, 400)  # a position that takes more is given up
_STEPS = cython.declare(int64_t, 20_000)
_BETWEEN_LOOKS = cython.declare(int64_t, 1023)  # steps from one look at the clock to the next: a mask


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _collect(
    a: cython.pointer(Analyzer), t: cython.pointer(Tree), first: int32_t, last: int32_t, whole: cython.bint
) -> int32_t:
    """Places for the cells of the components ``first`` to ``last - 1``, and the unconstrained ones.

    Returns how many of them are in components, or -1 where the tree has no room.
    """
    board: cython.pointer(Board) = cython.address(a.board)
    frontier: cython.pointer(Frontier) = cython.address(a.frontier)
    count: int32_t = 0
    constrained: int32_t
    group: int32_t
    clue: int32_t
    cell: int32_t
    q: cython.int
    k: cython.int
    for q in range(frontier.start[first], frontier.start[last]):
        # The cells of a group: unknown, around its first clue.
        group = frontier.order[q]
        clue = frontier.clue_cell[frontier.group_clues[group][0]]
        for k in range(board.degree[clue]):
            cell = board.around[clue][k]
            if a.known.state[cell] == UNKNOWN and frontier.group_of[cell] == group:
                t.cells[count] = cell
                count += 1
    constrained = count
    if whole:
        for cell in range(board.cells):
            if a.known.state[cell] == UNKNOWN and frontier.group_of[cell] < 0:
                t.cells[count] = cell
                count += 1
    t.place_count = count
    return constrained if count <= t.place_room else -1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bound_tails(
    a: cython.pointer(Analyzer), t: cython.pointer(Tree), first: int32_t, last: int32_t, constrained: int32_t
) -> cython.void:
    """How many mines the places from each one on can hold: bounds for the total."""
    frontier: cython.pointer(Frontier) = cython.address(a.frontier)
    least: int32_t = 0
    most: int32_t = t.place_count - constrained
    size: int32_t
    at: int32_t
    c: cython.int
    q: cython.int
    k: cython.int
    for at in range(constrained, t.place_count + 1):
        t.tail[at].least = 0
        t.tail[at].most = t.place_count - at
    at = constrained
    for c in range(last - 1, first - 1, -1):
        size = 0
        for q in range(frontier.start[c], frontier.start[c + 1]):
            size += frontier.group_size[frontier.order[q]]
        for k in range(1, size):  # within the component
            t.tail[at - k].least = least
            t.tail[at - k].most = most + k
        at -= size
        least += a.counts.component[c].low
        most += a.counts.component[c].low + a.counts.component[c].length - 1
        t.tail[at].least = least
        t.tail[at].most = most


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _take_back(a: cython.pointer(Analyzer), cell: int32_t, is_mine: int32_t) -> cython.void:
    k: cython.int
    clue: int32_t
    for k in range(a.board.degree[cell]):
        clue = a.board.around[cell][k]
        if a.frontier.clue_of[clue] >= 0:
            a.known.unknown[clue] += 1
            a.known.need[clue] += is_mine


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _try(a: cython.pointer(Analyzer), cell: int32_t, is_mine: int32_t) -> cython.bint:
    """Choose what is in a cell; False where a clue then cannot hold."""
    known: cython.pointer(Knowledge) = cython.address(a.known)
    good: cython.bint = True
    k: cython.int
    clue: int32_t
    for k in range(a.board.degree[cell]):
        clue = a.board.around[cell][k]
        if a.frontier.clue_of[clue] >= 0:
            known.unknown[clue] -= 1
            known.need[clue] -= is_mine
            if known.need[clue] < 0 or known.need[clue] > known.unknown[clue]:
                good = False
    return good


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _give_up(a: cython.pointer(Analyzer), t: cython.pointer(Tree), at: int32_t) -> cython.bint:
    """Take back all choices up to a place; returns False."""
    place: cython.int
    for place in range(at, -1, -1):
        if t.choice[place] != _NOT_TRIED:
            _take_back(a, t.cells[place], t.choice[place])
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _enumerate(a: cython.pointer(Analyzer), t: cython.pointer(Tree), mines: int32_t) -> cython.bint:
    """Write the layouts into ``t.shown``, 1 for a mine; False where the tree has no room for them."""
    most_steps: int64_t = _STEPS_PER_LAYOUT * t.layout_room + _STEPS
    steps: int64_t = 0
    at: int32_t = 0
    is_mine: int32_t
    good: cython.bint
    place: cython.int
    t.layout_count = 0
    while at >= 0:
        steps += 1
        if steps > most_steps or ((steps & _BETWEEN_LOOKS) == 0 and look(t.clock)):
            return _give_up(a, t, min(at, t.place_count - 1))
        if at == t.place_count:
            if mines == 0:
                if t.layout_count == t.layout_room:
                    return _give_up(a, t, t.place_count - 1)
                for place in range(t.place_count):
                    t.shown[t.layout_count * t.stride + place] = t.choice[place]
                t.layout_count += 1
            at -= 1
            continue
        is_mine = t.choice[at]
        if is_mine != _NOT_TRIED:
            _take_back(a, t.cells[at], is_mine)
            mines += is_mine
        if is_mine == 0:
            t.choice[at] = _NOT_TRIED
            at -= 1
            continue
        is_mine -= 1  # first a mine, then not
        t.choice[at] = is_mine
        good = _try(a, t.cells[at], is_mine)
        mines -= is_mine
        if good and t.tail[at + 1].least <= mines and mines <= t.tail[at + 1].most:
            at += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_safe_cells(a: cython.pointer(Analyzer), t: cython.pointer(Tree)) -> cython.bint:
    """Places for the cells that are proved safe and not yet open; False where the tree has no room."""
    cell: cython.int
    layout: cython.int
    for cell in range(a.board.cells):
        if a.known.state[cell] != SAFE:
            continue
        if t.place_count == t.place_room:
            return False
        t.cells[t.place_count] = cell
        t.place[cell] = t.place_count
        for layout in range(t.layout_count):
            t.shown[layout * t.stride + t.place_count] = 0
        t.place_count += 1
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_near(a: cython.pointer(Analyzer), t: cython.pointer(Tree)) -> cython.void:
    """The places around each place, and the known mines."""
    board: cython.pointer(Board) = cython.address(a.board)
    place: cython.int
    k: cython.int
    cell: int32_t
    for place in range(t.place_count):
        t.known_mines[place] = t.near_count[place] = 0
        for k in range(board.degree[t.cells[place]]):
            cell = board.around[t.cells[place]][k]
            if a.known.state[cell] == MINE:
                t.known_mines[place] += 1
            elif t.place[cell] >= 0:
                t.near[place][t.near_count[place]] = t.place[cell]
                t.near_count[place] += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _show(t: cython.pointer(Tree)) -> cython.void:
    """From mines to what is shown."""
    shown: cython.pointer(int8_t)
    value: int32_t
    layout: cython.int
    place: cython.int
    k: cython.int
    for layout in range(t.layout_count):
        t.layouts[layout] = layout
        shown = t.shown + layout * t.stride
        for place in range(t.place_count):
            t.choice[place] = shown[place]
        for place in range(t.place_count):
            value = SHOWN_MINE
            if t.choice[place] == 0:
                value = t.known_mines[place]
                for k in range(t.near_count[place]):
                    value += t.choice[t.near[place][k]]
            shown[place] = value
        memset(shown + t.place_count, 0, -t.place_count & (PLACES_OF_WORD - 1))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _list(
    a: cython.pointer(Analyzer),
    t: cython.pointer(Tree),
    first: int32_t,
    last: int32_t,
    whole: cython.bint,
    mines: int32_t,
) -> cython.bint:
    constrained: int32_t = _collect(a, t, first, last, whole)
    place: cython.int
    cell: cython.int
    if constrained < 0:
        return False
    _bound_tails(a, t, first, last, constrained)
    for cell in range(a.board.cells):
        t.place[cell] = -1
    for place in range(t.place_count):
        t.place[t.cells[place]] = place
        t.choice[place] = _NOT_TRIED
    if not _enumerate(a, t, mines):
        return False
    if whole and not _add_safe_cells(a, t):
        return False
    _find_near(a, t)
    _show(t)
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_layouts(a: cython.pointer(Analyzer), t: cython.pointer(Tree), mines: int32_t) -> cython.bint:
    """All layouts of the position with so many mines in unknown cells; False where there is no room."""
    return _list(a, t, 0, a.frontier.component_count, True, mines)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_component(a: cython.pointer(Analyzer), t: cython.pointer(Tree), component: int32_t) -> cython.bint:
    """All layouts of a component by itself, with its fewest mines; False where there is no room."""
    return _list(a, t, component, component + 1, False, a.counts.component[component].low)
