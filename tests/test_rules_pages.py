"""docs/rules is what docs/make_rules.py writes, and its examples are what it says."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest

import minesolver as ms
from minesolver.cli import main
from minesolver.model.geometries import GEOMETRIES
from minesolver.model.rules import RULES

FOLDER = Path(__file__).resolve().parent.parent / "docs" / "rules"
sys.path.append(str(FOLDER.parent))


def test_the_pages_are_up_to_date():
    import make_rules

    files = make_rules.files()
    assert {path.name for path in FOLDER.iterdir()} == files.keys()
    for name, text in files.items():
        assert (FOLDER / name).read_text(encoding="utf-8") == text, f"{name}: run python docs/make_rules.py"


@pytest.mark.parametrize("name", [*GEOMETRIES, *RULES])
def test_every_rule_has_a_page_whose_commands_give_its_example(name, tmp_path, capsys):
    page = (FOLDER / f"{name}.md").read_text(encoding="utf-8")
    generate, solve = (re.search(rf"`minesolver ({verb} [^`]*)`", page)[1] for verb in ("generate", "solve"))
    assert main(generate.split()) == 0
    assert capsys.readouterr().out.strip("\n") in page
    arguments = solve.replace("docs/rules/", f"{FOLDER}/").split()
    arguments[-1] = str(tmp_path / "drawn.svg")
    assert main(arguments) == 0
    assert (tmp_path / "drawn.svg").read_text() == (FOLDER / f"{name}.svg").read_text()
    board = ms.Board.parse((FOLDER / f"{name}.txt").read_text(), rules=name)
    assert f"{ms.analyze(board, 'pysat').solutions} layouts" in page
