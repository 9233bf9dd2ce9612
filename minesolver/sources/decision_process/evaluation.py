"""The exact winning chance of an agent: every first click, layout and draw, in rationals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ...base.errors import RuleError
from ...model.board import MINE, Cell
from .agents import Agent
from .environment import Environment, View
from .layouts import members
from .states import decode, entries, entry, holds


@dataclass(frozen=True)
class Evaluation:
    """How often an agent wins.

    by_first_click: Given the cell that it opens first
    """

    win_probability: Fraction
    by_first_click: dict[Cell, Fraction]


def evaluate(agent: Agent, env: Environment) -> Evaluation:
    """How often an agent wins in an environment, over all layouts that its rules can place. An episode ends
    as one of :meth:`Environment.step` does and is won if the status is then 1. Neither the game in ``env``
    nor its seed has a part in it. Work grows with layouts times reachable positions: for boards of a dozen
    cells.

    Raises RuleError: the agent opens what it may not.
    """
    run = _Run(agent, env)
    openings = run.choices(None, _Position(0, 0, 0))
    chances = {cell: run.opening(cell) for cell in openings}
    return Evaluation(
        sum((chances[cell] for cell in openings), Fraction(0)) / len(openings),
        {run.layouts.cell(cell): chance for cell, chance in chances.items()},
    )


class _Position(NamedTuple):
    """``state`` and ``shown``: packed entries. ``steps``: clicks so far, 0 in full observation."""

    state: int
    shown: int
    steps: int


class _Run:
    def __init__(self, agent: Agent, env: Environment) -> None:
        self.layouts = env.space.layouts
        self._agent = agent
        self._env = env
        self._literal = env.observation == "literal"
        self.choices = cache(self._choices)

    def opening(self, first: int) -> Fraction:
        """The winning chance once ``first`` is the first cell opened."""
        layouts = members(self.layouts.permitted(self._env.first_click, first))
        if not layouts:
            raise RuleError(f"the agent may not open {self.layouts.cell(first)} first")
        wins = Fraction(0)
        for layout in layouts:
            after = self._after(_Position(0, 0, 0), layout, first)
            wins += self._chance(after, layout, first, {}) if after else 0
        return wins / len(layouts)

    def _choices(self, first: int | None, position: _Position) -> Sequence[int]:
        """The cells that the agent may open next."""
        return list(map(self.layouts.index, self._agent.choices(self._view(first, position))))

    def _view(self, first: int | None, position: _Position) -> View:
        actions, index = self._env.get_actions(), self.layouts.index
        if first is None:
            rule = self._env.first_click
            actions = [cell for cell in actions if self.layouts.permitted(rule, index(cell))]
        return View(
            state=tuple(decode(self.layouts, position.state)),
            shown=tuple(decode(self.layouts, position.shown)),
            actions=tuple(actions),
            unopened=tuple(cell for cell in actions if not holds(position.shown, index(cell))),
            first=None if first is None else self.layouts.cell(first),
        )

    def _after(self, position: _Position, layout: int, cell: int) -> _Position | None:
        """The position once ``cell`` is opened; ``None`` where it holds a bomb."""
        value = self.layouts.value(layout, cell)
        if value == MINE:
            return None
        shown = position.shown | self._env.space.region(layout, cell)
        if self._literal:
            return _Position(position.state | entry(cell, value), shown, position.steps + 1)
        return _Position(shown, shown, 0)

    def _chance(
        self, position: _Position, layout: int, first: int, known: dict[_Position, Fraction]
    ) -> Fraction:
        """The winning chance from a position where the bombs are those of ``layout``."""
        if position in known:
            return known[position]
        safe_cells = self.layouts.cells - self.layouts.bombs
        opened = len(entries(position.shown))
        won = opened == safe_cells
        if (position.steps if self._literal else opened) == safe_cells or (won and self._env.stop_at_win):
            return Fraction(won)
        wins, moves = Fraction(0), 0
        for cell in self.choices(first, position):
            after = self._after(position, layout, cell)
            # An opened cell of a full state changes nothing: the agent draws again, so those draws drop out.
            if after != position:
                moves += 1
                wins += self._chance(after, layout, first, known) if after else 0
        known[position] = wins / moves if moves else Fraction(0)
        return known[position]
