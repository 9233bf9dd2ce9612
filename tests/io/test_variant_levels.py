"""Puzzles for people: lines of 14 Minesweeper Variants, clues that appear, what the generator is asked."""

from __future__ import annotations

import json
from itertools import combinations, islice, product
from typing import Any

import pytest

import minesolver as ms
from minesolver.cli import main
from minesolver.game.generate import difficulty_of_play, generate
from minesolver.game.series import puzzles
from minesolver.io.formats import variant_lines
from minesolver.model.variant import Clue
from minesolver.testing.formats import check_format

OFFICIAL = "[C][T]7x7-20-10013\tqfofqoqfqffofffqqqfoqoqoqfqOfoffoooqfqqffqqfqffof\t4x3,3x3,2x5,1x9,-1x1,-3x1"
LINES = [
    OFFICIAL,
    "[V]3x2-1-a\tOqofqq",
    "[L]3x2-2-7\tGfLqfq",
    "[#]3x3-2-7\tOzxfNtifS",
    "[Q][X']3x2-2-7\tYfyqfq",
    "[L][M]3x2-2-7\tDfEqfq",
    "[Q][M][X]3x2-2-7\tBfbqfq",
    "[M][N]3x2-2-7\tAfaqfq",
    "[E']3x2-2-7\tHfhqfq",
    "[2A]5x5-10-(V;5x1,2x1,1x5)-6457\tq 2a2 f f q 2a2 2A0 2a2 2a8 f f 2a2 2a0 q f f q q f f q q 2A6 f f",
    "[2T][2P]5x5-12-(1x6,-4x1;L4R0)-1672\t2P1 f f 2p2 q f f Q q f f q q f f 2P1 Q f Q 2P1 f f q q f",
    "[2#]3x3-2-7\t2D0 2X'1 f 2dm0 2x02 2m2 V0 1m1 f",
    "[1Q][2M]3x3-2-7\t2M2 f q f q q 2m1 q q",
    "[V]5x5-10-10037\tooofffOoqffOffoOfOoqqofof\tV;2x3,1x8,-1x1,-2x1",
]


def line(options, capsys, name="14mv"):
    assert main(["generate", *options.split(), "--format", name]) == 0
    return capsys.readouterr().out.splitlines()


@pytest.mark.parametrize("text", LINES)
def test_lines_are_read_and_written(text):
    level = variant_lines.read(text)
    assert str(level) == text
    size_and_mines, letters = text.split("\t")[:2]
    letters = letters.split() if " " in letters else letters
    assert ms.Board.parse(text).mines == int(size_and_mines.split("-")[1])
    for cell, letter in zip(level.solution.cells, letters, strict=True):
        assert (level.board[cell] == "#") is letter.islower()
        assert (level.solution[cell] == "*") is (letter in "fF")
        assert (level.solution[cell] == "?") is (letter in "qQ")


def test_clues_are_those_of_the_layout():
    def clue_texts(text):
        states = variant_lines.read(text).solution.states.values()
        return [str(state.value) + state.tag for state in states if isinstance(state, Clue)]

    assert clue_texts("[L]3x2-2-7\tGfLqfq") == ["3", "1"]  # 2 + 1, 2 - 1
    assert clue_texts("[L]3x2-2-7\tGfOqfq") == ["3", "2V"]  # a clue of another rule on the board
    assert clue_texts("[2A]3x3-1-7\tf v1 q q 2a0 q q q q") == ["1V", "0"]
    assert clue_texts("[L][M]3x2-2-7\tDfEqfq") == ["4", "2"]  # 3 + 1, 3 - 1
    clues_of_rules = clue_texts(LINES[3])
    assert clues_of_rules == ["1", "1X", "2K", "2N", "(1,)W", "1E", "1P"]
    solution: Any = variant_lines.read(OFFICIAL).solution
    mines = {cell for cell in solution.cells if solution[cell] == "*"}
    for (r, c), state in ((cell, solution[cell]) for cell in solution.cells):
        if isinstance(state, Clue):
            assert state.value == sum(max(abs(r - i), abs(c - j)) == 1 for i, j in mines)


def test_codes_of_the_second_game():
    """A public line, of which one clue is left out, two colours in a code, which means nothing here."""
    cells = (
        "f 2e4 q 2m0 f f q q q q 2EA1 f f f 2EA1 q q q f q 2ea3 Q 2ed4 2p1 2EA0 q q f q q "
        "f q f f q q q q q f q f 2M0 q f q f q q q"
    )
    level = variant_lines.read(f"[2B][2E][2#][@c]!5x10-10-(4x1,1x16;L4R1)-1781\t{cells}")
    clue_texts = [
        str(state.value) + state.tag
        for state in level.solution.states.values()
        if isinstance(state, Clue)
    ]
    assert clue_texts == ["4", "02M", "12A2E", "12A2E", "32A2E", "42D2E", "12P", "02A2E", "02M"]
    assert ms.analyze(level.solution).solutions
    messages = {
        "[2E]3x6-1-7\tf q q Q q f q 2E1 q q f q q q q f q q": "is open",
        "[2E]3x6-1-7\tf q q q q f q 2E1 q q q f q q q q f q": "one mark",
        "[2E]3x6-1-7\tf q q q q f q 2E2 q q f q q q q f q q": "'2e2' is no clue of encrypted",
        "[2I]3x6-1-7\tf q q q q f q 2I1 q f q q q q q q f q": "beside incomplete is not known",
        "[V]3x6-1-7\tf q q q q f q V1 q f q q q q q q f q": "beside a board is not known",
        "[2L]3x6-1-7\tf q q q q f q 2L-5 q q f q q q q f q q": "'2l-5' is no clue of one-liar",
        "[2A]3x3-1-7\tf q q q 2k#1 q q q q": "no line",
        "[2A]3x3-1-7\tf q q q q1 q q q q": "unknown tag 'Q'",
        "[2A]3x3-1-7\tf q q q 2a q q q q": "line 1, column 22",
    }
    for text, message in messages.items():
        with pytest.raises(ms.MinesolverError, match=message):
            variant_lines.read(text)
    liar = variant_lines.read("[2L]3x6-1-7\tf q q q q f q 2L-3 q q f q q q q f q q")
    assert liar.board[1, 1] == Clue(2)  # of one mine
    with pytest.raises(ms.BoardFormatError, match="no word for the clue 2 of one-liar"):
        str(liar)
    with pytest.raises(ms.BoardFormatError, match="as many rows as columns"):
        str(
            variant_lines.VariantLevel(
                next(generate(2, 3, 1, board="modulo", no_guess=False, seed=1)).solution, ()
            )
        )


@pytest.mark.parametrize(
    "rules", ["two-colours", "deviation,modulo", "one-colour", "product", "area,bridge"]
)
def test_puzzles_of_the_second_game_are_lines(rules, capsys):
    for text in line(f"--rules {rules} --progressive --shape 4x4 --seed 4 -n 2", capsys):
        level = variant_lines.read(text)
        assert str(level) == text
        assert str(level.solution.rules) == rules
        assert ms.analyze(level.solution).solutions == 1


def test_a_wide_board_with_an_open_question_is_refused_before_it_is_counted(monkeypatch):
    """Some such boards take half a minute to count; that a cell is not proved is found in a moment."""
    board = ms.Board.parse(
        "10x10x20 liar\n" + "\n".join(["# # # # # # # # # #"] * 9 + ["3" + " #" * 9])
    )
    options_seen = []

    def analyze(*arguments, **options):
        options_seen.append(options)
        return ms.analyze(*arguments, **options)

    monkeypatch.setattr(variant_lines, "analyze", analyze)
    with pytest.raises(ms.BoardFormatError, match="this board has several"):
        variant_lines.write(board)
    assert options_seen == [{"proofs_only": True}]


def test_the_format_keeps_the_laws():
    check_format("14mv", [(LINES[1], ms.Board.parse("2x3x1\n1##\n###"))])
    for text, message in (
        ("[V]3x2-1-a Oqo", "3 cells"),
        ("[ZZ]3x2-1-a Oqofqq", "unknown rule"),
        ("[V]3x2-2-a Oqofqq", "not 2"),
        ("[V]3x2-1-a Oq~fqq", "line"),
        ("[V]3x2-1-a Oqpfqq", "letter"),
    ):
        with pytest.raises(ms.MinesolverError, match=message):
            ms.Board.parse(text)
    with pytest.raises(ms.BoardFormatError, match="several"):
        ms.Board.parse("1#\n##", mines=1).text("14mv")


def test_the_measure_is_that_of_the_second_game():
    level = variant_lines.read(LINES[9])  # 5x1,2x1 and steps of one fact
    difficulty = difficulty_of_play(level.board, level.solution)
    assert (difficulty.hardest, difficulty.workload) == (5, 4 + 1)


def test_the_measure_is_that_of_the_game():
    """Of a published line with its steps: 4x3,3x3,2x5,1x9 and two that it marks otherwise."""
    level = variant_lines.read(OFFICIAL)
    difficulty = difficulty_of_play(level.board, level.solution)
    assert difficulty.hardest == 4
    assert abs(difficulty.workload - (3 * 3 + 2 * 3 + 5 + 2)) <= 3


@pytest.mark.parametrize("rules", ["square", "hex,liar", "connected", "wall,quad", "3d"])
def test_puzzles_whose_clues_appear_need_no_guess_and_spare_no_clue(rules):
    shape = (3, 3) if rules == "3d" else (4, 4)
    layers = [2] if rules == "3d" else []
    for puzzle in islice(generate(*shape, board=rules, layers=layers, progressive=True, seed=2), 2):

        def solved(solution, puzzle=puzzle):
            board = puzzle.board.replace(
                {c: solution[c] for c in puzzle.board.cells if puzzle.board[c] != "#"}
            )
            while (analysis := ms.analyze(board, "elimination")).safe or analysis.mines:
                board = board.replace(
                    {cell: solution[cell] for cell in analysis.safe | analysis.mines}
                )
            return not board.where("#")

        assert solved(puzzle.solution)
        clues = [cell for cell in puzzle.solution.cells if isinstance(puzzle.solution[cell], Clue)]
        assert not any(solved(puzzle.solution.replace({cell: "?"})) for cell in clues)
        shown_cells = tuple(cell for cell in puzzle.board.cells if puzzle.board[cell] != "#")
        episode = puzzles("safest", [(puzzle.solution, shown_cells)], None).episode(0)
        assert (episode.outcome, episode.guesses) == ("won", 0)


@pytest.mark.parametrize("rules", ["square", "unary", "balance", "torus,liar"])
def test_a_mine_count_that_is_not_told_is_not_needed(rules):
    puzzle = next(generate(3, 4, board=rules, unique=True, total=False, start=(1, 1), seed=5))
    board = puzzle.board
    assert board.mines is None
    assert board[1, 1] != "#"
    # The rule balance has two hidden quantities: how many mines are in each row, and in each column.
    quantities = list(product(range(5), range(4))) if rules == "balance" else [()]
    fitting = []
    for k in range(13):
        for mines in combinations(range(12), k):
            values = [int(i in mines) for i in range(12)]
            if any(values[i] != (state == "*") for i, state in board.states.items()):
                continue
            for hidden_values in quantities:
                all_values = [*values, *hidden_values]
                if all(c.holds([all_values[i] for i in c.cells]) for c in board.constraints):
                    fitting.append({board.cells[i] for i in mines})
                    break
    assert fitting == [{cell for cell in puzzle.solution.cells if puzzle.solution[cell] == "*"}]


def test_clues_and_difficulty_are_what_was_asked(capsys):
    for puzzle in islice(generate(4, 4, board="quad", unique=True, clues=(8, 9), seed=1), 3):
        assert len(puzzle.board.states) in (8, 9)
        assert ms.analyze(puzzle.board).solutions == 1
    for puzzle in islice(
        generate(5, 5, board="square", mines=8, unique=True, hardest=(2, 3), seed=1), 3
    ):
        assert 2 <= ms.analyze(puzzle.board).difficulty().hardest <= 3
    # In play each step shows more clues, so the hardest one is not seen on the board as it begins.
    for puzzle in islice(
        generate(4, 4, board="vanilla", progressive=True, hardest=(1, 1), seed=1), 4
    ):
        board, facts = puzzle.board, []
        while step := ms.analyze(board).hint():
            facts.append(step.facts)
            proved_cells = [reason.cell for reason in step.reasons]
            board = board.replace({cell: puzzle.solution[cell] for cell in proved_cells})
        assert board == puzzle.solution
        assert max(facts) == 1
    assert main(["generate", "--clues", "3"]) == 2
    assert "puzzles with one solution" in capsys.readouterr().err


def test_files_are_what_their_names_say(tmp_path, capsys):
    options = ["generate", "--rules", "wall", "--unique", "--shape", "4x4", "--seed", "3", "--out"]
    assert main([*options, str(tmp_path / "w.png")]) == 0
    assert (tmp_path / "w.png").read_bytes().startswith(b"\x89PNG")
    assert main([*options, str(tmp_path / "w.svg"), "-n", "2"]) == 0
    assert (tmp_path / "w-2.svg").read_text().startswith("<svg")
    assert main([*options, str(tmp_path / "w.html"), "-n", "2"]) == 0
    page = (tmp_path / "w.html").read_text()
    assert page.count("<svg") == 4
    assert page.index("Solutions") > page.index("2. ")
    assert main([*options, str(tmp_path / "w.jpg")]) == 2
    assert not (tmp_path / "w.jpg").exists()
    capsys.readouterr()
    (text,) = line("--rules quad --progressive --shape 4x4 --seed 1", capsys)
    (tmp_path / "p.14mv").write_text(f"!!CLEARED\n{text}\n")
    assert main(["play", "--puzzles", str(tmp_path / "p.14mv"), "--json"]) == 0
    assert json.loads(capsys.readouterr().out.splitlines()[-1])["outcome"] == "won"
    (tmp_path / "p.14mv").write_text("\n")
    assert main(["play", "--puzzles", str(tmp_path / "p.14mv")]) == 2
