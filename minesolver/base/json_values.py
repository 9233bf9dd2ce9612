"""What JSON can hold, as a type; and numbers that it cannot."""

from collections.abc import Mapping, Sequence
from math import isfinite
from typing import TypeAlias, Union

Json: TypeAlias = Union[bool, int, float, str, Sequence["Json"], Mapping[str, "Json"], None]  # noqa: UP007


def finite(value: Json) -> Json:
    """A value, or null for a number that JSON has not: NaN, and what is infinite."""
    return None if isinstance(value, float) and not isfinite(value) else value
