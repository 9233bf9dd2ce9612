"""How well a player plays, fairly: what it could have known, not what turned out.

>>> from minesolver.game.series import Series
>>> series = Series("safest", 5, 5, 4, seed=1)
>>> score = judged(series.player(), map(series.game, range(20)))
>>> score.summary()["proved moves found"].value, score.summary()["least-risk guesses"].value
(1.0, 1.0)
"""

from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field
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


@dataclass
class GameSums:
    """What the moves of one game add up to.

    guesses: Cells opened where nothing was proved safe, ``least_risk_guesses`` of them of the least risk
    excess_risk: By which the risks were above the least, summed
    regret: Winning chance lost by guesses
    luck: By which the game was won, or lost, by what guesses met rather than by how they were chosen
    luck_spent: The sum of -log10 of the chance of each guess survived, ``needless`` of which the cell of
        least risk would have spared
    provable: Moves where a safe cell was proved, by the weakest layer that proves one
    proved: Of these, those that opened a proved cell
    """

    won: bool = False
    guesses: int = 0
    least_risk_guesses: int = 0
    excess_risk: float = 0.0
    regret: float = 0.0
    luck: float = 0.0
    luck_spent: float = 0.0
    needless: float = 0.0
    provable: Counter[str] = field(default_factory=Counter)
    proved: Counter[str] = field(default_factory=Counter)

    def add_guess(self, move: Grade, actual_risk: float, hit: bool) -> None:
        """A cell was opened that was not proved: how much luck that took. ``actual_risk``: by the deal."""
        self.luck += GUESS_WORTH * (actual_risk - hit)
        if not hit:
            spent = -log10(1 - move.risk)
            self.luck_spent += spent
            self.needless += spent + log10(1 - move.least_risk)

    def add_choice(self, move: Grade) -> None:
        """A cell was chosen where nothing was proved safe."""
        self.guesses += 1
        self.least_risk_guesses += move.risk == move.least_risk

    def add_deduction(self, layer: str, made: bool) -> None:
        """A safe cell could be proved by a layer, and was opened or not."""
        self.provable[layer] += 1
        self.proved[layer] += made


class Score:
    """Judges moves as they are made, game by game; the regret of each guess can take a second."""

    def __init__(self, *, regret: bool = False) -> None:
        self.regret = regret
        self.games: list[GameSums] = []
        self.missed: list[Missed] = []

    def begin(self) -> None:
        """A new game."""
        self.games.append(GameSums())

    def opened(self, board: Any, cell: Any, hit: bool, deal: str = "hidden") -> Grade:
        """A hidden cell was opened on a board, and ``hit`` a mine or not; returns its grade.

        deal: As ``mines`` of the game's :class:`~minesolver.Rules`
        """
        game = self.games[-1]
        analysis = analyze(board)
        move = grade(analysis, cell, regret=self.regret and not analysis.safe)
        game.excess_risk += float(move.risk - move.least_risk)
        game.regret += move.regret or 0.0
        if move.proved is None:
            # Where the rules settle what a guess meets, that is no luck.
            actual_risk = move.risk if deal == "hidden" else guess_risk(board, cell, deal)
            game.add_guess(move, float(actual_risk), hit)
        if not analysis.safe:
            game.add_choice(move)
            return move

        # A deduction was there: made, or missed.
        safe_cell, layer = easiest(analysis)
        is_made = move.proved == "safe"
        game.add_deduction(layer, is_made)
        if not is_made:
            self.missed.append(Missed(len(self.games) - 1, layer, safe_cell, cell, analysis))
        return move

    def end(self, won: bool) -> None:
        """The game is over."""
        self.games[-1].won = won

    def summary(self) -> dict[str, Measured]:
        """All figures with their intervals; moves of one game count as one group."""
        # Deductions: of those that were there how many were made, in all and by layer.
        games = self.games
        figures = {
            "proved moves found": _share(
                [(game.proved.total(), game.provable.total()) for game in games]
            )
        }
        for layer in LAYERS_NEEDED:
            if any(game.provable[layer] for game in games):
                counts = [(game.proved[layer], game.provable[layer]) for game in games]
                figures[f"- by {layer}"] = _share(counts)

        # Guesses: how good they were, and what they cost.
        figures["least-risk guesses"] = _share(
            [(game.least_risk_guesses, game.guesses) for game in games]
        )
        figures["risk above the least, a game"] = _mean_within(
            [game.excess_risk for game in games], 0.0, inf
        )
        if self.regret:
            figures["winning chance lost by guesses, a game"] = _mean_within(
                [game.regret for game in games], 0.0, inf
            )
        figures["luck spent, a game"] = _mean_within([game.luck_spent for game in games], 0.0, inf)
        figures["- needlessly"] = _mean_within([game.needless for game in games], 0.0, inf)

        # Games: won, and won without the luck of their guesses, which scatters less.
        win_count = sum(game.won for game in games)
        win_rate = win_count / max(1, len(games))
        figures["games won"] = Measured(win_rate, *wilson(win_count, len(games)))
        results_without_luck = [game.won - game.luck for game in games]
        figures["games won, luck removed"] = _mean_within(results_without_luck, 0.0, 1.0)
        return figures


def _share(counts_of_games: list[tuple[int, int]]) -> Measured:
    """What was done of what could be, by game, over all games."""
    total_count = sum(possible for _, possible in counts_of_games)
    return Measured(*ratio_interval(counts_of_games, total_count))


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
