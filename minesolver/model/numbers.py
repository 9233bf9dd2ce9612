"""The numbers that players know a layout by: 3BV, openings, islands, ZiNi."""

from collections.abc import Iterable, Mapping, Sequence

from .board import Cell, neighbours
from .connected import components


def three_bv_of(rows: int, cols: int, mines: Iterable[int]) -> int:
    """The 3BV of a layout: its openings, and the safe cells that none of them shows. ``mines``: by index."""
    neighbour_lists = neighbours(rows, cols)
    is_mine = [False] * (rows * cols)
    for cell in mines:
        is_mine[cell] = True
    is_zero = [
        not is_mine[cell] and not any(is_mine[neighbour] for neighbour in neighbour_lists[cell])
        for cell in range(rows * cols)
    ]
    shown_by_openings: set[int] = set()
    for cell, shows_zero in enumerate(is_zero):
        if shows_zero:
            shown_by_openings.update((cell, *neighbour_lists[cell]))
    openings = components(neighbour_lists, is_zero)
    return len(openings) + rows * cols - sum(is_mine) - len(shown_by_openings)


def measures(rows: int, cols: int, clues: Mapping[Cell, int]) -> dict[str, int]:
    """3BV, openings, islands and ZiNi (the clicks of its greedy form, with flags and chords) of a board, by
    the clues of all its safe cells.
    """
    clue_of = {row * cols + col: clue for (row, col), clue in clues.items()}

    # Of equal cells the first, column by column, as other programs have it.
    def by_column(cell: int) -> tuple[int, int]:
        return cell % cols, cell

    return measures_of(neighbours(rows, cols), clue_of, sorted(clue_of, key=by_column))


def measures_of(
    neighbour_lists: Sequence[Sequence[int]],
    clue_of: Mapping[int, int],
    cells_in_order: Sequence[int],
) -> dict[str, int]:
    """The same of cells of any geometry, by index, where a clue is the number of mines among the neighbours.

    clue_of: The clues of all safe cells
    cells_in_order: The safe cells; of equal ones ZiNi takes the first
    """
    all_cells = range(len(neighbour_lists))
    openings = components(neighbour_lists, [clue_of.get(cell) == 0 for cell in all_cells])
    shown_by_opening: dict[int, set[int]] = {}
    for opening in openings:
        shown_cells = set(opening).union(*(neighbour_lists[cell] for cell in opening))
        shown_by_opening |= dict.fromkeys(opening, shown_cells)
    lonely_cells = clue_of.keys() - set().union(*shown_by_opening.values())

    three_bv = len(openings) + len(lonely_cells)
    islands = components(neighbour_lists, [cell in lonely_cells for cell in all_cells])
    greedy_clicks = _GreedyClicks(
        neighbour_lists, clue_of, openings, lonely_cells, shown_by_opening
    )
    return {
        "3BV": three_bv,
        "openings": len(openings),
        "islands": len(islands),
        "ZiNi": greedy_clicks.clicks_for_all(cells_in_order),
    }


class _GreedyClicks:
    """A board on which flags and chords are set where they save most clicks.

    unit_of: Of the cells that show something that 3BV counts, and is hidden yet, which it is
    closed, flagged: Cells that are not open, of those without a mine; and those with a flag
    """

    def __init__(
        self,
        neighbour_lists: Sequence[Sequence[int]],
        clue_of: Mapping[int, int],
        openings: Sequence[Sequence[int]],
        lonely_cells: Iterable[int],
        shown_by_opening: Mapping[int, set[int]],
    ) -> None:
        self.neighbour_lists = neighbour_lists
        self.safe_cells = clue_of.keys()
        self.shown_by_opening = shown_by_opening
        self.unit_of: dict[int, int] = {}
        lonely_units = [[cell] for cell in lonely_cells]
        for unit_number, unit_cells in enumerate([*openings, *lonely_units]):
            self.unit_of |= dict.fromkeys(unit_cells, unit_number)
        self.closed = set(clue_of)
        self.flagged: set[int] = set()
        self.clicks = 0

    def clicks_for_all(self, cells_in_order: Sequence[int]) -> int:
        """How many clicks open all cells. ``cells_in_order``: of equal ones the first is clicked."""
        # A click changes only what is gained near it.
        gain_of = {cell: self._gain(cell) for cell in cells_in_order}
        while self.unit_of:
            best_cell = max(cells_in_order, key=gain_of.__getitem__)
            if gain_of[best_cell] < 0:
                break
            changed_cells = self._chord(best_cell)
            lists_around = [self.neighbour_lists[cell] for cell in changed_cells]
            touched_cells = changed_cells.union(*lists_around)
            for cell in touched_cells & self.safe_cells:
                gain_of[cell] = self._gain(cell)
        # What is left takes a click each.
        return self.clicks + len(set(self.unit_of.values()))

    def _gain(self, cell: int) -> int:
        """How many clicks all flags around a clue and a chord save; these cost a click each."""
        cells_around = self.neighbour_lists[cell]
        block_cells = (cell, *cells_around)
        units_shown = {self.unit_of[shown] for shown in block_cells if shown in self.unit_of}
        new_flags = [
            neighbour
            for neighbour in cells_around
            if neighbour not in self.safe_cells and neighbour not in self.flagged
        ]
        clicks_to_open = int(cell in self.closed)
        return len(units_shown) - len(new_flags) - clicks_to_open - 1

    def _chord(self, cell: int) -> set[int]:
        """Open a clue, flag the mines around it and open the rest; the cells that changed."""
        new_flags = set(self.neighbour_lists[cell]) - self.safe_cells - self.flagged
        self.clicks += (cell in self.closed) + len(new_flags) + 1
        self.flagged |= new_flags
        changed_cells = set(new_flags)
        for opened_cell in {cell, *self.neighbour_lists[cell]} & self.safe_cells:
            changed_cells |= self.shown_by_opening.get(opened_cell, {opened_cell})
        for shown_cell in changed_cells - new_flags:
            self.closed.discard(shown_cell)
            self.unit_of.pop(shown_cell, None)
        return changed_cells
