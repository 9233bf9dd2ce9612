"""A reload costs nothing: phones end what is in the background. Of a game in play test_player.py has it."""

from __future__ import annotations

import json

import minesolver as ms


def reloaded(page):
    page.reload()
    page.wait_for_selector("html[data-ready]")


def test_an_exercise_keeps_its_verdict(visit):
    exercise = {
        "board": "2x3x1:Bz5", "cell": [0, 1], "answers": [[0, 2]], "kind": "one clue",
        "cost": 0.5, "risk": 0.5, "box": 0, "due": 0,
    }  # fmt: skip
    page = visit("#train", storage={"exercises": json.dumps([exercise])})
    page.click("#board [data-i='2']")
    page.wait_for_selector("#training .good")
    verdict = page.inner_text("#training")
    reloaded(page)
    page.wait_for_selector("#training .good")
    assert page.inner_text("#training") == verdict
    page.wait_for_selector("#board .safe")
    page.click("#train-next")
    page.wait_for_selector("#training:has-text('Nothing is due')")
    page.click("#tab-analyse")
    page.click("#tab-train")  # only a reload brings it back
    page.wait_for_selector("#training:has-text('Nothing is due')")


def test_layouts_that_are_judged_stay_in_their_dialog(visit):
    page = visit()
    page.click("#paste")
    page.fill("#paste-text", "1x4x1\n01*1")
    page.click("#paste-judge")
    page.fill("#judge-start", "0,0")
    reloaded(page)
    assert page.input_value("#judge-text") == "1x4x1\n01*1"
    page.click("#judge-run")
    page.wait_for_selector("#judge-result p")
    page.goto(page.url.partition("#")[0] + "?other#board=2x2x1:z4")  # no reload
    page.wait_for_selector("html[data-ready]")
    assert not page.is_visible("#judge-dialog")


def test_a_picture_stays_beside_its_board(visit, two_boards, tmp_path):
    picture, grids = two_boards
    path = tmp_path / "two.png"
    path.write_bytes(picture)
    page = visit()
    page.set_input_files("#file", path)
    page.click("#picture button:text('2: 9×9')")
    page.wait_for_selector("#picture button[aria-pressed=true]:text('2: 9×9')")
    reloaded(page)
    page.wait_for_selector("#picture button[aria-pressed=true]:text('2: 9×9')")
    page.click("#picture button:text('1: 9×9')")
    page.wait_for_selector("#picture button[aria-pressed=true]:text('1: 9×9')")
    board = str(ms.Board(grids[0])).split()
    page.wait_for_function(
        "async (text) => (await import('./static/app.js')).toText((await import('./static/app.js'))"
        ".state.position).includes(text)",
        arg="\n".join(board),
    )
    page.click("#picture button:text('Done')")
    reloaded(page)
    assert not page.locator("#picture").count()


def test_the_boards_of_a_text_stay_in_their_pager(visit):
    page = visit()
    page.click("#paste")
    page.fill("#paste-text", "1x2x1\n1#\n\n1x3x1\n#1#\n\n1x4x1\n#1##")
    page.click("#paste-load")
    page.click("#next")
    page.wait_for_selector("#page-of:has-text('2 of 3')")
    page.wait_for_function("() => location.hash.startsWith('#board=1x3x1:')")  # it is written soon
    reloaded(page)
    assert page.inner_text("#page-of") == "board 2 of 3"
    page.click("#next")
    page.wait_for_selector("#board [data-i='3']")


def test_a_replay_that_was_being_graded_is_graded(visit):
    recording = {
        "rows": 1, "cols": 3, "mines": 1, "start": [], "protected": False, "source": "", "won": True,
        "steps": [
            {"cells": [[0, 0]], "shown": [[0, 0, 0], [0, 1, 1]], "seconds": None},
        ],
    }  # fmt: skip
    kept = {"recording": recording, "review": None, "step": 1}
    page = visit("#replay", storage={"replay": json.dumps(kept)})
    page.wait_for_selector("#review:has-text('cell')")


def test_a_puzzle_that_is_made_keeps_its_groups_and_its_history(visit):
    page = visit("#board=2x3x1:Bz5", storage={"settings": json.dumps({"puzzles": True})})
    page.click(".brush[data-code='-3']")
    page.click("#board [data-i='2']")
    page.click(".brush[data-code='group']")
    page.click("#board [data-i='1']")
    page.click("#board [data-i='3']")
    page.wait_for_url("**1.3=1")
    reloaded(page)
    assert page.input_value("#groups input") == "1"
    assert page.url.endswith("1.3=1")
    for _ in range(3):
        page.click("#undo")
    page.wait_for_url("**#board=2x3x1:Bz5")
