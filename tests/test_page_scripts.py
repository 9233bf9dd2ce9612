"""The page's scripts, by Node's own test runner (`npm run check` adds types and lint)."""

from __future__ import annotations

import shutil
import subprocess
from pathlib import Path

import pytest

NODE = shutil.which("node")


@pytest.mark.skipif(NODE is None, reason="needs Node")
def test_the_scripts_pass_their_unit_tests():
    files = sorted(map(str, (Path(__file__).parent / "page").glob("*.test.js")))
    assert files
    run = subprocess.run([NODE, "--test", *files], capture_output=True, text=True, timeout=120, check=False)
    assert run.returncode == 0, run.stdout[-4000:]
