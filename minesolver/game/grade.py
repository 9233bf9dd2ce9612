"""One move judged: whether it is proved, what it risks, and the winning chance that it gives away.

>>> from minesolver.model.board import Board
>>> found = grade(Board.parse("1#\\n##", mines=1), (0, 1))
>>> found.proved, found.risk, found.regret, found.regret.fraction
(None, Fraction(1, 3), 0.0, Fraction(0, 1))
"""

from __future__ import annotations

from contextlib import suppress
from dataclasses import dataclass
from fractions import Fraction
from math import inf, sqrt
from time import perf_counter
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, TypedDict, Unpack, overload

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import CellError, EngineLimitError, MissingDependencyError, PuzzleError
from ..base.intervals import Z95
from ..base.limits import Budget, Limit
from ..counting.problem import ContradictionError, build
from ..counting.sampling import Sampler
from ..engines import ENGINES
from ..layers import weakest
from ..model.analysis import TIE, Analysis
from ..model.board import MINE, Board, Cell
from ..model.reason import CellT, show, written
from ..policies import POLICIES
from ..policies.analysed import possible
from ..policies.lost_causes import LostCause
from ..policies.recommend import recommend
from ..solve import analyze
from .ground import Ground
from .seeding import SplitMix64
from .variant import UnderRules

if TYPE_CHECKING:
    from ..model.state import BoardUnderRules
    from ..model.subject import Name

_FEW = 400  # layouts that are followed clue by clue where a safe cell was passed over
_BATCHES, _BATCH = 8, 128  # of games played on from each of two cells in the core
_GAMES = 48  # the same in Python: under rules, or where a safe cell was passed over
_SECONDS = 1.0  # for these where no limit is given


class Regret(float):
    """Winning chance lost against the best move, 0 to 1: a float that says how it is known.

    exact: Whether it is from the whole game tree; else both moves were played on over random layouts with
        least-risk guesses
    fraction: The exact value, or None
    error: Half the width of the 95 % interval; 0 where exact
    """

    fraction: Fraction | None
    error: float

    def __new__(cls, value: Fraction | float, error: float = 0.0) -> Regret:
        made = super().__new__(cls, value)
        made.fraction = value if isinstance(value, Fraction) else None
        made.error = error
        return made

    @property
    def exact(self) -> bool:
        """Whether it is from the whole game tree."""
        return self.fraction is not None

    def __reduce__(self) -> tuple[Any, ...]:
        return Regret, (float(self) if self.fraction is None else self.fraction, self.error)

    def __str__(self) -> str:
        if self.fraction is not None:
            return f"{100 * float(self):.2f} % of winning chance"
        return f"about {100 * float(self):.1f} +- {100 * self.error:.1f} % of winning chance"


@dataclass(frozen=True)
class Grade(Generic[CellT]):
    """One move, judged by what could be known before it.

    cell, flag: The move: a cell to open, or to flag
    proved: ``"safe"``, ``"mine"``, or None where the cell is neither
    risk: The chance that the move is wrong: that an opened cell is a mine, or a flagged one is none
    least_risk: The least risk that a move of this kind has
    regret: Winning chance lost against ``best``, see :class:`Regret`; a flag loses none. None where it cannot
        be told: without a mine count, or without time, or where it was not asked for.
    layer: The weakest deduction layer that proves the cell, see :func:`minesolver.layers.proved`; None where
        none does
    best: The cell to open instead; None where nothing is left to open
    chance: The winning chance of ``best``, a Fraction where it is exact; None where nothing is lost, or known
    reason: Why, in a sentence
    lost_cause: The cells of which this one is, where they remain an even guess whatever is opened elsewhere,
        see :attr:`minesolver.Analysis.lost_causes`: a guess that loses nothing, now or later
    """

    cell: CellT
    flag: bool
    proved: Literal["safe", "mine"] | None
    risk: Fraction
    least_risk: Fraction
    regret: Regret | None
    layer: str | None
    best: CellT | None
    chance: Fraction | float | None
    reason: str
    lost_cause: LostCause | None = None

    def to_dict(self) -> dict[str, Any]:
        """The grade as JSON values: fractions as text."""
        values = {name: written(value) for name, value in vars(self).items()}
        if self.regret is not None:
            values["regret"] = {
                "value": float(self.regret),
                "exact": None if self.regret.fraction is None else str(self.regret.fraction),
                "error": self.regret.error,
            }
        if self.lost_cause is not None:
            values["lost_cause"] = self.lost_cause.to_json()
        chance = None if self.chance is None else float(self.chance)
        return values | {"risk": str(self.risk), "least_risk": str(self.least_risk), "chance": chance}


class _Options(TypedDict, total=False):
    flag: bool
    regret: bool
    policy: str
    limit: Limit | float | None


@overload
def grade(board: Board | Analysis[Board], cell: Cell, **options: Unpack[_Options]) -> Grade[Cell]: ...
@overload
def grade(
    board: BoardUnderRules | Analysis[BoardUnderRules], cell: Name, **options: Unpack[_Options]
) -> Grade[Name]: ...


def grade(
    board: Any,
    cell: Any,
    *,
    flag: bool = False,
    regret: bool = True,
    policy: str = "strongest",
    limit: Limit | float | None = None,
) -> Grade[Any]:
    """Judge one move on a board.

    board: A board, also one under rules, or its analysis
    cell: The cell to open, as ``board.cells`` names it: (row, column)
    flag: Whether the move is a flag
    regret: Whether to tell the regret, which takes most of the time
    policy: Whose move is the best one where no cell is proved safe; it matters to estimates only
    limit: What analysis, game tree and playouts together may spend; left out, playouts take a second at most
    Raises CellError: the cell is not on the board, or not hidden; InconsistentBoardError, EngineLimitError:
        as :func:`minesolver.analyze`; PuzzleError: a puzzle without rules of what an opened cell shows.
    """
    began = perf_counter()
    analysis = board if isinstance(board, Analysis) else analyze(board, limit=limit)
    board = analysis.board
    if not hasattr(board, "open"):
        raise PuzzleError("a move on a puzzle shows nothing: there is nothing to grade")
    if not board.unknown[board.index(cell)]:
        raise CellError(f"{show(cell)} is not hidden")
    seconds = Limit.of(limit).seconds
    end = inf if seconds is None else began + seconds
    proved: Literal["safe", "mine"] | None = None
    if cell in analysis.safe or cell in analysis.mines:
        proved = "safe" if cell in analysis.safe else "mine"
    wrong, least = risks(analysis, cell, flag)
    lost = _Lost(analysis.best)
    cause = None
    if wrong == Fraction(1, 2) and not flag and not analysis.note:
        cause = next((cause for cause in analysis.lost_causes if cell in cause.cells), None)
    if flag or proved == "safe":
        lost = lost._replace(regret=Regret(Fraction(0)))
    elif cause is not None and regret and board.mines is not None:
        # Whoever wins has to guess it at some time, and to know early what comes of it does no harm.
        lost = _Lost(analysis.best if analysis.safe else cell, None, Regret(Fraction(0)))
    elif regret and board.mines is not None:
        lost = _against_best(analysis, cell, policy, end)
    plain = board.plain
    layer = weakest(plain, cell) if proved and plain is not None else None
    reason = _sentence(analysis, cell, flag, wrong, lost.best, lost.regret)
    if cause is not None:
        reason += f" It is part of a lost cause: {cause}."
    return Grade(cell, flag, proved, wrong, least, lost.regret, layer, lost.best, lost.chance, reason, cause)


def risks(analysis: Analysis[Any], cell: Any, flag: bool = False) -> tuple[Fraction, Fraction]:
    """(the chance that a move is wrong, the least that a move of this kind has)."""
    p, sign = _risk(analysis, cell), -1 if flag else 1
    return (1 - p, 1 - _extreme(analysis, sign)) if flag else (p, _extreme(analysis, sign))


def _extreme(analysis: Analysis[Any], sign: int) -> Fraction:
    """The least (sign 1) or greatest mine probability of a hidden cell."""
    if analysis.safe if sign > 0 else analysis.mines:
        return Fraction(0 if sign > 0 else 1)
    cells = analysis.board.named(np.flatnonzero(analysis.board.unknown).tolist())
    signed = {c: sign * float(analysis.probability[c]) for c in cells}
    least = min(signed.values())
    return min((_risk(analysis, c) for c, p in signed.items() if p <= least + TIE), key=lambda p: sign * p)


def _risk(analysis: Analysis[Any], cell: Any) -> Fraction:
    """The chance of a mine; an estimate, in thousandths, where nothing was counted and nothing is proved."""
    if analysis.note and cell not in analysis.safe and cell not in analysis.mines:
        return Fraction(round(1000 * analysis[cell]), 1000)
    return analysis.exact(cell)


class _Lost(NamedTuple):
    """Against the best cell, with its winning chance; None what cannot be told."""

    best: Any
    chance: Fraction | float | None = None
    regret: Regret | None = None


def _against_best(analysis: Analysis[Any], cell: Any, policy: str, end: float) -> _Lost:
    best = analysis.best
    if best is None:  # only mines are left: the game was won
        return _Lost(None, Fraction(1), Regret(Fraction(1)))
    try:
        if analysis.note:
            raise EngineLimitError("nothing was counted")
        told = isinstance(board := analysis.board, Board) or board.field.ways == 1  # chance has no say
        ranked, exact = [best], told and analysis.solutions <= _FEW
        if not analysis.safe:
            found = recommend(analysis, policy, limit=_left(end))
            best, ranked, exact = found.cell, [one.cell for one in found.candidates], found.exact
        if exact:
            with suppress(EngineLimitError):
                tree = _Tree(policy, end)
                chance = tree.position(analysis)
                return _Lost(best, chance, Regret(chance - tree.after(analysis, cell)))
        other = cell if cell != best else next((c for c in ranked if c != best), best)
        results = _played_on(analysis, [best, other], end)
    except (EngineLimitError, MissingDependencyError):
        return _Lost(best)
    lost = results[0] - results[1]
    if lost.size < 2 or np.isnan(lost).any():
        return _Lost(best)
    mean = float(lost.mean()) if cell == other else 0.0
    regret = Regret(max(0.0, mean), _half_width(lost))
    return _Lost(best, float(min(1.0, max(0.0, results[0].mean()))), regret)


def _half_width(values: npt.NDArray[np.float64]) -> float:
    """Half the width of the 95 % interval of a mean, from values of -1 to 1. Few games that all end alike
    have no spread, and prove little: no less is said than Wilson's interval of a share that was never seen.
    """
    by_spread = Z95 * values.std(ddof=1) / sqrt(values.size)
    never_seen = Z95**2 / (values.size + Z95**2)
    return float(max(by_spread, never_seen))


def _left(end: float) -> Limit | None:
    if end == inf:
        return None
    left = end - perf_counter()
    if left <= 0:
        raise EngineLimitError("no time is left to tell the regret")
    return Limit(seconds=left)


class _Tree:
    """Exact winning chances of best play: clue by clue down to where a policy's game tree takes over."""

    def __init__(self, policy: str, end: float) -> None:
        self._policy, self._end = policy, end
        self._engine = ENGINES.get("auto")
        self._known: dict[Any, Fraction] = {}

    def position(self, analysis: Analysis[Any]) -> Fraction:
        """The winning chance of a position. Raises EngineLimitError: it is too large for a game tree."""
        board = analysis.board
        if board not in self._known:
            self._known[board] = self._position(analysis)
        return self._known[board]

    def _position(self, analysis: Analysis[Any]) -> Fraction:
        if analysis.best is None:
            return Fraction(1)
        if analysis.safe:  # to open it costs nothing
            return self.after(analysis, min(analysis.safe))
        found = recommend(analysis, self._policy, limit=_left(self._end))
        if not found.exact or found.candidates[0].exact is None:
            raise EngineLimitError("the position is too large for a game tree")
        return found.candidates[0].exact

    def after(self, analysis: Analysis[Any], cell: Any) -> Fraction:
        """The winning chance once a cell is opened, lost where it is a mine."""
        won = Fraction(0)
        if cell not in analysis.mines:
            for clue in possible(analysis.board, cell):
                try:
                    shown = self._engine.analyze(analysis.board.open(cell, clue), _left(self._end) or Limit())
                except ContradictionError:  # the clues of the conflict are of no use here
                    continue
                won += shown.solutions * self.position(shown)
        return won / analysis.solutions


def _played_on(analysis: Analysis[Any], cells: list[Any], end: float) -> npt.NDArray[np.float64]:
    """float64 (cells, games): the games that least-risk guesses win after opening each cell first, on the
    same random layouts for all; in the core variance-reduced.
    """
    board = analysis.board
    if (
        isinstance(board, Board)
        and not analysis.safe
        and not analysis.mines & {*cells}
        and kernel.available()
    ):
        return played_on(analysis, cells, end)
    end = min(end, perf_counter() + _SECONDS)
    limit = _left(end)
    sampler = Sampler(build(board), Budget(limit or Limit(), "grade"))
    if isinstance(board, Board):
        ground = Ground(board.shape, board.mines or 0)
    else:
        ground = UnderRules(board.field, board.mines, drawn=False, seen=board)
    known = frozenset(i for i, value in board.values().items() if value and i < len(board.cells))
    random = SplitMix64(1)
    results: list[list[bool]] = []
    while len(results) < _GAMES and perf_counter() < end:
        mines = known | sampler.draw(board.mines - len(known), random.below)
        solution = ground.solution(ground.deal_of(random, mines))
        results.append([_wins(board, cell, mines, solution) for cell in cells])
    return np.array(results, float).reshape(-1, len(cells)).T


def played_on(analysis: Analysis[Any], cells: list[Any], end: float = inf) -> npt.NDArray[np.float64]:
    """float64 (cells, games): variance-reduced results of games that the core plays on from a square board.

    The mine count must be known and no cell proved safe. All cells have the same layouts, each time.
    """
    board = analysis.board
    mines: int = board.mines
    grid = board.grid.copy()
    for cell in analysis.mines:
        grid[cell] = MINE
    chooser = POLICIES.get("safest").chooser(board.rows, board.cols)
    layouts = np.zeros((_BATCH, grid.size), np.int8)
    results: list[npt.NDArray[np.float64]] = []
    while len(results) < _BATCHES and perf_counter() < end:
        chooser.draw(grid, mines, layouts, len(results) + 1)
        results.append(np.zeros((len(cells), _BATCH)))
        chooser.play_on(
            grid, mines, [board.index(cell) for cell in cells], layouts, kernel.GUESS_WORTH, results[-1]
        )
    return np.concatenate(results, axis=1) if results else np.zeros((len(cells), 0))


def _wins(board: Any, first: Any, mines: frozenset[int], solution: Any) -> bool:
    """Whether a game with these mines is won: a first cell, then what is proved safe, else the least risk."""
    cells = [first]
    while cells:
        if any(board.index(cell) in mines for cell in cells):
            return False
        board = board.replace({cell: solution[cell] for cell in cells})
        analysis = analyze(board)
        cells = list(analysis.safe)
        if not cells and analysis.best is not None:
            cells = [analysis.best]
    return True


def _sentence(
    analysis: Analysis[Any], cell: Any, flag: bool, risk: Fraction, best: Any, regret: Regret | None
) -> str:
    """The grade in words."""
    cell_name = show(cell)
    if cell in analysis.safe or cell in analysis.mines:
        proof = analysis.reason(cell)
        sentence = proof.text if proof is not None else f"{cell_name} is the same in every layout."
        return sentence if (cell in analysis.mines) == flag else f"Wrong, {sentence}"
    chance = 1 - risk if flag else risk
    sentence = f"Nothing proves {cell_name}: it is a mine in {chance} of the layouts"
    if analysis.note:
        sentence = (
            f"Nothing proves {cell_name}: it is a mine in {float(chance):.1%} of the layouts, by an estimate"
        )
    if flag:
        return f"{sentence}."
    if analysis.safe:
        proof = analysis.reason(best)
        sentence += f", and {show(best)} is safe: {proof.text if proof is not None else 'in every layout.'}"
        return sentence if regret is None else f"{sentence} The guess costs {regret}."
    if regret is not None and not regret and (cell == best or regret.exact):
        return f"{sentence}; no cell is proved safe, and no other wins more often."
    price = "" if regret is None else f"; against {show(best)} it costs {regret}"
    return f"{sentence}; no cell is proved safe{price}."
