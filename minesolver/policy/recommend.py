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
from ..base.errors import EngineLimitError, InconsistentBoardError, PuzzleError, RuleError
from ..base.limits import Limit
from ..engine import ESTIMATE
from ..model.analysis import Analysis
from ..model.board import Board, Cell
from ..model.lost_cause import LostCause
from ..model.reason import show
from ..model.state import BoardUnderRules
from ..model.subject import Name, Subject
from ..solver import analyze
from . import POLICIES
from .clicks import click_plan
from .objectives import Objective, objective_of
from .policy import Policy
from .recommendation import Candidate, ClueOutcome, Recommendation, sentence

_LEAST_SECONDS = 0.05  # where a limit is over before anything is proved
_AHEAD_STATES = 1 << 19  # of each position that a look-ahead analyses, of which there are hundreds
_SHOWN_BY_SAFETY = 20  # candidates where nothing but their safety is known: more than anybody reads


@overload
def recommend(
    board: Board | Analysis[Board],
    policy: str = ...,
    *,
    limit: Limit | float | None = ...,
    objective: str = ...,
) -> Recommendation[Cell]: ...
@overload
def recommend(
    board: BoardUnderRules | Analysis[BoardUnderRules],
    policy: str = ...,
    *,
    limit: Limit | float | None = ...,
    objective: str = ...,
) -> Recommendation[Name]: ...


def recommend(
    board: Subject | Analysis[Any],
    policy: str = "strongest",
    *,
    limit: Limit | float | None = None,
    objective: str = "wins",
) -> Recommendation[Any]:
    """The move that a policy makes, with its ranked candidates where it is a guess.

    >>> import minesolver as ms
    >>> advice = ms.recommend(ms.Board.parse("1#\\n##", mines=1))
    >>> advice.cell, len(advice.candidates)
    ((0, 1), 3)

    board: A board, also one under rules, or its analysis where one is at hand
    policy: A name of :func:`minesolver.policies`; ``"safest"`` needs nothing but the analysis
    limit: What analysis and look-ahead together may spend; a number is so many seconds. The answer is the
        best that is there by then: of the policy's longer search, of that for games, of ``lookahead``, or the
        safest cell; the reason says so.
    objective: What the guess is the best at: ``"wins"`` by the policy; or, where the game goes on after a
        mine or forgives it, ``"guesses"``, ``"hits"`` or ``"forgiven"``
        (:mod:`minesolver.policy.objectives`), by the whole game tree; where there are too many layouts for
    that, the safest cell, and the reason says so Raises UnknownNameError: no such policy, or objective;
        RuleError: an objective of games that end; InconsistentBoardError: as :func:`minesolver.analyze`;
        EngineLimitError: the same, without a limit; PuzzleError: a puzzle without rules of what an opened
        cell shows, or the analysis of one.
    """
    chosen = POLICIES.get(policy)
    chosen_objective = objective_of(objective)
    if chosen_objective.name == "clicks":
        raise RuleError(
            "the fewest clicks are known of whole small boards only (minesolver optimal): "
            "policy efficient saves clicks"
        )
    analysis = board if isinstance(board, Analysis) else _analysis(board, limit)
    if not hasattr(analysis.board, "open"):
        raise PuzzleError(
            "a policy has to know what an opened cell shows: of a puzzle, take the best cell"
        )
    if chosen.saves_clicks and not isinstance(analysis.board, Board):
        raise RuleError(
            f"policy {policy} saves clicks on square boards with Minesweeper's own clues only"
        )

    def causes() -> tuple[LostCause, ...]:
        return analysis.lost_causes

    best = analysis.best
    if best is not None and best in analysis.safe and chosen.saves_clicks:
        return replace(_fewest_clicks(analysis, chosen.name), causes=causes)
    if best is not None and best in analysis.safe:
        # Made at once: most moves are these, and a changed copy takes as long as a tenth of the analysis.
        return Recommendation(
            chosen.name, best, True, True, lambda: _proof(analysis, best), causes=causes
        )
    spent = 0.0 if analysis is board else analysis.statistics.seconds
    if chosen_objective.name == "wins":
        move = _move(analysis, chosen, limit, spent)
    else:
        move = _cheapest(analysis, chosen.name, chosen_objective, limit, spent)
    return replace(move, causes=causes)


def _fewest_clicks(analysis: Analysis[Board], policy: str) -> Recommendation[Cell]:
    """The opening or chord that saves most clicks, where cells are proved safe; known mines are flags."""
    plan = click_plan(analysis)
    assert plan is not None, "a cell is proved safe"
    cell = plan.opens[0]
    if not plan.is_chord:
        return Recommendation(policy, cell, True, True, lambda: _proof(analysis, cell), click=plan)
    why = f"the chord opens {' '.join(map(show, plan.opens))}, safe in every solution"
    return Recommendation(policy, cell, True, True, why, click=plan)


def _cheapest(
    analysis: Analysis, policy: str, objective: Objective, limit: Limit | float | None, spent: float
) -> Recommendation:
    """The guess where none is safe that costs least, or the safest where no game tree says which that is."""
    if analysis.best is None:
        return Recommendation(policy, None, False, True, "no cell is left to open")
    from .analysed import NoGameTree
    from .cheapest_guess import cheapest_guess

    seconds = Limit.of(limit).seconds
    try:
        is_cut = bool(getattr(analysis.board, "cut", ()))
        if is_cut or not analysis.is_exact:
            raise NoGameTree("not all layouts of the board can be counted")
        return cheapest_guess(
            analysis, objective, policy, inf if seconds is None else seconds - spent
        )
    except NoGameTree as obstacle:
        return _by_safety(policy, analysis, f"no game tree: {obstacle}")


def _move(
    analysis: Analysis, chosen: Policy, limit: Limit | float | None, spent: float
) -> Recommendation:
    """The move where none is safe, of which ``spent`` seconds of the limit went to the analysis."""
    policy = chosen.name
    if analysis.best is None:
        return Recommendation(policy, None, False, True, "no cell is left to open")
    if chosen.kind == "safest":
        return _by_safety(policy, analysis)
    if getattr(analysis.board, "cut", ()):
        return _by_safety(policy, analysis, "no look-ahead: the board goes on beyond its edges")
    if not analysis.is_exact:
        return _by_safety(policy, analysis, "no look-ahead: the probabilities are not exact")

    # The time that is left: what is loaded once, at a first call, is no part of it.
    seconds = Limit.of(limit).seconds
    if seconds is None:
        guessed = guess(analysis, chosen, single=True)
        note = "no look-ahead: the board is too large"
    else:
        seconds -= spent
        guessed = guess(analysis, chosen, single=True, seconds=seconds) if seconds > 0 else None
        note = "no look-ahead: no time is left"
    return _by_safety(policy, analysis, note) if guessed is None else guessed


def _analysis(board: Subject, limit: Limit | float | None) -> Analysis[Any]:
    """The exact one or, within a limit, the best that can be had."""
    try:
        return analyze(board, limit=limit)
    except EngineLimitError:
        if limit is None:
            raise
        # Estimates, with what is proved in no time.
        return analyze(board, ESTIMATE, limit=_LEAST_SECONDS)


def guess(
    analysis: Analysis[Any], policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation[Any] | None:
    """The policy's guess where no cell is proved safe; None where a look-ahead does not fit.

    single: One recommendation, for which the policy may take longer than for a move among many games
    seconds: Wall-clock time after which the answer is None
    Raises MissingDependencyError; EngineLimitError: under rules, where an analysis needs too much.
    """
    board = analysis.board._plain or analysis.board
    grid = board._sums()
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
    # (policy, whether with its longer search), the quickest first.
    stages = [(policy, single and policy.single is not None)]
    if seconds < inf and policy.kind == "lookahead":
        stages = [(POLICIES.get("lookahead"), False), (policy, False), *stages]
    end = perf_counter() + seconds
    best_so_far: Recommendation[Any] | None = None
    for stage, is_long in dict.fromkeys(stages):
        seconds_left = end - perf_counter()
        if seconds_left <= 0:
            break
        recommendation = _advice(board, stage, is_long, seconds_left)
        if recommendation is None:
            break
        best_so_far = recommendation
        if recommendation.exact:  # no search can be better
            return replace(recommendation, policy=policy.name)
    if best_so_far is None or best_so_far.policy == policy.name:
        return best_so_far
    why = f"{best_so_far.reason} (by {best_so_far.policy}: the time did not do for {policy.name})"
    return replace(best_so_far, policy=policy.name, why=why)


def layouts_won(
    analysis: Analysis[Board], policy: str = "strongest"
) -> tuple[int, dict[int, int]] | None:
    """How many layouts a position has where no cell is safe, and how many of them best play wins, by the
    index of the cell that it opens first; ``None`` where a policy's game tree is not searched to its end.

    Raises UnknownNameError: no such policy.
    """
    chosen = POLICIES.get(policy)
    advice = _advised(analysis.board, chosen, chosen.single is not None, inf)
    if advice is None or advice["decision"] != "tree":
        return None
    return advice["layouts"], {row["cell"]: round(row["score"]) for row in advice["candidates"]}


def _advised(board: Any, policy: Policy, single: bool, seconds: float) -> dict[str, Any] | None:
    """What the core says of the candidates; ``None`` where it does not come to an end."""
    grid = board._sums()
    rows, cols = grid.shape
    chooser = policy.chooser(rows, cols, grid.lists, single=single)
    workspace = chooser.workspace
    mines = -1 if board.mines is None else board.mines
    prior = kernel.log_odds(board.density)
    advice = chooser.advise(grid.codes, mines, prior, seconds)
    while advice["status"] == "limit" and workspace.grow(_AHEAD_STATES, kernel.MEMORY):
        advice = chooser.advise(grid.codes, mines, prior, seconds)
    workspace.shrink()
    if advice["status"] == "contradiction":
        raise InconsistentBoardError("no layout of mines agrees with the clues")
    return advice if advice["status"] == "done" and advice["candidates"] else None


def _advice(board: Any, policy: Policy, single: bool, seconds: float) -> Recommendation[Any] | None:
    """What the core advises; ``None`` where it does not come to an end."""
    advice = _advised(board, policy, single, seconds)
    if advice is None:
        return None

    # Its candidates by their names, each with the clues that it could show.
    (move,) = board._named([advice["cell"]])
    grid = board._sums()
    clue_values: Sequence[Any] = range(10)
    if grid.lists is not None and grid.lists.shown:
        clue_values = grid.lists.shown
    rows_by_cell = sorted(advice["candidates"], key=lambda row: row["cell"])
    names = board._named([row["cell"] for row in rows_by_cell])
    candidates = [
        _candidate(name, row, clue_values, policy.kind, advice)
        for name, row in zip(names, rows_by_cell, strict=True)
    ]

    # The move first: equals are in the order of the games' loop, which takes the same.
    is_exact = advice["decision"] == "tree"
    rank = _RANKS["lookahead" if is_exact else policy.kind]
    ranked = sorted(candidates, key=lambda candidate: (candidate.cell != move, *rank(candidate)))
    return Recommendation(
        policy.name, move, False, is_exact, sentence(ranked, is_exact), tuple(ranked)
    )


def _candidate(
    cell: Any, row: dict[str, Any], clue_values: Sequence[Any], kind: str, advice: dict[str, Any]
) -> Candidate[Any]:
    """A candidate of the core; what its row does not have, by what it was decided, is left out."""
    safety, score = row["safety"], row["score"]
    if advice["decision"] in ("region", "tree"):
        # The score is the layouts that are won.
        won = Fraction(round(score), advice["layouts"])
        if advice["decision"] == "region":
            return Candidate(cell, safety, None, None, float(won), region=won)
        return Candidate(cell, safety, None, float(won), float(won), won)
    if kind == "safest":
        return Candidate(cell, safety, None, None, safety)
    looks_ahead = kind == "lookahead"
    outcomes = [
        ClueOutcome(clue_values[number], chance, safe_cells, worth if looks_ahead else None)
        for number, chance, safe_cells, worth in row["outcomes"]
    ]
    return Candidate(
        cell,
        safety,
        row["progress"],
        win=None,
        score=score,
        outcomes=tuple(outcomes),
        fifty_fifty_risk=row["fifty_fifty"] if looks_ahead else None,
        playouts=row["playouts"] if row["playouts"] >= 0.0 else None,
        trees_multiplier=row["multiplier"] if row["multiplier"] != 1.0 else None,
    )


def _rank_by_safety(candidate: Candidate[Any]) -> tuple[float, ...]:
    return (-candidate.safety,)


def _rank_by_progress(candidate: Candidate[Any]) -> tuple[float, ...]:
    # Floats of one fraction are equal.
    return -round(candidate.safety, 9), -(candidate.progress or 0.0)


def _rank_by_score(candidate: Candidate[Any]) -> tuple[float, ...]:
    return -candidate.score, -candidate.safety


_RANKS: dict[str, Callable[[Candidate[Any]], tuple[float, ...]]] = {
    "safest": _rank_by_safety,
    "pseq": _rank_by_progress,
    "lookahead": _rank_by_score,
}
"""In which order each kind of policy has its candidates, the least first."""


def _by_safety(policy: str, analysis: Analysis[Any], note: str = "") -> Recommendation[Any]:
    """The exact probabilities alone, with the reason where a policy would have looked ahead."""
    best = analysis.best
    assert best is not None
    board = analysis.board
    risk_of = analysis.probability

    def rank(cell: Any) -> tuple[Any, ...]:
        """The best cell first, then the safest ones; last those of which nothing is known."""
        return cell != best, isnan(risk_of[cell]), float(risk_of[cell]), board.index(cell)

    hidden_cells = set(board._named(np.flatnonzero(board._unknown).tolist())) - analysis.mines
    candidates = []
    for cell in sorted(hidden_cells, key=rank)[:_SHOWN_BY_SAFETY]:
        safety = 1.0 - float(risk_of[cell])
        candidates.append(Candidate(cell, safety, None, None, safety))

    reason = "no estimate"
    if not isnan(risk_of[best]):
        kind = "mine probability" if analysis.is_exact else "estimated mine probability"
        reason = f"least {kind}, {risk_of[best]:.3f}"
    if note:
        reason += f" ({note})"
    return Recommendation(policy, best, False, False, reason, tuple(candidates))
