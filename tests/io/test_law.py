"""The law of all texts: whatever we write, every reader takes for the same board, or refuses in one sentence.

A table of every output times every reader, over all rules and geometries, formats and what plug-ins add: each
registry is gone through. ``same or said`` is the law; what is silently another board breaks it.
"""

from __future__ import annotations

import json
from math import prod
from pathlib import Path
from random import Random

import depth
import pytest
from law import (
    COMMANDS,
    FEW,
    NAMES,
    NODE,
    READERS,
    answers_of,
    boards_under,
    breaches,
    by_file,
    cases_of_texts,
    other_subjects,
    outputs,
    pairs_of_rules,
    same,
    sets_of_rules,
    square_boards,
)

import minesolver as ms
from minesolver.cli import main
from minesolver.cli.human import picture
from minesolver.game.generate import generate
from minesolver.io import formats, replays
from minesolver.io.drawing import draw
from minesolver.io.formats.links import page_board
from minesolver.model.variant import RuleSet

# ---------------------------------------------------------------- the law


@pytest.mark.parametrize("rules", NAMES)
def test_one_reader_each_of_every_output_under_every_rule(rules, thorough, tmp_path):
    # One board of each rule, with the priors in turn; all readers read one board more of each, below.
    chance = Random(rules)
    seeds = range(3) if thorough else [NAMES.index(rules) % 3]
    for board in boards_under(rules, seeds):
        assert breaches(board, tmp_path, ["parse", "file", "protocol"], chance) == []


@pytest.mark.parametrize("board", list(square_boards()), ids=repr)
def test_square_boards(board, tmp_path):
    assert breaches(board, tmp_path, list(READERS)) == []


@pytest.mark.parametrize("subject", list(other_subjects()), ids=repr)
def test_graphs_constraints_and_puzzles(subject, tmp_path):
    assert breaches(subject, tmp_path, list(READERS)) == []


@pytest.mark.slow
@pytest.mark.parametrize("rules", [*NAMES, *depth.one_in(3, pairs_of_rules(1))])
def test_every_reader_of_every_output_under_every_rule(rules, thorough, tmp_path):
    # A seed each for every prior, one of them with a hole, and one with clues on cells that are not open; of
    # pairs two of six.
    first_seed = len(rules) % 5
    seeds = [0, 1, 2, 5] if rules in NAMES else [first_seed, first_seed + 1]
    chance = None
    if not thorough:
        # One board of each, each output by two of the readers, and of a third of the pairs by one: over all
        # rules every reader meets every output many times.
        chance = Random(rules)
        seeds = [Random(rules).choice(seeds)]
    readers_each = 2 if rules in NAMES else 1
    for board in boards_under(rules, seeds):
        assert breaches(board, tmp_path, list(READERS), chance, readers_each) == []


UNIQUE = [
    "square", "torus", "cylinder", "moebius", "klein", "projective", "hex", "triangle", "liar", "multiple",
    "negation", "modulo", "wall", "partition", "eyesight", "cross", "knight", "four", "quad", "triplet",
    "unary", "dual", "area", "longest-wall", "hex,liar", "torus,quad", "liar,wall", "cube", "3d", "boards",
]  # fmt: skip


@pytest.mark.slow
@pytest.mark.parametrize("rules", depth.one_in(2, UNIQUE))
def test_unique_puzzles_go_out_and_come_back(rules, thorough, tmp_path):
    geometry = RuleSet.parse(rules).kind
    shape = geometry.usual or (4, 4)
    *layers, rows, cols = shape
    puzzles = generate(rows, cols, board=rules, layers=layers, unique=True, seed=5)
    for _, puzzle in zip(range(3 if thorough else 1), puzzles, strict=False):
        board = puzzle.board
        assert ms.analyze(board).solutions == 1
        for kind, data, name in outputs(board):
            read_back = by_file(data, tmp_path / name)
            if read_back != board:
                # A line of a mixed board says which rules its clues have, not which is the board's first.
                assert kind == "14mv", kind
                assert read_back.cells == board.cells
                assert "," in rules
                assert ms.analyze(read_back).solutions == 1
        for kind, data, name in outputs(puzzle.solution):
            if kind != "14mv":
                assert by_file(data, tmp_path / name) == puzzle.solution, kind


# ---------------------------------------------------------------- games


@pytest.mark.parametrize("rules", ["square", "hex,liar", "3d", "torus,quad"])
def test_saved_games_are_read_by_review_and_named_by_the_others(rules, tmp_path, capsys):
    shape = RuleSet.parse(rules).kind.usual or (4, 4)
    *layers, rows, cols = shape
    game = ms.Game(
        rows, cols, prod(shape) // 4, ms.Rules("given", board=rules), seed=3, layers=layers
    )
    game.open(game.start)
    text = game.record()
    all_hidden = dict.fromkeys(game.board.cells, game.board._HIDDEN)
    assert replays.parse(text).board == game.board.replace(all_hidden)
    for reader in ("parse", "file", "protocol", "solve"):
        with pytest.raises(ms.MinesolverError, match=r"minesolver review|boards, separated by"):
            READERS[reader](text, tmp_path / "game.jsonl")


@pytest.mark.parametrize("rules", ["hex,liar", "3d", "quad", "torus", "liar,wall"])
def test_what_play_shows_under_rules_can_be_pasted(rules, tmp_path):
    *layers, rows, cols = RuleSet.parse(rules).kind.usual or (4, 5)
    game = ms.Game(rows, cols, None, ms.Rules("given", board=rules), seed=3, layers=layers)
    game.open(game.start)
    for name, reader in READERS.items():
        assert same(reader(picture(game), tmp_path / "board.txt"), game.board), name


UNDER_RULES = ["--rules", "hex,liar", "--shape", "4x4", "--mines", "3"]


@pytest.mark.parametrize("arguments", [["--level", "4x4/3"], UNDER_RULES])
def test_a_game_as_play_prints_it_is_its_boards_or_refused(arguments, capsys):
    """Whatever part of it is pasted: the sentence above a board tells no mine count and is no board."""
    for seed in "123":
        assert main(["play", *arguments, "--seed", seed, "--json"]) == 0
        moves = [json.loads(line) for line in capsys.readouterr().out.splitlines()][:-1]
        assert main(["play", *arguments, "--seed", seed]) == 0
        *printed_boards, result = capsys.readouterr().out.split("\n\n")
        assert "opened" in result
        assert len(printed_boards) == len(moves)
        shown_signs: dict[tuple[int, int], str] = {}
        for move, printed in zip(moves, printed_boards, strict=True):
            shown_signs |= {(row, col): str(value) for row, col, value in move["shown"]}
            try:
                board = formats.parse(printed)
            except ms.MinesolverError:
                continue
            assert len(board.cells) == 16, printed
            assert board.mines in (None, 3), printed
            opened = {
                cell for cell in board.cells if board[cell] not in (board._HIDDEN, board._MINE)
            }
            assert opened == {
                cell for cell, sign in shown_signs.items() if sign not in ("10", "*")
            }, printed


def test_what_solve_prints_is_refused():
    for board in (ms.Board.parse("1##\n###", 2), ms.Board.parse("2x3x2 hex\n1##\n###")):
        with pytest.raises(ms.BoardFormatError, match="solve --json is read back"):
            ms.Board.parse(draw(ms.analyze(board)))


# ---------------------------------------------------------------- the npm package

MODULE = Path(__file__).parents[2] / "bindings/js/dist/engine.js"


@pytest.mark.skipif(
    NODE is None or not MODULE.exists(), reason="needs Node, and python bindings/build.py js"
)
@pytest.mark.parametrize(
    "rule_sets, fewest_read",
    [(FEW, 20), depth.thorough(sets_of_rules(3), 60)],
)
def test_the_npm_package_reads_the_same_or_refuses_and_writes_it_back(rule_sets, fewest_read):
    cases = cases_of_texts(rule_sets)
    for subject in [*square_boards(), *other_subjects()]:
        cases += [(subject, data) for _, data, _ in outputs(subject) if isinstance(data, str)]
    answers = answers_of("bindings/law.mjs", [text for _, text in cases])
    boards_read = 0
    for (board, text), answer in zip(cases, answers, strict=True):
        if "error" in answer:
            inconsistent = answer["kind"] == "InconsistentBoardError"
            assert inconsistent or answer["line"] or COMMANDS.search(answer["error"]), (
                text,
                answer,
            )
            continue
        written = answer.pop("written")
        assert formats.parse(written) == board, text
        assert answer == page_board(board), text
        boards_read += 1
    assert boards_read > fewest_read
