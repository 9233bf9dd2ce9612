"""Compiled: which cell to guess where none is proved safe."""

import cython
from cython.cimports.libc.math import exp, log, pow
from cython.cimports.libc.stdint import int32_t
from cython.cimports.minesolver.kernel.analysis.marginals import analyze_frontier
from cython.cimports.minesolver.kernel.clock import look
from cython.cimports.minesolver.kernel.play.opening import rank_of, safest
from cython.cimports.minesolver.kernel.search.endgame import play_out, play_region
from cython.cimports.minesolver.kernel.search.fifty_fifty import fifty_fifty_risks
from cython.cimports.minesolver.kernel.search.listing import list_layouts
from cython.cimports.minesolver.kernel.search.lookahead import (
    expected_errors,
    keep,
    least_risks,
    restore,
    safe_cells,
    suppose,
)
from cython.cimports.minesolver.kernel.search.playouts import SCORE_SCALE, Racer, race
from cython.cimports.minesolver.kernel.search.trees import (
    boosted,
    compare,
    describe_candidate,
    describe_shared,
)
from cython.cimports.minesolver.kernel.search.types import (
    BY_LOOKAHEAD,
    BY_REGION,
    BY_TREE,
    LOOKAHEAD,
    MOST_CLOSE,
    NOT_DECIDED,
    PSEQ,
    SAFEST,
    VALUES,
    Candidate,
    Choice,
    Parameters,
    Position,
    Risks,
    Search,
    Seen,
    Shared,
    ShownValue,
    Supposition,
    Traits,
)
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    MINE,
    STOPPED,
    UNKNOWN,
    Analyzer,
    Board,
    Status,
)

_TIE = cython.declare(cython.double, 1e-9)
_UNINFORMATIVE = cython.declare(cython.double, 1e-3)  # share of its score that such a cell keeps
_CLOSE = cython.declare(cython.double, 0.06)  # how far below the best score, as a share of it

Bound = cython.struct(  # what a candidate needs to be of interest
    value=cython.double,  # of the look-ahead, or chance of a safe cell; less, and it is given up
    safety=cython.double,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _remote(a: cython.pointer(Analyzer), cell: int32_t) -> cython.bint:
    """Whether the cell and all around it are unknown and away from the clues."""
    k: cython.int
    near: int32_t
    if a.frontier.group_of[cell] >= 0:
        return False
    for k in range(a.board.degree[cell]):
        near = a.board.around[cell][k]
        if a.known.state[near] != UNKNOWN or a.frontier.group_of[near] >= 0:
            return False
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sort_candidates(s: cython.pointer(Search), count: int32_t) -> cython.void:
    """By risk; equals by their rank."""
    a: cython.pointer(Analyzer) = s.analyzer
    cell: int32_t
    other: int32_t
    at: cython.int
    k: cython.int
    for k in range(1, count):
        cell = s.cells[k]
        at = k
        while at > 0:
            other = s.cells[at - 1]
            if s.risk[other] < s.risk[cell] - _TIE:
                break
            if s.risk[other] <= s.risk[cell] + _TIE and rank_of(a, other) <= rank_of(a, cell):
                break
            s.cells[at] = other
            at -= 1
        s.cells[at] = cell


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def list_candidates(s: cython.pointer(Search), share: cython.double) -> int32_t:
    """Unknown cells with at least this share of the best safety, the safest first; returns their number.

    Of cells that are alike whatever happens (all around unknown, away from the clues), one of each degree.
    The frontier must be at the position, ``s.risk`` have its risks.
    """
    a: cython.pointer(Analyzer) = s.analyzer
    least: cython.double = 2.0
    border: cython.double
    seen: int32_t = 0
    count: int32_t = 0
    i: cython.int
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN:
            least = min(least, s.risk[i])
    border = 1.0 - share * (1.0 - least) + _TIE
    for i in range(a.board.cells):
        if a.known.state[i] != UNKNOWN or s.risk[i] > border or s.risk[i] >= 1.0:
            continue
        if _remote(a, i):
            if seen & (1 << a.board.degree[i]):
                continue
            seen |= 1 << a.board.degree[i]
        s.cells[count] = i
        count += 1
    _sort_candidates(s, count)
    return count


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _worth(s: cython.pointer(Search)) -> cython.double:
    """What the supposed position is worth: the safety of the next guess, less what stays uncertain."""
    own: cython.pointer(Parameters) = cython.address(s.parameters)
    risks: Risks = least_risks(s.analyzer, cython.address(s.ahead), own.skip_uninformative)
    value: cython.double = (
        1.0
        - risks.first
        - own.second_best_weight * (risks.second - risks.first)
        - own.third_best_weight * (risks.third - risks.first)
    )
    if own.expected_errors_weight > 0.0:
        value -= own.expected_errors_weight * log(1.0 + expected_errors(s.analyzer, cython.address(s.ahead)))
    return value


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_value(
    candidate: cython.pointer(Candidate), value: int32_t, chance: cython.double, safe: int32_t
) -> cython.pointer(ShownValue):
    """Add one of the values that a candidate may show."""
    shown: cython.pointer(ShownValue) = cython.address(candidate.outcomes[value])
    shown.chance = chance
    shown.safe_cells = safe
    candidate.value_count += 1
    if safe:
        candidate.progress += chance
        candidate.expected_safe += chance * safe
    if chance > 0.0:
        candidate.entropy -= chance * log(chance)
    return shown


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _look_ahead(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    candidate: cython.pointer(Candidate),
    bound: Bound,
) -> Status:
    """What opening a candidate brings, its score the expected worth; given up where that cannot be enough.

    The frontier is left at one of the positions that were supposed.
    """
    board: cython.pointer(Board) = cython.address(s.analyzer.board)
    cell: int32_t = candidate.cell
    after: Supposition
    shown: cython.pointer(ShownValue)
    chance: cython.double
    rest: cython.double = 2.0  # chance of the values to come; at first not even bounded
    mines: int32_t = 0
    unknown: int32_t = 0
    k: cython.int
    v: cython.int
    for k in range(board.degree[cell]):
        mines += s.snapshot.state[board.around[cell][k]] == MINE
        unknown += s.snapshot.state[board.around[cell][k]] == UNKNOWN
    for v in range(mines, mines + unknown + 1):
        restore(s.analyzer, cython.address(s.snapshot))
        after = suppose(s.analyzer, p.prior, cell, v, cython.address(s.ahead))
        if after.status == CONTRADICTION:
            continue
        if after.status != DONE:
            return after.status
        chance = exp(after.log_models - p.log_models)
        if v == mines:
            candidate.zero_chance = chance
        shown = _add_value(candidate, v, chance, safe_cells(s.analyzer, cython.address(s.ahead)))
        if rest > 1.0:
            rest = bound.safety
        rest -= chance
        if s.parameters.kind == LOOKAHEAD:
            shown.worth = _worth(s)
            candidate.score += chance * shown.worth
            if candidate.score + rest <= bound.value:
                break
        elif candidate.progress + rest < bound.value:
            break
    if candidate.value_count == 1 and s.parameters.skip_uninformative:
        candidate.score *= _UNINFORMATIVE
    return DONE


Standing = cython.struct(  # of the best candidate so far
    cell=int32_t,
    score=cython.double,
    progress=cython.double,
    expected_safe=cython.double,
    entropy=cython.double,
)
Methods = cython.struct(  # that tell close candidates apart
    trees=cython.bint,
    playouts=cython.bint,
    reach=cython.double,  # share of the best score from which a candidate is of interest
)
Close = cython.struct(count=int32_t, candidates=int32_t[MOST_CLOSE])  # the best first


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _by_tree(
    s: cython.pointer(Search), choice: cython.pointer(Choice), decision: cython.int, won: int32_t
) -> cython.bint:
    """Take what a game tree found; False where it ran out of nodes."""
    if won < 0 or s.tree.first_cell < 0:
        return False
    choice.decision = BY_TREE if decision == BY_TREE else BY_REGION
    choice.cell = s.tree.cells[s.tree.first_cell]
    choice.won = won
    choice.layouts = s.tree.layout_count
    return True


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def decide_by_tree(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), choice: cython.pointer(Choice)
) -> cython.bint:
    """Decide by the game tree of the board, or of a region; False where there are too many layouts."""
    own: cython.pointer(Parameters) = cython.address(s.parameters)
    if own.kind != LOOKAHEAD:
        return False
    if (
        p.prior.mines >= 0
        and p.log_models <= own.tree_log_layouts
        and list_layouts(s.analyzer, cython.address(s.tree), p.prior.mines)
        and _by_tree(s, choice, BY_TREE, play_out(cython.address(s.tree), own.tree_nodes))
    ):
        return True
    if own.solve_regions:
        return _by_tree(s, choice, BY_REGION, play_region(s.analyzer, cython.address(s.tree), own.tree_nodes))
    return False


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _set_risks(s: cython.pointer(Search), p: cython.pointer(cython.const[Position])) -> Status:
    """What each cell risks; the frontier comes back to the position."""
    a: cython.pointer(Analyzer) = s.analyzer
    credit: cython.double = s.parameters.fifty_fifty_credit
    i: cython.int
    for i in range(a.board.cells):
        s.on_frontier[i] = a.frontier.group_of[i] >= 0
        s.risk[i] = p.probability[i]
    if s.parameters.kind != LOOKAHEAD or credit <= 0.0:
        return DONE
    fifty_fifty_risks(s, p)
    for i in range(a.board.cells):
        s.risk[i] = p.probability[i] - credit * s.fifty_fifty[i]
    restore(a, cython.address(s.snapshot))
    return analyze_frontier(a, p.prior, cython.address(s.ahead))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _bound(
    s: cython.pointer(Search),
    safety: cython.double,
    most: cython.double,
    standing: cython.pointer(Standing),
    reach: cython.double,
) -> Bound:
    """What a candidate needs to be of interest; ``most``: what its score is at the most."""
    bound: Bound
    bound.safety = safety
    bound.value = -1.0
    if s.parameters.kind == PSEQ:
        bound.value = standing.progress - 2.0 * _TIE
    elif standing.score > 0.0:
        bound.value = safety * pow(reach * standing.score / most, 1.0 / s.parameters.lookahead_exponent)
    return bound


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _score(s: cython.pointer(Search), candidate: cython.pointer(Candidate)) -> cython.double:
    """The score of a candidate, whose ``score`` is the expected worth of what follows."""
    own: cython.pointer(Parameters) = cython.address(s.parameters)
    worth: cython.double = candidate.score / candidate.safety
    score: cython.double = (1.0 - s.risk[candidate.cell]) * pow(worth, own.lookahead_exponent)
    if s.on_frontier[candidate.cell]:
        return score * (1.0 + own.frontier_bonus)
    return score * (1.0 + own.zero_bonus * candidate.zero_chance / candidate.safety)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _is_better(
    s: cython.pointer(Search), candidate: cython.pointer(Candidate), standing: cython.pointer(Standing)
) -> cython.bint:
    if s.parameters.kind != PSEQ:
        return candidate.score > standing.score + _TIE
    if candidate.progress > standing.progress + _TIE:
        return True
    if candidate.progress <= standing.progress - _TIE:
        return False
    if candidate.expected_safe > standing.expected_safe + _TIE:
        return True
    if candidate.expected_safe <= standing.expected_safe - _TIE:
        return False
    return candidate.entropy > standing.entropy + _TIE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _begin_candidate(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), which: int32_t
) -> cython.pointer(Candidate):
    candidate: cython.pointer(Candidate) = cython.address(s.candidates[which])
    credit: cython.double = max(s.parameters.fifty_fifty_credit, 1e-9)
    v: cython.int
    candidate.cell = s.cells[which]
    candidate.safety = 1.0 - p.probability[candidate.cell]
    candidate.score = candidate.progress = candidate.expected_safe = candidate.entropy = 0.0
    candidate.zero_chance = 0.0
    candidate.fifty_fifty = (p.probability[candidate.cell] - s.risk[candidate.cell]) / credit
    candidate.playouts = -1.0
    candidate.multiplier = 1.0
    candidate.value_count = 0
    for v in range(VALUES):
        candidate.outcomes[v].chance = 0.0
        candidate.outcomes[v].safe_cells = 0
        candidate.outcomes[v].worth = 0.0
    return candidate


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _evaluate(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    first: int32_t,
    count: cython.pointer(int32_t),
    reach: cython.double,
    recording: cython.bint,
    standing: cython.pointer(Standing),
) -> Status:
    """Look ahead from the candidates from ``first`` on; ``count`` is less where the others cannot be best."""
    own: cython.pointer(Parameters) = cython.address(s.parameters)
    extra: cython.double = max(own.frontier_bonus, own.zero_bonus)
    candidate: cython.pointer(Candidate)
    most: cython.double
    bound: Bound
    status: Status
    k: cython.int
    for k in range(first, count[0]):
        if look(cython.address(s.analyzer.clock)):
            return STOPPED
        candidate = _begin_candidate(s, p, k)
        most = (1.0 - s.risk[candidate.cell]) * (1.0 + extra)
        if own.kind == LOOKAHEAD and most <= reach * standing.score and not recording:
            count[0] = k
            return DONE
        bound = _bound(s, candidate.safety, most, standing, reach)
        if recording:
            bound.value = -1.0
        status = _look_ahead(s, p, candidate, bound)
        if status != DONE:
            return status
        if own.kind == LOOKAHEAD:
            candidate.score = _score(s, candidate)
        if _is_better(s, candidate, standing):
            standing.cell = candidate.cell
            standing.score = candidate.score
            standing.progress = candidate.progress
            standing.expected_safe = candidate.expected_safe
            standing.entropy = candidate.entropy
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _find_close(s: cython.pointer(Search), count: int32_t, top: cython.double) -> Close:
    """The candidates with a score close to the ``top``, the best first."""
    close: Close
    score: cython.double
    at: cython.int
    k: cython.int
    close.count = 0
    for k in range(count):
        score = s.candidates[k].score
        if score < (1.0 - _CLOSE) * top:
            continue
        at = min(close.count, MOST_CLOSE - 1)
        if close.count < MOST_CLOSE:
            close.count += 1
        elif score <= s.candidates[close.candidates[at]].score:
            continue
        while at > 0 and s.candidates[close.candidates[at - 1]].score < score:
            close.candidates[at] = close.candidates[at - 1]
            at -= 1
        close.candidates[at] = k
    return close


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _ask_trees(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), close: cython.pointer(Close)
) -> Status:
    """Correct the scores of the close candidates by what the boosted trees see of them."""
    table: Traits[MOST_CLOSE]
    shared: Shared
    seen: Seen
    candidate: cython.pointer(Candidate)
    more: cython.double
    status: Status
    k: cython.int
    restore(s.analyzer, cython.address(s.snapshot))
    status = analyze_frontier(s.analyzer, p.prior, cython.address(s.ahead))
    if status != DONE:
        return status
    describe_shared(s, p, cython.address(shared))
    for k in range(close.count):
        candidate = cython.address(s.candidates[close.candidates[k]])
        status = describe_candidate(s, p, candidate, cython.address(table[k]))
        if status != DONE:
            return status
    seen.shared = shared
    for k in range(close.count):
        compare(table, close.count, k, cython.address(seen))
        candidate = cython.address(s.candidates[close.candidates[k]])
        more = boosted(cython.address(s.trees), cython.cast(cython.p_double, cython.address(seen)))
        candidate.multiplier = exp(s.parameters.trees_weight * more / SCORE_SCALE)
        candidate.score *= candidate.multiplier
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _play_out_close(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    close: cython.pointer(Close),
    best: cython.pointer(int32_t),
) -> Status:
    """The best of the close candidates, by playouts; their scores change."""
    racers: Racer[MOST_CLOSE]
    status: Status
    leader: int32_t
    k: cython.int
    for k in range(close.count):
        racers[k].cell = s.candidates[close.candidates[k]].cell
        racers[k].score = s.candidates[close.candidates[k]].score
    leader = race(s, p, racers, close.count, cython.address(status))
    if status != DONE:
        return status
    for k in range(close.count):
        s.candidates[close.candidates[k]].score = racers[k].score
        s.candidates[close.candidates[k]].playouts = max(0.0, racers[k].won)
    best[0] = racers[leader].cell
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _tell_apart(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    count: int32_t,
    methods: cython.pointer(Methods),
    standing: cython.pointer(Standing),
) -> Status:
    """Tell the close candidates apart by boosted trees and by playouts; ``standing`` gets the best."""
    close: Close = _find_close(s, count, standing.score)
    status: Status
    k: cython.int
    if methods.trees and close.count > 1:
        status = _ask_trees(s, p, cython.address(close))
        if status != DONE:
            return status
        for k in range(close.count):
            standing.score = max(standing.score, s.candidates[close.candidates[k]].score)
        close = _find_close(s, count, standing.score)
        standing.cell = s.candidates[close.candidates[0]].cell
    if methods.playouts and close.count > 1:
        return _play_out_close(s, p, cython.address(close), cython.address(standing.cell))
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _methods(s: cython.pointer(Search), p: cython.pointer(cython.const[Position])) -> Methods:
    own: cython.pointer(Parameters) = cython.address(s.parameters)
    methods: Methods
    able: cython.bint = own.kind == LOOKAHEAD and p.prior.mines >= 0
    methods.trees = able and own.trees_weight > 0.0 and s.trees.count > 0
    methods.playouts = able and own.playouts > 0 and p.log_models <= own.playout_log_layouts
    methods.reach = 1.0 - _CLOSE if methods.trees or methods.playouts else 1.0
    return methods


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _decide_by_scores(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    recording: cython.bint,
    choice: cython.pointer(Choice),
) -> Status:
    own: cython.pointer(Parameters) = cython.address(s.parameters)
    methods: Methods = _methods(s, p)
    standing: Standing = Standing(cell=-1, score=-1.0, progress=-1.0, expected_safe=-1.0, entropy=-1.0)
    count: int32_t
    first: int32_t
    status: Status = _set_risks(s, p)
    if status != DONE:
        return status
    count = list_candidates(s, 1.0 if own.kind == PSEQ else own.min_relative_safety)
    first = count
    standing.cell = choice.cell = s.cells[0]
    choice.candidate_count = count
    if count == 1 and not recording:
        return DONE
    status = _evaluate(s, p, 0, cython.address(count), methods.reach, recording, cython.address(standing))
    if status == DONE and first > 1 and _all_uninformative(s, cython.address(standing)):
        # A riskier cell that tells something goes first: these are as good later.
        restore(s.analyzer, cython.address(s.snapshot))
        status = analyze_frontier(s.analyzer, p.prior, cython.address(s.ahead))
        first = count
        count = list_candidates(s, 0.0)
        if status == DONE:
            status = _evaluate(
                s, p, first, cython.address(count), methods.reach, recording, cython.address(standing)
            )
    choice.cell = standing.cell
    choice.candidate_count = count
    if status == DONE and (methods.trees or methods.playouts) and standing.score > _UNINFORMATIVE:
        status = _tell_apart(s, p, count, cython.address(methods), cython.address(standing))
        choice.cell = standing.cell
    return status


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _all_uninformative(s: cython.pointer(Search), standing: cython.pointer(Standing)) -> cython.bint:
    """Whether none of the candidates can tell anything."""
    return (
        s.parameters.kind == LOOKAHEAD
        and s.parameters.skip_uninformative
        and standing.score <= _UNINFORMATIVE
    )


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _decide_by_safety(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    recording: cython.bint,
    choice: cython.pointer(Choice),
) -> Status:
    candidate: cython.pointer(Candidate)
    k: cython.int
    choice.cell = safest(s.analyzer, p.probability)
    if not recording:
        return DONE
    _set_risks(s, p)
    choice.candidate_count = list_candidates(s, 0.0)
    for k in range(choice.candidate_count):
        candidate = _begin_candidate(s, p, k)
        candidate.score = candidate.safety
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def choose_guess(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), recording: cython.bint
) -> Choice:
    """The cell to guess where none is proved safe; what is known comes back as it was.

    Must follow the analysis of the position. ``choice.cell`` is a cell whatever the status. With
    ``recording`` no candidate is given up before all of its values are looked at: the choice is the same,
    and ``s.candidates`` has what speaks for each of them.
    """
    choice: Choice
    choice.status = DONE
    choice.decision = BY_LOOKAHEAD
    choice.candidate_count = choice.won = choice.layouts = 0
    keep(s.analyzer, cython.address(s.snapshot))
    if s.parameters.kind == SAFEST:
        choice.status = _decide_by_safety(s, p, recording, cython.address(choice))
        return choice
    if decide_by_tree(s, p, cython.address(choice)):
        return choice
    choice.status = _decide_by_scores(s, p, recording, cython.address(choice))
    restore(s.analyzer, cython.address(s.snapshot))
    if s.analyzer.clock.stopped:
        choice.status = STOPPED
    if choice.status != DONE:
        choice.decision = NOT_DECIDED
    return choice
