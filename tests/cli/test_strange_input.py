"""Input without an end, digits that are none, memory that runs out: the command ends in one line."""

from __future__ import annotations

import io
import itertools

import pytest
from paths import ROOT

import minesolver as ms
from minesolver.cli import main


def test_messages_are_cut(capsys):
    for text in ("é" * 10_000, '{"' + "k" * 10_000 + '": 1}', "# " + "9" * 10_000):
        with pytest.raises(ms.BoardFormatError) as caught:
            ms.Board.parse(text)
        assert len(str(caught.value)) < 1000
    assert main(["solve", "--engine", "x" * 10_000]) == 2
    with pytest.raises(SystemExit):
        main(["solve", "--states", "x" * 10_000])
    assert len(capsys.readouterr().err) < 3000


def test_memory_that_runs_out_is_a_limit(monkeypatch, capsys, tmp_path):
    def run(*_: object) -> None:
        raise MemoryError

    from minesolver.engine import ENGINES

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


@pytest.mark.parametrize("game", ["--level 5x5/3", "--puzzles examples/level.hexcells"])
def test_a_typed_line_without_an_end_stops_the_game(game, capsys, monkeypatch):
    monkeypatch.chdir(ROOT)
    monkeypatch.setattr("sys.stdin", io.StringIO("o" * 100_000))
    assert main(["play", "--policy", "human", *game.split()]) == 2
    assert "a move has fewer than 10,000 characters" in capsys.readouterr().err


@pytest.mark.parametrize("move", ["o ² 1", "² 1", "o -1 ²", "f ² ²"])
def test_a_move_with_a_digit_that_is_no_decimal_one_is_not_understood(move, capsys, monkeypatch):
    monkeypatch.setattr("sys.stdin", io.StringIO(f"{move}\nq\n"))
    assert main(["play", "--policy", "human", "--level", "5x5/3"]) == 0
    output = capsys.readouterr().out
    assert "row and column are whole numbers" in output or "not understood" in output
