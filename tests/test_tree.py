"""Data flows one way: nothing imports from a floor above its own, not even inside a function."""

from __future__ import annotations

import ast
from pathlib import Path

import minesolver

PACKAGE = Path(minesolver.__file__).parent

FLOORS = [
    "errors",
    "limits intervals workers registry",
    "board",
    "reason",
    "kernel",
    "puzzle",
    "counting deduction",
    "analysis",
    "puzzle_analysis",
    "inference",
    "explain",
    "solve",
    "batch",
    "policies",
    "players",
    "game",
    "io",
    "review",
    "bench testing",
    "sources",
    "env web",
    "cli",
    "agents cs50 formats layers layouts mdp policy replays",  # earlier names of what is below
    "__init__",
    "__main__",
]
"""The files and folders of the package, those below first; those of one floor do not know each other."""

CONVENIENCES = {
    ("board", "puzzle"): "Board.parse of a board under rules",
    ("board", "io"): "Board.parse, Board.from_file, and how a notebook draws a board",
    ("puzzle", "io"): "how a notebook draws a board",
    ("puzzle_analysis", "io"): "how a notebook draws an analysis, and str",
    ("analysis", "io"): "how a notebook draws an analysis",
    ("game", "io"): "Layout.text",
    ("policies", "io"): "how a recommendation prints",
}
"""Methods at the front door that reach up, inside the method, for the sake of whoever calls them."""


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
        for module, line, inside in imports(path):
            other = room(module)
            if other not in floor:  # a name that minesolver/__init__.py itself defines, as __version__
                continue
            if other == own or floor[other] < floor[own] or (inside and (own, other) in CONVENIENCES):
                continue
            wrong.append(f"{path.relative_to(PACKAGE.parent)}:{line} imports {module}")
    assert not wrong, "\n".join(wrong)
