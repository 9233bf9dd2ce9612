"""Pictures that this package drew have their board's text in them, and nothing is guessed."""

from __future__ import annotations

import pytest

pytest.importorskip("PIL.Image")

import minesolver as ms
from minesolver import screenshots
from minesolver.io.pictures import png


@pytest.mark.parametrize("text", ["2x2x1\n1#\n##", "2x3\n*1#\n###", "2x2x~1/5\n1#\n##"], ids=repr)
def test_a_drawing_is_its_board(text, tmp_path):
    board = ms.Board.parse(text)
    path = tmp_path / "board.png"
    for subject in (board, ms.analyze(board)):
        path.write_bytes(png(subject))
        reading = screenshots.read(path)
        assert (reading.board, reading.doubtful, reading.flags) == (board, False, ())


def test_a_board_under_rules_is_read_by_another():
    drawing = png(ms.Board.parse("2x2x1 hex\n1#\n##"))
    with pytest.raises(ms.BoardFormatError, match=r"Board\.from_file reads it"):
        screenshots.read(drawing)
