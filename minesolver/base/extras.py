"""What the folders of ``minesolver/extras`` add, each by its file ``extra.json``; none is imported for it.

Nothing outside of ``extras`` names what is inside, so that a folder can be deleted and nobody notices. Asking
for something of a folder that is not there is an error in one sentence.
"""

import json
from collections.abc import Callable
from functools import cache, partial
from importlib import import_module
from pathlib import Path
from typing import Any

from .errors import MissingDependencyError

FOLDER = Path(__file__).parents[1] / "extras"

Declared = str | dict[str, Any]
"""Where a thing is, as "module:attribute", or what it is made of, as keywords of its kind."""

KNOWN: dict[str, dict[str, tuple[str, ...]]] = {
    "certificates": {
        "commands": ("certify", "check"),
        "options": ("generate --certify", "optimal --certify"),
        "renderers": ("certificate",),
    },
    "env": {},
    "screenshots": {"readers": ("screenshot",)},
    "web": {"commands": ("web",)},
}
"""The names of each extra by the kind of its registry: who asks for one that is not there is told so."""


@cache
def declared() -> dict[str, dict[str, Declared]]:
    """What the extras that are there add, by the kind of its registry and then by its name."""
    of_all_extras: dict[str, dict[str, Declared]] = {}
    for file in sorted(FOLDER.glob("*/extra.json")):
        for kind, entries in json.loads(file.read_bytes()).items():
            of_all_extras.setdefault(kind, {}).update(entries)
    return of_all_extras


def missing(kind: str, name: str) -> MissingDependencyError | None:
    """The error for a name of an extra that is not there; None: no extra has this name."""
    for extra_name, names in KNOWN.items():
        if name in names.get(kind, ()):
            return not_there(extra_name, f"{name} is")
    return None


def not_there(extra_name: str, subject: str = "this is") -> MissingDependencyError:
    """The error where the folder of an extra is not there."""
    return MissingDependencyError(
        f"{subject} in the extra {extra_name}, which was taken out of this installation: "
        f"there is no folder {FOLDER / extra_name}"
    )


def names_of(module_name: str) -> tuple[Callable[[str], Any], Callable[[], list[str]]]:
    """The ``__getattr__`` and ``__dir__`` of what stands for a module of an extra, which is imported now.

    module_name: In full: ``minesolver.extras.env.text``
    Raises MissingDependencyError: the extra is not there.
    """
    extra_name = module_name.split(".")[2]
    if not (FOLDER / extra_name / "extra.json").exists():
        raise not_there(extra_name)
    module = import_module(module_name)
    return partial(getattr, module), partial(dir, module)
