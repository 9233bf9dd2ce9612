"""The pages of the rules, as the site makes them: their commands give their examples."""

from __future__ import annotations

import re
import sys
from pathlib import Path

import pytest
from depth import one_in
from paths import ROOT

import minesolver as ms
from minesolver.cli import main

sys.path.append(str(ROOT / "docs"))
import rule_pages


@pytest.mark.parametrize("entry", one_in(4, rule_pages.entries()), ids=lambda entry: entry.name)
def test_the_commands_of_a_page_give_its_example(entry, tmp_path, monkeypatch, capsys):
    files = rule_pages.files_of(entry)
    page = files[f"{entry.name}.md"]
    assert entry.definition in page
    generate, solve = (
        re.search(rf"`minesolver ({verb} [^`]*)`", page)[1] for verb in ("generate", "solve")
    )
    assert main(generate.split()) == 0
    assert capsys.readouterr().out.strip("\n") in page

    monkeypatch.chdir(tmp_path)
    Path(f"{entry.name}.txt").write_text(files[f"{entry.name}.txt"], encoding="utf-8")
    assert main(solve.split()) == 0
    assert Path(f"{entry.name}.svg").read_text() == files[f"{entry.name}.svg"]
    board = ms.Board.parse(files[f"{entry.name}.txt"], rules=entry.name)
    assert f"{ms.analyze(board, 'pysat').solutions} layouts" in page


def test_the_first_page_leads_to_the_others_on_the_site():
    class Page:
        class file:
            src_uri = "rules/index.md"

    text = (ROOT / "docs/rules/index.md").read_text(encoding="utf-8")
    shown = rule_pages.on_page_markdown(text, page=Page)
    links = set(re.findall(r"\]\(([^)]*)\.md\)", shown))
    assert {entry.name for entry in rule_pages.entries()} <= links
    drawings = re.findall(r"!\[[^]]*\]\(([^)]*)\.svg\)", shown)
    assert drawings == [name for names in rule_pages.GALLERY for name in names]
