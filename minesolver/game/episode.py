"""One game played by an agent, move by move, and what came of it."""

from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Any, Literal

from ..base.errors import (
    ArgumentTypeError,
    MoveError,
    check_callable,
    check_type,
    quoted,
    truth,
)
from ..engine import ESTIMATE
from ..players.player import ACTIONS, Move, SimplePlayer, as_move
from .game import Game
from .game_rules import Rules
from .seeding import agent_seed


@dataclass(frozen=True, slots=True)
class PlayedMove(Move):
    """A move as it was played, and what it opened, with the clues (10: a mine); a guess without a proof."""

    shown: dict[Any, Any] = field(default_factory=dict)


@dataclass(frozen=True, slots=True)
class Episode:
    """A finished game.

    rows, cols, mines, rules, seed, index: As for :class:`Game`
    moves: The moves; empty if they were not to be kept
    outcome: ``"won"``: the goal of the rules was reached; ``"lost"``: a mine ended it; ``"stopped"``: the
        agent had no move left
    guesses: Moves that opened a cell without a proof
    random_picks: Guesses that no estimate led
    deduced_mines: Mines flagged with a proof
    seconds: The agent's own time
    estimates: Guesses in positions that nothing could count
    """

    rows: int
    cols: int
    mines: int
    rules: Rules
    seed: int
    index: int
    moves: tuple[PlayedMove, ...]
    outcome: Literal["won", "lost", "stopped"]
    opened: int
    mines_hit: int
    guesses: int
    random_picks: int
    deduced_mines: int
    seconds: float
    estimates: int = 0

    @property
    def visited(self) -> int:
        """Cells opened, mines included."""
        return self.opened + self.mines_hit

    @property
    def score(self) -> float:
        """The inference report's score: deduced mines, as a percentage of all; 100 where there are none."""
        return 100.0 * self.deduced_mines / self.mines if self.mines else 100.0


def play_episode(
    game: Game[Any],
    agent: SimplePlayer,
    *,
    on_move: Callable[[Game[Any], PlayedMove], None] | None = None,
    keep_moves: bool = True,
    clock: Callable[[], float] = perf_counter,
) -> Episode:
    """Play a game to its end. Where the rules fix the first cell it is opened for the agent, as a move that
    is neither proved nor a guess of its own.

    >>> import minesolver as ms
    >>> from minesolver.players import PLAYERS
    >>> game = ms.Game(9, 9, 10, seed=1)
    >>> episode = ms.play_episode(game, PLAYERS.get("safest").make())
    >>> game.status, episode.guesses
    ('won', 1)

    game: The game, which may have begun
    agent: The player, a :class:`~minesolver.players.Player` or less: ``start`` may be missing
    on_move: Called with the game and the move, after each move
    keep_moves: Whether the episode holds the moves
    clock: What times the agent, in seconds
    Raises ValueError: a move of the agent that cannot be made; ArgumentTypeError: no game, no player, or no
        move.
    """
    check_type(game, Game, "what is played is a Game")
    if isinstance(agent, str):
        raise ArgumentTypeError(
            f"a player, not its name: minesolver.players.PLAYERS.get({agent!r}).make()"
        )
    if not hasattr(agent, "move"):
        raise ArgumentTypeError(f"a player has a method move, which {quoted(agent)} has not")
    check_callable(on_move, "on_move is a function")
    record = _Record(game, on_move, truth(keep_moves, "keep_moves is True or False"))

    # A first cell that the rules fix is opened before the player begins.
    if game.start is not None and not game.started:
        reason_text = "the rules fix the first cell"
        record.make(
            Move(game.start, "open", False, None, reason_text, engine="rules", rule="fixed start")
        )

    # The player's own time only: not what the game takes for a move.
    start_time = clock()
    known_mines = game.mines if game.rules.mine_count_known else None
    if hasattr(agent, "start"):
        agent.start(game.rows, game.cols, known_mines, agent_seed(game.seed, game.index))
    player_seconds = clock() - start_time
    while not game.over:
        board = game.board
        start_time = clock()
        answer = agent.move(board)
        player_seconds += clock() - start_time
        if answer is None:
            break
        move = as_move(answer)
        record.make(move)
        if move.action != "flag" and not move.proved:
            record.count_guess(move)
    return record.episode(player_seconds)


class _Record:
    """What is counted and kept of a game while it goes on."""

    def __init__(
        self,
        game: Game[Any],
        on_move: Callable[[Game[Any], PlayedMove], None] | None,
        keep_moves: bool,
    ) -> None:
        self.game = game
        self.on_move = on_move
        self.keep_moves = keep_moves
        self.played_moves: list[PlayedMove] = []
        self.proved_flags: set[Any] = set()
        self.guess_count = 0
        self.random_picks = 0
        self.estimate_count = 0

    def make(self, move: Move) -> None:
        """Make a move, keep it, and tell who wants to know."""
        game = self.game
        opened_clues: dict[Any, Any] = {}
        if move.action not in ACTIONS:  # no flag, either: the game might never end
            raise MoveError(f"an action is open, flag or chord, not {quoted(move.action)}")
        if move.action == "open":
            opened_clues = game.open(move.cell)
        elif move.action == "chord":
            opened_clues = game.chord(move.cell)
        elif game.flag(move.cell) and move.proved:
            self.proved_flags.add(move.cell)
        else:
            self.proved_flags.discard(move.cell)

        # The move with what it opened, for whoever looks on or keeps it.
        if not self.keep_moves and self.on_move is None:
            return
        played_move = PlayedMove(
            move.cell,
            move.action,
            move.proved,
            move.probability,
            move.reason,
            move.random,
            move.engine,
            move.rule,
            opened_clues,
        )
        if self.keep_moves:
            self.played_moves.append(played_move)
        if self.on_move is not None:
            self.on_move(game, played_move)

    def count_guess(self, move: Move) -> None:
        """Count a move that opened a cell without a proof."""
        self.guess_count += 1
        self.random_picks += move.random
        self.estimate_count += move.engine == ESTIMATE

    def episode(self, player_seconds: float) -> Episode:
        """The game as it ended; a player without a move left has stopped."""
        game = self.game
        outcome: Literal["won", "lost", "stopped"] = "stopped"
        if game.won:
            outcome = "won"
        elif game.lost:
            outcome = "lost"
        mine_cells = game.layout or frozenset()
        return Episode(
            game.rows,
            game.cols,
            game.mines,
            game.rules,
            game.seed,
            game.index,
            moves=tuple(self.played_moves),
            outcome=outcome,
            opened=game.opened,
            mines_hit=game.mines_hit,
            guesses=self.guess_count,
            random_picks=self.random_picks,
            deduced_mines=len(self.proved_flags & game.flags & mine_cells),
            seconds=player_seconds,
            estimates=self.estimate_count,
        )
