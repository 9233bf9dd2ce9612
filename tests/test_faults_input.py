"""Small or strange input does no harm: an answer or a typed error, in time and memory linear in it."""

from __future__ import annotations

import contextlib
import io
import itertools
import json
import tracemalloc
from fractions import Fraction
from pathlib import Path
from typing import Any

import numpy as np
import pytest
from depth import thorough

import minesolver as ms
from minesolver.base import errors
from minesolver.bench import Store
from minesolver.cli import main
from minesolver.cs50 import Minesweeper
from minesolver.game import Game
from minesolver.game.generate import generate
from minesolver.game.review import replay_of
from minesolver.game.series import Series
from minesolver.io import formats, replays
from minesolver.layers import deduce
from minesolver.layers.likelihood import likelihoods
from minesolver.model import board as boards
from minesolver.model.variant import VariantBoard
from minesolver.players import Move
from minesolver.policies.optimal import optimal


@pytest.mark.parametrize(
    "density",
    [
        "1e-999999999999",
        "1e-9999999",
        "0." + "0" * 5000 + "1",
        "1/" + "9" * 5000,
        "nan",
        "inf",
        "1e-x",
    ],
)
def test_a_density_that_cannot_be_written_down_is_refused(density):
    for call in (
        lambda: ms.Board.parse("##\n##", density=density),
        lambda: ms.Board.parse(f"2x2x~{density}\n##\n##"),
    ):
        with pytest.raises(ms.BoardFormatError) as caught:
            call()
        assert len(str(caught.value)) < 300


def test_densities_that_can_be_are_kept():
    for density, value in (
        ("1e-300", Fraction(1, 10**300)),
        (" 1/3 ", Fraction(1, 3)),
        (0.2, Fraction(1, 5)),
        (Fraction(2, 7), Fraction(2, 7)),
        (np.float64(0.25), Fraction(1, 4)),
    ):
        assert ms.Board.parse("##\n##", density=density).density == value
    with pytest.raises(ms.BoardFormatError, match="binary digits"):
        ms.Board.parse("##", density=Fraction(1, 2**20000))


NINES = "9" * 5000


@pytest.mark.parametrize(
    "text",
    [
        f"2x2x{NINES}\n##\n##",
        f"{NINES}x2\n##\n##",
        f"[[{NINES}]]",
        f'{{"board": ["##"], "mines": {NINES}}}',
        f"-1 {NINES}",
    ],
)
def test_integers_of_thousands_of_digits(text):
    with pytest.raises(ms.BoardFormatError) as caught:
        ms.Board.parse(text)
    assert len(str(caught.value)) < 300
    with pytest.raises(ms.BoardFormatError):
        replays.parse(text)


MOVE = '{"cell": [0, 0], "shown": [[0, 0, 0]]}'


@pytest.mark.parametrize(
    "game",
    [
        '{"rows": 1, "cols": 2, "mines": 1, "layout": 5}',
        '{"rows": 1, "cols": 2, "mines": 1, "layout": [5]}',
        f'{{"rows": {"9" * 50}, "cols": 2, "mines": 1, "layout": [[0, 0]]}}',
        f'{{"rows": {"9" * 5000}, "cols": 2, "mines": 1}}',
        f'{{"rows": {"9" * 17}, "cols": {"9" * 17}, "mines": 1, "layout": [[0, 0]]}}',
        '{"rows": 100000, "cols": 100000, "mines": 1}',
        '{"rows": 1, "cols": 1, "mines": 100000000}',
    ],
)
def test_replays_of_absurd_games(game):
    with pytest.raises(ms.BoardFormatError) as caught:
        replays.parse(f"{game}\n{MOVE}")
    assert len(str(caught.value)) < 300


@pytest.mark.parametrize(
    "game, move, what",
    [
        ('{"rows": 1, "cols": 6, "mines": 2, "layout": ["1*21*1"]}', MOVE, "."),
        (
            '{"rows": 3, "cols": 3, "mines": 1, "layout": [[0, 1, 2]]}',
            MOVE,
            "a mine of the layout is",
        ),
        ('{"rows": 3, "cols": 3, "mines": 2, "layout": ["ab", "cd"]}', MOVE, "."),
        ('{"rows": 3, "cols": 3, "mines": 2, "layout": [[0, 0], "cd"]}', MOVE, "."),
        *(
            (
                '{"rows": 3, "cols": 3, "mines": 1, "layout": [[2, 2]]}',
                f'{{"cell": [0, 0], "seconds": {seconds}}}',
                "line 2: seconds is a number from 0 on",
            )
            for seconds in ("NaN", "1e400", "-1", "true", "-Infinity")
        ),
    ],
)
def test_replays_that_are_malformed(game, move, what):
    with pytest.raises(ms.BoardFormatError, match=what):
        replays.parse(f"{game}\n{move}")


def test_a_game_has_its_bound():
    with pytest.raises(errors.RuleError, match="cells"):
        Game(100_000, 100_000, 1)


@pytest.mark.parametrize(
    "text",
    [
        "#" * 60_000,
        "# " * 30_000,
        "-1 " * 22_000,
        "#\n" * 30_000,
        "#/" * 30_000,
        "[[" + ",".join(["-1"] * 22_000) + "]]",
        "\u0100z" * 30_000,
        "\n" * 60_000,
        ">" * 60_000,
        ">`" * 30_000,
        "||#" * 22_200,
        ":one:" * 22_000,
        "1x" * 30_000,
        "[" * 60_000,
    ],
    ids=[
        *("line", "spaced", "numbers", "lines", "slashes", "json", "junk", "blank"),
        *("quotes", "dress", "covered", "names", "sizes", "brackets"),
    ],
)
def test_memory_is_a_few_times_the_text(text, monkeypatch):
    # A text that is too long for a board is too long to be read freely, too.
    monkeypatch.setattr("minesolver.io.formats.source.MAX_CELLS", 20_000)
    monkeypatch.setattr("minesolver.io.formats.LONGEST_FREE", 20_000)
    tracemalloc.start()
    try:
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text)
        assert tracemalloc.get_traced_memory()[1] < 50 * len(text)
    finally:
        tracemalloc.stop()
    assert len(str(caught.value)) < 300


def test_a_board_of_one_line_is_read():
    assert ms.Board.parse("#" * 200_000).shape == (1, 200_000)
    with pytest.raises(ms.BoardFormatError, match="more than a board may have"):
        ms.Board.parse("#" * (boards.MAX_CELLS + 1))


@pytest.mark.parametrize(
    "text",
    [
        '["#1","##"]' * 20_000,
        '["' + '\\\\"' * 100_000,
        '"' * 100_000,
        "[" * 100_000 + "]" * 99_999,
        "[[1],\n" * 50_000,
    ],
    ids=["boards", "escapes", "quotes", "nested", "lines"],
)
def test_json_is_split_by_one_look_at_each_character(text, monkeypatch):
    looked = 0

    class Brackets:
        def finditer(self, line):
            nonlocal looked
            looked += len(line)
            return brackets.finditer(line)

    brackets = formats.pieces._BRACKETS
    monkeypatch.setattr(formats.pieces, "_BRACKETS", Brackets())
    pieces = list(formats.arriving([text.encode()], "it"))
    assert looked <= len(text)
    assert len(pieces) in (1, 20_000)


def test_messages_are_cut(capsys):
    for text in ("é" * 10_000, '{"' + "k" * 10_000 + '": 1}', "# " + "9" * 10_000):
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text)
        assert len(str(caught.value)) < 1000
    assert main(["solve", "--engine", "x" * 10_000]) == 2
    with pytest.raises(SystemExit):
        main(["solve", "--states", "x" * 10_000])
    assert len(capsys.readouterr().err) < 3000


def test_the_place_of_a_bad_symbol_is_named_in_every_layout_of_rows():
    for text, line, column in (
        ("###\n #¿#", 2, 3),
        ("# #\n# ¿", 2, 3),
        ("##/#¿", 1, 5),
        ("-1 -1\n-1,¿", 2, 4),
        ("# ; #\n###", 1, 3),
        ('["##","#¿"]', 2, 2),
    ):
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text)
        assert (caught.value.line, caught.value.column) == (line, column), text


def test_a_row_of_commas_is_no_row():
    assert ms.Board.parse("-1 1\n,,\n1 1", format="grid").shape == (2, 2)
    with pytest.raises(ms.BoardFormatError):
        ms.Board.parse(",,\n;", format="grid")


def test_arrays_and_changes_of_another_kind():
    with pytest.raises(ms.BoardFormatError, match="integers"):
        ms.Board(np.zeros((2, 2), "m8[s]"))
    board = ms.Board.parse("##\n##")
    codes: list[Any] = [300, 10**30, 1.7, "1", None, True]
    for code in codes:
        with pytest.raises(ms.BoardFormatError):
            board.replace({(0, 0): code})
    array_scalar: Any = np.int64(3)
    assert board.replace({(0, 0): array_scalar})[0, 0] == 3


@pytest.mark.parametrize("state", [[], (), [-1, 0], [[-1]], None, "#", True, 1.5, np.nan, 9, -2])
def test_cells_are_looked_up_by_a_state_that_a_cell_can_have(state: Any) -> None:
    """An empty list was NumPy's error about shapes; others were found nowhere, or compared by cell."""
    with pytest.raises(ms.BoardFormatError, match="is not a cell: -1 is hidden"):
        ms.Board.parse("1#\n##").where(state)


def test_cells_of_a_board_under_rules_are_looked_up_as_they_are_opened():
    """A number was found nowhere, also that of hidden cells on other boards."""
    board = ms.Board.parse("1#\n##", 1, rules="hex")
    number: Any = np.int8(2)
    assert board.where(1) == ((0, 0),)
    assert board.open((0, 1), number).where(2) == ((0, 1),)
    wrong_states: list[Any] = [ms.HIDDEN, None, True, "x", [], 1.5]
    for state in wrong_states:
        with pytest.raises(ms.PuzzleError, match=r"not (-1|None|True|'x'|\[\]|1\.5)$"):
            board.where(state)


class OneMove:
    """A player that always answers the same."""

    def __init__(self, move: object) -> None:
        self.answer = move

    def start(self, *size_and_seed: object) -> None: ...

    def move(self, board: object) -> Any:
        return self.answer


WRONG: Any = 5
"""What is of a wrong type wherever it is given below."""


@pytest.mark.parametrize(
    "message, call",
    [
        ("rules are names", lambda: ms.Board.parse("##", 1, rules=WRONG)),
        ("rules are names", lambda: ms.Rules(board=WRONG)),
        ("signs are a text", lambda: ms.Board.parse("##", 1, signs=WRONG)),
        ("changes are a mapping", lambda: ms.Board.hidden(2, 2).replace(WRONG)),
        ("made from a Board, not 'text'", lambda: ms.Layout.from_board("text")),  # type: ignore
        ("cols is a whole number", lambda: ms.Layout(2, None, frozenset())),
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, WRONG)),
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({WRONG}))),
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({()}))),  # type: ignore
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({("a", 0)}))),  # type: ignore
        ("mines of a layout are cells", lambda: ms.Layout(2, 2, frozenset({(0, 0.5)}))),  # type: ignore
        ("rules of a game", lambda: ms.Game(9, 9, 10, WRONG)),
        ("a layout is the cells", lambda: ms.Game(9, 9, layout=WRONG)),
        ("a level is a name", lambda: ms.Game.level(WRONG)),
        ("a game is made of a board", lambda: ms.Game.of(WRONG)),
        ("cells of a puzzle are", lambda: ms.Puzzle(WRONG)),
        ("name of a puzzle is", lambda: ms.Puzzle([[]])),  # type: ignore
        ("hidden quantities are names", lambda: ms.Puzzle("ab", hidden_quantities=WRONG)),
        ("cells of a puzzle are", lambda: ms.Puzzle("ab").add(WRONG, 1)),
        ("cells of a puzzle are", lambda: ms.Puzzle("ab").add_table(WRONG, [])),
        ("rows of a table are", lambda: ms.Puzzle("ab").add_table("ab", WRONG)),
        ("takes a Constraint", lambda: ms.Puzzle("ab").constrain(WRONG)),
        ("takes a board", lambda: ms.Puzzle.from_board(WRONG)),
        ("a puzzle in JSON", lambda: ms.Puzzle.from_json(WRONG)),
        ("a batch is boards", lambda: ms.analyze_many(WRONG)),
        ("cell is supposed to hold", lambda: ms.analyze(ms.Board.hidden(2, 2)).chance({(0, 0): 0.5})),  # type: ignore
        ("known is a mapping", lambda: ms.Puzzle("ab", known=["a"])),  # type: ignore
        ("given by its path", lambda: ms.Board.from_file(WRONG)),
        ("given by its path", lambda: ms.Puzzle.from_file(WRONG)),
        ("a results file is given by its path", lambda: Store(WRONG)),
        ("read from a text", lambda: replays.parse(WRONG)),
        ("boards are read from a text", lambda: formats.parse_many(WRONG)),
        ("what is replayed is a Game", lambda: replay_of(WRONG)),
        ("layers read a Board", lambda: deduce(ms.Board.parse("1#", 1, rules="hex"))),  # type: ignore
        ("layers read a Board", lambda: likelihoods(WRONG, "max")),
        ("the mine count is a whole number", lambda: Minesweeper(2, 2, 1.5)),  # type: ignore
        ("the number of rows", lambda: optimal(None, 2, 1)),
        ("the number of nodes", lambda: optimal(2, 2, 1, nodes=0.5)),  # type: ignore
        ("the number of tries", lambda: generate(4, 4, 3, tries="many")),  # type: ignore
        ("is made of a Board", lambda: VariantBoard.of(WRONG)),
        ("the rules of a series", lambda: Series("safest", 3, 3, 2, WRONG).check()),
        ("a seed is a whole number", lambda: Series("safest", 3, 3, 2, seed=0.5).check()),  # type: ignore
        ("what is written is", lambda: formats.write(WRONG)),
        ("what is supposed", lambda: ms.analyze(ms.Board.hidden(2, 2)).chance(WRONG)),
        ("what is played is a Game", lambda: ms.play_episode(WRONG, OneMove(None))),
        ("name of the policy is", lambda: ms.grade(ms.Board.parse("0#"), (0, 1), policy=WRONG)),
        ("a player has a method move", lambda: ms.play_episode(ms.Game(5, 5, 3), WRONG)),
        ("a player's move", lambda: ms.play_episode(ms.Game(5, 5, 3), OneMove([0, 0]))),
    ],
)  # fmt: skip
def test_values_of_a_wrong_type_are_refused_where_they_are_given(message, call):
    """They failed deep inside: "'int' object has no attribute 'lower'"."""
    with pytest.raises(TypeError, match=message):
        call()


@pytest.mark.parametrize("size", [(10**30, 1), (1, 10**30), (100_000, 100_000)])
def test_a_hidden_board_has_its_bound(size):
    """It was an error of NumPy's, or more memory than the machine has."""
    with pytest.raises(ms.BoardFormatError, match="more cells than a board may have"):
        ms.Board.hidden(*size)


@pytest.mark.parametrize("action", ["Open", "jump", "", None])
def test_a_player_opens_or_flags(action):
    """Any other action was a flag, set and taken away for ever."""
    move = Move((0, 0), action, False, None, "")
    with pytest.raises(ms.MoveError, match="an action is open or flag, not"):
        ms.play_episode(ms.Game(5, 5, 3), OneMove(move))


def test_a_policy_that_is_not_asked_is_known_all_the_same():
    with pytest.raises(ms.UnknownNameError, match="did you mean safest"):
        ms.grade(ms.Board.parse("0#"), (0, 1), policy="safes")


def test_the_mines_of_a_layout_are_a_set_whatever_holds_them():
    """Those of a list counted twice, those of a generator were gone."""
    cells: list[Any] = [(0, 1), (np.int64(0), 1)]
    layout = ms.Layout(1, 2, frozenset({(0, 1)}))
    for mine_cells in (cells, iter(cells)):
        other: Any = mine_cells
        assert ms.Layout(1, 2, other) == layout
    assert str(ms.Layout(1, 2, frozenset(cells)).board) == str(layout.board)


def test_a_cell_in_a_list_is_opened_and_flagged_as_in_a_tuple():
    board = ms.Board.hidden(1, 3, 1)
    in_lists = board.open([0, 0], 1).flag([0, 1])  # type: ignore[arg-type]
    assert in_lists == board.open((0, 0), 1).flag((0, 1))
    with pytest.raises(ms.CellError):
        board.flag([])  # type: ignore[arg-type]


def test_a_column_with_a_known_mine_is_read_back_from_the_grid():
    board = ms.Board.parse("2x1x1\n1\n*")
    assert ms.Board.parse(board.text("grid"), 1) == board


def test_layouts_of_lines_with_long_numbers(tmp_path):
    path = tmp_path / "layouts.jsonl"
    path.write_text(json.dumps({"board": ["1*"]}) + f'\n{{"seed": {NINES}, "board": ["1*"]}}\n')
    with pytest.raises(ms.BoardFormatError):
        formats.parse_many(path)


def test_neighbours_of_many_shapes_are_not_all_kept(monkeypatch):
    monkeypatch.setattr(boards, "_MAX_KEPT_CELLS", 10_000)
    for size in range(50, 60):
        boards.neighbours(size, size)
    assert sum(map(len, boards._neighbours_by_shape.values())) <= 10_000
    assert boards.neighbours(3, 3)[4] == (0, 1, 2, 3, 5, 6, 7, 8)


def test_memory_that_runs_out_is_a_limit(monkeypatch, capsys, tmp_path):
    def run(*_: object) -> None:
        raise MemoryError

    from minesolver.engines import ENGINES

    engine = ENGINES.get("elimination")
    monkeypatch.setitem(ENGINES.loaded, "elimination", type(engine)("elimination", "", run))
    with pytest.raises(ms.EngineLimitError, match="memory"):
        ms.analyze(ms.Board.parse("1#"), "elimination")
    path = tmp_path / "board"
    path.write_text("1#")
    assert main(["solve", str(path), "--engine", "elimination"]) == 3
    monkeypatch.setattr("minesolver.cli.solve.run", run)
    assert main(["solve", str(path)]) == 3
    assert "memory" in capsys.readouterr().err


@pytest.mark.parametrize(
    "given",
    [
        {"cells": ["a"], "constraints": [{"cells": ["a"], "mines": 1, "weights": 0.5}]},
        {"cells": ["a"], "constraints": [{"cells": ["a"], "range": [0, 10**18]}]},
        {"cells": ["a"], "density": "1e-999999999"},
        {"cells": ["a"], "hidden_quantities": 5},
    ],
)
def test_puzzles_that_are_none(given):
    with pytest.raises(ms.PuzzleError) as caught:
        ms.Puzzle.from_json(json.dumps(given))
    assert len(str(caught.value)) < 300


def test_texts_under_rules_have_bounds():
    for text in (f"{NINES}x2\n##\n##", f"2x2x{NINES}\n##\n##", "#" * 5_000):
        with pytest.raises(ms.BoardFormatError):
            ms.Board.parse(text, rules="eyesight")
    with pytest.raises(ms.PuzzleError, match="too large"):
        ms.Puzzle.from_json(f'{{"cells": [{NINES}]}}')


def test_an_input_without_end_is_refused_before_it_is_in_memory(monkeypatch):
    monkeypatch.setattr("minesolver.io.formats.pieces._MAX_LINES", 1000)
    with pytest.raises(ms.BoardFormatError, match="as long as this"):
        list(formats.arriving(itertools.repeat(b"1#\n"), "it"))
    monkeypatch.setattr("minesolver.io.formats.pieces.LONGEST", 1000)
    with pytest.raises(ms.BoardFormatError, match="as long as this"):
        list(formats.arriving([b"#" * 1001], "it"))
    several = list(formats.arriving([b"#" * 900 + b"\n", b"\n"] * 3, "it"))
    assert len(several) == 3


def test_solve_reads_no_line_further_than_a_board_can_be_long(monkeypatch, capsys):
    class Endless(io.RawIOBase):
        bytes_read = 0

        def readable(self):
            return True

        def readinto(self, buffer):
            buffer[:] = b">" * len(buffer)
            self.bytes_read += len(buffer)
            return len(buffer)

    longest = 100_000
    for module in ("minesolver.io.formats", "minesolver.io.formats.pieces"):
        monkeypatch.setattr(f"{module}.LONGEST", longest)
    endless = Endless()
    monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BufferedReader(endless)))
    assert main(["solve"]) == 2
    assert "as long as this" in capsys.readouterr().err
    assert endless.bytes_read < 4 * longest  # a line, a glance at the next, and buffers


PIECES = (
    "q", "1q", "q'", "1+", "1v", "\u221a1", "A", "1x", "1 ", " ", "#", "-", "~", "1/", ",", "[", "{", "(",
    '"', "'", "|", "\t", "\n", ":", "1.", "_", "*", "\u00e9",
)  # fmt: skip
"""What the patterns of the readers repeat."""


TAILS = ("", "!", "\n##\n##", " # #\n# # #")
RULES = (None, "liar", "hex")


def repetitions():
    """(what is repeated, what ends it, rules): each time a third, in which every two of these meet."""
    for piece_number, piece in enumerate(PIECES):
        for tail_number, tail in enumerate(TAILS):
            for rules_number, rules in enumerate(RULES):
                is_in_third = (piece_number + tail_number + rules_number) % 3 == 0
                case = pytest.param if is_in_third else thorough
                yield case(piece, tail, rules)


@pytest.mark.parametrize("piece, tail, rules", list(repetitions()))
def test_no_pattern_of_a_reader_takes_more_than_its_length(piece, tail, rules):
    """Two ways to read the same letters double the work with each letter: none of these would ever end."""
    with contextlib.suppress(ms.MinesolverError):
        ms.Board.parse(piece * (10_000 // len(piece)) + tail, rules=rules)


@pytest.mark.parametrize(
    ("command", "is_piped"),
    [
        *itertools.product(
            ["solve", "export", "grade --cell 0,0", "judge", "review"], [False, True]
        ),
        ("play --puzzles", False),
        ("bench run", False),
    ],
)
def test_a_file_without_an_end_is_not_read_to_it(command, is_piped, tmp_path, capsys, monkeypatch):
    """Of 64 MiB that may be read here one: the puzzle below is read with the bound that users have."""
    monkeypatch.setattr("minesolver.base.files._MAX_INPUT_BYTES", 1 << 20)
    huge_file = tmp_path / "huge"
    with huge_file.open("wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n")
        file.truncate(1 << 40)  # it takes no place on the disk
    if is_piped:
        monkeypatch.setattr("sys.stdin", huge_file.open())
        file_argument, file_name = "-", "standard input"
    else:
        file_argument = file_name = str(huge_file)
    assert main([*command.split(), file_argument]) == 2
    message = capsys.readouterr().err
    assert f"{file_name} holds more than 1 MiB, the most that is read" in message
    assert message.count("\n") == 1


def test_a_puzzle_without_an_end_is_no_puzzle(tmp_path):
    huge_file = tmp_path / "huge"
    with huge_file.open("wb") as file:
        file.truncate(1 << 40)
    with pytest.raises(ms.PuzzleError, match="more than 64 MiB"):
        ms.Puzzle.from_file(huge_file)


@pytest.mark.parametrize("game", ["--level 5x5/3", "--puzzles examples/level.hexcells"])
def test_a_typed_line_without_an_end_stops_the_game(game, capsys, monkeypatch):
    monkeypatch.chdir(Path(__file__).parents[1])
    monkeypatch.setattr("sys.stdin", io.StringIO("o" * 100_000))
    assert main(["play", "--policy", "human", *game.split()]) == 2
    assert "a move has fewer than 10,000 characters" in capsys.readouterr().err


DIGITS = "²³"  # to str.isdigit(); int() does not read them


@pytest.mark.parametrize("digit", DIGITS)
@pytest.mark.parametrize(
    ("text", "signs"),
    [
        ("mines: {0}\n#1\n##", None),
        ("{0} mines left\n#1\n##", None),
        ("{0}{0}1\n###", "hidden={0}{0}"),
        ("1: #1\n{0}: ##", None),
        ("{0} -1\n1 1", None),
        ("#{0}\n##", None),
    ],
)
def test_a_digit_that_is_no_decimal_one_is_a_sign_as_any_other(digit, text, signs):
    with contextlib.suppress(ms.MinesolverError):
        board = ms.Board.parse(
            text.format(digit), signs=None if signs is None else signs.format(digit)
        )
        assert board.mines is None


@pytest.mark.parametrize("move", ["o ² 1", "² 1", "o -1 ²", "f ² ²"])
def test_a_move_with_a_digit_that_is_no_decimal_one_is_not_understood(move, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{move}\nq\n"))
    assert main(["play", "--policy", "human", "--level", "5x5/3"]) == 0
    output = capsys.readouterr().out
    assert "row and column are whole numbers" in output or "not understood" in output
