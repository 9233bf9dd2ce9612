"""The player that wins most: an exact solution of the game with hidden bombs, on small boards.

What a player knows is the set of layouts that agree with everything seen. A cell that is safe in all of
them costs nothing to open, so all such cells are opened before each guess; a cascade opens only such
cells. Then the cells shown follow from the set of layouts, and the set alone is the state to solve. All
layouts are equally likely, so the value of a set is a whole number: how many of its layouts are won.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from fractions import Fraction

from ...base.errors import EngineLimitError, InconsistentBoardError, RuleError
from ...base.limits import whole_number
from ...model.board import MINE, Cell
from ...policy.optimal import kinds
from .game import rules
from .placements import all_layouts
from .states import Entry, consistent, encode, entries, holds

MOST_BYTES = 1 << 30


@dataclass(frozen=True)
class OptimalChances:
    """Winning chances of the best play under one first-click rule.

    by_first_click: For each cell that the rule lets be opened first
    beliefs: The sets of layouts with a guess to make that the solver has valued so far
    """

    by_first_click: dict[Cell, Fraction]
    beliefs: int

    @property
    def best_first(self) -> Fraction:
        """The winning chance from the best first cell."""
        return max(self.by_first_click.values())

    @property
    def random_first(self) -> Fraction:
        """The mean winning chance over all first cells."""
        return sum(self.by_first_click.values(), Fraction(0)) / len(self.by_first_click)


class OptimalSolver:
    """Best play on a small board, under any first-click rule.

    most_beliefs: The most sets of layouts to value; by default what about a gigabyte holds
    Raises EngineLimitError: there are too many layouts to list.
    """

    def __init__(
        self, rows: int, cols: int, bombs: int, *, most_beliefs: int | None = None
    ) -> None:
        rows = whole_number(rows, "the number of rows")
        cols = whole_number(cols, "the number of columns")
        self._layouts = all_layouts(rows, cols, whole_number(bombs, "the number of bombs"))
        self._bombs = [showing[MINE] for showing in self._layouts.showing]
        self._safe = [showing[:9] for showing in self._layouts.showing]
        self._won: dict[int, int] = {}
        # An entry of the table is an integer with a bit per layout, and about 128 bytes around it.
        room = MOST_BYTES // (self._layouts.total // 8 + 128)
        self._most_beliefs = room
        if most_beliefs is not None:
            self._most_beliefs = whole_number(most_beliefs, "the most sets of layouts")

    def solve(self, first_click: str = "cell") -> OptimalChances:
        """Winning chances for each first click.

        Raises EngineLimitError: there are more than ``most_beliefs`` sets of layouts to value.
        """
        board = self._layouts
        rules(first_click).check(board.rows, board.cols, board.bombs)
        chances: dict[Cell, Fraction] = {}
        for kind in kinds(board.rows, board.cols):
            layouts = board.permitted(first_click, kind[0])
            if layouts:
                chance = Fraction(self._wins_opening(kind[0], layouts), layouts.bit_count())
                chances |= {board.cell(cell): chance for cell in kind}
        return OptimalChances(dict(sorted(chances.items())), len(self._won))

    def choices(
        self, shown: Iterable[Entry] = (), *, first_click: str = "cell", first: Cell | None = None
    ) -> tuple[tuple[Cell, ...], Fraction]:
        """The unopened cells that win most often from a position.

        shown: Every opened cell with its value, none of them a bomb
        first: The cell opened first; it matters under rule ``row-col`` only
        Raises RuleError: the game is over, or under ``row-col`` the first cell is missing;
            InconsistentBoardError: no layout agrees.
        """
        board = self._layouts
        rules(first_click)  # raises UnknownNameError: there is none of this name
        code = encode(board, shown)
        if not code:
            chances = self.solve(first_click).by_first_click
            best_chance = max(chances.values())
            return tuple(
                cell for cell, chance in chances.items() if chance == best_chance
            ), best_chance
        layouts = self._layouts_of_position(code, first_click, first)

        # A cell that cannot be a bomb is never worse than a guess.
        unopened = [cell for cell in range(board.cells) if not holds(code, cell)]
        safe_cells = [cell for cell in unopened if not layouts & self._bombs[cell]]
        wins_of = {cell: self._wins_opening(cell, layouts) for cell in safe_cells or unopened}
        most_wins = max(wins_of.values(), default=0)
        if not most_wins:
            raise RuleError("the position leaves no safe cell to open")
        best_cells = tuple(board.cell(cell) for cell, wins in wins_of.items() if wins == most_wins)
        return best_cells, Fraction(most_wins, layouts.bit_count())

    def _layouts_of_position(self, code: int, first_click: str, first_cell: Cell | None) -> int:
        """The layouts that agree with a packed position, and with the first click. Raises as `choices`."""
        board = self._layouts
        layouts = consistent(board, code)
        if first_click == "row-col":
            if first_cell is None:
                raise RuleError(
                    "under first-click rule 'row-col' the cell that was opened first must be told"
                )
            layouts &= board.permitted(first_click, board.index(first_cell))
        if any(value == MINE for _, value in entries(code)):
            raise RuleError("the position shows a bomb: the game is lost")
        if not layouts:
            raise InconsistentBoardError("no layout agrees with the cells that are shown")
        return layouts

    def _wins_opening(self, cell: int, layouts: int) -> int:
        """How many of the layouts are won by opening ``cell`` and playing best from there."""
        return sum(
            self._wins(layouts & showing) for showing in self._safe[cell] if layouts & showing
        )

    def _wins(self, layouts: int) -> int:
        """How many of the layouts best play wins, once one of them is known to be the true one."""
        if not layouts & (layouts - 1):
            return 1
        known_wins = self._won.get(layouts)
        if known_wins is not None:
            return known_wins
        # A safe cell that tells something is opened first; else a guess is made.
        guesses = []  # (layouts in which the cell is safe, the cell)
        for cell, bombs in enumerate(self._bombs):
            layouts_with_bomb = layouts & bombs
            if not layouts_with_bomb:
                if not any(layouts == layouts & showing for showing in self._safe[cell]):
                    return self._wins_opening(cell, layouts)
            elif layouts_with_bomb != layouts:
                guesses.append(((layouts ^ layouts_with_bomb).bit_count(), cell))
        if len(self._won) >= self._most_beliefs:
            raise EngineLimitError(f"more than {self._most_beliefs} sets of layouts to value")
        most_wins = 0
        for safe_layouts, cell in sorted(guesses, reverse=True):
            most_wins = max(most_wins, self._wins_guessing(cell, layouts, safe_layouts, most_wins))
        self._won[layouts] = most_wins
        return most_wins

    def _wins_guessing(self, cell: int, layouts: int, safe_layouts: int, most_wins: int) -> int:
        """:meth:`_wins_opening`, or 0 as soon as it cannot exceed ``most_wins``.

        safe_layouts: In how many of the layouts the cell is safe, which bounds the wins
        """
        wins = 0
        layouts_to_come = safe_layouts
        for showing in self._safe[cell]:
            if wins + layouts_to_come <= most_wins:
                return 0
            layouts_showing = layouts & showing
            if layouts_showing:
                layouts_to_come -= layouts_showing.bit_count()
                wins += self._wins(layouts_showing)
        return wins
