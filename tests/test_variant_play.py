"""Layouts and puzzles under rules: each equally likely, each with one solution; games on them."""

from __future__ import annotations

import json
from collections import Counter
from itertools import product

import pytest
import rules_oracle as oracle

import minesolver as ms
from minesolver.cli import main
from minesolver.game.puzzles import LayoutSampler, below, generate_puzzles
from minesolver.game.seeding import SplitMix64
from minesolver.game.variant import VariantGame, chooser, play_variant, safest
from minesolver.io.formats.variant import symbols
from minesolver.model.variant import MINE, Clue


def mines_of(board):
    return frozenset(cell for cell in board.cells if board.state(cell) == MINE)


@pytest.mark.parametrize(
    "placement, mines", [("connected", 4), ("snake", 4), ("dual", 4), ("balance", 3), ("unary", 3)]
)
def test_layouts_are_equally_likely(placement, mines):
    size = (3, 3)
    allowed = [
        frozenset(chosen)
        for values in product((0, 1), repeat=9)
        if sum(values) == mines
        and oracle.PLACEMENTS[placement](
            chosen := {cell for cell, value in zip(oracle.cells(size), values, strict=True) if value}, size
        )
    ]
    sampler = LayoutSampler(placement, size, mines)
    random = SplitMix64(5)
    draws = 60 * len(allowed)
    counts = Counter(mines_of(sampler.draw(random)) for _ in range(draws))
    assert counts.keys() <= set(allowed)
    # Chi-square with a fixed seed: far below what a layout that is missed or doubled would give.
    chi = sum((counts[layout] - 60) ** 2 / 60 for layout in allowed)
    assert chi < len(allowed) + 5 * (2 * len(allowed)) ** 0.5


def test_large_random_numbers():
    random = SplitMix64(1)
    n = 3 * 2**100
    values = [below(random, n) for _ in range(300)]
    assert all(0 <= value < n for value in values)
    assert 60 < sum(value < n // 3 for value in values) < 140


def test_opened_layouts_show_what_the_rules_say():
    for rules in ("vanilla", "liar", "wall", "eyesight", "cross"):
        board = LayoutSampler(rules, (4, 4), 6).draw(SplitMix64(2))
        mines = mines_of(board)
        shown = symbols(board)
        assert len(mines) == 6
        for cell in board.cells:
            assert (shown[cell] == "*") == (cell in mines)
            if cell not in mines:
                assert shown[cell] in oracle.CLUES[rules](cell, mines, (4, 4))


@pytest.mark.parametrize(
    "rules", ["vanilla", "liar", "wall", "eyesight", "negation", "connected", "quad,knight"]
)
def test_puzzles_have_one_solution_and_no_spare_clue(rules):
    size = (4, 4)
    placement = next((name for name in rules.split(",") if name in oracle.PLACEMENTS), None)
    clue = next((name for name in rules.split(",") if name in oracle.CLUES), "vanilla")
    (puzzle,) = (p for p, _ in zip(generate_puzzles(rules, size, 6, seed=4), range(1), strict=False))
    shown = {
        cell: symbols(puzzle.board)[cell] for cell in puzzle.board.cells if puzzle.board.state(cell) != "#"
    }
    assert all(isinstance(state, Clue) for state in puzzle.board.states.values())

    def solutions(known):
        found = []
        for values in product((0, 1), repeat=16):
            mines = {cell for cell, value in zip(oracle.cells(size), values, strict=True) if value}
            if (
                len(mines) == 6
                and all(
                    cell not in mines and text in oracle.CLUES[clue](cell, mines, size)
                    for cell, text in known.items()
                )
                and (placement is None or oracle.PLACEMENTS[placement](mines, size))
            ):
                found.append(mines)
        return found

    assert solutions(shown) == [mines_of(puzzle.solution)]
    for cell in list(shown)[:3]:
        assert len(solutions({other: text for other, text in shown.items() if other != cell})) > 1
    assert puzzle.difficulty.steps
    assert puzzle.difficulty.hardest == max(puzzle.difficulty.steps)


def test_the_same_seed_gives_the_same_puzzle():
    first = [
        str(p.board) for p, _ in zip(generate_puzzles("hex,liar", (4, 4), seed=9), range(3), strict=False)
    ]
    second = next(generate_puzzles("hex,liar", (4, 4), seed=9, first=2))
    assert str(second.board) == first[2]
    assert len(set(first)) == 3


def test_what_cannot_be_drawn_says_so():
    with pytest.raises(ms.PuzzleError, match="no layout under unary has 20 mines"):
        LayoutSampler("unary", (5, 5), 20)
    with pytest.raises(ms.PuzzleError, match="3d takes 3 sizes"):
        LayoutSampler("3d", (5, 5), 2)
    with pytest.raises(ms.PuzzleError, match="hex has not"):
        LayoutSampler("hex,knight", (5, 5), 2)
    assert LayoutSampler("dual", (3, 3)).mines == 4
    assert LayoutSampler("balance", (6, 6)).mines == 12  # as near to 40 % as equal rows and columns allow
    assert LayoutSampler("unary", (4, 4)).mines == 6


def test_games():
    sampler = LayoutSampler("hex", (4, 4), 3)
    results = [play_variant(sampler, safest, seed=3, index=i) for i in range(30)]
    assert results == [play_variant(sampler, safest, seed=3, index=i) for i in range(30)]
    random = [play_variant(sampler, chooser("uniform_random"), seed=3, index=i) for i in range(30)]
    assert sum(r.won for r in results) > sum(r.won for r in random)
    for result in results:
        assert result.won or result.survival < 1
        assert (result.guesses == 0) == (result.survival == 1)
    with pytest.raises(ms.UnknownNameError, match="known: safest"):
        chooser("bogus")


def test_moves_that_are_not_allowed():
    solution = ms.Board.parse("1*\n11", 1, rules="square")
    game = VariantGame(solution, (0, 0))
    with pytest.raises(ms.MoveError, match="is open"):
        game.open((0, 0))
    with pytest.raises(ms.MoveError, match="is a mine"):
        VariantGame(solution, (0, 1))
    assert game.open((1, 0))
    assert game.open((1, 1))
    assert game.won
    assert game.over


def run(capsys, *arguments):
    status = main(list(arguments))
    captured = capsys.readouterr()
    return status, captured.out, captured.err


def test_commands(tmp_path, capsys):
    command = ["generate", "--rules", "hex,liar", "--unique", "--shape", "4x4", "--seed", "3"]
    status, out, err = run(capsys, *command)
    assert status == 0
    assert "step" in err
    path = tmp_path / "puzzle.json"
    assert run(capsys, *command, "--format", "json", "--out", str(path))[0] == 0
    values = json.loads(path.read_text())
    assert values["mines"] == 6
    assert values["difficulty"]["hardest"] == max(values["difficulty"]["steps"])
    status, out, err = run(capsys, "solve", str(path), "--json")
    assert json.loads(out)["solutions"] == "1"
    assert json.loads(out)["rows"] == 4
    status, out, _ = run(
        capsys,
        "play",
        "--rules",
        "torus",
        "--shape",
        "4x4",
        "--mines",
        "2",
        "--games",
        "5",
        "--seed",
        "1",
        "--json",
    )
    assert json.loads(out)["games"] == 5
    assert run(capsys, "generate", "--unique")[0] == 2
    assert run(capsys, "generate", "--rules", "unary", "--mines", "20", "--seed", "1")[0] == 2


@pytest.mark.parametrize("name", ["svg", "png"])
def test_pictures(tmp_path, capsys, name):
    for rules, text in (
        ("hex", "#1#\n ##1"),
        ("triangle", "#1#\n###"),
        ("3d", "1#\n-\n##"),
        ("wall", "# 1+1 #\n# # #"),
    ):
        (tmp_path / "board.txt").write_text(text)
        path = tmp_path / f"board.{name}"
        status, _, err = run(
            capsys, "solve", "--rules", rules, str(tmp_path / "board.txt"), f"--{name}", str(path)
        )
        assert status == 0, err
        data = path.read_bytes()
        assert data.startswith(b"<svg" if name == "svg" else b"\x89PNG")
        if name == "svg":
            assert data.count(b"<polygon") == len(ms.Board.parse(text, rules=rules).cells)
