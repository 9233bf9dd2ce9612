"""The text environment for the programs that train and test language models, each of which is an extra."""

from inspect import signature
from typing import Any, get_type_hints

from ..text import TextEnv


def arguments() -> dict[str, Any]:
    """(type, default) of the arguments of :class:`TextEnv`, as pydantic makes fields of them."""
    types = get_type_hints(TextEnv.__init__)
    return {name: (types[name], each.default) for name, each in signature(TextEnv).parameters.items()}
