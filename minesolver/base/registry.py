"""Things of one kind by name (engines, layers, players, ...): those of this package, and those of others.

Another package adds its own by an entry point of the kind's group, for example in its ``pyproject.toml``::

    [project.entry-points."minesolver.engines"]
    mine = "my_package.my_engine:ENGINE"

A folder of ``minesolver/extras`` adds its own by its file ``extra.json``. Nothing is imported before it is
asked for, and installed packages are looked through only where a name is not one of this package's, or all
names are asked for.
"""

import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from importlib import import_module
from pathlib import Path
from typing import Any, Generic, TypeVar

from . import extras
from .errors import (
    ArgumentError,
    ArgumentTypeError,
    MinesolverError,
    UnknownNameError,
    check_type,
    quoted,
)

T = TypeVar("T")
_DECLARED: dict[str, dict[str, str]] = {}


def declare(group: str, attribute_paths: Mapping[str, str]) -> None:
    """Add names of this package to a group: "module:attribute" by name. A floor above adds what it has so."""
    _DECLARED.setdefault(group, {}).update(attribute_paths)


def meant(unknown_name: str, known_names: Iterable[str]) -> str:
    """Which known name was perhaps meant by one that is not known, as the end of a message."""
    from difflib import get_close_matches  # few names are wrong

    close_names = get_close_matches(unknown_name, known_names, 1)
    return f"; did you mean {close_names[0]}?" if close_names else ""


def unknown(noun: str, name: str, known_names: Iterable[str], ending: str = "") -> UnknownNameError:
    """The error for a name that is not known; ``ending``: what else it could be, in words."""
    listed_names = list(known_names)
    suggestion = meant(name, listed_names) or ";"
    return UnknownNameError(
        f"unknown {noun} {quoted(name)}{suggestion} known: {', '.join(listed_names)}{ending}"
    )


def check_known(noun: str, name: str, known_names: Iterable[str]) -> None:
    """Whether a name is one of a few. Raises UnknownNameError: it is none; ArgumentTypeError: no text."""
    check_type(name, str, f"the name of the {noun} is a text")
    if name not in known_names:
        raise unknown(noun, name, known_names)


def _may_be_installed(group: str) -> bool:
    """Whether some installed package may have entry points of a group.

    Nearly always none has, and their files say so in a tenth of the time that it takes to ask.
    """
    if "importlib.metadata" in sys.modules:  # to ask costs nothing then
        return True
    heading = f"[{group}]"
    for folder in sys.path:
        path = Path(folder or ".")
        if path.is_file():  # an archive, into which this does not look
            return True
        for pattern in ("*.dist-info/entry_points.txt", "*.egg-info/entry_points.txt"):
            for entry_points in path.glob(pattern):
                if heading in entry_points.read_text(encoding="utf-8", errors="replace"):
                    return True
    return False


class Registry(Generic[T]):
    """Entries of one kind by name: ``registry.get(name)``, ``registry.names()``, or ``registry()`` for short.

    noun: What an entry is called in messages: "engine"
    package_paths: Where this package has each name: "module:attribute". The attribute is the entry, a mapping
        of names to entries, a tuple of entries with names, or a function of the name. The same holds for
        entry points
    fallback: Makes what stands for a name of ``other_names``; asked where no entry has the name
    other_names: Names that ``fallback`` knows
    """

    def __init__(
        self,
        noun: str,
        kind: type[T],
        package_paths: Mapping[str, str],
        group: str,
        *,
        fallback: Callable[[str], T | None] | None = None,
        other_names: Callable[[], tuple[str, ...]] = tuple,
    ) -> None:
        self.noun = noun
        self.group = group
        self._kind = kind
        self._package_paths = package_paths
        self.loaded: dict[str, T] = {}
        self._installed: dict[str, Any] | None = None
        self._fallback = fallback
        self._other_names = other_names

    @property
    def kind_name(self) -> str:
        """What its entries are called in the files of extras: ``commands``."""
        return self.group.rpartition(".")[2]

    @property
    def own(self) -> tuple[str, ...]:
        """The names that this package has, with its extras."""
        return tuple(dict.fromkeys((*self._all_package_paths(), *self._of_extras())))

    def names(self) -> tuple[str, ...]:
        """All names: those of this package, of installed packages, and those registered by hand."""
        return tuple(
            dict.fromkeys((*self.own, *self._other_names(), *self._entry_points(), *self.loaded))
        )

    __call__ = names

    def __iter__(self) -> Iterator[str]:
        return iter(self.names())

    def __contains__(self, name: object) -> bool:
        return name in self.names()

    def get(self, name: str) -> T:
        """What is registered under a name; its module is imported now.

        Raises UnknownNameError: no such name; ArgumentTypeError: it is no text;
            MissingDependencyError: it is in an extra that is not there; MinesolverError: an installed
            package has the name, and cannot give what it stands for.
        """
        try:
            return self.loaded[name]
        except (KeyError, TypeError):  # one that is not loaded, or no name at all
            check_type(name, str, f"the name of the {self.noun} is a text")
        declared = self._declared(name)
        if isinstance(declared, dict):
            entry = self._kind(**{"name": name, **declared})
        elif declared is not None:
            module, _, attribute = declared.partition(":")
            entry = self._chosen(name, getattr(import_module(module), attribute))
        elif self._fallback is not None and (stand_in := self._fallback(name)) is not None:
            return stand_in
        elif name in self._entry_points():
            point = self._entry_points()[name]
            try:
                entry = self._chosen(name, point.load())
            except Exception as error:
                raise MinesolverError(
                    f"{self.noun} {name!r} of an installed package ({point.value}) cannot be loaded: "
                    f"{type(error).__name__}: {error}"
                ) from error
        else:
            raise extras.missing(self.kind_name, name) or unknown(self.noun, name, self.names())
        self.loaded[name] = entry
        return entry

    def entry_of(self, entry: str | T) -> T:
        """The entry of a name, or one itself. Raises ArgumentTypeError: it is neither; as :meth:`get`."""
        if isinstance(entry, self._kind):
            return entry
        name: Any = entry
        check_type(name, str, f"the {self.noun} is a name or of the class {self._kind.__name__}")
        return self.get(name)

    def register(self, name: str, entry: T) -> None:
        """Add a name in this process only; worker processes know entry points alone.

        Raises ArgumentError: the name is taken; ArgumentTypeError: it is of another class than
            the registry holds.
        """
        check_type(name, str, f"the name of the {self.noun} is a text")
        if name in self.names():
            raise ArgumentError(f"there is already a {self.noun} {name!r}")
        self.loaded[name] = self._chosen(name, entry)

    def _chosen(self, name: str, value: Any) -> T:
        """The entry of this name, out of the value of an attribute or an entry point."""
        if not isinstance(value, self._kind):
            if isinstance(value, tuple):
                value = {getattr(entry, "name", None): entry for entry in value}
            if isinstance(value, Mapping):
                value = value.get(name)
            elif callable(value):
                value = value(name)
        if not isinstance(value, self._kind):
            raise ArgumentTypeError(
                f"{self.noun} {name!r} is a {type(value).__name__}, not {self._kind.__name__}"
            )
        return value

    def _all_package_paths(self) -> dict[str, str]:
        """Those given, and those that floors above have declared."""
        return {**self._package_paths, **_DECLARED.get(self.group, {})}

    def _declared(self, name: str) -> extras.Declared | None:
        """Where this package has a name, or what makes it; extras come last: their files have to be read."""
        return self._all_package_paths().get(name) or self._of_extras().get(name)

    def _of_extras(self) -> dict[str, extras.Declared]:
        return extras.declared().get(self.kind_name, {})

    def _entry_points(self) -> dict[str, Any]:
        if self._installed is None:
            self._installed = {}
            if _may_be_installed(self.group):
                from importlib.metadata import entry_points  # 30 ms, which few need

                self._installed = {point.name: point for point in entry_points(group=self.group)}
        return self._installed
