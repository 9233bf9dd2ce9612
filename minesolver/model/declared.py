"""What geometries and rules are called and say, as data."""

import tomllib
from pathlib import Path
from typing import Any

_TEXTS = tomllib.loads(Path(__file__).with_name("declared.toml").read_text(encoding="utf-8"))
"""By package, module and name."""

_TEXT_OF: dict[str, dict[str, Any]] = {}
for _module_texts in _TEXTS.values():
    for _named_texts in _module_texts.values():
        _TEXT_OF.update(_named_texts)


def places(package: str) -> dict[str, str]:
    """Where each is, as "module:attribute" by name. ``package``: geometries or rules, of this one."""
    registry_name = package.upper()
    place_of = {}
    for module_name, named_texts in _TEXTS[package].items():
        for entry_name in named_texts:
            place_of[entry_name] = f"{__package__}.{package}.{module_name}:{registry_name}"
    return place_of


def described(name: str) -> dict[str, Any]:
    """What is declared of one, by field. Raises KeyError: nothing is."""
    fields: dict[str, Any] = {"name": name}
    for field_name, field_value in _TEXT_OF[name].items():
        fields[field_name] = tuple(field_value) if isinstance(field_value, list) else field_value
    return fields
