"""Compiled: the candidates of one position with what speaks for them, and game trees over given layouts."""

import cython
from cython.cimports.libc.stdint import int8_t, int32_t, int64_t
from cython.cimports.minesolver.kernel.analysis.knowledge import enqueue_all, load, propagate, settle
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.search.advice import Played
from cython.cimports.minesolver.kernel.search.endgame import begin, wins, wins_opening
from cython.cimports.minesolver.kernel.search.guess import choose_guess
from cython.cimports.minesolver.kernel.search.types import (
    BY_PROOF,
    BY_REGION,
    BY_TREE,
    NOT_DECIDED,
    Candidate,
    Choice,
    Position,
    Search,
    Tree,
)
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    NOT_PROVED,
    PROVED_MINE,
    SAFE,
    UNKNOWN,
    Analyzer,
    Prior,
    Status,
)

_NODES = cython.declare(int64_t, 2_000_000)  # to value the other cells: about a second


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _any(a: cython.pointer(Analyzer), state: cython.int) -> cython.bint:
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] == state:
            return True
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _settle_proved(s: cython.pointer(Search), mines: cython.pointer(int32_t)) -> Status:
    """Settle what counting proved, and what follows; ``mines``: those that were found, are added."""
    a: cython.pointer(Analyzer) = s.analyzer
    is_mine: cython.bint
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN and s.here.proof[i] != NOT_PROVED:
            is_mine = s.here.proof[i] == PROVED_MINE
            mines[0] += is_mine
            if settle(a, i, is_mine) != DONE:
                return CONTRADICTION
    if propagate(a) != DONE:
        return CONTRADICTION
    mines[0] += a.known.settled_mines
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _analyze(
    s: cython.pointer(Search), grid: cython.pointer(cython.const[int8_t]), p: cython.pointer(Position)
) -> Status:
    """To the position where nothing is proved, as a game comes to it; or one with a safe cell.

    ``p.prior``: at first of the whole board.
    """
    a: cython.pointer(Analyzer) = s.analyzer
    marked: int32_t = 0
    hidden: int32_t = 0
    found: int32_t
    status: Status = load(a, grid, cython.address(marked), cython.address(hidden))
    if status != DONE:
        return status
    enqueue_all(a)
    status = propagate(a)
    if status != DONE:
        return status
    found = marked + a.known.settled_mines
    p.probability = s.here.probability
    while True:
        if p.prior.mines >= 0:
            p.prior.mines -= found
            if p.prior.mines < 0:
                return CONTRADICTION
        if _any(a, SAFE):
            return DONE
        status = analyze_frontier(a, p.prior, cython.address(s.here))
        if status != DONE or a.summary.proved == 0:
            p.log_models = a.summary.log_models
            return status
        found = 0
        status = _settle_proved(s, cython.address(found))
        if status != DONE:
            return status


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_valued(
    s: cython.pointer(Search),
    p: cython.pointer(Position),
    choice: cython.pointer(Choice),
    place: int32_t,
    won: int32_t,
) -> cython.void:
    """Add a cell with the layouts that are won when it is opened first."""
    candidate: cython.pointer(Candidate) = cython.address(s.candidates[choice.candidate_count])
    candidate.cell = s.tree.cells[place]
    candidate.score = won
    candidate.safety = 1.0 - p.probability[candidate.cell]
    choice.candidate_count += 1


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_places(s: cython.pointer(Search), p: cython.pointer(Position)) -> cython.void:
    """The places of the game tree by risk, into ``s.cells``."""
    cells: cython.pointer(int32_t) = s.tree.cells
    at: cython.int
    place: cython.int
    for place in range(s.tree.place_count):
        at = place
        while at > 0 and p.probability[cells[s.cells[at - 1]]] > p.probability[cells[place]]:
            s.cells[at] = s.cells[at - 1]
            at -= 1
        s.cells[at] = place


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _value_all(
    s: cython.pointer(Search), p: cython.pointer(Position), choice: cython.pointer(Choice)
) -> cython.void:
    """Value the other cells by the game tree, too, the safest first, as far as the nodes last."""
    t: cython.pointer(Tree) = cython.address(s.tree)
    best: int32_t = t.first_cell
    won: int32_t
    place: int32_t
    k: cython.int
    _sort_places(s, p)
    _add_valued(s, p, choice, best, choice.won)
    begin(t, _NODES)
    for k in range(t.place_count):
        place = s.cells[k]
        if place == best or p.probability[t.cells[place]] >= 1.0:
            continue
        won = wins_opening(t, place, -1)
        if won < 0:
            return
        _add_valued(s, p, choice, place, won)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def advise(s: cython.pointer(Search), grid: cython.pointer(cython.const[int8_t]), prior: Prior) -> Choice:
    """What the policy makes of a position, with its candidates in ``s.candidates``.

    ``grid``: codes of the cells. ``prior``: of the mines on the whole board. The cell is the one that a game
    would open. Where a game tree decided, a candidate's ``score`` is the number of layouts that are won.
    """
    p: Position
    choice: Choice
    p.prior = prior
    choice.decision = BY_PROOF
    choice.cell = -1
    choice.candidate_count = choice.won = choice.layouts = 0
    choice.status = _analyze(s, grid, cython.address(p))
    if choice.status != DONE:
        choice.decision = NOT_DECIDED
        return choice
    if _any(s.analyzer, SAFE) or not _any(s.analyzer, UNKNOWN):
        return choice
    choice = choose_guess(s, cython.address(p), True)
    if choice.decision == BY_TREE or choice.decision == BY_REGION:
        _value_all(s, cython.address(p), cython.address(choice))
    return choice


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def play_layouts(t: cython.pointer(Tree), first: int32_t, nodes: int64_t, least: int32_t) -> Played:
    """Layouts that the best play wins, out of all that the tree was given, or a bound up to ``least``.

    ``first``: the place to open first, or -1 for the best one.
    """
    played: Played
    i: cython.int
    t.layout_count = t.layout_room
    t.place_count = t.place_room
    for i in range(t.layout_count):
        t.layouts[i] = i
    begin(t, nodes)
    if first >= 0:
        played.won = wins_opening(t, first, least)
    else:
        played.won = wins(t, 0, t.layout_count, least)
    played.first_cell = t.first_cell
    played.nodes = t.nodes
    return played
