"""The fence around the extras: in a copy of the checkout each is deleted, then all; what is left goes on."""

from __future__ import annotations

import json
import os
import re
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
from depth import thorough
from node import NODE, NODE_COMMAND
from paths import ROOT
from patience import PATIENCE

import minesolver
from minesolver.base.extras import KNOWN

PACKAGE = Path(minesolver.__file__).parent
PICTURE = ROOT / "tests/extras/screenshots/pictures/xdemineur-000-board.png"
ALL = "all of them"
SHIMS: dict[str, set[str]] = {
    "certificates": {"minesolver.certificates"},
    "env": {"minesolver.env", "minesolver.env.text"},
    "screenshots": {"minesolver.screenshots", "minesolver.io.screenshots"},
    "web": set(),
}
"""The modules that stand for what is in an extra."""
GOES_ON = [
    "solve 1#.mines --mines 1",
    "play --level 5x5/3 --games 2 --seed 1",
    "generate --level 5x5/3 --no-guess --seed 1",
    "bench run --players safest --boards 5x5/3 --games 2 --out results.sqlite",
]
"""What every installation does."""
CERTIFIED = "generate --level 4x4/2 --unique --certify stem"
QUICK = [
    "project/test_tree.py",
    "base/test_registry.py",
    "cli/test_commands.py",
    "model/test_board.py",
]
"""The tests that are run in the copy each time: what knows the whole package, and boards."""
ABOUT_ALL = ["docs", "examples", "base/test_limits.py", "sources/test_requirement_map.py"]
"""Tests of texts, programs and tables that speak of the extras as well."""

IMPORT_AND_RUN = """
import contextlib, io, json, sys
from importlib import import_module
from pathlib import Path
import minesolver
from minesolver.base.errors import MissingDependencyError
from minesolver.cli import main

def command(line):
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        try:
            status = main(line.split())
        except SystemExit as stopped:
            status = stopped.code
    return status, out.getvalue(), err.getvalue()

package = Path(minesolver.__file__).parent
commands = {line: command(line) for line in json.load(sys.stdin)}
refused, broken = {}, {}
for path in sorted(package.rglob("*.py")):
    parts = path.relative_to(package.parent).with_suffix("").parts
    name = ".".join(parts[:-1] if path.stem == "__init__" else parts)
    if name == "minesolver.__main__":
        continue
    try:
        import_module(name)
    except MissingDependencyError as error:
        refused[name] = str(error)
    except Exception as error:
        broken[name] = repr(error)
print(json.dumps({"package": str(package), "refused": refused, "broken": broken, "commands": commands}))
"""

MAKE_NPM_PACKAGE = """
import sys
sys.path.insert(0, "bindings")
import build
assert build.ROOT.samefile("."), build.ROOT
build.write_data(build.JS / "dist")
build.copy_to_scripts(build.JS / "dist")
"""

MAKE_NPM_DATA = """
import sys
from pathlib import Path
sys.path.insert(0, "bindings")
import build
build.write_data(Path(sys.argv[1]))
"""

ONLY_THE_COPY = """
import sys
sys.meta_path[:] = [finder for finder in sys.meta_path if "Editable" not in str(finder)]
"""
"""Else an editable installation would find there what the copy has not."""


class Checkout:
    """A copy of the checkout without some extras, whose package is the one that is imported."""

    def __init__(self, folder: Path, removed: list[str]) -> None:
        self.folder = folder
        self.removed = removed
        # What Python compiled before is taken along: files keep their times.
        leave_out = shutil.ignore_patterns("build", ".build", "dist", "node_modules")
        shutil.copytree(PACKAGE, folder / "minesolver", ignore=leave_out)
        for room in ("tests", "bindings"):
            shutil.copytree(ROOT / room, folder / room, ignore=leave_out)
        for path in ROOT.iterdir():
            if path.name not in ("minesolver", "tests", "bindings", "build", ".git", ".venv"):
                (folder / path.name).symlink_to(path)
        (folder / "sitecustomize.py").write_text(ONLY_THE_COPY)
        (folder / "1#.mines").write_text("1#\n##\n")
        for room in ("minesolver/extras", "tests/extras"):
            for name in removed:
                shutil.rmtree(folder / room / name)
            if set(removed) == set(KNOWN):
                shutil.rmtree(folder / room)

    def python(self, *arguments: str, text: str = "") -> subprocess.CompletedProcess[str]:
        return subprocess.run(
            [sys.executable, *arguments],
            cwd=self.folder,
            env={**os.environ, "PYTHONPATH": str(self.folder)},
            input=text,
            capture_output=True,
            text=True,
            timeout=20 * PATIENCE,
            check=False,
        )

    def refused_commands(self) -> dict[str, str]:
        """What needs an extra that was deleted, with the extra."""
        lines = {}
        for extra in self.removed:
            for command in KNOWN[extra].get("commands", ()):
                lines[command] = extra
        if "certificates" in self.removed:
            lines[CERTIFIED] = "certificates"
        if "screenshots" in self.removed:
            lines[f"solve {PICTURE}"] = "screenshots"
        return lines


@pytest.fixture(scope="module", params=[*KNOWN, ALL])
def checkout(request, tmp_path_factory):
    removed = [*KNOWN] if request.param == ALL else [request.param]
    return Checkout(tmp_path_factory.mktemp("checkout"), removed)


@pytest.fixture(scope="module")
def seen(checkout: Checkout) -> dict[str, Any]:
    """What came of importing every module of the copy, and of commands."""
    lines = [*GOES_ON, *checkout.refused_commands()]
    done = checkout.python("-c", IMPORT_AND_RUN, text=json.dumps(lines))
    assert done.returncode == 0, done.stderr
    seen_values: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    assert Path(seen_values["package"]) == checkout.folder / "minesolver"
    return seen_values


def test_every_module_that_is_left_is_imported(checkout, seen):
    assert seen["broken"] == {}
    assert seen["refused"].keys() == set().union(*(SHIMS[name] for name in checkout.removed))
    for message in seen["refused"].values():
        assert "was taken out of this installation" in message


@pytest.mark.parametrize("line", GOES_ON)
def test_boards_are_solved_played_made_and_compared(seen, line):
    status, out, err = seen["commands"][line]
    assert status == 0, err
    assert out


def test_who_asks_for_what_is_not_there_is_told_so_in_one_sentence(checkout, seen):
    for line, extra in checkout.refused_commands().items():
        status, out, err = seen["commands"][line]
        assert (status, out, err.count("\n")) == (3, "", 1), (line, err)
        assert f"in the extra {extra}, which was taken out of this installation" in err


def test_nothing_of_the_bindings_names_an_extra():
    """The scripts of extras are found by the `package.json` in their folder."""
    tracked = subprocess.run(
        ["git", "ls-files", "bindings"], cwd=ROOT, capture_output=True, text=True, check=False
    ).stdout.split()
    for name in tracked or map(str, (ROOT / "bindings").glob("*.*")):
        try:
            text = (ROOT / name).read_text()
        except (UnicodeDecodeError, IsADirectoryError):
            continue
        for extra in KNOWN:
            assert not re.search(rf"extras[/.]{extra}\b", text), name


@pytest.fixture(scope="module")
def whole_npm_data(tmp_path_factory):
    """What the npm package gets from the whole checkout: bytes by name."""
    folder = tmp_path_factory.mktemp("npm-data")
    made = subprocess.run(
        [sys.executable, "-c", MAKE_NPM_DATA, folder],
        cwd=ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    assert made.returncode == 0, made.stderr
    return {path.name: path.read_bytes() for path in folder.iterdir()}


def test_the_npm_package_is_made_as_of_the_whole_checkout(checkout, whole_npm_data):
    """All of it but the compiled engine, byte for byte."""
    done = checkout.python("-c", MAKE_NPM_PACKAGE)
    assert done.returncode == 0, done.stderr
    npm_package = checkout.folder / "bindings/js"
    made = {path.name: path.read_bytes() for path in (npm_package / "dist").iterdir()}
    assert made == whole_npm_data
    assert {"facts.js", "ground.js", "measures.js", "ruletext.js", "signs.js"} <= made.keys()
    page = checkout.folder / "minesolver/extras/web"
    assert page.exists() == (page / "static/solver/dist/ground.js").exists()


@pytest.mark.parametrize("checkout", [ALL], indirect=True)
def test_the_npm_package_works(checkout):
    """The same package whatever was deleted, with the engine of the checkout where that is built."""
    engine = ROOT / "bindings/js/dist/engine.js"
    if not engine.exists() or NODE is None:
        pytest.skip("the engine for the browser is not built, or there is no Node")
    npm_package = checkout.folder / "bindings/js"
    assert checkout.python("-c", MAKE_NPM_PACKAGE).returncode == 0
    for path in (engine, engine.with_name("engine.wasm"), engine.with_name("trees.js")):
        shutil.copy(path, npm_package / "dist")
    tests = sorted(map(str, npm_package.glob("test/*.test.mjs")))
    tested = subprocess.run(
        [*NODE_COMMAND, "--test", *tests],
        cwd=npm_package,
        capture_output=True,
        text=True,
        check=False,
    )
    assert tested.returncode == 0, tested.stdout[-3000:]


@pytest.mark.parametrize("checkout", [*map(thorough, KNOWN), ALL], indirect=True)
def test_some_tests_that_are_left_pass(checkout):
    done = checkout.python("-m", "pytest", "-n", "0", *(f"tests/{name}" for name in QUICK))
    assert done.returncode == 0, done.stdout[-3000:]


@pytest.mark.thorough
@pytest.mark.parametrize("checkout", [ALL], indirect=True)
def test_all_quick_tests_that_are_left_pass(checkout):
    ignored = [f"--ignore=tests/{name}" for name in ABOUT_ALL]
    done = checkout.python("-m", "pytest", "--quick", *ignored, "tests")
    assert done.returncode == 0, done.stdout[-3000:]
