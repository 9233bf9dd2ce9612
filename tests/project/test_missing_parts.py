"""What runs where: extras that are missing, old versions, other machines."""

from __future__ import annotations

import ast
import json
import os
import shutil
import subprocess
import sys

import pytest
from command import without_module
from paths import ROOT

EXTRAS = [
    ("distributed", "from minesolver.bench.dask import cluster as c; c('tcp://x:1')", "dask"),
    ("ms_toollib", "from minesolver.io import replays; replays.load(b'x', 'game.avf')", "replay"),
    ("matplotlib", "from minesolver.bench.figure import require_matplotlib as r; r()", "plot"),
    (
        "jinja2",
        "from minesolver.bench.report import template as t; t('minesolver.bench', '')",
        "plot",
    ),
    ("pyarrow", "from minesolver.bench.dataset import check_parquet as c; c()", "dataset"),
    (
        "PIL",
        "import minesolver as ms; from minesolver.io.pictures import png; png(ms.Board.parse('1#'))",
        "image",
    ),
]


@pytest.mark.parametrize("module, code, extra", EXTRAS)
def test_a_missing_extra_is_a_typed_error_that_names_it(module, code, extra):
    status, error = without_module(module, code)
    assert error.startswith("minesolver: "), error
    assert f"{ROOT}[{extra}]'" in error
    assert error.count("\n") == 1
    assert status == (3 if "main" in code else 1)


BOARD = str(ROOT / "examples" / "small.mines")
SAT_IS_MISSING = (
    "a question to a SAT solver needs python-sat, which is not installed: pip install python-sat"
)
NO_CPSAT = "engine 'cpsat' needs ortools, which is not installed: pip install ortools"
NO_COMPLETION = (
    "the command completion needs argcomplete, which is not installed: pip install argcomplete"
)
COMMANDS_WITHOUT = {
    "pysat": [
        (["solve", BOARD], 0, ""),
        (["solve", BOARD, "--explain"], 0, ""),
        (["solve", BOARD, "--engine", "cpsat"], 0, ""),
        (["solve", BOARD, "--states", "5", "--solutions", "1"], 3, ""),
        (["solve", BOARD, "--engine", "pysat"], 3, SAT_IS_MISSING),
        (["solve", BOARD, "--engine", "estimate"], 3, SAT_IS_MISSING),
        (["generate", "--unique", "--rules", "connected", "--shape", "5x5/6"], 3, SAT_IS_MISSING),
        (["export", BOARD], 3, SAT_IS_MISSING),
        (["solve", "-", "--mines", "4"], 1, "no mine layout fits this"),
        (
            ["solve", "-", "--mines", "4", "--rules", "connected"],
            1,
            "no mine layout fits this",
        ),
    ],
    "ortools": [
        (["solve", BOARD, "--engine", "pysat"], 0, ""),
        (["solve", BOARD, "--states", "5", "--solutions", "1"], 0, ""),
        (["solve", BOARD, "--proofs-only"], 0, ""),
        (["solve", BOARD, "--engine", "cpsat"], 3, NO_CPSAT),
    ],
    "argcomplete": [(["solve", BOARD], 0, ""), (["completion", "bash"], 3, NO_COMPLETION)],
    "rich": [(["solve", BOARD], 0, ""), (["play", "--seed", "1"], 0, "")],
    "gmpy2": [(["solve", BOARD, "--json"], 0, ""), (["solve", BOARD, "--explain"], 0, "")],
    "matplotlib": [(["solve", BOARD], 0, ""), (["score", "baseline", "--games", "2"], 0, "")],
    "PIL": [
        (["generate", "--seed", "1", "--out", "b.png"], 3, "PNG pictures need Pillow: pip install"),
        (["solve", BOARD], 0, ""),
    ],
}
"""By package that is missing: commands, each with its exit status and its line on standard error."""


def test_one_engine_and_one_step_of_certificates_load_ortools_and_nothing_pandas():
    """They are more than half of what is installed, and take a second to load."""
    package = ROOT / "minesolver"
    importing = {
        (path.relative_to(package).as_posix(), module.partition(".")[0])
        for path in package.rglob("*.py")
        for module in imported_modules(path)
        if module.partition(".")[0] in ("ortools", "pandas")
    }
    assert importing == {
        ("engine/cpsat.py", "ortools"),
        ("extras/certificates/proofs.py", "ortools"),
    }
    # Nor do all other modules together load what they say nothing of.
    script = """
import importlib, pkgutil, sys
import minesolver
for module in pkgutil.walk_packages(minesolver.__path__, "minesolver."):
    if module.name not in ("minesolver.engine.cpsat", "minesolver.__main__"):
        try:
            importlib.import_module(module.name)
        except minesolver.MissingDependencyError:  # of an extra that is not installed
            pass
print(sorted({"ortools", "pandas"} & set(sys.modules)))
"""
    loaded = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True)
    assert loaded.stdout == "[]\n", loaded.stderr


def imported_modules(path):
    """The names of all modules that a file imports, wherever in it."""
    for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
        if isinstance(node, ast.Import):
            yield from (alias.name for alias in node.names)
        elif isinstance(node, ast.ImportFrom) and node.module and not node.level:
            yield node.module


@pytest.mark.parametrize("missing", COMMANDS_WITHOUT)
def test_a_part_that_is_missing_is_told_and_what_is_there_goes_on(missing):
    script = f"""
import io, json, sys
sys.modules[{missing!r}] = None
from minesolver.cli import main
for arguments, _, _ in json.loads(sys.argv[1]):
    sys.stdin = io.StringIO("#1#\\n1#1\\n#1#\\n")
    sys.stdin.buffer = io.BytesIO(sys.stdin.getvalue().encode())
    sys.stdout, sys.stderr = io.StringIO(), io.StringIO()
    status = main(arguments)
    print(json.dumps([status, sys.stdout.getvalue(), sys.stderr.getvalue()]), file=sys.__stdout__)
"""
    commands = COMMANDS_WITHOUT[missing]
    run = subprocess.run(
        [sys.executable, "-c", script, json.dumps(commands)],
        capture_output=True,
        text=True,
        check=False,
    )
    assert not run.stderr
    for (arguments, status, message), answer in zip(
        commands, map(json.loads, run.stdout.splitlines()), strict=True
    ):
        exit_status, output, errors = answer
        assert exit_status == status, arguments
        assert message in errors
        assert len(errors.splitlines()) <= 1
        assert bool(output) == (not message), arguments


def test_without_rich_a_board_has_no_colours():
    script = """
import sys
sys.modules["rich.console"] = None
import minesolver as ms
from minesolver.io.drawing import coloured, plain
lines = [[("1 ", "blue"), ("s", "green")]]
assert coloured(lines) == plain(lines) == "1 s"
"""
    subprocess.run([sys.executable, "-c", script], check=True)


def run_in_an_unbuilt_tree(folder, code, **environment):
    shutil.copytree(
        ROOT / "minesolver",
        folder / "minesolver",
        ignore=shutil.ignore_patterns("*.so", "*.pyd"),
    )
    (folder / "setup.py").touch()
    paths = {
        name: value for name, value in os.environ.items() if name != "PYTHONPATH"
    } | environment
    return subprocess.run(
        [sys.executable, *code], cwd=folder, env=paths, capture_output=True, text=True, check=False
    )


ASK = "import minesolver as ms; board = ms.Board.parse('1#/##', 1); print(ms.analyze(board).solutions); "


def test_an_unbuilt_source_tree_says_so(tmp_path):
    done = run_in_an_unbuilt_tree(
        tmp_path, ["-c", ASK + "print(ms.analyze(board)); ms.recommend(board)"]
    )
    assert done.stdout.startswith("3\n")
    assert done.stderr.count("many times slower") == 1  # two analyses, one warning
    *_, error = done.stderr.splitlines()
    assert f"is not built in the source tree {tmp_path}: run pip install -e . there" in error


def test_a_source_tree_names_the_installed_package_that_it_hides(tmp_path):
    code = [
        "-m",
        "minesolver",
        "solve",
        str(ROOT / "examples" / "small.mines"),
        "--engine",
        "kernel",
    ]
    done = run_in_an_unbuilt_tree(tmp_path, code, PYTHONPATH=str(ROOT))
    assert done.returncode == 3
    assert done.stderr.count("\n") == 1
    assert f"the tree hides {ROOT / 'minesolver'};" in done.stderr
