"""Certificates: what an analysis says, with proofs that somebody who does not trust us can check.

``check.py`` is the checker: one file of the standard library that shares nothing with this package. VeriPB
and ``cpog-check``, programs of others, accept the same files. docs/extras/certificates says it in words.
"""

from __future__ import annotations

from collections.abc import Iterable
from math import inf
from typing import Any

from ...base.errors import CellError, EngineLimitError, InconsistentBoardError, counted, truth
from ...base.limits import Budget, Countdown, Limit
from ...explain import chain, steps
from ...model.analysis import Analysis
from ...model.certificate import Certificate as Certificate
from ...model.reason import Reason, show
from ...model.subject import Subject
from ...solver import analyze
from . import proofs
from .diagram import Diagram
from .graphs import Graph
from .statements import Statement

MOST_STATES = 200_000
"""Of a count: a graph of so many is about 300 MB."""
_MAX_CASES = 20_000  # of one proof


def of_analysis(
    analysis: Analysis[Any],
    cell: Any = None,
    *,
    proofs: bool = True,
    counts: bool = True,
    limit: Limit | float | None = None,
) -> Certificate:
    """A certificate of what an analysis says, see :meth:`minesolver.model.analysis.Analysis.certificate`."""
    budget = Budget(Limit.of(limit), "certify", states=MOST_STATES)
    certificate = Certificate({}, {})
    if truth(proofs, "proofs is True or False"):
        _add_proof(certificate, analysis, cell, budget)
    if truth(counts, "counts is True or False") and cell is None:
        _add_count(certificate, analysis, budget)
    return certificate


def of_contradiction(
    subject: Subject, error: InconsistentBoardError, limit: Limit | float | None = None
) -> Certificate:
    """A certificate that no layout fits a board; ``error``: names constraints that cannot hold together."""
    budget = Budget(Limit.of(limit), "certify", states=_MAX_CASES)
    formula, proof = proofs.proof_of_contradiction(subject, error, budget)
    return Certificate({"opb": formula, "pbp": proof}, {"pbp": "a contradiction"})


def certify(
    board: Subject, *, counts: bool = True, limit: Limit | float | None = None
) -> Certificate:
    """A certificate of a board: of its proved cells and its count, or that it contradicts itself.

    counts: Whether the count is certified as well
    Raises EngineLimitError: it cannot be made within the limit, or the rules are not sums.
    """
    countdown = Countdown(limit, "certify")
    try:
        analysis = analyze(board, limit=limit)
    except InconsistentBoardError as error:
        return of_contradiction(board, error, countdown.left())
    return of_analysis(analysis, counts=counts, limit=countdown.left())


def _add_proof(
    certificate: Certificate, analysis: Analysis[Any], cell: Any, budget: Budget
) -> None:
    if cell is not None:
        cell = analysis.board._named([analysis.board.index(cell)])[0]

    # An engine's own reasons may name no constraints: these do.
    all_steps = steps(analysis, _seconds_left(budget))
    reasons = {}
    for step in all_steps:
        for reason in step.reasons:
            reasons[reason.cell] = reason
    certified_reasons: Iterable[Reason] = reasons.values()
    if cell is not None:
        if cell not in reasons:
            raise CellError(f"{show(cell)} is not proved, so there is no proof to certify")
        certified_reasons = chain(reasons, cell)

    # What finding the reasons took is spent; the cases of a proof are counted apart from states.
    limit = Limit(_seconds_left(budget))
    case_budget = Budget(limit, "certify", states=_MAX_CASES)
    formula, proof, claim = proofs.proof_of_cells(
        analysis,
        certified_reasons,
        case_budget,
    )
    certificate.files.update(opb=formula, pbp=proof)
    certificate.claims["pbp"] = claim


def _seconds_left(budget: Budget) -> float | None:
    return None if budget.seconds == inf else budget.remaining


def _add_count(certificate: Certificate, analysis: Analysis[Any], budget: Budget) -> None:
    subject = analysis.board
    if subject.density is not None:
        raise EngineLimitError(
            "a count is certified where all layouts are equally likely, not under a density"
        )
    statement = Statement(subject)
    diagram = Diagram(statement, budget)
    graph = Graph(diagram, budget)

    # The clauses, after the board in comments, from which a checker makes the sums by itself.
    comments = [f"c {line}" for line in statement.header()]
    size_line = f"p cnf {diagram.variables} {len(diagram.clauses)}"
    clause_lines = []
    for clause in diagram.clauses:
        ended_clause = [*clause, 0]
        clause_lines.append(" ".join(map(str, ended_clause)))
    cnf_lines = [*comments, size_line, *clause_lines]
    certificate.files["cnf"] = "\n".join(cnf_lines) + "\n"

    # The graph, after what it is said to show.
    order_words = ["c order", *map(str, diagram.order)]
    claims = [
        " ".join(order_words),
        f"c claim layouts {analysis.solutions}",
    ]
    for variable in range(1, len(statement.cells) + 1):
        mine_probability = analysis.exact(statement.cell(variable))
        layouts_with_mine = mine_probability * analysis.solutions
        claims.append(f"c claim mines {variable} {layouts_with_mine}")
    cpog_lines = [*claims, *graph.lines]
    certificate.files["cpog"] = "\n".join(cpog_lines) + "\n"
    certificate.claims["cpog"] = (
        f"{counted(analysis.solutions, 'layout')}, and in how many of them each cell is a mine"
    )
