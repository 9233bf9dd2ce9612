"""What runs where: extras that are missing, old versions, other machines."""

from __future__ import annotations

import subprocess
import sys

import pytest

EXTRAS = [
    ("fastapi", "import minesolver.web", "web"),
    ("pydantic", "import minesolver.web", "web"),
    ("gymnasium", "from minesolver.env import MinesweeperEnv", "gym"),
    ("distributed", "from minesolver.bench.dask import cluster as c; c('tcp://x:1')", "dask"),
    ("ms_toollib", "from minesolver.io import replays; replays.load(b'x', 'game.avf')", "replay"),
    ("matplotlib", "from minesolver.bench.figure import require_matplotlib as r; r()", "plot"),
    (
        "PIL",
        "import minesolver as ms; from minesolver.io.pictures import png; png(ms.Board.parse('1#'))",
        "image",
    ),
    ("fastapi", "from minesolver.cli import main; exit(main(['web', '--port', '0']))", "web"),
    ("uvicorn", "from minesolver.cli import main; exit(main(['web', '--port', '0']))", "web"),
]


@pytest.mark.parametrize("module, code, extra", EXTRAS)
def test_a_missing_extra_is_a_typed_error_that_names_it(module, code, extra):
    script = f"""
import sys
sys.modules[{module!r}] = None
from minesolver.base.errors import MissingDependencyError, MinesolverError
try:
    {code}
except MissingDependencyError as error:
    assert isinstance(error, MinesolverError)
    sys.exit(f"minesolver: {{error}}")
"""
    run = subprocess.run([sys.executable, "-c", script], capture_output=True, text=True, check=False)
    assert run.stderr.startswith("minesolver: "), run.stderr
    assert f"minesolver[{extra}]" in run.stderr
    assert run.stderr.count("\n") == 1
    assert run.returncode == (3 if "main" in code else 1)
