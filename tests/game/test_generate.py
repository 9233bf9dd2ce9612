"""Boards without a guess: judged by brute force over layouts, and by an engine that shares no code."""

from __future__ import annotations

import json
from collections import Counter
from itertools import combinations, islice
from typing import Any

import generation
import numpy as np
import pytest

from minesolver.base.errors import EngineLimitError, RuleError
from minesolver.cli import main
from minesolver.game import Rules
from minesolver.game.generate import generate
from minesolver.game.seeding import SplitMix64, draw, game_key
from minesolver.io.formats import parse_many
from minesolver.model.board import MINE, neighbours
from minesolver.model.layout import Layout
from minesolver.model.numbers import three_bv_of


def flat(generated):
    return frozenset(r * generated.layout.cols + c for r, c in generated.layout.mine_cells)


def needs_no_guess(layout, rows, cols, start):
    """Proved cells by listing all layouts; nothing of the package but the neighbour table."""
    neighbour_lists = neighbours(rows, cols)
    layouts_left = [frozenset(mines) for mines in combinations(range(rows * cols), len(layout))]
    opened = {}
    agenda = [start]
    while True:
        while agenda:
            cell = agenda.pop()
            if cell not in opened:
                opened[cell] = len(layout.intersection(neighbour_lists[cell]))
                if opened[cell] == 0:
                    agenda.extend(neighbour_lists[cell])
        if len(opened) == rows * cols - len(layout):
            return True
        layouts_left = [
            mines
            for mines in layouts_left
            if not mines & opened.keys()
            and all(len(mines.intersection(neighbour_lists[i])) == k for i, k in opened.items())
        ]
        agenda = [
            cell
            for cell in range(rows * cols)
            if cell not in opened and not any(cell in mines for mines in layouts_left)
        ]
        if not agenda:
            return False


def good_layouts(rows, cols, mines, start):
    allowed = Rules(first_click="zero").allowed(rows, cols, divmod(start, cols))
    return {
        frozenset(m)
        for m in combinations(allowed, mines)
        if needs_no_guess(frozenset(m), rows, cols, start)
    }


def test_every_board_without_a_guess_is_equally_likely():
    good = good_layouts(4, 4, 3, 0)
    expected_count = 60
    counts = Counter(
        map(flat, islice(generate(4, 4, 3, (0, 0), seed=1), expected_count * len(good)))
    )
    assert counts.keys() == good
    chi_square = sum((counts[layout] - expected_count) ** 2 / expected_count for layout in good)
    freedom = len(good) - 1
    assert abs(chi_square - freedom) < 4 * (2 * freedom) ** 0.5


def test_repaired_boards_need_no_guess_and_keep_the_first_click():
    good = good_layouts(4, 4, 4, 0)
    generated = list(islice(generate(4, 4, 4, (0, 0), seed=2, method="repair"), 200))
    assert {flat(d) for d in generated} <= good
    assert sum(d.repairs for d in generated) > 0


def test_the_stream_is_the_documented_one():
    allowed = Rules(first_click="zero").allowed(4, 4, (3, 3))
    good = good_layouts(4, 4, 4, 15)
    generated = list(islice(generate(4, 4, 4, (3, 3), seed=-3, first=7), 20))
    assert max(d.tries for d in generated) > 1
    for index, d in enumerate(generated, 7):
        drawn = [
            draw(allowed, 4, SplitMix64(game_key(game_key(-3, index), k))) for k in range(d.tries)
        ]
        assert flat(d) == drawn[-1]
        assert not good.intersection(drawn[:-1])
        assert (d.index, d.seed, d.start) == (index, -3, (3, 3))


def test_same_boards_whatever_comes_before():
    all_boards = list(islice(generate(9, 9, 10, seed=5), 40))
    assert list(islice(generate(9, 9, 10, seed=5, first=30), 10)) == all_boards[30:]
    assert list(islice(generate(9, 9, 10, seed=6), 10)) != all_boards[:10]


@pytest.mark.parametrize("method", ["uniform", "repair"])
def test_expert_boards_need_no_guess(method):
    for generated in islice(generate(16, 30, 99, (15, 0), seed=3, method=method), 5):
        layout = (generated.layout.board.grid == MINE).ravel().tolist()
        assert sum(layout) == 99
        assert generation.needs_no_guess(layout, 16, 30, 15 * 30)


def test_the_judge_agrees_with_brute_force():
    solved = 0
    for generated in islice(generate(4, 4, 5, (0, 0), no_guess=False, seed=4), 40):
        layout = (generated.layout.board.grid == MINE).ravel().tolist()
        good = needs_no_guess(flat(generated), 4, 4, 0)
        assert generation.needs_no_guess(layout, 4, 4, 0) == good
        solved += good
    assert 0 < solved < 40


def test_boards_with_guesses_are_the_games_of_the_seed():
    allowed = Rules(first_click="zero").allowed(9, 9, (4, 4))
    for index, generated in enumerate(islice(generate(9, 9, 30, no_guess=False, seed=8), 5)):
        assert flat(generated) == draw(allowed, 30, SplitMix64(game_key(8, index)))


@pytest.mark.parametrize("mines", [0, 16])
def test_the_emptiest_and_the_fullest_board(mines):
    generated = next(generate(5, 5, mines))
    assert generated.layout.mines == mines
    assert generated.tries == 1


def test_what_cannot_be_is_refused():
    impossible: list[Any] = [
        (3, 3, 1, (1, 1)),
        (3, 3, 1, (3, 0)),
        (0, 3, 0),
        (3, 3, -1),
        (3, 3, 10),
    ]
    for arguments in impossible:
        with pytest.raises(RuleError):
            generate(*arguments)
    unknown: Any = "magic"
    with pytest.raises(RuleError, match="method"):
        generate(3, 3, 1, method=unknown)
    with pytest.raises(EngineLimitError, match="none of 50 layouts"):
        next(generate(16, 30, 180, tries=50))


def test_a_seed_is_any_whole_number_and_nothing_else():
    numpy_numbers: dict[str, Any] = {"seed": np.int64(-3), "first": np.int64(2)}
    fraction: Any = 1.5
    board_of_numpy = next(generate(5, 5, 4, (0, 0), **numpy_numbers))
    assert board_of_numpy == next(generate(5, 5, 4, (0, 0), seed=-3, first=2))
    with pytest.raises(TypeError, match=r"a seed is a whole number, not 1\.5"):
        generate(5, 5, 4, (0, 0), seed=fraction)


def test_more_tries_than_the_core_can_count_are_as_good_as_no_end():
    generated = next(generate(5, 5, 4, seed=1, tries=10**30))
    assert generated == next(generate(5, 5, 4, seed=1))


def test_the_only_board_of_a_row():
    # The zeros of a row end at its first mine: only mines that fill the other end are told, by the total.
    assert good_layouts(1, 9, 3, 0) == {frozenset({6, 7, 8})}
    for method in ("uniform", "repair"):
        assert {flat(d) for d in islice(generate(1, 9, 3, (0, 0), method=method), 5)} == {
            frozenset({6, 7, 8})
        }


def generated(capsys, *arguments):
    assert main(["generate", *arguments]) == 0
    return capsys.readouterr().out


def read(path):
    return list(map(Layout.from_board, parse_many(path)))


def test_command(capsys, tmp_path):
    arguments = [
        "--rows",
        "6",
        "--cols",
        "7",
        "--mines",
        "8",
        "--seed",
        "3",
        "--no-guess",
        "--start",
        "5,6",
    ]
    expected = [d.layout for d in islice(generate(6, 7, 8, (5, 6), seed=3), 3)]
    for format, name in [("canonical", "a.txt"), ("mine", "a.mine"), ("json", "a.json")]:
        text = generated(capsys, *arguments, "-n", "3", "--format", format)
        out = tmp_path / name
        assert generated(capsys, *arguments, "-n", "3", "--format", format, "--out", str(out)) == ""
        assert out.read_text() == text
        assert read(out) == expected
    rows = [json.loads(line) for line in text.splitlines()]
    assert [row["board"] for row in rows] == [str(d.board).splitlines()[1:] for d in expected]
    assert [row["start"] for row in rows] == [[5, 6]] * 3
    generated(capsys, *arguments, "-n", "3", "--out", str(tmp_path / "b.mbf"))
    assert [read(tmp_path / f"b-{i}.mbf") for i in (1, 2, 3)] == [[layout] for layout in expected]
    generated(capsys, *arguments, "--out", str(tmp_path / "c.mbf"))
    assert read(tmp_path / "c.mbf") == expected[:1]


def test_a_file_that_cannot_be_opened_is_named_as_it_was_given(tmp_path, capsys):
    assert main(["generate", "--level", "5x5/5", "--out", str(tmp_path / "no/x.html")]) == 2
    error_text = capsys.readouterr().err
    assert error_text == f"minesolver: {tmp_path}/no/x.html: No such file or directory\n"


def test_command_draws_and_tells_a_seed(capsys):
    assert main(["generate"]) == 0
    captured = capsys.readouterr()
    seed = captured.err.split()[1]
    assert generated(capsys, "--seed", seed) == captured.out


@pytest.mark.parametrize(
    "arguments",
    [["--rows", "9"], ["--mines", "99"], ["--start", "9,9"], ["--format", "mbf", "-n", "2"]],
)
def test_command_refuses(capsys, arguments):
    assert main(["generate", "--seed", "1", *arguments]) == 2
    assert capsys.readouterr().err.startswith("minesolver: ")


def test_benchmark_runs(capsys, tmp_path):
    out = tmp_path / "rows.json"
    options = ["--number", "3", "--judge", "3", "--levels", "beginner", "--json", str(out)]
    assert generation.main(options) == 0
    rows = json.loads(out.read_text())
    assert {row["need_no_guess"] for row in rows if row["contender"].startswith("minesolver")} == {
        3
    }


def test_three_bv_is_that_of_the_numbers_and_chooses_boards():
    for no_guess in (True, False):
        boards = list(islice(generate(9, 9, 10, seed=1, no_guess=no_guess, three_bv=(20, 24)), 4))
        for generated_board in boards:
            assert 20 <= generated_board.numbers["3BV"] <= 24
            assert generated_board.numbers == generated_board.layout.numbers
            mines = [row * 9 + col for row, col in generated_board.layout.mine_cells]
            assert three_bv_of(9, 9, mines) == generated_board.numbers["3BV"]
        assert any(generated_board.tries > 1 for generated_board in boards)
    with pytest.raises(EngineLimitError, match="none of 5 layouts of 9x9/10 square has such a 3BV"):
        next(generate(9, 9, 10, no_guess=False, three_bv=(500, 600), tries=5))
    with pytest.raises(EngineLimitError, match="needs no guess and has such a 3BV"):
        next(generate(9, 9, 10, three_bv=(500, 600), tries=5))
    with pytest.raises(RuleError, match="3BV is counted on square boards"):
        next(generate(4, 4, 5, board="hex", three_bv=(5, 9)))


@pytest.mark.parametrize(
    ("arguments", "size"),
    [
        (["--level", "9x9/15%"], "9x9x12"),
        (["--level", "9x9/12.5%"], "9x9x10"),
        (["--level", "9x9", "--density", "20%"], "9x9x16"),
        (["--density", "12%"], "9x9x10"),
        (["--level", "expert", "--density", "20%"], "16x30x96"),
        (["--rows", "5", "--cols", "6", "--density", "20%"], "5x6x6"),
        (["--rules", "hex", "--shape", "5x5", "--density", "20%"], "5x5x5 hex"),
        (["--rules", "hex", "--shape", "5x5/20%"], "5x5x5 hex"),
    ],
)
def test_the_mine_count_is_a_share_of_the_cells(arguments, size, capsys):
    assert main(["generate", "--seed", "1", *arguments]) == 0
    assert capsys.readouterr().out.startswith(f"{size}\n")


def test_numbers_are_told(capsys):
    assert main(["generate", "--level", "6x6/5", "--seed", "1", "--numbers"]) == 0
    captured = capsys.readouterr()
    numbers = Layout.from_board(parse_many(captured.out)[0]).numbers
    numbers_text = ", ".join(f"{name} {value}" for name, value in numbers.items())
    assert captured.err == f"start (3,3), {numbers_text}\n"
    assert (
        main(["generate", "--level", "6x6/5", "--seed", "1", "--numbers", "--format", "json"]) == 0
    )
    text = capsys.readouterr().out
    assert json.loads(text)["numbers"] == numbers
    assert Layout.from_board(parse_many(text)[0]).numbers == numbers


@pytest.mark.parametrize(
    "arguments",
    [
        ["--level", "9x9/10", "--density", "20%"],
        ["--mines", "10", "--density", "20%"],
        ["--rules", "hex", "--3bv", "3"],
    ],
)
def test_what_contradicts_itself_is_refused(arguments, capsys):
    assert main(["generate", *arguments]) == 2
    assert capsys.readouterr().err.startswith("minesolver: ")
