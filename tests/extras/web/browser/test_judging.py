"""Layouts judged in the page: with the server, and by the engine in the browser."""

from __future__ import annotations

import minesolver as ms

LAYOUT = "1*10\n2210\n*100"
STUCK = "1x6x2\n01*11*"


def judge(page, text, start):
    page.click("#paste")
    page.fill("#paste-text", text)
    page.click("#paste-judge")
    page.fill("#judge-start", start)
    page.click("#judge-run")
    page.wait_for_selector("#judge-result p, #judge-error:not(:empty)")
    page.wait_for_selector("#judge-stop", state="hidden")


def test_layouts_are_judged_and_where_they_get_stuck_is_opened(visit):
    page = visit()
    judge(page, f"1x4x1\n01*1\n\n{STUCK}", "0,0")
    result = page.inner_text("#judge-result")
    assert "1 of 2 layouts need no guess" in result
    assert "3BV" in result
    judgement = ms.judge(STUCK, (0, 0))
    assert f"{judgement.guesses} guess at best" in result
    page.click("#judge-result section >> text=Open where it gets stuck")
    page.wait_for_url("**/#board=1x6x2:AB*")
    assert page.locator("#tab-analyse").get_attribute("aria-selected") == "true"


def test_every_first_click_of_a_layout_is_judged_as_the_package_does(visit):
    page = visit()
    judge(page, LAYOUT, "")
    assert "Where does the game begin?" in page.inner_text("#judge-error")
    page.click("#judge-starts")
    page.wait_for_selector(".start-map > :nth-child(12)")
    page.wait_for_selector("#judge-stop", state="hidden")
    signs = page.locator(".start-map > *").all_inner_texts()
    expected = []
    for row in range(3):
        for col in range(4):
            is_mine = (row, col) in {(0, 1), (2, 0)}
            sign = "✹" if is_mine else "?"
            if not is_mine and ms.judge(LAYOUT, (row, col)).no_guess:
                sign = "✓"
            expected.append(sign)
    assert signs == expected
    page.locator(".start-map > .bad").first.click()
    page.wait_for_selector("#judge-result section")
    assert "A guess is needed" in page.inner_text("#judge-result section")


def test_game_ids_levels_and_nonsense(visit):
    page = visit()
    judge(page, "9x9:4,4,m00b7d48a3e0231c419200", "")
    assert "No guess is needed from (4,4)" in page.inner_text("#judge-result")
    page.click("#judge-dialog .cancel")
    judge(page, "hello", "0,0")
    assert page.inner_text("#judge-error")
