"""docs/small-boards.md is what docs/make_small_boards.py writes."""

from __future__ import annotations

import sys

import pytest
from paths import ROOT

DOCS = ROOT / "docs"


@pytest.fixture
def pages(monkeypatch):
    monkeypatch.syspath_prepend(str(DOCS))
    import make_small_boards

    yield make_small_boards
    sys.modules.pop("make_small_boards")


def test_the_page_is_made_from_the_table(pages):
    text = pages.page(pages.read())
    assert pages.PAGE.read_text(encoding="utf-8") == text, "run python docs/make_small_boards.py"
    assert "| 4 | 961/1820 = 52.8022 %** | 961/1365 = 70.4029 %** | 34/35 = 97.1429 %** |" in text


@pytest.mark.slow
def test_the_picture_has_every_size(pages, monkeypatch, tmp_path):
    pytest.importorskip("matplotlib")
    monkeypatch.setattr(pages, "PICTURE", tmp_path / "picture.svg")
    pages.draw(pages.read())
    assert (tmp_path / "picture.svg").read_text(encoding="utf-8").count("<svg") == 1
    picture_text = (DOCS / "images" / "small-boards.svg").read_text(encoding="utf-8")
    for size in ("3x3", "4x5", "5x5", "6x6"):
        assert f"<!-- {size} -->" in picture_text


def test_numbers_in_a_row_are_one_range(pages):
    assert pages._ranges([1, 3, 4, 5, 9]) == "1, 3 to 5, 9"
