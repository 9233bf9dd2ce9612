"""Boards to play: any, such that no guess is needed, or puzzles with one solution; each proved to be so.

A layout needs no guess where a player who opens the start cell, and then proved-safe cells only, opens every
safe cell. A puzzle has one solution, and no clue can be spared: clues are hidden in a random order for as
long as the solution stays the only one. The oracle of the explanations says so, and exact counting again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count
from math import inf
from typing import TYPE_CHECKING, Any, Literal

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError, MinesolverError, RuleError, counted
from ..base.limits import Budget, Limit
from ..explain.facts import TOTAL
from ..explain.oracle import Oracle
from ..model.layout import Layout
from ..model.puzzle import Puzzle
from ..solve import analyze
from .game import Game
from .ground import Deal, Ground
from .levels import size_text
from .rules import Rules
from .seeding import SplitMix64, game_key

if TYPE_CHECKING:
    from .variant import UnderRules

Method = Literal["uniform", "repair"]
Accept = Callable[[Deal, SplitMix64], list[int] | None]
"""The cells that are open from the beginning, by index, if the layout will do."""

_REPAIRS = 50  # of one drawn layout; most that can be repaired have been by then


@dataclass(frozen=True)
class Generated:
    """A generated board.

    start: The start cell; ``None`` for puzzles
    no_guess: Whether it was proved to need no guess from there
    seed, index: Which board it is
    tries: Layouts drawn until there was this one
    repairs: Mines moved in all of them
    """

    start: Any
    no_guess: bool
    seed: int
    index: int
    tries: int
    repairs: int
    _ground: Ground = field(repr=False, compare=False)
    _deal: Deal
    _shown: tuple[int, ...] = ()

    @cached_property
    def board(self) -> Any:
        """What a player gets: the start cell open, or a puzzle's clues."""
        ground = self._ground
        if self.start is None:
            shown = {ground.name(i): ground.shows(i, self._deal) for i in self._shown}
            return ground.blank(ground.mines).replace(shown)
        game = Game.dealt(ground, self._deal)
        game.open(self.start)
        return game.board

    @cached_property
    def solution(self) -> Any:
        """The same with every cell open."""
        return self._ground.solution(self._deal)

    @property
    def layout(self) -> Layout:
        """Where the mines are, on a rectangle."""
        return Layout(
            self._ground.rows, self._ground.cols, frozenset(map(self._ground.name, self._deal.mines))
        )


def generate(
    rows: int,
    cols: int,
    mines: int | None = None,
    start: Any = None,
    *,
    board: str = "square",
    layers: Sequence[int] = (),
    no_guess: bool = True,
    unique: bool = False,
    seed: int = 0,
    first: int = 0,
    method: Method = "uniform",
    tries: int | None = None,
    limit: Limit | float | None = None,
) -> Iterator[Generated]:
    """Boards ``first``, ``first + 1``, ... of a seed, without end. The same arguments give the same boards,
    whatever ``first`` is.

    mines: The mine count; under rules by default as near to 40 % of the cells as they allow
    start: The start cell, which is a zero; by default the middle
    board, layers: Rules of the board, and sizes before rows and columns, as for :class:`Rules` and
        :class:`Game`
    no_guess: Only no-guess boards. Otherwise board i is the layout of game (seed, i) under first click
        ``zero``, or under rules without a start cell any layout.
    unique: Puzzles with one solution instead, from which no clue can be spared
    first: The first board of the series
    method: ``"uniform"`` draws layouts until one needs no guess, so that every no-guess board is equally
        likely. ``"repair"`` moves mines where a drawn layout gets stuck, and proves it again from the start:
        faster on dense boards, not uniform, for square boards only.
    tries: Layouts drawn for one board before giving up; by default 100,000, under rules 1000
    limit: What an analysis under rules may take
    Raises RuleError, PuzzleError: no such board can be; EngineLimitError: none was found in ``tries``
        layouts; MissingDependencyError: the core was not built, which no-guess square boards need.
    """
    if method not in ("uniform", "repair"):
        raise RuleError(f"method is uniform or repair, not {method!r}")
    if method == "repair" and (unique or board != "square"):
        raise RuleError(
            "mines are moved on square boards with Minesweeper's own clues only: leave method out"
        )
    zero = Rules("zero", board=board)
    board = zero.board
    if tries is None:
        tries = 1000 if unique or board != "square" else 100_000
    shape = (*layers, rows, cols)
    if unique:
        from ..model.variant import Field
        from .variant import UnderRules

        under = UnderRules(Field.parse(board, shape), mines, limit)
        one = partial(_needed, under, limit)
        return _each(partial(_drawn, under, None, frozenset(), one, False, tries), seed, first)
    ground = (zero if start is not None or no_guess or board == "square" else Rules(board=board)).check(
        rows, cols, mines, layers
    )
    free: frozenset[int] = frozenset()
    if start is not None or no_guess or board == "square":
        start = tuple(size // 2 for size in shape) if start is None else start
        try:
            place = ground.blank(None).index(start)
        except MinesolverError:
            size = "x".join(map(str, shape))
            raise RuleError(f"the start cell {start} is not on the {size} board") from None
        free = zero.check_click(ground, place)
    if ground.mines == ground.cells:
        raise RuleError("with a mine on every cell there is no start cell")
    grid = ground.blank(ground.mines).sums()
    if no_guess and (board == "square" or (ground.uniform and grid and grid.playable and kernel.available())):
        repairs = _REPAIRS if method == "repair" else 0
        return _each(partial(_compiled, ground, start, place, repairs, tries), seed, first)
    accept = partial(_solved, ground, start, limit) if no_guess else _any
    return _each(partial(_drawn, ground, start, free, accept, no_guess, tries), seed, first)


def _each(make: Callable[[int, int], Generated], seed: int, first: int) -> Iterator[Generated]:
    return (make(seed, index) for index in count(first))


def _drawn(
    ground: Ground,
    start: Any,
    free: frozenset[int],
    accept: Accept,
    no_guess: bool,
    tries: int,
    seed: int,
    index: int,
) -> Generated:
    """Draw layouts until one is accepted."""
    random = SplitMix64(game_key(seed, index))
    for tried in range(1, tries + 1):
        deal = ground.deal(random, free)
        shown = accept(deal, random)
        if shown is not None:
            return Generated(start, no_guess, seed, index, tried, 0, ground, deal, tuple(shown))
    wanted = "needs no guess" if no_guess else "has one solution"
    raise _none_of(ground, tries, wanted)


def _none_of(ground: Ground, tries: int, wanted: str) -> EngineLimitError:
    size = size_text(*ground.shape, ground.mines)
    return EngineLimitError(
        f"none of {counted(tries, 'layout')} of {size} {ground.title} {wanted}; no answer is given"
    )


def _compiled(
    ground: Ground, start: Any, place: int, repairs: int, tries: int, seed: int, index: int
) -> Generated:
    """The same for no-guess boards by the core, which can move mines as well."""
    kernel.require()
    grid = ground.blank(ground.mines).sums()
    rows, cols = grid.cells.shape
    layout = np.zeros(ground.cells, np.int8)
    drawn = moved = 0
    status = ""
    while status != "solved":
        if drawn >= tries:
            hint = "" if repairs or grid.lists else "; method 'repair' finds them on denser boards"
            raise _none_of(ground, tries, "needs no guess" + hint)
        own = kernel.workspace_for(rows, cols, grid.lists)
        status, drawn, more = own.find_no_guess(
            ground.mines, place, seed % 2**64, index, drawn, tries - drawn, repairs, layout
        )
        moved += more
        if status == "too wide" and not own.grow(inf, kernel.MEMORY):
            raise EngineLimitError("a position of this size does not fit the core's memory")
    return Generated(start, True, seed, index, drawn, moved, ground, ground.read(layout.tolist()))


def _any(deal: Deal, random: SplitMix64) -> list[int]:
    """Any layout will do."""
    return []


def _solved(
    ground: Ground, start: Any, limit: Limit | float | None, deal: Deal, random: SplitMix64
) -> list[int] | None:
    """Open what is proved safe, from the start cell on, to the end."""
    game = Game.dealt(ground, deal)
    cells = {start}
    while cells:
        for cell in cells:
            if game.board[cell] == ground.hidden:
                game.open(cell)
        if game.over:
            return []
        cells = set(analyze(game.board, limit=limit).safe)
    return None


def _needed(
    ground: UnderRules, limit: Limit | float | None, deal: Deal, random: SplitMix64
) -> list[int] | None:
    """Cells whose clues leave one solution, none to be spared; ``None`` where all together do not."""
    # All cells unknown, all clues there: which are shown is a matter of assumptions.
    whole = Puzzle.from_board(ground.blank(ground.mines))
    own = {}
    for i, clue in deal.clues.items():
        own[i] = len(whole.constraints)
        whole.constrain(ground.field.says(i, clue))
    oracle = Oracle(whole, Budget(Limit.of(limit), "generate"), encoded=inf)
    always = [*sorted({*range(len(whole.constraints))} - {*own.values()}), TOTAL]
    solution = {i: i in deal.mines for i in range(ground.cells)}

    def unique(shown: list[int]) -> bool:
        facts = dict.fromkeys(shown, False)
        left = {i: is_mine for i, is_mine in solution.items() if i not in facts}
        return oracle.settled([*always, *(own[i] for i in shown)], facts, left) == left

    shown = list(own)
    if not unique(shown):
        return None
    order = list(shown)
    for k in range(len(order) - 1):  # Fisher and Yates
        j = k + random.below(len(order) - k)
        order[k], order[j] = order[j], order[k]
    for i in order:
        fewer = [j for j in shown if j != i]
        if unique(fewer):
            shown = fewer
    names = {ground.name(i): deal.clues[i] for i in shown}
    solutions = analyze(ground.blank(ground.mines).replace(names), limit=limit).solutions
    assert solutions == 1, "two proofs must agree"
    return shown
