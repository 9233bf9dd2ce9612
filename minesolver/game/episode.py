"""One game played by an agent, move by move, and what came of it."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from time import perf_counter
from typing import Literal, Protocol

from ..model.board import Board, Cell
from .game import Game
from .rules import Rules
from .seeding import agent_seed


class AgentMove(Protocol):
    """What the game needs of an agent's move; see :class:`minesolver.players.Move`."""

    @property
    def cell(self) -> Cell: ...
    @property
    def action(self) -> Literal["open", "flag"]: ...
    @property
    def proved(self) -> bool: ...
    @property
    def probability(self) -> float | None: ...
    @property
    def reason(self) -> str: ...
    @property
    def random(self) -> bool: ...
    @property
    def engine(self) -> str: ...
    @property
    def rule(self) -> str: ...


class AgentPlayer(Protocol):
    """What the game needs of an agent; see :class:`minesolver.players.Player`."""

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None: ...
    def move(self, board: Board) -> AgentMove | None: ...


@dataclass(frozen=True, slots=True)
class PlayedMove:
    """A move as it was played.

    cell, action, reason: See :class:`minesolver.players.Move`
    proved: Whether the agent had proved it right; else it is a guess
    probability: The agent's estimate of P(mine), if it had one
    random: Whether it was picked with no estimate at all
    shown: What it opened, with the clues (10 for a mine); empty for a flag
    engine, rule: What decided it; see :class:`minesolver.players.Move`
    """

    cell: Cell
    action: Literal["open", "flag"]
    proved: bool
    probability: float | None
    reason: str
    random: bool
    shown: dict[Cell, int]
    engine: str = ""
    rule: str = ""


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

    @property
    def visited(self) -> int:
        """Cells opened, mines included."""
        return self.opened + self.mines_hit

    @property
    def score(self) -> float:
        """The inference report's score: deduced mines, as a percentage of all; 100 where there are none."""
        return 100.0 * self.deduced_mines / self.mines if self.mines else 100.0


def play_episode(
    game: Game,
    agent: AgentPlayer,
    *,
    on_move: Callable[[Game, PlayedMove], None] | None = None,
    keep_moves: bool = True,
    clock: Callable[[], float] = perf_counter,
) -> Episode:
    """Play a game to its end. Where the rules fix the first cell it is opened for the agent, as a move that
    is neither proved nor a guess of its own.

    Parameters
    ----------
    game
        The game, which may have begun.
    agent
        The player.
    on_move
        Called with the game and the move, after each move.
    keep_moves
        Whether the episode holds the moves.
    clock
        What times the agent, in seconds.

    Returns
    -------
    Episode
        The finished game.

    Raises
    ------
    ValueError
        A move of the agent that cannot be made.
    """
    played: list[PlayedMove] = []
    deduced: set[Cell] = set()
    guesses = random_picks = 0

    def make(move: AgentMove) -> None:
        if move.action == "open":
            shown = game.open(move.cell)
        else:
            shown = {}
            if game.flag(move.cell) and move.proved:
                deduced.add(move.cell)
            else:
                deduced.discard(move.cell)
        made = PlayedMove(
            move.cell,
            move.action,
            move.proved,
            move.probability,
            move.reason,
            move.random,
            shown,
            move.engine,
            move.rule,
        )
        if keep_moves:
            played.append(made)
        if on_move is not None:
            on_move(game, made)

    if game.start is not None and not game.started:
        make(_FixedStart(game.start))
    began = clock()
    agent.start(
        game.rows,
        game.cols,
        game.mines if game.rules.mine_count_known else None,
        agent_seed(game.seed, game.index),
    )
    seconds = clock() - began
    while not game.over:
        board = game.board
        began = clock()
        move = agent.move(board)
        seconds += clock() - began
        if move is None:
            break
        make(move)
        if move.action == "open" and not move.proved:
            guesses += 1
            random_picks += move.random
    return Episode(
        game.rows,
        game.cols,
        game.mines,
        game.rules,
        game.seed,
        game.index,
        tuple(played),
        "won" if game.won else "lost" if game.lost else "stopped",
        game.opened,
        game.mines_hit,
        guesses,
        random_picks,
        len(deduced & game.flags & (game.layout or frozenset())),
        seconds,
    )


@dataclass(frozen=True, slots=True)
class _FixedStart:
    cell: Cell
    action: Literal["open", "flag"] = "open"
    proved: bool = False
    probability: float | None = None
    reason: str = "the rules fix the first cell"
    random: bool = False
    engine: str = "rules"
    rule: str = "fixed start"
