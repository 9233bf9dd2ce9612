"""Every Python block and every console block of the documentation runs and gives what it says."""

from __future__ import annotations

import doctest
import re

import pytest
from command import shell
from paths import ROOT

HOWTO = sorted(
    page for folder in ("howto", "extras/*") for page in ROOT.glob(f"docs/{folder}/*.md")
)
PAGES = [
    page
    for page in [ROOT / "README.md", *sorted((ROOT / "docs").glob("*.md")), *HOWTO]
    if ">>>" in page.read_text()
]


@pytest.mark.parametrize("page", PAGES, ids=lambda page: page.name)
def test_page(page, monkeypatch):
    monkeypatch.chdir(ROOT)
    failures, tried = doctest.testfile(
        str(page), module_relative=False, optionflags=doctest.ELLIPSIS
    )
    assert tried
    assert not failures


def test_package_docstring():
    import minesolver

    failures, tried = doctest.testmod(minesolver)
    assert tried
    assert not failures


CONSOLE_PAGES = [
    page
    for page in [*sorted((ROOT / "docs").glob("*.md")), *HOWTO]
    if "```console" in page.read_text()
]


def console_blocks(text):
    """(command, output) pairs of the console blocks: ``$`` starts a command, ``>`` goes on with it."""
    blocks = []
    for block in re.findall(r"```console\n(.*?)^```", text, re.DOTALL | re.MULTILINE):
        for line in block.splitlines(keepends=True):
            if line.startswith("$ "):
                blocks.append([line[2:], ""])
            elif line.startswith("> ") and not blocks[-1][1]:
                blocks[-1][0] += line[2:]
            else:
                blocks[-1][1] += line
    return blocks


@pytest.mark.parametrize("page", CONSOLE_PAGES, ids=lambda page: page.name)
def test_console_blocks(page, tmp_path, monkeypatch):
    """In one directory, top to bottom; ``...`` stands for anything, a time mostly."""
    checker = doctest.OutputChecker()
    commands = console_blocks(page.read_text())
    assert commands
    (tmp_path / "examples").symlink_to(ROOT / "examples")
    monkeypatch.chdir(tmp_path)
    for command, expected in commands:
        _, output = shell(command)
        assert checker.check_output(expected, output, doctest.ELLIPSIS), f"$ {command}{output}"


def test_console_blocks_are_found_and_compared():
    page = "text\n```console\n$ cat <<END\n> a\n> END\na\n$ true\n```\n```sh\nnot run\n```\n"
    assert console_blocks(page) == [["cat <<END\na\nEND\n", "a\n"], ["true\n", ""]]
    assert {page.name for page in CONSOLE_PAGES} >= {"tutorial.md"}


LINKED = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]


@pytest.mark.parametrize("page", LINKED, ids=lambda page: page.name)
def test_links_within_the_project_lead_somewhere(page):
    text = re.sub(r"```.*?```", "", page.read_text(), flags=re.DOTALL)
    for target in re.findall(r"\]\(([^)#\s]+)", text):
        if not target.startswith(("http://", "https://", "mailto:")):
            assert (page.parent / target).exists(), target
