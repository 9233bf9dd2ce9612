"""Compiled: 50/50s: pairs of cells, one of them a mine, that no clue will ever tell apart.

Two neighbours, just one of them a mine, where each cell that touches only one of them is a mine; or a square
of two by two, mines across, where each cell that touches only one of them is a mine. Half of these games are
lost whatever is opened, so where a cell is a mine in such layouts only, opening it costs nothing. After
DavidNHill's long-term risk.
"""

import cython
from cython.cimports.libc.math import exp
from cython.cimports.libc.stdint import int32_t
from cython.cimports.minesolver.kernel.analysis.knowledge import propagate, settle
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.search.lookahead import restore
from cython.cimports.minesolver.kernel.search.types import CellPair, Position, Search
from cython.cimports.minesolver.kernel.types import (
    DONE,
    MINE,
    NOT_PROVED,
    UNKNOWN,
    Analyzer,
    Board,
    Marginals,
    Prior,
)

_RARE = cython.declare(cython.double, 0.002)  # 50/50s less likely than this are not counted
_RARE_PLAIN = cython.declare(cython.double, 0.01)
_MOST_OUTSIDE = cython.declare(int32_t, 3)  # unknown cells that have to be mines, too

Pattern = cython.struct(
    mine_count=int32_t,
    mines=int32_t[8],
    safe_count=int32_t,
    safe=int32_t[2],
    bound=cython.double,  # the chance is at most this
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _touches(board: cython.pointer(cython.const[Board]), one: int32_t, other: int32_t) -> cython.bint:
    k: cython.int
    for k in range(board.degree[other]):
        if board.around[other][k] == one:
            return True
    return one == other


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _pair(
    board: cython.pointer(cython.const[Board]), one: int32_t, other: int32_t, pair: cython.pointer(CellPair)
) -> cython.void:
    k: cython.int
    pair.partner = other
    for k in range(board.degree[one]):
        if not _touches(board, board.around[one][k], other):
            pair.outside[pair.outside_count] = board.around[one][k]
            pair.outside_count += 1
    for k in range(board.degree[other]):
        if not _touches(board, board.around[other][k], one):
            pair.outside[pair.outside_count] = board.around[other][k]
            pair.outside_count += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_pairs(board: cython.pointer(cython.const[Board]), pairs: cython.pointer(CellPair[2])) -> cython.void:
    """The pairs of each cell: with the one to its right, and the one below."""
    i: cython.int
    for i in range(board.cells):
        pairs[i][0].partner = pairs[i][1].partner = -1
        pairs[i][0].outside_count = pairs[i][1].outside_count = 0
        if i % board.cols < board.cols - 1:
            _pair(board, i, i + 1, cython.address(pairs[i][0]))
        if i + board.cols < board.cells:
            _pair(board, i, i + board.cols, cython.address(pairs[i][1]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _chance(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), pattern: cython.pointer(Pattern)
) -> cython.double:
    """The chance of a pattern; the frontier is left changed."""
    a: cython.pointer(Analyzer) = s.analyzer
    prior: Prior = p.prior
    mines: int32_t
    own: cython.double
    k: cython.int
    restore(a, cython.address(s.snapshot))
    for k in range(pattern.mine_count):
        if settle(a, pattern.mines[k], True) != DONE:
            return 0.0
    for k in range(pattern.safe_count):
        if settle(a, pattern.safe[k], False) != DONE:
            return 0.0
    if propagate(a) != DONE:
        return 0.0
    mines = pattern.mine_count + a.known.settled_mines
    if prior.mines >= 0:
        prior.mines -= mines
        if prior.mines < 0:
            return 0.0
    if analyze_frontier(a, prior, cython.address(s.ahead)) != DONE:
        return 0.0
    own = a.summary.log_models
    if prior.mines < 0:
        own += mines * prior.log_odds
    return exp(own - p.log_models)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _want_mine(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    pattern: cython.pointer(Pattern),
    cell: int32_t,
) -> cython.void:
    """A pattern needs a mine in a cell."""
    if s.snapshot.state[cell] == UNKNOWN:
        pattern.mines[pattern.mine_count] = cell
        pattern.mine_count += 1
        pattern.bound = min(pattern.bound, p.probability[cell])
    elif s.snapshot.state[cell] != MINE:
        pattern.bound = 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh_pair(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), one: int32_t, kind: cython.int
) -> cython.void:
    """Add the chance of a pair to that of its cells, and of the cell that makes it one by being a mine."""
    pair: cython.pointer(CellPair) = cython.address(s.pairs[one][kind])
    other: int32_t = pair.partner
    pattern: Pattern
    outside: int32_t
    chance: cython.double
    k: cython.int
    if other < 0 or s.snapshot.state[other] != UNKNOWN:
        return
    pattern.mine_count = 0
    pattern.bound = min(p.probability[one], 1.0 - p.probability[other])
    for k in range(pair.outside_count):
        if pattern.bound < _RARE:
            return
        _want_mine(s, p, cython.address(pattern), pair.outside[k])
    outside = pattern.mine_count
    if pattern.bound < _RARE or outside > _MOST_OUTSIDE:
        return
    pattern.mines[outside] = one
    pattern.mine_count = outside + 1
    pattern.safe[0] = other
    pattern.safe_count = 1
    chance = _chance(s, p, cython.address(pattern))
    s.fifty_fifty[one] += chance
    s.fifty_fifty[other] += chance
    if outside == 1:
        s.fifty_fifty[pattern.mines[0]] += chance


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _weigh_square(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), corner: int32_t
) -> cython.void:
    """The chance of the square of two by two with this upper left corner, mines there and across."""
    cols: int32_t = s.analyzer.board.cols
    across: int32_t = corner + cols + 1
    pattern: Pattern
    down: cython.int
    right: cython.int
    row: int32_t
    col: int32_t
    chance: cython.double
    if corner % cols == cols - 1 or across >= s.analyzer.board.cells:
        return
    if s.snapshot.state[corner + 1] != UNKNOWN or s.snapshot.state[corner + cols] != UNKNOWN:
        return
    if s.snapshot.state[across] != UNKNOWN:
        return
    pattern.mine_count = 0
    pattern.bound = min(
        min(p.probability[corner], p.probability[across]),
        min(1.0 - p.probability[corner + 1], 1.0 - p.probability[corner + cols]),
    )
    for down in range(-1, 3, 3):
        for right in range(-1, 3, 3):
            row = corner // cols + down
            col = corner % cols + right
            if 0 <= row < s.analyzer.board.rows and 0 <= col < cols:
                _want_mine(s, p, cython.address(pattern), row * cols + col)
    if pattern.bound < _RARE or pattern.mine_count > _MOST_OUTSIDE:
        return
    pattern.mines[pattern.mine_count] = corner
    pattern.mines[pattern.mine_count + 1] = across
    pattern.mine_count += 2
    pattern.safe[0] = corner + 1
    pattern.safe[1] = corner + cols
    pattern.safe_count = 2
    chance = _chance(s, p, cython.address(pattern))
    s.square[corner] = max(s.square[corner], chance)
    s.square[corner + 1] = max(s.square[corner + 1], chance)
    s.square[corner + cols] = max(s.square[corner + cols], chance)
    s.square[across] = max(s.square[across], chance)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def fifty_fifty_risks(s: cython.pointer(Search), p: cython.pointer(cython.const[Position])) -> cython.void:
    """For each cell the chance that it is a mine and part of a 50/50, or what makes one: ``s.fifty_fifty``.

    The snapshot must be of this position; the frontier is left changed.
    """
    cells: int32_t = s.analyzer.board.cells
    risk: cython.double
    i: cython.int
    for i in range(cells):
        s.fifty_fifty[i] = s.square[i] = 0.0
    for i in range(cells):
        if s.snapshot.state[i] == UNKNOWN:
            _weigh_pair(s, p, i, 0)
            _weigh_pair(s, p, i, 1)
            _weigh_square(s, p, i)
    for i in range(cells):
        if s.snapshot.state[i] == UNKNOWN:
            risk = min(p.probability[i], 1.0 - p.probability[i])
            s.fifty_fifty[i] = min(s.fifty_fifty[i] + s.square[i], risk)


@cython.cfunc
@cython.nogil
@cython.inline
@cython.exceptval(check=False)
def _uncertain(s: cython.pointer(Search), cell: int32_t) -> cython.bint:
    return s.analyzer.known.state[cell] == UNKNOWN and s.ahead.proof[cell] == NOT_PROVED


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _plain_chance(s: cython.pointer(Search), one: int32_t, pair: cython.pointer(CellPair)) -> cython.double:
    """The chance that a pair is a 50/50, if its cells were independent; 0 where it is rare."""
    m: cython.pointer(Marginals) = cython.address(s.ahead)
    x: cython.double = m.probability[one]
    y: cython.double = m.probability[pair.partner]
    chance: cython.double = x + y - 2.0 * x * y
    outside: int32_t
    k: cython.int
    for k in range(pair.outside_count):
        outside = pair.outside[k]
        if s.analyzer.known.state[outside] == MINE:
            continue
        chance *= m.probability[outside] if s.analyzer.known.state[outside] == UNKNOWN else 0.0
        if chance < _RARE_PLAIN:
            return 0.0
    return chance if chance >= _RARE_PLAIN else 0.0


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def plain_fifty_fifties(s: cython.pointer(Search), greatest: cython.pointer(cython.double)) -> cython.double:
    """The sum of the chances that two neighbours are a 50/50, and the greatest of them.

    Of the position that was supposed. The chances of the cells are taken as independent: this is a feature,
    not a probability.
    """
    total: cython.double = 0.0
    chance: cython.double
    partner: int32_t
    i: cython.int
    kind: cython.int
    greatest[0] = 0.0
    for i in range(s.analyzer.board.cells):
        if not _uncertain(s, i):
            continue
        for kind in range(2):
            partner = s.pairs[i][kind].partner
            if partner < 0 or not _uncertain(s, partner):
                continue
            chance = _plain_chance(s, i, cython.address(s.pairs[i][kind]))
            total += chance
            greatest[0] = max(greatest[0], chance)
    return total
