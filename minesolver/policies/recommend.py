"""The move that a policy makes in one position."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import replace
from fractions import Fraction
from math import inf, isnan
from time import perf_counter
from typing import Any, overload

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError, InconsistentBoardError, PuzzleError
from ..base.limits import Limit
from ..engines import ESTIMATE
from ..model.analysis import Analysis
from ..model.board import Board, Cell
from ..model.state import BoardUnderRules
from ..model.subject import Name, Subject
from ..solve import analyze
from . import POLICIES
from .policy import Policy
from .recommendation import Candidate, Outcome, Recommendation, sentence

_LEAST_SECONDS = 0.05  # where a limit is over before anything is proved
_AHEAD_STATES = 1 << 19  # of each position that a look-ahead analyses, of which there are hundreds


@overload
def recommend(
    board: Board | Analysis[Board], policy: str = ..., *, limit: Limit | float | None = ...
) -> Recommendation[Cell]: ...
@overload
def recommend(
    board: BoardUnderRules | Analysis[BoardUnderRules],
    policy: str = ...,
    *,
    limit: Limit | float | None = ...,
) -> Recommendation[Name]: ...


def recommend(
    board: Subject | Analysis[Any], policy: str = "strongest", *, limit: Limit | float | None = None
) -> Recommendation[Any]:
    """The move that a policy makes, with its ranked candidates where it is a guess.

    board: A board, also one under rules, or its analysis where one is at hand
    policy: A name of :func:`minesolver.policies`; ``"safest"`` needs nothing but the analysis
    limit: What analysis and look-ahead together may spend; a number is so many seconds. The answer is the
        best that is there by then: of the policy's longer search, of that for games, of ``lookahead``, or the
        safest cell; the reason says so.
    Raises UnknownNameError: no such policy; InconsistentBoardError: as :func:`minesolver.analyze`;
        EngineLimitError: the same, without a limit; PuzzleError: a puzzle without rules of what an opened
        cell shows, or the analysis of one.
    """
    chosen = POLICIES.get(policy)
    analysis = board if isinstance(board, Analysis) else _analysis(board, limit)
    if not hasattr(analysis.board, "open"):
        raise PuzzleError("a policy has to know what an opened cell shows: of a puzzle, take the best cell")
    move = _move(analysis, chosen, limit, 0.0 if analysis is board else analysis.statistics.seconds)
    return replace(move, causes=lambda: analysis.lost_causes)


def _move(analysis: Analysis, chosen: Policy, limit: Limit | float | None, spent: float) -> Recommendation:
    """The move, of which ``spent`` seconds of the limit went to the analysis."""
    policy, best = chosen.name, analysis.best
    if best is None:
        return Recommendation(policy, None, False, True, "no cell is left to open")
    if best in analysis.safe:
        return Recommendation(policy, best, True, True, lambda: _proof(analysis, best))
    if chosen.kind == "safest":
        return _by_safety(policy, analysis)
    if not analysis.is_exact:
        return _by_safety(policy, analysis, "no look-ahead: the probabilities are not exact")
    seconds = Limit.of(limit).seconds
    # What is loaded once, at a first call, is no part of it.
    seconds = inf if seconds is None else seconds - spent
    found = guess(analysis, chosen, single=True, seconds=seconds) if seconds > 0 else None
    if found is None:
        why = "no look-ahead: the board is too large" if seconds == inf else "no look-ahead: no time is left"
        return _by_safety(policy, analysis, why)
    return found


def _analysis(board: Subject, limit: Limit | float | None) -> Analysis[Any]:
    """The exact one or, within a limit, the best that can be had."""
    try:
        return analyze(board, limit=limit)
    except EngineLimitError:
        if limit is None:
            raise
        return analyze(board, ESTIMATE, limit=_LEAST_SECONDS)  # estimates, with what is proved in no time


def guess(
    analysis: Analysis[Any], policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation[Any] | None:
    """The policy's guess where no cell is proved safe; None where a look-ahead does not fit.

    single: One recommendation, for which the policy may take longer than for a move among many games
    seconds: Wall-clock time after which the answer is None
    Raises MissingDependencyError; EngineLimitError: under rules, where an analysis needs too much.
    """
    board = analysis.board.plain or analysis.board
    grid = board.sums()
    if grid is not None and grid.playable and (grid.lists is None or kernel.available()):
        return advise(board, policy, single=single, seconds=seconds)
    from .analysed import weighed

    return weighed(analysis, policy, single=single, seconds=seconds)


def _proof(analysis: Analysis[Any], cell: Name) -> str:
    reason = analysis.reason(cell)
    return "safe in every solution" if reason is None else reason.text


def advise(
    board: Any, policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation[Any] | None:
    """:func:`guess` by the core.

    In a limited time the quicker searches come first, and the last that was done in time is the answer.
    """
    stages = [(policy, single and policy.single is not None)]
    if seconds < inf and policy.kind == "lookahead":
        stages = [(POLICIES.get("lookahead"), False), (policy, False), *stages]
    end = perf_counter() + seconds
    found = None
    for stage, long in dict.fromkeys(stages):
        left = end - perf_counter()
        better = _advice(board, stage, long, left) if left > 0 else None
        if better is None:
            break
        found = better
        if found.exact:
            return replace(found, policy=policy.name)
    if found is None or found.policy == policy.name:
        return found
    why = f"{found.reason} (by {found.policy}: the time did not do for {policy.name})"
    return replace(found, policy=policy.name, why=why)


def _advice(board: Any, policy: Policy, single: bool, seconds: float) -> Recommendation[Any] | None:
    grid = board.sums()
    rows, cols = grid.cells.shape
    chooser = policy.chooser(rows, cols, grid.lists, single=single)
    workspace = chooser.workspace
    mines = -1 if board.mines is None else board.mines
    prior = kernel.log_odds(board.density)
    found = chooser.advise(grid.cells, mines, prior, seconds)
    while found["status"] == "limit" and workspace.grow(_AHEAD_STATES, kernel.MEMORY):
        found = chooser.advise(grid.cells, mines, prior, seconds)
    workspace.shrink()
    if found["status"] == "contradiction":
        raise InconsistentBoardError("no layout of mines agrees with the clues")
    if found["status"] != "done" or not found["candidates"]:
        return None
    (move,) = board.named([found["cell"]])
    ordered = sorted(found["candidates"], key=lambda row: row["cell"])
    names = board.named([row["cell"] for row in ordered])
    shown = (grid.lists and grid.lists.shown) or range(10)
    candidates = [
        _candidate(cell, row, shown, policy.kind, found) for cell, row in zip(names, ordered, strict=True)
    ]
    exact = found["decision"] == "tree"
    # The move first: equals are in the order of the games' loop, which takes the same.
    rank = _RANKS["lookahead" if exact else policy.kind]
    ranked = sorted(candidates, key=lambda c: (c.cell != move, *rank(c)))
    return Recommendation(policy.name, move, False, exact, sentence(ranked, exact), tuple(ranked))


def _candidate(
    cell: Any, row: dict[str, Any], shown: Sequence[Any], kind: str, found: dict[str, Any]
) -> Candidate[Any]:
    safety, score = row["safety"], row["score"]
    if found["decision"] in ("region", "tree"):
        won = Fraction(round(score), found["layouts"])
        if found["decision"] == "region":
            return Candidate(cell, safety, None, None, float(won), region=won)
        return Candidate(cell, safety, None, float(won), float(won), won)
    if kind == "safest":
        return Candidate(cell, safety, None, None, safety)
    ahead = kind == "lookahead"
    outcomes = tuple(
        Outcome(shown[k], own["chance"], own["safe_cells"], own["worth"] if ahead else None)
        for k, own in enumerate(row["outcomes"])
        if own["chance"] > 0.0
    )
    return Candidate(
        cell,
        safety,
        row["progress"],
        None,
        score,
        None,
        outcomes,
        row["fifty_fifty"] if ahead else None,
        playouts=row["playouts"] if row["playouts"] >= 0.0 else None,
        trees_multiplier=row["multiplier"] if row["multiplier"] != 1.0 else None,
    )


_RANKS: dict[str, Callable[[Candidate[Any]], tuple[Any, ...]]] = {
    "safest": lambda c: (-c.safety,),
    "pseq": lambda c: (-round(c.safety, 9), -(c.progress or 0.0)),
    "lookahead": lambda c: (-c.score, -c.safety),
}


def _by_safety(policy: str, analysis: Analysis[Any], note: str = "") -> Recommendation[Any]:
    """The exact probabilities alone, with the reason where a policy would have looked ahead."""
    best = analysis.best
    assert best is not None
    risk = analysis.probability
    board = analysis.board
    hidden = set(board.named(np.flatnonzero(board.unknown).tolist())) - analysis.mines
    cells = sorted(hidden, key=lambda c: (c != best, isnan(risk[c]), float(risk[c]), board.index(c)))
    candidates = tuple(
        Candidate(c, 1.0 - float(risk[c]), None, None, 1.0 - float(risk[c])) for c in cells[:20]
    )
    kind = "mine probability" if analysis.is_exact else "estimated mine probability"
    reason = "no estimate" if isnan(risk[best]) else f"least {kind}, {risk[best]:.3f}"
    return Recommendation(policy, best, False, False, reason + (f" ({note})" if note else ""), candidates)
