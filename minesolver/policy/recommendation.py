"""A policy's move, its ranked candidates, and in a sentence why the first of them."""

from __future__ import annotations

from collections.abc import Callable, Hashable
from dataclasses import asdict, dataclass, field
from fractions import Fraction
from functools import cached_property
from typing import Any, Generic, NamedTuple

from ..base.errors import CellError, counted
from ..base.json_values import finite
from ..base.render import render
from ..model.analysis import TIE
from ..model.lost_cause import LostCause
from ..model.reason import CellT, show, written
from ..model.state import State, Value
from .clicks import ClickPlan

_WORTH_SAYING = 0.05  # of a risk that lies in 50/50s; a smaller share is left out of the sentence


class ClueOutcome(NamedTuple):
    """One clue that a candidate could show, and what it would lead to.

    value: The clue, 0 to 8, or what a clue of the board's rules shows
    chance: P(the cell is no mine and shows this)
    safe_cells: How many hidden cells are then proved safe
    leaf_value: The policy's estimate of the position after it, from the safety of its next guess; None where
        the policy does not look that far
    """

    value: Value | State
    chance: float
    safe_cells: int
    leaf_value: float | None


@dataclass(frozen=True)
class Candidate(Generic[CellT]):
    """A cell that could be guessed.

    cell: (row, column)
    safety: 1 - P(mine)
    progress: The chance that some cell is proved safe once this one is open
    win: The chance to win by best play, where the whole game tree was searched; else None
    score: What the policy ranks by
    exact: ``win`` as a fraction
    outcomes: The clues that the cell could show, with their chances
    fifty_fifty_risk: The chance that the cell is a mine of a 50/50 that no clue can decide. A mine there
        costs nothing: that guess has to be made in any case.
    region: Where a region is played by itself: the share of its layouts that best play then solves
    playouts: Where close candidates were played out on the same random layouts: the variance-reduced share
        won. Playouts guess the safest cell, so the policy itself wins more.
    expected: What another objective than wins counts from here on, on average by best play
    trees_multiplier: By how much boosted trees, fitted to games that were played on from candidates like
        these, multiplied the score; None where they were not asked
    """

    cell: CellT
    safety: float
    progress: float | None
    win: float | None
    score: float
    exact: Fraction | None = None
    outcomes: tuple[ClueOutcome, ...] = ()
    fifty_fifty_risk: float | None = None
    region: Fraction | None = None
    playouts: float | None = None
    trees_multiplier: float | None = None
    expected: Fraction | None = None

    def to_dict(self) -> dict[str, Any]:
        """The candidate as JSON values."""
        values: dict[str, Any] = {}
        for name, value in asdict(self).items():
            values[name] = str(value) if isinstance(value, Fraction) else written(value)
        if self.expected is None:  # few ask for another objective
            del values["expected"]
        # JSON knows no NaN: of a heuristic engine a cell may have no estimate.
        for name in ("safety", "score"):
            values[name] = finite(values[name])
        values["outcomes"] = [
            {name: written(value) for name, value in outcome._asdict().items()}
            for outcome in self.outcomes
        ]
        return values


@dataclass(frozen=True, repr=False)
class Recommendation(Generic[CellT]):
    """The move of a policy. ``recommendation[cell]`` is the candidate of a cell; ``print`` shows the move,
    why, and the candidates.

    policy: Name of the policy
    cell: (row, column) to open, or None where nothing is left to open
    click: Of a policy that saves clicks, where cells are proved safe: what to click. A chord opens ``cell``
        with others, after its flags.
    proved: Whether the cell is proved safe
    exact: Whether the candidates were valued by the whole game tree
    why: The reason, or a function that finds it; see :attr:`reason`
    candidates: The cells that were weighed, the best first
    causes: The lost causes, or a function that finds them; see :attr:`lost_causes`
    """

    policy: str
    cell: CellT | None
    proved: bool
    exact: bool
    why: str | Callable[[], str] = field(compare=False)
    candidates: tuple[Candidate[CellT], ...] = ()
    causes: tuple[LostCause, ...] | Callable[[], tuple[LostCause, ...]] = field(
        default=(), compare=False
    )
    click: ClickPlan | None = None

    @cached_property
    def lost_causes(self) -> tuple[LostCause, ...]:
        """The cells that remain an even guess whatever is opened elsewhere, also while safe cells remain; see
        :attr:`minesolver.Analysis.lost_causes`.
        """
        return self.causes() if callable(self.causes) else self.causes

    @cached_property
    def reason(self) -> str:
        """Why this cell, in one sentence; worked out when first asked for."""
        return self.why() if callable(self.why) else self.why

    def __getitem__(self, cell: Hashable) -> Candidate[CellT]:
        candidate_of_cell = {candidate.cell: candidate for candidate in self.candidates}
        try:
            return candidate_of_cell[cell]  # type: ignore[index]
        except (KeyError, TypeError):  # a list is no name
            raise CellError(
                f"{show(cell)} is not among the {counted(len(self.candidates), 'candidate')}"
            ) from None

    def to_dict(self) -> dict[str, Any]:
        """The recommendation as JSON values, as ``minesolver solve --json --recommend`` prints it."""
        values: dict[str, Any] = {
            "policy": self.policy,
            "cell": written(self.cell),
            "proved": self.proved,
            "exact": self.exact,
            "reason": self.reason,
            "candidates": [candidate.to_dict() for candidate in self.candidates],
            "lost_causes": [cause.to_json() for cause in self.lost_causes],
        }
        if self.click is not None:  # few policies save clicks
            values["click"] = self.click.to_dict()
        return values

    @property
    def move_text(self) -> str:
        """What to do, in a few words."""
        if self.cell is None:
            return "no move"
        if self.click is not None:
            return str(self.click)
        return f"{'open' if self.proved else 'guess'} {show(self.cell)}"

    def __repr__(self) -> str:
        number = len(self.candidates)
        ending = f", {counted(number, 'candidate')}" if number else ""
        return f"<Recommendation by {self.policy}: {self.move_text}{ending}>"

    def __str__(self) -> str:
        text = f"{self.policy}: {self.move_text}: {self.reason}"
        if self.lost_causes:
            text = "\n".join([text, *map(str, self.lost_causes)])
        return "\n".join([text, render("text", self)]) if self.candidates else text

    def __getstate__(self) -> dict[str, Any]:
        return {**self.__dict__, "why": self.reason, "causes": self.lost_causes}


def sentence(ranked: list[Candidate[Any]], exact: bool) -> str:
    """Why the first candidate, against the safest one."""
    best = ranked[0]
    safest = max(ranked, key=lambda candidate: candidate.safety)
    risk = f"{100 * (1.0 - best.safety):.1f} % mine"
    if exact:
        text = f"{risk}; by the whole game tree the best play from here wins {best.exact} of the layouts"
        if best.safety < safest.safety - TIE and safest.exact is not None:
            text += f", the safest cell {show(safest.cell)} only {safest.exact}"
        return text
    if best.region is not None:
        text = f"{risk}; no other cell can tell more about this region, and by its game tree the best play"
        return f"{text} solves {best.region} of its layouts"
    if best.fifty_fifty_risk and best.fifty_fifty_risk > _WORTH_SAYING * (1.0 - best.safety):
        share = 100 * min(1.0, best.fifty_fifty_risk / (1.0 - best.safety))
        risk += f" ({share:.0f} % of that in 50/50s that no clue can decide)"
    progress = f"{100 * (best.progress or 0.0):.0f} % to make another cell safe"
    if best.safety >= safest.safety - TIE:
        equally_safe = sum(candidate.safety >= best.safety - TIE for candidate in ranked)
        title = "the best of the equally safe cells" if equally_safe > 1 else "the safest cell"
        return f"{risk}, {title}, with {progress}"
    return f"{risk}: {_price(best, safest, progress)}"


def _price(best: Candidate[Any], safest: Candidate[Any], progress: str) -> str:
    """What a riskier cell has for its risk: chances of progress, playouts, or what boosted trees see."""
    points = 100 * (safest.safety - best.safety)
    best_progress = best.progress or 0.0
    safest_progress = safest.progress or 0.0
    conjunction = "but" if best_progress > safest_progress else "with"
    text = (
        f"{points:.1f} points riskier than {show(safest.cell)}, {conjunction} "
        f"{progress} against {100 * safest_progress:.0f} %"
    )
    if best.playouts is not None and safest.playouts is not None:
        won, won_by_safest = 100 * best.playouts, 100 * safest.playouts
        return f"{text}; in playouts on random layouts it wins {won:.1f} % against {won_by_safest:.1f} %"
    if best.trees_multiplier is None or safest.trees_multiplier is None:
        return text
    raised = 100 * (best.trees_multiplier / safest.trees_multiplier - 1)
    if raised > 0:
        text += (
            f"; games went on better from cells like this one than the scores say: +{raised:.1f} %"
        )
    return text
