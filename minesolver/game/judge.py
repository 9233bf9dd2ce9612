"""Whole layouts judged: does a player who opens proved cells only get through, and what stands in the way?

>>> from minesolver.model.layout import Layout
>>> judgement = judge(Layout(1, 6, frozenset({(0, 2), (0, 5)})), (0, 0))
>>> judgement.no_guess, judgement.guesses, str(judgement.stuck)
(False, 1, '1x6x2\\n01####')
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import count
from math import inf
from numbers import Real
from typing import Any, cast

import numpy as np
import numpy.typing as npt

from .. import kernel
from ..base.errors import EngineLimitError, RuleError, check_type, counted, truth
from ..base.limits import Countdown, Limit
from ..base.render import render
from ..layers import LAYERS, Inference, KnowledgeBase
from ..model.board import HIDDEN, MINE, Board, neighbours
from ..model.layout import Layout
from ..model.numbers import measures_of
from ..model.reason import show, written
from ..model.state import BoardUnderRules
from ..model.subject import Name
from ..model.variant import VariantBoard
from ..solver import analyze
from .game import Game
from .ground import Deal, Ground
from .under_rules import UnderRules

CellSet = frozenset[int]
"""Safe cells, by index."""
_Closure = Callable[[CellSet], CellSet]
"""From the cells that are open to those that are when nothing more is proved."""

# Choices of guesses that are weighed; a board of 24x30 with 30 guesses needs some hundred.
_NODES = 200_000


@dataclass(frozen=True)
class Judgement:
    """A layout, played from a start cell with proved cells only.

    start: The cell that is opened first
    no_guess: Whether all safe cells are opened so
    stuck: The board where the first guess is, to be analysed; ``None`` where none is needed
    """

    start: Name
    no_guess: bool
    stuck: Board | VariantBoard | None
    _play: LayoutPlay = field(repr=False, compare=False)
    _opened: CellSet = field(repr=False, compare=False)

    @cached_property
    def guess_cells(self) -> tuple[Name, ...]:
        """As few safe cells as can be with which a player gets through; nothing proves them before. Raises
        EngineLimitError: the choices are too many.
        """
        return tuple(map(self._play.ground.name, sorted(self._play.fewest_guesses(self._opened))))

    @property
    def guesses(self) -> int:
        """How many guesses it takes at best, with luck in each. Raises as ``guess_cells``."""
        return len(self.guess_cells)

    @cached_property
    def layer(self) -> str | None:
        """The weakest deduction layer that comes as far, one of ``LAYERS_NEEDED`` of
        :mod:`minesolver.game.score`; ``None`` where the start opens all, and under rules.
        """
        return self._play.hardest_layer(self.start, len(self._opened))

    @cached_property
    def facts(self) -> int:
        """The constraints that the hardest step takes, up to the first guess or the last safe cell, where
        each step is the easiest at hand.
        """
        return self.facts_up_to(inf)

    def facts_up_to(self, enough: float) -> int:
        """:attr:`facts`, or a number above ``enough`` where they are more than that."""
        check_type(enough, Real, "enough facts are a number")
        game: Game[Any] = self._play.game()
        game.open(self.start)
        board = game.board
        solution = self._play.solution
        hidden_safe_cells = len(self._play.safe_cells) - game.opened
        most_facts = 0
        while hidden_safe_cells and most_facts <= enough:
            # A step that is no harder than one before can be taken at any time: what is proved only grows.
            # So all of them are, and what they prove is opened before a harder one is needed.
            proved_cells: list[Any] = []
            for step in analyze(board).steps():
                if step.facts > most_facts:
                    if proved_cells:
                        break
                    most_facts = step.facts
                proved_cells += [reason.cell for reason in step.reasons]
                hidden_safe_cells -= sum(not reason.is_mine for reason in step.reasons)
            if not proved_cells:
                break
            board = board.replace({cell: solution[cell] for cell in proved_cells})
        return most_facts

    @property
    def hardest_step(self) -> str:
        """The hardest step in words: "hardest step: 2 constraints, by subset"."""
        by_layer = f", by {self.layer}" if self.layer else ""
        return f"hardest step: {counted(self.facts, 'constraint')}{by_layer}"

    @property
    def solution(self) -> Board | VariantBoard:
        """The layout as a board with every cell open."""
        board: Board | VariantBoard = self._play.solution
        return board

    @property
    def numbers(self) -> dict[str, int]:
        """3BV, openings, islands and ZiNi of the layout; empty where clues do not count mines that see each
        other's cells (``liar``, ``wall``, ...).
        """
        return self._play.numbers

    def to_dict(self, *, details: bool = True) -> dict[str, Any]:
        """The judgement as JSON values.

        details: With guesses, hardest step and numbers, which take longer than the rest
        """
        json_values: dict[str, Any] = {
            "start": written(self.start),
            "no_guess": self.no_guess,
            "stuck": None if self.stuck is None else self.stuck.text(),
        }
        if truth(details, "details is True or False"):
            json_values["guesses"] = self.guesses
            json_values["guess_cells"] = [written(cell) for cell in self.guess_cells]
            json_values["layer"] = self.layer
            json_values["facts"] = self.facts
            json_values["numbers"] = self.numbers
        return json_values


def judge(
    layout: Layout | Board | BoardUnderRules | str,
    start: Name,
    *,
    limit: Limit | float | None = None,
) -> Judgement:
    """Play a layout from a start cell with proved cells only: does it need a guess, and where?

    >>> import minesolver as ms
    >>> judgement = ms.judge(ms.Layout(2, 3, [(0, 0)]), (1, 2))
    >>> judgement.no_guess, judgement.numbers["3BV"]
    (False, 2)

    layout: A :class:`Layout`, or a board (or its text) that shows all mines: with every safe cell open, or
        under Minesweeper's own rules without any clue
    start: A safe cell
    limit: What playing it may take, and at most as much again finding the fewest guesses
    Raises RuleError: the start is a mine, or the board does not show all mines; InconsistentBoardError: clues
        do not belong to the mines; EngineLimitError: a position is too wide to be counted.
    """
    countdown = Countdown(limit, "playing the layout")
    play = LayoutPlay(layout, limit)
    play.limit = countdown.left()
    return play.judge(start)


def judge_starts(layout: Any, *, limit: Limit | float | None = None) -> Iterator[Judgement]:
    """The same from every safe cell, in their order, the limit for all of them together. What one start has
    found out, the next ones know."""
    countdown = Countdown(limit, "playing the layout")
    play = LayoutPlay(layout, limit)
    for cell in range(play.ground.cells):
        if cell in play.safe_cells:
            play.limit = countdown.left()
            yield play.judge(play.ground.name(cell))


class LayoutPlay:
    """A layout that is played with proved cells only, from any cells that are open.

    What is proved only grows with the cells that are open. So there are *traps*: sets of safe cells such that
    with all others open none of them is proved. Every set of cells from which a player gets through has a
    cell of each trap, and a set that has one of each is enough: the fewest guesses are a smallest hitting set
    of the traps, which are found as they are needed (the implicit hitting sets of Moreno-Centeno and Karp).
    """

    def __init__(self, layout: Any, limit: Limit | float | None = None) -> None:
        self.ground, self.deal = _ground_of(layout)
        self.safe_cells: CellSet = frozenset(range(self.ground.cells)) - self.deal.mines
        self.limit = limit
        self._countdown = Countdown(limit, "playing the layout")
        self._closure: _Closure = self._closure_in_core() or self._closure_in_python
        self._traps: list[CellSet] = []

    @cached_property
    def solution(self) -> Any:
        """The board with every cell open."""
        return self.ground.solution(self.deal)

    @cached_property
    def numbers(self) -> dict[str, int]:
        """3BV, openings, islands and ZiNi, of boards of any shape whose clues count the mines that they see;
        empty under other rules, which have no such numbers."""
        if isinstance(self.ground, UnderRules):
            return _numbers_under_rules(self.ground, self.deal)
        ground = self.ground
        layout = Layout(ground.rows, ground.cols, frozenset(map(ground.name, self.deal.mines)))
        return layout.numbers

    def game(self) -> Game:
        """A new game of the layout."""
        return Game.dealt(self.ground, self.deal)

    def judge(self, start: Any) -> Judgement:
        """What comes of it from a start cell. Raises RuleError: it is a mine, or not on the board."""
        start_index = self.ground.index_of(start)
        if start_index in self.deal.mines:
            raise RuleError(f"the start cell {show(start)} is a mine of this layout")
        self._countdown = Countdown(self.limit, "playing the layout")
        opened_cells = self._closure(frozenset({start_index}))
        no_guess = len(opened_cells) == len(self.safe_cells)
        stuck_board = None if no_guess else self._board(opened_cells)
        return Judgement(self.ground.name(start_index), no_guess, stuck_board, self, opened_cells)

    def _board(self, opened_cells: CellSet) -> Any:
        """What a player sees where these cells are open."""
        shown_states = {
            self.ground.name(cell): self.ground.shows(cell, self.deal) for cell in opened_cells
        }
        return self.ground.blank(self.ground.mines).replace(shown_states)

    def _closure_in_core(self) -> _Closure | None:
        """The closure by the compiled core, where that knows what the cells show."""
        # The core takes part only where it draws the same clues as the rules.
        codes = self.ground.layout_codes(self.deal)
        core_position = self.ground.blank(self.ground.mines)._sums()
        if (
            codes is None
            or core_position is None
            or not core_position.playable
            or not kernel.available()
        ):
            return None
        rows, cols = core_position.shape
        layout_codes = np.array(codes, np.int8)
        shown_codes = np.empty(len(codes), np.int8)

        def closure(opened_cells: CellSet) -> CellSet:
            workspace = kernel.workspace_for(rows, cols, core_position.lists)
            open_mask = np.zeros(len(codes), np.int8)
            open_mask[list(opened_cells)] = 1

            # A position too wide for the memory at hand is tried again with more, up to all there is.
            seconds = self._countdown.left().seconds
            max_seconds = inf if seconds is None else seconds
            status = "too wide"
            while status == "too wide":
                status = workspace.judge(layout_codes, open_mask, shown_codes, max_seconds)
                if status == "too wide" and not workspace.grow(inf, kernel.MEMORY):
                    raise EngineLimitError(
                        "a position of this layout does not fit the core's memory"
                    )
            workspace.shrink()
            if status == "interrupted":
                raise self._countdown.exceeded()
            return _indices(shown_codes >= 0)

        return closure

    def _closure_in_python(self, opened_cells: CellSet) -> CellSet:
        """The same move by move."""
        game = self.game()
        for cell in sorted(opened_cells):
            if game.board[self.ground.name(cell)] == self.ground.hidden:
                game.open(self.ground.name(cell))
        while not game.over:
            analysis = analyze(game.board, limit=self._countdown.left())
            safe_names = analysis.safe
            if not safe_names:
                if not analysis.proved_complete:
                    raise EngineLimitError(
                        f"nobody knows whether a guess is needed: {analysis.note}"
                    )
                break
            for cell_name in safe_names:
                if game.board[cell_name] == self.ground.hidden:
                    game.open(cell_name)

        # What is open in the end, other than mines.
        open_cells = []
        for cell in self.safe_cells:
            if game.board[self.ground.name(cell)] != self.ground.hidden:
                open_cells.append(cell)
        return frozenset(open_cells)

    def fewest_guesses(self, opened_cells: CellSet) -> CellSet:
        """Safe cells, as few as can be, with which a player gets through; ``opened`` is what was proved.

        Raises EngineLimitError: the choices are too many.
        """
        self._countdown = Countdown(self.limit, "finding the fewest guesses")
        while True:
            missed_traps = [trap for trap in self._traps if not trap & opened_cells]
            guess_cells = _smallest_hitting_set(missed_traps)
            reached_cells = self._closure(opened_cells | guess_cells)
            if len(reached_cells) == len(self.safe_cells):
                return guess_cells
            # All that can be open without a way through: what is not is a trap.
            unreached_cells = sorted(self.safe_cells - reached_cells)
            self._traps.append(self.safe_cells - self._grown(reached_cells, unreached_cells))

    def _grown(self, opened_cells: CellSet, candidates: list[int]) -> CellSet:
        """As many cells open as can be without proving all: by halves, for few make a trap."""
        if not candidates:
            return opened_cells
        reached_cells = self._closure(opened_cells.union(candidates))
        if len(reached_cells) < len(self.safe_cells):
            return reached_cells
        if len(candidates) == 1:
            return opened_cells
        half_count = len(candidates) // 2
        opened_cells = self._grown(opened_cells, candidates[:half_count])
        return self._grown(
            opened_cells, [cell for cell in candidates[half_count:] if cell not in opened_cells]
        )

    def hardest_layer(self, start: Name, reached_count: int) -> str | None:
        """The weakest layer that comes as far as counting does from a start cell.

        reached_count: How many safe cells counting opens
        """
        solution = self.solution._plain
        if solution is None:
            return None
        clues: list[int] = solution.grid.ravel().tolist()
        codes = [HIDDEN] * len(clues)
        cells_around = neighbours(solution.rows, solution.cols)
        opened_count = _open([self.ground.index_of(start)], codes, clues, cells_around)
        if opened_count == reached_count:
            return None

        # Each layer goes on where the weaker ones are stuck; all of its rules have a layer by their name.
        base = KnowledgeBase(solution.rows, solution.cols, solution.mines)
        rules = LAYERS.get("layered_bounds").rules
        for rule_count, rule in enumerate(rules, 1):
            inference = Inference(base, rules[:rule_count])
            has_new_cells = True
            while has_new_cells and opened_count < reached_count:
                grid = np.array(codes, np.int8).reshape(solution.grid.shape)
                base.update(Board(grid, solution.mines))
                findings = [finding for finding in inference.findings() if not finding.is_mine]
                safe_cells = [cell for finding in findings for cell in finding.cells]
                opened_count += _open(safe_cells, codes, clues, cells_around)
                has_new_cells = bool(safe_cells)
            if opened_count == reached_count:
                return rule.name
        return "counting"


def _open(
    cells: Iterable[int],
    codes: list[int],
    clues: Sequence[int],
    cells_around: Sequence[Sequence[int]],
) -> int:
    """Open cells, and with each whose clue is 0 those around it.

    codes: What each cell of the board shows; it is changed
    Returns: How many cells were opened
    """
    opened_count = 0
    pending_cells = list(cells)
    while pending_cells:
        cell = pending_cells.pop()
        if codes[cell] != HIDDEN:
            continue
        codes[cell] = clues[cell]
        opened_count += 1
        if clues[cell] == 0:
            pending_cells += cells_around[cell]
    return opened_count


def _ground_of(layout: Any) -> tuple[Ground, Deal]:
    """What a layout is played on, and the layout by index."""
    if isinstance(layout, str):
        layout = render("read", layout, whole=True)
    if not isinstance(layout, Layout | Board | VariantBoard):
        raise RuleError(
            f"a layout is a Layout, or a board that shows all its mines, not {type(layout).__name__}"
        )
    if isinstance(layout, VariantBoard) and layout._plain is None:
        if layout._unknown.any():
            raise RuleError(
                f"a layout under {layout.rules} has all mines, and every safe cell open"
            )
        analyze(layout)  # which raises where its clues do not belong to its mines
        deal = Deal.of(layout._values(), layout.states)
        return UnderRules(layout.field, deal.mine_count, draws_layouts=False), deal
    if isinstance(layout, Board) and layout.cut:
        raise RuleError(f"a layout to judge is a whole board: this one is {layout._title}")
    square_layout = layout if isinstance(layout, Layout) else layout_of(cast(Board, layout._plain))
    mine_cells = frozenset(row * square_layout.cols + col for row, col in square_layout.mine_cells)
    return Ground((square_layout.rows, square_layout.cols), len(mine_cells)), Deal(mine_cells)


def _numbers_under_rules(ground: UnderRules, deal: Deal) -> dict[str, int]:
    """3BV and the others, where a clue is a number of mines and cells see each other; else nothing."""
    field = ground.field
    if [rule.name for rule in field.rules.clues] != ["vanilla"] or field.prints:
        return {}
    seen_by_cell = [field.view(cell)[0].sees for cell in range(ground.cells)]
    for cell, seen_cells in enumerate(seen_by_cell):
        for seen_cell in seen_cells:
            if cell not in seen_by_cell[seen_cell]:
                return {}
    clue_of = {}
    for cell in range(ground.cells):
        if cell not in deal.mines:
            clue_of[cell] = sum(map(deal.mines_in, seen_by_cell[cell]))
    return measures_of(seen_by_cell, clue_of, list(clue_of))


def layout_of(board: Board) -> Layout:
    """The layout of a board that shows all mines, with all clues, or with none.

    Raises BoardFormatError: it does not; with the first cell that is in the way.
    """
    is_clue = (board.grid > 0) & (board.grid < MINE)
    mine_cells = board.where(MINE)
    # A map of the mines: what is not one is hidden, or a sign for nothing.
    if mine_cells and not is_clue.any() and (board.mines in (None, len(mine_cells))):
        return Layout(board.rows, board.cols, frozenset(mine_cells))
    return Layout.from_board(board)


def _indices(cell_mask: npt.NDArray[np.bool_]) -> CellSet:
    return frozenset(np.flatnonzero(cell_mask).tolist())


def _smallest_hitting_set(traps: list[CellSet]) -> CellSet:
    """As few cells as can be with one of each trap. Raises EngineLimitError: the choices are too many."""
    node_count = 0

    def search(missed_traps: list[CellSet], max_cells: int) -> CellSet | None:
        """With at most ``max_cells`` cells; ``None`` where that is not enough."""
        nonlocal node_count
        node_count += 1
        if node_count > _NODES:
            raise EngineLimitError(f"the fewest guesses are more than {_NODES:,} choices to weigh")
        if not missed_traps:
            return frozenset()
        if _disjoint(missed_traps) > max_cells:
            return None

        def rank(cell: int) -> tuple[int, int]:
            """Cells first that are in many traps."""
            return -sum(cell in trap for trap in missed_traps), cell

        # One trap has to be hit by one of its cells: each in turn.
        smallest_trap = min(missed_traps, key=len)
        for cell in sorted(smallest_trap, key=rank):
            more_cells = search([trap for trap in missed_traps if cell not in trap], max_cells - 1)
            if more_cells is not None:
                return more_cells | {cell}
        return None

    # With as few cells as the traps may take, then with one more each time.
    for cell_count in count(_disjoint(traps)):
        hitting_set = search(traps, cell_count)
        if hitting_set is not None:
            return hitting_set
    raise AssertionError("all traps together are hit by all their cells")


def _disjoint(traps: list[CellSet]) -> int:
    """How many traps have no cell in common, the small ones taken first: so many cells it takes at least."""
    covered_cells: set[int] = set()
    disjoint_count = 0
    for trap in sorted(traps, key=len):
        if covered_cells.isdisjoint(trap):
            covered_cells |= trap
            disjoint_count += 1
    return disjoint_count
