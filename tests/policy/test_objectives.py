"""Other objectives than wins: each against a search of its own that knows no bounds, no merging and no free
moves.
"""

from fractions import Fraction
from functools import cache
from itertools import combinations, product

import pytest
from depth import thorough

from minesolver.base.errors import EngineLimitError, RuleError, UnknownNameError
from minesolver.cli import main
from minesolver.policy.objectives import OBJECTIVES
from minesolver.policy.optimal import FIRST_CLICKS, SmallBoard, optimal

MINE = 9


def boards_of(rows, cols, mines):
    """(the cells around each, every layout as what its cells show): cells by number, 9 for a mine."""
    cells = list(product(range(rows), range(cols)))
    around = [
        [other for other, (r, c) in enumerate(cells) if max(abs(r - row), abs(c - col)) == 1]
        for row, col in cells
    ]
    layouts = []
    for mined in combinations(range(len(cells)), mines):
        layouts.append(
            tuple(
                MINE if cell in mined else sum(other in mined for other in around[cell])
                for cell in range(len(cells))
            )
        )
    return around, layouts


def allowed(layouts, around, first_click, cell):
    """The layouts that the rule leaves for a first cell."""
    protected = {"none": [], "safe": [cell], "zero": [cell, *around[cell]]}[first_click]
    return tuple(layout for layout in layouts if all(layout[safe] != MINE for safe in protected))


def by_value(layouts, cell):
    parts: dict[int, list[tuple[int, ...]]] = {}
    for layout in layouts:
        parts.setdefault(layout[cell], []).append(layout)
    return {value: tuple(part) for value, part in parts.items()}


def is_over(layout, opened):
    return all(value == MINE or cell in opened for cell, value in enumerate(layout))


def best_first_cells(rows, cols, mines, first_click, worth):
    """(the greatest worth of a first cell that the rule allows, the cells that have it).

    worth: Of opening a cell first, in play on some layouts
    """
    around, all_layouts = boards_of(rows, cols, mines)
    worth_of_cell = {}
    for cell in range(rows * cols):
        layouts = allowed(all_layouts, around, first_click, cell)
        if layouts:
            worth_of_cell[divmod(cell, cols)] = worth(layouts, cell)
    most = max(worth_of_cell.values())
    return most, {cell for cell, cell_worth in worth_of_cell.items() if cell_worth == most}


def spent_where_mines_are_shown(rows, cols, mines, first_click, guess_cost, hit_cost):
    """The least that is spent in a game, and the first cells that have it: each hidden cell is tried."""

    def after(layouts, cell, opened):
        hits = sum(layout[cell] == MINE for layout in layouts)
        spent = hit_cost * hits + guess_cost * len(layouts) * (hits > 0)
        return spent + sum(
            least(part, opened | {cell}) for part in by_value(layouts, cell).values()
        )

    @cache
    def least(layouts, opened):
        # The player sees that the game is over.
        going_on = tuple(layout for layout in layouts if not is_over(layout, opened))
        if not going_on:
            return 0
        hidden = [cell for cell in range(rows * cols) if cell not in opened]
        return min(after(going_on, cell, opened) for cell in hidden)

    def saved(layouts, cell):
        return -Fraction(after(layouts, cell, frozenset()), len(layouts))

    most_saved, first_cells = best_first_cells(rows, cols, mines, first_click, saved)
    return -most_saved, first_cells


@pytest.mark.parametrize("first_click", FIRST_CLICKS)
@pytest.mark.parametrize(
    "rows, cols, mines", [(1, 5, 2), (2, 3, 2), (2, 3, 3), (2, 4, 3), (3, 3, 1), (3, 3, 2)]
)
@pytest.mark.parametrize("objective, costs", [("guesses", (1, 0)), ("hits", (0, 1))])
def test_least_guesses_and_hits_are_those_of_every_play(
    rows, cols, mines, first_click, objective, costs
):
    try:
        expected = spent_where_mines_are_shown(rows, cols, mines, first_click, *costs)
    except ValueError:  # no first cell is allowed
        with pytest.raises(RuleError):
            optimal(rows, cols, mines, first_click, objective=objective)
        return
    best = optimal(rows, cols, mines, first_click, objective=objective)
    assert (best.expected, set(best.best_first)) == expected
    assert (best.win_probability, best.wins) == (1, best.allowed)


def forgiven_guesses(rows, cols, mines, first_click):
    """The fewest guesses where none opens a mine, and the first cells that have it: each cell is tried."""

    def after(layouts, cell, opened):
        """A guess keeps the layouts without a mine there, which stay equally likely."""
        parts = by_value(layouts, cell)
        is_guess = parts.pop(MINE, None) is not None
        survivors = sum(map(len, parts.values()))
        spent = Fraction(is_guess)
        for part in parts.values():
            spent += Fraction(len(part), survivors) * least(part, opened | {cell})
        return spent

    @cache
    def least(layouts, opened):
        if is_over(layouts[0], opened):
            return Fraction(0)
        hidden = [
            cell
            for cell in range(rows * cols)
            if cell not in opened and any(layout[cell] != MINE for layout in layouts)
        ]
        safe = [cell for cell in hidden if all(layout[cell] != MINE for layout in layouts)]
        return min(after(layouts, cell, opened) for cell in safe or hidden)

    def saved(layouts, cell):
        return -after(layouts, cell, frozenset())

    most_saved, first_cells = best_first_cells(rows, cols, mines, first_click, saved)
    return -most_saved, first_cells


@pytest.mark.parametrize(
    "rows, cols, mines, first_click",
    [
        (2, 3, 2, "none"),
        (2, 3, 3, "safe"),
        (2, 4, 3, "safe"),
        (3, 3, 2, "none"),
        (3, 3, 2, "zero"),
        thorough(3, 3, 3, "safe"),
    ],
)
def test_fewest_forgiven_guesses_are_those_of_every_play(rows, cols, mines, first_click):
    best = optimal(rows, cols, mines, first_click, objective="forgiven")
    assert (best.expected, set(best.best_first)) == forgiven_guesses(rows, cols, mines, first_click)


def least_clicks(rows, cols, mines, first_click):
    """(greatest winning chance, least clicks of a game won, first cells): each opening, flag and chord is
    tried.

    Flags are set one by one, anywhere, as many as there are mines at most.
    """
    around, _ = boards_of(rows, cols, mines)

    def opened_with(layout, opened, cells):
        """The open cells of one layout after more; None where a mine is among them."""
        opened = set(opened)
        to_open = list(cells)
        while to_open:
            cell = to_open.pop()
            if layout[cell] == MINE:
                return None
            if cell not in opened:
                opened.add(cell)
                to_open += around[cell] if layout[cell] == 0 else []
        return frozenset(opened)

    def after_opening(layouts, opened, flags, cells):
        """(games won, minus the clicks in these): the best that can follow, this click among them."""
        views: dict[tuple[frozenset[int], tuple[int, ...]], list[tuple[int, ...]]] = {}
        for layout in layouts:
            now_open = opened_with(layout, opened, cells)
            if now_open is not None:
                view = now_open, tuple(layout[cell] for cell in sorted(now_open))
                views.setdefault(view, []).append(layout)
        won = minus_clicks = 0
        for (now_open, _), part in views.items():
            part_won, part_minus_clicks = best(tuple(part), now_open, flags - now_open)
            won += part_won
            minus_clicks += part_minus_clicks - part_won
        return won, minus_clicks

    @cache
    def best(layouts, opened, flags):
        if is_over(layouts[0], opened):
            return len(layouts), 0
        worths = []
        for cell in range(rows * cols):
            if cell in opened:
                to_open = [other for other in around[cell] if other not in opened | flags]
                flag_count = sum(other in flags for other in around[cell])
                if to_open and flag_count == layouts[0][cell]:
                    worths.append(after_opening(layouts, opened, flags, to_open))
            elif cell not in flags:
                worths.append(after_opening(layouts, opened, flags, [cell]))
                if len(flags) < mines:
                    won, minus_clicks = best(layouts, opened, flags | {cell})
                    worths.append((won, minus_clicks - won))
        return max(worths, default=(0, 0))

    def worth(layouts, cell):
        won, minus_clicks = after_opening(layouts, frozenset(), frozenset(), [cell])
        return Fraction(won, len(layouts)), Fraction(minus_clicks, won or 1)

    (win_probability, minus_clicks), first_cells = best_first_cells(
        rows, cols, mines, first_click, worth
    )
    return win_probability, -minus_clicks, first_cells


@pytest.mark.parametrize(
    "rows, cols, mines, first_click",
    [
        (1, 5, 2, "none"),
        (2, 3, 1, "safe"),
        (2, 3, 2, "none"),
        (2, 4, 2, "safe"),
        (3, 3, 1, "none"),
        (3, 3, 1, "zero"),
        thorough(3, 3, 2, "safe"),
        thorough(3, 3, 2, "zero"),
    ],
)
def test_least_clicks_are_those_of_every_play(rows, cols, mines, first_click):
    best = optimal(rows, cols, mines, first_click, objective="clicks")
    expected = least_clicks(rows, cols, mines, first_click)
    assert (best.win_probability, best.expected, set(best.best_first)) == expected


@pytest.mark.parametrize("size", [(3, 3, 3), (3, 4, 4), (4, 4, 4)])
def test_a_game_that_goes_on_meets_a_mine_wherever_the_other_one_is_lost(size):
    board = SmallBoard(*size)
    before = board.optimum("none")
    hits = board.optimum("none", objective="hits")
    assert hits.expected is not None
    assert hits.expected >= 1 - before.win_probability
    assert (
        board.optimum("none").wins == before.wins
    )  # another objective leaves what is remembered alone


def test_without_a_choice_no_guess_is_needed():
    for objective in ("guesses", "hits", "forgiven"):
        assert optimal(3, 3, 0, "none", objective=objective).expected == 0
        assert optimal(3, 3, 8, "safe", objective=objective).expected == 0


@pytest.mark.parametrize("objective", ["clicks", "forgiven"])
def test_a_search_over_its_limit_says_so(objective):
    with pytest.raises(EngineLimitError, match="not over after 10 "):
        optimal(3, 4, 4, objective=objective, nodes=10)


def test_what_cannot_be_is_refused(capsys, tmp_path):
    with pytest.raises(UnknownNameError, match="did you mean clicks"):
        optimal(3, 3, 2, objective="click")
    with pytest.raises(RuleError, match="clicks are counted on square boards"):
        optimal(3, 3, 2, board="torus", objective="clicks")
    saving = ["optimal", "--level=3x3/2", "--objective=hits", f"--save={tmp_path / 'x.npz'}"]
    assert main(saving) == 2
    assert "leave --save or --objective out" in capsys.readouterr().err


@pytest.mark.parametrize("objective", OBJECTIVES)
def test_the_command_says_what_is_counted(objective, capsys):
    assert main(["optimal", "--level=3x3/2", "--objective", objective]) == 0
    assert OBJECTIVES[objective].unit in capsys.readouterr().out


def test_boards_under_rules_have_fewest_guesses_too():
    best = optimal(3, 3, 2, "none", board="torus", objective="guesses")
    assert best.expected is not None
    assert best.expected > 0
    assert len(best.best_first) == 9
