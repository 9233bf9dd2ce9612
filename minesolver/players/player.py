"""What an agent is: a player that sees boards and answers with moves."""

from __future__ import annotations

from collections import deque
from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal, Protocol

from ..base.errors import ArgumentTypeError, RuleError, check_type, quoted
from ..base.limits import whole_number
from ..model.board import HIDDEN, MAX_CELLS
from ..model.subject import Subject

ACTIONS = ("open", "flag", "chord")
"""What a player may do."""


@dataclass(frozen=True, slots=True)
class Move:
    """What an agent does next. ``Move(cell)`` opens a cell and says nothing more.

    cell: (row, column), or a cell's name under rules
    action: Open the cell, flag it as a mine, or chord: open what is around a clue that has all its flags
    proved: Whether the agent holds that to be proved right
    probability: The agent's estimate of P(mine), if it has one
    reason: Why, in one sentence
    random: Whether the cell was picked with no estimate at all
    engine: What decided: an engine, a layer, a search
    rule: The rule that proves the move, or that chooses the cell of a guess
    """

    cell: Any
    action: Literal["open", "flag", "chord"] = "open"
    proved: bool = False
    probability: float | None = None
    reason: str = ""
    random: bool = False
    engine: str = ""
    rule: str = ""


class Player(Protocol):
    """An agent at play. It sees boards only, so the hidden mines are out of its reach."""

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        """Begin a game.

        mines: The mine count; ``None`` where it is unknown
        seed: The seed of the agent's own choices
        """

    def move(self, board: Any) -> Move | None:
        """The next move; ``None`` where the agent has none.

        board: As it is now, a later view of the same game: a :class:`~minesolver.Board`, or one under rules
            where the agent plays these as well
        """


class SimplePlayer(Protocol):
    """The least that plays a game: what :class:`Player` does without ``start``, and a cell for a move."""

    def move(self, board: Any) -> Move | tuple[Any, ...] | None:
        """The next move, or just the cell to open, (row, column); ``None`` where the agent has none."""


def as_move(answer: Any) -> Move:
    """What a player's ``move`` returned as a move: a cell alone is opened, without a claim that it is safe.

    Raises ArgumentTypeError: it is neither a move nor a tuple.
    """
    if isinstance(answer, Move):
        return answer
    if isinstance(answer, tuple):
        return Move(answer)
    raise ArgumentTypeError(
        "a player's move is (row, col), a minesolver.players.Move or None, "
        f"not {quoted(answer)} of type {type(answer).__name__}"
    )


def checked_game(rows: int, cols: int, seed: int) -> tuple[int, int, int]:
    """What a player starts with, before it fails deep inside.

    Raises ArgumentTypeError: a number is none; RuleError: no game has this size.
    """
    rows = whole_number(rows, "the number of rows")
    cols = whole_number(cols, "the number of columns")
    if min(rows, cols) < 0 or rows * cols > MAX_CELLS:
        raise RuleError(f"{rows}x{cols} are not 0 to {MAX_CELLS:,} cells")
    return rows, cols, whole_number(seed, "a seed")


def check_board(board: Any, kind: type[Subject] = Subject) -> None:
    """Whether a player can move on this. Raises ArgumentTypeError: it is no board of the kind."""
    check_type(board, kind, "a player moves on a board")


@dataclass(frozen=True)
class Agent:
    """A registered agent.

    description: What it does, in one line
    source: Where its rules are from
    make: Makes a new player; keyword options where the agent has any
    uses_total: Whether it uses the mine count where it is known
    under_rules: Whether it plays boards under rules as well
    chords: Whether it chords, so that it has to see its game from its first move on
    """

    name: str
    description: str
    source: str
    make: Callable[..., Player]
    uses_total: bool = False
    under_rules: bool = False
    chords: bool = False

    def on(self, square: bool) -> Agent:
        """The agent, for one kind of boards. Raises :class:`RuleError`: it does not play these."""
        if not square and not self.under_rules:
            raise RuleError(
                f"policy {self.name!r} plays square boards with Minesweeper's own clues only"
            )
        return self


class Prover:
    """What players share that prove many moves at once and then make them."""

    proved: deque[Move]

    def next_proved(self, board: Any) -> Move | None:
        """The next proved move that is still to be made."""
        while self.proved:
            move = self.proved.popleft()
            if board[move.cell] in (HIDDEN, "#"):  # a cascade may have opened it meanwhile
                return move
        return None


def proof(cell: Any, is_mine: bool, reason: str, engine: str, rule: str) -> Move:
    """A proved move."""
    return Move(
        cell, "flag" if is_mine else "open", True, float(is_mine), reason, engine=engine, rule=rule
    )


def unproved(
    cell: Any,
    reason: str,
    engine: str,
    rule: str,
    risk: float | None = None,
    *,
    random: bool = False,
) -> Move:
    """A cell opened without a proof."""
    return Move(cell, "open", False, risk, reason, random, engine, rule)
