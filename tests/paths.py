"""Where the project lies, for tests in whatever folder."""

from pathlib import Path

import minesolver

TESTS = Path(__file__).resolve().parent
ROOT = TESTS.parent

PUBLIC_NAMES = [name for name in vars(minesolver)["_HOME_OF_NAME"] if not name.startswith("_")]
"""What can be imported from the package: the names to type, and the types of results and errors."""
