"""Boards to play: any, such that no guess is needed, or puzzles with one solution; each proved to be so.

A layout needs no guess where a player who opens the start cell, and then proved-safe cells only, opens every
safe cell. A puzzle has one solution, and no clue can be spared: clues are hidden in a random order for as
long as the solution stays the only one. The oracle of the explanations says so, and exact counting again.
"""

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, partial
from itertools import count
from math import inf
from typing import Any, Literal

import numpy as np

from .. import kernel
from ..base.errors import EngineLimitError, RuleError, counted
from ..base.limits import Budget, Limit
from ..explain.facts import TOTAL
from ..explain.oracle import Oracle
from ..model.layout import Layout
from ..model.puzzle import Puzzle
from ..model.reason import Difficulty
from ..model.variant import HIDDEN, OPENED, Field
from ..solve import analyze
from .game import Game
from .ground import Deal, Ground
from .levels import size_text
from .rules import Rules
from .seeding import SplitMix64, game_key
from .variant import UnderRules

Method = Literal["uniform", "repair"]
Accept = Callable[[Deal, SplitMix64], tuple[Deal, list[int]] | None]
"""What cells show, and those that are open from the beginning, by index, if the layout will do."""
Range = tuple[float, float]
"""The least and the most."""

_REPAIRS = 50  # of one drawn layout; most that can be repaired have been by then

_WORK = 4_500_000  # microseconds or so that the questions about one layout may take


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
    _total: bool = True
    _progressive: bool = False

    @cached_property
    def board(self) -> Any:
        """What a player gets: the start cell open, or a puzzle's clues."""
        ground = self._ground
        if self.start is None:
            shown = {ground.name(i): ground.shows(i, self._deal) for i in self._shown}
            return ground.blank(ground.mines if self._total else None).replace(shown)
        game = Game.dealt(ground, self._deal)
        game.open(self.start)
        return game.board

    @cached_property
    def solution(self) -> Any:
        """The same with every cell open."""
        return self._ground.solution(self._deal)

    @property
    def difficulty(self) -> Difficulty:
        """How hard a puzzle is."""
        return played(self.board, self.solution) if self._progressive else analyze(self.board).difficulty()

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
    progressive: bool = False,
    total: bool = True,
    clues: Range = (0, inf),
    hardest: Range = (0, inf),
) -> Iterator[Generated]:
    """Boards ``first``, ``first + 1``, ... of a seed, without end. The same arguments give the same boards,
    whatever ``first`` is.

    mines: The mine count; under rules by default as near to 40 % of the cells as they allow
    start: The start cell, which is a zero; by default the middle
    board, layers: Rules of the board, and sizes before rows and columns, as for :class:`Rules` and
        :class:`Game`
    no_guess: Only no-guess boards. Otherwise board i is the layout of game (seed, i) under first click
        ``zero``, or under rules without a start cell any layout.
    unique: Puzzles with one solution instead, from which no clue can be spared. A start cell is open there.
    progressive: Puzzles as 14 Minesweeper Variants has them: a cell shows its clue, or ``?``, when it is
        opened; proved cells lead from those open at the beginning to the end, and no clue can be spared
    total: Whether a puzzle tells the mine count
    clues, hardest: Of a puzzle: how many clues there are, with some that could be spared where more are
        wanted; and the facts that the hardest step takes, for which clues are put back as well
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
    if unique or progressive:
        under = UnderRules(Field.parse(board, shape), mines, limit, alike=False)
        kept = frozenset() if start is None else frozenset({under.place(start)})
        room = under.cells - len(kept)
        if not 0 <= under.mines <= room:
            raise RuleError(f"{counted(under.mines, 'mine')} on {counted(room, 'cell')} that may have one")
        one = partial(_needed, under, kept, progressive, total, clues, hardest, limit)
        return _each(partial(_drawn, under, None, kept, one, False, total, progressive, tries), seed, first)
    if not total or (clues, hardest) != ((0, inf), (0, inf)):
        raise RuleError(
            "clues, difficulty and a mine count that is not told are for puzzles with one solution"
        )
    ground = (zero if start is not None or no_guess or board == "square" else Rules(board=board)).check(
        rows, cols, mines, layers
    )
    free: frozenset[int] = frozenset()
    if start is not None or no_guess or board == "square":
        start = tuple(size // 2 for size in shape) if start is None else start
        place = ground.place(start)
        free = zero.check_click(ground, place)
    if ground.mines == ground.cells:
        raise RuleError("with a mine on every cell there is no start cell")
    grid = ground.blank(ground.mines).sums()
    if no_guess and (board == "square" or (ground.uniform and grid and grid.playable and kernel.available())):
        repairs = _REPAIRS if method == "repair" else 0
        return _each(partial(_compiled, ground, start, place, repairs, tries), seed, first)
    accept: Accept = _any
    if no_guess:  # a puzzle of all clues
        accept = partial(_needed, ground, frozenset({place}), True, True, (inf, inf), (0, inf), limit)
    return _each(partial(_drawn, ground, start, free, accept, no_guess, True, False, tries), seed, first)


def _each(make: Callable[[int, int], Generated], seed: int, first: int) -> Iterator[Generated]:
    return (make(seed, index) for index in count(first))


def _drawn(
    ground: Ground,
    start: Any,
    free: frozenset[int],
    accept: Accept,
    no_guess: bool,
    total: bool,
    progressive: bool,
    tries: int,
    seed: int,
    index: int,
) -> Generated:
    """Draw layouts until one is accepted."""
    random = SplitMix64(game_key(seed, index))
    wanted = "needs no guess" if no_guess else "makes such a puzzle"
    for tried in range(1, tries + 1):
        try:
            found = accept(ground.deal(random, free), random)
        except EngineLimitError as error:
            what = f"{size_text(*ground.shape, ground.mines)} {ground.title} {wanted}"
            raise EngineLimitError(f"whether {what} is too much to prove: {error}") from None
        if found is not None:
            deal, shown = found
            numbers = seed, index, tried, 0
            return Generated(start, no_guess, *numbers, ground, deal, tuple(shown), total, progressive)
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


def _any(deal: Deal, random: SplitMix64) -> tuple[Deal, list[int]]:
    """Any layout will do."""
    return deal, []


def _needed(
    ground: Any,
    kept: frozenset[int],
    progressive: bool,
    total: bool,
    clues: Range,
    hardest: Range,
    limit: Limit | float | None,
    deal: Deal,
    random: SplitMix64,
) -> tuple[Deal, list[int]] | None:
    """The clues that settle all cells, those of ``kept`` among them, none to be spared; ``None`` where all
    together do not."""
    blank = ground.blank(ground.mines if total else None)
    # All cells unknown, all clues there: which are shown is a matter of assumptions.
    whole = Puzzle.from_board(blank)
    own = {}
    for i, clue in deal.clues.items():
        if clue != OPENED:
            own[i] = len(whole.constraints)
            whole.constrain(ground.field.says(i, clue))
    oracle = Oracle(whole, Budget(Limit.of(limit), "generate", states=_WORK), encoded=inf)
    always = [*range(len(whole.constraints) - len(own)), *[TOTAL] * total]
    solution = {i: i in deal.mines for i in range(ground.cells)}
    opened = set(kept)  # from the beginning, where clues appear later

    def left(shown: list[int]) -> list[int]:
        """The cells that these clues do not settle; without progress, any where some are not."""
        facts = dict.fromkeys(opened if progressive else shown, False)
        if not progressive:
            return [] if oracle.settles([*always, *(own[i] for i in shown)], facts, solution) else [*solution]
        while True:
            asked = [*always, *(own[i] for i in shown if facts.get(i) is False)]
            unknown = {i: is_mine for i, is_mine in solution.items() if i not in facts}
            found = oracle.settled(asked, facts, unknown)
            if not found or len(found) == len(unknown):
                return [i for i in unknown if i not in found]
            facts |= found

    def puzzle(shown: list[int]) -> tuple[Deal, list[int]]:
        told = {i: clue if i in shown else OPENED for i, clue in deal.clues.items()}
        return Deal(deal.mines, told), sorted(opened) if progressive else shown

    def steps(shown: list[int]) -> int:
        made, first = puzzle(shown)
        board = blank.replace({ground.name(i): ground.shows(i, made) for i in first})
        solved = played(board, ground.solution(made)) if progressive else analyze(board).difficulty()
        return solved.hardest

    shown = list(own)
    while stuck := left(shown):
        safe = [i for i in stuck if not solution[i]]
        if not progressive or not safe or clues[0] == inf:
            return None
        opened.add(safe[random.below(len(safe))])
    if clues[0] == inf:
        return deal, []
    order = list(shown)
    for k in range(len(order) - 1):  # Fisher and Yates
        j = k + random.below(len(order) - k)
        order[k], order[j] = order[j], order[k]
    spared = []
    for i in order:
        fewer = [j for j in shown if j != i]
        if len(shown) > clues[0] and i not in kept and not left(fewer):
            shown = fewer
            spared.append(i)
    back = 1
    while (hard := steps(shown) if hardest != (0, inf) else 0) > hardest[1]:
        room = int(min(back, len(spared), clues[1] - len(shown)))
        if room < 1:
            return None
        shown, spared, back = sorted([*shown, *spared[-room:]]), spared[:-room], 2 * back
    if hard < hardest[0] or not clues[0] <= len(shown) <= clues[1]:
        return None
    made, first = puzzle(shown)
    if not progressive:
        board = blank.replace({ground.name(i): deal.clues[i] for i in shown})
        found = analyze(board, limit=limit)
        assert len(found.safe | found.mines) == len(board.where(HIDDEN)), "two proofs must agree"
        made = deal
    return made, first


def played(board: Any, solution: Any) -> Difficulty:
    """How hard a puzzle is whose cells show what they do in its solution as soon as they are proved."""
    sizes = []
    while step := analyze(board).hint():
        sizes.append(step.facts)
        board = board.replace({reason.cell: solution[reason.cell] for reason in step.reasons})
    return Difficulty(tuple(sizes))
