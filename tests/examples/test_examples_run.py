"""The example scripts run, and print what their boards imply."""

from __future__ import annotations

import subprocess
import sys

import pytest
from paths import ROOT

EXAMPLES = ROOT / "examples"


# Not what `minesolver score` is given, nor what takes the mouse of a screen.
NO_SCRIPTS = {EXAMPLES / name for name in ("student.py", "player.py", "screen_bot.py")}
SCRIPTS = sorted({*EXAMPLES.glob("*.py")} - NO_SCRIPTS)


@pytest.mark.parametrize("script", SCRIPTS, ids=lambda path: path.name)
def test_script_runs(script):
    fewer = ["--episodes", "1500", "--games", "200"] if script.stem == "train_tabular" else []
    run = subprocess.run(
        [sys.executable, str(script), *fewer], capture_output=True, text=True, check=False
    )
    assert run.returncode == 0, run.stderr
    assert run.stdout.strip()


def test_library_example_says_what_is_known():
    run = subprocess.run(
        [sys.executable, str(EXAMPLES / "library.py")], capture_output=True, text=True, check=True
    )
    assert "6 layouts, best cell (1, 4)" in run.stdout
    assert "P(mine at (0, 1)) = 1/3" in run.stdout
