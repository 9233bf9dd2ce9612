"""What runs where: extras that are missing, old versions, other machines."""

from __future__ import annotations

import os
import shutil
import subprocess
import sys
from pathlib import Path

import pytest
from command import without_module

ROOT = Path(__file__).resolve().parent.parent

EXTRAS = [
    ("distributed", "from minesolver.bench.dask import cluster as c; c('tcp://x:1')", "dask"),
    ("ms_toollib", "from minesolver.io import replays; replays.load(b'x', 'game.avf')", "replay"),
    ("matplotlib", "from minesolver.bench.figure import require_matplotlib as r; r()", "plot"),
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


def run_in_an_unbuilt_tree(folder, code, **environment):
    shutil.copytree(
        ROOT / "minesolver",
        folder / "minesolver",
        ignore=shutil.ignore_patterns("*.so", "*.pyd", "__pycache__"),
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
