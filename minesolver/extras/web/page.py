"""The page: its document, with what it has to know of the package, and as a folder that needs no server."""

import json
import os
from contextlib import suppress
from functools import lru_cache
from hashlib import sha256
from importlib.resources import files
from pathlib import Path
from typing import Any

from ...base.errors import MissingDependencyError
from ...base.files import write_whole
from ...base.registry import Registry
from ...base.version import __version__
from ...game.board_sizes import LEVELS
from ...io.formats import FORMATS
from ...layers import LAYERS
from ...model.geometries import GEOMETRIES
from ...model.rules import RULES
from ...players import PLAYERS
from ...policy import POLICIES
from ...protocol.questions import identity
from ...protocol.rule_data import SCRIPTS, rule_facts

STATIC = Path(str(files(__package__))) / "static"
ENGINE = STATIC / "solver"
"""The engine for the browser, which ``bindings/build.py js`` makes."""
BUNDLE = "solver/bundle"
"""The folder in ``STATIC`` of the scripts put together by esbuild, where ``bindings/build.py`` found it."""
MAX_SIDE = 256
MAX_CELLS = 10_000


POLICY = (
    "default-src 'self'; script-src 'self' 'wasm-unsafe-eval'; img-src 'self' data:; "
    "base-uri 'none'; form-action 'none'"
)
"""Nothing of another host and nothing inline, whatever the page's code says."""


def page(*, server: bool) -> str:
    """The document. ``server``: whether it comes from one that answers questions."""
    return _document(server, STATIC, _newest_script())


def code_stamp() -> int:
    """When the newest file of the package's code was written, in nanoseconds."""
    return _newest(STATIC.parents[2], except_folder=STATIC)


def _newest_script() -> int:
    """When the newest file that the page is made of was written, in nanoseconds."""
    return max(_newest(STATIC), _newest(SCRIPTS))


def _newest(folder: Path, except_folder: Path | None = None) -> int:
    """When the newest file below a folder was written, in nanoseconds."""
    newest_time = 0
    left_folder = str(except_folder)
    for folder_name, folder_names, file_names in os.walk(folder):
        folder_names[:] = [
            entry_name
            for entry_name in folder_names
            if entry_name != "__pycache__" and os.path.join(folder_name, entry_name) != left_folder
        ]
        for entry_name in file_names:
            with suppress(FileNotFoundError):  # an upgrade is under way
                file_status = os.stat(os.path.join(folder_name, entry_name))
                newest_time = max(newest_time, file_status.st_mtime_ns)
    return newest_time


@lru_cache(2)
def _document(server: bool, static: Path, stamp: int) -> str:
    """The document of the files that were written by then: another stamp is another document."""
    html_attributes = f' data-build="{_build(static, stamp)}"'
    if server:
        html_attributes += " data-server"
    if _has_engine():
        html_attributes += " data-engine"
    facts_json = json.dumps(facts(), separators=(",", ":")).replace("<", "\\u003c")
    facts_element = f'<script type="application/json" id="facts">{facts_json}</script>'
    document_text = (static / "index.html").read_text(encoding="utf-8")
    document_text = document_text.replace('<html lang="en">', f'<html lang="en"{html_attributes}>')
    return document_text.replace("</head>", f"{facts_element}\n</head>")


def scripts() -> list[str]:
    """The names of the scripts that browsers may ask for, below ``static/``."""
    return list(_script_paths(STATIC, _newest_script()))


def script(name: str) -> str:
    """One of these scripts, of the files as they are now. Raises KeyError: there is none of that name."""
    return _script(name, STATIC, _newest_script())


@lru_cache(1)
def _script_paths(static: Path, stamp: int) -> dict[str, Path]:
    """The scripts of the files that were written by then: the file of each."""
    if _is_bundled(static):
        return {path.name: path for path in sorted((static / BUNDLE).glob("*.js"))}
    modules = {f"protocol/{path.name}": path for path in sorted(SCRIPTS.glob("*.js"))}
    for path in _modules(static):
        modules[path.relative_to(static).as_posix()] = path
    # Served by another name is the service worker; without its engine the thread cannot start.
    for name in ("sw.js", *([] if _has_engine() else ["worker.js"])):
        del modules[name]
    return modules


def _is_bundled(static: Path) -> bool:
    """Whether esbuild has put together these very modules: a checkout needs no Node, and serves them."""
    list_of_hashes = static / BUNDLE / "sources.json"
    if not list_of_hashes.exists():
        return False
    hashes = json.loads(list_of_hashes.read_text(encoding="utf-8"))
    return all(
        path.exists() and sha256(path.read_bytes()).hexdigest() == file_hash
        for path, file_hash in (
            (static / BUNDLE / name, file_hash) for name, file_hash in hashes.items()
        )
    )


@lru_cache(256)
def _script(name: str, static: Path, stamp: int) -> str:
    """The script of the files that were written by then: another stamp is another script."""
    text = _script_paths(static, stamp)[name].read_text(encoding="utf-8")
    # What the page and the npm package share lies beside the page's modules where browsers ask for it.
    text = text.replace('from "../../../protocol/scripts/', 'from "./protocol/')
    # The thread says of which build it is: a page that was open during an upgrade would start one of another.
    return f'globalThis.BUILD = "{_build(static, stamp)}";\n{text}' if name == "worker.js" else text


def _modules(static: Path) -> list[Path]:
    """The modules that the page's scripts are made of, in their order."""
    return sorted(path for path in static.rglob("*.js") if static / BUNDLE not in path.parents)


def build() -> str:
    """What tells these scripts from those of any other version: a digest of all modules."""
    return _build(STATIC, _newest_script())


@lru_cache(2)
def _build(static: Path, stamp: int) -> str:
    """The digest of the files that were written by then: another stamp is another digest."""
    digest = sha256()
    for folder, paths in (static, _modules(static)), (SCRIPTS, sorted(SCRIPTS.glob("*.js"))):
        for path in paths:
            digest.update(path.relative_to(folder).as_posix().encode() + b"\0")
            digest.update(path.read_bytes() + b"\0")
    return digest.hexdigest()[:16]


def _plain_files() -> list[str]:
    """The names of the other files that browsers ask for, which are sent as they are."""
    return ["style.css", "icon.svg", "manifest.webmanifest"]


def _has_engine() -> bool:
    """Whether the engine for the browser was built."""
    return (ENGINE / "dist/engine.js").exists()


def export(folder: Path) -> list[Path]:
    """Write the page as plain files that any host serves, and that work without a network once loaded.

    Returns: The files, by their places in the folder.
    Raises MissingDependencyError: the engine for the browser was not built.
    """
    if not _has_engine():
        raise MissingDependencyError(
            "the engine for the browser is not here: python bindings/build.py js, in a checkout, builds it"
        )
    # No server sends the policy as a header.
    policy_element = f'<meta http-equiv="content-security-policy" content="{POLICY}">'
    document = page(server=False).replace("</head>", f"{policy_element}\n</head>")
    text_of_file = {"index.html": document}
    for file_name in _plain_files():
        text_of_file[f"static/{file_name}"] = (STATIC / file_name).read_text(encoding="utf-8")
    for file_name in scripts():
        text_of_file[f"static/{file_name}"] = script(file_name)

    # The service worker keeps these files; another digest is another version, which replaces them.
    content_digest = sha256(repr(text_of_file).encode()).hexdigest()[:16]
    text_of_file["sw.js"] = _service_worker(content_digest, list(text_of_file), "index.html")
    for file_name, file_text in text_of_file.items():
        (folder / file_name).parent.mkdir(parents=True, exist_ok=True)
        write_whole(folder / file_name, file_text.encode())
    return [Path(file_name) for file_name in text_of_file]


def service_worker() -> str:
    """The script that keeps a server's page for when that does not answer: it is the page without one."""
    names = ["offline", *(f"static/{name}" for name in (*_plain_files(), *scripts()))]
    newest = max(code_stamp(), _newest_script())
    return _service_worker(f"{__version__} {newest}", names, "offline", served=True)


def _service_worker(version: str, names: list[str], document: str, *, served: bool = False) -> str:
    """The service worker's script: its version, the files that it keeps, and the page among them."""
    script = (STATIC / "sw.js").read_text(encoding="utf-8")
    cache_facts = {
        "VERSION": f"minesolver {version}",
        "FILES": names,
        "DOCUMENT": document,
        "IS_SERVED": served,
    }
    return f"globalThis.PAGE = {json.dumps(cache_facts)};\n{script}"


def facts() -> dict[str, Any]:
    """Levels, policies, layers, rules, formats by name, and what the page takes."""

    def described_by_name(*registries: Registry[Any]) -> list[dict[str, str]]:
        descriptions = []
        for member_registry in registries:
            for name in member_registry:
                member = member_registry.get(name)
                if getattr(member, "chords", False):
                    continue  # the page asks about a board as it stands, which has no flags
                description = getattr(member, "description", None) or member.definition
                descriptions.append({"name": member.name, "description": description})
        return descriptions

    # What the page offers, by the names under which its scripts ask.
    level_facts = []
    for name, (rows, cols, mines) in LEVELS.items():
        level_facts.append({"name": name, "rows": rows, "cols": cols, "mines": mines})
    return (
        identity()
        | rule_facts()
        | {
            "levels": level_facts,
            "policies": described_by_name(PLAYERS),
            "in_browser": [name for name in POLICIES.own if not POLICIES.get(name).saves_clicks],
            "layers": described_by_name(LAYERS),
            "rules": described_by_name(GEOMETRIES, RULES),
            "formats": described_by_name(FORMATS),
            "max_side": MAX_SIDE,
            "max_cells": MAX_CELLS,
        }
    )
