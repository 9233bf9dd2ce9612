"""The table of signs, ``signs.json``: how people write cells, as data for every host."""

import json
from importlib.resources import files
from typing import Any

_TABLE: dict[str, Any] = json.loads(files(__package__).joinpath("signs.json").read_text("utf-8"))

CHOICES: dict[str, str] = _TABLE["signs"]
"""What each sign may be, the usual first: ``h`` hidden, ``0`` opened, ``m`` a known mine."""
BESIDE: list[list[str]] = _TABLE["beside"]
"""Signs that may be something else beside another: (the sign, the other, what it may be)."""
LAYOUT_MINES: list[str] = _TABLE["layout"]["mine"]
LAYOUT_SAFE: list[str] = _TABLE["layout"]["safe"]
DIGITS: dict[str, str] = _TABLE["digits"]
NAMES: dict[str, str] = _TABLE["names"]
COUNT_WORDS: list[str] = _TABLE["words"]["mines"]
LEFT_WORDS: list[str] = _TABLE["words"]["left"]
OTHER_WORDS: list[str] = _TABLE["words"]["other"]
TITLE_WORDS: list[str] = _TABLE["words"]["title"]
LEGEND: dict[str, str] = {word: role for role in "h0m" for word in _TABLE["legend"][role]}
"""Words of a legend, each with the role that it gives a sign."""
ELEMENTS: dict[str, str] = _TABLE["elements"]
BOARD_KEYS: list[str] = _TABLE["keys"]["board"]
MINES_KEYS: list[str] = _TABLE["keys"]["mines"]
LEFT_KEYS: list[str] = _TABLE["keys"]["left"]
OTHER_KEYS: list[str] = _TABLE["keys"]["other"]
REWRITES: list[list[str]] = _TABLE["rewrites"]
"""Of programming languages: (a text that a line has to have, a pattern, what stands for it)."""
CELL_KEYS: dict[str, list[str]] = _TABLE["cells"]
"""Of a cell that is an object: keys that tell whether it is open, its clue, and words of states."""
ROWS_KEYS: list[str] = _TABLE["keys"]["rows"]
COLUMNS_KEYS: list[str] = _TABLE["keys"]["columns"]
