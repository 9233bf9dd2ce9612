"""What an agent is: a player that sees boards and answers with moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from ..model.board import Board, Cell


@dataclass(frozen=True, slots=True)
class Move:
    """What an agent does next.

    Attributes
    ----------
    cell
        (row, column).
    action
        Open the cell, or flag it as a mine.
    proved
        Whether that is proved right.
    probability
        The agent's estimate of P(mine), if it has one.
    reason
        Why, in one sentence.
    random
        Whether the cell was picked with no estimate at all.
    engine
        What decided: an engine, a layer, a search.
    rule
        The rule that proves the move, or that chooses the cell of a guess.
    """

    cell: Cell
    action: Literal["open", "flag"]
    proved: bool
    probability: float | None
    reason: str
    random: bool = False
    engine: str = ""
    rule: str = ""


class Player(Protocol):
    """An agent at play. It sees boards only, so the hidden mines are out of its reach."""

    def start(self, rows: int, cols: int, mines: int | None, seed: int) -> None:
        """Begin a game.

        Parameters
        ----------
        rows, cols
            The size.
        mines
            The mine count; ``None`` where it is unknown.
        seed
            The seed of the agent's own choices.
        """

    def move(self, board: Board) -> Move | None:
        """The next move.

        Parameters
        ----------
        board
            The board as it is now, a later view of the same game.

        Returns
        -------
        Move | None
            The move; ``None`` where the agent has none.
        """


@dataclass(frozen=True)
class Agent:
    """A registered agent.

    Attributes
    ----------
    name
        Its name.
    description
        What it does, in one line.
    source
        Where its rules are from.
    make
        Makes a new player; keyword options where the agent has any.
    uses_total
        Whether it uses the mine count where it is known.
    under_rules
        Whether it plays boards under rules as well.
    """

    name: str
    description: str
    source: str
    make: Callable[..., Player]
    uses_total: bool = False
    under_rules: bool = False
