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
from fractions import Fraction
from math import log, log10
from typing import Any, Literal, NamedTuple

from ..base.intervals import mean_interval, rate_interval, ratio_interval
from ..kernel import GUESS_WORTH
from ..layers import proved
from ..model.analysis import Analysis
from ..model.board import HIDDEN
from ..players import Player
from ..solver import analyze
from .dealing import guess_risk
from .episode import PlayedMove, play_episode
from .game import Game
from .grade import grade, risks

LAYERS_NEEDED = ("baseline", "subset", "intersection", "bounds", "counting")
"""What proves a cell, the weakest first: rules of :mod:`minesolver.layers`, then counting."""


MOST_SPENT = 1 / log(10)
"""Greatest luck spent in a game on average, in powers of ten. A guess of risk r is survived with 1 - r, and
then counts -log10(1 - r): on average at most r / ln 10. All risks of a game add up to the chance of losing
it, which is at most 1; so do the risks above the least.
"""


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


class FalseClaim(NamedTuple):
    """A cell that a player called proved, safe or a mine, and that is not, on the board of ``analysis``."""

    game: int
    cell: Any
    is_mine: bool
    analysis: Analysis

    @property
    def why_not(self) -> str:
        """Why the cell is not proved what it was called, in a sentence."""
        return grade(self.analysis, self.cell, flag=self.is_mine, regret=False).reason


class JudgedMove(NamedTuple):
    """What could be known of an opened cell: what it is proved to be, its risk, and the least there was."""

    proved: Literal["safe", "mine"] | None
    risk: Fraction
    least_risk: Fraction


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

    def add_guess(self, move: JudgedMove, actual_risk: float, hit: bool) -> None:
        """A cell was opened that was not proved: how much luck that took. ``actual_risk``: by the deal."""
        self.luck += GUESS_WORTH * (actual_risk - hit)
        if not hit:
            spent = -log10(1 - move.risk)
            self.luck_spent += spent
            self.needless += spent + log10(1 - move.least_risk)

    def add_choice(self, move: JudgedMove) -> None:
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
        self.false_claims: list[FalseClaim] = []

    def begin(self) -> None:
        """A new game."""
        self.games.append(GameSums())

    def flagged(self, board: Any, cell: Any) -> None:
        """A hidden cell was called a proved mine."""
        analysis = analyze(board)
        if cell not in analysis.mines:
            self.false_claims.append(FalseClaim(len(self.games) - 1, cell, True, analysis))

    def opened(
        self, board: Any, cell: Any, hit: bool, deal: str = "hidden", *, called_safe: bool = False
    ) -> JudgedMove:
        """A hidden cell was opened on a board, and ``hit`` a mine or not.

        deal: As ``mines`` of the game's :class:`~minesolver.Rules`
        called_safe: Whether the player held it to be proved safe
        """
        # What could be known of the cell, and whether the player claimed more.
        game = self.games[-1]
        analysis = analyze(board)
        move = _judged_move(analysis, cell)
        if called_safe and move.proved != "safe":
            self.false_claims.append(FalseClaim(len(self.games) - 1, cell, False, analysis))

        # What it risked.
        game.excess_risk += float(move.risk - move.least_risk)
        if self.regret and not analysis.safe:
            game.regret += grade(analysis, cell).regret or 0.0
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

    def drop_last_game(self) -> None:
        """Forget a game that was not played to its end."""
        last_game = len(self.games) - 1
        self.games.pop()
        self.missed = [missed for missed in self.missed if missed.game < last_game]
        self.false_claims = [claim for claim in self.false_claims if claim.game < last_game]

    def end(self, won: bool) -> None:
        """The game is over."""
        self.games[-1].won = won

    def summary(self, *, guesses: bool = True) -> dict[str, Measured]:
        """All figures with their intervals; moves of one game count as one group.

        guesses: Whether the guesses are the player's: else what depends on them is left out
        """
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
        if not guesses:
            return figures
        figures["least-risk guesses"] = _share(
            [(game.least_risk_guesses, game.guesses) for game in games]
        )
        figures["risk above the least, a game"] = _mean([game.excess_risk for game in games], 1.0)
        if self.regret:
            figures["winning chance lost by guesses, a game"] = _mean(
                [game.regret for game in games], 1.0
            )
        figures["luck spent, a game"] = _mean([game.luck_spent for game in games], MOST_SPENT)
        figures["- needlessly"] = _mean([game.needless for game in games], MOST_SPENT)

        # Games: won, and won without the luck of their guesses, which scatters less.
        win_count = sum(game.won for game in games)
        win_rate = win_count / max(1, len(games))
        figures["games won"] = Measured(win_rate, *rate_interval(win_count, len(games)))
        results_without_luck = [game.won - game.luck for game in games]
        figures["games won, luck removed"] = _mean(results_without_luck, 1.0)
        return figures


def _judged_move(analysis: Analysis, cell: Any) -> JudgedMove:
    """What could be known of a cell that is opened."""
    proved_value: Literal["safe", "mine"] | None = None
    if cell in analysis.safe:
        proved_value = "safe"
    elif cell in analysis.mines:
        proved_value = "mine"
    return JudgedMove(proved_value, *risks(analysis, cell))


def _share(counts_of_games: list[tuple[int, int]]) -> Measured:
    """What was done of what could be, by game, over all games."""
    return Measured(*ratio_interval(counts_of_games))


def _mean(values: list[float], most: float) -> Measured:
    """The mean of what is from 0 to ``most`` on average, though single games may lie outside."""
    return Measured(*mean_interval(values, 0.0, most))


def easiest(analysis: Analysis) -> tuple[Any, str]:
    """A safe cell that the weakest layer proves, and this layer; there must be one."""
    square_board = analysis.board._plain
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
        if move.action != "flag" and not is_protected:
            # A chord opens all that is around a clue at once.
            cells = [move.cell]
            if move.action == "chord":
                cells = [cell for cell in move.shown if cell in board_before.neighbours(move.cell)]
            for cell in cells:
                is_mine = cell in (game.layout or ())
                score.opened(board_before, cell, is_mine, game.rules.deal, called_safe=move.proved)
        elif move.action == "flag" and move.proved:
            score.flagged(board_before, move.cell)
        board_before = game.board

    # Every move is judged by the board before it, which the game no longer has.
    for game in games:
        board_before = game.board
        score.begin()
        episode = play_episode(game, player, on_move=on_move, keep_moves=False)
        score.end(episode.outcome == "won")
    return score
