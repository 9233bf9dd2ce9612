"""How well a player plays, fairly: what it could have known, not what turned out.

>>> from minesolver.game.series import Series
>>> series = Series("safest", 5, 5, 4, seed=1)
>>> score = judged(series.player(), map(series.game, range(20)))
>>> score.summary()["proved moves found"].value, score.summary()["least-risk guesses"].value
(1.0, 1.0)
"""

from collections import defaultdict
from collections.abc import Iterable
from math import inf, log10
from typing import Any, NamedTuple

from ..base.intervals import mean_interval, ratio_interval, wilson
from ..kernel import GUESS_WORTH
from ..layers import proved
from ..model.analysis import Analysis
from ..model.board import HIDDEN
from ..players import Player
from ..solve import analyze
from .dealing import guess_risk
from .episode import PlayedMove, play_episode
from .game import Game
from .grade import Grade, grade

LAYERS_NEEDED = ("baseline", "subset", "intersection", "bounds", "counting")
"""What proves a cell, the weakest first: rules of :mod:`minesolver.layers`, then counting."""


class Measured(NamedTuple):
    """A value and its 95 % interval; NaN without data."""

    value: float
    low: float
    high: float


class Missed(NamedTuple):
    """A deduction that was there and not made. ``cell``: one that ``layer`` proves safe, in ``analysis``."""

    game: int
    layer: str
    cell: Any
    instead: Any
    analysis: Analysis


class Score:
    """Judges moves as they are made, game by game; the regret of each guess can take a second."""

    def __init__(self, *, regret: bool = False) -> None:
        self.regret = regret
        self.games: list[defaultdict[str, float]] = []
        """Of each game: ``won``, ``guesses``, ``least`` (those of least risk), ``excess`` (risk above it),
        ``lost`` (regret), ``luck``, ``spent`` (the sum of -log10 of the chance of each guess survived) and
        ``needless`` (what of it the cell of least risk would have spared); by layer how often it ``could``
        prove a safe cell, and one was ``found``.
        """
        self.missed: list[Missed] = []

    def begin(self) -> None:
        """A new game."""
        self.games.append(defaultdict(float))

    def opened(self, board: Any, cell: Any, hit: bool, deal: str = "hidden") -> Grade:
        """A hidden cell was opened on a board, and ``hit`` a mine or not; returns its grade.

        deal: As ``mines`` of the game's :class:`~minesolver.Rules`
        """
        game_sums = self.games[-1]
        analysis = analyze(board)
        graded_move = grade(analysis, cell, regret=self.regret and not analysis.safe)
        game_sums["excess"] += float(graded_move.risk - graded_move.least_risk)
        game_sums["lost"] += graded_move.regret or 0.0
        if graded_move.proved is None:
            # Where the rules settle what a guess meets, that is no luck.
            move_risk = graded_move.risk if deal == "hidden" else guess_risk(board, cell, deal)
            game_sums["luck"] += GUESS_WORTH * (float(move_risk) - hit)
            if not hit:
                game_sums["spent"] -= log10(1 - graded_move.risk)
                game_sums["needless"] += log10(1 - graded_move.least_risk) - log10(
                    1 - graded_move.risk
                )
        if not analysis.safe:
            game_sums["guesses"] += 1
            game_sums["least"] += graded_move.risk == graded_move.least_risk
            return graded_move

        # A deduction was there: made or missed, in all and by the layer that it takes.
        safe_cell, layer = easiest(analysis)
        for layer_name in ("", layer):
            game_sums[f"could {layer_name}"] += 1
            game_sums[f"found {layer_name}"] += graded_move.proved == "safe"
        if graded_move.proved != "safe":
            self.missed.append(Missed(len(self.games) - 1, layer, safe_cell, cell, analysis))
        return graded_move

    def end(self, won: bool) -> None:
        """The game is over."""
        self.games[-1]["won"] = won

    def summary(self) -> dict[str, Measured]:
        """All figures with their intervals; moves of one game count as one group."""
        # Deductions: those that were there, and those that were made, in all and by layer.
        games = self.games
        figures = {"proved moves found": self._share("found ", "could ")}
        for layer in LAYERS_NEEDED:
            if any(game_sums[f"could {layer}"] for game_sums in games):
                figures[f"- by {layer}"] = self._share(f"found {layer}", f"could {layer}")

        # Guesses: how good they were, and what they cost.
        figures["least-risk guesses"] = self._share("least", "guesses")
        figures["risk above the least, a game"] = _mean_within(
            [game_sums["excess"] for game_sums in games], 0.0, inf
        )
        if self.regret:
            losses = [game_sums["lost"] for game_sums in games]
            figures["winning chance lost by guesses, a game"] = _mean_within(losses, 0.0, inf)
        figures["luck spent, a game"] = _mean_within(
            [game_sums["spent"] for game_sums in games], 0.0, inf
        )
        figures["- needlessly"] = _mean_within(
            [game_sums["needless"] for game_sums in games], 0.0, inf
        )

        # Games: won, and won without the luck of their guesses, which scatters less.
        win_count = round(sum(game_sums["won"] for game_sums in games))
        win_rate = win_count / max(1, len(games))
        figures["games won"] = Measured(win_rate, *wilson(win_count, len(games)))
        results_without_luck = [game_sums["won"] - game_sums["luck"] for game_sums in games]
        figures["games won, luck removed"] = _mean_within(results_without_luck, 0.0, 1.0)
        return figures

    def _share(self, count_name: str, total_name: str) -> Measured:
        """One count of all games divided by another one."""
        count_pairs = [(game_sums[count_name], game_sums[total_name]) for game_sums in self.games]
        total_count = sum(game_total for _, game_total in count_pairs)
        return Measured(*ratio_interval(count_pairs, round(total_count)))


def _mean_within(values: list[float], lowest: float, highest: float) -> Measured:
    """The mean of what lies in a range on average: an estimate, or an end of its interval, that few games put
    outside is at the end of the range.
    """
    sum_of_squares = sum(value * value for value in values)
    interval = mean_interval(sum(values), sum_of_squares, len(values))
    if not values:
        return Measured(*interval)  # NaN
    return Measured(*(min(highest, max(lowest, value)) for value in interval))


def easiest(analysis: Analysis) -> tuple[Any, str]:
    """A safe cell that the weakest layer proves, and this layer; there must be one."""
    square_board = analysis.board.plain
    if square_board is not None:
        for cell, layer in proved(square_board):
            if cell in analysis.safe:
                return cell, layer
    return min(analysis.safe), "counting"


def layer_needed(game: Game) -> str | None:
    """The weakest layer that wins a game, playing it; ``None`` where a guess is needed."""
    hardest_number = 0
    while not game.over:
        analysis = analyze(game.board)
        if not analysis.safe:
            return None
        layer = open_easiest(game, analysis)
        hardest_number = max(hardest_number, LAYERS_NEEDED.index(layer))
    return LAYERS_NEEDED[hardest_number]


def open_easiest(game: Game, analysis: Analysis) -> str:
    """Open all cells that the weakest layer proves safe which proves any; returns this layer."""
    layer = easiest(analysis)[1]
    layer_of = dict(proved(game.board))
    for cell in analysis.safe:
        if layer_of.get(cell, "counting") == layer and game.board[cell] == HIDDEN:
            game.open(cell)
    return layer


def judged(player: Player, games: Iterable[Game], score: Score | None = None) -> Score:
    """Have a player play games, and judge every cell that it opens; a first move that the rules protect is
    no guess.

    score: That is kept on with
    Raises ValueError: a move that cannot be made.
    """
    score = score or Score()
    board_before: Any = None

    def on_move(game: Game, move: PlayedMove) -> None:
        nonlocal board_before
        is_protected = len(game.moves) == 1 and game.rules.first_click != "none"
        if move.action == "open" and not is_protected:
            is_mine = move.cell in (game.layout or ())
            score.opened(board_before, move.cell, is_mine, game.rules.mines)
        board_before = game.board

    # Every move is judged by the board before it, which the game no longer has.
    for game in games:
        board_before = game.board
        score.begin()
        episode = play_episode(game, player, on_move=on_move, keep_moves=False)
        score.end(episode.outcome == "won")
    return score
