"""docs/rules is what docs/make_rules.py writes, and its examples are what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path
from types import SimpleNamespace

import pytest
from depth import one_in

import minesolver as ms
from minesolver.cli import main

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"
sys.path.append(str(FOLDER.parent))
import make_rules  # noqa: E402


def text_of(name):
    return (FOLDER / name).read_text(encoding="utf-8")


@pytest.mark.parametrize("entry", one_in(4, make_rules.entries()), ids=lambda entry: entry.name)
def test_every_rule_has_a_page_whose_commands_give_its_example(
    entry, tmp_path, capsys, monkeypatch
):
    page = text_of(f"{entry.name}.md")
    generate, solve = (
        re.search(rf"`minesolver ({verb} [^`]*)`", page)[1] for verb in ("generate", "solve")
    )
    assert main(generate.split()) == 0
    puzzle = capsys.readouterr().out.strip("\n")
    assert puzzle in page
    arguments = solve.replace("docs/rules/", f"{FOLDER}/").split()
    arguments[-1] = str(tmp_path / "drawn.svg")
    assert main(arguments) == 0
    assert (tmp_path / "drawn.svg").read_text() == text_of(f"{entry.name}.svg")
    board = ms.Board.parse(text_of(f"{entry.name}.txt"), rules=entry.name)
    assert f"{ms.analyze(board, 'pysat').solutions} layouts" in page
    example = SimpleNamespace(board=ms.Board.parse(puzzle, rules=entry.name))
    if not isinstance(example.board, ms.Board):  # which is the plain game's
        monkeypatch.setattr(
            make_rules, "generate", lambda *_, **__: iter([example])
        )  # not once more
    for name, text in make_rules.page(entry).items():
        assert text_of(name) == text, f"{name}: run python docs/make_rules.py"
