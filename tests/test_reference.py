"""docs/reference.md is what its generator makes of the docstrings, and leaves no public name out."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

import minesolver

DOCS = Path(__file__).resolve().parent.parent / "docs"
SPEC = importlib.util.spec_from_file_location("make_reference", DOCS / "make_reference.py")
make_reference = importlib.util.module_from_spec(SPEC)
SPEC.loader.exec_module(make_reference)
PAGE = (DOCS / "reference.md").read_text(encoding="utf-8")


def sections(page):
    """The text of each module's part, by its heading."""
    return dict(part.split("\n", 1) for part in page.split("\n## ")[1:])


def test_the_page_is_up_to_date():
    fresh = make_reference.reference()
    stale = [name for name, text in sections(fresh).items() if sections(PAGE).get(name) != text]
    assert fresh == PAGE, f"run python docs/make_reference.py: {stale} changed"


@pytest.mark.parametrize("name", make_reference.MODULES)
def test_every_public_name_has_its_entry(name):
    module = importlib.import_module(name)
    text = sections(PAGE)[f"`{name}`"]
    for public in make_reference.MODULES[name] or module.__all__:
        assert f"### `{public}`\n" in text
    assert len(re.findall("^### ", text, re.MULTILINE)) == len(make_reference.MODULES[name] or module.__all__)


def test_what_the_reader_meets_first():
    text = sections(PAGE)
    assert set(re.findall(r"^### `(\w+)`", text["`minesolver`"], re.MULTILINE)) == set(minesolver.__all__)
    for engine in minesolver.engines():
        assert f"| {engine} |" in text["`minesolver.inference`"]
    for option in ("`--explain`", "`--engine NAME`", "`[FILE]`", "`--games N`", "`--no-guess`"):
        assert (
            option in text["The command"] or option.replace("[", "").replace("]", "") in text["The command"]
        )


def test_links_lead_to_headings():
    headings = {make_reference.anchor(h) for h in re.findall(r"^#+ (.*)$", PAGE, re.MULTILINE)}
    links = re.findall(r"\]\(#([^)]+)\)", PAGE)
    assert len(links) == len(make_reference.MODULES) + 1
    assert set(links) <= headings


def test_nothing_of_this_machine_or_of_reST_is_left():
    assert not re.search(r"\b0x[0-9a-f]+", PAGE)  # an address; 16x30x99 is a board
    for sign in (">>>", "``", ":class:", ":func:", "<function", str(DOCS.parent)):
        assert sign not in PAGE.replace("```", ""), sign


def test_prose_and_signatures():
    def example(rows: int, *, odds: float = 0.5, **more: str) -> list[int]:
        """One, see :class:`~minesolver.Board` and ``two``.

        >>> left out
        1

        Three.
        """

    assert make_reference.prose(example.__doc__) == "One, see `minesolver.Board` and `two`.\n\nThree."
    assert make_reference.signature(example) == "(rows: int, *, odds: float = 0.5, **more: str) -> list[int]"
    assert make_reference.signature(example, bound=True).startswith("(*, odds")
