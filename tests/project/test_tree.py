"""Data flows one way: nothing imports from a floor above its own, inside a function or by a string either."""

from __future__ import annotations

import ast
import json
import re
from functools import cache
from graphlib import TopologicalSorter
from importlib import import_module
from pathlib import Path

import pytest

import minesolver
from minesolver.base.extras import KNOWN

PACKAGE = Path(minesolver.__file__).parent

CIRCLES = {
    "solver": [
        "base",
        "model",
        "counting kernel",
        "layers",
        "engine",
        "explain",
        "solver",
        "batch",
    ],
    "play and doors": ["policy", "players", "game", "io", "bench protocol testing", "cli"],
    "documents and extras": ["sources extras"],
    # The names that people know of what is in the outer rooms, a line each; and what puts all together.
    "names": ["cs50 mdp env certificates screenshots", "__init__", "__main__"],
}
"""The files and folders of the package: circles from the innermost on, the floors of each, those below first.
Those of one floor do not know each other."""
FLOORS = [floor for floors in CIRCLES.values() for floor in floors]
FLOOR = {name: i for i, names in enumerate(FLOORS) for name in names.split()}
EXTRAS = sorted(path.parent.name for path in (PACKAGE / "extras").glob("*/__init__.py"))


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


NAMED = re.compile(r"minesolver\.[\w.*]+(:[\w*]+)?")


def named(node: ast.AST, module: str) -> str:
    """A string with the module's name for ``{__name__}``; what else is filled in stands as a star."""
    if isinstance(node, ast.JoinedStr):
        texts = [named(piece, module) for piece in node.values]
    elif isinstance(node, ast.FormattedValue):
        texts = [
            module if isinstance(node.value, ast.Name) and node.value.id == "__name__" else "*"
        ]
    else:
        texts = (
            [node.value] if isinstance(node, ast.Constant) and isinstance(node.value, str) else []
        )
    return "".join(texts)


def imported_from(node: ast.ImportFrom, package: list[str]) -> str:
    """The absolute name of what a statement of a package's module imports from."""
    start = package[: len(package) - node.level + 1] if node.level else []
    return ".".join([*start, node.module] if node.module else start)


@cache
def statements(path: Path) -> tuple[ast.AST, ...]:
    """The imports and the constants of a file, whatever they stand within."""
    nodes = ast.walk(ast.parse(path.read_text(encoding="utf-8")))
    kinds = ast.Import, ast.ImportFrom, ast.Constant, ast.JoinedStr
    return tuple(node for node in nodes if isinstance(node, kinds))


@cache
def imports(path: Path) -> list[tuple[str, int]]:
    """(module of the package, line) of each import of a file, inside functions too and by strings."""
    package = ["minesolver", *path.relative_to(PACKAGE).parts[:-1]]
    module = ".".join(package if path.stem == "__init__" else [*package, path.stem])
    imported = []
    for node in statements(path):
        if isinstance(node, ast.ImportFrom):
            base = imported_from(node, package)
            names = [
                f"{base}.{alias.name}" if base == "minesolver" else base for alias in node.names
            ]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            text = named(node, module)
            names_a_module = NAMED.fullmatch(text) and (":" in text or room(text) in FLOOR)
            names = [text] if names_a_module else []
        line = getattr(node, "lineno", 0)
        imported += [(n.partition(":")[0], line) for n in names if n.split(".")[0] == "minesolver"]
    return imported


def test_nothing_below_imports_from_above():
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        own_room = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        assert own_room in FLOOR, f"{own_room} has no place in FLOORS"
        for module, line in imports(path):
            imported_room = room(module)
            if (
                imported_room != own_room
                and FLOOR.get(imported_room, len(FLOORS)) >= FLOOR[own_room]
            ):
                wrong.append(f"{path.relative_to(PACKAGE.parent)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)


def test_no_extra_knows_another():
    """What one wants of another it asks the registry for: ``web`` has pictures read by ``readers``."""
    wrong = []
    for path in sorted((PACKAGE / "extras").rglob("*.py")):
        folder = path.relative_to(PACKAGE / "extras").parts[0]
        for module, line in imports(path):
            of_extra = re.match(r"minesolver\.extras\.(\w+)", module)
            if of_extra and of_extra[1] != folder:
                wrong.append(f"{path.relative_to(PACKAGE.parent)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.parametrize("extra", EXTRAS)
def test_an_extra_declares_what_is_in_its_folder(extra):
    declared = json.loads((PACKAGE / "extras" / extra / "extra.json").read_text())
    assert {kind: tuple(entries) for kind, entries in declared.items()} == KNOWN[extra]
    for entries in declared.values():
        for entry in entries.values():
            place = entry if isinstance(entry, str) else entry["module"]
            module, _, attribute = place.partition(":")
            assert module.startswith(f"minesolver.extras.{extra}")
            assert not attribute or hasattr(import_module(module), attribute)


def test_no_files_import_each_other():
    """Not in a circle either, nor inside functions or for types; a registry's strings are no imports here."""
    paths = {
        ".".join(path.relative_to(PACKAGE.parent).with_suffix("").parts).removesuffix(
            ".__init__"
        ): path
        for path in PACKAGE.rglob("*.py")
    }
    files: dict[str, set[str]] = {}
    for module, path in paths.items():
        package = module.split(".")[: None if path.stem == "__init__" else -1]
        files[module] = set()
        for node in statements(path):
            if isinstance(node, ast.ImportFrom) and node.level:
                base = imported_from(node, package)
                names = [f"{base}.{alias.name}" for alias in node.names]
                files[module] |= {name if name in paths else base for name in names} - {module}
    TopologicalSorter(files).prepare()  # raises CycleError
