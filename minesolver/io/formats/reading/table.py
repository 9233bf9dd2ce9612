"""The table of signs, ``signs.json``: how people write cells, as data for every host."""

import json
from importlib.resources import files
from typing import Any

TABLE: dict[str, Any] = json.loads(files(__package__).joinpath("signs.json").read_text("utf-8"))

HIDDEN, ZERO, MINE, SAFE = "hidden", "zero", "mine", "safe"
"""What a sign may stand for; ``safe``: a cell of a whole layout without a mine, whatever its clue."""

CLUES = frozenset(TABLE["clues"])
COSTS: dict[str, float] = TABLE["costs"]
NAMES: dict[str, str] = TABLE["names"]
WORDS: dict[str, str] = TABLE["words"]
CHARACTERS: dict[str, str] = TABLE["characters"]
UNSEEN: str = TABLE["unseen"]
COVERED = "covered"
"""The sign of a cell that a chat covers."""

KEYS: dict[str, list[str]] = TABLE["keys"]
"""Names that programs give a board, its sizes and its counts in JSON."""
CELL_KEYS: dict[str, list[str]] = TABLE["cells"]
"""Of a cell that is an object: keys that tell whether it is open, its clue, and words of states."""


def _role_costs() -> dict[str, dict[str, float]]:
    costs: dict[str, dict[str, float]] = {}
    for group in TABLE["signs"]:
        for sign in group["signs"]:
            costs[sign] = {role: group[role] for role in (HIDDEN, ZERO, MINE) if role in group}
    return costs


ROLE_COSTS = _role_costs()
"""What each sign costs in each role that it may have."""
