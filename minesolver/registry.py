"""Names for things of one kind (engines, players, ...): those of this package, and those of others.

Another package adds its own by an entry point of the kind's group, for example in its ``pyproject.toml``::

    [project.entry-points."minesolver.engines"]
    mine = "my_package.my_engine:ENGINE"

Nothing is imported before it is asked for, and installed packages are looked through only where a name is not
one of this package's, or all names are asked for.
"""

from __future__ import annotations

from collections.abc import Mapping
from importlib import import_module
from typing import Any, Generic, TypeVar

from .errors import MinesolverError, UnknownNameError

T = TypeVar("T")


class Registry(Generic[T]):
    """Things of one kind by name.

    Parameters
    ----------
    what
        What the things are called in messages: "engine".
    kind
        Their class.
    own
        Where this package has each name: "module:attribute". The attribute is the thing, a mapping of names
        to things, or a function of the name. The same holds for entry points.
    group
        The group of entry points.
    """

    def __init__(self, what: str, kind: type[T], own: Mapping[str, str], group: str) -> None:
        self.what = what
        self.group = group
        self._kind = kind
        self._own = dict(own)
        self._loaded: dict[str, T] = {}
        self._installed: dict[str, Any] | None = None

    @property
    def own(self) -> tuple[str, ...]:
        """The names that this package has."""
        return tuple(self._own)

    def names(self) -> tuple[str, ...]:
        """All names.

        Returns: Those of this package, then those of installed packages, then those registered by hand.
        """
        return tuple(dict.fromkeys((*self._own, *self._entry_points(), *self._loaded)))

    def get(self, name: str) -> T:
        """What is registered under a name.

        Raises UnknownNameError: no such name; MinesolverError: an installed package has the name, and cannot
            give what it stands for.
        """
        if name not in self._loaded:
            if name in self._own:
                module, _, attribute = self._own[name].partition(":")
                self._loaded[name] = self._chosen(name, getattr(import_module(module), attribute))
            elif name in self._entry_points():
                point = self._entry_points()[name]
                try:
                    self._loaded[name] = self._chosen(name, point.load())
                except Exception as error:
                    raise MinesolverError(
                        f"{self.what} {name!r} of an installed package ({point.value}) cannot be loaded: "
                        f"{type(error).__name__}: {error}"
                    ) from error
            else:
                raise UnknownNameError(f"unknown {self.what} {name!r}; known: {', '.join(self.names())}")
        return self._loaded[name]

    def register(self, name: str, thing: T) -> None:
        """Add a name in this process only; worker processes know entry points alone.

        Raises ValueError: the name is taken; TypeError: it is of another class than the registry holds.
        """
        if name in self.names():
            raise ValueError(f"there is already a {self.what} {name!r}")
        self._loaded[name] = self._chosen(name, thing)

    def _chosen(self, name: str, found: Any) -> T:
        if not isinstance(found, self._kind):
            found = found[name] if isinstance(found, Mapping) else found(name) if callable(found) else found
        if not isinstance(found, self._kind):
            raise TypeError(f"{self.what} {name!r} is a {type(found).__name__}, not {self._kind.__name__}")
        return found

    def _entry_points(self) -> dict[str, Any]:
        if self._installed is None:
            from importlib.metadata import entry_points  # 30 ms, which few need

            self._installed = {point.name: point for point in entry_points(group=self.group)}
        return self._installed
