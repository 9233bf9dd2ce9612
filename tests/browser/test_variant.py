"""Boards under rules in the page's analyser: drawn, with the next step, and what is wrong in words."""

from __future__ import annotations


def test_boards_under_rules(visit):
    page = visit()
    page.click("#variant > summary")
    page.fill("#variant-rules", "hex,liar")
    page.fill("#variant-mines", "4")
    page.click("#variant-form button")
    page.wait_for_selector("#variant-answer svg")
    assert page.locator("#variant-answer polygon").count() == 16
    assert "4x4 hex,liar, 4 mines" in page.inner_text("#variant-answer")
    page.fill("#variant-text", "1#\n11")
    page.fill("#variant-rules", "square")
    page.fill("#variant-mines", "")
    page.click("#variant-form button")
    page.wait_for_selector("#variant-answer :text('Next step: Clue 1 at (0,0)')")
    page.fill("#variant-text", "#x")
    page.click("#variant-form button")
    page.wait_for_selector("#variant-answer .error")
    assert "line 1, column 2" in page.inner_text("#variant-answer")
    assert page.locator("#variant-names option[value=wall]").count() == 1
