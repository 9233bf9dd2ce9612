"""The page as one document: its markup, with what it has to know of the package."""

from __future__ import annotations

import json
from functools import cache
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..base.registry import Registry
from ..game.levels import LEVELS
from ..io.formats import FORMATS
from ..layers import LAYERS
from ..model.geometries import GEOMETRIES
from ..model.rules import RULES
from ..players import PLAYERS
from ..policies import POLICIES
from ..questions import identity
from .shapes import shapes

STATIC = Path(str(files(__package__))) / "static"
ENGINE = STATIC / "solver"
"""The engine for the browser, which ``bindings/build.py js`` makes."""
MAX_SIDE = 256
MAX_CELLS = 10_000
_FIRST_CLICKS = {
    "safe": "the clicked cell is no mine",
    "zero": "the clicked cell and its neighbours are no mines",
    "none": "nothing is protected",
    "row-col": "no mine in the clicked row and column",
}


@cache
def page(*, server: bool) -> str:
    """The document. ``server``: whether it comes from one that answers questions."""
    has_engine = (ENGINE / "dist/engine.js").exists()
    has = " data-server" * server + " data-engine" * has_engine
    told = json.dumps(facts(), separators=(",", ":")).replace("<", "\\u003c")
    text = (STATIC / "index.html").read_text(encoding="utf-8")
    return text.replace('<html lang="en">', f'<html lang="en"{has}>').replace(
        "</head>", f'<script type="application/json" id="facts">{told}</script>\n</head>'
    )


def facts() -> dict[str, Any]:
    """Levels, policies, layers, rules, formats by name, and what the page takes."""

    def named(*registries: Registry[Any]) -> list[dict[str, str]]:
        things = [registry.get(name) for registry in registries for name in registry]
        told = ((thing.name, getattr(thing, "description", None) or thing.definition) for thing in things)
        return [{"name": name, "description": text} for name, text in told]

    levels = [{"name": name, "rows": r, "cols": c, "mines": m} for name, (r, c, m) in LEVELS.items()]
    return identity() | {
        "levels": levels,
        "first_clicks": [{"name": k, "description": v} for k, v in _FIRST_CLICKS.items()],
        "policies": named(PLAYERS),
        "in_browser": list(POLICIES.own),
        "layers": named(LAYERS),
        "rules": named(GEOMETRIES, RULES),
        "shapes": shapes(),
        "formats": named(FORMATS),
        "max_side": MAX_SIDE,
        "max_cells": MAX_CELLS,
    }
