"""Boards in pictures: programs that others wrote, drawings in many themes, and what is no board."""

from __future__ import annotations

import contextlib
import io
import json
import random
import re
import struct
import sys
import time
import zlib
from dataclasses import replace
from functools import cache
from itertools import product
from pathlib import Path
from types import SimpleNamespace
from typing import Any

import numpy as np
import pytest

Image = pytest.importorskip("PIL.Image")

from depth import one_in, thorough  # noqa: E402
from PIL import ImageDraw  # noqa: E402
from themes import THEMES, Shot, draw, random_board, random_theme, shoot  # noqa: E402

import minesolver as ms  # noqa: E402
from minesolver import screenshots  # noqa: E402
from minesolver.cli import main  # noqa: E402
from minesolver.extras.screenshots import cells as cutting  # noqa: E402
from minesolver.extras.screenshots import (  # noqa: E402
    consistency,
    fitting_symbols,
    lattice,
    one_board,
    task,
    trust,
)
from minesolver.extras.screenshots import found_board as lines_beside  # noqa: E402
from minesolver.extras.screenshots import kinds as kinds_of_cells  # noqa: E402
from minesolver.extras.screenshots import symbols as symbols_of_cells  # noqa: E402
from minesolver.extras.screenshots.answer import ScreenshotReading  # noqa: E402
from minesolver.extras.screenshots.answer_words import sentences  # noqa: E402
from minesolver.extras.screenshots.arrays import block_means  # noqa: E402
from minesolver.extras.screenshots.blanks import blanks_like_others, with_opened_blanks  # noqa: E402
from minesolver.extras.screenshots.cheapest_readings import search  # noqa: E402
from minesolver.extras.screenshots.counter import read_counter  # noqa: E402
from minesolver.extras.screenshots.doubts import Doubts  # noqa: E402
from minesolver.extras.screenshots.finding import board_candidates, finder, rectangle  # noqa: E402
from minesolver.extras.screenshots.kinds import Kinds  # noqa: E402
from minesolver.extras.screenshots.marks import flat_cells, none_opened, of_rare_colour  # noqa: E402
from minesolver.extras.screenshots.picture import load_picture  # noqa: E402
from minesolver.extras.screenshots.plain import plain_cells  # noqa: E402
from minesolver.extras.screenshots.rereading import other_sizes  # noqa: E402
from minesolver.extras.screenshots.size import size_doubts  # noqa: E402
from minesolver.extras.screenshots.size.edge import CutSide  # noqa: E402
from minesolver.extras.screenshots.size.labels import without_labels  # noqa: E402
from minesolver.extras.screenshots.strangeness import clues_against_flags, strangeness  # noqa: E402
from minesolver.extras.screenshots.symbols import (  # noqa: E402
    FLAG,
    HIDDEN,
    ZERO,
    broken,
    fitted,
    likelihoods,
    pictured,
)
from minesolver.extras.screenshots.work import Work  # noqa: E402

FIXTURES = Path(__file__).parent / "pictures"
TRUTHS = [json.loads(line) for line in (FIXTURES / "truth.jsonl").read_text().splitlines()]
# Which show borders.
PLAIN = [theme for theme in THEMES if theme.name not in ("flat-contrast", "google")]
CORNER = np.array(
    [[0, 0, 0, 0, 1, -1], [0, 0, 0, 0, 1, 1], [0] * 6, [1, 1, 1, 0, 0, 0], [1, -1, 1, 0, 0, 0]]
)


def png(pixels):
    stream = io.BytesIO()
    Image.fromarray(np.asarray(pixels, np.uint8)).save(stream, "PNG")
    return stream.getvalue()


@cache
def corner_picture():
    """The picture of the corner that several tests look at."""
    return shoot(CORNER, THEMES[0], Shot(32), random.Random(1))


@cache
def corner_grid():
    """Where its cells are seen."""
    return screenshots.read(corner_picture()).grid


def symbols(reading):
    """The rows of a reading as text, flags as F."""
    rows = [["#" if code < 0 else str(code) for code in row] for row in reading.board.grid.tolist()]
    for r, c in reading.flags:
        rows[r][c] = "F"
    return ["".join(row) for row in rows]


# A margin alone is less than what is around the board in a window.
@pytest.mark.parametrize(
    "truth",
    [thorough(truth) if "margin" in truth["file"] else truth for truth in TRUTHS],
    ids=lambda truth: truth["file"],
)
def test_a_picture_of_another_program_is_read_whole(truth):
    reading = screenshots.read(FIXTURES / truth["file"], limit=20.0)
    assert symbols(reading) == truth["rows"]
    assert not reading.doubtful
    x0, y0, x1, _ = truth["box"]
    side = (x1 - x0) / len(truth["rows"][0])
    assert abs(reading.grid.left - x0) < 0.15 * side + 1
    assert abs(reading.grid.top - y0) < 0.15 * side + 1


def themed(codes):
    return np.where(codes == 10, -1, codes)


@pytest.mark.parametrize("theme", PLAIN, ids=lambda theme: theme.name)
def test_a_drawn_board_is_read_without_a_wrong_cell(theme):
    rng = random.Random(6)
    while (board := random_board(rng)).shape != (9, 9):
        pass
    reading = screenshots.read(shoot(board, theme, Shot(28), rng), limit=20.0)
    assert (reading.board.grid == themed(board)).all()
    assert set(reading.flags) == set(map(tuple, np.argwhere(board == 10).tolist()))


def test_a_board_in_the_corner_of_a_page_ends_where_it_ends():
    rng = random.Random(9)
    while (board := random_board(rng)).shape != (9, 9):
        pass
    page = Image.new("RGB", (900, 600), "white")
    page.paste(draw(board, PLAIN[0], 32, (0, 0, 0, 0)), (0, 0))
    reading = screenshots.read(png(page), limit=20.0)
    assert (reading.board.grid == themed(board)).all()
    assert reading.strange is None


def test_a_picture_with_nothing_but_clues_is_no_crash():
    reading = screenshots.read(
        png(draw(np.full((8, 8), 3), PLAIN[0], 30, (40, 40, 40, 40))), limit=20.0
    )
    assert reading.doubtful  # there is no layout


def test_a_wrong_reading_of_a_theme_never_seen_is_seldom_silent(thorough):
    rng = random.Random(12)
    right = silent = 0
    picture_count = 9 if thorough else 4
    for _ in range(picture_count):
        while (board := random_board(rng)).shape != (9, 9):
            pass
        try:
            reading = screenshots.read(
                shoot(board, random_theme(rng), Shot(rng.randint(20, 40)), rng), limit=3.0
            )
        except ms.BoardFormatError:
            continue
        is_whole = reading.board.shape == board.shape and bool(
            (reading.board.grid == themed(board)).all()
        )
        right += is_whole
        silent += not is_whole and not reading.doubtful and not reading.uncertain
    assert right > picture_count / 2
    assert silent <= 1


def test_a_picture_of_our_own_is_read():
    board = ms.Board(small_board(), 12)
    from minesolver.io.pictures import png as drawn

    assert screenshots.read(drawn(board), mines=12, limit=20.0).board == board


def test_a_reading_without_a_layout_is_mended_and_the_cell_named(monkeypatch):
    picture = corner_picture()
    truth = screenshots.read(picture)
    assert (truth.board.grid == CORNER).all()
    assert truth.uncertain == ()
    assert truth.chances.min() > 0.9
    honest = fitting_symbols.likely_readings

    def misled(*arguments):
        cost, first_codes, chances = next(honest(*arguments))
        chances[4] = 0.0
        chances[4, [2, 6]] = 0.45, 0.55  # the 1 of the first row looks like a 5
        first_codes[4] = 6
        return [(cost, first_codes, chances)]

    monkeypatch.setattr(fitting_symbols, "likely_readings", misled)
    found = screenshots.read(picture)
    assert (found.board.grid == CORNER).all()
    (misread,) = found.uncertain
    assert (misread.cell, misread.changed) == ((0, 4), True)
    assert (misread.read, misread.instead) == ("1", "5")


def test_a_reading_that_nothing_mends_is_a_question_with_its_contradiction(
    monkeypatch, tmp_path, capsys
):
    picture = corner_picture()
    honest = fitting_symbols.likely_readings

    def misled(*arguments):
        cost, first_codes, chances = next(honest(*arguments))
        chances[4] = np.eye(chances.shape[1])[6]  # a 5 without any doubt
        first_codes[4] = 6
        return [(cost, first_codes, chances)]

    monkeypatch.setattr(fitting_symbols, "likely_readings", misled)
    monkeypatch.setattr(consistency, "LEAST_CHANCE", 0.5)
    found = screenshots.read(picture)
    assert found.doubtful
    assert found.board[0, 4] == 5
    assert found.contradiction
    assert (0, 4) in found.against
    path = tmp_path / "board.png"
    path.write_bytes(picture)
    assert main(["solve", str(path)]) == 1
    assert "NO LAYOUT FITS" in capsys.readouterr().out
    assert main(["solve", str(path), "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["read"][0] == "00005#"
    assert answer["doubtful"]


@pytest.mark.parametrize("end", [0, 1])
def test_a_line_lost_at_an_end_is_found_again(monkeypatch, end):
    honest = rectangle.best_rectangle

    def short(gain):
        whole = honest(gain)
        return whole._replace(first_col=whole.first_col + 1 - end, end_col=whole.end_col - end)

    board = np.repeat([[-1, -1, -1, 1, 0, 1, -1, -1]], 6, axis=0)
    picture = shoot(board, THEMES[0], Shot(32), random.Random(1))
    monkeypatch.setattr(rectangle, "best_rectangle", short)
    reading = screenshots.read(picture)
    assert (reading.board.grid == board).all()
    assert reading.strange is None


def test_a_line_of_hidden_cells_in_the_colour_of_the_page_is_found_again():
    """What is seen is a board of 9x10, and a smaller one that makes sense is no answer."""
    texts = (
        "##########",
        "########21",
        "##1#####20",
        "##212###20",
        "##2#1#1110",
        "11112#1000",
        "00001#1111",
        "00001111#1",
        "0000000111",
        "0000000000",
    )
    codes = np.array([[-1 if sign == "#" else int(sign) for sign in text] for text in texts])
    page_colour = (30, 31, 34)
    picture = Image.new("RGB", (10 * 44 + 16, 10 * 44 + 16), page_colour)
    pen = ImageDraw.Draw(picture)
    for (row, col), code in np.ndenumerate(codes):
        left, top = 8 + 44 * col, 8 + 44 * row
        if code >= 0:
            pen.rectangle([left + 1, top + 1, left + 42, top + 42], fill=(60, 140, 200))
            pen.text((left + 22, top + 22), str(code), "white", font_size=28, anchor="mm")
    reading = screenshots.read(png(picture))
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful
    assert reading.resized.rows == 9


def test_blank_lines_without_borders_belong_to_a_board_up_to_where_it_ends():
    theme = replace(THEMES[3], hidden=("#6a6a6a",), opened=("#d8d0c0",), page="#203040")
    mines = np.random.default_rng(3).random((9, 9)) < 0.35
    mines[6:] = False
    around = np.pad(mines.astype(int), 1)
    clues = sum(around[a : a + 9, b : b + 9] for a in range(3) for b in range(3))
    board = np.where(mines, -1, clues)
    assert not board[7:].any()
    reading = screenshots.read(shoot(board, theme, Shot(32), random.Random(2)))
    assert reading.board.shape == board.shape
    assert (reading.board.grid == board).all()


def test_a_page_in_the_colour_of_opened_cells_is_no_part_of_the_board():
    """Opened 0s do not lie beside hidden cells."""
    page = "#202428"
    theme = replace(
        THEMES[3], hidden=("#1068ff",), opened=(page,), page=page, digits=("#ffffff",) * 8
    )
    theme = replace(theme, line=page, gap=5.0)
    rows = [
        "00111####",
        "002#2####",
        "013######",
        "01#3#####",
        "012######",
        "222######",
        "##32#####",
        "#########",
        "#########",
    ]
    codes = np.array([[-1 if sign == "#" else int(sign) for sign in row] for row in rows])
    board = np.asarray(Image.open(io.BytesIO(shoot(codes, theme, Shot(32), random.Random(2)))))
    window = np.full((board.shape[0] + 300, board.shape[1] + 400, 3), board[0, 0])
    window[120:-180, 200:-200] = board
    reading = screenshots.read(png(window))
    assert reading.board.shape == codes.shape
    assert (reading.board.grid == codes).all()
    assert reading.strange is None


@pytest.mark.parametrize("share", [0.7, 1.45])
def test_a_title_over_a_board_that_fills_its_picture_is_no_room_for_cells(share):
    theme = replace(THEMES[3], hidden=("#b2b2b2",), opened=("#dcdcdc",), line="#c4c4c4", gap=1.0)
    codes = game(*MINES, (6, 6), left=[(3, 4), (8, 8), (0, 0)])
    board = np.asarray(draw(codes, theme, 32, (0, 0, 0, 0)).convert("RGB"))
    title = Image.new("RGB", (board.shape[1], round(share * 32)), "#3c3c3c")
    ImageDraw.Draw(title).text((12, title.height // 2 - 6), "Mines: 8     Playing", fill="white")
    reading = screenshots.read(png(np.concatenate([np.asarray(title), board])))
    assert (reading.board.grid == codes).all()
    assert reading.strange is None


@pytest.mark.parametrize("share", [0.8, thorough(1.0)])
@pytest.mark.parametrize("theme", one_in(2, THEMES[2:6]), ids=lambda theme: theme.name)
def test_a_title_that_looks_like_hidden_cells_is_no_row(theme, share):
    first_rows = [(row, col) for row in (0, 1) for col in range(9)]
    codes = game(*MINES, (6, 6), left=first_rows)
    board = np.asarray(draw(codes, theme, 32, (0, 0, 0, 0)).convert("RGB"))
    title = Image.new("RGB", (board.shape[1], round(share * 32)), theme.hidden[0])
    ImageDraw.Draw(title).text((12, title.height // 2 - 6), "MineSweeper   Time: 17     Mines: 7")
    reading = screenshots.read(png(np.concatenate([np.asarray(title), board])))
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful


# The narrowest frame and the widest.
@pytest.mark.parametrize("margin", [9, thorough(10), 12])
@pytest.mark.parametrize("theme", THEMES[:2], ids=lambda theme: theme.name)
def test_cells_in_a_frame_are_no_quarters_of_cells_that_fill_the_picture(theme, margin):
    codes = game(*MINES, (6, 6), left=[(0, 7)])
    reading = screenshots.read(png(draw(codes, theme, 24, (margin,) * 4)))
    assert reading.board.shape == codes.shape
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful


@pytest.mark.parametrize(
    ("width", "cols"), [(24 * 50, 24), (23 * 50 + 6, 23), (21 * 50, 21), (22 * 50 + 25, 21)]
)
def test_a_longer_board_goes_on_up_to_the_pictures_edge_if_whole_cells_do(width, cols):
    grid = lattice.Grid(left=0.0, top=0.0, width=50.0, height=50.0, rows=20, cols=21)
    picture = np.zeros((20 * 50, width, 3), np.uint8)
    assert lines_beside.longer_up_to_the_edge(picture, grid) == replace(grid, cols=cols)
    # A page lies below it as well: where it ends is not the picture's edge.
    with_page = np.zeros((24 * 50, width, 3), np.uint8)
    if width > 21 * 50:
        assert lines_beside.longer_up_to_the_edge(with_page, grid) == grid


def test_a_margin_of_nearly_a_cell_moves_no_line_of_the_board():
    codes = game(*MINES, (6, 6), left=[(0, 7), (8, 0)])[:8, :8]
    theme = next(theme for theme in THEMES if theme.name == "page-light")
    reading = screenshots.read(png(draw(codes, theme, 16, (14,) * 4)))
    assert reading.board.shape == codes.shape
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful


def test_a_window_title_as_high_as_a_cell_and_without_borders_is_no_row():
    theme = replace(THEMES[7], zero=False, gloss=0.0)
    first_rows = [(row, col) for row in (0, 1) for col in range(9)]
    codes = game((0, 6), (1, 5), (5, 3), (7, 1), left=first_rows)[:8, :8]
    board = np.asarray(draw(codes, theme, 62, (0, 0, 0, 0)).convert("RGB"))
    title = Image.new("RGB", (board.shape[1], 62), "#f0f0f0")
    ink = ImageDraw.Draw(title)
    ink.rectangle((0, 0, title.width, title.height // 2), fill="#ffffff")
    ink.text((30, 9), "Minesweeper", fill="#333333")
    ink.text((title.width - 60, 9), "-   x", fill="#333333")
    ink.text((8, 40), "Game   Options", fill="#222222")
    reading = screenshots.read(png(np.concatenate([np.asarray(title), board])))
    assert reading.board.shape == codes.shape
    assert (reading.board.grid == codes).all()


def test_a_board_is_whole_where_its_mine_count_is_that_of_a_level_of_its_size(monkeypatch):
    monkeypatch.setattr(
        one_board, "with_lines_beside", lambda pixels, grid, *others: (grid, "no end is seen")
    )
    picture = png(draw(game(*MINES, (6, 6), (8, 8), (8, 0)), PLAIN[0], 32, (8, 8, 8, 8)))
    assert screenshots.read(picture).strange == "no end is seen"
    assert screenshots.read(picture, mines=10).strange is None


@pytest.mark.parametrize("doubt_at_ends", [lines_beside.END_UNSEEN, lines_beside.ROOM_ON_ONE_SIDE])
@pytest.mark.parametrize(("shape", "is_doubt"), [((9, 9), False), ((8, 9), True)])
def test_an_end_that_is_not_clear_is_no_doubt_where_the_size_is_one_that_games_have(
    monkeypatch, shape, is_doubt, doubt_at_ends
):
    monkeypatch.setattr(
        one_board, "with_lines_beside", lambda pixels, grid, *others: (grid, doubt_at_ends)
    )
    rows, cols = shape
    codes = game(*MINES, (6, 6), (8, 8), (8, 0))[:rows, :cols]
    picture = png(draw(codes, PLAIN[0], 32, (40, 40, 40, 40)))
    assert screenshots.read(picture).strange == (doubt_at_ends if is_doubt else None)


def test_a_lost_line_of_zeros_is_found_again_by_its_borders(monkeypatch):
    honest = rectangle.best_rectangle

    def short(gain):
        whole = honest(gain)
        return whole._replace(first_col=max(whole.first_col, whole.end_col - 7))

    theme = replace(
        THEMES[3], hidden=("#8b8b8b",), opened=("#353535",), line="#202020", page="#111111"
    )
    theme = replace(theme, gap=2.0, digits=("#ffffff",) * 8)
    board = np.repeat([[0, 0, 3, -1, -1, -1, -1, -1]], 6, axis=0)
    board[[0, -1], 2] = 2
    picture = shoot(board, theme, Shot(36), random.Random(4))
    assert (screenshots.read(picture).board.grid == board).all()
    monkeypatch.setattr(rectangle, "best_rectangle", short)
    reading = screenshots.read(picture)
    assert reading.board.shape == board.shape
    assert (reading.board.grid == board).all()


@pytest.mark.parametrize("high", [0.85, thorough(0.9), thorough(1.1), 1.2])
def test_cells_need_not_be_square(high):
    picture = Image.open(io.BytesIO(shoot(CORNER, THEMES[0], Shot(40), random.Random(1))))
    reading = screenshots.read(png(picture))
    box = [round(at) for at in (*reading.grid.box(0, 0)[:2], *reading.grid.box(4, 5)[2:])]
    for board in (picture, picture.crop(box)):
        reading = screenshots.read(png(board.resize((board.width, round(high * board.height)))))
        assert (reading.board.grid == CORNER).all()
        assert not reading.doubtful


# The flattest and the narrowest; the others lie between.
@pytest.mark.parametrize(
    ("side", "wide", "high"),
    [thorough(44, 1.0, 0.7), (44, 1.0, 0.55), (44, 0.7, 1.0), thorough(70, 1.0, 0.63)],
)
def test_cells_may_be_as_oblong_as_buttons(side, wide, high):
    codes = game(*MINES, left=[(3, 8), (4, 8), (4, 0)])
    picture = draw(codes, PLAIN[0], side, (40, 40, 40, 40))
    size = round(wide * picture.width), round(high * picture.height)
    reading = screenshots.read(png(picture.resize(size)))
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful
    assert reading.grid.width / reading.grid.height == pytest.approx(wide / high, rel=0.03)


@pytest.mark.parametrize(("known_side", "is_seen"), [(25.0, True), (30.0, False)])
def test_oblong_cells_that_cover_less_than_the_known_board_are_a_part_of_it(known_side, is_seen):
    codes = game(*MINES, left=[(3, 8), (4, 8), (4, 0)])
    picture = draw(codes, PLAIN[0], 44, (80, 80, 80, 80))
    picture = picture.resize((picture.width, round(0.55 * picture.height)))
    known_grid = lattice.Grid(20.0, 5.0, known_side, known_side, 8, 16)
    nothing = np.zeros(0)
    known_board = lines_beside.FoundBoard(1.0, known_grid, nothing, nothing)
    facts = task.BoardFacts(mines=None, density=None, flags=False, shape=None)
    picture_task = task.Task(load_picture(png(picture)).pixels, facts, limit=2.0)
    board = finder.BoardFinder(picture_task).board_of_other_sides(known_board)
    assert (board is not None) is is_seen
    assert not is_seen or board.shape == codes.shape


@pytest.mark.parametrize("is_fresh", [True, False])
def test_the_numbers_of_columns_are_no_row_of_the_board(is_fresh):
    codes = np.full((8, 8), -1) if is_fresh else game(*MINES)
    picture = draw(codes, PLAIN[0], 32, (60, 60, 60, 60)).convert("RGB")
    with_numbers = ImageDraw.Draw(picture)
    for column in range(codes.shape[1]):
        middle = 60 + 32 * column + 16
        with_numbers.text((middle, 42), str(column + 1), "black", anchor="mm", font_size=20)
    reading = screenshots.read(png(picture))
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful


def test_lines_that_count_are_no_cells_unless_the_edge_may_cut_the_board():
    grid = lattice.Grid(50.0, 50.0, 20.0, 20.0, 6, 6)
    chances = np.zeros((6, 6, len(likelihoods(np.zeros((1, 20, 20, 3), np.uint8))[0])))
    chances[:, :, HIDDEN] = 0.5
    chances[0, 1:, ZERO + 1 :][np.arange(5), np.arange(5)] = 1.0  # a corner, and 1 2 3 4 5
    flat_chances = chances.reshape(36, -1)
    smaller, is_cell = without_labels(grid, flat_chances, ())
    assert (smaller.rows, smaller.top, is_cell.sum()) == (5, 70.0, 30)
    assert not is_cell[:6].any()
    above = (CutSide(0, 0, "top", is_own_line=False),)
    same, is_cell = without_labels(grid, flat_chances, above)
    assert same == grid
    assert is_cell.all()

    # What ends otherwise may be clues.
    chances[0, 5] = chances[1, 5]
    same, _ = without_labels(grid, flat_chances, ())
    assert same == grid


def test_a_line_before_the_corner_of_numbers_is_none_of_cells():
    # Letters of rows look like anything; a corner, 0 and 1 2 3 4 5 above say that they are such.
    grid = lattice.Grid(50.0, 50.0, 20.0, 20.0, 6, 7)
    chances = np.zeros((6, 7, len(likelihoods(np.zeros((1, 20, 20, 3), np.uint8))[0])))
    chances[:, :, HIDDEN] = 0.5
    chances[0, 1:, ZERO:][np.arange(6), np.arange(6)] = 1.0
    smaller, is_cell = without_labels(grid, chances.reshape(42, -1), ())
    assert (smaller.rows, smaller.cols, smaller.top, smaller.left) == (5, 6, 70.0, 70.0)
    assert (is_cell.reshape(6, 7) == np.pad(np.ones((5, 6), bool), ((1, 0), (1, 0)))).all()


def test_a_program_may_write_its_zeros():
    board = np.array([[0, 2, -1, -1], [0, 2, -1, -1], [0, 1, 1, 1], [0, 0, 0, 0], [0, 0, 0, 0]])
    for theme in (THEMES[4], THEMES[5]):
        reading = screenshots.read(
            shoot(board, replace(theme, zero=True), Shot(32), random.Random(2))
        )
        assert (reading.board.grid == board).all()


def game(*mines, covered=-1, left=()):
    """A board of 9 x 9 without an error: each mine and each cell of ``left`` covered, all others opened."""
    there = np.zeros((11, 11), int)
    for r, c in mines:
        there[r + 1, c + 1] = 1
    codes = np.sum([there[a : a + 9, b : b + 9] for a in range(3) for b in range(3)], axis=0)
    codes[there[1:-1, 1:-1] == 1] = covered
    for cell in left:
        codes[cell] = -1
    return codes


MINES = (0, 6), (0, 8), (1, 5), (1, 7), (2, 7), (5, 3), (7, 1)


# The smaller ones are the harder ones.
@pytest.mark.parametrize("share", [0.25, thorough(0.3)])
def test_small_numbers_in_a_corner_are_read(share):
    board = game(*MINES)
    theme = replace(THEMES[4], size=share, offset=(-0.3, -0.28), zero=True)
    reading = screenshots.read(shoot(board, theme, Shot(32), random.Random(2)))
    assert (reading.board.grid == board).all()
    assert not reading.doubtful


def test_a_board_without_lines_that_fills_its_picture_is_found():
    grey, edge = ("#efefef",), ("#ffffff", "#8a8a8a", 0.1)
    theme = replace(THEMES[4], line=None, gap=0, opened=grey, hidden=grey, edge=edge)
    board = game(*MINES, covered=10)  # the flags alone have borders
    reading = screenshots.read(png(draw(board, theme, 25, (0, 0, 0, 0))))
    assert (reading.board.grid == themed(board)).all()
    assert len(reading.flags) == 7


def test_a_program_that_opens_nothing_beside_a_0_asks_no_question():
    board = game(*MINES, left=[(2, 0), (0, 3), (4, 6), (5, 0), (7, 8), (8, 4)])
    pink = replace(THEMES[4], hidden=("#f7c7c7",), opened=("#222222",), digits=("#40d0ff",) * 8)
    for theme in (THEMES[4], pink):
        reading = screenshots.read(shoot(board, theme, Shot(32), random.Random(2)))
        assert (reading.board.grid == board).all()
        assert not reading.doubtful


def test_a_flag_may_be_a_colour_alone():
    theme = replace(THEMES[4], flagged="#e8d800", flag=("#e8d800", "#e8d800"))
    codes = np.array(
        [[-1, -1, -1, -1], [-1, -1, -1, -1], [1, 1, 2, 10], [0, 0, 1, 1], [0, 0, 0, 0]]
    )
    reading = screenshots.read(shoot(codes, theme, Shot(32), random.Random(2)))
    assert (reading.board.grid == themed(codes)).all()
    assert reading.flags == ((2, 3),) or (2, 3) in {cell.cell for cell in reading.uncertain}


def test_flags_of_a_lively_colour_may_be_more_than_the_hidden_cells():
    board = game(*MINES, covered=10, left=MINES[5:])
    theme = replace(THEMES[4], flagged="#f02020", flag=("#f02020", "#f02020"))
    reading = screenshots.read(shoot(board, theme, Shot(32), random.Random(2)))
    assert set(reading.flags) == set(MINES[:5])
    assert (reading.board.grid == themed(board)).all()


def test_faint_numbers_are_not_taken_for_what_blank_cells_show():
    picture = np.full((400, 400, 3), 192, np.uint8)
    picture[::40] = picture[:, ::40] = 150
    signs = np.arange(100) % 5 < 3
    for k in np.flatnonzero(signs):
        y, x = 40 * (k // 10), 40 * (k % 10)
        picture[y + 12 : y + 30, x + 18 : x + 22] += 30
    grid = screenshots.Grid(0.0, 0.0, 40.0, 40.0, 10, 10)
    plain, _ = plain_cells(picture, grid, cutting.cells_of(picture, grid))
    contrast = np.ptp(plain.astype(int), axis=(1, 2)).max(axis=1)
    assert contrast[signs].min() > 20
    assert contrast[~signs].max() < 10


def test_cells_that_look_alike_are_mended_together():
    text = "#####\n24542\n#####"
    true = np.array([0 if c == "#" else int(c) + 1 for c in text if c != "\n"])
    first_codes, chances = np.where(true == 5, 3, true), np.eye(11)[true]
    chances[true == 5] = 0.8 * np.eye(11)[3] + 0.2 * np.eye(11)[5]  # each 4 looks like a 2
    grid = screenshots.Grid(0, 0, 20, 20, 3, 5)

    def board_of(chosen):
        return ms.Board((chosen - 1).astype(np.int8).reshape(3, 5))

    assert (
        consistency.nearest_consistent(first_codes, chances, grid, board_of, Work(), 9.0, 1)[1]
        is not None
    )
    chosen, error = consistency.nearest_consistent(
        first_codes, chances, grid, board_of, Work(), 9.0, 3
    )
    assert error is None
    assert chosen.tolist() == true.tolist()


def test_what_lies_beside_a_zero():
    rng = np.random.default_rng(5)
    for _ in range(40):
        reading = rng.choice(np.array([0, 0, 1, 1, 2, 3, 4, 10]), (4, 5))
        wrong, beside = broken(reading)
        for (r, c), symbol in np.ndenumerate(reading):
            there = np.ndenumerate(reading)
            neighbours_of = {
                cell: code for cell, code in there if max(abs(cell[0] - r), abs(cell[1] - c)) == 1
            }
            covered = [cell for cell, code in neighbours_of.items() if code in (0, 10)]
            flags = sum(code == 10 for code in neighbours_of.values())
            clue = symbol - 1 if 1 <= symbol < 10 else None
            assert wrong[r, c] == (bool(clue) and not flags <= clue <= len(covered))
            assert beside[r, c] == (clue == 0 and bool(covered))


def test_without_time_for_a_layout_it_is_a_question():
    board = np.array([[1, -1], [1, 1]]).ravel() + 1
    chances = np.eye(11)[board]
    grid = screenshots.Grid(0, 0, 20, 20, 2, 2)
    _, error = consistency.nearest_consistent(
        board, chances, grid, lambda _: ms.Board.parse("1#\n11"), Work(), 0.0, 3
    )
    assert error is not None


def test_flags_are_the_players_opinion():
    codes = np.array([[1, 10, -1], [1, 1, 1], [0, 0, 0], [0, 0, 0]])
    picture = shoot(codes, THEMES[0], Shot(32), random.Random(1))
    reading = screenshots.read(picture)
    assert reading.board[0, 1] == ms.HIDDEN
    assert reading.flags == ((0, 1),)
    assert screenshots.read(picture, flags=True).board[0, 1] == ms.MINE


BARS = (
    (2, 0, 8, 2),
    (8, 2, 10, 9),
    (8, 11, 10, 18),
    (2, 18, 8, 20),
    (0, 11, 2, 18),
    (0, 2, 2, 9),
    (2, 9, 8, 11),
)
LIT = ("012345", "12", "01346", "01236", "1256", "02356", "023456", "012", "0123456", "012356")


def with_displays(picture, *numbers, broken=False):
    """The picture with a frame above it: displays of so many mines, from its left to its right end."""
    board = np.asarray(Image.open(io.BytesIO(picture)).convert("RGB"))
    wide = board.shape[1]
    above = np.full((60, wide, 3), 192, np.uint8)
    for at, number in zip(
        np.linspace(8, wide - 52, len(numbers)).astype(int), numbers, strict=True
    ):
        above[14:46, at : at + 44] = 0
        for k, digit in enumerate(f"{number:03}"):
            for segment in map(int, LIT[int(digit)]):
                x0, y0, x1, y1 = BARS[segment]
                segment_end = (y0 + y1) // 2 if broken and segment == 1 else y1
                above[20 + y0 : 20 + segment_end, at + 4 + 13 * k + x0 : at + 4 + 13 * k + x1] = (
                    255,
                    0,
                    0,
                )
    return png(np.concatenate([above, board]))


@pytest.mark.parametrize("number", [123, 456, 789, 100])
def test_what_a_display_shows(number):
    picture = corner_picture()
    grid = corner_grid()
    moved = screenshots.Grid(
        grid.left, grid.top + 60, grid.width, grid.height, grid.rows, grid.cols
    )
    pixels = load_picture(with_displays(picture, number, 5)).pixels
    assert read_counter(pixels, moved) == number
    assert read_counter(load_picture(with_displays(picture, number)).pixels, moved) is None
    broken = load_picture(with_displays(picture, number, 5, broken=True)).pixels
    assert read_counter(broken, moved) is None


def test_the_mine_count_is_the_counters_and_the_flags(tmp_path, capsys):
    # A flag on the mine of the first row.
    codes = np.where(np.arange(30).reshape(5, 6) == 5, 10, CORNER)
    picture = shoot(codes, THEMES[0], Shot(32), random.Random(1))
    reading = screenshots.read(with_displays(picture, 1, 17))
    assert (reading.counter, reading.board.mines, len(reading.flags)) == (1, 2, 1)
    assert screenshots.read(with_displays(picture, 1, 17), mines=2).counter is None
    # No layout has so many.
    assert screenshots.read(with_displays(picture, 50, 17)).board.mines is None
    path = tmp_path / "board.png"
    path.write_bytes(with_displays(picture, 1, 17))
    assert main(["solve", str(path)]) == 0
    assert "2 mines: its counter shows 1" in capsys.readouterr().out
    assert main(["solve", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["counter"] == 1


@pytest.mark.parametrize(
    "data",
    [b"", b"no picture", b"\x89PNG\r\n\x1a\n" + b"\0" * 50, b"GIF89a" + bytes(50), b"BM" * 40],
)
def test_what_is_no_picture(data):
    with pytest.raises(ms.BoardFormatError, match="no picture"):
        screenshots.read(data)


@pytest.mark.parametrize(("width", "height"), [(6_000, 6_000), (100_000, 190)])
def test_a_small_file_of_a_large_picture_is_refused_at_once(width, height, monkeypatch):
    def chunk(kind, data):
        return (
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data))
        )

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    rows = zlib.compress(bytes((width // 8 + 1) * height))
    data = (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", rows) + chunk(b"IEND", b"")
    )
    pictures_decoded: list[Any] = []
    monkeypatch.setattr("PIL.ImageFile.ImageFile.load", pictures_decoded.append)
    with pytest.raises(ms.BoardFormatError, match="pixels"):
        screenshots.read(data)
    assert not pictures_decoded


def test_a_picture_without_a_grid():
    for image in (np.full((60, 80, 3), 200), np.zeros((3, 3, 3))):
        with pytest.raises(ms.BoardFormatError, match="no grid"):
            screenshots.read(png(image))


@pytest.mark.parametrize("shape", [(50, 60, 3), thorough((200, 150, 3))])
def test_noise_is_never_a_traceback(shape):
    rng = np.random.default_rng(3)
    with contextlib.suppress(ms.BoardFormatError):
        screenshots.read(png(rng.integers(0, 256, shape)))


def test_without_pillow_it_says_what_to_install(monkeypatch):
    monkeypatch.setitem(sys.modules, "PIL", None)
    with pytest.raises(ms.MissingDependencyError, match=r"\[screenshot\]"):
        screenshots.read(b"x")


def test_solve_takes_a_picture(tmp_path, capsys):
    path = tmp_path / "board.png"
    path.write_bytes(corner_picture())
    assert main(["solve", str(path), "--mines", "2"]) == 0
    out = capsys.readouterr().out
    assert "read from the picture: 5x6, 0 flags" in out
    assert "2 mines proved" in out
    assert main(["solve", str(path), "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["board"] == answer["read"] == ["00001#", "000011", "000000", "111000", "1#1000"]
    assert answer["uncertain"] == []
    assert len(answer["chances"]) == 5
    assert main(["solve", str(path), "--mines", "5"]) == 2
    assert "mine count 5" in capsys.readouterr().err


def test_where_cells_have_gaps_the_grid_lies_between_them():
    """The two sides of a gap are equally clear; beyond its edge a picture goes on as it ends."""
    period = np.r_[np.full(30, 250), np.full(10, 100)]
    line = np.minimum.outer(np.tile(period, 6), np.tile(period, 6))[:230, :230].astype(np.uint8)
    image = np.repeat(line[..., None], 3, axis=2)
    for first_line in (30.0, 40.0, 35.0):  # the end of a cell, the start of the next, between them
        grid_lines = lattice.between_cells(
            lattice.brightness_changes(image),
            screenshots.Grid(first_line, first_line, 40, 40, 4, 4),
        )
        assert abs(grid_lines.left - 35) < 1.5
        assert abs(grid_lines.top - 35) < 1.5
    cells = cutting.cells_of(image, screenshots.Grid(-5, -5, 40, 40, 6, 6))
    assert np.unique(cells[:, 8:12, 8:12]).tolist() == [250]
    assert cells[0, 0, 0, 0] == 250
    assert cells[1, 0, 0, 0] == 100
    assert cells[-1, -1, -1, -1] == 250


def test_how_far_cells_are_trusted_names_them_or_makes_a_question(monkeypatch):
    theme = THEMES[0]
    codes = themed(game((0, 0), (2, 5), (7, 7)))
    picture = png(draw(codes, theme, 24, (8, 8, 8, 8)))
    sure = screenshots.read(picture, limit=20.0)
    assert not sure.doubtful
    assert sure.chances.min() > 0.98
    assert not sure.uncertain

    def held_with(chance, cells):
        def chances(self, choice, energy, others):
            wrong = np.full(len(self.kinds.kind), 0.001)
            wrong[list(cells)] = 1 - chance
            return wrong

        monkeypatch.setattr(Doubts, "chances", chances)
        return screenshots.read(picture, limit=20.0)

    one = held_with(0.9, [9])
    assert [cell.cell for cell in one.uncertain] == [divmod(9, codes.shape[1])]
    assert not one.doubtful
    assert one.uncertain[0].chance == pytest.approx(0.9)
    assert one.uncertain[0].instead != one.uncertain[0].read
    many = codes.size // 20 + 1
    # The first cell is hidden, and to be a flag instead changes no board.
    opened = range(1, many + 1)
    assert not held_with(0.85, opened).doubtful
    assert held_with(0.75, opened).doubtful
    assert not held_with(0.75, opened[1:]).doubtful


def test_a_board_of_more_columns_than_are_tried_is_not_read_as_larger_cells():
    y, x = np.mgrid[: 12 * 6 + 1, : 12 * 66 + 1]
    lines = np.where((x % 12 < 1) | (y % 12 < 1), 90, 220)
    reading = screenshots.read(png(np.repeat(lines[..., None], 3, axis=2)), limit=20.0)
    assert reading.board.grid.shape == (6, 66)


def test_a_board_without_a_clue_is_never_made_smaller_without_a_question():
    y, x = np.mgrid[: 16 * 20, : 30 * 20]
    is_light = (x // 20 + y // 20) % 2 == 0
    picture = np.full((16 * 20 + 120, 30 * 20 + 120, 3), 255)
    picture[60:-60, 60:-60] = np.where(is_light[..., None], (170, 215, 81), (162, 209, 73))
    reading = screenshots.read(png(picture))
    assert reading.resized is None
    assert reading.doubtful or reading.board.shape == (16, 30)


@pytest.mark.parametrize("shift", [(0, 420), thorough((400, 0))])
def test_two_boards_are_a_question_that_names_both_and_either_is_chosen(shift, tmp_path, capsys):
    boards = [game(*MINES), game((1, 1), (4, 4), (8, 0), (2, 7))]
    page = Image.new("RGB", (400 + shift[0], 380 + shift[1]), "#e8e8e8")
    for number, codes in enumerate(boards):
        place = (40 + shift[0] * number, 40 + shift[1] * number)
        page.paste(draw(codes, PLAIN[0], 32, (0, 0, 0, 0)), place)
    both = screenshots.read(png(page))
    assert both.doubtful
    assert re.search(r"1 is 9x9 at \(4.,4.\), 2 is 9x9 at", both.strange)
    chosen = screenshots.read(png(page), board=1)
    assert (chosen.board.grid == boards[0]).all()
    assert not chosen.doubtful
    with pytest.raises(ms.BoardFormatError, match="no board 3 in this picture: 2 boards were seen"):
        screenshots.read(png(page), board=3)
    path = tmp_path / "two.png"
    path.write_bytes(png(page))
    assert main(["solve", str(path)]) == 1
    assert "--board N" in capsys.readouterr().out
    assert main(["solve", str(path), "--board", "2", "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["board"] == str(ms.Board(boards[1])).split()


def test_two_boards_whose_frames_touch_are_a_question():
    """The frames between them are as wide as a cell, so both are seen as one lattice."""
    side = 24
    boards = [game(*MINES), game((1, 1), (4, 4), (8, 0), (2, 7))]
    page = Image.new("RGB", (21 * side, 11 * side), "#c0c0c0")
    pen = ImageDraw.Draw(page)
    top, bottom = side, 10 * side
    for left, codes in zip((side, 11 * side), boards, strict=True):
        right = left + 9 * side
        window = left - side // 2, top - side // 2, right + side // 2 - 1, bottom + side // 2 - 1
        pen.rectangle(window, outline="#808080", width=2)
        pen.line((left - 3, top, left - 3, bottom), fill="#808080", width=3)
        pen.line((right + 1, top, right + 1, bottom), fill="#ffffff", width=3)
        page.paste(draw(codes, PLAIN[0], side, (0, 0, 0, 0)), (left, top))
    both = screenshots.read(png(page))
    assert both.board.shape == (9, 19)
    assert both.doubtful
    assert "every cell of column 9 is unsure: if two boards touch there" in both.strange
    alone = screenshots.read(png(page.crop((0, 0, 10 * side + side // 2, 11 * side))))
    assert (alone.board.grid == boards[0]).all()


@pytest.mark.parametrize("gap", [6, thorough(12)])
def test_two_dark_boards_with_a_narrow_gap_are_a_question_and_either_is_chosen(gap, two_boards):
    """They stand so near that one lattice nearly fits both."""
    dark = next(theme for theme in THEMES if theme.name == "online-dark")
    _, boards = two_boards
    page = Image.new("RGB", (18 * 32 + gap + 80, 9 * 32 + 80), "#1e1e1e")
    for number, codes in enumerate(boards):
        page.paste(draw(codes, dark, 32, (0, 0, 0, 0)), (40 + number * (9 * 32 + gap), 40))
    both = screenshots.read(png(page))
    assert both.doubtful
    assert "2 boards are in this picture" in both.strange
    for number, codes in enumerate(boards, 1):
        assert (screenshots.read(png(page), board=number).board.grid == codes).all()


def test_a_line_of_unsure_cells_within_a_board_is_a_seam_where_others_are_sure():
    chances = np.ones((9, 19))
    chances[:, 9] = 0.9
    assert "column 9" in size_doubts.seam(chances)
    assert "row 9" in size_doubts.seam(chances.T)
    chances[4, 9] = 0.99
    assert size_doubts.seam(chances) is None
    assert size_doubts.seam(np.full((9, 19), 0.9)) is None


@cache
def small_board():
    """A board of 9x9 with hidden cells, clues and zeros."""
    rng = random.Random(6)
    while (board := random_board(rng)).shape != (9, 9) or (board == -1).sum() < 20:
        pass
    return themed(board)


def on_cells(codes, theme, side, cells, paint):
    """A drawn board with something painted on some of its cells."""
    margin = 8
    image = draw(codes, theme, side, (margin,) * 4)
    ink = ImageDraw.Draw(image)
    for row, col in cells:
        paint(ink, margin + col * side, margin + row * side, side)
    return png(image)


def mine(ink, x, y, side):
    middle_x, middle_y, radius = x + side / 2, y + side / 2, 0.25 * side
    ink.ellipse(
        (middle_x - radius, middle_y - radius, middle_x + radius, middle_y + radius), fill=(0, 0, 0)
    )
    ink.line((middle_x, y + 0.1 * side, middle_x, y + 0.9 * side), fill=(0, 0, 0), width=2)
    ink.line((x + 0.1 * side, middle_y, x + 0.9 * side, middle_y), fill=(0, 0, 0), width=2)


def cross(ink, x, y, side):
    for ends in ((0.25, 0.25, 0.75, 0.75), (0.25, 0.75, 0.75, 0.25)):
        corners = [corner + share * side for corner, share in zip((x, y, x, y), ends, strict=True)]
        ink.line(corners, fill=(0, 128, 0), width=4)


def test_the_mines_of_a_game_that_is_over_were_hidden_before_its_last_move():
    board = small_board()
    mines = [tuple(cell) for cell in np.argwhere(board == -1).tolist()][::3]
    reading = screenshots.read(on_cells(board, PLAIN[0], 32, mines, mine))
    assert (reading.board.grid == board).all()
    assert set(reading.mines_shown) == set(mines)
    assert not reading.doubtful


def test_a_blank_cell_beside_a_mine_that_is_shown_is_no_0():
    """Of two kinds of blank cells one has a cell beside a mine."""
    grid = lattice.Grid(0, 0, 20, 20, 3, 6)
    chosen = np.full(18, HIDDEN)
    chances = np.zeros((18, 11))
    chances[:, HIDDEN], chances[:, ZERO] = 0.6, 0.4
    far_kind = np.arange(18) % 6 > 3
    chances[far_kind, HIDDEN], chances[far_kind, ZERO] = 0.7, 0.3
    mines = np.zeros(18, bool)
    mines[6] = True
    chances[6] = np.eye(11)[HIDDEN]
    is_hidden = trust.hidden_by_mines(grid, chosen, chances, mines)
    assert (is_hidden == ~far_kind & ~mines).all()


def test_dark_blank_cells_of_a_lost_game_are_0s_where_clues_stand_on_the_same_ground():
    """What is shown at the end is white: its blank cells are 0s as well."""
    lost = (0, 7), (2, 2), (2, 4), (5, 0), (5, 5), (5, 8), (6, 3), (6, 7), (7, 2)
    codes = game(*lost)
    opened = [
        "*******..",
        "*******..",
        "**...*...",
        "*........",
        "**.....*.",
        ".........",
        "**.......",
        "**.******",
        "**.******",
    ]
    theme = replace(PLAIN[0], digits=("#101010",) * 8, line="#707070", gap=2.0)
    no_mines = codes.clip(0)
    dark, light = (
        np.asarray(draw(no_mines, replace(theme, opened=(colour,)), 32, (0, 0, 0, 0)))
        for colour in ("#a0a0a0", "#ffffff")
    )
    is_opened = np.array([[sign == "*" for sign in row] for row in opened])
    is_dark = np.kron(is_opened, np.ones((32, 32), bool))
    rows, cols = dark.shape[:2]
    is_dark = np.pad(is_dark, ((0, rows - len(is_dark)), (0, cols - len(is_dark))), mode="edge")
    image = Image.fromarray(np.where(is_dark[..., None], dark, light).astype(np.uint8))
    for row, col in lost:
        mine(ImageDraw.Draw(image), col * 32, row * 32, 32)
    read_board = screenshots.read(png(image)).board
    assert (read_board.grid == codes).all()


def test_a_cross_where_to_start_is_a_hidden_cell():
    board = np.full((9, 9), -1)
    reading = screenshots.read(on_cells(board, PLAIN[0], 32, [(6, 2)], cross))
    assert (reading.board.grid == board).all()
    assert not reading.doubtful


# One of rows and one of columns, one at their start and one at their end, and one between two cells.
CUT = [("right", 0.3), ("top", 0.6), ("bottom", 0.0)]
CUT += [thorough("bottom", 0.6), thorough("left", 0.6)]


def cut_picture(codes, side, share):
    """A picture of a board on a page, cut after (or before) a few lines and this share of the next one."""
    page = Image.new("RGB", (9 * 32 + 80, 9 * 32 + 80), "#e8e8e8")
    page.paste(draw(codes, PLAIN[0], 32, (0, 0, 0, 0)), (40, 40))
    kept = round(40 + (6 + share) * 32)
    dropped = round(40 + (3 - share) * 32)
    width, height = page.size
    box = {
        "bottom": (0, 0, width, kept),
        "right": (0, 0, kept, height),
        "top": (0, dropped, width, height),
        "left": (dropped, 0, width, height),
    }[side]
    return png(page.crop(box))


@pytest.mark.parametrize(("side", "share"), CUT)
def test_of_a_board_that_the_edge_cuts_what_the_part_proves_holds_for_the_whole(side, share):
    whole = {*MINES, (6, 4)}
    codes = game(*whole, left=[(3, 8), (4, 8), (4, 0)])
    reading = screenshots.read(cut_picture(codes, side, share), mines=len(whole))
    first_row, first_col = {"top": (3, 0), "left": (0, 3)}.get(side, (0, 0))
    assert reading.cut == (side,)
    assert reading.doubtful
    assert side in reading.strange
    assert reading.board.mines is None
    assert reading.contradiction is None

    # Whole lines are as in the board, those that are cut are left out, and all that is proved is true.
    rows, cols = reading.board.shape
    assert reading.board.cut == (side,)
    assert sorted((rows, cols)) == [6, 9]
    expected = codes[first_row : first_row + rows, first_col : first_col + cols]
    assert (reading.board.grid == expected).all()
    analysis = ms.analyze(reading.board)
    assert not {(row + first_row, col + first_col) for row, col in analysis.safe} & whole
    assert {(row + first_row, col + first_col) for row, col in analysis.mines} <= whole


def test_solve_says_that_a_board_is_a_part_and_puts_no_mine_count_on_it(tmp_path, capsys):
    codes = game(*MINES, (6, 4))
    path = tmp_path / "part.png"
    path.write_bytes(cut_picture(codes, "bottom", 0.5))
    assert main(["solve", str(path), "--mines", "9", "--json"]) == 1
    answer = json.loads(capsys.readouterr().out)
    assert answer["part"] == ["bottom"]
    assert answer["mines"] is None
    assert answer["mine_cells"]
    assert main(["solve", str(path)]) == 1
    words = " ".join(capsys.readouterr().out.split())
    assert "cuts the board (bottom): this is a part of it" in words
    assert "give --mines" not in words
    assert "Does it go on there? --cut bottom" in words

    # Who says that it does is answered.
    assert main(["solve", str(path), "--cut", "bottom", "--json"]) == 0
    answer = json.loads(capsys.readouterr().out)
    assert answer["cut"] == ["bottom"]
    assert not answer["doubtful"]
    assert main(["solve", str(path), "--cut", "bottom", "--mines", "9"]) == 2


def upper_game():
    """A board of 9x9 in which all is hidden from its sixth row on: a cut there contradicts nothing."""
    hidden_rows = [(row, col) for row in range(5, 9) for col in range(9)]
    return game(*MINES, (5, 0), (6, 8), left=hidden_rows)


TURNS_TO = {"bottom": 0, "right": 1, "top": 2, "left": 3}


# The other two sides are those on which the test above has its cut.
@pytest.mark.parametrize("side", ["bottom", "left", *map(thorough, ("right", "top"))])
def test_a_board_that_ends_with_the_picture_on_one_side_alone_is_most_likely_a_part(side):
    codes = np.rot90(upper_game(), TURNS_TO[side])
    picture = cut_picture(codes, side, 0.0)
    reading = screenshots.read(picture)
    assert reading.cut == (side,)
    assert reading.doubtful
    assert f"ends with the picture ({side}) and nowhere else" in reading.strange

    # What is seen is as in the board.
    seen = {
        "bottom": (slice(0, 6), slice(None)),
        "right": (slice(None), slice(0, 6)),
        "top": (slice(3, 9), slice(None)),
        "left": (slice(None), slice(3, 9)),
    }[side]
    assert reading.board == ms.Board.from_array(codes[seen], cut=side)

    # Who says that it goes on there is answered.
    part = screenshots.read(picture, cut=side)
    assert (part.board, part.cut, part.doubtful) == (reading.board, (side,), False)
    with pytest.raises(ms.BoardFormatError, match="no mine count"):
        screenshots.read(picture, 10, cut=side)

    # Who says that it is whole is answered.
    shape = (6, 9) if side in ("top", "bottom") else (9, 6)
    whole = screenshots.read(picture, shape=shape)
    assert (whole.cut, whole.may_go_on, whole.doubtful) == ((), (), False)
    assert whole.board == ms.Board.from_array(codes[seen])


@pytest.mark.parametrize("rows", [9, 7])
def test_a_board_of_an_unusual_size_that_fills_its_picture_may_go_on(rows, tmp_path, capsys):
    """9x9 is a level, 7x9 may as well be a part of it."""
    codes = upper_game()[:rows]
    picture = png(draw(codes, PLAIN[0], 32, (0, 0, 0, 0)).convert("RGB"))
    reading = screenshots.read(picture)
    assert not reading.doubtful
    assert (reading.board.grid == codes).all()
    sides = ("left", "top", "right", "bottom")
    assert reading.may_go_on == (() if rows == 9 else sides)

    # The command says it, unless the size was given.
    path = tmp_path / "board.png"
    path.write_bytes(picture)
    assert main(["solve", str(path)]) == 0
    words = " ".join(capsys.readouterr().out.split())
    assert ("the board ends with the picture (left and" in words) == (rows == 7)
    if rows == 7:
        assert main(["solve", str(path), "--shape", "7x9"]) == 0
        assert "AT THE EDGE" not in capsys.readouterr().out
    assert main(["solve", str(path), "--json"]) == 0
    assert json.loads(capsys.readouterr().out)["may_go_on"] == list(reading.may_go_on)


def test_numbers_beside_a_board_of_a_level_are_no_column_of_clues():
    contradiction = doubtful_reading((16, 31), [], against=[(11, 30), (13, 29)])
    grid = other_sizes.without_a_line_against(contradiction)
    assert (grid.rows, grid.cols, grid.left) == (16, 30, 0.0)
    inside = doubtful_reading((16, 31), [], against=[(11, 20), (13, 21)])
    assert other_sizes.without_a_line_against(inside) is None
    assert other_sizes.without_a_line_against(replace(contradiction, contradiction=None)) is None


def test_a_line_that_the_picture_does_not_show_is_never_added():
    contradiction = doubtful_reading((8, 9), [], against=[(0, 3)])
    pixels = np.zeros((8 * 32, 9 * 32, 3), np.uint8)
    assert other_sizes.lengthened(contradiction, pixels) is None
    lower = replace(contradiction, grid=replace(contradiction.grid, top=20.0))
    longer_grid = other_sizes.lengthened(lower, pixels)
    assert (longer_grid.rows, longer_grid.top) == (9, -12.0)


@pytest.mark.parametrize("place", [(-100.0, 4.0), (4.0, -100.0), (200.0, 4.0), (4.0, 200.0)])
def test_a_cell_beyond_the_picture_is_as_its_edge(place):
    pixels = np.full((40, 60, 3), [10, 20, 30], np.uint8)
    left, top = place
    cell = cutting.cells_of(pixels, lattice.Grid(left, top, 20.0, 20.0, 1, 1))
    assert (cell == [10, 20, 30]).all()


def test_who_gave_the_size_is_not_asked_for_it():
    question = doubtful_reading((9, 9), [(0, 0)])
    assert any("--shape" in sentence for sentence in sentences(question))
    assert not any("--shape" in sentence for sentence in sentences(question, is_size_given=True))


def test_blank_hidden_cells_of_a_colour_of_their_own_are_unsure():
    """Forty hidden cells, in two tones, and three that are lit up, one of them with a sign."""
    cells = np.zeros((45, 20, 20, 3), np.uint8)
    cells[:20], cells[20:40], cells[40:] = (200, 100, 80), (180, 90, 70), (255, 255, 0)
    cells[42, 8:12, 8:12] = 0
    chosen = np.full(45, HIDDEN)
    chosen[43:] = ZERO
    assert np.flatnonzero(of_rare_colour(cells, chosen)).tolist() == [40, 41]
    assert not of_rare_colour(cells[:40], chosen[:40]).any()
    assert not of_rare_colour(cells[40:], np.full(5, ZERO)).any()


def test_blank_cells_that_look_more_like_the_other_blank_ones_are_unsure():
    """Kinds of cells by one grey each: two shades of opened ones, hidden ones, and some that are lit up."""
    greys = np.array([200.0, 190.0, 80.0, 120.0])
    kinds: Any = SimpleNamespace(
        number=4,
        size=np.array([20.0, 9.0, 40.0, 3.0]),
        unlike_appearance=lambda kind: np.abs(greys - greys[kind]),
    )
    all_opened = np.array([ZERO, ZERO, HIDDEN, ZERO])
    unsure = blanks_like_others(kinds, all_opened)
    assert unsure.tolist() == [False, False, False, True]
    lit_are_hidden = np.array([ZERO, ZERO, HIDDEN, HIDDEN])
    assert not blanks_like_others(kinds, lit_are_hidden).any()
    darker_is_hidden = np.array([ZERO, HIDDEN, HIDDEN, HIDDEN])
    unsure = blanks_like_others(kinds, darker_is_hidden)
    assert unsure.tolist() == [False, True, False, False]
    no_hidden = np.array([ZERO, ZERO, FLAG, ZERO])
    assert not blanks_like_others(kinds, no_hidden).any()


def test_a_toolbar_of_half_a_cell_above_a_board_of_a_level_is_no_row_that_is_cut():
    codes = np.full((9, 9), -1, np.int8)
    codes[:4, :5] = [[0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1], [0, 0, 0, 0, 1]]
    codes[4, :5] = [1, 1, 1, 1, 2]
    board = np.asarray(draw(codes, PLAIN[0], 32, (0, 0, 0, 0)).convert("RGB"))
    toolbar = np.full((16, board.shape[1], 3), [255, 255, 0], np.uint8)
    for button in (0, 1, 2, 4, 5, 7, 8):
        toolbar[:, button * 32 : button * 32 + 32] = board[-32:-16, -32:]
    reading = screenshots.read(png(np.vstack([toolbar, board])))
    assert reading.cut == ()
    assert not reading.doubtful
    assert (reading.board.grid == codes).all()


@pytest.mark.parametrize("rows", [9, 7])
def test_a_last_line_that_is_mostly_seen_ends_a_board_of_a_size_that_games_have(rows):
    """9x9 is a level, 7x9 hardly a whole board."""
    codes = game(*MINES, left=[(3, 8), (4, 8), (4, 0)])[:rows]
    page = Image.new("RGB", (9 * 32 + 80, rows * 32 + 80), "#e8e8e8")
    page.paste(draw(codes, PLAIN[0], 32, (0, 0, 0, 0)), (40, 40))
    reading = screenshots.read(png(page.crop((0, 0, page.width, 40 + rows * 32 - 7))))
    is_whole = rows == 9
    assert reading.cut == (() if is_whole else ("bottom",))
    assert reading.doubtful != is_whole
    seen_rows = rows if is_whole else rows - 1
    assert (reading.board.grid[:seen_rows] == codes[:seen_rows]).all()


@pytest.mark.parametrize(("contrast", "cut"), [(20, ()), (100, ("bottom",))])
def test_faint_traces_of_the_lines_in_a_frame_are_no_cells(contrast, cut):
    codes = game(*MINES, (6, 6), left=[(3, 4), (8, 8), (0, 0)])
    board = np.asarray(draw(codes, PLAIN[0], 32, (40, 40, 40, 40)).convert("RGB"))[:-40]
    frame = np.full((14, board.shape[1], 3), board[0, 0])
    for line in range(10):
        frame[:, 39 + 32 * line : 41 + 32 * line] -= np.uint8(contrast)
    reading = screenshots.read(png(np.vstack([board, frame])))
    assert reading.cut == cut
    if not cut:
        assert (reading.board.grid == codes).all()
        assert not reading.doubtful


@pytest.mark.parametrize("theme", one_in(2, THEMES[:2]), ids=lambda theme: theme.name)
def test_a_row_of_buttons_below_a_board_in_which_nothing_is_opened_is_none_of_it(theme):
    picture = draw(np.full((11, 10), -1), theme, 40, (40, 40, 80, 40)).convert("RGB")
    top, bottom = 40 + 10 * 40, 40 + 11 * 40 - 1
    with_buttons = ImageDraw.Draw(picture)
    for number, colour in enumerate(("#20a020", "black", "#d02020", "#2020d0")):
        # Each is two cells wide, with its sign between them.
        middle = 80 + 80 * number
        with_buttons.rectangle(
            (middle - 6, top + 4, middle + 6, bottom - 4), picture.getpixel((60, 60))
        )
        corners = (middle - 10, top + 10), (middle - 10, top + 30), (middle + 10, top + 20)
        with_buttons.polygon(corners, colour)
    with_buttons.rectangle((360, top, 439, bottom), "black")
    reading = screenshots.read(png(picture))
    assert reading.board.shape == (10, 10)
    assert not reading.doubtful


def doubtful_reading(shape, doubtful_cells, against=(), mines_shown=(), contradiction="no layout"):
    """A reading of hidden cells in which some are held with less than is likely."""
    chances = np.ones(shape)
    for cell in doubtful_cells:
        chances[cell] = 0.5
    board = ms.Board(np.full(shape, -1))
    grid = lattice.Grid(0.0, 0.0, 32.0, 32.0, *shape)
    return ScreenshotReading(
        board,
        grid,
        (),
        (),
        chances,
        contradiction=contradiction,
        against=against,
        mines_shown=mines_shown,
    )


LAST_ROW_PARTLY = [(7, 1), (7, 4), (7, 6), (7, 9)]


@pytest.mark.parametrize(
    ("doubtful_cells", "against", "rows"),
    [
        (LAST_ROW_PARTLY, ((7, 1),), 7),
        (LAST_ROW_PARTLY, ((3, 1),), None),
        ([*LAST_ROW_PARTLY, (3, 3), (4, 4), (2, 7), (0, 0)], ((7, 1),), None),
        ([(7, col) for col in range(6)], (), 7),
    ],
)
def test_a_line_that_is_more_doubtful_than_the_rest_is_left_out_with_its_contradiction(
    doubtful_cells, against, rows
):
    smaller = other_sizes.trimmed(doubtful_reading((8, 12), doubtful_cells, against))
    assert (smaller and smaller.rows) == rows


def test_a_game_that_is_over_loses_no_line_for_what_it_shows():
    last_row = [(7, col) for col in range(8)]
    over = doubtful_reading((8, 8), last_row, mines_shown=((0, 0),), contradiction=None)
    assert other_sizes.trimmed(over) is None
    assert other_sizes.trimmed(replace(over, contradiction="no layout")).rows == 7


def test_a_whole_board_is_no_part():
    picture = shoot(small_board(), PLAIN[0], Shot(32), random.Random(2))
    assert screenshots.read(picture).cut == ()


@pytest.mark.parametrize("sides", [(0, 0), (0, 8)])
def test_a_gap_that_the_edge_cuts_off_is_no_part_of_a_cell(sides):
    theme = replace(
        PLAIN[0], hidden=("#2050c0",), opened=("#e8e0d0",), edge=None, line="#ffffff", gap=8.0
    )
    codes = game(*MINES, left=[(3, 8), (4, 8), (4, 0)])
    picture = np.asarray(draw(codes, theme, 48, (0, 0, 0, 0)).convert("RGB"))
    is_body = (picture != 255).any(axis=2)
    rows, cols = np.flatnonzero(is_body.any(axis=1)), np.flatnonzero(is_body.any(axis=0))
    before, after = sides
    body = picture[rows[0] : rows[-1] + 1, cols[0] : cols[-1] + 1]
    padding = (before, after), (before, after), (0, 0)
    reading = screenshots.read(png(np.pad(body, padding, constant_values=255)))
    assert reading.cut == ()
    assert (reading.board.grid == codes).all()
    assert not reading.doubtful


def test_without_a_number_all_cells_of_one_colour_are_hidden_however_their_borders_differ():
    colour, dark = "#f0f0f0", "#303030"
    theme = replace(
        PLAIN[0], hidden=(colour,), edge=None, line=dark, gap=3.0, page=dark, frame=None
    )
    codes = np.full((8, 8), -1)
    picture = np.asarray(draw(codes, theme, 64, (60, 60, 60, 60)).convert("RGB")).copy()
    cell_starts = [60 + 64 * number for number in range(8)]
    for row, top in enumerate(cell_starts):
        for col, left in enumerate(cell_starts):
            # The cells at the board's ends have a shadow inside.
            if {row, col} & {0, 7}:
                picture[top + 3 : top + 9, left + 3 : left + 61] //= 2
                picture[top + 3 : top + 61, left + 3 : left + 9] //= 2
    reading = screenshots.read(png(picture))
    assert (reading.board.grid == -1).all()
    assert not reading.doubtful


def test_only_cells_of_one_colour_without_a_clue_are_all_unopened():
    cells = np.full((30, 20, 20, 3), 190, np.uint8)
    blank = np.full(30, ZERO)
    assert none_opened(cells, blank, has_usual_shape=False)
    assert not none_opened(cells, np.where(np.arange(30) == 3, ZERO + 1, ZERO), True)
    # One gradient in all of them is no sign.
    gradient = cells - np.arange(20, dtype=np.uint8)[:, None, None]
    assert none_opened(gradient, blank, has_usual_shape=False)
    gradient[7] += 30
    assert not none_opened(gradient, blank, has_usual_shape=False)
    # Shades of grey may be opened cells and hidden ones; shades of a colour are a pattern.
    cells[7] = 130
    assert not none_opened(cells, blank, has_usual_shape=True)
    cells[:] = 160, 10, 200
    cells[7] = 120, 8, 150
    assert not none_opened(cells, blank, has_usual_shape=False)
    assert none_opened(cells, blank, has_usual_shape=True)
    cells[4, 8:12, 8:12, 0] = 140
    assert not none_opened(cells, blank, has_usual_shape=True)


@pytest.mark.parametrize(("shape", "is_answer"), [((8, 8), True), ((8, 11), False)])
def test_shades_of_a_colour_without_a_sign_are_unopened_on_a_board_of_a_usual_shape(
    shape, is_answer
):
    side, margin = 40, 50
    picture = Image.new(
        "RGB", (2 * margin + side * shape[1], 2 * margin + side * shape[0]), "white"
    )
    tiles = ImageDraw.Draw(picture)
    shades = random.Random(3)
    for row, col in product(range(shape[0]), range(shape[1])):
        left, top = margin + side * col, margin + side * row
        shade = shades.uniform(0.5, 1.0)
        colour = round(170 * shade), round(10 * shade), round(220 * shade)
        tiles.rectangle((left + 1, top + 1, left + side - 2, top + side - 2), colour, "black", 2)
    reading = screenshots.read(png(picture))
    assert reading.board.shape == shape
    assert reading.doubtful is not is_answer
    assert not is_answer or (reading.board.grid == -1).all()


def test_a_mine_count_drops_the_readings_that_it_does_not_fit(monkeypatch):
    picture = corner_picture()
    honest = fitting_symbols.likely_readings

    def misled(*arguments):
        """As likely as the right reading: hidden cells and zeros for each other."""
        cost, first_codes, chances = next(honest(*arguments))
        swapped = np.where(first_codes == 0, 1, np.where(first_codes == 1, 0, first_codes))
        yield cost, swapped, np.eye(chances.shape[1])[swapped]
        yield cost + 1, first_codes, chances

    monkeypatch.setattr(fitting_symbols, "likely_readings", misled)
    assert (screenshots.read(picture, mines=2).board.grid == CORNER).all()


def test_a_mine_count_drops_zeros_where_nothing_is_shown_in_any_cell(monkeypatch):
    codes = np.full((9, 9), -1)
    picture = png(draw(codes, PLAIN[0], 32, (40, 40, 40, 40)))
    honest = fitting_symbols._weighed

    def opened(symbols, *others):
        """All cells as 0s, but for two that are taken for 1s, as where something lies over their edge."""
        zeros = np.full(len(symbols), ZERO)
        zeros[:2] = ZERO + 1
        return honest(zeros, *others)

    monkeypatch.setattr(fitting_symbols, "_weighed", opened)
    reading = screenshots.read(picture, mines=10)
    assert (reading.board.grid == -1).all()
    assert not reading.doubtful


def test_work_is_counted_and_not_time(monkeypatch):
    picture = shoot(small_board(), PLAIN[1], Shot(32), random.Random(2))
    idle = screenshots.read(picture)
    honest = likelihoods

    def slow(*arguments, **options):
        time.sleep(0.05)
        return honest(*arguments, **options)

    monkeypatch.setattr(rectangle, "likelihoods", slow)
    monkeypatch.setattr(task, "likelihoods", slow)
    busy = screenshots.read(picture)
    assert busy.board == idle.board
    assert (busy.chances == idle.chances).all()


def test_of_an_animation_the_last_frame_is_read():
    frames = [
        shoot(codes, PLAIN[0], Shot(32), random.Random(2))
        for codes in (np.full((9, 9), -1), small_board())
    ]
    pictures = [Image.open(io.BytesIO(frame)).convert("P") for frame in frames]
    stream = io.BytesIO()
    pictures[0].save(stream, "GIF", save_all=True, append_images=pictures[1:])
    reading = screenshots.read(stream.getvalue())
    assert reading.frames == 2
    assert (reading.board.grid == small_board()).all()


def saved(image, kind, **options):
    stream = io.BytesIO()
    image.save(stream, kind, **options)
    return stream.getvalue()


def test_shades_of_16_bits_and_pictures_to_be_turned_are_read_as_they_are_shown():
    image = Image.open(io.BytesIO(shoot(small_board(), PLAIN[1], Shot(32), random.Random(2))))
    shades = np.asarray(image.convert("L")).astype(np.uint16) * 257
    turned = image.convert("RGB").transpose(Image.Transpose.ROTATE_90)
    orientation = Image.Exif()
    orientation[0x0112] = 6  # to be shown a quarter turned to the right
    for picture in (
        saved(Image.fromarray(shades), "PNG"),
        saved(turned, "PNG", exif=orientation),
    ):
        assert (screenshots.read(picture).board.grid == small_board()).all()


def test_cells_that_are_equal_are_looked_at_once(monkeypatch):
    rng = np.random.default_rng(4)
    kinds = rng.integers(0, 256, (5, 20, 20, 3), dtype=np.uint8)
    alone = np.concatenate([likelihoods(kinds[number : number + 1]) for number in range(5)])
    looked_at = []
    honest = symbols_of_cells.features

    def counted(cells):
        looked_at.append(len(cells))
        return honest(cells)

    monkeypatch.setattr(symbols_of_cells, "features", counted)
    numbers = rng.integers(0, 5, 400)
    together = likelihoods(kinds[numbers])
    assert looked_at == [len(set(numbers.tolist()))]
    assert np.allclose(together, alone[numbers], atol=1e-5)


@pytest.mark.parametrize("side", [7.3, 20, 24.37, 100])
def test_a_cell_is_cut_out_by_the_means_over_its_parts(side):
    rng = np.random.default_rng(5)
    picture = rng.integers(0, 256, (int(3 * side) + 4, int(2 * side) + 4, 3), dtype=np.uint8)
    cells = cutting.cells_of(picture, lattice.Grid(1.5, 0.7, side, side, 3, 2))
    piece = side / 20
    for row, col, y, x in ((0, 0, 0, 0), (2, 1, 19, 19), (1, 0, 7, 12)):
        top, left = 0.7 + row * side + y * piece, 1.5 + col * side + x * piece
        down = np.floor(top + piece * (np.arange(4000) + 0.5) / 4000).astype(int)
        across = np.floor(left + piece * (np.arange(4000) + 0.5) / 4000).astype(int)
        rows, row_counts = np.unique(down, return_counts=True)
        cols, col_counts = np.unique(across, return_counts=True)
        weights = np.outer(row_counts, col_counts)[:, :, None] / 4000**2
        mean = (picture[np.ix_(rows, cols)] * weights).sum(axis=(0, 1))
        assert np.abs(cells[2 * row + col, y, x] - mean).max() < 0.7


@pytest.mark.parametrize("side", [2, 3, 5])
def test_means_over_squares_are_those_of_their_pixels(side):
    cells = np.random.default_rng(6).integers(0, 256, (4, 30, 30, 3), dtype=np.uint8)
    means = block_means(cells, side)
    for row, col in np.ndindex(*means.shape[1:3]):
        square = cells[:, row * side : (row + 1) * side, col * side : (col + 1) * side]
        assert np.allclose(means[:, row, col], square.reshape(4, -1, 3).mean(axis=1))


@pytest.mark.parametrize(("counter", "mines"), [(9, 10), (10, 10), (11, 12)])
def test_a_standard_board_has_its_standard_mine_count(counter, mines):
    board = small_board()
    flag = min(ms.analyze(ms.Board(board)).mines)
    flagged = board.copy()
    flagged[flag] = 10
    picture = png(draw(flagged, PLAIN[0], 32, (8, 8, 8, 8)))
    reading = screenshots.read(with_displays(picture, counter, 17))
    assert reading.board.mines == mines
    assert (flag in {cell.cell for cell in reading.uncertain}) == (counter == 10)


def lighter(ink, x, y, side):
    ink.rectangle((x + 3, y + 3, x + side - 4, y + side - 4), fill=(212, 214, 206))


def test_a_cell_under_the_pointer_shows_no_number():
    """It is drawn lighter, in one colour."""
    theme = replace(
        PLAIN[0], hidden=("#babdb6",), opened=("#dededc",), edge=None, line="#f4f4f2", gap=3.0
    )
    picture = on_cells(np.full((8, 8), -1), theme, 46, [(3, 5), (0, 7)], lighter)
    reading = screenshots.read(picture, mines=10)
    assert (reading.board.grid == -1).all()


def test_a_flag_beside_a_cell_that_is_changed_is_not_counted():
    """A pointer hides what the cell shows, and the flag beside it may be a part of the pointer."""
    codes = game(*MINES, (6, 6))
    codes[5, 3] = codes[6, 3] = 10  # of which the first is a mine
    codes[5, 2] = 5  # more than the covered cells around it
    reading = screenshots.read(png(draw(codes, PLAIN[3], 32, (8, 8, 8, 8))))
    assert [(cell.cell, cell.changed) for cell in reading.uncertain][:1] == [((5, 2), True)]
    assert reading.strange is None


def test_where_a_clue_has_too_many_flags_its_cells_are_named_and_many_are_a_question():
    last_rows = [(row, col) for row in (7, 8) for col in range(9)]
    codes = game(*MINES, (6, 6), left=last_rows)
    codes[5, 3] = codes[6, 3] = 10  # of which the first is a mine
    reading = screenshots.read(png(draw(codes, PLAIN[3], 32, (8, 8, 8, 8))))
    assert not reading.doubtful
    assert {(5, 3), (6, 3)} <= {cell.cell for cell in reading.uncertain}

    # Four clues that say less than their flags are a misread kind.
    symbols_read = np.full((6, 6), ZERO)
    symbols_read[1:4, 2:4] = ZERO + 1
    symbols_read[2, 2] = symbols_read[2, 3] = FLAG
    unchanged = np.zeros((6, 6), bool)
    assert clues_against_flags(symbols_read, unchanged).sum() == 4
    assert "flags" in strangeness(symbols_read, np.zeros((1, 1, 1, 3)), False, unchanged)


def test_many_flags_are_no_question_where_clues_count_them():
    """Columns of clues and of flags in turn; a clue says the flags around it."""
    mines = np.zeros((7, 7), int)
    mines[:, 1::2] = 1
    around = np.pad(mines, 1)
    clues = sum(around[r : r + 7, c : c + 7] for r in range(3) for c in range(3))
    symbols_read = np.where(mines == 1, FLAG, ZERO + clues)
    unchanged = np.zeros((7, 7), bool)
    no_hidden = np.zeros((0, 1, 1, 3))
    assert strangeness(symbols_read, no_hidden, False, unchanged) is None

    # A pattern of hidden cells that was taken for flags has no clues beside it.
    symbols_read[:, 3:] = FLAG
    assert "flags" in strangeness(symbols_read, no_hidden, False, unchanged)


def test_hidden_cells_that_look_like_0s_are_0s_where_the_board_then_has_a_layout():
    """Two 0s behind clues, in a game whose mines all have flags: nothing tells them from the others."""
    codes = game(*MINES, (6, 6), covered=10)
    codes[1:4, 1:4] = 1
    codes[2, 2] = -1
    choice = np.where(codes == -1, HIDDEN, np.where(codes == 10, FLAG, codes + 1)).ravel()
    shades = np.full(choice.size, 188.0)
    kinds: Any = SimpleNamespace(
        kind_at=np.arange(choice.size).reshape(codes.shape),
        order=np.arange(choice.size),
        size=np.ones(choice.size),
        middle_shade=shades,
        shade_range=np.tile([112.0, 255.0], (choice.size, 1)),
        edge_shades=np.tile([192.0, 190.0, 191.0, 191.0], (choice.size, 1)),
    )
    opened = with_opened_blanks(kinds, choice)
    assert opened[kinds.kind_at][2, 2] == ZERO

    # A raised rim, light above and dark below, is that of a hidden cell.
    kinds.edge_shades[kinds.kind_at[2, 2]] = 250.0, 120.0, 250.0, 120.0
    assert with_opened_blanks(kinds, choice) is None


def test_flat_cells_are_those_without_a_sign():
    cells = np.full((3, 20, 20, 3), 190, np.uint8)
    cells[1, 8:12, 9:11] = 150  # a faint stroke
    cells[2, :2] = 90  # a border
    assert flat_cells(cells).tolist() == [True, False, True]


def test_a_clue_that_all_networks_are_sure_of_is_read_as_nothing_else(monkeypatch):
    monkeypatch.setattr(
        kinds_of_cells, "SURE_CLUE", 0.97
    )  # what the networks hold the 1s of this drawing with
    picture = draw(CORNER, THEMES[0], 32, (0, 0, 0, 0))
    grid = screenshots.Grid(0.0, 0.0, 32.0, 32.0, *CORNER.shape)
    cells = cutting.cells_of(np.asarray(picture), grid)
    plain, _ = plain_cells(np.asarray(picture), grid, cells)
    nets = [likelihoods(cells), likelihoods(plain, signs=True), pictured(cells, plain)]
    kinds = Kinds(cells, plain, nets[0], nets, *CORNER.shape)
    sure = kinds.sure_clue[kinds.kind]
    assert (sure[CORNER.ravel() == 1] == 2).all()
    # With weights that speak against all that is right, what is not sure is misread.
    (_, choice, _), *_ = search(kinds, Work(), weights=-fitted()["weights"])
    symbols = choice[kinds.kind]
    assert (symbols[sure >= 0] == sure[sure >= 0]).all()
    assert (symbols[sure < 0] != CORNER.ravel()[sure < 0] + 1).any()


# ---------------------------------------------------------------- a size that is given


def test_where_the_size_is_given_the_end_of_the_board_is_no_question(monkeypatch):
    monkeypatch.setattr(
        one_board, "with_lines_beside", lambda pixels, grid, *others: (grid, "no end is seen")
    )
    codes = game(*MINES, (6, 6), (8, 8), (8, 0))
    picture = png(draw(codes, PLAIN[0], 32, (8, 8, 8, 8)))
    assert screenshots.read(picture).strange == "no end is seen"
    read_board = screenshots.read(picture, shape=(9, 9))
    assert read_board.strange is None
    assert (read_board.board.grid == codes).all()


@pytest.mark.parametrize("change", [lattice.shorter, lattice.longer])
@pytest.mark.parametrize(("axis", "end"), [(0, 0), thorough(0, 1), thorough(1, 0), (1, 1)])
def test_a_line_too_many_or_too_few_is_put_right_by_the_size(monkeypatch, change, axis, end):
    codes = game(*MINES, left=[(row, col) for row in range(9) for col in (0, 8)])
    picture = png(draw(codes, PLAIN[0], 32, (80, 80, 80, 80)))
    find_board = board_candidates.find_board

    def with_another_line(pixels, *others):
        found = find_board(pixels, *others)
        grid = change(found.grid, axis, end)
        cells = cutting.cells_of(pixels, grid)
        return found._replace(
            grid=grid, cells=cells, symbol_chances=symbols_of_cells.likelihoods(cells)
        )

    monkeypatch.setattr(finder, "find_board", with_another_line)
    read_board = screenshots.read(picture, mines=len(MINES), shape=(9, 9))
    assert not read_board.doubtful
    assert (read_board.board.grid == codes).all()


@pytest.mark.parametrize("shape", [(8, 9), (9, 10), thorough((10, 9)), thorough((9, 8))])
def test_a_size_that_the_picture_hardly_shows_is_a_question(shape):
    picture = png(draw(game(*MINES), PLAIN[0], 32, (40, 40, 40, 40)))
    read_board = screenshots.read(picture, shape=shape)
    assert read_board.board.shape == shape
    assert read_board.doubtful


def test_a_size_far_from_the_picture_is_refused_with_the_size_that_is_seen():
    picture = png(draw(game(*MINES), PLAIN[0], 32, (40, 40, 40, 40)))
    message = "no board of 16x30 in this picture: the one that is seen has 9 rows and 9 columns"
    with pytest.raises(ms.BoardFormatError, match=message):
        screenshots.read(picture, mines=99, shape=(16, 30))
    message = "mine count 80 is impossible.*these are the 9x9 cells that were read.*cut it out"
    with pytest.raises(ms.BoardFormatError, match=message):
        screenshots.read(picture, mines=80, shape=(9, 9))


def test_a_size_is_said_once_for_the_part_of_a_board_that_the_edge_cuts():
    codes = game(*MINES, left=[(3, 8), (4, 8), (4, 0)])
    with pytest.raises(ms.BoardFormatError, match=r"the edge of the picture cuts it \(bottom\)"):
        screenshots.read(cut_picture(codes, "bottom", 0.5), shape=(16, 16))


def test_of_two_boards_the_one_of_the_size_that_is_given_is_read():
    large, small = game(*MINES), game(*MINES)[:, :7]
    page = Image.new("RGB", (760, 400), "#e8e8e8")
    page.paste(draw(small, PLAIN[0], 32, (0, 0, 0, 0)), (40, 40))
    page.paste(draw(large, PLAIN[0], 32, (0, 0, 0, 0)), (420, 40))
    assert screenshots.read(png(page)).doubtful
    read_board = screenshots.read(png(page), shape=(9, 9))
    assert not read_board.doubtful
    assert (read_board.board.grid == large).all()
    assert read_board.board_number == 2


@pytest.mark.parametrize("shape", [(9,), (9, 9, 9), (0, 9), (9, -1), "9x9", 9, (9.0, 9)])
def test_a_shape_that_is_none_is_an_error_that_says_so(shape):
    with pytest.raises(ms.BoardFormatError, match="shape is the rows and columns of a board"):
        screenshots.read(png(np.zeros((50, 50, 3))), shape=shape)


def test_solve_takes_the_size_of_a_picture_and_checks_that_of_a_text(tmp_path, capsys):
    path = tmp_path / "board.png"
    path.write_bytes(png(draw(game(*MINES), PLAIN[0], 32, (40, 40, 40, 40))))
    assert main(["solve", str(path), "--shape", "9x9/7"]) == 0
    assert "9x9, 7 mines" in capsys.readouterr().out
    assert main(["solve", str(path), "--level", "expert"]) == 2
    assert "no board of 16x30 in this picture" in capsys.readouterr().err

    text = tmp_path / "board.txt"
    text.write_text("1#\n##\n")
    assert main(["solve", str(text), "--shape", "2x2/1"]) == 0
    assert "2x2, 1 mine;" in capsys.readouterr().out
    assert main(["solve", str(text), "--shape", "3x2"]) == 2
    assert capsys.readouterr().err == "minesolver: this is a board of 2x2, not 3x2\n"


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ("--shape 0x9", "a board of 0x9 has no cells"),
        ("--shape axb", "unknown size 'axb'"),
        ("--shape 9x", "unknown size '9x'"),
        (
            "--shape 2x2/1 --mines 1",
            "--shape 2x2/1 gives the mine count already: leave --mines out",
        ),
        ("--level beginner --density 0.2", "leave --density out"),
    ],
)
def test_a_size_that_makes_no_sense_is_one_line(options, message, tmp_path, capsys):
    text = tmp_path / "board.txt"
    text.write_text("1#\n##\n")
    assert main(["solve", str(text), *options.split()]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert message in printed.err
    assert printed.err.count("\n") == 1


def test_clues_of_which_none_is_sure_are_no_evidence_of_a_size():
    doubtful = doubtful_reading((4, 5), [(1, 3), (2, 3)])
    board = doubtful.board.replace({(1, 3): 2, (2, 3): 2})
    with_clues = replace(doubtful, board=board)
    assert not size_doubts.shows_its_size(with_clues)
    assert size_doubts.shows_its_size(replace(with_clues, chances=np.ones((4, 5))))
    # Without a clue it is the shape that says so.
    assert not size_doubts.shows_its_size(doubtful)
    assert size_doubts.shows_its_size(doubtful_reading((5, 5), []))


def test_unsure_cells_without_a_clue_are_a_board_only_in_a_usual_shape():
    def doubt(rows, cols, clue_count, chance):
        symbols = np.full((rows, cols), symbols_of_cells.HIDDEN)
        symbols[0, :clue_count] = symbols_of_cells.ZERO + 1
        grid = lattice.Grid(0.0, 0.0, 32.0, 32.0, rows, cols)
        return size_doubts.blank_doubt(grid, symbols, np.full((rows, cols), chance))

    assert "no clues" in doubt(10, 20, 0, 0.9)  # 10x10 with cells cut in two
    assert doubt(10, 20, 1, 0.9) is None
    assert doubt(10, 20, 0, 1.0) is None
    assert doubt(10, 10, 0, 0.9) is None
