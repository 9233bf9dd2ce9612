"""Data flows one way: nothing imports from a floor above its own, not even inside a function."""

from __future__ import annotations

import ast
from pathlib import Path

import minesolver

PACKAGE = Path(minesolver.__file__).parent

FLOORS = [
    "base",
    "model",
    "counting kernel layers",
    "engines",
    "explain",
    "solve",
    "batch",
    "policies",
    "players",
    "game",
    "io",
    "bench testing",
    "env web",
    "cli",
    "sources",
    "cs50 mdp",  # the names that the documents' readers know
    "__init__",
    "__main__",
]
"""The files and folders of the package, those below first; those of one floor do not know each other."""


def room(module: str) -> str:
    return module.split(".")[1] if "." in module else "__init__"


def imports(path: Path) -> list[tuple[str, int, bool]]:
    """(module of the package, line, whether inside a function) of each import of a file."""
    package = ["minesolver", *path.relative_to(PACKAGE).parts[:-1]]
    tree = ast.parse(path.read_text(encoding="utf-8"))
    outside = set(map(id, tree.body))
    found = []
    for node in ast.walk(tree):
        if isinstance(node, ast.ImportFrom):
            start = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*start, *([node.module] if node.module else [])])
            names = [f"{base}.{alias.name}" if base == "minesolver" else base for alias in node.names]
        elif isinstance(node, ast.Import):
            names = [alias.name for alias in node.names]
        else:
            continue
        found += [(n, node.lineno, id(node) not in outside) for n in names if n.split(".")[0] == "minesolver"]
    return found


def test_nothing_below_imports_from_above():
    floor = {name: i for i, names in enumerate(FLOORS) for name in names.split()}
    wrong = []
    for path in sorted(PACKAGE.rglob("*.py")):
        own = path.relative_to(PACKAGE).parts[0].removesuffix(".py")
        assert own in floor, f"{own} has no place in FLOORS"
        for module, line, _ in imports(path):
            other = room(module)
            if other not in floor:  # a name that minesolver/__init__.py itself defines, as __version__
                continue
            if other == own or floor[other] < floor[own]:
                continue
            wrong.append(f"{path.relative_to(PACKAGE.parent)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)
