"""Plays a strategy for a small board on every layout: ``python check_strategy.py FILE.strategy...``.

This file needs nothing but Python, and shares nothing with the program that makes strategies. A strategy says
what to open first, and what to open in each position where no cell is proved safe. Here it is played on all
layouts at once: those that look alike stay together; while some cell holds a mine in none of them, it is
opened; else the table says which. The layouts won are counted, and compared with the claim.

With ``--best`` all other ways to play are searched too: that none wins more. Python takes seconds for that on
boards of some hundred layouts, and far too long on those of thousands: they are refused.
"""

import sys
from collections import defaultdict
from itertools import combinations, product
from math import comb
from pathlib import Path

MINE = "*"
MOST_CELLS = 64
MOST_LAYOUTS = 300_000  # that are played: about 2 GB and some minutes
MOST_LAYOUTS_SEARCHED = 1_000  # with --best, where some hundred take seconds to minutes
MOST_LETTERS = 200  # of a message
ALLOWED_SIGNS = {"none": "*012345678", "safe": "012345678", "zero": "0"}  # of a first cell, by rule
Cell = tuple[int, int]
Layout = dict[Cell, str]  # what its cells show


class RejectedError(Exception):
    """Why a strategy is not what it claims to be."""


class TooLargeError(Exception):
    """Why a strategy cannot be checked here."""


def values_of(rows: int, cols: int, mines: frozenset[Cell]) -> Layout:
    """What each cell shows when it is opened: a number, or a mine."""
    values = {}
    for row in range(rows):
        for col in range(cols):
            if (row, col) in mines:
                values[row, col] = MINE
                continue
            mine_count = 0
            for near_row in (row - 1, row, row + 1):
                for near_col in (col - 1, col, col + 1):
                    mine_count += (near_row, near_col) in mines
            values[row, col] = str(mine_count)
    return values


class Strategy:
    """A strategy as its file states it."""

    def __init__(self, text: str) -> None:
        self.table: dict[str, Cell] = {}
        words: dict[str, str] = {}
        *lines, end = text.split("\n")
        for line in lines:
            # Everybody sees the lines as they are read here.
            if not line.isprintable() or line != " ".join(line.split()):
                raise RejectedError("a line has other signs than letters and single blanks")
            key, _, value = line.partition(" ")
            if key in words:
                raise RejectedError(f"two lines {key}")
            if key in ("board", "rule", "claim"):
                words[key] = value
            elif key in self.table:
                raise RejectedError(f"two moves for the position {key}")
            else:
                row, _, col = value.partition(",")
                self.table[key] = int(row), int(col)

        if end:
            raise RejectedError("the last line has no end")

        # What it is a strategy for, and whether that can be played here.
        sizes = words["board"].split("x")
        self.rows, self.cols, self.mines = map(int, sizes)
        self.rule = words["rule"]
        cell_count = self.rows * self.cols
        if min(self.rows, self.cols) < 1 or not 0 <= self.mines <= cell_count:
            raise RejectedError("there is no board of this size")
        too_large = f"more than {MOST_CELLS} cells or {MOST_LAYOUTS} layouts"
        if cell_count > MOST_CELLS:
            raise TooLargeError(too_large)
        self.layout_count = comb(cell_count, self.mines)
        if self.layout_count > MOST_LAYOUTS:
            raise TooLargeError(too_large)
        self.wins, _, self.layouts = words["claim"].partition(" of ")

    def move(self, opened: dict[Cell, str]) -> Cell:
        """The cell to open in a position."""
        row_texts = []
        for row in range(self.rows):
            signs = [opened.get((row, col), "#") for col in range(self.cols)]
            row_texts.append("".join(signs))
        position = "/".join(row_texts)
        if position not in self.table:
            raise RejectedError(f"there is no move for the position {position}")
        cell = self.table[position]
        row, col = cell
        is_on_board = 0 <= row < self.rows and 0 <= col < self.cols
        if cell in opened or not is_on_board:
            raise RejectedError(f"the move in the position {position} opens no hidden cell")
        return cell

    def allowed(self, first_cell: Cell) -> list[Layout]:
        """The layouts that the rule leaves for a first cell, as what their cells show."""
        if self.rule not in ALLOWED_SIGNS:
            raise RejectedError(f"there is no rule {self.rule}")
        signs = ALLOWED_SIGNS[self.rule]
        layouts = []
        for mines in combinations(self.cells(), self.mines):
            layout = values_of(self.rows, self.cols, frozenset(mines))
            if layout[first_cell] in signs:
                layouts.append(layout)
        return layouts

    def cells(self) -> list[Cell]:
        """The cells of the board, row by row."""
        return list(product(range(self.rows), range(self.cols)))

    def play(self, layouts: list[Layout]) -> int:
        """How many of some layouts it wins."""
        win_count = 0
        groups: list[tuple[dict[Cell, str], list[Layout]]] = [({}, layouts)]
        while groups:
            opened, group = groups.pop()
            safe_cells = []
            for cell in group[0]:
                is_safe = cell not in opened and all(layout[cell] != MINE for layout in group)
                if is_safe:
                    safe_cells.append(cell)
            if not safe_cells and len(group) == 1:
                win_count += 1
                continue

            # The first cell is chosen before anything is known.
            cells = safe_cells if safe_cells and opened else [self.move(opened)]

            # The layouts that look alike after it are played together.
            outcomes: dict[tuple[str, ...], list[Layout]] = defaultdict(list)
            for layout in group:
                if layout[cells[0]] == MINE:
                    continue
                values = tuple(layout[cell] for cell in cells)
                outcomes[values].append(layout)
            for values, matching_layouts in outcomes.items():
                newly_opened = dict(zip(cells, values, strict=True))
                groups.append((opened | newly_opened, matching_layouts))
        return win_count


class StrategySearch:
    """The most layouts that any play can win of those of a board."""

    def __init__(self, layouts: list[Layout]) -> None:
        self.layouts = layouts
        self.wins_of: dict[frozenset[int], int] = {}  # of layouts that look alike, by their numbers

    def outcomes(self, group: frozenset[int], cell: Cell) -> list[frozenset[int]]:
        """What remains of some layouts when a cell is opened, by what it shows."""
        layouts_by_value: dict[str, set[int]] = defaultdict(set)
        for number in group:
            value = self.layouts[number][cell]
            layouts_by_value[value].add(number)
        layouts_by_value.pop(MINE, None)
        return [frozenset(numbers) for numbers in layouts_by_value.values()]

    def most_wins(self, group: frozenset[int]) -> int:
        """The most that can be won of some layouts that look alike: no cell that tells nothing is opened."""
        if len(group) == 1:
            return 1
        if group in self.wins_of:
            return self.wins_of[group]
        safe_choices = []
        risky_choices = []
        for cell in self.layouts[0]:
            outcomes = self.outcomes(group, cell)
            survivors = sum(map(len, outcomes))
            if survivors == len(group) and len(outcomes) > 1:
                safe_choices.append(outcomes)
            elif 0 < survivors < len(group):
                risky_choices.append(outcomes)

        # A safe cell that tells something is opened whatever follows.
        choices = safe_choices[:1] or risky_choices
        wins_of_choices = [self.wins_after(outcomes) for outcomes in choices]
        self.wins_of[group] = max(wins_of_choices)
        return self.wins_of[group]

    def wins_after(self, outcomes: list[frozenset[int]]) -> int:
        """The most that can be won of what remains when a cell is opened."""
        return sum(map(self.most_wins, outcomes))


def check_best(strategy: Strategy, win_count: int, layout_count: int) -> None:
    """Check that no first cell and no play after it wins a larger share of the layouts."""
    if strategy.layout_count > MOST_LAYOUTS_SEARCHED:
        raise TooLargeError(f"more than {MOST_LAYOUTS_SEARCHED} layouts to search all play of")
    for cell in strategy.cells():
        layouts = strategy.allowed(cell)
        if not layouts:
            continue
        search = StrategySearch(layouts)
        all_numbers = frozenset(range(len(layouts)))
        outcomes = search.outcomes(all_numbers, cell)
        wins = search.wins_after(outcomes)
        # A rule may leave more layouts for one first cell than for another: shares are compared.
        if wins * layout_count > win_count * len(layouts):
            raise RejectedError(f"play from {cell} wins {wins} of {len(layouts)} layouts")


def checked(path: Path, best: bool = False) -> str:
    """What a strategy achieves; ``best``: check that none achieves more.

    Raises RejectedError: it is not what it claims.
    """
    strategy = Strategy(path.read_bytes().decode("ascii"))
    layouts = strategy.allowed(strategy.move({}))
    win_count = strategy.play(layouts)
    result = f"{win_count} of {len(layouts)}"
    if result != f"{strategy.wins} of {strategy.layouts}":
        raise RejectedError(f"it wins {result} layouts")
    addition = ""
    if best:
        check_best(strategy, win_count, len(layouts))
        addition = ", the most"
    size = f"{strategy.rows}x{strategy.cols}x{strategy.mines}"
    board = f"{size}, first click {strategy.rule}"
    return f"wins {result} layouts{addition} (board {board})"


def main(arguments: list[str]) -> int:
    """Check strategies by name; returns the exit status."""
    status = 0
    is_best = "--best" in arguments
    names = [name for name in arguments if name != "--best"]
    for name in names:
        try:
            answer = checked(Path(name), is_best)
            print(f"{name}: holds: {answer}")
        except OSError as error:
            print(f"{error.filename}: {error.strerror}", file=sys.stderr)
            status = 2
        except TooLargeError as error:
            print(f"{name}: cannot be checked here: {error}", file=sys.stderr)
            status = 2
        except RejectedError as error:
            why = str(error)[:MOST_LETTERS]
            print(f"{name}: REJECTED: {why}")
            status = max(status, 1)
        except (ValueError, LookupError) as error:
            why = str(error)[:MOST_LETTERS]
            print(f"{name}: REJECTED: not written as a strategy is: {why}")
            status = max(status, 1)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
