"""Compiled: features of a position that was supposed."""

import cython
from cython.cimports.libc.math import log, sqrt
from cython.cimports.libc.stdint import int32_t
from cython.cimports.minesolver.kernel.search.fifty_fifty import plain_fifty_fifties
from cython.cimports.minesolver.kernel.search.types import Features, Search
from cython.cimports.minesolver.kernel.types import (
    NOT_PROVED,
    PROVED_MINE,
    PROVED_SAFE,
    SAFE,
    UNKNOWN,
    Analyzer,
    Marginals,
    Prior,
)

_LEAST = cython.declare(cython.double, 1e-9)  # keeps logarithms finite
_NEAR = cython.declare(cython.double, 0.03)  # of the least risk

Totals = cython.struct(
    safe=int32_t,
    proved_mines=int32_t,
    uncertain=int32_t,
    on_frontier=int32_t,
    even=int32_t,  # cells that could as well be mines as not
    near_least=int32_t,
    first=cython.double,
    second=cython.double,
    third=cython.double,
    entropy=cython.double,
    errors=cython.double,
)


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _add(totals: cython.pointer(Totals), probability: cython.double) -> cython.void:
    """Add a cell whose content is uncertain."""
    risk: cython.double = min(max(probability, _LEAST), 1.0 - _LEAST)
    totals.uncertain += 1
    if risk < totals.first:
        totals.third = totals.second
        totals.second = totals.first
        totals.first = risk
    elif risk < totals.second:
        totals.third = totals.second
        totals.second = risk
    elif risk < totals.third:
        totals.third = risk
    totals.entropy -= risk * log(risk) + (1.0 - risk) * log(1.0 - risk)
    totals.errors += min(risk, 1.0 - risk)
    totals.even += risk > 0.4 and risk < 0.6


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def _sum_up(a: cython.pointer(Analyzer), m: cython.pointer(Marginals)) -> Totals:
    totals: Totals
    i: cython.int
    totals.safe = totals.proved_mines = totals.uncertain = totals.on_frontier = 0
    totals.even = totals.near_least = 0
    totals.first = totals.second = totals.third = 1.0
    totals.entropy = totals.errors = 0.0
    for i in range(a.board.cells):
        if a.known.state[i] == SAFE:
            totals.safe += 1
        elif a.known.state[i] == UNKNOWN:
            if m.proof[i] == PROVED_SAFE:
                totals.safe += 1
            elif m.proof[i] == PROVED_MINE:
                totals.proved_mines += 1
            else:
                totals.on_frontier += a.frontier.group_of[i] >= 0
                _add(cython.address(totals), m.probability[i])
    for i in range(a.board.cells):
        if a.known.state[i] == UNKNOWN and m.proof[i] == NOT_PROVED:
            totals.near_least += m.probability[i] <= totals.first + _NEAR
    if totals.uncertain == 0:
        totals.first = totals.second = totals.third = 0.0
    return totals


@cython.cfunc
@cython.nogil
@cython.exceptval(check=False)
def describe(
    s: cython.pointer(Search), prior: Prior, log_models: cython.double, out: cython.pointer(Features)
) -> cython.void:
    """Features of the position that was supposed; their scales are those that the trees were fitted to."""
    totals: Totals = _sum_up(s.analyzer, cython.address(s.ahead))
    mines: int32_t = prior.mines - totals.proved_mines
    out.log_safe_cells = log(1.0 + totals.safe)
    out.least_risk = totals.first
    out.second_risk = totals.second
    out.third_risk = totals.third
    out.log_near_least = log(1.0 + totals.near_least)
    out.log_unknown = log(1.0 + totals.uncertain)
    out.unknown = totals.uncertain / 100.0
    out.mines = mines / 20.0
    out.density = cython.cast(cython.double, mines) / totals.uncertain if totals.uncertain else 0.0
    out.log_models = log_models / 40.0
    out.log_log_models = log(1.0 + max(0.0, log_models))
    out.entropy = totals.entropy / 20.0
    out.expected_errors = totals.errors / 10.0
    out.even_chances = totals.even / 10.0
    out.frontier = totals.on_frontier / 40.0
    out.unconstrained = (totals.uncertain - totals.on_frontier) / 100.0
    out.fifty_fifties = plain_fifty_fifties(s, cython.address(out.greatest_fifty_fifty))
    out.any_safe_cell = 1.0 if totals.safe > 0 else 0.0
    out.root_entropy = sqrt(totals.entropy)
