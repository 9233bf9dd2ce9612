"""The page: an analyser and player in the browser, and the server of it (the extra ``web``).

The scripts in ``static`` are the page; the compiled core answers them in a worker of the browser. The server
hands out files, passes on the questions that the worker cannot answer, and keeps no sessions.
"""

from importlib import import_module
from typing import Any

from ...base.errors import extra

__all__ = ["create_app", "serve"]


def __getattr__(name: str) -> Any:
    if name not in __all__:
        raise AttributeError(name)
    module = ".app" if name == "create_app" else ".serving"
    with extra("web", "the page needs {}"):
        return getattr(import_module(module, __name__), name)
