"""Boards under rules in the page's analyser: drawn, with the next step, and what is wrong in words."""

from __future__ import annotations


def test_boards_under_rules(visit):
    page = visit()
    page.click("#ruled > summary")
    page.fill("#ruled-rules", "hex,liar")
    page.fill("#ruled-mines", "4")
    page.click("#ruled-form button")
    page.wait_for_selector("#ruled-answer svg")
    assert page.locator("#ruled-answer polygon").count() == 16
    assert "4x4 hex,liar, 4 mines" in page.inner_text("#ruled-answer")
    page.fill("#ruled-text", "1#\n11")
    page.fill("#ruled-rules", "square")
    page.fill("#ruled-mines", "")
    page.click("#ruled-form button")
    page.wait_for_selector("#ruled-answer :text('Next step: Clue 1 at (0,0)')")
    page.fill("#ruled-text", "#x")
    page.click("#ruled-form button")
    page.wait_for_selector("#ruled-answer .error")
    assert "line 1, column 2" in page.inner_text("#ruled-answer")
    assert page.locator("#ruled-names option[value=wall]").count() == 1
