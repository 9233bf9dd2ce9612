"""Boards in pictures: drawn in many themes, read back cell by cell, mended by exactness."""

from __future__ import annotations

import contextlib
import json
import random
import sys

import numpy as np
import pytest

cv2 = pytest.importorskip("cv2")
pytest.importorskip("PIL")

from themes import THEMES, Shot, random_board, random_theme, shoot  # noqa: E402

import minesolver as ms  # noqa: E402
from minesolver.cli import main  # noqa: E402
from minesolver.io import screenshots  # noqa: E402

PLAIN = [theme for theme in THEMES if theme.name != "flat-contrast"]  # which shows no border of opened cells

CORNER = np.array([[0, 0, 0, 0, 1, -1], [0, 0, 0, 0, 1, 1], [0] * 6, [1, 1, 1, 0, 0, 0], [1, -1, 1, 0, 0, 0]])


def board_of(rng, shape):
    while (board := random_board(rng)).shape != shape:
        pass
    return board


@pytest.mark.parametrize("theme", PLAIN, ids=lambda theme: theme.name)
@pytest.mark.parametrize("shot", [Shot(28), Shot(24, 1.37, 80)], ids=["as drawn", "scaled, JPEG"])
def test_a_drawn_board_is_read_without_a_wrong_cell(theme, shot):
    rng = random.Random(6)
    for shape in ((9, 9), (16, 16)):
        board = board_of(rng, shape)
        found = screenshots.read(shoot(board, theme, shot, rng))
        assert found.board.shape == shape
        assert (found.board.grid == board).all()


def test_most_boards_in_themes_never_seen_are_read_whole():
    rng = random.Random(11)
    right = 0
    for _ in range(20):
        board = board_of(rng, (9, 9))
        try:
            found = screenshots.read(shoot(board, random_theme(rng), Shot(rng.randint(20, 40)), rng))
        except ms.BoardFormatError:
            continue
        right += found.board.shape == board.shape and bool((found.board.grid == board).all())
    assert right >= 16


def test_a_picture_of_our_own_is_read():
    board = ms.Board.from_file("examples/expert.mines")
    from minesolver.io.pictures import png

    found = screenshots.read(png(board), mines=99)
    assert found.board == board


def test_a_reading_without_a_layout_is_mended_and_the_cell_named(monkeypatch):
    codes = CORNER
    picture = shoot(codes, THEMES[0], Shot(32), random.Random(1))
    truth = screenshots.read(picture)
    assert (truth.board.grid == codes).all()
    assert truth.uncertain == ()
    honest = screenshots.likelihoods

    def misled(insides):
        chances = honest(insides)
        chances[4] = 0.0
        chances[4, [1, 7]] = 0.45, 0.55  # the 1 of the first row looks like a 7
        return chances

    monkeypatch.setattr(screenshots, "likelihoods", misled)
    found = screenshots.read(picture)
    assert (found.board.grid == codes).all()
    (misread,) = found.uncertain
    assert misread.cell == (0, 4)
    assert misread.changed
    assert (misread.read, misread.instead) == ("1", "7")


def test_flags_can_be_taken_for_hidden_cells():
    codes = np.array([[1, 10, -1], [1, 1, 1], [0, 0, 0]])
    picture = shoot(codes, THEMES[0], Shot(32), random.Random(1))
    assert screenshots.read(picture).board[0, 1] == ms.MINE
    assert screenshots.read(picture, flags=False).board[0, 1] == ms.HIDDEN


@pytest.mark.parametrize("data", [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 50])
def test_what_is_no_picture(data):
    with pytest.raises(ms.BoardFormatError, match="no picture"):
        screenshots.read(data)


def test_a_picture_without_a_grid():
    for image in (np.full((60, 80, 3), 200, np.uint8), np.zeros((3, 3, 3), np.uint8)):
        data = cv2.imencode(".png", image)[1].tobytes()
        with pytest.raises(ms.BoardFormatError, match="no grid"):
            screenshots.read(data)


def test_noise_is_never_a_traceback():
    rng = np.random.default_rng(3)
    for shape in ((50, 60, 3), (200, 150, 3)):
        data = cv2.imencode(".png", rng.integers(0, 256, shape, np.uint8))[1].tobytes()
        with contextlib.suppress(ms.BoardFormatError):
            screenshots.read(data)


def test_without_opencv_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "cv2", None)
    with pytest.raises(ms.MissingDependencyError, match=r"minesolver\[screenshot\]"):
        screenshots.read(b"x")


def test_solve_takes_a_picture(tmp_path, capsys):
    codes = CORNER
    path = tmp_path / "board.png"
    path.write_bytes(shoot(codes, THEMES[0], Shot(32), random.Random(1)))
    assert main(["solve", str(path), "--mines", "2"]) == 0
    out = capsys.readouterr().out
    assert "read from the picture: 5x6, 0 flags" in out
    assert "2 mines proved" in out
    assert main(["solve", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["board"] == ["00001#", "000011", "000000", "111000", "1#1000"]
    assert answer["uncertain"] == []
    assert main(["solve", str(path), "--mines", "5"]) == 2
    assert "mine count 5" in capsys.readouterr().err
