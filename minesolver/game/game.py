"""A game: the hidden layout, what is open, and the rules that move it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Mapping, Sequence
from os import urandom
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Self, overload

from ..base.errors import (
    MinesolverError,
    MoveError,
    RuleError,
    check_iterable,
    check_type,
    counted,
    quoted,
)
from ..base.limits import whole_number
from ..model.board import Board
from ..model.layout import Layout
from ..model.reason import show, written
from ..model.subject import FractionsT, Name, NameT, NumbersT, Position, StateT
from .board_sizes import parse_size, size_text
from .dealing import guess_risk, happens, layout_with
from .game_rules import Rules
from .ground import Deal, Ground
from .seeding import SplitMix64, game_key

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which has defaults; type checkers bring it along

    BoardT = TypeVar("BoardT", bound=Position, default=Board, covariant=True)

    from ..model.state import BoardUnderRules
else:
    from typing import TypeVar

    BoardT = TypeVar("BoardT")


def _mines_by_name(layout: Any) -> dict[Any, int]:
    """How many mines the cells of a layout hold, by name: lists, as JSON has them, are as good as pairs.

    Raises RuleError: it is something else, such as rows of text.
    """
    if isinstance(layout, Layout):
        return dict.fromkeys(layout.mine_cells, 1)
    if isinstance(layout, Mapping):
        counts = {}
        for name, mine_count in layout.items():
            counts[name] = whole_number(mine_count, "the mines of a cell")
        return {name: mine_count for name, mine_count in counts.items() if mine_count}
    check_iterable(layout, "a layout is the cells with mines, such as [(0, 1), (0, 4)]")
    names: list[Any] = []
    for name in layout:
        if isinstance(name, str) and any(sign in name for sign in "*.#"):
            raise RuleError(
                "a layout is the cells with mines, such as [(0, 1), (0, 4)]; of rows of text it is "
                "Layout.from_board(Board.parse(rows))"
            )
        names.append(tuple(name) if isinstance(name, list) else name)
    try:
        return dict.fromkeys(names, 1)
    except TypeError:
        raise RuleError(f"{quoted(layout)} is no layout: the cells with mines") from None


class GameMove(NamedTuple, Generic[NameT, StateT]):
    """A move as it was made. ``shown``: every cell that it opened, with its clue (10 for a mine)."""

    action: Literal["open", "flag", "chord"]
    cell: NameT
    shown: dict[NameT, StateT]

    def __str__(self) -> str:
        return f"{self.action} {show(self.cell)}"


class Game(Generic[BoardT]):
    """One game: the hidden truth, and the rules. All that a player may know of it is :attr:`board`.

    >>> import minesolver
    >>> game = Game(9, 9, 10)                       # a new game each time; seed=7 is the same game each time
    >>> while not game.over:
    ...     shown = game.open(minesolver.analyze(game.board).best)
    >>> game.won or game.lost
    True

    rows, cols: The size
    mines: The mine count; may be left out where a layout is given. Under rules of a board it then is as near
        to 40 % of the cells as they allow.
    rules: The rules; by default those of :class:`Rules`. Those of the board are among them.
    seed: The layout is drawn uniformly among those that the first click allows, by ``(seed, index)`` as
        :mod:`minesolver.game.seeding` says. Without a seed each game is a new one, and :attr:`seed` tells
        which.
    index: Which game of the seed
    layout: The cells of the mines, instead of drawing them; the first click then moves none. Where cells may
        hold several mines, how many each holds: ``{(0, 1): 2, (3, 0): 1}``
    layers: The sizes of the dimensions before rows and columns, where the board has more than two

    For type checkers it is played on a :class:`Board`; under rules of a board say ``Game[VariantBoard]``.
    Raises RuleError: these rules cannot be played on this board; with the reason.
    """

    _deal: Deal | None

    def __init__(
        self,
        rows: int,
        cols: int,
        mines: int | None = None,
        rules: Rules | None = None,
        *,
        seed: int | None = None,
        index: int = 0,
        layout: Iterable[Name] | Iterable[list[int]] | Mapping[Name, int] | Layout | None = None,
        layers: Sequence[int] = (),
    ) -> None:
        if rules is None:
            rules = Rules()
        check_type(rules, Rules, "the rules of a game are a Rules object, such as Rules('zero')")
        index = whole_number(index, "the index of a game")
        if seed is not None:
            seed = whole_number(seed, "a seed")
        if layout is not None:
            self._begin_with_layout(
                rows, cols, mines, rules, seed or 0, index, _mines_by_name(layout), layers
            )
            return
        ground = rules.check(rows, cols, mines, layers)
        if seed is None:
            seed = int.from_bytes(urandom(4))
        self._begin(ground, rules, seed, index, None)
        # Elsewhere the first click decides where no mine can be, and so the layout.
        if rules.first_click in ("none", "given") or rules.start is not None:
            self._decide(self._blank.index(rules.start or ground.name(0)))

    def _begin_with_layout(
        self,
        rows: int,
        cols: int,
        mines: int | None,
        rules: Rules,
        seed: int,
        index: int,
        mines_by_name: Mapping[Any, int],
        layers: Sequence[int],
    ) -> None:
        """Begin with mines that are given; chance decides at most in which way clues are shown."""
        if rules.deal != "hidden":
            raise RuleError(f"a layout is given, and with deal={rules.deal!r} none is there")
        mine_count = sum(mines_by_name.values())
        if mines not in (None, mine_count):
            raise RuleError(f"the layout has {counted(mine_count, 'mine')}, not {mines}")
        if rules.start is not None and rules.start in mines_by_name:
            raise RuleError(f"the layout has a mine at the first cell {rules.start}")
        ground = rules.check(rows, cols, mine_count, layers)
        for name, mines_of_cell in mines_by_name.items():
            if not 0 < mines_of_cell <= ground.capacity:
                raise RuleError(
                    f"the layout has {mines_of_cell} mines at {show(name)}, of at most {ground.capacity}"
                )
        self._begin(ground, rules, seed, index, None)
        try:
            mine_counts = {self._blank.index(name): mines_by_name[name] for name in mines_by_name}
        except MinesolverError:
            raise RuleError(f"the layout has mines outside the {rows}x{cols} board") from None
        self._deal = ground.deal_of(SplitMix64(game_key(seed, index)), mine_counts)

    @overload
    @classmethod
    def of(
        cls, solution: Board | Layout, shown: Iterable[Name] = ..., rules: Rules | None = ...
    ) -> Game[Board]: ...
    @overload
    @classmethod
    def of(
        cls, solution: BoardUnderRules, shown: Iterable[Name] = ..., rules: Rules | None = ...
    ) -> Game[BoardUnderRules]: ...

    @classmethod
    def of(cls, solution: Any, shown: Iterable[Name] = (), rules: Rules | None = None) -> Game[Any]:
        """The game of a board.

        solution: The board with every cell open: mines, and clues on all other cells; or a ``Layout``
        shown: Cells that are open from the beginning, by name
        Raises RuleError: a cell is hidden; InconsistentBoardError: the clues do not belong to the mines.
        """
        from ..solver import analyze
        from .under_rules import UnderRules

        if isinstance(solution, Layout):
            solution = solution.board
        check_type(
            solution, Position, "a game is made of a board with every cell open, or a Layout"
        )
        check_iterable(shown, "cells that are open are a list of them")
        if rules is not None:
            check_type(rules, Rules, "the rules of a game are a Rules object")
        if solution._unknown.any():
            raise RuleError("the board of a game has every cell open")
        if isinstance(solution, Board) and solution.cut:
            raise RuleError(f"a game needs a whole board: this one is {solution._title}")
        if not isinstance(solution, Board) and solution.extra:
            raise RuleError("a game has no constraints but those of its rules")
        analyze(solution)  # which raises where no layout fits
        mine_counts = {
            cell: value for cell, value in solution._values().items() if cell < len(solution)
        }
        deal = Deal.of(mine_counts)
        if isinstance(solution, Board):
            game = cls.dealt(Ground(solution.shape, deal.mine_count), deal, rules)
        else:
            ground = UnderRules(solution.field, deal.mine_count, draws_layouts=False)
            game = cls.dealt(ground, deal._replace(clues=solution.states), rules)
        for cell in shown:
            game._show(solution.index(cell), solution[cell])
        return game

    @classmethod
    def dealt(cls, ground: Ground, deal: Deal, rules: Rules | None = None) -> Game[Any]:
        """The game of a layout on what it was drawn for. Raises ArgumentTypeError: it is something else."""
        check_type(ground, Ground, "a game is dealt on a Ground")
        check_type(deal, Deal, "a game is dealt from a Deal")
        if rules is not None:
            check_type(rules, Rules, "the rules of a game are Rules")
        game = cls.__new__(cls)
        game._begin(ground, rules or Rules(board=ground.title), 0, 0, deal)
        return game

    def _begin(
        self, ground: Ground, rules: Rules, seed: int, index: int, deal: Deal | None
    ) -> None:
        self._ground = ground
        self.rows = ground.rows  # of the board, or of a layer
        self.cols = ground.cols
        self.rules = rules
        self.seed = seed
        self.index = index
        self.mines = ground.mines
        self.flag_counts: dict[Any, int] = {}
        """How many mines each flag says that its cell holds: 1, but where cells may hold several."""
        self.mines_hit = 0
        self.opened = 0
        self._deal = deal
        self._start: Any = rules.start
        self._shown: dict[int, Any] = {}
        self._blank: Any = ground.blank(self.mines if rules.mine_count_known else None)
        self._board = self._blank
        self._changes: dict[Any, Any] = {}  # of the board since it was last asked for
        self.lost = False
        """Whether a mine ended the game."""
        self._moves: list[tuple[GameMove, dict[Any, int], Deal | None]] = []

    @classmethod
    def level(
        cls, name: str, rules: Rules | None = None, *, seed: int | None = None, index: int = 0
    ) -> Self:
        """A game of a usual size.

        name: ``"beginner"``, ``"intermediate"``, ``"expert"``, or a size as text: rows x columns / mines,
            such as ``"16x30/99"``
        Raises UnknownNameError: no such level, and no size; RuleError: A size that cannot be played under
            these rules.
        """
        *layers, rows, cols, mines = parse_size(name)
        return cls(rows, cols, mines, rules, seed=seed, index=index, layers=layers)

    def copy(self) -> Self:
        """The same game, to be played on by itself; ``copy.copy`` and ``deepcopy`` do the same."""
        copied_game = object.__new__(type(self))
        copied_game.__dict__.update(self.__dict__)
        copied_game.flag_counts = dict(self.flag_counts)
        copied_game._shown = dict(self._shown)
        copied_game._changes = dict(self._changes)
        copied_game._moves = list(self._moves)
        return copied_game

    __copy__ = copy

    def __deepcopy__(self, memo: dict[int, Any]) -> Self:
        return self.copy()

    @property
    def board(self) -> BoardT:
        """What the player sees: opened cells, mines hit (as known mines), the mine count if known."""
        if self._changes:
            self._board = self._board.replace(self._changes)
            self._changes = {}
        board: BoardT = self._board
        return board

    @property
    def start(self: Game[Position[NameT, NumbersT, FractionsT, StateT]]) -> NameT | None:
        """The cell that is opened first, where the rules say or have drawn one."""
        start: NameT | None = self._start
        return start

    @property
    def flags(self) -> frozenset[Any]:
        """The cells with a flag, by name."""
        return frozenset(self.flag_counts)

    @property
    def layout(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]],
    ) -> frozenset[NameT] | None:
        """The hidden mines; ``None`` while the first click is still to decide them. Where the rules deal
        mines as cells are opened, those of one layout that agrees with all that is shown.
        """
        if self._deal is None:
            return None
        return frozenset(map(self._ground.name, self._deal.mines))

    @property
    def started(self) -> bool:
        """Whether a cell has been opened."""
        return self.opened + self.mines_hit > 0

    @property
    def won(self) -> bool:
        """Whether the goal of the rules is met."""
        if self.lost:
            return False
        cells = self._ground.cells
        if self._deal is None:
            return False
        if self.rules.win == "open":
            safe_cells = cells - len(self._deal.mines)
            # Where cells hold several mines chance may leave no safe cell: such a game cannot be won.
            return self.opened == safe_cells and (safe_cells > 0 or self._ground.capacity == 1)
        if self.rules.win == "explore":
            return self.opened + self.mines_hit + len(self.flag_counts) == cells
        # By flags: every mine is flagged or was hit, and no flag is wrong.
        hit_cells = [index for index, state in self._shown.items() if self._is_mine_shown(state)]
        hit_mines = sum(map(self._deal.mines_in, hit_cells))
        if hit_mines + sum(self.flag_counts.values()) != self.mines:
            return False
        return all(self.mines_in(name) == count for name, count in self.flag_counts.items())

    def _is_mine_shown(self, state: Any) -> bool:
        """Whether an opened cell shows a mine, or several."""
        return self._ground.mines_shown(state) > 0

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.lost or self.won

    @property
    def moves(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]],
    ) -> tuple[GameMove[NameT, StateT], ...]:
        """The moves made so far, without those taken back."""
        return tuple(game_move for game_move, _, _ in self._moves)

    def is_mine(self, cell: Name) -> bool:
        """The truth about a cell. Raises CellError: it is off the board; MoveError: it is not decided yet."""
        return self.mines_in(cell) > 0

    def mines_in(self, cell: Name) -> int:
        """How many mines a cell holds: 1 at most, but where the rules allow several. Raises CellError and
        MoveError as :meth:`is_mine` does.
        """
        cell_index = self._blank.index(cell)
        if self._deal is None:
            raise MoveError("the first click has not yet decided the layout")
        return self._deal.mines_in(cell_index)

    def open(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]], cell: NameT
    ) -> dict[NameT, StateT]:
        """Open a cell. Opening takes a flag away.

        >>> import minesolver as ms
        >>> ms.Game(2, 2, 1, layout=[(0, 0)]).open((1, 1))
        {(1, 1): 1}

        Returns: Every cell that this shows, with its clue; 10 for a mine. Under rules, with what a
            :class:`~minesolver.model.variant.VariantBoard` has there.
        Raises CellError: the cell is off the board; MoveError: the cell is open, or the game is over;
            RuleError: the rules let no game start at this cell.
        """
        cell_index = self._playable(cell)
        flags_before = dict(self.flag_counts)
        deal_before = self._deal
        shown_states = self._open(cell_index)
        move = GameMove("open", self._ground.name(cell_index), shown_states)
        self._moves.append((move, flags_before, deal_before))
        return shown_states

    def flag(self, cell: Name) -> bool:
        """Set a flag, or take it away. A flag is a player's mark, not knowledge on the board. Where cells may
        hold several mines a flag is a number: it goes up by one, and after the most that there can be it is
        taken away.

        >>> import minesolver as ms
        >>> game = ms.Game(2, 2, 1, layout=[(0, 0)])
        >>> game.flag((0, 0)), game.flags
        (True, frozenset({(0, 0)}))

        Returns: Whether the cell has a flag now.
        Raises CellError: the cell is off the board; MoveError: the cell is open, or the game is over.
        """
        cell_name = self._ground.name(self._playable(cell))
        move: GameMove[Any, Any] = GameMove("flag", cell_name, {})
        self._moves.append((move, dict(self.flag_counts), self._deal))
        flagged_mines = self.flag_counts.pop(cell_name, 0)
        if flagged_mines < self._ground.capacity:
            self.flag_counts[cell_name] = flagged_mines + 1
        return cell_name in self.flag_counts

    def unflag(self, cell: Name) -> None:
        """Take a flag away at once, if there is one. It is no move of its own: opening the cell does it."""
        self.flag_counts.pop(self._ground.name(self._playable(cell)), None)

    def chord(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]], cell: NameT
    ) -> dict[NameT, StateT]:
        """Open all unflagged cells around a clue that has as many flags as it says; under rules, around one
        that proves them safe where the flags are right.

        >>> import minesolver as ms
        >>> game = ms.Game(2, 2, 1, layout=[(0, 0)])
        >>> game.open((1, 1)), game.flag((0, 0)), game.chord((1, 1))
        ({(1, 1): 1}, True, {(0, 1): 1, (1, 0): 1})

        Raises CellError: the cell is off the board; MoveError: the cell is no clue, its flags do not match,
            nothing is left to open around it, or the game is over.
        """
        cells_to_open = self.chord_cells(cell)
        cell_index = self._blank.index(cell)
        if not cells_to_open:
            raise self._no_chord(cell, cell_index)
        flags_before = dict(self.flag_counts)
        deal_before = self._deal

        # One move, however many cells it opens.
        shown_states: dict[Any, Any] = {}
        for cell_to_open in cells_to_open:
            # A cascade of one may have opened another one, and a mine may have ended the game.
            if cell_to_open not in shown_states and not self.over:
                shown_states |= self._open(self._blank.index(cell_to_open))
        move = GameMove("chord", self._ground.name(cell_index), shown_states)
        self._moves.append((move, flags_before, deal_before))
        return shown_states

    def _no_chord(self, cell: Name, cell_index: int) -> MoveError:
        """Why a chord on this clue opens nothing."""
        mine_marks, cleared_cells = self._marked(cell_index)
        if cleared_cells:
            return MoveError(f"all cells around the clue at {show(cell)} are open")
        clue = self._shown[cell_index]
        clue_value = getattr(clue, "value", clue)
        flag_count_text = counted(sum(mine_marks.values()), "flag")
        return MoveError(f"the clue {clue_value} at {show(cell)} has {flag_count_text} around it")

    def chord_cells(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]], cell: NameT
    ) -> tuple[NameT, ...]:
        """The cells that a chord on a clue opens; none where the flags do not match.

        Raises CellError: the cell is off the board; MoveError: the cell is no clue.
        """
        if self.over:
            raise MoveError("the game is over")
        cell_index = self._blank.index(cell)
        if self._is_mine_shown(self._shown.get(cell_index, self._ground.mine)):
            raise MoveError(f"a chord is on an open clue, and {show(cell)} is none")
        _, cleared_cells = self._marked(cell_index)
        # In the order of the board: a mine ends the game, and what was opened before it is fixed so.
        hidden_names = [
            self._ground.name(index) for index in sorted(cleared_cells) if index not in self._shown
        ]
        return tuple(name for name in hidden_names if name not in self.flag_counts)

    def _marked(self, cell_index: int) -> tuple[dict[int, int], tuple[int, ...]]:
        """(the mines of what is open or flagged around a clue; the cells that it then clears)."""
        clue = self._shown[cell_index]
        mine_marks: dict[int, int] = {}
        for index in self._ground.clue_cells(cell_index, clue):
            cell_name = self._ground.name(index)
            if index in self._shown:
                mine_marks[index] = self._ground.mines_shown(self._shown[index])
            elif cell_name in self.flag_counts:
                mine_marks[index] = self.flag_counts[cell_name]
        return mine_marks, self._ground.clears(cell_index, clue, mine_marks)

    def undo(self: Game[Position[NameT, NumbersT, FractionsT, StateT]]) -> GameMove[NameT, StateT]:
        """Take the last move back; the first takes its layout along. Raises MoveError: there is none."""
        if not self._moves:
            raise MoveError("there is no move to take back")
        move, flags_before, self._deal = self._moves.pop()
        for cell_name, shown_state in move.shown.items():
            del self._shown[self._blank.index(cell_name)]
            self._changes[cell_name] = self._ground.hidden
            if self._is_mine_shown(shown_state):
                self.mines_hit -= 1
            else:
                self.opened -= 1
        self.flag_counts = dict(flags_before)
        self.lost = False
        return move

    def record(self) -> str:
        """The game as JSON lines that ``minesolver review`` reads. Raises MoveError: no cell is open."""
        if self._deal is None:
            raise MoveError("the first click has not yet decided the layout")
        # What was open before the first move is said by itself; the rest follows from the moves.
        opened_by_moves: set[Any] = set()
        for move in self.moves:
            opened_by_moves.update(move.shown)
        open_names = [self._ground.name(index) for index in sorted(self._shown)]
        mine_names = [self._ground.name(index) for index in sorted(self._deal.mines)]

        # What the game was, with all that is needed to play it again.
        game_header = {
            "rows": self.rows,
            "cols": self.cols,
            "mines": self.mines,
            "rules": self.rules.board,
            **self.rules.play_keys(),
            "seed": self.seed,
            "index": self.index,
            "shown": [written(name) for name in open_names if name not in opened_by_moves],
            "layout": [written(name) for name in mine_names],
        }
        if self.rules.board != "square":  # whose clues may be drawn as well
            solution = json.loads(self._ground.solution(self._deal).to_json())
            game_header["shape"] = self._ground.shape
            game_header["layout"] = solution.pop("board")
            game_header |= solution
        json_lines = [json.dumps(game_header)]
        for move in self.moves:
            json_move = {"cell": written(move.cell), "action": move.action}
            json_lines.append(json.dumps(json_move))
        return "\n".join(json_lines)

    def _decide(self, first_cell: int) -> Deal:
        """Draw the layout for a first click at this cell."""
        free_cells = self.rules.check_click(self._ground, first_cell)
        random = SplitMix64(game_key(self.seed, self.index))
        if self.rules.first_click == "given" and self._ground.capacity > 1:
            # Layouts differ in their number of safe cells: drawn after the cell, all in which it is safe
            # are equally likely.
            start_index = random.below(self._ground.cells)
            self._start = self._ground.name(start_index)
            self._deal = self._ground.deal(random, {start_index})
            return self._deal
        deal = self._ground.deal(random, free_cells)
        self._deal = deal
        if self.rules.first_click == "given":
            safe_cells = [index for index in range(self._ground.cells) if index not in deal.mines]
            if safe_cells:
                self._start = self._ground.name(safe_cells[random.below(len(safe_cells))])
        return deal

    def _open(self, cell_index: int) -> dict[Any, Any]:
        """Open a hidden cell and what follows from it."""
        # The layout: drawn at the first cell, or settled here where mines are dealt as cells are opened.
        cell_name = self._ground.name(cell_index)
        has_fixed_start = self._start is not None and not self.started
        if has_fixed_start and self._start != cell_name:
            raise RuleError(f"the first cell is {self._start} by the rules, not {cell_name}")
        deal = self._deal if self._deal is not None else self._decide(cell_index)
        is_protected = not self.started and self.rules.first_click != "none"
        if self.rules.deal != "hidden" and not is_protected:
            deal = self._dealt_at(cell_index, deal)
            self._deal = deal

        # The cell, then those that its clue proves safe, and so on.
        shown_states: dict[Any, Any] = {}
        cells_to_open = [cell_index]
        while cells_to_open:
            open_index = cells_to_open.pop()
            if open_index in self._shown:
                continue
            state = self._ground.shows(open_index, deal)
            shown_states[self._ground.name(open_index)] = state
            self._show(open_index, state)
            if self._is_mine_shown(state):
                self.lost = self.rules.after_mine == "lose"
            elif self.rules.reveal == "cascade":
                cells_to_open.extend(self._ground.clears(open_index, state, {}))
        return shown_states

    def _dealt_at(self, cell_index: int, deal: Deal) -> Deal:
        """The layout that goes on where mines are dealt when a cell is opened.

        ``deal`` is one that agrees with what is shown, each equally likely. So it stays where it has in the
        cell what the rules want, and where chance decides that: it was drawn by the exact chances. Otherwise
        another one is drawn.
        """
        cell_name = self._ground.name(cell_index)
        mine_risk = guess_risk(self.board, cell_name, self.rules.deal)
        # Of its own for each position, so that a move taken back and made again has the same outcome.
        position_key = game_key(game_key(self.seed, self.index), self.opened + self.mines_hit)
        random = SplitMix64(position_key)
        if self._ground.chance_in_clues:
            # Clues as they were drawn make some layouts likelier than others, so the old one is no fair draw.
            is_mine = happens(mine_risk, random)
        elif mine_risk in (0, 1):
            is_mine = mine_risk == 1
            if is_mine == (cell_index in deal.mines):
                return deal
        else:
            return deal
        board = self.board.replace(mines=self.mines)
        mine_counts = layout_with(board, cell_index, is_mine, random)
        if mine_counts is None:  # a player who does not know the mine count could not know that
            return deal
        return self._ground.fitting(board, random, mine_counts)

    def _playable(self, cell: Any) -> int:
        if self.over:
            raise MoveError("the game is over")
        cell_index: int = self._blank.index(cell)
        if cell_index in self._shown:
            raise MoveError(f"{self._ground.name(cell_index)} is already open")
        return cell_index

    def _show(self, cell_index: int, shown_state: Any) -> None:
        """A hidden cell is open now."""
        cell_name = self._ground.name(cell_index)
        self._shown[cell_index] = shown_state
        self._changes[cell_name] = shown_state
        self.flag_counts.pop(cell_name, None)
        if self._is_mine_shown(shown_state):
            self.mines_hit += 1
        else:
            self.opened += 1

    @property
    def status(self) -> Literal["in play", "won", "lost"]:
        """How the game stands."""
        if self.lost:
            return "lost"
        return "won" if self.won else "in play"

    def __str__(self) -> str:
        """The player's view, ``F`` for a flag on a square board."""
        text_lines = str(self.board).splitlines()
        if self.flag_counts and isinstance(self.board, Board):
            first_row = len(text_lines) - self.rows  # after the line with the size
            for row, col in self.flag_counts:
                row_text = text_lines[first_row + row]
                text_lines[first_row + row] = f"{row_text[:col]}F{row_text[col + 1 :]}"
        elif self.flag_counts:
            text_lines.append(f"flags: {' '.join(self.flag_texts())}")
        return "\n".join(text_lines)

    def flag_texts(self) -> list[str]:
        """The flags as text: the cell, and behind a star how many mines, where it is more than one."""
        texts = []
        for name, flagged_mines in sorted(self.flag_counts.items()):
            texts.append(show(name) if flagged_mines == 1 else f"{show(name)}*{flagged_mines}")
        return texts

    def __repr__(self) -> str:
        board_size = size_text(*self._ground.shape, self.mines)
        rules_text = "" if self.rules.board == "square" else f" {self.rules.board}"
        move_count = counted(len(self._moves), "move")
        return f"<Game {board_size}{rules_text}, seed {self.seed}: {move_count}, {self.status}>"

    def _repr_svg_(self) -> str:
        """How a notebook shows a game."""
        return self.board._repr_svg_()
