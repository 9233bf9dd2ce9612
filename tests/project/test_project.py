"""What must be the same in several files of the project."""

from __future__ import annotations

import json
import re
import sys
import tomllib
from itertools import groupby
from pathlib import Path

from hypothesis import HealthCheck, settings
from paths import ROOT

import minesolver
from minesolver.model.geometries import Kind
from minesolver.model.rules import Rule

sys.path.append(str(ROOT / "docs"))
import rule_pages


def test_one_version():
    assert re.search(r"^version: (.*)$", (ROOT / "CITATION.cff").read_text(), re.MULTILINE)[1] == (
        minesolver.__version__
    )
    package = json.loads((ROOT / "bindings/js/package.json").read_text())
    assert package["version"] == minesolver.__version__
    assert f"## {minesolver.__version__}" in (ROOT / "CHANGELOG.md").read_text()


def test_lines_of_the_changes_are_short():
    lines = (ROOT / "CHANGELOG.md").read_text(encoding="utf-8").splitlines()
    long_lines = [number for number, line in enumerate(lines, 1) if len(line) > 140]
    assert not long_lines, "wrap these lines of CHANGELOG.md at 140 columns"


def test_every_file_of_the_package_is_in_its_wheel():
    """What package-data forgets is missing where it was installed; sources of the core are left behind."""
    settings_of_tools = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["setuptools"]
    package = ROOT / "minesolver"
    in_wheel = {
        path
        for pattern in settings_of_tools["package-data"]["minesolver"]
        for path in package.glob(pattern)
    }
    built_here = {".py", ".pyc", ".so", ".pyd", ".c", ".wasm", ".pyx", ".pxd"}
    needed = {
        path for path in package.rglob("*") if path.is_file() and path.suffix not in built_here
    }
    assert not needed - in_wheel


def test_what_bindings_and_tests_read_is_in_the_source_distribution():
    """``global-exclude`` takes all C files away, for those of the core are made."""
    manifest = (ROOT / "MANIFEST.in").read_text()
    kept_c_files = manifest.partition("global-exclude")[2]
    for folder in ("bindings/c", "bindings/c/examples"):
        assert list((ROOT / folder).glob("*.c"))
        assert f"{folder}/*.c" in kept_c_files
    for folder in ("tests", "benchmarks", "examples", "docs", "bindings"):
        assert f"graft {folder}\n" in manifest


def test_the_tests_of_a_wheel_read_only_what_lies_beside_it():
    """The release copies some folders and runs these tests there, on the package that is installed."""
    wheels = tomllib.loads((ROOT / "pyproject.toml").read_text())["tool"]["cibuildwheel"]
    release = (ROOT / ".github/workflows/release.yml").read_text()
    assert f"cp -r {' '.join(wheels['test-sources'])} ../away" in release
    assert wheels["test-command"] in release
    for file in re.findall(r"tests/\w+\.py", wheels["test-command"]):
        assert not re.findall(r'"(?:bindings|minesolver|\.github)/', (ROOT / file).read_text())


def test_no_load_fails_a_property_test():
    """One profile for all of them (conftest.py), and no file has a deadline or a health check of its own."""
    profile = settings()
    assert profile.deadline is None
    assert set(profile.suppress_health_check) == set(HealthCheck)
    files = [*(ROOT / "tests").rglob("test_*.py"), *(ROOT / "examples").rglob("test_*.py")]
    files_with_settings = [
        path
        for path in files
        if "settings(" in path.read_text() and path.name != Path(__file__).name
    ]
    assert len(files_with_settings) > 5
    assert not [
        path
        for path in files_with_settings
        if re.search(r"deadline|health_check", path.read_text())
    ]


def test_one_version_of_each_tool():
    """What checks a commit is what CI and the contributors run."""
    pinned = re.search(r'"ruff==([\d.]+)\.\*"', (ROOT / "pyproject.toml").read_text())[1]
    assert f"rev: v{pinned}." in (ROOT / ".pre-commit-config.yaml").read_text()
    assert "--group dev" in (ROOT / "CONTRIBUTING.md").read_text()


def test_every_entry_point_group_is_told():
    text = (ROOT / "CONTRIBUTING.md").read_text()
    sources = "".join(path.read_text() for path in (ROOT / "minesolver").rglob("__init__.py"))
    groups = set(
        re.findall(r'"(minesolver\.(?:engines|layers|players|policies|formats|rules))"', sources)
    )
    assert groups >= {
        f"minesolver.{kind}" for kind in ("engines", "players", "policies", "formats", "rules")
    }
    assert all(f"`{group}`" in text for group in groups)


def test_the_index_of_the_rules_has_a_row_for_each():
    """Under the heading of its kind, in the order of the registry, with its tag and its definition."""
    index = (ROOT / "docs/rules/index.md").read_text(encoding="utf-8")
    expected: list[str] = []
    for kind, entries in groupby(rule_pages.entries(), type):
        expected += ["", f"## {rule_pages.KINDS[kind]}", "", "| name | tag | |", "|---|---|---|"]
        for entry in entries:
            tag = entry.tag if isinstance(entry, Rule) else ""
            expected.append(f"| {entry.name} | {tag} | {entry.definition} |")
        if kind is Kind:
            graph = "Any cells, each with any neighbours, as JSON."
            expected.append(f"| [graph](#any-cells-any-sums) |  | {graph} |")
    assert index.splitlines()[-len(expected) :] == expected


def test_the_lines_that_contributing_shows_stand_in_the_package():
    """Of each pair the first line is as it was; those after it are as they are now."""
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    block = text.split("## How a line reads here")[1].split("```python\n")[1].split("```")[0]
    package_lines: set[str] = set()
    for path in (ROOT / "minesolver").rglob("*.py"):
        package_lines.update(line.strip() for line in path.read_text(encoding="utf-8").splitlines())
    for pair in block.strip().split("\n\n"):
        _comment, _before, *lines_now = pair.splitlines()
        for line in lines_now:
            code = line.removesuffix("  # after").strip()
            if 'help="mine count unknown: ...' not in code:  # which is shortened
                assert code in package_lines


def test_the_table_of_scripts_has_a_row_for_each():
    """Each script in one row, a folder said once for those after it; what is said to hold it is there.

    An extra that was deleted has neither scripts nor tests.
    """
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    table = text.split("| script | is | held by |\n|---|---|---|\n")[1].split("\n\n")[0]
    scripts_of_rows = []
    for row in table.splitlines():
        script_cell, _, holder_cell = row.strip("| ").split(" | ")
        folder = ROOT
        for name in re.findall(r"`([^`]+)`", script_cell):
            if "/" in name.rstrip("/"):
                folder = (ROOT / name).parent
            if folder.is_dir():
                scripts_of_rows.append(folder / Path(name).name)
        folder = ROOT
        for name in re.findall(r"`([^`]+[.](?:py|mjs))`", holder_cell):
            folder = (ROOT / name).parent if "/" in name else folder
            assert (folder / Path(name).name).is_file() or not folder.is_dir(), name
        assert "`" in holder_cell or holder_cell.startswith("conformance suite"), row
    scripts = [ROOT / "bindings/js/reading"]
    for room in ("bindings/js", "minesolver/protocol/scripts", "minesolver/extras/web/static"):
        scripts += (ROOT / room).glob("*.js")
    assert sorted(scripts_of_rows) == sorted(scripts)
