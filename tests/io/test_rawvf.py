"""Videos as RawVF: what a mouse does, against the same game by moves."""

from __future__ import annotations

import io
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from command import run

import minesolver as ms
from minesolver.game.review import review
from minesolver.io.replays import SUFFIXES, load, read
from minesolver.io.replays.rawvf import parse_rawvf, write_rawvf

BOARD = ["0*0", "000", "000", "0*0"]
HEAD = ["RawVF_Version: Rev6", "Program: test", "Width: 3", "Height: 4", "Mines: 2"]


def video(events, head=HEAD, board=BOARD):
    lines = [*head, "Board:", *board, "Events:", "0.000 start"]
    return "\n".join(
        [*lines, *(f"{0.1 * k:.3f} {event} (8 8)" for k, event in enumerate(events, 1))]
    )


def opened(events, **options):
    """The cells of each move that opened something."""
    return [step.cells for step in parse_rawvf(video(events, **options), "v").steps]


def click(row, col, button="l"):
    return [f"{button}c {col} {row}", f"{button}r {col} {row}"]


def test_left_clicks_open_where_the_button_is_released():
    assert opened([*click(1, 1), "lc 1 1", "mv 2 2", "lr 2 2"]) == [((0, 0),), ((1, 1),)]
    assert opened(["lc 1 1", "lr 9 9"]) == []  # off the board
    assert opened(["lr 1 1"]) == []  # never pressed


def test_a_flag_protects_and_a_question_mark_does_not():
    flagged = [*click(1, 1, "r"), *click(1, 1)]
    assert opened(flagged) == []
    twice = [*click(1, 1, "r"), *click(1, 1, "r"), *click(1, 1)]
    assert opened(twice) == [((0, 0),)]
    # With marks the third press takes the question mark away; the second leaves one, which is no flag.
    marks = [*HEAD, "Marks: On"]
    assert opened(twice, head=marks) == [((0, 0),)]
    thrice = [
        *click(1, 1, "r"),
        *click(1, 1, "r"),
        *click(1, 1, "r"),
        *click(1, 1, "r"),
        *click(1, 1),
    ]
    assert opened(thrice, head=marks) == []  # flag, question mark, nothing, flag


@pytest.mark.parametrize(
    "chord",
    [
        ["lc 1 1", "rc 1 1", "rr 1 1", "lr 1 1"],
        ["lc 1 1", "rc 1 1", "lr 1 1", "rr 1 1"],
        ["rc 1 1", "lc 1 1", "rr 1 1", "lr 1 1"],
        ["mc 1 1", "mr 1 1"],
        ["sc 1 1", "lr 1 1"],
    ],
)
def test_a_chord_is_made_by_the_first_button_released(chord):
    events = [*click(1, 1), *click(1, 2, "r"), *chord]
    assert opened(events) == [((0, 0),), ((1, 0), (1, 1))]
    without_flag = parse_rawvf(video([*click(1, 1), *chord]), "v")
    assert [step.cells for step in without_flag.steps] == [((0, 0),)]
    assert without_flag.idle == ((0, 0),)


def test_a_left_click_on_a_clue_chords_where_the_program_says_so():
    events = [*click(1, 1), *click(1, 2, "r"), *click(1, 1)]
    assert len(opened(events)) == 1
    assert opened(events, head=[*HEAD, "SuperClick: On"])[1] == ((1, 0), (1, 1))


def test_games_by_moves_are_the_same_games():
    rng = random.Random(3)
    for seed in range(10):
        cells = [(r, c) for r in range(6) for c in range(6)]
        layout = rng.sample(cells, 8)
        game, events = ms.Game(6, 6, rules=ms.Rules("none"), layout=layout), []
        expected = []
        while not game.over:
            cell = rng.choice(cells)
            column_and_row = f"{cell[1] + 1} {cell[0] + 1}"
            if game.board[cell] != ms.HIDDEN:
                events += [f"mc {column_and_row}", f"mr {column_and_row}"]
                if game.chord_cells(cell):
                    chord_cells = game.chord_cells(cell)
                    if any(cell_of_chord in layout for cell_of_chord in chord_cells):
                        events = events[:-2]
                        continue
                    expected.append((chord_cells, game.chord(cell)))
            elif cell in layout or cell in game.flags:
                events += [f"rc {column_and_row}", f"rr {column_and_row}"]
                game.flag(cell)
            else:
                events += [f"lc {column_and_row}", f"lr {column_and_row}"]
                expected.append(((cell,), game.open(cell)))
        head = [f"RawVF_Version: {seed}", "Width: 6", "Height: 6", "Mines: 8"]
        rows = ["".join("*" if (r, c) in layout else "0" for c in range(6)) for r in range(6)]
        replay = parse_rawvf(video(events, head, rows), "v")
        assert [(step.cells, step.shown) for step in replay.steps] == expected
        graded = review(replay)
        assert graded.won
        assert graded.numbers["QG"] == pytest.approx(
            replay.steps[-1].seconds ** 1.7 / graded.numbers["3BV"]
        )
        assert graded.numbers["pLuck"] == graded.luck


def test_a_lost_game_has_no_numbers_of_won_ones(tmp_path):
    path = tmp_path / "lost.rawvf"
    path.write_text(video([*click(1, 1), *click(1, 2), *click(3, 3)]))
    replay = read(path)
    assert replay.outcome == "lost"
    assert replay.steps[-1].hit == [(0, 1)]
    assert "pLuck" not in review(replay).numbers


@pytest.mark.parametrize(
    ("change", "words"),
    [
        (("Width: 3", "Width: 4"), "the head says width 4"),
        (("Mines: 2", "Mines: 3"), "the head says mines 3"),
        (("0*0\n000", "0*0\n00"), "not equally long"),
        (("0*0\n000", "0?0\n000"), "no row of a board"),
        (("Board:", "Bard:"), "has a board"),
    ],
)
def test_damaged_videos_are_refused(change, words):
    with pytest.raises(ms.BoardFormatError, match=words):
        parse_rawvf(video(click(1, 1)).replace(*change), "v")


def test_videos_are_known_by_what_is_in_them(tmp_path):
    text = video(click(1, 1))
    assert load(text.encode(), "no suffix") == load(text.encode(), "no suffix")
    status, out, _ = run("review", "-", "--json", "--policy", "safest", text=text)
    assert status == 0
    assert json.loads(out)["moves"] == 1
    with pytest.raises(ms.BoardFormatError, match="Minesweeper X: a converter to RawVF"):
        load(b"\x00\x01", "a.mvr")
    for name, data in (
        ("a.mvr", b"x"),
        ("b.mvr", b"x"),
        ("c.rawvf", text.encode()),
        ("d.txt", b"x"),
    ):
        (tmp_path / name).write_bytes(data)
    status, out, errors = run("review", str(tmp_path), "--policy", "safest")
    assert status == 2
    assert "2 .mvr files left out: videos of Minesweeper X" in errors
    assert "c.rawvf" in out


def test_a_video_comes_through_a_pipe():
    pytest.importorskip("ms_toollib")
    status, _, errors = run("review", "-", "--kind", "avf", text=io.BytesIO(b"no video").getvalue())
    assert status == 2
    assert "standard input.avf is not a .avf file" in errors


def test_an_opening_stops_at_a_flag():
    board = ["0*0", "000", "000", "000"]
    head = [*HEAD[:-1], "Mines: 1"]
    steps = parse_rawvf(
        video([*click(3, 2, "r"), *click(4, 1), *click(3, 2, "r"), *click(3, 2)], head, board), "v"
    ).steps
    assert (2, 1) not in steps[0].shown
    assert steps[1].shown == {(2, 1): 0}
    written = write_rawvf(parse_rawvf(video([*click(3, 2, "r"), *click(4, 1)], head, board), "v"))
    assert [step.shown for step in parse_rawvf(written, "v").steps] == [steps[0].shown]


@pytest.mark.parametrize("seed", range(6))
def test_what_is_written_is_read_back(seed):
    """A random player who flags, chords and hits mines: the same moves, times and end."""
    rng = random.Random(seed)
    cells = [(r, c) for r in range(6) for c in range(6)]
    layout = rng.sample(cells, 7)
    after_mine: Any = rng.choice(["lose", "continue"])
    game = ms.Game(6, 6, rules=ms.Rules("none", after_mine), layout=layout)
    moves: list[dict[str, object]] = []
    while not game.over and len(moves) < 60:
        cell = rng.choice(cells)
        seconds = {"seconds": round(0.37 * len(moves), 2)} if seed % 2 else {}
        if game.board[cell] == ms.MINE:
            continue
        if game.board[cell] != ms.HIDDEN:
            moves.append({"cell": list(cell), "action": "chord", **seconds})
            if game.chord_cells(cell):
                game.chord(cell)
        elif (cell in layout or cell in game.flags) and rng.random() < 0.8:
            moves.append({"cell": list(cell), "action": "flag"})
            game.flag(cell)
        elif cell not in game.flags:
            moves.append({"cell": list(cell), **seconds})
            game.open(cell)
    head = {
        "rows": 6,
        "cols": 6,
        "mines": 7,
        "layout": layout,
        "first_click": "none",
        "after_mine": after_mine,
    }
    saved = load("\n".join(map(json.dumps, [head, *moves])).encode(), "game.jsonl")
    read_back = parse_rawvf(write_rawvf(saved), "v")
    # A video ends at the first mine.
    ends = [k for k, step in enumerate(saved.steps, 1) if step.hit]
    steps = saved.steps[: ends[0]] if ends else saved.steps
    assert [(step.cells, step.shown) for step in read_back.steps] == [
        (step.cells, step.shown) for step in steps
    ]
    if seed % 2:
        assert [step.seconds for step in read_back.steps] == [step.seconds for step in steps]
    assert read_back.layout == frozenset(layout)
    assert write_rawvf(read_back) == write_rawvf(parse_rawvf(write_rawvf(read_back), "v"))


def test_a_game_of_play_becomes_a_video(tmp_path):
    status, game, _ = run(
        "play", "--level", "beginner", "--seed", "1", "--json", "--policy", "strongest"
    )
    path = tmp_path / "game.rawvf"
    assert run("review", "-", "--rawvf", str(path), text=game)[:2] == (0, "")
    status, out, _ = run("review", str(path), "--json", "--policy", "safest")
    assert status == 0
    _, of_the_game, _ = run("review", "-", "--json", "--policy", "safest", text=game)
    for key in ("moves", "outcome", "won"):
        assert json.loads(out).get(key) == json.loads(of_the_game).get(key)


@pytest.mark.parametrize(
    "options",
    [
        ["--seed", "2", "--policy", "uniform_random"],
        ["--seed", "2", "--policy", "safest", "--deal", "cruel"],
        ["--seed", "4", "--policy", "cs50", "--game", "flagging"],
    ],
)
def test_a_lost_game_of_play_becomes_a_video(options, tmp_path):
    """The layout in it is the game's, and the cells that were opened show what they did."""
    _, game, _ = run("play", "--level", "9x9/30", "--json", *options)
    path = tmp_path / "game.rawvf"
    assert run("review", "-", "--rawvf", str(path), text=game)[:2] == (0, "")
    *moves, summary = [json.loads(line) for line in game.splitlines()]
    assert summary["outcome"] == "lost"
    video_of_game = parse_rawvf(path.read_text(), "v")
    assert video_of_game.outcome == "lost"
    assert video_of_game.layout == frozenset(map(tuple, summary["layout"]))
    shown_states = {(*cell, value) for move in moves for *cell, value in move["shown"]}
    assert {
        (*cell, value) for step in video_of_game.steps for cell, value in step.shown.items()
    } == shown_states


def test_what_cannot_be_written_is_said():
    lines = [{"rows": 1, "cols": 4, "mines": 1}, {"cell": [0, 0], "shown": [[0, 0, 0], [0, 1, 0]]}]
    with pytest.raises(ms.BoardFormatError, match="does not say where its mines are"):
        write_rawvf(load("\n".join(map(json.dumps, lines)).encode(), "game"))
    game = ms.Game(3, 3, 2, ms.Rules("none", board="hex"), seed=1)
    game.open(next(cell for cell in game.board.cells if cell not in (game.layout or ())))
    with pytest.raises(ms.BoardFormatError, match="of a square board"):
        write_rawvf(load(game.record().encode(), "game"))


VIDEOS = os.environ.get("MINESOLVER_VIDEOS")
"""A folder of videos of other programs. Public ones lie in the repositories eee555/saolei_website (the folder
``front_end/cypress/fixtures``) and eee555/ms-toollib (``test_files``) on GitHub; none is kept here.
"""


@pytest.mark.slow
@pytest.mark.skipif(VIDEOS is None, reason="MINESOLVER_VIDEOS names no folder of videos")
def test_videos_of_other_programs():
    """What is told of each game against its definition, and the game itself after it was written as RawVF."""
    pytest.importorskip("ms_toollib")
    read_videos, refused = 0, []
    for path in sorted(Path(VIDEOS or "").iterdir()):
        if path.suffix.lower() not in SUFFIXES:
            continue
        try:
            replay = read(path)
        except ms.BoardFormatError:
            refused.append(path.name)
            continue
        read_videos += 1
        numbers, mines = replay.numbers, replay.layout
        assert mines is not None
        assert len(mines) == replay.board.mines, path.name
        our_numbers = ms.Layout(replay.board.rows, replay.board.cols, mines).numbers
        assert {name: numbers[name] for name in our_numbers} == our_numbers, path.name
        shown_cells = {cell for step in replay.steps for cell in step.shown}
        is_won = not mines & shown_cells and len(shown_cells) == len(replay.board.cells) - len(
            mines
        )
        if is_won and numbers.get("seconds"):
            seconds, three_bv = numbers["seconds"], numbers["3BV"]
            assert numbers["3BV/s"] == pytest.approx(three_bv / seconds, rel=1e-2), path.name
            assert numbers["QG"] == pytest.approx(seconds**1.7 / three_bv, rel=1e-2), path.name
            assert numbers["IOE"] == pytest.approx(three_bv / numbers["clicks"], rel=1e-2), (
                path.name
            )
        read_back = parse_rawvf(write_rawvf(replay), path.name)
        steps = [(step.cells, step.shown) for step in replay.steps]
        assert [(step.cells, step.shown) for step in read_back.steps] == steps, path.name
    assert read_videos, refused
