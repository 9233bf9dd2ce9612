"""Readers of pictures: another package's is asked by the command, before this package's."""

from __future__ import annotations

import pytest
from command import run

import minesolver as ms
from minesolver.io.readers import READERS, PictureReading, Reader

PNG = b"\x89PNG\r\n\x1a\n" + bytes(8)


def reading_of(text, **facts):
    board = ms.Board.parse(text)
    return PictureReading(board, ["read by a test"], {"doubtful": False}, {}, **facts)


@pytest.fixture
def picture(tmp_path):
    path = tmp_path / "board.png"
    path.write_bytes(PNG)
    return str(path)


@pytest.fixture
def reader(monkeypatch):
    """Registers what reads every picture as a given board; what it was asked is in the list."""
    asked: list[dict] = []

    def register(reading):
        def read(picture, **options):
            asked.append(options)
            return reading

        monkeypatch.setattr(READERS, "loaded", {})
        READERS.register("of a test", Reader("of a test", lambda data: True, read, __name__))
        return asked

    return register


def test_a_picture_is_solved_as_its_reader_says(reader, picture):
    asked = reader(reading_of("1#\n##"))
    status, out, _ = run("solve", "--mines", "1", "--shape", "2x2", "--board", "3", picture)
    assert status == 0
    assert "3 layouts" in out
    assert out.endswith("read by a test\n")
    assert (asked[0]["mines"], asked[0]["shape"], asked[0]["board"]) == (1, (2, 2), 3)


def test_its_mine_count_counts_and_a_part_has_none(reader, picture):
    reader(reading_of("2x2x2\n1#\n##", has_mine_count=True))
    assert run("solve", picture)[0] == 1  # a clue 1 among all of two mines
    reader(reading_of("1#\n##", is_part=True))
    assert "mine count unknown" in run("solve", "--mines", "2", picture)[1]


def test_a_question_is_no_answer(reader, picture):
    reader(reading_of("1#\n##", is_question=True))
    assert run("solve", "--mines", "1", picture)[0] == 1
    reader(reading_of("1#\n##", contradiction="clue 1 cannot be"))
    status, out, _ = run("solve", "--mines", "1", picture)
    assert (status, out) == (1, "1#\n##\nread by a test\n")
