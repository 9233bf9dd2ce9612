"""A game: the hidden layout, what is open, and the rules that move it."""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from os import urandom
from typing import TYPE_CHECKING, Any, Generic, Literal, NamedTuple, Self, overload

from ..base.errors import MinesolverError, MoveError, RuleError, counted, quoted
from ..model.board import Board
from ..model.layout import Layout
from ..model.reason import show, written
from ..model.subject import FractionsT, Name, NameT, NumbersT, Position, StateT
from .dealing import guess_risk, layout_with
from .game_rules import Rules
from .ground import Deal, Ground
from .levels import parse_size, size_text
from .seeding import SplitMix64, game_key

if TYPE_CHECKING:
    from typing_extensions import TypeVar  # which has defaults; type checkers bring it along

    BoardT = TypeVar("BoardT", bound=Position, default=Board, covariant=True)

    from ..model.state import BoardUnderRules
else:
    from typing import TypeVar

    BoardT = TypeVar("BoardT")


def _mine_names(layout: Any) -> frozenset[Any]:
    """The cells with mines of a layout, as names: lists, as JSON has them, are as good as pairs.

    Raises RuleError: it is something else, such as rows of text.
    """
    if isinstance(layout, Layout):
        return layout.mine_cells
    names: list[Any] = []
    for name in layout:
        if isinstance(name, str) and any(sign in name for sign in "*.#"):
            raise RuleError(
                "a layout is the cells with mines, such as [(0, 1), (0, 4)]; of rows of text it is "
                "Layout.from_board(Board.parse(rows))"
            )
        names.append(tuple(name) if isinstance(name, list) else name)
    try:
        return frozenset(names)
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
    layout: The cells of the mines, instead of drawing them; the first click then moves none
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
        layout: Iterable[Name] | Iterable[list[int]] | Layout | None = None,
        layers: Sequence[int] = (),
    ) -> None:
        rules = rules or Rules()
        if layout is not None:
            self._begin_with_layout(
                rows, cols, mines, rules, seed or 0, index, _mine_names(layout), layers
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
        mine_names: frozenset[Any],
        layers: Sequence[int],
    ) -> None:
        """Begin with mines that are given; chance decides at most in which way clues are shown."""
        if rules.mines != "hidden":
            raise RuleError(f"a layout is given, and with mines={rules.mines!r} none is there")
        if mines not in (None, len(mine_names)):
            raise RuleError(f"the layout has {counted(len(mine_names), 'mine')}, not {mines}")
        if rules.start is not None and rules.start in mine_names:
            raise RuleError(f"the layout has a mine at the first cell {rules.start}")
        ground = rules.check(rows, cols, len(mine_names), layers)
        self._begin(ground, rules, seed, index, None)
        try:
            mine_cells = frozenset(map(self._blank.index, mine_names))
        except MinesolverError:
            raise RuleError(f"the layout has mines outside the {rows}x{cols} board") from None
        self._deal = ground.deal_of(SplitMix64(game_key(seed, index)), mine_cells)

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
        from ..solve import analyze
        from .under_rules import UnderRules

        if isinstance(solution, Layout):
            solution = solution.board
        if solution.unknown.any():
            raise RuleError("the board of a game has every cell open")
        if not isinstance(solution, Board) and solution.extra:
            raise RuleError("a game has no constraints but those of its rules")
        analyze(solution)  # which raises where no layout fits
        mines = frozenset(
            cell for cell, value in solution.values().items() if value and cell < len(solution)
        )
        if isinstance(solution, Board):
            game = cls.dealt(Ground(solution.shape, len(mines)), Deal(mines), rules)
        else:
            ground = UnderRules(solution.field, len(mines), drawn=False)
            game = cls.dealt(ground, Deal(mines, solution.states), rules)
        for cell in shown:
            game._show(solution.index(cell), solution[cell])
        return game

    @classmethod
    def dealt(cls, ground: Ground, deal: Deal, rules: Rules | None = None) -> Game[Any]:
        """The game of a layout on what it was drawn for."""
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
        self.flags: set[Name] = set()
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
        self._moves: list[tuple[GameMove, frozenset[Any], Deal | None]] = []

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
        copied_game.flags = set(self.flags)
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
    def layout(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]],
    ) -> frozenset[NameT] | None:
        """The hidden mines; ``None`` while the first click is still to decide them. Where the rules deal
        mines as cells are opened, those of one layout that agrees with all that is shown.
        """
        return None if self._deal is None else frozenset(map(self._ground.name, self._deal.mines))

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
        if self.rules.win == "open":
            return self.opened == cells - self.mines
        if self._deal is None:
            return False
        if self.rules.win == "explore":
            return self.opened + self.mines_hit + len(self.flags) == cells
        # By flags: as many as there are mines, and none of them wrong.
        marked_mines = len(self.flags) + self.mines_hit
        return marked_mines == self.mines and all(map(self.is_mine, self.flags))

    @property
    def over(self) -> bool:
        """Whether the game is won or lost."""
        return self.lost or self.won

    @property
    def moves(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]],
    ) -> tuple[GameMove[NameT, StateT], ...]:
        """The moves made so far, without those taken back."""
        return tuple(move for move, _, _ in self._moves)

    def is_mine(self, cell: Name) -> bool:
        """The truth about a cell. Raises CellError: it is off the board; MoveError: it is not decided yet."""
        cell_index = self._blank.index(cell)
        if self._deal is None:
            raise MoveError("the first click has not yet decided the layout")
        return cell_index in self._deal.mines

    def open(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]], cell: NameT
    ) -> dict[NameT, StateT]:
        """Open a cell. Opening takes a flag away.

        Returns: Every cell that this shows, with its clue; 10 for a mine. Under rules, with what a
            :class:`~minesolver.model.variant.VariantBoard` has there.
        Raises CellError: the cell is off the board; MoveError: the cell is open, or the game is over;
            RuleError: the rules let no game start at this cell.
        """
        cell_index = self._playable(cell)
        flags_before = frozenset(self.flags)
        deal_before = self._deal
        shown_states = self._open(cell_index)
        move = GameMove("open", self._ground.name(cell_index), shown_states)
        self._moves.append((move, flags_before, deal_before))
        return shown_states

    def flag(self, cell: Name) -> bool:
        """Set a flag, or take it away. A flag is a player's mark, not knowledge on the board.

        Raises CellError: the cell is off the board; MoveError: the cell is open, or the game is over.
        """
        name = self._ground.name(self._playable(cell))
        self._moves.append((GameMove("flag", name, {}), frozenset(self.flags), self._deal))
        self.flags ^= {name}
        return name in self.flags

    def chord(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]], cell: NameT
    ) -> dict[NameT, StateT]:
        """Open all unflagged cells around a clue that has as many flags as it says; under rules, around one
        that proves them safe where the flags are right.

        Raises CellError: the cell is off the board; MoveError: the cell is no clue, its flags do not match,
            nothing is left to open around it, or the game is over.
        """
        cells_to_open = self.chord_cells(cell)
        cell_index = self._blank.index(cell)
        if not cells_to_open:
            raise self._no_chord(cell, cell_index)
        flags_before = frozenset(self.flags)
        deal_before = self._deal
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
        marks, cleared_cells = self._marked(cell_index)
        if cleared_cells:
            return MoveError(f"all cells around the clue at {show(cell)} are open")
        clue = self._shown[cell_index]
        value = getattr(clue, "value", clue)
        flags = counted(sum(marks.values()), "flag")
        return MoveError(f"the clue {value} at {show(cell)} has {flags} around it")

    def chord_cells(
        self: Game[Position[NameT, NumbersT, FractionsT, StateT]], cell: NameT
    ) -> tuple[NameT, ...]:
        """The cells that a chord on a clue opens; none where the flags do not match.

        Raises CellError: the cell is off the board; MoveError: the cell is no clue.
        """
        if self.over:
            raise MoveError("the game is over")
        cell_index = self._blank.index(cell)
        if self._shown.get(cell_index, self._ground.mine) == self._ground.mine:
            raise MoveError(f"a chord is on an open clue, and {show(cell)} is none")
        _, cleared_cells = self._marked(cell_index)
        hidden_names = [
            self._ground.name(index) for index in cleared_cells if index not in self._shown
        ]
        return tuple(name for name in hidden_names if name not in self.flags)

    def _marked(self, cell_index: int) -> tuple[dict[int, int], tuple[int, ...]]:
        """(what is open or flagged around a clue, 1 for a mine or a flag; the cells that it then clears)."""
        clue = self._shown[cell_index]
        mine = self._ground.mine
        marks: dict[int, int] = {}
        for index in self._ground.clue_cells(cell_index, clue):
            if index in self._shown:
                marks[index] = int(self._shown[index] == mine)
            elif self._ground.name(index) in self.flags:
                marks[index] = 1
        return marks, self._ground.clears(cell_index, clue, marks)

    def undo(self: Game[Position[NameT, NumbersT, FractionsT, StateT]]) -> GameMove[NameT, StateT]:
        """Take the last move back; the first takes its layout along. Raises MoveError: there is none."""
        if not self._moves:
            raise MoveError("there is no move to take back")
        move, flags_before, self._deal = self._moves.pop()
        for name, code in move.shown.items():
            del self._shown[self._blank.index(name)]
            self._changes[name] = self._ground.hidden
            if code == self._ground.mine:
                self.mines_hit -= 1
            else:
                self.opened -= 1
        self.flags = set(flags_before)
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
        header = {
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
            header["shape"] = self._ground.shape
            header["layout"] = solution.pop("board")
            header |= solution
        lines = [json.dumps(header)]
        for move in self.moves:
            lines.append(json.dumps({"cell": written(move.cell), "action": move.action}))
        return "\n".join(lines)

    def _decide(self, first_cell: int) -> Deal:
        """Draw the layout for a first click at this cell."""
        free_cells = self.rules.check_click(self._ground, first_cell)
        random = SplitMix64(game_key(self.seed, self.index))
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
        if (
            self._start is not None
            and not self.started
            and self._start != self._ground.name(cell_index)
        ):
            raise RuleError(
                f"the first cell is {self._start} by the rules, not {self._ground.name(cell_index)}"
            )
        deal = self._deal if self._deal is not None else self._decide(cell_index)
        protected = not self.started and self.rules.first_click != "none"
        if self.rules.mines != "hidden" and not protected:
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
            if state == self._ground.mine:
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
        name = self._ground.name(cell_index)
        risk = guess_risk(self.board, name, self.rules.mines)
        # Of its own for each position, so that a move taken back and made again has the same outcome.
        random = SplitMix64(game_key(game_key(self.seed, self.index), self.opened + self.mines_hit))
        if self._ground.chance_in_clues:
            # Clues as they were drawn make some layouts likelier than others, so the old one is no fair draw.
            is_mine = random.below(risk.denominator) < risk.numerator
        elif risk in (0, 1):
            is_mine = risk == 1
            if is_mine == (cell_index in deal.mines):
                return deal
        else:
            return deal
        board = self.board.replace(mines=self.mines)
        mines = layout_with(board, cell_index, is_mine, random)
        if mines is None:  # a player who does not know the mine count could not know that
            return deal
        return self._ground.fitting(board, random, mines)

    def _playable(self, cell: Any) -> int:
        if self.over:
            raise MoveError("the game is over")
        cell_index: int = self._blank.index(cell)
        if cell_index in self._shown:
            raise MoveError(f"{self._ground.name(cell_index)} is already open")
        return cell_index

    def _show(self, cell_index: int, code: Any) -> None:
        """A hidden cell is open now."""
        name = self._ground.name(cell_index)
        self._shown[cell_index] = code
        self._changes[name] = code
        self.flags.discard(name)
        if code == self._ground.mine:
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
        lines = str(self.board).splitlines()
        if self.flags and isinstance(self.board, Board):
            first_row = len(lines) - self.rows  # after the line with the size
            flags: Any = self.flags
            for row, col in flags:
                line = lines[first_row + row]
                lines[first_row + row] = f"{line[:col]}F{line[col + 1 :]}"
        elif self.flags:
            lines.append(f"flags: {' '.join(sorted(map(show, self.flags)))}")
        return "\n".join(lines)

    def __repr__(self) -> str:
        size = size_text(*self._ground.shape, self.mines)
        rules = "" if self.rules.board == "square" else f" {self.rules.board}"
        moves = counted(len(self._moves), "move")
        return f"<Game {size}{rules}, seed {self.seed}: {moves}, {self.status}>"

    def _repr_svg_(self) -> str:
        """How a notebook shows a game."""
        return self.board._repr_svg_()
