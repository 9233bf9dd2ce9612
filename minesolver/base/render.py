"""How a floor above writes and reads the models, by name; ``minesolver/__init__.py`` says where each is.

A writer is a function of the thing: ``text`` for ``str``, ``svg`` for notebooks. A reader is a function with
the arguments of the method that calls it. Another package adds one by the group ``minesolver.renderers``.
"""

from collections.abc import Callable
from typing import Any

from .registry import Registry

RENDERERS: Registry[Callable[..., Any]] = Registry(
    "renderer",
    Callable,  # type: ignore[arg-type]
    {},
    "minesolver.renderers",
)


def render(name: str, *args: Any, **options: Any) -> Any:
    """Call the renderer or reader of a name."""
    return RENDERERS.get(name)(*args, **options)
