"""What an agent is: a player that sees boards and answers with moves."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Literal, Protocol

from ..board import Board, Cell


@dataclass(frozen=True, slots=True)
class Move:
    """What an agent does next.

    ``action``: open the cell, or flag it as a mine. ``proved``: whether that is proved right.
    ``probability``: the agent's estimate of P(mine), if it has one. ``reason``: one sentence.
    ``random``: whether the cell was picked with nothing to go by. ``engine``: what decided: an engine, a
    layer, a search. ``rule``: the rule of it that proves the move, or that chooses the cell of a guess.
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
        """Begin a game: its size, its mine count if known, and the seed of the agent's own choices."""

    def move(self, board: Board) -> Move | None:
        """The next move on the board as it is now (a later view of the same game); ``None`` without one."""


@dataclass(frozen=True)
class Agent:
    """A registered agent. ``make``: a new player; keyword options where the agent has any.

    ``source``: where its rules are from. ``uses_total``: whether it uses the mine count where it is known.
    """

    name: str
    description: str
    source: str
    make: Callable[..., Player]
    uses_total: bool = False
