"""The ranked candidates of a position, and in a sentence why the first of them."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, field, replace
from fractions import Fraction
from functools import cached_property
from math import inf, isnan
from time import perf_counter
from typing import Any

import numpy as np

from .. import kernel
from ..base.errors import CellError, InconsistentBoardError, PuzzleError, counted
from ..base.limits import Limit
from ..base.render import render
from ..model.analysis import TIE, Analysis
from ..model.board import Cell
from ..model.reason import show, written
from ..solve import analyze
from . import POLICIES
from .policy import Policy


@dataclass(frozen=True)
class Outcome:
    """One clue that a candidate could show, and what it would lead to.

    value: The clue, 0 to 8, or what a clue of the board's rules shows
    chance: P(this clue), given that the cell is no mine
    safe_cells: How many hidden cells are then proved safe
    leaf_value: The policy's estimate of the position after it, from the safety of its next guess; None where
        the policy does not look that far
    """

    value: Any
    chance: float
    safe_cells: int
    leaf_value: float | None


@dataclass(frozen=True)
class Candidate:
    """A cell that could be guessed.

    Attributes
    ----------
    cell
        (row, column).
    safety
        1 - P(mine).
    progress
        The chance that some cell is proved safe once this one is open.
    win
        The chance to win by best play, where the whole game tree was searched; else None.
    score
        What the policy ranks by.
    exact
        ``win`` as a fraction.
    outcomes
        The clues that the cell could show, with their chances.
    fifty_fifty_risk
        The chance that the cell is a mine of a 50/50 that no clue can decide. A mine there costs nothing:
        that guess has to be made in any case.
    region
        Where a region is played by itself: the share of its layouts that best play then solves.
    playouts
        Where close candidates were played out on the same random layouts: the variance-reduced share won.
        Playouts guess the safest cell, so the policy itself wins more.
    trees_multiplier
        By how much boosted trees, fitted to games that were played on from candidates like these, multiplied
        the score; None where they were not asked.
    """

    cell: Cell
    safety: float
    progress: float | None
    win: float | None
    score: float
    exact: Fraction | None = None
    outcomes: tuple[Outcome, ...] = ()
    fifty_fifty_risk: float | None = None
    region: Fraction | None = None
    playouts: float | None = None
    trees_multiplier: float | None = None

    def to_dict(self) -> dict[str, Any]:
        """The candidate as JSON values."""
        values = {name: written(value) for name, value in asdict(self).items()}
        values["outcomes"] = [{k: written(v) for k, v in one.items()} for one in values["outcomes"]]
        return values | {k: str(v) for k, v in values.items() if isinstance(v, Fraction)}


@dataclass(frozen=True, repr=False)
class Recommendation:
    """The move of a policy. ``recommendation[cell]`` is the candidate of a cell; ``print`` shows the move,
    why, and the candidates.

    Attributes
    ----------
    policy
        Name of the policy.
    cell
        (row, column) to open, or None where nothing is left to open.
    proved
        Whether the cell is proved safe.
    exact
        Whether the candidates were valued by the whole game tree.
    why
        The reason, or a function that finds it; see :attr:`reason`.
    candidates
        The cells that were weighed, the best first.
    """

    policy: str
    cell: Cell | None
    proved: bool
    exact: bool
    why: str | Callable[[], str] = field(compare=False)
    """The reason, or what works it out."""
    candidates: tuple[Candidate, ...] = ()

    @cached_property
    def reason(self) -> str:
        """Why this cell, in one sentence; worked out when first asked for."""
        return self.why() if callable(self.why) else self.why

    def __getitem__(self, cell: Cell) -> Candidate:
        for candidate in self.candidates:
            if candidate.cell == cell:
                return candidate
        raise CellError(f"{show(cell)} is not among the {counted(len(self.candidates), 'candidate')}")

    def to_dict(self) -> dict[str, Any]:
        """The recommendation as JSON values, as ``minesolver solve --json --recommend`` prints it."""
        return {
            "policy": self.policy,
            "cell": written(self.cell),
            "proved": self.proved,
            "exact": self.exact,
            "reason": self.reason,
            "candidates": [candidate.to_dict() for candidate in self.candidates],
        }

    @property
    def _move(self) -> str:
        if self.cell is None:
            return "no move"
        return f"{'open' if self.proved else 'guess'} {show(self.cell)}"

    def __repr__(self) -> str:
        number = len(self.candidates)
        among = f", {counted(number, 'candidate')}" if number else ""
        return f"<Recommendation by {self.policy}: {self._move}{among}>"

    def __str__(self) -> str:
        text = f"{self.policy}: {self._move}: {self.reason}"
        return "\n".join([text, render("text", self)]) if self.candidates else text

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "why": self.reason}


def recommend(board: Any, policy: str = "strongest", *, limit: Limit | float | None = None) -> Recommendation:
    """The move that a policy makes, with its ranked candidates where it is a guess.

    Parameters
    ----------
    board
        A board, also one under rules, or its analysis where one is at hand.
    policy
        ``"safest"`` (needs nothing but the analysis), ``"pseq"``, ``"lookahead"``, ``"balanced"``,
        ``"strongest"``, ``"careful"`` or ``"thorough"``.
    limit
        What analysis and look-ahead together may spend; a number is so many seconds. The answer is the best
        that is there by then: of the policy's longer search, of that for games, of ``lookahead``, or the
        safest cell; the reason says so.

    Returns
    -------
    Recommendation
        The move and why.

    Raises
    ------
    UnknownNameError
        No such policy.
    InconsistentBoardError, EngineLimitError
        As :func:`minesolver.analyze`.
    PuzzleError
        A puzzle without rules of what an opened cell shows, or the analysis of one.
    """
    chosen = POLICIES.get(policy)
    began = perf_counter()
    analysis = board if isinstance(board, Analysis) else analyze(board, limit=limit)
    if not hasattr(analysis.board, "open"):
        raise PuzzleError("a policy has to know what an opened cell shows: of a puzzle, take the best cell")
    best = analysis.best
    if best is None:
        return Recommendation(policy, None, False, True, "no cell is left to open")
    if best in analysis.safe:
        return Recommendation(policy, best, True, True, lambda: _proof(analysis, best))
    if chosen.kind == "safest":
        return _by_safety(policy, analysis)
    if not analysis.is_exact:
        return _by_safety(policy, analysis, "no look-ahead: the probabilities are not exact")
    seconds = Limit.of(limit).seconds
    seconds = inf if seconds is None else seconds - (perf_counter() - began)
    found = guess(analysis, chosen, single=True, seconds=seconds) if seconds > 0 else None
    if found is None:
        why = "no look-ahead: the board is too large" if seconds == inf else "no look-ahead: no time is left"
        return _by_safety(policy, analysis, why)
    return found


def guess(
    analysis: Analysis, policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation | None:
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


def _proof(analysis: Analysis, cell: Cell) -> str:
    reason = analysis.reason(cell)
    return "safe in every solution" if reason is None else reason.text


def advise(
    board: Any, policy: Policy, *, single: bool = False, seconds: float = inf
) -> Recommendation | None:
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


def _advice(board: Any, policy: Policy, single: bool, seconds: float) -> Recommendation | None:
    grid = board.sums()
    rows, cols = grid.cells.shape
    chooser = policy.chooser(rows, cols, grid.lists, single=single)
    workspace = chooser.workspace
    mines = -1 if board.mines is None else board.mines
    prior = kernel.log_odds(board.density)
    found = chooser.advise(grid.cells, mines, prior, seconds)
    while found["status"] == "limit" and workspace.grow(inf, kernel.MEMORY):
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
    reason = _regional(ranked[0]) if found["decision"] == "region" else sentence(ranked, exact)
    return Recommendation(policy.name, move, False, exact, reason, tuple(ranked))


def _candidate(
    cell: Any, row: dict[str, Any], shown: Sequence[Any], kind: str, found: dict[str, Any]
) -> Candidate:
    safety, score = row["safety"], row["score"]
    if found["decision"] == "region":
        share = Fraction(round(score), found["layouts"])
        return Candidate(cell, safety, None, None, float(share), region=share)
    if found["decision"] == "tree":
        win = Fraction(round(score), found["layouts"])
        return Candidate(cell, safety, None, float(win), float(win), win)
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


_RANKS: dict[str, Callable[[Candidate], tuple[Any, ...]]] = {
    "safest": lambda c: (-c.safety,),
    "pseq": lambda c: (-round(c.safety, 9), -(c.progress or 0.0)),
    "lookahead": lambda c: (-c.score, -c.safety),
}


def _by_safety(policy: str, analysis: Analysis, note: str = "") -> Recommendation:
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
    reason = "no estimate" if isnan(risk[best]) else f"least mine probability, {risk[best]:.3f}"
    return Recommendation(policy, best, False, False, reason + (f" ({note})" if note else ""), candidates)


def _regional(best: Candidate) -> str:
    """Why this cell, in a region that is played by itself."""
    return (
        f"{100 * (1.0 - best.safety):.1f} % mine; no other cell can tell more about this region, and by "
        f"its game tree the best play solves {best.region} of its layouts"
    )


def sentence(ranked: list[Candidate], exact: bool) -> str:
    """Why the first candidate, against the safest one."""
    best = ranked[0]
    safest = max(ranked, key=lambda c: c.safety)
    risk = f"{100 * (1.0 - best.safety):.1f} % mine"
    if exact:
        text = f"{risk}; by the whole game tree the best play from here wins {best.exact} of the layouts"
        if best.safety < safest.safety - TIE and safest.exact is not None:
            text += f", the safest cell {show(safest.cell)} only {safest.exact}"
        return text
    chance = f"{100 * (best.progress or 0.0):.0f} % to make another cell safe"
    if best.fifty_fifty_risk and best.fifty_fifty_risk > 0.05 * (1.0 - best.safety):
        share = 100 * min(1.0, best.fifty_fifty_risk / (1.0 - best.safety))
        risk += f" ({share:.0f} % of that in 50/50s that no clue can decide)"
    if best.safety >= safest.safety - TIE:
        equals = sum(c.safety >= best.safety - TIE for c in ranked)
        among = "the best of the equally safe cells" if equals > 1 else "the safest cell"
        return f"{risk}, {among}, with {chance}"
    more = "but" if (best.progress or 0.0) > (safest.progress or 0.0) else "with"
    text = (
        f"{risk}: {100 * (safest.safety - best.safety):.1f} points riskier than {show(safest.cell)}, {more} "
        f"{chance} against {100 * (safest.progress or 0.0):.0f} %"
    )
    if best.playouts is not None and safest.playouts is not None:
        return (
            f"{text}; in playouts on random layouts it wins {100 * best.playouts:.1f} % against "
            f"{100 * safest.playouts:.1f} %"
        )
    if (
        best.trees_multiplier is not None
        and safest.trees_multiplier is not None
        and best.trees_multiplier > safest.trees_multiplier
    ):
        raised = 100 * (best.trees_multiplier / safest.trees_multiplier - 1)
        text += f"; games went on better from cells like this one than the scores say: +{raised:.1f} %"
    return text
