"""The exact winning chance of an agent: every first click, layout and draw, in rationals."""

from collections.abc import Sequence
from dataclasses import dataclass
from fractions import Fraction
from functools import cache
from typing import NamedTuple

from ...base.errors import RuleError, check_type
from ...model.board import MINE, Cell
from .agents import Agent
from .environment import Environment, View, check_environment
from .placements import members
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
    check_type(agent, Agent, "who is evaluated is an Agent")
    check_environment(env)
    run = _Run(agent, env)
    openings = run.choices(None, _Position(0, 0, 0))
    if not openings:
        raise RuleError("the agent names no cell to open first")
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

    def opening(self, first_cell: int) -> Fraction:
        """The winning chance once ``first_cell`` is opened first."""
        layouts = members(self.layouts.permitted(self._env.first_click, first_cell))
        if not layouts:
            raise RuleError(f"the agent may not open {self.layouts.cell(first_cell)} first")
        chance_sum = Fraction(0)
        for layout in layouts:
            position = self._after(_Position(0, 0, 0), layout, first_cell)
            if position is not None:
                chance_sum += self._chance(position, layout, first_cell, {})
        return chance_sum / len(layouts)

    def _choices(self, first_cell: int | None, position: _Position) -> Sequence[int]:
        """The cells that the agent may open next."""
        return list(map(self.layouts.index, self._agent.choices(self._view(first_cell, position))))

    def _view(self, first_cell: int | None, position: _Position) -> View:
        actions = self._env.get_actions()
        index = self.layouts.index
        if first_cell is None:
            rule = self._env.first_click
            actions = [cell for cell in actions if self.layouts.permitted(rule, index(cell))]
        return View(
            state=tuple(decode(self.layouts, position.state)),
            shown=tuple(decode(self.layouts, position.shown)),
            actions=tuple(actions),
            unopened=tuple(cell for cell in actions if not holds(position.shown, index(cell))),
            first=None if first_cell is None else self.layouts.cell(first_cell),
        )

    def _after(self, position: _Position, layout: int, cell: int) -> _Position | None:
        """The position once ``cell`` is opened; ``None`` where it holds a bomb."""
        value = self.layouts.value(layout, cell)
        if value == MINE:
            return None
        shown_cells = position.shown | self._env.space.region(layout, cell)
        if self._literal:
            return _Position(position.state | entry(cell, value), shown_cells, position.steps + 1)
        return _Position(shown_cells, shown_cells, 0)

    def _chance(
        self, position: _Position, layout: int, first_cell: int, chances: dict[_Position, Fraction]
    ) -> Fraction:
        """The winning chance from a position where the bombs are those of ``layout``.

        chances: Of the positions that were met before, with this layout and first cell
        """
        if position in chances:
            return chances[position]

        # An episode of literal observation ends after as many clicks as there are safe cells, won or not.
        safe_cells = self.layouts.cells - self.layouts.bombs
        opened_cells = len(entries(position.shown))
        is_won = opened_cells == safe_cells
        steps_taken = position.steps if self._literal else opened_cells
        if steps_taken == safe_cells or (is_won and self._env.stop_at_win):
            return Fraction(is_won)

        # The mean over what the agent may open. An opened cell of a full state changes nothing: the agent
        # draws again, so those draws drop out.
        chance_sum = Fraction(0)
        move_count = 0
        for cell in self.choices(first_cell, position):
            next_position = self._after(position, layout, cell)
            if next_position == position:
                continue
            move_count += 1
            if next_position is not None:
                chance_sum += self._chance(next_position, layout, first_cell, chances)
        chances[position] = chance_sum / move_count if move_count else Fraction(0)
        return chances[position]
