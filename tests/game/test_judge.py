"""Layouts judged against slow Python over games and brute force."""

from __future__ import annotations

import json
import pickle
from itertools import combinations, islice, product
from random import Random
from typing import Any

import numpy as np
import pytest
from command import run
from oracle import around, models

import minesolver as ms
from minesolver import kernel
from minesolver.game.generate import generate
from minesolver.game.judge import LayoutPlay, judge, judge_starts, layout_of
from minesolver.io import formats
from minesolver.model.reason import show


def _reached(rows: int, cols: int, mines: frozenset, opened: set) -> set:
    """The cells that are open in the end, by brute force over all layouts and the rules of the game."""
    safe = {(r, c) for r in range(rows) for c in range(cols)} - mines
    opened_cells: set = set()
    pending = set(opened)
    while True:
        while pending:
            cell = pending.pop()
            if cell in opened_cells:
                continue
            opened_cells.add(cell)
            neighbours = around(cell[0], cell[1], rows, cols)
            if not mines.intersection(neighbours):
                pending.update(neighbours)
        grid = [
            [
                len(mines.intersection(around(r, c, rows, cols))) if (r, c) in opened_cells else -1
                for c in range(cols)
            ]
            for r in range(rows)
        ]
        hidden, layouts = models(grid, len(mines))
        pending = set(hidden) - frozenset().union(*layouts)
        if not pending:
            return opened_cells & safe


def _fewest(rows: int, cols: int, mines: frozenset, start: tuple) -> int:
    """The fewest guesses: all sets of safe cells, the small ones first."""
    safe = {(r, c) for r in range(rows) for c in range(cols)} - mines
    reached = _reached(rows, cols, mines, {start})
    for number in range(len(safe)):
        for cells in combinations(sorted(safe - reached), number):
            if _reached(rows, cols, mines, {start, *cells}) == safe:
                return number
    raise AssertionError("all safe cells together win")


def _small_layouts(number: int, seed: int, most_cells: int = 12) -> list:
    random = Random(seed)
    layouts: list[ms.Layout] = []
    while len(layouts) < number:
        rows, cols = random.randint(1, 4), random.randint(2, 4)
        if rows * cols <= most_cells:
            cells = list(product(range(rows), range(cols)))
            mines = frozenset(random.sample(cells, random.randint(1, max(1, len(cells) // 2))))
            layouts.append(ms.Layout(rows, cols, mines))
    return layouts


@pytest.mark.parametrize("layout", _small_layouts(25, 1), ids=str)
def test_every_start_of_a_small_layout_agrees_with_brute_force(layout):
    judgements = list(judge_starts(layout))
    assert len(judgements) == layout.rows * layout.cols - layout.mines
    judgement: Any
    for judgement in judgements:
        size = layout.rows, layout.cols, layout.mine_cells
        reached = _reached(*size, {judgement.start})
        safe = set(product(range(layout.rows), range(layout.cols))) - layout.mine_cells
        assert judgement.no_guess == (reached == safe)
        if judgement.no_guess:
            assert judgement.stuck is None
            assert judgement.guesses == 0
        else:
            assert {cell for cell, code in judgement.stuck.items() if code != ms.HIDDEN} == reached
            assert not ms.analyze(judgement.stuck).safe
            assert judgement.guesses == _fewest(*size, judgement.start)
            assert _reached(*size, {judgement.start, *judgement.guess_cells}) == safe


def _near_in_five_by_five(index: int) -> list[int]:
    return [5 * row + col for row, col in around(*divmod(index, 5), 5, 5)]


def _fewest_in_five_by_five(mines: frozenset[int], start: int, layouts: np.ndarray) -> int:
    """The fewest guesses, by all sets of cells that can be open when nothing more is proved.

    layouts: bool (layouts, 25), all of this mine count
    """
    clues = np.stack([layouts[:, _near_in_five_by_five(i)].sum(axis=1) for i in range(25)], axis=1)
    shown = [len(mines.intersection(_near_in_five_by_five(i))) for i in range(25)]

    def opened_from(cells: frozenset[int]) -> frozenset[int]:
        while True:
            agree = np.ones(len(layouts), bool)
            for cell in cells:
                agree &= ~layouts[:, cell] & (clues[:, cell] == shown[cell])
            all_safe = frozenset(np.flatnonzero(~layouts[agree].any(axis=0)).tolist())
            if all_safe == cells:
                return cells
            cells = all_safe

    safe = frozenset(range(25)) - mines
    reached = {opened_from(frozenset({start}))}
    for guesses in range(25):
        if safe in reached:
            return guesses
        reached = {opened_from(cells | {guess}) for cells in reached for guess in safe - cells}
    raise AssertionError("all safe cells together win")


@pytest.mark.parametrize("mine_count", [2, 3, 4])
def test_fewest_guesses_of_five_by_five(mine_count, thorough):
    all_mines = [*combinations(range(25), mine_count)]
    layouts = np.zeros((len(all_mines), 25), bool)
    layouts[np.arange(len(all_mines))[:, None], np.array(all_mines)] = True
    random = Random(mine_count)
    found = set()
    for _ in range(40 if thorough else 8):
        mines = frozenset(random.choice(all_mines))
        start = random.choice(sorted(frozenset(range(25)) - mines))
        layout = ms.Layout(5, 5, frozenset(divmod(cell, 5) for cell in mines))
        guesses = judge(layout, divmod(start, 5)).guesses
        assert guesses == _fewest_in_five_by_five(mines, start, layouts), (layout, start)
        found.add(guesses)
    assert len(found) > 1


def _played(solution, start):
    """(won, the board in the end) of a game with proved cells only, move by move."""
    game = ms.Game.of(solution)
    game.open(start)
    while not game.over and (safe := ms.analyze(game.board).safe):
        game.open(min(safe))
    return game.won, game.board


@pytest.mark.parametrize("size", ["9x9/10", "9x9/18", "16x30/70"])
def test_larger_layouts_agree_with_games_move_by_move(size):
    rows, cols, mines = map(int, size.replace("/", "x").split("x"))
    for generated in islice(generate(rows, cols, mines, no_guess=False, seed=3), 6):
        judgement = ms.judge(generated.layout, generated.start)
        won, board = _played(generated.solution, generated.start)
        assert judgement.no_guess == won
        assert judgement.stuck == (None if won else board)


def test_python_and_core_come_as_far():
    for layout in _small_layouts(40, 2, 16):
        play = LayoutPlay(layout)
        for cell in play.safe_cells:
            assert play._closure(frozenset({cell})) == play._closure_in_python(frozenset({cell}))


@pytest.mark.parametrize(
    "rules", ["torus", "hex", "liar", "multiple", "hex,cross", "quad", "connected"]
)
def test_layouts_under_rules_are_judged_as_games_play(rules):
    solution = next(generate(4, 4, 5, board=rules, no_guess=False, seed=1)).solution
    play = LayoutPlay(solution)
    for cell in sorted(play.safe_cells):
        name = play.ground.name(cell)
        judgement = play.judge(name)
        won, board = _played(solution, name)
        assert (judgement.no_guess, judgement.stuck) == (won, None if won else board)
        assert play._closure(frozenset({cell})) == play._closure_in_python(frozenset({cell}))


class NarrowWorkspace:
    """One whose positions are too wide until it has grown twice, or for ever."""

    def __init__(self, workspace: Any, can_grow: bool) -> None:
        self.workspace = workspace
        self.can_grow = can_grow
        self.grown = 0

    def judge(self, *position: Any) -> str:
        return "too wide" if self.grown < 2 else self.workspace.judge(*position)

    def grow(self, *limits: Any) -> bool:
        self.grown += 1
        return self.can_grow

    def shrink(self) -> None: ...


@pytest.mark.parametrize("can_grow", [True, False])
def test_a_position_too_wide_for_the_memory_at_hand_is_tried_with_more(can_grow, monkeypatch):
    layout = ms.Layout(1, 6, frozenset({(0, 2), (0, 5)}))
    made = kernel.workspace_for
    monkeypatch.setattr(
        kernel, "workspace_for", lambda *board: NarrowWorkspace(made(*board), can_grow)
    )
    if can_grow:
        assert judge(layout, (0, 0)).guesses == 1
    else:
        with pytest.raises(ms.EngineLimitError, match="does not fit the core's memory"):
            judge(layout, (0, 0))


def test_no_guess_boards_need_none():
    for generated in islice(generate(16, 16, 40, seed=1), 3):
        judgement = ms.judge(generated.solution, generated.start)
        assert judgement.no_guess
        assert judgement.guesses == 0
        assert judgement.guess_cells == ()


def test_hardest_step_of_worked_examples():
    # The 1 in the corner is met by its only hidden neighbour; the rest follows clue by clue.
    easy = ms.judge("1*1000\n111000\n000111\n0001*1", (0, 5))
    assert (easy.no_guess, easy.layer, easy.facts) == (True, "baseline", 1)
    # 1-1 from a wall: of the three cells that the second sees, two hold the first's mine.
    pattern = ms.judge("1*2*1\n11211\n00000", (2, 0))
    assert (pattern.no_guess, pattern.layer, pattern.facts) == (True, "subset", 2)
    # Where the start alone opens everything there is no step.
    nothing = ms.judge("000\n000", (0, 0))
    assert (nothing.no_guess, nothing.layer, nothing.facts) == (True, None, 0)


def test_numbers_are_those_of_the_layout():
    # One opening of the right half, with the cells around it; the left column by clicks: 1 and 1.
    assert ms.judge("1*10\n1110\n0000", (2, 0)).numbers == {
        "3BV": 2,
        "openings": 1,
        "islands": 1,
        "ZiNi": 2,
    }


def test_a_layout_is_any_board_that_shows_its_mines():
    layout = ms.Layout(2, 3, frozenset({(0, 1)}))
    for text in ("1*1\n111", "#*#\n###", ".*.\n...", "1#1\n111"):
        assert layout_of(formats.parse(text, whole=True)) == layout
        assert ms.judge(text, (1, 1)) == ms.judge(layout, (1, 1))


@pytest.mark.parametrize(
    ("given", "start", "words"),
    [
        ("1x3x1\n1*1", (0, 1), "is a mine"),
        ("1x3x1\n1*1", (0, 7), "is not on the 1x3 board"),
        ("2*1\n111", (0, 0), "shows 2"),
        ("1##\n#1#\n###", (0, 0), "not a layout"),
        (ms.Puzzle(["a", "b"]), "a", "not Puzzle"),
    ],
)
def test_what_cannot_be_judged_is_refused(given, start, words):
    with pytest.raises(ms.MinesolverError, match=words):
        ms.judge(given, start)


def test_a_text_with_stars_is_the_layout_that_it_shows():
    """Where a board is asked for, a star may be a hidden cell; a layout has none."""
    text = "1*10\n2210\n*100"
    with pytest.raises(ms.BoardFormatError, match="hidden"):
        ms.Board.parse(text)
    layout = ms.Layout(3, 4, frozenset({(0, 1), (2, 0)}))
    for start in ((0, 3), (0, 0), (2, 1)):
        assert ms.judge(text, start).to_dict() == ms.judge(layout, start).to_dict()


def test_hidden_cells_under_rules_are_no_layout():
    with pytest.raises(ms.RuleError, match="every safe cell open"):
        ms.judge(ms.Board.parse("###\n###", 2, rules="hex"), (0, 0))


def test_a_judgement_is_json():
    judgement = ms.judge("1*1\n111", (1, 0))
    values = json.loads(json.dumps(judgement.to_dict()))
    assert list(values) == [
        "start", "no_guess", "stuck", "guesses", "guess_cells", "layer", "facts", "numbers",
    ]  # fmt: skip
    assert ms.Board.parse(values["stuck"]) == judgement.stuck
    assert list(judgement.to_dict(details=False)) == ["start", "no_guess", "stuck"]
    assert str(pickle.loads(pickle.dumps(judgement.stuck))) == str(judgement.stuck)


def test_command_says_where_the_guess_is():
    status, out, _ = run("judge", "--start", "0,0", text="1*1\n111")
    assert status == 0
    assert "a guess is needed from (0,0): 1 guess at best" in out
    assert "2x3x1\n1#1\n1#1" in out


def test_command_takes_what_generate_writes(tmp_path):
    _, generated, _ = run(
        "generate", "--level", "6x6/5", "--no-guess", "--seed", "1", "--format", "json", "-n", "3"
    )
    _, judged, _ = run("judge", "--json", text=generated)
    lines = [json.loads(line) for line in judged.splitlines()]
    assert [line["no_guess"] for line in lines] == [True] * 3
    assert [line["layout"] for line in lines] == [f"standard input: layout {i}" for i in (1, 2, 3)]
    file = tmp_path / "board.mbf"
    run("generate", "--level", "6x6/5", "--seed", "1", "--out", str(file))
    _, all_starts, _ = run("judge", str(file), "--all-starts", "--quick")
    solution = ms.Board.from_file(file)
    winning_starts = [
        cell for cell in solution.cells if solution[cell] != ms.MINE and _played(solution, cell)[0]
    ]
    title, *rows = all_starts.splitlines()
    assert title.startswith(f"{len(winning_starts)} of 31 starts need no guess")
    signs = {(r, c): sign for r, row in enumerate(rows) for c, sign in enumerate(row.split())}
    assert {cell for cell, sign in signs.items() if sign == "0"} == set(winning_starts)


def test_command_goes_on_after_a_bad_layout():
    status, out, errors = run(
        "judge",
        "--start",
        "0,0",
        "--quick",
        text="2x3x1\n111\n1*1\n\n2x2x1\n*1\n11\n\n2x2x0\n00\n00",
    )
    assert status == 2
    assert f"layout 2: the start cell {show((0, 0))} is a mine" in errors
    assert "1 of 2 layouts need no guess" in out


def test_command_asks_for_a_start():
    status, _, errors = run("judge", text="1x3x1\n1*1")
    assert status == 2
    assert "--start R,C or --all-starts" in errors


def cells_opened(cells, neighbours_of, start):
    """All cells that one click on a start opens, where cells without mines around open theirs."""
    opened, waiting = set(), [start]
    while waiting:
        cell = waiting.pop()
        if cell in opened:
            continue
        opened.add(cell)
        if not any(neighbour not in cells for neighbour in neighbours_of[cell]):
            waiting += neighbours_of[cell]
    return opened


@pytest.mark.parametrize("rules", ["hex", "torus", "triangle", "four", "square", "knight"])
def test_numbers_of_boards_of_any_shape_are_clicks_counted_by_hand(rules):
    """3BV: openings first, a click each, then a click for each safe cell that is left."""
    generated = next(generate(5, 6, 6, board=rules, no_guess=False, seed=3))
    solution = generated.solution
    names = list(solution.cells)
    moves = {"four": [(0, 1)], "knight": [(1, 2)]}.get(rules)
    if moves is None:
        neighbours_of = {cell: list(solution.neighbours(cell)) for cell in names}
    else:
        neighbours_of = {
            (r, c): [(a, b) for a, b in names if tuple(sorted((abs(a - r), abs(b - c)))) in moves]
            for r, c in names
        }
    safe = {cell for cell in names if solution[cell] != solution._MINE}
    zeros = {
        cell for cell in safe if not any(neighbour not in safe for neighbour in neighbours_of[cell])
    }
    not_clicked, clicks, openings = set(safe), 0, 0
    while waiting := zeros & not_clicked:
        not_clicked -= cells_opened(safe, neighbours_of, min(waiting))
        clicks += 1
        openings += 1
    clicks += len(not_clicked)
    numbers = judge(solution, min(safe)).numbers
    assert (numbers["3BV"], numbers["openings"]) == (clicks, openings)
    assert numbers["ZiNi"] <= clicks


def test_clues_that_count_no_mines_have_no_such_numbers():
    generated = next(generate(4, 4, 4, board="liar", no_guess=False, seed=3))
    start = next(cell for cell in generated.solution if generated.solution[cell] != "*")
    assert judge(generated.solution, start).numbers == {}
