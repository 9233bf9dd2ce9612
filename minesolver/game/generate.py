"""Boards to play: any, such that no guess is needed, or puzzles with one solution; each proved to be so.

A layout needs no guess where a player who opens the start cell, and then proved-safe cells only, opens every
safe cell; how hard that is, :mod:`minesolver.game.judge` says. A puzzle has one solution, and no clue can be
spared: clues are hidden in a random order for as long as the solution stays the only one. The oracle of the
explanations says so, and exact counting again.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import closing
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from math import inf
from numbers import Real
from typing import Any, Literal, NamedTuple

import numpy as np

from .. import kernel
from ..base.errors import (
    ArgumentError,
    ArgumentTypeError,
    EngineLimitError,
    RuleError,
    check_type,
    counted,
    quoted,
    truth,
)
from ..base.limits import Budget, Countdown, Limit, whole_number, whole_numbers
from ..explain.oracle import Oracle
from ..explain.oracle_facts import TOTAL
from ..model.board import Board
from ..model.layout import Layout
from ..model.numbers import three_bv_of
from ..model.puzzle import Puzzle
from ..model.reason import Difficulty
from ..model.variant import HIDDEN, OPENED, Field
from ..solver import analyze
from .board_sizes import size_text
from .game import Game
from .game_rules import Rules
from .ground import Deal, Ground
from .judge import Judgement, judge
from .multi_mine import MultiMinePuzzles
from .score import LAYERS_NEEDED
from .seeding import SplitMix64, game_key, shuffle_first
from .under_rules import UnderRules

Method = Literal["uniform", "repair"]
Accepted = tuple[Deal, list[int]]
"""What cells show, and those that are open from the beginning, by index."""
Accept = Callable[[Deal, SplitMix64], Accepted | None]
"""What is made of a layout, if it will do."""
Range = tuple[float, float]
"""The least and the most."""
ANY: Range = (0, inf)

# Of one drawn layout; most that can be repaired have been by then (benchmarks/generation.py).
_REPAIRS = 50
_TRIES = 100_000  # layouts for one board: a second of the core on the densest boards that have some
_MOST_TRIES = 1 << 62  # more than anybody waits for: the core counts in 64 bits
_SLOW_TRIES = 1000  # the same under rules and of puzzles, where each layout takes a solver

# What the questions about one layout may take, in the steps that a budget counts: a microsecond or so each,
# so that a layout too hard to settle is given up after some seconds.
_WORK = 4_500_000


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
    _made: tuple[Any, Any] | None = None  # board and solution, where cells hold several mines

    @cached_property
    def board(self) -> Any:
        """What a player gets: the start cell open, or a puzzle's clues."""
        if self._made is not None:
            return self._made[0]
        ground = self._ground
        if self.start is not None:
            game = Game.dealt(ground, self._deal)
            game.open(self.start)
            return game.board
        assert isinstance(ground, UnderRules), "puzzles are made under rules, square ones too"
        mine_count = ground.mines if self._total else None
        return ground.puzzle(mine_count, self._deal, self._shown, opened=self._progressive)

    @cached_property
    def solution(self) -> Any:
        """The same with every cell open."""
        return self._ground.solution(self._deal) if self._made is None else self._made[1]

    @cached_property
    def judgement(self) -> Judgement:
        """A board with a start cell played from there: its hardest step, and the layer that this takes."""
        return judge(self.solution, self.start)

    @property
    def difficulty(self) -> Difficulty:
        """How hard a puzzle is."""
        if self._progressive:
            return difficulty_of_play(self.board, self.solution)
        return analyze(self.board).difficulty()

    @property
    def numbers(self) -> dict[str, int]:
        """3BV, openings, islands and ZiNi of a square board; empty under rules."""
        is_square = self._made is None and self._ground.title == "square"
        return self.layout.numbers if is_square else {}

    @property
    def layout(self) -> Layout:
        """Where the mines are, on a rectangle."""
        ground = self._ground
        return Layout(ground.rows, ground.cols, frozenset(map(ground.name, self._deal.mines)))


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
    clues: Range = ANY,
    hardest: Range = ANY,
    three_bv: Range = ANY,
    layer: str | None = None,
) -> Iterator[Generated]:
    """Boards ``first``, ``first + 1``, ... of a seed, without end. The same arguments give the same boards,
    whatever ``first`` is. One of :func:`random_layouts`, :func:`no_guess_boards` and :func:`puzzles`.

    >>> made = next(generate(4, 5, 4, seed=1))
    >>> made.start, sorted(made.layout.mine_cells)
    ((2, 2), [(0, 3), (1, 0), (2, 0), (3, 0)])

    rows, cols: The sizes
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
    clues: Of a puzzle: how many clues there are, with some that could be spared where more are wanted
    hardest: Of a puzzle or a no-guess board: the facts that its hardest step takes, as
        :attr:`Judgement.facts` counts them; for a puzzle, clues are put back as well
    layer: Of a square no-guess board: the weakest deduction layer that solves it, as in
        :attr:`Judgement.layer`
    three_bv: Of a square board: its 3BV, the least number of clicks without chords
    first: The first board of the series
    method: ``"uniform"`` draws layouts until one needs no guess, so that every no-guess board is equally
        likely. ``"repair"`` moves mines where a drawn layout gets stuck, and proves it again from the start:
        faster on dense boards, not uniform, for square boards only.
    tries: Layouts drawn for one board before giving up; by default 100,000, under rules 1000
    limit: What an analysis under rules may take, or finding one no-guess board as hard as is wanted
    Raises RuleError, PuzzleError, ArgumentError: no such board can be; EngineLimitError: none was found in
        ``tries`` layouts, or within the limit; MissingDependencyError: the core was not built, which no-guess
        square boards need.
    """
    # What does not go together is said before anything is drawn.
    rows = whole_number(rows, "the number of rows")
    cols = whole_number(cols, "the number of columns")
    if mines is not None:
        mines = whole_number(mines, "the mine count")
    no_guess = truth(no_guess, "no_guess is True or False")
    unique = truth(unique, "unique is True or False")
    progressive = truth(progressive, "progressive is True or False")
    total = truth(total, "total is True or False")
    for name, wanted_range in (("clues", clues), ("hardest", hardest), ("three_bv", three_bv)):
        _check_range(name, wanted_range)
    if not isinstance(method, str) or method not in ("uniform", "repair"):
        raise RuleError(f"method is uniform or repair, not {quoted(method)}")
    check_type(board, str, "rules are names")
    if method == "repair" and (unique or board != "square"):
        raise RuleError(
            "mines are moved on square boards with Minesweeper's own clues only: leave method out"
        )
    board = Rules(board=board).board  # the name under which it is known
    if three_bv != ANY and board != "square":
        raise RuleError(f"3BV is counted on square boards, not under {board}")
    is_puzzle = unique or progressive
    if not is_puzzle and (not total or clues != ANY):
        raise RuleError("clues and a mine count that is not told are for puzzles with one solution")
    if not is_puzzle and not no_guess and hardest != ANY:
        raise RuleError("difficulty is of no-guess boards, and of puzzles with one solution")
    if layer is not None:
        _check_layer(layer, board, no_guess and not is_puzzle)
    if board == "square" and not is_puzzle and mines is not None:
        _check_hardness(hardest[0], rows * cols - mines)
    if tries is None:
        tries = _TRIES if board == "square" and not is_puzzle else _SLOW_TRIES
    tries = min(whole_number(tries, "the number of tries"), _MOST_TRIES)

    # One of three products, each of which draws layouts until one will do.
    shape = (*whole_numbers(layers, "a board's size"), rows, cols)
    if is_puzzle:
        wish = PuzzleWish(progressive, total, clues, hardest, three_bv, limit)
        make_board = puzzles(shape, mines, start, board, wish, tries)
    elif no_guess:
        repairs = _REPAIRS if method == "repair" else 0
        board_wish = BoardWish(three_bv, hardest, layer, limit)
        make_board = no_guess_boards(shape, mines, start, board, tries, repairs, board_wish)
    else:
        make_board = random_layouts(shape, mines, start, board, tries, three_bv)
    seed = whole_number(seed, "a seed")
    first = whole_number(first, "the number of the first board")
    if not 0 <= first < 2**63:  # which the core counts on from
        raise ArgumentError(f"the number of the first board is 0 or more, not {quoted(first)}")
    return (make_board(seed, index) for index in count(first))


def _check_range(name: str, wanted_range: Any) -> None:
    """Raises ArgumentTypeError: it is no pair of numbers; ArgumentError: nothing is in it."""
    if not (
        isinstance(wanted_range, tuple)
        and len(wanted_range) == 2
        and all(isinstance(number, Real) for number in wanted_range)
    ):
        raise ArgumentTypeError(
            f"{name} is a range, a pair of the least and the most, not {quoted(wanted_range)}"
        )
    least, most = wanted_range
    if not least <= most:
        raise ArgumentError(f"{name} is a range that nothing is in: {quoted(wanted_range)}")


def _check_layer(layer: str, board: str, no_guess: bool) -> None:
    """Raises RuleError: boards of these rules have no layer, or not this one."""
    if not isinstance(layer, str) or layer not in LAYERS_NEEDED:
        raise RuleError(f"layer {quoted(layer)}: one of {', '.join(LAYERS_NEEDED)}")
    if not no_guess or board != "square":
        raise RuleError("the layer that solves a board is asked of square no-guess boards only")


def _check_hardness(least_facts: float, safe_cells: int) -> None:
    """Raises RuleError: no step on such a board can take as many facts."""
    if least_facts > max(1, safe_cells) + 1:
        raise RuleError(
            f"no step takes {least_facts} facts: there are {counted(safe_cells, 'clue')} and the mine count"
        )


Make = Callable[[int, int], Generated]
"""Makes the board of a seed and an index."""


def random_layouts(
    shape: tuple[int, ...], mines: int | None, start: Any, board: str, tries: int, three_bv: Range
) -> Make:
    """Any layouts: square ones have a zero at the start cell, others too where one is given."""
    if start is None and board != "square":
        *layers, rows, cols = shape
        ground = Rules(board=board).check(rows, cols, mines, layers)
        _need_safe_cell(ground)
        return LayoutSearch(ground, None, frozenset(), tries, three_bv).first_accepted
    opening = _opening(shape, mines, start, board)
    return LayoutSearch(
        opening.ground, opening.start, opening.free_cells, tries, three_bv
    ).first_accepted


def no_guess_boards(
    shape: tuple[int, ...],
    mines: int | None,
    start: Any,
    board: str,
    tries: int,
    repairs: int,
    wish: BoardWish,
) -> Make:
    """Layouts that need no guess from the start cell, by the core where it knows what cells show."""
    opening = _opening(shape, mines, start, board)
    ground = opening.ground
    core_position = ground.blank(ground.mines)._sums()
    knows_clues = core_position is not None and core_position.playable
    core_plays = ground.uniform and knows_clues and kernel.available()
    if board == "square" or core_plays:
        return CompiledSearch(opening, repairs, tries, wish).first_without_guess

    # Under other rules: a puzzle that has all its clues.
    puzzle_wish = PuzzleWish(progressive=True, limit=wish.limit)
    opened_cells = frozenset({opening.start_index})

    def accept(deal: Deal, random: SplitMix64) -> Accepted | None:
        with closing(ClueSearch(ground, puzzle_wish, opened_cells, deal)) as clue_search:
            return (deal, []) if clue_search.all_clues_settle() else None

    layout_search = LayoutSearch(
        ground,
        opening.start,
        opening.free_cells,
        tries,
        wish.three_bv,
        accept,
        no_guess=True,
        board_wish=wish,
    )
    return layout_search.first_accepted


def puzzles(
    shape: tuple[int, ...], mines: int | None, start: Any, board: str, wish: PuzzleWish, tries: int
) -> Make:
    """Puzzles with one solution."""
    field = Field.parse(board, shape)
    if field.rules.capacity > 1:
        return _multi_mine_puzzles(field, mines, start, wish, tries)
    ground = UnderRules(field, mines, wish.limit, equally_likely=False)
    opened_cells = frozenset() if start is None else frozenset({ground.index_of(start)})
    safe_cells = ground.cells - len(opened_cells)
    if not 0 <= ground.mines <= safe_cells:
        raise RuleError(
            f"{counted(ground.mines, 'mine')} on {counted(safe_cells, 'cell')} that may have one"
        )

    def accept(deal: Deal, random: SplitMix64) -> Accepted | None:
        with closing(ClueSearch(ground, wish, opened_cells, deal)) as clue_search:
            return clue_search.fewest_clues(random)

    layout_search = LayoutSearch(
        ground, None, opened_cells, tries, wish.three_bv, accept, wish=wish
    )
    return layout_search.first_accepted


class _Opening(NamedTuple):
    """Where the games of a ground begin.

    start, start_index: The start cell by its name, and by index
    free_cells: What is kept free of mines so that the start is a zero, by index
    """

    ground: Ground
    start: Any
    start_index: int
    free_cells: frozenset[int]


def _multi_mine_puzzles(
    field: Field, mines: int | None, start: Any, wish: PuzzleWish, tries: int
) -> Make:
    """Puzzles whose cells hold several mines. Raises RuleError: there can be none."""
    if wish.progressive or start is not None:
        raise RuleError(
            f"puzzles under {field.rules} have neither a start cell nor clues that appear (--progressive)"
        )

    # A search of its own: the oracle of the others knows facts of one mine a cell.
    puzzle_search = MultiMinePuzzles(
        field, mines, wish.total, wish.clues, wish.hardest, wish.limit, tries
    )
    ground = Ground(field.geometry.shape, puzzle_search.mines)

    # Puzzle and solution are kept as they are: the ground only knows cells of one mine.
    def make(seed: int, index: int) -> Generated:
        board, solution, tries_used = puzzle_search.first_unique(SplitMix64(game_key(seed, index)))
        mined_cells = frozenset(cell for cell, value in solution._values().items() if value)
        board_and_solution = (board, solution)
        return Generated(
            None,
            False,
            seed,
            index,
            tries_used,
            0,
            ground,
            Deal(mined_cells),
            _made=board_and_solution,
        )

    return make


def _opening(shape: tuple[int, ...], mines: int | None, start: Any, board: str) -> _Opening:
    """The opening at a start cell, by default the middle. Raises RuleError: there is none."""
    rules = Rules("zero", board=board)
    *layers, rows, cols = shape
    ground = rules.check(rows, cols, mines, layers)
    if start is None:
        start = tuple(length // 2 for length in shape)
    start_index = ground.index_of(start)
    if ground.capacity > 1:
        raise RuleError(
            f"no-guess boards are of cells with one mine at most, not under {board}: "
            "--unique makes puzzles of them, and play plays them"
        )
    free_cells = rules.check_click(ground, start_index)
    _need_safe_cell(ground)
    return _Opening(ground, start, start_index, free_cells)


def _need_safe_cell(ground: Ground) -> None:
    if ground.mines == ground.cells:
        raise RuleError("with a mine on every cell there is no start cell")


def _any(deal: Deal, random: SplitMix64) -> Accepted:
    """Any layout will do."""
    return deal, []


def _has_three_bv(ground: Ground, mines: Iterable[int], wanted_range: Range) -> bool:
    """Whether a layout has a 3BV that is wanted."""
    if wanted_range == ANY:
        return True
    least_wanted, most_wanted = wanted_range
    return least_wanted <= three_bv_of(ground.rows, ground.cols, mines) <= most_wanted


def _none_of(ground: Ground, tries: int, requirement: str) -> EngineLimitError:
    board_size = size_text(*ground.shape, ground.mines)
    return EngineLimitError(
        f"none of {counted(tries, 'layout')} of {board_size} {ground.title} {requirement}; no answer is given"
    )


@dataclass(frozen=True)
class PuzzleWish:
    """What a puzzle is to be like; the fields are those of :func:`generate`."""

    progressive: bool = False
    total: bool = True
    clues: Range = ANY
    hardest: Range = ANY
    three_bv: Range = ANY
    limit: Limit | float | None = None


@dataclass(frozen=True)
class BoardWish:
    """What a no-guess board is to be like; the fields are those of :func:`generate`."""

    three_bv: Range = ANY
    hardest: Range = ANY
    layer: str | None = None
    limit: Limit | float | None = None

    @property
    def requirement(self) -> str:
        """What is asked beside that no guess is needed, for messages."""
        requirements = []
        if self.three_bv != ANY:
            requirements.append("has such a 3BV")
        if self.layer is not None:
            requirements.append(f"is solved by {self.layer} and nothing weaker")
        if self.hardest != ANY:
            requirements.append("has such a hardest step")
        return "".join(f" and {requirement}" for requirement in requirements)

    def is_met(self, generated: Generated) -> bool:
        """Whether a no-guess board is as hard as is wanted."""
        if self.layer is None and self.hardest == ANY:
            return True
        judgement = generated.judgement
        if self.layer not in (None, judgement.layer):
            return False

        # The layer takes a tenth of the time, and says which square boards are too easy: where no guess is
        # needed, single clues solve those whose hardest step takes one fact, and no others.
        least_facts, most_facts = self.hardest
        is_square = isinstance(judgement.solution, Board)
        if is_square and least_facts > 1 and judgement.layer in (None, "baseline"):
            return False
        return self.hardest == ANY or least_facts <= judgement.facts_up_to(most_facts) <= most_facts


@dataclass(frozen=True)
class LayoutSearch:
    """Layouts of a board drawn until one will do.

    free_cells: Cells without mines, by index
    accept: What is made of a layout, if it will do
    """

    ground: Ground
    start: Any
    free_cells: frozenset[int]
    tries: int
    three_bv: Range
    accept: Accept = _any
    no_guess: bool = False
    wish: PuzzleWish = PuzzleWish()
    board_wish: BoardWish = BoardWish()

    def first_accepted(self, seed: int, index: int) -> Generated:
        """The first layout that will do. Raises EngineLimitError: none of so many does."""
        random = SplitMix64(game_key(seed, index))
        ground = self.ground
        for drawn_layouts in range(1, self.tries + 1):
            # The numbers of a layout are told much sooner than what can be made of it.
            deal = ground.deal(random, self.free_cells)
            if not _has_three_bv(ground, deal.mines, self.three_bv):
                continue
            try:
                accepted = self.accept(deal, random)
            except EngineLimitError as error:
                # Another layout instead of this one would make hard boards rarer than they are.
                board_size = size_text(*ground.shape, ground.mines)
                claim = f"{board_size} {ground.title} {self._requirement()}"
                raise EngineLimitError(f"whether {claim} is too much to prove: {error}") from None
            if accepted is not None:
                final_deal, open_cells = accepted
                generated = Generated(
                    self.start,
                    self.no_guess,
                    seed,
                    index,
                    tries=drawn_layouts,
                    repairs=0,
                    _ground=ground,
                    _deal=final_deal,
                    _shown=tuple(open_cells),
                    _total=self.wish.total,
                    _progressive=self.wish.progressive,
                )
                if self.board_wish.is_met(generated):
                    return generated
        raise _none_of(ground, self.tries, self._requirement())

    def _requirement(self) -> str:
        """What is asked of a layout, for messages."""
        if self.accept is _any:
            return "has such a 3BV"
        if self.no_guess:
            return f"needs no guess{self.board_wish.requirement}"
        return "makes such a puzzle"


@dataclass(frozen=True)
class CompiledSearch:
    """The same for no-guess boards by the core, which can move mines as well.

    repairs: How often mines of one drawn layout are moved
    """

    opening: _Opening
    repairs: int
    tries: int
    wish: BoardWish

    def first_without_guess(self, seed: int, index: int) -> Generated:
        """The first layout that needs no guess. Raises EngineLimitError: none of so many does, or is as hard
        as is wanted."""
        kernel.require()
        countdown = Countdown(self.wish.limit, "looking for a board as hard as is wanted")
        ground, start, start_index, _ = self.opening
        core_position = ground.blank(ground.mines)._sums()
        rows, cols = core_position.shape
        layout = np.zeros(ground.cells, np.int8)
        drawn_layouts = 0
        moved_mines = 0
        # Small boards have few layouts, which are drawn again and again.
        refused_layouts: set[bytes] = set()
        while drawn_layouts < self.tries:
            workspace = kernel.workspace_for(rows, cols, core_position.lists)
            # The core goes on from the layouts that it has drawn so far, up to one that needs no guess.
            status, drawn_layouts, newly_moved = workspace.find_no_guess(
                ground.mines,
                start_index,
                seed % 2**64,
                index,
                drawn_layouts,
                self.tries - drawn_layouts,
                self.repairs,
                layout,
            )
            moved_mines += newly_moved
            if status == "solved":
                layout_bytes = layout.tobytes()
                if layout_bytes in refused_layouts:
                    continue
                deal = ground.read(layout.tolist())
                generated = Generated(
                    start, True, seed, index, drawn_layouts, moved_mines, ground, deal
                )
                has_three_bv = _has_three_bv(ground, deal.mines, self.wish.three_bv)
                if has_three_bv and self.wish.is_met(generated):
                    return generated
                refused_layouts.add(layout_bytes)
                countdown.left()
            elif status == "too wide" and not workspace.grow(inf, kernel.MEMORY):
                raise EngineLimitError("a position of this size does not fit the core's memory")
        # None was found: what was asked for, and what may help.
        requirement = f"needs no guess{self.wish.requirement}"
        if not self.wish.requirement and not self.repairs and core_position.lists is None:
            requirement += "; method 'repair' finds them on denser boards"
        raise _none_of(ground, self.tries, requirement)


class ClueSearch:
    """Which clues of one layout settle all its cells.

    All cells are unknown and all clues there: which are shown is a matter of the oracle's assumptions.

    opened: Cells that are open from the beginning, by index
    """

    def __init__(
        self, ground: Any, wish: PuzzleWish, start_cells: frozenset[int], deal: Deal
    ) -> None:
        self._ground = ground
        self._wish = wish
        self._deal = deal
        self._start_cells = start_cells
        self._opened = set(start_cells)
        self._solution = {cell: cell in deal.mines for cell in range(ground.cells)}
        self._blank = ground.blank(ground.mines if wish.total else None)

        # One puzzle with what holds of every board, then the clues of this layout, by their places. Where
        # cells show their clues when they are opened, the clues of mines are never seen.
        puzzle = Puzzle.from_board(self._blank)
        self._always = list(range(len(puzzle.constraints)))
        if wish.total:
            self._always.append(TOTAL)
        self._constraint_of: dict[int, int] = {}
        for cell, clue in deal.clues.items():
            if clue != OPENED and not (wish.progressive and self._solution[cell]):
                self._constraint_of[cell] = len(puzzle.constraints)
                puzzle.constrain(ground.field.says(cell, clue))
        budget = Budget(Limit.of(wish.limit), "generate", states=_WORK)
        self._oracle = Oracle(puzzle, budget, encoded=inf)

    def close(self) -> None:
        """Nothing is asked any more."""
        self._oracle.close()

    def all_clues_settle(self) -> bool:
        """Whether proved cells lead from the opened ones to the end where every clue is shown."""
        return not self._unsettled([*self._constraint_of])

    def fewest_clues(self, random: SplitMix64) -> Accepted | None:
        """Clues that settle all cells, none to be spared but for those that are wished for; ``None`` where
        there are no such clues.
        """
        clue_cells = list(self._constraint_of)
        # Where all clues together do not lead on, more cells are open from the beginning.
        while unsettled_cells := self._unsettled(clue_cells):
            safe_cells = [cell for cell in unsettled_cells if not self._solution[cell]]
            if not self._wish.progressive or not safe_cells:
                return None
            self._opened.add(safe_cells[random.below(len(safe_cells))])
        clue_cells, spared_cells = self._hide_clues(clue_cells, random)
        restored_cells = self._restore_clues(clue_cells, spared_cells)
        if restored_cells is None:
            return None
        if self._wish.progressive:
            return self._puzzle(restored_cells)
        self._check(restored_cells)
        return self._deal, restored_cells

    def _unsettled(self, clue_cells: list[int]) -> list[int]:
        """The cells that these clues do not settle; of a puzzle without progress all, where some are not."""
        if self._wish.progressive:
            return self._unsettled_in_play(clue_cells)
        # A cell with a clue is safe, but where clues are printed on mines as well.
        known_values = {} if self._ground.field.prints else dict.fromkeys(clue_cells, False)
        constraints = [*self._always, *(self._constraint_of[cell] for cell in clue_cells)]
        if self._oracle.settles(constraints, known_values, self._solution):
            return []
        return list(self._solution)

    def _unsettled_in_play(self, clue_cells: list[int]) -> list[int]:
        """The cells at which a player does not arrive where a clue is there once its cell is proved safe."""
        known_values = dict.fromkeys(self._opened, False)
        while True:
            open_clues = [
                self._constraint_of[cell] for cell in clue_cells if known_values.get(cell) is False
            ]
            unknown_values = {
                cell: is_mine
                for cell, is_mine in self._solution.items()
                if cell not in known_values
            }
            settled_values = self._oracle.settled(
                [*self._always, *open_clues], known_values, unknown_values
            )
            if not settled_values or len(settled_values) == len(unknown_values):
                return [cell for cell in unknown_values if cell not in settled_values]
            known_values |= settled_values

    def _hide_clues(self, clue_cells: list[int], random: SplitMix64) -> tuple[list[int], list[int]]:
        """(clues that are left, those that could be spared), tried in a random order."""
        # Each clue is tried once: what could be spared stays away.
        random_order = shuffle_first(clue_cells, len(clue_cells) - 1, random)
        fewest_clues = self._wish.clues[0]
        spared_cells = []
        for cell in random_order:
            if len(clue_cells) <= fewest_clues:
                break
            if cell in self._start_cells:
                continue
            fewer_cells = [clue_cell for clue_cell in clue_cells if clue_cell != cell]
            if not self._unsettled(fewer_cells):
                clue_cells = fewer_cells
                spared_cells.append(cell)
        return clue_cells, spared_cells

    def _restore_clues(self, clue_cells: list[int], spared_cells: list[int]) -> list[int] | None:
        """The clues with more of them, twice as many each time, until no step is too hard; ``None`` where
        that cannot be had with so many clues as are wished for.
        """
        fewest_clues, most_clues = self._wish.clues
        least_hardness, most_hardness = self._wish.hardest

        # Twice as many each time: few tries, and hardly more clues than are needed.
        restored_count = 1
        while (hardness := self._hardest_step(clue_cells)) > most_hardness:
            restored_count = int(
                min(restored_count, len(spared_cells), most_clues - len(clue_cells))
            )
            if restored_count < 1:
                return None
            clue_cells = sorted([*clue_cells, *spared_cells[-restored_count:]])
            spared_cells = spared_cells[:-restored_count]
            restored_count *= 2
        if hardness < least_hardness or not fewest_clues <= len(clue_cells) <= most_clues:
            return None
        return clue_cells

    def _hardest_step(self, clue_cells: list[int]) -> int:
        """The facts that the hardest step of a puzzle with these clues takes; 0 where nobody asks."""
        if self._wish.hardest == ANY:
            return 0
        deal, open_cells = self._puzzle(clue_cells)
        board = self._ground.puzzle(
            self._blank.mines, deal, open_cells, opened=self._wish.progressive
        )
        if self._wish.progressive:
            return difficulty_of_play(board, self._ground.solution(deal)).hardest
        return analyze(board).difficulty().hardest

    def _puzzle(self, clue_cells: list[int]) -> Accepted:
        """The puzzle with these clues, the other cells opened without one."""
        shown_states = {
            cell: clue if cell in clue_cells else OPENED for cell, clue in self._deal.clues.items()
        }
        open_cells = sorted(self._opened) if self._wish.progressive else clue_cells
        return Deal(self._deal.mines, shown_states), open_cells

    def _check(self, clue_cells: list[int]) -> None:
        """Count the puzzle's solutions, by other means than the oracle."""
        board = self._ground.puzzle(self._blank.mines, self._deal, clue_cells)
        analysis = analyze(board, limit=self._wish.limit)
        proved_cells = analysis.safe | analysis.mines
        assert len(proved_cells) == len(board.where(HIDDEN)), "two proofs must agree"


def difficulty_of_play(board: Any, solution: Any) -> Difficulty:
    """How hard a puzzle is whose cells show what they do in its solution as soon as they are proved."""
    # Each step is the easiest at hand; what it proves then shows what the solution has there.
    step_facts = []
    while next_step := analyze(board).hint():
        step_facts.append(next_step.facts)
        board = board.replace({reason.cell: solution[reason.cell] for reason in next_step.reasons})
    return Difficulty(tuple(step_facts))
