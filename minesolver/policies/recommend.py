"""The ranked candidates of a position, and in a sentence why the first of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from fractions import Fraction
from typing import Any

from .. import compiled
from ..analysis import TIE, Analysis
from ..board import Board, Cell
from ..errors import InconsistentBoardError
from ..solve import analyze
from .policy import BLEND, ESTIMATE, PSEQ, SAFEST, Policy


@dataclass(frozen=True)
class Outcome:
    """What a candidate could show: the value, its chance, the cells then proved safe, the position's worth.

    ``worth``: what the policy takes the position to be worth (the blended safety of its next guess), or None.
    """

    value: int
    chance: float
    safe_cells: int
    worth: float | None


@dataclass(frozen=True)
class Candidate:
    """A cell that could be guessed.

    ``safety``: 1 - P(mine). ``progress``: chance that some cell is proved safe afterwards. ``win``: winning
    chance, an estimate unless ``exact`` (then as a fraction of the best play); None where the policy
    estimates none. ``score``: what the policy ranks by; the estimate does not decide. ``coin_flip``: chance
    that the cell is a mine of a coin flip that no clue will decide, where opening it costs nothing (or None).
    ``region``: where a region is played by itself, the share of its layouts that the best play then solves.
    ``playouts``: where close candidates were played out on the same random layouts, as long as they were in
    the race, the share won, the luck of the guesses taken out. Their guesses are the safest cells, so it is
    less than what the policy wins. ``ranking``: what boosted trees, fitted to games played on from candidates
    like these, multiplied the score by (None where they were not asked).
    """

    cell: Cell
    safety: float
    progress: float | None
    win: float | None
    score: float
    exact: Fraction | None = None
    outcomes: tuple[Outcome, ...] = ()
    coin_flip: float | None = None
    region: Fraction | None = None
    playouts: float | None = None
    ranking: float | None = None


@dataclass(frozen=True)
class Recommendation:
    """``cell`` is the move, or None with nothing left to open; ``candidates`` are ranked, the best first.

    ``proved``: the cell is proved safe. ``exact``: the candidates were valued by the whole game tree.
    """

    policy: str
    cell: Cell | None
    proved: bool
    exact: bool
    reason: str
    candidates: tuple[Candidate, ...] = ()


def recommend(board: Board, policy: str = "strongest") -> Recommendation:
    """The move that the policy makes, with its ranked candidates where it is a guess.

    Raises :class:`UnknownNameError` and the errors of :func:`minesolver.analyze`.
    """
    from . import get

    chosen = get(policy)
    analysis = analyze(board)
    if analysis.safe:
        cell = min(analysis.safe)
        return Recommendation(policy, cell, True, True, analysis.reasons[cell].text)
    if analysis.best is None:
        return Recommendation(policy, None, False, True, "no cell is left to open")
    found = advise(board, chosen)
    if found is None:
        return _by_safety(policy, analysis)
    return found


def advise(board: Board, policy: Policy) -> Recommendation | None:
    """The policy's guess where no cell is proved safe; None where a look-ahead does not fit the kernel.

    Raises :class:`InconsistentBoardError`.
    """
    kind, parameters, weights = policy.arguments()
    if kind == ESTIMATE and board.mines is None:
        kind = BLEND  # the estimate was fitted with the total told
    odds = 1.0 if board.density is None else float(board.density / (1 - board.density))
    mines = -1 if board.mines is None else board.mines
    how, cells, out, details, (_, layouts, chosen), status = compiled.advise_grid(
        board._cells, mines, odds, (kind, parameters, weights)
    )
    if status == compiled.CONTRADICTION:
        raise InconsistentBoardError("no layout of mines agrees with the clues")
    if status != compiled.DONE or not len(cells):
        return None
    exact = how == compiled.TREE
    region = layouts if how == compiled.REGION else 0
    candidates = [
        _candidate(divmod(int(cell), board.cols), out[i], details[i], kind, layouts if exact else 0, region)
        for i, cell in enumerate(cells)
    ]
    move = divmod(chosen, board.cols)
    # The move first: equals are in the order of the compiled loop, which takes the same.
    ranked = sorted(candidates, key=lambda c: (c.cell != move, *_RANKS[BLEND if exact else kind](c)))
    reason = _regional(ranked[0]) if region else _sentence(ranked, exact)
    return Recommendation(policy.name, move, False, exact, reason, tuple(ranked))


def _candidate(cell: Cell, row: Any, detail: Any, kind: int, layouts: int, region: int) -> Candidate:
    score, safety = float(row[0]), float(row[1])
    if region:
        share = Fraction(round(score), region)
        return Candidate(cell, safety, None, None, float(share), region=share)
    if layouts:
        win = Fraction(round(score), layouts)
        return Candidate(cell, safety, None, float(win), float(win), win)
    if kind == SAFEST:
        return Candidate(cell, safety, None, None, safety)
    outcomes = tuple(
        Outcome(value, float(chance), int(safe), float(worth) if kind >= BLEND else None)
        for value, (chance, safe, worth) in enumerate(detail)
        if chance > 0.0
    )
    win_rate = score if kind == ESTIMATE else float(row[8]) or None
    coin_flip = float(row[5]) if kind == BLEND else None
    playouts = float(row[6]) if row[6] >= 0.0 else None
    ranking = float(row[7]) if row[7] != 1.0 else None
    return Candidate(
        cell,
        safety,
        float(row[2]),
        win_rate,
        score,
        None,
        outcomes,
        coin_flip,
        playouts=playouts,
        ranking=ranking,
    )


_RANKS: dict[int, Callable[[Candidate], tuple[Any, ...]]] = {
    SAFEST: lambda c: (-c.safety, c.cell),
    PSEQ: lambda c: (-round(c.safety, 9), -(c.progress or 0.0), c.cell),
    BLEND: lambda c: (-c.score, -c.safety, c.cell),
    ESTIMATE: lambda c: (-c.score, -c.safety, c.cell),
}


def _by_safety(policy: str, analysis: Analysis) -> Recommendation:
    """Where the kernel cannot look ahead: the exact probabilities alone, and said so."""
    best = analysis.best
    assert best is not None
    risk = analysis.probability
    cells = sorted(
        set(analysis.board.cells(-1)) - analysis.mines, key=lambda c: (float(risk[c]), c != best, c)
    )
    candidates = tuple(
        Candidate(c, 1.0 - float(risk[c]), None, None, 1.0 - float(risk[c])) for c in cells[:20]
    )
    reason = f"least mine probability, {risk[best]:.3f} (the board is too large to look ahead)"
    return Recommendation(policy, best, False, False, reason, candidates)


def _regional(best: Candidate) -> str:
    """Why this cell, in a region that is played by itself."""
    return (
        f"{100 * (1.0 - best.safety):.1f} % mine; nothing elsewhere tells more about this region: by its "
        f"game tree the best play solves {best.region} of its layouts"
    )


def _sentence(ranked: list[Candidate], exact: bool) -> str:
    """Why the first candidate, against the safest one."""
    best = ranked[0]
    safest = max(ranked, key=lambda c: c.safety)
    risk = f"{100 * (1.0 - best.safety):.1f} % mine"
    if exact:
        text = f"{risk}; by the whole game tree the best play from here wins {best.exact} of the layouts"
        if best.safety < safest.safety - TIE and safest.exact is not None:
            r, c = safest.cell
            text += f", the safest cell ({r},{c}) only {safest.exact}"
        return text
    chance = f"{100 * (best.progress or 0.0):.0f} % to make another cell safe"
    if best.coin_flip and best.coin_flip > 0.05 * (1.0 - best.safety):
        share = 100 * min(1.0, best.coin_flip / (1.0 - best.safety))
        risk += f" (to {share:.0f} % in coin flips that come anyway)"
    if best.safety >= safest.safety - TIE:
        equals = sum(c.safety >= best.safety - TIE for c in ranked)
        among = "the best of the equally safe cells" if equals > 1 else "the safest cell"
        return f"{risk}, {among}, with {chance}" + (
            f"; wins about {100 * best.win:.0f} %" if best.win else ""
        )
    r, c = safest.cell
    more = "but" if (best.progress or 0.0) > (safest.progress or 0.0) else "with"
    text = (
        f"{risk}: {100 * (safest.safety - best.safety):.1f} points riskier than ({r},{c}), {more} {chance} "
        f"against {100 * (safest.progress or 0.0):.0f} %"
    )
    if best.playouts is not None and safest.playouts is not None:
        return (
            f"{text}; played out on random layouts it wins {100 * best.playouts:.1f} % against "
            f"{100 * safest.playouts:.1f} %"
        )
    if best.ranking is not None and safest.ranking is not None and best.ranking > safest.ranking:
        raised = 100 * (best.ranking / safest.ranking - 1)
        text += f"; from cells like these games were won more often than the scores say: +{raised:.1f} %"
    # The estimate does not decide: it is cited only where it agrees.
    if best.win is not None and safest.win is not None and best.win > safest.win:
        text += f"; wins about {100 * best.win:.1f} % against {100 * safest.win:.1f} %"
    return text
