"""What geometries and rules are called and say, as data."""

import tomllib
from pathlib import Path
from typing import Any

_TEXTS = tomllib.loads(Path(__file__).with_name("declared.toml").read_text(encoding="utf-8"))
"""By package, module and name."""

_TEXT_OF: dict[str, dict[str, Any]] = {}
for _modules in _TEXTS.values():
    for _texts in _modules.values():
        _TEXT_OF.update(_texts)


def places(package: str) -> dict[str, str]:
    """Where each is, as "module:attribute" by name. ``package``: geometries or rules, of this one."""
    attribute = package.upper()
    place_of = {}
    for module, texts in _TEXTS[package].items():
        for name in texts:
            place_of[name] = f"{__package__}.{package}.{module}:{attribute}"
    return place_of


def described(name: str) -> dict[str, Any]:
    """What is declared of one, by field. Raises KeyError: nothing is."""
    fields: dict[str, Any] = {"name": name}
    for key, value in _TEXT_OF[name].items():
        fields[key] = tuple(value) if isinstance(value, list) else value
    return fields
