"""Every public name has a docstring; those of ``PUBLIC_NAMES`` name every parameter and error."""

from __future__ import annotations

import ast
import dataclasses
import doctest
import importlib
import inspect
import re
import textwrap
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from paths import PUBLIC_NAMES, ROOT

import minesolver
import minesolver.bench
import minesolver.testing

PAGES = sorted(ROOT.glob("docs/reference/*.md"))
_PAGE = re.compile(r"^::: ([\w.]+)(?:\n    options: \{ (.*) \})?", re.MULTILINE)


def public() -> Iterator[tuple[str, Any]]:
    """Every class and function that the package or a page of the reference names."""
    for name in PUBLIC_NAMES:
        yield f"minesolver.{name}", getattr(minesolver, name)
    for package in (minesolver.bench, minesolver.testing):
        for name in package.__all__:
            yield f"{package.__name__}.{name}", getattr(package, name)
    for page in PAGES:
        for path, options in _PAGE.findall(page.read_text(encoding="utf-8")):
            try:
                module = importlib.import_module(path)
            except ImportError:  # the page shows one class
                module_name, _, name = path.rpartition(".")
                yield path, getattr(importlib.import_module(module_name), name)
                continue
            members = re.search(r"members: \[(.*?)\]", options)
            names = members[1].split(", ") if members else getattr(module, "__all__", [])
            for name in names:
                yield f"{path}.{name}", getattr(module, name)


def members(owner: type) -> Iterator[tuple[str, Any]]:
    """The methods and properties of a class, by name; fields that hold functions are none."""
    fields = (
        {field.name for field in dataclasses.fields(owner)}
        if dataclasses.is_dataclass(owner)
        else set()
    )
    for name, value in vars(owner).items():
        if name.startswith("_") or name in fields:
            continue
        function = value.__func__ if isinstance(value, (classmethod, staticmethod)) else value
        if isinstance(function, property) or inspect.isfunction(function):
            yield name, function


FUNCTIONS: dict[str, Callable[..., Any]] = {}
CLASSES: dict[str, type] = {}
for _path, _object in public():
    if inspect.isclass(_object):
        CLASSES[_path] = _object
    elif inspect.isfunction(_object):
        FUNCTIONS[_path] = _object


def raised(function: Callable[..., Any]) -> set[str]:
    """The errors of this package that the function raises itself."""
    try:
        tree = ast.parse(textwrap.dedent(inspect.getsource(function)))
    except OSError:  # a data class makes it
        return set()
    names = {
        node.exc.func.id
        for node in ast.walk(tree)
        if isinstance(node, ast.Raise)
        and isinstance(node.exc, ast.Call)
        and isinstance(node.exc.func, ast.Name)
    }
    return {name for name in names if hasattr(minesolver.base.errors, name)}


def missing(function: Callable[..., Any], doc: str) -> set[str]:
    """Parameters and errors that the text does not name."""
    named = {name for name in inspect.signature(function).parameters if not name.startswith("_")}
    needed = named - {"self", "cls"} | raised(function)
    return needed - set(re.findall(r"\w+", doc))


@pytest.mark.parametrize("path", FUNCTIONS)
def test_functions(path: str) -> None:
    doc = inspect.getdoc(FUNCTIONS[path]) or ""
    assert doc
    assert path.count(".") > 1 or not missing(FUNCTIONS[path], doc)


def test_most_classes_have_methods_to_look_at() -> None:
    method_counts = [len(list(members(owner))) for owner in CLASSES.values()]
    assert sum(count > 0 for count in method_counts) > len(CLASSES) / 2
    assert sum(method_counts) > 200


@pytest.mark.parametrize("path", CLASSES)
def test_methods(path: str) -> None:
    owner = CLASSES[path]
    for name, function in members(owner):
        # A base class may have it.
        doc = inspect.getdoc(getattr(owner, name)) or inspect.getdoc(function)
        assert doc, name
        if not isinstance(function, property):
            assert not raised(function) - set(re.findall(r"\w+", doc)), name


@pytest.mark.parametrize("path", CLASSES)
def test_classes(path: str) -> None:
    documented = CLASSES[path]
    doc = inspect.getdoc(documented) or ""
    assert doc
    if (
        "__init__" in vars(documented)
        and path.count(".") == 1
        and not issubclass(documented, Exception)
    ):
        assert not missing(vars(documented)["__init__"], doc)


MODULES_WITH_EXAMPLES = [
    path.relative_to(ROOT).with_suffix("").as_posix().replace("/", ".").removesuffix(".__init__")
    for path in sorted(ROOT.glob("minesolver/**/*.py"))
    if ">>> " in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("module", MODULES_WITH_EXAMPLES)
def test_examples(module: str) -> None:
    result = doctest.testmod(importlib.import_module(module), optionflags=doctest.ELLIPSIS)
    assert result.attempted
    assert not result.failed


def test_what_one_types_has_an_example() -> None:
    named = [getattr(minesolver, name) for name in minesolver.__all__]
    without = [
        value.__name__
        for value in named
        if (inspect.isclass(value) or inspect.isfunction(value)) and ">>> " not in value.__doc__
    ]
    assert without == []
