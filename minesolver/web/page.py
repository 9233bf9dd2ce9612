"""The page: its document, with what it has to know of the package, and as a folder that needs no server."""

import json
import shutil
from functools import cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from ..base.errors import MissingDependencyError
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


POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
"""Nothing of another host and nothing inline, whatever the page's code says."""


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


def export(folder: Path) -> list[Path]:
    """Write the page as plain files that any host serves, and that work without a network once loaded.

    Returns: The files, by their places in the folder.
    Raises MissingDependencyError: the engine for the browser was not built.
    """
    if not (ENGINE / "dist/engine.js").exists():
        raise MissingDependencyError(
            "the engine for the browser is not here: python bindings/build.py js, in a checkout, builds it"
        )
    shutil.copytree(
        STATIC, folder / "static", ignore=shutil.ignore_patterns("*.d.ts", "sw.js"), dirs_exist_ok=True
    )
    own = f"""<meta http-equiv="content-security-policy" content="{POLICY}">
<link rel="manifest" href="manifest.webmanifest">
</head>"""
    (folder / "index.html").write_text(page(server=False).replace("</head>", own), encoding="utf-8")
    icon = {"src": "static/icon.svg", "type": "image/svg+xml", "sizes": "any", "purpose": "any maskable"}
    manifest = {
        "name": "minesolver",
        "short_name": "minesolver",
        "description": "Exact Minesweeper: play, analyse, review",
        "start_url": "./",
        "display": "standalone",
        "background_color": "#eef1f5",
        "theme_color": "#1b5cab",
        "icons": [icon],
    }
    (folder / "manifest.webmanifest").write_text(json.dumps(manifest, indent=1), encoding="utf-8")
    files = sorted(path.relative_to(folder) for path in (folder / "static").rglob("*") if path.is_file())
    files += [Path("index.html"), Path("manifest.webmanifest")]
    digest = sha256(b"".join((folder / path).read_bytes() for path in files)).hexdigest()[:16]
    kept = {"VERSION": f"minesolver {digest}", "FILES": ["./", *(path.as_posix() for path in files)]}
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    (folder / "sw.js").write_text(f"globalThis.PAGE = {json.dumps(kept)};\n{script}", encoding="utf-8")
    return [*files, Path("sw.js")]


def facts() -> dict[str, Any]:
    """Levels, policies, layers, rules, formats by name, and what the page takes."""

    def named(*registries: Registry[Any]) -> list[dict[str, str]]:
        things = [registry.get(name) for registry in registries for name in registry]
        told = ((thing.name, getattr(thing, "description", None) or thing.definition) for thing in things)
        return [{"name": name, "description": text} for name, text in told]

    levels = [{"name": name, "rows": r, "cols": c, "mines": m} for name, (r, c, m) in LEVELS.items()]
    return identity() | {
        "levels": levels,
        "policies": named(PLAYERS),
        "in_browser": list(POLICIES.own),
        "layers": named(LAYERS),
        "rules": named(GEOMETRIES, RULES),
        "geometries": list(GEOMETRIES),
        "shapes": shapes(),
        "formats": named(FORMATS),
        "max_side": MAX_SIDE,
        "max_cells": MAX_CELLS,
    }
