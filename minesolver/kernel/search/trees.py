"""Compiled: what tells close candidates apart beyond their scores, by boosted trees over traits of each.

The trees are fitted to playouts by ``benchmarks/ranking.py``. They see a candidate, what its values would
leave on average, and how it differs from the other candidates.
"""

import cython
from cython.cimports.libc.math import exp, log
from cython.cimports.libc.stdint import int32_t
from cython.cimports.libc.string import memset
from cython.cimports.minesolver.kernel.search.features import describe
from cython.cimports.minesolver.kernel.search.lookahead import (
    expected_errors,
    least_risks,
    restore,
    suppose,
)
from cython.cimports.minesolver.kernel.search.types import (
    BoostedTrees,
    Candidate,
    Features,
    Position,
    Risks,
    Search,
    Seen,
    Shared,
    Supposition,
    Traits,
    TreeNode,
)
from cython.cimports.minesolver.kernel.types import (
    CONTRADICTION,
    DONE,
    MINE,
    OPEN,
    UNKNOWN,
    Board,
    Status,
)

_LEAST_SCORE = cython.declare(cython.double, 1e-6)  # keeps its logarithm finite
_FAR = cython.declare(int32_t, 6)  # as far from the edge as any
_NEAR = cython.declare(int32_t, 2)  # rows and columns


def feature_names() -> tuple[str, ...]:
    """The names of all that the trees see of a candidate, in order: the fields of ``Seen``."""
    traits: Traits
    shared: Shared
    memset(cython.address(traits), 0, cython.sizeof(Traits))
    memset(cython.address(shared), 0, cython.sizeof(Shared))
    fields: dict = traits
    own: list = []
    for name, value in fields.items():
        own += [f"{name}_{field}" for field in value] if isinstance(value, dict) else [name]
    common: dict = shared
    return (*own, *(f"{name}_over_mean" for name in own), *(f"position_{name}" for name in common))


def seen(table: cython.const[cython.double][:, ::1], which: cython.int, shared: list) -> list:
    """What the trees see of row ``which`` of a table of traits, with what the rows share."""
    out: Seen
    values: cython.p_double = cython.cast(cython.p_double, cython.address(out))
    size: cython.int = cython.sizeof(Traits) // cython.sizeof(cython.double)
    if table.shape[1] != size or not 0 <= which < table.shape[0]:
        raise ValueError("no table of traits with such a row")
    compare(
        cython.cast(cython.pointer(cython.const[Traits]), cython.address(table[0, 0])),
        table.shape[0],
        which,
        cython.address(out),
    )
    return [values[k] for k in range(2 * size)] + shared


def evaluate(trees: cython.const[cython.uchar][:, ::1], features: cython.const[cython.double][::1]) -> float:
    """The sum of the trees, as ``minesolver.policies.boosted_trees`` packs them, over some features."""
    own: BoostedTrees
    own.count = trees.shape[0]
    own.size = trees.shape[1] // cython.sizeof(TreeNode)
    if own.count == 0:
        return 0.0
    own.nodes = cython.cast(cython.pointer(cython.const[TreeNode]), cython.address(trees[0, 0]))
    return boosted(cython.address(own), cython.address(features[0]))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _describe_place(s: cython.pointer(Search), cell: int32_t, out: cython.pointer(Traits)) -> cython.void:
    """Where on the board the candidate is."""
    board: cython.pointer(Board) = cython.address(s.analyzer.board)
    row: int32_t = cell // board.cols
    col: int32_t = cell % board.cols
    down: int32_t = min(row, board.rows - 1 - row)
    right: int32_t = min(col, board.cols - 1 - col)
    opened: int32_t = 0
    r: cython.int
    c: cython.int
    for r in range(max(0, row - _NEAR), min(board.rows, row + _NEAR + 1)):
        for c in range(max(0, col - _NEAR), min(board.cols, col + _NEAR + 1)):
            opened += s.snapshot.state[r * board.cols + c] == OPEN
    out.on_frontier = s.on_frontier[cell]
    out.degree = board.degree[cell]
    out.opened_near = opened
    out.edge_distance = min(min(down, right), _FAR)
    out.other_edge_distance = min(max(down, right), _FAR)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add_value(
    s: cython.pointer(Search),
    after: cython.pointer(Supposition),
    chance: cython.double,
    out: cython.pointer(Traits),
) -> cython.void:
    """Add what one of the values that a candidate may show leaves."""
    features: Features
    risks: Risks = least_risks(s.analyzer, cython.address(s.ahead), True)
    add: cython.p_double = cython.cast(cython.p_double, cython.address(features))
    to: cython.p_double = cython.cast(cython.p_double, cython.address(out.after))
    count: cython.int = cython.sizeof(Features) // cython.sizeof(cython.double)
    k: cython.int
    out.collision += chance * chance
    out.next_least_risk += chance * risks.first
    out.next_second_risk += chance * risks.second
    out.next_third_risk += chance * risks.third
    describe(s, after.prior, after.log_models, cython.address(features))
    out.next_log_entropy += chance * log(1.0 + 20.0 * features.entropy)
    out.next_log_errors += chance * log(1.0 + 10.0 * features.expected_errors)
    for k in range(count):
        to[k] += chance * add[k]


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def describe_candidate(
    s: cython.pointer(Search),
    p: cython.pointer(cython.const[Position]),
    candidate: cython.pointer(cython.const[Candidate]),
    out: cython.pointer(Traits),
) -> Status:
    """The traits of a candidate; the snapshot must be of its position, the frontier is left changed."""
    board: cython.pointer(Board) = cython.address(s.analyzer.board)
    cell: int32_t = candidate.cell
    after: Supposition
    chance: cython.double
    mines: int32_t = 0
    unknown: int32_t = 0
    k: cython.int
    v: cython.int
    memset(out, 0, cython.sizeof(Traits))
    for k in range(board.degree[cell]):
        mines += s.snapshot.state[board.around[cell][k]] == MINE
        unknown += s.snapshot.state[board.around[cell][k]] == UNKNOWN
    out.log_score = log(max(candidate.score, _LEAST_SCORE))
    out.safety = candidate.safety
    out.progress = candidate.progress
    out.expected_safe = candidate.expected_safe
    out.entropy = candidate.entropy
    out.fifty_fifty = candidate.fifty_fifty
    out.unknown_neighbours = unknown
    _describe_place(s, cell, out)
    for v in range(mines, mines + unknown + 1):
        restore(s.analyzer, cython.address(s.snapshot))
        after = suppose(s.analyzer, p.prior, cell, v, cython.address(s.ahead))
        if after.status == CONTRADICTION:
            continue
        if after.status != DONE:
            return after.status
        chance = exp(after.log_models - p.log_models)
        if v == mines:
            out.least_value_chance = chance
        _add_value(s, cython.address(after), chance, out)
    return DONE


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def describe_shared(
    s: cython.pointer(Search), p: cython.pointer(cython.const[Position]), out: cython.pointer(Shared)
) -> cython.void:
    """What the candidates of a position share; the frontier is at it, and ``s.ahead`` has its marginals."""
    opened: int32_t = 0
    unknown: int32_t = 0
    i: cython.int
    for i in range(s.analyzer.board.cells):
        opened += s.snapshot.state[i] == OPEN
        unknown += s.snapshot.state[i] == UNKNOWN
    out.log_models = p.log_models
    out.opened = opened
    out.mines = p.prior.mines
    out.unknown = unknown
    out.expected_errors = expected_errors(s.analyzer, cython.address(s.ahead))


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def compare(
    table: cython.pointer(cython.const[Traits]), count: int32_t, which: int32_t, out: cython.pointer(Seen)
) -> cython.void:
    """The traits of one of the candidates, and how they differ from their mean over all."""
    size: cython.int = cython.sizeof(Traits) // cython.sizeof(cython.double)
    values: cython.pointer(cython.const[cython.double]) = cython.cast(
        cython.pointer(cython.const[cython.double]), table
    )
    own: cython.p_double = cython.cast(cython.p_double, cython.address(out.own))
    over: cython.p_double = cython.cast(cython.p_double, cython.address(out.over_mean))
    mean: cython.double
    t: cython.int
    k: cython.int
    for t in range(size):
        mean = 0.0
        for k in range(count):
            mean += values[k * size + t] / count
        own[t] = values[which * size + t]
        over[t] = own[t] - mean


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def boosted(
    trees: cython.pointer(cython.const[BoostedTrees]), seen: cython.pointer(cython.const[cython.double])
) -> cython.double:
    """The sum of all trees over the doubles of a ``Seen``."""
    total: cython.double = 0.0
    nodes: cython.pointer(cython.const[TreeNode])
    node: cython.pointer(cython.const[TreeNode])
    t: cython.int
    for t in range(trees.count):
        nodes = trees.nodes + t * trees.size
        node = nodes
        while node.feature >= 0:
            node = nodes + (node.below if seen[node.feature] <= node.value else node.above)
        total += node.value
    return total
