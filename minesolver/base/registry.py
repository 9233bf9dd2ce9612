"""Things of one kind by name (engines, layers, players, ...): those of this package, and those of others.

Another package adds its own by an entry point of the kind's group, for example in its ``pyproject.toml``::

    [project.entry-points."minesolver.engines"]
    mine = "my_package.my_engine:ENGINE"

Nothing is imported before it is asked for, and installed packages are looked through only where a name is not
one of this package's, or all names are asked for.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping
from difflib import get_close_matches
from importlib import import_module
from typing import Any, Generic, TypeVar

from .errors import MinesolverError, UnknownNameError, quoted

T = TypeVar("T")
_DECLARED: dict[str, dict[str, str]] = {}


def declare(group: str, places: Mapping[str, str]) -> None:
    """Add names of this package to a group: "module:attribute" by name. A floor above adds what it has so."""
    _DECLARED.setdefault(group, {}).update(places)


def meant(name: str, known: Iterable[str]) -> str:
    """What was perhaps meant by a name that is not known, as the end of a message."""
    close = get_close_matches(name, known, 1)
    return f"; did you mean {close[0]}?" if close else ""


def unknown(what: str, name: str, known: Iterable[str], more: str = "") -> UnknownNameError:
    """The error for a name that is not known; ``more``: what else it could be, in words."""
    names = list(known)
    end = meant(name, names) or ";"
    return UnknownNameError(f"unknown {what} {quoted(name)}{end} known: {', '.join(names)}{more}")


class Registry(Generic[T]):
    """Things of one kind by name: ``registry.get(name)``, ``registry.names()``, or ``registry()`` for short.

    what: What a thing is called in messages: "engine"
    own: Where this package has each name: "module:attribute". The attribute is the thing, a mapping of names
        to things, a tuple of things with names, or a function of the name. The same holds for entry points
    fallback: Makes what stands for a name of ``others``; asked where no thing has the name
    others: Names that ``fallback`` knows
    """

    def __init__(
        self,
        what: str,
        kind: type[T],
        own: Mapping[str, str],
        group: str,
        *,
        fallback: Callable[[str], T | None] | None = None,
        others: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self.what = what
        self.group = group
        self._kind = kind
        self._own = own
        self.loaded: dict[str, T] = {}
        self._installed: dict[str, Any] | None = None
        self._fallback = fallback
        self._others = others

    @property
    def own(self) -> tuple[str, ...]:
        """The names that this package has."""
        return tuple(self._places())

    def names(self) -> tuple[str, ...]:
        """All names: those of this package, of installed packages, and those registered by hand."""
        return tuple(dict.fromkeys((*self.own, *self._others(), *self._entry_points(), *self.loaded)))

    __call__ = names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def get(self, name: str) -> T:
        """What is registered under a name; its module is imported now.

        Raises UnknownNameError: no such name; MinesolverError: an installed package has the name, and cannot
            give what it stands for.
        """
        found = self.loaded.get(name)
        if found is not None:
            return found
        if place := self._places().get(name):
            module, _, attribute = place.partition(":")
            found = self._chosen(name, getattr(import_module(module), attribute))
        elif self._fallback is not None and (other := self._fallback(name)) is not None:
            return other
        elif name in self._entry_points():
            point = self._entry_points()[name]
            try:
                found = self._chosen(name, point.load())
            except Exception as error:
                raise MinesolverError(
                    f"{self.what} {name!r} of an installed package ({point.value}) cannot be loaded: "
                    f"{type(error).__name__}: {error}"
                ) from error
        else:
            raise unknown(self.what, name, self.names())
        self.loaded[name] = found
        return found

    def register(self, name: str, thing: T) -> None:
        """Add a name in this process only; worker processes know entry points alone.

        Raises ValueError: the name is taken; TypeError: it is of another class than the registry holds.
        """
        if name in self.names():
            raise ValueError(f"there is already a {self.what} {name!r}")
        self.loaded[name] = self._chosen(name, thing)

    def _chosen(self, name: str, found: Any) -> T:
        if not isinstance(found, self._kind):
            found = {thing.name: thing for thing in found} if isinstance(found, tuple) else found
            found = found[name] if isinstance(found, Mapping) else found(name) if callable(found) else found
        if not isinstance(found, self._kind):
            raise TypeError(f"{self.what} {name!r} is a {type(found).__name__}, not {self._kind.__name__}")
        return found

    def _places(self) -> dict[str, str]:
        return {**self._own, **_DECLARED.get(self.group, {})}

    def _entry_points(self) -> dict[str, Any]:
        if self._installed is None:
            from importlib.metadata import entry_points  # 30 ms, which few need

            self._installed = {point.name: point for point in entry_points(group=self.group)}
        return self._installed
