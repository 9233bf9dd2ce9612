"""The documentation site builds without a warning, and its reference leaves no public name out."""

from __future__ import annotations

import importlib.util
import os
import re
import subprocess
import sys
from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import unquote

import pytest
from paths import PUBLIC_NAMES, ROOT

from minesolver.cli import COMMANDS

pytest.importorskip("mkdocs")
pytest.importorskip("mkdocstrings")

PAGES = sorted((ROOT / "docs" / "reference").glob("*.md"))
pytestmark = pytest.mark.thorough


@pytest.fixture
def site(tmp_path):
    folder = tmp_path / "site"
    path = os.pathsep.join([str(Path(sys.executable).parent), os.environ["PATH"]])
    run = subprocess.run(
        [sys.executable, "-m", "mkdocs", "build", "--strict", "-d", folder],
        cwd=ROOT,
        env=os.environ
        | {"PATH": path, "PYTHONPATH": str(ROOT), "NO_MKDOCS_2_WARNING": "1"}
        | {"EXECUTE_NOTEBOOKS": "false", "SITE_SEARCH": "false"},  # test_notebooks.py runs them
        capture_output=True,
        text=True,
        check=False,
    )
    assert run.returncode == 0, run.stdout + run.stderr
    return folder


class Attributes(HTMLParser):
    """The ids of a page, and where it leads."""

    def __init__(self, page):
        super().__init__()
        self.ids = set()
        self.links = set()
        self.feed(page.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attributes):
        self.ids |= {value for name, value in attributes if name == "id"}
        self.links |= {value for name, value in attributes if name in ("href", "src") and value}


def ids(page):
    return Attributes(page).ids


def test_the_site(site):  # one test: a second worker would build it again
    every_public_name_has_its_entry(site)
    for page in PAGES:
        what_a_page_promises_is_there(site, page)
    the_command_page_has_every_command(site)
    no_link_is_dead(site)
    the_evidence_is_there(site)


def every_public_name_has_its_entry(site):
    entries = ids(site / "reference" / "index.html")
    assert {f"minesolver.{name}" for name in PUBLIC_NAMES} <= entries


def what_a_page_promises_is_there(site, page):
    text = page.read_text(encoding="utf-8")
    built = site / "reference" / (page.stem if page.stem != "index" else "") / "index.html"
    entries = ids(built)
    for module, options in re.findall(
        r"^::: ([\w.]+)(?:\n    options: \{ (.*) \})?", text, re.MULTILINE
    ):
        names = re.search(r"members: \[(.*)\]", options)
        # Else it is a class.
        found_module = importlib.util.find_spec(module) if module.islower() else None
        public = (
            names[1].split(", ")
            if names
            else importlib.import_module(module).__all__
            if found_module
            else ()
        )
        assert {module, *(f"{module}.{name}" for name in public)} - {"minesolver"} <= entries, page
    body = re.sub(
        r"<(pre|code|script|style).*?</\1>", "", built.read_text(encoding="utf-8"), flags=re.DOTALL
    )
    assert not re.search(r":(class|func|meth|mod):|&gt;&gt;&gt;", body), page


def the_command_page_has_every_command(site):
    text = (site / "reference" / "command" / "index.html").read_text(encoding="utf-8")
    for option in (
        "--explain",
        "--no-guess",
        "--recommend",
        *(f"usage: minesolver {c}" for c in COMMANDS),
    ):
        assert option in text


def no_link_is_dead(site):
    """Those of raw HTML and of the theme as well, which the generator does not check."""
    pages = [page for page in site.rglob("*.html") if page.name != "404.html"]
    assert len(pages) > 100
    for page in pages:
        for link in Attributes(page).links:
            target, _, _ = link.partition("#")
            if target and not re.match(r"[a-z]+:|//", target):
                path = (page.parent / unquote(target)).resolve()
                assert path.exists(), f"{page.relative_to(site)}: {link}"


def the_evidence_is_there(site):
    for page in (
        "results/players",
        "comparison",
        "changelog",
        "examples",
        "javascript",
        "security",
        "licence",
    ):
        assert (site / page / "index.html").exists(), page
    assert (site / "repository" / "benchmarks" / "results" / "optimal.csv").exists()
