"""Compiled: close candidates told apart by playing on from each, on the same layouts drawn at random.

After each guess of a playout the chance to have survived it is known, so its luck is subtracted from the
result (a martingale control variate, as in AIVAT, Burch et al. 2018); a playout ends where a small game tree
takes over. Its guesses are the safest cell: four times as quick as looking ahead (``benchmarks/players.py
--plot``), though what follows is then valued by a weaker player.
"""

import cython
from cython.cimports.libc.math import exp, log, sqrt
from cython.cimports.libc.stdint import int32_t, int64_t, uint64_t
from cython.cimports.minesolver.kernel.analysis.knowledge import propagate, settle
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.play.opening import proceed, safest
from cython.cimports.minesolver.kernel.rng import below, chance, mix
from cython.cimports.minesolver.kernel.search.endgame import play_out
from cython.cimports.minesolver.kernel.search.listing import list_layouts
from cython.cimports.minesolver.kernel.search.lookahead import restore
from cython.cimports.minesolver.kernel.search.playouts import Racer
from cython.cimports.minesolver.kernel.search.types import PASSAGES, Passages, Position, Search
from cython.cimports.minesolver.kernel.types import (
    DONE,
    GUESS,
    LIMIT,
    MINE,
    NOT_PROVED,
    OPEN,
    PROVED_MINE,
    STOPPED,
    UNFINISHED,
    UNKNOWN,
    WON,
    Analyzer,
    Frontier,
    Game,
    Marginals,
    Outcome,
    Prior,
    Status,
)

_BATCH = cython.declare(int32_t, 16)  # layouts between two looks at how it stands
_SURVIVAL_WEIGHT = cython.declare(cython.double, 0.57)  # in games: near the winning chance after a guess
_PRIOR_WEIGHT = cython.declare(cython.double, 70.0)  # of the scores, in playouts, up to 10^12 layouts
_PRIOR_LOG_LAYOUTS = cython.declare(cython.double, 12.0 * log(10.0))  # beyond, more in proportion
SCORE_SCALE = 0.75  # share of the winning chance for a unit of log score
_VARIANCE = cython.declare(cython.double, 0.034)  # of the difference between two playouts on a layout
_OUT_OF_RACE = cython.declare(cython.double, 1.4)  # standard deviations behind the best, or
_OUT_OF_REACH = cython.declare(cython.double, 1.2)  # of what the playouts to come may change
_LEAST_MEAN = cython.declare(cython.double, 0.02)  # winning chance
_TREE_LOG_LAYOUTS = cython.declare(cython.double, log(25.5))  # what the game tree takes over
_TREE_NODES = cython.declare(int64_t, 4_000)


def score_scale() -> float:
    """What a unit of log score is worth, as a share of the winning chance."""
    return SCORE_SCALE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def key_of_position(a: cython.pointer(Analyzer)) -> uint64_t:
    """Where the random numbers of a position start: the same position is always played out alike."""
    key: uint64_t = a.board.cells
    word: uint64_t
    i: cython.int
    for i in range(a.board.cells):
        word = a.known.state[i]
        if a.known.state[i] == OPEN:
            word |= cython.cast(uint64_t, a.known.need[i]) << 8
        key = mix(key ^ (word << 32) ^ cython.cast(uint64_t, i))
    return key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _draw_frontier(s: cython.pointer(Search), mines: int32_t, stream: cython.pointer(uint64_t)) -> int32_t:
    """Settle one frontier cell after another, by its probability given those before.

    Returns the mines that are left for the unconstrained cells, or -1 where a position did not fit.
    """
    a: cython.pointer(Analyzer) = s.analyzer
    f: cython.pointer(Frontier) = cython.address(a.frontier)
    m: cython.pointer(Marginals) = cython.address(s.playout.marginals)
    prior: Prior = Prior(mines=mines, log_odds=0.0)
    cell: int32_t = 0
    luck: cython.double
    is_mine: cython.bint
    while True:
        if analyze_frontier(a, prior, m) != DONE:
            return -1
        while cell < a.board.cells and (a.known.state[cell] != UNKNOWN or f.group_of[cell] < 0):
            cell += 1
        if cell == a.board.cells:
            return prior.mines
        luck = chance(stream)
        is_mine = m.proof[cell] == PROVED_MINE or (m.proof[cell] == NOT_PROVED and luck < m.probability[cell])
        if settle(a, cell, is_mine) != DONE or propagate(a) != DONE:
            return -1
        prior.mines -= is_mine + a.known.settled_mines


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def draw(s: cython.pointer(Search), mines: int32_t, stream: cython.pointer(uint64_t)) -> Status:
    """Lay the mines of ``s.playout``: a layout of the snapshot's position, each equally likely.

    ``mines``: in its unknown cells. The frontier is left changed.
    """
    a: cython.pointer(Analyzer) = s.analyzer
    g: cython.pointer(Game) = cython.address(s.playout)
    free: int32_t = 0
    other: int32_t
    cell: int32_t
    i: cython.int
    restore(a, cython.address(s.snapshot))
    mines = _draw_frontier(s, mines, stream)
    if mines < 0:
        return STOPPED if a.clock.stopped else LIMIT
    for i in range(a.board.cells):
        g.layout[i] = a.known.state[i] == MINE
        if a.known.state[i] == UNKNOWN:
            g.deck[free] = i
            free += 1
    s.passages.count = s.passages.finished = 0
    for i in range(mines):
        other = i + below(stream, free - i)
        cell = g.deck[other]
        g.deck[other] = g.deck[i]
        g.deck[i] = cell
        g.layout[cell] = 1
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def begin_playout(s: cython.pointer(Search)) -> cython.void:
    """Put the snapshot's position on the board of ``s.playout``."""
    g: cython.pointer(Game) = cython.address(s.playout)
    i: cython.int
    restore(s.analyzer, cython.address(s.snapshot))
    g.opened = g.proved_mines = 0
    for i in range(s.analyzer.board.cells):
        g.opened += s.snapshot.state[i] == OPEN
        g.proved_mines += s.snapshot.state[i] == MINE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _key_of_open(a: cython.pointer(Analyzer)) -> uint64_t:
    """A hash of the cells that are open: on one layout it stands for the position."""
    key: uint64_t = 1
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] == OPEN:
            key += mix(cython.cast(uint64_t, i))
    return key


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _met(s: cython.pointer(Search), result: cython.p_double) -> cython.bint:
    """Whether another playout on this layout was here: then ``result`` gets what it did from here on."""
    passages: cython.pointer(Passages) = cython.address(s.passages)
    key: uint64_t = _key_of_open(s.analyzer)
    k: cython.int
    for k in range(passages.finished):
        if passages.passed[k].key == key:
            result[0] += passages.passed[k].result
            return True
    if passages.count < PASSAGES:
        passages.passed[passages.count].key = key
        passages.passed[passages.count].result = result[0]
        passages.count += 1
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _finish_passages(passages: cython.pointer(Passages), result: cython.double) -> cython.void:
    """The playout is over: what it did from each of its guesses on."""
    k: cython.int
    for k in range(passages.finished, passages.count):
        passages.passed[k].result = result - passages.passed[k].result
    passages.finished = passages.count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_on(s: cython.pointer(Search), cell: int32_t, risk: cython.double, result: cython.p_double) -> Status:
    """Open ``cell``, a mine with the chance ``risk``, and play ``s.playout`` to the end.

    ``result``: 1 for a game won, 0 for a game lost, less the luck of its guesses.
    """
    a: cython.pointer(Analyzer) = s.analyzer
    g: cython.pointer(Game) = cython.address(s.playout)
    outcome: Outcome
    won: int32_t
    result[0] = 0.0
    while True:
        result[0] -= _SURVIVAL_WEIGHT * (risk - g.layout[cell])
        outcome = proceed(a, g, cell)
        if outcome == UNFINISHED:
            return STOPPED if a.clock.stopped else LIMIT
        if outcome != GUESS:
            result[0] += outcome == WON
            break
        if _met(s, result):
            break
        if a.summary.log_models <= _TREE_LOG_LAYOUTS and list_layouts(
            a, cython.address(s.tree), g.mines - g.proved_mines
        ):
            won = play_out(cython.address(s.tree), _TREE_NODES)
            if won >= 0:
                result[0] += cython.cast(cython.double, won) / s.tree.layout_count
                break
        cell = safest(a, g.marginals.probability)
        risk = g.marginals.probability[cell]
    _finish_passages(cython.address(s.passages), result[0])
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _play_batch(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    racers: cython.pointer(Racer),
    count: int32_t,
    stream: cython.pointer(uint64_t),
) -> Status:
    """Play all that are in the race on some more layouts."""
    status: Status
    result: cython.double
    layout: cython.int
    k: cython.int
    for layout in range(_BATCH):
        status = draw(s, p.prior.mines, stream)
        if status != DONE:
            return status
        for k in range(count):
            if racers[k].racing:
                begin_playout(s)
                status = play_on(s, racers[k].cell, p.probability[racers[k].cell], cython.address(result))
                if status != DONE:
                    return status
                racers[k].total += result
        if look(cython.address(s.analyzer.clock)):
            return STOPPED
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _compare(
    racers: cython.pointer(Racer),
    count: int32_t,
    left: int32_t,
    layouts: int32_t,
    most: int64_t,
    prior: cython.double,
    scale: cython.p_double,
) -> int32_t:
    """How far each is behind the best, by score and results; returns the best.

    ``most``: layouts in the end. ``prior``: the weight of the scores, in layouts. ``scale``: what a unit of
    log score is worth in games.
    """
    mean: cython.double = 0.0
    share: cython.double = layouts / (layouts + prior)
    reach: cython.double = _OUT_OF_RACE * share * sqrt(_VARIANCE / layouts)
    top: cython.double = -2.0
    before: cython.double
    leader: int32_t = 0
    k: cython.int
    for k in range(count):
        if racers[k].racing:
            mean += racers[k].total / (layouts * left)
    scale[0] = SCORE_SCALE * max(mean, _LEAST_MEAN)
    if prior > _PRIOR_WEIGHT:  # else the first few playouts, which change little, would end most races
        reach = _OUT_OF_REACH * sqrt(_VARIANCE / prior * max(0.0, most / (most + prior) - share))
    for k in range(count):
        if racers[k].racing:
            before = scale[0] * log(racers[k].score / racers[0].score)
            racers[k].won = racers[k].total / layouts
            racers[k].behind = (1.0 - share) * before + share * racers[k].won
            if racers[k].behind > top:
                top = racers[k].behind
                leader = k
    for k in range(count):
        if racers[k].racing:
            racers[k].behind = top - racers[k].behind
            if racers[k].behind > reach:
                racers[k].racing = False
    return leader


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def race(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    racers: cython.pointer(Racer),
    count: int32_t,
    status: cython.pointer(Status),
) -> int32_t:
    """Which of the candidates wins most often, by playouts on at most as many layouts as the policy says.

    ``racers``: the best first, with their cells and scores. Those that are out of the race are not played
    out any more. The snapshot must be of this position; the frontier is left changed.
    """
    stream: uint64_t
    scale: cython.double = SCORE_SCALE
    prior: cython.double = _PRIOR_WEIGHT * max(1.0, p.log_models / _PRIOR_LOG_LAYOUTS)
    left: int32_t = count
    layouts: int32_t = 0
    leader: int32_t = 0
    k: cython.int
    restore(s.analyzer, cython.address(s.snapshot))
    begin_playout(s)
    s.playout.mines = p.prior.mines + s.playout.proved_mines
    stream = key_of_position(s.analyzer)
    for k in range(count):
        racers[k].total = racers[k].behind = 0.0
        racers[k].won = -1.0
        racers[k].racing = True
    while layouts < s.parameters.playouts and left > 1:
        status[0] = _play_batch(s, p, racers, count, cython.address(stream))
        if status[0] != DONE:
            return leader
        layouts += _BATCH
        leader = _compare(racers, count, left, layouts, s.parameters.playouts, prior, cython.address(scale))
        left = 0
        for k in range(count):
            left += racers[k].racing
    status[0] = DONE
    for k in range(count - 1, -1, -1):
        racers[k].score = racers[0].score * exp(-racers[k].behind / scale)
    return leader
