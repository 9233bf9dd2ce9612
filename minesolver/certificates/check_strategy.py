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
from itertools import combinations
from math import comb
from pathlib import Path

MINE = "*"
MOST_CELLS = 64
MOST_LAYOUTS = 300_000  # that are played: about 2 GB and some minutes
MOST_LAYOUTS_SEARCHED = 1_000  # with --best, where some hundred take seconds to minutes
MOST_LETTERS = 200  # of a message
Cell = tuple[int, int]


class RejectedError(Exception):
    """Why a strategy is not what it claims to be."""


class TooLargeError(Exception):
    """Why a strategy cannot be checked here."""


def values_of(rows: int, cols: int, mines: frozenset[Cell]) -> dict[Cell, str]:
    """What each cell shows when it is opened: a number, or a mine."""
    values = {}
    for row in range(rows):
        for col in range(cols):
            block = [(row + i, col + j) for i in (-1, 0, 1) for j in (-1, 0, 1)]
            mine_count = sum(cell in mines for cell in block)
            values[row, col] = MINE if (row, col) in mines else str(mine_count)
    return values


class Strategy:
    """A strategy as its file states it."""

    def __init__(self, text: str) -> None:
        self.table: dict[str, Cell] = {}
        words = {}
        for line in text.splitlines():
            key, _, value = line.partition(" ")
            if key in ("board", "rule", "claim"):
                words[key] = value
            elif key in self.table:
                raise RejectedError(f"two moves for the position {key}")
            else:
                row, _, col = value.partition(",")
                self.table[key] = int(row), int(col)
        self.rows, self.cols, self.mines = map(int, words["board"].split("x"))
        self.rule = words["rule"]
        cell_count = self.rows * self.cols
        if min(self.rows, self.cols) < 1 or not 0 <= self.mines <= cell_count:
            raise RejectedError("there is no board of this size")
        if cell_count > MOST_CELLS or comb(cell_count, self.mines) > MOST_LAYOUTS:
            raise TooLargeError(f"more than {MOST_CELLS} cells or {MOST_LAYOUTS} layouts")
        self.wins, _, self.layouts = words["claim"].partition(" of ")

    def move(self, opened: dict[Cell, str]) -> Cell:
        """The cell to open in a position."""
        rows = [
            "".join(opened.get((r, c), "#") for c in range(self.cols)) for r in range(self.rows)
        ]
        position = "/".join(rows)
        if position not in self.table:
            raise RejectedError(f"there is no move for the position {position}")
        cell = self.table[position]
        if cell in opened or not (0 <= cell[0] < self.rows and 0 <= cell[1] < self.cols):
            raise RejectedError(f"the move in the position {position} opens no hidden cell")
        return cell

    def allowed(self, first_cell: Cell) -> list[dict[Cell, str]]:
        """The layouts that the rule leaves for a first cell, as what their cells show."""
        cells = [(row, col) for row in range(self.rows) for col in range(self.cols)]
        signs = {"none": "*012345678", "safe": "012345678", "zero": "0"}.get(self.rule)
        if signs is None:
            raise RejectedError(f"there is no rule {self.rule}")
        layouts = []
        for mines in combinations(cells, self.mines):
            layout = values_of(self.rows, self.cols, frozenset(mines))
            if layout[first_cell] in signs:
                layouts.append(layout)
        return layouts

    def play(self, layouts: list[dict[Cell, str]]) -> int:
        """How many of some layouts it wins."""
        win_count = 0
        groups: list[tuple[dict[Cell, str], list[dict[Cell, str]]]] = [({}, layouts)]
        while groups:
            opened, group = groups.pop()
            hidden_cells = [cell for cell in group[0] if cell not in opened]
            safe_cells = [
                cell for cell in hidden_cells if all(layout[cell] != MINE for layout in group)
            ]
            if not safe_cells and len(group) == 1:
                win_count += 1
                continue

            # The first cell is chosen before anything is known.
            cells = safe_cells if safe_cells and opened else [self.move(opened)]
            outcomes: dict[tuple[str, ...], list[dict[Cell, str]]] = defaultdict(list)
            for layout in group:
                if layout[cells[0]] != MINE:
                    outcomes[tuple(layout[cell] for cell in cells)].append(layout)
            for values, matching_layouts in outcomes.items():
                groups.append((opened | dict(zip(cells, values, strict=True)), matching_layouts))
        return win_count


class StrategySearch:
    """The most layouts that any play can win of those of a board."""

    def __init__(self, layouts: list[dict[Cell, str]]) -> None:
        self.layouts = layouts
        self.wins_of: dict[frozenset[int], int] = {}  # of layouts that look alike, by their numbers

    def outcomes(self, group: frozenset[int], cell: Cell) -> list[frozenset[int]]:
        """What remains of some layouts when a cell is opened, by what it shows."""
        layouts_by_value: dict[str, set[int]] = defaultdict(set)
        for number in group:
            layouts_by_value[self.layouts[number][cell]].add(number)
        return [frozenset(numbers) for value, numbers in layouts_by_value.items() if value != MINE]

    def most_wins(self, group: frozenset[int]) -> int:
        """The most that can be won of some layouts that look alike: no cell that tells nothing is opened."""
        if len(group) == 1:
            return 1
        if group not in self.wins_of:
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
            self.wins_of[group] = max(sum(map(self.most_wins, outcomes)) for outcomes in choices)
        return self.wins_of[group]


def check_best(strategy: Strategy, win_count: int, layout_count: int) -> None:
    """Check that no first cell and no play after it wins a larger share of the layouts."""
    if comb(strategy.rows * strategy.cols, strategy.mines) > MOST_LAYOUTS_SEARCHED:
        raise TooLargeError(f"more than {MOST_LAYOUTS_SEARCHED} layouts to search all play of")
    for cell in [(row, col) for row in range(strategy.rows) for col in range(strategy.cols)]:
        layouts = strategy.allowed(cell)
        if not layouts:
            continue
        search = StrategySearch(layouts)
        wins = sum(map(search.most_wins, search.outcomes(frozenset(range(len(layouts))), cell)))
        if wins * layout_count > win_count * len(layouts):
            raise RejectedError(f"play from {cell} wins {wins} of {len(layouts)} layouts")


def checked(path: Path, best: bool = False) -> str:
    """What a strategy achieves; ``best``: check that none achieves more.

    Raises RejectedError: it is not what it claims.
    """
    strategy = Strategy(path.read_text(encoding="utf-8"))
    layouts = strategy.allowed(strategy.move({}))
    win_count = strategy.play(layouts)
    if f"{win_count} of {len(layouts)}" != f"{strategy.wins} of {strategy.layouts}":
        raise RejectedError(f"it wins {win_count} of {len(layouts)} layouts")
    board = f"{strategy.rows}x{strategy.cols}x{strategy.mines}, first click {strategy.rule}"
    if best:
        check_best(strategy, win_count, len(layouts))
    return (
        f"wins {win_count} of {len(layouts)} layouts{', the most' if best else ''} (board {board})"
    )


def main(arguments: list[str]) -> int:
    """Check strategies by name; returns the exit status."""
    status = 0
    for name in [name for name in arguments if name != "--best"]:
        try:
            print(f"{name}: holds: {checked(Path(name), '--best' in arguments)}")
        except OSError as error:
            print(f"{error.filename}: {error.strerror}", file=sys.stderr)
            status = 2
        except TooLargeError as error:
            print(f"{name}: cannot be checked here: {error}", file=sys.stderr)
            status = 2
        except RejectedError as error:
            print(f"{name}: REJECTED: {str(error)[:MOST_LETTERS]}")
            status = max(status, 1)
        except (ValueError, LookupError) as error:
            why = str(error)[:MOST_LETTERS]
            print(f"{name}: REJECTED: not written as a strategy is: {why}")
            status = max(status, 1)
    return status


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]) if sys.argv[1:] else __doc__)
