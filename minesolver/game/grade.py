"""One move judged: whether it is proved, what it risks, and the winning chance that it gives away.

>>> from minesolver.model.board import Board
>>> graded = grade(Board.parse("1#\\n##", mines=1), (0, 1))
>>> graded.proved, graded.risk, graded.regret, graded.regret.fraction
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
from ..base.errors import (
    CellError,
    EngineLimitError,
    MissingDependencyError,
    PuzzleError,
    truth,
)
from ..base.intervals import rate_interval, student_quantile
from ..base.limits import Budget, Limit, decimal_text
from ..counting.problem import ContradictionError, build
from ..counting.sampling import Sampler
from ..engine import ENGINES
from ..layers import weakest
from ..model.analysis import TIE, Analysis
from ..model.board import MINE, Board, Cell
from ..model.lost_cause import LostCause
from ..model.reason import CellT, show, written
from ..policy import POLICIES
from ..policy.analysed import possible_clues
from ..policy.recommend import recommend
from ..solver import analyze
from .ground import Ground
from .seeding import SplitMix64
from .under_rules import UnderRules

if TYPE_CHECKING:
    from ..model.state import BoardUnderRules
    from ..model.subject import Name

# How much a grade may cost. Chosen so that one takes about a second at most, not fitted to anything.
_TREE_LAYOUTS = 400  # layouts that are followed clue by clue where a safe cell was passed over
_BATCH_COUNT = 8  # batches of games that the core plays on from each of the two cells
_BATCH_GAMES = 128  # games of such a batch
_PYTHON_GAMES = 48  # games played on in Python: under rules, or where a safe cell was passed over
_PYTHON_SECONDS = 1.0  # for these


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
        regret = super().__new__(cls, value)
        regret.fraction = value if isinstance(value, Fraction) else None
        regret.error = error
        return regret

    @property
    def exact(self) -> bool:
        """Whether it is from the whole game tree."""
        return self.fraction is not None

    def __reduce__(self) -> tuple[Any, ...]:
        value = float(self) if self.fraction is None else self.fraction
        return Regret, (value, self.error)

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
        json_values = {name: written(value) for name, value in vars(self).items()}
        if self.regret is not None:
            json_values["regret"] = {
                "value": float(self.regret),
                "exact": None
                if self.regret.fraction is None
                else decimal_text(self.regret.fraction),
                "error": self.regret.error,
            }
        if self.lost_cause is not None:
            json_values["lost_cause"] = self.lost_cause.to_json()
        winning_chance = None if self.chance is None else float(self.chance)
        return json_values | {
            "risk": str(self.risk),
            "least_risk": str(self.least_risk),
            "chance": winning_chance,
        }


class _GradeOptions(TypedDict, total=False):
    flag: bool
    regret: bool
    policy: str
    limit: Limit | float | None


@overload
def grade(
    board: Board | Analysis[Board], cell: Cell, **options: Unpack[_GradeOptions]
) -> Grade[Cell]: ...
@overload
def grade(
    board: BoardUnderRules | Analysis[BoardUnderRules], cell: Name, **options: Unpack[_GradeOptions]
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

    >>> import minesolver as ms
    >>> grade = ms.grade(ms.Board.parse("1#\\n##", mines=1), (0, 1))
    >>> grade.proved, str(grade.risk), grade.regret
    (None, '1/3', 0.0)

    board: A board, also one under rules, or its analysis
    cell: The cell to open, as ``board.cells`` names it: (row, column)
    flag: Whether the move is a flag
    regret: Whether to tell the regret, which takes most of the time
    policy: Whose move is the best one where no cell is proved safe; it matters to estimates only
    limit: What analysis, game tree and playouts together may spend; left out, playouts take a second at most
    Raises CellError: the cell is not on the board, or not hidden; InconsistentBoardError, EngineLimitError:
        as :func:`minesolver.analyze`; PuzzleError: a puzzle without rules of what an opened cell shows;
        UnknownNameError: no such policy.
    """
    start_time = perf_counter()
    POLICIES.get(policy)  # which is asked only where no cell is proved safe
    analysis = board if isinstance(board, Analysis) else analyze(board, limit=limit)
    board = analysis.board
    if not hasattr(board, "open"):
        raise PuzzleError("a move on a puzzle shows nothing: there is nothing to grade")
    cell_index = board.index(cell)
    if not board._unknown[cell_index]:
        raise CellError(f"{show(cell)} is not hidden")
    cell = board._named([cell_index])[0]  # a tuple, also where an array or a list was given
    seconds = Limit.of(limit).seconds
    end_time = inf if seconds is None else start_time + seconds

    # What the analysis alone says of the move: proof, risk, and whether nothing can decide it.
    proved_value = _proved_value(analysis, cell)
    flag = truth(flag, "flag is True or False")
    regret = truth(regret, "regret is True or False")
    move_risk, least_risk = risks(analysis, cell, flag)
    lost_cause = None
    if move_risk == Fraction(1, 2) and not flag and not analysis.note:
        lost_cause = _lost_cause_of(analysis, cell)

    # What the move gives away, which is the slow part: games are followed to their end.
    loss = _Loss(analysis.best)
    if flag or proved_value == "safe":
        loss = loss._replace(regret=Regret(Fraction(0)))
    elif regret and board.mines is not None:
        if lost_cause is not None:
            # Whoever wins has to guess it at some time, and to know early what comes of it does no harm.
            loss = _Loss(analysis.best if analysis.safe else cell, None, Regret(Fraction(0)))
        else:
            loss = _loss_against_best(analysis, cell, policy, end_time)

    # The same in words, with the weakest rules that prove the cell.
    weakest_layer = None
    square_board = board._plain
    if proved_value is not None and square_board is not None:
        weakest_layer = weakest(square_board, cell)
    reason_text = _sentence(analysis, cell, flag, move_risk, loss)
    if lost_cause is not None:
        reason_text += f" It is part of a lost cause: {lost_cause}."
    return Grade(
        cell,
        flag,
        proved_value,
        move_risk,
        least_risk,
        loss.regret,
        weakest_layer,
        loss.best,
        loss.chance,
        reason_text,
        lost_cause,
    )


def _proved_value(analysis: Analysis[Any], cell: Any) -> Literal["safe", "mine"] | None:
    """What a cell is proved to be."""
    if cell in analysis.safe:
        return "safe"
    if cell in analysis.mines:
        return "mine"
    return None


def _lost_cause_of(analysis: Analysis[Any], cell: Any) -> LostCause | None:
    """The lost cause that a cell is part of."""
    for lost_cause in analysis.lost_causes:
        if cell in lost_cause.cells:
            return lost_cause
    return None


def risks(analysis: Analysis[Any], cell: Any, flag: bool = False) -> tuple[Fraction, Fraction]:
    """(the chance that a move is wrong, the least that a move of this kind has)."""
    if flag:
        return 1 - _mine_risk(analysis, cell), 1 - _greatest_mine_risk(analysis)
    return _mine_risk(analysis, cell), _least_mine_risk(analysis)


def _least_mine_risk(analysis: Analysis[Any]) -> Fraction:
    """The least mine probability of a hidden cell."""
    if analysis.safe:
        return Fraction(0)
    probability_of = _hidden_probabilities(analysis)
    least_risk = min(probability_of.values())
    # Floats choose the candidates, and fractions, which are slow to make, decide between those.
    candidates = [
        cell for cell, probability in probability_of.items() if probability <= least_risk + TIE
    ]
    return min(_mine_risk(analysis, cell) for cell in candidates)


def _greatest_mine_risk(analysis: Analysis[Any]) -> Fraction:
    """The greatest mine probability of a hidden cell."""
    if analysis.mines:
        return Fraction(1)
    probability_of = _hidden_probabilities(analysis)
    greatest_probability = max(probability_of.values())
    candidates = [
        cell
        for cell, probability in probability_of.items()
        if probability >= greatest_probability - TIE
    ]
    return max(_mine_risk(analysis, cell) for cell in candidates)


def _hidden_probabilities(analysis: Analysis[Any]) -> dict[Any, float]:
    """The mine probability of each hidden cell."""
    hidden_cells = analysis.board._named(np.flatnonzero(analysis.board._unknown).tolist())
    return {cell: float(analysis.probability[cell]) for cell in hidden_cells}


def _mine_risk(analysis: Analysis[Any], cell: Any) -> Fraction:
    """The chance of a mine; an estimate, in thousandths, where nothing was counted and nothing is proved."""
    if analysis.note and cell not in analysis.safe and cell not in analysis.mines:
        return Fraction(round(1000 * analysis[cell]), 1000)
    return analysis.exact(cell)


class _Loss(NamedTuple):
    """What a move gives away against the best cell, with that one's winning chance; None: cannot be told."""

    best: Any
    chance: Fraction | float | None = None
    regret: Regret | None = None


def _loss_against_best(analysis: Analysis[Any], cell: Any, policy: str, end_time: float) -> _Loss:
    """What opening a cell that is not proved safe gives away: by the game tree, else by games played on."""
    best_cell = analysis.best
    if best_cell is None:  # only mines are left: the game was won
        return _Loss(None, Fraction(1), Regret(Fraction(1)))
    try:
        if analysis.note:
            raise EngineLimitError("nothing was counted")

        # Which cell to compare with, and whether the game tree is small enough for an exact answer.
        if analysis.safe:
            ranked_cells = [best_cell]
            is_small = analysis.solutions <= _TREE_LAYOUTS
            small_tree = is_small and not _chance_in_clues(analysis.board)
        else:
            recommendation = recommend(analysis, policy, limit=_time_left(end_time))
            best_cell = recommendation.cell
            ranked_cells = [candidate.cell for candidate in recommendation.candidates]
            small_tree = recommendation.exact
        if small_tree:
            with suppress(EngineLimitError):
                game_tree = _Tree(policy, end_time)
                best_chance = game_tree.position(analysis)
                return _Loss(
                    best_cell, best_chance, Regret(best_chance - game_tree.after(analysis, cell))
                )

        # The best cell itself is compared with the second best, which says how sure it is.
        compared_cell = cell
        if cell == best_cell:
            next_best = [ranked for ranked in ranked_cells if ranked != best_cell]
            compared_cell = next_best[0] if next_best else best_cell
        results_by_cell = _results_of_games(analysis, [best_cell, compared_cell], end_time)
    except (EngineLimitError, MissingDependencyError):
        return _Loss(best_cell)

    differences = results_by_cell[0] - results_by_cell[1]
    if differences.size < 2 or np.isnan(differences).any():
        return _Loss(best_cell)
    mean_loss = float(differences.mean()) if cell == compared_cell else 0.0
    regret = Regret(max(0.0, mean_loss), _half_width(differences))

    # Variance-reduced results can leave the range of a chance.
    estimated_chance = float(min(1.0, max(0.0, results_by_cell[0].mean())))
    return _Loss(best_cell, estimated_chance, regret)


def _chance_in_clues(board: Any) -> bool:
    """Whether a clue may be shown in several ways, so that it makes some layouts likelier than others."""
    return not isinstance(board, Board) and board.field.ways > 1


def _half_width(game_results: npt.NDArray[np.float64]) -> float:
    """Half the width of the 95 % interval of a mean, from values of -1 to 1. Few games that all end alike
    have no spread, and prove little: no less is said than of a share that was never seen.
    """
    by_spread = (
        student_quantile(game_results.size - 1) * game_results.std(ddof=1) / sqrt(game_results.size)
    )
    _, never_seen = rate_interval(0, game_results.size)
    return float(max(by_spread, never_seen))


def _time_left(end_time: float) -> Limit | None:
    """What is left of the time that a grade may take. Raises EngineLimitError: nothing."""
    if end_time == inf:
        return None
    seconds_left = end_time - perf_counter()
    if seconds_left <= 0:
        raise EngineLimitError("no time is left to tell the regret")
    return Limit(seconds=seconds_left)


class _Tree:
    """Exact winning chances of best play: clue by clue down to where a policy's game tree takes over."""

    def __init__(self, policy: str, end_time: float) -> None:
        self._policy = policy
        self._end = end_time
        self._engine = ENGINES.get("auto")
        self._chances: dict[Any, Fraction] = {}  # by board

    def position(self, analysis: Analysis[Any]) -> Fraction:
        """The winning chance of a position. Raises EngineLimitError: it is too large for a game tree."""
        board = analysis.board
        if board not in self._chances:
            self._chances[board] = self._chance(analysis)
        return self._chances[board]

    def _chance(self, analysis: Analysis[Any]) -> Fraction:
        """The winning chance of a position that was not met before."""
        if analysis.best is None:
            return Fraction(1)
        if analysis.safe:  # to open it costs nothing
            return self.after(analysis, min(analysis.safe))
        recommendation = recommend(analysis, self._policy, limit=_time_left(self._end))
        if not recommendation.exact or recommendation.candidates[0].exact is None:
            raise EngineLimitError("the position is too large for a game tree")
        return recommendation.candidates[0].exact

    def after(self, analysis: Analysis[Any], cell: Any) -> Fraction:
        """The winning chance once a cell is opened, lost where it is a mine."""
        if cell in analysis.mines:
            return Fraction(0)
        layouts_won = Fraction(0)
        for clue in possible_clues(analysis.board, cell):
            limit = _time_left(self._end) or Limit()
            try:
                after_clue = self._engine.analyze(analysis.board.open(cell, clue), limit)
            except ContradictionError:  # the clues of the conflict are of no use here
                continue
            layouts_won += after_clue.solutions * self.position(after_clue)
        return layouts_won / analysis.solutions


def _results_of_games(
    analysis: Analysis[Any], cells: list[Any], end_time: float
) -> npt.NDArray[np.float64]:
    """float64 (cells, games): the games that least-risk guesses win after opening each cell first, on the
    same random layouts for all; in the core variance-reduced.
    """
    board = analysis.board
    core_plays = isinstance(board, Board) and kernel.available()
    if core_plays and not analysis.safe and analysis.mines.isdisjoint(cells):
        return played_on(analysis, cells, end_time)

    # What the layouts are drawn from, within the time that is left.
    end_time = min(end_time, perf_counter() + _PYTHON_SECONDS)
    limit = _time_left(end_time)
    sampler = Sampler(build(board), Budget(limit or Limit(), "grade"))
    if isinstance(board, Board):
        ground = Ground(board.shape, board.mines or 0)
    else:
        ground = UnderRules(board.field, board.mines, draws_layouts=False, shown_board=board)
    known_mines = {
        index: value
        for index, value in board._values().items()
        if value and index < len(board.cells)
    }
    mines_left = board.mines - sum(known_mines.values())

    # Each game is played once after each of the cells, over one layout.
    random = SplitMix64(1)
    won_games: list[list[bool]] = []  # of each game, whether it is won after each cell
    while len(won_games) < _PYTHON_GAMES and perf_counter() < end_time:
        drawn_mines = sampler.draw_layout(mines_left, random.below)
        deal = ground.deal_of(random, known_mines | drawn_mines)
        solution = ground.solution(deal)
        won_games.append([_wins(board, cell, deal.mines, solution) for cell in cells])
    return np.array(won_games, float).reshape(-1, len(cells)).T


def played_on(
    analysis: Analysis[Any], cells: list[Any], end_time: float = inf
) -> npt.NDArray[np.float64]:
    """float64 (cells, games): variance-reduced results of games that the core plays on from a square board.

    The mine count must be known and no cell proved safe. All cells have the same layouts, each time.
    """
    board = analysis.board
    mine_count: int = board.mines
    known_grid = board.grid.copy()
    for cell in analysis.mines:
        known_grid[cell] = MINE
    cell_indices = [board.index(cell) for cell in cells]
    chooser = POLICIES.get("safest").chooser(board.rows, board.cols)
    layouts = np.zeros((_BATCH_GAMES, known_grid.size), np.int8)
    result_batches: list[npt.NDArray[np.float64]] = []
    while len(result_batches) < _BATCH_COUNT and perf_counter() < end_time:
        batch_results = np.zeros((len(cells), _BATCH_GAMES))
        seed = len(result_batches) + 1
        chooser.draw(known_grid, mine_count, layouts, seed)
        chooser.play_on(
            known_grid, mine_count, cell_indices, layouts, kernel.GUESS_WORTH, batch_results
        )
        result_batches.append(batch_results)
    if not result_batches:
        return np.zeros((len(cells), 0))
    return np.concatenate(result_batches, axis=1)


def _wins(board: Any, first_cell: Any, mines: frozenset[int], solution: Any) -> bool:
    """Whether a game with these mines is won: a first cell, then what is proved safe, else the least risk."""
    cells_to_open = [first_cell]
    while cells_to_open:
        if any(board.index(cell) in mines for cell in cells_to_open):
            return False
        board = board.replace({cell: solution[cell] for cell in cells_to_open})
        analysis = analyze(board)
        cells_to_open = list(analysis.safe)
        if not cells_to_open and analysis.best is not None:
            cells_to_open = [analysis.best]
    return True


def _sentence(
    analysis: Analysis[Any], cell: Any, flag: bool, move_risk: Fraction, loss: _Loss
) -> str:
    """The grade in words."""
    cell_name = show(cell)
    if cell in analysis.safe or cell in analysis.mines:
        proof = analysis.reason(cell)
        sentence = f"{cell_name} is the same in every layout." if proof is None else proof.text
        is_right = flag == (cell in analysis.mines)
        return sentence if is_right else f"Wrong, {sentence}"

    # A guess: how likely it is a mine, then what would have been better.
    mine_chance = 1 - move_risk if flag else move_risk
    sentence = f"Nothing proves {cell_name}: it is a mine in "
    if analysis.note:
        sentence += f"{float(mine_chance):.1%} of the layouts, by an estimate"
    else:
        sentence += f"{mine_chance} of the layouts"
    if flag:
        return f"{sentence}."

    # What the guess costs, against a safe cell or the best guess.
    if analysis.safe:
        return sentence + _sentence_on_safe_cell(analysis, loss)
    sentence += "; no cell is proved safe"
    if loss.regret is None:
        return f"{sentence}."
    if not loss.regret and (cell == loss.best or loss.regret.exact):
        return f"{sentence}, and no other wins more often."
    return f"{sentence}; against {show(loss.best)} it costs {loss.regret}."


def _sentence_on_safe_cell(analysis: Analysis[Any], loss: _Loss) -> str:
    """The rest of the sentence on a guess where a cell is proved safe."""
    proof = analysis.reason(loss.best)
    proof_text = "in every layout." if proof is None else proof.text
    sentence = f", and {show(loss.best)} is safe: {proof_text}"
    return sentence if loss.regret is None else f"{sentence} The guess costs {loss.regret}."
